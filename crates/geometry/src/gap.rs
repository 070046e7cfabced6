//! The shortest distance between two shapes and all the lines that are so short. Owns the measuring of straight
//! lines from shape to shape; knows nothing of arcs, rulers or what may stand in the way.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::outline::{Convex, Outline};
use crate::overlap::{BestEdge, best_edge, distance_from_point};
use crate::shape::MAX_VERTICES;
use crate::tolerance::{TIE, TOUCH};
use crate::vector::Vec2;

/// A family of parallel lines from one shape to another: the two outermost ones, equal if there is but one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lines {
    pub first: (Vec2, Vec2),
    pub last: (Vec2, Vec2),
}

impl Lines {
    /// The family of one line.
    #[inline]
    pub const fn single(from: Vec2, to: Vec2) -> Self {
        Self { first: (from, to), last: (from, to) }
    }

    /// The line that lies `share` of the way from the first to the last.
    #[inline]
    pub fn at(&self, share: f64) -> (Vec2, Vec2) {
        (self.first.0.lerp(self.last.0, share), self.first.1.lerp(self.last.1, share))
    }

    /// The lines between two shares of the way from the first to the last.
    #[inline]
    pub(crate) fn between(&self, low: f64, high: f64) -> Self {
        Self { first: self.at(low), last: self.at(high) }
    }

    /// The same lines measured from the other shape.
    #[inline]
    pub fn reversed(&self) -> Self {
        Self { first: (self.first.1, self.first.0), last: (self.last.1, self.last.0) }
    }
}

/// The shortest distance between two shapes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// 0 if the shapes touch or overlap.
    pub distance: f64,
    /// Every line of this length (within [`TIE`]) from the first shape to the second. Of shapes that touch, the
    /// points of contact; of shapes that overlap, one point in both.
    pub lines: Lines,
}

/// The shortest distance between two shapes, 0 when they touch or overlap.
#[inline]
pub fn closest(a: &impl Convex, b: &impl Convex) -> Gap {
    outlines_closest(&a.outline(), &b.outline())
}

/// As [`closest`], but `None` if the distance exceeds `limit`: far shapes are dismissed without measuring.
#[inline]
pub fn closest_within(a: &impl Convex, b: &impl Convex, limit: f64) -> Option<Gap> {
    let (a, b) = (a.outline(), b.outline());
    if a.beyond(&b, limit) {
        return None;
    }
    Some(outlines_closest(&a, &b)).filter(|gap| gap.distance <= limit)
}

pub(crate) fn outlines_closest(a: &Outline, b: &Outline) -> Gap {
    let (of_a, of_b) = (best_edge(a, b), best_edge(b, a));
    let (deepest, discs) = (of_a.separation.max(of_b.separation), a.is_disc() && b.is_disc());
    if deepest < -TOUCH && !discs {
        let point = common_point(a, b);
        return Gap { distance: 0.0, lines: Lines::single(point, point) };
    }
    let lines = if discs {
        Lines::single(a.points[0], b.points[0])
    } else if of_a.separation >= of_b.separation {
        lines_from_edge(a, of_a, b)
    } else {
        lines_from_edge(b, of_b, a).reversed()
    };
    trimmed(lines, a.radius, b.radius)
}

/// The shortest lines from a core to another, given the edge that separates them best.
///
/// A line that meets an edge squarely is as long as the separation by that edge, and no line is shorter than any
/// separation: so if a shortest line meets an edge squarely, it meets the best one. Else it runs from corner to
/// corner. Seen from direction to direction, the separation has one peak, the direction of that line; between it and
/// the best edge the outermost corners do not change, so they are an end of the edge and the corner nearest to it.
#[inline]
fn lines_from_edge(owner: &Outline, best: BestEdge, other: &Outline) -> Lines {
    let normal = owner.normals[best.index];
    let from = owner.points[best.index];
    let to = owner.points[after(best.index, owner.points)];
    let tangent = normal.perp();
    let (start, end) = (tangent.dot(from), tangent.dot(to));
    let face = Face::towards(other.points, normal, tangent);
    let (low, high) = (start.max(face.low.0), end.min(face.high.0));
    if face.high.0 < start {
        Lines::single(from, face.high.1)
    } else if face.low.0 > end {
        Lines::single(to, face.low.1)
    } else {
        let line =
            |place: f64| (from + tangent * (place - start), face.low.1 + tangent * (place - face.low.0));
        let first = line(low);
        Lines { first, last: if low == high { first } else { line(high) } }
    }
}

