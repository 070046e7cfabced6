//! Target locks: whom a ship may lock, acquiring, passing on and spending locks.

use arrayvec::ArrayVec;
use flightpath::SECTIONS;
use table::timing::{permitted, total};
use table::{Denial, Offers, Play, denial};

use super::LOCK_RANGE;
use super::declared::{declare, known};
use super::tokens::{choose_payer, lock_lenders, settle_jam};
use crate::cards::{Deed, FOR_ALL, FOR_WEAPONS, Liberty, Quantity, Window, allows};
use crate::measure::{in_range, within};
use crate::phases::during;
use crate::state::{Declared, MAX_SHIPS, Moment, ShipId, State, Token, value};
use crate::{Ask, Choice, Event, Table, XWing, huge};

const LOCKED_ALREADY: Denial = denial(
    "xwing.faq.actions.relock",
    "The ship already has a lock on it.",
    "Das Schiff hat es bereits erfasst.",
);
const LOCK_FRIEND: Denial = denial(
    "xwing.core.action.lock.4",
    "Friendly ships cannot be locked.",
    "Freundliche Schiffe können nicht erfasst werden.",
);

/// Whether a ship that is free to choose may acquire a lock on another.
pub fn may_lock(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    may_lock_that(state, id, target)?;
    permitted::<XWing>(state, Deed::Lock(id, target))
}

/// Whether a ship could acquire a lock on the very ship that an effect names.
pub fn may_lock_that(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    let reach = total::<XWing>(state, Quantity::LockReach(id), SECTIONS.into());
    if !within(state, id, target, value(reach)) {
        let seen = || state.friends_of(id).any(|friend| in_range(state, friend, target, SECTIONS));
        if !(allows(state, id, Liberty::LockThroughFriends) && seen()) {
            return Err(LOCK_RANGE);
        }
    }
    may_name(state, id, target)
}

/// Whether a ship could lock another as far as that is known without measuring.
pub fn may_name(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    if state.are_friends(id, target) && !allows(state, id, Liberty::LockFriends) {
        return Err(LOCK_FRIEND);
    }
    if has_every_lock(state, id, target) && !state.options.rules().relocking {
        return Err(LOCKED_ALREADY);
    }
    Ok(())
}

/// Whether a ship has as many locks on another as it may have, which is one.
pub(super) fn has_every_lock(state: &State, id: ShipId, target: ShipId) -> bool {
    let held = state.ship(id).locks.iter().filter(|locked| **locked == target).count();
    held >= total::<XWing>(state, Quantity::LocksOnOne(id), 1) as usize
}

/// The ships among those wanted that a ship could think of locking, judged.
pub fn offer_locks(state: &State, id: ShipId, offer: &mut Offers<XWing>, wanted: impl Fn(ShipId) -> bool) {
    let friends_too = allows(state, id, Liberty::LockFriends);
    let others = state.others(id).filter(|other| wanted(*other));
    for other in others.filter(|other| friends_too || !state.are_friends(id, *other)) {
        offer.judge(Choice::Ship(other), known(state, id, Declared::Lock(other)));
    }
}

/// Whether there is a ship that another could lock, for all that its player may know.
pub fn could_lock(state: &State, id: ShipId) -> bool {
    could_lock_among(state, id, |_| true)
}

pub fn could_lock_among(state: &State, id: ShipId, wanted: impl Fn(ShipId) -> bool) -> bool {
    let mut others = state.others(id).filter(|other| wanted(*other));
    others.any(|other| known(state, id, Declared::Lock(other)).is_ok())
}

/// The target lock action. In competitive play its target is declared already.
pub(super) fn lock(t: &mut Table, id: ShipId) -> Play {
    if let Some(Declared::Lock(target)) = t.state.declaration.of(id) {
        t.state.declaration.made = None;
        return acquire_lock(t, id, target);
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::LockWhom(id), |state, offer| offer_locks(state, id, offer, |_| true))?;
    if let Choice::Ship(target) = choice { acquire_lock(t, id, target) } else { Ok(()) }
}

