//! How many lists of a collection are understood, are legal, and come back from the form that the game writes first:
//! `cargo run -p sandtable --example lists xwing COLLECTION.jsonl`. Each line is an object with the list in `original`
//! and, if it is known, what it comes to in `expected_points`.

use std::collections::HashSet;
use std::process::exit;

use attackwing::AttackWing;
use serde_json::Value;
use swlcg::Swlcg;
use table::lobby::{Lobby, ReadList};
use xwing::XWing;

#[derive(Default)]
struct Tally {
    lists: usize,
    understood: usize,
    legal: usize,
    come_back: usize,
    /// Lists whose points are told, and those that come to them.
    told: usize,
    agree: usize,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, file] = &*words else {
        eprintln!("lists GAME COLLECTION.jsonl");
        exit(2);
    };
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| {
        eprintln!("{file}: {error}");
        exit(2);
    });
    let tally = match &**game {
        "attackwing" => measure::<AttackWing>(&text),
        "swlcg" => measure::<Swlcg>(&text),
        "xwing" => measure::<XWing>(&text),
        other => {
            eprintln!("there is no game {other:?} with lists");
            exit(2);
        }
    };
    let Tally { lists, understood, legal, come_back, told, agree } = tally;
    println!("{lists} lists: {understood} understood, {legal} legal, {come_back} come back");
    if told > 0 {
        println!("{agree} of {told} come to the points that are told");
    }
}

fn measure<G: Lobby>(text: &str) -> Tally {
    let catalogue = G::catalogue();
    let cards = catalogue.units.into_iter().chain(catalogue.cards).chain(G::not_built_in());
    let known: HashSet<String> = cards.map(|card| card.id).collect();
    let mut tally = Tally::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Value = serde_json::from_str(line).unwrap_or_default();
        let Some(original) = row["original"].as_str() else {
            println!("line {}: there is no list in it", number + 1);
            continue;
        };
        let lists = match G::read_lists(original) {
            Ok(lists) => lists,
            Err(faults) => {
                tally.lists += 1;
                println!("line {}: {}", number + 1, faults[0]);
                continue;
            }
        };
        for read in lists {
            tally.lists += 1;
            let units = read.list.units.iter();
            let cards = units.flat_map(|unit| std::iter::once(&unit.card).chain(&unit.carries));
            let unknown: Vec<&String> = cards.filter(|card| !known.contains(*card)).collect();
            tally.understood += usize::from(unknown.is_empty());
            if !unknown.is_empty() {
                println!("line {}: {unknown:?}", number + 1);
            }
            let report = G::check_list(&read.list, &read.agreed);
            tally.legal += usize::from(report.is_legal());
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
