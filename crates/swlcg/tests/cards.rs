//! One card, one place, one test: every card that does something has a scenario that names it.

use std::path::Path;

use swlcg::cards::{CardType, library};

fn read_all(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder of scenarios").flatten() {
        match entry.path() {
            path if path.is_dir() => read_all(&path, text),
            path => text.push_str(&std::fs::read_to_string(path).expect("a scenario")),
        }
    }
}

/// Letters and digits alone, as scenarios may leave out other signs.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// By its id, or by its title if it is the first of its side and type with it. Fate cards of one title are all alike.
#[test]
fn every_card_has_a_scenario() {
    let mut text = String::new();
    read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/swlcg"), &mut text);
    let named = plain(&text);
    let text = text.to_lowercase();
    let mut named_before = Vec::new();
    let mut missing = Vec::new();
    for (_, card) in library().kinds() {
        let title = (card.side, card.card_type, plain(&card.name.en));
        let is_first = !named_before.contains(&title);
        let by_title = (is_first || card.card_type == CardType::Fate) && named.contains(&title.2);
        let speaks = !card.gap && !card.text.en.is_empty() && card.card_type != CardType::Affiliation;
        if speaks && !by_title && !text.contains(&card.id) {
            missing.push(card.id.clone());
        }
        named_before.push(title);
    }
    assert!(missing.is_empty(), "{} cards without a scenario: {missing:?}", missing.len());
}
