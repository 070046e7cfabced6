//! The table that rules play on: the position, and the ways to ask.
//!
//! A rule calls [`Table::ask_for`], [`Table::ask_some`], [`Table::ask_order`], [`Table::place`], [`Table::ask_whole`],
//! [`Table::roll`], [`Table::draw`] or [`Table::together`]; who answers is the driver's business. An option that is the only legal one
//! is taken without asking, and remembered as forced so that it can be explained, unless the rule says otherwise
//! ([`Offers::ask_anyway`]).

use std::sync::Arc;

use geometry::Pose;
use rand_core::Rng;
use scene::Weight;
use serde::Serialize;

use crate::direct::{Decision, Policy};
use crate::whole::{AtPlace, Kept, Knowing, NO_PLACE, NOT_FINITE, OfParts, UNFIT_PLAN};
use crate::{
    Answer, Capacity, Denial, Die, Entry, Faces, Game, Kind, Offers, Options, Part, Parts, Pending, Picks,
    Plan, Refusal, Seat, Whole, capacity, stable_hash,
};

/// Why a rule procedure stopped before its end. `?` carries it to the driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// A question has no answer yet.
    Question,
    /// The game has ended in the middle of a procedure.
    Over,
    /// The answer at hand is not acceptable; nothing of it stands.
    Refused,
    /// A question without a single legal option: an error in a game's rules, never a player's.
    DeadEnd,
    /// The program has no room for what would come of the answer at hand.
    TooMany(&'static Capacity),
}

/// What a rule procedure returns: its result, or the reason to stop here.
pub type Play<T = ()> = Result<T, Pause>;

/// An event with its provenance.
#[derive(Clone, PartialEq, Debug)]
pub struct Logged<G: Game> {
    pub event: G::Event,
    /// The card whose effect brought it about, if any.
    pub cause: Option<G::Card>,
    /// How many answers had been given when it happened.
    pub at: usize,
}

/// How the table looked when something had happened.
#[derive(Clone)]
pub struct Step<G: Game> {
    pub state: G::State,
    /// How many events had happened by then.
    pub events: usize,
}

/// Steps that nobody has been shown yet.
pub(crate) struct Steps<G: Game> {
    pub taken: Vec<Step<G>>,
    /// Events up to here are known: they happen once more when the rules run again from a checkpoint.
    pub known: usize,
}

impl<G: Game> Steps<G> {
    fn take(&mut self, state: &G::State, events: usize) {
        if events > self.known {
            self.taken.push(Step { state: state.clone(), events });
            self.known = events;
        }
    }
}

/// Questions asked together: an entry of the journal counts them in one byte.
static TRACKS: Capacity = capacity(256, "questions at the same time", "gleichzeitige Fragen");

/// Source of chance: any generator.
pub type Luck = Box<dyn Rng + Send>;

pub struct Table<G: Game> {
    pub state: G::State,
    pub(crate) driver: Driver<G>,
    pub(crate) luck: Option<Luck>,
    pub(crate) log: Vec<Logged<G>>,
    pub(crate) logging: bool,
    /// How the table looked on the way, if somebody wants to know.
    pub(crate) steps: Option<Steps<G>>,
    offers: Offers<G>,
    candidates: Vec<Pose>,
    plans: Vec<Plan>,
    /// Answers that are given before the policy is asked.
    pub(crate) script: Script,
    /// Which of several questions asked together is being asked.
    track: Option<u8>,
    cause: Option<G::Card>,
    decisions: u64,
}

pub(crate) enum Driver<G: Game> {
    Policy { policy: Box<dyn Policy<G>>, record: Option<Vec<Entry>> },
    Tape(Tape<G>),
}

/// The journal while it is being played back, and what stopped it.
pub(crate) struct Tape<G: Game> {
    pub entries: Vec<Entry>,
    pub at: usize,
    track: Option<u8>,
    track_taken: usize,
    /// Answers are taken whatever question they were given to.
    trusting: bool,
    pub pending: Vec<Pending<G>>,
    pub forced: Vec<Pending<G>>,
    pub refusal: Option<Refusal>,
}

impl<G: Game> Tape<G> {
    pub fn new(entries: Vec<Entry>) -> Self {
        Tape {
            entries,
            at: 0,
            track: None,
            track_taken: 0,
            trusting: false,
            pending: Vec::new(),
            forced: Vec::new(),
            refusal: None,
        }
    }

