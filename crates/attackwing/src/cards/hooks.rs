//! How the kernel's timing finds the cards of this game: whose abilities belong to a window, in which order players
//! use them, which modifiers and prohibitions are in force.

use arrayvec::ArrayVec;
use table::timing::{Ability, Modifier, Prohibition, Timed, Turns, permitted};
use table::{Denial, Seat, denial};

use super::{Deed, Effects, Quantity, Window, effects};
use crate::state::{CardRef, ShipId, Slot, State};
use crate::{Ask, AttackWing, Choice};

const DISABLED: Denial = denial(
    "attackwing.upgrade.disable",
    "The card is disabled and cannot be used.",
    "Die Karte ist deaktiviert und kann nicht genutzt werden.",
);
const DISCARDED: Denial = denial(
    "attackwing.upgrade.discard",
    "The card was discarded and is out of the game.",
    "Die Karte wurde abgeworfen und ist aus dem Spiel.",
);
const AWAY: Denial = denial(
    "attackwing.mission1.rule.away-immune",
    "The card is on the planet with the away team.",
    "Die Karte ist mit dem Außenteam auf dem Planeten.",
);

/// Whether a card's text counts: it is in play, not disabled, not away, and nothing forbids its use.
pub fn usable(state: &State, card: CardRef) -> Result<(), Denial> {
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Captain if ship.captain.disabled && ship.away_team() => return Err(AWAY),
        Slot::Captain if ship.captain.disabled => return Err(DISABLED),
        Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
            Some(upgrade) if upgrade.discarded => return Err(DISCARDED),
            Some(_) if !ship.crew_aboard(i) => return Err(AWAY),
            Some(upgrade) if upgrade.disabled => return Err(DISABLED),
            Some(_) => {}
            None => return Err(DISCARDED),
        },
        Slot::Damage(_) => return Ok(()),
        Slot::Ship | Slot::Captain | Slot::Tokens => {}
    }
    permitted::<AttackWing>(state, Deed::UseCard(card))
}

/// Whether a card's text counts.
pub fn is_live(state: &State, card: CardRef) -> bool {
    usable(state, card).is_ok()
}

/// Visits the cards of a ship that do anything, live or not.
pub fn each_card(state: &State, id: ShipId, mut visit: impl FnMut(CardRef, &'static Effects)) {
    let ship = state.ship(id);
    let mut see = |slot| {
        let card = CardRef { ship: id, slot };
        visit(card, effects(state, card));
    };
    see(Slot::Ship);
    see(Slot::Captain);
    for slot in 0..ship.upgrades.len() as u8 {
        see(Slot::Upgrade(slot));
    }
    for (slot, damage) in ship.damage.iter().enumerate() {
        if damage.face_up {
            see(Slot::Damage(slot as u8));
        }
    }
}

/// The ships that a window concerns.
fn concerned(state: &State, window: Window) -> ArrayVec<ShipId, 2> {
    match (window, state.attack()) {
        (
            Window::ModifyAttack
            | Window::ModifyDefense
            | Window::Cancel
            | Window::AfterAttack
            | Window::AttackDice
            | Window::CloakTurnsRed,
            Some(attack),
        ) => [attack.attacker, attack.defender].into_iter().collect(),
        _ => state.active.into_iter().collect(),
    }
}

impl Timed for AttackWing {
    type Window = Window;
    type Quantity = Quantity;
    type Deed = Deed;

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

    /// The attack roll is modified by the defender first, the defense roll by the attacker first (or as agreed);
    /// in every other window the active player comes first.
    fn turns(state: &State, window: Window) -> Turns {
        let mut seats = ArrayVec::new();
        match state.attack() {
            Some(attack) => {
                let attacker = state.ship(attack.attacker).owner;
                let defender = state.ship(attack.defender).owner;
                let defender_first = match window {
                    Window::ModifyAttack => true,
                    Window::ModifyDefense => state.options.defender_modifies_defense_first,
                    _ => false,
                };
                seats.extend(if defender_first { [defender, attacker] } else { [attacker, defender] });
                if attacker == defender {
                    seats.truncate(1);
                }
            }
            None => seats.extend(state.active.map(|id| state.ship(id).owner)),
        }
        Turns { seats, alternate: false }
    }

    fn each_ability(
        state: &State,
        window: Window,
        seat: Seat,
        visit: &mut dyn FnMut(CardRef, u8, &'static Ability<Self>),
    ) {
        for id in concerned(state, window) {
            if state.ship(id).owner != seat {
                continue;
            }
            let mut listen = |card: CardRef, effects: &'static Effects| {
                for (index, ability) in effects.abilities.iter().enumerate() {
                    let counts =
                        ability.window == window && (is_live(state, card) || state.memo(card).active);
                    if counts {
                        visit(card, index as u8, ability);
                    }
                }
            };
            let tokens = CardRef { ship: id, slot: Slot::Tokens };
            listen(tokens, effects(state, tokens));
            each_card(state, id, listen);
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
        let ships: ArrayVec<ShipId, 2> = match quantity {
            Quantity::AttackDice | Quantity::DefenseDice | Quantity::ScanPenalty => match state.attack() {
                Some(attack) => [attack.attacker, attack.defender].into_iter().collect(),
                None => ArrayVec::new(),
            },
            Quantity::Primary(ship)
            | Quantity::Agility(ship)
            | Quantity::Skill(ship)
            | Quantity::Difficulty(ship, _) => [*ship].into_iter().collect(),
        };
        for id in ships {
            each_card(state, id, |card, effects| {
                if !effects.modifiers.is_empty() && (state.memo(card).active || is_live(state, card)) {
                    effects.modifiers.iter().for_each(|modifier| visit(card, modifier));
                }
            });
        }
    }

    fn each_prohibition(
        state: &State,
        deed: &Deed,
        visit: &mut dyn FnMut(CardRef, &'static Prohibition<Self>),
    ) {
        let id = match deed {
            Deed::BarAction(ship, _) | Deed::Action(ship, _) => *ship,
            Deed::UseCard(card) => card.ship,
        };
        // Cards that forbid the use of cards are themselves always in force.
        each_card(state, id, |card, effects| {
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
}
