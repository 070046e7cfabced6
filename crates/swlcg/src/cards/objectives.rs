//! Objectives with an ability.

use super::units::won_the_edge;
use super::{Effects, Registry, Trigger, reaction, source};
use crate::damage;

pub const EFFECTS: Registry = &[(
    "hit-and-run",
    Effects {
        abilities: &[reaction(
            Trigger::EdgeWon,
            |state, card| {
                let attacking = state.controller(card) == state.attacker();
                Ok(attacking && state.engaged_objective().is_some() && won_the_edge(state, card))
            },
            |t, card| match t.state.engaged_objective() {
                Some(objective) => damage::deal(t, objective, 1, source(&t.state, card)),
                None => Ok(()),
            },
        )
        .once_per_turn()],
        ..Effects::NONE
    },
)];
