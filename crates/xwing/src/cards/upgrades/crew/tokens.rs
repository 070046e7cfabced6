//! Crew members who bring and take tokens: stress, focus, evade and target locks.

use arrayvec::ArrayVec;
use flightpath::{Colour, Face};
use table::timing::{Ability, Modifier};
use table::{Denial, Play, denial};

use super::{attack_on, has_missed, own_attack};
use crate::actions::{
    acquire_lock, assign, could_lock, could_lock_among, lock_among, may_lock_that, may_perform, offer_lock,
    perform, receive_stress, remove_stress, remove_token,
};
use crate::cards::patterns::{
    able, able_once, acts, allows, always, changes, may, may_once, must, must_once, own, picks,
};
use crate::cards::tokens::{
    are_copies, choose_ship, concerns, defends, enemy_at, friend_at, just_flown, other_friend_at,
    roll_defense, take_effect, target_of,
};
use crate::cards::{Effects, Registry, Source, UpgradeSlot, Window, library};
use crate::measure::{in_firing_arc, in_range, range_in_arc};
use crate::state::{Action, Attack, CardRef, MAX_SHIPS, Moment, ShipId, Slot, State, Token, Upgrade};
use crate::{Ask, Choice, Table, XWing};

const SWAPPED: Denial = denial(
    "xwing.card.jan-ors-crew.errata",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const USED: Denial = denial(
    "xwing.core.golden-rule.1",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);

pub const EFFECTS: Registry = &[
    ("tactician", able(&[TACTICIAN])),
    ("rebel-captive", able(&[REBEL_CAPTIVE])),
    ("death-troopers", able(&[DEATH_TROOPERS])),
    ("mara-jade", able(&[MARA])),
    ("kyle-katarn-crew", able(&[KYLE])),
    ("kanan-jarrus-crew", able_once(&[KANAN], USED)),
    ("inspiring-recruit", able_once(&[RECRUIT], USED)),
    ("recon-specialist", able(&[RECON_SPECIALIST])),
    ("jan-ors-crew", able_once(&[JAN], SWAPPED)),
    ("lando-calrissian-crew", acts(always, gamble)),
    ("fleet-officer", acts(always, give_orders)),
    ("jyn-erso", acts(always, inspire)),
    ("ysanne-isard", able(&[YSANNE])),
    ("captain-rex-crew", able(&[REX])),
    ("operations-specialist", able(&[OPERATIONS])),
    ("bossk-crew", able(&[BOSSK])),
    ("rey-crew", able(&[REY_STORES, REY_GIVES])),
    ("outlaw-tech", able(&[OUTLAW_TECH])),
    ("weapons-engineer", Effects { modifiers: &[TWO_LOCKS], ..able(&[SECOND_LOCK]) }),
    ("k4-security-droid", able(&[K4])),
    ("systems-officer", able(&[SYSTEMS_OFFICER])),
    ("magva-yarro-crew", able(&[MAGVA])),
    ("bodhi-rook-crew", changes(&[allows!(LockThroughFriends)])),
    ("isb-slicer", able(&[ISB_SLICER])),
    ("jabba-the-hutt", Effects { equipped: Some(bribe), ..able(&[JABBA]) }),
];

// ---- stress ----------------------------------------------------------------------------------------------------------

/// By the later rules range is measured inside the firing arc, and one such card on a ship is enough.
const TACTICIAN: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| {
        let Some(attack) = own_attack(state, card) else { return Ok(false) };
        let target = attack.defender;
        let at_two = if state.options.rules().stress_by_range_in_arc {
            range_in_arc(state, card.ship, target) == Some(2) && is_first_copy(state, card)
        } else {
            attack.range == 2 && in_firing_arc(state, card.ship, target)
        };
        Ok(at_two && state.ship(target).in_play())
    },
    |t, card| match target_of(&t.state, card) {
        Some(target) => receive_stress(t, target),
        None => Ok(()),
    },
);

fn is_first_copy(state: &State, card: CardRef) -> bool {
    let Slot::Upgrade(place) = card.slot else { return true };
    let mut earlier = (0..place).map(|i| CardRef { ship: card.ship, slot: Slot::Upgrade(i) });
    !earlier.any(|other| are_copies(state, card, other))
}

const REBEL_CAPTIVE: Ability<XWing> = must_once(
    Window::Declared,
    |state, card| Ok(defends(state, card)),
    |t, _| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => receive_stress(t, attacker),
        None => Ok(()),
    },
);

const DEATH_TROOPERS: Ability<XWing> = must(
    Window::Declared,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let covered = range_in_arc(state, attack.attacker, card.ship).is_some();
        Ok(covered && other_friend_at(state, card, attack.defender, 1))
    },
    |t, _| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => receive_stress(t, attacker),
        None => Ok(()),
    },
);

const MARA: Ability<XWing> = must(
    Window::EndOfCombat,
    |_, _| Ok(true),
    |t, card| {
        let calm = |id: &ShipId| !t.state.ship(*id).is_stressed() && enemy_at(&t.state, card, *id, 1);
        let calm: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(calm).collect();
        for id in calm {
            receive_stress(t, id)?;
        }
        Ok(())
    },
);

