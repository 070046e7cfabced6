//! How the game is told: sides, ships and cards agree with the sentences that they stand in, in both languages.

use std::collections::BTreeSet;

use attackwing::{Ask, AttackWing, Event, MissionId, Options, Planet, PlayerSetup, Setup, ShipId, Weapon};
use flightpath::Face;
use table::direct::Random;
use table::harness::{flaw, sentences};
use table::{Game, Lang, Show};

/// What German sentences of this game said wrongly once, or said in English.
const NEVER: [&str; 22] = [
    "für Föderation",
    "für Klingonen",
    "von Klingonisches",
    "von Romulanisches",
    "für Klingonisches Raum",
    "vor Klingonisches",
    "greift Klingonisches",
    "erfasst Romulanisches",
    "Welches Schiff erfasst",
    "als nächstes",
    "auf Reichweite",
    "Auf Reichweite",
    "Schusslinie",
    "behindert",
    "blockiert",
    "Gefecht ",
    "Gefechtsergebnis",
    " Kritisch",
    " attacks ",
    " receives ",
    " with ",
    " is ",
];

fn check([_, german]: &[BTreeSet<String>; 2]) {
    for sentence in german {
        // There the ship is the subject.
        let sentence = sentence.replace("Wen erfasst", "");
        assert_eq!(NEVER.iter().find(|words| sentence.contains(**words)), None, "{sentence:?}");
    }
}

#[test]
fn games_are_told_well() {
    let mut asteroids = Setup::standard();
    asteroids.options = Options { obstacles: 6, planet: Some(Planet::Centre), ..Options::default() };
    let mut chase = Setup::standard();
    chase.options.mission = MissionId::find("chase");
    chase.players[1] = PlayerSetup::starter("klingon-40");
    for mut setup in [Setup::standard(), asteroids, chase] {
        setup.options.rounds = Some(10);
        for seed in 0..4 {
            let told = sentences::<AttackWing>(&setup, seed, &mut Random::new(seed));
            check(&told.unwrap_or_else(|what| panic!("{what}")));
        }
    }
}

/// A ship that goes by its kind stands behind a word that is declined; a proper name has the article of ships.
#[test]
fn ships_within_sentences() {
    let list = r#"
        [[ship]]
        ship = "klingon-starship"
        captain = "klingon-captain"
        [[ship]]
        ship = "enterprise-d"
        captain = "picard"
    "#;
    let fleet = attackwing::lists::read(list).expect("a list").0;
    let players = vec![PlayerSetup::fleet(fleet.clone()), PlayerSetup::fleet(fleet)];
    let state = AttackWing::begin(&Setup { players, ..Setup::standard() }).expect("two fleets");
    let (klingon, enterprise) = (ShipId(0), ShipId(3));
    for (event, english, german) in [
        (
            Event::Attacks(enterprise, klingon, Weapon::Primary, 1),
            "U.S.S. Enterprise-D 2 attacks Klingon Starship 1 with primary weapon at range 1",
            "U.S.S. Enterprise-D 2 greift das Schiff „Klingonisches Raumschiff 1“ in Reichweite 1 mit der Primärwaffe an",
        ),
        (
            Event::Locks(klingon, enterprise),
            "Klingon Starship 1 locks U.S.S. Enterprise-D 2",
            "Klingonisches Raumschiff 1 erfasst die U.S.S. Enterprise-D 2",
        ),
        (
            Event::Rolled(enterprise, [Face::Critical, Face::Blank].into_iter().collect()),
            "U.S.S. Enterprise-D 2 rolls critical, blank",
            "Wurf der U.S.S. Enterprise-D 2: kritischer Treffer, Leerseite",
        ),
        (Event::Obstructed, "The shot is obstructed", "Die Schussbahn ist teilweise versperrt"),
        (
            Event::Hits(klingon, 1, 1),
            "Klingon Starship 1 is hit: 1 normal, 1 critical damage",
            "Klingonisches Raumschiff 1 wird getroffen: 1 Schaden und 1 kritischer Schaden",
        ),
    ] {
        assert_eq!(flaw(&AttackWing::event_text(&state, &event, Lang::De)), None);
        assert_eq!(AttackWing::event_text(&state, &event, Lang::En), english);
        assert_eq!(AttackWing::event_text(&state, &event, Lang::De), german);
    }
    for (ask, german) in [
        (Ask::LockWhom(klingon), "Wen erfasst das Schiff „Klingonisches Raumschiff 1“?"),
        (Ask::Dial(klingon), "Stelle die Manöverscheibe des Schiffs „Klingonisches Raumschiff 1“ ein"),
        (Ask::Dial(enterprise), "Stelle die Manöverscheibe der U.S.S. Enterprise-D 2 ein"),
    ] {
        assert_eq!(AttackWing::ask_text(&state, &ask, Lang::De), german);
    }
}
