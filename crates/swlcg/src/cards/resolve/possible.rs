//! Whether an effect could do anything as a whole. An ability is offered only if at
//! least one part of it could be resolved and every target that it needs is there.

use table::Seat;

use super::super::atoms::{Boon, Ctx, Do, Who};
use super::super::constants;
use super::acts::could_act;
use super::meaning::{any, is_target};
use super::steps::{concerned, could_step};
use crate::state::State;

/// Whether at least one part of an effect could be resolved, and every target that it needs is there.
pub fn could(state: &State, ctx: &Ctx, steps: &'static [Do]) -> bool {
    let (mut any, mut first) = (false, true);
    for step in steps {
        first = first && !matches!(step, Do::Then);
        let can = first && !any && could_step(state, ctx, step);
        // What can be done to somebody has found whom it needs.
        let found = can && matches!(step, Do::To(..));
        if !found && lacks_target(state, ctx, step) {
            return false;
        }
        any |= can;
    }
    any
}

pub(super) fn lacks_target(state: &State, ctx: &Ctx, step: &'static Do) -> bool {
    // Up to so many targets may be none.
    let up_to = |who: &Who| matches!(who, Who::Targets(..) | Who::TargetsBy(..) | Who::TargetsFrom(..));
    let is_needed = |who: &Who| is_target(who) && !up_to(who);
    let mut needed = concerned(step).into_iter().filter(|(who, _)| is_needed(who));
    // Taking tokens away needs somebody who has some.
    let takes = matches!(step, Do::MoveFocus(..) | Do::MoveShield(..));
    needed.any(|(who, act)| {
        let fits = |id| act.is_none_or(|act| !takes || could_act(state, ctx, id, act));
        !any(state, ctx, who, fits)
    })
}

/// Whether card effects let a player draw.
pub(in crate::cards) fn can_draw(state: &State, seat: Seat) -> bool {
    constants::of_player(state, seat, Boon::NoDraw) <= 0
}
