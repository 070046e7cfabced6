//! Enhancements.

use super::events::struck;
use super::{Cost, Effects, Quantity, Registry, Topic, Trigger, action, adds, reaction, source};
use crate::damage;
use crate::state::{CardId, CardRef, Icon, State};

pub const EFFECTS: Registry = &[
    (
        "intimidated",
        Effects {
            abilities: &[reaction(
                Trigger::FocusedToStrike,
                |state, card| Ok(host(state, card).is_some() && host(state, card) == struck(state)),
                |t, card| match host(&t.state, card) {
                    Some(unit) => damage::place_focus(t, unit, source(&t.state, card)),
                    None => Ok(()),
                },
            )
            .forced()],
            ..Effects::NONE
        },
    ),
    (
        "jedi-lightsaber",
        Effects {
            modifiers: &[adds(Topic::Icons, |state, card, quantity, value| match quantity {
                Quantity::Icons(id, Icon::UnitDamage | Icon::BlastDamage)
                    if host(state, card) == Some(*id) =>
                {
                    value + 1
                }
                _ => value,
            })],
            ..Effects::NONE
        },
    ),
    (
        "trust-your-feelings",
        Effects {
            abilities: &[action(
                |state, card| Ok(host(state, card).is_some_and(|unit| !state.card(unit).is_ready())),
                |t, card| {
                    if let Some(unit) = host(&t.state, card) {
                        damage::remove_focus(t, unit, 1);
                    }
                    Ok(())
                },
            )
            .costing(Cost::Focus)],
            ..Effects::NONE
        },
    ),
];

/// The card that an enhancement is attached to.
fn host(state: &State, card: CardRef) -> Option<CardId> {
    match card {
        CardRef::Play(id) => state.card(id).attached_to,
        _ => None,
    }
}
