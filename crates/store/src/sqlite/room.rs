//! Makers and deletion in the file. Each function works inside a transaction of the writer.

use super::{execute, has_game, many, one};
use crate::room::{BATCH, Expiry, Kind, Pruned, counting};
use crate::{GameId, StoreError, check};
use rusqlite::{Connection, ToSql, params};

pub fn remember_makers(
    db: &Connection,
    kind: Kind,
    thing: &str,
    holders: &[String],
) -> Result<(), StoreError> {
    let there = match kind {
        Kind::Table | Kind::Replay => has_game(db, thing)?,
        Kind::List => one(db, "SELECT 1 FROM lists WHERE key = ?1", params![thing], |_| Ok(()))?.is_some(),
    };
    if !there {
        return Err(StoreError::NotFound);
    }
    for holder in holders {
        let sql = "INSERT INTO makers (holder, kind, thing) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
        execute(db, sql, params![holder, kind.name(), thing])?;
    }
    Ok(())
}

pub fn count_made(db: &Connection, holder: &str, kind: Kind) -> Result<u64, StoreError> {
    count(db, &counting(kind, '?'), params![holder, kind.name()])
}

pub fn prunable(db: &Connection, expiry: &Expiry) -> Result<Pruned, StoreError> {
    let tables = "SELECT count(*) FROM games WHERE status = 'open' AND updated < ?1";
    let lists = "SELECT count(*) FROM lists WHERE account IS NULL AND seen < ?1";
    Ok(Pruned {
        tables: count(db, tables, params![expiry.open_before])?,
        lists: count(db, lists, params![expiry.lists_before])?,
    })
}

pub fn count(db: &Connection, sql: &str, params: &[&dyn ToSql]) -> Result<u64, StoreError> {
    check::found_place(one(db, sql, params, |row| row.get(0))?.unwrap_or(0))
}

/// A batch of tables that never began; returns how many went.
pub fn prune_tables(db: &Connection, before: i64) -> Result<u64, StoreError> {
    let sql = "SELECT id FROM games WHERE status = 'open' AND updated < ?1 ORDER BY updated LIMIT ?2";
    let ids: Vec<GameId> = many(db, sql, params![before, BATCH], |row| row.get(0))?;
    for id in &ids {
        for sql in [
            "DELETE FROM records WHERE game = ?1",
            "DELETE FROM snapshots WHERE game = ?1",
            "DELETE FROM seats WHERE game = ?1",
            "DELETE FROM makers WHERE thing = ?1 AND kind <> 'list'",
            "DELETE FROM games WHERE id = ?1",
        ] {
            execute(db, sql, params![id])?;
        }
    }
    Ok(ids.len() as u64)
}

/// A batch of lists without account; returns how many went.
pub fn prune_lists(db: &Connection, before: i64) -> Result<u64, StoreError> {
    let sql = "SELECT key FROM lists WHERE account IS NULL AND seen < ?1 ORDER BY seen LIMIT ?2";
    let keys: Vec<String> = many(db, sql, params![before, BATCH], |row| row.get(0))?;
    for key in &keys {
        execute(db, "DELETE FROM makers WHERE thing = ?1 AND kind = 'list'", params![key])?;
        execute(db, "DELETE FROM lists WHERE key = ?1", params![key])?;
    }
    Ok(keys.len() as u64)
}
