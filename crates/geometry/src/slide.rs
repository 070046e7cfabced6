//! Sliding back along a template after running into something. Owns the search for the rest position; what counts
//! as an obstacle and what a collision costs is decided elsewhere.

use serde::{Deserialize, Serialize};

use crate::outline::{Convex, Outline};
use crate::overlap::{outlines_overlap, separation};
use crate::path::{Path, Travel};
use crate::pose::Pose;
use crate::shape::{Base, Footprint};
use crate::tolerance::{PARALLEL, REFINED, REST, SLIT, TOUCH};
use crate::vector::Vec2;

/// Where a move along a template comes to rest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Slide {
    pub pose: Pose,
    /// How far the trailing middle of the base has come, see [`Path::along`].
    pub s: f64,
    /// Which of the blockers the base rests against: the last one it had to leave.
    pub touched: Option<usize>,
    /// Whether the end of the template was free.
    pub moved_full: bool,
}

/// A base on its way along a template.
struct Track {
    start: Pose,
    base: Base,
    path: Path,
    travel: Travel,
}

impl Track {
    fn pose(&self, s: f64) -> Pose {
        self.path.along_travelling(self.start, self.base.length(), s, self.travel)
    }

    fn footprint(&self, s: f64) -> Footprint {
        Footprint::new(self.base, self.pose(s))
    }

    fn separation(&self, s: f64, blocker: &Outline) -> f64 {
        separation(&self.footprint(s).outline(), blocker)
    }

    /// The furthest place short of `s`, where the base overlaps the blocker, at which it does not; `None` if it has
    /// to go back beyond the start for that.
    fn back_off(&self, s: f64, blocker: &Outline) -> Option<f64> {
        let place = match self.path {
            // No shift shorter than TOUCH parts shapes that overlap.
            Path::Straight { .. } => s - self.straight_way_out(s, blocker).max(TOUCH),
            Path::Curve { .. } => self.curved_way_out(s, blocker)?,
        };
        (place > -self.base.length()).then_some(place)
    }

    fn straight_way_out(&self, s: f64, blocker: &Outline) -> f64 {
        let ahead = self.start.heading.ahead();
        let back = match self.travel {
            Travel::Ahead => -ahead,
            Travel::Astern => ahead,
        };
        way_out(&self.footprint(s).outline(), back, blocker)
    }

    /// Steps back by no more than the depth of the overlap allows, so that no free place is passed over, until a
    /// step of [`SLIT`] leads out; then closes in on the place between the last two.
    fn curved_way_out(&self, s: f64, blocker: &Outline) -> Option<f64> {
        let limit = self.path.speed_limit(self.base.width(), self.base.length());
        let start = -self.base.length();
        let mut over = Sample { s, value: self.separation(s, blocker) + REST };
        while over.s > start {
            let step = (-over.value / limit).max(SLIT);
            let s = (over.s - step).max(start);
            let next = Sample { s, value: self.separation(s, blocker) + REST };
            if next.value >= 0.0 {
                return Some(self.rest_between(next, over, blocker));
            }
            over = next;
        }
        None
    }

    /// The place between `free` and `over` at which the base rests: false position with halved weights, which
    /// converges faster than bisection; where it rounds to an end of the bracket, the middle is tried instead.
    fn rest_between(&self, mut free: Sample, mut over: Sample, blocker: &Outline) -> f64 {
        let mut free_weight = free.value;
        let mut over_weight = over.value;
        while free.value > REFINED && over.s - free.s > REFINED {
            let share = free_weight / (free_weight - over_weight);
            let mut s = free.s + (over.s - free.s) * share;
            if s <= free.s || s >= over.s {
                s = (free.s + over.s) * 0.5;
            }
            let value = self.separation(s, blocker) + REST;
            if value >= 0.0 {
                free = Sample { s, value };
                (free_weight, over_weight) = (value, over_weight * 0.5);
            } else {
                over = Sample { s, value };
                (free_weight, over_weight) = (free_weight * 0.5, value);
            }
        }
        free.s
    }
}

/// How far a base at `s` is from resting on a blocker; negative if it is too deep.
#[derive(Clone, Copy)]
struct Sample {
    s: f64,
    value: f64,
}

/// How far a shape that overlaps another has to be shifted along a unit vector until they only touch.
fn way_out(shape: &Outline, direction: Vec2, blocker: &Outline) -> f64 {
    match (shape.is_disc(), blocker.is_disc()) {
        (true, _) => disc_way_out(shape, direction, blocker),
        (false, true) => disc_way_out(blocker, -direction, shape),
        (false, false) => polygon_way_out(shape, direction, blocker),
    }
}

