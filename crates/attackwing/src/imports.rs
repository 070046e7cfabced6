//! Lists that players paste: the project's own files, links of the Utopia fleet builder and squads of Space Dock.
//!
//! A list is accepted first and judged later. Whatever it has that this game does not know stays in it under the name
//! it came with, so that the check of the list names it; nothing is left out silently.

use serde_json::{Map, Value};
use table::lobby::{List, ListUnit};
use table::{Fault, Text};

use crate::cards::{Faction, library};
use crate::lists;
use crate::lobby::list_of;

/// Ids of the fleet builder Utopia for the cards of the base set.
const UTOPIA: [(&str, &str); 30] = [
    ("S207", "enterprise-d"),
    ("S206", "federation-starship"),
    ("S203", "maht-ha"),
    ("S269", "klingon-starship"),
    ("S205", "khazara"),
    ("S204", "romulan-starship"),
    ("Cap906", "picard"),
    ("Cap646", "riker"),
    ("Cap534", "nudaq"),
    ("Cap723", "toreth"),
    ("Cap101", "federation-captain"),
    ("Cap102", "klingon-captain"),
    ("Cap103", "romulan-captain"),
    ("E132", "engage"),
    ("E131", "counter-attack"),
    ("C212", "worf"),
    ("C211", "obrien"),
    ("C210", "geordi"),
    ("C209", "data"),
    ("C208", "konmel"),
    ("C207", "klag"),
    ("C206", "nvek"),
    ("C205", "bochra"),
    ("W122", "photon-torpedoes-federation"),
    ("W121", "antimatter-mines"),
    ("W120", "photon-torpedoes-klingon"),
    ("W119", "plasma-torpedoes"),
    ("T100", "tractor-beam"),
    ("T250", "advanced-weapon-system"),
    ("T249", "artificial-quantum-singularity"),
];

fn fault(en: impl Into<String>, de: impl Into<String>) -> Vec<Fault> {
    vec![Fault::new("", None, en, de)]
}

fn fault_at(place: Text, en: impl Into<String>, de: impl Into<String>) -> Vec<Fault> {
    vec![Fault::new("", None, en, de).at(place)]
}

/// Reads a list in any of the forms.
pub fn read(text: &str) -> Result<List, Vec<Fault>> {
    let text = table::files::pasted(text)?;
    if let Some(code) = link(text) {
        let place = || Text { en: "link".to_string(), de: "Link".to_string() };
        let json = base64(code).ok_or_else(|| {
            fault_at(place(), "the part after # is not base64", "der Teil nach # ist kein Base64")
        })?;
        let json = String::from_utf8(json)
            .map_err(|_| fault_at(place(), "the link holds no text", "der Link enthält keinen Text"))?;
        return read_json(&json);
    }
    // A file of our own may begin with a bracket as well: `[[ship]]`.
    let is_array = || text.starts_with('[') && serde_json::from_str::<Value>(text).is_ok();
    if text.starts_with('{') || is_array() {
        return read_json(text);
    }
    lists::read(text).map(|(fleet, _)| list_of(&fleet))
}

/// The code of a link: what follows its `#`, or a single word that can be nothing else.
fn link(text: &str) -> Option<&str> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    match text.rsplit_once('#') {
        Some((_, code)) => Some(code),
        None => (text.len() >= 8 && text.chars().all(is_base64)).then_some(text),
    }
}

fn is_base64(c: char) -> bool {
    c.is_ascii_alphanumeric() || "+/-_=%".contains(c)
}

/// Decodes base64 of either alphabet, percent signs and all; `None` if there is anything else in it.
fn base64(code: &str) -> Option<Vec<u8>> {
    let code = code.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let mut bytes = Vec::with_capacity(code.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for c in code.trim_end_matches('=').bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}

fn read_json(text: &str) -> Result<List, Vec<Fault>> {
    let value: Value = table::files::read_json(text)?;
    let Value::Object(object) = value else {
        return Err(fault(
            "several squadrons in one file: paste one of them",
            "mehrere Geschwader in einer Datei: füge eines davon ein",
        ));
    };
    if object.contains_key("ship") {
        return lists::read(text).map(|(fleet, _)| list_of(&fleet));
    }
    let Some(Value::Array(ships)) = object.get("ships") else {
        return Err(fault(
            "there is neither \"ship\" nor \"ships\" in it",
            "weder \"ship\" noch \"ships\" steht darin",
        ));
    };
    let space_dock = ships.iter().any(|ship| ship.get("shipId").is_some() || ship.get("shipTitle").is_some());
    let mut units = Vec::new();
    for (number, ship) in ships.iter().enumerate() {
        match ship {
            Value::Object(ship) if space_dock => units.push(space_dock_ship(ship)),
            Value::Object(ship) => units.push(utopia_ship(ship)),
            other => {
                return Err(fault_at(
                    lists::place_of_ship(number),
                    format!("{other} is no ship"),
                    format!("{other} ist kein Schiff"),
                ));
            }
        }
    }
    let word = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default().trim();
    let (name, notes) = (word("name"), word("notes"));
    let name = if notes.is_empty() { name.to_string() } else { format!("{name} – {notes}") };
    for (key, value) in object.iter().filter(|(key, _)| !["ships", "name", "notes"].contains(&&***key)) {
        units.extend(leftovers(key, value).into_iter().map(|card| ListUnit { card, carries: Vec::new() }));
    }
    Ok(List { name, units })
}

/// Our id for one of Utopia's, such as `ship:S207`; its own if the card is unknown.
fn utopia_id(id: &str) -> String {
    let code = id.rsplit(':').next().unwrap_or(id);
    let known = UTOPIA.iter().find(|(other, _)| other.eq_ignore_ascii_case(code));
    known.map_or(id.to_string(), |(_, own)| own.to_string())
}

fn utopia_ship(ship: &Map<String, Value>) -> ListUnit {
    let card = ship.get("id").and_then(Value::as_str).map(utopia_id).unwrap_or_default();
    let mut carries = Vec::new();
    // The captain first, as in all lists.
    let (captain, others): (Vec<_>, Vec<_>) =
        ship.iter().filter(|(key, _)| *key != "id").partition(|(key, _)| *key == "captain");
    for (key, value) in captain.into_iter().chain(others) {
        utopia_cards(key, value, &mut carries);
    }
    ListUnit { card, carries }
}

/// Collects the ids of all cards in a part of a Utopia list, however deep; an empty object is an empty place.
fn utopia_cards(key: &str, value: &Value, carries: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| utopia_cards(key, value, carries)),
        Value::Object(object) => {
            if let Some(id) = object.get("id").and_then(Value::as_str) {
                carries.push(utopia_id(id));
            }
            for (key, value) in object.iter().filter(|(key, value)| *key != "id" || !value.is_string()) {
                utopia_cards(key, value, carries);
            }
        }
        _ => carries.extend(leftovers(key, value)),
    }
}

