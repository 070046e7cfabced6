//! How the kernel's timing finds the cards of this game: which abilities answer a window, in which order players use them,
//! what using one takes, and which modifiers and prohibitions are in force.

use table::timing::{Ability, Limit, Modifier, Prohibition, Timed, Turns};
use table::{Denial, Play, Seat, denial};

use super::{CardAbility, CardType, Cost, Deed, Quantity, Topic, Window, Zone, library};
use crate::state::{CardRef, Side, State, opponent};
use crate::{Ask, Choice, Swlcg, Table, resources, timing};

const NO_TARGET: Denial = denial(
    "swlcg.core.ability.target",
    "There is nothing that it could be directed at.",
    "Es gibt nichts, worauf es gerichtet werden könnte.",
);
const EXHAUSTED: Denial = denial(
    "swlcg.core.focus.to-focus",
    "Only a ready card can be focused.",
    "Nur eine bereite Karte kann fokussiert werden.",
);
const ONCE_PER_TURN: Denial = denial(
    "swlcg.def.4-8.limit-once-per-x",
    "The card has done this already this turn.",
    "Die Karte hat das in diesem Zug bereits getan.",
);
const ONE_PER_TURN: Denial = denial(
    "swlcg.def.4-8.limit-1-per-x",
    "A card of this title was already played this turn.",
    "Eine Karte dieses Titels wurde in diesem Zug bereits gespielt.",
);

/// An ability of a card, with its terms.
pub fn ability_of(state: &State, card: CardRef, index: u8) -> Option<&'static CardAbility> {
    state.facts(card).effects.abilities.get(index as usize)
}

/// Step 1: whether the moment is right, the costs can be paid and there is a target.
fn may_use(state: &State, card: CardRef, ability: &CardAbility) -> Result<bool, Denial> {
    if !(ability.ability.when)(state, card)? {
        return Ok(false);
    }
    let (seat, facts) = (state.controller(card), state.facts(card));
    if facts.card_type == CardType::Event {
        resources::can_pay_for(state, seat, state.kind(card))?;
    }
    if let (Cost::Focus, CardRef::Play(id)) = (ability.cost, card)
        && !state.card(id).is_ready()
    {
        return Err(EXHAUSTED);
    }
    match ability.target {
        Some(legal) if !state.in_play().any(|id| legal(state, card, id)) => Err(NO_TARGET),
        _ => Ok(true),
    }
}

impl Timed for Swlcg {
    type Window = Window;
    type Quantity = Quantity;
    type Topic = Topic;
    type Deed = Deed;

    fn topic(quantity: &Quantity) -> Topic {
        match quantity {
            Quantity::Capacity(_) => Topic::Capacity,
            Quantity::Icons(..) => Topic::Icons,
            Quantity::TargetedStrike(_) => Topic::TargetedStrike,
            Quantity::EdgeTotal(_) => Topic::EdgeTotal,
        }
    }

    const DONE: Choice = Choice::Pass;

    fn invoke(card: CardRef, index: u8) -> Choice {
        Choice::Use(card, index)
    }

    fn invoked(choice: &Choice) -> Option<(CardRef, u8)> {
        match choice {
            Choice::Use(card, index) => Some((*card, *index)),
            _ => None,
        }
    }

    fn window_ask(window: Window) -> Ask {
        Ask::Window(window)
    }

    /// Forced abilities first; then the active player and his opponent take turns until both pass in a row.
    fn turns(state: &State, window: Window) -> Turns {
        let seats = [state.active, opponent(state.active)].into_iter().collect();
        Turns { seats, alternate: true, forced_first: window != Window::Action }
    }

    fn each_ability(
        state: &State,
        window: Window,
        seat: Seat,
        visit: &mut dyn FnMut(CardRef, u8, &'static Ability<Self>),
    ) {
        let mut listen = |card: CardRef, zone: Zone| {
            for (index, ability) in state.facts(card).effects.abilities.iter().enumerate() {
                if ability.zone == zone && ability.ability.window == window {
                    visit(card, index as u8, &ability.ability);
                }
            }
        };
        state
            .in_play()
            .filter(|id| state.card(*id).controller == seat)
            .for_each(|id| listen(CardRef::Play(id), Zone::Play));
        for kind in state.player(seat).hand_kinds() {
            listen(CardRef::Hand(seat, kind), Zone::Hand);
        }
    }

    fn ability(state: &State, card: CardRef, index: u8) -> Option<&'static Ability<Self>> {
        ability_of(state, card, index).map(|ability| &ability.ability)
    }

    fn may(state: &State, card: CardRef, index: u8, _: &'static Ability<Self>) -> Result<bool, Denial> {
        ability_of(state, card, index).map_or(Ok(false), |ability| may_use(state, card, ability))
    }

    fn perform(t: &mut Table, card: CardRef, index: u8, ability: &'static Ability<Self>) -> Play {
        timing::use_ability(t, card, index, ability)
    }

    /// Whoever holds cards is asked wherever a card of that side could be used from hand.
    fn conceals(state: &State, window: Window, seat: Seat) -> bool {
        state.options.poker_face
            && !state.player(seat).hand.is_empty()
            && library().hand_abilities.iter().any(|(kind, index)| {
                let facts = library().card(*kind);
                let ability = &facts.effects.abilities[*index as usize];
                let card = CardRef::Hand(seat, *kind);
                let spent = ability.ability.limit == Limit::PerRound && Self::is_spent(state, card, *index);
                facts.side == Side::of(seat)
                    && ability.ability.window == window
                    && !spent
                    && may_use(state, card, ability) == Ok(true)
            })
    }

    fn each_modifier(state: &State, _: &Quantity, visit: &mut dyn FnMut(CardRef, &'static Modifier<Self>)) {
        for id in state.in_play() {
            let modifiers = state.card(id).facts().effects.modifiers;
            modifiers.iter().for_each(|modifier| visit(CardRef::Play(id), modifier));
        }
    }

    fn each_prohibition(state: &State, _: &Deed, visit: &mut dyn FnMut(CardRef, &'static Prohibition<Self>)) {
        for id in state.in_play() {
            let prohibitions = state.card(id).facts().effects.prohibitions;
            prohibitions.iter().for_each(|prohibition| visit(CardRef::Play(id), prohibition));
        }
    }

    fn is_spent(state: &State, card: CardRef, index: u8) -> bool {
        match card {
            CardRef::Play(id) => state.card(id).spent >> index & 1 == 1,
            CardRef::Hand(seat, kind) | CardRef::Edge(seat, kind) => state.player(seat).spent.contains(&kind),
        }
    }

    fn spend(state: &mut State, card: CardRef, index: u8) {
        match card {
            CardRef::Play(id) => state.card_mut(id).spent |= 1 << index,
            CardRef::Hand(seat, kind) | CardRef::Edge(seat, kind) => state.player_mut(seat).spent.push(kind),
        }
    }

    fn spent_reason(_: &State, card: CardRef) -> Option<Denial> {
        Some(if matches!(card, CardRef::Play(_)) { ONCE_PER_TURN } else { ONE_PER_TURN })
    }
}
