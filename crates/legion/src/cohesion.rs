//! Cohesion: where the other miniatures of a unit may be placed once their leader has moved.

use arrayvec::ArrayVec;
use geometry::{Pose, Vec2, overlaps};
use table::{Denial, Play, denial};

use crate::measure::{CLOSE, SEGMENT, base_at, in_contact, is_difficult, level, radius, stature};
use crate::moves::{self, ENTERS_DIFFICULT};
use crate::state::{MiniId, Place, State, UnitId};
use crate::{Ask, Event, Table, climbing};

const TOO_FAR: Denial = denial(
    "legion.geometry.cohesion.3",
    "It is farther from the unit leader than the speed-1 tool is long.",
    "Sie ist weiter vom Einheitenführer entfernt, als die Geschwindigkeit-1-Schablone lang ist.",
);
const TOUCHES_ENEMY: Denial = denial(
    "legion.geometry.cohesion.6",
    "Outside of a melee it cannot be placed in base contact with an enemy.",
    "Außerhalb eines Nahkampfs darf sie keinen Basiskontakt mit einem Feind haben.",
);
const OUT_OF_REACH: Denial = denial(
    "legion.geometry.cohesion.10",
    "Its leader could not get there with a speed-1 move.",
    "Ihr Einheitenführer könnte nicht mit Geschwindigkeit 1 dorthin gelangen.",
);
const OTHER_LEVEL: Denial = denial(
    "legion.geometry.cohesion.17",
    "It would stand on another level, but its leader has not just climbed or clambered.",
    "Sie stünde auf einer anderen Ebene, doch ihr Einheitenführer ist nicht eben geklommen oder geklettert.",
);
const TOO_HIGH: Denial = denial(
    "legion.geometry.cohesion.14",
    "It would be more than height 1 above or below its leader.",
    "Sie wäre mehr als Höhe 1 über oder unter ihrem Einheitenführer.",
);
const WRONG_WAY: Denial = denial(
    "legion.geometry.cohesion.16",
    "It cannot be placed beyond the level that its leader has reached.",
    "Sie darf nicht jenseits der Ebene stehen, die ihr Einheitenführer erreicht hat.",
);
const NOT_AT_TERRAIN: Denial = denial(
    "legion.geometry.cohesion.13",
    "On the other level it has to be in base contact with the terrain that its leader climbed.",
    "Auf der anderen Ebene muss sie Basiskontakt mit dem Gelände haben, das ihr Einheitenführer erklommen hat.",
);

/// Takes the other miniatures of a unit off the battlefield.
pub fn set_aside(state: &mut State, unit: UnitId) {
    let leader = state.unit(unit).leader;
    for (index, mini) in state.unit_mut(unit).minis.iter_mut().enumerate() {
        if index != usize::from(leader) && mini.place == Place::Standing {
            mini.place = Place::Aside;
        }
    }
}

fn aside(state: &State, unit: UnitId) -> ArrayVec<u8, 12> {
    let minis = &state.unit(unit).minis;
    (0..minis.len() as u8).filter(|mini| minis[*mini as usize].place == Place::Aside).collect()
}

/// Places the miniatures that were set aside, one after the other. A place that would leave no room for the rest is none.
pub fn place_others(t: &mut Table, unit: UnitId) -> Play {
    for mini in aside(&t.state, unit) {
        let place = t.place(
            t.state.unit(unit).owner,
            Ask::PlaceMini(MiniId { unit, mini }),
            move |state, pose| judge_with_rest(state, unit, mini, pose.at),
            |state, places| suggest(state, unit, mini, places),
        )?;
        moves::stand(&mut t.state, unit, mini, place.at);
        t.emit(Event::MiniPlaced(MiniId { unit, mini }, place.at));
    }
    Ok(())
}

fn judge_with_rest(state: &State, unit: UnitId, mini: u8, at: Vec2) -> Result<(), Denial> {
    judge(state, MiniId { unit, mini }, at)?;
    let mut placed = state.clone();
    moves::stand(&mut placed, unit, mini, at);
    if has_room(&placed, unit) { Ok(()) } else { Err(moves::NO_ROOM) }
}

