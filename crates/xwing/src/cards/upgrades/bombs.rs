//! Bombs and mines.

use flightpath::{Face, Pool};
use table::timing::Ability;
use table::{Denial, Play};

use crate::actions::{assign, receive_stress, use_up};
use crate::attack::Roll;
use crate::bombs::{drop_bomb, may_drop};
use crate::cards::patterns::{acts, may};
use crate::cards::tokens::concerns;
use crate::cards::{
    BombRules, Effects, Fuse, Registry, UpgradeId, UpgradeSlot, Window, library, upgrade_facts,
};
use crate::measure::BOMB;
use crate::rolls::roll_for;
use crate::state::{CardRef, Moment, ShipId, Slot, State, Token};
use crate::{Ask, Table, XWing, damage};

/// How far the outer tokens of a set of cluster mines lie from the middle one: each of the three is a mine of its own.
/// Certainty low.
const CLUSTER_SPREAD: f64 = BOMB + 6.0;
/// Tokens that Ordnance Silos put on each other bomb.
const SILO_TOKENS: u8 = 3;

pub const EFFECTS: Registry = &[
    ("seismic-charges", dropped_on_reveal(|t, _, ship| damage::suffer(t, ship, 1, 0))),
    ("proton-bombs", dropped_on_reveal(|t, _, ship| damage::deal(t, ship, true))),
    ("ion-bombs", dropped_on_reveal(|t, _, ship| ionize_twice(t, ship))),
    ("thermal-detonators", dropped_on_reveal(thermal_detonator)),
    (
        "bomblet-generator",
        Effects {
            abilities: &[DROP_ON_REVEAL],
            bomb: Some(BombRules {
                fuse: Fuse::EndOfActivation,
                kept: true,
                spread: &[0.0],
                effect: |t, card, ship| roll_for_damage(t, card, ship, 2),
            }),
            ..Effects::NONE
        },
    ),
    ("proximity-mines", dropped_as_action(&[0.0], |t, card, ship| roll_for_damage(t, card, ship, 3))),
    ("conner-net", dropped_as_action(&[0.0], conner_net)),
    ("cluster-mines", dropped_as_action(&[0.0, -CLUSTER_SPREAD, CLUSTER_SPREAD], cluster_mine)),
    ("ordnance-silos", Effects { abilities: &[SPEND_ORDNANCE], equipped: Some(fill_silos), ..Effects::NONE }),
];

type OnShip = fn(&mut Table, UpgradeId, ShipId) -> Play;

/// A bomb that is dropped when the dial is revealed and goes off at the end of the Activation Phase.
const fn dropped_on_reveal(effect: OnShip) -> Effects {
    Effects {
        abilities: &[DROP_ON_REVEAL],
        bomb: Some(BombRules { fuse: Fuse::EndOfActivation, kept: false, spread: &[0.0], effect }),
        ..Effects::NONE
    }
}

/// A mine that is dropped as an action and goes off as soon as it is overlapped.
const fn dropped_as_action(spread: &'static [f64], effect: OnShip) -> Effects {
    Effects {
        bomb: Some(BombRules { fuse: Fuse::Overlap, kept: false, spread, effect }),
        ..acts(|state, card| may_drop(state, card.ship), drop)
    }
}

// ---- dropping ---------------------------------------------------------------------------------------------------------

/// Discards the card of a bomb that is dropped, unless it is one that is kept.
pub(in crate::cards) fn pay_for_bomb(t: &mut Table, card: CardRef) -> Play {
    let kept = crate::cards::effects(&t.state, card).bomb.as_ref().is_some_and(|bomb| bomb.kept);
    if kept { Ok(()) } else { use_up(t, card) }
}

fn drop(t: &mut Table, card: CardRef) -> Play {
    pay_for_bomb(t, card)?;
    drop_bomb(t, card)
}

/// Whether this bomb may be dropped or launched now that its ship's dial is revealed.
pub(super) fn may_drop_on_reveal(state: &State, card: CardRef) -> Result<bool, Denial> {
    if concerns(state, card) { may_drop(state, card.ship).map(|()| true) } else { Ok(false) }
}

/// When the dial is revealed, before the ship moves.
const DROP_ON_REVEAL: Ability<XWing> = may(Window::Revealed, may_drop_on_reveal, drop);

// ---- going off --------------------------------------------------------------------------------------------------------

fn roll(t: &mut Table, card: UpgradeId, ship: ShipId, dice: usize) -> Play<Pool> {
    roll_for(t, Ask::BombRoll(card, ship), ship, Roll::Attack, dice)
}

/// Attack dice against a ship: hits are damage, critical hits critical damage.
fn roll_for_damage(t: &mut Table, card: UpgradeId, ship: ShipId, dice: usize) -> Play {
    let pool = roll(t, card, ship, dice)?;
    damage::suffer(t, ship, pool.count(Face::Hit), pool.count(Face::Critical))
}

fn cluster_mine(t: &mut Table, card: UpgradeId, ship: ShipId) -> Play {
    let pool = roll(t, card, ship, 2)?;
    damage::suffer(t, ship, pool.count(Face::Hit) + pool.count(Face::Critical), 0)
}

fn ionize_twice(t: &mut Table, ship: ShipId) -> Play {
    assign(t, ship, Token::Ion)?;
    assign(t, ship, Token::Ion)
}

fn thermal_detonator(t: &mut Table, _: UpgradeId, ship: ShipId) -> Play {
    damage::suffer(t, ship, 1, 0)?;
    receive_stress(t, ship)
}

fn conner_net(t: &mut Table, _: UpgradeId, ship: ShipId) -> Play {
    damage::suffer(t, ship, 1, 0)?;
    ionize_twice(t, ship)?;
    t.state.ship_mut(ship).no_action = true;
    Ok(())
}

// ---- ordnance tokens --------------------------------------------------------------------------------------------------

/// Puts ordnance tokens on the other cards of a ship in some slots.
pub(super) fn stock(state: &mut State, card: CardRef, slots: &[UpgradeSlot], tokens: u8) {
    for (i, upgrade) in state.ship_mut(card.ship).upgrades.iter_mut().enumerate() {
        if card.slot != Slot::Upgrade(i as u8) && slots.contains(&library().upgrade(upgrade.card).slot) {
            upgrade.tokens += tokens;
        }
    }
}

fn fill_silos(state: &mut State, card: CardRef) {
    stock(state, card, &[UpgradeSlot::Bomb], SILO_TOKENS);
}

/// The card of this card's ship that is about to be discarded, if it has an ordnance token.
fn stocked(state: &State, card: CardRef) -> Option<CardRef> {
    let Some(Moment::Discarding(other)) = state.moment() else { return None };
    let Slot::Upgrade(i) = other.slot else { return None };
    let upgrade = state.ship(other.ship).upgrades.get(i as usize)?;
    let ordnance = [UpgradeSlot::Torpedo, UpgradeSlot::Missile, UpgradeSlot::Bomb];
    let holds = upgrade_facts(state, other).is_some_and(|row| ordnance.contains(&row.slot));
    (other.ship == card.ship && holds && upgrade.tokens > 0).then_some(other)
}

/// An ordnance token is discarded in place of the card that it lies on.
pub(super) const SPEND_ORDNANCE: Ability<XWing> = may(
    Window::WouldDiscard,
    |state, card| Ok(stocked(state, card).is_some()),
    |t, card| {
        if let Some(CardRef { ship, slot: Slot::Upgrade(i) }) = stocked(&t.state, card) {
            t.state.ship_mut(ship).upgrades[i as usize].tokens -= 1;
        }
        Ok(())
    },
);
