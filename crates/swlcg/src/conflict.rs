//! The conflict phase: choosing an objective, declaring attackers and defenders, the reward for an unopposed engagement
//! and its end. The edge battle and the strikes have modules of their own.

pub mod edge;
pub mod strike;

use table::{Denial, Picks, Play, Seats, denial};

use crate::cards::atoms::Deed;
use crate::cards::{Boon, Keyword, Trigger, constants};
use crate::state::{
    CardId, CardSet, Cursor, Ending, Engagement, Occurrence, Side, Source, State, Until, whole,
};
use crate::timing::{come_due, end_of, happened, interrupted, occur, settle};
use crate::{Ask, Choice, Event, Table, damage, victory};

const ENGAGED_ALREADY: Denial = denial(
    "swlcg.rule.2-8.one-engagement-per-objective",
    "This objective was already engaged this turn.",
    "Dieses Einsatzziel wurde in diesem Zug schon bekämpft.",
);
const EXHAUSTED: Denial = denial(
    "swlcg.core.focus.exhausted-limits",
    "An exhausted unit cannot be declared.",
    "Eine erschöpfte Einheit kann nicht deklariert werden.",
);
const NO_ATTACKER: Denial = denial(
    "swlcg.core.conflict.2-attackers",
    "No unit could attack it.",
    "Keine Einheit könnte es angreifen.",
);

fn ready(state: &State, unit: CardId) -> Result<(), Denial> {
    if state.card(unit).is_ready() { Ok(()) } else { Err(EXHAUSTED) }
}

fn may_attack(state: &State, unit: CardId, objective: CardId) -> Result<(), Denial> {
    ready(state, unit)?;
    constants::may_attack(state, unit, objective)
}

fn may_defend(state: &State, unit: CardId) -> Result<(), Denial> {
    ready(state, unit)?;
    constants::may(state, unit, Deed::Defend)
}

fn may_engage(state: &State, objective: CardId) -> Result<(), Denial> {
    if state.is_used_up(objective) {
        return Err(ENGAGED_ALREADY);
    }
    constants::may(state, objective, Deed::BeEngaged)?;
    let mut attackers = state.units(state.active).filter(|unit| may_attack(state, *unit, objective).is_ok());
    if attackers.next().is_some() { Ok(()) } else { Err(NO_ATTACKER) }
}

/// Whether the active player may declare an engagement against an objective; some have to be engaged before others.
pub fn may_declare(state: &State, objective: CardId) -> Result<(), Denial> {
    let first = |id: &CardId| constants::has(state, *id, Boon::EngagedFirst);
    let bound = state.engagements == 0
        && state.attention.gives(Boon::EngagedFirst.bit())
        && state.engageable().any(|id| first(&id) && may_engage(state, id).is_ok());
    let free = if bound && !first(&objective) { Err(constants::FORBIDDEN) } else { Ok(()) };
    free.and_then(|()| may_engage(state, objective))
}

/// Steps 1 and 2: the active player chooses an enemy objective and the attackers. Says what comes next.
pub fn declare(t: &mut Table) -> Play<Cursor> {
    let attacker = t.state.attacker();
    if interrupted(t, Occurrence::new(Trigger::Declaring).by(attacker))?.prevented {
        return Ok(Cursor::DefendersDeclared);
    }
    let choice = t.ask(attacker, Ask::Engage, |state, offer| {
        let objectives = state.engageable();
        objectives.for_each(|id| offer.judge(Choice::Card(id), may_declare(state, id)));
        offer.pass(Choice::Pass);
    })?;
    let Choice::Card(objective) = choice else { return Ok(Cursor::ConflictEnds) };
    let units = choose_attackers(t, objective, 1)?;
    engage(t, objective);
    attack(t, objective, &units)?;
    Ok(Cursor::AttackersDeclared)
}

/// The same against an objective that was chosen, with the defenders first and then the attackers: at least one, if able.
pub fn declare_defenders_first(t: &mut Table, objective: CardId) -> Play {
    engage(t, objective);
    declare_defenders(t)?;
    if is_broken_off(&t.state) {
        return Ok(());
    }
    let able = |unit: &CardId| may_attack(&t.state, *unit, objective).is_ok();
    let least = usize::from(t.state.units(t.state.attacker()).any(|unit| able(&unit)));
    let units = choose_attackers(t, objective, least)?;
    attack(t, objective, &units)
}

