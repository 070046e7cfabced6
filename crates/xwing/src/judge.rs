//! How options look to a decent player: rules of thumb over expected damage, from a seat's view alone. Values are in
//! points of damage, so that options of different kinds can be weighed against each other; 0 is doing nothing.

mod planning;
mod prediction;
mod trial;

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use flightpath::judging::{
    Ends, OWN_RAM, STOPPED_OUTSIDE, apart, may_stop_outside, nearest, nearest_of_likely, passes_outside,
};
use flightpath::{Bearing, Colour, Face, Maneuver, SECTION, Ships, Way};
use geometry::{Pose, in_arc};
use planning::Plan;
use table::Appraise;

use crate::actions::{boosts, may_boost, move_ahead, with_barrel_roll};
use crate::attack::{agility, dice_of, may_fire, primary, weapons};
use crate::bombs::drop_place;
use crate::cards::{Cost, Header, Window, effects, tokens, upgrade_facts, usable};
use crate::cargo::{self, Laying};
use crate::cloak::places_aside;
use crate::damage::{hull, suffered};
use crate::foresight::foresee;
use crate::maneuvers::{colour_for, dial};
use crate::measure::{Reach, base, footprint, is_outside, play_area, range, reach, side};
use crate::odds::{Attacking, Defending, damage};
use crate::state::*;
use crate::{Ask, Choice, View, XWing, docking};

/// Leaving the play area loses the ship.
const LOST: f64 = -100.0;
/// What an action is worth on average, and so what losing one costs.
const ACTION: f64 = 0.5;
/// How much of the damage that an enemy could do is counted: it may turn to somebody else.
const FEAR: f64 = 0.6;
/// How far a bomb reaches beyond its token.
const BLAST: f64 = SECTION + 15.0;
/// How far from the middle of an obstacle ships are in its way.
const LITTER: f64 = 80.0;

impl Appraise for XWing {
    fn appeal(view: &View, ask: &Ask, choice: &Choice) -> f64 {
        Judge::new(&view.state).appeal(view, ask, choice)
    }

    fn appeals(view: &View, ask: &Ask, choices: &[Choice]) -> Vec<f64> {
        let judge = Judge::new(&view.state);
        choices.iter().map(|choice| judge.appeal(view, ask, choice)).collect()
    }

    fn appeal_of_place(view: &View, ask: &Ask, pose: &Pose) -> f64 {
        let judge = Judge::new(&view.state);
        match ask {
            Ask::PlaceShip(id) => judge.start(*id, *pose),
            Ask::RollTo(id) | Ask::RollAfterTurn(id) => judge.arriving(*id, *pose),
            Ask::DragTo(id) => -judge.arriving(*id, *pose),
            Ask::DecloakTo(id) => judge.decloaked_at(*id, *pose),
            _ => 0.0,
        }
    }
}

struct Judge<'a> {
    state: &'a State,
    /// What one ship has around it, and what its friends are about to fly; looked at once for all options of a question.
    outlook: OnceCell<Outlook>,
    plan: OnceCell<Plan>,
    /// Whether others are thought to fly without thinking of what we do.
    naive: bool,
}

/// A weapon as far as it matters from afar.
struct Gun {
    dice: usize,
    is_primary: bool,
    needs_lock: bool,
    reach: Reach,
}

/// A ship as far as it matters from afar.
struct Fighter {
    id: ShipId,
    size: Size,
    agility: usize,
    guns: ArrayVec<Gun, 6>,
}

/// Who may stand where around a ship when shots are fired.
struct Outlook {
    own: Fighter,
    /// The enemies, and where each of them may stand.
    enemies: Vec<(Fighter, Ends)>,
}

/// A shot that may come about, with its probability.
struct Prospect {
    /// The other ship.
    other: ShipId,
    share: f64,
    attack: usize,
    defense: usize,
}

impl<'a> Judge<'a> {
    fn new(state: &'a State) -> Self {
        Judge { state, outlook: OnceCell::new(), plan: OnceCell::new(), naive: false }
    }

    /// Judges as a player does who does not ask what the others will do.
    fn naive(state: &'a State) -> Self {
        Judge { naive: true, ..Judge::new(state) }
    }