const KYLE: Ability<XWing> = may(
    Window::Unstressed,
    |state, card| Ok(concerns(state, card)),
    |t, card| assign(t, card.ship, Token::Focus),
);

/// The friendly ship that has just flown a white maneuver and is stressed.
fn flew_white(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Maneuver(id)) = state.moment() else { return None };
    let ship = state.ship(id);
    let white = ship.flown.is_some_and(|flown| flown.colour == Colour::White);
    (white && ship.is_stressed() && friend_at(state, card, id, 2)).then_some(id)
}

const KANAN: Ability<XWing> = may_once(
    Window::AfterManeuver,
    |state, card| Ok(flew_white(state, card).is_some()),
    |t, card| match flew_white(&t.state, card) {
        Some(id) => remove_stress(t, id),
        None => Ok(()),
    },
);

/// A friendly ship that has just lost a stress token and has another.
fn relaxes(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Stress(id)) = state.moment() else { return None };
    (state.ship(id).is_stressed() && friend_at(state, card, id, 2)).then_some(id)
}

const RECRUIT: Ability<XWing> = may_once(
    Window::Unstressed,
    |state, card| Ok(relaxes(state, card).is_some()),
    |t, card| match relaxes(&t.state, card) {
        Some(id) => remove_stress(t, id),
        None => Ok(()),
    },
);

// ---- tokens ----------------------------------------------------------------------------------------------------------

const RECON_SPECIALIST: Ability<XWing> = must(
    Window::AfterAction,
    |state, card| Ok(state.moment() == Some(Moment::Performed(card.ship, Action::Focus))),
    |t, card| assign(t, card.ship, Token::Focus),
);

const JAN: Ability<XWing> = may_once(
    Window::WouldBeAssigned,
    |state, card| match state.moment() {
        // audit: same (3 to 4) — the ruler ends at range 3
        Some(Moment::Assigned(id, Token::Focus)) => Ok(friend_at(state, card, id, 3)),
        _ => Ok(false),
    },
    |t, _| match t.state.moment() {
        Some(Moment::Assigned(id, _)) => assign(t, id, Token::Evade),
        _ => Ok(()),
    },
);

fn gamble(t: &mut Table, card: CardRef) -> Play {
    let roll = roll_defense(t, card, 2)?;
    for _ in 0..roll.count(Face::Eye) {
        assign(t, card.ship, Token::Focus)?;
    }
    for _ in 0..roll.count(Face::Evade) {
        assign(t, card.ship, Token::Evade)?;
    }
    Ok(())
}

fn give_orders(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let picks = t.ask_some(owner, Ask::CardTarget(card), 0, 2, |state, offer| {
        state
            .in_play()
            .filter(|id| friend_at(state, card, *id, 2))
            .for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    for pick in picks {
        if let Choice::Ship(id) = pick {
            assign(t, id, Token::Focus)?;
        }
    }
    receive_stress(t, card.ship)
}

/// The ship itself is at range 1–2 too, so there is always somebody to inspire.
fn inspire(t: &mut Table, card: CardRef) -> Play {
    let Some(friend) = choose_ship(t, card, |state, id| friend_at(state, card, id, 2))? else {
        return Ok(());
    };
    let enemies = t.state.enemies_of(card.ship).filter(|id| range_in_arc(&t.state, card.ship, *id).is_some());
    for _ in 0..enemies.count().min(3) {
        assign(t, friend, Token::Focus)?;
    }
    Ok(())
}

const YSANNE: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| {
        let ship = state.ship(card.ship);
        if ship.shields > 0 || ship.damage.is_empty() {
            return Ok(false);
        }
        may_perform(state, card.ship, Action::Evade, Source::Granted).map(|()| true)
    },
    |t, card| perform(t, card.ship, Action::Evade),
);

const REX: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| Ok(has_missed(state, card)),
    |t, card| assign(t, card.ship, Token::Focus),
);

const OPERATIONS: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        Ok(state.attack().is_some_and(|attack| !attack.hit && friend_at(state, card, attack.attacker, 2)))
    },
    |t, card| {
        let near_attacker = |state: &State, id: ShipId| {
            // audit: same (3 to 4) — the ruler ends at range 3
            let near = |attack: &Attack| in_range(state, attack.attacker, id, 3);
            state.are_friends(card.ship, id) && state.attack().is_some_and(near)
        };
        match choose_ship(t, card, near_attacker)? {
            Some(id) => assign(t, id, Token::Focus),
            None => Ok(()),
        }
    },
);

const BOSSK: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| Ok(has_missed(state, card) && !state.ship(card.ship).is_stressed()),
    |t, card| {
        receive_stress(t, card.ship)?;
        assign(t, card.ship, Token::Focus)?;
        match target_of(&t.state, card) {
            Some(target) if may_lock_that(&t.state, card.ship, target).is_ok() => {
                acquire_lock(t, card.ship, target)
            }
            _ => Ok(()),
        }
    },
);

