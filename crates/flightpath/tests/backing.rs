//! Backing up after overlapping other ships, against stepping back in small steps and looking at outlines of dense points.

mod plain;

use flightpath::{Bearing, Blocker, Colour, Flyer, Maneuver, Part};
use geometry::Base;
use plain::{Chance, Point, Rect, Stand};

/// How far apart the places are at which the slow way looks.
const STEP: f64 = 0.5;
/// How far apart the points of an outline are; corners are always among them.
const DENSE: f64 = 2.0;
/// Overlaps and gaps smaller than this are not told apart.
const BLUR: f64 = 0.02;

/// A base with two knobs at the front and two at the rear.
struct Ship {
    side: f64,
    knob: f64,
}

const SMALL: Ship = Ship { side: 40.0, knob: 3.2 };
const LARGE: Ship = Ship { side: 80.0, knob: 3.5 };

impl Ship {
    /// Middle, width and length of its parts: so far to the right and ahead of its own middle.
    fn parts(&self) -> [(Point, f64, f64); 5] {
        let ahead = (self.side + self.knob) / 2.0;
        let knob = |right: f64, ahead: f64| ((right, ahead), 2.0, self.knob);
        [
            ((0.0, 0.0), self.side, self.side),
            knob(11.0, ahead),
            knob(-11.0, ahead),
            knob(11.0, -ahead),
            knob(-11.0, -ahead),
        ]
    }
    fn flying(&self) -> Vec<Part> {
        let part =
            |((aside, ahead), width, length)| Part { base: Base::Rect { width, length }, ahead, aside };
        self.parts().into_iter().map(part).collect()
    }
    fn standing(&self, at: Stand) -> Standing {
        let part = |((right, ahead), width, length)| Rect { middle: at.moved(right, ahead), width, length };
        let parts: Vec<Rect> = self.parts().into_iter().map(part).collect();
        let outline = parts.iter().flat_map(|part| part.outline(DENSE)).collect();
        Standing { at, reach: self.side / 2.0 * 1.5 + self.knob, parts, outline }
    }
}

/// A ship that stands somewhere.
struct Standing {
    at: Stand,
    reach: f64,
    parts: Vec<Rect>,
    outline: Vec<Point>,
}

impl Standing {
    /// How deep two ships are in each other; negative if they are apart, and never less than −1.
    fn depth(&self, other: &Standing) -> f64 {
        if (self.at.x - other.at.x).hypot(self.at.y - other.at.y) > self.reach + other.reach + 1.0 {
            return -1.0;
        }
        let deepest = |points: &[Point], parts: &[Rect]| {
            let depths = points.iter().flat_map(|point| parts.iter().map(|part| part.depth(*point)));
            depths.fold(-1.0, f64::max)
        };
        deepest(&self.outline, &other.parts).max(deepest(&other.outline, &self.parts))
    }
    /// Whether two ships overlap or are in contact.
    fn meets(&self, other: &Standing) -> bool {
        let any = |points: &[Point], parts: &[Rect]| {
            points.iter().any(|point| parts.iter().any(|part| part.depth(*point) > -BLUR))
        };
        any(&other.outline, &self.parts) || any(&self.outline, &other.parts)
    }
}

/// The line along which a ship flies: the middle of a template, which runs on straight before and beyond it.
#[derive(Clone, Copy)]
struct Line {
    /// Where the template begins.
    begin: Stand,
    radius: f64,
    /// To the right; 0 for a straight template.
    degrees: f64,
    length: f64,
}

