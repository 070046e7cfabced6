//! Effects that look through decks, hands and piles in ways of their own, and that move cards between them.

use arrayvec::ArrayVec;

use super::super::atoms::{Boon, Ctx, Special};
use super::super::numerals::read;
use super::super::resolve::captive;
use super::super::{Affiliation, CardType, Deed, Trait, Trigger, constants, filters};
use crate::state::{CardId, Occurrence, Place, Side, Source, State, opponent};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Fortune, Table, damage, force, timing};

/// One of some cards, each kind once; nothing need be chosen.
fn pick(t: &mut Table, ctx: &Ctx, cards: &[CardId]) -> table::Play<Option<CardId>> {
    if cards.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
        zones::kinds(state, cards).for_each(|id| offer.add(Choice::Card(id)));
        offer.pass(Choice::Pass);
    })?;
    Ok(if let Choice::Card(id) = choice { Some(id) } else { None })
}

/// The opponent's deck is searched for a card to capture, and shuffled.
fn capture_from_deck(
    t: &mut Table,
    ctx: &Ctx,
    reveal: bool,
    such: impl Fn(&State, CardId) -> bool,
) -> table::Play<bool> {
    let cards = zones::look_through(&mut t.state, opponent(ctx.seat), ctx.seat);
    let fitting: Vec<CardId> = cards.iter().copied().filter(|id| such(&t.state, *id)).collect();
    let found = pick(t, ctx, &fitting)?;
    for id in cards {
        if Some(id) != found {
            zones::put(&mut t.state, id, Destination::ShuffledIntoDeck);
        }
    }
    let Some(found) = found else { return Ok(false) };
    if reveal {
        t.emit(Event::Revealed(t.state.card(found).owner, vec![found]));
    }
    let Some(at) = zones::choose_prison(t, found, ctx.seat)? else {
        zones::put(&mut t.state, found, Destination::ShuffledIntoDeck);
        return Ok(false);
    };
    zones::capture(t, found, at)
}

/// Any card of the opponent's deck is captured.
pub const CAPTURE_FROM_THEIR_DECK: &Special = &Special {
    could: |state, ctx| Side::of(ctx.seat) == Side::Dark && !state.player(opponent(ctx.seat)).deck.is_empty(),
    effect: |t, ctx| capture_from_deck(t, ctx, false, |_, _| true),
};

fn captured(state: &State) -> Vec<CardId> {
    let all = (0..state.cards.len() as u8).map(CardId);
    all.filter(|id| state.card(*id).place == Place::Captured).collect()
}

/// The owner of this card searches his deck for up to two units, which become captured cards here.
pub const OWNER_PLANTS_UNITS_HERE: &Special = &Special {
    could: |state, ctx| !state.player(state.card(ctx.card).owner).deck.is_empty(),
    effect: |t, ctx| {
        let owner = t.state.card(ctx.card).owner;
        let cards = zones::look_through(&mut t.state, owner, owner);
        let is_unit = |id: &CardId| t.state.facts(*id).card_type == CardType::Unit;
        let units: Vec<CardId> = cards.iter().copied().filter(is_unit).collect();
        let most = read(&t.state, ctx, 2) as usize;
        let found = t.ask_some(owner, Ask::Choose(ctx.card), 0, most, |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for id in cards {
            if found.contains(&Choice::Card(id)) {
                zones::put(&mut t.state, id, Destination::Captured(ctx.card));
                t.emit(Event::Captured(id));
            } else {
                zones::put(&mut t.state, id, Destination::ShuffledIntoDeck);
            }
        }
        Ok(true)
    },
};

/// A captured card is rescued; then this one, which leaves play, becomes a captured card in its place.
pub const TAKES_THE_PLACE_OF_A_CAPTIVE: &Special = &Special {
    could: |state, _| !captured(state).is_empty(),
    effect: |t, ctx| {
        let Some(captive) = captive(t, ctx, &[])? else { return Ok(false) };
        let prison = t.state.card(captive).attached;
        zones::rescue(t, captive)?;
        if let Some(prison) = prison.filter(|at| t.state.is_in_play(*at) && t.state.is_in_play(ctx.card)) {
            zones::leave_play(t, ctx.card, Destination::Captured(prison))?;
        }
        Ok(true)
    },
};

/// A captured card is revealed; then a copy of it in the opponent's deck is captured.
pub const PURSUE_A_COPY: &Special = &Special {
    could: |state, ctx| Side::of(ctx.seat) == Side::Dark && !captured(state).is_empty(),
    effect: |t, ctx| {
        let cards = captured(&t.state);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
            zones::kinds(state, &cards).for_each(|id| offer.add(Choice::Card(id)));
        })?;
        let Choice::Card(shown) = choice else { return Ok(false) };
        t.emit(Event::Revealed(t.state.card(shown).owner, vec![shown]));
        let title = t.state.facts(shown).title;
        capture_from_deck(t, ctx, true, |state, id| state.facts(id).title == title)?;
        Ok(true)
    },
};

