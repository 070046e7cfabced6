//! Games behind one face: what the server needs of a game that can be played, and of a game that is being played.
//!
//! Everything here is written once for all games, on top of the kernel's traits; the server knows no game by name.

use std::marker::PhantomData;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use getrandom::SysRng;
use rand_core::{Rng, SeedableRng, UnwrapErr};
use rand_xoshiro::Xoshiro256PlusPlus;
use rulebook::{RuleId, Words};
use scene::{Hint, LogLine, Scene};
use serde_json::{Map, Value};
use table::lobby::{Agent, Agreed, CatalogueCard, List, ListReport, Lobby, ReadList, WrittenList};
use table::replay::ReplayError;
use table::{
    Answer, Entry, Fault, Kind, Lang, Logged, Outcome, Part, Pending, Plan, Policy, Pose, ResumeError, Saved,
    Seat, Session, Show, Status, replay,
};

use crate::protocol::{
    CardInfo, CatalogueInfo, Choice, Forced, Form, ListData, ListUnitData, Offer, OfferField, OfferList,
    OfferValue, PartInfo, Place, PlanInfo, Question, RefusedChoice, Reply, SlotCount, Why,
};
use crate::refusal::{Trouble, Wrong, rule_title};

/// Which options of a question somebody looks at, by their places among the legal and among the refused ones.
#[derive(Clone, Copy, Debug)]
pub struct Looked<'a> {
    pub seat: u8,
    pub track: Option<u8>,
    pub question: QuestionName,
    pub options: &'a [u16],
    pub refused: &'a [u16],
}

/// Makes an agent by its id.
pub type MakeAgent<G> = fn(name: &str, seed: u64) -> Option<Box<dyn Policy<G>>>;

/// Why a saved game does not go on, and how many of its answers certainly can still be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplayable {
    pub why: String,
    pub playable: usize,
}

/// A game that can be played here.
pub trait AnyGame: Send + Sync {
    fn id(&self) -> &'static str;
    fn rules(&self) -> u32;
    fn title(&self, lang: Lang) -> String;
    fn offer(&self, lang: Lang) -> Offer;
    fn catalogue(&self, lang: Lang) -> CatalogueInfo;
    /// Cards that exist but are in no catalogue, because they are not built in.
    fn not_built_in(&self, lang: Lang) -> Vec<CardInfo>;
    /// Whether somebody who plays alone against agents has the planning aid.
    fn planning_aid(&self, agreed: &Agreed) -> bool;
    fn tables(&self) -> &'static [u8];
    /// A ready-made list under the name that it has in a language.
    fn ready_list(&self, id: &str, lang: Lang) -> Option<List>;
    fn read_lists(&self, text: &str) -> Result<Vec<ReadList>, Vec<Fault>>;
    fn write_list(&self, list: &List) -> Vec<WrittenList>;
    fn check_list(&self, list: &List, agreed: &Agreed) -> ListReport;
    fn side_of(&self, list: &List, lang: Lang) -> String;
    fn seat_colour(&self, seat: u8) -> usize;
    /// The seat that a list is for, if seats are not alike.
    fn seat_of(&self, list: &List) -> Option<u8>;
    /// What an agent is called; none if there is no such agent.
    fn agent_name(&self, id: &str, lang: Lang) -> Option<&'static str>;
    /// The strongest agent.
    fn best_agent(&self) -> &'static str;
    /// The set-up of a game between these lists.
    fn assemble(&self, lists: &[List], agreed: &Agreed) -> Result<Value, Vec<Fault>>;
    /// A game from its journal. With luck, chance decides by itself from here on.
    fn resume(
        &self,
        setup: &Value,
        journal: Vec<Entry>,
        luck: Option<Luck>,
    ) -> Result<Box<dyn LiveGame>, Unplayable>;
    /// A game from a position that the first entries of its journal led to, whatever rules those were played under.
    fn restore(
        &self,
        setup: &Value,
        saved: &Saved,
        journal: Vec<Entry>,
        luck: Option<Luck>,
    ) -> Result<Box<dyn LiveGame>, Unplayable>;
    /// A replay file: its set-up and journal, checked by playing it.
    fn read_replay(&self, text: &str) -> Result<(Value, Vec<Entry>), Trouble>;
}

