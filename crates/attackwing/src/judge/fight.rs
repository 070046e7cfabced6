//! Who may shoot whom: what every weapon does at every range, and what a shot is worth.

use arrayvec::ArrayVec;
use flightpath::judging::Ends;
use flightpath::odds::{
    EVADE, EVADE_WITH_EYES, HIT, HIT_WITH_EYES, expected_damage, expected_loss, with_reroll,
};
use geometry::Pose;

use super::Judge;
use super::actions::CLOAK_DICE;
use crate::attack::{dice_of, needs_lock, reach, weapons};
use crate::cards::{library, usable};
use crate::foresight::standing_at;
use crate::measure::{Arcs, Shot, shot};
use crate::state::{CardRef, MAX_SHIPS, ShipId, Slot, State, Weapon};

/// How much more damage counts against a ship that has little left, and what destroying it counts besides.
const WEAK: f64 = 1.5;
const FINISH: f64 = 1.0;
/// How probable it is that a ship cloaks which can.
const HIDES: f64 = 0.4;
/// How much of what friends are about to do to an enemy is counted on.
const TOGETHER: f64 = 0.7;

/// A weapon of one ship against another: the dice of both at each range.
struct Gun {
    arcs: Arcs,
    ranges: (u8, u8),
    needs_lock: bool,
    dice: [(usize, usize); 3],
    /// Results that its own text or the captain's turns into hits, on average.
    own_hits: f64,
}

/// An enemy of a ship, where it may stand when shots are fired, and the weapons of the two against each other.
pub(super) struct Rival {
    pub id: ShipId,
    pub ends: Ends,
    ours: ArrayVec<Gun, 6>,
    theirs: ArrayVec<Gun, 6>,
}

/// What a ship has around it.
pub(super) struct Outlook {
    id: ShipId,
    pub rivals: Vec<Rival>,
}

/// A shot that may come about, with its probability.
pub(super) struct Prospect {
    /// The other ship, and at which of its ends it stands.
    pub other: ShipId,
    place: usize,
    share: f64,
    needs_lock: bool,
    attack: usize,
    defense: usize,
    own_hits: f64,
}

/// What helps an attack.
#[derive(Clone, Copy, Default)]
pub(super) struct Aim {
    pub battle: bool,
    pub lock: bool,
    /// Scans beyond those that lie beside the ship already.
    pub scan: usize,
}

impl Aim {
    /// The chance that a die hits, for a weapon that turns so many results into hits by itself.
    pub fn chance(self, dice: usize, own_hits: f64, rerolls: bool) -> f64 {
        let chance = if rerolls { with_reroll(HIT) } else { HIT };
        let with_eyes = if rerolls { with_reroll(HIT_WITH_EYES) } else { HIT_WITH_EYES };
        if self.battle { with_eyes } else { (chance + own_hits / dice.max(1) as f64).min(with_eyes) }
    }
}

/// The chance that at least one of so many dice shows an eye.
fn any_eye(dice: usize) -> f64 {
    1.0 - 0.75_f64.powi(dice as i32)
}

/// What helps a defense.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    pub battle: bool,
    pub evades: usize,
    /// Dice beyond those that it has already.
    pub more: usize,
    /// How much it can take.
    pub left: usize,
}

impl<'a> Judge<'a> {
    /// How much damage a ship can still take.
    pub(super) fn left(&self, id: ShipId) -> usize {
        (self.hull_left(id) + usize::from(self.state.ship(id).shields)).max(1)
    }

    pub(super) fn hull_left(&self, id: ShipId) -> usize {
        let ship = self.state.ship(id);
        usize::from(library().ship(ship.card).hull).saturating_sub(ship.damage.len())
    }

    pub(super) fn is_ready(&self, weapon: Weapon) -> bool {
        match weapon {
            Weapon::Secondary(card) => usable(self.state, card).is_ok(),
            _ => true,
        }
    }

    fn guns(&self, from: ShipId, to: ShipId) -> ArrayVec<Gun, 6> {
        let ready = weapons(self.state, from).filter(|weapon| self.is_ready(*weapon));
        let gun = |weapon: Weapon| {
            let (arcs, ranges) = reach(self.state, weapon);
            let dice = [1, 2, 3]
                .map(|range| dice_of(self.state, from, weapon, to, Shot { range, obstructed: false }));
            let own_hits = self.own_hits(from, weapon, dice[1].0);
            Gun { arcs, ranges, needs_lock: needs_lock(self.state, weapon), dice, own_hits }
        };
        ready.map(gun).take(6).collect()
    }

