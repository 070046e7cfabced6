//! The damage cards, as they read face up.

use flightpath::{ATTACK_FACES, Bearing, Colour, Face, Pool};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::{Deed, Effects, Procedure, Quantity, Registry, Topic, UpgradeType, Window, difficulty, library};
use crate::actions::discard;
use crate::attack::{ATTACK_DIE, faces_of};
use crate::state::{CardRef, Slot, State};
use crate::{Ask, AttackWing, Choice, Event, Table, damage};

const SENSORS_DAMAGED: Denial = denial(
    "attackwing.known.damage.damaged-sensor-array",
    "The damaged sensors forbid the actions of the action bar.",
    "Die beschädigten Sensoren verbieten die Aktionen der Aktionsleiste.",
);
const CAPTAIN_INJURED: Denial = denial(
    "attackwing.known.damage.injured-captain",
    "The captain is injured: captain's text and Elite Talents cannot be used.",
    "Der Captain ist verletzt: Captain-Text und Sonderfähigkeiten sind nicht nutzbar.",
);
const CORE_STABLE: Denial = denial(
    "attackwing.known.damage.warp-core-breach",
    "The warp core has already been stabilised.",
    "Der Warpkern ist bereits stabilisiert.",
);

/// Speed that a ship with a stabilised warp core may not exceed.
const STABILISED_SPEED: u8 = 1;

pub const EFFECTS: Registry = &[
    (
        "stunned-helmsman",
        Effects { modifiers: &[STUNNED_NO_DICE], abilities: &[STUNNED_RECOVERS], ..Effects::NONE },
    ),
    (
        "console-fire",
        Effects {
            abilities: &[CONSOLE_BURNS],
            action: Some(Procedure {
                may: |_, _| Ok(()),
                perform: |t, card| {
                    damage::turn_down(t, card);
                    Ok(())
                },
            }),
            ..Effects::NONE
        },
    ),
    ("communications-failure", Effects { modifiers: &[NO_COMMUNICATIONS], ..Effects::NONE }),
    ("engine-room-fire", Effects { modifiers: &[TURNS_ARE_RED], ..Effects::NONE }),
    (
        "damaged-sensor-array",
        Effects {
            prohibitions: &[NO_BAR_ACTIONS],
            action: Some(Procedure { may: |_, _| Ok(()), perform: repair_on_hit }),
            ..Effects::NONE
        },
    ),
    (
        "direct-hit",
        Effects {
            received: Some(|t, card| {
                damage::turn_down(t, card);
                damage::suffer(t, card.ship, 1, 0)
            }),
            ..Effects::NONE
        },
    ),
    ("injured-captain", Effects { prohibitions: &[NO_CAPTAIN_TEXT], ..Effects::NONE }),
    (
        "minor-explosion",
        Effects {
            received: Some(|t, card| {
                damage::turn_down(t, card);
                burn(t, card)
            }),
            ..Effects::NONE
        },
    ),
    ("minor-hull-breach", Effects { abilities: &[HULL_STRAINS], ..Effects::NONE }),
    (
        "warp-core-breach",
        Effects {
            abilities: &[CORE_BREACHES],
            action: Some(Procedure {
                may: |state, card| {
                    if state.ship(card.ship).speed_limit.is_some() { Err(CORE_STABLE) } else { Ok(()) }
                },
                perform: |t, card| {
                    t.state.ship_mut(card.ship).speed_limit = Some(STABILISED_SPEED);
                    Ok(())
                },
            }),
            ..Effects::NONE
        },
    ),
    ("munitions-failure", Effects { received: Some(lose_a_weapon), ..Effects::NONE }),
    (
        "structural-damage",
        Effects {
            modifiers: &[AGILITY_FALLS],
            action: Some(Procedure { may: |_, _| Ok(()), perform: repair_on_hit }),
            ..Effects::NONE
        },
    ),
    ("jostled-navigator", Effects { abilities: &[NAVIGATOR_JOSTLED], ..Effects::NONE }),
    (
        "power-disruption",
        Effects {
            received: Some(|t, card| {
                t.state.ship_mut(card.ship).auxiliary += 1;
                t.emit(Event::AuxiliaryGained(card.ship));
                damage::turn_down(t, card);
                Ok(())
            }),
            ..Effects::NONE
        },
    ),
    (
        "weapons-malfunction",
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

/// "Roll 1 attack die; on a hit suffer 1 damage." A critical hit is no hit.
fn burn(t: &mut Table, card: CardRef) -> Play {
    if roll_one(t, card)? == Face::Hit {
        damage::suffer(t, card.ship, 1, 0)?;
    }
    Ok(())
}

fn repair_on_hit(t: &mut Table, card: CardRef) -> Play {
    if roll_one(t, card)? == Face::Hit {
        damage::turn_down(t, card);
    }
    Ok(())
}

fn repair_on_hit_or_critical(t: &mut Table, card: CardRef) -> Play {
    if matches!(roll_one(t, card)?, Face::Hit | Face::Critical) {
        damage::turn_down(t, card);
    }
    Ok(())
}

fn own_attack(state: &State, card: CardRef) -> bool {
    state.attack().is_some_and(|attack| attack.attacker == card.ship)
}

const STUNNED_NO_DICE: Modifier<AttackWing> = Modifier {
    of: Topic::AttackDice,
    sets: true,
    apply: |state, card, _, dice| if own_attack(state, card) { 0 } else { dice },
};

const STUNNED_RECOVERS: Ability<AttackWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(own_attack(state, card)),
    effect: |t, card| {
        damage::turn_down(t, card);
        Ok(())
    },
};

const CONSOLE_BURNS: Ability<AttackWing> = Ability {
    window: Window::CombatStart,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |_, _| Ok(true),
    effect: burn,
};

const NO_COMMUNICATIONS: Modifier<AttackWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, _, skill| {
        let Slot::Damage(slot) = card.slot else { return skill };
        // audit: same (0 to 1) — the card lies there
        let received = state.ship(card.ship).damage.get(slot as usize).map_or(0, |damage| damage.round);
        if state.round > received { 0 } else { skill }
    },
};

