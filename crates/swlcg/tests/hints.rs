//! Every option of random games has a hint in both languages, and every hint is the same whatever is hidden.

use scene::Hint;
use swlcg::lists::random_deck;
use swlcg::lists::ready::READY;
use swlcg::{Ask, Choice, Options, Setup, Side, Swlcg, View};
use table::direct::{self, Random};
use table::harness::Resample;
use table::{Appraise, Lang, Session, Show, Status};

fn check(hint: &Hint, view: &View, ask: &Ask, choice: &Choice, lang: Lang) {
    assert!(!hint.detail.contains("  ") && hint.detail.trim() == hint.detail, "{:?}", hint.detail);
    // Who chooses among cards is told something of each.
    if matches!(choice, Choice::Card(_) | Choice::Use(..) | Choice::Pay(..)) {
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
    let mut session = Session::<Swlcg>::new(setup, Some(direct::luck(seed))).expect("legal");
    let (mut policy, mut luck) = (Random::new(seed), direct::luck(seed + 1000));
    let mut asked = Vec::new();
    while session.status() == Status::Waiting {
        let Some(question) = session.pending().first().cloned() else { break };
        let name = format!("{:?}", question.ask);
        asked.push(name.split('(').next().unwrap_or_default().to_string());
        let seat = Some(question.seat);
        let view = Swlcg::view(session.state(), seat);
        let other = Swlcg::view(&Swlcg::resample(session.state(), seat, &mut *luck), seat);
        for lang in Lang::ALL {
            for choice in &question.options {
                let hint = Swlcg::hint(&view, &question.ask, choice, lang);
                check(&hint, &view, &question.ask, choice, lang);
                assert_eq!(hint, Swlcg::hint(&other, &question.ask, choice, lang), "a hint tells a secret");
                assert!(Swlcg::appeal(&view, &question.ask, choice).is_finite());
            }
        }
        let answer =
            session.ask_policy(question.seat, question.track, &mut policy).expect("a player's question");
        session.answer(question.seat, question.track, answer).expect("a legal answer");
    }
    for logged in session.log() {
        for lang in Lang::ALL {
            assert!(!Swlcg::log_line(session.state(), &logged.event, lang).text.is_empty());
        }
    }
    asked
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
