//! Greedy against random at Attack Wing: it wins far more than its share and keeps its ships on the table.
//!
//! `SANDTABLE_GAMES=2000` plays that many games of each arrangement.

use agents::{Greedy, NAMES, agent};
use attackwing::{Ask, AttackWing, PlayerSetup, Setup};
use table::direct::{self, Random};
use table::{Appraise, Decision, Game, Policy, Pose, Seat};

fn games() -> u64 {
    std::env::var("SANDTABLE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(200)
}

/// One policy for each seat.
struct Seated(Vec<Box<dyn Policy<AttackWing>>>);

impl Seated {
    fn at(&mut self, seat: Seat) -> &mut dyn Policy<AttackWing> {
        &mut *self.0[seat.index()]
    }
}

impl Policy<AttackWing> for Seated {
    fn choose(&mut self, decision: &Decision<AttackWing>) -> usize {
        self.at(decision.seat).choose(decision)
    }
    fn pick(&mut self, decision: &Decision<AttackWing>, min: usize, max: usize) -> u64 {
        self.at(decision.seat).pick(decision, min, max)
    }
    fn order(&mut self, decision: &Decision<AttackWing>, places: &mut [u16]) {
        self.at(decision.seat).order(decision, places)
    }
    fn place(&mut self, decision: &Decision<AttackWing>, candidates: &[Pose]) -> Pose {
        self.at(decision.seat).place(decision, candidates)
    }
}

/// Random, except that it does not fly off the table: a better measure of fighting.
struct Careful(Random);

impl Policy<AttackWing> for Careful {
    fn choose(&mut self, decision: &Decision<AttackWing>) -> usize {
        let first = Policy::<AttackWing>::choose(&mut self.0, decision);
        if !matches!(decision.ask, Ask::Dial(_)) {
            return first;
        }
        let view = decision.view();
        let safe =
            |option: &usize| AttackWing::appeal(&view, decision.ask, &decision.options[*option]) > -40.0;
        let count = decision.options.len();
        (0..count).map(|step| (first + step) % count).find(safe).unwrap_or(first)
    }
    fn pick(&mut self, decision: &Decision<AttackWing>, min: usize, max: usize) -> u64 {
        self.0.pick(decision, min, max)
    }
    fn order(&mut self, decision: &Decision<AttackWing>, places: &mut [u16]) {
        self.0.order(decision, places)
    }
    fn place(&mut self, decision: &Decision<AttackWing>, candidates: &[Pose]) -> Pose {
        self.0.place(decision, candidates)
    }
}

/// Makes a player from a seed.
type Maker = fn(u64) -> Box<dyn Policy<AttackWing>>;

fn random(seed: u64) -> Box<dyn Policy<AttackWing>> {
    Box::new(Random::new(seed))
}
fn careful(seed: u64) -> Box<dyn Policy<AttackWing>> {
    Box::new(Careful(Random::new(seed)))
}
fn greedy(seed: u64) -> Box<dyn Policy<AttackWing>> {
    Box::new(Greedy::new(seed))
}

#[derive(Default, Debug)]
struct Tally {
    games: u64,
    won: u64,
    ships: u64,
    fled: u64,
    rounds: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.won += other.won;
        self.ships += other.ships;
        self.fled += other.fled;
        self.rounds += other.rounds;
    }
}

/// Plays games in which one seat is greedy.
fn tally(setup: &Setup, own: Seat, others: Maker) -> Tally {
    let mut tally = Tally::default();
    let mut setup = setup.clone();
    setup.options.rounds = Some(200);
    for seed in 0..games() {
        let start = AttackWing::begin(&setup).expect("a legal set-up");
        let policies = (0..setup.players.len() as u8).map(|seat| {
            if Seat(seat) == own { greedy(seed) } else { others(seed * 8 + u64::from(seat) + 1) }
        });
        let policy = Box::new(Seated(policies.collect()));
        let played = direct::play(start, policy, direct::luck(seed), false).expect("it ends");
        let state = played.state;
        tally.games += 1;
        tally.rounds += u64::from(state.round);
        let outcome = AttackWing::outcome(&state);
        tally.won += u64::from(outcome.is_some_and(|outcome| outcome.winners.contains(own)));
        let (width, depth) = state.options.size();
        for ship in state.ships.iter().filter(|ship| ship.owner == own) {
            // A ship that has fled stands where it left the play area.
            let at = ship.pose.at;
            let reach = 20.0 * (ship.pose.heading.x().abs() + ship.pose.heading.y().abs());
            let beyond = |at: f64, size: f64| at - reach < -0.01 || at + reach > size + 0.01;
            tally.ships += 1;
            tally.fled += u64::from(ship.destroyed && (beyond(at.x, width) || beyond(at.y, depth)));
        }
    }
    tally
}

fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn report(name: &str, tally: &Tally) {
    println!(
        "{name}: won {:.1} % of {} games, {:.1} rounds, {:.2} % of {} ships fled",
        share(tally.won, tally.games),
        tally.games,
        tally.rounds as f64 / tally.games.max(1) as f64,
        share(tally.fled, tally.ships),
        tally.ships,
    );
}

/// Every pair of starters, each seat greedy in turn.
fn duels(name: &str, others: Maker) -> Tally {
    let starters = ["federation", "klingon", "romulan"];
    let mut all = Tally::default();
    for first in starters {
        for second in starters.into_iter().filter(|other| *other != first) {
            for own in [Seat(0), Seat(1)] {
                let players = vec![PlayerSetup::starter(first), PlayerSetup::starter(second)];
                let one = tally(&Setup { players, ..Setup::standard() }, own, others);
                report(&format!("{name}, {first} and {second}, greedy at seat {}", own.0 + 1), &one);
                all.add(&one);
            }
        }
    }
    report(&format!("{name}, two players"), &all);
    all
}

/// The game of three ships, each seat greedy in turn.
fn melees(name: &str, others: Maker) -> Tally {
    let mut all = Tally::default();
    for own in (0..3).map(Seat) {
        let one = tally(&Setup::standard(), own, others);
        report(&format!("{name}, three players, greedy at seat {}", own.0 + 1), &one);
        all.add(&one);
    }
    report(&format!("{name}, three players"), &all);
    all
}

#[test]
fn two_players() {
    let all = duels("random", random);
    assert!(share(all.won, all.games) >= 90.0, "{all:?}");
    assert!(share(all.fled, all.ships) < 1.0, "{all:?}");
}

#[test]
fn three_players() {
    let all = melees("random", random);
    assert!(share(all.won, all.games) >= 90.0, "{all:?}");
    assert!(share(all.fled, all.ships) < 1.0, "{all:?}");
}

#[test]
fn against_random_players_that_stay_on_the_table() {
    let all = duels("careful", careful);
    assert!(share(all.won, all.games) >= 90.0, "{all:?}");
    assert!(share(all.fled, all.ships) < 1.0, "{all:?}");
    let all = melees("careful", careful);
    assert!(share(all.won, all.games) >= 80.0, "{all:?}");
    assert!(share(all.fled, all.ships) < 1.0, "{all:?}");
}

#[test]
fn among_themselves() {
    let all = melees("greedy", greedy);
    assert!(share(all.fled, all.ships) < 1.0, "{all:?}");
}

#[test]
fn agents_are_found_by_name() {
    for name in NAMES {
        assert!(agent::<AttackWing>(name, 1).is_some(), "{name}");
    }
    assert!(agent::<AttackWing>("nobody", 1).is_none());
}
