//! Clear lines between shapes. Owns which lines of a family pass through which obstacles, and what a ruler along them
//! covers: each convex obstacle bars one stretch of the family, so the answer is exact. What an obstructed line costs is
//! decided elsewhere.

use crate::gap::Lines;
use crate::outline::{Convex, Outline};
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// A family of lines in its own coordinates: `along` the lines from 0 to `length`, and `across` them from 0 to
/// `width`, measured from the start of the first line.
struct Frame {
    origin: Vec2,
    along: Vec2,
    across: Vec2,
    length: f64,
    width: f64,
}

impl Frame {
    fn new(lines: &Lines) -> Self {
        let (from, to) = lines.first;
        let spread = lines.last.0 - from;
        let (length, width) = ((to - from).length(), spread.length());
        // Whichever is longer gives the direction; lines without length and width lie in any direction.
        let across = if length > width {
            let left = ((to - from) / length).perp();
            if left.dot(spread) < 0.0 { -left } else { left }
        } else if width > 0.0 {
            spread / width
        } else {
            Vec2::new(1.0, 0.0)
        };
        let left = across.perp();
        let along = if left.dot(to - from) < 0.0 { -left } else { left };
        Self { origin: from, along, across, length, width }
    }

    /// The open stretch of the family whose lines pass through the interior of a shape.
    fn barred(&self, shape: &Outline) -> Option<(f64, f64)> {
        let offset = shape.centre - self.origin;
        let (place, height, reach) = (self.across.dot(offset), self.along.dot(offset), shape.reach);
        if place < -reach || place > self.width + reach || height < -reach || height > self.length + reach {
            return None;
        }
        let origin = self.along.dot(self.origin);
        let (low, high) = shape.extent(self.along);
        if low - origin >= self.length - TOUCH || high - origin <= TOUCH {
            return None;
        }
        let (low, high) = if shape.is_disc() { self.disc_width(shape) } else { self.polygon_width(shape) };
        (low + TOUCH < high - TOUCH).then_some((low + TOUCH, high - TOUCH))
    }

    /// How far a disc reaches across, between the ends of the lines.
    fn disc_width(&self, disc: &Outline) -> (f64, f64) {
        let offset = disc.points[0] - self.origin;
        let (place, height) = (self.across.dot(offset), self.along.dot(offset));
        let short = height - height.clamp(0.0, self.length);
        let half = (disc.radius * disc.radius - short * short).max(0.0).sqrt();
        (place - half, place + half)
    }

    /// How far a polygon reaches across, between the ends of the lines.
    fn polygon_width(&self, polygon: &Outline) -> (f64, f64) {
        let local = |point: Vec2| {
            let offset = point - self.origin;
            Vec2::new(self.across.dot(offset), self.along.dot(offset))
        };
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut widen = |place: f64| {
            low = low.min(place);
            high = high.max(place);
        };
        let mut before = local(polygon.points[polygon.points.len() - 1]);
        for point in polygon.points {
            let corner = local(*point);
            if (0.0..=self.length).contains(&corner.y) {
                widen(corner.x);
            }
            for end in [0.0, self.length] {
                if (before.y < end) != (corner.y < end) {
                    widen(before.x + (corner.x - before.x) * ((end - before.y) / (corner.y - before.y)));
                }
            }
            before = corner;
        }
        (low, high)
    }
}

/// A line of the family that passes through the interior of none of the shapes, the nearest to the first one; `None`
/// if all are barred. A line that only touches a shape (within [`TOUCH`]) is clear.
pub fn clear_line(lines: &Lines, shapes: &[impl Convex]) -> Option<(Vec2, Vec2)> {
    let frame = Frame::new(lines);
    let mut place = 0.0;
    // Every shape bars one stretch, so it moves the line at most once.
    while let Some(end) = shapes.iter().find_map(|shape| {
        frame
            .barred(&shape.outline())
            .filter(|&(low, high)| low < place && place < high)
            .map(|(_, high)| high)
    }) {
        if end > frame.width {
            return None;
        }
        place = end;
    }
    Some(if place == 0.0 { lines.first } else { lines.at(place / frame.width) })
}

/// Whether every line of the family passes through the interior of one of the shapes.
pub fn obstructed(lines: &Lines, shapes: &[impl Convex]) -> bool {
    clear_line(lines, shapes).is_none()
}

