//! Astromechs and salvaged astromechs.

use flightpath::{Colour, Face};
use table::timing::{Ability, Modifier, Prohibition, permitted};
use table::{Denial, Play, denial};

use super::titles::IN_ARC_ONLY;
use crate::actions::{
    acquire_lock, assign, could_lock, discard, free_action, may_lock, may_lock_that, may_perform, offer_lock,
    pay_stress, receive_stress, remove_stress, spend, spend_lock,
};
use crate::attack::{Roll, cancel_one, reroll, shows};
use crate::bombs::{drop_bomb, may_drop};
use crate::cards::patterns::{able, able_once, acts, allows, changes, free_action, may, may_once, must, own};
use crate::cards::tokens::{
    BOOST_OR_ROLL, any, attacks, choose_and_reroll, choose_dice, choose_ship, concerns, defends, enemy_at,
    has_dice, just_flown, mark_attack, marked, may_reroll, may_spend_lock, roll_defense, roll_one,
    take_effect, target_of,
};
use crate::cards::{
    DamageId, Deed, Effects, Fuse, Header, Procedure, Quantity, Registry, Source, Topic, Trait, UpgradeSlot,
    Window, difficulty, effects, library, upgrade_facts,
};
use crate::damage::{discard_card, recover_shield, shield_value, suffer, turn_down};
use crate::maneuvers::colour_for;
use crate::measure::{in_firing_arc, range_in_arc};
use crate::state::{Action, CardRef, Cursor, Moment, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Table, XWing};

const NOBODY_NEAR: Denial = denial(
    "xwing.card.r7-t1.text",
    "No enemy ship is at range 1–2.",
    "Kein feindliches Schiff ist in Reichweite 1–2.",
);
const NOTHING_TO_MEND: Denial = denial(
    "xwing.core.action.one",
    "The ship has no facedown damage card.",
    "Das Schiff hat keine verdeckte Schadenskarte.",
);
const NOTHING_TO_DISCARD: Denial = denial(
    "xwing.core.shield.recover",
    "The ship has no other upgrade, or all its shields.",
    "Das Schiff hat keine andere Aufwertung oder schon alle Schilde.",
);
const LOCK_JUST_ACQUIRED: Denial = denial(
    "xwing.core.action.lock.1",
    "The lock acquired in this attack cannot be spent in it.",
    "Die in diesem Angriff erhaltene Zielerfassung kann in ihm nicht ausgegeben werden.",
);
const USED: Denial = denial(
    "xwing.core.golden-rule.1",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);

pub const EFFECTS: Registry = &[
    ("r2-astromech", changes(&[EASY_WHEN_SLOW])),
    ("unhinged-astromech", changes(&[EASY_AT_THREE])),
    ("r2-d2-astromech", able(&[R2_D2])),
    ("r2-d6", Effects::FACTS),
    (
        "r2-f2",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: take_effect }),
            modifiers: &[R2_F2],
            ..Effects::NONE
        },
    ),
    ("r3-a2", able(&[R3_A2])),
    ("r3-astromech", able_once(&[R3_ASTROMECH], USED)),
    ("r4-d6", able(&[R4_D6])),
    ("r5-astromech", able(&[R5_ASTROMECH])),
    ("r5-d8", acts(may_mend, mend)),
    ("r5-k6", Effects { abilities: &[R5_K6], prohibitions: &[NOT_IN_THIS_ATTACK], ..Effects::NONE }),
    ("r5-p9", able(&[R5_P9])),
    ("r5-x3", Effects { modifiers: &[NO_OBSTACLES, NO_OBSTRUCTION], ..able(&[R5_X3]) }),
    ("r7-astromech", able_once(&[R7_ASTROMECH], USED)),
    ("r7-t1", acts(may_scan, scan)),
    ("bb-8", able(&[BB_8])),
    ("targeting-astromech", able(&[TARGETING_ASTROMECH])),
    ("chopper-astromech", acts(may_scrap, scrap)),
    ("genius", able(&[GENIUS])),
    ("salvaged-astromech", able(&[SALVAGED_ASTROMECH])),
    ("r4-agromech", able(&[R4_AGROMECH])),
    ("r4-b11", able(&[R4_B11])),
    ("r5-p8", able_once(&[R5_P8], USED)),
    ("overclocked-r4", able(&[OVERCLOCKED_R4])),
    ("flight-assist-astromech", Effects { prohibitions: &[IN_ARC_ONLY], ..able(&[FLIGHT_ASSIST]) }),
    ("m9-g8", Effects { modifiers: &[allows!(LockFriends)], ..able(&[M9_G8]) }),
    ("r4-e1", Effects { modifiers: &[ORDNANCE_UNDER_STRESS], ..able(&[R4_E1]) }),
    ("r5-tk", changes(&[allows!(LockFriends), allows!(AttackFriends)])),
];

