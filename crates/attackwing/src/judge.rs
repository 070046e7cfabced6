//! How options look to a decent player: rules of thumb over expected damage, from a seat's view alone. Values are in
//! points of damage, so that options of different kinds can be weighed against each other; 0 is doing nothing.

mod planning;

use std::cell::OnceCell;

use flightpath::judging::{OWN_RAM, TOO_CLOSE, apart};
use flightpath::odds::{EVADE, EVADE_WITH_EYES, HIT, HIT_WITH_EYES, expected_damage, with_reroll};
use flightpath::{Colour, Face, Maneuver};
use geometry::{Pose, Vec2, closest, outside, overlaps};
use planning::Plan;
use table::Appraise;

use crate::attack::{could_fire, dice_of, may_fire, needs_lock, weapons};
use crate::cards::{Window, library, tokens, usable};
use crate::foresight::{Foreseen, foresee, sights, standing_at};
use crate::maneuvers::{colour_for, dial, may_set};
use crate::measure::{base, footprint, play_area, range};
use crate::setup::start_area;
use crate::state::*;
use crate::{Ask, AttackWing, Blocker, Choice, View};

/// Leaving the play area loses the ship.
const LOST: f64 = -100.0;
/// What an action is worth on average, and so what losing one costs.
const ACTION: f64 = 0.7;
/// How much of the damage that an enemy could do is counted.
const FEAR: f64 = 1.0;
/// How surely an enemy flies to where it comes near and faces somebody.
const EAGER: f64 = 4.0;

impl Appraise for AttackWing {
    fn appeal(view: &View, ask: &Ask, choice: &Choice) -> f64 {
        Judge::new(&view.state).appeal(ask, choice)
    }

    fn appeals(view: &View, ask: &Ask, choices: &[Choice]) -> Vec<f64> {
        let judge = Judge::new(&view.state);
        choices.iter().map(|choice| judge.appeal(ask, choice)).collect()
    }

    fn appeal_of_place(view: &View, ask: &Ask, pose: &Pose) -> f64 {
        let judge = Judge::new(&view.state);
        match ask {
            Ask::PlaceShip(id) => judge.start(*id, *pose),
            Ask::EchoTo(id) => judge.standing(*id, *pose),
            Ask::LayMinefield(card) => judge.minefield(card.ship, pose.at),
            _ => 0.0,
        }
    }
}

struct Judge<'a> {
    state: &'a State,
    /// Where enemies of a ship may stand, and what its friends are about to fly; looked at once for all options of a
    /// question.
    guesses: OnceCell<(ShipId, Vec<Guess>)>,
    plan: OnceCell<Plan>,
}

/// Where an enemy may stand when shots are fired, and how probable that is.
struct Guess {
    enemy: ShipId,
    pose: Pose,
    share: f64,
}

impl<'a> Judge<'a> {
    fn new(state: &'a State) -> Self {
        Judge { state, guesses: OnceCell::new(), plan: OnceCell::new() }
    }

    fn appeal(&self, ask: &Ask, choice: &Choice) -> f64 {
        match (ask, choice) {
            (Ask::Dial(id), Choice::Maneuver(maneuver)) => self.maneuver(*id, *maneuver),
            // Another player's ship, which is to be led astray.
            (Ask::Overrule(id), Choice::Maneuver(maneuver)) => -self.maneuver(*id, *maneuver),
            (Ask::CardManeuver(card), Choice::Maneuver(maneuver)) => self.maneuver(card.ship, *maneuver),
            (Ask::Action(id), Choice::Action(action)) => self.action(*id, *action),
            // A free action costs nothing, so it goes first and whatever is left is still worth having.
            (Ask::Action(id), Choice::Free(action, _)) => self.action(*id, *action) + ACTION,
            (Ask::Attack(id), Choice::Fire(weapon, target)) => self.fire(*id, *weapon, *target),
            (Ask::Attack(id), Choice::Launch(_)) => self.mines(*id),
            (Ask::LockWhom(id), Choice::Ship(target)) => self.lock(*id, *target),
            (Ask::CardTarget(card), Choice::Ship(target)) => self.card_target(card.ship, *target),
            (Ask::CardVictim(by), Choice::Card(card)) => self.victim(by.ship, *card),
            (Ask::EnableWhich(_), Choice::Card(card)) => self.worth(*card),
            (Ask::BeamWhom(_), Choice::Card(card)) => -self.worth(*card),
            (Ask::Dice(card), Choice::Die(die)) => self.die(*card, *die),
            (Ask::Window(window), Choice::Use(card, index)) => self.ability(*window, *card, *index),
            (Ask::CloakOrShields(id), choice) => self.cloak_or_shields(*id, choice),
            (Ask::WhoIsNext, Choice::Ship(id)) => self.turn(*id),
            (_, Choice::RaiseShields) => 1.0,
            _ => 0.0,
        }
    }

