//! What travels between the server and its clients, as JSON over WebSocket and HTTP.
//!
//! The types here are the whole protocol: the OpenAPI description and the client's type declarations are made from
//! them. Nothing in them depends on a game.

use std::collections::BTreeMap;

use scene::{About, Hint, LogLine, Placing, Scene, SceneUpdate};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use table::Lang;
use table::lobby::Agreed;
use ts_rs::TS;
use utoipa::ToSchema;

// ---- a table as one connection sees it --------------------------------------------------------------------------------

/// Everything a client needs to show one moment of a game to one seat.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Look {
    /// Counts every change of the game; a client drops a look that is older than the one it shows.
    #[ts(type = "number")]
    pub version: u64,
    pub id: String,
    /// Which game is played, such as `attackwing`.
    pub game: String,
    pub title: String,
    pub stage: Stage,
    pub seats: Vec<SeatInfo>,
    /// The seats that the receiver holds.
    pub yours: Vec<u8>,
    /// The seat through whose eyes the scene is seen; none for a spectator. Who holds several seats sees the one that is
    /// asked.
    pub viewer: Option<u8>,
    /// How many answers have been given, those of chance included.
    pub answers: u32,
    /// What happened since the last look of this connection, one thing after another, where it is worth seeing; the last thing is
    /// what `scene` shows.
    pub steps: Vec<Step>,
    /// What is new in the scene since the last look of this connection (and its steps); all of it in a first look. Left out for clients that
    /// asked for no scenes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<SceneUpdate>,
    pub log: LogPart,
    /// The open questions of the viewer.
    pub questions: Vec<Question>,
    /// What the rules decided for the viewer because only one option was legal.
    pub forced: Vec<Forced>,
    /// The seats that have something to decide.
    pub waiting: Vec<u8>,
    pub undo: Undo,
    pub result: Option<Outcome>,
    /// The table at which the same people play again.
    pub rematch: Option<String>,
    /// What is left of a game that cannot be played any more.
    pub broken: Option<Broken>,
    /// Nothing can be changed on this server.
    pub read_only: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Seats are open.
    Open,
    Playing,
    Over,
    /// The game cannot be played any more; `broken` says what is left of it.
    Broken,
}

/// A game that was damaged and does not go on.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Broken {
    pub text: String,
    /// How many of its answers can still be played.
    pub answers: u32,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SeatInfo {
    pub seat: u8,
    /// What the player calls themselves.
    pub player: String,
    /// The side as the game names it.
    pub side: String,
    /// The color of the side, as scenes have it.
    pub color: usize,
    pub holder: Holder,
    /// The agent that plays the seat.
    pub agent: Option<String>,
    /// Whether somebody who holds the seat is connected.
    pub present: bool,
    /// Time this seat has spent deciding.
    #[ts(type = "number")]
    pub used_ms: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// Whoever comes first may take it.
    Nobody,
    Person,
    Agent,
    /// The player has conceded; an agent plays on where the game needs the seat.
    Conceded,
}

/// Something that happened on the way from one question to the next.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Step {
    /// What is new in the scene since the step before it.
    pub scene: SceneUpdate,
    /// How many of the look's lines of the log had happened by then.
    pub lines: u32,
}

/// Lines of the log from a position on; what a client has from there on is replaced.
#[derive(Clone, Debug, Default, Serialize, TS, ToSchema)]
pub struct LogPart {
    pub from: u32,
    pub lines: Vec<LogLine>,
    /// Titles of the rules that these lines name, by id.
    pub titles: BTreeMap<String, String>,
}

/// An open question.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Question {
    pub seat: u8,
    /// Which of several questions that are asked together; null outside such a group.
    pub track: Option<u8>,
    /// Names the question in an answer; an answer to another question is refused.
    pub id: String,
    pub text: String,
    pub form: Form,
    pub options: Vec<Choice>,
    /// What a player would look for but the rules forbid.
    pub refused: Vec<RefusedChoice>,
    /// Which option means doing nothing.
    pub passive: Option<u32>,
    /// Asked together with others and sealed until all have answered.
    pub sealed: bool,
    /// Set where the question comes again and again while others answer in between, so that a client may line up answers: it
    /// is another number as soon as one of the others has done something.
    pub sequence: Option<u32>,
}

