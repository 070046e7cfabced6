//! Looking after a store from the command line, on a real file and, if SANDTABLE_TEST_POSTGRES names one, a real database.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::{Value, json};
use store::{Store, Summary, open_postgres, open_sqlite};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("sandtable-store-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `sandtable store …` on this file: its exit code and what it said.
fn run(arguments: &[&str], place: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .env_remove("SANDTABLE_DATABASE_URL")
        .arg("store")
        .args(arguments)
        .args(place)
        .output()
        .expect("the program runs");
    let Output { status, stdout, stderr } = output;
    let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    assert!(!said.contains("panicked"), "{said}");
    (status.code(), said)
}

fn told(arguments: &[&str], file: &Path) -> Value {
    let place = ["--json", "--data", file.to_str().expect("a plain name")];
    let (code, said) = run(arguments, &place);
    assert_eq!(code, Some(0), "{arguments:?}: {said}");
    serde_json::from_str(&said).expect("JSON")
}

fn summary(status: &str) -> Summary {
    Summary { game: "go".into(), status: status.into(), listed: true, people: true, body: "{}".into() }
}

/// Makes a store with two open tables, one that is over, and a list of nobody.
fn filled(file: &Path) {
    with(file, async |store| {
        let records = ["{}".to_string(), json!("x".repeat(50_000)).to_string()];
        for (id, status) in [("a", "open"), ("b", "open"), ("c", "over")] {
            store.create(id, &summary(status), &records).await.expect("made");
        }
        store.put_list("key", None, "go", "a list", "{}").await.expect("saved");
    });
}

fn with(file: &Path, work: impl AsyncFnOnce(Arc<dyn Store>)) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = open_sqlite(file, false).await.expect("opened");
        work(store.clone()).await;
        store.close().await;
    });
}

#[test]
fn sizes_say_how_much_there_is() {
    let folder = Folder::new("sizes");
    filled(&folder.file());
    let sizes = told(&["sizes"], &folder.file());
    assert_eq!(sizes["tables"], json!({ "open": 2, "over": 1 }));
    assert_eq!(sizes["records"]["count"], 6);
    assert_eq!(sizes["lists_without_account"], 1);
    assert!(sizes["disk"].as_u64() > Some(150_000) && sizes["free"].is_u64(), "{sizes}");
    let (code, said) = run(&["sizes"], &["--data", folder.file().to_str().expect("plain")]);
    assert_eq!(code, Some(0));
    for words in ["tables, open", "records", "on the disk", "of it free", "KiB"] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_store_that_is_not_there_is_not_made() {
    let folder = Folder::new("none");
    let file = folder.file();
    for command in ["sizes", "check", "prune", "compact"] {
        let (code, said) = run(&[command], &["--data", file.to_str().expect("plain")]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("there is no file"), "{said}");
    }
    assert!(!file.exists());
}

#[test]
fn a_check_names_what_is_wrong() {
    let folder = Folder::new("check");
    let file = folder.file();
    filled(&file);
    assert_eq!(told(&["check"], &file), json!({ "sound": true, "tables": 3, "faults": [] }));
    with(&file, async |store| {
        store.append("a", 2, &["{half".to_string()], None).await.expect("appended");
        // Beside a server that has it open.
        let (code, said) = run(&["check"], &["--data", file.to_str().expect("plain")]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("table a: record 2 is no JSON"), "{said}");
    });
    let mut bytes = std::fs::read(&file).expect("read");
    let middle = bytes.len() / 4096 / 2 * 4096;
    bytes[middle..middle + 8192].fill(0xa5);
    std::fs::write(&file, bytes).expect("written");
    let (code, said) = run(&["check", "--json"], &["--data", file.to_str().expect("plain")]);
    assert_eq!(code, Some(1), "{said}");
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["sound"], false);
    assert!(!said["faults"].as_array().expect("a list").is_empty(), "{said}");
}

#[test]
fn pruning_says_what_went() {
    let folder = Folder::new("prune");
    let file = folder.file();
    filled(&file);
    assert_eq!(
        told(&["prune"], &file),
        json!({ "dry_run": false, "tables": 0, "lists": 0 }),
        "nothing is that old"
    );
    let all = ["prune", "--open-days", "0", "--list-days", "0"];
    let dry = [&all[..], &["--dry-run"]].concat();
    assert_eq!(told(&dry, &file), json!({ "dry_run": true, "tables": 2, "lists": 1 }));
    let (code, said) = run(&all, &["--data", file.to_str().expect("plain")]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("Deleted: 2 tables") && said.contains("1 list without account"), "{said}");
    assert_eq!(told(&["sizes"], &file)["tables"], json!({ "over": 1 }));
}

#[test]
fn compacting_makes_the_file_smaller() {
    let folder = Folder::new("compact");
    let file = folder.file();
    filled(&file);
    told(&["prune", "--open-days", "0"], &file);
    let length = || std::fs::metadata(&file).expect("a file").len();
    let before = length();
    let said = told(&["compact"], &file);
    assert_eq!((said["before"].as_u64(), said["after"].as_u64()), (Some(before), Some(length())));
    assert!(length() < before);
    assert_eq!(told(&["check"], &file)["sound"], true);
}

#[test]
fn a_file_in_use_is_not_changed() {
    let folder = Folder::new("in-use");
    let file = folder.file();
    filled(&file);
    with(&file, async |_| {
        for command in ["prune", "compact"] {
            let (code, said) = run(&[command], &["--data", file.to_str().expect("plain")]);
            assert_eq!(code, Some(2), "{said}");
            assert!(said.contains("in use by another process"), "{said}");
        }
    });
}

#[test]
fn a_database_is_looked_after_too() {
    let Ok(url) = std::env::var("SANDTABLE_TEST_POSTGRES") else { return };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async { open_postgres(&url).await.expect("opened").close().await });
    for command in [&["sizes"][..], &["prune", "--dry-run"], &["prune"], &["compact"], &["check"]] {
        let (code, said) = run(command, &["--json", "--database-url", &url]);
        assert_eq!(code, Some(0), "{command:?}: {said}");
        assert!(serde_json::from_str::<Value>(&said).is_ok(), "{said}");
    }
    let Ok(folder) = std::env::var("SANDTABLE_TEST_POSTGRES_TLS") else { return };
    let verified = format!("{url}?sslmode=verify-full");
    for (authority, expected) in [("ca.pem", Some(0)), ("other.pem", Some(2))] {
        let authority = format!("{folder}/{authority}");
        let (code, said) = run(&["sizes"], &["--database-url", &verified, "--database-ca", &authority]);
        assert_eq!(code, expected, "{said}");
    }
}
