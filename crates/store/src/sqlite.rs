//! The store in one SQLite file. One thread writes and commits whatever waits together (`writer`), a few connections read beside
//! it. One process at a time may write a file; others may open it for reading meanwhile.

mod file;
mod room;
mod upkeep;
mod writer;

use crate::listing::{self, Filter, Listed, Value};
use crate::room::{DAY, Expiry, Kind, Pruned};
use crate::stream::Stream;
use crate::{CHANGES_KEPT, Change, GameId, Record, SavedList, Snapshot, Store, StoreError, Summary, check};
use async_trait::async_trait;
use file::Still;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, ToSql, ffi, params, params_from_iter};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{Semaphore, broadcast};
use writer::Writer;

/// Connections that read.
const READERS: usize = 4;

/// Opens a store, made on the spot unless it is to be read only.
///
/// A file that another process writes is refused as `Unavailable`, after a second's patience for one that is just closing; reading
/// only works beside a writer, and also where the file and its folder cannot be written. A file that is not a store or is damaged is
/// refused as `Corrupt` and left alone.
pub async fn open_sqlite(path: &Path, read_only: bool) -> Result<Arc<dyn Store>, StoreError> {
    let path = path.to_owned();
    let opened = blocking(move || {
        let writer = if read_only { None } else { Some(Writer::start(&path)?) };
        let readers = (0..READERS).map(|_| file::open_reader(&path)).collect::<Result<Vec<_>, _>>()?;
        Ok((writer, readers))
    });
    let (writer, readers) = opened.await?;
    let (connections, still): (Vec<_>, Vec<_>) = readers.into_iter().unzip();
    let still = still.into_iter().flatten().next();
    Ok(Arc::new(Sqlite {
        writer,
        readers: Arc::new(Readers {
            free: Semaphore::new(READERS),
            connections: Mutex::new(connections),
            still,
        }),
        changes: broadcast::Sender::new(CHANGES_KEPT),
    }))
}

struct Sqlite {
    writer: Option<Writer>,
    readers: Arc<Readers>,
    changes: broadcast::Sender<Change>,
}

/// As many permits as connections: who has a permit finds a connection.
struct Readers {
    free: Semaphore,
    connections: Mutex<Vec<Connection>>,
    /// If the file is read without SQLite's locks, how it was.
    still: Option<Still>,
}

impl Readers {
    fn take(&self) -> Option<Connection> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Refuses what was read from a file that has changed meanwhile.
    fn checked<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        self.still.as_ref().map_or(Ok(()), Still::check)?;
        result
    }

    fn put(&self, connection: Connection) {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
    }
}

impl Sqlite {
    async fn read_with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.readers.free.acquire().await.map_err(|_| closed())?;
        // From here on the blocking thread has the permit: who stops waiting does not set a busy connection free.
        permit.forget();
        let readers = self.readers.clone();
        blocking(move || {
            let result = match readers.take() {
                None => Err(closed()),
                Some(connection) => {
                    let result = work(&connection);
                    readers.put(connection);
                    readers.checked(result)
                }
            };
            readers.free.add_permits(1);
            result
        })
        .await
    }

    async fn write_with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.write_and_tell(None, work).await
    }

    async fn write_and_tell<T: Send + 'static>(
        &self,
        change: Option<Change>,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let writer = self.writer.as_ref().ok_or(StoreError::ReadOnly)?;
        let changes = self.changes.clone();
        let tell = move || {
            if let Some(change) = change {
                _ = changes.send(change); // nobody may be listening
            }
        };
        writer.write(work, tell).await
    }

    /// Remembers that lists were looked at, unless that was remembered within a day. The statement gets the time, whose or which
    /// lists, and the time before which a look is old.
    async fn renew(&self, sql: &'static str, which: &str, seen: i64) {
        let (now, which) = (now(), which.to_owned());
        if seen < now - DAY {
            // The look itself has succeeded; the next one remembers it too.
            _ = self.write_with(move |db| execute(db, sql, params![now, which, now - DAY])).await;
        }
    }
}