/// What kind of answer a question wants.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Form {
    /// One option.
    One,
    /// Between `min` and `max` of the options.
    Some { min: u32, max: u32 },
    /// All options in an order.
    Order,
    /// A place on the board: one of the candidates, or anywhere the rules allow.
    Place { placing: Placing, candidates: Vec<Place> },
    /// Several parts that are set freely and answered as a whole; the plan is a good one to begin with. Where something is
    /// counted, `sum` is what all parts have to come to together.
    Whole { parts: Vec<PartInfo>, plan: PlanInfo, sum: Option<u32> },
}

/// A part of a question: what it is about, and what it can be set to. Without options it is a place on the board.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct PartInfo {
    pub text: String,
    pub options: Vec<String>,
    /// What each option adds to the sum.
    pub adds: Vec<u32>,
    pub about: About,
    pub placing: Option<Placing>,
}

/// What the parts of a question are set to: one option of each part that has options, a place for each that is one.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanInfo {
    #[serde(default)]
    pub picks: Vec<u8>,
    #[serde(default)]
    pub places: Vec<Place>,
}

/// A place on the board in millimetres, facing so many degrees clockwise from north.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Place {
    pub x: f64,
    pub y: f64,
    pub facing: f64,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Choice {
    pub text: String,
    pub about: About,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RefusedChoice {
    pub text: String,
    pub about: About,
    pub why: Why,
}

/// Why the rules say no.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Why {
    pub text: String,
    /// The entry of the rulebook, for the rules reference.
    pub rule: String,
    pub rule_title: String,
}

/// A question that was not asked because only one option was legal.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Forced {
    pub text: String,
    pub option: String,
    pub refused: Vec<RefusedChoice>,
}

#[derive(Clone, Debug, Default, Serialize, TS, ToSchema)]
pub struct Undo {
    /// The viewer may ask to take back its last answer; the sentence says what it is.
    pub possible: Option<String>,
    /// Somebody asks to take something back.
    pub asked: Option<UndoAsked>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct UndoAsked {
    pub by: u8,
    pub what: String,
    /// How many answers would stay: what the log tells of later moments is taken back.
    pub to: u32,
    /// Seats whose consent is still wanted.
    pub wanted: Vec<u8>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Outcome {
    pub winners: Vec<u8>,
    pub text: String,
    pub rule: String,
    pub rule_title: String,
}

// ---- what clients say -------------------------------------------------------------------------------------------------

/// An answer in the form that a client gives it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    One(u16),
    Some(Vec<u16>),
    Order(Vec<u16>),
    /// One of the candidates of a question for a place.
    Candidate(u16),
    Place(Place),
    Plan(PlanInfo),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerRequest {
    pub seat: u8,
    #[serde(default)]
    pub track: Option<u8>,
    pub question: String,
    pub reply: Reply,
}

/// Which options of a question somebody looks at, by their numbers among the options and among the refused ones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintsRequest {
    pub seat: u8,
    #[serde(default)]
    pub track: Option<u8>,
    pub question: String,
    #[serde(default)]
    pub options: Vec<u16>,
    #[serde(default)]
    pub refused: Vec<u16>,
}

/// What these options lead to, in the same order.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct HintsInfo {
    pub options: Vec<Hint>,
    pub refused: Vec<Hint>,
}

/// A message from a client over the socket. `ref` comes back in the reply to it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Say {
    #[serde(default, rename = "ref")]
    pub reference: u32,
    #[serde(flatten)]
    pub what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum What {
    Answer(AnswerRequest),
    /// Would this answer be taken? Nothing changes.
    Probe(AnswerRequest),
    /// What do these options lead to?
    Hints(HintsRequest),
    /// Ask to take back the last answer of the seat.
    Undo {
        seat: u8,
    },
    Consent {
        seat: u8,
        accept: bool,
    },
    Concede {
        seat: u8,
    },
    /// Speak this language from now on.
    Lang {
        #[ts(type = "'en' | 'de'")]
        #[schema(value_type = Language, inline)]
        lang: Lang,
    },
    Ping,
}

/// A language as it is written in messages.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "it only describes what is sent")]
enum Language {
    De,
    En,
}

/// A message to a client over the socket.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Hear {
    Look(Box<Look>),
    /// What was said is done and durable.
    Done {
        #[serde(rename = "ref")]
        reference: u32,
        #[ts(type = "number")]
        version: u64,
    },
    /// What the options lead to that were asked about.
    Hints {
        #[serde(rename = "ref")]
        reference: u32,
        hints: HintsInfo,
    },
    /// What was probed would be taken.
    Allowed {
        #[serde(rename = "ref")]
        reference: u32,
    },
    /// What was said is refused.
    Refused {
        #[serde(rename = "ref")]
        reference: u32,
        refusal: Refusal,
    },
    Pong {
        #[serde(rename = "ref")]
        reference: u32,
    },
    /// The server closes the connection and says why; a client may come back.
    Closing {
        why: String,
    },
}

