//! Places for upgrades: those of the upgrade bar, one modification and one title, and what cards give, take away or
//! change. Cards and places are matched so that as many cards as possible have theirs, whatever their order on the list.

use super::{Faults, Fitted, ICONS, ONE_EACH, RESTRICTED, german};
use crate::cards::{Library, UpgradeCard, UpgradeSlot};

/// A place for one upgrade icon.
struct Place<'a> {
    takes: Vec<UpgradeSlot>,
    /// What the upgrade may cost.
    most: Option<i16>,
    /// The only card that may have it.
    only: Option<&'a str>,
    /// The upgrade that gives it, which cannot take it itself.
    from: Option<usize>,
}

impl Place<'_> {
    fn plain(slot: UpgradeSlot) -> Self {
        Place { takes: vec![slot], most: None, only: None, from: None }
    }
    fn suits(&self, upgrade: usize, card: &UpgradeCard, slot: UpgradeSlot) -> bool {
        self.takes.contains(&slot)
            && self.from != Some(upgrade)
            && self.most.is_none_or(|most| card.points <= most)
            && self.only.is_none_or(|only| card.id == only)
    }
}

/// All places of a ship with what it has equipped.
fn places<'a>(library: &Library, ship: &Fitted<'a>) -> Vec<Place<'a>> {
    let mut places = bar(ship);
    for card in &ship.upgrades {
        for (held, others) in &card.holds {
            for place in places.iter_mut().filter(|place| place.takes.contains(held)) {
                place.takes.extend(others);
            }
        }
    }
    places.extend((0..modifications(ship)).map(|_| Place::plain(UpgradeSlot::Modification)));
    places.extend((0..titles(ship)).map(|_| Place::plain(UpgradeSlot::Title)));
    for (from, card) in ship.upgrades.iter().enumerate() {
        let from = Some(from);
        if let Some(most) = card.extra_modification
            && modifications(ship) > 0
        {
            places.push(Place { most: Some(most), from, ..Place::plain(UpgradeSlot::Modification) });
        }
        for id in &card.must_equip {
            let wanted = library.upgrades.iter().find(|other| other.id == *id);
            if let Some(wanted) = wanted {
                places.push(Place { only: Some(id), from, ..Place::plain(wanted.slot) });
            }
        }
    }
    places
}

/// The upgrade bar with what cards add to it and take away.
fn bar<'a>(ship: &Fitted<'a>) -> Vec<Place<'a>> {
    let mut places: Vec<Place> = ship.slots.iter().map(|slot| Place::plain(*slot)).collect();
    for (from, card) in ship.upgrades.iter().enumerate() {
        let from = Some(from);
        places.extend(card.gives.iter().map(|slot| Place { from, ..Place::plain(*slot) }));
        if !card.gives_one_of.is_empty() {
            let takes = card.gives_one_of.clone();
            places.push(Place { takes, most: None, only: None, from });
        }
    }
    for slot in ship.upgrades.iter().flat_map(|card| &card.loses) {
        if let Some(lost) = places.iter().position(|place| place.takes == [*slot]) {
            places.remove(lost);
        }
    }
    places
}

/// One, unless cards say otherwise; one that forbids them prevails.
fn modifications(ship: &Fitted) -> u8 {
    let said = || ship.upgrades.iter().filter_map(|card| card.modifications);
    if said().any(|most| most == 0) { 0 } else { said().max().unwrap_or(1) }
}

fn titles(ship: &Fitted) -> u8 {
    ship.upgrades.iter().filter_map(|card| card.titles).max().unwrap_or(1)
}

/// The slots that a card fills.
fn needs(card: &UpgradeCard) -> impl Iterator<Item = UpgradeSlot> + '_ {
    std::iter::once(card.slot).chain(card.also_takes.iter().copied())
}

/// The slot in which a place is missing, for each upgrade that has none or not all it needs.
fn without_place(library: &Library, ship: &Fitted) -> Vec<(usize, UpgradeSlot)> {
    let places = places(library, ship);
    let wanted: Vec<(usize, UpgradeSlot)> = ship
        .upgrades
        .iter()
        .enumerate()
        .flat_map(|(upgrade, card)| needs(card).map(move |slot| (upgrade, slot)))
        .collect();
    let mut taken: Vec<Option<usize>> = vec![None; places.len()];
    let mut missing: Vec<(usize, UpgradeSlot)> = Vec::new();
    for (number, (upgrade, slot)) in wanted.iter().enumerate() {
        let mut tried = vec![false; places.len()];
        let found = settle(number, &wanted, ship, &places, &mut taken, &mut tried);
        if !found && missing.iter().all(|(other, _)| other != upgrade) {
            missing.push((*upgrade, *slot));
        }
    }
    missing
}

/// Finds a place for a need, moving others to another place where that helps.
fn settle(
    need: usize,
    wanted: &[(usize, UpgradeSlot)],
    ship: &Fitted,
    places: &[Place],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    let (upgrade, slot) = wanted[need];
    for (number, place) in places.iter().enumerate() {
        if tried[number] || !place.suits(upgrade, ship.upgrades[upgrade], slot) {
            continue;
        }
        tried[number] = true;
        let is_free = match taken[number] {
            None => true,
            Some(other) => settle(other, wanted, ship, places, taken, tried),
        };
        if is_free {
            taken[number] = Some(need);
            return true;
        }
    }
    false
}

/// Every upgrade needs its place, and some ask for others.
pub(super) fn check(library: &Library, ship: &Fitted, faults: &mut Faults) {
    let (pilot, pilot_de) = (&ship.pilot.name.en, german(&ship.pilot.name));
    for (upgrade, slot) in without_place(library, ship) {
        let card = ship.upgrades[upgrade];
        let (name, name_de) = (&card.name.en, german(&card.name));
        let most = match slot {
            UpgradeSlot::Modification => modifications(ship),
            UpgradeSlot::Title => titles(ship),
            _ => {
                let icon = slot.name();
                faults.at(
                    ship.number,
                    ICONS,
                    format!("{name}: no {} icon is free in the upgrade bar of {pilot}", icon.en),
                    format!(
                        "{name_de}: in der Aufwertungsleiste von {pilot_de} ist kein Symbol „{}“ frei",
                        icon.de
                    ),
                );
                continue;
            }
        };
        let (kind, kind_de) = match slot {
            UpgradeSlot::Modification => ("modifications", "Modifikationen"),
            _ => ("titles", "Titel"),
        };
        faults.at(
            ship.number,
            ONE_EACH,
            format!("too many {kind}, {name} among them: {pilot} may have {most}"),
            format!("zu viele {kind_de}, darunter {name_de}: {pilot_de} darf {most} haben"),
        );
    }
    for (number, card) in ship.upgrades.iter().enumerate() {
        let (name, name_de) = (&card.name.en, german(&card.name));
        let bar = bar(ship);
        let others = |slot: UpgradeSlot| {
            bar.iter().any(|place| place.from != Some(number) && place.takes.contains(&slot))
        };
        for slot in card.needs_slots.iter().filter(|slot| !others(**slot)) {
            faults.at(
                ship.number,
                RESTRICTED,
                format!("{name} needs the icon {} in the upgrade bar", slot.name().en),
                format!("{name_de} braucht das Symbol „{}“ in der Aufwertungsleiste", slot.name().de),
            );
        }
        for slot in card.without_slot.iter().filter(|slot| others(**slot)) {
            faults.at(
                ship.number,
                RESTRICTED,
                format!("{name} is only for ships without the icon {}", slot.name().en),
                format!("{name_de} ist nur für Schiffe ohne das Symbol „{}“", slot.name().de),
            );
        }
    }
}
