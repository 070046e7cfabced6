//! The damage cards of the original core set, as they read face up.

use flightpath::{ATTACK_FACES, Face, Pool};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::tokens::rolled;
use super::{Deed, Effects, Procedure, Quantity, Registry, Source, Topic, UpgradeSlot, Window, library};
use crate::actions::{action_bar, receive_stress};
use crate::attack::{ATTACK_DIE, Roll, faces_of};
use crate::damage::{suffer, suffer_on, turn_down};
use crate::state::{CardRef, Slot};
use crate::{Ask, Event, Table, XWing};

const SENSORS_DAMAGED: Denial = denial(
    "xwing.card.damaged-sensor-array.text",
    "The damaged sensors forbid the actions of the action bar.",
    "Der Sensorenausfall verbietet die Aktionen der Aktionsleiste.",
);
const PILOT_INJURED: Denial = denial(
    "xwing.core.deck-original.injured-pilot",
    "The pilot is injured: pilot ability and elite upgrades are ignored.",
    "Der Pilot ist verletzt: Pilotenfähigkeit und Elite-Aufwertungen gelten nicht.",
);

pub const EFFECTS: Registry = &[
    ("direct-hit", Effects { damage: 2, ..Effects::NONE }),
    ("blinded-pilot", Effects { modifiers: &[BLIND], abilities: &[SIGHT_RETURNS], ..Effects::NONE }),
    (
        "console-fire",
        Effects {
            abilities: &[CONSOLE_BURNS],
            action: Some(Procedure {
                may: |_, _| Ok(()),
                perform: |t, card| {
                    turn_down(t, card);
                    Ok(())
                },
            }),
            ..Effects::NONE
        },
    ),
    ("damaged-cockpit", Effects { modifiers: &[COCKPIT_DAMAGED], ..Effects::NONE }),
    (
        "damaged-sensor-array",
        Effects {
            prohibitions: &[NO_BAR_ACTIONS],
            action: Some(Procedure { may: |_, _| Ok(()), perform: repair_on_hit }),
            ..Effects::NONE
        },
    ),
    ("injured-pilot", Effects { prohibitions: &[NO_PILOT_TEXT], ..Effects::NONE }),
    (
        "minor-explosion",
        Effects {
            received: Some(|t, card| {
                if roll_one(t, card)? == Face::Hit {
                    suffer_on(t, card.ship, 1, 0)?;
                }
                turn_down(t, card);
                Ok(())
            }),
            ..Effects::NONE
        },
    ),
    (
        "munitions-failure",
        Effects {
            // No ship has a secondary weapon yet that could be lost.
            received: Some(|t, card| {
                turn_down(t, card);
                Ok(())
            }),
            ..Effects::NONE
        },
    ),
    (
        "structural-damage",
        Effects {
            modifiers: &[AGILITY_FALLS],
            action: Some(Procedure { may: |_, _| Ok(()), perform: repair_on_hit }),
            ..Effects::NONE
        },
    ),
    (
        "thrust-control-fire",
        Effects {
            received: Some(|t, card| {
                receive_stress(t, card.ship)?;
                turn_down(t, card);
                Ok(())
            }),
            ..Effects::NONE
        },
    ),
    (
        "weapon-malfunction",
        Effects {
            modifiers: &[WEAPON_FALLS],
            action: Some(Procedure { may: |_, _| Ok(()), perform: repair_on_hit_or_critical }),
            ..Effects::NONE
        },
    ),
];

/// One attack die for a card.
fn roll_one(t: &mut Table, card: CardRef) -> Play<Face> {
    let faces = t.roll(Ask::CardRoll(card), &ATTACK_DIE, 1)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(card.ship, faces_of(&pool)));
    Ok(pool.0.first().map_or(Face::Blank, |result| result.face))
}

fn repair_on_hit(t: &mut Table, card: CardRef) -> Play {
    if roll_one(t, card)? == Face::Hit {
        turn_down(t, card);
    }
    Ok(())
}

fn repair_on_hit_or_critical(t: &mut Table, card: CardRef) -> Play {
    if matches!(roll_one(t, card)?, Face::Hit | Face::Critical) {
        turn_down(t, card);
    }
    Ok(())
}

const BLIND: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: true,
    apply: |state, card, _, dice| if rolled(state, card, Roll::Attack) { 0 } else { dice },
};

const SIGHT_RETURNS: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(rolled(state, card, Roll::Attack)),
    effect: |t, card| {
        turn_down(t, card);
        Ok(())
    },
};

const CONSOLE_BURNS: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |_, _| Ok(true),
    effect: |t, card| {
        if roll_one(t, card)? == Face::Hit {
            suffer(t, card.ship, 1, 0)?;
        }
        Ok(())
    },
};

const COCKPIT_DAMAGED: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, quantity, skill| {
        let Slot::Damage(slot) = card.slot else { return skill };
        let received = state.ship(card.ship).damage.get(slot as usize).map_or(0, |damage| damage.round);
        if *quantity == Quantity::Skill(card.ship) && state.round > received { 0 } else { skill }
    },
};

const NO_BAR_ACTIONS: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::Perform(ship, action, Source::Own) if *ship == card.ship => {
            action_bar(state, *ship).contains(action).then_some(SENSORS_DAMAGED)
        }
        _ => None,
    },
};

const NO_PILOT_TEXT: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let Deed::UseCard(used) = deed else { return None };
        let ignored = match used.slot {
            Slot::Pilot => true,
            Slot::Upgrade(i) => {
                let upgrade = state.ship(card.ship).upgrades[i as usize].card;
                library().upgrade(upgrade).slot == UpgradeSlot::Elite
            }
            Slot::Damage(_) | Slot::Tokens => false,
        };
        ignored.then_some(PILOT_INJURED)
    },
};

const AGILITY_FALLS: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |_, card, quantity, agility| {
        if *quantity == Quantity::Agility(card.ship) { agility - 1 } else { agility }
    },
};

const WEAPON_FALLS: Modifier<XWing> = Modifier {
    of: Topic::Primary,
    sets: false,
    apply: |_, card, quantity, value| {
        if *quantity == Quantity::Primary(card.ship) { value - 1 } else { value }
    },
};
