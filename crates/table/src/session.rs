//! The stepping driver: a game that waits for answers.
//!
//! A session keeps the journal and the last checkpoints. Each answer is appended and the rules run again from the last
//! checkpoint until the next question without an answer. An answer that the rules refuse leaves everything as it was.

use std::collections::VecDeque;

use crate::replay::Replay;
use crate::table::{Driver, Luck, Steps, Tape};
use crate::{
    Answer, Decision, Entry, Fault, Game, Kind, Logged, Outcome, Pause, Pending, Policy, Refusal, Seat, Step,
    Table, stable_hash,
};

/// How many checkpoints are kept for undo; going back further plays the journal again from the first, which takes
/// microseconds an answer. A server keeps thousands of sessions.
const CHECKPOINTS: usize = 4;

/// A position that alone says what comes next, and how much of the journal led to it.
#[derive(Clone)]
pub struct Checkpoint<G: Game> {
    pub state: G::State,
    pub at: usize,
    log: usize,
}

/// What a session is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Questions are open.
    Waiting,
    Over(Outcome),
}

pub struct Session<G: Game> {
    setup: G::Setup,
    table: Table<G>,
    first: Checkpoint<G>,
    recent: VecDeque<Checkpoint<G>>,
}

impl<G: Game> Session<G> {
    /// A new game. With `luck`, chance answers by itself; without, questions to chance stay open like any other.
    pub fn new(setup: &G::Setup, luck: Option<Luck>) -> Result<Self, Vec<Fault>> {
        let state = G::begin(setup)?;
        Ok(Self::from_state(setup.clone(), state, luck))
    }

    /// A game that starts from any position.
    pub fn from_state(setup: G::Setup, state: G::State, luck: Option<Luck>) -> Self {
        let first = Checkpoint { state: state.clone(), at: 0, log: 0 };
        let table = Table::with_driver(state, Driver::Tape(Tape::new(Vec::new())), luck);
        let mut session = Session { setup, table, first, recent: VecDeque::new() };
        session.run();
        session
    }

    /// A game continued from its journal.
    pub fn resume(setup: &G::Setup, journal: Vec<Entry>, luck: Option<Luck>) -> Result<Self, ResumeError> {
        let state = G::begin(setup).map_err(ResumeError::Setup)?;
        Self::restore(setup, state, 0, journal, luck)
    }

    /// A game continued from a checkpoint that the first `at` entries of its journal led to. Whatever rules those were
    /// played under, the game goes on; it cannot be taken back beyond the checkpoint.
    pub fn restore(
        setup: &G::Setup,
        state: G::State,
        at: usize,
        journal: Vec<Entry>,
        luck: Option<Luck>,
    ) -> Result<Self, ResumeError> {
        if at > journal.len() {
            let why = format!("it stands after {at} answers, where {} were given", journal.len());
            return Err(ResumeError::Position(why));
        }
        let first = Checkpoint { state: state.clone(), at, log: 0 };
        let mut tape = Tape::new(journal);
        tape.at = at;
        let table = Table::with_driver(state, Driver::Tape(tape), luck);
        let mut session = Session { setup: setup.clone(), table, first, recent: VecDeque::new() };
        match session.run() {
            Some(refusal) => Err(ResumeError::Entry { number: session.tape().at, refusal }),
            None => {
                let (used, all) = (session.tape().at, session.tape().entries.len());
                let open = session.pending().iter().any(|question| question.track.is_some());
                if used < all && !open {
                    return Err(ResumeError::Leftover { number: used, count: all - used });
                }
                Ok(session)
            }
        }
    }

    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The position as it stands at the open question.
    pub fn state(&self) -> &G::State {
        &self.table.state
    }

    pub fn journal(&self) -> &[Entry] {
        &self.tape().entries
    }

    pub fn log(&self) -> &[Logged<G>] {
        self.table.log()
    }

    /// From here on remembers how the table looks on the way from one question to the next, until [`Session::forget_steps`].
    pub fn remember_steps(&mut self) {
        let known = self.table.log.len();
        self.table.steps.get_or_insert(Steps { taken: Vec::new(), known });
    }

    /// What has happened step by step since steps were remembered.
    pub fn steps(&self) -> &[Step<G>] {
        self.table.steps.as_ref().map_or(&[], |steps| &steps.taken)
    }

    /// The steps so far have been shown.
    pub fn forget_steps(&mut self) {
        if let Some(steps) = &mut self.table.steps {
            steps.taken = Vec::new();
        }
    }

    /// The open questions; several only while they are asked together.
    pub fn pending(&self) -> &[Pending<G>] {
        &self.tape().pending
    }

