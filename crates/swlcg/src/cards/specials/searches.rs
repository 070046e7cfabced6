//! Effects that look through decks, hands and piles in ways of their own, and that move cards between them.

use super::super::atoms::Ctx;
use crate::state::{CardId, Place, State, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, Table, zones};

/// One of some cards, each kind once; nothing need be chosen.
pub fn pick(t: &mut Table, ctx: &Ctx, cards: &[CardId]) -> table::Play<Option<CardId>> {
    if cards.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
        zones::kinds(state, cards).for_each(|id| offer.add(Choice::Card(id)));
        offer.pass(Choice::Pass);
    })?;
    Ok(if let Choice::Card(id) = choice { Some(id) } else { None })
}

/// The opponent's deck is searched for a card to capture, and shuffled.
pub fn capture_from_deck(
    t: &mut Table,
    ctx: &Ctx,
    reveal: bool,
    such: impl Fn(&State, CardId) -> bool,
) -> table::Play<bool> {
    let cards = zones::look_through(&mut t.state, opponent(ctx.seat), ctx.seat);
    let fitting: Vec<CardId> = cards.iter().copied().filter(|id| such(&t.state, *id)).collect();
    let found = pick(t, ctx, &fitting)?;
    for id in cards {
        if Some(id) != found {
            zones::put(&mut t.state, id, Destination::ShuffledIntoDeck);
        }
    }
    let Some(found) = found else { return Ok(false) };
    if reveal {
        zones::reveal(t, t.state.card(found).owner, &[found]);
    }
    let Some(at) = zones::choose_prison(t, found, ctx.seat)? else {
        zones::put(&mut t.state, found, Destination::ShuffledIntoDeck);
        return Ok(false);
    };
    zones::capture(t, found, at)
}

pub fn captured(state: &State) -> Vec<CardId> {
    // audit: same (0 to 1) — the first card of a game is an affiliation card
    let all = (0..state.cards.len() as u8).map(CardId);
    all.filter(|id| state.card(*id).place == Place::Captured).collect()
}

/// The undamaged objectives of a player that came out of the objective deck.
pub fn undamaged(state: &State, ctx: &Ctx) -> Vec<CardId> {
    let sound = |id: &CardId| state.card(*id).damage == 0 && !state.card(*id).is_mission();
    state.objectives(ctx.seat).filter(sound).collect()
}