#[inline]
fn after(index: usize, points: &[Vec2]) -> usize {
    if index + 1 == points.len() { 0 } else { index + 1 }
}

/// The stretch of a core that lies lowest along a normal: one corner, or two as good as level. Each comes with its
/// place along the tangent.
struct Face {
    low: (f64, Vec2),
    high: (f64, Vec2),
}

impl Face {
    #[inline]
    fn towards(points: &[Vec2], normal: Vec2, tangent: Vec2) -> Self {
        let mut lowest = 0;
        let mut level = f64::INFINITY;
        for (index, corner) in points.iter().enumerate() {
            let height = normal.dot(*corner);
            let better = height < level;
            level = if better { height } else { level };
            lowest = if better { index } else { lowest };
        }
        let place = |corner: Vec2| (tangent.dot(corner), corner);
        let only = place(points[lowest]);
        let mut face = Self { low: only, high: only };
        let before = if lowest == 0 { points.len() - 1 } else { lowest - 1 };
        for corner in [points[before], points[after(lowest, points)]] {
            if normal.dot(corner) <= level + TIE {
                let (place, corner) = place(corner);
                if place < face.low.0 {
                    face.low = (place, corner);
                }
                if place > face.high.0 {
                    face.high = (place, corner);
                }
            }
        }
        face
    }
}

/// The gap along lines from core to core, when discs of these radii are drawn around the cores.
#[inline]
fn trimmed(lines: Lines, near: f64, far: f64) -> Gap {
    let (from, to) = lines.first;
    let length = (to - from).length();
    let distance = length - (near + far);
    if near + far == 0.0 {
        return Gap { distance: if distance > TOUCH { distance } else { 0.0 }, lines };
    }
    let direction = if length > 0.0 { (to - from) / length } else { Vec2::new(0.0, 1.0) };
    let trim = |from: f64, to: f64| {
        let trim = |line: (Vec2, Vec2)| (line.0 + direction * from, line.1 - direction * to);
        Lines { first: trim(lines.first), last: trim(lines.last) }
    };
    if distance > TOUCH {
        Gap { distance, lines: trim(near, far) }
    } else {
        // The middle of the stretch of the line that lies in both shapes.
        let middle = ((length - far).max(0.0) + near.min(length)) * 0.5;
        Gap { distance: 0.0, lines: trim(middle, length - middle) }
    }
}

/// A point in both of two overlapping cores, at least one of which is a polygon.
fn common_point(a: &Outline, b: &Outline) -> Vec2 {
    if a.is_disc() {
        return a.points[0];
    }
    if b.is_disc() {
        return b.points[0];
    }
    let middle = (a.centre + b.centre) * 0.5;
    if distance_from_point(middle, a) <= 0.0 && distance_from_point(middle, b) <= 0.0 {
        return middle;
    }
    let mut part: Corners = b.points.iter().copied().collect();
    for (normal, point) in a.normals.iter().zip(a.points) {
        part = clipped(&part, *normal, normal.dot(*point));
    }
    let sum = part.iter().fold(Vec2::ZERO, |sum, corner| sum + *corner);
    if part.is_empty() { middle } else { sum / part.len() as f64 }
}

/// The corners of a convex polygon that has been cut: each cut adds at most one.
pub(crate) type Corners = ArrayVec<Vec2, { 2 * MAX_VERTICES + 2 }>;

