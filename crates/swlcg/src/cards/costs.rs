//! Costs of abilities: whether they can be paid, and paying them. What a card is chosen for stays known to the effect.

use arrayvec::ArrayVec;
use table::{Denial, Picks, Play, Seat, denial};

use super::Boon;
use super::atoms::{Cost, Ctx, Filter};
use super::constants;
use super::filters::{all, answered, lying, matches};
use super::numerals::read;
use crate::state::{CardId, Lasting, Place, Source, State, Until};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Table, damage, resources};

const EXHAUSTED: Denial = denial(
    "swlcg.core.focus.to-focus",
    "Only a ready card can be focused.",
    "Nur eine spielbereite Karte kann fokussiert werden.",
);
const NOTHING_TO_PAY_WITH: Denial = denial(
    "swlcg.rule.2-16.pay-with-own",
    "There is no card to pay the cost with.",
    "Es gibt keine Karte, um die Kosten zu bezahlen.",
);

pub(super) fn there_is(there: bool) -> Result<(), Denial> {
    if there { Ok(()) } else { Err(NOTHING_TO_PAY_WITH) }
}

/// A cost with its figures as they are read now.
fn as_read(state: &State, ctx: &Ctx, cost: &Cost) -> Cost {
    let read = |number: u8| read(state, ctx, number);
    match *cost {
        Cost::DamageThis(number) => Cost::DamageThis(read(number)),
        Cost::Resources(number) => Cost::Resources(read(number)),
        Cost::ResourcesOf(only, number) => Cost::ResourcesOf(only, read(number)),
        Cost::Discard(number) => Cost::Discard(read(number)),
        Cost::FocusSome(number, filter) => Cost::FocusSome(read(number), filter),
        Cost::Damage(number, filter) => Cost::Damage(read(number), filter),
        Cost::Dial(number) => Cost::Dial(read(number)),
        Cost::Reserve(number) => Cost::Reserve(read(number)),
        as_printed => as_printed,
    }
}

/// Whether a cost of an ability can be paid now.
pub fn can_pay(state: &State, ctx: &Ctx, cost: &Cost) -> Result<(), Denial> {
    let this = state.card(ctx.card);
    let cost = &as_read(state, ctx, cost);
    let held = zones::held(state, ctx.seat);
    let hand = || held.iter().copied().filter(|id| *id != ctx.card);
    match cost {
        Cost::FocusThis | Cost::FocusThisTwice if this.is_ready() => Ok(()),
        Cost::FocusThis | Cost::FocusThisTwice => Err(EXHAUSTED),
        Cost::SacrificeThis | Cost::ShuffleThis => there_is(this.place == Place::Play),
        Cost::DamageThis(amount) => there_is(bears(state, ctx.card, *amount)),
        Cost::Focus(_)
        | Cost::Sacrifice(_)
        | Cost::DiscardEnhancement(_)
        | Cost::RemoveShield(_)
        | Cost::DamageToSave(_)
        | Cost::Damage(..) => there_is(own(state, ctx, cost).next().is_some()),
        Cost::FocusSome(number, _) => there_is(own(state, ctx, cost).count() >= *number as usize),
        Cost::Resources(sum) => resources::can_spend_on(state, ctx.seat, *sum, None),
        Cost::ResourcesOf(only, sum) => resources::can_spend_on(state, ctx.seat, *sum, Some(*only)),
        Cost::Discard(number) => there_is(hand().count() >= *number as usize),
        Cost::DiscardSuch(filter) | Cost::Reveal(filter) => {
            there_is(hand().any(|id| matches(state, ctx, id, filter)))
        }
        Cost::DiscardThis => there_is(matches!(this.place, Place::Hand | Place::Stowed)),
        Cost::LeaveEngagement => there_is(state.is_participating(ctx.card)),
        Cost::Reserve(_) | Cost::Dial(_) => Ok(()),
        Cost::Special(special) => (special.can_pay)(state, ctx),
    }
}

/// Whether all of some damage would land on a card.
pub(super) fn bears(state: &State, id: CardId, amount: u8) -> bool {
    damage::remaining(state, id) >= amount && constants::may(state, id, super::Deed::BeDamaged).is_ok()
}

/// The player's own cards with which a cost can be paid.
fn own<'a>(state: &'a State, ctx: &'a Ctx, cost: &'a Cost) -> impl Iterator<Item = CardId> + 'a {
    let filter: Filter = match cost {
        Cost::Focus(filter)
        | Cost::FocusSome(_, filter)
        | Cost::Sacrifice(filter)
        | Cost::DiscardEnhancement(filter)
        | Cost::RemoveShield(filter)
        | Cost::DamageToSave(filter)
        | Cost::Damage(_, filter) => filter,
        _ => &[],
    };
    all(state, ctx, filter).filter(move |id| {
        let card = state.card(*id);
        let fit = match cost {
            Cost::Focus(_) | Cost::FocusSome(..) => card.is_ready(),
            Cost::RemoveShield(_) => card.shields > 0,
            Cost::Damage(amount, _) => bears(state, *id, *amount),
            Cost::DamageToSave(_) => bears(state, *id, 1),
            _ => true,
        };
        card.controller == ctx.seat && fit
    })
}

