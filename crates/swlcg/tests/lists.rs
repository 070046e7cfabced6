//! Decks: ready-made ones, decks that go out into the world and come back, what deck building forbids, and decks spoilt in
//! all kinds of ways, which are refused with a reason or read, and never make the program panic.
//!
//! `SANDTABLE_FUZZ=100000` spoils that many decks instead of a few.

use rand_core::Rng;
use swlcg::cards::{CardType, Facts, ObjectiveSet, library};
use swlcg::imports::{self, Entry};
use swlcg::lists::DeckList;
use swlcg::lists::ready::READY;
use swlcg::lobby::{deck_of, list_of};
use swlcg::{MOST_COMMAND_CARDS, Placed, Position, Setup, Side, Swlcg};
use table::direct::luck;
use table::lobby::{Agreed, Legality, List, Lobby, ReadList};
use table::{Fault, Game, Lang};

fn rules(faults: &[Fault]) -> Vec<&'static str> {
    faults.iter().filter_map(|fault| fault.rule.map(|rule| rule.0)).collect()
}

fn check(deck: &DeckList) -> Vec<&'static str> {
    rules(&Swlcg::check_list(&list_of("", deck), &Agreed::new()).faults)
}

#[test]
fn ready_made_decks_can_be_played() {
    let lists = Swlcg::ready_lists();
    assert_eq!(lists.len(), READY.len());
    for ready in &lists {
        let report = Swlcg::check_list(&ready.list, &ready.agreed);
        assert!(report.faults.is_empty(), "{}: {:?}", ready.id, report.faults);
    }
    let first: Vec<List> = Swlcg::first_lists(2)
        .iter()
        .filter_map(|id| lists.iter().find(|ready| ready.id == *id).map(|ready| ready.list.clone()))
        .collect();
    let seats: Vec<Option<u8>> = first.iter().map(Swlcg::seat_of).collect();
    assert_eq!(seats, [Some(0), Some(1)]);
    assert!(Swlcg::assemble(&first, &Agreed::new()).is_ok());
    let swapped: Vec<List> = first.into_iter().rev().collect();
    let faults = Swlcg::assemble(&swapped, &Agreed::new()).expect_err("each side has its own seat");
    assert!(rules(&faults).contains(&"swlcg.core.deck.one-side"), "{faults:?}");
}

#[test]
fn there_is_a_deck_for_each_affiliation() {
    let mut affiliations: Vec<String> = READY.iter().map(|ready| ready.deck().affiliation).collect();
    affiliations.sort_unstable();
    affiliations.dedup();
    assert_eq!(affiliations.len(), 6);
}

/// The decks of affiliations with one set in the core set are their own as well, and fit for tournaments.
#[test]
fn ready_made_decks_are_of_their_affiliation() {
    let restricted = Agreed::from([("restricted".to_string(), "yes".to_string())]);
    for ready in &READY {
        let deck = ready.deck();
        let report = Swlcg::check_list(&list_of("", &deck), &restricted);
        assert!(report.faults.is_empty(), "{}: {:?}", ready.id, report.faults);
        let own = deck.affiliation_card().map(|(_, card)| card.affiliation);
        let of = |set: &&ObjectiveSet| Some(library().card(set.cards[0]).affiliation) == own;
        assert!(deck.objective_sets().filter(of).count() * 4 >= deck.sets.len() * 3, "{}", ready.id);
    }
}

/// Neither an affiliation card nor an objective that a deck has once is a unique card.
#[test]
fn the_catalogue_calls_unique_what_is() {
    let catalogue = Swlcg::catalogue();
    assert!(catalogue.units.iter().all(|unit| !unit.unique));
    for card in &catalogue.cards {
        assert_eq!(library().find(&card.id).map(|(_, facts)| facts.unique), Some(card.unique), "{}", card.id);
    }
    let once = catalogue.units.iter().find(|unit| unit.id == "set-109").expect("Along the Gamor Run");
    assert!(once.once);
}

