//! Looking after the store: how large it is, whether anything is wrong with it, what may go, and giving room back to the disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{HumanBytes, ProgressBar};
use serde_json::json;
use store::{Amount, Database, Expiry, Sizes, Store, StoreError, stream_faults};
use tokio::runtime::Runtime;

use super::serve::data_path;
use super::{Done, progress, say};

/// Which store, and how to speak of it.
pub struct Place {
    /// The file; without one it is where the server has it by default.
    pub data: Option<PathBuf>,
    /// A PostgreSQL database instead of a file.
    pub database_url: Option<String>,
    /// The file with the authorities that sign its certificate; without one the system's count.
    pub database_ca: Option<PathBuf>,
    pub json: bool,
}

impl Place {
    async fn open(&self, read_only: bool) -> Result<Arc<dyn Store>, StoreError> {
        if let Some(url) = &self.database_url {
            let database = Database { url: url.clone(), ca: self.database_ca.clone(), read_only };
            return store::open_database(&database).await;
        }
        let file = data_path(self.data.as_deref()).map_err(StoreError::Unavailable)?;
        if !file.exists() {
            return Err(StoreError::Unavailable(format!("there is no file {}", file.display())));
        }
        store::open_sqlite(&file, read_only).await
    }

    /// Does something with the store and closes it.
    fn with<T>(
        &self,
        read_only: bool,
        work: impl AsyncFnOnce(Arc<dyn Store>) -> Result<T, StoreError>,
    ) -> Result<T, Failure> {
        let runtime = Runtime::new().map_err(|error| Failure(StoreError::Unavailable(error.to_string())))?;
        let done = runtime.block_on(async {
            let store = self.open(read_only).await?;
            let done = work(store.clone()).await;
            store.close().await;
            done
        });
        done.map_err(Failure)
    }

    /// For machines or for people.
    fn say(&self, machine: serde_json::Value, people: impl FnOnce() -> String) {
        if self.json { say(machine) } else { say(people()) }
    }
}

struct Failure(StoreError);

impl From<Failure> for String {
    fn from(Failure(error): Failure) -> String {
        error.to_string()
    }
}

pub fn sizes(place: &Place) -> Done {
    let sizes = place.with(true, async |store| store.sizes().await)?;
    place.say(json!(sizes), || table_of(&sizes));
    Ok(true)
}

fn table_of(sizes: &Sizes) -> String {
    let mut lines: Vec<String> = sizes
        .tables
        .iter()
        .map(|(status, count)| format!("{:<20} {count:>10}", format!("tables, {status}")))
        .collect();
    let amounts = [("records", sizes.records), ("snapshots", sizes.snapshots), ("lists", sizes.lists)];
    let amount = |(name, Amount { count, bytes }): (&str, Amount)| {
        format!("{name:<20} {count:>10} {:>12}", HumanBytes(bytes).to_string())
    };
    lines.extend(amounts.map(amount));
    lines.push(format!("{:<20} {:>10}", "  without account", sizes.lists_without_account));
    lines.push(format!("{:<20} {:>10}", "accounts", sizes.accounts));
    let disk = |name: &str, bytes| format!("{name:<20} {:>10} {:>12}", "", HumanBytes(bytes).to_string());
    lines.push(disk("on the disk", sizes.disk));
    lines.extend(sizes.free.map(|free| disk("  of it free", free)));
    lines.join("\n")
}

/// A damaged store is what was looked for, not a failure of the call.
pub fn check(place: &Place) -> Done {
    let checked = place.with(true, async |store| {
        let tables = store.sizes().await?.all_tables();
        let spinner = spinner("looking through the pages");
        let mut faults = store.damage().await?;
        spinner.finish_and_clear();
        let bar = progress(tables);
        faults.extend(stream_faults(&*store, || bar.inc(1)).await?);
        bar.finish_and_clear();
        Ok((tables, faults))
    });
    let (tables, faults) = match checked {
        Err(Failure(StoreError::Corrupt(why))) => (0, vec![why]),
        checked => checked?,
    };
    let sound = faults.is_empty();
    place.say(json!({ "sound": sound, "tables": tables, "faults": faults }), || match sound {
        true => format!("{} looked through: nothing is wrong.", counted(tables, "table", "tables")),
        false => format!("{}\nRestore the backup, or mend it by hand.", faults.join("\n")),
    });
    Ok(sound)
}

/// What was last touched so many days ago or earlier goes; if only `dry`, it is counted and stays.
pub fn prune(place: &Place, open_days: u32, list_days: u32, dry: bool) -> Done {
    let expiry = Expiry::after_days(open_days, list_days);
    let pruned = place.with(dry, async |store| {
        let spinner = spinner("deleting");
        let pruned = if dry { store.prunable(&expiry).await } else { store.prune(&expiry).await };
        spinner.finish_and_clear();
        pruned
    })?;
    let machine = json!({ "dry_run": dry, "tables": pruned.tables, "lists": pruned.lists });
    place.say(machine, || {
        format!(
            "{}: {} that never began and did not change for {open_days} days, {} without account that nobody looked at for \
            {list_days} days.",
            if dry { "Would be deleted" } else { "Deleted" },
            counted(pruned.tables, "table", "tables"),
            counted(pruned.lists, "list", "lists")
        )
    });
    Ok(true)
}

pub fn compact(place: &Place) -> Done {
    let (before, after) = place.with(false, async |store| {
        let before = store.sizes().await?.disk;
        let spinner = spinner("compacting");
        store.compact().await?;
        spinner.finish_and_clear();
        Ok((before, store.sizes().await?.disk))
    })?;
    place.say(json!({ "before": before, "after": after }), || {
        format!("{} before, {} after.", HumanBytes(before), HumanBytes(after))
    });
    Ok(true)
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// For what cannot be counted; shows on a terminal only.
fn spinner(doing: &'static str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(doing);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