    /// How many hits the texts of a weapon and of the captain make of other results, on average.
    pub(super) fn own_hits(&self, id: ShipId, weapon: Weapon, dice: usize) -> f64 {
        let ship = self.state.ship(id);
        let captain = CardRef { ship: id, slot: Slot::Captain };
        let has = |name: &str| library().captain(ship.captain.card).id == name;
        let by_captain = has("nudaq") && usable(self.state, captain).is_ok();
        let by_weapon = match weapon {
            Weapon::Secondary(CardRef { slot: Slot::Upgrade(i), .. }) => {
                let row = ship.upgrades.get(usize::from(i)).map(|upgrade| library().upgrade(upgrade.card));
                match row.map(|row| &*row.id) {
                    Some("photon-torpedoes-federation") => any_eye(dice),
                    // A quarter of the dice are blank, and half of those hit when rolled again.
                    Some("plasma-torpedoes") => dice as f64 / 8.0,
                    _ => 0.0,
                }
            }
            _ => 0.0,
        };
        by_weapon + if by_captain { any_eye(dice) } else { 0.0 }
    }

    pub(super) fn with_outlook<T>(&self, id: ShipId, look: impl FnOnce(&Outlook) -> T) -> T {
        let kept = self.outlook.get_or_init(|| self.look_around(id));
        if kept.id == id { look(kept) } else { look(&self.look_around(id)) }
    }

    fn look_around(&self, id: ShipId) -> Outlook {
        let rival = |(enemy, ends)| {
            let (ours, theirs) = (self.guns(id, enemy), self.guns(enemy, id));
            Rival { id: enemy, ends, ours, theirs }
        };
        Outlook { id, rivals: self.places_of_enemies(id).into_iter().map(rival).collect() }
    }

    // ---- shots --------------------------------------------------------------------------------------------------------

    /// The shots that a ship which stands somewhere may fire, and those that may be fired at it.
    pub(super) fn prospects(&self, id: ShipId, pose: Pose) -> (Vec<Prospect>, Vec<Prospect>) {
        let mut there = standing_at(self.state, id, pose);
        let (mut given, mut taken) = (Vec::new(), Vec::new());
        self.with_outlook(id, |outlook| {
            for rival in &outlook.rivals {
                for (place, (end, share)) in rival.ends.iter().enumerate() {
                    there.ship_mut(rival.id).pose = *end;
                    let (share, other) = (*share, rival.id);
                    let prospect = |(shot, gun): (Shot, &Gun)| {
                        let (attack, defense) = gun.dice[usize::from(shot.range).clamp(1, 3) - 1];
                        let defense = defense + usize::from(shot.obstructed);
                        let Gun { needs_lock, own_hits, .. } = *gun;
                        Prospect { other, place, share, needs_lock, attack, defense, own_hits }
                    };
                    given.extend(shots(&there, id, rival.id, &rival.ours).map(prospect));
                    taken.extend(shots(&there, rival.id, id, &rival.theirs).map(prospect));
                }
            }
        });
        (given, taken)
    }

    /// What an attack is worth: the damage that it does on average, which counts more against ships that have little left,
    /// and the chance to destroy.
    pub(super) fn harm(
        &self,
        attack: (usize, f64),
        defense: (usize, f64),
        evades: usize,
        left: usize,
    ) -> f64 {
        let (damage, destroys) = expected_loss(attack, defense, evades, left);
        damage * (1.0 + WEAK / left as f64) + FINISH * destroys
    }

    /// What friends of a ship do to each of its enemies from where they stand: each fires at the one that it hurts most.
    pub(super) fn pressure(&self, id: ShipId, friends: &[(ShipId, Pose)]) -> [f64; MAX_SHIPS] {
        let mut pressed = [0.0; MAX_SHIPS];
        let mut there = self.state.clone();
        self.with_outlook(id, |outlook| {
            for (friend, pose) in friends {
                there.ship_mut(*friend).pose = *pose;
                let mut hurt = (0.0, 0);
                for Rival { id: enemy, ends, .. } in &outlook.rivals {
                    let enemy = *enemy;
                    let guns = self.guns(*friend, enemy);
                    let mut mean = 0.0;
                    for (end, share) in ends {
                        there.ship_mut(enemy).pose = *end;
                        let damage = |(shot, gun): (Shot, &Gun)| mean_damage(shot, gun);
                        let shots = shots(&there, *friend, enemy, &guns).filter(|(_, gun)| !gun.needs_lock);
                        mean += share * shots.map(damage).fold(0.0, f64::max);
                    }
                    if mean > hurt.0 {
                        hurt = (mean, enemy.index());
                    }
                }
                pressed[hurt.1] += hurt.0;
            }
        });
        pressed
    }

