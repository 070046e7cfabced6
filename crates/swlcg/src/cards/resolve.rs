//! Effects as they are played: whether one could do anything, its targets, and its steps one after the other.

use arrayvec::ArrayVec;
use table::{Play, Seat};

use super::atoms::{Act, Amount, Boon, Ctx, Deed, Do, Effects, Filter, Pool, Rest, Way, Who, Whose};
use super::filters::{all, amount, answered, count, is_so, matches, seats};
use super::{CardType, Trigger, constants};
use crate::state::{
    CardId, EdgeCard, Ending, Icon, Lasting, Occurrence, Place, Side, Source, State, Until, opponent,
};
use crate::zones::{self, Destination, may_be_targeted};
use crate::{Ask, Choice, Event, Table, conflict, damage, force, resources, timing, victory};

/// The cards that a step may concern.
type Meant = ArrayVec<CardId, 128>;

fn one(id: Option<CardId>) -> Meant {
    id.into_iter().collect()
}

/// The cards of a pool.
fn pool(state: &State, seat: Seat, pool: Pool) -> Meant {
    let (you, they) = (state.player(seat), state.player(opponent(seat)));
    match pool {
        Pool::YourHand => you.hand.iter().copied().collect(),
        Pool::YourDiscard => you.discard.iter().copied().collect(),
        Pool::YourDeck => you.deck.cards.iter().copied().collect(),
        Pool::YourObjectiveDeck => you.objective_deck.cards.iter().copied().collect(),
        Pool::OpponentsHand => they.hand.iter().copied().collect(),
        Pool::OpponentsDiscard => they.discard.iter().copied().collect(),
        Pool::YourHandOrDiscard => you.hand.iter().chain(&you.discard).copied().collect(),
        Pool::YourDeckOrDiscard => you.deck.cards.iter().chain(&you.discard).copied().take(128).collect(),
        Pool::EitherDiscard => you.discard.iter().chain(&they.discard).copied().take(128).collect(),
        Pool::YourEdgeStack => you.edge_stack.iter().map(|edge| edge.card).collect(),
        Pool::OpponentsEdgeStack => they.edge_stack.iter().map(|edge| edge.card).collect(),
        Pool::EitherEdgeStack => {
            you.edge_stack.iter().chain(&they.edge_stack).map(|edge| edge.card).take(128).collect()
        }
        Pool::Looked => {
            let all = (0..state.cards.len() as u8).map(CardId);
            all.filter(|id| state.card(*id).place == Place::Looked).take(128).collect()
        }
        Pool::Captured => {
            let all = (0..state.cards.len() as u8).map(CardId);
            all.filter(|id| state.card(*id).place == Place::Captured).take(128).collect()
        }
    }
}

fn filtered(state: &State, ctx: &Ctx, filter: Filter) -> Meant {
    all(state, ctx, filter).take(128).collect()
}

fn meant(state: &State, ctx: &Ctx, who: &Who) -> Meant {
    let occurrence = answered(state, ctx);
    match who {
        Who::This => one(Some(ctx.card)),
        Who::Host => one(state.card(ctx.card).attached),
        Who::Subject => one(occurrence.and_then(|occurrence| occurrence.card)),
        Who::Cause => one(occurrence.and_then(|occurrence| occurrence.source)),
        Who::It => one(ctx.it),
        Who::Engaged => one(state.engaged_objective()),
        Who::Target(filter) | Who::Targets(_, filter) => {
            all(state, ctx, filter).filter(|id| may_be_targeted(state, ctx, *id)).take(128).collect()
        }
        Who::Choose(filter) | Who::ChooseUpTo(_, filter) | Who::TheyChoose(filter) | Who::Each(filter) => {
            filtered(state, ctx, filter)
        }
        Who::Paid => one(ctx.paid),
        Who::FirstTarget => one(ctx.targets[0].map(|(_, id)| id)),
        Who::TopmostDiscard(filter) => {
            let pile = state.player(ctx.seat).discard.iter().rev();
            one(pile.copied().find(|id| matches(state, ctx, *id, filter)))
        }
        Who::CaptiveAt(filter) => {
            let mut cards = pool(state, ctx.seat, Pool::Captured);
            let held =
                |id: &CardId| state.card(*id).attached.is_some_and(|at| matches(state, ctx, at, filter));
            cards.retain(|id| held(id));
            cards
        }
        Who::From(from, filter) | Who::EachFrom(from, filter) | Who::TargetFrom(from, filter) => {
            let mut cards = pool(state, ctx.seat, *from);
            cards.retain(|id| *id != ctx.card && matches(state, ctx, *id, filter));
            cards
        }
        Who::Captive => pool(state, ctx.seat, Pool::Captured),
        Who::Random(from) => pool(state, ctx.seat, *from),
        Who::TopDiscard => one(state.player(ctx.seat).discard.last().copied()),
    }
}

// ---- could it do anything? --------------------------------------------------------------------------------------------

/// Whether at least one part of an effect could be resolved, and every target that it needs is there.
pub fn could(state: &State, ctx: &Ctx, steps: &'static [Do]) -> bool {
    let (mut any, mut first) = (false, true);
    for step in steps {
        if lacks_target(state, ctx, step) {
            return false;
        }
        first = first && !matches!(step, Do::Then);
        any = any || (first && could_step(state, ctx, step));
    }
    any
}

/// Whether any of the cards that a step may concern is such a one.
fn any(state: &State, ctx: &Ctx, who: &Who, such: impl Fn(CardId) -> bool) -> bool {
    match who {
        Who::This => such(ctx.card),
        Who::Target(filter) | Who::Targets(_, filter) => {
            all(state, ctx, filter).any(|id| may_be_targeted(state, ctx, id) && such(id))
        }
        Who::Choose(filter) | Who::TheyChoose(filter) | Who::Each(filter) => {
            all(state, ctx, filter).any(such)
        }
        _ => meant(state, ctx, who).into_iter().any(such),
    }
}

