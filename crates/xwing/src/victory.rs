//! How the game ends: destruction, a draw, the agreed number of rounds, and the final salvo of the later rules.

use flightpath::{ATTACK_FACES, Face, Pool};
use table::{Play, Seat, Seats};

use crate::attack::{ATTACK_DIE, faces_of};
use crate::cards::library;
use crate::lists::ship_points;
use crate::state::{Cursor, Ending, PLAYERS, Ship, State, opponent};
use crate::{Ask, Event, Table};

pub fn rule_of(ending: Ending) -> &'static str {
    match ending {
        Ending::Destruction => "xwing.core.win.1",
        Ending::Draw | Ending::FinalSalvo => "xwing.core.win.2",
        Ending::RoundLimit => "xwing.core.win.limit",
    }
}

pub fn end_game(t: &mut Table, winners: Seats, ending: Ending) -> Play {
    t.state.result = Some((winners, ending));
    t.state.cursor = Cursor::Over;
    t.state.active = None;
    t.state.attacks.clear();
    t.state.moments.clear();
    t.emit(Event::Ended(ending));
    t.over()
}

/// Ends the game if a player has no ships left.
pub fn check(t: &mut Table) -> Play {
    let has_ships = |seat: &Seat| t.state.in_play().any(|id| t.state.ship(id).owner == *seat);
    let left: Seats = (0..PLAYERS as u8).map(Seat).filter(has_ships).collect();
    match left.len() {
        0 => drawn(t, Ending::Draw),
        1 => end_game(t, left, Ending::Destruction),
        _ => Ok(()),
    }
}

/// Points of a player's ships that are destroyed, with their upgrades, discarded ones too.
pub fn lost_points(state: &State, seat: Seat) -> u16 {
    let lost = state.ids().filter(|id| state.ship(*id).owner == seat && state.ship(*id).destroyed);
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
    for _ in 0..100 {
        let ours = salvo(t, Seat(0))?;
        let theirs = salvo(t, Seat(1))?;
        if ours != theirs {
            let winner = if ours > theirs { Seat(0) } else { opponent(Seat(0)) };
            return end_game(t, [winner].into_iter().collect(), Ending::FinalSalvo);
        }
    }
    end_game(t, Seats::NONE, ending)
}

/// One attack die for every point of primary weapon value of the remaining ships, or of all if none is left; counts hits
/// and critical hits.
fn salvo(t: &mut Table, seat: Seat) -> Play<u8> {
    let own = || t.state.ships.iter().filter(|ship| ship.owner == seat);
    let value = |ship: &Ship| u32::from(library().ship(ship.kind).attack.unwrap_or(0));
    let remaining: u32 = own().filter(|ship| ship.in_play()).map(value).sum();
    let dice = if remaining > 0 { remaining } else { own().map(value).sum() };
    let faces = t.roll(Ask::FinalSalvo(seat), &ATTACK_DIE, dice as usize)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::FinalSalvo(seat, faces_of(&pool)));
    Ok(pool.count(Face::Hit) + pool.count(Face::Critical))
}