/// A game that is being played.
pub trait LiveGame: Send {
    fn players(&self) -> u8;
    fn side(&self, seat: u8, lang: Lang) -> String;
    fn journal(&self) -> &[Entry];
    /// Every seat that has an open question, once each.
    fn asked(&self) -> Vec<u8>;
    /// The open questions of a seat.
    fn questions(&self, seat: u8, lang: Lang) -> Vec<Question>;
    fn forced(&self, seat: u8, lang: Lang) -> Vec<Forced>;
    /// What options lead to, first the legal ones that are looked at, then the refused ones; with the planning aid, or what the
    /// rules let players know before they choose.
    fn hints(&self, looked: Looked, lang: Lang, aided: bool) -> Result<(Vec<Hint>, Vec<Hint>), Trouble>;
    fn scene(&self, viewer: Option<u8>, lang: Lang) -> Scene;
    /// How the table looked on the way to the open question, for those who have seen the first `from` events: the scene after each
    /// step but the last thing that happened, and how many events had happened by then.
    fn steps(&self, viewer: Option<u8>, from: usize, lang: Lang) -> Vec<(usize, Scene)>;
    /// Everybody has been shown the steps so far.
    fn forget_steps(&mut self);
    /// How many events have happened.
    fn events(&self) -> usize;
    /// The events of which a viewer is told something: each is one line of the log.
    fn told(&self, viewer: Option<u8>) -> Vec<usize>;
    /// The lines that a viewer may read of these events.
    fn log(&self, viewer: Option<u8>, events: Range<usize>, lang: Lang) -> Vec<LogLine>;
    fn answer(
        &mut self,
        seat: u8,
        track: Option<u8>,
        question: QuestionName,
        reply: &Reply,
    ) -> Result<(), Trouble>;
    fn probe(
        &self,
        seat: u8,
        track: Option<u8>,
        question: QuestionName,
        reply: &Reply,
    ) -> Result<(), Trouble>;
    /// Lets an agent answer one of the seat's open questions; `false` if it has none.
    fn let_agent_answer(&mut self, seat: u8, agent: &str) -> Result<bool, Trouble>;
    /// The journal without the seat's last answer and all that followed; what that answer was.
    fn last_answer_of(&self, seat: u8) -> Option<usize>;
    fn undo_to(&mut self, count: usize) -> bool;
    /// Whether the seat's last answer is sealed: nobody has seen it.
    fn has_sealed_answer(&self, seat: u8) -> bool;
    /// Takes the seat's last sealed answer back; where it stood in the journal.
    fn withdraw(&mut self, seat: u8) -> Option<usize>;
    fn outcome(&self) -> Option<Outcome>;
    /// The position at the last checkpoint and how much of the journal led to it.
    /// A position to go on from.
    fn saved(&self) -> Saved;
    fn replay_file(&self) -> String;
}

/// How lists of a game are known, whatever game somebody takes them for.
#[derive(Clone, Copy)]
pub struct Marks {
    /// What the game is called.
    pub game: Words,
    pub has: fn(&str) -> bool,
}

/// A game by its type, with the agents that play it.
pub struct Hosted<G: Lobby> {
    make_agent: MakeAgent<G>,
    agents: &'static [Agent],
    others: &'static [Marks],
    game: PhantomData<fn() -> G>,
}

impl<G: Lobby> Hosted<G> {
    pub const fn new(make_agent: MakeAgent<G>, agents: &'static [Agent]) -> Self {
        Hosted { make_agent, agents, others: &[], game: PhantomData }
    }

    /// A game that tells lists of other games from its own.
    pub const fn beside(self, others: &'static [Marks]) -> Self {
        Hosted { others, ..self }
    }

