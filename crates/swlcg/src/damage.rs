//! Damage in its four steps, destruction, shields and focus tokens.

use arrayvec::ArrayVec;
use table::Play;

use crate::cards::atoms::Ctx;
use crate::cards::filters::matches;
use crate::cards::{CardType, Deed, Trigger, constants};
use crate::state::{CardId, Occurrence, Side, Source, State, opponent};
use crate::timing::{happened, occur};
use crate::zones::{Destination, leave_play};
use crate::{Ask, Choice, Event, Table, victory};

/// How much more damage a card takes before it is destroyed.
pub fn remaining(state: &State, id: CardId) -> u8 {
    constants::capacity(state, id).saturating_sub(state.card(id).damage)
}

pub fn can_be_damaged(state: &State, id: CardId) -> bool {
    let card = state.card(id);
    let breakable = card.is_unit() || card.is_objective();
    state.is_in_play(id) && breakable && !card.face_down && constants::may(state, id, Deed::BeDamaged).is_ok()
}

/// Damage that is assigned to cards, with how much each of them gets.
pub type Shares = ArrayVec<(CardId, u8), 64>;

/// Deals damage to a card; says how much of it landed on that card.
pub fn deal(t: &mut Table, target: CardId, amount: u8, source: Source) -> Play<u8> {
    let assigned = std::iter::once((target, amount)).collect();
    deal_all(t, assigned, source)
}

/// Deals damage to one or several cards at the same time; says how much of it landed on them.
pub fn deal_all(t: &mut Table, mut assigned: Shares, source: Source) -> Play<u8> {
    // Step 1: the damage is assigned.
    assigned.retain(|(id, amount)| *amount > 0 && can_be_damaged(&t.state, *id));
    // Step 2: cards with Protect may take a part of it.
    let taken_over = protect(t, &mut assigned)?;
    for (id, amount) in taken_over {
        let own = take_share(&mut assigned, id);
        settle_damage(t, id, amount + own, source)?;
    }
    let mut dealt = 0;
    for (id, amount) in assigned {
        dealt += settle_damage(t, id, amount, source)?;
    }
    Ok(dealt)
}

fn share(shares: &Shares, id: CardId) -> u8 {
    shares.iter().filter(|(other, _)| *other == id).map(|(_, amount)| *amount).sum()
}

fn take_share(shares: &mut Shares, id: CardId) -> u8 {
    let own = share(shares, id);
    shares.retain(|(other, _)| *other != id);
    own
}

/// Steps 3 and 4 for one card.
fn settle_damage(t: &mut Table, target: CardId, amount: u8, source: Source) -> Play<u8> {
    if amount == 0 || !can_be_damaged(&t.state, target) {
        return Ok(0);
    }
    let amount = amount - u8::from(use_shield(t, target, source)?);
    if amount == 0 {
        return Ok(0);
    }
    let occurrence =
        Occurrence::new(Trigger::Damage).of(target).by(source.seat).from(source.card).amount(amount);
    let mut dealt = 0;
    occur(t, occurrence, |t| {
        dealt = take(t)?;
        Ok(())
    })?;
    Ok(dealt)
}

/// Step 2: the controller may give any part of the damage to friendly cards that protect this one, up to what they can still
/// take beside what is assigned to them. What was taken over comes back; it is not taken over again.
fn protect(t: &mut Table, assigned: &mut Shares) -> Play<Shares> {
    let mut taken_over = Shares::new();
    for place in 0..assigned.len() {
        let (target, mut left) = assigned[place];
        let controller = t.state.card(target).controller;
        let mut asked = ArrayVec::<CardId, 64>::new();
        while left > 0 {
            let room = |state: &State, id: CardId| {
                let others = share(assigned, id) + share(&taken_over, id);
                remaining(state, id).saturating_sub(others)
            };
            let able = |state: &State, id: &CardId| !asked.contains(id) && room(state, *id) > 0;
            if asked.is_full() || !protectors(&t.state, target).any(|id| able(&t.state, &id)) {
                break;
            }
            let choice = t.ask(controller, Ask::Protect(target), |state, offer| {
                let able = protectors(state, target).filter(|id| able(state, id));
                able.for_each(|id| offer.add(Choice::Card(id)));
                offer.pass(Choice::Pass);
            })?;
            let Choice::Card(protector) = choice else { break };
            let most = left.min(room(&t.state, protector));
            asked.push(protector);
            let choice = t.ask(controller, Ask::ProtectAmount(protector), |_, offer| {
                (1..=most).rev().for_each(|number| offer.add(Choice::Number(number)));
            })?;
            let Choice::Number(taken) = choice else { break };
            left -= taken;
            assigned[place].1 = left;
            let before = take_share(&mut taken_over, protector);
            taken_over.push((protector, before + taken));
            t.emit(Event::Protected(protector, target, taken));
        }
    }
    Ok(taken_over)
}

