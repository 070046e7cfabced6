//! Paying: cards are focused for resources, and one of them must match the affiliation of what is paid for.

use arrayvec::ArrayVec;
use table::{Denial, Play, Seat, denial};

use crate::cards::atoms::{Ctx, Filter, Is, Sort};
use crate::cards::filters::matches;
use crate::cards::{Affiliation, Boon, CardType, Trait, Trigger, constants, could_save};
use crate::state::{CardId, Occurrence, State};
use crate::timing::{happened, hosts};
use crate::{Ask, Choice, Event, Table, damage, zones};

const TOO_FEW: Denial = denial(
    "swlcg.core.resource.combine",
    "Your ready cards do not generate enough resources.",
    "Deine spielbereiten Karten bringen nicht genug Ressourcen ein.",
);
const NO_MATCH: Denial = denial(
    "swlcg.core.resource.match",
    "One resource must come from a card of the same affiliation.",
    "Eine Ressource muss von einer Karte derselben Fraktion stammen.",
);
/// What is paid for, and with what.
#[derive(Clone, Copy)]
struct Bill {
    seat: Seat,
    /// The card that is being played; none: the cost of an ability.
    card: Option<CardId>,
    /// The affiliation from which one resource must still come.
    matching: Option<Affiliation>,
    /// The only affiliation whose resources count.
    only: Option<Affiliation>,
}

impl Bill {
    fn of_ability(seat: Seat) -> Bill {
        Bill { seat, card: None, matching: None, only: None }
    }
}

const SORTS: &[(Sort, Filter)] = &[
    (Sort::Any, &[]),
    (Sort::Event, &[Is::Event]),
    (Sort::Unit, &[Is::Unit]),
    (Sort::Jedi, &[Is::Affiliation(Affiliation::Jedi)]),
    (Sort::Sith, &[Is::Affiliation(Affiliation::Sith)]),
    (Sort::SithUnit, &[Is::Unit, Is::Affiliation(Affiliation::Sith)]),
    (Sort::CapitalShip, &[Is::Unit, Is::Trait(Trait::CapitalShip)]),
    (Sort::BlackSquadron, &[Is::Trait(Trait::BlackSquadron)]),
    (Sort::VehicleUnit, zones::VEHICLES),
    (Sort::VehicleUnitDownToOne, zones::VEHICLES),
    (Sort::NotRebel, &[Is::Not(&[Is::Affiliation(Affiliation::RebelAlliance)])]),
    (Sort::Ewok, &[Is::Unit, Is::Trait(Trait::Ewok)]),
    (Sort::PilotOrVehicle, &[Is::Any(&[&[Is::Pilot], &[Is::Trait(Trait::Vehicle)]])]),
    (Sort::Sithspawn, &[Is::Trait(Trait::Sithspawn)]),
    (Sort::DearNavy, &[Is::Affiliation(Affiliation::ImperialNavy), Is::CostAtLeast(3)]),
    (Sort::DearRebel, &[Is::Affiliation(Affiliation::RebelAlliance), Is::CostAtLeast(3)]),
    (Sort::VehicleOrDroid, &[Is::Unit, Is::Any(&[&[Is::Trait(Trait::Vehicle)], &[Is::Trait(Trait::Droid)]])]),
    (
        Sort::StationOrCapital,
        &[Is::Unit, Is::Any(&[&[Is::Trait(Trait::SpaceStation)], &[Is::Trait(Trait::CapitalShip)]])],
    ),
];

/// Whether a card is of a sort.
fn is_of(state: &State, card: CardId, sort: Sort) -> bool {
    let filter = SORTS.iter().find(|(other, _)| *other == sort).map_or(&[][..], |(_, filter)| filter);
    matches(state, &Ctx::new(card, state.card(card).controller), card, filter)
}

/// The sorts of cards that a boon names for any player or card.
fn sorts(state: &State, boon: fn(Sort) -> Boon) -> impl Iterator<Item = Sort> {
    let mut given: ArrayVec<Sort, { SORTS.len() }> = ArrayVec::new();
    if constants::is_given(state, boon(Sort::Any)) {
        for other in constants::of_kind(state, boon(Sort::Any)) {
            let sort = SORTS.iter().map(|(sort, _)| *sort).find(|sort| boon(*sort) == other);
            given.extend(sort.filter(|sort| !given.contains(sort)));
        }
    }
    given.into_iter()
}

