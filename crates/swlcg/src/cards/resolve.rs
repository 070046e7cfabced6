//! Effects as they are played: whether one could do anything, its targets, and its steps one after the other.

use arrayvec::ArrayVec;
use table::{Play, Seat};

use super::atoms::{Act, Amount, Boon, Ctx, Do, Filter, Pool, Who, Whose};
use super::filters::{all, amount, answered, count, is_so, matches, seats};
use super::{CardType, Trigger};
use crate::state::{CardId, Ending, Lasting, Occurrence, Place, Side, Source, State, Until, opponent};
use crate::zones::{self, Destination, may_be_targeted};
use crate::{Ask, Choice, Event, Table, damage, timing, victory};

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
            all(state, ctx, filter).filter(|id| may_be_targeted(state, *id, ctx.seat)).take(128).collect()
        }
        Who::Choose(filter) | Who::TheyChoose(filter) | Who::Each(filter) => filtered(state, ctx, filter),
        Who::From(from, filter) => {
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
pub fn could(state: &State, ctx: &Ctx, steps: &[Do]) -> bool {
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
            all(state, ctx, filter).any(|id| may_be_targeted(state, id, ctx.seat) && such(id))
        }
        Who::Choose(filter) | Who::TheyChoose(filter) | Who::Each(filter) => {
            all(state, ctx, filter).any(such)
        }
        _ => meant(state, ctx, who).into_iter().any(such),
    }
}

fn lacks_target(state: &State, ctx: &Ctx, step: &Do) -> bool {
    let lacks = |who: &Who| matches!(who, Who::Target(_)) && !any(state, ctx, who, |_| true);
    match step {
        Do::To(who, _) | Do::Redirect(_, who) | Do::Instead(who, _) => lacks(who),
        Do::MoveDamage(_, from, to) => lacks(from) || lacks(to),
        _ => false,
    }
}

fn could_step(state: &State, ctx: &Ctx, step: &Do) -> bool {
    match step {
        // A search may fail; whether it would is nobody's business beforehand.
        Do::To(Who::From(from @ (Pool::YourDeck | Pool::YourObjectiveDeck), _), _) => {
            !pool(state, ctx.seat, *from).is_empty()
        }
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
        Do::If(when, steps) => is_so(state, ctx, when) && could(state, ctx, steps),
        Do::May(steps) => could(state, ctx, steps),
        Do::Then => false,
        Do::Special(special) => (special.could)(state, ctx),
        Do::Draw(..) | Do::Dial(_) | Do::Gain(..) | Do::CancelEdgeBattle | Do::Instead(..) | Do::Lose => true,
    }
}

fn could_act(state: &State, ctx: &Ctx, id: CardId, act: &Act) -> bool {
    let card = state.card(id);
    let in_play = card.place == Place::Play;
    match act {
        Act::Damage(_) => damage::can_be_damaged(state, id),
        Act::Heal(_) => card.damage > 0,
        Act::Focus(_) => in_play,
        Act::Unfocus(_) => card.focus > 0,
        Act::Shield => in_play && card.shields == 0,
        Act::ExtraShield | Act::Destroy | Act::Sacrifice => in_play,
        Act::Discard => card.place != Place::Discard,
        Act::ToHand => card.place != Place::Hand,
        Act::UnderDeck | Act::OnDeck => true,
        Act::UnderObjectiveDeck => card.is_objective(),
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
        match step {
            Do::To(who, act) | Do::Instead(who, act) => choose_target(t, ctx, who, Some(act), slot)?,
            Do::Redirect(_, who) => choose_target(t, ctx, who, Some(&Act::Damage(Amount::N(1))), slot)?,
            Do::MoveDamage(_, from, to) => {
                choose_target(t, ctx, from, Some(&Act::Heal(Amount::N(1))), slot)?;
                choose_target(t, ctx, to, Some(&Act::Damage(Amount::N(1))), slot)?;
            }
            Do::If(_, inner) | Do::May(inner) => choose_targets(t, ctx, inner, slot)?,
            _ => {}
        }
    }
    Ok(())
}

