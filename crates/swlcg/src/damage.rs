//! Damage in its four steps, destruction, shields and focus tokens.

use table::Play;
use table::timing::total;

use crate::cards::Quantity;
use crate::state::{CardId, Side, Source, State, What, opponent};
use crate::timing::occur;
use crate::zones::{clear, discard_attachments, leave_play};
use crate::{Ask, Choice, Event, Swlcg, Table, victory};

/// How much damage destroys a card.
pub fn capacity(state: &State, id: CardId) -> u8 {
    let printed = state.card(id).facts().capacity;
    total::<Swlcg>(state, Quantity::Capacity(id), printed.into()).clamp(0, 255) as u8
}

/// Deals damage to a card: it is assigned, a shield may prevent one, and the rest is taken. Interrupts come just before it
/// is taken.
pub fn deal(t: &mut Table, target: CardId, amount: u8, source: Source) -> Play {
    if amount == 0 || !t.state.is_in_play(target) {
        return Ok(());
    }
    let shielded = use_shield(t, target, source)?;
    let amount = amount - u8::from(shielded);
    if amount == 0 {
        return Ok(());
    }
    occur(t, What::Damage { target, amount, source }, take)
}

/// Step 4: tokens are placed up to the card's capacity, and a card that has reached it is destroyed.
fn take(t: &mut Table) -> Play {
    let Some(What::Damage { target, amount, .. }) = t.state.now() else { return Ok(()) };
    if !t.state.is_in_play(target) {
        return Ok(());
    }
    let capacity = capacity(&t.state, target);
    let card = t.state.card_mut(target);
    let placed = amount.min(capacity.saturating_sub(card.damage));
    card.damage += placed;
    let full = card.damage >= capacity;
    t.emit(Event::Damaged(target, placed));
    if full { destroy(t, target) } else { Ok(()) }
}

/// The controller of a shielded card may discard the shield against one damage or focus token of an enemy.
fn use_shield(t: &mut Table, target: CardId, source: Source) -> Play<bool> {
    let card = t.state.card(target);
    if card.shields == 0 || card.controller == source.seat {
        return Ok(false);
    }
    let choice = t.ask(card.controller, Ask::Shield(target), |_, offer| {
        offer.add(Choice::UseShield);
        offer.pass(Choice::Pass);
    })?;
    if choice == Choice::UseShield {
        t.state.card_mut(target).shields -= 1;
        t.emit(Event::ShieldUsed(target));
    }
    Ok(choice == Choice::UseShield)
}

/// Focus tokens that nobody can prevent: a cost, or a strike.
pub fn focus(t: &mut Table, id: CardId, tokens: u8) {
    t.state.card_mut(id).focus += tokens;
    t.emit(Event::Focused(id, tokens));
}

/// A focus token placed by an effect, also on an exhausted card.
pub fn place_focus(t: &mut Table, id: CardId, source: Source) -> Play {
    if !use_shield(t, id, source)? {
        focus(t, id, 1);
    }
    Ok(())
}

pub fn remove_focus(t: &mut Table, id: CardId, tokens: u8) {
    let card = t.state.card_mut(id);
    let removed = tokens.min(card.focus);
    card.focus -= removed;
    t.emit(Event::FocusRemoved(id, removed));
}

/// Destroys a unit or an objective.
pub fn destroy(t: &mut Table, id: CardId) -> Play {
    t.emit(Event::Destroyed(id));
    if t.state.card(id).is_objective() {
        return occur(t, What::ObjectiveDestroyed { objective: id }, score_objective);
    }
    leave_play(t, id)
}

/// A destroyed objective goes to the opponent's victory pile; one of the light side moves the dial on by the number of
/// those destroyed so far.
fn score_objective(t: &mut Table) -> Play {
    let Some(What::ObjectiveDestroyed { objective }) = t.state.now() else { return Ok(()) };
    let (kind, loser) = (t.state.card(objective).kind, t.state.card(objective).controller);
    discard_attachments(t, objective)?;
    clear(&mut t.state, objective);
    let winner = t.state.player_mut(opponent(loser));
    winner.victory_pile.push(kind);
    let scored = winner.victory_pile.len() as u8;
    if Side::of(loser) == Side::Light {
        t.state.dial += scored;
        t.emit(Event::Dial(t.state.dial));
    }
    victory::check(t)
}
