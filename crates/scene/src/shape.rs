//! Points, paths and outlines in millimetres (y to the north) and how they are placed on the table.
//!
//! Owns only what drawing needs: flattening, placing, distances for range bands. It must not be used to decide a
//! rule; numbers here may come from any source, so nothing panics on NaN or infinity.

use serde::{Deserialize, Serialize};

/// A place in millimetres, or a displacement, or (in figures) a place in the unit square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    pub(crate) fn towards(self, other: Self, share: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The unit vector `degrees` clockwise from north.
    pub(crate) fn heading(degrees: f64) -> Self {
        let (sin, cos) = finite(degrees).to_radians().sin_cos();
        Self::new(sin, cos)
    }

    /// This point of a piece's own frame (front to the north), once the piece stands `at` with that `facing`.
    pub(crate) fn placed(self, at: Self, facing: f64) -> Self {
        let ahead = Self::heading(facing);
        Self::new(at.x + self.x * ahead.y + self.y * ahead.x, at.y - self.x * ahead.x + self.y * ahead.y)
    }
}

/// One stroke of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Segment {
    Move {
        to: Point,
    },
    Line {
        to: Point,
    },
    Cubic {
        c1: Point,
        c2: Point,
        to: Point,
    },
    /// Part of a circle; `clockwise` as seen from above the table, `large` takes the longer way round.
    Arc {
        to: Point,
        radius: f64,
        clockwise: bool,
        large: bool,
    },
    Close,
}

/// Strokes one after the other, as in an SVG path but with y to the north.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Path {
    pub segments: Vec<Segment>,
}

impl Path {
    /// Points along the path, curves replaced by short chords. Subpaths are run together.
    pub(crate) fn flattened(&self) -> Vec<Point> {
        const STEPS: u32 = 16;
        let mut points: Vec<Point> = Vec::new();
        for segment in &self.segments {
            let from = points.last().copied().unwrap_or_default();
            let shares = (1..=STEPS).map(|i| f64::from(i) / f64::from(STEPS));
            match *segment {
                Segment::Move { to } | Segment::Line { to } => points.push(to),
                Segment::Cubic { c1, c2, to } => points.extend(shares.map(|t| cubic(from, c1, c2, to, t))),
                Segment::Arc { to, radius, clockwise, large } => {
                    points.extend(shares.map(|t| arc(from, to, radius, clockwise, large, t)));
                }
                Segment::Close => {}
            }
        }
        points.retain(|p| p.is_finite());
        points
    }
}

fn cubic(p0: Point, p1: Point, p2: Point, p3: Point, t: f64) -> Point {
    let u = 1.0 - t;
    let (a, b, c, d) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
    Point::new(a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
}

/// The point a share `t` along the arc; a radius too small for the chord is widened to half of it, as SVG does.
fn arc(from: Point, to: Point, radius: f64, clockwise: bool, large: bool, t: f64) -> Point {
    let chord = to.minus(from);
    let half = chord.length() / 2.0;
    if half <= 0.0 || !half.is_finite() {
        return to;
    }
    let radius = finite(radius).abs().max(half);
    let sagitta = (radius * radius - half * half).max(0.0).sqrt();
    // Going clockwise the way short of a half circle has its centre to the right of the chord.
    let side = if clockwise == large { -1.0 } else { 1.0 };
    let right = Point::new(chord.y / (2.0 * half), -chord.x / (2.0 * half));
    let middle = from.towards(to, 0.5);
    let centre = Point::new(middle.x + right.x * sagitta * side, middle.y + right.y * sagitta * side);
    let bearing = |p: Point| (p.x - centre.x).atan2(p.y - centre.y);
    let turn = (bearing(to) - bearing(from)).rem_euclid(std::f64::consts::TAU);
    let turn = if clockwise { turn } else { turn - std::f64::consts::TAU };
    let angle = bearing(from) + turn * t;
    Point::new(centre.x + radius * angle.sin(), centre.y + radius * angle.cos())
}

/// The edge of a base, template, zone or terrain piece, around the origin and with the front to the north.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outline {
    Rect { width: f64, height: f64 },
    Circle { radius: f64 },
    Polygon { points: Vec<Point> },
    Path { path: Path },
}

impl Outline {
    pub fn square(side: f64) -> Self {
        Self::Rect { width: side, height: side }
    }

    pub fn polygon(points: &[(f64, f64)]) -> Self {
        Self::Polygon { points: points.iter().map(|&(x, y)| Point::new(x, y)).collect() }
    }

    /// The outline as points in order; empty if there is nothing to draw.
    pub(crate) fn corners(&self) -> Vec<Point> {
        const CIRCLE: u32 = 48;
        match self {
            Self::Rect { width, height } => {
                let (x, y) = (finite(*width).abs() / 2.0, finite(*height).abs() / 2.0);
                vec![Point::new(-x, y), Point::new(x, y), Point::new(x, -y), Point::new(-x, -y)]
            }
            Self::Circle { radius } => (0..CIRCLE)
                .map(|i| {
                    let ahead = Point::heading(360.0 * f64::from(i) / f64::from(CIRCLE));
                    Point::new(ahead.x * finite(*radius).abs(), ahead.y * finite(*radius).abs())
                })
                .collect(),
            Self::Polygon { points } => points.iter().copied().filter(|p| p.is_finite()).collect(),
            Self::Path { path } => path.flattened(),
        }
    }

    pub(crate) fn placed(&self, at: Point, facing: f64) -> Vec<Point> {
        self.corners().into_iter().map(|p| p.placed(at, facing)).collect()
    }

