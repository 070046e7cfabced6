//! The same in instructions counted under valgrind, which repeat on a busy machine.

#![allow(unused_qualifications)] // in what the macros make

use attackwing::AttackWing;
use benches::{Measured, midgame, play_direct, play_stepping};
use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use swlcg::Swlcg;
use table::Game;
use xwing::XWing;

fn games<G: Game>(state: &G::State) -> u64 {
    (0..64).map(|seed| play_direct::<G>(black_box(state), seed)).sum()
}

#[library_benchmark(setup = AttackWing::start)]
fn sixty_four_games_directly(state: attackwing::State) -> u64 {
    games::<AttackWing>(&state)
}

#[library_benchmark(setup = XWing::start)]
fn sixty_four_games_of_xwing_directly(state: xwing::State) -> u64 {
    games::<XWing>(&state)
}

#[library_benchmark(setup = Swlcg::start)]
fn sixty_four_games_of_cards_directly(state: swlcg::State) -> u64 {
    games::<Swlcg>(&state)
}

#[library_benchmark]
fn four_games_by_steps() -> u64 {
    (0..4).map(|seed| play_stepping::<AttackWing>(black_box(seed))).sum()
}

#[library_benchmark(setup = midgame::<AttackWing>)]
fn clone_position(state: attackwing::State) -> attackwing::State {
    black_box(&state).clone()
}

library_benchmark_group!(
    name = games_and_positions;
    benchmarks =
        sixty_four_games_directly,
        sixty_four_games_of_xwing_directly,
        sixty_four_games_of_cards_directly,
        four_games_by_steps,
        clone_position
);
main!(library_benchmark_groups = games_and_positions);
