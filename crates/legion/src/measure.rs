//! Measuring: bases and levels, the range ruler, line of sight from the top of a miniature, and how terrain restricts
//! movement.
//!
//! A miniature counts as a cylinder as wide as its base. Whether its middle is on a piece of terrain decides where it
//! stands.

use geometry::{
    Area, Block, Column, Convex, Disc, Eye, Vec2, closest, closest_within, contains, overlaps, range_band,
    sees, tolerance,
};

use crate::ground::{Ground, Terrain};
use crate::state::{Form, MiniId, Passage, State, TerrainId, UnitId};

/// One segment of the range ruler. Set upright, it is height 1.
pub const SEGMENT: f64 = 152.4;
/// Ranges up to this one have segments.
pub const SEGMENTS: u8 = 5;
/// Lengths of the movement tools of speed 1, 2 and 3.
pub const TOOLS: [f64; 3] = [76.0, 130.0, 185.0];
/// Places are given to a hundredth of a millimetre: bases that are this close, or overlap by this much, are in contact.
pub const CLOSE: f64 = 0.01;

pub fn radius(state: &State, unit: UnitId) -> f64 {
    state.unit(unit).facts().base.radius()
}

/// The base of a miniature of a unit at a place.
pub fn base_at(state: &State, unit: UnitId, at: Vec2) -> Disc {
    Disc { centre: at, radius: radius(state, unit) }
}

pub fn base(state: &State, id: MiniId) -> Disc {
    base_at(state, id.unit, state.mini(id).at)
}

/// Whether bases stand on each other.
pub fn collide(a: &Disc, b: &Disc) -> bool {
    let apart = a.radius + b.radius - CLOSE - tolerance::TOUCH;
    (a.centre - b.centre).length_squared() < apart * apart
}

/// How high the ground is at a place: the top of the highest solid there.
pub fn level(ground: &Ground, at: Vec2) -> f64 {
    let below = ground.about(at, 0.0).filter(|(_, piece, part)| piece.is_solid() && contains(part, at));
    below.map(|(_, piece, _)| f64::from(piece.height)).fold(0.0, f64::max)
}

/// The height of a unit's miniatures.
pub fn stature(state: &State, unit: UnitId) -> f64 {
    f64::from(state.unit(unit).facts().height)
}

/// Whether a base touches or overlaps a piece of terrain.
pub fn in_contact(base: &Disc, piece: &Terrain) -> bool {
    piece.outline.parts().iter().any(|part| closest_within(base, part, CLOSE).is_some())
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
    let foot = level(&state.board, at);
    Column { at, radius: radius(state, id.unit), foot, top: foot + stature(state, id.unit) }
}

/// The highest point above the middle of the base.
pub fn eye(state: &State, id: MiniId) -> Eye {
    let column = column(state, id);
    Eye { at: column.at, height: column.top }
}

/// A miniature that counts as terrain: everything between its base and its highest point.
pub fn as_terrain(state: &State, id: MiniId) -> Block<Disc> {
    Block { shape: base(state, id), top: column(state, id).top }
}

/// The box in which everything lies that can be between an eye and a column.
pub fn between(eye: &Eye, column: &Column) -> Area {
    Area::about(eye.at, 0.0).joined(&Area::about(column.at, column.radius))
}

/// Whether one miniature sees any part of another. Solid terrain and vehicles can be in the way, troopers cannot.
pub fn sees_mini(state: &State, from: MiniId, to: MiniId) -> bool {
    let (eye, column) = (eye(state, from), column(state, to));
    let between = state.board.near(between(&eye, &column)).filter(|(_, piece, _)| piece.is_solid());
    let terrain = between.map(|(_, piece, part)| Block { shape: part.outline(), top: piece.height.into() });
    let vehicles: Vec<Block<Disc>> = state
        .vehicles()
        .filter(|unit| *unit != from.unit && *unit != to.unit)
        .flat_map(|unit| state.standing(unit))
        .map(|mini| as_terrain(state, mini))
        .collect();
    let vehicles = vehicles.iter().map(|block| Block { shape: block.shape.outline(), top: block.top });
    sees(eye, &column, terrain.chain(vehicles))
}

/// Whether a miniature sees any miniature of a unit.
pub fn sees_unit(state: &State, from: MiniId, unit: UnitId) -> bool {
    state.standing(unit).any(|mini| sees_mini(state, from, mini))
}

/// Whether a trooper so tall that begins on a level cannot move through a piece of terrain.
pub fn is_impassable(stature: f64, level: f64, piece: &Terrain) -> bool {
    let above = f64::from(piece.height) - level;
    match (piece.form, piece.troopers) {
        (Form::Area | Form::Pit, passage) => passage == Passage::Impassable,
        (Form::Barricade | Form::Large, Passage::Impassable) => above > 0.0,
        (Form::Barricade | Form::Large, _) => above > stature,
    }
}

/// Whether a piece of terrain slows a unit down that begins on a level.
pub fn is_difficult(level: f64, piece: &Terrain) -> bool {
    piece.troopers == Passage::Difficult && (!piece.is_solid() || f64::from(piece.height) > level)
}

/// Whether a base stands in difficult terrain.
pub fn in_difficult(ground: &Ground, base: &Disc) -> bool {
    let level = level(ground, base.centre);
    let mut near = ground.about(base.centre, base.radius);
    near.any(|(_, piece, part)| is_difficult(level, piece) && overlaps(part, base))
}

/// The highest piece of terrain whose top a place is on.
pub fn piece_below(ground: &Ground, at: Vec2) -> Option<TerrainId> {
    let below = ground.about(at, 0.0).filter(|(_, piece, part)| piece.is_solid() && contains(part, at));
    // Of pieces as high as each other, the one that was laid last.
    below.max_by_key(|(id, piece, _)| (piece.height, id.0)).map(|(id, ..)| id)
}

/// Whether a miniature stands flat: its middle is on a flat surface, and nothing higher is under its base.
pub fn stands_flat(ground: &Ground, base: &Disc) -> bool {
    let solids = ground.about(base.centre, base.radius).filter(|(_, piece, _)| piece.is_solid());
    let level = level(ground, base.centre);
    solids.filter(|(.., part)| overlaps(*part, base)).all(|(_, piece, part)| {
        if contains(part, base.centre) { piece.flat_top } else { f64::from(piece.height) <= level }
    })
}
