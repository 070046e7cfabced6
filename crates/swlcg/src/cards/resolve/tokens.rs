//! Tokens, damage and icons that a step deals out or moves between cards, and the damage that an interrupt takes off.

use arrayvec::ArrayVec;
use table::Play;

use super::super::atoms::{Act, Amount, Boon, Ctx, Filter, Who, Whose};
use super::super::filters::{self, count};
use super::super::{Trigger, constants};
use super::acts::can_be_struck;
use super::choosing::{choose_icon, choose_number, chosen};
use super::meaning::{Meant, filtered};
use super::steps::{LOSES_DAMAGE, LOSES_FOCUS, TAKES_DAMAGE, TAKES_FOCUS};
use super::{gain, source, to_each};
use crate::state::{CardId, Icon, Occurrence, State, Until};
use crate::{Ask, Choice, Event, Table, damage};

/// Takes a part of the damage that is about to be dealt off; says how much.
pub(in crate::cards) fn reduce_damage(t: &mut Table, ctx: &Ctx, by: u8) -> u8 {
    let Some(occurrence) = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize)) else {
        // audit: same — those who ask answer damage
        return 0;
    };
    let Occurrence {
        trigger: Trigger::Damage, card: Some(target), amount, prevented, certain: false, ..
    } = occurrence
    else {
        // audit: same — those who ask answer damage that is not certain
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
pub(in crate::cards) fn shift_focus(
    t: &mut Table,
    ctx: &Ctx,
    from: Option<&CardId>,
    to: Option<&CardId>,
    number: u8,
) -> Play<bool> {
    let (Some(from), Some(to)) = (from, to) else { return Ok(false) };
    // audit: same (|| to &&) — those who choose find two cards in play
    if from == to || !t.state.is_in_play(*to) {
        return Ok(false);
    }
    let removed = damage::remove_focus(t, *from, number, ctx.seat)?;
    damage::place_focus(t, *to, removed, source(ctx))?;
    // audit: same — no card has a part that follows on it with “then”
    Ok(removed > 0)
}

/// A part of the damage is dealt to somebody else.
pub(super) fn redirect(t: &mut Table, ctx: &mut Ctx, number: u8, who: &Who, slot: &mut u8) -> Play<bool> {
    let targets = chosen(t, ctx, who, &TAKES_DAMAGE, slot)?;
    let redirected = reduce_damage(t, ctx, number);
    for id in targets {
        damage::deal(t, id, redirected, source(ctx))?;
    }
    // audit: same — no card has a part that follows on it with “then”
    Ok(redirected > 0)
}

/// The damage of the icons that are being resolved is assigned to somebody else.
pub(super) fn assign_to(t: &mut Table, ctx: &mut Ctx, who: &Who, slot: &mut u8) -> Play<bool> {
    let targets = chosen(t, ctx, who, &TAKES_DAMAGE, slot)?;
    let target = targets.first().copied().filter(|id| can_be_struck(&t.state, ctx, *id));
    let resolving = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize));
    if let (Some(resolving), Some(_)) = (resolving, target) {
        resolving.source = target;
        return Ok(true);
    }
    Ok(false)
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
    let from = chosen(t, ctx, from, &LOSES_DAMAGE, slot)?;
    ctx.it = from.first().copied();
    let to = chosen(t, ctx, to, &TAKES_DAMAGE, slot)?;
    match (from.first(), to.first()) {
        // audit: same — no card has a part that follows on it with “then”
        (Some(from), Some(to)) => Ok(damage::move_damage(t, *from, *to, number)? > 0),
        _ => Ok(false),
    }
}

/// As much damage as the player likes moves, up to a number.
pub(super) fn move_damage_up_to(
    t: &mut Table,
    ctx: &mut Ctx,
    most: u8,
    from: &Who,
    to: &Who,
    slot: &mut u8,
) -> Play<bool> {
    let from = chosen(t, ctx, from, &LOSES_DAMAGE, slot)?;
    let to = chosen(t, ctx, to, &TAKES_DAMAGE, slot)?;
    let (Some(from), Some(to)) = (from.first(), to.first()) else { return Ok(false) };
    let most = t.state.card(*from).damage.min(most);
    let number = choose_number(t, ctx, most)?;
    // audit: same — no card has a part that follows on it with “then”
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
    let from = chosen(t, ctx, from, &LOSES_FOCUS, slot)?;
    ctx.it = from.first().copied();
    let to = chosen(t, ctx, to, &TAKES_FOCUS, slot)?;
    shift_focus(t, ctx, from.first(), to.first(), number)
}

/// A shield moves to a card that has none.
pub(super) fn move_shield(t: &mut Table, ctx: &mut Ctx, from: &Who, to: &Who, slot: &mut u8) -> Play<bool> {
    let from = chosen(t, ctx, from, &Act::RemoveShield, slot)?;
    let to = chosen(t, ctx, to, &Act::Shield, slot)?;
    let (Some(from), Some(to)) = (from.first(), to.first()) else { return Ok(false) };
    // audit: same (|| to &&) — those who choose find a shield there and none here
    // audit: same (0 to 1) — those who choose find a shield there and none here
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
    to_each(t, ctx, cards, |t, ctx, id| {
        let icon = choose_icon(t, ctx, icons)?;
        Ok(icon.is_some_and(|icon| gain(t, ctx, Some(id), Boon::Icon(icon), 1, until)))
    })
}

