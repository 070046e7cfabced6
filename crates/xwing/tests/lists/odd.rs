//! What is odd about a list is read as it is meant or named: keys that nobody knows, two names for one pilot, names of several
//! pilots, and points that do not fit.

use table::Lang;
use table::lobby::Lobby;
use xwing::XWing;

use crate::{read, read_list, squad, told};

fn notes(text: &str, lang: Lang) -> String {
    let notes = read_list(text).notes;
    notes.iter().map(|note| note.text(lang)).collect::<Vec<_>>().join("\n")
}

fn xws(pilot: &str) -> String {
    format!(r#"{{"faction":"rebel","pilots":[{{{pilot}}}]}}"#)
}

#[test]
fn keys_beside_a_pilot_are_read_or_named() {
    let predator = squad(&[("luke-skywalker", &["predator"])]);
    for key in ["upgardes", "upgrade", "Upgrades", "upgrads"] {
        let text = xws(&format!(r#""name":"lukeskywalker","ship":"xwing","{key}":{{"ept":["predator"]}}"#));
        assert_eq!(read(&text), predator, "{key}");
        let note = format!("pilot 1: {key:?} is read as \"upgrades\"");
        assert_eq!(notes(&text, Lang::En), note);
    }
    let both = xws(
        r#""name":"lukeskywalker","ship":"xwing","upgrades":{"amd":["r2d2"]},"upgrade":{"ept":["predator"]}"#,
    );
    assert_eq!(read(&both), squad(&[("luke-skywalker", &["r2-d2-astromech", "predator"])]));
    let text = xws(r#""name":"lukeskywalker","ship":"xwing","cards":["predator"],"vendor":{"a":1}"#);
    assert_eq!(notes(&text, Lang::En), "pilot 1: \"cards\" is kept, but not read: [\"predator\"]");
    assert_eq!(
        notes(&text, Lang::De),
        "Pilot 1: „cards“ bleibt erhalten, wird aber nicht gelesen: [\"predator\"]"
    );
    assert!(XWing::write_list(&read_list(&text).list)[0].text.contains("\"cards\""));
    let text =
        xws(r#""name":"lukeskywalker","ship":"xwing","upgrades":{"ept":[{"id":"predator","level":3}]}"#);
    assert_eq!(notes(&text, Lang::En), "pilot 1: \"level\" is not read: 3");
    // The same beside the squad.
    let text = r#"{"faction":"rebel","colour":"red","pilot":[{"name":"lukeskywalker","ship":"xwing"}]}"#;
    assert_eq!(read(text).ships.len(), 1);
    assert_eq!(
        notes(text, Lang::En),
        "\"pilot\" is read as \"pilots\"\n\"colour\" is kept, but not read: \"red\""
    );
    let usual = r#"{"faction":"rebel","version":"1.0.0","points":28,"description":"d","vendor":{"x":{"y":1}},
        "pilots":[{"name":"lukeskywalker","ship":"xwing","points":28,"vendor":{"x":1}}]}"#;
    assert_eq!(notes(usual, Lang::En), "");
}

#[test]
fn pilots_may_stand_alone_under_keys_or_by_name() {
    let luke = squad(&[("luke-skywalker", &[])]);
    for pilots in [
        r#"{"name":"lukeskywalker","ship":"xwing"}"#,
        r#"{"0":{"name":"lukeskywalker","ship":"xwing"}}"#,
        r#"["lukeskywalker"]"#,
    ] {
        assert_eq!(read(&format!(r#"{{"faction":"rebel","pilots":{pilots}}}"#)), luke, "{pilots}");
    }
}

#[test]
fn a_number_of_ships_is_read() {
    for number in [r#""count":3"#, r#""quantity":3"#, r#""copies":"3""#, r#""qty":"3x""#] {
        let text = format!(r#"{{"pilots":[{{"name":"academypilot","ship":"tiefighter",{number}}}]}}"#);
        assert_eq!(read(&text).ships.len(), 3, "{number}");
        assert!(notes(&text, Lang::En).contains("is read as 3 such ships"), "{number}");
    }
    let none = r#"{"pilots":[{"name":"academypilot","ship":"tiefighter","count":0}]}"#;
    assert_eq!(
        (read(none).ships.len(), &*notes(none, Lang::En)),
        (1, "pilot 1: \"count\" is kept, but not read: 0")
    );
    let one = r#"{"pilots":[{"name":"academypilot","ship":"tiefighter","count":1}]}"#;
    assert_eq!(notes(one, Lang::En), "");
    let many = r#"{"pilots":[{"name":"academypilot","ship":"tiefighter","count":150},{"name":"academypilot","ship":"tiefighter","count":150}]}"#;
    assert!(told(many, Lang::En).contains("300 ships"), "{}", told(many, Lang::En));
}

#[test]
fn two_names_of_a_pilot_that_disagree_are_named() {
    let text = xws(r#""id":"lukeskywalker","name":"wedgeantilles","ship":"xwing""#);
    assert_eq!(read(&text), squad(&[("luke-skywalker", &[])]));
    let note = "pilot 1: \"lukeskywalker\" and \"wedgeantilles\" are two pilots; \"lukeskywalker\" is read";
    assert_eq!(notes(&text, Lang::En), note);
    assert!(notes(&text, Lang::De).contains("sind zwei Piloten; gelesen wird „lukeskywalker“"));
    for same in [
        r#""id":"lukeskywalker","name":"Luke Skywalker","ship":"xwing""#,
        r#""id":"poedameron-swx57","name":"Poe Dameron","ship":"t70xwing""#,
    ] {
        assert_eq!(notes(&xws(same), Lang::En), "", "{same}");
    }
}

#[test]
fn squads_may_stand_one_after_the_other() {
    let one = r#"{"name":"A","faction":"rebel","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#;
    let two = format!("{one}\n\n{}", one.replace("\"A\"", "\"B\""));
    let lists = XWing::read_lists(&two).expect("two squads");
    assert_eq!(lists.iter().map(|read| &*read.list.name).collect::<Vec<_>>(), ["A", "B"]);
}

#[test]
fn which_of_several_pilots_is_meant_is_told_where_nothing_tells_it() {
    for (text, is_told) in [
        ("Fenn Rau", true),
        ("Captain Nym", true),
        ("Boba Fett", true),
        ("Scum\nFenn Rau", false),
        ("Fenn Rau\nManaroo", false),
        ("Fenn Rau (Sheathipede)", false),
        ("Luke Skywalker", false),
    ] {
        let notes = notes(text, Lang::En);
        assert_eq!(notes.contains("fits several pilots"), is_told, "{text}: {notes}");
    }
    assert!(notes("Captain Nym", Lang::De).contains("auf „Captain Nym“ passen mehrere Piloten"));
}

#[test]
fn points_that_do_not_fit_are_told() {
    for text in ["Rey [Push the Limit, Finn] (99)", "Luke Skywalker (99)\nWedge Antilles"] {
        assert!(notes(text, Lang::En).contains("is said to cost 99 points; it costs"), "{text}");
        assert!(notes(text, Lang::De).contains("soll 99 Punkte kosten; es sind"), "{text}");
    }
    for text in [
        "Luke Skywalker (28)",
        "Luke Skywalker (28)\nPredator (3)",
        "Luke Skywalker + Predator (31)",
        "2x Academy Pilot (24)",
        "2x Academy Pilot (12)",
        "Luke Skywalker, Wedge Antilles (57)",
    ] {
        assert_eq!(notes(text, Lang::En), "", "{text}");
    }
}

#[test]
fn copies_may_stand_behind_a_name_as_before_it() {
    let three = squad(&[("academy-pilot", &[]), ("academy-pilot", &[]), ("academy-pilot", &[])]);
    for text in ["Academy Pilot 3x", "Academy Pilot (3x)", "Academy Pilot 3 x", "Academy Pilot x3"] {
        assert_eq!(read(text), three, "{text}");
    }
    let below = read("Howlrunner\nAcademy Pilot 3x");
    assert_eq!(below.ships.len(), 4, "{below:?}");
    // A number that is none is no upgrade.
    assert!(
        !read("Luke Skywalker x-1").ships.iter().any(|ship| ship.upgrades.contains(&"tie-x1".to_string()))
    );
    assert!(told("Luke Skywalker x-1", Lang::En).contains("x-1"), "{}", told("Luke Skywalker x-1", Lang::En));
}

#[test]
fn a_ship_without_a_pilot_is_answered_with_those_who_fly_it() {
    let said = told("4x TLT Y-wing", Lang::En);
    assert!(said.contains("Gold Squadron Pilot") && said.contains("Syndicate Thug"), "{said}");
}

#[test]
fn headings_are_no_names_and_names_are_whole() {
    let faction = read_list("(Rebel Alliance)\nLuke Skywalker\nWedge Antilles");
    assert_eq!((&*faction.list.name, faction.list.units.len()), ("", 2));
    assert_eq!(read("Squad 1:\nLuke Skywalker\nWedge Antilles").name, "Squad 1");
    let link = read_list("Friday Night https://example.org/s/1\nLuke Skywalker");
    assert_eq!((&*link.list.name, link.list.units.len()), ("Friday Night", 1));
    assert!(link.notes[0].text(Lang::En).contains("https://example.org/s/1"), "{:?}", link.notes);
    let igs = read_list("IG-88A&B + PtL").notes;
    assert_eq!(igs.len(), 1, "{igs:?}");
}

#[test]
fn what_programs_write_for_nothing_is_no_list() {
    for text in ["null", "None", "undefined", "true"] {
        assert!(told(text, Lang::En).contains("the list is empty"), "{text}");
    }
}
