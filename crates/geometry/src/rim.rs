//! The rims along which the middle of a round base runs while it touches something, and the places where rims end or meet.
//! A base that touches something can be slid along it until it is stopped; so wherever there is a free place within bounds,
//! one of the places where it is stopped is free. Owns those places; which of them are free is decided elsewhere.

use crate::outline::Convex;
use crate::overlap::Area;
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// A line on which the middle of a base can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rim {
    Straight(Vec2, Vec2),
    Round { centre: Vec2, radius: f64 },
}

impl Rim {
    /// Around a shape, at a distance: along its edges, and around its corners. (What of it lies within other rims of the same
    /// shape is no place to stand, but does no harm.)
    pub fn around(shape: &impl Convex, distance: f64, visit: &mut impl FnMut(Rim)) {
        let shape = shape.outline();
        for (index, corner) in shape.points.iter().enumerate() {
            if let Some(normal) = shape.normals.get(index) {
                let to = shape.points[(index + 1) % shape.points.len()];
                visit(Rim::Straight(*corner + *normal * distance, to + *normal * distance));
            }
            visit(Rim::Round { centre: *corner, radius: shape.radius + distance });
        }
    }

    /// Along the inside of the edges of an area, at a distance.
    pub fn inside(area: &Area, distance: f64) -> [Rim; 4] {
        let margin = Vec2::new(distance, distance);
        let (min, max) = (area.min + margin, area.max - margin);
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        [0, 1, 2, 3].map(|index| Rim::Straight(corners[index], corners[(index + 1) % 4]))
    }

    /// Whether any of it comes as near to a point as a distance.
    pub fn is_near(&self, point: Vec2, distance: f64) -> bool {
        match *self {
            Rim::Straight(from, to) => {
                let along = to - from;
                let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                from.lerp(to, share).distance(point) <= distance
            }
            Rim::Round { centre, radius } => (centre.distance(point) - radius).abs() <= distance,
        }
    }

    /// Where it ends; of a circle, one of its points, which stands for all where nothing meets it.
    pub fn ends(&self, visit: &mut impl FnMut(Vec2)) {
        match *self {
            Rim::Straight(from, to) => {
                visit(from);
                visit(to);
            }
            Rim::Round { centre, radius } => visit(centre + Vec2::new(0.0, radius)),
        }
    }

    /// Where two rims meet. Rims that pass each other by no more than [`TOUCH`] count as meeting.
    pub fn meet(&self, other: &Rim, visit: &mut impl FnMut(Vec2)) {
        match (*self, *other) {
            (Rim::Straight(from, to), Rim::Straight(other_from, other_to)) => {
                lines_meet((from, to), (other_from, other_to), visit);
            }
            (Rim::Straight(from, to), Rim::Round { centre, radius })
            | (Rim::Round { centre, radius }, Rim::Straight(from, to)) => {
                line_meets_circle((from, to), centre, radius, visit);
            }
            (Rim::Round { centre, radius }, Rim::Round { centre: other, radius: other_radius }) => {
                circles_meet((centre, radius), (other, other_radius), visit);
            }
        }
    }
}

fn lines_meet(one: (Vec2, Vec2), other: (Vec2, Vec2), visit: &mut impl FnMut(Vec2)) {
    let (along, across) = (one.1 - one.0, other.1 - other.0);
    let turn = along.cross(across);
    if turn == 0.0 {
        return;
    }
    let (share, other_share) =
        ((other.0 - one.0).cross(across) / turn, (other.0 - one.0).cross(along) / turn);
    let (slack, other_slack) = (TOUCH / along.length(), TOUCH / across.length());
    let on = |share: f64, slack: f64| share >= -slack && share <= 1.0 + slack;
    if on(share, slack) && on(other_share, other_slack) {
        visit(one.0 + along * share);
    }
}

fn line_meets_circle(line: (Vec2, Vec2), centre: Vec2, radius: f64, visit: &mut impl FnMut(Vec2)) {
    let (from, to) = line;
    let Some(along) = (to - from).unit() else { return };
    let foot = (centre - from).dot(along);
    let off = (from + along * foot - centre).length();
    if off > radius + TOUCH {
        return;
    }
    let half = (radius * radius - off * off).max(0.0).sqrt();
    let length = from.distance(to);
    for way in [foot - half, foot + half] {
        if way >= -TOUCH && way <= length + TOUCH {
            visit(from + along * way);
        }
    }
}

