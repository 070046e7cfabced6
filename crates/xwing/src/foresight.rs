//! What would happen: where a maneuver leads as everything stands, and who would be seen from there. Only what is
//! known at the table enters; nothing is changed, and nothing here decides a rule.

use flightpath::{Colour, Maneuver, Ships, Trail};
use geometry::Pose;

use crate::attack::{could_target, weapons};
use crate::bombs::crossed;
use crate::cards::{ObstacleKind, library};
use crate::maneuvers::{colour_for, flight};
use crate::measure::{Shot, is_outside, lies_on, minds_obstacles, obstacle_shape};
use crate::state::{ShipId, State, Weapon};

/// A maneuver as it would be flown now.
pub struct Foreseen {
    /// Where the ship ends; after a turn with a roll the middle of the places that it may choose from.
    pub pose: Pose,
    pub trail: Option<Trail>,
    /// What it would count as.
    pub colour: Colour,
    /// Ships that it would overlap and touch, one bit each.
    pub touched: Ships,
    /// It is stopped and does not turn around.
    pub turn_failed: bool,
    pub leaves: bool,
    /// Asteroids and debris clouds under its template or its base.
    pub asteroid: bool,
    pub debris: bool,
    /// It ends on an asteroid and cannot attack.
    pub on_asteroid: bool,
    /// Mines on the way.
    pub mines: usize,
}

/// Where a maneuver would lead.
pub fn foresee(state: &State, id: ShipId, maneuver: Maneuver) -> Option<Foreseen> {
    let flown = flight(state, id, maneuver)?;
    let size = state.ship(id).size;
    let pose = match maneuver.bearing.rolls() {
        Some(turn) if !flown.turn_failed => flown.pose.turned(turn),
        _ => flown.pose,
    };
    let mut foreseen = Foreseen {
        pose,
        trail: flown.trail,
        colour: colour_for(state, id, maneuver),
        touched: flown.touched,
        turn_failed: flown.turn_failed,
        leaves: is_outside(state, size, pose),
        asteroid: false,
        debris: false,
        on_asteroid: false,
        mines: 0,
    };
    if !state.obstacles.is_empty() && minds_obstacles(state, id) {
        for obstacle in &state.obstacles {
            let shape = obstacle_shape(obstacle);
            let stands = lies_on(size, pose, &shape);
            let met = stands || flown.trail.is_some_and(|trail| trail.overlaps(&shape));
            let asteroid = library().obstacle(obstacle.token).kind == ObstacleKind::Asteroid;
            foreseen.asteroid |= met && asteroid;
            foreseen.debris |= met && !asteroid;
            foreseen.on_asteroid |= stands && asteroid;
        }
    }
    if !state.bombs.is_empty() {
        let on_the_way = |shape: &geometry::Shape| {
            lies_on(size, pose, shape) || flown.trail.is_some_and(|trail| trail.overlaps(shape))
        };
        foreseen.mines = crossed(state, on_the_way).len();
    }
    Some(foreseen)
}

/// The position with one ship standing elsewhere, touching nobody that it does not touch already.
pub fn standing_at(state: &State, id: ShipId, pose: Pose, touched: Ships) -> State {
    let mut there = state.clone();
    let ship = there.ship_mut(id);
    (ship.pose, ship.touching) = (pose, touched);
    there
}

/// A target and the weapon that reaches it.
#[derive(Clone, Copy)]
pub struct Sight {
    pub target: ShipId,
    pub weapon: Weapon,
    pub shot: Shot,
}

/// The enemies that a ship can fire at as it stands, each with its first weapon that reaches them.
pub fn sights(state: &State, id: ShipId) -> impl Iterator<Item = Sight> {
    state.enemies_of(id).filter_map(move |target| {
        weapons(state, id).find_map(|weapon| {
            could_target(state, id, weapon, target).ok().map(|shot| Sight { target, weapon, shot })
        })
    })
}