    // ---- damage -------------------------------------------------------------------------------------------------------

    /// The mean damage of the best shot of one ship at another, without the tokens of either; none without a shot.
    fn damage(&self, state: &State, from: ShipId, to: ShipId) -> Option<f64> {
        let ready = |weapon: &Weapon| !needs_lock(state, *weapon) || state.ship(from).lock == Some(to);
        let shots = weapons(state, from).filter(ready).filter_map(|weapon| {
            let shot = could_fire(state, from, weapon, to).ok()?;
            let (attack, defense) = dice_of(state, from, weapon, to, shot);
            Some(expected_damage((attack, HIT), (defense, EVADE), 0))
        });
        shots.reduce(f64::max)
    }

    fn left(&self, id: ShipId) -> f64 {
        let ship = self.state.ship(id);
        let hull = library().ship(ship.card).hull.saturating_sub(ship.damage.len() as u8);
        f64::from(hull + ship.shields).max(1.0)
    }

    /// Damage counts more against ships that have little left.
    fn gain(&self, damage: f64, target: ShipId) -> f64 {
        damage * (1.0 + 1.5 / self.left(target))
    }

    /// How much a point of damage that a ship may take is feared.
    fn fear(&self, id: ShipId) -> f64 {
        FEAR * (1.0 + 1.5 / self.left(id))
    }

    /// Whether a ship has still to fly this round.
    fn has_to_fly(&self, id: ShipId) -> bool {
        match self.state.cursor {
            Cursor::Planning => true,
            Cursor::Activation { done } => done >> id.0 & 1 == 0,
            _ => false,
        }
    }

    /// Where the enemies of a ship may stand in the next Combat Phase: where they are, or one flight further.
    fn with_guesses<T>(&self, id: ShipId, look: impl FnOnce(&[Guess]) -> T) -> T {
        let (whose, guesses) = self.guesses.get_or_init(|| (id, self.make_guesses(id)));
        if *whose == id { look(guesses) } else { look(&self.make_guesses(id)) }
    }

    fn make_guesses(&self, id: ShipId) -> Vec<Guess> {
        let mut guesses = Vec::new();
        for enemy in self.state.enemies_of(id) {
            let poses = self.ends(enemy);
            if let [pose] = poses[..] {
                guesses.push(Guess { enemy, pose, share: 1.0 });
                continue;
            }
            let wishes: Vec<f64> =
                poses.iter().map(|pose| (EAGER * self.approach(enemy, *pose)).exp()).collect();
            let all: f64 = wishes.iter().sum();
            let shares = wishes.into_iter().map(|wish| wish / all);
            guesses.extend(poses.into_iter().zip(shares).map(|(pose, share)| Guess { enemy, pose, share }));
        }
        guesses
    }

    /// Where a ship may stand in the next Combat Phase: where it is, or one flight further.
    fn ends(&self, id: ShipId) -> Vec<Pose> {
        let pose = self.state.ship(id).pose;
        if !self.has_to_fly(id) || self.state.active == Some(id) {
            return vec![pose];
        }
        let easy = dial(self.state, id).iter().filter(|maneuver| {
            colour_for(self.state, id, **maneuver) != Colour::Red
                && maneuver.colour != Colour::Red
                && may_set(self.state, id, **maneuver).is_ok()
                && maneuver.speed % 2 == 1
        });
        let ends = easy.filter_map(|maneuver| Some(maneuver.path()?.end(pose, base().length())));
        let ends: Vec<Pose> =
            ends.filter(|pose| !outside(&footprint(*pose), &play_area(self.state))).collect();
        if ends.is_empty() { vec![pose] } else { ends }
    }

