//! How the game ends.

use table::{Play, Seat, Seats};

use crate::state::{Cursor, Ending, PLAYERS};
use crate::{Event, Table};

pub fn rule_of(ending: Ending) -> &'static str {
    match ending {
        Ending::Destruction => "xwing.core.win.1",
        Ending::Draw => "xwing.core.win.2",
        Ending::RoundOver => "xwing.core.round",
    }
}

pub fn end_game(t: &mut Table, winners: Seats, ending: Ending) -> Play {
    t.state.result = Some((winners, ending));
    t.state.cursor = Cursor::Over;
    t.emit(Event::Ended(ending));
    t.over()
}

/// Ends the game if a player has no ships left.
pub fn check(t: &mut Table) -> Play {
    let has_ships = |seat: &Seat| t.state.in_play().any(|id| t.state.ship(id).owner == *seat);
    let left: Seats = (0..PLAYERS as u8).map(Seat).filter(has_ships).collect();
    match left.len() {
        0 => end_game(t, left, Ending::Draw),
        1 => end_game(t, left, Ending::Destruction),
        _ => Ok(()),
    }
}
