//! Sight over a table with heights: an eye above the table, columns that are looked at, and blockers that stand on the
//! ground. Owns what of a column is hidden, worked out in the plane: what a blocker hides at a given height is its
//! shadow there, a convex shape.

use arrayvec::ArrayVec;

use crate::outline::{Convex, Outline};
use crate::overlap::overlaps;
use crate::shape::{Polygon, Shape};
use crate::tolerance::{FAR, GLIMPSE, TOUCH};
use crate::vector::Vec2;

/// Where somebody looks from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    pub at: Vec2,
    pub height: f64,
}

/// An upright cylinder that is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Column {
    pub at: Vec2,
    pub radius: f64,
    pub foot: f64,
    pub top: f64,
}

/// A solid that stands on the ground.
#[derive(Debug, Clone, Copy)]
pub struct Block<S> {
    pub shape: S,
    pub top: f64,
}

/// The most corners of a shadow: two copies of what casts it.
const CORNERS: usize = 2 * crate::shape::MAX_VERTICES;

/// The part of the way from the eye to a point at some height, from 0 to 1, that is not above a blocker; `None` if all
/// of it is.
fn below(eye: f64, point: f64, top: f64) -> Option<(f64, f64)> {
    if top >= eye && top >= point {
        Some((0.0, 1.0))
    } else if eye > top && top > point {
        Some(((eye - top) / (eye - point), 1.0))
    } else if point > top && top > eye {
        Some((0.0, (top - eye) / (point - eye)))
    } else {
        None
    }
}

/// Whether a blocker hides any part of a column from an eye: it does if it hides any point of its foot.
pub fn hides_part(eye: Eye, column: &Column, block: &Block<impl Convex>) -> bool {
    hides(eye, column, column.foot, block)
}

/// Whether a blocker hides any point of a column's cross-section at a height.
fn hides(eye: Eye, column: &Column, height: f64, block: &Block<impl Convex>) -> bool {
    let Some((first, last)) = below(eye.height, height, block.top) else { return false };
    // What the eye looks through on the way: the cross-section, drawn towards the eye.
    let disc = |share: f64| Shape::Circle {
        centre: eye.at.lerp(column.at, share),
        radius: (column.radius * share).max(TOUCH * 2.0),
    };
    if overlaps(&block.shape, &disc(first)) || overlaps(&block.shape, &disc(last)) {
        return true;
    }
    between(eye.at, column.at, column.radius, first, last).is_some_and(|cone| overlaps(&block.shape, &cone))
}

/// What lies between two copies of a disc that are drawn towards a point outside of it.
fn between(eye: Vec2, centre: Vec2, radius: f64, first: f64, last: f64) -> Option<Polygon> {
    let offset = centre - eye;
    let distance = offset.length();
    if distance <= radius {
        return None;
    }
    let along = (distance * distance - radius * radius) / distance;
    let aside = radius * (distance * distance - radius * radius).sqrt() / distance;
    let ahead = offset / distance;
    let [left, right] = [aside, -aside].map(|aside| ahead * along + ahead.perp() * aside);
    let corners = [right * first, right * last, left * last, left * first].map(|corner| eye + corner);
    let corners = if first > 0.0 { &corners[..] } else { &corners[..3] };
    Polygon::new(corners).ok()
}

/// Whether any part of a column can be seen past the blockers: it can if any point of its top can.
pub fn sees<S: Convex>(eye: Eye, column: &Column, blocks: impl Iterator<Item = Block<S>>) -> bool {
    let mut shadows = ArrayVec::<Shadow, 32>::new();
    for block in blocks.filter(|block| hides(eye, column, column.top, block)) {
        if !shadows.is_full() {
            cast(eye, column.top, &block, &mut shadows);
        }
    }
    shadows.is_empty() || uncovered(column.at, column.radius, &shadows)
}

/// A convex part of what is hidden at one height.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "shadows are kept in place and must not allocate")]
enum Shadow {
    Disc(Vec2, f64),
    /// Counterclockwise.
    Hull(ArrayVec<Vec2, CORNERS>),
}

