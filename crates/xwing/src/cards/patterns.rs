//! Sentences that many cards share: "may turn one … into …", "may reroll up to …", "one die more", "a friendly ship …",
//! "a free action after …". A card that says nothing else is told in a line or two; conditions are what it adds.

use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play};

use super::{Effects, Procedure, Quantity, Topic, Window};
use crate::attack::Roll;
use crate::state::{CardRef, ShipId, State};
use crate::{Table, XWing};

pub type When = fn(&State, CardRef) -> Result<bool, Denial>;
pub type Effect = fn(&mut Table, CardRef) -> Play;
/// What has to be true beyond what a pattern asks for itself.
pub type Condition = fn(&State, CardRef) -> bool;
/// Which ships a card may be directed at.
pub type Whom = fn(&State, CardRef, ShipId) -> bool;
/// What happens to the ship that was chosen.
pub type Then = fn(&mut Table, CardRef, ShipId) -> Play;

// ---- abilities --------------------------------------------------------------------------------------------------------

/// Something that may be done, once each time the window opens.
pub const fn may(window: Window, when: When, effect: Effect) -> Ability<XWing> {
    Ability { window, force: Force::May, limit: Limit::PerWindow, when, effect }
}

/// Something that happens each time the window opens.
pub const fn must(window: Window, when: When, effect: Effect) -> Ability<XWing> {
    Ability { window, force: Force::Must, limit: Limit::PerWindow, when, effect }
}

/// Something that may be done once per round.
pub const fn may_once(window: Window, when: When, effect: Effect) -> Ability<XWing> {
    Ability { window, force: Force::May, limit: Limit::PerRound, when, effect }
}

/// Something that happens the first time the window opens in a round.
pub const fn must_once(window: Window, when: When, effect: Effect) -> Ability<XWing> {
    Ability { window, force: Force::Must, limit: Limit::PerRound, when, effect }
}

// ---- whole cards ------------------------------------------------------------------------------------------------------

pub const fn able(abilities: &'static [Ability<XWing>]) -> Effects {
    Effects { abilities, ..Effects::NONE }
}

/// Abilities of which a player hears why they cannot be used a second time in a round.
pub const fn able_once(abilities: &'static [Ability<XWing>], used: Denial) -> Effects {
    Effects { abilities, once_per_round: Some(used), ..Effects::NONE }
}

pub const fn changes(modifiers: &'static [Modifier<XWing>]) -> Effects {
    Effects { modifiers, ..Effects::NONE }
}

pub const fn forbids(prohibitions: &'static [Prohibition<XWing>]) -> Effects {
    Effects { prohibitions, ..Effects::NONE }
}

/// "Action: …"
pub const fn acts(may: fn(&State, CardRef) -> Result<(), Denial>, perform: Effect) -> Effects {
    Effects { action: Some(Procedure { may, perform }), ..Effects::NONE }
}

/// An action that is always possible.
pub fn always(_: &State, _: CardRef) -> Result<(), Denial> {
    Ok(())
}

// ---- dice -------------------------------------------------------------------------------------------------------------

/// The step in which a roll is modified.
pub const fn modifying(roll: Roll) -> Window {
    match roll {
        Roll::Attack => Window::ModifyAttack,
        Roll::Defense => Window::ModifyDefense,
    }
}

/// One more attack die in the attack being resolved.
pub fn one_more_attack_die(t: &mut Table, _: CardRef) -> Play {
    add_attack_dice(t, 1);
    Ok(())
}

/// Dice are added to the attack roll before it is rolled, or taken from it.
pub fn add_attack_dice(t: &mut Table, dice: i8) {
    if let Some(attack) = t.state.attack_mut() {
        attack.added_attack = attack.added_attack.saturating_add(dice);
    }
}

