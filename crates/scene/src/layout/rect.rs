//! Rectangles in pixels and what they touch.
//!
//! Owns the little geometry that laying out needs. It must not know what a rectangle holds.

use crate::shape::{Point, contains, edges};

/// A rectangle in pixels, y downward.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub fn centre(&self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Smaller by `by` on each side, or larger if it is negative.
    pub fn inset(&self, by: f64) -> Self {
        let (width, height) = ((self.width - 2.0 * by).max(0.0), (self.height - 2.0 * by).max(0.0));
        Self::new(self.x + by, self.y + by, width, height)
    }

    pub(super) fn corners(&self) -> [Point; 4] {
        let (right, bottom) = (self.right(), self.bottom());
        [(self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)].map(|(x, y)| Point::new(x, y))
    }

    /// Whether the two share an area; touching edges do not count.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    pub fn contains(&self, other: &Self) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    pub(super) fn has(&self, p: Point) -> bool {
        p.x >= self.x && p.x <= self.right() && p.y >= self.y && p.y <= self.bottom()
    }

    pub(super) fn nearest(&self, p: Point) -> Point {
        Point::new(p.x.max(self.x).min(self.right()), p.y.max(self.y).min(self.bottom()))
    }

    pub(super) fn around(points: &[Point]) -> Option<Self> {
        let first = points.first()?;
        let (mut low, mut high) = (*first, *first);
        for p in points {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        Some(Self::new(low.x, low.y, high.x - low.x, high.y - low.y))
    }

    /// Whether a stroke from `a` to `b` touches the rectangle.
    pub(super) fn meets(&self, a: Point, b: Point) -> bool {
        let along = b.minus(a);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (step, start, low, high) in
            [(along.x, a.x, self.x, self.right()), (along.y, a.y, self.y, self.bottom())]
        {
            if step.abs() < 1e-12 {
                if start < low || start > high {
                    return false;
                }
                continue;
            }
            let (t, u) = ((low - start) / step, (high - start) / step);
            enter = enter.max(t.min(u));
            leave = leave.min(t.max(u));
        }
        enter <= leave
    }

    pub(super) fn covers_some_of(&self, polygon: &[Point]) -> bool {
        polygon.first().is_some_and(|&p| self.has(p))
            || contains(polygon, self.centre())
            || edges(polygon).any(|(a, b)| self.meets(a, b))
    }
}
