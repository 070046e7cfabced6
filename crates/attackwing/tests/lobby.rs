//! Lists and set-ups as a lobby sees them: ready lists, reading and writing, and what is wrong with bad ones.

use attackwing::AttackWing;
use attackwing::cards::library;
use table::lobby::{Agreed, List, ListUnit, Lobby};
use table::{Game, Lang};

fn agreed(pairs: &[(&str, &str)]) -> Agreed {
    pairs.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect()
}

fn ready(id: &str) -> List {
    let lists = AttackWing::ready_lists();
    lists.into_iter().find(|list| list.id == id).expect("a ready list").list
}

#[test]
fn every_ready_list_is_legal_and_survives_a_round_trip() {
    let sides: Vec<String> = AttackWing::catalogue().sides.into_iter().map(|side| side.id).collect();
    for entry in AttackWing::ready_lists() {
        let pure = agreed(&[("pure_factions", "yes")]);
        let report = AttackWing::check_list(&entry.list, &pure);
        assert!(report.faults.is_empty(), "{}: {:?}", entry.id, report.faults);
        assert_eq!(report.units.iter().sum::<u16>(), report.points, "{}", entry.id);
        assert!(entry.name.en.contains(&report.points.to_string()), "{} costs {}", entry.id, report.points);
        for limit in ["40", "60", "100"].iter().filter(|limit| entry.id.ends_with(*limit)) {
            let report = AttackWing::check_list(&entry.list, &agreed(&[("points", limit)]));
            assert!(report.faults.is_empty() && report.limit == limit.parse().ok(), "{}", entry.id);
        }
        let text = AttackWing::write_list(&entry.list);
        assert_eq!(AttackWing::read_list(&text).as_ref(), Ok(&entry.list), "{text}");
        let (fleet, options) = attackwing::lists::read(&text).expect("the form of list files");
        assert!(attackwing::lists::check(&fleet, &options).is_legal());
        assert!(sides.contains(&entry.side) && !AttackWing::side_of(&entry.list, Lang::De).is_empty());
    }
}

#[test]
fn the_catalogue_has_every_card() {
    let catalogue = AttackWing::catalogue();
    let library = library();
    assert_eq!(catalogue.units.len(), library.ships.len());
    assert_eq!(catalogue.cards.len(), library.captains.len() + library.upgrades.len());
    let known = |slot: &str| catalogue.slots.iter().any(|name| name.id == slot);
    for card in catalogue.units.iter().chain(&catalogue.cards) {
        assert!(card.name.is_complete() && card.line.is_complete(), "{}", card.id);
        assert!(card.slots.iter().all(|(slot, _)| known(slot)), "{}", card.id);
        assert!(catalogue.sides.iter().any(|side| side.id == card.side), "{}", card.id);
    }
    assert!(catalogue.cards.iter().all(|card| card.slots.len() == 1));
}

#[test]
fn fields_are_whole() {
    for field in AttackWing::fields() {
        assert!(field.standard < field.values.len(), "{}", field.id);
        assert!(field.name.is_complete() && field.about.is_complete(), "{}", field.id);
        for value in &field.values {
            let report = AttackWing::check_list(&ready("federation"), &agreed(&[(field.id, &value.id)]));
            assert!(report.faults.is_empty(), "{} {}: {:?}", field.id, value.id, report.faults);
        }
    }
}

#[test]
fn set_ups_are_assembled() {
    let three = ["federation", "klingon-40", "romulan"].map(ready);
    for pairs in [
        &[][..],
        &[("mission", "dilithium")],
        &[("mission", "chase"), ("obstacles", "4")],
        &[("obstacles", "6"), ("planet", "centre"), ("tournament", "yes"), ("area", "1200x900")],
    ] {
        let setup = AttackWing::assemble(&three, &agreed(pairs)).expect("a game");
        assert!(AttackWing::begin(&setup).is_ok());
    }
    let four = ["federation", "klingon", "romulan", "klingon-60"].map(ready);
    assert!(AttackWing::assemble(&four, &agreed(&[])).is_err(), "team mates share unique names");
    let four = ["federation", "klingon", "romulan", "federation-60"].map(ready);
    assert!(AttackWing::assemble(&four, &agreed(&[])).is_ok());

    assert!(AttackWing::assemble(&three[..1], &agreed(&[])).is_err(), "alone");
    assert!(
        AttackWing::assemble(&three[..2], &agreed(&[("mission", "chase")])).is_err(),
        "a mission for two"
    );
    assert!(AttackWing::assemble(&three, &agreed(&[("points", "41")])).is_err(), "an unknown value");
    assert!(AttackWing::assemble(&three, &agreed(&[("weather", "rain")])).is_err(), "an unknown field");
    assert!(
        AttackWing::assemble(&[ready("klingon"), ready("romulan")], &agreed(&[("points", "40")])).is_err()
    );
}

