//! Arcs of fire and the part of a target that lies in them. Owns wedges of any width and distances measured to what
//! is inside; which arcs a piece has, and what it may do in them, is decided elsewhere.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::gap::{Gap, Lines, outlines_closest};
use crate::outline::{Convex, Outline, Segment};
use crate::pose::{Heading, Pose, Turn};
use crate::shape::{Base, Edge};
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// An arc of a base, relative to its heading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Arc {
    /// The middle of the arc, as an angle from the heading of the base: [`Heading::NORTH`] is straight ahead.
    direction: Heading,
    /// From the middle to either side, as an angle from north; `None` all round.
    half: Option<Heading>,
    /// Where the sides meet, in local coordinates.
    apex: Vec2,
}

impl Arc {
    /// Everything around.
    pub const ALL_ROUND: Self = Self { direction: Heading::NORTH, half: None, apex: Vec2::ZERO };

    /// An arc of `degrees` in all around `direction`, from the middle of the base; 360 and more is all round.
    ///
    /// # Panics
    /// If `degrees` is not positive.
    pub fn new(direction: Heading, degrees: f64) -> Self {
        assert!(degrees > 0.0, "an arc must have a width");
        let half = (degrees < 360.0).then(|| Heading::degrees_clockwise_from_north(degrees * 0.5));
        Self { direction, half, apex: Vec2::ZERO }
    }

    /// A quarter of the circle around `direction`.
    pub fn quarter(direction: Heading) -> Self {
        Self { direction, half: Some(Heading::NORTH.turned(Turn::Right45)), apex: Vec2::ZERO }
    }

    /// Half of the circle around `direction`.
    pub const fn half(direction: Heading) -> Self {
        Self { direction, half: Some(Heading::EAST), apex: Vec2::ZERO }
    }

    /// The arc from the middle of a base through the two corners of one of its edges; a round base has the corners
    /// of the square around it.
    pub fn through_corners(base: Base, edge: Edge) -> Self {
        let (width, length) = (base.width(), base.length());
        let (direction, half) = match edge {
            Edge::Front => (Heading::NORTH, Vec2::new(width, length)),
            Edge::Rear => (Heading::SOUTH, Vec2::new(width, length)),
            Edge::Right => (Heading::EAST, Vec2::new(length, width)),
            Edge::Left => (Heading::WEST, Vec2::new(length, width)),
        };
        Self { direction, half: Some(Heading::scaled(half)), apex: Vec2::ZERO }
    }

    /// The same arc with its sides meeting at another local point.
    pub const fn with_apex(self, apex: Vec2) -> Self {
        Self { apex, ..self }
    }

    /// The arc of a base that stands at `pose`.
    #[inline]
    pub fn placed(&self, pose: Pose) -> Wedge {
        let apex = pose.to_world(self.apex);
        let Some(half) = self.half else {
            return Wedge { apex, right: Vec2::ZERO, left: Vec2::ZERO, span: Span::All };
        };
        let middle = self.direction.relative_to(pose.heading);
        let (aside, ahead) = (middle.right() * half.x(), middle.ahead() * half.y());
        let span = if half.y() >= 0.0 { Span::Narrow } else { Span::Wide };
        Wedge { apex, right: ahead + aside, left: ahead - aside, span }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Span {
    /// At most half of the circle: what is left of the right side and right of the left side.
    Narrow,
    /// More than half: what is left of the right side or right of the left side.
    Wide,
    All,
}

/// A part of the table between two sides that start at one point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wedge {
    apex: Vec2,
    /// Unit vectors along the sides, of which `right` comes first counterclockwise.
    right: Vec2,
    left: Vec2,
    span: Span,
}

impl Wedge {
    /// Everything counterclockwise from one side to the other.
    pub fn between(apex: Vec2, right: Heading, left: Heading) -> Self {
        let (right, left) = (right.ahead(), left.ahead());
        let turn = right.cross(left);
        let narrow = turn > 0.0 || (turn == 0.0 && right.dot(left) < 0.0);
        Self { apex, right, left, span: if narrow { Span::Narrow } else { Span::Wide } }
    }