/// Whom a step concerns, with what it does to them.
fn concerned(step: &'static Do) -> ArrayVec<(&'static Who, Option<&'static Act>), 2> {
    const LOSES_DAMAGE: Act = Act::Heal(Amount::N(1));
    const TAKES_DAMAGE: Act = Act::Damage(Amount::N(1));
    const LOSES_FOCUS: Act = Act::Unfocus(Amount::N(1));
    let mut concerned = ArrayVec::new();
    match step {
        Do::To(who, act) | Do::Instead(who, act) => concerned.push((who, Some(act))),
        Do::Redirect(_, who) | Do::RedirectAll(who) => concerned.push((who, Some(&TAKES_DAMAGE))),
        Do::GainIcon(who, ..) | Do::GainIcons(who, ..) => concerned.push((who, None)),
        Do::MoveDamage(_, from, to) | Do::MoveAnyDamage(from, to) => {
            concerned.push((from, Some(&LOSES_DAMAGE)));
            concerned.push((to, Some(&TAKES_DAMAGE)));
        }
        Do::MoveFocus(_, from, to) | Do::MoveAnyFocus(from, to) => {
            concerned.push((from, Some(&LOSES_FOCUS)));
            concerned.push((to, None));
        }
        Do::MoveShield(from, to) => {
            concerned.push((from, Some(&Act::RemoveShield)));
            concerned.push((to, Some(&Act::Shield)));
        }
        _ => {}
    }
    concerned
}

