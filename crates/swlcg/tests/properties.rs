//! The kernel's promises, checked on random games.
//!
//! `SANDTABLE_GAMES=25000` plays that many games of each kind instead of a few, `SANDTABLE_FROM=17878` begins with that seed.

use rand_core::Rng;
use swlcg::lists::random_deck;
use swlcg::lists::ready::READY;
use swlcg::{CardId, Event, Options, Placed, Position, Setup, Side, Swlcg};
use table::direct::luck;
use table::harness::check_game;
use table::{Answer, Kind, Seat, Seats, Session, Show, Status};

fn seeds(few: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let from = number("SANDTABLE_FROM").unwrap_or(0);
    from..from + number("SANDTABLE_GAMES").unwrap_or(few)
}

fn check(setup: &Setup, seed: u64) {
    if let Err(what) = check_game::<Swlcg>(setup, seed) {
        panic!("{what}\n{setup:?}");
    }
}

/// The ready-made decks against each other.
#[test]
fn ready_decks() {
    for seed in seeds(18) {
        let of = |side: usize, number: u64| READY[side + 2 * (number as usize % 3)].deck();
        let options = Options { poker_face: seed % 2 == 0, ..Options::default() };
        let setup = Setup { options, dark: of(0, seed), light: of(1, seed / 3), position: None };
        check(&setup, seed);
    }
}

/// Decks and options as they come, of all cards that are played.
#[test]
fn random_decks() {
    for seed in seeds(40) {
        check(&random_setup(seed, false), seed);
    }
}

/// Decks of all sets there are; cards that are not played yet count as blank.
#[test]
fn random_decks_with_blank_cards() {
    for seed in seeds(20) {
        check(&random_setup(seed, true), seed);
    }
}

fn random_setup(seed: u64, blank_gaps: bool) -> Setup {
    let mut luck = luck(seed ^ 0x5e75);
    let coins = luck.next_u32();
    let options = Options {
        poker_face: coins & 2 != 0,
        restricted_list: coins & 4 != 0,
        draw_if_both_win: coins & 8 != 0,
        blank_gaps,
        as_printed: coins & 16 != 0,
    };
    let mut deck = |side| random_deck(&mut *luck, side, &options);
    Setup { options, dark: deck(Side::Dark), light: deck(Side::Light), position: None }
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
            Kind::Whole { plans } => Answer::Plan(plans[0].clone()),
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

/// A card that goes to hand unseen is told to its owner alone; one that both players know, to everybody.
#[test]
fn cards_that_are_not_shown_stay_unknown() {
    let session = Session::<Swlcg>::new(&engagement(false, true), Some(luck(7))).expect("a good set-up");
    let [dark, light] = [Side::Dark, Side::Light].map(Side::seat);
    let told = |known: Seats, viewer: Option<Seat>| {
        let event = Event::ToHand(CardId(0), known);
        Swlcg::see(session.state(), &event, viewer) == Some(event)
    };
    let own = Seats::NONE.with(light);
    assert_eq!([Some(light), Some(dark), None].map(|viewer| told(own, viewer)), [true, false, false]);
    let both = own.with(dark);
    assert_eq!([Some(light), Some(dark), None].map(|viewer| told(both, viewer)), [true, true, true]);
}
