//! Conditions, filters over cards and amounts. Everything here only looks.

use super::super::atoms::Ctx;
use crate::state::{CardId, Place, State};
use crate::zones;

/// Nothing keeps the card from being a target of this one.
pub fn can_be_targeted(state: &State, ctx: &Ctx, id: CardId) -> bool {
    zones::may_be_targeted(state, ctx, id)
}

/// Attached to a unit.
pub fn is_on_a_unit(state: &State, _: &Ctx, id: CardId) -> bool {
    state.card(id).attached.is_some_and(|host| state.card(host).is_unit())
}

/// Nothing was paid with a card, or not yet.
pub fn nothing_is_paid_yet(_: &State, ctx: &Ctx, _: CardId) -> bool {
    ctx.paid.is_none()
}

/// The engagement is the first one of this turn.
pub fn is_first_engagement(state: &State, _: &Ctx) -> bool {
    state.engagement.is_some() && state.engagements == 1
}

/// No engagement was declared this turn.
pub fn nothing_was_engaged(state: &State, _: &Ctx) -> bool {
    state.engagements == 0
}

/// In a discard pile.
pub fn is_discarded(state: &State, _: &Ctx, id: CardId) -> bool {
    state.card(id).place == Place::Discard
}
