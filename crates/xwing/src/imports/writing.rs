//! Squads as plain text, so that they can be read again: where several cards have one name, a remark tells which is meant.

use super::meant::{pilot_notes, upgrade_notes};
use super::names::{plain, suffix};
use crate::cards::{PilotCard, UpgradeCard, library};
use crate::lists::{self, Squad};

/// One ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)`.
pub fn write_text(squad: &Squad) -> String {
    write(squad, |pilot, upgrades| {
        let upgrades: String = upgrades.iter().map(|upgrade| format!(" + {upgrade}")).collect();
        format!("{pilot}{upgrades}")
    })
}

/// One ship per line: `Rey [Push the Limit, Finn] (61)`.
pub fn write_brackets(squad: &Squad) -> String {
    write(squad, |pilot, upgrades| {
        if upgrades.is_empty() { pilot.to_string() } else { format!("{pilot} [{}]", upgrades.join(", ")) }
    })
}

fn write(squad: &Squad, ship_line: impl Fn(&str, &[String]) -> String) -> String {
    let points = lists::check_by(squad, lists::Terms::standard(u16::MAX)).ships;
    let mut text = String::new();
    if !squad.name.trim().is_empty() {
        text += &format!("Name: {}\n", squad.name.replace(['\n', '\r'], " ").trim());
    }
    for (number, ship) in squad.ships.iter().enumerate() {
        let upgrades: Vec<String> = ship.upgrades.iter().map(|id| upgrade_name(id)).collect();
        let line = ship_line(&pilot_name(&ship.pilot), &upgrades);
        text += &format!("{line} ({})\n", points.get(number).unwrap_or(&0));
    }
    text
}

/// The name of a pilot, with a note if others have it too.
fn pilot_name(id: &str) -> String {
    let library = library();
    let Some(own) = library.find_pilot(id) else { return id.to_string() };
    let card = library.pilot(own);
    let others: Vec<&PilotCard> = library
        .pilots
        .iter()
        .filter(|other| other.id != card.id && plain(&other.name.en) == plain(&card.name.en))
        .collect();
    if others.is_empty() {
        return card.name.en.clone();
    }
    let notes = [
        library.ship(card.kind).name.en.clone(),
        card.faction.name().en.to_string(),
        format!("PS {}", card.skill),
    ];
    let tells = |note: &&String| others.iter().all(|other| !pilot_notes(other).contains(&plain(note)));
    // Where no single note does, all of them do.
    match notes.iter().find(tells) {
        Some(note) => format!("{} ({note})", card.name.en),
        None => format!("{} ({})", card.name.en, notes.join(") (")),
    }
}

/// The name of an upgrade, with a note if others have it too.
fn upgrade_name(id: &str) -> String {
    let library = library();
    let Some(own) = library.find_upgrade(id) else { return id.to_string() };
    let card = library.upgrade(own);
    let others: Vec<&UpgradeCard> = library
        .upgrades
        .iter()
        .filter(|other| other.id != card.id && plain(&other.name.en) == plain(&card.name.en))
        .collect();
    let slot = card.slot.name().en.to_string();
    let notes = [Some(slot), suffix(&card.xws()).map(str::to_string)];
    let tells = |note: &&String| others.iter().all(|other| !upgrade_notes(other).contains(&plain(note)));
    match notes.iter().flatten().find(tells) {
        Some(note) if !others.is_empty() => format!("{} ({note})", card.name.en),
        // Without a note the oldest card of that name is meant.
        _ => card.name.en.clone(),
    }
}
