//! The squadron exchange format XWS 1.0.0, with what older and newer versions and careless programs do differently.
//! Points are never believed. What the format leaves to others is kept and written again.

use serde_json::{Map, Value, json};
use table::{Fault, Text};

use super::meant::{fold_doubles, read_as};
use super::names::{self, Found, How, plain, prefer, slot_key, suffix};
use super::text::{MOST_SHIPS, MOST_UPGRADES, too_many_ships, too_many_upgrades};
use super::{Reading, fault, numbered};
use crate::cards::{Faction, PilotId, UpgradeId, library};
use crate::lists::{self, Squad, SquadShip, Terms};
use crate::options::DeckName;

const VERSION: &str = "1.0.0";
/// Where upgrades stand whose slot is unknown.
const UNKNOWN: &str = "unknown";
const SECTION: &str = "multisection_id";

/// The obstacle tokens that a list may name.
const OBSTACLES: [(&str, u8); 4] =
    [("coreasteroid", 6), ("core2asteroid", 6), ("yt2400debris", 3), ("vt49decimatordebris", 3)];

/// A squad with everything else that such a document says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Xws {
    pub squad: Squad,
    pub description: String,
    /// The obstacles that the player brings.
    pub obstacles: Vec<String>,
    pub deck: Option<DeckName>,
    /// Blocks of other programs and everything else without a meaning here.
    pub others: Map<String, Value>,
    /// The same for each ship.
    pub ships: Vec<Map<String, Value>>,
    /// What was odd.
    pub notes: Vec<Fault>,
}

/// What the format has beside the squad stands in the list under the keys of the format.
impl From<Xws> for Reading {
    fn from(xws: Xws) -> Reading {
        let mut aside = xws.others;
        if !xws.description.is_empty() {
            aside.insert("description".to_string(), json!(xws.description));
        }
        if !xws.obstacles.is_empty() {
            aside.insert("obstacles".to_string(), json!(xws.obstacles));
        }
        if let Some(deck) = xws.deck {
            aside.insert("damagedeck".to_string(), json!(deck_key(deck)));
        }
        Reading { squad: xws.squad, notes: xws.notes, aside, asides: xws.ships, ..Reading::default() }
    }
}

impl From<Squad> for Xws {
    fn from(squad: Squad) -> Xws {
        let ships = vec![Map::new(); squad.ships.len()];
        Xws { squad: squad.tidy(), ships, ..Xws::default() }
    }
}

// ---- reading ------------------------------------------------------------------------------------------------------------

/// Reads a document with a single squad.
pub fn read_xws(text: &str) -> Result<Xws, Vec<Fault>> {
    let mut squads = from_value(table::files::read_loose_json(text)?)?;
    match (squads.pop(), squads.is_empty()) {
        (Some(squad), true) => Ok(squad),
        _ => Err(fault("there is more than one squad in it", "es steht mehr als eine Staffel darin")),
    }
}

/// The squads of a document or of a container.
pub(super) fn from_value(value: Value) -> Result<Vec<Xws>, Vec<Fault>> {
    let squads = match value {
        Value::Object(mut object) => match object.remove("container") {
            Some(Value::Array(squads)) => squads,
            Some(other) => {
                return Err(vec![no("container", &other, "list of squads", "Liste von Staffeln")]);
            }
            None => return Ok(vec![read_squad(object)?]),
        },
        Value::Array(squads) => squads,
        other => return Err(vec![no("", &other, "squad", "Staffel")]),
    };
    if squads.is_empty() {
        return Err(fault("there is no squad in it", "es steht keine Staffel darin"));
    }
    let squad = |squad| match squad {
        Value::Object(object) => read_squad(object),
        other => Err(vec![no("", &other, "squad", "Staffel")]),
    };
    squads.into_iter().map(squad).collect()
}

