//! What single cards ask: conditions, filters over cards and amounts. Everything here only looks.

use super::super::atoms::{Boon, Ctx, From};
use super::super::numerals::read;
use super::super::resolve::{captures, used_effect};
use super::super::words::YOUR_HOTH;
use super::super::{Affiliation, CardType, Trait, Trigger, ability_of, constants, could, filters};
use super::subject;
use crate::conflict::{self, edge, strike};
use crate::state::{CardId, Cursor, Icon, Manner, Occurrence, Place, Side, State, opponent};
use crate::{victory, zones};

/// The player has a unit in the engagement, and the opponent has more.
pub fn outnumbered(state: &State, ctx: &Ctx) -> bool {
    let own = state.participants(ctx.seat).count();
    own > 0 && state.participants(opponent(ctx.seat)).count() > own
}

/// A card was discarded from hand, not from a deck.
pub fn was_in_hand(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|occurrence| occurrence.amount == 0)
}

pub fn dial_is_low(state: &State, _: &Ctx) -> bool {
    victory::dial(state) <= 4
}

pub fn dial_is_high(state: &State, _: &Ctx) -> bool {
    victory::dial(state) >= 8
}

/// The card that was just rescued is a unit.
pub fn rescued_a_unit(state: &State, ctx: &Ctx) -> bool {
    ctx.it
        .is_some_and(|id| state.facts(id).card_type == CardType::Unit && state.card(id).place == Place::Hand)
}

/// Nothing keeps the card from being a target of this one.
pub fn can_be_targeted(state: &State, ctx: &Ctx, id: CardId) -> bool {
    zones::may_be_targeted(state, ctx, id)
}

/// The enhancements on the card of this step.
pub fn enhancements_on_it(state: &State, ctx: &Ctx) -> i8 {
    ctx.it.map_or(0, |id| state.enhancement_count(id).min(100) as i8)
}

/// The Force icons of this card.
pub fn own_force_icons(state: &State, ctx: &Ctx) -> i8 {
    constants::force_icons(state, ctx.card).min(100) as i8
}

/// Fewer Force icons than this card has.
pub fn fewer_force_icons(state: &State, ctx: &Ctx, id: CardId) -> bool {
    constants::force_icons(state, id) < constants::force_icons(state, ctx.card)
}

/// Printed cost at most the number of the player's enhancements.
pub fn costs_at_most_your_enhancements(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let yours = state.in_play().filter(|other| {
        let card = state.card(*other);
        card.controller == ctx.seat && card.card_type() == CardType::Enhancement
    });
    usize::from(state.facts(id).cost) <= yours.count()
}

/// No other copy of this card is attached there.
pub fn no_other_copy_on(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let title = state.facts(ctx.card).title;
    !state.attachments(id).any(|other| other != ctx.card && state.facts(other).title == title)
}

/// Attached to a unit.
pub fn is_on_a_unit(state: &State, _: &Ctx, id: CardId) -> bool {
    state.card(id).attached.is_some_and(|host| state.card(host).is_unit())
}

/// The player has a Force card left.
pub fn has_a_force_card(state: &State, ctx: &Ctx) -> bool {
    crate::force::free_cards(state, ctx.seat) > 0
}

/// No other card pilots it.
pub fn no_other_pilot_on(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let mut others = state.attachments(id).filter(|other| *other != ctx.card);
    !others.any(|other| state.facts(other).traits.has(Trait::Pilot))
}

/// In a discard pile or captured, having left play.
pub fn is_discarded_or_captured(state: &State, _: &Ctx, id: CardId) -> bool {
    matches!(state.card(id).place, Place::Discard | Place::Captured)
}

/// Nothing was paid with a card, or not yet.
pub fn nothing_is_paid_yet(_: &State, ctx: &Ctx, _: CardId) -> bool {
    ctx.paid.is_none()
}

/// Carries at least two pilots.
pub fn carries_two_pilots(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let pilots = state.attachments(id).filter(|pilot| state.facts(*pilot).traits.has(Trait::Pilot));
    pilots.count() >= read(state, ctx, 2) as usize
}

/// The engagement is the first one of this turn.
pub fn is_first_engagement(state: &State, _: &Ctx) -> bool {
    state.engagement.is_some() && state.engagements == 1
}

/// No engagement was declared this turn.
pub fn nothing_was_engaged(state: &State, _: &Ctx) -> bool {
    state.engagements == 0
}

/// The enhancements on the card that this one is attached to, this one included.
pub fn enhancements_beside_this(state: &State, ctx: &Ctx) -> i8 {
    state.card(ctx.card).attached.map_or(0, |host| state.enhancements(host).count().min(100) as i8)
}

/// Attached to the same card as this one.
pub fn is_on_the_same_card(state: &State, ctx: &Ctx, id: CardId) -> bool {
    state.card(id).attached.is_some() && state.card(id).attached == state.card(ctx.card).attached
}

/// Attached to a card of the same player.
pub fn is_on_a_friendly_card(state: &State, ctx: &Ctx, id: CardId) -> bool {
    state.card(id).attached.is_some_and(|host| state.card(host).controller == ctx.seat)
}

