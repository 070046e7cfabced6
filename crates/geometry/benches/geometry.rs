//! What a query costs here and in a general collision library, over the same 1024 placements each.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use geometry::*;
use parry2d_f64::math::{Pose as Isometry, Vector};
use parry2d_f64::query;
use parry2d_f64::shape::{Ball, Cuboid};

const BASE: Base = Base::square(40.0);
const COUNT: usize = 1024;

fn main() {
    divan::main();
}

/// Numbers in 0..1 that are the same in every run.
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Poses on a square of so many millimetres.
fn poses(side: f64) -> Vec<Pose> {
    let mut next = numbers();
    let mut pose = || {
        let at = Vec2::new(next() * side, next() * side);
        Pose::new(at, Heading::degrees_clockwise_from_north(next() * 360.0))
    };
    (0..COUNT).map(|_| pose()).collect()
}

fn footprints(side: f64) -> Vec<Footprint> {
    poses(side).into_iter().map(|pose| Footprint::new(BASE, pose)).collect()
}

fn isometries(side: f64) -> Vec<Isometry> {
    let angle = |heading: Heading| -heading.to_degrees().to_radians();
    poses(side)
        .into_iter()
        .map(|pose| Isometry::new(Vector::new(pose.at.x, pose.at.y), angle(pose.heading)))
        .collect()
}

/// Measures one query per pair of neighbours in a list.
fn pairs<T, R>(bencher: Bencher, list: &[T], query: impl Fn(&T, &T) -> R + Sync)
where
    T: Sync,
{
    bencher.counter(ItemsCount::new(COUNT - 1)).bench(|| {
        for pair in list.windows(2) {
            black_box(query(black_box(&pair[0]), black_box(&pair[1])));
        }
    });
}

/// Bases all over the table.
const APART: f64 = 900.0;
/// Bases in a scrum: about every second pair overlaps.
const CLOSE: f64 = 70.0;

#[divan::bench(args = [APART, CLOSE])]
fn closest_squares(bencher: Bencher, side: f64) {
    pairs(bencher, &footprints(side), closest);
}

#[divan::bench(args = [APART, CLOSE])]
fn closest_squares_parry_points(bencher: Bencher, side: f64) {
    let square = Cuboid::new(Vector::new(20.0, 20.0));
    pairs(bencher, &isometries(side), |a, b| query::closest_points(a, &square, b, &square, f64::MAX));
}

#[divan::bench(args = [APART, CLOSE])]
fn closest_squares_parry_distance(bencher: Bencher, side: f64) {
    let square = Cuboid::new(Vector::new(20.0, 20.0));
    pairs(bencher, &isometries(side), |a, b| query::distance(a, &square, b, &square));
}

#[divan::bench(args = [APART, CLOSE])]
fn overlaps_squares(bencher: Bencher, side: f64) {
    pairs(bencher, &footprints(side), overlaps);
}

#[divan::bench(args = [APART, CLOSE])]
fn overlaps_squares_parry(bencher: Bencher, side: f64) {
    let square = Cuboid::new(Vector::new(20.0, 20.0));
    pairs(bencher, &isometries(side), |a, b| query::intersection_test(a, &square, b, &square));
}

#[divan::bench(args = [APART, CLOSE])]
fn closest_discs(bencher: Bencher, side: f64) {
    let list: Vec<_> =
        poses(side).into_iter().map(|pose| Footprint::new(Base::Round { radius: 20.0 }, pose)).collect();
    pairs(bencher, &list, closest);
}

#[divan::bench(args = [APART, CLOSE])]
fn closest_square_and_disc(bencher: Bencher, side: f64) {
    let list: Vec<_> = poses(side)
        .into_iter()
        .map(|pose| (Footprint::new(BASE, pose), Footprint::new(Base::Round { radius: 20.0 }, pose)))
        .collect();
    pairs(bencher, &list, |a, b| closest(&a.0, &b.1));
}

#[divan::bench(args = [APART, CLOSE])]
fn closest_square_and_disc_parry(bencher: Bencher, side: f64) {
    let (square, disc) = (Cuboid::new(Vector::new(20.0, 20.0)), Ball::new(20.0));
    pairs(bencher, &isometries(side), |a, b| query::closest_points(a, &square, b, &disc, f64::MAX));
}

#[divan::bench(args = [APART, CLOSE])]
fn closest_within_300(bencher: Bencher, side: f64) {
    pairs(bencher, &footprints(side), |a, b| closest_within(a, b, 300.0));
}

#[divan::bench(args = [APART, CLOSE])]
fn gap_in_front_arc(bencher: Bencher, side: f64) {
    let arc = Arc::quarter(Heading::NORTH);
    pairs(bencher, &footprints(side), |a, b| gap_in_arc(a, &arc.placed(a.pose()), b));
}

#[divan::bench(args = [APART, CLOSE])]
fn in_front_arc(bencher: Bencher, side: f64) {
    let arc = Arc::quarter(Heading::NORTH);
    pairs(bencher, &footprints(side), |a, b| in_arc(&arc.placed(a.pose()), b));
}

#[divan::bench(args = [1, 8])]
fn clear_lines(bencher: Bencher, obstacles: usize) {
    let list = footprints(APART);
    let shapes = list[..obstacles].to_vec();
    pairs(bencher, &list, |a, b| clear_line(&closest(a, b).lines, &shapes));
}

const PATHS: [Path; 3] = [
    Path::Straight { length: 80.0 },
    Path::Curve { radius: 80.0, bend: Bend::Left45 },
    Path::Curve { radius: 62.5, bend: Bend::Right90 },
];

#[divan::bench(args = PATHS)]
fn end_pose(bencher: Bencher, path: Path) {
    pairs(bencher, &poses(APART), |a, _| path.end(*a, 40.0));
}

#[divan::bench(args = PATHS)]
fn footprint_at_end(bencher: Bencher, path: Path) {
    pairs(bencher, &poses(APART), |a, _| Footprint::new(BASE, path.end(*a, 40.0)));
}

#[divan::bench(args = PATHS)]
fn slide_free_of_eight(bencher: Bencher, path: Path) {
    let blockers = footprints(APART)[..8].to_vec();
    pairs(bencher, &poses(APART), |a, _| slide_back(*a, BASE, path, &blockers, Travel::Ahead));
}

/// A blocker stands in the way of every move.
#[divan::bench(args = PATHS)]
fn slide_back_from_one(bencher: Bencher, path: Path) {
    let list: Vec<_> = poses(APART)
        .windows(2)
        .map(|pair| {
            let heading = pair[1].heading;
            let at = path.end(pair[0], 40.0).at + heading.ahead() * (pair[1].at.x / APART * 40.0);
            (pair[0], [Footprint::new(BASE, Pose::new(at, heading))])
        })
        .collect();
    pairs(bencher, &list, |a, _| slide_back(a.0, BASE, path, &a.1, Travel::Ahead));
}

#[divan::bench(args = PATHS)]
fn template_over_square(bencher: Bencher, path: Path) {
    let template = Template { path, width: 20.0 };
    pairs(bencher, &footprints(200.0), |a, b| {
        template_overlaps(&template.laid(BASE, a.pose(), Attach::Along(Travel::Ahead)), b)
    });
}
