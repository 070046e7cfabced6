//! The damage cards of both core sets, as they read face up.

use flightpath::{Bearing, Colour, Face};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::tokens::{attacks, concerns, roll_one};
use super::{
    Deed, Effects, Procedure, Quantity, Registry, Source, Topic, UpgradeSlot, Window, difficulty, library,
};
use crate::actions::{has_icon, receive_stress, use_up};
use crate::damage::{suffer, suffer_on, turn_down};
use crate::state::{Action, CardRef, Moment, Slot, State};
use crate::{Ask, Choice, Table, XWing};

const SENSORS_DAMAGED: Denial = denial(
    "xwing.card.damaged-sensor-array.text",
    "The damaged sensors forbid the actions of the action bar.",
    "Der Sensorenausfall verbietet die Aktionen der Aktionsleiste.",
);
const SENSORS_DOWN: Denial = denial(
    "xwing.core.deck-tfa.damaged-sensor-array",
    "The damaged sensors allow no actions but those of damage cards.",
    "Der Sensorenausfall erlaubt nur Aktionen von Schadenskarten.",
);
const PILOT_INJURED: Denial = denial(
    "xwing.core.deck-original.injured-pilot",
    "The pilot is injured: pilot ability and elite upgrades are ignored.",
    "Der Pilot ist verletzt: Pilotenfähigkeit und Elite-Aufwertungen gelten nicht.",
);
const PILOT_BLINDED: Denial = denial(
    "xwing.core.deck-tfa.blinded-pilot",
    "The blinded pilot cannot attack.",
    "Der geblendete Pilot kann nicht angreifen.",
);
const PILOT_SHAKEN: Denial = denial(
    "xwing.core.deck-tfa.shaken-pilot",
    "The shaken pilot cannot fly straight on.",
    "Der erschütterte Pilot kann keine Gerade wählen.",
);

const REPAIR: Option<Procedure> = Some(Procedure {
    may: |_, _| Ok(()),
    perform: |t, card| {
        turn_down(t, card);
        Ok(())
    },
});
const REPAIR_ON_HIT: Option<Procedure> =
    Some(Procedure { may: |_, _| Ok(()), perform: |t, card| repair(t, card, &[Face::Hit]) });
const REPAIR_ON_HIT_OR_CRITICAL: Option<Procedure> =
    Some(Procedure { may: |_, _| Ok(()), perform: |t, card| repair(t, card, &[Face::Hit, Face::Critical]) });

const DIRECT_HIT: Effects = Effects { damage: 2, ..Effects::NONE };
const CONSOLE_FIRE: Effects = Effects { abilities: &[CONSOLE_BURNS], action: REPAIR, ..Effects::NONE };
const DAMAGED_COCKPIT: Effects = Effects { modifiers: &[COCKPIT_DAMAGED], ..Effects::NONE };
const DAMAGED_ENGINE: Effects = Effects { modifiers: &[RED_TURNS], ..Effects::NONE };
const THRUST_CONTROL_FIRE: Effects = Effects {
    received: Some(|t, card| {
        receive_stress(t, card.ship)?;
        turn_down(t, card);
        Ok(())
    }),
    ..Effects::NONE
};

