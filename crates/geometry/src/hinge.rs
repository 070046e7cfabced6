//! A tool of two straight halves with a joint in the middle, along which a round base is moved. Owns which places the
//! base can reach past obstacles, exactly: the free positions of the joint form arcs whose ends are worked out one by
//! one. What an obstacle is, and how long a tool may be, is not its business.

use crate::compound::Compound;
use crate::gap::outlines_closest;
use crate::outline::{Convex, Outline, Segment};
use crate::overlap::Area;
use crate::rim::Rim;
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// The tool as a round base uses it: its middle travels two straight legs that meet at the joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hinge {
    /// The way of the base's middle along half of the tool.
    leg: f64,
    radius: f64,
}

/// A way along the tool: straight to the joint and on, or less than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Way {
    pub from: Vec2,
    pub joint: Vec2,
    pub to: Vec2,
}

/// Where the middle of the base has to stay.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'a> {
    pub area: Area,
    /// An outline that it must not leave.
    pub keep: Option<&'a Compound>,
}

impl Bounds<'_> {
    /// No bounds at all.
    pub const NONE: Bounds<'static> = Bounds {
        area: Area {
            min: Vec2::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
            max: Vec2::new(f64::INFINITY, f64::INFINITY),
        },
        keep: None,
    };

    /// Whether a straight line stays within them, edges included.
    fn hold(&self, from: Vec2, to: Vec2) -> bool {
        let near = |at: Vec2| {
            let Area { min, max } = self.area;
            at.x >= min.x - TOUCH && at.y >= min.y - TOUCH && at.x <= max.x + TOUCH && at.y <= max.y + TOUCH
        };
        near(from) && near(to) && self.keep.is_none_or(|keep| keep.holds_line(from, to))
    }
}

impl Hinge {
    /// A tool of this length for a base of this radius. The base begins and ends flush against the ends of the tool,
    /// and its middle passes the joint.
    pub const fn new(length: f64, radius: f64) -> Self {
        Self { leg: length * 0.5 + radius, radius }
    }

    /// How far the base gets straight ahead.
    pub const fn reach(&self) -> f64 {
        2.0 * self.leg
    }

    /// A way from one place to another, on which the base overlaps none of the shapes to `avoid` and its middle stays
    /// within bounds. The joint bends by up to 90 degrees, and the base may stop early. A straight way is preferred. `None`
    /// if there is no way.
    pub fn way(&self, from: Vec2, to: Vec2, avoid: &[impl Convex], bounds: &Bounds) -> Option<Way> {
        let distance = from.distance(to);
        if distance > self.reach() + TOUCH || !bounds.hold(to, to) {
            return None;
        }
        let ahead = (to - from).unit().unwrap_or(Vec2::ZERO);
        let straight = Way { from, joint: from + ahead * distance.min(self.leg), to };
        if self.is_free(from, to, avoid) && bounds.hold(from, to) {
            return Some(straight);
        }
        if distance < self.leg - TOUCH {
            return None;
        }
        let mut found = None;
        self.each_joint(from, to, avoid, bounds, &mut |joint| {
            let fits = self.bends(from, joint, to)
                && bounds.hold(from, joint)
                && bounds.hold(joint, to)
                && self.is_free(from, joint, avoid)
                && self.is_free(joint, to, avoid);
            if fits && found.is_none() {
                found = Some(Way { from, joint, to });
            }
            fits
        });
        found
    }

    /// Whether a joint at this place leads to the end.
    fn bends(&self, from: Vec2, joint: Vec2, to: Vec2) -> bool {
        let (one, two) = (joint - from, to - joint);
        (one.length() - self.leg).abs() <= TOUCH && two.length() <= self.leg + TOUCH && one.dot(two) >= -TOUCH
    }

    /// Whether the base moves from one place straight to another without overlapping anything.
    fn is_free(&self, from: Vec2, to: Vec2, avoid: &[impl Convex]) -> bool {
        let along = (to - from).unit().unwrap_or(Vec2::new(0.0, 1.0));
        let line = Segment::new(from, to, along);
        avoid.iter().all(|shape| {
            let shape = shape.outline();
            let near = !line.outline().beyond(&shape, self.radius);
            !(near && outlines_closest(&line.outline(), &shape).distance < self.radius - TOUCH)
        })
    }

