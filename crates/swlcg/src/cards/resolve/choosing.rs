//! What players choose for an effect: its targets before it is resolved; ways, cards, numbers and icons while it is.

use table::{Picks, Play, Seat};

use super::super::atoms::{Act, Ctx, Do, Filter, Pool, Way, Who, Whose};
use super::super::filters::{count, matches, seats};
use super::super::numerals::read;
use super::acts::could_act;
use super::branching::used_effect;
use super::meaning::{Meant, fits_by_its_mark, is_target, meant, one, pass_over, pool, target_steps};
use super::possible::could;
use super::steps::{branches, concerned};
use crate::state::{CardId, Icon, Place, Side, State, opponent};
use crate::{Ask, Choice, Event, Table, zones};

/// Step 5: all targets of an effect are chosen before it is resolved.
pub fn with_targets(t: &mut Table, ctx: &mut Ctx, steps: &'static [Do]) -> Play {
    let mut slot = 0;
    choose_targets(t, ctx, steps, &mut slot)
}

pub(super) fn choose_targets(t: &mut Table, ctx: &mut Ctx, steps: &'static [Do], slot: &mut u8) -> Play {
    for step in steps {
        // Which way is taken is decided before its targets are chosen, and otherwise while the effect is resolved.
        if let Do::ChooseOne(ways) = step {
            if !have_targets(ways) {
                continue;
            }
            // Or it was, with the costs.
            let way = match ctx.way {
                Some(way) => Some(usize::from(way)),
                None => choose_way(t, ctx, ctx.seat, ways)?,
            };
            for (number, (_, inner)) in ways.iter().enumerate() {
                if Some(number) == way {
                    choose_targets(t, ctx, inner, slot)?;
                } else {
                    pass_over(inner, slot);
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

/// Whether a target belongs to any of several ways.
pub(super) fn have_targets(ways: &'static [(Way, &'static [Do])]) -> bool {
    ways.iter().any(|(_, steps)| target_steps(steps) > 0)
}

/// One of several ways; those that could not do anything are not offered.
pub(in crate::cards) fn choose_way(
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
pub(super) fn choose_target(
    t: &mut Table,
    ctx: &mut Ctx,
    who: &Who,
    act: Option<&Act>,
    other: Option<CardId>,
    slot: &mut u8,
) -> Play {
    let most = match who {
        Who::Target(_) | Who::TargetFrom(..) => 1,
        Who::Targets(most, _) | Who::TargetsFrom(most, ..) => read(&t.state, ctx, *most) as usize,
        Who::TargetsBy(most, _) => ctx.targets.len().min(count(&t.state, ctx, most).into()),
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
    if legal.is_empty() || most == 0 {
        return Ok(());
    }
    let ask = Ask::Target(ctx.card);
    let chosen: Picks<Choice> = if most == 1 {
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

pub(super) fn confirm(t: &mut Table, ctx: &Ctx) -> Play<bool> {
    confirm_for(t, ctx, ctx.seat)
}

pub(super) fn confirm_for(t: &mut Table, ctx: &Ctx, seat: Seat) -> Play<bool> {
    let choice = t.ask(seat, Ask::May(ctx.card), |_, offer| {
        offer.add(Choice::Yes);
        offer.pass(Choice::Pass);
    })?;
    Ok(choice == Choice::Yes)
}

/// The cards that a step concerns, after whoever has to has chosen.
pub(super) fn chosen(t: &mut Table, ctx: &Ctx, who: &Who, act: &Act, slot: &mut u8) -> Play<Meant> {
    let chooser = match who {
        Who::Target(filter)
        | Who::Targets(_, filter)
        | Who::TargetsBy(_, filter)
        | Who::TargetFrom(_, filter)
        | Who::TargetsFrom(_, _, filter) => {
            let number = *slot;
            *slot += 1;
            let targets = ctx.targets.iter().flatten().zip(ctx.chosen_by);
            let targets = targets.filter(|((of, _), _)| *of == number).map(|((_, id), by)| (*id, by));
            // A target that is none any more is not affected.
            let is_still = |(id, by): &(CardId, Seat)| {
                matches(&t.state, &Ctx { seat: *by, ..*ctx }, *id, filter)
                    || fits_by_its_mark(&t.state, ctx, *id)
            };
            return Ok(targets.filter(is_still).map(|(id, _)| id).collect());
        }
        Who::Choose(_) | Who::From(..) => ctx.seat,
        Who::TheyChoose(_) => opponent(ctx.seat),
        Who::EachChooses(_) => return each_chooses(t, ctx, who, act),
        Who::Captive => return Ok(one(captive(t, ctx, &[])?)),
        Who::CaptiveAt(filter) => return Ok(one(captive(t, ctx, filter)?)),
        Who::ChooseUpTo(most, _) => return choose_up_to(t, ctx, who, act, read(&t.state, ctx, *most)),
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
    let seen = matches!(who, Who::From(Pool::OpponentsHand, _)).then(|| opponent(ctx.seat));
    if let Some(of) = seen {
        see_hand(t, ctx, of);
        t.state.player_mut(of).hand_is_seen = true;
    }
    let choice = t.ask(chooser, Ask::Choose(ctx.card), |state, offer| {
        for (place, id) in options.iter().enumerate() {
            let twin = |other: &CardId| state.alike(*other, *id);
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
    if let Some(of) = seen {
        t.state.player_mut(of).hand_is_seen = false;
    }
    let Choice::Card(id) = choice else { return Ok(Meant::new()) };
    // What a search brings to hand is shown.
    if search && matches!(act, Act::ToHand) {
        zones::reveal(t, chooser, &[id]);
    }
    Ok(one(Some(id)))
}

/// The player sees a hand.
pub(super) fn see_hand(t: &mut Table, ctx: &Ctx, of: Seat) {
    let cards = t.state.player(of).hand.to_vec();
    t.emit(Event::HandSeen { by: ctx.seat, of, cards });
}

/// Each player chooses one of the own cards, the player of the effect first (`swlcg.rule.2-2.simultaneous-choice-order`).
fn each_chooses(t: &mut Table, ctx: &Ctx, who: &Who, act: &Act) -> Play<Meant> {
    let mut chosen = Meant::new();
    for seat in seats(ctx, Whose::Each) {
        let mut own = meant(&t.state, ctx, who);
        own.retain(|id| t.state.card(*id).controller == seat && could_act(&t.state, ctx, *id, act));
        if own.is_empty() {
            continue;
        }
        let choice = t.ask(seat, Ask::Choose(ctx.card), |_, offer| {
            own.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        chosen.extend(own.into_iter().filter(|id| choice == Choice::Card(*id)));
    }
    Ok(chosen)
}

/// A captured card at an objective that the player chooses; several lie there face down.
pub(in crate::cards) fn captive(t: &mut Table, ctx: &Ctx, filter: Filter) -> Play<Option<CardId>> {
    let holds = |id: &CardId| t.state.card(*id).captives > 0 && matches(&t.state, ctx, *id, filter);
    let prisons: Meant = t.state.in_play().filter(holds).collect();
    if prisons.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
        prisons.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let Choice::Card(prison) = choice else { return Ok(None) };
    captive_at(t, ctx, prison)
}

/// One of the captured cards that lie face down at an objective, by chance.
fn captive_at(t: &mut Table, ctx: &Ctx, prison: CardId) -> Play<Option<CardId>> {
    let here = captives_at(&t.state, ctx, prison);
    let choice = t.draw(Ask::Random(ctx.card), |_, offer| {
        // audit: same (1 to 2) — all of them are equally likely
        here.iter().for_each(|id| offer.weigh(Choice::Card(*id), 1));
    })?;
    Ok(if let Choice::Card(id) = choice { Some(id) } else { None })
}

fn captives_at(state: &State, ctx: &Ctx, prison: CardId) -> Meant {
    let mut here = pool(state, ctx.seat, Pool::Captured);
    here.retain(|id| state.card(*id).attached == Some(prison));
    here
}

/// The same, but the dark side, who may look at them, chooses.
pub(super) fn known_captive_at(t: &mut Table, ctx: &Ctx, prison: CardId) -> Play<Option<CardId>> {
    if Side::of(ctx.seat) == Side::Light {
        return captive_at(t, ctx, prison);
    }
    let here = captives_at(&t.state, ctx, prison);
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
        zones::kinds(state, &here).for_each(|id| offer.add(Choice::Card(id)));
    })?;
    Ok(if let Choice::Card(id) = choice { Some(id) } else { None })
}

/// The number of tokens that are moved, one at least.
pub(in crate::cards) fn choose_number(t: &mut Table, ctx: &Ctx, most: u8) -> Play<u8> {
    if most == 0 {
        // audit: same (0 to 1) — nobody is asked for a number where there is nothing
        return Ok(0);
    }
    let choice = t.ask(ctx.seat, Ask::Number(ctx.card), |_, offer| {
        (1..=most).rev().for_each(|number| offer.add(Choice::Number(number)));
    })?;
    // audit: same (0 to 1) — nothing but numbers is offered
    Ok(if let Choice::Number(number) = choice { number } else { 0 })
}

pub(in crate::cards) fn choose_icon(t: &mut Table, ctx: &Ctx, icons: &[Icon]) -> Play<Option<Icon>> {
    if icons.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
        icons.iter().for_each(|icon| offer.add(Choice::Icon(*icon)));
    })?;
    Ok(if let Choice::Icon(icon) = choice { Some(icon) } else { None })
}

/// Up to so many cards, chosen while the effect is resolved.
pub(super) fn choose_up_to(t: &mut Table, ctx: &Ctx, who: &Who, act: &Act, most: u8) -> Play<Meant> {
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

/// The targets that could stand in the place of such a target of the ability that is being answered, or of its only one, as
/// somebody who resolves it may choose them.
pub(super) fn other_targets(
    state: &State,
    ctx: &Ctx,
    whose: Whose,
    such: Option<Filter>,
) -> Option<(usize, Meant)> {
    let place = ctx.answers?;
    let aims = || state.targets.iter().enumerate().filter(|(_, aim)| aim.of == place);
    let (number, aim) = match such {
        Some(filter) => aims().find(|(_, aim)| matches(state, ctx, aim.card, filter))?,
        None => aims().next().filter(|_| aims().nth(1).is_none())?,
    };
    let seat = seats(ctx, whose).next()?;
    let (mut eyes, effect) = used_effect(state, &Ctx { seat, ..*ctx })?;
    // The others stay; its own place is free.
    for (free, (other, aim)) in eyes.targets.iter_mut().zip(aims()) {
        *free = Some((aim.step, aim.card)).filter(|_| other != number);
    }
    let (who, act) = target_step(effect, &mut { aim.step })?;
    let mut legal = meant(state, &eyes, who);
    legal.retain(|id| {
        !aims().any(|(_, old)| old.card == *id) && act.is_none_or(|act| could_act(state, &eyes, *id, act))
    });
    Some((number, legal)).filter(|(_, legal)| !legal.is_empty())
}

/// The part of an effect that has its target with this number, counted in the order in which the steps are written.
fn target_step(effect: &'static [Do], number: &mut u8) -> Option<(&'static Who, Option<&'static Act>)> {
    for step in effect {
        for aim in concerned(step).into_iter().filter(|(who, _)| is_target(who)) {
            match number.checked_sub(1) {
                Some(left) => *number = left,
                None => return Some(aim),
            }
        }
        let found = branches(step).into_iter().find_map(|inner| target_step(inner, number));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Somebody chooses another target for the ability that is being answered.
pub(super) fn retarget(t: &mut Table, ctx: &Ctx, whose: Whose, such: Option<Filter>) -> Play<bool> {
    let Some((number, legal)) = other_targets(&t.state, ctx, whose, such) else { return Ok(false) };
    let Some(seat) = seats(ctx, whose).next() else { return Ok(false) };
    let choice = t.ask(seat, Ask::Target(ctx.card), |_, offer| {
        legal.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let Choice::Card(id) = choice else { return Ok(false) };
    (t.state.targets[number].card, t.state.targets[number].by) = (id, seat);
    Ok(true)
}
