//! Titles.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Maneuver, Ships};
use geometry::Turn;
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Picks, Play, denial};

use super::modifications::{GREEN_BANKS, LOCK_ANYWHERE};
use crate::actions::{
    all_actions, discard, free_action, offer_actions, pay_stress, receive_stress, remove_lock,
};
use crate::attack::{Roll, add_result, could_attack, extra_attack, reroll};
use crate::cards::patterns::{
    able, able_once, changes, free_action, may, may_once, must, one_more_attack_die, turns,
};
use crate::cards::tokens::{
    act, any, attacks, choose_and_reroll, choose_ship, concerns, defends, enemy_at, flip, friend_at,
    is_turned, mark_attack, marked, may_act, may_reroll,
};
use crate::cards::{
    Deed, Effects, Faction, Liberty, Quantity, Registry, Sidestep, Topic, UpgradeSlot, Window, allows,
    difficulty, library, templates, upgrade_facts,
};
use crate::maneuvers::{execute, move_to};
use crate::measure::{in_firing_arc, in_primary_arc, in_range};
use crate::state::{Action, CardRef, MAX_SHIPS, Moment, ShipId, State, Token, Weapon, opponent};
use crate::{Ask, Choice, Event, Table, XWing};

const CANNON_INSTEAD: Denial = denial(
    "xwing.core.attack.1.primary",
    "With a cannon on board the primary weapon is out of use.",
    "Mit einer Kanone an Bord ist die Primärwaffe außer Betrieb.",
);
const ONLY_AHEAD: Denial = denial(
    "xwing.core.attack.1.secondary",
    "The title allows attacks on ships in the firing arc only.",
    "Der Titel erlaubt nur Angriffe auf Schiffe im Feuerwinkel.",
);
const DEFENDED_ONCE: Denial = denial(
    "xwing.core.ability.may",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);

/// The highest cost of a cannon that the TIE/D fires together with its primary weapon.
const LIGHT_CANNON: i16 = 3;

pub const EFFECTS: Registry = &[
    ("a-wing-test-pilot", Effects::FACTS),
    ("slave-i", Effects::FACTS),
    ("millennium-falcon", Effects::FACTS),
    ("royal-guard-tie", Effects::FACTS),
    ("heavy-scyk-interceptor", Effects::FACTS),
    ("virago", Effects::FACTS),
    ("andrasta", Effects::FACTS),
    ("tie-x1", Effects::FACTS),
    ("punishing-one", Effects::FACTS),
    ("tie-shuttle", Effects::FACTS),
    ("sabines-masterpiece", Effects::FACTS),
    ("havoc", Effects::FACTS),
    ("vaksai", Effects::FACTS),
    ("moldy-crow", changes(&[KEEP_FOCUS])),
    ("st-321", changes(&[LOCK_ANYWHERE])),
    (
        "outrider",
        Effects { modifiers: &[CANNONS_ALL_ROUND], prohibitions: &[NO_PRIMARY_WEAPON], ..Effects::NONE },
    ),
    ("dauntless", able(&[DAUNTLESS])),
    ("btl-a4-y-wing", Effects { abilities: &[TURRET_TOO], prohibitions: &[IN_ARC_ONLY], ..Effects::NONE }),
    ("tie-v1", able(&[EVADE_AFTER_LOCK])),
    ("tie-x7", able(&[EVADE_AFTER_SPEED])),
    ("tie-d", able_once(&[PRIMARY_TOO], DEFENDED_ONCE)),
    ("millennium-falcon-tfa", able(&[TURN_ABOUT])),
    ("black-one", able(&[SHAKE_OFF_FOR_A_FRIEND])),
    ("alliance-overhaul", able(&[DIE_AHEAD, CRITICAL_ASTERN])),
    ("special-ops-training", able(&[DIE_AHEAD_OR_MORE, SHOT_ASTERN])),
    ("concord-dawn-protector", able(&[HEAD_ON])),
    ("kylo-rens-shuttle", able(&[KYLO_RENS_SHUTTLE])),
    ("adaptive-ailerons", able(&[AILERONS])),
    ("advanced-ailerons", Effects { modifiers: &[WHITE_BANKS], ..able(&[AILERONS]) }),
    ("pivot-wing", able(&[PIVOT, TURN_IN_PLACE])),
    ("light-scyk-interceptor", Effects { modifiers: &[GREEN_BANKS], ..able(&[ALL_FACE_UP]) }),
    ("first-order-vanguard", able(&[SOLE_TARGET, SPENT_TO_REROLL])),
    ("crossfire-formation", able(&[CROSSFIRE])),
    ("starviper-mk-ii", changes(&[ROLLS_WITH_BANKS])),
    ("xg-1-assault-configuration", changes(&[LIGHT_CANNONS_ARMED])),
    ("os-1-arsenal-loadout", changes(&[ORDNANCE_ARMED])),
    ("ig-2000", Effects { borrows: true, lends: true, ..Effects::NONE }),
];

