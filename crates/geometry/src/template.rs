//! Templates as pieces of card that lie on the table. Owns the area they cover and what that area overlaps; moving
//! along them is the business of paths.

use serde::{Deserialize, Serialize};

use crate::arc::Wedge;
use crate::gap::clipped;
use crate::outline::{Convex, Outline};
use crate::overlap::{distance_from_point, outlines_overlap};
use crate::path::{Bend, Path, Travel};
use crate::pose::{Pose, Side, Turn};
use crate::shape::{Base, Footprint};
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// A movement template.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Template {
    pub path: Path,
    pub width: f64,
}

/// Where the near end of a template is laid against a base.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Attach {
    /// Against the middle of the front edge, leading ahead; or against the middle of the rear edge, leading back,
    /// with left and right as the base has them.
    Along(Travel),
    /// Against a side, leading away from it, so far ahead of the middle of that side. Left and right are those of
    /// someone who walks along the template.
    Aside { side: Side, offset: f64 },
}

impl Template {
    /// The area covered by the template when it is laid against a base.
    pub fn laid(self, base: Base, pose: Pose, attach: Attach) -> Region {
        match attach {
            Attach::Along(Travel::Ahead) => self.region(pose.ahead(base.length() * 0.5)),
            Attach::Along(Travel::Astern) => Self { path: self.path.mirrored(), ..self }
                .region(pose.turned(Turn::About).ahead(base.length() * 0.5)),
            Attach::Aside { side, offset } => {
                let turn = if side == Side::Left { Turn::Left90 } else { Turn::Right90 };
                self.region(pose.ahead(offset).turned(turn).ahead(base.width() * 0.5))
            }
        }
    }

    /// The area covered by the template when the middle of its near end lies at `start` and it leads ahead.
    pub fn region(self, start: Pose) -> Region {
        match self.path {
            Path::Straight { length } => {
                let base = Base::Rect { width: self.width, length };
                Region::Straight(Footprint::new(base, start.ahead(length * 0.5)))
            }
            Path::Curve { radius, bend } => Region::Curve(Sector::new(start, radius, self.width, bend)),
        }
    }
}

/// The area that a template covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Region {
    Straight(Footprint),
    Curve(Sector),
}

/// A part of a ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sector {
    wedge: Wedge,
    inner: f64,
    outer: f64,
}

impl Sector {
    fn new(start: Pose, radius: f64, width: f64, bend: Bend) -> Self {
        let side = bend.side();
        let centre = start.aside(side.sign() * radius).at;
        let (quarter, outward) = match side {
            Side::Left => (Turn::Right90, start.heading.turned(Turn::Right90)),
            Side::Right => (Turn::Left90, start.heading.turned(Turn::Left90)),
        };
        let end = start.heading.turned(bend.turn()).turned(quarter);
        let wedge = match side {
            Side::Left => Wedge::between(centre, outward, end),
            Side::Right => Wedge::between(centre, end, outward),
        };
        Self { wedge, inner: (radius - width * 0.5).max(0.0), outer: radius + width * 0.5 }
    }

    /// The middle of the ring.
    pub const fn centre(&self) -> Vec2 {
        self.wedge.apex()
    }

    /// The inner and the outer radius.
    pub const fn radii(&self) -> (f64, f64) {
        (self.inner, self.outer)
    }

    /// Unit vectors from the centre along the two ends, in counterclockwise order.
    pub fn ends(&self) -> (Vec2, Vec2) {
        self.wedge.sides().unwrap_or_default()
    }

    fn overlaps(&self, shape: &Outline) -> bool {
        let reach = self.outer + shape.reach;
        if (shape.centre - self.centre()).length_squared() > reach * reach {
            false
        } else if shape.is_disc() {
            self.overlaps_disc(shape.points[0], shape.radius)
        } else {
            self.overlaps_polygon(shape.points)
        }
    }

    fn overlaps_disc(&self, point: Vec2, radius: f64) -> bool {
        let (right, left) = self.wedge.depths(point);
        let offset = point - self.centre();
        let out = offset.length();
        if right >= 0.0 && left >= 0.0 {
            // The nearest point of the ring lies in the same direction from the centre.
            let depth = (self.outer - out).min(out - self.inner);
            return depth > -radius + TOUCH;
        }
        // The nearest point lies on one of the ends.
        let (first, second) = self.ends();
        let to_end = |end: Vec2| offset.distance(end * end.dot(offset).clamp(self.inner, self.outer));
        to_end(first).min(to_end(second)) < radius - TOUCH
    }

    /// Cuts the polygon along the ends. What is left is convex: its distances from the centre fill the whole stretch
    /// from the least to the greatest, which overlaps the ring or does not.
    fn overlaps_polygon(&self, corners: &[Vec2]) -> bool {
        let (right, left) = self.ends();
        let centre = self.centre();
        let mut part = clipped(corners, right.perp_right(), right.perp_right().dot(centre) - TOUCH);
        part = clipped(&part, left.perp(), left.perp().dot(centre) - TOUCH);
        let farthest = part.iter().map(|corner| corner.distance(centre)).fold(0.0, f64::max);
        farthest > self.inner + TOUCH && nearest(centre, &part) < self.outer - TOUCH
    }
}

