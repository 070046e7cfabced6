//! The kernel's promises, checked on random games.
//!
//! `SANDTABLE_GAMES=25000` plays that many games of each kind instead of a few.

use rand_core::Rng;
use swlcg::cards::{CardType, library};
use swlcg::lists::{DeckList, STARTERS};
use swlcg::{Options, Setup, Side, Swlcg};
use table::direct::luck;
use table::harness::check_game;

fn games(few: u64) -> u64 {
    std::env::var("SANDTABLE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(few)
}

fn check(setup: &Setup, seed: u64) {
    if let Err(what) = check_game::<Swlcg>(setup, seed) {
        panic!("{what}\n{setup:?}");
    }
}

/// The ready-made decks against each other. Cards that are not played yet count as blank.
#[test]
fn starter_decks() {
    for seed in 0..games(24) {
        let deck = |id: &str| DeckList::starter(id).expect("a ready-made deck");
        let (dark, light) = ([STARTERS[2].0, STARTERS[3].0], [STARTERS[0].0, STARTERS[1].0]);
        let options = Options { poker_face: seed % 3 == 0, blank_gaps: true, ..Options::default() };
        let setup = Setup {
            options,
            dark: deck(dark[seed as usize % 2]),
            light: deck(light[seed as usize / 2 % 2]),
            position: None,
        };
        check(&setup, seed);
    }
}

/// Decks of any ten sets of a side. Cards that are not played yet count as blank.
#[test]
fn random_decks() {
    for seed in 0..games(24) {
        let mut luck = luck(seed ^ 0x5e75);
        let mut deck = |side: Side| random_deck(side, &mut *luck);
        let options = Options {
            reorder_icons: seed % 2 == 0,
            poker_face: seed % 5 == 0,
            blank_gaps: true,
            ..Options::default()
        };
        let setup = Setup { options, dark: deck(Side::Dark), light: deck(Side::Light), position: None };
        check(&setup, seed);
    }
}

fn random_deck(side: Side, luck: &mut dyn Rng) -> DeckList {
    let mut any = |bound: usize| luck.next_u32() as usize % bound;
    let affiliations: Vec<&str> = library()
        .kinds()
        .filter(|(_, card)| card.card_type == CardType::Affiliation && card.side == side)
        .take(3)
        .map(|(_, card)| card.id.as_str())
        .collect();
    let affiliation = affiliations[any(affiliations.len())];
    let own = library().find(affiliation).expect("an affiliation card").1.affiliation;
    let sets: Vec<u16> = library()
        .sets()
        .iter()
        .filter(|set| {
            let objective = library().card(set.cards[0]);
            objective.side == side && (!objective.affiliation_only || objective.affiliation == own)
        })
        .map(|set| set.number)
        .collect();
    let mut chosen: Vec<u16> = Vec::new();
    while chosen.len() < 10 {
        let set = sets[any(sets.len())];
        if !chosen.contains(&set) {
            chosen.push(set);
        }
    }
    DeckList::new(affiliation, &chosen)
}
