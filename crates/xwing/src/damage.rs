//! Suffering damage: shields, damage cards, destruction.

use table::Play;

use crate::cards::{effects, library};
use crate::state::{CardRef, Cursor, Damage, Ship, ShipId, Slot, State};
use crate::{Ask, Choice, Event, Table, phases};

/// A ship suffers damage, one at a time, all normal damage before any critical damage. A ship that is wrecked on the way
/// still receives the rest.
pub fn suffer(t: &mut Table, id: ShipId, hits: u8, criticals: u8) -> Play {
    suffer_on(t, id, hits, criticals)?;
    if is_wrecked(t.state.ship(id)) {
        destroy(t, id);
    }
    Ok(())
}

/// Damage in the middle of other damage: whether the ship survives is seen at the end of it.
pub fn suffer_on(t: &mut Table, id: ShipId, hits: u8, criticals: u8) -> Play {
    for _ in 0..hits {
        suffer_one(t, id, false)?;
    }
    for _ in 0..criticals {
        suffer_one(t, id, true)?;
    }
    Ok(())
}

fn suffer_one(t: &mut Table, id: ShipId, critical: bool) -> Play {
    let ship = t.state.ship_mut(id);
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
    if t.state.ship(id).damage.is_full() {
        // More than any hull takes: the ship is wrecked many times over.
        return Ok(());
    }
    // Without a single card left the damage counts all the same, like a card that lies face down.
    let kind = if t.state.deck.left() == 0 { None } else { Some(draw(t, id)?) };
    let face_up = critical && kind.is_some();
    let round = t.state.round;
    let ship = t.state.ship_mut(id);
    ship.damage.push(Damage { kind, face_up, round, acted: false });
    let card = CardRef { ship: id, slot: Slot::Damage(ship.damage.len() as u8 - 1) };
    t.emit(Event::Damage { ship: id, kind, face_up });
    match effects(&t.state, card).received {
        Some(received) if face_up => t.because(card, |t| received(t, card)),
        _ => Ok(()),
    }
}

fn draw(t: &mut Table, id: ShipId) -> Play<u8> {
    let drawn = t.draw(Ask::DamageCard(id), |state, offer| {
        for (kind, count) in state.deck.deck.iter().enumerate() {
            offer.weigh(Choice::DamageCard(kind as u8), u32::from(*count));
        }
    })?;
    let Choice::DamageCard(kind) = drawn else { return Ok(0) };
    t.state.deck.take(kind);
    Ok(kind)
}

/// How much damage the damage cards of a ship stand for.
pub fn suffered(ship: &Ship) -> u8 {
    let worth = |damage: &Damage| match damage.kind {
        Some(kind) if damage.face_up => library().damage(kind).effects.damage,
        _ => 1,
    };
    ship.damage.iter().map(worth).sum()
}

fn is_wrecked(ship: &Ship) -> bool {
    suffered(ship) >= library().ship_of(ship.pilot).hull
}

/// Turns a face-up damage card face down; its text no longer counts.
pub fn turn_down(t: &mut Table, card: CardRef) {
    let Slot::Damage(slot) = card.slot else { return };
    if let Some(damage) = t.state.ship_mut(card.ship).damage.get_mut(slot as usize)
        && damage.face_up
    {
        damage.face_up = false;
        let kind = damage.kind.unwrap_or_default();
        t.emit(Event::DamageTurnedDown(card.ship, kind));
    }
}

/// A wrecked ship still gets its attack if it has the same skill as the ship that attacks it and its own turn is still
/// to come.
fn attacks_simultaneously(state: &State, id: ShipId) -> bool {
    let (Cursor::Combat { done }, Some(active)) = (state.cursor, state.active) else { return false };
    let by_attack = state.attack.as_ref().is_some_and(|attack| attack.defender == id);
    by_attack
        && id != active
        && done >> id.0 & 1 == 0
        && phases::skill(state, id) == phases::skill(state, active)
}

/// A wrecked ship is destroyed, at once unless it still has its attack.
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
    let ship = &mut state.ships[id.index()];
    if ship.destroyed {
        return;
    }
    (ship.destroyed, ship.doomed) = (true, false);
    for kind in ship.damage.drain(..).filter_map(|damage| damage.kind) {
        state.deck.put_back(kind);
    }
    (ship.shields, ship.focus, ship.evade, ship.stress, ship.lock) = (0, 0, 0, 0, None);
    for other in state.ships.iter_mut().filter(|other| other.lock == Some(id)) {
        other.lock = None;
    }
    t.emit(Event::Destroyed(id));
}