impl Line {
    fn point(&self, way: f64) -> Point {
        if way <= 0.0 || self.degrees == 0.0 {
            return self.begin.point(0.0, way);
        }
        if way >= self.length {
            return self.begin.around(self.radius, self.degrees).point(0.0, way - self.length);
        }
        let here = self.begin.around(self.radius, self.degrees * way / self.length);
        (here.x, here.y)
    }
    /// Where a ship stands whose middle is on the line and that faces along it, when its rear would have come so far.
    fn middle(&self, side: f64, way: f64) -> Stand {
        let middle = self.point(way + side / 2.0);
        let share = ((way + side / 2.0) / self.length).clamp(0.0, 1.0);
        Stand::new(middle.0, middle.1, self.begin.degrees + self.degrees * share)
    }
    /// Where a ship stands whose rear has come so far: its rear and its front are both on the line.
    fn ship(&self, side: f64, way: f64) -> Stand {
        let rear = self.point(way);
        let (mut near, mut far) = (way + side * 0.99, way + side * 1.5);
        for _ in 0..60 {
            let middle = (near + far) / 2.0;
            let front = self.point(middle);
            if (front.0 - rear.0).hypot(front.1 - rear.1) < side { near = middle } else { far = middle }
        }
        let front = self.point(near);
        let degrees = (front.0 - rear.0).atan2(front.1 - rear.1).to_degrees();
        Stand::new((rear.0 + front.0) / 2.0, (rear.1 + front.1) / 2.0, degrees)
    }
}

/// A maneuver as a line, for a ship that stands somewhere; backwards for one that has turned about first.
fn line(start: Stand, side: f64, bearing: Bearing, speed: usize) -> (Line, bool) {
    let astern = matches!(bearing, Bearing::Reverse | Bearing::ReverseBankLeft | Bearing::ReverseBankRight);
    let from = if astern { start.turned(180.0) } else { start };
    let bank = [80.0, 130.0, 180.0][speed - 1];
    let turn = [35.0, 62.5, 90.0][speed - 1];
    let (radius, degrees): (f64, f64) = match bearing {
        Bearing::Straight | Bearing::ComeAbout | Bearing::Reverse => (0.0, 0.0),
        Bearing::BankLeft | Bearing::LoopLeft | Bearing::RollBankLeft | Bearing::ReverseBankRight => {
            (bank, -45.0)
        }
        Bearing::BankRight | Bearing::LoopRight | Bearing::RollBankRight | Bearing::ReverseBankLeft => {
            (bank, 45.0)
        }
        Bearing::TurnLeft | Bearing::RollLeft | Bearing::LoopTurnLeft => (turn, -90.0),
        Bearing::TurnRight | Bearing::RollRight | Bearing::LoopTurnRight => (turn, 90.0),
        Bearing::Stationary => unreachable!("it leads nowhere"),
    };
    let length = if degrees == 0.0 { 40.0 * speed as f64 } else { radius * degrees.abs().to_radians() };
    (Line { begin: from.moved(0.0, side / 2.0), radius, degrees, length }, astern)
}

