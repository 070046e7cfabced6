//! How the kernel's timing finds the cards of this game: whose abilities belong to a window, in which order players
//! use them, which modifiers and prohibitions are in force.

use table::timing::{Ability, Modifier, Prohibition, Timed, Turns, permitted};
use table::{Denial, Seat};

use super::{Deed, Effects, Quantity, Topic, Window, effects};
use crate::state::{CardRef, ShipId, Slot, State};
use crate::{Ask, Choice, XWing};

/// Whether a card's text counts, or why it does not.
pub fn usable(state: &State, card: CardRef) -> Result<(), Denial> {
    permitted::<XWing>(state, Deed::UseCard(card))
}

/// Visits the cards of a ship that lie open.
fn each_card(state: &State, id: ShipId, mut visit: impl FnMut(CardRef, &'static Effects)) {
    let ship = state.ship(id);
    let upgrades = (0..ship.upgrades.len() as u8).map(Slot::Upgrade);
    for slot in [Slot::Tokens, Slot::Pilot].into_iter().chain(upgrades).chain(open_damage(state, id)) {
        let card = CardRef { ship: id, slot };
        visit(card, effects(state, card));
    }
}

fn open_damage(state: &State, id: ShipId) -> impl Iterator<Item = Slot> {
    let damage = state.ship(id).damage.iter().enumerate().filter(|(_, damage)| damage.face_up);
    damage.map(|(i, _)| Slot::Damage(i as u8))
}

/// Visits the cards in play whose text counts.
fn each_live_card(state: &State, mut visit: impl FnMut(CardRef, &'static Effects)) {
    for id in state.in_play() {
        each_card(state, id, |card, effects| {
            let does_something = !(effects.abilities.is_empty()
                && effects.modifiers.is_empty()
                && effects.prohibitions.is_empty());
            if does_something && usable(state, card).is_ok() {
                visit(card, effects);
            }
        });
    }
}

impl Timed for XWing {
    type Window = Window;
    type Quantity = Quantity;
    type Topic = Topic;
    type Deed = Deed;

    fn topic(quantity: &Quantity) -> Topic {
        match quantity {
            Quantity::AttackDice => Topic::AttackDice,
            Quantity::Primary(_) => Topic::Primary,
            Quantity::Agility(_) => Topic::Agility,
            Quantity::Skill(_) => Topic::Skill,
            Quantity::HinderingStress(_) => Topic::HinderingStress,
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

    /// The attack roll is modified by the defender first, the defense roll by the attacker first; in every other window
    /// the player with initiative comes first. Everybody uses all abilities, in the order of their choice, before the next.
    fn turns(state: &State, window: Window) -> Turns {
        let seats = match (window, &state.attack) {
            (Window::ModifyAttack, Some(attack)) => {
                [attack.defender, attack.attacker].map(|id| state.ship(id).owner)
            }
            (Window::ModifyDefense, Some(attack)) => {
                [attack.attacker, attack.defender].map(|id| state.ship(id).owner)
            }
            _ => state.by_initiative(),
        };
        Turns { seats: seats.into_iter().collect(), ..Turns::default() }
    }

    fn each_ability(
        state: &State,
        window: Window,
        seat: Seat,
        visit: &mut dyn FnMut(CardRef, u8, &'static Ability<Self>),
    ) {
        each_live_card(state, |card, effects| {
            if state.ship(card.ship).owner == seat {
                for (index, ability) in effects.abilities.iter().enumerate() {
                    if ability.window == window {
                        visit(card, index as u8, ability);
                    }
                }
            }
        });
    }

    fn ability(state: &State, card: CardRef, index: u8) -> Option<&'static Ability<Self>> {
        effects(state, card).abilities.get(index as usize)
    }

    fn each_modifier(
        state: &State,
        quantity: &Quantity,
        visit: &mut dyn FnMut(CardRef, &'static Modifier<Self>),
    ) {
        let topic = Self::topic(quantity);
        each_live_card(state, |card, effects| {
            effects
                .modifiers
                .iter()
                .filter(|modifier| modifier.of == topic)
                .for_each(|modifier| visit(card, modifier));
        });
    }

    /// What forbids the use of cards are damage cards alone, and these are always in force.
    fn each_prohibition(
        state: &State,
        deed: &Deed,
        visit: &mut dyn FnMut(CardRef, &'static Prohibition<Self>),
    ) {
        if let Deed::UseCard(used) = deed {
            for slot in open_damage(state, used.ship) {
                let card = CardRef { ship: used.ship, slot };
                effects(state, card).prohibitions.iter().for_each(|prohibition| visit(card, prohibition));
            }
            return;
        }
        each_live_card(state, |card, effects| {
            effects.prohibitions.iter().for_each(|prohibition| visit(card, prohibition));
        });
    }

    fn is_spent(state: &State, card: CardRef, _: u8) -> bool {
        state.memo(card).spent
    }

    fn spend(state: &mut State, card: CardRef, _: u8) {
        if let Some(memo) = state.memo_mut(card) {
            memo.spent = true;
        }
    }

    fn spent_reason(state: &State, card: CardRef) -> Option<Denial> {
        effects(state, card).once_per_round
    }
}
