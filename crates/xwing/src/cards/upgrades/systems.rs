//! Systems, tech and illicit upgrades.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Maneuver};
use geometry::{Base, Footprint, Pose, closest, inside};
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::bombs::{may_drop_on_reveal, pay_for_bomb};
use super::titles::KEEP_FOCUS;
use crate::actions::{
    acquire_lock, all_actions, assign, free_action, has_icon, may_lock_that, offer_actions, pay_stress,
    perform, receive_stress, remove_stress, remove_token, restore, spend, spend_lock, use_up,
};
use crate::attack::{Roll, add_result, change, shows, turn_one};
use crate::bombs::place_bomb;
use crate::cards::conditions::assign_condition;
use crate::cards::patterns::{able, acts, allows, changes, lends, may, must, turns};
use crate::cards::tokens::{
    act, attacks, choose_setup_skill, choose_ship, choose_token, concerns, defends, enemy_at, mark_attack,
    marked, may_act, may_focus, other_friend_at, roll_one, take_effect, target_of,
};
use crate::cards::{
    Deed, Effects, FOR_WEAPONS, Fuse, Header, Procedure, Quantity, Registry, Source, Topic, UpgradeSlot,
    Window, effects, library, upgrade_facts, usable,
};
use crate::damage::recover_shield;
use crate::maneuvers::change_dial;
use crate::measure::{BOMB, footprint, in_firing_arc, in_range, play_area, side};
use crate::state::{Action, CardRef, Cursor, MAX_SHIPS, Moment, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Event, Table, XWing, cloak, damage};

const LOCKS_ARE_FIXED: Denial = denial(
    "xwing.core.attack.3.options",
    "The targeting computer has been used: no lock is spent in this attack.",
    "Der Zielcomputer wurde genutzt: In diesem Angriff wird keine Zielerfassung ausgegeben.",
);
const DICE_ARE_FIXED: Denial = denial(
    "xwing.core.attack.3.options",
    "The dice cannot be modified again in this attack.",
    "Die Würfel können in diesem Angriff nicht noch einmal modifiziert werden.",
);
const NOBODY_STRESSED: Denial = denial(
    "xwing.core.action.one",
    "No stressed enemy ship is at range 1–2.",
    "Kein gestresstes feindliches Schiff ist in Reichweite 1–2.",
);
const NOBODY_CLOSE: Denial = denial(
    "xwing.core.range.closest",
    "No enemy ship is at range 1.",
    "Kein feindliches Schiff ist in Reichweite 1.",
);

/// Damage of one attack that reinforced deflectors wait for.
const HEAVY_DAMAGE: u8 = 3;
/// With more stress than this a thrust corrector does not work, nor do primed thrusters.
const THRUST_STRESS: u8 = 3;
const PRIMED_STRESS: i32 = 2;
/// Length of the straight 5 template that bombs are launched with.
const LAUNCH: f64 = 200.0;

const TOO_CLOSE: Denial = denial(
    "xwing.exp.bomb.drop.2",
    "The token has to lie beyond range 3 of all enemy ships.",
    "Der Marker muss außerhalb von Reichweite 3 aller feindlichen Schiffe liegen.",
);
/// Range 3, beyond which bombs are laid out.
const MAPPER_DISTANCE: f64 = 300.0;

