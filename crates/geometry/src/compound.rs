//! Outlines that need not be convex: a round one, or any that is put together of convex polygons. Owns the cutting of a simple
//! polygon into convex parts, and the true edge of parts that lie side by side or overlap.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::outline::Convex;
use crate::overlap::{Area, contains, overlaps};
use crate::shape::{MAX_VERTICES, Polygon, Shape};
use crate::sight::crosses;
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// An outline of one or several convex parts.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<Shape>", into = "Vec<Shape>")]
pub struct Compound {
    parts: Vec<Shape>,
    edges: Vec<Border>,
}

/// A stretch of the edge of a compound; what belongs to it lies to the left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Border {
    pub from: Vec2,
    pub to: Vec2,
    /// A unit vector.
    pub inward: Vec2,
}

/// Why parts or corners make no [`Compound`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompoundError {
    NoParts,
    /// A disc cannot be one of several parts.
    DiscAmongOthers,
    TooFewCorners,
    /// Two sides of the outline cross or touch each other.
    NotSimple,
}

impl std::fmt::Display for CompoundError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CompoundError::NoParts => "an outline needs at least one part",
            CompoundError::DiscAmongOthers => "a round part cannot be joined with others",
            CompoundError::TooFewCorners => "an outline needs three corners",
            CompoundError::NotSimple => "two sides of the outline meet",
        })
    }
}

impl std::error::Error for CompoundError {}

impl Compound {
    /// The union of these parts.
    pub fn new(parts: Vec<Shape>) -> Result<Self, CompoundError> {
        let round = parts.iter().any(|part| part.outline().is_disc());
        match parts.len() {
            0 => Err(CompoundError::NoParts),
            2.. if round => Err(CompoundError::DiscAmongOthers),
            _ => Ok(Self { edges: edges(&parts), parts }),
        }
    }

    /// The outline with these corners, given in either sense of rotation. It may be concave, but must not cross itself.
    pub fn simple(corners: &[Vec2]) -> Result<Self, CompoundError> {
        Self::new(convex_parts(corners)?.into_iter().map(Shape::from).collect())
    }

    pub fn parts(&self) -> &[Shape] {
        &self.parts
    }

    /// The edge without the seams between parts; a disc has none.
    pub fn edges(&self) -> &[Border] {
        &self.edges
    }

    pub fn contains(&self, point: Vec2) -> bool {
        self.parts.iter().any(|part| contains(part, point))
    }

    pub fn overlaps(&self, shape: &impl Convex) -> bool {
        self.parts.iter().any(|part| overlaps(part, shape))
    }

    /// Whether a straight line stays within, from its one end to its other; the edge may be passed by [`TOUCH`].
    pub fn holds_line(&self, from: Vec2, to: Vec2) -> bool {
        if let [only] = &self.parts[..] {
            return contains(only, from) && contains(only, to);
        }
        let mut within: Vec<(f64, f64)> =
            self.parts.iter().filter_map(|part| stretch_within(from, to, part, TOUCH)).collect();
        within.sort_by(|a, b| a.0.total_cmp(&b.0));
        let far = within
            .into_iter()
            .fold(0.0, |far: f64, (low, high)| if low <= far { far.max(high) } else { far });
        far >= 1.0
    }

    /// Whether a straight line passes through its interior, seams included.
    pub fn crosses(&self, from: Vec2, to: Vec2) -> bool {
        let on_seam = |part: &Shape| {
            let (low, high) = stretch_within(from, to, part, 0.0)?;
            Some(self.depth(from.lerp(to, (low + high) / 2.0)) > TOUCH)
        };
        self.parts.iter().any(|part| crosses(from, to, part))
            || (self.parts.len() > 1 && self.parts.iter().any(|part| on_seam(part) == Some(true)))
    }

    /// How far from the edge a point within lies.
    pub fn depth(&self, point: Vec2) -> f64 {
        match &self.parts[..] {
            [Shape::Circle { centre, radius }] => radius - centre.distance(point),
            _ => self.edges.iter().map(|edge| edge.distance(point)).fold(f64::INFINITY, f64::min),
        }
    }

