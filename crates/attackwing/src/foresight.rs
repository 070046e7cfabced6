//! What would happen: where a maneuver leads as everything stands, and who would be seen from there. Only what is
//! known at the table enters; nothing is changed, and nothing here decides a rule.

use flightpath::{Colour, Flight, Maneuver};
use geometry::{Pose, outside};

use crate::Blocker;
use crate::attack::{could_fire, weapons};
use crate::maneuvers::{colour_for, flies_over, flight};
use crate::measure::{Shot, footprint, play_area};
use crate::state::{ShipId, State, TokenKind, Weapon};

/// A maneuver as it would be flown now.
pub struct Foreseen {
    pub flight: Flight,
    /// What it would count as.
    pub colour: Colour,
    pub stopped_by: Option<Blocker>,
    pub leaves: bool,
    pub obstacle: bool,
    pub minefield: bool,
}

/// Where a maneuver would lead.
pub fn foresee(state: &State, id: ShipId, maneuver: Maneuver) -> Option<Foreseen> {
    let start = state.ship(id).pose;
    let (flight, stopped_by) = flight(state, id, maneuver)?;
    let touches = |wanted: fn(TokenKind) -> bool| {
        state.tokens.iter().any(|token| wanted(token.kind) && flies_over(start, &flight, token))
    };
    Some(Foreseen {
        colour: colour_for(state, id, maneuver),
        stopped_by,
        leaves: outside(&footprint(flight.pose), &play_area(state)),
        obstacle: touches(|kind| kind == TokenKind::Obstacle),
        minefield: touches(|kind| matches!(kind, TokenKind::Minefield(_))),
        flight,
    })
}

/// The position with one ship standing elsewhere.
pub fn standing_at(state: &State, id: ShipId, pose: Pose) -> State {
    let mut there = state.clone();
    there.ship_mut(id).pose = pose;
    there
}

/// A target and the weapon that reaches it.
#[derive(Clone, Copy)]
pub struct Sight {
    pub target: ShipId,
    pub weapon: Weapon,
    pub shot: Shot,
}

/// The enemies that a ship can fire at, locks aside, each with its first weapon that reaches them.
pub fn sights(state: &State, id: ShipId) -> impl Iterator<Item = Sight> {
    state.enemies_of(id).filter_map(move |target| {
        weapons(state, id).find_map(|weapon| {
            could_fire(state, id, weapon, target).ok().map(|shot| Sight { target, weapon, shot })
        })
    })
}
