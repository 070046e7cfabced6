//! Movement along templates: where a base ends up, and where it is on the way. Owns the centre line of a template
//! and the poses along it; what lies in the way is not its business.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4};

use serde::{Deserialize, Serialize};

use crate::pose::{Heading, Pose, Side, Turn};
use crate::vector::Vec2;

/// By how much a curved template turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Bend {
    Left45,
    Right45,
    Left90,
    Right90,
}

impl Bend {
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Bend::Left45 | Bend::Left90 => Side::Left,
            Bend::Right45 | Bend::Right90 => Side::Right,
        }
    }

    #[inline]
    pub const fn mirrored(self) -> Self {
        match self {
            Bend::Left45 => Bend::Right45,
            Bend::Right45 => Bend::Left45,
            Bend::Left90 => Bend::Right90,
            Bend::Right90 => Bend::Left90,
        }
    }

    #[inline]
    pub const fn turn(self) -> Turn {
        match self {
            Bend::Left45 => Turn::Left45,
            Bend::Right45 => Turn::Right45,
            Bend::Left90 => Turn::Left90,
            Bend::Right90 => Turn::Right90,
        }
    }

    /// The angle in radians, its sine and its cosine.
    #[inline]
    pub(crate) const fn angle(self) -> (f64, f64, f64) {
        match self {
            Bend::Left45 | Bend::Right45 => (FRAC_PI_4, FRAC_1_SQRT_2, FRAC_1_SQRT_2),
            Bend::Left90 | Bend::Right90 => (FRAC_PI_2, 1.0, 0.0),
        }
    }
}

/// Which way a base moves along a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Travel {
    /// The template starts at the front edge and the base moves forward.
    Ahead,
    /// The template starts at the rear edge and the base backs along it.
    Astern,
}

/// The centre line of a template.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Path {
    Straight { length: f64 },
    Curve { radius: f64, bend: Bend },
}

impl Path {
    /// The length of the centre line.
    #[inline]
    pub fn length(self) -> f64 {
        match self {
            Path::Straight { length } => length,
            Path::Curve { radius, bend } => radius * bend.angle().0,
        }
    }

    /// The same path bent to the other side.
    #[inline]
    pub const fn mirrored(self) -> Self {
        match self {
            Path::Straight { .. } => self,
            Path::Curve { radius, bend } => Path::Curve { radius, bend: bend.mirrored() },
        }
    }

    /// The pose at the far end of a template whose near end lies at `start`, both in the direction of the path.
    #[inline]
    pub fn far_end(self, start: Pose) -> Pose {
        match self {
            Path::Straight { length } => start.ahead(length),
            Path::Curve { radius, bend } => {
                let (_, sin, cos) = bend.angle();
                let local = Vec2::new(bend.side().sign() * (radius * (1.0 - cos)), radius * sin);
                Pose::new(start.to_world(local), start.heading.turned(bend.turn()))
            }
        }
    }

    /// Where a base ends that moves forward along the template: the template starts at the middle of its front edge,
    /// and the middle of its rear edge is put at the far end.
    #[inline]
    pub fn end(self, pose: Pose, base_length: f64) -> Pose {
        self.far_end(pose.ahead(base_length * 0.5)).ahead(base_length * 0.5)
    }

    /// Where a base ends that backs along the template: the template starts at the middle of its rear edge, and the
    /// middle of its front edge is put at the far end. A template bent to one side leads back to that same side, so
    /// the base turns the other way.
    #[inline]
    pub fn reverse_end(self, pose: Pose, base_length: f64) -> Pose {
        self.mirrored().end(pose.turned(Turn::About), base_length).turned(Turn::About)
    }

    /// Where a base ends that moves forward along the template and then turns about on the spot.
    #[inline]
    pub fn come_about_end(self, pose: Pose, base_length: f64) -> Pose {
        self.end(pose, base_length).turned(Turn::About)
    }

    /// The end of the move in either way of travelling.
    #[inline]
    pub fn end_travelling(self, pose: Pose, base_length: f64, travel: Travel) -> Pose {
        match travel {
            Travel::Ahead => self.end(pose, base_length),
            Travel::Astern => self.reverse_end(pose, base_length),
        }
    }