/// The branches of a step.
fn branches(step: &'static Do) -> ArrayVec<&'static [Do], 4> {
    let mut branches = ArrayVec::new();
    match step {
        Do::If(_, inner)
        | Do::May(inner)
        | Do::UnlessTheyPay(_, inner)
        | Do::UnlessTheyDiscard(_, inner)
        | Do::IfYouPay(_, inner) => branches.push(*inner),
        Do::IfElse(_, one, other) => {
            branches.push(*one);
            branches.push(*other);
        }
        Do::ChooseOne(ways) | Do::TheyChooseOne(ways) => {
            branches.extend(ways.iter().take(4).map(|(_, inner)| *inner));
        }
        _ => {}
    }
    branches
}

fn is_target(who: &Who) -> bool {
    matches!(who, Who::Target(_) | Who::Targets(..) | Who::TargetFrom(..))
}

fn lacks_target(state: &State, ctx: &Ctx, step: &'static Do) -> bool {
    // Up to so many targets may be none.
    let is_needed = |who: &Who| is_target(who) && !matches!(who, Who::Targets(..));
    let mut needed = concerned(step).into_iter().filter(|(who, _)| is_needed(who));
    needed.any(|(who, act)| {
        let legal = meant(state, ctx, who);
        // Taking tokens away needs somebody who has some.
        match (step, act) {
            (Do::MoveFocus(..) | Do::MoveAnyFocus(..) | Do::MoveShield(..), Some(act)) => {
                !legal.iter().any(|id| could_act(state, ctx, *id, act))
            }
            _ => legal.is_empty(),
        }
    })
}

fn could_step(state: &State, ctx: &Ctx, step: &'static Do) -> bool {
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
        Do::DialBack(_, least) => state.dial > *least,
        Do::Cancel => answered(state, ctx).is_some_and(|occurrence| !occurrence.canceled),
        Do::Prevent(_) => answered(state, ctx).is_some_and(|occurrence| occurrence.amount > 0),
        Do::Redirect(_, who) => {
            answered(state, ctx).is_some_and(|occurrence| occurrence.amount > 0)
                && any(state, ctx, who, |_| true)
        }
        Do::MoveDamage(_, from, to) => {
            any(state, ctx, from, |id| state.card(id).damage > 0)
                && any(state, ctx, to, |id| damage::can_be_damaged(state, id))
        }
        Do::PreventAmount(_) => answered(state, ctx).is_some_and(|occurrence| occurrence.amount > 0),
        Do::RedirectAll(who) => {
            answered(state, ctx).is_some_and(|occurrence| occurrence.amount > 0)
                && !meant(state, ctx, who).is_empty()
        }
        Do::MoveAnyDamage(from, to) => {
            meant(state, ctx, from).iter().any(|id| state.card(*id).damage > 0)
                && !meant(state, ctx, to).is_empty()
        }
        Do::MoveFocus(_, from, to) | Do::MoveAnyFocus(from, to) => {
            let givers = meant(state, ctx, from);
            let takers = meant(state, ctx, to);
            givers
                .iter()
                .filter(|id| state.card(**id).focus > 0)
                .any(|giver| takers.iter().any(|taker| taker != giver))
        }
        Do::MoveShield(from, to) => {
            let takers = meant(state, ctx, to);
            meant(state, ctx, from).iter().any(|id| state.card(*id).shields > 0)
                && takers.iter().any(|id| could_act(state, ctx, *id, &Act::Shield))
        }
        Do::GainIcon(who, ..) | Do::GainIcons(who, ..) => !meant(state, ctx, who).is_empty(),
        Do::Mill(whose, _) | Do::Look(whose, ..) => {
            seats(ctx, *whose).any(|seat| !state.player(seat).deck.is_empty())
        }
        Do::CaptureTop(_) => {
            Side::of(ctx.seat) == Side::Dark && !state.player(opponent(ctx.seat)).deck.is_empty()
        }
        Do::BalanceTo(side) => state.balance != *side,
        Do::EndEngagement => state.engagement.is_some(),
        Do::SeeHand(whose) => seats(ctx, *whose).any(|seat| !state.player(seat).hand.is_empty()),
        Do::DrawToReserve => state.player(ctx.seat).hand.len() < crate::phases::reserve(state, ctx.seat),
        Do::ChooseOne(ways) | Do::TheyChooseOne(ways) => {
            ways.iter().any(|(_, steps)| could(state, ctx, steps))
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
        Do::Draw(whose, number) => {
            count(state, ctx, number) > 0 && seats(ctx, *whose).any(|seat| can_draw(state, seat))
        }
        Do::Dial(_)
        | Do::Gain(..)
        | Do::CancelEdgeBattle
        | Do::Instead(..)
        | Do::Divert(_)
        | Do::SkipForcePhase
        | Do::Lose => true,
    }
}

/// Whether card effects let a player draw.
fn can_draw(state: &State, seat: Seat) -> bool {
    constants::of_player(state, seat, Boon::NoDraw) <= 0
}

fn could_act(state: &State, ctx: &Ctx, id: CardId, act: &Act) -> bool {
    let card = state.card(id);
    let in_play = card.place == Place::Play;
    match act {
        Act::Damage(_) => damage::can_be_damaged(state, id),
        Act::Heal(_) | Act::HealUpTo(_) => {
            card.damage > 0 && constants::may(state, id, Deed::BeHealed).is_ok()
        }
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
        Act::Gain(..) => in_play,
        Act::TakeControl(_) | Act::WinOver(_) => {
            in_play && card.controller != ctx.seat && zones::may_enter(state, id, ctx.seat).is_ok()
        }
        Act::Engage => in_play && state.engagement.is_some() && state.engaged_objective() != Some(id),
        Act::MayBeEngagedAgain => state.engaged.contains(&id),
        Act::Commit => in_play && force::can_commit(state, id),
        Act::Uncommit => in_play && card.committed,
        Act::LeaveEngagement => state.is_participating(id),
        Act::JoinEngagement => {
            in_play && card.is_unit() && state.engagement.is_some() && !state.is_participating(id)
        }
        Act::ShuffleIntoDeck => true,
        Act::RemoveShield | Act::RemoveShields => card.shields > 0,
        Act::BecomeUnit => in_play && card.attached.is_some() && card.facts().card_type == CardType::Unit,
        Act::Strike => in_play && state.is_participating(id) && card.is_ready(),
        Act::MoveElsewhere => in_play && other_hosts(state, id).next().is_some(),
        Act::PutIntoPlayAsYours => {
            let stays = !matches!(card.facts().card_type, CardType::Event | CardType::Fate);
            card.place != Place::Play
                && stays
                && zones::may_enter(state, id, ctx.seat).is_ok()
                && (card.facts().card_type != CardType::Enhancement
                    || timing::may_enhance(id, state).is_none()
                    || hosts_for(state, id, ctx.seat).next().is_some())
        }
        Act::PutIntoPlayAsPilot => {
            card.place != Place::Play
                && zones::may_enter(state, id, ctx.seat).is_ok()
                && timing::hosts(state, id).next().is_some()
        }
        Act::PutIntoEdgeStack => !matches!(card.place, Place::Play | Place::EdgeStack),
        Act::UnderObjectiveDeck => in_play && card.is_objective(),
        Act::Later(..) | Act::NotRefreshed => in_play,
        Act::RemoveFromGame => true,
        Act::TakeToken => card.focus + card.damage + card.shields > 0,
        Act::PlantAsCaptive => {
            Side::of(card.owner) == Side::Light && state.objectives(Side::Dark.seat()).next().is_some()
        }
    }
}

fn can_be_put_into_play(state: &State, id: CardId) -> bool {
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

// ---- targets ------------------------------------------------------------------------------------------------------------

/// Step 5: all targets of an effect are chosen before it is resolved.
pub fn with_targets(t: &mut Table, ctx: &mut Ctx, steps: &'static [Do]) -> Play {
    let mut slot = 0;
    choose_targets(t, ctx, steps, &mut slot)
}

fn choose_targets(t: &mut Table, ctx: &mut Ctx, steps: &'static [Do], slot: &mut u8) -> Play {
    for step in steps {
        // Which way is taken is decided before its targets are chosen.
        if let Do::ChooseOne(ways) = step {
            let way = choose_way(t, ctx, ctx.seat, ways)?;
            for (number, (_, inner)) in ways.iter().enumerate() {
                if Some(number) == way {
                    choose_targets(t, ctx, inner, slot)?;
                } else {
                    *slot += target_steps(inner);
                }
            }
            ctx.way = way.map(|way| way as u8);
            continue;
        }
        let mut other = None;
        for (who, act) in concerned(step) {
            let number = *slot;
            choose_target(t, ctx, who, act, other, slot)?;
            other = ctx.targets.iter().flatten().find(|(of, _)| *of == number).map(|(_, id)| *id);
        }
        for inner in branches(step) {
            choose_targets(t, ctx, inner, slot)?;
        }
    }
    Ok(())
}

/// One of several ways; those that could not do anything are not offered.
fn choose_way(
    t: &mut Table,
    ctx: &Ctx,
    seat: Seat,
    ways: &'static [(Way, &'static [Do])],
) -> Play<Option<usize>> {
    if !ways.iter().any(|(_, steps)| could(&t.state, ctx, steps)) {
        return Ok(None);
    }
    let choice = t.ask(seat, Ask::Way(ctx.card), |state, offer| {
        if ways.iter().any(|(way, _)| *way == Way::Nothing) {
            offer.pass(Choice::Pass);
        }
        for (way, _) in ways.iter().filter(|(_, steps)| could(state, ctx, steps)) {
            offer.add(Choice::Way(*way));
        }
    })?;
    Ok(ways.iter().position(|(way, _)| choice == Choice::Way(*way)))
}

