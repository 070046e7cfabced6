//! What cards have and what is forbidden: printed values, constant effects of the cards in play and lasting effects, always
//! counted anew from the printed value. No number falls below zero.

use arrayvec::ArrayVec;
use table::{Denial, Seat, denial};

use super::atoms::{Amount, Boon, Constant, Ctx, Deed, Effects, Filter, Form, Guard, Is};
pub use super::blanking::is_blank;
use super::filters::{affiliation, all_hold, amount, matches, seats};
use super::{Affiliation, CardType, Held, Keyword, Kind, Trait, library};
use crate::state::{CardId, Icon, Place, State, opponent};

pub const FORBIDDEN: Denial = denial(
    "swlcg.core.overview.cannot-absolute",
    "A card in play forbids it.",
    "Eine Karte im Spiel verbietet es.",
);

/// The constant effects of the cards in play that give a boon, with their context.
fn givers(state: &State, boon: Boon) -> impl Iterator<Item = (Ctx, &'static Constant)> {
    let given = state.attention.gives(boon.bit());
    let (table, scored) =
        if given { (state.attention.givers(), state.attention.scored()) } else { (&[][..], &[][..]) };
    let gives = move |id: &CardId| state.facts(*id).gives & boon.bit() != 0 && !is_blank(state, *id);
    table.iter().chain(scored).copied().filter(gives).flat_map(move |id| printed(state, id, boon))
}

/// The constant effects printed on a card that give a boon, with their context.
pub fn printed(state: &State, id: CardId, boon: Boon) -> impl Iterator<Item = (Ctx, &'static Constant)> {
    let card = state.card(id);
    let ctx = Ctx::new(id, card.controller);
    let Effects { constants, scored, .. } = card.facts().effects;
    let constants = match card.place {
        Place::VictoryPile => *scored,
        _ => *constants,
    };
    constants.iter().filter(move |constant| constant.boon == boon).map(move |constant| (ctx, constant))
}

/// How much a constant effect gives.
fn given(state: &State, ctx: &Ctx, constant: &Constant) -> i32 {
    match constant.amount {
        Amount::N(number) if !constant.boon.is_counted() => i32::from(number),
        _ => i32::from(amount(state, ctx, &constant.amount)),
    }
}

/// The boons of a kind that anything in play gives to anybody.
pub fn of_kind(state: &State, kind: Boon) -> impl Iterator<Item = Boon> {
    let bit = kind.bit();
    // audit: same (0 to 1) — whoever gives none of the kind is only looked at in vain
    let givers = state.attention.givers().iter().filter(move |id| state.facts(**id).gives & bit != 0);
    let constants = givers.flat_map(|id| state.facts(*id).effects.constants).map(|constant| constant.boon);
    let lasting = state.lasting.iter().map(|lasting| lasting.boon);
    constants.chain(lasting).filter(move |boon| boon.bit() == bit)
}

/// Whether anything in play gives a boon of this kind to anybody.
#[inline]
// audit: same (returns true at once) — it only spares counting what nobody gives
pub fn is_given(state: &State, boon: Boon) -> bool {
    state.attention.gives(boon.bit()) || state.lasting.lends(boon.bit())
}

/// How much of a boon a card has beyond what is printed on it.
#[inline]
pub fn extra(state: &State, id: CardId, boon: Boon) -> i32 {
    if is_given(state, boon) { counted(state, id, boon) } else { 0 }
}

/// The most that any one effect gives a card of it, where several do not add up.
pub fn most(state: &State, id: CardId, boon: Boon) -> i32 {
    let mut most = 0;
    each_amount(state, id, boon, |amount| most = most.max(amount));
    most
}

#[inline(never)]
fn counted(state: &State, id: CardId, boon: Boon) -> i32 {
    let mut sum = 0;
    each_amount(state, id, boon, |amount| sum += amount);
    sum
}

/// What each effect gives a card of a boon.
fn each_amount(state: &State, id: CardId, boon: Boon, mut take: impl FnMut(i32)) {
    givers(state, boon).for_each(|(ctx, constant)| {
        if !constant.on.is_empty()
            && matches(state, &ctx, id, constant.on)
            && all_hold(state, &ctx, constant.when)
            && (boon == Boon::Unaffected || !is_unaffected(state, ctx.seat, id))
        {
            take(given(state, &Ctx { it: Some(id), ..ctx }, constant));
        }
    });
    if state.lasting.lends(boon.bit()) {
        let lasting = state.lasting.iter().filter(|lasting| lasting.card == Some(id) && lasting.boon == boon);
        lasting.for_each(|lasting| take(i32::from(lasting.amount)));
    }
}

