//! Damage to huge ships: which section it strikes, the two decks, reinforce tokens, crippled sections and what destroys a
//! ship with two ship cards.

use flightpath::Face;
use table::timing::total;
use table::{Play, Seat};

use super::{card_of, energy_limit, has_two_cards, is_crippled, section_of_upgrade, section_shields};
use crate::actions::discard;
use crate::attack::{Roll, add_result};
use crate::cards::{DamageId, Quantity, UpgradeSlot, upgrade_facts};
use crate::state::{CardRef, Section, ShipId, Slot, State, opponent};
use crate::{Ask, Choice, Event, Table, XWing, damage};

/// A player chooses one of the sections of a huge ship that are not crippled and that `allowed` accepts.
pub fn choose_section(
    t: &mut Table,
    chooser: Seat,
    id: ShipId,
    allowed: impl Fn(Section) -> bool,
) -> Play<Option<Section>> {
    let open = |state: &State, section: Section| allowed(section) && !is_crippled(state, id, section);
    if !Section::BOTH.into_iter().any(|section| open(&t.state, section)) {
        return Ok(None);
    }
    let choice = t.ask(chooser, Ask::Section(id), |state, offer| {
        Section::BOTH.into_iter().filter(|section| open(state, *section)).for_each(|section| {
            offer.add(Choice::Section(section));
        });
    })?;
    Ok(if let Choice::Section(section) = choice { Some(section) } else { None })
}

/// The section that damage strikes: the one under attack, or one that the opponent chooses.
pub fn struck_section(t: &mut Table, id: ShipId) -> Play<Option<Section>> {
    let under_attack = |attack: &&crate::state::Attack| attack.defender == id && attack.compared;
    if let Some(section) = t.state.attack().filter(under_attack).and_then(|attack| attack.section) {
        return Ok(Some(section));
    }
    let chooser = opponent(t.state.ship(id).owner);
    choose_section(t, chooser, id, |_| true)
}

/// A huge ship suffers damage; the section that is not named is found first.
pub fn suffer_on(t: &mut Table, id: ShipId, hits: u8, criticals: u8) -> Play {
    if hits + criticals == 0 || t.state.ship(id).destroyed {
        return Ok(());
    }
    match struck_section(t, id)? {
        Some(section) => suffer_in(t, id, section, hits, criticals),
        None => Ok(()),
    }
}

/// A section suffers damage.
pub fn suffer(t: &mut Table, id: ShipId, section: Section, hits: u8, criticals: u8) -> Play {
    suffer_in(t, id, section, hits, criticals)?;
    damage::settle(t, id)
}

/// A section suffers damage in the middle of other damage: what becomes of it is seen at the end of that.
pub fn suffer_in(t: &mut Table, id: ShipId, section: Section, hits: u8, criticals: u8) -> Play {
    for critical in (0..hits).map(|_| false).chain((0..criticals).map(|_| true)) {
        if has_fallen(&t.state, id, section) {
            break;
        }
        strike(t, id, section);
        damage::suffer_one(t, id, critical)?;
    }
    Ok(())
}

/// Whether a section of a ship with two ship cards is crippled or about to be: more damage changes nothing.
fn has_fallen(state: &State, id: ShipId, section: Section) -> bool {
    has_two_cards(state, id) && suffered(state, id, section) >= card_of(state, id, section).hull
        || is_crippled(state, id, section)
}

fn strike(t: &mut Table, id: ShipId, section: Section) {
    if let Some(huge) = t.state.huge_mut(id) {
        huge.struck = section;
    }
}

/// A section is dealt a damage card, whatever shields it has.
pub fn deal_to(t: &mut Table, id: ShipId, section: Section, face_up: bool) -> Play {
    if t.state.ship(id).destroyed || has_fallen(&t.state, id, section) {
        return Ok(());
    }
    strike(t, id, section);
    damage::deal_on(t, id, face_up)?;
    damage::settle(t, id)
}

/// Shields of the section that is being struck; a ship with one ship card has them in common.
pub fn shields(state: &State, id: ShipId, section: Section) -> u8 {
    match state.huge(id).and_then(|huge| huge.aft.as_ref()) {
        Some(aft) if section == Section::Aft => aft.shields,
        _ => state.ship(id).shields,
    }
}

pub fn shields_mut(state: &mut State, id: ShipId, section: Section) -> &mut u8 {
    let aft = state.huge.iter_mut().find(|huge| huge.ship == id).and_then(|huge| huge.aft.as_mut());
    match aft {
        Some(aft) if section == Section::Aft => &mut aft.shields,
        _ => &mut state.ships[id.index()].shields,
    }
}

/// Draws a card from the deck of the section that is being struck, which is reshuffled if it is used up; none if there is
/// none at all.
pub fn draw(t: &mut Table, id: ShipId) -> Play<Option<DamageId>> {
    let Some(section) = t.state.huge(id).map(|huge| huge.struck) else { return Ok(None) };
    if !damage::has_cards(t, id, section) {
        return Ok(None);
    }
    damage::draw_from(t, id, section).map(Some)
}

