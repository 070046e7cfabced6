//! Strikes: whose turn it is, focusing the unit, and its combat icons.

use arrayvec::ArrayVec;
use table::{Denial, Play, Seat, denial};

use crate::cards::{Boon, Deed, Keyword, Trigger, Window, constants};
use crate::state::{CardId, Icon, Occurrence, Source, State, Until, opponent};
use crate::timing::{come_due, end_of, happened, interrupted, occur};
use crate::{Ask, Choice, Event, Table, damage};

const NOT_PARTICIPATING: Denial = denial(
    "swlcg.core.strike.unit-damage",
    "Unit damage strikes only participating units.",
    "Einheitenschaden trifft nur teilnehmende Einheiten.",
);
const EXHAUSTED: Denial = denial(
    "swlcg.core.focus.exhausted-limits",
    "An exhausted unit cannot strike.",
    "Eine erschöpfte Einheit kann keinen Angriffsschlag durchführen.",
);

/// Who strikes next: whoever has the edge begins, then the players take turns as long as they have ready units.
pub fn next_to_strike(state: &State) -> Option<Seat> {
    let engagement = state.engagement.as_ref()?;
    let first = match engagement.struck {
        Some(last) => opponent(last),
        None => strikes_first(state).or(engagement.edge).unwrap_or(state.defender()),
    };
    let seats = [first, opponent(first)];
    let any = |seat: &Seat| has_ready(state, *seat) || outsiders(state, *seat).next().is_some();
    seats.into_iter().find(any)
}

fn has_ready(state: &State, seat: Seat) -> bool {
    state.participants(seat).any(|id| state.card(id).is_ready())
}

/// Ready units that may strike though they take no part in the engagement.
fn outsiders(state: &State, seat: Seat) -> impl Iterator<Item = CardId> {
    let open = state.engagement.as_ref().is_some_and(|it| !it.no_more_from_outside.contains(seat));
    let given = open && state.attention.gives(Boon::StrikesFromOutside.bit());
    let units = state.units(seat).filter(move |_| given);
    units.filter(|id| {
        !state.is_participating(*id)
            && state.card(*id).is_ready()
            && constants::has(state, *id, Boon::StrikesFromOutside)
    })
}

/// Whether a player could choose a unit to strike.
pub fn may_be_chosen(state: &State, seat: Seat, unit: CardId) -> bool {
    let within = state.participants(seat).any(|id| id == unit && state.card(id).is_ready());
    within || outsiders(state, seat).any(|id| id == unit)
}

/// Whom a card lets strike first, edge or not.
fn strikes_first(state: &State) -> Option<Seat> {
    [state.attacker(), state.defender()]
        .into_iter()
        .find(|seat| constants::of_player(state, *seat, Boon::StrikesFirst) > 0)
}

/// One strike. Nobody may pass, except whoever could strike only with units outside the engagement.
pub fn strike(t: &mut Table, seat: Seat) -> Play {
    let choice = t.ask(seat, Ask::Strike, |state, offer| {
        for id in state.participants(seat) {
            offer.judge(Choice::Card(id), if state.card(id).is_ready() { Ok(()) } else { Err(EXHAUSTED) });
        }
        outsiders(state, seat).for_each(|id| offer.add(Choice::Card(id)));
        if !has_ready(state, seat) {
            offer.pass(Choice::Pass);
        }
    })?;
    let Choice::Card(unit) = choice else {
        if let Some(engagement) = &mut t.state.engagement {
            engagement.no_more_from_outside = engagement.no_more_from_outside.with(seat);
        }
        return Ok(());
    };
    let chosen = Occurrence::new(Trigger::ChosenToStrike).of(unit).by(seat);
    let unit = interrupted(t, chosen)?.card.unwrap_or(unit);
    if let Some(engagement) = &mut t.state.engagement {
        engagement.struck = Some(seat);
    }
    happened(t, Occurrence::new(Trigger::ChosenToStrike).of(unit).by(seat))?;
    // Whatever was answered to that may have taken the unit away.
    if !t.state.is_in_play(unit) || !t.state.card(unit).is_ready() {
        return Ok(());
    }
    strike_with(t, unit)
}