    /// Plays a journal on from a position. Rules that fail on it are a fault of ours, and no reason to fail as a whole.
    fn play_on(
        &self,
        from: usize,
        journal: Vec<Entry>,
        luck: Option<Luck>,
        play: impl FnOnce(Vec<Entry>, Option<table::Luck>) -> Result<Session<G>, ResumeError>,
    ) -> Result<Box<dyn LiveGame>, Unplayable> {
        let count = journal.len();
        let played = AssertUnwindSafe(|| play(journal, luck.map(|luck| luck.from(count))));
        match catch_unwind(played) {
            Ok(session) => {
                let session = session.map_err(|error| unplayable(error, from))?;
                Ok(self.live(session, luck.unwrap_or_default()))
            }
            Err(_) => {
                Err(Unplayable { why: "the rules failed".to_string(), playable: count.saturating_sub(1) })
            }
        }
    }

    fn strongest(&self) -> &'static str {
        self.agents.iter().max_by_key(|agent| agent.strength).map_or("", |agent| agent.id)
    }

    fn live(&self, mut session: Session<G>, luck: Luck) -> Box<dyn LiveGame> {
        session.remember_steps();
        Box::new(Live { session, luck, make_agent: self.make_agent, strongest: self.strongest() })
    }
}

/// Where dice and cards of a table fall from.
#[derive(Clone, Copy, Debug, Default)]
pub enum Luck {
    /// The operating system: nobody can foresee them.
    #[default]
    System,
    /// A number: at every table they fall alike, which tests need and nobody else should want.
    Seeded(u64),
}

impl Luck {
    /// Luck for a game from its answer with this number on.
    fn from(self, answer: usize) -> Box<dyn Rng + Send> {
        match self {
            Luck::System => Box::new(UnwrapErr(SysRng)),
            Luck::Seeded(seed) => Box::new(Xoshiro256PlusPlus::seed_from_u64(seed ^ (answer as u64) << 32)),
        }
    }
}

fn value(id: impl Into<String>, name: impl Into<String>) -> OfferValue {
    OfferValue { id: id.into(), name: name.into() }
}

fn card_info(card: &CatalogueCard, lang: Lang) -> CardInfo {
    let places = |places: &[(String, u8)]| {
        places.iter().map(|(slot, count)| SlotCount { slot: slot.clone(), count: *count }).collect()
    };
    CardInfo {
        id: card.id.clone(),
        name: card.name.in_(lang).to_string(),
        own_name: card.own_name && lang == Lang::De,
        line: card.line.in_(lang).to_string(),
        side: card.side.clone(),
        points: card.points,
        unique: card.unique,
        once: card.once,
        text: card.text.in_(lang).to_string(),
        values: card.values.iter().map(|(name, number)| value(name.in_(lang), number)).collect(),
        slots: places(&card.slots),
        gives: places(&card.gives),
        counts: card.counts,
        contains: card.contains.clone(),
        gap: card.gap.as_ref().map(|gap| gap.in_(lang).to_string()),
    }
}

pub fn list_data(list: &List) -> ListData {
    let some = |aside: &Map<String, Value>| Some(aside.clone()).filter(|aside| !aside.is_empty());
    let unit = |unit: &table::lobby::ListUnit| ListUnitData {
        card: unit.card.clone(),
        carries: unit.carries.clone(),
        aside: some(&unit.aside),
    };
    ListData {
        name: list.name.clone(),
        units: list.units.iter().map(unit).collect(),
        aside: some(&list.aside),
    }
}

pub fn list_from(data: &ListData) -> List {
    let unit = |unit: &ListUnitData| table::lobby::ListUnit {
        card: unit.card.clone(),
        carries: unit.carries.clone(),
        aside: unit.aside.clone().unwrap_or_default(),
    };
    List {
        name: data.name.clone(),
        units: data.units.iter().map(unit).collect(),
        aside: data.aside.clone().unwrap_or_default(),
    }
}

