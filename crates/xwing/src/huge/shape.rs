//! Where the sections of a huge ship lie: their bases, their halves of the token, and the blue line between them.

use geometry::{Base, Footprint, Gap, Pose, Vec2, obstructed};
use table::Denial;

use super::{BEYOND_THE_LINE, CRIPPLED, OWN_LINE, is_crippled};
use crate::cards::{Liberty, allows};
use crate::measure::{LARGE_BASE, footprint, hulk_footprint, length};
use crate::state::{Section, Ship, ShipId, Size, State};

/// +1 for what lies ahead of the middle, -1 for what lies behind it.
fn towards(section: Section) -> f64 {
    match section {
        Section::Fore => 1.0,
        Section::Aft => -1.0,
    }
}

/// The middle of a section's base.
fn base_pose(size: Size, pose: Pose, section: Section) -> Pose {
    pose.ahead(towards(section) * (length(size) - LARGE_BASE) / 2.0)
}

/// The base of a section.
pub fn section_base(ship: &Ship, section: Section) -> Footprint {
    Footprint::new(Base::square(LARGE_BASE), base_pose(ship.size, ship.pose, section))
}

/// A section: its base and its half of the token, up to the blue line.
pub fn section_at(size: Size, pose: Pose, section: Section) -> Footprint {
    let half = Base::Rect { width: LARGE_BASE, length: length(size) / 2.0 };
    Footprint::new(half, pose.ahead(towards(section) * length(size) / 4.0))
}

pub fn section_footprint(ship: &Ship, section: Section) -> Footprint {
    section_at(ship.size, ship.pose, section)
}

/// The ends of the blue line across the middle of the token.
fn blue_line(ship: &Ship) -> (Vec2, Vec2) {
    (ship.pose.aside(-LARGE_BASE / 2.0).at, ship.pose.aside(LARGE_BASE / 2.0).at)
}

/// Whether the line between two points crosses the blue line of a ship.
fn crosses_blue_line(ship: &Ship, from: Vec2, to: Vec2) -> bool {
    let (left, right) = blue_line(ship);
    let side = |a: Vec2, b: Vec2, point: Vec2| (b - a).cross(point - a);
    // audit: same (< to <=) — nobody's middle lies on the line, between its ends
    // audit: same (* to /) — only the sign counts
    let parts_ends = side(left, right, from) * side(left, right, to) < 0.0;
    // audit: same (<= to <) — through the very end of the line, or just not
    // audit: same (* to /) — only the sign counts
    parts_ends && side(from, to, left) * side(from, to, right) <= 0.0
}

/// Whether a section may be aimed at: it is not crippled, and the line from the middle of the attacker's base to the middle
/// of its own does not cross the blue line.
pub fn may_aim(state: &State, attacker: &Footprint, target: ShipId, section: Section) -> Result<(), Denial> {
    let ship = state.ship(target);
    if is_crippled(state, target, section) {
        return Err(CRIPPLED);
    }
    let middle = base_pose(ship.size, ship.pose, section).at;
    if crosses_blue_line(ship, attacker.pose().at, middle) { Err(BEYOND_THE_LINE) } else { Ok(()) }
}

/// A huge ship that fires outside its arcs must not fire across its own blue line.
pub fn may_fire_across(ship: &Ship, base: &Footprint, target: &Footprint) -> Result<(), Denial> {
    if crosses_blue_line(ship, target.pose().at, base.pose().at) { Err(OWN_LINE) } else { Ok(()) }
}

/// Whether a ship that takes no part in an attack lies across its line of fire and obstructs it: every huge ship does, and
/// one that is an obstacle; others only if a card says so.
pub fn obstructs(state: &State, gap: &Gap, attacker: ShipId, target: ShipId) -> bool {
    let blocks = |id: ShipId| {
        state.ship(id).size.is_huge()
            || !state.are_friends(id, attacker) && allows(state, id, Liberty::Obstruct)
    };
    let others = state.ids().filter(|id| *id != attacker && *id != target && blocks(*id));
    let bodies: Vec<Footprint> = others
        .filter(|id| state.ship(*id).in_play())
        .map(|id| footprint(state.ship(id).size, state.ship(id).pose))
        .chain(state.hulk.as_ref().map(hulk_footprint))
        .collect();
    !bodies.is_empty() && obstructed(&gap.lines, &bodies)
}