/// Whether card effects of a player do nothing to a card, because they are those of an enemy.
pub fn is_unaffected(state: &State, by: Seat, id: CardId) -> bool {
    state.attention.gives(Boon::Unaffected.bit())
        && state.card(id).controller != by
        && has(state, id, Boon::Unaffected)
}

/// Whether the effect of a card does nothing to another one.
pub fn is_proof_against(state: &State, ctx: &Ctx, id: CardId) -> bool {
    if !state.attention.gives(Boon::Unaffected.bit()) {
        return false;
    }
    let source = state.facts(ctx.card);
    let event = source.card_type == CardType::Event;
    let force = event && source.traits.has(Trait::Force);
    is_unaffected(state, ctx.seat, id)
        || (event && has(state, id, Boon::UnaffectedByEvents))
        || (force && has(state, id, Boon::UnaffectedByForceEvents))
}

/// How much of a boon a player has.
#[inline]
pub fn of_player(state: &State, seat: Seat, boon: Boon) -> i32 {
    if is_given(state, boon) { counted_for(state, seat, boon) } else { 0 }
}

/// The most that any one effect gives a player of it.
pub fn highest(state: &State, seat: Seat, boon: Boon) -> Option<i32> {
    amounts(state, seat, boon).max()
}

/// How much of it a player loses, counting only what lowers it.
pub fn lowered(state: &State, seat: Seat, boon: Boon) -> i32 {
    amounts(state, seat, boon).filter(|amount| amount.is_negative()).sum()
}

#[inline(never)]
fn counted_for(state: &State, seat: Seat, boon: Boon) -> i32 {
    amounts(state, seat, boon).sum()
}

/// What each effect gives a player of a boon.
fn amounts(state: &State, seat: Seat, boon: Boon) -> impl Iterator<Item = i32> {
    let constant = givers(state, boon)
        .filter(move |(ctx, constant)| {
            constant.on.is_empty()
                && seats(ctx, constant.whose).any(|meant| meant == seat)
                && all_hold(state, ctx, constant.when)
        })
        .map(move |(ctx, constant)| given(state, &ctx, constant));
    let lasting = state
        .lasting
        .iter()
        .filter(move |lasting| lasting.card.is_none() && lasting.seat == seat && lasting.boon == boon);
    constant.chain(lasting.map(|lasting| i32::from(lasting.amount)))
}

fn total(printed: u8, extra: i32) -> u8 {
    u8::try_from((i32::from(printed) + extra).max(0)).unwrap_or(u8::MAX)
}

/// How much damage destroys a card.
pub fn capacity(state: &State, id: CardId) -> u8 {
    let printed = form(state, id).map_or(state.facts(id).capacity, |form| form.capacity);
    total(printed, extra(state, id, Boon::Capacity))
}

/// What a card is that is a unit for now.
fn form(state: &State, id: CardId) -> Option<&'static Form> {
    let card = state.card(id);
    if card.as_unit { card.facts().effects.form.as_ref() } else { None }
}

/// Whether anything in play makes capacities differ from what is printed.
// audit: same (returns true at once) — it only spares looking at cards whose capacity is the printed one
pub fn capacities_change(state: &State) -> bool {
    is_given(state, Boon::Capacity)
}

/// What a card that is not in play gives itself.
#[inline]
pub fn own(state: &State, id: CardId, boon: Boon) -> i32 {
    let facts = state.facts(id);
    // audit: same (0 to 1) — what it does not give itself is counted in vain
    if facts.gives & boon.bit() == 0 || state.is_in_play(id) { 0 } else { counted_own(state, id, boon) }
}

#[inline(never)]
fn counted_own(state: &State, id: CardId, boon: Boon) -> i32 {
    let facts = state.facts(id);
    let ctx = Ctx::new(id, state.card(id).controller);
    let constants = facts.effects.constants.iter().filter(|constant| constant.boon == boon);
    constants
        .filter(|constant| matches(state, &ctx, id, constant.on) && all_hold(state, &ctx, constant.when))
        .map(|constant| given(state, &ctx, constant))
        .sum()
}

