//! Spending defense tokens: which may be spent, and what each of them does.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use table::timing::{permitted, total};
use table::{Denial, Play, denial};

use crate::cards::{Deed, Quantity};
use crate::dice::Die;
use crate::state::{Range, ShipId, State, TokenSide, TokenType, Zone};
use crate::{Armada, Ask, Choice, Event, Table, damage};

const AT_REST: Denial = denial(
    "armada.defense-token.speed-0",
    "A ship at speed 0 cannot spend defense tokens.",
    "Ein Schiff mit Schub 0 kann keine Verteidigungsmarker ausgeben.",
);
const TARGETED: Denial = denial(
    "armada.attack.effects.spend-accuracy",
    "An accuracy was spent on this token.",
    "Auf diesen Marker wurde eine Zielgenauigkeit ausgegeben.",
);
const SPENT: Denial = denial(
    "armada.defense-token.same-token-once",
    "This token was already spent during this attack.",
    "Dieser Marker wurde bei diesem Angriff schon ausgegeben.",
);
const TYPE_SPENT: Denial = denial(
    "armada.defense-token.one-per-type",
    "A token of this type was already spent during this attack.",
    "Ein Marker dieser Art wurde bei diesem Angriff schon ausgegeben.",
);

const NOT_ADJACENT: Denial = denial(
    "armada.defense-token.redirect",
    "Only a hull zone that is adjacent to the defending one may be chosen.",
    "Nur eine Hüllensektion, die an die verteidigende angrenzt, darf gewählt werden.",
);

/// Step 4: the defender spends tokens one after the other and sees what each does before the next.
pub fn spend_tokens(t: &mut Table, defender: ShipId) -> Play {
    loop {
        let choice = t.ask(t.state.ship(defender).owner, Ask::DefenseToken(defender), |state, offer| {
            for (index, token) in state.ship(defender).tokens.iter().enumerate() {
                if token.side != TokenSide::Discarded || is_spent(state, index as u8) {
                    offer
                        .judge(Choice::Token(defender, index as u8), may_spend(state, defender, index as u8));
                }
            }
            offer.pass(Choice::Pass);
        })?;
        let Choice::Token(_, index) = choice else { return Ok(()) };
        spend(t, defender, index)?;
    }
}

fn is_spent(state: &State, index: u8) -> bool {
    state.attack.as_ref().is_some_and(|attack| attack.spent >> index & 1 == 1)
}

fn may_spend(state: &State, ship: ShipId, index: u8) -> Result<(), Denial> {
    let tokens = &state.ship(ship).tokens;
    let kind = tokens[index as usize].kind;
    let spent = |other: u8| is_spent(state, other) && tokens[other as usize].kind == kind;
    if state.ship(ship).speed == 0 {
        return Err(AT_REST);
    }
    if state.attack.as_ref().is_some_and(|attack| attack.targeted >> index & 1 == 1) {
        return Err(TARGETED);
    }
    if is_spent(state, index) {
        return Err(SPENT);
    }
    if (0..tokens.len() as u8).any(spent) {
        return Err(TYPE_SPENT);
    }
    permitted::<Armada>(state, Deed::SpendToken(ship, index))
}

/// A readied token is exhausted, an exhausted one discarded; then it has its effect.
fn spend(t: &mut Table, ship: ShipId, index: u8) -> Play {
    let token = &mut t.state.ship_mut(ship).tokens[index as usize];
    token.side = match token.side {
        TokenSide::Readied => TokenSide::Exhausted,
        TokenSide::Exhausted | TokenSide::Discarded => TokenSide::Discarded,
    };
    let (kind, discarded) = (token.kind, token.side == TokenSide::Discarded);
    t.emit(Event::TokenSpent { ship, token: index, kind, discarded });
    let Some(attack) = &mut t.state.attack else { return Ok(()) };
    attack.spent |= 1 << index;
    match kind {
        TokenType::Evade => evade(t, ship, index),
        TokenType::Brace => {
            attack.braced = true;
            Ok(())
        }
        TokenType::Redirect => choose_redirection(t, ship),
        TokenType::Scatter => {
            attack.pool.0.clear();
            t.emit(Event::AllCanceled);
            Ok(())
        }
        TokenType::Contain => {
            attack.contained = true;
            Ok(())
        }
    }
}

