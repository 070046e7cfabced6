//! Standard moves: the unit leader moves along the movement tool, then the others are placed in cohesion.

use arrayvec::ArrayVec;
use geometry::{Footprint, Heading, Hinge, Pose, Shape, Vec2, closest, inside, overlaps};
use table::timing::total;
use table::{Denial, Play, denial};

use crate::cards::{Quantity, UnitType};
use crate::measure::{
    CLOSE, TOOLS, base, base_at, is_difficult, is_impassable, level, piece_below, radius, stands_flat,
    stature,
};
use crate::state::{MiniId, Move, Place, State, UnitId};
use crate::{Ask, Event, Legion, Table, cohesion};

/// In how many directions places are suggested.
const DIRECTIONS: u32 = 16;

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
const CONTACT: Denial = denial(
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
    let length = TOOLS[usize::from(speed.clamp(1, 3)) - 1];
    Hinge::new(length, radius(state, unit))
}

/// Whether a tool may be chosen, and leads anywhere.
pub fn may_move(state: &State, unit: UnitId, speed: u8) -> Result<(), Denial> {
    if speed > maximum_speed(state, unit) {
        return Err(TOO_FAST);
    }
    if speed > slowed_speed(state, unit) && starts_in_difficult(state, unit) {
        return Err(STARTS_IN_DIFFICULT);
    }
    let begun = begin(state, unit, speed);
    let mut places = Vec::new();
    suggest(&begun, unit, speed, &mut places);
    match places.iter().any(|pose| judge_leader(&begun, unit, speed, pose.at).is_ok()) {
        true => Ok(()),
        false => Err(NO_ROOM),
    }
}

fn starts_in_difficult(state: &State, unit: UnitId) -> bool {
    state.standing(unit).any(|mini| {
        let level = level(state, state.mini(mini).at);
        let base = base(state, mini);
        state.terrain.iter().any(|piece| is_difficult(level, piece) && overlaps(&piece.outline, &base))
    })
}

/// The position with the other miniatures of the unit set aside, to make room for the tool.
fn begin(state: &State, unit: UnitId, speed: u8) -> State {
    let mut state = state.clone();
    let start = state.unit(unit).leader().at;
    state.moving = Some(Move { unit, start, speed, way: None, climb: None });
    cohesion::set_aside(&mut state, unit);
    state
}