#[test]
fn bad_lists_are_judged_card_by_card() {
    let list = List {
        name: String::new(),
        units: vec![
            ListUnit { card: "enterprise-d".into(), carries: vec!["engage".into(), "kirk".into()] },
            ListUnit { card: "nowhere".into(), carries: vec!["picard".into()] },
        ],
    };
    let report = AttackWing::check_list(&list, &agreed(&[]));
    let said = format!("{:?}", report.faults);
    for part in ["exactly one captain", "kirk", "nowhere"] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
    assert_eq!(report.units, [28 + 3, 0]);
    let many = List { name: String::new(), units: vec![ready("klingon").units[0].clone(); 3000] };
    assert!(!AttackWing::check_list(&many, &agreed(&[])).faults.is_empty());
    assert!(AttackWing::assemble(&[many.clone(), many], &agreed(&[])).is_err());
}

const UTOPIA: &str = r#"{"ships":[{"id":"ship:S207","captain":{"id":"captain:Cap906"},"upgrades":[{"id":"crew:C210"},{},{"id":"crew:C999"}],"admiral":{"id":"admiral:A1"}}],"resource":{"id":"resource:R1"}}"#;

/// What a link has after its `#`.
fn encoded(text: &str) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut code = String::new();
    for part in text.as_bytes().chunks(3) {
        let bits =
            part.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
            code.push(if place <= part.len() { letter } else { '=' });
        }
    }
    code
}

#[test]
fn utopia_links_are_read() {
    for text in [
        UTOPIA.to_string(),
        format!("https://example.org/fleet/#{}", encoded(UTOPIA)),
        format!("#{}", encoded(UTOPIA).replace('=', "%3D")),
        encoded(UTOPIA),
    ] {
        let list = AttackWing::read_list(&text).expect("a list");
        assert_eq!(list.units[0].card, "enterprise-d");
        assert_eq!(list.units[0].carries, ["picard", "admiral:A1", "geordi", "crew:C999"]);
        assert_eq!(list.units[1].card, "resource resource:R1");
        let said = format!("{:?}", AttackWing::check_list(&list, &agreed(&[])).faults);
        for part in ["admiral:A1", "crew:C999", "resource:R1"] {
            assert!(said.contains(part), "{part} is missing in {said}");
        }
    }
}

#[test]
fn space_dock_squads_are_read() {
    let text = r#"{"name":"Demo","additionalPoints":0,"notes":"for Friday","resource":"4004","ships":[
        {"shipId":"1011","shipTitle":"I.K.S. Maht-H'A","flagship":"6008","captain":{"upgradeId":"2041","upgradeTitle":"Nu'Daq"},
         "upgrades":[{"upgradeId":"3013","upgradeTitle":"Photon Torpedoes","costIsOverridden":true,"overriddenCost":0},
                     {"upgradeId":"3014","upgradeTitle":"Tractor Beam","costIsOverridden":false,"overriddenCost":0},
                     {"upgradeId":"3099","upgradeTitle":"Quark"}]}]}"#;
    let list = AttackWing::read_list(text).expect("a list");
    assert_eq!(list.name, "Demo – for Friday");
    assert_eq!(
        list.units[0],
        ListUnit {
            card: "maht-ha".into(),
            carries: [
                "nudaq",
                "photon-torpedoes-klingon",
                "another cost for Photon Torpedoes: 0",
                "tractor-beam",
                "Quark",
                "flagship 6008"
            ]
            .map(String::from)
            .into(),
        }
    );
    assert_eq!(list.units[1].card, "resource 4004");
}

#[test]
fn malformed_texts_have_faults() {
    for text in [
        "",
        "   ",
        "hello world",
        "{",
        "{}",
        "[]",
        "[1, 2]",
        "{\"ships\": 3}",
        "{\"ships\": [7]}",
        "{\"ship\": [{\"ship\": 1}]}",
        "[[ship]]\nship = 3",
        "[[ship]]\nboat = \"enterprise-d\"",
        "#",
        "#!!!!",
        "https://example.org/#%%%",
        "AAAAAAAA",
        "ship = [",
        "\u{0}",
    ] {
        let faults = AttackWing::read_list(text).expect_err(text);
        assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.what.is_empty()), "{text:?}");
    }
    assert!(AttackWing::read_list(&"x".repeat(300_000)).is_err());
    assert!(AttackWing::read_list(&"[".repeat(100_000)).is_err());
}
