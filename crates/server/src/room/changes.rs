//! Everything that changes a table: answers, agents, joining, taking back, conceding, playing again.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Entry;
use table::lobby::{Agreed, List};

use super::records::{Record, bodies};
use super::{Room, SeatRecord};
use crate::caller::{Caller, KeyHash};
use crate::games::LiveGame;
use crate::protocol::{AnswerRequest, Holder, Stage};
use crate::refusal::Trouble;

/// A snapshot is kept about every so many answers.
const SNAPSHOT_EVERY: usize = 32;

/// A snapshot of the game on the table, for continuing it under later rules.
#[derive(Serialize, Deserialize)]
pub struct Position {
    pub rules: u32,
    pub at: usize,
    pub state: Value,
}

/// What a change adds to the table's history.
type Changes = Vec<Record>;

impl Room {
    /// Writes what has changed in memory. If that fails, memory is no longer to be trusted.
    async fn write(&mut self, records: Changes) -> Result<(), Trouble> {
        records.iter().for_each(|record| self.fold(record));
        // The answer that ends a game has ended it before it is written.
        let quiet = records.iter().all(|record| matches!(record, Record::Answer { .. }));
        let summary = (!quiet || self.stage() != Stage::Playing).then(|| self.summary());
        let written = self.store.append(&self.id, self.next, &bodies(&records), summary.as_ref()).await;
        if let Err(error) = written {
            self.forget();
            return Err(error.into());
        }
        self.next += records.len() as u64;
        self.asked_since = Instant::now();
        self.touched = Instant::now();
        self.keep_snapshot().await;
        Ok(())
    }

    /// Marks the room as no longer true; the hub reads it again before its next use.
    fn forget(&mut self) {
        self.next = u64::MAX;
        self.live = None;
    }

    pub fn is_forgotten(&self) -> bool {
        self.next == u64::MAX
    }

    /// Takes over what was read again; who looks goes on looking.
    pub fn replace_with(&mut self, mut fresh: Room) {
        fresh.watchers = std::mem::take(&mut self.watchers);
        for watcher in &mut fresh.watchers {
            watcher.show_anew();
        }
        fresh.touched = self.touched;
        fresh.news = self.news.clone();
        *self = fresh;
    }

    /// Keeps a snapshot now and then, without letting anybody wait for it; the store never puts an older one over a newer.
    /// One that replaces what was taken back is waited for.
    async fn keep_snapshot(&mut self) {
        let Some(live) = &self.live else { return };
        if !self.snapshot_due && self.journal.len() < self.snapshot_at + SNAPSHOT_EVERY {
            return;
        }
        let (state, at) = live.checkpoint();
        let position = Position { rules: self.game.rules(), at, state };
        let body = serde_json::to_string(&position).unwrap_or_default();
        let snapshot = store::Snapshot { seq: self.next, body };
        let (store, id) = (self.store.clone(), self.id.clone());
        let saving = tokio::spawn(async move {
            if let Err(error) = store.save_snapshot(&id, &snapshot).await {
                tracing::warn!(table = id, %error, "no snapshot was kept");
            }
        });
        self.snapshot_at = self.journal.len();
        if std::mem::take(&mut self.snapshot_due) {
            let _ = saving.await;
        }
    }

    /// The answers in memory that are not written yet; the first is the seat's own, the rest are chance's.
    pub(super) fn new_answers(&self, ms: u32) -> Changes {
        let journal = self.live.as_ref().map_or(&[][..], |live| live.journal());
        let new = journal.iter().skip(self.journal.len()).cloned();
        new.map(|entry| {
            let ms = if entry.seat.is_player() { ms } else { 0 };
            Record::Answer { entry, ms }
        })
        .collect()
    }

    fn changeable(&self) -> Result<(), Trouble> {
        if self.read_only {
            return Err(Trouble::ReadOnly);
        }
        Ok(())
    }

    fn running(&mut self) -> Result<&mut Box<dyn LiveGame>, Trouble> {
        self.changeable()?;
        self.wake()?;
        if self.stage() == Stage::Over {
            return Err(Trouble::Over);
        }
        self.live.as_mut().ok_or(Trouble::NotAsked)
    }

    pub async fn answer(&mut self, caller: &Caller, request: &AnswerRequest) -> Result<(), Trouble> {
        self.check_holder(caller, request.seat)?;
        let ms = self.asked_since.elapsed().as_millis().min(u128::from(u32::MAX)) as u32;
        self.running()?.answer(request.seat, request.track, &request.question, &request.reply)?;
        let mut records = self.new_answers(ms);
        if let Some(undo) = self.undo.take() {
            // Playing on settles that nothing is taken back.
            records.push(Record::UndoRefused { seat: undo.by });
        }
        self.write(records).await
    }

    pub fn probe(&mut self, caller: &Caller, request: &AnswerRequest) -> Result<(), Trouble> {
        self.check_holder(caller, request.seat)?;
        self.running()?.probe(request.seat, request.track, &request.question, &request.reply)
    }

    /// Lets agents answer one question; `false` if none of theirs is open.
    pub async fn let_agents_answer(&mut self) -> Result<bool, Trouble> {
        if self.read_only || self.setup.is_none() {
            return Ok(false);
        }
        let Ok(live) = self.running() else { return Ok(false) };
        let asked = live.asked();
        let seat = asked.into_iter().find_map(|seat| {
            let state = self.seats.get(seat as usize)?;
            match state.holder {
                Holder::Agent => Some((seat, state.agent.clone().unwrap_or_default())),
                // Who has conceded leaves the ships to the best player there is, so that it is nobody's gift.
                Holder::Conceded => Some((seat, self.game.best_agent().to_string())),
                _ => None,
            }
        });
        let Some((seat, agent)) = seat else { return Ok(false) };
        let answered = self.running()?.let_agent_answer(seat, &agent)?;
        if answered {
            let records = self.new_answers(0);
            self.write(records).await?;
        }
        Ok(answered)
    }

