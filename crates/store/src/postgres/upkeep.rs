//! How large the tables are and what is wrong with them.

use super::{Failure, Postgres, get, refused};
use crate::upkeep::{Amount, MAX_FAULTS, Sizes, Upkeep};
use crate::{StoreError, check};
use async_trait::async_trait;
use deadpool_postgres::Object;
use std::collections::BTreeMap;

const TABLES: [&str; 10] = [
    "sandtable_version",
    "games",
    "records",
    "snapshots",
    "accounts",
    "looks",
    "logins",
    "seats",
    "makers",
    "lists",
];

/// Which column refers to which. The database sees to it, unless somebody has made it look away.
const REFERENCES: [(&str, &str, &str, &str); 6] = [
    ("records", "game", "games", "id"),
    ("snapshots", "game", "games", "id"),
    ("seats", "game", "games", "id"),
    ("logins", "account", "accounts", "key"),
    ("lists", "account", "accounts", "key"),
    ("looks", "account", "accounts", "key"),
];

#[async_trait]
impl Upkeep for Postgres {
    async fn sizes(&self) -> Result<Sizes, StoreError> {
        let mut tables = BTreeMap::new();
        for row in self.ask("SELECT status, count(*) FROM games GROUP BY status", &[]).await? {
            tables.insert(get(&row, 0)?, check::found_place(get(&row, 1)?)?);
        }
        let disk = TABLES.map(|table| format!("pg_total_relation_size('{table}')")).join(" + ");
        Ok(Sizes {
            tables,
            records: self.amount("records").await?,
            snapshots: self.amount("snapshots").await?,
            lists: self.amount("lists").await?,
            lists_without_account: self.number("SELECT count(*) FROM lists WHERE account IS NULL").await?,
            accounts: self.number("SELECT count(*) FROM accounts").await?,
            disk: self.number(&format!("SELECT {disk}")).await?,
            free: None,
        })
    }

    async fn damage(&self) -> Result<Vec<String>, StoreError> {
        let mut faults = Vec::new();
        for (table, column, parent, key) in REFERENCES {
            let sql = format!(
                "SELECT {column} FROM {table} WHERE {column} IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM {parent} WHERE {parent}.{key} = {table}.{column})
                LIMIT {MAX_FAULTS}"
            );
            for row in self.ask(&sql, &[]).await? {
                let missing: String = get(&row, 0)?;
                faults.push(format!("a row of {table} belongs to nothing in {parent}: {missing}"));
            }
        }
        Ok(faults)
    }

    async fn compact(&self) -> Result<(), StoreError> {
        let _open = self.open.read().await;
        self.may_write()?;
        let compact = async {
            // A connection that does not come back, because it may take its time.
            let client = Object::take(self.pool.get().await?);
            client.batch_execute("SET statement_timeout = 0").await?;
            for table in TABLES {
                client.batch_execute(&format!("VACUUM (FULL, ANALYZE) {table}")).await?;
            }
            Ok::<(), Failure>(())
        };
        compact.await.map_err(refused)
    }
}

impl Postgres {
    async fn amount(&self, table: &str) -> Result<Amount, StoreError> {
        let bytes = format!("SELECT coalesce(sum(octet_length(body)), 0)::bigint FROM {table}");
        Ok(Amount {
            count: self.number(&format!("SELECT count(*) FROM {table}")).await?,
            bytes: self.number(&bytes).await?,
        })
    }

    async fn number(&self, sql: &str) -> Result<u64, StoreError> {
        let rows = self.ask(sql, &[]).await?;
        rows.first().map_or(Ok(0), |row| check::found_place(get(row, 0)?))
    }
}
