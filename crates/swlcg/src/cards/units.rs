//! Units with an ability.

use table::timing::Prohibition;
use table::{Denial, Seats, denial};

use super::events::{event_is_played, has_played_event_of, struck};
use super::{
    Affiliation, Cost, Deed, Effects, Quantity, Registry, Topic, Trigger, adds, damage_target, interrupt,
    reaction,
};
use crate::state::{CardRef, Icon, State, What, opponent};
use crate::timing::cancel_effects;
use crate::{Ask, Choice, damage, zones};

const FACE_UP: Denial = denial(
    "swlcg.core.ability.constant",
    "The first card of the edge stack has to be placed face up.",
    "Die erste Karte des Kampfvorteilsstapels muss offen gelegt werden.",
);

pub const EFFECTS: Registry = &[
    (
        "darth-vader",
        Effects {
            abilities: &[reaction(
                Trigger::AbilityUsed,
                |state, card| Ok(has_played_event_of(state, card, Affiliation::Sith)),
                |t, card| damage_target(t, card, 1),
            )
            .once_per_turn()
            .at(|state, _, id| state.card(id).is_unit())],
            ..Effects::NONE
        },
    ),
    (
        "human-replica-droid",
        Effects {
            abilities: &[reaction(
                Trigger::EdgeWon,
                |state, card| Ok(won_the_edge(state, card)),
                |t, card| {
                    if let (Some(id), Some(engagement)) =
                        (zones::put_into_play(t, card), &mut t.state.engagement)
                    {
                        engagement.participants.push(id);
                    }
                    Ok(())
                },
            )
            .from_hand()],
            ..Effects::NONE
        },
    ),
    (
        "tie-attack-squadron",
        Effects {
            modifiers: &[adds(Topic::Icons, spurred_by_fate), adds(Topic::TargetedStrike, spurred_by_fate)],
            ..Effects::NONE
        },
    ),
    (
        "yoda",
        Effects {
            modifiers: &[adds(Topic::Icons, |state, card, quantity, value| match quantity {
                Quantity::Icons(id, Icon::UnitDamage | Icon::BlastDamage) if card == CardRef::Play(*id) => {
                    let enhancements =
                        state.in_play().filter(|other| state.card(*other).attached_to == Some(*id));
                    value + enhancements.count() as i32
                }
                _ => value,
            })],
            ..Effects::NONE
        },
    ),
    (
        "obi-wan-kenobi",
        Effects {
            prohibitions: &[Prohibition {
                forbids: |state, card, deed| {
                    let (CardRef::Play(id), Deed::PlaceFacedown(seat)) = (card, *deed) else { return None };
                    let first = state.player(seat).edge_stack.is_empty();
                    let watched = state.is_participating(id) && seat != state.controller(card);
                    (first && watched).then_some(FACE_UP)
                },
            }],
            ..Effects::NONE
        },
    ),
    (
        "c-3po",
        Effects {
            abilities: &[interrupt(Trigger::AbilityUsed, event_is_played, |t, _| {
                cancel_effects(t);
                Ok(())
            })
            .costing(Cost::Sacrifice)],
            ..Effects::NONE
        },
    ),
    (
        "a-wing",
        Effects {
            abilities: &[reaction(
                Trigger::FocusedToStrike,
                |state, card| Ok(struck(state).is_some_and(|unit| card == CardRef::Play(unit))),
                |t, card| zones::draw(t, t.state.controller(card)),
            )],
            ..Effects::NONE
        },
    ),
    (
        "red-two",
        Effects {
            abilities: &[reaction(
                Trigger::ObjectiveDestroyed,
                |state, card| Ok(matches!(card, CardRef::Play(id) if !state.card(id).is_ready())),
                |t, card| {
                    if let CardRef::Play(id) = card {
                        damage::remove_focus(t, id, 1);
                    }
                    Ok(())
                },
            )],
            ..Effects::NONE
        },
    ),
    (
        "x-wing-escort",
        Effects {
            abilities: &[interrupt(
                Trigger::LeavesPlay,
                |state, card| {
                    let leaving = matches!(state.now(), Some(What::LeavesPlay { card: id }) if card == CardRef::Play(id));
                    let enemy = opponent(state.controller(card));
                    Ok(leaving && state.units(enemy).any(|id| state.card(id).has_trait("Vehicle")))
                },
                |t, card| {
                    let enemy = opponent(t.state.controller(card));
                    let choice = t.ask(enemy, Ask::Sacrifice(card), |state, offer| {
                        let vehicles = state.units(enemy).filter(|id| state.card(*id).has_trait("Vehicle"));
                        vehicles.for_each(|id| offer.add(Choice::Card(id)));
                    })?;
                    match choice {
                        Choice::Card(id) => zones::leave_play(t, id),
                        _ => Ok(()),
                    }
                },
            )],
            ..Effects::NONE
        },
    ),
];

/// The player of this card has just won the edge battle.
pub fn won_the_edge(state: &State, card: CardRef) -> bool {
    matches!(state.now(), Some(What::EdgeWon { seat }) if seat == state.controller(card))
}

/// One more unit damage icon, and Targeted Strike, for a unit whose player has shown a fate card in this engagement.
fn spurred_by_fate(state: &State, card: CardRef, quantity: &Quantity, value: i32) -> i32 {
    let mine = match quantity {
        Quantity::Icons(id, Icon::UnitDamage) | Quantity::TargetedStrike(id) => card == CardRef::Play(*id),
        _ => false,
    };
    let shown = state.engagement.as_ref().map_or(Seats::NONE, |engagement| engagement.fate_shown);
    value + i32::from(mine && shown.contains(state.controller(card)))
}
