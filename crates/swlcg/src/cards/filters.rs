//! Who is meant: cards against filters, conditions and amounts. Everything here only looks.

use table::Seat;

use super::atoms::{Amount, Boon, Ctx, Filter, From, Is, Trigger, When, Who, Whose};
use super::numerals::{read, read_signed};
use super::{Affiliation, CardType, Trait, ability_of, constants};
use crate::state::{Card, CardId, CardSet, Manner, Occurrence, Place, State, opponent};
use crate::victory;

/// The occurrence that an effect answers.
pub fn answered<'a>(state: &'a State, ctx: &Ctx) -> Option<&'a Occurrence> {
    state.occurrences.get(ctx.answers? as usize)
}

/// Whether a card is meant by a filter. What nearly every filter asks is answered here.
#[inline]
pub fn matches(state: &State, ctx: &Ctx, id: CardId, filter: Filter) -> bool {
    for is in filter {
        let so = match is {
            Is::Unit => counts_as_unit(state.card(id)),
            Is::Friendly => state.card(id).controller == ctx.seat,
            Is::Enemy => state.card(id).controller != ctx.seat,
            _ => holds(state, ctx, id, is),
        };
        if !so {
            return false;
        }
    }
    true
}

/// Whether a card is a unit, or was one until it left play, though it is an enhancement elsewhere.
#[inline]
fn counts_as_unit(card: &Card) -> bool {
    match card.facts().card_type {
        CardType::Unit => card.attached.is_none() || card.place != Place::Play,
        _ => card.as_unit,
    }
}

/// The cards in play that a filter means.
pub fn all<'a>(state: &'a State, ctx: &'a Ctx, filter: Filter) -> impl Iterator<Item = CardId> + 'a {
    state.in_play().filter(move |id| !state.card(*id).face_down && matches(state, ctx, *id, filter))
}

/// Every card of the game, wherever it is.
pub fn every_card(state: &State) -> impl Iterator<Item = CardId> {
    state.cards.iter().enumerate().map(|(place, _)| CardId(place as u8))
}

/// The cards that lie in a place.
pub fn lying(state: &State, place: Place) -> impl Iterator<Item = CardId> {
    every_card(state).filter(move |id| state.card(*id).place == place)
}

/// The one card that somebody means who chooses nothing.
pub fn single(state: &State, ctx: &Ctx, who: &Who) -> Option<CardId> {
    match who {
        Who::This => Some(ctx.card),
        Who::Host => state.card(ctx.card).attached,
        Who::Subject => answered(state, ctx)?.card,
        Who::Cause => answered(state, ctx)?.source,
        Who::It => ctx.it,
        Who::Paid => ctx.paid,
        Who::FirstTarget => ctx.targets[0].map(|(_, id)| id),
        Who::Engaged => state.engaged_objective(),
        _ => None,
    }
}

