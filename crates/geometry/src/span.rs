//! Moving a shape in a straight line past another: where on its way the two overlap. Owns the closed form of that
//! stretch; where the shape may stop is decided elsewhere.

use crate::outline::{Convex, Outline};
use crate::tolerance::PARALLEL;
use crate::vector::Vec2;

/// The open stretch of the way along a unit vector on which a shape overlaps another that stands still, measured from
/// where it is now (negative behind it); `None` if it passes by or only grazes. Both shapes being convex, there is but one.
pub fn overlap_span(moving: &impl Convex, direction: Vec2, fixed: &impl Convex) -> Option<(f64, f64)> {
    outlines_span(&moving.outline(), direction, &fixed.outline())
}

/// As [`overlap_span`], of which only what lies between two places of the way matters: shapes whose circles do not meet
/// there are dismissed without measuring.
#[inline]
pub fn overlap_span_between(
    moving: &impl Convex,
    direction: Vec2,
    fixed: &impl Convex,
    (from, to): (f64, f64),
) -> Option<(f64, f64)> {
    let (moving, fixed) = (moving.outline(), fixed.outline());
    let offset = fixed.centre - moving.centre;
    let (along, reach) = (direction.dot(offset), moving.reach + fixed.reach);
    let misses = along + reach < from || along - reach > to || direction.cross(offset).abs() > reach;
    if misses { None } else { outlines_span(&moving, direction, &fixed) }
}

fn outlines_span(moving: &Outline, direction: Vec2, fixed: &Outline) -> Option<(f64, f64)> {
    let (low, high) = match (moving.is_disc(), fixed.is_disc()) {
        (true, _) => disc_span(moving, direction, fixed)?,
        (false, true) => disc_span(fixed, -direction, moving)?,
        (false, false) => polygon_span(moving, direction, fixed)?,
    };
    (low < high).then_some((low, high))
}

/// Polygons overlap as long as no normal of either separates them; the gap along a normal changes evenly.
fn polygon_span(moving: &Outline, direction: Vec2, fixed: &Outline) -> Option<(f64, f64)> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut parted = false;
    let mut consider = |gap: f64, rate: f64| {
        if rate > PARALLEL {
            high = high.min(-gap / rate);
        } else if rate < -PARALLEL {
            low = low.max(-gap / rate);
        } else {
            parted |= gap >= 0.0;
        }
    };
    for (normal, point) in moving.normals.iter().zip(moving.points) {
        consider(fixed.extent(*normal).0 - normal.dot(*point), -normal.dot(direction));
    }
    for (normal, point) in fixed.normals.iter().zip(fixed.points) {
        consider(moving.extent(*normal).0 - normal.dot(*point), normal.dot(direction));
    }
    (!parted).then_some((low, high))
}

/// The middle of a disc is inside another shape, widened by the radius of the disc, between the first and the last
/// place where its way meets the rim: a circle around a corner or an edge moved outward.
fn disc_span(disc: &Outline, direction: Vec2, other: &Outline) -> Option<(f64, f64)> {
    let centre = disc.points[0];
    let radius = disc.radius + other.radius;
    let mut span: Option<(f64, f64)> = None;
    let mut meet = |at: f64| span = Some(span.map_or((at, at), |(low, high)| (low.min(at), high.max(at))));
    for corner in other.points {
        let offset = *corner - centre;
        let (along, aside) = (direction.dot(offset), direction.cross(offset));
        let square = radius * radius - aside * aside;
        if square > 0.0 {
            meet(along - square.sqrt());
            meet(along + square.sqrt());
        }
    }
    for (i, normal) in other.normals.iter().enumerate() {
        let (from, to) = (other.points[i], other.points[(i + 1) % other.points.len()]);
        let rate = normal.dot(direction);
        if rate.abs() > PARALLEL {
            let at = (radius - normal.dot(centre - from)) / rate;
            let place = normal.perp().dot(centre + direction * at - from);
            if place >= 0.0 && place <= normal.perp().dot(to - from) {
                meet(at);
            }
        }
    }
    span
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::overlaps;
    use crate::pose::{Heading, Pose};
    use crate::shape::{Base, Footprint, Shape};

    fn square(x: f64, y: f64, degrees: f64) -> Footprint {
        let heading = Heading::degrees_clockwise_from_north(degrees);
        Footprint::new(Base::square(40.0), Pose::new(Vec2::new(x, y), heading))
    }

    #[test]
    fn squares_side_by_side_never_overlap() {
        assert_eq!(overlap_span(&square(0.0, 0.0, 0.0), Vec2::new(0.0, 1.0), &square(40.0, 90.0, 0.0)), None);
        assert_eq!(
            overlap_span(&square(0.0, 0.0, 0.0), Vec2::new(0.0, 1.0), &square(30.0, 90.0, 0.0)),
            Some((50.0, 130.0))
        );
    }

    #[test]
    fn a_square_passes_a_disc() {
        let disc = Shape::Circle { centre: Vec2::new(35.0, 100.0), radius: 25.0 };
        let (low, high) =
            overlap_span(&square(0.0, 0.0, 0.0), Vec2::new(0.0, 1.0), &disc).expect("it does not pass by");
        assert!((low - 60.0).abs() < 1e-9 && (high - 140.0).abs() < 1e-9, "{low} {high}");
        let far = Shape::Circle { centre: Vec2::new(45.0, 100.0), radius: 25.0 };
        assert_eq!(overlap_span(&square(0.0, 0.0, 0.0), Vec2::new(0.0, 1.0), &far), None);
    }

    /// Just inside both ends the shapes overlap, just outside they do not.
    #[test]
    fn the_ends_are_where_overlapping_begins_and_stops() {
        let direction = Heading::degrees_clockwise_from_north(37.0).ahead();
        for degrees in [0.0, 17.0, 45.0, 80.0] {
            for aside in [-40.0, -20.0, 0.0, 33.0, 47.0] {
                let moving = square(0.0, 0.0, degrees);
                let fixed = square(120.0 + aside, 160.0 - aside, 30.0);
                let disc = Shape::Circle { centre: Vec2::new(120.0 + aside, 160.0 - aside), radius: 30.0 };
                let at = |t: f64| {
                    let to = direction * t;
                    square(to.x, to.y, degrees)
                };
                for (span, hit) in [
                    (
                        overlap_span(&moving, direction, &fixed),
                        &(|t: f64| overlaps(&at(t), &fixed)) as &dyn Fn(f64) -> bool,
                    ),
                    (overlap_span(&moving, direction, &disc), &|t: f64| overlaps(&at(t), &disc)),
                ] {
                    match span {
                        Some((low, high)) => {
                            assert!(!hit(low - 1e-3) && !hit(high + 1e-3), "{degrees} {aside}");
                            assert!(
                                high - low < 0.1 || (hit(low + 1e-2) && hit(high - 1e-2)),
                                "{degrees} {aside}"
                            );
                        }
                        None => assert!((0..400).all(|t| !hit(f64::from(t))), "{degrees} {aside}"),
                    }
                }
            }
        }
    }
}
