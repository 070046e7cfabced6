//! Elite talents for actions and maneuvers.

use flightpath::{Bearing, Colour, Face, Maneuver};
use geometry::Turn;
use table::timing::{Ability, Modifier};
use table::{Denial, Play, denial};

use crate::actions::{
    action_bar, assign, free_action, has_icon, may_perform, perform, receive_stress, remove_lock, use_up,
};
use crate::cards::patterns::{able, able_once, acts, always, may, may_once, must, own, rerolls};
use crate::cards::tokens::{any, attacks, concerns, just_flown, may_act_again, roll_attack, take_effect};
use crate::cards::{Effects, Procedure, Quantity, Registry, Source, Topic, Window, difficulty};
use crate::damage::suffer;
use crate::maneuvers::{change_dial, colour_for, dial, execute, move_to};
use crate::measure::range_to_obstacle;
use crate::state::{Action, CardRef, ShipId, State, Token};
use crate::{Ask, Choice, Event, Table, XWing};

const PUSHED_ONCE: Denial = denial(
    "xwing.card.push-the-limit.text",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const RED_WHILE_STRESSED: Denial = denial(
    "xwing.card.stay-on-target.errata-2",
    "The maneuver would be red, and the ship is stressed.",
    "Das Manöver wäre rot, und das Schiff ist gestresst.",
);
const RED_FOR_GOOD: Denial = denial(
    "xwing.card.adrenaline-rush.faq-2",
    "Something else makes the maneuver red; the card does not help against that.",
    "Etwas anderes macht das Manöver rot; dagegen hilft die Karte nicht.",
);
const NO_OBSTACLE_NEAR: Denial =
    denial("xwing.core.action.one", "No obstacle is at range 1.", "Kein Hindernis ist in Reichweite 1.");

pub const EFFECTS: Registry = &[
    ("push-the-limit", able_once(&[PUSH_THE_LIMIT], PUSHED_ONCE)),
    ("expert-handling", Effects { begins_with: Some(Action::BarrelRoll), ..acts(may_handle, handle) }),
    ("daredevil", acts(always, dare)),
    (
        "expose",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: take_effect }),
            modifiers: &[MORE_FIREPOWER, LESS_AGILITY],
            ..Effects::NONE
        },
    ),
    (
        "rage",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: rage }),
            abilities: &[RAGE],
            ..Effects::NONE
        },
    ),
    ("debris-gambit", acts(may_gamble, gamble)),
    ("stay-on-target", Effects { modifiers: &[ALWAYS_RED], ..able(&[STAY_ON_TARGET]) }),
    ("adrenaline-rush", able(&[ADRENALINE_RUSH])),
    ("lightning-reflexes", able(&[TURN_ABOUT, TURNED_ABOUT])),
];

// ---- free actions after an action -------------------------------------------------------------------------------------

const PUSH_THE_LIMIT: Ability<XWing> = may_once(
    Window::AfterAction,
    |state, card| may_act_again(state, card, action_bar(state, card.ship)),
    |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            for action in action_bar(state, card.ship) {
                offer.judge(Choice::Action(action), may_perform(state, card.ship, action, Source::Own));
            }
        })?;
        receive_stress(t, card.ship)
    },
);

// ---- Expert Handling --------------------------------------------------------------------------------------------------

fn may_handle(state: &State, card: CardRef) -> Result<(), Denial> {
    may_perform(state, card.ship, Action::BarrelRoll, Source::Granted)
}

fn handle(t: &mut Table, card: CardRef) -> Play {
    perform(t, card.ship, Action::BarrelRoll)?;
    if !has_icon(&t.state, card.ship, Action::BarrelRoll) {
        receive_stress(t, card.ship)?;
    }
    shake_off_a_lock(t, card)
}

pub fn shake_off_a_lock(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::ShakeOff(card), |state, offer| {
        let enemies = state.enemies_of(card.ship).filter(|enemy| state.ship(*enemy).has_locked(card.ship));
        enemies.for_each(|enemy| offer.add(Choice::Ship(enemy)));
        offer.pass(Choice::Pass);
    })?;
    if let Choice::Ship(enemy) = choice {
        remove_lock(t, enemy, card.ship);
        t.emit(Event::LockLost(enemy, card.ship));
    }
    Ok(())
}

// ---- actions ----------------------------------------------------------------------------------------------------------

