//! Suffering damage: shields, damage cards, destruction.

use table::Play;

use crate::attack::attacks_simultaneously;
use crate::cards::{DamageId, Window, effects, library, register_all};
use crate::state::{CardRef, Cloak, Damage, ShipId, Slot};
use crate::{Ask, Choice, Event, Table};

/// A ship suffers damage, one at a time, all normal damage before any critical damage.
pub fn suffer(t: &mut Table, ship: ShipId, hits: u8, criticals: u8) -> Play {
    for _ in 0..hits {
        suffer_one(t, ship, false)?;
    }
    for _ in 0..criticals {
        suffer_one(t, ship, true)?;
    }
    Ok(())
}

/// A ship damages another by a card and not by its attack, which cards of the damaged ship may answer.
pub fn strike(t: &mut Table, by: ShipId, whom: ShipId, hits: u8, criticals: u8) -> Play {
    suffer(t, whom, hits, criticals)?;
    if hits + criticals > 0 {
        let outer = t.state.struck.replace((by, whom));
        t.window(Window::Struck)?;
        t.state.struck = outer;
    }
    Ok(())
}

fn suffer_one(t: &mut Table, id: ShipId, critical: bool) -> Play {
    let ship = t.state.ship_mut(id);
    if ship.destroyed {
        return Ok(());
    }
    if ship.shields > 0 {
        ship.shields -= 1;
        t.emit(Event::ShieldLost(id));
        return Ok(());
    }
    deal_card(t, id, critical)
}

/// Deals a damage card: face down for normal damage, face up and at once carried out for critical damage.
fn deal_card(t: &mut Table, id: ShipId, critical: bool) -> Play {
    if t.state.deck.left() == 0 && t.state.deck.discarded() > 0 {
        t.state.deck.replenish();
        t.emit(Event::Reshuffled);
    }
    // Without a single card left the damage counts all the same, and critical hits are normal ones.
    let kind = if t.state.deck.left() == 0 { None } else { Some(draw(t, id)?) };
    let face_up = critical && kind.is_some();
    let round = t.state.round;
    let ship = &mut t.state.ships[id.index()];
    ship.damage.push(Damage { kind, face_up, round, acted: false });
    let slot = ship.damage.len() as u8 - 1;
    t.emit(Event::Damage { ship: id, kind, face_up });
    if is_wrecked(t, id) {
        destroy(t, id);
    }
    if face_up && t.state.ship(id).in_play() {
        register_all(&mut t.state, id);
        let card = CardRef { ship: id, slot: Slot::Damage(slot) };
        if let Some(received) = effects(&t.state, card).received {
            t.because(card, |t| received(t, card))?;
        }
    }
    Ok(())
}

fn draw(t: &mut Table, id: ShipId) -> Play<DamageId> {
    let drawn = t.draw_for(Ask::DamageCard(id), |state, offer| {
        for (kind, count) in state.deck.kinds_left() {
            offer.weigh(Choice::DamageCard(kind), kind, count.into());
        }
    })?;
    t.state.deck.take(drawn);
    Ok(drawn)
}

fn is_wrecked(t: &Table, id: ShipId) -> bool {
    let ship = t.state.ship(id);
    ship.damage.len() >= library().ship(ship.card).hull as usize
}

/// Turns a face-up damage card face down; its text no longer counts.
pub fn turn_down(t: &mut Table, card: CardRef) {
    let Slot::Damage(slot) = card.slot else { return };
    if let Some(damage) = t.state.ship_mut(card.ship).damage.get_mut(slot as usize)
        && damage.face_up
    {
        damage.face_up = false;
        if let Some(kind) = damage.kind {
            t.emit(Event::DamageTurnedDown(card.ship, kind));
        }
    }
}

/// A wrecked ship is destroyed, at once unless it still has its attack at the same time as the ship attacking it.
fn destroy(t: &mut Table, id: ShipId) {
    if t.state.ship(id).doomed {
        return;
    }
    if attacks_simultaneously(&t.state, id) {
        t.state.ship_mut(id).doomed = true;
        t.emit(Event::Doomed(id));
    } else {
        remove(t, id);
    }
}

/// Takes a ship off the play area: its damage cards go to the discard pile, its tokens to the supply.
pub fn remove(t: &mut Table, id: ShipId) {
    let state = &mut t.state;
    if state.ship(id).destroyed {
        return;
    }
    if let Some(mission) = state.mission() {
        (mission.destroyed)(state, id);
    }
    let ship = &mut state.ships[id.index()];
    ship.destroyed = true;
    ship.doomed = false;
    for damage in ship.damage.drain(..) {
        if let Some(kind) = damage.kind {
            state.deck.put_back(kind);
        }
    }
    (ship.shields, ship.lowered, ship.evade, ship.scan, ship.battle_stations, ship.auxiliary) =
        (0, 0, 0, 0, 0, 0);
    ship.cloak = Cloak::Off;
    ship.lock = None;
    state.mission_supply += ship.mission.on_captain + ship.mission.on_ship + ship.mission.beside;
    (ship.mission.on_captain, ship.mission.on_ship, ship.mission.beside) = (0, 0, 0);
    for other in state.ships.iter_mut().filter(|other| other.lock == Some(id)) {
        other.lock = None;
    }
    state.fallen |= 1 << id.0;
    t.emit(Event::Destroyed(id));
}
