//! How the kernel's timing finds the keywords of this game: whose abilities belong to a window, in which order players
//! use them, which modifiers and prohibitions are in force.

use arrayvec::ArrayVec;
use table::Seat;
use table::timing::{Ability, Modifier, Prohibition, Timed, Turns};

use super::{Deed, Effects, Quantity, Topic, Window, effects, library};
use crate::attack::weapon;
use crate::state::{Attack, CardRef, Slot, State, UnitId, WeaponId};
use crate::{Ask, Choice, Legion};

/// Visits the keywords of a unit: of its unit card, of its upgrades, and of the weapons in the current pool.
fn each_keyword(state: &State, unit: UnitId, mut visit: impl FnMut(CardRef, &'static Effects)) {
    let mut add = |slot| {
        let card = CardRef { unit, slot };
        visit(card, effects(state, card));
    };
    let own = &state.unit(unit).facts().keywords;
    (0..own.len() as u8).for_each(|index| add(Slot::UnitCard(index)));
    for (number, kind) in state.unit(unit).upgrades.iter().enumerate() {
        let keywords = library().upgrade(*kind).keywords.len() as u8;
        (0..keywords).for_each(|index| add(Slot::Upgrade(number as u8, index)));
    }
    for (mini, id) in weapons(state, unit) {
        let keywords = weapon(state, unit, id).map_or(0, |(facts, _)| facts.keywords.len() as u8);
        (0..keywords).for_each(|index| add(Slot::Weapon(mini, id, index)));
    }
}

/// The weapons of a unit in the current pool.
fn weapons(state: &State, unit: UnitId) -> ArrayVec<(u8, WeaponId), 12> {
    let attack = state.attack.as_ref().filter(|attack| attack.attacker == unit);
    attack
        .and_then(|attack| attack.pools.get(attack.current as usize))
        .map_or(ArrayVec::new(), |pool| pool.weapons.clone())
}

fn fighting(state: &State) -> Option<(UnitId, UnitId)> {
    let attack: &Attack = state.attack.as_ref()?;
    Some((attack.attacker, attack.pools.get(attack.current as usize)?.defender))
}

impl Timed for Legion {
    type Window = Window;
    type Quantity = Quantity;
    type Topic = Topic;
    type Deed = Deed;

    fn topic(quantity: &Quantity) -> Topic {
        match quantity {
            Quantity::Speed(_) => Topic::Speed,
            Quantity::DifficultTerrain(_) => Topic::DifficultTerrain,
            Quantity::ClamberDice(_) => Topic::ClamberDice,
            Quantity::AimDice(_) => Topic::AimDice,
            Quantity::Cover(_) => Topic::Cover,
            Quantity::CoverReduction(_) => Topic::CoverReduction,
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

    /// Whose dice they are goes first.
    fn turns(state: &State, window: Window) -> Turns {
        let Some((attacker, defender)) = fighting(state) else { return Turns::default() };
        let (attacker, defender) = (state.unit(attacker).owner, state.unit(defender).owner);
        let seats = match window {
            Window::ModifyAttackDice => [attacker, defender],
            Window::DodgeAndCover | Window::ModifyDefenseDice | Window::AfterDefending => {
                [defender, attacker]
            }
        };
        Turns { seats: seats.into_iter().collect(), ..Turns::default() }
    }

    fn each_ability(
        state: &State,
        window: Window,
        seat: Seat,
        visit: &mut dyn FnMut(CardRef, u8, &'static Ability<Self>),
    ) {
        let Some((attacker, defender)) = fighting(state) else { return };
        for unit in [attacker, defender].into_iter().filter(|unit| state.unit(*unit).owner == seat) {
            each_keyword(state, unit, |card, effects| {
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

    /// Keywords change numbers of their own unit.
    fn each_modifier(
        state: &State,
        quantity: &Quantity,
        visit: &mut dyn FnMut(CardRef, &'static Modifier<Self>),
    ) {
        each_keyword(state, quantity.unit(), |card, effects| {
            effects.modifiers.iter().for_each(|modifier| visit(card, modifier));
        });
    }

    fn each_prohibition(state: &State, _: &Deed, visit: &mut dyn FnMut(CardRef, &'static Prohibition<Self>)) {
        let Some((attacker, defender)) = fighting(state) else { return };
        for unit in [attacker, defender] {
            each_keyword(state, unit, |card, effects| {
                effects.prohibitions.iter().for_each(|prohibition| visit(card, prohibition));
            });
        }
    }

    /// No keyword of this piece of the game is limited to once a round.
    fn is_spent(_: &State, _: CardRef, _: u8) -> bool {
        false
    }

    fn spend(_: &mut State, _: CardRef, _: u8) {}
}