/// The Force icons of the pilots on this card.
pub fn force_icons_of_its_pilot(state: &State, ctx: &Ctx) -> i8 {
    let pilots = state.attachments(ctx.card).filter(|id| state.facts(*id).traits.has(Trait::Pilot));
    pilots.map(|id| constants::force_icons(state, id) as i8).sum()
}

/// The blast damage icons of the enhanced unit, edge-enabled ones included.
pub fn blast_icons_of_the_host(state: &State, ctx: &Ctx) -> i8 {
    let Some(host) = state.card(ctx.card).attached else { return 0 };
    let (plain, edge) = constants::all_icons(state, host, Icon::BlastDamage);
    plain.saturating_add(edge).min(100) as i8
}

/// The player of the card has more units than the other one.
pub fn its_player_has_more_units(state: &State, _: &Ctx, id: CardId) -> bool {
    let seat = state.card(id).controller;
    state.units(seat).count() > state.units(opponent(seat)).count()
}

/// Units of one player with a trait in common.
fn are_alike(state: &State, one: CardId, other: CardId) -> bool {
    let has = |id: CardId, wanted: Trait| {
        state.facts(id).traits.has(wanted) || constants::has(state, id, Boon::Trait(wanted))
    };
    state.card(one).controller == state.card(other).controller
        && Trait::ALL.iter().any(|(wanted, _)| has(one, *wanted) && has(other, *wanted))
}

/// Of two such units one takes part in the engagement and one does not.
fn can_change_places(state: &State, one: CardId, other: CardId) -> bool {
    state.is_participating(one) != state.is_participating(other) && are_alike(state, one, other)
}

/// There is a unit that this one can change places with: the first target, once that is chosen.
pub fn has_a_double(state: &State, ctx: &Ctx, id: CardId) -> bool {
    match ctx.targets[0] {
        Some((_, first)) if first != id => are_alike(state, first, id),
        _ => state.units(state.card(id).controller).any(|other| can_change_places(state, id, other)),
    }
}

/// Both targets are still there to change places.
pub fn both_can_change_places(state: &State, ctx: &Ctx) -> bool {
    match ctx.targets {
        [Some((_, one)), Some((_, other)), ..] => {
            state.is_in_play(one) && state.is_in_play(other) && can_change_places(state, one, other)
        }
        _ => true,
    }
}

/// It lies in a discard pile, having left play.
pub fn was_discarded(state: &State, ctx: &Ctx) -> bool {
    subject(state, ctx).is_some_and(|id| state.card(id).place == Place::Discard)
}

/// Whether the engagement could be fought against another objective: nobody engaged it this turn, and nothing forbids the
/// attackers to.
pub fn could_be_engaged_instead(state: &State, _: &Ctx, id: CardId) -> bool {
    let attackers = || state.participants(state.attacker());
    state.engaged_objective() != Some(id)
        && !state.is_used_up(id)
        && attackers().count() <= constants::most_attackers(state, id)
        && attackers().all(|unit| constants::may_attack(state, unit, id).is_ok())
}

/// In a discard pile.
pub fn is_discarded(state: &State, _: &Ctx, id: CardId) -> bool {
    state.card(id).place == Place::Discard
}

/// Costs three at most together with the first target.
pub fn costs_three_with_the_first_target(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let first = ctx.targets[0].map_or(0, |(_, target)| state.facts(target).cost);
    state.facts(id).cost.saturating_add(first) <= read(state, ctx, 3)
}

/// The ability that is used captures nobody.
pub fn captures_nobody(state: &State, ctx: &Ctx) -> bool {
    used_effect(state, ctx).is_some_and(|(_, effect)| !effect.iter().any(captures))
}

/// Its ability was used in play, wherever a cost has put it since; not that of an event, nor one used from hand.
pub fn is_used_in_play(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let used = filters::answered(state, ctx).filter(|used| used.trigger == Trigger::Used);
    let ability = used.and_then(|used| ability_of(state, id, used.amount));
    ability.is_some_and(|ability| ability.from == From::Play) && state.facts(id).card_type != CardType::Event
}

/// Its player could choose it to strike.
pub fn may_be_chosen_to_strike(state: &State, _: &Ctx, id: CardId) -> bool {
    strike::may_be_chosen(state, state.card(id).controller, id)
}

/// The engagement is against a friendly Hoth objective, even if that has fallen by now.
pub fn fights_for_your_hoth(state: &State, ctx: &Ctx) -> bool {
    let objective = state.engagement.as_ref().map(|engagement| engagement.objective);
    objective.is_some_and(|id| filters::matches(state, ctx, id, YOUR_HOTH))
}

/// Has a keyword.
pub fn has_keywords(state: &State, _: &Ctx, id: CardId) -> bool {
    !constants::keywords(state, id).is_empty()
}

/// Has combat icons, edge-enabled ones or others.
pub fn has_icons(state: &State, _: &Ctx, id: CardId) -> bool {
    Icon::ALL.into_iter().any(|icon| constants::all_icons(state, id, icon) != (0, 0))
}

