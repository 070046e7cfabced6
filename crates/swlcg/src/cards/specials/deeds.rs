//! What single cards do: effects that ask, move and count in ways of their own.

use std::cmp::Ordering;
use std::collections::HashSet;

use arrayvec::ArrayVec;
use table::Seat;

use super::super::atoms::{Boon, Ctx, Is, Special};
use super::super::numerals::read;
use super::super::resolve::choose_icon;
use super::super::words::{CHARACTER, Filter};
use super::super::{Affiliation, CardType, Facts, Kind, Trait, Trigger, constants, could, filters, library};
use super::subject;
use crate::conflict::{edge, strike};
use crate::state::{CardId, EdgeCard, Icon, Lasting, Occurrence, Place, Side, State, Until, opponent};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, damage, force, resources, timing};

fn always(_: &State, _: &Ctx) -> bool {
    true
}

fn friendly_characters(state: &State, ctx: &Ctx) -> ArrayVec<CardId, 64> {
    let bearing = |id: &CardId| {
        let card = state.card(*id);
        card.focus + card.damage + card.shields > 0 || state.enhancements(*id).next().is_some()
    };
    let own = filters::all(state, ctx, CHARACTER).filter(|id| state.card(*id).controller == ctx.seat);
    own.filter(|id| bearing(id) && zones::may_be_targeted(state, ctx, *id)).take(64).collect()
}

/// A friendly Character unit loses as many tokens and enhancements as its player likes.
pub const CLEANSE: &Special = &Special {
    could: |state, ctx| !friendly_characters(state, ctx).is_empty(),
    effect: |t, ctx| {
        let units = friendly_characters(&t.state, ctx);
        if units.is_empty() {
            return Ok(false);
        }
        let choice = t.ask(ctx.seat, Ask::Target(ctx.card), |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        let Choice::Card(unit) = choice else { return Ok(false) };
        loop {
            let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
                let card = state.card(unit);
                if card.focus > 0 {
                    offer.add(Choice::FocusToken);
                }
                if card.damage > 0 {
                    offer.add(Choice::DamageToken);
                }
                if card.shields > 0 {
                    offer.add(Choice::ShieldToken);
                }
                state.enhancements(unit).for_each(|id| offer.add(Choice::Card(id)));
                offer.pass(Choice::Pass);
            })?;
            match choice {
                Choice::FocusToken => drop(damage::remove_focus(t, unit, 1, ctx.seat)?),
                Choice::DamageToken => drop(damage::heal(t, unit, 1)),
                Choice::ShieldToken => damage::remove_shield(t, unit, ctx.seat)?,
                Choice::Card(id) => zones::leave_play(t, id, Destination::Discard)?,
                _ => return Ok(true),
            }
        }
    },
};

/// The effect of the fate card that was just resolved is resolved once more for this player.
pub const FATE_EFFECT_AGAIN: &Special = &Special {
    could: |state, ctx| {
        filters::answered(state, ctx).is_some_and(|now| {
            let effect = |fate| edge::effect_of(state, fate, now.amount > 0);
            now.card.is_some_and(|fate| could(state, &Ctx::new(fate, ctx.seat), effect(fate)))
        })
    },
    effect: |t, ctx| {
        let Some(now) = filters::answered(&t.state, ctx).copied() else { return Ok(false) };
        let Some(fate) = now.card else { return Ok(false) };
        edge::resolve_effect(t, ctx.seat, fate, now.amount > 0)?;
        Ok(true)
    },
};

/// Every player keeps at most three units; all others go back to their owners' hands.
pub const ALL_BUT_THREE_RETURN: &Special = &Special {
    could: |state, _| Side::ALL.iter().any(|side| state.units(side.seat()).next().is_some()),
    effect: |t, ctx| {
        let mut kept = Vec::new();
        for seat in [ctx.seat, opponent(ctx.seat)] {
            kept.extend(t.ask_some(seat, Ask::Choose(ctx.card), 0, 3, |state, offer| {
                state.units(seat).for_each(|id| offer.add(Choice::Card(id)));
            })?);
        }
        let units = t.state.in_play().filter(|id| t.state.card(*id).is_unit());
        let leaving: Vec<CardId> = units.filter(|id| !kept.contains(&Choice::Card(*id))).collect();
        for id in &leaving {
            if t.state.is_in_play(*id) {
                zones::leave_play(t, *id, Destination::Hand)?;
            }
        }
        Ok(!leaving.is_empty())
    },
};