// Never within the loop of `matches`: preparing for all its cases beforehand costs more than the call.
#[inline(never)]
fn holds(state: &State, ctx: &Ctx, id: CardId, is: &Is) -> bool {
    let card = state.card(id);
    match *is {
        Is::Unit => counts_as_unit(card),
        Is::Objective => card.is_objective(),
        Is::Enhancement => card.card_type() == CardType::Enhancement,
        Is::Event => card.card_type() == CardType::Event,
        Is::Fate => card.card_type() == CardType::Fate,
        // audit: same — it was answered before this is asked
        Is::Friendly => card.controller == ctx.seat,
        // audit: same — it was answered before this is asked
        Is::Enemy => card.controller != ctx.seat,
        Is::Trait(wanted) => has_trait(state, id, wanted),
        Is::Mission => card.is_mission(),
        Is::Affiliation(wanted) => constants::is_of_affiliation(state, id, wanted),
        Is::Keyword(wanted) => constants::has_keyword(state, id, wanted),
        Is::InPlay => state.is_in_play(id),
        Is::Named(name) => card.facts().name.en == name,
        Is::Unique => card.facts().unique,
        Is::InFaction => in_faction(state, id),
        Is::ForceAtMost(most) => card.facts().force <= read(state, ctx, most),
        Is::CostAtMost(most) => card.facts().cost <= read(state, ctx, most),
        Is::CostAtLeast(least) => card.facts().cost >= read(state, ctx, least),
        Is::CostAtMostOf(who) => {
            single(state, ctx, who).is_none_or(|other| card.facts().cost <= state.facts(other).cost)
        }
        Is::CheaperThan(who) => {
            single(state, ctx, who).is_none_or(|other| card.facts().cost < state.facts(other).cost)
        }
        Is::OutOfFaction => !in_faction(state, id),
        Is::Of(side) => card.facts().side == side,
        Is::Provides => constants::resources(state, id) > 0,
        Is::DamageAtLeast(least) => card.damage >= read(state, ctx, least),
        Is::DamageAtMost(most) => card.damage <= read(state, ctx, most),
        Is::FocusAtLeast(least) => card.focus >= read(state, ctx, least),
        Is::Pilot => card.facts().traits.has(Trait::Pilot),
        Is::Piloted => state.attachments(id).any(|other| state.facts(other).traits.has(Trait::Pilot)),
        Is::Attached => card.attached.is_some() && card.place == Place::Play,
        Is::Declared => state.engagement.as_ref().is_some_and(|engagement| engagement.declared.contains(id)),
        Is::Ready => card.is_ready(),
        Is::Exhausted => !card.is_ready(),
        Is::Damaged => card.damage > 0,
        Is::Undamaged => card.damage == 0,
        Is::Shielded => card.shields > 0,
        Is::Committed => constants::is_committed(state, id),
        Is::Enhanced => state.enhancement_count(id) > 0,
        Is::Guarding => constants::captives(state, id) > 0,
        Is::Participating => fights(state, ctx, id),
        Is::Attacking => fights(state, ctx, id) && card.controller == state.attacker(),
        Is::Defending => fights(state, ctx, id) && card.controller == state.defender(),
        Is::Engaged => state.engaged_objective() == Some(id),
        Is::This => id == ctx.card,
        Is::Host => state.card(ctx.card).attached == Some(id),
        Is::OnThis => card.attached == Some(ctx.card),
        Is::Subject => answered(state, ctx).is_some_and(|occurrence| occurrence.card == Some(id)),
        Is::Cause => answered(state, ctx).is_some_and(|occurrence| occurrence.source == Some(id)),
        Is::It => ctx.it == Some(id),
        Is::FirstTarget => ctx.targets[0].is_some_and(|(_, target)| target == id),
        Is::CopyOf(who) => {
            single(state, ctx, who).is_some_and(|other| state.facts(other).title == card.facts().title)
        }
        Is::DearerThan(who) => {
            single(state, ctx, who).is_none_or(|other| card.facts().cost > state.facts(other).cost)
        }
        Is::WasEngaged => state.engaged.contains(&id),
        Is::CostsAsMuchAs(who) => {
            single(state, ctx, who).is_none_or(|other| card.facts().cost == state.facts(other).cost)
        }
        Is::SharesNoAffiliationWith(who) => single(state, ctx, who).is_none_or(|other| {
            let both = |wanted| {
                constants::is_of_affiliation(state, id, wanted)
                    && constants::is_of_affiliation(state, other, wanted)
            };
            !Affiliation::REAL.iter().copied().any(both)
        }),
        Is::SharesTraitWith(who) => single(state, ctx, who).is_none_or(|other| {
            let both = |wanted| has_trait(state, id, wanted) && has_trait(state, other, wanted);
            Trait::ALL.iter().any(|(wanted, _)| both(*wanted))
        }),
        Is::SharesSetWith(who) => {
            card.set != 0 && single(state, ctx, who).is_some_and(|other| state.card(other).set == card.set)
        }
        Is::On(who) => {
            card.place == Place::Play
                && single(state, ctx, who).is_some_and(|host| card.attached == Some(host))
        }
        Is::IfSome(filter) => {
            let ctx = Ctx { it: Some(id), ..*ctx };
            state.in_play().any(|other| !state.card(other).face_down && matches(state, &ctx, other, filter))
        }
        Is::WithOwnerOf(who) => {
            single(state, ctx, who).is_none_or(|other| state.card(other).controller == card.controller)
        }
        Is::Special(test) => test(state, ctx, id),
        Is::Not(filter) => !matches(state, ctx, id, filter),
        Is::Any(filters) => filters.iter().any(|filter| matches(state, ctx, id, filter)),
    }
}

