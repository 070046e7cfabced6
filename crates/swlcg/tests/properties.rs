//! The kernel's promises, checked on random games.
//!
//! `SANDTABLE_GAMES=25000` plays that many games of each kind instead of a few.

use rand_core::Rng;
use swlcg::cards::{CardType, library};
use swlcg::lists::{DeckList, STARTERS};
use swlcg::{Options, Placed, Position, Setup, Side, Swlcg};
use table::direct::luck;
use table::harness::check_game;
use table::{Answer, Kind, Session, Show, Status};

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

/// Who is asked what, and what the dark side sees meanwhile, if it does whatever it can and the light side always passes.
fn as_dark_sees_it(setup: &Setup) -> Vec<String> {
    let mut session = Session::<Swlcg>::new(setup, Some(luck(7))).expect("a good set-up");
    let dark = Side::Dark.seat();
    let mut seen = Vec::new();
    while session.status() == Status::Waiting && seen.len() < 40 {
        let question = session.pending()[0].clone();
        let view = Swlcg::view(session.state(), Some(dark));
        let told: Vec<_> = session
            .log()
            .iter()
            .filter_map(|logged| Swlcg::see(session.state(), &logged.event, Some(dark)))
            .collect();
        seen.push(format!("{:?} {:?} {view:?} {told:?}", question.seat, question.ask));
        let choice = if question.seat == dark { 0 } else { question.passive.unwrap_or(0) };
        let answer = match question.kind {
            Kind::Some { min, .. } => Answer::Some((0..min as u16).collect()),
            _ => Answer::One(choice as u16),
        };
        session.answer(question.seat, question.track, answer).expect("an option of the question");
    }
    seen
}

/// An engagement in which the light side could answer, or has only cards of the deck that could.
fn engagement(poker_face: bool, armed: bool) -> Setup {
    let cards = |ids: &[&str]| ids.iter().map(|id| id.to_string()).collect();
    let fights = |id: &str| Placed { participating: true, ..Placed::new(id) };
    let mut position = Position::default();
    position.dark.in_play =
        vec![Placed::new("sith"), Placed::new("shadows-of-dathomir"), fights("darth-vader-19")];
    position.dark.hand = cards(&["force-choke", "tie-fighter"]);
    position.light.in_play = vec![
        Placed::new("jedi"),
        Placed { engaged: true, ..Placed::new("a-heros-journey") },
        fights("jedi-in-hiding"),
        fights("believer-in-the-old-ways"),
    ];
    let (hand, deck) = (cards(&["counter-stroke", "it-could-be-worse"]), cards(&["x-wing", "y-wing"]));
    (position.light.hand, position.light.deck) = if armed { (hand, deck) } else { (deck, hand) };
    let options = Options { poker_face, ..Options::default() };
    Setup { options, position: Some(position), ..Setup::default() }
}

#[test]
fn being_asked_tells_nothing_about_a_hand() {
    let seen = |poker_face, armed| as_dark_sees_it(&engagement(poker_face, armed));
    assert_eq!(seen(true, true), seen(true, false));
    assert_ne!(seen(false, true), seen(false, false));
}
