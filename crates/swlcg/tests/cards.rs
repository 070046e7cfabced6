//! One card, one place, one test: every card with a text has scenarios that name it and fail once the text is taken away, or
//! any one of its abilities and constant effects.

use std::path::Path;

use scenario::Scenario;
use scenario::needed::{Told, fails, position, read_told};
use swlcg::Swlcg;
use swlcg::cards::{CardType, Facts, Kind, MOST_PARTS, library};

/// Cards whose text needs a third player. Scenarios show that it does nothing between two.
const FOR_MORE_PLAYERS: [&str; 4] =
    ["watchers-in-the-wasteland", "the-emperors-hand", "b-wing", "logistics-officer"];

/// The id of a card, and the number of an ability or constant effect; 0 is its whole text.
type Part = (&'static str, usize);

/// The cards of a scenario that begins in the middle of a game.
fn cards_of(scenario: &Scenario) -> Option<Vec<Kind>> {
    let (setup, state) = position::<Swlcg>(scenario)?;
    setup.position.as_ref()?;
    Some(state.cards.iter().map(|card| card.kind).collect())
}

/// Whether a scenario is about this card: it has it, and it names it.
fn is_about(told: &Told<Vec<Kind>>, kind: Kind, card: &Facts) -> bool {
    told.has.contains(&kind) && told.names(&card.id, &card.name.en)
}

/// Whether a scenario fails without a part of a card's text, or without all of it for part 0.
fn fails_without(told: &Told<Vec<Kind>>, card: &Facts, part: usize) -> bool {
    let mut without = told.scenario.clone();
    without.given.push((0, format!("blank {} {part}", card.id)));
    fails::<Swlcg>(&without)
}

/// What the rules say as well is no text, and affiliation cards speak while a deck is built.
fn has_text(card: &Facts) -> bool {
    !card.gap
        && !["", "Belongs to your play area."].contains(&card.text.en.as_str())
        && card.card_type != CardType::Affiliation
}

#[test]
fn every_part_of_a_card_has_a_scenario() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/swlcg");
    let told = read_told(&folder, &cards_of);
    let mut missing = Vec::new();
    for (kind, card) in library().kinds().filter(|(_, card)| has_text(card)) {
        let own: Vec<_> = told.iter().filter(|told| is_about(told, kind, card)).collect();
        let parts = card.effects.less_one_part().len();
        assert!(parts <= MOST_PARTS, "{} has {parts} parts", card.id);
        let shown = |part: &usize| own.iter().any(|told| fails_without(told, card, *part));
        let unseen = (0..=parts).filter(|part| !shown(part));
        missing.extend(unseen.map(|part| (card.id.as_str(), part)));
    }
    let more_players = FOR_MORE_PLAYERS.map(|id| (id, 0));
    let (silent, missing): (Vec<Part>, Vec<Part>) =
        missing.into_iter().partition(|part| more_players.contains(part));
    assert!(missing.is_empty(), "no scenario needs these parts of cards (0: all of the text): {missing:?}");
    assert_eq!(silent.len(), more_players.len(), "only {silent:?} need an excuse");
}