fn read_squad(mut object: Map<String, Value>) -> Result<Xws, Vec<Fault>> {
    let mut odd = Vec::new();
    let misspelt = misspelt(&object, "pilots");
    let pilots = match object.remove("pilots").or_else(|| {
        misspelt.first().and_then(|key| {
            odd.push(read_key(key, "pilots"));
            object.remove(key)
        })
    }) {
        Some(Value::Array(pilots)) => pilots,
        // One pilot alone, or pilots under keys of their own.
        Some(Value::Object(one)) if one.contains_key("name") || one.contains_key("id") => vec![one.into()],
        Some(Value::Object(all)) if !all.is_empty() && all.values().all(Value::is_object) => {
            all.into_iter().map(|(_, pilot)| pilot).collect()
        }
        Some(other) => return Err(vec![no("pilots", &other, "list of pilots", "Liste von Piloten")]),
        None => return Err(fault("there is no \"pilots\" in it", "\"pilots\" kommt darin nicht vor")),
    };
    if pilots.len() > MOST_SHIPS {
        return Err(vec![too_many_ships(pilots.len())]);
    }
    let stated = word(&object, "faction").map(str::to_string);
    let faction = stated.as_deref().and_then(names::faction).map(Faction::side);
    let mut xws = Xws::default();
    let mut faults = Vec::new();
    for (number, pilot) in pilots.into_iter().enumerate() {
        match read_ship(number, pilot, faction) {
            Ok(ReadShip { ship, copies, others, notes }) => {
                xws.squad.ships.extend(std::iter::repeat_n(ship, copies));
                xws.ships.extend(std::iter::repeat_n(others, copies));
                xws.notes.extend(notes);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if xws.squad.ships.len() > MOST_SHIPS {
        faults.push(too_many_ships(xws.squad.ships.len()));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    xws.squad.name = take_word(&mut object, "name");
    xws.description = take_word(&mut object, "description");
    object.remove("points");
    object.remove("version");
    read_deck(&mut object, &mut xws);
    read_obstacles(&mut object, &mut xws)?;
    xws.others = object;
    xws.squad = xws.squad.tidy();
    judge_faction(stated, faction, &mut xws);
    let kept = xws.others.iter().filter(|(key, _)| !SQUAD_KEYS.contains(&&***key));
    odd.extend(kept.filter_map(|(key, value)| kept_aside(key, value)));
    xws.notes.extend(odd);
    pair_sections(&mut xws);
    Ok(xws)
}

/// Something that is not what it should be, at a key of the document.
fn no(place: &str, value: &Value, en: &str, de: &str) -> Fault {
    let value = shortened(value);
    Fault::new(place, None, format!("{value} is no {en}"), format!("{value} ist keine {de}"))
}

/// A value as a message can quote it.
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(60).chain("…".chars()).collect() }
}

fn word<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Value::as_str).filter(|word| !word.trim().is_empty())
}

/// Takes a text out of a document; anything else stays there.
fn take_word(object: &mut Map<String, Value>, key: &str) -> String {
    match object.remove(key) {
        Some(Value::String(word)) => word,
        Some(Value::Null) | None => String::new(),
        Some(other) => {
            object.insert(key.to_string(), other);
            String::new()
        }
    }
}

/// Keys of a squad and of a pilot that mean something, or that the format leaves to others.
const SQUAD_KEYS: [&str; 6] = ["faction", "name", "description", "damagedeck", "obstacles", "vendor"];
const PILOT_KEYS: [&str; 4] = [SECTION, "conditions", "condition", "vendor"];

/// How often a ship is there.
const COPIES: [&str; 6] = ["count", "quantity", "copies", "qty", "amount", "number"];

/// The keys that are meant for another: with a slip of the pen, another letter case, or without the plural.
fn misspelt(object: &Map<String, Value>, meant: &str) -> Vec<String> {
    let most = 2;
    let is_it = |key: &&String| {
        let bare = plain(key);
        *key != meant && table::spelling::distance(&bare, meant, most).is_some()
    };
    object.keys().filter(is_it).cloned().collect()
}