/// What comes instead of an answer when a request is refused.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct NotDone {
    pub refusal: Refusal,
}

/// Why a request was refused. Nothing has changed; only after `unavailable` it may have been done all the same.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Refusal {
    pub code: Code,
    pub text: String,
    pub rule: Option<String>,
    pub rule_title: Option<String>,
    /// What a program got wrong, in English, for whoever wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Faults of a list or a set-up, one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultInfo>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct FaultInfo {
    pub place: String,
    pub text: String,
    /// For a name that is not known: the names that may be meant, the nearest first.
    pub near: Vec<String>,
    pub rule: Option<String>,
    pub rule_title: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The rules forbid it; `rule` says which.
    Denied,
    /// Nobody asked this seat.
    NotAsked,
    /// The answer belongs to another question than the open one.
    Outdated,
    /// The message has the wrong form.
    Malformed,
    /// The form is right, but something is named that is not there or cannot be used.
    Unfit,
    /// The game is over.
    Over,
    /// The seat is not yours.
    NotYours,
    /// Somebody else was faster.
    Taken,
    NotFound,
    /// A list or a set-up has faults.
    Faulty,
    TooLarge,
    TooMany,
    /// You have as many of these as one may have.
    Enough,
    /// The request did not arrive in time.
    Slow,
    /// The address takes no requests of this kind.
    WrongMethod,
    /// Name or password is wrong.
    Login,
    ReadOnly,
    /// The server cannot do it now; trying again may help.
    Unavailable,
    /// More is asked of the server than it can do at once; trying again a little later helps.
    Busy,
    /// What was kept of it is damaged; trying again does not help.
    Damaged,
}

impl Code {
    pub const ALL: [Code; 20] = [
        Code::Denied,
        Code::NotAsked,
        Code::Outdated,
        Code::Malformed,
        Code::Unfit,
        Code::Over,
        Code::NotYours,
        Code::Taken,
        Code::NotFound,
        Code::Faulty,
        Code::TooLarge,
        Code::TooMany,
        Code::Enough,
        Code::Slow,
        Code::WrongMethod,
        Code::Login,
        Code::ReadOnly,
        Code::Unavailable,
        Code::Busy,
        Code::Damaged,
    ];

    /// As it travels.
    pub fn name(self) -> String {
        let name = serde_json::to_value(self).expect("a name is text");
        name.as_str().unwrap_or_default().to_string()
    }
}

// ---- lobby ------------------------------------------------------------------------------------------------------------

/// A new game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Create {
    pub game: String,
    pub seats: Vec<SeatPlan>,
    #[serde(default)]
    #[schema(inline)]
    pub agreed: Agreed,
    /// Shown in the lobby for everybody; otherwise only who has the link finds it.
    #[serde(default)]
    pub listed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPlan {
    pub who: Who,
    /// The player's name; a good one is made up if it is empty.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub name: String,
    /// The name of the agent, if one plays the seat.
    #[serde(default)]
    pub agent: Option<String>,
    pub list: ListChoice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Me,
    Open,
    Agent,
}

/// With which list somebody plays.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListChoice {
    /// A ready-made list by its id.
    Ready(String),
    List(ListData),
    /// A list as somebody pasted it.
    Text(String),
}

/// A list: units with the cards they carry.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListData {
    #[serde(default)]
    #[schema(max_length = 100, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
    pub name: String,
    #[schema(max_items = 200)]
    pub units: Vec<ListUnitData>,
    /// What the document said besides; it is written again in the form that it came in. At most 64 KiB of all units together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    #[schema(value_type = Option<Object>)]
    pub aside: Option<Map<String, Value>>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListUnitData {
    pub card: String,
    /// At most 2,000 of all units together.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub carries: Vec<String>,
    /// The same of the unit alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    #[schema(value_type = Option<Object>)]
    pub aside: Option<Map<String, Value>>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Created {
    pub id: String,
}

/// Taking an open seat.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    #[serde(default)]
    #[schema(max_length = 40)]
    pub name: String,
    /// Another list than the one the seat has.
    #[serde(default)]
    pub list: Option<ListChoice>,
}

