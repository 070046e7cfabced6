//! The shapes that lie on a table: rectangular and round bases, discs and convex polygons. Owns their corners and
//! normals, worked out once when a shape is put down; measuring between shapes is done elsewhere.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::outline::{Convex, Outline};
use crate::pose::Pose;
use crate::vector::{Vec2, key};

/// The size of a base. The middle of the base is its origin.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum Base {
    /// `width` from left to right, `length` from rear to front.
    Rect {
        width: f64,
        length: f64,
    },
    Round {
        radius: f64,
    },
}

/// One of the four edges of a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Edge {
    Front,
    Right,
    Rear,
    Left,
}

impl Base {
    #[inline]
    pub const fn square(side: f64) -> Self {
        Base::Rect { width: side, length: side }
    }

    #[inline]
    pub const fn width(self) -> f64 {
        match self {
            Base::Rect { width, .. } => width,
            Base::Round { radius } => 2.0 * radius,
        }
    }

    #[inline]
    pub const fn length(self) -> f64 {
        match self {
            Base::Rect { length, .. } => length,
            Base::Round { radius } => 2.0 * radius,
        }
    }

    fn keys(self) -> (bool, u64, u64) {
        (matches!(self, Base::Round { .. }), key(self.width()), key(self.length()))
    }
}

impl PartialEq for Base {
    fn eq(&self, other: &Self) -> bool {
        self.keys() == other.keys()
    }
}

impl Eq for Base {}

impl Hash for Base {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.keys().hash(state);
    }
}

/// A base put down at a pose.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(from = "PlacedBase", into = "PlacedBase")]
pub struct Footprint {
    base: Base,
    pose: Pose,
    /// Front right, front left, rear left, rear right. Unused by round bases.
    corners: [Vec2; 4],
    /// Of the front, left, rear and right edges.
    normals: [Vec2; 4],
    reach: f64,
}

/// What is stored of a footprint: the rest follows from it.
#[derive(Serialize, Deserialize)]
struct PlacedBase {
    base: Base,
    pose: Pose,
}

impl From<PlacedBase> for Footprint {
    fn from(placed: PlacedBase) -> Self {
        Self::new(placed.base, placed.pose)
    }
}

impl From<Footprint> for PlacedBase {
    fn from(footprint: Footprint) -> Self {
        Self { base: footprint.base, pose: footprint.pose }
    }
}

impl PartialEq for Footprint {
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base && self.pose == other.pose
    }
}

impl Eq for Footprint {}

impl Footprint {
    #[inline]
    pub fn new(base: Base, pose: Pose) -> Self {
        let (ahead, right) = (pose.heading.ahead(), pose.heading.right());
        let (corners, reach) = match base {
            Base::Rect { width, length } => {
                let (x, y) = (width * 0.5, length * 0.5);
                let corner = |x, y| pose.to_world(Vec2::new(x, y));
                ([corner(x, y), corner(-x, y), corner(-x, -y), corner(x, -y)], (x * x + y * y).sqrt())
            }
            Base::Round { radius } => ([pose.at; 4], radius),
        };
        Self { base, pose, corners, normals: [ahead, -right, -ahead, right], reach }
    }

    #[inline]
    pub const fn base(&self) -> Base {
        self.base
    }

    #[inline]
    pub const fn pose(&self) -> Pose {
        self.pose
    }

    /// Front right, front left, rear left, rear right; none of a round base.
    #[inline]
    pub fn corners(&self) -> &[Vec2] {
        match self.base {
            Base::Rect { .. } => &self.corners,
            Base::Round { .. } => &[],
        }
    }

    /// The middle of an edge; of a round base, its outermost point on that side.
    pub fn middle_of(&self, edge: Edge) -> Vec2 {
        let (x, y) = (self.base.width() * 0.5, self.base.length() * 0.5);
        self.pose.to_world(match edge {
            Edge::Front => Vec2::new(0.0, y),
            Edge::Right => Vec2::new(x, 0.0),
            Edge::Rear => Vec2::new(0.0, -y),
            Edge::Left => Vec2::new(-x, 0.0),
        })
    }
}

impl Convex for Footprint {
    #[inline]
    fn outline(&self) -> Outline<'_> {
        match self.base {
            Base::Rect { .. } => Outline {
                points: &self.corners,
                normals: &self.normals,
                radius: 0.0,
                centre: self.pose.at,
                reach: self.reach,
            },
            Base::Round { radius } => Outline::disc(&self.pose.at, radius),
        }
    }
}