    /// A journal of another position that looks the same to somebody: its answers count without their fingerprints.
    pub fn trusting(entries: Vec<Entry>) -> Self {
        Tape { trusting: true, ..Tape::new(entries) }
    }

    /// The next recorded answer, of the current track while several questions are asked together.
    fn next(&mut self) -> Option<Entry> {
        match self.track {
            None => {
                let entry = self.entries.get(self.at)?.clone();
                self.at += 1;
                Some(entry)
            }
            Some(track) => {
                let mine = self.entries[self.at..].iter().filter(|entry| entry.track == Some(track));
                let entry = mine.clone().nth(self.track_taken)?.clone();
                self.track_taken += 1;
                Some(entry)
            }
        }
    }
}

/// Answers that are given before anybody is asked, in the order in which they are needed.
#[derive(Default)]
pub(crate) struct Script(Vec<Entry>);

impl Script {
    pub fn new(entries: impl DoubleEndedIterator<Item = Entry>) -> Self {
        Script(entries.rev().collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    fn next(&mut self, track: Option<u8>) -> Option<Answer> {
        if self.0.is_empty() { None } else { self.find(track) }
    }

    #[cold]
    fn find(&mut self, track: Option<u8>) -> Option<Answer> {
        let place = self.0.iter().rposition(|entry| entry.track == track)?;
        Some(self.0.remove(place).answer)
    }
}

impl<G: Game> Table<G> {
    /// A table on which `policy` answers for all players and `luck` for chance.
    pub fn direct(state: G::State, policy: Box<dyn Policy<G>>, luck: Luck) -> Self {
        Self::with_driver(state, Driver::Policy { policy, record: None }, Some(luck))
    }

    pub(crate) fn with_driver(state: G::State, driver: Driver<G>, luck: Option<Luck>) -> Self {
        let taped = matches!(driver, Driver::Tape(_));
        Table {
            state,
            driver,
            luck,
            log: Vec::new(),
            logging: taped,
            steps: None,
            offers: Offers::new(taped),
            candidates: Vec::new(),
            plans: Vec::new(),
            script: Script::default(),
            track: None,
            cause: None,
            decisions: 0,
        }
    }

    /// How many questions players have answered at this table (chance and forced options not counted).
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// What has happened so far, where somebody keeps a log.
    pub fn log(&self) -> &[Logged<G>] {
        &self.log
    }

    // ---- asking ---------------------------------------------------------------------------------------------------

    /// One of the options that `fill` offers.
    pub fn ask(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        fill: impl FnOnce(&G::State, &mut Offers<G>),
    ) -> Play<G::Choice> {
        self.offers.clear();
        fill(&self.state, &mut self.offers);
        let place = self.decide_one(seat, ask)?;
        Ok(self.offers.legal[place])
    }

    /// One of the options that `fill` offers, as what it was offered with: whatever the rule goes on with.
    pub fn ask_for<V>(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        fill: impl FnOnce(&G::State, &mut Options<G, V>),
    ) -> Play<V> {
        let mut values = self.fill_with_values(fill);
        let place = self.decide_one(seat, ask)?;
        Ok(values.swap_remove(place))
    }

    /// Between `min` and `max` of the options that `fill` offers, in the order in which they were offered. Asks nothing
    /// if there is nothing to choose.
    pub fn ask_some(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        min: usize,
        max: usize,
        fill: impl FnOnce(&G::State, &mut Offers<G>),
    ) -> Play<Picks<G::Choice>> {
        self.offers.clear();
        fill(&self.state, &mut self.offers);
        let places = self.decide_some(seat, ask, min, max)?;
        Ok(places.iter().map(|place| self.offers.legal[*place as usize]).collect())
    }

    /// The same, as what the options were offered with.
    pub fn ask_some_for<V>(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        min: usize,
        max: usize,
        fill: impl FnOnce(&G::State, &mut Options<G, V>),
    ) -> Play<Picks<V>> {
        let values = self.fill_with_values(fill);
        let places = self.decide_some(seat, ask, min, max)?;
        let mut wanted = places.iter().copied().peekable();
        let chosen = (0u16..).zip(values).filter(|(place, _)| wanted.next_if_eq(place).is_some());
        Ok(chosen.map(|(_, value)| value).collect())
    }

    fn fill_with_values<V>(&mut self, fill: impl FnOnce(&G::State, &mut Options<G, V>)) -> Picks<V> {
        self.offers.clear();
        let mut options = Options { offers: &mut self.offers, values: Picks::new() };
        fill(&self.state, &mut options);
        options.values
    }

    /// Which of the offered options the seat takes.
    fn decide_one(&mut self, seat: Seat, ask: G::Ask) -> Play<usize> {
        match self.offers.legal.len() {
            0 => return Err(Pause::DeadEnd),
            1 if !self.offers.anyway => {
                self.note_forced(seat, ask);
                return Ok(0);
            }
            _ => {}
        }
        let place = match &mut self.driver {
            Driver::Policy { policy, record } => {
                self.decisions += 1;
                let decision =
                    Decision::new(seat, &ask, &self.offers.legal, self.offers.passive, &self.state);
                let place = match self.script.next(self.track) {
                    None => policy.choose(&decision),
                    Some(Answer::One(place)) => place as usize,
                    Some(_) => return Err(Pause::Refused),
                };
                if let Some(record) = record {
                    record.push(entry(seat, None, &ask, &self.offers.legal, Answer::One(place as u16)));
                }
                place
            }
            Driver::Tape(_) => match self.recorded(seat, ask, Kind::One)? {
                Answer::One(place) => place as usize,
                _ => return self.malformed("one option has to be chosen"),
            },
        };
        if place < self.offers.legal.len() { Ok(place) } else { self.malformed("there is no such option") }
    }

    /// Which of the offered options the seat takes, in ascending order.
    fn decide_some(&mut self, seat: Seat, ask: G::Ask, min: usize, max: usize) -> Play<Picks<u16>> {
        let count = self.offers.legal.len();
        let (min, max) = (min.min(count), max.min(count));
        if min == count || max == 0 {
            self.note_forced(seat, ask);
            return Ok((0..min as u16).collect());
        }
        let places: Picks<u16> = match &mut self.driver {
            Driver::Policy { policy, record } => {
                self.decisions += 1;
                let decision =
                    Decision::new(seat, &ask, &self.offers.legal, self.offers.passive, &self.state);
                let places = match self.script.next(self.track) {
                    None => policy.pick(&decision, min, max),
                    Some(Answer::Some(places)) => places.into(),
                    Some(_) => return Err(Pause::Refused),
                };
                if let Some(record) = record {
                    let answer = Answer::Some(places.to_vec());
                    record.push(entry(seat, None, &ask, &self.offers.legal, answer));
                }
                places
            }
            Driver::Tape(_) => match self.recorded(seat, ask, Kind::Some { min, max })? {
                Answer::Some(places) => places.into(),
                _ => return self.malformed("a selection of options has to be given"),
            },
        };
        if places.len() < min || places.len() > max {
            return self.malformed("too few or too many options are selected");
        }
        if places.windows(2).any(|pair| pair[0] >= pair[1]) {
            return self.malformed("selected options have to be named once each, in ascending order");
        }
        if places.iter().any(|place| *place as usize >= count) {
            return self.malformed("there is no such option");
        }
        Ok(places)
    }

    /// All options that `fill` offers, in the order that the seat wants.
    pub fn ask_order(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        fill: impl FnOnce(&G::State, &mut Offers<G>),
    ) -> Play<Picks<G::Choice>> {
        self.offers.clear();
        fill(&self.state, &mut self.offers);
        let count = self.offers.legal.len();
        if count < 2 {
            self.note_forced(seat, ask);
            return Ok(self.offers.legal.iter().copied().collect());
        }
        let mut places: Picks<u16> = (0..count as u16).collect();
        match &mut self.driver {
            Driver::Policy { policy, record } => {
                self.decisions += 1;
                let decision =
                    Decision::new(seat, &ask, &self.offers.legal, self.offers.passive, &self.state);
                match self.script.next(self.track) {
                    None => policy.order(&decision, &mut places),
                    Some(Answer::Order(given)) if given.len() == count => places = given.into(),
                    Some(_) => return Err(Pause::Refused),
                }
                if let Some(record) = record {
                    let answer = Answer::Order(places.to_vec());
                    record.push(entry(seat, None, &ask, &self.offers.legal, answer));
                }
            }
            Driver::Tape(_) => match self.recorded(seat, ask, Kind::Order)? {
                Answer::Order(given) if given.len() == count => places = given.into_iter().collect(),
                _ => return self.malformed("an order of all options has to be given"),
            },
        }
        let mut seen = places.clone();
        seen.sort_unstable();
        if !seen.iter().copied().eq(0..count as u16) {
            return self.malformed("every option has to stand in the order exactly once");
        }
        Ok(places.iter().map(|place| self.offers.legal[*place as usize]).collect())
    }

    /// A pose that `judge` accepts. `suggest` lists good ones, at least one of them acceptable.
    pub fn place(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        judge: impl Fn(&G::State, &Pose) -> Result<(), Denial> + Send + Sync + 'static,
        suggest: impl FnOnce(&G::State, &mut Vec<Pose>),
    ) -> Play<Pose> {
        self.placed(seat, ask, judge, |_, _| None, suggest, true)
    }

    /// As [`Table::place`], but `suggest` lists only poses that `judge` accepts.
    pub fn place_where(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        judge: impl Fn(&G::State, &Pose) -> Result<(), Denial> + Send + Sync + 'static,
        suggest: impl FnOnce(&G::State, &mut Vec<Pose>),
    ) -> Play<Pose> {
        self.placed(seat, ask, judge, |_, _| None, suggest, false)
    }

    /// As [`Table::place`]; `settle` finds the acceptable pose nearest to one that is not, so that people reach by hand what
    /// only just fits.
    pub fn place_near(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        judge: impl Fn(&G::State, &Pose) -> Result<(), Denial> + Send + Sync + 'static,
        settle: impl Fn(&G::State, &Pose) -> Option<Pose> + Send + Sync + 'static,
        suggest: impl FnOnce(&G::State, &mut Vec<Pose>),
    ) -> Play<Pose> {
        self.placed(seat, ask, judge, settle, suggest, true)
    }

    fn placed(
        &mut self,
        seat: Seat,
        ask: G::Ask,
        judge: impl Fn(&G::State, &Pose) -> Result<(), Denial> + Send + Sync + 'static,
        settle: impl Fn(&G::State, &Pose) -> Option<Pose> + Send + Sync + 'static,
        suggest: impl FnOnce(&G::State, &mut Vec<Pose>),
        sift: bool,
    ) -> Play<Pose> {
        self.offers.clear();
        self.candidates.clear();
        let open = match &self.driver {
            Driver::Policy { .. } => true,
            Driver::Tape(tape) => tape.at >= tape.entries.len(),
        };
        if open {
            suggest(&self.state, &mut self.candidates);
            if sift {
                self.candidates.retain(|pose| judge(&self.state, pose).is_ok());
            }
        }
        let pose = match &mut self.driver {
            Driver::Policy { policy, record } => {
                if self.candidates.is_empty() {
                    return Err(Pause::DeadEnd);
                }
                self.decisions += 1;
                let decision = Decision::new(seat, &ask, &self.offers.legal, None, &self.state);
                let pose = match self.script.next(self.track) {
                    None => policy.place(&decision, &self.candidates),
                    Some(Answer::Place(pose)) => pose,
                    Some(_) => return Err(Pause::Refused),
                };
                if let Some(record) = record {
                    record.push(entry(seat, None, &ask, &self.offers.legal, Answer::Place(pose)));
                }
                if self.candidates.contains(&pose) {
                    return Ok(pose);
                }
                pose
            }
            Driver::Tape(_) => {
                let candidates = std::mem::take(&mut self.candidates);
                match self.recorded(seat, ask, Kind::Place { candidates }) {
                    Ok(Answer::Place(pose)) => pose,
                    Ok(_) => return self.malformed(NO_PLACE),
                    Err(pause) => {
                        self.keep_judge(pause, Vec::new(), AtPlace { judge, settle });
                        return Err(pause);
                    }
                }
            }
        };
        if !pose.at.is_finite() {
            return self.malformed(NOT_FINITE);
        }
        match judge(&self.state, &pose) {
            Ok(()) => Ok(pose),
            Err(denial) => self.refuse(Refusal::Denied(denial)),
        }
    }

    /// What the seat plans for all parts of a question at once.
    pub fn ask_whole<W: Whole<G>>(&mut self, seat: Seat, ask: G::Ask, whole: W) -> Play<W::Value> {
        self.offers.clear();
        if let Some(plan) = whole.only(&self.state) {
            self.note_forced(seat, ask);
            return whole.judge(&self.state, &plan).or_else(|denial| self.refuse(Refusal::Denied(denial)));
        }
        let mut parts = Parts(Vec::new());
        if !matches!(self.driver, Driver::Policy { record: None, .. }) {
            whole.parts(&self.state, &mut parts);
            // What the parts can be set to belongs to the question's fingerprint.
            let options = parts.0.iter().filter_map(|part| match part {
                Part::One(options) => Some(options),
                Part::Place => None,
            });
            self.offers.legal.extend(options.flatten());
        }
        let plan = match &mut self.driver {
            Driver::Policy { policy, record } => {
                self.plans.clear();
                whole.suggest(&self.state, &mut self.plans);
                if self.plans.is_empty() {
                    return Err(Pause::DeadEnd);
                }
                self.decisions += 1;
                let decision = Decision::new(seat, &ask, &self.offers.legal, None, &self.state);
                let plan = match self.script.next(self.track) {
                    None => policy.plan(&decision, &self.plans),
                    Some(Answer::Plan(plan)) => plan,
                    Some(_) => return Err(Pause::Refused),
                };
                if let Some(record) = record {
                    record.push(entry(seat, None, &ask, &self.offers.legal, Answer::Plan(plan.clone())));
                }
                plan
            }
            Driver::Tape(tape) => {
                let mut plans = Vec::new();
                if tape.at >= tape.entries.len() {
                    whole.suggest(&self.state, &mut plans);
                }
                match self.recorded(seat, ask, Kind::Whole { plans }) {
                    Ok(Answer::Plan(plan)) if parts.fit(&plan) => plan,
                    Ok(_) => return self.malformed(UNFIT_PLAN),
                    Err(pause) => {
                        self.keep_judge(pause, parts.0.clone(), OfParts { parts, whole });
                        return Err(pause);
                    }
                }
            }
        };
        match whole.judge(&self.state, &plan) {
            Ok(value) => Ok(value),
            Err(denial) => self.refuse(Refusal::Denied(denial)),
        }
    }

    /// Leaves the judge of the question that was just left open with it.
    fn keep_judge(&mut self, pause: Pause, parts: Vec<Part<G>>, judge: impl Knowing<G> + 'static) {
        if let (Pause::Question, Driver::Tape(tape)) = (pause, &mut self.driver)
            && let Some(open) = tape.pending.last_mut()
        {
            if !parts.is_empty() {
                open.options.clear();
            }
            open.parts = parts;
            open.kept = Some(Kept(Arc::new(judge)));
        }
    }

    // ---- chance ---------------------------------------------------------------------------------------------------

    /// Rolls dice. `ask` names the roll.
    pub fn roll(&mut self, ask: G::Ask, die: &'static Die, count: usize) -> Play<Faces> {
        let mut faces = Faces::default();
        if count == 0 {
            return Ok(faces);
        }
        self.offers.clear();
        let sides = die.faces.len() as u32;
        match &mut self.driver {
            Driver::Policy { record, .. } => {
                match self.script.next(self.track) {
                    None => throw(self.luck.as_mut().ok_or(Pause::DeadEnd)?, sides, count, &mut faces),
                    Some(Answer::Roll(given)) => faces = given,
                    Some(_) => return Err(Pause::Refused),
                }
                if let Some(record) = record {
                    let answer = Answer::Roll(faces.clone());
                    record.push(entry(Seat::CHANCE, None, &ask, &self.offers.legal, answer));
                }
            }
            Driver::Tape(tape) => {
                if let (Some(luck), true) = (&mut self.luck, tape.at >= tape.entries.len()) {
                    throw(luck, sides, count, &mut faces);
                    let answer = Answer::Roll(faces.clone());
                    tape.entries.push(entry(Seat::CHANCE, None, &ask, &self.offers.legal, answer));
                }
                match self.recorded(Seat::CHANCE, ask, Kind::Roll { die, count })? {
                    Answer::Roll(given) => faces = given,
                    _ => return self.malformed("faces of dice have to be given"),
                }
            }
        }
        if faces.len() != count || faces.iter().any(|face| *face as u32 >= sides) {
            return self.malformed("a roll has to name one face of every die");
        }
        Ok(faces)
    }

    /// Lets chance take one of the options that `fill` weighs: a card from a deck, a coin, an order of players.
    pub fn draw(&mut self, ask: G::Ask, fill: impl FnOnce(&G::State, &mut Offers<G>)) -> Play<G::Choice> {
        self.offers.clear();
        fill(&self.state, &mut self.offers);
        let place = self.decide_by_lot(ask)?;
        Ok(self.offers.legal[place])
    }

    /// One of the options that `fill` weighs, as what it was offered with.
    pub fn draw_for<V>(&mut self, ask: G::Ask, fill: impl FnOnce(&G::State, &mut Options<G, V>)) -> Play<V> {
        let mut values = self.fill_with_values(fill);
        let place = self.decide_by_lot(ask)?;
        Ok(values.swap_remove(place))
    }

    /// The place of one of the weighed options.
    fn decide_by_lot(&mut self, ask: G::Ask) -> Play<usize> {
        match self.offers.legal.len() {
            0 => return Err(Pause::DeadEnd),
            1 => return Ok(0),
            _ => {}
        }
        let index = match &mut self.driver {
            Driver::Policy { record, .. } => {
                let index = match self.script.next(self.track) {
                    None => weighted(self.luck.as_mut().ok_or(Pause::DeadEnd)?, &self.offers.weights),
                    Some(Answer::One(index)) => index as usize,
                    Some(_) => return Err(Pause::Refused),
                };
                if let Some(record) = record {
                    record.push(entry(
                        Seat::CHANCE,
                        None,
                        &ask,
                        &self.offers.legal,
                        Answer::One(index as u16),
                    ));
                }
                index
            }
            Driver::Tape(tape) => {
                if let (Some(luck), true) = (&mut self.luck, tape.at >= tape.entries.len()) {
                    let answer = Answer::One(weighted(luck, &self.offers.weights) as u16);
                    tape.entries.push(entry(Seat::CHANCE, None, &ask, &self.offers.legal, answer));
                }
                match self.recorded(Seat::CHANCE, ask, Kind::One)? {
                    Answer::One(index) => index as usize,
                    _ => return self.malformed("one option has to be drawn"),
                }
            }
        };
        match index < self.offers.legal.len() {
            true => Ok(index),
            false => self.malformed("there is no such option"),
        }
    }

    // ---- secrets --------------------------------------------------------------------------------------------------

    /// Asks several questions at the same time and keeps every answer sealed until all are in. `each` asks the
    /// questions of one track and must not change the position; a seat that has several tracks may answer them in any
    /// order. `keep` puts an answer into the position, where the view of a seat shows it to its owner alone; the game goes
    /// on only when all answers are there.
    pub fn together<T>(
        &mut self,
        tracks: usize,
        mut each: impl FnMut(&mut Self, usize) -> Play<T>,
        mut keep: impl FnMut(&mut G::State, usize, T),
    ) -> Play {
        if tracks > TRACKS.most {
            return Err(Pause::TooMany(&TRACKS));
        }
        let mut answers = Vec::new();
        let mut taken = 0;
        let mut waiting = false;
        for track in 0..tracks {
            self.track = Some(track as u8);
            if let Driver::Tape(tape) = &mut self.driver {
                tape.track = Some(track as u8);
                tape.track_taken = 0;
            }
            let record_from = match &self.driver {
                Driver::Policy { record: Some(record), .. } => record.len(),
                _ => 0,
            };
            let answer = each(self, track);
            self.track = None;
            match &mut self.driver {
                Driver::Tape(tape) => {
                    tape.track = None;
                    taken += tape.track_taken;
                }
                Driver::Policy { record: Some(record), .. } => {
                    record[record_from..].iter_mut().for_each(|entry| entry.track = Some(track as u8));
                }
                Driver::Policy { .. } => {}
            }
            match answer {
                // A policy sees what the view of its seat shows: its own sealed answers, as a player at a session does.
                Ok(answer) if matches!(self.driver, Driver::Policy { .. }) => {
                    keep(&mut self.state, track, answer)
                }
                Ok(answer) => answers.push((track, answer)),
                Err(Pause::Question) => waiting = true,
                Err(other) => return Err(other),
            }
        }
        for (track, answer) in answers {
            keep(&mut self.state, track, answer);
        }
        if waiting {
            return Err(Pause::Question);
        }
        if let Driver::Tape(tape) = &mut self.driver {
            tape.at += taken;
        }
        Ok(())
    }

    // ---- telling --------------------------------------------------------------------------------------------------

    /// Tells what happened.
    pub fn emit(&mut self, event: G::Event) {
        if self.logging {
            let at = match &self.driver {
                Driver::Tape(tape) => tape.at,
                Driver::Policy { .. } => self.decisions as usize,
            };
            let is_step = self.steps.is_some() && G::weight(&event) == Weight::Headline;
            self.log.push(Logged { event, cause: self.cause, at });
            if let (true, Some(steps)) = (is_step, &mut self.steps) {
                steps.take(&self.state, self.log.len());
            }
        }
    }

    /// Plays `effect` as the effect of `card`: everything that happens in it names the card as its cause.
    pub fn because<T>(&mut self, card: G::Card, effect: impl FnOnce(&mut Self) -> Play<T>) -> Play<T> {
        let outer = self.cause.replace(card);
        let result = effect(self);
        self.cause = outer;
        result
    }

    /// Ends the game in the middle of a procedure; the position already says how.
    pub fn over<T>(&self) -> Play<T> {
        Err(Pause::Over)
    }

    // ---- the journal's side ---------------------------------------------------------------------------------------

    /// The recorded answer to the question whose options are in `self.offers`, or a pause.
    fn recorded(&mut self, seat: Seat, ask: G::Ask, kind: Kind) -> Play<Answer> {
        let fingerprint = fingerprint(seat, &ask, &self.offers.legal);
        let Driver::Tape(tape) = &mut self.driver else { return Err(Pause::DeadEnd) };
        match tape.next() {
            Some(entry) if entry.seat == seat && (tape.trusting || entry.question == fingerprint) => {
                tape.forced.clear();
                self.decisions += u64::from(seat.is_player());
                Ok(entry.answer)
            }
            Some(_) => self.refuse(Refusal::Outdated),
            None => {
                tape.pending.push(Pending {
                    seat,
                    track: tape.track,
                    ask,
                    kind,
                    options: self.offers.legal.clone(),
                    refused: self.offers.refused.clone(),
                    passive: self.offers.passive,
                    weights: self.offers.weights.clone(),
                    fingerprint,
                    parts: Vec::new(),
                    kept: None,
                });
                Err(Pause::Question)
            }
        }
    }

    fn note_forced(&mut self, seat: Seat, ask: G::Ask) {
        if let Driver::Tape(tape) = &mut self.driver {
            tape.forced.push(Pending {
                seat,
                track: tape.track,
                ask,
                kind: Kind::One,
                options: self.offers.legal.clone(),
                refused: self.offers.refused.clone(),
                passive: self.offers.passive,
                weights: Vec::new(),
                fingerprint: 0,
                parts: Vec::new(),
                kept: None,
            });
        }
    }

    fn malformed<T>(&mut self, what: &'static str) -> Play<T> {
        self.refuse(Refusal::Malformed(what))
    }

    fn refuse<T>(&mut self, refusal: Refusal) -> Play<T> {
        if let Driver::Tape(tape) = &mut self.driver {
            tape.refusal = Some(refusal);
        }
        Err(Pause::Refused)
    }
}

fn entry<A: Serialize, C: Serialize>(
    seat: Seat,
    track: Option<u8>,
    ask: &A,
    legal: &[C],
    answer: Answer,
) -> Entry {
    Entry { seat, track, question: fingerprint(seat, ask, legal), answer }
}

fn fingerprint<A: Serialize, C: Serialize>(seat: Seat, ask: &A, legal: &[C]) -> u32 {
    let hash = stable_hash(&(seat, ask, legal));
    (hash ^ hash >> 32) as u32
}

/// A number below `bound`, every one as likely as another.
pub(crate) fn below(luck: &mut dyn Rng, bound: u32) -> u32 {
    if bound.is_power_of_two() {
        return luck.next_u32() & (bound - 1);
    }
    let fair = u32::MAX - u32::MAX % bound;
    loop {
        let number = luck.next_u32();
        if number < fair {
            return number % bound;
        }
    }
}

fn throw(luck: &mut Luck, sides: u32, count: usize, faces: &mut Faces) {
    if sides == 8 {
        // 21 dice of three bits fit into a word.
        let mut bits = 0;
        for die in 0..count {
            if die % 21 == 0 {
                bits = luck.next_u64();
            }
            faces.0.push((bits & 7) as u8);
            bits >>= 3;
        }
    } else {
        for _ in 0..count {
            faces.0.push(below(luck.as_mut(), sides) as u8);
        }
    }
}

fn weighted(luck: &mut Luck, weights: &[u32]) -> usize {
    let mut left = below(luck.as_mut(), weights.iter().sum::<u32>().max(1));
    for (index, weight) in weights.iter().enumerate() {
        if left < *weight {
            return index;
        }
        left -= weight;
    }
    0
}
