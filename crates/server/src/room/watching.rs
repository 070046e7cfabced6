//! Who looks at a table. A watcher has room for a few looks, so that nothing that happens is missed. Who reads more slowly than
//! that is sent the latest one instead, costs little more than the others, and is never in the way of anybody.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use table::Lang;
use tokio::sync::Notify;

use super::Room;
use super::looking::Shown;
use crate::caller::Caller;

/// Somebody who looks, as the table knows them.
pub(super) struct Watcher {
    pub id: u64,
    pub caller: Caller,
    pub lang: Lang,
    pub scenes: bool,
    pub latest: Arc<Latest>,
}

/// How many looks wait for a watcher, and how long they may be together.
const MOST_LOOKS: usize = 16;
const MOST_BYTES: usize = 64 << 10;

/// The looks that are to be sent, and how much was sent before them.
#[derive(Default)]
pub struct Latest {
    state: Mutex<State>,
    ready: Notify,
}

#[derive(Default)]
struct State {
    /// Each goes on from the one before it, and says what the watcher has with it.
    looks: VecDeque<(Utf8Bytes, Shown)>,
    /// What the watcher has been sent.
    shown: Shown,
    closed: bool,
}

impl Latest {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next look that was not taken yet.
    pub fn take(&self) -> Option<Utf8Bytes> {
        let mut state = self.state();
        let (look, shown) = state.looks.pop_front()?;
        state.shown = shown;
        Some(look)
    }

    /// Waits for a look.
    pub async fn next(&self) -> Utf8Bytes {
        loop {
            if let Some(look) = self.take() {
                return look;
            }
            self.ready.notified().await;
        }
    }

    /// What the next look goes on from. Looks for which there is no more room are dropped: the next one tells all that they did.
    pub(super) fn shown(&self) -> Shown {
        let mut state = self.state();
        let bytes: usize = state.looks.iter().map(|(look, _)| look.len()).sum();
        if state.looks.len() >= MOST_LOOKS || bytes >= MOST_BYTES {
            state.looks.clear();
        }
        state.looks.back().map_or(&state.shown, |(_, shown)| shown).clone()
    }

    /// Adds a look that goes on from [`Latest::shown`]; `shown` is what the watcher has with it.
    pub(super) fn put(&self, look: Utf8Bytes, shown: Shown) {
        self.state().looks.push_back((look, shown));
        self.ready.notify_one();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.state().closed
    }
}

/// A watcher's own end of it; whoever drops it looks no longer.
pub struct Watch(pub Arc<Latest>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.state().closed = true;
    }
}

impl Watcher {
    /// Lets the next look begin the log from its first line.
    pub(super) fn show_anew(&mut self) {
        let mut state = self.latest.state();
        state.looks.clear();
        state.shown = Shown::default();
    }
}

impl Room {
    /// Somebody starts to look; the first look is there at once.
    pub fn watch(&mut self, id: u64, caller: Caller, lang: Lang, scenes: bool) -> Watch {
        let latest = Arc::new(Latest::default());
        let sits = !self.seats_of(&caller).is_empty();
        self.watchers.push(Watcher { id, caller, lang, scenes, latest: latest.clone() });
        self.touched = std::time::Instant::now();
        // The others see that somebody is there now.
        let from = if sits { 0 } else { self.watchers.len() - 1 };
        self.show(from);
        Watch(latest)
    }

    /// Whether anybody is left who has to be shown that somebody went.
    pub fn unwatch(&mut self, id: u64) -> bool {
        let gone = self.watchers.iter().position(|watcher| watcher.id == id);
        let sat = gone.map(|at| self.watchers.remove(at)).map(|one| self.seats_of(&one.caller));
        sat.is_some_and(|seats| !seats.is_empty()) && self.has_watchers()
    }

    pub fn has_watchers(&self) -> bool {
        self.watchers.iter().any(|watcher| !watcher.latest.is_closed())
    }

    pub fn speak(&mut self, id: u64, lang: Lang) {
        if let Some(at) = self.watchers.iter().position(|watcher| watcher.id == id) {
            self.watchers[at].lang = lang;
            self.show_one(at);
        }
    }

    /// Woken whenever something has changed.
    pub fn news(&self) -> Arc<Notify> {
        self.news.clone()
    }

    /// Shows everybody who looks how the table stands.
    pub fn publish(&mut self) {
        self.news.notify_waiters();
        self.watchers.retain(|watcher| !watcher.latest.is_closed());
        self.show(0);
        if let Some(live) = &mut self.live {
            live.forget_steps();
        }
    }

    fn show_one(&mut self, at: usize) {
        let Watcher { caller, lang, scenes, latest, .. } = &self.watchers[at];
        let (latest, mut shown) = (latest.clone(), latest.shown());
        let look = self.look_text(&self.seats_of(caller), *lang, *scenes, &mut shown);
        latest.put(look, shown);
    }

    /// Shows the table to all watchers from number `from` on. Watchers who see the same get one and the same look.
    fn show(&mut self, from: usize) {
        let mut made: Vec<(Kind, Utf8Bytes, Shown)> = Vec::new();
        for at in from..self.watchers.len() {
            let watcher = &self.watchers[at];
            let kind = Kind {
                seats: self.seats_of(&watcher.caller),
                lang: watcher.lang,
                scenes: watcher.scenes,
                shown: watcher.latest.shown(),
            };
            let (look, shown) = match made.iter().find(|(known, ..)| *known == kind) {
                Some((_, look, shown)) => (look.clone(), shown.clone()),
                None => {
                    let mut shown = kind.shown.clone();
                    let look = self.look_text(&kind.seats, kind.lang, kind.scenes, &mut shown);
                    made.push((kind, look.clone(), shown.clone()));
                    (look, shown)
                }
            };
            self.watchers[at].latest.put(look, shown);
        }
    }
}

/// All that a look depends on beside the table.
#[derive(PartialEq)]
struct Kind {
    seats: Vec<u8>,
    lang: Lang,
    scenes: bool,
    shown: Shown,
}
