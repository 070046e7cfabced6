//! How the game is told: sides and cards agree with the sentences that they stand in, in both languages.

use std::collections::BTreeSet;

use swlcg::lists::random_deck;
use swlcg::lists::ready::READY;
use swlcg::{Options, Setup, Side, Swlcg};
use table::direct::{self, Random};
use table::harness::sentences;

/// What German sentences of this game said wrongly once, or said in English.
const NEVER_GERMAN: [&str; 16] = [
    "für Dunkle",
    "für Helle",
    "von Dunkle",
    "von Helle",
    "der Dunkle Seite",
    "der Helle Seite",
    " liefert ",
    "bereite Karten",
    "auf eine Hand",
    "als nächste ",
    "„eine Karte“",
    "Beschützt Charakter.",
    " receives ",
    " the ",
    " with ",
    " is ",
];

/// What English sentences of this game said wrongly once.
const NEVER_ENGLISH: [&str; 13] = [
    "Dark wins",
    "Light wins",
    "of Dark side",
    "of Light side",
    "Dark draws",
    "Light draws",
    " provides ",
    "to a hand",
    "The dial ",
    "is to strike",
    "is to declare",
    "captured:",
    "1 focus tokens",
];

/// A sentence without the names of cards, many of which are English in German too.
fn without_names(sentence: &str) -> String {
    let mut rest = sentence;
    let mut text = String::new();
    while let Some((before, name)) = rest.split_once('„') {
        text.push_str(before);
        rest = name.split_once('“').map_or("", |(_, after)| after);
    }
    text + rest
}

fn check([english, german]: &[BTreeSet<String>; 2]) {
    for sentence in german.iter().filter(|sentence| sentence.contains(' ')) {
        // Options and hints may be the bare name of a card.
        let is_name = english.contains(sentence);
        let text = without_names(sentence);
        let wrong = NEVER_GERMAN.iter().find(|words| text.contains(**words));
        assert!(is_name || wrong.is_none(), "{sentence:?}");
    }
    for sentence in english {
        assert_eq!(NEVER_ENGLISH.iter().find(|words| sentence.contains(**words)), None, "{sentence:?}");
    }
}

#[test]
fn games_are_told_well() {
    for seed in 0..4 {
        let of = |side: usize, number: u64| READY[side + 2 * (number as usize % 3)].deck();
        let ready = Setup { dark: of(0, seed), light: of(1, seed / 2), ..Setup::default() };
        let (mut luck, options) = (direct::luck(seed), Options::default());
        let mut deck = |side| random_deck(&mut *luck, side, &options);
        let (dark, light) = (deck(Side::Dark), deck(Side::Light));
        for setup in [ready, Setup { dark, light, ..Setup::default() }] {
            let told = sentences::<Swlcg>(&setup, seed, &mut Random::new(seed));
            check(&told.unwrap_or_else(|what| panic!("{what}")));
        }
    }
}