/// Whether a card provides resources for what is paid for, and not only for sorts to which that does not belong.
fn serves(state: &State, id: CardId, bill: &Bill, others: &[Sort]) -> bool {
    bill.only.is_none_or(|only| constants::matches_affiliation(state, id, only))
        && !others.iter().any(|sort| constants::has(state, id, Boon::PaysOnlyFor(*sort)))
}

/// Ready cards that provide resources, with their values.
fn providers(state: &State, bill: Bill) -> impl Iterator<Item = (CardId, u8)> + Clone {
    // Only an effect gives resources to a card without a printed value.
    let printed = !constants::is_given(state, Boon::Resources);
    let cards = if printed { state.attention.providers() } else { &state.table[..] };
    let is_other = |sort: &Sort| !bill.card.is_some_and(|card| is_of(state, card, *sort));
    let others: ArrayVec<Sort, { SORTS.len() }> = sorts(state, Boon::PaysOnlyFor).filter(is_other).collect();
    let own = cards.iter().copied().filter(move |id| {
        let card = state.card(*id);
        card.controller == bill.seat && card.is_ready() && !card.face_down
    });
    own.map(|id| (id, constants::resources(state, id)))
        .filter(move |(id, value)| *value > 0 && serves(state, *id, &bill, &others))
}

/// What a player pays for a card, as what it is or as an enhancement.
pub fn price(state: &State, card: CardId, on: bool) -> u8 {
    let facts = state.facts(card);
    let riding = facts.pilot.unwrap_or(facts.cost).saturating_sub(facts.effects.rides_cheaper);
    let printed = if on { riding } else { facts.cost };
    let seat = state.card(card).controller;
    let mut discount = constants::of_player(state, seat, Boon::NextCardCheaper);
    let mut limited = 0;
    if constants::is_given(state, Boon::CostOf(Sort::Any)) {
        for boon in [Boon::NextCost as fn(Sort) -> Boon, Boon::CostOf] {
            for sort in sorts(state, boon).filter(|sort| is_of(state, card, *sort)) {
                let less = constants::of_player(state, seat, boon(sort));
                *(if sort == Sort::VehicleUnitDownToOne { &mut limited } else { &mut discount }) += less;
            }
        }
    }
    discount += cheaper_on_host(state, card, on);
    // Some cards make others dearer.
    let price = (i32::from(constants::cost(state, card, printed)) - discount).clamp(0, 255);
    (price - limited).max(price.min(1)) as u8
}

/// What is saved because of the card that an enhancement is played on; as long as that is not chosen, the best of all.
fn cheaper_on_host(state: &State, card: CardId, on: bool) -> i32 {
    if !is_cheaper_somewhere(state, card, on) {
        return 0;
    }
    match state.card(card).attached.filter(|_| !state.is_in_play(card)) {
        Some(host) => saved_on(state, card, host),
        None => hosts(state, card).map(|host| saved_on(state, card, host)).max().unwrap_or(0),
    }
}

fn saved_on(state: &State, card: CardId, host: CardId) -> i32 {
    let own = state.card(host).controller == state.card(card).controller;
    if own { constants::extra(state, host, Boon::CheaperToEnhance) } else { 0 }
}

/// Whether an enhancement costs less on some card than on others.
pub fn is_cheaper_somewhere(state: &State, card: CardId, on: bool) -> bool {
    constants::is_given(state, Boon::CheaperToEnhance)
        && (on || state.facts(card).card_type == CardType::Enhancement)
        && hosts(state, card).any(|host| saved_on(state, card, host) != 0)
}

/// The affiliation from which one resource must come: none for neutral cards and for those that cost nothing.
fn match_for(state: &State, seat: Seat, card: CardId, price: u8) -> Option<Affiliation> {
    let affiliation = state.card(card).affiliation();
    let needed = price > 0 && affiliation != Affiliation::Neutral;
    let waived = |boon| constants::of_player(state, seat, boon) > 0;
    let own = state.facts(card).effects.needs_no_match;
    (needed && !own && !waived(Boon::NoMatch) && !waived(Boon::NextCardCheaper)).then_some(affiliation)
}

/// Whether a sum can be paid without a certain card.
fn payable(state: &State, sum: u8, bill: Bill, without: Option<CardId>) -> Result<(), Denial> {
    if sum == 0 {
        return if bill.matching.is_some() { Err(NO_MATCH) } else { Ok(()) };
    }
    let mut left = i32::from(sum);
    let mut matched = bill.matching.is_none();
    for (id, value) in providers(state, bill) {
        if Some(id) == without {
            continue;
        }
        left -= i32::from(value);
        matched = matched || bill.matching.is_some_and(|wanted| suits(state, &bill, id, wanted));
        if left <= 0 && matched {
            return Ok(());
        }
    }
    Err(if left > 0 { TOO_FEW } else { NO_MATCH })
}