/// The player looks at the top three cards of the deck, which lie face down at this card from now on.
pub const LAY_THREE_HERE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty() && state.is_in_play(ctx.card),
    effect: |t, ctx| {
        if !t.state.is_in_play(ctx.card) {
            return Ok(false);
        }
        let mut cards = Vec::new();
        for _ in 0..read(&t.state, ctx, 3) {
            let Some(top) = zones::look_at_top(t, ctx.seat, ctx.seat)? else { break };
            cards.push(top);
        }
        let any = !cards.is_empty();
        for id in &cards {
            zones::put(&mut t.state, *id, Destination::Beneath(ctx.card));
        }
        t.emit(Event::TopSeen { by: ctx.seat, of: ctx.seat, cards });
        Ok(any)
    },
};

/// The player sees the top cards of all decks and may discard one of them.
pub const SEE_ALL_TOP_CARDS: &Special = &Special {
    could: |state, _| state.players.iter().any(|player| !player.deck.is_empty()),
    effect: |t, ctx| {
        let mut seen: ArrayVec<CardId, 2> = ArrayVec::new();
        for seat in [ctx.seat, opponent(ctx.seat)] {
            if let Some(top) = zones::look_at_top(t, seat, ctx.seat)? {
                t.emit(Event::TopSeen { by: ctx.seat, of: seat, cards: vec![top] });
                seen.push(top);
            }
        }
        let gone = pick(t, ctx, &seen)?;
        for id in &seen {
            if Some(*id) != gone {
                zones::put(&mut t.state, *id, Destination::OnDeck);
            }
        }
        if let Some(id) = gone {
            let owner = t.state.card(id).owner;
            zones::put(&mut t.state, id, Destination::Discard);
            t.emit(Event::Discarded(owner, id));
            timing::happened(t, Occurrence::new(Trigger::Discarded).of(id).by(owner).amount(1))?;
        }
        Ok(true)
    },
};

/// The top four cards of each deck are revealed; one of each goes to its owner's hand, the others are shuffled in.
pub const ONE_OF_FOUR_FOR_EVERYBODY: &Special = &Special {
    could: |state, _| state.players.iter().any(|player| !player.deck.is_empty()),
    effect: |t, ctx| {
        let mut piles: ArrayVec<ArrayVec<CardId, 4>, 2> = ArrayVec::new();
        for seat in [ctx.seat, opponent(ctx.seat)] {
            let mut cards = ArrayVec::new();
            while !cards.is_full() {
                let Some(top) = zones::look_at_top(t, seat, ctx.seat)? else { break };
                cards.push(top);
            }
            t.emit(Event::Revealed(seat, cards.to_vec()));
            piles.push(cards);
        }
        for cards in piles {
            if cards.is_empty() {
                continue;
            }
            let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            for id in cards {
                if choice == Choice::Card(id) {
                    zones::to_hand(t, id, true);
                } else {
                    zones::put(&mut t.state, id, Destination::ShuffledIntoDeck);
                }
            }
        }
        Ok(true)
    },
};

/// The top three cards of the deck are revealed: one is discarded, one goes under the deck and one to hand.
pub const SHARE_OUT_THREE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let mut cards: ArrayVec<CardId, 3> = ArrayVec::new();
        while !cards.is_full() {
            let Some(top) = zones::look_at_top(t, ctx.seat, ctx.seat)? else { break };
            cards.push(top);
        }
        t.emit(Event::Revealed(ctx.seat, cards.to_vec()));
        for (destination, fortune) in [
            (Destination::Discard, Fortune::Discarded),
            (Destination::UnderDeck, Fortune::Under),
            (Destination::Hand, Fortune::ToHand),
        ] {
            if cards.is_empty() {
                break;
            }
            let choice = t.ask(ctx.seat, Ask::SortTo(ctx.card, fortune), |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            let Choice::Card(id) = choice else { break };
            cards.retain(|other| *other != id);
            match destination {
                Destination::Hand => zones::to_hand(t, id, true),
                _ => zones::put(&mut t.state, id, destination),
            }
            if destination == Destination::Discard {
                t.emit(Event::Discarded(ctx.seat, id));
                let discarded = Occurrence::new(Trigger::Discarded).of(id).by(ctx.seat).amount(1);
                timing::happened(t, discarded)?;
            }
        }
        Ok(true)
    },
};

