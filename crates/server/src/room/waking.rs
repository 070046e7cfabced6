//! The game of a table in memory: played from its journal or from a snapshot, put away, and what is left of one that cannot
//! be played any more.

use serde_json::Value;
use store::Snapshot;
use table::Saved;

use super::{Changes, Record, Room};
use crate::games::{LiveGame, Luck, Unplayable};
use crate::refusal::Trouble;

/// A snapshot is kept about every so many answers.
const SNAPSHOT_EVERY: usize = 32;

/// How many answers are given up one by one in search of the last one that can be played, before the steps get longer.
const CLOSE_LOOK: usize = 8;

/// A game that does not go on.
#[derive(Clone, Debug)]
pub struct Broken {
    /// How many of its answers can still be played.
    pub answers: usize,
    /// Whether that was found out.
    searched: bool,
}

impl Room {
    /// Begins the game: its first records.
    pub(super) fn begin(&mut self, setup: Value) -> Result<Changes, Trouble> {
        let live = self.game.resume(&setup, Vec::new(), Some(self.luck)).map_err(|error| {
            tracing::error!(table = self.id, why = error.why, "a new game cannot be played");
            Trouble::Unavailable
        })?;
        self.live = Some(live);
        let mut records = vec![Record::Begun { setup }];
        records.extend(self.new_answers(0, None));
        Ok(records)
    }

    /// There is a game that is not in memory, or a broken one of which nobody knows yet what is left.
    pub fn is_asleep(&self) -> bool {
        self.setup.is_some()
            && self.live.is_none()
            && self.broken.as_ref().is_none_or(|broken| !broken.searched)
    }

    pub fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// What is left of the game was found with the help of its snapshot.
    pub fn is_broken_and_from_snapshot(&self) -> bool {
        self.is_broken() && self.from_snapshot
    }

    /// The journal alone does not say where the game stands: it was played under other rules, or part of it is lost.
    pub fn needs_snapshot(&self) -> bool {
        self.rules != self.game.rules() || self.is_broken()
    }

    /// Puts the game away until somebody needs it.
    /// What it leaves behind.
    pub fn sleep(&mut self) -> Option<Box<dyn LiveGame>> {
        if self.from_snapshot || self.broken.is_some() {
            return None;
        }
        self.live.take()
    }

    /// Plays the journal; whether that was possible.
    pub fn wake(&mut self) -> bool {
        self.live = self.resumed(self.journal.len(), Some(self.luck)).ok();
        self.live.is_some()
    }

    /// Brings the game into memory from its snapshot or its journal, or shows what is left of it.
    pub fn wake_by_all_means(&mut self, snapshot: Option<&Snapshot>) {
        if self.broken.is_none() {
            let all = self.journal.len();
            let restored = snapshot.map(|snapshot| self.restored(snapshot, all, Some(self.luck)));
            if let Some(Ok(live)) = restored {
                self.live = Some(live);
                self.from_snapshot = true;
                return;
            }
            match self.resumed(all, Some(self.luck)) {
                Ok(live) => return self.live = Some(live),
                Err(error) => self.break_down(error.why),
            }
        }
        self.salvage(snapshot);
    }

    /// The game after its first answers.
    fn resumed(&self, answers: usize, luck: Option<Luck>) -> Result<Box<dyn LiveGame>, Unplayable> {
        let setup = self.setup.clone().unwrap_or_default();
        self.game.resume(&setup, self.journal[..answers].to_vec(), luck)
    }

    /// The game as a snapshot has it, and from there on by its answers.
    fn restored(
        &self,
        snapshot: &Snapshot,
        answers: usize,
        luck: Option<Luck>,
    ) -> Result<Box<dyn LiveGame>, Unplayable> {
        let refused = |why: String| Unplayable { why, playable: 0 };
        let position: Saved =
            serde_json::from_str(&snapshot.body).map_err(|error| refused(format!("snapshot: {error}")))?;
        let taken_back = |(record, to): &(u64, usize)| *record >= snapshot.seq && *to < position.at;
        if self.undone.iter().any(taken_back) {
            return Err(refused("what the snapshot shows was taken back".to_string()));
        }
        let setup = self.setup.clone().unwrap_or_default();
        let journal = self.journal[..answers].to_vec();
        self.game.restore(&setup, &position, journal, luck)
    }

    /// Gives up on playing the game to its end; the table says so from now on.
    pub(super) fn break_down(&mut self, why: String) {
        tracing::error!(table = self.id, why, "a game cannot be played any more");
        self.broken = Some(Broken { answers: self.journal.len(), searched: false });
    }

    /// Shows as much of a broken game as can be played, from its first answer or from a snapshot, whichever leads further.
    fn salvage(&mut self, snapshot: Option<&Snapshot>) {
        let from_start = self.furthest(|room, answers| room.resumed(answers, None));
        let from_snapshot = snapshot
            .and_then(|snapshot| self.furthest(|room, answers| room.restored(snapshot, answers, None)));
        let reach = |found: &Option<(usize, Box<dyn LiveGame>)>| found.as_ref().map(|(answers, _)| *answers);
        self.from_snapshot = reach(&from_snapshot) > reach(&from_start);
        let found = if self.from_snapshot { from_snapshot } else { from_start };
        if let Some(broken) = &mut self.broken {
            broken.answers = reach(&found).unwrap_or(0);
            broken.searched = true;
        }
        self.live = found.map(|(_, live)| live);
    }

    /// As many answers as `play` can play, and the game after them.
    fn furthest(
        &self,
        play: impl Fn(&Room, usize) -> Result<Box<dyn LiveGame>, Unplayable>,
    ) -> Option<(usize, Box<dyn LiveGame>)> {
        let (mut answers, mut tries) = (self.journal.len(), 0);
        loop {
            match play(self, answers) {
                Ok(live) => return Some((answers, live)),
                Err(_) if answers == 0 => return None,
                Err(error) => {
                    tries += 1;
                    let step = if tries > CLOSE_LOOK { answers.div_ceil(2) } else { 1 };
                    answers = error.playable.min(answers - step);
                }
            }
        }
    }

    /// The snapshot that is to be kept now, if any, and whether it replaces one that shows what was taken back.
    pub fn snapshot(&mut self) -> Option<(Snapshot, bool)> {
        let live = self.live.as_ref().filter(|_| self.broken.is_none())?;
        if !self.snapshot_due && self.journal.len() < self.snapshot_at + SNAPSHOT_EVERY {
            return None;
        }
        let position = live.saved();
        self.snapshot_at = self.journal.len();
        let replaces = std::mem::take(&mut self.snapshot_due);
        Some((Snapshot { seq: self.next, body: serde_json::to_string(&position).ok()? }, replaces))
    }
}