/// One target, or several. Cards that the step could do something to are offered; if there are none, all legal ones.
fn choose_target(
    t: &mut Table,
    ctx: &mut Ctx,
    who: &Who,
    act: Option<&Act>,
    other: Option<CardId>,
    slot: &mut u8,
) -> Play {
    let most = match who {
        Who::Target(_) | Who::TargetFrom(..) => 1,
        Who::Targets(most, _) => *most as usize,
        _ => return Ok(()),
    };
    let number = *slot;
    *slot += 1;
    let mut legal = meant(&t.state, ctx, who);
    // What moves from one target to another needs two different ones.
    if let Some(other) = other {
        legal.retain(|id| *id != other);
    }
    if let Some(act) = act
        && legal.iter().any(|id| could_act(&t.state, ctx, *id, act))
    {
        legal.retain(|id| could_act(&t.state, ctx, *id, act));
    }
    if legal.is_empty() {
        return Ok(());
    }
    let ask = Ask::Target(ctx.card);
    let chosen: ArrayVec<Choice, 32> = if most == 1 {
        let choice = t.ask(ctx.seat, ask, |_, offer| {
            legal.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        std::iter::once(choice).collect()
    } else {
        t.ask_some(ctx.seat, ask, 1, most, |_, offer| {
            legal.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?
    };
    for choice in chosen {
        if let (Choice::Card(id), Some(free)) = (choice, ctx.targets.iter_mut().find(|place| place.is_none()))
        {
            *free = Some((number, id));
        }
    }
    Ok(())
}

/// How many targets the steps of a branch have that is not taken.
fn target_steps(steps: &'static [Do]) -> u8 {
    let of_step = |step: &'static Do| {
        let own = concerned(step).into_iter().filter(|(who, _)| is_target(who)).count() as u8;
        own + branches(step).into_iter().map(target_steps).sum::<u8>()
    };
    steps.iter().map(of_step).sum()
}

// ---- resolving ----------------------------------------------------------------------------------------------------------

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
    Source { seat: ctx.seat, card: Some(ctx.card) }
}

fn play_step(t: &mut Table, ctx: &mut Ctx, step: &'static Do, slot: &mut u8) -> Play<bool> {
    match step {
        // All cards take the damage at the same time.
        Do::To(who, act @ Act::Damage(number)) => {
            let cards = chosen(t, ctx, who, act, slot)?;
            let number = count(&t.state, ctx, number);
            ctx.it = cards.last().copied().or(ctx.it);
            let shares = cards.into_iter().map(|id| (id, number)).take(64).collect();
            Ok(damage::deal_all(t, shares, source(ctx))? > 0)
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
        Do::DiscardHand(whose, number) => discard(t, ctx, *whose, *number, false),
        Do::DiscardRandom(whose, number) => discard(t, ctx, *whose, *number, true),
        Do::Dial(by) => {
            damage::advance_dial(t, (*by).max(0) as u8)?;
            Ok(true)
        }
        Do::DialBack(by, least) => Ok(damage::turn_dial_back(t, *by, *least)),
        Do::Gain(boon, number, until) => {
            let number = amount(&t.state, ctx, number);
            Ok(gain(t, ctx, None, *boon, number, *until))
        }
        Do::Cancel => Ok(cancel(t, ctx)),
        Do::CancelEdgeBattle => {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.edge_canceled = true;
            }
            Ok(true)
        }
        Do::Prevent(number) => Ok(reduce_damage(t, ctx, *number) > 0),
        Do::Redirect(number, who) => {
            let targets = chosen(t, ctx, who, &Act::Damage(Amount::N(1)), slot)?;
            let redirected = reduce_damage(t, ctx, *number);
            for id in targets {
                damage::deal(t, id, redirected, source(ctx))?;
            }
            Ok(redirected > 0)
        }
        Do::Instead(who, act) => {
            let cards = chosen(t, ctx, who, act, slot)?;
            if let Some(occurrence) =
                ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize))
            {
                occurrence.prevented = true;
            }
            for id in cards {
                perform(t, ctx, id, act)?;
            }
            Ok(true)
        }
        Do::MoveDamage(number, from, to) => {
            let from = chosen(t, ctx, from, &Act::Heal(Amount::N(1)), slot)?;
            ctx.it = from.first().copied();
            let to = chosen(t, ctx, to, &Act::Damage(Amount::N(1)), slot)?;
            match (from.first(), to.first()) {
                (Some(from), Some(to)) => Ok(damage::move_damage(t, *from, *to, *number)? > 0),
                _ => Ok(false),
            }
        }
        Do::PreventAmount(number) => {
            let number = count(&t.state, ctx, number);
            Ok(reduce_damage(t, ctx, number) > 0)
        }
        Do::RedirectAll(who) => {
            let targets = chosen(t, ctx, who, &Act::Damage(Amount::N(1)), slot)?;
            let redirected = reduce_damage(t, ctx, u8::MAX);
            for id in targets {
                damage::deal(t, id, redirected, source(ctx))?;
            }
            Ok(redirected > 0)
        }
        Do::MoveAnyDamage(from, to) => {
            let from = chosen(t, ctx, from, &Act::Heal(Amount::N(1)), slot)?;
            let to = chosen(t, ctx, to, &Act::Damage(Amount::N(1)), slot)?;
            let (Some(from), Some(to)) = (from.first(), to.first()) else { return Ok(false) };
            let most = t.state.card(*from).damage;
            let number = choose_number(t, ctx, most)?;
            Ok(damage::move_damage(t, *from, *to, number)? > 0)
        }
        Do::MoveFocus(number, from, to) => {
            let from = chosen(t, ctx, from, &Act::Unfocus(Amount::N(1)), slot)?;
            ctx.it = from.first().copied();
            let to = chosen(t, ctx, to, &Act::Focus(Amount::N(1)), slot)?;
            move_focus(t, ctx, from.first(), to.first(), *number)
        }
        Do::MoveAnyFocus(from, to) => {
            let from = chosen(t, ctx, from, &Act::Unfocus(Amount::N(1)), slot)?;
            ctx.it = from.first().copied();
            let to = chosen(t, ctx, to, &Act::Focus(Amount::N(1)), slot)?;
            let most = from.first().map_or(0, |id| t.state.card(*id).focus);
            let number = choose_number(t, ctx, most)?;
            move_focus(t, ctx, from.first(), to.first(), number)
        }
        Do::MoveShield(from, to) => {
            let from = chosen(t, ctx, from, &Act::RemoveShield, slot)?;
            let to = chosen(t, ctx, to, &Act::Shield, slot)?;
            let (Some(from), Some(to)) = (from.first(), to.first()) else { return Ok(false) };
            if t.state.card(*from).shields == 0 || t.state.card(*to).shields > 0 {
                return Ok(false);
            }
            t.state.card_mut(*from).shields -= 1;
            Ok(damage::place_shield(t, *to, false))
        }
        Do::GainIcon(who, icons, until) => {
            let cards = chosen(t, ctx, who, &Act::Sacrifice, slot)?;
            let mut happened = false;
            for id in cards {
                ctx.it = Some(id);
                if let Some(icon) = choose_icon(t, ctx, icons)? {
                    happened |= gain(t, ctx, Some(id), Boon::Icon(icon), 1, *until);
                }
            }
            Ok(happened)
        }
        Do::GainIcons(who, number, until) => {
            let cards = chosen(t, ctx, who, &Act::Sacrifice, slot)?;
            let number = count(&t.state, ctx, number).min(3);
            for id in &cards {
                let mut left: ArrayVec<Icon, 3> = Icon::ALL.into_iter().collect();
                for _ in 0..number {
                    let Some(icon) = choose_icon(t, ctx, &left)? else { break };
                    left.retain(|other| *other != icon);
                    gain(t, ctx, Some(*id), Boon::Icon(icon), 1, *until);
                }
            }
            Ok(number > 0 && !cards.is_empty())
        }
        Do::Mill(whose, number) => {
            let number = count(&t.state, ctx, number);
            let mut happened = false;
            for seat in seats(ctx, *whose) {
                for _ in 0..number {
                    let Some(top) = zones::top_card(t, seat)? else { break };
                    zones::put(&mut t.state, top, Destination::Discard);
                    t.emit(Event::Discarded(seat, top));
                    timing::happened(t, Occurrence::new(Trigger::Discarded).of(top).by(seat).amount(1))?;
                    (ctx.it, ctx.paid) = (Some(top), Some(top));
                    happened = true;
                }
            }
            Ok(happened)
        }
        Do::CaptureTop(here) => {
            if t.state.player(opponent(ctx.seat)).deck.is_empty() {
                return Ok(false);
            }
            let Some(top) = zones::look_at_top(t, opponent(ctx.seat), ctx.seat)? else { return Ok(false) };
            ctx.it = Some(top);
            let at = if *here { Some(ctx.card) } else { zones::choose_prison(t, top, ctx.seat)? };
            match at {
                Some(at) => zones::capture(t, top, at),
                None => {
                    zones::put(&mut t.state, top, Destination::OnDeck);
                    Ok(false)
                }
            }
        }
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
            for seat in seats(ctx, *whose) {
                let hand = t.state.player(seat).hand.to_vec();
                t.emit(Event::HandSeen { by: ctx.seat, of: seat, cards: hand });
            }
            Ok(true)
        }
        Do::Look(whose, number, most, filter, act, rest) => {
            look(t, ctx, *whose, number, (*most, filter, act), *rest)
        }
        Do::DrawToReserve => {
            let mut drawn = false;
            while can_draw(&t.state, ctx.seat)
                && t.state.player(ctx.seat).hand.len() < crate::phases::reserve(&t.state, ctx.seat)
            {
                zones::draw(t, ctx.seat)?;
                drawn = true;
            }
            Ok(drawn)
        }
        Do::ChooseOne(ways) => {
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
        Do::TheyChooseOne(ways) => {
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
        Do::UnlessTheyPay(sum, inner) => {
            let they = opponent(ctx.seat);
            let able = resources::can_spend_on(&t.state, they, *sum, None).is_ok();
            if able && confirm_for(t, ctx, they)? {
                resources::spend(t, ctx.card, they, *sum)?;
                *slot += target_steps(inner);
                return Ok(false);
            }
            run(t, ctx, inner, slot)
        }
        Do::UnlessTheyDiscard(number, inner) => {
            let they = opponent(ctx.seat);
            let able = t.state.player(they).hand.len() >= *number as usize;
            if able && confirm_for(t, ctx, they)? {
                for _ in 0..*number {
                    if let Some(id) = zones::random_card(t, they)? {
                        zones::discard(t, id)?;
                    }
                }
                *slot += target_steps(inner);
                return Ok(false);
            }
            run(t, ctx, inner, slot)
        }
        Do::IfYouPay(sum, inner) => {
            let able = resources::can_spend_on(&t.state, ctx.seat, *sum, None).is_ok();
            if able && could(&t.state, ctx, inner) && confirm(t, ctx)? {
                resources::spend(t, ctx.card, ctx.seat, *sum)?;
                return run(t, ctx, inner, slot);
            }
            *slot += target_steps(inner);
            Ok(false)
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
        Do::IfElse(when, one, other) => {
            let (taken, left) = if is_so(&t.state, ctx, when) { (one, other) } else { (other, one) };
            // Targets are numbered in the order in which they are written.
            if std::ptr::eq(*taken, *one) {
                let happened = run(t, ctx, taken, slot)?;
                *slot += target_steps(left);
                return Ok(happened);
            }
            *slot += target_steps(left);
            run(t, ctx, taken, slot)
        }
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
        Do::May(inner) => {
            let wanted = could(&t.state, ctx, inner) && confirm(t, ctx)?;
            if wanted {
                return run(t, ctx, inner, slot);
            }
            *slot += target_steps(inner);
            Ok(false)
        }
        Do::Then => Ok(true),
        Do::Special(special) => (special.effect)(t, ctx),
    }
}

fn confirm(t: &mut Table, ctx: &Ctx) -> Play<bool> {
    confirm_for(t, ctx, ctx.seat)
}

fn confirm_for(t: &mut Table, ctx: &Ctx, seat: Seat) -> Play<bool> {
    let choice = t.ask(seat, Ask::May(ctx.card), |_, offer| {
        offer.add(Choice::Yes);
        offer.pass(Choice::Pass);
    })?;
    Ok(choice == Choice::Yes)
}

/// The cards that a step concerns, after whoever has to has chosen.
fn chosen(t: &mut Table, ctx: &Ctx, who: &Who, act: &Act, slot: &mut u8) -> Play<Meant> {
    let chooser = match who {
        Who::Target(filter) | Who::Targets(_, filter) | Who::TargetFrom(_, filter) => {
            let number = *slot;
            *slot += 1;
            let targets = ctx.targets.iter().flatten().filter(|(of, _)| *of == number).map(|(_, id)| *id);
            // A target that is none any more is not affected.
            return Ok(targets.filter(|id| matches(&t.state, ctx, *id, filter)).collect());
        }
        Who::Choose(_) | Who::From(..) => ctx.seat,
        Who::TheyChoose(_) => opponent(ctx.seat),
        Who::Captive => return Ok(one(captive(t, ctx, &[])?)),
        Who::CaptiveAt(filter) => return Ok(one(captive(t, ctx, filter)?)),
        Who::ChooseUpTo(most, _) => return choose_up_to(t, ctx, who, act, *most),
        Who::Random(from) => {
            let seat = if *from == Pool::OpponentsHand { opponent(ctx.seat) } else { ctx.seat };
            return Ok(one(zones::random_card(t, seat)?));
        }
        _ => return Ok(meant(&t.state, ctx, who)),
    };
    let mut options = meant(&t.state, ctx, who);
    options.retain(|id| could_act(&t.state, ctx, *id, act));
    let search =
        matches!(who, Who::From(Pool::YourDeck | Pool::YourObjectiveDeck | Pool::YourDeckOrDiscard, _));
    if options.is_empty() {
        return Ok(Meant::new());
    }
    let choice = t.ask(chooser, Ask::Choose(ctx.card), |state, offer| {
        for (place, id) in options.iter().enumerate() {
            let twin = |other: &CardId| state.card(*other).kind == state.card(*id).kind;
            let hidden = state.card(*id).place != Place::Play;
            if !(hidden && options[..place].iter().any(twin)) {
                offer.add(Choice::Card(*id));
            }
        }
        // Nothing need be found.
        if search {
            offer.pass(Choice::Pass);
        }
    })?;
    Ok(one(if let Choice::Card(id) = choice { Some(id) } else { None }))
}

/// A captured card at an objective that the player chooses; several lie there face down.
fn captive(t: &mut Table, ctx: &Ctx, filter: Filter) -> Play<Option<CardId>> {
    let holds = |id: &CardId| t.state.card(*id).captives > 0 && matches(&t.state, ctx, *id, filter);
    let prisons: Meant = t.state.in_play().filter(holds).take(128).collect();
    if prisons.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
        prisons.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let Choice::Card(prison) = choice else { return Ok(None) };
    let choice = t.draw(Ask::RandomCard(ctx.seat), |state, offer| {
        let captives = pool(state, ctx.seat, Pool::Captured);
        let here = captives.iter().filter(|id| state.card(**id).attached == Some(prison));
        here.for_each(|id| offer.weigh(Choice::Card(*id), 1));
    })?;
    Ok(if let Choice::Card(id) = choice { Some(id) } else { None })
}

/// Does one thing to one card; false if nothing came of it.
fn perform(t: &mut Table, ctx: &Ctx, id: CardId, act: &'static Act) -> Play<bool> {
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
            damage::remove_focus(t, id, number)?;
        }
        Act::UnfocusUpTo(most) => {
            let number = choose_number(t, ctx, t.state.card(id).focus.min(*most))?;
            damage::remove_focus(t, id, number)?;
        }
        Act::HealUpTo(most) => {
            let number = choose_number(t, ctx, t.state.card(id).damage.min(*most))?;
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
        Act::ToHand => {
            zones::put(&mut t.state, id, Destination::Hand);
            t.emit(Event::ToHand(id));
        }
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
            let number = amount(&t.state, ctx, number);
            return Ok(gain(t, ctx, Some(id), *boon, number, *until));
        }
        Act::TakeControl(until) => return take_control(t, ctx, id, *until, false),
        Act::WinOver(until) => return take_control(t, ctx, id, *until, true),
        Act::Engage => {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.objective = id;
            }
            t.emit(Event::Engages(id));
        }
        Act::MayBeEngagedAgain => t.state.engaged.retain(|other| *other != id),
        Act::Commit => force::commit(t, id)?,
        Act::Uncommit => return force::uncommit(t, id, ctx.card),
        Act::LeaveEngagement => {
            zones::leave_engagement(&mut t.state, id);
            t.emit(Event::LeftEngagement(id));
        }
        Act::JoinEngagement => {
            conflict::enter(&mut t.state, id);
            t.emit(Event::JoinedEngagement(id));
        }
        Act::ShuffleIntoDeck if in_play => zones::leave_play(t, id, Destination::ShuffledIntoDeck)?,
        Act::ShuffleIntoDeck => zones::put(&mut t.state, id, Destination::ShuffledIntoDeck),
        Act::RemoveShield => {
            t.state.card_mut(id).shields -= 1;
            t.emit(Event::ShieldUsed(id));
        }
        Act::RemoveShields => {
            t.state.card_mut(id).shields = 0;
            t.emit(Event::ShieldUsed(id));
        }
        Act::BecomeUnit => {
            t.state.card_mut(id).attached = None;
            t.emit(Event::EnteredPlay(id));
            let seat = t.state.card(id).controller;
            timing::happened(t, Occurrence::new(Trigger::EntersPlay).of(id).by(seat))?;
        }
        Act::Strike => conflict::strike::strike_with(t, id)?,
        Act::MoveElsewhere => return move_elsewhere(t, ctx, id),
        Act::PutIntoPlayAsYours => put_into_play_as_yours(t, ctx, id)?,
        Act::PutIntoPlayAsPilot => put_into_play_as_pilot(t, ctx, id)?,
        Act::PutIntoEdgeStack => {
            zones::set_aside(&mut t.state, id);
            let owner = t.state.card(id).owner;
            t.state.card_mut(id).place = Place::EdgeStack;
            let face_up = edge_is_revealed(&t.state);
            let edge = EdgeCard { card: id, face_up, resolved: false, late_done: false };
            t.state.player_mut(owner).edge_stack.push(edge);
            t.emit(Event::Placed { seat: owner, card: id, face_up });
        }
        Act::Later(until, doom) => return Ok(gain(t, ctx, Some(id), Boon::Awaits(*doom), 1, *until)),
        Act::RemoveFromGame if in_play => zones::leave_play(t, id, Destination::Removed)?,
        Act::RemoveFromGame => zones::put(&mut t.state, id, Destination::Removed),
        Act::NotRefreshed => return Ok(gain(t, ctx, Some(id), Boon::KeepsFocus, 1, Until::EndOfPhase)),
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
    }
    Ok(true)
}

