//! Suffering damage: shields, damage cards, destruction.

use table::Play;

use crate::cards::{DamageKind, effects};
use crate::state::{CardRef, Damage, ShipId, Slot, Zone};
use crate::{Ask, Choice, Event, Table};

/// A hull zone suffers damage one point at a time: a shield, or else a damage card. The first card is dealt face up if
/// `critical` says so.
pub fn suffer(t: &mut Table, id: ShipId, zone: Zone, amount: u8, mut critical: bool) -> Play {
    for _ in 0..amount {
        if t.state.ship(id).destroyed {
            return Ok(());
        }
        if !lose_shield(t, id, zone) {
            deal_card(t, id, critical)?;
            critical = false;
        }
    }
    Ok(())
}

/// Takes a shield of a hull zone off; false if there is none.
pub fn lose_shield(t: &mut Table, id: ShipId, zone: Zone) -> bool {
    let shields = &mut t.state.ship_mut(id).shields[zone.index()];
    if *shields == 0 {
        return false;
    }
    *shields -= 1;
    t.emit(Event::ShieldLost(id, zone));
    true
}

/// Deals a damage card. A ship with as many cards as its hull value is destroyed at once; otherwise a face-up card takes
/// effect.
pub fn deal_card(t: &mut Table, id: ShipId, face_up: bool) -> Play {
    if t.state.ship(id).destroyed {
        return Ok(());
    }
    if t.state.deck.left() == 0 && t.state.deck.discarded() > 0 {
        t.state.deck.replenish();
        t.emit(Event::Reshuffled);
    }
    // Without a single card left the damage counts all the same, face down.
    let kind = if t.state.deck.left() == 0 { None } else { Some(draw(t, id)?) };
    let face_up = face_up && kind.is_some();
    let ship = t.state.ship_mut(id);
    ship.damage.push(Damage { kind, face_up });
    let slot = ship.damage.len() - 1;
    let wrecked = ship.damage.len() >= usize::from(ship.facts().hull);
    t.emit(Event::Damage { ship: id, kind, face_up });
    if wrecked {
        destroy(t, id);
        return Ok(());
    }
    let card = CardRef { ship: id, slot: Slot::Damage(slot as u8) };
    match effects(&t.state, card).dealt {
        Some(dealt) => t.because(card, |t| dealt(t, card)),
        None => Ok(()),
    }
}

fn draw(t: &mut Table, id: ShipId) -> Play<DamageKind> {
    let drawn = t.draw_for(Ask::DamageCard(id), |state, offer| {
        for (kind, count) in state.deck.kinds_left() {
            offer.weigh(Choice::DamageCard(kind), kind, count.into());
        }
    })?;
    t.state.deck.take(drawn);
    Ok(drawn)
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

/// Takes a ship off the play area; its damage cards go to the discard pile.
pub fn destroy(t: &mut Table, id: ShipId) {
    let ship = &mut t.state.ships[id.0 as usize];
    ship.destroyed = true;
    for damage in ship.damage.drain(..) {
        if let Some(kind) = damage.kind {
            t.state.deck.put_back(kind);
        }
    }
    t.emit(Event::Destroyed(id));
}
