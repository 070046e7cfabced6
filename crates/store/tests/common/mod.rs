//! Places for stores to be tested in: a folder that goes away, or a schema of its own in the database that
//! SANDTABLE_TEST_POSTGRES names. Where that names none, its tests say so and pass.
#![allow(dead_code)] // each test program uses a part

use std::io::Write;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{Change, Database, Store, StoreError, Summary, open_database, open_postgres, open_sqlite};
use tempfile::TempDir;
use tokio::sync::broadcast;

pub enum Place {
    Sqlite(TempDir),
    Postgres { url: String },
}

impl Place {
    pub fn sqlite() -> Self {
        Place::Sqlite(tempfile::tempdir().expect("a folder"))
    }

    pub async fn postgres() -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        static SAID: Once = Once::new();
        let Ok(url) = std::env::var("SANDTABLE_TEST_POSTGRES") else {
            // Past the test program's capture, which hides what a passing test prints.
            SAID.call_once(|| {
                let note = "SKIPPED: the PostgreSQL tests, because SANDTABLE_TEST_POSTGRES is not set; \
                    run them with scripts/postgres cargo test -p store";
                _ = writeln!(std::io::stderr(), "{note}");
            });
            return None;
        };
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_nanos();
        let schema =
            format!("test_{since}_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        sql(&url, &format!("CREATE SCHEMA {schema}")).await;
        let joint = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{joint}options=-csearch_path%3D{schema}&application_name={schema}");
        Some(Place::Postgres { url })
    }

    /// The store of this place; of a SQLite file only one at a time.
    pub async fn open(&self) -> Arc<dyn Store> {
        match self {
            Place::Sqlite(folder) => open_sqlite(&folder.path().join("store.db"), false).await,
            Place::Postgres { url } => open_postgres(url).await,
        }
        .expect("the store opens")
    }
}

impl Place {
    /// Runs statements outside the store.
    pub async fn sql(&self, text: &str) {
        match self {
            Place::Sqlite(folder) => beside(folder).execute_batch(text).expect("done"),
            Place::Postgres { url } => sql(url, text).await,
        }
    }

    /// The one number that a query outside the store finds.
    pub async fn number(&self, query: &str) -> i64 {
        match self {
            Place::Sqlite(folder) => beside(folder).query_row(query, [], |row| row.get(0)).expect("a number"),
            Place::Postgres { url } => {
                let (client, connection) =
                    tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("connected");
                tokio::spawn(connection);
                client.query_one(query, &[]).await.expect("an answer").get(0)
            }
        }
    }
}

/// Another connection to the file of a store.
fn beside(folder: &TempDir) -> rusqlite::Connection {
    rusqlite::Connection::open(folder.path().join("store.db")).expect("opened")
}

impl Place {
    pub async fn open_to_read(&self) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            Place::Sqlite(folder) => open_sqlite(&folder.path().join("store.db"), true).await,
            Place::Postgres { url } => {
                open_database(&Database { url: url.clone(), read_only: true, ..Database::default() }).await
            }
        }
    }
}

/// Keeps everybody from writing until it is dropped.
pub enum Stall {
    Sqlite(rusqlite::Connection),
    Postgres(tokio_postgres::Client),
}

impl Place {
    /// Another program that has the games to itself.
    pub async fn stall(&self) -> Stall {
        match self {
            Place::Sqlite(folder) => {
                let connection = beside(folder);
                connection.execute_batch("BEGIN EXCLUSIVE").expect("locked");
                Stall::Sqlite(connection)
            }
            Place::Postgres { url } => {
                let (client, connection) =
                    tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("connected");
                tokio::spawn(connection);
                client.batch_execute("BEGIN; LOCK TABLE games").await.expect("locked");
                Stall::Postgres(client)
            }
        }
    }
}

/// Runs statements outside the store.
pub async fn sql(url: &str, text: &str) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("connected");
    let driver = tokio::spawn(connection);
    client.batch_execute(text).await.expect("done");
    drop(client);
    driver.await.expect("driven").expect("closed");
}

pub fn summary(game: &str, status: &str, listed: bool) -> Summary {
    Summary {
        game: game.into(),
        status: status.into(),
        listed,
        people: true,
        body: format!("{{\"of\":\"{game}\"}}"),
    }
}

pub fn open_summary() -> Summary {
    summary("go", "open", true)
}

pub fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(String::from).to_vec()
}

pub async fn next_change(changes: &mut broadcast::Receiver<Change>) -> Change {
    loop {
        match tokio::time::timeout(Duration::from_secs(20), changes.recv()).await.expect("in time") {
            Ok(change) => return change,
            // On a busy machine more may have happened than a listener keeps; it goes on with what it has.
            Err(broadcast::error::RecvError::Lagged(_)) => {}
            Err(closed) => panic!("told: {closed}"),
        }
    }
}

/// Runs a test of this test program in a process that has mounts of its own, made by the shell command `mount`; `place` is a
/// variable with a folder for both. Where the system does not allow that, says so and passes.
#[cfg(target_os = "linux")]
pub fn in_own_mounts(mount: &str, place: (&str, &std::path::Path), test: &str) {
    let script = format!("{mount} || exit 42; exec \"$0\" \"$@\"");
    let output = std::process::Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &script])
        .arg(std::env::current_exe().expect("this program"))
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(place.0, place.1)
        .output();
    let refused = match output {
        Err(error) => error.to_string(),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if output.status.success() {
                assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{test} ran");
                return;
            }
            // The shell could not mount, or there was no shell with mounts of its own in the first place.
            let unable = output.status.code() == Some(42) || said.starts_with("unshare:");
            assert!(unable, "{test}: {}{said}", String::from_utf8_lossy(&output.stdout));
            said
        }
    };
    _ = writeln!(std::io::stderr(), "SKIPPED: {test}, because nothing can be mounted here: {refused}");
}
