//! How the game ends.

use table::{Play, Seats};

use crate::state::{Cursor, Ending, Side};
use crate::{Event, Table, damage};

/// Where the dark side wins.
pub const DIAL_END: u8 = 12;
/// How much damage destroys the Death Star, where it can be engaged.
pub const DIAL_CAPACITY: u8 = 10;
/// How many destroyed objectives win the game for the light side.
pub const OBJECTIVES_TO_WIN: usize = 3;

pub fn rule_of(ending: Ending) -> &'static str {
    match ending {
        Ending::Dial => "swlcg.core.victory.ds-dial",
        Ending::Objectives => "swlcg.core.victory.ls-three-objectives",
        Ending::DeckOut => "swlcg.core.victory.deck-out-command",
        Ending::ObjectiveDeckOut => "swlcg.core.victory.deck-out-objective",
        Ending::DialDestroyed => "swlcg.faq.trench-run.framework-damage-only",
        Ending::Card => "swlcg.core.overview.golden-rule",
    }
}

pub fn end_game(t: &mut Table, winners: Seats, ending: Ending) -> Play {
    t.state.result = Some((winners, ending));
    t.state.cursor = Cursor::Over;
    t.emit(Event::Ended(ending));
    t.over()
}

/// Both sides win at once, in the middle of whatever happens. What the same damage destroys counts at the same moment, and
/// then the side whose turn it is goes first.
pub fn check(t: &mut Table) -> Play {
    let light = Side::Light.seat();
    let dial = t.state.dial >= DIAL_END;
    let objectives = t.state.player(light).victory_pile.len() >= OBJECTIVES_TO_WIN;
    if (dial || objectives) && damage::more_objectives_fall(&t.state) {
        return Ok(());
    }
    if dial && !(objectives && t.state.active == light) {
        return end_game(t, Seats::NONE.with(Side::Dark.seat()), Ending::Dial);
    }
    if objectives {
        return end_game(t, Seats::NONE.with(light), Ending::Objectives);
    }
    Ok(())
}