fn read_key(key: &str, meant: &str) -> Fault {
    let (en, de) = (format!("{key:?} is read as {meant:?}"), format!("„{key}“ wird als „{meant}“ gelesen"));
    Fault::new("", None, en, de)
}

/// Says that something is no part of the squad, although it is written again; nothing if it says nothing.
fn kept_aside(key: &str, value: &Value) -> Option<Fault> {
    let says_nothing = match value {
        Value::Null => true,
        Value::String(word) => word.trim().is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    };
    let (en, de) = (
        format!("{key:?} is kept, but not read: {}", shortened(value)),
        format!("„{key}“ bleibt erhalten, wird aber nicht gelesen: {}", shortened(value)),
    );
    (!says_nothing).then(|| Fault::new("", None, en, de))
}

/// Says that something beside an upgrade is left out.
fn not_kept(key: &str, value: &Value) -> Fault {
    let value = shortened(value);
    let (en, de) = (format!("{key:?} is not read: {value}"), format!("„{key}“ wird nicht gelesen: {value}"));
    Fault::new("", None, en, de)
}

/// A ship with what else its entry says, and how something odd in it was read.
struct ReadShip {
    ship: SquadShip,
    copies: usize,
    others: Map<String, Value>,
    notes: Vec<Fault>,
}

fn read_ship(number: usize, value: Value, faction: Option<Faction>) -> Result<ReadShip, Fault> {
    let place = || numbered("pilot", "Pilot", number);
    let value = match value {
        // A pilot by the name alone.
        Value::String(name) => json!({ "name": name }),
        other => other,
    };
    let Value::Object(mut object) = value else {
        let value = shortened(&value);
        return Err(Fault::new("", None, format!("{value} is no pilot"), format!("{value} ist kein Pilot"))
            .at(place()));
    };
    let names: Vec<String> =
        ["id", "name"].iter().filter_map(|key| word(&object, key)).map(str::to_string).collect();
    let Some(name) = names.first() else {
        return Err(Fault::new("", None, "the pilot has no name", "der Pilot hat keinen Namen").at(place()));
    };
    let ship = word(&object, "ship").map(str::to_string);
    let mut notes = Vec::new();
    let pilot = names.iter().find_map(|name| Some((name, find_pilot(name, ship.as_deref(), faction)?)));
    let pilot = match (pilot, &ship) {
        (Some((name, (pilot, how))), _) => {
            let card = library().pilot(pilot);
            notes.extend((how != How::Named).then(|| read_as(name, &card.name)));
            // Programs of the next edition write both: an id and the name for people.
            let others = names.iter().filter(|other| *other != name);
            let differ = others.filter(|other| !names::meant_pilots(other).ids.contains(&pilot));
            notes.extend(differ.map(|other| disagree(name, other)));
            card.id.clone()
        }
        (None, Some(ship)) => format!("{} ({})", name.trim(), ship.trim()),
        (None, None) => name.trim().to_string(),
    };
    let mut upgrades = Vec::new();
    let mut conditions = Vec::new();
    let mut given: Vec<Value> = object.remove("upgrades").into_iter().collect();
    for key in misspelt(&object, "upgrades") {
        notes.push(read_key(&key, "upgrades"));
        given.extend(object.remove(&key));
    }
    let copies = read_copies(&mut object, &mut notes);
    for given in given {
        match Some(given) {
            None | Some(Value::Null) => {}
            Some(Value::Object(slots)) => {
                for (key, cards) in slots {
                    let is_conditions = plain(&key).starts_with("condition");
                    let into = if is_conditions { &mut conditions } else { &mut upgrades };
                    read_slot(number, &key, cards, into, &mut notes)?;
                }
            }
            Some(Value::Array(cards)) => {
                read_slot(number, "", Value::Array(cards), &mut upgrades, &mut notes)?
            }
            Some(other) => {
                let value = shortened(&other);
                let (en, de) = (
                    format!("{value} is no list of upgrades"),
                    format!("{value} ist keine Liste von Aufwertungen"),
                );
                return Err(Fault::new("", None, en, de).at(place()));
            }
        }
    }
    for key in ["id", "name", "ship", "points"] {
        object.remove(key);
    }
    // Conditions come with the cards that assign them; nobody equips them.
    conditions.extend(upgrades.extract_if(.., |card| is_condition(card.as_str())));
    if let Some(Value::Array(others)) = object.get_mut("conditions") {
        others.extend(conditions.into_iter().map(Value::String));
    } else if !conditions.is_empty() {
        object.insert("conditions".to_string(), json!(conditions));
    }
    if upgrades.len() > MOST_UPGRADES {
        return Err(too_many_upgrades(upgrades.len()).at(place()));
    }
    let mut ship = SquadShip { pilot, upgrades };
    notes.extend(fold_doubles(&mut ship));
    let kept = object.iter().filter(|(key, _)| !PILOT_KEYS.contains(&&***key));
    notes.extend(kept.filter_map(|(key, value)| kept_aside(key, value)));
    let notes = notes.into_iter().map(|note| note.at(place())).collect();
    Ok(ReadShip { ship, copies, others: object, notes })
}