/// A unit is focused to strike, and its icons are resolved.
pub fn strike_with(t: &mut Table, unit: CardId) -> Play {
    let seat = t.state.card(unit).controller;
    t.emit(Event::Strikes(unit));
    let within_another = set_striking(&mut t.state, true);
    if let Some(engagement) = &mut t.state.engagement {
        engagement.felled = None;
    }
    occur(t, Occurrence::new(Trigger::FocusedToStrike).of(unit).by(seat), |t| {
        let tokens = if constants::is_committed(&t.state, unit) { 2 } else { 1 };
        damage::focus(t, unit, tokens)
    })?;
    if !constants::has(&t.state, unit, Boon::ForgoesIcons) {
        resolve_all_icons(t, unit)?;
    }
    happened(t, Occurrence::new(Trigger::StrikeResolved).of(unit).by(seat))?;
    set_striking(&mut t.state, within_another);
    t.state.strikers.insert(unit);
    if let Some(engagement) = &mut t.state.engagement {
        engagement.strikers.insert(unit);
    }
    come_due(t, Until::EndOfStrike)?;
    end_of(&mut t.state, Until::EndOfStrike);
    damage::check_capacities(t)
}

/// The combat icons of a unit are resolved.
pub fn resolve_all_icons(t: &mut Table, unit: CardId) -> Play {
    let seat = t.state.card(unit).controller;
    for icon in icon_order(t, unit, seat)? {
        resolve_icons(t, unit, seat, icon)?;
    }
    Ok(())
}

/// Notes whether a strike is being resolved; says whether one was already.
fn set_striking(state: &mut State, striking: bool) -> bool {
    state.engagement.as_mut().is_some_and(|engagement| std::mem::replace(&mut engagement.striking, striking))
}

/// The icon types in the order that the striking player wants, who is asked where it can matter.
fn icon_order(t: &mut Table, unit: CardId, seat: Seat) -> Play<ArrayVec<Icon, 3>> {
    let (useful, idle): (ArrayVec<Icon, 3>, ArrayVec<Icon, 3>) =
        Icon::ALL.into_iter().partition(|icon| is_useful(&t.state, unit, *icon));
    if !order_matters(&t.state, unit, &useful) {
        return Ok(Icon::ALL.into());
    }
    let order = t.ask_order(seat, Ask::IconOrder(unit), |_, offer| {
        useful.iter().for_each(|icon| offer.add(Choice::Icon(*icon)));
    })?;
    let icon = |choice| if let Choice::Icon(icon) = choice { Some(icon) } else { None };
    Ok(order.into_iter().filter_map(icon).chain(idle).collect())
}

/// Whether icons of two of these types could concern the same card: a unit that could take damage and a focus token, a unit
/// that could be struck before it protects the objective, or an objective that falls while others depend on it.
fn order_matters(state: &State, unit: CardId, useful: &[Icon]) -> bool {
    if !useful.contains(&Icon::UnitDamage) {
        return false;
    }
    let enemies = || state.units(opponent(state.card(unit).controller));
    let mut struck = enemies().filter(|id| is_within_reach(state, unit, *id));
    let (tactics, blast) = (useful.contains(&Icon::Tactics), useful.contains(&Icon::BlastDamage));
    let objective = state.engaged_objective().filter(|_| blast);
    struck.any(|id| {
        (tactics && is_open_to_tactics(state, id))
            || objective.is_some_and(|objective| constants::protects(state, id, objective))
    }) || objective.is_some_and(|objective| falls_and_is_missed(state, unit, objective))
}

