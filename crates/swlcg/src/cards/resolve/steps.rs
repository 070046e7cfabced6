//! The steps of an effect: for each word, whom it concerns, which other steps it contains, whether it could do anything, and
//! playing it.

use arrayvec::ArrayVec;
use table::Play;

use super::super::atoms::{Act, Aimed, Amount, Boon, Ctx, Do, Pool, Who};
use super::super::constants;
use super::super::filters::{amount, answered, count, is_so, seats};
use super::super::numerals::read;
use super::acts::{can_be_struck, could_act, perform};
use super::branching::*;
use super::choosing::{chosen, other_targets, retarget, see_hand};
use super::meaning::{any, filtered, meant, pass_over, pool};
use super::moving::*;
use super::possible::{can_draw, could};
use super::tokens::*;
use super::{cancel, gain, run, source, stop, to_each};
use crate::state::{CardId, Cursor, Icon, Side, State, Until, opponent};
use crate::{Table, damage, force, resources, victory, zones};

// Whether tokens can be taken or placed is the same for any number of them.
pub(super) const LOSES_DAMAGE: Act = Act::Heal(Amount::All);
pub(super) const TAKES_DAMAGE: Act = Act::Damage(Amount::All);
pub(super) const LOSES_FOCUS: Act = Act::Unfocus(Amount::All);
pub(super) const TAKES_FOCUS: Act = Act::Focus(Amount::All);

/// Whom a step concerns, with what it does to them.
pub(super) fn concerned(step: &'static Do) -> ArrayVec<(&'static Who, Option<&'static Act>), 2> {
    let mut concerned = ArrayVec::new();
    match step {
        Do::To(who, act) | Do::Instead(who, act) => concerned.push((who, Some(act))),
        Do::Redirect(_, who) | Do::AssignTo(who) => concerned.push((who, Some(&TAKES_DAMAGE))),
        Do::GainIcon(who, ..)
        | Do::GainIcons(who, ..)
        | Do::LoseIcon(who, ..)
        | Do::CopyIcon(who, ..)
        | Do::PutOn(_, who)
        | Do::MoveCaptive(_, who)
        | Do::Exchange(who) => concerned.push((who, None)),
        Do::MoveDamage(_, from, to) | Do::MoveDamageUpTo(_, from, to) => {
            concerned.push((from, Some(&LOSES_DAMAGE)));
            concerned.push((to, Some(&TAKES_DAMAGE)));
        }
        Do::MoveFocus(_, from, to) => {
            concerned.push((from, Some(&LOSES_FOCUS)));
            concerned.push((to, None));
        }
        Do::MoveShield(from, to) => {
            concerned.push((from, Some(&Act::RemoveShield)));
            concerned.push((to, Some(&Act::Shield)));
        }
        Do::Aimed(aimed) => concerned.extend(aimed.aims.iter().map(|(who, act)| (who, act.as_ref()))),
        _ => {}
    }
    concerned
}

/// No step has more branches than this.
const MOST_BRANCHES: usize = 4;

