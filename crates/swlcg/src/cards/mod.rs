//! The cards: facts from the data files, and what each card does, registered under its id.
//!
//! What a card does is written in the words of [`atoms`], in the file of its affiliation. At start every id of the data
//! files is joined with its effects once; afterwards cards are numbers. No rule procedure knows a card by name.

mod allies_of_necessity;
mod ambitions;
mod ancient_rivals;
pub mod atoms;
mod attack_run;
mod balance_of_the_force;
mod between_the_shadows;
mod blanking;
pub mod constants;
pub mod costs;
mod desperate_circumstances;
mod echoes;
mod edge_of_darkness;
mod endor;
mod entanglements;
mod fate;
pub mod filters;
mod hooks;
mod hoth;
mod jedi;
pub mod listening;
mod navy;
mod neutral_dark;
mod neutral_light;
pub mod numerals;
mod rebel;
mod resolve;
mod rogue_squadron;
mod scrap_metal;
mod scum;
mod sith;
mod smugglers;
mod so_be_it;
mod specials;
mod traits;
mod words;

use std::sync::OnceLock;

use rulebook::{Name, Text};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::row;

use crate::state::{Icon, Side};
use atoms::{Attach, Filter, Is};
pub use atoms::{Boon, Deed, Doom, Effects, Trigger, Way, Window};
pub use resolve::{could, resolve, with_targets};
pub use traits::{Trait, Traits};

pub use hooks::{PLAY, PLAY_ON, ability_of, could_save, player_of, text_of};
use listening::Voice;

/// A card by its number in the data files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u16);

impl Kind {
    /// What somebody sees of a card that is hidden from them.
    pub const HIDDEN: Kind = Kind(u16::MAX);
    /// A Force card, which is a card of the game only while it is captured.
    pub const FORCE_CARD: Kind = Kind(u16::MAX - 1);
}