/// In its own roll the ship may turn one result (`2`: up to two, `all`: all of them) into another:
/// `turns!(Attack, Eye as Hit, |state, card| …)`, `turns!(Defense, 2, Eye as Evade)`.
macro_rules! turns {
    ($roll:ident, $from:ident as $to:ident $(, $if:expr)? $(,)?) => {
        turns!(@ $roll, 1, $from, $to $(, $if)?)
    };
    ($roll:ident, all, $from:ident as $to:ident $(, $if:expr)? $(,)?) => {
        turns!(@ $roll, usize::MAX, $from, $to $(, $if)?)
    };
    ($roll:ident, $most:literal, $from:ident as $to:ident $(, $if:expr)? $(,)?) => {
        turns!(@ $roll, $most, $from, $to $(, $if)?)
    };
    (@ $roll:ident, $most:expr, $from:ident, $to:ident) => {
        turns!(@ $roll, $most, $from, $to, |_, _| true)
    };
    (@ $roll:ident, $most:expr, $from:ident, $to:ident, $if:expr) => {
        $crate::cards::patterns::may(
            $crate::cards::patterns::modifying($crate::attack::Roll::$roll),
            |state, card| {
                let condition: $crate::cards::patterns::Condition = $if;
                let roll = $crate::attack::Roll::$roll;
                Ok($crate::cards::tokens::rolled(state, card, roll)
                    && condition(state, card)
                    && $crate::attack::shows(state, roll, flightpath::Face::$from))
            },
            |t, _| {
                let (from, to) = (flightpath::Face::$from, flightpath::Face::$to);
                $crate::attack::turn_some(t, $crate::attack::Roll::$roll, from, to, $most);
                Ok(())
            },
        )
    };
}

/// The ship may reroll dice of its own roll: `rerolls!(Attack, 1..=2, blank, |state, card| …)`.
macro_rules! rerolls {
    ($roll:ident, $count:expr, $wanted:expr) => {
        rerolls!($roll, $count, $wanted, |_, _| true)
    };
    ($roll:ident, $count:expr, $wanted:expr, $if:expr $(,)?) => {
        $crate::cards::patterns::may(
            $crate::cards::patterns::modifying($crate::attack::Roll::$roll),
            |state, card| {
                let condition: $crate::cards::patterns::Condition = $if;
                let roll = $crate::attack::Roll::$roll;
                if $crate::cards::tokens::rolled(state, card, roll) && condition(state, card) {
                    $crate::cards::tokens::may_reroll(state, roll, $wanted)
                } else {
                    Ok(false)
                }
            },
            |t, card| {
                let roll = $crate::attack::Roll::$roll;
                $crate::cards::tokens::choose_and_reroll(t, card, roll, $count, $wanted)
            },
        )
    };
}

/// The ship may reroll as many dice of its own roll as `$count` says: `rerolls_as_many!(Attack, enemies_near)`.
macro_rules! rerolls_as_many {
    ($roll:ident, $count:expr) => {
        $crate::cards::patterns::may(
            $crate::cards::patterns::modifying($crate::attack::Roll::$roll),
            |state, card| {
                let roll = $crate::attack::Roll::$roll;
                if $count(state, card) == 0 {
                    return Ok(false);
                }
                $crate::cards::tokens::rerolls_own(state, card, roll, $crate::cards::tokens::any)
            },
            |t, card| {
                let (roll, most) = ($crate::attack::Roll::$roll, $count(&t.state, card));
                $crate::cards::tokens::choose_and_reroll(t, card, roll, 1..=most, $crate::cards::tokens::any)
            },
        )
    };
}

// ---- numbers ----------------------------------------------------------------------------------------------------------

/// Stress does not keep the card's ship from performing actions.
pub const ACTS_UNDER_STRESS: Modifier<XWing> = Modifier {
    of: Topic::HinderingStress,
    sets: true,
    apply: |_, card, quantity, stress| match quantity {
        Quantity::HinderingStress(ship, _) if *ship == card.ship => 0,
        _ => stress,
    },
};

/// A number of the card's own ship: `own!(Agility + 1, |state, card| …)`, `own!(RedStress = 0)`.
macro_rules! own {
    ($topic:ident + $more:literal $(, $if:expr)? $(,)?) => {
        own!(@ $topic, false, |value| value + $more $(, $if)?)
    };
    ($topic:ident - $less:literal $(, $if:expr)? $(,)?) => {
        own!(@ $topic, false, |value| value - $less $(, $if)?)
    };
    ($topic:ident = $set:literal $(, $if:expr)? $(,)?) => { own!(@ $topic, true, |_| $set $(, $if)?) };
    (@ $topic:ident, $sets:literal, $change:expr) => { own!(@ $topic, $sets, $change, |_, _| true) };
    (@ $topic:ident, $sets:literal, $change:expr, $if:expr) => {
        table::timing::Modifier {
            of: $crate::cards::Topic::$topic,
            sets: $sets,
            apply: |state, card, quantity, value| {
                let condition: $crate::cards::patterns::Condition = $if;
                let change: fn(i32) -> i32 = $change;
                let own = *quantity == $crate::cards::Quantity::$topic(card.ship);
                if own && condition(state, card) { change(value) } else { value }
            },
        }
    };
}

