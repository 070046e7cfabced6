//! Hardpoints, cargo, teams and titles of huge ships, and their own crew.

use table::timing::{Ability, Force, Limit, Modifier};
use table::{Denial, Play, denial};

use crate::actions::{assign, remove_stress, use_up};
use crate::cards::patterns::{able, changes, own, turns};
use crate::cards::tokens::{choose_ship, fired, friend_at};
use crate::cards::{Effects, Procedure, Quantity, Registry, Topic, Window, sections};
use crate::damage::discard_card;
use crate::state::{CardRef, Section, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Table, XWing, huge};

const NO_DAMAGE: Denial = denial(
    "xwing.card.wed-15.text",
    "There is no damage card that the energy would remove.",
    "Es gibt keine Schadenskarte, für die die Energie reicht.",
);
const NOBODY_IN_RANGE: Denial = denial(
    "xwing.card.comms-booster",
    "No friendly ship is at range 1–3.",
    "Kein freundliches Schiff ist in Reichweite 1–3.",
);

pub const EFFECTS: Registry = &[
    // titles
    ("bright-hope", Effects { modifiers: &[TWO_EVADES_AHEAD], ..Effects::NONE }),
    ("dutyfree", changes(&[own!(JamReach + 1)])),
    ("quantum-storm", Effects { abilities: &[STORM_GATHERS], ..Effects::NONE }),
    // modifications
    ("combat-retrofit", Effects::FACTS),
    // cargo
    (
        "comms-booster",
        Effects { energy: Some(Procedure { may: may_boost_comms, perform: boost_comms }), ..Effects::NONE },
    ),
    (
        "tibanna-gas-supplies",
        Effects {
            energy: Some(Procedure {
                may: |_, _| Ok(()),
                perform: |t, card| {
                    use_up(t, card)?;
                    huge::gain(t, card.ship, 3);
                    Ok(())
                },
            }),
            ..Effects::NONE
        },
    ),
    ("backup-shield-generator", Effects { abilities: &[SHIELD_FOR_ENERGY], ..Effects::NONE }),
    ("broadcast-array", Effects::FACTS),
    // crew
    ("wed-15", Effects { action: Some(Procedure { may: may_repair, perform: repair }), ..Effects::NONE }),
    // teams
    ("sensor-team", Effects { modifiers: &[LOCKS_FURTHER], ..Effects::NONE }),
    ("engineering-team", Effects { modifiers: &[STRAIGHTS_BRING_MORE], ..Effects::NONE }),
    // hardpoints
    (
        "single-turbolasers",
        Effects { modifiers: &[TWICE_AGILE], ..able(&[turns!(Attack, Eye as Hit, fired)]) },
    ),
];

const TWO_EVADES_AHEAD: Modifier<XWing> = Modifier {
    of: Topic::Reinforcement,
    sets: false,
    apply: |_, card, quantity, evades| {
        evades + i32::from(*quantity == Quantity::Reinforcement(card.ship, Section::Fore))
    },
};

const LOCKS_FURTHER: Modifier<XWing> = Modifier {
    of: Topic::LockReach,
    sets: false,
    apply: |_, card, quantity, reach| {
        if *quantity == Quantity::LockReach(card.ship) { reach.max(5) } else { reach }
    },
};

const STRAIGHTS_BRING_MORE: Modifier<XWing> = Modifier {
    of: Topic::EnergyGain,
    sets: false,
    apply: |state, card, quantity, gain| {
        let straight =
            state.ship(card.ship).flown.is_some_and(|flown| flown.bearing == flightpath::Bearing::Straight);
        gain + i32::from(straight && *quantity == Quantity::EnergyGain(card.ship))
    },
};

const STORM_GATHERS: Ability<XWing> = Ability {
    window: Window::EndPhaseStart,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(huge::energy(state, card.ship) <= 1),
    effect: |t, card| {
        huge::gain(t, card.ship, 1);
        Ok(())
    },
};

/// The shields of the section that carries the card.
const SHIELD_FOR_ENERGY: Ability<XWing> = Ability {
    window: Window::EndPhase,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let section = huge::section_of_upgrade(state, card);
        let value = huge::section_shields(state, card.ship, section);
        if huge::shields(state, card.ship, section) >= value {
            return Ok(false);
        }
        huge::may_spend(state, card.ship, 1).map(|()| true)
    },
    effect: |t, card| {
        huge::spend(t, card.ship, 1);
        huge::recover_shield(t, card);
        Ok(())
    },
};

fn may_boost_comms(state: &State, card: CardRef) -> Result<(), Denial> {
    huge::may_spend(state, card.ship, 1)?;
    // audit: same (3 to 4) — the ruler ends at range 3
    let near = state.in_play().any(|id| friend_at(state, card, id, 3));
    if near { Ok(()) } else { Err(NOBODY_IN_RANGE) }
}

/// A friendly ship loses all stress and receives focus.
fn boost_comms(t: &mut Table, card: CardRef) -> Play {
    huge::spend(t, card.ship, 1);
    // audit: same (3 to 4) — the ruler ends at range 3
    let Some(id) = choose_ship(t, card, |state, id| friend_at(state, card, id, 3))? else { return Ok(()) };
    for _ in 0..t.state.ship(id).stress {
        remove_stress(t, id)?;
    }
    assign(t, id, Token::Focus)
}

/// The damage cards that the ship's energy could remove, of either section.
fn repairable(state: &State, id: ShipId) -> impl Iterator<Item = u8> {
    let damage = state.ship(id).damage.iter().enumerate();
    let cost = |face_up: bool| if face_up { 3 } else { 1 };
    damage
        .filter(move |(_, damage)| huge::may_spend_in_action(state, id, cost(damage.face_up)).is_ok())
        .map(|(i, _)| i as u8)
}

fn may_repair(state: &State, card: CardRef) -> Result<(), Denial> {
    if repairable(state, card.ship).next().is_some() { Ok(()) } else { Err(NO_DAMAGE) }
}

/// A face-down damage card is discarded for 1 energy, or a face-up one for 3.
fn repair(t: &mut Table, card: CardRef) -> Play {
    let id = card.ship;
    let owner = t.state.ship(id).owner;
    let paid = |state: &State, i: u8| {
        let face_up = state.ship(id).damage[i as usize].face_up;
        let cost = if face_up { 3 } else { 1 };
        (huge::energy(state, id) >= cost).then_some(cost)
    };
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        let cards = (0..state.ship(id).damage.len() as u8).filter(|i| paid(state, *i).is_some());
        cards.for_each(|i| offer.add(Choice::Card(CardRef { ship: id, slot: Slot::Damage(i) })));
    })?;
    let Choice::Card(CardRef { slot: Slot::Damage(i), .. }) = choice else { return Ok(()) };
    let Some(cost) = paid(&t.state, i) else { return Ok(()) };
    huge::spend(t, id, cost);
    sections::uncover(t, CardRef { ship: id, slot: Slot::Damage(i) })?;
    discard_card(t, id, i);
    crate::cards::register_all(&mut t.state, id);
    Ok(())
}

/// The defender's agility counts twice against this weapon.
const TWICE_AGILE: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: true,
    apply: |state, card, quantity, agility| {
        let defends = state.attack().is_some_and(|attack| *quantity == Quantity::Agility(attack.defender));
        if defends && fired(state, card) { agility * 2 } else { agility }
    },
};