impl table::Row for Kind {
    fn from_number(number: usize) -> Kind {
        Kind(number as u16)
    }
    fn number(self) -> usize {
        self.0.into()
    }
    fn id(self) -> &'static str {
        &library().card(self).id
    }
    fn find(id: &str) -> Option<Kind> {
        let beside = [Kind::HIDDEN, Kind::FORCE_CARD].into_iter();
        library().kinds().map(|(kind, _)| kind).chain(beside).find(|kind| kind.id() == id)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        row::serialize(*self, out)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Kind, D::Error> {
        row::deserialize(from)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardType {
    Objective,
    Unit,
    Enhancement,
    Event,
    Fate,
    Mission,
    Affiliation,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Affiliation {
    Neutral,
    Sith,
    ImperialNavy,
    ScumAndVillainy,
    Jedi,
    RebelAlliance,
    SmugglersAndSpies,
}

impl Affiliation {
    pub const ALL: [Affiliation; 7] = [
        Affiliation::Sith,
        Affiliation::ImperialNavy,
        Affiliation::ScumAndVillainy,
        Affiliation::Jedi,
        Affiliation::RebelAlliance,
        Affiliation::SmugglersAndSpies,
        Affiliation::Neutral,
    ];

    /// All but being neutral, which is none.
    pub const REAL: &'static [Affiliation] = Affiliation::ALL.split_at(6).0;

    /// Also the id of its plain affiliation card.
    pub fn id(self) -> &'static str {
        match self {
            Affiliation::Neutral => "neutral",
            Affiliation::Sith => "sith",
            Affiliation::ImperialNavy => "imperial-navy",
            Affiliation::ScumAndVillainy => "scum-and-villainy",
            Affiliation::Jedi => "jedi",
            Affiliation::RebelAlliance => "rebel-alliance",
            Affiliation::SmugglersAndSpies => "smugglers-and-spies",
        }
    }
}

/// Keywords without a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Keyword {
    Elite,
    TargetedStrike,
    Shielding,
    Limited,
    NoEnhancements,
    Influence,
}

impl Keyword {
    pub const ALL: [(Keyword, &str); 6] = [
        (Keyword::Elite, "elite"),
        (Keyword::TargetedStrike, "targeted strike"),
        (Keyword::Shielding, "shielding"),
        (Keyword::Limited, "limited"),
        (Keyword::NoEnhancements, "no enhancements"),
        (Keyword::Influence, "influence"),
    ];
}

/// A keyword as a unit has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    Plain(Keyword),
    Edge(u8),
    Pilot(u8),
    /// Protect as it is printed on this card.
    Protect(Kind),
    /// Protect by a card effect.
    Guard(atoms::Guard),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keywords(u8);

impl Keywords {
    pub fn has(self, keyword: Keyword) -> bool {
        self.0 >> keyword as u8 & 1 == 1
    }
}

/// What the words after Protect mean.
const PROTECTED: &[(&str, Filter)] = &[
    ("character", &[Is::Trait(Trait::Character)]),
    ("fighter", &[Is::Trait(Trait::Fighter)]),
    ("vehicle", &[Is::Trait(Trait::Vehicle)]),
    ("ewok", &[Is::Trait(Trait::Ewok)]),
    ("coruscant", &[Is::Trait(Trait::Coruscant)]),
    ("tatooine", &[Is::Trait(Trait::Tatooine)]),
    ("hoth", &[Is::Trait(Trait::Hoth)]),
    (
        "mercenary or bounty hunter",
        &[Is::Any(&[&[Is::Trait(Trait::Mercenary)], &[Is::Trait(Trait::BountyHunter)]])],
    ),
    ("specter", &[Is::Trait(Trait::Specter)]),
    ("officer", &[Is::Trait(Trait::Officer)]),
    ("trooper", &[Is::Trait(Trait::Trooper)]),
    ("objective", &[Is::Objective]),
    ("unique unit", &[Is::Unit, Is::Unique]),
    ("unit that is committed to the force", &[Is::Unit, Is::Committed]),
    ("scum and villainy unit", &[Is::Unit, Is::Affiliation(Affiliation::ScumAndVillainy)]),
    ("smugglers and spies objective", &[Is::Objective, Is::Affiliation(Affiliation::SmugglersAndSpies)]),
    (
        "smugglers and spies vehicle unit",
        &[Is::Unit, Is::Trait(Trait::Vehicle), Is::Affiliation(Affiliation::SmugglersAndSpies)],
    ),
    ("non-sith character", &[Is::Trait(Trait::Character), Is::Not(&[Is::Affiliation(Affiliation::Sith)])]),
    ("pic", &[Is::Named("Pic")]),
    ("director krennic", &[Is::Named("Director Krennic")]),
];

/// A number of combat icons of each type; in the data files one letter each: u(nit damage), t(actics), b(last damage).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Icons {
    pub unit: u8,
    pub tactics: u8,
    pub blast: u8,
}

impl Icons {
    fn parse(text: &str) -> Icons {
        let count = |letter| text.matches(letter).count() as u8;
        Icons { unit: count('u'), tactics: count('t'), blast: count('b') }
    }
    pub fn of(&self, icon: Icon) -> u8 {
        match icon {
            Icon::UnitDamage => self.unit,
            Icon::Tactics => self.tactics,
            Icon::BlastDamage => self.blast,
        }
    }
}

/// A row of a data file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    name: Name,
    side: Side,
    affiliation: Affiliation,
    #[serde(rename = "type")]
    card_type: CardType,
    #[serde(default)]
    unique: bool,
    #[serde(default)]
    one_per_objective_deck: bool,
    #[serde(default)]
    affiliation_only: bool,
    #[serde(default)]
    cost: u8,
    #[serde(default)]
    capacity: u8,
    #[serde(default)]
    force: u8,
    #[serde(default)]
    resources: u8,
    #[serde(default)]
    priority: u8,
    #[serde(default)]
    icons: String,
    #[serde(default)]
    edge_icons: String,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    traits: Vec<String>,
    /// Values that are a printed X.
    #[serde(default)]
    variable: Vec<String>,
    #[serde(default)]
    text: Text,
}