#[test]
fn ships_back_up_to_the_first_free_place() {
    let mut chance = Chance(7);
    let (mut stopped, mut stayed, mut free) = (0, 0, 0);
    for number in 0..3000 {
        let ship = if chance.next().is_multiple_of(2) { &SMALL } else { &LARGE };
        let start = chance.stand();
        let bearing = loop {
            let bearing = chance.one_of(&Bearing::ALL);
            if bearing != Bearing::Stationary {
                break bearing;
            }
        };
        let speed = chance.one_of(&[1, 2, 3]);
        let (line, astern) = line(start, ship.side, bearing, speed);
        let by_middle = ship.side == LARGE.side;
        let stand = |way: f64| {
            let stand = if by_middle { line.middle(ship.side, way) } else { line.ship(ship.side, way) };
            if astern { stand.turned(180.0) } else { stand }
        };

        // Other ships on the way, none of them on another or on the start.
        let begin = ship.standing(start);
        let mut others: Vec<(Stand, &Ship, Standing)> = Vec::new();
        for _ in 0..1 + chance.next() % 4 {
            let way = chance.between(0.3, 1.2) * (line.length + ship.side) - ship.side;
            let near =
                stand(way.min(line.length)).moved(chance.between(-35.0, 35.0), chance.between(-35.0, 35.0));
            let degrees = match chance.next() % 2 {
                0 => chance.one_of(&[0.0, 45.0, 90.0, 180.0]),
                _ => chance.between(0.0, 360.0),
            };
            let other = if chance.next().is_multiple_of(3) { &LARGE } else { &SMALL };
            let place = if chance.next().is_multiple_of(8) {
                // In contact at the start already, knob to knob.
                let away = (ship.side + other.side) / 2.0 + ship.knob + other.knob;
                start.moved(0.0, if astern { -away } else { away })
            } else {
                Stand::new(near.x, near.y, start.degrees + degrees)
            };
            let standing = other.standing(place);
            let is_clear = begin.depth(&standing) < BLUR / 2.0;
            if is_clear && others.iter().all(|(_, _, third)| third.depth(&standing) < -BLUR) {
                others.push((place, other, standing));
            }
        }
        let blockers: Vec<Blocker> = others
            .iter()
            .zip(3..)
            .flat_map(|((place, other, _), ship)| {
                let parts = other.flying().into_iter();
                parts.map(move |part| Blocker { ship, part: part.at(place.pose()) })
            })
            .collect();

        let parts = ship.flying();
        let flyer = Flyer { start: start.pose(), base: Base::square(ship.side), parts: &parts, by_middle };
        let maneuver = Maneuver { bearing, speed: speed as u8, colour: Colour::White };
        let flown = flyer.fly(maneuver, &blockers).expect("there is such a template");
        let what = format!("number {number}: {bearing:?} {speed} from {start:?} ended at {:?}", flown.pose);

        let depth = |at: Stand| {
            let here = ship.standing(at);
            others.iter().map(|(_, _, other)| here.depth(other)).fold(-1.0, f64::max)
        };
        let meets = |at: Stand| {
            let here = ship.standing(at);
            others.iter().any(|(_, _, other)| here.meets(other))
        };
        let end_depth = depth(stand(line.length));
        if flown.touched == 0 {
            assert!(end_depth < BLUR, "{what}, which is {end_depth} deep in others");
            let about = if bearing.turns_about() { 180.0 } else { 0.0 };
            let (place, heading) = stand(line.length).turned(about).off(&flown.pose);
            assert!(place < 0.01 && heading < 1.0e-6 && !flown.turn_failed, "{what}");
            free += 1;
            continue;
        }
        assert!(end_depth > -BLUR, "{what}, but nothing is at the end of the template");
        assert_eq!(flown.turn_failed, bearing.turns_about() || bearing.rolls().is_some());

        // The slow way: step by step back from the end to where the ship is said to rest.
        let returned = start.off(&flown.pose).0 < 1.0e-9;
        let mut way = line.length;
        let mut nearest = f64::INFINITY;
        while way > -ship.side {
            let here = stand(way);
            let (place, _) = here.off(&flown.pose);
            if !returned && place > nearest && nearest < STEP {
                break;
            }
            nearest = nearest.min(place);
            assert!(
                place < 2.0 * STEP || meets(here),
                "{what}, {place} mm from a free place {here:?} further ahead"
            );
            way -= STEP;
        }
        if returned {
            stayed += 1;
            continue;
        }
        assert!(nearest < STEP, "{what}, which is {nearest} mm off the template");
        let ahead = flown.pose.heading.to_degrees();
        let rest = ship.standing(Stand::new(flown.pose.at.x, flown.pose.at.y, ahead));
        for ((_, _, other), number) in others.iter().zip(3..) {
            let depth = rest.depth(other);
            assert!(depth < BLUR, "{what}, {depth} mm deep in ship {number}");
            let touched = flown.touched >> number & 1 == 1;
            assert!(!touched || depth > -BLUR, "{what}, {depth} mm from ship {number} that it touches");
        }
        stopped += 1;
    }
    assert!(stopped > 1500 && stayed > 50 && free > 500, "{stopped} stopped, {stayed} stayed, {free} free");
}
