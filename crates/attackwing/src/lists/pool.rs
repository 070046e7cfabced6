//! Every card of the game by name, so that one that is not built in can be told from one that does not exist.
//!
//! Names, kinds, factions and products (`data/pool.toml`); nothing here says what a card does. What can be played with
//! are the cards of [`crate::cards::library`]: a card of the pool that is among them has their id.

use std::sync::OnceLock;

use rulebook::{Text, Words};
use serde::Deserialize;
use table::spelling::plain;

/// What kind of card it is, expansions included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolKind {
    Ship,
    Captain,
    Admiral,
    Ambassador,
    Talent,
    Crew,
    Weapon,
    Tech,
    Borg,
    Squadron,
    /// An upgrade that takes a place of more than one kind, or none.
    Special,
    Resource,
    Flagship,
    FleetCaptain,
    Officer,
}

impl PoolKind {
    /// Whether it is one of the cards that ships carry beside their captains.
    fn is_upgrade(self) -> bool {
        use PoolKind::*;
        matches!(self, Talent | Crew | Weapon | Tech | Borg | Squadron | Special | Officer)
    }

    pub fn name(self) -> Words {
        let (en, de) = match self {
            PoolKind::Ship => ("Ship", "Schiff"),
            PoolKind::Captain => ("Captain", "Captain"),
            PoolKind::Admiral => ("Admiral", "Admiral"),
            PoolKind::Ambassador => ("Ambassador", "Botschafter"),
            PoolKind::Talent => ("Elite Talent", "Sonderfähigkeit"),
            PoolKind::Crew => ("Crew", "Crew"),
            PoolKind::Weapon => ("Weapon", "Waffe"),
            PoolKind::Tech => ("Tech", "Technik"),
            PoolKind::Borg => ("Borg", "Borg"),
            PoolKind::Squadron => ("Squadron", "Jägerstaffel"),
            PoolKind::Special => ("Special Upgrade", "Besondere Aufwertung"),
            PoolKind::Resource => ("Resource", "Ressource"),
            PoolKind::Flagship => ("Flagship", "Flaggschiff"),
            PoolKind::FleetCaptain => ("Fleet Captain", "Flottencaptain"),
            PoolKind::Officer => ("Officer", "Offizier"),
        };
        Words { en, de }
    }
}

/// A card of the pool. The same name with other values or another text is another card.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolCard {
    pub kind: PoolKind,
    /// The English name; of most cards nobody has printed another.
    pub name: String,
    #[serde(default)]
    pub factions: Vec<String>,
    /// The class of a ship.
    #[serde(default)]
    pub class: String,
    /// Squadron points of a card that is not built in.
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub unique: bool,
    /// Under which fleet builders know it.
    pub codes: Vec<String>,
    /// The products it came in.
    pub sets: Vec<String>,
    /// Its id among the cards that are built in.
    pub id: Option<String>,
}

impl PoolCard {
    /// What it belongs to, in words: all factions if it belongs to several.
    pub fn belongs_to(&self) -> Text {
        let names: Vec<Words> = self.factions.iter().map(|id| faction_name(id)).collect();
        let joined = |pick: fn(&Words) -> &'static str| names.iter().map(pick).collect::<Vec<_>>().join(", ");
        Text { en: joined(|words| words.en), de: joined(|words| words.de) }
    }

    pub fn is_built_in(&self) -> bool {
        self.id.is_some()
    }

    /// Why it cannot be played with.
    pub fn gap(&self) -> Text {
        let (kind, name) = (self.kind.name(), &self.name);
        Text {
            en: format!("{name} ({}) is known but not built in yet", kind.en),
            de: format!("{name} ({}) ist bekannt, aber noch nicht eingebaut", kind.de),
        }
    }
}

/// The names of all factions, those of the expansions included.
const FACTIONS: [(&str, &str, &str); 14] = [
    ("federation", "Federation", "Föderation"),
    ("klingon", "Klingon", "Klingonen"),
    ("romulan", "Romulan", "Romulaner"),
    ("dominion", "Dominion", "Dominion"),
    ("independent", "Independent", "Unabhängige"),
    ("borg", "Borg", "Borg"),
    ("mirror-universe", "Mirror Universe", "Spiegeluniversum"),
    ("ferengi", "Ferengi", "Ferengi"),
    ("vulcan", "Vulcan", "Vulkanier"),
    ("bajoran", "Bajoran", "Bajoraner"),
    ("xindi", "Xindi", "Xindi"),
    ("kazon", "Kazon", "Kazon"),
    ("species-8472", "Species 8472", "Spezies 8472"),
    ("q-continuum", "Q Continuum", "Q-Kontinuum"),
];

fn faction_name(id: &str) -> Words {
    let known = FACTIONS.iter().find(|(other, ..)| *other == id);
    known.map(|&(_, en, de)| Words { en, de }).expect("the factions of the pool are tested")
}

