//! Looking ahead from an open question, as somebody at the table can: the same question in a position that looks the same to
//! that seat, with whatever it may not see dealt anew.
//!
//! A fork begins at the session's last checkpoint. Its hidden part is dealt anew there, the few answers given since are played
//! once more, and the fork counts only if the seat then sees what it sees at the table and is asked the same. So nothing
//! that is hidden can enter into it, and the game itself is not touched.

use rand_core::Rng;

use crate::table::{Driver, Luck, Script, Tape};
use crate::{Answer, Entry, Game, Pause, Policy, Resample, Seat, Session, Table};

/// How often the hidden part is dealt before the fork is given up: what happened since the checkpoint may fit few deals.
const DEALS: usize = 32;

/// An open question in another position that looks the same to the seat that is asked.
#[derive(Clone)]
pub struct Fork<G: Game> {
    state: G::State,
    /// The answers that lead from there to the question.
    script: Vec<Entry>,
    seat: Seat,
    track: Option<u8>,
}

/// Where a fork led.
pub struct Branch<G: Game> {
    pub state: G::State,
    /// Questions that were answered on the way.
    pub decisions: u64,
}

impl<G: Resample> Session<G> {
    /// The open question of `seat` in a position dealt anew, or nothing if no deal fits what has happened.
    pub fn fork(&self, seat: Seat, track: Option<u8>, luck: &mut dyn Rng) -> Option<Fork<G>> {
        let open = self.pending().iter().find(|open| open.seat == seat && open.track == track)?;
        let checkpoint = self.checkpoint();
        let sealed = self.pending().iter().any(|open| open.track.is_some());
        // Sealed answers of others are as hidden as their cards.
        let may_know = |entry: &&Entry| !(sealed && entry.track.is_some()) || entry.seat == seat;
        let script: Vec<Entry> = self.journal()[checkpoint.at..].iter().filter(may_know).cloned().collect();
        let view = G::view(self.state(), Some(seat));
        (0..DEALS).find_map(|_| {
            let state = G::resample(&checkpoint.state, Some(seat), luck);
            let mut table =
                Table::with_driver(state.clone(), Driver::Tape(Tape::trusting(script.clone())), None);
            let paused = run_to_question(&mut table);
            let Driver::Tape(tape) = &table.driver else { return None };
            let same = |asked: &crate::Pending<G>| {
                asked.seat == seat && asked.track == track && asked.fingerprint == open.fingerprint
            };
            let fits = paused && tape.pending.iter().any(same) && G::view(&table.state, Some(seat)) == view;
            fits.then(|| Fork { state, script: script.clone(), seat, track })
        })
    }
}

/// Plays until somebody is asked.
fn run_to_question<G: Game>(table: &mut Table<G>) -> bool {
    while G::outcome(&table.state).is_none() {
        match G::advance(table) {
            Ok(()) => {}
            Err(pause) => return pause == Pause::Question,
        }
    }
    false
}

impl<G: Game> Fork<G> {
    /// Gives `answer` to the question and lets `policy` and `luck` play on, until `enough` says so or the game is over. A fork
    /// can be tried with as many answers as anybody likes.
    pub fn play(
        &self,
        answer: Answer,
        policy: Box<dyn Policy<G>>,
        luck: Luck,
        mut enough: impl FnMut(&G::State) -> bool,
    ) -> Result<Branch<G>, Pause> {
        let mut table = Table::direct(self.state.clone(), policy, luck);
        let given = Entry { seat: self.seat, track: self.track, question: 0, answer };
        table.script = Script::new(self.script.iter().cloned().chain([given]));
        while G::outcome(&table.state).is_none() {
            match G::advance(&mut table) {
                Ok(()) if table.script.is_empty() && enough(&table.state) => break,
                Ok(()) => {}
                Err(Pause::Over) => break,
                Err(other) => return Err(other),
            }
        }
        Ok(Branch { decisions: table.decisions(), state: table.state })
    }
}
