//! Decks that players paste and copy: decks of OCTGN, decks of swlcgdb, plain text, and the project's own files.
//!
//! A deck is accepted first and judged later. Whatever it names that this game does not know stays in it under the name
//! it came with, so that the check of the deck names it; nothing is left out silently.

mod octgn;
mod swlcgdb;
mod text;

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use table::lobby::MOST_UNITS;
use table::spelling::{self, Spelt, loose, plain};
use table::{Fault, Lang, Text};

use crate::cards::{CardType, Kind, ObjectiveSet, library};
use crate::lists::DeckList;

pub use octgn::write_octgn;
pub use swlcgdb::write_swlcgdb;
pub use text::write_text;

/// More of anything is no deck either.
const MOST_COPIES: usize = 50;

/// More entries are not looked at. With the one that says so they are as many as a list may have.
const MOST_ENTRIES: usize = MOST_UNITS - 1;

/// A deck as it was written down somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    pub name: String,
    pub entries: Vec<Entry>,
    /// What was odd about the document although it could be read.
    pub notes: Vec<Fault>,
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
        if copies > MOST_COPIES {
            let place = match &entry {
                Entry::Affiliation(words) | Entry::Unknown(words) => words.clone(),
                Entry::Set(number) => format!("Set {number}"),
            };
            self.note(
                place,
                format!("is there {copies} times; only {MOST_COPIES} of them were read"),
                format!("ist {copies}-mal dabei; nur {MOST_COPIES} davon wurden gelesen"),
            );
        }
        let room = MOST_ENTRIES.saturating_sub(self.entries.len());
        self.entries.extend(std::iter::repeat_n(entry, copies.min(MOST_COPIES).min(room)));
        if room < copies.min(MOST_COPIES) && self.entries.len() == MOST_ENTRIES {
            self.entries.push(Entry::Unknown("…".to_string()));
        }
    }

    fn unknown(&mut self, words: impl Into<String>) {
        self.add(Entry::Unknown(words.into()), 1);
    }

    /// Nobody wants to read on after so many notes either.
    fn note(&mut self, place: impl Into<String>, en: impl Into<String>, de: impl Into<String>) {
        if self.notes.len() < MOST_COPIES {
            self.notes.push(Fault::new(place, None, en, de));
        }
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

/// Whether a text bears marks of decks that lists of no other game have: the keys of the site, or the id of the game at
/// OCTGN.
pub fn has_marks(text: &str) -> bool {
    text.contains("\"card_blocks\"") || text.contains(octgn::GAME) || text.contains("swlcgdb")
}

/// Reads the decks of a text: several if they have headings of their own.
pub fn read_all(text: &str) -> Result<Vec<Reading>, Vec<Fault>> {
    let parts = table::prose::several(text);
    let is_deck =
        |read: &Reading| read.entries.iter().filter(|entry| matches!(entry, Entry::Set(_))).count() > 0;
    let is_text = !text.starts_with(['{', '<']);
    if is_text && parts.len() > 1 {
        let decks: Vec<Reading> = parts.iter().map(|part| text::read_text(part)).collect();
        if decks.iter().filter(|deck| is_deck(deck)).count() > 1 {
            return Ok(decks);
        }
    }
    Ok(vec![read(text)?])
}

/// Reads a deck in any of the forms.
pub fn read(text: &str) -> Result<Reading, Vec<Fault>> {
    // A text may begin with a tag of a page, or with a name in such brackets.
    let is_file = || {
        let bare = table::prose::untagged(text);
        let bare = bare.trim_start();
        bare.is_empty() || bare.starts_with("<?") || bare.starts_with('<') && text.contains("</")
    };
    if text.starts_with('<') && is_file() {
        return octgn::read_octgn(text);
    }
    if text.starts_with('{') {
        let value = table::files::read_loose_json(text)?;
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
    Ok(Reading { name: file.name, entries: affiliation.chain(sets).collect(), notes: Vec::new() })
}

/// What names stand for, spelt plainly, and without what means nothing in them.
struct Names {
    affiliations: HashMap<String, &'static str>,
    sets: HashMap<String, &'static ObjectiveSet>,
}

fn names_of(kind: Kind) -> [&'static str; 2] {
    [Lang::En, Lang::De].map(|lang| library().card(kind).name.in_(lang))
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names { affiliations: HashMap::new(), sets: HashMap::new() };
    for (kind, card) in library().kinds().filter(|(_, card)| card.card_type == CardType::Affiliation) {
        for name in names_of(kind).into_iter().chain([&*card.id]) {
            names.affiliations.entry(loose(name)).or_insert(&card.id);
        }
    }
    // A name itself goes before one that merely sounds like it.
    for spell in [plain, loose] {
        for set in library().sets() {
            for name in names_of(set.cards[0]) {
                names.sets.entry(spell(name)).or_insert(set);
            }
        }
    }
    names
});

/// What players say instead of the names of affiliation cards, plainly spelt.
const SHORTHAND: [(&str, &str); 19] = [
    ("rebel", "rebel-alliance"),
    ("rebels", "rebel-alliance"),
    ("rebellen", "rebel-alliance"),
    ("imperial", "imperial-navy"),
    ("imperials", "imperial-navy"),
    ("imperium", "imperial-navy"),
    ("navy", "imperial-navy"),
    ("smuggler", "smugglers-and-spies"),
    ("smugglers", "smugglers-and-spies"),
    ("smugglersspies", "smugglers-and-spies"),
    ("spies", "smugglers-and-spies"),
    ("schmuggler", "smugglers-and-spies"),
    ("ss", "smugglers-and-spies"),
    ("scum", "scum-and-villainy"),
    ("scumvillainy", "scum-and-villainy"),
    ("sv", "scum-and-villainy"),
    ("abschaum", "scum-and-villainy"),
    ("jedis", "jedi"),
    ("siths", "sith"),
];

/// The affiliation card with that name or id, or what players call it.
fn affiliation_named(name: &str) -> Option<&'static str> {
    let short = || {
        let name = plain(name);
        SHORTHAND.iter().find(|(short, _)| *short == name).map(|(_, id)| *id)
    };
    NAMES.affiliations.get(&loose(name)).copied().or_else(short)
}