/// A standard move with the tool of a speed.
pub fn standard(t: &mut Table, unit: UnitId, speed: u8) -> Play {
    t.state = begin(&t.state, unit, speed);
    let place = t.place(
        t.state.unit(unit).owner,
        Ask::MoveLeader(unit, speed),
        move |state, pose| judge_leader(state, unit, speed, pose.at),
        |state, places| suggest(state, unit, speed, places),
    )?;
    let start = t.state.unit(unit).leader().at;
    let way = ways(&t.state, unit, speed).find(start, place.at).unwrap_or(geometry::Way {
        from: start,
        joint: start,
        to: place.at,
    });
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

/// What restricts the way of a unit leader.
struct Ways {
    tool: Hinge,
    /// Impassable terrain, and then the bases of ground vehicles.
    hard: ArrayVec<Shape, 32>,
    vehicles: usize,
    /// The same, and difficult terrain if the tool is too fast for it.
    avoid: ArrayVec<Shape, 44>,
    /// Where the middle of the base has to stay: on the battlefield, and on a roof that is too high to step down from.
    keep: ArrayVec<Shape, 2>,
}

impl Ways {
    fn find(&self, from: Vec2, to: Vec2) -> Option<geometry::Way> {
        self.tool.way(from, to, &self.avoid, &self.keep)
    }
}

/// The battlefield as far as the middle of a base may go.
fn middle_of_field(state: &State, unit: UnitId) -> Shape {
    let (min, max) = (state.area.min, state.area.max);
    let size = max - min - Vec2::new(2.0, 2.0) * radius(state, unit);
    let middle = Pose::new((min + max) / 2.0, Heading::NORTH);
    let base = geometry::Base::Rect { width: size.x, length: size.y };
    Shape::from(&Footprint::new(base, middle))
}

fn ways(state: &State, unit: UnitId, speed: u8) -> Ways {
    let at = state.unit(unit).leader().at;
    let level = level(state, at);
    let terrain = state.terrain.iter().filter(|piece| is_impassable(state, unit, level, piece));
    let mut hard: ArrayVec<Shape, 32> = terrain.map(|piece| piece.outline).collect();
    let vehicles = hard.len();
    hard.extend(ground_vehicles(state, unit).take(hard.remaining_capacity()));
    let mut avoid: ArrayVec<Shape, 44> = hard.iter().copied().collect();
    if speed > slowed_speed(state, unit) {
        let difficult = state.terrain.iter().filter(|piece| is_difficult(level, piece));
        avoid.extend(difficult.map(|piece| piece.outline));
    }
    let roof = piece_below(state, at).filter(|_| level > stature(state, unit));
    let keep = [middle_of_field(state, unit)].into_iter().chain(roof.map(|id| state.piece(id).outline));
    Ways { tool: tool(state, unit, speed), hard, vehicles, avoid, keep: keep.collect() }
}

/// The bases of ground vehicles of other units.
fn ground_vehicles(state: &State, unit: UnitId) -> impl Iterator<Item = Shape> {
    let others = state.all_standing().filter(move |mini| mini.unit != unit);
    others
        .filter(|mini| state.unit(mini.unit).facts().kind == UnitType::GroundVehicle)
        .map(|mini| Shape::from(&base(state, mini)))
}

/// Whether a unit leader could get from one place to another with a speed-1 move, terrain and vehicles permitting.
pub fn could_reach(state: &State, unit: UnitId, to: Vec2) -> bool {
    let ways = ways(state, unit, 1);
    let from = state.unit(unit).leader().at;
    ways.tool.way(from, to, &ways.hard, &ways.keep).is_some()
}

/// Whether a miniature may be put down at a place, whatever way leads there.
pub fn judge_place(state: &State, id: MiniId, at: Vec2) -> Result<(), Denial> {
    let base = base_at(state, id.unit, at);
    if !inside(&base, &state.area) {
        return Err(LEAVES);
    }
    let mut others = state.all_standing().filter(|other| *other != id);
    if others.any(|other| overlaps(&self::base(state, other), &base)) {
        return Err(OVERLAPS);
    }
    if !stands_flat(state, id.unit, at) {
        return Err(NOT_FLAT);
    }
    Ok(())
}

/// Whether a base at a place is in contact with an enemy.
pub fn touches_enemy(state: &State, unit: UnitId, at: Vec2) -> bool {
    let own = base_at(state, unit, at);
    let enemies = state.enemies(unit).flat_map(|enemy| state.standing(enemy));
    enemies.into_iter().any(|mini| closest(&base(state, mini), &own).distance <= CLOSE)
}

/// Whether the unit leader may end its move at a place.
fn judge_leader(state: &State, unit: UnitId, speed: u8, at: Vec2) -> Result<(), Denial> {
    judge_place(state, state.leader(unit), at)?;
    if touches_enemy(state, unit, at) {
        return Err(CONTACT);
    }
    let ways = ways(state, unit, speed);
    let start = state.unit(unit).leader().at;
    if ways.find(start, at).is_none() {
        return Err(why_not(&ways, start, at));
    }
    let mut moved = state.clone();
    let leader = moved.leader(unit);
    moved.mini_mut(leader).at = at;
    if cohesion::has_room(&moved, unit) { Ok(()) } else { Err(NO_ROOM) }
}

/// What keeps a unit leader from getting somewhere.
fn why_not(ways: &Ways, from: Vec2, to: Vec2) -> Denial {
    let leads = |avoid: &[Shape], keep: &[Shape]| ways.tool.way(from, to, avoid, keep).is_some();
    if from.distance(to) > ways.tool.reach() + CLOSE {
        TOO_FAR
    } else if leads(&ways.hard, &ways.keep) {
        ENTERS_DIFFICULT
    } else if leads(&ways.hard[..ways.vehicles], &ways.keep) {
        NOT_THROUGH
    } else if leads(&[], &ways.keep) {
        IMPASSABLE
    } else if ways.keep.len() > 1 {
        TOO_HIGH
    } else {
        LEAVES
    }
}

/// Places worth considering: all around, near and far, and staying.
fn suggest(state: &State, unit: UnitId, speed: u8, places: &mut Vec<Pose>) {
    let reach = tool(state, unit, speed).reach();
    let at = state.unit(unit).leader().at;
    for share in [1.0, 0.6, 0.3] {
        around(at, reach * share, DIRECTIONS, places);
    }
    places.push(Pose::new(at, Heading::NORTH));
}

/// Places all around another.
pub fn around(centre: Vec2, distance: f64, directions: u32, places: &mut Vec<Pose>) {
    for step in 0..directions {
        let degrees = 360.0 * f64::from(step) / f64::from(directions);
        let heading = Heading::degrees_clockwise_from_north(degrees);
        places.push(Pose::new(centre + heading.ahead() * distance, Heading::NORTH));
    }
}

/// Puts a miniature down.
pub fn stand(state: &mut State, unit: UnitId, mini: u8, at: Vec2) {
    let mini = &mut state.unit_mut(unit).minis[mini as usize];
    mini.at = at;
    mini.place = Place::Standing;
}
