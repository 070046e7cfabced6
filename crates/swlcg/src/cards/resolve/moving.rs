//! Cards that change their place: into play, to another controller, to another host, and out of decks that are looked
//! at.

use table::{Play, Seat};

use super::super::atoms::{Act, Amount, Boon, Ctx, Filter, Rest, Whose};
use super::super::filters::{count, matches, seats};
use super::super::{CardType, Trigger};
use super::acts::perform;
use super::gain;
use super::meaning::Meant;
use super::possible::could_act;
use crate::state::{CardId, Occurrence, State, Until, opponent};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, timing};

pub(super) fn take_control(t: &mut Table, ctx: &Ctx, id: CardId, until: Until, joins: bool) -> Play<bool> {
    if !zones::take_control(t, id, ctx.seat, joins)? {
        return Ok(false);
    }
    if until != Until::EndOfGame {
        gain(t, ctx, Some(id), Boon::Controlled, 1, until);
    }
    Ok(true)
}

/// Who resolves the effect chooses what an enhancement is attached to, and whether a pilot enters as one or as a unit.
pub(super) fn put_into_play(t: &mut Table, ctx: &Ctx, id: CardId, joins: bool) -> Play {
    let hosts: Meant = timing::hosts(&t.state, id).take(128).collect();
    let unit = t.state.facts(id).card_type == CardType::Unit;
    let mut host = None;
    if !hosts.is_empty() {
        let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
            hosts.iter().for_each(|id| offer.add(Choice::Card(*id)));
            if unit {
                offer.add(Choice::AsUnit);
            }
        })?;
        host = if let Choice::Card(host) = choice { Some(host) } else { None };
    }
    zones::set_aside(&mut t.state, id);
    zones::enter_play(t, id, host, joins && host.is_none())
}

/// Other cards of the same player that an enhancement could be on.
pub(super) fn other_hosts(state: &State, id: CardId) -> impl Iterator<Item = CardId> {
    let host = state.card(id).attached;
    timing::hosts(state, id).filter(move |other| {
        let same = host.is_some_and(|host| state.card(host).controller == state.card(*other).controller);
        let alike = host.is_some_and(|host| state.card(host).is_unit() == state.card(*other).is_unit());
        host != Some(*other) && same && alike
    })
}

pub(super) fn move_elsewhere(t: &mut Table, ctx: &Ctx, id: CardId) -> Play<bool> {
    let options: Meant = other_hosts(&t.state, id).take(128).collect();
    if options.is_empty() {
        return Ok(false);
    }
    let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let Choice::Card(host) = choice else { return Ok(false) };
    zones::move_enhancement(t, id, host)?;
    Ok(true)
}

/// The cards that an enhancement can be attached to if a player controls it.
pub(super) fn hosts_for(state: &State, id: CardId, seat: Seat) -> impl Iterator<Item = CardId> {
    let ctx = Ctx::new(id, seat);
    let filter = timing::may_enhance(id, state);
    state.in_play().filter(move |host| {
        filter.is_some_and(|filter| matches(state, &ctx, *host, filter))
            && zones::may_be_enhanced(state, *host)
    })
}

/// A card of either player enters play under the control of the player of the effect.
pub(super) fn put_into_play_as_yours(t: &mut Table, ctx: &Ctx, id: CardId) -> Play {
    let mut host = None;
    if t.state.facts(id).card_type == CardType::Enhancement {
        let options: Meant = hosts_for(&t.state, id, ctx.seat).take(128).collect();
        if !options.is_empty() {
            let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
                options.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            host = if let Choice::Card(host) = choice { Some(host) } else { None };
        }
    }
    zones::set_aside(&mut t.state, id);
    zones::enter_play_under(t, id, host, false, ctx.seat)
}

/// A pilot enters play on a Vehicle.
pub(super) fn put_into_play_as_pilot(t: &mut Table, ctx: &Ctx, id: CardId) -> Play {
    let options: Meant = timing::hosts(&t.state, id).take(128).collect();
    if options.is_empty() {
        return Ok(());
    }
    let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let host = if let Choice::Card(host) = choice { Some(host) } else { None };
    zones::set_aside(&mut t.state, id);
    zones::enter_play(t, id, host, false)
}