/// What it costs to play a card, as what it is or as a pilot. A cost that is set goes before all that change it.
pub fn cost(state: &State, id: CardId, printed: u8) -> u8 {
    if has(state, id, Boon::Free) || own(state, id, Boon::Free) > 0 {
        return 0;
    }
    let beyond = |boon: Boon| extra(state, id, boon) + own(state, id, boon);
    let cost = total(printed, beyond(Boon::Cost));
    LEAST_COSTS.into_iter().fold(cost, |cost, least| {
        let less = total(0, beyond(Boon::CostDownTo(least)));
        cost.saturating_sub(less).max(least.min(cost))
    })
}

/// The costs below which cards do not make others cheaper.
const LEAST_COSTS: [u8; 2] = [2, 3];

/// Whether a card belongs to an affiliation.
pub fn is_of_affiliation(state: &State, id: CardId, wanted: Affiliation) -> bool {
    affiliation(state.card(id)) == Some(wanted)
        || (state.attention.gives(Boon::Affiliation(wanted).bit())
            && has(state, id, Boon::Affiliation(wanted)))
}

/// How many captured cards lie at a card, or count as lying there.
pub fn captives(state: &State, id: CardId) -> u8 {
    let held = state.card(id).captives;
    if !state.attention.gives(Boon::MoreCaptives.bit()) {
        return held;
    }
    total(held, extra(state, id, Boon::MoreCaptives))
}

/// Whether a unit has to attack if that objective is engaged.
pub fn must_attack(state: &State, unit: CardId, objective: CardId) -> bool {
    has(state, unit, Boon::MustAttack)
        || givers(state, Boon::MustAttackThis).any(|(ctx, constant)| {
            ctx.card == objective
                && matches(state, &ctx, unit, constant.on)
                && all_hold(state, &ctx, constant.when)
        })
}

pub fn resources(state: &State, id: CardId) -> u8 {
    let value = total(state.facts(id).resources, extra(state, id, Boon::Resources));
    // Doubling comes after everything that is added or taken off.
    if has(state, id, Boon::DoubleResources) { value.saturating_mul(2) } else { value }
}

pub fn force_icons(state: &State, id: CardId) -> u8 {
    let icons = total(state.facts(id).force, extra(state, id, Boon::ForceIcons));
    if has(state, id, Boon::DoubleForce) { icons.saturating_mul(2) } else { icons }
}

/// The icons of one type that a unit can use now: edge-enabled ones only with the edge.
pub fn icons(state: &State, id: CardId, icon: Icon) -> u8 {
    if !state.is_in_play(id) {
        return 0;
    }
    let (plain, edge) = all_icons(state, id, icon);
    // Whoever counts as having the edge has it for icons that another card makes edge-enabled as well.
    let edged = state.has_edge(state.card(id).controller) || has(state, id, Boon::EdgeIconsCount);
    let plain = if edged || !has(state, id, Boon::NeedsEdge) { plain } else { 0 };
    plain.saturating_add(if edged { edge } else { 0 })
}

/// The icons of one type, and those of them that need the edge.
pub fn all_icons(state: &State, id: CardId, icon: Icon) -> (u8, u8) {
    if !state.lasting.is_empty() && has(state, id, Boon::AllUnitDamage) {
        // First, because cards may count the icons of another type to say how many of this one a unit has.
        if icon != Icon::UnitDamage {
            return (0, 0);
        }
        // Those that needed the edge are icons like the others now.
        let all = Icon::ALL.map(|icon| icons_of_type(state, id, icon));
        let sum = all.iter().fold(0, |sum: u8, (plain, edge)| sum.saturating_add(plain + edge));
        return (sum, 0);
    }
    icons_of_type(state, id, icon)
}

fn icons_of_type(state: &State, id: CardId, icon: Icon) -> (u8, u8) {
    let facts = state.facts(id);
    let icons = form(state, id).map_or(&facts.icons, |form| &form.icons);
    let printed = (icons.of(icon), facts.edge_icons.of(icon));
    if has(state, id, Boon::FixedIcons) {
        return printed;
    }
    if has(state, id, Boon::NoIcons(icon)) {
        return (0, 0);
    }
    let mut gained = (extra(state, id, Boon::Icon(icon)), extra(state, id, Boon::EdgeIcon(icon)));
    if has(state, id, Boon::NoGainedIcons) {
        gained = (gained.0.min(0), gained.1.min(0));
    }
    let (plain, edge) = (total(printed.0, gained.0), total(printed.1, gained.1));
    if has(state, id, Boon::DoubleIcons(icon)) {
        return (plain.saturating_mul(2), edge.saturating_mul(2));
    }
    (plain, edge)
}

