//! Lists that players paste: the project's own files, links of the Utopia fleet builder and squads of Space Dock.
//!
//! A list is accepted first and judged later. Whatever it has that this game does not know stays in it under the name
//! it came with, so that the check of the list names it; nothing is left out silently. Such a card is written as a kind and
//! a code (`crew:C999`), or as a kind and a name with the code in brackets (`captain:Khan Singh [2008]`).

use serde_json::{Map, Value};
use table::lobby::{ListUnit, ReadList};
use table::spelling::plain;
use table::{Fault, Text};

use crate::cards::{Faction, library};
use crate::lists::{self, numbered, pool};
use crate::lobby::list_of;

/// Codes of Space Dock for the cards that are built in. Other cards may have the same titles.
const SPACE_DOCK: [(&str, &str); 34] = [
    ("1001", "enterprise-d"),
    ("1002", "federation-starship"),
    ("1003", "khazara"),
    ("1004", "romulan-starship"),
    ("1005", "maht-ha"),
    ("1006", "klingon-starship"),
    ("2001", "picard"),
    ("2002", "riker"),
    ("2003", "federation-captain"),
    ("2004", "nudaq"),
    ("2005", "klingon-captain"),
    ("2006", "toreth"),
    ("2007", "romulan-captain"),
    ("3001", "engage"),
    ("3002", "worf"),
    ("3003", "obrien"),
    ("3004", "geordi"),
    ("3005", "data"),
    ("3006", "photon-torpedoes-federation"),
    ("3007", "antimatter-mines"),
    ("3008", "konmel"),
    ("3009", "klag"),
    ("3010", "photon-torpedoes-klingon"),
    ("3011", "tractor-beam"),
    ("3012", "advanced-weapon-system"),
    ("3013", "counter-attack"),
    ("3014", "nvek"),
    ("3015", "bochra"),
    ("3016", "plasma-torpedoes"),
    ("3017", "artificial-quantum-singularity"),
    ("3030", "mr-spock"),
    // The same cards once more, from the first expansions.
    ("3037", "plasma-torpedoes"),
    ("3052", "tractor-beam"),
    ("3119", "advanced-weapon-system"),
];

/// What fleet builders note down for themselves.
const BOOKKEEPING: [&str; 5] = ["uuid", "modified", "cost", "calculatedCost", "additionalPoints"];

/// Whether a text bears marks of squadrons that lists of no other game have: the keys of fleet builders or of our own.
pub fn has_marks(text: &str) -> bool {
    let keys = ["\"shipId\"", "\"shipTitle\"", "\"ship:"];
    let is_json = text.trim_start().starts_with(['{', '[']) && keys.iter().any(|key| text.contains(key));
    let is_own =
        text.contains("[[ship]]") && text.lines().any(|line| line.trim_start().starts_with("captain"));
    is_json || is_own || text.contains("utopia-staw")
}

fn fault(en: impl Into<String>, de: impl Into<String>) -> Vec<Fault> {
    vec![Fault::new("", None, en, de)]
}

fn fault_at(place: Text, en: impl Into<String>, de: impl Into<String>) -> Vec<Fault> {
    vec![Fault::new("", None, en, de).at(place)]
}

/// Reads lists in any of the forms. Only files of Space Dock hold several.
pub fn read(text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
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
    let is_array = || text.starts_with('[') && table::files::read_loose_json(text).is_ok();
    if text.starts_with('{') || is_array() {
        return read_json(text);
    }
    let is_own = |line: &str| line.contains('=') || line.trim_start().starts_with("[");
    if !text.lines().any(is_own) {
        return Err(no_list(text));
    }
    own_file(text)
}

/// What to paste instead of something that is no list at all.
fn no_list(text: &str) -> Vec<Fault> {
    let line: String = text.lines().next().unwrap_or_default().chars().take(60).collect();
    fault_at(
        numbered("line", "Zeile", 0),
        format!(
            "{line:?} is no squadron: paste a link of Utopia, a squadron of Space Dock, or TOML with one [[ship]] for each ship"
        ),
        format!(
            "„{line}“ ist kein Geschwader: füge einen Link von Utopia, ein Geschwader von Space Dock oder TOML mit je einem [[ship]] pro Schiff ein"
        ),
    )
}

fn own_file(text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
    let (fleet, agreed) = lists::read(text)?;
    let notes = lists::namesakes(text, &fleet);
    Ok(vec![ReadList { list: list_of(&fleet), agreed, notes }])
}