/// The attackers against an objective: those that have to, and as many others as the active player likes.
fn choose_attackers(t: &mut Table, objective: CardId, least: usize) -> Play<Picks<Choice>> {
    let attacker = t.state.attacker();
    let most = constants::most_attackers(&t.state, objective);
    // Units that have to attack and can are declared without being asked about, unless they are too many.
    let has_to = |state: &State, unit: &CardId| {
        constants::must_attack(state, *unit, objective) && may_attack(state, *unit, objective).is_ok()
    };
    let bound = t.state.units(attacker).filter(|unit| has_to(&t.state, unit)).count();
    let must = if bound == 0 {
        Picks::new()
    } else {
        t.ask_some(attacker, Ask::Attackers(objective), bound.min(most), most, |state, offer| {
            let units = state.units(attacker).filter(|unit| has_to(state, unit));
            units.for_each(|unit| offer.add(Choice::Card(unit)));
        })?
    };
    let least = if must.is_empty() { least } else { 0 };
    let mut units =
        t.ask_some(attacker, Ask::Attackers(objective), least, most - must.len(), |state, offer| {
            for unit in state.units(attacker).filter(|unit| !must.contains(&Choice::Card(*unit))) {
                offer.judge(Choice::Card(unit), may_attack(state, unit, objective));
            }
        })?;
    units.extend(must);
    Ok(units)
}

/// An engagement against an objective begins, with nobody in it yet.
fn engage(t: &mut Table, objective: CardId) {
    t.state.once_more.remove(objective);
    t.state.engaged.push(objective);
    t.state.engagements = t.state.engagements.saturating_add(1);
    t.state.engagement = Some(Engagement::against(objective));
    t.emit(Event::Engages(objective));
}

/// The chosen attackers are declared.
fn attack(t: &mut Table, objective: CardId, units: &[Choice]) -> Play {
    let attacker = t.state.attacker();
    mark_declared(&mut t.state, units);
    join(t, units, Event::Attacks)?;
    happened(t, Occurrence::new(Trigger::Engaged).of(objective).by(attacker))
}

/// Step 3: the defending player declares any number of ready units.
pub fn declare_defenders(t: &mut Table) -> Play {
    // The engagement goes on even if its objective has left play.
    let Some(objective) = t.state.engagement.as_ref().map(|engagement| engagement.objective) else {
        return Ok(());
    };
    let defender = t.state.defender();
    let able = |state: &State| state.units(defender).filter(|unit| may_defend(state, *unit).is_ok()).count();
    let too_few = defended_in_pairs(&t.state) && able(&t.state) < 2;
    // Units that have to defend and can are declared without being asked about.
    let must: Picks<Choice> = t
        .state
        .units(defender)
        .filter(|unit| {
            constants::has(&t.state, *unit, Boon::MustDefend)
                && may_defend(&t.state, *unit).is_ok()
                && !too_few
        })
        .map(Choice::Card)
        .collect();
    let mut units = t.ask_some(defender, Ask::Defenders(objective), 0, usize::MAX, |state, offer| {
        for unit in state.units(defender).filter(|unit| !must.contains(&Choice::Card(*unit))) {
            let enough = if too_few { Err(constants::FORBIDDEN) } else { Ok(()) };
            offer.judge(Choice::Card(unit), may_defend(state, unit).and(enough));
        }
    })?;
    units.extend(must);
    if units.len() == 1 && defended_in_pairs(&t.state) {
        let more = t.ask_some(defender, Ask::Defenders(objective), 1, usize::MAX, |state, offer| {
            for unit in state.units(defender).filter(|unit| !units.contains(&Choice::Card(*unit))) {
                offer.judge(Choice::Card(unit), may_defend(state, unit));
            }
        })?;
        units.extend(more);
    }
    mark_declared(&mut t.state, &units);
    join(t, &units, Event::Defends)?;
    happened(t, Occurrence::new(Trigger::DefendersDeclared).of(objective).by(defender))
}

/// Whether at least two defenders are declared or none.
fn defended_in_pairs(state: &State) -> bool {
    constants::is_given(state, Boon::DefendedInPairs)
        && state.participants(state.attacker()).any(|id| constants::has(state, id, Boon::DefendedInPairs))
}

/// Remembers which units were declared last.
fn mark_declared(state: &mut State, units: &[Choice]) {
    let Some(engagement) = &mut state.engagement else { return };
    engagement.declared = CardSet::default();
    for choice in units {
        if let Choice::Card(unit) = choice {
            engagement.declared.insert(*unit);
        }
    }
}

/// Declared units take part; no focus tokens are placed.
fn join(t: &mut Table, units: &[Choice], event: fn(CardId) -> Event) -> Play {
    let units =
        || units.iter().filter_map(|choice| if let Choice::Card(unit) = choice { Some(*unit) } else { None });
    for unit in units() {
        enter(&mut t.state, unit);
        t.emit(event(unit));
    }
    units().try_for_each(|unit| shielding(t, unit))
}

