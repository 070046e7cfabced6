//! What the rules let a ship do with its tokens during an attack. These count as abilities like those of cards, so that
//! tokens and cards are used in any order. A token may be spent even if that changes nothing.

use arrayvec::ArrayVec;
use flightpath::Face;
use table::timing::{Ability, Force, Limit, permitted};
use table::{Denial, Play};

use super::{Deed, Effects, Window};
use crate::actions::remove_lock;
use crate::asks::Token;
use crate::attack::{Roll, change, reroll};
use crate::state::{CardRef, State};
use crate::{Ask, Choice, Event, Table, XWing};

pub static EFFECTS: Effects =
    Effects { abilities: &[TARGET_LOCK, FOCUS_ATTACK, FOCUS_DEFENSE, EVADE], ..Effects::NONE };

/// Positions in the list above.
pub const TARGET_LOCK_INDEX: u8 = 0;
pub const EVADE_INDEX: u8 = 3;

/// Whether a ship rolled these dice.
pub fn rolled(state: &State, card: CardRef, roll: Roll) -> bool {
    state.attack.as_ref().is_some_and(|attack| attack.roller(roll) == card.ship)
}

/// Whether a roll shows a die that may still be rerolled and that `wanted` accepts; refused if somebody forbids it.
pub fn may_reroll(state: &State, roll: Roll, wanted: fn(Face) -> bool) -> Result<bool, Denial> {
    let Some(attack) = &state.attack else { return Ok(false) };
    let pool = attack.pool(roll);
    if !pool.rerollable().any(|die| wanted(pool.0[die].face)) {
        return Ok(false);
    }
    if roll == Roll::Attack {
        permitted::<XWing>(state, Deed::RerollAttack(attack.attacker))?;
    }
    Ok(true)
}

/// The owner of `card` chooses dice, all of them before any is rolled, and they are rerolled. Each die only once.
pub fn choose_and_reroll(
    t: &mut Table,
    card: CardRef,
    roll: Roll,
    count: std::ops::RangeInclusive<usize>,
    wanted: fn(Face) -> bool,
) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let picks = t.ask_some(owner, Ask::Dice(card), *count.start(), *count.end(), |state, offer| {
        let Some(attack) = &state.attack else { return };
        let pool = attack.pool(roll);
        let dice = pool.rerollable().filter(|die| wanted(pool.0[*die].face));
        dice.for_each(|die| offer.add(Choice::Die(die as u8)));
    })?;
    let die = |pick: &Choice| if let Choice::Die(die) = pick { Some(usize::from(*die)) } else { None };
    let dice: ArrayVec<usize, 32> = picks.iter().filter_map(die).collect();
    if dice.is_empty() { Ok(()) } else { reroll(t, roll, &dice) }
}

pub fn any(_: Face) -> bool {
    true
}

const TARGET_LOCK: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let locked =
            state.attack.as_ref().is_some_and(|attack| state.ship(card.ship).lock == Some(attack.defender));
        if !(locked && rolled(state, card, Roll::Attack)) {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::RerollAttack(card.ship)).map(|()| true)
    },
    effect: |t, card| {
        t.emit(Event::TokenSpent(card.ship, Token::TargetLock));
        remove_lock(t, card.ship);
        choose_and_reroll(t, card, Roll::Attack, 0..=32, any)
    },
};

fn may_focus(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    if state.ship(card.ship).focus == 0 || !rolled(state, card, roll) {
        return Ok(false);
    }
    permitted::<XWing>(state, Deed::SpendFocus(card.ship)).map(|()| true)
}

fn focus(t: &mut Table, card: CardRef, roll: Roll, becomes: Face) -> Play {
    t.state.ship_mut(card.ship).focus -= 1;
    t.emit(Event::TokenSpent(card.ship, Token::Focus));
    change(t, roll, |pool| pool.change_all(Face::Eye, becomes));
    Ok(())
}

const FOCUS_ATTACK: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_focus(state, card, Roll::Attack),
    effect: |t, card| focus(t, card, Roll::Attack, Face::Hit),
};

const FOCUS_DEFENSE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_focus(state, card, Roll::Defense),
    effect: |t, card| focus(t, card, Roll::Defense, Face::Evade),
};

const EVADE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| Ok(state.ship(card.ship).evade > 0 && rolled(state, card, Roll::Defense)),
    effect: |t, card| {
        t.state.ship_mut(card.ship).evade -= 1;
        t.emit(Event::TokenSpent(card.ship, Token::Evade));
        change(t, Roll::Defense, |pool| pool.add(Face::Evade));
        Ok(())
    },
};
