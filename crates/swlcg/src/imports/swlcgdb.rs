//! Decks of swlcgdb: JSON that counts objective sets ("card blocks"). Blocks that say their printed number or name go by
//! that; a bare id is taken for the number of the set.

use serde_json::{Value, json};
use table::{Fault, Lang};

use super::{Entry, Reading, affiliation_named, counted, fault, set_named};
use crate::cards::library;
use crate::lists::DeckList;

/// The affiliation cards in the order in which that program numbers them is not known: a deck that gives a number alone
/// keeps it, so that the check says what to do.
pub fn from_value(value: &Value) -> Result<Reading, Vec<Fault>> {
    let Some(blocks) = value.get("card_blocks").and_then(Value::as_array) else {
        return Err(fault(
            "there is neither \"sets\" nor \"card_blocks\" in it",
            "weder \"sets\" noch \"card_blocks\" steht darin",
        ));
    };
    let mut reading = Reading { name: word(value, "name").unwrap_or_default(), ..Reading::default() };
    let affiliation = value.get("affiliation");
    let named = affiliation.and_then(|one| one.as_str().map(str::to_string).or_else(|| word(one, "name")));
    match (named, value.get("affiliation_id").and_then(number)) {
        (Some(name), _) => match affiliation_named(&name) {
            Some(id) => reading.add(Entry::Affiliation(id.to_string()), 1),
            None => reading.unknown(name),
        },
        (None, Some(id)) => match guessed_affiliation(blocks) {
            Some(affiliation) => reading.add(Entry::Affiliation(affiliation.to_string()), 1),
            None => reading.unknown(format!("affiliation_id {id}")),
        },
        (None, None) => {}
    }
    for block in blocks {
        let copies = block.get("quantity").and_then(number).unwrap_or(1);
        match set_of(block) {
            Some(set) => reading.add(Entry::Set(set), copies as usize),
            None => reading.unknown(block.to_string()),
        }
    }
    Ok(reading)
}

fn word(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(|word| word.trim().to_string()).filter(|word| !word.is_empty())
}

/// A number, also one in quotes.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

fn set_of(block: &Value) -> Option<u16> {
    let known = |key: &str| {
        let number = u16::try_from(block.get(key).and_then(number)?).ok()?;
        library().set(number).map(|set| set.number)
    };
    let named = || word(block, "name").and_then(|name| set_named(&name)).map(|set| set.number);
    known("block").or_else(named).or_else(|| known("id"))
}

/// The affiliation of most of the sets; a deck that gives only a number means that card as a rule.
fn guessed_affiliation(blocks: &[Value]) -> Option<&'static str> {
    let mut found: Vec<(&'static str, usize)> = Vec::new();
    for set in blocks.iter().filter_map(set_of).filter_map(|number| library().set(number)) {
        let Some(id) = affiliation_named(library().card(set.cards[0]).affiliation.id()) else { continue };
        match found.iter_mut().find(|(known, _)| *known == id) {
            Some((_, count)) => *count += 1,
            None => found.push((id, 1)),
        }
    }
    let most = found.iter().map(|(_, count)| *count).max()?;
    let mut first = found.iter().filter(|(_, count)| *count == most);
    first.next().filter(|_| first.next().is_none()).map(|(id, _)| *id)
}

pub fn write_swlcgdb(name: &str, deck: &DeckList) -> String {
    let blocks: Vec<Value> = counted(deck)
        .into_iter()
        .map(|(number, copies)| {
            let objective = library().set(number).map(|set| library().card(set.cards[0]).name.in_(Lang::En));
            json!({ "block": number, "name": objective, "quantity": copies })
        })
        .collect();
    let affiliation = deck.affiliation_card().map(|(_, card)| card.name.in_(Lang::En));
    let deck = json!({ "name": name, "affiliation": { "name": affiliation }, "card_blocks": blocks });
    format!("{deck:#}\n")
}