/// A game in the lobby.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbyGame {
    pub id: String,
    pub game: String,
    pub title: String,
    pub stage: Stage,
    pub players: Vec<LobbySeat>,
    /// When something last happened, in milliseconds since 1970.
    #[ts(type = "number")]
    pub updated: i64,
    /// You hold a seat in it.
    pub yours: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LobbySeat {
    pub player: String,
    pub side: String,
    /// The color of the side, as scenes have it.
    pub color: usize,
    pub holder: Holder,
}

/// The lobby as one browser sees it.
#[derive(Clone, Debug, Default, Serialize, TS, ToSchema)]
pub struct LobbyView {
    /// Games in which you hold a seat, the latest first.
    pub yours: Vec<LobbyGame>,
    /// Games that wait for players.
    pub open: Vec<LobbyGame>,
    /// Games that can be watched.
    pub playing: Vec<LobbyGame>,
    /// Games that are over and can be looked at again.
    pub over: Vec<LobbyGame>,
    /// Who is logged in.
    pub account: Option<String>,
    pub read_only: bool,
}

/// A game that can be played here.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Offer {
    pub game: String,
    pub title: String,
    /// Numbers of players, the usual one first.
    pub tables: Vec<u8>,
    /// What the seats are called; empty if they are alike.
    pub seats: Vec<String>,
    /// What is counted of a list; empty for points.
    pub counts: String,
    /// The same for a single one.
    pub counts_one: String,
    pub fields: Vec<OfferField>,
    pub lists: Vec<OfferList>,
    /// For each number of players, in the order of `tables`: lists that go together as they are, one for each seat.
    pub first_lists: Vec<Vec<String>>,
    pub agents: Vec<OfferValue>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct OfferField {
    pub id: String,
    pub name: String,
    pub about: String,
    pub values: Vec<OfferValue>,
    /// The value that holds if nobody says otherwise.
    pub standard: String,
    /// It has an effect only for one person alone against agents.
    pub alone: bool,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct OfferValue {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct OfferList {
    pub id: String,
    pub name: String,
    pub side: String,
    /// What the side is called.
    pub side_name: String,
    /// The seat that it is for, if seats are not alike.
    pub seat: Option<u8>,
    pub points: u16,
    pub list: ListData,
    /// What must be agreed on to play with it, if it is not for the usual game.
    #[schema(inline)]
    pub agreed: Agreed,
}

/// A key that takes a seat along to another device. It is shown once; a link carries it behind `#`, where no server sees it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatKey {
    pub key: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    pub seat: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentRequest {
    pub seat: u8,
    pub accept: bool,
}

/// An answer would be taken.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Allowed {}

/// What was asked is done and durable.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Done {
    #[ts(type = "number")]
    pub version: u64,
}

// ---- accounts ---------------------------------------------------------------------------------------------------------

#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    #[schema(
        max_length = 40,
        pattern = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
    )]
    pub name: String,
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Credentials({})", self.name)
    }
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Me {
    pub account: Option<String>,
}

