//! Modifications.

use flightpath::{Bearing, Colour, Face, Maneuver};
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::elite::flying::shake_off_a_lock;
use crate::actions::{
    action_bar, assign, discard, free_action, may_perform, receive_stress, remove_lock, rotate_arc,
    upgrade_actions,
};
use crate::attack::{Roll, may_modify, primary, roll_more, shows, turn_die, turn_one, turnable_dice};
use crate::cards::patterns::{able, able_once, allows, changes, free_action, may, may_once, must, own};
use crate::cards::tokens::{
    act, attacks, concerns, defends, flip, is_turned, may_act, may_act_again, roll_defense, roll_one,
    take_effect,
};
use crate::cards::{
    ANYWHERE, Deed, Effects, Quantity, Registry, Source, Topic, UpgradeSlot, Window, difficulty, library,
    upgrade_facts,
};
use crate::damage::{put_back, recover_shield, shield_value};
use crate::maneuvers::{change_dial, dial};
use crate::measure::{in_firing_arc, in_range};
use crate::phases::skill;
use crate::state::{Action, CardRef, Moment, ShipId, Slot, State, Token, Weapon};
use crate::{Ask, Choice, Event, Table, XWing, damage};

const INTERFACED_ONCE: Denial = denial(
    "xwing.card.experimental-interface.text",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const GUIDED_ONCE: Denial = denial(
    "xwing.core.ability.may",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const TOO_CLOSE_TO_SCAN: Denial = denial(
    "xwing.core.action.lock.1",
    "The long-range scanners do not lock ships at range 1–2.",
    "Die Langstreckenscanner erfassen keine Schiffe in Reichweite 1–2.",
);
const TAKEN_FOR_A_FRIEND: Denial = denial(
    "xwing.core.golden-rule.2",
    "Pilots of lower skill do not see through the captured TIE.",
    "Piloten mit niedrigerem Pilotenwert durchschauen den gekaperten TIE nicht.",
);

/// From this primary weapon value on guidance chips make critical hits.
const STRONG_WEAPON: i32 = 3;

pub const EFFECTS: Registry = &[
    (
        "experimental-interface",
        Effects {
            abilities: &[EXPERIMENTAL_INTERFACE],
            once_per_round: Some(INTERFACED_ONCE),
            ..Effects::NONE
        },
    ),
    ("shield-upgrade", Effects::FACTS),
    ("hull-upgrade", Effects::FACTS),
    ("engine-upgrade", Effects::FACTS),
    ("targeting-computer", Effects::FACTS),
    ("vectored-thrusters", Effects::FACTS),
    ("b-wing-e2", Effects::FACTS),
    ("smuggling-compartment", Effects::FACTS),
    ("stealth-device", able(&[STEALTH_DEVICE_LOST])),
    ("munitions-failsafe", able(&[MUNITIONS_FAILSAFE])),
    ("anti-pursuit-lasers", able(&[ANTI_PURSUIT_LASERS])),
    ("ion-projector", able(&[ION_PROJECTOR])),
    ("stygium-particle-accelerator", able(&[EVADE_AFTER_CLOAKING, EVADE_AFTER_DECLOAKING])),
    ("advanced-cloaking-device", able(&[CLOAK_AFTER_ATTACK])),
    ("countermeasures", Effects { modifiers: &[COUNTERED], ..able(&[COUNTERMEASURES]) }),
    ("autothrusters", able(&[AUTOTHRUSTERS])),
    ("advanced-slam", able(&[ACT_AFTER_SLAM])),
    ("twin-ion-engine-mk-ii", changes(&[GREEN_BANKS])),
    ("maneuvering-fins", able(&[MANEUVERING_FINS])),
    ("integrated-astromech", able(&[INTEGRATED_ASTROMECH])),
    (
        "long-range-scanners",
        Effects { modifiers: &[LOCK_ANYWHERE], prohibitions: &[NO_CLOSE_LOCKS], ..Effects::NONE },
    ),
    ("guidance-chips", able_once(&[GUIDANCE_CHIPS], GUIDED_ONCE)),
    ("gyroscopic-targeting", able(&[GYROSCOPIC_TARGETING])),
    (
        "captured-tie",
        Effects {
            abilities: &[UNMASKED_BY_ATTACK, UNMASKED_ALONE, UNMASKED_LAST],
            prohibitions: &[MASKED],
            ..Effects::NONE
        },
    ),
    ("lightweight-frame", able(&[LIGHTWEIGHT_FRAME])),
    ("pulsed-ray-shield", able(&[PULSED_RAY_SHIELD])),
    ("deflective-plating", able(&[DEFLECTIVE_PLATING])),
    ("servomotor-s-foils", Effects { modifiers: &[CLOSED_FOILS], ..able(&[TURN_FOILS, TALLON_ROLL]) }),
    ("multi-spectral-camouflage", able(&[CAMOUFLAGE])),
    ("tactical-jammer", changes(&[allows!(Obstruct)])),
];

// ---- actions ----------------------------------------------------------------------------------------------------------

const EXPERIMENTAL_INTERFACE: Ability<XWing> = may_once(
    Window::AfterAction,
    |state, card| may_act_again(state, card, upgrade_actions(state, card.ship)),
    |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            for action in upgrade_actions(state, card.ship) {
                offer.judge(Choice::Action(action), may_perform(state, card.ship, action, Source::Own));
            }
        })?;
        receive_stress(t, card.ship)
    },
);

