//! Tokens: assigning, spending, lending and removing them; stress; discarding cards.

use arrayvec::ArrayVec;
use table::Play;
use table::timing::total;

use super::remove_lock;
use crate::cards::{FOR_ALL, Quantity, Window};
use crate::phases::{during, instead};
use crate::state::{CardRef, Cursor, MAX_SHIPS, Moment, Ship, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Event, Table, XWing};

pub(super) fn count(ship: &mut Ship, token: Token) -> Option<&mut u8> {
    Some(match token {
        Token::Focus => &mut ship.focus,
        Token::Evade => &mut ship.evade,
        Token::Stress => &mut ship.stress,
        Token::Ion => &mut ship.ion,
        Token::Tractor => &mut ship.tractor,
        Token::WeaponsDisabled => &mut ship.weapons_disabled,
        Token::Jam => &mut ship.jam,
        Token::TargetLock | Token::Cloak => return None,
    })
}

/// A ship is assigned a token (not stress: that is [`receive_stress`]), unless a card makes something else of it.
pub fn assign(t: &mut Table, id: ShipId, token: Token) -> Play {
    if !t.state.ship(id).in_play() || instead(t, Moment::Assigned(id, token), Window::WouldBeAssigned)? {
        return Ok(());
    }
    if let Some(tokens) = count(t.state.ship_mut(id), token) {
        *tokens = tokens.saturating_add(1);
    }
    t.emit(Event::Assigned(id, token));
    if t.state.ship(id).size.is_huge() && matches!(token, Token::Focus | Token::Evade) {
        // These do nothing for a huge ship and go back at once.
        remove_token(t, id, token);
    }
    settle_jam(t, id)?;
    during(t, Moment::Assigned(id, token), Window::Assigned)
}

/// A jam token goes together with a focus, evade or target lock token of the ship's choice as soon as it has one.
pub fn settle_jam(t: &mut Table, id: ShipId) -> Play {
    while t.state.ship(id).jam > 0 {
        let ship = t.state.ship(id);
        if ship.focus == 0 && ship.evade == 0 && ship.locks.is_empty() {
            break;
        }
        remove_token(t, id, Token::Jam);
        let owner = t.state.ship(id).owner;
        let choice = t.ask(owner, Ask::GiveUpToken(id), |state, offer| {
            let ship = state.ship(id);
            if ship.focus > 0 {
                offer.add(Choice::Token(Token::Focus));
            }
            if ship.evade > 0 {
                offer.add(Choice::Token(Token::Evade));
            }
            ship.locks.iter().for_each(|locked| offer.add(Choice::Ship(*locked)));
        })?;
        match choice {
            Choice::Token(token) => remove_token(t, id, token),
            Choice::Ship(locked) => {
                remove_lock(t, id, locked);
                t.emit(Event::LockLost(id, locked));
            }
            _ => break,
        }
    }
    Ok(())
}

/// Friendly ships that lend a ship which attacks their tokens of a kind.
pub(super) fn lenders(state: &State, id: ShipId, token: Token, least: i32) -> impl Iterator<Item = ShipId> {
    let attacks = match state.attack() {
        Some(attack) => attack.attacker == id,
        None => state.active == Some(id) && matches!(state.cursor, Cursor::Combat { .. }),
    };
    let friends = state.friends_of(id).filter(move |_| attacks);
    friends.filter(move |other| total::<XWing>(state, Quantity::Lends(*other, id, token), 0) >= least)
}

/// Whether a ship has a focus token, or may use that of another.
pub fn has_focus(state: &State, id: ShipId) -> bool {
    state.ship(id).focus > 0 || focus_lenders(state, id).next().is_some()
}

pub(super) fn focus_lenders(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    lenders(state, id, Token::Focus, FOR_ALL).filter(|other| state.ship(*other).focus > 0)
}