/// What is printed on a card, and what it does. What rules ask for all the time stands together at the beginning.
#[repr(C)]
pub struct Facts {
    pub card_type: CardType,
    pub affiliation: Affiliation,
    pub side: Side,
    pub unique: bool,
    pub cost: u8,
    pub capacity: u8,
    pub force: u8,
    pub resources: u8,
    pub icons: Icons,
    pub edge_icons: Icons,
    pub keywords: Keywords,
    /// The X of Edge (X).
    pub edge: u8,
    /// Of a fate card.
    pub priority: u8,
    /// The X of Pilot (X).
    pub pilot: Option<u8>,
    /// The first card with this title: what copies of a card have in common.
    pub title: Kind,
    /// When it has something to say.
    pub voice: Voice,
    /// The kinds of boons that it gives by constant effects, one bit each.
    pub gives: u64,
    pub effects: &'static Effects,
    /// Whom it protects.
    pub protects: Option<Filter>,
    /// The same in the words of the data files.
    pub protected: Option<String>,
    pub traits: Traits,
    pub one_per_objective_deck: bool,
    pub affiliation_only: bool,
    /// It has a text that nobody has taught the table yet.
    pub gap: bool,
    pub id: String,
    pub name: Name,
    pub trait_names: Vec<String>,
    pub text: Text,
}

impl Facts {
    /// The data files are part of the program: an error in them is an error of ours.
    fn new(row: Row, title: Kind, registered: Option<&'static Effects>) -> Facts {
        let mut keywords = Keywords::default();
        let (mut edge, mut pilot, mut protects, mut protected) = (0, None, None, None);
        for word in &row.keywords {
            if let Some((keyword, _)) = Keyword::ALL.iter().find(|(_, name)| name == word) {
                keywords.0 |= 1 << *keyword as u8;
            } else if let Some(number) = word.strip_prefix("edge ") {
                edge = number.parse().unwrap_or(0);
            } else if let Some(number) = word.strip_prefix("pilot ") {
                pilot = number.parse().ok();
            } else if let Some(whom) = word.strip_prefix("protect ") {
                protected = Some(whom.to_string());
                protects = PROTECTED.iter().find(|(words, _)| *words == whom).map(|(_, filter)| *filter);
            }
        }
        let effects = registered.unwrap_or(&NOTHING);
        // What a plain affiliation card or a card of the play area says, the rules say as well.
        let says_nothing = row.text.en.is_empty()
            || row.text.en == "Belongs to your play area."
            // audit: same (&& to ||) — all cards of sets are taught to the table; what is in no deck proves no rule
            || (row.card_type == CardType::Affiliation && !row.text.en.starts_with("Deck building"));
        Facts {
            // audit: same (|| to &&) — all cards of sets are taught to the table; what is in no deck proves no rule
            gap: registered.is_none() && (!says_nothing || !row.variable.is_empty()),
            voice: Voice::of(row.card_type, effects),
            gives: resolve::boons_of(effects),
            keywords,
            edge,
            pilot,
            protects,
            protected,
            traits: Traits::parse(&row.traits).unwrap_or_default(),
            trait_names: row.traits,
            icons: Icons::parse(&row.icons),
            edge_icons: Icons::parse(&row.edge_icons),
            id: row.id,
            name: row.name,
            side: row.side,
            affiliation: row.affiliation,
            card_type: row.card_type,
            unique: row.unique,
            one_per_objective_deck: row.one_per_objective_deck,
            affiliation_only: row.affiliation_only,
            cost: row.cost,
            capacity: row.capacity,
            force: row.force,
            resources: row.resources,
            priority: row.priority,
            text: row.text,
            title,
            effects,
        }
    }

    pub fn is_command_card(&self) -> bool {
        !matches!(self.card_type, CardType::Objective | CardType::Affiliation)
    }
}