/// One target, or several. Cards that the step could do something to are offered; if there are none, all legal ones.
fn choose_target(t: &mut Table, ctx: &mut Ctx, who: &Who, act: Option<&Act>, slot: &mut u8) -> Play {
    let most = match who {
        Who::Target(_) => 1,
        Who::Targets(most, _) => *most as usize,
        _ => return Ok(()),
    };
    let number = *slot;
    *slot += 1;
    let mut legal = meant(&t.state, ctx, who);
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
fn target_steps(steps: &[Do]) -> u8 {
    let is_target = |who: &Who| u8::from(matches!(who, Who::Target(_) | Who::Targets(..)));
    let of_step = |step: &Do| match step {
        Do::To(who, _) | Do::Redirect(_, who) | Do::Instead(who, _) => is_target(who),
        Do::MoveDamage(_, from, to) => is_target(from) + is_target(to),
        Do::If(_, inner) | Do::May(inner) => target_steps(inner),
        _ => 0,
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
                happened |= perform(t, ctx, id, act)?;
                ctx.it = Some(id);
            }
            if let Who::From(Pool::YourDeck, _) = who {
                t.state.player_mut(ctx.seat).deck.shuffle();
            }
            if let Who::From(Pool::YourObjectiveDeck, _) = who {
                t.state.player_mut(ctx.seat).objective_deck.shuffle();
            }
            Ok(happened)
        }
        Do::Draw(whose, number) => {
            let number = count(&t.state, ctx, number);
            for seat in seats(ctx, *whose) {
                for _ in 0..number {
                    zones::draw(t, seat)?;
                }
            }
            Ok(number > 0)
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
            let to = chosen(t, ctx, to, &Act::Damage(Amount::N(1)), slot)?;
            match (from.first(), to.first()) {
                (Some(from), Some(to)) => Ok(damage::move_damage(t, *from, *to, *number)? > 0),
                _ => Ok(false),
            }
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
    let choice = t.ask(ctx.seat, Ask::May(ctx.card), |_, offer| {
        offer.add(Choice::Yes);
        offer.pass(Choice::Pass);
    })?;
    Ok(choice == Choice::Yes)
}

/// The cards that a step concerns, after whoever has to has chosen.
fn chosen(t: &mut Table, ctx: &Ctx, who: &Who, act: &Act, slot: &mut u8) -> Play<Meant> {
    let chooser = match who {
        Who::Target(filter) | Who::Targets(_, filter) => {
            let number = *slot;
            *slot += 1;
            let targets = ctx.targets.iter().flatten().filter(|(of, _)| *of == number).map(|(_, id)| *id);
            // A target that is none any more is not affected.
            return Ok(targets.filter(|id| matches(&t.state, ctx, *id, filter)).collect());
        }
        Who::Choose(_) | Who::From(..) => ctx.seat,
        Who::TheyChoose(_) => opponent(ctx.seat),
        Who::Captive => return Ok(one(captive(t, ctx)?)),
        Who::Random(from) => {
            let seat = if *from == Pool::OpponentsHand { opponent(ctx.seat) } else { ctx.seat };
            return Ok(one(zones::random_card(t, seat)?));
        }
        _ => return Ok(meant(&t.state, ctx, who)),
    };
    let mut options = meant(&t.state, ctx, who);
    options.retain(|id| could_act(&t.state, ctx, *id, act));
    let search = matches!(who, Who::From(Pool::YourDeck | Pool::YourObjectiveDeck, _));
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
fn captive(t: &mut Table, ctx: &Ctx) -> Play<Option<CardId>> {
    let prisons: Meant = t.state.in_play().filter(|id| t.state.card(*id).captives > 0).take(128).collect();
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
            let mut placed = false;
            for _ in 0..count(&t.state, ctx, number) {
                placed |= damage::place_focus(t, id, source(ctx))?;
            }
            return Ok(placed);
        }
        Act::Unfocus(number) => {
            let number = count(&t.state, ctx, number);
            damage::remove_focus(t, id, number)?;
        }
        Act::Shield => return Ok(damage::place_shield(t, id, false)),
        Act::ExtraShield => return Ok(damage::place_shield(t, id, true)),
        Act::Destroy => damage::destroy(t, id)?,
        Act::Sacrifice => damage::sacrifice(t, id)?,
        Act::Discard if in_play => zones::leave_play(t, id, Destination::Discard)?,
        Act::Discard => zones::discard(t, id)?,
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
