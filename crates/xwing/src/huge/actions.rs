//! The actions of huge ships: recover, reinforce, jam and coordinate, and two of them for ships with two ship cards.

use table::timing::total;
use table::{Denial, Offers, Play, denial};

use super::{card_of, energy, has_two_cards, is_crippled, section_of_upgrade, shields, shields_mut, spend};
use crate::actions::{act_or_pass, may_perform, perform_action_step, receive_stress};
use crate::cards::{Liberty, Quantity, Source, Window, allows, effects};
use crate::damage::shield_value;
use crate::measure::in_range;
use crate::phases::during;
use crate::state::{Action, CardRef, Moment, Section, ShipId, Slot, State, value};
use crate::{Ask, Choice, Event, Table, XWing};

const NO_ENERGY: Denial = denial(
    "xwing.huge.action.recover.1",
    "There is no energy to recover shields with.",
    "Es ist keine Energie da, um Schilde aufzuladen.",
);
const NOBODY_TO_JAM: Denial = denial(
    "xwing.huge.action.jam",
    "No enemy ship that could be jammed is at range 1–2.",
    "Kein feindliches Schiff, das gestört werden könnte, ist in Reichweite 1–2.",
);
/// Jamming brings a ship up to so many stress tokens.
const JAMMED: u8 = 2;

/// The Perform Action step: a ship with two ship cards performs one action of each section, the fore one's first.
pub fn perform_steps(t: &mut Table, id: ShipId) -> Play {
    if !has_two_cards(&t.state, id) || t.state.ship(id).no_action {
        return perform_action_step(t, id);
    }
    for section in Section::BOTH {
        if !t.state.ship(id).in_play() {
            break;
        }
        act_or_pass(t, id, |state, id, offer| offer_of_section(state, id, section, offer))?;
    }
    Ok(())
}

/// The actions of a section: its action bar, its upgrades and its damage cards.
fn offer_of_section(state: &State, id: ShipId, section: Section, offer: &mut Offers<XWing>) {
    let ship = state.ship(id);
    if !is_crippled(state, id, section) {
        for action in &card_of(state, id, section).actions {
            offer.judge(Choice::Action(*action), may_perform(state, id, *action, Source::Own));
        }
    }
    let upgrades = (0..ship.upgrades.len() as u8).map(Slot::Upgrade);
    let upgrades =
        upgrades.filter(|slot| section_of_upgrade(state, CardRef { ship: id, slot: *slot }) == section);
    let damage = ship.damage.iter().enumerate();
    let damage = damage.filter(|(_, damage)| damage.face_up && damage.aft == (section == Section::Aft));
    for slot in upgrades.chain(damage.map(|(i, _)| Slot::Damage(i as u8))) {
        let card = CardRef { ship: id, slot };
        if effects(state, card).action.is_some() {
            let action = Action::Card(card);
            offer.judge(Choice::Action(action), may_perform(state, id, action, Source::Own));
        }
    }
}

pub fn may_recover(state: &State, id: ShipId) -> Result<(), Denial> {
    if energy(state, id) > 0 { Ok(()) } else { Err(NO_ENERGY) }
}

/// Recover: all energy of the ship card is removed, and for each token a shield is recovered, in the section of the
/// player's choice.
pub fn recover(t: &mut Table, id: ShipId) -> Play {
    during(t, Moment::Recovering(id), Window::Energy)?;
    let removed = energy_to_remove(t, id)?;
    spend(t, id, removed);
    let shields = total::<XWing>(&t.state, Quantity::Recovery(id), removed.into());
    for _ in 0..shields {
        if !recover_shield(t, id)? {
            break;
        }
    }
    Ok(())
}

/// All energy of a ship, or what its player likes if a card leaves the choice.
fn energy_to_remove(t: &mut Table, id: ShipId) -> Play<u8> {
    let all = energy(&t.state, id);
    // audit: same (0 to 1) — of a single token all is removed either way
    if all == 0 || !allows(&t.state, id, Liberty::SpareEnergy) {
        return Ok(all);
    }
    let (owner, own) = (t.state.ship(id).owner, CardRef { ship: id, slot: Slot::Tokens });
    let choice = t.ask(owner, Ask::CardChoice(own), |_, offer| {
        (1..=all).for_each(|amount| offer.add(Choice::Number(amount)));
    })?;
    Ok(if let Choice::Number(amount) = choice { amount } else { all })
}

/// How many shields a section can have.
pub fn section_shields(state: &State, id: ShipId, section: Section) -> u8 {
    match section {
        _ if is_crippled(state, id, section) => 0,
        Section::Fore => shield_value(state, id),
        Section::Aft => card_of(state, id, section).shields,
    }
}

/// A section of the player's choice recovers a shield; false if none could.
fn recover_shield(t: &mut Table, id: ShipId) -> Play<bool> {
    let low = |state: &State, section: Section| {
        // audit: same (== to !=) — a ship with one ship card has its shields in common, whatever end is named
        (section == Section::Fore || has_two_cards(state, id))
            && shields(state, id, section) < section_shields(state, id, section)
    };
    if !Section::BOTH.into_iter().any(|section| low(&t.state, section)) {
        return Ok(false);
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::Section(id), |state, offer| {
        let low = Section::BOTH.into_iter().filter(|section| low(state, *section));
        low.for_each(|section| offer.add(Choice::Section(section)));
    })?;
    let Choice::Section(section) = choice else { return Ok(false) };
    *shields_mut(&mut t.state, id, section) += 1;
    t.emit(Event::ShieldRecovered(id));
    Ok(true)
}

fn jammable(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    let reach = value(total::<XWing>(state, Quantity::JamReach(id), 2));
    state
        .enemies_of(id)
        .filter(move |enemy| !state.ship(*enemy).size.is_huge() && in_range(state, id, *enemy, reach))
}

pub fn may_jam(state: &State, id: ShipId) -> Result<(), Denial> {
    if jammable(state, id).next().is_some() { Ok(()) } else { Err(NOBODY_TO_JAM) }
}

/// Jam: an enemy at range 1–2 receives stress until it has two tokens.
pub fn jam(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let own = CardRef { ship: id, slot: Slot::Tokens };
    let choice = t.ask(owner, Ask::CardTarget(own), |state, offer| {
        jammable(state, id).for_each(|enemy| offer.add(Choice::Ship(enemy)));
    })?;
    let Choice::Ship(enemy) = choice else { return Ok(()) };
    for _ in t.state.ship(enemy).stress..JAMMED {
        receive_stress(t, enemy)?;
    }
    during(t, Moment::Jammed(id, enemy), Window::Jammed)
}
