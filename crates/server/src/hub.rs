//! All tables of this node: found, loaded, changed, driven and put away.
//!
//! A table is in memory only while somebody needs it; everything else about it is in the store, where any node finds it. A change
//! is carried out here from judging to showing, in a task of its own, so that it is finished by the server and not by whoever
//! asked for it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use store::{Change as Heard, Expiry, Pruned, Snapshot, Store, Summary};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Mutex as RoomLock, OnceCell, OwnedMutexGuard};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::caller::Caller;
use crate::games::{AnyGame, Luck};
use crate::metrics::Metrics;
use crate::refusal::Trouble;
use crate::room::{Change, Changes, Room, bodies};
use crate::work::Desk;

/// A table that nobody has touched for so long is put away.
const IDLE: Duration = Duration::from_secs(60);
/// How often the hub looks for such tables.
const SWEEP: Duration = Duration::from_secs(15);
/// How long changes that are under way may take when the server stops.
const FINISH_WITHIN: Duration = Duration::from_secs(3);
/// After how many seconds an agent tries again whose answer could not be written: for about an hour.
const TRY_AGAIN: [u64; 10] = [1, 2, 5, 10, 30, 60, 120, 300, 900, 1800];
/// How often a server that only shows looks for what was written.
const KEEP_UP: Duration = Duration::from_secs(1);
/// How many tables are let go at once.
const PIECE: usize = 64;
/// How often what has expired is dropped.
const TIDY: Duration = Duration::from_secs(3600);

pub type SharedRoom = Arc<RoomLock<Room>>;
/// Where a table is, or will be as soon as it has been read.
type Place = Arc<OnceCell<SharedRoom>>;
/// A table, for one change or one look at a time.
pub type Entered = OwnedMutexGuard<Room>;

pub struct Hub {
    pub store: Arc<dyn Store>,
    pub games: &'static [&'static dyn AnyGame],
    pub luck: Luck,
    pub metrics: Arc<Metrics>,
    pub read_only: bool,
    /// Other nodes write to the same store.
    shared: bool,
    rooms: Mutex<HashMap<String, Place>>,
    driven: Mutex<HashSet<String>>,
    /// Tables that were found broken while this program runs.
    broken: Mutex<HashSet<String>>,
    /// Where rules are played and looks are made. Its queue needs no limit: a table waits in it once at most, and is held
    /// by whoever waits for it.
    desk: Desk,
    watchers: AtomicU64,
    /// Changes under way.
    changes: TaskTracker,
    closing: CancellationToken,
}