    /// Whether a disc lies wholly within; the edge may be passed by [`TOUCH`].
    pub fn holds(&self, centre: Vec2, radius: f64) -> bool {
        self.contains(centre) && self.depth(centre) >= radius - TOUCH
    }

    /// The box around it.
    pub fn area(&self) -> Area {
        let first = Area::around(&self.parts[0]);
        self.parts[1..].iter().fold(first, |all, part| all.joined(&Area::around(part)))
    }
}

impl PartialEq for Compound {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

impl Eq for Compound {}

impl Hash for Compound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}

impl TryFrom<Vec<Shape>> for Compound {
    type Error = CompoundError;

    fn try_from(parts: Vec<Shape>) -> Result<Self, CompoundError> {
        Self::new(parts)
    }
}

impl From<Compound> for Vec<Shape> {
    fn from(compound: Compound) -> Self {
        compound.parts
    }
}

impl From<Shape> for Compound {
    fn from(part: Shape) -> Self {
        Self { edges: edges(&[part]), parts: vec![part] }
    }
}

impl Border {
    /// The nearest point of it to another.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        let along = self.to - self.from;
        let share = ((point - self.from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        self.from.lerp(self.to, share)
    }

    pub fn distance(&self, point: Vec2) -> f64 {
        self.nearest(point).distance(point)
    }
}

/// What of the edges of all parts has no other part beyond it.
fn edges(parts: &[Shape]) -> Vec<Border> {
    let mut edges = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let Shape::Polygon(polygon) = part else { continue };
        let outline = polygon.outline();
        for (index, normal) in outline.normals.iter().enumerate() {
            let (from, to) = (outline.points[index], outline.points[(index + 1) % outline.points.len()]);
            // A seam is told by what lies just beyond it.
            let beyond = *normal * (2.0 * TOUCH);
            let others = parts.iter().enumerate().filter(|(other, _)| *other != number);
            let mut covered: Vec<(f64, f64)> = others
                .filter_map(|(_, other)| stretch_within(from + beyond, to + beyond, other, 0.0))
                .collect();
            covered.sort_by(|a, b| a.0.total_cmp(&b.0));
            let least = 4.0 * TOUCH / from.distance(to);
            let mut open = 0.0;
            for (low, high) in covered.into_iter().chain([(1.0, 1.0)]) {
                if low > open + least {
                    edges.push(Border {
                        from: from.lerp(to, open),
                        to: from.lerp(to, low),
                        inward: -*normal,
                    });
                }
                open = high.max(open);
            }
        }
    }
    edges
}

/// From which share of a line to which other it lies within a polygon, or beyond it by no more than a slack.
fn stretch_within(from: Vec2, to: Vec2, shape: &Shape, slack: f64) -> Option<(f64, f64)> {
    let outline = shape.outline();
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (normal, corner) in outline.normals.iter().zip(outline.points) {
        let (start, end) = (normal.dot(from - *corner) - slack, normal.dot(to - *corner) - slack);
        if start > 0.0 && end > 0.0 {
            return None;
        }
        if start > 0.0 {
            low = low.max(start / (start - end));
        } else if end > 0.0 {
            high = high.min(start / (start - end));
        }
    }
    (low < high).then_some((low, high))
}

/// Cuts a simple polygon into convex ones.
fn convex_parts(corners: &[Vec2]) -> Result<Vec<Polygon>, CompoundError> {
    let corners = without_flat_corners(corners);
    if corners.len() < 3 || !corners.iter().all(|corner| corner.is_finite()) {
        return Err(CompoundError::TooFewCorners);
    }
    if !is_simple(&corners) {
        return Err(CompoundError::NotSimple);
    }
    let mut parts: Vec<Vec<Vec2>> = Vec::new();
    for triangle in triangles(corners).ok_or(CompoundError::NotSimple)? {
        // The first part that stays convex with it takes it in.
        let joined = parts.iter_mut().find_map(|part| Some((joined(part, &triangle)?, part)));
        match joined {
            Some((joined, part)) => *part = joined,
            None => parts.push(triangle),
        }
    }
    parts.iter().map(|part| Polygon::new(part).map_err(|_| CompoundError::NotSimple)).collect()
}

