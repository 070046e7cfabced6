//! The types of a scene: everything a client draws, nothing that needs rules.
//!
//! Owns the vocabulary shared by all games and the clients that draw them. It must not know how anything is drawn,
//! nor what a game is called; lengths are millimetres with y to the north, angles degrees clockwise from north.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::figures::Figure;
use crate::shape::{Outline, Point};
use crate::text::long_words;

/// What one seat sees at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Scene {
    pub title: String,
    /// The line beside the title: scenario, round, whose turn.
    pub status: String,
    pub phases: Vec<Phase>,
    /// The table in millimetres; none for a game played with cards alone.
    pub board: Option<Board>,
    /// Rows of a card table, top to bottom; drawn in place of the board if there is none.
    pub rows: Vec<CardRow>,
    pub sides: Vec<Side>,
    pub pieces: Vec<Piece>,
    pub marks: Vec<Mark>,
    pub rosters: Vec<Roster>,
    pub dice: Option<DiceTray>,
    /// Oldest first; panels show the end.
    pub log: Vec<LogLine>,
    pub order: Vec<OrderEntry>,
    pub captions: Captions,
    /// Long words of the scene with soft hyphens where their language lets them be broken, so that drawing knows no
    /// language.
    pub breaks: Vec<String>,
}

impl Scene {
    /// Words that may be too long for a line of a card or of the log, each with the language that its card names, if it
    /// names one.
    pub fn long_words(&self) -> BTreeSet<(&str, &str)> {
        fn add<'a>(words: &mut BTreeSet<(&'a str, &'a str)>, text: &'a str, lang: &'a str) {
            words.extend(long_words(text).map(|word| (word, lang)));
        }
        fn add_card<'a>(words: &mut BTreeSet<(&'a str, &'a str)>, card: &'a Card) {
            add(words, &card.title, &card.title_lang);
            add(words, &card.subtitle, "");
            card.lines.iter().for_each(|line| add(words, line, ""));
        }
        let mut words = BTreeSet::new();
        for slot in self.rows.iter().flat_map(|row| &row.slots) {
            match slot {
                Slot::Card(card) => add_card(&mut words, card),
                Slot::Pile(pile) => pile.top.iter().for_each(|card| add_card(&mut words, card)),
                Slot::Gap => {}
            }
        }
        self.rosters.iter().flat_map(|roster| &roster.entries).for_each(|card| add_card(&mut words, card));
        self.log.iter().for_each(|line| add(&mut words, &line.text, ""));
        self.dice.iter().for_each(|tray| add(&mut words, &tray.note, ""));
        words
    }
}

/// The few words a picture needs that belong to no piece, so that drawing knows no language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Captions {
    pub you: String,
    pub log: String,
    pub order: String,
}

impl Captions {
    pub fn english() -> Self {
        Self { you: "You".into(), log: "Log".into(), order: "Activation order".into() }
    }

    pub fn german() -> Self {
        Self { you: "Du".into(), log: "Verlauf".into(), order: "Aktivierungsreihenfolge".into() }
    }
}

impl Default for Captions {
    fn default() -> Self {
        Self::english()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Phase {
    pub name: String,
    pub active: bool,
}

/// A player or team. Other types name a side by its index in [`Scene::sides`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Side {
    pub name: String,
    /// Index into the palette's side colors; also picks the shape of labels: round, square, notched.
    pub color: usize,
    /// The scene is seen from this side.
    pub you: bool,
}

/// Named colors, free of meaning: a game maps its own terms to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    #[default]
    Plain,
    Muted,
    Red,
    Orange,
    Gold,
    Green,
    Blue,
    Violet,
    White,
    Black,
}

impl Tone {
    pub const ALL: [Self; 10] = [
        Self::Plain,
        Self::Muted,
        Self::Red,
        Self::Orange,
        Self::Gold,
        Self::Green,
        Self::Blue,
        Self::Violet,
        Self::White,
        Self::Black,
    ];
}

/// The table seen from above, its south-west corner at the origin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Board {
    pub width: f64,
    pub height: f64,
    pub zones: Vec<Zone>,
    /// Far ends of the sections of the range ruler, ascending; used for bands a viewer asks for. Empty where nobody may measure.
    pub ruler: Vec<f64>,
}

/// Part of the table: a deployment area, an entry edge, an objective area. The outline is in table coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Zone {
    pub outline: Outline,
    #[serde(default)]
    pub at: Point,
    #[serde(default)]
    pub label: String,
    #[serde(default)]
    pub side: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    #[default]
    Ship,
    Squadron,
    Trooper,
    Vehicle,
    /// A marker lying on the table.
    Token,
    Obstacle,
    Planet,
    Terrain,
}

