//! Greedy against random at X-Wing: it wins nearly always, whichever of two squads it flies, and keeps its ships on the
//! table.

mod duels;

use agents::{AGENTS, agent};
use duels::{Counted, Maker, Tally, careful, games, greedy, random, tally};
use table::Seat;
use xwing::{Ask, PlayerSetup, Setup, State, XWing};

impl Counted for XWing {
    fn is_dial(ask: &Ask) -> bool {
        matches!(ask, Ask::Dial(_))
    }
    fn rounds(state: &State) -> u64 {
        state.round.into()
    }
    fn ships(state: &State, seat: Seat) -> (u64, u64) {
        let (width, depth) = state.options.size();
        let (mut ships, mut fled) = (0, 0);
        for ship in state.ships.iter().filter(|ship| ship.owner == seat) {
            // A ship that has fled stands where it left the play area; the squads here have small ships only.
            let at = ship.pose.at;
            let reach = 20.0 * (ship.pose.heading.x().abs() + ship.pose.heading.y().abs());
            let beyond = |at: f64, size: f64| at - reach < -0.01 || at + reach > size + 0.01;
            ships += 1;
            fled += u64::from(ship.destroyed && (beyond(at.x, width) || beyond(at.y, depth)));
        }
        (ships, fled)
    }
}

/// Two squads of 100 points, swapped between the seats, greedy at either.
fn duels(name: &str, others: Maker<XWing>, games: u64) -> Tally {
    let mut all = Tally::default();
    for squads in [["rebel", "imperial"], ["imperial", "rebel"]] {
        for own in [Seat(0), Seat(1)] {
            let mut setup = Setup { players: squads.map(PlayerSetup::starter).into(), ..Setup::standard() };
            setup.options.rounds = Some(60);
            let one = tally(&setup, own, others, games);
            one.report(&format!("{name}, greedy flies {} from seat {}", squads[own.index()], own.0 + 1));
            all.add(&one);
        }
    }
    all.report(name);
    all
}

#[test]
fn against_random_players() {
    let all = duels("random", random, games(100));
    assert!(all.wins() >= 95.0, "{all:?}");
    assert!(all.flights() < 1.0, "{all:?}");
}

#[test]
fn against_random_players_that_stay_on_the_table() {
    let all = duels("careful", careful, games(25));
    assert!(all.wins() >= 90.0, "{all:?}");
    assert!(all.flights() < 1.0, "{all:?}");
}

#[test]
fn among_themselves() {
    let all = duels("greedy", greedy, games(25));
    assert!(all.flights() < 1.0, "{all:?}");
}

#[test]
fn agents_are_found_by_name() {
    for name in AGENTS.map(|agent| agent.id) {
        assert!(agent::<XWing>(name, 1).is_some(), "{name}");
    }
}
