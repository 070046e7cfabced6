//! What it costs a player that a card is focused to pay: what the card could have done otherwise.

use table::Seat;

use super::Judge;
use crate::cards::atoms::Cost;
use crate::cards::{Affiliation, constants};
use crate::state::{CardId, State};

/// Any unit that could fight is missed, beside what it could do.
const FIGHTER: f64 = 2.0;
/// An ability for which the card would have been focused itself.
const ABILITY: f64 = 1.0;
/// Every further token keeps the card exhausted for another turn, in which each of its resources is missed.
const ANOTHER_TURN: f64 = 0.6;
/// A resource that the card could still have given this turn.
const UNUSED: f64 = 0.3;
/// A resource that could have been a match later.
const MATCH: f64 = 0.2;

/// The harm of so many focus tokens on a card that pays.
pub fn harm(state: &State, seat: Seat, id: CardId, tokens: u8) -> f64 {
    if tokens == 0 {
        return 0.0;
    }
    let judge = Judge { state, seat };
    let power = judge.power(id);
    let fighter = if state.card(id).is_unit() && power > 0.0 { FIGHTER + power } else { 0.0 };
    let focused = |cost: &Cost| matches!(cost, Cost::FocusThis | Cost::FocusThisTwice);
    let able = state.facts(id).effects.abilities.iter().any(|ability| ability.costs.iter().any(focused));
    let able = if able { ABILITY } else { 0.0 };
    let matches = if state.card(id).affiliation() == Affiliation::Neutral { 0.0 } else { MATCH };
    let value = constants::resources(state, id);
    let unused = UNUSED * f64::from(value.saturating_sub(tokens));
    let later = ANOTHER_TURN * f64::from(value) * f64::from(tokens - 1);
    fighter + judge.duty(id) + able + matches + unused + later
}