// ---- tokens and locks -------------------------------------------------------------------------------------------------

pub(super) const KEEP_FOCUS: Modifier<XWing> = Modifier {
    of: Topic::Keeps,
    sets: false,
    apply: |_, card, quantity, kept| {
        if *quantity == Quantity::Keeps(card.ship, Token::Focus) { i32::from(u8::MAX) } else { kept }
    },
};

const EVADE_AFTER_LOCK: Ability<XWing> = free_action!(AcquiredLock, [Action::Evade], concerns);

/// Whether an enemy has locked a ship.
fn is_locked(state: &State, id: ShipId) -> bool {
    state.enemies_of(id).any(|enemy| state.ship(enemy).has_locked(id))
}

const SHAKE_OFF_FOR_A_FRIEND: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| {
        let moved = matches!(
            state.moment(),
            Some(Moment::Performed(ship, Action::Boost | Action::BarrelRoll)) if ship == card.ship
        );
        Ok(moved && state.in_play().any(|id| friend_at(state, card, id, 1) && is_locked(state, id)))
    },
    |t, card| {
        let locked = |state: &State, id: ShipId| friend_at(state, card, id, 1) && is_locked(state, id);
        let Some(friend) = choose_ship(t, card, locked)? else { return Ok(()) };
        let holder = |state: &State, id: ShipId| {
            !state.are_friends(card.ship, id) && state.ship(id).has_locked(friend)
        };
        if let Some(enemy) = choose_ship(t, card, holder)? {
            remove_lock(t, enemy, friend);
            t.emit(Event::LockLost(enemy, friend));
        }
        Ok(())
    },
);

/// An unstressed enemy is picked; its player stresses it or another ship nearby.
const KYLO_RENS_SHUTTLE: Ability<XWing> = must(
    Window::EndOfCombat,
    |state, card| Ok(state.in_play().any(|id| calm_enemy(state, card, id))),
    |t, card| {
        let Some(picked) = choose_ship(t, card, |state, id| calm_enemy(state, card, id))? else {
            return Ok(());
        };
        let other = opponent(t.state.ship(card.ship).owner);
        let choice = t.ask(other, Ask::CardTarget(card), |state, offer| {
            offer.add(Choice::Ship(picked));
            let near = state.in_play().filter(|id| *id != picked && enemy_at(state, card, *id, 2));
            near.for_each(|id| offer.add(Choice::Ship(id)));
        })?;
        if let Choice::Ship(id) = choice { receive_stress(t, id) } else { Ok(()) }
    },
);

fn calm_enemy(state: &State, card: CardRef, id: ShipId) -> bool {
    !state.ship(id).is_stressed() && enemy_at(state, card, id, 2)
}

// ---- weapons ----------------------------------------------------------------------------------------------------------

