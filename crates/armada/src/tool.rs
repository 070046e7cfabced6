//! The maneuver tool: its measures, where a ship ends that follows it, and where the tool itself lies. Pure geometry; what
//! a ship may set is not its business.

use arrayvec::ArrayVec;
use geometry::{Base, Footprint, Heading, Pose, Side, overlaps};

use crate::state::JOINTS;

/// Degrees of one click of a joint.
const CLICK: f64 = 22.5;
/// From joint to joint; also how far a ship moves straight ahead for each point of speed.
const SEGMENT: f64 = 67.3;
/// From a joint to the front edge of a ship that is attached to the segment beyond it.
const JOINT_TO_SHIP: f64 = 21.0;
/// From the front edge of a ship to the next joint.
const SHIP_TO_JOINT: f64 = SEGMENT - JOINT_TO_SHIP;
/// How far the middle line of the tool runs beside the ship's base.
const BESIDE: f64 = 7.9;
/// The width of a segment.
const WIDTH: f64 = 15.25;
/// How far the guides of the first segment reach behind the front edge of the ship.
const GUIDES: f64 = 12.6;

/// Where the guides hold the front corner of a ship.
fn guides(ship: Pose, base: Base, side: Side) -> Pose {
    ship.ahead(base.length() / 2.0).aside(side.sign() * (base.width() / 2.0 + BESIDE))
}

fn bent(pose: Pose, clicks: i8) -> Pose {
    let turn = Heading::degrees_clockwise_from_north(CLICK * f64::from(clicks));
    Pose { heading: turn.relative_to(pose.heading), ..pose }
}

/// Where every joint up to `speed` is, already turned the way the tool goes on from it.
fn joints(start: Pose, base: Base, clicks: &[i8; JOINTS], speed: u8, side: Side) -> ArrayVec<Pose, JOINTS> {
    let mut joints = ArrayVec::new();
    let mut at = guides(start, base, side).ahead(SHIP_TO_JOINT);
    for clicks in clicks.iter().take(speed as usize) {
        at = bent(at, *clicks);
        joints.push(at);
        at = at.ahead(SEGMENT);
    }
    joints
}

/// Where a ship ends that moves along the tool to the joint of its speed. At speed 0 it stays.
pub fn end(start: Pose, base: Base, clicks: &[i8; JOINTS], speed: u8, side: Side) -> Pose {
    match joints(start, base, clicks, speed, side).last() {
        Some(joint) => joint
            .ahead(JOINT_TO_SHIP)
            .aside(-side.sign() * (base.width() / 2.0 + BESIDE))
            .ahead(-base.length() / 2.0),
        None => start,
    }
}

/// The segments from the start to the joint of the speed; what lies beyond is bent out of the way.
pub fn segments(
    start: Pose,
    base: Base,
    clicks: &[i8; JOINTS],
    speed: u8,
    side: Side,
) -> ArrayVec<Footprint, JOINTS> {
    let bar = |from: Pose, length: f64| {
        Footprint::new(Base::Rect { width: WIDTH, length }, from.ahead(length / 2.0))
    };
    let joints = joints(start, base, clicks, speed, side);
    let mut laid = ArrayVec::new();
    if !joints.is_empty() {
        laid.push(bar(guides(start, base, side).ahead(-GUIDES), GUIDES + SHIP_TO_JOINT));
    }
    for joint in joints.iter().take(joints.len().saturating_sub(1)) {
        laid.push(bar(*joint, SEGMENT));
    }
    laid
}

/// Whether the ship would end on the tool. Only the base counts: the tool runs under the shield dials even in a straight
/// maneuver.
pub fn is_overlapped(start: Pose, base: Base, clicks: &[i8; JOINTS], speed: u8, side: Side) -> bool {
    let ship = Footprint::new(base, end(start, base, clicks, speed, side));
    segments(start, base, clicks, speed, side).iter().any(|segment| overlaps(&ship, segment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec2;

    const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);
    const SMALL: Base = Base::Rect { width: 43.0, length: 71.0 };

    #[test]
    fn straight_ahead_a_ship_moves_one_segment_per_speed() {
        for speed in 0..=4 {
            for side in [Side::Left, Side::Right] {
                let end = end(START, SMALL, &[0; JOINTS], speed, side);
                assert!((end.at - Vec2::new(0.0, SEGMENT * f64::from(speed))).length() < 1e-9);
                assert!(!is_overlapped(START, SMALL, &[0; JOINTS], speed, side));
            }
        }
    }

    #[test]
    fn left_and_right_are_mirror_images() {
        let clicks = [1, -2, 0, 2];
        let mirrored = clicks.map(|clicks: i8| -clicks);
        for speed in 1..=4 {
            let left = end(START, SMALL, &clicks, speed, Side::Left);
            let right = end(START, SMALL, &mirrored, speed, Side::Right);
            assert!((left.at - Vec2::new(-right.at.x, right.at.y)).length() < 1e-9);
        }
    }

    #[test]
    fn in_a_turn_the_tool_lies_on_the_inside() {
        assert!(is_overlapped(START, SMALL, &[1, 0, 0, 0], 1, Side::Left));
        assert!(!is_overlapped(START, SMALL, &[1, 0, 0, 0], 1, Side::Right));
    }
}
