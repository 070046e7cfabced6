//! Competitive play: the target of a lock, the side of a roll and the template of a boost are declared before anything is
//! measured (`xwing.comp.action.lock.1` and what follows it). What proves possible has to be carried out; what does not is
//! known to be impossible from then on, and something else may be declared. Elsewhere everybody may measure at any time.

use flightpath::{Bearing, Way};
use table::{Denial, Play};

use super::{boosts, may_boost, may_lock, may_name, may_roll, offer_locks, with_barrel_roll};
use crate::cards::effects;
use crate::cloak::{may_decloak_ahead, may_decloak_by};
use crate::state::{Action, Declaration, Declared, ShipId, State};
use crate::{Ask, Choice, Event, Table};

/// Whether something that was declared is possible, measured.
pub fn measured(state: &State, id: ShipId, declared: Declared) -> Result<(), Denial> {
    match declared {
        Declared::Lock(target) => may_lock(state, id, target),
        Declared::Roll(way) => may_roll(state, id, way),
        Declared::Boost(bearing) => may_boost(state, id, bearing, 1),
        Declared::Decloak(bearing) => may_decloak_ahead(state, id, bearing),
        Declared::DecloakAside(way) => may_decloak_by(state, id, way),
    }
}

/// What a player may know about something before declaring it: in competitive play nothing that would have to be measured,
/// unless it was declared already.
pub fn known(state: &State, id: ShipId, declared: Declared) -> Result<(), Denial> {
    if !state.options.tournament || state.declaration.was_vain(id, declared) {
        return measured(state, id, declared);
    }
    match declared {
        Declared::Lock(target) => may_name(state, id, target),
        _ => Ok(()),
    }
}

/// A player declares something in competitive play; false if it turns out to be impossible.
pub fn declare(t: &mut Table, id: ShipId, declared: Declared) -> bool {
    if t.state.declaration.ship != Some(id) {
        t.state.declaration = Declaration { ship: Some(id), ..Declaration::default() };
    }
    let possible = measured(&t.state, id, declared).is_ok();
    if possible {
        t.state.declaration.made = Some(declared);
    } else {
        t.state.declaration.vain.push(declared);
        t.emit(Event::DeclaredInVain(id, declared));
    }
    possible
}

/// In competitive play a player declares what an action needs; false if it turns out to be impossible, so that the action is
/// not performed.
pub(super) fn declare_for(t: &mut Table, id: ShipId, action: Action) -> Play<bool> {
    if !t.state.options.tournament {
        return Ok(true);
    }
    let declared = match begins_with(&t.state, action) {
        Action::TargetLock => name_target(t, id)?.map(Declared::Lock),
        Action::BarrelRoll => name_side(t, id)?.map(Declared::Roll),
        Action::Boost => name_template(t, id)?.map(Declared::Boost),
        _ => return Ok(true),
    };
    Ok(declared.is_some_and(|declared| declare(t, id, declared)))
}

/// The action that a card's action begins with, or the action itself.
fn begins_with(state: &State, action: Action) -> Action {
    match action {
        Action::Card(card) => effects(state, card).begins_with.unwrap_or(action),
        _ => action,
    }
}

fn name_target(t: &mut Table, id: ShipId) -> Play<Option<ShipId>> {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::LockWhom(id), |state, offer| offer_locks(state, id, offer, |_| true))?;
    Ok(if let Choice::Ship(target) = choice { Some(target) } else { None })
}

fn name_side(t: &mut Table, id: ShipId) -> Play<Option<Way>> {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::RollSide(id), |state, offer| {
        let ways = with_barrel_roll(state, id, |roll| roll.ways());
        ways.for_each(|way| offer.judge(Choice::Aside(way), known(state, id, Declared::Roll(way))));
    })?;
    Ok(if let Choice::Aside(way) = choice { Some(way) } else { None })
}

/// Which template a ship boosts with.
pub(super) fn name_template(t: &mut Table, id: ShipId) -> Play<Option<Bearing>> {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::BoostWith(id), |state, offer| {
        boosts(state, id).for_each(|bearing| {
            offer.judge(Choice::Boost(bearing), known(state, id, Declared::Boost(bearing)));
        });
    })?;
    Ok(if let Choice::Boost(bearing) = choice { Some(bearing) } else { None })
}