impl<G: Lobby> AnyGame for Hosted<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn rules(&self) -> u32 {
        G::RULES_VERSION
    }

    fn title(&self, lang: Lang) -> String {
        G::title().in_(lang).to_string()
    }

    fn offer(&self, lang: Lang) -> Offer {
        let fields = G::fields().into_iter().map(|field| OfferField {
            id: field.id.to_string(),
            name: field.name.in_(lang).to_string(),
            about: field.about.in_(lang).to_string(),
            standard: field.values.get(field.standard).map_or(String::new(), |value| value.id.clone()),
            values: field.values.iter().map(|one| value(&one.id, one.name.in_(lang))).collect(),
            alone: field.alone,
        });
        let sides = G::catalogue().sides;
        let side_name =
            |id: &str| sides.iter().find(|side| side.id == id).map(|side| side.name.in_(lang).to_string());
        let lists = G::ready_lists().into_iter().map(|ready| OfferList {
            points: G::check_list(&ready.list, &ready.agreed).points,
            id: ready.id,
            name: ready.name.in_(lang).to_string(),
            side_name: side_name(&ready.side).unwrap_or_default(),
            side: ready.side,
            seat: G::seat_of(&ready.list),
            list: list_data(&List { name: ready.name.in_(lang).to_string(), ..ready.list }),
            agreed: ready.agreed,
        });
        Offer {
            game: G::ID.to_string(),
            title: self.title(lang),
            tables: G::tables().to_vec(),
            seats: G::seats().iter().map(|seat| seat.in_(lang).to_string()).collect(),
            counts: G::counts().map_or(String::new(), |counts| counts.many.in_(lang).to_string()),
            counts_one: G::counts().map_or(String::new(), |counts| counts.one.in_(lang).to_string()),
            fields: fields.collect(),
            lists: lists.collect(),
            first_lists: G::tables().iter().map(|players| G::first_lists(*players)).collect(),
            agents: self.agents.iter().map(|agent| value(agent.id, agent.name.in_(lang))).collect(),
        }
    }

    fn catalogue(&self, lang: Lang) -> CatalogueInfo {
        let catalogue = G::catalogue();
        let names = |names: &[table::lobby::CatalogueName]| {
            names.iter().map(|one| value(&one.id, one.name.in_(lang))).collect::<Vec<_>>()
        };
        let card = |card| card_info(card, lang);
        CatalogueInfo {
            game: G::ID.to_string(),
            sides: names(&catalogue.sides),
            slots: names(&catalogue.slots),
            units: catalogue.units.iter().map(card).collect(),
            cards: catalogue.cards.iter().map(card).collect(),
        }
    }

    fn not_built_in(&self, lang: Lang) -> Vec<CardInfo> {
        G::not_built_in().iter().map(|card| card_info(card, lang)).collect()
    }

    fn planning_aid(&self, agreed: &Agreed) -> bool {
        G::planning_aid(agreed)
    }

    fn tables(&self) -> &'static [u8] {
        G::tables()
    }

    fn ready_list(&self, id: &str, lang: Lang) -> Option<List> {
        let ready = G::ready_lists().into_iter().find(|ready| ready.id == id)?;
        Some(List { name: ready.name.in_(lang).to_string(), ..ready.list })
    }

    fn read_lists(&self, text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
        match self.others.iter().find(|marks| (marks.has)(text)) {
            None => G::read_lists(text),
            Some(Marks { game, .. }) => Err(vec![Fault::new(
                "",
                None,
                format!("this is a list of another game: {}", game.en),
                format!("das ist eine Liste eines anderen Spiels: {}", game.de),
            )]),
        }
    }

    fn write_list(&self, list: &List) -> Vec<WrittenList> {
        G::write_list(list)
    }

    fn check_list(&self, list: &List, agreed: &Agreed) -> ListReport {
        G::check_list(list, agreed)
    }

    fn side_of(&self, list: &List, lang: Lang) -> String {
        G::side_of(list, lang)
    }

    fn seat_of(&self, list: &List) -> Option<u8> {
        G::seat_of(list)
    }

    fn seat_colour(&self, seat: u8) -> usize {
        G::seat_colour(Seat(seat))
    }

    fn agent_name(&self, id: &str, lang: Lang) -> Option<&'static str> {
        self.agents.iter().find(|agent| agent.id == id).map(|agent| agent.name.in_(lang))
    }

    fn best_agent(&self) -> &'static str {
        self.strongest()
    }

    fn assemble(&self, lists: &[List], agreed: &Agreed) -> Result<Value, Vec<Fault>> {
        let setup = G::assemble(lists, agreed)?;
        G::begin(&setup)?;
        Ok(serde_json::to_value(&setup).expect("plain data always has a JSON value"))
    }

    fn resume(
        &self,
        setup: &Value,
        journal: Vec<Entry>,
        luck: Option<Luck>,
    ) -> Result<Box<dyn LiveGame>, Unplayable> {
        let setup = read_setup::<G>(setup)?;
        self.play_on(0, journal, luck, |journal, luck| Session::resume(&setup, journal, luck))
    }

    fn restore(
        &self,
        setup: &Value,
        saved: &Saved,
        journal: Vec<Entry>,
        luck: Option<Luck>,
    ) -> Result<Box<dyn LiveGame>, Unplayable> {
        let setup = read_setup::<G>(setup)?;
        self.play_on(saved.at, journal, luck, |journal, luck| Session::go_on(&setup, saved, journal, luck))
    }

    fn read_replay(&self, text: &str) -> Result<(Value, Vec<Entry>), Trouble> {
        let trouble = |error: ReplayError| match error {
            ReplayError::Journal(ResumeError::Setup(faults)) => Trouble::Faulty(faults),
            error => Trouble::Unfit(Wrong::Said(error.text())),
        };
        let file = replay::read::<G>(text).map_err(trouble)?;
        replay::check::<G>(&file).map_err(trouble)?;
        let setup = serde_json::to_value(&file.setup).expect("plain data always has a JSON value");
        Ok((setup, file.journal))
    }
}

