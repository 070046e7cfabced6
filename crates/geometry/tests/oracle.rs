//! Distances and overlaps against a general collision library.

mod reference;

use geometry::*;
use parry2d_f64::math::{Pose as Isometry, Vector};
use parry2d_f64::query;
use parry2d_f64::shape::{Ball, ConvexPolygon};
use proptest::prelude::*;
use reference::*;

fn theirs(shape: &Shape) -> (Isometry, Box<dyn parry2d_f64::shape::Shape>) {
    match shape {
        Shape::Circle { centre, radius } => {
            (Isometry::new(Vector::new(centre.x, centre.y), 0.0), Box::new(Ball::new(*radius)))
        }
        Shape::Polygon(polygon) => {
            let points = polygon.vertices().iter().map(|point| Vector::new(point.x, point.y)).collect();
            let polygon = ConvexPolygon::from_convex_polyline(points).unwrap();
            (Isometry::identity(), Box::new(polygon))
        }
    }
}

proptest! {
    #![proptest_config(config(5000))]

    #[test]
    fn distances_and_overlaps_agree(a in shape(150), b in shape(150)) {
        let ((at_a, their_a), (at_b, their_b)) = (theirs(&a), theirs(&b));
        let gap = closest(&a, &b);
        let distance = query::distance(&at_a, &*their_a, &at_b, &*their_b).unwrap().distance;
        prop_assert!((gap.distance - distance).abs() < 1e-5, "{} but {distance}", gap.distance);
        let meets = query::intersection_test(&at_a, &*their_a, &at_b, &*their_b).unwrap().intersecting;
        if !touches(&a, &b) {
            prop_assert_eq!(overlaps(&a, &b), meets);
        }
    }
}