pub const EFFECTS: Registry = &[
    // systems
    ("fire-control-system", able(&[FIRE_CONTROL_SYSTEM])),
    ("advanced-sensors", able(&[ADVANCED_SENSORS])),
    ("sensor-jammer", able(&[SENSOR_JAMMER])),
    ("enhanced-scopes", changes(&[ENHANCED_SCOPES])),
    (
        "accuracy-corrector",
        Effects { abilities: &[ACCURACY_CORRECTOR], prohibitions: &[ATTACK_DICE_FIXED], ..Effects::NONE },
    ),
    (
        "advanced-targeting-computer",
        Effects { abilities: &[TARGETING_COMPUTER], prohibitions: &[NO_LOCK_SPENT], ..Effects::NONE },
    ),
    ("reinforced-deflectors", able(&[REINFORCED_DEFLECTORS])),
    ("electronic-baffle", able(&[BAFFLED_STRESS, BAFFLED_ION])),
    ("trajectory-simulator", able(&[TRAJECTORY_SIMULATOR])),
    ("targeting-scrambler", able(&[TARGETING_SCRAMBLER])),
    (
        "thrust-corrector",
        Effects { abilities: &[THRUST_CORRECTOR], prohibitions: &[DEFENSE_DICE_FIXED], ..Effects::NONE },
    ),
    // tech
    ("comm-relay", Effects { modifiers: &[KEEP_EVADE], ..able(&[ONE_EVADE]) }),
    ("advanced-optics", Effects { modifiers: &[KEEP_FOCUS], ..able(&[ONE_FOCUS]) }),
    ("weapons-guidance", able(&[WEAPONS_GUIDANCE])),
    ("sensor-cluster", able(&[SENSOR_CLUSTER])),
    ("primed-thrusters", changes(&[PRIMED_THRUSTERS])),
    ("pattern-analyzer", able(&[PATTERN_ANALYZER])),
    ("threat-tracker", able(&[THREAT_TRACKER])),
    // illicit
    ("inertial-dampeners", able(&[INERTIAL_DAMPENERS])),
    ("dead-mans-switch", able(&[DEAD_MANS_SWITCH])),
    ("feedback-array", able(&[FEEDBACK_ARRAY])),
    ("hot-shot-blaster", Effects::FACTS),
    ("glitterstim", able(&[GLITTERSTIM, GLITTERING_ATTACK, GLITTERING_DEFENSE])),
    (
        "cloaking-device",
        Effects {
            action: Some(Procedure {
                may: |state, card| {
                    crate::actions::may_perform(state, card.ship, Action::Cloak, Source::Granted)
                },
                perform: |t, card| perform(t, card.ship, Action::Cloak),
            }),
            abilities: &[CLOAK_FAILS],
            ..Effects::NONE
        },
    ),
    ("black-market-slicer-tools", acts(may_slice, slice)),
    ("burnout-slam", able(&[BURNT_OUT])),
    ("emp-device", able(&[EMP_DEVICE])),
    ("scavenger-crane", able(&[SCAVENGER_CRANE])),
    ("ion-dischargers", able(&[ION_DISCHARGERS])),
    (
        "contraband-cybernetics",
        Effects { modifiers: &[FREE_OF_STRESS, FREE_OF_RED_STRESS], ..able(&[CYBERNETICS]) },
    ),
    ("collision-detector", changes(&[allows!(RollOverObstacles), allows!(NoObstacleCriticals)])),
    ("targeting-synchronizer", changes(&[lends!(TargetLock, FOR_WEAPONS)])),
    ("hyperwave-comm-scanner", able(&[HYPERWAVE_SKILL, HYPERWAVE_TOKEN])),
    ("minefield-mapper", able(&[MINEFIELD_MAPPER])),
];

// ---- systems ----------------------------------------------------------------------------------------------------------

const FIRE_CONTROL_SYSTEM: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| match target_of(state, card) {
        Some(target) if state.ship(target).in_play() => {
            may_lock_that(state, card.ship, target).map(|()| true)
        }
        _ => Ok(false),
    },
    |t, card| match target_of(&t.state, card) {
        Some(target) => acquire_lock(t, card.ship, target),
        None => Ok(()),
    },
);

const ADVANCED_SENSORS: Ability<XWing> = may(
    Window::BeforeReveal,
    |state, card| {
        if !concerns(state, card) {
            return Ok(false);
        }
        may_act(state, card, all_actions(state, card.ship))
    },
    |t, card| {
        t.state.ship_mut(card.ship).no_action = true;
        free_action(t, card, card.ship, |state, offer| offer_actions(state, card.ship, offer))
    },
);

/// The turned die cannot be rerolled: it counts as one that was.
const SENSOR_JAMMER: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(defends(state, card) && shows(state, Roll::Attack, Face::Hit)),
    |t, _| {
        change(t, Roll::Attack, |pool| {
            if let Some(result) = pool.0.iter_mut().find(|result| result.face == Face::Hit && !result.added) {
                (result.face, result.rerolled) = (Face::Eye, true);
            }
        });
        Ok(())
    },
);

