//! Effects that ask, move and count in ways of their own.

use super::super::atoms::{Boon, Ctx, Special};
use super::super::{Facts, Kind, library};
use super::subject;
use crate::state::{CardId, Lasting, Place, Side, State, Until, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, Event, Table, resources, zones};
use std::collections::HashSet;

pub fn always(_: &State, _: &Ctx) -> bool {
    true
}

/// The card that is being played costs 1 less for each discarded hand card, but not less than 1.
pub const DISCARD_TO_SAVE: &Special = &Special {
    could: |state, ctx| {
        let playing = subject(state, ctx);
        playing.is_some_and(|id| resources::price(state, id, false) > 1)
            && !state.player(ctx.seat).hand.is_empty()
    },
    effect: |t, ctx| {
        let Some(playing) = subject(&t.state, ctx) else { return Ok(false) };
        let mut saved = false;
        while resources::price(&t.state, playing, false) > 1 && !t.state.player(ctx.seat).hand.is_empty() {
            let choice = t.ask(ctx.seat, Ask::CostCard(ctx.card), |state, offer| {
                zones::hand_kinds(state, ctx.seat).for_each(|id| offer.add(Choice::Card(id)));
                // Whoever has begun to play the card saves as much as is lacking.
                if resources::can_pay_for(state, ctx.seat, playing, false).is_ok() {
                    offer.pass(Choice::Pass);
                }
            })?;
            let Choice::Card(id) = choice else { break };
            zones::discard(t, id)?;
            let lasting = Lasting {
                source: ctx.card,
                card: Some(playing),
                seat: ctx.seat,
                boon: Boon::Cost,
                amount: -1,
                until: Until::EndOfPhase,
            };
            t.state.lasting.push(lasting);
            saved = true;
        }
        Ok(saved)
    },
};

pub fn lend(t: &mut Table, ctx: &Ctx, card: CardId, boon: Boon, amount: u8, until: Until) {
    let lasting =
        Lasting { source: ctx.card, card: Some(card), seat: ctx.seat, boon, amount: amount as i8, until };
    // audit: same (> to >=) — a boon of 0 gives nothing
    if amount > 0 {
        t.state.lasting.push(lasting);
    }
}

/// The title of such a card of the opponent's side, which the player names.
pub fn name_a_card(t: &mut Table, ctx: &Ctx, such: fn(&Facts) -> bool) -> table::Play<Option<Kind>> {
    let side = Side::of(opponent(ctx.seat));
    let choice = t.ask(ctx.seat, Ask::Name(ctx.card), |_, offer| {
        let mut titles = HashSet::new();
        for (_, card) in library().kinds().filter(|(_, card)| card.side == side && such(card)) {
            if titles.insert(card.title.0) {
                offer.add(Choice::Drawn(card.title));
            }
        }
    })?;
    let Choice::Drawn(named) = choice else { return Ok(None) };
    t.emit(Event::Named(ctx.seat, named));
    Ok(Some(named))
}

pub fn top_card_is_seen(t: &mut Table, ctx: &mut Ctx, by_all: bool) -> table::Play<bool> {
    ctx.it = zones::look_at_top(t, ctx.seat, ctx.seat)?;
    let Some(top) = ctx.it else { return Ok(false) };
    if by_all {
        zones::reveal(t, ctx.seat, &[top]);
    } else {
        t.emit(Event::TopSeen { by: ctx.seat, of: ctx.seat, cards: vec![top] });
    }
    Ok(true)
}

/// The player alone sees the top card of the deck, which the next steps concern.
pub const LOOK_AT_TOP_CARD: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| top_card_is_seen(t, ctx, false),
};

pub fn goes_back_on_top(t: &mut Table, ctx: &Ctx) -> Option<CardId> {
    let top = ctx.it.filter(|id| t.state.card(*id).place == Place::Looked)?;
    zones::put(&mut t.state, top, Destination::OnDeck);
    Some(top)
}

/// The card that was looked at goes back on top if it has not come into play.
pub const BACK_ON_TOP: &Special = &Special {
    could: |_, _| false,
    effect: |t, ctx| {
        goes_back_on_top(t, ctx);
        Ok(true)
    },
};