/// Objective sets without data are on the list of gaps, and a deck with one of them can be neither judged nor played with.
#[test]
fn sets_without_data_are_gaps() {
    let catalogue = Swlcg::catalogue();
    for number in 285..=290 {
        let unit = catalogue.units.iter().find(|unit| unit.id == format!("set-{number}"));
        assert!(unit.is_some_and(|unit| unit.gap.is_some()), "{number}");
        let mut deck = READY[0].deck();
        deck.sets.extend([number, 34]);
        let report = Swlcg::check_list(&list_of("", &deck), &Agreed::new());
        assert_eq!(report.legality(), Legality::Open, "{:?}", report.faults);
        assert!(!report.is_playable());
        assert_eq!(rules(&report.gaps), ["swlcg.core.components.card-data-coverage"]);
    }
}

/// A deck that breaks a rule, and that rule alone.
#[test]
fn deck_building() {
    let sith = |sets: &[u16]| DeckList::new("sith", sets);
    let ten = [19, 20, 21, 22, 23, 24, 25, 36, 34, 35];
    assert_eq!(check(&sith(&ten)), [""; 0]);
    assert_eq!(check(&sith(&ten[..9])), ["swlcg.core.deck.min-ten-sets"]);
    let mut thrice = ten.to_vec();
    thrice.extend([19, 19]);
    assert_eq!(check(&sith(&thrice)), ["swlcg.core.deck.max-two-copies"]);
    let mut other_side = ten.to_vec();
    other_side.push(1);
    assert_eq!(check(&sith(&other_side)), ["swlcg.core.deck.one-side"]);
    assert_eq!(check(&DeckList::new("imperial-navy", &ten)), ["swlcg.core.deck.affiliation-only"]);
    let free: Vec<u16> = ten.iter().map(|number| if *number == 22 { 19 } else { *number }).collect();
    assert_eq!(check(&DeckList::new("", &free)), ["swlcg.core.deck.one-affiliation-card"]);
    let said = |affiliation: &str| {
        let faults = DeckList::new(affiliation, &free).check(Side::Dark, &Default::default());
        faults.into_iter().map(|fault| fault.what.en).collect::<Vec<_>>()
    };
    assert_eq!(said(""), ["the affiliation card is missing"]);
    assert_eq!(said("hutts"), ["there is no affiliation card “hutts”"]);
    assert_eq!(said("jedi"), ["Jedi belongs to the light side"]);
    let mut twice = list_of("", &sith(&ten));
    twice.units.push(twice.units[0].clone());
    let report = Swlcg::check_list(&twice, &Agreed::new());
    assert_eq!(rules(&report.faults), ["swlcg.core.deck.one-affiliation-card"]);
}

/// Along the Gamor Run (set 109) is limited by an erratum; other sets say so themselves.
#[test]
fn errata_are_named_and_can_be_left_aside() {
    let is_free = |set: &&ObjectiveSet| {
        let objective = library().card(set.cards[0]);
        objective.side == Side::Light && !objective.one_per_objective_deck && !objective.affiliation_only
    };
    let free: Vec<u16> = library().sets().iter().filter(is_free).map(|set| set.number).take(4).collect();
    let deck = |twice: u16| {
        let sets: Vec<u16> = free.iter().chain([&twice]).flat_map(|number| [*number, *number]).collect();
        DeckList::new("smugglers-and-spies", &sets)
    };
    let judged = |twice: u16, cards: &str| {
        let agreed = Agreed::from([("cards".to_string(), cards.to_string())]);
        Swlcg::check_list(&list_of("", &deck(twice)), &agreed).faults
    };
    let faults = judged(109, "errata");
    assert_eq!(rules(&faults), ["swlcg.errata.card.along-the-gamor-run"]);
    assert!(faults[0].text(Lang::En).contains("(erratum: FAQ 3.6d of 23 April 2018)"), "{faults:?}");
    assert!(faults[0].text(Lang::De).contains("(Erratum: FAQ 3.6d vom 23. April 2018)"), "{faults:?}");
    assert_eq!(judged(109, "printed"), []);
    let limited = library().sets().iter().find(|set| {
        let objective = library().card(set.cards[0]);
        objective.one_per_objective_deck && set.number != 109 && objective.side == Side::Light
    });
    let limited = limited.expect("a limited set").number;
    for cards in ["errata", "printed"] {
        let faults = judged(limited, cards);
        assert!(rules(&faults).contains(&"swlcg.core.deck.limit-1-per-objective-deck"), "{faults:?}");
        assert!(!faults[0].what.en.contains("erratum"), "{faults:?}");
    }
    let game = |cards: &str| {
        let agreed = Agreed::from([("cards".to_string(), cards.to_string())]);
        let dark = list_of("", &DeckList::new("sith", &[19, 20, 21, 22, 23, 24, 25, 36, 34, 35]));
        Swlcg::assemble(&[dark, list_of("", &deck(109))], &agreed).is_ok()
    };
    assert_eq!((game("errata"), game("printed")), (false, true));
}