    /// Half of the smaller side of the bounding box: the room a figure may fill.
    pub(crate) fn inner_reach(&self) -> f64 {
        match self {
            Self::Circle { radius } => finite(*radius).abs(),
            _ => {
                let corners = self.corners();
                let reach = |of: fn(&Point) -> f64| corners.iter().map(|p| of(p).abs()).fold(0.0, f64::max);
                reach(|p| p.x).min(reach(|p| p.y))
            }
        }
    }
}

/// The number itself, or 0 for NaN and the infinities.
pub(crate) fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}

fn to_segment(p: Point, a: Point, b: Point) -> f64 {
    let along = b.minus(a);
    let squared = along.x * along.x + along.y * along.y;
    let offset = p.minus(a);
    let share = if squared > 0.0 {
        ((offset.x * along.x + offset.y * along.y) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    p.minus(a.towards(b, share)).length()
}

pub(crate) fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1))
}

pub(crate) fn contains(polygon: &[Point], p: Point) -> bool {
    edges(polygon).fold(false, |inside, (a, b)| {
        let crosses = (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x;
        inside != crosses
    })
}

fn distance(polygon: &[Point], p: Point) -> f64 {
    if contains(polygon, p) {
        return 0.0;
    }
    edges(polygon).map(|(a, b)| to_segment(p, a, b)).fold(f64::INFINITY, f64::min)
}

/// A sector in absolute bearings: clockwise from `from` over `span` degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sector {
    pub from: f64,
    pub span: f64,
}

impl Sector {
    pub const ALL_ROUND: Self = Self { from: 0.0, span: 360.0 };

    pub fn between(from: f64, to: f64) -> Self {
        let span = (finite(to) - finite(from)).rem_euclid(360.0);
        Self { from: finite(from), span: if span < 1e-6 { 360.0 } else { span } }
    }

    pub fn is_all_round(self) -> bool {
        self.span >= 359.999
    }
}

/// What of the polygon lies in the sector seen from `centre`; the whole polygon for sectors of a half circle or more.
pub(crate) fn clipped(polygon: &[Point], centre: Point, sector: Sector) -> Vec<Point> {
    if sector.span >= 180.0 {
        return polygon.to_vec();
    }
    let cut = |polygon: Vec<Point>, bearing: f64, keep: f64| {
        let ahead = Point::heading(bearing);
        let side = |p: Point| keep * ((p.x - centre.x) * ahead.y - (p.y - centre.y) * ahead.x);
        let mut kept = Vec::with_capacity(polygon.len() + 2);
        for (a, b) in edges(&polygon) {
            let (da, db) = (side(a), side(b));
            if da >= 0.0 {
                kept.push(a);
            }
            if (da >= 0.0) != (db >= 0.0) {
                kept.push(a.towards(b, da / (da - db)));
            }
        }
        kept
    };
    cut(cut(polygon.to_vec(), sector.from, 1.0), sector.from + sector.span, -1.0)
}

/// The edge of everything in the sector that is at most `reach` from the footprint.
pub(crate) fn band(footprint: &[Point], centre: Point, sector: Sector, reach: f64) -> Vec<Point> {
    let source = clipped(footprint, centre, sector);
    let size = footprint.iter().map(|p| p.minus(centre).length()).fold(0.0, f64::max);
    let steps = (sector.span / 2.0).ceil().clamp(2.0, 180.0) as u32;
    let mut edge: Vec<Point> = if sector.is_all_round() { Vec::new() } else { vec![centre] };
    for step in 0..=steps {
        let ahead = Point::heading(sector.from + sector.span * f64::from(step) / f64::from(steps));
        let on_ray = |r: f64| Point::new(centre.x + ahead.x * r, centre.y + ahead.y * r);
        let (mut low, mut high) = (0.0, size + reach);
        for _ in 0..20 {
            let middle = (low + high) / 2.0;
            if distance(&source, on_ray(middle)) <= reach { low = middle } else { high = middle }
        }
        edge.push(on_ray(low));
    }
    edge
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Point, b: Point) -> bool {
        a.minus(b).length() < 1e-6
    }

    #[test]
    fn facing_turns_clockwise_from_north() {
        let nose = Point::new(0.0, 10.0);
        assert!(near(nose.placed(Point::new(5.0, 5.0), 90.0), Point::new(15.0, 5.0)));
        assert!(near(nose.placed(Point::new(5.0, 5.0), 180.0), Point::new(5.0, -5.0)));
    }

    #[test]
    fn arcs_go_the_way_they_say() {
        let (from, to) = (Point::new(0.0, 1.0), Point::new(1.0, 0.0));
        let middle = |clockwise, large| arc(from, to, 1.0, clockwise, large, 0.5);
        let diagonal = 0.5_f64.sqrt();
        assert!(near(middle(true, false), Point::new(diagonal, diagonal)));
        assert!(near(middle(false, true), Point::new(-diagonal, -diagonal)));
        assert!(near(middle(false, false), Point::new(1.0 - diagonal, 1.0 - diagonal)));
        assert!(near(middle(true, true), Point::new(1.0 + diagonal, 1.0 + diagonal)));
    }

    #[test]
    fn a_band_ahead_keeps_its_distance_from_the_front_edge() {
        let base = Outline::square(40.0).corners();
        let edge = band(&base, Point::default(), Sector::between(-45.0, 45.0), 100.0);
        let farthest = edge.iter().map(|p| p.y).fold(0.0, f64::max);
        assert!((farthest - 120.0).abs() < 0.01, "{farthest}");
    }
}