/// Whether the blast damage of a unit could destroy an objective that gives others something or whose fall is answered by a
/// card in play.
fn falls_and_is_missed(state: &State, unit: CardId, objective: CardId) -> bool {
    let answered = |trigger| {
        let windows = [Window::Interrupt(trigger), Window::Reaction(trigger)];
        let seats = [state.attacker(), state.defender()];
        windows.iter().any(|window| seats.iter().any(|seat| state.attention.on_table(*seat, *window)))
    };
    constants::icons(state, unit, Icon::BlastDamage) >= damage::remaining(state, objective)
        && (state.facts(objective).gives != 0
            || answered(Trigger::Destroyed)
            || answered(Trigger::LeavesPlay))
}

/// Whether the icons of one type could do something now.
fn is_useful(state: &State, unit: CardId, icon: Icon) -> bool {
    let (seat, enemy) = (state.card(unit).controller, opponent(state.card(unit).controller));
    constants::icons(state, unit, icon) > 0
        && match icon {
            Icon::UnitDamage => state.units(enemy).any(|id| {
                let source = Source::icon(seat, unit);
                is_within_reach(state, unit, id) && damage::may_be_dealt(state, id, source).is_ok()
            }),
            Icon::Tactics => state.units(enemy).any(|id| is_open_to_tactics(state, id)),
            Icon::BlastDamage => {
                state.engaged_objective().is_some()
                    && (seat == state.attacker() || blast_target(state, unit).is_some())
            }
        }
}

/// Whether an attacker may choose any enemy unit.
fn strikes_anywhere(state: &State, unit: CardId) -> bool {
    state.card(unit).controller == state.attacker()
        && constants::has_keyword(state, unit, Keyword::TargetedStrike)
}

/// Whether the unit damage of a unit may be dealt to an enemy unit.
fn is_within_reach(state: &State, unit: CardId, id: CardId) -> bool {
    (strikes_anywhere(state, unit) || is_near(state, unit, id))
        && constants::may(state, id, Deed::BeStruck).is_ok()
}

/// Whether the unit damage of a unit reaches an enemy unit without Targeted Strike.
fn is_near(state: &State, unit: CardId, id: CardId) -> bool {
    let takes_part = state.is_participating(unit) || constants::has(state, unit, Boon::StrikesAsIfThere);
    state.is_participating(id) || (takes_part && constants::has(state, id, Boon::WithinReach))
}

fn is_open_to_tactics(state: &State, id: CardId) -> bool {
    let free = |deed| constants::may(state, id, deed).is_ok();
    free(Deed::BeStruck) && free(Deed::BeFocusedByTactics)
}

/// All icons of one type together.
fn resolve_icons(t: &mut Table, unit: CardId, seat: Seat, icon: Icon) -> Play {
    let count = constants::icons(&t.state, unit, icon);
    let source = Source::icon(seat, unit);
    match icon {
        _ if count == 0 => Ok(()),
        Icon::UnitDamage => unit_damage(t, unit, count, source),
        Icon::Tactics => {
            for _ in 0..count {
                tactics(t, unit, source)?;
            }
            Ok(())
        }
        // A defender's blast damage has no effect.
        Icon::BlastDamage => match t.state.engaged_objective() {
            Some(_) if blast_target(&t.state, unit).is_some() => {
                let target = blast_target(&t.state, unit).unwrap_or(unit);
                let reached = constants::may(&t.state, target, Deed::BeStruck).is_ok();
                damage::deal(t, target, if reached { count } else { 0 }, source).map(|_| ())
            }
            Some(objective) if seat == t.state.attacker() => {
                super::damage_engaged(t, objective, count, source)?;
                let resolved = Occurrence::new(Trigger::ResolvesBlastDamage).of(unit).by(seat);
                happened(t, resolved.amount(count).from(Some(objective)))
            }
            _ => Ok(()),
        },
    }
}

