//! The damage cards of huge ships, fore and aft, as they read face up. Those whose printed text is not known do what our
//! rulings say.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Face};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::tokens::{concerns, roll_one};
use super::{
    Deed, Effects, Procedure, Quantity, Registry, Topic, UpgradeSlot, Window, library, register_all,
    upgrade_facts,
};
use crate::actions::{discard, receive_stress};
use crate::damage::{shield_value, turn_down};
use crate::state::{
    Action, CardRef, MAX_SHIPS, MAX_UPGRADES, Section, ShipId, Slot, State, Upgrade, Weapon, opponent,
};
use crate::{Ask, Choice, Table, XWing, damage, docking, huge};

const UNDER_THE_BREACH: Denial = denial(
    "xwing.card.hull-breach-gr75",
    "The upgrade lies under the Hull Breach.",
    "Die Aufwertung liegt unter dem Hüllenriss.",
);
const NO_BROADCAST: Denial = denial(
    "xwing.core.deck-gr75.fore-broadcast-malfunction",
    "The Broadcast Malfunction forbids jamming.",
    "Die Sendestörung verbietet das Störsignal.",
);
const PROJECTOR_DOWN: Denial = denial(
    "xwing.core.deck-gr75.aft-projector-power-failure",
    "With the Projector Power Failure reinforcing needs at least 3 energy.",
    "Beim Projektorausfall erfordert Verstärken mindestens 3 Energie.",
);

const NO_COMMS: Denial = denial(
    "xwing.core.deck-cr90.composition",
    "The Comms Failure forbids coordinating.",
    "Der Ausfall der Kommunikation verbietet die Koordination.",
);
const NO_SCOPES: Denial = denial(
    "xwing.core.deck-cr90.composition",
    "The Scrambled Scopes forbid locking targets.",
    "Die gestörten Zielgeräte verbieten die Zielerfassung.",
);
const NO_AIR: Denial = denial(
    "xwing.core.deck-cr90.composition",
    "The Life Support Failure keeps the crew of this section from doing anything.",
    "Durch den Ausfall der Lebenserhaltung kann die Crew dieser Sektion nichts tun.",
);
const NO_DISH: Denial = denial(
    "xwing.huge.damage.decks",
    "The Damaged Dish forbids jamming.",
    "Die beschädigte Antennenschüssel verbietet das Störsignal.",
);
const NO_WEAPONS: Denial =
    denial("xwing.huge.damage.decks", "The weapons are offline.", "Die Waffen sind ausgefallen.");

const HULL_BREACH: &str = "hull-breach";

const REPAIR_ON_HIT: Option<Procedure> = Some(Procedure {
    may: |_, _| Ok(()),
    perform: |t, card| {
        if roll_one(t, card)? == Face::Hit {
            turn_down(t, card);
        }
        Ok(())
    },
});