/// Six cards that go into a deck together, the objective first.
pub struct ObjectiveSet {
    pub number: u16,
    pub product: String,
    pub cards: Vec<Kind>,
    /// The numbers of the cards at OCTGN.
    pub octgn: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetRow {
    number: u16,
    product: String,
    cards: Vec<String>,
    octgn: Vec<u32>,
}

pub struct Library {
    cards: Vec<Facts>,
    sets: Vec<ObjectiveSet>,
    unknown: Facts,
    force_card: Facts,
    /// The same cards without their text, then those that lack one part of it each. Only positions that ask for them have any.
    lessened: [OnceLock<Vec<Facts>>; MOST_PARTS + 1],
}

/// What somebody sees of a card that is hidden from them.
const UNKNOWN: &str = r#"
    id = "unknown"
    name = { en = "a card", de = "eine Karte" }
    side = "dark"
    affiliation = "neutral"
    type = "fate"
"#;

/// A captured Force card. It never comes into play, to a hand or into a pile.
const FORCE_CARD: &str = r#"
    id = "force-card"
    name = { en = "a Force card", de = "eine Machtkarte" }
    side = "light"
    affiliation = "neutral"
    type = "fate"
"#;

/// All cards.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::load)
}

impl Library {
    /// Joins the facts with the effects.
    fn load() -> Library {
        #[derive(Deserialize)]
        struct SetFile {
            set: Vec<SetRow>,
        }
        let cards = read_cards(registered);
        let file: SetFile = toml::from_str(include_str!("../../data/sets.toml"))
            .expect("the file of the sets is well formed");
        let kind = |id: &String| cards.iter().position(|card| card.id == *id).map(|place| Kind(place as u16));
        let sets = file.set.into_iter().map(|row| ObjectiveSet {
            number: row.number,
            product: row.product,
            cards: row.cards.iter().filter_map(kind).collect(),
            octgn: row.octgn,
        });
        let sets = sets.collect();
        let unknown = toml::from_str(UNKNOWN).expect("an unknown card is well formed");
        let force_card = toml::from_str(FORCE_CARD).expect("a Force card is well formed");
        Library {
            cards,
            sets,
            unknown: Facts::new(unknown, Kind::HIDDEN, None),
            force_card: Facts::new(force_card, Kind::FORCE_CARD, None),
            lessened: Default::default(),
        }
    }

    pub fn card(&self, kind: Kind) -> &Facts {
        self.cards.get(kind.0 as usize).unwrap_or_else(|| self.other_card(kind))
    }
    // audit: no rule — texts lack a part only where scenarios are tried without it
    fn other_card(&self, kind: Kind) -> &Facts {
        match kind {
            Kind::HIDDEN => &self.unknown,
            Kind::FORCE_CARD => &self.force_card,
            Kind(number) => {
                let (part, place) =
                    (number as usize / self.cards.len() - 1, number as usize % self.cards.len());
                let Some(cards) = self.lessened.get(part) else { return &self.unknown };
                &cards.get_or_init(|| read_cards(|id| Some(without(id, part))))[place]
            }
        }
    }
    /// The same card without its text, or without one part of it, counted from 1. Its keywords stay, and an enhancement
    /// still says where it goes.
    // audit: no rule — texts lack a part only where scenarios are tried without it
    pub fn lessened(&self, kind: Kind, part: usize) -> Option<Kind> {
        (part <= MOST_PARTS).then(|| Kind(kind.0 + (self.cards.len() * (1 + part)) as u16))
    }
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, &Facts)> {
        self.cards.iter().enumerate().map(|(number, card)| (Kind(number as u16), card))
    }
    /// A card by its id, for set-ups and files.
    pub fn find(&self, id: &str) -> Option<(Kind, &Facts)> {
        self.kinds().find(|(_, card)| card.id == id)
    }
    pub fn sets(&self) -> &[ObjectiveSet] {
        &self.sets
    }
    pub fn set(&self, number: u16) -> Option<&ObjectiveSet> {
        self.sets.iter().find(|set| set.number == number)
    }
}

static NOTHING: Effects = Effects::NONE;

pub type Registry = &'static [(&'static str, Effects)];

