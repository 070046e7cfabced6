//! How cards enter play, leave it, and are drawn.

use table::{Play, Seat, Seats};

use crate::state::{CardId, CardRef, Ending, InPlay, State, What, opponent};
use crate::timing::occur;
use crate::{Ask, Choice, Event, Table, victory};

/// A card other than an objective leaves play for its owner's discard pile.
pub fn leave_play(t: &mut Table, id: CardId) -> Play {
    occur(t, What::LeavesPlay { card: id }, |t| {
        if !t.state.is_in_play(id) {
            return Ok(());
        }
        discard_attachments(t, id)?;
        clear(&mut t.state, id);
        let (kind, owner) = (t.state.card(id).kind, t.state.card(id).owner);
        t.state.player_mut(owner).discard.push(kind);
        t.emit(Event::LeftPlay(id));
        Ok(())
    })
}

pub fn discard_attachments(t: &mut Table, host: CardId) -> Play {
    let attached: Vec<CardId> =
        t.state.in_play().filter(|id| t.state.card(*id).attached_to == Some(host)).collect();
    for id in attached {
        leave_play(t, id)?;
    }
    Ok(())
}

/// Takes a card out of play and out of the engagement; its tokens go back to the supply.
pub fn clear(state: &mut State, id: CardId) {
    let (kind, owner) = (state.card(id).kind, state.card(id).owner);
    *state.card_mut(id) = InPlay { left: true, ..InPlay::new(kind, owner) };
    if let Some(engagement) = &mut state.engagement {
        engagement.participants.retain(|unit| *unit != id);
    }
}

/// Puts a unit from hand into play without paying for it.
pub fn put_into_play(t: &mut Table, card: CardRef) -> Option<CardId> {
    let CardRef::Hand(seat, kind) = card else { return None };
    if !t.state.player_mut(seat).take_from_hand(kind) {
        return None;
    }
    let id = CardId(t.state.cards.len() as u16);
    t.state.cards.push(InPlay::new(kind, seat));
    t.emit(Event::EnteredPlay(id));
    Some(id)
}

/// Draws a card. A player who has to draw from an empty deck has lost.
pub fn draw(t: &mut Table, seat: Seat) -> Play {
    if t.state.player(seat).deck.is_empty() {
        let winner = Seats::NONE.with(opponent(seat));
        return victory::end_game(t, winner, Ending::DeckOut);
    }
    let choice = t.draw(Ask::Draw(seat), |state, offer| {
        let deck = &state.player(seat).deck;
        for copies in deck.chunk_by(|a, b| a == b) {
            offer.weigh(Choice::Drawn(copies[0]), copies.len() as u32);
        }
    })?;
    let Choice::Drawn(kind) = choice else { return Ok(()) };
    let player = t.state.player_mut(seat);
    if let Some(place) = player.deck.iter().position(|held| *held == kind) {
        player.deck.remove(place);
        player.hand.push(kind);
    }
    t.emit(Event::Drawn(seat, kind));
    Ok(())
}