// ---- maneuvers --------------------------------------------------------------------------------------------------------

/// What makes a maneuver red prevails over this.
const EASY_WHEN_SLOW: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |_, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver) if *ship == card.ship && matches!(maneuver.speed, 1 | 2) => {
            difficulty(Colour::Green)
        }
        _ => colour,
    },
};

const EASY_AT_THREE: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |_, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver) if *ship == card.ship && maneuver.speed == 3 => {
            difficulty(Colour::Green)
        }
        _ => colour,
    },
};

const R2_D2: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(just_flown(state, card) == Some(Colour::Green) && needs_shields(state, card.ship)),
    |t, card| {
        recover_shield(t, card.ship);
        Ok(())
    },
);

const BB_8: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        let green = |set| colour_for(state, card.ship, set) == Colour::Green;
        if !concerns(state, card) || !state.ship(card.ship).dial.is_some_and(green) {
            return Ok(false);
        }
        may_perform(state, card.ship, Action::BarrelRoll, Source::Granted).map(|()| true)
    },
    |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            let verdict = may_perform(state, card.ship, Action::BarrelRoll, Source::Granted);
            offer.judge(Choice::Action(Action::BarrelRoll), verdict);
        })
    },
);

const R5_X3: Ability<XWing> = may(
    Window::BeforeReveal,
    |state, card| Ok(concerns(state, card) && !state.memo(card).active),
    |t, card| {
        discard(t, card);
        take_effect(t, card)
    },
);

const NO_OBSTACLES: Modifier<XWing> = Modifier {
    of: Topic::Obstacles,
    sets: true,
    apply: |state, card, quantity, count| {
        if *quantity == Quantity::Obstacles(card.ship) && state.memo(card).active { 0 } else { count }
    },
};

const NO_OBSTRUCTION: Modifier<XWing> = Modifier {
    of: Topic::Obstruction,
    sets: true,
    apply: |state, card, quantity, count| {
        if *quantity == Quantity::Obstruction(card.ship) && state.memo(card).active { 0 } else { count }
    },
};

const TARGETING_ASTROMECH: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(just_flown(state, card) == Some(Colour::Red) && could_lock(state, card.ship)),
    |t, card| offer_lock(t, card.ship),
);

/// The bombs that could be dropped after the maneuver: those that need no action.
fn spare_bombs(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let slots = (0..state.ship(id).upgrades.len() as u8).map(Slot::Upgrade);
    slots.map(move |slot| CardRef { ship: id, slot }).filter(move |bomb| {
        let Slot::Upgrade(i) = bomb.slot else { return false };
        let gone = state.ship(id).upgrades[i as usize].discarded;
        let dropped =
            effects(state, *bomb).bomb.as_ref().is_some_and(|rules| rules.fuse == Fuse::EndOfActivation);
        let action = upgrade_facts(state, *bomb).is_some_and(|row| row.header == Some(Header::Action));
        !gone && dropped && !action
    })
}