/// The greatest number of corners of a [`Polygon`].
pub const MAX_VERTICES: usize = 12;

/// A strictly convex polygon with 3 to [`MAX_VERTICES`] corners, counterclockwise.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "Vertices", into = "Vertices")]
pub struct Polygon {
    points: [Vec2; MAX_VERTICES],
    normals: [Vec2; MAX_VERTICES],
    len: usize,
    centre: Vec2,
    reach: f64,
}

type Vertices = ArrayVec<Vec2, MAX_VERTICES>;

/// Why points make no [`Polygon`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolygonError {
    TooFewVertices,
    TooManyVertices,
    NotFinite,
    /// A corner that turns the other way, lies on a straight edge, or is met twice.
    NotConvex,
}

impl std::fmt::Display for PolygonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            PolygonError::TooFewVertices => "a polygon needs three vertices",
            PolygonError::TooManyVertices => "a polygon has at most twelve vertices",
            PolygonError::NotFinite => "a vertex is not finite",
            PolygonError::NotConvex => "the polygon is not strictly convex",
        })
    }
}

impl std::error::Error for PolygonError {}

impl Polygon {
    /// The polygon with these corners, given in either sense of rotation.
    pub fn new(vertices: &[Vec2]) -> Result<Self, PolygonError> {
        let len = vertices.len();
        if len < 3 {
            return Err(PolygonError::TooFewVertices);
        }
        if len > MAX_VERTICES {
            return Err(PolygonError::TooManyVertices);
        }
        if !vertices.iter().all(|vertex| vertex.is_finite()) {
            return Err(PolygonError::NotFinite);
        }
        let mut points = [Vec2::ZERO; MAX_VERTICES];
        points[..len].copy_from_slice(vertices);
        if twice_area(vertices) < 0.0 {
            points[..len].reverse();
        }
        let mut normals = [Vec2::ZERO; MAX_VERTICES];
        for i in 0..len {
            let (from, to) = (points[i], points[(i + 1) % len]);
            let along = (to - from).unit().ok_or(PolygonError::NotConvex)?;
            normals[i] = along.perp_right();
            let others = (2..len).map(|step| points[(i + step) % len]);
            if others.into_iter().any(|other| normals[i].dot(other - from) >= 0.0) {
                return Err(PolygonError::NotConvex);
            }
        }
        Ok(Self::with(points, normals, len))
    }

    /// Works out the circle around corners whose normals are known.
    fn with(points: [Vec2; MAX_VERTICES], normals: [Vec2; MAX_VERTICES], len: usize) -> Self {
        let corners = &points[..len];
        let centre = corners.iter().fold(Vec2::ZERO, |sum, corner| sum + *corner) / len as f64;
        let reach =
            corners.iter().map(|corner| (*corner - centre).length_squared()).fold(0.0, f64::max).sqrt();
        Self { points, normals, len, centre, reach }
    }

    /// The polygon whose local coordinates these are, put down at a pose.
    pub fn placed(&self, pose: Pose) -> Self {
        let turned = Pose::new(Vec2::ZERO, pose.heading);
        let mut points = self.points;
        let mut normals = self.normals;
        for i in 0..self.len {
            points[i] = pose.to_world(points[i]);
            normals[i] = turned.to_world(normals[i]);
        }
        Self { points, normals, len: self.len, centre: pose.to_world(self.centre), reach: self.reach }
    }

    /// The corner that lies furthest out in a direction.
    #[inline]
    pub fn outermost(&self, direction: Vec2) -> Vec2 {
        let mut best = (f64::NEG_INFINITY, Vec2::ZERO);
        for corner in self.vertices() {
            let height = direction.dot(*corner);
            if height > best.0 {
                best = (height, *corner);
            }
        }
        best.1
    }

    #[inline]
    pub fn vertices(&self) -> &[Vec2] {
        &self.points[..self.len]
    }
}

/// Twice the area, negative if the corners run clockwise.
fn twice_area(points: &[Vec2]) -> f64 {
    let origin = points[0];
    points.windows(2).map(|pair| (pair[0] - origin).cross(pair[1] - origin)).sum()
}

impl std::fmt::Debug for Polygon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Polygon").field(&self.vertices()).finish()
    }
}

impl PartialEq for Polygon {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}

impl Eq for Polygon {}

impl Hash for Polygon {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.vertices().hash(state);
    }
}

impl TryFrom<Vertices> for Polygon {
    type Error = PolygonError;

