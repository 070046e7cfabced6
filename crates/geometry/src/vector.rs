//! Points and displacements of the plane. Owns arithmetic and equality of coordinates; knows nothing of headings,
//! bases or tolerances.

use std::hash::{Hash, Hasher};
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A point or displacement in millimetres.
///
/// Equality and hash go by the bits of the coordinates, with −0.0 taken for 0.0, so that positions can be keys of maps.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Vec2 {
    /// East.
    pub x: f64,
    /// North.
    pub y: f64,
}

impl Vec2 {
    pub const ZERO: Self = Self::new(0.0, 0.0);

    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive when `other` points to the left of `self`.
    #[inline]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    #[inline]
    pub fn length(self) -> f64 {
        self.length_squared().sqrt()
    }

    #[inline]
    pub fn distance(self, other: Self) -> f64 {
        (other - self).length()
    }

    /// The vector turned a quarter to the left.
    #[inline]
    pub fn perp(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// The vector turned a quarter to the right.
    #[inline]
    pub fn perp_right(self) -> Self {
        Self::new(self.y, -self.x)
    }

    /// The vector scaled to length 1; `None` if it has no direction.
    #[inline]
    pub fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0 && length.is_finite()).then(|| self / length)
    }

    /// The point that lies `share` of the way from here to `other`; exact at 0 and 1.
    #[inline]
    pub fn lerp(self, other: Self, share: f64) -> Self {
        if share == 1.0 { other } else { self + (other - self) * share }
    }

    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// The bits of a coordinate, with −0.0 taken for 0.0.
#[inline]
pub(crate) fn key(value: f64) -> u64 {
    (value + 0.0).to_bits()
}

impl PartialEq for Vec2 {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        key(self.x) == key(other.x) && key(self.y) == key(other.y)
    }
}

impl Eq for Vec2 {}

impl Hash for Vec2 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        key(self.x).hash(state);
        key(self.y).hash(state);
    }
}

impl Add for Vec2 {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vec2 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl SubAssign for Vec2 {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<f64> for Vec2 {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl Mul<Vec2> for f64 {
    type Output = Vec2;
    #[inline]
    fn mul(self, vector: Vec2) -> Vec2 {
        vector * self
    }
}

impl Div<f64> for Vec2 {
    type Output = Self;
    #[inline]
    fn div(self, divisor: f64) -> Self {
        Self::new(self.x / divisor, self.y / divisor)
    }
}

impl Neg for Vec2 {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, RandomState};

    #[test]
    fn negative_zero_is_zero() {
        let (a, b) = (Vec2::new(0.0, -0.0), Vec2::new(-0.0, 0.0));
        let hasher = RandomState::new();
        assert_eq!(a, b);
        assert_eq!(hasher.hash_one(a), hasher.hash_one(b));
    }

    #[test]
    fn cross_is_positive_to_the_left() {
        let (east, north) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
        assert_eq!(east.cross(north), 1.0);
        assert_eq!(east.perp(), north);
        assert_eq!(north.perp_right(), east);
    }
}
