//! Replacing an upgrade by another card during the game. What comes aboard has to be a card that the ship could have been
//! equipped with when the squad was built.

use table::{Denial, Play, denial};

use crate::cards::{UpgradeId, UpgradeSlot, effects, library, register_all, upgrade_facts};
use crate::lists::{Loadout, count_faults};
use crate::state::{CardRef, Memo, ShipId, Slot, State, Upgrade};
use crate::{Ask, Choice, Event, Table, damage};

const TOO_DEAR: Denial = denial(
    "xwing.core.golden-rule.1",
    "The card costs more than the one that it would replace.",
    "Die Karte kostet mehr als die, die sie ersetzen würde.",
);
const NOT_ANOTHER: Denial =
    denial("xwing.core.golden-rule.1", "That is no other card.", "Das ist keine andere Karte.");
const NOT_FOR_THIS_SQUAD: Denial = denial(
    "xwing.core.squad.restricted",
    "The rules of squad building do not let this ship have the card.",
    "Nach den Regeln des Staffelbaus darf dieses Schiff die Karte nicht haben.",
);

/// The upgrades of a ship in some slots that lie open.
fn face_up(state: &State, id: ShipId, slots: &[UpgradeSlot]) -> impl Iterator<Item = CardRef> {
    let ship = state.ship(id);
    let open = move |place: &u8| {
        let upgrade = &ship.upgrades[*place as usize];
        !upgrade.discarded && slots.contains(&library().upgrade(upgrade.card).slot)
    };
    (0..ship.upgrades.len() as u8)
        .filter(open)
        .map(move |place| CardRef { ship: id, slot: Slot::Upgrade(place) })
}

/// Whether a ship has an upgrade in one of these slots for which there is a replacement.
pub fn could_replace(state: &State, id: ShipId, slots: &[UpgradeSlot]) -> bool {
    face_up(state, id, slots).any(|old| has_replacement(state, old))
}

fn has_replacement(state: &State, old: CardRef) -> bool {
    let known = faults(state, old, None);
    same_type(state, old).any(|new| may_replace(state, old, new, known).is_ok())
}

/// All cards of the type of an upgrade.
fn same_type(state: &State, old: CardRef) -> impl Iterator<Item = UpgradeId> + use<> {
    let slot = upgrade_facts(state, old).map(|card| card.slot);
    let cards = library().upgrades.iter().enumerate();
    cards.filter(move |(_, card)| Some(card.slot) == slot).map(|(number, _)| UpgradeId(number as u16))
}

/// Whether a card may come in place of an upgrade. `known` are the rules that the squad breaks as it is.
fn may_replace(state: &State, old: CardRef, new: UpgradeId, known: usize) -> Result<(), Denial> {
    let card = library().upgrade(new);
    if state.upgrade_of(old) == Some(new) {
        return Err(NOT_ANOTHER);
    }
    if upgrade_facts(state, old).is_none_or(|before| card.points > before.points) {
        return Err(TOO_DEAR);
    }
    if card.gap || faults(state, old, Some(new)) > known { Err(NOT_FOR_THIS_SQUAD) } else { Ok(()) }
}

/// How many rules of squad building the squad breaks with another card in place of an upgrade.
fn faults(state: &State, old: CardRef, swap: Option<UpgradeId>) -> usize {
    count_faults(&squad(state, old, swap))
}

/// The squad that a ship belongs to, with another card in place of one of its upgrades. Cards that are out of play still
/// belong to it.
fn squad(state: &State, old: CardRef, swap: Option<UpgradeId>) -> Vec<Loadout> {
    let mut loadouts = Vec::new();
    for id in state.ids().filter(|id| state.are_friends(old.ship, *id)) {
        let ship = state.ship(id);
        let card = |(place, upgrade): (usize, &Upgrade)| {
            let is_old = old == CardRef { ship: id, slot: Slot::Upgrade(place as u8) };
            swap.filter(|_| is_old).unwrap_or(upgrade.card)
        };
        let mut upgrades: Vec<UpgradeId> = ship.upgrades.iter().enumerate().map(card).collect();
        if let Some(aft) = state.huge(id).and_then(|huge| huge.aft.as_ref()) {
            let theirs = upgrades.split_off(usize::from(aft.upgrades_from).min(upgrades.len()));
            loadouts.push(Loadout { pilot: aft.pilot, upgrades: theirs });
        }
        loadouts.push(Loadout { pilot: ship.pilot, upgrades });
    }
    loadouts
}

/// The player of a card chooses an upgrade of its ship in one of these slots and what replaces it.
pub fn replace(t: &mut Table, by: CardRef, slots: &[UpgradeSlot]) -> Play {
    let owner = t.state.ship(by.ship).owner;
    let choice = t.ask(owner, Ask::CardVictim(by), |state, offer| {
        let open = face_up(state, by.ship, slots).filter(|old| has_replacement(state, *old));
        open.for_each(|old| offer.add(Choice::Card(old)));
    })?;
    let Choice::Card(old) = choice else { return Ok(()) };
    let choice = t.ask(owner, Ask::Replacement(old), |state, offer| {
        let known = faults(state, old, None);
        for new in same_type(state, old) {
            offer.judge(Choice::Upgrade(new), may_replace(state, old, new, known));
        }
    })?;
    if let Choice::Upgrade(new) = choice {
        equip(t, old, new);
    }
    Ok(())
}

/// Puts a card in place of an upgrade, as fresh as when the game began.
fn equip(t: &mut Table, old: CardRef, new: UpgradeId) {
    let Slot::Upgrade(place) = old.slot else { return };
    let Some(upgrade) = t.state.ship_mut(old.ship).upgrades.get_mut(place as usize) else { return };
    let before = upgrade.card;
    *upgrade = Upgrade {
        card: new,
        discarded: false,
        covered: false,
        turned: false,
        tokens: 0,
        memo: Memo::default(),
    };
    t.emit(Event::CardReplaced(old.ship, before, new));
    register_all(&mut t.state, old.ship);
    if let Some(equipped) = effects(&t.state, old).equipped {
        equipped(&mut t.state, old);
    }
    damage::fit_shields(t, old.ship);
}