const GENIUS: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let ship = state.ship(card.ship);
        let free = just_flown(state, card).is_some() && ship.revealed && !ship.overlapped_ship;
        if !free || spare_bombs(state, card.ship).next().is_none() {
            return Ok(false);
        }
        may_drop(state, card.ship).map(|()| true)
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            spare_bombs(state, card.ship).for_each(|bomb| offer.add(Choice::Card(bomb)));
        })?;
        if let Choice::Card(bomb) = choice {
            discard(t, bomb);
            drop_bomb(t, bomb)?;
        }
        Ok(())
    },
);

// ---- shields and damage -----------------------------------------------------------------------------------------------

fn needs_shields(state: &State, id: ShipId) -> bool {
    state.ship(id).shields < shield_value(state, id)
}

const R2_F2: Modifier<XWing> = own!(Agility + 1, |state, card| state.memo(card).active);

const R5_P9: Ability<XWing> = may(
    Window::EndOfCombat,
    |state, card| {
        // Also if there is no shield to recover: the token is spent all the same.
        if state.ship(card.ship).focus == 0 {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::SpendFocus(card.ship)).map(|()| true)
    },
    |t, card| {
        spend(t, card.ship, Token::Focus)?;
        recover_shield(t, card.ship);
        Ok(())
    },
);

/// The places of the face-up damage cards of the ship trait.
fn ship_damage(state: &State, id: ShipId) -> impl Iterator<Item = u8> {
    let of_ship = |kind: DamageId| library().damage(kind).concerns == Trait::Ship;
    let damage = state.ship(id).damage.iter().enumerate();
    damage
        .filter(move |(_, damage)| damage.face_up && damage.kind.is_some_and(of_ship))
        .map(|(slot, _)| slot as u8)
}

const R5_ASTROMECH: Ability<XWing> = may(
    Window::EndPhaseStart,
    |state, card| Ok(ship_damage(state, card.ship).next().is_some()),
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            let damage = ship_damage(state, card.ship).map(Slot::Damage);
            damage.for_each(|slot| offer.add(Choice::Card(CardRef { ship: card.ship, slot })));
        })?;
        if let Choice::Card(damage) = choice {
            turn_down(t, damage);
        }
        Ok(())
    },
);

/// A damage card that lies face down; nobody can tell one from the other.
fn face_down(state: &State, id: ShipId) -> Option<u8> {
    state.ship(id).damage.iter().position(|damage| !damage.face_up).map(|slot| slot as u8)
}

fn may_mend(state: &State, card: CardRef) -> Result<(), Denial> {
    if face_down(state, card.ship).is_some() { Ok(()) } else { Err(NOTHING_TO_MEND) }
}

fn mend(t: &mut Table, card: CardRef) -> Play {
    let roll = roll_defense(t, card, 1)?;
    if (roll.has(Face::Evade) || roll.has(Face::Eye))
        && let Some(slot) = face_down(&t.state, card.ship)
    {
        discard_card(t, card.ship, slot);
    }
    Ok(())
}

/// The other upgrades of a ship that are still in play.
fn other_upgrades(state: &State, card: CardRef) -> impl Iterator<Item = CardRef> {
    let upgrades = state.ship(card.ship).upgrades.iter().enumerate();
    let kept = upgrades.filter(|(_, upgrade)| !upgrade.discarded);
    kept.map(move |(i, _)| CardRef { ship: card.ship, slot: Slot::Upgrade(i as u8) })
        .filter(move |other| *other != card)
}

fn may_scrap(state: &State, card: CardRef) -> Result<(), Denial> {
    let useful = needs_shields(state, card.ship) && other_upgrades(state, card).next().is_some();
    if useful { Ok(()) } else { Err(NOTHING_TO_DISCARD) }
}

fn scrap(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        other_upgrades(state, card).for_each(|other| offer.add(Choice::Card(other)));
    })?;
    if let Choice::Card(other) = choice {
        discard(t, other);
        recover_shield(t, card.ship);
    }
    Ok(())
}

/// The place of a face-up damage card of the ship trait that this card's ship was just dealt.
fn just_dealt(state: &State, card: CardRef) -> Option<u8> {
    let Some(Moment::Dealt(ship, slot)) = state.moment() else { return None };
    (ship == card.ship && ship_damage(state, ship).any(|place| place == slot)).then_some(slot)
}

