//! Paying: cards are focused for resources, and one of them must match the affiliation of what is paid for.

use table::{Denial, Play, Seat, denial};

use crate::cards::{Affiliation, Kind, library};
use crate::state::{CardId, CardRef, State};
use crate::{Ask, Choice, Event, Table, damage};

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

/// Ready cards that provide resources, with their values.
fn providers(state: &State, seat: Seat) -> impl Iterator<Item = (CardId, u8)> {
    let own =
        state.in_play().filter(move |id| state.card(*id).controller == seat && state.card(*id).is_ready());
    own.map(|id| (id, state.card(id).facts().resources)).filter(|(_, value)| *value > 0)
}

/// The affiliation from which one resource must come: none for neutral cards and for those that cost nothing.
fn match_for(kind: Kind) -> Option<Affiliation> {
    let facts = library().card(kind);
    (facts.cost > 0 && facts.affiliation != Affiliation::Neutral).then_some(facts.affiliation)
}

/// Whether a sum can be paid without a certain card.
fn payable(
    state: &State,
    seat: Seat,
    sum: u8,
    matching: Option<Affiliation>,
    without: Option<CardId>,
) -> Result<(), Denial> {
    let others = || providers(state, seat).filter(|(id, _)| Some(*id) != without);
    if others().map(|(_, value)| u32::from(value)).sum::<u32>() < u32::from(sum) {
        return Err(TOO_FEW);
    }
    match matching {
        Some(wanted) if sum == 0 || !others().any(|(id, _)| state.card(id).affiliation() == wanted) => {
            Err(NO_MATCH)
        }
        _ => Ok(()),
    }
}

/// Whether a player can pay for a card from hand.
pub fn can_pay_for(state: &State, seat: Seat, kind: Kind) -> Result<(), Denial> {
    payable(state, seat, library().card(kind).cost, match_for(kind), None)
}

/// Pays for a card: one provider after the other is focused.
pub fn pay_for(t: &mut Table, card: CardRef) -> Play {
    let (seat, kind) = (t.state.controller(card), t.state.kind(card));
    let (mut left, mut matching) = (library().card(kind).cost, match_for(kind));
    while left > 0 {
        let choice = t.ask(seat, Ask::Pay(card, left), |state, offer| {
            for (id, value) in providers(state, seat) {
                for amount in 1..=value.min(left) {
                    let still = matching.filter(|wanted| state.card(id).affiliation() != *wanted);
                    offer
                        .judge(Choice::Pay(id, amount), payable(state, seat, left - amount, still, Some(id)));
                }
            }
        })?;
        let Choice::Pay(id, amount) = choice else { return Ok(()) };
        matching = matching.filter(|wanted| t.state.card(id).affiliation() != *wanted);
        left -= amount;
        damage::focus(t, id, amount);
        t.emit(Event::Paid(id, amount));
    }
    Ok(())
}
