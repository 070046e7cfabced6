//! Makers and deletion in the database. A batch locks what it deletes first, so that nobody can add to it meanwhile; what somebody
//! else is busy with is left for another time.

use super::{Failure, get};
use crate::room::BATCH;
use deadpool_postgres::Pool;

const TABLES: [&str; 5] = [
    "DELETE FROM records WHERE game = ANY ($1)",
    "DELETE FROM snapshots WHERE game = ANY ($1)",
    "DELETE FROM seats WHERE game = ANY ($1)",
    "DELETE FROM makers WHERE thing = ANY ($1) AND kind <> 'list'",
    "DELETE FROM games WHERE id = ANY ($1)",
];

const LISTS: [&str; 2] =
    ["DELETE FROM makers WHERE thing = ANY ($1) AND kind = 'list'", "DELETE FROM lists WHERE key = ANY ($1)"];

/// A batch of tables that never began; returns how many went.
pub async fn prune_tables(pool: &Pool, before: i64) -> Result<u64, Failure> {
    let doomed = format!(
        "SELECT id FROM games WHERE status = 'open' AND updated < $1
        ORDER BY updated LIMIT {BATCH} FOR UPDATE SKIP LOCKED"
    );
    delete(pool, &doomed, before, &TABLES).await
}

/// A batch of lists without account; returns how many went.
pub async fn prune_lists(pool: &Pool, before: i64) -> Result<u64, Failure> {
    let doomed = format!(
        "SELECT key FROM lists WHERE account IS NULL AND seen < $1
        ORDER BY seen LIMIT {BATCH} FOR UPDATE SKIP LOCKED"
    );
    delete(pool, &doomed, before, &LISTS).await
}

async fn delete(pool: &Pool, doomed: &str, before: i64, deletions: &[&str]) -> Result<u64, Failure> {
    let mut client = pool.get().await?;
    let turn = client.transaction().await?;
    let rows = turn.query(doomed, &[&before]).await?;
    let names: Vec<String> =
        rows.iter().map(|row| get(row, 0)).collect::<Result<_, _>>().map_err(Failure::Answer)?;
    for sql in deletions {
        turn.execute(*sql, &[&names]).await?;
    }
    turn.commit().await?;
    Ok(names.len() as u64)
}
