//! How fast games are played, by either driver, and what a position costs.

use attackwing::{AttackWing, Setup, State};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use table::direct::{self, Random};
use table::harness::random_answer;
use table::{Game, Session, Show, Status, Seat};

fn main() {
    divan::main();
}

fn start() -> State {
    AttackWing::begin(&Setup::standard()).expect("the standard game is legal")
}

fn play(state: &State, seed: u64) -> u64 {
    let policy = Box::new(Random::new(seed));
    direct::play::<AttackWing>(state.clone(), policy, direct::luck(seed), false).expect("a game ends").decisions
}

/// A position in the third round of a random game.
fn midgame() -> State {
    let mut session = Session::<AttackWing>::new(&Setup::standard(), Some(direct::luck(3))).expect("legal");
    let mut luck = direct::luck(3);
    while session.status() == Status::Waiting && session.state().round < 3 {
        let question = session.pending()[0].clone();
        let answer = random_answer(&question, &mut *luck);
        session.answer(question.seat, question.track, answer).expect("its own option");
    }
    session.state().clone()
}

/// Seat decisions a second in the direct driver: 64 whole games of the three-ship standard set-up.
#[divan::bench]
fn direct_driver(bencher: Bencher) {
    let state = start();
    let decisions: u64 = (0..64).map(|seed| play(&state, seed)).sum();
    bencher.counter(ItemsCount::new(decisions)).bench_local(|| {
        (0..64).map(|seed| play(&state, black_box(seed))).sum::<u64>()
    });
}

/// Answers a second in the stepping driver: 16 whole games, every answer checked, logged and recorded.
#[divan::bench]
fn stepping_driver(bencher: Bencher) {
    let setup = Setup::standard();
    let play = |seed: u64| {
        let mut session = Session::<AttackWing>::new(&setup, Some(direct::luck(seed))).expect("legal");
        let mut luck = direct::luck(seed);
        let mut answers = 0u64;
        while session.status() == Status::Waiting {
            let question = session.pending()[0].clone();
            let answer = random_answer(&question, &mut *luck);
            session.answer(question.seat, question.track, answer).expect("its own option");
            answers += 1;
        }
        answers
    };
    let answers: u64 = (0..16).map(play).sum();
    bencher
        .counter(ItemsCount::new(answers))
        .bench_local(|| (0..16).map(|seed| play(black_box(seed))).sum::<u64>());
}

#[divan::bench]
fn clone_position(bencher: Bencher) {
    let state = midgame();
    bencher.bench_local(|| black_box(&state).clone());
}

#[divan::bench]
fn hash_position(bencher: Bencher) {
    let state = midgame();
    bencher.bench_local(|| table::stable_hash(black_box(&state)));
}

#[divan::bench]
fn view_of_a_seat(bencher: Bencher) {
    let state = midgame();
    bencher.bench_local(|| AttackWing::view(black_box(&state), Some(Seat(0))));
}