pub const EFFECTS: Registry = &[
    ("direct-hit", Effects { damage: 2, ..Effects::NONE }),
    (
        HULL_BREACH,
        Effects {
            received: Some(breach),
            prohibitions: &[COVERED],
            energy: Some(Procedure {
                may: |state, card| huge::may_spend(state, card.ship, 2),
                perform: |t, card| {
                    huge::spend(t, card.ship, 2);
                    uncover(t, card)?;
                    turn_down(t, card);
                    Ok(())
                },
            }),
            ..Effects::NONE
        },
    ),
    ("damaged-stabilizers", Effects { abilities: &[BANKS_HURT], action: REPAIR_ON_HIT, ..Effects::NONE }),
    (
        "broadcast-malfunction",
        Effects { prohibitions: &[NO_JAMMING], action: REPAIR_ON_HIT, ..Effects::NONE },
    ),
    ("secondary-drive-failure", Effects { modifiers: &[ACTIONS_COST], ..Effects::NONE }),
    ("reactor-leak", Effects { modifiers: &[LESS_ENERGY], ..Effects::NONE }),
    ("engine-damage", Effects { abilities: &[TOO_FAST], ..Effects::NONE }),
    ("command-pod-casualties", Effects { received: Some(casualties), ..Effects::NONE }),
    ("reactor-cowl-rupture", Effects { modifiers: &[TWO_SHIELDS], ..Effects::NONE }),
    ("projector-power-failure", Effects { prohibitions: &[PROJECTOR], ..Effects::NONE }),
    ("comms-failure", Effects { prohibitions: &[NO_COORDINATING], action: REPAIR_ON_HIT, ..Effects::NONE }),
    ("deck-breach", Effects { received: Some(deck_breach), ..Effects::NONE }),
    ("life-support-failure", Effects { prohibitions: &[NO_CREW], action: REPAIR_ON_HIT, ..Effects::NONE }),
    ("scrambled-scopes", Effects { prohibitions: &[NO_LOCKING], action: REPAIR_ON_HIT, ..Effects::NONE }),
    ("tracking-misalignment", Effects { modifiers: &[PRIMARY_LESS], action: REPAIR_ON_HIT, ..Effects::NONE }),
    ("weapon-damaged", Effects { modifiers: &[SECONDARY_LESS], action: REPAIR_ON_HIT, ..Effects::NONE }),
    ("grid-overload", Effects { received: Some(grid_overload), ..Effects::NONE }),
    ("power-plant-failure", Effects { modifiers: &[ONE_ENERGY], ..Effects::NONE }),
    ("structural-collapse", Effects { received: Some(structural_collapse), ..Effects::NONE }),
    ("command-deck-breach", Effects { received: Some(command_deck_breach), ..Effects::NONE }),
    ("misfiring-thrusters", Effects { abilities: &[SPEED_HURTS], action: REPAIR_ON_HIT, ..Effects::NONE }),
    ("damaged-docking-clamp", Effects { received: Some(damaged_clamp), ..Effects::NONE }),
    ("viewport-rupture", Effects { modifiers: &[UNSKILLED], action: REPAIR_ON_HIT, ..Effects::NONE }),
    (
        "weapons-offline",
        Effects {
            prohibitions: &[NO_ATTACKS],
            energy: Some(Procedure {
                may: |state, card| huge::may_spend(state, card.ship, 2),
                perform: |t, card| {
                    huge::spend(t, card.ship, 2);
                    turn_down(t, card);
                    Ok(())
                },
            }),
            ..Effects::NONE
        },
    ),
    ("spilled-cargo", Effects { received: Some(spilled_cargo), ..Effects::NONE }),
    ("damaged-dish", Effects { prohibitions: &[NO_JAMMING_BY_DISH], action: REPAIR_ON_HIT, ..Effects::NONE }),
];

/// The section that a damage card lies at.
fn section(state: &State, card: CardRef) -> Section {
    let Slot::Damage(i) = card.slot else { return Section::Fore };
    state.ship(card.ship).damage.get(i as usize).map_or(Section::Fore, |damage| damage.section())
}

/// Some of a ship's upgrades.
fn upgrades(state: &State, ship: ShipId, wanted: fn(&Upgrade) -> bool) -> ArrayVec<CardRef, MAX_UPGRADES> {
    let upgrades = state.ship(ship).upgrades.iter().enumerate().filter(|(_, upgrade)| wanted(upgrade));
    upgrades.map(|(i, _)| CardRef { ship, slot: Slot::Upgrade(i as u8) }).collect()
}

/// The owner puts one of the ship's upgrades under the card. What it gave the ship is gone.
fn breach(t: &mut Table, card: CardRef) -> Play {
    let id = card.ship;
    let open = |state: &State| upgrades(state, id, |upgrade| !upgrade.discarded && !upgrade.covered);
    if open(&t.state).is_empty() {
        return Ok(());
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        open(state).into_iter().for_each(|upgrade| offer.add(Choice::Card(upgrade)));
    })?;
    if let Choice::Card(CardRef { slot: Slot::Upgrade(i), .. }) = choice {
        t.state.ship_mut(id).upgrades[i as usize].covered = true;
        register_all(&mut t.state, id);
        let (shields, energy) = (shield_value(&t.state, id), huge::energy_limit(&t.state, id));
        t.state.ship_mut(id).shields = t.state.ship(id).shields.min(shields);
        if let Some(huge) = t.state.huge_mut(id) {
            huge.energy = huge.energy.min(energy);
        }
    }
    Ok(())
}

/// A Hull Breach that goes sets its upgrade free. Several lie over as many upgrades: the owner chooses which it is.
pub fn uncover(t: &mut Table, card: CardRef) -> Play {
    let Slot::Damage(i) = card.slot else { return Ok(()) };
    let kind = t.state.ship(card.ship).damage.get(i as usize).filter(|damage| damage.face_up);
    let breach =
        kind.and_then(|damage| damage.kind).is_some_and(|kind| library().damage(kind).id == HULL_BREACH);
    let covered = |state: &State| upgrades(state, card.ship, |upgrade| upgrade.covered);
    if !breach || covered(&t.state).is_empty() {
        return Ok(());
    }
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        covered(state).into_iter().for_each(|upgrade| offer.add(Choice::Card(upgrade)));
    })?;
    if let Choice::Card(CardRef { slot: Slot::Upgrade(i), .. }) = choice {
        t.state.ship_mut(card.ship).upgrades[i as usize].covered = false;
    }
    Ok(())
}

