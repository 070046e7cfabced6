//! How the game ends.

use table::{Play, Seat, Seats};

use crate::cards::{Boon, constants};
use crate::state::{CardId, Cursor, Ending, Side, State, whole};
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
        Ending::Both => "swlcg.core.victory.simultaneous",
        Ending::Card => "swlcg.core.overview.golden-rule",
    }
}

/// Where the dial stands, or counts as standing.
pub fn dial(state: &State) -> u8 {
    let higher: i32 =
        Side::ALL.iter().map(|side| constants::of_player(state, side.seat(), Boon::DialHigher)).sum();
    state.dial.saturating_add(whole(higher))
}

/// How many objectives a victory pile counts as.
pub fn scored(state: &State, seat: Seat) -> usize {
    state.player(seat).victory_pile.iter().map(|id| worth(state, *id)).sum()
}

/// How many objectives one of them counts as.
fn worth(state: &State, id: CardId) -> usize {
    if state.facts(id).effects.counts_twice { 2 } else { 1 }
}

/// Where the dial counts as standing may have changed without its moving.
pub fn check_reading(t: &mut Table) -> Play {
    if constants::is_given(&t.state, Boon::DialHigher) { check(t) } else { Ok(()) }
}

pub fn end_game(t: &mut Table, winners: Seats, ending: Ending) -> Play {
    t.state.result = Some((winners, ending));
    t.state.cursor = Cursor::Over;
    t.emit(Event::Ended(ending));
    t.over()
}

/// The same where an objective was scored. What the same damage destroys counts at the same moment: nothing is decided yet
/// if the other side may win by it as well.
pub fn check_after_scoring(t: &mut Table) -> Play {
    let fallen = scored(&t.state, Side::Light.seat());
    let falling = |side: Side| {
        let state = &t.state;
        damage::falling_objectives(state).filter(move |id| state.card(*id).controller == side.seat())
    };
    let undecided = if dial(&t.state) >= DIAL_END {
        let together = fallen + falling(Side::Dark).map(|id| worth(&t.state, id)).sum::<usize>();
        fallen < OBJECTIVES_TO_WIN && together >= OBJECTIVES_TO_WIN
    } else {
        falling(Side::Light).next().is_some()
    };
    if undecided { Ok(()) } else { check(t) }
}

/// Both sides win at once, in the middle of whatever happens and whoever could still answer it. If both do at the same
/// moment, the side whose turn it is goes first, or nobody if that was agreed on.
pub fn check(t: &mut Table) -> Play {
    let light = Side::Light.seat();
    let dial = dial(&t.state) >= DIAL_END;
    let objectives = scored(&t.state, light) >= OBJECTIVES_TO_WIN;
    if dial && objectives && t.state.options.draw_if_both_win {
        return end_game(t, Seats::NONE, Ending::Both);
    }
    if dial && !(objectives && t.state.active == light) {
        return end_game(t, Seats::NONE.with(Side::Dark.seat()), Ending::Dial);
    }
    if objectives {
        return end_game(t, Seats::NONE.with(light), Ending::Objectives);
    }
    Ok(())
}
