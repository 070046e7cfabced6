//! Timing: what can be interrupted and reacted to, and the six steps of using an ability or playing a card.
//!
//! An occurrence stands on a stack while it is open. Whatever answers it is resolved completely before it goes on, so
//! chains of answers resolve last in, first out, and several answers to one occurrence first in, first out.

use arrayvec::ArrayVec;
use table::{Capacity, Play, Seat, capacity};

use crate::cards::atoms::{Attach, Ctx, Do, Effects, Filter, From, Limit};
use crate::cards::constants;
use crate::cards::costs::pay_cost;
use crate::cards::filters::{has_trait, matches};
use crate::cards::listening::may_be_answered;
use crate::cards::{
    Boon, CardType, Doom, PLAY, PLAY_ON, Trigger, Window, ability_of, player_of, resolve, text_of,
    with_targets,
};
use crate::state::{
    Aim, CardId, Lasting, MOST_CARDS, Manner, Occurrence, Place, Source, State, Until, whole,
};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, phases, resources, victory};

/// How much can happen within one another: each is answered while the one before waits.
static WITHIN_ONE_ANOTHER: Capacity =
    capacity(128, "things that happen within one another", "Dinge, die ineinander geschehen");

/// Something happens: first the interrupts, then the thing itself, then the reactions, unless it was prevented. True if it
/// took place.
pub fn occur(
    t: &mut Table,
    occurrence: Occurrence,
    take_place: impl FnOnce(&mut Table) -> Play,
) -> Play<bool> {
    let (trigger, place) = (occurrence.trigger, begin(t, occurrence)?);
    if may_be_answered(&t.state, Window::Interrupt(trigger), occurrence.card) {
        t.window(Window::Interrupt(trigger))?;
    }
    let takes_place = !t.state.occurrences[place].prevented;
    if takes_place {
        take_place(t)?;
        if may_be_answered(&t.state, Window::Reaction(trigger), occurrence.card) {
            t.window(Window::Reaction(trigger))?;
        }
    }
    t.state.occurrences.truncate(place);
    Ok(takes_place)
}

/// Something begins to happen, within what is happening already. Gives back its place among it.
fn begin(t: &mut Table, occurrence: Occurrence) -> Play<usize> {
    let place = t.state.occurrences.len();
    WITHIN_ONE_ANOTHER.holds_more_than(place)?;
    t.state.occurrences.push(occurrence);
    Ok(place)
}

/// Something is about to happen: the interrupts. Gives back what has become of it.
pub fn interrupted(t: &mut Table, occurrence: Occurrence) -> Play<Occurrence> {
    let window = Window::Interrupt(occurrence.trigger);
    if !may_be_answered(&t.state, window, occurrence.card) {
        return Ok(occurrence);
    }
    let place = begin(t, occurrence)?;
    t.window(window)?;
    let occurrence = t.state.occurrences[place];
    t.state.occurrences.truncate(place);
    Ok(occurrence)
}

/// Something has happened that nobody can interrupt.
pub fn happened(t: &mut Table, occurrence: Occurrence) -> Play {
    let window = Window::Reaction(occurrence.trigger);
    if !may_be_answered(&t.state, window, occurrence.card) {
        return Ok(());
    }
    let place = begin(t, occurrence)?;
    t.window(window)?;
    t.state.occurrences.truncate(place);
    Ok(())
}

/// Uses an ability that its player has chosen. Step 1, the check whether it may be used, was made when it was offered.
pub fn use_ability(t: &mut Table, card: CardId, index: u8) -> Play {
    if index == PLAY || index == PLAY_ON {
        return play_card(t, card, index == PLAY_ON);
    }
    zones::revealing(t, |t| follow_text(t, card, index))
}

/// Steps 2 to 6 of using an ability.
fn follow_text(t: &mut Table, card: CardId, index: u8) -> Play {
    let Some(ability) = ability_of(&t.state, card, index) else { return Ok(()) };
    let seat = player_of(&t.state, card);
    let answers = t.state.occurrences.len().checked_sub(1).filter(|_| ability.window() != Window::Action);
    let text = text_of(card, index);
    let mut ctx = Ctx::new(card, seat).told_by(text).answering(answers.map(|place| place as u8));
    if ability.constant {
        resolve(t, &mut ctx, ability.effect)?;
        return Ok(());
    }
    let event = t.state.facts(card).card_type == CardType::Event && ability.from != From::Discard;
    if event {
        zones::set_aside(&mut t.state, card);
    }
    // Steps 2 to 4: determine, modify and pay the costs.
    if event {
        resources::pay_for_card(t, card, false)?;
        note_played(&mut t.state, card);
    }
    let mut paid = true;
    for cost in ability.costs {
        paid = paid && pay_cost(t, &mut ctx, cost)?;
    }
    // A cost that could not be paid in full after all: nothing follows.
    if !paid {
        return if event { put_away(t, seat, card) } else { Ok(()) };
    }
    if ability.manner() == Manner::Reaction {
        note_reaction(&mut t.state, card, seat);
    }
    // Step 5: choose the targets.
    with_targets(t, &mut ctx, ability.effect)?;
    t.emit(Event::Announced { seat, card, text, target: ctx.targets[0].map(|(_, target)| target) });
    // Step 6: the card is played, the effect is resolved. A canceled card has still been played.
    let used = Occurrence::new(Trigger::Used).of(card).by(seat).amount(index);
    let used = Occurrence { manner: Some(ability.manner()), ..used };
    announce(t, used, &mut ctx, ability.effect, |t| if event { put_away(t, seat, card) } else { Ok(()) })
}