/// Only cards of the ship itself are asked whether one of its cards may be used.
const COVERED: Prohibition<XWing> = Prohibition {
    forbids: |state, _, deed| match deed {
        Deed::UseCard(used) => {
            let Slot::Upgrade(i) = used.slot else { return None };
            let covered =
                state.ship(used.ship).upgrades.get(i as usize).is_some_and(|upgrade| upgrade.covered);
            covered.then_some(UNDER_THE_BREACH)
        }
        _ => None,
    },
};

/// "When executing a bank maneuver."
const BANKS_HURT: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let flown = state.ship(card.ship).flown.map(|flown| flown.bearing);
        Ok(concerns(state, card) && matches!(flown, Some(Bearing::BankLeft | Bearing::BankRight)))
    },
    effect: |t, card| huge::suffer(t, card.ship, section(&t.state, card), 1, 0),
};

const NO_JAMMING: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| {
        matches!(deed, Deed::Perform(ship, Action::Jam, _) if *ship == card.ship).then_some(NO_BROADCAST)
    },
};

const PROJECTOR: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::Perform(ship, Action::Reinforce, _) if *ship == card.ship => {
            (huge::energy(state, *ship) < 3).then_some(PROJECTOR_DOWN)
        }
        _ => None,
    },
};

const ACTIONS_COST: Modifier<XWing> = Modifier {
    of: Topic::ActionEnergy,
    sets: false,
    apply: |_, card, quantity, cost| cost + i32::from(*quantity == Quantity::ActionEnergy(card.ship)),
};

const LESS_ENERGY: Modifier<XWing> = Modifier {
    of: Topic::EnergyGain,
    sets: false,
    apply: |_, card, quantity, gain| gain - i32::from(*quantity == Quantity::EnergyGain(card.ship)),
};

const TWO_SHIELDS: Modifier<XWing> = Modifier {
    of: Topic::Recovery,
    sets: true,
    apply: |_, card, quantity, shields| {
        if *quantity == Quantity::Recovery(card.ship) { shields.min(2) } else { shields }
    },
};

/// The speed flown and the ship's open cards of this name come to 5 or more.
const TOO_FAST: Ability<XWing> = Ability {
    window: Window::ManeuverDone,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let ship = state.ship(card.ship);
        let Slot::Damage(i) = card.slot else { return Ok(false) };
        let own = ship.damage.get(i as usize).and_then(|damage| damage.kind);
        let copies = ship.damage.iter().filter(|damage| damage.face_up && damage.kind == own).count();
        let too_fast = ship.flown.is_some_and(|flown| usize::from(flown.speed) + copies >= 5);
        Ok(concerns(state, card) && too_fast)
    },
    effect: |t, card| {
        t.state.ship_mut(card.ship).no_action = true;
        Ok(())
    },
};

/// A friendly small or large ship receives stress, and the opponent may give it to another; then the card is turned down.
fn casualties(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let friends = |state: &State| -> ArrayVec<ShipId, MAX_SHIPS> {
        state.friends_of(card.ship).filter(|other| !state.ship(*other).size.is_huge()).collect()
    };
    for (chooser, may_pass) in [(owner, false), (opponent(owner), true)] {
        if friends(&t.state).is_empty() {
            break;
        }
        let choice = t.ask(chooser, Ask::CardTarget(card), |state, offer| {
            friends(state).into_iter().for_each(|other| offer.add(Choice::Ship(other)));
            if may_pass {
                offer.pass(Choice::Pass);
            }
        })?;
        if let Choice::Ship(other) = choice {
            receive_stress(t, other)?;
        }
    }
    turn_down(t, card);
    Ok(())
}

// ---- cards whose printed text is not known: our own rulings ---------------------------------------------------------

const NO_COORDINATING: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| {
        matches!(deed, Deed::Perform(ship, Action::Coordinate, _) if *ship == card.ship).then_some(NO_COMMS)
    },
};

const NO_LOCKING: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| {
        matches!(deed, Deed::Perform(ship, Action::TargetLock, _) if *ship == card.ship).then_some(NO_SCOPES)
    },
};

const NO_JAMMING_BY_DISH: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| {
        matches!(deed, Deed::Perform(ship, Action::Jam, _) if *ship == card.ship).then_some(NO_DISH)
    },
};

const NO_ATTACKS: Prohibition<XWing> = Prohibition {
    forbids: |_, card, deed| {
        matches!(deed, Deed::Attack(ship, ..) if *ship == card.ship).then_some(NO_WEAPONS)
    },
};