const SALVAGED_ASTROMECH: Ability<XWing> = may(
    Window::DealtFaceUp,
    |state, card| Ok(just_dealt(state, card).is_some()),
    |t, card| {
        if let Some(slot) = just_dealt(&t.state, card) {
            discard_card(t, card.ship, slot);
            discard(t, card);
        }
        Ok(())
    },
);

// ---- locks ------------------------------------------------------------------------------------------------------------

fn may_scan(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.in_play().any(|id| enemy_at(state, card, id, 2)) { Ok(()) } else { Err(NOBODY_NEAR) }
}

/// A lock on an enemy that has this ship in its firing arc, and a boost with or without it.
fn scan(t: &mut Table, card: CardRef) -> Play {
    let Some(enemy) = choose_ship(t, card, |state, id| enemy_at(state, card, id, 2))? else { return Ok(()) };
    if in_firing_arc(&t.state, enemy, card.ship) {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::LockWhom(card.ship), |state, offer| {
            offer.judge(Choice::Ship(enemy), may_lock(state, card.ship, enemy));
            offer.pass(Choice::Pass);
        })?;
        if choice == Choice::Ship(enemy) {
            acquire_lock(t, card.ship, enemy)?;
        }
    }
    free_action(t, card, card.ship, |state, offer| {
        offer.judge(
            Choice::Action(Action::Boost),
            may_perform(state, card.ship, Action::Boost, Source::Granted),
        );
        offer.pass(Choice::Pass);
    })
}

/// A lock spent in an attack is acquired again on an evade, but not for the same attack.
const R5_K6: Ability<XWing> = must(
    Window::SpentToken,
    |state, card| {
        let spent = state.moment() == Some(Moment::Spent(card.ship, Token::TargetLock));
        Ok(spent && attacks(state, card))
    },
    |t, card| {
        let evaded = roll_defense(t, card, 1)?.has(Face::Evade);
        if let Some(target) = target_of(&t.state, card).filter(|_| evaded)
            && may_lock_that(&t.state, card.ship, target).is_ok()
        {
            mark_attack(t, card);
            acquire_lock(t, card.ship, target)?;
        }
        Ok(())
    },
);

const NOT_IN_THIS_ATTACK: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let own = matches!(deed, Deed::SpendLock(ship) if *ship == card.ship);
        (own && marked(state, card)).then_some(LOCK_JUST_ACQUIRED)
    },
};

const R7_ASTROMECH: Ability<XWing> = may_once(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.defender == card.ship) else {
            return Ok(false);
        };
        Ok(may_spend_lock(state, card.ship, attack.attacker)? && may_reroll(state, Roll::Attack, any)?)
    },
    |t, card| {
        let Some(attacker) = t.state.attack().map(|attack| attack.attacker) else { return Ok(()) };
        spend_lock(t, card.ship, attacker)?;
        choose_and_reroll(t, card, Roll::Attack, 1..=usize::MAX, any)
    },
);

const R4_B11: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| match target_of(state, card) {
        Some(target) if has_dice(state, Roll::Defense) => may_spend_lock(state, card.ship, target),
        _ => Ok(false),
    },
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        spend_lock(t, card.ship, target)?;
        let dice = choose_dice(t, card, Roll::Defense, 1..=usize::MAX, any)?;
        reroll(t, Roll::Defense, &dice)
    },
);

const R4_AGROMECH: Ability<XWing> = may(
    Window::SpentToken,
    |state, card| {
        let focused = state.moment() == Some(Moment::Spent(card.ship, Token::Focus));
        let lockable = |target| may_lock_that(state, card.ship, target).is_ok();
        Ok(focused && target_of(state, card).is_some_and(lockable))
    },
    |t, card| match target_of(&t.state, card) {
        Some(target) => acquire_lock(t, card.ship, target),
        None => Ok(()),
    },
);

// ---- combat -----------------------------------------------------------------------------------------------------------