    /// The pose of a base on its way forward from `pose`: the middles of its rear and front edges both lie on the
    /// centre line of the template, which runs on straight beyond both ends. `s` is the way of the rear middle from
    /// the start of the template: −`base_length` gives exactly `pose`, [`Path::length`] gives exactly [`Path::end`],
    /// and values beyond are taken for these.
    pub fn along(self, pose: Pose, base_length: f64, s: f64) -> Pose {
        if s <= -base_length {
            return pose;
        }
        if s >= self.length() {
            return self.end(pose, base_length);
        }
        let start = pose.ahead(base_length * 0.5);
        match self {
            Path::Straight { .. } => start.ahead(s).ahead(base_length * 0.5),
            Path::Curve { radius, bend } => {
                let (rear, front) = chord(radius, bend, base_length, s);
                let mirror = bend.side().sign();
                let local = |point: Vec2| Vec2::new(mirror * point.x, point.y);
                let towards = local(front - rear);
                let heading =
                    Heading::scaled(start.heading.right() * towards.x + start.heading.ahead() * towards.y);
                Pose::new(start.to_world(local(rear)), heading).ahead(base_length * 0.5)
            }
        }
    }

    /// As [`Path::along`] for a base that backs along the template; `s` is the way of the front middle.
    pub fn reverse_along(self, pose: Pose, base_length: f64, s: f64) -> Pose {
        self.mirrored().along(pose.turned(Turn::About), base_length, s).turned(Turn::About)
    }

    /// The pose on the way in either way of travelling.
    #[inline]
    pub fn along_travelling(self, pose: Pose, base_length: f64, s: f64, travel: Travel) -> Pose {
        match travel {
            Travel::Ahead => self.along(pose, base_length, s),
            Travel::Astern => self.reverse_along(pose, base_length, s),
        }
    }

    /// As [`Path::along_travelling`] for a base whose middle lies on the centre line and that faces along it there. The
    /// middle comes as far as the rear (or, astern, the front) middle does otherwise.
    pub fn middle_along(self, pose: Pose, base_length: f64, s: f64, travel: Travel) -> Pose {
        if travel == Travel::Astern {
            let about = pose.turned(Turn::About);
            return self.mirrored().middle_along(about, base_length, s, Travel::Ahead).turned(Turn::About);
        }
        let Path::Curve { radius, bend } = self else { return self.along(pose, base_length, s) };
        let way = s + base_length * 0.5;
        if s <= -base_length || s >= self.length() {
            self.along(pose, base_length, s)
        } else if way <= 0.0 {
            pose.ahead(s + base_length)
        } else if way >= self.length() {
            self.end(pose, base_length).ahead(s - self.length())
        } else {
            let (sin, cos) = libm::sincos(way / radius);
            let (start, mirror) = (pose.ahead(base_length * 0.5), bend.side().sign());
            let towards = start.heading.right() * (mirror * sin) + start.heading.ahead() * cos;
            let at = start.to_world(Vec2::new(mirror * radius * (1.0 - cos), radius * sin));
            Pose::new(at, Heading::scaled(towards))
        }
    }

    /// A bound on how far any point of a base moves while `s` grows by 1.
    ///
    /// The rear and front middles move along tangents of the centre line; let β be the angle between such a tangent
    /// and the base. The rear moves at speed 1, so the base moves at most 1 along itself, plus half its width times
    /// the rate at which it turns; and at most tan β across itself. It turns at the rate sin(angle between both
    /// tangents) ÷ (base length · cos β). Both angles are greatest while both middles are on the curve; or, if the
    /// base is too long for that, when one middle meets an end of the curve and the other is on the tangent beyond.
    pub(crate) fn speed_limit(self, base_width: f64, base_length: f64) -> f64 {
        let Path::Curve { radius, bend } = self else { return 1.0 };
        let (_, sin, cos) = bend.angle();
        let across = Vec2::new(radius * (1.0 - cos), radius * sin);
        let (cos_beta, rate) = if across.length() >= base_length {
            let half = base_length / (2.0 * radius);
            ((1.0 - half * half).sqrt(), 1.0 / radius)
        } else {
            let aside = across.x / base_length;
            let cos_beta = cos * (1.0 - aside * aside).sqrt() + sin * aside;
            (cos_beta, sin / (base_length * cos_beta))
        };
        let along = 1.0 + rate * base_width * 0.5;
        let across = (1.0 - cos_beta * cos_beta).max(0.0).sqrt() / cos_beta;
        (along * along + across * across).sqrt()
    }
}