/// A card whose text is not played yet is named when the game shall begin.
#[test]
fn gaps_are_refused_by_name() {
    let is_event = |card: &Facts| card.card_type == CardType::Event && card.side == Side::Light;
    let (_, gap) = library().kinds().find(|(_, card)| card.gap && is_event(card)).expect("a gap");
    let mut position = Position::default();
    position.light.hand = vec![gap.id.clone()];
    let mut setup = Setup { position: Some(position), ..Setup::default() };
    let faults = Swlcg::begin(&setup).expect_err("it cannot be played with");
    assert!(faults.iter().any(|fault| fault.place.en == gap.id), "{faults:?}");
    setup.options.blank_gaps = true;
    let faults = Swlcg::begin(&setup).err().unwrap_or_default();
    assert!(!faults.iter().any(|fault| fault.place.en == gap.id), "{faults:?}");
}

/// A position has as many cards as a table holds, and one more is refused.
#[test]
fn positions_have_an_end() {
    let crowded = |in_hand: usize, in_play: usize| {
        let mut position = Position::default();
        position.light.hand = vec!["x-wing".to_string(); in_hand];
        let unit = || Placed { card: "x-wing".to_string(), ..Placed::default() };
        position.light.in_play = std::iter::repeat_with(unit).take(in_play).collect();
        let faults = Swlcg::begin(&Setup { position: Some(position), ..Setup::default() }).err();
        faults.unwrap_or_default().iter().any(|fault| fault.what.en == "too many cards")
    };
    assert!(!crowded(MOST_COMMAND_CARDS, 0));
    assert!(crowded(MOST_COMMAND_CARDS + 1, 0));
    let most = (0..).find(|count| crowded(0, count + 1)).expect("an end");
    assert!(!crowded(0, most) && most >= MOST_COMMAND_CARDS, "{most}");
}

/// Every card of every objective set is played; what is not is in no set.
#[test]
fn every_set_can_be_played() {
    for set in library().sets() {
        let gaps = set.cards.iter().map(|kind| library().card(*kind)).filter(|card| card.gap);
        assert_eq!(gaps.map(|card| &*card.id).collect::<Vec<_>>(), [""; 0], "set {}", set.number);
    }
}

/// Restricted groups keep a deck out of tournaments, by name and with the day of the list.
#[test]
fn restricted_decks() {
    let mut deck = READY[1].deck();
    deck.sets.extend([112, 128]);
    let list = list_of("", &deck);
    let report = Swlcg::check_list(&list, &Agreed::new());
    assert_eq!((rules(&report.faults), rules(&report.tournament)), (vec![], vec!["swlcg.restricted.ls-2"]));
    let fault = &report.tournament[0];
    assert_eq!(fault.place.en, "May the Force Be With You (Set 112), The Master's Domain (Set 128)");
    assert!(fault.what.en.contains("23 April 2018") && fault.what.de.contains("23. April 2018"), "{fault}");
    let agreed = Agreed::from([("restricted".to_string(), "yes".to_string())]);
    let report = Swlcg::check_list(&list, &agreed);
    assert_eq!((rules(&report.faults), rules(&report.tournament)), (vec!["swlcg.restricted.ls-2"], vec![]));
}

/// Every form brings back the same deck.
#[test]
fn round_trips() {
    for seed in 0..200 {
        let mut luck = luck(seed);
        let deck = random_deck(&mut *luck);
        let list = list_of("Test <deck> & \"more\"", &deck);
        for written in Swlcg::write_list(&list) {
            let read = Swlcg::read_list(&written.text).unwrap_or_else(|faults| panic!("{faults:?}"));
            let (mut again, unknown) = deck_of(&read.list);
            assert!(unknown.is_empty(), "{}: {unknown:?}", written.form);
            let mut sets = deck.sets.clone();
            sets.sort_unstable();
            again.sets.sort_unstable();
            assert_eq!((again.affiliation, again.sets), (deck.affiliation.clone(), sets), "{}", written.text);
        }
    }
}

