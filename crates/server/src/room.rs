//! One table: who sits at it, the game on it, and who is looking.
//!
//! A room is the fold of its records and nothing but memory: it waits for nobody and writes nothing. The hub carries its
//! changes to the store; until a change is written the room is *unsettled*, and a room that was left unsettled, for
//! whatever reason, is read again before anybody uses it.

mod changes;
mod looking;
mod records;
mod waking;
mod watching;

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use store::Summary;
use table::lobby::{Agreed, List};
use table::{Entry, Lang};
use tokio::sync::Notify;

use crate::caller::{Caller, KeyHash};
use crate::games::{AnyGame, LiveGame, Luck};
use crate::protocol::{Holder, Stage};
use crate::refusal::Trouble;

pub use changes::Change;
pub use looking::{Card, titles};
pub use records::{Record, SeatRecord, bodies};
pub use watching::Watch;

use looking::CardSeat;
use waking::Broken;
use watching::Watcher;

/// What a change adds to the table's history.
pub type Changes = Vec<Record>;

#[derive(Clone, Debug)]
struct SeatState {
    name: String,
    list: List,
    holder: Holder,
    agent: Option<String>,
    keys: Vec<KeyHash>,
    account: Option<String>,
    used_ms: u64,
    /// How often the seat has taken back an answer that nobody had seen.
    withdrawn: u64,
}

struct UndoState {
    by: u8,
    to: usize,
    wanted: Vec<u8>,
}

/// What is remembered of an answer beside the journal, so that whoever repeats it is told the same.
#[derive(Clone, Copy)]
struct Given {
    /// The version of the table with this answer and what chance added to it.
    version: u64,
    /// Which of the offered places was answered, if it was one of them.
    candidate: Option<u16>,
}

pub struct Room {
    pub id: String,
    game: &'static dyn AnyGame,
    luck: Luck,
    /// The next record's number, which is also the version that clients see.
    next: u64,
    /// Memory may differ from what is written.
    unsettled: bool,
    rules: u32,
    seats: Vec<SeatState>,
    agreed: Agreed,
    listed: bool,
    setup: Option<Value>,
    journal: Vec<Entry>,
    /// One for each entry of the journal.
    given: Vec<Given>,
    live: Option<Box<dyn LiveGame>>,
    broken: Option<Broken>,
    conceded: Vec<u8>,
    undo: Option<UndoState>,
    rematch: Option<String>,
    /// Every undo: the number of its record, and how many answers it left.
    undone: Vec<(u64, usize)>,
    /// The game came from a snapshot, so that it cannot be played again from its first answer.
    from_snapshot: bool,
    snapshot_at: usize,
    snapshot_due: bool,
    asked_since: Instant,
    pub touched: Instant,
    watchers: Vec<Watcher>,
    /// Wakes requests that wait for news.
    news: Arc<Notify>,
    pub read_only: bool,
}

impl Room {
    /// A new table, with the records that found it.
    pub fn found(
        id: String,
        game: &'static dyn AnyGame,
        luck: Luck,
        seats: Vec<SeatRecord>,
        agreed: Agreed,
        listed: bool,
    ) -> Result<(Room, Changes), Trouble> {
        let mut room = Room::empty(id, game, luck);
        let created =
            Record::Created { game: game.id().to_string(), rules: game.rules(), seats, agreed, listed };
        room.take_in(std::slice::from_ref(&created));
        let mut records = vec![created];
        // What cannot be played is refused now, not when the last player has come.
        let setup = room.assemble(None)?;
        if room.is_full() {
            let begun = room.begin(setup)?;
            room.take_in(&begun);
            records.extend(begun);
        }
        Ok((room, records))
    }

    /// A table with a game that was played before: from a replay file, or up to where it could be played.
    pub fn continued(
        id: String,
        game: &'static dyn AnyGame,
        luck: Luck,
        seats: Vec<SeatRecord>,
        agreed: Agreed,
        setup: Value,
        journal: Vec<Entry>,
    ) -> (Room, Changes) {
        let mut room = Room::empty(id, game, luck);
        let (game, rules) = (game.id().to_string(), game.rules());
        let mut records =
            vec![Record::Created { game, rules, seats, agreed, listed: false }, Record::Begun { setup }];
        records.extend(journal.into_iter().map(|entry| Record::Answer { entry, ms: 0, candidate: None }));
        room.take_in(&records);
        (room, records)
    }

