//! Cards that change their place: into play, to another controller, to another host, and out of decks that are looked
//! at.

use table::{Picks, Play, Seat};

use super::super::atoms::{Act, Amount, Boon, Ctx, Filter, Rest, Who, Whose};
use super::super::filters::{count, matches, seats};
use super::super::{CardType, Trigger};
use super::acts::{could_act, perform};
use super::choosing::{chosen, known_captive_at};
use super::gain;
use super::meaning::{Meant, is_target, meant};
use crate::asks::Fortune;
use crate::state::{CardId, Occurrence, Place, State, Until, opponent};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, timing};

pub(in crate::cards) fn take_control(
    t: &mut Table,
    ctx: &Ctx,
    id: CardId,
    until: Until,
    joins: bool,
) -> Play<bool> {
    if !zones::take_control(t, id, ctx.seat, joins)? {
        return Ok(false);
    }
    if until != Until::EndOfGame {
        // audit: same (1 to 2) — it is controlled or not
        gain(t, ctx, Some(id), Boon::Controlled, 1, until);
    }
    Ok(true)
}

/// Who resolves the effect chooses what an enhancement is attached to, and whether a pilot enters as one or as a unit.
pub(super) fn put_into_play(t: &mut Table, ctx: &Ctx, id: CardId, joins: bool) -> Play {
    let hosts: Meant = timing::hosts(&t.state, id).collect();
    let unit = t.state.facts(id).card_type == CardType::Unit;
    let mut host = None;
    if !hosts.is_empty() {
        let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
            hosts.iter().for_each(|id| offer.add(Choice::Card(*id)));
            if unit {
                offer.add(Choice::AsUnit);
            }
        })?;
        host = if let Choice::Card(host) = choice { Some(host) } else { None };
    }
    zones::set_aside(&mut t.state, id);
    zones::enter_play(t, id, host, joins && host.is_none())
}

/// Other cards of the same player that an enhancement could be on.
pub(in crate::cards) fn other_hosts(state: &State, id: CardId) -> impl Iterator<Item = CardId> {
    let host = state.card(id).attached;
    timing::hosts(state, id).filter(move |other| {
        let same = host.is_some_and(|host| state.card(host).controller == state.card(*other).controller);
        let alike = host.is_some_and(|host| state.card(host).is_unit() == state.card(*other).is_unit());
        host != Some(*other) && same && alike
    })
}

/// An enhancement moves to one of these cards.
pub(in crate::cards) fn move_to_one_of(t: &mut Table, ctx: &Ctx, id: CardId, hosts: &[CardId]) -> Play<bool> {
    if hosts.is_empty() {
        return Ok(false);
    }
    let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
        hosts.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let Choice::Card(host) = choice else { return Ok(false) };
    zones::move_enhancement(t, id, host)?;
    Ok(true)
}

/// The cards that an enhancement can be attached to if a player controls it.
pub(super) fn hosts_for(state: &State, id: CardId, seat: Seat) -> impl Iterator<Item = CardId> {
    state.in_play().filter(move |host| timing::could_carry(state, *host, id, seat))
}

/// A card of either player enters play under the control of the player of the effect.
pub(in crate::cards) fn put_into_play_as_yours(t: &mut Table, ctx: &Ctx, id: CardId, joins: bool) -> Play {
    let mut host = None;
    if t.state.facts(id).card_type == CardType::Enhancement {
        let options: Meant = hosts_for(&t.state, id, ctx.seat).collect();
        if !options.is_empty() {
            let choice = t.ask(ctx.seat, Ask::Attach(id), |_, offer| {
                options.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            host = if let Choice::Card(host) = choice { Some(host) } else { None };
        }
    }
    zones::set_aside(&mut t.state, id);
    zones::enter_play_under(t, id, host, joins, ctx.seat)
}

/// Two cards that go together.
type Pairs = Picks<(CardId, CardId)>;

/// One of several pairs: first the one card, then the other. Copies that are not in play are alike.
fn choose_pair(t: &mut Table, ctx: &Ctx, mut pairs: Pairs) -> Play<Option<(CardId, CardId)>> {
    for first in [true, false] {
        let of = |pair: &(CardId, CardId)| if first { pair.0 } else { pair.1 };
        if pairs.is_empty() {
            return Ok(None);
        }
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
            for (place, pair) in pairs.iter().enumerate() {
                let (id, card) = (of(pair), state.card(of(pair)));
                let alike =
                    |other: CardId| other == id || (card.place != Place::Play && state.alike(other, id));
                if !pairs[..place].iter().any(|other| alike(of(other))) {
                    offer.add(Choice::Card(id));
                }
            }
        })?;
        let Choice::Card(picked) = choice else { return Ok(None) };
        pairs.retain(|pair| of(pair) == picked);
    }
    Ok(pairs.first().copied())
}

