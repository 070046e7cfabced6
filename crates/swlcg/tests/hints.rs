//! Every option of random games has a hint in both languages, and every hint is the same whatever is hidden.

use scene::Hint;
use swlcg::lists::random_deck;
use swlcg::lists::ready::READY;
use swlcg::{Ask, Choice, Options, Setup, Side, Swlcg, View};
use table::direct::{self, Random};
use table::harness::check_hints;
use table::{Lang, Show};

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
