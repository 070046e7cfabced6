//! Lists of fleet builders with more in them than anybody expects: it is part of the squadron or named, never taken for a ship.

use attackwing::AttackWing;
use table::lobby::{Agreed, Legality, ListReport, Lobby, ReadList};
use table::{Fault, Lang};

fn read(text: &str) -> ReadList {
    AttackWing::read_list(text).expect("a list")
}

fn judged(read: &ReadList) -> ListReport {
    AttackWing::check_list(&read.list, &Agreed::new())
}

fn told(faults: &[Fault]) -> String {
    faults.iter().map(|fault| fault.text(Lang::En)).collect::<Vec<_>>().join("\n")
}

const SHIPS: &str =
    r#""ships":[{"id":"ship:S207","captain":{"id":"captain:Cap906"},"upgrades":[{"id":"crew:C210"}]}]"#;

#[test]
fn what_utopia_lists_have_besides_is_no_ship() {
    let plain = read(&format!("{{{SHIPS}}}")).list;
    for more in [
        r#""uuid":"0000-1111""#,
        r#""notes":"for Friday""#,
        r#""cost":100"#,
        r#""modified":"2020-01-02T03:04:05""#,
        r#""name":"Demo""#,
        r#""additionalPoints":0"#,
        r#""uuid":"1","notes":"x","cost":1,"modified":"m","name":"n""#,
    ] {
        let read = read(&format!("{{{more},{SHIPS}}}"));
        assert_eq!(read.list.units, plain.units, "{more}");
        assert_eq!((judged(&read).legality(), &*read.notes), (Legality::Legal, &[][..]), "{more}");
    }
    // The same beside a ship and beside a card.
    let deep = SHIPS
        .replace(r#""id":"ship:S207","#, r#""id":"ship:S207","name":"Enterprise","uuid":"1","cost":28,"#)
        .replace(r#""id":"crew:C210""#, r#""id":"crew:C210","name":"Geordi La Forge","cost":5"#);
    let deep = read(&format!("{{{deep}}}"));
    assert_eq!((&deep.list.units, &*deep.notes), (&plain.units, &[][..]));
}

#[test]
fn what_nobody_knows_is_named() {
    let read = read(&format!(r#"{{"colour":"red","fleetCaptain":{{"id":"captain:Cap906"}},{SHIPS}}}"#));
    assert_eq!(read.list.units.len(), 2, "a card stays in the list: {:?}", read.list.units);
    assert_eq!(told(&read.notes), "colour: \"red\" is not read");
}

#[test]
fn several_squadrons_may_stand_under_any_key_or_in_a_row() {
    let dock = r#"{"name":"A","ships":[{"shipId":"1001","captain":{"upgradeId":"2001"},"upgrades":[]}]}"#;
    let other = dock.replace("\"A\"", "\"B\"");
    for text in [
        format!(r#"{{"squads":[{dock},{other}]}}"#),
        format!(r#"{{"uuid":"1","squadrons":[{dock},{other}]}}"#),
        format!("{dock}\n{other}"),
        format!("{dock},\n{other}"),
    ] {
        let lists = AttackWing::read_lists(&text).expect("lists");
        let names: Vec<&str> = lists.iter().map(|read| &*read.list.name).collect();
        assert_eq!(names, ["A", "B"], "{text}");
        assert!(lists.iter().all(|read| read.notes.is_empty() && read.list.units[0].card == "enterprise-d"));
    }
    let one = AttackWing::read_list(&format!(r#"{{"owner":"me","squads":[{dock}]}}"#)).expect("a list");
    assert_eq!(told(&one.notes), "owner: \"me\" is not read");
}

#[test]
fn a_list_with_cards_that_are_not_built_in_cannot_be_judged_yet() {
    let list = read(
        r#"{"ships":[{"id":"ship:S207","captain":{"id":"captain:Cap906"},"upgrades":[]},
        {"id":"ship:S001","captain":{"id":"captain:AC0001"},"upgrades":[{"id":"crew:AP1001"}]}],
        "resource":{"id":"resource:R001"}}"#,
    );
    let report = judged(&list);
    assert_eq!((report.legality(), &*report.faults), (Legality::Open, &[][..]));
    assert!(!report.is_legal() && !report.is_playable());
    assert_eq!(report.points, report.units.iter().sum::<u16>());
    let gaps = told(&report.gaps);
    for words in ["Player Captain is an aid", "Operations Officer is an aid", "resource: Elite Attack Die"] {
        assert!(gaps.contains(words), "no {words:?} in {gaps}");
    }
    assert!(report.gaps.iter().all(|gap| gap.what.en.contains("not counted in the points")), "{gaps}");
    let german: Vec<String> = report.gaps.iter().map(|gap| gap.text(Lang::De)).collect();
    assert!(german.iter().any(|gap| gap.starts_with("Ressource: ")), "{german:?}");
    // What breaks a rule is not legal, whatever else is in the list.
    let twice = read(
        r#"{"ships":[{"id":"ship:S207","captain":{"id":"captain:Cap906"}},
        {"id":"ship:S207","captain":{"id":"captain:Cap906"}}],"resource":{"id":"resource:R001"}}"#,
    );
    assert_eq!(judged(&twice).legality(), Legality::NotLegal);
}

#[test]
fn points_are_those_of_the_ships_even_if_one_of_them_is_unknown() {
    let read = read(r#"{"ships":[{"shipId":"1001","captain":{"upgradeId":"9","upgradeTitle":"Nobody"}}]}"#);
    let report = judged(&read);
    assert_eq!((report.points, &*report.units), (28, &[28][..]));
}

#[test]
fn nonsense_is_answered_with_what_to_paste() {
    for text in ["hello world", "Enterprise", "U.S.S. Enterprise-D\nPicard", "<xml>", "12345678"] {
        let faults = AttackWing::read_list(text).expect_err(text);
        assert!(told(&faults).contains("paste a link of Utopia, a squadron of Space Dock"), "{faults:?}");
    }
}

#[test]
fn a_card_of_space_dock_is_found_by_its_code_and_by_its_title() {
    for card in [
        r#"{"upgradeId":"3030","upgradeTitle":"Mr. Spock"}"#,
        r#"{"upgradeId":"3030"}"#,
        r#"{"upgradeTitle":"Mr. Spock"}"#,
        r#"{"upgradeId":"unknown","upgradeTitle":"Mr. Spock"}"#,
    ] {
        let text = format!(
            r#"{{"ships":[{{"shipId":"1001","captain":{{"upgradeId":"2001"}},"upgrades":[{card}]}}]}}"#
        );
        assert_eq!(read(&text).list.units[0].carries, ["picard", "mr-spock"], "{card}");
    }
}

#[test]
fn resources_are_named_and_what_is_no_card_is_noted() {
    let text = r#"{"resource":"4004","ships":[{"shipId":"1001","captain":{"upgradeId":"2001"},"upgrades":["x",3]}]}"#;
    let read = read(text);
    let report = judged(&read);
    assert!(
        told(&report.gaps).contains("Flagship (Resource) is known but not built in"),
        "{:?}",
        report.gaps
    );
    assert!(told(&read.notes).contains("\"x\"") && told(&read.notes).contains('3'), "{:?}", read.notes);
}
