//! Lists that people paste, scenarios, set-ups and replays, spoilt in all kinds of ways, are refused with a reason or read;
//! they never make the program panic, and nothing that is refused is refused without a word.
//!
//! `SANDTABLE_FUZZ=100000` spoils that many files instead of a few.

use std::path::Path;

use rand_core::Rng;
use scenario::Scenario;
use table::direct::{self, Random, luck};
use table::harness;
use table::{Fault, Game, Lang, Session, replay};
use xwing::imports::{self, Xws, read_xws, write_brackets, write_text, write_xws};
use xwing::lists::{self, Format, Pool, Terms, random_squad};
use xwing::{Setup, XWing};

fn rounds(few: u64) -> u64 {
    std::env::var("SANDTABLE_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(few)
}

const ODD: [&str; 30] = [
    "",
    "0",
    "-1",
    "65536",
    "1e400",
    "99999999999999999999",
    "null",
    "true",
    "[]",
    "{}",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "\\",
    "\\u0000",
    ":",
    ",",
    "+",
    " + ",
    "x",
    "3x ",
    "ß",
    "\u{202e}",
    "\u{feff}",
    "\n",
    "name",
];

/// Takes out, doubles, swaps or replaces a few pieces of a text.
fn spoil(text: &str, luck: &mut dyn Rng) -> String {
    let mut below = |bound: usize| luck.next_u32() as usize % bound.max(1);
    let mut letters: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..1 + below(6) {
        let (place, length) = (below(letters.len()), 1 + below(12));
        let end = (place + length).min(letters.len());
        match below(5) {
            0 => drop(letters.drain(place..end)),
            1 => {
                let copy = letters[place..end].to_vec();
                let times = [1, 1, 3, 60][below(4)];
                (0..times).for_each(|_| drop(letters.splice(place..place, copy.clone())));
            }
            2 if !letters.is_empty() => {
                let other = below(letters.len());
                letters.swap(place, other);
            }
            3 => drop(letters.splice(place..end, [ODD[below(ODD.len())].to_string()])),
            _ => drop(letters.splice(place..place, [ODD[below(ODD.len())].to_string()])),
        }
    }
    letters.concat()
}

/// A fault that says something in both languages, and not the same.
fn is_told(fault: &Fault) -> bool {
    fault.what.is_complete() && fault.text(Lang::En) != fault.text(Lang::De)
}

#[test]
fn spoilt_lists_are_read_or_refused() {
    let pool = Pool::whole();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..rounds(6000) {
        let mut luck = luck(seed);
        let squad = random_squad(&mut *luck, 100, &pool);
        let text = match seed % 4 {
            0 => write_xws(&Xws::from(squad)),
            1 => write_text(&squad),
            2 => write_brackets(&squad),
            _ => write_xws(&Xws::from(squad)).replace([' ', '\n'], ""),
        };
        let text = spoil(&text, &mut *luck);
        let outcome = std::panic::catch_unwind(|| match imports::read(&text) {
            Ok(reading) => {
                for format in [Format::Standard, Format::Epic, Format::TeamEpic] {
                    let report = lists::check_by(&reading.squad, Terms::of(format));
                    assert!(report.faults.iter().chain(&reading.notes).all(is_told), "{:?}", report.faults);
                }
                // What was read is written so that it can be read again: as the same squad if all its cards exist.
                let xws = Xws::from(reading.squad);
                let again = read_xws(&write_xws(&xws)).expect("our own form").squad;
                let report = lists::check_by(&xws.squad, Terms::standard(100));
                if report.faults.iter().all(|fault| fault.rule.is_some()) {
                    assert_eq!(again, xws.squad);
                }
                true
            }
            Err(faults) => {
                assert!(!faults.is_empty() && faults.iter().all(is_told), "{faults:?}");
                false
            }
        });
        match outcome {
            Ok(true) => read += 1,
            Ok(false) => refused += 1,
            Err(_) => panic!("seed {seed}:\n{text}"),
        }
    }
    assert!(read > 500 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn random_letters_are_no_lists() {
    for seed in 0..rounds(3000) {
        let mut luck = luck(seed);
        let length = luck.next_u32() as usize % 300;
        let letters = (0..length).map(|_| match luck.next_u32() % 4 {
            0 => ODD[luck.next_u32() as usize % ODD.len()].to_string(),
            1 => char::from_u32(luck.next_u32() % 0x1_1000).unwrap_or('?').to_string(),
            _ => char::from(32 + (luck.next_u32() % 95) as u8).to_string(),
        });
        let text: String = letters.collect();
        match imports::read(&text) {
            Ok(reading) => {
                assert!(!lists::check_by(&reading.squad, Terms::standard(100)).is_legal(), "{text}")
            }
            Err(faults) => assert!(faults.iter().all(is_told), "{text}: {faults:?}"),
        }
    }
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
    read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/xwing"), &mut texts);
    for seed in 0..rounds(3000) {
        let mut luck = luck(seed);
        let text = harness::spoil(&texts[luck.next_u32() as usize % texts.len()], &mut *luck);
        let outcome = std::panic::catch_unwind(|| {
            if let Ok(scenario) = Scenario::parse(&text) {
                let _ = scenario::run::<XWing>(&scenario);
            }
        });
        assert!(outcome.is_ok(), "seed {seed}: this scenario panics:\n{text}");
    }
}

#[test]
fn spoilt_setups_and_replays_do_not_panic() {
    let setup = Setup::standard();
    let begin = XWing::begin(&setup).expect("legal");
    let played = direct::play::<XWing>(begin, Box::new(Random::new(4)), luck(4), true).expect("it ends");
    let session =
        Session::<XWing>::resume(&setup, played.journal.expect("recorded"), None).expect("it replays");
    let game = session.replay().to_text().replace(',', " , ").replace(':', " : ");
    let list = "[options]\npoints = 60\n[[ship]]\npilot = \"wedge-antilles\"\nupgrades = [ \"push-the-limit\" , \"r2-d2\" ]\n";
    let file = "obstacles = [ \"asteroid-1\" , \"debris-2\" ]\n[[player]]\nstarter = \"rebel\"\n[[player]]\nstarter = \"imperial\"\n[options]\nruleset = \"later\"\ndeck = \"2015\"\nrounds = 12\narea = [ 9144 , 9144 ]\n";
    let mut replays = 0;
    for seed in 0..rounds(1500) {
        let mut luck = luck(seed);
        let mut spoil = |text: &str| harness::spoil(text, &mut *luck);
        let (list, file, game) = (spoil(list), spoil(file), spoil(&game));
        let outcome = std::panic::catch_unwind(|| {
            if let Ok((squad, options)) = lists::read(&list) {
                lists::check(&squad, &options);
            }
            if let Ok(setup) = table::files::read::<Setup>(&file) {
                let _ = XWing::begin(&setup);
            }
            let replay = replay::read::<XWing>(&game);
            if let Ok(file) = &replay {
                let _ = replay::check::<XWing>(file);
            }
            replay.is_ok()
        });
        let Ok(is_replay) = outcome else { panic!("seed {seed}:\n{list}\n{file}\n{game}") };
        replays += u32::from(is_replay);
    }
    assert!(replays > 100, "{replays} were still replays");
}
