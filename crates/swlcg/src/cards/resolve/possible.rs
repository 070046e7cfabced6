//! Whether an effect could do anything: as a whole, by one of its steps, or to one card. An ability is offered only if at
//! least one part of it could be resolved and every target that it needs is there.

use table::Seat;

use super::super::atoms::{Act, Boon, Ctx, Deed, Do, Pool, Who};
use super::super::filters::{answered, count, is_so, seats};
use super::super::hooks::playable_action;
use super::super::{CardType, constants, numerals};
use super::branching::used_effect;
use super::choosing::other_targets;
use super::meaning::{any, concerned, filtered, is_target, meant, pool};
use super::moving::{hosts_anywhere, hosts_for, other_hosts, pairs, vehicles_for, ways_of_captives};
use super::tokens::may_share;
use crate::state::{CardId, Cursor, Icon, Place, Side, Source, State, opponent};
use crate::{conflict, damage, force, resources, timing, victory, zones};

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
    let takes = matches!(step, Do::MoveFocus(..) | Do::MoveAnyFocus(..) | Do::MoveShield(..));
    needed.any(|(who, act)| {
        let fits = |id| act.is_none_or(|act| !takes || could_act(state, ctx, id, act));
        !any(state, ctx, who, fits)
    })
}

pub(super) fn could_step(state: &State, ctx: &Ctx, step: &'static Do) -> bool {
    match step {
        // A search may fail; whether it would is nobody's business beforehand.
        Do::To(
            Who::From(from @ (Pool::YourDeck | Pool::YourObjectiveDeck | Pool::YourDeckOrDiscard), _),
            _,
        ) => !pool(state, ctx.seat, *from).is_empty(),
        // What a cost will be paid with is not known yet.
        Do::To(Who::Paid, _) | Do::GainIcon(Who::Paid, ..) => true,
        Do::To(who, act) => any(state, ctx, who, |id| could_act(state, ctx, id, act)),
        Do::DiscardHand(whose, _) | Do::DiscardRandom(whose, _) => {
            seats(ctx, *whose).any(|seat| !state.player(seat).hand.is_empty())
        }
        Do::Save(_) => {
            let card = answered(state, ctx).and_then(|paying| paying.card);
            card.is_some_and(|card| resources::price(state, card, false) > 1)
        }
        Do::DialBack(_, least) => state.dial > 0 && victory::dial(state) > *least,
        Do::Cancel => answered(state, ctx).is_some_and(|occurrence| !occurrence.canceled),
        Do::Stop => {
            answered(state, ctx).is_some_and(|occurrence| !occurrence.prevented && !occurrence.certain)
        }
        Do::Prevent(_) => is_preventable(state, ctx),
        Do::Redirect(_, who) | Do::RedirectAll(who) => {
            is_preventable(state, ctx) && any(state, ctx, who, |id| damage::can_be_damaged(state, id))
        }
        Do::MoveDamage(_, from, to) | Do::MoveDamageUpTo(_, from, to) | Do::MoveAnyDamage(from, to) => {
            any(state, ctx, from, |id| could_act(state, ctx, id, &Act::HealUpTo(1)))
                && any(state, ctx, to, |id| damage::can_be_damaged(state, id))
        }
        Do::AssignTo(who) => any(state, ctx, who, |id| can_be_struck(state, ctx, id)),
        Do::PreventAmount(_) => is_preventable(state, ctx),
        Do::Divide(_, number, filter) => {
            count(state, ctx, number) > 0
                && filtered(state, ctx, filter).iter().any(|id| may_share(state, ctx, *id))
        }
        Do::PreventAny => is_preventable(state, ctx),
        Do::MoveIcon(from, to, _) => !meant(state, ctx, from).is_empty() && !meant(state, ctx, to).is_empty(),
        Do::MoveAllFocus(filter, to) => {
            filtered(state, ctx, filter).iter().any(|id| state.card(*id).focus > 0)
                && !meant(state, ctx, to).is_empty()
        }
        Do::SwapEdgeStacks => state.players.iter().any(|player| !player.edge_stack.is_empty()),
        Do::IfTheyPay(_, steps) => could(state, ctx, steps),
        Do::Retarget(whose, such) => other_targets(state, ctx, *whose, *such).is_some(),
        Do::MoveFocus(_, from, to) | Do::MoveAnyFocus(from, to) => any(state, ctx, from, |giver| {
            state.card(giver).focus > 0 && any(state, ctx, to, |taker| taker != giver)
        }),
        Do::MoveShield(from, to) => {
            any(state, ctx, from, |id| state.card(id).shields > 0)
                && any(state, ctx, to, |id| could_act(state, ctx, id, &Act::Shield))
        }
        Do::GainIcon(who, ..) => any(state, ctx, who, |_| true),
        Do::GainIcons(who, number, _) => count(state, ctx, number) > 0 && any(state, ctx, who, |_| true),
        Do::Mill(whose, number) | Do::Look(whose, number, ..) => {
            count(state, ctx, number) > 0
                && seats(ctx, *whose).any(|seat| !state.player(seat).deck.is_empty())
        }
        Do::CaptureTop(_) => {
            Side::of(ctx.seat) == Side::Dark && !state.player(opponent(ctx.seat)).deck.is_empty()
        }
        Do::WithBottomCard(act) => {
            let deck = &state.player(ctx.seat).deck;
            deck.cards.first().is_some_and(|id| could_act(state, ctx, *id, act))
        }
        Do::PutOn(who, host) => !pairs(state, ctx, who, host).is_empty(),
        Do::TakeKeyword(who, _) => any(state, ctx, who, |id| !constants::keywords(state, id).is_empty()),
        Do::LoseIcon(who, _) | Do::Exchange(who) => !meant(state, ctx, who).is_empty(),
        Do::CopyIcon(who, models, edge_only, _) => {
            let has_one = |id: &CardId| has_icon(state, *id, *edge_only);
            !meant(state, ctx, who).is_empty() && filtered(state, ctx, models).iter().any(has_one)
        }
        Do::Sort(whose, _) => seats(ctx, *whose).any(|seat| !state.player(seat).deck.is_empty()),
        Do::Peek { whose, objectives, .. } => seats(ctx, *whose).any(|seat| {
            let player = state.player(seat);
            !(if *objectives { &player.objective_deck } else { &player.deck }).is_empty()
        }),
        Do::MoveCaptive(filter, to) => !ways_of_captives(state, ctx, filter, to).is_empty(),
        Do::TheyMayFocus(_, one, other) => could(state, ctx, one) || could(state, ctx, other),
        Do::ResolveAgain => {
            used_effect(state, ctx).is_some_and(|(again, effect)| could(state, &again, effect))
        }
        Do::BalanceTo(side) => state.balance != *side,
        Do::EndEngagement => state.engagement.is_some(),
        Do::CancelEdgeBattle => state.cursor == Cursor::EdgeBattle,
        Do::SeeHand(whose) => seats(ctx, *whose).any(|seat| !state.player(seat).hand.is_empty()),
        Do::DrawToReserve => {
            can_draw(state, ctx.seat)
                && state.player(ctx.seat).hand.len() < crate::phases::reserve(state, ctx.seat)
        }
        Do::ChooseOne(ways) | Do::TheyChooseOne(ways) => {
            ways.iter().any(|(_, steps)| could(state, ctx, steps))
        }
        Do::Cheaper(_) => {
            let card = answered(state, ctx).and_then(|paying| paying.card);
            card.is_some_and(|card| resources::price(state, card, false) > 0)
        }
        Do::Pay(only, sum) => resources::can_spend_on(state, ctx.seat, *sum, Some(*only)).is_ok(),
        Do::UnlessTheyPay(_, steps) | Do::UnlessTheyDiscard(_, steps) => could(state, ctx, steps),
        Do::IfYouPay(sum, steps) => {
            resources::can_spend_on(state, ctx.seat, *sum, None).is_ok() && could(state, ctx, steps)
        }
        Do::If(when, steps) => is_so(state, ctx, when) && could(state, ctx, steps),
        Do::IfElse(when, one, other) => could(state, ctx, if is_so(state, ctx, when) { one } else { other }),
        Do::May(steps) => could(state, ctx, steps),
        Do::Then => false,
        Do::Special(special) => (special.could)(state, ctx),
        Do::Draw(whose, number) => {
            count(state, ctx, number) > 0 && seats(ctx, *whose).any(|seat| can_draw(state, seat))
        }
        Do::Dial(_)
        | Do::Gain(..)
        | Do::TheyGain(..)
        | Do::Instead(..)
        | Do::Divert(_)
        | Do::SkipForcePhase
        | Do::Lose => true,
    }
}