    fn appeal(&self, view: &View, ask: &Ask, choice: &Choice) -> f64 {
        match (ask, choice) {
            (Ask::Dial(id) | Ask::FlyWith(id), Choice::Maneuver(maneuver)) => self.maneuver(*id, *maneuver),
            // Another player's ship, which is to be led astray.
            (Ask::Overrule(id), Choice::Maneuver(maneuver)) => -self.maneuver(*id, *maneuver),
            (Ask::Deploy(id, guides), Choice::Maneuver(maneuver)) => {
                match docking::about_to_fly(&view.state, *id, *guides) {
                    Some(state) => Judge::new(&state).maneuver(*id, *maneuver),
                    None => 0.0,
                }
            }
            // Whoever sits in the bay fires at nobody.
            (Ask::WhoDeploys(_), Choice::Ship(_)) => 0.5,
            (Ask::CardManeuver(card), Choice::Maneuver(maneuver)) => self.maneuver(card.ship, *maneuver),
            (Ask::Action(id) | Ask::FreeAction(_, id), Choice::Action(action)) => self.action(*id, *action),
            (Ask::BoostWith(id), Choice::Boost(bearing)) => self.ahead(*id, *bearing, 1),
            (_, Choice::Scan(_)) => 4.0,
            // Straight on is the way out.
            (Ask::ShuttleCourse(_), Choice::Maneuver(maneuver)) => f64::from(maneuver.speed),
            // Another player's ship as a rule, which is to stand badly.
            (Ask::Drag(id), Choice::Boost(bearing)) => -self.ahead(*id, *bearing, 1),
            (Ask::DecloakHow(id), choice) => self.decloak(*id, choice),
            (Ask::TurnArc(id), Choice::Quarter(quarter)) => self.with_arc(*id, *quarter),
            (
                Ask::Attack(id) | Ask::ExtraAttack(_, id),
                Choice::Fire(weapon, target) | Choice::FireAt(weapon, target, _),
            ) => self.fire(*id, *weapon, *target),
            // Energy is there to be used.
            (Ask::AllocateEnergy(_) | Ask::UseEnergy(_), Choice::Card(_)) => 0.5,
            (Ask::LockWhom(id), Choice::Ship(target)) => self.lock(*id, *target),
            (Ask::GiveUpLock(id), Choice::Ship(target)) => -self.lock(*id, *target),
            (Ask::CardTarget(card), Choice::Ship(target)) => self.card_target(card.ship, *target),
            (Ask::CardVictim(by), Choice::Card(card)) => self.victim(by.ship, *card),
            (Ask::Dice(card), Choice::Die(die)) => self.die(*card, *die),
            (Ask::Window(window), Choice::Use(card, index)) => self.ability(*window, *card, *index),
            (Ask::WhoIsNext, Choice::Ship(id)) => self.turn(*id),
            (Ask::MineVictim, Choice::Ship(victim)) => self.mine_victim(view, *victim),
            _ => 0.0,
        }
    }

    // ---- damage -------------------------------------------------------------------------------------------------------

    fn fighter(&self, id: ShipId) -> Fighter {
        let ship = self.state.ship(id);
        let gun = |weapon: Weapon| {
            let (dice, needs_lock) = match weapon {
                Weapon::Primary => (primary(self.state, id).max(0) as usize, false),
                Weapon::Secondary(card) => {
                    let row = upgrade_facts(self.state, card)?;
                    usable(self.state, card).ok()?;
                    let needs_lock = row.header == Some(Header::AttackTargetLock);
                    (row.attack.unwrap_or(0).into(), needs_lock)
                }
            };
            let reach = reach(self.state, id, weapon);
            Some(Gun { dice, is_primary: weapon.is_primary(), needs_lock, reach })
        };
        Fighter {
            id,
            size: ship.size,
            agility: agility(self.state, id).max(0) as usize,
            guns: weapons(self.state, id).filter_map(gun).take(6).collect(),
        }
    }