pub(super) fn discard(t: &mut Table, ctx: &Ctx, whose: Whose, number: u8, random: bool) -> Play<bool> {
    let mut happened = false;
    for seat in seats(ctx, whose) {
        for _ in 0..number {
            if t.state.player(seat).hand.is_empty() {
                break;
            }
            let card = if random {
                zones::random_card(t, seat)?
            } else {
                let choice = t.ask(seat, Ask::Choose(ctx.card), |state, offer| {
                    zones::hand_kinds(state, seat).for_each(|id| offer.add(Choice::Card(id)));
                })?;
                if let Choice::Card(id) = choice { Some(id) } else { None }
            };
            if let Some(card) = card {
                zones::discard(t, card)?;
                happened = true;
            }
        }
    }
    Ok(happened)
}

/// The top cards of a deck are looked at.
pub(super) fn look(
    t: &mut Table,
    ctx: &mut Ctx,
    whose: Whose,
    number: &Amount,
    (most, filter, act): (u8, Filter, &'static Act),
    rest: Rest,
) -> Play<bool> {
    let number = count(&t.state, ctx, number);
    let mut happened = false;
    for seat in seats(ctx, whose) {
        let mut cards = Meant::new();
        for _ in 0..number {
            let Some(top) = zones::look_at_top(t, seat, ctx.seat)? else { break };
            cards.push(top);
        }
        happened |= !cards.is_empty();
        t.emit(Event::TopSeen { by: ctx.seat, of: seat, cards: cards.to_vec() });
        let mut options = cards.clone();
        options.retain(|id| matches(&t.state, ctx, *id, filter) && could_act(&t.state, ctx, *id, act));
        if !options.is_empty() && most > 0 {
            // Whoever searches need not find anything.
            let least = if filter.is_empty() { options.len().min(most as usize) } else { 0 };
            let taken = t.ask_some(ctx.seat, Ask::Choose(ctx.card), least, most as usize, |_, offer| {
                options.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            for choice in taken {
                let Choice::Card(id) = choice else { continue };
                cards.retain(|other| *other != id);
                ctx.it = Some(id);
                perform(t, ctx, id, act)?;
            }
        }
        put_back(t, ctx, &cards, rest)?;
    }
    Ok(happened)
}

/// The cards that were looked at go where they belong.
pub(super) fn put_back(t: &mut Table, ctx: &Ctx, cards: &[CardId], rest: Rest) -> Play {
    if matches!(rest, Rest::OnTop | Rest::Under) && cards.len() > 1 {
        let order = t.ask_order(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        // The first one named ends up nearest to the top, or lowest.
        let named =
            order.iter().filter_map(|choice| if let Choice::Card(id) = choice { Some(*id) } else { None });
        let named: Vec<CardId> = named.collect();
        for id in named.iter().rev() {
            let to = if rest == Rest::OnTop { Destination::OnDeck } else { Destination::UnderDeck };
            zones::put(&mut t.state, *id, to);
        }
        return Ok(());
    }
    for id in cards {
        let to = match rest {
            Rest::Shuffled => Destination::ShuffledIntoDeck,
            Rest::OnTop => Destination::OnDeck,
            Rest::Under => Destination::UnderDeck,
            Rest::Discarded => Destination::Discard,
        };
        zones::put(&mut t.state, *id, to);
        if rest == Rest::Discarded {
            t.emit(Event::Discarded(t.state.card(*id).owner, *id));
        }
    }
    Ok(())
}

/// The top cards of a deck are discarded.
pub(super) fn mill(t: &mut Table, ctx: &mut Ctx, whose: Whose, number: &Amount) -> Play<bool> {
    let number = count(&t.state, ctx, number);
    let mut happened = false;
    for seat in seats(ctx, whose) {
        for _ in 0..number {
            let Some(top) = zones::top_card(t, seat)? else { break };
            zones::put(&mut t.state, top, Destination::Discard);
            t.emit(Event::Discarded(seat, top));
            timing::happened(t, Occurrence::new(Trigger::Discarded).of(top).by(seat).amount(1))?;
            (ctx.it, ctx.paid) = (Some(top), Some(top));
            happened = true;
        }
    }
    Ok(happened)
}

/// The top card of the opponent's deck is captured.
pub(super) fn capture_top(t: &mut Table, ctx: &mut Ctx, here: bool) -> Play<bool> {
    if t.state.player(opponent(ctx.seat)).deck.is_empty() {
        return Ok(false);
    }
    let Some(top) = zones::look_at_top(t, opponent(ctx.seat), ctx.seat)? else { return Ok(false) };
    ctx.it = Some(top);
    let at = if here { Some(ctx.card) } else { zones::choose_prison(t, top, ctx.seat)? };
    match at {
        Some(at) => zones::capture(t, top, at),
        None => {
            zones::put(&mut t.state, top, Destination::OnDeck);
            Ok(false)
        }
    }
}
