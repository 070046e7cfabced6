//! Steps that contain other steps: ways to choose from, conditions, and what a player may do or pay to avoid. Targets are
//! numbered in the order in which the steps are written, so a branch that is not taken counts its own.

use table::Play;

use super::super::atoms::{Ctx, Do, Filter, Way, When};
use super::super::filters::{all, answered, is_so};
use super::super::{Trigger, ability_of, text_of};
use super::choosing::{choose_way, confirm, confirm_for, have_targets, with_targets};
use super::meaning::{Meant, pass_over};
use super::possible::could;
use super::run;
use crate::conflict::edge;
use crate::state::{CardId, Manner, State, opponent};
use crate::{Ask, Choice, Table, damage, resources, zones};

/// The player takes one of several ways: the one that was chosen with the targets, or where there are none, one chosen now.
pub(super) fn choose_one(
    t: &mut Table,
    ctx: &mut Ctx,
    ways: &'static [(Way, &'static [Do])],
    slot: &mut u8,
) -> Play<bool> {
    let way = match ctx.way {
        way if have_targets(ways) => way.map(usize::from),
        _ => choose_way(t, ctx, ctx.seat, ways)?,
    };
    take_way(t, ctx, ways, way, slot)
}

/// The opponent chooses a way. None of them has targets.
pub(in crate::cards) fn they_choose_one(
    t: &mut Table,
    ctx: &mut Ctx,
    ways: &'static [(Way, &'static [Do])],
) -> Play<bool> {
    let way = choose_way(t, ctx, opponent(ctx.seat), ways)?;
    // audit: same (0 to 1) — none of them has targets
    take_way(t, ctx, ways, way, &mut 0)
}

fn take_way(
    t: &mut Table,
    ctx: &mut Ctx,
    ways: &'static [(Way, &'static [Do])],
    way: Option<usize>,
    slot: &mut u8,
) -> Play<bool> {
    let mut happened = false;
    for (number, (_, inner)) in ways.iter().enumerate() {
        if Some(number) == way {
            happened |= run(t, ctx, inner, slot)?;
        } else {
            pass_over(inner, slot);
        }
    }
    Ok(happened)
}

/// The opponent pays, if able and willing.
pub(in crate::cards) fn they_pay(t: &mut Table, ctx: &Ctx, sum: u8) -> Play<bool> {
    let they = opponent(ctx.seat);
    let able = resources::can_spend_on(&t.state, they, sum, None).is_ok();
    if !able || !confirm_for(t, ctx, they)? {
        return Ok(false);
    }
    resources::spend(t, ctx.card, they, sum)?;
    Ok(true)
}

/// The opponent may pay so that it does not happen.
pub(super) fn unless_they_pay(
    t: &mut Table,
    ctx: &mut Ctx,
    sum: u8,
    inner: &'static [Do],
    slot: &mut u8,
) -> Play<bool> {
    if they_pay(t, ctx, sum)? {
        pass_over(inner, slot);
        return Ok(false);
    }
    run(t, ctx, inner, slot)
}

/// The opponent may discard random cards so that it does not happen.
pub(super) fn unless_they_discard(
    t: &mut Table,
    ctx: &mut Ctx,
    number: u8,
    inner: &'static [Do],
    slot: &mut u8,
) -> Play<bool> {
    let they = opponent(ctx.seat);
    let able = t.state.player(they).hand.len() >= number as usize;
    if able && confirm_for(t, ctx, they)? {
        for _ in 0..number {
            if let Some(id) = zones::random_card(t, they)? {
                zones::discard(t, id)?;
            }
        }
        pass_over(inner, slot);
        return Ok(false);
    }
    run(t, ctx, inner, slot)
}

/// The opponent may focus a card of theirs, and one thing happens or the other.
pub(super) fn they_may_focus(
    t: &mut Table,
    ctx: &mut Ctx,
    filter: Filter,
    (one, other): (&'static [Do], &'static [Do]),
    slot: &mut u8,
) -> Play<bool> {
    let they = opponent(ctx.seat);
    let theirs = Ctx { seat: they, ..*ctx };
    let ready = |id: &CardId| t.state.card(*id).controller == they && t.state.card(*id).is_ready();
    let options: Meant = all(&t.state, &theirs, filter).filter(ready).collect();
    let choice = t.ask(they, Ask::CostCard(ctx.card), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
        offer.pass(Choice::Pass);
    })?;
    let happened;
    if let Choice::Card(id) = choice {
        damage::focus(t, id, 1)?;
        happened = run(t, ctx, one, slot)?;
        pass_over(other, slot);
    } else {
        pass_over(one, slot);
        happened = run(t, ctx, other, slot)?;
    }
    Ok(happened)
}

/// The effect of the ability that is being answered, seen by the player who resolves it once more.
pub fn used_effect(state: &State, ctx: &Ctx) -> Option<(Ctx, &'static [Do])> {
    // audit: same (&& to ||) — those who ask answer what is used and not canceled
    let used = answered(state, ctx).filter(|used| used.trigger == Trigger::Used && !used.canceled)?;
    let card = used.card?;
    let effect = match used.manner {
        Some(Manner::Deploy) => return None,
        Some(_) => ability_of(state, card, used.amount)?.effect,
        None => edge::effect_of(state, card, used.amount > 0),
    };
    let before = ctx.answers.and_then(|place| place.checked_sub(1));
    let answers = before.filter(|_| matches!(used.manner, Some(Manner::Interrupt | Manner::Reaction)));
    Some((Ctx::new(card, ctx.seat).told_by(text_of(card, used.amount)).answering(answers), effect))
}

pub(super) fn resolve_again(t: &mut Table, ctx: &Ctx) -> Play<bool> {
    let Some((mut again, effect)) = used_effect(&t.state, ctx) else { return Ok(false) };
    if !could(&t.state, &again, effect) {
        return Ok(false);
    }
    with_targets(t, &mut again, effect)?;
    run(t, &mut again, effect, &mut 0)
}

/// It happens if the player pays.
pub(super) fn if_you_pay(
    t: &mut Table,
    ctx: &mut Ctx,
    sum: u8,
    inner: &'static [Do],
    slot: &mut u8,
) -> Play<bool> {
    let able = resources::can_spend_on(&t.state, ctx.seat, sum, None).is_ok();
    if able && could(&t.state, ctx, inner) && confirm(t, ctx)? {
        resources::spend(t, ctx.card, ctx.seat, sum)?;
        return run(t, ctx, inner, slot);
    }
    pass_over(inner, slot);
    Ok(false)
}

/// The first if something is so, else the second.
pub(super) fn if_else(
    t: &mut Table,
    ctx: &mut Ctx,
    when: &When,
    one: &'static [Do],
    other: &'static [Do],
    slot: &mut u8,
) -> Play<bool> {
    // Targets are numbered in the order in which they are written.
    if is_so(&t.state, ctx, when) {
        let happened = run(t, ctx, one, slot)?;
        pass_over(other, slot);
        return Ok(happened);
    }
    pass_over(one, slot);
    run(t, ctx, other, slot)
}

/// It happens if the player likes.
pub(super) fn may(t: &mut Table, ctx: &mut Ctx, inner: &'static [Do], slot: &mut u8) -> Play<bool> {
    let wanted = could(&t.state, ctx, inner) && confirm(t, ctx)?;
    if wanted {
        return run(t, ctx, inner, slot);
    }
    pass_over(inner, slot);
    Ok(false)
}