fn random_deck(luck: &mut dyn Rng) -> DeckList {
    let mut any = |bound: usize| luck.next_u32() as usize % bound;
    let affiliations: Vec<&str> = READY.iter().map(|ready| ready.id).collect();
    let sets = library().sets();
    let numbers: Vec<u16> = (0..4 + any(12)).map(|_| sets[any(sets.len())].number).collect();
    DeckList::new(affiliations[any(affiliations.len())], &numbers)
}

/// The shape in which OCTGN keeps a deck: single cards, in any order.
#[test]
fn cards_of_octgn_are_put_back_into_their_sets() {
    let text = imports::write_octgn(&READY[1].deck());
    assert_eq!(text.matches("<card ").count(), 1 + 8 * 6);
    let mut lines: Vec<&str> = text.lines().collect();
    // Yoda is gone, and Luke Skywalker is there once more.
    let yoda = lines.iter().position(|line| line.contains("Yoda<")).expect("Yoda");
    lines.remove(yoda);
    let text = lines.join("\n").replace(
        "qty=\"1\" id=\"ff4fb461-8060-457a-9c16-000000000064\"",
        "qty=\"2\" id=\"ff4fb461-8060-457a-9c16-000000000064\"",
    );
    let reading = imports::read(&text).expect("a deck");
    let unknown: Vec<&str> = reading
        .entries
        .iter()
        .filter_map(|entry| if let Entry::Unknown(words) = entry { Some(&**words) } else { None })
        .collect();
    assert_eq!(unknown, ["− 1 × Yoda (Set 2)", "+ 1 × Luke Skywalker (Set 1)"]);
    let report = Swlcg::check_list(&Swlcg::read_list(&text).expect("a deck").list, &Agreed::new());
    assert_eq!(rules(&report.faults), ["swlcg.core.deck.whole-sets-only"; 2]);
}

/// A file without ids goes by names; cards of the sets it names are no fault.
#[test]
fn cards_of_octgn_without_ids() {
    let text = imports::write_octgn(&READY[1].deck());
    let bare: String = text
        .split(" id=\"ff4fb461-8060-457a-9c16-")
        .enumerate()
        .map(|(part, text)| if part == 0 { text } else { &text[13..] })
        .collect();
    assert!(!bare.contains(" id="), "{bare}");
    let (mut deck, unknown) = deck_of(&Swlcg::read_list(&bare).expect("a deck").list);
    deck.sets.sort_unstable();
    assert_eq!((deck, unknown), (READY[1].deck(), vec![]));
    let (_, unknown) = deck_of(&Swlcg::read_list(&bare.replace(">Yoda<", ">Yaddle<")).expect("a deck").list);
    let said: Vec<&str> = unknown.iter().map(|fault| &*fault.place.en).collect();
    assert_eq!(said, ["− 1 × Yoda (Set 2)", "+ 1 × Yaddle"]);
}

/// However many copies a file says there are, it is said once; what is no number is no number.
#[test]
fn odd_numbers_of_cards() {
    let text = imports::write_octgn(&READY[1].deck());
    let many = Swlcg::check_list(
        &Swlcg::read_list(&text.replace("qty=\"1\"", "qty=\"99999999999\"")).expect("a deck").list,
        &Agreed::new(),
    );
    let mut once = rules(&many.faults);
    once.sort_unstable();
    let affiliations = once.iter().filter(|rule| **rule == "swlcg.core.deck.one-affiliation-card").count();
    assert_eq!(affiliations, 1, "{:?}", many.faults);
    let notes = notes_on(&text.replace("qty=\"1\"", "qty=\"99999999999\""));
    assert!(
        notes.iter().any(|note| note.place.en == "Set 2" && note.what.en.contains("99999999999 times")),
        "{notes:?}"
    );
    let negative = text.replacen("qty=\"1\"", "qty=\"-2\"", 1);
    let (_, unknown) = deck_of(&Swlcg::read_list(&negative).expect("a deck").list);
    assert_eq!(
        unknown.iter().map(Fault::to_string).collect::<Vec<_>>(),
        ["× -2 · Jedi: is no number of copies [swlcg.core.deck.whole-sets-only]"]
    );
}

fn notes_on(text: &str) -> Vec<Fault> {
    Swlcg::read_list(text).expect("a deck").notes
}

