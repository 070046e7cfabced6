//! One table: who sits at it, the game on it, and who is looking.
//!
//! A room is the fold of its records. Every change is made in memory, written to the store, and only then told to
//! anybody; if writing fails the room is thrown away and read again, so memory never runs ahead of what is durable.

mod changes;
mod looking;
mod records;

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use store::{Store, Summary};
use table::lobby::{Agreed, List};
use table::{Entry, Lang};
use tokio::sync::Notify;

use crate::caller::{Caller, KeyHash};
use crate::games::{AnyGame, LiveGame};
use crate::protocol::{Holder, Stage};
use crate::refusal::Trouble;

pub use looking::{BACKLOG, Card, titles};
pub use records::SeatRecord;

use changes::Position;
use looking::{CardSeat, Watcher};
use records::{Record, bodies};

#[derive(Clone, Debug)]
struct SeatState {
    name: String,
    list: List,
    holder: Holder,
    agent: Option<String>,
    keys: Vec<KeyHash>,
    account: Option<String>,
    used_ms: u64,
}

struct UndoState {
    by: u8,
    to: usize,
    wanted: Vec<u8>,
}

pub struct Room {
    pub id: String,
    game: &'static dyn AnyGame,
    store: Arc<dyn Store>,
    /// The next record's number, which is also the version that clients see.
    next: u64,
    rules: u32,
    seats: Vec<SeatState>,
    agreed: Agreed,
    listed: bool,
    setup: Option<Value>,
    journal: Vec<Entry>,
    live: Option<Box<dyn LiveGame>>,
    conceded: Vec<u8>,
    undo: Option<UndoState>,
    rematch: Option<String>,
    /// Counts undos, so that watchers know when their log is no longer true.
    rewritten: u64,
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
    /// Sets up a new table and writes it.
    pub async fn create(
        id: String,
        game: &'static dyn AnyGame,
        store: Arc<dyn Store>,
        seats: Vec<SeatRecord>,
        agreed: Agreed,
        listed: bool,
    ) -> Result<Room, Trouble> {
        let mut room = Room::empty(id, game, store);
        let created =
            Record::Created { game: game.id().to_string(), rules: game.rules(), seats, agreed, listed };
        room.fold(&created);
        let mut records = vec![created];
        // What cannot be played is refused now, not when the last player has come.
        let setup = room.assemble()?;
        if room.is_full() {
            let begun = Record::Begun { setup };
            room.fold(&begun);
            room.wake()?;
            records.push(begun);
            let opening = room.new_answers(0);
            opening.iter().for_each(|record| room.fold(record));
            records.extend(opening);
        }
        room.store.create(&room.id, &room.summary(), &bodies(&records)).await?;
        room.next = records.len() as u64;
        Ok(room)
    }

    /// A finished game from a replay file.
    pub async fn import(
        id: String,
        game: &'static dyn AnyGame,
        store: Arc<dyn Store>,
        setup: Value,
        journal: Vec<Entry>,
    ) -> Result<Room, Trouble> {
        let mut room = Room::empty(id, game, store);
        let live = game.resume(&setup, Vec::new(), false).map_err(Trouble::malformed)?;
        let seats = (0..live.players())
            .map(|seat| SeatRecord {
                name: live.side(seat, Lang::En),
                list: List::default(),
                agent: Some("random".to_string()),
                key: None,
                account: None,
            })
            .collect();
        let mut records = vec![
            Record::Created {
                game: game.id().to_string(),
                rules: game.rules(),
                seats,
                agreed: Agreed::new(),
                listed: false,
            },
            Record::Begun { setup },
        ];
        records.extend(journal.into_iter().map(|entry| Record::Answer { entry, ms: 0 }));
        records.iter().for_each(|record| room.fold(record));
        // A replay of a game that was broken off ends here as well.
        if room.game_over().is_none() {
            let all: Vec<Record> =
                (0..room.seats.len() as u8).map(|seat| Record::Conceded { seat }).collect();
            all.iter().for_each(|record| room.fold(record));
            records.extend(all);
        }
        room.store.create(&room.id, &room.summary(), &bodies(&records)).await?;
        room.next = records.len() as u64;
        Ok(room)
    }

    /// Reads a table from the store.
    pub async fn load(
        id: &str,
        store: Arc<dyn Store>,
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    ) -> Result<Room, Trouble> {
        let records = store.read(id, 0).await?;
        let parse = |body: &str| {
            serde_json::from_str::<Record>(body).map_err(|error| {
                tracing::error!(table = id, %error, "a record cannot be read");
                Trouble::Unavailable
            })
        };
        let mut parsed = Vec::with_capacity(records.len());
        for record in &records {
            parsed.push(parse(&record.body)?);
        }
        let Some(Record::Created { game, .. }) = parsed.first() else { return Err(Trouble::NotFound) };
        let game = find(game).ok_or(Trouble::Unavailable)?;
        let mut room = Room::empty(id.to_string(), game, store);
        parsed.iter().for_each(|record| room.fold(record));
        room.next = records.len() as u64;
        if room.rules != game.rules() && room.setup.is_some() {
            room.continue_under_new_rules(&parsed).await?;
        }
        Ok(room)
    }

