//! Steps that contain other steps: ways to choose from, conditions, and what a player may do or pay to avoid. Targets are
//! numbered in the order in which the steps are written, so a branch that is not taken counts its own.

use table::Play;

use super::super::atoms::{Ctx, Do, Way, When};
use super::super::filters::is_so;
use super::choosing::{choose_way, confirm, confirm_for};
use super::meaning::target_steps;
use super::possible::could;
use super::run;
use crate::state::opponent;
use crate::{Table, resources, zones};

/// The way that was chosen with the targets is taken.
pub(super) fn take_way(
    t: &mut Table,
    ctx: &mut Ctx,
    ways: &'static [(Way, &'static [Do])],
    slot: &mut u8,
) -> Play<bool> {
    let mut happened = false;
    for (number, (_, inner)) in ways.iter().enumerate() {
        if ctx.way == Some(number as u8) {
            happened |= run(t, ctx, inner, slot)?;
        } else {
            *slot += target_steps(inner);
        }
    }
    Ok(happened)
}

/// The opponent chooses a way.
pub(super) fn they_choose_one(
    t: &mut Table,
    ctx: &mut Ctx,
    ways: &'static [(Way, &'static [Do])],
    slot: &mut u8,
) -> Play<bool> {
    let way = choose_way(t, ctx, opponent(ctx.seat), ways)?;
    let mut happened = false;
    for (number, (_, inner)) in ways.iter().enumerate() {
        if Some(number) == way {
            happened |= run(t, ctx, inner, slot)?;
        } else {
            *slot += target_steps(inner);
        }
    }
    Ok(happened)
}

/// The opponent may pay so that it does not happen.
pub(super) fn unless_they_pay(
    t: &mut Table,
    ctx: &mut Ctx,
    sum: u8,
    inner: &'static [Do],
    slot: &mut u8,
) -> Play<bool> {
    let they = opponent(ctx.seat);
    let able = resources::can_spend_on(&t.state, they, sum, None).is_ok();
    if able && confirm_for(t, ctx, they)? {
        resources::spend(t, ctx.card, they, sum)?;
        *slot += target_steps(inner);
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
        *slot += target_steps(inner);
        return Ok(false);
    }
    run(t, ctx, inner, slot)
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
    *slot += target_steps(inner);
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
    let (taken, left) = if is_so(&t.state, ctx, when) { (one, other) } else { (other, one) };
    // Targets are numbered in the order in which they are written.
    if std::ptr::eq(taken, one) {
        let happened = run(t, ctx, taken, slot)?;
        *slot += target_steps(left);
        return Ok(happened);
    }
    *slot += target_steps(left);
    run(t, ctx, taken, slot)
}

/// It happens if the player likes.
pub(super) fn may(t: &mut Table, ctx: &mut Ctx, inner: &'static [Do], slot: &mut u8) -> Play<bool> {
    let wanted = could(&t.state, ctx, inner) && confirm(t, ctx)?;
    if wanted {
        return run(t, ctx, inner, slot);
    }
    *slot += target_steps(inner);
    Ok(false)
}
