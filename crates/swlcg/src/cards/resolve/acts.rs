//! What is done to one card: for each word, whether it could be done, and doing it.

use table::Play;

use super::super::atoms::{Act, Amount, Boon, Ctx, Deed};
use super::super::filters::{amount, answered, count};
use super::super::{CardType, Trigger, constants, numerals};
use super::choosing::choose_number;
use super::meaning::Meant;
use super::moving::{
    hosts_for, move_to_one_of, other_hosts, put_into_play, put_into_play_as_yours, take_control,
};
use super::{gain, source};
use crate::state::{CardId, EdgeCard, Occurrence, Place, Side, Source, State};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, conflict, damage, force, timing};

/// Whether a word could be done to a card.
pub(in crate::cards) fn could_act(state: &State, ctx: &Ctx, id: CardId, act: &Act) -> bool {
    let card = state.card(id);
    let in_play = card.place == Place::Play;
    if (in_play && constants::is_proof_against(state, ctx, id)) || zones::stays_discarded(state, id) {
        return false;
    }
    match act {
        Act::Damage(_) => damage::may_be_dealt(state, id, Source::effect(ctx.seat, ctx.card)).is_ok(),
        Act::Heal(_) => card.damage > 0 && constants::may(state, id, Deed::BeHealed).is_ok(),
        Act::Focus(_) => {
            let enemy = card.controller != ctx.seat;
            in_play && !(enemy && constants::may(state, id, Deed::BeFocusedByEnemies).is_err())
        }
        Act::Unfocus(_) | Act::UnfocusUpTo(_) => card.focus > 0,
        Act::Shield => in_play && card.shields == 0,
        Act::ExtraShield | Act::Destroy | Act::Sacrifice => in_play,
        Act::Discard => card.place != Place::Discard,
        Act::ToHand => card.place != Place::Hand,
        Act::UnderDeck | Act::OnDeck => true,
        Act::Capture | Act::CaptureHere => {
            Side::of(card.owner) == Side::Light
                && card.place != Place::Captured
                && Side::of(ctx.seat) == Side::Dark
        }
        Act::Rescue => card.place == Place::Captured,
        Act::PutIntoPlay | Act::PutIntoEngagement => can_be_put_into_play(state, id),
        Act::Gain(Boon::EdgeForce, ..) => in_play || card.place == Place::EdgeStack,
        Act::Gain(..) => in_play,
        Act::TakeControl(_) => {
            in_play && card.controller != ctx.seat && zones::may_enter(state, id, ctx.seat).is_ok()
        }
        Act::Engage => {
            state.engaged_objective().is_some_and(|engaged| engaged != id)
                && constants::may(state, id, Deed::BeEngaged).is_ok()
        }
        Act::StowHere(_) => card.place == Place::Hand && state.is_in_play(ctx.card),
        Act::Commit => in_play && force::can_commit(state, id),
        Act::Uncommit => card.committed,
        Act::LeaveEngagement => state.is_participating(id),
        Act::JoinEngagement => {
            in_play && card.is_unit() && state.engagement.is_some() && !state.is_participating(id)
        }
        Act::ShuffleIntoDeck => true,
        // audit: same (> to >=) — those who ask choose cards with a shield
        Act::RemoveShield => card.shields > 0,
        // audit: same (&& to ||) — those who ask choose pilots on a unit
        Act::BecomeUnit => card.attached.is_some() && card.facts().card_type == CardType::Unit,
        // audit: same (&& to ||) — those who ask choose ready participants
        Act::Strike => state.is_participating(id) && card.is_ready(),
        Act::StruckAgain => can_be_struck(state, ctx, id),
        Act::MoveElsewhere => other_hosts(state, id).next().is_some(),
        Act::PutIntoPlayAsYours => {
            // audit: same (&& to ||) — those who ask mean cards that are not in play
            card.place != Place::Play
                && zones::may_enter(state, id, ctx.seat).is_ok()
                && (card.facts().card_type != CardType::Enhancement
                    || timing::may_enhance(id, state).is_none()
                    || hosts_for(state, id, ctx.seat).next().is_some())
        }
        Act::PutIntoEdgeStack => !matches!(card.place, Place::Play | Place::EdgeStack),
        Act::Later(..) => in_play,
        Act::RemoveFromGame => true,
        Act::TakeToken => card.focus + card.damage + card.shields > 0,
        Act::PlantAsCaptive => {
            Side::of(card.owner) == Side::Light && state.objectives(Side::Dark.seat()).next().is_some()
        }
        Act::Special(special) => (special.could)(state, ctx, id),
    }
}

