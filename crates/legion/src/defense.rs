//! What happens to the defender of a pool: dodge and cover, defense dice, comparing results, suppression.

use table::Play;
use table::timing::permitted;

use crate::cards::{Deed, Window};
use crate::dice::{AttackFace, DefenseFace, blocks, count};
use crate::state::{Attack, Pool, State, UnitId};
use crate::{Ask, Choice, Event, Legion, Table, cover, damage, measure};

fn pool_mut(t: &mut Table) -> Option<&mut Pool> {
    t.state.attack.as_mut().map(Attack::pool_mut)
}

/// Step 5.
pub fn dodge_and_cover(t: &mut Table, attacker: UnitId, defender: UnitId) -> Play {
    t.window(Window::DodgeAndCover)?;
    while spend_dodge(t, defender)? {}
    apply_cover(t, attacker, defender);
    Ok(())
}

/// A dodge token cancels a hit, if there is one; false when no more is spent.
fn spend_dodge(t: &mut Table, defender: UnitId) -> Play<bool> {
    let owner = t.state.unit(defender).owner;
    let choice = t.ask(owner, Ask::Dodge(defender), |state, offer| {
        if state.unit(defender).dodge > 0 {
            offer.judge(Choice::SpendToken, permitted::<Legion>(state, Deed::SpendDodge(defender)));
        }
        offer.pass(Choice::Pass);
    })?;
    if choice != Choice::SpendToken {
        return Ok(false);
    }
    t.state.unit_mut(defender).dodge -= 1;
    if let Some(pool) = pool_mut(t) {
        pool.dodged += 1;
    }
    t.emit(Event::DodgeSpent(defender));
    let canceled = cancel_hits(t, 1);
    t.emit(Event::HitsCanceled(canceled));
    Ok(true)
}

/// Light cover cancels a hit, heavy cover two; critical hits are not cancelled.
fn apply_cover(t: &mut Table, attacker: UnitId, defender: UnitId) {
    let cover = cover::determine(&t.state, attacker, defender);
    let canceled = cancel_hits(t, cover.steps() as u8);
    if let Some(pool) = pool_mut(t) {
        pool.cover = Some(cover);
    }
    t.emit(Event::CoverApplied { unit: defender, cover, canceled });
}

/// Cancels up to so many hits: their dice leave the pool.
pub fn cancel_hits(t: &mut Table, most: u8) -> u8 {
    let Some(pool) = pool_mut(t) else { return 0 };
    let mut canceled = 0;
    while canceled < most
        && let Some(index) = pool.dice.iter().position(|die| die.face == AttackFace::Hit)
    {
        pool.dice.remove(index);
        canceled += 1;
    }
    canceled
}

/// Step 7: one die for each hit and critical hit, and the surges.
pub fn roll(t: &mut Table, defender: UnitId) -> Play {
    let Some(pool) = t.state.attack.as_ref().map(Attack::pool) else { return Ok(()) };
    let dice = count(&pool.dice, AttackFace::Hit) + count(&pool.dice, AttackFace::Critical);
    let facts = t.state.unit(defender).facts();
    let faces = t.roll(Ask::RollDefense(facts.defense), facts.defense.die(), dice.into())?;
    let rolled: Vec<_> = faces.iter().map(|face| facts.defense.showing(*face)).collect();
    t.emit(Event::DefenseRolled(rolled.clone()));
    let to = if facts.defense_surge { DefenseFace::Block } else { DefenseFace::Blank };
    let Some(pool) = pool_mut(t) else { return Ok(()) };
    pool.defense.extend(rolled.into_iter().take(48));
    if pool.defense.iter().any(|die| die.face == DefenseFace::Surge) {
        pool.defense.iter_mut().filter(|die| die.face == DefenseFace::Surge).for_each(|die| die.face = to);
        let dice = pool.defense.to_vec();
        t.emit(Event::DefenseSurgesConverted(dice));
    }
    Ok(())
}

/// Step 9: what is not blocked wounds, but only miniatures that an attacking one sees.
pub fn compare(t: &mut Table, attacker: UnitId, defender: UnitId) -> Play {
    let Some(pool) = t.state.attack.as_ref().map(Attack::pool) else { return Ok(()) };
    let hits = count(&pool.dice, AttackFace::Hit) + count(&pool.dice, AttackFace::Critical);
    let wounds = hits.saturating_sub(blocks(&pool.defense));
    let seen = seen_minis(&t.state, attacker, pool, defender);
    damage::suffer(t, defender, wounds, Some(seen))
}

/// The miniatures of the defender that any miniature of the pool sees, one bit each.
fn seen_minis(state: &State, attacker: UnitId, pool: &Pool, defender: UnitId) -> u16 {
    let shooters = pool.weapons.iter().map(|(mini, _)| crate::state::MiniId { unit: attacker, mini: *mini });
    let shooters = shooters.filter(|mini| state.mini(*mini).place == crate::state::Place::Standing);
    state
        .standing(defender)
        .filter(|mini| shooters.clone().any(|shooter| measure::sees_mini(state, shooter, *mini)))
        .fold(0, |seen, mini| seen | 1 << mini.mini)
}

/// When the whole attack has been resolved, troopers whose pool has shown a hit are suppressed.
pub fn gain_suppression(t: &mut Table) {
    let pools = t.state.attack.iter().flat_map(|attack| &attack.pools);
    let threatened: Vec<UnitId> = pools.filter(|pool| pool.threatening).map(|pool| pool.defender).collect();
    for unit in threatened {
        if t.state.unit(unit).facts().kind.is_trooper() && !t.state.unit(unit).is_defeated() {
            suppress(t, unit);
        }
    }
}

pub fn suppress(t: &mut Table, unit: UnitId) {
    t.state.unit_mut(unit).suppression += 1;
    t.emit(Event::SuppressionGained(unit, 1));
}
