//! The exchange format as programs write it.

use table::lobby::Lobby;
use xwing::imports::{read_xws, write_xws};
use xwing::lists::SquadShip;
use xwing::{DeckName, XWing};

use crate::{read, read_list, squad};

#[test]
fn all_that_xws_programs_write_is_understood() {
    let luke = squad(&[("luke-skywalker", &["r2-d2-astromech", "push-the-limit"])]);
    let full = r#"{"faction":"rebel","version":"1.0.0","pilots":[{"name":"lukeskywalker","ship":"xwing","upgrades":{"amd":["r2d2"],"ept":["pushthelimit"]}}]}"#;
    assert_eq!(read(full), luke);
    for (from, to) in [
        ("\"rebel\"", "\"rebels\""),
        ("\"rebel\"", "\"rebelalliance\""),
        ("\"1.0.0\"", "\"0.3.0\""),
        ("\"name\":", "\"id\":"),
        ("\"name\":", "\"name\":\"Luke Skywalker\",\"id\":"),
        ("\"version\":\"1.0.0\",", ""),
        ("\"faction\":\"rebel\",", ""),
        (",\"ship\":\"xwing\"", ""),
        ("[\"r2d2\"]", "\"r2d2\""),
        ("[\"r2d2\"]", "[{\"id\":\"r2d2\"}]"),
        ("\"amd\"", "\"astromech\""),
        ("\"pilots\"", "\"points\":7,\"pilots\""),
        ("\"ship\"", "\"points\":\"many\",\"ship\""),
        ("lukeskywalker", "Luke Skywalker"),
        ("pushthelimit", "push-the-limit"),
    ] {
        let text = full.replace(from, to);
        assert_ne!(text, full);
        assert_eq!(read(&text), luke, "{text}");
    }
    for text in [format!("{{\"container\":[{full}]}}"), format!("[{full}]"), format!("\u{feff}{full}")] {
        assert_eq!(read(&text), luke, "{text}");
    }
    let none = r#"{"faction":"galacticempire","pilots":[{"name":"academypilot","ship":"tiefighter","upgrades":[]},{"name":"academypilot","ship":"tiefighter","upgrades":null}]}"#;
    assert_eq!(read(none), squad(&[("academy-pilot", &[]), ("academy-pilot", &[])]));
    // The same name on several cards: slot, ship, faction and suffix tell.
    for (faction, pilot, ship, key, card, ours) in [
        ("rebel", "hansolo", "yt1300", "crew", "r2d2", ("han-solo", "r2-d2-crew")),
        ("rebel", "hansolo-swx57", "yt1300", "crew", "r2d2-swx22", ("han-solo-resistance", "r2-d2-crew")),
        ("rebel", "poedameron-swx57", "t70xwing", "amd", "r2d2", ("poe-dameron-skill-9", "r2-d2-astromech")),
        ("imperial", "bobafett", "firespray31", "crew", "gunner", ("boba-fett", "gunner")),
        ("scumandvillainy", "bobafett", "firespray31", "crew", "gunner", ("boba-fett-scum", "gunner")),
        (
            "imperial",
            "maarekstele",
            "tiedefender",
            "mod",
            "stealthdevice",
            ("maarek-stele-tie-defender", "stealth-device"),
        ),
        (
            "imperial",
            "maarekstele",
            "tieadvanced",
            "system",
            "advtargetingcomputer",
            ("maarek-stele", "advanced-targeting-computer"),
        ),
        ("rebel", "herasyndulla", "vcx100", "crew", "chopper", ("hera-syndulla-vcx-100", "chopper-crew")),
        ("rebel", "hansolo", "yt1300", "title", "millenniumfalcon", ("han-solo", "millennium-falcon")),
        (
            "rebel",
            "hansolo",
            "yt1300",
            "title",
            "millenniumfalcon-swx57",
            ("han-solo", "millennium-falcon-tfa"),
        ),
        (
            "imperial",
            "blackeightsqpilot",
            "tiepunisher",
            "missile",
            "advhomingmissiles",
            ("black-eight-squadron-pilot", "advanced-homing-missiles"),
        ),
    ] {
        let text = format!(
            r#"{{"faction":"{faction}","pilots":[{{"name":"{pilot}","ship":"{ship}","upgrades":{{"{key}":["{card}"]}}}}]}}"#
        );
        assert_eq!(read(&text), squad(&[(ours.0, &[ours.1])]), "{text}");
    }
}