fn take_control(t: &mut Table, ctx: &Ctx, id: CardId, until: Until, joins: bool) -> Play<bool> {
    if !zones::take_control(t, id, ctx.seat, joins)? {
        return Ok(false);
    }
    if until != Until::EndOfGame {
        gain(t, ctx, Some(id), Boon::Controlled, 1, until);
    }
    Ok(true)
}

/// Who resolves the effect chooses what an enhancement is attached to, and whether a pilot enters as one or as a unit.
fn put_into_play(t: &mut Table, ctx: &Ctx, id: CardId, joins: bool) -> Play {
    let hosts: Meant = timing::hosts(&t.state, id).take(128).collect();
    let unit = t.state.facts(id).card_type == CardType::Unit;
    let mut host = None;
    if !hosts.is_empty() {
        let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
            hosts.iter().for_each(|id| offer.add(Choice::Card(*id)));
            if unit {
                offer.add(Choice::AsUnit);
            }
        })?;
        host = if let Choice::Card(host) = choice { Some(host) } else { None };
    }
    zones::set_aside(&mut t.state, id);
    zones::enter_play(t, id, host, joins && host.is_none())
}

fn gain(t: &mut Table, ctx: &Ctx, card: Option<CardId>, boon: Boon, amount: i8, until: Until) -> bool {
    let lasting = Lasting { source: ctx.card, card, seat: ctx.seat, boon, amount, until };
    let room = !t.state.lasting.is_full();
    if room {
        t.state.lasting.push(lasting);
    }
    room
}

