//! The store in a PostgreSQL database that several nodes share. Every request is one statement, hence all or nothing, and tells the
//! other nodes in its own transaction; `listener` hears them, `writer` puts appends that wait into one. The primary key (game, seq) makes a lost update impossible.

mod listener;
mod room;
mod schema;
mod tls;
mod upkeep;
mod writer;

use crate::listing::{self, Filter, Listed, Value};
use crate::room::{DAY, Expiry, Kind, Pruned};
use crate::stream::Stream;
use crate::{Change, GameId, Record, SavedList, Snapshot, Store, StoreError, Summary, WRITES_WAITING, check};
use async_trait::async_trait;
use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime};
use listener::Listener;
use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tls::Wanted;
use tokio::sync::{RwLock, broadcast};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row};
use writer::{Append, Writer};

/// Connections of one node, beside the one that listens.
const CONNECTIONS: usize = 16;

/// How long to wait for a connection, free or new.
const PATIENCE: Duration = Duration::from_secs(10);

/// For every connection: wait for the disk even if the server is set up not to, and do not wait for ever.
const SETTLE: &str = "SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off';
    SELECT set_config('statement_timeout', '30s', false) WHERE current_setting('statement_timeout') = '0'";

/// Unix milliseconds by the server's clock, the one clock all nodes share.
const NOW: &str = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint";

/// Opens the store of a database such as `postgres://user@host/name`, in the first schema of its search path; tables are made on the
/// spot. Several nodes may do so at once. Connections are encrypted as `sslmode` in the address says (`disable`, `prefer`, `require`,
/// `verify-ca`, `verify-full`; `prefer` without it), with the authorities of the system or of the file that `sslrootcert` names.
pub async fn open_postgres(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_database(&Database { url: url.into(), ..Database::default() }).await
}

/// A database and how it is used.
#[derive(Clone, Default)]
pub struct Database {
    pub url: String,
    /// The file with the authorities for certificates, if the address names none with `sslrootcert`.
    pub ca: Option<PathBuf>,
    /// Nothing is made, brought up to date or changed in it.
    pub read_only: bool,
}

/// As [`open_postgres`].
pub async fn open_database(database: &Database) -> Result<Arc<dyn Store>, StoreError> {
    let wanted = Wanted::of(&database.url, database.ca.as_deref())?;
    let (config, tls) = (config(&wanted)?, wanted.connector()?);
    let read_only = database.read_only;
    let settings = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let pool = Pool::builder(Manager::from_config(config.clone(), tls.clone(), settings))
        .max_size(CONNECTIONS)
        .wait_timeout(Some(PATIENCE))
        .create_timeout(Some(PATIENCE))
        .runtime(Runtime::Tokio1)
        .post_create(Hook::async_fn(|client, _| {
            Box::pin(async move { client.batch_execute(SETTLE).await.map_err(HookError::Backend) })
        }))
        .build()
        .map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let channel = schema::prepare(&pool, read_only).await?;
    let listener = Listener::start(config, tls, channel.clone()).await?;
    let writer = Writer::start(pool.clone(), channel.clone());
    Ok(Arc::new(Postgres { pool, channel, writer, listener, read_only, open: RwLock::new(()) }))
}

fn config(wanted: &Wanted) -> Result<Config, StoreError> {
    let mut config = Config::from_str(&wanted.url).map_err(|error| {
        StoreError::Unavailable(format!("the address of the database: {}", chain(&error)))
    })?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(5));
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(Duration::from_secs(15));
    }
    if config.get_application_name().is_none() {
        config.application_name("sandtable");
    }
    config.ssl_mode(wanted.mode);
    config.keepalives_idle(Duration::from_secs(30));
    Ok(config)
}

struct Postgres {
    pool: Pool,
    channel: String,
    writer: Writer,
    listener: Listener,
    read_only: bool,
    /// Held for reading by everything under way.
    open: RwLock<()>,
}

