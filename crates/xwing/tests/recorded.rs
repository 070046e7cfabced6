//! Games that were played once go on as they went.

use std::path::Path;

use scenario::recorded::{Recorded, hold};
use table::direct::luck;
use xwing::lists::{Pool, Squad, SquadShip, random_squad};
use xwing::{HulkName, MissionId, Options, PlayerSetup, RulesetName, Setup, XWing};

#[test]
fn recorded_games_go_on_as_they_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recorded/xwing");
    let game = |players: &[&str], options: Options| Setup {
        players: players.iter().map(|name| PlayerSetup::starter(name)).collect(),
        options: Options { rounds: Some(30), ..options },
        ..Setup::standard()
    };
    let mission = |id| Options { mission: MissionId::find(id), points: 60, ..Options::default() };
    let [political, asteroids, dark] = ["political-escort", "asteroid-run", "dark-whispers"].map(mission);
    let later = Options { ruleset: RulesetName::Later, hulk: Some(HulkName::Corvette), ..Options::default() };
    let many_cards = |seed| {
        let luck = &mut *luck(seed);
        let squads = [(); 2].map(|()| PlayerSetup::squad(random_squad(luck, 150, &Pool::playable())));
        Setup { players: squads.into(), ..game(&[], Options { points: 150, ..Options::default() }) }
    };
    hold::<XWing>(
        &folder,
        |seed| Box::new(agents::Greedy::new(seed)),
        &[
            Recorded { name: "standard", setup: game(&["rebel", "imperial"], Options::default()), seed: 1 },
            Recorded { name: "later-rules", setup: game(&["rebel", "imperial"], later), seed: 2 },
            Recorded { name: "mission-1", setup: game(&["imperial-core", "rebel-core"], political), seed: 3 },
            Recorded { name: "mission-2", setup: game(&["imperial-core", "rebel-core"], asteroids), seed: 4 },
            Recorded { name: "mission-3", setup: game(&["imperial-core", "rebel-core"], dark), seed: 5 },
            Recorded {
                name: "teams",
                setup: game(
                    &["rebel", "imperial", "rebel-core", "imperial-core"],
                    Options { points: 200, ..Options::default() },
                ),
                seed: 6,
            },
            Recorded {
                name: "huge-ships",
                setup: game(&["epic-rebel", "epic-carrier"], Options::epic()),
                seed: 7,
            },
            Recorded {
                name: "docked-ships",
                setup: game(&["ghost-and-phantom", "hounds-tooth"], Options::default()),
                seed: 8,
            },
            Recorded { name: "41-ships", setup: full_table(), seed: 9 },
            Recorded { name: "many-cards", setup: many_cards(10), seed: 10 },
            Recorded { name: "many-other-cards", setup: many_cards(11), seed: 11 },
        ],
    );
}

/// As many ships as 300 points buy.
fn full_table() -> Setup {
    let swarm = |ships: &[(&str, usize)]| {
        let ships = ships.iter().flat_map(|(pilot, count)| vec![SquadShip::new(pilot, &[]); *count]);
        PlayerSetup::squad(Squad { ships: ships.collect(), ..Squad::default() })
    };
    let rebels = swarm(&[("bandit-squadron-pilot", 12), ("prototype-pilot", 7)]);
    let imperials = swarm(&[("academy-pilot", 12), ("epsilon-squadron-pilot", 10)]);
    let options = Options { rounds: Some(3), ..Options::epic() };
    Setup { players: vec![rebels, imperials], obstacles: Vec::new(), options }
}
