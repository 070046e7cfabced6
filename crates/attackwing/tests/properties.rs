//! The kernel's promises, checked on random games of every kind of set-up.
//!
//! `SANDTABLE_GAMES=25000` plays that many games of each kind instead of a few.

use attackwing::lists::{self, Fleet};
use attackwing::{AttackWing, MissionId, Options, Planet, PlayerSetup, Setup};
use rand_core::Rng;
use table::Game;
use table::direct::luck;
use table::harness::check_game;

fn games(few: u64) -> u64 {
    std::env::var("SANDTABLE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(few)
}

fn check(setup: &Setup, seed: u64) {
    if let Err(what) = check_game::<AttackWing>(setup, seed) {
        panic!("{what}\n{setup:?}");
    }
}

#[test]
fn standard_game() {
    (0..games(150)).for_each(|seed| check(&Setup::standard(), seed));
}

#[test]
fn missions() {
    for mission in MissionId::all() {
        let mut setup = Setup::standard();
        setup.options.mission = Some(mission);
        setup.players[1] = PlayerSetup::starter("klingon-40");
        (0..games(60)).for_each(|seed| check(&setup, seed));
    }
}

#[test]
fn obstacles_planet_and_tournament() {
    let mut setup = Setup::standard();
    setup.options =
        Options { obstacles: 6, planet: Some(Planet::Centre), tournament: true, ..Options::default() };
    (0..games(60)).for_each(|seed| check(&setup, seed));
}

#[test]
fn two_built_squadrons_with_every_card() {
    let fleet = |text: &str| -> Fleet { toml::from_str(text).expect("a fleet") };
    let setup = Setup {
        players: vec![PlayerSetup::fleet(fleet(ALL_CARDS_A)), PlayerSetup::fleet(fleet(ALL_CARDS_B))],
        options: Options { points: Some(200), base_sets: Some(2), obstacles: 3, ..Options::default() },
    };
    (0..games(60)).for_each(|seed| check(&setup, seed));
}

/// Squadrons, teams and options as they come.
#[test]
fn random_squadrons() {
    for seed in 0..games(150) {
        let setup = random_setup(&mut *luck(seed ^ 0xf1ee7));
        check(&setup, seed);
    }
}

fn random_setup(luck: &mut dyn Rng) -> Setup {
    let mut below = |bound: u32| luck.next_u32() % bound;
    let players = [2, 2, 3, 4][below(4) as usize];
    let options = Options {
        area: [(900, 900), (1200, 900)][below(2) as usize],
        obstacles: below(7) as u8,
        planet: [None, Some(Planet::Centre)][below(2) as usize],
        tournament: below(2) == 1,
        green_clears_auxiliary: below(4) == 0,
        defender_modifies_defense_first: below(4) == 0,
        random_factions: below(4) == 0,
        points: Some(100),
        ..Options::default()
    };
    let limits = Options { points: Some(if players == 4 { 50 } else { 100 }), ..options };
    let players = (0..players).map(|number| {
        let mut player = PlayerSetup::fleet(lists::random_fleet(luck, &limits));
        // Four players play two against two; unique names are then kept apart by faction.
        player.team = (players == 4).then_some(number % 2);
        player
    });
    let mut setup = Setup { players: players.collect(), options };
    // Team mates may have drawn the same unique card; they then play each for a team of their own, or three of them.
    if AttackWing::begin(&setup).is_err() {
        setup.players.truncate(3);
        setup.players.iter_mut().for_each(|player| player.team = None);
    }
    setup
}

const ALL_CARDS_A: &str = r#"
[[ship]]
ship = "enterprise-d"
captain = "picard"
upgrades = ["engage", "worf", "geordi", "data", "photon-torpedoes-federation", "antimatter-mines"]
[[ship]]
ship = "khazara"
captain = "toreth"
upgrades = ["counter-attack", "nvek", "bochra", "plasma-torpedoes", "artificial-quantum-singularity"]
"#;

const ALL_CARDS_B: &str = r#"
[[ship]]
ship = "federation-starship"
captain = "riker"
upgrades = ["obrien", "worf", "antimatter-mines"]
[[ship]]
ship = "maht-ha"
captain = "nudaq"
upgrades = ["konmel", "klag", "photon-torpedoes-klingon", "tractor-beam"]
[[ship]]
ship = "klingon-starship"
captain = "clark-terrell"
upgrades = ["advanced-weapon-system", "plasma-torpedoes", "mr-spock"]
[[ship]]
ship = "romulan-starship"
captain = "letant"
upgrades = ["reinforced-hull-plating", "brunt"]
"#;
