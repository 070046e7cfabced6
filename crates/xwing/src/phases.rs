//! The round: planning, activation, combat and end phase, and the order in which ships act.

use arrayvec::ArrayVec;
use table::timing::{permitted, total};
use table::{Capacity, Denial, Play, Seat, Set, capacity, denial};

use crate::actions::perform_action_step;
use crate::asks::Phase;
use crate::cards::{Deed, Quantity, Window, hears};
use crate::maneuvers::{colour_for, dial, late_check, reveal_and_execute};
use crate::state::{Cursor, Doom, MAX_SHIPS, Memo, Moment, ShipId, State, Token, value};
use crate::{Ask, Choice, Event, Table, XWing, attack, bombs, cloak, damage, huge, victory};
use flightpath::{Colour, Maneuver, Ships};

const RED_WHILE_STRESSED: Denial = denial(
    "xwing.core.planning.red-while-stressed",
    "A stressed ship must not choose a red maneuver.",
    "Ein gestresstes Schiff darf kein rotes Manöver wählen.",
);

/// The pilot skill of a ship at this moment. Of several effects that alter it the latest one counts: first what has been
/// equipped, then lasting damage, then what was chosen for this phase.
pub fn skill(state: &State, id: ShipId) -> u8 {
    let ship = state.ship(id);
    if let Some(skill) = ship.skill_set {
        return skill;
    }
    let equipped = i32::from(ship.printed_skill) + i32::from(ship.bonus.skill);
    value(total::<XWing>(state, Quantity::Skill(id), equipped))
}

/// Whether something that may hinder a ship does, or a card sets it aside.
pub fn counts(state: &State, hindrance: Quantity) -> bool {
    // audit: same (1 to 2) — whether anything is left of it is all that is asked
    total::<XWing>(state, hindrance, 1) > 0
}

/// Opens a window, if any card listens to it.
pub fn window(t: &mut Table, window: Window) -> Play {
    if hears(&t.state, window) { t.window(window) } else { Ok(()) }
}

/// What happens while something else does, which happens while something else does: so deep and no deeper.
static WITHIN_MOMENTS: Capacity =
    capacity(32, "things that happen within one another", "Dinge, die ineinander geschehen");

/// Something happens, until it is taken from `moments` again.
pub fn begin(t: &mut Table, moment: Moment) -> Play {
    WITHIN_MOMENTS.holds_more_than(t.state.moments.len())?;
    t.state.moments.push(moment);
    Ok(())
}

/// Opens a window for something that happens or has just happened, if any card listens to it.
pub fn during(t: &mut Table, moment: Moment, window: Window) -> Play {
    if !hears(&t.state, window) {
        return Ok(());
    }
    begin(t, moment)?;
    t.window(window)?;
    t.state.moments.pop();
    Ok(())
}

/// Opens a window in which one ability may take the place of what is about to happen; true if one did.
pub fn instead(t: &mut Table, moment: Moment, window: Window) -> Play<bool> {
    if !hears(&t.state, window) {
        return Ok(false);
    }
    begin(t, moment)?;
    let replaced = t.replaced(window)?;
    t.state.moments.pop();
    Ok(replaced)
}

/// The next of some ships: lowest or highest pilot skill first, ties by initiative; a player with several such ships
/// chooses.
pub fn next_of(
    t: &mut Table,
    ascending: bool,
    mut waits: impl FnMut(&State, ShipId) -> bool,
) -> Play<Option<ShipId>> {
    let state = &t.state;
    let mut best: Option<u8> = None;
    let mut tied = ArrayVec::<ShipId, MAX_SHIPS>::new();
    for id in state.ids().filter(|id| waits(state, *id)) {
        let skill = skill(state, id);
        let better = best.is_none_or(|best| if ascending { skill < best } else { skill > best });
        if better {
            best = Some(skill);
            tied.clear();
        }
        if best == Some(skill) {
            tied.push(id);
        }
    }
    let Some(first) = tied.first().copied() else { return Ok(None) };
    let [leader, other] = state.by_initiative();
    let owns = |seat: Seat| tied.iter().any(|id| state.ship(*id).side() == seat);
    let owner = if owns(leader) { leader } else { other };
    let choice = t.ask(owner, Ask::WhoIsNext, |state, offer| {
        let own = tied.iter().filter(|id| state.ship(**id).side() == owner);
        own.for_each(|id| offer.add(Choice::Ship(*id)));
    })?;
    Ok(Some(if let Choice::Ship(id) = choice { id } else { first }))
}