fn discard(t: &mut Table, ctx: &Ctx, whose: Whose, number: u8, random: bool) -> Play<bool> {
    let mut happened = false;
    for seat in seats(ctx, whose) {
        for _ in 0..number {
            if t.state.player(seat).hand.is_empty() {
                break;
            }
            let card = if random {
                zones::random_card(t, seat)?
            } else {
                let choice = t.ask(seat, Ask::Choose(ctx.card), |state, offer| {
                    zones::hand_kinds(state, seat).for_each(|id| offer.add(Choice::Card(id)));
                })?;
                if let Choice::Card(id) = choice { Some(id) } else { None }
            };
            if let Some(card) = card {
                zones::discard(t, card)?;
                happened = true;
            }
        }
    }
    Ok(happened)
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

/// Takes a part of the damage that is about to be dealt off; says how much.
fn reduce_damage(t: &mut Table, ctx: &Ctx, by: u8) -> u8 {
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

/// The number of tokens that are moved, one at least.
fn choose_number(t: &mut Table, ctx: &Ctx, most: u8) -> Play<u8> {
    if most == 0 {
        return Ok(0);
    }
    let choice = t.ask(ctx.seat, Ask::Number(ctx.card), |_, offer| {
        (1..=most).rev().for_each(|number| offer.add(Choice::Number(number)));
    })?;
    Ok(if let Choice::Number(number) = choice { number } else { 0 })
}

fn choose_icon(t: &mut Table, ctx: &Ctx, icons: &[Icon]) -> Play<Option<Icon>> {
    if icons.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
        icons.iter().for_each(|icon| offer.add(Choice::Icon(*icon)));
    })?;
    Ok(if let Choice::Icon(icon) = choice { Some(icon) } else { None })
}