#[async_trait]
impl Store for Sqlite {
    async fn create(&self, id: &str, summary: &Summary, bodies: &[String]) -> Result<(), StoreError> {
        check::key(id)?;
        check::summary(summary)?;
        check::bodies(bodies)?;
        let (id, summary, bodies) = (id.to_owned(), summary.clone(), bodies.to_owned());
        let change = Change::Game { id: id.clone(), next: bodies.len() as u64 };
        self.write_and_tell(Some(change), move |db| {
            let now = now();
            let sql = "INSERT INTO games (id, next, updated, game, status, listed, people, summary)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING";
            let Summary { game, status, listed, people, body } = &summary;
            let made = db.prepare_cached(sql).map_err(refused)?.execute(params![
                id,
                bodies.len() as i64,
                now,
                game,
                status,
                listed,
                people,
                body
            ]);
            if made.map_err(refused)? == 0 {
                return Err(StoreError::Exists);
            }
            insert_records(db, &id, 0, now, &bodies)
        })
        .await
    }

    async fn append(
        &self,
        id: &str,
        next: u64,
        bodies: &[String],
        summary: Option<&Summary>,
    ) -> Result<(), StoreError> {
        check::bodies(bodies)?;
        summary.map_or(Ok(()), check::summary)?;
        let Some((from, end)) = check::span(next, bodies.len()) else { return Err(StoreError::Conflict) };
        let (id, summary, bodies) = (id.to_owned(), summary.cloned(), bodies.to_owned());
        let change = Change::Game { id: id.clone(), next: next + bodies.len() as u64 };
        self.write_and_tell(Some(change), move |db| {
            let now = now();
            let sql = "UPDATE games SET next = ?3, updated = max(updated, ?4), game = coalesce(?5, game),
                status = coalesce(?6, status), listed = coalesce(?7, listed), people = coalesce(?8, people),
                summary = coalesce(?9, summary)
                WHERE id = ?1 AND next = ?2";
            let extended = db.prepare_cached(sql).map_err(refused)?.execute(params![
                id,
                from,
                end,
                now,
                summary.as_ref().map(|s| &s.game),
                summary.as_ref().map(|s| &s.status),
                summary.as_ref().map(|s| s.listed),
                summary.as_ref().map(|s| s.people),
                summary.as_ref().map(|s| &s.body),
            ]);
            if extended.map_err(refused)? == 0 {
                return Err(if has_game(db, &id)? { StoreError::Conflict } else { StoreError::NotFound });
            }
            insert_records(db, &id, from, now, &bodies)
        })
        .await
    }

    async fn read(&self, id: &str, from: u64) -> Result<Vec<Record>, StoreError> {
        let id = id.to_owned();
        // Beyond every stream there is nothing, which the query finds by itself.
        let first = check::place(from).unwrap_or(i64::MAX);
        self.read_with(move |db| {
            // One statement, so that length and records are of one moment.
            let sql = "SELECT games.next, records.seq, records.at, records.body FROM games
                LEFT JOIN records ON records.game = games.id AND records.seq >= ?2
                WHERE games.id = ?1 ORDER BY records.seq";
            let mut statement = db.prepare_cached(sql).map_err(refused)?;
            let mut rows = statement.query(params![id, first]).map_err(refused)?;
            let mut stream: Option<Stream> = None;
            while let Some(row) = rows.next().map_err(refused)? {
                let stream = match &mut stream {
                    Some(stream) => stream,
                    None => stream.insert(Stream::new(from, row.get(0).map_err(refused)?)?),
                };
                if let Some(seq) = row.get(1).map_err(refused)? {
                    stream.push(seq, row.get(2).map_err(refused)?, row.get(3).map_err(refused)?)?;
                }
            }
            stream.ok_or(StoreError::NotFound)?.finish()
        })
        .await
    }

    async fn latest_snapshot(&self, id: &str) -> Result<Option<Snapshot>, StoreError> {
        let id = id.to_owned();
        self.read_with(move |db| {
            let sql = "SELECT seq, body FROM snapshots WHERE game = ?1";
            let found: Option<(i64, String)> = one(db, sql, params![id], |row| row.try_into())?;
            let snapshot = |(seq, body)| Ok(Snapshot { seq: check::found_place(seq)?, body });
            found.map(snapshot).transpose()
        })
        .await
    }

    async fn save_snapshot(&self, id: &str, snapshot: &Snapshot) -> Result<(), StoreError> {
        check::body(&snapshot.body)?;
        let seq = check::place(snapshot.seq).ok_or_else(check::future)?;
        let (id, body) = (id.to_owned(), snapshot.body.clone());
        self.write_with(move |db| {
            let sql = "SELECT next FROM games WHERE id = ?1";
            let next: Option<i64> = one(db, sql, params![id], |row| row.get(0))?;
            if seq > next.ok_or(StoreError::NotFound)? {
                return Err(check::future());
            }
            let sql = "INSERT INTO snapshots (game, seq, body) VALUES (?1, ?2, ?3)
                ON CONFLICT DO UPDATE SET seq = excluded.seq, body = excluded.body WHERE excluded.seq >= seq";
            execute(db, sql, params![id, seq, body])?;
            Ok(())
        })
        .await
    }