/// The enhancements of the card that leaves play, face-down ones included.
fn carried(state: &State, ctx: &Ctx) -> Vec<CardId> {
    let Some(subject) = subject(state, ctx) else { return Vec::new() };
    state.attachments(subject).chain(zones::stowed(state, subject)).collect()
}

/// As many of its enhancements as the player likes go to their owners' hands.
pub const ENHANCEMENTS_RETURN: &Special = &Special {
    could: |state, ctx| !carried(state, ctx).is_empty(),
    effect: |t, ctx| {
        let cards = carried(&t.state, ctx);
        let chosen = t.ask_some(ctx.seat, Ask::Choose(ctx.card), 0, cards.len(), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for id in cards.into_iter().filter(|id| chosen.contains(&Choice::Card(*id))) {
            if t.state.is_in_play(id) {
                zones::leave_play(t, id, Destination::Hand)?;
            } else {
                zones::to_hand(t, id, false);
            }
        }
        Ok(!chosen.is_empty())
    },
};

/// The combat icons of the enhanced unit are resolved.
pub const HOST_RESOLVES_ICONS: &Special = &Special {
    could: |state, ctx| {
        let host = state.card(ctx.card).attached;
        host.is_some_and(|host| Icon::ALL.into_iter().any(|icon| constants::icons(state, host, icon) > 0))
    },
    effect: |t, ctx| {
        let Some(host) = t.state.card(ctx.card).attached else { return Ok(false) };
        strike::resolve_all_icons(t, host)?;
        Ok(true)
    },
};

/// The card that is being played costs 1 less for each discarded hand card, but not less than 1.
pub const DISCARD_TO_SAVE: &Special = &Special {
    could: |state, ctx| {
        let playing = subject(state, ctx);
        playing.is_some_and(|id| resources::price(state, id, false) > 1)
            && !state.player(ctx.seat).hand.is_empty()
    },
    effect: |t, ctx| {
        let Some(playing) = subject(&t.state, ctx) else { return Ok(false) };
        let mut saved = false;
        while resources::price(&t.state, playing, false) > 1 && !t.state.player(ctx.seat).hand.is_empty() {
            let choice = t.ask(ctx.seat, Ask::CostCard(ctx.card), |state, offer| {
                zones::hand_kinds(state, ctx.seat).for_each(|id| offer.add(Choice::Card(id)));
                // Whoever has begun to play the card saves as much as is lacking.
                if resources::can_pay_for(state, ctx.seat, playing, false).is_ok() {
                    offer.pass(Choice::Pass);
                }
            })?;
            let Choice::Card(id) = choice else { break };
            zones::discard(t, id)?;
            let lasting = Lasting {
                source: ctx.card,
                card: Some(playing),
                seat: ctx.seat,
                boon: Boon::Cost,
                amount: -1,
                until: Until::EndOfPhase,
            };
            if !t.state.lasting.push(lasting) {
                break;
            }
            saved = true;
        }
        Ok(saved)
    },
};

fn lend(t: &mut Table, ctx: &Ctx, card: CardId, boon: Boon, amount: u8, until: Until) {
    let lasting =
        Lasting { source: ctx.card, card: Some(card), seat: ctx.seat, boon, amount: amount as i8, until };
    if amount > 0 {
        t.state.lasting.push(lasting);
    }
}

/// The striking unit has one more icon of a chosen kind for this strike.
pub const ONE_MORE_ICON: &Special = &Special {
    could: always,
    effect: |t, ctx| {
        let Some(unit) = subject(&t.state, ctx) else { return Ok(false) };
        let Some(icon) = choose_icon(t, ctx, &Icon::ALL)? else { return Ok(false) };
        lend(t, ctx, unit, Boon::Icon(icon), 1, Until::EndOfStrike);
        Ok(true)
    },
};

/// This unit has an icon of a chosen kind for each card captured here, for this strike.
pub const ICON_FOR_EACH_CAPTIVE: &Special = &Special {
    could: |state, ctx| constants::captives(state, ctx.card) > 0,
    effect: |t, ctx| {
        let captives = constants::captives(&t.state, ctx.card);
        for _ in 0..captives {
            let Some(icon) = choose_icon(t, ctx, &Icon::ALL)? else { break };
            lend(t, ctx, ctx.card, Boon::Icon(icon), 1, Until::EndOfStrike);
        }
        Ok(captives > 0)
    },
};

/// The top card of the deck is discarded; a unit lends its icons for this strike.
pub const ICONS_OF_THE_TOP_CARD: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let Some(top) = zones::top_card(t, ctx.seat)? else { return Ok(false) };
        let facts = t.state.facts(top);
        zones::put(&mut t.state, top, Destination::Discard);
        t.emit(Event::Discarded(ctx.seat, top));
        timing::happened(t, Occurrence::new(Trigger::Discarded).of(top).by(ctx.seat).amount(1))?;
        if facts.card_type == CardType::Unit {
            for icon in Icon::ALL {
                lend(t, ctx, ctx.card, Boon::Icon(icon), facts.icons.of(icon), Until::EndOfStrike);
                lend(t, ctx, ctx.card, Boon::EdgeIcon(icon), facts.edge_icons.of(icon), Until::EndOfStrike);
            }
        }
        Ok(true)
    },
};

