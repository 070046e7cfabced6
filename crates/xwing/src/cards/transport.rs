//! The damage cards of the GR-75, fore and aft, as they read face up.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Face};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::tokens::{concerns, roll_one};
use super::{Deed, Effects, Procedure, Quantity, Registry, Topic, Window, library, register_all};
use crate::actions::receive_stress;
use crate::damage::{shield_value, turn_down};
use crate::state::{Action, CardRef, MAX_SHIPS, Section, ShipId, Slot, State, Upgrade, opponent};
use crate::{Ask, Choice, Table, XWing, huge};

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

const HULL_BREACH: &str = "fore-hull-breach";

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
    ("fore-direct-hit", Effects { damage: 2, ..Effects::NONE }),
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
    (
        "fore-damaged-stabilizers",
        Effects { abilities: &[BANKS_HURT], action: REPAIR_ON_HIT, ..Effects::NONE },
    ),
    (
        "fore-broadcast-malfunction",
        Effects { prohibitions: &[NO_JAMMING], action: REPAIR_ON_HIT, ..Effects::NONE },
    ),
    ("fore-secondary-drive-failure", Effects { modifiers: &[ACTIONS_COST], ..Effects::NONE }),
    ("aft-reactor-leak", Effects { modifiers: &[LESS_ENERGY], ..Effects::NONE }),
    ("aft-engine-damage", Effects { abilities: &[TOO_FAST], ..Effects::NONE }),
    ("aft-command-pod-casualties", Effects { received: Some(casualties), ..Effects::NONE }),
    ("aft-reactor-cowl-rupture", Effects { modifiers: &[TWO_SHIELDS], ..Effects::NONE }),
    ("aft-projector-power-failure", Effects { prohibitions: &[PROJECTOR], ..Effects::NONE }),
];

/// Some of a ship's upgrades.
fn upgrades(state: &State, ship: ShipId, wanted: fn(&Upgrade) -> bool) -> ArrayVec<CardRef, 12> {
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

const COVERED: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::UseCard(used) if used.ship == card.ship => {
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
    effect: |t, card| huge::suffer(t, card.ship, Section::Fore, 1, 0),
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
        let speed = ship.flown.map_or(0, |flown| usize::from(flown.speed));
        Ok(concerns(state, card) && speed + copies >= 5)
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