/// The shadow of a blocker at a height. A disc has three parts.
fn cast(eye: Eye, height: f64, block: &Block<impl Convex>, shadows: &mut ArrayVec<Shadow, 32>) {
    let Some((first, last)) = below(eye.height, height, block.top) else { return };
    let far = if first > 1.0 / FAR { 1.0 / first } else { FAR };
    let near = 1.0 / last;
    let Outline { points, radius, .. } = block.shape.outline();
    let drawn = |point: Vec2, share: f64| eye.at + (point - eye.at) * share;
    if radius > 0.0 && points.len() == 1 {
        for share in [near, far] {
            let _ = shadows.try_push(Shadow::Disc(drawn(points[0], share), radius * share));
        }
        if let Some(cone) = between(eye.at, points[0], radius, near, far) {
            let _ = shadows.try_push(Shadow::Hull(cone.vertices().iter().copied().collect()));
        }
        return;
    }
    let both = points.iter().flat_map(|point| [drawn(*point, near), drawn(*point, far)]);
    let _ = shadows.try_push(Shadow::Hull(hull(both.collect())));
}

/// The convex hull of some points, counterclockwise.
fn hull(mut points: ArrayVec<Vec2, CORNERS>) -> ArrayVec<Vec2, CORNERS> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain = ArrayVec::<Vec2, CORNERS>::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b - a).cross(point - b) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

impl Shadow {
    fn covers(&self, point: Vec2) -> bool {
        match self {
            Shadow::Disc(centre, radius) => centre.distance(point) <= radius + TOUCH,
            Shadow::Hull(corners) => (0..corners.len()).all(|index| {
                let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
                let along = (to - from).unit().unwrap_or(Vec2::ZERO);
                along.cross(point - from) >= -TOUCH
            }),
        }
    }

