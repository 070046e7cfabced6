//! Which break is in force, and which places were passed. Written into the copy by `crates/audit`.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

static BROKEN: AtomicUsize = AtomicUsize::new(usize::MAX);
static REACHED: [AtomicBool; BREAKS] = [const { AtomicBool::new(false) }; BREAKS];

/// Whether this break is in force. It stands wherever something can be broken.
#[inline]
pub fn broken(id: usize) -> bool {
    REACHED[id].store(true, Relaxed);
    BROKEN.load(Relaxed) == id
}

/// From now on this break is in force.
pub fn break_at(id: usize) {
    BROKEN.store(id, Relaxed);
}

/// The breaks whose places were passed since the last time.
pub fn reached() -> Vec<usize> {
    (0..BREAKS).filter(|id| REACHED[*id].swap(false, Relaxed)).collect()
}

/// What a table of constants refers to, once it is made when the game runs.
pub fn kept<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
