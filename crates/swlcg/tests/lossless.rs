//! No line, bracket or word of a deck is lost in silence: it is part of the deck or named. Numbers that contradict each other are
//! told, and what the text says everything comes to is compared with what was read.

use swlcg::Swlcg;
use swlcg::cards::library;
use swlcg::imports::{self, write_octgn};
use swlcg::lists::DeckList;
use swlcg::lists::ready::READY;
use swlcg::lobby::deck_of;
use table::Lang;
use table::lobby::{Agreed, Lobby, ReadList};

fn read(text: &str) -> ReadList {
    Swlcg::read_list(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// The sets of a text, which must be nothing but known.
fn sets(text: &str) -> Vec<u16> {
    let (mut deck, unknown) = deck_of(&read(text).list);
    assert!(unknown.is_empty(), "{text}: {unknown:?}");
    deck.sets.sort_unstable();
    deck.sets
}

fn notes(text: &str) -> String {
    read(text).notes.iter().map(|note| note.text(Lang::En)).collect::<Vec<_>>().join("\n")
}

fn number(name: &str) -> u16 {
    let is_it = |set: &&swlcg::cards::ObjectiveSet| library().card(set.cards[0]).name.in_(Lang::En) == name;
    library().sets().iter().find(is_it).expect(name).number
}

#[test]
fn names_may_stand_in_brackets_of_all_kinds() {
    let hero = number("A Hero's Journey");
    let must = number("In You Must Go");
    for text in [
        "Jedi\n2x A Hero's Journey\n2x <In You Must Go>",
        "<b>Jedi</b>\n2x A Hero's Journey\n2x [In You Must Go]",
        "[b]Jedi[/b]\n[list][*]2x A Hero's Journey\n[*]2x In You Must Go[/list]",
        "Jedi\n2x *A Hero's Journey*\n&bull; 2x In&nbsp;You Must Go",
    ] {
        let mut wanted = vec![hero, hero, must, must];
        wanted.sort_unstable();
        assert_eq!(sets(text), wanted, "{text}");
    }
}

#[test]
fn numbers_before_and_behind_a_name_are_told_apart() {
    let dagobah = number("A Journey to Dagobah");
    let rescue = number("Last Minute Rescue");
    for text in [
        format!("Jedi\n{dagobah} - A Journey to Dagobah - 2\n{rescue}, Last Minute Rescue, 2"),
        format!("Jedi\n{dagobah}\tA Journey to Dagobah\t2x\n{rescue} Last Minute Rescue x2"),
        format!("Jedi\n#{dagobah} A Journey to Dagobah x2\n{rescue} Last Minute Rescue 2x"),
        "Jedi\nA Journey to Dagobah, Last Minute Rescue (2 each)".to_string(),
        "Jedi\n2 each: A Journey to Dagobah, Last Minute Rescue".to_string(),
    ] {
        let mut wanted = vec![dagobah, dagobah, rescue, rescue];
        wanted.sort_unstable();
        assert_eq!(sets(&text), wanted, "{text}");
    }
    assert!(notes("Jedi\n1x A Hero's Journey (x2)").contains("says 1 and 2"));
    assert_eq!(notes("Jedi\n2x A Hero's Journey (1)"), "");
}

#[test]
fn totals_are_compared() {
    assert!(notes("Jedi\nTotal Objective Sets: (10)\n2x A Hero's Journey").contains("says 10 in total; 2 "));
    assert_eq!(notes("Jedi\nTotal Objective Sets: 2\n2x A Hero's Journey\nTotal: 10"), "");
}

#[test]
fn remarks_are_named() {
    for (text, words) in [
        ("Jedi\n2x A Hero's Journey - my favourite", "my favourite"),
        ("Jedi\n2x A Hero's Journey [Zorblax]", "Zorblax"),
        ("Jedi\n2x A Hero's Journey (Zorblax each)", "Zorblax"),
        ("Jedi\n2x A Heros Jurney (Zorblax each)", "Zorblax"),
        ("Jedi\n2x A Hero's Journey // great", "great"),
        ("Jedi\n2x A Hero's Journey\n// great", "great"),
    ] {
        assert!(notes(text).contains(words), "{text}: {}", notes(text));
        assert_eq!(sets(text).len(), 2, "{text}");
    }
    assert_eq!(notes("Jedi (Core)\n2x A Hero's Journey (Core Set)"), "");
}

#[test]
fn a_name_may_have_a_comma_and_a_sign_for_a_word() {
    let either = number("I Don't Like You, Either");
    assert!(sets("Scum: 2x I Don't Like You, Either, 2x Along the Gamor Run").contains(&either));
    assert_eq!(sets("Jedi\n2x Hit & Run"), [number("Hit and Run"); 2]);
    let my = read("My Jedi deck\n2x A Hero's Journey");
    assert_eq!(deck_of(&my.list).0.affiliation, "jedi");
}

#[test]
fn two_decks_in_a_text_are_two() {
    let text = "Deck 1: Light\nJedi\n2x A Hero's Journey\nDeck 2: Dark\nSith\n2x Fall of the Jedi";
    let lists = Swlcg::read_lists(text).expect("decks");
    let named: Vec<&str> = lists.iter().map(|one| &*one.list.name).collect();
    assert_eq!(named, ["Light", "Dark"]);
}

#[test]
fn two_affiliation_cards_are_two() {
    let read = read("Jedi - Guardians of Justice\n2x A Hero's Journey");
    let report = Swlcg::check_list(&read.list, &Agreed::new());
    assert!(!report.faults.is_empty());
}

/// Both copies of a card in a set may have the id of the one of them.
#[test]
fn cards_of_octgn_with_one_id_for_both_copies() {
    for set in library().sets() {
        let deck = DeckList { affiliation: "jedi".to_string(), sets: vec![set.number, set.number] };
        let mut text = write_octgn(&deck);
        for (place, kind) in set.cards.iter().enumerate() {
            let first = set.cards.iter().position(|other| other == kind).unwrap_or(place);
            text = text.replace(&format!("{:012}", set.octgn[place]), &format!("{:012}", set.octgn[first]));
        }
        assert_eq!(deck_of(&read(&text).list), (deck, vec![]), "set {}", set.number);
    }
}

/// A word that is nothing, put anywhere into a good deck in any dress, is named.
#[test]
fn a_word_that_means_nothing_is_always_named() {
    const DRESSED: [&str; 24] = [
        "Zorblax",
        "(zorblax)",
        "[Zorblax]",
        "<Zorblax>",
        "- Zorblax",
        "2x Zorblax",
        "Zorblax x2",
        "Zorblax: 3",
        "*Zorblax*",
        "#Zorblax",
        "// Zorblax",
        "~~Zorblax~~",
        "• Zorblax",
        "Zorblax (1-2)",
        "@Zorblax",
        "Deck: Zorblax",
        "Set Zorblax",
        "Zorblax!",
        "Zorblax each",
        "(Zorblax each)",
        "Cards: Zorblax",
        "Total: 12 Zorblax",
        "Affiliation: Zorblax",
        "Zorblax, Twist of Fate",
    ];
    let deck = READY[0].deck();
    let plain = imports::write_text("Demo", &deck, Lang::En);
    let bare: String =
        plain.lines().filter(|line| !line.contains(": ")).map(|line| format!("{line}\n")).collect();
    let table = "Jedi\n| 1 | A Hero's Journey | 2 |\n| 4 | A Journey to Dagobah | 1 |".to_string();
    let cards = "Sith\n2x Fall of the Jedi (Core)\n  • Darth Vader (Core)\nTotal: 2".to_string();
    let mut lost = Vec::new();
    for (list, word) in [plain, format!("Jedi\n{bare}"), table, cards]
        .iter()
        .flat_map(|list| DRESSED.map(|word| (list.clone(), word)))
    {
        let gaps = list.match_indices([' ', '\n']).map(|(place, _)| place);
        for place in [0, list.len()].into_iter().chain(gaps.flat_map(|place| [place, place + 1])).step_by(5) {
            for gap in [" ", "\n"] {
                let (before, behind) = list.split_at(place);
                let text = format!("{before}{gap}{word}{gap}{behind}");
                let told = match Swlcg::read_lists(&text) {
                    Err(faults) => format!("{faults:?}"),
                    Ok(lists) => format!("{lists:?}"),
                };
                if !told.to_lowercase().contains("zorblax") {
                    lost.push(text);
                }
            }
        }
    }
    let first: Vec<&String> = lost.iter().take(10).collect();
    assert!(lost.is_empty(), "{} are lost: {first:#?}", lost.len());
}
