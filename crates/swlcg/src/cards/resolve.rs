//! Effects as they are played: whether one could do anything, its targets, and its steps one after the other. What a step
//! means, asks and does is in the modules below; this one plays the steps in their order.

mod acts;
mod branching;
mod choosing;
mod meaning;
mod moving;
mod possible;
mod steps;
mod tokens;

use table::Play;

use super::atoms::{Boon, Ctx, Do};
use crate::state::{CardId, Lasting, Source, Until};
use crate::{Event, Table, damage, timing};
pub(super) use acts::{can_be_put_into_play, could_act, edge_is_revealed, perform};
pub use branching::used_effect;
pub(super) use branching::{they_choose_one, they_pay};
pub use choosing::with_targets;
pub(super) use choosing::{captive, choose_icon, choose_number, choose_way};
pub use meaning::boons_of;
use meaning::{Meant, pass_over};
pub(super) use moving::{move_to_one_of, other_hosts, put_into_play_as_yours, take_control};
pub(super) use possible::can_draw;
pub use possible::could;
pub(super) use steps::captures;
use steps::play_step;
pub(super) use tokens::{choose_boon, icons_of, reduce_damage, shift_focus};

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
            pass_over(&steps[place..], slot);
            break;
        }
        happened |= play_step(t, ctx, step, slot)?;
    }
    Ok(happened)
}

/// Does the same to one card after the other; says whether anything came of it.
fn to_each(
    t: &mut Table,
    ctx: &mut Ctx,
    cards: Meant,
    mut act: impl FnMut(&mut Table, &mut Ctx, CardId) -> Play<bool>,
) -> Play<bool> {
    let mut happened = false;
    for id in cards {
        ctx.it = Some(id);
        happened |= act(t, ctx, id)?;
    }
    Ok(happened)
}

fn source(ctx: &Ctx) -> Source {
    Source::effect(ctx.seat, ctx.card)
}

/// Something is given for a time. True, as steps are asked whether they did something.
pub(super) fn gain(
    t: &mut Table,
    ctx: &Ctx,
    card: Option<CardId>,
    boon: Boon,
    amount: i8,
    until: Until,
) -> bool {
    let lasting = Lasting { source: ctx.card, card, seat: ctx.seat, boon, amount, until };
    t.state.lasting.push(lasting);
    true
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
pub(super) fn stop(t: &mut Table, ctx: &Ctx) -> bool {
    let answered = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize));
    // audit: same (! left out) — no card has a part that follows on it with “then”
    answered.is_some_and(|it| !it.certain && !std::mem::replace(&mut it.prevented, true))
}