fn read_setup<G: Lobby>(setup: &Value) -> Result<G::Setup, Unplayable> {
    serde_json::from_value(setup.clone())
        .map_err(|error| Unplayable { why: format!("set-up: {error}"), playable: 0 })
}

/// What a journal says that cannot be played; `from` answers were not played at all.
fn unplayable(error: ResumeError, from: usize) -> Unplayable {
    let playable = match &error {
        ResumeError::Setup(_) | ResumeError::Schema(_) | ResumeError::Position(_) => 0,
        ResumeError::Entry { number, .. } | ResumeError::Leftover { number, .. } => (*number).max(from),
    };
    Unplayable { why: error.to_string(), playable }
}

struct Live<G: Lobby> {
    session: Session<G>,
    luck: Luck,
    make_agent: MakeAgent<G>,
    strongest: &'static str,
}

impl<G: Lobby> Live<G> {
    fn pending(&self, seat: u8, track: Option<u8>) -> Option<&Pending<G>> {
        self.session.pending().iter().find(|open| open.seat == Seat(seat) && open.track == track)
    }

    /// The answer as it is recorded, if it is one to the open question of that name.
    fn read(
        &self,
        seat: u8,
        track: Option<u8>,
        question: QuestionName,
        reply: &Reply,
    ) -> Result<Answer, Trouble> {
        if self.session.status() != Status::Waiting {
            return Err(Trouble::Over);
        }
        let open = self.pending(seat, track).ok_or(Trouble::NotAsked)?;
        if QuestionName::of(&self.session, open) != question {
            return Err(Trouble::Outdated);
        }
        Ok(match reply {
            Reply::One(option) => Answer::One(*option),
            Reply::Some(options) => {
                let mut picks = options.clone();
                picks.sort_unstable();
                Answer::Some(picks)
            }
            Reply::Order(options) => Answer::Order(options.clone()),
            Reply::Candidate(index) => match &open.kind {
                Kind::Place { candidates } => match candidates.get(*index as usize) {
                    Some(pose) => Answer::Place(*pose),
                    None => return Err(Trouble::unfit("there is no such candidate")),
                },
                _ => return Err(Trouble::unfit("this question offers no places")),
            },
            Reply::Place(place @ Place { x, y, facing }) => {
                if !(x.is_finite() && y.is_finite() && facing.is_finite()) {
                    return Err(Trouble::malformed("a place has to be given in finite numbers"));
                }
                Answer::Place(pose_of(place))
            }
            Reply::Plan(plan) => {
                let finite = |place: &Place| [place.x, place.y, place.facing].iter().all(|n| n.is_finite());
                if !plan.places.iter().all(finite) {
                    return Err(Trouble::malformed("a place has to be given in finite numbers"));
                }
                Answer::Plan(plan_of(plan))
            }
        })
    }
}

