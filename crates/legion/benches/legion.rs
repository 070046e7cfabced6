//! How fast activations are played on a crowded table, and what it costs to ask whether a miniature may stand somewhere.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use geometry::{Base, Footprint, Heading, Pose, Shape, Vec2};
use legion::{Ask, Choice, Faction, Legion, PlacedTerrain, PlacedUnit, Setup, State};
use table::direct::{self, Random};
use table::{Answer, Game, Kind, Session};

fn main() {
    divan::main();
}

const COLUMNS: [f64; 6] = [150.0, 450.0, 750.0, 1050.0, 1350.0, 1650.0];

fn piece(kind: &str, x: f64, y: f64, width: f64, length: f64, degrees: f64) -> PlacedTerrain {
    let pose = Pose::new(Vec2::new(x, y), Heading::degrees_clockwise_from_north(degrees));
    PlacedTerrain::new(kind, Shape::from(&Footprint::new(Base::Rect { width, length }, pose)))
}

/// Twelve units a side in two rows, and 20 pieces of terrain between them, each turned by another angle.
fn crowded(active: u8) -> Setup {
    let rebels = ["rebel-troopers", "wookiee-warriors", "rebel-commandos"];
    let empire = ["stormtroopers", "scout-troopers", "snowtroopers"];
    let (mut units, mut terrain) = (Vec::new(), Vec::new());
    for (column, x) in COLUMNS.into_iter().enumerate() {
        for (row, (y, enemy_y)) in [(120.0, 794.4), (300.0, 614.4)].into_iter().enumerate() {
            let kind = (column + row) % 3;
            let rifle = if kind == 0 { &["z-6-trooper"][..] } else { &[] };
            units.push(PlacedUnit::in_line(rebels[kind], Faction::Rebel, Vec2::new(x, y), rifle));
            let rifle = if kind == 0 { &["dlt-19-stormtrooper"][..] } else { &[] };
            units.push(PlacedUnit::in_line(empire[kind], Faction::Empire, Vec2::new(x, enemy_y), rifle));
        }
        let turned = 7.0 + 13.0 * column as f64;
        let low = ["barricade", "building", "ruins"][column % 3];
        let high = ["high-stone-wall", "light-forest", "barricade"][column % 3];
        terrain.push(piece(low, x + 10.0, 210.0, 90.0, 30.0, turned));
        terrain.push(piece(high, x - 10.0, 704.4, 90.0, 30.0, -turned));
    }
    for (number, kind) in
        ["building", "hill", "dense-forest", "building"].into_iter().cycle().take(8).enumerate()
    {
        let x = 130.0 + 220.0 * number as f64;
        terrain.push(piece(kind, x, 457.2, 110.0, 90.0, 31.0 * number as f64));
    }
    Setup { units, terrain, active, ..Setup::default() }
}

/// Seat decisions a second in the direct driver: the activations of all 24 units.
#[divan::bench]
fn direct_driver(bencher: Bencher) {
    let starts: Vec<State> = (0..24)
        .map(|active| Legion::begin(&crowded(active)).unwrap_or_else(|faults| panic!("{faults:?}")))
        .collect();
    let play = |seed: u64, state: &State| {
        let policy = Box::new(Random::new(seed));
        direct::play::<Legion>(state.clone(), policy, direct::luck(seed), false).expect("it ends").decisions
    };
    let round = |first: u64| {
        let all = starts.iter().enumerate();
        all.map(|(number, state)| play(first + number as u64, state)).sum::<u64>()
    };
    let decisions: u64 = (0..4).map(|set| round(24 * set)).sum();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench_local(|| (0..4).map(|set| round(black_box(24 * set))).sum::<u64>());
}

/// A table at which a unit is about to move.
fn moving(active: u8) -> Session<Legion> {
    let mut session = Session::<Legion>::new(&crowded(active), Some(direct::luck(1))).expect("legal");
    let open = session.pending()[0].clone();
    let fastest = open.options.iter().rposition(|choice| matches!(choice, Choice::Move(_)));
    let fastest = fastest.expect("a unit that may move");
    session.answer(open.seat, open.track, Answer::One(fastest as u16)).expect("its own option");
    session
}

/// Places close together all around where a unit stands, as a hand drags it.
fn dragged(from: Vec2) -> Vec<Answer> {
    let step = |n: i32| f64::from(n) * 12.0;
    let places = (-16..16).flat_map(|x| (-16..16).map(move |y| from + Vec2::new(step(x), step(y))));
    places.map(|at| Answer::Place(Pose::new(at, Heading::NORTH))).collect()
}

/// Whether the leader may stand at a place, the room for the others included.
#[divan::bench(args = [8, 10, 11])]
fn probe_leader(bencher: Bencher, active: u8) {
    let session = moving(active);
    let open = &session.pending()[0];
    let places = dragged(session.state().unit(session.state().active).leader().at);
    bencher.counter(ItemsCount::new(places.len())).bench_local(|| {
        places.iter().filter(|place| session.probe(open.seat, open.track, place).is_ok()).count()
    });
}

/// Whether the first of the others may stand at a place, the room for the rest included.
#[divan::bench(args = [8, 10, 11])]
fn probe_mini(bencher: Bencher, active: u8) {
    let mut session = moving(active);
    let open = session.pending()[0].clone();
    let Kind::Place { candidates } = &open.kind else { panic!("a place is asked for") };
    session.answer(open.seat, open.track, Answer::Place(candidates[0])).expect("its own candidate");
    let open = &session.pending()[0];
    assert!(matches!(open.ask, Ask::PlaceMini(_)));
    let places = dragged(session.state().unit(session.state().active).leader().at);
    bencher.counter(ItemsCount::new(places.len())).bench_local(|| {
        places.iter().filter(|place| session.probe(open.seat, open.track, place).is_ok()).count()
    });
}

#[divan::bench]
fn clone_position(bencher: Bencher) {
    let state = Legion::begin(&crowded(0)).expect("legal");
    bencher.bench_local(|| black_box(&state).clone());
}

#[divan::bench]
fn hash_position(bencher: Bencher) {
    let state = Legion::begin(&crowded(0)).expect("legal");
    bencher.bench_local(|| table::stable_hash(black_box(&state)));
}
