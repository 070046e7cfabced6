//! What happens when the disk has no room left. A process of its own writes into a small file system that only it sees.
#![cfg(target_os = "linux")]

mod common;

use common::{in_own_mounts, open_summary, texts};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use store::{Store, StoreError, open_sqlite};

/// Names the folder for the process in the small file system.
const SMALL: &str = "SANDTABLE_TEST_SMALL";

#[test]
fn a_full_disk_is_an_error_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let mount = "mount -t tmpfs -o size=4m none \"$SANDTABLE_TEST_SMALL\"";
    in_own_mounts(mount, (SMALL, folder.path()), "on_a_small_disk");
}

/// Not a test of its own: what runs in the small file system, which is this program started anew.
#[tokio::test(flavor = "multi_thread")]
async fn on_a_small_disk() {
    let Some(folder) = std::env::var_os(SMALL) else { return };
    let folder = Path::new(&folder);
    let store = open_sqlite(&folder.join("store.db"), false).await.unwrap();
    store.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    store.healthy().await.unwrap();
    let filler = folder.join("filler");
    fill(&filler);

    let three: Vec<String> = (0..3).map(|_| "x".repeat(50_000)).collect();
    let full = |result: Result<(), StoreError>| match result {
        Err(StoreError::Unavailable(why)) => assert!(why.contains("full"), "{why}"),
        other => panic!("on a full disk: {other:?}"),
    };
    full(store.append("a", 1, &three, None).await);
    full(store.append("a", 1, &three, None).await);
    assert_eq!(store.read("a", 0).await.unwrap().len(), 1, "nothing of it was written");
    full(until_the_log_has_no_room_left(&*store).await);

    fs::remove_file(&filler).unwrap();
    store.healthy().await.unwrap();
    store.append("a", 1, &three, None).await.unwrap();
    assert_eq!(store.read("a", 0).await.unwrap().len(), 4);
    store.close().await;
    let store = open_sqlite(&folder.join("store.db"), false).await.unwrap();
    assert_eq!(store.read("a", 0).await.unwrap().len(), 4);
}

/// The pages of the log that are there already take small writes for a while, and health is right to say so.
async fn until_the_log_has_no_room_left(store: &dyn Store) -> Result<(), StoreError> {
    for _ in 0..2000 {
        store.healthy().await?;
    }
    Ok(())
}

/// Until nothing fits any more.
fn fill(path: &Path) {
    let mut file = File::create(path).unwrap();
    for piece in [65536, 4096, 512] {
        while file.write_all(&vec![0; piece]).is_ok() {}
    }
}
