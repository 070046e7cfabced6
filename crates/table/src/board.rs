//! What lies on the table through a whole game and never changes: terrain, and whatever is worked out from it once.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// The board under a position: made once when a game begins, and shared by all positions that come of it, in sessions, forks
/// and copies alike. It is no part of what is saved or hashed (`#[serde(skip)]` where it stands in a position): the set-up
/// says all of it, and [`crate::Game::complete`] lays it again under a position that was read.
pub struct Board<B>(Option<Arc<B>>);

impl<B> Board<B> {
    pub fn new(board: B) -> Self {
        Board(Some(Arc::new(board)))
    }
}

impl<B> Deref for Board<B> {
    type Target = B;

    #[inline]
    fn deref(&self) -> &B {
        // Positions are read from storage by `read_state` alone, which lays the board before anybody looks at it.
        self.0.as_deref().expect("a position is played only once its board is laid")
    }
}

/// Of a position that was read: not laid yet.
impl<B> Default for Board<B> {
    fn default() -> Self {
        Board(None)
    }
}

impl<B> Clone for Board<B> {
    #[inline]
    fn clone(&self) -> Self {
        Board(self.0.clone())
    }
}

impl<B: PartialEq> PartialEq for Board<B> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

impl<B: Eq> Eq for Board<B> {}

/// Positions of one game have one board: it tells none of them from another.
impl<B> Hash for Board<B> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<B> fmt::Debug for Board<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Board" } else { "Board(not laid)" })
    }
}
