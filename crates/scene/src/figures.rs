//! Schematic silhouettes seen from above, and a small builder to draw them.
//!
//! Owns the figure type and a few generic outlines to start from. It must not hold artwork or names of any game;
//! a figure lives in the unit square from −1 to 1 with its nose to the north, and is scaled to the base it stands on.

use serde::{Deserialize, Serialize};

use crate::shape::{Path, Point, Segment};

/// A silhouette: parts painted in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Figure {
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Part {
    pub path: Path,
    pub fill: Fill,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// Lightly filled and stroked.
    Hull,
    /// Filled more strongly: bridges, engines.
    Accent,
    /// Only stroked, thinly: panel lines.
    Line,
}

impl Figure {
    pub fn new() -> Self {
        Self::default()
    }

    /// Coordinates are kept to a ten-thousandth of the square, which keeps scenes short when they travel as JSON.
    fn with(mut self, fill: Fill, mut segments: Vec<Segment>) -> Self {
        let round = |p: &mut Point| {
            let kept = |v: f64| (v * 1e4).round() / 1e4;
            *p = Point::new(kept(p.x), kept(p.y));
        };
        for segment in &mut segments {
            match segment {
                Segment::Move { to } | Segment::Line { to } | Segment::Arc { to, .. } => round(to),
                Segment::Cubic { c1, c2, to } => [c1, c2, to].into_iter().for_each(round),
                Segment::Close => {}
            }
        }
        self.parts.push(Part { path: Path { segments }, fill });
        self
    }

    /// A closed polygon of the hull.
    pub fn hull(self, points: &[(f64, f64)]) -> Self {
        self.with(Fill::Hull, closed(points))
    }

    /// A closed polygon of the hull and its mirror image across the long axis.
    pub fn hull_pair(self, points: &[(f64, f64)]) -> Self {
        self.hull(points).hull(&mirrored(points))
    }

    pub fn accent(self, points: &[(f64, f64)]) -> Self {
        self.with(Fill::Accent, closed(points))
    }

    pub fn accent_pair(self, points: &[(f64, f64)]) -> Self {
        self.accent(points).accent(&mirrored(points))
    }

    /// An open line of strokes.
    pub fn line(self, points: &[(f64, f64)]) -> Self {
        self.with(Fill::Line, strokes(points))
    }

    pub fn line_pair(self, points: &[(f64, f64)]) -> Self {
        self.line(points).line(&mirrored(points))
    }

    pub fn disc(self, fill: Fill, centre: (f64, f64), radius: f64) -> Self {
        self.ellipse(fill, centre, radius, radius)
    }

    /// An ellipse with its axes along the unit square's.
    pub fn ellipse(self, fill: Fill, (x, y): (f64, f64), rx: f64, ry: f64) -> Self {
        // Four cubic quarters; the constant keeps them within 0.03 % of the true curve.
        const K: f64 = 0.552_284_75;
        let at = |u: f64, v: f64| Point::new(x + rx * u, y + ry * v);
        let quarter = |c1, c2, to| Segment::Cubic { c1, c2, to };
        self.with(
            fill,
            vec![
                Segment::Move { to: at(0.0, 1.0) },
                quarter(at(K, 1.0), at(1.0, K), at(1.0, 0.0)),
                quarter(at(1.0, -K), at(K, -1.0), at(0.0, -1.0)),
                quarter(at(-K, -1.0), at(-1.0, -K), at(-1.0, 0.0)),
                quarter(at(-1.0, K), at(-K, 1.0), at(0.0, 1.0)),
                Segment::Close,
            ],
        )
    }

    /// A closed, smooth outline symmetric to the long axis, given by its right-hand side from nose to stern: a curve
    /// through all points, mirrored and joined.
    pub fn smooth_hull(self, fill: Fill, right: &[(f64, f64)]) -> Self {
        let left = right.iter().rev().filter(|&&(x, _)| x.abs() > 1e-9).map(|&(x, y)| (-x, y));
        let ring: Vec<Point> = right.iter().copied().chain(left).map(|(x, y)| Point::new(x, y)).collect();
        self.with(fill, through(&ring))
    }

    /// A closed, smooth outline through the points, and its mirror image.
    pub fn smooth_pair(self, fill: Fill, points: &[(f64, f64)]) -> Self {
        let ring = |points: &[(f64, f64)]| points.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<_>>();
        let (one, other) = (through(&ring(points)), through(&ring(&mirrored(points))));
        self.with(fill, one).with(fill, other)
    }
}

fn mirrored(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    points.iter().map(|&(x, y)| (-x, y)).collect()
}

fn strokes(points: &[(f64, f64)]) -> Vec<Segment> {
    let to = |&(x, y): &(f64, f64)| Point::new(x, y);
    let first = points.iter().take(1).map(|p| Segment::Move { to: to(p) });
    first.chain(points.iter().skip(1).map(|p| Segment::Line { to: to(p) })).collect()
}

fn closed(points: &[(f64, f64)]) -> Vec<Segment> {
    let mut segments = strokes(points);
    segments.push(Segment::Close);
    segments
}

