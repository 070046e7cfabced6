//! What only a file can do: be somebody else's, be damaged, be open twice, be read while it is written.

mod common;

use common::{open_summary, texts};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Snapshot, Store, StoreError, open_sqlite};
use tempfile::TempDir;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    (folder, path)
}

async fn store_with_a_game(path: &Path, records: usize) -> Arc<dyn Store> {
    let store = open_sqlite(path, false).await.unwrap();
    let bodies: Vec<String> = (0..records).map(|n| format!("{n} {}", "x".repeat(500))).collect();
    store.create("a", &open_summary(), &bodies).await.unwrap();
    store
}

async fn refusal(path: &Path, read_only: bool) -> StoreError {
    open_sqlite(path, read_only).await.err().expect("it is refused")
}

fn corrupt(error: StoreError, words: &str) {
    match error {
        StoreError::Corrupt(why) => assert!(why.contains(words), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_writer_is_refused_by_any_name() {
    let (folder, path) = folder();
    let store = store_with_a_game(&path, 1).await;
    let alias = folder.path().join("alias.db");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&path, &alias).unwrap();
    for name in [path.clone(), folder.path().join(".").join("store.db"), alias] {
        match refusal(&name, false).await {
            StoreError::Unavailable(why) => assert!(why.contains("in use by another process"), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    store.append("a", 1, &texts(["still works"]), None).await.unwrap();
    store.close().await;
    open_sqlite(&path, false).await.unwrap().append("a", 2, &texts(["x"]), None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_see_what_another_handle_writes_and_write_nothing() {
    let (_folder, path) = folder();
    let store = store_with_a_game(&path, 1).await;
    let reader = open_sqlite(&path, true).await.unwrap();
    for next in 1..20 {
        store.append("a", next, &texts(["x"]), None).await.unwrap();
        assert_eq!(reader.read("a", 0).await.unwrap().len() as u64, next + 1);
    }
    reader.healthy().await.unwrap();
    assert_eq!(reader.append("a", 20, &texts(["x"]), None).await, Err(StoreError::ReadOnly));
    assert_eq!(reader.create("b", &open_summary(), &[]).await, Err(StoreError::ReadOnly));
    store.close().await;
    assert_eq!(reader.read("a", 0).await.unwrap().len(), 20);
    reader.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_file_is_the_whole_backup() {
    let (folder, path) = folder();
    let store = store_with_a_game(&path, 100).await;
    store.save_snapshot("a", &Snapshot { seq: 100, body: "s".into() }).await.unwrap();
    store.close().await;
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["store.db", "store.db-lock"]);
    let copy = folder.path().join("copy.db");
    fs::copy(&path, &copy).unwrap();
    let copy = open_sqlite(&copy, true).await.unwrap();
    assert_eq!(copy.read("a", 0).await.unwrap().len(), 100);
    assert_eq!(copy.latest_snapshot("a").await.unwrap().unwrap().seq, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_nobody_waits_for_leaves_the_store_whole() {
    let (_folder, path) = folder();
    let store = store_with_a_game(&path, 0).await;
    for _ in 0..200 {
        let next = store.read("a", 0).await.unwrap().len() as u64;
        let (left, beside) = (texts(["left"]), texts(["beside"]));
        tokio::select! {
            biased;
            _ = store.append("a", next, &left, None) => {}
            _ = store.append("a", next, &beside, None) => {}
            _ = tokio::task::yield_now() => {}
        }
    }
    store.healthy().await.unwrap();
    store.read("a", 0).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_only_makes_no_file() {
    let (folder, path) = folder();
    assert!(matches!(refusal(&path, true).await, StoreError::Unavailable(_)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    fs::write(&path, "").unwrap();
    corrupt(refusal(&path, true).await, "empty");
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_places_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().to_owned(), folder.path().join("no/such/folder.db"), PathBuf::from("")] {
        for read_only in [false, true] {
            assert!(matches!(refusal(&path, read_only).await, StoreError::Unavailable(_)), "{path:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_files_are_refused_and_left_alone() {
    let (folder, path) = folder();
    fs::write(&path, "A letter, and no database at all. ".repeat(300)).unwrap();
    let other = folder.path().join("other.db");
    let connection = Connection::open(&other).unwrap();
    connection.execute_batch("CREATE TABLE games (theirs); PRAGMA user_version = 1").unwrap();
    drop(connection);
    for (path, words) in [(path, "not a database"), (other, "another program")] {
        let before = fs::read(&path).unwrap();
        for read_only in [false, true] {
            corrupt(refusal(&path, read_only).await, words);
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_the_future_is_refused() {
    let (_folder, path) = folder();
    store_with_a_game(&path, 1).await.close().await;
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 999").unwrap();
    for read_only in [false, true] {
        corrupt(refusal(&path, read_only).await, "version 999");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_is_an_error_and_no_panic() {
    let (_folder, path) = folder();
    store_with_a_game(&path, 2000).await.close().await;
    let whole = fs::read(&path).unwrap();
    let mut overwritten = whole.clone();
    let pages = overwritten.len() / 4096;
    overwritten[4096 * 2..4096 * (pages - 1)].fill(0xa5);
    let cut = whole[..whole.len() / 2].to_vec();
    let header = whole[..50].to_vec();
    for (damage, bytes) in [("overwritten", overwritten), ("cut", cut), ("header", header)] {
        fs::write(&path, bytes).unwrap();
        for read_only in [true, false] {
            let error = match open_sqlite(&path, read_only).await {
                Err(error) => error,
                Ok(store) => {
                    let error = store.read("a", 0).await.expect_err(damage);
                    store.close().await;
                    error
                }
            };
            assert!(matches!(error, StoreError::Corrupt(_)), "{damage}: {error:?}");
        }
    }
}

/// Reading alone would find it only when somebody wants the game that lies there.
#[tokio::test(flavor = "multi_thread")]
async fn damage_is_found_when_the_file_is_opened_for_writing() {
    let (_folder, path) = folder();
    store_with_a_game(&path, 2000).await.close().await;
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 4096 / 2 * 4096;
    bytes[middle..middle + 2 * 4096].fill(0xa5);
    fs::write(&path, &bytes).unwrap();
    let refused = refusal(&path, false).await;
    corrupt(refused.clone(), "store.db");
    corrupt(refused.clone(), "Restore the backup");
    corrupt(refused, "sandtable store check --data");
    assert_eq!(fs::read(&path).unwrap(), bytes, "it is left alone");
    assert!(open_sqlite(&path, true).await.is_ok(), "what can be read of it can be read");
}

/// A record beyond the end, which no store writes, makes an append fail half-way.
#[tokio::test(flavor = "multi_thread")]
async fn an_append_that_fails_half_way_is_undone_alone() {
    let (_folder, path) = folder();
    let store = store_with_a_game(&path, 5).await;
    store.create("b", &open_summary(), &[]).await.unwrap();
    let connection = Connection::open(&path).unwrap();
    connection.execute("INSERT INTO records VALUES ('a', 6, 0, 'stray')", []).unwrap();
    for next in 0..50 {
        let (two, one) = (texts(["5", "6"]), texts(["x"]));
        let (failed, beside) =
            tokio::join!(store.append("a", 5, &two, None), store.append("b", next, &one, None));
        assert_eq!((failed, beside), (Err(StoreError::Conflict), Ok(())));
    }
    connection.execute("DELETE FROM records WHERE body = 'stray'", []).unwrap();
    assert_eq!(store.read("a", 0).await.unwrap().len(), 5);
    assert_eq!(store.read("b", 0).await.unwrap().len(), 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_record_is_found() {
    let (_folder, path) = folder();
    store_with_a_game(&path, 5).await.close().await;
    for (place, from) in [(4, 0), (2, 0), (2, 2)] {
        let connection = Connection::open(&path).unwrap();
        connection.execute("DELETE FROM records WHERE seq = ?1", [place]).unwrap();
        drop(connection);
        let store = open_sqlite(&path, true).await.unwrap();
        let missing = store.read("a", from).await.unwrap_err();
        corrupt(missing, &format!("record {place} of 5 is missing"));
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_its_owner_can_read_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = folder();
    let store = store_with_a_game(&path, 1).await;
    for name in ["store.db", "store.db-wal", "store.db-shm"] {
        let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    store.close().await;
}