/// Does one thing to one card; false if nothing came of it.
pub(in crate::cards) fn perform(t: &mut Table, ctx: &Ctx, id: CardId, act: &'static Act) -> Play<bool> {
    if !could_act(&t.state, ctx, id, act) {
        return Ok(false);
    }
    let in_play = t.state.is_in_play(id);
    match act {
        Act::Damage(number) => {
            let number = count(&t.state, ctx, number);
            // audit: same — no card has a part that follows on it with “then”
            return Ok(damage::deal(t, id, number, source(ctx))? > 0);
        }
        Act::Heal(number) => {
            let number = count(&t.state, ctx, number);
            damage::heal(t, id, number);
        }
        Act::Focus(number) => {
            let number = count(&t.state, ctx, number);
            return damage::place_focus(t, id, number, source(ctx));
        }
        Act::Unfocus(number) => {
            let number = count(&t.state, ctx, number);
            damage::remove_focus(t, id, number, ctx.seat)?;
        }
        Act::UnfocusUpTo(most) => {
            let number =
                choose_number(t, ctx, t.state.card(id).focus.min(numerals::read(&t.state, ctx, *most)))?;
            damage::remove_focus(t, id, number, ctx.seat)?;
        }
        Act::Shield => return Ok(damage::place_shield(t, id, false)),
        Act::ExtraShield => return Ok(damage::place_shield(t, id, true)),
        Act::Destroy => damage::destroy(t, id)?,
        Act::Sacrifice => damage::sacrifice(t, id)?,
        Act::Discard if in_play => zones::leave_play(t, id, Destination::Discard)?,
        Act::Discard if t.state.card(id).place == Place::Hand => zones::discard(t, id)?,
        Act::Discard => {
            zones::put(&mut t.state, id, Destination::Discard);
            t.emit(Event::Discarded(t.state.card(id).owner, id));
        }
        Act::ToHand if in_play => zones::leave_play(t, id, Destination::Hand)?,
        Act::ToHand => zones::to_hand(t, id, false),
        Act::UnderDeck => send(t, id, Destination::UnderDeck)?,
        Act::OnDeck => send(t, id, Destination::OnDeck)?,
        Act::Capture => {
            let captor = Side::Dark.seat();
            let Some(at) = zones::choose_prison(t, id, captor)? else { return Ok(false) };
            return zones::capture(t, id, at);
        }
        Act::CaptureHere => return zones::capture(t, id, ctx.card),
        Act::Rescue => zones::rescue(t, id)?,
        Act::PutIntoPlay => put_into_play(t, ctx, id, false)?,
        Act::PutIntoEngagement => put_into_play(t, ctx, id, true)?,
        Act::Gain(boon, number, until) => {
            let number = match number {
                Amount::N(number) if !boon.is_counted() => *number,
                _ => amount(&t.state, ctx, number),
            };
            return Ok(gain(t, ctx, Some(id), *boon, number, *until));
        }
        Act::TakeControl(until) => return take_control(t, ctx, id, *until, false),
        Act::Engage => {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.objective = id;
            }
            t.state.led_to.insert(id);
            t.emit(Event::Engages(id));
        }
        Act::StowHere(shown) => {
            if *shown {
                zones::reveal(t, ctx.seat, &[id]);
            }
            zones::put(&mut t.state, id, Destination::Stowed(ctx.card));
            t.emit(Event::Stowed(id, ctx.card));
        }
        Act::Commit => force::commit(t, id, ctx.seat)?,
        Act::Uncommit => return force::uncommit(t, id, ctx.card),
        Act::LeaveEngagement => {
            zones::leave_engagement(&mut t.state, id);
            t.emit(Event::LeftEngagement(id));
        }
        Act::JoinEngagement => {
            conflict::enter(&mut t.state, id);
            t.emit(Event::JoinedEngagement(id));
            conflict::joined(t, id)?;
        }
        Act::ShuffleIntoDeck => send(t, id, Destination::ShuffledIntoDeck)?,
        Act::RemoveShield => damage::remove_shield(t, id, ctx.seat)?,
        Act::BecomeUnit => {
            t.state.card_mut(id).attached = None;
            t.emit(Event::EnteredPlay(id));
            let seat = t.state.card(id).controller;
            timing::happened(t, Occurrence::new(Trigger::EntersPlay).of(id).by(seat))?;
        }
        Act::Strike => conflict::strike::strike_with(t, id)?,
        Act::MoveElsewhere => {
            let hosts: Meant = other_hosts(&t.state, id).collect();
            return move_to_one_of(t, ctx, id, &hosts);
        }
        Act::PutIntoPlayAsYours => put_into_play_as_yours(t, ctx, id, false)?,
        Act::StruckAgain => {
            let Some(Occurrence { card: Some(unit), amount, .. }) = answered(&t.state, ctx).copied() else {
                return Ok(false);
            };
            let source = Source::icon(t.state.card(unit).controller, unit);
            // audit: same — no card has a part that follows on it with “then”
            return Ok(damage::deal(t, id, amount, source)? > 0);
        }
        Act::PutIntoEdgeStack => {
            zones::set_aside(&mut t.state, id);
            let owner = t.state.card(id).owner;
            t.state.card_mut(id).place = Place::EdgeStack;
            let face_up = edge_is_revealed(&t.state);
            let edge = EdgeCard::new(id, owner, face_up);
            t.state.player_mut(owner).edge_stack.push(edge);
            if face_up {
                conflict::edge::note_fate(&mut t.state, edge);
            }
            t.emit(Event::Placed { seat: owner, card: id, face_up });
        }
        // audit: same (1 to 2) — it awaits it or not
        Act::Later(until, doom) => return Ok(gain(t, ctx, Some(id), Boon::Awaits(*doom), 1, *until)),
        Act::RemoveFromGame => send(t, id, Destination::Removed)?,
        Act::TakeToken => return take_token(t, ctx, id),
        Act::PlantAsCaptive => {
            let choice = t.ask(ctx.seat, Ask::CaptureAt(id), |state, offer| {
                let prisons = state.objectives(Side::Dark.seat());
                prisons.for_each(|objective| offer.add(Choice::Card(objective)));
            })?;
            let Choice::Card(at) = choice else { return Ok(false) };
            if in_play {
                zones::leave_play(t, id, Destination::Captured(at))?;
            } else {
                zones::put(&mut t.state, id, Destination::Captured(at));
                t.emit(Event::Captured(id));
            }
        }
        Act::Special(special) => return (special.act)(t, ctx, id),
    }
    Ok(true)
}