/// Whether a ship has a cannon that is in play.
fn has_cannon(state: &State, id: ShipId) -> bool {
    let cannon = |card| library().upgrade(card).slot == UpgradeSlot::Cannon;
    state.ship(id).upgrades.iter().any(|upgrade| !upgrade.discarded && cannon(upgrade.card))
}

const CANNONS_ALL_ROUND: Modifier<XWing> = Modifier {
    of: Topic::AllRound,
    sets: false,
    apply: |_, card, quantity, all_round| {
        all_round.max(i32::from(*quantity == Quantity::AllRound(card.ship, UpgradeSlot::Cannon)))
    },
};

const NO_PRIMARY_WEAPON: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::Attack(ship, Weapon::Primary, _) if *ship == card.ship => {
            has_cannon(state, *ship).then_some(CANNON_INSTEAD)
        }
        _ => None,
    },
};

pub(super) const IN_ARC_ONLY: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::Attack(ship, _, target) if *ship == card.ship => {
            (!in_firing_arc(state, *ship, *target)).then_some(ONLY_AHEAD)
        }
        _ => None,
    },
};

fn in_slot(state: &State, weapon: Weapon, slot: UpgradeSlot) -> bool {
    match weapon {
        Weapon::Primary => false,
        Weapon::Secondary(card) => upgrade_facts(state, card).is_some_and(|row| row.slot == slot),
    }
}

const TURRET_TOO: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let primary = attacks(state, card) && state.attack().is_some_and(|attack| attack.weapon.is_primary());
        Ok(primary && could_attack(state, card.ship, |weapon, _| in_slot(state, weapon, UpgradeSlot::Turret)))
    },
    |t, card| {
        let turrets: ArrayVec<Weapon, 12> = crate::attack::weapons(&t.state, card.ship)
            .filter(|weapon| in_slot(&t.state, *weapon, UpgradeSlot::Turret))
            .collect();
        extra_attack(t, card, card.ship, |weapon, _| turrets.contains(&weapon)).map(|_| ())
    },
);

const PRIMARY_TOO: Ability<XWing> = may_once(
    Window::AfterAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        let Weapon::Secondary(weapon) = attack.weapon else { return Ok(false) };
        let light = upgrade_facts(state, weapon)
            .is_some_and(|row| row.slot == UpgradeSlot::Cannon && row.points <= LIGHT_CANNON);
        Ok(light && could_attack(state, card.ship, |weapon, _| weapon.is_primary()))
    },
    |t, card| extra_attack(t, card, card.ship, |weapon, _| weapon.is_primary()).map(|_| ()),
);

/// Whether this card's ship attacks a ship in its primary arc.
fn attacks_ahead(state: &State, card: CardRef) -> bool {
    attacks(state, card)
        && state.attack().is_some_and(|attack| in_primary_arc(state, card.ship, attack.defender))
}

fn fires_ahead(state: &State, card: CardRef) -> bool {
    attacks_ahead(state, card) && state.attack().is_some_and(|attack| attack.weapon.is_primary())
}

fn add_die(t: &mut Table) {
    if let Some(attack) = t.state.attack_mut() {
        attack.added_attack += 1;
    }
}

const DIE_AHEAD: Ability<XWing> =
    may(Window::AttackDice, |state, card| Ok(fires_ahead(state, card)), one_more_attack_die);

const CRITICAL_ASTERN: Ability<XWing> = turns!(Attack, Eye as Critical, |state, card| attacks(state, card)
    && !attacks_ahead(state, card)
    && state.attack().is_some_and(|attack| in_firing_arc(state, card.ship, attack.defender)));

const DIE_AHEAD_OR_MORE: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| Ok(fires_ahead(state, card)),
    |t, card| {
        add_die(t);
        mark_attack(t, card);
        Ok(())
    },
);