/// All units go under their owners' decks in random order.
pub const ALL_UNITS_UNDER_THEIR_DECKS: &Special = &Special {
    could: |state, _| Side::ALL.iter().any(|side| state.units(side.seat()).next().is_some()),
    effect: |t, ctx| {
        loop {
            let units: ArrayVec<CardId, 128> =
                t.state.in_play().filter(|id| t.state.card(*id).is_unit()).take(128).collect();
            if units.is_empty() {
                return Ok(true);
            }
            let choice = t.draw(Ask::Random(ctx.card), |_, offer| {
                units.iter().for_each(|id| offer.weigh(Choice::Card(*id), 1));
            })?;
            let Choice::Card(id) = choice else { return Ok(true) };
            zones::leave_play(t, id, Destination::UnderDeck)?;
            if t.state.is_in_play(id) {
                return Ok(true);
            }
        }
    },
};

/// The units that are no Vehicles and cheapest.
fn cheapest(state: &State) -> ArrayVec<CardId, 64> {
    let units = || {
        state.in_play().filter(|id| state.card(*id).is_unit() && !state.facts(*id).traits.has(Trait::Vehicle))
    };
    let least = units().map(|id| state.facts(id).cost).min();
    units().filter(|id| Some(state.facts(*id).cost) == least).take(64).collect()
}

/// The cheapest unit that is no Vehicle is destroyed; the active player decides between equals.
pub const CHEAPEST_UNIT_IS_DESTROYED: &Special = &Special {
    could: |state, _| !cheapest(state).is_empty(),
    effect: |t, ctx| {
        let units = cheapest(&t.state);
        if units.is_empty() {
            return Ok(false);
        }
        let choice = t.ask(t.state.active, Ask::Choose(ctx.card), |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        if let Choice::Card(id) = choice {
            damage::destroy(t, id)?;
        }
        Ok(true)
    },
};

const DEAR_NAVY_CARDS: Filter = &[
    Is::Affiliation(Affiliation::ImperialNavy),
    Is::CostAtLeast(3),
    Is::Any(&[&[Is::Event], &[Is::Enhancement]]),
];

/// Five cards from the top: events and enhancements of the Navy that cost 3 or more go to hand, the others under the deck.
pub const DEAR_NAVY_CARDS_OF_FIVE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let mut shown = Vec::new();
        for _ in 0..5 {
            let Some(top) = zones::top_card(t, ctx.seat)? else { break };
            shown.push(top);
        }
        t.emit(Event::Revealed(ctx.seat, shown.clone()));
        let mut rest = Vec::new();
        for top in shown {
            if filters::matches(&t.state, ctx, top, DEAR_NAVY_CARDS) {
                zones::to_hand(t, top, true);
            } else {
                rest.push(top);
            }
        }
        let order = t.ask_order(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            rest.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for choice in order {
            if let Choice::Card(id) = choice {
                zones::put(&mut t.state, id, Destination::UnderDeck);
            }
        }
        Ok(true)
    },
};

