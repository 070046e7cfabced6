//! What actions are worth: how much better a ship then fires, and how much less it has to fear.

use geometry::Pose;

use super::fight::{Aim, Guard, Prospect};
use super::{Judge, LOST};
use crate::actions::{may_echo_to, may_lock, with_echo};
use crate::attack::{needs_lock, weapons};
use crate::cards::library;
use crate::measure::range;
use crate::state::*;

/// What a lock is worth that cannot be used this round, and what it adds for a torpedo that waits for it.
const LOCK_LATER: f64 = 0.3;
const TORPEDO: f64 = 0.6;
/// What it is worth to be cloaked already when the enemy comes near.
const HIDDEN: f64 = 0.1;
/// How much worse damage is that goes past the shields.
const BARE: f64 = 1.2;
/// How much of the smaller use of a token counts that serves attack or defense, but not both.
const EITHER: f64 = 0.5;
/// Defense dice that a cloak adds.
pub(super) const CLOAK_DICE: usize = 4;

impl<'a> Judge<'a> {
    pub(super) fn action(&self, id: ShipId, action: Action) -> f64 {
        let ship = self.state.ship(id);
        let (given, taken) = &*self.around(id);
        let now = self.strike(id, given, |target| self.aim(id, target));
        let better = |change: &dyn Fn(&mut Aim, ShipId)| {
            let changed = |target| {
                let mut aim = self.aim(id, target);
                change(&mut aim, target);
                aim
            };
            self.strike(id, given, changed) - now
        };
        let guard = self.guard(id);
        match action {
            Action::BattleStations => {
                let fires = better(&|aim, _| aim.battle = true);
                let saved = self.saved_once(id, taken, Guard { battle: true, ..guard });
                fires.max(saved) + EITHER * fires.min(saved) + 0.05
            }
            Action::Evade => self.saved_once(id, taken, Guard { evades: guard.evades + 1, ..guard }) + 0.03,
            Action::Scan => better(&|aim, _| aim.scan += 1) + 0.02,
            Action::TargetLock => {
                let torpedo = weapons(self.state, id)
                    .any(|weapon| needs_lock(self.state, weapon) && self.is_ready(weapon));
                let fires = better(&|aim, target| aim.lock |= may_lock(self.state, id, target).is_ok());
                let later = if ship.lock.is_some() {
                    0.0
                } else if torpedo {
                    LOCK_LATER + TORPEDO
                } else {
                    LOCK_LATER
                };
                fires.max(later)
            }
            Action::Cloak => self.cloaking(id, given, taken, now),
            Action::SensorEcho => {
                let places: Vec<Pose> = with_echo(self.state, id, |echo| {
                    echo.places().filter(|pose| may_echo_to(self.state, echo, pose).is_ok()).collect()
                });
                let best = places.into_iter().map(|pose| self.arriving(id, pose)).fold(LOST, f64::max);
                best - self.arriving(id, ship.pose) - 0.05
            }
            Action::Enable => 0.6,
            Action::Card(card) => self.card_action(card, given, taken),
            Action::Special(feat) => {
                self.state.special(feat).map_or(0.0, |special| (special.appeal)(self.state, id))
            }
        }
    }

    /// All that the enemies may do to a ship together.
    fn all_suffered(&self, id: ShipId, taken: &[Prospect], guard: Guard) -> f64 {
        self.suffered(id, taken, guard).iter().sum()
    }

    /// What something saves that helps against one attack only: it will be used where it helps most.
    fn once(&self, id: ShipId, taken: &[Prospect], guard: Guard) -> f64 {
        let now = self.suffered(id, taken, self.guard(id));
        let then = self.suffered(id, taken, guard);
        now.iter().zip(then).map(|(now, then)| now - then).fold(0.0, f64::max)
    }

    fn saved_once(&self, id: ShipId, taken: &[Prospect], guard: Guard) -> f64 {
        self.fear(id) * self.once(id, taken, guard)
    }

    /// What a cloak saves. Damage to a cloaked ship goes to the hull, and what shields there are protect no more until the
    /// End Phase.
    fn hiding(&self, id: ShipId, taken: &[Prospect]) -> f64 {
        let guard = self.guard(id);
        let hidden = Guard { more: CLOAK_DICE, left: self.hull_left(id).max(1), ..guard };
        self.all_suffered(id, taken, guard) - BARE * self.all_suffered(id, taken, hidden)
    }

    /// Whether a ship has still the choice to cloak this round.
    pub(super) fn may_hide(&self, id: ShipId) -> bool {
        let ship = self.state.ship(id);
        self.has_to_fly(id)
            && !ship.cloak.is_on()
            && ship.shields > 0
            && library().ship(ship.card).actions.contains(&Action::Cloak)
    }

    /// What the action that a ship has still to take can save: a cloak, or an evade token.
    pub(super) fn relief(&self, id: ShipId, taken: &[Prospect]) -> f64 {
        let guard = self.guard(id);
        let evaded = self.once(id, taken, Guard { evades: guard.evades + 1, ..guard });
        let hidden = if self.may_hide(id) { self.hiding(id, taken) } else { 0.0 };
        evaded.max(hidden)
    }

    fn cloaking(&self, id: ShipId, given: &[Prospect], taken: &[Prospect], now: f64) -> f64 {
        let saved = self.hiding(id, taken);
        let mut cloaked = self.state.clone();
        cloaked.ship_mut(id).cloak = Cloak::Fresh { red: false };
        let judge = Judge::new(&cloaked);
        let fires = if given.is_empty() {
            HIDDEN
        } else {
            judge.strike(id, &judge.around(id).0, |target| judge.aim(id, target)) - now
        };
        self.fear(id) * saved + fires
    }

    /// What the actions of cards are worth, by the id of the card.
    fn card_action(&self, card: CardRef, given: &[Prospect], taken: &[Prospect]) -> f64 {
        let ship = self.state.ship(card.ship);
        let id = match card.slot {
            Slot::Captain => &library().captain(ship.captain.card).id,
            Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
                Some(upgrade) => &library().upgrade(upgrade.card).id,
                None => return 0.0,
            },
            Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
                Some(kind) => &library().damage(kind).id,
                None => return 0.0,
            },
            Slot::Ship | Slot::Tokens => return 0.0,
        };
        let guard = self.guard(card.ship);
        let has_shot = !given.is_empty();
        let threat = self.all_suffered(card.ship, taken, guard);
        let twice = || self.saved_once(card.ship, taken, Guard { evades: guard.evades + 2, ..guard });
        let close =
            self.state.enemies_of(card.ship).any(|enemy| range(self.state, card.ship, enemy) == Some(1));
        match &**id {
            "data" if !has_shot => twice(),
            "data" => twice() - 0.8,
            "konmel" => 0.9,
            "counter-attack" if threat > 0.5 && has_shot => 0.8,
            "riker" if close => 0.7,
            "nvek" if has_shot => 0.35,
            "tractor-beam" if has_shot => 0.4,
            "obrien" => 0.3,
            "warp-core-breach" => 1.5,
            // It bars all actions of the ship.
            "damaged-sensor-array" => 0.6,
            "console-fire" => 0.4,
            "structural-damage" | "weapons-malfunction" => 0.45,
            _ => -0.2,
        }
    }
}