    async fn list(&self, filter: &Filter) -> Result<Vec<Listed>, StoreError> {
        listing::check(filter)?;
        let filter = filter.clone();
        self.read_with(move |db| {
            let (sql, values) = listing::query(&filter, '?');
            let mut statement = db.prepare_cached(&sql).map_err(refused)?;
            let mut rows = statement.query(params_from_iter(values)).map_err(refused)?;
            let mut listed = Vec::new();
            while let Some(row) = rows.next().map_err(refused)? {
                let next: i64 = row.get(2).map_err(refused)?;
                listed.push(Listed {
                    id: row.get(0).map_err(refused)?,
                    updated: row.get(1).map_err(refused)?,
                    next: check::found_place(next)?,
                    summary: Summary {
                        game: row.get(3).map_err(refused)?,
                        status: row.get(4).map_err(refused)?,
                        listed: row.get(5).map_err(refused)?,
                        people: row.get(6).map_err(refused)?,
                        body: row.get(7).map_err(refused)?,
                    },
                });
            }
            Ok(listed)
        })
        .await
    }

    async fn create_account(&self, name: &str, password_hash: &str) -> Result<(), StoreError> {
        let (folded, name, hash) = (check::folded(name)?, name.to_owned(), password_hash.to_owned());
        check::key(&hash)?;
        self.write_with(move |db| {
            for look in check::looks(&name) {
                let sql = "SELECT 1 FROM looks WHERE look = ?1";
                if one(db, sql, params![look], |_| Ok(()))?.is_some() {
                    return Err(StoreError::Exists);
                }
            }
            let sql = "INSERT INTO accounts (key, name, password_hash) VALUES (?1, ?2, ?3)
                ON CONFLICT DO NOTHING";
            if execute(db, sql, params![folded, name, hash])? == 0 {
                return Err(StoreError::Exists);
            }
            remember_looks(db, &folded, &name)
        })
        .await
    }

    async fn password_hash(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Ok(folded) = check::folded(name) else { return Ok(None) };
        self.read_with(move |db| {
            let sql = "SELECT password_hash FROM accounts WHERE key = ?1";
            one(db, sql, params![folded], |row| row.get(0))
        })
        .await
    }

    async fn save_login(&self, token_hash: &str, account: &str, expires: i64) -> Result<(), StoreError> {
        check::key(token_hash)?;
        let account = check::known(account)?;
        let token_hash = token_hash.to_owned();
        self.write_with(move |db| {
            let sql = "INSERT INTO logins (token_hash, account, expires) VALUES (?1, ?2, ?3)
                ON CONFLICT DO UPDATE SET account = excluded.account, expires = excluded.expires";
            execute(db, sql, params![token_hash, account, expires])?;
            Ok(())
        })
        .await
    }

    async fn login(&self, token_hash: &str, now: i64) -> Result<Option<String>, StoreError> {
        let token_hash = token_hash.to_owned();
        self.read_with(move |db| {
            let sql = "SELECT accounts.name FROM logins JOIN accounts ON accounts.key = logins.account
                WHERE token_hash = ?1 AND expires > ?2";
            one(db, sql, params![token_hash, now], |row| row.get(0))
        })
        .await
    }

    async fn drop_login(&self, token_hash: &str) -> Result<(), StoreError> {
        let token_hash = token_hash.to_owned();
        self.write_with(move |db| {
            execute(db, "DELETE FROM logins WHERE token_hash = ?1", params![token_hash])?;
            Ok(())
        })
        .await
    }

    async fn drop_expired_logins(&self, now: i64) -> Result<u64, StoreError> {
        self.write_with(move |db| {
            let dropped = execute(db, "DELETE FROM logins WHERE expires <= ?1", params![now])?;
            Ok(dropped as u64)
        })
        .await
    }

    async fn hold_seat(&self, holder: &str, game: &str, seat: u8) -> Result<(), StoreError> {
        check::key(holder)?;
        let (holder, game) = (holder.to_owned(), game.to_owned());
        self.write_with(move |db| {
            let sql = "INSERT INTO seats (holder, game, seat) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            execute(db, sql, params![holder, game, seat])?;
            Ok(())
        })
        .await
    }

