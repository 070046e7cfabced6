//! Energy: gaining it by the dial, moving it to upgrades, and the cards with the header "Energy:".

use table::timing::total;
use table::{Denial, Play, denial};

use super::{aft_card, is_crippled};
use crate::cards::{Quantity, Window, effects, upgrade_facts, usable};
use crate::phases::during;
use crate::state::{CardRef, Moment, Section, ShipId, Slot, State, value};
use crate::{Ask, Choice, Event, Table, XWing};

const TOO_LITTLE: Denial = denial(
    "xwing.huge.energy.1",
    "The ship has too little energy for that.",
    "Das Schiff hat dafür zu wenig Energie.",
);
const ONCE_PER_ROUND: Denial = denial(
    "xwing.huge.energy.use",
    "Each card with the header Energy is used once in a round.",
    "Jede Karte mit dem Stichwort Energie wird einmal pro Runde benutzt.",
);

/// Energy tokens on the ship card.
pub fn energy(state: &State, id: ShipId) -> u8 {
    state.huge(id).map(|huge| huge.energy).unwrap_or_default()
}

/// How many energy tokens the ship card holds.
pub fn energy_limit(state: &State, id: ShipId) -> u8 {
    let card = aft_card(state, id);
    let printed = if is_crippled(state, id, Section::Aft) {
        card.crippled.energy
    } else {
        card.energy.unwrap_or_default()
    };
    value(i32::from(printed) + i32::from(state.ship(id).bonus.energy))
}

/// A ship gains energy; what exceeds the limit goes back to the supply.
pub fn gain(t: &mut Table, id: ShipId, amount: u8) {
    let limit = energy_limit(&t.state, id);
    let Some(huge) = t.state.huge_mut(id) else { return };
    let before = huge.energy;
    huge.energy = huge.energy.saturating_add(amount).min(limit).max(before.min(limit));
    let gained = huge.energy.saturating_sub(before);
    if gained > 0 {
        t.emit(Event::EnergyGained(id, gained));
    }
}

/// Whether a ship has that much energy.
pub fn may_spend(state: &State, id: ShipId, amount: u8) -> Result<(), Denial> {
    if energy(state, id) >= amount { Ok(()) } else { Err(TOO_LITTLE) }
}

/// A ship spends energy of its ship card.
pub fn spend(t: &mut Table, id: ShipId, amount: u8) {
    if amount == 0 {
        return;
    }
    if let Some(huge) = t.state.huge_mut(id) {
        huge.energy = huge.energy.saturating_sub(amount);
    }
    t.emit(Event::EnergySpent(id, amount));
}

/// What an action costs a ship before anything else that it costs.
fn action_cost(state: &State, id: ShipId) -> u8 {
    value(total::<XWing>(state, Quantity::ActionEnergy(id), 0))
}

pub fn may_pay_for_action(state: &State, id: ShipId) -> Result<(), Denial> {
    may_spend(state, id, action_cost(state, id))
}

pub fn pay_for_action(t: &mut Table, id: ShipId) {
    let cost = action_cost(&t.state, id);
    spend(t, id, cost);
}

/// Whether a ship has that much energy for an action, besides what every action costs it.
pub fn may_spend_in_action(state: &State, id: ShipId, amount: u8) -> Result<(), Denial> {
    may_spend(state, id, amount.saturating_add(action_cost(state, id)))
}

/// The three steps between Clean Up and Perform Action.
pub fn energy_steps(t: &mut Table, id: ShipId) -> Play {
    gain_energy(t, id);
    allocate_energy(t, id)?;
    use_energy(t, id)
}

/// Gain Energy: what the dial shows, less the ion tokens.
fn gain_energy(t: &mut Table, id: ShipId) {
    let ship = t.state.ship(id);
    let Some(flown) = ship.flown else { return };
    let shown = aft_card(&t.state, id).energy_of(flown);
    let gained = total::<XWing>(&t.state, Quantity::EnergyGain(id), i32::from(shown) - i32::from(ship.ion));
    gain(t, id, value(gained));
}

/// Upgrades that still have room for energy.
fn with_room(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let upgrades = state.ship(id).upgrades.iter().enumerate();
    upgrades.filter(|(_, upgrade)| !upgrade.discarded).filter_map(move |(i, upgrade)| {
        let card = CardRef { ship: id, slot: Slot::Upgrade(i as u8) };
        let limit = upgrade_facts(state, card)?.energy?;
        (upgrade.tokens < limit).then_some(card)
    })
}

/// Allocate Energy: tokens are moved one by one from the ship card to upgrades with an energy limit.
fn allocate_energy(t: &mut Table, id: ShipId) -> Play {
    while energy(&t.state, id) > 0 && with_room(&t.state, id).next().is_some() {
        let owner = t.state.ship(id).owner;
        let choice = t.ask(owner, Ask::AllocateEnergy(id), |state, offer| {
            with_room(state, id).for_each(|card| offer.add(Choice::Card(card)));
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(card) = choice else { break };
        if let Some(huge) = t.state.huge_mut(id) {
            huge.energy -= 1;
        }
        if let Slot::Upgrade(i) = card.slot {
            t.state.ship_mut(id).upgrades[i as usize].tokens += 1;
        }
        t.emit(Event::EnergyMoved(card));
        during(t, Moment::Allocated(card), Window::Energy)?;
    }
    Ok(())
}

/// The open cards of a ship with the header "Energy:".
fn energy_cards(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let ship = state.ship(id);
    let upgrades = (0..ship.upgrades.len() as u8).map(Slot::Upgrade);
    let damage = ship.damage.iter().enumerate().filter(|(_, damage)| damage.face_up);
    let damage = damage.map(|(i, _)| Slot::Damage(i as u8));
    upgrades
        .chain(damage)
        .map(move |slot| CardRef { ship: id, slot })
        .filter(|card| effects(state, *card).energy.is_some())
}

fn may_use(state: &State, card: CardRef) -> Result<(), Denial> {
    usable(state, card)?;
    let used = match card.slot {
        Slot::Damage(i) => state.ship(card.ship).damage.get(i as usize).is_some_and(|damage| damage.acted),
        _ => state.memo(card).acted,
    };
    if used {
        return Err(ONCE_PER_ROUND);
    }
    match &effects(state, card).energy {
        Some(procedure) => (procedure.may)(state, card),
        None => Err(ONCE_PER_ROUND),
    }
}

/// Use Energy: cards with the header "Energy:", each once in a round.
fn use_energy(t: &mut Table, id: ShipId) -> Play {
    while energy_cards(&t.state, id).any(|card| may_use(&t.state, card).is_ok()) {
        let owner = t.state.ship(id).owner;
        let choice = t.ask(owner, Ask::UseEnergy(id), |state, offer| {
            energy_cards(state, id).for_each(|card| offer.judge(Choice::Card(card), may_use(state, card)));
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(card) = choice else { break };
        match card.slot {
            Slot::Damage(i) => t.state.ship_mut(id).damage[i as usize].acted = true,
            _ => {
                if let Some(memo) = t.state.memo_mut(card) {
                    memo.acted = true;
                }
            }
        }
        t.emit(Event::EnergyUsed(card));
        if let Some(procedure) = &effects(&t.state, card).energy {
            t.because(card, |t| (procedure.perform)(t, card))?;
        }
    }
    Ok(())
}
