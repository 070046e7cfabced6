//! Effects as they are played: whether one could do anything, its targets, and its steps one after the other. What a step
//! means, asks and does is in the modules below; this one plays the steps in their order.

mod acts;
mod branching;
mod choosing;
mod meaning;
mod moving;
mod possible;
mod tokens;

use arrayvec::ArrayVec;
use table::Play;

use super::atoms::{Act, Boon, Ctx, Do, Pool, Who};
use super::constants;
use super::filters::{amount, answered, count, is_so, seats};
use super::numerals::read;
use crate::state::{CardId, Ending, Lasting, Phase, Source, Until, opponent};
use crate::{Event, Table, damage, force, resources, timing, victory, zones};
use acts::perform;
pub use branching::used_effect;
use branching::*;
pub use choosing::with_targets;
pub(super) use choosing::{captive, choose_icon};
use choosing::{choose_number, chosen, retarget, see_hand};
pub use meaning::boons_of;
use meaning::target_steps;
use moving::*;
pub(super) use possible::can_be_put_into_play;
use possible::can_draw;
pub use possible::could;
use tokens::*;

/// Step 6: the effect happens.
pub fn resolve(t: &mut Table, ctx: &mut Ctx, steps: &'static [Do]) -> Play {
    let mut slot = 0;
    run(t, ctx, steps, &mut slot)?;
    timing::settle(t)?;
    damage::check_capacities(t)
}

/// Plays steps; says whether anything happened.
fn run(t: &mut Table, ctx: &mut Ctx, steps: &'static [Do], slot: &mut u8) -> Play<bool> {
    let mut happened = false;
    for (place, step) in steps.iter().enumerate() {
        if matches!(step, Do::Then) && !happened {
            *slot += target_steps(&steps[place..]);
            break;
        }
        happened |= play_step(t, ctx, step, slot)?;
    }
    Ok(happened)
}

fn source(ctx: &Ctx) -> Source {
    Source::effect(ctx.seat, ctx.card)
}

