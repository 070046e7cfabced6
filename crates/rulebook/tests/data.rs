//! Checks of the rulebooks themselves: every file is readable, complete and consistent.

use std::{collections::HashSet, time::Instant};

use rulebook::{Book, Kind, Lang, Rulebook};

fn books() -> impl Iterator<Item = &'static Book> {
    Rulebook::games().iter().map(|game| Rulebook::of(game.id).expect("a listed game has a book"))
}

#[test]
fn every_game_has_all_its_rules() {
    let mut counts: Vec<usize> = books().map(|book| book.entries.len()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [484, 575, 696, 1307, 2056]);
}

#[test]
fn games_are_named_in_both_languages() {
    for book in books() {
        assert!(book.name.is_complete() && book.authority.is_complete(), "{}", book.id);
    }
}

#[test]
fn ids_are_unique_prefixed_and_well_formed() {
    let mut seen = HashSet::new();
    for book in books() {
        for entry in &book.entries {
            let id = entry.id.as_str();
            let well_formed = |part: &str| {
                !part.is_empty()
                    && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            };
            assert!(seen.insert(id), "{id} occurs twice");
            assert!(id.starts_with(&format!("{}.", book.id)) && id.split('.').all(well_formed), "{id}");
            assert_eq!(Rulebook::rule(id).map(|found| found.id.as_str()), Some(id));
        }
    }
}

#[test]
fn rules_speak_both_languages_and_name_their_source() {
    for entry in books().flat_map(|book| &book.entries) {
        assert!(entry.title.is_complete(), "{}: title", entry.id);
        assert!(Lang::ALL.into_iter().all(|lang| !entry.in_(lang).trim().is_empty()), "{}: text", entry.id);
        assert!(entry.cards.iter().all(|card| !card.in_(Lang::En).is_empty()), "{}: cards", entry.id);
        assert!(entry.source == "known" || entry.source.starts_with("line"), "{}: source", entry.id);
    }
}

#[test]
fn rulings_are_complete_and_name_existing_rules() {
    for book in books() {
        assert!(!book.rulings.is_empty(), "{}", book.id);
        for ruling in &book.rulings {
            let question = &ruling.question.en;
            for text in [&ruling.question, &ruling.decision, &ruling.reason] {
                assert!(text.is_complete(), "{}: {question}", book.id);
            }
            assert!(!ruling.rules.is_empty(), "{}: {question}", book.id);
            for id in &ruling.rules {
                assert!(book.entry(id).is_some(), "{}: {question}: no rule {id}", book.id);
                assert!(book.rulings_on(id).any(|found| found.question == ruling.question));
            }
        }
    }
}

#[test]
fn every_kind_is_used_and_described() {
    let readme = include_str!("../../../rules/README.md");
    for kind in Kind::ALL {
        assert!(books().any(|book| book.entries.iter().any(|entry| entry.kind == *kind)), "{kind}");
        assert!(readme.contains(&format!("\n| `{kind}` | ")), "{kind} is not described in rules/README.md");
        assert_eq!(kind.code().parse(), Ok(*kind));
    }
}

#[test]
fn no_text_names_files_or_folders() {
    for entry in books().flat_map(|book| &book.entries) {
        let texts = [Some(&entry.en), Some(&entry.de), entry.note.as_ref(), entry.example.as_ref()];
        for text in texts.into_iter().flatten() {
            for name in [".json", ".toml", ".txt", "data/"] {
                assert!(!text.contains(name), "{}: {text}", entry.id);
            }
        }
    }
}

/// Prints how long the books take to read: `cargo test --release -p rulebook -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn time_to_read_all_books() {
    let start = Instant::now();
    let rules: usize = books().map(|book| book.entries.len()).sum();
    println!("{rules} rules read in {:?}", start.elapsed());

    let start = Instant::now();
    rulebook::search("token", &rulebook::Filter::default());
    println!("first search, with indexing, in {:?}", start.elapsed());

    let start = Instant::now();
    rulebook::search("a token", &rulebook::Filter::default());
    println!("second search in {:?}", start.elapsed());

    let start = Instant::now();
    for _ in 0..100 {
        rulebook::search(
            "who wins if all ships are destroyed at the same time",
            &rulebook::Filter::default(),
        );
    }
    println!("a question in {:?}", start.elapsed() / 100);
}