/// Of the top three cards of the opponent's deck one is captured here; the others go back on top in any order.
pub const CAPTURE_ONE_OF_THREE: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).deck.is_empty(),
    effect: |t, ctx| {
        let mut cards: ArrayVec<CardId, 3> = ArrayVec::new();
        while !cards.is_full() {
            let Some(top) = zones::look_at_top(t, opponent(ctx.seat), ctx.seat)? else { break };
            cards.push(top);
        }
        t.emit(Event::TopSeen { by: ctx.seat, of: opponent(ctx.seat), cards: cards.to_vec() });
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        if let Choice::Card(id) = choice {
            cards.retain(|other| *other != id);
            zones::capture(t, id, ctx.card)?;
        }
        let order = t.ask_order(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for choice in order {
            if let Choice::Card(id) = choice {
                zones::put(&mut t.state, id, Destination::OnDeck);
            }
        }
        Ok(true)
    },
};

/// The cards of the opponent's edge stack that are of an affiliation, or neutral and no fate cards.
fn rivals(state: &State, ctx: &Ctx, affiliation: Affiliation) -> ArrayVec<CardId, 64> {
    let stack = state.player(opponent(ctx.seat)).edge_stack.iter().map(|card| card.card);
    let rival = |id: &CardId| {
        let facts = state.facts(*id);
        let plain = facts.affiliation == Affiliation::Neutral && facts.card_type != CardType::Fate;
        facts.affiliation == affiliation || plain
    };
    stack.filter(rival).take(64).collect()
}

/// The fate card may be discarded out of its edge stack to discard a rival's card out of the other one.
fn both_are_discarded(t: &mut Table, ctx: &Ctx, affiliation: Affiliation) -> table::Play<bool> {
    let options = rivals(&t.state, ctx, affiliation);
    if options.is_empty() {
        return Ok(false);
    }
    let choice = t.ask(ctx.seat, Ask::Target(ctx.card), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
        offer.pass(Choice::Pass);
    })?;
    let Choice::Card(rival) = choice else { return Ok(false) };
    for id in [ctx.card, rival] {
        let owner = t.state.card(id).owner;
        zones::put(&mut t.state, id, Destination::Discard);
        t.emit(Event::Discarded(owner, id));
    }
    timing::happened(t, Occurrence::new(Trigger::EdgeCardDiscarded).of(ctx.card).by(ctx.seat))?;
    Ok(true)
}

pub const RIVALS_OF_THE_SITH: &Special = &Special {
    could: |state, ctx| !rivals(state, ctx, Affiliation::Sith).is_empty(),
    effect: |t, ctx| both_are_discarded(t, ctx, Affiliation::Sith),
};

pub const RIVALS_OF_THE_JEDI: &Special = &Special {
    could: |state, ctx| !rivals(state, ctx, Affiliation::Jedi).is_empty(),
    effect: |t, ctx| both_are_discarded(t, ctx, Affiliation::Jedi),
};

/// The title of such a card of the opponent's side, which the player names.
fn name_a_card(t: &mut Table, ctx: &Ctx, such: fn(&Facts) -> bool) -> table::Play<Option<Kind>> {
    let side = Side::of(opponent(ctx.seat));
    let choice = t.ask(ctx.seat, Ask::Name(ctx.card), |_, offer| {
        let mut titles = HashSet::new();
        for (_, card) in library().kinds().filter(|(_, card)| card.side == side && such(card)) {
            if titles.insert(card.title.0) {
                offer.add(Choice::Drawn(card.title));
            }
        }
    })?;
    let Choice::Drawn(named) = choice else { return Ok(None) };
    t.emit(Event::Named(ctx.seat, named));
    Ok(Some(named))
}

/// A card is named; as long as this one is undamaged, the opponent cannot play copies of it.
pub const NAME_A_CARD_TO_BAN: &Special = &Special {
    could: always,
    effect: |t, ctx| {
        let playable = |card: &Facts| card.is_command_card() && card.card_type != CardType::Fate;
        let Some(named) = name_a_card(t, ctx, playable)? else { return Ok(false) };
        lend(t, ctx, ctx.card, Boon::Bans(named), 1, Until::EndOfGame);
        Ok(true)
    },
};

/// A card is named; the opponent reveals the hand and discards all copies of it.
pub const NAME_A_CARD_THEY_DISCARD: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let Some(named) = name_a_card(t, ctx, Facts::is_command_card)? else { return Ok(false) };
        let hand = t.state.player(they).hand.to_vec();
        t.emit(Event::Revealed(they, hand.clone()));
        for id in hand {
            if t.state.facts(id).title == named && t.state.card(id).place == Place::Hand {
                zones::discard(t, id)?;
            }
        }
        Ok(true)
    },
};