type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Postgres {
    /// A statement that changes nothing: if the connection turns out dead, it is asked once more on another.
    async fn ask(&self, sql: &str, params: Params<'_>) -> Result<Vec<Row>, StoreError> {
        let _open = self.open.read().await;
        let mut again = true;
        loop {
            match self.attempt(sql, params).await {
                Err(Failure::Statement(error)) if again && error.is_closed() => again = false,
                result => return result.map_err(refused),
            }
        }
    }

    /// A statement that changes something: never repeated here, because nobody knows whether a dead connection had done it.
    async fn change(&self, sql: &str, params: Params<'_>) -> Result<Vec<Row>, StoreError> {
        let _open = self.open.read().await;
        self.may_write()?;
        self.attempt(sql, params).await.map_err(refused)
    }

    /// A statement that must see what any other of its kind has written: they take turns, on all nodes.
    async fn change_alone(&self, sql: &str, params: Params<'_>) -> Result<Vec<Row>, StoreError> {
        let _open = self.open.read().await;
        self.may_write()?;
        let alone = async {
            let mut client = self.pool.get().await?;
            let turn = client.transaction().await?;
            let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
            turn.execute(lock, &[&self.channel]).await?;
            let rows = turn.query(sql, params).await?;
            turn.commit().await?;
            Ok(rows)
        };
        alone.await.map_err(refused)
    }

    fn may_write(&self) -> Result<(), StoreError> {
        match self.read_only {
            true => Err(StoreError::ReadOnly),
            false if self.pool.status().waiting >= WRITES_WAITING => Err(StoreError::Busy),
            false => Ok(()),
        }
    }

    /// Remembers that lists were looked at, unless that was remembered within a day, which the last column of their rows says.
    async fn renew(&self, column: &str, which: &str, rows: &[Row]) -> Result<(), StoreError> {
        let old: Vec<bool> = rows.iter().map(|row| get(row, 6)).collect::<Result<_, _>>()?;
        if old.contains(&true) {
            let sql = format!("UPDATE lists SET seen = {NOW} WHERE {column} = $1 AND seen < {NOW} - {DAY}");
            // The look itself has succeeded; the next one remembers it too.
            _ = self.change(&sql, &[&which]).await;
        }
        Ok(())
    }

    async fn attempt(&self, sql: &str, params: Params<'_>) -> Result<Vec<Row>, Failure> {
        let client = self.pool.get().await?;
        let statement = client.prepare_cached(sql).await?;
        // Returns when the server is ready again, that is after the commit.
        Ok(client.query(&statement, params).await?)
    }
}

