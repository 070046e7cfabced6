//! Decks of swlcgdb: JSON with the number of an affiliation card (`affiliation_id`) and of objective sets ("card blocks",
//! `id`), each with its quantity. What that site shows of a deck says names and printed numbers as well, and those go
//! first: its numbers alone are those of a database that it keeps to itself. Decks are written with both.

use serde_json::{Value, json};
use table::{Fault, Lang};

use super::{Entry, Reading, affiliation_named, counted, fault, set_named};
use crate::cards::library;
use crate::lists::{DeckList, SETS_WITHOUT_DATA};

/// The affiliation cards in the order of their numbers here, from 1: the plain ones as that site lists them, then the others
/// as OCTGN counts them.
const AFFILIATIONS: [&str; 18] = [
    "jedi",
    "rebel-alliance",
    "smugglers-and-spies",
    "imperial-navy",
    "sith",
    "scum-and-villainy",
    "guardians-of-justice",
    "no-questions-asked",
    "fighters-for-freedom",
    "information-network",
    "desperate-allies",
    "mercenary-contacts",
    "galactic-enforcers",
    "expendable-allies",
    "dark-masters",
    "any-methods-necessary",
    "promise-of-power",
    "imperial-contractors",
];

/// What that site says of a deck that is no part of the deck.
const ASIDE: [&str; 9] = [
    "id",
    "user",
    "name",
    "affiliation",
    "affiliation_id",
    "card_blocks",
    "cards",
    "created_at",
    "updated_at",
];

pub fn from_value(value: &Value) -> Result<Reading, Vec<Fault>> {
    let Some(blocks) = value.get("card_blocks").and_then(Value::as_array) else {
        return Err(fault(
            "there is neither \"sets\" nor \"card_blocks\" in it",
            "weder \"sets\" noch \"card_blocks\" steht darin",
        ));
    };
    let mut reading = Reading { name: word(value, "name").unwrap_or_default(), ..Reading::default() };
    for key in value.as_object().into_iter().flat_map(|keys| keys.keys()) {
        if !ASIDE.contains(&&**key) {
            reading.note(key, "is not read", "wird nicht gelesen");
        }
    }
    read_affiliation(value, &mut reading);
    let mut by_id = false;
    for (place, block) in blocks.iter().enumerate() {
        by_id |= read_block(place, block, &mut reading);
    }
    if by_id {
        reading.note(
            "card_blocks",
            "an id alone is read as the number of an objective set; swlcgdb does not publish its own ids",
            "eine id allein wird als Nummer eines Einsatzsets gelesen; swlcgdb veröffentlicht seine eigenen ids nicht",
        );
    }
    Ok(reading)
}

fn read_affiliation(value: &Value, reading: &mut Reading) {
    let given = value.get("affiliation");
    let named = given.and_then(|one| one.as_str().map(str::to_string).or_else(|| word(one, "name")));
    let id = value.get("affiliation_id").or_else(|| given?.get("id")).filter(|id| !id.is_null());
    let of_id =
        id.and_then(number).and_then(|id| AFFILIATIONS.get(usize::try_from(id).ok()?.checked_sub(1)?));
    match (named, id) {
        (Some(name), id) => {
            match affiliation_named(&name) {
                Some(card) => reading.add(Entry::Affiliation(card.to_string()), 1),
                None => reading.unknown(name.clone()),
            }
            let other = of_id.is_none_or(|card| affiliation_named(&name) != Some(card));
            if value.get("affiliation_id").is_some()
                && other
                && let Some(id) = id
            {
                reading.note(
                    format!("affiliation_id {id}"),
                    format!("is not looked at, as the deck names {name}"),
                    format!("bleibt unbeachtet, weil das Deck {name} nennt"),
                );
            }
        }
        (None, Some(id)) => match of_id.and_then(|card| library().find(card)) {
            Some((_, card)) => {
                reading.add(Entry::Affiliation(card.id.clone()), 1);
                let (en, de) = (card.name.in_(Lang::En), card.name.in_(Lang::De));
                reading.note(
                    format!("affiliation_id {id}"),
                    format!("is read as {en}; swlcgdb does not publish its own ids"),
                    format!("wird als {de} gelesen; swlcgdb veröffentlicht seine eigenen ids nicht"),
                );
            }
            None => reading.unknown(format!("affiliation_id {id}")),
        },
        (None, None) => {}
    }
}

/// Reads a block; whether its id alone says which set it is.
fn read_block(place: usize, block: &Value, reading: &mut Reading) -> bool {
    let here = format!("card_blocks[{place}]");
    let printed = block.get("block").map(|block| number(block).and_then(numbered));
    let named = word(block, "name").map(|name| set_named(&name).map(|set| set.number));
    let by_id = printed.is_none() && named.is_none();
    let id = block.get("id").and_then(number).and_then(numbered).filter(|_| by_id);
    let Some(set) = printed.flatten().or(named.flatten()).or(id) else {
        reading.unknown(block.to_string());
        return false;
    };
    let title = format!(
        "{} (Set {set})",
        library().set(set).map_or("", |set| library().card(set.cards[0]).name.in_(Lang::En))
    );
    if let (Some(Some(printed)), Some(named)) = (printed, named)
        && named.is_none_or(|named| title_of(named) != title_of(printed))
    {
        reading.note(
            &here,
            format!("block and name are of different sets; read as {title}"),
            format!("block und name gehören zu verschiedenen Sets; gelesen als {title}"),
        );
    } else if printed == Some(None) {
        reading.note(
            &here,
            format!("there is no such block; read as {title}"),
            format!("einen solchen block gibt es nicht; gelesen als {title}"),
        );
    }
    match block.get("quantity") {
        None => {
            reading.add(Entry::Set(set), 1);
            reading.note(
                &here,
                format!("says no quantity; {title} is read once"),
                format!("nennt keine quantity; {title} wird einmal gelesen"),
            );
        }
        Some(quantity) => match number(quantity) {
            Some(0) => reading.note(
                &here,
                format!("has the quantity 0; {title} is not in the deck"),
                format!("hat die quantity 0; {title} gehört nicht zum Deck"),
            ),
            Some(copies) => reading.add(Entry::Set(set), usize::try_from(copies).unwrap_or(usize::MAX)),
            None => reading.unknown(format!("× {quantity} · {title}")),
        },
    }
    by_id
}

fn word(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(|word| word.trim().to_string()).filter(|word| !word.is_empty())
}

/// A number, also one in quotes.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// The number of a set that there is.
fn numbered(number: u64) -> Option<u16> {
    let number = u16::try_from(number).ok()?;
    (library().set(number).is_some() || SETS_WITHOUT_DATA.contains(&number)).then_some(number)
}

/// What the objective of a set is called; several sets may share it.
fn title_of(number: u16) -> Option<&'static str> {
    library().set(number).map(|set| library().card(set.cards[0]).name.in_(Lang::En))
}

pub fn write_swlcgdb(name: &str, deck: &DeckList) -> String {
    let block = |(number, copies): (u16, usize)| json!({ "id": number, "block": number, "name": title_of(number), "quantity": copies });
    let blocks: Vec<Value> = counted(deck).into_iter().map(block).collect();
    let number = AFFILIATIONS.iter().position(|id| *id == deck.affiliation).map(|place| place + 1);
    let affiliation = deck.affiliation_card().map(|(_, card)| card.name.in_(Lang::En));
    let deck = json!({
        "name": name,
        "affiliation_id": number,
        "affiliation": { "name": affiliation },
        "card_blocks": blocks,
    });
    format!("{deck:#}\n")
}