    // ---- flying -------------------------------------------------------------------------------------------------------

    fn maneuver(&self, id: ShipId, maneuver: Maneuver) -> f64 {
        self.with_plan(id, |plan| self.maneuver_in(plan, id, maneuver))
    }

    fn maneuver_in(&self, plan: &Plan, id: ShipId, maneuver: Maneuver) -> f64 {
        let Some(foreseen) = foresee(&plan.state, id, maneuver) else { return 0.0 };
        let ship = self.state.ship(id);
        if foreseen.leaves {
            return if self.brings_home(id, &foreseen) { -LOST } else { LOST };
        }
        let red = foreseen.colour == Colour::Red;
        if red && ship.auxiliary > 0 {
            return LOST / 2.0;
        }
        let mut value = self.standing(id, foreseen.flight.pose);
        // Also where it would end if nobody were in the way: others fly, too.
        if foreseen.stopped_by.is_some() {
            value -= ACTION;
            let free = maneuver.path().map(|path| path.end(ship.pose, base().length()));
            if free.is_some_and(|pose| self.way_out(id, pose, 2, false) == 0) {
                value += LOST / 2.0;
            }
        }
        if matches!(foreseen.stopped_by, Some(Blocker::Ship(other)) if self.state.are_friends(id, other)) {
            value -= OWN_RAM;
        }
        value -= OWN_RAM * plan.met_later(foreseen.flight.pose) as f64;
        value -= TOO_CLOSE * plan.close_to(foreseen.flight.pose) as f64;
        if foreseen.obstacle {
            value -= ACTION + 2.0;
        }
        value -= self.hemmed_in(id, foreseen.flight.pose);
        if foreseen.minefield {
            value -= 2.5;
        }
        value += match foreseen.colour {
            Colour::Red => -ACTION - 0.5,
            Colour::Green if ship.auxiliary > 0 => ACTION + 0.5,
            Colour::White if ship.auxiliary > 0 => -ACTION,
            _ => 0.0,
        };
        match self.way_out(id, foreseen.flight.pose, 3, red) {
            0 => value + LOST / 2.0,
            1 => value - 1.5,
            2 => value - 0.5,
            _ => value,
        }
    }

    /// How good it is for a ship to stand somewhere: what it sees and who sees it.
    fn standing(&self, id: ShipId, pose: Pose) -> f64 {
        let mut there = standing_at(self.state, id, pose);
        let mut given = vec![0.0; self.state.ships.len()];
        let mut taken = 0.0;
        self.with_guesses(id, |guesses| {
            for guess in guesses {
                there.ship_mut(guess.enemy).pose = guess.pose;
                let damage = self.damage(&there, id, guess.enemy).unwrap_or_default();
                given[guess.enemy.index()] += guess.share * self.gain(damage, guess.enemy);
                taken += guess.share * self.damage(&there, guess.enemy, id).unwrap_or_default();
                there.ship_mut(guess.enemy).pose = self.state.ship(guess.enemy).pose;
            }
        });
        let best = given.into_iter().fold(0.0, f64::max);
        let fear = self.fear(id) / (self.state.players.len().max(2) - 1) as f64;
        best - fear * taken + self.approach(id, pose) + self.errand(id, pose)
    }

    /// Far from everybody it is good to come nearer and to face somebody.
    fn approach(&self, id: ShipId, pose: Pose) -> f64 {
        let towards = |enemy: ShipId| {
            let way = self.state.ship(enemy).pose.at - pose.at;
            let distance = way.length().max(1.0);
            let facing = pose.heading.ahead().dot(way) / distance;
            0.5 * facing - 0.6 * (distance - 200.0).max(0.0) / 300.0
        };
        self.state.enemies_of(id).map(towards).reduce(f64::max).unwrap_or_default()
    }