#[async_trait]
impl Store for Postgres {
    async fn create(&self, id: &str, summary: &Summary, bodies: &[String]) -> Result<(), StoreError> {
        check::key(id)?;
        check::summary(summary)?;
        check::bodies(bodies)?;
        let sql = format!(
            "WITH made AS (
                INSERT INTO games (id, next, updated, game, status, listed, people, summary)
                VALUES ($1, cardinality($2::text[]), {NOW}, $4, $5, $6, $7, $8)
                ON CONFLICT DO NOTHING RETURNING id, next, updated
            ), written AS (
                INSERT INTO records (game, seq, at, body)
                SELECT made.id, line.number - 1, made.updated, line.body
                FROM made, unnest($2::text[]) WITH ORDINALITY AS line (body, number)
            )
            SELECT pg_notify($3, next || ' ' || id) FROM made"
        );
        let Summary { game, status, listed, people, body } = summary;
        let made =
            self.change(&sql, &[&id, &bodies, &self.channel, game, status, listed, people, body]).await?;
        if made.is_empty() { Err(StoreError::Exists) } else { Ok(()) }
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
        if check::key(id).is_err() {
            return Err(StoreError::NotFound);
        }
        let Some(span) = check::span(next, bodies.len()) else { return Err(StoreError::Conflict) };
        let _open = self.open.read().await;
        self.may_write()?;
        let (id, bodies, summary) = (id.to_owned(), bodies.to_owned(), summary.cloned());
        self.writer.append(Append { id, span, bodies, summary }).await
    }

    async fn read(&self, id: &str, from: u64) -> Result<Vec<Record>, StoreError> {
        if check::key(id).is_err() {
            return Err(StoreError::NotFound);
        }
        // Beyond every stream there is nothing, which the query finds by itself.
        let first = check::place(from).unwrap_or(i64::MAX);
        // One statement, so that length and records are of one moment.
        let sql = "SELECT games.next, records.seq, records.at, records.body FROM games
            LEFT JOIN records ON records.game = games.id AND records.seq >= $2
            WHERE games.id = $1 ORDER BY records.seq";
        let rows = self.ask(sql, &[&id, &first]).await?;
        let mut stream = Stream::new(from, get(rows.first().ok_or(StoreError::NotFound)?, 0)?)?;
        for row in &rows {
            if let Some(seq) = get(row, 1)? {
                stream.push(seq, get(row, 2)?, get(row, 3)?)?;
            }
        }
        stream.finish()
    }

    async fn latest_snapshot(&self, id: &str) -> Result<Option<Snapshot>, StoreError> {
        if check::key(id).is_err() {
            return Ok(None);
        }
        let rows = self.ask("SELECT seq, body FROM snapshots WHERE game = $1", &[&id]).await?;
        let snapshot =
            |row: &Row| Ok(Snapshot { seq: check::found_place(get(row, 0)?)?, body: get(row, 1)? });
        rows.first().map(snapshot).transpose()
    }

    async fn save_snapshot(&self, id: &str, snapshot: &Snapshot) -> Result<(), StoreError> {
        check::body(&snapshot.body)?;
        if check::key(id).is_err() {
            return Err(StoreError::NotFound);
        }
        let seq = check::place(snapshot.seq).ok_or_else(check::future)?;
        // Streams never get shorter, so what the statement saw of the length stays true enough.
        let sql = "WITH known AS (SELECT id, next FROM games WHERE id = $1), saved AS (
                INSERT INTO snapshots (game, seq, body) SELECT id, $2, $3 FROM known WHERE next >= $2
                ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, body = excluded.body
                WHERE excluded.seq >= snapshots.seq
            )
            SELECT next FROM known";
        let rows = self.change(sql, &[&id, &seq, &snapshot.body]).await?;
        let next: i64 = get(rows.first().ok_or(StoreError::NotFound)?, 0)?;
        if seq > next { Err(check::future()) } else { Ok(()) }
    }

    async fn list(&self, filter: &Filter) -> Result<Vec<Listed>, StoreError> {
        listing::check(filter)?;
        let (sql, values) = listing::query(filter, '$');
        let params: Vec<&(dyn ToSql + Sync)> = values
            .iter()
            .map(|value| match value {
                Value::Text(text) => text as &(dyn ToSql + Sync),
                Value::Number(number) => number,
            })
            .collect();
        let rows = self.ask(&sql, &params).await?;
        rows.iter()
            .map(|row| {
                Ok(Listed {
                    id: get(row, 0)?,
                    updated: get(row, 1)?,
                    next: check::found_place(get(row, 2)?)?,
                    summary: Summary {
                        game: get(row, 3)?,
                        status: get(row, 4)?,
                        listed: get(row, 5)?,
                        people: get(row, 6)?,
                        body: get(row, 7)?,
                    },
                })
            })
            .collect()
    }

    async fn create_account(&self, name: &str, password_hash: &str) -> Result<(), StoreError> {
        let folded = check::folded(name)?;
        check::key(password_hash)?;
        let sql = "WITH made AS (
                INSERT INTO accounts (key, name, password_hash) SELECT $1, $2, $3
                WHERE NOT EXISTS (SELECT 1 FROM looks WHERE look = ANY ($4))
                ON CONFLICT DO NOTHING RETURNING key
            ), remembered AS (
                INSERT INTO looks (look, account) SELECT look, key FROM made, unnest($4::text[]) AS look
            )
            SELECT 1 FROM made";
        let made = self.change_alone(sql, &[&folded, &name, &password_hash, &check::looks(name)]).await?;
        if made.is_empty() { Err(StoreError::Exists) } else { Ok(()) }
    }

    async fn password_hash(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Ok(folded) = check::folded(name) else { return Ok(None) };
        let rows = self.ask("SELECT password_hash FROM accounts WHERE key = $1", &[&folded]).await?;
        rows.first().map(|row| get(row, 0)).transpose()
    }

    async fn save_login(&self, token_hash: &str, account: &str, expires: i64) -> Result<(), StoreError> {
        check::key(token_hash)?;
        let account = check::known(account)?;
        let sql = "INSERT INTO logins (token_hash, account, expires) VALUES ($1, $2, $3)
            ON CONFLICT (token_hash) DO UPDATE SET account = excluded.account, expires = excluded.expires";
        self.change(sql, &[&token_hash, &account, &expires]).await?;
        Ok(())
    }

    async fn login(&self, token_hash: &str, now: i64) -> Result<Option<String>, StoreError> {
        if check::key(token_hash).is_err() {
            return Ok(None);
        }
        let sql = "SELECT accounts.name FROM logins JOIN accounts ON accounts.key = logins.account
            WHERE token_hash = $1 AND expires > $2";
        let rows = self.ask(sql, &[&token_hash, &now]).await?;
        rows.first().map(|row| get(row, 0)).transpose()
    }

    async fn drop_login(&self, token_hash: &str) -> Result<(), StoreError> {
        if check::key(token_hash).is_ok() {
            self.change("DELETE FROM logins WHERE token_hash = $1", &[&token_hash]).await?;
        }
        Ok(())
    }

    async fn drop_expired_logins(&self, now: i64) -> Result<u64, StoreError> {
        let sql = "WITH dropped AS (DELETE FROM logins WHERE expires <= $1 RETURNING 1)
            SELECT count(*) FROM dropped";
        let rows = self.change(sql, &[&now]).await?;
        rows.first().map_or(Ok(0), |row| check::found_place(get(row, 0)?))
    }

    async fn hold_seat(&self, holder: &str, game: &str, seat: u8) -> Result<(), StoreError> {
        check::key(holder)?;
        if check::key(game).is_err() {
            return Err(StoreError::NotFound);
        }
        let sql = "INSERT INTO seats (holder, game, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        self.change(sql, &[&holder, &game, &i16::from(seat)]).await?;
        Ok(())
    }

    async fn held_seats(&self, holder: &str) -> Result<Vec<(GameId, u8)>, StoreError> {
        if check::key(holder).is_err() {
            return Ok(Vec::new());
        }
        let sql = "SELECT games.id, seats.seat FROM seats JOIN games ON games.id = seats.game
            WHERE seats.holder = $1 ORDER BY games.updated DESC, games.id DESC, seats.seat";
        let rows = self.ask(sql, &[&holder]).await?;
        let seat = |row: &Row| {
            let seat: i16 = get(row, 1)?;
            let seat = u8::try_from(seat).map_err(|_| StoreError::Corrupt(format!("a seat {seat}")))?;
            Ok((get(row, 0)?, seat))
        };
        rows.iter().map(seat).collect()
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
        // The second condition lets a list that was saved already be saved again.
        let sql = format!(
            "INSERT INTO lists (key, account, game, name, body, updated, seen)
            VALUES ($1, $2, $3, $4, $5, {NOW}, {NOW})
            ON CONFLICT (key) DO UPDATE SET game = excluded.game, name = excluded.name, body = excluded.body,
                updated = excluded.updated, seen = excluded.seen
            WHERE lists.account = excluded.account OR (lists.account IS NULL AND excluded.account IS NULL
                AND lists.game = excluded.game AND lists.name = excluded.name AND lists.body = excluded.body)
            RETURNING 1"
        );
        let saved = self.change(&sql, &[&key, &account, &game, &name, &body]).await?;
        if saved.is_empty() { Err(StoreError::Exists) } else { Ok(()) }
    }

    async fn list_by_key(&self, key: &str) -> Result<Option<SavedList>, StoreError> {
        if check::key(key).is_err() {
            return Ok(None);
        }
        let sql = format!(
            "SELECT lists.key, accounts.name, game, lists.name, body, updated, seen < {NOW} - {DAY}
            FROM lists LEFT JOIN accounts ON accounts.key = lists.account WHERE lists.key = $1"
        );
        let rows = self.ask(&sql, &[&key]).await?;
        self.renew("key", key, &rows).await?;
        rows.first().map(saved_list).transpose()
    }

    async fn lists_of(&self, account: &str) -> Result<Vec<SavedList>, StoreError> {
        let Ok(account) = check::folded(account) else { return Ok(Vec::new()) };
        let sql = format!(
            "SELECT lists.key, accounts.name, game, lists.name, body, updated, seen < {NOW} - {DAY}
            FROM lists JOIN accounts ON accounts.key = lists.account WHERE lists.account = $1
            ORDER BY updated DESC, lists.key"
        );
        let rows = self.ask(&sql, &[&account]).await?;
        self.renew("account", &account, &rows).await?;
        rows.iter().map(saved_list).collect()
    }

    async fn remember_makers(&self, kind: Kind, thing: &str, holders: &[String]) -> Result<(), StoreError> {
        holders.iter().try_for_each(|holder| check::key(holder))?;
        if check::key(thing).is_err() {
            return Err(StoreError::NotFound);
        }
        let (things, id) = match kind {
            Kind::Table | Kind::Replay => ("games", "id"),
            Kind::List => ("lists", "key"),
        };
        // The lock keeps a thing that is just being deleted from leaving makers behind.
        let sql = format!(
            "WITH known AS (SELECT {id} AS thing FROM {things} WHERE {id} = $3 FOR KEY SHARE), made AS (
                INSERT INTO makers (holder, kind, thing) SELECT holder, $2, known.thing
                FROM known, unnest($1::text[]) AS holder ON CONFLICT DO NOTHING
            )
            SELECT 1 FROM known"
        );
        let known = self.change(&sql, &[&holders, &kind.name(), &thing]).await?;
        if known.is_empty() { Err(StoreError::NotFound) } else { Ok(()) }
    }

    async fn count_made(&self, holder: &str, kind: Kind) -> Result<u64, StoreError> {
        if check::key(holder).is_err() {
            return Ok(0);
        }
        let rows = self.ask(&crate::room::counting(kind, '$'), &[&holder, &kind.name()]).await?;
        rows.first().map_or(Ok(0), |row| check::found_place(get(row, 0)?))
    }

    async fn prune(&self, expiry: &Expiry) -> Result<Pruned, StoreError> {
        let _open = self.open.read().await;
        self.may_write()?;
        let mut pruned = Pruned::default();
        loop {
            let tables = room::prune_tables(&self.pool, expiry.open_before).await.map_err(refused)?;
            let lists = room::prune_lists(&self.pool, expiry.lists_before).await.map_err(refused)?;
            pruned.tables += tables;
            pruned.lists += lists;
            if (tables, lists) == (0, 0) {
                return Ok(pruned);
            }
        }
    }

    async fn prunable(&self, expiry: &Expiry) -> Result<Pruned, StoreError> {
        let sql = "SELECT (SELECT count(*) FROM games WHERE status = 'open' AND updated < $1),
            (SELECT count(*) FROM lists WHERE account IS NULL AND seen < $2)";
        let rows = self.ask(sql, &[&expiry.open_before, &expiry.lists_before]).await?;
        let count = |column| rows.first().map_or(Ok(0), |row| check::found_place(get(row, column)?));
        Ok(Pruned { tables: count(0)?, lists: count(1)? })
    }

    fn changes(&self) -> broadcast::Receiver<Change> {
        self.listener.changes()
    }

    async fn healthy(&self) -> Result<(), StoreError> {
        if !self.read_only {
            let sql = format!(
                "INSERT INTO health (one, at) VALUES (1, {NOW})
                ON CONFLICT (one) DO UPDATE SET at = excluded.at"
            );
            self.change(&sql, &[]).await?;
        }
        self.ask("SELECT 1 FROM games LIMIT 1", &[]).await?;
        if self.listener.listening() {
            Ok(())
        } else {
            Err(StoreError::Unavailable("it does not hear the other nodes".into()))
        }
    }

    async fn close(&self) {
        let _all = self.open.write().await;
        self.writer.stop();
        self.pool.close();
        self.listener.stop();
    }
}

