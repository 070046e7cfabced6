//! Crew members who deal, mend or bear damage.

use flightpath::Face;
use table::timing::Ability;
use table::{Denial, Play, denial};

use super::own_attack;
use crate::actions::discard;
use crate::cards::patterns::{able, acts, may, must};
use crate::cards::tokens::{attacks, choose_ship, concerns, defends, enemy_at, roll_one, target_of};
use crate::cards::{Registry, UpgradeSlot, Window, library};
use crate::damage::{
    doom, put_back, random_face_down, recover_shield, shield_value, suffer, turn_down, turn_up,
};
use crate::state::{Attack, CardRef, Cursor, Doom, Moment, ShipId, Slot, State};
use crate::{Ask, Choice, Event, Table, XWing};

const NOBODY_NEAR: Denial = denial(
    "xwing.card.saboteur.text",
    "No enemy ship is at range 1.",
    "Kein feindliches Schiff ist in Reichweite 1.",
);

pub const EFFECTS: Registry = &[
    ("saboteur", acts(may_sabotage, sabotage)),
    ("darth-vader-crew", able(&[VADER, VADER_FIGHTS_ON])),
    ("chewbacca-crew", able(&[CHEWBACCA])),
    ("r2-d2-crew", able(&[R2_D2])),
    ("moff-jerjerrod", able(&[JERJERROD])),
    ("greedo", able(&[GREEDO_IS_ATTACKED, GREEDO])),
    ("boba-fett-crew", able(&[BOBA])),
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
        let own_turn = state.active == Some(card.ship) && matches!(state.cursor, Cursor::Combat { .. });
        Ok(at_once && own_turn && concerns(state, card) && attacks(state, card))
    },
    |t, card| {
        doom(t, card.ship, Doom::AfterItsTurn);
        Ok(())
    },
);

/// A damage card that is being dealt to this card's ship. One that comes face up may be looked at first.
fn being_dealt(state: &State, card: CardRef) -> Option<u8> {
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
        let first_card = attack.compared && attack.dealt == 0 && ship == attack.defender;
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
        let critical = state.ship(target).damage.iter().any(|damage| damage.fresh && damage.face_up);
        Ok(critical && upgrades_in_play(state, target).next().is_some())
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