    /// What a mission wants: to the planet or an objective, or home with what was found.
    fn errand(&self, id: ShipId, pose: Pose) -> f64 {
        let Some(mission) = self.state.options.mission else { return 0.0 };
        let ship = self.state.ship(id);
        let found = ship.mission.on_ship + ship.mission.on_captain;
        let tokens = |wanted: fn(TokenKind) -> bool| {
            let of_kind = self.state.tokens.iter().filter(move |token| wanted(token.kind));
            of_kind.map(|token| closest(&footprint(pose), &token.shape()).distance).reduce(f64::min)
        };
        let planet = || tokens(|kind| kind == TokenKind::Planet);
        let distance = match mission {
            Mission::Dilithium if ship.mission.on_ship >= 3 => {
                let home = start_area(self.state, self.state.players[ship.owner.index()].area);
                Some(pose.at.distance((home.min + home.max) / 2.0))
            }
            Mission::Dilithium => planet(),
            Mission::Chase if found >= 2 => planet(),
            Mission::Chase => tokens(|kind| matches!(kind, TokenKind::Objective(left) if left > 0)),
        };
        distance.map_or(0.0, |distance| -1.5 * (distance - 60.0).max(0.0) / 200.0)
    }

    /// Whether leaving the play area wins the game.
    fn brings_home(&self, id: ShipId, foreseen: &Foreseen) -> bool {
        let ship = self.state.ship(id);
        let area = start_area(self.state, self.state.players[ship.owner.index()].area);
        let wide = |low: f64, high: f64, at: f64| at >= low && at <= high;
        let (from, to) = (ship.pose.at, foreseen.flight.pose.at);
        // Well inside the part of the edge that is one's own, at both ends of the flight.
        let through = [from, to].iter().all(|at| {
            wide(area.min.x + 20.0, area.max.x - 20.0, at.x)
                || wide(area.min.y + 20.0, area.max.y - 20.0, at.y)
        });
        let nearer = |at: Vec2| at.distance((area.min + area.max) / 2.0);
        self.state.options.mission == Some(Mission::Dilithium)
            && ship.mission.on_ship >= 3
            && through
            && nearer(to) < 150.0
    }

    /// How many maneuvers lead on from a pose within the play area, looking so many rounds ahead; at most 3.
    fn way_out(&self, id: ShipId, pose: Pose, rounds: u8, strained: bool) -> usize {
        let area = play_area(self.state);
        let mut ways = 0;
        for maneuver in dial(self.state, id) {
            let hard = strained && colour_for(self.state, id, *maneuver) == Colour::Red;
            if hard || maneuver.colour == Colour::Red || may_set(self.state, id, *maneuver).is_err() {
                continue;
            }
            let Some(path) = maneuver.path() else { continue };
            let end = path.end(pose, base().length());
            let stays = !outside(&footprint(end), &area);
            if stays && (rounds <= 1 || self.way_out(id, end, rounds - 1, false) > 0) {
                ways += 1;
                if ways == 3 {
                    break;
                }
            }
        }
        ways
    }

    // ---- actions ------------------------------------------------------------------------------------------------------

    /// The dice of the shot that a ship is most likely to fire this round.
    fn own_shot(&self, id: ShipId) -> Option<(ShipId, usize, usize)> {
        let shots = sights(self.state, id).map(|sight| {
            let (attack, defense) = dice_of(self.state, id, sight.weapon, sight.target, sight.shot);
            (sight.target, attack, defense)
        });
        shots.max_by(|a, b| {
            let worth = |shot: &(ShipId, usize, usize)| {
                self.gain(expected_damage((shot.1, HIT), (shot.2, EVADE), 0), shot.0)
            };
            worth(a).total_cmp(&worth(b))
        })
    }