const R3_A2: Ability<XWing> = may(
    Window::Declared,
    |state, card| Ok(target_of(state, card).is_some_and(|target| in_firing_arc(state, card.ship, target))),
    |t, card| {
        if pay_stress(t, card.ship)?
            && let Some(target) = target_of(&t.state, card)
        {
            receive_stress(t, target)?;
        }
        Ok(())
    },
);

const R3_ASTROMECH: Ability<XWing> = may_once(
    Window::ModifyAttack,
    |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
        Ok(primary && attacks(state, card) && shows(state, Roll::Attack, Face::Eye))
    },
    |t, card| {
        cancel_one(t, Roll::Attack, Face::Eye);
        assign(t, card.ship, Token::Evade)
    },
);

/// Only hits are counted and cut down; critical hits stand.
const R4_D6: Ability<XWing> = may(
    Window::Hit,
    |state, card| Ok(defends(state, card) && state.attack().is_some_and(|attack| attack.hits >= 3)),
    |t, card| {
        let Some(attack) = t.state.attack_mut() else { return Ok(()) };
        let cancelled = attack.hits.saturating_sub(2);
        attack.hits -= cancelled;
        for _ in 0..cancelled {
            receive_stress(t, card.ship)?;
        }
        Ok(())
    },
);

const R5_P8: Ability<XWing> = may_once(
    Window::AfterAttack,
    |state, card| Ok(defends(state, card)),
    |t, card| {
        let Some(attacker) = t.state.attack().map(|attack| attack.attacker) else { return Ok(()) };
        let face = roll_one(t, card)?;
        if face == Face::Critical {
            suffer(t, card.ship, 1, 0)?;
        }
        if matches!(face, Face::Hit | Face::Critical) { suffer(t, attacker, 1, 0) } else { Ok(()) }
    },
);

const OVERCLOCKED_R4: Ability<XWing> = may(
    Window::SpentToken,
    |state, card| {
        let focused = state.moment() == Some(Moment::Spent(card.ship, Token::Focus));
        Ok(focused && matches!(state.cursor, Cursor::Combat { .. }))
    },
    |t, card| if pay_stress(t, card.ship)? { assign(t, card.ship, Token::Focus) } else { Ok(()) },
);

// ---- actions and friends ----------------------------------------------------------------------------------------------

const FLIGHT_ASSIST: Ability<XWing> = free_action!(AfterManeuver, BOOST_OR_ROLL, |state, card| {
    let ship = state.ship(card.ship);
    let clear = !ship.overlapped_ship && !ship.met_obstacle;
    let nobody = || !state.enemies_of(card.ship).any(|id| range_in_arc(state, card.ship, id).is_some());
    concerns(state, card) && clear && nobody()
});

/// Whoever it has locked, friend or enemy.
const M9_G8: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let locked = state.attack().is_some_and(|attack| state.ship(card.ship).has_locked(attack.attacker));
        if locked { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    |t, card| {
        let one = 1;
        choose_and_reroll(t, card, Roll::Attack, one..=one, any)
    },
);

/// Whether an action is that of a torpedo or bomb of this card's ship.
fn is_ordnance(state: &State, card: CardRef, action: Action) -> bool {
    let Action::Card(other) = action else { return false };
    let slots = [UpgradeSlot::Torpedo, UpgradeSlot::Bomb];
    other.ship == card.ship && upgrade_facts(state, other).is_some_and(|row| slots.contains(&row.slot))
}

const ORDNANCE_UNDER_STRESS: Modifier<XWing> = Modifier {
    of: Topic::HinderingStress,
    sets: true,
    apply: |state, card, quantity, stress| match quantity {
        Quantity::HinderingStress(_, action) if is_ordnance(state, card, *action) => 0,
        _ => stress,
    },
};

const R4_E1: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| match state.moment() {
        Some(Moment::Performed(_, action)) => {
            let ship = state.ship(card.ship);
            Ok(is_ordnance(state, card, action) && ship.acted_stressed && ship.is_stressed())
        }
        _ => Ok(false),
    },
    |t, card| {
        discard(t, card);
        remove_stress(t, card.ship)
    },
);
