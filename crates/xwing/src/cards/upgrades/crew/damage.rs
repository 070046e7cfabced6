//! Crew members who deal, mend or bear damage.

use flightpath::{ATTACK_FACES, Face};
use table::timing::Ability;
use table::{Denial, Picks, Play, denial};

use super::own_attack;
use crate::actions::{discard, spend_reinforce};
use crate::attack::ATTACK_DIE;
use crate::cards::patterns::{able, able_once, acts, changes, drops, may, may_once, must, picks};
use crate::cards::tokens::{
    attacks, choose_ship, concerns, defends, enemy_at, roll_one, take_effect, target_of,
};
use crate::cards::{DamageId, Registry, UpgradeSlot, Window, library};
use crate::damage::{
    doom, put_back, random_face_down, recover_shield, shield_value, suffer, turn_down, turn_up,
};
use crate::measure::range_to_bomb;
use crate::rolls::change_cast;
use crate::state::{Attack, Bomb, CardRef, Cast, Doom, Moment, ShipId, Slot, State, side_of};
use crate::{Ask, Choice, Event, Table, XWing};

const NOBODY_NEAR: Denial = denial(
    "xwing.card.saboteur.text",
    "No enemy ship is at range 1.",
    "Kein feindliches Schiff ist in Reichweite 1.",
);

const USED: Denial = denial(
    "xwing.core.golden-rule.1",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const NOTHING_STORED: Denial = denial(
    "xwing.core.action.one",
    "No shield token lies on the card, or the ship has all its shields.",
    "Auf der Karte liegt kein Schildmarker, oder das Schiff hat alle Schilde.",
);

pub const EFFECTS: Registry = &[
    ("saboteur", acts(may_sabotage, sabotage)),
    ("darth-vader-crew", able(&[VADER, VADER_FIGHTS_ON])),
    ("chewbacca-crew", able(&[CHEWBACCA])),
    ("r2-d2-crew", able(&[R2_D2])),
    ("moff-jerjerrod", able(&[JERJERROD])),
    ("greedo", able(&[GREEDO_IS_ATTACKED, GREEDO])),
    ("boba-fett-crew", able(&[BOBA])),
    ("bombardier", changes(&[drops!(STRAIGHT_2)])),
    ("sabine-wren-crew", able_once(&[SABINE], USED)),
    ("cad-bane", able_once(&[CAD_BANE], USED)),
    ("gonk", acts(may_gonk, gonk)),
    ("breach-specialist", able(&[BREACH_SPECIALIST, BREACH_CLOSED])),
];

fn may_sabotage(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.in_play().any(|id| enemy_at(state, card, id, 1)) { Ok(()) } else { Err(NOBODY_NEAR) }
}

/// On a hit or a critical hit one of the enemy's face-down damage cards is turned up.
fn sabotage(t: &mut Table, card: CardRef) -> Play {
    let Some(enemy) = choose_ship(t, card, |state, id| enemy_at(state, card, id, 1))? else { return Ok(()) };
    if matches!(roll_one(t, card)?, Face::Hit | Face::Critical)
        && let Some(slot) = random_face_down(t, enemy)?
    {
        turn_up(t, enemy, slot)?;
    }
    Ok(())
}

/// By the later rules both attacks of a double attack come first.
const VADER: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let waits = state.options.rules().crew_damage_after_double_attack;
        let over = |attack: &Attack| !(waits && attack.more) && state.ship(attack.defender).in_play();
        Ok(own_attack(state, card).is_some_and(over) && !state.ship(card.ship).is_doomed())
    },
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        suffer(t, card.ship, 2, 0)?;
        suffer(t, target, 0, 1)
    },
);

/// A ship that he destroys in the middle of its turn still makes the further attacks that it has.
const VADER_FIGHTS_ON: Ability<XWing> = must(
    Window::WouldBeDestroyed,
    |state, card| {
        let at_once = !state.options.rules().crew_damage_after_double_attack;
        let own_turn = state.active == Some(card.ship);
        Ok(at_once && own_turn && concerns(state, card) && attacks(state, card))
    },
    |t, card| {
        doom(t, card.ship, Doom::AfterItsTurn);
        Ok(())
    },
);

/// A damage card that is being dealt to this card's ship. One that comes face up may be looked at first.
fn being_dealt(state: &State, card: CardRef) -> Option<DamageId> {
    match state.moment() {
        Some(Moment::Dealing { ship, kind, .. }) if ship == card.ship => kind,
        _ => None,
    }
}

