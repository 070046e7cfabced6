//! The common view of every convex shape: the corners of a polygon, or one point with a radius around it. All the
//! measuring below works on this view alone, and needs to know no other kind of shape.

use crate::vector::Vec2;

/// Something with a convex outline.
pub trait Convex {
    fn outline(&self) -> Outline<'_>;
}

impl<T: Convex + ?Sized> Convex for &T {
    #[inline]
    fn outline(&self) -> Outline<'_> {
        (**self).outline()
    }
}

/// A convex shape, borrowed: either a polygon (corners counterclockwise, one outward unit normal per edge, edge `i`
/// running from corner `i` to the next) or a disc (one point, no edges, a radius).
#[derive(Debug, Clone, Copy)]
pub struct Outline<'a> {
    pub(crate) points: &'a [Vec2],
    pub(crate) normals: &'a [Vec2],
    pub(crate) radius: f64,
    /// The middle of a circle around the shape, and the radius of that circle.
    pub(crate) centre: Vec2,
    pub(crate) reach: f64,
}

impl<'a> Outline<'a> {
    #[inline]
    pub(crate) fn disc(centre: &'a Vec2, radius: f64) -> Self {
        Self { points: std::slice::from_ref(centre), normals: &[], radius, centre: *centre, reach: radius }
    }

    /// Whether the shape is a disc rather than a polygon.
    #[inline]
    pub(crate) fn is_disc(&self) -> bool {
        self.normals.is_empty()
    }

    /// Whether the circles around two shapes lie further apart than `distance`: then so do the shapes.
    #[inline]
    pub(crate) fn beyond(&self, other: &Self, distance: f64) -> bool {
        let reach = self.reach + other.reach + distance;
        (other.centre - self.centre).length_squared() > reach * reach
    }

    /// The least and the greatest extent along a unit vector.
    #[inline]
    pub(crate) fn extent(&self, direction: Vec2) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for point in self.points {
            let level = direction.dot(*point);
            low = low.min(level);
            high = high.max(level);
        }
        (low - self.radius, high + self.radius)
    }
}

impl Convex for Outline<'_> {
    #[inline]
    fn outline(&self) -> Outline<'_> {
        *self
    }
}

/// A straight line between two points as a convex shape: a rectangle of no width, whose short edges keep their
/// normals so that shapes in line with it are told apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    points: [Vec2; 4],
    normals: [Vec2; 4],
    reach: f64,
}

impl Segment {
    /// The segment from `from` to `to`, which lies in the direction of the unit vector `along`.
    #[inline]
    pub(crate) fn new(from: Vec2, to: Vec2, along: Vec2) -> Self {
        let right = along.perp_right();
        Self {
            points: [from, to, to, from],
            normals: [right, along, -right, -along],
            reach: (to - from).length() * 0.5,
        }
    }
}

impl Convex for Segment {
    #[inline]
    fn outline(&self) -> Outline<'_> {
        let centre = self.points[0].lerp(self.points[1], 0.5);
        Outline { points: &self.points, normals: &self.normals, radius: 0.0, centre, reach: self.reach }
    }
}