/// At long range a die is canceled, nearer it is rerolled. Against a larger ship it may be one die more, at the price of
/// the token.
fn evade(t: &mut Table, ship: ShipId, token: u8) -> Play {
    let Some(attack) = &t.state.attack else { return Ok(()) };
    let larger = t.state.ship(attack.attacker).facts().size > t.state.ship(ship).facts().size;
    let cancels = attack.range == Range::Long;
    if attack.pool.0.is_empty() {
        return Ok(());
    }
    let mut dice = ArrayVec::<u8, 2>::new();
    dice.extend(choose_die(t, ship, Ask::EvadeDie, None)?);
    if larger && let Some(more) = choose_die(t, ship, Ask::EvadeMore, dice.first().copied())? {
        dice.push(more);
        discard(t, ship, token);
    }
    if cancels {
        // The last one first, so that the other keeps its number.
        dice.sort_unstable_by_key(|index| Reverse(*index));
    }
    for index in dice {
        if cancels { cancel(t, index) } else { reroll(t, index)? }
    }
    Ok(())
}

/// A die of the attack pool; an additional one beside `first` may be declined.
fn choose_die(t: &mut Table, ship: ShipId, ask: Ask, first: Option<u8>) -> Play<Option<u8>> {
    let choice = t.ask(t.state.ship(ship).owner, ask, |state, offer| {
        let pool = state.attack.iter().flat_map(|attack| &attack.pool.0);
        for (index, die) in pool.enumerate().filter(|(index, _)| Some(*index as u8) != first) {
            offer.add(Choice::Die(index as u8, *die));
        }
        if first.is_some() {
            offer.pass(Choice::Pass);
        }
    })?;
    Ok(match choice {
        Choice::Die(index, _) => Some(index),
        _ => None,
    })
}

/// Discards a token, unless it already is.
pub fn discard(t: &mut Table, ship: ShipId, token: u8) {
    let token = &mut t.state.ship_mut(ship).tokens[token as usize];
    if token.side != TokenSide::Discarded {
        token.side = TokenSide::Discarded;
        let kind = token.kind;
        t.emit(Event::TokenDiscarded(ship, kind));
    }
}

fn cancel(t: &mut Table, index: u8) {
    if let Some(attack) = &mut t.state.attack {
        let die = attack.pool.0.remove(index as usize);
        t.emit(Event::DieCanceled(die));
    }
}

fn reroll(t: &mut Table, index: u8) -> Play {
    let Some(before) = t.state.attack.as_ref().map(|attack| attack.pool.0[index as usize]) else {
        return Ok(());
    };
    let faces = t.roll(Ask::Roll(before.colour), before.colour.die(), 1)?;
    let after = Die { face: before.colour.face(faces[0]), ..before };
    if let Some(attack) = &mut t.state.attack {
        attack.pool.0[index as usize] = after;
    }
    t.emit(Event::DieChanged(before, after));
    Ok(())
}

/// Redirect: an adjacent hull zone; or, if cards allow more than one, any others. A zone without shields may be chosen.
fn choose_redirection(t: &mut Table, ship: ShipId) -> Play {
    let Some(target) = t.state.attack.as_ref().map(|attack| attack.target) else { return Ok(()) };
    let zones = total::<Armada>(&t.state, Quantity::RedirectZones, 1).max(1) as usize;
    let owner = t.state.ship(ship).owner;
    let chosen = t.ask_some(owner, Ask::RedirectTo, 1, zones, |_, offer| {
        for zone in Zone::ALL.into_iter().filter(|zone| *zone != target) {
            let verdict = if zones > 1 || zone.is_adjacent(target) { Ok(()) } else { Err(NOT_ADJACENT) };
            offer.judge(Choice::Zone(zone), verdict);
        }
    })?;
    if let Some(attack) = &mut t.state.attack {
        attack.redirected = chosen
            .iter()
            .filter_map(|choice| match choice {
                Choice::Zone(zone) => Some(*zone),
                _ => None,
            })
            .take(3)
            .collect();
    }
    Ok(())
}

/// The chosen zones' shields suffer as much of the damage as the defender wants; tells what is left of it.
pub fn redirect_damage(t: &mut Table, ship: ShipId, total_damage: u8) -> Play<u8> {
    let zones = t.state.attack.as_ref().map(|attack| attack.redirected.clone()).unwrap_or_default();
    let mut left = total_damage;
    for zone in zones {
        let shields = t.state.ship(ship).shields[zone.index()];
        let limit = total::<Armada>(&t.state, Quantity::RedirectAmount, shields.into()).max(0) as u8;
        let most = left.min(shields).min(limit);
        let choice = t.ask(t.state.ship(ship).owner, Ask::RedirectAmount(zone), |_, offer| {
            offer.pass(Choice::Amount(0));
            (1..=most).for_each(|amount| offer.add(Choice::Amount(amount)));
        })?;
        let Choice::Amount(amount) = choice else { continue };
        if amount > 0 {
            t.emit(Event::Redirected(ship, zone, amount));
        }
        for _ in 0..amount {
            damage::lose_shield(t, ship, zone);
        }
        left -= amount;
    }
    Ok(left)
}
