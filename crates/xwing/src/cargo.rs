//! Obstacles that cards put on the table during the game: cargo that a ship drops, containers that it leaves behind. They lie
//! there like those that were set out, and a ship that one is laid on has flown onto it.

use arrayvec::ArrayVec;
use table::{Denial, Play, denial};

use crate::bombs::behind_template;
use crate::cards::{library, upgrade_facts};
use crate::maneuvers::put_on_obstacles;
use crate::measure::{length, lies_on, minds_obstacles, obstacle_shape, play_area};
use crate::state::{CardRef, MAX_SHIPS, Obstacle, ShipId, State};
use crate::{Event, Table, huge};

const TABLE_FULL: Denial = denial(
    "xwing.core.setup.obstacles",
    "No more obstacles fit on the table.",
    "Auf den Tisch passen keine weiteren Hindernisse.",
);
const OFF_THE_TABLE: Denial = denial(
    "xwing.core.play-area",
    "The token would lie outside the play area.",
    "Der Marker läge außerhalb der Spielfläche.",
);

/// How a token is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laying {
    /// Dropped like a bomb: at the other end of the straight 1 behind the rear guides.
    Dropped,
    /// Placed against the middle of the ship's rear edge.
    Placed,
}

/// How far apart things lie that touch and do not overlap.
const BESIDE: f64 = 0.05;

/// The token of a card, and where it would come to lie.
pub fn place(state: &State, card: CardRef, laying: Laying) -> Option<Obstacle> {
    let token = upgrade_facts(state, card)?.lays?;
    let (ship, front) = (state.ship(card.ship), library().obstacle(token).front);
    let pose = match laying {
        Laying::Dropped => behind_template(state, card.ship, front),
        Laying::Placed => ship.pose.ahead(-length(ship.size) / 2.0 - front - BESIDE),
    };
    Some(Obstacle { token, pose })
}

/// Whether the token of a card may be laid now.
pub fn may_lay(state: &State, card: CardRef, laying: Laying) -> Result<(), Denial> {
    if state.obstacles.is_full() {
        return Err(TABLE_FULL);
    }
    let inside =
        |obstacle: Obstacle| geometry::part_inside(&obstacle_shape(&obstacle), &play_area(state)).is_some();
    if place(state, card, laying).is_some_and(inside) { Ok(()) } else { Err(OFF_THE_TABLE) }
}

/// Lays the token of a card. Ships that it lands on suffer at once what an obstacle does.
pub fn lay(t: &mut Table, card: CardRef, laying: Laying) -> Play {
    let Some(obstacle) = place(&t.state, card, laying) else { return Ok(()) };
    t.state.obstacles.push(obstacle);
    t.emit(Event::ObstacleLaid(card.ship, obstacle.token, obstacle.pose));
    let index = t.state.obstacles.len() - 1;
    for id in ships_under(&t.state, &obstacle) {
        if t.state.ship(id).size.is_huge() {
            huge::clear_obstacles_under(t, id)?;
        } else if t.state.ship(id).in_play() && t.state.obstacles.get(index) == Some(&obstacle) {
            put_on_obstacles(t, id, &[index as u8])?;
        }
    }
    Ok(())
}

/// The ships that an obstacle lies under and that mind it: huge ones, which clear it away, last.
fn ships_under(state: &State, obstacle: &Obstacle) -> ArrayVec<ShipId, MAX_SHIPS> {
    let shape = obstacle_shape(obstacle);
    let under = |id: &ShipId| {
        let ship = state.ship(*id);
        lies_on(ship.size, ship.pose, &shape) && minds_obstacles(state, *id)
    };
    let mut ships: ArrayVec<ShipId, MAX_SHIPS> = state.in_play().filter(under).collect();
    ships.sort_by_key(|id| state.ship(*id).size.is_huge());
    ships
}
