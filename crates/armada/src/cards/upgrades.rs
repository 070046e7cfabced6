//! Upgrade cards.

use table::Play;
use table::timing::{Ability, Force, Limit, Modifier};

use super::{Effects, Quantity, Registry, Topic, Window};
use crate::dice::{Colour, Die, Face};
use crate::state::{CardRef, State, Zone};
use crate::{Ask, Choice, Event, Table};

/// Whether the ship of the card is attacking.
fn attacks(state: &State, card: CardRef) -> bool {
    state.attack.as_ref().is_some_and(|attack| attack.attacker == card.ship)
}

fn defends(state: &State, card: CardRef) -> bool {
    state.attack.as_ref().is_some_and(|attack| attack.defender == card.ship)
}

pub const EFFECTS: Registry = &[
    (
        "xi7-turbolasers",
        Effects {
            modifiers: &[Modifier {
                of: Topic::RedirectAmount,
                sets: true,
                apply: |state, card, _, value| if attacks(state, card) { value.min(1) } else { value },
            }],
            ..Effects::NONE
        },
    ),
    (
        "h9-turbolasers",
        Effects {
            abilities: &[Ability {
                window: Window::ModifyDice,
                force: Force::May,
                limit: Limit::PerWindow,
                when: |state, card| {
                    let pool = state.attack.as_ref().map(|attack| &attack.pool);
                    Ok(attacks(state, card) && pool.is_some_and(|pool| pool.0.iter().any(becomes_accurate)))
                },
                effect: turn_to_accuracy,
            }],
            ..Effects::NONE
        },
    ),
    (
        "enhanced-armament",
        Effects {
            modifiers: &[Modifier {
                of: Topic::Battery,
                sets: false,
                apply: |_, card, quantity, value| match quantity {
                    Quantity::Battery(ship, Zone::Left | Zone::Right, Colour::Red) if *ship == card.ship => {
                        value + 1
                    }
                    _ => value,
                },
            }],
            ..Effects::NONE
        },
    ),
    (
        "advanced-projectors",
        Effects {
            modifiers: &[Modifier {
                of: Topic::RedirectZones,
                sets: true,
                apply: |state, card, _, value| if defends(state, card) { 3 } else { value },
            }],
            ..Effects::NONE
        },
    ),
];

/// A die with a hit or critical icon that has a face with an accuracy icon.
fn becomes_accurate(die: &Die) -> bool {
    die.face.hits() + die.face.criticals() > 0 && die.colour.shows(Face::Accuracy)
}

fn turn_to_accuracy(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::DieFor(card), |state, offer| {
        let pool = state.attack.iter().flat_map(|attack| &attack.pool.0);
        for (index, die) in pool.enumerate().filter(|(_, die)| becomes_accurate(die)) {
            offer.add(Choice::Die(index as u8, *die));
        }
    })?;
    if let (Choice::Die(index, before), Some(attack)) = (choice, &mut t.state.attack) {
        let after = Die { face: Face::Accuracy, ..before };
        attack.pool.0[index as usize] = after;
        t.emit(Event::DieChanged(before, after));
    }
    Ok(())
}
