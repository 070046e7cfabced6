//! Bombs and mines: dropping them behind a ship, and what sets them off.

use arrayvec::ArrayVec;
use geometry::{Pose, Shape};
use table::{Denial, Play, Seat, denial};

use crate::cards::{Fuse, UpgradeId, Window, library};
use crate::damage::suffered;
use crate::measure::{BOMB, bomb_shapes, lies_on, range_to_bomb, side};
use crate::phases::{during, instead};
use crate::state::{Bomb, CardRef, MAX_SHIPS, Moment, ShipId, Slot, State};
use crate::{Ask, Choice, Event, Table};

pub const ONE_PER_ROUND: Denial = denial(
    "xwing.exp.bomb.one-per-round",
    "A ship drops at most one bomb in a round.",
    "Ein Schiff legt höchstens eine Bombe pro Runde ab.",
);

/// Length of the straight 1 template that bombs are dropped with.
const DROP: f64 = 40.0;

/// Whether a ship may drop a bomb now.
pub fn may_drop(state: &State, id: ShipId) -> Result<(), Denial> {
    if state.ship(id).dropped || state.bombs.is_full() { Err(ONE_PER_ROUND) } else { Ok(()) }
}

/// Where a bomb dropped by a ship comes to lie: at the other end of the template behind its rear guides.
pub fn drop_place(state: &State, id: ShipId) -> Pose {
    let ship = state.ship(id);
    ship.pose.ahead(-(side(ship.size) / 2.0 + DROP + BOMB / 2.0))
}

/// Drops the bomb of a card behind its ship. A mine that lands on a ship goes off at once.
pub fn drop_bomb(t: &mut Table, card: CardRef) -> Play {
    let Slot::Upgrade(slot) = card.slot else { return Ok(()) };
    let Some(upgrade) = t.state.ship(card.ship).upgrades.get(slot as usize) else { return Ok(()) };
    let kind = upgrade.card;
    let pose = drop_place(&t.state, card.ship);
    place_bomb(t, card.ship, kind, pose)
}

/// Puts a bomb token on the table.
pub fn place_bomb(t: &mut Table, by: ShipId, card: UpgradeId, pose: Pose) -> Play {
    if t.state.bombs.is_full() {
        return Ok(());
    }
    let owner = t.state.ship(by).owner;
    t.state.ship_mut(by).dropped = true;
    t.state.bombs.push(Bomb { card, owner, by, pose });
    t.emit(Event::BombDropped(by, card, pose));
    let index = t.state.bombs.len() - 1;
    if fuse(&t.state, index) == Some(Fuse::Overlap) { land(t, owner, index) } else { Ok(()) }
}

/// A mine that was dropped on ships goes off under one of them, which its player chooses.
fn land(t: &mut Table, owner: Seat, index: usize) -> Play {
    let shapes = bomb_shapes(&t.state, &t.state.bombs[index]);
    let under = |id: &ShipId| {
        let ship = t.state.ship(*id);
        shapes.iter().any(|shape| lies_on(ship.size, ship.pose, shape))
    };
    let ships: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(under).collect();
    if ships.is_empty() {
        return Ok(());
    }
    let choice = t.ask(owner, Ask::MineVictim, |_, offer| {
        ships.iter().for_each(|id| offer.add(Choice::Ship(*id)));
    })?;
    if let Choice::Ship(id) = choice { detonate(t, index, Some(id)) } else { Ok(()) }
}

fn fuse(state: &State, index: usize) -> Option<Fuse> {
    library().upgrade(state.bombs[index].card).effects.bomb.as_ref().map(|rules| rules.fuse)
}

/// The mines that a template lies on.
pub fn crossed(state: &State, crosses: impl Fn(&Shape) -> bool) -> ArrayVec<u8, 12> {
    (0..state.bombs.len())
        .filter(|index| fuse(state, *index) == Some(Fuse::Overlap))
        .filter(|index| bomb_shapes(state, &state.bombs[*index]).iter().any(&crosses))
        .map(|index| index as u8)
        .collect()
}

/// Sets off all mines under a ship that has moved, and those under its template, even if one of them destroys it.
pub fn set_off(t: &mut Table, id: ShipId, crosses: impl Fn(&Shape) -> bool) -> Play {
    if t.state.bombs.is_empty() {
        return Ok(());
    }
    let mined = crossed(&t.state, crosses);
    set_off_those(t, id, &mined)
}

/// Sets off these mines and all under a ship.
pub fn set_off_those(t: &mut Table, id: ShipId, mined: &[u8]) -> Play {
    if t.state.bombs.is_empty() {
        return Ok(());
    }
    let (size, pose) = (t.state.ship(id).size, t.state.ship(id).pose);
    let under = crossed(&t.state, |shape| lies_on(size, pose, shape));
    for index in (0..t.state.bombs.len()).rev() {
        let met = mined.contains(&(index as u8)) || under.contains(&(index as u8));
        if met {
            detonate(t, index, Some(id))?;
        }
    }
    Ok(())
}

/// A token goes off: on one ship, or on every ship at range 1. Friend and foe suffer alike.
fn detonate(t: &mut Table, index: usize, victim: Option<ShipId>) -> Play {
    let bomb = t.state.bombs.remove(index);
    t.emit(Event::BombDetonates(bomb.card));
    let Some(rules) = &library().upgrade(bomb.card).effects.bomb else { return Ok(()) };
    let near = |id: &ShipId| match victim {
        Some(victim) => *id == victim,
        None => range_to_bomb(&t.state, *id, &bomb) == Some(1),
    };
    let victims: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(near).collect();
    for id in victims {
        if !instead(t, Moment::Bombed(id, bomb.by), Window::WouldSufferBomb)? {
            let before = hardiness(&t.state, id);
            (rules.effect)(t, bomb.card, id)?;
            if hardiness(&t.state, id) < before {
                during(t, Moment::Bombed(id, bomb.by), Window::AfterBomb)?;
            }
        }
    }
    Ok(())
}

/// Shields and hull that a ship has left.
fn hardiness(state: &State, id: ShipId) -> i32 {
    let ship = state.ship(id);
    i32::from(ship.shields) - i32::from(suffered(ship))
}

/// The end of the Activation Phase: the players let their bombs go off, the player with initiative first.
pub fn detonate_all(t: &mut Table) -> Play {
    for seat in t.state.by_initiative() {
        loop {
            let due: ArrayVec<u8, 12> = (0..t.state.bombs.len())
                .filter(|index| t.state.bombs[*index].owner == seat)
                .filter(|index| fuse(&t.state, *index) == Some(Fuse::EndOfActivation))
                .map(|index| index as u8)
                .collect();
            if due.is_empty() {
                break;
            }
            let choice = t.ask(seat, Ask::WhichBomb, |_, offer| {
                due.iter().for_each(|index| offer.add(Choice::Bomb(*index)));
            })?;
            let Choice::Bomb(index) = choice else { break };
            detonate(t, index as usize, None)?;
        }
    }
    Ok(())
}