/// Two polygons are apart as soon as they are apart along one normal.
fn polygon_way_out(shape: &Outline, direction: Vec2, blocker: &Outline) -> f64 {
    let mut way = f64::INFINITY;
    let mut consider = |separation: f64, rate: f64| {
        if rate > PARALLEL {
            way = way.min(-separation / rate);
        }
    };
    for (normal, point) in shape.normals.iter().zip(shape.points) {
        consider(blocker.extent(*normal).0 - normal.dot(*point), -normal.dot(direction));
    }
    for (normal, point) in blocker.normals.iter().zip(blocker.points) {
        consider(shape.extent(*normal).0 - normal.dot(*point), normal.dot(direction));
    }
    way.max(0.0)
}

/// The middle of a disc leaves another shape, widened by the radius of the disc, through a straight edge of it or
/// through the circle around a corner: through the furthest of all of these that its way passes.
fn disc_way_out(disc: &Outline, direction: Vec2, other: &Outline) -> f64 {
    let centre = disc.points[0];
    let radius = disc.radius + other.radius;
    let mut way = 0.0_f64;
    for corner in other.points {
        let offset = *corner - centre;
        let (along, aside) = (direction.dot(offset), direction.cross(offset));
        let square = radius * radius - aside * aside;
        if square >= 0.0 {
            way = way.max(along + square.sqrt());
        }
    }
    for (i, normal) in other.normals.iter().enumerate() {
        let (from, to) = (other.points[i], other.points[(i + 1) % other.points.len()]);
        let rate = normal.dot(direction);
        if rate > PARALLEL {
            let through = (radius - normal.dot(centre - from)) / rate;
            let place = normal.perp().dot(centre + direction * through - from);
            if place >= 0.0 && place <= normal.perp().dot(to - from) {
                way = way.max(through);
            }
        }
    }
    way
}

/// Moves a base along a template; if it would overlap a blocker at the end, slides it back along the template until it
/// overlaps none, and so comes to rest against the last one it had to leave.
///
/// On a straight template the place is exact; on a curve no free stretch longer than [`SLIT`] is passed over, and the
/// place is refined to a depth of [`REST`]. A base that finds no free place returns to its start.
pub fn slide_back(start: Pose, base: Base, path: Path, blockers: &[impl Convex], travel: Travel) -> Slide {
    let track = Track { start, base, path, travel };
    let full = path.length();
    let mut slide = Slide { pose: track.pose(full), s: full, touched: None, moved_full: true };
    while let Some(index) = first_overlap(&Footprint::new(base, slide.pose), blockers) {
        slide.touched = Some(index);
        slide.moved_full = false;
        match track.back_off(slide.s, &blockers[index].outline()) {
            Some(s) => (slide.s, slide.pose) = (s, track.pose(s)),
            None => {
                (slide.s, slide.pose) = (-base.length(), start);
                break;
            }
        }
    }
    slide
}