fn disagree(one: &str, other: &str) -> Fault {
    let (en, de) = (
        format!("{one:?} and {other:?} are two pilots; {one:?} is read"),
        format!("„{one}“ und „{other}“ sind zwei Piloten; gelesen wird „{one}“"),
    );
    Fault::new("", None, en, de)
}

/// How many ships an entry stands for. The format knows no such number, but people write one.
fn read_copies(object: &mut Map<String, Value>, notes: &mut Vec<Fault>) -> usize {
    let mut copies = 1;
    for key in COPIES {
        let number = match object.get(key) {
            Some(Value::String(number)) => number.trim().trim_matches(['x', 'X', '×']).parse().ok(),
            other => other.and_then(Value::as_u64),
        };
        let Some(number) = number.filter(|number| (1..=MOST_SHIPS as u64).contains(number)) else { continue };
        object.remove(key);
        copies = copies.max(number as usize);
        if number > 1 {
            let (en, de) = (
                format!("{key:?} is read as {number} such ships"),
                format!("„{key}“ wird als {number} solche Schiffe gelesen"),
            );
            notes.push(Fault::new("", None, en, de));
        }
    }
    copies
}

fn is_condition(card: &str) -> bool {
    library().find_upgrade(card).is_none() && names::is_condition(card)
}

/// The cards of one slot: a list, or a single one.
fn read_slot(
    number: usize,
    key: &str,
    cards: Value,
    upgrades: &mut Vec<String>,
    notes: &mut Vec<Fault>,
) -> Result<(), Fault> {
    let cards = match cards {
        Value::Array(cards) => cards,
        Value::Null => Vec::new(),
        one => vec![one],
    };
    for (place, card) in cards.into_iter().enumerate() {
        let name = match &card {
            Value::String(name) => Some(&**name),
            Value::Object(object) => {
                let known = ["id", "name", "points", "cost", "slot", "ship"];
                let others = object.iter().filter(|(key, _)| !known.contains(&&***key));
                notes.extend(others.map(|(key, value)| not_kept(key, value)));
                word(object, "id").or_else(|| word(object, "name"))
            }
            Value::Null => continue,
            _ => None,
        };
        match name.map(str::trim) {
            Some("") => {}
            Some(name) => match find_upgrade(name, key) {
                Some((card, how)) => {
                    let card = library().upgrade(card);
                    notes.extend((how != How::Named).then(|| read_as(name, &card.name)));
                    upgrades.push(card.id.clone());
                }
                None => upgrades.push(name.to_string()),
            },
            None => {
                let value = shortened(&card);
                let of = |pilot: &str, upgrade: &str| {
                    let key = if key.is_empty() { upgrade } else { key };
                    format!("{pilot} {}, {key} {}", number + 1, place + 1)
                };
                let place = Text { en: of("pilot", "upgrade"), de: of("Pilot", "Aufwertung") };
                let (en, de) = (format!("{value} is no upgrade"), format!("{value} ist keine Aufwertung"));
                return Err(Fault::new("", None, en, de).at(place));
            }
        }
    }
    Ok(())
}