/// The pairs of a card that comes into play and what it could be put on.
pub(super) fn pairs(state: &State, ctx: &Ctx, who: &Who, host: &Who) -> Pairs {
    let cards = meant(state, ctx, who);
    let hosts = meant(state, ctx, host);
    let fits = |card: CardId, host: CardId| {
        let place = state.card(card).place;
        place != Place::Play
            && !zones::stays_discarded(state, card)
            && zones::may_enter(state, card, ctx.seat).is_ok()
            && timing::could_carry(state, host, card, ctx.seat)
    };
    let all = cards.iter().flat_map(|card| hosts.iter().map(move |host| (*card, *host)));
    all.filter(|(card, host)| fits(*card, *host)).collect()
}

/// A card comes into play as an enhancement on another one.
pub(super) fn put_on(t: &mut Table, ctx: &mut Ctx, who: &Who, host: &Who, slot: &mut u8) -> Play<bool> {
    let mut fitting = pairs(&t.state, ctx, who, host);
    if is_target(host) {
        let targets = chosen(t, ctx, host, &Act::RemoveFromGame, slot)?;
        fitting.retain(|(_, host)| targets.contains(host));
    }
    let Some((card, host)) = choose_pair(t, ctx, fitting)? else { return Ok(false) };
    ctx.it = Some(card);
    zones::set_aside(&mut t.state, card);
    zones::enter_play(t, card, Some(host), false)?;
    Ok(true)
}

