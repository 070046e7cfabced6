//! What the lobby offers: ready-made squads, the catalogue, options and set-ups.

use table::lobby::{List, ListUnit, Lobby};
use table::{Game, Lang};
use xwing::cards::library;
use xwing::lists::ready::READY;
use xwing::lists::starter;
use xwing::{DeckName, Options, RulesetName, XWing};

use crate::{agreed, read};

fn ready(id: &str) -> List {
    xwing::lobby::list_of(&starter(id).expect("a ready squad"))
}

#[test]
fn ready_lists_are_offered_and_come_back() {
    let sides: Vec<String> = XWing::catalogue().sides.into_iter().map(|side| side.id).collect();
    let lists = XWing::ready_lists();
    assert_eq!(lists.len(), READY.len());
    for entry in lists {
        let report = XWing::check_list(&entry.list, &entry.agreed);
        assert!(report.faults.is_empty(), "{}: {:?}", entry.id, report.faults);
        let limit = if entry.agreed.is_empty() { 100 } else { 300 };
        assert_eq!((report.units.iter().sum::<u16>(), report.limit), (report.points, Some(limit)));
        for written in XWing::write_list(&entry.list) {
            assert_eq!(read(&written.text), xwing::lobby::squad_of(&entry.list), "{}", written.form);
        }
        assert!(sides.contains(&entry.side) && !XWing::side_of(&entry.list, Lang::De).is_empty());
    }
}

#[test]
fn the_catalogue_has_every_card() {
    let catalogue = XWing::catalogue();
    let library = library();
    assert_eq!(catalogue.units.len(), library.pilots.iter().filter(|card| !card.mission).count());
    assert_eq!(catalogue.cards.len(), library.upgrades.len());
    let known = |slot: &str| catalogue.slots.iter().any(|name| name.id == slot);
    for card in catalogue.units.iter().chain(&catalogue.cards) {
        assert!(card.name.is_complete() && card.line.is_complete(), "{}", card.id);
        assert!(card.slots.iter().chain(&card.gives).all(|(slot, _)| known(slot)), "{}", card.id);
        let has_side = catalogue.sides.iter().any(|side| side.id == card.side);
        assert!(has_side || card.side.is_empty(), "{}", card.id);
    }
    assert!(catalogue.units.iter().all(|card| !card.side.is_empty()));
    assert!(catalogue.cards.iter().all(|card| card.slots.len() == 1));
    let card = |id: &str| catalogue.cards.iter().find(|card| card.id == id).expect("a card");
    assert_eq!(card("chardaan-refit").points, -2);
    assert_eq!(card("emperor-palpatine").slots, [("crew".to_string(), 2)]);
    assert_eq!(card("royal-guard-tie").gives, [("modification".to_string(), 1)]);
    let gaps = catalogue.units.iter().chain(&catalogue.cards).filter(|card| card.gap.is_some()).count();
    let pilots = library.pilots.iter().filter(|card| card.gap && !card.mission).count();
    assert_eq!(gaps, pilots + library.upgrades.iter().filter(|card| card.gap).count());
}

#[test]
fn fields_are_whole() {
    for field in XWing::fields() {
        assert!(field.standard < field.values.len(), "{}", field.id);
        assert!(field.name.is_complete() && field.about.is_complete(), "{}", field.id);
        for value in &field.values {
            let report = XWing::check_list(&ready("rebel-core"), &agreed(&[(field.id, &value.id)]));
            assert!(report.faults.is_empty(), "{} {}: {:?}", field.id, value.id, report.faults);
        }
    }
}

#[test]
fn set_ups_are_assembled() {
    let two = ["rebel", "imperial"].map(ready);
    let setup = XWing::assemble(&two, &agreed(&[])).expect("a game");
    assert_eq!((setup.obstacles.len(), setup.options), (6, Options::default()));
    let wanted = agreed(&[
        ("ruleset", "later"),
        ("deck", "2012"),
        ("own_decks", "yes"),
        ("obstacles", "mixed"),
        ("obstacle_count", "5"),
        ("rounds", "12"),
        ("points", "none"),
    ]);
    let setup = XWing::assemble(&two, &wanted).expect("a game");
    assert!(XWing::begin(&setup).is_ok());
    assert_eq!(setup.obstacles, ["asteroid-1", "debris-1", "asteroid-2", "debris-2", "asteroid-3"]);
    assert_eq!(setup.options.ruleset, RulesetName::Later);
    assert_eq!((setup.options.deck(), setup.options.own_decks), (DeckName::Original, true));
    assert_eq!(setup.options.rounds, Some(12));
    assert_eq!(XWing::check_list(&two[0], &wanted).limit, None);

    let epic = XWing::assemble(&two, &agreed(&[("format", "epic")])).expect("a game");
    assert_eq!((epic.obstacles.len(), epic.options), (12, Options::epic()));

    assert!(XWing::assemble(&two[..1], &agreed(&[])).is_err(), "alone");
    assert!(XWing::assemble(&two, &agreed(&[("points", "60")])).is_err(), "too many points");
    assert!(XWing::assemble(&two, &agreed(&[("points", "41")])).is_err(), "an unknown value");
    assert!(XWing::assemble(&two, &agreed(&[("weather", "rain")])).is_err(), "an unknown field");
    let many = List {
        name: String::new(),
        units: vec![ListUnit::new("academy-pilot", vec![]); 3000],
        ..List::default()
    };
    let report = XWing::check_list(&many, &agreed(&[("points", "none")]));
    assert_eq!((report.units.len(), report.faults.is_empty()), (3000, false));
    assert!(XWing::assemble(&[many.clone(), many], &agreed(&[("points", "none")])).is_err());
}

#[test]
fn first_lists_go_together_at_every_table() {
    let ready = XWing::ready_lists();
    for players in XWing::tables() {
        let ids = XWing::first_lists(*players);
        assert_eq!(ids.len(), usize::from(*players));
        let list = |id: &String| ready.iter().find(|list| list.id == *id).expect("a ready list").list.clone();
        let lists: Vec<List> = ids.iter().map(list).collect();
        let setup =
            XWing::assemble(&lists, &agreed(&[])).unwrap_or_else(|faults| panic!("{ids:?}: {faults:?}"));
        assert!(XWing::begin(&setup).is_ok(), "{ids:?}");
    }
}