/// Something that stands on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Piece {
    /// Unique in the scene; questions, cards and log lines refer to it.
    pub id: String,
    pub kind: PieceKind,
    #[serde(default)]
    pub side: Option<usize>,
    pub at: Point,
    /// Degrees clockwise from north.
    #[serde(default)]
    pub facing: f64,
    pub base: Outline,
    #[serde(default)]
    pub figure: Option<Figure>,
    #[serde(default)]
    pub arcs: Vec<ArcMark>,
    #[serde(default)]
    pub label: String,
    /// A short value before the label: the order of activation, a number of models.
    #[serde(default)]
    pub badge: String,
    #[serde(default)]
    pub tokens: Vec<Chip>,
    #[serde(default)]
    pub flags: Flags,
}

impl Piece {
    /// A bare piece; fill in the rest with struct update syntax.
    pub fn new(id: impl Into<String>, kind: PieceKind, at: Point, facing: f64, base: Outline) -> Self {
        Self {
            id: id.into(),
            kind,
            side: None,
            at,
            facing,
            base,
            figure: None,
            arcs: Vec::new(),
            label: String::new(),
            badge: String::new(),
            tokens: Vec::new(),
            flags: Flags::default(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Flags {
    /// Destroyed, cloaked, out of play: drawn dashed.
    pub faded: bool,
    /// Acting or being asked about right now.
    pub active: bool,
    /// Height in millimetres, for shading.
    pub height: f64,
}

/// A sector printed on a base, in degrees clockwise from the piece's own front.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ArcMark {
    pub from_deg: f64,
    pub to_deg: f64,
    pub style: ArcStyle,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ArcStyle {
    #[default]
    Front,
    Rear,
    Turret,
}

/// A small token: at most three characters are shown, the title is the full name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Chip {
    pub text: String,
    pub tone: Tone,
    pub title: String,
}

/// An overlay: a preview, a measurement, a highlighted area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Mark {
    /// A movement template or other cardboard laid on the table.
    Template {
        outline: Outline,
        at: Point,
        facing: f64,
        label: String,
    },
    /// Where a piece would stand.
    Ghost {
        /// The piece this is a preview of, if it is one of the scene.
        piece: Option<String>,
        base: Outline,
        figure: Option<Figure>,
        at: Point,
        facing: f64,
        label: String,
    },
    Line {
        from: Point,
        to: Point,
        label: String,
        style: LineStyle,
    },
    /// Distances from a footprint, all round or within `(from, to)` degrees clockwise from its front.
    RangeBands {
        footprint: Outline,
        at: Point,
        facing: f64,
        arc: Option<(f64, f64)>,
        sections_mm: Vec<f64>,
        side: Option<usize>,
    },
    Area {
        outline: Outline,
        at: Point,
        facing: f64,
        label: String,
        tone: Tone,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LineStyle {
    /// A free line of sight or fire.
    #[default]
    Clear,
    /// A line that something obstructs.
    Obstructed,
    /// A line that something blocks.
    Blocked,
    /// A plain measurement.
    Measure,
}

/// The cards of one side as a list beside the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Roster {
    pub side: usize,
    pub entries: Vec<Card>,
}

/// A unit in a roster, or a card on a card table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Card {
    /// The id of the piece it describes, or its own.
    pub id: String,
    pub title: String,
    /// The code of the language of the title, where it is not that of the picture.
    pub title_lang: String,
    pub subtitle: String,
    pub values: Vec<Value>,
    pub pips: Vec<Pips>,
    pub lines: Vec<String>,
    pub chips: Vec<Chip>,
    /// One word such as "activated" or "destroyed".
    pub state: String,
    /// Only the back is known; nothing else is shown.
    pub hidden: bool,
    pub active: bool,
    /// Used, destroyed or otherwise out of play for now: drawn faded.
    pub faded: bool,
    /// Turned sideways.
    pub turned: bool,
    /// Cards tucked under this one.
    #[cfg_attr(feature = "types", schema(no_recursion))]
    pub attached: Vec<Card>,
    /// What is printed on it and on what it carries, for whoever looks closer; pictures leave it out.
    pub details: Vec<Detail>,
}

/// A card's name and what it does, in our own words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Detail {
    pub title: String,
    /// What kind of card it is.
    pub kind: String,
    pub text: String,
    /// One word such as "disabled".
    pub state: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Value {
    pub label: String,
    pub value: String,
    pub tone: Tone,
    /// A sign that stands for the label where room is short.
    pub glyph: Option<Glyph>,
}

/// Signs for values, named by what is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Glyph {
    Blade,
    Rings,
    Burst,
    Swirl,
    Crystal,
    Coin,
    Hash,
}

/// A row of markers: hull, shields, wounds. `spent` ones are there but used, `empty` ones are lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Pips {
    pub label: String,
    pub full: u32,
    pub spent: u32,
    pub empty: u32,
    pub tone: Tone,
    pub shape: PipShape,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PipShape {
    #[default]
    Square,
    Round,
}

/// One row of a card table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct CardRow {
    pub name: String,
    pub side: Option<usize>,
    pub slots: Vec<Slot>,
    /// What is to be said of the row, such as how a contest stands.
    pub note: String,
    /// Names and tokens of its cards are enough to play by: it may be lower than others.
    pub slim: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Slot {
    Card(Card),
    Pile(Pile),
    /// Free space that sets groups apart.
    Gap,
}

/// A deck, discard pile, stack or fanless hand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Pile {
    pub id: String,
    pub name: String,
    pub count: u32,
    pub top: Option<Card>,
    /// What lies in it, from the top, if anybody may look through it.
    pub cards: Vec<String>,
    /// Only backs are known.
    pub hidden: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct DiceTray {
    pub caption: String,
    pub groups: Vec<DiceGroup>,
    pub note: String,
}

/// Dice of one color.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct DiceGroup {
    pub tone: Tone,
    pub dice: Vec<Die>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Die {
    pub glyph: DieGlyph,
    /// Cancelled or used up.
    pub spent: bool,
}

/// What a die shows, named by what is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DieGlyph {
    #[default]
    Blank,
    Hit,
    Critical,
    DoubleHit,
    HitCritical,
    Evade,
    Block,
    Eye,
    Diamond,
    Accuracy,
    Surge,
    Text(String),
}