/// The opponent shuffles the hand into the deck and draws as many cards.
pub const THEY_EXCHANGE_THEIR_HAND: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let hand = t.state.player(they).hand.to_vec();
        for id in &hand {
            zones::put(&mut t.state, *id, Destination::ShuffledIntoDeck);
        }
        if constants::of_player(&t.state, they, Boon::NoDraw) <= 0 {
            for _ in &hand {
                zones::draw(t, they)?;
            }
        }
        Ok(!hand.is_empty())
    },
};

/// The cards of a player that a focus token could be removed from.
fn focused(state: &State, ctx: &Ctx, seat: Seat) -> ArrayVec<CardId, 128> {
    let fits = |id: &CardId| {
        let card = state.card(*id);
        card.controller == seat && card.focus > 0 && !constants::is_proof_against(state, ctx, *id)
    };
    state.in_play().filter(fits).take(128).collect()
}

/// Each player reveals a card of the hand, which is discarded; whoever shows more Force icons may remove a focus token.
pub const STAKE_A_CARD_EACH: &Special = &Special {
    could: |state, _| state.players.iter().all(|player| !player.hand.is_empty()),
    effect: |t, ctx| {
        if t.state.players.iter().any(|player| player.hand.is_empty()) {
            return Ok(false);
        }
        let seats = [ctx.seat, opponent(ctx.seat)];
        let mut staked = [None; 2];
        t.together(
            seats.len(),
            |t, track| {
                t.ask(seats[track], Ask::Choose(ctx.card), |state, offer| {
                    zones::hand_kinds(state, seats[track]).for_each(|id| offer.add(Choice::Card(id)));
                })
            },
            |_, track, choice| staked[track] = if let Choice::Card(id) = choice { Some(id) } else { None },
        )?;
        let [Some(yours), Some(theirs)] = staked else { return Ok(false) };
        for (seat, id) in seats.into_iter().zip([yours, theirs]) {
            t.emit(Event::Revealed(seat, vec![id]));
        }
        let winner = match t.state.facts(yours).force.cmp(&t.state.facts(theirs).force) {
            Ordering::Greater => Some(seats[0]),
            Ordering::Less => Some(seats[1]),
            Ordering::Equal => None,
        };
        if let Some(winner) = winner {
            let cards = focused(&t.state, ctx, winner);
            let choice = t.ask(winner, Ask::Choose(ctx.card), |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
                offer.pass(Choice::Pass);
            })?;
            if let Choice::Card(id) = choice {
                damage::remove_focus(t, id, 1, winner)?;
            }
        }
        for id in [yours, theirs] {
            if t.state.card(id).place == Place::Hand {
                zones::discard(t, id)?;
            }
        }
        Ok(true)
    },
};

/// The enemy fate cards with this priority or a higher one whose effects are still to come, at once or late.
fn fate_to_come(state: &State, ctx: &Ctx, least: u8) -> ArrayVec<CardId, 64> {
    let stack = state.player(opponent(ctx.seat)).edge_stack.iter();
    let to_come = |edge: &&EdgeCard| {
        let facts = state.facts(edge.card);
        let late = edge::has_late_effect(state, edge) && !edge.late_done;
        let fate = facts.card_type == CardType::Fate && edge.face_up;
        fate && facts.priority >= least && (!edge.resolved || late)
    };
    stack.filter(to_come).map(|edge| edge.card).take(64).collect()
}

/// The lowest priority number of the fate cards that are canceled.
const LATE: u8 = 4;

/// The effects of all enemy fate cards with priority 4 or higher are canceled.
pub const CANCEL_LATE_FATE: &Special = &Special {
    could: |state, ctx| !fate_to_come(state, ctx, LATE).is_empty(),
    effect: |t, ctx| {
        let cards = fate_to_come(&t.state, ctx, LATE);
        for id in &cards {
            let stack = &mut t.state.player_mut(opponent(ctx.seat)).edge_stack;
            for edge in stack.iter_mut().filter(|edge| edge.card == *id) {
                (edge.resolved, edge.late_done) = (true, true);
            }
            t.emit(Event::EffectsCanceled(*id));
        }
        Ok(!cards.is_empty())
    },
};

