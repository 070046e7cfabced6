//! Errata that changed how squads are built, each on both sides of the option "as printed".

use table::Lang;
use table::lobby::Lobby;
use xwing::XWing;
use xwing::lists::{Squad, Terms, check_by};

use crate::{Ships, agreed, squad};

/// A squad that an erratum forbids, what the refusal names in both languages, and a squad that it allows.
const ERRATA: &[(Ships, [&str; 2], Ships)] = &[
    // Deadeye is for small ships only.
    (
        &[("bossk", &["deadeye"])],
        ["FAQ 4.2.3 of 24 October 2016", "FAQ 4.2.3 vom 24. Oktober 2016"],
        &[("talonbane-cobra", &["deadeye"])],
    ),
    // At most two Attanni Mindlinks in a squad.
    (
        &[
            ("talonbane-cobra", &["attanni-mindlink"]),
            ("guri", &["attanni-mindlink"]),
            ("fenn-rau-protectorate", &["attanni-mindlink"]),
        ],
        ["FAQ 4.4.0 of 6 November 2017", "FAQ 4.4.0 vom 6. November 2017"],
        &[("talonbane-cobra", &["attanni-mindlink"]), ("guri", &["attanni-mindlink"])],
    ),
    // The JumpMaster 5000 has lost its torpedoes and its astromech.
    (
        &[("contracted-scout", &["plasma-torpedoes", "extra-munitions", "r4-agromech"])],
        ["FAQ 4.4.0 of 6 November 2017", "FAQ 4.4.0 vom 6. November 2017"],
        &[("contracted-scout", &["feedback-array"])],
    ),
    (
        &[("dengar", &["unhinged-astromech"])],
        ["FAQ 4.4.0 of 6 November 2017", "FAQ 4.4.0 vom 6. November 2017"],
        &[("dengar", &["punishing-one"])],
    ),
    (
        &[("tel-trevura", &["plasma-torpedoes"])],
        ["FAQ 4.4.0 of 6 November 2017", "FAQ 4.4.0 vom 6. November 2017"],
        &[("tel-trevura", &["veteran-instincts"])],
    ),
    (
        &[("manaroo", &["plasma-torpedoes"])],
        ["FAQ 4.4.0 of 6 November 2017", "FAQ 4.4.0 vom 6. November 2017"],
        &[("manaroo", &["feedback-array"])],
    ),
];

fn as_printed() -> Terms {
    Terms { as_printed: true, ..Terms::standard(100) }
}

#[test]
fn refusals_name_the_erratum_and_its_day() {
    for (bad, [en, de], good) in ERRATA {
        let faults = check_by(&squad(bad), Terms::standard(100)).faults;
        assert!(!faults.is_empty(), "{bad:?}");
        for fault in faults {
            let (english, german) = (fault.text(Lang::En), fault.text(Lang::De));
            assert!(english.contains(&format!("(erratum: {en})")), "{english}");
            assert!(german.contains(&format!("(Erratum: {de})")), "{german}");
        }
        assert_eq!(check_by(&squad(good), Terms::standard(100)).faults, []);
    }
}

#[test]
fn printed_cards_know_no_errata() {
    for (bad, _, good) in ERRATA {
        for squad in [squad(bad), squad(good)] {
            assert_eq!(check_by(&squad, as_printed()).faults, [], "{squad:?}");
        }
    }
}

/// Only what would be allowed without the erratum names it.
#[test]
fn other_refusals_stay_as_they_are() {
    let scout: Ships =
        &[("contracted-scout", &["deadeye", "plasma-torpedoes", "plasma-torpedoes", "plasma-torpedoes"])];
    let told = |squad: &Squad, terms| -> Vec<String> {
        check_by(squad, terms).faults.iter().map(|fault| fault.text(Lang::En)).collect()
    };
    let faults = told(&squad(scout), Terms::standard(100));
    let naming = |version: &str| faults.iter().filter(|fault| fault.contains(version)).count();
    assert_eq!((faults.len(), naming("4.2.3"), naming("4.4.0")), (4, 1, 2), "{faults:?}");
    // The third torpedo has no icon on the printed card either.
    assert_eq!(told(&squad(scout), as_printed()).len(), 1);
    let luke = squad(&[("luke-skywalker", &["r2-d2-astromech", "r2-f2"])]);
    assert_eq!(told(&luke, Terms::standard(100)), told(&luke, as_printed()));
    assert!(!told(&luke, as_printed())[0].contains("rratum"));
}

#[test]
fn the_table_has_an_option_for_it() {
    let list = xwing::lobby::list_of(&squad(ERRATA[0].0));
    for (options, is_legal) in [
        (agreed(&[]), false),
        (agreed(&[("cards", "errata")]), false),
        (agreed(&[("cards", "printed")]), true),
    ] {
        assert_eq!(XWing::check_list(&list, &options).is_legal(), is_legal, "{options:?}");
        let lists = [list.clone(), list.clone()];
        let game = XWing::assemble(&lists, &options);
        assert_eq!(game.is_ok(), is_legal, "{options:?}: {:?}", game.err());
    }
}