    /// The dice of the best shot of one ship at another, if both stand at those places.
    fn shot(&self, from: &Fighter, at: Pose, to: &Fighter, there: Pose) -> Option<(usize, usize)> {
        let gap = at.at.distance(there.at) - 0.55 * (side(from.size) + side(to.size));
        let range = (gap / SECTION).ceil().max(1.0);
        let best = from.guns.iter().filter(|gun| {
            (f64::from(gun.reach.ranges.0)..=f64::from(gun.reach.ranges.1)).contains(&range)
                && (!gun.needs_lock || self.state.ship(from.id).has_locked(to.id))
                && (gun.reach.all_round || {
                    let base = footprint(to.size, there);
                    gun.reach.arcs.iter().any(|arc| in_arc(&arc.placed(at), &base))
                })
        });
        let dice = |gun: &Gun| {
            let bonus = |wanted: f64| usize::from(gun.is_primary && range == wanted);
            (gun.dice + bonus(1.0), to.agility + bonus(3.0))
        };
        best.map(dice).max_by_key(|dice| dice.0)
    }

    /// How much damage a ship can still take.
    fn left(&self, id: ShipId) -> f64 {
        let ship = self.state.ship(id);
        let hull = hull(self.state, id).saturating_sub(suffered(ship));
        f64::from(hull + ship.shields).max(1.0)
    }

    /// Damage counts more against ships that have little left.
    fn gain(&self, damage: f64, target: ShipId) -> f64 {
        damage * (1.0 + 1.5 / self.left(target))
    }

    /// Whether a ship has still to fly this round.
    fn has_to_fly(&self, id: ShipId) -> bool {
        let early = matches!(
            self.state.cursor,
            Cursor::Planning | Cursor::Decloaking { .. } | Cursor::Activation { .. }
        );
        early && self.state.ship(id).flown.is_none()
    }

    /// Where a maneuver leads if nobody is in the way.
    fn end_of(&self, id: ShipId, from: Pose, maneuver: Maneuver) -> Option<Pose> {
        let path = maneuver.path()?;
        let length = base(self.state.ship(id).size).length();
        Some(path.end_travelling(from, length, maneuver.bearing.travel()))
    }

    fn look_around(&self, id: ShipId) -> Outlook {
        let enemy = |enemy| (self.fighter(enemy), self.places(enemy));
        Outlook { own: self.fighter(id), enemies: self.state.enemies_of(id).map(enemy).collect() }
    }

    fn with_outlook<T>(&self, id: ShipId, look: impl FnOnce(&Outlook) -> T) -> T {
        let kept = self.outlook.get_or_init(|| self.look_around(id));
        if kept.own.id == id { look(kept) } else { look(&self.look_around(id)) }
    }

    /// The shots that a ship which stands somewhere may fire, and those that may be fired at it.
    fn prospects(&self, id: ShipId, pose: Pose, touched: Ships) -> (Vec<Prospect>, Vec<Prospect>) {
        self.with_outlook(id, |outlook| self.prospects_from(outlook, pose, touched))
    }

    fn prospects_from(
        &self,
        outlook: &Outlook,
        pose: Pose,
        touched: Ships,
    ) -> (Vec<Prospect>, Vec<Prospect>) {
        let Outlook { own, enemies } = outlook;
        let (mut given, mut taken) = (Vec::new(), Vec::new());
        for (enemy, ends) in enemies.iter().filter(|(enemy, _)| touched & enemy.id.bit() == 0) {
            for (end, share) in ends {
                let prospect =
                    |(attack, defense)| Prospect { other: enemy.id, share: *share, attack, defense };
                given.extend(self.shot(own, pose, enemy, *end).map(prospect));
                taken.extend(self.shot(enemy, *end, own, pose).map(prospect));
            }
        }
        (given, taken)
    }

    /// What the best target of some prospects is worth, with what helps the attack.
    fn best(&self, given: &[Prospect], help: impl Fn(usize) -> Attacking) -> f64 {
        let mut worth = [0.0; MAX_SHIPS];
        for prospect in given {
            let other = self.state.ship(prospect.other);
            let defense =
                Defending { dice: prospect.defense, focus: other.focus > 0, evades: other.evade.into() };
            let mean = damage(help(prospect.attack), defense);
            worth[prospect.other.index()] += prospect.share * self.gain(mean, prospect.other);
        }
        worth.into_iter().fold(0.0, f64::max)
    }

    /// The mean damage of all threats, with what helps the defense.
    fn suffered(&self, taken: &[Prospect], help: impl Fn(usize) -> Defending) -> f64 {
        let mean =
            |threat: &Prospect| threat.share * damage(Attacking::plain(threat.attack), help(threat.defense));
        taken.iter().map(mean).sum()
    }