const ENHANCED_SCOPES: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, quantity, skill| {
        let activation = matches!(
            state.cursor,
            Cursor::Decloaking { .. } | Cursor::Activation { .. } | Cursor::EndOfActivation
        );
        if activation && *quantity == Quantity::Skill(card.ship) { 0 } else { skill }
    },
};

const ACCURACY_CORRECTOR: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(attacks(state, card)),
    |t, card| {
        change(t, Roll::Attack, |pool| pool.0.clear());
        add_result(t, Roll::Attack, Face::Hit);
        add_result(t, Roll::Attack, Face::Hit);
        mark_attack(t, card);
        Ok(())
    },
);

const ATTACK_DICE_FIXED: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::ModifyAttack(_) => marked(state, card).then_some(DICE_ARE_FIXED),
        _ => None,
    },
};

const TARGETING_COMPUTER: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
        Ok(primary && target_of(state, card).is_some_and(|target| state.ship(card.ship).has_locked(target)))
    },
    |t, card| {
        add_result(t, Roll::Attack, Face::Critical);
        mark_attack(t, card);
        Ok(())
    },
);

const NO_LOCK_SPENT: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::SpendLock(_) => marked(state, card).then_some(LOCKS_ARE_FIXED),
        _ => None,
    },
};

const REINFORCED_DEFLECTORS: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| {
        let heavy = state.attack().is_some_and(|attack| attack.suffered >= HEAVY_DAMAGE);
        Ok(heavy && defends(state, card) && state.ship(card.ship).in_play())
    },
    |t, card| {
        recover_shield(t, card.ship);
        Ok(())
    },
);

const BAFFLED_STRESS: Ability<XWing> = may(
    Window::Stressed,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        damage::suffer(t, card.ship, 1, 0)?;
        remove_stress(t, card.ship)
    },
);

/// Whether this card's ship was just assigned an ion token.
fn just_ionized(state: &State, card: CardRef) -> bool {
    state.moment() == Some(Moment::Assigned(card.ship, Token::Ion))
}

const BAFFLED_ION: Ability<XWing> = may(
    Window::Assigned,
    |state, card| Ok(just_ionized(state, card)),
    |t, card| {
        damage::suffer(t, card.ship, 1, 0)?;
        remove_token(t, card.ship, Token::Ion);
        Ok(())
    },
);

/// The bombs of a ship that may be launched: those that are not dropped as an action.
fn launchable(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let cards =
        (0..state.ship(id).upgrades.len() as u8).map(move |i| CardRef { ship: id, slot: Slot::Upgrade(i) });
    cards.filter(move |card| {
        let bomb = effects(state, *card).bomb.as_ref().is_some_and(|bomb| bomb.fuse == Fuse::EndOfActivation);
        let action = upgrade_facts(state, *card).is_none_or(|row| row.header == Some(Header::Action));
        bomb && !action && usable(state, *card).is_ok()
    })
}

/// Where a launched bomb comes to lie.
fn launch_place(state: &State, id: ShipId) -> Pose {
    let ship = state.ship(id);
    ship.pose.ahead(side(ship.size) / 2.0 + LAUNCH + BOMB / 2.0)
}

const TRAJECTORY_SIMULATOR: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        if launchable(state, card.ship).next().is_none() {
            Ok(false)
        } else {
            may_drop_on_reveal(state, card)
        }
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            launchable(state, card.ship).for_each(|bomb| offer.add(Choice::Card(bomb)));
        })?;
        let Choice::Card(CardRef { slot: Slot::Upgrade(i), .. }) = choice else { return Ok(()) };
        let Some(kind) = t.state.ship(card.ship).upgrades.get(i as usize).map(|upgrade| upgrade.card) else {
            return Ok(());
        };
        pay_for_bomb(t, CardRef { ship: card.ship, slot: Slot::Upgrade(i) })?;
        let place = launch_place(&t.state, card.ship);
        place_bomb(t, card.ship, kind, place)
    },
);

