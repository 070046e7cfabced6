//! Where a squadron can touch something: the rims that the middle of its base runs along, and the places where rims end
//! or meet. A squadron that touches a ship can be slid along it until it is stopped, so if there is any free place at the
//! ship, one of those places is free. Pure geometry.

use geometry::{Area, Footprint, Heading, Shape, Vec2};

use crate::measure::{Body, SQUADRON};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rim {
    Straight(Vec2, Vec2),
    Round { centre: Vec2, radius: f64 },
}

impl Rim {
    /// Some places on it: half a squadron apart, or in sixteen directions.
    pub fn sample(self, visit: &mut impl FnMut(Vec2)) {
        match self {
            Rim::Straight(from, to) => {
                let steps = (from.distance(to) / squadron_radius()) as u32;
                (1..steps).for_each(|step| visit(from.lerp(to, f64::from(step) / f64::from(steps))));
            }
            Rim::Round { centre, radius } => (0..16).for_each(|step| {
                let direction = Heading::degrees_clockwise_from_north(22.5 * f64::from(step));
                visit(centre + direction.ahead() * radius);
            }),
        }
    }
}

/// The radius of a squadron's base.
fn squadron_radius() -> f64 {
    SQUADRON.width() / 2.0
}

/// Along the edges of a ship's base, around its corners and around its shield dials.
pub fn of_ship(base: &Footprint, body: &Body) -> Vec<Rim> {
    let mut rims = Vec::new();
    let corners = base.corners();
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let outward = ((*from + to) / 2.0 - base.pose().at).unit().unwrap_or(Vec2::ZERO) * squadron_radius();
        rims.push(Rim::Straight(*from + outward, to + outward));
        rims.push(Rim::Round { centre: *from, radius: squadron_radius() });
    }
    for part in body {
        if let Shape::Circle { centre, radius } = part {
            rims.push(Rim::Round { centre: *centre, radius: radius + squadron_radius() });
        }
    }
    rims
}

/// Around another squadron.
pub fn of_squadron(at: Vec2) -> Rim {
    Rim::Round { centre: at, radius: 2.0 * squadron_radius() }
}

/// Along the inside of the edges of the play area.
pub fn of_area(area: &Area) -> [Rim; 4] {
    let margin = Vec2::new(squadron_radius(), squadron_radius());
    let (min, max) = (area.min + margin, area.max - margin);
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    [0, 1, 2, 3].map(|index| Rim::Straight(corners[index], corners[(index + 1) % 4]))
}

/// Visits the places where rims end or meet other rims.
pub fn stops(rims: &[Rim], others: &[Rim], mut visit: impl FnMut(Vec2)) {
    for rim in rims {
        if let Rim::Straight(from, to) = rim {
            visit(*from);
            visit(*to);
        }
        for other in others.iter().filter(|other| *other != rim) {
            meet(*rim, *other, &mut visit);
        }
    }
}

fn meet(a: Rim, b: Rim, visit: &mut impl FnMut(Vec2)) {
    match (a, b) {
        (Rim::Straight(from, to), Rim::Straight(other_from, other_to)) => {
            let (along, other_along) = (to - from, other_to - other_from);
            let share = (other_from - from).cross(other_along) / along.cross(other_along);
            if (0.0..=1.0).contains(&share) {
                visit(from + along * share);
            }
        }
        (Rim::Straight(from, to), Rim::Round { centre, radius })
        | (Rim::Round { centre, radius }, Rim::Straight(from, to)) => {
            let Some(along) = (to - from).unit() else { return };
            let foot = (centre - from).dot(along);
            let off = from + along * foot - centre;
            let half = (radius * radius - off.length_squared()).max(0.0).sqrt();
            for way in [foot - half, foot + half] {
                if off.length() <= radius && (0.0..=(to - from).length()).contains(&way) {
                    visit(from + along * way);
                }
            }
        }
        (Rim::Round { centre, radius }, Rim::Round { centre: other, radius: other_radius }) => {
            let Some(along) = (other - centre).unit() else { return };
            let apart = centre.distance(other);
            let way = (apart * apart + radius * radius - other_radius * other_radius) / (2.0 * apart);
            let aside = (radius * radius - way * way).max(0.0).sqrt();
            if way.abs() <= radius {
                visit(centre + along * way + along.perp() * aside);
                visit(centre + along * way - along.perp() * aside);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meetings(a: Rim, b: Rim) -> Vec<Vec2> {
        let mut places = Vec::new();
        meet(a, b, &mut |at| places.push(at));
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
    }
}