/// Has edge-enabled combat icons.
pub fn has_edge_icons(state: &State, _: &Ctx, id: CardId) -> bool {
    Icon::ALL.into_iter().any(|icon| constants::all_icons(state, id, icon).1 > 0)
}

/// The printed combat icons of one type on the pilots of this card, edge-enabled ones or the others.
pub fn icons_of_pilots(state: &State, ctx: &Ctx, icon: Icon, edge: bool) -> i8 {
    let pilots =
        state.attachments(ctx.card).map(|id| state.facts(id)).filter(|it| it.traits.has(Trait::Pilot));
    pilots.map(|pilot| if edge { pilot.edge_icons.of(icon) } else { pilot.icons.of(icon) } as i8).sum()
}

/// The opponent has played no event this turn but the one that is being played.
pub fn their_first_event_this_turn(state: &State, ctx: &Ctx) -> bool {
    let played = state.player(opponent(ctx.seat)).played.iter();
    played.filter(|id| state.facts(**id).card_type == CardType::Event).count() == 1
}

/// A card of this title lies in the discard pile of its player.
pub fn lies_in_the_discard_pile_too(state: &State, _: &Ctx, id: CardId) -> bool {
    let card = state.card(id);
    let mut pile = state.player(card.owner).discard.iter();
    pile.any(|other| *other != id && state.facts(*other).title == card.facts().title)
}

/// A card of this title lies in the victory pile of the player of this effect.
pub fn has_a_copy_in_your_victory_pile(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let mut pile = state.player(ctx.seat).victory_pile.iter();
    pile.any(|other| state.facts(*other).title == state.facts(id).title)
}

/// No other objective of the Navy was engaged this turn.
pub fn is_first_against_the_navy(state: &State, _: &Ctx) -> bool {
    let navy = |id: &&CardId| constants::is_of_affiliation(state, **id, Affiliation::ImperialNavy);
    state.engaged.iter().filter(navy).count() == 1
}

/// A fate card whose effect could do something outside an edge battle.
pub fn fate_could_do_something(state: &State, ctx: &Ctx, id: CardId) -> bool {
    could(state, &Ctx::new(id, ctx.seat), edge::effect_of(state, id, false))
}

/// Lies in the edge stack of the opponent.
pub fn is_in_their_edge_stack(state: &State, ctx: &Ctx, id: CardId) -> bool {
    state.player(opponent(ctx.seat)).edge_stack.iter().any(|edge| edge.card == id)
}

/// The unit that has struck has destroyed an objective with it.
pub fn strike_felled_an_objective(state: &State, ctx: &Ctx) -> bool {
    let felled = state.engagement.as_ref().and_then(|engagement| engagement.felled);
    felled.is_some() && felled == subject(state, ctx)
}

/// Nothing says that the damage cannot be prevented or redirected.
pub fn damage_can_be_averted(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|coming| !coming.certain)
}

/// The dark side player has it.
pub fn is_of_the_dark_side(state: &State, _: &Ctx, id: CardId) -> bool {
    Side::of(state.card(id).controller) == Side::Dark
}

/// There is an edge battle, and the player has an edge stack in it.
pub fn lays_an_edge_stack(state: &State, ctx: &Ctx) -> bool {
    state.cursor == Cursor::EdgeBattle && !state.player(ctx.seat).edge_stack.is_empty()
}

/// Combat icons of this card have put at least two focus tokens on the card of the trigger in this strike.
pub fn has_placed_two(state: &State, ctx: &Ctx) -> bool {
    let Some(subject) = subject(state, ctx) else { return false };
    let placed = state.lasting.iter().filter(|lasting| {
        lasting.boon == Boon::FocusedInStrike && lasting.source == ctx.card && lasting.card == Some(subject)
    });
    placed.map(|lasting| i32::from(lasting.amount)).sum::<i32>() >= i32::from(read(state, ctx, 2))
}

/// An engagement may be declared against it now.
pub fn can_be_engaged(state: &State, _: &Ctx, id: CardId) -> bool {
    conflict::may_declare(state, id).is_ok()
}

/// The card has used a Reaction of its own in the strike that is being resolved.
pub fn has_reacted(state: &State, _: &Ctx, id: CardId) -> bool {
    constants::has(state, id, Boon::HasReacted)
}

/// The focus tokens of the Force User of the player that has most of them.
pub fn most_focus_of_a_force_user(state: &State, ctx: &Ctx) -> i8 {
    let force_users = state.units(ctx.seat).filter(|id| filters::has_trait(state, *id, Trait::ForceUser));
    force_users.map(|id| state.card(id).focus).max().unwrap_or(0).min(100) as i8
}

/// The ability of a unit of Scum and Villainy has captured the card.
pub fn captured_by_a_scum_unit(state: &State, _: &Ctx) -> bool {
    let used = |open: &&Occurrence| open.trigger == Trigger::Used && open.manner != Some(Manner::Deploy);
    let captor = state.occurrences.iter().rev().find(used).and_then(|open| open.card);
    captor.is_some_and(|id| {
        state.card(id).is_unit() && constants::is_of_affiliation(state, id, Affiliation::ScumAndVillainy)
    })
}