pub fn has_keyword(state: &State, id: CardId, keyword: Keyword) -> bool {
    let printed = state.facts(id).keywords.has(keyword) && !is_blank(state, id);
    (printed || extra(state, id, Boon::Keyword(keyword)) > 0) && !has(state, id, Boon::LacksKeyword(keyword))
}

/// The X of Edge (X); values from several sources add up.
pub fn edge(state: &State, id: CardId) -> u8 {
    let printed = if is_blank(state, id) { 0 } else { state.facts(id).edge };
    total(printed, extra(state, id, Boon::Edge))
}

/// Whether a unit is committed to the Force, or counts as being so.
pub fn is_committed(state: &State, id: CardId) -> bool {
    state.card(id).committed || has(state, id, Boon::CountsCommitted)
}

const GUARDS: [(Guard, Filter); 5] = [
    (Guard::Character, &[Is::Trait(Trait::Character)]),
    (Guard::Vehicle, &[Is::Trait(Trait::Vehicle)]),
    (Guard::Unit, &[Is::Unit]),
    (Guard::ExhaustedRebel, &[Is::Unit, Is::Exhausted, Is::Affiliation(Affiliation::RebelAlliance)]),
    (Guard::ObsidianLeader, &[Is::Named("Obsidian Leader")]),
];

/// Whether a card protects another one of its player.
pub fn protects(state: &State, id: CardId, other: CardId) -> bool {
    let ctx = Ctx::new(id, state.card(id).controller);
    if has(state, id, Boon::LacksProtect) {
        return false;
    }
    let printed = state.facts(id).protects.filter(|_| has_printed_protect(state, id));
    printed.is_some_and(|filter| matches(state, &ctx, other, filter))
        || (is_given(state, Boon::Protects(Guard::Unit))
            && (GUARDS.iter().any(|(guard, filter)| {
                has(state, id, Boon::Protects(*guard)) && matches(state, &ctx, other, filter)
            }) || borrowed_protect(state, id).any(|kind| {
                library().card(kind).protects.is_some_and(|filter| matches(state, &ctx, other, filter))
            })))
}

/// Whether a card still has the Protect that is printed on it.
fn has_printed_protect(state: &State, id: CardId) -> bool {
    state.facts(id).protects.is_some()
        && !is_blank(state, id)
        && !has(state, id, Boon::LacksProtect)
        && !has(state, id, Boon::LacksPrintedProtect)
}

/// The cards whose Protect a card has for a time.
fn borrowed_protect(state: &State, id: CardId) -> impl Iterator<Item = Kind> {
    let own = state.lasting.iter().filter(move |lasting| lasting.card == Some(id));
    own.filter_map(|lasting| if let Boon::ProtectsLike(kind) = lasting.boon { Some(kind) } else { None })
}

/// The keywords that a unit has now.
pub fn keywords(state: &State, id: CardId) -> ArrayVec<Held, 16> {
    let facts = state.facts(id);
    let mut held = ArrayVec::new();
    let plain = Keyword::ALL.iter().map(|(keyword, _)| *keyword);
    held.extend(plain.filter(|keyword| has_keyword(state, id, *keyword)).map(Held::Plain));
    held.extend(Some(edge(state, id)).filter(|edge| *edge > 0).map(Held::Edge));
    let pilots = !is_blank(state, id) && !has(state, id, Boon::LacksPilot);
    held.extend(facts.pilot.filter(|_| pilots).map(Held::Pilot));
    if has(state, id, Boon::LacksProtect) {
        return held;
    }
    held.extend(has_printed_protect(state, id).then_some(Held::Protect(state.card(id).kind)));
    let given = GUARDS.iter().map(|(guard, _)| *guard).filter(|guard| has(state, id, Boon::Protects(*guard)));
    held.extend(given.map(Held::Guard));
    held
}

