//! Crew members, by what they do.

pub mod damage;
pub mod dice;
pub mod flying;
pub mod tokens;

use crate::state::{Attack, CardRef, State};

/// The attack that this card's ship makes.
fn own_attack(state: &State, card: CardRef) -> Option<&Attack> {
    state.attack().filter(|attack| attack.attacker == card.ship)
}

/// The attack on this card's ship.
fn attack_on(state: &State, card: CardRef) -> Option<&Attack> {
    state.attack().filter(|attack| attack.defender == card.ship)
}

/// Whether this card's ship has attacked and missed.
fn has_missed(state: &State, card: CardRef) -> bool {
    own_attack(state, card).is_some_and(|attack| !attack.hit)
}