const CHEWBACCA: Ability<XWing> = may(
    Window::Dealing,
    |state, card| Ok(being_dealt(state, card).is_some()),
    |t, card| {
        let Some(drawn) = being_dealt(&t.state, card) else { return Ok(()) };
        if let Some(Moment::Dealing { kind, .. }) = t.state.moments.last_mut() {
            *kind = None;
        }
        put_back(t, card.ship, drawn);
        t.emit(Event::DamageDiscarded(card.ship, drawn));
        recover_shield(t, card.ship);
        discard(t, card);
        Ok(())
    },
);

const R2_D2: Ability<XWing> = may(
    Window::EndPhase,
    |state, card| Ok(crate::huge::is_bare(state, card) && shield_value(state, card.ship) > 0),
    |t, card| {
        crate::huge::recover_shield(t, card);
        if roll_one(t, card)? == Face::Hit
            && let Some(slot) = random_face_down(t, card.ship)?
        {
            turn_up(t, card.ship, slot)?;
        }
        Ok(())
    },
);

/// The crew of a ship that is still in play.
fn crew(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let upgrades = state.ship(id).upgrades.iter().enumerate().filter(|(_, upgrade)| !upgrade.discarded);
    upgrades
        .filter(|(_, upgrade)| library().upgrade(upgrade.card).slot == UpgradeSlot::Crew)
        .map(move |(i, _)| CardRef { ship: id, slot: Slot::Upgrade(i as u8) })
}

const JERJERROD: Ability<XWing> = may(
    Window::DealtFaceUp,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        let Some(Moment::Dealt(ship, slot)) = t.state.moment() else { return Ok(()) };
        let owner = t.state.ship(ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            crew(state, ship).for_each(|member| offer.add(Choice::Card(member)));
        })?;
        if let Choice::Card(member) = choice {
            discard(t, member);
            turn_down(t, CardRef { ship, slot: Slot::Damage(slot) });
        }
        Ok(())
    },
);

/// Counts the attacks on the ship this round.
const GREEDO_IS_ATTACKED: Ability<XWing> = must(
    Window::Declared,
    |state, card| Ok(defends(state, card)),
    |t, card| {
        if let Some(memo) = t.state.memo_mut(card) {
            memo.amount = memo.amount.saturating_add(1);
        }
        Ok(())
    },
);

/// In the ship's first attack and in its first defense of the round the first card comes face up.
const GREEDO: Ability<XWing> = must(
    Window::Dealing,
    |state, card| {
        let (Some(attack), Some(Moment::Dealing { ship, kind: Some(_), face_up: false })) =
            (state.attack(), state.moment())
        else {
            return Ok(false);
        };
        let first_attack = attacks(state, card) && state.ship(card.ship).attacks_made == 1;
        let first_defense = defends(state, card) && state.memo(card).amount == 1;
        let first_card = attack.compared && !attack.dealt && ship == attack.defender;
        Ok(first_card && (first_attack || first_defense))
    },
    |t, _| {
        if let Some(Moment::Dealing { face_up, .. }) = t.state.moments.last_mut() {
            *face_up = true;
        }
        Ok(())
    },
);

/// The upgrades of a ship that can be discarded.
fn upgrades_in_play(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let upgrades = state.ship(id).upgrades.iter().enumerate().filter(|(_, upgrade)| !upgrade.discarded);
    upgrades.map(move |(i, _)| CardRef { ship: id, slot: Slot::Upgrade(i as u8) })
}

const BOBA: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let Some(target) = target_of(state, card).filter(|target| state.ship(*target).in_play()) else {
            return Ok(false);
        };
        let face_up = state.attack().is_some_and(|attack| attack.dealt_face_up);
        Ok(face_up && upgrades_in_play(state, target).next().is_some())
    },
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        discard(t, card);
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            upgrades_in_play(state, target).for_each(|upgrade| offer.add(Choice::Card(upgrade)));
        })?;
        if let Choice::Card(upgrade) = choice {
            discard(t, upgrade);
        }
        Ok(())
    },
);

// ---- bombs ------------------------------------------------------------------------------------------------------------

/// A friendly bomb token that is about to leave the table, or to go off.
fn friendly_bomb(state: &State, card: CardRef) -> Option<Bomb> {
    let Some(Moment::BombToken(_, index)) = state.moment() else { return None };
    let bomb = state.bombs.get(index as usize).copied()?;
    (side_of(bomb.owner) == state.ship(card.ship).side()).then_some(bomb)
}

/// Enemies at range 1 of the bomb token.
fn near_bomb(state: &State, card: CardRef, id: ShipId) -> bool {
    let near = |bomb: Bomb| range_to_bomb(state, id, &bomb) == Some(1);
    !state.are_friends(card.ship, id) && friendly_bomb(state, card).is_some_and(near)
}

