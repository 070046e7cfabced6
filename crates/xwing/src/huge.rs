//! Huge ships: two bases with a fore and an aft section, moved with a template of their own, fed with energy, damaged
//! section by section. What they share with other ships stays in the rules of the core; what is theirs alone is here.
//!
//! A huge ship with two ship cards is one ship: its fore card is the ship's own, its aft card lies in [`AftCard`].

mod actions;
mod damage;
mod energy;
mod movement;
mod shape;

pub use actions::{jam, may_jam, may_recover, perform_steps, recover, section_shields};
pub use damage::{
    choose_section, cripple_the_fallen, deal_to, draw, equipped, is_bare, recover_shield, reinforced, settle,
    shields, shields_mut, struck_section, suffer, suffer_in, suffer_on, suffered,
};
pub use energy::{
    energy, energy_limit, energy_steps, gain, may_pay_for_action, may_spend, may_spend_in_action,
    pay_for_action, spend,
};
pub use movement::{clear_obstacles_under, execute, flight, ram, template_end};
pub use shape::{may_aim, may_fire_across, obstructs, section_base, section_footprint};

use flightpath::{Maneuver, SECTION, SECTIONS};
use geometry::closest;
use geometry::tolerance::RULER;
use table::timing::total;
use table::{Denial, Play, denial};

use crate::cards::{Library, PilotCard, PilotId, Quantity, ShipType, library};
use crate::measure::footprint;
use crate::state::{AftCard, CardRef, DamageDeck, Huge, Section, Ship, ShipId, Size, Slot, State, Weapon};
use crate::{Table, XWing};

const CRIPPLED: Denial = denial(
    "xwing.huge.crippled.5",
    "A crippled section cannot be attacked.",
    "Eine lahmgelegte Sektion kann nicht angegriffen werden.",
);
const CRIPPLED_DRIVE: Denial = denial(
    "xwing.huge.crippled.1",
    "The crippled section forbids this maneuver.",
    "Die lahmgelegte Sektion verbietet dieses Manöver.",
);
const BEYOND_THE_LINE: Denial = denial(
    "xwing.huge.target.section",
    "The line between the middles of the bases crosses the center line of the ship token.",
    "Die Strecke zwischen den Mittelpunkten der Basen kreuzt die Mittellinie des Schiffsmarkers.",
);
const OWN_LINE: Denial = denial(
    "xwing.huge.turret-primary.2",
    "The line between the middles of the bases crosses the center line of the ship's own token.",
    "Die Strecke zwischen den Mittelpunkten der Basen kreuzt die Mittellinie des eigenen Schiffsmarkers.",
);
pub const LOCK_ON_OTHER_SECTION: Denial = denial(
    "xwing.huge.target-locked",
    "The lock lies on the other section.",
    "Die Zielerfassung liegt auf der anderen Sektion.",
);
pub const FIRED_ALREADY: Denial = denial(
    "xwing.huge.attack.count",
    "A huge ship fires each of its weapons once in a Combat Phase.",
    "Ein riesiges Schiff feuert jede seiner Waffen einmal pro Kampfphase ab.",
);
/// The size that a ship of a type has on the table.
pub fn size_on_table(kind: &ShipType) -> Size {
    if kind.size == Size::Huge && kind.other_section.is_some() { Size::Corvette } else { kind.size }
}

/// What a huge ship has when it is built: full decks and shields, no energy.
pub fn new_huge(id: ShipId, ship: &Ship) -> Option<Huge> {
    if !ship.size.is_huge() {
        return None;
    }
    let decks = Section::BOTH
        .map(|section| DamageDeck::new(library().section_deck(ship.kind, section).iter().copied()));
    let aft = aft_pilot(library(), ship).map(|pilot| AftCard {
        pilot,
        shields: library().ship(library().pilot(pilot).kind).shields,
        upgrades_from: ship.upgrades.len() as u8,
        crippled: [false; 2],
        falling: [false; 2],
    });
    Some(Huge {
        ship: id,
        decks,
        energy: 0,
        reinforced: [false; 2],
        locked_by: [0; 2],
        struck: Section::Fore,
        fired: 0,
        aft,
    })
}

/// The ship card of the other section, of ships that have two.
fn aft_pilot(library: &Library, ship: &Ship) -> Option<PilotId> {
    let other = library.ship(ship.kind).other_section.as_ref()?;
    let flies = |pilot: &PilotCard| library.ship(pilot.kind).id == *other;
    library.pilots.iter().position(flies).map(|number| PilotId(number as u16))
}