    /// The lines and circles that bound it.
    fn rims(&self) -> ArrayVec<Rim, CORNERS> {
        match self {
            Shadow::Disc(centre, radius) => [Rim::Circle(*centre, *radius)].into_iter().collect(),
            Shadow::Hull(corners) => (0..corners.len())
                .map(|index| Rim::Line(corners[index], corners[(index + 1) % corners.len()]))
                .collect(),
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Rim {
    Line(Vec2, Vec2),
    Circle(Vec2, f64),
}

impl Rim {
    /// Its direction at one of its points.
    fn along(self, point: Vec2) -> Vec2 {
        match self {
            Rim::Line(from, to) => (to - from).unit().unwrap_or(Vec2::ZERO),
            Rim::Circle(centre, _) => (point - centre).perp().unit().unwrap_or(Vec2::ZERO),
        }
    }

    fn meet(self, other: Rim) -> ArrayVec<Vec2, 2> {
        match (self, other) {
            (Rim::Line(a, b), Rim::Line(c, d)) => {
                let (one, two) = (b - a, d - c);
                let across = one.cross(two);
                let place = (c - a).cross(two) / across;
                if across == 0.0 { ArrayVec::new() } else { [a + one * place].into_iter().collect() }
            }
            (Rim::Line(a, b), Rim::Circle(centre, radius))
            | (Rim::Circle(centre, radius), Rim::Line(a, b)) => {
                let Some(along) = (b - a).unit() else { return ArrayVec::new() };
                let foot = a + along * along.dot(centre - a);
                let half = radius * radius - (centre - foot).length_squared();
                let half = if half < 0.0 { return ArrayVec::new() } else { half.sqrt() };
                [foot - along * half, foot + along * half].into_iter().collect()
            }
            (Rim::Circle(a, radius_a), Rim::Circle(b, radius_b)) => {
                let Some(along) = (b - a).unit() else { return ArrayVec::new() };
                let distance = a.distance(b);
                let ahead =
                    (distance * distance + radius_a * radius_a - radius_b * radius_b) / (2.0 * distance);
                let aside = radius_a * radius_a - ahead * ahead;
                let aside = if aside < 0.0 { return ArrayVec::new() } else { aside.sqrt() };
                let foot = a + along * ahead;
                [foot + along.perp() * aside, foot - along.perp() * aside].into_iter().collect()
            }
        }
    }
}

/// Whether shadows leave a part of a disc uncovered. A part that is left is bounded by rims: beside one of the points
/// in which two of them meet there is such a part, or the whole disc is one.
fn uncovered(centre: Vec2, radius: f64, shadows: &[Shadow]) -> bool {
    let free =
        |point: Vec2| point.distance(centre) <= radius && !shadows.iter().any(|shadow| shadow.covers(point));
    if free(centre) {
        return true;
    }
    let own = [Rim::Circle(centre, radius)].into_iter();
    let rims: ArrayVec<Rim, 512> = own.chain(shadows.iter().flat_map(Shadow::rims)).take(512).collect();
    rims.iter().enumerate().any(|(index, one)| {
        rims[index + 1..].iter().any(|two| {
            one.meet(*two).into_iter().any(|point| {
                let near = point.distance(centre) <= radius + GLIMPSE;
                let (a, b) = (one.along(point), two.along(point));
                near && [a + b, a - b, b - a, -a - b]
                    .into_iter()
                    .filter_map(Vec2::unit)
                    .any(|aside| free(point + aside * GLIMPSE))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EYE: Eye = Eye { at: Vec2::ZERO, height: 40.0 };

    fn man(y: f64, foot: f64) -> Column {
        Column { at: Vec2::new(0.0, y), radius: 10.0, foot, top: foot + 40.0 }
    }

    fn wall(west: f64, south: f64, east: f64, north: f64, top: f64) -> Block<Shape> {
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        let corners = corners.map(|(x, y)| Vec2::new(x, y));
        Block { shape: Shape::from(Polygon::new(&corners).unwrap()), top }
    }

    #[test]
    fn a_low_wall_hides_the_feet_and_a_high_one_all() {
        let low = wall(-50.0, 180.0, 50.0, 190.0, 20.0);
        assert!(hides_part(EYE, &man(205.0, 0.0), &low));
        assert!(sees(EYE, &man(205.0, 0.0), [low].into_iter()));
        let high = wall(-50.0, 180.0, 50.0, 190.0, 40.0);
        assert!(!sees(EYE, &man(205.0, 0.0), [high].into_iter()), "exactly as high as both");
        assert!(sees(EYE, &man(205.0, 0.1), [high].into_iter()));
    }

    #[test]
    fn a_low_wall_near_the_eye_is_looked_over() {
        // The line from the eye falls to the ground behind the wall at twice its distance.
        let low = wall(-50.0, 90.0, 50.0, 100.0, 20.0);
        assert!(hides_part(EYE, &man(209.0, 0.0), &low));
        assert!(!hides_part(EYE, &man(210.0, 0.0), &low));
    }

    #[test]
    fn two_walls_hide_together_what_neither_hides_alone() {
        let (left, right) = (wall(-50.0, 100.0, 0.0, 110.0, 90.0), wall(0.0, 120.0, 50.0, 130.0, 90.0));
        assert!(sees(EYE, &man(300.0, 0.0), [left].into_iter()));
        assert!(sees(EYE, &man(300.0, 0.0), [right].into_iter()));
        assert!(!sees(EYE, &man(300.0, 0.0), [left, right].into_iter()));
        let apart = wall(0.5, 120.0, 50.0, 130.0, 90.0);
        assert!(sees(EYE, &man(300.0, 0.0), [left, apart].into_iter()));
    }

    #[test]
    fn a_roof_hides_the_feet_of_whoever_stands_on_it() {
        let house = wall(-50.0, 200.0, 50.0, 300.0, 100.0);
        assert!(hides_part(EYE, &man(250.0, 100.0), &house));
        assert!(sees(EYE, &man(210.0, 100.0), [house].into_iter()));
        assert!(!sees(EYE, &man(320.0, 0.0), [house].into_iter()));
        let above = Eye { height: 140.0, at: Vec2::new(0.0, 210.0) };
        assert!(!hides_part(above, &man(250.0, 100.0), &house), "both stand on the roof");
    }
}
