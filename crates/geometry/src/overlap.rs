//! Whether shapes overlap, and how deep. Owns the test of separating edges that distances are built upon too;
//! distances themselves and what an overlap means are decided elsewhere.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::outline::{Convex, Outline};
use crate::shape::{MAX_VERTICES, Polygon, Shape};
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// The edge of a core that keeps another core away best.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BestEdge {
    /// How far beyond the line of the edge the other core begins; negative by the depth of the overlap.
    pub(crate) separation: f64,
    pub(crate) index: usize,
}

/// The best of the edges of `owner` for keeping `other` away. Radii are not looked at; a point has no edges.
#[inline]
pub(crate) fn best_edge(owner: &Outline, other: &Outline) -> BestEdge {
    let mut best = BestEdge { separation: f64::NEG_INFINITY, index: 0 };
    for (index, (normal, point)) in owner.normals.iter().zip(owner.points).enumerate() {
        let separation = lowest(other.points, *normal) - normal.dot(*point);
        let better = separation > best.separation;
        best.separation = if better { separation } else { best.separation };
        best.index = if better { index } else { best.index };
    }
    best
}

/// The least height of any of the points along a normal. Discs and rectangles, by far the most frequent, have their
/// own short ways.
#[inline]
fn lowest(points: &[Vec2], normal: Vec2) -> f64 {
    let lower = |a: f64, b: f64| if a < b { a } else { b };
    match *points {
        [only] => normal.dot(only),
        [a, b, c, d] => lower(lower(normal.dot(a), normal.dot(b)), lower(normal.dot(c), normal.dot(d))),
        _ => points.iter().fold(f64::INFINITY, |low, point| lower(normal.dot(*point), low)),
    }
}

/// A value that is negative by the depth of the overlap when the shapes overlap, and positive when they are apart.
/// For two polygons apart it may be less than their distance; if one is a disc it is the distance.
#[inline]
pub(crate) fn separation(a: &Outline, b: &Outline) -> f64 {
    let radii = a.radius + b.radius;
    if a.is_disc() {
        distance_from_point(a.points[0], b) - radii
    } else if b.is_disc() {
        distance_from_point(b.points[0], a) - radii
    } else {
        best_edge(a, b).separation.max(best_edge(b, a).separation)
    }
}

/// The distance from a point to a core; negative by the depth if the point is within.
#[inline]
pub(crate) fn distance_from_point(point: Vec2, core: &Outline) -> f64 {
    let mut best = f64::NEG_INFINITY;
    let mut edge = 0;
    for (i, (normal, corner)) in core.normals.iter().zip(core.points).enumerate() {
        let height = normal.dot(point - *corner);
        if height > best {
            (best, edge) = (height, i);
        }
    }
    if best <= 0.0 && best > f64::NEG_INFINITY {
        return best;
    }
    if best > 0.0 {
        let along = core.normals[edge].perp();
        let from = core.points[edge];
        let to = core.points[if edge + 1 == core.points.len() { 0 } else { edge + 1 }];
        let place = along.dot(point - from);
        if place >= 0.0 && place <= along.dot(to - from) {
            return best;
        }
    }
    core.points.iter().map(|corner| (*corner - point).length_squared()).fold(f64::INFINITY, f64::min).sqrt()
}

/// How deep two shapes interpenetrate: the length of the least shift that parts them; 0 if they are apart.
pub fn penetration(a: &impl Convex, b: &impl Convex) -> f64 {
    let (a, b) = (a.outline(), b.outline());
    if a.beyond(&b, 0.0) { 0.0 } else { (-separation(&a, &b)).max(0.0) }
}

/// Whether two shapes interpenetrate by more than [`TOUCH`].
#[inline]
pub fn overlaps(a: &impl Convex, b: &impl Convex) -> bool {
    outlines_overlap(&a.outline(), &b.outline())
}

#[inline]
pub(crate) fn outlines_overlap(a: &Outline, b: &Outline) -> bool {
    !a.beyond(b, 0.0) && separation(a, b) < -TOUCH
}