fn stored(state: &mut State, card: CardRef) -> Option<&mut u8> {
    let Slot::Upgrade(i) = card.slot else { return None };
    state.ship_mut(card.ship).upgrades.get_mut(i as usize).map(|upgrade| &mut upgrade.tokens)
}

const REY_STORES: Ability<XWing> = may(
    Window::EndPhaseStart,
    |state, card| Ok(state.ship(card.ship).focus > 0),
    |t, card| {
        remove_token(t, card.ship, Token::Focus);
        if let Some(tokens) = stored(&mut t.state, card) {
            *tokens = tokens.saturating_add(1);
        }
        Ok(())
    },
);

const REY_GIVES: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| {
        let Slot::Upgrade(i) = card.slot else { return Ok(false) };
        Ok(state.ship(card.ship).upgrades.get(i as usize).is_some_and(|upgrade| upgrade.tokens > 0))
    },
    |t, card| {
        if let Some(tokens) = stored(&mut t.state, card) {
            *tokens -= 1;
        }
        assign(t, card.ship, Token::Focus)
    },
);

const OUTLAW_TECH: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(just_flown(state, card) == Some(Colour::Red)),
    |t, card| assign(t, card.ship, Token::Focus),
);

// ---- locks -----------------------------------------------------------------------------------------------------------

const TWO_LOCKS: Modifier<XWing> = own!(Locks + 1);

/// The ship that this card's ship has locked just now.
fn locked_just_now(state: &State, card: CardRef) -> Option<ShipId> {
    match state.moment() {
        Some(Moment::Acquired(ship, first)) if ship == card.ship => Some(first),
        _ => None,
    }
}

/// One acquisition, two locks; the second one does not bring a third.
const SECOND_LOCK: Ability<XWing> = may(
    Window::AcquiredLock,
    |state, card| {
        let first = locked_just_now(state, card).filter(|_| !state.memo(card).active);
        Ok(first.is_some_and(|first| could_lock_among(state, card.ship, |id| id != first)))
    },
    |t, card| {
        let Some(first) = locked_just_now(&t.state, card) else { return Ok(()) };
        take_effect(t, card)?;
        lock_among(t, card.ship, |id| id != first)?;
        if let Some(memo) = t.state.memo_mut(card) {
            memo.active = false;
        }
        Ok(())
    },
);

const K4: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(just_flown(state, card) == Some(Colour::Green) && could_lock(state, card.ship)),
    |t, card| offer_lock(t, card.ship),
);

/// Another friendly ship at range 1 that could lock somebody.
fn may_be_told(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 1) && could_lock(state, id)
}

const SYSTEMS_OFFICER: Ability<XWing> = picks!(
    may,
    AfterManeuver,
    |state, card| just_flown(state, card) == Some(Colour::Green),
    may_be_told,
    |t, _, friend| offer_lock(t, friend)
);

const MAGVA: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let lockable = |attack: &Attack| may_lock_that(state, card.ship, attack.attacker).is_ok();
        Ok(attack_on(state, card).is_some_and(lockable))
    },
    |t, card| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => acquire_lock(t, card.ship, attacker),
        None => Ok(()),
    },
);

// ---- jam and illicit tokens -------------------------------------------------------------------------------------------

fn beside_the_jammed(state: &State, card: CardRef, id: ShipId) -> bool {
    match state.moment() {
        Some(Moment::Jammed(ship, jammed)) if ship == card.ship => {
            id != jammed && state.ship(id).jam == 0 && in_range(state, jammed, id, 1)
        }
        _ => false,
    }
}

const ISB_SLICER: Ability<XWing> =
    picks!(may, Jammed, |_, _| true, beside_the_jammed, |t, _, id| assign(t, id, Token::Jam));

/// One illicit token on each illicit upgrade of the squad.
fn bribe(state: &mut State, card: CardRef) {
    let side = state.ship(card.ship).side();
    for ship in state.ships.iter_mut().filter(|ship| ship.side() == side) {
        let illicit = |upgrade: &&mut Upgrade| library().upgrade(upgrade.card).slot == UpgradeSlot::Illicit;
        ship.upgrades.iter_mut().filter(illicit).for_each(|upgrade| upgrade.tokens += 1);
    }
}

/// The illicit upgrade of the squad that is about to be discarded, if a token lies on it.
fn bribed(state: &State, card: CardRef) -> Option<CardRef> {
    let Some(Moment::Discarding(other)) = state.moment() else { return None };
    let Slot::Upgrade(i) = other.slot else { return None };
    let upgrade = state.ship(other.ship).upgrades.get(i as usize)?;
    let illicit = library().upgrade(upgrade.card).slot == UpgradeSlot::Illicit;
    (illicit && upgrade.tokens > 0 && state.are_friends(card.ship, other.ship)).then_some(other)
}

const JABBA: Ability<XWing> = may(
    Window::WouldDiscard,
    |state, card| Ok(bribed(state, card).is_some()),
    |t, card| {
        if let Some(CardRef { ship, slot: Slot::Upgrade(i) }) = bribed(&t.state, card) {
            t.state.ship_mut(ship).upgrades[i as usize].tokens -= 1;
        }
        Ok(())
    },
);
