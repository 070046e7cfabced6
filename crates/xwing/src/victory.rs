//! How the game ends: destruction, a draw, the agreed number of rounds, and the final salvo of the later rules.

use flightpath::{ATTACK_FACES, Face, Pool};
use table::{Play, Seat, Seats};

use crate::attack::{ATTACK_DIE, faces_of};
use crate::cards::library;
use crate::lists::ship_points;
use crate::options::BothLost;
use crate::state::{Cursor, Ending, PLAYERS, Score, Ship, ShipId, State, opponent, side_of};
use crate::{Ask, Event, Table, damage, docking};

pub fn rule_of(ending: Ending) -> &'static str {
    match ending {
        Ending::Destruction => "xwing.core.win.1",
        Ending::Draw | Ending::Initiative | Ending::FinalSalvo => "xwing.core.win.2",
        Ending::RoundLimit => "xwing.core.win.limit",
        Ending::Mission => "xwing.core.win.mission",
    }
}

pub fn end_game(t: &mut Table, winners: Seats, ending: Ending) -> Play {
    // All players of a side win together.
    let winners = t.state.seats().filter(|seat| winners.contains(side_of(*seat))).collect();
    t.state.result = Some((winners, ending));
    t.state.cursor = Cursor::Over;
    t.state.active = None;
    t.state.attacks.clear();
    t.state.moments.clear();
    t.emit(Event::Ended(ending));
    if let Some(score) = score(&t.state) {
        t.emit(Event::Scored(score));
    }
    t.over()
}

/// A ship has left the play area: it is destroyed, unless its leaving wins the mission.
pub fn flee(t: &mut Table, id: ShipId) -> Play {
    if let Some(winner) = t.state.mission().and_then(|mission| (mission.escapes)(&t.state, id)) {
        t.emit(Event::Escapes(id));
        return end_game(t, [winner].into_iter().collect(), Ending::Mission);
    }
    t.emit(Event::Fled(id));
    docking::perish(t, id)?;
    damage::remove(t, id)
}

/// Ends the game if a player has no ships left. Missions are won by their objectives alone.
pub fn check(t: &mut Table) -> Play {
    if let Some(mission) = t.state.mission() {
        return match (mission.objective)(&t.state) {
            Some(winner) => end_game(t, [winner].into_iter().collect(), Ending::Mission),
            None => Ok(()),
        };
    }
    let has_ships = |seat: &Seat| t.state.in_play().any(|id| t.state.ship(id).side() == *seat);
    let left: Seats = (0..PLAYERS as u8).map(Seat).filter(has_ships).collect();
    match left.len() {
        0 => both_lost(t),
        1 => end_game(t, left, Ending::Destruction),
        _ => Ok(()),
    }
}

/// The last ships of both sides are lost at once: what the players agreed on, or what the ruleset says.
fn both_lost(t: &mut Table) -> Play {
    match t.state.options.both_lost {
        Some(BothLost::Initiative) => {
            let winner = side_of(t.state.initiative);
            end_game(t, [winner].into_iter().collect(), Ending::Initiative)
        }
        Some(BothLost::Draw) => end_game(t, Seats::NONE, Ending::Draw),
        None => drawn(t, Ending::Draw),
    }
}

/// Points of a player's ships that are destroyed, with their upgrades, discarded ones too.
pub fn lost_points(state: &State, seat: Seat) -> u16 {
    let lost = state.ids().filter(|id| state.ship(*id).side() == seat && state.ship(*id).destroyed);
    lost.map(|id| ship_points(state, id)).sum()
}

/// The agreed number of rounds is over: whoever destroyed more points wins.
pub fn round_limit(t: &mut Table) -> Play {
    let lost = [Seat(0), Seat(1)].map(|seat| lost_points(&t.state, seat));
    match lost[0].cmp(&lost[1]) {
        std::cmp::Ordering::Less => end_game(t, [Seat(0)].into_iter().collect(), Ending::RoundLimit),
        std::cmp::Ordering::Greater => end_game(t, [Seat(1)].into_iter().collect(), Ending::RoundLimit),
        std::cmp::Ordering::Equal => drawn(t, Ending::RoundLimit),
    }
}

/// Nobody has won: a draw, or in the later rules a final salvo.
fn drawn(t: &mut Table, ending: Ending) -> Play {
    if !t.state.options.rules().final_salvo {
        return end_game(t, Seats::NONE, ending);
    }
    // Players who keep rolling the same give up in the end.
    // audit: same — nobody rolls that often
    for _ in 0..100 {
        let ours = salvo(t, Seat(0))?;
        let theirs = salvo(t, Seat(1))?;
        let winner = match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => Seat(0),
            std::cmp::Ordering::Less => Seat(1),
            std::cmp::Ordering::Equal => continue,
        };
        return end_game(t, [winner].into_iter().collect(), Ending::FinalSalvo);
    }
    end_game(t, Seats::NONE, ending)
}

/// One attack die for every point of primary weapon value of the remaining ships, or of all if none is left; counts hits
/// and critical hits.
fn salvo(t: &mut Table, seat: Seat) -> Play<u8> {
    let own = || t.state.ships.iter().filter(|ship| ship.side() == seat);
    let value = |ship: &Ship| u32::from(library().ship(ship.kind).attack.unwrap_or_default());
    let remaining: u32 = own().filter(|ship| ship.in_play()).map(value).sum();
    let dice = if remaining > 0 { remaining } else { own().map(value).sum() };
    let faces = t.roll(Ask::FinalSalvo(seat), &ATTACK_DIE, dice as usize)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::FinalSalvo(seat, faces_of(&pool)));
    Ok(pool.count(Face::Hit) + pool.count(Face::Critical))
}

// ---- tournaments ------------------------------------------------------------------------------------------------------

/// Match points for a win, for a win by a narrow margin, and for a draw; who loses has none.
const WIN: u8 = 5;
const MODIFIED_WIN: u8 = 3;
const DRAW: u8 = 1;
/// A win by fewer points than this is a modified one.
const NARROW: i32 = 12;
/// The margin of victory when both have lost as much.
const LEVEL: i32 = 100;

/// How a game that is over counts in a tournament; missions do not. Ships that are lost but not yet removed count as lost.
/// Whoever is left with nothing but those has won by a level margin.
pub fn score(state: &State) -> Option<Score> {
    let (winners, _) = state.result.filter(|(_, ending)| *ending != Ending::Mission)?;
    let Some(winner) = (0..PLAYERS as u8).map(Seat).find(|seat| winners.contains(*seat)) else {
        return Some(Score { winner: None, points: DRAW, margin: LEVEL as i16 });
    };
    let lost = |seat: Seat| -> i32 {
        let lost = |id: &ShipId| {
            let ship = state.ship(*id);
            ship.side() == seat && (ship.destroyed || ship.is_doomed())
        };
        state.ids().filter(lost).map(|id| i32::from(ship_points(state, id))).sum()
    };
    let mut left = state.in_play().filter(|id| state.ship(*id).side() == winner);
    let difference =
        if left.all(|id| state.ship(id).is_doomed()) { 0 } else { lost(opponent(winner)) - lost(winner) };
    let points = if difference < NARROW { MODIFIED_WIN } else { WIN };
    Some(Score { winner: Some(winner), points, margin: (LEVEL + difference) as i16 })
}