/// The opponent discards one or two random cards, as the player likes, and draws as many.
pub const ONE_OR_TWO_ARE_EXCHANGED: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let most = t.state.player(they).hand.len().min(2) as u8;
        let choice = t.ask(ctx.seat, Ask::Number(ctx.card), |_, offer| {
            (1..=most).rev().for_each(|number| offer.add(Choice::Number(number)));
        })?;
        let Choice::Number(number) = choice else { return Ok(false) };
        for _ in 0..number {
            if let Some(id) = zones::random_card(t, they)? {
                zones::discard(t, id)?;
            }
        }
        if constants::of_player(&t.state, they, Boon::NoDraw) <= 0 {
            for _ in 0..number {
                zones::draw(t, they)?;
            }
        }
        Ok(true)
    },
};

/// The undamaged objectives of a player that came out of the objective deck.
fn undamaged(state: &State, ctx: &Ctx) -> Vec<CardId> {
    let sound = |id: &CardId| state.card(*id).damage == 0 && !state.card(*id).is_mission();
    state.objectives(ctx.seat).filter(sound).collect()
}

/// A Rebel Alliance objective of the objective deck changes places with an undamaged one.
pub const SWITCH_AN_OBJECTIVE: &Special = &Special {
    could: |state, ctx| {
        !undamaged(state, ctx).is_empty() && !state.player(ctx.seat).objective_deck.is_empty()
    },
    effect: |t, ctx| {
        let rebel = |state: &State, id: CardId| {
            state.facts(id).affiliation == Affiliation::RebelAlliance
                && zones::may_enter(state, id, ctx.seat).is_ok()
        };
        let deck = t.state.player(ctx.seat).objective_deck.cards.to_vec();
        let fitting: Vec<CardId> = deck.into_iter().filter(|id| rebel(&t.state, *id)).collect();
        let found = pick(t, ctx, &fitting)?;
        let Some(found) = found else {
            t.state.player_mut(ctx.seat).objective_deck.shuffle();
            return Ok(false);
        };
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
            undamaged(state, ctx).iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        if let Choice::Card(old) = choice {
            zones::set_aside(&mut t.state, found);
            zones::leave_play(t, old, Destination::ShuffledIntoObjectiveDeck)?;
            t.emit(Event::ObjectiveRevealed(found));
            zones::enter_play(t, found, None, false)?;
        }
        t.state.player_mut(ctx.seat).objective_deck.shuffle();
        Ok(true)
    },
};

/// Units that can hand on their Force cards, each with one that can take it.
fn force_cards_to_move(state: &State, ctx: &Ctx) -> Vec<(CardId, CardId)> {
    let units: Vec<CardId> = state.in_play().filter(|id| state.card(*id).is_unit()).collect();
    let open = |id: &CardId| !constants::is_proof_against(state, ctx, *id);
    let takes = |from: CardId, to: &CardId| {
        state.card(*to).controller == state.card(from).controller
            && !constants::is_committed(state, *to)
            && constants::may(state, *to, Deed::BeCommitted).is_ok()
    };
    let committed = units.iter().copied().filter(|id| state.card(*id).committed && open(id));
    committed
        .flat_map(|from| {
            let others = units.iter().copied().filter(move |to| takes(from, to) && open(to));
            others.map(move |to| (from, to)).collect::<Vec<_>>()
        })
        .collect()
}

/// A Force card moves from a unit to another one of the same player.
pub const MOVE_A_FORCE_CARD: &Special = &Special {
    could: |state, ctx| !force_cards_to_move(state, ctx).is_empty(),
    effect: |t, ctx| {
        let ways = force_cards_to_move(&t.state, ctx);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            for (place, (from, _)) in ways.iter().enumerate() {
                if !ways[..place].iter().any(|(other, _)| other == from) {
                    offer.add(Choice::Card(*from));
                }
            }
        })?;
        let Choice::Card(from) = choice else { return Ok(false) };
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            let ways = ways.iter().filter(|(other, _)| *other == from);
            ways.for_each(|(_, to)| offer.add(Choice::Card(*to)));
        })?;
        let Choice::Card(to) = choice else { return Ok(false) };
        force::uncommit(t, from, ctx.card)?;
        t.state.card_mut(to).committed = true;
        t.emit(Event::Committed(to));
        Ok(true)
    },
};

/// How many more units the opponent has in the engagement than the player.
fn more_units_here(state: &State, ctx: &Ctx) -> usize {
    let of = |seat| state.participants(seat).count();
    of(opponent(ctx.seat)).saturating_sub(of(ctx.seat))
}

/// The opponent takes units out of the engagement until he has no more of them there than the player.
pub const THEY_HAVE_NO_MORE_UNITS_HERE: &Special = &Special {
    could: |state, ctx| more_units_here(state, ctx) > 0,
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let units: Vec<CardId> = t
            .state
            .participants(they)
            .filter(|id| !constants::is_proof_against(&t.state, ctx, *id))
            .collect();
        let number = more_units_here(&t.state, ctx).min(units.len());
        let chosen = t.ask_some(they, Ask::Choose(ctx.card), number, number, |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for choice in &chosen {
            if let Choice::Card(id) = choice {
                zones::leave_engagement(&mut t.state, *id);
                t.emit(Event::LeftEngagement(*id));
            }
        }
        Ok(!chosen.is_empty())
    },
};

