//! Games of greedy players against others, counted: who wins, how long it takes, and how many ships fly off the table.
//!
//! `SANDTABLE_GAMES=2000` plays that many games of each arrangement.

use agents::Greedy;
use table::direct::{self, Random, Seated};
use table::{Appraise, Decision, Picks, Plan, Policy, Pose, Seat};

pub fn games(usual: u64) -> u64 {
    std::env::var("SANDTABLE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(usual)
}

/// What the count has to know of a game.
pub trait Counted: Appraise {
    fn is_dial(ask: &Self::Ask) -> bool;
    fn rounds(state: &Self::State) -> u64;
    /// How many ships a seat had, and how many of them have left the table.
    fn ships(state: &Self::State, seat: Seat) -> (u64, u64);
}

/// Random, except that it does not fly off the table: a better measure of fighting.
struct Careful(Random);

impl<G: Counted> Policy<G> for Careful {
    fn choose(&mut self, decision: &Decision<G>) -> usize {
        let first = Policy::<G>::choose(&mut self.0, decision);
        if !G::is_dial(decision.ask) {
            return first;
        }
        let view = decision.view();
        let safe = |option: &usize| G::appeal(&view, decision.ask, &decision.options[*option]) > -40.0;
        let count = decision.options.len();
        (0..count).map(|step| (first + step) % count).find(safe).unwrap_or(first)
    }
    fn pick(&mut self, decision: &Decision<G>, min: usize, max: usize) -> Picks<u16> {
        self.0.pick(decision, min, max)
    }
    fn order(&mut self, decision: &Decision<G>, places: &mut [u16]) {
        self.0.order(decision, places)
    }
    fn place(&mut self, decision: &Decision<G>, candidates: &[Pose]) -> Pose {
        self.0.place(decision, candidates)
    }
    fn plan(&mut self, decision: &Decision<G>, plans: &[Plan]) -> Plan {
        self.0.plan(decision, plans)
    }
}

/// Makes a player from a seed.
pub type Maker<G> = fn(u64) -> Box<dyn Policy<G>>;

pub fn random<G: Counted>(seed: u64) -> Box<dyn Policy<G>> {
    Box::new(Random::new(seed))
}
pub fn careful<G: Counted>(seed: u64) -> Box<dyn Policy<G>> {
    Box::new(Careful(Random::new(seed)))
}
pub fn greedy<G: Counted>(seed: u64) -> Box<dyn Policy<G>> {
    Box::new(Greedy::new(seed))
}

#[derive(Default, Debug)]
pub struct Tally {
    pub games: u64,
    pub won: u64,
    pub ships: u64,
    pub fled: u64,
    pub rounds: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.won += other.won;
        self.ships += other.ships;
        self.fled += other.fled;
        self.rounds += other.rounds;
    }
    pub fn wins(&self) -> f64 {
        share(self.won, self.games)
    }
    pub fn flights(&self) -> f64 {
        share(self.fled, self.ships)
    }
    pub fn report(&self, name: &str) {
        println!(
            "{name}: won {:.1} % of {} games, {:.1} rounds, {:.2} % of {} ships fled",
            self.wins(),
            self.games,
            self.rounds as f64 / self.games.max(1) as f64,
            self.flights(),
            self.ships,
        );
    }
}

fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Plays games in which one seat is greedy.
pub fn tally<G: Counted>(setup: &G::Setup, own: Seat, others: Maker<G>, games: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        let start = G::begin(setup).expect("a legal set-up");
        let policies = (0..G::players(&start) as u8).map(|seat| {
            if Seat(seat) == own { greedy(seed) } else { others(seed * 8 + u64::from(seat) + 1) }
        });
        let policy = Box::new(Seated(policies.collect()));
        let played = direct::play::<G>(start, policy, direct::luck(seed), false).expect("it ends");
        let state = played.state;
        let (ships, fled) = G::ships(&state, own);
        tally.add(&Tally {
            games: 1,
            won: u64::from(G::outcome(&state).is_some_and(|outcome| outcome.winners.contains(own))),
            ships,
            fled,
            rounds: G::rounds(&state),
        });
    }
    tally
}