// ---- rules ------------------------------------------------------------------------------------------------------------

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RuleHits {
    pub total: u32,
    /// How many of them are of which kind, whatever kind is asked for.
    pub kinds: Vec<KindInfo>,
    /// How many rules of the kind that is asked for would be found in each game, whatever game is asked for.
    pub games: Vec<GameHits>,
    /// The same in all games together.
    pub everywhere: u32,
    /// Whether some rule has every word that counts; otherwise the hits are those that come nearest.
    pub complete: bool,
    /// The words that no rule has.
    pub unknown: Vec<String>,
    pub hits: Vec<RuleBrief>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct GameHits {
    pub game: String,
    pub rules: u32,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RuleBrief {
    pub id: String,
    pub game: String,
    pub kind: String,
    pub kind_name: String,
    pub title: String,
    pub text: String,
}

/// One rule with everything known about it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RuleInfo {
    pub id: String,
    pub game: String,
    pub game_name: String,
    pub kind: String,
    pub kind_name: String,
    pub title: String,
    pub text: String,
    /// The lines of the game's document that say so; none where it presupposes the rule.
    pub lines: Option<LinesInfo>,
    pub note: Option<String>,
    pub example: Option<String>,
    /// What the rule lists in rows and columns.
    pub chart: Option<ChartInfo>,
    pub cards: Vec<String>,
    pub rulings: Vec<RulingInfo>,
    /// The entries before and after it in reading order.
    pub previous: Option<String>,
    pub next: Option<String>,
}

/// Lines of a document, both ends included.
#[derive(Clone, Copy, Debug, Serialize, TS, ToSchema)]
pub struct LinesInfo {
    pub first: u32,
    pub last: u32,
}

/// Rows below a head, all equally long.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ChartInfo {
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RulingInfo {
    pub question: String,
    pub decision: String,
    pub reason: String,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct RulebookInfo {
    pub game: String,
    pub name: String,
    pub authority: String,
    pub rules: u32,
    pub kinds: Vec<KindInfo>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct KindInfo {
    pub kind: String,
    pub name: String,
    pub rules: u32,
}

// ---- replays ----------------------------------------------------------------------------------------------------------

/// A game that can be looked at moment by moment.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ReplayInfo {
    pub id: String,
    pub game: String,
    pub title: String,
    pub seats: Vec<SeatInfo>,
    /// How many moments there are; moment 0 is before the first answer.
    pub moments: u32,
    /// The whole log; each line names its moment.
    pub log: Vec<LogLine>,
    /// Titles of the rules that the log names, by id.
    pub titles: BTreeMap<String, String>,
    pub result: Option<Outcome>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct Moment {
    pub moment: u32,
    pub scene: Scene,
    /// How many lines of the log have happened.
    pub lines: u32,
}

// ---- lists ------------------------------------------------------------------------------------------------------------

/// The cards that lists of a game are made of.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct CatalogueInfo {
    pub game: String,
    pub sides: Vec<OfferValue>,
    pub slots: Vec<OfferValue>,
    pub units: Vec<CardInfo>,
    pub cards: Vec<CardInfo>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct CardInfo {
    pub id: String,
    pub name: String,
    /// The name is our own translation and does not come from a document of the game.
    pub own_name: bool,
    pub line: String,
    pub side: String,
    pub points: i32,
    pub unique: bool,
    /// A list has it once at most, although it is not unique.
    pub once: bool,
    pub text: String,
    pub values: Vec<OfferValue>,
    pub slots: Vec<SlotCount>,
    /// Places that the card brings along for others.
    pub gives: Vec<SlotCount>,
    /// Whether it is one of what the game counts of a list.
    pub counts: bool,
    /// The cards that come along with it, by their ids.
    pub contains: Vec<String>,
    /// Why it cannot be played with yet.
    pub gap: Option<String>,
}

#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SlotCount {
    pub slot: String,
    pub count: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    pub list: ListChoice,
    #[serde(default)]
    #[schema(inline)]
    pub agreed: Agreed,
}

/// What the rules say about a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Legality {
    Legal,
    NotLegal,
    /// Cannot be judged yet: it breaks no rule as far as its cards are known, but of some in `gaps` too little is known.
    Open,
}

impl From<table::lobby::Legality> for Legality {
    fn from(legality: table::lobby::Legality) -> Legality {
        match legality {
            table::lobby::Legality::Legal => Legality::Legal,
            table::lobby::Legality::NotLegal => Legality::NotLegal,
            table::lobby::Legality::Open => Legality::Open,
        }
    }
}

/// A list that was read and judged.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ListVerdict {
    /// Missing if the text was not understood at all, or holds several lists.
    pub list: Option<ListData>,
    /// The lists of a text that holds several; one of them has to be chosen.
    pub several: Vec<ListData>,
    pub points: u16,
    pub limit: Option<u16>,
    pub units: Vec<u16>,
    /// What the rules say: `legal` is whether it is the first of the answers.
    pub legality: Legality,
    pub legal: bool,
    /// Whether it is legal and all its cards are built in.
    pub playable: bool,
    /// What is not legal, and what was not understood.
    pub faults: Vec<FaultInfo>,
    /// Cards that cannot be played with here yet; they are as legal as others.
    pub gaps: Vec<FaultInfo>,
    /// What keeps the list out of tournaments although it may be played with here.
    pub tournament: Vec<FaultInfo>,
    /// What was odd about a pasted text although it was understood.
    pub notes: Vec<FaultInfo>,
    /// The list in every form in which the game writes lists, the usual one first.
    pub texts: Vec<ListText>,
}

/// A list written out.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ListText {
    pub form: String,
    pub name: String,
    /// How a file of this form ends.
    pub suffix: String,
    pub text: String,
}

/// A list that is kept; who has its key can look at it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct KeptList {
    pub key: String,
    pub game: String,
    pub list: ListData,
    /// The seat that it is for, if seats are not alike.
    pub seat: Option<u8>,
}
