//! What judges of maneuvers and starting places have in common, in points of damage: formations, room among friends,
//! obstacles ahead, and what others are likely to fly. They know places and numbers; what a ship is worth is its game's own judgement.

use std::cmp::Ordering;

use geometry::{Area, Base, Footprint, Heading, Pose, Travel, Vec2, outside, overlaps};

use crate::Maneuver;

/// What running into a friend costs: an action, often a shot, and the place that the other ship was to have.
pub const OWN_RAM: f64 = 3.0;
/// What it costs to end so close to a friend that one of them blocks the other as soon as anything goes wrong.
const TOO_CLOSE: f64 = 0.3;
/// How close that is, from base to base.
const CLOSE: f64 = 20.0;
/// How far ahead, and how far behind its middle, obstacles matter for a ship's flight after the next.
const AHEAD: f64 = 260.0;
const BESIDE: f64 = 60.0;
/// What it costs to fly where being stopped would lose the ship: off the table on the way, though not at the end.
pub const STOPPED_OUTSIDE: f64 = 4.0;
/// How near to the end of a flight others matter that may stop it.
const IN_THE_WAY: f64 = 250.0;
/// What it is worth to face an enemy, and to be 300 mm nearer to one.
const FACING: f64 = 0.5;
const NEARER: f64 = 0.6;
/// How near is near enough.
const NEAR: f64 = 200.0;
/// How much better a maneuver has to look so that it is far likelier to be flown: a quarter of a point nearly triples it.
const SHREWD: f64 = 4.0;
/// What is less probable by so much than the likeliest is left out, and how probable an end must be to be counted on.
const FORGOTTEN: f64 = 0.01;
const SURE: f64 = 0.3;
/// The least room between ships that start beside each other: each can turn without meeting the other.
const GAP: f64 = 40.0;

/// When a friend that has still to fly does so, seen from a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Earlier,
    Later,
}

impl Turn {
    /// The turn of a friend by how its skill compares with the ship's. Of ships of the same skill their player takes the
    /// one first that would otherwise be in the way; `end` is where the friend's dial leads, if it is set.
    pub fn of(skill: Ordering, friend: &Footprint, end: Option<Footprint>, own: &Footprint) -> Turn {
        let earlier = match (skill, end) {
            (Ordering::Less, _) => true,
            (Ordering::Greater, _) => false,
            (Ordering::Equal, Some(end)) => !overlaps(&end, own),
            (Ordering::Equal, None) => own.pose().to_local(friend.pose().at).y > 0.5 * own.base().width(),
        };
        if earlier { Turn::Earlier } else { Turn::Later }
    }
}

/// What friends leave of the table when everybody has flown, as far as their player knows.
#[derive(Default)]
pub struct Room {
    /// Friends that stand where they will stand then.
    settled: Vec<Footprint>,
    /// Where friends will end that fly later.
    later: Vec<Footprint>,
}

impl Room {
    pub fn settle(&mut self, friend: Footprint) {
        self.settled.push(friend);
    }

    pub fn expect(&mut self, friend: Footprint) {
        self.later.push(friend);
    }

    /// What ending here costs: friends that would run into the ship, and friends that it would end close to.
    pub fn crowding(&self, base: &Footprint) -> f64 {
        let near = |end: &&Footprint| {
            let reach = (base.base().width() + end.base().width()) / 2.0 + CLOSE;
            end.pose().at.distance(base.pose().at) < reach
        };
        let close = self.settled.iter().chain(&self.later).filter(near).count();
        OWN_RAM * self.met_later(base) as f64 + TOO_CLOSE * close as f64
    }

    /// How many friends would run into a ship that has ended here.
    pub fn met_later(&self, base: &Footprint) -> usize {
        self.later.iter().filter(|end| overlaps(base, *end)).count()
    }
}

/// Where a ship is thought to be that flies earlier, nobody knows where to: a friend, because it will be flown so that it
/// does not stand in the way, and an enemy, because it may be anywhere.
pub fn out_of_the_way(ship: u8) -> Pose {
    Pose::new(Vec2::new(-10_000.0, -1_000.0 * f64::from(ship)), Heading::NORTH)
}

