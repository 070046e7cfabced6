//! Durable append-only streams, one for each game, with what belongs beside them: snapshots, lists of games, accounts
//! and saved lists. One node keeps them in one SQLite file, several nodes share a PostgreSQL database; both behave the same.
//! It must not know any game: a record is text.

mod check;
mod listing;
mod postgres;
mod room;
mod sqlite;
mod stream;
mod upkeep;

use async_trait::async_trait;
use tokio::sync::broadcast;

pub use check::{MAX_APPEND, MAX_BODY, MAX_KEY, MAX_LIST, MAX_LIST_NAME};
pub use listing::{Filter, Listed, MAX_LISTED};
pub use postgres::{Database, open_database, open_postgres};
pub use room::{Expiry, Kind, LIST_DAYS, OPEN_DAYS, Pruned};
pub use sqlite::open_sqlite;
pub use upkeep::{Amount, MAX_FAULTS, Sizes, Upkeep, stream_faults};

/// Text that is safe in an address, made by the server; at most [`MAX_KEY`] bytes.
pub type GameId = String;

/// One entry of a game's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its place in the stream, from 0, without gaps.
    pub seq: u64,
    /// When it was written, in unix milliseconds by the store's clock. Clocks may step back: only `seq` orders records.
    pub at: i64,
    pub body: String,
}

/// What lists of games show. The store reads only the columns it filters by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which game is played.
    pub game: String,
    /// `open`, `playing` or `over`.
    pub status: String,
    pub listed: bool,
    /// Whether a person sits or sat at the table, and not agents alone.
    pub people: bool,
    /// JSON.
    pub body: String,
}

/// The fold of all records before `seq`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub seq: u64,
    pub body: String,
}

/// A fleet or deck somebody saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedList {
    pub key: String,
    /// Its owner, as the account spells itself.
    pub account: Option<String>,
    pub game: String,
    pub name: String,
    pub body: String,
    /// Unix milliseconds.
    pub updated: i64,
}

/// What subscribers are told. A receiver that lagged has missed changes: that means the same as [`Change::Everything`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The stream of this game has `next` records now; who has as many already need not read.
    Game { id: GameId, next: u64 },
    /// The line to the other nodes was cut for a while: any game may have changed.
    Everything,
}

/// Why the store did not do it. Except after [`StoreError::Unavailable`] nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    #[error("the stream does not end there: somebody else appended first")]
    Conflict,
    #[error("there is no such thing in the store")]
    NotFound,
    #[error("it is in the store already")]
    Exists,
    #[error("the store was opened for reading only")]
    ReadOnly,
    /// What no store can keep: an empty or overlong key, a NUL character, too long a body, a snapshot of the future.
    #[error("not fit for the store: {0}")]
    Invalid(String),
    /// Unlike after `Unavailable`, certainly nothing happened: the caller may try again later.
    #[error("too many writes wait; nothing was written")]
    Busy,
    /// The store cannot be reached, is full, locked or closed. A write that ends so **may have happened**: read again
    /// before deciding (a stream that has the records at their places was written).
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The file or database is damaged, of a newer version, or not a store at all.
    #[error("the store is damaged or not a store: {0}")]
    Corrupt(String),
}

/// What a game server keeps. Writes are durable and visible to every reader when they return `Ok`; a write whose future is
/// dropped may still happen.
#[async_trait]
pub trait Store: Upkeep {
    /// A new game with its first records. `Exists` if the id is taken.
    async fn create(&self, id: &str, summary: &Summary, bodies: &[String]) -> Result<(), StoreError>;

    /// Appends at exactly `next`, all or nothing, and replaces the summary if there is one. `Conflict` unless the stream
    /// has exactly `next` records.
    async fn append(
        &self,
        id: &str,
        next: u64,
        bodies: &[String],
        summary: Option<&Summary>,
    ) -> Result<(), StoreError>;

    /// The records from `from` on, none if the stream is shorter. `NotFound` if there is no such game, `Corrupt` if a
    /// record is missing.
    async fn read(&self, id: &str, from: u64) -> Result<Vec<Record>, StoreError>;

