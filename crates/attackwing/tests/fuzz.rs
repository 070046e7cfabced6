//! Files that people write, spoilt in all kinds of ways, are refused or run; they never make the program panic.
//!
//! `SANDTABLE_FUZZ=100000` spoils that many files instead of a few.

use std::path::Path;

use attackwing::{AttackWing, Setup};
use table::direct::luck;
use table::harness::{check_spoilt_files, spoil};
use table::lobby::Lobby;

fn rounds(few: u64) -> u64 {
    std::env::var("SANDTABLE_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(few)
}

#[test]
fn spoilt_scenarios_do_not_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/attackwing");
    scenario::harness::check_spoilt::<AttackWing>(&folder, rounds(3000))
        .unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn spoilt_setups_and_replays_do_not_panic() {
    let file = "[[player]]\nstarter = \"federation\"\n[[player]]\nstarter = \"romulan\"\n[options]\nobstacles = 2\narea = [ 900 , 900 ]\n";
    check_spoilt_files::<AttackWing>(&Setup::standard(), file, rounds(1500))
        .unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn spoilt_lists_do_not_panic() {
    let list = "[options]\npoints = 40\n[[ship]]\nship = \"enterprise-d\"\ncaptain = \"picard\"\nupgrades = [ \"geordi\" , \"obrien\" ]\n";
    for seed in 0..rounds(1500) {
        if let Ok(read) = AttackWing::read_list(&spoil(list, &mut *luck(seed))) {
            AttackWing::check_list(&read.list, &read.agreed);
        }
    }
}