/// Twice the area of a triangle, positive if it runs counterclockwise.
fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    (b - a).cross(c - b)
}

/// Without corners that lie on a straight side.
fn without_flat_corners(corners: &[Vec2]) -> Vec<Vec2> {
    let count = corners.len();
    let bent = |index: &usize| {
        let (before, at) = (corners[(index + count - 1) % count], corners[*index]);
        let after = corners[(index + 1) % count];
        turn(before, at, after).abs() > TOUCH * before.distance(after).max(TOUCH)
    };
    (0..count).filter(bent).map(|index| corners[index]).collect()
}

fn is_simple(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let side = |index: usize| (corners[index], corners[(index + 1) % count]);
    let apart = |(a, b): (Vec2, Vec2), (c, d): (Vec2, Vec2)| {
        let (of_c, of_d) = (turn(a, b, c), turn(a, b, d));
        let (of_a, of_b) = (turn(c, d, a), turn(c, d, b));
        of_c * of_d > 0.0 || of_a * of_b > 0.0
    };
    (0..count).all(|one| {
        let others = (one + 2..count).filter(|other| (other + 1) % count != one);
        others.into_iter().all(|other| apart(side(one), side(other)))
    })
}

/// Cuts off one ear after the other.
fn triangles(mut corners: Vec<Vec2>) -> Option<Vec<Vec<Vec2>>> {
    let area: f64 = corners.windows(2).map(|pair| (pair[0] - corners[0]).cross(pair[1] - corners[0])).sum();
    if area < 0.0 {
        corners.reverse();
    }
    let mut triangles = Vec::new();
    while corners.len() > 3 {
        let count = corners.len();
        let ear = (0..count).find(|at| {
            let (a, b, c) = (corners[(at + count - 1) % count], corners[*at], corners[(at + 1) % count]);
            let within = |point: &Vec2| {
                let corner = *point == a || *point == b || *point == c;
                !corner && turn(a, b, *point) >= 0.0 && turn(b, c, *point) >= 0.0 && turn(c, a, *point) >= 0.0
            };
            turn(a, b, c) > 0.0 && !corners.iter().any(within)
        })?;
        let (before, after) = (corners[(ear + count - 1) % count], corners[(ear + 1) % count]);
        triangles.push(vec![before, corners[ear], after]);
        corners.remove(ear);
    }
    triangles.push(corners);
    Some(triangles)
}

