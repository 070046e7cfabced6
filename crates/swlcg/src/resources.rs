//! Paying: cards are focused for resources, and one of them must match the affiliation of what is paid for. Other costs of
//! abilities are paid here too.

use table::{Denial, Play, Seat, denial};

use crate::cards::atoms::{Cost, Ctx, Filter};
use crate::cards::filters::{all, matches};
use crate::cards::{Affiliation, Boon, Trigger, Window, constants};
use crate::state::{CardId, Lasting, Occurrence, Place, Source, State, Until};
use crate::timing::happened;
use crate::{Ask, Choice, Event, Table, damage, zones};

const TOO_FEW: Denial = denial(
    "swlcg.core.resource.combine",
    "The ready cards do not provide enough resources.",
    "Die bereiten Karten liefern nicht genug Ressourcen.",
);
const NO_MATCH: Denial = denial(
    "swlcg.core.resource.match",
    "One resource must come from a card of the same affiliation.",
    "Eine Ressource muss von einer Karte derselben Fraktion stammen.",
);
const EXHAUSTED: Denial = denial(
    "swlcg.core.focus.to-focus",
    "Only a ready card can be focused.",
    "Nur eine bereite Karte kann fokussiert werden.",
);
const NOTHING_TO_PAY_WITH: Denial = denial(
    "swlcg.rule.2-16.pay-with-own",
    "There is no card to pay the cost with.",
    "Es gibt keine Karte, um die Kosten zu bezahlen.",
);

/// Ready cards that provide resources, with their values.
fn providers(state: &State, seat: Seat) -> impl Iterator<Item = (CardId, u8)> + Clone {
    // Only an effect gives resources to a card without a printed value.
    let printed = state.lasting.is_empty() && !state.attention.gives(Boon::Resources.bit());
    let cards = if printed { state.attention.providers() } else { &state.table[..] };
    let own = cards.iter().copied().filter(move |id| {
        let card = state.card(*id);
        card.controller == seat && card.is_ready() && !card.face_down
    });
    own.map(|id| (id, constants::resources(state, id))).filter(|(_, value)| *value > 0)
}

/// What a player pays for a card, as what it is or as an enhancement.
pub fn price(state: &State, card: CardId, on: bool) -> u8 {
    let facts = state.facts(card);
    let printed = if on { facts.pilot.unwrap_or(facts.cost) } else { facts.cost };
    let discount = constants::of_player(state, state.card(card).controller, Boon::NextCardCheaper);
    constants::cost(state, card, printed).saturating_sub(discount.max(0) as u8)
}

/// The affiliation from which one resource must come: none for neutral cards and for those that cost nothing.
fn match_for(state: &State, seat: Seat, card: CardId, price: u8) -> Option<Affiliation> {
    let affiliation = state.card(card).affiliation();
    let needed = price > 0 && affiliation != Affiliation::Neutral;
    let waived = |boon| constants::of_player(state, seat, boon) > 0;
    (needed && !waived(Boon::NoMatch) && !waived(Boon::NextCardCheaper)).then_some(affiliation)
}

/// Whether a sum can be paid without a certain card.
fn payable(
    state: &State,
    seat: Seat,
    sum: u8,
    matching: Option<Affiliation>,
    without: Option<CardId>,
) -> Result<(), Denial> {
    if sum == 0 {
        return if matching.is_some() { Err(NO_MATCH) } else { Ok(()) };
    }
    let mut left = i32::from(sum);
    let mut matched = matching.is_none();
    for (id, value) in providers(state, seat) {
        if Some(id) == without {
            continue;
        }
        left -= i32::from(value);
        matched = matched || matching.is_some_and(|wanted| constants::matches_affiliation(state, id, wanted));
        if left <= 0 && matched {
            return Ok(());
        }
    }
    Err(if left > 0 { TOO_FEW } else { NO_MATCH })
}

/// Whether a player can pay for a card from hand.
pub fn can_pay_for(state: &State, seat: Seat, card: CardId, on: bool) -> Result<(), Denial> {
    let price = price(state, card, on);
    payable(state, seat, price, match_for(state, seat, card, price), None)
}

/// Whether a player could pay for a card if everything were saved that cards in play let him save by discarding.
pub fn could_pay_for(state: &State, seat: Seat, card: CardId, on: bool) -> Result<(), Denial> {
    let Err(denial) = can_pay_for(state, seat, card, on) else { return Ok(()) };
    let hand = state.player(seat).hand.len().saturating_sub(1) as u8;
    let saver = state.attention.on_table(seat, Window::Interrupt(Trigger::Paying));
    if !saver || on || !matches(state, &Ctx::new(card, seat), card, zones::VEHICLES) {
        return Err(denial);
    }
    let least = price(state, card, on).saturating_sub(hand).max(1);
    payable(state, seat, least, match_for(state, seat, card, least), None)
}

/// Pays for a card.
pub fn pay_for_card(t: &mut Table, card: CardId, on: bool) -> Play {
    let seat = t.state.card(card).controller;
    let price = price(&t.state, card, on);
    let matching = match_for(&t.state, seat, card, price);
    t.state.lasting.retain(|lasting| !(lasting.boon == Boon::NextCardCheaper && lasting.seat == seat));
    pay(t, card, seat, price, matching)
}