/// A card goes somewhere, from play or from wherever it is.
fn send(t: &mut Table, id: CardId, destination: Destination) -> Play {
    if t.state.is_in_play(id) {
        return zones::leave_play(t, id, destination);
    }
    zones::put(&mut t.state, id, destination);
    Ok(())
}

/// One token of any kind is taken off a card.
pub(super) fn take_token(t: &mut Table, ctx: &Ctx, id: CardId) -> Play<bool> {
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
        let card = state.card(id);
        let tokens = [
            (card.focus, Choice::FocusToken),
            (card.damage, Choice::DamageToken),
            (card.shields, Choice::ShieldToken),
        ];
        tokens.iter().filter(|(number, _)| *number > 0).for_each(|(_, token)| offer.add(*token));
    })?;
    match choice {
        Choice::FocusToken => _ = damage::remove_focus(t, id, 1, ctx.seat)?,
        Choice::DamageToken => _ = damage::heal(t, id, 1),
        _ => damage::remove_shield(t, id, ctx.seat)?,
    }
    Ok(true)
}

/// Whether the edge stacks lie open.
pub(in crate::cards) fn edge_is_revealed(state: &State) -> bool {
    state.players.iter().flat_map(|player| &player.edge_stack).any(|edge| edge.face_up)
}

/// Whether the damage of combat icons can be assigned to a card.
pub(super) fn can_be_struck(state: &State, ctx: &Ctx, id: CardId) -> bool {
    damage::may_be_dealt(state, id, Source::icon(ctx.seat, ctx.card)).is_ok()
        && constants::may(state, id, Deed::BeStruck).is_ok()
}

pub(in crate::cards) fn can_be_put_into_play(state: &State, id: CardId) -> bool {
    let card_type = state.facts(id).card_type;
    let stays = !matches!(card_type, CardType::Event | CardType::Fate | CardType::Affiliation);
    let enhancement = card_type == CardType::Enhancement;
    let homeless =
        enhancement && timing::may_enhance(id, state).is_some() && timing::hosts(state, id).next().is_none();
    let place = state.card(id).place;
    place != Place::Play
        && stays
        && !homeless
        && zones::may_enter(state, id, zones::play_area_of(state, id)).is_ok()
}