    /// Where an open question stands in the journal: how many answers came before it, those of its own track included
    /// while others are asked together with it. The same question asked once more stands elsewhere.
    pub fn place(&self, open: &Pending<G>) -> usize {
        let Tape { at, entries, .. } = self.tape();
        let sealed = entries.get(*at..).unwrap_or_default();
        at + sealed.iter().filter(|entry| entry.track.is_some() && entry.track == open.track).count()
    }

    /// Questions since the last answer that had only one legal option and were not asked.
    pub fn forced(&self) -> &[Pending<G>] {
        &self.tape().forced
    }

    pub fn status(&self) -> Status {
        match G::outcome(&self.table.state) {
            Some(outcome) => Status::Over(outcome),
            None => Status::Waiting,
        }
    }

    /// The platform-independent hash of the position.
    pub fn hash(&self) -> u64 {
        stable_hash(&self.table.state)
    }

    pub fn checkpoint(&self) -> &Checkpoint<G> {
        self.recent.back().unwrap_or(&self.first)
    }

    pub fn replay(&self) -> Replay<G::Setup> {
        Replay::new::<G>(self.setup.clone(), self.journal().to_vec(), self.hash())
    }

    /// Answers the open question of `seat` (and `track`, where several are asked together).
    pub fn answer(&mut self, seat: Seat, track: Option<u8>, answer: Answer) -> Result<(), Refusal> {
        if let Status::Over(_) = self.status() {
            return Err(Refusal::Over);
        }
        let question = self.open_question(seat, track)?.fingerprint;
        let before = self.tape().entries.len();
        self.tape_mut().entries.push(Entry { seat, track, question, answer });
        self.rewind();
        match self.run() {
            None => Ok(()),
            Some(refusal) => {
                self.take_back_to(before);
                Err(refusal)
            }
        }
    }

    /// Whether the rules would take this answer: it has the form that the question wants, and where options alone do not tell,
    /// the question's judge accepts it. Nothing is played.
    pub fn probe(&self, seat: Seat, track: Option<u8>, answer: &Answer) -> Result<(), Refusal> {
        if let Status::Over(_) = self.status() {
            return Err(Refusal::Over);
        }
        self.open_question(seat, track)?.takes(self.state(), answer)
    }

    /// The nearest answer that the rules would take, if the question knows one.
    pub fn settle(&self, seat: Seat, track: Option<u8>, answer: &Answer) -> Option<Answer> {
        self.open_question(seat, track).ok()?.kept.as_ref()?.0.settle(self.state(), answer)
    }

    fn open_question(&self, seat: Seat, track: Option<u8>) -> Result<&Pending<G>, Refusal> {
        let open = self.pending().iter().find(|open| open.seat == seat && open.track == track);
        open.ok_or(Refusal::NotAsked)
    }

    /// What a policy answers to the open question of `seat` (and `track`). It sees what the seat sees.
    pub fn ask_policy(&self, seat: Seat, track: Option<u8>, policy: &mut dyn Policy<G>) -> Option<Answer> {
        let question = self.open_question(seat, track).ok()?;
        let decision = Decision::new(seat, &question.ask, &question.options, question.passive, self.state());
        Some(match &question.kind {
            Kind::One => Answer::One(policy.choose(&decision) as u16),
            Kind::Some { min, max } => Answer::Some(policy.pick(&decision, *min, *max).into_vec()),
            Kind::Order => {
                let mut places: Vec<u16> = (0..question.options.len() as u16).collect();
                policy.order(&decision, &mut places);
                Answer::Order(places)
            }
            Kind::Place { candidates } => Answer::Place(policy.place(&decision, candidates)),
            Kind::Whole { plans } => Answer::Plan(policy.plan(&decision, plans)),
            Kind::Roll { .. } => return None,
        })
    }

    /// Takes back the last answer of a player and everything that chance decided since. Returns what was taken back.
    pub fn undo(&mut self) -> Option<Vec<Entry>> {
        let last = self.tape().entries.iter().rposition(|entry| entry.seat.is_player())?;
        self.undo_to(last)
    }

    /// Takes back all answers but the first `count`, which must end before an answer of a player. Returns what was taken
    /// back.
    pub fn undo_to(&mut self, count: usize) -> Option<Vec<Entry>> {
        let next = self.tape().entries.get(count)?;
        if count < self.first.at || !next.seat.is_player() {
            return None;
        }
        Some(self.take_back_to(count))
    }

    /// Where the last sealed answer of a seat stands in the journal, while others that are asked together with it are still
    /// open: nobody has seen it yet.
    pub fn sealed_answer_of(&self, seat: Seat) -> Option<usize> {
        if !self.pending().iter().any(|question| question.track.is_some()) {
            return None;
        }
        let (from, entries) = (self.tape().at, &self.tape().entries);
        let place = from + entries[from..].iter().rposition(|entry| entry.seat == seat)?;
        let track = entries[place].track?;
        let is_last = !entries[place + 1..].iter().any(|entry| entry.track == Some(track));
        is_last.then_some(place)
    }