/// Whether a card takes part in the engagement. A unit that strikes as if it did does so for its own text and for what
/// enhances it.
fn fights(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let own = || ctx.card == id || state.card(ctx.card).attached == Some(id);
    state.is_participating(id)
        || (state.lasting.lends(Boon::StrikesAsIfThere.bit())
            && own()
            && constants::has(state, id, Boon::StrikesAsIfThere))
}

pub fn has_trait(state: &State, id: CardId, wanted: Trait) -> bool {
    state.facts(id).traits.has(wanted) || constants::has(state, id, Boon::Trait(wanted))
}

/// The affiliation of a card. A mission under the control of an opponent has none.
pub fn affiliation(card: &Card) -> Option<Affiliation> {
    let lent = card.is_mission() && card.controller != card.owner;
    (!lent).then(|| card.affiliation())
}

/// Whether a card shares an affiliation with the affiliation card of its controller.
fn in_faction(state: &State, id: CardId) -> bool {
    let card = state.card(id);
    let own = state.affiliation_card(card.controller).map(|own| state.card(own).affiliation());
    own.is_some_and(|own| constants::is_of_affiliation(state, id, own))
}

/// The players that are meant, the player of the effect first.
pub fn seats(ctx: &Ctx, whose: Whose) -> impl Iterator<Item = Seat> + use<> {
    let (you, other) = (ctx.seat, opponent(ctx.seat));
    let meant = match whose {
        Whose::You => [Some(you), None],
        Whose::Opponent => [Some(other), None],
        Whose::Each => [Some(you), Some(other)],
    };
    meant.into_iter().flatten()
}

pub fn all_hold(state: &State, ctx: &Ctx, conditions: &[When]) -> bool {
    conditions.iter().all(|when| is_so(state, ctx, when))
}