    /// How much of a target is left when friends have fired at it, too.
    fn left_by_friends(&self, id: ShipId, target: ShipId, left: usize) -> usize {
        let pressed = self.with_plan(id, |plan| plan.pressed[target.index()]);
        left.saturating_sub((TOGETHER * pressed).round() as usize).max(1)
    }

    fn shot_worth(&self, id: ShipId, shot: &Prospect, aim: Aim) -> f64 {
        if shot.needs_lock && !aim.lock {
            return 0.0;
        }
        let target = self.state.ship(shot.other);
        let saves = if target.battle_stations > 0 { EVADE_WITH_EYES } else { EVADE };
        let chance = aim.chance(shot.attack, shot.own_hits, aim.lock && !shot.needs_lock);
        let defense = (shot.defense.saturating_sub(aim.scan), saves);
        let attack = (shot.attack, chance);
        let left = self.left_by_friends(id, shot.other, self.left(shot.other));
        let open = self.harm(attack, defense, target.evade.into(), left);
        if !self.may_hide(shot.other) {
            return open;
        }
        let hull = self.left_by_friends(id, shot.other, self.hull_left(shot.other));
        let hidden = self.harm(attack, (defense.0 + CLOAK_DICE, saves), target.evade.into(), hull);
        (1.0 - HIDES) * open + HIDES * hidden
    }

    /// What the best target of some prospects is worth, with what helps the attack.
    pub(super) fn strike(&self, id: ShipId, given: &[Prospect], aim: impl Fn(ShipId) -> Aim) -> f64 {
        let mut worth = [0.0; MAX_SHIPS];
        // At each place the ship fires the weapon that is best there.
        for shots in given.chunk_by(|a, b| (a.other, a.place) == (b.other, b.place)) {
            let best =
                shots.iter().map(|shot| self.shot_worth(id, shot, aim(shot.other))).fold(0.0, f64::max);
            worth[shots[0].other.index()] += shots[0].share * best;
        }
        worth.into_iter().fold(0.0, f64::max)
    }

    /// What helps a ship's attacks as it stands.
    pub(super) fn aim(&self, id: ShipId, target: ShipId) -> Aim {
        let ship = self.state.ship(id);
        Aim { battle: ship.battle_stations > 0, lock: ship.lock == Some(target), scan: 0 }
    }

    /// What helps a ship's defense as it stands.
    pub(super) fn guard(&self, id: ShipId) -> Guard {
        let ship = self.state.ship(id);
        Guard { battle: ship.battle_stations > 0, evades: ship.evade.into(), more: 0, left: self.left(id) }
    }

    /// What each enemy may do to a ship, with what helps the defense.
    pub(super) fn suffered(&self, id: ShipId, taken: &[Prospect], guard: Guard) -> [f64; MAX_SHIPS] {
        let mut suffered = [0.0; MAX_SHIPS];
        let saves = if guard.battle { EVADE_WITH_EYES } else { EVADE };
        for shots in taken.chunk_by(|a, b| (a.other, a.place) == (b.other, b.place)) {
            let worth = |shot: &Prospect| {
                let aim = self.aim(shot.other, id);
                if shot.needs_lock && !aim.lock {
                    return 0.0;
                }
                let chance = aim.chance(shot.attack, shot.own_hits, aim.lock && !shot.needs_lock);
                self.harm((shot.attack, chance), (shot.defense + guard.more, saves), guard.evades, guard.left)
            };
            let worst = shots.iter().map(worth).fold(0.0, f64::max);
            suffered[shots[0].other.index()] += shots[0].share * worst;
        }
        suffered
    }
}

/// The weapons of one ship that reach another.
fn shots<'g>(
    state: &'g State,
    from: ShipId,
    to: ShipId,
    guns: &'g [Gun],
) -> impl Iterator<Item = (Shot, &'g Gun)> {
    guns.iter().filter_map(move |gun| Some((shot(state, from, to, gun.arcs, gun.ranges).ok()?, gun)))
}

/// The damage that a weapon does on average, without tokens.
fn mean_damage(shot: Shot, gun: &Gun) -> f64 {
    let (attack, defense) = gun.dice[usize::from(shot.range).clamp(1, 3) - 1];
    expected_damage((attack, HIT), (defense, EVADE), 0)
}
