//! Measuring on the table: bases, ranges, arcs and lines of fire.

use flightpath::{SECTION, SECTIONS, band};
use geometry::{
    Arc, Area, Base, Footprint, Gap, Heading, Pose, Vec2, closest, gap_in_arc, overlaps, under_ruler,
};
use table::{Denial, denial};

use crate::cards::library;
use crate::state::{BASE, RULER_WIDTH, ShipId, State, Token, TokenKind};

const OUT_OF_ARC: Denial = denial(
    "attackwing.range.in-range-out-of-arc",
    "The target is not inside the firing arc.",
    "Das Ziel liegt nicht im Feuerwinkel.",
);
const OUT_OF_RANGE: Denial =
    denial("attackwing.range.out-of-range", "The target is out of range.", "Das Ziel ist außer Reichweite.");
const PLANET_BLOCKS: Denial = denial(
    "attackwing.planet.blocks-attacks",
    "The planet blocks the line of fire.",
    "Der Planet versperrt die Schussbahn komplett.",
);

/// Where a weapon may be fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arcs {
    Front,
    FrontAndRear,
    AllRound,
}

/// A shot that geometry allows.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub range: u8,
    pub obstructed: bool,
}

pub fn base() -> Base {
    Base::square(BASE)
}

pub fn footprint(pose: Pose) -> Footprint {
    Footprint::new(base(), pose)
}

/// The wedge at the front of every ship token, and that at the stern of some.
pub fn front_arc() -> Arc {
    Arc::quarter(Heading::NORTH)
}
pub fn rear_arc() -> Arc {
    Arc::quarter(Heading::SOUTH)
}

pub fn play_area(state: &State) -> Area {
    Area::table(state.options.size().0, state.options.size().1)
}

/// The bases of all other ships in play.
pub fn other_bases(state: &State, id: ShipId) -> impl Iterator<Item = (ShipId, Footprint)> {
    let others = state.in_play().filter(move |other| *other != id);
    others.map(|other| (other, footprint(state.ship(other).pose)))
}

/// Range between two ships, base to base in any direction.
pub fn range(state: &State, a: ShipId, b: ShipId) -> Option<u8> {
    let (a, b) = (state.ship(a).pose, state.ship(b).pose);
    if too_far(a, b) {
        return None;
    }
    band(closest(&footprint(a), &footprint(b)).distance)
}

/// Range from a ship to a token.
pub fn range_to_token(state: &State, ship: ShipId, token: usize) -> Option<u8> {
    band(closest(&footprint(state.ship(ship).pose), &state.tokens[token].shape()).distance)
}

/// Whether one ship lies in the forward arc of another, at whatever distance.
pub fn in_forward_arc(state: &State, ship: ShipId, other: ShipId) -> bool {
    let pose = state.ship(ship).pose;
    geometry::in_arc(&front_arc().placed(pose), &footprint(state.ship(other).pose))
}

/// Quick answer for ships far apart: the half diagonals of two bases are less than 57 mm together.
// audit: same (returns false at once) — it spares measuring what is out of range anyway
fn too_far(a: Pose, b: Pose) -> bool {
    let reach = SECTION * f64::from(SECTIONS) + 57.0;
    let between = b.at - a.at;
    between.dot(between) > reach * reach // audit: same (> to >=) — bases that far apart are out of range
}

/// Whether and how a ship can fire at another: arc, range and line of fire.
pub fn shot(
    state: &State,
    attacker: ShipId,
    target: ShipId,
    arcs: Arcs,
    ranges: (u8, u8),
) -> Result<Shot, Denial> {
    let (from, to) = (state.ship(attacker).pose, state.ship(target).pose);
    let gap = gap_for(state, attacker, target, arcs)?;
    let range = band(gap.distance).ok_or(OUT_OF_RANGE)?;
    if range < ranges.0 || range > ranges.1 {
        return Err(OUT_OF_RANGE);
    }
    let (own, theirs) = (footprint(from), footprint(to));
    let through = line_of_fire(state, &gap)?;
    Ok(Shot { range, obstructed: through || on_obstacle(state, &own) || on_obstacle(state, &theirs) })
}

/// The shortest way from a ship to another within its arcs.
fn gap_for(state: &State, attacker: ShipId, target: ShipId, arcs: Arcs) -> Result<Gap, Denial> {
    let (from, to) = (state.ship(attacker).pose, state.ship(target).pose);
    if too_far(from, to) {
        return Err(OUT_OF_RANGE);
    }
    let (own, theirs) = (footprint(from), footprint(to));
    Ok(match arcs {
        Arcs::AllRound => closest(&own, &theirs),
        Arcs::Front => gap_in_arc(&own, &front_arc().placed(from), &theirs).ok_or(OUT_OF_ARC)?,
        Arcs::FrontAndRear => {
            let front = gap_in_arc(&own, &front_arc().placed(from), &theirs);
            // No base is so long that it lies in both.
            let has_rear = library().class(state.ship(attacker).class).rear_arc;
            let rear = || has_rear.then(|| gap_in_arc(&own, &rear_arc().placed(from), &theirs)).flatten();
            front.or_else(rear).ok_or(OUT_OF_ARC)?
        }
    })
}

/// The line along which a shot is measured, for showing it: of several equally short ones that in the middle.
// audit: no rule — it is drawn, and decides nothing
pub fn line_to_show(state: &State, attacker: ShipId, target: ShipId, arcs: Arcs) -> Option<(Vec2, Vec2)> {
    Some(gap_for(state, attacker, target, arcs).ok()?.lines.at(0.5))
}

/// A ship that stands on an obstacle or a minefield fires, and is fired at, as through it.
fn on_obstacle(state: &State, base: &Footprint) -> bool {
    let obstructs = |token: &&Token| token.bars_fire() && token.kind != TokenKind::Planet;
    state.tokens.iter().filter(obstructs).any(|token| overlaps(base, &token.shape()))
}

/// Lays the ruler along the shortest line. True if any part of it between the ships covers an obstacle or a minefield.
/// The attacker cannot lay it otherwise for a clear shot (`attackwing.obstacle.attack.shortest-line`), so every way to
/// lay it counts: with the line below its middle or its edges, and along each of several equally short lines.
fn line_of_fire(state: &State, gap: &Gap) -> Result<bool, Denial> {
    // Nothing lies between ships that touch.
    if gap.distance == 0.0 {
        return Ok(false);
    }
    let mut obstructed = false;
    for token in state.tokens.iter().filter(|token| token.bars_fire()) {
        if under_ruler(&gap.lines, RULER_WIDTH, &token.shape()) {
            if token.kind == TokenKind::Planet {
                return Err(PLANET_BLOCKS);
            }
            obstructed = true;
        }
    }
    Ok(obstructed)
}