/// The code of a link: what follows its `#`, or a single word that can be nothing else.
fn link(text: &str) -> Option<&str> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    let is_code = |code: &str| base64(code).is_some_and(|json| json.trim_ascii_start().starts_with(b"{"));
    match text.rsplit_once('#') {
        Some((_, code)) => Some(code),
        None => (text.chars().all(is_base64) && is_code(text)).then_some(text),
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

fn read_json(text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
    let mut lists = Vec::new();
    for value in table::files::read_loose_jsons(text)? {
        lists.extend(read_value(value)?);
    }
    if lists.is_empty() {
        return Err(fault("there is no squadron in it", "es steht kein Geschwader darin"));
    }
    Ok(lists)
}

/// The squadrons of a document: one, a list of them, or a list under some key.
fn read_value(value: Value) -> Result<Vec<ReadList>, Vec<Fault>> {
    match value {
        Value::Object(object) if object.contains_key("ship") => own_file(&Value::Object(object).to_string()),
        Value::Object(mut object) if !object.contains_key("ships") => {
            let are_squadrons = |value: &Value| {
                let squadrons = value.as_array().filter(|squadrons| !squadrons.is_empty());
                squadrons.is_some_and(|all| all.iter().all(|one| one.get("ships").is_some()))
            };
            let key = object.iter().find(|(_, value)| are_squadrons(value)).map(|(key, _)| key.clone());
            let Some(squadrons) = key.and_then(|key| object.remove(&key)) else {
                return Ok(vec![read_squadron(&Value::Object(object))?]);
            };
            let mut lists = read_value(squadrons)?;
            let others = object.iter().filter(|(key, _)| !is_bookkeeping(key));
            let notes: Vec<Fault> = others.filter_map(|(key, value)| not_read(key, value)).collect();
            lists.iter_mut().for_each(|list| list.notes.extend(notes.iter().cloned()));
            Ok(lists)
        }
        Value::Array(squadrons) => squadrons.iter().map(read_squadron).collect(),
        other => Ok(vec![read_squadron(&other)?]),
    }
}

/// A squadron of Space Dock or of Utopia. Which of them, is told by the keys under which the ships stand.
fn read_squadron(value: &Value) -> Result<ReadList, Vec<Fault>> {
    let Some(Value::Array(ships)) = value.get("ships") else {
        return Err(fault(
            "there is neither \"ship\" nor \"ships\" in it",
            "weder \"ship\" noch \"ships\" steht darin",
        ));
    };
    let have = |key: &str| ships.iter().any(|ship| ship.get(key).is_some());
    let is_space_dock = have("shipId") || have("shipTitle") || !have("id");
    let mut read = ReadList::default();
    for (number, ship) in ships.iter().enumerate() {
        let Value::Object(ship) = ship else {
            return Err(fault_at(
                lists::place_of_ship(number),
                format!("{ship} is no ship"),
                format!("{ship} ist kein Schiff"),
            ));
        };
        let mut notes = Vec::new();
        let unit =
            if is_space_dock { space_dock_ship(ship, &mut notes) } else { utopia_ship(ship, &mut notes) };
        read.list.units.push(unit);
        read.notes.extend(notes.into_iter().map(|note| note.at(lists::place_of_ship(number))));
    }
    read.list.name = value.get("name").and_then(Value::as_str).unwrap_or_default().trim().to_string();
    let others = value.as_object().into_iter().flatten();
    for (key, value) in others.filter(|(key, _)| !["ships", "name"].contains(&&***key)) {
        match &**key {
            "notes" if value.as_str().is_some_and(|notes| notes.trim().is_empty()) => {}
            "notes" => drop(read.list.aside.insert(key.clone(), value.clone())),
            "resource" => read.list.units.extend(code_of(value).map(|code| card_unit(key, &code))),
            "additionalPoints" if value.as_f64().is_some_and(|points| points != 0.0) => {
                read.notes.push(Fault::new(
                    "",
                    None,
                    format!("{value} additional points of the file are not counted"),
                    format!("{value} zusätzliche Punkte der Datei werden nicht gezählt"),
                ));
            }
            key => {
                let mut cards = Vec::new();
                utopia_cards(key, value, &mut cards, &mut read.notes);
                read.list.units.extend(cards.into_iter().map(|card| ListUnit::new(card, Vec::new())));
            }
        }
    }
    Ok(read)
}

/// What fleet builders note down for themselves; it says nothing about the squadron.
fn is_bookkeeping(key: &str) -> bool {
    BOOKKEEPING.contains(&key)
}

/// The code of a card that stands there by its code alone.
fn code_of(value: &Value) -> Option<String> {
    match value {
        Value::String(code) if !code.trim().is_empty() => Some(code.trim().to_string()),
        Value::Number(code) => Some(code.to_string()),
        Value::Object(object) => object.get("id").and_then(Value::as_str).map(str::to_string),
        _ => None,
    }
}

/// A card that belongs to no ship.
fn card_unit(kind: &str, code: &str) -> ListUnit {
    let code = code.rsplit(':').next().unwrap_or(code);
    ListUnit::new(format!("{kind}:{code}"), Vec::new())
}

/// Our id for one of Utopia's, such as `ship:S207`; its own if the card is unknown.
fn utopia_id(id: &str) -> String {
    let known = pool::by_code(id).and_then(|card| card.id.clone());
    known.unwrap_or(id.to_string())
}

fn utopia_ship(ship: &Map<String, Value>, notes: &mut Vec<Fault>) -> ListUnit {
    let card = ship.get("id").and_then(Value::as_str).map(utopia_id).unwrap_or_default();
    let mut carries = Vec::new();
    // The captain first, as in all lists. A name only says again what the id says.
    let (captain, others): (Vec<_>, Vec<_>) = ship
        .iter()
        .filter(|(key, _)| !["id", "name"].contains(&&***key))
        .partition(|(key, _)| *key == "captain");
    for (key, value) in captain.into_iter().chain(others) {
        utopia_cards(key, value, &mut carries, notes);
    }
    ListUnit::new(card, carries)
}

/// Collects the ids of all cards in a part of a Utopia list, however deep; an empty object is an empty place. What is no card
/// is noted.
fn utopia_cards(key: &str, value: &Value, carries: &mut Vec<String>, notes: &mut Vec<Fault>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| utopia_cards(key, value, carries, notes)),
        Value::Object(object) => {
            if let Some(id) = object.get("id").and_then(Value::as_str) {
                carries.push(utopia_id(id));
            }
            // The name of a card only says again what its id says.
            let says = |key: &str, value: &Value| match key {
                "id" => !value.is_string(),
                "name" => !object.contains_key("id"),
                _ => true,
            };
            for (key, value) in object.iter().filter(|(key, value)| says(key, value)) {
                utopia_cards(key, value, carries, notes);
            }
        }
        _ if is_bookkeeping(key) => {}
        Value::String(id) if is_card_id(id) => carries.push(utopia_id(id)),
        _ => notes.extend(not_read(key, value)),
    }
}