/// The deck of 2012.
pub const ORIGINAL: Registry = &[
    ("direct-hit", DIRECT_HIT),
    ("blinded-pilot", Effects { modifiers: &[BLIND], abilities: &[SIGHT_RETURNS], ..Effects::NONE }),
    ("console-fire", CONSOLE_FIRE),
    ("damaged-cockpit", DAMAGED_COCKPIT),
    ("damaged-engine", DAMAGED_ENGINE),
    (
        "damaged-sensor-array",
        Effects { prohibitions: &[NO_BAR_ACTIONS], action: REPAIR_ON_HIT, ..Effects::NONE },
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
    ("minor-hull-breach", Effects { abilities: &[HULL_TEARS], ..Effects::NONE }),
    ("munitions-failure", Effects { received: Some(lose_a_weapon), ..Effects::NONE }),
    ("structural-damage", Effects { modifiers: &[AGILITY_FALLS], action: REPAIR_ON_HIT, ..Effects::NONE }),
    ("stunned-pilot", Effects { abilities: &[STUNNED], ..Effects::NONE }),
    ("thrust-control-fire", THRUST_CONTROL_FIRE),
    (
        "weapon-malfunction",
        Effects { modifiers: &[WEAPON_FALLS], action: REPAIR_ON_HIT_OR_CRITICAL, ..Effects::NONE },
    ),
];

/// The deck of 2015.
pub const REVISED: Registry = &[
    ("direct-hit", DIRECT_HIT),
    ("blinded-pilot", Effects { prohibitions: &[NO_ATTACKS], abilities: &[CHANCE_MISSED], ..Effects::NONE }),
    ("console-fire", CONSOLE_FIRE),
    ("damaged-cockpit", DAMAGED_COCKPIT),
    ("damaged-engine", DAMAGED_ENGINE),
    (
        "damaged-sensor-array",
        Effects { prohibitions: &[ONLY_REPAIRS], action: REPAIR_ON_HIT_OR_CRITICAL, ..Effects::NONE },
    ),
    ("loose-stabilizer", Effects { abilities: &[STABILIZER_LOOSE], action: REPAIR, ..Effects::NONE }),
    (
        "major-explosion",
        Effects {
            received: Some(|t, card| {
                if roll_one(t, card)? == Face::Hit {
                    suffer_on(t, card.ship, 0, 1)?;
                }
                turn_down(t, card);
                Ok(())
            }),
            ..Effects::NONE
        },
    ),
    ("major-hull-breach", Effects { abilities: &[ALL_FACE_UP], action: REPAIR, ..Effects::NONE }),
    ("shaken-pilot", Effects { prohibitions: &[NO_STRAIGHTS], abilities: &[CALM_AGAIN], ..Effects::NONE }),
    (
        "structural-damage",
        Effects { modifiers: &[AGILITY_FALLS], action: REPAIR_ON_HIT_OR_CRITICAL, ..Effects::NONE },
    ),
    ("stunned-pilot", Effects { abilities: &[STUNNED_TOUCHING], ..Effects::NONE }),
    ("thrust-control-fire", THRUST_CONTROL_FIRE),
    (
        "weapons-failure",
        Effects { modifiers: &[ONE_DIE_LESS], action: REPAIR_ON_HIT_OR_CRITICAL, ..Effects::NONE },
    ),
];

fn repair(t: &mut Table, card: CardRef, faces: &[Face]) -> Play {
    if faces.contains(&roll_one(t, card)?) {
        turn_down(t, card);
    }
    Ok(())
}

/// The ship's owner chooses a secondary weapon that is lost. Bombs are none.
fn lose_a_weapon(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        for (i, upgrade) in state.ship(card.ship).upgrades.iter().enumerate() {
            if library().upgrade(upgrade.card).is_weapon() && !upgrade.discarded {
                offer.add(Choice::Card(CardRef { ship: card.ship, slot: Slot::Upgrade(i as u8) }));
            }
        }
        if offer.is_empty() {
            offer.pass(Choice::Pass);
        }
    })?;
    if let Choice::Card(weapon) = choice {
        use_up(t, weapon)?;
    }
    turn_down(t, card);
    Ok(())
}

const BLIND: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: true,
    apply: |state, card, _, dice| if attacks(state, card) { 0 } else { dice },
};

/// Before anything that follows from the attack: another attack right after it is not a blind one.
const SIGHT_RETURNS: Ability<XWing> = Ability {
    window: Window::BeforeCompare,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(attacks(state, card)),
    effect: |t, card| {
        turn_down(t, card);
        Ok(())
    },
};

const NO_ATTACKS: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| {
        matches!(deed, Deed::Attack(ship, ..) if *ship == card.ship).then_some(PILOT_BLINDED)
    },
};

const CHANCE_MISSED: Ability<XWing> = Ability {
    window: Window::AfterCombatTurn,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card)),
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

/// Whether a damage card lies open since an earlier round.
fn since_earlier(state: &State, card: CardRef) -> bool {
    let Slot::Damage(slot) = card.slot else { return false };
    state.ship(card.ship).damage.get(slot as usize).is_some_and(|damage| state.round > damage.round)
}