/// What a question is called in an answer to it: its place in the journal, so that the same question asked again is another
/// one, and what it asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionName {
    pub place: usize,
    pub fingerprint: u32,
}

impl QuestionName {
    fn of<G: Lobby>(session: &Session<G>, open: &Pending<G>) -> QuestionName {
        QuestionName { place: session.place(open), fingerprint: open.fingerprint }
    }

    pub fn read(text: &str) -> Option<QuestionName> {
        let (place, fingerprint) = text.split_once('-')?;
        let fingerprint = u32::from_str_radix(fingerprint, 16).ok()?;
        Some(QuestionName { place: place.parse().ok()?, fingerprint })
    }
}

impl std::fmt::Display for QuestionName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{:08x}", self.place, self.fingerprint)
    }
}

/// Whether what was recorded is what a client replies. A place among those offered is recorded as the place it is, so that
/// only its number, noted beside it, tells.
pub fn is_reply(answer: &Answer, candidate: Option<u16>, reply: &Reply) -> bool {
    match (answer, reply) {
        (Answer::One(option), Reply::One(replied)) => option == replied,
        (Answer::Some(options), Reply::Some(replied)) => {
            let mut replied = replied.clone();
            replied.sort_unstable();
            options.as_slice() == replied.as_slice()
        }
        (Answer::Order(options), Reply::Order(replied)) => options.as_slice() == replied.as_slice(),
        (Answer::Place(_), Reply::Candidate(replied)) => candidate == Some(*replied),
        (Answer::Place(pose), Reply::Place(replied)) => candidate.is_none() && *pose == pose_of(replied),
        (Answer::Plan(plan), Reply::Plan(replied)) => *plan == plan_of(replied),
        _ => false,
    }
}

fn pose_of(place: &Place) -> Pose {
    let heading = geometry::Heading::degrees_clockwise_from_north(place.facing);
    Pose::new(geometry::Vec2::new(place.x, place.y), heading)
}

fn place(pose: &Pose) -> Place {
    Place { x: pose.at.x, y: pose.at.y, facing: pose.heading.to_degrees() }
}

fn refused<G: Show>(view: &G::View, state: &G::State, open: &Pending<G>, lang: Lang) -> Vec<RefusedChoice> {
    let choice = |(choice, denial): &(G::Choice, table::Denial)| RefusedChoice {
        text: G::option_text(state, &open.ask, choice, lang),
        about: G::about(view, &open.ask, choice, lang),
        why: Why {
            text: denial.why.in_(lang).to_string(),
            rule: denial.rule.to_string(),
            rule_title: rule_title(denial.rule, lang),
        },
    };
    open.refused.iter().map(choice).collect()
}

fn plan_of(plan: &PlanInfo) -> Plan {
    Plan { picks: plan.picks.iter().copied().collect(), poses: plan.places.iter().map(pose_of).collect() }
}

fn plan_info(plan: &Plan) -> PlanInfo {
    PlanInfo { picks: plan.picks.to_vec(), places: plan.poses.iter().map(place).collect() }
}

/// What the parts of a question can be set to.
fn parts<G: Lobby>(view: &G::View, state: &G::State, open: &Pending<G>, lang: Lang) -> Vec<PartInfo> {
    let part = |(number, part): (usize, &Part<G>)| {
        let options = match part {
            Part::One(options) => &options[..],
            Part::Place => &[],
        };
        let text = |choice: &G::Choice| G::option_text(state, &open.ask, choice, lang);
        let about = options.first().map(|choice| G::about(view, &open.ask, choice, lang));
        PartInfo {
            text: G::part_text(state, &open.ask, number, lang),
            options: options.iter().map(text).collect(),
            adds: options.iter().map(G::adds).collect(),
            about: about.unwrap_or_default(),
            placing: matches!(part, Part::Place).then(|| G::placing(view, &open.ask, lang)),
        }
    };
    open.parts.iter().enumerate().map(part).collect()
}