/// Whether a ship takes part in planning and activation.
fn is_activated(state: &State, id: ShipId) -> bool {
    counts(state, Quantity::Activation(id))
}

/// The next ship to be activated: huge ships come after all others.
fn next_ship(t: &mut Table, done: Ships) -> Play<Option<ShipId>> {
    let waits = |state: &State, id: ShipId| {
        let ship = state.ship(id);
        let has_flown = ship.deployed_in == state.round;
        done & id.bit() == 0 && ship.in_play() && !has_flown && is_activated(state, id)
    };
    let is_huge = |id: ShipId| t.state.ship(id).size.is_huge();
    let others = t.state.ids().any(|id| waits(&t.state, id) && !is_huge(id));
    next_of(t, true, |state, id| waits(state, id) && !(others && state.ship(id).size.is_huge()))
}

/// Whether a maneuver may be set on a ship's dial.
pub fn may_set(state: &State, id: ShipId, maneuver: Maneuver) -> Result<(), Denial> {
    permitted::<XWing>(state, Deed::Dial(id, maneuver))?;
    huge::may_set(state, id, maneuver)?;
    let red = || colour_for(state, id, maneuver) == Colour::Red;
    let stress = || total::<XWing>(state, Quantity::RedStress(id), state.ship(id).stress.into());
    if stress() > 0 && red() { Err(RED_WHILE_STRESSED) } else { Ok(()) }
}

/// Whether a ship is assigned a dial.
fn has_dial(state: &State, id: ShipId) -> bool {
    !state.ship(id).is_ionized() && is_activated(state, id)
}

/// Planning Phase: every ship that is not ionized is assigned a dial in secret.
pub fn planning(t: &mut Table) -> Play {
    t.state.round += 1;
    t.emit(Event::Round(t.state.round));
    t.emit(Event::Phase(Phase::Planning));
    window(t, Window::PlanningStart)?;
    let ships: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(|id| has_dial(&t.state, *id)).collect();
    t.together(
        ships.len(),
        |t, i| {
            let owner = t.state.ship(ships[i]).owner;
            t.ask(owner, Ask::Dial(ships[i]), |state, offer| {
                for maneuver in dial(state, ships[i]) {
                    offer.judge(Choice::Maneuver(*maneuver), may_set(state, ships[i], *maneuver));
                }
                if offer.is_empty() {
                    // Nothing but forbidden maneuvers: the opponent will have to choose one that can be flown.
                    dial(state, ships[i]).iter().for_each(|maneuver| offer.add(Choice::Maneuver(*maneuver)));
                }
            })
        },
        |state, i, choice| {
            if let Choice::Maneuver(maneuver) = choice {
                state.ship_mut(ships[i]).dial = Some(maneuver);
            }
        },
    )?;
    t.state.cursor = if t.state.options.rules().decloak_before_activation {
        Cursor::Decloaking { done: 0 }
    } else {
        Cursor::Activation { done: 0 }
    };
    t.emit(Event::Phase(Phase::Activation));
    window(t, Window::ActivationStart)?;
    victory::check(t)
}

/// The later rules: cloaked ships may decloak in ascending order of pilot skill before anybody moves.
pub fn decloaking(t: &mut Table, done: Ships) -> Play {
    let next = next_of(t, true, |state, id| {
        let ship = state.ship(id);
        done & id.bit() == 0 && ship.in_play() && ship.cloaked
    })?;
    let Some(id) = next else {
        t.state.cursor = Cursor::Activation { done: 0 };
        return Ok(());
    };
    t.state.active = Some(id);
    cloak::offer_to_decloak(t, id)?;
    t.state.active = None;
    t.state.cursor = Cursor::Decloaking { done: done | id.bit() };
    victory::check(t)
}

/// One ship's activation, or what ends the Activation Phase when all ships have been activated.
pub fn activation(t: &mut Table, done: Ships) -> Play {
    let Some(id) = next_ship(t, done)? else {
        t.state.cursor = Cursor::EndOfActivation;
        return Ok(());
    };
    t.state.active = Some(id);
    during(t, Moment::Turn(id), Window::ActivationTurn)?;
    reveal_and_execute(t, id)?;
    let is_huge = t.state.ship(id).size.is_huge();
    if is_huge && t.state.ship(id).in_play() {
        huge::energy_steps(t, id)?;
    }
    if t.state.ship(id).in_play() {
        if is_huge {
            huge::perform_steps(t, id)?
        } else {
            perform_action_step(t, id)?
        }
        late_check(t, id)?;
        during(t, Moment::Turn(id), Window::AfterActivation)?;
    }
    t.state.active = None;
    t.state.cursor = Cursor::Activation { done: done | id.bit() };
    victory::check(t)
}

