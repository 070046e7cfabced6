//! What those ask who keep a store running: how large it is, whether anything is wrong with it, and to make it small again. A server
//! at work needs none of it.

use crate::{Filter, MAX_LISTED, Store, StoreError};
use async_trait::async_trait;
use serde::Serialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// The most faults of one sort that are named; more would help nobody.
pub const MAX_FAULTS: usize = 100;

#[async_trait]
pub trait Upkeep: Send + Sync + 'static {
    async fn sizes(&self) -> Result<Sizes, StoreError>;

    /// What the database itself finds wrong: pages, indexes, and rows that refer to nothing.
    async fn damage(&self) -> Result<Vec<String>, StoreError>;

    /// Gives room that is not used any more back to the disk. Nobody can write meanwhile, and it needs as much room again.
    async fn compact(&self) -> Result<(), StoreError>;
}

/// How much there is of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// By status.
    pub tables: BTreeMap<String, u64>,
    pub records: Amount,
    pub snapshots: Amount,
    pub lists: Amount,
    /// Lists that belong to nobody and may expire.
    pub lists_without_account: u64,
    pub accounts: u64,
    /// Bytes on the disk.
    pub disk: u64,
    /// Bytes of them that are not used; PostgreSQL does not say.
    pub free: Option<u64>,
}

impl Sizes {
    pub fn all_tables(&self) -> u64 {
        self.tables.values().sum()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    pub count: u64,
    /// Of their bodies.
    pub bytes: u64,
}

/// What is wrong with the streams: records that are missing or are no JSON. `seen` is told of each table that was looked through.
pub async fn stream_faults(store: &dyn Store, seen: impl Fn()) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    let mut page = Filter { limit: MAX_LISTED, ..Filter::default() };
    loop {
        let tables = match store.list(&page).await {
            Err(StoreError::Corrupt(why)) => {
                faults.push(format!("the list of tables: {why}"));
                return Ok(faults);
            }
            tables => tables?,
        };
        let Some(last) = tables.last() else { return Ok(faults) };
        page.before = Some(last.place());
        for table in &tables {
            faults.extend(faults_of(store, &table.id).await?);
            seen();
            if faults.len() >= MAX_FAULTS {
                faults.truncate(MAX_FAULTS);
                return Ok(faults);
            }
        }
    }
}

async fn faults_of(store: &dyn Store, id: &str) -> Result<Vec<String>, StoreError> {
    match store.read(id, 0).await {
        // It may have been deleted a moment ago.
        Err(StoreError::NotFound) => Ok(Vec::new()),
        Err(StoreError::Corrupt(why)) => Ok(vec![format!("table {id}: {why}")]),
        records => {
            let wrong = records?.into_iter().filter_map(|record| {
                let error = serde_json::from_str::<IgnoredAny>(&record.body).err()?;
                Some(format!("table {id}: record {} is no JSON: {error}", record.seq))
            });
            Ok(wrong.collect())
        }
    }
}
