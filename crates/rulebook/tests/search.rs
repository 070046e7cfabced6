//! Searching the rulebooks as players do.

use proptest::prelude::*;
use rulebook::{Filter, Kind, Lang, Place, Rulebook, search};

fn ids(query: &str, filter: &Filter) -> Vec<&'static str> {
    search(query, filter).hits.iter().map(|hit| hit.entry.id.as_str()).collect()
}

/// Some rule of the first game, by which the tests need not know any game.
fn any_id() -> &'static str {
    &Rulebook::of(Rulebook::games()[0].id).expect("has a book").entries[0].id
}

#[test]
fn an_id_finds_its_rule_first() {
    let hits = search(&format!(" {} ", any_id().to_uppercase()), &Filter::default()).hits;
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
fn a_whole_title_finds_its_rule_first() {
    for (query, lang) in [("Zielerfassung", Lang::De), ("zielerfassung", Lang::De)] {
        let hits = search(query, &Filter::default()).hits;
        assert_eq!(hits[0].entry.title.in_(lang).to_lowercase(), query.to_lowercase());
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
fn of_two_words_both_must_occur_where_some_rule_has_both() {
    let all = Filter { limit: usize::MAX, ..Filter::default() };
    let (dice, both) = (ids("dice", &all), ids("dice attacker", &all));
    assert!(!both.is_empty() && both.len() < dice.len());
    assert!(both.iter().all(|id| dice.contains(id)));
}

#[test]
fn where_no_rule_has_every_word_the_nearest_are_shown_and_it_is_said() {
    let found = search("dice xyzzyx", &Filter::default());
    assert!(!found.hits.is_empty() && found.hits.iter().all(|hit| !hit.complete));
    assert!(!found.is_complete());
    assert_eq!(found.unknown, ["xyzzyx"]);
    assert!(search("dice attacker", &Filter::default()).is_complete());

    let nothing = search("xyzzyx", &Filter::default());
    assert!(nothing.hits.is_empty());
    assert_eq!(nothing.unknown, ["xyzzyx"]);
}

#[test]
fn what_a_rule_is_called_counts_more_than_what_it_mentions() {
    for game in Rulebook::games() {
        let book = Rulebook::of(game.id).expect("has a book");
        let filter =
            Filter { game: Some(game.id), lang: Some(Lang::En), limit: usize::MAX, ..Filter::default() };
        let hits = search("token", &filter).hits;
        assert!(hits[0].place <= Place::Title, "{}", hits[0].entry.id);
        let worst = |place| hits.iter().rposition(|hit| hit.place == place);
        assert!(worst(Place::Title) < worst(Place::Text), "{}: {} rules", game.id, book.entries.len());
    }
}

#[test]
fn filters_narrow_the_search() {
    let game = Rulebook::games()[0].id;
    let filter = Filter { game: Some(game), kind: Some(Kind::Dice), limit: 5, ..Filter::default() };
    let hits = search("", &filter).hits;
    assert!((1..=5).contains(&hits.len()));
    assert!(hits.iter().all(|hit| hit.entry.kind == Kind::Dice && hit.entry.id.starts_with(game)));
    assert!(search("", &Filter { game: Some("no such game"), ..Filter::default() }).hits.is_empty());

    let (english, german) = (Filter { lang: Some(Lang::En), ..Filter::default() }, Filter::default());
    assert!(ids("Würfel", &english).is_empty() && !ids("Würfel", &german).is_empty());
}

#[test]
fn signs_alone_find_nothing() {
    assert!(search("?!", &Filter::default()).hits.is_empty());
}

proptest! {
    #[test]
    fn no_query_panics(query in any::<String>(), limit in 0usize..60, german in any::<bool>()) {
        let lang = german.then_some(Lang::De);
        let hits = search(&query, &Filter { lang, limit, ..Filter::default() }).hits;
        prop_assert!(hits.len() <= limit);
    }

    #[test]
    fn the_same_query_finds_the_same_rules(query in "[a-zäöü. -]{0,12}") {
        prop_assert_eq!(ids(&query, &Filter::default()), ids(&query, &Filter::default()));
    }
}