/// Remembers for this strike that a card has used a Reaction of its own.
fn note_reaction(state: &mut State, card: CardId, seat: Seat) {
    let striking = state.engagement.as_ref().is_some_and(|engagement| engagement.striking);
    if striking {
        state.lasting.push(Lasting::mark(card, card, seat, Boon::HasReacted, Until::EndOfStrike));
    }
}

/// An effect whose targets are known is resolved, unless somebody cancels it; afterwards something else happens.
pub fn announce(
    t: &mut Table,
    used: Occurrence,
    ctx: &mut Ctx,
    effect: &'static [Do],
    afterwards: impl FnOnce(&mut Table) -> Play,
) -> Play {
    let (place, known) = (t.state.occurrences.len() as u8, t.state.targets.len());
    for (step, card) in ctx.targets.iter().copied().flatten() {
        t.state.targets.push(Aim { of: place, step, card, by: ctx.seat });
    }
    occur(t, used, |t| {
        if !t.state.now().is_some_and(|used| used.canceled) {
            // Somebody may have chosen other targets.
            let aims = t.state.targets.iter().skip(known);
            for ((target, by), aim) in ctx.targets.iter_mut().flatten().zip(&mut ctx.chosen_by).zip(aims) {
                (target.1, *by) = (aim.card, aim.by);
            }
            resolve(t, ctx, effect)?;
        }
        afterwards(t)
    })?;
    t.state.targets.truncate(known);
    Ok(())
}

/// An event goes to the discard pile, unless its own effect has put it elsewhere.
fn put_away(t: &mut Table, seat: Seat, card: CardId) -> Play {
    if t.state.card(card).place == Place::Aside {
        zones::put(&mut t.state, card, Destination::Discard);
        t.emit(Event::Discarded(seat, card));
    }
    Ok(())
}

/// Remembers for this turn that a card was played.
fn note_played(state: &mut State, card: CardId) {
    let seat = state.card(card).controller;
    state.player_mut(seat).played.push(card);
}

/// Whether an action of the card itself plays it, and not its player in the deployment phase.
fn is_played_by_action(state: &State, card: CardId) -> bool {
    let (effects, place) = (state.facts(card).effects, state.card(card).place);
    let deploying = phases::is_deployment(state, state.card(card).controller);
    match place {
        Place::Discard => effects.action_from_discard,
        _ => effects.played_outside() && !deploying,
    }
}

