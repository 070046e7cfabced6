//! Standard moves: the unit leader moves along the movement tool, then the others are placed in cohesion.

use geometry::{Heading, Hinge, Packing, Pose, Rim, Vec2};
use table::timing::total;
use table::{Denial, Play, denial};

use crate::cards::Quantity;
use crate::cohesion::{self, Cohesion};
use crate::measure::{CLOSE, TOOLS, base, in_difficult, radius};
use crate::site::{Site, Ways};
use crate::state::{Move, Place, State, UnitId};
use crate::{Ask, Event, Legion, Table};

/// In how many directions places are suggested.
const DIRECTIONS: u32 = 12;

const TOO_FAST: Denial = denial(
    "legion.move.standard.1",
    "The tool is faster than the unit.",
    "Die Bewegungsschablone ist schneller als die Einheit.",
);
const STARTS_IN_DIFFICULT: Denial = denial(
    "legion.glossary-terrain.difficult.start-in",
    "A miniature of the unit starts in difficult terrain, which slows the unit by 1.",
    "Eine Miniatur der Einheit beginnt in schwierigem Gelände, das die Einheit um 1 verlangsamt.",
);
pub const ENTERS_DIFFICULT: Denial = denial(
    "legion.glossary-terrain.difficult.enter",
    "The way leads through difficult terrain, where the unit is slower by 1.",
    "Der Weg führt durch schwieriges Gelände, in dem die Einheit um 1 langsamer ist.",
);
const TOO_FAR: Denial = denial(
    "legion.move.standard.4a",
    "The movement tool does not reach that far.",
    "Die Bewegungsschablone reicht nicht so weit.",
);
const IMPASSABLE: Denial = denial(
    "legion.terrain.impassable.no-overlap-move",
    "Impassable terrain is in the way, however the tool is bent.",
    "Unpassierbares Gelände ist im Weg, wie auch immer die Schablone gebogen wird.",
);
const TOO_HIGH: Denial = denial(
    "legion.move.trooper.height",
    "The difference in height is more than the miniature of the unit leader is tall.",
    "Der Höhenunterschied ist größer als die Miniatur des Einheitenführers.",
);
const NOT_THROUGH: Denial = denial(
    "legion.move.trooper.not-through",
    "Troopers cannot move through ground vehicles.",
    "Truppler können sich nicht durch Bodenfahrzeuge bewegen.",
);
pub const OVERLAPS: Denial = denial(
    "legion.move.no-overlap-minis",
    "The base would overlap the base of another miniature.",
    "Die Basis würde sich mit der Basis einer anderen Miniatur überschneiden.",
);
pub const CONTACT: Denial = denial(
    "legion.move.enemy-base-contact",
    "Base contact with an enemy miniature starts a melee.",
    "Basiskontakt mit einer feindlichen Miniatur beginnt einen Nahkampf.",
);
pub const LEAVES: Denial = denial(
    "legion.leaving-the-battlefield.3",
    "A unit cannot leave the battlefield voluntarily.",
    "Eine Einheit kann das Schlachtfeld nicht freiwillig verlassen.",
);
pub const NOT_FLAT: Denial = denial(
    "legion.move.flat-45",
    "The miniature would not stand flat there.",
    "Die Miniatur stünde dort nicht eben.",
);
pub const NO_ROOM: Denial = denial(
    "legion.geometry.cohesion.2",
    "The other miniatures of the unit could not be placed in cohesion.",
    "Die anderen Miniaturen der Einheit könnten nicht in Formation platziert werden.",
);

/// The maximum speed of a unit on open ground.
pub fn maximum_speed(state: &State, unit: UnitId) -> u8 {
    total::<Legion>(state, Quantity::Speed(unit), state.unit(unit).facts().speed.into()).clamp(0, 3) as u8
}

/// The maximum speed in difficult terrain, which by itself leaves a speed of 1.
pub fn slowed_speed(state: &State, unit: UnitId) -> u8 {
    let slower = total::<Legion>(state, Quantity::DifficultTerrain(unit), 1).clamp(0, 3) as u8;
    let speed = maximum_speed(state, unit);
    speed.min(speed.saturating_sub(slower).max(1))
}

/// The movement tool of a speed, for the bases of a unit.
pub fn tool(state: &State, unit: UnitId, speed: u8) -> Hinge {
    tool_for(speed, radius(state, unit))
}

/// The movement tool of a speed, for bases of a radius.
pub fn tool_for(speed: u8, radius: f64) -> Hinge {
    Hinge::new(TOOLS[usize::from(speed.clamp(1, 3)) - 1], radius)
}

/// Whether a tool may be chosen, and leads anywhere.
pub fn may_move(state: &State, unit: UnitId, speed: u8) -> Result<(), Denial> {
    if speed > maximum_speed(state, unit) {
        return Err(TOO_FAST);
    }
    let slowed = speed > slowed_speed(state, unit);
    if slowed && state.standing(unit).any(|mini| in_difficult(&state.board, &base(state, mini))) {
        return Err(STARTS_IN_DIFFICULT);
    }
    let moving = Move { unit, start: state.unit(unit).leader().at, speed, way: None, climb: None };
    let site = Site::of_move(state, unit, speed);
    let leading = Leading::new(&site, moving);
    if leading.judge(moving.start).is_ok() || leading.places().next().is_some() {
        Ok(())
    } else {
        Err(NO_ROOM)
    }
}

