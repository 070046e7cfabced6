//! The course of a ship's activation: its attacks, then its maneuver.

use table::Play;

use crate::state::{Cursor, ShipId};
use crate::{Event, Table, attack, maneuvers};

/// How many attacks a ship may perform in its activation.
const ATTACKS: u32 = 2;

/// Step 2: one attack, or the next step when the ship makes no further one.
pub fn attack_step(t: &mut Table) -> Play {
    let Cursor::Attack { used } = t.state.cursor else { return Ok(()) };
    let ship = t.state.active;
    let zone = if used.count_ones() < ATTACKS { attack::perform(t, ship, used)? } else { None };
    t.state.cursor = match zone {
        Some(zone) => Cursor::Attack { used: used | 1 << zone.index() },
        None => Cursor::Maneuver,
    };
    Ok(())
}

/// Step 3. It is mandatory, also at speed 0.
pub fn maneuver_step(t: &mut Table) -> Play {
    let ship = t.state.active;
    if t.state.ship(ship).in_play() {
        maneuvers::execute(t, ship)?;
    }
    end_activation(t, ship);
    Ok(())
}

fn end_activation(t: &mut Table, ship: ShipId) {
    t.state.course = None;
    t.state.cursor = Cursor::Over;
    t.emit(Event::ActivationOver(t.state.ship(ship).owner));
}