    #[inline]
    pub const fn apex(&self) -> Vec2 {
        self.apex
    }

    /// Unit vectors along the right and the left side; `None` all round.
    #[inline]
    pub fn sides(&self) -> Option<(Vec2, Vec2)> {
        (self.span != Span::All).then_some((self.right, self.left))
    }

    /// Whether a point lies in the wedge or within [`TOUCH`] of its sides.
    #[inline]
    pub fn contains(&self, point: Vec2) -> bool {
        !self.misses(point, 0.0)
    }

    /// How far a point lies within the right side and within the left side.
    #[inline]
    pub(crate) fn depths(&self, point: Vec2) -> (f64, f64) {
        let offset = point - self.apex;
        (self.right.cross(offset), offset.cross(self.left))
    }

    /// Whether a disc is plainly outside. A disc for which this is false may still be outside near the apex, unless
    /// its radius is 0.
    #[inline]
    fn misses(&self, centre: Vec2, radius: f64) -> bool {
        let (right, left) = self.depths(centre);
        let limit = -radius - TOUCH;
        match self.span {
            Span::Narrow => right < limit || left < limit,
            Span::Wide => right < limit && left < limit,
            Span::All => false,
        }
    }

    /// The lines of a family that end in the wedge. Where a wedge wider than half of the circle leaves two groups of
    /// them, the wider group.
    fn lines_within(&self, lines: &Lines) -> Option<Lines> {
        let first = self.depths(lines.first.1);
        let last = self.depths(lines.last.1);
        let right = share_within(first.0, last.0);
        let left = share_within(first.1, last.1);
        let (low, high) = match (self.span, right, left) {
            (Span::All, ..) => (0.0, 1.0),
            (Span::Narrow, Some(a), Some(b)) => (a.0.max(b.0), a.1.min(b.1)),
            (Span::Narrow, ..) | (Span::Wide, None, None) => return None,
            (Span::Wide, Some(only), None) | (Span::Wide, None, Some(only)) => only,
            (Span::Wide, Some(a), Some(b)) if a.0 <= b.1 && b.0 <= a.1 => (a.0.min(b.0), a.1.max(b.1)),
            (Span::Wide, Some(a), Some(b)) => {
                if b.1 - b.0 > a.1 - a.0 {
                    b
                } else {
                    a
                }
            }
        };
        (low <= high).then(|| lines.between(low, high))
    }

