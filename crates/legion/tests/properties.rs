//! The kernel's promises, checked on random activations.

use geometry::{Polygon, Shape, Vec2};
use legion::{Action, Faction, Legion, PlacedTerrain, PlacedUnit, Setup};
use table::harness::check_game;

fn at(x: f64, y: f64) -> Vec2 {
    Vec2::new(x, y)
}

fn check(setup: &Setup, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        if let Err(what) = check_game::<Legion>(setup, seed) {
            panic!("{what}");
        }
    }
}

fn rect(terrain: &str, west: f64, south: f64, east: f64, north: f64) -> PlacedTerrain {
    let corners = [at(west, south), at(east, south), at(east, north), at(west, north)];
    PlacedTerrain::new(terrain, Shape::from(Polygon::new(&corners).unwrap()))
}

/// A village between two squads and whoever helps them.
fn village() -> Setup {
    let rebels = PlacedUnit {
        aim: 2,
        dodge: 1,
        ..PlacedUnit::in_line("rebel-troopers", Faction::Rebel, at(400.0, 250.0), &["z-6-trooper"])
    };
    let storm = PlacedUnit {
        aim: 1,
        dodge: 2,
        suppression: 1,
        ..PlacedUnit::in_line(
            "stormtroopers",
            Faction::Empire,
            at(400.0, 520.0),
            &["dlt-19-stormtrooper", "impact-grenades", "duck-and-cover"],
        )
    };
    let scouts = PlacedUnit::in_line("scout-troopers", Faction::Empire, at(620.0, 420.0), &[]);
    let warriors = PlacedUnit::in_line("wookiee-warriors", Faction::Rebel, at(200.0, 400.0), &[]);
    let walker = PlacedUnit::in_line("at-rt", Faction::Rebel, at(600.0, 250.0), &[]);
    Setup {
        area: (914.4, 914.4),
        units: vec![rebels, storm, scouts, warriors, walker],
        terrain: vec![
            rect("building", 330.0, 263.5, 480.0, 340.0),
            rect("barricade", 360.0, 480.0, 440.0, 490.0),
            rect("light-forest", 520.0, 450.0, 700.0, 560.0),
            rect("hill", 80.0, 430.0, 260.0, 560.0),
            PlacedTerrain::new("bomb-crater", Shape::Circle { centre: at(500.0, 400.0), radius: 40.0 }),
        ],
        ..Setup::default()
    }
}

#[test]
fn rebels_in_the_village() {
    check(&village(), 0..25);
}

#[test]
fn stormtroopers_in_the_village() {
    check(&Setup { active: 1, ..village() }, 0..25);
}

#[test]
fn warriors_on_the_hill() {
    check(&Setup { active: 3, performed: vec![Action::Aim, Action::Dodge], ..village() }, 0..25);
}

#[test]
fn scouts_in_the_forest() {
    check(&Setup { active: 2, ..village() }, 0..25);
}