const TARGETING_SCRAMBLER: Ability<XWing> = may(
    Window::PlanningStart,
    // audit: same (3 to 4) — the ruler ends at range 3
    |state, card| Ok(state.in_play().any(|id| id != card.ship && in_range(state, card.ship, id, 3))),
    |t, card| {
        assign(t, card.ship, Token::WeaponsDisabled)?;
        // audit: same (3 to 4) — the ruler ends at range 3
        let near = |state: &State, id: ShipId| id != card.ship && in_range(state, card.ship, id, 3);
        if let Some(id) = choose_ship(t, card, near)? {
            assign_condition(t, card, id);
        }
        Ok(())
    },
);

const THRUST_CORRECTOR: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let calm = state.ship(card.ship).stress <= THRUST_STRESS;
        Ok(calm && defends(state, card))
    },
    |t, card| {
        if pay_stress(t, card.ship)? {
            change(t, Roll::Defense, |pool| pool.0.clear());
            add_result(t, Roll::Defense, Face::Evade);
            mark_attack(t, card);
        }
        Ok(())
    },
);

const DEFENSE_DICE_FIXED: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::ModifyDefense(_) | Deed::SpendEvade(_) => marked(state, card).then_some(DICE_ARE_FIXED),
        _ => None,
    },
};

// ---- tech -------------------------------------------------------------------------------------------------------------

/// Whether a ship that may have only one token of a kind is about to be assigned another.
fn has_one(state: &State, card: CardRef, token: Token, tokens: u8) -> Result<bool, Denial> {
    Ok(tokens > 0 && state.moment() == Some(Moment::Assigned(card.ship, token)))
}

const ONE_EVADE: Ability<XWing> = must(
    Window::WouldBeAssigned,
    |state, card| has_one(state, card, Token::Evade, state.ship(card.ship).evade),
    |_, _| Ok(()),
);

const ONE_FOCUS: Ability<XWing> = must(
    Window::WouldBeAssigned,
    |state, card| has_one(state, card, Token::Focus, state.ship(card.ship).focus),
    |_, _| Ok(()),
);

const KEEP_EVADE: Modifier<XWing> = Modifier {
    of: Topic::Keeps,
    sets: false,
    apply: |_, card, quantity, kept| {
        if *quantity == Quantity::Keeps(card.ship, Token::Evade) { i32::from(u8::MAX) } else { kept }
    },
};

/// A focus token may be spent to turn a blank of one's own roll.
fn may_turn_blank(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    if shows(state, roll, Face::Blank) { may_focus(state, card, roll) } else { Ok(false) }
}

const WEAPONS_GUIDANCE: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| may_turn_blank(state, card, Roll::Attack),
    |t, card| {
        turn_one(t, Roll::Attack, Face::Blank, Face::Hit);
        spend(t, card.ship, Token::Focus)
    },
);

const SENSOR_CLUSTER: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| may_turn_blank(state, card, Roll::Defense),
    |t, card| {
        turn_one(t, Roll::Defense, Face::Blank, Face::Evade);
        spend(t, card.ship, Token::Focus)
    },
);

const PRIMED_THRUSTERS: Modifier<XWing> = Modifier {
    of: Topic::HinderingStress,
    sets: false,
    apply: |_, card, quantity, stress| match quantity {
        Quantity::HinderingStress(ship, Action::Boost | Action::BarrelRoll)
            if *ship == card.ship && stress <= PRIMED_STRESS =>
        {
            0
        }
        _ => stress,
    },
};

const PATTERN_ANALYZER: Ability<XWing> = may(
    Window::WouldCheckStress,
    |state, card| {
        let checked = state.ship(card.ship).flown.is_some_and(|flown| flown.colour != Colour::White);
        Ok(checked && concerns(state, card))
    },
    |_, _| Ok(()),
);

/// The moves that the action bar of a ship shows.
fn moves(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    [Action::Boost, Action::BarrelRoll].into_iter().filter(move |action| has_icon(state, id, *action))
}