    fn empty(id: String, game: &'static dyn AnyGame, store: Arc<dyn Store>) -> Room {
        Room {
            id,
            game,
            store,
            next: 0,
            rules: 0,
            seats: Vec::new(),
            agreed: Agreed::new(),
            listed: false,
            setup: None,
            journal: Vec::new(),
            live: None,
            conceded: Vec::new(),
            undo: None,
            rematch: None,
            rewritten: 0,
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

    /// A game that was begun under other rules goes on from its last snapshot.
    async fn continue_under_new_rules(&mut self, records: &[Record]) -> Result<(), Trouble> {
        let broken = |what: &str| {
            tracing::error!(table = self.id, what, "a game of other rules cannot be continued");
            Trouble::Unavailable
        };
        let snapshot = self.store.latest_snapshot(&self.id).await?.ok_or_else(|| broken("no snapshot"))?;
        let position: Position = serde_json::from_str(&snapshot.body).map_err(|_| broken("snapshot"))?;
        let setup = self.setup.clone().unwrap_or_default();
        let journal = self.journal.clone();
        let taken_back = |record: &Record| matches!(record, Record::Undone { to } if *to < position.at);
        if position.at > journal.len() || records.iter().skip(snapshot.seq as usize).any(taken_back) {
            return Err(broken("what the snapshot shows was taken back"));
        }
        let live = self.game.restore(&setup, &position.state, position.at, journal);
        self.live = Some(live.map_err(|error| broken(&error))?);
        self.from_snapshot = true;
        Ok(())
    }

    /// Takes in one record. Records are facts: whatever they say has happened.
    fn fold(&mut self, record: &Record) {
        match record {
            Record::Created { rules, seats, agreed, listed, .. } => {
                self.rules = *rules;
                self.agreed = agreed.clone();
                self.listed = *listed;
                self.seats = seats
                    .iter()
                    .map(|seat| SeatState {
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
                    })
                    .collect();
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
            Record::Answer { entry, ms } => {
                if let Some(state) = self.seats.get_mut(entry.seat.index()) {
                    state.used_ms += u64::from(*ms);
                }
                self.journal.push(entry.clone());
            }
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
                self.undo = None;
                self.rewritten += 1;
            }
            Record::Withdrawn { at } => {
                if *at < self.journal.len() {
                    self.journal.remove(*at);
                }
            }
            Record::Conceded { seat } => {
                self.conceded.push(*seat);
                if let Some(state) = self.seats.get_mut(*seat as usize) {
                    state.holder = Holder::Conceded;
                }
            }
            Record::Rematch { table } => self.rematch = Some(table.clone()),
        }
    }

    pub fn version(&self) -> u64 {
        self.next
    }

    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    pub fn has_watchers(&self) -> bool {
        !self.watchers.is_empty()
    }

    fn is_full(&self) -> bool {
        self.seats.iter().all(|seat| seat.holder != Holder::Nobody)
    }

    fn assemble(&self) -> Result<Value, Trouble> {
        let lists: Vec<List> = self.seats.iter().map(|seat| seat.list.clone()).collect();
        self.game.assemble(&lists, &self.agreed).map_err(Trouble::Faulty)
    }

    /// The game in memory, played from the journal if it was put away.
    fn wake(&mut self) -> Result<(), Trouble> {
        if self.live.is_some() {
            return Ok(());
        }
        let Some(setup) = &self.setup else { return Err(Trouble::NotAsked) };
        let live = self.game.resume(setup, self.journal.clone(), true).map_err(|error| {
            tracing::error!(table = self.id, error, "a journal cannot be played");
            Trouble::Unavailable
        })?;
        self.live = Some(live);
        Ok(())
    }

    /// Puts the game away until somebody needs it.
    pub fn sleep(&mut self) {
        if !self.from_snapshot {
            self.live = None;
        }
    }

    fn game_over(&mut self) -> Option<table::Outcome> {
        self.wake().ok()?;
        self.live.as_ref()?.outcome()
    }

    /// The game is over by its rules, or because at most one side has not conceded.
    fn stage(&self) -> Stage {
        if self.setup.is_none() {
            return Stage::Open;
        }
        let over = self.live.as_ref().is_some_and(|live| live.outcome().is_some());
        let left = self.seats.len().saturating_sub(self.conceded.len());
        if over || (left < 2 && !self.conceded.is_empty()) { Stage::Over } else { Stage::Playing }
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
            }
            .to_string(),
            listed: self.listed,
            people: self.seats.iter().any(|seat| seat.holder != Holder::Agent),
            body: serde_json::to_string(&card).expect("plain data always has a JSON text"),
        }
    }

    fn side(&self, seat: u8, lang: Lang) -> String {
        match (&self.live, self.seats.get(seat as usize)) {
            (Some(live), _) => live.side(seat, lang),
            (None, Some(state)) => self.game.side_of(&state.list, lang),
            (None, None) => String::new(),
        }
    }
}
