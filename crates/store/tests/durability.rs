//! A process that appends is killed at any moment: what it was told is written must be there afterwards, in streams without gaps.

mod common;

use common::open_summary;
use rusqlite::Connection;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use store::{StoreError, open_sqlite};
use tokio::task::JoinSet;

const KILLS: usize = 20;
const GAMES: usize = 8;
/// Names the file for the process that is to be killed.
const VICTIM: &str = "SANDTABLE_TEST_VICTIM";

/// Not a test of its own: what the killed process runs, which is this program started anew.
#[tokio::test(flavor = "multi_thread")]
async fn victim() {
    let Ok(path) = std::env::var(VICTIM) else { return };
    let store = open_sqlite(Path::new(&path), false).await.unwrap();
    let mut tasks = JoinSet::new();
    for game in 0..GAMES {
        let store = store.clone();
        tasks.spawn(async move {
            let id = format!("g{game}");
            match store.create(&id, &open_summary(), &[]).await {
                Ok(()) | Err(StoreError::Exists) => {}
                Err(other) => panic!("{other}"),
            }
            let mut next = store.read(&id, 0).await.unwrap().len() as u64;
            loop {
                // Now and then two at once, which must come together or not at all.
                let count = 1 + next % 3 / 2;
                let bodies: Vec<String> = (next..next + count).map(|seq| body(game, seq)).collect();
                store.append(&id, next, &bodies, None).await.unwrap();
                next += count;
                // One write, so that the line is out whole before anything else happens.
                std::io::stdout().lock().write_all(format!("written {game} {next}\n").as_bytes()).unwrap();
            }
        });
    }
    tasks.join_all().await;
}

fn body(game: usize, seq: u64) -> String {
    format!("{{\"game\":{game},\"seq\":{seq},\"text\":\"{}\"}}", "x".repeat((seq % 700) as usize))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let mut acknowledged: HashMap<usize, u64> = HashMap::new();
    for kill in 0..KILLS {
        let wait = Duration::from_micros(RandomState::new().hash_one(kill) % 150_000);
        run_and_kill(&path, wait, &mut acknowledged);
        let connection = Connection::open(&path).unwrap();
        let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok", "after kill {kill}, which came after {wait:?}");
        drop(connection);
        let store = open_sqlite(&path, false).await.unwrap();
        for game in 0..GAMES {
            let records = match store.read(&format!("g{game}"), 0).await {
                Err(StoreError::NotFound) if !acknowledged.contains_key(&game) => continue,
                records => records.unwrap(), // which has no gaps, or it would be an error
            };
            let told = acknowledged.get(&game).copied().unwrap_or(0);
            assert!(
                records.len() as u64 >= told,
                "game {game}: {told} records acknowledged, {} there after kill {kill} ({wait:?})",
                records.len()
            );
            assert!(records.iter().zip(0..).all(|(record, seq)| record.body == body(game, seq)));
            assert!(records.is_empty() || records.len() % 3 != 0, "half an append");
        }
        store.close().await;
    }
    let total: u64 = acknowledged.values().sum();
    assert!(total > KILLS as u64, "only {total} records were written at all");
}

/// Kills the process `wait` after its first word and takes down everything it said.
fn run_and_kill(path: &Path, wait: Duration, acknowledged: &mut HashMap<usize, u64>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "victim", "--nocapture", "--test-threads=1"])
        .env(VICTIM, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut take = |line: &str| {
        // The test program's own words may stand before the first.
        let Some((_, words)) = line.split_once("written ") else { return false };
        let (game, next) = words.split_once(' ').unwrap();
        acknowledged.insert(game.parse().unwrap(), next.parse().unwrap());
        true
    };
    while !take(&lines.next().expect("it writes").unwrap()) {}
    let reading = std::thread::scope(|scope| {
        let reading = scope.spawn(|| lines.map(|line| line.unwrap()).collect::<Vec<_>>());
        std::thread::sleep(wait);
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        reading.join().unwrap()
    });
    for line in reading {
        take(&line);
    }
}