pub fn pool() -> &'static [PoolCard] {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        card: Vec<PoolCard>,
    }
    static POOL: OnceLock<Vec<PoolCard>> = OnceLock::new();
    POOL.get_or_init(|| {
        let file = include_str!("../../data/pool.toml");
        toml::from_str::<File>(file).expect("the pool is tested").card
    })
}

/// The card with that code of a fleet builder: `S207`, also written `ship:S207`.
pub fn by_code(code: &str) -> Option<&'static PoolCard> {
    let code = code.rsplit(':').next().unwrap_or(code);
    pool().iter().find(|card| card.codes.iter().any(|other| other.eq_ignore_ascii_case(code)))
}

/// The cards of that name, however it is punctuated. Generic captains are called after their faction alone, or `Captain`
/// besides.
pub fn by_name(name: &str) -> impl Iterator<Item = &'static PoolCard> {
    let wanted = plain(name);
    let generic = wanted.strip_suffix("captain").map(str::to_string);
    let is_meant = move |card: &PoolCard, own: &String| {
        let is_generic = card.kind == PoolKind::Captain && generic.as_ref() == Some(own);
        !wanted.is_empty() && (*own == wanted || is_generic)
    };
    let named = pool().iter().zip(plain_names());
    named.filter(move |(card, own)| is_meant(card, own)).map(|(card, _)| card)
}

/// The names of all cards as they are compared, prepared once.
fn plain_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| pool().iter().map(|card| plain(&card.name)).collect())
}

/// The card that somebody means with a code or a name, if it is none of those that are built in.
pub fn not_built_in(written: &str) -> Option<&'static PoolCard> {
    let coded = code(written).is_some();
    match by_code(written) {
        Some(card) => Some(card).filter(|card| !card.is_built_in()),
        // A code that is none of the built-in cards' means a namesake.
        None if coded => of_kind(written, by_name(bare(written)).filter(|card| !card.is_built_in())),
        None => {
            // A namesake of another kind is another card.
            let marked = is_marked(written);
            let named = || by_name(bare(written)).filter(|card| !marked || fits_kind(written, card));
            named().all(|card| !card.is_built_in()).then(|| of_kind(written, named())).flatten()
        }
    }
}

/// Of cards of one name the one of the kind that stands before the name, or else the first.
fn of_kind(written: &str, cards: impl Iterator<Item = &'static PoolCard>) -> Option<&'static PoolCard> {
    let cards: Vec<&PoolCard> = cards.collect();
    cards.iter().find(|card| fits_kind(written, card)).or(cards.first()).copied()
}

/// Whether a card is of the kind that stands before a name.
fn fits_kind(written: &str, card: &PoolCard) -> bool {
    match written.split_once(':').map_or("", |(kind, _)| kind) {
        "upgrade" => card.kind.is_upgrade(),
        kind => plain(card.kind.name().en) == kind,
    }
}

/// Whether an upgrade of that name is known and not built in.
pub fn is_upgrade(name: &str) -> bool {
    by_name(name).any(|card| card.kind.is_upgrade() && !card.is_built_in())
}

/// How many ships of that name there are that are not built in.
pub fn ships_called(name: &str) -> usize {
    by_name(name).filter(|card| card.kind == PoolKind::Ship && !card.is_built_in()).count()
}

/// The name alone of `captain:Khan Singh [2008]`.
pub fn bare(written: &str) -> &str {
    let name = written.split_once(':').filter(|(kind, _)| is_kind(kind)).map_or(written, |(_, name)| name);
    name.rsplit_once(" [").map_or(name, |(name, _)| name)
}

/// The code of another fleet builder behind a name.
fn code(written: &str) -> Option<&str> {
    written.rsplit_once(" [")?.1.strip_suffix(']')
}

fn is_kind(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase())
}

/// Whether it is written what kind of card it is, as in `captain:Khan Singh [2008]`.
pub fn is_marked(written: &str) -> bool {
    written.split_once(':').is_some_and(|(kind, _)| is_kind(kind))
}

/// Whether what is written stands for a captain that is not built in, and for nothing else.
pub fn is_captain(written: &str) -> bool {
    let named = || by_name(bare(written));
    named().next().is_some() && named().all(|card| card.kind == PoolKind::Captain && !card.is_built_in())
}

/// Whether what is written stands for a ship rather than for something beside the ships.
pub fn is_ship(written: &str) -> bool {
    let is_named = || by_name(bare(written)).any(|card| card.kind == PoolKind::Ship);
    written.starts_with("ship:") || is_named()
}

/// What fleet builders have beside the cards of the game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Aid {
    name: String,
    codes: Vec<String>,
}

fn aids() -> &'static [Aid] {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        aid: Vec<Aid>,
    }
    static AIDS: OnceLock<Vec<Aid>> = OnceLock::new();
    AIDS.get_or_init(|| {
        let file = include_str!("../../data/aids.toml");
        toml::from_str::<File>(file).expect("the aids are tested").aid
    })
}

/// The aid with that code, written as those of cards are.
fn aid(written: &str) -> Option<&'static Aid> {
    let code = written.rsplit(':').next().unwrap_or(written);
    aids().iter().find(|aid| aid.codes.iter().any(|other| other.eq_ignore_ascii_case(code)))
}