/// Whether every miniature that is set aside finds a place.
pub fn has_room(state: &State, unit: UnitId) -> bool {
    let mut state = state.clone();
    let mut places = Vec::new();
    for mini in aside(&state, unit) {
        places.clear();
        suggest(&state, unit, mini, &mut places);
        let Some(pose) = places.iter().find(|pose| judge(&state, MiniId { unit, mini }, pose.at).is_ok())
        else {
            return false;
        };
        moves::stand(&mut state, unit, mini, pose.at);
    }
    true
}

/// Whether a miniature may be placed in cohesion there.
fn judge(state: &State, id: MiniId, at: Vec2) -> Result<(), Denial> {
    let unit = id.unit;
    let leader = state.unit(unit).leader().at;
    moves::judge_place(state, id, at)?;
    if at.distance(leader) > moves::tool(state, unit, 1).reach() + CLOSE {
        return Err(TOO_FAR);
    }
    if moves::touches_enemy(state, unit, at) {
        return Err(TOUCHES_ENEMY);
    }
    judge_level(state, unit, leader, at)?;
    judge_difficult(state, unit, at)
}

/// On its leader's level it stands where the leader could walk; on another one, where the leader could climb.
fn judge_level(state: &State, unit: UnitId, leader: Vec2, at: Vec2) -> Result<(), Denial> {
    let above = level(state, at) - level(state, leader);
    if above.abs() <= stature(state, unit) {
        return if moves::could_reach(state, unit, at) { Ok(()) } else { Err(OUT_OF_REACH) };
    }
    let Some(climb) = state.moving.and_then(|moving| moving.climb) else { return Err(OTHER_LEVEL) };
    if climb.up == (above > 0.0) {
        return Err(WRONG_WAY);
    }
    if above.abs() > SEGMENT {
        return Err(TOO_HIGH);
    }
    let piece = state.piece(climb.terrain);
    let at_terrain = in_contact(state, unit, at, piece) && climbing::is_at_edge(state, unit, at, piece);
    if at_terrain { Ok(()) } else { Err(NOT_AT_TERRAIN) }
}

/// A miniature that enters difficult terrain slows the unit, which a fast tool does not allow.
fn judge_difficult(state: &State, unit: UnitId, at: Vec2) -> Result<(), Denial> {
    let Some(moving) = state.moving.filter(|moving| moving.speed > 1) else { return Ok(()) };
    let base = base_at(state, unit, at);
    let level = level(state, at);
    let enters =
        state.terrain.iter().any(|piece| is_difficult(level, piece) && overlaps(&piece.outline, &base));
    if enters && moving.speed > moves::slowed_speed(state, unit) { Err(ENTERS_DIFFICULT) } else { Ok(()) }
}

/// Places worth considering: where it stood relative to its leader, all around the leader, and beside the others.
fn suggest(state: &State, unit: UnitId, mini: u8, places: &mut Vec<Pose>) {
    let leader = state.unit(unit).leader().at;
    let former = state.unit(unit).minis[mini as usize].at;
    if let Some(moving) = state.moving {
        let stood = former - moving.start;
        places.push(Pose::new(leader + stood, geometry::Heading::NORTH));
        places.push(Pose::new(former, geometry::Heading::NORTH));
        if let Some(climb) = moving.climb {
            climbing::around_edge(state, unit, state.piece(climb.terrain), places);
        }
    }
    let width = 2.0 * radius(state, unit);
    for distance in [width + 4.0, width * 1.7, moves::tool(state, unit, 1).reach(), width] {
        moves::around(leader, distance, 12, places);
    }
    let others = state.unit(unit).standing().filter(|other| *other != state.unit(unit).leader);
    others.for_each(|other| moves::around(state.unit(unit).minis[other as usize].at, width, 8, places));
}
