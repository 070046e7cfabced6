//! Greedy against random at the card game: with the decks of the core set it wins nearly always, on either side.

// Nobody flees at a card table.
#[allow(dead_code)]
mod duels;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use agents::{AGENTS, Greedy, agent};
use duels::{Counted, Tally, games, random, tally};
use swlcg::lists::ready::READY;
use swlcg::{Ask, Choice, Setup, Side, State, Swlcg};
use table::direct::{self, Random, Seated};
use table::{Decision, Picks, Policy, Pose, Seat};

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
    for name in AGENTS.map(|agent| agent.id) {
        assert!(agent::<Swlcg>(name, 1).is_some(), "{name}");
    }
}

/// Greedy, and whose cards it has spared damage with It Could Be Worse: own ones, and those of others.
struct Watched(Greedy, Arc<[AtomicU32; 2]>);

impl Policy<Swlcg> for Watched {
    fn choose(&mut self, decision: &Decision<Swlcg>) -> usize {
        let chosen = self.0.choose(decision);
        if let Choice::Use(id, _) = decision.options[chosen]
            && let view = decision.view()
            && view.state.facts(id).id == "it-could-be-worse"
            && let Some(hit) = view.state.now().and_then(|now| now.card)
        {
            let is_own = view.state.card(hit).controller == decision.seat;
            self.1[usize::from(!is_own)].fetch_add(1, Ordering::Relaxed);
        }
        chosen
    }
    fn pick(&mut self, decision: &Decision<Swlcg>, min: usize, max: usize) -> Picks<u16> {
        self.0.pick(decision, min, max)
    }
    fn order(&mut self, decision: &Decision<Swlcg>, places: &mut [u16]) {
        Policy::<Swlcg>::order(&mut self.0, decision, places)
    }
    fn place(&mut self, decision: &Decision<Swlcg>, candidates: &[Pose]) -> Pose {
        self.0.place(decision, candidates)
    }
}

#[test]
fn nobody_averts_what_befalls_the_opponent() {
    let mut setup = Setup::standard();
    // Rumors at the Cantina brings It Could Be Worse.
    setup.light.sets.truncate(8);
    setup.light.sets.extend([16, 16]);
    let start = <Swlcg as table::Game>::begin(&setup).expect("a deck to play with");
    let spared = Arc::new([0, 0].map(AtomicU32::new));
    for seed in 0..games(40) {
        let light = Box::new(Watched(Greedy::new(seed), spared.clone()));
        let policies = Seated::<Swlcg>(vec![Box::new(Random::new(seed)), light]);
        direct::play(start.clone(), Box::new(policies), direct::luck(seed), false).expect("a game");
    }
    let [own, others] = [0, 1].map(|whose: usize| spared[whose].load(Ordering::Relaxed));
    assert!(own > 0, "it was never used");
    assert_eq!(others, 0, "of {}", own + others);
}