/// The targets of a ship that lie in its auxiliary arc only.
fn astern(state: &State, id: ShipId) -> Ships {
    let behind = |enemy: &ShipId| in_firing_arc(state, id, *enemy) && !in_primary_arc(state, id, *enemy);
    state.enemies_of(id).filter(behind).fold(0, |set, enemy| set | enemy.bit())
}

const SHOT_ASTERN: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let targets = astern(state, card.ship);
        let free = fires_ahead(state, card) && !marked(state, card);
        Ok(free && could_attack(state, card.ship, |_, target| targets & target.bit() != 0))
    },
    |t, card| {
        let targets = astern(&t.state, card.ship);
        extra_attack(t, card, card.ship, |_, target| targets & target.bit() != 0).map(|_| ())
    },
);

const SOLE_TARGET: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        let ahead = |id: &ShipId| {
            // audit: same (3 to 4) — the ruler ends at range 3
            *id != card.ship && in_range(state, card.ship, *id, 3) && in_firing_arc(state, card.ship, *id)
        };
        let ships: ArrayVec<ShipId, MAX_SHIPS> = state.in_play().filter(ahead).collect();
        if ships[..] == [attack.defender] { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    |t, card| {
        let one = 1;
        choose_and_reroll(t, card, Roll::Attack, one..=one, any)
    },
);

// ---- defense ----------------------------------------------------------------------------------------------------------

const SPENT_TO_REROLL: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        if defends(state, card) { may_reroll(state, Roll::Defense, any) } else { Ok(false) }
    },
    |t, card| {
        discard(t, card);
        let dice: Picks<usize> =
            t.state.attack().map(|attack| attack.defense.rerollable().collect()).unwrap_or_default();
        reroll(t, Roll::Defense, &dice)
    },
);

const HEAD_ON: Ability<XWing> = must(
    Window::ModifyDefense,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.defender == card.ship) else {
            return Ok(false);
        };
        let (own, enemy) = (card.ship, attack.attacker);
        Ok(attack.range == 1 && in_firing_arc(state, own, enemy) && in_firing_arc(state, enemy, own))
    },
    |t, _| {
        add_result(t, Roll::Defense, Face::Evade);
        Ok(())
    },
);

const CROSSFIRE: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.defender == card.ship) else {
            return Ok(false);
        };
        let resistance = |id: ShipId| library().pilot(state.ship(id).pilot).faction == Faction::Resistance;
        let mut friends = state.friends_of(card.ship).filter(|id| resistance(*id));
        Ok(friends.any(|id| in_range(state, attack.attacker, id, 2)))
    },
    |t, _| {
        add_result(t, Roll::Defense, Face::Eye);
        Ok(())
    },
);

const ALL_FACE_UP: Ability<XWing> = must(
    Window::Dealing,
    |state, card| {
        let covered = matches!(state.moment(), Some(Moment::Dealing { face_up: false, kind: Some(_), .. }));
        Ok(covered && concerns(state, card))
    },
    |t, _| {
        if let Some(Moment::Dealing { face_up, .. }) = t.state.moments.last_mut() {
            *face_up = true;
        }
        Ok(())
    },
);

// ---- maneuvers --------------------------------------------------------------------------------------------------------

const DAUNTLESS: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        if !concerns(state, card) || !state.ship(card.ship).overlapped_ship {
            return Ok(false);
        }
        may_act(state, card, all_actions(state, card.ship))
    },
    |t, card| {
        free_action(t, card, card.ship, |state, offer| offer_actions(state, card.ship, offer))?;
        receive_stress(t, card.ship)
    },
);

const EVADE_AFTER_SPEED: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let ship = state.ship(card.ship);
        // No maneuver is faster than 5.
        let fast = ship.flown.is_some_and(|flown| flown.speed >= 3);
        if !concerns(state, card) || !fast || ship.overlapped_ship || ship.met_obstacle {
            return Ok(false);
        }
        may_act(state, card, [Action::Evade].into_iter())
    },
    |t, card| act(t, card, [Action::Evade].into_iter()),
);

