//! Where enemies are likely to stand when shots are fired. A player knows their ships and thinks that they are flown as one
//! would fly them oneself; what nobody can see, such as their dials, does not enter.

use flightpath::Colour;
use flightpath::judging::{Ends, chosen, nearest};
use geometry::{Vec2, outside};

use super::{Judge, LOST};
use crate::foresight::foresee;
use crate::maneuvers::{colour_for, dial, may_set};
use crate::measure::{base, footprint, play_area};
use crate::state::ShipId;

impl<'a> Judge<'a> {
    /// Where each enemy of a ship may stand in the next Combat Phase: where it is, or one flight further.
    pub(super) fn places_of_enemies(&self, id: ShipId) -> Vec<(ShipId, Ends)> {
        let enemies = self.state.enemies_of(id);
        if !self.naive {
            return enemies.map(|enemy| (enemy, self.or_here(enemy, || self.predicted(enemy)))).collect();
        }
        let ours = self.expected(id);
        enemies.map(|enemy| (enemy, self.or_here(enemy, || self.eager(enemy, &ours)))).collect()
    }

    /// Where the side of a ship may be expected: enemies fly to where we will be, not to where we are.
    fn expected(&self, id: ShipId) -> Vec<Vec2> {
        let at = |ship: ShipId| self.state.ship(ship).pose.at;
        let enemies: Vec<Vec2> = self.state.enemies_of(id).map(at).collect();
        let expected = |own: ShipId| {
            let ends = self.or_here(own, || self.eager(own, &enemies));
            ends.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(at(own), |(pose, _)| pose.at)
        };
        let own = self.state.in_play().filter(|other| self.state.are_friends(id, *other));
        own.map(expected).collect()
    }

    /// Where a ship stands that does not fly any more, or cannot, and otherwise where it ends.
    fn or_here(&self, id: ShipId, ends: impl FnOnce() -> Ends) -> Ends {
        let flies = self.has_to_fly(id) && self.state.active != Some(id);
        let ends = if flies { ends() } else { Ends::new() };
        if ends.is_empty() { vec![(self.state.ship(id).pose, 1.0)] } else { ends }
    }

    /// The ends of a ship's maneuvers, those that come near somebody and face them likelier than others.
    fn eager(&self, id: ShipId, others: &[Vec2]) -> Ends {
        let (pose, area) = (self.state.ship(id).pose, play_area(self.state));
        let easy = dial(self.state, id).iter().filter(|maneuver| {
            colour_for(self.state, id, **maneuver) != Colour::Red
                && maneuver.colour != Colour::Red
                && may_set(self.state, id, **maneuver).is_ok()
        });
        let ends = easy.filter_map(|maneuver| Some(maneuver.path()?.end(pose, base().length())));
        let stays = ends.filter(|end| !outside(&footprint(*end), &area));
        chosen(stays.map(|end| (end, nearest(end, others.iter().copied()))).collect())
    }

    /// Where a ship flies whose player judges its maneuvers as we do, but does not ask what we will do.
    fn predicted(&self, id: ShipId) -> Ends {
        let theirs = Judge::naive(self.state);
        let allowed =
            dial(self.state, id).iter().filter(|maneuver| may_set(self.state, id, **maneuver).is_ok());
        let judged = allowed.filter_map(|maneuver| {
            let value = theirs.maneuver(id, *maneuver);
            let foreseen = foresee(self.state, id, *maneuver).filter(|_| value > LOST / 2.0)?;
            Some((foreseen.flight.pose, value))
        });
        chosen(judged.collect())
    }
}