fn play_step(t: &mut Table, ctx: &mut Ctx, step: &'static Do, slot: &mut u8) -> Play<bool> {
    match step {
        // All cards take the damage at the same time.
        Do::To(who, act @ Act::Damage(number)) => {
            let mut cards = chosen(t, ctx, who, act, slot)?;
            cards.retain(|id| !constants::is_proof_against(&t.state, ctx, *id));
            let number = count(&t.state, ctx, number);
            ctx.it = cards.last().copied().or(ctx.it);
            let shares = cards.iter().map(|id| (*id, number)).take(64).collect();
            Ok(damage::deal_all(t, shares, source(ctx))?.to_all(cards) > 0)
        }
        Do::To(who, act) => {
            let cards = chosen(t, ctx, who, act, slot)?;
            let mut happened = false;
            for id in cards {
                ctx.it = Some(id);
                happened |= perform(t, ctx, id, act)?;
            }
            if let Who::From(Pool::YourDeck | Pool::YourDeckOrDiscard, _) = who {
                t.state.player_mut(ctx.seat).deck.shuffle();
            }
            if let Who::From(Pool::YourObjectiveDeck, _) = who {
                t.state.player_mut(ctx.seat).objective_deck.shuffle();
            }
            Ok(happened)
        }
        Do::Draw(whose, number) => {
            let number = count(&t.state, ctx, number);
            let mut drawn = false;
            for seat in
                seats(ctx, *whose).filter(|seat| can_draw(&t.state, *seat)).collect::<ArrayVec<_, 2>>()
            {
                for _ in 0..number {
                    zones::draw(t, seat)?;
                    drawn = true;
                }
            }
            Ok(drawn)
        }
        Do::DiscardHand(whose, number) => {
            let number = read(&t.state, ctx, *number);
            discard(t, ctx, *whose, number, false)
        }
        Do::DiscardRandom(whose, number) => {
            let number = read(&t.state, ctx, *number);
            discard(t, ctx, *whose, number, true)
        }
        Do::Dial(by) => {
            let by = read(&t.state, ctx, (*by).max(0) as u8);
            damage::advance_dial(t, by)?;
            Ok(true)
        }
        Do::Save(number) => {
            let number = read(&t.state, ctx, *number);
            Ok(save(t, ctx, number))
        }
        Do::DialBack(by, least) => {
            let (by, least) = (read(&t.state, ctx, *by), read(&t.state, ctx, *least));
            Ok(damage::turn_dial_back(t, by, least))
        }
        Do::Gain(boon, number, until) => {
            let number = amount(&t.state, ctx, number);
            Ok(gain(t, ctx, None, *boon, number, *until))
        }
        Do::TheyGain(boon, number, until) => {
            let they = Ctx { seat: opponent(ctx.seat), ..*ctx };
            let number = amount(&t.state, ctx, number);
            Ok(gain(t, &they, None, *boon, number, *until))
        }
        Do::Stop => Ok(stop(t, ctx)),
        Do::PutOn(who, host) => put_on(t, ctx, who, host, slot),
        Do::LoseIcon(who, until) => lose_icon(t, ctx, who, *until, slot),
        Do::TakeKeyword(who, until) => take_keyword(t, ctx, who, *until, slot),
        Do::CopyIcon(who, filter, edge_only, until) => {
            copy_icon(t, ctx, who, (filter, *edge_only), *until, slot)
        }
        Do::Sort(whose, acts) => sort(t, ctx, *whose, acts),
        Do::Peek { whose, objectives, cards, under } => peek(t, ctx, *whose, *objectives, (*cards, *under)),
        Do::MoveCaptive(filter, to) => move_captive(t, ctx, filter, to, slot),
        Do::TheyMayFocus(filter, one, other) => they_may_focus(t, ctx, filter, (one, other), slot),
        Do::ResolveAgain => resolve_again(t, ctx),
        Do::Exchange(who) => exchange(t, ctx, who, slot),
        Do::AssignTo(who) => assign_to(t, ctx, who, slot),
        Do::Divide(chooser, number, filter) => divide(t, ctx, *chooser, number, filter),
        Do::PreventAny => {
            let most = answered(&t.state, ctx).map_or(0, |occurrence| occurrence.amount);
            let number = choose_number(t, ctx, most)?;
            Ok(reduce_damage(t, ctx, number) > 0)
        }
        Do::MoveIcon(from, to, until) => move_icon(t, ctx, from, to, *until, slot),
        Do::MoveDamageUpTo(most, from, to) => move_any_damage(t, ctx, from, to, *most, slot),
        Do::MoveAllFocus(filter, to) => move_all_focus(t, ctx, filter, to, slot),
        Do::SwapEdgeStacks => {
            let [one, other] = &mut t.state.players;
            std::mem::swap(&mut one.edge_stack, &mut other.edge_stack);
            Ok(true)
        }
        Do::IfTheyPay(sum, inner) => if_they_pay(t, ctx, *sum, inner, slot),
        Do::Retarget(whose, such) => retarget(t, ctx, *whose, *such),
        Do::Cancel => Ok(cancel(t, ctx)),
        Do::CancelEdgeBattle => {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.edge_canceled = true;
            }
            Ok(true)
        }
        Do::Prevent(number) => {
            let number = read(&t.state, ctx, *number);
            Ok(reduce_damage(t, ctx, number) > 0)
        }
        Do::Redirect(number, who) => {
            let number = read(&t.state, ctx, *number);
            redirect(t, ctx, number, who, slot)
        }
        Do::Instead(who, act) => {
            let cards = chosen(t, ctx, who, act, slot)?;
            stop(t, ctx);
            for id in cards {
                perform(t, ctx, id, act)?;
            }
            Ok(true)
        }
        Do::MoveDamage(number, from, to) => {
            let number = read(&t.state, ctx, *number);
            move_damage(t, ctx, number, from, to, slot)
        }
        Do::PreventAmount(number) => {
            let number = count(&t.state, ctx, number);
            Ok(reduce_damage(t, ctx, number) > 0)
        }
        Do::RedirectAll(who) => redirect(t, ctx, u8::MAX, who, slot),
        Do::MoveAnyDamage(from, to) => move_any_damage(t, ctx, from, to, u8::MAX, slot),
        Do::MoveFocus(number, from, to) => {
            let number = read(&t.state, ctx, *number);
            move_focus(t, ctx, number, from, to, slot)
        }
        Do::MoveAnyFocus(from, to) => move_any_focus(t, ctx, from, to, slot),
        Do::MoveShield(from, to) => move_shield(t, ctx, from, to, slot),
        Do::GainIcon(who, icons, until) => gain_icon(t, ctx, who, icons, *until, slot),
        Do::GainIcons(who, number, until) => gain_icons(t, ctx, who, number, *until, slot),
        Do::Mill(whose, number) => mill(t, ctx, *whose, number),
        Do::CaptureTop(here) => capture_top(t, ctx, *here),
        Do::WithBottomCard(act) => with_bottom_card(t, ctx, act),
        Do::BalanceTo(side) => force::move_balance(t, *side),
        Do::SkipForcePhase => {
            t.state.no_force_phase = true;
            Ok(true)
        }
        Do::EndEngagement => {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.broken_off = true;
            }
            Ok(true)
        }
        Do::SeeHand(whose) => {
            seats(ctx, *whose).for_each(|seat| see_hand(t, ctx, seat));
            Ok(true)
        }
        Do::Look(whose, number, most, filter, act, rest) => {
            let most = read(&t.state, ctx, *most);
            look(t, ctx, *whose, number, (most, filter, act), *rest)
        }
        Do::DrawToReserve => {
            let mut drawn = false;
            while can_draw(&t.state, ctx.seat)
                && !(t.state.phase() == Phase::Draw && zones::may_draw_no_more(&t.state))
                && t.state.player(ctx.seat).hand.len() < crate::phases::reserve(&t.state, ctx.seat)
            {
                zones::draw(t, ctx.seat)?;
                drawn = true;
            }
            Ok(drawn)
        }
        Do::ChooseOne(ways) => choose_one(t, ctx, ways, slot),
        Do::TheyChooseOne(ways) => they_choose_one(t, ctx, ways, slot),
        Do::UnlessTheyPay(sum, inner) => {
            let sum = read(&t.state, ctx, *sum);
            unless_they_pay(t, ctx, sum, inner, slot)
        }
        Do::UnlessTheyDiscard(number, inner) => {
            let number = read(&t.state, ctx, *number);
            unless_they_discard(t, ctx, number, inner, slot)
        }
        Do::IfYouPay(sum, inner) => {
            let sum = read(&t.state, ctx, *sum);
            if_you_pay(t, ctx, sum, inner, slot)
        }
        Do::Cheaper(number) => {
            let number = amount(&t.state, ctx, number);
            let Some(card) = answered(&t.state, ctx).and_then(|paying| paying.card) else { return Ok(false) };
            Ok(gain(t, ctx, Some(card), Boon::Cost, -number, Until::EndOfPhase))
        }
        Do::Pay(only, sum) => {
            resources::spend_of(t, ctx.card, ctx.seat, *sum, *only)?;
            Ok(true)
        }
        Do::Divert(doom) => {
            if let Some(occurrence) =
                ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize))
            {
                occurrence.divert = Some(*doom);
            }
            Ok(true)
        }
        Do::IfElse(when, one, other) => if_else(t, ctx, when, one, other, slot),
        Do::Lose => {
            let winner = table::Seats::NONE.with(opponent(ctx.seat));
            victory::end_game(t, winner, Ending::Card)?;
            Ok(true)
        }
        Do::If(when, inner) if is_so(&t.state, ctx, when) => run(t, ctx, inner, slot),
        Do::If(_, inner) => {
            *slot += target_steps(inner);
            Ok(false)
        }
        Do::May(inner) => may(t, ctx, inner, slot),
        Do::Then => Ok(true),
        Do::Special(special) => (special.effect)(t, ctx),
    }
}

