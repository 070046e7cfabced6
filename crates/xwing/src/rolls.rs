//! Rolls that belong to no attack: for cards, bombs, obstacles and collisions. Cards may have their say before and after.

use flightpath::{ATTACK_FACES, DEFENSE_FACES, Pool};
use table::Play;

use crate::attack::{ATTACK_DIE, DEFENSE_DIE, Roll, faces_of};
use crate::cards::{Window, hears};
use crate::phases::during;
use crate::state::{Cast, Moment, ShipId};
use crate::{Ask, Event, Table};

/// A ship rolls some dice.
pub fn roll_for(t: &mut Table, ask: Ask, id: ShipId, roll: Roll, count: usize) -> Play<Pool> {
    let heard = hears(&t.state, Window::BeforeCast) || hears(&t.state, Window::Cast);
    if heard {
        t.state.casts.push(Cast { ship: id, attack: roll == Roll::Attack, pool: Pool::default() });
        during(t, Moment::Casting(id), Window::BeforeCast)?;
    }
    let (die, faces_on_die) = match roll {
        Roll::Attack => (&ATTACK_DIE, &ATTACK_FACES),
        Roll::Defense => (&DEFENSE_DIE, &DEFENSE_FACES),
    };
    let faces = t.roll(ask, die, count)?;
    let pool = Pool::of(&faces, faces_on_die);
    t.emit(Event::Rolled(id, faces_of(&pool)));
    if !heard {
        return Ok(pool);
    }
    if let Some(cast) = t.state.casts.last_mut() {
        cast.pool = pool;
    }
    during(t, Moment::Casting(id), Window::Cast)?;
    Ok(t.state.casts.pop().map(|cast| cast.pool).unwrap_or_default())
}

/// Changes the roll that cards are being asked about and tells how the dice lie then.
pub fn change_cast(t: &mut Table, change: impl FnOnce(&mut Pool)) {
    let Some(cast) = t.state.casts.last_mut() else { return };
    change(&mut cast.pool);
    let (ship, faces) = (cast.ship, faces_of(&cast.pool));
    t.emit(Event::Rolled(ship, faces));
}
