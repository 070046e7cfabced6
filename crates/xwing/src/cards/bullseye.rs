//! Cards that look at the bullseye arc.

use arrayvec::ArrayVec;
use table::Play;
use table::timing::Ability;

use super::patterns::{able, may, must};
use super::tokens::{attacks, choose_ship, defends, enemy_at};
use super::{ArcName, Registry, Window};
use crate::actions::{acquire_lock, may_lock, receive_stress, remove_token};
use crate::damage::suffer;
use crate::measure::in_named_arc;
use crate::state::{CardRef, MAX_SHIPS, ShipId, State, Token};
use crate::{Ask, Choice, Table, XWing};

pub const PILOTS: Registry = &[("torani-kulda", able(&[TORANI])), ("dalan-oberos-kimogila", able(&[DALAN]))];

pub const UPGRADES: Registry = &[("enforcer", able(&[ENFORCER]))];

/// Whether an enemy is at range 1–3 in the bullseye arc of this card's ship.
fn in_bullseye(state: &State, card: CardRef, id: ShipId) -> bool {
    // audit: same (3 to 4) — the ruler ends at range 3
    enemy_at(state, card, id, 3) && in_named_arc(state, card.ship, ArcName::Bullseye, id)
}

/// Each enemy in the bullseye arc suffers a damage, or its player gives up its focus and evade tokens.
const TORANI: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| Ok(attacks(state, card) && state.in_play().any(|id| in_bullseye(state, card, id))),
    |t, card| {
        let struck: ArrayVec<ShipId, MAX_SHIPS> =
            t.state.in_play().filter(|id| in_bullseye(&t.state, card, *id)).collect();
        struck.into_iter().try_for_each(|id| damage_or_tokens(t, card, id))
    },
);

fn damage_or_tokens(t: &mut Table, card: CardRef, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
        offer.add(Choice::TakeDamage);
        offer.add(Choice::LoseTokens);
    })?;
    if choice == Choice::TakeDamage {
        return suffer(t, id, 1, 0);
    }
    for token in [Token::Focus, Token::Evade] {
        let ship = t.state.ship(id);
        for _ in 0..if token == Token::Focus { ship.focus } else { ship.evade } {
            remove_token(t, id, token);
        }
    }
    Ok(())
}

fn lockable(state: &State, card: CardRef, id: ShipId) -> bool {
    in_bullseye(state, card, id) && may_lock(state, card.ship, id).is_ok()
}

const DALAN: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| lockable(state, card, id))),
    |t, card| match choose_ship(t, card, |state, id| lockable(state, card, id))? {
        Some(id) => acquire_lock(t, card.ship, id),
        None => Ok(()),
    },
);

const ENFORCER: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|_| defends(state, card)) else { return Ok(false) };
        Ok(state.ship(attack.attacker).in_play()
            && in_named_arc(state, card.ship, ArcName::Bullseye, attack.attacker))
    },
    |t, _| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => receive_stress(t, attacker),
        None => Ok(()),
    },
);
