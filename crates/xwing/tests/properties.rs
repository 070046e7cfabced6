//! The kernel's promises, checked on random games of every kind of set-up.
//!
//! `SANDTABLE_GAMES=25000` plays that many games of each kind instead of a few, `SANDTABLE_FROM=17878` begins with that seed.

use rand_core::Rng;
use table::direct::luck;
use table::harness::check_game;
use xwing::cards::{Faction, library};
use xwing::lists::{self, Pool, Squad, SquadShip};
use xwing::{DeckName, HulkName, MissionId, Options, PlayerSetup, RulesetName, Setup, XWing};

fn seeds(few: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let from = number("SANDTABLE_FROM").unwrap_or(0);
    from..from + number("SANDTABLE_GAMES").unwrap_or(few)
}

/// Games of random players that nobody wins end some time.
const ROUNDS: u16 = 40;

fn check(setup: &Setup, seed: u64) {
    if let Err(what) = check_game::<XWing>(setup, seed) {
        panic!("{what}\n{setup:?}");
    }
}

#[test]
fn standard_game() {
    let mut setup = Setup::standard();
    setup.options.rounds = Some(ROUNDS);
    seeds(40).for_each(|seed| check(&setup, seed));
}

#[test]
fn core_set() {
    let mut setup = Setup::standard();
    setup.players = ["rebel-core", "imperial-core"].map(PlayerSetup::starter).into();
    setup.options.rounds = Some(ROUNDS);
    seeds(60).for_each(|seed| check(&setup, seed));
}

/// Squads, obstacles and options as they come, of all cards that are played.
#[test]
fn random_squads() {
    let pool = Pool::playable();
    for seed in seeds(120) {
        let setup = random_setup(&mut *luck(seed ^ 0xf1ee7), &pool);
        check(&setup, seed);
    }
}

/// The missions of the core set.
#[test]
fn missions() {
    for seed in seeds(30) {
        let mut setup = Setup::standard();
        setup.options.rounds = Some(ROUNDS);
        setup.options.mission = MissionId::all().nth(seed as usize % 3);
        if seed % 2 == 0 {
            setup.players = ["imperial-core", "rebel-core"].map(PlayerSetup::starter).into();
            setup.options.points = 60;
        }
        check(&setup, seed);
    }
}

/// Three or four players in two teams.
#[test]
fn teams() {
    for seed in seeds(20) {
        let mut setup = Setup::standard();
        setup.options.rounds = Some(ROUNDS);
        setup.options.points = 200;
        setup.options.ruleset = [RulesetName::Document, RulesetName::Later][seed as usize / 2 % 2];
        let more = ["rebel-core", "imperial-core"].map(PlayerSetup::starter);
        setup.players.extend(more.into_iter().take(1 + seed as usize % 2));
        check(&setup, seed);
    }
}

/// Epic play: transports with whatever they may carry, beside other ships, on a play area twice as wide.
#[test]
fn epic_games() {
    for seed in seeds(30) {
        let setup = epic_setup(&mut *luck(seed ^ 0xe91c));
        check(&setup, seed);
    }
}

/// Ships that carry others.
#[test]
fn docking() {
    for seed in seeds(40) {
        let mut setup = Setup::standard();
        let carriers = if seed % 2 == 0 {
            ["ghost-and-phantom", "hounds-tooth"]
        } else {
            setup.options = Options::epic();
            ["epic-rebel", "epic-carrier"]
        };
        setup.players = carriers.map(PlayerSetup::starter).into();
        setup.options.rounds = Some(ROUNDS);
        check(&setup, seed);
    }
}

/// As many ships as 300 points buy on both sides.
#[test]
fn full_tables() {
    let swarm = |ships: &[(&str, usize)]| {
        let ships = ships.iter().flat_map(|(pilot, count)| vec![SquadShip::new(pilot, &[]); *count]);
        PlayerSetup::squad(Squad { ships: ships.collect(), ..Squad::default() })
    };
    let rebels = swarm(&[("bandit-squadron-pilot", 12), ("prototype-pilot", 9)]);
    let imperials = swarm(&[("academy-pilot", 12), ("epsilon-squadron-pilot", 10)]);
    let options = Options { rounds: Some(6), ..Options::epic() };
    let setup = Setup { players: vec![rebels, imperials], obstacles: Vec::new(), options };
    seeds(2).for_each(|seed| check(&setup, seed));
}

