//! Event cards.

use table::{Denial, Play};

use super::{
    Affiliation, CardType, Effects, Registry, Trigger, action, always, damage_target, interrupt,
    is_enemy_unit, is_friendly, reaction,
};
use crate::state::{CardId, CardRef, Manner, State, What};
use crate::timing::{cancel_effects, reduce_damage};
use crate::{Event, Table, damage};

pub const EFFECTS: Registry = &[
    (
        "counter-stroke",
        Effects {
            abilities: &[interrupt(Trigger::AbilityUsed, event_is_played, cancel).from_hand()],
            ..Effects::NONE
        },
    ),
    (
        "its-worse",
        Effects {
            abilities: &[interrupt(Trigger::AbilityUsed, interrupt_is_used, |t, card| {
                cancel_effects(t);
                damage_target(t, card, 1)
            })
            .from_hand()
            .at(is_enemy_unit)],
            ..Effects::NONE
        },
    ),
    (
        "lightsaber-deflection",
        Effects {
            abilities: &[interrupt(
                Trigger::Damage,
                |state, card| {
                    Ok(damaged(state).is_some_and(|id| {
                        let unit = state.card(id);
                        unit.is_unit() && is_friendly(state, card, id) && !unit.has_trait("Vehicle")
                    }))
                },
                |t, card| {
                    let redirected = reduce_damage(t, 1);
                    damage_target(t, card, redirected)
                },
            )
            .from_hand()
            .at(|state, _, id| state.card(id).is_unit() && damaged(state) != Some(id))],
            ..Effects::NONE
        },
    ),
    (
        "it-could-be-worse",
        Effects {
            abilities: &[interrupt(Trigger::Damage, always, |t, _| {
                reduce_damage(t, 1);
                Ok(())
            })
            .from_hand()
            .at(|state, _, id| damaged(state) == Some(id))],
            ..Effects::NONE
        },
    ),
    (
        "force-choke",
        Effects {
            abilities: &[action(always, |t, card| damage_target(t, card, 1)).from_hand().once_per_turn().at(
                |state, _, id| {
                    let unit = state.card(id);
                    unit.is_unit() && (unit.has_trait("Character") || unit.has_trait("Creature"))
                },
            )],
            ..Effects::NONE
        },
    ),
    (
        "our-most-desperate-hour",
        Effects {
            abilities: &[action(always, |t, _| {
                if let Some(unit) = t.state.target() {
                    t.state.card_mut(unit).shields += 1;
                    t.emit(Event::ShieldPlaced(unit));
                }
                Ok(())
            })
            .from_hand()
            .at(|state, _, id| state.card(id).is_unit() && state.card(id).has_trait("Character"))],
            ..Effects::NONE
        },
    ),
    (
        "double-strike",
        Effects {
            abilities: &[reaction(
                Trigger::FocusedToStrike,
                |state, _| {
                    let focused = |id| state.card(id).has_trait("Character") && !state.card(id).is_ready();
                    Ok(struck(state).is_some_and(focused))
                },
                |t, _| {
                    if let Some(What::FocusedToStrike { unit }) = answered(&t.state) {
                        damage::remove_focus(t, unit, 1);
                    }
                    Ok(())
                },
            )
            .from_hand()],
            ..Effects::NONE
        },
    ),
];

fn cancel(t: &mut Table, _: CardRef) -> Play {
    cancel_effects(t);
    Ok(())
}

/// An event card is being played, and its effects are not canceled yet.
pub fn event_is_played(state: &State, _: CardRef) -> Result<bool, Denial> {
    Ok(match state.now() {
        Some(What::Used { card, canceled, .. }) => {
            !canceled && state.facts(card).card_type == CardType::Event
        }
        _ => false,
    })
}

fn interrupt_is_used(state: &State, _: CardRef) -> Result<bool, Denial> {
    Ok(matches!(state.now(), Some(What::Used { manner: Manner::Interrupt, canceled: false, .. })))
}

/// The player of this card has played an event of an affiliation.
pub fn has_played_event_of(state: &State, by: CardRef, affiliation: Affiliation) -> bool {
    match state.now() {
        Some(What::Used { card, .. }) => {
            let facts = state.facts(card);
            facts.card_type == CardType::Event
                && facts.affiliation == affiliation
                && state.controller(card) == state.controller(by)
        }
        _ => false,
    }
}

/// What the ability that is being resolved answers.
fn answered(state: &State) -> Option<What> {
    state.occurrences.iter().nth_back(1).map(|occurrence| occurrence.what)
}

/// The card that damage is about to be dealt to.
fn damaged(state: &State) -> Option<CardId> {
    match state.now() {
        Some(What::Damage { target, .. }) => Some(target),
        _ => None,
    }
}

/// The unit that has just been focused to strike.
pub fn struck(state: &State) -> Option<CardId> {
    match state.now() {
        Some(What::FocusedToStrike { unit }) => Some(unit),
        _ => None,
    }
}
