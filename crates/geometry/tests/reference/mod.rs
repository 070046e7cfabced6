//! A slow, plain second opinion, and the placements to try it on. Shapes are plain lists of corners or discs here;
//! distances come from dense points on their boundaries.

#![allow(dead_code, reason = "every test file uses its own part")]

use geometry::*;
use proptest::prelude::*;
use std::f64::consts::TAU;

/// So many cases, or as many as `PROPTEST_CASES` says; no file keeps the failures.
pub fn config(cases: u32) -> ProptestConfig {
    let cases =
        if std::env::var_os("PROPTEST_CASES").is_some() { ProptestConfig::default().cases } else { cases };
    let max_global_rejects = cases; // some placements are not possible at all
    ProptestConfig { cases, max_global_rejects, failure_persistence: None, ..ProptestConfig::default() }
}

/// A shape in the simplest terms.
#[derive(Debug, Clone)]
pub enum Plain {
    Disc(Vec2, f64),
    Corners(Vec<Vec2>),
}

impl Plain {
    pub fn of(footprint: &Footprint) -> Self {
        Self::of_shape(&Shape::from(footprint))
    }

    pub fn of_shape(shape: &Shape) -> Self {
        match shape {
            Shape::Circle { centre, radius } => Plain::Disc(*centre, *radius),
            Shape::Polygon(polygon) => Plain::Corners(polygon.vertices().to_vec()),
        }
    }

