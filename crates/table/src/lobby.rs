//! What a game offers before it begins: names, options, ready-made lists, and the cards that lists are made of.
//!
//! Plain data in both languages, so that a lobby and a list builder can be drawn for any game without knowing it.

use rand_core::Rng;
use rulebook::{Lang, Text, Words};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Fault, Seat, Show, files};

/// A player that is no person, as seats are given to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agent {
    pub id: &'static str,
    pub name: Words,
    /// Agents are compared by it and by nothing else: the strongest has the highest.
    pub strength: u8,
}

/// An option of the table that players agree on before the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Field {
    pub id: &'static str,
    pub name: Text,
    /// What it changes, in a sentence.
    pub about: Text,
    pub values: Vec<FieldValue>,
    /// Which of the values holds if nobody says otherwise.
    pub standard: usize,
    /// It has an effect only for one person alone against agents.
    pub alone: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FieldValue {
    pub id: String,
    pub name: Text,
}

impl FieldValue {
    pub fn new(id: impl ToString, en: impl Into<String>, de: impl Into<String>) -> FieldValue {
        FieldValue { id: id.to_string(), name: Text::new(en, de) }
    }

    /// One value for each number, with what is counted.
    pub fn numbers(numbers: &[u16], en: &str, de: &str) -> Vec<FieldValue> {
        numbers.iter().map(|n| FieldValue::new(n, format!("{n}{en}"), format!("{n}{de}"))).collect()
    }
}

impl Field {
    /// A field whose first value is the usual one.
    pub fn new(id: &'static str, name: (&str, &str), about: (&str, &str), values: Vec<FieldValue>) -> Field {
        Field {
            id,
            name: Text::new(name.0, name.1),
            about: Text::new(about.0, about.1),
            values,
            standard: 0,
            alone: false,
        }
    }
}

/// The values that were agreed on and exist, by field, and a fault for each that does not.
pub fn agreed_values<'a>(fields: &[Field], agreed: &'a Agreed) -> (Vec<(&'static str, &'a str)>, Vec<Fault>) {
    let (mut values, mut faults) = (Vec::new(), Vec::new());
    for (id, chosen) in agreed {
        let Some(field) = fields.iter().find(|field| field.id == id) else {
            let (en, de) =
                (format!("there is no option “{id}”"), format!("eine Option „{id}“ gibt es nicht"));
            faults.push(Fault::new("", None, en, de));
            continue;
        };
        if field.values.iter().any(|value| value.id == *chosen) {
            values.push((field.id, &**chosen));
            continue;
        }
        let possible =
            |lang| field.values.iter().map(|value| value.name.in_(lang)).collect::<Vec<_>>().join(", ");
        let name = &field.name;
        faults.push(Fault::new(
            "",
            None,
            format!("{}: {chosen} is not one of the values ({})", name.en, possible(Lang::En)),
            format!("{}: {chosen} steht nicht zur Wahl (möglich: {})", name.de, possible(Lang::De)),
        ));
    }
    (values, faults)
}

/// A list that somebody can play with at once.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReadyList {
    pub id: String,
    pub name: Text,
    /// The faction or side it belongs to; seats are given different ones where they can.
    pub side: String,
    pub list: List,
    /// What must be agreed on to play with it, if it is not for the usual game.
    pub agreed: Agreed,
}

/// A list in the form that every builder page understands: units with the cards they carry.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    #[serde(default)]
    pub name: String,
    pub units: Vec<ListUnit>,
    /// What the document said besides and this game has no use for, such as a description or what another program notes
    /// down. It is written again in the form that it came in.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub aside: Map<String, Value>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListUnit {
    /// Id of the unit's card.
    pub card: String,
    /// Ids of the cards it carries.
    #[serde(default)]
    pub carries: Vec<String>,
    /// The same of the unit alone.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub aside: Map<String, Value>,
}

impl ListUnit {
    pub fn new(card: impl Into<String>, carries: Vec<String>) -> ListUnit {
        ListUnit { card: card.into(), carries, aside: Map::new() }
    }
}

/// A list that was read, and what its document says about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReadList {
    pub list: List,
    /// The options of the table that it is for, if the document names any.
    pub agreed: Agreed,
    /// How something odd was read, and what was left out on purpose.
    pub notes: Vec<Fault>,
}

/// Longer names are no names.
pub const LONGEST_NAME: usize = 100;

/// Bounds of a list, far beyond any that can be played: what is longer is refused before anybody judges it.
pub const MOST_UNITS: usize = 200;
const MOST_CARDS: usize = 2000;
pub const LONGEST_ASIDE: usize = 64 << 10;
const MOST_LISTS: usize = 100;

