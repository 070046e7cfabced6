//! How fast games of Star Wars: The Card Game are played, by either driver, and what a position costs.

use benches::{Measured, midgame, play_direct, play_stepping};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use swlcg::Swlcg;
use table::{Seat, Show};

fn main() {
    divan::main();
}

/// Seat decisions a second in the direct driver: 64 whole games with the decks of Sith and Jedi.
#[divan::bench]
fn direct_driver(bencher: Bencher) {
    let state = Swlcg::start();
    let decisions: u64 = (0..64).map(|seed| play_direct::<Swlcg>(&state, seed)).sum();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench_local(|| (0..64).map(|seed| play_direct::<Swlcg>(&state, black_box(seed))).sum::<u64>());
}

/// Answers a second in the stepping driver: 16 whole games.
#[divan::bench]
fn stepping_driver(bencher: Bencher) {
    let answers: u64 = (0..16).map(play_stepping::<Swlcg>).sum();
    bencher
        .counter(ItemsCount::new(answers))
        .bench_local(|| (0..16).map(|seed| play_stepping::<Swlcg>(black_box(seed))).sum::<u64>());
}

#[divan::bench]
fn clone_position(bencher: Bencher) {
    let state = midgame::<Swlcg>();
    bencher.bench_local(|| black_box(&state).clone());
}

#[divan::bench]
fn hash_position(bencher: Bencher) {
    let state = midgame::<Swlcg>();
    bencher.bench_local(|| table::stable_hash(black_box(&state)));
}

#[divan::bench]
fn view_of_a_seat(bencher: Bencher) {
    let state = midgame::<Swlcg>();
    bencher.bench_local(|| Swlcg::view(black_box(&state), Some(Seat(0))));
}