const TURNS_ARE_RED: Modifier<AttackWing> = Modifier {
    of: Topic::Difficulty,
    sets: true,
    apply: |_, _, quantity, colour| match quantity {
        Quantity::Difficulty(_, Bearing::TurnLeft | Bearing::TurnRight) => difficulty(Colour::Red),
        _ => colour,
    },
};

const NO_BAR_ACTIONS: Prohibition<AttackWing> = Prohibition {
    forbids: |state, _, deed| match deed {
        Deed::Action(ship, action) => {
            let bar = &library().ship(state.ship(*ship).card).actions;
            bar.contains(action).then_some(SENSORS_DAMAGED)
        }
        Deed::UseCard(_) | Deed::Reach(_) => None,
    },
};

const NO_CAPTAIN_TEXT: Prohibition<AttackWing> = Prohibition {
    forbids: |state, _, deed| match deed {
        Deed::UseCard(CardRef { slot: Slot::Captain, .. }) => Some(CAPTAIN_INJURED),
        Deed::UseCard(CardRef { ship, slot: Slot::Upgrade(i) }) => {
            let talent = state
                .ship(*ship)
                .upgrades
                .get(*i as usize)
                .is_some_and(|upgrade| library().upgrade(upgrade.card).kind == UpgradeType::Talent);
            talent.then_some(CAPTAIN_INJURED)
        }
        _ => None,
    },
};

const HULL_STRAINS: Ability<AttackWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(state.ship(card.ship).flown.is_some_and(|maneuver| maneuver.colour == Colour::Red))
    },
    effect: burn,
};

const CORE_BREACHES: Ability<AttackWing> = Ability {
    window: Window::PlanningStart,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.ship(card.ship).speed_limit.is_none()),
    effect: |t, card| {
        if roll_one(t, card)? == Face::Critical {
            damage::remove(t, card.ship);
        }
        Ok(())
    },
};

fn lose_a_weapon(t: &mut Table, card: CardRef) -> Play {
    damage::turn_down(t, card);
    let owner = t.state.ship(card.ship).owner;
    let is_weapon = |state: &State, i: usize| {
        let upgrade = &state.ship(card.ship).upgrades[i];
        !upgrade.discarded && library().upgrade(upgrade.card).kind == UpgradeType::Weapon
    };
    let weapons = |state: &State| state.ship(card.ship).upgrades.len();
    if !(0..weapons(&t.state)).any(|i| is_weapon(&t.state, i)) {
        return Ok(());
    }
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        for i in (0..weapons(state)).filter(|i| is_weapon(state, *i)) {
            offer.add(Choice::Card(CardRef { ship: card.ship, slot: Slot::Upgrade(i as u8) }));
        }
    })?;
    if let Choice::Card(weapon) = choice {
        discard(t, weapon);
    }
    Ok(())
}

const AGILITY_FALLS: Modifier<AttackWing> =
    Modifier { of: Topic::Agility, sets: false, apply: |_, _, _, agility| (agility - 1).max(0) };

const NAVIGATOR_JOSTLED: Ability<AttackWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.ship(card.ship).bumped),
    effect: |t, card| damage::suffer(t, card.ship, 1, 0),
};

const WEAPON_FALLS: Modifier<AttackWing> =
    Modifier { of: Topic::Primary, sets: false, apply: |_, _, _, value| value - 1 };
