//! How large the file is and what is wrong with it.

use super::room::count;
use super::{Sqlite, file, many, refused};
use crate::upkeep::{Amount, MAX_FAULTS, Sizes, Upkeep};
use crate::{StoreError, check};
use async_trait::async_trait;
use rusqlite::{Connection, Row, params};

#[async_trait]
impl Upkeep for Sqlite {
    async fn sizes(&self) -> Result<Sizes, StoreError> {
        self.read_with(sizes).await
    }

    async fn damage(&self) -> Result<Vec<String>, StoreError> {
        self.read_with(damage).await
    }

    async fn compact(&self) -> Result<(), StoreError> {
        let writer = self.writer.as_ref().ok_or(StoreError::ReadOnly)?;
        let compact = |db: &Connection| db.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
        writer.alone(move |db| compact(db).map_err(refused)).await
    }
}

fn sizes(db: &Connection) -> Result<Sizes, StoreError> {
    let number = |sql: &str| count(db, sql, params![]);
    let page = number("PRAGMA page_size")?;
    let by_status = "SELECT status, count(*) FROM games GROUP BY status";
    let tables: Vec<(String, i64)> = many(db, by_status, params![], |row| row.try_into())?;
    let tables = tables.into_iter().map(|(status, count)| Ok((status, check::found_place(count)?)));
    Ok(Sizes {
        tables: tables.collect::<Result<_, StoreError>>()?,
        records: amount(db, "records")?,
        snapshots: amount(db, "snapshots")?,
        lists: amount(db, "lists")?,
        lists_without_account: number("SELECT count(*) FROM lists WHERE account IS NULL")?,
        accounts: number("SELECT count(*) FROM accounts")?,
        disk: page * number("PRAGMA page_count")?,
        free: Some(page * number("PRAGMA freelist_count")?),
    })
}

fn amount(db: &Connection, table: &str) -> Result<Amount, StoreError> {
    Ok(Amount {
        count: count(db, &format!("SELECT count(*) FROM {table}"), params![])?,
        bytes: count(db, &format!("SELECT coalesce(sum(octet_length(body)), 0) FROM {table}"), params![])?,
    })
}

fn damage(db: &Connection) -> Result<Vec<String>, StoreError> {
    let found = file::damage(db, &format!("PRAGMA integrity_check({MAX_FAULTS})"));
    let mut faults = match found.map_err(refused) {
        Err(StoreError::Corrupt(why)) => vec![why],
        found => found?,
    };
    let stray = |row: &Row| {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(format!("a row of {table} belongs to nothing in {parent}"))
    };
    match many(db, "PRAGMA foreign_key_check", params![], stray) {
        Err(StoreError::Corrupt(why)) => faults.push(why),
        found => faults.extend(found?.into_iter().take(MAX_FAULTS)),
    }
    Ok(faults)
}
