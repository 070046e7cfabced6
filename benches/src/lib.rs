//! What the benchmarks have in common: whole games by either driver.

use attackwing::{AttackWing, Setup, State};
use table::direct::{self, Random};
use table::harness::random_answer;
use table::{Game, Session, Status};

/// The standard game of three ships before its first question.
pub fn start() -> State {
    AttackWing::begin(&Setup::standard()).expect("the standard game is legal")
}

/// Plays a random game in the direct driver; returns the number of seat decisions.
pub fn play_direct(state: &State, seed: u64) -> u64 {
    let policy = Box::new(Random::new(seed));
    direct::play::<AttackWing>(state.clone(), policy, direct::luck(seed), false)
        .expect("a game ends")
        .decisions
}

/// Plays a random game in the stepping driver, every answer checked, logged and recorded; returns the number of answers.
pub fn play_stepping(seed: u64) -> u64 {
    step_until(seed, |_| false).1
}

/// A position of a random game as soon as `enough` holds.
pub fn position(seed: u64, enough: impl Fn(&State) -> bool) -> State {
    step_until(seed, enough).0.state().clone()
}

fn step_until(seed: u64, enough: impl Fn(&State) -> bool) -> (Session<AttackWing>, u64) {
    let mut session =
        Session::<AttackWing>::new(&Setup::standard(), Some(direct::luck(seed))).expect("legal");
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
