//! Room for round bases, against dense samples, at the limit, and on tables that are turned or mirrored.

mod reference;

use geometry::*;
use proptest::prelude::*;
use reference::config;

const RADIUS: f64 = 13.5;
const REACH: f64 = 103.0;

fn rect(x: f64, y: f64, width: f64, length: f64, degrees: f64) -> Shape {
    let pose = Pose::new(Vec2::new(x, y), Heading::degrees_clockwise_from_north(degrees));
    Shape::from(&Footprint::new(Base::Rect { width, length }, pose))
}

prop_compose! {
    fn obstacle()(x in -110.0..110.0, y in -110.0..110.0, w in 5.0..150.0, l in 5.0..90.0, turn in 0.0..90.0, round in any::<bool>())
        -> Shape {
        if round { Shape::Circle { centre: Vec2::new(x, y), radius: w / 2.0 } } else { rect(x, y, w, l, turn) }
    }
}

/// A table that is turned and, if asked, mirrored.
#[derive(Debug, Clone, Copy)]
struct Carried(f64, bool);

impl Carried {
    fn point(self, at: Vec2) -> Vec2 {
        let at = if self.1 { Vec2::new(-at.x, at.y) } else { at };
        Pose::new(Vec2::new(31.0, -7.0), Heading::degrees_clockwise_from_north(self.0)).to_world(at)
    }

    fn shape(self, shape: &Shape) -> Shape {
        match shape {
            Shape::Circle { centre, radius } => {
                Shape::Circle { centre: self.point(*centre), radius: *radius }
            }
            Shape::Polygon(polygon) => {
                let corners: Vec<Vec2> = polygon.vertices().iter().map(|at| self.point(*at)).collect();
                Shape::from(Polygon::new(&corners).unwrap())
            }
        }
    }
}

/// Bases no further from a place than a reach, on no shape.
struct Field {
    shapes: Vec<Shape>,
    middle: Vec2,
    reach: f64,
}

impl Field {
    fn new(shapes: Vec<Shape>) -> Field {
        Field { shapes, middle: Vec2::ZERO, reach: REACH }
    }

    fn carried(&self, by: Carried) -> Field {
        let shapes = self.shapes.iter().map(|shape| by.shape(shape)).collect();
        Field { shapes, middle: by.point(self.middle), reach: self.reach }
    }

    fn is_free(&self, at: Vec2, radius: f64) -> bool {
        let base = Disc { centre: at, radius };
        at.distance(self.middle) <= self.reach - (radius - RADIUS) + tolerance::TOUCH
            && !self.shapes.iter().any(|shape| overlaps(shape, &base))
    }

    fn lay(&self, count: usize) -> Option<Vec<Vec2>> {
        let mut rims = vec![Rim::Round { centre: self.middle, radius: self.reach }];
        self.shapes.iter().for_each(|shape| Rim::around(shape, RADIUS, &mut |rim| rims.push(rim)));
        let free = |at| self.is_free(at, RADIUS);
        let laid =
            Packing { radius: RADIUS, rims: &rims, limits: &[], near: self.middle, free }.lay(count)?;
        for (number, at) in laid.iter().enumerate() {
            assert!(self.is_free(*at, RADIUS), "{at:?}");
            assert!(laid[..number].iter().all(|other| other.distance(*at) > 2.0 * RADIUS - 1e-4));
        }
        Some(laid.to_vec())
    }

    /// Room for bases that are a little thicker, by trying many places, one after the other.
    fn sampled(&self, count: usize) -> bool {
        let thick = RADIUS + 0.3;
        let mut laid: Vec<Vec2> = Vec::new();
        for x in -50..=50 {
            for y in -50..=50 {
                let at = self.middle + Vec2::new(f64::from(x), f64::from(y)) * 2.0;
                let clear = laid.iter().all(|other| other.distance(at) >= 2.0 * thick);
                if laid.len() < count && clear && self.is_free(at, thick) {
                    laid.push(at);
                }
            }
        }
        laid.len() == count
    }
}

/// A pit between four walls, so wide and so long inside.
fn pit(width: f64, length: f64) -> Field {
    let thick = 120.0;
    let (aside, ahead) = ((width + thick) / 2.0, (length + thick) / 2.0);
    let far = length + 2.0 * thick;
    Field {
        shapes: vec![
            rect(-aside, 0.0, thick, far, 0.0),
            rect(aside, 0.0, thick, far, 0.0),
            rect(0.0, -ahead, width, thick, 0.0),
            rect(0.0, ahead, width, thick, 0.0),
        ],
        middle: Vec2::ZERO,
        reach: width.max(length) / 2.0,
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn room_is_found_wherever_samples_find_some(
        shapes in prop::collection::vec(obstacle(), 1..7), count in 1_usize..6, by in (0.0..360.0, any::<bool>()),
    ) {
        let field = Field::new(shapes);
        let room = field.lay(count).is_some();
        prop_assert!(room || !field.sampled(count));
        let carried = field.carried(Carried(by.0, by.1));
        prop_assert_eq!(carried.lay(count).is_some(), room);
    }

    #[test]
    fn bases_fit_exactly_between_walls(
        count in 1_usize..7, spare in prop_oneof![Just(0.0), 0.0..20.0], by in (0.0..360.0, any::<bool>()),
    ) {
        let length = 2.0 * RADIUS * count as f64;
        let lay = |width, length| pit(width, length).carried(Carried(by.0, by.1)).lay(count).is_some();
        prop_assert!(lay(2.0 * RADIUS + spare, length));
        prop_assert!(lay(2.0 * RADIUS, length + spare));
        prop_assert!(!lay(2.0 * RADIUS - 0.001, length + spare));
        prop_assert!(!lay(2.0 * RADIUS, length - 0.001));
    }

    #[test]
    fn two_rows_fit_exactly(by in (0.0..360.0, any::<bool>())) {
        let side = 4.0 * RADIUS;
        let lay = |side, count| pit(side, side).carried(Carried(by.0, by.1)).lay(count).is_some();
        prop_assert!(lay(side, 4));
        prop_assert!(!lay(side - 0.001, 4) && !lay(side, 5));
    }

    #[test]
    fn seven_fit_where_six_touch_one(by in (0.0..360.0, any::<bool>())) {
        let round = |reach| Field { reach, ..Field::new(vec![]) }.carried(Carried(by.0, by.1));
        prop_assert!(round(2.0 * RADIUS).lay(7).is_some());
        prop_assert!(round(2.0 * RADIUS).lay(8).is_none());
        prop_assert!(round(0.0).lay(1).is_some());
    }
}
