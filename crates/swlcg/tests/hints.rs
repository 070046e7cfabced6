//! Every option of random games has a hint in both languages, and every hint is the same whatever is hidden.

use scene::Hint;
use swlcg::lists::random_deck;
use swlcg::lists::ready::READY;
use swlcg::{Ask, Choice, Cursor, Options, Placed, Position, Setup, Side, Swlcg, View};
use table::direct::{self, Random};
use table::harness::check_hints;
use table::{Answer, Kind, Lang, Session, Show};

fn check(hint: &Hint, view: &View, ask: &Ask, choice: &Choice, lang: Lang) {
    assert!(!hint.detail.contains("  ") && hint.detail.trim() == hint.detail, "{:?}", hint.detail);
    // Who chooses among cards is told something of each.
    if matches!(choice, Choice::Card(_) | Choice::Use(..)) {
        assert!(!hint.detail.is_empty(), "{ask:?} {choice:?} has no sentence");
        assert!(!hint.pieces.is_empty(), "{ask:?} {choice:?} points at no card");
    }
    // Cards in the middle of a pile can be chosen, but are not drawn.
    if !matches!(
        ask,
        Ask::Engage | Ask::Attackers(_) | Ask::Defenders(_) | Ask::Strike | Ask::EdgeCard | Ask::Commit
    ) {
        return;
    }
    let drawn = serde_json::to_string(&Swlcg::scene(view, lang)).expect("a picture");
    for piece in &hint.pieces {
        assert!(drawn.contains(&format!("\"{piece}\"")), "{ask:?}: {piece} is not in the picture");
    }
}

/// Plays a game and returns the kinds of questions that came up.
fn play(setup: &Setup, seed: u64) -> Vec<String> {
    check_hints::<Swlcg>(setup, seed, &mut Random::new(seed), check).unwrap_or_else(|what| panic!("{what}"))
}

#[test]
fn ready_decks() {
    let mut asked = Vec::new();
    for seed in 0..9 {
        let of = |side: usize, number: u64| READY[side + 2 * (number as usize % 3)].deck();
        let setup = Setup { dark: of(0, seed), light: of(1, seed / 3), ..Setup::default() };
        asked.extend(play(&setup, seed));
    }
    for wanted in [
        "SpareObjective",
        "Mulligan",
        "Window",
        "Target",
        "Pay",
        "Attach",
        "BalanceDamage",
        "Commit",
        "Engage",
        "Attackers",
        "Defenders",
        "EdgeCard",
        "Strike",
        "UnitDamage",
        "Tactics",
    ] {
        assert!(asked.iter().any(|ask| ask == wanted), "no {wanted} came up");
    }
}

#[test]
fn random_decks() {
    for seed in 0..8 {
        let mut luck = direct::luck(seed);
        let options = Options::default();
        let mut deck = |side| random_deck(&mut *luck, side, &options);
        let setup = Setup { options, dark: deck(Side::Dark), light: deck(Side::Light), position: None };
        play(&setup, seed);
    }
}

/// The dark side has Interrogation and can pay for it; the light side holds two cards.
fn interrogation() -> Setup {
    let cards = |ids: &[&str]| ids.iter().map(|id| id.to_string()).collect();
    let mut position = Position { step: Cursor::Deployment, ..Position::default() };
    position.dark.in_play = vec![Placed::new("sith"), Placed::new("shadows-of-dathomir")];
    position.dark.hand = cards(&["interrogation"]);
    position.light.in_play = vec![Placed::new("jedi"), Placed::new("a-heros-journey")];
    position.light.hand = cards(&["x-wing", "luke-skywalker-1"]);
    Setup { position: Some(position), ..Setup::default() }
}

#[test]
fn whoever_chooses_from_a_hand_sees_it_meanwhile() {
    let mut session = Session::<Swlcg>::new(&interrogation(), Some(direct::luck(1))).expect("a good set-up");
    while !matches!(session.pending()[0].ask, Ask::Choose(_)) {
        let question = session.pending()[0].clone();
        let answer = match &question.kind {
            Kind::Whole { plans } => Answer::Plan(plans[0].clone()),
            _ => Answer::One(0),
        };
        session.answer(question.seat, question.track, answer).expect("an option of the question");
    }
    let question = session.pending()[0].clone();
    let sees = |seat, choice: &Choice| {
        let view = Swlcg::view(session.state(), seat);
        let Choice::Card(id) = *choice else { panic!("{choice:?} is no card") };
        let text = session.state().facts(id).text.in_(Lang::En).to_string();
        Swlcg::hint(&view, &question.ask, choice, Lang::En).detail.ends_with(&text) && !text.is_empty()
    };
    let told: Vec<&Choice> =
        question.options.iter().filter(|choice| sees(Some(question.seat), choice)).collect();
    assert!(!told.is_empty(), "no text of {:?} is told", question.options);
    assert!(told.iter().all(|choice| !sees(None, choice)), "whoever only watches sees the hand");
    session.answer(question.seat, question.track, Answer::One(0)).expect("an option of the question");
    let view = Swlcg::view(session.state(), Some(question.seat));
    assert!(view.state.player(Side::Light.seat()).hand.iter().all(|id| *id == swlcg::CardId::HIDDEN));
}
