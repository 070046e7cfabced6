//! The same in instructions counted under valgrind, which repeat on a busy machine.

#![allow(unused_qualifications)] // in what the macros make

use attackwing::State;
use benches::{play_direct, play_stepping, position, start};
use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;

#[library_benchmark(setup = start)]
fn sixty_four_games_directly(state: State) -> u64 {
    (0..64).map(|seed| play_direct(black_box(&state), seed)).sum()
}

#[library_benchmark]
fn four_games_by_steps() -> u64 {
    (0..4).map(|seed| play_stepping(black_box(seed))).sum()
}

fn midgame() -> State {
    position(3, |state| state.round >= 3)
}

#[library_benchmark(setup = midgame)]
fn clone_position(state: State) -> State {
    black_box(&state).clone()
}

library_benchmark_group!(
    name = games;
    benchmarks = sixty_four_games_directly, four_games_by_steps, clone_position
);
main!(library_benchmark_groups = games);
