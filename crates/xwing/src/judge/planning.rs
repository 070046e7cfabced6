//! What a ship's friends are about to do, and what lies ahead of it: the part of judging a maneuver that looks beyond the
//! ship itself. A player knows the dials of the own ships, and in which order ships fly.

use arrayvec::ArrayVec;
use flightpath::judging::{Room, Turn, hemmed_in, lies_ahead, likeliest, out_of_the_way};
use flightpath::{Colour, Flyer, Maneuver, Ships};
use geometry::{Footprint, Pose};

use super::Judge;
use crate::foresight::foresee;
use crate::maneuvers::dial;
use crate::measure::{flyer, footprint, is_outside, lies_on, minds_obstacles, obstacle_shape};
use crate::phases::skill;
use crate::state::{Cursor, MAX_SHIPS, ShipId, State};

/// The table as a ship will find it when it flies, as far as its player knows.
pub(super) struct Plan {
    id: ShipId,
    /// Friends that fly earlier stand where their dials lead; those whose dials are not set yet make way. Enemies that fly
    /// earlier stand where they most likely end.
    pub state: State,
    pub friends: Ships,
    pub room: Room,
}

impl<'a> Judge<'a> {
    pub(super) fn with_plan<T>(&self, id: ShipId, look: impl FnOnce(&Plan) -> T) -> T {
        let kept = self.plan.get_or_init(|| self.make_plan(id));
        if kept.id == id { look(kept) } else { look(&self.make_plan(id)) }
    }

    fn make_plan(&self, id: ShipId) -> Plan {
        let mut plan = Plan { id, state: self.state.clone(), friends: 0, room: Room::default() };
        self.expect_enemies(id, &mut plan.state);
        let mut friends: ArrayVec<ShipId, MAX_SHIPS> = self.state.friends_of(id).collect();
        friends.sort_by_key(|friend| skill(self.state, *friend));
        for friend in friends {
            plan.friends |= friend.bit();
            if !self.has_to_fly(friend) {
                plan.room.settle(self.base_at(friend, self.state.ship(friend).pose));
                continue;
            }
            match (self.turn_of(friend, id), self.state.ship(friend).dial) {
                (Turn::Earlier, Some(maneuver)) => {
                    let end = foresee(&plan.state, friend, maneuver).map(|foreseen| foreseen.pose);
                    let end = end.unwrap_or(plan.state.ship(friend).pose);
                    plan.state.ship_mut(friend).pose = end;
                    plan.room.settle(self.base_at(friend, end));
                }
                (Turn::Earlier, None) => plan.state.ship_mut(friend).pose = out_of_the_way(friend.0),
                (Turn::Later, Some(maneuver)) => {
                    self.set_end(friend, maneuver).into_iter().for_each(|end| plan.room.expect(end));
                }
                (Turn::Later, None) => {}
            }
        }
        plan
    }

    /// Enemies that fly before a ship make room where they are and may stand in its way where they end.
    fn expect_enemies(&self, id: ShipId, state: &mut State) {
        if self.naive {
            return;
        }
        let own = skill(self.state, id);
        self.with_outlook(id, |outlook| {
            for (enemy, ends) in &outlook.enemies {
                if self.has_to_fly(enemy.id) && skill(self.state, enemy.id) < own {
                    state.ship_mut(enemy.id).pose =
                        likeliest(ends).unwrap_or_else(|| out_of_the_way(enemy.id.0));
                }
            }
        });
    }

    pub(super) fn base_at(&self, id: ShipId, pose: Pose) -> Footprint {
        footprint(self.state.ship(id).size, pose)
    }

    /// Where the dial of a ship leads if nobody is in the way.
    fn set_end(&self, id: ShipId, maneuver: Maneuver) -> Option<Footprint> {
        let end = self.end_of(id, self.state.ship(id).pose, maneuver)?;
        Some(self.base_at(id, end))
    }

    fn turn_of(&self, friend: ShipId, id: ShipId) -> Turn {
        if !matches!(self.state.cursor, Cursor::Planning) && self.state.active == Some(id) {
            return Turn::Later;
        }
        let (own, other) = (self.state.ship(id), self.state.ship(friend));
        let skill = skill(self.state, friend).cmp(&skill(self.state, id));
        let end = other.dial.and_then(|maneuver| self.set_end(friend, maneuver));
        Turn::of(skill, &self.base_at(friend, other.pose), end, &self.base_at(id, own.pose))
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
            .filter(|obstacle| lies_ahead(pose, obstacle.pose.at))
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
