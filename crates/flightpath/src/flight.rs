//! Executing a maneuver: where a ship ends, what it would have overlapped, and what its template lies on.
//!
//! [`fly`] knows ships that are one convex base; [`Flyer`] knows ships that consist of several parts, and tells everything
//! that they touch.

use arrayvec::ArrayVec;
use geometry::tolerance::{REFINED, REST, SLIT, TOUCH};
use geometry::{
    Attach, Base, Convex, Footprint, Path, Polygon, Pose, Region, Shape, Template, Travel, Turn, Vec2,
    overlap_span, overlaps, penetration, slide_back, template_overlaps, touches,
};

use crate::{Bearing, Maneuver, TEMPLATE_WIDTH};
use smallvec::SmallVec;

/// A maneuver as it was really flown.
#[derive(Clone, Debug)]
pub struct Flight {
    pub pose: Pose,
    /// Which of the blockers the ship was stopped by, if it would have overlapped one.
    pub stopped_by: Option<usize>,
    /// A come about that could not be flown and became a straight flight.
    pub became_straight: bool,
    /// Where the template lies.
    pub template: Region,
}

/// Flies a maneuver. A ship whose end position would overlap a blocker is moved back along the template until it
/// overlaps none; a come about that would do so is flown as a straight maneuver. `None` if there is no such template.
pub fn fly(start: Pose, base: Base, maneuver: Maneuver, blockers: &[impl Convex]) -> Option<Flight> {
    let path = maneuver.path()?;
    let travel = maneuver.bearing.travel();
    let template = Template { path, width: TEMPLATE_WIDTH }.laid(base, start, Attach::Along(travel));
    let slide = slide_back(start, base, path, blockers, travel);
    let about = maneuver.bearing == Bearing::ComeAbout;
    // A square base covers the same place whichever way it faces, so the straight flight tells whether turning fits.
    let pose = if about && slide.touched.is_none() { slide.pose.turned(Turn::About) } else { slide.pose };
    Some(Flight {
        pose,
        stopped_by: slide.touched,
        became_straight: about && slide.touched.is_some(),
        template,
    })
}

/// A convex part of a ship, where it sits on the ship.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part {
    pub base: Base,
    pub ahead: f64,
    pub aside: f64,
}

impl Part {
    /// The only part of a ship that is no more than its base.
    pub const fn whole(base: Base) -> Part {
        Part { base, ahead: 0.0, aside: 0.0 }
    }
    /// The part when the ship stands at a pose.
    pub fn at(&self, pose: Pose) -> Footprint {
        Footprint::new(self.base, pose.ahead(self.ahead).aside(self.aside))
    }
}

/// A set of ships, one bit each.
pub type Ships = u64;

/// A part of somebody else's ship that is in the way.
#[derive(Clone, Copy, Debug)]
pub struct Blocker {
    /// The number of the ship.
    pub ship: u8,
    pub part: Footprint,
}

/// A ship of several parts that flies a maneuver. Its parts lie in the same place when it has turned about.
#[derive(Clone, Copy, Debug)]
pub struct Flyer<'a> {
    pub start: Pose,
    /// The part that the templates are laid against.
    pub base: Base,
    pub parts: &'a [Part],
    /// On its way back along a curve the middle of its base lies on the middle of the template, and it faces along the
    /// template there; otherwise the middles of its front and rear edges do.
    pub by_middle: bool,
}

/// Where a maneuver ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flown {
    pub pose: Pose,
    /// The ships that it overlapped and rests against, one bit each.
    pub touched: Ships,
    /// It could not turn about or roll at the end, because it was stopped before.
    pub turn_failed: bool,
    /// How much of the template lies between the start and the end; nothing if it did not move.
    pub trail: Option<Trail>,
}

/// The part of a template that a ship has really flown along.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trail {
    region: TrailRegion,
    /// The template counts only on this side of a line: a point of it, and the direction of what is cut off.
    cut: Option<(Vec2, Vec2)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum TrailRegion {
    Straight(Footprint),
    Whole(Region),
}