/// A reinforce token beside the attacked section adds evades. It is not spent.
pub fn reinforced(t: &mut Table) {
    let Some(attack) = t.state.attack() else { return };
    let (Some(section), defender) = (attack.section, attack.defender) else { return };
    if t.state.huge(defender).is_some_and(|huge| huge.reinforced[section.index()]) {
        let evades = total::<XWing>(&t.state, Quantity::Reinforcement(defender, section), 1);
        (0..evades).for_each(|_| add_result(t, Roll::Defense, Face::Evade));
    }
}

/// Damage that the cards of a section stand for.
pub fn suffered(state: &State, id: ShipId, section: Section) -> u8 {
    let own = state.ship(id).damage.iter().filter(|damage| damage.aft == (section == Section::Aft));
    own.map(damage::worth).sum()
}

/// Sections of a ship with two ship cards whose damage has reached their hull are crippled; once both are, the ship is
/// destroyed. A ship that still has its attacks at the same time as its attacker is spared until then.
pub fn settle(t: &mut Table, id: ShipId) -> Play {
    for section in Section::BOTH {
        let hull = card_of(&t.state, id, section).hull;
        if is_crippled(&t.state, id, section) || suffered(&t.state, id, section) < hull {
            continue;
        }
        let later = damage::attacks_simultaneously(&t.state, id);
        let Some(aft) = t.state.huge_mut(id).and_then(|huge| huge.aft.as_mut()) else { return Ok(()) };
        if later || aft.falling[section.index()] {
            aft.falling[section.index()] = true;
        } else {
            cripple(t, id, section)?;
        }
    }
    Ok(())
}

/// After the ship's own attacks the ship cards of sections that fell meanwhile are turned over.
pub fn cripple_the_fallen(t: &mut Table, id: ShipId) -> Play {
    for section in Section::BOTH {
        let Some(aft) = t.state.huge_mut(id).and_then(|huge| huge.aft.as_mut()) else { return Ok(()) };
        if std::mem::take(&mut aft.falling[section.index()]) && t.state.ship(id).in_play() {
            cripple(t, id, section)?;
        }
    }
    Ok(())
}

/// A section's ship card is turned to its crippled side: upgrades and energy that it has no room for are lost. Titles and
/// modifications stay.
fn cripple(t: &mut Table, id: ShipId, section: Section) -> Play {
    let Some(aft) = t.state.huge_mut(id).and_then(|huge| huge.aft.as_mut()) else { return Ok(()) };
    aft.crippled[section.index()] = true;
    *shields_mut(&mut t.state, id, section) = 0;
    t.emit(Event::Crippled(id, section));
    if Section::BOTH.into_iter().all(|section| is_crippled(&t.state, id, section)) {
        return damage::remove(t, id);
    }
    for slot in [UpgradeSlot::Crew, UpgradeSlot::Hardpoint, UpgradeSlot::Team, UpgradeSlot::Cargo] {
        let room = card_of(&t.state, id, section).crippled.slots.iter().filter(|own| **own == slot).count();
        while equipped(&t.state, id, section, slot).count() > room {
            let owner = t.state.ship(id).owner;
            let choice = t.ask(owner, Ask::LoseUpgrade(id), |state, offer| {
                equipped(state, id, section, slot).for_each(|card| offer.add(Choice::Card(card)));
            })?;
            let Choice::Card(card) = choice else { break };
            discard(t, card);
        }
    }
    let limit = energy_limit(&t.state, id);
    if let Some(huge) = t.state.huge_mut(id) {
        huge.energy = huge.energy.min(limit);
    }
    Ok(())
}

/// The upgrades of a section in some slot that are in play.
pub fn equipped(
    state: &State,
    id: ShipId,
    section: Section,
    slot: UpgradeSlot,
) -> impl Iterator<Item = CardRef> {
    (0..state.ship(id).upgrades.len() as u8)
        .map(move |i| CardRef { ship: id, slot: Slot::Upgrade(i) })
        .filter(move |card| section_of_upgrade(state, *card) == section)
        .filter(move |card| upgrade_facts(state, *card).is_some_and(|facts| facts.slot == slot))
        .filter(move |card| matches!(card.slot, Slot::Upgrade(i) if !state.ship(id).upgrades[i as usize].discarded))
}

/// Whether a ship has no shield left: of two sections neither, or in the later rules not that of the card.
pub fn is_bare(state: &State, card: CardRef) -> bool {
    let own = section_of_upgrade(state, card);
    let only_own = state.options.rules().crew_bound_to_section;
    let counts = |section: &Section| !only_own || *section == own;
    Section::BOTH
        .iter()
        .filter(|section| counts(section))
        .all(|section| shields(state, card.ship, *section) == 0)
}

/// The section that a card belongs to recovers a shield.
pub fn recover_shield(t: &mut Table, card: CardRef) {
    let (id, section) = (card.ship, section_of_upgrade(&t.state, card));
    if shields(&t.state, id, section) < section_shields(&t.state, id, section) {
        *shields_mut(&mut t.state, id, section) += 1;
        t.emit(Event::ShieldRecovered(id));
    }
}
