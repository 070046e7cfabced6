//! Measuring: the three footprints of a ship, hull zones, firing arcs, attack range and line of sight.
//!
//! Hull zones lie on the cardboard token, distances and the edge of the play area count from the plastic base, and
//! overlaps from the base with its shield dials.

use arrayvec::ArrayVec;
use geometry::{
    Base, Edge, Footprint, Heading, Polygon, Pose, Shape, Vec2, Wedge, crosses, gap_in_arc, obstructed,
    overlaps, tolerance,
};
use table::{Denial, denial};

use crate::cards::{ArcLines, Size};
use crate::state::{Range, ShipId, State, Zone};

/// The outer ends of close, medium and long range.
pub const RANGES: [(Range, f64); 3] = [(Range::Close, 123.3), (Range::Medium, 187.0), (Range::Long, 304.8)];
/// A squadron's round base.
pub const SQUADRON: Base = Base::Round { radius: 17.1 };
/// A shield dial: a disc whose middle lies inside the middle of an edge of the base.
const DIAL_RADIUS: f64 = 12.6;
const DIAL_INSIDE: f64 = 5.2;

const NOT_IN_ARC: Denial = denial(
    "armada.attack.declare-target.ship-arc-and-range",
    "No part of that hull zone lies in the firing arc.",
    "Kein Teil dieser Hüllensektion liegt im Feuerwinkel.",
);
const OUT_OF_RANGE: Denial = denial(
    "armada.range.extreme",
    "The hull zone is farther away than the ruler is long.",
    "Die Hüllensektion ist weiter entfernt, als der Maßstab lang ist.",
);
const NO_SIGHT: Denial = denial(
    "armada.los.blocked-by-other-zone",
    "Another hull zone of the target is in the way.",
    "Eine andere Hüllensektion des Ziels ist im Weg.",
);

/// A base with its shield dials.
pub type Body = ArrayVec<Shape, 5>;

/// The base of a ship where it stands.
pub fn base(state: &State, id: ShipId) -> Footprint {
    let ship = state.ship(id);
    Footprint::new(ship.facts().size.base(), ship.pose)
}

/// Everything of a ship that counts for overlaps.
pub fn body(size: Size, pose: Pose) -> Body {
    let base = Footprint::new(size.base(), pose);
    let mut parts: Body = [Shape::from(&base)].into_iter().collect();
    for edge in [Edge::Front, Edge::Right, Edge::Rear, Edge::Left] {
        let middle = base.middle_of(edge);
        let inward = (pose.at - middle).unit().unwrap_or(Vec2::ZERO);
        parts.push(Shape::Circle { centre: middle + inward * DIAL_INSIDE, radius: DIAL_RADIUS });
    }
    parts
}

pub fn body_of(state: &State, id: ShipId) -> Body {
    let ship = state.ship(id);
    body(ship.facts().size, ship.pose)
}

pub fn bodies_overlap(a: &Body, b: &Body) -> bool {
    a.iter().any(|part| b.iter().any(|other| overlaps(part, other)))
}

/// Whether a ship stands on a squadron.
pub fn covers_squadron(body: &Body, at: Vec2) -> bool {
    body.iter().any(|part| overlaps(part, &squadron(at)))
}

pub fn squadron(at: Vec2) -> Footprint {
    Footprint::new(SQUADRON, Pose::new(at, Heading::NORTH))
}

/// How far along its edge, clockwise from the front left corner, a point of a token lies.
fn along_edge(half: Vec2, point: Vec2) -> f64 {
    let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
    if close(point.y, half.y) {
        point.x + half.x
    } else if close(point.x, half.x) {
        2.0 * half.x + half.y - point.y
    } else if close(point.y, -half.y) {
        3.0 * half.x + 2.0 * half.y - point.x
    } else {
        4.0 * half.x + 3.0 * half.y + point.y
    }
}

fn mirrored(point: Vec2) -> Vec2 {
    Vec2::new(-point.x, point.y)
}