impl List {
    /// Why this is no list that anybody judges or keeps, if it is none.
    pub fn bounded(&self) -> Result<(), Fault> {
        let too_many = |most: usize, en: &str, de: &str| {
            let (en, de) =
                (format!("a list has at most {most} {en}"), format!("eine Liste hat höchstens {most} {de}"));
            Err(Fault::new("", None, en, de))
        };
        if self.units.len() > MOST_UNITS {
            too_many(MOST_UNITS, "units", "Einheiten")
        } else if self.units.iter().map(|unit| unit.carries.len()).sum::<usize>() > MOST_CARDS {
            too_many(MOST_CARDS, "cards", "Karten")
        } else if self.name.chars().count() > LONGEST_NAME || self.name.chars().any(char::is_control) {
            Err(Fault::new(
                "",
                None,
                format!("the name of a list can have at most {LONGEST_NAME} printable characters"),
                format!("der Name einer Liste kann höchstens {LONGEST_NAME} druckbare Zeichen haben"),
            ))
        } else if self.length_of_aside() > LONGEST_ASIDE {
            too_many(LONGEST_ASIDE, "bytes beside its cards", "Bytes neben den Karten")
        } else {
            Ok(())
        }
    }

    /// How long all that stands beside its cards is when it is written down.
    pub fn length_of_aside(&self) -> usize {
        let asides = self.units.iter().map(|unit| &unit.aside).chain([&self.aside]);
        let length = |aside| serde_json::to_string(aside).map_or(0, |text| text.len());
        asides.filter(|aside| !aside.is_empty()).map(length).sum()
    }
}

/// Cuts a name to what a name may be, and says so.
fn shorten_name(read: &mut ReadList) {
    let name = &mut read.list.name;
    let bare: String = name.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ");
    let short: String = bare.trim().chars().take(LONGEST_NAME).collect();
    if short != bare.trim() {
        read.notes.push(Fault::new(
            "",
            None,
            format!("the name of the list is longer than {LONGEST_NAME} characters and was cut"),
            format!("der Name der Liste ist länger als {LONGEST_NAME} Zeichen und wurde gekürzt"),
        ));
    }
    *name = short;
}

/// The only list of a document; the others are named.
pub fn only(mut lists: Vec<ReadList>) -> Result<ReadList, Vec<Fault>> {
    let fault = |en: String, de: String| Err(vec![Fault::new("", None, en, de)]);
    match (lists.len(), lists.pop()) {
        (1, Some(list)) => Ok(list),
        (0, _) | (_, None) => fault("there is no list in it".into(), "es steht keine Liste darin".into()),
        (count, Some(last)) => {
            let names: Vec<String> =
                lists.iter().chain([&last]).map(|one| format!("{:?}", one.list.name)).collect();
            let names = names.join(", ");
            fault(
                format!("there are {count} lists in it: {names}; choose one"),
                format!("es stehen {count} Listen darin: {names}; wähle eine aus"),
            )
        }
    }
}

/// All cards of a game that lists are made of.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Catalogue {
    pub sides: Vec<CatalogueName>,
    /// Kinds of places on a unit, in the order in which a builder shows them.
    pub slots: Vec<CatalogueName>,
    pub units: Vec<CatalogueCard>,
    pub cards: Vec<CatalogueCard>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct CatalogueName {
    pub id: String,
    pub name: Text,
}

/// A card as a builder shows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct CatalogueCard {
    pub id: String,
    pub name: Text,
    /// The German name is our own translation.
    pub own_name: bool,
    /// Class, rank or another line below the name.
    pub line: Text,
    pub side: String,
    /// May be negative: some cards make a unit cheaper.
    pub points: i32,
    pub unique: bool,
    /// A list has it once at most, although it is not unique.
    pub once: bool,
    pub text: Text,
    /// Printed values, in the order in which they stand on the card.
    pub values: Vec<(Text, String)>,
    /// For a unit: how many cards of each kind it carries. For another card: the one kind of place it needs.
    pub slots: Vec<(String, u8)>,
    /// Places that the card brings along for others, on the unit that carries it.
    pub gives: Vec<(String, u8)>,
    /// Whether it is one of what the game counts of a list ([`Lobby::counts`]).
    pub counts: bool,
    /// The cards that come along with it, by their ids.
    pub contains: Vec<String>,
    /// Why the card cannot be played with yet; empty for nearly all.
    pub gap: Option<Text>,
}

/// A list written out in one of the forms that players of the game exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WrittenList {
    pub form: &'static str,
    pub name: Words,
    /// How a file of this form ends.
    pub suffix: &'static str,
    pub text: String,
}

/// What is known of a list after checking it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ListReport {
    pub points: u16,
    pub limit: Option<u16>,
    /// Points of each unit with what it carries.
    pub units: Vec<u16>,
    /// What is not legal.
    pub faults: Vec<Fault>,
    /// Cards that cannot be played with here yet. They are as legal as others.
    pub gaps: Vec<Fault>,
    /// Of some of those cards too little is known to judge the list: what they cost, or where they may be.
    pub is_open: bool,
    /// What keeps the list out of tournaments although it may be played with here.
    pub tournament: Vec<Fault>,
}

/// What the rules say about a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Legality {
    Legal,
    NotLegal,
    /// It breaks no rule as far as its cards are known, but they are not all known.
    Open,
}