/// A ship may acquire a lock outside of an action. In competitive play the player names targets until one is in range.
pub fn offer_lock(t: &mut Table, id: ShipId) -> Play {
    name_and_lock(t, id, |_| true, true)
}

/// A ship acquires a lock on one of those wanted; the player has already decided to do so, but may do without it after a target
/// that was named in vain.
pub fn lock_among(t: &mut Table, id: ShipId, wanted: impl Fn(ShipId) -> bool) -> Play {
    name_and_lock(t, id, wanted, false)
}

fn name_and_lock(t: &mut Table, id: ShipId, wanted: impl Fn(ShipId) -> bool, mut may_pass: bool) -> Play {
    let owner = t.state.ship(id).owner;
    loop {
        let choice = t.ask(owner, Ask::LockWhom(id), |state, offer| {
            offer_locks(state, id, offer, &wanted);
            if may_pass {
                offer.pass(Choice::Pass);
            }
        })?;
        let Choice::Ship(target) = choice else { return Ok(()) };
        if declare(t, id, Declared::Lock(target)) {
            t.state.declaration.made = None;
            return acquire_lock(t, id, target);
        }
        may_pass = true;
    }
}

/// A ship acquires a lock.
pub fn acquire_lock(t: &mut Table, id: ShipId, target: ShipId) -> Play {
    take_lock(t, id, target)?;
    settle_jam(t, id)?;
    during(t, Moment::Acquired(id, target), Window::AcquiredLock)
}

/// A ship has a lock from now on. If it maintains as many as it may already, it gives one up.
pub fn take_lock(t: &mut Table, id: ShipId, target: ShipId) -> Play {
    if has_every_lock(&t.state, id, target) {
        remove_lock(t, id, target);
    }
    let most = usize::from(value(total::<XWing>(&t.state, Quantity::Locks(id), 1)));
    if t.state.ship(id).locks.len() >= most {
        let owner = t.state.ship(id).owner;
        let choice = t.ask(owner, Ask::GiveUpLock(id), |state, offer| {
            state.ship(id).locks.iter().for_each(|locked| offer.add(Choice::Ship(*locked)));
        })?;
        if let Choice::Ship(old) = choice {
            t.emit(Event::LockLost(id, old));
            remove_lock(t, id, old);
        }
    }
    t.state.ship_mut(id).locks.push(target);
    huge::place_lock(t, id, target)?;
    t.emit(Event::Locks(id, target));
    Ok(())
}

/// Returns both tokens of a lock to the supply.
pub fn remove_lock(t: &mut Table, id: ShipId, target: ShipId) {
    let locks = &mut t.state.ship_mut(id).locks;
    if let Some(place) = locks.iter().position(|locked| *locked == target) {
        locks.remove(place);
    }
    if !t.state.ship(id).has_locked(target)
        && let Some(huge) = t.state.huge_mut(target)
    {
        huge.locked_by = huge.locked_by.map(|by| by & !id.bit());
    }
}

/// Spends a lock, one's own or one that is lent.
pub fn spend_lock(t: &mut Table, id: ShipId, target: ShipId) -> Play {
    let mut payers = ArrayVec::<ShipId, MAX_SHIPS>::new();
    payers.extend(Some(id).filter(|id| t.state.ship(*id).has_locked(target)));
    let pays_weapon = t.state.attack().is_some_and(|attack| attack.attack.0.is_empty());
    payers.extend(lock_lenders(&t.state, id, target, if pays_weapon { FOR_WEAPONS } else { FOR_ALL }));
    let payer = choose_payer(t, id, &payers)?;
    remove_lock(t, payer, target);
    t.emit(Event::TokenSpent(payer, Token::TargetLock));
    during(t, Moment::Spent(id, Token::TargetLock), Window::SpentToken)
}
