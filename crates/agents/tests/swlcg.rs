//! Greedy against random at the card game: with the decks of the core set it wins nearly always, on either side.

// Nobody flees at a card table.
#[allow(dead_code)]
mod duels;

use agents::{NAMES, agent};
use duels::{Counted, Tally, games, random, tally};
use swlcg::lists::ready::READY;
use swlcg::{Ask, Setup, Side, State, Swlcg};
use table::Seat;

impl Counted for Swlcg {
    fn is_dial(_: &Ask) -> bool {
        false
    }
    fn rounds(state: &State) -> u64 {
        u64::from(state.turn).div_ceil(2)
    }
    fn ships(_: &State, _: Seat) -> (u64, u64) {
        (0, 0)
    }
}

/// The two decks of each side that the core set has, greedy on one of them.
fn duels(own: Side, games: u64) -> Tally {
    let mut all = Tally::default();
    for dark in [&READY[0], &READY[2]] {
        for light in [&READY[1], &READY[3]] {
            let mut setup = Setup { dark: dark.deck(), light: light.deck(), ..Setup::standard() };
            setup.options.poker_face = false;
            let one = tally::<Swlcg>(&setup, own.seat(), random, games);
            one.report(&format!("{} against {}, greedy is {own:?}", dark.id, light.id));
            all.add(&one);
        }
    }
    all.report(&format!("greedy is {own:?}"));
    all
}

#[test]
fn against_random_players() {
    let mut all = Tally::default();
    for side in Side::ALL {
        all.add(&duels(side, games(50)));
    }
    all.report("greedy");
    assert!(all.wins() >= 90.0, "{all:?}");
}

#[test]
fn agents_are_found_by_name() {
    for name in NAMES {
        assert!(agent::<Swlcg>(name, 1).is_some(), "{name}");
    }
}
