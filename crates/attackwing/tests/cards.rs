//! One card, one place, one test: every card with a text has scenarios that fail once the text is taken away.

use std::path::{Path, PathBuf};

use attackwing::AttackWing;
use attackwing::cards::{leave_blank, library};
use scenario::Scenario;
use scenario::needed::{Told, not_needed, plain, read_told};

/// All that a scenario says.
fn all_words(scenario: &Scenario) -> Option<String> {
    let given = scenario.given.iter().map(|(_, line)| plain(line));
    let play = scenario.play.iter().map(|line| plain(&line.text));
    Some(plain(&scenario.title) + &given.chain(play).collect::<String>())
}

/// The scenarios that name a card, its own first. Ships and captains also go by a part of their names.
fn about(told: &[Told<String>], id: &str, name: &str) -> Vec<PathBuf> {
    let mut last = name.split([' ', '(']).filter(|word| word.len() > 3).collect::<Vec<_>>();
    last.push(name);
    let is_meant = |told: &&Told<String>| {
        told.file.starts_with(id) || last.iter().any(|word| told.has.contains(&plain(word)))
    };
    let mut about: Vec<_> = told.iter().filter(is_meant).collect();
    about.sort_by_key(|told| !told.file.starts_with(id));
    about.into_iter().map(|told| told.path.clone()).collect()
}

fn cards_with_text() -> Vec<(String, Vec<PathBuf>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/attackwing");
    let told = read_told(&folder, &all_words);
    let library = library();
    let ships = library.ships.iter().map(|card| ("ship", &card.id, &card.name, &card.text));
    let captains = library.captains.iter().map(|card| ("captain", &card.id, &card.name, &card.text));
    let upgrades = library.upgrades.iter().map(|card| ("upgrade", &card.id, &card.name, &card.text));
    let damage = library.damage.iter().map(|card| ("damage", &card.id, &card.name, &card.text));
    let all = ships.chain(captains).chain(upgrades).chain(damage);
    let with_text = all.filter(|(.., text)| !text.en.is_empty());
    with_text.map(|(kind, id, name, _)| (format!("{kind}:{id}"), about(&told, id, &name.en))).collect()
}

#[test]
fn every_card_is_needed() {
    let missing = not_needed::<AttackWing>("every_card_is_needed", cards_with_text, leave_blank);
    assert!(missing.is_empty(), "no scenario needs the texts of these cards: {missing:?}");
}
