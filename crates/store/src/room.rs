//! Room on the disk: who made what, so that the server can keep quotas, and what may go because nobody has wanted it for long. It
//! must not know how many things anybody may have.

use std::time::{SystemTime, UNIX_EPOCH};

/// After how many days without a change a table that never began may go.
pub const OPEN_DAYS: u32 = 14;

/// After how many days without a look a list without account may go.
pub const LIST_DAYS: u32 = 365;

/// How many things are deleted at once, so that nobody else's write waits long.
pub(crate) const BATCH: i64 = 32;

pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

/// What is counted for those who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Table,
    List,
    /// A game that was uploaded; the store keeps it as any other game.
    Replay,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Table => "table",
            Kind::List => "list",
            Kind::Replay => "replay",
        }
    }
}

/// The query that counts what a holder made of a kind; its parameters are marked `?1` or `$1`. Tables count until
/// their game is over.
pub(crate) fn counting(kind: Kind, mark: char) -> String {
    let unfinished = match kind {
        Kind::Table => {
            " AND EXISTS (SELECT 1 FROM games WHERE games.id = makers.thing AND games.status <> 'over')"
        }
        Kind::List | Kind::Replay => "",
    };
    format!("SELECT count(*) FROM makers WHERE holder = {mark}1 AND kind = {mark}2{unfinished}")
}

/// What may go: whatever nobody has touched since these moments, in unix milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// Of tables that never began.
    pub open_before: i64,
    /// Of lists without account.
    pub lists_before: i64,
}

impl Expiry {
    /// What was last touched so many days ago or earlier.
    pub fn after_days(open: u32, lists: u32) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let before = |days: u32| now - i64::from(days) * DAY;
        Expiry { open_before: before(open), lists_before: before(lists) }
    }
}

impl Default for Expiry {
    fn default() -> Self {
        Expiry::after_days(OPEN_DAYS, LIST_DAYS)
    }
}

/// How much went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    pub tables: u64,
    pub lists: u64,
}