/// A combat icon is taken off, an edge-enabled one or not, as the player chooses.
pub(super) fn lose_icon(t: &mut Table, ctx: &mut Ctx, who: &Who, until: Until, slot: &mut u8) -> Play<bool> {
    let cards = chosen(t, ctx, who, &Act::Sacrifice, slot)?;
    to_each(t, ctx, cards, |t, ctx, id| {
        let boon = choose_boon(t, ctx, |state, boon| icons_of(state, id, boon) > 0)?;
        Ok(boon.is_some_and(|boon| gain(t, ctx, Some(id), boon, -1, until)))
    })
}

/// A combat icon more, such as others have.
pub(super) fn copy_icon(
    t: &mut Table,
    ctx: &mut Ctx,
    who: &Who,
    (filter, edge_only): (Filter, bool),
    until: Until,
    slot: &mut u8,
) -> Play<bool> {
    let cards = chosen(t, ctx, who, &Act::Sacrifice, slot)?;
    to_each(t, ctx, cards, |t, ctx, id| {
        let models = filtered(&t.state, ctx, filter);
        let there = |state: &State, boon: Boon| {
            let plain = matches!(boon, Boon::Icon(_));
            !(plain && edge_only) && models.iter().any(|model| icons_of(state, *model, boon) > 0)
        };
        let boon = choose_boon(t, ctx, there)?;
        Ok(boon.is_some_and(|boon| gain(t, ctx, Some(id), boon, 1, until)))
    })
}

/// How many icons of a kind a card has.
pub(in crate::cards) fn icons_of(state: &State, id: CardId, boon: Boon) -> u8 {
    match boon {
        Boon::Icon(icon) => constants::all_icons(state, id, icon).0,
        Boon::EdgeIcon(icon) => constants::all_icons(state, id, icon).1,
        // audit: same — those who ask mean icons
        _ => 0,
    }
}

/// One of the kinds of icons that fit.
pub(in crate::cards) fn choose_boon(
    t: &mut Table,
    ctx: &Ctx,
    fits: impl Fn(&State, Boon) -> bool,
) -> Play<Option<Boon>> {
    let kinds = Icon::ALL.into_iter().flat_map(|icon| {
        [(Boon::Icon(icon), Choice::Icon(icon)), (Boon::EdgeIcon(icon), Choice::EdgeIcon(icon))]
    });
    let kinds: ArrayVec<(Boon, Choice), 6> = kinds.filter(|(boon, _)| fits(&t.state, *boon)).collect();
    if kinds.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
        kinds.iter().for_each(|(_, choice)| offer.add(*choice));
    })?;
    Ok(kinds.iter().find(|(_, other)| *other == choice).map(|(boon, _)| *boon))
}

/// Whether a card can be dealt a share of the damage of an effect.
pub(super) fn may_share(state: &State, ctx: &Ctx, id: CardId) -> bool {
    damage::may_be_dealt(state, id, source(ctx)).is_ok() && !constants::is_proof_against(state, ctx, id)
}

/// Damage is divided among cards, one point after the other, and dealt at the same time.
pub(super) fn divide(
    t: &mut Table,
    ctx: &mut Ctx,
    chooser: Whose,
    number: &Amount,
    filter: Filter,
) -> Play<bool> {
    let number = count(&t.state, ctx, number);
    let cards = |state: &State| -> Meant {
        filters::all(state, ctx, filter).filter(|id| may_share(state, ctx, *id)).collect()
    };
    let Some(seat) = filters::seats(ctx, chooser).next() else { return Ok(false) };
    let mut shares = damage::Shares::new();
    for _ in 0..number {
        let options = cards(&t.state);
        if options.is_empty() {
            break;
        }
        let choice = t.ask(seat, Ask::Choose(ctx.card), |_, offer| {
            options.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        let Choice::Card(id) = choice else { break };
        match shares.iter_mut().find(|(other, _)| *other == id) {
            Some((_, share)) => *share += 1,
            None => shares.push((id, 1)),
        }
    }
    let shared: Meant = shares.iter().map(|(id, _)| *id).collect();
    // audit: same — no card has a part that follows on it with “then”
    Ok(damage::deal_all(t, shares, source(ctx))?.to_all(shared) > 0)
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
    let number = count(&t.state, ctx, number);
    to_each(t, ctx, cards, |t, ctx, id| {
        let mut left: ArrayVec<Icon, 3> = Icon::ALL.into_iter().collect();
        for _ in 0..number {
            let Some(icon) = choose_icon(t, ctx, &left)? else { break };
            left.retain(|other| *other != icon);
            gain(t, ctx, Some(id), Boon::Icon(icon), 1, until);
        }
        Ok(true)
    })
}