    /// How much a point of damage that a ship may take is feared. The more friends there are, the likelier it is that the
    /// enemy fires at one of them.
    fn fear(&self, id: ShipId) -> f64 {
        let friends = self.state.friends_of(id).count() as f64 + 1.0;
        FEAR * (1.0 + 1.5 / self.left(id)) / friends.sqrt()
    }

    // ---- flying -------------------------------------------------------------------------------------------------------

    fn maneuver(&self, id: ShipId, maneuver: Maneuver) -> f64 {
        self.with_plan(id, |plan| self.maneuver_in(plan, id, maneuver))
    }

    fn maneuver_in(&self, plan: &Plan, id: ShipId, maneuver: Maneuver) -> f64 {
        let Some(foreseen) = foresee(&plan.state, id, maneuver) else { return 0.0 };
        let ship = self.state.ship(id);
        if foreseen.leaves {
            return LOST;
        }
        let red = foreseen.colour == Colour::Red;
        if red && ship.is_stressed() {
            return LOST / 2.0;
        }
        let mut value = self.standing(id, foreseen.pose, foreseen.touched, !foreseen.on_asteroid);
        if foreseen.touched != 0 {
            value -= ACTION + 0.1;
            // Also where it would end if nobody were in the way: others fly, too.
            let free = self.end_of(id, ship.pose, maneuver);
            if free.is_some_and(|pose| self.way_out(id, pose, 2, false) == 0) {
                value += LOST / 2.0;
            }
        }
        if foreseen.touched & plan.friends != 0 {
            value -= OWN_RAM;
        }
        value -= plan.room.crowding(&self.base_at(id, foreseen.pose));
        let others = self.state.others(id).map(|other| self.state.ship(other).pose.at);
        if may_stop_outside(ship.pose, base(ship.size), maneuver, &play_area(self.state), others) {
            value -= STOPPED_OUTSIDE;
        }
        if foreseen.asteroid {
            value -= ACTION + 2.0;
        }
        if foreseen.debris {
            value -= ACTION + 1.5;
        }
        value -= 1.5 * foreseen.mines as f64;
        value += match foreseen.colour {
            Colour::Red => -ACTION - 0.4,
            Colour::Green if ship.is_stressed() => ACTION + 0.4,
            Colour::White if ship.is_stressed() => -ACTION,
            _ => 0.0,
        };
        value -= self.hemmed_in(id, foreseen.pose);
        match self.way_out(id, foreseen.pose, 3, red) {
            0 => value + LOST / 2.0,
            1 => value - 1.5,
            2 => value - 0.5,
            _ => value,
        }
    }

    /// How good it is for a ship to stand somewhere: what it sees and who sees it.
    fn standing(&self, id: ShipId, pose: Pose, touched: Ships, fires: bool) -> f64 {
        let (given, taken) = self.prospects(id, pose, touched);
        let silent = !fires || self.state.ship(id).cloaked || self.state.ship(id).weapons_disabled > 0;
        let given = if silent { 0.0 } else { self.best(&given, Attacking::plain) };
        given - self.fear(id) * self.suffered(&taken, Defending::plain) + self.closing_in(id, pose)
    }

    /// Standing somewhere after a move that is no maneuver, from where the ship has to fly on next round.
    fn arriving(&self, id: ShipId, pose: Pose) -> f64 {
        if is_outside(self.state, self.state.ship(id).size, pose) || self.way_out(id, pose, 2, false) == 0 {
            return LOST;
        }
        let met = self.with_plan(id, |plan| plan.room.met_later(&self.base_at(id, pose)));
        self.standing(id, pose, 0, true) - OWN_RAM * met as f64
    }

    /// Far from everybody it is good to come nearer and to face somebody: where enemies are likely to be, or where they are
    /// for somebody who does not ask what they will do.
    fn closing_in(&self, id: ShipId, pose: Pose) -> f64 {
        if self.naive {
            return self.approach(id, pose);
        }
        self.with_outlook(id, |outlook| nearest_of_likely(pose, outlook.enemies.iter().map(|(_, ends)| ends)))
    }

    fn approach(&self, id: ShipId, pose: Pose) -> f64 {
        nearest(pose, self.state.enemies_of(id).map(|enemy| self.state.ship(enemy).pose.at))
    }