fn first_overlap(footprint: &Footprint, blockers: &[impl Convex]) -> Option<usize> {
    let outline = footprint.outline();
    blockers.iter().position(|blocker| outlines_overlap(&outline, &blocker.outline()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::{overlaps, touches};
    use crate::path::Bend;
    use crate::pose::Heading;
    use crate::shape::Shape;

    const BASE: Base = Base::square(40.0);
    const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);

    fn square(x: f64, y: f64) -> Shape {
        Shape::from(&Footprint::new(BASE, Pose::new(Vec2::new(x, y), Heading::NORTH)))
    }

    fn disc(x: f64, y: f64, radius: f64) -> Shape {
        Shape::Circle { centre: Vec2::new(x, y), radius }
    }

    #[test]
    fn a_free_end_is_the_end() {
        let path = Path::Straight { length: 100.0 };
        let slide = slide_back(START, BASE, path, &[square(0.0, 180.0), square(40.0, 90.0)], Travel::Ahead);
        assert_eq!(slide, Slide { pose: path.end(START, 40.0), s: 100.0, touched: None, moved_full: true });
    }

    #[test]
    fn straight_slides_are_exact() {
        let path = Path::Straight { length: 100.0 };
        let slide = slide_back(START, BASE, path, &[square(10.0, 150.0)], Travel::Ahead);
        assert_eq!(slide.pose.at, Vec2::new(0.0, 110.0));
        assert_eq!((slide.s, slide.touched, slide.moved_full), (70.0, Some(0), false));
        let slide = slide_back(START, BASE, path, &[disc(26.0, 148.0, 10.0)], Travel::Ahead);
        assert!((slide.pose.at.y - 120.0).abs() < 1e-12, "the corner meets the rim: {slide:?}");
        let slide = slide_back(START, BASE, path, &[disc(5.0, 150.0, 10.0)], Travel::Ahead);
        assert_eq!(slide.pose.at, Vec2::new(0.0, 120.0));
        let round = Base::Round { radius: 20.0 };
        let slide = slide_back(START, round, path, &[disc(0.0, 150.0, 10.0)], Travel::Ahead);
        assert_eq!(slide.pose.at, Vec2::new(0.0, 120.0));
        let slide = slide_back(START, BASE, path, &[square(0.0, -150.0)], Travel::Astern);
        assert_eq!(slide.pose, Pose::new(Vec2::new(0.0, -110.0), Heading::NORTH));
    }

    #[test]
    fn every_further_blocker_is_left_too() {
        let path = Path::Straight { length: 160.0 };
        let row = [square(0.0, 100.0), square(5.0, 150.0), square(-5.0, 200.0)];
        let slide = slide_back(START, BASE, path, &row, Travel::Ahead);
        assert_eq!(slide.pose.at, Vec2::new(0.0, 60.0));
        assert_eq!(slide.touched, Some(0));
        let gap = [square(0.0, 90.0), square(5.0, 210.0)];
        let slide = slide_back(START, BASE, path, &gap, Travel::Ahead);
        assert_eq!((slide.pose.at, slide.touched), (Vec2::new(0.0, 170.0), Some(1)));
    }

    /// Backing off can come within a rounding of the place of rest before the last step leads out.
    #[test]
    fn a_curved_slide_rests_against_what_it_left() {
        let start = Pose::new(Vec2::new(0.0, -40.0), Heading::EAST);
        let path = Path::Curve { radius: 68.37843503904845, bend: Bend::Left90 };
        let large = Footprint::new(
            Base::square(80.0),
            Pose::new(Vec2::new(88.37843503904845, 68.37843503904845), Heading::EAST),
        );
        let slide = slide_back(start, BASE, path, &[large], Travel::Ahead);
        assert!(touches(&Footprint::new(BASE, slide.pose), &large), "{slide:?}");
    }

    #[test]
    fn no_room_means_no_move() {
        let path = Path::Straight { length: 20.0 };
        let slide = slide_back(START, BASE, path, &[square(0.0, 40.0)], Travel::Ahead);
        assert_eq!((slide.pose, slide.s, slide.touched), (START, -40.0, Some(0)));
        let slide = slide_back(START, BASE, path, &[square(0.0, 30.0)], Travel::Ahead);
        assert_eq!((slide.pose, slide.s), (START, -40.0), "even where the start is not free");
        let bend = Path::Curve { radius: 35.0, bend: Bend::Left90 };
        let slide =
            slide_back(START, BASE, bend, &[square(0.0, 35.0), disc(-55.0, 75.0, 45.0)], Travel::Ahead);
        assert_eq!(slide.pose, START);
    }

    #[test]
    fn curves_end_in_contact() {
        for bend in [Bend::Left45, Bend::Right45, Bend::Left90, Bend::Right90] {
            for travel in [Travel::Ahead, Travel::Astern] {
                let path = Path::Curve { radius: 62.5, bend };
                let end = path.end_travelling(START, 40.0, travel);
                for blocker in [
                    Shape::from(&Footprint::new(BASE, end.ahead(7.0).aside(11.0))),
                    Shape::Circle { centre: end.ahead(9.0).aside(-3.0).at, radius: 15.0 },
                ] {
                    let slide = slide_back(START, BASE, path, &[blocker], travel);
                    let footprint = Footprint::new(BASE, slide.pose);
                    assert!(!overlaps(&footprint, &blocker) && touches(&footprint, &blocker), "{slide:?}");
                    assert_eq!((slide.touched, slide.moved_full), (Some(0), false));
                }
            }
        }
    }

    #[test]
    fn a_narrow_free_stretch_is_not_passed_over() {
        // The outer side of a base on a curve is nearest to the middle of the curve halfway along. A small disc just
        // beyond that point lies under both outer corners in passing, and is free in between for a moment.
        let (radius, along) = (62.5_f64, 20.0);
        let path = Path::Curve { radius, bend: Bend::Right90 };
        let track = Track { start: START, base: BASE, path, travel: Travel::Ahead };
        let centre = Vec2::new(radius, 20.0);
        let outward = (track.pose(along).at - centre).unit().unwrap();
        let side = (radius * radius - 400.0).sqrt() + 20.0;
        for clearance in [1e-4, 1e-3, 1e-2, 1e-1] {
            let place = centre + outward * (side + 0.3 + clearance);
            let disc = disc(place.x, place.y, 0.3);
            let from = along + 11.3;
            assert!(
                overlaps(&track.footprint(from), &disc) && overlaps(&track.footprint(along - 12.0), &disc)
            );
            assert!(!overlaps(&track.footprint(along), &disc));
            let rest = track.curved_way_out(from, &disc.outline()).unwrap();
            assert!(rest > along, "passed over the free place at {along} and stopped at {rest}");
            assert!(touches(&track.footprint(rest), &disc));
        }
    }
}
