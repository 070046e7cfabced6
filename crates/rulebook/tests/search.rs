//! Searching the rulebooks as players do.

use proptest::prelude::*;
use rulebook::{Filter, Kind, Lang, Place, Rulebook, search};

fn ids(query: &str, filter: &Filter) -> Vec<&'static str> {
    search(query, filter).iter().map(|hit| hit.entry.id.as_str()).collect()
}

/// Some rule of the first game, by which the tests need not know any game.
fn any_id() -> &'static str {
    &Rulebook::of(Rulebook::games()[0].id).expect("has a book").entries[0].id
}

#[test]
fn an_id_finds_its_rule_first() {
    let hits = search(&format!(" {} ", any_id().to_uppercase()), &Filter::default());
    assert_eq!((hits[0].entry.id.as_str(), hits[0].place), (any_id(), Place::Id));
}

#[test]
fn the_beginning_of_an_id_finds_all_rules_below_it() {
    for game in Rulebook::games() {
        let book = Rulebook::of(game.id).expect("has a book");
        let found = ids(&format!("{}.", game.id), &Filter { limit: usize::MAX, ..Filter::default() });
        assert!(found.len() >= book.entries.len());
        assert!(found.iter().zip(&book.entries).all(|(id, entry)| *id == entry.id), "document order");
    }
}

#[test]
fn umlauts_case_and_word_ends_do_not_matter() {
    let all = Filter { limit: usize::MAX, ..Filter::default() };
    let written = ids("Würfel", &all);
    assert!(!written.is_empty());
    assert_eq!(written, ids("WUERFEL", &all));
    assert_eq!(written, ids("wurfel", &all));
    let begun = ids("würf", &all);
    assert!(written.iter().all(|id| begun.contains(id)));
}

#[test]
fn every_word_must_occur() {
    let all = Filter { limit: usize::MAX, ..Filter::default() };
    let (dice, both) = (ids("dice", &all), ids("dice attacker", &all));
    assert!(!both.is_empty() && both.len() < dice.len());
    assert!(both.iter().all(|id| dice.contains(id)));
    assert!(ids("dice xyzzyx", &all).is_empty());
}

#[test]
fn better_places_come_first() {
    let hits = search("token", &Filter { limit: usize::MAX, ..Filter::default() });
    assert!(hits.is_sorted_by_key(|hit| hit.place));
    assert!(
        hits.iter().any(|hit| hit.place == Place::IdPart) && hits.iter().any(|hit| hit.place == Place::Text)
    );
}

#[test]
fn filters_narrow_the_search() {
    let game = Rulebook::games()[0].id;
    let filter = Filter { game: Some(game), kind: Some(Kind::Dice), limit: 5, ..Filter::default() };
    let hits = search("", &filter);
    assert!((1..=5).contains(&hits.len()));
    assert!(hits.iter().all(|hit| hit.entry.kind == Kind::Dice && hit.entry.id.starts_with(game)));
    assert!(search("", &Filter { game: Some("no such game"), ..Filter::default() }).is_empty());

    let (english, german) = (Filter { lang: Some(Lang::En), ..Filter::default() }, Filter::default());
    assert!(ids("Würfel", &english).is_empty() && !ids("Würfel", &german).is_empty());
}

#[test]
fn signs_alone_find_nothing() {
    assert!(search("?!", &Filter::default()).is_empty());
}

proptest! {
    #[test]
    fn no_query_panics(query in any::<String>(), limit in 0usize..60, german in any::<bool>()) {
        let lang = german.then_some(Lang::De);
        let hits = search(&query, &Filter { lang, limit, ..Filter::default() });
        prop_assert!(hits.len() <= limit);
    }

    #[test]
    fn the_same_query_finds_the_same_rules(query in "[a-zäöü. -]{0,12}") {
        prop_assert_eq!(ids(&query, &Filter::default()), ids(&query, &Filter::default()));
    }
}