    /// Visits the ends of all stretches of free positions of the joint (and some positions more), until one will do.
    fn each_joint(
        &self,
        from: Vec2,
        to: Vec2,
        avoid: &[impl Convex],
        bounds: &Bounds,
        visit: &mut dyn FnMut(Vec2) -> bool,
    ) {
        // The greatest bends: both legs whole, and a right angle.
        let done = circles_meet(from, self.leg, to, self.leg, visit)
            || tangents(to, from, self.leg, visit)
            || self.each_joint_at_an_end(from, avoid, bounds, visit);
        if done {
            return;
        }
        // Where the second leg just passes a corner: of a shape, or of what must not be left.
        let shapes = avoid.iter().flat_map(|shape| {
            let shape = shape.outline();
            shape.points.iter().map(move |corner| (*corner, self.radius + shape.radius))
        });
        let kept = bounds.keep.into_iter().flat_map(Compound::edges).map(|edge| (edge.from, 0.0));
        for (corner, radius) in shapes.chain(kept) {
            let found = directions(to, corner, radius, &mut |along| {
                line_meets(to, along, f64::INFINITY, from, self.leg, visit)
            });
            if found {
                return;
            }
        }
    }

    /// Visits the ends of the stretches of free positions of the joint as far as they do not depend on where the way leads.
    fn each_joint_at_an_end(
        &self,
        from: Vec2,
        avoid: &[impl Convex],
        bounds: &Bounds,
        visit: &mut dyn FnMut(Vec2) -> bool,
    ) -> bool {
        let ahead = |along: Vec2, visit: &mut dyn FnMut(Vec2) -> bool| visit(from + along * self.leg);
        avoid.iter().any(|shape| {
            let shape = shape.outline();
            let radius = self.radius + shape.radius;
            shape.points.iter().any(|corner| {
                directions(from, *corner, radius, &mut |along| ahead(along, visit))
                    || circles_meet(from, self.leg, *corner, radius, visit)
            }) || edges_meet(&shape, self.radius, from, self.leg, visit)
        }) || bounds.keep.into_iter().flat_map(Compound::parts).any(|part| {
            let part = part.outline();
            let round = part.is_disc() && circles_meet(from, self.leg, part.points[0], part.radius, visit);
            round || edges_meet(&part, 0.0, from, self.leg, visit)
        }) || Rim::inside(&bounds.area, 0.0).iter().any(|side| match side {
            Rim::Straight(start, end) if start.is_finite() && end.is_finite() => {
                let along = (*end - *start).unit().unwrap_or(Vec2::ZERO);
                line_meets(*start, along, start.distance(*end), from, self.leg, visit)
            }
            _ => false,
        })
    }

    /// Visits what bounds the places that the base can reach without a bend: the end of the tool, that of its first half, and
    /// the lines just past what is in the way.
    pub fn limits(&self, from: Vec2, avoid: &[impl Convex], visit: &mut impl FnMut(Rim)) {
        visit(Rim::Round { centre: from, radius: self.reach() });
        visit(Rim::Round { centre: from, radius: self.leg });
        for shape in avoid {
            let shape = shape.outline();
            for corner in shape.points {
                directions(from, *corner, self.radius + shape.radius, &mut |along| {
                    visit(Rim::Straight(from, from + along * self.reach()));
                    false
                });
            }
        }
    }
}

/// Where two circles meet.
fn circles_meet(a: Vec2, radius_a: f64, b: Vec2, radius_b: f64, visit: &mut dyn FnMut(Vec2) -> bool) -> bool {
    let distance = a.distance(b);
    let Some(along) = (b - a).unit() else { return false };
    let ahead = (distance * distance + radius_a * radius_a - radius_b * radius_b) / (2.0 * distance);
    let aside = radius_a * radius_a - ahead * ahead;
    if aside < -TOUCH {
        return false;
    }
    let (foot, aside) = (a + along * ahead, along.perp() * aside.max(0.0).sqrt());
    visit(foot + aside) || visit(foot - aside)
}

/// The points of a circle whose tangents pass through a point outside of it.
fn tangents(point: Vec2, centre: Vec2, radius: f64, visit: &mut dyn FnMut(Vec2) -> bool) -> bool {
    directions(point, centre, radius, &mut |along| visit(point + along * along.dot(centre - point)))
}

/// The directions from a point in which a circle is just touched.
fn directions(from: Vec2, centre: Vec2, radius: f64, visit: &mut dyn FnMut(Vec2) -> bool) -> bool {
    let offset = centre - from;
    let distance = offset.length();
    if distance <= radius || distance <= 0.0 {
        return false;
    }
    let (sin, cos) = (radius / distance, (distance * distance - radius * radius).sqrt() / distance);
    let (ahead, aside) = (offset / distance * cos, offset.perp() / distance * sin);
    visit(ahead + aside) || visit(ahead - aside)
}