const THREAT_TRACKER: Ability<XWing> = may(
    Window::CombatTurn,
    |state, card| {
        let Some(Moment::Turn(enemy)) = state.moment() else { return Ok(false) };
        let tracked = state.ship(card.ship).has_locked(enemy)
            && enemy_at(state, card, enemy, 2)
            && in_firing_arc(state, card.ship, enemy);
        if tracked { may_act(state, card, moves(state, card.ship)) } else { Ok(false) }
    },
    |t, card| {
        let Some(Moment::Turn(enemy)) = t.state.moment() else { return Ok(()) };
        spend_lock(t, card.ship, enemy)?;
        let own: ArrayVec<Action, 2> = moves(&t.state, card.ship).collect();
        act(t, card, own.into_iter())
    },
);

// ---- illicit ----------------------------------------------------------------------------------------------------------

const STAND_STILL: Maneuver = Maneuver { bearing: Bearing::Stationary, speed: 0, colour: Colour::White };

const INERTIAL_DAMPENERS: Ability<XWing> = may(
    Window::Revealed,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        use_up(t, card)?;
        change_dial(t, card.ship, STAND_STILL);
        receive_stress(t, card.ship)
    },
);

/// All ships at range 1 of one, without it.
fn ships_around(state: &State, id: ShipId) -> ArrayVec<ShipId, MAX_SHIPS> {
    state.in_play().filter(|other| *other != id && in_range(state, id, *other, 1)).collect()
}

const DEAD_MANS_SWITCH: Ability<XWing> = must(
    Window::ShipDestroyed,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        let near = ships_around(&t.state, card.ship);
        near.into_iter().try_for_each(|id| damage::suffer(t, id, 1, 0))
    },
);

/// Whether this card's ship has its turn to attack and has not attacked yet.
fn could_forgo_attacks(state: &State, card: CardRef) -> bool {
    let ship = state.ship(card.ship);
    concerns(state, card) && ship.attacks_made == 0 && !ship.no_attack
}

const FEEDBACK_ARRAY: Ability<XWing> = may(
    Window::CombatTurn,
    |state, card| {
        if !could_forgo_attacks(state, card) {
            return Ok(false);
        }
        let near = state.in_play().any(|id| enemy_at(state, card, id, 1));
        if near { Ok(true) } else { Err(NOBODY_CLOSE) }
    },
    |t, card| {
        t.state.ship_mut(card.ship).no_attack = true;
        assign(t, card.ship, Token::Ion)?;
        damage::suffer(t, card.ship, 1, 0)?;
        match choose_ship(t, card, |state, id| enemy_at(state, card, id, 1))? {
            Some(enemy) => damage::suffer(t, enemy, 1, 0),
            None => Ok(()),
        }
    },
);

/// Every ship at range 1, and a ship is at range 1 of itself.
const EMP_DEVICE: Ability<XWing> = may(
    Window::CombatTurn,
    |state, card| Ok(could_forgo_attacks(state, card)),
    |t, card| {
        t.state.ship_mut(card.ship).no_attack = true;
        use_up(t, card)?;
        let mut near = ships_around(&t.state, card.ship);
        let _ = near.try_push(card.ship);
        for id in near {
            assign(t, id, Token::Ion)?;
            assign(t, id, Token::Ion)?;
        }
        Ok(())
    },
);

const GLITTERSTIM: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(!state.memo(card).active),
    |t, card| {
        use_up(t, card)?;
        take_effect(t, card)?;
        receive_stress(t, card.ship)
    },
);

const GLITTERING_ATTACK: Ability<XWing> =
    turns!(Attack, all, Eye as Hit, |state, card| state.memo(card).active);

const GLITTERING_DEFENSE: Ability<XWing> =
    turns!(Defense, all, Eye as Evade, |state, card| state.memo(card).active);

/// On a focus result the ship has to decloak, or loses its token where it stands.
const CLOAK_FAILS: Ability<XWing> = must(
    Window::EndPhase,
    |state, card| Ok(state.ship(card.ship).cloaked),
    |t, card| {
        if roll_one(t, card)? != Face::Eye {
            return Ok(());
        }
        use_up(t, card)?;
        if cloak::may_decloak(&t.state, card.ship).unwrap_or(false) {
            cloak::offer_to_decloak(t, card.ship)?;
        }
        if t.state.ship(card.ship).cloaked {
            t.state.ship_mut(card.ship).cloaked = false;
            t.emit(Event::TokenRemoved(card.ship, Token::Cloak));
        }
        Ok(())
    },
);

