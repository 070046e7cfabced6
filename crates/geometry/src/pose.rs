//! Where a piece stands and which way it faces. Owns headings, turns and the change between the coordinates of the
//! table and those of a piece; knows nothing of the size of the piece.

use std::f64::consts::{FRAC_1_SQRT_2, PI};
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::tolerance::UNIT;
use crate::vector::{Vec2, key};

/// One of the two sides of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// +1 to the right, −1 to the left: the sign of a local x.
    #[inline]
    pub const fn sign(self) -> f64 {
        match self {
            Side::Left => -1.0,
            Side::Right => 1.0,
        }
    }

    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// A change of heading by an angle that templates have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Turn {
    Left45,
    Right45,
    Left90,
    Right90,
    About,
}

/// A direction: a unit vector. Facing north is (0, 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec2", into = "Vec2")]
pub struct Heading(Vec2);

/// A stored heading was not a unit vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadingError;

impl std::fmt::Display for HeadingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a heading must be a vector of length 1")
    }
}

impl std::error::Error for HeadingError {}

impl TryFrom<Vec2> for Heading {
    type Error = HeadingError;

    /// Keeps the bits of a vector whose length is 1 within [`UNIT`], and refuses all others.
    fn try_from(vector: Vec2) -> Result<Self, HeadingError> {
        let off = vector.length() - 1.0;
        if (-UNIT..=UNIT).contains(&off) { Ok(Self(vector)) } else { Err(HeadingError) }
    }
}

impl From<Heading> for Vec2 {
    fn from(heading: Heading) -> Self {
        heading.0
    }
}

impl Heading {
    pub const NORTH: Self = Self(Vec2::new(0.0, 1.0));
    pub const EAST: Self = Self(Vec2::new(1.0, 0.0));
    pub const SOUTH: Self = Self(Vec2::new(0.0, -1.0));
    pub const WEST: Self = Self(Vec2::new(-1.0, 0.0));

    /// The direction of `vector`; `None` if it has none.
    #[inline]
    pub fn along(vector: Vec2) -> Option<Self> {
        let length = vector.length();
        (length > 0.0 && length.is_finite()).then(|| Self::scaled(vector))
    }

    /// The heading so many degrees clockwise from north: exact for multiples of 45, and exactly symmetric.
    ///
    /// # Panics
    /// If `degrees` is not finite.
    pub fn degrees_clockwise_from_north(degrees: f64) -> Self {
        assert!(degrees.is_finite(), "an angle must be finite");
        let degrees = degrees % 360.0;
        let quarters = (degrees / 90.0).round();
        let rest = degrees - quarters * 90.0;
        let (sin, cos) = if rest == 45.0 || rest == -45.0 {
            (FRAC_1_SQRT_2 * rest.signum(), FRAC_1_SQRT_2)
        } else {
            libm::sincos(rest * (PI / 180.0))
        };
        let vector = match quarters as i32 {
            0 | 4 | -4 => Vec2::new(sin, cos),
            1 | -3 => Vec2::new(cos, -sin),
            2 | -2 => Vec2::new(-sin, -cos),
            _ => Vec2::new(-cos, sin),
        };
        Self::tidy(vector)
    }

    /// Degrees clockwise from north, at least 0 and less than 360.
    pub fn to_degrees(self) -> f64 {
        let degrees = libm::atan2(self.0.x, self.0.y) * (180.0 / PI);
        if degrees >= 0.0 {
            degrees
        } else if degrees + 360.0 < 360.0 {
            degrees + 360.0
        } else {
            0.0
        }
    }

    #[inline]
    pub const fn x(self) -> f64 {
        self.0.x
    }

    #[inline]
    pub const fn y(self) -> f64 {
        self.0.y
    }

    /// The unit vector ahead.
    #[inline]
    pub const fn ahead(self) -> Vec2 {
        self.0
    }

    /// The unit vector to the right.
    #[inline]
    pub fn right(self) -> Vec2 {
        self.0.perp_right()
    }

    /// The opposite heading, exactly.
    #[inline]
    pub fn about(self) -> Self {
        Self::tidy(-self.0)
    }

    /// The heading after a turn. Quarters and half turns are exact; eighths are so on the compass, and elsewhere are
    /// scaled back to length 1, so that no drift of length builds up.
    #[inline]
    pub fn turned(self, turn: Turn) -> Self {
        let Vec2 { x, y } = self.0;
        match turn {
            Turn::Right90 => Self::tidy(Vec2::new(y, -x)),
            Turn::Left90 => Self::tidy(Vec2::new(-y, x)),
            Turn::About => self.about(),
            Turn::Right45 => Self::scaled(Vec2::new(x + y, y - x)),
            Turn::Left45 => Self::scaled(Vec2::new(x - y, y + x)),
        }
    }

    /// This heading, seen as an angle clockwise from north, added to `base`.
    #[inline]
    pub fn relative_to(self, base: Heading) -> Self {
        let (right, ahead) = (base.right(), base.ahead());
        Self::scaled(right * self.0.x + ahead * self.0.y)
    }

