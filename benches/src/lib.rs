//! What the benchmarks have in common: whole games by either driver.

use attackwing::AttackWing;
use swlcg::Swlcg;
use table::direct::{self, Random};
use table::harness::random_answer;
use table::{Game, Session, Status};
use xwing::XWing;

/// A game that is measured.
pub trait Measured: Game {
    /// The set-up of the games that are played.
    fn usual() -> Self::Setup;
    /// How many rounds a position has seen.
    fn round(state: &Self::State) -> u64;

    /// Its position before the first question.
    fn start() -> Self::State {
        Self::begin(&Self::usual()).unwrap_or_else(|faults| panic!("the usual set-up is legal: {faults:?}"))
    }
}

/// The standard game of three ships.
impl Measured for AttackWing {
    fn usual() -> attackwing::Setup {
        attackwing::Setup::standard()
    }
    fn round(state: &attackwing::State) -> u64 {
        state.round.into()
    }
}

/// Two squads of 100 points with four ships each.
impl Measured for XWing {
    fn usual() -> xwing::Setup {
        let mut setup = xwing::Setup::standard();
        setup.options.rounds = Some(500);
        setup
    }
    fn round(state: &xwing::State) -> u64 {
        state.round.into()
    }
}

/// The decks of Sith and Jedi that the core set begins with.
impl Measured for Swlcg {
    fn usual() -> swlcg::Setup {
        swlcg::Setup::standard()
    }
    fn round(state: &swlcg::State) -> u64 {
        u64::from(state.turn).div_ceil(2)
    }
}

/// Plays a random game in the direct driver; returns the number of seat decisions.
pub fn play_direct<G: Game>(state: &G::State, seed: u64) -> u64 {
    let policy = Box::new(Random::new(seed));
    direct::play::<G>(state.clone(), policy, direct::luck(seed), false).expect("a game ends").decisions
}

/// Plays a random game in the stepping driver, every answer checked, logged and recorded; returns the number of answers.
pub fn play_stepping<G: Measured>(seed: u64) -> u64 {
    step_until::<G>(seed, |_| false).1
}

/// The position of a random game after two rounds.
pub fn midgame<G: Measured>() -> G::State {
    step_until::<G>(3, |state| G::round(state) >= 3).0.state().clone()
}

fn step_until<G: Measured>(seed: u64, enough: impl Fn(&G::State) -> bool) -> (Session<G>, u64) {
    let mut session = Session::<G>::new(&G::usual(), Some(direct::luck(seed))).expect("legal");
    let mut luck = direct::luck(seed);
    let mut answers = 0;
    while session.status() == Status::Waiting && !enough(session.state()) {
        let question = session.pending()[0].clone();
        let answer = random_answer(&question, &mut *luck);
        session.answer(question.seat, question.track, answer).expect("its own option");
        answers += 1;
    }
    (session, answers)
}