fn saved_list(row: &Row) -> Result<SavedList, StoreError> {
    Ok(SavedList {
        key: get(row, 0)?,
        account: get(row, 1)?,
        game: get(row, 2)?,
        name: get(row, 3)?,
        body: get(row, 4)?,
        updated: get(row, 5)?,
    })
}

fn get<'a, T: tokio_postgres::types::FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Corrupt(chain(&error)))
}

enum Failure {
    Connection(PoolError),
    Statement(tokio_postgres::Error),
    Answer(StoreError),
}

impl From<PoolError> for Failure {
    fn from(error: PoolError) -> Self {
        Failure::Connection(error)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        Failure::Statement(error)
    }
}

/// What PostgreSQL's refusal means.
fn refused(failure: Failure) -> StoreError {
    let error = match failure {
        Failure::Connection(PoolError::Closed) => return StoreError::Unavailable("it is closed".into()),
        Failure::Connection(error) => return StoreError::Unavailable(chain(&error)),
        Failure::Answer(error) => return error,
        Failure::Statement(error) => error,
    };
    match error.code() {
        Some(&SqlState::UNIQUE_VIOLATION) => StoreError::Conflict,
        Some(&SqlState::FOREIGN_KEY_VIOLATION) => StoreError::NotFound,
        Some(
            &SqlState::DATA_CORRUPTED
            | &SqlState::INDEX_CORRUPTED
            | &SqlState::UNDEFINED_TABLE
            | &SqlState::UNDEFINED_COLUMN,
        ) => StoreError::Corrupt(chain(&error)),
        _ => StoreError::Unavailable(chain(&error)),
    }
}

/// An error with its causes; the drivers keep the interesting part in those.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string().trim_end().to_owned();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