/// A standard move with the tool of a speed.
pub fn standard(t: &mut Table, unit: UnitId, speed: u8) -> Play {
    let start = t.state.unit(unit).leader().at;
    let moving = Move { unit, start, speed, way: None, climb: None };
    t.state.moving = Some(moving);
    cohesion::set_aside(&mut t.state, unit);
    let place = t.place_where(
        t.state.unit(unit).owner,
        Ask::MoveLeader(unit, speed),
        move |state, pose| Leading::new(&Site::of_move(state, unit, speed), moving).judge(pose.at),
        move |state, places| {
            let site = Site::of_move(state, unit, speed);
            places.extend(Leading::new(&site, moving).places().map(|at| Pose::new(at, Heading::NORTH)));
        },
    )?;
    let way = {
        let site = Site::of_move(&t.state, unit, speed);
        Leading::new(&site, moving).ways.find(place.at)
    };
    let way = way.unwrap_or(geometry::Way { from: start, joint: start, to: place.at });
    let leader = t.state.leader(unit);
    t.state.mini_mut(leader).at = place.at;
    if let Some(moving) = &mut t.state.moving {
        moving.way = Some(way);
    }
    t.emit(Event::LeaderMoved(unit, speed, way));
    cohesion::place_others(t, unit)?;
    t.state.moving = None;
    Ok(())
}

/// The move of a unit leader: where it may end.
struct Leading<'a> {
    site: &'a Site<'a>,
    moving: Move,
    ways: Ways<'a>,
    /// Where the others stood.
    followers: cohesion::Places,
}

impl<'a> Leading<'a> {
    fn new(site: &'a Site<'a>, moving: Move) -> Self {
        let ways = Ways::new(site, moving.start, moving.speed, site.is_slowed(moving.speed));
        Leading { site, moving, ways, followers: cohesion::followers(site.state, moving.unit) }
    }

    /// Whether the unit leader may end its move at a place.
    fn judge(&self, at: Vec2) -> Result<(), Denial> {
        self.site.judge_place(&[], at)?;
        if self.site.touches_enemy(at) {
            return Err(CONTACT);
        }
        if self.ways.find(at).is_none() {
            return Err(self.why_not(at));
        }
        let cohesion = Cohesion::new(self.site, at, Some(self.moving));
        if cohesion.has_room(&[at], &self.followers) { Ok(()) } else { Err(NO_ROOM) }
    }

    /// What keeps a unit leader from getting somewhere.
    fn why_not(&self, to: Vec2) -> Denial {
        let ways = &self.ways;
        if ways.from.distance(to) > ways.tool.reach() + CLOSE {
            TOO_FAR
        } else if ways.past(ways.hard(), to).is_some() {
            ENTERS_DIFFICULT
        } else if ways.past(ways.terrain(), to).is_some() {
            NOT_THROUGH
        } else if ways.past(&[], to).is_some() {
            IMPASSABLE
        } else if ways.bounds.keep.is_some() {
            TOO_HIGH
        } else {
            LEAVES
        }
    }

    /// Places worth considering: all around, near and far, and staying; if none of them will do, every place at which a base
    /// is stopped.
    fn places(&self) -> impl Iterator<Item = Vec2> + '_ {
        let (start, reach) = (self.moving.start, self.ways.tool.reach());
        let rings = [1.0, 0.5].into_iter().flat_map(move |share| around(start, reach * share, DIRECTIONS));
        let mut some = rings.chain([start]).filter(|at| self.judge(*at).is_ok()).peekable();
        let none = some.peek().is_none();
        let stops = if none { self.stops() } else { Vec::new() };
        some.chain(stops.into_iter().filter(|at| self.judge(*at).is_ok()))
    }

    fn stops(&self) -> Vec<Vec2> {
        let mut rims: Vec<Rim> = Vec::new();
        self.site.rims(self.moving.start, self.ways.tool.reach(), &mut |rim| rims.push(rim));
        let mut limits: Vec<Rim> = Vec::new();
        self.ways.limits(&mut |rim| limits.push(rim));
        let free = |at| self.site.judge_place(&[], at).is_ok();
        let (radius, near) = (self.site.radius, self.moving.start);
        Packing { radius, rims: &rims, limits: &limits, near, free }.places()
    }
}

/// Places all around another.
pub fn around(centre: Vec2, distance: f64, directions: u32) -> impl Iterator<Item = Vec2> {
    (0..directions).map(move |step| {
        let degrees = 360.0 * f64::from(step) / f64::from(directions);
        centre + Heading::degrees_clockwise_from_north(degrees).ahead() * distance
    })
}

/// Puts a miniature down.
pub fn stand(state: &mut State, unit: UnitId, mini: u8, at: Vec2) {
    let mini = &mut state.unit_mut(unit).minis[mini as usize];
    mini.at = at;
    mini.place = Place::Standing;
}
