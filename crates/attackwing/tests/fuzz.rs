//! Files that people write, spoilt in all kinds of ways, are refused or run; they never make the program panic.
//!
//! `SANDTABLE_FUZZ=100000` spoils that many files instead of a few.

use std::path::Path;

use attackwing::{AttackWing, Setup, lists};
use rand_core::Rng;
use scenario::Scenario;
use table::direct::{self, Random};
use table::harness::spoil;
use table::{Game, Session, replay};

fn rounds(few: u64) -> u64 {
    std::env::var("SANDTABLE_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(few)
}

fn read_all(dir: &Path, texts: &mut Vec<String>) {
    let mut entries: Vec<_> = std::fs::read_dir(dir).expect("a folder of scenarios").flatten().collect();
    entries.sort_by_key(|entry| entry.path());
    for entry in entries {
        match entry.path() {
            path if path.is_dir() => read_all(&path, texts),
            path => texts.push(std::fs::read_to_string(path).expect("a scenario")),
        }
    }
}

#[test]
fn spoilt_scenarios_do_not_panic() {
    let mut texts = Vec::new();
    read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/attackwing"), &mut texts);
    for seed in 0..rounds(3000) {
        let mut luck = direct::luck(seed);
        let text = spoil(&texts[luck.next_u32() as usize % texts.len()], &mut *luck);
        let outcome = std::panic::catch_unwind(|| {
            if let Ok(scenario) = Scenario::parse(&text) {
                let _ = scenario::run::<AttackWing>(&scenario);
            }
        });
        assert!(outcome.is_ok(), "seed {seed}: this scenario panics:\n{text}");
    }
}

#[test]
fn spoilt_lists_setups_and_replays_do_not_panic() {
    let setup = Setup::standard();
    let begin = AttackWing::begin(&setup).expect("legal");
    let played =
        direct::play::<AttackWing>(begin, Box::new(Random::new(4)), direct::luck(4), true).expect("it ends");
    let session =
        Session::<AttackWing>::resume(&setup, played.journal.expect("recorded"), None).expect("it replays");
    let game = session.replay().to_text().replace(',', " , ").replace(':', " : ");
    let list = "[options]\npoints = 40\n[[ship]]\nship = \"enterprise-d\"\ncaptain = \"picard\"\nupgrades = [ \"geordi\" , \"obrien\" ]\n";
    let file = "[[player]]\nstarter = \"federation\"\n[[player]]\nstarter = \"romulan\"\n[options]\nobstacles = 2\narea = [ 900 , 900 ]\n";
    let mut replays = 0;
    for seed in 0..rounds(1500) {
        let mut luck = direct::luck(seed);
        let (list, file, game) = (spoil(list, &mut *luck), spoil(file, &mut *luck), spoil(&game, &mut *luck));
        let outcome = std::panic::catch_unwind(|| {
            if let Ok((fleet, options)) = lists::read(&list) {
                lists::check(&fleet, &options);
            }
            if let Ok(setup) = table::files::read::<Setup>(&file) {
                let _ = AttackWing::begin(&setup);
            }
            let replay = replay::read::<AttackWing>(&game);
            if let Ok(file) = &replay {
                let _ = replay::check::<AttackWing>(file);
            }
            replay.is_ok()
        });
        let Ok(is_replay) = outcome else { panic!("seed {seed}:\n{list}\n{file}\n{game}") };
        replays += u32::from(is_replay);
    }
    assert!(replays > 100, "{replays} were still replays");
}