/// Whether two shapes touch: they do not overlap, and are no further apart than [`TOUCH`].
pub fn touches(a: &impl Convex, b: &impl Convex) -> bool {
    let (a, b) = (a.outline(), b.outline());
    !a.beyond(&b, TOUCH) && !outlines_overlap(&a, &b) && crate::gap::outlines_closest(&a, &b).distance <= 0.0
}

/// Whether a point lies in a shape or within [`TOUCH`] of it.
pub fn contains(shape: &impl Convex, point: Vec2) -> bool {
    let shape = shape.outline();
    distance_from_point(point, &shape) - shape.radius <= TOUCH
}

/// A rectangle along the axes of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Area {
    /// The south-west corner.
    pub min: Vec2,
    /// The north-east corner.
    pub max: Vec2,
}

impl Area {
    /// The area from the origin to (`width`, `height`).
    pub const fn table(width: f64, height: f64) -> Self {
        Self { min: Vec2::ZERO, max: Vec2::new(width, height) }
    }
}

/// Whether a shape lies wholly in an area; its boundary may be passed by [`TOUCH`].
pub fn inside(shape: &impl Convex, area: &Area) -> bool {
    let shape = shape.outline();
    let (west, east) = shape.extent(Vec2::new(1.0, 0.0));
    let (south, north) = shape.extent(Vec2::new(0.0, 1.0));
    west >= area.min.x - TOUCH
        && east <= area.max.x + TOUCH
        && south >= area.min.y - TOUCH
        && north <= area.max.y + TOUCH
}

/// Whether a shape lies wholly in another; the edge may be passed by [`TOUCH`].
pub fn within(inner: &impl Convex, outer: &impl Convex) -> bool {
    let (inner, outer) = (inner.outline(), outer.outline());
    if outer.is_disc() {
        let room = outer.radius - inner.radius + TOUCH;
        return inner.points.iter().all(|point| point.distance(outer.centre) <= room);
    }
    let mut edges = outer.normals.iter().zip(outer.points);
    edges.all(|(normal, corner)| inner.extent(*normal).1 <= normal.dot(*corner) + TOUCH)
}

/// Whether any part of a shape lies beyond an area by more than [`TOUCH`].
pub fn outside(shape: &impl Convex, area: &Area) -> bool {
    !inside(shape, area)
}

/// The part of a shape that lies in an area; nothing where it does not reach into it by more than [`TOUCH`]. A circle is
/// left whole.
pub fn part_inside(shape: &Shape, area: &Area) -> Option<Shape> {
    let Shape::Polygon(polygon) = shape else { return Some(*shape) };
    if inside(shape, area) {
        return Some(*shape);
    }
    let mut corners: ArrayVec<Vec2, MAX_VERTICES> = polygon.vertices().iter().copied().collect();
    let sides = [
        (Vec2::new(1.0, 0.0), area.max.x),
        (Vec2::new(-1.0, 0.0), -area.min.x),
        (Vec2::new(0.0, 1.0), area.max.y),
        (Vec2::new(0.0, -1.0), -area.min.y),
    ];
    for (outward, limit) in sides {
        corners = cut(&corners, outward, limit);
    }
    Polygon::new(&corners).ok().map(Shape::Polygon)
}

