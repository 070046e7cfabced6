//! One player's side of one table: the open question, the answer on its way, when the next one is due, and what is written down.
//! It knows nothing of sockets and requests; whoever carries its words tells it what came of them.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::crowd::Crowd;
use crate::http::PATIENCE;
use crate::ledger::{Fate, Given, Notes};
use crate::look::{Heard, Kind, Open, Stage};
use crate::luck::Luck;
use crate::pace::Pace;
use crate::tally::Sent;

/// Without a question for so long a player looks again, as a person would reload the page.
const QUIET: Duration = Duration::from_secs(8);
/// After so many refusals in a row a player gives the game up.
const MOST_REFUSALS: u32 = 40;

pub struct Desk {
    crowd: Arc<Crowd>,
    number: usize,
    /// How many of the answers that were due here are settled.
    turn: u64,
    /// Answers still to be given before the load begins.
    ahead: u32,
    notes: Option<Notes>,
    stage: Stage,
    version: u64,
    open: Option<Open>,
    ready: Instant,
    /// When the table last said something new.
    heard: Instant,
    probe_wanted: bool,
    refusals: u32,
    on_its_way: Option<(Sent, u32)>,
    /// What was seen when the answer on its way was sent.
    answered: u64,
    /// A refusal showed that what is seen is not how the table stands.
    misled: bool,
    reference: u32,
    text: String,
}

impl Desk {
    pub fn new(crowd: Arc<Crowd>, number: usize, ahead: u32) -> Desk {
        let now = Instant::now();
        Desk {
            crowd,
            number,
            turn: 0,
            ahead,
            notes: None,
            stage: Stage::Open,
            version: 0,
            open: None,
            ready: now,
            heard: now,
            probe_wanted: false,
            refusals: 0,
            on_its_way: None,
            answered: 0,
            misled: false,
            reference: 0,
            text: String::new(),
        }
    }

    pub fn table(&self) -> Option<&str> {
        self.notes.as_ref().map(|notes| notes.table.as_str())
    }

    pub fn notes(&self) -> Option<&Notes> {
        self.notes.as_ref()
    }

    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn sit_down(&mut self, notes: Notes) {
        self.notes = Some(notes);
        (self.stage, self.version, self.refusals) = (Stage::Open, 0, 0);
        self.come_back();
    }

    /// A new line to the same table: what was seen before may be old.
    pub fn come_back(&mut self) {
        (self.open, self.heard, self.misled) = (None, Instant::now(), false);
    }

    /// Leaves the table; its notes are handed in.
    pub fn leave(&mut self) {
        if let Some(notes) = self.notes.take() {
            self.crowd.ledger.hand_in(notes);
        }
    }

    /// Whether the game is over, or this player has had enough of it.
    pub fn is_done(&self) -> bool {
        let answers = self.notes.as_ref().map_or(0, |notes| notes.given.len());
        self.stage == Stage::Over || self.is_stuck() || answers as u32 > self.crowd.mix.longest_game
    }

    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    pub fn is_stuck(&self) -> bool {
        self.refusals > MOST_REFUSALS
    }

    /// Whether the player has to look anew to see how the table stands.
    pub fn is_misled(&self) -> bool {
        self.misled
    }

    pub fn is_played_ahead(&self) -> bool {
        self.ahead == 0
    }

    pub fn waits_for_reply(&self) -> bool {
        self.on_its_way.is_some()
    }

    pub fn can_answer(&self) -> bool {
        self.open.is_some() && self.on_its_way.is_none()
    }

    /// When something is to be done without hearing anything before.
    pub fn wake_at(&self, pace: Option<&Pace>) -> Instant {
        match (&self.on_its_way, pace) {
            (Some((sent, _)), _) => sent.at + PATIENCE,
            (None, Some(pace)) if self.can_answer() => pace.due(self.number, self.turn),
            (None, Some(_)) => self.heard + QUIET,
            (None, None) => Instant::now() + Duration::from_secs(3600),
        }
    }

    /// Answers that are due until now will not be given, except one that is on its way: the player was away on purpose.
    pub fn forgo(&mut self, pace: &Pace) {
        let sent = u64::from(self.on_its_way.is_some());
        let first = self.turn + sent;
        let next = pace.turn_at(self.number, Instant::now()).max(first);
        self.crowd.tally.forgo((first..next).map(|turn| pace.due(self.number, turn)));
        self.turn = next - sent;
    }

    // ---- what is said --------------------------------------------------------------------------------------------------

    /// A message that is no answer gets a number of its own.
    pub fn next_reference(&mut self) -> u32 {
        self.reference += 1;
        self.reference
    }