fn places(notes: &[Fault]) -> Vec<&str> {
    notes.iter().map(|note| &*note.place.en).collect()
}

#[test]
fn blocks_of_swlcgdb() {
    let text = r#"{"name":"Demo","affiliation_id":1,"card_blocks":[{"id":2,"quantity":1},{"id":1,"quantity":"2"},{"id":18,"quantity":1}]}"#;
    let (deck, unknown) = deck_of(&Swlcg::read_list(text).expect("a deck").list);
    assert!(unknown.is_empty(), "{unknown:?}");
    assert_eq!(deck, DeckList::new("jedi", &[2, 1, 1, 18]));
    assert_eq!(places(&notes_on(text)), ["affiliation_id 1", "card_blocks"]);
    // What the site itself shows of a deck: names and printed numbers go before the ids of its database.
    let named = r#"{"affiliation":{"id":9,"name":"Sith"},"card_blocks":[{"id":999,"name":"Fall of the Jedi","block":"19","quantity":2},{"id":77777,"quantity":1}]}"#;
    let (deck, unknown) = deck_of(&Swlcg::read_list(named).expect("a deck").list);
    assert_eq!(deck, DeckList::new("sith", &[19, 19]));
    assert_eq!(unknown.len(), 1);
    assert_eq!(places(&notes_on(named)), [""; 0]);
}

/// Whatever of a deck is read otherwise than it stands there is said.
#[test]
fn odd_blocks_of_swlcgdb() {
    let odd = r#"{"name":"Demo","description":"a deck","affiliation_id":40,"card_blocks":[
        {"id":1,"quantity":-2},{"id":2,"quantity":1.5},{"id":3},{"id":4,"quantity":0},
        {"block":5,"name":"In You Must Go","quantity":1},{"block":999,"name":"In You Must Go","quantity":1},{"quantity":1},7]}"#;
    let (deck, unknown) = deck_of(&Swlcg::read_list(odd).expect("a deck").list);
    assert_eq!(deck, DeckList::new("", &[3, 5, 2]));
    let said: Vec<&str> = unknown.iter().map(|fault| &*fault.place.en).collect();
    assert_eq!(
        said,
        [
            "affiliation_id 40",
            "× -2 · A Hero's Journey (Set 1)",
            "× 1.5 · In You Must Go (Set 2)",
            "{\"quantity\":1}",
            "7"
        ]
    );
    assert_eq!(
        places(&notes_on(odd)),
        [
            "description",
            "card_blocks[2]",
            "card_blocks[3]",
            "card_blocks[4]",
            "card_blocks[5]",
            "card_blocks"
        ]
    );
    let both = r#"{"affiliation":"Sith","affiliation_id":1,"card_blocks":[]}"#;
    assert_eq!(places(&notes_on(both)), ["affiliation_id 1"]);
}

#[test]
fn texts_of_all_kinds() {
    for text in [
        "Jedi\n2x A Hero's Journey\nIn You Must Go",
        "Affiliation: Jedi\n\nObjective sets:\n- 2 x A Hero’s Journey (1)\n- in you must go (Core Set)",
        "Fraktion: Jedi\nEinsatzsets:\nA Hero's Journey x2\nIn You Must Go",
        "jedi\n2× 1\nSet 2",
        "Jedi\n2 A Hero's Journey\n1 In You Must Go (Core Set)",
        "name = \"x\"\naffiliation = \"jedi\"\nsets = [1, 1, 2]",
        "{\"affiliation\": \"jedi\", \"sets\": [1, 1, 2]}",
    ] {
        let (deck, unknown) =
            deck_of(&Swlcg::read_list(text).unwrap_or_else(|faults| panic!("{faults:?}")).list);
        assert!(unknown.is_empty(), "{text}: {unknown:?}");
        assert_eq!(deck, DeckList::new("jedi", &[1, 1, 2]), "{text}");
    }
    let (_, unknown) = deck_of(&Swlcg::read_list("Jedi\nA Hero's Journey\nYoda's Hut").expect("a deck").list);
    assert_eq!(unknown.len(), 1, "what is not understood is said");
    let (deck, unknown) = deck_of(&Swlcg::read_list("Jedi\n-2x 1\n0x 2\n- 2x 3").expect("a deck").list);
    assert_eq!((deck.sets, unknown.len()), (vec![3, 3], 2), "{unknown:?}");
}

