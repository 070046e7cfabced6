//! The round as far as it is played: actions, combat and end phase, and the order in which ships act.

use arrayvec::ArrayVec;
use table::Play;
use table::timing::total;

use crate::actions::perform_action_step;
use crate::cards::{Quantity, Window, library};
use crate::state::{Cursor, Ending, Memo, ShipId, State};
use crate::{Ask, Choice, Event, Table, XWing, attack, damage, victory};

/// The pilot skill of a ship at this moment.
pub fn skill(state: &State, id: ShipId) -> u8 {
    let printed = library().pilot(state.ship(id).pilot).skill;
    total::<XWing>(state, Quantity::Skill(id), printed.into()).clamp(0, 99) as u8
}

/// The next ship to act: lowest or highest pilot skill first, ties by initiative; a player with several such ships
/// chooses.
fn next_ship(t: &mut Table, done: u16, ascending: bool) -> Play<Option<ShipId>> {
    let state = &t.state;
    let waiting = || state.in_play().filter(|id| done >> id.0 & 1 == 0);
    let skills = waiting().map(|id| skill(state, id));
    let Some(best) = (if ascending { skills.min() } else { skills.max() }) else { return Ok(None) };
    let tied = |seat| waiting().filter(move |id| skill(state, *id) == best && state.ship(*id).owner == seat);
    let [first, second] = state.by_initiative();
    let owner = if tied(first).next().is_some() { first } else { second };
    let rivals: ArrayVec<ShipId, 16> = tied(owner).collect();
    let choice = t.ask(owner, Ask::WhoIsNext, |_, offer| {
        rivals.iter().for_each(|id| offer.add(Choice::Ship(*id)));
    })?;
    Ok(if let Choice::Ship(id) = choice { Some(id) } else { None })
}

/// One ship's actions, or the change to the Combat Phase when all ships have acted.
pub fn activation(t: &mut Table, done: u16) -> Play {
    let Some(id) = next_ship(t, done, true)? else { return begin_combat(t) };
    t.state.active = Some(id);
    perform_action_step(t, id)?;
    t.state.active = None;
    t.state.cursor = Cursor::Activation { done: done | 1 << id.0 };
    victory::check(t)
}

fn begin_combat(t: &mut Table) -> Play {
    t.state.cursor = Cursor::Combat { done: 0 };
    t.emit(Event::CombatPhase);
    t.window(Window::CombatStart)?;
    victory::check(t)
}

/// One ship's turn in the Combat Phase, or the change to the End Phase when all ships have had theirs.
pub fn combat(t: &mut Table, done: u16) -> Play {
    let Some(id) = next_ship(t, done, false)? else {
        t.state.cursor = Cursor::End;
        t.emit(Event::EndPhase);
        return Ok(());
    };
    t.state.active = Some(id);
    attack::combat_turn(t, id)?;
    if t.state.ship(id).doomed {
        damage::remove(t, id);
    }
    t.state.active = None;
    t.state.cursor = Cursor::Combat { done: done | 1 << id.0 };
    victory::check(t)
}

/// Focus and evade tokens go; stress and locks stay. The marks of the round are cleared.
pub fn end(t: &mut Table) -> Play {
    for ship in &mut t.state.ships {
        (ship.focus, ship.evade, ship.performed) = (0, 0, 0);
        ship.upgrades.iter_mut().for_each(|upgrade| upgrade.memo = Memo::default());
        ship.damage.iter_mut().for_each(|damage| damage.acted = false);
    }
    victory::end_game(t, Default::default(), Ending::RoundOver)
}