/// The distance from a point to a convex polygon that may have lost its width; 0 within.
fn nearest(point: Vec2, corners: &[Vec2]) -> f64 {
    let Some(last) = corners.last() else { return f64::INFINITY };
    let mut before = *last;
    let mut best = f64::INFINITY;
    let mut within = corners.len() > 2;
    for &corner in corners {
        let (edge, offset) = (corner - before, point - before);
        within &= edge.cross(offset) >= 0.0;
        let length = edge.length_squared();
        let share = if length > 0.0 { (edge.dot(offset) / length).clamp(0.0, 1.0) } else { 0.0 };
        best = best.min((offset - edge * share).length_squared());
        before = corner;
    }
    if within { 0.0 } else { best.sqrt() }
}

/// Whether a template overlaps a shape by more than [`TOUCH`].
pub fn template_overlaps(region: &Region, shape: &impl Convex) -> bool {
    let shape = shape.outline();
    match region {
        Region::Straight(rect) => outlines_overlap(&rect.outline(), &shape),
        Region::Curve(sector) => sector.overlaps(&shape),
    }
}

impl Region {
    /// Whether a point lies in the region or within [`TOUCH`] of it.
    pub fn contains(&self, point: Vec2) -> bool {
        match self {
            Region::Straight(rect) => distance_from_point(point, &rect.outline()) <= TOUCH,
            Region::Curve(sector) => {
                let out = point.distance(sector.centre());
                sector.wedge.contains(point) && out >= sector.inner - TOUCH && out <= sector.outer + TOUCH
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Heading;
    use crate::shape::Shape;

    const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);
    const BASE: Base = Base::square(40.0);

    fn disc(x: f64, y: f64, radius: f64) -> Shape {
        Shape::Circle { centre: Vec2::new(x, y), radius }
    }

    fn square(x: f64, y: f64, side: f64) -> Footprint {
        Footprint::new(Base::square(side), Pose::new(Vec2::new(x, y), Heading::NORTH))
    }

    fn quarter(bend: Bend) -> Region {
        Template { path: Path::Curve { radius: 50.0, bend }, width: 20.0 }.region(START)
    }

    #[test]
    fn a_straight_template_is_a_rectangle() {
        let template = Template { path: Path::Straight { length: 100.0 }, width: 20.0 };
        let region = template.laid(BASE, START, Attach::Along(Travel::Ahead));
        assert!(template_overlaps(&region, &disc(14.0, 70.0, 5.0)));
        assert!(!template_overlaps(&region, &disc(15.0, 70.0, 5.0)));
        assert!(!template_overlaps(&region, &square(0.0, 0.0, 40.0)));
        let behind = template.laid(BASE, START, Attach::Along(Travel::Astern));
        assert!(behind.contains(Vec2::new(10.0, -120.0)) && !behind.contains(Vec2::new(0.0, -19.0)));
        let aside = template.laid(BASE, START, Attach::Aside { side: Side::Left, offset: 5.0 });
        assert!(aside.contains(Vec2::new(-120.0, 15.0)) && !aside.contains(Vec2::new(-120.0, -5.1)));
    }

    #[test]
    fn a_curve_is_a_part_of_a_ring() {
        for (bend, mirror) in [(Bend::Right90, 1.0), (Bend::Left90, -1.0)] {
            let region = quarter(bend);
            let over = |shape: &Footprint| template_overlaps(&region, shape);
            let disc = |x: f64, y, radius| template_overlaps(&region, &disc(mirror * x, y, radius));
            assert!(disc(50.0, 0.0, 40.1) && !disc(50.0, 0.0, 40.0), "in the hollow");
            assert!(disc(0.0, -5.0, 5.1) && !disc(0.0, -5.0, 5.0), "before the start");
            assert!(disc(54.0, 50.0, 4.1) && !disc(54.0, 50.0, 4.0), "beyond the end");
            assert!(disc(14.0, 36.0, 0.1), "within");
            assert!(!over(&square(mirror * 50.0, 0.0, 40.0)), "a square in the hollow");
            assert!(over(&square(mirror * 50.0, 0.0, 60.0)), "its corners reach the ring");
            assert!(over(&square(mirror * 14.0, 36.0, 1.0)), "a square within");
            assert!(over(&square(mirror * 25.0, 25.0, 200.0)), "a square around");
            assert!(!over(&square(0.0, -20.0, 40.0)), "the base it starts from");
            assert!(!over(&square(mirror * 70.0, 50.0, 40.0)), "the base it leads to");
        }
    }

    #[test]
    fn eighths_end_with_the_path() {
        let path = Path::Curve { radius: 100.0, bend: Bend::Left45 };
        let template = Template { path, width: 20.0 };
        let region = template.laid(BASE, START, Attach::Along(Travel::Ahead));
        let end = Footprint::new(BASE, path.end(START, 40.0));
        assert!(!template_overlaps(&region, &end));
        assert!(template_overlaps(&region, &Footprint::new(BASE, path.end(START, 40.0).ahead(-0.1))));
        let back = template.laid(BASE, START, Attach::Along(Travel::Astern));
        let end = Footprint::new(BASE, path.reverse_end(START, 40.0));
        assert!(!template_overlaps(&back, &end));
        assert!(back.contains(path.reverse_end(START, 40.0).ahead(20.0).at));
    }
}