/// Dialects of deck builders and forums, in samples of our own.
#[test]
fn dialects_of_decks() {
    for text in [
        "My Jedi\n\nJedi (Core)\n\nTotal Objective Sets: (3)\n\n2x A Hero's Journey (Core)\n\n  • Luke Skywalker (Core)\n  • Jedi Lightsaber (Core)\n\n1x In You Must Go (Core)\n  • Yoda (Core)",
        "Jedi (Core Jedi)\n2x A Hero's Journey (1-1)\nLuke Skywalker (1-2)\nTwi'lek Loyalist (1-3)\n1x In You Must Go (2-1)\nYoda (2-2)",
        "Deck 7: Old Masters\nAffiliation: Jedi\nHero’s Journey x2\nIn You Must Go x1",
        "Jedi Affiliation\n1\nA Hero's Journey\n2x\n2\nIn You Must Go\n1x",
        "Jedi\nA Hero's Journey (2)\nIn You Must Go",
        "Jedi\n- 2x A Hero's Journey (Core Set, 2)\n- 1x In You Must Goo (Core Set, 8)",
        "Jedi, 2x A Hero's Journey, In You Must Go",
        "[b]Affiliation:[/b] Jedi\n[b]Objective Sets:[/b]\n2x [url=https://example.org]A Hero's Journey[/url]\n1x In You Must Go",
        "Affiliation - Jedi\n2 A Hero's Journey - Core\n1 In You Must Go [Core]",
        "**Jedi**\n1. A Hero's Journey (2)\n2. In You Must Go\nhttps://example.org/decks/7",
        "Jedi: A Hero's Journey x2, In You Must Go",
        "Hi all,\nLight Side: Jedi\n#1 A Hero's Journey *2\n(1) In You Must Go\n\nWhat do you think?",
        "| Set | Qty |\n|---|---|\n| Jedi | 1 |\n| A Hero's Journey | 2 |\n| 2 | In You Must Go | 1 |",
        "My first deck – Jedi (3 sets)\n2 of A Hero's Journey\n1 × In You Must Go [Core #2]",
        "[Jedi]\nA Hero's Journey 2\n1) In You Must Go",
        "\u{202a}Jedi\r\n2x\u{a0}A Hero's Jour\u{ad}ney\r\n\u{200b}In You Must Go\0",
    ] {
        let (deck, unknown) = deck_of(&Swlcg::read_list(text).expect("a deck").list);
        assert!(unknown.is_empty(), "{text}: {unknown:?}");
        assert_eq!(deck, DeckList::new("jedi", &[1, 1, 2]), "{text}");
    }
    for (short, id) in [
        ("Rebels", "rebel-alliance"),
        ("Navy", "imperial-navy"),
        ("Smugglers & Spies", "smugglers-and-spies"),
        ("Scum & Villainy (Edge of Darkness)", "scum-and-villainy"),
    ] {
        let (deck, _) = deck_of(&Swlcg::read_list(&format!("{short}\n2x 1")).expect("a deck").list);
        assert_eq!(deck.affiliation, id, "{short}");
    }
    // A number is no slip of the pen.
    let (deck, _) =
        deck_of(&Swlcg::read_list("Jedi\n2x Secret of Yavin IV\nIn You Must Go *2").expect("a deck").list);
    assert_eq!(deck.sets, [5, 5, 2, 2]);
    let notes = notes_on("Jedi\nIn You Must Goo");
    assert!(notes[0].text(Lang::De).starts_with("Zeile 2: "), "{notes:?}");
    let (_, unknown) = deck_of(
        &Swlcg::read_list("Jedi\nIn You Should Have Gone\nThe Rebel Fleeet XYZ").expect("a deck").list,
    );
    assert_eq!(unknown.len(), 2);
    assert!(unknown[1].text(Lang::En).contains("did you mean The Rebel Fleet?"), "{unknown:?}");
    assert!(unknown[1].text(Lang::De).contains("meintest du"), "{unknown:?}");
}

