//! How options look to a decent player: rules of thumb over expected damage, from a seat's view alone. Values are in
//! points of damage, so that options of different kinds can be weighed against each other; 0 is doing nothing.

mod actions;
mod fight;
mod planning;
mod prediction;

use std::cell::OnceCell;
use std::rc::Rc;

use fight::{Outlook, Prospect};
use flightpath::judging::{OWN_RAM, STOPPED_OUTSIDE, apart, may_stop_outside, nearest_of_likely};
use flightpath::odds::{EVADE, EVADE_WITH_EYES};
use flightpath::{Colour, Face, Maneuver};
use geometry::{Pose, Vec2, outside, overlaps};
use planning::Plan;
use table::Appraise;

use crate::attack::{dice_of, may_fire, needs_lock, weapons};
use crate::cards::{Window, library, tokens};
use crate::foresight::{Foreseen, foresee, sights};
use crate::maneuvers::{colour_for, dial, may_set};
use crate::measure::{base, footprint, play_area, range};
use crate::state::*;
use crate::{Ask, AttackWing, Blocker, Choice, View};

/// Leaving the play area loses the ship.
const LOST: f64 = -100.0;
/// What an action is worth on average, and so what losing one costs.
const ACTION: f64 = 0.7;
/// How much of the damage that an enemy could do is counted.
const FEAR: f64 = 1.0;
/// How much of what an action could save is counted on before it is taken.
const COVER: f64 = 0.8;
/// How strongly the fear of a ship fades with friends that the enemy may fire at instead.
const COMPANY: f64 = 0.5;
/// What it costs to fly over an obstacle besides the action.
const OBSTACLE: f64 = 2.0;
/// Misses from which on a lock is spent, and the same for a ship that keeps it for a torpedo.
const SPEND_LOCK: f64 = 0.5;
const SPEND_TORPEDO_LOCK: f64 = 1.5;
/// What an ability is worth that costs nothing: it is used before tokens are spent.
const FREE_HELP: f64 = 20.0;
/// What it is worth to stay cloaked, for a ship with enough hull to do without shields.
const STAY_HIDDEN: f64 = 3.0;
const ENOUGH_HULL: f64 = 3.0;
/// What each shield is worth that comes up instead.
const SHIELD_UP: f64 = 0.3;
/// What giving up a cloak for a shot costs.
const UNCLOAK: f64 = 0.2;

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
            Ask::EchoTo(id) => judge.arriving(*id, *pose),
            Ask::LayMinefield(card) => judge.minefield(card.ship, pose.at),
            _ => 0.0,
        }
    }
}

struct Judge<'a> {
    state: &'a State,
    /// What a ship has around it, and what its friends are about to fly; looked at once for all options of a question.
    outlook: OnceCell<Outlook>,
    around: OnceCell<(ShipId, Around)>,
    plan: OnceCell<Plan>,
    /// Whether others are thought to fly without thinking of what we do.
    naive: bool,
}

/// The shots that a ship may fire from where it stands, and those that may be fired at it.
type Around = Rc<(Vec<Prospect>, Vec<Prospect>)>;

impl<'a> Judge<'a> {
    fn new(state: &'a State) -> Self {
        Judge {
            state,
            outlook: OnceCell::new(),
            around: OnceCell::new(),
            plan: OnceCell::new(),
            naive: false,
        }
    }

    /// Judges as a player does who does not ask what the others will do.
    fn naive(state: &'a State) -> Self {
        Judge { naive: true, ..Judge::new(state) }
    }

