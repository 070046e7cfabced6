//! How the kernel's timing finds the cards of this game: whose abilities belong to a window, in which order players
//! use them, which modifiers and prohibitions are in force.

use arrayvec::ArrayVec;
use table::Seat;
use table::timing::{Ability, Modifier, Prohibition, Timed, Turns};

use super::{Deed, Effects, Quantity, Topic, Window, effects};
use crate::state::{CardRef, ShipId, Slot, State, opponent};
use crate::{Armada, Ask, Choice};

/// Visits the cards of a ship.
fn each_card(state: &State, id: ShipId, mut visit: impl FnMut(CardRef, &'static Effects)) {
    let ship = state.ship(id);
    let upgrades = (0..ship.upgrades.len() as u8).map(Slot::Upgrade);
    let damage = (0..ship.damage.len() as u8).map(Slot::Damage);
    for slot in upgrades.chain(damage) {
        let card = CardRef { ship: id, slot };
        visit(card, effects(state, card));
    }
}

/// The ships that a window concerns.
fn concerned(state: &State, window: Window) -> ArrayVec<ShipId, 2> {
    match (window, &state.attack) {
        (Window::ModifyDice, Some(attack)) => [attack.attacker].into_iter().collect(),
        (Window::ModifyDice, None) => ArrayVec::new(),
        (Window::Overlap, _) => [state.active].into_iter().collect(),
    }
}

impl Timed for Armada {
    type Window = Window;
    type Quantity = Quantity;
    type Topic = Topic;
    type Deed = Deed;

    fn topic(quantity: &Quantity) -> Topic {
        match quantity {
            Quantity::Battery(..) => Topic::Battery,
            Quantity::RedirectZones => Topic::RedirectZones,
            Quantity::RedirectAmount => Topic::RedirectAmount,
        }
    }

    const DONE: Choice = Choice::Pass;
    const COPIES_ARE_ALIKE: bool = true;

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

    /// The first player resolves all effects of one timing first.
    fn turns(state: &State, _: Window) -> Turns {
        let seats = [state.first, opponent(state.first)].into_iter().collect();
        Turns { seats, ..Turns::default() }
    }

    fn each_ability(
        state: &State,
        window: Window,
        seat: Seat,
        visit: &mut dyn FnMut(CardRef, u8, &'static Ability<Self>),
    ) {
        for id in concerned(state, window).into_iter().filter(|id| state.ship(*id).owner == seat) {
            each_card(state, id, |card, effects| {
                let abilities = effects.abilities.iter().enumerate();
                abilities
                    .filter(|(_, ability)| ability.window == window)
                    .for_each(|(index, ability)| visit(card, index as u8, ability));
            });
        }
    }

    fn ability(state: &State, card: CardRef, index: u8) -> Option<&'static Ability<Self>> {
        effects(state, card).abilities.get(index as usize)
    }

    fn each_modifier(
        state: &State,
        quantity: &Quantity,
        visit: &mut dyn FnMut(CardRef, &'static Modifier<Self>),
    ) {
        let ships: ArrayVec<ShipId, 2> = match (quantity, &state.attack) {
            (Quantity::Battery(ship, ..), _) => [*ship].into_iter().collect(),
            (_, Some(attack)) => [attack.attacker, attack.defender].into_iter().collect(),
            (_, None) => ArrayVec::new(),
        };
        for id in ships {
            each_card(state, id, |card, effects| {
                effects.modifiers.iter().for_each(|modifier| visit(card, modifier));
            });
        }
    }

    fn each_prohibition(
        state: &State,
        deed: &Deed,
        visit: &mut dyn FnMut(CardRef, &'static Prohibition<Self>),
    ) {
        each_card(state, deed.ship(), |card, effects| {
            effects.prohibitions.iter().for_each(|prohibition| visit(card, prohibition));
        });
    }

    /// No card of this piece of the game is limited to once a round.
    fn is_spent(_: &State, _: CardRef, _: u8) -> bool {
        false
    }

    fn spend(_: &mut State, _: CardRef, _: u8) {}
}
