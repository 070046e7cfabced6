//! Where enemies are likely to stand when shots are fired. A player knows their ships and thinks that they are flown as one
//! would fly them oneself; what nobody can see, such as their dials, does not enter.

use flightpath::Colour;
use flightpath::judging::{Ends, chosen};
use geometry::Pose;

use super::{Judge, LOST};
use crate::foresight::foresee;
use crate::maneuvers::dial;
use crate::measure::is_outside;
use crate::state::ShipId;

impl<'a> Judge<'a> {
    /// Where a ship may stand in the next Combat Phase: where it is, or one flight further.
    pub(super) fn places(&self, id: ShipId) -> Ends {
        let ends = if !self.has_to_fly(id) {
            Ends::new()
        } else if self.naive {
            self.eager(id)
        } else {
            self.predicted(id)
        };
        if ends.is_empty() { vec![(self.state.ship(id).pose, 1.0)] } else { ends }
    }

    /// The ends of a ship's maneuvers, those that come near somebody and face them likelier than others.
    fn eager(&self, id: ShipId) -> Ends {
        let ship = self.state.ship(id);
        let easy = dial(self.state, id).iter().filter(|maneuver| maneuver.colour != Colour::Red);
        let ends = easy.filter_map(|maneuver| self.end_of(id, ship.pose, *maneuver));
        let stays = ends.filter(|end| !is_outside(self.state, ship.size, *end));
        chosen(stays.map(|end| (end, self.approach(id, end))).collect())
    }

    /// Where a ship flies whose player judges its maneuvers as we do, but does not ask what we will do.
    fn predicted(&self, id: ShipId) -> Ends {
        let theirs = Judge::naive(self.state);
        let judged = dial(self.state, id).iter().filter_map(|maneuver| {
            let value = theirs.maneuver(id, *maneuver);
            let foreseen = foresee(self.state, id, *maneuver).filter(|_| value > LOST / 2.0)?;
            Some((foreseen.pose, value))
        });
        chosen(judged.collect())
    }

    /// The enemies of a ship that may stand where something is the case, with the probability of each place.
    pub(super) fn met(
        &self,
        id: ShipId,
        is_met: impl Fn(Pose, ShipId) -> bool,
    ) -> impl Iterator<Item = (ShipId, f64)> {
        self.state.enemies_of(id).flat_map(move |enemy| {
            let ends = self.places(enemy).into_iter().filter(|(end, _)| is_met(*end, enemy));
            ends.map(|(_, share)| (enemy, share)).collect::<Vec<_>>()
        })
    }
}