    /// How many maneuvers lead on from a pose within the play area, looking so many rounds ahead; at most 3.
    fn way_out(&self, id: ShipId, pose: Pose, rounds: u8, stressed: bool) -> usize {
        let size = self.state.ship(id).size;
        let (area, reach) = (play_area(self.state), 200.0 * f64::from(rounds) + side(size));
        let deep = |at: f64, low: f64, high: f64| at > low + reach && at < high - reach;
        if deep(pose.at.x, area.min.x, area.max.x) && deep(pose.at.y, area.min.y, area.max.y) {
            return 3;
        }
        let mut ways = 0;
        for maneuver in dial(self.state, id) {
            let hard = stressed && colour_for(self.state, id, *maneuver) == Colour::Red;
            if hard || maneuver.colour == Colour::Red {
                continue;
            }
            let end = if maneuver.bearing == Bearing::Stationary {
                Some(pose)
            } else {
                self.end_of(id, pose, *maneuver)
            };
            let stays = |end: &Pose| {
                !is_outside(self.state, size, *end) && !passes_outside(pose, base(size), *maneuver, &area)
            };
            let Some(end) = end.filter(stays) else { continue };
            if rounds <= 1 || self.way_out(id, end, rounds - 1, false) > 0 {
                ways += 1;
                if ways == 3 {
                    break;
                }
            }
        }
        ways
    }

    // ---- actions ------------------------------------------------------------------------------------------------------

    fn action(&self, id: ShipId, action: Action) -> f64 {
        let ship = self.state.ship(id);
        let (given, taken) = self.prospects(id, ship.pose, ship.touching);
        let plain = self.best(&given, Attacking::plain);
        let fear = self.fear(id);
        let saved = |help: &dyn Fn(usize) -> Defending| {
            let now = |dice| Defending { dice, focus: ship.focus > 0, evades: ship.evade.into() };
            fear * (self.suffered(&taken, now) - self.suffered(&taken, help))
        };
        match action {
            Action::Focus => {
                let focus = |dice| Attacking { focus: true, ..Attacking::plain(dice) };
                let given = self.best(&given, focus) - plain;
                let saved = saved(&|dice| Defending { dice, focus: true, evades: ship.evade.into() });
                let fresh = if ship.focus > 0 { 0.3 } else { 1.0 };
                fresh * (given.max(saved) + 0.3 * given.min(saved)) + 0.05
            }
            Action::Evade => {
                let evades = usize::from(ship.evade) + 1;
                saved(&|dice| Defending { dice, focus: ship.focus > 0, evades }) + 0.03
            }
            Action::TargetLock => {
                let lock = |dice| Attacking { lock: true, ..Attacking::plain(dice) };
                let ordnance = weapons(self.state, id).any(|weapon| self.waits_for_lock(weapon));
                let fresh = if ship.locks.is_empty() { 1.0 } else { 0.2 };
                let later = if given.is_empty() { 0.25 } else { 0.1 };
                fresh * (self.best(&given, lock) - plain + later + if ordnance { 0.6 } else { 0.0 })
            }
            Action::BarrelRoll => {
                let places: Vec<Pose> = with_barrel_roll(self.state, id, |roll| roll.places().collect());
                let best = places.into_iter().map(|pose| self.arriving(id, pose)).fold(LOST, f64::max);
                best - self.standing(id, ship.pose, ship.touching, true) - 0.05
            }
            Action::Boost => {
                let ways = boosts(self.state, id).filter(|way| may_boost(self.state, id, *way, 1).is_ok());
                let best = ways.map(|way| self.ahead(id, way, 1)).fold(LOST, f64::max);
                best - self.standing(id, ship.pose, ship.touching, true) - 0.05
            }
            Action::Cloak => {
                let hidden = saved(&|dice| Defending { dice: dice + 2, ..Defending::default() });
                hidden - plain + if given.is_empty() { 0.15 } else { 0.0 }
            }
            Action::RotateArc => {
                let turned = (0..4).map(|quarter| self.with_arc(id, quarter)).fold(LOST, f64::max);
                turned - self.with_arc(id, ship.mobile_arc)
            }
            Action::Slam => -plain - 0.2,
            Action::Reinforce => 0.5 * self.suffered(&taken, Defending::plain),
            Action::Coordinate | Action::Recover => 0.3,
            Action::Special(feat) => self.state.special(feat).map_or(0.0, |special| special.appeal),
            Action::Jam | Action::Reload => 0.1,
            Action::Card(card) => self.card_action(card, plain, &taken),
        }
    }