/// One card is chosen for each act among as many top cards of a deck.
pub(super) fn sort(t: &mut Table, ctx: &mut Ctx, whose: Whose, acts: &'static [Act]) -> Play<bool> {
    let mut happened = false;
    for seat in seats(ctx, whose) {
        let mut cards = Meant::new();
        for _ in acts {
            let Some(top) = zones::look_at_top(t, seat, ctx.seat)? else { break };
            cards.push(top);
        }
        // audit: same — no card has a part that follows on it with “then”
        happened |= !cards.is_empty();
        t.emit(Event::TopSeen { by: ctx.seat, of: seat, cards: cards.to_vec() });
        for act in acts {
            if cards.is_empty() {
                break;
            }
            let choice = t.ask(ctx.seat, Ask::SortTo(ctx.card, Fortune::of(act)), |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            let Choice::Card(id) = choice else { break };
            cards.retain(|other| *other != id);
            ctx.it = Some(id);
            if !perform(t, ctx, id, act)? {
                zones::put(&mut t.state, id, Destination::OnDeck);
            }
        }
        put_back(t, ctx, &cards, Rest::OnTop)?;
    }
    Ok(happened)
}

/// The top cards of a deck are looked at; some of them may go under it.
pub(super) fn peek(
    t: &mut Table,
    ctx: &mut Ctx,
    whose: Whose,
    objectives: bool,
    (number, under): (u8, u8),
) -> Play<bool> {
    let mut happened = false;
    for seat in seats(ctx, whose) {
        let mut cards = Meant::new();
        for _ in 0..number {
            let Some(top) = zones::look_at_top_of(t, seat, ctx.seat, objectives)? else { break };
            cards.push(top);
        }
        happened |= !cards.is_empty();
        t.emit(Event::TopSeen { by: ctx.seat, of: seat, cards: cards.to_vec() });
        // audit: same (&& to ||) — nobody is asked where there is nothing to choose
        // audit: same (> to >=) — nobody is asked where there is nothing to choose
        let lowest = if under > 0 && !cards.is_empty() {
            t.ask_some(ctx.seat, Ask::SortTo(ctx.card, Fortune::Under), 0, under as usize, |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?
        } else {
            Picks::new()
        };
        let to = |low: bool| match (objectives, low) {
            (true, true) => Destination::UnderObjectiveDeck,
            (true, false) => Destination::OnObjectiveDeck,
            (false, true) => Destination::UnderDeck,
            (false, false) => Destination::OnDeck,
        };
        for choice in lowest {
            let Choice::Card(id) = choice else { continue };
            cards.retain(|other| *other != id);
            zones::put(&mut t.state, id, to(true));
        }
        for id in ordered(t, ctx, &cards)?.into_iter().rev() {
            zones::put(&mut t.state, id, to(false));
        }
    }
    Ok(happened)
}

/// The cards in the order that the player likes.
fn ordered(t: &mut Table, ctx: &Ctx, cards: &[CardId]) -> Play<Vec<CardId>> {
    let order = t.ask_order(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
        cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    let card = |choice: &Choice| if let Choice::Card(id) = choice { Some(*id) } else { None };
    Ok(order.iter().filter_map(card).collect())
}

/// The objectives between which a captured card could move.
pub(super) fn ways_of_captives(state: &State, ctx: &Ctx, from: Filter, to: &Who) -> Pairs {
    let holds = |id: &CardId| state.card(*id).captives > 0 && matches(state, ctx, *id, from);
    let prisons: Meant = state.in_play().filter(holds).collect();
    let places = meant(state, ctx, to);
    let all = prisons.iter().flat_map(|prison| places.iter().map(move |place| (*prison, *place)));
    all.filter(|(prison, place)| prison != place).collect()
}

/// A captured card moves to another objective: where it lies is chosen, which of several there is left to chance.
pub(super) fn move_captive(
    t: &mut Table,
    ctx: &mut Ctx,
    from: Filter,
    to: &Who,
    slot: &mut u8,
) -> Play<bool> {
    let mut ways = ways_of_captives(&t.state, ctx, from, to);
    if is_target(to) {
        let targets = chosen(t, ctx, to, &Act::RemoveFromGame, slot)?;
        ways.retain(|(_, place)| targets.contains(place));
    }
    let Some((prison, place)) = choose_pair(t, ctx, ways)? else { return Ok(false) };
    let Some(id) = known_captive_at(t, ctx, prison)? else { return Ok(false) };
    ctx.it = Some(id);
    zones::put(&mut t.state, id, Destination::Captured(place));
    t.emit(Event::Captured(id));
    Ok(true)
}

/// What an interrupt answers is about another card from now on, which the opponent chooses if the text says so.
pub(super) fn exchange(t: &mut Table, ctx: &mut Ctx, who: &Who, slot: &mut u8) -> Play<bool> {
    let Some(id) = chosen(t, ctx, who, &Act::RemoveFromGame, slot)?.first().copied() else {
        return Ok(false);
    };
    if let Some(occurrence) = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize)) {
        occurrence.card = Some(id);
    }
    ctx.it = Some(id);
    Ok(true)
}

pub(super) fn discard(t: &mut Table, ctx: &Ctx, whose: Whose, number: u8, random: bool) -> Play<bool> {
    let mut happened = false;
    for seat in seats(ctx, whose) {
        for _ in 0..number {
            if t.state.player(seat).hand.is_empty() {
                break;
            }
            let card = if random {
                zones::random_card(t, seat)?
            } else {
                let choice = t.ask(seat, Ask::Choose(ctx.card), |state, offer| {
                    zones::hand_kinds(state, seat).for_each(|id| offer.add(Choice::Card(id)));
                })?;
                if let Choice::Card(id) = choice { Some(id) } else { None }
            };
            if let Some(card) = card {
                zones::discard(t, card)?;
                happened = true;
            }
        }
    }
    Ok(happened)
}

/// The top cards of a deck are looked at.
pub(super) fn look(
    t: &mut Table,
    ctx: &mut Ctx,
    whose: Whose,
    number: &Amount,
    (most, filter, act): (u8, Filter, &'static Act),
    rest: Rest,
) -> Play<bool> {
    let number = count(&t.state, ctx, number);
    let mut happened = false;
    for seat in seats(ctx, whose) {
        let mut cards = Meant::new();
        for _ in 0..number {
            let Some(top) = zones::look_at_top(t, seat, ctx.seat)? else { break };
            cards.push(top);
        }
        happened |= !cards.is_empty();
        t.emit(Event::TopSeen { by: ctx.seat, of: seat, cards: cards.to_vec() });
        let mut options = cards.clone();
        options.retain(|id| matches(&t.state, ctx, *id, filter) && could_act(&t.state, ctx, *id, act));
        // audit: same (&& to ||) — nobody is asked where there is nothing to choose
        // audit: same (> to >=) — nobody is asked where there is nothing to choose
        if !options.is_empty() && most > 0 {
            // Whoever searches need not find anything.
            let least = if filter.is_empty() { options.len().min(most as usize) } else { 0 };
            let taken = t.ask_some(ctx.seat, Ask::Choose(ctx.card), least, most as usize, |_, offer| {
                options.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            for choice in taken {
                let Choice::Card(id) = choice else { continue };
                cards.retain(|other| *other != id);
                ctx.it = Some(id);
                // Whoever looks for a certain card shows it.
                if !filter.is_empty() && matches!(act, Act::ToHand) {
                    zones::reveal(t, t.state.card(id).owner, &[id]);
                }
                perform(t, ctx, id, act)?;
            }
        }
        put_back(t, ctx, &cards, rest)?;
    }
    Ok(happened)
}

/// The cards that were looked at go where they belong. Of those in the order that the player likes, the first one ends up
/// nearest to the top, or lowest.
pub(super) fn put_back(t: &mut Table, ctx: &Ctx, cards: &[CardId], rest: Rest) -> Play {
    let mut cards = match rest {
        Rest::OnTop | Rest::Under => ordered(t, ctx, cards)?,
        Rest::Shuffled | Rest::Discarded | Rest::AsTheyLay => cards.to_vec(),
    };
    // What was on top comes back last.
    if rest != Rest::Discarded {
        cards.reverse();
    }
    for id in cards {
        let to = match rest {
            Rest::Shuffled => Destination::ShuffledIntoDeck,
            Rest::OnTop | Rest::AsTheyLay => Destination::OnDeck,
            Rest::Under => Destination::UnderDeck,
            Rest::Discarded => Destination::Discard,
        };
        zones::put(&mut t.state, id, to);
        if rest == Rest::Discarded {
            t.emit(Event::Discarded(t.state.card(id).owner, id));
        }
    }
    Ok(())
}

/// The top cards of a deck are discarded.
pub(super) fn mill(t: &mut Table, ctx: &mut Ctx, whose: Whose, number: &Amount) -> Play<bool> {
    let number = count(&t.state, ctx, number);
    let mut happened = false;
    for seat in seats(ctx, whose) {
        for _ in 0..number {
            let Some(top) = zones::top_card(t, seat)? else { break };
            zones::put(&mut t.state, top, Destination::Discard);
            t.emit(Event::Discarded(seat, top));
            // audit: same (1 to 2) — nobody asks more than whether it came from the deck
            timing::happened(t, Occurrence::new(Trigger::Discarded).of(top).by(seat).amount(1))?;
            (ctx.it, ctx.paid) = (Some(top), Some(top));
            happened = true;
        }
    }
    Ok(happened)
}

/// The top card of the opponent's deck is captured.
pub(super) fn capture_top(t: &mut Table, ctx: &mut Ctx, here: bool) -> Play<bool> {
    if t.state.player(opponent(ctx.seat)).deck.is_empty() {
        return Ok(false);
    }
    let Some(top) = zones::look_at_top(t, opponent(ctx.seat), ctx.seat)? else { return Ok(false) };
    ctx.it = Some(top);
    let at = if here { Some(ctx.card) } else { zones::choose_prison(t, top, ctx.seat)? };
    match at {
        Some(at) => zones::capture(t, top, at),
        None => {
            zones::put(&mut t.state, top, Destination::OnDeck);
            Ok(false)
        }
    }
}