/// Whether a word is written like the id of a card, `crew:C101`, or is the code of one.
fn is_card_id(word: &str) -> bool {
    let is_coded = |(kind, code): (&str, &str)| {
        let has_digit = code.bytes().any(|letter| letter.is_ascii_digit());
        !kind.is_empty()
            && has_digit
            && kind.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'-')
            && code.bytes().all(|letter| letter.is_ascii_alphanumeric())
    };
    pool::by_code(word).is_some() || word.split_once(':').is_some_and(is_coded)
}

fn space_dock_ship(ship: &Map<String, Value>, notes: &mut Vec<Fault>) -> ListUnit {
    let is_sideboard = ship.get("sideboard").and_then(Value::as_bool).unwrap_or_default();
    let card = if is_sideboard {
        "sideboard:".to_string()
    } else {
        space_dock_card("ship", ship, "shipTitle", "shipId")
    };
    let faction = library().ships.iter().find(|known| known.id == card).map(|known| known.faction);
    let mut carries = Vec::new();
    let mut add = |kind: &str, card: &Map<String, Value>| {
        if !card.is_empty() {
            let id = space_dock_card(kind, card, "upgradeTitle", "upgradeId");
            carries.push(by_title(&id, faction).unwrap_or(id));
            notes.extend(overridden(card));
        }
    };
    if let Some(Value::Object(captain)) = ship.get("captain") {
        add("captain", captain);
    }
    let upgrades = || ship.get("upgrades").and_then(Value::as_array).into_iter().flatten();
    upgrades().filter_map(Value::as_object).for_each(|upgrade| add("upgrade", upgrade));
    let is_card = |value: &Value| value.get("upgradeId").or(value.get("upgradeTitle")).is_some();
    for (key, value) in ship.iter().filter(|(key, _)| *key != "captain") {
        if let Some(card) = value.as_object().filter(|_| is_card(value)) {
            add(key, card);
        }
    }
    notes.extend(upgrades().filter(|card| !card.is_object()).filter_map(|card| not_read("upgrades", card)));
    for (key, value) in ship.iter().filter(|(_, value)| !is_card(value)) {
        match &**key {
            "shipId" | "shipTitle" | "captain" | "upgrades" | "sideboard" => {}
            "flagship" => carries.extend(code_of(value).map(|code| format!("flagship:{code}"))),
            key => utopia_cards(key, value, &mut carries, notes),
        }
    }
    ListUnit::new(by_title(&card, None).unwrap_or(card), carries)
}