    /// Whether a weapon could be fired if only its target were locked.
    fn waits_for_lock(&self, weapon: Weapon) -> bool {
        let Weapon::Secondary(card) = weapon else { return false };
        let row = upgrade_facts(self.state, card);
        row.is_some_and(|row| row.header == Some(Header::AttackTargetLock))
            && usable(self.state, card).is_ok()
    }

    fn ahead(&self, id: ShipId, bearing: Bearing, speed: u8) -> f64 {
        move_ahead(self.state, id, bearing, speed).map_or(LOST, |(_, pose)| self.arriving(id, pose))
    }

    fn with_arc(&self, id: ShipId, quarter: u8) -> f64 {
        let mut turned = self.state.clone();
        turned.ship_mut(id).mobile_arc = quarter;
        let ship = self.state.ship(id);
        Judge::new(&turned).standing(id, ship.pose, ship.touching, true)
    }

    /// What the actions of cards are worth: dropping mines, repairs, and what most cards give.
    fn card_action(&self, card: CardRef, shot: f64, taken: &[Prospect]) -> f64 {
        if let Slot::Damage(_) = card.slot {
            return 0.45;
        }
        if effects(self.state, card).bomb.is_some() {
            return self.bomb(card.ship, 0.6);
        }
        if upgrade_facts(self.state, card).is_some_and(|row| row.lays.is_some()) {
            return self.litter(card, Laying::Dropped);
        }
        let threat = self.fear(card.ship) * self.suffered(taken, Defending::plain);
        match upgrade_facts(self.state, card).map(|row| &*row.id) {
            Some("expose") => 0.4 * shot - threat,
            Some("marksmanship") => 0.5 * shot,
            Some("r2-f2" | "r5-k6") => 0.3 * threat,
            Some("r5-d8" | "chopper") => 0.4,
            _ if shot > 0.0 => 0.35 * shot,
            _ => 0.1,
        }
    }

    /// What decloaking in some way is worth against staying cloaked, the maneuver that is set included.
    fn decloak(&self, id: ShipId, choice: &Choice) -> f64 {
        let ship = self.state.ship(id);
        match choice {
            Choice::Decloak(bearing) => {
                move_ahead(self.state, id, *bearing, 2).map_or(LOST, |(_, pose)| self.decloaked_at(id, pose))
            }
            Choice::RollAside => self.decloaked_aside(id, None),
            Choice::Aside(way) => self.decloaked_aside(id, Some(*way)),
            _ => match ship.dial {
                Some(maneuver) => self.maneuver(id, maneuver),
                None => self.standing(id, ship.pose, ship.touching, true),
            },
        }
    }

    /// The best of the places that are free: a neighbour may leave none but those off the table.
    fn decloaked_aside(&self, id: ShipId, way: Option<Way>) -> f64 {
        let places = places_aside(self.state, id, way).into_iter();
        places.map(|pose| self.decloaked_at(id, pose)).fold(LOST, f64::max)
    }

    fn decloaked_at(&self, id: ShipId, pose: Pose) -> f64 {
        let mut there = self.state.clone();
        let ship = there.ship_mut(id);
        (ship.pose, ship.cloaked, ship.touching) = (pose, false, 0);
        let maneuver = ship.dial;
        let judge = Judge::new(&there);
        match maneuver {
            _ if is_outside(&there, there.ship(id).size, pose) => LOST,
            Some(maneuver) => judge.maneuver(id, maneuver),
            None => judge.arriving(id, pose),
        }
    }

    fn lock(&self, id: ShipId, target: ShipId) -> f64 {
        let ship = self.state.ship(id);
        let (given, _) = self.prospects(id, ship.pose, ship.touching);
        let seen: f64 = given.iter().filter(|shot| shot.other == target).map(|shot| shot.share).sum();
        let near = range(self.state, id, target).map_or(0.0, |range| 3.0 - f64::from(range));
        seen + 0.2 * near + 2.0 / self.left(target)
    }

