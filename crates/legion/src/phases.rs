//! The Perform Actions step of an activation: up to two actions, none twice but moves.

use table::{Denial, Play, denial};

use crate::cards::UnitType;
use crate::state::{Action, Cursor, State, UnitId};
use crate::{Ask, Choice, Event, Table, attack, climbing, moves};

const REPEATED: Denial = denial(
    "legion.action.no-repeat",
    "The unit has already performed this action in its activation.",
    "Die Einheit hat diese Aktion in ihrer Aktivierung schon ausgeführt.",
);

/// One action of the activated unit; the activation is over when it performs no more.
pub fn perform_action(t: &mut Table) -> Play {
    let unit = t.state.active;
    let choice = match t.state.actions {
        0 => Choice::Pass,
        _ if t.state.unit(unit).is_defeated() => Choice::Pass,
        _ => choose(t, unit)?,
    };
    let (action, actions) = match choice {
        Choice::Move(speed) => {
            moves::standard(t, unit, speed)?;
            (Action::Move, 1)
        }
        Choice::Climb(terrain) | Choice::Clamber(terrain) => {
            let clamber = matches!(choice, Choice::Clamber(_));
            let Ok(ascent) = climbing::may_climb(&t.state, unit, terrain, clamber) else { return Ok(()) };
            climbing::perform(t, unit, ascent)?;
            (Action::Move, ascent.actions)
        }
        Choice::Attack => {
            attack::perform(t, unit)?;
            (Action::Attack, 1)
        }
        Choice::Aim => {
            t.state.unit_mut(unit).aim += 1;
            t.emit(Event::Aims(unit));
            (Action::Aim, 1)
        }
        Choice::Dodge => {
            t.state.unit_mut(unit).dodge += 1;
            t.emit(Event::Dodges(unit));
            (Action::Dodge, 1)
        }
        _ => {
            t.state.cursor = Cursor::Over;
            t.emit(Event::ActivationOver(t.state.unit(unit).owner));
            return Ok(());
        }
    };
    t.state.actions = t.state.actions.saturating_sub(actions);
    if !t.state.performed.contains(&action) {
        t.state.performed.push(action);
    }
    Ok(())
}

fn choose(t: &mut Table, unit: UnitId) -> Play<Choice> {
    t.ask(t.state.unit(unit).owner, Ask::Action(unit), |state, offer| {
        for speed in 1..=3 {
            offer.judge(Choice::Move(speed), moves::may_move(state, unit, speed));
        }
        for terrain in climbing::vertical(state, unit) {
            for (choice, clamber) in [(Choice::Climb(terrain), false), (Choice::Clamber(terrain), true)] {
                offer.judge(choice, climbing::may_climb(state, unit, terrain, clamber).map(|_| ()));
            }
        }
        let attack = once(state, Action::Attack).and_then(|()| attack::may_attack_any(state, unit));
        offer.judge(Choice::Attack, attack);
        offer.judge(Choice::Aim, once(state, Action::Aim));
        offer.judge(Choice::Dodge, once(state, Action::Dodge));
        offer.pass(Choice::Pass);
    })
}

/// Every action but a move is performed at most once in an activation.
fn once(state: &State, action: Action) -> Result<(), Denial> {
    if state.performed.contains(&action) { Err(REPEATED) } else { Ok(()) }
}

/// Only troopers act in this piece of the game.
pub fn can_act(kind: UnitType) -> bool {
    kind.is_trooper()
}