fn circles_meet(one: (Vec2, f64), other: (Vec2, f64), visit: &mut impl FnMut(Vec2)) {
    let ((centre, radius), (other, other_radius)) = (one, other);
    let apart = centre.distance(other);
    let Some(along) = (other - centre).unit() else { return };
    if apart > radius + other_radius + TOUCH || apart < (radius - other_radius).abs() - TOUCH {
        return;
    }
    let way = (apart * apart + radius * radius - other_radius * other_radius) / (2.0 * apart);
    let aside = (radius * radius - way * way).max(0.0).sqrt();
    visit(centre + along * way + along.perp() * aside);
    visit(centre + along * way - along.perp() * aside);
}

/// Visits the places where rims end or meet each other or other rims.
pub fn stops(rims: &[Rim], others: &[Rim], mut visit: impl FnMut(Vec2)) {
    for (index, rim) in rims.iter().enumerate() {
        rim.ends(&mut visit);
        rims[index + 1..].iter().chain(others).for_each(|other| rim.meet(other, &mut visit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meetings(a: Rim, b: Rim) -> Vec<Vec2> {
        let mut places = Vec::new();
        a.meet(&b, &mut |at| places.push(at));
        places
    }

    #[test]
    fn rims_meet_where_they_cross() {
        let east = Rim::Straight(Vec2::ZERO, Vec2::new(10.0, 0.0));
        let north = Rim::Straight(Vec2::new(4.0, -1.0), Vec2::new(4.0, 1.0));
        let circle = Rim::Round { centre: Vec2::ZERO, radius: 5.0 };
        let other = Rim::Round { centre: Vec2::new(6.0, 0.0), radius: 5.0 };
        assert_eq!(meetings(east, north), [Vec2::new(4.0, 0.0)]);
        assert_eq!(meetings(east, circle), [Vec2::new(5.0, 0.0)]);
        assert_eq!(meetings(circle, other), [Vec2::new(3.0, 4.0), Vec2::new(3.0, -4.0)]);
        assert_eq!(meetings(east, Rim::Straight(Vec2::new(0.0, 1.0), Vec2::new(9.0, 1.0))), []);
        assert_eq!(meetings(north, Rim::Straight(Vec2::new(5.0, 0.0), Vec2::new(9.0, 0.0))), []);
        assert_eq!(meetings(circle, Rim::Round { centre: Vec2::new(1.0, 0.0), radius: 2.0 }), []);
    }

    #[test]
    fn rims_that_just_touch_meet() {
        let circle = Rim::Round { centre: Vec2::ZERO, radius: 5.0 };
        let tangent = Rim::Straight(Vec2::new(-9.0, 5.0 + TOUCH / 2.0), Vec2::new(9.0, 5.0 + TOUCH / 2.0));
        assert_eq!(meetings(circle, tangent).len(), 2);
        let beside = Rim::Round { centre: Vec2::new(8.0 + TOUCH / 2.0, 0.0), radius: 3.0 };
        assert!(meetings(circle, beside).iter().all(|at| at.distance(Vec2::new(5.0, 0.0)) < TOUCH));
        assert_eq!(meetings(circle, beside).len(), 2);
    }

    #[test]
    fn the_rims_of_a_shape() {
        let mut rims = Vec::new();
        let square = crate::Footprint::new(
            crate::Base::square(10.0),
            crate::Pose::new(Vec2::ZERO, crate::Heading::NORTH),
        );
        Rim::around(&square, 2.0, &mut |rim| rims.push(rim));
        assert!(rims.contains(&Rim::Round { centre: Vec2::new(5.0, 5.0), radius: 2.0 }));
        assert!(rims.contains(&Rim::Straight(Vec2::new(5.0, 7.0), Vec2::new(-5.0, 7.0))));
        assert_eq!(rims.len(), 8);
        assert!(rims.iter().any(|rim| rim.is_near(Vec2::new(0.0, 8.0), 1.0)));
        assert!(!rims.iter().any(|rim| rim.is_near(Vec2::new(0.0, 8.1), 1.0)));
    }
}