const SABINE: Ability<XWing> =
    picks!(must_once, BombLeaves, |_, _| true, near_bomb, |t, _, enemy| suffer(t, enemy, 1, 0));

/// Whether an enemy has just rolled for a friendly bomb.
fn rolled_for_bomb(state: &State, card: CardRef) -> bool {
    let Some(cast) = state.casts.last() else { return false };
    let by_friend = |moment: &Moment| matches!(moment, Moment::Bombed(ship, by) if *ship == cast.ship && state.are_friends(card.ship, *by));
    let enemy = !state.are_friends(card.ship, cast.ship) && cast.attack;
    enemy && state.moments.iter().any(by_friend)
}

const CAD_BANE: Ability<XWing> = may_once(
    Window::Cast,
    |state, card| {
        let poor = |cast: &Cast| cast.pool.has(Face::Eye) || cast.pool.has(Face::Blank);
        Ok(rolled_for_bomb(state, card) && state.casts.last().is_some_and(poor))
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let picks = t.ask_some(owner, Ask::Dice(card), 1, usize::MAX, |state, offer| {
            let results = state.casts.last().into_iter().flat_map(|cast| cast.pool.0.iter().enumerate());
            let poor = results.filter(|(_, result)| matches!(result.face, Face::Eye | Face::Blank));
            poor.for_each(|(die, _)| offer.add(Choice::Die(die as u8)));
        })?;
        let faces = t.roll(Ask::Reroll, &ATTACK_DIE, picks.len())?;
        change_cast(t, |pool| {
            let die =
                |pick: &Choice| if let Choice::Die(die) = pick { usize::from(*die) } else { usize::MAX };
            let dice: Picks<usize> = picks.iter().map(die).collect();
            pool.reroll(&dice, &faces, &ATTACK_FACES);
        });
        Ok(())
    },
);

// ---- shields ----------------------------------------------------------------------------------------------------------

/// The two actions of the power droid, as they are noted on the card when they have been performed.
const CHARGED: i8 = 1;
const DISCHARGED: i8 = 2;

fn may_charge(state: &State, card: CardRef) -> bool {
    state.memo(card).amount & CHARGED == 0
}

fn may_discharge(state: &State, card: CardRef) -> bool {
    let ship = state.ship(card.ship);
    let Slot::Upgrade(i) = card.slot else { return false };
    let stored = ship.upgrades.get(i as usize).is_some_and(|upgrade| upgrade.tokens > 0);
    state.memo(card).amount & DISCHARGED == 0 && stored && ship.shields < shield_value(state, card.ship)
}

fn may_gonk(state: &State, card: CardRef) -> Result<(), Denial> {
    if may_charge(state, card) || may_discharge(state, card) { Ok(()) } else { Err(NOTHING_STORED) }
}

/// A shield token is put on the card, or goes from it to the ship. These are two actions: each once per round.
fn gonk(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
        if may_charge(state, card) {
            offer.add(Choice::Store);
        }
        if may_discharge(state, card) {
            offer.add(Choice::Release);
        }
    })?;
    let stores = choice == Choice::Store;
    if let Some(memo) = t.state.memo_mut(card) {
        memo.amount |= if stores { CHARGED } else { DISCHARGED };
        memo.acted = false;
    }
    if let Slot::Upgrade(i) = card.slot
        && let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize)
    {
        upgrade.tokens = if stores { upgrade.tokens + 1 } else { upgrade.tokens.saturating_sub(1) };
    }
    if !stores {
        recover_shield(t, card.ship);
    }
    Ok(())
}

// ---- breaches ---------------------------------------------------------------------------------------------------------

/// The damage card that this card's ship was just dealt face up is turned down before it does anything.
fn close_breach(t: &mut Table, _: CardRef) -> Play {
    if let Some(Moment::Dealt(ship, slot)) = t.state.moment() {
        turn_down(t, CardRef { ship, slot: Slot::Damage(slot) });
    }
    Ok(())
}

const BREACH_SPECIALIST: Ability<XWing> = may(
    Window::DealtFaceUp,
    |state, card| {
        let ready = state.ship(card.ship).reinforced.is_some() && !state.memo(card).active;
        Ok(ready && concerns(state, card))
    },
    |t, card| {
        spend_reinforce(t, card.ship);
        take_effect(t, card)?;
        close_breach(t, card)
    },
);

const BREACH_CLOSED: Ability<XWing> = must(
    Window::DealtFaceUp,
    |state, card| Ok(concerns(state, card) && state.memo(card).active),
    close_breach,
);
