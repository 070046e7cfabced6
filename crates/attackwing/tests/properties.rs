//! The kernel's promises, checked on random games of every kind of set-up.

use attackwing::lists::Fleet;
use attackwing::{AttackWing, Mission, Options, Planet, PlayerSetup, Setup};
use table::harness::check_game;

fn check(setup: &Setup, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        if let Err(what) = check_game::<AttackWing>(setup, seed) {
            panic!("{what}");
        }
    }
}

#[test]
fn standard_game() {
    check(&Setup::standard(), 0..150);
}

#[test]
fn missions() {
    for mission in [Mission::Dilithium, Mission::Chase] {
        let mut setup = Setup::standard();
        setup.options.mission = Some(mission);
        setup.players[1] = PlayerSetup::starter("klingon-40");
        check(&setup, 0..60);
    }
}

#[test]
fn obstacles_planet_and_tournament() {
    let mut setup = Setup::standard();
    setup.options =
        Options { obstacles: 6, planet: Some(Planet::Centre), tournament: true, ..Options::default() };
    check(&setup, 0..60);
}

#[test]
fn two_built_squadrons_with_every_card() {
    let fleet = |text: &str| -> Fleet { toml::from_str(text).expect("a fleet") };
    let setup = Setup {
        players: vec![PlayerSetup::fleet(fleet(ALL_CARDS_A)), PlayerSetup::fleet(fleet(ALL_CARDS_B))],
        options: Options { points: Some(200), base_sets: Some(2), obstacles: 3, ..Options::default() },
    };
    check(&setup, 0..60);
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
captain = "klingon-captain"
upgrades = ["advanced-weapon-system", "plasma-torpedoes"]
"#;
