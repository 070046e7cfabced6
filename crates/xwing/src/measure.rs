//! Measuring on the table: bases and their guides, ranges, the firing arc and lines of fire.

use arrayvec::ArrayVec;
use flightpath::{Body, SECTION, SECTIONS, TEMPLATE_WIDTH, band};
use geometry::{Arc, Area, Base, Footprint, Heading, Pose, Shape, closest, gap_in_arc, obstructed, overlaps};
use table::{Denial, denial};

use crate::cards::{ObstacleKind, library};
use crate::state::{BASE, GUIDE_LENGTH, GUIDE_WIDTH, MAX_SHIPS, Obstacle, PLAY_AREA, ShipId, State};

const NOT_IN_ARC: Denial = denial(
    "xwing.core.attack.1.primary",
    "The target is not inside the firing arc.",
    "Das Ziel liegt nicht im Feuerwinkel.",
);
const OUT_OF_RANGE: Denial = denial(
    "xwing.core.attack.1.primary",
    "The target is not at range 1-3.",
    "Das Ziel ist nicht in Reichweite 1-3.",
);
const ON_ASTEROID: Denial = denial(
    "xwing.core.obstacle.asteroid.3",
    "A ship on an asteroid cannot attack.",
    "Ein Schiff auf einem Asteroiden kann nicht angreifen.",
);

/// Degrees between the sides of the primary firing arc of a small ship. They leave the front edge 17.05 mm left and right
/// of its middle.
const ARC: f64 = 80.9;

/// A shot that geometry allows.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub range: u8,
    pub obstructed: bool,
}

/// Everything that ships must not end on, by kind.
pub struct Surroundings {
    pub ships: ArrayVec<Shape, { 5 * MAX_SHIPS }>,
    pub obstacles: ArrayVec<Shape, 12>,
}

pub fn base() -> Base {
    Base::square(BASE)
}

/// The base as distances and arcs know it: without guides.
pub fn footprint(pose: Pose) -> Footprint {
    Footprint::new(base(), pose)
}

/// The base as everything else knows it: with two guides at the front and two at the rear.
pub fn body(pose: Pose) -> Body {
    let guide = Base::Rect { width: GUIDE_WIDTH, length: GUIDE_LENGTH };
    let (ahead, aside) = ((BASE + GUIDE_LENGTH) / 2.0, (TEMPLATE_WIDTH + GUIDE_WIDTH) / 2.0);
    let guides = [(ahead, aside), (ahead, -aside), (-ahead, aside), (-ahead, -aside)];
    let guides = guides.map(|(ahead, aside)| Footprint::new(guide, pose.ahead(ahead).aside(aside)));
    [footprint(pose)].iter().chain(&guides).map(Shape::from).collect()
}

pub fn firing_arc() -> Arc {
    Arc::new(Heading::NORTH, ARC)
}

pub fn play_area() -> Area {
    Area::table(PLAY_AREA, PLAY_AREA)
}

pub fn obstacle_shape(obstacle: &Obstacle) -> Shape {
    Shape::Polygon(library().obstacle(obstacle.token).polygon.placed(obstacle.pose))
}

/// What a ship that moves has to look out for.
pub fn surroundings(state: &State, id: ShipId) -> Surroundings {
    let others = state.in_play().filter(|other| *other != id);
    Surroundings {
        ships: others.flat_map(|other| body(state.ship(other).pose)).collect(),
        obstacles: state.obstacles.iter().map(obstacle_shape).collect(),
    }
}

/// Range between two ships, base to base in any direction.
pub fn range(state: &State, a: ShipId, b: ShipId) -> Option<u8> {
    band(closest(&footprint(state.ship(a).pose), &footprint(state.ship(b).pose)).distance)
}

/// Whether one ship lies in the firing arc of another, at whatever distance.
pub fn in_firing_arc(state: &State, ship: ShipId, other: ShipId) -> bool {
    geometry::in_arc(&firing_arc().placed(state.ship(ship).pose), &footprint(state.ship(other).pose))
}

/// Quick answer for ships far apart: the half diagonals of two bases are less than 57 mm together.
fn too_far(a: Pose, b: Pose) -> bool {
    let reach = SECTION * f64::from(SECTIONS) + 57.0;
    (b.at - a.at).length_squared() > reach * reach
}

/// Whether and how a ship can fire its primary weapon at another: arc, range and line of fire.
pub fn shot(state: &State, attacker: ShipId, target: ShipId) -> Result<Shot, Denial> {
    let (from, to) = (state.ship(attacker).pose, state.ship(target).pose);
    if on_asteroid(state, from) {
        return Err(ON_ASTEROID);
    }
    if too_far(from, to) {
        return Err(OUT_OF_RANGE);
    }
    let gap = gap_in_arc(&footprint(from), &firing_arc().placed(from), &footprint(to)).ok_or(NOT_IN_ARC)?;
    let range = band(gap.distance).ok_or(OUT_OF_RANGE)?;
    let obstacles: ArrayVec<Shape, 12> = state.obstacles.iter().map(obstacle_shape).collect();
    // Where several lines are equally short the attacker takes the best.
    Ok(Shot { range, obstructed: obstructed(&gap.lines, &obstacles) })
}

fn on_asteroid(state: &State, pose: Pose) -> bool {
    let body = body(pose);
    state.obstacles.iter().any(|obstacle| {
        library().obstacle(obstacle.token).kind == ObstacleKind::Asteroid
            && body.iter().any(|part| overlaps(part, &obstacle_shape(obstacle)))
    })
}
