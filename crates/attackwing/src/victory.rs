//! Winning: the last player with ships, all ships destroyed at once, and what missions add.

use table::{Play, Seat, Seats};

use crate::state::{Cursor, Ending, State};
use crate::{Event, Table, phases};

/// The rulebook entry behind an ending: the mission's, if it has one for it.
pub fn rule_of(state: &State, ending: Ending) -> &'static str {
    if let Some(rule) = state.mission().and_then(|mission| (mission.rule_of)(ending)) {
        return rule;
    }
    match ending {
        Ending::LastPlayer => "attackwing.victory.last-player",
        Ending::Initiative => "attackwing.victory.all-destroyed",
        Ending::LastEffect => "attackwing.victory.all-destroyed-exception",
        Ending::WarpOut | Ending::AwayTeam | Ending::OthersFailed => "attackwing.mission.only-objective-wins",
        Ending::RoundLimit => "attackwing.round.continue",
    }
}

/// Everybody on a player's team.
pub fn team_of(state: &State, seat: Seat) -> Seats {
    let team = state.team(seat);
    (0..state.players.len() as u8).map(Seat).filter(|other| state.team(*other) == team).collect()
}

/// Ends the game.
pub fn end_game(t: &mut Table, winners: Seats, ending: Ending) -> Play {
    t.state.result = Some((winners, ending));
    t.state.cursor = Cursor::Over;
    t.state.active = None;
    t.state.attacks.clear();
    t.emit(Event::Ended(ending));
    t.over()
}

/// After each step of the game: whether somebody has won.
pub fn check(t: &mut Table) -> Play {
    let state = &t.state;
    let owners: Seats = state.in_play().map(|id| state.ship(id).owner).collect();
    let mut teams = 0u16;
    for seat in owners.iter().filter(|seat| !state.players[seat.index()].lost) {
        teams |= 1 << state.team(seat); // audit: same (1 to 2) — every team has a bit of its own
    }
    match teams.count_ones() {
        0 => {
            let (winner, ending) = everything_destroyed(state);
            let winners = winner.map_or(Seats::NONE, |seat| team_of(state, seat));
            end_game(t, winners, ending)
        }
        1 => {
            let winner = owners.iter().find(|seat| !state.players[seat.index()].lost);
            let ending = if state.failed.is_empty() { Ending::LastPlayer } else { Ending::OthersFailed };
            let winners = winner.map_or(Seats::NONE, |seat| team_of(state, seat));
            end_game(t, winners, ending)
        }
        _ => {
            t.state.fallen = 0;
            t.state.failed = Seats::NONE;
            t.state.avenger = None;
            Ok(())
        }
    }
}

/// Nobody has a ship left: the owner of the effect that destroyed the last ones wins, otherwise the player whose
/// destroyed ship had the initiative.
fn everything_destroyed(state: &State) -> (Option<Seat>, Ending) {
    if let Some(avenger) = state.avenger {
        return (Some(avenger), Ending::LastEffect);
    }
    let fallen = state.ids().filter(|id| state.fallen >> id.0 & 1 == 1);
    let first = fallen.min_by_key(|id| phases::initiative(state, *id));
    (first.map(|id| state.ship(id).owner), Ending::Initiative)
}