/// The part of a convex polygon that lies no higher than `level` along `normal`.
pub(crate) fn clipped(corners: &[Vec2], normal: Vec2, level: f64) -> Corners {
    let mut part = Corners::new();
    let Some(last) = corners.last() else { return part };
    let mut before = *last;
    let mut before_height = normal.dot(before) - level;
    for &corner in corners {
        let height = normal.dot(corner) - level;
        if (before_height < 0.0 && height > 0.0) || (before_height > 0.0 && height < 0.0) {
            part.push(before.lerp(corner, before_height / (before_height - height)));
        }
        if height <= 0.0 {
            part.push(corner);
        }
        (before, before_height) = (corner, height);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::{Heading, Pose, Turn};
    use crate::shape::{Base, Footprint, Shape};

    fn square(x: f64, y: f64) -> Footprint {
        Footprint::new(Base::square(40.0), Pose::new(Vec2::new(x, y), Heading::NORTH))
    }

    fn disc(x: f64, y: f64, radius: f64) -> Shape {
        Shape::Circle { centre: Vec2::new(x, y), radius }
    }

    #[test]
    fn parallel_edges_give_a_strip() {
        let gap = closest(&square(0.0, 0.0), &square(30.0, 140.0));
        assert_eq!(gap.distance, 100.0);
        let mut strip = [gap.lines.first, gap.lines.last];
        strip.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
        assert_eq!(strip[0], (Vec2::new(10.0, 20.0), Vec2::new(10.0, 120.0)));
        assert_eq!(strip[1], (Vec2::new(20.0, 20.0), Vec2::new(20.0, 120.0)));
    }

    #[test]
    fn corner_to_corner_is_one_line() {
        let gap = closest(&square(0.0, 0.0), &square(70.0, 80.0));
        assert_eq!(gap.distance, 50.0);
        assert_eq!(gap.lines, Lines::single(Vec2::new(20.0, 20.0), Vec2::new(50.0, 60.0)));
        let abreast = closest(&square(0.0, 0.0), &square(40.0, 80.0));
        assert_eq!(abreast.distance, 40.0);
        assert_eq!(abreast.lines, Lines::single(Vec2::new(20.0, 20.0), Vec2::new(20.0, 60.0)));
    }

    #[test]
    fn corner_to_edge() {
        let pose = Pose::new(Vec2::new(0.0, 100.0), Heading::NORTH.turned(Turn::Left45));
        let gap = closest(&square(0.0, 0.0), &Footprint::new(Base::square(40.0), pose));
        assert!((gap.distance - (80.0 - 20.0 * 2.0_f64.sqrt())).abs() < 1e-12);
        assert_eq!(gap.lines.first, gap.lines.last);
        assert!(gap.lines.first.0.x.abs() < 1e-12);
    }

    #[test]
    fn discs_are_measured_from_the_rim() {
        let gap = closest(&disc(0.0, 0.0, 10.0), &disc(30.0, 40.0, 20.0));
        assert_eq!(gap.distance, 20.0);
        assert_eq!(gap.lines, Lines::single(Vec2::new(6.0, 8.0), Vec2::new(18.0, 24.0)));
        let gap = closest(&square(0.0, 0.0), &disc(50.0, 5.0, 10.0));
        assert_eq!(gap.distance, 20.0);
        assert_eq!(gap.lines, Lines::single(Vec2::new(20.0, 5.0), Vec2::new(40.0, 5.0)));
    }

    #[test]
    fn contact_and_overlap_have_no_length() {
        let touching = closest(&square(0.0, 0.0), &square(40.0, 10.0));
        assert_eq!(touching.distance, 0.0);
        assert_eq!((touching.lines.first.0.y - touching.lines.last.0.y).abs(), 30.0);
        let over = closest(&square(0.0, 0.0), &square(30.0, 30.0));
        assert_eq!(
            over,
            Gap { distance: 0.0, lines: Lines::single(Vec2::new(15.0, 15.0), Vec2::new(15.0, 15.0)) }
        );
        let same = closest(&square(3.0, 4.0), &square(3.0, 4.0));
        assert_eq!(same.lines.first.0, Vec2::new(3.0, 4.0));
        let discs = closest(&disc(0.0, 0.0, 10.0), &disc(10.0, 0.0, 10.0));
        assert_eq!(discs.lines, Lines::single(Vec2::new(5.0, 0.0), Vec2::new(5.0, 0.0)));
        assert_eq!(closest(&disc(1.0, 2.0, 3.0), &disc(1.0, 2.0, 4.0)).lines.first.0, Vec2::new(1.0, 2.0));
    }

    #[test]
    fn a_limit_dismisses_what_is_beyond() {
        let (a, b) = (square(0.0, 0.0), square(0.0, 140.0));
        assert_eq!(closest_within(&a, &b, 100.0), Some(closest(&a, &b)));
        assert_eq!(closest_within(&a, &b, 99.9), None);
    }
}