#[test]
fn what_others_wrote_is_kept() {
    let text = r#"{"faction":"rebel","name":"Demo","description":"To be flown\nwith care","damagedeck":"core2","league":[1,2.5,null],
        "obstacles":["core-asteroid-1","core2asteroid2","yt2400debris0"],"vendor":{"app":{"url":"https://example.org/1"}},
        "pilots":[{"name":"lukeskywalker","ship":"xwing","vendor":{"app":{"colour":"red"}},"upgrades":{"amd":["r2d2"],"condition":["harpooned"]}}]}"#;
    let xws = read_xws(text).expect("a squad");
    assert_eq!(xws.notes.len(), 1, "what means nothing here is named: {:?}", xws.notes);
    assert_eq!(xws.deck, Some(DeckName::Revised));
    assert_eq!(xws.obstacles, ["coreasteroid1", "core2asteroid2", "yt2400debris0"]);
    assert_eq!(xws.squad.ships, [SquadShip::new("luke-skywalker", &["r2-d2-astromech"])]);
    let again = write_xws(&xws);
    assert_eq!(read_xws(&again).as_ref(), Ok(&xws));
    for part in
        ["https://example.org/1", "colour", "2.5", "harpooned", "with care", "core2\"", "\"points\": 32"]
    {
        assert!(again.contains(part), "{part} is missing in {again}");
    }
}

#[test]
fn odd_documents_are_read_and_told() {
    for (text, part, part_de) in [
        (
            r#"{"faction":"scum","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "another faction",
            "andere Fraktion",
        ),
        (r#"{"faction":"gungans","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#, "gungans", "gungans"),
        (
            r#"{"faction":"rebel","damagedeck":"tarot","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "tarot",
            "tarot",
        ),
        (
            r#"{"faction":"rebel","obstacles":["moon","coreasteroid1","coreasteroid2"],"pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "moon",
            "moon",
        ),
        (
            r#"{"faction":"rebel","obstacles":["coreasteroid1"],"pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "three",
            "drei",
        ),
    ] {
        let xws = read_xws(text).expect("a squad");
        assert_eq!(xws.squad, squad(&[("luke-skywalker", &[])]), "{text}");
        let [note] = &*xws.notes else { panic!("{text}: {:?}", xws.notes) };
        assert!(note.what.en.contains(part) && note.what.de.contains(part_de), "{note}");
        assert_ne!(note.what.en, note.what.de);
        assert_eq!(read_xws(&write_xws(&xws)).as_ref(), Ok(&xws), "{text}");
    }
}

/// What the exchange format has beside the squad goes through a list unchanged.
#[test]
fn xws_comes_back_as_xws() {
    let text = r#"{'faction':'empire','version':'0.3.0','name':'Demo','description':'as flown','damagedeck':'core2',
        'obstacles':['coreasteroid0','core2asteroid4','yt2400debris2'],'vendor':{'app':{'link':'https://example.org/7'}},
        'pilots':[{'name':'raiderclasscorvfore','ship':'raiderclasscorvfore','multisection_id':4,'vendor':{'app':{'id':9}}},
                  {'name':'raiderclasscorvaft','ship':'raiderclasscorvaft','multisection_id':4},
                  {'name':'colvessery','ship':'tiedefender','upgrades':{'ept':['pushthelimit'],'cannon':['ioncannon']}}]}"#;
    let read = read_list(text);
    let xws = &XWing::write_list(&read.list)[0].text;
    let value: serde_json::Value = serde_json::from_str(xws).expect("JSON");
    assert_eq!(value["description"], "as flown");
    assert_eq!(value["damagedeck"], "core2");
    assert_eq!(value["obstacles"][2], "yt2400debris2");
    assert_eq!(value["vendor"]["app"]["link"], "https://example.org/7");
    assert_eq!(value["pilots"][0]["vendor"]["app"]["id"], 9);
    assert_eq!(value["pilots"][1]["multisection_id"], 4);
    assert_eq!(
        (&value["faction"], &value["pilots"][2]["name"]),
        (&"imperial".into(), &"colonelvessery".into())
    );
    assert_eq!(read_list(xws).list, read.list);
}

/// A card that takes two places may stand in both; several squads stand in a container.
#[test]
fn odd_xws_is_read() {
    let twice = r#"{"faction":"rebel","pilots":[{"name":"lowhhrick","ship":"auzituckgunship","upgrades":{"crew":["wookieecommandos","wookieecommandos"]}}]}"#;
    let read = read_list(twice);
    assert_eq!(read.list.units[0].carries, ["wookiee-commandos"]);
    assert!(read.notes[0].what.en.contains("read once"), "{:?}", read.notes);
    let container = format!("{{\"container\":[{twice},{}]}}", twice.replace("lowhhrick", "wullffwarro"));
    assert_eq!(XWing::read_lists(&container).expect("two squads").len(), 2);
}
