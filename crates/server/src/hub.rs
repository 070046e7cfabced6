//! All tables of this node: found, loaded, driven and put away.
//!
//! A table is in memory only while somebody needs it; everything else about it is in the store, where any node finds it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use store::{Change, Store};
use tokio::sync::{Mutex as RoomLock, OwnedMutexGuard};

use crate::games::AnyGame;
use crate::metrics::Metrics;
use crate::refusal::Trouble;
use crate::room::Room;

/// A table that nobody has touched for so long is put away.
const IDLE: Duration = Duration::from_secs(60);
/// How often the hub looks for such tables.
const SWEEP: Duration = Duration::from_secs(15);
/// How often logins that have expired are dropped.
const TIDY: Duration = Duration::from_secs(3600);

pub type SharedRoom = Arc<RoomLock<Room>>;

pub struct Hub {
    pub store: Arc<dyn Store>,
    pub games: &'static [&'static dyn AnyGame],
    pub metrics: Arc<Metrics>,
    pub read_only: bool,
    /// Other nodes write to the same store.
    shared: bool,
    rooms: Mutex<HashMap<String, SharedRoom>>,
    watchers: AtomicU64,
    closing: AtomicBool,
}

impl Hub {
    pub fn new(
        store: Arc<dyn Store>,
        games: &'static [&'static dyn AnyGame],
        metrics: Arc<Metrics>,
        read_only: bool,
        shared: bool,
    ) -> Arc<Hub> {
        Arc::new(Hub {
            store,
            games,
            metrics,
            read_only,
            shared,
            rooms: Mutex::new(HashMap::new()),
            watchers: AtomicU64::new(1),
            closing: AtomicBool::new(false),
        })
    }

    pub fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        self.games.iter().copied().find(|game| game.id() == id)
    }

    pub fn new_watcher(&self) -> u64 {
        self.watchers.fetch_add(1, Ordering::Relaxed)
    }

    pub fn loaded(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn known(&self, id: &str) -> Option<SharedRoom> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Puts a new table among the others.
    pub fn add(&self, mut room: Room) -> SharedRoom {
        room.read_only = self.read_only;
        let id = room.id.clone();
        let shared = Arc::new(RoomLock::new(room));
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_insert(shared).clone()
    }

    /// The table, for one change or one look at a time.
    pub async fn room(&self, id: &str) -> Result<OwnedMutexGuard<Room>, Trouble> {
        if !(8..=64).contains(&id.len()) {
            return Err(Trouble::NotFound);
        }
        let shared = match self.known(id) {
            Some(shared) => shared,
            None => {
                let room = Room::load(id, self.store.clone(), |game| self.game(game)).await?;
                self.add(room)
            }
        };
        let mut room = shared.lock_owned().await;
        // Another node may have written what has not been heard of yet.
        let behind =
            self.shared && !room.is_forgotten() && !self.store.read(id, room.version()).await?.is_empty();
        if behind || room.is_forgotten() {
            self.reload(&mut room).await?;
        }
        Ok(room)
    }

    /// Reads a table again whose memory is no longer true, and shows it to whoever looks.
    async fn reload(&self, room: &mut Room) -> Result<(), Trouble> {
        let mut fresh = Room::load(&room.id, self.store.clone(), |game| self.game(game)).await?;
        fresh.read_only = self.read_only;
        room.replace_with(fresh);
        room.publish();
        Ok(())
    }

    /// Lets agents play until a person is asked or the game is over.
    pub fn drive(self: &Arc<Self>, id: &str) {
        let (hub, id) = (self.clone(), id.to_string());
        tokio::spawn(async move {
            loop {
                if hub.closing.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(mut room) = hub.room(&id).await else { return };
                match room.let_agents_answer().await {
                    Ok(true) => {
                        hub.metrics.agent_answers.fetch_add(1, Ordering::Relaxed);
                        room.publish();
                    }
                    Ok(false) => return,
                    Err(Trouble::Outdated) => {}
                    Err(trouble) => {
                        tracing::warn!(table = id, ?trouble, "an agent could not answer");
                        return;
                    }
                }
                drop(room);
                tokio::task::yield_now().await;
            }
        });
    }

    /// Puts away what nobody needs and, where there are other nodes, follows what they write.
    pub fn start(self: &Arc<Self>) {
        let hub = self.clone();
        tokio::spawn(async move {
            let mut tidied = None::<Instant>;
            loop {
                if !hub.read_only && tidied.is_none_or(|at| at.elapsed() > TIDY) {
                    tidied = Some(Instant::now());
                    if let Err(error) = hub.store.drop_expired_logins(crate::accounts::now()).await {
                        tracing::warn!(%error, "expired logins were not dropped");
                    }
                }
                tokio::time::sleep(SWEEP).await;
                hub.sweep(IDLE);
            }
        });
        if !self.shared {
            return;
        }
        let hub = self.clone();
        let mut changes = self.store.changes();
        tokio::spawn(async move {
            loop {
                match changes.recv().await {
                    Ok(Change::Game { id, next }) => {
                        let hub = hub.clone();
                        tokio::spawn(async move { hub.changed(&id, Some(next)).await });
                    }
                    Ok(Change::Everything) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {
                        let ids: Vec<String> = hub
                            .rooms
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .keys()
                            .cloned()
                            .collect();
                        for id in ids {
                            hub.changed(&id, None).await;
                        }
                    }
                    Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
                }
            }
        });
    }

    /// Somebody has written to a table; if it was another node, reads what is new.
    async fn changed(self: &Arc<Self>, id: &str, next: Option<u64>) {
        let Some(shared) = self.known(id) else { return };
        let mut room = shared.lock().await;
        if next.is_some_and(|next| next <= room.version()) {
            return;
        }
        let behind = match next {
            Some(_) => true,
            None => self.store.read(id, room.version()).await.is_ok_and(|records| !records.is_empty()),
        };
        if behind && let Err(trouble) = self.reload(&mut room).await {
            tracing::warn!(table = id, ?trouble, "a table that another node changed cannot be read");
        }
    }

    /// Puts tables away that nobody has touched for `idle`.
    pub fn sweep(&self, idle: Duration) {
        let now = Instant::now();
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, shared| {
            let Ok(mut room) = shared.try_lock() else { return true };
            if now.duration_since(room.touched) < idle {
                return true;
            }
            room.sleep();
            // Nobody else may be about to use it.
            room.has_watchers() || Arc::strong_count(shared) > 1
        });
    }

    /// No agent plays on from here.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }
}