/// The branches of a step.
pub(super) fn branches(step: &'static Do) -> ArrayVec<&'static [Do], MOST_BRANCHES> {
    let mut branches = ArrayVec::new();
    match step {
        Do::If(_, inner)
        | Do::May(inner)
        | Do::UnlessTheyPay(_, inner)
        | Do::UnlessTheyDiscard(_, inner)
        | Do::IfYouPay(_, inner) => branches.push(*inner),
        Do::IfElse(_, one, other) | Do::TheyMayFocus(_, one, other) => {
            branches.push(*one);
            branches.push(*other);
        }
        Do::ChooseOne(ways) => {
            branches.extend(ways.iter().take(MOST_BRANCHES).map(|(_, inner)| *inner));
        }
        _ => {}
    }
    branches
}

/// Whether a step captures anybody.
// audit: same (returns false at once) — the light side, who alone asks, could choose nobody else for a capture either
pub(in crate::cards) fn captures(step: &'static Do) -> bool {
    let captured = |act: &Act| matches!(act, Act::Capture | Act::CaptureHere);
    let own = match step {
        Do::To(_, act) | Do::Instead(_, act) => captured(act),
        Do::Look(.., act, _) => captured(act),
        Do::Sort(_, acts) => acts.iter().any(captured),
        Do::CaptureTop(_) => true,
        _ => false,
    };
    // audit: same (|| to &&) — the light side, who alone asks, could choose nobody else for a capture either
    own || branches(step).into_iter().flatten().any(captures)
}

/// Whether one step could do anything.
pub(super) fn could_step(state: &State, ctx: &Ctx, step: &'static Do) -> bool {
    match step {
        // A search may fail; whether it would is nobody's business beforehand.
        Do::To(
            Who::From(from @ (Pool::YourDeck | Pool::YourObjectiveDeck | Pool::YourDeckOrDiscard), _),
            _,
        ) => !pool(state, ctx.seat, *from).is_empty(),
        // What a cost will be paid with is not known yet.
        Do::To(Who::Paid, _) | Do::GainIcon(Who::Paid, ..) => true,
        Do::To(who, act) => any(state, ctx, who, |id| could_act(state, ctx, id, act)),
        Do::DiscardHand(whose, _) | Do::DiscardRandom(whose, _) => {
            seats(ctx, *whose).any(|seat| !state.player(seat).hand.is_empty())
        }
        Do::Save(_) => {
            let card = answered(state, ctx).and_then(|paying| paying.card);
            card.is_some_and(|card| resources::price(state, card, false) > 1)
        }
        Do::DialBack(_, least) => state.dial > 0 && victory::dial(state) > count(state, ctx, least),
        Do::Cancel => answered(state, ctx).is_some_and(|occurrence| !occurrence.canceled),
        Do::Stop => {
            answered(state, ctx).is_some_and(|occurrence| !occurrence.prevented && !occurrence.certain)
        }
        Do::Prevent(_) => is_preventable(state, ctx),
        Do::Redirect(_, who) => {
            is_preventable(state, ctx) && any(state, ctx, who, |id| damage::can_be_damaged(state, id))
        }
        Do::MoveDamage(_, from, to) | Do::MoveDamageUpTo(_, from, to) => {
            any(state, ctx, from, |id| could_act(state, ctx, id, &LOSES_DAMAGE))
                && any(state, ctx, to, |id| damage::can_be_damaged(state, id))
        }
        Do::AssignTo(who) => any(state, ctx, who, |id| can_be_struck(state, ctx, id)),
        Do::Divide(_, number, filter) => {
            // audit: same (> to >=) — what is divided is never nothing
            count(state, ctx, number) > 0
                && filtered(state, ctx, filter).iter().any(|id| may_share(state, ctx, *id))
        }
        Do::Retarget(whose, such) => other_targets(state, ctx, *whose, *such).is_some(),
        Do::MoveFocus(_, from, to) => any(state, ctx, from, |giver| {
            could_act(state, ctx, giver, &LOSES_FOCUS) && any(state, ctx, to, |taker| taker != giver)
        }),
        Do::MoveShield(from, to) => {
            any(state, ctx, from, |id| could_act(state, ctx, id, &Act::RemoveShield))
                && any(state, ctx, to, |id| could_act(state, ctx, id, &Act::Shield))
        }
        Do::GainIcon(who, ..) => any(state, ctx, who, |_| true),
        Do::GainIcons(who, number, _) => count(state, ctx, number) > 0 && any(state, ctx, who, |_| true),
        Do::Mill(whose, number) | Do::Look(whose, number, ..) => {
            count(state, ctx, number) > 0
                && seats(ctx, *whose).any(|seat| !state.player(seat).deck.is_empty())
        }
        Do::CaptureTop(_) => {
            Side::of(ctx.seat) == Side::Dark && !state.player(opponent(ctx.seat)).deck.is_empty()
        }
        Do::PutOn(who, host) => !pairs(state, ctx, who, host).is_empty(),
        Do::LoseIcon(who, _) | Do::Exchange(who) => !meant(state, ctx, who).is_empty(),
        Do::CopyIcon(who, models, edge_only, _) => {
            let has_one = |id: &CardId| has_icon(state, *id, *edge_only);
            !meant(state, ctx, who).is_empty() && filtered(state, ctx, models).iter().any(has_one)
        }
        Do::Sort(whose, _) => seats(ctx, *whose).any(|seat| !state.player(seat).deck.is_empty()),
        Do::Peek { whose, objectives, .. } => seats(ctx, *whose).any(|seat| {
            let player = state.player(seat);
            !(if *objectives { &player.objective_deck } else { &player.deck }).is_empty()
        }),
        Do::MoveCaptive(filter, to) => !ways_of_captives(state, ctx, filter, to).is_empty(),
        Do::TheyMayFocus(_, one, other) => could(state, ctx, one) || could(state, ctx, other),
        Do::ResolveAgain => {
            used_effect(state, ctx).is_some_and(|(again, effect)| could(state, &again, effect))
        }
        Do::BalanceTo(side) => state.balance != *side,
        Do::EndEngagement => state.engagement.is_some(),
        Do::CancelEdgeBattle => state.cursor == Cursor::EdgeBattle,
        Do::SeeHand(whose) => seats(ctx, *whose).any(|seat| !state.player(seat).hand.is_empty()),
        Do::ChooseOne(ways) => ways.iter().any(|(_, steps)| could(state, ctx, steps)),
        Do::Cheaper(_) => {
            let card = answered(state, ctx).and_then(|paying| paying.card);
            card.is_some_and(|card| resources::price(state, card, false) > 0)
        }
        Do::Pay(only, sum) => resources::can_spend_on(state, ctx.seat, *sum, Some(*only)).is_ok(),
        Do::UnlessTheyPay(_, steps) | Do::UnlessTheyDiscard(_, steps) => could(state, ctx, steps),
        Do::IfYouPay(sum, steps) => {
            resources::can_spend_on(state, ctx.seat, *sum, None).is_ok() && could(state, ctx, steps)
        }
        Do::If(when, steps) => is_so(state, ctx, when) && could(state, ctx, steps),
        Do::IfElse(when, one, other) => could(state, ctx, if is_so(state, ctx, when) { one } else { other }),
        Do::May(steps) => could(state, ctx, steps),
        Do::Then => false,
        Do::Special(special) => (special.could)(state, ctx),
        Do::Aimed(aimed) => {
            // audit: same (&& to ||) — whether targets are lacking is asked again
            aimed.aims.iter().all(|(who, _)| any(state, ctx, who, |_| true)) && (aimed.could)(state, ctx)
        }
        Do::Draw(whose, number) => {
            count(state, ctx, number) > 0 && seats(ctx, *whose).any(|seat| can_draw(state, seat))
        }
        Do::Dial(_)
        | Do::Gain(..)
        | Do::TheyGain(..)
        | Do::Instead(..)
        | Do::Divert(_)
        | Do::SkipForcePhase => true,
    }
}

/// Plays one step; says whether anything happened.
pub(super) fn play_step(t: &mut Table, ctx: &mut Ctx, step: &'static Do, slot: &mut u8) -> Play<bool> {
    match step {
        // All cards take the damage at the same time.
        Do::To(who, act @ Act::Damage(number)) => {
            let mut cards = chosen(t, ctx, who, act, slot)?;
            cards.retain(|id| !constants::is_proof_against(&t.state, ctx, *id));
            let number = count(&t.state, ctx, number);
            ctx.it = cards.last().copied().or(ctx.it);
            let shares = cards.iter().map(|id| (*id, number)).collect();
            Ok(damage::deal_all(t, shares, source(ctx))?.to_all(cards) > 0)
        }
        Do::To(who, act) => {
            let cards = chosen(t, ctx, who, act, slot)?;
            let happened = to_each(t, ctx, cards, |t, ctx, id| perform(t, ctx, id, act))?;
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
            let number = count(&t.state, ctx, number);
            discard(t, ctx, *whose, number, false)
        }
        Do::DiscardRandom(whose, number) => {
            let number = count(&t.state, ctx, number);
            discard(t, ctx, *whose, number, true)
        }
        Do::Dial(by) => {
            let by = count(&t.state, ctx, by);
            damage::advance_dial(t, by)?;
            Ok(true)
        }
        Do::Save(number) => {
            let number = read(&t.state, ctx, *number);
            Ok(save(t, ctx, number))
        }
        Do::DialBack(by, least) => {
            let (by, least) = (count(&t.state, ctx, by), count(&t.state, ctx, least));
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
        Do::MoveDamageUpTo(most, from, to) => {
            let most = count(&t.state, ctx, most);
            move_damage_up_to(t, ctx, most, from, to, slot)
        }
        Do::Retarget(whose, such) => retarget(t, ctx, *whose, *such),
        Do::Cancel => Ok(cancel(t, ctx)),
        Do::CancelEdgeBattle => {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.edge_canceled = true;
            }
            Ok(true)
        }
        Do::Prevent(number) => {
            let number = count(&t.state, ctx, number);
            // audit: same — no card has a part that follows on it with “then”
            Ok(reduce_damage(t, ctx, number) > 0)
        }
        Do::Redirect(number, who) => {
            let number = count(&t.state, ctx, number);
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
        Do::MoveFocus(number, from, to) => {
            let number = read(&t.state, ctx, *number);
            move_focus(t, ctx, number, from, to, slot)
        }
        Do::MoveShield(from, to) => move_shield(t, ctx, from, to, slot),
        Do::GainIcon(who, icons, until) => gain_icon(t, ctx, who, icons, *until, slot),
        Do::GainIcons(who, number, until) => gain_icons(t, ctx, who, number, *until, slot),
        Do::Mill(whose, number) => mill(t, ctx, *whose, number),
        Do::CaptureTop(here) => capture_top(t, ctx, *here),
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
        Do::ChooseOne(ways) => choose_one(t, ctx, ways, slot),
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
        Do::If(when, inner) if is_so(&t.state, ctx, when) => run(t, ctx, inner, slot),
        Do::If(_, inner) => {
            pass_over(inner, slot);
            Ok(false)
        }
        Do::May(inner) => may(t, ctx, inner, slot),
        Do::Then => Ok(true),
        Do::Special(special) => (special.effect)(t, ctx),
        Do::Aimed(aimed) => play_aimed(t, ctx, aimed, slot),
    }
}

fn play_aimed(t: &mut Table, ctx: &mut Ctx, aimed: &'static Aimed, slot: &mut u8) -> Play<bool> {
    let mut cards = ArrayVec::<Option<CardId>, 2>::new();
    for (who, act) in aimed.aims {
        let card = chosen(t, ctx, who, act.as_ref().unwrap_or(&Act::Sacrifice), slot)?.first().copied();
        ctx.it = card.or(ctx.it);
        cards.push(card);
    }
    (aimed.effect)(t, ctx, &cards)
}

/// The card that is being paid for costs less, but not less than 1.
fn save(t: &mut Table, ctx: &Ctx, number: u8) -> bool {
    let Some(card) = answered(&t.state, ctx).and_then(|paying| paying.card) else { return false };
    let less = number.min(resources::price(&t.state, card, false).saturating_sub(1));
    // audit: same (> to >=) — no card has a part that follows on it with “then”
    // audit: same (100 to 101) — nothing costs so much
    less > 0 && gain(t, ctx, Some(card), Boon::Cost, -(less.min(100) as i8), Until::EndOfPhase)
}

/// Whether there is damage that can be prevented or redirected.
fn is_preventable(state: &State, ctx: &Ctx) -> bool {
    answered(state, ctx).is_some_and(|occurrence| occurrence.amount > 0 && !occurrence.certain)
}

/// Whether a card has a combat icon, perhaps only an edge-enabled one.
fn has_icon(state: &State, id: CardId, edge_only: bool) -> bool {
    Icon::ALL.into_iter().any(|icon| {
        let (plain, edge) = constants::all_icons(state, id, icon);
        edge > 0 || (plain > 0 && !edge_only)
    })
}