/// What epic squads begin with; both ship cards of a corvette are bought together.
const HUGE_SHIPS: [(Faction, &[&str]); 6] = [
    (Faction::Rebel, &["gr-75-medium-transport", "gr-75-medium-transport"]),
    (Faction::Rebel, &["cr90-corvette-fore", "cr90-corvette-aft"]),
    (Faction::Imperial, &["raider-class-corvette-fore", "raider-class-corvette-aft"]),
    (Faction::Imperial, &["gozanti-class-cruiser"]),
    (Faction::Scum, &["c-roc-cruiser"]),
    (Faction::Imperial, &["academy-pilot"]),
];

fn epic_setup(luck: &mut dyn Rng) -> Setup {
    let mut below = |bound: u32| luck.next_u32() % bound;
    let options = Options {
        ruleset: [RulesetName::Document, RulesetName::Later][below(2) as usize],
        rounds: Some(ROUNDS),
        ..Options::epic()
    };
    let obstacles = (0..below(13)).map(|_| {
        let tokens: Vec<_> = library().set_out().collect();
        tokens[below(tokens.len() as u32) as usize].id.clone()
    });
    let obstacles = obstacles.collect();
    let mut fleet = || {
        let (side, first) = HUGE_SHIPS[below(HUGE_SHIPS.len() as u32) as usize];
        grown_squad(side, first, &options, &mut below)
    };
    let first = fleet();
    let second = fleet();
    Setup { players: vec![PlayerSetup::squad(first), PlayerSetup::squad(second)], obstacles, options }
}

fn random_setup(luck: &mut dyn Rng, pool: &Pool) -> Setup {
    let mut below = |bound: u32| luck.next_u32() % bound;
    let options = Options {
        ruleset: [RulesetName::Document, RulesetName::Later][below(2) as usize],
        deck: [None, Some(DeckName::Original), Some(DeckName::Revised)][below(3) as usize],
        own_decks: below(2) == 0,
        points: [100, 100, 60, 150][below(4) as usize],
        rounds: Some(ROUNDS),
        hulk: [None, None, Some(HulkName::Transport), Some(HulkName::Corvette)][below(4) as usize],
        ..Options::default()
    };
    let obstacles = (0..below(7)).map(|_| {
        let tokens: Vec<_> = library().set_out().collect();
        tokens[below(tokens.len() as u32) as usize].id.clone()
    });
    let obstacles = obstacles.collect();
    let players = (0..2).map(|_| PlayerSetup::squad(some_squad(luck, options.points, pool))).collect();
    Setup { players, obstacles, options }
}

/// A squad of at least one ship.
fn some_squad(luck: &mut dyn Rng, points: u16, pool: &Pool) -> Squad {
    loop {
        let squad = lists::random_squad(luck, points, pool);
        if !squad.ships.is_empty() {
            return squad;
        }
    }
}

/// A random squad of a side that begins with some ships.
fn grown_squad(side: Faction, first: &[&str], options: &Options, below: &mut dyn FnMut(u32) -> u32) -> Squad {
    let library = library();
    let pilots: Vec<_> =
        library.pilots.iter().filter(|card| !card.gap && card.faction.side() == side).collect();
    let upgrades: Vec<_> = library.upgrades.iter().filter(|card| !card.gap).collect();
    let legal = |squad: &Squad| lists::check(squad, options).is_playable();
    let mut squad = Squad::default();
    for number in 0..8 {
        let pilot = match first.get(number) {
            Some(pilot) => pilot,
            None => &*pilots[below(pilots.len() as u32) as usize].id,
        };
        squad.ships.push(SquadShip::new(pilot, &[]));
        if number + 1 < first.len() {
            // The other half may still be missing.
            continue;
        }
        if !legal(&squad) {
            squad.ships.pop();
            continue;
        }
        // The ships that it begins with are equipped together.
        let from = if number < first.len() { 0 } else { squad.ships.len() - 1 };
        for place in from..squad.ships.len() {
            for _ in 0..below(12) {
                let card = upgrades[below(upgrades.len() as u32) as usize];
                squad.ships[place].upgrades.push(card.id.clone());
                if !legal(&squad) {
                    squad.ships[place].upgrades.pop();
                }
            }
        }
    }
    squad
}
