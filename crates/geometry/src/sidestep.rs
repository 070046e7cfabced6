//! Sideways moves: a straight template laid against the side of a base, the base put down at its other end. Owns the
//! legal places of the template along the sides; when such a move may be made is decided elsewhere.

use serde::{Deserialize, Serialize};

use crate::pose::{Pose, Side, Turn};
use crate::shape::{Base, Footprint};
use crate::tolerance::TOUCH;

/// A move to one side that keeps the heading.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sidestep {
    pub side: Side,
    /// How far the template reaches from the side of the base.
    pub template_length: f64,
    /// How much of the side the template takes up.
    pub template_width: f64,
    /// How far ahead of the middle of the side the template starts.
    pub start_offset: f64,
    /// How far ahead of the middle of the opposite side it ends, once the base has moved.
    pub end_offset: f64,
}

impl Sidestep {
    /// The sidestep that moves a base `ahead` as well, with the template as near to the middle of both sides as it
    /// can be; `None` if no place of the template along the sides gives so much.
    pub fn reaching(
        side: Side,
        base: Base,
        template_length: f64,
        template_width: f64,
        ahead: f64,
    ) -> Option<Self> {
        let (start_offset, end_offset) = (ahead * 0.5, ahead * -0.5);
        let step = Self { side, template_length, template_width, start_offset, end_offset };
        step.is_legal(base).then_some(step)
    }

    /// How far the template may lie from the middle of a side of the base; negative if it does not fit at all.
    pub const fn greatest_offset(base: Base, template_width: f64) -> f64 {
        (base.length() - template_width) * 0.5
    }

    /// Whether the whole end of the template lies against the side of the base, at both ends.
    pub fn is_legal(&self, base: Base) -> bool {
        let limit = Self::greatest_offset(base, self.template_width) + TOUCH;
        self.start_offset.abs() <= limit && self.end_offset.abs() <= limit
    }

    /// Where the base ends; `None` if the template does not lie against its sides.
    pub fn end(&self, base: Base, pose: Pose) -> Option<Pose> {
        let aside = self.side.sign() * (base.width() + self.template_length);
        self.is_legal(base).then(|| pose.aside(aside).ahead(self.start_offset - self.end_offset))
    }

    /// The area that the template covers.
    pub fn template(&self, base: Base, pose: Pose) -> Footprint {
        let turn = if self.side == Side::Left { Turn::Left90 } else { Turn::Right90 };
        let start = pose.ahead(self.start_offset).turned(turn).ahead(base.width() * 0.5);
        let size = Base::Rect { width: self.template_width, length: self.template_length };
        Footprint::new(size, start.ahead(self.template_length * 0.5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::touches;
    use crate::pose::Heading;
    use crate::vector::Vec2;

    const BASE: Base = Base::square(40.0);
    const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);

    #[test]
    fn the_template_lies_between_both_places() {
        for side in [Side::Left, Side::Right] {
            for ahead in [-20.0, -3.0, 0.0, 20.0] {
                let step = Sidestep::reaching(side, BASE, 80.0, 20.0, ahead).unwrap();
                let end = step.end(BASE, START).unwrap();
                assert_eq!(end, Pose::new(Vec2::new(side.sign() * 120.0, ahead), Heading::NORTH));
                let template = step.template(BASE, START);
                assert!(touches(&template, &Footprint::new(BASE, START)));
                assert!(touches(&template, &Footprint::new(BASE, end)));
            }
        }
    }

    #[test]
    fn the_template_must_lie_against_the_sides() {
        assert_eq!(Sidestep::reaching(Side::Left, BASE, 80.0, 20.0, 20.1), None);
        assert_eq!(Sidestep::reaching(Side::Left, BASE, 80.0, 50.0, 0.0), None);
        let step = Sidestep {
            side: Side::Right,
            template_length: 80.0,
            template_width: 20.0,
            start_offset: 10.5,
            end_offset: 10.0,
        };
        assert_eq!(step.end(BASE, START), None);
        let step = Sidestep { start_offset: 10.0, ..step };
        assert_eq!(step.end(BASE, START), Some(START.aside(120.0)));
    }
}
