//! One table: who sits at it, the game on it, and who is looking.
//!
//! A room is the fold of its records. Every change is made in memory, written to the store, and only then told to
//! anybody; if writing fails the room is thrown away and read again, so memory never runs ahead of what is durable.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use rulebook::Rulebook;
use scene::LogLine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Store, Summary};
use table::lobby::{Agreed, List};
use table::{Entry, Lang};
use tokio::sync::{Notify, mpsc};

use crate::caller::{Caller, KeyHash};
use crate::games::{AnyGame, LiveGame, titled};
use crate::protocol::{
    AnswerRequest, Hear, Holder, LobbyGame, LobbySeat, LogPart, Look, Outcome, SeatInfo, Stage, Undo,
    UndoAsked,
};
use crate::refusal::Trouble;

/// A snapshot is kept about every so many answers.
const SNAPSHOT_EVERY: usize = 16;
/// How many looks may wait for a slow connection before it is closed.
pub const BACKLOG: usize = 64;

/// What is written of a table. The order of records is the table's history.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    Created {
        game: String,
        rules: u32,
        seats: Vec<SeatRecord>,
        agreed: Agreed,
        listed: bool,
    },
    /// A person takes a seat.
    Joined {
        seat: u8,
        name: String,
        key: KeyHash,
        account: Option<String>,
        list: Option<List>,
    },
    /// Another browser holds the seat as well.
    Key {
        seat: u8,
        key: KeyHash,
    },
    Begun {
        setup: Value,
    },
    /// An answer, and how long the seat thought about it.
    Answer {
        entry: Entry,
        ms: u32,
    },
    UndoAsked {
        seat: u8,
        to: usize,
    },
    UndoRefused {
        seat: u8,
    },
    Consented {
        seat: u8,
    },
    Undone {
        to: usize,
    },
    Conceded {
        seat: u8,
    },
    Rematch {
        table: String,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatRecord {
    pub name: String,
    pub list: List,
    #[serde(default)]
    pub agent: Option<String>,
    #[serde(default)]
    pub key: Option<KeyHash>,
    #[serde(default)]
    pub account: Option<String>,
}

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

/// A snapshot of the game on the table, for continuing it under later rules.
#[derive(Serialize, Deserialize)]
struct Position {
    rules: u32,
    at: usize,
    state: Value,
}

/// What the lobby shows of a table without loading it.
#[derive(Serialize, Deserialize)]
pub struct Card {
    stage: Stage,
    seats: Vec<CardSeat>,
}

#[derive(Serialize, Deserialize)]
struct CardSeat {
    player: String,
    agent: Option<String>,
    /// The side in both languages.
    en: String,
    de: String,
    holder: Holder,
}

impl Card {
    pub fn shown(self, id: String, updated: i64, game: &dyn AnyGame, yours: bool, lang: Lang) -> LobbyGame {
        let seat = |seat: CardSeat| LobbySeat {
            player: player_name(game, &seat.player, seat.agent.as_deref(), lang),
            side: if lang == Lang::De { seat.de } else { seat.en },
            holder: seat.holder,
        };
        LobbyGame {
            id,
            game: game.id().to_string(),
            title: game.title(lang),
            stage: self.stage,
            players: self.seats.into_iter().map(seat).collect(),
            updated,
            yours,
        }
    }
}

/// The name of a player; an agent without one is called what it is.
fn player_name(game: &dyn AnyGame, name: &str, agent: Option<&str>, lang: Lang) -> String {
    match agent.filter(|_| name.is_empty()).and_then(|agent| game.agent_name(agent, lang)) {
        Some(agent) => agent.to_string(),
        None => name.to_string(),
    }
}

struct UndoState {
    by: u8,
    to: usize,
    wanted: Vec<u8>,
}

/// Somebody who looks at the table.
pub struct Watcher {
    pub id: u64,
    pub caller: Caller,
    pub lang: Lang,
    pub scenes: bool,
    pub tell: mpsc::Sender<Hear>,
    /// How much of the log this watcher has: events seen, lines sent, and for whom, since which undo.
    shown: Shown,
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Shown {
    events: usize,
    lines: usize,
    viewer: Option<u8>,
    lang: Option<Lang>,
    rewritten: u64,
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

/// What a change adds to the table's history.
type Changes = Vec<Record>;

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
        let live = game.resume(&setup, Vec::new(), false).map_err(Trouble::Malformed)?;
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
            Record::Conceded { seat } => {
                self.conceded.push(*seat);
                if let Some(state) = self.seats.get_mut(*seat as usize) {
                    state.holder = Holder::Conceded;
                }
            }
            Record::Rematch { table } => self.rematch = Some(table.clone()),
        }
    }

    // ---- what is so ---------------------------------------------------------------------------------------------------

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

    // ---- changing it --------------------------------------------------------------------------------------------------

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
            watcher.shown = Shown::default();
        }
        fresh.touched = self.touched;
        fresh.news = self.news.clone();
        *self = fresh;
    }

    async fn keep_snapshot(&mut self) {
        let Some(live) = &self.live else { return };
        if !self.snapshot_due && self.journal.len() < self.snapshot_at + SNAPSHOT_EVERY {
            return;
        }
        let (state, at) = live.checkpoint();
        let position = Position { rules: self.game.rules(), at, state };
        let body = serde_json::to_string(&position).unwrap_or_default();
        self.snapshot_at = self.journal.len();
        self.snapshot_due = false;
        let snapshot = store::Snapshot { seq: self.next, body };
        if let Err(error) = self.store.save_snapshot(&self.id, &snapshot).await {
            tracing::warn!(table = self.id, %error, "no snapshot was kept");
        }
    }

    /// The answers in memory that are not written yet; the first is the seat's own, the rest are chance's.
    fn new_answers(&self, ms: u32) -> Changes {
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
                Holder::Conceded => Some((seat, "random".to_string())),
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

    pub async fn undo(&mut self, caller: &Caller, seat: u8) -> Result<(), Trouble> {
        self.check_holder(caller, seat)?;
        let to = self.running()?.last_answer_of(seat).ok_or(Trouble::NotAsked)?;
        if self.undo.is_some() {
            return Err(Trouble::Taken);
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

    // ---- looking ------------------------------------------------------------------------------------------------------

    /// Somebody starts to look; the first look is sent at once.
    pub fn watch(&mut self, id: u64, caller: Caller, lang: Lang, scenes: bool, tell: mpsc::Sender<Hear>) {
        self.watchers.push(Watcher { id, caller, lang, scenes, tell, shown: Shown::default() });
        self.touched = Instant::now();
        let last = self.watchers.len() - 1;
        self.tell(last);
        let seats = self.seats_of(&self.watchers[last].caller);
        if !seats.is_empty() {
            // The others see that somebody is there now.
            (0..last).for_each(|index| self.tell(index));
        }
    }

    pub fn unwatch(&mut self, id: u64) {
        let before = self.watchers.len();
        self.watchers.retain(|watcher| watcher.id != id);
        if before != self.watchers.len() {
            self.publish();
        }
    }

    pub fn speak(&mut self, id: u64, lang: Lang) {
        if let Some(index) = self.watchers.iter().position(|watcher| watcher.id == id) {
            self.watchers[index].lang = lang;
            self.tell(index);
        }
    }

    /// Woken whenever something has changed.
    pub fn news(&self) -> Arc<Notify> {
        self.news.clone()
    }

    /// Shows everybody who looks how the table stands.
    pub fn publish(&mut self) {
        self.news.notify_waiters();
        (0..self.watchers.len()).for_each(|index| self.tell(index));
        self.watchers.retain(|watcher| !watcher.tell.is_closed());
    }

    fn tell(&mut self, index: usize) {
        let (caller, lang, scenes, mut shown) = {
            let watcher = &self.watchers[index];
            (watcher.caller.clone(), watcher.lang, watcher.scenes, watcher.shown)
        };
        let look = self.look_on(&caller, lang, scenes, &mut shown);
        let watcher = &mut self.watchers[index];
        if watcher.tell.try_send(Hear::Look(Box::new(look))).is_ok() {
            watcher.shown = shown;
        } else {
            // Too slow to follow: the connection is closed and may come back for a fresh look.
            let (closed, _) = mpsc::channel(1);
            watcher.tell = closed;
        }
    }

    /// The table as a caller sees it, with the whole log.
    pub fn look(&mut self, caller: &Caller, lang: Lang, scenes: bool) -> Look {
        self.look_on(caller, lang, scenes, &mut Shown::default())
    }

    fn look_on(&mut self, caller: &Caller, lang: Lang, scenes: bool, shown: &mut Shown) -> Look {
        if self.setup.is_some() {
            let _ = self.wake();
        }
        let yours = self.seats_of(caller);
        let asked = self.live.as_ref().map_or(Vec::new(), |live| live.asked());
        let stage = self.stage();
        let waiting = if stage == Stage::Playing { asked } else { Vec::new() };
        let viewer = waiting
            .iter()
            .copied()
            .find(|seat| yours.contains(seat))
            .or_else(|| shown.viewer.filter(|seat| yours.contains(seat)))
            .or_else(|| yours.first().copied());
        let fresh = Shown { viewer, lang: Some(lang), rewritten: self.rewritten, ..Shown::default() };
        let same = shown.viewer == viewer && shown.lang == Some(lang) && shown.rewritten == self.rewritten;
        if !same {
            *shown = fresh;
        }
        let mut log = LogPart { from: shown.lines as u32, ..LogPart::default() };
        let (mut scene, mut questions, mut forced) = (None, Vec::new(), Vec::new());
        if let Some(live) = &self.live {
            let (lines, events) = live.log(viewer, shown.events, lang);
            shown.events = events;
            shown.lines += lines.len();
            log.titles = titles(&lines, lang);
            log.lines = lines;
            scene = scenes.then(|| live.scene(viewer, lang));
            if let Some(seat) = viewer
                && stage == Stage::Playing
            {
                questions = live.questions(seat, lang, scenes);
                forced = live.forced(seat, lang, scenes);
            }
        }
        Look {
            version: self.next,
            id: self.id.clone(),
            game: self.game.id().to_string(),
            title: self.game.title(lang),
            stage,
            seats: self.seat_infos(lang),
            yours,
            viewer,
            answers: self.journal.len() as u32,
            scene,
            log,
            questions,
            forced,
            waiting,
            undo: self.undo_info(viewer, stage, lang),
            result: self.result(lang),
            rematch: self.rematch.clone(),
            read_only: self.read_only,
        }
    }

    pub fn seat_infos(&self, lang: Lang) -> Vec<SeatInfo> {
        let asked = self.live.as_ref().map_or(Vec::new(), |live| live.asked());
        let present = |seat: u8| {
            self.watchers
                .iter()
                .any(|watcher| !watcher.tell.is_closed() && self.seats_of(&watcher.caller).contains(&seat))
        };
        let info = |(number, state): (usize, &SeatState)| {
            let seat = number as u8;
            let mut used_ms = state.used_ms;
            if asked.contains(&seat) && state.holder == Holder::Person && self.stage() == Stage::Playing {
                used_ms += self.asked_since.elapsed().as_millis() as u64;
            }
            SeatInfo {
                seat,
                player: player_name(self.game, &state.name, state.agent.as_deref(), lang),
                side: self.side(seat, lang),
                holder: state.holder,
                agent: state.agent.clone(),
                present: present(seat),
                used_ms,
            }
        };
        self.seats.iter().enumerate().map(info).collect()
    }

    fn undo_info(&self, viewer: Option<u8>, stage: Stage, lang: Lang) -> Undo {
        let possible = viewer.filter(|_| stage == Stage::Playing).and_then(|seat| {
            let to = self.live.as_ref()?.last_answer_of(seat)?;
            Some(self.taken_back(to, lang))
        });
        let asked = self.undo.as_ref().map(|undo| UndoAsked {
            by: undo.by,
            what: self.taken_back(undo.to, lang),
            wanted: undo.wanted.clone(),
        });
        Undo { possible: possible.filter(|_| asked.is_none()), asked }
    }

    /// What going back to the first `to` answers takes back, in words.
    fn taken_back(&self, to: usize, lang: Lang) -> String {
        let taken = self.journal.get(to..).unwrap_or_default();
        let whose = taken.first().map_or(String::new(), |entry| self.side(entry.seat.0, lang));
        let later = taken.iter().filter(|entry| entry.seat.is_player()).count().saturating_sub(1);
        let chance = taken.iter().filter(|entry| !entry.seat.is_player()).count();
        let mut text = match lang {
            Lang::En => format!("the last answer of {whose}"),
            Lang::De => format!("die letzte Antwort ({whose})"),
        };
        text += &match (lang, later) {
            (_, 0) => String::new(),
            (Lang::En, 1) => " and one later answer".to_string(),
            (Lang::De, 1) => " und eine spätere Antwort".to_string(),
            (Lang::En, _) => format!(" and {later} later answers"),
            (Lang::De, _) => format!(" und {later} spätere Antworten"),
        };
        text += match (lang, chance) {
            (_, 0) => "",
            (Lang::En, _) => "; dice are rolled and cards drawn anew",
            (Lang::De, _) => "; Würfel und Karten fallen neu",
        };
        text
    }

    pub fn result(&self, lang: Lang) -> Option<Outcome> {
        let names = |seats: &[u8]| {
            let names: Vec<String> = seats.iter().map(|seat| self.side(*seat, lang)).collect();
            names.join(", ")
        };
        if let Some(outcome) = self.live.as_ref().and_then(|live| live.outcome()) {
            let winners: Vec<u8> = outcome.winners.iter().map(|seat| seat.0).collect();
            let text = match (winners.is_empty(), lang) {
                (true, Lang::En) => "Nobody wins.".to_string(),
                (true, Lang::De) => "Niemand gewinnt.".to_string(),
                (false, Lang::En) => format!("Won by {}.", names(&winners)),
                (false, Lang::De) => format!("Gewonnen hat {}.", names(&winners)),
            };
            let (rule, rule_title) = titled(outcome.rule, lang);
            return Some(Outcome { winners, text, rule, rule_title });
        }
        if self.stage() != Stage::Over {
            return None;
        }
        let winners: Vec<u8> =
            (0..self.seats.len() as u8).filter(|seat| !self.conceded.contains(seat)).collect();
        let text = match (winners.is_empty(), lang) {
            (true, Lang::En) => "The game was broken off.".to_string(),
            (true, Lang::De) => "Das Spiel wurde abgebrochen.".to_string(),
            (false, Lang::En) => format!("Won by {}: everybody else has conceded.", names(&winners)),
            (false, Lang::De) => format!("Gewonnen hat {}: alle anderen haben aufgegeben.", names(&winners)),
        };
        Some(Outcome { winners, text, rule: String::new(), rule_title: String::new() })
    }
}

/// The titles of the rules that lines of a log name.
pub fn titles(lines: &[LogLine], lang: Lang) -> BTreeMap<String, String> {
    let rules = lines.iter().flat_map(|line| &line.rules);
    rules.filter_map(|id| Some((id.clone(), Rulebook::rule(id)?.title.in_(lang).to_string()))).collect()
}

fn bodies(records: &[Record]) -> Vec<String> {
    records
        .iter()
        .map(|record| serde_json::to_string(record).expect("plain data always has a JSON text"))
        .collect()
}