/// Where a line that begins at a point meets a circle.
fn line_meets(
    from: Vec2,
    along: Vec2,
    length: f64,
    centre: Vec2,
    radius: f64,
    visit: &mut dyn FnMut(Vec2) -> bool,
) -> bool {
    let foot = along.dot(centre - from);
    let off = along.cross(centre - from);
    let half = radius * radius - off * off;
    if half < -TOUCH {
        return false;
    }
    let half = half.max(0.0).sqrt();
    [foot - half, foot + half]
        .into_iter()
        .any(|place| place >= -TOUCH && place <= length + TOUCH && visit(from + along * place))
}

/// Where the edges of a polygon, moved outward, meet a circle.
fn edges_meet(
    shape: &Outline,
    outward: f64,
    centre: Vec2,
    radius: f64,
    visit: &mut dyn FnMut(Vec2) -> bool,
) -> bool {
    shape.normals.iter().enumerate().any(|(index, normal)| {
        let from = shape.points[index];
        let to = shape.points[(index + 1) % shape.points.len()];
        line_meets(from + *normal * outward, normal.perp(), from.distance(to), centre, radius, visit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Polygon, Shape};

    const TOOL: Hinge = Hinge::new(80.0, 10.0);
    const NONE: [Shape; 0] = [];
    const ANYWHERE: Bounds<'static> = Bounds::NONE;

    fn rect(west: f64, south: f64, east: f64, north: f64) -> Shape {
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        Shape::from(Polygon::new(&corners.map(|(x, y)| Vec2::new(x, y))).unwrap())
    }

    fn way(x: f64, y: f64, avoid: &[Shape]) -> Option<Way> {
        TOOL.way(Vec2::ZERO, Vec2::new(x, y), avoid, &ANYWHERE)
    }

    #[test]
    fn a_full_move_covers_the_tool_and_the_base() {
        assert_eq!(TOOL.reach(), 100.0);
        assert!(way(0.0, 100.0, &NONE).is_some());
        assert!(way(60.0, 80.0, &NONE).is_some());
        assert_eq!(way(0.0, 100.1, &NONE), None);
    }

    #[test]
    fn it_bends_around_a_corner_but_not_back() {
        // A wall ahead: over its end, just touching it, and not behind its middle.
        let wall = [rect(-100.0, 40.0, 20.0, 50.0)];
        let around = way(35.0, 65.0, &wall).unwrap();
        assert!(around.joint.distance(Vec2::ZERO) > 49.9);
        assert_eq!(way(-30.0, 70.0, &wall), None);
        assert!(way(0.0, 30.0, &wall).is_some(), "flush against the wall");
        assert_eq!(way(0.0, 30.1, &wall), None);
    }

    #[test]
    fn short_of_the_joint_it_goes_straight() {
        let post = [rect(-1.0, 30.0, 1.0, 32.0)];
        assert_eq!(way(0.0, 49.0, &post), None);
        assert!(way(0.0, 80.0, &post).is_some(), "the tool is bent around it");
    }

    #[test]
    fn the_middle_keeps_to_its_region() {
        let roof = Compound::from(rect(-5.0, -5.0, 5.0, 200.0));
        let bounds = Bounds { keep: Some(&roof), ..ANYWHERE };
        let keep = |x, y| TOOL.way(Vec2::ZERO, Vec2::new(x, y), &NONE, &bounds);
        assert!(keep(0.0, 100.0).is_some());
        assert!(keep(5.0, 60.0).is_some());
        assert_eq!(keep(5.1, 60.0), None);
    }

    #[test]
    fn on_a_corner_roof_the_tool_is_bent() {
        let roof = Compound::new(vec![rect(-5.0, -5.0, 5.0, 45.0), rect(-5.0, 35.0, 60.0, 45.0)]).unwrap();
        let bounds = Bounds { keep: Some(&roof), ..ANYWHERE };
        assert!(TOOL.way(Vec2::new(4.0, -5.0), Vec2::new(30.0, 45.0), &NONE, &bounds).is_some());
        assert_eq!(TOOL.way(Vec2::new(4.0, 30.0), Vec2::new(30.0, 45.0), &NONE, &bounds), None);
        assert_eq!(TOOL.way(Vec2::ZERO, Vec2::new(30.0, 20.0), &NONE, &bounds), None);
    }

    #[test]
    fn the_battlefield_is_not_left_on_the_way() {
        let area = Area { min: Vec2::new(-500.0, -500.0), max: Vec2::new(6.0, 500.0) };
        let bounds = Bounds { area, keep: None };
        let post = [rect(-14.0, 38.0, -4.0, 42.0)];
        assert_eq!(TOOL.way(Vec2::ZERO, Vec2::new(0.0, 90.0), &post, &bounds), None);
        let wider = Bounds { area: Area { max: Vec2::new(20.0, 500.0), ..area }, keep: None };
        assert!(TOOL.way(Vec2::ZERO, Vec2::new(0.0, 90.0), &post, &wider).is_some());
    }
}