/// Who takes the blast damage of a unit instead of the engaged objective.
fn blast_target(state: &State, unit: CardId) -> Option<CardId> {
    let mut lasting = state.lasting.iter().filter(|lasting| lasting.boon == Boon::TakesBlast);
    lasting.find(|lasting| lasting.source == unit).and_then(|lasting| lasting.card)
}

/// One enemy unit of the engagement takes it all; an attacker with Targeted Strike may choose any enemy unit, or none if that
/// keyword alone finds one. Where a card allows it, the damage is split among units of the engagement, one by one.
fn unit_damage(t: &mut Table, unit: CardId, amount: u8, source: Source) -> Play {
    let resolving = Occurrence::new(Trigger::ResolvesUnitDamage).of(unit).by(source.seat).amount(amount);
    if let Some(target) = interrupted(t, resolving)?.source {
        damage::deal(t, target, amount, source)?;
        return happened(t, resolving.from(Some(target)));
    }
    let enemy = opponent(source.seat);
    let anywhere = strikes_anywhere(&t.state, unit);
    let within_reach = |state: &State, id: CardId| is_within_reach(state, unit, id);
    let can_take = |id| damage::may_be_dealt(&t.state, id, source).is_ok();
    if !t.state.units(enemy).any(|id| within_reach(&t.state, id) && can_take(id)) {
        return Ok(());
    }
    // Using the keyword is up to the player (`swlcg.core.keyword.targeted-strike`).
    let has_to = t
        .state
        .units(enemy)
        .any(|id| is_near(&t.state, unit, id) && within_reach(&t.state, id) && can_take(id));
    let may_split = constants::has(&t.state, unit, Boon::SplitDamage);
    let choice = t.ask(source.seat, Ask::UnitDamage(unit), |state, offer| {
        for id in state.units(enemy) {
            let near = if within_reach(state, id) { Ok(()) } else { Err(NOT_PARTICIPATING) };
            offer.judge(Choice::Card(id), near.and_then(|()| damage::may_be_dealt(state, id, source)));
        }
        if !has_to {
            offer.pass(Choice::Pass);
        }
    })?;
    let Choice::Card(target) = choice else { return Ok(()) };
    let reached = |state: &State, id: CardId| {
        constants::may(state, id, Deed::BeStruck).is_ok() && damage::may_be_dealt(state, id, source).is_ok()
    };
    let source = Source { far: anywhere && !t.state.is_participating(target), ..source };
    if !may_split || !t.state.is_participating(target) {
        damage::deal(t, target, amount, source)?;
        return happened(t, resolving.from(Some(target)));
    }
    // The first chosen unit takes at least one; each further point goes where the player wants it.
    let mut shares: damage::Shares = std::iter::once((target, 1)).collect();
    for _ in 1..amount {
        let choice = t.ask(source.seat, Ask::UnitDamage(unit), |state, offer| {
            let options = state.participants(enemy).filter(|id| reached(state, *id));
            options.for_each(|id| offer.add(Choice::Card(id)));
        })?;
        let Choice::Card(id) = choice else { continue };
        match shares.iter_mut().find(|(other, _)| *other == id) {
            Some((_, share)) => *share += 1,
            None => shares.push((id, 1)),
        }
    }
    damage::deal_all(t, shares, source)?;
    happened(t, resolving.from(Some(target)))
}

/// One focus token on any enemy unit.
fn tactics(t: &mut Table, unit: CardId, source: Source) -> Play {
    let enemy = opponent(source.seat);
    if !t.state.units(enemy).any(|id| is_open_to_tactics(&t.state, id)) {
        return Ok(());
    }
    let choice = t.ask(source.seat, Ask::Tactics(unit), |state, offer| {
        state
            .units(enemy)
            .filter(|id| is_open_to_tactics(state, *id))
            .for_each(|id| offer.add(Choice::Card(id)));
    })?;
    if let Choice::Card(target) = choice {
        damage::place_focus(t, target, 1, source)?;
    }
    Ok(())
}