/// Whether a ruler of this width covers part of the interior of a shape, however it is laid along one of the lines: it
/// ends where the lines end, and reaches by its width to either side of them. A ruler that only touches (within
/// [`TOUCH`]) covers nothing.
pub fn under_ruler(lines: &Lines, width: f64, shape: &impl Convex) -> bool {
    let between = Frame::new(lines);
    let ruler = Frame {
        origin: between.origin - between.across * width,
        width: between.width + 2.0 * width,
        ..between
    };
    ruler.barred(&shape.outline()).is_some_and(|(low, high)| low < ruler.width && high > 0.0)
}

/// Whether the line between two points passes through the interior of a shape.
pub fn crosses(from: Vec2, to: Vec2, shape: &impl Convex) -> bool {
    obstructed(&Lines::single(from, to), std::slice::from_ref(shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gap::closest;
    use crate::pose::{Heading, Pose};
    use crate::shape::{Base, Footprint};

    fn rect(x: f64, y: f64, width: f64, length: f64) -> Footprint {
        Footprint::new(Base::Rect { width, length }, Pose::new(Vec2::new(x, y), Heading::NORTH))
    }

    fn strip() -> Lines {
        closest(&rect(0.0, 0.0, 40.0, 40.0), &rect(0.0, 100.0, 40.0, 40.0)).lines
    }

    #[test]
    fn a_strip_is_obstructed_only_when_all_of_it_is() {
        let left = rect(-15.0, 50.0, 30.0, 10.0);
        let right = rect(15.0, 60.0, 30.0, 10.0);
        for shape in [left, right] {
            let line = clear_line(&strip(), &[shape]).unwrap();
            assert!(!crosses(line.0, line.1, &shape));
        }
        let between = clear_line(&strip(), &[left, right]).unwrap();
        assert!(between.0.x.abs() < 1e-4, "the line between two shapes that touch is clear");
        assert!(obstructed(&strip(), &[left, right, rect(0.0, 40.0, 1.0, 1.0)]));
        assert!(obstructed(&strip(), &[rect(0.0, 50.0, 40.1, 10.0)]));
        assert!(!obstructed(&strip(), &[rect(0.0, 50.0, 40.0, 10.0)]), "the outermost lines only touch");
    }

    #[test]
    fn shapes_beside_or_behind_bar_nothing() {
        for shape in [rect(100.0, 50.0, 40.0, 40.0), rect(0.0, 0.0, 60.0, 40.0), rect(0.0, 100.0, 60.0, 40.0)]
        {
            assert_eq!(clear_line(&strip(), &[shape]), Some(strip().first));
        }
    }

    #[test]
    fn a_ruler_reaches_by_its_width_to_either_side_of_the_lines() {
        // The lines lie from -20 to 20 across and from 20 to 80 along.
        assert!(under_ruler(&strip(), 10.0, &rect(35.0, 50.0, 10.2, 10.0)));
        assert!(!under_ruler(&strip(), 10.0, &rect(35.0, 50.0, 10.0, 10.0)), "it only touches");
        assert!(under_ruler(&strip(), 10.0, &rect(-35.0, 50.0, 10.2, 10.0)));
        assert!(under_ruler(&strip(), 10.0, &rect(0.0, 50.0, 1.0, 1.0)));
        assert!(under_ruler(&strip(), 10.0, &rect(25.0, 85.0, 5.0, 10.2)));
        assert!(!under_ruler(&strip(), 10.0, &rect(25.0, 85.0, 5.0, 10.0)), "it ends where the lines end");
        assert!(!under_ruler(&strip(), 10.0, &rect(25.0, 0.0, 5.0, 40.0)), "and begins where they begin");
    }

    #[test]
    fn discs_bar_their_width_between_the_ends() {
        let disc =
            |x, y, radius| Footprint::new(Base::Round { radius }, Pose::new(Vec2::new(x, y), Heading::NORTH));
        let (from, to) = (Vec2::new(0.0, 0.0), Vec2::new(0.0, 100.0));
        assert!(crosses(from, to, &disc(9.9, 50.0, 10.0)));
        assert!(!crosses(from, to, &disc(10.0, 50.0, 10.0)));
        assert!(crosses(from, to, &disc(0.0, -9.0, 10.0)));
        assert!(!crosses(from, to, &disc(0.0, -10.0, 10.0)));
        assert!(!crosses(from, to, &disc(7.5, -7.5, 10.0)));
        assert!(crosses(from, from, &disc(1.0, 1.0, 10.0)), "a point within is barred");
    }
}