/// The card's ship may do what the rules deny: `allows!(LockFriends)`.
macro_rules! allows {
    ($liberty:ident) => {
        table::timing::Modifier {
            of: $crate::cards::Topic::Liberty,
            sets: false,
            apply: |_, card, quantity, allowed| {
                let liberty = $crate::cards::Liberty::$liberty;
                if *quantity == $crate::cards::Quantity::Liberty(card.ship, liberty) { 1 } else { allowed }
            },
        }
    };
}

/// The card's ship may drop bombs in these ways too: `drops!(TURN_1)`.
macro_rules! drops {
    ($($way:ident),+) => {
        table::timing::Modifier {
            of: $crate::cards::Topic::Drops,
            sets: false,
            apply: |_, card, quantity, set| match quantity {
                $crate::cards::Quantity::Drops(ship) if *ship == card.ship => {
                    set $(| $crate::cards::drops::$way)+
                }
                _ => set,
            },
        }
    };
}

/// Other friendly ships at range 1–2 that attack may use the ship's tokens of a kind: `lends!(Focus, FOR_ALL)`.
macro_rules! lends {
    ($token:ident, $how_far:expr) => {
        table::timing::Modifier {
            of: $crate::cards::Topic::Lends,
            sets: false,
            apply: |state, card, quantity, lent| match quantity {
                $crate::cards::Quantity::Lends(ship, to, $crate::state::Token::$token)
                    if *ship == card.ship && $crate::measure::in_range(state, *ship, *to, 2) =>
                {
                    lent.max($how_far)
                }
                _ => lent,
            },
        }
    };
}

/// The number of dice in attacks of the card's own ship: `attack_dice!(1, |state, card| …)`.
macro_rules! attack_dice {
    ($more:literal, $if:expr $(,)?) => {
        table::timing::Modifier {
            of: $crate::cards::Topic::AttackDice,
            sets: false,
            apply: |state, card, _, dice| {
                let condition: $crate::cards::patterns::Condition = $if;
                let more = $crate::cards::tokens::attacks(state, card) && condition(state, card);
                if more { dice + $more } else { dice }
            },
        }
    };
}

/// The agility of whoever the card's ship attacks: `target_agility!(-1, |state, card, target| …)`.
macro_rules! target_agility {
    (-$less:literal, $if:expr $(,)?) => {
        table::timing::Modifier {
            of: $crate::cards::Topic::Agility,
            sets: false,
            apply: |state, card, quantity, agility| {
                let condition: $crate::cards::patterns::Whom = $if;
                match $crate::cards::tokens::target_of(state, card) {
                    Some(target)
                        if *quantity == $crate::cards::Quantity::Agility(target)
                            && condition(state, card, target) =>
                    {
                        agility - $less
                    }
                    _ => agility,
                }
            },
        }
    };
}

// ---- ships and actions ------------------------------------------------------------------------------------------------

/// One ship is chosen and something happens to it: `picks!(may, CombatStart, condition, whom, then)`.
macro_rules! picks {
    ($force:ident, $window:ident, $if:expr, $whom:expr, $then:expr $(,)?) => {
        $crate::cards::patterns::$force(
            $crate::cards::Window::$window,
            |state, card| {
                let condition: $crate::cards::patterns::Condition = $if;
                let whom: $crate::cards::patterns::Whom = $whom;
                Ok(condition(state, card) && state.in_play().any(|id| whom(state, card, id)))
            },
            |t, card| {
                let whom: $crate::cards::patterns::Whom = $whom;
                let then: $crate::cards::patterns::Then = $then;
                match $crate::cards::tokens::choose_ship(t, card, |state, id| whom(state, card, id))? {
                    Some(id) => then(t, card, id),
                    None => Ok(()),
                }
            },
        )
    };
}

/// The ship may perform one of some free actions: `free_action!(AfterManeuver, [Action::Boost], |state, card| …)`.
macro_rules! free_action {
    ($window:ident, $actions:expr, $if:expr $(,)?) => {
        $crate::cards::patterns::may(
            $crate::cards::Window::$window,
            |state, card| {
                let condition: $crate::cards::patterns::Condition = $if;
                if condition(state, card) {
                    $crate::cards::tokens::may_act(state, card, $actions.into_iter())
                } else {
                    Ok(false)
                }
            },
            |t, card| $crate::cards::tokens::act(t, card, $actions.into_iter()),
        )
    };
}

pub(in crate::cards) use {
    allows, attack_dice, drops, free_action, lends, own, picks, rerolls, rerolls_as_many, target_agility,
    turns,
};