/// Plays a unit, an enhancement or a mission from hand. `on`: a unit is played as an enhancement.
fn play_card(t: &mut Table, card: CardId, on: bool) -> Play {
    let (seat, from) = (t.state.card(card).controller, t.state.card(card).place);
    let lender = t.state.card(card).attached;
    let by_action = is_played_by_action(&t.state, card);
    // Where it goes if it is not played after all: where it was.
    let back = |state: &State| match (from, lender) {
        (Place::Discard, _) => Destination::Discard,
        (Place::Stowed, Some(lender)) if state.is_in_play(lender) => Destination::Stowed(lender),
        _ => Destination::Hand,
    };
    zones::set_aside(&mut t.state, card);
    occur(t, Occurrence::new(Trigger::Paying).of(card).by(seat), |_| Ok(()))?;
    // What was necessary may not have been saved because somebody canceled it.
    if resources::can_pay_for(&t.state, seat, card, on).is_err() {
        let back = back(&t.state);
        zones::put(&mut t.state, card, back);
        return Ok(());
    }
    let mut host = None;
    // Where the cost depends on it, the host is chosen before the cost is paid.
    let host_first = resources::is_cheaper_somewhere(&t.state, card, on);
    if host_first {
        host = choose_host(t, card, |state, host| affordable_on(state, seat, card, on, host))?;
        t.state.card_mut(card).attached = host;
    }
    let price = resources::price(&t.state, card, on);
    resources::pay_for_card(t, card, on)?;
    // audit: same (&& to ||) — nothing else lasts on a card that is being played, and no other cost counts now
    t.state.lasting.retain(|lasting| !(lasting.card == Some(card) && lasting.boon == Boon::Cost));
    let focused = if on { 0 } else { whole(constants::most(&t.state, card, Boon::EntersFocused)) };
    note_played(&mut t.state, card);
    let attaches = on || t.state.facts(card).card_type == CardType::Enhancement;
    if !host_first && attaches {
        host = choose_host(t, card, |_, _| true)?;
    }
    // What it could enhance may have gone while it was paid for.
    host = host.filter(|id| t.state.is_in_play(*id));
    if host.is_none() && attaches && may_enhance(card, &t.state).is_some() {
        t.state.card_mut(card).attached = None;
        return put_away(t, seat, card);
    }
    let deploy = |t: &mut Table| {
        t.emit(Event::Played(seat, card));
        let used = Occurrence::new(Trigger::Used).of(card).by(seat).amount(price);
        let ambush = t.state.facts(card).effects.ambush;
        occur(t, Occurrence { manner: Some(Manner::Deploy), ..used }, |t| {
            let seat = zones::play_area_of(&t.state, card);
            zones::enter_play_with(t, card, host, ambush, seat, focused)
        })
    };
    if !by_action {
        deploy(t)?;
        return Ok(());
    }
    // What plays it is an ability of its own, and its effects can be canceled like those of any other.
    let action = Occurrence::new(Trigger::Used).of(card).by(seat).amount(PLAY);
    occur(t, Occurrence { manner: Some(Manner::Action), ..action }, |t| {
        if t.state.now().is_some_and(|used| used.canceled) {
            let back = back(&t.state);
            zones::put(&mut t.state, card, back);
            return Ok(());
        }
        deploy(t).map(|_| ())
    })?;
    Ok(())
}

/// Where an enhancement may be attached: such cards, or nothing but the play area.
pub fn may_enhance(card: CardId, state: &State) -> Option<Filter> {
    let facts = state.facts(card);
    match (facts.card_type, facts.effects) {
        (CardType::Unit, Effects { rides: Some(filter), .. }) => Some(filter),
        (CardType::Unit, _) if facts.pilot.is_some() && !constants::has(state, card, Boon::LacksPilot) => {
            Some(zones::VEHICLES)
        }
        (_, Effects { attach: Some(Attach::To(filter)), .. }) => Some(filter),
        _ => None,
    }
}

/// The cards that an enhancement can be attached to.
pub fn hosts(state: &State, card: CardId) -> impl Iterator<Item = CardId> {
    let seat = state.card(card).controller;
    state.in_play().filter(move |id| could_carry(state, *id, card, seat))
}

/// Whether a card could carry another one as an enhancement that comes into play for a player.
pub fn could_carry(state: &State, host: CardId, card: CardId, seat: Seat) -> bool {
    let filter = may_enhance(card, state);
    filter.is_some_and(|filter| matches(state, &Ctx::new(card, seat), host, filter))
        && zones::may_be_enhanced(state, host)
}

/// Whether a player can pay for an enhancement on a card.
fn affordable_on(state: &State, seat: Seat, card: CardId, on: bool, host: CardId) -> bool {
    let mut there = state.clone();
    there.card_mut(card).attached = Some(host);
    resources::can_pay_for(&there, seat, card, on).is_ok()
}

/// The player chooses what a card enhances, among such cards.
fn choose_host(t: &mut Table, card: CardId, such: impl Fn(&State, CardId) -> bool) -> Play<Option<CardId>> {
    let fitting = |state: &State| -> ArrayVec<CardId, MOST_CARDS> {
        hosts(state, card).filter(|host| such(state, *host)).collect()
    };
    if may_enhance(card, &t.state).is_none() || fitting(&t.state).is_empty() {
        return Ok(None);
    }
    let choice = t.ask(t.state.card(card).controller, Ask::Attach(card), |state, offer| {
        fitting(state).into_iter().for_each(|id| offer.add(Choice::Card(id)));
    })?;
    Ok(if let Choice::Card(host) = choice { Some(host) } else { None })
}

