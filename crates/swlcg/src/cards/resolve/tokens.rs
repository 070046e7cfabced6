//! Tokens, damage and icons that a step deals out or moves between cards, and the damage that an interrupt takes off.

use arrayvec::ArrayVec;
use table::Play;

use super::super::Trigger;
use super::super::atoms::{Act, Amount, Boon, Ctx, Who};
use super::super::filters::count;
use super::choosing::{choose_icon, choose_number, chosen};
use super::{gain, source};
use crate::state::{CardId, Icon, Occurrence, Until};
use crate::{Event, Table, damage};

/// Takes a part of the damage that is about to be dealt off; says how much.
pub(super) fn reduce_damage(t: &mut Table, ctx: &Ctx, by: u8) -> u8 {
    let Some(occurrence) = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize)) else {
        return 0;
    };
    let Occurrence { trigger: Trigger::Damage, card: Some(target), amount, prevented, .. } = occurrence
    else {
        return 0;
    };
    let taken = by.min(*amount);
    *amount -= taken;
    *prevented = *amount == 0;
    let target = *target;
    t.emit(Event::Prevented(target, taken));
    taken
}

/// Moves focus tokens. They are removed from one card and placed on the other.
pub(super) fn shift_focus(
    t: &mut Table,
    ctx: &Ctx,
    from: Option<&CardId>,
    to: Option<&CardId>,
    number: u8,
) -> Play<bool> {
    let (Some(from), Some(to)) = (from, to) else { return Ok(false) };
    if from == to || !t.state.is_in_play(*to) {
        return Ok(false);
    }
    let removed = damage::remove_focus(t, *from, number)?;
    damage::place_focus(t, *to, removed, source(ctx))?;
    Ok(removed > 0)
}

/// A part of the damage is dealt to somebody else.
pub(super) fn redirect(t: &mut Table, ctx: &mut Ctx, number: u8, who: &Who, slot: &mut u8) -> Play<bool> {
    let targets = chosen(t, ctx, who, &Act::Damage(Amount::N(1)), slot)?;
    let redirected = reduce_damage(t, ctx, number);
    for id in targets {
        damage::deal(t, id, redirected, source(ctx))?;
    }
    Ok(redirected > 0)
}

/// Damage moves from one card to another.
pub(super) fn move_damage(
    t: &mut Table,
    ctx: &mut Ctx,
    number: u8,
    from: &Who,
    to: &Who,
    slot: &mut u8,
) -> Play<bool> {
    let from = chosen(t, ctx, from, &Act::Heal(Amount::N(1)), slot)?;
    ctx.it = from.first().copied();
    let to = chosen(t, ctx, to, &Act::Damage(Amount::N(1)), slot)?;
    match (from.first(), to.first()) {
        (Some(from), Some(to)) => Ok(damage::move_damage(t, *from, *to, number)? > 0),
        _ => Ok(false),
    }
}

/// As much damage as the player likes moves.
pub(super) fn move_any_damage(
    t: &mut Table,
    ctx: &mut Ctx,
    from: &Who,
    to: &Who,
    slot: &mut u8,
) -> Play<bool> {
    let from = chosen(t, ctx, from, &Act::Heal(Amount::N(1)), slot)?;
    let to = chosen(t, ctx, to, &Act::Damage(Amount::N(1)), slot)?;
    let (Some(from), Some(to)) = (from.first(), to.first()) else { return Ok(false) };
    let most = t.state.card(*from).damage;
    let number = choose_number(t, ctx, most)?;
    Ok(damage::move_damage(t, *from, *to, number)? > 0)
}

/// Focus tokens move from one card to another.
pub(super) fn move_focus(
    t: &mut Table,
    ctx: &mut Ctx,
    number: u8,
    from: &Who,
    to: &Who,
    slot: &mut u8,
) -> Play<bool> {
    let from = chosen(t, ctx, from, &Act::Unfocus(Amount::N(1)), slot)?;
    ctx.it = from.first().copied();
    let to = chosen(t, ctx, to, &Act::Focus(Amount::N(1)), slot)?;
    shift_focus(t, ctx, from.first(), to.first(), number)
}

/// As many focus tokens as the player likes move.
pub(super) fn move_any_focus(
    t: &mut Table,
    ctx: &mut Ctx,
    from: &Who,
    to: &Who,
    slot: &mut u8,
) -> Play<bool> {
    let from = chosen(t, ctx, from, &Act::Unfocus(Amount::N(1)), slot)?;
    ctx.it = from.first().copied();
    let to = chosen(t, ctx, to, &Act::Focus(Amount::N(1)), slot)?;
    let most = from.first().map_or(0, |id| t.state.card(*id).focus);
    let number = choose_number(t, ctx, most)?;
    shift_focus(t, ctx, from.first(), to.first(), number)
}

/// A shield moves to a card that has none.
pub(super) fn move_shield(t: &mut Table, ctx: &mut Ctx, from: &Who, to: &Who, slot: &mut u8) -> Play<bool> {
    let from = chosen(t, ctx, from, &Act::RemoveShield, slot)?;
    let to = chosen(t, ctx, to, &Act::Shield, slot)?;
    let (Some(from), Some(to)) = (from.first(), to.first()) else { return Ok(false) };
    if t.state.card(*from).shields == 0 || t.state.card(*to).shields > 0 {
        return Ok(false);
    }
    t.state.card_mut(*from).shields -= 1;
    Ok(damage::place_shield(t, *to, false))
}

/// One combat icon of the player's choice.
pub(super) fn gain_icon(
    t: &mut Table,
    ctx: &mut Ctx,
    who: &Who,
    icons: &[Icon],
    until: Until,
    slot: &mut u8,
) -> Play<bool> {
    let cards = chosen(t, ctx, who, &Act::Sacrifice, slot)?;
    let mut happened = false;
    for id in cards {
        ctx.it = Some(id);
        if let Some(icon) = choose_icon(t, ctx, icons)? {
            happened |= gain(t, ctx, Some(id), Boon::Icon(icon), 1, until);
        }
    }
    Ok(happened)
}

/// Combat icons of different types.
pub(super) fn gain_icons(
    t: &mut Table,
    ctx: &mut Ctx,
    who: &Who,
    number: &Amount,
    until: Until,
    slot: &mut u8,
) -> Play<bool> {
    let cards = chosen(t, ctx, who, &Act::Sacrifice, slot)?;
    let number = count(&t.state, ctx, number).min(3);
    for id in &cards {
        let mut left: ArrayVec<Icon, 3> = Icon::ALL.into_iter().collect();
        for _ in 0..number {
            let Some(icon) = choose_icon(t, ctx, &left)? else { break };
            left.retain(|other| *other != icon);
            gain(t, ctx, Some(*id), Boon::Icon(icon), 1, until);
        }
    }
    Ok(number > 0 && !cards.is_empty())
}