    /// Takes back the last sealed answer of a seat; the answers of the others stay. Returns where it stood.
    pub fn withdraw(&mut self, seat: Seat) -> Option<usize> {
        let place = self.sealed_answer_of(seat)?;
        self.tape_mut().entries.remove(place);
        self.rewind();
        self.run();
        Some(place)
    }

    /// Plays recorded answers on top of the journal, as after an undo.
    pub fn redo(&mut self, entries: Vec<Entry>) -> Result<(), Refusal> {
        let before = self.tape().entries.len();
        self.tape_mut().entries.extend(entries);
        self.rewind();
        match self.run() {
            None => Ok(()),
            Some(refusal) => {
                self.take_back_to(before);
                Err(refusal)
            }
        }
    }

    fn tape(&self) -> &Tape<G> {
        match &self.table.driver {
            Driver::Tape(tape) => tape,
            Driver::Policy { .. } => unreachable!("a session is always driven by its journal"),
        }
    }

    fn tape_mut(&mut self) -> &mut Tape<G> {
        match &mut self.table.driver {
            Driver::Tape(tape) => tape,
            Driver::Policy { .. } => unreachable!("a session is always driven by its journal"),
        }
    }

    /// Plays the first `count` answers only. Returns the others.
    fn take_back_to(&mut self, count: usize) -> Vec<Entry> {
        let taken = self.tape_mut().entries.split_off(count);
        while self.recent.back().is_some_and(|checkpoint| checkpoint.at > count) {
            self.recent.pop_back();
        }
        self.rewind();
        self.run();
        self.drop_steps_taken_back();
        taken
    }

    /// What was taken back may happen otherwise, and is shown then.
    fn drop_steps_taken_back(&mut self) {
        let events = self.table.log.len();
        if let Some(steps) = &mut self.table.steps {
            steps.taken.retain(|step| step.events <= events);
            steps.known = events;
        }
    }

    /// Back to the last checkpoint.
    fn rewind(&mut self) {
        let checkpoint = self.recent.back().unwrap_or(&self.first);
        self.table.state.clone_from(&checkpoint.state);
        self.table.log.truncate(checkpoint.log);
        let at = checkpoint.at;
        let tape = self.tape_mut();
        tape.at = at;
        tape.pending.clear();
        tape.forced.clear();
        tape.refusal = None;
    }

    /// Plays until a question is open, the game is over, or an answer is refused (which is returned).
    fn run(&mut self) -> Option<Refusal> {
        while G::outcome(&self.table.state).is_none() {
            match G::advance(&mut self.table) {
                Ok(()) => self.mark(),
                Err(Pause::Over) => {
                    self.mark();
                    break;
                }
                Err(Pause::Question) => break,
                Err(Pause::Refused) => {
                    return Some(self.tape().refusal.clone().unwrap_or(Refusal::Outdated));
                }
                Err(Pause::TooMany(capacity)) => return Some(Refusal::TooMany(capacity)),
                Err(Pause::DeadEnd) => {
                    return Some(Refusal::Malformed("the rules ask a question that has no legal answer"));
                }
            }
        }
        None
    }

    fn mark(&mut self) {
        let at = self.tape().at;
        if self.recent.len() == CHECKPOINTS {
            self.recent.pop_front();
        }
        self.recent.push_back(Checkpoint { state: self.table.state.clone(), at, log: self.table.log.len() });
    }
}

/// Why a journal does not continue a game.
#[derive(Debug)]
pub enum ResumeError {
    Setup(Vec<Fault>),
    /// The position was saved by a program that wrote positions in another way.
    Schema(u32),
    /// The position cannot be read.
    Position(String),
    /// This entry of the journal (counted from 1) does not fit the question that the rules ask there.
    Entry {
        number: usize,
        refusal: Refusal,
    },
    /// The game is over, or waits for somebody else, before the journal ends.
    Leftover {
        number: usize,
        count: usize,
    },
}

impl std::fmt::Display for ResumeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ResumeError::Setup(faults) => {
                let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
                write!(f, "the set-up is not playable: {}", faults.join("; "))
            }
            ResumeError::Schema(schema) => {
                write!(f, "the position was saved in another way (schema {schema})")
            }
            ResumeError::Position(why) => write!(f, "the position cannot be read: {why}"),
            ResumeError::Entry { number, refusal } => write!(f, "journal entry {number}: {refusal}"),
            ResumeError::Leftover { number, count } => {
                write!(f, "the game ends after journal entry {number}, but {count} more follow")
            }
        }
    }
}

impl std::error::Error for ResumeError {}