/// Captured cards at the player's objectives.
pub(super) fn captives_of_objectives<'a>(
    state: &'a State,
    ctx: &'a Ctx,
) -> impl Iterator<Item = CardId> + 'a {
    let at_objective = |id: &CardId| state.card(*id).attached.is_some_and(|at| state.card(at).is_objective());
    captives(state, ctx).filter(at_objective)
}

pub(super) fn captured(state: &State) -> impl Iterator<Item = CardId> {
    lying(state, Place::Captured)
}

/// Captured cards that lie with the player's cards.
pub(super) fn captives<'a>(state: &'a State, ctx: &'a Ctx) -> impl Iterator<Item = CardId> + 'a {
    captured(state).filter(move |id| {
        let host = state.card(*id).attached;
        host.is_some_and(|host| state.card(host).controller == ctx.seat)
    })
}

/// Pays a cost of an ability; false if it turned out that it could not be paid in full.
pub fn pay_cost(t: &mut Table, ctx: &mut Ctx, cost: &Cost) -> Play<bool> {
    let (card, seat) = (ctx.card, ctx.seat);
    let cost = &as_read(&t.state, ctx, cost);
    match cost {
        Cost::FocusThis => return focus_to_pay(t, card, 1),
        Cost::FocusThisTwice => return focus_to_pay(t, card, 2),
        Cost::SacrificeThis => damage::sacrifice(t, card)?,
        Cost::ShuffleThis => zones::leave_play(t, card, Destination::ShuffledIntoDeck)?,
        Cost::LeaveEngagement => zones::leave_engagement(&mut t.state, card),
        Cost::DamageThis(amount) => {
            let dealt = damage::deal(t, card, *amount, Source::effect(seat, card))?;
            return Ok(dealt >= *amount);
        }
        Cost::Focus(_)
        | Cost::Sacrifice(_)
        | Cost::DiscardEnhancement(_)
        | Cost::RemoveShield(_)
        | Cost::Damage(..) => return pay_with_own(t, ctx, cost),
        Cost::DamageToSave(_) => return damage_to_save(t, ctx, cost),
        Cost::FocusSome(number, _) => {
            for _ in 0..*number {
                pay_with_own(t, ctx, cost)?;
            }
        }
        Cost::Resources(sum) => resources::spend(t, card, seat, *sum)?,
        Cost::ResourcesOf(only, sum) => resources::spend_of(t, card, seat, *sum, *only)?,
        Cost::Discard(number) => {
            for _ in 0..*number {
                discard(t, ctx, &[])?;
            }
        }
        Cost::DiscardSuch(filter) => discard(t, ctx, filter)?,
        Cost::DiscardThis => zones::discard_to_pay(t, card)?,
        Cost::Reveal(filter) => {
            let options = hand(&t.state, ctx, filter);
            if let Some(id) = choose(t, ctx, &options)? {
                zones::reveal(t, seat, &[id]);
            }
        }
        Cost::Dial(by) => damage::advance_dial(t, *by)?,
        Cost::Reserve(number) => {
            let lasting = Lasting {
                source: card,
                card: None,
                seat,
                boon: Boon::Reserve,
                amount: -(*number as i8),
                until: Until::EndOfPhase,
            };
            t.state.lasting.push(lasting);
        }
        Cost::Special(special) => return (special.pay)(t, ctx),
    }
    Ok(true)
}

/// The card is focused; false if not all of the tokens end up on it. An effect may make them damage, which pays as well.
fn focus_to_pay(t: &mut Table, card: CardId, tokens: u8) -> Play<bool> {
    let lying = |state: &State| u16::from(state.card(card).focus) + u16::from(state.card(card).damage);
    let before = lying(&t.state);
    damage::focus(t, card, tokens)?;
    Ok(!t.state.is_in_play(card) || lying(&t.state) >= before + u16::from(tokens))
}

/// Cards that take damage so that another one costs less; more than these are not looked at.
type Savers = ArrayVec<CardId, 8>;

/// Whether the card that is being played could be paid for if these cards take damage for it. One that falls provides nothing.
fn pays_off(state: &State, seat: Seat, playing: CardId, savers: &[CardId]) -> bool {
    let mut then = state.clone();
    for id in savers.iter().filter(|id| damage::remaining(state, **id) <= 1) {
        // audit: same (1 to 2) — with one token or two it is exhausted
        then.card_mut(*id).focus += 1;
    }
    let amount = -(savers.len() as i8);
    let until = Until::EndOfPhase;
    then.lasting.push(Lasting {
        source: playing,
        card: Some(playing),
        seat,
        boon: Boon::Cost,
        amount,
        until,
    });
    resources::can_pay_for(&then, seat, playing, false).is_ok()
}