/// Whether a ship that is stopped on its way would stand off the table then, wherever the maneuver itself leads.
pub fn passes_outside(pose: Pose, base: Base, maneuver: Maneuver, area: &Area) -> bool {
    let Some(path) = maneuver.path().filter(|_| maneuver.bearing.travel() == Travel::Ahead) else {
        return false;
    };
    let stop = |part: f64| path.along(pose, base.length(), part * path.length());
    [0.0, 0.25, 0.5, 0.75].iter().any(|part| outside(&Footprint::new(base, stop(*part)), area))
}

/// The same where one of the others is near enough to stop it.
pub fn may_stop_outside(
    pose: Pose,
    base: Base,
    maneuver: Maneuver,
    area: &Area,
    mut others: impl Iterator<Item = Vec2>,
) -> bool {
    let Some(end) = maneuver.path().map(|path| path.end(pose, base.length())) else { return false };
    others.any(|other| other.distance(end.at) < IN_THE_WAY) && passes_outside(pose, base, maneuver, area)
}

/// How good it is to be at one place with an enemy at another, as far as that lasts longer than a shot.
pub fn towards(pose: Pose, enemy: Vec2) -> f64 {
    let way = enemy - pose.at;
    let distance = way.length().max(1.0);
    let facing = pose.heading.ahead().dot(way) / distance;
    FACING * facing - NEARER * (distance - NEAR).max(0.0) / 300.0
}

/// The same with the enemy for whom that is best.
pub fn nearest(pose: Pose, enemies: impl Iterator<Item = Vec2>) -> f64 {
    enemies.map(|enemy| towards(pose, enemy)).reduce(f64::max).unwrap_or_default()
}

/// The same with enemies of which it is only known how probable their places are.
pub fn nearest_of_likely<'a>(pose: Pose, enemies: impl Iterator<Item = &'a Ends>) -> f64 {
    let mean = |ends: &Ends| ends.iter().map(|(end, share)| share * towards(pose, end.at)).sum();
    enemies.map(mean).reduce(f64::max).unwrap_or_default()
}

/// Where a ship may end, and how probable that is.
pub type Ends = Vec<(Pose, f64)>;

/// How probable the ends of maneuvers are for a player to whom each looks so good.
pub fn chosen(mut ends: Ends) -> Ends {
    let best = ends.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    ends.iter_mut().for_each(|(_, value)| *value = (SHREWD * (*value - best)).exp());
    ends.retain(|(_, wish)| *wish > FORGOTTEN);
    let all: f64 = ends.iter().map(|(_, wish)| wish).sum();
    ends.iter_mut().for_each(|(_, share)| *share /= all);
    ends
}

/// The end that may be counted on, if there is one.
pub fn likeliest(ends: &Ends) -> Option<Pose> {
    let (end, share) = ends.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (*share > SURE).then_some(*end)
}

/// Whether something lies where a ship may meet it on its flight after the next.
pub fn lies_ahead(pose: Pose, at: Vec2) -> bool {
    let place = pose.to_local(at);
    place.y > -BESIDE && place.length() < AHEAD
}

/// What it costs to stand where no more than so many maneuvers lead past the obstacles ahead.
pub fn hemmed_in(ways: usize) -> f64 {
    match ways {
        0 => 2.0,
        1 => 1.0,
        2 => 0.5,
        3 => 0.2,
        _ => 0.0,
    }
}