pub fn is_so(state: &State, ctx: &Ctx, when: &When) -> bool {
    let occurrence = answered(state, ctx);
    let subject = occurrence.and_then(|occurrence| occurrence.card);
    let cause = occurrence.and_then(|occurrence| occurrence.source);
    match *when {
        When::By(whose) => {
            let seat = occurrence.and_then(|occurrence| occurrence.seat);
            seat.is_some_and(|seat| seats(ctx, whose).any(|meant| meant == seat))
        }
        When::SubjectIs(filter) => subject.is_some_and(|id| matches(state, ctx, id, filter)),
        When::CauseIs(filter) => cause.is_some_and(|id| matches(state, ctx, id, filter)),
        When::Played(filter) => subject.is_some_and(|id| {
            let deployed = occurrence.is_some_and(|occurrence| occurrence.manner == Some(Manner::Deploy));
            (deployed || is_played_event(state, id, occurrence)) && matches(state, ctx, id, filter)
        }),
        When::Used(manner) => occurrence.is_some_and(|occurrence| occurrence.manner == Some(manner)),
        When::NotCanceled => occurrence.is_some_and(|occurrence| !occurrence.canceled),
        When::AmountAtLeast(least) => {
            occurrence.is_some_and(|occurrence| occurrence.amount >= read(state, ctx, least))
        }
        When::ThisIs(filter) => matches(state, ctx, ctx.card, filter),
        When::HostIs(filter) => {
            state.card(ctx.card).attached.is_some_and(|host| matches(state, ctx, host, filter))
        }
        When::YourTurn => state.active == ctx.seat,
        When::OpponentsTurn => state.active != ctx.seat,
        When::In(phase) => state.phase() == phase,
        When::InEngagement => state.engagement.is_some(),
        When::YouAttack => state.engagement.is_some() && state.attacker() == ctx.seat,
        When::YouDefend => state.engagement.is_some() && state.defender() == ctx.seat,
        When::YouHaveEdge => state.has_edge(ctx.seat),
        When::Unopposed => state.engagement.as_ref().is_some_and(|engagement| engagement.unopposed),
        When::Contested => edge_totals(state, ctx).is_some_and(|(yours, theirs)| yours.min(theirs) > 0),
        When::TwiceTheForce => edge_totals(state, ctx).is_some_and(|(yours, theirs)| yours >= 2 * theirs),
        When::YouPlacedFate => {
            state.engagement.as_ref().is_some_and(|engagement| engagement.fate_placed.contains(ctx.seat))
        }
        When::Balance(side) => state.balance == side,
        When::There(filter) => are_there(state, ctx, 1, filter),
        When::AtLeast(least, filter) => are_there(state, ctx, read(state, ctx, least).into(), filter),
        When::FirstThisTurn(filter) => {
            !state.player(ctx.seat).played.iter().any(|id| matches(state, ctx, *id, filter))
        }
        When::Exactly(number, filter) => all(state, ctx, filter).count() == read(state, ctx, number) as usize,
        When::More(one, other) => amount(state, ctx, one) > amount(state, ctx, other),
        When::EngagedIs(filter) => {
            state.engaged_objective().is_some_and(|id| matches(state, ctx, id, filter))
        }
        When::Targets(filter) => {
            let place = ctx.answers;
            state.targets.iter().any(|aim| Some(aim.of) == place && matches(state, ctx, aim.card, filter))
        }
        When::UsedBy(filter) => {
            let used = occurrence.is_some_and(|occurrence| {
                occurrence.trigger == Trigger::Used && occurrence.manner != Some(Manner::Deploy)
            });
            used && subject.is_some_and(|id| matches(state, ctx, id, filter))
        }
        When::WasDestroyed => occurrence.is_some_and(|occurrence| occurrence.amount == 1),
        When::WasSacrificed => occurrence.is_some_and(|occurrence| occurrence.amount == 2),
        When::DeclaredAlone => {
            state.engagement.as_ref().is_some_and(|engagement| engagement.declared.count() == 1)
        }
        When::ItIs(filter) => ctx.it.is_some_and(|id| matches(state, ctx, id, filter)),
        When::FirstToStrike(filter) => {
            let strikers = state.engagement.as_ref().map(|engagement| engagement.strikers);
            is_first(state, ctx, strikers.unwrap_or_default(), filter)
        }
        When::ByIcon => occurrence.is_some_and(|occurrence| occurrence.icon),
        When::PutIntoPlay => {
            let playing = |open: &Occurrence| {
                open.trigger == Trigger::Used && open.manner == Some(Manner::Deploy) && open.card == subject
            };
            subject.is_some() && !state.occurrences.iter().any(playing)
        }
        When::InYourEdgeStack(filter) => {
            state.player(ctx.seat).edge_stack.iter().any(|edge| matches(state, ctx, edge.card, filter))
        }
        When::InTheirEdgeStack(filter) => {
            let stack = &state.player(opponent(ctx.seat)).edge_stack;
            stack.iter().any(|edge| matches(state, ctx, edge.card, filter))
        }
        When::Any(conditions) => conditions.iter().any(|when| is_so(state, ctx, when)),
        When::Not(inner) => !is_so(state, ctx, inner),
        When::Special(test) => test(state, ctx),
    }
}

/// Whether the ability that is being used plays an event; what an event does from the discard pile does not.
fn is_played_event(state: &State, id: CardId, used: Option<&Occurrence>) -> bool {
    let ability = used.and_then(|used| ability_of(state, id, used.amount));
    state.facts(id).card_type == CardType::Event
        && ability.is_none_or(|ability| ability.from != From::Discard)
}

/// Whether no such card is among those who have struck.
pub(super) fn is_first(state: &State, ctx: &Ctx, strikers: CardSet, filter: Filter) -> bool {
    !every_card(state).any(|id| strikers.contains(id) && matches(state, ctx, id, filter))
}