fn stressed_enemy(state: &State, card: CardRef, id: ShipId) -> bool {
    state.ship(id).is_stressed() && enemy_at(state, card, id, 2)
}

fn may_slice(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.in_play().any(|id| stressed_enemy(state, card, id)) { Ok(()) } else { Err(NOBODY_STRESSED) }
}

fn slice(t: &mut Table, card: CardRef) -> Play {
    let Some(enemy) = choose_ship(t, card, |state, id| stressed_enemy(state, card, id))? else {
        return Ok(());
    };
    if !matches!(roll_one(t, card)?, Face::Hit | Face::Critical) {
        return Ok(());
    }
    remove_stress(t, enemy)?;
    damage::deal(t, enemy, false)
}

const BURNT_OUT: Ability<XWing> = must(
    Window::AfterAction,
    |state, card| Ok(state.moment() == Some(Moment::Performed(card.ship, Action::Slam))),
    |t, card| {
        use_up(t, card)?;
        Ok(())
    },
);

/// Discarded cards of a ship that a crane can haul in.
fn salvage(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    const KINDS: [UpgradeSlot; 6] = [
        UpgradeSlot::Torpedo,
        UpgradeSlot::Missile,
        UpgradeSlot::Bomb,
        UpgradeSlot::Cannon,
        UpgradeSlot::Turret,
        UpgradeSlot::Modification,
    ];
    let upgrades = state.ship(id).upgrades.iter().enumerate();
    upgrades
        .filter(|(_, upgrade)| upgrade.discarded && KINDS.contains(&library().upgrade(upgrade.card).slot))
        .map(move |(i, _)| CardRef { ship: id, slot: Slot::Upgrade(i as u8) })
}

const SCAVENGER_CRANE: Ability<XWing> = may(
    Window::ShipDestroyed,
    |state, card| {
        let Some(Moment::Destroyed(gone)) = state.moment() else { return Ok(false) };
        let near = gone != card.ship && in_range(state, card.ship, gone, 2);
        Ok(near && salvage(state, card.ship).next().is_some())
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            salvage(state, card.ship).for_each(|found| offer.add(Choice::Card(found)));
        })?;
        let Choice::Card(found) = choice else { return Ok(()) };
        restore(t, found);
        if roll_one(t, card)? == Face::Blank {
            use_up(t, card)?;
        }
        Ok(())
    },
);

const ION_DISCHARGERS: Ability<XWing> = may(
    Window::Assigned,
    |state, card| Ok(just_ionized(state, card) && state.in_play().any(|id| enemy_at(state, card, id, 1))),
    |t, card| {
        let Some(enemy) = choose_ship(t, card, |state, id| enemy_at(state, card, id, 1))? else {
            return Ok(());
        };
        remove_token(t, card.ship, Token::Ion);
        let other = t.state.ship(enemy).owner;
        let choice = t.ask(other, Ask::CardChoice(card), |_, offer| {
            offer.add(Choice::Token(Token::Ion));
            offer.pass(Choice::Pass);
        })?;
        if choice == Choice::Token(Token::Ion) {
            assign(t, enemy, Token::Ion)?;
            use_up(t, card)?;
        }
        Ok(())
    },
);

const CYBERNETICS: Ability<XWing> = may(
    Window::ActivationTurn,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        use_up(t, card)?;
        take_effect(t, card)?;
        receive_stress(t, card.ship)
    },
);

const FREE_OF_STRESS: Modifier<XWing> = Modifier {
    of: Topic::HinderingStress,
    sets: false,
    apply: |state, card, quantity, stress| {
        let own = matches!(quantity, Quantity::HinderingStress(ship, _) if *ship == card.ship);
        if own && state.memo(card).active { 0 } else { stress }
    },
};

const FREE_OF_RED_STRESS: Modifier<XWing> = Modifier {
    of: Topic::RedStress,
    sets: false,
    apply: |state, card, quantity, stress| {
        let own = *quantity == Quantity::RedStress(card.ship);
        if own && state.memo(card).active { 0 } else { stress }
    },
};

// ---- set-up -----------------------------------------------------------------------------------------------------------