/// A closed curve through all points whose tangent at each is parallel to the chord of its neighbours.
fn through(ring: &[Point]) -> Vec<Segment> {
    const TENSION: f64 = 1.0 / 6.0;
    let count = ring.len();
    let Some(&start) = ring.first() else { return Vec::new() };
    let mut segments = vec![Segment::Move { to: start }];
    for i in 0..count {
        let near = |step: usize| ring[(i + count - 1 + step) % count];
        let (before, from, to, after) = (near(0), near(1), near(2), near(3));
        let handle =
            |at: Point, chord: Point, way: f64| Point::new(at.x + chord.x * way, at.y + chord.y * way);
        segments.push(Segment::Cubic {
            c1: handle(from, to.minus(before), TENSION),
            c2: handle(to, after.minus(from), -TENSION),
            to,
        });
    }
    segments.push(Segment::Close);
    segments
}

/// An explorer: a broad saucer, a narrow secondary hull behind it, two nacelles on swept pylons.
pub fn saucer_cruiser() -> Figure {
    Figure::new()
        .hull_pair(&[(0.10, -0.34), (0.50, -0.50), (0.50, -0.62), (0.10, -0.52)])
        .smooth_pair(
            Fill::Hull,
            &[
                (0.56, -0.16),
                (0.65, -0.24),
                (0.66, -0.60),
                (0.62, -0.94),
                (0.50, -0.94),
                (0.46, -0.60),
                (0.47, -0.24),
            ],
        )
        .smooth_hull(
            Fill::Hull,
            &[(0.0, 0.0), (0.13, -0.10), (0.17, -0.36), (0.12, -0.64), (0.05, -0.78), (0.0, -0.80)],
        )
        .ellipse(Fill::Hull, (0.0, 0.40), 0.72, 0.54)
        .ellipse(Fill::Line, (0.0, 0.40), 0.44, 0.33)
        .ellipse(Fill::Accent, (0.0, 0.42), 0.13, 0.11)
        .accent_pair(&[(0.51, -0.24), (0.61, -0.24), (0.61, -0.34), (0.51, -0.34)])
}

/// A raider: a small head on a long neck, wings that spread wide and sweep back to gun tips.
pub fn broad_wing_raider() -> Figure {
    Figure::new()
        .hull_pair(&[
            (0.10, 0.06),
            (0.42, -0.06),
            (0.78, -0.10),
            (0.96, 0.16),
            (1.00, -0.30),
            (0.84, -0.48),
            (0.52, -0.52),
            (0.26, -0.74),
            (0.10, -0.62),
        ])
        .hull(&[
            (-0.09, 0.52),
            (0.09, 0.52),
            (0.15, 0.02),
            (0.15, -0.62),
            (0.0, -0.74),
            (-0.15, -0.62),
            (-0.15, 0.02),
        ])
        .smooth_hull(Fill::Hull, &[(0.0, 0.96), (0.15, 0.88), (0.22, 0.70), (0.17, 0.54), (0.0, 0.48)])
        .line_pair(&[(0.24, -0.08), (0.34, -0.56)])
        .line_pair(&[(0.52, -0.10), (0.68, -0.46)])
        .accent(&[(-0.07, 0.80), (0.07, 0.80), (0.05, 0.66), (-0.05, 0.66)])
        .accent_pair(&[(0.05, -0.42), (0.12, -0.42), (0.12, -0.60), (0.05, -0.66)])
}

/// A great warship: two hulls, one above the other on the real thing, seen as curved wings around an open middle and
/// joined at a beaked head and a feathered tail.
pub fn double_hull_warship() -> Figure {
    Figure::new()
        .smooth_pair(
            Fill::Hull,
            &[
                (0.04, 0.62),
                (0.30, 0.50),
                (0.62, 0.22),
                (0.86, -0.18),
                (0.90, -0.62),
                (0.78, -0.50),
                (0.60, -0.50),
                (0.40, -0.66),
                (0.08, -0.84),
                (0.06, -0.62),
                (0.30, -0.44),
                (0.48, -0.22),
                (0.42, 0.08),
                (0.22, 0.26),
                (0.05, 0.34),
            ],
        )
        .hull(&[(-0.10, -0.50), (0.10, -0.50), (0.18, -0.84), (0.0, -0.96), (-0.18, -0.84)])
        .smooth_hull(
            Fill::Hull,
            &[(0.0, 0.98), (0.08, 0.88), (0.17, 0.74), (0.16, 0.52), (0.10, 0.28), (0.0, 0.24)],
        )
        .line_pair(&[(0.62, 0.12), (0.60, -0.40)])
        .line_pair(&[(0.76, -0.10), (0.76, -0.44)])
        .accent(&[(-0.07, 0.68), (0.07, 0.68), (0.04, 0.50), (-0.04, 0.50)])
        .accent_pair(&[(0.64, -0.30), (0.73, -0.34), (0.73, -0.46), (0.64, -0.44)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_figures_fill_but_do_not_leave_the_unit_square() {
        for figure in [saucer_cruiser(), broad_wing_raider(), double_hull_warship()] {
            let points: Vec<Point> = figure.parts.iter().flat_map(|part| part.path.flattened()).collect();
            assert!(points.iter().all(|p| p.x.abs() <= 1.02 && p.y.abs() <= 1.02));
            assert!(points.iter().any(|p| p.y > 0.85) && points.iter().any(|p| p.y < -0.7));
            let lean: f64 = points.iter().map(|p| p.x).sum();
            assert!(lean.abs() < 1.0, "not symmetric: {lean}");
        }
    }

    #[test]
    fn an_empty_outline_is_no_problem() {
        let figure = Figure::new().hull(&[]).smooth_hull(Fill::Hull, &[]).line(&[]);
        assert!(figure.parts.iter().all(|part| part.path.flattened().is_empty()));
    }
}
