//! What abilities do, found out by trying them on a copy of what the seat sees. Abilities that change dice are tried
//! several times, because new dice may fall either way; what shows in no die and on no ship is taken for help.

use flightpath::{Face, Pool};
use table::direct::{Decision, Policy, luck};
use table::timing::Timed;
use table::{Appraise, Picks, Plan, Pose};

use super::{Judge, LOST};
use crate::cards::Window;
use crate::state::{CardRef, ShipId, State};
use crate::{Table, XWing};

/// What an ability is worth whose effect cannot be measured.
const HELP: f64 = 3.0;
/// How often an ability is tried that changes dice.
const TRIES: u64 = 6;
/// What a critical hit counts, and a focus result of a ship that can spend focus for it.
const CRITICAL: f64 = 1.2;
const FOCUSED: f64 = 0.9;
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
    fn pick(&mut self, decision: &Decision<XWing>, min: usize, max: usize) -> Picks<u16> {
        let appeals = XWing::appeals(&decision.view(), decision.ask, decision.options);
        let mut places: Vec<usize> = (0..appeals.len()).collect();
        places.sort_by(|a, b| appeals[*b].total_cmp(&appeals[*a]));
        let wanted = places
            .iter()
            .enumerate()
            .filter(|(rank, place)| *rank < min || *rank < max && appeals[**place] > 0.0);
        let mut picks: Picks<u16> = wanted.map(|(_, place)| *place as u16).collect();
        picks.sort_unstable();
        picks
    }
    fn order(&mut self, _: &Decision<XWing>, _: &mut [u16]) {}
    fn place(&mut self, decision: &Decision<XWing>, candidates: &[Pose]) -> Pose {
        let view = decision.view();
        candidates
            [Self::best(candidates.iter().map(|pose| XWing::appeal_of_place(&view, decision.ask, pose)))]
    }
    fn plan(&mut self, decision: &Decision<XWing>, plans: &[Plan]) -> Plan {
        let view = decision.view();
        let best = Self::best(plans.iter().map(|plan| XWing::appeal_of_plan(&view, decision.ask, plan)));
        plans[best].clone()
    }
}

/// Whether dice have still to be rolled or changed before it is known what an ability was good for.
fn is_open(window: Window) -> bool {
    !matches!(window, Window::Missed | Window::AfterAttack | Window::AttackDone)
}

/// What the dice of an attack are worth to the attacker as they lie. Evades are worth something only against hits, once
/// both have been rolled.
fn results(state: &State) -> f64 {
    let Some(attack) = state.attack() else { return 0.0 };
    let eyes = |id: ShipId| if state.ship(id).focus > 0 { FOCUSED } else { 0.0 };
    let count = |pool: &Pool, face| f64::from(pool.count(face));
    let hits = count(&attack.attack, Face::Hit)
        + CRITICAL * count(&attack.attack, Face::Critical)
        + eyes(attack.attacker) * count(&attack.attack, Face::Eye);
    let saves =
        count(&attack.defense, Face::Evade) + eyes(attack.defender) * count(&attack.defense, Face::Eye);
    if attack.defense.0.is_empty() { hits } else { (hits - saves).max(0.0) }
}

impl<'a> Judge<'a> {
    /// What using an ability leads to, against not using it.
    pub(super) fn tried(&self, window: Window, card: CardRef, index: u8) -> f64 {
        let Some(ability) = XWing::ability(self.state, card, index) else { return 0.0 };
        let after = |seed| {
            let mut table = Table::direct(self.state.clone(), Box::new(Trial), luck(seed));
            // Where the game would be over the position says all.
            let _ = (ability.effect)(&mut table, card);
            table.state
        };
        if self.state.attack().is_some() && is_open(window) {
            return self.tried_on_dice(card, after);
        }
        self.change(card, &after(0)).map_or(HELP, |gain| gain + 0.01)
    }

    /// What an ability is worth that is used while dice may still be changed.
    fn tried_on_dice(&self, card: CardRef, after: impl Fn(u64) -> State) -> f64 {
        let Some(attack) = self.state.attack() else { return HELP };
        let dice =
            |state: &State| state.attack().map(|attack| (attack.attack.clone(), attack.defense.clone()));
        let ours = if self.state.are_friends(card.ship, attack.attacker) { 1.0 } else { -1.0 };
        let (before, mut sum) = (results(self.state), 0.0);
        let mut shows = false;
        for after in (0..TRIES).map(after) {
            shows |= dice(&after) != dice(self.state);
            sum += ours * (results(&after) - before) + self.change(card, &after).unwrap_or(0.0);
        }
        if shows { sum / TRIES as f64 - 0.01 } else { HELP }
    }

    /// How much better ships are for the player of a card in another position; nothing if none has changed.
    fn change(&self, card: CardRef, after: &State) -> Option<f64> {
        let changed = |id: &ShipId| self.state.ship(*id) != after.ship(*id);
        let gain = |id: ShipId| {
            let gain = Judge::new(after).condition(id, self.state) - self.condition(id, after);
            if self.state.are_friends(card.ship, id) { gain } else { -gain }
        };
        self.state.in_play().filter(changed).map(gain).reduce(|sum, gain| sum + gain)
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
