//! Decks that players paste and copy: decks of OCTGN, decks of swlcgdb, plain text, and the project's own files.
//!
//! A deck is accepted first and judged later. Whatever it names that this game does not know stays in it under the name
//! it came with, so that the check of the deck names it; nothing is left out silently.

mod octgn;
mod swlcgdb;
mod text;

use serde::Deserialize;
use table::Fault;

use crate::cards::{CardType, Kind, ObjectiveSet, library};
use crate::lists::DeckList;

pub use octgn::write_octgn;
pub use swlcgdb::write_swlcgdb;
pub use text::write_text;

/// Longer texts are no decks.
const MOST: usize = 200_000;
/// More of anything is no deck either.
const MOST_COPIES: usize = 50;

/// More entries are not looked at.
const MOST_ENTRIES: usize = 500;

/// A deck as it was written down somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    pub name: String,
    pub entries: Vec<Entry>,
}

/// Something that a deck names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// An affiliation card, by its id.
    Affiliation(String),
    Set(u16),
    /// Something that nobody knows, in the words of the document.
    Unknown(String),
}

impl Reading {
    /// Nobody reads on after so many entries; that there were more is said.
    fn add(&mut self, entry: Entry, copies: usize) {
        let room = MOST_ENTRIES.saturating_sub(self.entries.len());
        self.entries.extend(std::iter::repeat_n(entry, copies.min(MOST_COPIES).min(room)));
        if room < copies.min(MOST_COPIES) && self.entries.len() == MOST_ENTRIES {
            self.entries.push(Entry::Unknown("…".to_string()));
        }
    }

    fn unknown(&mut self, words: impl Into<String>) {
        self.add(Entry::Unknown(words.into()), 1);
    }
}

fn fault(en: impl Into<String>, de: impl Into<String>) -> Vec<Fault> {
    vec![Fault::new("", None, en, de)]
}

/// A file of our own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnFile {
    #[serde(default)]
    name: String,
    affiliation: String,
    sets: Vec<u16>,
}

/// Reads a deck in any of the forms.
pub fn read(text: &str) -> Result<Reading, Vec<Fault>> {
    let text = text.trim().trim_start_matches('\u{feff}').trim_start();
    if text.is_empty() {
        return Err(fault("the list is empty", "die Liste ist leer"));
    }
    if text.len() > MOST {
        return Err(fault(
            format!("the text has more than {MOST} characters"),
            format!("der Text hat mehr als {MOST} Zeichen"),
        ));
    }
    if text.starts_with('<') {
        return octgn::read_octgn(text);
    }
    if text.starts_with('{') {
        let value: serde_json::Value = table::files::read_json(text)?;
        return if value.get("sets").is_some() { own_file(text) } else { swlcgdb::from_value(&value) };
    }
    if !text.contains(char::is_whitespace) && text.contains("://") {
        return Err(fault(
            "links to decks cannot be read: paste the deck itself as o8d, JSON or text",
            "Links zu Decks lassen sich nicht lesen: füge das Deck selbst als o8d, JSON oder Text ein",
        ));
    }
    let is_own =
        |line: &str| line.split('=').next().is_some_and(|key| key.trim() == "sets") && line.contains('=');
    if text.lines().any(is_own) {
        return own_file(text);
    }
    Ok(text::read_text(text))
}

fn own_file(text: &str) -> Result<Reading, Vec<Fault>> {
    let file: OwnFile = table::files::read(text)?;
    let sets = file.sets.into_iter().map(Entry::Set);
    let affiliation = std::iter::once(Entry::Affiliation(file.affiliation));
    Ok(Reading { name: file.name, entries: affiliation.chain(sets).collect() })
}

/// Letters and digits alone, so that spellings of a name can be compared.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_named(kind: Kind, wanted: &str) -> bool {
    let name = &library().card(kind).name;
    [table::Lang::En, table::Lang::De].into_iter().any(|lang| plain(name.in_(lang)) == wanted)
}

/// The affiliation card with that name or id.
fn affiliation_named(name: &str) -> Option<&'static str> {
    let wanted = plain(name);
    let mut cards = library().kinds().filter(|(_, card)| card.card_type == CardType::Affiliation);
    cards
        .find(|(kind, card)| plain(&card.id) == wanted || is_named(*kind, &wanted))
        .map(|(_, card)| &*card.id)
}

/// The set whose objective has that name; those of a side first if several have it.
fn set_named(name: &str) -> Option<&'static ObjectiveSet> {
    let wanted = plain(name);
    library().sets().iter().find(|set| is_named(set.cards[0], &wanted))
}

/// How often each set is in a deck, in the order in which they come first.
fn counted(deck: &DeckList) -> Vec<(u16, usize)> {
    let mut counted: Vec<(u16, usize)> = Vec::new();
    for number in &deck.sets {
        match counted.iter_mut().find(|(known, _)| known == number) {
            Some((_, copies)) => *copies += 1,
            None => counted.push((*number, 1)),
        }
    }
    counted
}