const COCKPIT_DAMAGED: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, quantity, skill| {
        if *quantity == Quantity::Skill(card.ship) && since_earlier(state, card) { 0 } else { skill }
    },
};

const RED_TURNS: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: true,
    apply: |_, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver) if *ship == card.ship && maneuver.bearing.is_turn() => {
            difficulty(Colour::Red)
        }
        _ => colour,
    },
};

const NO_BAR_ACTIONS: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::Perform(ship, action, Source::Own) if *ship == card.ship => {
            has_icon(state, *ship, *action).then_some(SENSORS_DAMAGED)
        }
        _ => None,
    },
};

const ONLY_REPAIRS: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| match deed {
        Deed::Perform(_, Action::Card(CardRef { slot: Slot::Damage(_), .. }), _) => None,
        Deed::Perform(ship, ..) if *ship == card.ship => Some(SENSORS_DOWN),
        _ => None,
    },
};

const NO_PILOT_TEXT: Prohibition<XWing> = Prohibition {
    forbids: |state, _, deed| {
        let Deed::UseCard(used) = deed else { return None };
        let ignored = match used.slot {
            Slot::Pilot | Slot::Borrowed(..) => true,
            Slot::Upgrade(i) => {
                let upgrade = state.ship(used.ship).upgrades.get(i as usize);
                upgrade.is_some_and(|upgrade| library().upgrade(upgrade.card).slot == UpgradeSlot::Elite)
            }
            Slot::Damage(_) | Slot::Condition(_) | Slot::Tokens | Slot::Shared(..) => false,
        };
        ignored.then_some(PILOT_INJURED)
    },
};

const HULL_TEARS: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let red = state.ship(card.ship).flown.is_some_and(|flown| flown.colour == Colour::Red);
        Ok(red && concerns(state, card))
    },
    effect: |t, card| {
        if roll_one(t, card)? == Face::Hit {
            suffer(t, card.ship, 1, 0)?;
        }
        Ok(())
    },
};

const STABILIZER_LOOSE: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let white = state.ship(card.ship).flown.is_some_and(|flown| flown.colour == Colour::White);
        Ok(white && concerns(state, card))
    },
    effect: |t, card| receive_stress(t, card.ship),
};

/// Only where the ship really ends counts, not what its template led over.
const STUNNED: Ability<XWing> = Ability {
    window: Window::Overlapped,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let ship = state.ship(card.ship);
        Ok(concerns(state, card) && (ship.overlapped_ship || ship.overlapped_obstacle))
    },
    effect: |t, card| suffer(t, card.ship, 1, 0),
};

/// The revised card asks how the ship stands after its maneuver: one that touched another ship before and has not moved
/// away suffers too.
const STUNNED_TOUCHING: Ability<XWing> = Ability {
    window: Window::Overlapped,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let ship = state.ship(card.ship);
        let touches = ship.touching != 0 || ship.overlapped_ship;
        Ok(concerns(state, card) && (touches || ship.overlapped_obstacle))
    },
    effect: |t, card| suffer(t, card.ship, 1, 0),
};

const ALL_FACE_UP: Ability<XWing> = Ability {
    window: Window::Dealing,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let face_down = matches!(state.moment(), Some(Moment::Dealing { face_up: false, .. }));
        Ok(face_down && concerns(state, card) && since_earlier(state, card))
    },
    effect: |t, _| {
        if let Some(Moment::Dealing { face_up, .. }) = t.state.moments.last_mut() {
            *face_up = true;
        }
        Ok(())
    },
};

const NO_STRAIGHTS: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| match deed {
        Deed::Dial(ship, maneuver) if *ship == card.ship && maneuver.bearing == Bearing::Straight => {
            Some(PILOT_SHAKEN)
        }
        _ => None,
    },
};

const CALM_AGAIN: Ability<XWing> = Ability {
    window: Window::Revealed,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card)),
    effect: |t, card| {
        turn_down(t, card);
        Ok(())
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

const ONE_DIE_LESS: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| if attacks(state, card) { dice - 1 } else { dice },
};