/// The pilot of that name in that ship. A ship that is not known tells nothing.
fn find_pilot(name: &str, ship: Option<&str>, faction: Option<Faction>) -> Option<(PilotId, How)> {
    let library = library();
    let Found { ids: mut found, how } = names::meant_pilots(name);
    let kinds = ship.map(names::ships).unwrap_or_default();
    if !kinds.is_empty() {
        found.retain(|pilot| kinds.contains(&library.pilot(*pilot).kind));
    }
    prefer(&mut found, |pilot| Some(library.pilot(*pilot).faction.side()) == faction);
    prefer(&mut found, |pilot| library.pilot(*pilot).xws() == name.trim().to_lowercase());
    prefer(&mut found, |pilot| suffix(&library.pilot(*pilot).xws()).is_none());
    if found.len() == 1 { Some((found[0], how)) } else { None }
}

/// The upgrade of that name; of several that of the slot, such as the droid R2-D2 and the crew member.
fn find_upgrade(name: &str, key: &str) -> Option<(UpgradeId, How)> {
    let library = library();
    let slot = names::slot(key);
    let in_slot = |upgrade: &_| Some(library.upgrade(*upgrade).slot) == slot;
    let Found { ids: mut found, how } = names::meant_upgrades(name);
    if !found.iter().any(in_slot) {
        // An exact id of another slot may hide the card that is meant.
        let same_name = names::upgrades(&plain(name));
        let more = found.iter().flat_map(|other| names::upgrades(&library.upgrade(*other).name.en));
        let more: Vec<_> = same_name.into_iter().chain(more).filter(in_slot).collect();
        found.extend(more);
        found.dedup();
    }
    // A guess is worth nothing in another slot than the one that is named.
    if how != How::Named && slot.is_some() {
        found.retain(in_slot);
    }
    prefer(&mut found, in_slot);
    prefer(&mut found, |upgrade| library.upgrade(*upgrade).xws() == name.to_lowercase());
    prefer(&mut found, |upgrade| suffix(&library.upgrade(*upgrade).xws()).is_none());
    let sure = how == How::Named || found.len() == 1;
    found.first().filter(|_| sure).map(|upgrade| (*upgrade, how))
}

fn read_deck(object: &mut Map<String, Value>, xws: &mut Xws) {
    let Some(said) = word(object, "damagedeck") else { return };
    match &*plain(said) {
        "core" => xws.deck = Some(DeckName::Original),
        "core2" => xws.deck = Some(DeckName::Revised),
        _ => {
            let (en, de) = (
                format!("there is no damage deck {said:?}"),
                format!("es gibt keinen Schadenskartenstapel „{said}“"),
            );
            xws.notes.push(Fault::new("damagedeck", None, en, de));
            return;
        }
    }
    object.remove("damagedeck");
}