/// A ship turns about where it stands.
fn turn_about(t: &mut Table, id: ShipId) {
    let pose = t.state.ship(id).pose.turned(Turn::About);
    let touching = t.state.ship(id).touching;
    move_to(&mut t.state, id, pose, touching);
    t.emit(Event::Rolls(id, pose));
}

const TURN_ABOUT: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let ship = state.ship(card.ship);
        let banked = ship.flown.is_some_and(|flown| flown.bearing.is_bank() && flown.speed == 3);
        Ok(concerns(state, card) && banked && ship.touching == 0 && !ship.is_stressed())
    },
    |t, card| {
        if pay_stress(t, card.ship)? {
            turn_about(t, card.ship);
        }
        Ok(())
    },
);

const PIVOT: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        flip(t, card);
        Ok(())
    },
);

const TURN_IN_PLACE: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        let still = state.ship(card.ship).dial.is_some_and(|dial| dial.bearing == Bearing::Stationary);
        Ok(still && concerns(state, card) && is_turned(state, card))
    },
    |t, card| {
        turn_about(t, card.ship);
        Ok(())
    },
);

const GLIDES: [Bearing; 3] = [Bearing::BankLeft, Bearing::Straight, Bearing::BankRight];

const AILERONS: Ability<XWing> = must(
    Window::BeforeReveal,
    |state, card| Ok(concerns(state, card) && !state.ship(card.ship).is_stressed()),
    glide,
);

/// The ship flies a white maneuver of speed 1 before its own.
fn glide(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let white = |bearing| Maneuver { bearing, speed: 1, colour: Colour::White };
    let choice = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
        GLIDES.iter().for_each(|bearing| offer.add(Choice::Maneuver(white(*bearing))));
        if allows(state, card.ship, Liberty::IgnoreTitle) {
            offer.pass(Choice::Pass);
        }
    })?;
    if let Choice::Maneuver(maneuver) = choice { execute(t, card.ship, maneuver) } else { Ok(()) }
}

const WHITE_BANKS: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |_, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver)
            if *ship == card.ship && maneuver.bearing.is_bank() && maneuver.speed == 3 =>
        {
            difficulty(Colour::White)
        }
        _ => colour,
    },
};

const ROLLS_WITH_BANKS: Modifier<XWing> = Modifier {
    of: Topic::Templates,
    sets: true,
    apply: |_, card, quantity, set| match quantity {
        Quantity::Templates(ship, Sidestep::BarrelRoll) if *ship == card.ship => templates::BANK,
        _ => set,
    },
};

/// The highest cost of a cannon that the star wing fires while its weapons are disabled.
const ARMED_CANNON: i16 = 2;

const LIGHT_CANNONS_ARMED: Modifier<XWing> = Modifier {
    of: Topic::Disabled,
    sets: true,
    apply: |state, card, quantity, disabled| match quantity {
        Quantity::Disabled(ship, Weapon::Secondary(weapon), _) if *ship == card.ship => {
            let light = upgrade_facts(state, *weapon)
                .is_some_and(|row| row.slot == UpgradeSlot::Cannon && row.points <= ARMED_CANNON);
            if light { 0 } else { disabled }
        }
        _ => disabled,
    },
};

const ORDNANCE_ARMED: Modifier<XWing> = Modifier {
    of: Topic::Disabled,
    sets: true,
    apply: |state, card, quantity, disabled| match quantity {
        Quantity::Disabled(ship, weapon, target) if *ship == card.ship => {
            let ordnance = [UpgradeSlot::Torpedo, UpgradeSlot::Missile];
            let fires = ordnance.iter().any(|slot| in_slot(state, *weapon, *slot));
            if fires && state.ship(*ship).has_locked(*target) { 0 } else { disabled }
        }
        _ => disabled,
    },
};
