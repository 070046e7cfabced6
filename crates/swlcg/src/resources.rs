//! Paying: cards are focused for resources, and one of them must match the affiliation of what is paid for.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Denial, Parts, Picks, Plan, Play, Seat, Whole, denial};

use crate::cards::atoms::{Ctx, Filter, Is, Sort};
use crate::cards::filters::matches;
use crate::cards::{Affiliation, Boon, CardType, Trait, Trigger, constants, could_save};
use crate::state::{CardId, Occurrence, State, whole};
use crate::timing::{happened, hosts};
use crate::{Ask, Choice, Event, Swlcg, Table, damage, judge, zones};

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
const TOO_LITTLE: Denial = denial(
    "swlcg.core.resource.combine",
    "These resources do not cover the cost.",
    "Diese Ressourcen decken die Kosten nicht.",
);
const TOO_MUCH: Denial = denial(
    "swlcg.core.resource.no-pool",
    "These are more resources than it costs, and resources cannot be stored.",
    "Das sind mehr Ressourcen, als es kostet, und aufheben lassen sie sich nicht.",
);

/// What is paid for, and with what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Bill {
    pub seat: Seat,
    /// So many resources are still to be paid.
    pub sum: u8,
    /// The card that is being played; none: the cost of an ability.
    card: Option<CardId>,
    /// The affiliation from which one resource must still come.
    matching: Option<Affiliation>,
    /// The only affiliation whose resources count.
    only: Option<Affiliation>,
}

