//! Tables and their version. Nodes that start at once take turns, so that one makes what the others find.

use super::{Failure, get, refused};
use crate::{StoreError, check};
use deadpool_postgres::{Pool, Transaction};

/// What makes each version out of the one before; the first makes it out of nothing.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/postgres/1.sql"),
    include_str!("../../migrations/postgres/2.sql"),
    include_str!("../../migrations/postgres/3.sql"),
    include_str!("../../migrations/postgres/4.sql"),
    include_str!("../../migrations/postgres/5.sql"),
];

/// The lock nodes take turns with: "Sandtabl" in ASCII.
const TURN: i64 = 0x5361_6e64_7461_626c;

/// Brings the tables up to date, unless they are only read, and returns the channel on which their nodes talk: channels are of the whole database, stores are of
/// a schema.
pub async fn prepare(pool: &Pool, read_only: bool) -> Result<String, StoreError> {
    let mut client = pool.get().await.map_err(Failure::from).map_err(refused)?;
    let failed = |error| refused(Failure::Statement(error));
    let row = client.query_one("SHOW server_encoding", &[]).await.map_err(failed)?;
    let encoding: String = get(&row, 0)?;
    if encoding != "UTF8" {
        return Err(StoreError::Corrupt(format!("the database's encoding is {encoding}, not UTF8")));
    }
    let sql = "SELECT oid::bigint FROM pg_namespace WHERE nspname = current_schema()";
    let row = client.query_opt(sql, &[]).await.map_err(failed)?;
    let nowhere = || StoreError::Corrupt("the search path names no schema that exists".into());
    let schema: i64 = get(&row.ok_or_else(nowhere)?, 0)?;

    let turn = client.transaction().await.map_err(failed)?;
    if read_only {
        check_version(&turn).await?;
    } else {
        // Large tables take their time.
        turn.batch_execute("SET LOCAL statement_timeout = 0").await.map_err(failed)?;
        migrate(&turn).await?;
        fill_looks(&turn).await?;
    }
    turn.commit().await.map_err(failed)?;
    Ok(format!("sandtable_{schema}"))
}

async fn check_version(turn: &Transaction<'_>) -> Result<(), StoreError> {
    let (found, known) = (version(turn).await?, MIGRATIONS.len());
    if found == known {
        return Ok(());
    }
    Err(StoreError::Corrupt(format!(
        "it is of version {found}, this program reads {known}; a start without --read-only brings it up to date"
    )))
}

async fn version(turn: &Transaction<'_>) -> Result<usize, StoreError> {
    let row = turn.query_one("SELECT max(version) FROM sandtable_version", &[]).await;
    let row = row.map_err(|error| refused(Failure::Statement(error)))?;
    let found = get::<Option<i32>>(&row, 0)?.unwrap_or(0);
    let found = usize::try_from(found).map_err(|_| StoreError::Corrupt(format!("version {found}")))?;
    if found > MIGRATIONS.len() {
        let known = MIGRATIONS.len();
        return Err(StoreError::Corrupt(format!(
            "it is of version {found}, made by a newer program; this one knows {known}"
        )));
    }
    Ok(found)
}

async fn migrate(turn: &Transaction<'_>) -> Result<(), StoreError> {
    let failed = |error| refused(Failure::Statement(error));
    turn.execute("SELECT pg_advisory_xact_lock($1)", &[&TURN]).await.map_err(failed)?;
    turn.batch_execute("CREATE TABLE IF NOT EXISTS sandtable_version (version INTEGER NOT NULL)")
        .await
        .map_err(failed)?;
    let found = version(turn).await?;
    for (step, sql) in MIGRATIONS.iter().enumerate().skip(found) {
        turn.batch_execute(sql).await.map_err(|error| match failed(error) {
            StoreError::Unavailable(why) => StoreError::Corrupt(format!("its tables cannot be made: {why}")),
            other => other,
        })?;
        let version = step as i32 + 1;
        turn.execute("INSERT INTO sandtable_version VALUES ($1)", &[&version]).await.map_err(failed)?;
    }
    Ok(())
}

/// For accounts that were made before their looks were kept, which only a program can tell.
async fn fill_looks(turn: &Transaction<'_>) -> Result<(), StoreError> {
    let failed = |error| refused(Failure::Statement(error));
    let sql = "SELECT key, name FROM accounts
        WHERE NOT EXISTS (SELECT 1 FROM looks WHERE looks.account = accounts.key)";
    for row in turn.query(sql, &[]).await.map_err(failed)? {
        let (account, name): (String, String) = (get(&row, 0)?, get(&row, 1)?);
        let sql = "INSERT INTO looks (look, account) SELECT look, $2 FROM unnest($1::text[]) AS look";
        turn.execute(sql, &[&check::looks(&name), &account]).await.map_err(failed)?;
    }
    Ok(())
}