/// Friendly ships whose lock on a target a ship that attacks it may use.
pub fn lock_lenders(state: &State, id: ShipId, target: ShipId, least: i32) -> impl Iterator<Item = ShipId> {
    lenders(state, id, Token::TargetLock, least).filter(move |other| state.ship(*other).has_locked(target))
}

/// Whose token a ship spends, its own or one that is lent to it.
pub(super) fn choose_payer(t: &mut Table, id: ShipId, payers: &[ShipId]) -> Play<ShipId> {
    if payers.len() < 2 {
        return Ok(payers.first().copied().unwrap_or(id));
    }
    let owner = t.state.ship(id).owner;
    let own = CardRef { ship: id, slot: Slot::Tokens };
    let choice = t.ask(owner, Ask::CardTarget(own), |_, offer| {
        payers.iter().for_each(|payer| offer.add(Choice::Ship(*payer)));
    })?;
    Ok(if let Choice::Ship(payer) = choice { payer } else { id })
}

/// A ship spends a focus or evade token, its own or one that is lent to it.
pub fn spend(t: &mut Table, id: ShipId, token: Token) -> Play {
    let mut payers = ArrayVec::<ShipId, MAX_SHIPS>::new();
    if token == Token::Focus {
        payers.extend(Some(id).filter(|id| t.state.ship(*id).focus > 0));
        payers.extend(focus_lenders(&t.state, id));
    }
    let payer = choose_payer(t, id, &payers)?;
    if let Some(tokens) = count(t.state.ship_mut(payer), token) {
        *tokens = tokens.saturating_sub(1);
    }
    t.emit(Event::TokenSpent(payer, token));
    during(t, Moment::Spent(id, token), Window::SpentToken)
}

/// A token is taken from a ship without being spent.
pub fn remove_token(t: &mut Table, id: ShipId, token: Token) {
    let Some(tokens) = count(t.state.ship_mut(id), token) else { return };
    if let Some(left) = tokens.checked_sub(1) {
        *tokens = left;
        t.emit(Event::TokenRemoved(id, token));
    }
}

/// A ship receives a stress token.
pub fn receive_stress(t: &mut Table, id: ShipId) -> Play {
    pay_stress(t, id).map(|_| ())
}

/// A ship receives a stress token as the price of something; false if another ship received it instead, so that nothing
/// was paid.
pub fn pay_stress(t: &mut Table, id: ShipId) -> Play<bool> {
    if !t.state.ship(id).in_play() {
        return Ok(false);
    }
    if instead(t, Moment::Stress(id), Window::WouldReceiveStress)? {
        return Ok(false);
    }
    let ship = t.state.ship_mut(id);
    ship.stress = ship.stress.saturating_add(1);
    t.emit(Event::Assigned(id, Token::Stress));
    if t.state.ship(id).size.is_huge() {
        remove_token(t, id, Token::Stress);
    }
    during(t, Moment::Stress(id), Window::Stressed)?;
    Ok(true)
}

/// A ship loses a stress token, if it has one.
pub fn remove_stress(t: &mut Table, id: ShipId) -> Play {
    if t.state.ship(id).stress == 0 {
        return Ok(());
    }
    t.state.ship_mut(id).stress -= 1;
    t.emit(Event::TokenRemoved(id, Token::Stress));
    during(t, Moment::Stress(id), Window::Unstressed)
}

/// Takes an upgrade out of play. It still counts for the ship's points.
pub fn discard(t: &mut Table, card: CardRef) {
    if let Slot::Upgrade(i) = card.slot
        && let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize)
        && !upgrade.discarded
    {
        upgrade.discarded = true;
        t.emit(Event::CardDiscarded(card));
        crate::cards::register_all(&mut t.state, card.ship);
        crate::damage::fit_shields(t, card.ship);
    }
}

/// An upgrade is discarded because an effect says so, unless something is discarded in its place.
pub fn use_up(t: &mut Table, card: CardRef) -> Play {
    if !instead(t, Moment::Discarding(card), Window::WouldDiscard)? {
        discard(t, card);
    }
    Ok(())
}
