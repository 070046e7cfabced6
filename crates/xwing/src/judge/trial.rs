//! What abilities do, found out by trying them on a copy of what the seat sees. Nothing that a die decides later enters:
//! while an attack is being rolled abilities are taken for what they say, as help.

use table::direct::{Decision, Policy, luck};
use table::timing::Timed;
use table::{Appraise, Pose};

use super::{Judge, LOST};
use crate::cards::Window;
use crate::state::{CardRef, ShipId, State};
use crate::{Table, XWing};

/// What an ability is worth whose effect cannot be measured.
const HELP: f64 = 3.0;
/// What a point of damage, a token and a stress token are worth on a ship.
const POINT: f64 = 1.2;
const TOKEN: f64 = 0.35;
const STRESS: f64 = 0.7;

/// Plays what an ability leaves to choose; uses no other ability meanwhile.
struct Trial;

impl Trial {
    fn best(appeals: impl Iterator<Item = f64>) -> usize {
        let better = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
        appeals.enumerate().fold((0, f64::NEG_INFINITY), better).0
    }
}

impl Policy<XWing> for Trial {
    fn choose(&mut self, decision: &Decision<XWing>) -> usize {
        match (decision.ask, decision.passive) {
            (crate::Ask::Window(_), Some(passive)) => passive,
            _ => Self::best(XWing::appeals(&decision.view(), decision.ask, decision.options).into_iter()),
        }
    }
    fn pick(&mut self, _: &Decision<XWing>, min: usize, _: usize) -> u64 {
        (1 << min) - 1
    }
    fn order(&mut self, _: &Decision<XWing>, _: &mut [u16]) {}
    fn place(&mut self, decision: &Decision<XWing>, candidates: &[Pose]) -> Pose {
        let view = decision.view();
        candidates
            [Self::best(candidates.iter().map(|pose| XWing::appeal_of_place(&view, decision.ask, pose)))]
    }
}

/// Whether dice have still to be rolled or changed before it is known what an ability was good for.
fn is_open(window: Window) -> bool {
    !matches!(window, Window::Missed | Window::AfterAttack | Window::AttackDone)
}

impl<'a> Judge<'a> {
    /// What using an ability leads to, against not using it.
    pub(super) fn tried(&self, window: Window, card: CardRef, index: u8) -> f64 {
        let Some(ability) = XWing::ability(self.state, card, index) else { return 0.0 };
        if self.state.attack().is_some() && is_open(window) {
            return HELP;
        }
        let mut table = Table::direct(self.state.clone(), Box::new(Trial), luck(0));
        // Where the game would be over the position says all.
        let _ = (ability.effect)(&mut table, card);
        let after = table.state;
        let changed = |id: &ShipId| self.state.ship(*id) != after.ship(*id);
        let mut changed = self.state.in_play().filter(changed).peekable();
        if changed.peek().is_none() {
            return HELP;
        }
        changed
            .map(|id| {
                let gain = Judge::new(&after).condition(id, self.state) - self.condition(id, &after);
                if self.state.are_friends(card.ship, id) { gain } else { -gain }
            })
            .sum::<f64>()
            + 0.01
    }

    /// How a ship is, as far as it differs from how it is in another position.
    fn condition(&self, id: ShipId, other: &State) -> f64 {
        let (ship, then) = (self.state.ship(id), other.ship(id));
        if !ship.in_play() {
            return LOST;
        }
        let tokens = f64::from(ship.focus + ship.evade) + 0.7 * ship.locks.len() as f64;
        let burdens = STRESS * f64::from(ship.stress)
            + TOKEN * f64::from(ship.ion + ship.weapons_disabled + ship.tractor);
        let place = if ship.dial != then.dial || ship.pose != then.pose {
            match ship.dial {
                Some(maneuver) => self.maneuver(id, maneuver),
                None => self.arriving(id, ship.pose),
            }
        } else {
            0.0
        };
        POINT * self.left(id) + TOKEN * tokens - burdens + place
    }
}
