//! Reading a store where nothing can be written: on a read-only file system, and in somebody else's folder.
#![cfg(target_os = "linux")]

mod common;

use common::{in_own_mounts, open_summary, texts};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use store::{StoreError, open_sqlite};

/// Names the folder with stores for the process that may not write there.
const FOLDER: &str = "SANDTABLE_TEST_READ_ONLY";

/// Three stores: one that was closed, one that was copied with all its files while it was open, one without the index of its log.
async fn prepare(folder: &Path) {
    let original = tempfile::tempdir().unwrap();
    let path = original.path().join("store.db");
    let store = open_sqlite(&path, false).await.unwrap();
    store.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    store.close().await;
    fs::copy(&path, folder.join("closed % ?#.db")).unwrap();
    let store = open_sqlite(&path, false).await.unwrap();
    store.append("a", 1, &texts(["1"]), None).await.unwrap();
    for (end, copies) in
        [("", ["open.db", "log.db"].as_slice()), ("-wal", &["open.db", "log.db"]), ("-shm", &["open.db"])]
    {
        for copy in copies {
            fs::copy(format!("{}{end}", path.display()), folder.join(format!("{copy}{end}"))).unwrap();
        }
    }
    store.close().await;
}

/// What must hold for each of them.
async fn read_them(folder: &Path) {
    assert!(fs::write(folder.join("mine"), "").is_err(), "the folder can be written, so this shows nothing");
    let before = names(folder);
    let closed = open_sqlite(&folder.join("closed % ?#.db"), true).await.unwrap();
    assert_eq!(closed.read("a", 0).await.unwrap().len(), 1);
    closed.healthy().await.unwrap();
    assert_eq!(closed.append("a", 1, &texts(["x"]), None).await, Err(StoreError::ReadOnly));
    let open = open_sqlite(&folder.join("open.db"), true).await.unwrap();
    assert_eq!(open.read("a", 0).await.unwrap().len(), 2, "with what is in the log only");
    match open_sqlite(&folder.join("log.db"), true).await {
        Err(StoreError::Unavailable(why)) => assert!(why.contains("log.db-wal"), "{why}"),
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("old data was shown"),
    }
    assert_eq!(names(folder), before);
}

fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_file_system_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path()).await;
    fs::create_dir(folder.path().join("copy")).unwrap();
    let mount = format!(
        "mount -t tmpfs none \"${FOLDER}/copy\" && cp \"${FOLDER}\"/*db* \"${FOLDER}/copy\" \
        && mount -o remount,ro \"${FOLDER}/copy\""
    );
    in_own_mounts(&mount, (FOLDER, folder.path()), "where_nothing_can_be_written");
}

/// Not a test of its own: what runs where nothing can be written, which is this program started anew.
#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_can_be_written() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let copy = Path::new(&folder).join("copy");
    read_them(if copy.exists() { &copy } else { Path::new(&folder) }).await;
}

/// Root may write everywhere, so the process that reads is nobody's.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_not_ours_can_be_read() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("theirs");
    fs::create_dir(&folder).unwrap();
    prepare(&folder).await;
    let program = outer.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    for (path, mode) in [(outer.path(), 0o755), (&folder, 0o555), (&program, 0o755)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    for name in names(&folder) {
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o444)).unwrap();
    }
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program)
        .args(["--exact", "where_nothing_can_be_written", "--nocapture"])
        .env(FOLDER, &folder)
        .output();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap(); // so that it can be removed
    match output {
        Ok(output) if output.status.success() => {}
        Ok(output) if !String::from_utf8_lossy(&output.stderr).starts_with("setpriv:") => {
            panic!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
        }
        _ => {
            let note = "SKIPPED: a_folder_that_is_not_ours_can_be_read, because only root can become somebody else with setpriv";
            _ = writeln!(std::io::stderr(), "{note}");
        }
    }
}

/// Reading without locks is right only as long as nobody writes.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_changes_after_all_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path()).await;
    fs::create_dir(folder.path().join("copy")).unwrap();
    let mount = format!(
        "mount -t tmpfs none \"${FOLDER}/copy\" && cp \"${FOLDER}\"/closed* \"${FOLDER}/copy/store.db\" \
        && mount -o remount,ro \"${FOLDER}/copy\""
    );
    in_own_mounts(&mount, (FOLDER, folder.path()), "where_somebody_begins_to_write");
}

/// Not a test of its own either.
#[tokio::test(flavor = "multi_thread")]
async fn where_somebody_begins_to_write() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder).join("copy");
    let path = folder.join("store.db");
    let reader = open_sqlite(&path, true).await.unwrap();
    assert_eq!(reader.read("a", 0).await.unwrap().len(), 1);
    let remounted = Command::new("mount").args(["-o", "remount,rw"]).arg(&folder).status().unwrap();
    assert!(remounted.success());
    let writer = open_sqlite(&path, false).await.unwrap();
    writer.append("a", 1, &texts(["1"]), None).await.unwrap();
    for _ in 0..2 {
        match reader.read("a", 0).await {
            Err(StoreError::Unavailable(why)) => assert!(why.contains("has changed"), "{why}"),
            other => panic!("{other:?}"),
        }
        assert!(reader.healthy().await.is_err());
        writer.close().await; // then it is in the file itself
    }
}