impl Bill {
    fn of_ability(seat: Seat, sum: u8, only: Option<Affiliation>) -> Bill {
        Bill { seat, sum, card: None, matching: None, only }
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
    is_of_as_read(state, card, sort, card)
}

/// The same by the text of another card, whose figures may have changed.
fn is_of_as_read(state: &State, card: CardId, sort: Sort, text: CardId) -> bool {
    let filter = SORTS.iter().find(|(other, _)| *other == sort).map_or(&[][..], |(_, filter)| filter);
    matches(state, &Ctx::new(text, state.card(card).controller), card, filter)
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
fn serves(state: &State, id: CardId, bill: &Bill, sorts: &[Sort]) -> bool {
    let is_other = |sort: Sort| !bill.card.is_some_and(|card| is_of_as_read(state, card, sort, id));
    bill.only.is_none_or(|only| constants::matches_affiliation(state, id, only))
        && !sorts.iter().any(|sort| constants::has(state, id, Boon::PaysOnlyFor(*sort)) && is_other(*sort))
}

/// Ready cards that provide resources, with their values.
fn providers(state: &State, bill: Bill) -> impl Iterator<Item = (CardId, u8)> + Clone {
    // Only an effect gives resources to a card without a printed value.
    let printed = !constants::is_given(state, Boon::Resources);
    let cards = if printed { state.attention.providers() } else { &state.table[..] };
    let sorts: ArrayVec<Sort, { SORTS.len() }> = sorts(state, Boon::PaysOnlyFor).collect();
    let own = cards.iter().copied().filter(move |id| {
        let card = state.card(*id);
        card.controller == bill.seat && card.is_ready() && !card.face_down
    });
    own.map(|id| (id, constants::resources(state, id)))
        .filter(move |(id, value)| *value > 0 && serves(state, *id, &bill, &sorts))
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
    let price = (i32::from(constants::cost(state, card, printed)) - discount).max(0);
    whole((price - limited).max(price.min(1)))
}

/// What is saved because of the card that an enhancement is played on; as long as that is not chosen, the best of all.
fn cheaper_on_host(state: &State, card: CardId, on: bool) -> i32 {
    if !is_cheaper_somewhere(state, card, on) {
        return 0;
    }
    match state.card(card).attached.filter(|_| !state.is_in_play(card)) {
        Some(host) => saved_on(state, card, host),
        None => hosts(state, card).map(|host| saved_on(state, card, host)).max().unwrap_or_default(),
    }
}

fn saved_on(state: &State, card: CardId, host: CardId) -> i32 {
    let own = state.card(host).controller == state.card(card).controller;
    if own { constants::extra(state, host, Boon::CheaperToEnhance) } else { 0 }
}

/// Whether an enhancement costs less on some card than on others.
pub fn is_cheaper_somewhere(state: &State, card: CardId, on: bool) -> bool {
    // audit: same (&& to ||) — this only spares looking, and what is cheaper to enhance is enhanced by no unit
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

/// Whether a bill can be paid.
fn payable(state: &State, bill: Bill) -> Result<(), Denial> {
    if bill.sum == 0 {
        return Ok(());
    }
    let mut left = i32::from(bill.sum);
    let mut matched = false;
    for (id, value) in providers(state, bill) {
        left -= i32::from(value);
        matched = matched || suits(state, &bill, id);
        if left <= 0 && matched {
            return Ok(());
        }
    }
    Err(if left > 0 { TOO_FEW } else { NO_MATCH })
}

/// Whether a resource of a card is a match for what is paid for, or none is needed.
fn suits(state: &State, bill: &Bill, provider: CardId) -> bool {
    let also = bill.card.and_then(|card| state.facts(card).effects.also_matched_by);
    bill.matching.is_none_or(|wanted| constants::matches_affiliation(state, provider, wanted))
        || also.is_some_and(|also| constants::matches_affiliation(state, provider, also))
}

fn bill_for(state: &State, seat: Seat, card: CardId, price: u8) -> Bill {
    Bill { seat, sum: price, card: Some(card), matching: match_for(state, seat, card, price), only: None }
}

/// Whether a player can pay for a card from hand.
pub fn can_pay_for(state: &State, seat: Seat, card: CardId, on: bool) -> Result<(), Denial> {
    let price = price(state, card, on);
    payable(state, bill_for(state, seat, card, price))
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
    payable(state, bill_for(state, seat, card, least))
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
    pay(t, card, bill)
}

/// A card that can pay.
struct Source {
    id: CardId,
    /// So much of the bill it can pay.
    most: u8,
    /// Its resources are a match, or none is needed.
    suits: bool,
}

/// A payment: so many resources from each card that provides some.
struct Payment {
    bill: Bill,
    sources: Picks<Source>,
    best: Plan,
}

impl Whole<Swlcg> for Payment {
    type Value = Picks<(CardId, u8)>;

    fn parts(&self, _: &State, parts: &mut Parts<Swlcg>) {
        for source in &self.sources {
            parts.one((0..=source.most).map(|amount| Choice::Pay(source.id, amount)));
        }
    }

    fn judge(&self, _: &State, plan: &Plan) -> Result<Picks<(CardId, u8)>, Denial> {
        let used = self.sources.iter().zip(plan.picks.iter().copied()).filter(|(_, amount)| *amount > 0);
        let sum: u32 = used.clone().map(|(_, amount)| u32::from(amount)).sum();
        match sum.cmp(&self.bill.sum.into()) {
            Ordering::Less => Err(TOO_LITTLE),
            Ordering::Greater => Err(TOO_MUCH),
            Ordering::Equal if !used.clone().any(|(source, _)| source.suits) => Err(NO_MATCH),
            Ordering::Equal => Ok(used.map(|(source, amount)| (source.id, amount)).collect()),
        }
    }

    /// The payment that does least harm, and what comes of it if one of its resources is taken from another card.
    fn suggest(&self, _: &State, plans: &mut Vec<Plan>) {
        plans.push(self.best.clone());
        plans.extend(self.beside_best());
    }

    /// Any payment becomes any other by moving one resource at a time, each step a payment as well. So one that leaves no
    /// such step is the only one.
    fn only(&self, _: &State) -> Option<Plan> {
        self.beside_best().next().is_none().then(|| self.best.clone())
    }
}

impl Payment {
    /// What can be paid for a bill that can be paid.
    fn of(state: &State, bill: Bill) -> Payment {
        let source = |(id, value): (CardId, u8)| Source {
            id,
            most: value.min(bill.sum),
            suits: suits(state, &bill, id),
        };
        let sources: Picks<Source> = providers(state, bill).map(source).collect();
        let best = best(state, bill, &sources);
        Payment { bill, sources, best }
    }

    /// Every payment that is the best one but for one resource that comes from another card.
    fn beside_best(&self) -> impl Iterator<Item = Plan> {
        let count = self.sources.len();
        let picks = &self.best.picks;
        let matches: u8 =
            self.sources.iter().zip(picks).filter(|(source, _)| source.suits).map(|(_, n)| n).sum();
        let moves = (0..count).flat_map(move |from| (0..count).map(move |to| (from, to)));
        let stands = move |(from, to): &(usize, usize)| {
            let (giver, taker) = (&self.sources[*from], &self.sources[*to]);
            let matched = taker.suits || matches > u8::from(giver.suits);
            from != to && picks[*from] > 0 && picks[*to] < taker.most && matched
        };
        moves.filter(stands).map(|(from, to)| {
            let mut plan = self.best.clone();
            plan.picks[from] -= 1;
            plan.picks[to] += 1;
            plan
        })
    }
}

/// One resource after the other from wherever it does least harm, a match first.
// audit: no rule — only suggests
fn best(state: &State, bill: Bill, sources: &[Source]) -> Plan {
    let mut picks: Picks<u8> = sources.iter().map(|_| 0).collect();
    let more = |source: &Source, paid: u8| {
        let harm = |tokens: u8| judge::harm(state, bill.seat, source.id, tokens);
        harm(paid + 1) - harm(paid)
    };
    let mut harms: Picks<f64> = sources.iter().map(|source| more(source, 0)).collect();
    for number in 0..bill.sum {
        let free = |place: &usize| {
            let source = &sources[*place];
            picks[*place] < source.most && (number > 0 || source.suits)
        };
        let next = (0..sources.len()).filter(free).min_by(|a, b| harms[*a].total_cmp(&harms[*b]));
        let Some(next) = next else { break };
        picks[next] += 1;
        harms[next] = more(&sources[next], picks[next]);
    }
    Plan::of(picks)
}

/// The cards that a plan takes resources from, with how many.
pub fn given<'a>(state: &'a State, bill: Bill, plan: &'a Plan) -> impl Iterator<Item = (CardId, u8)> + 'a {
    let cards = providers(state, bill).map(|(id, _)| id);
    cards.zip(plan.picks.iter().copied()).filter(|(_, amount)| *amount > 0)
}

/// The card that a part of the question is about.
pub fn source(state: &State, bill: Bill, part: usize) -> Option<CardId> {
    providers(state, bill).nth(part).map(|(id, _)| id)
}

/// One card after the other is focused. What that leads to can keep a later one from paying: then the rest is asked for.
fn pay(t: &mut Table, card: CardId, mut bill: Bill) -> Play {
    while bill.sum > 0 && payable(&t.state, bill).is_ok() {
        for (id, amount) in t.ask_whole(bill.seat, Ask::Pay(card, bill), Payment::of(&t.state, bill))? {
            if !providers(&t.state, bill).any(|(other, value)| other == id && value >= amount) {
                continue;
            }
            if suits(&t.state, &bill, id) {
                bill.matching = None;
            }
            bill.sum -= amount;
            damage::focus(t, id, amount)?;
            t.emit(Event::Paid(id, amount));
            happened(t, Occurrence::new(Trigger::Generates).of(id).by(bill.seat).amount(amount))?;
        }
    }
    Ok(())
}

/// Whether a player can pay resources for an ability, perhaps only of one affiliation.
pub fn can_spend_on(state: &State, seat: Seat, sum: u8, only: Option<Affiliation>) -> Result<(), Denial> {
    payable(state, Bill::of_ability(seat, sum, only))
}

/// A player pays resources for an effect.
pub fn spend(t: &mut Table, card: CardId, seat: Seat, sum: u8) -> Play {
    pay(t, card, Bill::of_ability(seat, sum, None))
}

/// The same with resources of one affiliation.
pub fn spend_of(t: &mut Table, card: CardId, seat: Seat, sum: u8, only: Affiliation) -> Play {
    pay(t, card, Bill::of_ability(seat, sum, Some(only)))
}