/// The ship card of the aft section: its own, or the only one.
pub fn aft_card(state: &State, id: ShipId) -> &'static ShipType {
    let own = state.huge(id).and_then(|huge| huge.aft.as_ref());
    library().ship(own.map_or(state.ship(id).kind, |aft| library().pilot(aft.pilot).kind))
}

/// The type that a section's ship card belongs to.
pub fn card_of(state: &State, id: ShipId, section: Section) -> &'static ShipType {
    match section {
        Section::Fore => library().ship(state.ship(id).kind),
        Section::Aft => aft_card(state, id),
    }
}

pub fn has_two_cards(state: &State, id: ShipId) -> bool {
    state.huge(id).is_some_and(|huge| huge.aft.is_some())
}

pub fn is_crippled(state: &State, id: ShipId, section: Section) -> bool {
    let aft = state.huge(id).and_then(|huge| huge.aft.as_ref());
    aft.is_some_and(|aft| aft.crippled[section.index()])
}

/// The section that an upgrade of a huge ship belongs to. Everything on a ship with one card belongs to the fore section.
pub fn section_of_upgrade(state: &State, card: CardRef) -> Section {
    let aft = state.huge(card.ship).and_then(|huge| huge.aft.as_ref());
    match (card.slot, aft) {
        (Slot::Upgrade(i), Some(aft)) if i >= aft.upgrades_from => Section::Aft,
        _ => Section::Fore,
    }
}

/// The section that fires a weapon: the primary weapon is that of the fore section.
pub fn section_of_weapon(state: &State, weapon: Weapon) -> Section {
    match weapon {
        Weapon::Primary => Section::Fore,
        Weapon::Secondary(card) => section_of_upgrade(state, card),
    }
}

/// Whether a ship's lock counts against what it attacks: one on a huge ship only against the section that it lies on.
pub fn lock_counts(state: &State, id: ShipId, target: ShipId, section: Option<Section>) -> bool {
    match (state.huge(target), section) {
        (Some(huge), Some(section)) => huge.locked_by[section.index()] & id.bit() != 0,
        _ => true,
    }
}

/// A lock on a huge ship is placed beside one of its sections, which has to be in range.
pub fn place_lock(t: &mut Table, id: ShipId, target: ShipId) -> Play {
    if !t.state.ship(target).size.is_huge() {
        return Ok(());
    }
    let reach = total::<XWing>(&t.state, Quantity::LockReach(id), SECTIONS.into());
    let (from, to) = (t.state.ship(id), t.state.ship(target));
    let own = footprint(from.size, from.pose);
    let near = |section: Section| {
        // audit: same (<= to <) — within the tolerance, or just not
        closest(&own, &section_footprint(to, section)).distance <= SECTION * f64::from(reach) + RULER
    };
    let [fore, aft] = Section::BOTH.map(near);
    let owner = from.owner;
    let chosen =
        choose_section(t, owner, target, |section| if section == Section::Fore { fore } else { aft })?;
    if let (Some(section), Some(huge)) = (chosen, t.state.huge_mut(target)) {
        huge.locked_by[section.index()] |= id.bit();
    }
    Ok(())
}

/// The bit that marks a weapon as fired.
pub fn weapon_bit(weapon: Weapon) -> u32 {
    match weapon {
        Weapon::Secondary(CardRef { slot: Slot::Upgrade(i), .. }) => 2 << i,
        _ => 1,
    }
}

/// A huge ship fires each weapon once.
pub fn may_fire(state: &State, id: ShipId, weapon: Weapon) -> Result<(), Denial> {
    let fired = state.huge(id).is_some_and(|huge| huge.fired & weapon_bit(weapon) != 0);
    if fired { Err(FIRED_ALREADY) } else { Ok(()) }
}

/// A crippled section forbids some maneuvers.
pub fn may_set(state: &State, id: ShipId, maneuver: Maneuver) -> Result<(), Denial> {
    if !state.ship(id).size.is_huge() {
        return Ok(());
    }
    let forbids = |section: &Section| {
        is_crippled(state, id, *section) && card_of(state, id, *section).crippled.without.contains(&maneuver)
    };
    if Section::BOTH.iter().any(forbids) { Err(CRIPPLED_DRIVE) } else { Ok(()) }
}

/// The marks of the round are cleared: reinforce tokens go, weapons are ready again. Energy stays.
pub fn end_round(state: &mut State) {
    for huge in &mut state.huge {
        huge.reinforced = [false; 2];
        huge.fired = 0;
    }
}