impl<G: Lobby> LiveGame for Live<G> {
    fn players(&self) -> u8 {
        G::players(self.session.state()) as u8
    }

    fn side(&self, seat: u8, lang: Lang) -> String {
        G::side_name(self.session.state(), Seat(seat), lang)
    }

    fn journal(&self) -> &[Entry] {
        self.session.journal()
    }

    fn asked(&self) -> Vec<u8> {
        let mut seats: Vec<u8> = Vec::new();
        for open in self.session.pending() {
            if open.seat.is_player() && !seats.contains(&open.seat.0) {
                seats.push(open.seat.0);
            }
        }
        seats
    }

    fn questions(&self, seat: u8, lang: Lang) -> Vec<Question> {
        let state = self.session.state();
        let view = G::view(state, Some(Seat(seat)));
        let mine = self.session.pending().iter().filter(|open| open.seat == Seat(seat));
        let question = |open: &Pending<G>| Question {
            seat,
            track: open.track,
            id: QuestionName::of(&self.session, open).to_string(),
            text: G::ask_text(state, &open.ask, lang),
            form: match &open.kind {
                Kind::One | Kind::Roll { .. } => Form::One,
                Kind::Some { min, max } => Form::Some { min: *min as u32, max: *max as u32 },
                Kind::Order => Form::Order,
                Kind::Place { candidates } => Form::Place {
                    placing: G::placing(&view, &open.ask, lang),
                    candidates: candidates.iter().map(place).collect(),
                },
                Kind::Whole { plans } => Form::Whole {
                    parts: parts::<G>(&view, state, open, lang),
                    plan: plans.first().map(plan_info).unwrap_or_default(),
                    sum: G::sum(&open.ask),
                },
            },
            options: open
                .options
                .iter()
                .map(|choice| Choice {
                    text: G::option_text(state, &open.ask, choice, lang),
                    about: G::about(&view, &open.ask, choice, lang),
                })
                .collect(),
            refused: refused::<G>(&view, state, open, lang),
            passive: open.passive.map(|index| index as u32),
            sealed: open.track.is_some(),
            sequence: G::sequence(&view, &open.ask),
        };
        mine.map(question).collect()
    }

    fn forced(&self, seat: u8, lang: Lang) -> Vec<Forced> {
        let state = self.session.state();
        let view = G::view(state, Some(Seat(seat)));
        let mine = self
            .session
            .forced()
            .iter()
            .filter(|forced| forced.seat == Seat(seat) && !forced.refused.is_empty());
        mine.map(|forced| Forced {
            text: G::ask_text(state, &forced.ask, lang),
            option: forced
                .options
                .first()
                .map_or(String::new(), |choice| G::choice_text(state, choice, lang)),
            refused: refused::<G>(&view, state, forced, lang),
        })
        .collect()
    }

    fn hints(&self, looked: Looked, lang: Lang, aided: bool) -> Result<(Vec<Hint>, Vec<Hint>), Trouble> {
        let open = self.pending(looked.seat, looked.track).ok_or(Trouble::NotAsked)?;
        if QuestionName::of(&self.session, open) != looked.question {
            return Err(Trouble::Outdated);
        }
        let view = G::view(self.session.state(), Some(Seat(looked.seat)));
        let hint = |choice: Option<&G::Choice>| {
            let choice = choice.ok_or(Trouble::unfit("there is no such option"))?;
            Ok(match aided {
                true => G::hint(&view, &open.ask, choice, lang),
                false => G::unaided_hint(&view, &open.ask, choice, lang),
            })
        };
        let legal = looked.options.iter().map(|place| hint(open.options.get(usize::from(*place))));
        let refused = looked.refused.iter().map(|place| open.refused.get(usize::from(*place)));
        let refused = refused.map(|found| hint(found.map(|(choice, _)| choice)));
        Ok((legal.collect::<Result<_, Trouble>>()?, refused.collect::<Result<_, Trouble>>()?))
    }

    fn scene(&self, viewer: Option<u8>, lang: Lang) -> Scene {
        G::picture(&G::view(self.session.state(), viewer.map(Seat)), lang)
    }