fn just_performed(state: &State, card: CardRef, action: Action) -> bool {
    state.moment() == Some(Moment::Performed(card.ship, action))
}

fn evade(t: &mut Table, card: CardRef) -> Play {
    act(t, card, [Action::Evade].into_iter())
}

const EVADE_AFTER_CLOAKING: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| {
        if !just_performed(state, card, Action::Cloak) {
            return Ok(false);
        }
        may_act(state, card, [Action::Evade].into_iter())
    },
    evade,
);

const EVADE_AFTER_DECLOAKING: Ability<XWing> = may(
    Window::Decloaked,
    |state, card| {
        if concerns(state, card) { may_act(state, card, [Action::Evade].into_iter()) } else { Ok(false) }
    },
    evade,
);

const CLOAK_AFTER_ATTACK: Ability<XWing> =
    free_action!(AfterAttack, [Action::Cloak], |state, card| attacks(state, card));

const ACT_AFTER_SLAM: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| {
        let ship = state.ship(card.ship);
        if !just_performed(state, card, Action::Slam) || ship.overlapped_ship || ship.met_obstacle {
            return Ok(false);
        }
        may_act(state, card, action_bar(state, card.ship))
    },
    |t, card| {
        let bar = action_bar(&t.state, card.ship);
        act(t, card, bar)
    },
);

// ---- hits and weapons -------------------------------------------------------------------------------------------------

/// The agility that it adds stands in its row; a hit destroys it.
const STEALTH_DEVICE_LOST: Ability<XWing> =
    must(Window::Hit, |state, card| Ok(defends(state, card)), discarded);

const MUNITIONS_FAILSAFE: Ability<XWing> = must(
    Window::DiscardWeapon,
    |state, card| Ok(state.attack().is_some_and(|attack| attack.attacker == card.ship)),
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.keeps_weapon = true;
        }
        Ok(())
    },
);

/// The face that guidance chips give a die.
fn guided_face(state: &State, card: CardRef) -> Face {
    if primary(state, card.ship) >= STRONG_WEAPON { Face::Critical } else { Face::Hit }
}

/// The dice that guidance chips could turn.
fn guidable(state: &State, card: CardRef) -> impl Iterator<Item = usize> {
    let becomes = guided_face(state, card);
    turnable_dice(state, Roll::Attack).filter(move |(_, face)| *face != becomes).map(|(die, _)| die)
}

const GUIDANCE_CHIPS: Ability<XWing> = may_once(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        let Weapon::Secondary(weapon) = attack.weapon else { return Ok(false) };
        let ordnance = [UpgradeSlot::Torpedo, UpgradeSlot::Missile];
        let guided = upgrade_facts(state, weapon).is_some_and(|row| ordnance.contains(&row.slot));
        if !guided || guidable(state, card).next().is_none() {
            return Ok(false);
        }
        may_modify(state, attack, Roll::Attack).map(|()| true)
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            guidable(state, card).for_each(|die| offer.add(Choice::Die(die as u8)));
        })?;
        if let Choice::Die(die) = choice {
            let becomes = guided_face(&t.state, card);
            turn_die(t, Roll::Attack, die.into(), becomes);
        }
        Ok(())
    },
);

fn discarded(t: &mut Table, card: CardRef) -> Play {
    discard(t, card);
    Ok(())
}

// ---- defense ----------------------------------------------------------------------------------------------------------

const AUTOTHRUSTERS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.defender == card.ship) else {
            return Ok(false);
        };
        let outside = attack.range > 2 || !in_firing_arc(state, attack.attacker, card.ship);
        Ok(outside && shows(state, Roll::Defense, Face::Blank))
    },
    |t, _| {
        turn_one(t, Roll::Defense, Face::Blank, Face::Evade);
        Ok(())
    },
);

