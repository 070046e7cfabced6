//! What a ship's friends are about to do, and what lies ahead of it: the part of judging a maneuver that looks beyond the
//! ship itself. A player knows the dials of the own ships, and in which order ships fly.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use flightpath::judging::{AHEAD, CLOSE, hemmed_in};
use flightpath::{Colour, Maneuver, fly};
use geometry::{Footprint, Heading, Pose, Vec2, outside, overlaps};

use super::Judge;
use crate::foresight::foresee;
use crate::maneuvers::{dial, flies_over, may_set};
use crate::measure::{base, footprint, play_area};
use crate::phases::skill;
use crate::state::{BASE, Cursor, ShipId, State, Token, TokenKind};

/// The table as a ship will find it when it flies, as far as its player knows.
pub(super) struct Plan {
    id: ShipId,
    /// Friends that fly earlier stand where their dials lead; those whose dials are not set yet make way.
    pub state: State,
    /// Where friends stand when everybody has flown, as far as that is known already.
    settled: ArrayVec<Vec2, 16>,
    /// Where friends will end that fly later.
    later: ArrayVec<Footprint, 16>,
}

impl Plan {
    /// How many friends would run into a ship that has ended here.
    pub fn met_later(&self, pose: Pose) -> usize {
        let base = footprint(pose);
        self.later.iter().filter(|end| overlaps(&base, *end)).count()
    }

    /// How many friends that have flown, or will have, it would end close to.
    pub fn close_to(&self, pose: Pose) -> usize {
        let ends = self.later.iter().map(|end| end.pose().at).chain(self.settled.iter().copied());
        ends.filter(|at| at.distance(pose.at) < BASE + CLOSE).count()
    }
}

/// When a friend flies, seen from a ship.
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
        let mut plan =
            Plan { id, state: self.state.clone(), settled: ArrayVec::new(), later: ArrayVec::new() };
        let mut friends: ArrayVec<ShipId, 16> = self
            .state
            .in_play()
            .filter(|friend| *friend != id && self.state.are_friends(id, *friend))
            .collect();
        friends.sort_by_key(|friend| skill(self.state, *friend));
        for friend in friends {
            if !self.has_to_fly(friend) {
                plan.settled.push(self.state.ship(friend).pose.at);
                continue;
            }
            match (self.turn_of(friend, id), self.state.ship(friend).dial) {
                (Turn::Earlier, Some(maneuver)) => {
                    let end = foresee(&plan.state, friend, maneuver).map(|foreseen| foreseen.flight.pose);
                    let end = end.unwrap_or(self.state.ship(friend).pose);
                    plan.state.ship_mut(friend).pose = end;
                    plan.settled.push(end.at);
                }
                // It will be flown so that it does not stand in the way.
                (Turn::Earlier, None) => plan.state.ship_mut(friend).pose = away(friend),
                (Turn::Later, Some(maneuver)) => plan.later.extend(self.end_of(friend, maneuver)),
                (Turn::Later, None) => {}
            }
        }
        plan
    }

    /// Where a maneuver leads if nobody is in the way.
    fn end_of(&self, id: ShipId, maneuver: Maneuver) -> Option<Footprint> {
        Some(footprint(maneuver.path()?.end(self.state.ship(id).pose, base().length())))
    }

    /// Whether a friend that has still to fly does so before a ship. Of ships of the same skill their player takes the
    /// one first that would otherwise be in the way.
    fn turn_of(&self, friend: ShipId, id: ShipId) -> Turn {
        if !matches!(self.state.cursor, Cursor::Planning) && self.state.active == Some(id) {
            return Turn::Later;
        }
        let (own, other) = (self.state.ship(id), self.state.ship(friend));
        match skill(self.state, friend).cmp(&skill(self.state, id)) {
            Ordering::Less => Turn::Earlier,
            Ordering::Greater => Turn::Later,
            Ordering::Equal => {
                let earlier = match other.dial.and_then(|maneuver| self.end_of(friend, maneuver)) {
                    Some(end) => !overlaps(&end, &footprint(own.pose)),
                    None => own.pose.to_local(other.pose.at).y > 0.5 * BASE,
                };
                if earlier { Turn::Earlier } else { Turn::Later }
            }
        }
    }

    /// Whether it is good that a ship flies next: it does not run into anybody as everything stands.
    pub(super) fn turn(&self, id: ShipId) -> f64 {
        let set = self.state.ship(id).dial.filter(|_| self.has_to_fly(id));
        let stopped = set.and_then(|maneuver| foresee(self.state, id, maneuver)?.stopped_by);
        if stopped.is_some() { -1.0 } else { 0.0 }
    }

    /// What it costs to stand where few maneuvers lead past the obstacles ahead.
    pub(super) fn hemmed_in(&self, id: ShipId, pose: Pose) -> f64 {
        let is_near = |token: &&Token| {
            let place = pose.to_local(token.at);
            let bad = matches!(token.kind, TokenKind::Obstacle | TokenKind::Minefield(_));
            bad && place.y > -60.0 && place.length() < AHEAD
        };
        let near: ArrayVec<&Token, 16> = self.state.tokens.iter().filter(is_near).take(16).collect();
        if near.is_empty() {
            return 0.0;
        }
        let area = play_area(self.state);
        let is_clear = |maneuver: &&Maneuver| {
            let Some(flight) = fly(pose, base(), **maneuver, &[] as &[Footprint]) else { return false };
            !outside(&footprint(flight.pose), &area)
                && near.iter().all(|token| !flies_over(pose, &flight, token))
        };
        let easy = dial(self.state, id)
            .iter()
            .filter(|maneuver| maneuver.colour != Colour::Red && may_set(self.state, id, **maneuver).is_ok());
        hemmed_in(easy.filter(is_clear).take(4).count())
    }
}

/// A place where nobody is in anybody's way.
fn away(id: ShipId) -> Pose {
    Pose::new(Vec2::new(-10_000.0, -1_000.0 * f64::from(id.0)), Heading::NORTH)
}