    fn around(&self, id: ShipId) -> Around {
        let look = || Rc::new(self.prospects(id, self.state.ship(id).pose));
        let (whose, kept) = self.around.get_or_init(|| (id, look()));
        if *whose == id { kept.clone() } else { look() }
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
            (Ask::Cancel(_), Choice::Die(die)) => self.canceled(*die),
            (Ask::Window(window), Choice::Use(card, index)) => self.ability(*window, *card, *index),
            (Ask::CloakOrShields(id), choice) => self.cloak_or_shields(*id, choice),
            (Ask::WhoIsNext, Choice::Ship(id)) => self.turn(*id),
            (_, Choice::RaiseShields) => 1.0,
            _ => 0.0,
        }
    }

    // ---- flying -------------------------------------------------------------------------------------------------------

    /// How much a point of damage that a ship may take is feared. The more friends there are, the likelier it is that the
    /// enemy fires at one of them; and of several other players each has other enemies as well.
    fn fear(&self, id: ShipId) -> f64 {
        let friends = self.state.in_play().filter(|other| self.state.are_friends(id, *other)).count();
        FEAR / (friends as f64).powf(COMPANY) / (self.state.players.len().max(2) - 1) as f64
    }

    /// Whether a ship has still to fly this round.
    fn has_to_fly(&self, id: ShipId) -> bool {
        match self.state.cursor {
            Cursor::Planning => true,
            Cursor::Activation { done } => done >> id.0 & 1 == 0,
            _ => false,
        }
    }

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
        let strained = ship.auxiliary > 0 && foreseen.colour != Colour::Green;
        let acts = !red && !strained && foreseen.stopped_by.is_none() && !foreseen.obstacle;
        let mut value = self.standing(id, foreseen.flight.pose, acts);
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
        value -= plan.room.crowding(&footprint(foreseen.flight.pose));
        let others = self.state.in_play().filter(|other| *other != id);
        let others = others.map(|other| self.state.ship(other).pose.at);
        if may_stop_outside(ship.pose, base(), maneuver, &play_area(self.state), others) {
            value -= STOPPED_OUTSIDE;
        }
        if foreseen.obstacle {
            value -= ACTION + OBSTACLE;
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

    /// How good it is for a ship to stand somewhere: what it sees and who sees it, and what an action could do about that.
    fn standing(&self, id: ShipId, pose: Pose, acts: bool) -> f64 {
        let (given, taken) = self.prospects(id, pose);
        let suffered = self.suffered(id, &taken, self.guard(id)).iter().sum::<f64>();
        let relief = if acts && !taken.is_empty() { self.relief(id, &taken) } else { 0.0 };
        let strikes = self.strike(id, &given, |target| self.aim(id, target));
        strikes - self.fear(id) * (suffered - COVER * relief)
            + self.closing_in(id, pose)
            + self.errand(id, pose)
    }

    /// Standing somewhere after a move that is no maneuver, from where the ship has to fly on next round.
    fn arriving(&self, id: ShipId, pose: Pose) -> f64 {
        if self.way_out(id, pose, 2, false) == 0 { LOST } else { self.standing(id, pose, false) }
    }

    /// Far from everybody it is good to come nearer and to face somebody: where enemies are likely to be, not where they
    /// were.
    fn closing_in(&self, id: ShipId, pose: Pose) -> f64 {
        self.with_outlook(id, |outlook| {
            nearest_of_likely(pose, outlook.rivals.iter().map(|rival| &rival.ends))
        })
    }

    /// What the mission wants of a ship.
    fn errand(&self, id: ShipId, pose: Pose) -> f64 {
        let distance = self.state.mission().and_then(|mission| (mission.errand)(self.state, id, pose));
        distance.map_or(0.0, |distance| -1.5 * (distance - 60.0).max(0.0) / 200.0)
    }

    /// Whether leaving the play area wins the game.
    fn brings_home(&self, id: ShipId, foreseen: &Foreseen) -> bool {
        let flight = [self.state.ship(id).pose, foreseen.flight.pose];
        self.state.mission().is_some_and(|mission| (mission.brings_home)(self.state, id, flight))
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

    // ---- cards --------------------------------------------------------------------------------------------------------

    fn lock(&self, id: ShipId, target: ShipId) -> f64 {
        let seen = sights(self.state, id).any(|sight| sight.target == target);
        let near = range(self.state, id, target).map_or(0.0, |range| 3.0 - f64::from(range));
        f64::from(u8::from(seen)) + 0.2 * near + 2.0 / self.left(target) as f64
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
        let locked = own.lock == Some(target) && !needs_lock(self.state, weapon);
        let own_hits = self.own_hits(id, weapon, attack);
        let chance = self.aim(id, target).chance(attack, own_hits, locked);
        let saves = if other.battle_stations > 0 { EVADE_WITH_EYES } else { EVADE };
        let harm = self.harm((attack, chance), (defense, saves), other.evade.into(), self.left(target));
        // A ship that has kept its cloak gives it up for the shot.
        let price = if own.cloak.is_standing() && !own.cloak.is_red() { UNCLOAK } else { 0.0 };
        harm - price + 0.01
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

    /// Canceling a critical hit is better than canceling a hit.
    fn canceled(&self, die: u8) -> f64 {
        let result = self.state.attack().and_then(|attack| attack.attack.0.get(die as usize));
        if result.is_some_and(|result| result.face == Face::Critical) { 1.0 } else { 0.5 }
    }

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
                f64::from(misses) - if torpedo { SPEND_TORPEDO_LOCK } else { SPEND_LOCK }
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
                    FREE_HELP
                } else {
                    -0.1
                }
            }
            _ => FREE_HELP,
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
            Choice::RaiseShields => f64::from(ship.lowered) * SHIELD_UP,
            Choice::KeepCloak if self.hull_left(id) as f64 >= ENOUGH_HULL => STAY_HIDDEN,
            Choice::KeepCloak => 0.0,
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