fn gain(t: &mut Table, ctx: &Ctx, card: Option<CardId>, boon: Boon, amount: i8, until: Until) -> bool {
    let lasting = Lasting { source: ctx.card, card, seat: ctx.seat, boon, amount, until };
    t.state.lasting.push(lasting)
}

/// The card that is being paid for costs less, but not less than 1.
fn save(t: &mut Table, ctx: &Ctx, number: u8) -> bool {
    let Some(card) = answered(&t.state, ctx).and_then(|paying| paying.card) else { return false };
    let less = number.min(resources::price(&t.state, card, false).saturating_sub(1));
    less > 0 && gain(t, ctx, Some(card), Boon::Cost, -(less.min(100) as i8), Until::EndOfPhase)
}

/// Cancels the effects of the ability that is being used. It counts as used all the same.
fn cancel(t: &mut Table, ctx: &Ctx) -> bool {
    let Some(occurrence) = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize)) else {
        return false;
    };
    occurrence.canceled = true;
    if let Some(card) = occurrence.card {
        t.emit(Event::EffectsCanceled(card));
    }
    true
}

/// What is answered does not take place.
fn stop(t: &mut Table, ctx: &Ctx) -> bool {
    let answered = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize));
    answered.is_some_and(|it| !it.certain && !std::mem::replace(&mut it.prevented, true))
}

/// Whether a step captures anybody.
pub(super) fn captures(step: &'static Do) -> bool {
    let captured = |act: &Act| matches!(act, Act::Capture | Act::CaptureHere);
    let own = match step {
        Do::To(_, act) | Do::Instead(_, act) => captured(act),
        Do::Look(.., act, _) => captured(act),
        Do::Sort(_, acts) => acts.iter().any(captured),
        Do::CaptureTop(_) => true,
        _ => false,
    };
    own || meaning::branches(step).into_iter().flatten().any(captures)
}