/// Cards of the core set by affiliation, then those of each later cycle.
const REGISTRIES: &[Registry] = &[
    fate::CARDS,
    jedi::CARDS,
    rebel::CARDS,
    smugglers::CARDS,
    sith::CARDS,
    navy::CARDS,
    scum::CARDS,
    neutral_light::CARDS,
    neutral_dark::CARDS,
    hoth::CARDS,
    edge_of_darkness::CARDS,
    balance_of_the_force::CARDS,
    echoes::CARDS,
    between_the_shadows::CARDS,
    rogue_squadron::CARDS,
    attack_run::CARDS,
    entanglements::CARDS,
    ambitions::CARDS,
    endor::CARDS,
    so_be_it::CARDS,
    ancient_rivals::CARDS,
    scrap_metal::CARDS,
    allies_of_necessity::CARDS,
    desperate_circumstances::CARDS,
];

/// What a card does, if somebody has taught it to the table.
fn registered(id: &str) -> Option<&'static Effects> {
    REGISTRIES.iter().copied().flatten().find(|(other, _)| *other == id).map(|(_, effects)| effects)
}

/// No text has more abilities and constant effects than this.
pub const MOST_PARTS: usize = 12;

/// What is left of a card without a part of its text, or without all of it. An enhancement has to go somewhere; one of the
/// dial does something by that.
// audit: no rule — texts lack a part only where scenarios are tried without it
fn without(id: &str, part: usize) -> &'static Effects {
    let effects = registered(id).unwrap_or(&NOTHING);
    let less = match part {
        0 => Effects { attach: effects.attach.filter(|to| !matches!(to, Attach::Dial)), ..Effects::NONE },
        _ => match effects.less_one_part().into_iter().nth(part - 1) {
            Some(less) => less,
            None => return effects,
        },
    };
    Box::leak(Box::new(less))
}

/// The cards of the data files, each with the effects that are known for its id.
fn read_cards(effects: impl Fn(&str) -> Option<&'static Effects>) -> Vec<Facts> {
    #[derive(Deserialize)]
    struct CardFile {
        card: Vec<Row>,
    }
    let mut cards: Vec<Facts> = Vec::new();
    for text in DATA {
        let file: CardFile = toml::from_str(text).expect("the data files of the cards are well formed");
        for row in file.card {
            let twin = cards.iter().position(|card| card.name.en == row.name.en);
            let title = Kind(twin.unwrap_or(cards.len()) as u16);
            let effects = effects(&row.id);
            cards.push(Facts::new(row, title, effects));
        }
    }
    cards
}