const LIGHTWEIGHT_FRAME: Ability<XWing> = must(
    Window::DefenseRolled,
    |state, card| {
        let outnumbered = state.attack().is_some_and(|attack| attack.attack.0.len() > attack.defense.0.len());
        Ok(outnumbered && defends(state, card))
    },
    |t, _| roll_more(t, Roll::Defense, 1),
);

const COUNTERMEASURES: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(!state.memo(card).active),
    |t, card| {
        discard(t, card);
        take_effect(t, card)?;
        shake_off_a_lock(t, card)
    },
);

const COUNTERED: Modifier<XWing> = own!(Agility + 1, |state, card| state.memo(card).active);

const MASKED: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::Attack(attacker, _, target) if *target == card.ship => {
            (skill(state, *attacker) < skill(state, card.ship)).then_some(TAKEN_FOR_A_FRIEND)
        }
        _ => None,
    },
};

const UNMASKED_BY_ATTACK: Ability<XWing> =
    must(Window::AfterAttack, |state, card| Ok(attacks(state, card)), discarded);

fn is_alone(state: &State, card: CardRef) -> Result<bool, Denial> {
    Ok(state.friends_of(card.ship).next().is_none())
}

const UNMASKED_ALONE: Ability<XWing> = must(Window::ShipDestroyed, is_alone, discarded);

const UNMASKED_LAST: Ability<XWing> = must(Window::PlanningStart, is_alone, discarded);

const INTEGRATED_ASTROMECH: Ability<XWing> = may(
    Window::Dealing,
    |state, card| {
        let dealt = matches!(state.moment(), Some(Moment::Dealing { kind: Some(_), .. }));
        Ok(dealt && concerns(state, card) && astromechs(state, card.ship).next().is_some())
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            astromechs(state, card.ship).for_each(|droid| offer.add(Choice::Card(droid)));
        })?;
        let Choice::Card(droid) = choice else { return Ok(()) };
        discard(t, droid);
        if let Some(Moment::Dealing { kind, .. }) = t.state.moments.last_mut()
            && let Some(kind) = kind.take()
        {
            put_back(t, card.ship, kind);
            t.emit(Event::DamageDiscarded(card.ship, kind));
        }
        Ok(())
    },
);

/// The astromechs of a ship that are still in play.
fn astromechs(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let droid = move |i: u8| {
        let upgrade = state.ship(id).upgrades[i as usize];
        let astromech = library().upgrade(upgrade.card).slot == UpgradeSlot::Astromech;
        (astromech && !upgrade.discarded).then_some(CardRef { ship: id, slot: Slot::Upgrade(i) })
    };
    (0..state.ship(id).upgrades.len() as u8).filter_map(droid)
}

// ---- overlaps and bombs -----------------------------------------------------------------------------------------------

/// The enemy whose maneuver has just made it overlap this card's ship and touch it.
fn rammer(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Maneuver(id)) = state.moment() else { return None };
    let ship = state.ship(id);
    let touches = ship.overlapped_ship && ship.touching & card.ship.bit() != 0;
    (touches && !state.are_friends(card.ship, id)).then_some(id)
}

/// What a ship does to enemies that overlap it, on a hit or a critical hit.
fn fend_off(t: &mut Table, card: CardRef, effect: fn(&mut Table, ShipId) -> Play) -> Play {
    let Some(enemy) = rammer(&t.state, card) else { return Ok(()) };
    if matches!(roll_one(t, card)?, Face::Hit | Face::Critical) { effect(t, enemy) } else { Ok(()) }
}

const ANTI_PURSUIT_LASERS: Ability<XWing> = must(
    Window::Overlapped,
    |state, card| Ok(rammer(state, card).is_some()),
    |t, card| fend_off(t, card, |t, enemy| damage::suffer(t, enemy, 1, 0)),
);

const ION_PROJECTOR: Ability<XWing> = must(
    Window::Overlapped,
    |state, card| Ok(rammer(state, card).is_some()),
    |t, card| fend_off(t, card, |t, enemy| assign(t, enemy, Token::Ion)),
);

const DEFLECTIVE_PLATING: Ability<XWing> = may(
    Window::WouldSufferBomb,
    |state, card| {
        let friendly = |by| state.are_friends(card.ship, by);
        Ok(matches!(state.moment(), Some(Moment::Bombed(ship, by)) if ship == card.ship && friendly(by)))
    },
    |t, card| if roll_one(t, card)? == Face::Hit { discarded(t, card) } else { Ok(()) },
);