    /// The fold of what was written. A record that cannot be read ends what can be played, not the table: who gives up or plays on
    /// elsewhere does so after it.
    pub fn read(
        id: &str,
        records: &[store::Record],
        luck: Luck,
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    ) -> Result<Room, Trouble> {
        let first = records.first().ok_or(Trouble::NotFound)?;
        let Ok(Record::Created { game, .. }) = serde_json::from_str(&first.body) else {
            tracing::error!(table = id, "its first record cannot be read");
            return Err(Trouble::Damaged);
        };
        let game = find(&game).ok_or(Trouble::Damaged)?;
        let mut room = Room::empty(id.to_string(), game, luck);
        for (number, record) in records.iter().enumerate() {
            match serde_json::from_str::<Record>(&record.body) {
                Ok(record) if room.broken.is_none() || record.is_of_the_table() => room.take_in(&[record]),
                Ok(_) => {}
                Err(error) => room.break_down(format!("record {number} cannot be read: {error}")),
            }
        }
        room.next = records.len() as u64;
        Ok(room)
    }

    fn empty(id: String, game: &'static dyn AnyGame, luck: Luck) -> Room {
        Room {
            id,
            game,
            luck,
            next: 0,
            unsettled: false,
            rules: 0,
            seats: Vec::new(),
            agreed: Agreed::new(),
            listed: false,
            setup: None,
            journal: Vec::new(),
            given: Vec::new(),
            live: None,
            broken: None,
            conceded: Vec::new(),
            undo: None,
            rematch: None,
            undone: Vec::new(),
            from_snapshot: false,
            snapshot_at: 0,
            snapshot_due: false,
            asked_since: Instant::now(),
            touched: Instant::now(),
            watchers: Vec::new(),
            news: Arc::new(Notify::new()),
            read_only: false,
        }
    }

    /// Takes in records in their order; what they say has happened.
    pub fn take_in(&mut self, records: &[Record]) {
        for record in records {
            self.fold(record);
            self.next += 1;
        }
    }

    fn fold(&mut self, record: &Record) {
        match record {
            Record::Created { rules, seats, agreed, listed, .. } => {
                self.rules = *rules;
                self.agreed = agreed.clone();
                self.listed = *listed;
                self.seats = seats.iter().map(SeatState::of).collect();
            }
            Record::Joined { seat, name, key, account, list } => {
                if let Some(state) = self.seats.get_mut(*seat as usize) {
                    state.holder = Holder::Person;
                    state.name = name.clone();
                    state.keys = vec![key.clone()];
                    state.account = account.clone();
                    if let Some(list) = list {
                        state.list = list.clone();
                    }
                }
            }
            Record::Key { seat, key } => {
                if let Some(state) = self.seats.get_mut(*seat as usize) {
                    state.keys.push(key.clone());
                }
            }
            Record::Begun { setup } => self.setup = Some(setup.clone()),
            Record::Answer { entry, ms, candidate } => self.fold_answer(entry, *ms, *candidate),
            Record::UndoAsked { seat, to } => {
                let wanted = self.other_people(*seat);
                self.undo = Some(UndoState { by: *seat, to: *to, wanted });
            }
            Record::UndoRefused { .. } => self.undo = None,
            Record::Consented { seat } => {
                if let Some(undo) = &mut self.undo {
                    undo.wanted.retain(|wanted| wanted != seat);
                }
            }
            Record::Undone { to } => {
                self.journal.truncate(*to);
                self.given.truncate(*to);
                self.undo = None;
                self.undone.push((self.next, *to));
            }
            Record::Withdrawn { at } => self.fold_withdrawn(*at),
            Record::Conceded { seat } => {
                self.conceded.push(*seat);
                if let Some(state) = self.seats.get_mut(*seat as usize) {
                    state.holder = Holder::Conceded;
                }
            }
            Record::Rematch { table } => self.rematch = Some(table.clone()),
        }
    }

    fn fold_answer(&mut self, entry: &Entry, ms: u32, candidate: Option<u16>) {
        if let Some(state) = self.seats.get_mut(entry.seat.index()) {
            state.used_ms += u64::from(ms);
        }
        let version = self.next + 1;
        if !entry.seat.is_player() {
            // What chance adds belongs to the answer that it follows.
            for (given, earlier) in self.given.iter_mut().zip(&self.journal).rev() {
                given.version = version;
                if earlier.seat.is_player() {
                    break;
                }
            }
        }
        self.given.push(Given { version, candidate });
        self.journal.push(entry.clone());
    }

    fn fold_withdrawn(&mut self, at: usize) {
        if at >= self.journal.len() {
            return;
        }
        let entry = self.journal.remove(at);
        self.given.remove(at);
        if let Some(state) = self.seats.get_mut(entry.seat.index()) {
            state.withdrawn += 1;
        }
    }

    pub fn version(&self) -> u64 {
        self.next
    }

    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// From here on memory may run ahead of what is written, until [`Room::settle`].
    pub fn unsettle(&mut self) {
        self.unsettled = true;
    }

    pub fn settle(&mut self) {
        self.unsettled = false;
    }

    pub fn is_unsettled(&self) -> bool {
        self.unsettled
    }

