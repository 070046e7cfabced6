//! One card, one place, one test: every card with a text has scenarios that fail once the text is taken away.

use std::path::{Path, PathBuf};

use scenario::Scenario;
use scenario::needed::{Told, not_needed, plain, position, read_told};
use xwing::XWing;
use xwing::cards::{leave_blank, library};

/// Cards whose text another card carries out, or their row alone.
const BY_OTHERS: [&str; 4] = [
    "condition:mimicked",      // Thweek has the ability
    "condition:shadowed",      // and the pilot skill
    "pilot:nashtah-pup-pilot", // the pilot of the Hound's Tooth flies on
    "upgrade:chardaan-refit",  // costs less than nothing and says so
];

/// What a scenario is searched for: all of its words, and the pilots and upgrades of its position.
struct Said {
    words: String,
    cards: Vec<&'static str>,
}

fn said(scenario: &Scenario) -> Option<Said> {
    let given = scenario.given.iter().map(|(_, line)| plain(line));
    let play = scenario.play.iter().map(|line| plain(&line.text));
    let words = plain(&scenario.title) + &given.chain(play).collect::<String>();
    let mut cards = Vec::new();
    if let Some((_, state)) = position::<XWing>(scenario) {
        for ship in &state.ships {
            cards.push(&*library().pilot(ship.pilot).id);
            cards.extend(ship.upgrades.iter().map(|upgrade| &*library().upgrade(upgrade.card).id));
        }
    }
    Some(Said { words, cards })
}

/// The scenarios that have a card or name it, its own first.
fn about(told: &[Told<Said>], id: &str, name: &str) -> Vec<PathBuf> {
    let name = plain(name);
    let is_meant = |told: &&Told<Said>| {
        told.file.starts_with(id) || told.has.cards.contains(&id) || told.has.words.contains(&name)
    };
    let mut about: Vec<_> = told.iter().filter(is_meant).collect();
    about.sort_by_key(|told| (!told.file.starts_with(id), !told.has.words.contains(&name)));
    about.into_iter().map(|told| told.path.clone()).collect()
}

fn cards_with_text() -> Vec<(String, Vec<PathBuf>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/xwing");
    let told = read_told(&folder, &said);
    let library = library();
    let pilots = library.pilots.iter().filter(|card| !card.gap);
    let pilots = pilots.map(|card| ("pilot", card.id.clone(), &card.id, &card.name, &card.text));
    let upgrades = library.upgrades.iter().filter(|card| !card.gap);
    let upgrades = upgrades.map(|card| ("upgrade", card.id.clone(), &card.id, &card.name, &card.text));
    let conditions = library.conditions.iter().filter(|card| !card.gap);
    let conditions = conditions.map(|card| ("condition", card.id.clone(), &card.id, &card.name, &card.text));
    let damage = library.damage.iter().enumerate();
    let damage =
        damage.map(|(number, card)| ("damage", number.to_string(), &card.id, &card.name, &card.text));
    let all = pilots.chain(upgrades).chain(conditions).chain(damage);
    let with_text = all.filter(|(.., text)| !text.en.is_empty());
    with_text.map(|(kind, key, id, name, _)| (format!("{kind}:{key}"), about(&told, id, &name.en))).collect()
}

#[test]
fn every_card_is_needed() {
    let missing = not_needed::<XWing>("every_card_is_needed", cards_with_text, leave_blank);
    let (silent, missing): (Vec<_>, Vec<_>) =
        missing.into_iter().partition(|card| BY_OTHERS.contains(&&**card));
    assert!(missing.is_empty(), "no scenario needs the texts of these cards: {missing:?}");
    assert_eq!(silent.len(), BY_OTHERS.len(), "only {silent:?} need an excuse");
}