/// What a starting place costs that is so far from those of friends, measured from base to base.
pub fn apart(gaps: impl Iterator<Item = f64>) -> f64 {
    let (mut nearest, mut sum, mut count) = (f64::INFINITY, 0.0, 0.0);
    for gap in gaps {
        nearest = gap.min(nearest);
        sum += gap;
        count += 1.0;
    }
    if count == 0.0 {
        return 0.0;
    }
    let crowded = if nearest < GAP { 1.0 } else { 0.0 };
    crowded + (nearest - 2.0 * GAP).max(0.0) / 100.0 + sum / count / 200.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bearing, Colour};

    #[test]
    fn a_turn_at_the_edge_is_dangerous_only_if_somebody_is_near() {
        let area = Area { min: Vec2::ZERO, max: Vec2::new(900.0, 900.0) };
        let turn = Maneuver { bearing: Bearing::TurnRight, speed: 2, colour: Colour::White };
        let pose = Pose::new(Vec2::new(100.0, 760.0), Heading::NORTH);
        let stops = |at: Vec2, pose: Pose| {
            may_stop_outside(pose, Base::square(80.0), turn, &area, std::iter::once(at))
        };
        assert!(stops(Vec2::new(300.0, 800.0), pose));
        assert!(!stops(Vec2::new(300.0, 300.0), pose));
        assert!(!stops(Vec2::new(300.0, 800.0), Pose::new(Vec2::new(100.0, 500.0), Heading::NORTH)));
    }

    #[test]
    fn friends_of_the_same_skill_make_way_for_each_other() {
        let base = |y: f64| Footprint::new(Base::square(40.0), Pose::new(Vec2::new(0.0, y), Heading::NORTH));
        let turn =
            |skill, friend: f64, end: Option<f64>| Turn::of(skill, &base(friend), end.map(base), &base(0.0));
        assert_eq!(turn(Ordering::Less, -50.0, Some(0.0)), Turn::Earlier);
        assert_eq!(turn(Ordering::Greater, 50.0, Some(200.0)), Turn::Later);
        assert_eq!(turn(Ordering::Equal, 50.0, None), Turn::Earlier);
        assert_eq!(turn(Ordering::Equal, -50.0, None), Turn::Later);
        assert_eq!(turn(Ordering::Equal, -100.0, Some(10.0)), Turn::Later);
        assert_eq!(turn(Ordering::Equal, -100.0, Some(100.0)), Turn::Earlier);
    }

    #[test]
    fn ending_beside_a_friend_costs_less_than_being_run_into() {
        let base = |x: f64| Footprint::new(Base::square(40.0), Pose::new(Vec2::new(x, 0.0), Heading::NORTH));
        let mut room = Room::default();
        room.settle(base(0.0));
        room.expect(base(500.0));
        assert_eq!(room.crowding(&base(250.0)), 0.0);
        assert!(room.crowding(&base(50.0)) > 0.0);
        assert!(room.crowding(&base(480.0)) > OWN_RAM);
        assert!(room.crowding(&base(450.0)) < OWN_RAM);
    }

    #[test]
    fn better_maneuvers_are_likelier() {
        let at = |y: f64| Pose::new(Vec2::new(0.0, y), Heading::NORTH);
        let ends = chosen(vec![(at(0.0), 1.0), (at(1.0), 2.0), (at(2.0), -9.0)]);
        assert_eq!(ends.len(), 2);
        assert!((ends.iter().map(|end| end.1).sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(likeliest(&ends), Some(at(1.0)));
        let any = chosen((0..5).map(|y| (at(f64::from(y)), 1.0)).collect());
        assert_eq!(likeliest(&any), None);
        assert_eq!(likeliest(&chosen(Vec::new())), None);
    }

    #[test]
    fn it_is_good_to_be_near_and_to_face_somebody() {
        let pose = Pose::new(Vec2::ZERO, Heading::NORTH);
        let [ahead, far, behind] = [300.0, 600.0, -300.0].map(|y| Vec2::new(0.0, y));
        assert!(towards(pose, ahead) > towards(pose, far));
        assert!(towards(pose, ahead) > towards(pose, behind));
        assert_eq!(nearest(pose, [behind, ahead, far].into_iter()), towards(pose, ahead));
        let (near, gone) = (Pose::new(ahead, Heading::NORTH), Pose::new(far, Heading::NORTH));
        let likely = nearest_of_likely(pose, [vec![(near, 0.5), (gone, 0.5)]].iter());
        assert!((likely - (towards(pose, ahead) + towards(pose, far)) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn friends_start_beside_each_other_but_not_in_each_others_way() {
        let cost = |gaps: &[f64]| apart(gaps.iter().copied());
        assert_eq!(cost(&[]), 0.0);
        assert!(cost(&[50.0]) < cost(&[10.0]));
        assert!(cost(&[50.0]) < cost(&[300.0]));
        assert!(cost(&[50.0, 150.0]) < cost(&[50.0, 600.0]));
    }
}