    /// Takes over what was read again; who looks goes on looking.
    pub fn replace_with(&mut self, mut fresh: Room) {
        fresh.watchers = std::mem::take(&mut self.watchers);
        fresh.watchers.iter_mut().for_each(Watcher::show_anew);
        fresh.touched = self.touched;
        fresh.news = self.news.clone();
        fresh.read_only = self.read_only;
        *self = fresh;
    }

    fn is_full(&self) -> bool {
        self.seats.iter().all(|seat| seat.holder != Holder::Nobody)
    }

    /// The set-up of the game, with another list at one of the seats.
    fn assemble(&self, other: Option<(u8, &List)>) -> Result<Value, Trouble> {
        let mut lists: Vec<List> = self.seats.iter().map(|seat| seat.list.clone()).collect();
        if let Some((seat, list)) = other {
            lists[seat as usize] = list.clone();
        }
        self.game.assemble(&lists, &self.agreed).map_err(Trouble::Faulty)
    }

    /// How the game stands: over by its rules, or because at most one side has not conceded.
    fn stage(&self) -> Stage {
        if self.setup.is_none() && self.broken.is_none() {
            return Stage::Open;
        }
        let over = self.live.as_ref().is_some_and(|live| live.outcome().is_some());
        let left = self.seats.len().saturating_sub(self.conceded.len());
        match &self.broken {
            _ if left < 2 && !self.conceded.is_empty() => Stage::Over,
            Some(_) => Stage::Broken,
            None if over => Stage::Over,
            None => Stage::Playing,
        }
    }

    /// The seats a caller holds.
    pub fn seats_of(&self, caller: &Caller) -> Vec<u8> {
        let holds = |seat: &SeatState| {
            seat.keys.iter().any(|key| caller.keys.contains(key))
                || (seat.account.is_some() && seat.account == caller.account)
        };
        let all = self.seats.iter().enumerate();
        all.filter(|(_, seat)| holds(seat)).map(|(number, _)| number as u8).collect()
    }

    fn check_holder(&self, caller: &Caller, seat: u8) -> Result<(), Trouble> {
        if self.seats_of(caller).contains(&seat) { Ok(()) } else { Err(Trouble::NotYours) }
    }

    /// Seats whose people would have to consent to what `seat` wants.
    fn other_people(&self, seat: u8) -> Vec<u8> {
        let own = self.seats.get(seat as usize);
        let shares =
            |other: &SeatState| own.is_some_and(|own| own.keys.iter().any(|key| other.keys.contains(key)));
        let all = self.seats.iter().enumerate();
        all.filter(|(number, other)| {
            *number as u8 != seat && other.holder == Holder::Person && !shares(other)
        })
        .map(|(number, _)| number as u8)
        .collect()
    }

    pub fn summary(&self) -> Summary {
        let seats = self.seats.iter().enumerate().map(|(number, seat)| CardSeat {
            player: seat.name.clone(),
            agent: seat.agent.clone(),
            en: self.side(number as u8, Lang::En),
            de: self.side(number as u8, Lang::De),
            holder: seat.holder,
        });
        let stage = self.stage();
        let card = Card { stage, seats: seats.collect() };
        Summary {
            game: self.game.id().to_string(),
            status: match stage {
                Stage::Open => "open",
                Stage::Playing => "playing",
                Stage::Over => "over",
                Stage::Broken => "broken",
            }
            .to_string(),
            listed: self.listed,
            people: self.seats.iter().any(|seat| seat.holder != Holder::Agent),
            body: serde_json::to_string(&card).expect("plain data always has a JSON text"),
        }
    }

    /// What the lobby has to know of a change, if anything.
    pub fn summary_after(&self, changes: &[Record]) -> Option<Summary> {
        // The answer that ends a game has ended it before it is written.
        let quiet = changes.iter().all(|record| matches!(record, Record::Answer { .. }));
        (!quiet || self.stage() != Stage::Playing).then(|| self.summary())
    }

    fn side(&self, seat: u8, lang: Lang) -> String {
        match (&self.live, self.seats.get(seat as usize)) {
            (Some(live), _) => live.side(seat, lang),
            (None, Some(state)) => self.game.side_of(&state.list, lang),
            (None, None) => String::new(),
        }
    }
}

impl SeatState {
    fn of(seat: &SeatRecord) -> SeatState {
        SeatState {
            name: seat.name.clone(),
            list: seat.list.clone(),
            holder: match (&seat.agent, &seat.key) {
                (Some(_), _) => Holder::Agent,
                (None, Some(_)) => Holder::Person,
                (None, None) => Holder::Nobody,
            },
            agent: seat.agent.clone(),
            keys: seat.key.iter().cloned().collect(),
            account: seat.account.clone(),
            used_ms: 0,
            withdrawn: 0,
        }
    }
}
