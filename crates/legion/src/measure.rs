//! Measuring: bases and levels, the range ruler, line of sight from the top of a miniature, and how terrain restricts
//! movement.
//!
//! A miniature counts as a cylinder as wide as its base. Whether its middle is on a piece of terrain decides where it
//! stands.

use geometry::{
    Base, Block, Column, Eye, Footprint, Heading, Pose, Shape, Vec2, closest, contains, overlaps, range_band,
    sees,
};

use crate::cards::UnitType;
use crate::state::{Form, MiniId, Passage, State, Terrain, TerrainId, UnitId};

/// One segment of the range ruler. Set upright, it is height 1.
pub const SEGMENT: f64 = 152.4;
/// Ranges up to this one have segments.
pub const SEGMENTS: u8 = 5;
/// Lengths of the movement tools of speed 1, 2 and 3.
pub const TOOLS: [f64; 3] = [76.0, 130.0, 185.0];
/// Places are given to a hundredth of a millimetre: bases that are this close are in contact.
pub const CLOSE: f64 = 0.01;

pub fn radius(state: &State, unit: UnitId) -> f64 {
    state.unit(unit).facts().base.radius()
}

/// The base of a miniature of a unit at a place.
pub fn base_at(state: &State, unit: UnitId, at: Vec2) -> Footprint {
    Footprint::new(Base::Round { radius: radius(state, unit) }, Pose::new(at, Heading::NORTH))
}

pub fn base(state: &State, id: MiniId) -> Footprint {
    base_at(state, id.unit, state.mini(id).at)
}

/// How high the ground is at a place: the top of the highest solid there.
pub fn level(state: &State, at: Vec2) -> f64 {
    let solids = state.terrain.iter().filter(|piece| piece.is_solid() && contains(&piece.outline, at));
    solids.map(|piece| f64::from(piece.height)).fold(0.0, f64::max)
}

/// The height of a unit's miniatures.
pub fn stature(state: &State, unit: UnitId) -> f64 {
    f64::from(state.unit(unit).facts().height)
}

/// Whether the base of a unit at a place touches or overlaps a piece of terrain.
pub fn in_contact(state: &State, unit: UnitId, at: Vec2, piece: &Terrain) -> bool {
    closest(&base_at(state, unit, at), &piece.outline).distance <= CLOSE
}

/// The range of a distance, by the segments of the ruler.
pub fn range(distance: f64) -> Option<u8> {
    range_band(distance, SEGMENT, SEGMENTS)
}

/// The attack range: from the unit leader to the closest miniature of the other unit, seen from above.
pub fn attack_range(state: &State, unit: UnitId, target: UnitId) -> Option<u8> {
    let leader = base(state, state.leader(unit));
    let distances = state.standing(target).map(|mini| closest(&leader, &base(state, mini)).distance);
    range(distances.fold(f64::INFINITY, f64::min))
}

/// What is seen of a miniature: everything above its base.
pub fn column(state: &State, id: MiniId) -> Column {
    let at = state.mini(id).at;
    let foot = level(state, at);
    Column { at, radius: radius(state, id.unit), foot, top: foot + stature(state, id.unit) }
}

/// The highest point above the middle of the base.
pub fn eye(state: &State, id: MiniId) -> Eye {
    let column = column(state, id);
    Eye { at: column.at, height: column.top }
}

/// A miniature that counts as terrain: everything between its base and its highest point.
pub fn as_terrain(state: &State, id: MiniId) -> Block<Shape> {
    let column = column(state, id);
    Block { shape: Shape::from(&base(state, id)), top: column.top }
}

/// Whether one miniature sees any part of another. Solid terrain and vehicles can be in the way, troopers cannot.
pub fn sees_mini(state: &State, from: MiniId, to: MiniId) -> bool {
    let solid = state.terrain.iter().filter(|piece| piece.is_solid());
    let solid = solid.map(|piece| Block { shape: piece.outline, top: piece.height.into() });
    let between = state.all_standing().filter(|mini| mini.unit != from.unit && mini.unit != to.unit);
    let vehicles = between.filter(|mini| state.unit(mini.unit).facts().kind == UnitType::GroundVehicle);
    let vehicles = vehicles.map(|mini| as_terrain(state, mini));
    sees(eye(state, from), &column(state, to), solid.chain(vehicles))
}

/// Whether a miniature sees any miniature of a unit.
pub fn sees_unit(state: &State, from: MiniId, unit: UnitId) -> bool {
    state.standing(unit).any(|mini| sees_mini(state, from, mini))
}

/// Whether a trooper of a unit that begins on a level cannot move through a piece of terrain.
pub fn is_impassable(state: &State, unit: UnitId, level: f64, piece: &Terrain) -> bool {
    let above = f64::from(piece.height) - level;
    match (piece.form, piece.troopers) {
        (Form::Area | Form::Pit, passage) => passage == Passage::Impassable,
        (Form::Barricade | Form::Large, Passage::Impassable) => above > 0.0,
        (Form::Barricade | Form::Large, _) => above > stature(state, unit),
    }
}

/// Whether a piece of terrain slows a unit down that begins on a level.
pub fn is_difficult(level: f64, piece: &Terrain) -> bool {
    piece.troopers == Passage::Difficult && (!piece.is_solid() || f64::from(piece.height) > level)
}

/// The highest piece of terrain whose top a place is on.
pub fn piece_below(state: &State, at: Vec2) -> Option<TerrainId> {
    let solids = state.pieces().filter(|id| state.piece(*id).is_solid());
    solids.filter(|id| contains(&state.piece(*id).outline, at)).max_by_key(|id| state.piece(*id).height)
}

/// Whether a miniature stands flat at a place: its middle is on a flat surface, and nothing higher is under its base.
pub fn stands_flat(state: &State, unit: UnitId, at: Vec2) -> bool {
    let base = base_at(state, unit, at);
    let level = level(state, at);
    state.terrain.iter().filter(|piece| piece.is_solid() && overlaps(&piece.outline, &base)).all(|piece| {
        let on_it = contains(&piece.outline, at);
        if on_it { piece.flat_top } else { f64::from(piece.height) <= level }
    })
}