/// One event, told in a sentence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct LogLine {
    pub side: Option<usize>,
    pub text: String,
    /// Ids of rulebook entries.
    pub rules: Vec<String>,
    pub dice: Vec<DiceGroup>,
    /// Position in the game's journal, for going back to this moment.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub moment: Option<u64>,
    /// The line begins a new part of the game, such as a round.
    pub chapter: bool,
    pub weight: Weight,
    /// The card that brought it about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub cause: Option<String>,
}

/// How much an event matters to those who look on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// A roll, a shot, a card that is dealt, something that moves or is gone: people want to see how the table looks when it has
    /// happened, before the next thing happens.
    Headline,
    #[default]
    Detail,
    /// The game has come to another of its parts.
    Timing,
}

/// One place in the order of activation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct OrderEntry {
    /// The piece or card meant, if any.
    pub id: String,
    pub name: String,
    pub value: String,
    pub side: Option<usize>,
    pub state: OrderState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OrderState {
    #[default]
    Waiting,
    Active,
    Done,
}

/// How an option looks among the others of its question. Cheap to find out: every option has it in every look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct About {
    /// A sign for its button.
    pub sign: Option<Sign>,
    pub tone: Tone,
    /// Its place, if the options form a grid.
    pub cell: Option<Cell>,
    /// Ids of the pieces and cards it is about; pointing at one of them is a way to choose it.
    pub pieces: Vec<String>,
}

impl About {
    pub fn piece(id: String) -> About {
        About { pieces: vec![id], ..About::default() }
    }
}

/// What an option leads to, for whoever looks at it before choosing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Hint {
    /// What choosing it leads to, in a sentence.
    pub detail: String,
    /// Ids of the pieces and cards that it would concern.
    pub pieces: Vec<String>,
    /// Its consequence on the board: ghost, template, lines of fire.
    pub marks: Vec<Mark>,
}

impl Hint {
    /// A hint that is a sentence and nothing to look at.
    pub fn saying(detail: &str) -> Hint {
        Hint { detail: detail.to_string(), ..Hint::default() }
    }
}

/// A place in a grid of options such as a dial: rows from the bottom, columns from the left.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(default)]
pub struct Cell {
    pub row: u8,
    pub column: u8,
    /// What is written beside its row.
    pub row_label: String,
}

/// Signs that need no words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    Ahead,
    BankLeft,
    BankRight,
    TurnLeft,
    TurnRight,
    About,
    LoopLeft,
    LoopRight,
    Back,
    Stop,
}

/// What is placed where a question asks for a place on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Placing {
    /// The piece that is placed, if it is one of the scene.
    pub piece: Option<String>,
    pub side: Option<usize>,
    pub base: Outline,
    pub figure: Option<Figure>,
    pub arcs: Vec<ArcMark>,
    pub label: String,
    /// Whether it may be turned.
    pub turns: bool,
    /// Where it may go.
    pub marks: Vec<Mark>,
}

impl Placing {
    /// A marker without a front.
    pub fn marker(radius: f64) -> Self {
        Self {
            piece: None,
            side: None,
            base: Outline::Circle { radius },
            figure: None,
            arcs: Vec::new(),
            label: String::new(),
            turns: false,
            marks: Vec::new(),
        }
    }
}