/// Ids that no card has, or another one, with the right names.
#[test]
fn cards_of_octgn_with_wrong_ids() {
    let text = imports::write_octgn(&READY[1].deck());
    let unknown_ids = text.replace("9c16-0000000", "9c16-0000099");
    let mixed = text.replace("000000000064\">", "000000000065\">");
    for (text, what) in [(unknown_ids, "ids of no card"), (mixed, "the id of another card")] {
        let read = Swlcg::read_list(&text).expect("a deck");
        let (mut deck, unknown) = deck_of(&read.list);
        deck.sets.sort_unstable();
        assert_eq!((deck, unknown), (READY[1].deck(), vec![]), "{what}");
        assert!(!read.notes.is_empty(), "{what}");
    }
}

fn octgn(lines: &str) -> String {
    let head = "<deck game=\"d5cf89e5-1984-4873-8ae0-f06eea411bb3\"><section name=\"Command Deck\">";
    format!("{head}{lines}</section></deck>")
}

fn octgn_card(number: u32, name: &str) -> String {
    format!("<card qty=\"1\" id=\"ff4fb461-8060-457a-9c16-{number:012}\">{name}</card>")
}

/// Two sets, or two places of one, share a card's name: what has an id stands in its place, whatever comes first.
#[test]
fn cards_of_octgn_with_and_without_ids() {
    for sets in [&[23, 19][..], &[19, 23], &[129, 71], &[71, 129], &[283, 42], &[42, 283], &[68], &[68, 68]] {
        let cards: Vec<(u32, &str)> = sets
            .iter()
            .filter_map(|number| library().set(*number))
            .flat_map(|set| set.octgn.iter().zip(&set.cards))
            .map(|(number, kind)| (*number, library().card(*kind).name.in_(Lang::En)))
            .collect();
        // One card after the other has lost its id, and in the last round every second one has.
        for lost in 0..=cards.len() {
            let is_lost = |place: usize| if lost < cards.len() { place == lost } else { place % 2 == 1 };
            let card = |(place, (number, name)): (usize, &(u32, &str))| {
                octgn_card(if is_lost(place) { 9999 } else { *number }, name)
            };
            let text = octgn(&cards.iter().enumerate().map(card).collect::<String>());
            let (deck, unknown) = deck_of(&Swlcg::read_list(&text).expect("a deck").list);
            assert_eq!(unknown, [], "{sets:?} without {lost}");
            let mut wanted = sets.to_vec();
            wanted.sort_unstable();
            assert_eq!(deck.sets, wanted, "{sets:?} without {lost}");
        }
    }
}

#[test]
fn cards_of_octgn_that_no_set_has() {
    let text = octgn(&octgn_card(9999, "Luke Skywalkr"));
    let (_, unknown) = deck_of(&Swlcg::read_list(&text).expect("a deck").list);
    assert_eq!(unknown[0].what.en, "is no card of the game");
    assert!(unknown[0].text(Lang::En).contains("did you mean Luke Skywalker?"), "{unknown:?}");
    let text = imports::write_octgn(&READY[1].deck());
    assert_eq!(notes_on(&text), []);
    let notes = notes_on(&text.replace("Command Deck", "Sideboard"));
    assert_eq!(places(&notes), ["Sideboard"]);
}

/// Only a line that counts something is passed over in silence.
#[test]
fn totals_and_what_begins_like_one() {
    let read = |line: &str| Swlcg::read_list(&format!("Jedi\n2x A Hero's Journey\n{line}\nIn You Must Go"));
    for line in ["Total War", "Totally unknown set", "Totally unknown set x2", "Totals of Yavin 4"] {
        let (_, unknown) = deck_of(&read(line).expect("a deck").list);
        assert_eq!(places(&unknown), [line]);
    }
    for line in ["Total", "Total: 3", "Total Sets: 3", "Total Objective Sets: (3)", "Gesamt: 3"] {
        let read = read(line).expect("a deck");
        assert_eq!((deck_of(&read.list).1, read.notes), (vec![], vec![]), "{line}");
    }
}

#[test]
fn copies_of_cards_below_their_set() {
    let notes = |line: &str| notes_on(&format!("Jedi\n2x A Hero's Journey\n{line}"));
    assert_eq!((notes("Luke Skywalker"), notes("2x Luke Skywalker")), (vec![], vec![]));
    let odd = notes("Luke Skywalker x3");
    assert!(odd[0].text(Lang::De).starts_with("Zeile 3: „Luke Skywalker“ gehört zu"), "{odd:?}");
}

