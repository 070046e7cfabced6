//! Files that people write, spoilt in all kinds of ways, are refused or run; they never make the program panic.
//!
//! `SANDTABLE_FUZZ=100000` spoils that many files instead of a few.

use std::path::Path;

use attackwing::{AttackWing, Setup, lists};
use rand_core::Rng;
use scenario::Scenario;
use table::direct::{self, Random};
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

const ODD: [&str; 24] = [
    "",
    "0",
    "-1",
    "255",
    "256",
    "65536",
    "1e308",
    "-1e308",
    "1e400",
    "NaN",
    "inf",
    "999999999999",
    "0.0000001",
    "for",
    "+",
    "has",
    "at",
    "facing",
    "\"",
    "{",
    "}",
    "ß",
    "\u{202e}",
    ",",
];

/// Takes out, doubles, swaps or replaces a few words or lines.
fn spoil(text: &str, luck: &mut dyn Rng) -> String {
    let mut below = |bound: usize| luck.next_u32() as usize % bound.max(1);
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_string).collect()).collect();
    for _ in 0..=below(4) {
        if lines.is_empty() {
            break;
        }
        let line = below(lines.len());
        let word = below(lines[line].len());
        match below(6) {
            0 => drop(lines.remove(line)),
            1 => {
                let copy = lines[line].clone();
                let times = [1, 1, 3, 20][below(4)];
                (0..times).for_each(|_| lines.insert(line, copy.clone()));
            }
            2 => {
                let other = below(lines.len());
                lines.swap(line, other);
            }
            3 if !lines[line].is_empty() => drop(lines[line].remove(word)),
            _ if !lines[line].is_empty() => lines[line][word] = ODD[below(ODD.len())].to_string(),
            _ => {}
        }
    }
    lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
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
    let game = session.replay().to_text().replace([',', ':'], " , ");
    let list = "[options]\npoints = 40\n[[ship]]\nship = \"enterprise-d\"\ncaptain = \"picard\"\nupgrades = [ \"geordi\" , \"obrien\" ]\n";
    let file = "[[player]]\nstarter = \"federation\"\n[[player]]\nstarter = \"romulan\"\n[options]\nobstacles = 2\narea = [ 900 , 900 ]\n";
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
            let game = game.replace(" , ", ",");
            if let Ok(file) = replay::read::<AttackWing>(&game) {
                let _ = replay::check::<AttackWing>(&file);
            }
        });
        assert!(outcome.is_ok(), "seed {seed}:\n{list}\n{file}\n{game}");
    }
}