/// Only cards of the ship itself are asked whether one of its cards may be used.
const NO_CREW: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::UseCard(used) => {
            let crew = upgrade_facts(state, *used).is_some_and(|facts| facts.slot == UpgradeSlot::Crew);
            (crew && huge::section_of_upgrade(state, *used) == section(state, card)).then_some(NO_AIR)
        }
        _ => None,
    },
};

const PRIMARY_LESS: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let fires =
            |attack: &crate::state::Attack| attack.attacker == card.ship && attack.weapon.is_primary();
        dice - i32::from(state.attack().is_some_and(fires))
    },
};

const SECONDARY_LESS: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| match state.attack().map(|attack| attack.weapon) {
        Some(Weapon::Secondary(weapon)) if weapon.ship == card.ship => {
            dice - i32::from(huge::section_of_upgrade(state, weapon) == section(state, card))
        }
        _ => dice,
    },
};

const ONE_ENERGY: Modifier<XWing> = Modifier {
    of: Topic::EnergyGain,
    sets: true,
    apply: |_, card, quantity, gain| {
        if *quantity == Quantity::EnergyGain(card.ship) { gain.min(1) } else { gain }
    },
};

const UNSKILLED: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |_, card, quantity, skill| if *quantity == Quantity::Skill(card.ship) { 0 } else { skill },
};

/// A maneuver of speed 3 or more.
const SPEED_HURTS: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let fast = state.ship(card.ship).flown.is_some_and(|flown| flown.speed >= 3);
        Ok(concerns(state, card) && fast)
    },
    effect: |t, card| huge::suffer(t, card.ship, section(&t.state, card), 1, 0),
};

fn just_turned_down(t: &mut Table, card: CardRef) -> Play {
    turn_down(t, card);
    Ok(())
}

/// The opponent chooses a docked ship that suffers 1 damage.
fn damaged_clamp(t: &mut Table, card: CardRef) -> Play {
    if docking::docked_at(&t.state, card.ship).next().is_some() {
        let other = opponent(t.state.ship(card.ship).owner);
        let choice = t.ask(other, Ask::CardTarget(card), |state, offer| {
            docking::docked_at(state, card.ship).for_each(|id| offer.add(Choice::Ship(id)));
        })?;
        if let Choice::Ship(id) = choice {
            damage::suffer(t, id, 1, 0)?;
        }
    }
    just_turned_down(t, card)
}

fn grid_overload(t: &mut Table, card: CardRef) -> Play {
    let all = huge::energy(&t.state, card.ship);
    huge::spend(t, card.ship, all);
    just_turned_down(t, card)
}

fn structural_collapse(t: &mut Table, card: CardRef) -> Play {
    let other = section(&t.state, card).other();
    turn_down(t, card);
    huge::suffer_in(t, card.ship, other, 1, 0)
}

fn deck_breach(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let sections = [section(&t.state, card)];
    lose_upgrade(t, card, owner, &sections, &[UpgradeSlot::Crew, UpgradeSlot::Team])
}

fn command_deck_breach(t: &mut Table, card: CardRef) -> Play {
    let other = opponent(t.state.ship(card.ship).owner);
    let sections = [section(&t.state, card)];
    lose_upgrade(t, card, other, &sections, &[UpgradeSlot::Crew, UpgradeSlot::Team])
}

fn spilled_cargo(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    lose_upgrade(t, card, owner, &Section::BOTH, &[UpgradeSlot::Cargo])
}

/// Somebody chooses an upgrade of some sections and slots that is discarded; then the card is turned down.
fn lose_upgrade(
    t: &mut Table,
    card: CardRef,
    chooser: table::Seat,
    sections: &[Section],
    slots: &[UpgradeSlot],
) -> Play {
    let choosable = |state: &State| -> ArrayVec<CardRef, MAX_UPGRADES> {
        let equipped = |section: &Section| {
            let of = |slot: &UpgradeSlot| huge::equipped(state, card.ship, *section, *slot);
            slots.iter().flat_map(of).collect::<ArrayVec<CardRef, MAX_UPGRADES>>()
        };
        sections.iter().flat_map(equipped).collect()
    };
    turn_down(t, card);
    if choosable(&t.state).is_empty() {
        return Ok(());
    }
    let choice = t.ask(chooser, Ask::CardVictim(card), |state, offer| {
        choosable(state).into_iter().for_each(|upgrade| offer.add(Choice::Card(upgrade)));
    })?;
    if let Choice::Card(lost) = choice {
        discard(t, lost);
    }
    Ok(())
}