/// The first set whose objective has that name; `Yavin IV` is Yavin 4.
fn set_named(name: &str) -> Option<&'static ObjectiveSet> {
    let in_digits = || name.strip_suffix(" IV").map(|name| format!("{name} 4"));
    let named = |name: &str| NAMES.sets.get(&plain(name)).or_else(|| NAMES.sets.get(&loose(name))).copied();
    named(name).or_else(|| named(&in_digits()?))
}

/// The only set whose name is so few slips of the pen away.
fn slip_of_set(name: &str, most: usize) -> Option<&'static ObjectiveSet> {
    let wanted = plain(name);
    // A number is never a slip of the pen: it may say how many there are.
    let digits = |name: &str| -> String { name.chars().filter(char::is_ascii_digit).collect() };
    let own = digits(&wanted);
    // The names of the sets come first among all names, two for each.
    let slips = |place: usize| {
        let names = SPELT[2 * place..2 * place + 2].iter().map(|(spelt, _)| &*spelt.plain);
        let far =
            names.filter_map(|name| spelling::distance(&wanted, name, most).filter(|_| digits(name) == own));
        far.min()
    };
    let sets = library().sets().iter().enumerate().filter(|_| most > 0);
    let near = sets.filter_map(|(place, set)| Some((slips(place)?, set)));
    let mut near: Vec<(usize, &ObjectiveSet)> = near.collect();
    near.sort_by_key(|(slips, set)| (*slips, set.number));
    let title = |set: &ObjectiveSet| library().card(set.cards[0]).name.in_(Lang::En);
    match &*near {
        [(_, set)] => Some(*set),
        // Sets of one name are one.
        [(one, set), (other, next), ..] if one < other || title(set) == title(next) => Some(*set),
        _ => None,
    }
}

/// Whether a name is nearly that of a set or an affiliation card.
fn is_nearly_known(name: &str) -> bool {
    let wanted = plain(name);
    let most = (wanted.len() / 4).max(1);
    let is_near = |known: &String| spelling::distance(&wanted, known, most).is_some();
    wanted.len() > 3 && NAMES.sets.keys().chain(NAMES.affiliations.keys()).any(is_near)
}

/// The names of all sets and affiliation cards, prepared once for comparing.
static SPELT: LazyLock<Vec<(Spelt, Text)>> = LazyLock::new(|| {
    let sets = library().sets().iter().map(|set| set.cards[0]);
    let affiliations =
        library().kinds().filter(|(_, card)| card.card_type == CardType::Affiliation).map(|(kind, _)| kind);
    let spelt = |kind| {
        let [en, de] = names_of(kind);
        [en, de].map(|name| (Spelt::from(name), Text::new(en, de)))
    };
    sets.chain(affiliations).flat_map(spelt).collect()
});

/// The sets and affiliation cards whose names are nearest to one that none has.
pub(crate) fn near(name: &str) -> Vec<Text> {
    let near = spelling::nearest(text::name_alone(name), SPELT.iter().map(|(spelt, name)| (spelt, name)));
    near.into_iter().cloned().collect()
}

/// The names of all cards that stand in sets, prepared once for comparing.
static CARDS: LazyLock<Vec<(Spelt, Text)>> = LazyLock::new(|| {
    let cards = library().sets().iter().flat_map(|set| set.cards.iter().copied());
    let spelt = |kind| {
        let [en, de] = names_of(kind);
        [en, de].map(|name| (Spelt::from(name), Text::new(en, de)))
    };
    cards.flat_map(spelt).collect()
});

/// The single cards whose names are nearest to one that none has.
pub(crate) fn near_cards(name: &str) -> Vec<Text> {
    let near = spelling::nearest(name, CARDS.iter().map(|(spelt, name)| (spelt, name)));
    near.into_iter().cloned().collect()
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
