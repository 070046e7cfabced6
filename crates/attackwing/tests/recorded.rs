//! Games that were played once go on as they went.

use std::path::Path;

use attackwing::lists::random_fleet;
use attackwing::{AttackWing, MissionId, Options, Planet, PlayerSetup, Setup};
use scenario::recorded::{Recorded, hold};
use table::direct::luck;

#[test]
fn recorded_games_go_on_as_they_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recorded/attackwing");
    let starters = |names: &[&str], options| Setup {
        players: names.iter().map(|name| PlayerSetup::starter(name)).collect(),
        options,
    };
    let mission = |id| Options { mission: MissionId::find(id), ..Options::default() };
    let by_chance = |count: u8, points, seed| {
        let options = Options { points: Some(points), obstacles: 3, ..Options::default() };
        let luck = &mut *luck(seed);
        let fleets = (0..count).map(|_| PlayerSetup::fleet(random_fleet(luck, &options)));
        Setup { players: fleets.collect(), options }
    };
    let mut teams = by_chance(4, 50, 8);
    for (number, player) in teams.players.iter_mut().enumerate() {
        player.team = Some(number as u8 % 2);
    }
    teams.options.points = Some(100);
    hold::<AttackWing>(
        &folder,
        |seed| Box::new(agents::Greedy::new(seed)),
        &[
            Recorded { name: "three-players", setup: Setup::standard(), seed: 1 },
            Recorded {
                name: "two-players",
                setup: starters(&["klingon-40", "romulan"], Options::default()),
                seed: 2,
            },
            Recorded {
                name: "mission-dilithium",
                setup: starters(&["federation", "klingon-40", "romulan"], mission("dilithium")),
                seed: 3,
            },
            Recorded {
                name: "mission-chase",
                setup: starters(&["federation", "klingon-40", "romulan"], mission("chase")),
                seed: 4,
            },
            Recorded {
                name: "tournament-with-terrain",
                setup: starters(
                    &["romulan", "federation"],
                    Options {
                        tournament: true,
                        planet: Some(Planet::Centre),
                        obstacles: 6,
                        ..Options::default()
                    },
                ),
                seed: 5,
            },
            Recorded { name: "teams", setup: teams, seed: 6 },
            Recorded { name: "many-cards", setup: by_chance(2, 100, 7), seed: 7 },
        ],
    );
}