/// The rear and front middles of a base on a curve to the right that starts at the origin and heads north.
fn chord(radius: f64, bend: Bend, base_length: f64, s: f64) -> (Vec2, Vec2) {
    let (_, sin, cos) = bend.angle();
    let rear = if s <= 0.0 {
        Vec2::new(0.0, s)
    } else {
        let (sin, cos) = libm::sincos(s / radius);
        Vec2::new(radius * (1.0 - cos), radius * sin)
    };
    let end = Vec2::new(radius * (1.0 - cos), radius * sin);
    // Along a line that turns by no more than a right angle, the distance from its start grows all the way.
    let to_end = end - rear;
    let square = base_length * base_length;
    let front = if to_end.length_squared() >= square {
        // On the curve: where it meets the circle of that radius around the rear.
        let to_centre = Vec2::new(radius, 0.0) - rear;
        let apart = to_centre.length();
        let inward = to_centre / apart;
        let along = (square - radius * radius + apart * apart) / (2.0 * apart);
        rear + inward * along + inward.perp() * (square - along * along).max(0.0).sqrt()
    } else {
        // Beyond the curve: where its tangent at the end meets that circle.
        let tangent = Vec2::new(sin, cos);
        let along = tangent.dot(to_end);
        let further = (along * along - to_end.length_squared() + square).sqrt() - along;
        end + tangent * further
    };
    (rear, front)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);

    #[test]
    fn ends_of_the_slide_are_exact() {
        let pose = Pose::new(Vec2::new(12.0, -5.0), Heading::degrees_clockwise_from_north(33.0));
        for path in [
            Path::Straight { length: 120.0 },
            Path::Curve { radius: 35.0, bend: Bend::Left90 },
            Path::Curve { radius: 130.0, bend: Bend::Right45 },
        ] {
            assert_eq!(path.along(pose, 40.0, -40.0), pose);
            assert_eq!(path.along(pose, 40.0, path.length()), path.end(pose, 40.0));
            assert_eq!(path.reverse_along(pose, 40.0, -40.0), pose);
            assert_eq!(path.reverse_along(pose, 40.0, path.length()), path.reverse_end(pose, 40.0));
        }
    }

    #[test]
    fn reverse_paths_lead_back_to_their_own_side() {
        let back = Path::Straight { length: 40.0 }.reverse_end(START, 40.0);
        assert_eq!(back, Pose::new(Vec2::new(0.0, -80.0), Heading::NORTH));
        let quarter = Path::Curve { radius: 35.0, bend: Bend::Left90 }.reverse_end(START, 40.0);
        assert_eq!(quarter, Pose::new(Vec2::new(-55.0, -55.0), Heading::EAST));
    }

    #[test]
    fn coming_about_keeps_the_place() {
        let path = Path::Straight { length: 80.0 };
        assert_eq!(path.come_about_end(START, 40.0), Pose::new(Vec2::new(0.0, 120.0), Heading::SOUTH));
    }

    #[test]
    fn the_middles_stay_on_the_centre_line() {
        for (radius, bend, length) in
            [(35.0, Bend::Right90, 40.0), (35.0, Bend::Right90, 80.0), (90.0, Bend::Right45, 40.0)]
        {
            let path = Path::Curve { radius, bend };
            let (_, sin, cos) = bend.angle();
            let end = Vec2::new(radius * (1.0 - cos), radius * sin);
            let off_line = |point: Vec2| {
                let point = point - Vec2::new(0.0, length * 0.5);
                if point.y <= 0.0 {
                    point.x.abs()
                } else if Vec2::new(sin, cos).dot(point - end) >= 0.0 {
                    Vec2::new(sin, cos).cross(point - end).abs()
                } else {
                    (point.distance(Vec2::new(radius, 0.0)) - radius).abs()
                }
            };
            for step in 0..=1000 {
                let s = -length + (path.length() + length) * f64::from(step) / 1000.0;
                let pose = path.along(START, length, s);
                assert!(off_line(pose.ahead(length * 0.5).at) < 1e-9, "front at {s}");
                assert!(off_line(pose.ahead(length * -0.5).at) < 1e-9, "rear at {s}");
            }
        }
    }

    #[test]
    fn no_point_of_the_base_is_faster_than_the_limit() {
        for radius in [25.0, 35.0, 62.5, 90.0, 130.0] {
            for bend in [Bend::Left45, Bend::Right90] {
                for length in [20.0, 40.0, 80.0] {
                    let path = Path::Curve { radius, bend };
                    if length > 2.0 * radius * (bend.angle().0 * 0.5).sin() * 2.0 {
                        continue;
                    }
                    let limit = path.speed_limit(length, length);
                    let (from, to) = (-length, path.length());
                    let step = (to - from) / 2000.0;
                    let mut fastest = 0.0_f64;
                    for i in 0..2000 {
                        let s = from + step * f64::from(i);
                        let (a, b) = (path.along(START, length, s), path.along(START, length, s + step));
                        for x in [-0.5, 0.5] {
                            for y in [-0.5, 0.5] {
                                let corner = Vec2::new(x * length, y * length);
                                fastest = fastest.max(a.to_world(corner).distance(b.to_world(corner)) / step);
                            }
                        }
                    }
                    assert!(
                        fastest <= limit * (1.0 + 1e-9),
                        "{fastest} > {limit}: {radius} {bend:?} {length}"
                    );
                    assert!(fastest * 3.0 >= limit, "{fastest} is far below {limit}");
                }
            }
        }
    }
}