    /// `None` also if there is no such game.
    async fn latest_snapshot(&self, id: &str) -> Result<Option<Snapshot>, StoreError>;

    /// Only the latest is kept: an older one is quietly dropped, one of the same `seq` replaced. `Invalid` if it claims
    /// records that the stream does not have.
    async fn save_snapshot(&self, id: &str, snapshot: &Snapshot) -> Result<(), StoreError>;

    /// Games by their last change, latest first.
    async fn list(&self, filter: &Filter) -> Result<Vec<Listed>, StoreError>;

    /// Names are one account if they differ in case or in the way Unicode spells a letter only. `Exists` if it is taken, or looks
    /// like a name that is, be it in letters of another alphabet.
    async fn create_account(&self, name: &str, password_hash: &str) -> Result<(), StoreError>;

    async fn password_hash(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Replaces a login of the same token. `expires` is in the unit of `now` below.
    async fn save_login(&self, token_hash: &str, account: &str, expires: i64) -> Result<(), StoreError>;

    /// The account, spelled as it was created, unless the login has expired.
    async fn login(&self, token_hash: &str, now: i64) -> Result<Option<String>, StoreError>;

    async fn drop_login(&self, token_hash: &str) -> Result<(), StoreError>;

    /// Forgets logins that have expired, so that they do not pile up; returns how many.
    async fn drop_expired_logins(&self, now: i64) -> Result<u64, StoreError>;

    /// Remembers a seat under any name its holder is found by. Whose seat it is, the game's records say: several may hold one.
    async fn hold_seat(&self, holder: &str, game: &str, seat: u8) -> Result<(), StoreError>;

    /// Games of latest change first.
    async fn held_seats(&self, holder: &str) -> Result<Vec<(GameId, u8)>, StoreError>;

    /// Saves a list under its share key. Its owner may replace it; a list without owner stays as it is, because everybody
    /// it was shared with knows the key. `Exists` if the key is of another list, `Invalid` if its name or body is too long
    /// ([`MAX_LIST_NAME`], [`MAX_LIST`]).
    async fn put_list(
        &self,
        key: &str,
        account: Option<&str>,
        game: &str,
        name: &str,
        body: &str,
    ) -> Result<(), StoreError>;

    /// To look at a list keeps it from expiring. That is written at most once a day, and a look works even where it cannot be.
    async fn list_by_key(&self, key: &str) -> Result<Option<SavedList>, StoreError>;

    /// Latest first. This is a look at each of them.
    async fn lists_of(&self, account: &str) -> Result<Vec<SavedList>, StoreError>;

    /// Remembers who made a thing under any names they are counted by. `NotFound` if it is not there.
    async fn remember_makers(&self, kind: Kind, thing: &str, holders: &[String]) -> Result<(), StoreError>;

    /// How many things of a kind there are that this holder made; of tables, those whose game is not over.
    async fn count_made(&self, holder: &str, kind: Kind) -> Result<u64, StoreError>;

    /// Deletes what has expired, each table and list with all that belongs to it or not at all. A table that has begun stays. When
    /// it fails, some may be gone already.
    async fn prune(&self, expiry: &Expiry) -> Result<Pruned, StoreError>;

    /// What [`Store::prune`] would delete now.
    async fn prunable(&self, expiry: &Expiry) -> Result<Pruned, StoreError>;

    /// Games that changed, through this node or another. With SQLite that is what this process writes.
    fn changes(&self) -> broadcast::Receiver<Change>;

    /// Whether reading, writing and hearing of changes work. Unless the store is read only it writes a row of its own, so that
    /// a full disk, a file system that became read only or a lost database shows.
    async fn healthy(&self) -> Result<(), StoreError>;

    /// Finishes what is under way and closes; later calls are `Unavailable`. SQLite's one file is the whole backup then.
    async fn close(&self);
}

/// How many changes a slow subscriber may be behind.
const CHANGES_KEPT: usize = 4096;

/// How many writes may wait; one more is [`StoreError::Busy`] at once, because a caller would rather hear that than wait without end.
const WRITES_WAITING: usize = 8192;