/// The cards that can take damage for another one.
fn protectors(state: &State, target: CardId) -> impl Iterator<Item = CardId> {
    let controller = state.card(target).controller;
    state.in_play().filter(move |id| {
        let card = state.card(*id);
        let Some(filter) = card.facts().protects else { return false };
        *id != target
            && card.controller == controller
            && card.is_unit()
            && can_be_damaged(state, *id)
            && remaining(state, *id) > 0
            && matches(state, &Ctx::new(*id, controller), target, filter)
    })
}

/// Step 4: tokens are placed up to the card's capacity, and a card that has reached it is destroyed.
fn take(t: &mut Table) -> Play<u8> {
    let Some(Occurrence { card: Some(target), amount, .. }) = t.state.now().copied() else { return Ok(0) };
    if !t.state.is_in_play(target) {
        return Ok(0);
    }
    let placed = amount.min(remaining(&t.state, target));
    t.state.card_mut(target).damage += placed;
    t.emit(Event::Damaged(target, placed));
    check_capacity(t, target)?;
    Ok(placed)
}

/// Destroys a card that has as much damage as it can take.
pub fn check_capacity(t: &mut Table, id: CardId) -> Play {
    let doomed = can_be_damaged(&t.state, id) && remaining(&t.state, id) == 0;
    if doomed { destroy(t, id) } else { Ok(()) }
}

/// Cards whose capacity has fallen to their damage are destroyed.
pub fn check_capacities(t: &mut Table) -> Play {
    loop {
        let doomed = t.state.in_play().find(|id| {
            let card = t.state.card(*id);
            let breakable = card.is_unit() || card.is_objective();
            breakable && !card.face_down && remaining(&t.state, *id) == 0 && !is_falling(&t.state, *id)
        });
        let Some(id) = doomed else { return Ok(()) };
        destroy(t, id)?;
        if t.state.is_in_play(id) {
            return Ok(());
        }
    }
}