    /// The parts of the sides that lie in a shape.
    fn sides_within(&self, shape: &Outline) -> ArrayVec<Segment, 2> {
        let sides = [self.right, self.left].into_iter().filter(|_| self.span != Span::All);
        sides.filter_map(|side| chord(self.apex, side, shape)).collect()
    }
}

/// From which to which share of the way a value that changes evenly from `first` to `last` is not negative. A value
/// within [`TOUCH`] of 0 counts as not negative at the ends.
#[inline]
fn share_within(first: f64, last: f64) -> Option<(f64, f64)> {
    match (first >= -TOUCH, last >= -TOUCH) {
        (true, true) => Some((0.0, 1.0)),
        (false, false) => None,
        (true, false) => Some((0.0, (first / (first - last)).max(0.0))),
        (false, true) => Some(((first / (first - last)).min(1.0), 1.0)),
    }
}

/// The part of the ray from `apex` along the unit vector `side` that lies in a shape. A disc may be missed by
/// [`TOUCH`].
fn chord(apex: Vec2, side: Vec2, shape: &Outline) -> Option<Segment> {
    let (mut low, mut high) = (0.0_f64, f64::INFINITY);
    if shape.is_disc() {
        let offset = shape.points[0] - apex;
        let (along, aside) = (side.dot(offset), side.cross(offset));
        if aside.abs() > shape.radius + TOUCH {
            return None;
        }
        let half = (shape.radius * shape.radius - aside * aside).max(0.0).sqrt();
        (low, high) = (low.max(along - half), along + half);
    } else {
        for (normal, corner) in shape.normals.iter().zip(shape.points) {
            let (height, rise) = (normal.dot(apex - *corner), normal.dot(side));
            if rise > 0.0 {
                high = high.min(-height / rise);
            } else if rise < 0.0 {
                low = low.max(-height / rise);
            } else if height > 0.0 {
                return None;
            }
        }
    }
    (low <= high).then(|| Segment::new(apex + side * low, apex + side * high, side))
}

/// Whether any part of a target lies in the wedge; a part within [`TOUCH`] of its sides does.
pub fn in_arc(wedge: &Wedge, target: &impl Convex) -> bool {
    let target = target.outline();
    !wedge.misses(target.centre, target.reach)
        && (target.points.iter().any(|corner| wedge.contains(*corner))
            || !wedge.sides_within(&target).is_empty())
}

/// The shortest distance from a shape to the part of a target that lies in the wedge; `None` if no part does, that
/// is, exactly when [`in_arc`] denies it.
pub fn gap_in_arc(from: &impl Convex, wedge: &Wedge, target: &impl Convex) -> Option<Gap> {
    let (from, target) = (from.outline(), target.outline());
    if wedge.misses(target.centre, target.reach) {
        return None;
    }
    let whole = outlines_closest(&from, &target);
    if let Some(lines) = wedge.lines_within(&whole.lines) {
        return Some(Gap { distance: whole.distance, lines });
    }
    // The distance to a convex shape has no local minimum but its least value. So if the nearest part of the target
    // is out of the arc, the nearest part within lies on one of the sides of the arc.
    let mut best = None;
    for side in wedge.sides_within(&target) {
        best = nearer(best, outlines_closest(&from, &side.outline()));
    }
    if best.is_none() {
        // The target reaches the arc with the tip of a corner only.
        for corner in target.points.iter().filter(|corner| wedge.contains(**corner)) {
            best = nearer(best, outlines_closest(&from, &Outline::disc(corner, 0.0)));
        }
    }
    best
}

#[inline]
fn nearer(best: Option<Gap>, gap: Gap) -> Option<Gap> {
    match best {
        Some(best) if best.distance <= gap.distance => Some(best),
        _ => Some(gap),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Footprint, Shape};

    fn square(x: f64, y: f64) -> Footprint {
        Footprint::new(Base::square(40.0), Pose::new(Vec2::new(x, y), Heading::NORTH))
    }

    fn front(arc: Arc) -> Wedge {
        arc.placed(square(0.0, 0.0).pose())
    }

    #[test]
    fn the_corners_of_a_square_span_a_quarter() {
        assert_eq!(Arc::through_corners(Base::square(40.0), Edge::Front), Arc::quarter(Heading::NORTH));
        assert_eq!(Arc::through_corners(Base::square(40.0), Edge::Left), Arc::quarter(Heading::WEST));
        assert_eq!(Arc::new(Heading::EAST, 90.0), Arc::quarter(Heading::EAST));
        assert_eq!(Arc::new(Heading::EAST, 180.0), Arc::half(Heading::EAST));
        let long = Arc::through_corners(Base::Rect { width: 40.0, length: 80.0 }, Edge::Front);
        assert!(front(long).contains(Vec2::new(20.0, 40.0)));
        assert!(!front(long).contains(Vec2::new(20.1, 40.0)));
    }

    #[test]
    fn the_line_of_the_arc_is_in_the_arc() {
        let wedge = front(Arc::quarter(Heading::NORTH));
        assert!(in_arc(&wedge, &square(100.0, 60.0)), "the corner at (80, 80) is on the line");
        assert!(!in_arc(&wedge, &square(100.0, 59.9)));
        assert!(gap_in_arc(&square(0.0, 0.0), &wedge, &square(100.0, 59.9)).is_none());
        let gap = gap_in_arc(&square(0.0, 0.0), &wedge, &square(100.0, 60.0)).unwrap();
        assert!((gap.distance - 60.0 * 2.0_f64.sqrt()).abs() < 1e-4);
    }

    #[test]
    fn distance_is_measured_to_the_part_in_the_arc() {
        let wedge = front(Arc::quarter(Heading::NORTH));
        // Nearest without the arc: straight east, 40 mm; the part in the arc begins where y = x.
        let gap = gap_in_arc(&square(0.0, 0.0), &wedge, &square(80.0, 50.0)).unwrap();
        assert!((gap.distance - 40.0 * 2.0_f64.sqrt()).abs() < 1e-9, "{gap:?}");
        assert!((gap.lines.first.1 - Vec2::new(60.0, 60.0)).length() < 1e-9);
    }

    #[test]
    fn all_round_and_wide_arcs() {
        let behind = square(0.0, -100.0);
        assert_eq!(
            gap_in_arc(&square(0.0, 0.0), &front(Arc::ALL_ROUND), &behind).map(|gap| gap.distance),
            Some(60.0)
        );
        let wide = front(Arc::new(Heading::NORTH, 270.0));
        assert!(in_arc(&wide, &square(-100.0, -90.0)));
        assert!(!in_arc(&wide, &behind));
        assert!(in_arc(&wide, &square(-60.0, -100.0)));
        assert!(in_arc(&front(Arc::new(Heading::NORTH, 350.0)), &behind));
    }

    #[test]
    fn half_arcs_are_half_planes() {
        let half = front(Arc::half(Heading::NORTH));
        assert!(in_arc(&half, &square(500.0, -20.0)));
        assert!(!in_arc(&half, &square(500.0, -20.1)));
        let gap = gap_in_arc(&square(0.0, 0.0), &half, &square(60.0, 0.0)).unwrap();
        assert_eq!(gap.distance, 20.0);
        assert!(gap.lines.first.1.y.min(gap.lines.last.1.y).abs() < 1e-9, "the strip ends at the arc");
        assert_eq!(gap.lines.first.1.y.max(gap.lines.last.1.y), 20.0);
    }

    #[test]
    fn discs_are_cut_by_the_arc() {
        let wedge = front(Arc::quarter(Heading::NORTH));
        let disc = Shape::Circle { centre: Vec2::new(100.0, 80.0), radius: 20.0 };
        let gap = gap_in_arc(&square(0.0, 0.0), &wedge, &disc).unwrap();
        // The chord on y = x: (90, 90) ± 10 √2 (√(400 − 200) along the line), so it starts at (80, 80).
        assert!((gap.distance - 60.0 * 2.0_f64.sqrt()).abs() < 1e-9, "{gap:?}");
        let away = Shape::Circle { centre: Vec2::new(100.0, 50.0), radius: 20.0 };
        assert!(gap_in_arc(&square(0.0, 0.0), &wedge, &away).is_none() && !in_arc(&wedge, &away));
    }

    #[test]
    fn an_apex_can_be_moved() {
        let nose = front(Arc::half(Heading::NORTH).with_apex(Vec2::new(0.0, 20.0)));
        assert!(!in_arc(&nose, &square(100.0, -1.0)));
        assert!(in_arc(&nose, &square(100.0, 1.0)));
        assert_eq!(
            Wedge::between(Vec2::ZERO, Heading::EAST, Heading::WEST),
            front(Arc::half(Heading::NORTH))
        );
    }

    #[test]
    fn a_strip_cut_in_two_keeps_the_wider_part() {
        // All but 30 degrees behind: 60 mm behind the middle, what is left out is 2 · 60 · tan 15° = 32.2 mm wide.
        let wide = front(Arc::new(Heading::NORTH, 330.0));
        for shift in [-3.0_f64, 3.0] {
            let gap = gap_in_arc(&square(0.0, 0.0), &wide, &square(shift, -80.0)).unwrap();
            assert_eq!(gap.distance, 40.0);
            let ends = [gap.lines.first.1.x, gap.lines.last.1.x];
            let (inner, outer) = (60.0 * (2.0 - 3.0_f64.sqrt()), 20.0);
            let near = |x: f64| ends.iter().any(|end| (end - x).abs() < 1e-9);
            assert!(near(shift.signum() * inner) && near(shift.signum() * outer), "{ends:?}");
        }
    }
}