/// Moves focus tokens. They are removed from one card and placed on the other.
fn move_focus(
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

/// Up to so many cards, chosen while the effect is resolved.
fn choose_up_to(t: &mut Table, ctx: &Ctx, who: &Who, act: &Act, most: u8) -> Play<Meant> {
    let mut options = meant(&t.state, ctx, who);
    options.retain(|id| could_act(&t.state, ctx, *id, act));
    if options.is_empty() {
        return Ok(Meant::new());
    }
    let chosen = t.ask_some(ctx.seat, Ask::Choose(ctx.card), 0, most as usize, |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let card = |choice: Choice| if let Choice::Card(id) = choice { Some(id) } else { None };
    Ok(chosen.into_iter().filter_map(card).collect())
}

/// The top cards of a deck are looked at.
fn look(
    t: &mut Table,
    ctx: &mut Ctx,
    whose: Whose,
    number: &Amount,
    (most, filter, act): (u8, Filter, &'static Act),
    rest: Rest,
) -> Play<bool> {
    let number = count(&t.state, ctx, number);
    let mut happened = false;
    for seat in seats(ctx, whose) {
        let mut cards = Meant::new();
        for _ in 0..number {
            let Some(top) = zones::look_at_top(t, seat, ctx.seat)? else { break };
            cards.push(top);
        }
        happened |= !cards.is_empty();
        let mut options = cards.clone();
        options.retain(|id| matches(&t.state, ctx, *id, filter) && could_act(&t.state, ctx, *id, act));
        if !options.is_empty() && most > 0 {
            // Whoever searches need not find anything.
            let least = if filter.is_empty() { options.len().min(most as usize) } else { 0 };
            let taken = t.ask_some(ctx.seat, Ask::Choose(ctx.card), least, most as usize, |_, offer| {
                options.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            for choice in taken {
                let Choice::Card(id) = choice else { continue };
                cards.retain(|other| *other != id);
                ctx.it = Some(id);
                perform(t, ctx, id, act)?;
            }
        }
        put_back(t, ctx, &cards, rest)?;
    }
    Ok(happened)
}

/// The cards that were looked at go where they belong.
fn put_back(t: &mut Table, ctx: &Ctx, cards: &[CardId], rest: Rest) -> Play {
    if matches!(rest, Rest::OnTop | Rest::Under) && cards.len() > 1 {
        let order = t.ask_order(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        // The first one named ends up nearest to the top, or lowest.
        let named =
            order.iter().filter_map(|choice| if let Choice::Card(id) = choice { Some(*id) } else { None });
        let named: Vec<CardId> = named.collect();
        for id in named.iter().rev() {
            let to = if rest == Rest::OnTop { Destination::OnDeck } else { Destination::UnderDeck };
            zones::put(&mut t.state, *id, to);
        }
        return Ok(());
    }
    for id in cards {
        let to = match rest {
            Rest::Shuffled => Destination::ShuffledIntoDeck,
            Rest::OnTop => Destination::OnDeck,
            Rest::Under => Destination::UnderDeck,
            Rest::Discarded => Destination::Discard,
        };
        zones::put(&mut t.state, *id, to);
        if rest == Rest::Discarded {
            t.emit(Event::Discarded(t.state.card(*id).owner, *id));
        }
    }
    Ok(())
}

/// Other cards of the same player that an enhancement could be on.
fn other_hosts(state: &State, id: CardId) -> impl Iterator<Item = CardId> {
    let host = state.card(id).attached;
    timing::hosts(state, id).filter(move |other| {
        let same = host.is_some_and(|host| state.card(host).controller == state.card(*other).controller);
        let alike = host.is_some_and(|host| state.card(host).is_unit() == state.card(*other).is_unit());
        host != Some(*other) && same && alike
    })
}

fn move_elsewhere(t: &mut Table, ctx: &Ctx, id: CardId) -> Play<bool> {
    let options: Meant = other_hosts(&t.state, id).take(128).collect();
    if options.is_empty() {
        return Ok(false);
    }
    let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let Choice::Card(host) = choice else { return Ok(false) };
    zones::move_enhancement(t, id, host)?;
    Ok(true)
}

/// The cards that an enhancement can be attached to if a player controls it.
fn hosts_for(state: &State, id: CardId, seat: Seat) -> impl Iterator<Item = CardId> {
    let ctx = Ctx::new(id, seat);
    let filter = timing::may_enhance(id, state);
    state.in_play().filter(move |host| {
        filter.is_some_and(|filter| matches(state, &ctx, *host, filter))
            && zones::may_be_enhanced(state, *host)
    })
}

/// A card of either player enters play under the control of the player of the effect.
fn put_into_play_as_yours(t: &mut Table, ctx: &Ctx, id: CardId) -> Play {
    let mut host = None;
    if t.state.facts(id).card_type == CardType::Enhancement {
        let options: Meant = hosts_for(&t.state, id, ctx.seat).take(128).collect();
        if !options.is_empty() {
            let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
                options.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            host = if let Choice::Card(host) = choice { Some(host) } else { None };
        }
    }
    zones::set_aside(&mut t.state, id);
    zones::enter_play_under(t, id, host, false, ctx.seat)
}

/// A pilot enters play on a Vehicle.
fn put_into_play_as_pilot(t: &mut Table, ctx: &Ctx, id: CardId) -> Play {
    let options: Meant = timing::hosts(&t.state, id).take(128).collect();
    if options.is_empty() {
        return Ok(());
    }
    let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let host = if let Choice::Card(host) = choice { Some(host) } else { None };
    zones::set_aside(&mut t.state, id);
    zones::enter_play(t, id, host, false)
}

/// One token of any kind is taken off a card.
fn take_token(t: &mut Table, ctx: &Ctx, id: CardId) -> Play<bool> {
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
        Choice::FocusToken => Ok(damage::remove_focus(t, id, 1)? > 0),
        Choice::DamageToken => Ok(damage::heal(t, id, 1) > 0),
        _ => {
            let card = t.state.card_mut(id);
            card.shields = card.shields.saturating_sub(1);
            Ok(true)
        }
    }
}

/// Whether the edge stacks lie open.
fn edge_is_revealed(state: &State) -> bool {
    state.players.iter().flat_map(|player| &player.edge_stack).any(|edge| edge.face_up)
}

/// The kinds of boons that a card gives by constant effects, one bit each; also whether it can blank others.
pub fn boons_of(effects: &Effects) -> u64 {
    let constants = effects.constants.iter().fold(0, |bits, constant| bits | constant.boon.bit());
    let abilities = effects.abilities.iter().any(|ability| blanks(ability.effect));
    constants | if abilities || blanks(effects.fate) { Boon::Blank.bit() } else { 0 }
}

fn blanks(steps: &'static [Do]) -> bool {
    steps.iter().any(|step| {
        matches!(step, Do::To(_, Act::Gain(Boon::Blank, ..))) || branches(step).into_iter().any(blanks)
    })
}