/// Whether it could if others took damage as well.
fn could_pay_off(state: &State, seat: Seat, playing: CardId, savers: &Savers, others: &[CardId]) -> bool {
    // audit: same (1u16 to 2u16) — then all choices are tried twice
    (0..1u16 << others.len()).any(|chosen| {
        let mut all = savers.clone();
        // audit: same (== to !=) — all choices are tried
        let more = others.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
        all.extend(more.map(|(_, id)| *id));
        pays_off(state, seat, playing, &all)
    })
}

/// Whether the damage of a cost could save enough of the card that its player wants to play.
pub fn could_save_by_damage(state: &State, ctx: &Ctx, cost: &Cost, playing: CardId) -> bool {
    // audit: same (8 to 9) — no player has so many objectives
    let others: Savers = own(state, ctx, cost).take(8).collect();
    could_pay_off(state, ctx.seat, playing, &Savers::new(), &others)
}

/// Damage is dealt to as many cards as the player likes, at the same time. Whoever has begun to play the card saves as much as
/// is lacking.
fn damage_to_save(t: &mut Table, ctx: &mut Ctx, cost: &Cost) -> Play<bool> {
    let Some(playing) = answered(&t.state, ctx).and_then(|paying| paying.card) else { return Ok(false) };
    let mut savers = Savers::new();
    loop {
        let left = |state: &State, savers: &Savers| -> Savers {
            // audit: same (8 to 9) — no player has so many objectives
            own(state, ctx, cost).take(8).filter(|id| !savers.contains(id)).collect()
        };
        if left(&t.state, &savers).is_empty() {
            break;
        }
        let choice = t.ask(ctx.seat, Ask::CostCard(ctx.card), |state, offer| {
            for id in left(state, &savers) {
                let mut with = savers.clone();
                with.push(id);
                let could = could_pay_off(state, ctx.seat, playing, &with, &left(state, &with));
                offer.judge(Choice::Card(id), there_is(could));
            }
            if !savers.is_empty() && pays_off(state, ctx.seat, playing, &savers) {
                offer.pass(Choice::Pass);
            }
        })?;
        let Choice::Card(id) = choice else { break };
        savers.push(id);
    }
    let shares = savers.iter().map(|id| (*id, 1)).collect();
    ctx.dealt = damage::deal_all(t, shares, Source::effect(ctx.seat, ctx.card))?.to_all(savers);
    // audit: same (> to >=) — what was not dealt saves nothing
    Ok(ctx.dealt > 0)
}

fn hand(state: &State, ctx: &Ctx, filter: Filter) -> Picks<CardId> {
    let kinds = zones::held_kinds(state, ctx.seat).into_iter();
    kinds.filter(|id| *id != ctx.card && matches(state, ctx, *id, filter)).collect()
}

/// A card from hand is discarded.
fn discard(t: &mut Table, ctx: &mut Ctx, filter: Filter) -> Play {
    let options = hand(&t.state, ctx, filter);
    if let Some(id) = choose(t, ctx, &options)? {
        zones::discard_to_pay(t, id)?;
    }
    Ok(())
}

/// One of the player's own cards is focused, sacrificed or whatever the cost is; false if damage was not dealt in full.
fn pay_with_own(t: &mut Table, ctx: &mut Ctx, cost: &Cost) -> Play<bool> {
    let options: Picks<CardId> = own(&t.state, ctx, cost).collect();
    let Some(id) = choose(t, ctx, &options)? else { return Ok(true) };
    ctx.strength = damage::remaining(&t.state, id);
    match cost {
        Cost::Sacrifice(_) => damage::sacrifice(t, id)?,
        Cost::DiscardEnhancement(_) => zones::leave_play(t, id, Destination::Discard)?,
        Cost::RemoveShield(_) => damage::remove_shield(t, id, ctx.seat)?,
        Cost::Damage(amount, _) => {
            let dealt = damage::deal(t, id, *amount, Source::effect(ctx.seat, ctx.card))?;
            return Ok(dealt >= *amount);
        }
        _ => damage::focus(t, id, 1)?,
    }
    Ok(true)
}

/// The card that the player pays with.
pub(super) fn choose(t: &mut Table, ctx: &mut Ctx, options: &[CardId]) -> Play<Option<CardId>> {
    if options.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::CostCard(ctx.card), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    if let Choice::Card(id) = choice {
        ctx.paid = Some(id);
        return Ok(Some(id));
    }
    Ok(None)
}