    /// `vector`, known to have a direction, scaled to length 1; exact along the axes and the diagonals.
    #[inline]
    pub(crate) fn scaled(vector: Vec2) -> Self {
        let Vec2 { x, y } = vector;
        if x == 0.0 {
            Self::tidy(Vec2::new(0.0, y.signum()))
        } else if y == 0.0 {
            Self::tidy(Vec2::new(x.signum(), 0.0))
        } else if x.abs() == y.abs() {
            Self(Vec2::new(FRAC_1_SQRT_2 * x.signum(), FRAC_1_SQRT_2 * y.signum()))
        } else {
            Self(vector / vector.length())
        }
    }

    /// `vector`, known to have length 1, without negative zeros.
    #[inline]
    fn tidy(vector: Vec2) -> Self {
        Self(Vec2::new(vector.x + 0.0, vector.y + 0.0))
    }
}

/// A place and a heading. In local coordinates x points right and y ahead.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    pub at: Vec2,
    pub heading: Heading,
}

impl Eq for Pose {}

impl Hash for Pose {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for value in [self.at.x, self.at.y, self.heading.x(), self.heading.y()] {
            key(value).hash(state);
        }
    }
}

impl Pose {
    #[inline]
    pub const fn new(at: Vec2, heading: Heading) -> Self {
        Self { at, heading }
    }

    /// The point of the table that a local point stands for.
    #[inline]
    pub fn to_world(self, local: Vec2) -> Vec2 {
        let Vec2 { x, y } = self.heading.ahead();
        Vec2::new(self.at.x + (y * local.x + x * local.y), self.at.y + (y * local.y - x * local.x))
    }

    /// The local point that stands for a point of the table.
    #[inline]
    pub fn to_local(self, world: Vec2) -> Vec2 {
        let offset = world - self.at;
        Vec2::new(offset.dot(self.heading.right()), offset.dot(self.heading.ahead()))
    }

    /// The pose moved straight ahead (back if negative).
    #[inline]
    pub fn ahead(self, mm: f64) -> Self {
        Self { at: self.at + self.heading.ahead() * mm, ..self }
    }

    /// The pose moved to its right (left if negative).
    #[inline]
    pub fn aside(self, mm: f64) -> Self {
        Self { at: self.at + self.heading.right() * mm, ..self }
    }

    /// The pose turned on the spot.
    #[inline]
    pub fn turned(self, turn: Turn) -> Self {
        Self { heading: self.heading.turned(turn), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_eighths_are_a_full_turn() {
        for start in [Heading::NORTH, Heading::EAST, Heading::SOUTH, Heading::WEST] {
            for turn in [Turn::Left45, Turn::Right45] {
                let mut heading = start;
                for _ in 0..8000 {
                    heading = heading.turned(turn);
                }
                assert_eq!(heading, start);
            }
        }
    }

    #[test]
    fn turns_never_change_the_length() {
        let mut heading = Heading::degrees_clockwise_from_north(12.345);
        for _ in 0..100_000 {
            heading = heading.turned(Turn::Left45);
        }
        assert!((heading.ahead().length() - 1.0).abs() < 4e-16);
        assert!((heading.to_degrees() - 12.345).abs() < 1e-9);
    }

    #[test]
    fn degrees_are_exact_on_the_compass() {
        let eighth = Heading::NORTH.turned(Turn::Right45);
        for (degrees, heading) in [
            (0.0, Heading::NORTH),
            (45.0, eighth),
            (90.0, Heading::EAST),
            (135.0, eighth.turned(Turn::Right90)),
            (180.0, Heading::SOUTH),
            (225.0, eighth.about()),
            (270.0, Heading::WEST),
            (315.0, eighth.turned(Turn::Left90)),
            (360.0, Heading::NORTH),
            (-45.0, eighth.turned(Turn::Left90)),
            (-90.0, Heading::WEST),
            (-180.0, Heading::SOUTH),
            (-270.0, Heading::EAST),
            (720.0 + 90.0, Heading::EAST),
        ] {
            assert_eq!(Heading::degrees_clockwise_from_north(degrees), heading, "{degrees}");
        }
        assert_eq!(eighth.to_degrees(), 45.0);
        assert_eq!(Heading::WEST.to_degrees(), 270.0);
    }

    #[test]
    fn local_and_world_are_inverse() {
        let pose = Pose::new(Vec2::new(3.0, -7.0), Heading::EAST);
        let world = pose.to_world(Vec2::new(2.0, 5.0));
        assert_eq!(world, Vec2::new(8.0, -9.0));
        assert_eq!(pose.to_local(world), Vec2::new(2.0, 5.0));
        assert_eq!(pose.ahead(4.0).aside(1.0).at, Vec2::new(7.0, -8.0));
    }

    #[test]
    fn stored_headings_must_be_unit_vectors() {
        assert_eq!(Heading::try_from(Vec2::new(0.0, 2.0)), Err(HeadingError));
        assert_eq!(Heading::try_from(Vec2::new(f64::NAN, 1.0)), Err(HeadingError));
        assert_eq!(Heading::try_from(Vec2::new(-1.0, 0.0)), Ok(Heading::WEST));
    }
}