/// Whether the damage of combat icons can be assigned to a card.
pub(super) fn can_be_struck(state: &State, ctx: &Ctx, id: CardId) -> bool {
    damage::may_be_dealt(state, id, Source::icon(ctx.seat, ctx.card)).is_ok()
        && constants::may(state, id, Deed::BeStruck).is_ok()
}

/// Whether there is damage that can be prevented or redirected.
fn is_preventable(state: &State, ctx: &Ctx) -> bool {
    answered(state, ctx).is_some_and(|occurrence| occurrence.amount > 0 && !occurrence.certain)
}

/// Whether a card has a combat icon, perhaps only an edge-enabled one.
fn has_icon(state: &State, id: CardId, edge_only: bool) -> bool {
    Icon::ALL.into_iter().any(|icon| {
        let (plain, edge) = constants::all_icons(state, id, icon);
        edge > 0 || (plain > 0 && !edge_only)
    })
}

/// Whether card effects let a player draw.
pub(super) fn can_draw(state: &State, seat: Seat) -> bool {
    constants::of_player(state, seat, Boon::NoDraw) <= 0
}

pub(super) fn could_act(state: &State, ctx: &Ctx, id: CardId, act: &Act) -> bool {
    let card = state.card(id);
    let in_play = card.place == Place::Play;
    if (in_play && constants::is_proof_against(state, ctx, id)) || zones::stays_discarded(state, id) {
        return false;
    }
    match act {
        Act::Damage(_) => damage::may_be_dealt(state, id, Source::effect(ctx.seat, ctx.card)).is_ok(),
        Act::Heal(_) | Act::HealUpTo(_) => {
            card.damage > 0 && constants::may(state, id, Deed::BeHealed).is_ok()
        }
        Act::Focus(_) => {
            let enemy = card.controller != ctx.seat;
            in_play && !(enemy && constants::may(state, id, Deed::BeFocusedByEnemies).is_err())
        }
        Act::Unfocus(_) | Act::UnfocusUpTo(_) => card.focus > 0,
        Act::Shield => in_play && card.shields == 0,
        Act::ExtraShield | Act::Destroy | Act::Sacrifice => in_play,
        Act::Discard => card.place != Place::Discard,
        Act::ToHand => card.place != Place::Hand,
        Act::UnderDeck | Act::OnDeck => true,
        Act::Capture | Act::CaptureHere => {
            Side::of(card.owner) == Side::Light
                && card.place != Place::Captured
                && Side::of(ctx.seat) == Side::Dark
        }
        Act::Rescue => card.place == Place::Captured,
        Act::PutIntoPlay | Act::PutIntoEngagement => can_be_put_into_play(state, id),
        Act::Gain(Boon::EdgeForce, ..) => in_play || card.place == Place::EdgeStack,
        Act::Gain(..) => in_play,
        Act::TakeControl(_) | Act::WinOver(_) => {
            in_play && card.controller != ctx.seat && zones::may_enter(state, id, ctx.seat).is_ok()
        }
        Act::Engage => in_play && state.engagement.is_some() && state.engaged_objective() != Some(id),
        Act::BeNamed => false,
        Act::StowHere(_) => card.place == Place::Hand && state.is_in_play(ctx.card),
        Act::EngageDefendersFirst => conflict::may_declare(state, id).is_ok(),
        Act::MayBeEngagedAgain => state.is_used_up(id),
        Act::Commit => in_play && force::can_commit(state, id),
        Act::Uncommit => in_play && card.committed,
        Act::LeaveEngagement => state.is_participating(id),
        Act::JoinEngagement => {
            in_play && card.is_unit() && state.engagement.is_some() && !state.is_participating(id)
        }
        Act::ShuffleIntoDeck => true,
        Act::RemoveShield | Act::RemoveShields => card.shields > 0,
        Act::BecomeUnit => in_play && card.attached.is_some() && card.facts().card_type == CardType::Unit,
        Act::TurnIntoUnit(_) => in_play && !card.as_unit && card.facts().effects.form.is_some(),
        Act::Strike => in_play && state.is_participating(id) && card.is_ready(),
        Act::StrikeFromOutside => in_play && state.engagement.is_some() && card.is_ready(),
        Act::MoveAnywhere => in_play && hosts_anywhere(state, ctx, id).next().is_some(),
        Act::PlayEvent => playable_action(state, ctx.seat, id).is_some(),
        Act::StruckAgain => can_be_struck(state, ctx, id),
        Act::PlaceDamage => in_play,
        Act::TakeIntoYourStack => card.place == Place::EdgeStack,
        Act::BecomePilot => in_play && card.is_unit() && vehicles_for(state, ctx, id).next().is_some(),
        Act::MoveToTarget => {
            in_play && other_hosts(state, id).any(|host| zones::may_be_targeted(state, ctx, host))
        }
        Act::MoveElsewhere => in_play && other_hosts(state, id).next().is_some(),
        Act::PutIntoEngagementAsYours => {
            card.place != Place::Play
                && card.facts().card_type == CardType::Unit
                && state.engagement.is_some()
                && zones::may_enter(state, id, ctx.seat).is_ok()
        }
        Act::PutIntoPlayAsYours => {
            let stays = !matches!(card.facts().card_type, CardType::Event | CardType::Fate);
            card.place != Place::Play
                && stays
                && zones::may_enter(state, id, ctx.seat).is_ok()
                && (card.facts().card_type != CardType::Enhancement
                    || timing::may_enhance(id, state).is_none()
                    || hosts_for(state, id, ctx.seat).next().is_some())
        }
        Act::PutIntoPlayAsPilot => {
            card.place != Place::Play
                && zones::may_enter(state, id, ctx.seat).is_ok()
                && timing::hosts(state, id).next().is_some()
        }
        Act::PutIntoEdgeStack => !matches!(card.place, Place::Play | Place::EdgeStack),
        Act::UnderObjectiveDeck => in_play && card.is_objective(),
        Act::Later(..) | Act::NotRefreshed => in_play,
        Act::RemoveFromGame => true,
        Act::TakeToken => card.focus + card.damage + card.shields > 0,
        Act::ChangeNumeral(_) => in_play && numerals::of(card.facts()).next().is_some(),
        Act::AttachHere => !in_play && state.is_in_play(ctx.card) && !state.table.is_full(),
        Act::PlantAsCaptive => {
            Side::of(card.owner) == Side::Light && state.objectives(Side::Dark.seat()).next().is_some()
        }
    }
}

pub(in crate::cards) fn can_be_put_into_play(state: &State, id: CardId) -> bool {
    let card_type = state.facts(id).card_type;
    let stays = !matches!(card_type, CardType::Event | CardType::Fate | CardType::Affiliation);
    let enhancement = card_type == CardType::Enhancement;
    let homeless =
        enhancement && timing::may_enhance(id, state).is_some() && timing::hosts(state, id).next().is_none();
    let place = state.card(id).place;
    place != Place::Play
        && stays
        && !homeless
        && zones::may_enter(state, id, zones::play_area_of(state, id)).is_ok()
}
