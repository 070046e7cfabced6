//! Captains with an ability.

use flightpath::{ATTACK_FACES, Face, Pool};
use table::Play;
use table::timing::{Ability, Force, Limit, Modifier};

use super::{Effects, Procedure, Registry, Topic, Window};
use crate::attack::{ATTACK_DIE, faces_of, reroll};
use crate::measure::range;
use crate::state::{Action, Attack, CardRef, State};
use crate::{Ask, AttackWing, Event, Table, damage};

pub const EFFECTS: Registry = &[
    (
        "picard",
        Effects {
            free_actions: &[Action::Evade, Action::TargetLock, Action::Scan, Action::BattleStations],
            ..Effects::NONE
        },
    ),
    (
        "riker",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: lie_in_wait }),
            abilities: &[RIKER_STRIKES_BACK],
            ..Effects::NONE
        },
    ),
    ("nudaq", Effects { abilities: &[NUDAQ], ..Effects::NONE }),
    ("toreth", Effects { abilities: &[TORETH], ..Effects::NONE }),
    ("clark-terrell", Effects { modifiers: &[TERRELL], ..Effects::NONE }),
    ("letant", Effects { abilities: &[LETANT], ..Effects::NONE }),
];

/// Whether this card's ship is the attacker and its roll shows a face.
pub fn attacker_shows(state: &State, card: CardRef, face: Face) -> bool {
    state.attack().is_some_and(|attack| attack.attacker == card.ship && attack.attack.has(face))
}

/// Turns one die of the attack roll.
pub fn change_one(t: &mut Table, from: Face, to: Face) -> Play {
    if let Some(attack) = t.state.attacks.last_mut() {
        attack.attack.change_one(from, to);
        let faces = faces_of(&attack.attack);
        t.emit(Event::AttackResult(faces));
    }
    Ok(())
}

/// The card's effect waits for its moment this round.
pub fn lie_in_wait(t: &mut Table, card: CardRef) -> Play {
    if let Some(memo) = t.state.memo_mut(card) {
        memo.active = true;
    }
    Ok(())
}

const NUDAQ: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(attacker_shows(state, card, Face::Eye)),
    effect: |t, _| change_one(t, Face::Eye, Face::Hit),
};

const TORETH: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(attacker_shows(state, card, Face::Hit)),
    effect: |t, _| change_one(t, Face::Hit, Face::Critical),
};

const RIKER_STRIKES_BACK: Ability<AttackWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let attacked = state.attack().is_some_and(|attack| attack.defender == card.ship && attack.range == 1);
        let memo = state.memo(card);
        // By the later FAQ once a round (`attackwing.known.faq.riker-once`).
        let again = !memo.spent || !state.options.tournament;
        Ok(attacked && memo.active && again)
    },
    effect: |t, card| {
        if let Some(memo) = t.state.memo_mut(card) {
            memo.spent = true;
        }
        let Some(attacker) = t.state.attack().map(|attack| attack.attacker) else { return Ok(()) };
        let faces = t.roll(Ask::CardRoll(card), &ATTACK_DIE, 2)?;
        let pool = Pool::of(&faces, &ATTACK_FACES);
        t.emit(Event::Rolled(card.ship, faces_of(&pool)));
        if t.state.ship(card.ship).destroyed {
            t.state.avenger = Some(t.state.ship(card.ship).owner);
        }
        damage::strike(t, card.ship, attacker, pool.count(Face::Hit), pool.count(Face::Critical))
    },
};

const TERRELL: Modifier<AttackWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let helps = |attack: &Attack| {
            let defender = attack.defender;
            // By the later FAQ friendly ships are the others (`attackwing.known.faq.friendly-excludes-self`).
            (defender != card.ship || !state.options.tournament)
                && state.are_friends(card.ship, defender)
                && range(state, card.ship, defender) == Some(1)
        };
        if state.attack().is_some_and(helps) { dice + 1 } else { dice }
    },
};

/// The place of a critical hit in the attack roll that can still be rerolled.
fn critical(attack: &Attack) -> Option<usize> {
    attack.attack.rerollable().find(|die| attack.attack.0[*die].face == Face::Critical)
}

const LETANT: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| {
        let defending = |attack: &Attack| attack.defender == card.ship && critical(attack).is_some();
        Ok(state.attack().is_some_and(defending))
    },
    effect: |t, _| match t.state.attack().and_then(critical) {
        Some(die) => reroll(t, true, &[die]),
        None => Ok(()),
    },
};