    /// Chooses an answer, writes it down and returns its words, as the socket or a request has them.
    pub fn answer(&mut self, luck: &mut Luck, pace: &Pace, by_socket: bool, timed: bool) -> Option<&str> {
        let reference = self.next_reference();
        let open = self.open.take()?;
        let reply = open.choose(luck, self.refusals);
        self.text.clear();
        self.text.push('{');
        if by_socket {
            let _ = write!(self.text, "\"do\":\"answer\",\"ref\":{reference},");
        }
        open.write_answer(&reply, &mut self.text);
        let given = Given { seat: open.seat, question: open.fingerprint(), reply, fate: Fate::Unknown };
        self.notes.as_mut()?.given.push(given);
        let now = Instant::now();
        let due = pace.due(self.number, self.turn);
        self.on_its_way = Some((Sent { due, at: now, ready: self.ready, timed }, reference));
        // After a refusal the same question is answered anew.
        (self.answered, self.open) = (self.version, Some(open));
        Some(&self.text)
    }

    /// The words with which the client asks about a place over which a piece is held, if there is something to place.
    pub fn probe(&mut self, luck: &mut Luck, by_socket: bool) -> Option<&str> {
        if !std::mem::take(&mut self.probe_wanted) {
            return None;
        }
        let reference = self.next_reference();
        let spot = self.open.as_ref()?.held_over(luck)?;
        self.text.clear();
        self.text.push('{');
        if by_socket {
            let _ = write!(self.text, "\"do\":\"probe\",\"ref\":{reference},");
        }
        self.open.as_ref()?.write_probe(spot, &mut self.text);
        Some(&self.text)
    }

    // ---- what is heard -------------------------------------------------------------------------------------------------

    /// A message of the socket. `false` if the server says good-bye.
    pub fn hear(&mut self, heard: Heard, luck: &mut Luck) -> bool {
        let ours = self.on_its_way.is_some_and(|(_, reference)| reference == heard.reference);
        match heard.kind {
            Kind::Look => self.see(heard, luck),
            Kind::Done if ours => self.acknowledged(heard.version),
            Kind::Refused if ours => self.refused(&heard),
            Kind::Allowed | Kind::Refused => self.crowd.tally.count(|counts| counts.probes += 1),
            Kind::Closing => return false,
            Kind::Done | Kind::Pong | Kind::Other => {}
        }
        true
    }

    pub fn see(&mut self, mut look: Heard, luck: &mut Luck) {
        let news = look.version > self.version || self.open.is_none();
        if look.version < self.version || !news {
            return;
        }
        self.heard = Instant::now();
        self.version = look.version;
        self.stage = look.stage.unwrap_or(self.stage);
        if look.questions.is_empty() {
            self.open = None;
            return;
        }
        let question = look.questions.swap_remove(luck.below(look.questions.len()));
        self.open.get_or_insert_default().take(question);
        self.ready = Instant::now();
        self.probe_wanted = true;
    }

    pub fn acknowledged(&mut self, version: u64) {
        let Some((sent, _)) = self.on_its_way.take() else { return };
        let now = Instant::now();
        self.settle(Fate::Acknowledged { version });
        self.crowd.tally.acknowledged(&sent, now);
        (self.refusals, self.heard, self.ready) = (0, now, now);
        if self.ahead > 0 {
            self.ahead -= 1;
        } else {
            self.turn += 1;
        }
        if self.version < version {
            self.open = None;
        }
    }

    pub fn refused(&mut self, heard: &Heard) {
        let code = heard.refusal.as_ref().map_or("without a reason", |refusal| &refusal.code);
        self.crowd.tally.refused(code);
        self.refusals += 1;
        (self.ready, self.on_its_way) = (Instant::now(), None);
        // Which is only said when it may have been written.
        if code == "unavailable" {
            self.crowd.tally.count(|counts| counts.unknown += 1);
        } else {
            self.settle(Fate::NotTaken);
        }
        if code != "denied" && self.version == self.answered {
            (self.open, self.misled) = (None, true);
        }
    }

    /// The line broke: whether the answer on its way was taken is not known.
    pub fn lost(&mut self) {
        if self.on_its_way.take().is_some() {
            self.crowd.tally.count(|counts| counts.unknown += 1);
        }
        self.come_back();
    }

    /// Only half of the answer was sent, on purpose.
    pub fn broken_off(&mut self) {
        self.settle(Fate::NotTaken);
        self.on_its_way = None;
    }