/// A unit takes part in the engagement.
pub fn enter(state: &mut State, unit: CardId) {
    if let Some(engagement) = &mut state.engagement
        && !engagement.participants.contains(&unit)
    {
        engagement.participants.push(unit);
    }
}

/// A unit has come to take part in the engagement without being declared.
pub fn joined(t: &mut Table, unit: CardId) -> Play {
    if !t.state.is_participating(unit) {
        return Ok(());
    }
    shielding(t, unit)?;
    let seat = t.state.card(unit).controller;
    happened(t, Occurrence::new(Trigger::Joined).of(unit).by(seat))
}

/// When a unit with Shielding enters an engagement, by being declared or otherwise, its controller may place a shield on a
/// friendly participating unit or objective without one (`swlcg.core.keyword.shielding`).
fn shielding(t: &mut Table, unit: CardId) -> Play {
    let seat = t.state.card(unit).controller;
    let silenced = constants::of_player(&t.state, seat, Boon::NoInitiation) > 0;
    if silenced || !constants::has_keyword(&t.state, unit, Keyword::Shielding) {
        return Ok(());
    }
    let choice = t.ask(seat, Ask::Shielding(unit), |state, offer| {
        let is_own = |id: &CardId| state.card(*id).controller == seat && state.card(*id).is_objective();
        let cards = state.participants(seat).chain(state.engaged_objective().filter(is_own));
        let bare = cards.filter(|id| state.card(*id).shields == 0);
        bare.for_each(|id| offer.add(Choice::Card(id)));
        offer.pass(Choice::Pass);
    })?;
    if let Choice::Card(id) = choice {
        damage::place_shield(t, id, false);
    }
    Ok(())
}

/// Step 6: one damage on the objective if attackers are left and no defender is.
pub fn reward_unopposed(t: &mut Table) -> Play {
    let (attacker, defender) = (t.state.attacker(), t.state.defender());
    let counts_so = |state: &State| {
        let mut own = state.participants(attacker);
        own.any(|id| constants::has(state, id, Boon::Unopposed))
    };
    let unopposed =
        t.state.has_participant(attacker) && (!t.state.has_participant(defender) || counts_so(&t.state));
    if let Some(engagement) = &mut t.state.engagement {
        engagement.unopposed = unopposed;
    }
    match t.state.engaged_objective() {
        Some(objective) if unopposed && !is_broken_off(&t.state) => {
            t.emit(Event::Unopposed);
            // Cards say how much it is instead of 1, and several of them are no more than the highest.
            let usual = constants::highest(&t.state, attacker, Boon::UnopposedDamage).unwrap_or(1);
            let bonus = whole(usual + constants::extra(&t.state, objective, Boon::UnopposedDamage));
            let coming = Occurrence::new(Trigger::Unopposed).of(objective).by(attacker).amount(bonus);
            if interrupted(t, coming)?.prevented {
                return Ok(());
            }
            damage_engaged(t, objective, bonus, Source::rules(attacker))
        }
        _ => Ok(()),
    }
}

/// What is engaged takes damage by the rules themselves, which can be the Death Star dial.
pub fn damage_engaged(t: &mut Table, objective: CardId, amount: u8, source: Source) -> Play {
    if !t.state.stands_for_dial(objective) {
        damage::deal(t, objective, amount, source)?;
        return Ok(());
    }
    t.state.dial_damage = t.state.dial_damage.saturating_add(amount);
    t.emit(Event::DialDamaged(amount));
    if t.state.dial_damage >= victory::DIAL_CAPACITY {
        return victory::end_game(t, Seats::NONE.with(Side::Light.seat()), Ending::DialDestroyed);
    }
    Ok(())
}

/// Whether a card has ended the engagement before its time.
pub fn is_broken_off(state: &State) -> bool {
    state.engagement.as_ref().is_some_and(|engagement| engagement.broken_off)
}

/// All units leave the engagement, and nobody has the edge any more.
pub fn end(t: &mut Table) -> Play {
    if let Some(engagement) = &t.state.engagement {
        let over = Occurrence::new(Trigger::EngagementEnds).of(engagement.objective).by(t.state.attacker());
        occur(t, over, |_| Ok(()))?;
    }
    come_due(t, Until::EndOfEngagement)?;
    t.state.engagement = None;
    end_of(&mut t.state, Until::EndOfEngagement);
    settle(t)?;
    damage::check_capacities(t)
}