fn read_obstacles(object: &mut Map<String, Value>, xws: &mut Xws) -> Result<(), Vec<Fault>> {
    let tokens = match object.remove("obstacles") {
        None | Some(Value::Null) => return Ok(()),
        Some(Value::Array(tokens)) => tokens,
        Some(other) => {
            return Err(vec![no("obstacles", &other, "list of obstacles", "Liste von Hindernissen")]);
        }
    };
    for token in &tokens {
        let Some(name) = token.as_str() else {
            return Err(vec![no(
                "obstacles",
                token,
                "name of an obstacle",
                "Bezeichnung eines Hindernisses",
            )]);
        };
        // The sample of the format itself writes them with hyphens.
        let name = plain(name);
        let is_known = OBSTACLES.iter().any(|(kind, count)| {
            let number = name.strip_prefix(kind).and_then(|number| number.parse::<u8>().ok());
            number.is_some_and(|number| number < *count)
        });
        if !is_known {
            let (en, de) =
                (format!("there is no obstacle {name:?}"), format!("es gibt kein Hindernis „{name}“"));
            xws.notes.push(Fault::new("obstacles", None, en, de));
        }
        xws.obstacles.push(name);
    }
    let mut different = xws.obstacles.clone();
    different.sort();
    different.dedup();
    if !tokens.is_empty() && (tokens.len() != 3 || different.len() != 3) {
        xws.notes.push(Fault::new(
            "obstacles",
            Some("xwing.core.obstacle.shapes"),
            "a player brings three different obstacles",
            "ein Spieler bringt drei verschiedene Hindernisse mit",
        ));
    }
    Ok(())
}

/// A faction that the pilots do not fly for stays where it stands, and is told.
fn judge_faction(stated: Option<String>, faction: Option<Faction>, xws: &mut Xws) {
    let own = xws.squad.faction();
    if own.is_some() && faction == own {
        xws.others.remove("faction");
        return;
    }
    let Some(stated) = stated else { return };
    let (en, de) = match (faction, own) {
        (None, _) => {
            (format!("there is no faction {stated:?}"), format!("es gibt keine Fraktion „{stated}“"))
        }
        (_, None) => return,
        _ => (
            format!("the squad is called {stated:?}, but its pilots fly for another faction"),
            format!("die Staffel heißt {stated:?}, ihre Piloten fliegen aber für eine andere Fraktion"),
        ),
    };
    xws.notes.push(Fault::new("faction", Some("xwing.core.squad.faction"), en, de));
}

/// Sections of huge ships belong together in the order of the list; numbers that say otherwise are followed.
fn pair_sections(xws: &mut Xws) {
    let library = library();
    let kind = |ship: &SquadShip| {
        library.find_pilot(&ship.pilot).map(|pilot| library.ship(library.pilot(pilot).kind))
    };
    for fore in library.ships.iter().filter(|ship| ship.section.as_deref() == Some("fore")) {
        let places = |id: &str| -> Vec<usize> {
            let of = |place: &usize| kind(&xws.squad.ships[*place]).is_some_and(|kind| kind.id == *id);
            (0..xws.squad.ships.len()).filter(of).collect()
        };
        let (fores, afts) = (places(&fore.id), places(fore.other_section.as_deref().unwrap_or_default()));
        let number = |place: &usize| xws.ships[*place].get(SECTION).cloned();
        let numbers: Vec<Option<Value>> = fores.iter().map(number).collect();
        let rank = |place: &usize| {
            let own = number(place);
            own.and_then(|own| numbers.iter().position(|other| other.as_ref() == Some(&own)))
                .unwrap_or(usize::MAX)
        };
        let mut ordered = afts.clone();
        ordered.sort_by_key(rank);
        let moved: Vec<(SquadShip, Map<String, Value>)> = ordered
            .iter()
            .map(|place| (xws.squad.ships[*place].clone(), xws.ships[*place].clone()))
            .collect();
        for (place, (ship, others)) in afts.iter().zip(moved) {
            xws.squad.ships[*place] = ship;
            xws.ships[*place] = others;
        }
    }
}

// ---- writing ------------------------------------------------------------------------------------------------------------

