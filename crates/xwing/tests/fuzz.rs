//! Lists that people paste, scenarios, set-ups and replays, spoilt in all kinds of ways, are refused with a reason or read;
//! they never make the program panic, and nothing that is refused is refused without a word.
//!
//! `SANDTABLE_FUZZ=100000` spoils that many files instead of a few.

use std::path::Path;

use rand_core::Rng;
use table::direct::luck;
use table::harness::{self, check_spoilt_files};
use table::lobby::{Lobby, ReadList};
use table::{Fault, Lang};
use xwing::imports::{Xws, read_xws, write_brackets, write_text, write_xws};
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
        let outcome = std::panic::catch_unwind(|| match XWing::read_lists(&text) {
            Ok(lists) => {
                let Some(read) = lists.first() else { return false };
                let squad = xwing::lobby::squad_of(&read.list);
                for format in [Format::Standard, Format::Epic, Format::TeamEpic] {
                    let report = lists::check_by(&squad, Terms::of(format));
                    assert!(report.faults.iter().chain(&read.notes).all(is_told), "{:?}", report.faults);
                }
                // What was read is written so that it can be read again: as the same squad if all its cards exist.
                let xws = Xws::from(squad);
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
        match XWing::read_lists(&text) {
            Ok(lists) => {
                let legal = |read: &ReadList| XWing::check_list(&read.list, &read.agreed).is_legal();
                assert!(!lists.iter().any(legal), "{text}")
            }
            Err(faults) => assert!(faults.iter().all(is_told), "{text}: {faults:?}"),
        }
    }
}

#[test]
fn spoilt_scenarios_do_not_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/xwing");
    scenario::harness::check_spoilt::<XWing>(&folder, rounds(3000)).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn spoilt_setups_and_replays_do_not_panic() {
    let file = "obstacles = [ \"asteroid-1\" , \"debris-2\" ]\n[[player]]\nstarter = \"rebel\"\n[[player]]\nstarter = \"imperial\"\n[options]\nruleset = \"later\"\ndeck = \"2015\"\nrounds = 12\narea = [ 9144 , 9144 ]\n";
    check_spoilt_files::<XWing>(&Setup::standard(), file, rounds(1500))
        .unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn spoilt_lists_of_ours_do_not_panic() {
    let list = "[options]\npoints = 60\n[[ship]]\npilot = \"wedge-antilles\"\nupgrades = [ \"push-the-limit\" , \"r2-d2\" ]\n";
    for seed in 0..rounds(1500) {
        if let Ok(read) = XWing::read_list(&harness::spoil(list, &mut *luck(seed))) {
            XWing::check_list(&read.list, &read.agreed);
        }
    }
}