impl Trail {
    /// Whether the template lies on a shape.
    pub fn overlaps(&self, shape: &Shape) -> bool {
        match (self.region, self.cut) {
            (TrailRegion::Straight(strip), _) => overlaps(&strip, shape),
            (TrailRegion::Whole(region), None) => template_overlaps(&region, shape),
            (TrailRegion::Whole(region), Some((at, ahead))) => {
                behind(shape, at, ahead).is_some_and(|part| template_overlaps(&region, &part))
            }
        }
    }

    /// Where the whole template lies, for showing it.
    pub fn template(&self) -> Region {
        match self.region {
            TrailRegion::Straight(strip) => Region::Straight(strip),
            TrailRegion::Whole(region) => region,
        }
    }
}

/// The part of a shape behind a line. A circle is taken whole or not at all: nothing round lies on these tables that a
/// template could end on.
fn behind(shape: &Shape, at: Vec2, ahead: Vec2) -> Option<Shape> {
    let Shape::Polygon(polygon) = shape else { return Some(*shape) };
    let corners = polygon.vertices();
    let depth = |corner: &Vec2| ahead.dot(at - *corner);
    let mut kept = ArrayVec::<Vec2, 16>::new();
    for (i, corner) in corners.iter().enumerate() {
        let next = &corners[(i + 1) % corners.len()];
        let (here, there) = (depth(corner), depth(next));
        // audit: same (> to >=) — within the tolerance, or just not
        if here > TOUCH {
            kept.push(*corner);
        }
        // audit: same (> to >=) — within the tolerance, or just not
        if (here > TOUCH) != (there > TOUCH) {
            // The tolerance apart, how far along the edge the line lies.
            let share = here / (here - there);
            kept.push(corner.lerp(*next, share));
        }
    }
    Polygon::new(&kept).ok().map(Shape::Polygon)
}