/// Writes a document. Points are written for people; nobody has to believe them.
pub fn write_xws(xws: &Xws) -> String {
    let squad = &xws.squad;
    let report = lists::check_by(squad, Terms::standard(u16::MAX));
    let mut object = Map::new();
    object.insert("version".to_string(), json!(VERSION));
    object.insert("points".to_string(), json!(report.points));
    if let Some(faction) = squad.faction() {
        let faction = match faction {
            Faction::Rebel | Faction::Resistance => "rebel",
            Faction::Imperial | Faction::FirstOrder => "imperial",
            Faction::Scum => "scum",
        };
        object.insert("faction".to_string(), json!(faction));
    }
    for (key, text) in [("name", &squad.name), ("description", &xws.description)] {
        if !text.is_empty() {
            object.insert(key.to_string(), json!(text));
        }
    }
    if !xws.obstacles.is_empty() {
        object.insert("obstacles".to_string(), json!(xws.obstacles));
    }
    if let Some(deck) = xws.deck {
        object.insert("damagedeck".to_string(), json!(deck_key(deck)));
    }
    let mut pilots: Vec<Map<String, Value>> = squad.ships.iter().map(written_ship).collect();
    for (pilot, points) in pilots.iter_mut().zip(&report.ships) {
        pilot.insert("points".to_string(), json!(points));
    }
    for (pilot, others) in pilots.iter_mut().zip(&xws.ships) {
        let own = ["id", "name", "ship", "upgrades", "points"];
        let kept = others.iter().filter(|(key, _)| !own.contains(&&***key));
        pilot.extend(kept.map(|(key, value)| (key.clone(), value.clone())));
    }
    number_sections(squad, &mut pilots);
    object.insert("pilots".to_string(), json!(pilots));
    let kept =
        xws.others.iter().filter(|(key, _)| !["version", "points", "name", "pilots"].contains(&&***key));
    object.extend(kept.map(|(key, value)| (key.clone(), value.clone())));
    format!("{:#}", Value::Object(object))
}

fn deck_key(deck: DeckName) -> &'static str {
    match deck {
        DeckName::Original => "core",
        DeckName::Revised => "core2",
    }
}

fn written_ship(ship: &SquadShip) -> Map<String, Value> {
    let library = library();
    let mut pilot = Map::new();
    let (name, kind) = match library.find_pilot(&ship.pilot) {
        Some(card) => {
            let card = library.pilot(card);
            (card.xws(), Some(library.ship(card.kind).xws()))
        }
        None => match ship.pilot.strip_suffix(')').and_then(|pilot| pilot.rsplit_once(" (")) {
            Some((name, kind)) if !name.trim().is_empty() && !kind.trim().is_empty() => {
                (name.to_string(), Some(kind.to_string()))
            }
            _ => (ship.pilot.clone(), None),
        },
    };
    pilot.insert("name".to_string(), json!(name));
    if let Some(kind) = kind {
        pilot.insert("ship".to_string(), json!(kind));
    }
    let mut slots: Map<String, Value> = Map::new();
    for id in &ship.upgrades {
        let card = library.find_upgrade(id).map(|card| library.upgrade(card));
        let (key, name) = card.map_or((UNKNOWN, id.clone()), |card| (slot_key(card.slot), card.xws()));
        if let Value::Array(cards) = slots.entry(key).or_insert_with(|| json!([])) {
            cards.push(json!(name));
        }
    }
    if !slots.is_empty() {
        pilot.insert("upgrades".to_string(), Value::Object(slots));
    }
    pilot
}

/// Sections that belong together have the same number: the one that they came with, or else a free one.
fn number_sections(squad: &Squad, pilots: &mut [Map<String, Value>]) {
    let library = library();
    let section = |ship: &SquadShip| {
        let kind = library.pilot(library.find_pilot(&ship.pilot)?).kind;
        library.ship(kind).section.as_ref().map(|_| kind)
    };
    let taken: Vec<Value> = pilots.iter().filter_map(|pilot| pilot.get(SECTION).cloned()).collect();
    let mut counts = std::collections::HashMap::new();
    for (ship, pilot) in squad.ships.iter().zip(pilots) {
        let Some(kind) = section(ship).filter(|_| !pilot.contains_key(SECTION)) else { continue };
        let next: &mut u32 = counts.entry(kind).or_default();
        while taken.contains(&json!(*next)) {
            *next += 1;
        }
        pilot.insert(SECTION.to_string(), json!(*next));
        *next += 1;
    }
}