/// Whether so many such cards are in play, with those that count as being there.
fn are_there(state: &State, ctx: &Ctx, least: usize, filter: Filter) -> bool {
    let least = least.saturating_sub(constants::counted_too(state, ctx, filter));
    least == 0 || all(state, ctx, filter).nth(least - 1).is_some()
}

/// The Force icons of the last edge battle of this engagement: those of the player of the effect, and the opponent's.
fn edge_totals(state: &State, ctx: &Ctx) -> Option<(u16, u16)> {
    let (attacking, defending) = state.engagement.as_ref()?.edge_totals?;
    let attacks = state.attacker() == ctx.seat;
    let totals = if attacks { (attacking, defending) } else { (defending, attacking) };
    Some((totals.0.into(), totals.1.into()))
}

pub fn amount(state: &State, ctx: &Ctx, amount: &Amount) -> i8 {
    match amount {
        Amount::N(number) => read_signed(state, ctx, *number, 0),
        Amount::Nth(number, place) => read_signed(state, ctx, *number, *place),
        Amount::All => i8::MAX,
        Amount::Count(filter) => {
            let counted = constants::counted_too(state, ctx, filter);
            small(all(state, ctx, filter).count() + counted)
        }
        Amount::OfTrigger => {
            // audit: same (0 to 1) — only what answers something counts it
            answered(state, ctx).map_or(0, |occurrence| small(occurrence.amount))
        }
        Amount::Hand(whose) => {
            let held = |seat| {
                let more = constants::of_player(state, seat, Boon::HandSize).max(0) as usize;
                state.player(seat).hand.len() + more
            };
            small(seats(ctx, *whose).map(held).sum::<usize>())
        }
        Amount::CapturedHere => small(constants::captives(state, ctx.card)),
        Amount::CapturedAt(filter) => {
            let captives = |id| usize::from(constants::captives(state, id));
            small(all(state, ctx, filter).map(captives).sum::<usize>())
        }
        Amount::Dial => small(victory::dial(state)),
        Amount::Discarded(whose, filter) => {
            let piles = seats(ctx, *whose).flat_map(|seat| state.player(seat).discard.iter().copied());
            small(piles.filter(|id| matches(state, ctx, *id, filter)).count())
        }
        Amount::ForceOfPaid => ctx.paid.map_or(0, |id| small(state.facts(id).force)),
        Amount::DealtForCost => small(ctx.dealt),
        // audit: same (0 to 1) — it is counted once there is such a card
        Amount::CostOf(who) => single(state, ctx, who).map_or(0, |id| small(state.facts(id).cost)),
        Amount::Affiliations(whose) => {
            let shown = |wanted: &Affiliation| {
                let of = |id: CardId| constants::is_of_affiliation(state, id, *wanted);
                let yours = |id: &CardId| {
                    let card = state.card(*id);
                    seats(ctx, *whose).any(|seat| card.controller == seat) && !card.face_down
                };
                state.in_play().filter(yours).any(of)
            };
            Affiliation::REAL.iter().filter(|wanted| shown(wanted)).count() as i8
        }
        Amount::AtMost(most, inner) => self::amount(state, ctx, inner).min(read_signed(state, ctx, *most, 0)),
        Amount::Times(times, inner) => {
            self::amount(state, ctx, inner).saturating_mul(read_signed(state, ctx, *times, 0))
        }
        Amount::If(when, then, otherwise) => {
            read_signed(state, ctx, if is_so(state, ctx, when) { *then } else { *otherwise }, 0)
        }
        Amount::Special(count) => count(state, ctx),
    }
}

/// A number of cards or tokens as an amount; more than an amount can be does not occur.
fn small(number: impl TryInto<i8>) -> i8 {
    number.try_into().unwrap_or(i8::MAX)
}

/// The same as a number of tokens or cards.
pub fn count(state: &State, ctx: &Ctx, wanted: &Amount) -> u8 {
    amount(state, ctx, wanted).max(0) as u8
}