impl Flyer<'_> {
    /// Where it stands on its way along a template.
    fn pose_at(&self, path: Path, travel: Travel, s: f64) -> Pose {
        let length = self.base.length();
        if self.by_middle {
            path.middle_along(self.start, length, s, travel)
        } else {
            path.along_travelling(self.start, length, s, travel)
        }
    }

    fn overlapped(&self, pose: Pose, blockers: &[Blocker]) -> Ships {
        if blockers.is_empty() {
            return 0;
        }
        let parts: ArrayVec<Footprint, 8> = self.parts.iter().map(|part| part.at(pose)).collect();
        let hit = |blocker: &&Blocker| parts.iter().any(|part| overlaps(part, &blocker.part));
        blockers.iter().filter(hit).fold(0, |ships, blocker| ships | 1 << blocker.ship)
    }

    /// The ships among the blockers that the ship is in contact with.
    pub fn contacts(&self, pose: Pose, blockers: &[Blocker]) -> Ships {
        let parts: ArrayVec<Footprint, 8> = self.parts.iter().map(|part| part.at(pose)).collect();
        let meets = |part: &Footprint, other: &Footprint| touches(part, other) || overlaps(part, other);
        let met = |blocker: &&Blocker| parts.iter().any(|part| meets(part, &blocker.part));
        blockers.iter().filter(met).fold(0, |ships, blocker| ships | 1 << blocker.ship)
    }

    /// Where a maneuver ends if nothing is in the way, before the ship turns about or rolls.
    pub fn end(&self, maneuver: Maneuver) -> Option<Pose> {
        Some(maneuver.path()?.end_travelling(self.start, self.base.length(), maneuver.bearing.travel()))
    }

    /// Flies a maneuver. If the end overlaps other ships the ship is moved back along the
    /// middle of the template until it overlaps none; then it does not turn about either. A ship that finds no free place
    /// stays at its start. A roll at the end of a turn is not made here: it leaves a choice.
    pub fn fly(&self, maneuver: Maneuver, blockers: &[Blocker]) -> Option<Flown> {
        if maneuver.bearing == Bearing::Stationary {
            return Some(Flown { pose: self.start, touched: 0, turn_failed: false, trail: None });
        }
        let path = maneuver.path()?;
        let travel = maneuver.bearing.travel();
        let length = self.base.length();
        let end = path.end_travelling(self.start, length, travel);
        let special = maneuver.bearing.turns_about() || maneuver.bearing.rolls().is_some();
        let mut over = self.overlapped(end, blockers);
        if over == 0 {
            let pose = if maneuver.bearing.turns_about() { end.turned(Turn::About) } else { end };
            let trail = self.trail(path, travel, path.length());
            return Some(Flown { pose, touched: 0, turn_failed: false, trail });
        }
        let (mut s, mut pose) = (path.length(), end);
        let mut met = 0;
        let mut last = over;
        while over != 0 {
            met |= over;
            last = over;
            match self.back_off(path, travel, s, over, blockers) {
                Some(place) => {
                    s = place;
                    pose = self.pose_at(path, travel, s);
                }
                None => {
                    let touched = (self.contacts(self.start, blockers) & met) | last;
                    return Some(Flown { pose: self.start, touched, turn_failed: special, trail: None });
                }
            }
            over = self.overlapped(pose, blockers);
        }
        let contacts = self.contacts(pose, blockers) & met;
        let touched = if contacts == 0 { last } else { contacts };
        Some(Flown { pose, touched, turn_failed: special, trail: self.trail(path, travel, s) })
    }

    /// The template up to where the rear of the ship has come.
    fn trail(&self, path: Path, travel: Travel, s: f64) -> Option<Trail> {
        // audit: same (<= to <) — a template of no length lies on nothing
        if s <= 0.0 {
            return None;
        }
        let whole = |path| {
            Template { path, width: TEMPLATE_WIDTH }.laid(self.base, self.start, Attach::Along(travel))
        };
        // audit: same (>= to >) — cut off where it ends, or not
        if s >= path.length() {
            return Some(Trail { region: TrailRegion::Whole(whole(path)), cut: None });
        }
        Some(match path {
            Path::Straight { .. } => match whole(Path::Straight { length: s }) {
                Region::Straight(strip) => Trail { region: TrailRegion::Straight(strip), cut: None },
                region => Trail { region: TrailRegion::Whole(region), cut: None },
            },
            Path::Curve { .. } => {
                let region = whole(path);
                // The rear (or, backwards, the front) of the ship lies on the middle of the template, or close to it.
                let pose = self.pose_at(path, travel, s);
                let half = self.base.length() / 2.0;
                // audit: same (== to !=) — what lies under the base is met anyway
                let at = if travel == Travel::Ahead { pose.ahead(-half).at } else { pose.ahead(half).at };
                let ahead = match region {
                    Region::Curve(sector) => {
                        let out = at - sector.centre();
                        let along = out.perp();
                        let forward = match travel {
                            Travel::Ahead => pose.heading.ahead(),
                            Travel::Astern => -pose.heading.ahead(),
                        };
                        // audit: same (< to <=) — no ship stands across its own way
                        if along.dot(forward) < 0.0 { -along } else { along }
                    }
                    Region::Straight(_) => pose.heading.ahead(),
                };
                Trail { region: TrailRegion::Whole(region), cut: Some((at, ahead)) }
            }
        })
    }

    /// The furthest place short of `s`, where the ship overlaps others, at which it does not overlap those; `None` if it
    /// has to go back beyond the start for that.
    fn back_off(&self, path: Path, travel: Travel, s: f64, over: Ships, blockers: &[Blocker]) -> Option<f64> {
        let place = match path {
            Path::Straight { .. } => s - self.straight_way_out(path, travel, s, blockers),
            Path::Curve { .. } => {
                let overlapped = blockers.iter().filter(|blocker| over >> blocker.ship & 1 == 1);
                let overlapped: SmallVec<[Blocker; 8]> = overlapped.copied().collect();
                self.curved_way_out(path, travel, s, &overlapped)?
            }
        };
        // audit: same (> to >=) — within the tolerance, or just not
        (place > -self.base.length()).then_some(place)
    }

    /// On a straight line every overlap is one stretch: the ship leaves all that it overlaps now.
    fn straight_way_out(&self, path: Path, travel: Travel, s: f64, blockers: &[Blocker]) -> f64 {
        let pose = self.pose_at(path, travel, s);
        let back = match travel {
            Travel::Ahead => -pose.heading.ahead(),
            Travel::Astern => pose.heading.ahead(),
        };
        let mut way = TOUCH;
        for part in self.parts.iter().map(|part| part.at(pose)) {
            for blocker in blockers.iter().filter(|blocker| overlaps(&part, &blocker.part)) {
                if let Some((_, out)) = overlap_span(&part, back, &blocker.part) {
                    way = way.max(out);
                }
            }
        }
        way
    }

    /// How deep the ship lies in what it overlaps.
    // audit: no rule — finds the place in few steps; `fly` goes on as long as anything overlaps, whatever a step was
    fn depth(&self, path: Path, travel: Travel, s: f64, blockers: &[Blocker]) -> f64 {
        let pose = self.pose_at(path, travel, s);
        let mut depth: f64 = 0.0;
        for part in self.parts.iter().map(|part| part.at(pose)) {
            for blocker in blockers {
                depth = depth.max(penetration(&part, &blocker.part));
            }
        }
        depth
    }

    /// Whether the ship lies in nothing by more than it may.
    // audit: no rule — finds the place in few steps; `fly` goes on as long as anything overlaps, whatever a step was
    fn is_clear(&self, path: Path, travel: Travel, s: f64, blockers: &[Blocker]) -> bool {
        let pose = self.pose_at(path, travel, s);
        let mut parts = self.parts.iter().map(|part| part.at(pose));
        parts.all(|part| blockers.iter().all(|blocker| penetration(&part, &blocker.part) <= REST))
    }

    /// Steps back by no more than the depth of the overlap allows, so that no free place is passed over, until a step leads
    /// out; then closes in on the place between the last two by halving.
    // audit: no rule — finds the place in few steps; `fly` goes on as long as anything overlaps, whatever a step was
    fn curved_way_out(&self, path: Path, travel: Travel, s: f64, blockers: &[Blocker]) -> Option<f64> {
        let start = -self.base.length();
        let limit = self.speed_limit(path);
        let (mut over, mut depth) = (s, self.depth(path, travel, s, blockers));
        loop {
            if over <= start {
                return None;
            }
            let next = (over - (depth / limit).max(SLIT)).max(start);
            depth = self.depth(path, travel, next, blockers);
            if depth <= REST {
                let (mut free, mut taken) = (next, over);
                while taken - free > REFINED {
                    let middle = (free + taken) / 2.0;
                    if middle <= free || middle >= taken {
                        break;
                    }
                    if self.is_clear(path, travel, middle, blockers) {
                        free = middle;
                    } else {
                        taken = middle;
                    }
                }
                return Some(free);
            }
            over = next;
        }
    }

    /// A bound on how far any point of the ship moves while its rear moves by 1: the rear moves along the curve, and the
    /// ship turns by no more than twice the curve itself does while its front still follows a straight.
    // audit: no rule — how far the search for a place may step; tests of the crate hold it against small steps
    fn speed_limit(&self, path: Path) -> f64 {
        let Path::Curve { radius, .. } = path else { return 1.0 };
        let reach = |part: &Part| {
            let (wide, long) = (part.base.width() / 2.0, part.base.length() / 2.0);
            let (x, y) = (part.aside.abs() + wide, part.ahead.abs() + long + self.base.length() / 2.0);
            (x * x + y * y).sqrt()
        };
        let farthest = self.parts.iter().map(reach).fold(0.0, f64::max);
        let half_chord = (self.base.length() / 2.0 / radius).min(0.95);
        let steepness = 1.0 / (1.0 - half_chord * half_chord).sqrt();
        1.0 + 2.0 * steepness * farthest / radius
    }

    /// The shifts along its new heading at which a ship that has flown a turn can roll: within the play of the template
    /// against its side, and not on other ships. Its ends belong to each stretch.
    pub fn roll_shifts(&self, rolled: Pose, blockers: &[Blocker]) -> crate::Stretches {
        let play = (self.base.length() - TEMPLATE_WIDTH) / 2.0;
        let mut shifts: crate::Stretches = [(-play, play)].into_iter().collect();
        for part in self.parts.iter().map(|part| part.at(rolled)) {
            for blocker in blockers {
                if let Some(taken) = overlap_span(&part, rolled.heading.ahead(), &blocker.part) {
                    shifts = crate::roll::without(&shifts, taken);
                }
            }
        }
        shifts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;
    use geometry::Heading;

    const SMALL: Base = Base::square(40.0);
    const LARGE: Base = Base::square(80.0);
    const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);

    fn plain(base: Base) -> [Part; 1] {
        [Part { base, ahead: 0.0, aside: 0.0 }]
    }
    fn maneuver(bearing: Bearing, speed: u8) -> Maneuver {
        Maneuver { bearing, speed, colour: Colour::White }
    }
    fn ship(number: u8, x: f64, y: f64) -> Blocker {
        Blocker { ship: number, part: Footprint::new(SMALL, Pose::new(Vec2::new(x, y), Heading::NORTH)) }
    }

    /// The arithmetic of every template, small and large.
    #[test]
    fn ends_agree_with_the_closed_forms() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        for base in [SMALL, LARGE] {
            let (b, parts) = (base.length(), plain(base));
            let flyer = Flyer { start: START, base, parts: &parts, by_middle: false };
            let check = |bearing, speed, x: f64, y: f64, facing: f64| {
                let flown = flyer.fly(maneuver(bearing, speed), &[]).expect("there is such a template");
                let pose = flown.pose;
                assert!((pose.at - Vec2::new(x, y)).length() < 1e-9, "{bearing:?} {speed}: {pose:?}");
                let wanted = Heading::degrees_clockwise_from_north(facing);
                assert!((pose.heading.ahead() - wanted.ahead()).length() < 1e-9, "{bearing:?}: {pose:?}");
            };
            for speed in 1..=5 {
                let y = 40.0 * f64::from(speed) + b;
                check(Bearing::Straight, speed, 0.0, y, 0.0);
                check(Bearing::ComeAbout, speed, 0.0, y, 180.0);
                check(Bearing::Reverse, speed, 0.0, -y, 0.0);
            }
            for (speed, r) in [(1, 80.0), (2, 130.0), (3, 180.0)] {
                let x = r * (1.0 - half) + b / 2.0 * half;
                let y = b / 2.0 + r * half + b / 2.0 * half;
                check(Bearing::BankRight, speed, x, y, 45.0);
                check(Bearing::BankLeft, speed, -x, y, 315.0);
                check(Bearing::LoopRight, speed, x, y, 225.0);
                check(Bearing::LoopLeft, speed, -x, y, 135.0);
                check(Bearing::ReverseBankRight, speed, x, -y, 315.0);
            }
            for (speed, r) in [(1, 35.0), (2, 62.5), (3, 90.0)] {
                check(Bearing::TurnRight, speed, r + b / 2.0, r + b / 2.0, 90.0);
                check(Bearing::TurnLeft, speed, -r - b / 2.0, r + b / 2.0, 270.0);
            }
            check(Bearing::Stationary, 0, 0.0, 0.0, 0.0);
        }
    }

    #[test]
    fn two_aligned_ships_are_both_touched() {
        let parts = plain(SMALL);
        let flyer = Flyer { start: START, base: SMALL, parts: &parts, by_middle: false };
        let row = [ship(3, -21.0, 130.0), ship(7, 21.0, 130.0), ship(9, 0.0, 175.0)];
        let flown = flyer.fly(maneuver(Bearing::Straight, 2), &row).expect("it flies");
        assert_eq!((flown.pose.at, flown.touched), (Vec2::new(0.0, 90.0), 1 << 3 | 1 << 7));
    }

    #[test]
    fn a_stopped_ship_does_not_turn_about_and_its_template_ends_where_it_stands() {
        let parts = plain(SMALL);
        let flyer = Flyer { start: START, base: SMALL, parts: &parts, by_middle: false };
        let flown = flyer.fly(maneuver(Bearing::ComeAbout, 3), &[ship(0, 0.0, 170.0)]).expect("it flies");
        assert_eq!((flown.pose, flown.turn_failed), (START.ahead(130.0), true));
        let trail = flown.trail.expect("it moved");
        let disc = |y: f64| Shape::Circle { centre: Vec2::new(0.0, y), radius: 5.0 };
        assert!(trail.overlaps(&disc(112.0)) && !trail.overlaps(&disc(117.0)), "the rear edge is at 110");
    }

    #[test]
    fn a_curved_template_ends_where_the_ship_stands() {
        let parts = plain(SMALL);
        let flyer = Flyer { start: START, base: SMALL, parts: &parts, by_middle: false };
        let turn = maneuver(Bearing::TurnRight, 3);
        let end = flyer.fly(turn, &[]).expect("it flies").pose;
        let flown = flyer.fly(turn, &[ship(0, end.at.x + 10.0, end.at.y)]).expect("it flies");
        assert_eq!(flown.touched, 1);
        let trail = flown.trail.expect("it moved");
        let square = |x: f64, y: f64| {
            let corners = [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)];
            let corners = corners.map(|(dx, dy)| Vec2::new(x + dx, y + dy));
            Shape::Polygon(Polygon::new(&corners).expect("a square"))
        };
        let rear = flown.pose.ahead(-20.0).at;
        let along = (rear - Vec2::new(90.0, 20.0)).unit().expect("off the centre").perp_right();
        let (short, beyond) = (rear + along * 2.9, rear + along * 4.3);
        assert!(trail.overlaps(&square(short.x, short.y)), "it reaches back over the end");
        assert!(!trail.overlaps(&square(beyond.x, beyond.y)));
    }

    #[test]
    fn a_ship_without_room_stays() {
        let parts = plain(SMALL);
        let flyer = Flyer { start: START, base: SMALL, parts: &parts, by_middle: false };
        let wall = [ship(0, 0.0, 40.0), ship(1, 0.0, 80.0), ship(2, 0.0, 120.0)];
        let flown = flyer.fly(maneuver(Bearing::Straight, 1), &wall).expect("it flies");
        assert_eq!((flown.pose, flown.touched, flown.trail), (START, 1, None));
    }

    #[test]
    fn a_roll_slides_along_the_end_of_the_template() {
        let parts = plain(SMALL);
        let flyer = Flyer { start: START, base: SMALL, parts: &parts, by_middle: false };
        let end = flyer.fly(maneuver(Bearing::RollRight, 1), &[]).expect("it flies").pose;
        let rolled = end.turned(Turn::Right90);
        assert_eq!(flyer.roll_shifts(rolled, &[])[..], [(-10.0, 10.0)]);
        let behind = ship(0, rolled.at.x, rolled.at.y + 45.0);
        assert_eq!(flyer.roll_shifts(rolled, &[behind])[..], [(-5.0, 10.0)]);
    }
}
