//! Greedy against random at Attack Wing: it wins far more than its share and keeps its ships on the table.

mod duels;

use agents::{AGENTS, agent};
use attackwing::{Ask, AttackWing, PlayerSetup, Setup, State};
use duels::{Counted, Maker, Tally, careful, games, greedy, random, tally};
use table::Seat;

impl Counted for AttackWing {
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
            // A ship that has fled stands where it left the play area.
            let at = ship.pose.at;
            let reach = 20.0 * (ship.pose.heading.x().abs() + ship.pose.heading.y().abs());
            let beyond = |at: f64, size: f64| at - reach < -0.01 || at + reach > size + 0.01;
            ships += 1;
            fled += u64::from(ship.destroyed && (beyond(at.x, width) || beyond(at.y, depth)));
        }
        (ships, fled)
    }
}

fn limited(mut setup: Setup) -> Setup {
    setup.options.rounds = Some(200);
    setup
}

/// Every pair of starters, each seat greedy in turn.
fn duels(name: &str, others: Maker<AttackWing>) -> Tally {
    let starters = ["federation", "klingon", "romulan"];
    let mut all = Tally::default();
    for first in starters {
        for second in starters.into_iter().filter(|other| *other != first) {
            for own in [Seat(0), Seat(1)] {
                let players = vec![PlayerSetup::starter(first), PlayerSetup::starter(second)];
                let setup = limited(Setup { players, ..Setup::standard() });
                let one = tally(&setup, own, others, games(200));
                one.report(&format!("{name}, {first} and {second}, greedy at seat {}", own.0 + 1));
                all.add(&one);
            }
        }
    }
    all.report(&format!("{name}, two players"));
    all
}

/// The game of three ships, each seat greedy in turn.
fn melees(name: &str, others: Maker<AttackWing>) -> Tally {
    let mut all = Tally::default();
    for own in (0..3).map(Seat) {
        let one = tally(&limited(Setup::standard()), own, others, games(200));
        one.report(&format!("{name}, three players, greedy at seat {}", own.0 + 1));
        all.add(&one);
    }
    all.report(&format!("{name}, three players"));
    all
}

#[test]
fn two_players() {
    let all = duels("random", random);
    assert!(all.wins() >= 90.0, "{all:?}");
    assert!(all.flights() < 1.0, "{all:?}");
}

#[test]
fn three_players() {
    let all = melees("random", random);
    assert!(all.wins() >= 90.0, "{all:?}");
    assert!(all.flights() < 1.0, "{all:?}");
}

#[test]
fn against_random_players_that_stay_on_the_table() {
    let all = duels("careful", careful);
    assert!(all.wins() >= 90.0, "{all:?}");
    assert!(all.flights() < 1.0, "{all:?}");
    let all = melees("careful", careful);
    assert!(all.wins() >= 80.0, "{all:?}");
    assert!(all.flights() < 1.0, "{all:?}");
}

#[test]
fn among_themselves() {
    let all = melees("greedy", greedy);
    assert!(all.flights() < 1.0, "{all:?}");
}

#[test]
fn agents_are_found_by_name() {
    for name in AGENTS.map(|agent| agent.id) {
        assert!(agent::<AttackWing>(name, 1).is_some(), "{name}");
    }
    assert!(agent::<AttackWing>("nobody", 1).is_none());
}