    /// A card is directed at enemies to harm them, at friends to help those that are in a fight.
    fn card_target(&self, id: ShipId, target: ShipId) -> f64 {
        if !self.state.are_friends(id, target) {
            return self.lock(id, target);
        }
        let ship = self.state.ship(target);
        let (given, taken) = self.prospects(target, ship.pose, ship.touching);
        let calm = if ship.is_stressed() { 0.0 } else { 0.5 };
        self.best(&given, Attacking::plain)
            + self.fear(target) * self.suffered(&taken, Defending::plain)
            + calm
            - 5.0
    }

    /// What a card is worth to its ship.
    fn victim(&self, by: ShipId, card: CardRef) -> f64 {
        let worth = upgrade_facts(self.state, card).map_or(1.0, |row| f64::from(row.points).max(0.5));
        if self.state.are_friends(by, card.ship) { -worth } else { worth }
    }

    /// What it is worth to drop a bomb now: whoever may stand in its blast, friends counted double.
    fn bomb(&self, id: ShipId, power: f64) -> f64 {
        let place = drop_place(self.state, id).at;
        let hit = |pose: Pose, ship: ShipId| {
            pose.at.distance(place) < BLAST + 0.5 * side(self.state.ship(ship).size)
        };
        let enemies: f64 = self.met(id, hit).map(|(enemy, share)| share * self.gain(power, enemy)).sum();
        let friends = self.state.friends_of(id).filter(|friend| hit(self.state.ship(*friend).pose, *friend));
        let set = self.state.ship(id).dial.and_then(|maneuver| foresee(self.state, id, maneuver));
        let self_hit = set.is_some_and(|foreseen| hit(foreseen.pose, id));
        enemies - 2.0 * power * (friends.count() as f64 * 0.5 + f64::from(u8::from(self_hit))) - 0.35
    }

    /// What it is worth to lay an obstacle now: whoever may stand there or fly that way, friends counted double.
    fn litter(&self, card: CardRef, laying: Laying) -> f64 {
        let Some(obstacle) = cargo::place(self.state, card, laying) else { return 0.0 };
        let near = |pose: Pose, ship: ShipId| {
            pose.at.distance(obstacle.pose.at) < LITTER + 0.5 * side(self.state.ship(ship).size)
        };
        let enemies: f64 = self.met(card.ship, near).map(|(_, share)| share).sum();
        let friends =
            self.state.friends_of(card.ship).filter(|friend| near(self.state.ship(*friend).pose, *friend));
        ACTION * (enemies - 2.0 * friends.count() as f64) - 0.2
    }

    fn mine_victim(&self, view: &View, victim: ShipId) -> f64 {
        if Some(self.state.ship(victim).side()) == view.seat.map(side_of) {
            -1.0
        } else {
            1.0 + 1.0 / self.left(victim)
        }
    }

    // ---- attacks ------------------------------------------------------------------------------------------------------

    fn fire(&self, id: ShipId, weapon: Weapon, target: ShipId) -> f64 {
        let Ok(shot) = may_fire(self.state, id, weapon, target) else { return 0.0 };
        let (dice, defense) = dice_of(self.state, id, weapon, target, shot);
        let (own, other) = (self.state.ship(id), self.state.ship(target));
        let row = match weapon {
            Weapon::Primary => None,
            Weapon::Secondary(card) => upgrade_facts(self.state, card),
        };
        let costs = |cost: Cost| row.is_some_and(|row| row.spends.contains(&cost));
        let attack = Attacking {
            dice,
            focus: own.focus > 0 && !costs(Cost::Focus),
            lock: own.has_locked(target) && !costs(Cost::TargetLock),
        };
        let defense = Defending { dice: defense, focus: other.focus > 0, evades: other.evade.into() };
        let mut mean = damage(attack, defense);
        if let Weapon::Secondary(card) = weapon {
            mean *= f64::from(effects(self.state, card).weapon.times);
        }
        if row.is_some_and(|row| row.id.starts_with("ion-")) {
            // One damage and a ship that drifts.
            mean = mean.min(1.0) + if other.is_ionized() { 0.0 } else { 0.3 * mean.min(1.0) };
        }
        let price = if costs(Cost::Card) { 0.2 } else { 0.0 };
        let last = if mean >= self.left(target) * 0.8 { 1.0 } else { 0.0 };
        self.gain(mean.min(self.left(target)), target) + last - price + 0.01
    }

    // ---- dice ---------------------------------------------------------------------------------------------------------

