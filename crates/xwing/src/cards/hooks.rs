//! How the kernel's timing finds the cards of this game: whose abilities belong to a window, in which order players
//! use them, which modifiers and prohibitions are in force.

use std::hash::{Hash, Hasher};

use table::mission::Mission;
use table::timing::{Ability, Limit, Modifier, Prohibition, Timed, Turns, permitted, total};
use table::{Denial, Seat, denial};

use super::{Deed, Effects, Quantity, Topic, Window, effects, library};
use crate::state::{Bonus, CardRef, Cursor, Moment, ShipId, Slot, State, Weapon};
use crate::{Ask, Choice, XWing};

const DISCARDED: Denial = denial(
    "xwing.core.squad.discarded",
    "The card was discarded and is out of play.",
    "Die Karte wurde abgelegt und ist aus dem Spiel.",
);

/// What cards listen to, so that nobody has to ask ships whose cards are silent. A card that is discarded or turned down
/// may stay registered; whether it still counts is asked of the card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hooks {
    windows: u64,
    topics: u64,
    forbids: bool,
    shares: bool,
}

impl Hooks {
    /// Registers the effects of a card.
    fn register(&mut self, effects: &Effects) {
        effects.abilities.iter().for_each(|ability| self.windows |= 1 << ability.window as u64);
        effects.modifiers.iter().for_each(|modifier| self.topics |= 1 << modifier.of as u64);
        self.forbids |= !effects.prohibitions.is_empty();
        self.shares |= effects.shares.is_some();
    }
    fn add(&mut self, other: Hooks) {
        self.windows |= other.windows;
        self.topics |= other.topics;
        self.forbids |= other.forbids;
        self.shares |= other.shares;
    }
    fn hears(self, window: Window) -> bool {
        self.windows >> window as u64 & 1 == 1
    }
    // audit: same (returns true at once) — this only saves the look at cards that change something else
    fn changes(self, topic: Topic) -> bool {
        self.topics >> topic as u64 & 1 == 1
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

/// Whether any card listens to a window, or the mission does.
pub fn hears(state: &State, window: Window) -> bool {
    state.hooks.hears(window) || state.mission().is_some_and(|mission| mission.common.hears(window))
}

/// Whether any pilot lets others perform the actions on upgrades.
// audit: same (returns true at once) — where nobody shares there is nothing to be found
pub fn is_sharing(state: &State) -> bool {
    state.hooks.shares
}

/// Registers all cards of a ship as they lie now: what they listen to, and what they add to the printed values. Called
/// whenever a card comes, goes or is turned.
pub fn register_all(state: &mut State, id: ShipId) {
    let mut hooks = Hooks::default();
    each_card(state, id, |_, effects| hooks.register(effects));
    state.ship_mut(id).hooks = hooks;
    state.hooks.add(hooks);
    let mut bonus = Bonus::default();
    let ship = state.ship(id);
    let counts = |i: usize| usable(state, CardRef { ship: id, slot: Slot::Upgrade(i as u8) }).is_ok();
    let upgrades = ship.upgrades.iter().enumerate().filter(|(i, _)| counts(*i));
    let grants = upgrades.map(|(_, upgrade)| {
        let card = library().upgrade(upgrade.card);
        match &card.other_side {
            Some(back) if upgrade.turned => &back.grants,
            _ => &card.grants,
        }
    });
    let conditions = ship.conditions.iter().map(|condition| &library().condition(condition.card).grants);
    for grants in grants.chain(conditions) {
        bonus.skill += grants.skill;
        bonus.attack += grants.attack;
        bonus.agility += grants.agility;
        bonus.hull += grants.hull;
        bonus.shields += grants.shields;
        bonus.energy += grants.energy;
        grants.actions.iter().for_each(|action| bonus.actions.put(*action));
    }
    state.ship_mut(id).bonus = bonus;
}

/// Whether a card's text counts, or why it does not.
pub fn usable(state: &State, card: CardRef) -> Result<(), Denial> {
    match card.slot {
        Slot::Upgrade(i) => match state.ship(card.ship).upgrades.get(i as usize) {
            Some(upgrade) if !upgrade.discarded => {}
            _ => return Err(DISCARDED),
        },
        Slot::Damage(_) | Slot::Tokens => return Ok(()),
        Slot::Borrowed(upgrade, lender) => {
            usable(state, CardRef { ship: card.ship, slot: Slot::Upgrade(upgrade) })?;
            if !state.ship(lender).in_play() {
                return Err(DISCARDED);
            }
        }
        // What was performed lasts, whatever becomes of the other ship and its card.
        Slot::Shared(..) if state.memo(card).acted => return Ok(()),
        Slot::Shared(upgrade, from) => {
            if !state.ship(from).in_play() {
                return Err(DISCARDED);
            }
            usable(state, CardRef { ship: from, slot: Slot::Pilot })?;
            usable(state, CardRef { ship: from, slot: Slot::Upgrade(upgrade) })?;
        }
        Slot::Pilot | Slot::Condition(_) => {}
    }
    permitted::<XWing>(state, Deed::UseCard(card))
}

/// Whether a card has its say: its text counts, or it is the weapon being fired, which may have been discarded as the
/// price of firing it, or it was discarded for an effect that lasts.
fn counts(state: &State, card: CardRef) -> bool {
    let fired = || state.attacks.iter().any(|attack| attack.weapon == Weapon::Secondary(card));
    usable(state, card).is_ok() || fired() || outlasts(state, card)
}

/// Whether a card was discarded for an effect that lasts until the end of the round.
fn outlasts(state: &State, card: CardRef) -> bool {
    let Slot::Upgrade(i) = card.slot else { return false };
    state
        .ship(card.ship)
        .upgrades
        .get(i as usize)
        .is_some_and(|upgrade| upgrade.discarded && upgrade.memo.active)
}

/// The abilities of other friendly pilots that an upgrade of a ship borrows.
fn borrowed(state: &State, id: ShipId) -> impl Iterator<Item = Slot> {
    let with = |id: ShipId, kind: fn(&Effects) -> bool| {
        let upgrades = state.ship(id).upgrades.iter();
        upgrades
            .enumerate()
            .find(|(_, upgrade)| !upgrade.discarded && kind(library().upgrade(upgrade.card).effects))
    };
    let borrower = with(id, |effects| effects.borrows).map(|(i, _)| i as u8);
    borrower.into_iter().flat_map(move |slot| {
        let lends = move |other: &ShipId| *other != id && state.are_friends(id, *other);
        let lenders = state.ids().filter(lends).filter(|other| state.ship(*other).docked.is_none());
        lenders
            .filter(move |other| with(*other, |effects| effects.lends).is_some())
            .map(move |other| Slot::Borrowed(slot, other))
    })
}

/// Visits the cards of a ship that lie open.
fn each_card(state: &State, id: ShipId, mut visit: impl FnMut(CardRef, &'static Effects)) {
    let ship = state.ship(id);
    let mut see = |slot| {
        let card = CardRef { ship: id, slot };
        visit(card, effects(state, card));
    };
    see(Slot::Pilot);
    (0..ship.upgrades.len() as u8).for_each(|i| see(Slot::Upgrade(i)));
    (0..ship.conditions.len() as u8).for_each(|i| see(Slot::Condition(i)));
    borrowed(state, id).for_each(&mut see);
    ship.shared.iter().for_each(|shared| see(Slot::Shared(shared.slot, shared.from)));
    for (i, damage) in ship.damage.iter().enumerate() {
        if damage.face_up {
            see(Slot::Damage(i as u8));
        }
    }
}

/// Whether the cards of a ship have their say: it is in play, or it is just being destroyed.
fn has_a_say(state: &State, id: ShipId) -> bool {
    state.ship(id).in_play()
        || matches!(state.moment(), Some(Moment::Destroyed(gone)) if gone == id)
        || state.cursor == Cursor::PlaceShips && state.ship(id).docked.is_none()
}

/// The ships whose tokens have something to say in a window.
fn token_holder(state: &State, window: Window, seat: Seat) -> Option<ShipId> {
    let id = match (window, state.attack()) {
        (Window::ModifyAttack, Some(attack)) => attack.attacker,
        (Window::ModifyDefense, Some(attack)) => attack.defender,
        (Window::BeforeReveal, _) => state.moment()?.ship(),
        _ => return None,
    };
    (state.ship(id).owner == seat).then_some(id)
}

impl Timed for XWing {
    type Window = Window;
    type Quantity = Quantity;
    type Topic = Topic;
    type Deed = Deed;

    fn topic(quantity: &Quantity) -> Topic {
        match quantity {
            Quantity::AttackDice => Topic::AttackDice,
            Quantity::DefenseDice => Topic::DefenseDice,
            Quantity::AttackRangeBonus => Topic::AttackRangeBonus,
            Quantity::DefenseRangeBonus => Topic::DefenseRangeBonus,
            Quantity::Primary(_) => Topic::Primary,
            Quantity::Agility(_) => Topic::Agility,
            Quantity::Skill(_) => Topic::Skill,
            Quantity::Hull(_) => Topic::Hull,
            Quantity::Difficulty(..) => Topic::Difficulty,
            Quantity::HinderingStress(..) => Topic::HinderingStress,
            Quantity::Locks(_) => Topic::Locks,
            Quantity::Templates(..) => Topic::Templates,
            Quantity::Obstacles(_) => Topic::Obstacles,
            Quantity::Keeps(..) => Topic::Keeps,
            Quantity::LockReach(_) => Topic::LockReach,
            Quantity::AllRound(..) => Topic::AllRound,
            Quantity::RedStress(_) => Topic::RedStress,
            Quantity::Obstruction(_) => Topic::Obstruction,
            Quantity::FocusForLock(_) => Topic::FocusForLock,
            Quantity::Actions(_) => Topic::Actions,
            Quantity::Touching(..) => Topic::Touching,
            Quantity::WeaponReach(_) => Topic::WeaponReach,
            Quantity::Reinforcement(..) => Topic::Reinforcement,
            Quantity::EnergyGain(_) => Topic::EnergyGain,
            Quantity::Recovery(_) => Topic::Recovery,
            Quantity::JamReach(_) => Topic::JamReach,
            Quantity::ActionEnergy(_) => Topic::ActionEnergy,
            Quantity::Liberty(..) => Topic::Liberty,
            Quantity::LocksOnOne(_) => Topic::LocksOnOne,
            Quantity::Rerolls => Topic::Rerolls,
            Quantity::Drops(_) => Topic::Drops,
            Quantity::Disabled(..) => Topic::Disabled,
            Quantity::Lends(..) => Topic::Lends,
            Quantity::Deployments(_) => Topic::Deployments,
            Quantity::Coordinations(_) => Topic::Coordinations,
            Quantity::ObstructionDice => Topic::ObstructionDice,
            Quantity::FlownWith(..) => Topic::FlownWith,
            Quantity::Activation(_) => Topic::Activation,
            Quantity::FaceUp(_) => Topic::FaceUp,
            Quantity::SpendingAgain(_) => Topic::SpendingAgain,
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
        let seats = match (window, state.attack()) {
            (Window::ModifyAttack, Some(attack)) => {
                [attack.defender, attack.attacker].map(|id| state.ship(id).owner)
            }
            (Window::ModifyDefense, Some(attack)) => {
                [attack.attacker, attack.defender].map(|id| state.ship(id).owner)
            }
            // Whoever deals a damage card says which one before its receiver does anything with it.
            (Window::Dealing, Some(attack)) => {
                [attack.attacker, attack.defender].map(|id| state.ship(id).owner)
            }
            _ => state.by_initiative(),
        };
        Turns { seats: seats.into_iter().flat_map(|seat| state.team(seat)).collect(), ..Turns::default() }
    }

    fn each_ability(
        state: &State,
        window: Window,
        seat: Seat,
        visit: &mut dyn FnMut(CardRef, u8, &'static Ability<Self>),
    ) {
        let mut listen = |card: CardRef, effects: &'static Effects| {
            for (index, ability) in effects.abilities.iter().enumerate() {
                if ability.window == window && counts(state, card) {
                    visit(card, index as u8, ability);
                }
            }
        };
        if let Some(id) = token_holder(state, window, seat) {
            let tokens = CardRef { ship: id, slot: Slot::Tokens };
            listen(tokens, effects(state, tokens));
        }
        if !state.hooks.hears(window) {
            return;
        }
        for (index, ship) in state.ships.iter().enumerate() {
            let id = ShipId(index as u8);
            if ship.owner == seat && ship.hooks.hears(window) && has_a_say(state, id) {
                each_card(state, id, &mut listen);
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
        let topic = Self::topic(quantity);
        if !state.hooks.changes(topic) {
            return;
        }
        for (index, ship) in state.ships.iter().enumerate() {
            if !ship.hooks.changes(topic) || ship.destroyed || ship.docked.is_some() {
                continue;
            }
            each_card(state, ShipId(index as u8), |card, effects| {
                for modifier in effects.modifiers.iter().filter(|modifier| modifier.of == topic) {
                    if counts(state, card) {
                        visit(card, modifier);
                    }
                }
            });
        }
    }

    /// What forbids the use of cards are cards on the same ship, damage cards for the most part, and these are always in
    /// force.
    fn each_prohibition(
        state: &State,
        deed: &Deed,
        visit: &mut dyn FnMut(CardRef, &'static Prohibition<Self>),
    ) {
        if !state.hooks.forbids {
            return;
        }
        if let Deed::UseCard(used) = deed {
            if state.ship(used.ship).hooks.forbids {
                each_card(state, used.ship, |card, effects| {
                    let other = card != *used
                        && match card.slot {
                            Slot::Condition(_) => true,
                            // A damage card that is only just being dealt is not in force yet.
                            Slot::Damage(slot) => !state.moments.contains(&Moment::Dealt(card.ship, slot)),
                            _ => false,
                        };
                    if other {
                        effects.prohibitions.iter().for_each(|prohibition| visit(card, prohibition));
                    }
                });
            }
            return;
        }
        for (index, ship) in state.ships.iter().enumerate() {
            if !ship.hooks.forbids || !ship.in_play() {
                continue;
            }
            each_card(state, ShipId(index as u8), |card, effects| {
                if !effects.prohibitions.is_empty() && counts(state, card) {
                    effects.prohibitions.iter().for_each(|prohibition| visit(card, prohibition));
                }
            });
        }
    }

    fn mission(state: &State) -> Option<&'static Mission<Self>> {
        state.mission().map(|mission| &mission.common)
    }

    /// In the later rules tokens of one kind are spent only once each time dice are modified.
    fn limit(state: &State, card: CardRef, ability: &'static Ability<Self>) -> Limit {
        let once = || {
            let again = Quantity::SpendingAgain(card.ship);
            state.options.rules().tokens_once_per_step || total::<XWing>(state, again, 1) == 0
        };
        if card.slot == Slot::Tokens && once() { Limit::PerWindow } else { ability.limit }
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