/// A polygon with a triangle beside it, if both together are convex.
fn joined(part: &[Vec2], triangle: &[Vec2]) -> Option<Vec<Vec2>> {
    let count = part.len();
    (0..count).find_map(|side| {
        let (from, to) = (part[side], part[(side + 1) % count]);
        let at = (0..3).find(|corner| triangle[*corner] == to && triangle[(corner + 1) % 3] == from)?;
        let mut corners = part.to_vec();
        corners.insert(side + 1, triangle[(at + 2) % 3]);
        let corners = without_flat_corners(&corners);
        (corners.len() <= MAX_VERTICES && Polygon::new(&corners).is_ok()).then_some(corners)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(f64, f64)]) -> Vec<Vec2> {
        list.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    fn length(compound: &Compound) -> f64 {
        compound.edges().iter().map(|edge| edge.from.distance(edge.to)).sum()
    }

    fn rect(west: f64, south: f64, east: f64, north: f64) -> Shape {
        let corners = points(&[(west, south), (east, south), (east, north), (west, north)]);
        Shape::from(Polygon::new(&corners).unwrap())
    }

    #[test]
    fn a_corner_piece_is_cut_into_two() {
        let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 5.0), (0.0, 5.0)];
        for reversed in [false, true] {
            let mut corners = points(&corners);
            if reversed {
                corners.reverse();
            }
            let piece = Compound::simple(&corners).unwrap();
            assert_eq!(piece.parts().len(), 2);
            assert!((length(&piece) - 18.0).abs() < 1e-3, "{}", length(&piece));
            assert!(piece.contains(Vec2::new(0.5, 4.0)) && piece.contains(Vec2::new(3.0, 0.5)));
            assert!(!piece.contains(Vec2::new(2.0, 2.0)));
            assert!(piece.holds(Vec2::new(0.5, 3.0), 0.5) && !piece.holds(Vec2::new(0.5, 3.0), 0.51));
            // Across the seam, wherever it is.
            assert!(piece.holds(Vec2::new(0.5, 0.5), 0.5) && !piece.holds(Vec2::new(1.0, 0.5), 0.51));
            assert!(piece.holds(Vec2::new(0.6, 0.6), 0.565));
            assert!(!piece.holds(Vec2::new(0.6, 0.6), 0.57));
        }
    }

    #[test]
    fn overlapping_parts_have_one_edge() {
        // A cross of two bars.
        let cross = Compound::new(vec![rect(-5.0, -1.0, 5.0, 1.0), rect(-1.0, -5.0, 1.0, 5.0)]).unwrap();
        assert!((length(&cross) - 40.0).abs() < 1e-3, "{}", length(&cross));
        assert!(cross.holds(Vec2::ZERO, 1.414) && !cross.holds(Vec2::ZERO, 1.4143));
        assert!(cross.crosses(Vec2::new(-9.0, -0.5), Vec2::new(9.0, -0.5)));
        assert!(!cross.crosses(Vec2::new(-9.0, 2.0), Vec2::new(-1.0, 2.0)));
        assert!(cross.holds_line(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 1.0)));
        assert!(cross.holds_line(Vec2::new(0.0, -5.0), Vec2::new(1.0, 1.0)));
        assert!(!cross.holds_line(Vec2::new(4.0, 0.0), Vec2::new(0.0, 4.0)));
        assert_eq!(cross.area(), Area { min: Vec2::new(-5.0, -5.0), max: Vec2::new(5.0, 5.0) });
    }

    #[test]
    fn a_line_along_a_seam_passes_through() {
        let wall = Compound::new(vec![rect(0.0, 0.0, 4.0, 9.0), rect(4.0, 0.0, 8.0, 9.0)]).unwrap();
        assert!(wall.crosses(Vec2::new(4.0, -3.0), Vec2::new(4.0, 3.0)));
        assert!(!wall.crosses(Vec2::new(8.0, -3.0), Vec2::new(8.0, 12.0)));
        assert!(wall.holds_line(Vec2::new(4.0, 0.0), Vec2::new(4.0, 9.0)));
        assert_eq!(wall.edges().len(), 6);
    }

    #[test]
    fn refusals_name_the_reason() {
        let refuse = |list: &[(f64, f64)]| Compound::simple(&points(list)).unwrap_err();
        assert_eq!(refuse(&[(0.0, 0.0), (1.0, 0.0)]), CompoundError::TooFewCorners);
        assert_eq!(refuse(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]), CompoundError::NotSimple);
        assert_eq!(Compound::new(vec![]), Err(CompoundError::NoParts));
        let disc = Shape::Circle { centre: Vec2::ZERO, radius: 1.0 };
        assert_eq!(Compound::new(vec![disc, disc]), Err(CompoundError::DiscAmongOthers));
        assert!(serde_json::from_str::<Compound>("[]").is_err());
    }

    #[test]
    fn a_star_survives_cutting_and_storage() {
        let corner = |step: usize| {
            let length = if step.is_multiple_of(2) { 50.0 } else { 20.0 };
            let ahead = crate::Heading::degrees_clockwise_from_north(step as f64 * 25.7).ahead();
            Vec2::new(100.0, 70.0) + ahead * length
        };
        let star = Compound::simple(&(0..14).map(corner).collect::<Vec<_>>()).unwrap();
        assert!((0..14).all(|step| star.contains(corner(step))));
        assert!((0..13).all(|step| !star.contains(corner(step).lerp(corner(step + 1), 0.5) * 1.002)
            || star.depth(corner(step).lerp(corner(step + 1), 0.5)) < 1e-6));
        let round: f64 = (0..14).map(|step| corner(step).distance(corner((step + 1) % 14))).sum();
        assert!((length(&star) - round).abs() < 1e-2, "{} of {round}", length(&star));
        let text = serde_json::to_string(&star).unwrap();
        assert_eq!(serde_json::from_str::<Compound>(&text).unwrap(), star);
    }
}
