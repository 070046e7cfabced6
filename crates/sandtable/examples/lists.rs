//! How many lists of collections are read, understood, legal and playable, and how many come back from the form that the
//! game writes first: `cargo run -p sandtable --example lists xwing COLLECTION.jsonl…`. Each line of a collection is an
//! object with the list in `original` and, if it is known, what it comes to in `expected_points`.

use std::collections::HashSet;
use std::path::Path;
use std::process::exit;

use attackwing::AttackWing;
use serde_json::Value;
use swlcg::Swlcg;
use table::lobby::{Legality, Lobby, ReadList};
use xwing::XWing;

#[derive(Default)]
struct Tally {
    lists: usize,
    /// Not refused as a whole.
    read: usize,
    /// Every card is one of the game, built in or not.
    understood: usize,
    legal: usize,
    /// Not to be judged yet.
    open: usize,
    playable: usize,
    come_back: usize,
    /// Lists whose points are told, and those that come to them.
    told: usize,
    agree: usize,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (game, files) = match &*words {
        [game, files @ ..] if !files.is_empty() => (game, files),
        _ => fail("lists GAME COLLECTION.jsonl…"),
    };
    let measure = match &**game {
        "attackwing" => measure::<AttackWing>,
        "swlcg" => measure::<Swlcg>,
        "xwing" => measure::<XWing>,
        other => fail(&format!("there is no game {other:?} with lists")),
    };
    for file in files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| fail(&format!("{file}: {error}")));
        let Tally { lists, read, understood, legal, open, playable, come_back, told, agree } = measure(&text);
        let name = Path::new(file).file_stem().unwrap_or_default().display();
        println!(
            "{name}: {lists} lists, {read} read, {understood} understood, {legal} legal, {open} cannot be judged yet, {playable} playable, {come_back} come back"
        );
        if told > 0 {
            println!("{agree} of {told} come to the points that are told");
        }
    }
}

fn fail(words: &str) -> ! {
    eprintln!("{words}");
    exit(2);
}

fn measure<G: Lobby>(text: &str) -> Tally {
    let catalogue = G::catalogue();
    let cards = catalogue.units.into_iter().chain(catalogue.cards);
    let known: HashSet<String> = cards.map(|card| card.id).collect();
    let mut tally = Tally::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Value = serde_json::from_str(line).unwrap_or_default();
        let Some(original) = row["original"].as_str() else {
            println!("line {}: there is no list in it", number + 1);
            continue;
        };
        let lists = G::read_lists(original).unwrap_or_else(|faults| {
            tally.lists += 1;
            println!("line {}: {}", number + 1, faults[0]);
            Vec::new()
        });
        for read in lists {
            tally.lists += 1;
            tally.read += 1;
            let report = G::check_list(&read.list, &read.agreed);
            let units = read.list.units.iter();
            let cards = units.flat_map(|unit| std::iter::once(&unit.card).chain(&unit.carries));
            // Cards that are not built in are named as gaps, one for each.
            let unknown: Vec<&String> = cards.filter(|card| !known.contains(*card)).collect();
            let is_understood = unknown.len() <= report.gaps.len();
            if !is_understood {
                println!("line {}: {unknown:?}", number + 1);
            }
            tally.understood += usize::from(is_understood);
            tally.legal += usize::from(report.is_legal());
            tally.open += usize::from(report.legality() == Legality::Open);
            tally.playable += usize::from(report.is_playable());
            tally.come_back += usize::from(comes_back::<G>(&read));
            if let Some(points) = row["expected_points"].as_u64() {
                tally.told += 1;
                tally.agree += usize::from(u64::from(report.points) == points);
            }
        }
    }
    tally
}

/// Whether a list is the same after it was written and read again.
fn comes_back<G: Lobby>(read: &ReadList) -> bool {
    let written = G::write_list(&read.list);
    let again = written.first().and_then(|written| G::read_list(&written.text).ok());
    again.is_some_and(|again| again.list == read.list)
}