    fn settle(&mut self, fate: Fate) {
        let last = self.notes.as_mut().and_then(|notes| notes.given.last_mut());
        if let Some(given) = last {
            given.fate = fate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::Mix;
    use crate::offers::Offers;
    use crate::page::Page;

    const OFFERS: &str = r#"[{"game":"chess","tables":[2],"lists":[],"first_lists":[["a","b"]]}]"#;

    /// A player who sits at a table, when everything is due at once and counts.
    fn seated(ahead: u32) -> (Desk, Arc<Crowd>, Luck, Pace) {
        let offers = Offers::read(OFFERS.as_bytes(), &[]).unwrap();
        let plan = offers.plan(0, false, &mut Luck::new(1, 1));
        let (crowd, _) = Crowd::new(Vec::new(), Mix::default(), 1, 1, Page::default(), offers);
        let pace = Pace::new(Instant::now(), 1e6, 1, Duration::ZERO, Duration::from_secs(60));
        crowd.tally.measure(pace.window());
        let mut desk = Desk::new(crowd.clone(), 0, ahead);
        desk.sit_down(Notes::new("a-table".to_string(), plan, "a-key".to_string()));
        (desk, crowd, Luck::new(1, 2), pace)
    }

    fn hear(desk: &mut Desk, luck: &mut Luck, text: &str) {
        assert!(desk.hear(Heard::read(text.as_bytes()).unwrap(), luck));
    }

    fn look(version: u64) -> String {
        let question =
            format!(r#"{{"seat":0,"id":"0000000{version}","form":{{"kind":"one"}},"options":[1,2]}}"#);
        format!(r#"{{"type":"look","version":{version},"stage":"playing","questions":[{question}]}}"#)
    }

    fn fates(desk: &Desk) -> Vec<Fate> {
        desk.notes().unwrap().given.iter().map(|given| given.fate).collect()
    }

    #[tokio::test]
    async fn an_answer_is_written_down_when_it_is_acknowledged_and_the_next_waits_for_a_look() {
        let (mut desk, crowd, mut luck, pace) = seated(0);
        hear(&mut desk, &mut luck, &look(3));
        assert!(desk.answer(&mut luck, &pace, true, true).unwrap().contains(r#""question":"00000003""#));
        assert!(!desk.can_answer());
        // Somebody came, which changes nothing at the table.
        hear(&mut desk, &mut luck, &look(3));
        hear(&mut desk, &mut luck, r#"{"type":"done","ref":1,"version":5}"#);
        assert_eq!(fates(&desk), [Fate::Acknowledged { version: 5 }]);
        assert!(!desk.can_answer(), "the open question is still the one that was answered");
        hear(&mut desk, &mut luck, &look(5));
        assert!(desk.can_answer());
        assert_eq!((desk.turn, crowd.tally.figures().counts.acknowledged), (1, 1));
    }

    #[tokio::test]
    async fn a_refusal_is_no_answer_and_what_was_due_stays_due() {
        let (mut desk, crowd, mut luck, pace) = seated(0);
        hear(&mut desk, &mut luck, &look(3));
        desk.answer(&mut luck, &pace, true, true).unwrap();
        hear(&mut desk, &mut luck, r#"{"type":"refused","ref":1,"refusal":{"code":"denied"}}"#);
        assert!(desk.can_answer() && !desk.is_misled());
        desk.answer(&mut luck, &pace, true, true).unwrap();
        hear(&mut desk, &mut luck, r#"{"type":"refused","ref":2,"refusal":{"code":"outdated"}}"#);
        assert!(!desk.can_answer() && desk.is_misled());
        assert_eq!(fates(&desk), [Fate::NotTaken, Fate::NotTaken]);
        assert_eq!((desk.turn, crowd.tally.figures().counts.acknowledged), (0, 0));
    }

    #[tokio::test]
    async fn what_the_server_could_not_do_or_never_answered_may_have_been_done() {
        let (mut desk, crowd, mut luck, pace) = seated(0);
        hear(&mut desk, &mut luck, &look(3));
        desk.answer(&mut luck, &pace, true, true).unwrap();
        hear(&mut desk, &mut luck, r#"{"type":"refused","ref":1,"refusal":{"code":"unavailable"}}"#);
        desk.come_back();
        hear(&mut desk, &mut luck, &look(3));
        desk.answer(&mut luck, &pace, true, true).unwrap();
        desk.lost();
        assert_eq!(fates(&desk), [Fate::Unknown, Fate::Unknown]);
        assert_eq!(crowd.tally.figures().counts.unknown, 2);
        hear(&mut desk, &mut luck, &look(3));
        desk.answer(&mut luck, &pace, true, false).unwrap();
        desk.broken_off();
        assert_eq!(fates(&desk)[2], Fate::NotTaken);
    }

    #[tokio::test]
    async fn who_was_away_forgoes_what_was_due_but_not_what_was_sent() {
        let (mut desk, crowd, mut luck, pace) = seated(0);
        hear(&mut desk, &mut luck, &look(3));
        desk.answer(&mut luck, &pace, true, false).unwrap();
        desk.forgo(&pace);
        let sent = desk.turn + 1;
        assert_eq!(crowd.tally.figures().counts.forgone, desk.turn);
        hear(&mut desk, &mut luck, r#"{"type":"done","ref":1,"version":4}"#);
        assert_eq!((desk.turn, crowd.tally.figures().counts.acknowledged), (sent, 1));
    }

    #[tokio::test]
    async fn answers_played_ahead_are_not_those_that_are_due() {
        let (mut desk, _, mut luck, _) = seated(1);
        hear(&mut desk, &mut luck, &look(3));
        assert!(!desk.is_played_ahead());
        desk.answer(&mut luck, &Pace::at_once(), true, true).unwrap();
        hear(&mut desk, &mut luck, r#"{"type":"done","ref":1,"version":4}"#);
        assert!(desk.is_played_ahead());
        assert_eq!(desk.turn, 0);
    }
}