/// One provider after the other is focused.
fn pay(t: &mut Table, card: CardId, seat: Seat, sum: u8, matching: Option<Affiliation>) -> Play {
    let (mut left, mut matching) = (sum, matching);
    while left > 0 {
        let choice = t.ask(seat, Ask::Pay(card, left), |state, offer| {
            for (id, value) in providers(state, seat) {
                let still = matching.filter(|wanted| !constants::matches_affiliation(state, id, *wanted));
                for amount in 1..=value.min(left) {
                    offer
                        .judge(Choice::Pay(id, amount), payable(state, seat, left - amount, still, Some(id)));
                }
            }
        })?;
        let Choice::Pay(id, amount) = choice else { return Ok(()) };
        matching = matching.filter(|wanted| !constants::matches_affiliation(&t.state, id, *wanted));
        left -= amount;
        damage::focus(t, id, amount);
        t.emit(Event::Paid(id, amount));
        happened(t, Occurrence::new(Trigger::Generates).of(id).by(seat).amount(amount))?;
    }
    Ok(())
}

/// Whether a cost of an ability can be paid now.
pub fn can_pay(state: &State, ctx: &Ctx, cost: &Cost) -> Result<(), Denial> {
    let there_is = |there: bool| if there { Ok(()) } else { Err(NOTHING_TO_PAY_WITH) };
    let this = state.card(ctx.card);
    match cost {
        Cost::FocusThis if this.is_ready() => Ok(()),
        Cost::FocusThis => Err(EXHAUSTED),
        Cost::SacrificeThis => there_is(this.place == Place::Play),
        Cost::DamageThis(amount) => {
            let able = damage::can_be_damaged(state, ctx.card);
            there_is(able && damage::remaining(state, ctx.card) >= *amount)
        }
        Cost::Focus(filter) => there_is(own(state, ctx, filter).any(|id| state.card(id).is_ready())),
        Cost::Sacrifice(filter) => there_is(own(state, ctx, filter).next().is_some()),
        Cost::Resources(sum) => payable(state, ctx.seat, *sum, None, None),
        Cost::Discard(number) => {
            let others = state.player(ctx.seat).hand.iter().filter(|id| **id != ctx.card);
            there_is(others.count() >= *number as usize)
        }
        Cost::Reserve(_) => Ok(()),
    }
}

fn own<'a>(state: &'a State, ctx: &'a Ctx, filter: Filter) -> impl Iterator<Item = CardId> + 'a {
    all(state, ctx, filter).filter(|id| state.card(*id).controller == ctx.seat)
}

/// Pays a cost of an ability; false if it could not be paid in full after all.
pub fn pay_cost(t: &mut Table, ctx: &mut Ctx, cost: &Cost) -> Play<bool> {
    let (card, seat) = (ctx.card, ctx.seat);
    match cost {
        Cost::FocusThis => damage::focus(t, card, 1),
        Cost::SacrificeThis => damage::sacrifice(t, card)?,
        Cost::DamageThis(amount) => {
            return Ok(damage::deal(t, card, *amount, Source { seat, card: Some(card) })? == *amount);
        }
        Cost::Focus(filter) => {
            let Some(id) = choose_own(t, ctx, filter, true)? else { return Ok(false) };
            damage::focus(t, id, 1);
        }
        Cost::Sacrifice(filter) => {
            let Some(id) = choose_own(t, ctx, filter, false)? else { return Ok(false) };
            damage::sacrifice(t, id)?;
        }
        Cost::Resources(sum) => pay(t, card, seat, *sum, None)?,
        Cost::Discard(number) => {
            for _ in 0..*number {
                let choice = t.ask(seat, Ask::CostCard(card), |state, offer| {
                    zones::hand_kinds(state, seat).for_each(|id| offer.add(Choice::Card(id)));
                })?;
                if let Choice::Card(id) = choice {
                    zones::discard(t, id)?;
                }
            }
        }
        Cost::Reserve(number) => {
            let lasting = Lasting {
                source: card,
                card: None,
                seat,
                boon: Boon::Reserve,
                amount: -(*number as i8),
                until: Until::EndOfPhase,
            };
            if !t.state.lasting.is_full() {
                t.state.lasting.push(lasting);
            }
        }
    }
    Ok(true)
}

/// One of the player's own cards, to pay with.
fn choose_own(t: &mut Table, ctx: &Ctx, filter: Filter, ready: bool) -> Play<Option<CardId>> {
    let legal = |state: &State, id: CardId| {
        let card = state.card(id);
        card.controller == ctx.seat && (card.is_ready() || !ready) && matches(state, ctx, id, filter)
    };
    if !t.state.in_play().any(|id| legal(&t.state, id)) {
        return Ok(None);
    }
    let choice = t.ask(ctx.seat, Ask::CostCard(ctx.card), |state, offer| {
        state.in_play().filter(|id| legal(state, *id)).for_each(|id| offer.add(Choice::Card(id)));
    })?;
    Ok(if let Choice::Card(id) = choice { Some(id) } else { None })
}