impl ListReport {
    pub fn legality(&self) -> Legality {
        match (self.faults.is_empty(), self.is_open) {
            (false, _) => Legality::NotLegal,
            (true, true) => Legality::Open,
            (true, false) => Legality::Legal,
        }
    }
    pub fn is_legal(&self) -> bool {
        self.legality() == Legality::Legal
    }
    pub fn is_playable(&self) -> bool {
        self.is_legal() && self.gaps.is_empty()
    }
}

/// What is counted of a list, one of it and several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    pub one: Words,
    pub many: Words,
}

impl Counted {
    pub fn in_(self, lang: Lang, count: usize) -> &'static str {
        if count == 1 { self.one.in_(lang) } else { self.many.in_(lang) }
    }
}

/// Values of the fields by id; a field that is not named has its standard value.
pub type Agreed = std::collections::BTreeMap<String, String>;

/// The options that a list file names, as they are agreed on at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct FileOptions(std::collections::BTreeMap<String, Value>);

impl From<FileOptions> for Agreed {
    fn from(options: FileOptions) -> Agreed {
        let word = |value: Value| match value {
            Value::Bool(true) => "yes".to_string(),
            Value::Bool(false) => "no".to_string(),
            Value::String(word) => word,
            other => other.to_string(),
        };
        options.0.into_iter().map(|(id, value)| (id, word(value))).collect()
    }
}

/// How a game is found in the lobby and how its set-up comes about.
pub trait Lobby: Show {
    fn title() -> Text;
    /// Numbers of players, the usual one first.
    fn tables() -> &'static [u8];
    /// What the seats are called, in a game whose seats are not alike.
    fn seats() -> Vec<Text> {
        Vec::new()
    }
    /// The colour of a seat, as its scenes have it.
    fn seat_colour(seat: Seat) -> usize {
        seat.index()
    }
    /// The seat that a list is for, in a game whose seats are not alike.
    fn seat_of(_list: &List) -> Option<u8> {
        None
    }
    /// What is counted of a list, in a game whose cards cost no points.
    fn counts() -> Option<Counted> {
        None
    }
    fn fields() -> Vec<Field>;
    /// Whether somebody who plays alone against agents is shown what an option leads to even where the rules would have
    /// players estimate it. Where two or more people play nobody is, whatever was agreed.
    fn planning_aid(_agreed: &Agreed) -> bool {
        true
    }
    fn ready_lists() -> Vec<ReadyList>;
    /// Ready-made lists for so many players, one for each seat, that go together as they are: for the usual game, and
    /// one of each side in turn.
    fn first_lists(players: u8) -> Vec<String> {
        let mut first: Vec<ReadyList> = Vec::new();
        for list in Self::ready_lists().into_iter().filter(|list| list.agreed.is_empty()) {
            if first.iter().all(|earlier| earlier.side != list.side) {
                first.push(list);
            }
        }
        first.iter().map(|list| list.id.clone()).cycle().take(players.into()).collect()
    }
    /// A legal list made by chance, for a seat and under what is agreed; none in a game that makes no such lists.
    fn random_list(_seat: Seat, _agreed: &Agreed, _luck: &mut dyn Rng) -> Option<List> {
        None
    }
    fn catalogue() -> Catalogue;
    /// Cards that exist and are known by name, but are not built in: no list can be made of them, so they are not in the
    /// catalogue. Each says so as its gap.
    fn not_built_in() -> Vec<CatalogueCard> {
        Vec::new()
    }
    /// Checks one player's list under what is agreed.
    fn check_list(list: &List, agreed: &Agreed) -> ListReport;
    /// Reads the lists of a document in any form that the game knows; nearly always there is one. A document is refused
    /// only if nothing of it can be understood; what is not known otherwise stays in the list and is named by its check.
    fn read_form(text: &str) -> Result<Vec<ReadList>, Vec<Fault>>;
    /// Reads the lists that somebody has pasted or that stand in a file. Everybody who reads a list does it here.
    fn read_lists(text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
        let pasted = files::pasted(text)?;
        let mut lists = Self::read_form(pasted.text)?;
        if lists.len() > MOST_LISTS {
            return Err(vec![Fault::new(
                "",
                None,
                format!("there are more than {MOST_LISTS} lists in it"),
                format!("es stehen mehr als {MOST_LISTS} Listen darin"),
            )]);
        }
        for read in &mut lists {
            shorten_name(read);
            read.list.bounded().map_err(|fault| vec![fault])?;
            read.notes.splice(..0, pasted.notes.iter().cloned());
        }
        Ok(lists)
    }
    /// The list of a document that has only one.
    fn read_list(text: &str) -> Result<ReadList, Vec<Fault>> {
        only(Self::read_lists(text)?)
    }
    /// The list in every form in which the game writes lists, the usual one first.
    fn write_list(list: &List) -> Vec<WrittenList>;
    /// The set-up of a game between these lists, or all that is wrong with it.
    fn assemble(lists: &[List], agreed: &Agreed) -> Result<Self::Setup, Vec<Fault>>;
    /// What a player could be called before the game has begun.
    fn side_of(list: &List, lang: Lang) -> String;
}
