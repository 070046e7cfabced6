//! Everything that changes a table: answers, agents, joining, taking back, conceding, playing again. A change is judged and made
//! in memory here; it counts once its records are written, which is the hub's business.

use std::time::Instant;

use serde_json::Value;
use table::lobby::List;
use table::{Entry, Lang};

use super::{Changes, Record, Room, SeatRecord};
use crate::caller::{Caller, KeyHash};
use crate::games::{LiveGame, Looked, QuestionName, is_reply};
use crate::protocol::{AnswerRequest, HintsInfo, HintsRequest, Holder, Reply, Stage};
use crate::refusal::Trouble;

/// Working out what an option leads to takes up to a millisecond; somebody looks at one, and a few ahead.
const MOST_HINTS: usize = 32;

/// What comes of asking for a change.
pub enum Change {
    /// These records are to be written.
    New(Changes),
    /// It was made before and led to this version of the table.
    Made(u64),
}

impl From<Record> for Change {
    fn from(record: Record) -> Change {
        Change::New(vec![record])
    }
}

/// A question as a client names it: how often the table was taken back before it was asked, and which question it is.
struct Asked {
    edition: u64,
    name: QuestionName,
}

impl Asked {
    fn read(text: &str) -> Result<Asked, Trouble> {
        let parts = text.split_once('-');
        let asked = parts.and_then(|(edition, name)| {
            Some(Asked { edition: edition.parse().ok()?, name: QuestionName::read(name)? })
        });
        asked.ok_or(Trouble::Outdated)
    }
}

impl Room {
    /// Counts what was taken back before the questions that a seat is asked now.
    pub(super) fn edition(&self, seat: u8) -> u64 {
        let withdrawn = self.seats.get(seat as usize).map_or(0, |state| state.withdrawn);
        self.undone.len() as u64 + withdrawn
    }

    /// The answers in memory that are not written yet; the first is the seat's own, the rest are chance's.
    pub(super) fn new_answers(&self, ms: u32, candidate: Option<u16>) -> Changes {
        let journal = self.live.as_ref().map_or(&[][..], |live| live.journal());
        let new = journal.iter().skip(self.journal.len()).cloned();
        new.map(|entry| match entry.seat.is_player() {
            true => Record::Answer { entry, ms, candidate },
            false => Record::Answer { entry, ms: 0, candidate: None },
        })
        .collect()
    }

    /// Notes that a change was written just now.
    pub fn written(&mut self) {
        self.settle();
        self.asked_since = Instant::now();
        self.touched = Instant::now();
    }

    fn changeable(&self) -> Result<(), Trouble> {
        if self.read_only { Err(Trouble::ReadOnly) } else { Ok(()) }
    }

    fn running(&mut self) -> Result<&mut Box<dyn LiveGame>, Trouble> {
        self.changeable()?;
        match self.stage() {
            Stage::Over => Err(Trouble::Over),
            Stage::Broken => Err(Trouble::Damaged),
            Stage::Open | Stage::Playing => self.live.as_mut().ok_or(Trouble::NotAsked),
        }
    }

    pub fn answer(&mut self, caller: &Caller, request: &AnswerRequest) -> Result<Change, Trouble> {
        self.check_holder(caller, request.seat)?;
        let AnswerRequest { seat, track, reply, .. } = request;
        let asked = Asked::read(&request.question)?;
        if asked.edition != self.edition(*seat) {
            return Err(Trouble::Outdated);
        }
        if let Some(version) = self.given_before(*seat, *track, asked.name, reply) {
            return Ok(Change::Made(version));
        }
        let ms = self.asked_since.elapsed().as_millis().min(u128::from(u32::MAX)) as u32;
        self.running()?.answer(*seat, *track, asked.name, reply)?;
        let candidate = if let Reply::Candidate(number) = reply { Some(*number) } else { None };
        // Playing on settles that nothing is taken back.
        let refused = self.undo.as_ref().map(|undo| Record::UndoRefused { seat: undo.by });
        Ok(Change::New(refused.into_iter().chain(self.new_answers(ms, candidate)).collect()))
    }

    /// The version that the same answer to the same question led to, if it was given before.
    fn given_before(&self, seat: u8, track: Option<u8>, asked: QuestionName, reply: &Reply) -> Option<u64> {
        let later = self.journal.iter().zip(&self.given).skip(asked.place);
        // Answers that were sealed stand side by side, in the order in which they came.
        let mut near = later.enumerate().take_while(|(at, (entry, _))| *at == 0 || entry.track.is_some());
        let (_, (entry, given)) = near.find(|(_, (entry, _))| {
            entry.seat.0 == seat && entry.track == track && entry.question == asked.fingerprint
        })?;
        is_reply(&entry.answer, given.candidate, reply).then_some(given.version)
    }

