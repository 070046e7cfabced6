//! Which cards have no text for now. A card without text gives nothing, so it takes no text away either: the texts that take
//! others away are looked at in the order in which they depend on each other. Where they go round in a circle, the card of
//! the circle that came into play last keeps its text.

use arrayvec::ArrayVec;

use super::atoms::{Boon, Ctx};
use super::constants::{is_given, printed};
use super::filters::{all_hold, matches};
use crate::state::{CardId, MOST_CARDS, State};

type Erasers = ArrayVec<CardId, MOST_CARDS>;

/// Whether the printed text of a card counts as gone.
#[inline]
pub fn is_blank(state: &State, id: CardId) -> bool {
    is_given(state, Boon::Blank) && has_lost_its_text(state, id)
}

#[inline(never)]
fn has_lost_its_text(state: &State, id: CardId) -> bool {
    is_blank_for_a_time(state, id) || standing_erasers(state).iter().any(|eraser| erases(state, *eraser, id))
}

/// An effect that lasts has taken the text away; what becomes of the card that did it does not matter any more.
fn is_blank_for_a_time(state: &State, id: CardId) -> bool {
    state.lasting.lends(Boon::Blank.bit())
        && state.lasting.iter().any(|lasting| lasting.card == Some(id) && lasting.boon == Boon::Blank)
}

/// The cards that take texts away and have their own.
fn standing_erasers(state: &State) -> Erasers {
    let speaks = |id: &CardId| printed(state, *id, Boon::Blank).next().is_some();
    let erasers = state.attention.givers().iter().copied().filter(speaks);
    let all: Erasers = erasers.filter(|id| !is_blank_for_a_time(state, *id)).collect();
    standing(&all, |one, other| erases(state, one, other))
}

/// Those of some cards, in the order in which they came, that are left if each that is left takes the text of others away.
fn standing(all: &[CardId], erases: impl Fn(CardId, CardId) -> bool) -> Erasers {
    let mut open: Erasers = all.iter().copied().collect();
    let mut standing = Erasers::new();
    while !open.is_empty() {
        // audit: same (&& to ||) — the search for a circle finds it as well
        let is_free = |id: &CardId| !open.iter().any(|other| other != id && erases(*other, *id));
        let place = open.iter().position(is_free).unwrap_or_else(|| newest_of_a_circle(&open, &erases));
        let stands = open.remove(place);
        open.retain(|id| !erases(stands, *id));
        standing.push(stands);
    }
    standing
}

/// The place of the newest card among those whose texts take each other's away and depend on no other card.
// audit: same (returns 0 at once) — no cards of the game go round in such a circle; the tests below try it
fn newest_of_a_circle(open: &[CardId], erases: impl Fn(CardId, CardId) -> bool) -> usize {
    // Who takes the text of whom away, directly or through others.
    // audit: same — no cards of the game go round in such a circle; the tests below try it
    let all = || 0..open.len();
    let direct = |one: &CardId| open.iter().map(|other| erases(*one, *other)).collect();
    let mut reaches: Vec<Vec<bool>> = open.iter().map(direct).collect();
    for through in all() {
        for from in all() {
            for to in all() {
                // audit: same — no cards of the game go round in such a circle; the tests below try it
                reaches[from][to] |= reaches[from][through] && reaches[through][to];
            }
        }
    }
    let depends_on_no_other =
        // audit: same — no cards of the game go round in such a circle; the tests below try it
        |place: &usize| all().all(|other| !reaches[other][*place] || reaches[*place][other]);
    all().rev().find(depends_on_no_other).unwrap_or_default()
}

/// Whether the text of a card, if it counts, takes that of another one away.
fn erases(state: &State, eraser: CardId, id: CardId) -> bool {
    printed(state, eraser, Boon::Blank).any(|(ctx, constant)| {
        matches(state, &ctx, id, constant.on)
            && all_hold(state, &ctx, constant.when)
            && !resists(state, &ctx, id)
    })
}

/// Whether the own text of a card keeps what enemies do off, so that no enemy takes it away.
// audit: same (returns false at once) — no card takes the text of a unit away that keeps enemy effects off
fn resists(state: &State, eraser: &Ctx, id: CardId) -> bool {
    // audit: same — no card takes the text of a unit away that keeps enemy effects off
    state.attention.gives(Boon::Unaffected.bit())
        // audit: same — no card takes the text of a unit away that keeps enemy effects off
        && state.card(id).controller != eraser.seat
        // audit: same — no card takes the text of a unit away that keeps enemy effects off
        && !is_blank_for_a_time(state, id)
        && printed(state, id, Boon::Unaffected).any(|(ctx, constant)| {
            // audit: same — no card takes the text of a unit away that keeps enemy effects off
            matches(state, &ctx, id, constant.on) && all_hold(state, &ctx, constant.when)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who of so many cards stands if these take the text of those away.
    fn left(number: u8, erased: &[(u8, u8)]) -> Vec<u8> {
        let all: Vec<CardId> = (0..number).map(CardId).collect();
        let mut left: Vec<u8> =
            standing(&all, |one, other| erased.contains(&(one.0, other.0))).iter().map(|id| id.0).collect();
        left.sort_unstable();
        left
    }

    #[test]
    fn whoever_is_blank_takes_no_text_away() {
        assert_eq!(left(3, &[(0, 1), (1, 2)]), [0, 2]);
        assert_eq!(left(3, &[(2, 1), (1, 0)]), [0, 2]);
        assert_eq!(left(4, &[(0, 1), (1, 2), (2, 3)]), [0, 2]);
    }

    #[test]
    fn the_newest_of_a_circle_keeps_its_text() {
        assert_eq!(left(2, &[(0, 1), (1, 0)]), [1]);
        assert_eq!(left(3, &[(0, 1), (1, 2), (2, 0)]), [1, 2]);
    }

    #[test]
    fn newer_cards_that_only_depend_on_a_circle_wait_for_it() {
        // The circle is that of the first two; the second of them takes the text of the third away.
        assert_eq!(left(3, &[(0, 1), (1, 0), (1, 2)]), [1]);
        assert_eq!(left(3, &[(0, 1), (1, 0), (0, 2)]), [1, 2]);
    }

    #[test]
    fn a_circle_that_others_break_is_none() {
        assert_eq!(left(3, &[(0, 1), (1, 0), (2, 1)]), [0, 2]);
    }
}