    fn steps(&self, viewer: Option<u8>, from: usize, lang: Lang) -> Vec<(usize, Scene)> {
        let (seat, all) = (viewer.map(Seat), self.session.log().len());
        let on_the_way = self.session.steps().iter().filter(|step| step.events > from && step.events < all);
        on_the_way.map(|step| (step.events, G::picture(&G::view(&step.state, seat), lang))).collect()
    }

    fn forget_steps(&mut self) {
        self.session.forget_steps();
    }

    fn events(&self) -> usize {
        self.session.log().len()
    }

    fn told(&self, viewer: Option<u8>) -> Vec<usize> {
        let (state, log) = (self.session.state(), self.session.log());
        let is_told = |event: &usize| G::see(state, &log[*event].event, viewer.map(Seat)).is_some();
        (0..log.len()).filter(is_told).collect()
    }

    fn log(&self, viewer: Option<u8>, events: Range<usize>, lang: Lang) -> Vec<LogLine> {
        let (state, log) = (self.session.state(), self.session.log());
        let line = |logged: &Logged<G>| {
            let seen = G::see(state, &logged.event, viewer.map(Seat))?;
            Some(LogLine {
                moment: Some(logged.at as u64),
                weight: G::weight(&seen),
                cause: logged.cause.and_then(|card| G::cause_name(state, &card, viewer.map(Seat), lang)),
                ..G::log_line(state, &seen, lang)
            })
        };
        log.get(events).unwrap_or_default().iter().filter_map(line).collect()
    }

    fn answer(
        &mut self,
        seat: u8,
        track: Option<u8>,
        question: QuestionName,
        reply: &Reply,
    ) -> Result<(), Trouble> {
        let answer = self.read(seat, track, question, reply)?;
        Ok(self.session.answer(Seat(seat), track, answer)?)
    }

    fn probe(
        &self,
        seat: u8,
        track: Option<u8>,
        question: QuestionName,
        reply: &Reply,
    ) -> Result<(), Trouble> {
        let answer = self.read(seat, track, question, reply)?;
        Ok(self.session.probe(Seat(seat), track, &answer)?)
    }

    fn let_agent_answer(&mut self, seat: u8, agent: &str) -> Result<bool, Trouble> {
        let open = self.session.pending().iter().find(|open| open.seat == Seat(seat));
        let Some(track) = open.map(|open| open.track) else {
            return Ok(false);
        };
        let mut luck = self.luck.from(self.session.journal().len());
        let seed = luck.next_u64();
        let policy = (self.make_agent)(agent, seed).or_else(|| (self.make_agent)(self.strongest, seed));
        let mut policy = policy.ok_or_else(|| Trouble::unfit("there is no such agent"))?;
        let answer = self.session.ask_policy(Seat(seat), track, policy.as_mut()).ok_or(Trouble::NotAsked)?;
        if self.session.answer(Seat(seat), track, answer).is_err() {
            // Whatever an agent says, the game goes on with something that the rules take.
            let open = self.pending(seat, track).ok_or(Trouble::NotAsked)?;
            let answer = table::harness::random_answer(open, &mut luck);
            self.session.answer(Seat(seat), track, answer)?;
        }
        Ok(true)
    }

    fn last_answer_of(&self, seat: u8) -> Option<usize> {
        self.session.journal().iter().rposition(|entry| entry.seat == Seat(seat))
    }

    fn undo_to(&mut self, count: usize) -> bool {
        self.session.undo_to(count).is_some()
    }

    fn has_sealed_answer(&self, seat: u8) -> bool {
        self.session.sealed_answer_of(Seat(seat)).is_some()
    }

    fn withdraw(&mut self, seat: u8) -> Option<usize> {
        self.session.withdraw(Seat(seat))
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.session.status() {
            Status::Waiting => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    fn saved(&self) -> Saved {
        self.session.saved()
    }

    fn replay_file(&self) -> String {
        self.session.replay().to_text()
    }
}

/// A rule with its title, for outcomes.
pub fn titled(rule: RuleId, lang: Lang) -> (String, String) {
    (rule.to_string(), rule_title(rule, lang))
}
