//! What a ship's friends are about to do, and what lies ahead of it: the part of judging a maneuver that looks beyond the
//! ship itself. A player knows the dials of the own ships, and in which order ships fly.

use arrayvec::ArrayVec;
use flightpath::judging::{AHEAD, CLOSE, hemmed_in};
use flightpath::{Colour, Flyer, Maneuver, Ships};
use geometry::{Footprint, Heading, Pose, Vec2, overlaps};

use super::Judge;
use crate::foresight::foresee;
use crate::maneuvers::dial;
use crate::measure::{flyer, footprint, is_outside, lies_on, minds_obstacles, obstacle_shape, side};
use crate::phases::skill;
use crate::state::{Cursor, MAX_SHIPS, ShipId, Size, State};

/// The table as a ship will find it when it flies, as far as its player knows.
pub(super) struct Plan {
    id: ShipId,
    /// Friends that fly earlier stand where their dials lead; those whose dials are not set yet make way.
    pub state: State,
    pub friends: Ships,
    /// Friends that stand where they will stand when everybody has flown.
    settled: Ships,
    /// Where friends will end that fly later.
    later: ArrayVec<Footprint, MAX_SHIPS>,
}

impl Plan {
    /// How many friends would run into a ship that has ended here.
    pub fn met_later(&self, size: Size, pose: Pose) -> usize {
        let base = footprint(size, pose);
        self.later.iter().filter(|end| overlaps(&base, *end)).count()
    }

    /// How many friends that have flown, or will have, it would end close to.
    pub fn close_to(&self, size: Size, pose: Pose) -> usize {
        let near = |at: Vec2, other: f64| at.distance(pose.at) < (side(size) + other) / 2.0 + CLOSE;
        let later = self.later.iter().filter(|end| near(end.pose().at, end.base().width()));
        let friends = self.state.friends_of(self.id).filter(|friend| self.settled & friend.bit() != 0);
        let settled = friends.map(|friend| self.state.ship(friend));
        later.count() + settled.filter(|ship| near(ship.pose.at, side(ship.size))).count()
    }
}

/// When a friend flies, seen from a ship.
#[derive(PartialEq)]
enum Turn {
    Earlier,
    Later,
}

impl<'a> Judge<'a> {
    pub(super) fn with_plan<T>(&self, id: ShipId, look: impl FnOnce(&Plan) -> T) -> T {
        let kept = self.plan.get_or_init(|| self.make_plan(id));
        if kept.id == id { look(kept) } else { look(&self.make_plan(id)) }
    }

    fn make_plan(&self, id: ShipId) -> Plan {
        let mut state = self.state.clone();
        let mut waiting: ArrayVec<ShipId, MAX_SHIPS> =
            self.state.friends_of(id).filter(|friend| self.has_to_fly(*friend)).collect();
        waiting.sort_by_key(|friend| skill(self.state, *friend));
        let friends = self.state.friends_of(id).fold(0, |ships, friend| ships | friend.bit());
        let mut settled = friends;
        let mut later = ArrayVec::new();
        for friend in waiting {
            let set = self.state.ship(friend).dial;
            settled &= !friend.bit();
            match (self.turn_of(friend, id), set) {
                (Turn::Earlier, Some(maneuver)) => {
                    let end = foresee(&state, friend, maneuver).map(|foreseen| foreseen.pose);
                    state.ship_mut(friend).pose = end.unwrap_or(state.ship(friend).pose);
                    settled |= friend.bit();
                }
                // It will be flown so that it does not stand in the way.
                (Turn::Earlier, None) => state.ship_mut(friend).pose = away(friend),
                (Turn::Later, Some(maneuver)) => {
                    let end = self.end_of(friend, self.state.ship(friend).pose, maneuver);
                    later.extend(end.map(|end| footprint(self.state.ship(friend).size, end)));
                }
                (Turn::Later, None) => {}
            }
        }
        Plan { id, state, friends, settled, later }
    }

    /// Whether a friend that has still to fly does so before a ship. Of ships of the same skill their player takes the
    /// one first that would otherwise be in the way.
    fn turn_of(&self, friend: ShipId, id: ShipId) -> Turn {
        let planning = matches!(self.state.cursor, Cursor::Planning);
        if !planning && self.state.active == Some(id) {
            return Turn::Later;
        }
        let (own, other) = (self.state.ship(id), self.state.ship(friend));
        match skill(self.state, friend).cmp(&skill(self.state, id)) {
            std::cmp::Ordering::Less => Turn::Earlier,
            std::cmp::Ordering::Greater => Turn::Later,
            std::cmp::Ordering::Equal => {
                let end = other.dial.and_then(|maneuver| self.end_of(friend, other.pose, maneuver));
                let earlier = match end {
                    Some(end) => !overlaps(&footprint(other.size, end), &footprint(own.size, own.pose)),
                    None => own.pose.to_local(other.pose.at).y > 0.5 * side(own.size),
                };
                if earlier { Turn::Earlier } else { Turn::Later }
            }
        }
    }

    /// Whether it is good that a ship flies next: it does not run into anybody as everything stands.
    pub(super) fn turn(&self, id: ShipId) -> f64 {
        let set = self.state.ship(id).dial.filter(|_| self.has_to_fly(id));
        let met = set.and_then(|maneuver| foresee(self.state, id, maneuver)).map(|foreseen| foreseen.touched);
        if met.unwrap_or(0) == 0 { 0.0 } else { -1.0 }
    }

    /// What it costs to stand where few maneuvers lead past the obstacles ahead.
    pub(super) fn hemmed_in(&self, id: ShipId, pose: Pose) -> f64 {
        let size = self.state.ship(id).size;
        let near: ArrayVec<_, 16> = self
            .state
            .obstacles
            .iter()
            .filter(|obstacle| {
                let place = pose.to_local(obstacle.pose.at);
                place.y > -60.0 && place.length() < AHEAD
            })
            .take(16)
            .map(obstacle_shape)
            .collect();
        if near.is_empty() || size.is_huge() || !minds_obstacles(self.state, id) {
            return 0.0;
        }
        let flyer = Flyer { start: pose, ..flyer(self.state, id) };
        let is_clear = |maneuver: &&Maneuver| {
            let Some(flown) = flyer.fly(**maneuver, &[]) else { return false };
            !is_outside(self.state, size, flown.pose)
                && near.iter().all(|shape| {
                    !lies_on(size, flown.pose, shape)
                        && !flown.trail.is_some_and(|trail| trail.overlaps(shape))
                })
        };
        let easy = dial(self.state, id).iter().filter(|maneuver| maneuver.colour != Colour::Red);
        hemmed_in(easy.filter(is_clear).take(4).count())
    }
}

/// A place where nobody is in anybody's way.
fn away(id: ShipId) -> Pose {
    Pose::new(Vec2::new(-10_000.0, -1_000.0 * f64::from(id.0)), Heading::NORTH)
}