/// A card of Space Dock: our id if its code tells, or else kind, title and code as they stand there.
fn space_dock_card(kind: &str, card: &Map<String, Value>, title: &str, code: &str) -> String {
    let word = |key: &str| card.get(key).and_then(code_of).unwrap_or_default();
    let (title, code) = (word(title), word(code));
    let known = SPACE_DOCK.iter().find(|(other, _)| *other == code);
    // Copies of a file may have lost their codes, not their titles.
    let is_it = |id: &str| title.is_empty() || names_of(id).any(|name| is_same_title(name, &title));
    match known.filter(|(_, id)| is_it(id)) {
        Some((_, id)) => id.to_string(),
        None if code.is_empty() => format!("{kind}:{title}"),
        None if title.is_empty() => format!("{kind}:{code}"),
        None => format!("{kind}:{title} [{code}]"),
    }
}

/// The English name of a card that is built in.
fn names_of(id: &str) -> impl Iterator<Item = &'static str> {
    let library = library();
    let ships = library.ships.iter().map(|card| (&*card.id, &*card.name.en));
    let captains = library.captains.iter().map(|card| (&*card.id, &*card.name.en));
    let upgrades = library.upgrades.iter().map(|card| (&*card.id, &*card.name.en));
    let id = id.to_string();
    ships.chain(captains).chain(upgrades).filter(move |(other, _)| *other == id).map(|(_, name)| name)
}

/// Whether a title is that of a card: generic captains are called `Federation Captain` there, and a name may have a remark.
fn is_same_title(name: &str, title: &str) -> bool {
    let short = name.split(" (").next().unwrap_or(name);
    let title = title.split(" (").next().unwrap_or(title);
    let (name, short, title) = (plain(name), plain(short), plain(title));
    name == title || short == title || format!("{short}captain") == title
}

/// A card by its title alone: one that is built in and has no namesake, or whose namesakes differ by their faction only.
fn by_title(written: &str, faction: Option<Faction>) -> Option<String> {
    let (kind, rest) = written.split_once(':')?;
    let (title, code) = rest.rsplit_once(" [").map_or((rest, ""), |(title, code)| (title, code));
    let library = library();
    let cards: Vec<(&str, &str, Faction)> = match kind {
        "ship" => library.ships.iter().map(|card| (&*card.id, &*card.name.en, card.faction)).collect(),
        "captain" => library.captains.iter().map(|card| (&*card.id, &*card.name.en, card.faction)).collect(),
        _ => library.upgrades.iter().map(|card| (&*card.id, &*card.name.en, card.faction)).collect(),
    };
    let is_generic = kind == "captain" && plain(title).ends_with("captain");
    let has_namesake = pool::by_name(title).any(|card| !card.is_built_in());
    // Codes there have four digits; one that is none tells nothing.
    let is_code = code.trim_end_matches(']').len() == 4;
    if is_code && has_namesake && !is_generic {
        return None;
    }
    let fitting: Vec<_> = cards.into_iter().filter(|(_, name, _)| is_same_title(name, title)).collect();
    let own = fitting.iter().find(|(.., other)| Some(*other) == faction);
    let only = fitting.first().filter(|_| fitting.len() == 1);
    own.or(only).map(|(id, ..)| id.to_string())
}

/// A cost that the players agreed on is none that this game knows.
fn overridden(card: &Map<String, Value>) -> Option<Fault> {
    let is_on = card.get("costIsOverridden").and_then(Value::as_bool).unwrap_or_default();
    let title = card.get("upgradeTitle").and_then(Value::as_str).unwrap_or_default();
    let cost = card.get("overriddenCost").unwrap_or(&Value::Null);
    is_on.then(|| {
        Fault::new(
            "",
            None,
            format!("the file gives {title} the cost {cost}; here it costs what the rules say"),
            format!("die Datei gibt {title} die Kosten {cost}; hier kostet die Karte, was die Regeln sagen"),
        )
    })
}

/// Says that something is no part of the squadron; nothing if it says nothing.
fn not_read(key: &str, value: &Value) -> Option<Fault> {
    let says_nothing = match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(word) => word.trim().is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(object) => object.is_empty(),
    };
    let value: String = value.to_string().chars().take(60).collect();
    let (en, de) = (format!("{key}: {value} is not read"), format!("{key}: {value} wird nicht gelesen"));
    (!says_nothing).then(|| Fault::new("", None, en, de))
}
