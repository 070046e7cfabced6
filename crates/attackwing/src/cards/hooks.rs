//! How the kernel's timing finds the cards of this game: whose abilities belong to a window, in which order players
//! use them, which modifiers and prohibitions are in force.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use table::mission::Mission;
use table::timing::{Ability, Force, Limit, Modifier, Prohibition, Timed, Turns, permitted};
use table::{Denial, Seat, denial};

use super::{Deed, Effects, Quantity, Topic, UpgradeId, UpgradeType, Window, effects, library};
use crate::state::{CardRef, MAX_SHIPS, ShipId, Slot, State, Weapon};
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
const NO_CAPTAIN: Denial = denial(
    "attackwing.known.faq.captain-disabled-skill-1",
    "Elite Talents cannot be used while the captain is disabled.",
    "Solange der Captain deaktiviert ist, sind Sonderfähigkeiten nicht nutzbar.",
);

/// What the cards of a ship listen to, so that nobody has to ask ships whose cards are silent. A card that is lost or
/// turned down stays registered; whether it still counts is asked of the card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hooks {
    windows: u16,
    topics: u8,
    forbids: bool,
}

impl Hooks {
    /// Registers the effects of a card.
    pub fn register(&mut self, effects: &Effects) {
        effects.abilities.iter().for_each(|ability| self.windows |= 1 << ability.window as u16);
        effects.modifiers.iter().for_each(|modifier| self.topics |= 1 << modifier.of as u8);
        // audit: same (! left out) — who forbids nothing is asked in vain
        self.forbids |= !effects.prohibitions.is_empty();
    }
    // audit: same (returns true at once) — who listens to nothing is asked in vain
    fn hears(self, window: Window) -> bool {
        self.windows >> window as u16 & 1 == 1
    }
    // audit: same (returns true at once) — who changes nothing is asked in vain
    fn changes(self, topic: Topic) -> bool {
        self.topics >> topic as u8 & 1 == 1
    }
}

/// Positions do not differ by it: which cards have gone silent makes no difference.
impl PartialEq for Hooks {
    fn eq(&self, _: &Hooks) -> bool {
        true
    }
}

impl Eq for Hooks {}

impl Hash for Hooks {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Registers all cards that a ship has.
pub fn register_all(state: &mut State, id: ShipId) {
    let mut hooks = Hooks::default();
    each_card(state, id, |_, effects| hooks.register(effects));
    state.ship_mut(id).hooks = hooks;
}

/// Whether anything can be done to a card or with it.
pub fn is_in_reach(state: &State, card: CardRef) -> bool {
    permitted::<AttackWing>(state, Deed::Reach(card)).is_ok()
}

/// Whether a card's text counts: it is in play and in reach, not disabled, and nothing forbids its use.
pub fn usable(state: &State, card: CardRef) -> Result<(), Denial> {
    permitted::<AttackWing>(state, Deed::Reach(card))?;
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Captain if ship.captain.disabled => return Err(DISABLED),
        Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
            Some(upgrade) if upgrade.discarded => return Err(DISCARDED),
            Some(upgrade) if upgrade.disabled => return Err(DISABLED),
            Some(upgrade) if state.options.tournament && ship.captain.disabled && is_talent(upgrade.card) => {
                return Err(NO_CAPTAIN);
            }
            Some(_) => {}
            None => return Err(DISCARDED),
        },
        Slot::Damage(_) => return Ok(()),
        Slot::Ship | Slot::Captain | Slot::Tokens => {}
    }
    permitted::<AttackWing>(state, Deed::UseCard(card))
}

fn is_talent(card: UpgradeId) -> bool {
    library().upgrade(card).kind == UpgradeType::Talent
}

/// Whether a card's text counts.
pub fn is_live(state: &State, card: CardRef) -> bool {
    usable(state, card).is_ok()
}

/// Whether a card has its say: it is live, its effect lasts, or it is the weapon being fired, which was disabled as the
/// price of firing it.
fn counts(state: &State, card: CardRef) -> bool {
    let fired = state.attack().is_some_and(|attack| attack.weapon == Weapon::Secondary(card));
    let lasts = || state.memo(card).active && permitted::<AttackWing>(state, Deed::UseCard(card)).is_ok();
    fired || is_live(state, card) || lasts()
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
        (Window::Struck, _) => state.struck.into_iter().map(|(_, whom)| whom).collect(),
        _ => state.active.into_iter().collect(),
    }
}

impl Timed for AttackWing {
    type Window = Window;
    type Quantity = Quantity;
    type Topic = Topic;
    type Deed = Deed;

    fn topic(quantity: &Quantity) -> Topic {
        match quantity {
            Quantity::AttackDice => Topic::AttackDice,
            Quantity::DefenseDice => Topic::DefenseDice,
            Quantity::ScanPenalty => Topic::ScanPenalty,
            Quantity::Primary(_) => Topic::Primary,
            Quantity::Agility(_) => Topic::Agility,
            Quantity::Skill(_) => Topic::Skill,
            Quantity::Difficulty(..) => Topic::Difficulty,
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

    /// The attack roll is modified by the defender first, the defense roll by the attacker first (or as agreed);
    /// in every other window the active player comes first.
    fn turns(state: &State, window: Window) -> Turns {
        let mut seats = ArrayVec::new();
        match state.attack() {
            _ if window == Window::Struck => {
                seats.extend(state.struck.map(|(_, whom)| state.ship(whom).owner))
            }
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
        Turns { seats, ..Turns::default() }
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
                    if ability.window == window && counts(state, card) {
                        visit(card, index as u8, ability);
                    }
                }
            };
            let tokens = CardRef { ship: id, slot: Slot::Tokens };
            listen(tokens, effects(state, tokens));
            if state.ship(id).hooks.hears(window) {
                each_card(state, id, listen);
            }
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
        let ships: ArrayVec<ShipId, MAX_SHIPS> = match quantity {
            Quantity::AttackDice | Quantity::ScanPenalty => match state.attack() {
                Some(attack) => [attack.attacker, attack.defender].into_iter().collect(),
                None => ArrayVec::new(),
            },
            // Friends may help a defender.
            Quantity::DefenseDice => state.in_play().collect(),
            Quantity::Primary(ship)
            | Quantity::Agility(ship)
            | Quantity::Skill(ship)
            | Quantity::Difficulty(ship, _) => [*ship].into_iter().collect(),
        };
        let topic = Self::topic(quantity);
        for id in ships.into_iter().filter(|id| state.ship(*id).hooks.changes(topic)) {
            each_card(state, id, |card, effects| {
                if !effects.modifiers.is_empty() && counts(state, card) {
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
            Deed::Action(ship, _) => *ship,
            Deed::UseCard(card) => card.ship,
            // No card puts others out of reach.
            Deed::Reach(_) => return,
        };
        if !state.ship(id).hooks.forbids {
            return;
        }
        // Cards that forbid the use of cards are themselves always in force.
        each_card(state, id, |card, effects| {
            effects.prohibitions.iter().for_each(|prohibition| visit(card, prohibition));
        });
    }

    fn mission(state: &State) -> Option<&'static Mission<Self>> {
        state.mission().map(|mission| &mission.common)
    }

    /// By the later FAQ every optional ability of a card is used at most once a round.
    fn limit(state: &State, card: CardRef, ability: &'static Ability<Self>) -> Limit {
        // audit: same (&& to ||) — tokens keep no count, and what cards must do comes no second time in such a round
        let optional_card = ability.force == Force::May && card.slot != Slot::Tokens;
        if state.options.tournament && optional_card { Limit::PerRound } else { ability.limit }
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