/// The opponent picks a card of the player's discard pile, which goes to hand.
pub const THEY_PICK_FROM_YOUR_DISCARD: &Special = &Special {
    could: |state, ctx| {
        let pile = &state.player(ctx.seat).discard;
        pile.first().is_some_and(|id| !zones::stays_discarded(state, *id))
    },
    effect: |t, ctx| {
        let cards = t.state.player(ctx.seat).discard.to_vec();
        let choice = t.ask(opponent(ctx.seat), Ask::Choose(ctx.card), |state, offer| {
            zones::kinds(state, &cards).for_each(|id| offer.add(Choice::Card(id)));
        })?;
        let Choice::Card(id) = choice else { return Ok(false) };
        zones::to_hand(t, id, true);
        Ok(true)
    },
};

/// The opponent may put a unit of his affiliation into play that costs no more than the card of the last step.
pub const THEY_MAY_FOLLOW: &Special = &Special {
    could: |_, _| false,
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let most = ctx.it.map_or(0, |id| t.state.facts(id).cost);
        let own = t.state.affiliation_card(they).map(|id| t.state.card(id).affiliation());
        let fits = |id: &CardId| {
            let facts = t.state.facts(*id);
            facts.card_type == CardType::Unit
                && Some(facts.affiliation) == own
                && facts.cost <= most
                && zones::may_enter(&t.state, *id, they).is_ok()
        };
        let cards: Vec<CardId> = zones::hand_kinds(&t.state, they).filter(fits).collect();
        let choice = t.ask(they, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(id) = choice else { return Ok(false) };
        zones::enter_play(t, id, None, false)?;
        Ok(true)
    },
};

/// The traits that can be named against enemy units in play.
fn traits_of_enemies(state: &State, ctx: &Ctx) -> Vec<Trait> {
    let named = |wanted: &Trait| {
        let plain = !matches!(wanted, Trait::Character | Trait::Vehicle);
        plain && !bearers(state, ctx, *wanted).is_empty()
    };
    Trait::ALL.iter().map(|(wanted, _)| *wanted).filter(named).collect()
}

fn bearers(state: &State, ctx: &Ctx, wanted: Trait) -> Vec<CardId> {
    let bears = |id: &CardId| filters::has_trait(state, *id, wanted);
    state.units(opponent(ctx.seat)).filter(bears).collect()
}

/// How much damage kills whatever it meets.
const DEADLY: u8 = 66;

/// All enemy units with a trait that the player names take deadly damage.
pub const DEATH_TO_ALL_OF_ONE_TRAIT: &Special = &Special {
    could: |state, ctx| !traits_of_enemies(state, ctx).is_empty(),
    effect: |t, ctx| {
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
            traits_of_enemies(state, ctx).into_iter().for_each(|named| offer.add(Choice::Trait(named)));
        })?;
        let Choice::Trait(named) = choice else { return Ok(false) };
        let units = bearers(&t.state, ctx, named);
        let open = |id: &CardId| !constants::is_proof_against(&t.state, ctx, *id);
        let shares = units.into_iter().filter(open).map(|id| (id, DEADLY)).take(64).collect();
        Ok(damage::deal_all(t, shares, Source::effect(ctx.seat, ctx.card))? > 0)
    },
};

/// The types that a card of a hand can have.
const IN_HANDS: [CardType; 5] =
    [CardType::Unit, CardType::Enhancement, CardType::Event, CardType::Fate, CardType::Mission];

/// A card type is named, the opponent discards two cards, and the player draws one for each of that type.
pub const NAME_A_TYPE_THEY_DISCARD: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            IN_HANDS.into_iter().for_each(|named| offer.add(Choice::Type(named)));
        })?;
        let Choice::Type(named) = choice else { return Ok(false) };
        let mut hits = 0;
        for _ in 0..2 {
            if t.state.player(they).hand.is_empty() {
                break;
            }
            let choice = t.ask(they, Ask::Choose(ctx.card), |state, offer| {
                zones::hand_kinds(state, they).for_each(|id| offer.add(Choice::Card(id)));
            })?;
            let Choice::Card(id) = choice else { break };
            hits += u8::from(t.state.facts(id).card_type == named);
            zones::discard(t, id)?;
        }
        if constants::of_player(&t.state, ctx.seat, Boon::NoDraw) <= 0 {
            for _ in 0..hits {
                zones::draw(t, ctx.seat)?;
            }
        }
        Ok(true)
    },
};