/// Whether a resource of a card is a match for what is paid for.
fn suits(state: &State, bill: &Bill, provider: CardId, wanted: Affiliation) -> bool {
    let also = bill.card.and_then(|card| state.facts(card).effects.also_matched_by);
    constants::matches_affiliation(state, provider, wanted)
        || also.is_some_and(|also| constants::matches_affiliation(state, provider, also))
}

fn bill_for(state: &State, seat: Seat, card: CardId, price: u8) -> Bill {
    Bill { seat, card: Some(card), matching: match_for(state, seat, card, price), only: None }
}

/// Whether a player can pay for a card from hand.
pub fn can_pay_for(state: &State, seat: Seat, card: CardId, on: bool) -> Result<(), Denial> {
    let price = price(state, card, on);
    payable(state, price, bill_for(state, seat, card, price), None)
}

/// Whether a player could pay for a card if everything were saved that cards let him save.
pub fn could_pay_for(state: &State, seat: Seat, card: CardId, on: bool) -> Result<(), Denial> {
    let Err(denial) = can_pay_for(state, seat, card, on) else { return Ok(()) };
    let (saved, by_damage) = if on { (0, false) } else { could_save(state, seat, card) };
    if by_damage {
        return Ok(());
    }
    if saved == 0 {
        return Err(denial);
    }
    let least = price(state, card, on).saturating_sub(saved).max(1);
    payable(state, least, bill_for(state, seat, card, least), None)
}

/// Pays for a card.
pub fn pay_for_card(t: &mut Table, card: CardId, on: bool) -> Play {
    let seat = t.state.card(card).controller;
    let price = price(&t.state, card, on);
    let bill = bill_for(&t.state, seat, card, price);
    let state = &t.state;
    let used: Vec<Boon> =
        sorts(state, Boon::NextCost).filter(|sort| is_of(state, card, *sort)).map(Boon::NextCost).collect();
    t.state.lasting.retain(|lasting| {
        let spent = lasting.boon == Boon::NextCardCheaper || used.contains(&lasting.boon);
        !(spent && lasting.card.is_none() && lasting.seat == seat)
    });
    pay(t, card, price, bill)
}

/// One provider after the other is focused.
fn pay(t: &mut Table, card: CardId, sum: u8, mut bill: Bill) -> Play {
    let mut left = sum;
    while left > 0 {
        if payable(&t.state, left, bill, None).is_err() {
            return Ok(());
        }
        let choice = t.ask(bill.seat, Ask::Pay(card, left), |state, offer| {
            for (id, value) in providers(state, bill) {
                let still = Bill {
                    matching: bill.matching.filter(|wanted| !suits(state, &bill, id, *wanted)),
                    ..bill
                };
                for amount in 1..=value.min(left) {
                    offer.judge(Choice::Pay(id, amount), payable(state, left - amount, still, Some(id)));
                }
            }
        })?;
        let Choice::Pay(id, amount) = choice else { return Ok(()) };
        bill.matching = bill.matching.filter(|wanted| !suits(&t.state, &bill, id, *wanted));
        left -= amount;
        damage::focus(t, id, amount)?;
        t.emit(Event::Paid(id, amount));
        happened(t, Occurrence::new(Trigger::Generates).of(id).by(bill.seat).amount(amount))?;
    }
    Ok(())
}

/// Whether a player can pay resources for an ability, perhaps only of one affiliation.
pub fn can_spend_on(state: &State, seat: Seat, sum: u8, only: Option<Affiliation>) -> Result<(), Denial> {
    payable(state, sum, Bill { only, ..Bill::of_ability(seat) }, None)
}

/// A player pays resources for an effect.
pub fn spend(t: &mut Table, card: CardId, seat: Seat, sum: u8) -> Play {
    pay(t, card, sum, Bill::of_ability(seat))
}

/// The same with resources of one affiliation.
pub fn spend_of(t: &mut Table, card: CardId, seat: Seat, sum: u8, only: Affiliation) -> Play {
    pay(t, card, sum, Bill { only: Some(only), ..Bill::of_ability(seat) })
}