/// The two lines that bound a hull zone, clockwise: where they leave the token.
fn bounds(lines: &ArcLines, zone: Zone) -> (Vec2, Vec2) {
    match zone {
        Zone::Front => (mirrored(lines.front), lines.front),
        Zone::Right => (lines.front, lines.rear),
        Zone::Rear => (lines.rear, mirrored(lines.rear)),
        Zone::Left => (mirrored(lines.rear), mirrored(lines.front)),
    }
}

/// A hull zone in the coordinates of its ship: the part of the token between two lines. The data file is part of the
/// program: lines that bound no zone are an error of ours.
pub fn zone_of_token(half: Vec2, lines: &ArcLines, zone: Zone) -> Polygon {
    let (from, to) = bounds(lines, zone);
    let around = 4.0 * (half.x + half.y);
    let start = along_edge(half, from);
    let past = |point: Vec2| {
        let way = along_edge(half, point) - start;
        if way < 0.0 { way + around } else { way }
    };
    let corners = [Vec2::new(-half.x, half.y), half, Vec2::new(half.x, -half.y), -half];
    let mut between: ArrayVec<Vec2, 4> =
        corners.into_iter().filter(|corner| past(*corner) > 0.0 && past(*corner) < past(to)).collect();
    between.sort_by(|a, b| past(*a).total_cmp(&past(*b)));
    let mut points: ArrayVec<Vec2, 8> = [lines.apex, from].into_iter().collect();
    points.extend(between);
    points.push(to);
    Polygon::new(&points).expect("firing arc lines bound convex hull zones")
}

/// A hull zone of a ship where it stands.
pub fn zone(state: &State, id: ShipId, zone: Zone) -> Polygon {
    let ship = state.ship(id);
    ship.facts().zones[zone.index()].placed(ship.pose)
}

/// The firing arc of a hull zone. It includes its lines and has no end.
pub fn firing_arc(state: &State, id: ShipId, zone: Zone) -> Wedge {
    let ship = state.ship(id);
    let lines = &ship.facts().token;
    let (left, right) = bounds(lines, zone);
    let heading = |point: Vec2| {
        let local = Heading::along(point - lines.apex).unwrap_or(Heading::NORTH);
        local.relative_to(ship.pose.heading)
    };
    Wedge::between(ship.pose.to_world(lines.apex), heading(right), heading(left))
}

fn dot(state: &State, id: ShipId, zone: Zone) -> Vec2 {
    let ship = state.ship(id);
    ship.pose.to_world(ship.facts().dots.of(zone))
}

/// The band that a distance falls in; a dividing line belongs to the nearer one.
pub fn band(distance: f64) -> Option<Range> {
    RANGES.iter().find(|(_, end)| distance <= end + tolerance::RULER).map(|(range, _)| *range)
}

/// What is between an attacking and a defending hull zone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shot {
    pub range: Range,
    pub obstructed: bool,
}

/// Firing arc, range and line of sight from a hull zone to a hull zone of another ship.
pub fn shot(state: &State, from: (ShipId, Zone), to: (ShipId, Zone)) -> Result<Shot, Denial> {
    let target = zone(state, to.0, to.1);
    let arc = firing_arc(state, from.0, from.1);
    let gap = gap_in_arc(&zone(state, from.0, from.1), &arc, &target).ok_or(NOT_IN_ARC)?;
    let range = band(gap.distance).ok_or(OUT_OF_RANGE)?;
    let others = Zone::ALL.into_iter().filter(|other| *other != to.1);
    let others: ArrayVec<Polygon, 3> = others.map(|other| zone(state, to.0, other)).collect();
    let (eye, point) = (dot(state, from.0, from.1), dot(state, to.0, to.1));
    let barred = others.iter().any(|other| crosses(eye, point, other));
    if barred || obstructed(&gap.lines, &others) {
        return Err(NO_SIGHT);
    }
    let mut third_ships = state.others(from.0).filter(|other| *other != to.0);
    let obstructed = third_ships.any(|other| crosses(eye, point, &base(state, other)));
    Ok(Shot { range, obstructed })
}