    /// The dice of the shots that may be fired at a ship this round, with their probability.
    fn threats(&self, id: ShipId) -> Vec<(f64, usize, usize)> {
        let mut there = self.state.clone();
        let mut threats = Vec::new();
        for guess in self.make_guesses(id) {
            there.ship_mut(guess.enemy).pose = guess.pose;
            let best = weapons(&there, guess.enemy)
                .filter(|weapon| may_fire(&there, guess.enemy, *weapon, id).is_ok())
                .filter_map(|weapon| {
                    let shot = could_fire(&there, guess.enemy, weapon, id).ok()?;
                    Some(dice_of(&there, guess.enemy, weapon, id, shot))
                })
                .max_by_key(|dice| dice.0);
            threats.extend(best.map(|(attack, defense)| (guess.share, attack, defense)));
            there.ship_mut(guess.enemy).pose = self.state.ship(guess.enemy).pose;
        }
        threats
    }

    /// The mean damage of all threats, if something changes the defense.
    fn suffered(&self, threats: &[(f64, usize, usize)], more: usize, chance: f64, evades: usize) -> f64 {
        threats
            .iter()
            .map(|(share, attack, defense)| {
                share * expected_damage((*attack, HIT), (defense + more, chance), evades)
            })
            .sum()
    }

    fn action(&self, id: ShipId, action: Action) -> f64 {
        let ship = self.state.ship(id);
        let shot = self.own_shot(id);
        let own = |chance: f64, fewer: usize| {
            shot.map_or(0.0, |(target, attack, defense)| {
                let damage = |chance, defense| expected_damage((attack, chance), (defense, EVADE), 0);
                self.gain(damage(chance, defense.saturating_sub(fewer)) - damage(HIT, defense), target)
            })
        };
        let threats = self.threats(id);
        let plain = self.suffered(&threats, 0, EVADE, 0);
        let fear = self.fear(id);
        match action {
            Action::BattleStations => {
                let saved = fear * (plain - self.suffered(&threats, 0, EVADE_WITH_EYES, 0));
                own(HIT_WITH_EYES, 0).max(saved) + 0.5 * own(HIT_WITH_EYES, 0).min(saved) + 0.05
            }
            Action::Evade => fear * (plain - self.suffered(&threats, 0, EVADE, 1)) + 0.03,
            Action::Scan => own(HIT, 1) + 0.02,
            Action::TargetLock => {
                let torpedo = weapons(self.state, id)
                    .any(|weapon| needs_lock(self.state, weapon) && self.is_ready(weapon));
                let fresh = if ship.lock.is_some() { 0.3 } else { 1.0 };
                fresh * (own(with_reroll(HIT), 0).max(0.3) + if torpedo { 0.6 } else { 0.0 })
            }
            Action::Cloak => {
                // Damage to the hull stays, and what shields there are protect no more.
                let hidden = self.suffered(&threats, 4, EVADE, 0) * 1.4;
                fear * (plain - hidden) + if threats.is_empty() { 0.1 } else { 0.0 }
            }
            Action::SensorEcho => 0.2,
            Action::Enable => 0.6,
            Action::BeamDown if ship.mission.on_ship + ship.mission.on_captain < 3 => 4.0,
            Action::BeamUp if ship.mission.on_ship + ship.mission.on_captain >= 3 => 4.0,
            Action::BeamDown | Action::BeamUp => -1.0,
            Action::Decode => 4.0,
            Action::Card(card) => self.card_action(card, shot.is_some(), &threats),
        }
    }

    fn is_ready(&self, weapon: Weapon) -> bool {
        match weapon {
            Weapon::Secondary(card) => usable(self.state, card).is_ok(),
            _ => true,
        }
    }

    /// What the actions of cards are worth, by the id of the card.
    fn card_action(&self, card: CardRef, has_shot: bool, threats: &[(f64, usize, usize)]) -> f64 {
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
        let threat = self.suffered(threats, 0, EVADE, 0);
        let close =
            self.state.enemies_of(card.ship).any(|enemy| range(self.state, card.ship, enemy) == Some(1));
        match &**id {
            "data" if !has_shot => threat - self.suffered(threats, 0, EVADE, 2),
            "data" => threat - self.suffered(threats, 0, EVADE, 2) - 0.8,
            "konmel" => 0.9,
            "counter-attack" if threat > 0.5 && has_shot => 0.8,
            "riker" if close => 0.7,
            "nvek" if has_shot => 0.35,
            "tractor-beam" if has_shot => 0.4,
            "obrien" => 0.3,
            "warp-core-breach" => 1.5,
            "damaged-sensor-array" | "console-fire" => 0.4,
            "structural-damage" | "weapons-malfunction" => 0.45,
            _ => -0.2,
        }
    }