    pub async fn join(
        &mut self,
        caller: &Caller,
        seat: u8,
        name: String,
        list: Option<List>,
    ) -> Result<(), Trouble> {
        self.changeable()?;
        let state = self.seats.get(seat as usize).ok_or(Trouble::NotFound)?;
        if state.holder != Holder::Nobody {
            return Err(Trouble::Taken);
        }
        let key = caller.keys.first().cloned().ok_or(Trouble::NotYours)?;
        let kept = (state.name.clone(), state.list.clone());
        if let Some(list) = &list {
            self.seats[seat as usize].list = list.clone();
            if let Err(trouble) = self.assemble() {
                self.seats[seat as usize].list = kept.1;
                return Err(trouble);
            }
        }
        let mut records = vec![Record::Joined { seat, name, key, account: caller.account.clone(), list }];
        let last = self.seats.iter().filter(|seat| seat.holder == Holder::Nobody).count() == 1;
        if last {
            let setup = self.assemble()?;
            self.setup = Some(setup.clone());
            self.wake()?;
            records.push(Record::Begun { setup });
            records.extend(self.new_answers(0));
        }
        self.write(records).await
    }

    /// Lets another browser hold the seat as well.
    pub async fn add_key(&mut self, caller: &Caller, seat: u8, key: KeyHash) -> Result<(), Trouble> {
        self.changeable()?;
        self.check_holder(caller, seat)?;
        self.write(vec![Record::Key { seat, key }]).await
    }

    /// Takes the last answer of a seat back: at once if it is sealed and nobody has seen it, otherwise by consent of the
    /// others.
    pub async fn undo(&mut self, caller: &Caller, seat: u8) -> Result<(), Trouble> {
        self.check_holder(caller, seat)?;
        let to = self.running()?.last_answer_of(seat).ok_or(Trouble::NotAsked)?;
        if self.undo.is_some() {
            return Err(Trouble::Taken);
        }
        if let Some(at) = self.running()?.withdraw(seat) {
            return self.write(vec![Record::Withdrawn { at }]).await;
        }
        if self.other_people(seat).is_empty() {
            return self.take_back(to).await;
        }
        self.write(vec![Record::UndoAsked { seat, to }]).await
    }

    pub async fn consent(&mut self, caller: &Caller, seat: u8, accept: bool) -> Result<(), Trouble> {
        self.changeable()?;
        self.check_holder(caller, seat)?;
        let undo = self.undo.as_ref().ok_or(Trouble::NotAsked)?;
        if !accept && undo.by == seat {
            // Whoever asked may think better of it.
        } else if !undo.wanted.contains(&seat) {
            return Err(Trouble::NotAsked);
        }
        if !accept {
            return self.write(vec![Record::UndoRefused { seat }]).await;
        }
        let (last, to) = (undo.wanted == [seat], undo.to);
        if last { self.take_back(to).await } else { self.write(vec![Record::Consented { seat }]).await }
    }

    async fn take_back(&mut self, to: usize) -> Result<(), Trouble> {
        if !self.running()?.undo_to(to) {
            return Err(Trouble::NotAsked);
        }
        // The snapshot may show what is taken back now; it is replaced at once.
        self.snapshot_due = true;
        self.write(vec![Record::Undone { to }]).await
    }

    pub async fn concede(&mut self, caller: &Caller, seat: u8) -> Result<(), Trouble> {
        self.check_holder(caller, seat)?;
        self.running()?;
        if self.conceded.contains(&seat) {
            return Err(Trouble::Over);
        }
        self.write(vec![Record::Conceded { seat }]).await
    }

    /// The seats of a table for the same people to play again, one seat further round.
    pub fn seats_for_rematch(&self, caller: &Caller) -> Result<(Vec<SeatRecord>, Agreed), Trouble> {
        if self.seats_of(caller).is_empty() {
            return Err(Trouble::NotYours);
        }
        let seats = self.seats.iter().map(|seat| SeatRecord {
            name: seat.name.clone(),
            list: seat.list.clone(),
            agent: seat.agent.clone(),
            key: seat.keys.first().cloned(),
            account: seat.account.clone(),
        });
        Ok((seats.collect(), self.agreed.clone()))
    }

    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    pub async fn note_rematch(&mut self, table: String) -> Result<(), Trouble> {
        self.changeable()?;
        self.write(vec![Record::Rematch { table }]).await
    }

    pub fn is_over(&self) -> bool {
        self.stage() == Stage::Over
    }

    /// The game as a file; only when it is over, since it tells everything.
    pub fn replay_file(&mut self) -> Result<String, Trouble> {
        self.finished()?;
        self.live.as_ref().map(|live| live.replay_file()).ok_or(Trouble::NotFound)
    }

    /// Set-up and journal, and through whose eyes a caller may look back: a player's own while the game is on, the public
    /// view otherwise.
    pub fn history(&mut self, caller: &Caller) -> Result<(Value, Vec<Entry>, Option<u8>), Trouble> {
        self.wake().map_err(|_| Trouble::NotFound)?;
        if self.from_snapshot {
            return Err(Trouble::NotFound);
        }
        let viewer = if self.stage() == Stage::Over { None } else { self.seats_of(caller).first().copied() };
        Ok((self.setup.clone().ok_or(Trouble::NotFound)?, self.journal.clone(), viewer))
    }

    fn finished(&mut self) -> Result<(), Trouble> {
        self.wake().map_err(|_| Trouble::NotFound)?;
        if self.stage() == Stage::Over { Ok(()) } else { Err(Trouble::NotFound) }
    }
}