/// A line that is too long is named by its beginning; what comes after too many lines is said to be left out.
#[test]
fn long_lines_are_named() {
    let long = format!("Jedi\nQuite {}\nIn You Must Go", "long ".repeat(300));
    let (deck, unknown) = deck_of(&Swlcg::read_list(&long).expect("a deck").list);
    assert_eq!(deck.sets, [2]);
    assert!(
        unknown[0].place.en.starts_with("Quite long") && unknown[0].place.en.ends_with('…'),
        "{unknown:?}"
    );
    let many = format!("Jedi\n{}In You Must Go", "\n".repeat(3000));
    assert!(notes_on(&many)[0].what.en.contains("only the first 2000 lines"));
}

/// However much somebody pastes, there is an end to it, and it is said.
#[test]
fn endless_decks_have_an_end() {
    let many = format!("Jedi\n{}", "50x 1\n".repeat(20_000));
    let list = Swlcg::read_list(&many).expect("a deck").list;
    assert!(
        list.units.len() <= 200 && list.units.last().is_some_and(|unit| unit.card == "…"),
        "{}",
        list.units.len()
    );
    let most = usize::MAX;
    let card = format!("<card qty=\"{most}\" id=\"ff4fb461-8060-457a-9c16-000000000063\"/>");
    let deck = format!("<deck game=\"d5cf89e5-1984-4873-8ae0-f06eea411bb3\">{card}{card}</deck>");
    assert!(Swlcg::read_list(&deck).is_ok());
    // A file that is nested too deeply, or that would grow without end, is refused.
    for odd in ["<a>".repeat(60_000), doubling(60)] {
        assert!(
            Swlcg::read_list(&odd).is_err_and(|faults| faults[0].what.en.starts_with("this is no XML file"))
        );
    }
}

/// An XML file of which each entity is twice the one before.
fn doubling(steps: usize) -> String {
    let entities: String = (1..steps).map(|n| format!("<!ENTITY e{n} \"&e{0};&e{0};\">", n - 1)).collect();
    format!("<!DOCTYPE deck [<!ENTITY e0 \"x\">{entities}]><deck>&e{};</deck>", steps - 1)
}

#[test]
fn spoilt_decks_never_panic() {
    let rounds = std::env::var("SANDTABLE_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    const ODD: [&str; 16] = [
        "",
        "0",
        "-1",
        "65536",
        "99999999999999999999",
        "<",
        ">",
        "\"",
        "'",
        "=",
        "x",
        "×",
        "ß",
        "\u{202e}",
        "\n",
        "id=",
    ];
    for seed in 0..rounds {
        let mut luck = luck(seed ^ 0xdec5);
        let texts = Swlcg::write_list(&list_of("Demo", &random_deck(&mut *luck)));
        let mut below = |bound: usize| luck.next_u32() as usize % bound.max(1);
        let mut letters: Vec<String> = texts[below(texts.len())].text.chars().map(String::from).collect();
        for _ in 0..1 + below(6) {
            let place = below(letters.len());
            let end = (place + 1 + below(12)).min(letters.len());
            letters.splice(place..end, [ODD[below(ODD.len())].to_string()]);
        }
        match Swlcg::read_list(&letters.concat()) {
            Ok(ReadList { list, .. }) => {
                let report = Swlcg::check_list(&list, &Agreed::new());
                assert_eq!(report.units.len(), list.units.len());
                Swlcg::write_list(&list);
                assert!(Swlcg::assemble(&[list.clone(), list], &Agreed::new()).is_err());
            }
            Err(faults) => {
                assert!(!faults.is_empty());
                assert!(faults.iter().all(|fault| fault.what.is_complete()), "{faults:?}");
            }
        }
    }
}

#[test]
fn a_link_is_no_part_of_a_name_and_nothing_is_no_deck() {
    let read =
        Swlcg::read_list("Friday Night https://example.org/decks/7\nJedi\nA Hero's Journey").expect("a deck");
    assert_eq!(read.list.name, "Friday Night");
    assert_eq!(places(&read.notes), ["line 1"]);
    assert!(read.notes[0].what.en.contains("https://example.org/decks/7"), "{:?}", read.notes);
    for text in ["null", "undefined", "```\nnull\n```"] {
        let faults = Swlcg::read_list(text).expect_err(text);
        assert_eq!(faults[0].what.en, "the list is empty", "{text}");
    }
}
