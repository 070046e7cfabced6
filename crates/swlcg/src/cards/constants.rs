//! What cards have and what is forbidden: printed values, constant effects of the cards in play and lasting effects, always
//! counted anew from the printed value. No number falls below zero.

use table::{Denial, Seat, denial};

use super::atoms::{Boon, Constant, Ctx, Deed};
use super::filters::{all_hold, amount, matches, seats};
use super::{Affiliation, Keyword};
use crate::state::{CardId, Icon, State};

pub const FORBIDDEN: Denial = denial(
    "swlcg.core.overview.cannot-absolute",
    "A card in play forbids it.",
    "Eine Karte im Spiel verbietet es.",
);

/// The constant effects of the cards in play that give a boon, with their context.
fn givers(state: &State, boon: Boon) -> impl Iterator<Item = (Ctx, &'static Constant)> {
    let table = if state.attention.gives(boon.bit()) { state.attention.givers() } else { &[] };
    let sources = table.iter().copied().filter(move |id| {
        let card = state.card(*id);
        card.facts().gives & boon.bit() != 0 && !card.face_down
    });
    sources.flat_map(move |id| {
        let card = state.card(id);
        let ctx = Ctx::new(id, card.controller);
        let constants = card.facts().effects.constants.iter();
        constants.filter(move |constant| constant.boon == boon).map(move |constant| (ctx, constant))
    })
}

/// How much of a boon a card has beyond what is printed on it.
pub fn extra(state: &State, id: CardId, boon: Boon) -> i32 {
    if state.lasting.is_empty() && !state.attention.gives(boon.bit()) {
        return 0;
    }
    let constant: i32 = givers(state, boon)
        .filter(|(ctx, constant)| {
            !constant.on.is_empty()
                && matches(state, ctx, id, constant.on)
                && all_hold(state, ctx, constant.when)
        })
        .map(|(ctx, constant)| i32::from(amount(state, &ctx, &constant.amount)))
        .sum();
    let lasting = state.lasting.iter().filter(|lasting| lasting.card == Some(id) && lasting.boon == boon);
    constant + lasting.map(|lasting| i32::from(lasting.amount)).sum::<i32>()
}

/// How much of a boon a player has.
pub fn of_player(state: &State, seat: Seat, boon: Boon) -> i32 {
    if state.lasting.is_empty() && !state.attention.gives(boon.bit()) {
        return 0;
    }
    let constant: i32 = givers(state, boon)
        .filter(|(ctx, constant)| {
            constant.on.is_empty()
                && seats(ctx, constant.whose).any(|meant| meant == seat)
                && all_hold(state, ctx, constant.when)
        })
        .map(|(ctx, constant)| i32::from(amount(state, &ctx, &constant.amount)))
        .sum();
    let lasting = state
        .lasting
        .iter()
        .filter(|lasting| lasting.card.is_none() && lasting.seat == seat && lasting.boon == boon);
    constant + lasting.map(|lasting| i32::from(lasting.amount)).sum::<i32>()
}

fn total(printed: u8, extra: i32) -> u8 {
    (i32::from(printed) + extra).clamp(0, 255) as u8
}

/// How much damage destroys a card.
pub fn capacity(state: &State, id: CardId) -> u8 {
    total(state.facts(id).capacity, extra(state, id, Boon::Capacity))
}

/// Whether anything in play makes capacities differ from what is printed.
pub fn capacities_change(state: &State) -> bool {
    state.attention.gives(Boon::Capacity.bit())
        || state.lasting.iter().any(|lasting| lasting.boon == Boon::Capacity)
}

/// What it costs to play a card, as what it is or as a pilot.
pub fn cost(state: &State, id: CardId, printed: u8) -> u8 {
    total(printed, extra(state, id, Boon::Cost))
}

pub fn resources(state: &State, id: CardId) -> u8 {
    let value = total(state.facts(id).resources, extra(state, id, Boon::Resources));
    // Doubling comes after everything that is added or taken off.
    if has(state, id, Boon::DoubleResources) { value.saturating_mul(2) } else { value }
}

pub fn force_icons(state: &State, id: CardId) -> u8 {
    total(state.facts(id).force, extra(state, id, Boon::ForceIcons))
}

/// The icons of one type that a unit can use now: edge-enabled ones only with the edge.
pub fn icons(state: &State, id: CardId, icon: Icon) -> u8 {
    let facts = state.facts(id);
    if !state.is_in_play(id) {
        return 0;
    }
    let always = total(facts.icons.of(icon), extra(state, id, Boon::Icon(icon)));
    if !state.has_edge(state.card(id).controller) {
        return always;
    }
    always.saturating_add(total(facts.edge_icons.of(icon), extra(state, id, Boon::EdgeIcon(icon))))
}

pub fn has_keyword(state: &State, id: CardId, keyword: Keyword) -> bool {
    state.facts(id).keywords.has(keyword) || extra(state, id, Boon::Keyword(keyword)) > 0
}

/// The X of Edge (X); values from several sources add up.
pub fn edge(state: &State, id: CardId) -> u8 {
    total(state.facts(id).edge, extra(state, id, Boon::Edge))
}

/// Whether a card has something that is not a number.
pub fn has(state: &State, id: CardId, boon: Boon) -> bool {
    extra(state, id, boon) > 0
}

/// Whether a card is kept from doing something or from having it done to it.
pub fn may(state: &State, id: CardId, deed: Deed) -> Result<(), Denial> {
    if has(state, id, Boon::Cannot(deed)) { Err(FORBIDDEN) } else { Ok(()) }
}

/// Whether the damage that a card deals to another one is doubled.
pub fn doubles_damage(state: &State, source: CardId, target: CardId) -> bool {
    givers(state, Boon::DoubleDamage).any(|(ctx, constant)| {
        ctx.card == source
            && matches(state, &ctx, target, constant.on)
            && all_hold(state, &ctx, constant.when)
    })
}

/// Whether a unit may be declared as an attacker against an objective.
pub fn may_attack(state: &State, unit: CardId, objective: CardId) -> Result<(), Denial> {
    may(state, unit, Deed::Attack)?;
    let barred = givers(state, Boon::Cannot(Deed::AttackThis)).any(|(ctx, constant)| {
        ctx.card == objective
            && matches(state, &ctx, unit, constant.on)
            && all_hold(state, &ctx, constant.when)
    });
    if barred { Err(FORBIDDEN) } else { Ok(()) }
}

/// The most attackers that can be declared against an objective.
pub fn most_attackers(state: &State, objective: CardId) -> usize {
    let most = givers(state, Boon::MostAttackers)
        .filter(|(ctx, constant)| {
            matches(state, ctx, objective, constant.on) && all_hold(state, ctx, constant.when)
        })
        .map(|(ctx, constant)| amount(state, &ctx, &constant.amount).max(0) as usize);
    most.min().unwrap_or(usize::MAX)
}

/// Whether the resources of a card match an affiliation.
pub fn matches_affiliation(state: &State, provider: CardId, wanted: Affiliation) -> bool {
    state.card(provider).affiliation() == wanted
        || has_keyword(state, provider, Keyword::Influence)
        || has(state, provider, Boon::MatchesAll)
}
