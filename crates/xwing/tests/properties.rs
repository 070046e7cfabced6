//! The kernel's promises, checked on random rounds.

use table::harness::check_game;
use xwing::{DamageSetup, ObstacleSetup, Setup, ShipSetup, XWing};

fn check(setup: &Setup, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        if let Err(what) = check_game::<XWing>(setup, seed) {
            panic!("{what}");
        }
    }
}

fn asteroid(x: f64, y: f64, facing: f64) -> ObstacleSetup {
    ObstacleSetup { token: "asteroid-1".to_string(), at: (x, y), facing }
}

#[test]
fn two_against_two() {
    let setup = Setup {
        ships: vec![
            ShipSetup::new(0, "luke-skywalker", (400.0, 400.0), 0.0).with(&["predator"]),
            ShipSetup::new(0, "rookie-pilot", (500.0, 400.0), 0.0),
            ShipSetup::new(1, "howlrunner", (400.0, 600.0), 180.0).with(&["squad-leader"]),
            ShipSetup::new(1, "academy-pilot", (500.0, 610.0), 200.0),
        ],
        ..Setup::default()
    };
    check(&setup, 0..200);
}

/// Every card, narrow places and damage that changes things in between.
#[test]
fn actions_within_actions() {
    let damaged = |card: &str, mut ship: ShipSetup| {
        ship.damage.push(DamageSetup { card: card.to_string(), face_up: true });
        ship.damage.push(DamageSetup { card: "direct-hit".to_string(), face_up: false });
        ship
    };
    let setup = Setup {
        ships: vec![
            ShipSetup::new(0, "tycho-celchu", (300.0, 300.0), 0.0).with(&[
                "push-the-limit",
                "expert-handling",
                "experimental-interface",
            ]),
            ShipSetup::new(0, "wedge-antilles", (342.0, 260.0), 0.0).with(&["marksmanship", "opportunist"]),
            damaged("console-fire", ShipSetup::new(0, "red-squadron-pilot", (20.0, 500.0), 90.0)),
            ShipSetup::new(1, "soontir-fel", (330.0, 450.0), 180.0).with(&["push-the-limit", "elusiveness"]),
            ShipSetup { lock: Some(0), ..ShipSetup::new(1, "storm-squadron-pilot", (250.0, 450.0), 170.0) }
                .with(&["lone-wolf"]),
            ShipSetup::new(1, "turr-phennir", (390.0, 440.0), 190.0).with(&["squad-leader", "predator"]),
            damaged("structural-damage", ShipSetup::new(1, "dark-curse", (300.0, 390.0), 180.0)),
        ],
        obstacles: vec![asteroid(240.0, 330.0, 20.0), asteroid(420.0, 340.0, 70.0)],
        ..Setup::default()
    };
    check(&setup, 0..300);
}