fn space_dock_ship(ship: &Map<String, Value>) -> ListUnit {
    let title = written(ship, "shipTitle", "shipId");
    let ships = library().ships.iter().map(|card| (&*card.id, &*card.name.en, card.faction));
    let card = by_name(ships, &title, None);
    let faction =
        library().ships.iter().find(|known| Some(&known.id) == card.as_ref()).map(|known| known.faction);
    let mut carries = Vec::new();
    if let Some(Value::Object(captain)) = ship.get("captain")
        && !captain.is_empty()
    {
        let title = written(captain, "upgradeTitle", "upgradeId");
        let captains = library().captains.iter().map(|card| (&*card.id, &*card.name.en, card.faction));
        carries.push(by_name(captains, &title, faction).unwrap_or(format!("captain {title}")));
        carries.extend(overridden(captain, &title));
    }
    let upgrades = ship.get("upgrades").and_then(Value::as_array).into_iter().flatten();
    for upgrade in upgrades.filter_map(Value::as_object).filter(|upgrade| !upgrade.is_empty()) {
        let title = written(upgrade, "upgradeTitle", "upgradeId");
        let cards = library().upgrades.iter().map(|card| (&*card.id, &*card.name.en, card.faction));
        carries.push(by_name(cards, &title, faction).unwrap_or_else(|| title.clone()));
        carries.extend(overridden(upgrade, &title));
    }
    let read = ["shipId", "shipTitle", "captain", "upgrades"];
    for (key, value) in ship.iter().filter(|(key, _)| !read.contains(&&***key)) {
        carries.extend(leftovers(key, value));
    }
    ListUnit { card: card.unwrap_or(title), carries }
}

/// The title of a card, or its number if it has none.
fn written(object: &Map<String, Value>, title: &str, id: &str) -> String {
    let word = |key: &str| object.get(key).and_then(Value::as_str).filter(|word| !word.trim().is_empty());
    word(title).or_else(|| word(id)).unwrap_or("?").trim().to_string()
}

/// A cost that the players agreed on is none that this game knows.
fn overridden(card: &Map<String, Value>, title: &str) -> Option<String> {
    let is_on = card.get("costIsOverridden").and_then(Value::as_bool).unwrap_or_default();
    is_on.then(|| format!("another cost for {title}: {}", card.get("overriddenCost").unwrap_or(&Value::Null)))
}

/// What is left of a list beyond ships and cards, in words; nothing if it says nothing.
fn leftovers(key: &str, value: &Value) -> Option<String> {
    let says_nothing = match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(word) => word.trim().is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(object) => object.is_empty(),
    };
    let said = match value {
        Value::String(word) => word.clone(),
        Value::Object(object) => {
            object.get("id").and_then(Value::as_str).map_or(value.to_string(), str::to_string)
        }
        other => other.to_string(),
    };
    (!says_nothing).then(|| format!("{key} {said}"))
}

/// The card with that name. Of several, such as the torpedoes of two factions, that of the ship's faction.
fn by_name<'a>(
    cards: impl Iterator<Item = (&'a str, &'a str, Faction)>,
    title: &str,
    faction: Option<Faction>,
) -> Option<String> {
    let plain = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let wanted = plain(title);
    let fits = |name: &str| {
        let short = name.split(" (").next().unwrap_or(name);
        plain(name) == wanted || plain(short) == wanted
    };
    let fitting: Vec<_> = cards.filter(|(_, name, _)| fits(name)).collect();
    let own = fitting.iter().find(|(.., other)| Some(*other) == faction);
    let only = fitting.first().filter(|_| fitting.len() == 1);
    own.or(only).map(|(id, ..)| id.to_string())
}
