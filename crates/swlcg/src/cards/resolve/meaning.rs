//! Whom a step of an effect may concern, and what its parts are: the cards in play or in a pool that it means, the targets
//! that it needs, and its branches. Nothing here asks a player or changes the position.

use table::{Picks, Seat};

use super::super::atoms::{Boon, Ctx, Do, Effects, Filter, Pool, Who};
use super::super::filters::{all, lying, matches, single};
use super::super::{Affiliation, CardType, constants};
use super::steps::{branches, concerned};
use crate::state::{CardId, Place, State, opponent};
use crate::zones::{self, may_be_targeted};

/// The cards that a step may concern.
pub(super) type Meant = Picks<CardId>;

pub(super) fn one(id: Option<CardId>) -> Meant {
    id.into_iter().collect()
}

/// The cards of a pool.
pub(super) fn pool(state: &State, seat: Seat, pool: Pool) -> Meant {
    let (you, they) = (state.player(seat), state.player(opponent(seat)));
    match pool {
        Pool::YourHand => zones::held(state, seat).iter().copied().collect(),
        Pool::YourDiscard => you.discard.iter().copied().collect(),
        Pool::YourDeck => you.deck.cards.iter().copied().collect(),
        Pool::YourObjectiveDeck => you.objective_deck.cards.iter().copied().collect(),
        Pool::OpponentsHand => they.hand.iter().copied().collect(),
        Pool::OpponentsDiscard => they.discard.iter().copied().collect(),
        Pool::YourHandOrDiscard => zones::held(state, seat).iter().chain(&you.discard).copied().collect(),
        Pool::YourDeckOrDiscard => you.deck.cards.iter().chain(&you.discard).copied().collect(),
        Pool::EitherDiscard => you.discard.iter().chain(&they.discard).copied().collect(),
        Pool::YourEdgeStack => you.edge_stack.iter().map(|edge| edge.card).collect(),
        Pool::OpponentsEdgeStack => they.edge_stack.iter().map(|edge| edge.card).collect(),
        Pool::EitherEdgeStack => {
            you.edge_stack.iter().chain(&they.edge_stack).map(|edge| edge.card).collect()
        }
        Pool::Looked => lying(state, Place::Looked).collect(),
        Pool::Captured => lying(state, Place::Captured).collect(),
    }
}

pub(super) fn filtered(state: &State, ctx: &Ctx, filter: Filter) -> Meant {
    all(state, ctx, filter).collect()
}

/// The cards in play that an effect may choose as such a target.
fn targets<'a>(state: &'a State, ctx: &'a Ctx, filter: Filter) -> impl Iterator<Item = CardId> + 'a {
    let chosen = |id: &CardId| ctx.targets.iter().flatten().any(|(_, target)| target == id);
    let marks = constants::is_given(state, Boon::FitsEventsOf(Affiliation::Neutral));
    let fits = move |id: &CardId| {
        matches(state, ctx, *id, filter) || (marks && fits_by_its_mark(state, ctx, *id) && !chosen(id))
    };
    let open = state.in_play().filter(|id| !state.card(*id).face_down);
    open.filter(move |id| fits(id) && may_be_targeted(state, ctx, *id))
}

/// Whether a card counts as meeting everything that this effect demands of a target.
pub(super) fn fits_by_its_mark(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let affiliation = state.card(ctx.card).affiliation();
    constants::is_given(state, Boon::FitsEventsOf(affiliation))
        && state.facts(ctx.card).card_type == CardType::Event
        && constants::has(state, id, Boon::FitsEventsOf(affiliation))
}

pub(super) fn meant(state: &State, ctx: &Ctx, who: &Who) -> Meant {
    match who {
        Who::This
        | Who::Host
        | Who::Subject
        | Who::Cause
        | Who::It
        | Who::Engaged
        | Who::Paid
        | Who::FirstTarget => one(single(state, ctx, who)),
        Who::Target(filter) | Who::Targets(_, filter) | Who::TargetsBy(_, filter) => {
            targets(state, ctx, filter).collect()
        }
        Who::Choose(filter)
        | Who::ChooseUpTo(_, filter)
        | Who::TheyChoose(filter)
        | Who::EachChooses(filter)
        | Who::Each(filter) => filtered(state, ctx, filter),
        Who::TopmostDiscard(filter) => {
            let pile = state.player(ctx.seat).discard.iter().rev();
            one(pile.copied().find(|id| matches(state, ctx, *id, filter)))
        }
        Who::CaptiveAt(filter) => {
            let mut cards = pool(state, ctx.seat, Pool::Captured);
            let held =
                |id: &CardId| state.card(*id).attached.is_some_and(|at| matches(state, ctx, at, filter));
            cards.retain(|id| held(id));
            cards
        }
        Who::From(from, filter)
        | Who::EachFrom(from, filter)
        | Who::TargetFrom(from, filter)
        | Who::TargetsFrom(_, from, filter) => {
            let mut cards = pool(state, ctx.seat, *from);
            cards.retain(|id| *id != ctx.card && matches(state, ctx, *id, filter));
            cards
        }
        Who::Captive => pool(state, ctx.seat, Pool::Captured),
        Who::Random(from) => pool(state, ctx.seat, *from),
        Who::TopDiscard => one(state.player(ctx.seat).discard.last().copied()),
    }
}

/// Whether any of the cards that a step may concern is such a one.
pub(super) fn any(state: &State, ctx: &Ctx, who: &Who, such: impl Fn(CardId) -> bool) -> bool {
    match who {
        Who::This => such(ctx.card),
        Who::Target(filter) | Who::Targets(_, filter) | Who::TargetsBy(_, filter) => {
            targets(state, ctx, filter).any(such)
        }
        Who::Choose(filter)
        | Who::ChooseUpTo(_, filter)
        | Who::TheyChoose(filter)
        | Who::EachChooses(filter)
        | Who::Each(filter) => all(state, ctx, filter).any(such),
        _ => meant(state, ctx, who).into_iter().any(such),
    }
}

pub(super) fn is_target(who: &Who) -> bool {
    matches!(
        who,
        Who::Target(_) | Who::Targets(..) | Who::TargetsBy(..) | Who::TargetFrom(..) | Who::TargetsFrom(..)
    )
}

/// Passes over the targets of a branch that is not taken.
pub(super) fn pass_over(steps: &'static [Do], slot: &mut u8) {
    *slot += target_steps(steps);
}

/// How many targets the steps of a branch have.
pub(super) fn target_steps(steps: &'static [Do]) -> u8 {
    let of_step = |step: &'static Do| {
        let own = concerned(step).into_iter().filter(|(who, _)| is_target(who)).count() as u8;
        // audit: same (+ to -) — no branch that is passed over has branches with targets
        own + branches(step).into_iter().map(target_steps).sum::<u8>()
    };
    steps.iter().map(of_step).sum()
}

/// The kinds of boons that a card gives by constant effects, one bit each.
pub fn boons_of(effects: &Effects) -> u64 {
    let constants = effects.constants.iter().chain(effects.scored);
    constants.fold(0, |bits, constant| bits | constant.boon.bit())
}