    fn try_from(vertices: Vertices) -> Result<Self, PolygonError> {
        Self::new(&vertices)
    }
}

impl From<Polygon> for Vertices {
    fn from(polygon: Polygon) -> Self {
        polygon.vertices().iter().copied().collect()
    }
}

impl Convex for Polygon {
    #[inline]
    fn outline(&self) -> Outline<'_> {
        Outline {
            points: &self.points[..self.len],
            normals: &self.normals[..self.len],
            radius: 0.0,
            centre: self.centre,
            reach: self.reach,
        }
    }
}

/// A round base or token, in as few words as possible.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disc {
    pub centre: Vec2,
    pub radius: f64,
}

impl Convex for Disc {
    #[inline]
    fn outline(&self) -> Outline<'_> {
        Outline::disc(&self.centre, self.radius)
    }
}

/// A token or a piece of terrain on the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "shapes are kept in place and must not allocate")]
pub enum Shape {
    Circle { centre: Vec2, radius: f64 },
    Polygon(Polygon),
}

impl Eq for Shape {}

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Shape::Circle { centre, radius } => (false, centre, key(*radius)).hash(state),
            Shape::Polygon(polygon) => (true, polygon).hash(state),
        }
    }
}

impl Convex for Shape {
    #[inline]
    fn outline(&self) -> Outline<'_> {
        match self {
            Shape::Circle { centre, radius } => Outline::disc(centre, *radius),
            Shape::Polygon(polygon) => polygon.outline(),
        }
    }
}

impl From<Polygon> for Shape {
    fn from(polygon: Polygon) -> Self {
        Shape::Polygon(polygon)
    }
}

impl From<&Footprint> for Shape {
    /// The same outline, without a heading.
    fn from(footprint: &Footprint) -> Self {
        match footprint.base {
            Base::Round { radius } => Shape::Circle { centre: footprint.pose.at, radius },
            Base::Rect { .. } => {
                let mut points = [Vec2::ZERO; MAX_VERTICES];
                let mut normals = [Vec2::ZERO; MAX_VERTICES];
                points[..4].copy_from_slice(&footprint.corners);
                normals[..4].copy_from_slice(&footprint.normals);
                let (centre, reach) = (footprint.pose.at, footprint.reach);
                Shape::Polygon(Polygon { points, normals, len: 4, centre, reach })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Heading;

    fn points(list: &[(f64, f64)]) -> Vec<Vec2> {
        list.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    #[test]
    fn either_sense_gives_the_same_area() {
        let square = points(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        let mut clockwise = square.clone();
        clockwise.reverse();
        assert_eq!(Polygon::new(&square).unwrap().normals[0], Vec2::new(0.0, -1.0));
        assert_eq!(Polygon::new(&clockwise).unwrap().vertices(), square);
    }

    #[test]
    fn refusals_name_the_reason() {
        let refuse = |list: &[(f64, f64)]| Polygon::new(&points(list)).unwrap_err();
        assert_eq!(refuse(&[(0.0, 0.0), (1.0, 0.0)]), PolygonError::TooFewVertices);
        assert_eq!(refuse(&[(0.0, 0.0); 13]), PolygonError::TooManyVertices);
        assert_eq!(refuse(&[(0.0, 0.0), (1.0, 0.0), (f64::NAN, 1.0)]), PolygonError::NotFinite);
        assert_eq!(refuse(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, 1.0)]), PolygonError::NotConvex);
        assert_eq!(refuse(&[(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)]), PolygonError::NotConvex);
        let star = [(0.0, 3.0), (-2.0, -3.0), (3.0, 1.0), (-3.0, 1.0), (2.0, -3.0)];
        assert_eq!(refuse(&star), PolygonError::NotConvex);
    }

    #[test]
    fn shapes_survive_storage() {
        let base = Base::Rect { width: 40.0, length: 60.0 };
        let pose = Pose::new(Vec2::new(1.0, 2.0), Heading::degrees_clockwise_from_north(30.0));
        let footprint = Footprint::new(base, pose);
        let text = serde_json::to_string(&footprint).unwrap();
        assert_eq!(serde_json::from_str::<Footprint>(&text).unwrap(), footprint);
        let triangle = points(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
        let shape = Shape::from(Polygon::new(&triangle).unwrap());
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<Shape>(&text).unwrap(), shape);
        assert!(serde_json::from_str::<Polygon>("[{\"x\":0,\"y\":0}]").is_err());
    }
}