impl Hub {
    pub fn new(
        store: Arc<dyn Store>,
        games: &'static [&'static dyn AnyGame],
        luck: Luck,
        metrics: Arc<Metrics>,
        read_only: bool,
        shared: bool,
    ) -> Arc<Hub> {
        Arc::new(Hub {
            store,
            games,
            luck,
            metrics,
            read_only,
            shared,
            rooms: Mutex::default(),
            driven: Mutex::default(),
            broken: Mutex::default(),
            desk: Desk::new("tables", usize::MAX),
            watchers: AtomicU64::new(1),
            changes: TaskTracker::new(),
            closing: CancellationToken::new(),
        })
    }

    pub fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        self.games.iter().copied().find(|game| game.id() == id)
    }

    pub fn new_watcher(&self) -> u64 {
        self.watchers.fetch_add(1, Ordering::Relaxed)
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Place>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn loaded(&self) -> usize {
        self.rooms().len()
    }

    fn shared(&self, mut room: Room) -> SharedRoom {
        room.read_only = self.read_only;
        Arc::new(RoomLock::new(room))
    }

    /// The table with this id, if it is in memory.
    fn known(&self, id: &str) -> Option<SharedRoom> {
        self.rooms().get(id).and_then(|place| place.get().cloned())
    }

    // ---- finding a table --------------------------------------------------------------------------------------------

    /// The table as it is written, with its game in memory.
    pub async fn room(&self, id: &str) -> Result<Entered, Trouble> {
        let mut room = self.enter(id).await?;
        if room.is_unsettled() || self.is_behind(id, room.version()).await? {
            room = self.reload(room).await?;
        }
        self.rouse(room).await
    }

    /// The table as it is in memory.
    async fn enter(&self, id: &str) -> Result<Entered, Trouble> {
        if !(8..=64).contains(&id.len()) {
            return Err(Trouble::NotFound);
        }
        // Whoever comes while a table is being read waits for the same.
        let place = self.rooms().entry(id.to_string()).or_default().clone();
        let read = place.get_or_try_init(async || self.load(id).await.map(|room| self.shared(room))).await;
        match read {
            Ok(shared) => {
                let mut room = shared.clone().lock_owned().await;
                room.touched = Instant::now();
                Ok(room)
            }
            Err(trouble) => {
                // The last who waited takes the empty place away; somebody else may still fill it.
                let mut rooms = self.rooms();
                if place.get().is_none() && Arc::strong_count(&place) == 2 {
                    rooms.remove(id);
                }
                Err(trouble)
            }
        }
    }

    async fn load(&self, id: &str) -> Result<Room, Trouble> {
        let records = self.store.read(id, 0).await?;
        let (id, games, luck) = (id.to_string(), self.games, self.luck);
        self.desk
            .work(move || {
                Room::read(&id, &records, luck, |game| games.iter().copied().find(|one| one.id() == game))
            })
            .await?
    }

    /// Another node may have written what has not been heard of yet, or, where this one only shows, the one that writes.
    async fn is_behind(&self, id: &str, version: u64) -> Result<bool, Trouble> {
        Ok((self.shared || self.read_only) && !self.store.read(id, version).await?.is_empty())
    }

    /// Reads a table again whose memory is no longer true, and shows it to whoever looks.
    async fn reload(&self, mut room: Entered) -> Result<Entered, Trouble> {
        // Whoever stops waiting before everybody was shown it leaves a table that is read again next time.
        room.unsettle();
        let id = room.id.clone();
        let fresh = self.load(&id).await?;
        room.replace_with(fresh);
        room.unsettle();
        let room = self.rouse(room).await?;
        let (mut room, ()) = self.attend(room, |room| room.publish()).await?;
        room.settle();
        Ok(room)
    }

    /// Brings the game of a table into memory if it is not there. A game that cannot be played is shown as far as it can.
    async fn rouse(&self, mut room: Entered) -> Result<Entered, Trouble> {
        if !room.is_asleep() {
            return Ok(room);
        }
        if !room.needs_snapshot() {
            let woken;
            (room, woken) = self.attend(room, |room| room.wake()).await?;
            if woken {
                return Ok(room);
            }
        }
        let id = room.id.clone();
        let snapshot = self.store.latest_snapshot(&id).await?;
        let (room, ()) = self.attend(room, move |room| room.wake_by_all_means(snapshot.as_ref())).await?;
        if room.is_broken() {
            self.note_broken(&id, room.version(), room.summary()).await;
        }
        Ok(room)
    }

    /// A broken table is not shown as one that is played, in no lobby. It is noted once, however often it is looked at.
    async fn note_broken(&self, id: &str, version: u64, summary: Summary) {
        if !self.broken.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_string()) {
            return;
        }
        self.metrics.broken.fetch_add(1, Ordering::Relaxed);
        if self.read_only {
            return;
        }
        if let Err(error) = self.store.append(id, version, &[], Some(&summary)).await {
            tracing::warn!(table = id, %error, "that a table is broken was not noted");
        }
    }

    /// Works on a table at the desk.
    pub async fn attend<T: Send + 'static>(
        &self,
        mut room: Entered,
        work: impl FnOnce(&mut Room) -> T + Send + 'static,
    ) -> Result<(Entered, T), Trouble> {
        let done = move || {
            let result = work(&mut room);
            (room, result)
        };
        self.desk.work(done).await
    }

    // ---- changing a table -------------------------------------------------------------------------------------------

    /// Makes one change of a table and carries it to its end, whether or not anybody still waits for it. Returns the
    /// version that it led to: what it says is durable.
    pub async fn change(
        self: &Arc<Self>,
        id: &str,
        change: impl FnOnce(&mut Room) -> Result<Change, Trouble> + Send + 'static,
    ) -> Result<u64, Trouble> {
        let (hub, id) = (self.clone(), id.to_string());
        self.finish_change(async move {
            let room = hub.room(&id).await?;
            let (version, _) = hub.carry_out(room, change).await?;
            Ok(version)
        })
        .await
    }

    /// Judges a change, writes it and shows it. An unsettled table is never used by anybody.
    async fn carry_out(
        self: &Arc<Self>,
        mut room: Entered,
        change: impl FnOnce(&mut Room) -> Result<Change, Trouble> + Send + 'static,
    ) -> Result<(u64, Entered), Trouble> {
        room.unsettle();
        let (mut room, made) = self.attend(room, change).await?;
        let records = match made {
            Ok(Change::New(records)) => records,
            Ok(Change::Made(version)) => {
                room.settle();
                return Ok((version, room));
            }
            Err(trouble) => {
                room.settle();
                return Err(trouble);
            }
        };
        let (id, from) = (room.id.clone(), room.version());
        room.take_in(&records);
        let summary = room.summary_after(&records);
        self.store.append(&id, from, &bodies(&records), summary.as_ref()).await?;
        room.written();
        let version = room.version();
        let (room, snapshot) = self
            .attend(room, |room| {
                room.publish();
                room.snapshot()
            })
            .await?;
        self.keep(&id, snapshot).await;
        self.drive(&room);
        Ok((version, room))
    }

    /// Keeps a snapshot. One that replaces what was taken back is waited for, the others hold up nobody; the store never
    /// puts an older one over a newer.
    async fn keep(&self, id: &str, snapshot: Option<(Snapshot, bool)>) {
        let Some((snapshot, now)) = snapshot else { return };
        let (store, id) = (self.store.clone(), id.to_string());
        let saving = tokio::spawn(async move {
            if let Err(error) = store.save_snapshot(&id, &snapshot).await {
                tracing::warn!(table = id, %error, "no snapshot was kept");
            }
        });
        if now {
            let _ = saving.await;
        }
    }

    /// Founds a table with the records that begin it.
    pub async fn found(self: &Arc<Self>, room: Room, records: Changes) -> Result<String, Trouble> {
        let hub = self.clone();
        self.finish_change(async move { hub.write_new(room, &records, None).await }).await
    }

    /// Writes a new table, with the snapshot that it goes on from if its records alone do not do, and lets people in.
    async fn write_new(
        self: &Arc<Self>,
        room: Room,
        records: &Changes,
        snapshot: Option<Snapshot>,
    ) -> Result<String, Trouble> {
        let (id, holders, summary) = (room.id.clone(), room.holders(), room.summary());
        self.store.create(&id, &summary, &bodies(records)).await?;
        if let Some(snapshot) = snapshot {
            let seq = snapshot.seq.min(records.len() as u64);
            self.store.save_snapshot(&id, &Snapshot { seq, ..snapshot }).await?;
        }
        self.metrics.tables_created.fetch_add(1, Ordering::Relaxed);
        let shared = self.shared(room);
        self.rooms().insert(id.clone(), Arc::new(OnceCell::new_with(Some(shared.clone()))));
        for (seat, holder) in holders {
            self.remember(&holder, &id, seat).await;
        }
        self.drive(&*shared.lock().await);
        Ok(id)
    }

    /// The table at which the people of this one play on; whoever asks second is led to the same.
    pub async fn next_table(
        self: &Arc<Self>,
        id: &str,
        caller: Caller,
        new: String,
    ) -> Result<String, Trouble> {
        let (hub, id) = (self.clone(), id.to_string());
        self.finish_change(async move {
            let room = hub.room(&id).await?;
            let (room, next) = hub.attend(room, move |room| room.next_table(&caller, new)).await?;
            let Some((next, records)) = next? else {
                return Ok(room.rematch().unwrap_or_default().to_string());
            };
            let snapshot = match room.is_broken_and_from_snapshot() {
                true => hub.store.latest_snapshot(&id).await?,
                false => None,
            };
            let table = hub.write_new(next, &records, snapshot).await?;
            let noted = table.clone();
            hub.carry_out(room, |room| room.note_next(noted)).await?;
            Ok(table)
        })
        .await
    }

    /// Remembers a seat, so that its holder finds the game again. A seat does not depend on it.
    pub async fn remember(&self, caller: &Caller, table: &str, seat: u8) {
        for holder in caller.holders().iter().take(2) {
            if let Err(error) = self.store.hold_seat(holder, table, seat).await {
                tracing::warn!(table, %error, "a seat was not noted");
            }
        }
    }

    /// Lets agents play until a person is asked or the game is over. Nobody else sees to that, so what fails is tried again.
    pub fn drive(self: &Arc<Self>, room: &Room) {
        if room.waits_for_an_agent() && self.driven().insert(room.id.clone()) {
            let (hub, id) = (self.clone(), room.id.clone());
            self.changes.spawn(async move { hub.play_for_agents(&id).await });
        }
    }

    /// The tables at which agents play right now. Comes and goes while the table is held, so that none is forgotten.
    fn driven(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.driven.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn play_for_agents(self: &Arc<Self>, id: &str) {
        let mut waits = TRY_AGAIN.iter();
        loop {
            match self.let_agents_answer(id).await {
                Ok(true) => waits = TRY_AGAIN.iter(),
                Ok(false) => return,
                Err(trouble) => {
                    tracing::warn!(table = id, ?trouble, "an agent could not answer");
                    let passes = matches!(trouble, Trouble::Unavailable | Trouble::Busy | Trouble::Outdated);
                    let Some(wait) = waits.next().filter(|_| passes) else { break };
                    tokio::select! {
                        () = tokio::time::sleep(Duration::from_secs(*wait)) => {}
                        () = self.closing.cancelled() => break,
                    }
                }
            }
        }
        self.driven().remove(id);
    }

    /// Lets the agents answer who are asked, if any.
    async fn let_agents_answer(self: &Arc<Self>, id: &str) -> Result<bool, Trouble> {
        let room = self.room(id).await?;
        if !room.waits_for_an_agent() || self.closing.is_cancelled() {
            self.driven().remove(id);
            return Ok(false);
        }
        self.carry_out(room, |room| room.let_agents_answer()).await?;
        self.metrics.agent_answers.fetch_add(1, Ordering::Relaxed);
        Ok(true)
    }

    // ---- looking at a table -----------------------------------------------------------------------------------------

    /// Somebody looks no longer; the others are shown that.
    pub async fn unwatch(&self, id: &str, watcher: u64) {
        let Ok(mut room) = self.enter(id).await else { return };
        // An unsettled table is shown when it has been read again.
        if room.unwatch(watcher)
            && !room.is_unsettled()
            && let Ok(room) = self.rouse(room).await
        {
            let _ = self.attend(room, |room| room.publish()).await;
        }
    }

    // ---- keeping house ----------------------------------------------------------------------------------------------

    /// Puts away what nobody needs and, where there are other nodes, follows what they write.
    pub fn start(self: &Arc<Self>) {
        let hub = self.clone();
        tokio::spawn(async move {
            let mut tidied = None::<Instant>;
            loop {
                if !hub.read_only && tidied.is_none_or(|at| at.elapsed() > TIDY) {
                    tidied = Some(Instant::now());
                    hub.tidy().await;
                }
                tokio::time::sleep(SWEEP).await;
                hub.sweep(IDLE).await;
            }
        });
        if self.shared {
            tokio::spawn(self.clone().follow());
        } else if self.read_only {
            tokio::spawn(self.clone().keep_up());
        }
    }

    /// Lets go what has expired: logins, tables that never began, lists that nobody looks at.
    async fn tidy(&self) {
        if let Err(error) = self.store.drop_expired_logins(crate::accounts::now()).await {
            tracing::warn!(%error, "expired logins were not dropped");
        }
        match self.store.prune(&Expiry::default()).await {
            Ok(Pruned { tables: 0, lists: 0 }) => {}
            Ok(Pruned { tables, lists }) => {
                tracing::info!(tables, lists, "what nobody wanted any more is gone")
            }
            Err(error) => tracing::warn!(%error, "what has expired was not dropped"),
        }
    }

    /// Hears what other nodes write.
    async fn follow(self: Arc<Self>) {
        let mut changes = self.store.changes();
        loop {
            match changes.recv().await {
                Ok(Heard::Game { id, next }) => {
                    let hub = self.clone();
                    tokio::spawn(async move { hub.changed(&id, Some(next)).await });
                }
                Ok(Heard::Everything) | Err(RecvError::Lagged(_)) => {
                    let ids: Vec<String> = self.rooms().keys().cloned().collect();
                    for id in ids {
                        self.changed(&id, None).await;
                    }
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Looks now and then for what another program has written to the file.
    async fn keep_up(self: Arc<Self>) {
        loop {
            tokio::time::sleep(KEEP_UP).await;
            let ids: Vec<String> = self.rooms().keys().cloned().collect();
            for id in ids {
                self.changed(&id, None).await;
            }
        }
    }

    /// Somebody has written to a table; if it was another node, reads what is new.
    async fn changed(&self, id: &str, next: Option<u64>) {
        let Some(shared) = self.known(id) else { return };
        let room = shared.lock_owned().await;
        if next.is_some_and(|next| next <= room.version()) {
            return;
        }
        let behind = match next {
            Some(_) => true,
            // Where that cannot be told, it is read again.
            None => self.is_behind(id, room.version()).await.unwrap_or(true),
        };
        if behind && let Err(trouble) = self.reload(room).await {
            tracing::warn!(table = id, ?trouble, "a table that another node changed cannot be read");
        }
    }

    /// Puts tables away that nobody has touched for `idle`.
    pub async fn sweep(&self, idle: Duration) {
        let now = Instant::now();
        // What a table holds is let go where it was made, and not while others look for theirs.
        let (mut games, mut gone) = (Vec::new(), Vec::new());
        self.rooms().retain(|_, place| {
            let Some(shared) = place.get() else { return true };
            let Ok(mut room) = shared.try_lock() else { return true };
            if now.duration_since(room.touched) < idle {
                return true;
            }
            games.extend(room.sleep());
            // Nobody else may be about to use it.
            let needed = room.has_watchers() || Arc::strong_count(shared) > 1 || Arc::strong_count(place) > 1;
            if !needed {
                gone.push(shared.clone());
            }
            needed
        });
        for few in in_pieces(games) {
            let _ = self.desk.work(move || drop(few)).await;
        }
        for few in in_pieces(gone) {
            let _ = self.desk.work(move || drop(few)).await;
        }
    }

    /// No agent plays on from here.
    pub fn close(&self) {
        self.closing.cancel();
    }

    /// Waits for the changes that are under way, and for those that they lead to.
    pub async fn finish(&self) {
        self.changes.close();
        if tokio::time::timeout(FINISH_WITHIN, self.changes.wait()).await.is_err() {
            tracing::error!(
                changes = self.changes.len(),
                "changes were still under way when the server stopped"
            );
        }
    }

    /// Runs a change to its end even if nobody waits for it any more.
    async fn finish_change<T: Send + 'static>(
        &self,
        change: impl Future<Output = Result<T, Trouble>> + Send + 'static,
    ) -> Result<T, Trouble> {
        self.changes.spawn(change).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a change failed on its way");
            Err(Trouble::Unavailable)
        })
    }
}

/// The same in pieces that take a moment each.
fn in_pieces<T>(mut all: Vec<T>) -> impl Iterator<Item = Vec<T>> {
    std::iter::from_fn(move || {
        let from = all.len().saturating_sub(PIECE);
        Some(all.split_off(from)).filter(|piece| !piece.is_empty())
    })
}
