//! What is done to one card.

use table::Play;

use super::super::atoms::{Act, Amount, Boon, Ctx};
use super::super::filters::{amount, answered, count};
use super::super::{Trigger, numerals};
use super::choosing::choose_number;
use super::moving::{
    become_pilot, move_anywhere, move_elsewhere, play_event, put_into_play, put_into_play_as_pilot,
    put_into_play_as_yours, take_control,
};
use super::possible::could_act;
use super::{gain, source, stop};
use crate::state::{CardId, EdgeCard, Occurrence, Place, Side, Source, State, Until};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, conflict, damage, force, timing};

/// Does one thing to one card; false if nothing came of it.
pub(super) fn perform(t: &mut Table, ctx: &Ctx, id: CardId, act: &'static Act) -> Play<bool> {
    if !could_act(&t.state, ctx, id, act) {
        return Ok(false);
    }
    let in_play = t.state.is_in_play(id);
    match act {
        Act::Damage(number) => {
            let number = count(&t.state, ctx, number);
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
        Act::HealUpTo(most) => {
            let number =
                choose_number(t, ctx, t.state.card(id).damage.min(numerals::read(&t.state, ctx, *most)))?;
            damage::heal(t, id, number);
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
        Act::UnderDeck if in_play => zones::leave_play(t, id, Destination::UnderDeck)?,
        Act::UnderDeck => zones::put(&mut t.state, id, Destination::UnderDeck),
        Act::UnderObjectiveDeck => zones::leave_play(t, id, Destination::UnderObjectiveDeck)?,
        Act::OnDeck if in_play => zones::leave_play(t, id, Destination::OnDeck)?,
        Act::OnDeck => zones::put(&mut t.state, id, Destination::OnDeck),
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
        Act::WinOver(until) => return take_control(t, ctx, id, *until, true),
        Act::Engage => {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.objective = id;
            }
            t.state.led_to.insert(id);
            t.emit(Event::Engages(id));
        }
        Act::BeNamed => return Ok(false),
        Act::StowHere(shown) => {
            if *shown {
                t.emit(Event::Revealed(ctx.seat, vec![id]));
            }
            zones::put(&mut t.state, id, Destination::Stowed(ctx.card));
            t.emit(Event::Stowed(id, ctx.card));
        }
        Act::EngageDefendersFirst => {
            stop(t, ctx);
            conflict::declare_defenders_first(t, id)?;
        }
        Act::MayBeEngagedAgain => t.state.once_more.insert(id),
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
        Act::ShuffleIntoDeck if in_play => zones::leave_play(t, id, Destination::ShuffledIntoDeck)?,
        Act::ShuffleIntoDeck => zones::put(&mut t.state, id, Destination::ShuffledIntoDeck),
        Act::RemoveShield => damage::remove_shield(t, id, ctx.seat)?,
        Act::RemoveShields => {
            for _ in 0..t.state.card(id).shields {
                damage::remove_shield(t, id, ctx.seat)?;
            }
        }
        Act::BecomeUnit => {
            t.state.card_mut(id).attached = None;
            t.emit(Event::EnteredPlay(id));
            let seat = t.state.card(id).controller;
            timing::happened(t, Occurrence::new(Trigger::EntersPlay).of(id).by(seat))?;
        }
        Act::TurnIntoUnit(until) => {
            t.state.card_mut(id).as_unit = true;
            t.emit(Event::BecameUnit(id));
            return Ok(gain(t, ctx, Some(id), Boon::IsUnit, 1, *until));
        }
        Act::Strike | Act::StrikeFromOutside => conflict::strike::strike_with(t, id)?,
        Act::MoveElsewhere => return move_elsewhere(t, ctx, id, false),
        Act::MoveToTarget => return move_elsewhere(t, ctx, id, true),
        Act::PutIntoPlayAsYours => put_into_play_as_yours(t, ctx, id, false)?,
        Act::PutIntoEngagementAsYours => put_into_play_as_yours(t, ctx, id, true)?,
        Act::MoveAnywhere => return move_anywhere(t, ctx, id),
        Act::PlayEvent => play_event(t, ctx, id)?,
        Act::StruckAgain => {
            let Some(Occurrence { card: Some(unit), amount, .. }) = answered(&t.state, ctx).copied() else {
                return Ok(false);
            };
            let source = Source::icon(t.state.card(unit).controller, unit);
            return Ok(damage::deal(t, id, amount, source)? > 0);
        }
        Act::PlaceDamage => damage::place_token(t, id),
        Act::TakeIntoYourStack => {
            zones::set_aside(&mut t.state, id);
            t.state.card_mut(id).place = Place::EdgeStack;
            let face_up = edge_is_revealed(&t.state);
            let edge = EdgeCard::new(id, face_up);
            t.state.player_mut(ctx.seat).edge_stack.push(edge);
            t.emit(Event::Placed { seat: ctx.seat, card: id, face_up });
        }
        Act::BecomePilot => return become_pilot(t, ctx, id),
        Act::PutIntoPlayAsPilot => put_into_play_as_pilot(t, ctx, id)?,
        Act::PutIntoEdgeStack => {
            zones::set_aside(&mut t.state, id);
            let owner = t.state.card(id).owner;
            t.state.card_mut(id).place = Place::EdgeStack;
            let face_up = edge_is_revealed(&t.state);
            let edge = EdgeCard::new(id, face_up);
            t.state.player_mut(owner).edge_stack.push(edge);
            conflict::edge::note_fate(&mut t.state, owner);
            t.emit(Event::Placed { seat: owner, card: id, face_up });
        }
        Act::Later(until, doom) => return Ok(gain(t, ctx, Some(id), Boon::Awaits(*doom), 1, *until)),
        Act::RemoveFromGame if in_play => zones::leave_play(t, id, Destination::Removed)?,
        Act::RemoveFromGame => zones::put(&mut t.state, id, Destination::Removed),
        Act::NotRefreshed => return Ok(gain(t, ctx, Some(id), Boon::KeepsFocus, 1, Until::EndOfPhase)),
        Act::TakeToken => return take_token(t, ctx, id),
        Act::ChangeNumeral(until) => return change_numeral(t, ctx, id, *until),
        Act::AttachHere => {
            zones::lay(&mut t.state, id, ctx.seat);
            t.state.card_mut(id).attached = Some(ctx.card);
            t.emit(Event::Attached(id, ctx.card));
        }
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
    }
    Ok(true)
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
        Choice::FocusToken => Ok(damage::remove_focus(t, id, 1, ctx.seat)? > 0),
        Choice::DamageToken => Ok(damage::heal(t, id, 1) > 0),
        _ => {
            damage::remove_shield(t, id, ctx.seat)?;
            Ok(true)
        }
    }
}

/// A figure printed on a card is 1 higher or lower for a time.
fn change_numeral(t: &mut Table, ctx: &Ctx, id: CardId, until: Until) -> Play<bool> {
    let choice = t.ask(ctx.seat, Ask::Numeral(id), |state, offer| {
        for (numeral, printed) in numerals::of(state.facts(id)) {
            offer.add(Choice::Numeral(numeral, printed.saturating_add(1)));
            if printed > 0 {
                offer.add(Choice::Numeral(numeral, printed - 1));
            }
        }
    })?;
    let Choice::Numeral(numeral, to) = choice else { return Ok(false) };
    let printed = numerals::of(t.state.facts(id)).find(|(other, _)| *other == numeral);
    let change = printed.map_or(0, |(_, printed)| to as i8 - printed as i8);
    Ok(gain(t, ctx, Some(id), numeral.boon(), change, until))
}

/// Whether the edge stacks lie open.
pub(super) fn edge_is_revealed(state: &State) -> bool {
    state.players.iter().flat_map(|player| &player.edge_stack).any(|edge| edge.face_up)
}