/// A sharp turn that is executed like any other maneuver; without the boost icon it strains the hull.
fn dare(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardManeuver(card), |_, offer| {
        for bearing in [Bearing::TurnLeft, Bearing::TurnRight] {
            offer.add(Choice::Maneuver(Maneuver { bearing, speed: 1, colour: Colour::White }));
        }
    })?;
    let Choice::Maneuver(turn) = choice else { return Ok(()) };
    execute(t, card.ship, turn)?;
    receive_stress(t, card.ship)?;
    if !t.state.ship(card.ship).in_play() || has_icon(&t.state, card.ship, Action::Boost) {
        return Ok(());
    }
    let strain = roll_attack(t, card, 2)?;
    suffer(t, card.ship, strain.count(Face::Hit), strain.count(Face::Critical))
}

const MORE_FIREPOWER: Modifier<XWing> = own!(Primary + 1, |state, card| state.memo(card).active);

const LESS_AGILITY: Modifier<XWing> = own!(Agility - 1, |state, card| state.memo(card).active);

fn rage(t: &mut Table, card: CardRef) -> Play {
    assign(t, card.ship, Token::Focus)?;
    receive_stress(t, card.ship)?;
    receive_stress(t, card.ship)?;
    take_effect(t, card)
}

const RAGE: Ability<XWing> =
    rerolls!(Attack, 1..=3, any, |state, card| state.memo(card).active && attacks(state, card));

fn obstacles_near(state: &State, card: CardRef) -> usize {
    state.obstacles.iter().filter(|obstacle| range_to_obstacle(state, card.ship, obstacle) == Some(1)).count()
}

fn may_gamble(state: &State, card: CardRef) -> Result<(), Denial> {
    if obstacles_near(state, card) > 0 { Ok(()) } else { Err(NO_OBSTACLE_NEAR) }
}

fn gamble(t: &mut Table, card: CardRef) -> Play {
    for _ in 0..obstacles_near(&t.state, card).min(2) {
        assign(t, card.ship, Token::Evade)?;
    }
    Ok(())
}

// ---- maneuvers --------------------------------------------------------------------------------------------------------

/// The other maneuvers of the dial with the speed of the one that was revealed.
fn of_same_speed(state: &State, id: ShipId) -> impl Iterator<Item = Maneuver> {
    let set = state.ship(id).dial;
    let alike = move |entry: &Maneuver| {
        set.is_some_and(|set| entry.speed == set.speed && entry.bearing != set.bearing)
    };
    dial(state, id).iter().copied().filter(alike)
}

const STAY_ON_TARGET: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        if !concerns(state, card) || of_same_speed(state, card.ship).next().is_none() {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(RED_WHILE_STRESSED) } else { Ok(true) }
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
            of_same_speed(state, card.ship).for_each(|entry| offer.add(Choice::Maneuver(entry)));
        })?;
        if let Choice::Maneuver(maneuver) = choice {
            change_dial(t, card.ship, maneuver);
        }
        take_effect(t, card)
    },
);

/// Whatever the ship then flies, even if something else changes the maneuver again.
const ALWAYS_RED: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: true,
    apply: |state, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, _)
            if *ship == card.ship && state.memo(card).active && state.ship(*ship).flown.is_none() =>
        {
            difficulty(Colour::Red)
        }
        _ => colour,
    },
};

/// The maneuver on the dial becomes white, so that whatever else would make it red still does.
const ADRENALINE_RUSH: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        let Some(set) = state.ship(card.ship).dial.filter(|_| concerns(state, card)) else {
            return Ok(false);
        };
        if colour_for(state, card.ship, set) != Colour::Red {
            return Ok(false);
        }
        let otherwise = colour_for(state, card.ship, Maneuver { colour: Colour::White, ..set });
        if otherwise == Colour::Red { Err(RED_FOR_GOOD) } else { Ok(true) }
    },
    |t, card| {
        use_up(t, card)?;
        if let Some(set) = t.state.ship(card.ship).dial {
            change_dial(t, card.ship, Maneuver { colour: Colour::White, ..set });
        }
        Ok(())
    },
);

const TURN_ABOUT: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let calm = matches!(just_flown(state, card), Some(Colour::White | Colour::Green));
        Ok(calm && state.ship(card.ship).revealed && !state.memo(card).active)
    },
    |t, card| {
        use_up(t, card)?;
        let pose = t.state.ship(card.ship).pose.turned(Turn::About);
        move_to(&mut t.state, card.ship, pose, 0);
        t.emit(Event::TurnsAbout(card.ship, pose));
        take_effect(t, card)
    },
);

/// The stress for turning about comes after Check Pilot Stress.
const TURNED_ABOUT: Ability<XWing> = must(
    Window::ManeuverDone,
    |state, card| Ok(state.memo(card).active && concerns(state, card)),
    |t, card| {
        if let Some(memo) = t.state.memo_mut(card) {
            memo.active = false;
        }
        receive_stress(t, card.ship)
    },
);