/// What a card has that loses a keyword, and what one has that gets it.
pub fn keyword_lost_and_gained(state: &State, id: CardId, keyword: Held) -> [Option<(Boon, i8)>; 2] {
    match keyword {
        // audit: same (1 to 2) — a keyword without a number is there or not
        Held::Plain(plain) => [Some((Boon::LacksKeyword(plain), 1)), Some((Boon::Keyword(plain), 1))],
        Held::Edge(by) => [Some((Boon::Edge, -(by as i8))), Some((Boon::Edge, by as i8))],
        // In play it means nothing to a unit that has no trait Pilot.
        // audit: same (1 to 2) — a keyword is there or not
        Held::Pilot(_) => [Some((Boon::LacksPilot, 1)), None],
        // audit: same (1 to 2) — a keyword is there or not
        Held::Protect(kind) => [Some((Boon::LacksPrintedProtect, 1)), Some((Boon::ProtectsLike(kind), 1))],
        Held::Guard(guard) => {
            let all = i8::try_from(extra(state, id, Boon::Protects(guard))).unwrap_or(i8::MAX);
            // audit: same (1 to 2) — a keyword is there or not
            [Some((Boon::Protects(guard), -all)), Some((Boon::Protects(guard), 1))]
        }
    }
}

/// How many more cards count where such cards are counted: Hoth objectives that a player counts as having.
pub fn counted_too(state: &State, ctx: &Ctx, filter: Filter) -> usize {
    if !is_given(state, Boon::MoreHothObjectives) {
        return 0;
    }
    let hoth = filter.iter().any(|is| matches!(is, Is::Trait(Trait::Hoth)));
    let plain = filter
        .iter()
        .all(|is| matches!(is, Is::Objective | Is::Trait(Trait::Hoth) | Is::Friendly | Is::Enemy));
    if !hoth || !plain {
        return 0;
    }
    let other = opponent(ctx.seat);
    let friendly = filter.iter().any(|is| matches!(is, Is::Friendly));
    let enemy = filter.iter().any(|is| matches!(is, Is::Enemy));
    let of =
        |seat, counts: bool| if counts { of_player(state, seat, Boon::MoreHothObjectives).max(0) } else { 0 };
    (of(ctx.seat, !enemy) + of(other, !friendly)) as usize
}

/// Whether a card has something that is not a number.
#[inline]
pub fn has(state: &State, id: CardId, boon: Boon) -> bool {
    extra(state, id, boon) > 0
}

/// Whether a card is kept from doing something or from having it done to it.
#[inline]
pub fn may(state: &State, id: CardId, deed: Deed) -> Result<(), Denial> {
    if has(state, id, Boon::Cannot(deed)) { Err(FORBIDDEN) } else { Ok(()) }
}

/// Whether a player may play a card: nothing forbids it, and its title is not banned.
pub fn may_be_played(state: &State, seat: Seat, id: CardId) -> Result<(), Denial> {
    may(state, id, Deed::BePlayed)?;
    let ban = Boon::Bans(state.facts(id).title);
    let stands = |by: Option<CardId>| by.is_some_and(|by| state.is_in_play(by) && state.card(by).damage == 0);
    let banned = state.lasting.lends(ban.bit())
        && state
            .lasting
            .iter()
            .any(|lasting| lasting.boon == ban && lasting.seat == opponent(seat) && stands(lasting.card));
    if banned { Err(FORBIDDEN) } else { Ok(()) }
}

/// Whether the damage that a card deals to another one is doubled.
pub fn doubles_damage(state: &State, source: CardId, target: CardId) -> bool {
    givers(state, Boon::DoubleDamage).any(|(ctx, constant)| {
        let deals = ctx.card == source || state.card(ctx.card).attached == Some(source);
        deals && matches(state, &ctx, target, constant.on) && all_hold(state, &ctx, constant.when)
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
        // audit: same (0 to 1) — no card lets nobody attack
        .map(|(ctx, constant)| amount(state, &ctx, &constant.amount).max(0) as usize);
    most.min().unwrap_or(usize::MAX)
}

/// Whether the resources of a card match an affiliation.
pub fn matches_affiliation(state: &State, provider: CardId, wanted: Affiliation) -> bool {
    is_of_affiliation(state, provider, wanted)
        || has(state, provider, Boon::MatchesFor(wanted))
        || has_keyword(state, provider, Keyword::Influence)
        || has(state, provider, Boon::MatchesAll)
}
