//! Timing: what can be interrupted and reacted to, and the six steps of using an ability.
//!
//! An occurrence stands on a stack while it is open. Whatever answers it is resolved completely before it goes on, so
//! chains of answers resolve last in, first out, and several answers to one occurrence first in, first out.

use table::Play;
use table::timing::Ability;

use crate::cards::{CardAbility, CardType, Cost, Window, ability_of};
use crate::state::{CardId, CardRef, Manner, Occurrence, What};
use crate::{Ask, Choice, Event, Swlcg, Table, damage, resources, zones};

/// Something happens: first the interrupts, then the thing itself, then the reactions, unless it was prevented.
pub fn occur(t: &mut Table, what: What, resolve: impl FnOnce(&mut Table) -> Play) -> Play {
    t.state.occurrences.push(Occurrence { what, prevented: false });
    t.window(Window::Interrupt(what.trigger()))?;
    let takes_place = t.state.occurrences.last().is_some_and(|occurrence| !occurrence.prevented);
    if takes_place {
        resolve(t)?;
        t.window(Window::Reaction(what.trigger()))?;
    }
    t.state.occurrences.pop();
    Ok(())
}

/// Uses an ability that its player has chosen. Step 1, the check whether it may be used, was made when it was offered.
pub fn use_ability(t: &mut Table, card: CardRef, index: u8, ability: &'static Ability<Swlcg>) -> Play {
    let Some(terms) = ability_of(&t.state, card, index) else { return Ok(()) };
    let event = t.state.facts(card).card_type == CardType::Event;
    if let (CardRef::Hand(seat, kind), true) = (card, event) {
        t.state.player_mut(seat).take_from_hand(kind);
    }
    // Steps 2 to 4: determine, modify and pay the costs.
    if event {
        resources::pay_for(t, card)?;
    }
    pay(t, card, terms.cost)?;
    // Step 5: choose the target.
    let target = choose_target(t, card, terms)?;
    t.emit(Event::Announced(card, target));
    // Step 6: the card is played, the effect is resolved. A canceled card has still been played.
    let manner = match ability.window {
        Window::Action => Manner::Action,
        Window::Interrupt(_) => Manner::Interrupt,
        Window::Reaction(_) => Manner::Reaction,
    };
    occur(t, What::Used { card, manner, target, canceled: false }, |t| {
        if !matches!(t.state.now(), Some(What::Used { canceled: true, .. })) {
            (ability.effect)(t, card)?;
        }
        if let (CardRef::Hand(seat, kind), true) = (card, event) {
            t.state.player_mut(seat).discard.push(kind);
            t.emit(Event::Discarded(seat, kind));
        }
        Ok(())
    })
}

fn pay(t: &mut Table, card: CardRef, cost: Cost) -> Play {
    match (cost, card) {
        (Cost::Focus, CardRef::Play(id)) => {
            damage::focus(t, id, 1);
            Ok(())
        }
        (Cost::Sacrifice, CardRef::Play(id)) => zones::leave_play(t, id),
        _ => Ok(()),
    }
}

fn choose_target(t: &mut Table, card: CardRef, terms: &'static CardAbility) -> Play<Option<CardId>> {
    let Some(legal) = terms.target else { return Ok(None) };
    if !t.state.in_play().any(|id| legal(&t.state, card, id)) {
        return Ok(None);
    }
    let choice = t.ask(t.state.controller(card), Ask::Target(card), |state, offer| {
        state.in_play().filter(|id| legal(state, card, *id)).for_each(|id| offer.add(Choice::Card(id)));
    })?;
    Ok(match choice {
        Choice::Card(id) => Some(id),
        _ => None,
    })
}

/// Cancels the effects of the ability that is being used. It counts as used all the same.
pub fn cancel_effects(t: &mut Table) {
    if let Some(Occurrence { what: What::Used { card, canceled, .. }, .. }) = answered(t) {
        *canceled = true;
        let card = *card;
        t.emit(Event::EffectsCanceled(card));
    }
}

/// Takes a part of the damage that is about to be dealt off; says how much.
pub fn reduce_damage(t: &mut Table, by: u8) -> u8 {
    let Some(occurrence) = answered(t) else { return 0 };
    let What::Damage { target, amount, .. } = &mut occurrence.what else { return 0 };
    let taken = by.min(*amount);
    *amount -= taken;
    occurrence.prevented = *amount == 0;
    let target = *target;
    t.emit(Event::Prevented(target, taken));
    taken
}

/// The occurrence that the ability being resolved answers: the one below it.
fn answered(t: &mut Table) -> Option<&mut Occurrence> {
    t.state.occurrences.iter_mut().nth_back(1)
}
