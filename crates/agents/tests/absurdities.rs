//! Greedy players do nothing absurd: few games by fixed seeds, counted, and every count below its limit. The same counts
//! over more games: `cargo run --release -p agents --example conduct GAME GAMES SEED`.

mod conduct;

use attackwing::AttackWing;
use conduct::cards::Duels;
use conduct::flight::Flights;
use conduct::{attackwing_setups, matches, watch, xwing_setups};
use swlcg::Swlcg;
use xwing::XWing;

/// Ships of a side start near each other and face the enemy, keep out of each other's way and off obstacles, and stay on
/// the table.
fn fly_sensibly(flights: &Flights, spread: f64) {
    assert!(flights.maneuvers > 200, "{flights}");
    assert!(flights.own_ram_share() < 2.0, "{flights}");
    assert!(flights.obstacle_share() < 3.0, "{flights}");
    assert!(flights.fled <= 1, "{flights}");
    assert_eq!(flights.fled_by_choice, 0, "{flights}");
    assert_eq!(flights.fled_by_card, 0, "{flights}");
    assert!(flights.mean_spread() < spread, "{flights}");
    assert!(flights.mean_nearest() < 130.0, "{flights}");
    assert_eq!(flights.facing, flights.placed, "{flights}");
}

#[test]
fn at_xwing() {
    fly_sensibly(&watch::<XWing, Flights>(&xwing_setups(), 20, 1), 110.0);
}

#[test]
fn at_attack_wing() {
    fly_sensibly(&watch::<AttackWing, Flights>(&attackwing_setups(), 20, 1), 110.0);
}

#[test]
fn at_the_card_game() {
    let duels: Duels = watch::<Swlcg, Duels>(&matches::<Swlcg>(), 30, 1);
    // Who defends keeps units back where the defense gains nothing, and does not let everything else go.
    assert!(duels.defended_share() > 25.0, "{duels}");
    assert!(duels.choices > 0 && duels.all_in * 4 <= duels.choices, "{duels}");
    assert!(duels.in_vain * 3 <= duels.defended, "{duels}");
    assert!(duels.left_open * 2 <= 3 * duels.games, "{duels}");
    assert!(duels.lost_open * 5 <= 2 * duels.games, "{duels}");
    // Units do not stand idle where nobody can defend, least of all before an empty table.
    assert!(duels.idle_share() < 50.0, "{duels}");
    assert!(duels.idle_unopposed * 10 <= duels.games, "{duels}");
    // Attackers lose ties, and nobody piles up cards to lose them.
    assert!(duels.lost_tie_share() < 28.0, "{duels}");
    assert!(duels.tall_lost * 5 <= 2 * duels.tall, "{duels}");
    assert!(duels.bid_share() > 65.0, "{duels}");
    // Dear units are for the table, not for edge stacks.
    assert!(duels.dear_units * 8 <= duels.placed, "{duels}");
    // Twist of Fate is kept for stacks that are worth undoing.
    assert!(duels.twists_discarded * 5 <= duels.games, "{duels}");
    assert!(duels.twists > 0 && duels.twisted * 2 >= 3 * duels.twists, "{duels}");
    assert!(duels.mean_committed_icons() < 1.08, "{duels}");
}
