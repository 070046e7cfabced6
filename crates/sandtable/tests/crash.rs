//! Servers that are killed at random moments, whose store is held up and whose clients hang up lose nothing that they have
//! acknowledged, take nothing twice, and go on.
//!
//! A few kills by default; `SANDTABLE_CRASHES=200` makes it a long test. With `SANDTABLE_TEST_POSTGRES` two servers share a
//! database, one of them is killed at a time, and now and then the database itself.

use std::path::PathBuf;
use std::time::Duration;

use load::crowd::Mix;
use load::faults::{Faults, Verdict};
use load::node::Keeping;

fn crashes() -> usize {
    std::env::var("SANDTABLE_CRASHES").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}

/// Load that a server built for tests bears, with games that end within it.
fn faults(keeping: Keeping, seed: u64) -> Faults {
    let crashes = crashes();
    Faults {
        program: PathBuf::from(env!("CARGO_BIN_EXE_sandtable")),
        keeping,
        nodes: 1,
        kills: crashes,
        store_stalls: crashes.div_ceil(20),
        database_restarts: 0,
        database_pid: None,
        tables: 24,
        rate: 150.0,
        seed,
        mix: Mix { stall: 0.05, longest_game: 60, ..Mix::troublesome() },
        longest: Duration::from_secs(60 + 4 * crashes as u64),
        replays: 10 + crashes,
    }
}

fn nothing_is_lost(verdict: &Verdict) {
    eprintln!("{verdict}");
    assert!(verdict.acknowledged > 0, "nobody played");
    assert!(verdict.replays > 0, "no replay was checked");
    assert!(verdict.violations.is_empty(), "{verdict}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let keeping = Keeping::File(folder.path().join("games.sqlite"));
    nothing_is_lost(&faults(keeping, 11).run().await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_with_one_database() {
    let Ok(url) = std::env::var("SANDTABLE_TEST_POSTGRES") else {
        eprintln!("skipped: SANDTABLE_TEST_POSTGRES names no database (run it with scripts/postgres)");
        return;
    };
    let database_pid = std::env::var_os("SANDTABLE_TEST_POSTGRES_PID").map(PathBuf::from);
    let one = faults(Keeping::Database(url), 17);
    let restarts = if database_pid.is_some() { crashes().div_ceil(10) } else { 0 };
    let two = Faults { nodes: 2, database_restarts: restarts, database_pid, ..one };
    nothing_is_lost(&two.run().await.unwrap());
}