/// Whether a card is about to leave play.
pub fn is_falling(state: &State, id: CardId) -> bool {
    let ends = |trigger| matches!(trigger, Trigger::Destroyed | Trigger::LeavesPlay | Trigger::Damage);
    state.occurrences.iter().any(|occurrence| ends(occurrence.trigger) && occurrence.card == Some(id))
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

/// Places a shield. A card has only one, unless an effect says otherwise.
pub fn place_shield(t: &mut Table, id: CardId, beside_another: bool) -> bool {
    let card = t.state.card(id);
    if !(card.is_unit() || card.is_objective()) || (card.shields > 0 && !beside_another) {
        return false;
    }
    t.state.card_mut(id).shields += 1;
    t.emit(Event::ShieldPlaced(id));
    true
}

/// Focus tokens that nobody can prevent: a cost, or a strike.
pub fn focus(t: &mut Table, id: CardId, tokens: u8) {
    let card = t.state.card_mut(id);
    card.focus = card.focus.saturating_add(tokens);
    t.emit(Event::Focused(id, tokens));
}

/// A focus token placed by an effect, also on an exhausted card.
pub fn place_focus(t: &mut Table, id: CardId, source: Source) -> Play<bool> {
    if use_shield(t, id, source)? {
        return Ok(false);
    }
    let placing = Occurrence::new(Trigger::FocusPlaced).of(id).by(source.seat).from(source.card);
    occur(t, placing, |t| {
        if t.state.is_in_play(id) {
            focus(t, id, 1);
        }
        Ok(())
    })
}

/// Says how many were removed.
pub fn remove_focus(t: &mut Table, id: CardId, tokens: u8) -> Play<u8> {
    let card = t.state.card_mut(id);
    let removed = tokens.min(card.focus);
    card.focus -= removed;
    if removed > 0 {
        t.emit(Event::FocusRemoved(id, removed));
        happened(t, Occurrence::new(Trigger::FocusRemoved).of(id).amount(removed))?;
    }
    Ok(removed)
}

/// Takes damage off a card; says how much.
pub fn heal(t: &mut Table, id: CardId, amount: u8) -> u8 {
    let card = t.state.card_mut(id);
    let removed = amount.min(card.damage);
    card.damage -= removed;
    if removed > 0 {
        t.emit(Event::Healed(id, removed));
    }
    removed
}

/// Destroys a card.
pub fn destroy(t: &mut Table, id: CardId) -> Play {
    t.emit(Event::Destroyed(id));
    let controller = t.state.card(id).controller;
    occur(t, Occurrence::new(Trigger::Destroyed).of(id).by(controller), |t| {
        if !t.state.is_in_play(id) {
            return Ok(());
        }
        if t.state.card(id).is_objective() {
            score_objective(t, id)
        } else {
            leave_play(t, id, Destination::Discard)
        }
    })?;
    Ok(())
}

/// A destroyed objective goes to the opponent's victory pile, a mission to its owner's, which is the same player. One that
/// the dark side scores moves the dial on by the number of those scored so far.
fn score_objective(t: &mut Table, objective: CardId) -> Play {
    let winner = opponent(t.state.card(objective).controller);
    leave_play(t, objective, Destination::VictoryPile(winner))?;
    if !t.state.player(winner).victory_pile.contains(&objective) {
        return Ok(());
    }
    if Side::of(winner) == Side::Dark {
        let scored = t.state.player(winner).victory_pile.len() as u8;
        advance_dial(t, scored)?;
    }
    victory::check(t)?;
    if t.state.facts(objective).card_type == CardType::Mission {
        happened(t, Occurrence::new(Trigger::Completed).of(objective).by(winner))?;
    }
    Ok(())
}

pub fn advance_dial(t: &mut Table, by: u8) -> Play {
    occur(t, Occurrence::new(Trigger::DialAdvances).amount(by), |t| {
        t.state.dial = t.state.dial.saturating_add(by).min(victory::DIAL_END);
        t.emit(Event::Dial(t.state.dial));
        victory::check(t)
    })?;
    Ok(())
}

/// The dial goes back, but not below a number.
pub fn turn_dial_back(t: &mut Table, by: u8, least: u8) -> bool {
    let before = t.state.dial;
    t.state.dial = before.saturating_sub(by).max(least.min(before));
    t.emit(Event::Dial(t.state.dial));
    t.state.dial != before
}

/// Moves damage from one card to another. It is not dealt, but the other card takes it, or a card that protects it.
pub fn move_damage(t: &mut Table, from: CardId, to: CardId, amount: u8) -> Play<u8> {
    let amount = amount.min(t.state.card(from).damage);
    if amount == 0 || !can_be_damaged(&t.state, to) {
        return Ok(0);
    }
    let mut assigned: Shares = std::iter::once((to, amount)).collect();
    let taken_over = protect(t, &mut assigned)?;
    let mut moved = 0;
    for (id, share) in taken_over.into_iter().chain(assigned) {
        let placed = share.min(remaining(&t.state, id));
        if placed == 0 {
            continue;
        }
        t.state.card_mut(from).damage -= placed;
        t.state.card_mut(id).damage += placed;
        t.emit(Event::Healed(from, placed));
        t.emit(Event::Damaged(id, placed));
        check_capacity(t, id)?;
        moved += placed;
    }
    Ok(moved)
}

/// Sacrificing is neither damage nor destruction.
pub fn sacrifice(t: &mut Table, id: CardId) -> Play {
    leave_play(t, id, Destination::Discard)
}
