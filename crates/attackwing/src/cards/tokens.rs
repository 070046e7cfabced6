//! What the rules let a ship do with its action tokens during an attack. These count as abilities like those of cards,
//! so that tokens and cards are used in any order.

use flightpath::Face;
use table::timing::{Ability, Force, Limit};
use table::{Denial, Picks, Play};

use super::{Effects, Window};
use crate::attack::{reroll, spend_lock};
use crate::state::{Attack, CardRef, State};
use crate::{Ask, AttackWing, Choice, Event, SpentToken, Table};

pub static EFFECTS: Effects = Effects {
    abilities: &[TARGET_LOCK, BATTLE_STATIONS_ATTACK, BATTLE_STATIONS_DEFENSE, EVADE],
    ..Effects::NONE
};

/// Positions in the list above.
pub const TARGET_LOCK_INDEX: u8 = 0;
pub const EVADE_INDEX: u8 = 3;

const TARGET_LOCK: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(state.attack().is_some_and(|attack| {
            attack.attacker == card.ship
                && !attack.mine
                && state.ship(card.ship).lock == Some(attack.defender)
                // Nothing is better than a critical hit.
                && attack.attack.rerollable().any(|die| attack.attack.0[die].face != Face::Critical)
        }))
    },
    effect: |t, card| {
        let Some(defender) = t.state.attack().map(|attack| attack.defender) else { return Ok(()) };
        spend_lock(t, card.ship, defender);
        let dice = choose_dice(t, card, 1)?;
        reroll(t, true, &dice)
    },
};

/// The owner of `card` chooses dice of the attack roll to reroll.
fn choose_dice(t: &mut Table, card: CardRef, min: usize) -> Play<Picks<usize>> {
    let owner = t.state.ship(card.ship).owner;
    // audit: same (32 to 33) — no roll has more dice
    let picks = t.ask_some(owner, Ask::Dice(card), min, 32, |state, offer| {
        if let Some(attack) = state.attack() {
            attack.attack.rerollable().for_each(|die| offer.add(Choice::Die(die as u8)));
        }
    })?;
    Ok(picks
        .iter()
        .filter_map(|pick| if let Choice::Die(die) = pick { Some(*die as usize) } else { None })
        .collect())
}

fn may_use_battle_stations(state: &State, card: CardRef, attacking: bool) -> Result<bool, Denial> {
    Ok(state.ship(card.ship).battle_stations > 0
        && state.attack().is_some_and(|attack| {
            let (ship, pool) = if attacking {
                (attack.attacker, &attack.attack)
            } else {
                (attack.defender, &attack.defense)
            };
            let wanted = attacking || has_to_evade(state, attack);
            ship == card.ship && !attack.mine && pool.has(Face::Eye) && wanted
        }))
}

/// Whether another evade could come to something: there is a hit left for it to cancel, or an effect that is still to come
/// might take away evades.
fn has_to_evade(state: &State, attack: &Attack) -> bool {
    let hits = attack.attack.count(Face::Hit) + attack.attack.count(Face::Critical);
    let early = state.options.defender_modifies_defense_first;
    if early { hits > 0 } else { hits > attack.defense.count(Face::Evade) }
}

fn use_battle_stations(t: &mut Table, card: CardRef, attacking: bool) {
    t.state.ship_mut(card.ship).battle_stations -= 1;
    t.emit(Event::TokenSpent(card.ship, SpentToken::BattleStations));
    if let Some(attack) = t.state.attacks.last_mut() {
        if attacking {
            attack.attack.change_all(Face::Eye, Face::Hit);
        } else {
            attack.defense.change_all(Face::Eye, Face::Evade);
        }
    }
}

const BATTLE_STATIONS_ATTACK: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_use_battle_stations(state, card, true),
    effect: |t, card| {
        use_battle_stations(t, card, true);
        Ok(())
    },
};

const BATTLE_STATIONS_DEFENSE: Ability<AttackWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_use_battle_stations(state, card, false),
    effect: |t, card| {
        use_battle_stations(t, card, false);
        Ok(())
    },
};

const EVADE: Ability<AttackWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| {
        Ok(state.ship(card.ship).evade > 0
            && state
                .attack()
                .is_some_and(|attack| attack.defender == card.ship && has_to_evade(state, attack)))
    },
    effect: |t, card| {
        t.state.ship_mut(card.ship).evade -= 1;
        t.emit(Event::TokenSpent(card.ship, SpentToken::Evade));
        if let Some(attack) = t.state.attacks.last_mut() {
            attack.defense.add(Face::Evade);
        }
        Ok(())
    },
};