/// As many cards as the opponent has objectives are revealed from the top of the deck; the next steps concern them.
pub const REVEAL_ONE_FOR_EACH_OBJECTIVE: &Special = &Special {
    could: |state, ctx| {
        !state.player(ctx.seat).deck.is_empty() && state.objectives(opponent(ctx.seat)).next().is_some()
    },
    effect: |t, ctx| {
        let number = t.state.objectives(opponent(ctx.seat)).count();
        let mut shown = Vec::new();
        for _ in 0..number {
            let Some(top) = zones::look_at_top(t, ctx.seat, ctx.seat)? else { break };
            shown.push(top);
        }
        let any = !shown.is_empty();
        t.emit(Event::Revealed(ctx.seat, shown));
        Ok(any)
    },
};

/// A unit is named; all copies of it in the opponent's hand are captured.
pub const NAME_A_UNIT_TO_CAPTURE: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let Some(named) = name_a_card(t, ctx, |card| card.card_type == CardType::Unit)? else {
            return Ok(false);
        };
        let hand = t.state.player(they).hand.to_vec();
        t.emit(Event::Revealed(they, hand.clone()));
        for id in hand {
            if t.state.facts(id).title == named {
                let Some(at) = zones::choose_prison(t, id, ctx.seat)? else { continue };
                zones::capture(t, id, at)?;
            }
        }
        Ok(true)
    },
};

/// A random card of the opponent's hand is revealed, and captured if it is a unit.
pub const REVEAL_ONE_AND_CAPTURE_A_UNIT: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let Some(id) = zones::random_card(t, they)? else { return Ok(false) };
        t.emit(Event::Revealed(they, vec![id]));
        if t.state.facts(id).card_type == CardType::Unit
            && let Some(at) = zones::choose_prison(t, id, ctx.seat)?
        {
            zones::capture(t, id, at)?;
        }
        Ok(true)
    },
};

/// A Force card out of the opponent's supply is captured.
pub const CAPTURE_A_FORCE_CARD: &Special = &Special {
    could: |state, ctx| {
        Side::of(ctx.seat) == Side::Dark
            && state.objectives(ctx.seat).next().is_some()
            && force::free_cards(state, opponent(ctx.seat)) > 0
    },
    effect: |t, ctx| {
        if force::free_cards(&t.state, opponent(ctx.seat)) == 0 {
            return Ok(false);
        }
        let Some(at) = zones::choose_prison(t, ctx.card, ctx.seat)? else { return Ok(false) };
        force::capture_card(t, opponent(ctx.seat), at)
    },
};

/// The top card of the deck goes face down into the edge stack instead of a hand card.
pub const TOP_CARD_INTO_THE_EDGE_STACK: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let Some(top) = zones::look_at_top(t, ctx.seat, ctx.seat)? else { return Ok(false) };
        if let Some(placing) = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize)) {
            placing.prevented = true;
        }
        edge::lay(t, ctx.seat, top)?;
        Ok(true)
    },
};

fn top_card_is_seen(t: &mut Table, ctx: &mut Ctx, by_all: bool) -> table::Play<bool> {
    ctx.it = zones::look_at_top(t, ctx.seat, ctx.seat)?;
    let Some(top) = ctx.it else { return Ok(false) };
    let cards = vec![top];
    t.emit(if by_all {
        Event::Revealed(ctx.seat, cards)
    } else {
        Event::TopSeen { by: ctx.seat, of: ctx.seat, cards }
    });
    Ok(true)
}

/// Everybody sees the top card of the deck, which the next steps concern.
pub const REVEAL_TOP_CARD: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| top_card_is_seen(t, ctx, true),
};

/// The player alone sees the top card of the deck, which the next steps concern.
pub const LOOK_AT_TOP_CARD: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| top_card_is_seen(t, ctx, false),
};

fn goes_back_on_top(t: &mut Table, ctx: &Ctx) -> Option<CardId> {
    let top = ctx.it.filter(|id| t.state.card(*id).place == Place::Looked)?;
    zones::put(&mut t.state, top, Destination::OnDeck);
    Some(top)
}

/// The card that was looked at goes back on top if it has not come into play.
pub const BACK_ON_TOP: &Special = &Special {
    could: |_, _| false,
    effect: |t, ctx| {
        goes_back_on_top(t, ctx);
        Ok(true)
    },
};

