//! Checks of the rulebooks themselves: every file is readable, complete and consistent.

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use rulebook::{Book, Entry, Kind, Lang, Rulebook, Text};

fn books() -> impl Iterator<Item = &'static Book> {
    Rulebook::games().iter().map(|game| Rulebook::of(game.id).expect("a listed game has a book"))
}

/// All that a rule says in sentences, in both languages.
fn texts(entry: &Entry) -> impl Iterator<Item = &str> {
    let told = [Some(&entry.title), entry.note.as_ref(), entry.example.as_ref()];
    let told = told.into_iter().flatten().flat_map(|text| [&text.en, &text.de]);
    [&entry.en, &entry.de].into_iter().chain(told).map(String::as_str)
}

#[test]
fn every_game_has_all_its_rules() {
    let mut counts: Vec<usize> = books().map(|book| book.entries.len()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [484, 575, 697, 1307, 2056]);
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
fn rules_speak_both_languages() {
    for entry in books().flat_map(|book| &book.entries) {
        assert!(entry.title.is_complete(), "{}: title", entry.id);
        assert!(Lang::ALL.into_iter().all(|lang| !entry.in_(lang).trim().is_empty()), "{}: text", entry.id);
        assert!(entry.cards.iter().all(|card| !card.in_(Lang::En).is_empty()), "{}: cards", entry.id);
        for text in [&entry.note, &entry.example].into_iter().flatten() {
            assert!(text.is_complete() && text.en != text.de, "{}: {text:?}", entry.id);
        }
    }
}

/// A title is the row of a result list: it tells its rule apart from all others of the game, in both languages.
#[test]
fn titles_tell_rules_apart() {
    for book in books() {
        let (mut german, mut english) = (HashMap::new(), HashMap::new());
        for entry in &book.entries {
            let Text { en, de } = &entry.title;
            assert_eq!(*english.entry(en).or_insert(&entry.id), &entry.id, "two rules are called \"{en}\"");
            assert_eq!(*german.entry(de).or_insert(&entry.id), &entry.id, "zwei Regeln heißen „{de}“");
        }
    }
}

/// Ranges of numbers have an en dash, and quotation marks are not straight.
#[test]
fn texts_are_set_with_care() {
    let is_range = |text: &str| {
        let mut words = text.split([' ', '(', ')', ',', ';', '.', ':', '/']);
        words.any(|word| {
            let ends = word.split_once('-');
            ends.is_some_and(|(from, to)| {
                [from, to].iter().all(|end| !end.is_empty() && end.chars().all(|c| c.is_ascii_digit()))
            })
        })
    };
    for entry in books().flat_map(|book| &book.entries) {
        for text in texts(entry) {
            assert!(!is_range(text), "{}: {text}", entry.id);
        }
    }
}

#[test]
fn english_is_spelled_the_american_way() {
    const BRITISH: [&str; 12] = [
        "colour",
        "centre",
        "centring",
        "fulfil ",
        "fulfils",
        "cancelled",
        "cancelling",
        "defence",
        "armour",
        "manoeuvre",
        "neighbour",
        "favour",
    ];
    for entry in books().flat_map(|book| &book.entries) {
        let told = [Some(&entry.title), entry.note.as_ref(), entry.example.as_ref()];
        for text in told.into_iter().flatten().map(|text| &text.en).chain([&entry.en]) {
            let text = text.to_lowercase();
            let british = BRITISH.iter().find(|word| text.contains(**word));
            assert!(british.is_none(), "{}: {british:?}", entry.id);
        }
    }
}

/// Each stands alone on the page of a rule, where nobody can look up lines, principles and other entries.
#[test]
fn rulings_can_be_read_by_themselves() {
    for book in books() {
        for ruling in &book.rulings {
            for lang in Lang::ALL {
                let reason = ruling.reason_in(lang);
                let principles = lang.pick("principle ", "grundsatz ");
                assert!(!reason.to_lowercase().contains(principles), "{reason}");
                for text in [ruling.question.in_(lang), ruling.decision.in_(lang), &reason] {
                    let mut words = text.split_whitespace().zip(text.split_whitespace().skip(1));
                    let names_a_line = words.any(|(word, next)| {
                        let line =
                            ["line", "lines", "zeile", "zeilen"].contains(&word.to_lowercase().as_str());
                        line && next.starts_with(|first: char| first.is_ascii_digit())
                    });
                    assert!(!names_a_line, "{text}");
                }
            }
        }
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
fn no_text_names_files_or_data() {
    for entry in books().flat_map(|book| &book.entries) {
        for text in texts(entry) {
            for name in [".json", ".toml", ".txt", "data/", "facts"] {
                assert!(!text.contains(name), "{}: {text}", entry.id);
            }
        }
    }
}

/// The page makes links of them.
#[test]
fn texts_point_to_existing_rules() {
    for book in books() {
        let game = format!("{}.", book.id);
        for entry in &book.entries {
            let words =
                texts(entry).flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && !".-".contains(c)));
            for id in words.filter(|word| word.starts_with(&game)).map(|word| word.trim_end_matches('.')) {
                assert!(book.entry(id).is_some(), "{}: no rule {id}", entry.id);
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