/// Where something stands that belongs to no ship, such as a resource.
pub fn place_beside(written: &str) -> Option<Text> {
    let of_kind = |kind: PoolKind| {
        let Words { en, de } = kind.name();
        Text::new(en.to_lowercase(), de)
    };
    match not_built_in(written) {
        Some(card) => Some(card.kind).filter(|kind| *kind != PoolKind::Ship).map(of_kind),
        None if written.starts_with("resource:") => Some(of_kind(PoolKind::Resource)),
        None if written.starts_with("sideboard:") => Some(Text::new("sideboard", "Reserve")),
        None => None,
    }
}

/// Why a card cannot be played with, if it is one of the game at all.
pub fn gap(written: &str) -> Option<Text> {
    let not_counted = |text: Text| Text {
        en: format!("{}; it is not counted in the points", text.en),
        de: format!("{}; in den Punkten ist die Karte nicht enthalten", text.de),
    };
    if let Some(card) = not_built_in(written) {
        return Some(not_counted(card.gap()));
    }
    if let Some(Aid { name, .. }) = aid(written) {
        return Some(not_counted(Text {
            en: format!("{name} is an aid of the fleet builder and not built in"),
            de: format!("{name} ist eine Hilfe des Flottenbaukastens und nicht eingebaut"),
        }));
    }
    // Parts of the game that no card of the pool stands for: what a fleet builder knows by a number of its own.
    let (kind, rest) = written.split_once(':')?;
    let (en, de) = match kind {
        "resource" => ("a resource", "eine Ressource"),
        "flagship" => ("a flagship card", "eine Flaggschiffkarte"),
        "sideboard" => ("a sideboard", "eine Reserve"),
        _ if code(rest).is_some() => (bare(rest), bare(rest)),
        _ => return None,
    };
    let number = if ["resource", "flagship"].contains(&kind) { format!(" ({rest})") } else { String::new() };
    Some(not_counted(Text {
        en: format!("{en}{number} is not built in yet"),
        de: format!("{de}{number} ist noch nicht eingebaut"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::library;

    #[test]
    fn the_pool_holds_every_card_that_is_built_in_once() {
        let library = library();
        let ids: Vec<&str> = (library.ships.iter().map(|card| &*card.id))
            .chain(library.captains.iter().map(|card| &*card.id))
            .chain(library.upgrades.iter().map(|card| &*card.id))
            .collect();
        for id in &ids {
            assert_eq!(pool().iter().filter(|card| card.id.as_deref() == Some(id)).count(), 1, "{id}");
        }
        assert_eq!(pool().iter().filter(|card| card.is_built_in()).count(), ids.len());
    }

    #[test]
    fn every_code_names_one_card() {
        let mut codes: Vec<&str> = pool().iter().flat_map(|card| &card.codes).map(|code| &**code).collect();
        codes.sort_unstable();
        let twice = codes.windows(2).find(|pair| pair[0].eq_ignore_ascii_case(pair[1]));
        assert_eq!(twice, None);
    }

    #[test]
    fn aids_have_codes_of_their_own() {
        for code in aids().iter().flat_map(|aid| &aid.codes) {
            assert_eq!(by_code(code), None, "{code}");
            let told = gap(&format!("crew:{code}")).expect("a name");
            assert!(told.is_complete() && !told.en.contains(&**code), "{told:?}");
        }
        assert!(gap("crew:AP1001").is_some_and(|told| told.en.starts_with("Operations Officer")));
    }

    #[test]
    fn of_two_cards_of_one_name_the_kind_decides() {
        let kind = |written: &str| not_built_in(written).map(|card| card.kind);
        assert_eq!(kind("upgrade:Hikaru Sulu [3029]"), Some(PoolKind::Crew));
        assert_eq!(kind("captain:Hikaru Sulu [2999]"), Some(PoolKind::Captain));
        assert_eq!(kind("captain:Worf"), Some(PoolKind::Captain), "a crew card of that name is built in");
        assert_eq!(kind("upgrade:William T. Riker"), Some(PoolKind::Crew));
    }

    #[test]
    fn a_card_is_found_by_code_and_by_name() {
        assert_eq!(by_code("ship:S207").and_then(|card| card.id.as_deref()), Some("enterprise-d"));
        assert_eq!(not_built_in("ship:S207"), None);
        let reliant = not_built_in("USS Reliant").expect("a ship of the first expansions");
        assert_eq!((reliant.kind, &*reliant.name), (PoolKind::Ship, "U.S.S. Reliant"));
        assert_eq!(not_built_in("U.S.S. Enterprise-D"), None, "one of that name is built in");
        assert_eq!(not_built_in("U.S.S. Nowhere"), None);
        assert_eq!(not_built_in(""), None);
    }

    #[test]
    fn every_faction_has_a_name() {
        for id in pool().iter().flat_map(|card| &card.factions) {
            assert!(FACTIONS.iter().any(|(other, ..)| other == id), "{id}");
        }
    }
}
