//! How the game is told: sides, ships and cards agree with the sentences that they stand in, in both languages.

use std::collections::BTreeSet;

use table::direct::Random;
use table::harness::{flaw, sentences};
use table::{Game, Lang, Seat, Show};
use xwing::lists::{Squad, SquadShip};
use xwing::{Ask, CardRef, Event, PlayerSetup, Setup, ShipId, Slot, State, Token, Weapon, XWing};

/// What German sentences of this game said wrongly once, or said in English.
const NEVER: [&str; 30] = [
    "Rebellen hat",
    "Rebellen nimmt",
    "Imperium nimmt",
    "für Imperium",
    "für Rebellen",
    "für Abschaum",
    "von Pilot ",
    "für Pilot ",
    "an Pilot ",
    "auf Pilot ",
    "greift Pilot ",
    "erfasst Pilot ",
    "verfehlt Pilot ",
    "rammt Pilot ",
    "Stelle Pilot ",
    "Welches Schiff erfasst",
    "wird zugeteilt:",
    "verliert:",
    "berührt es",
    "als nächstes",
    "auf Reichweite",
    "Auf Reichweite",
    "Tarnmarker",
    "befreundet",
    "würde erhalten",
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

fn setup(squads: [&[(&str, &[&str])]; 2]) -> Setup {
    let squad = |ships: &[(&str, &[&str])]| Squad {
        name: String::new(),
        ships: ships.iter().map(|(pilot, upgrades)| SquadShip::new(pilot, upgrades)).collect(),
    };
    Setup { players: squads.map(|ships| PlayerSetup::squad(squad(ships))).to_vec(), ..Setup::standard() }
}

#[test]
fn games_are_told_well() {
    let wings = setup([
        &[
            ("sigma-squadron-pilot", &[]),
            ("gamma-squadron-pilot", &["seismic-charges", "proton-torpedoes"]),
            ("howlrunner", &[]),
        ],
        &[
            ("outer-rim-smuggler", &[]),
            ("gold-squadron-pilot", &["ion-cannon-turret", "proton-torpedoes"]),
            ("wedge-antilles", &["r2-d2-astromech", "proton-torpedoes"]),
        ],
    ]);
    for mut setup in [Setup::standard(), wings] {
        setup.options.rounds = Some(10);
        for seed in 0..3 {
            let told = sentences::<XWing>(&setup, seed, &mut Random::new(seed));
            check(&told.unwrap_or_else(|what| panic!("{what}")));
        }
    }
}

fn said(state: &State, event: Event, lang: Lang) -> String {
    let text = XWing::event_text(state, &event, lang);
    assert_eq!(flaw(&text), None, "{text:?}");
    text
}

/// A ship that goes by its kind stands behind a word that is declined; a proper name stands alone.
#[test]
fn ships_and_sides_within_sentences() {
    let two = setup([
        &[("academy-pilot", &[]), ("howlrunner", &[]), ("bounty-hunter", &["heavy-laser-cannon"])],
        &[("wedge-antilles", &[]), ("rookie-pilot", &[])],
    ]);
    let state = XWing::begin(&two).expect("two squads");
    let [academy, howlrunner, hunter, wedge, rookie] = [0, 1, 2, 3, 4].map(ShipId);
    let cannon = Weapon::Secondary(CardRef { ship: hunter, slot: Slot::Upgrade(0) });
    for (event, english, german) in [
        (Event::HasInitiative(Seat(1)), "Initiative: Rebel", "Initiative: Rebellen"),
        (Event::EdgeChosen(Seat(1), 0), "Rebel: south edge", "Rebellen: Südkante"),
        (
            Event::Attacks(wedge, academy, Weapon::Primary, 2),
            "Wedge Antilles attacks Academy Pilot at range 2",
            "Wedge Antilles greift das Schiff „Pilot der Akademie“ in Reichweite 2 an",
        ),
        (
            Event::Attacks(hunter, wedge, cannon, 3),
            "Bounty Hunter attacks Wedge Antilles at range 3 with Heavy Laser Cannon",
            "Kopfgeldjäger greift Wedge Antilles in Reichweite 3 mit „Schwere Laserkanone“ an",
        ),
        (
            Event::Overlaps(rookie, howlrunner),
            "Rookie Pilot overlaps “Howlrunner” and touches it",
            "Anfängerpilot überschneidet „Kreischläufer“; beide berühren sich nun",
        ),
        (
            Event::Assigned(academy, Token::Focus),
            "Academy Pilot is assigned a focus token",
            "Pilot der Akademie erhält einen Fokusmarker",
        ),
        (
            Event::TokenRemoved(academy, Token::Evade),
            "Academy Pilot removes an evade token",
            "Pilot der Akademie verliert einen Ausweichmarker",
        ),
        (
            Event::TokenSpent(academy, Token::Cloak),
            "Academy Pilot spends its cloak token",
            "Pilot der Akademie gibt den Tarnungsmarker aus",
        ),
        (
            Event::Hits(wedge, 0, 1),
            "Wedge Antilles is hit: 1 critical damage",
            "Wedge Antilles wird getroffen: 1 kritischer Schaden",
        ),
        (
            Event::Hits(wedge, 2, 2),
            "Wedge Antilles is hit: 2 normal, 2 critical damage",
            "Wedge Antilles wird getroffen: 2 Schaden und 2 kritische Schäden",
        ),
        (
            Event::Docked(wedge, hunter),
            "Wedge Antilles is docked at Bounty Hunter",
            "Wedge Antilles ist an dem Schiff „Kopfgeldjäger“ angedockt",
        ),
    ] {
        assert_eq!(said(&state, event.clone(), Lang::En), english);
        assert_eq!(said(&state, event, Lang::De), german);
    }
    for (ask, german) in [
        (Ask::LockWhom(wedge), "Wen erfasst Wedge Antilles?"),
        (Ask::LockWhom(rookie), "Wen erfasst das Schiff „Anfängerpilot“?"),
        (Ask::Action(rookie), "Wähle eine Aktion für das Schiff „Anfängerpilot“"),
        (Ask::TurnArc(wedge), "Wohin zeigt der Feuerwinkel von Wedge Antilles?"),
        (Ask::TurnArc(rookie), "Wohin zeigt der Feuerwinkel des Schiffs „Anfängerpilot“?"),
    ] {
        assert_eq!(XWing::ask_text(&state, &ask, Lang::De), german);
    }
}