const HYPERWAVE_SKILL: Ability<XWing> =
    may(Window::BeforeForces, |_, _| Ok(true), |t, card| choose_setup_skill(t, card, &[0, 6, 12]));

/// Another friendly ship that was just placed at range 1–2.
fn placed_near(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Turn(id)) = state.moment() else { return None };
    (state.ship(card.ship).placed && other_friend_at(state, card, id, 2)).then_some(id)
}

const HYPERWAVE_TOKEN: Ability<XWing> = may(
    Window::Placed,
    |state, card| Ok(placed_near(state, card).is_some()),
    |t, card| match placed_near(&t.state, card) {
        Some(id) => choose_token(t, card, id, &[Token::Focus, Token::Evade]),
        None => Ok(()),
    },
);

fn bombs_aboard(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let cards = (0..state.ship(id).upgrades.len() as u8).map(Slot::Upgrade);
    cards
        .map(move |slot| CardRef { ship: id, slot })
        .filter(|card| effects(state, *card).bomb.is_some() && usable(state, *card).is_ok())
}

/// Before the first round any bombs are laid out, one after the other.
const MINEFIELD_MAPPER: Ability<XWing> = may(
    Window::PlanningStart,
    |state, card| Ok(state.round == 1 && bombs_aboard(state, card.ship).next().is_some()),
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        loop {
            let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
                bombs_aboard(state, card.ship).for_each(|bomb| offer.add(Choice::Card(bomb)));
                offer.pass(Choice::Pass);
            })?;
            let Choice::Card(bomb) = choice else { return Ok(()) };
            if !lay_out(t, card, bomb)? {
                return Ok(());
            }
        }
    },
);

/// Farther than range 3 from all enemies.
fn may_lie(state: &State, card: CardRef, pose: &Pose) -> Result<(), Denial> {
    let token = Footprint::new(Base::square(BOMB), *pose);
    let far = |enemy: ShipId| {
        let ship = state.ship(enemy);
        closest(&token, &footprint(ship.size, ship.pose)).distance > MAPPER_DISTANCE
    };
    let fits = inside(&token, &play_area(state)) && state.enemies_of(card.ship).all(far);
    if fits { Ok(()) } else { Err(TOO_CLOSE) }
}

/// Places beside and ahead of a ship for a bomb.
// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn places_around(state: &State, id: ShipId) -> impl Iterator<Item = Pose> + use<> {
    let own = state.ship(id).pose;
    let ways = (-6..=6).flat_map(|aside| (0..=6).map(move |ahead| (aside, ahead)));
    ways.map(move |(aside, ahead)| own.ahead(f64::from(ahead) * 60.0).aside(f64::from(aside) * 60.0))
}

/// Lays out the tokens of a bomb; false if there is no room for them.
fn lay_out(t: &mut Table, card: CardRef, bomb: CardRef) -> Play<bool> {
    let Some(kind) = upgrade_id(&t.state, bomb) else { return Ok(false) };
    let spread = library().upgrade(kind).effects.bomb.as_ref().map_or(&[0.0][..], |rules| rules.spread);
    let fits = move |state: &State, pose: &Pose| {
        spread.iter().try_for_each(|aside| may_lie(state, card, &pose.aside(*aside)))
    };
    let places = |state: &State| -> Vec<Pose> {
        places_around(state, card.ship).filter(|pose| fits(state, pose).is_ok()).collect()
    };
    if places(&t.state).is_empty() {
        return Ok(false);
    }
    pay_for_bomb(t, bomb)?;
    let middle = t.place(t.state.ship(card.ship).owner, Ask::CardPlace(card), fits, |state, found| {
        found.extend(places(state))
    })?;
    for aside in spread {
        place_bomb(t, card.ship, kind, middle.aside(*aside))?;
    }
    t.state.ship_mut(card.ship).dropped = false;
    Ok(true)
}

fn upgrade_id(state: &State, card: CardRef) -> Option<crate::cards::UpgradeId> {
    let Slot::Upgrade(i) = card.slot else { return None };
    state.ship(card.ship).upgrades.get(i as usize).map(|upgrade| upgrade.card)
}