    pub fn probe(&mut self, caller: &Caller, request: &AnswerRequest) -> Result<(), Trouble> {
        self.check_holder(caller, request.seat)?;
        let asked = Asked::read(&request.question)?;
        if asked.edition != self.edition(request.seat) {
            return Err(Trouble::Outdated);
        }
        self.running()?.probe(request.seat, request.track, asked.name, &request.reply)
    }

    /// What options of an open question lead to.
    pub fn hints(
        &mut self,
        caller: &Caller,
        request: &HintsRequest,
        lang: Lang,
    ) -> Result<HintsInfo, Trouble> {
        self.check_holder(caller, request.seat)?;
        if request.options.len() + request.refused.len() > MOST_HINTS {
            return Err(Trouble::unfit(format!("at most {MOST_HINTS} options are looked at at a time")));
        }
        let asked = Asked::read(&request.question)?;
        if asked.edition != self.edition(request.seat) {
            return Err(Trouble::Outdated);
        }
        let aided = self.is_aided();
        let HintsRequest { seat, track, options, refused, .. } = request;
        let looked = Looked { seat: *seat, track: *track, question: asked.name, options, refused };
        let (options, refused) = self.running()?.hints(looked, lang, aided)?;
        Ok(HintsInfo { options, refused })
    }

    /// The seat of an agent that is asked something, and which agent it is.
    fn asked_agent(&self) -> Option<(u8, String)> {
        if self.read_only || self.stage() != Stage::Playing {
            return None;
        }
        self.live.as_ref()?.asked().into_iter().find_map(|seat| {
            let state = self.seats.get(seat as usize)?;
            match state.holder {
                Holder::Agent => Some((seat, state.agent.clone().unwrap_or_default())),
                // Who has conceded leaves the ships to the best player there is, so that it is nobody's gift.
                Holder::Conceded => Some((seat, self.game.best_agent().to_string())),
                Holder::Nobody | Holder::Person => None,
            }
        })
    }

    pub fn waits_for_an_agent(&self) -> bool {
        self.asked_agent().is_some()
    }

    /// Lets an agent answer one question.
    pub fn let_agents_answer(&mut self) -> Result<Change, Trouble> {
        let (seat, agent) = self.asked_agent().ok_or(Trouble::NotAsked)?;
        self.running()?.let_agent_answer(seat, &agent)?;
        Ok(Change::New(self.new_answers(0, None)))
    }

    pub fn join(
        &mut self,
        caller: &Caller,
        seat: u8,
        name: String,
        list: Option<List>,
    ) -> Result<Change, Trouble> {
        self.changeable()?;
        let state = self.seats.get(seat as usize).ok_or(Trouble::NotFound)?;
        if state.holder != Holder::Nobody {
            return Err(Trouble::Taken);
        }
        let key = caller.keys.first().cloned().ok_or(Trouble::NotYours)?;
        let setup = self.assemble(list.as_ref().map(|list| (seat, list)))?;
        let mut records = vec![Record::Joined { seat, name, key, account: caller.account.clone(), list }];
        if self.seats.iter().filter(|seat| seat.holder == Holder::Nobody).count() == 1 {
            records.extend(self.begin(setup)?);
        }
        Ok(Change::New(records))
    }

    /// Lets another browser hold the seat as well.
    pub fn add_key(&mut self, caller: &Caller, seat: u8, key: KeyHash) -> Result<Change, Trouble> {
        self.changeable()?;
        self.check_holder(caller, seat)?;
        if self.seats[seat as usize].keys.contains(&key) {
            return Ok(Change::Made(self.version()));
        }
        Ok(Record::Key { seat, key }.into())
    }

    /// Takes the last answer of a seat back: at once if it is sealed and nobody has seen it, otherwise by consent of the
    /// others.
    pub fn undo(&mut self, caller: &Caller, seat: u8) -> Result<Change, Trouble> {
        self.check_holder(caller, seat)?;
        let to = self.running()?.last_answer_of(seat).ok_or(Trouble::NotAsked)?;
        if self.undo.is_some() {
            return Err(Trouble::AskedAlready);
        }
        if let Some(at) = self.running()?.withdraw(seat) {
            return Ok(Record::Withdrawn { at }.into());
        }
        if self.other_people(seat).is_empty() {
            return self.take_back(to);
        }
        Ok(Record::UndoAsked { seat, to }.into())
    }