    async fn held_seats(&self, holder: &str) -> Result<Vec<(GameId, u8)>, StoreError> {
        let holder = holder.to_owned();
        self.read_with(move |db| {
            let sql = "SELECT games.id, seats.seat FROM seats JOIN games ON games.id = seats.game
                WHERE seats.holder = ?1 ORDER BY games.updated DESC, games.id DESC, seats.seat";
            many(db, sql, params![holder], |row| row.try_into())
        })
        .await
    }

    async fn put_list(
        &self,
        key: &str,
        account: Option<&str>,
        game: &str,
        name: &str,
        body: &str,
    ) -> Result<(), StoreError> {
        check::list(key, game, name, body)?;
        let account = account.map(check::known).transpose()?;
        let (key, game, name, body) = (key.to_owned(), game.to_owned(), name.to_owned(), body.to_owned());
        self.write_with(move |db| {
            // The second condition lets a list that was saved already be saved again.
            let sql = "INSERT INTO lists (key, account, game, name, body, updated, seen)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
                ON CONFLICT DO UPDATE SET game = excluded.game, name = excluded.name, body = excluded.body,
                    updated = excluded.updated, seen = excluded.seen
                WHERE account = excluded.account OR (account IS NULL AND excluded.account IS NULL
                    AND game = excluded.game AND name = excluded.name AND body = excluded.body)";
            match execute(db, sql, params![key, account, game, name, body, now()])? {
                0 => Err(StoreError::Exists),
                _ => Ok(()),
            }
        })
        .await
    }

    async fn list_by_key(&self, key: &str) -> Result<Option<SavedList>, StoreError> {
        let asked = key.to_owned();
        let found = self.read_with(move |db| {
            let sql = "SELECT lists.key, accounts.name, game, lists.name, body, updated, seen
                FROM lists LEFT JOIN accounts ON accounts.key = lists.account WHERE lists.key = ?1";
            one(db, sql, params![asked], seen_list)
        });
        let Some((list, seen)) = found.await? else { return Ok(None) };
        self.renew("UPDATE lists SET seen = ?1 WHERE key = ?2 AND seen < ?3", key, seen).await;
        Ok(Some(list))
    }

    async fn lists_of(&self, account: &str) -> Result<Vec<SavedList>, StoreError> {
        let Ok(account) = check::folded(account) else { return Ok(Vec::new()) };
        let asked = account.clone();
        let found = self.read_with(move |db| {
            let sql = "SELECT lists.key, accounts.name, game, lists.name, body, updated, seen
                FROM lists JOIN accounts ON accounts.key = lists.account WHERE lists.account = ?1
                ORDER BY updated DESC, lists.key";
            many(db, sql, params![asked], seen_list)
        });
        let (lists, seen): (Vec<_>, Vec<_>) = found.await?.into_iter().unzip();
        if let Some(longest_ago) = seen.into_iter().min() {
            let sql = "UPDATE lists SET seen = ?1 WHERE account = ?2 AND seen < ?3";
            self.renew(sql, &account, longest_ago).await;
        }
        Ok(lists)
    }

    async fn remember_makers(&self, kind: Kind, thing: &str, holders: &[String]) -> Result<(), StoreError> {
        holders.iter().try_for_each(|holder| check::key(holder))?;
        let (thing, holders) = (thing.to_owned(), holders.to_owned());
        self.write_with(move |db| room::remember_makers(db, kind, &thing, &holders)).await
    }

    async fn count_made(&self, holder: &str, kind: Kind) -> Result<u64, StoreError> {
        let holder = holder.to_owned();
        self.read_with(move |db| room::count_made(db, &holder, kind)).await
    }

    async fn prune(&self, expiry: &Expiry) -> Result<Pruned, StoreError> {
        let Expiry { open_before, lists_before } = *expiry;
        let mut pruned = Pruned::default();
        loop {
            let tables = self.write_with(move |db| room::prune_tables(db, open_before)).await?;
            let lists = self.write_with(move |db| room::prune_lists(db, lists_before)).await?;
            pruned.tables += tables;
            pruned.lists += lists;
            if (tables, lists) == (0, 0) {
                return Ok(pruned);
            }
        }
    }

    async fn prunable(&self, expiry: &Expiry) -> Result<Pruned, StoreError> {
        let expiry = *expiry;
        self.read_with(move |db| room::prunable(db, &expiry)).await
    }

    fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    async fn healthy(&self) -> Result<(), StoreError> {
        if self.writer.is_some() {
            self.write_with(|db| {
                let sql = "INSERT INTO health (one, at) VALUES (1, ?1)
                    ON CONFLICT DO UPDATE SET at = excluded.at";
                execute(db, sql, params![now()])
            })
            .await?;
        }
        self.read_with(|db| {
            one(db, "SELECT 1 FROM games LIMIT 1", params![], |_| Ok(()))?;
            Ok(())
        })
        .await
    }

    async fn close(&self) {
        // The readers first: the last connection to close puts everything into the one file.
        if self.readers.free.acquire_many(READERS as u32).await.is_ok() {
            self.readers.free.close();
            while let Some(connection) = self.readers.take() {
                drop(connection);
            }
        }
        if let Some(writer) = &self.writer {
            writer.close().await;
        }
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Text(text) => text.to_sql(),
            Value::Number(number) => number.to_sql(),
        }
    }
}

fn insert_records(
    db: &Connection,
    id: &str,
    from: i64,
    now: i64,
    bodies: &[String],
) -> Result<(), StoreError> {
    let sql = "INSERT INTO records (game, seq, at, body) VALUES (?1, ?2, ?3, ?4)";
    let mut statement = db.prepare_cached(sql).map_err(refused)?;
    for (seq, body) in (from..).zip(bodies) {
        statement.execute(params![id, seq, now, body]).map_err(refused)?;
    }
    Ok(())
}

/// Of a new account, or of one from before looks were known.
fn remember_looks(db: &Connection, account: &str, name: &str) -> Result<(), StoreError> {
    for look in check::looks(name) {
        execute(db, "INSERT INTO looks (look, account) VALUES (?1, ?2)", params![look, account])?;
    }
    Ok(())
}

fn has_game(db: &Connection, id: &str) -> Result<bool, StoreError> {
    Ok(one(db, "SELECT 1 FROM games WHERE id = ?1", params![id], |_| Ok(()))?.is_some())
}

fn saved_list(row: &Row) -> rusqlite::Result<SavedList> {
    Ok(SavedList {
        key: row.get(0)?,
        account: row.get(1)?,
        game: row.get(2)?,
        name: row.get(3)?,
        body: row.get(4)?,
        updated: row.get(5)?,
    })
}

/// A list and when it was last looked at.
fn seen_list(row: &Row) -> rusqlite::Result<(SavedList, i64)> {
    Ok((saved_list(row)?, row.get(6)?))
}

fn execute(db: &Connection, sql: &str, params: &[&dyn ToSql]) -> Result<usize, StoreError> {
    db.prepare_cached(sql).map_err(refused)?.execute(params).map_err(refused)
}

fn one<T>(
    db: &Connection,
    sql: &str,
    params: &[&dyn ToSql],
    read: impl FnOnce(&Row) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    db.prepare_cached(sql).map_err(refused)?.query_row(params, read).optional().map_err(refused)
}

fn many<T>(
    db: &Connection,
    sql: &str,
    params: &[&dyn ToSql],
    read: impl FnMut(&Row) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = db.prepare_cached(sql).map_err(refused)?;
    let rows = statement.query_map(params, read).map_err(refused)?;
    rows.collect::<Result<_, _>>().map_err(refused)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

fn closed() -> StoreError {
    StoreError::Unavailable("it is closed".into())
}

/// What SQLite's refusal means.
fn refused(error: rusqlite::Error) -> StoreError {
    use rusqlite::Error as E;
    match &error {
        E::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreError::Corrupt(error.to_string()),
            ErrorCode::ConstraintViolation if failure.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY => {
                StoreError::NotFound
            }
            ErrorCode::ConstraintViolation if failure.extended_code == ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
                StoreError::Conflict
            }
            ErrorCode::TooBig => StoreError::Invalid(error.to_string()),
            _ => StoreError::Unavailable(error.to_string()),
        },
        E::SqlInputError { .. } => StoreError::Corrupt(error.to_string()),
        E::FromSqlConversionFailure(..) | E::IntegralValueOutOfRange(..) | E::InvalidColumnType(..) => {
            StoreError::Corrupt(error.to_string())
        }
        _ => StoreError::Unavailable(error.to_string()),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let failed = |error| StoreError::Unavailable(format!("a thread of the store failed: {error}"));
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}
