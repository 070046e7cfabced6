//! Strikes, the reward for an unopposed engagement, and its end.

use table::timing::total;
use table::{Denial, Play, Seat, denial};

use crate::cards::Quantity;
use crate::state::{CardId, CardRef, Icon, Source, State, What, opponent};
use crate::timing::occur;
use crate::{Ask, Choice, Event, Swlcg, Table, damage};

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
        None => engagement.edge.unwrap_or(state.defender()),
    };
    [first, opponent(first)]
        .into_iter()
        .find(|seat| state.participants(*seat).any(|id| state.card(id).is_ready()))
}

/// One strike. Nobody may pass.
pub fn strike(t: &mut Table, seat: Seat) -> Play {
    let choice = t.ask(seat, Ask::Strike, |state, offer| {
        for id in state.participants(seat) {
            offer.judge(Choice::Card(id), if state.card(id).is_ready() { Ok(()) } else { Err(EXHAUSTED) });
        }
    })?;
    let Choice::Card(unit) = choice else { return Ok(()) };
    if let Some(engagement) = &mut t.state.engagement {
        engagement.struck = Some(seat);
    }
    t.emit(Event::Strikes(unit));
    occur(t, What::FocusedToStrike { unit }, |t| {
        let tokens = if t.state.card(unit).committed { 2 } else { 1 };
        damage::focus(t, unit, tokens);
        Ok(())
    })?;
    for icon in icon_order(t, unit, seat)? {
        resolve_icons(t, unit, seat, icon)?;
    }
    Ok(())
}

/// Unit damage, tactics, blast damage; or as the striking player likes, where that was agreed.
fn icon_order(t: &mut Table, unit: CardId, seat: Seat) -> Play<Vec<Icon>> {
    if !t.state.options.reorder_icons {
        return Ok(Icon::ALL.to_vec());
    }
    let order = t.ask_order(seat, Ask::IconOrder(unit), |state, offer| {
        Icon::ALL
            .into_iter()
            .filter(|icon| icons(state, unit, *icon) > 0)
            .for_each(|icon| offer.add(Choice::Icon(icon)));
    })?;
    Ok(order
        .into_iter()
        .filter_map(|choice| if let Choice::Icon(icon) = choice { Some(icon) } else { None })
        .collect())
}

/// The icons of one type that a unit can use now: edge-enabled ones only with the edge.
pub fn icons(state: &State, unit: CardId, icon: Icon) -> u8 {
    let card = state.card(unit);
    if card.left {
        return 0;
    }
    let facts = card.facts();
    let enabled = if state.has_edge(card.controller) { facts.edge_icons.of(icon) } else { 0 };
    let printed = facts.icons.of(icon) + enabled;
    total::<Swlcg>(state, Quantity::Icons(unit, icon), printed.into()).clamp(0, 255) as u8
}

/// Whether a unit has Targeted Strike, by itself or through a card.
pub fn has_targeted_strike(state: &State, unit: CardId) -> bool {
    let printed = state.card(unit).facts().keywords.targeted_strike;
    total::<Swlcg>(state, Quantity::TargetedStrike(unit), printed.into()) > 0
}

/// All icons of one type together.
fn resolve_icons(t: &mut Table, unit: CardId, seat: Seat, icon: Icon) -> Play {
    let count = icons(&t.state, unit, icon);
    let source = Source { seat, card: Some(CardRef::Play(unit)) };
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
            Some(objective) if seat == t.state.attacker() => damage::deal(t, objective, count, source),
            _ => Ok(()),
        },
    }
}

/// One enemy unit of the engagement takes it all; an attacker with Targeted Strike may choose any enemy unit.
fn unit_damage(t: &mut Table, unit: CardId, amount: u8, source: Source) -> Play {
    let enemy = opponent(source.seat);
    let anywhere = source.seat == t.state.attacker() && has_targeted_strike(&t.state, unit);
    let within_reach = |state: &State, id: CardId| anywhere || state.is_participating(id);
    if !t.state.units(enemy).any(|id| within_reach(&t.state, id)) {
        return Ok(());
    }
    let choice = t.ask(source.seat, Ask::UnitDamage(unit), |state, offer| {
        for id in state.units(enemy) {
            offer.judge(
                Choice::Card(id),
                if within_reach(state, id) { Ok(()) } else { Err(NOT_PARTICIPATING) },
            );
        }
    })?;
    match choice {
        Choice::Card(target) => damage::deal(t, target, amount, source),
        _ => Ok(()),
    }
}

/// One focus token on any enemy unit.
fn tactics(t: &mut Table, unit: CardId, source: Source) -> Play {
    let enemy = opponent(source.seat);
    if t.state.units(enemy).next().is_none() {
        return Ok(());
    }
    let choice = t.ask(source.seat, Ask::Tactics(unit), |state, offer| {
        state.units(enemy).for_each(|id| offer.add(Choice::Card(id)));
    })?;
    match choice {
        Choice::Card(target) => damage::place_focus(t, target, source),
        _ => Ok(()),
    }
}

/// Step 6: one damage on the objective if attackers are left and no defender is.
pub fn reward_unopposed(t: &mut Table) -> Play {
    let (attacker, defender) = (t.state.attacker(), t.state.defender());
    let unopposed = t.state.has_participant(attacker) && !t.state.has_participant(defender);
    match t.state.engaged_objective() {
        Some(objective) if unopposed => {
            t.emit(Event::Unopposed);
            damage::deal(t, objective, 1, Source { seat: attacker, card: None })
        }
        _ => Ok(()),
    }
}

/// All units leave the engagement, and nobody has the edge any more.
pub fn end(t: &mut Table) {
    t.state.engagement = None;
}