/// Bombs go off, large ships lose their ion tokens; then combat begins.
pub fn end_of_activation(t: &mut Table) -> Play {
    bombs::detonate_all(t)?;
    window(t, Window::EndOfActivation)?;
    for id in t.state.ids() {
        let ship = t.state.ship_mut(id);
        // Tokens that had no effect stay.
        if std::mem::take(&mut ship.drifted) || ship.size.is_huge() {
            ship.ion = 0;
        }
    }
    victory::check(t)?;
    t.state.cursor = Cursor::Combat { done: 0, level: u8::MAX };
    t.emit(Event::Phase(Phase::Combat));
    window(t, Window::CombatStart)?;
    victory::check(t)
}

/// One ship's turn in the Combat Phase, or the end of the phase when all ships have had theirs. A ship whose skill rises
/// above that of the ship whose turn it was has missed its own.
pub fn combat(t: &mut Table, done: Ships, level: u8) -> Play {
    let waits = |state: &State, id: ShipId| {
        done & id.bit() == 0 && state.ship(id).in_play() && (level == u8::MAX || skill(state, id) <= level)
    };
    let Some(id) = next_of(t, false, waits)? else { return end_of_combat(t) };
    let level = skill(&t.state, id);
    t.state.cursor = Cursor::Combat { done, level };
    t.state.active = Some(id);
    during(t, Moment::Turn(id), Window::CombatTurn)?;
    if t.state.ship(id).in_play() {
        attack::combat_turn(t, id)?;
    }
    during(t, Moment::Turn(id), Window::AfterCombatTurn)?;
    if t.state.ship(id).doom == Doom::AfterItsTurn {
        damage::remove(t, id)?;
    }
    huge::cripple_the_fallen(t, id)?;
    t.state.active = None;
    t.state.cursor = Cursor::Combat { done: done | id.bit(), level };
    victory::check(t)
}

fn end_of_combat(t: &mut Table) -> Play {
    window(t, Window::EndOfCombat)?;
    for id in t.state.ids() {
        if t.state.ship(id).is_doomed() {
            damage::remove(t, id)?;
        }
        t.state.ship_mut(id).skill_set = None;
    }
    victory::check(t)?;
    t.state.cursor = Cursor::End;
    t.emit(Event::Phase(Phase::End));
    Ok(())
}

/// End Phase: focus and evade tokens go; stress, locks, ion and cloak tokens stay. The marks of the round are cleared and
/// a new round begins.
pub fn end(t: &mut Table) -> Play {
    window(t, Window::EndPhaseStart)?;
    for id in t.state.ids() {
        // Kept in play until it had its chance, too.
        if t.state.ship(id).doom == Doom::AfterItsTurn {
            damage::remove(t, id)?;
        }
        let kept = |token| value(total::<XWing>(&t.state, Quantity::Keeps(id, token), 0));
        let (focus, evade) = (kept(Token::Focus), kept(Token::Evade));
        let tractor = kept(Token::Tractor);
        let ship = t.state.ship_mut(id);
        (ship.focus, ship.evade) = (ship.focus.min(focus), ship.evade.min(evade));
        (ship.tractor, ship.weapons_disabled) = (ship.tractor.min(tractor), 0);
        (ship.reinforced, ship.tractored) = (None, false);
    }
    huge::end_round(&mut t.state);
    window(t, Window::EndPhase)?;
    let ended = t.state.round;
    for ship in &mut t.state.ships {
        ship.memo = Memo::default();
        ship.upgrades.iter_mut().for_each(|upgrade| upgrade.memo = Memo::default());
        ship.shared.clear();
        for condition in &mut ship.conditions {
            // What is noted on a condition stays.
            condition.memo = Memo { amount: condition.memo.amount, ..Memo::default() };
        }
        ship.damage.iter_mut().for_each(|damage| (damage.acted, damage.fresh) = (false, false));
        (ship.performed, ship.attacks_made) = (Set::default(), 0);
        (ship.no_action, ship.dropped, ship.revealed, ship.may_decloak) = (false, false, false, false);
        (ship.dial_seen, ship.acted_stressed) = (false, false);
        (ship.flown, ship.dial) = (None, None);
        ship.no_attack = ship.silent_in == ended + 1;
    }
    victory::check(t)?;
    if t.state.options.rounds.is_some_and(|limit| ended >= limit) {
        return victory::round_limit(t);
    }
    t.state.cursor = Cursor::Planning;
    Ok(())
}