    fn edges(&self) -> Vec<(Vec2, Vec2)> {
        match self {
            Plain::Disc(..) => vec![],
            Plain::Corners(corners) => {
                (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()])).collect()
            }
        }
    }

    pub fn contains(&self, point: Vec2) -> bool {
        match self {
            Plain::Disc(centre, radius) => centre.distance(point) <= *radius,
            Plain::Corners(_) => {
                self.edges().iter().all(|(from, to)| (*to - *from).cross(point - *from) >= 0.0)
            }
        }
    }

    /// The distance from a point; 0 within.
    pub fn distance(&self, point: Vec2) -> f64 {
        match self {
            _ if self.contains(point) => 0.0,
            Plain::Disc(centre, radius) => centre.distance(point) - radius,
            Plain::Corners(_) => self
                .edges()
                .into_iter()
                .map(|(from, to)| distance_to_segment(point, from, to))
                .fold(f64::INFINITY, f64::min),
        }
    }

    /// How deep a point lies within; negative outside.
    pub fn depth(&self, point: Vec2) -> f64 {
        match self {
            Plain::Disc(centre, radius) => radius - centre.distance(point),
            Plain::Corners(_) => self
                .edges()
                .into_iter()
                .map(|(from, to)| (to - from).cross(point - from) / (to - from).length())
                .fold(f64::INFINITY, f64::min),
        }
    }

    /// Points all along the boundary, no further apart than `step`; corners included.
    pub fn boundary(&self, step: f64) -> Vec<Vec2> {
        match self {
            Plain::Disc(centre, radius) => {
                let count = (TAU * radius / step).ceil() as usize + 3;
                let angle = |i: usize| TAU * i as f64 / count as f64;
                (0..count).map(|i| *centre + Vec2::new(angle(i).cos(), angle(i).sin()) * *radius).collect()
            }
            Plain::Corners(_) => self
                .edges()
                .into_iter()
                .flat_map(|(from, to)| {
                    let count = (from.distance(to) / step).ceil() as usize + 1;
                    (0..count).map(move |i| from.lerp(to, i as f64 / count as f64))
                })
                .collect(),
        }
    }

    /// How far the shape reaches in a direction.
    pub fn support(&self, direction: Vec2) -> f64 {
        match self {
            Plain::Disc(centre, radius) => direction.dot(*centre) + radius,
            Plain::Corners(corners) => {
                corners.iter().map(|corner| direction.dot(*corner)).fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }
}

pub fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f64 {
    let along = to - from;
    let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    point.distance(from + along * share)
}

/// The distance between two shapes, too long by no more than a thousandth.
pub fn distance(a: &Plain, b: &Plain) -> f64 {
    let from_a = a.boundary(0.25).into_iter().map(|point| b.distance(point));
    let from_b = b.boundary(0.25).into_iter().map(|point| a.distance(point));
    from_a.chain(from_b).fold(f64::INFINITY, f64::min)
}

/// The depth of the overlap of two shapes in the best of many directions, negative if they are apart.
pub fn depth(a: &Plain, b: &Plain, directions: usize) -> f64 {
    (0..directions)
        .map(|i| TAU * i as f64 / directions as f64)
        .map(|angle| Vec2::new(angle.cos(), angle.sin()))
        .map(|direction| a.support(direction) + b.support(-direction))
        .fold(f64::INFINITY, f64::min)
}

/// Whole numbers are as likely as others, so that edges touch, align and coincide.
pub fn coordinate(limit: i32) -> impl Strategy<Value = f64> {
    prop_oneof![
        (-limit / 10..=limit / 10).prop_map(|ten| f64::from(ten) * 10.0),
        -f64::from(limit)..f64::from(limit),
    ]
}

pub fn heading() -> impl Strategy<Value = Heading> {
    prop_oneof![(0..24).prop_map(|part| f64::from(part) * 15.0), 0.0..360.0]
        .prop_map(Heading::degrees_clockwise_from_north)
}

pub fn pose(limit: i32) -> impl Strategy<Value = Pose> {
    (coordinate(limit), coordinate(limit), heading())
        .prop_map(|(x, y, heading)| Pose::new(Vec2::new(x, y), heading))
}

pub fn base() -> impl Strategy<Value = Base> {
    prop_oneof![
        3 => Just(Base::square(40.0)),
        1 => Just(Base::square(80.0)),
        1 => Just(Base::Rect { width: 43.0, length: 71.0 }),
        2 => (5.0..50.0).prop_map(|radius| Base::Round { radius }),
    ]
}

pub fn footprint(limit: i32) -> impl Strategy<Value = Footprint> {
    (base(), pose(limit)).prop_map(|(base, pose)| Footprint::new(base, pose))
}

/// A polygon whose corners lie on an ellipse.
pub fn polygon(limit: i32) -> impl Strategy<Value = Polygon> {
    (3..=MAX_VERTICES, 10.0..50.0, 10.0..50.0, pose(limit)).prop_map(|(count, long, short, pose)| {
        let corner = |i| {
            let angle = TAU * i as f64 / count as f64;
            Vec2::new(long * angle.cos(), short * angle.sin())
        };
        let corners: Vec<_> = (0..count).map(corner).collect();
        Polygon::new(&corners).unwrap().placed(pose)
    })
}

pub fn shape(limit: i32) -> impl Strategy<Value = Shape> {
    prop_oneof![
        2 => footprint(limit).prop_map(|footprint| Shape::from(&footprint)),
        1 => polygon(limit).prop_map(Shape::from),
    ]
}

pub fn bend() -> impl Strategy<Value = Bend> {
    prop_oneof![Just(Bend::Left45), Just(Bend::Right45), Just(Bend::Left90), Just(Bend::Right90)]
}

pub fn path() -> impl Strategy<Value = Path> {
    prop_oneof![
        1 => (20.0..200.0).prop_map(|length| Path::Straight { length }),
        3 => (30.0..140.0, bend()).prop_map(|(radius, bend)| Path::Curve { radius, bend }),
    ]
}

pub fn travel() -> impl Strategy<Value = Travel> {
    prop_oneof![Just(Travel::Ahead), Just(Travel::Astern)]
}

/// A shape carried along with the table: turned about the origin and shifted.
pub fn carried(shape: &Shape, motion: Pose) -> Shape {
    match shape {
        Shape::Circle { centre, radius } => {
            Shape::Circle { centre: motion.to_world(*centre), radius: *radius }
        }
        Shape::Polygon(polygon) => Shape::Polygon(polygon.placed(motion)),
    }
}
