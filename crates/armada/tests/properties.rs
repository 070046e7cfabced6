//! The kernel's promises, checked on random activations.

use armada::{
    Armada, Command, Cursor, DefenseToken, Faction, Placed, PlacedSquadron, Setup, TokenSide, TokenType,
};
use geometry::{Heading, Pose, Vec2};
use table::Game;
use table::harness::check_game;

fn at(x: f64, y: f64, degrees: f64) -> Pose {
    Pose::new(Vec2::new(x, y), Heading::degrees_clockwise_from_north(degrees))
}

fn check(setup: &Setup, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        if let Err(what) = check_game::<Armada>(setup, seed) {
            panic!("{what}");
        }
    }
}

fn tie(x: f64, y: f64) -> PlacedSquadron {
    PlacedSquadron {
        squadron: "tie-fighter-squadron".to_string(),
        owner: Faction::Empire,
        at: Vec2::new(x, y),
    }
}

/// A frigate among star destroyers and a swarm of squadrons.
fn crowd() -> Setup {
    let cards = |ids: &[&str]| ids.iter().map(|id| id.to_string()).collect();
    let frigate = Placed {
        upgrades: cards(&["xi7-turbolasers", "h9-turbolasers", "enhanced-armament"]),
        dial: Some(Command::Navigate),
        navigate_token: true,
        damage: vec![("damaged-controls".to_string(), true)],
        ..Placed::new("nebulon-b-escort-frigate", Faction::Rebel, at(450.0, 300.0, 0.0), 3)
    };
    let tokens =
        [TokenType::Evade, TokenType::Brace, TokenType::Redirect, TokenType::Scatter, TokenType::Contain];
    let tokens = tokens.map(|kind| DefenseToken { kind, side: TokenSide::Readied });
    let destroyer = Placed {
        upgrades: cards(&["advanced-projectors"]),
        tokens: Some(tokens.to_vec()),
        shields: Some([2, 1, 1, 0]),
        ..Placed::new("victory-ii-class-star-destroyer", Faction::Empire, at(450.0, 560.0, 180.0), 2)
    };
    let other = Placed::new("victory-ii-class-star-destroyer", Faction::Empire, at(330.0, 430.0, 90.0), 0);
    Setup {
        ships: vec![frigate, destroyer, other],
        squadrons: vec![
            tie(450.0, 380.0),
            tie(485.0, 385.0),
            tie(450.0, 420.0),
            tie(485.0, 425.0),
            tie(450.0, 456.0),
            tie(520.0, 400.0),
            tie(520.0, 440.0),
        ],
        ..Setup::default()
    }
}

#[test]
fn a_frigate_in_a_crowd() {
    check(&crowd(), 0..300);
}

#[test]
fn a_star_destroyer_attacks() {
    check(&Setup { active: 1, ..crowd() }, 0..300);
}

#[test]
fn only_the_maneuver() {
    check(&Setup { step: Cursor::Maneuver, ..crowd() }, 0..300);
}

/// Faults of a set-up, as they are told.
fn faults(setup: &Setup) -> Vec<String> {
    Armada::begin(setup).err().into_iter().flatten().map(|fault| fault.what.en).collect()
}

#[test]
fn everything_stands_within_the_play_area() {
    let outside = |at: Vec2| Setup { squadrons: vec![tie(at.x, at.y)], ..crowd() };
    assert_eq!(faults(&crowd()), [""; 0]);
    for at in [Vec2::new(10.0, 100.0), Vec2::new(-500.0, 100.0), Vec2::new(f64::NAN, 100.0)] {
        assert_eq!(faults(&outside(at)), ["stands outside the play area"], "{at:?}");
    }
}