    pub fn consent(&mut self, caller: &Caller, seat: u8, accept: bool) -> Result<Change, Trouble> {
        self.changeable()?;
        self.check_holder(caller, seat)?;
        let undo = self.undo.as_ref().ok_or(Trouble::NotAsked)?;
        // Whoever asked may think better of it.
        let thinks_better = !accept && undo.by == seat;
        if !thinks_better && !undo.wanted.contains(&seat) {
            return Err(Trouble::NotAsked);
        }
        if !accept {
            return Ok(Record::UndoRefused { seat }.into());
        }
        let (last, to) = (undo.wanted == [seat], undo.to);
        if last { self.take_back(to) } else { Ok(Record::Consented { seat }.into()) }
    }

    fn take_back(&mut self, to: usize) -> Result<Change, Trouble> {
        if !self.running()?.undo_to(to) {
            return Err(Trouble::NotAsked);
        }
        // The snapshot may show what is taken back now; it is replaced at once.
        self.snapshot_due = true;
        Ok(Record::Undone { to }.into())
    }

    pub fn concede(&mut self, caller: &Caller, seat: u8) -> Result<Change, Trouble> {
        self.changeable()?;
        self.check_holder(caller, seat)?;
        match self.stage() {
            Stage::Open => Err(Trouble::NotAsked),
            Stage::Playing | Stage::Broken if !self.conceded.contains(&seat) => {
                Ok(Record::Conceded { seat }.into())
            }
            Stage::Playing | Stage::Broken | Stage::Over => Err(Trouble::Over),
        }
    }

    /// The table at which the same people play on, as it is to be founded: the same game again, or, if this one is broken,
    /// the same game from where it could be played last. Nothing if there is such a table already.
    pub fn next_table(&self, caller: &Caller, id: String) -> Result<Option<(Room, Changes)>, Trouble> {
        if self.seats_of(caller).is_empty() {
            return Err(Trouble::NotYours);
        }
        if self.rematch.is_some() {
            return Ok(None);
        }
        self.changeable()?;
        let (seats, agreed) = (self.seat_records(), self.agreed.clone());
        match (self.stage(), &self.broken, &self.setup) {
            (Stage::Over, ..) => Room::found(id, self.game, self.luck, seats, agreed, false).map(Some),
            (Stage::Broken, Some(broken), Some(setup)) => {
                let journal = self.journal[..broken.answers].to_vec();
                Ok(Some(Room::continued(id, self.game, self.luck, seats, agreed, setup.clone(), journal)))
            }
            _ => Err(Trouble::NotAsked),
        }
    }

    fn seat_records(&self) -> Vec<SeatRecord> {
        let seat = |seat: &super::SeatState| SeatRecord {
            name: seat.name.clone(),
            list: seat.list.clone(),
            agent: seat.agent.clone(),
            key: seat.keys.first().cloned(),
            account: seat.account.clone(),
        };
        self.seats.iter().map(seat).collect()
    }

    /// Who holds which seat, under the name by which the store finds it again.
    pub fn holders(&self) -> Vec<(u8, Caller)> {
        let held = self.seats.iter().enumerate().filter_map(|(number, seat)| {
            let keys = vec![seat.keys.first()?.clone()];
            Some((number as u8, Caller { keys, account: seat.account.clone() }))
        });
        held.collect()
    }

    /// Notes where the people of this table play on.
    pub fn note_next(&mut self, table: String) -> Result<Change, Trouble> {
        Ok(Record::Rematch { table }.into())
    }

    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Ends a game that came from a file and was broken off.
    pub fn end(&mut self) -> Changes {
        if self.stage() == Stage::Over {
            return Vec::new();
        }
        (0..self.seats.len() as u8).map(|seat| Record::Conceded { seat }).collect()
    }

    /// The game as a file; only when it is over, since it tells everything.
    pub fn replay_file(&self) -> Result<String, Trouble> {
        if self.stage() != Stage::Over {
            return Err(Trouble::NotFound);
        }
        self.live.as_ref().map(|live| live.replay_file()).ok_or(Trouble::NotFound)
    }

    /// Set-up and journal, and through whose eyes a caller may look back: a player's own while the game is on, the public
    /// view otherwise.
    pub fn history(&self, caller: &Caller) -> Result<(Value, Vec<Entry>, Option<u8>), Trouble> {
        let setup = self.setup.clone().ok_or(Trouble::NotFound)?;
        if self.from_snapshot {
            return Err(Trouble::NotFound);
        }
        let viewer = if self.stage() == Stage::Over { None } else { self.seats_of(caller).first().copied() };
        let answers = self.broken.as_ref().map_or(self.journal.len(), |broken| broken.answers);
        Ok((setup, self.journal[..answers].to_vec(), viewer))
    }

    /// Counts the changes that made what lies back look different.
    pub fn rewritten(&self) -> u64 {
        self.undone.len() as u64 + self.seats.iter().map(|seat| seat.withdrawn).sum::<u64>()
    }
}
