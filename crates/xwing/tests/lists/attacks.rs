//! Texts that nobody writes in good faith: no panic, no endless work, and nothing lost in silence.

use table::Lang;
use table::lobby::Lobby;
use xwing::XWing;

use crate::{read, read_list, told};

/// Everything that is said about a text, and the list itself.
fn answer(text: &str) -> String {
    match XWing::read_lists(text) {
        Err(faults) => format!("{faults:?}"),
        Ok(lists) => {
            let one = |read: &table::lobby::ReadList| {
                let report = XWing::check_list(&read.list, &read.agreed);
                format!("{:?} {:?} {report:?}", read.list, read.notes)
            };
            lists.iter().map(one).collect()
        }
    }
}

#[test]
fn huge_texts_are_refused() {
    for text in [
        "A".repeat(1 << 20),
        "Luke Skywalker\n".repeat(80_000),
        format!("{{\"pilots\":[{}]}}", "{\"name\":\"x\"},".repeat(80_000)),
        "\u{202e}".repeat(400_000),
    ] {
        assert!(XWing::read_lists(&text).is_err());
    }
    assert!(told(&"Academy Pilot\n".repeat(10_000), Lang::En).contains("line 201"));
    assert!(told(&"nonsense\n".repeat(10_000), Lang::En).contains("more upgrades"));
    assert!(told(&"https://example.org\n".repeat(9_000), Lang::En).contains("line 1001: more lines"));
    let upgrades = "R2-D2\n".repeat(10_000);
    assert!(told(&format!("Luke Skywalker\n{upgrades}"), Lang::En).contains("more upgrades"));
    assert!(told("Luke Skywalker + 99999999999x R2-D2 + PtL", Lang::En).contains("100000000000 upgrades"));
    let pilots = vec![r#"{"name":"x"}"#; 10_000].join(",");
    assert!(told(&format!(r#"{{"pilots":[{pilots}]}}"#), Lang::De).contains("10000 Schiffe"));
    let cards = vec!["\"r2d2\""; 10_000].join(",");
    let xws = format!(r#"{{"pilots":[{{"name":"lukeskywalker","upgrades":{{"amd":[{cards}]}}}}]}}"#);
    assert!(told(&xws, Lang::De).contains("10000 Aufwertungen"));
    assert!(told(&format!("Luke Skywalker [{}]", "PtL,".repeat(400)), Lang::En).contains("400 upgrades"));
    assert!(told(&format!("Luke Skywalker [{}]", "PtL,".repeat(5000)), Lang::De).contains("länger"));
}

#[test]
fn deep_and_broken_documents_are_refused() {
    for text in [
        "[".repeat(100_000),
        "{\"a\":".repeat(30_000),
        format!("{{\"pilots\":{}{}}}", "[".repeat(60_000), "]".repeat(60_000)),
        format!("{{\"pilots\":[],\"vendor\":{}1{}}}", "[".repeat(60_000), "]".repeat(60_000)),
        format!("[[ship]]\npilot = {}", "[".repeat(60_000)),
        format!("[[ship]]\n{}x = 1", "a.".repeat(60_000)),
        "{".repeat(100_000),
        "{\"pilots\":[{\"name\":\"luke".to_string(),
        "{\"pilots\":[1e999999]}".to_string(),
    ] {
        assert!(XWing::read_lists(&text).is_err(), "{}", &text[..40]);
    }
    // Brackets that are never closed, in a text.
    for text in ["Luke Skywalker [".repeat(3000), "Luke (".repeat(20_000), "(((((((((Luke".to_string()] {
        assert!(!answer(&text).is_empty());
    }
}

/// Long lines of every sign that parts cards, of names that there are and of names that there are not.
#[test]
fn long_lines_get_an_answer() {
    for sign in [" ", ", ", "+", "/", " - ", " & ", ": ", " (", "] [", "|", " and ", " w/ ", "; "] {
        for words in [["Luke", "PtL"], ["xyzzy", "Foo Barr"], ["2x", "(12)"], ["X-Wing", "Title"]] {
            let line = words.join(sign).repeat(1900 / (words.join(sign).len() + sign.len()));
            let text = format!("{line}\n").repeat(30);
            assert!(!answer(&text).is_empty(), "{sign:?} {words:?}");
        }
    }
}

/// A type of ship, or a pilot in parentheses behind it, is a ship or is named.
#[test]
fn types_of_ships_are_not_lost() {
    let notes = read_list("Luke Skywalker\nTIE Fighter\nY-Wing").notes;
    let told: Vec<String> = notes.iter().map(|note| note.text(Lang::En)).collect();
    assert_eq!(
        told,
        ["line 2: TIE Fighter: there is no pilot for it", "line 3: Y-Wing: there is no pilot for it"]
    );
    assert_eq!(read("X-Wing (Rookie Pilot) x2").ships.len(), 2);
}

#[test]
fn wrong_types_are_named() {
    for value in ["7", "true", "{}", "-1.5e300", "18446744073709551616", "[[[]]]", "\"\""] {
        for document in [
            format!(r#"{{"pilots":{value}}}"#),
            format!(r#"{{"pilots":[{value}]}}"#),
            format!(r#"{{"pilots":[{{"name":{value}}}]}}"#),
            format!(r#"{{"pilots":[{{"name":"lukeskywalker","upgrades":{value}}}]}}"#),
            format!(r#"{{"pilots":[{{"name":"lukeskywalker","upgrades":{{"amd":{value}}}}}]}}"#),
            format!(r#"{{"obstacles":{value},"pilots":[{{"name":"lukeskywalker"}}]}}"#),
            format!(r#"{{"container":{value}}}"#),
            format!(r#"{{"ship":{value}}}"#),
        ] {
            assert!(!answer(&document).is_empty(), "{document}");
        }
    }
    // What stands beside the squad goes through as it is.
    let aside = r#"{"name":7,"description":[1],"damagedeck":{"a":null},"vendor":18446744073709551615,"pilots":[{"name":"lukeskywalker"}]}"#;
    let read = read_list(aside);
    let again = &XWing::write_list(&read.list)[0].text;
    for part in ["18446744073709551615", "\"description\": [", "\"a\": null"] {
        assert!(again.contains(part), "{part} is missing in {again}");
    }
}

#[test]
fn keys_that_stand_twice_lose_nothing() {
    let twice = r#"{"faction":"rebel","pilots":[{"name":"lukeskywalker","ship":"xwing","upgrades":{"mod":["engineupgrade"],"mod":["shieldupgrade"]}}],
        "pilots":[{"name":"wedgeantilles","ship":"xwing"}]}"#;
    let squad = read(twice);
    assert_eq!(squad.ships.len(), 2);
    assert_eq!(squad.ships[0].upgrades, ["engine-upgrade", "shield-upgrade"]);
    assert!(
        told(r#"{"pilots":[{"name":"lukeskywalker","name":"wedgeantilles"}]}"#, Lang::En)
            .contains("stands there twice")
    );
}

#[test]
fn marks_that_nobody_sees_mean_nothing() {
    for text in [
        "\u{202e}Luke\u{a0}Skywalker\u{202c} +\u{200b} R2\u{2011}D2 (32)",
        "\u{feff}Luke Sky\u{ad}walker\0\r\nR2-D2\r",
        "\u{200e}1x\u{2003}Luke Skywalker\u{2028}R2-D2",
        "\u{200b}{\"pilots\":\u{a0}[{\"name\": \"lukeskywalker\", \"upgrades\": {\"amd\": [\"r2d2\"]}}]}",
    ] {
        let squad = read(text);
        assert_eq!(
            (squad.ships.len(), &*squad.ships[0].upgrades),
            (1, &["r2-d2-astromech".to_string()][..]),
            "{text:?}"
        );
    }
}

/// Numbers that are too large, or none at all.
#[test]
fn copies_are_counted_or_told() {
    assert_eq!(read("30x Academy Pilot").ships.len(), 20);
    for (text, part) in [
        ("30x Academy Pilot", "30 copies"),
        ("18446744073709551617x Academy Pilot", "18446744073709551617x"),
        ("99999999999999999999999999 Academy Pilot", "99999999999999999999999999"),
        ("0x Academy Pilot", "0x Academy Pilot"),
        ("Academy Pilot x99999999999999999999", "x99999999999999999999"),
        ("Academy Pilot (99999999999999999999)", "99999999999999999999"),
        ("Luke Skywalker\n0x Academy Pilot", "0x Academy Pilot"),
    ] {
        assert!(answer(text).contains(part), "{text}: {}", answer(text));
    }
}

/// Every line of a text is part of the list or named in the answer.
#[test]
fn no_line_is_lost() {
    let words = [
        "Alpha",
        "Luke Skywalker",
        "R2-D2",
        "xyzzy",
        "+",
        "(12)",
        "3x",
        ",",
        "[",
        "]",
        ":",
        " - ",
        "/",
        "PtL",
        "!",
        "TIE Fighter",
    ];
    let mut state = 7u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    };
    let mut read = 0;
    for _ in 0..400 {
        let lines: Vec<String> = (0..1 + next(5))
            .map(|_| (0..1 + next(5)).map(|_| words[next(words.len())]).collect::<Vec<_>>().join(" "))
            .collect();
        let text = lines.join("\n");
        // A text that is refused loses nothing.
        if XWing::read_lists(&text).is_err() {
            continue;
        }
        let answer = answer(&text).to_lowercase();
        for line in lines.iter().filter(|line| line.contains("xyzzy")) {
            assert!(answer.contains("xyzzy"), "{line:?} of {text:?}: {answer}");
        }
        let lukes = text.matches("Luke Skywalker").count();
        let told = answer.matches("luke").count();
        assert!(lukes == 0 || told > 0, "{text:?}: {answer}");
        read += 1;
    }
    assert!(read > 100, "{read}");
}