/// What is left of a convex polygon on this side of a line.
fn cut(corners: &[Vec2], outward: Vec2, limit: f64) -> ArrayVec<Vec2, MAX_VERTICES> {
    let mut left = ArrayVec::<Vec2, MAX_VERTICES>::new();
    let mut keep = |corner: Vec2| {
        let new = left.iter().all(|other: &Vec2| other.distance(corner) > TOUCH);
        if new && !left.is_full() {
            left.push(corner);
        }
    };
    for (i, from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let (before, after) = (limit - outward.dot(*from), limit - outward.dot(to));
        if before >= 0.0 {
            keep(*from);
        }
        if before * after < 0.0 {
            keep(*from + (to - *from) * (before / (before - after)));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::{Heading, Pose, Turn};
    use crate::shape::{Base, Footprint, Shape};

    fn square(x: f64, y: f64) -> Footprint {
        Footprint::new(Base::square(40.0), Pose::new(Vec2::new(x, y), Heading::NORTH))
    }

    #[test]
    fn the_part_of_a_square_in_an_area() {
        let area = Area::table(100.0, 100.0);
        let part = |y| part_inside(&Shape::from(&square(50.0, y)), &area);
        assert_eq!(part(80.0), Some(Shape::from(&square(50.0, 80.0))));
        let below = Base::Rect { width: 40.0, length: 25.0 };
        let below = Footprint::new(below, Pose::new(Vec2::new(50.0, 87.5), Heading::NORTH));
        assert!(part(95.0).is_some_and(|left| within(&left, &below) && within(&below, &left)));
        assert_eq!((part(120.0), part(121.0)), (None, None));
    }

    #[test]
    fn squares_edge_to_edge_touch() {
        let (a, b) = (square(0.0, 0.0), square(40.0, 13.0));
        assert!(touches(&a, &b) && !overlaps(&a, &b));
        assert_eq!(penetration(&a, &b), 0.0);
        assert_eq!(penetration(&a, &square(39.0, 13.0)), 1.0);
        assert!(overlaps(&a, &square(39.0, 13.0)));
        assert!(!touches(&a, &square(39.0, 13.0)) && !touches(&a, &square(41.0, 0.0)));
    }

    #[test]
    fn squares_corner_to_corner_touch() {
        assert!(touches(&square(0.0, 0.0), &square(40.0, 40.0)));
        assert!(!touches(&square(0.0, 0.0), &square(40.1, 40.1)));
    }

    #[test]
    fn identical_poses_overlap_by_a_whole_base() {
        assert_eq!(penetration(&square(5.0, 5.0), &square(5.0, 5.0)), 40.0);
    }

    #[test]
    fn discs_and_squares() {
        let disc = |x, y| Shape::Circle { centre: Vec2::new(x, y), radius: 10.0 };
        let base = square(0.0, 0.0);
        assert_eq!(penetration(&disc(29.0, 0.0), &base), 1.0);
        assert_eq!(penetration(&base, &disc(0.0, 15.0)), 15.0);
        assert!(touches(&disc(30.0, 20.0), &base));
        assert!(touches(&disc(26.0, 28.0), &base), "the corner is 10 away");
        assert_eq!(penetration(&disc(0.0, 0.0), &disc(12.0, 16.0)), 0.0);
        assert!(touches(&disc(0.0, 0.0), &disc(12.0, 16.0)));
        assert_eq!(penetration(&disc(0.0, 0.0), &disc(0.0, 0.0)), 20.0);
    }

    #[test]
    fn the_edge_of_the_table_is_on_the_table() {
        let table = Area::table(900.0, 900.0);
        assert!(inside(&square(20.0, 880.0), &table));
        assert!(outside(&square(20.0, 880.1), &table));
        let turned = Pose::new(Vec2::new(20.0, 450.0), Heading::NORTH.turned(Turn::Left45));
        assert!(outside(&Footprint::new(Base::square(40.0), turned), &table));
        assert!(inside(&Footprint::new(Base::Round { radius: 20.0 }, turned), &table));
    }

    #[test]
    fn what_touches_the_rim_is_within() {
        let disc = |x, radius| Shape::Circle { centre: Vec2::new(x, 0.0), radius };
        assert!(within(&disc(10.0, 10.0), &square(0.0, 0.0)));
        assert!(!within(&disc(10.1, 10.0), &square(0.0, 0.0)));
        assert!(within(&disc(5.0, 10.0), &disc(0.0, 15.0)) && !within(&disc(5.1, 10.0), &disc(0.0, 15.0)));
        assert!(within(&square(0.0, 0.0), &disc(0.0, 28.3)) && !within(&square(0.0, 0.0), &disc(0.0, 28.2)));
    }

    #[test]
    fn points_on_the_rim_are_contained() {
        assert!(contains(&square(0.0, 0.0), Vec2::new(20.0, 20.0)));
        assert!(!contains(&square(0.0, 0.0), Vec2::new(20.0, 20.1)));
    }
}