    fn lock(&self, id: ShipId, target: ShipId) -> f64 {
        let seen = sights(self.state, id).any(|sight| sight.target == target);
        let near = range(self.state, id, target).map_or(0.0, |range| 3.0 - f64::from(range));
        f64::from(u8::from(seen)) + 0.2 * near + 2.0 / self.left(target)
    }

    fn card_target(&self, id: ShipId, target: ShipId) -> f64 {
        if self.state.are_friends(id, target) { -1.0 } else { self.lock(id, target) }
    }

    /// What a card is worth to its ship.
    fn worth(&self, card: CardRef) -> f64 {
        let ship = self.state.ship(card.ship);
        match card.slot {
            Slot::Captain => 1.0 + f64::from(library().captain(ship.captain.card).points),
            Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
                Some(upgrade) => f64::from(library().upgrade(upgrade.card).points),
                None => 0.0,
            },
            _ => 0.0,
        }
    }

    fn victim(&self, by: ShipId, card: CardRef) -> f64 {
        let worth = self.worth(card);
        if self.state.are_friends(by, card.ship) { -worth } else { worth }
    }

    // ---- attacks ------------------------------------------------------------------------------------------------------

    fn fire(&self, id: ShipId, weapon: Weapon, target: ShipId) -> f64 {
        let Ok(shot) = may_fire(self.state, id, weapon, target) else { return 0.0 };
        let (attack, defense) = dice_of(self.state, id, weapon, target, shot);
        let (own, other) = (self.state.ship(id), self.state.ship(target));
        let mut chance = if own.battle_stations > 0 { HIT_WITH_EYES } else { HIT };
        if own.lock == Some(target) && !needs_lock(self.state, weapon) {
            chance = with_reroll(chance);
        }
        let saves = if other.battle_stations > 0 { EVADE_WITH_EYES } else { EVADE };
        let damage = expected_damage((attack, chance), (defense, saves), other.evade.into());
        let last = if damage >= self.left(target) * 0.8 { 1.0 } else { 0.0 };
        // A ship that has kept its cloak gives it up for the shot.
        let price = if own.cloak.is_standing() && !own.cloak.is_red() { 0.2 } else { 0.0 };
        self.gain(damage.min(self.left(target)), target) + last - price + 0.01
    }

    fn mines(&self, id: ShipId) -> f64 {
        let behind = |enemy: ShipId| {
            let place = self.state.ship(id).pose.to_local(self.state.ship(enemy).pose.at);
            place.y < -20.0 && place.y > -150.0 && place.x.abs() < 80.0
        };
        if self.state.enemies_of(id).any(behind) { 1.6 } else { -0.1 }
    }

    fn minefield(&self, id: ShipId, at: Vec2) -> f64 {
        let field = geometry::Shape::Circle { centre: at, radius: MINEFIELD_DIAMETER / 2.0 };
        let hit = |ship: ShipId| {
            let base = footprint(self.state.ship(ship).pose);
            let value = if overlaps(&base, &field) { 3.0 } else { 0.0 };
            if self.state.are_friends(id, ship) { -2.0 * value } else { value }
        };
        let nearest = self.state.enemies_of(id).map(|enemy| self.state.ship(enemy).pose.at.distance(at));
        self.state.in_play().map(hit).sum::<f64>() - nearest.reduce(f64::min).unwrap_or(0.0) / 1000.0
    }

    // ---- dice ---------------------------------------------------------------------------------------------------------

    fn die(&self, card: CardRef, die: u8) -> f64 {
        let Some(attack) = self.state.attack() else { return 0.0 };
        if card.slot != Slot::Tokens {
            // The defender rolls again: an evade hurts it most.
            return match attack.defense.0.get(die as usize).map(|result| result.face) {
                Some(Face::Evade) => 1.0,
                Some(Face::Eye) if self.state.ship(attack.defender).battle_stations > 0 => 0.5,
                _ => -1.0,
            };
        }
        match attack.attack.0.get(die as usize).map(|result| result.face) {
            Some(Face::Blank) => 1.0,
            Some(Face::Eye) if self.state.ship(card.ship).battle_stations == 0 => 0.5,
            _ => -1.0,
        }
    }

    fn ability(&self, window: Window, card: CardRef, index: u8) -> f64 {
        let Some(attack) = self.state.attack() else { return 1.0 };
        let ship = self.state.ship(card.ship);
        let (blanks, eyes) = (attack.attack.count(Face::Blank), attack.attack.count(Face::Eye));
        let hits = attack.attack.count(Face::Hit) + attack.attack.count(Face::Critical);
        let open = hits.saturating_sub(attack.defense.count(Face::Evade));
        match (card.slot, window, index) {
            // First what costs nothing, then rerolls, then battle stations for what they leave.
            (Slot::Tokens, Window::ModifyAttack, tokens::TARGET_LOCK_INDEX) => {
                let misses = if ship.battle_stations > 0 { blanks } else { blanks + eyes };
                let torpedo = weapons(self.state, card.ship)
                    .any(|weapon| needs_lock(self.state, weapon) && self.is_ready(weapon));
                f64::from(misses) - if torpedo { 1.5 } else { 0.5 }
            }
            (Slot::Tokens, Window::ModifyAttack, _) => 0.1 * f64::from(eyes) - 0.01,
            (Slot::Tokens, Window::ModifyDefense, tokens::EVADE_INDEX) if open == 0 => -0.1,
            (Slot::Tokens, Window::ModifyDefense, tokens::EVADE_INDEX) => 0.3,
            (Slot::Tokens, ..) => {
                let saved = attack.defense.count(Face::Eye).min(open);
                if saved > 0 { 0.4 * f64::from(saved) } else { -0.1 }
            }
            (Slot::Upgrade(i), Window::ModifyAttack, _) if self.upgrade_is(card.ship, i, "worf") => {
                let useful = if ship.battle_stations > 0 { hits + eyes } else { hits };
                0.5 * attack.attack.0.len() as f64 - f64::from(useful) - 0.4
            }
            (Slot::Upgrade(i), Window::ModifyDefense, _) if self.upgrade_is(card.ship, i, "geordi") => {
                if attack.defense.has(Face::Evade) {
                    3.0
                } else {
                    -0.1
                }
            }
            _ => 3.0,
        }
    }

    fn upgrade_is(&self, ship: ShipId, slot: u8, id: &str) -> bool {
        let upgrade = self.state.ship(ship).upgrades.get(slot as usize);
        upgrade.is_some_and(|upgrade| library().upgrade(upgrade.card).id == id)
    }

    // ---- the rest -----------------------------------------------------------------------------------------------------

    fn cloak_or_shields(&self, id: ShipId, choice: &Choice) -> f64 {
        let ship = self.state.ship(id);
        match choice {
            // Few shields protect less than the cloak does.
            Choice::RaiseShields => f64::from(ship.lowered) * 0.3,
            Choice::KeepCloak => 0.8,
            _ => -1.0,
        }
    }

    /// A starting place: near the enemies, in the middle, with friends beside and not in the way.
    fn start(&self, id: ShipId, pose: Pose) -> f64 {
        let play = play_area(self.state);
        let middle = (play.min + play.max) / 2.0;
        let way = middle - pose.at;
        let facing = pose.heading.ahead().dot(way) / way.length().max(1.0);
        let friends = self.state.in_play().filter(|other| self.state.are_friends(id, *other));
        let gaps = friends.map(|other| self.state.ship(other).pose.at.distance(pose.at) - BASE);
        facing - way.length() / 500.0 - apart(gaps)
    }
}
