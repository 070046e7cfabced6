//! Cover: how many miniatures of the defender are obscured from the attacking unit leader, and by what.

use geometry::{Block, Convex, Outline, crosses, hides_part};
use table::timing::total;

use crate::Legion;
use crate::cards::Quantity;
use crate::ground::Terrain;
use crate::measure::{as_terrain, base, between, column, eye, in_contact, sees_mini};
use crate::state::{Cover, Form, MiniId, State, UnitId};

/// The cover of a defender: what terrain gives, improvements up to heavy cover, then reductions.
pub fn determine(state: &State, attacker: UnitId, defender: UnitId) -> Cover {
    let suppressed = state.unit(defender).suppression > 0 && is_trooper(state, defender);
    let steps = from_terrain(state, attacker, defender).steps() + i32::from(suppressed);
    let improved = total::<Legion>(state, Quantity::Cover(defender), steps.min(2)).min(2);
    let reduced = total::<Legion>(state, Quantity::CoverReduction(attacker), 0);
    Cover::of(improved - reduced)
}

fn is_trooper(state: &State, unit: UnitId) -> bool {
    state.unit(unit).facts().kind.is_trooper()
}

/// Cover from obscured miniatures: if at least half of them are, the whole unit has cover; heavy, unless more of them
/// are behind light cover.
pub fn from_terrain(state: &State, attacker: UnitId, defender: UnitId) -> Cover {
    let leader = state.leader(attacker);
    let covers = state.standing(defender).map(|mini| best_cover(state, leader, mini));
    let count = |cover: Cover| covers.clone().filter(|other| *other == cover).count();
    let (light, heavy) = (count(Cover::Light), count(Cover::Heavy));
    match light + heavy {
        obscured if obscured == 0 || 2 * obscured < covers.clone().count() => Cover::None,
        _ if light > heavy => Cover::Light,
        _ => Cover::Heavy,
    }
}

/// The best cover of everything that obscures a miniature from the attacking unit leader.
fn best_cover(state: &State, leader: MiniId, mini: MiniId) -> Cover {
    let near = state.board.near(between(&eye(state, leader), &column(state, mini)));
    let pieces = near.filter(|(_, piece, _)| is_obscured_by(state, leader, mini, piece));
    let terrain = pieces.map(|(_, piece, _)| piece.cover).max().unwrap_or(Cover::None);
    let others = state.vehicles().filter(|unit| *unit != leader.unit && *unit != mini.unit);
    let vehicles = others
        .flat_map(|unit| state.standing(unit))
        .filter(|other| is_obscured_by_vehicle(state, leader, mini, *other));
    vehicles.map(|other| state.unit(other.unit).facts().gives_cover).fold(terrain, Cover::max)
}

/// Whether a piece of terrain obscures a miniature: it hides a part of it, and the line between the middles of the bases
/// crosses it. One that the leader touches does so only if nothing of the miniature is seen.
fn is_obscured_by(state: &State, leader: MiniId, mini: MiniId, piece: &Terrain) -> bool {
    match piece.form {
        Form::Pit => {
            let base = base(state, mini);
            is_trooper(state, mini.unit) && piece.outline.holds(base.centre, base.radius)
        }
        Form::Barricade if !is_trooper(state, mini.unit) => false,
        _ => {
            let (from, to) = (state.mini(leader).at, state.mini(mini).at);
            let parts = piece.outline.parts().iter();
            let blocks = parts.map(|part| Block { shape: part.outline(), top: piece.height.into() });
            let touched = || in_contact(&base(state, leader), piece);
            piece.outline.crosses(from, to)
                && hides(state, leader, mini, blocks)
                && (!touched() || !sees_mini(state, leader, mini))
        }
    }
}

/// A ground vehicle obscures like a piece of terrain, from its base up to its highest point.
fn is_obscured_by_vehicle(state: &State, leader: MiniId, mini: MiniId, other: MiniId) -> bool {
    let vehicle = as_terrain(state, other);
    let touched = || {
        let apart = geometry::closest(&base(state, leader), &vehicle.shape).distance;
        apart <= crate::measure::CLOSE
    };
    let block = Block { shape: vehicle.shape.outline(), top: vehicle.top };
    let (from, to) = (state.mini(leader).at, state.mini(mini).at);
    crosses(from, to, &vehicle.shape)
        && hides(state, leader, mini, std::iter::once(block))
        && (!touched() || !sees_mini(state, leader, mini))
}

/// Whether the parts of something hide any part of a miniature.
fn hides<'a>(
    state: &State,
    leader: MiniId,
    mini: MiniId,
    mut blocks: impl Iterator<Item = Block<Outline<'a>>>,
) -> bool {
    let (eye, column) = (eye(state, leader), column(state, mini));
    blocks.any(|block| hides_part(eye, &column, &block))
}