/// Everything that lasts until a moment ends, and so do limits.
pub fn end_of(state: &mut State, span: Until) {
    for place in 0..state.lasting.len() {
        // Whoever has controlled a card for this time gives it back.
        let Lasting { card, boon, until, .. } = state.lasting[place];
        if let (Some(id), Boon::IsUnit, true) = (card, boon, until <= span) {
            zones::end_as_unit(state, id);
        }
        if let (Some(id), Boon::Controlled, true) = (card, boon, until <= span) {
            let owner = state.card(id).owner;
            zones::hand_over(state, id, owner);
        }
    }
    state.lasting.retain(|lasting| lasting.until > span);
    for id in &state.table {
        let card = &mut state.cards[id.0 as usize];
        if card.spent == 0 {
            continue;
        }
        for (index, ability) in card.facts().effects.abilities.iter().enumerate() {
            if ability.limit.ends_with(span) {
                card.spent &= !(1 << index);
                if matches!(ability.limit, Limit::Times(..) | Limit::TimesBy(..)) {
                    card.times = 0;
                }
            }
        }
    }
    for player in &mut state.players {
        player.spent.retain(|(kind, index)| {
            let ability = crate::cards::library().card(*kind).effects.abilities.get(*index as usize);
            !ability.is_some_and(|ability| ability.limit.ends_with(span))
        });
        if span >= Until::EndOfTurn {
            player.played.clear();
        }
        if span >= Until::EndOfPhase {
            player.played_before = player.played.len() as u8;
        }
    }
}

/// Whether a card could not go back to its owner, who has another copy of it by now.
fn cannot_return(state: &State, lasting: &Lasting) -> bool {
    let card = lasting.card.filter(|_| lasting.boon == Boon::Controlled);
    card.is_some_and(|id| zones::may_enter(state, id, state.card(id).owner).is_err())
}

/// What awaits cards at the end of a span of time happens: some go, some come back to their player.
pub fn come_due(t: &mut Table, span: Until) -> Play {
    loop {
        let due = t.state.lasting.iter().position(|lasting| {
            let awaits = matches!(lasting.boon, Boon::Awaits(_)) || cannot_return(&t.state, lasting);
            lasting.until <= span && awaits
        });
        let Some(place) = due else { return Ok(()) };
        let lasting = t.state.lasting.remove(place);
        if let Boon::Awaits(Doom::DiscardAll(wanted)) = lasting.boon {
            let units = t.state.units(lasting.seat).filter(|id| has_trait(&t.state, *id, wanted));
            for id in units.collect::<Vec<CardId>>() {
                if t.state.is_in_play(id) {
                    zones::leave_play(t, id, Destination::Discard)?;
                }
            }
        }
        let Some(id) = lasting.card.filter(|id| t.state.is_in_play(*id)) else { continue };
        match lasting.boon {
            Boon::Controlled | Boon::Awaits(Doom::Discard) => zones::leave_play(t, id, Destination::Discard)?,
            Boon::Awaits(Doom::Sacrifice) => crate::damage::sacrifice(t, id)?,
            Boon::Awaits(Doom::ToHand) => zones::leave_play(t, id, Destination::Hand)?,
            Boon::Awaits(Doom::UnderDeck) => zones::leave_play(t, id, Destination::UnderDeck)?,
            Boon::Awaits(Doom::OnDeck) => zones::leave_play(t, id, Destination::OnDeck)?,
            Boon::Awaits(Doom::Remove) => zones::leave_play(t, id, Destination::Removed)?,
            Boon::Awaits(Doom::DialUnlessEngaged) if !t.state.engaged.contains(&id) => {
                crate::damage::advance_dial(t, 2)?;
            }
            Boon::Awaits(Doom::Focus) => {
                let source = Source::effect(lasting.seat, lasting.source);
                crate::damage::place_focus(t, id, lasting.amount.unsigned_abs(), source)?;
            }
            Boon::Awaits(Doom::LeaveEngagement) => zones::leave_engagement(&mut t.state, id),
            _ => {}
        }
    }
}

/// Cards in play that stand where they may not any more are discarded: enhancements on cards that they cannot enhance, and
/// whatever may not stay in play.
pub fn settle(t: &mut Table) -> Play {
    zones::command_hosts(t)?;
    zones::keep_one_pilot_each(t)?;
    loop {
        let misplaced = t.state.in_play().find(|id| {
            let card = t.state.card(*id);
            if constants::has(&t.state, *id, Boon::MayNotStay) {
                return true;
            }
            let Some(host) = card.attached else { return false };
            let ctx = Ctx::new(*id, card.controller);
            let filter = may_enhance(*id, &t.state).filter(|_| !constants::is_blank(&t.state, *id));
            let stands = t.state.is_in_play(host);
            filter.is_some_and(|filter| !stands || !matches(&t.state, &ctx, host, filter))
        });
        let Some(id) = misplaced else { break };
        zones::leave_play(t, id, Destination::Discard)?;
    }
    victory::check_reading(t)
}