// ---- maneuvers --------------------------------------------------------------------------------------------------------

pub(super) const GREEN_BANKS: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |_, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver) if *ship == card.ship && maneuver.bearing.is_bank() => {
            difficulty(Colour::Green)
        }
        _ => colour,
    },
};

/// The turn that this card's ship has just revealed.
fn revealed_turn(state: &State, card: CardRef) -> Option<Maneuver> {
    state.ship(card.ship).dial.filter(|dial| concerns(state, card) && dial.bearing.is_turn())
}

/// The bank of the same speed to the same side as the revealed turn, if the dial has it.
fn gentler(state: &State, card: CardRef) -> Option<Maneuver> {
    let turn = revealed_turn(state, card)?;
    let bearing = if turn.bearing == Bearing::TurnLeft { Bearing::BankLeft } else { Bearing::BankRight };
    dial(state, card.ship).iter().copied().find(|other| other.bearing == bearing && other.speed == turn.speed)
}

const MANEUVERING_FINS: Ability<XWing> = may(
    Window::Revealed,
    |state, card| Ok(gentler(state, card).is_some()),
    |t, card| {
        if let Some(bank) = gentler(&t.state, card) {
            change_dial(t, card.ship, bank);
        }
        Ok(())
    },
);

const TURN_FOILS: Ability<XWing> = may(
    Window::ActivationStart,
    |_, _| Ok(true),
    |t, card| {
        flip(t, card);
        Ok(())
    },
);

/// The Tallon roll into which open foils turn the revealed turn 3.
fn tallon_roll(state: &State, card: CardRef) -> Option<Maneuver> {
    let turn = revealed_turn(state, card).filter(|turn| turn.speed == 3)?;
    let free = !is_turned(state, card) && !state.ship(card.ship).is_stressed();
    let bearing = if turn.bearing == Bearing::TurnLeft { Bearing::RollLeft } else { Bearing::RollRight };
    free.then_some(Maneuver { bearing, speed: 3, colour: Colour::Red })
}

const TALLON_ROLL: Ability<XWing> = may(
    Window::Revealed,
    |state, card| Ok(tallon_roll(state, card).is_some()),
    |t, card| {
        if let Some(roll) = tallon_roll(&t.state, card) {
            change_dial(t, card.ship, roll);
        }
        Ok(())
    },
);

const CLOSED_FOILS: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |state, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver)
            if *ship == card.ship
                && maneuver.bearing.is_bank()
                && maneuver.speed == 2
                && is_turned(state, card) =>
        {
            difficulty(Colour::Green)
        }
        _ => colour,
    },
};

// ---- locks, arcs, shields ---------------------------------------------------------------------------------------------

pub(super) const LOCK_ANYWHERE: Modifier<XWing> = Modifier {
    of: Topic::LockReach,
    sets: false,
    apply: |_, card, quantity, reach| {
        if *quantity == Quantity::LockReach(card.ship) { ANYWHERE } else { reach }
    },
};

const NO_CLOSE_LOCKS: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::Lock(ship, target) if *ship == card.ship => {
            in_range(state, *ship, *target, 2).then_some(TOO_CLOSE_TO_SCAN)
        }
        _ => None,
    },
};

/// The ship that has just locked this card's ship, if nobody else has.
fn only_lock(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Acquired(by, target)) = state.moment() else { return None };
    let locks = state.in_play().filter(|id| state.ship(*id).has_locked(card.ship)).count();
    (target == card.ship && locks == 1).then_some(by)
}

const CAMOUFLAGE: Ability<XWing> = must(
    Window::AcquiredLock,
    |state, card| Ok(only_lock(state, card).is_some()),
    |t, card| {
        let Some(by) = only_lock(&t.state, card) else { return Ok(()) };
        if roll_defense(t, card, 1)?.has(Face::Evade) {
            remove_lock(t, by, card.ship);
            t.emit(Event::LockLost(by, card.ship));
        }
        Ok(())
    },
);

const GYROSCOPIC_TARGETING: Ability<XWing> = may(
    Window::EndOfCombat,
    |state, card| {
        // No maneuver is faster than 5.
        Ok(state.ship(card.ship).flown.is_some_and(|flown| flown.speed >= 3))
    },
    |t, card| rotate_arc(t, card.ship),
);

const PULSED_RAY_SHIELD: Ability<XWing> = may(
    Window::EndPhase,
    |state, card| Ok(state.ship(card.ship).shields < shield_value(state, card.ship)),
    |t, card| {
        assign(t, card.ship, Token::Ion)?;
        recover_shield(t, card.ship);
        Ok(())
    },
);