    /// A die to be rerolled: blanks of one's own, successes of the enemy.
    fn die(&self, card: CardRef, die: u8) -> f64 {
        let Some(attack) = self.state.attack() else { return 0.0 };
        let (pool, roller) = if attack.defense.0.is_empty() {
            (&attack.attack, attack.attacker)
        } else {
            (&attack.defense, attack.defender)
        };
        let focused = self.state.ship(roller).focus > 0;
        let bad = match pool.0.get(die as usize).map(|result| result.face) {
            Some(Face::Blank) => 1.0,
            Some(Face::Eye) if !focused => 0.5,
            _ => -1.0,
        };
        if self.state.are_friends(card.ship, roller) { bad } else { -bad }
    }

    fn ability(&self, window: Window, card: CardRef, index: u8) -> f64 {
        if card.slot == Slot::Tokens {
            return self.token(window, card.ship, index);
        }
        if window == Window::Revealed && effects(self.state, card).bomb.is_some() {
            return self.bomb(card.ship, 1.0);
        }
        let ship = self.state.ship(card.ship);
        match upgrade_facts(self.state, card).map(|row| &*row.id) {
            Some("push-the-limit") => {
                let (given, taken) = self.prospects(card.ship, ship.pose, ship.touching);
                if given.is_empty() && taken.is_empty() { -0.1 } else { 0.4 }
            }
            // Whoever built the squad has chosen the better cards.
            Some("cikatro-vizago" | "azmorigan") => -0.1,
            Some("quick-release-cargo-locks") => self.litter(card, Laying::Placed),
            _ => self.tried(window, card, index),
        }
    }

    /// Whether spending a token changes the result: first what costs nothing, then rerolls, then focus for what they leave.
    fn token(&self, window: Window, id: ShipId, index: u8) -> f64 {
        let ship = self.state.ship(id);
        if index == tokens::DECLOAK_INDEX {
            let ways = [Choice::Decloak(Bearing::Straight), Choice::RollAside];
            let best = ways.iter().map(|way| self.decloak(id, way)).fold(LOST, f64::max);
            return best - self.decloak(id, &Choice::Pass);
        }
        if tokens::IDLE_INDICES.contains(&index) {
            return -0.1;
        }
        let Some(attack) = self.state.attack() else { return 0.0 };
        let (blanks, eyes) = (attack.attack.count(Face::Blank), attack.attack.count(Face::Eye));
        let hits = attack.attack.count(Face::Hit) + attack.attack.count(Face::Critical);
        let open = hits.saturating_sub(attack.defense.count(Face::Evade));
        match (window, index) {
            (Window::ModifyAttack, tokens::TARGET_LOCK_INDEX) => {
                let misses = if ship.focus > 0 { blanks } else { blanks + eyes };
                let ordnance = weapons(self.state, id).any(|weapon| self.waits_for_lock(weapon));
                f64::from(misses) - if ordnance { 1.5 } else { 0.5 }
            }
            (Window::ModifyAttack, _) => 0.1 * f64::from(eyes) - 0.01,
            (Window::ModifyDefense, tokens::EVADE_INDEX) => {
                if open > 0 {
                    0.3
                } else {
                    -0.1
                }
            }
            _ => {
                let saved = attack.defense.count(Face::Eye).min(open);
                if saved > 0 { 0.2 * f64::from(saved) } else { -0.1 }
            }
        }
    }

    // ---- setting up ---------------------------------------------------------------------------------------------------

    /// A starting place: beside friends, towards the middle, with no obstacle ahead.
    fn start(&self, id: ShipId, pose: Pose) -> f64 {
        let play = play_area(self.state);
        let middle = (play.min + play.max) / 2.0;
        let way = middle - pose.at;
        let facing = pose.heading.ahead().dot(way) / way.length().max(1.0);
        let hindered = |obstacle: &Obstacle| {
            let place = pose.to_local(obstacle.pose.at);
            if place.x.abs() < 80.0 && (0.0..450.0).contains(&place.y) { 0.4 } else { 0.0 }
        };
        let hindered: f64 = self.state.obstacles.iter().map(hindered).sum();
        let gap = |other: ShipId| {
            let ship = self.state.ship(other);
            let room = (side(ship.size) + side(self.state.ship(id).size)) / 2.0;
            ship.pose.at.distance(pose.at) - room
        };
        facing - way.length() / 1000.0 - hindered - apart(self.state.friends_of(id).map(gap))
    }
}
