//! What a ship's friends are about to do, and what lies ahead of it: the part of judging a maneuver that looks beyond the
//! ship itself. A player knows the dials of the own ships, and in which order ships fly.

use arrayvec::ArrayVec;
use flightpath::judging::{Room, Turn, hemmed_in, lies_ahead, likeliest, out_of_the_way};
use flightpath::{Colour, Maneuver, fly};
use geometry::{Footprint, Pose, outside};

use super::Judge;
use crate::foresight::foresee;
use crate::maneuvers::{dial, flies_over, may_set};
use crate::measure::{base, footprint, play_area};
use crate::phases::skill;
use crate::state::{Cursor, MAX_SHIPS, ShipId, State, Token, TokenKind};

/// The table as a ship will find it when it flies, as far as its player knows.
pub(super) struct Plan {
    id: ShipId,
    /// Friends that fly earlier stand where their dials lead; those whose dials are not set yet make way. Enemies that fly
    /// earlier stand where they most likely end.
    pub state: State,
    pub room: Room,
    /// What each enemy has to expect from friends whose places are known.
    pub pressed: [f64; MAX_SHIPS],
}

impl<'a> Judge<'a> {
    pub(super) fn with_plan<T>(&self, id: ShipId, look: impl FnOnce(&Plan) -> T) -> T {
        let kept = self.plan.get_or_init(|| self.make_plan(id));
        if kept.id == id { look(kept) } else { look(&self.make_plan(id)) }
    }

    fn make_plan(&self, id: ShipId) -> Plan {
        let mut plan =
            Plan { id, state: self.state.clone(), room: Room::default(), pressed: [0.0; MAX_SHIPS] };
        self.expect_enemies(id, &mut plan.state);
        let mut known = ArrayVec::<(ShipId, Pose), MAX_SHIPS>::new();
        let mut friends: ArrayVec<ShipId, MAX_SHIPS> = self
            .state
            .in_play()
            .filter(|friend| *friend != id && self.state.are_friends(id, *friend))
            .collect();
        friends.sort_by_key(|friend| skill(self.state, *friend));
        for friend in friends {
            let ship = self.state.ship(friend);
            if !self.has_to_fly(friend) {
                plan.room.settle(footprint(ship.pose));
                known.push((friend, ship.pose));
                continue;
            }
            match (self.turn_of(friend, id), ship.dial) {
                (Turn::Earlier, Some(maneuver)) => {
                    let end = foresee(&plan.state, friend, maneuver).map(|foreseen| foreseen.flight.pose);
                    let end = end.unwrap_or(ship.pose);
                    plan.state.ship_mut(friend).pose = end;
                    plan.room.settle(footprint(end));
                    known.push((friend, end));
                }
                (Turn::Earlier, None) => plan.state.ship_mut(friend).pose = out_of_the_way(friend.0),
                (Turn::Later, Some(maneuver)) => {
                    let end = self.end_of(friend, maneuver);
                    known.extend(end.map(|end| (friend, end.pose())));
                    end.into_iter().for_each(|end| plan.room.expect(end));
                }
                (Turn::Later, None) => {}
            }
        }
        if !known.is_empty() {
            plan.pressed = self.pressure(id, &known);
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
            for rival in &outlook.rivals {
                if self.has_to_fly(rival.id) && skill(self.state, rival.id) < own {
                    state.ship_mut(rival.id).pose =
                        likeliest(&rival.ends).unwrap_or_else(|| out_of_the_way(rival.id.0));
                }
            }
        });
    }

    /// Where a maneuver leads if nobody is in the way.
    fn end_of(&self, id: ShipId, maneuver: Maneuver) -> Option<Footprint> {
        Some(footprint(maneuver.path()?.end(self.state.ship(id).pose, base().length())))
    }

    fn turn_of(&self, friend: ShipId, id: ShipId) -> Turn {
        if !matches!(self.state.cursor, Cursor::Planning) && self.state.active == Some(id) {
            return Turn::Later;
        }
        let (own, other) = (self.state.ship(id), self.state.ship(friend));
        let skill = skill(self.state, friend).cmp(&skill(self.state, id));
        let end = other.dial.and_then(|maneuver| self.end_of(friend, maneuver));
        Turn::of(skill, &footprint(other.pose), end, &footprint(own.pose))
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
            let bad = matches!(token.kind, TokenKind::Obstacle | TokenKind::Minefield(_));
            bad && lies_ahead(pose, token.at)
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