/// The same with a card that everybody has seen: all know that it lies there.
pub const BACK_ON_TOP_KNOWN: &Special = &Special {
    could: |_, _| false,
    effect: |t, ctx| {
        if let Some(top) = goes_back_on_top(t, ctx) {
            let owner = t.state.card(top).owner;
            t.state.player_mut(owner).deck.shown.insert(top);
        }
        Ok(true)
    },
};

/// Everybody sees the top card of the deck. It stays there and counts in the Force struggle of this turn.
pub const TOP_CARD_FIGHTS_FOR_BALANCE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        top_card_is_seen(t, ctx, true)?;
        let Some(top) = goes_back_on_top(t, ctx) else { return Ok(false) };
        t.state.player_mut(ctx.seat).deck.shown.insert(top);
        lend(t, ctx, top, Boon::FightsForBalance, 1, Until::EndOfTurn);
        Ok(true)
    },
};

/// The card of the last step has no icons of a chosen type in this phase.
pub const NO_ICONS_OF_ONE_TYPE: &Special = &Special {
    could: |_, ctx| ctx.it.is_some(),
    effect: |t, ctx| {
        let Some(unit) = ctx.it else { return Ok(false) };
        let Some(icon) = choose_icon(t, ctx, &Icon::ALL)? else { return Ok(false) };
        lend(t, ctx, unit, Boon::NoIcons(icon), 1, Until::EndOfPhase);
        Ok(true)
    },
};

/// The player whose phase it is picks three units; all the others keep their focus tokens.
pub const ALL_BUT_THREE_KEEP_THEIR_FOCUS: &Special = &Special {
    could: |state, ctx| state.units(state.active).nth(read(state, ctx, 3) as usize).is_some(),
    effect: |t, ctx| {
        let seat = t.state.active;
        let units: Vec<CardId> = t.state.units(seat).collect();
        let number = units.len().min(read(&t.state, ctx, 3) as usize);
        let picked = t.ask_some(seat, Ask::Choose(ctx.card), number, number, |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for id in units {
            if !picked.contains(&Choice::Card(id)) {
                lend(t, ctx, id, Boon::KeepsFocus, 1, Until::EndOfPhase);
            }
        }
        Ok(true)
    },
};

/// The striking unit has the combat icons of the enhanced one as well, for this strike.
pub const ICONS_OF_THE_HOST: &Special = &Special {
    could: |state, ctx| state.card(ctx.card).attached.is_some() && subject(state, ctx).is_some(),
    effect: |t, ctx| {
        let (Some(host), Some(unit)) = (t.state.card(ctx.card).attached, subject(&t.state, ctx)) else {
            return Ok(false);
        };
        for icon in Icon::ALL {
            let (plain, edge) = constants::all_icons(&t.state, host, icon);
            lend(t, ctx, unit, Boon::Icon(icon), plain, Until::EndOfStrike);
            lend(t, ctx, unit, Boon::EdgeIcon(icon), edge, Until::EndOfStrike);
        }
        Ok(true)
    },
};

/// The effect of the fate card that a cost was paid with.
pub const FATE_OF_THE_PAID_CARD: &Special = &Special {
    could: always,
    effect: |t, ctx| {
        let Some(fate) = ctx.paid else { return Ok(false) };
        edge::resolve_effect(t, ctx.seat, fate, false)?;
        Ok(true)
    },
};

/// The fate cards of both edge stacks that do something and are no copies of this one.
fn other_fate_cards(state: &State, ctx: &Ctx) -> ArrayVec<CardId, 64> {
    let stacks = [ctx.seat, opponent(ctx.seat)].map(|seat| state.player(seat).edge_stack.iter());
    let fate = |id: &CardId| {
        let facts = state.facts(*id);
        facts.card_type == CardType::Fate && facts.title != state.facts(ctx.card).title && !facts.gap
    };
    stacks.into_iter().flatten().map(|edge| edge.card).filter(fate).take(64).collect()
}

/// This fate card may have the effect of another one, twice with the Balance of the Force on the dark side.
pub const EFFECT_OF_ANOTHER_FATE_CARD: &Special = &Special {
    could: |state, ctx| !other_fate_cards(state, ctx).is_empty(),
    effect: |t, ctx| {
        let cards = other_fate_cards(&t.state, ctx);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(model) = choice else { return Ok(false) };
        let times = if t.state.balance == Side::Dark { 2 } else { 1 };
        edge::copy_fate(t, ctx.seat, ctx.card, model, times)?;
        Ok(true)
    },
};