/// The data files, the core set first.
const DATA: &[&str] = &[
    include_str!("../../data/cards/core-set.toml"),
    include_str!("../../data/cards/a-dark-time.toml"),
    include_str!("../../data/cards/a-wretched-hive.toml"),
    include_str!("../../data/cards/aggressive-negotiations.toml"),
    include_str!("../../data/cards/allies-of-necessity.toml"),
    include_str!("../../data/cards/ancient-rivals.toml"),
    include_str!("../../data/cards/assault-on-echo-base.toml"),
    include_str!("../../data/cards/attack-run.toml"),
    include_str!("../../data/cards/balance-of-the-force.toml"),
    include_str!("../../data/cards/between-the-shadows.toml"),
    include_str!("../../data/cards/chain-of-command.toml"),
    include_str!("../../data/cards/darkness-and-light.toml"),
    include_str!("../../data/cards/desperate-circumstances.toml"),
    include_str!("../../data/cards/draw-their-fire.toml"),
    include_str!("../../data/cards/edge-of-darkness.toml"),
    include_str!("../../data/cards/escape-from-hoth.toml"),
    include_str!("../../data/cards/evasive-maneuvers.toml"),
    include_str!("../../data/cards/galactic-ambitions.toml"),
    include_str!("../../data/cards/heroes-and-legends.toml"),
    include_str!("../../data/cards/imperial-entanglements.toml"),
    include_str!("../../data/cards/it-binds-all-things.toml"),
    include_str!("../../data/cards/join-us-or-die.toml"),
    include_str!("../../data/cards/jump-to-lightspeed.toml"),
    include_str!("../../data/cards/knowledge-and-defense.toml"),
    include_str!("../../data/cards/lure-of-the-dark-side.toml"),
    include_str!("../../data/cards/meditation-and-mastery.toml"),
    include_str!("../../data/cards/new-alliances.toml"),
    include_str!("../../data/cards/power-of-the-force.toml"),
    include_str!("../../data/cards/press-the-attack.toml"),
    include_str!("../../data/cards/ready-for-takeoff.toml"),
    include_str!("../../data/cards/redemption-and-return.toml"),
    include_str!("../../data/cards/scrap-metal.toml"),
    include_str!("../../data/cards/so-be-it.toml"),
    include_str!("../../data/cards/solos-command.toml"),
    include_str!("../../data/cards/swayed-by-the-dark-side.toml"),
    include_str!("../../data/cards/technological-terror.toml"),
    include_str!("../../data/cards/the-battle-of-hoth.toml"),
    include_str!("../../data/cards/the-desolation-of-hoth.toml"),
    include_str!("../../data/cards/the-forest-moon.toml"),
    include_str!("../../data/cards/the-search-for-skywalker.toml"),
    include_str!("../../data/cards/trust-in-the-force.toml"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_belongs_to_a_card() {
        let all = || REGISTRIES.iter().copied().flatten();
        for (id, _) in all() {
            assert!(library().find(id).is_some(), "there is no card {id}");
            assert_eq!(all().filter(|(other, _)| other == id).count(), 1, "{id} is registered twice");
        }
    }

    #[test]
    fn facts_are_plausible() {
        for (kind, card) in library().kinds() {
            assert_eq!(library().find(&card.id).map(|(first, _)| first), Some(kind), "{} twice", card.id);
            assert!(card.priority == 0 || card.card_type == CardType::Fate, "{}: priority", card.id);
            assert!(card.text.en.is_empty() || card.text.is_complete(), "{}: text", card.id);
            assert!(card.effects.abilities.len() <= 8, "{}: more abilities than can be marked", card.id);
            assert_eq!(
                card.effects.fate.is_empty() && card.effects.fate_if_won.is_empty(),
                card.card_type != CardType::Fate || card.gap,
                "{}",
                card.id
            );
            let attaches = card.effects.attach.is_some();
            assert!(!attaches || card.card_type == CardType::Enhancement, "{}: attachment", card.id);
        }
    }

    #[test]
    fn words_of_the_data_files_are_known() {
        for text in DATA {
            let file: toml::Table = toml::from_str(text).expect("well formed");
            for row in file["card"].as_array().into_iter().flatten() {
                let words = |key: &str| -> Vec<String> {
                    let list = row.get(key).and_then(|list| list.as_array()).cloned().unwrap_or_default();
                    list.iter().filter_map(|word| word.as_str().map(str::to_string)).collect()
                };
                assert!(Traits::parse(&words("traits")).is_ok(), "{row:?}");
                for word in words("keywords") {
                    let plain = Keyword::ALL.iter().any(|(_, name)| *name == word);
                    let numbered = word.starts_with("edge ") || word.starts_with("pilot ");
                    let whom = word.strip_prefix("protect ");
                    let protects = whom.is_some_and(|whom| PROTECTED.iter().any(|(words, _)| *words == whom));
                    assert!(plain || numbered || protects, "{word:?} is no keyword");
                }
            }
        }
    }

    #[test]
    fn a_title_is_unique_on_all_its_cards_or_on_none() {
        for (_, card) in library().kinds() {
            let named = library().kinds().find(|(_, other)| other.title == card.title);
            assert_eq!(named.map(|(_, other)| other.unique), Some(card.unique), "{}", card.id);
        }
    }

    #[test]
    fn sets_consist_of_six_known_cards() {
        assert_eq!(library().sets().len(), 284);
        for set in library().sets() {
            assert_eq!(set.cards.len(), 6, "set {}", set.number);
            let types: Vec<CardType> = set.cards.iter().map(|kind| library().card(*kind).card_type).collect();
            assert_eq!(types[0], CardType::Objective, "set {}", set.number);
            assert!(!types[1..].contains(&CardType::Objective), "set {}", set.number);
        }
    }
}
