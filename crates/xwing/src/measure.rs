//! Measuring on the table: bases and their guides, ranges, firing arcs and lines of fire, obstacles and bombs.

#[cfg(test)]
mod sampled;

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use flightpath::{Blocker, Flyer, Part, SECTION, SECTIONS, TEMPLATE_WIDTH, band};
use geometry::{
    Arc, Area, Base, Convex, Footprint, Gap, Heading, Polygon, Pose, Shape, Vec2, clear_line, closest,
    crosses, gap_in_arc, obstructed, overlaps, part_inside,
};
use table::timing::total;
use table::{Denial, denial};

use crate::cards::{ArcName, ObstacleKind, Quantity, library, upgrade_facts, usable};
use crate::phases::counts;
use crate::state::{
    Attack, Bomb, CardRef, HULK, Hulk, MAX_OBSTACLES, MAX_SHIPS, Obstacle, Section, Ship, ShipId, Size, Slot,
    State, Weapon, side_of,
};
use crate::{XWing, docking, huge};

const NOT_IN_ARC: Denial = denial(
    "xwing.core.attack.1.primary",
    "The target is not inside the firing arc.",
    "Das Ziel liegt nicht im Feuerwinkel.",
);
const OUT_OF_RANGE: Denial = denial(
    "xwing.core.attack.1.primary",
    "The target is not at range 1–3.",
    "Das Ziel ist nicht in Reichweite 1–3.",
);
const NOT_IN_WEAPON_ARC: Denial = denial(
    "xwing.core.attack.1.secondary",
    "The target is not inside the firing arc of the weapon.",
    "Das Ziel liegt nicht im Feuerwinkel der Waffe.",
);
const OUT_OF_WEAPON_RANGE: Denial = denial(
    "xwing.core.attack.1.secondary",
    "The target is not at the range of the weapon.",
    "Das Ziel ist nicht in der Reichweite der Waffe.",
);

/// Sides of the square bases of small and large ships, in millimetres.
pub const SMALL_BASE: f64 = 40.0;
pub const LARGE_BASE: f64 = 80.0;
/// Lengths of huge ships: two bases of 80 mm each and the token between them. Certainty medium.
const HUGE_LENGTH: f64 = 195.0;
const CORVETTE_LENGTH: f64 = 225.0;
/// How far the four guides stick out of a base, and how wide they are. They stand beside the gap for the template.
/// Certainty low.
const SMALL_GUIDE: f64 = 3.2;
const LARGE_GUIDE: f64 = 3.5;
const GUIDE_WIDTH: f64 = 2.0;
/// Degrees between the sides of the primary firing arcs: they leave the front edge 17.05 mm left and right of its middle
/// on small ships, 36.05 mm on large ones.
const SMALL_ARC: f64 = 80.9;
const LARGE_ARC: f64 = 84.06;
/// Width of the strip that a bullseye arc is. Certainty medium.
const BULLSEYE: f64 = 15.8;
/// Side of a bomb token without its guides. Certainty low.
pub const BOMB: f64 = 30.0;

/// A shot that geometry allows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shot {
    pub range: u8,
    pub obstructed: bool,
    /// The section of a huge ship that it is aimed at.
    pub section: Option<Section>,
}

/// How wide a base is.
pub fn side(size: Size) -> f64 {
    match size {
        Size::Small => SMALL_BASE,
        Size::Large | Size::Huge | Size::Corvette => LARGE_BASE,
    }
}

/// How long a ship is on the table.
pub const fn length(size: Size) -> f64 {
    match size {
        Size::Small => SMALL_BASE,
        Size::Large => LARGE_BASE,
        Size::Huge => HUGE_LENGTH,
        Size::Corvette => CORVETTE_LENGTH,
    }
}

pub fn base(size: Size) -> Base {
    match size {
        Size::Small | Size::Large => Base::square(side(size)),
        Size::Huge | Size::Corvette => Base::Rect { width: LARGE_BASE, length: length(size) },
    }
}

/// No part of a ship is further from its middle: half diagonals of the bases, rounded up.
const fn radius(size: Size) -> f64 {
    match size {
        Size::Small => 28.5,
        Size::Large => 57.0,
        Size::Huge => 106.0,
        Size::Corvette => 120.0,
    }
}

/// How far apart the middles of two ships can be that touch at their corners.
fn corners(a: Size, b: Size) -> f64 {
    radius(a) + radius(b)
}

/// The base as distances and arcs know it: without guides.
pub fn footprint(size: Size, pose: Pose) -> Footprint {
    Footprint::new(base(size), pose)
}

const fn with_guides(side: f64, guide: f64) -> [Part; 5] {
    let guides = Base::Rect { width: GUIDE_WIDTH, length: guide };
    let (ahead, aside) = ((side + guide) / 2.0, (TEMPLATE_WIDTH + GUIDE_WIDTH) / 2.0);
    [
        Part { base: Base::square(side), ahead: 0.0, aside: 0.0 },
        Part { base: guides, ahead, aside },
        Part { base: guides, ahead, aside: -aside },
        Part { base: guides, ahead: -ahead, aside },
        Part { base: guides, ahead: -ahead, aside: -aside },
    ]
}

static SMALL_PARTS: [Part; 5] = with_guides(SMALL_BASE, SMALL_GUIDE);
static LARGE_PARTS: [Part; 5] = with_guides(LARGE_BASE, LARGE_GUIDE);
static HUGE_PARTS: [Part; 1] = without_guides(Size::Huge);
static CORVETTE_PARTS: [Part; 1] = without_guides(Size::Corvette);

/// Huge ships are moved beside their template: they have no guides.
const fn without_guides(size: Size) -> [Part; 1] {
    [Part { base: Base::Rect { width: LARGE_BASE, length: length(size) }, ahead: 0.0, aside: 0.0 }]
}

/// The base as everything but distances and arcs knows it: with two guides at the front and two at the rear.
pub fn parts(size: Size) -> &'static [Part] {
    match size {
        Size::Small => &SMALL_PARTS,
        Size::Large => &LARGE_PARTS,
        Size::Huge => &HUGE_PARTS,
        Size::Corvette => &CORVETTE_PARTS,
    }
}

/// A rectangle around the base and its guides.
fn hull(size: Size, pose: Pose) -> Footprint {
    let guides = match size {
        Size::Small => 2.0 * SMALL_GUIDE,
        Size::Large => 2.0 * LARGE_GUIDE,
        Size::Huge | Size::Corvette => 0.0,
    };
    Footprint::new(Base::Rect { width: side(size), length: length(size) + guides }, pose)
}

/// A quick answer: things that reach no further from these places can meet.
// audit: same (returns true at once) — who is near is looked at closely
pub fn is_near(a: Vec2, b: Vec2, reach: f64) -> bool {
    // audit: same (< to <=) — a quick answer about what is that far away
    (b - a).length_squared() < reach * reach
}

/// Whether a ship that stands there overlaps another, or a hulk. Circles and rectangles around the ships tell most that do not.
pub fn overlaps_ships(state: &State, id: ShipId, pose: Pose) -> bool {
    let size = state.ship(id).size;
    let mut others = state.in_play().filter(|other| *other != id);
    let overlapped = others.any(|other| {
        let theirs = state.ship(other);
        // audit: same (&& to ||) — two quick answers; ships that overlap are near by both
        let near = is_near(theirs.pose.at, pose.at, corners(size, theirs.size))
            && overlaps(&hull(size, pose), &hull(theirs.size, theirs.pose));
        near && parts(theirs.size).iter().any(|part| lies_on(size, pose, &part.at(theirs.pose)))
    });
    overlapped || state.hulk.iter().any(|hulk| lies_on(size, pose, &hulk_footprint(hulk)))
}

/// A ship about to move.
pub fn flyer(state: &State, id: ShipId) -> Flyer<'static> {
    let ship = state.ship(id);
    Flyer {
        start: ship.pose,
        base: base(ship.size),
        parts: parts(ship.size),
        by_middle: ship.size == Size::Large,
    }
}

/// Room for the parts of all other ships.
pub type Blockers = ArrayVec<Blocker, { 5 * MAX_SHIPS }>;

/// Visits the parts of other ships, and of a huge ship that is an obstacle, that stand no further than `reach` from the
/// middle of a ship.
pub fn each_blocker(state: &State, id: ShipId, reach: f64, mut visit: impl FnMut(Blocker)) {
    let (at, size) = (state.ship(id).pose.at, state.ship(id).size);
    let near = |other: &ShipId| {
        let ship = state.ship(*other);
        *other != id && is_near(ship.pose.at, at, reach + corners(size, ship.size))
    };
    for other in state.in_play().filter(near) {
        let ship = state.ship(other);
        parts(ship.size).iter().for_each(|part| visit(Blocker { ship: other.0, part: part.at(ship.pose) }));
    }
    if let Some(hulk) = &state.hulk
        && is_near(hulk.pose.at, at, reach + corners(size, hulk.name.size()))
    {
        visit(Blocker { ship: HULK.0, part: hulk_footprint(hulk) });
    }
}

/// Where the huge ship lies that is an obstacle.
pub fn hulk_footprint(hulk: &Hulk) -> Footprint {
    footprint(hulk.name.size(), hulk.pose)
}

/// Whether any part of a ship that stands there is outside the play area.
pub fn is_outside(state: &State, size: Size, pose: Pose) -> bool {
    let (width, depth) = state.options.size();
    let near = length(size);
    // audit: same (> to >=) — a quick answer about what is that far inside
    // audit: same (< to <=) — a quick answer about what is that far inside
    let inner = |x: f64, size: f64| x > near && x < size - near;
    if inner(pose.at.x, width) && inner(pose.at.y, depth) {
        return false;
    }
    parts(size).iter().any(|part| geometry::outside(&part.at(pose), &play_area(state)))
}

pub fn play_area(state: &State) -> Area {
    let (width, depth) = state.options.size();
    Area::table(width, depth)
}

// ---- obstacles and bombs ----------------------------------------------------------------------------------------------

pub fn obstacle_polygon(obstacle: &Obstacle) -> Polygon {
    library().obstacle(obstacle.token).polygon.placed(obstacle.pose)
}

pub fn obstacle_shape(obstacle: &Obstacle) -> Shape {
    Shape::Polygon(obstacle_polygon(obstacle))
}

/// The token of a bomb with the two guides that hold it to the template, as far as it lies in the play area.
pub fn bomb_shapes(state: &State, bomb: &Bomb) -> ArrayVec<Shape, 3> {
    let guide = Base::Rect { width: GUIDE_WIDTH, length: SMALL_GUIDE };
    let (ahead, aside) = ((BOMB + SMALL_GUIDE) / 2.0, (TEMPLATE_WIDTH + GUIDE_WIDTH) / 2.0);
    let area = play_area(state);
    [
        Footprint::new(Base::square(BOMB), bomb.pose),
        Footprint::new(guide, bomb.pose.ahead(ahead).aside(aside)),
        Footprint::new(guide, bomb.pose.ahead(ahead).aside(-aside)),
    ]
    .iter()
    .filter_map(|part| part_inside(&Shape::from(part), &area))
    .collect()
}

/// Obstacles no further than `reach` from a place.
pub fn obstacles_near(state: &State, at: Vec2, reach: f64) -> impl Iterator<Item = (usize, &Obstacle)> {
    let near = move |obstacle: &Obstacle| {
        is_near(obstacle.pose.at, at, reach + library().obstacle(obstacle.token).reach)
    };
    state.obstacles.iter().enumerate().filter(move |(_, obstacle)| near(obstacle))
}

/// Whether a ship that stands there lies on a shape.
pub fn lies_on(size: Size, pose: Pose, shape: &impl Convex) -> bool {
    parts(size).iter().any(|part| overlaps(&part.at(pose), shape))
}

/// Whether obstacles count for a ship, or it ignores them.
pub fn minds_obstacles(state: &State, id: ShipId) -> bool {
    counts(state, Quantity::Obstacles(id))
}

pub fn is_on_obstacle(state: &State, id: ShipId, kind: ObstacleKind) -> bool {
    let ship = state.ship(id);
    obstacles_near(state, ship.pose.at, length(ship.size)).any(|(_, obstacle)| {
        library().obstacle(obstacle.token).kind == kind
            && lies_on(ship.size, ship.pose, &obstacle_shape(obstacle))
    })
}

// ---- range ------------------------------------------------------------------------------------------------------------

/// Quick answer for ships far apart.
// audit: same (returns false at once) — who is near is measured
fn too_far(a: &Ship, b: &Ship, sections: u8) -> bool {
    !is_near(a.pose.at, b.pose.at, SECTION * f64::from(sections) + corners(a.size, b.size))
}

/// Range between two ships, base to base in any direction. A ship is at range 1 of itself.
pub fn range(state: &State, a: ShipId, b: ShipId) -> Option<u8> {
    let (from, to) = (state.ship(a), state.ship(b));
    if too_far(from, to, SECTIONS) {
        return None;
    }
    band(closest(&footprint(from.size, from.pose), &footprint(to.size, to.pose)).distance)
}

/// Whether two ships are no further apart than a range.
pub fn in_range(state: &State, a: ShipId, b: ShipId, most: u8) -> bool {
    range(state, a, b).is_some_and(|range| range <= most)
}

/// Whether two ships are no further apart than a range that may lie beyond the range ruler.
pub fn within(state: &State, a: ShipId, b: ShipId, sections: u8) -> bool {
    let (from, to) = (state.ship(a), state.ship(b));
    let distance = || closest(&footprint(from.size, from.pose), &footprint(to.size, to.pose)).distance;
    !too_far(from, to, sections) && geometry::range_band(distance(), SECTION, sections).is_some()
}

/// Whether a ship that takes no part in an attack lies across its line of fire.
pub fn stands_between(state: &State, attack: &Attack, id: ShipId) -> bool {
    let target = state.ship(attack.defender);
    let theirs = match attack.section {
        Some(section) => huge::section_footprint(target, section),
        None => footprint(target.size, target.pose),
    };
    let own = muzzle(state, attack.attacker, Some(attack.weapon));
    let body = footprint(state.ship(id).size, state.ship(id).pose);
    let gap = gap_within(&reach(state, attack.attacker, attack.weapon), &own, &theirs);
    ![attack.attacker, attack.defender].contains(&id)
        && gap.is_some_and(|gap| obstructed(&gap.lines, std::slice::from_ref(&body)))
}

/// Whether a ship is no further than a range from what is attacked: of a huge ship only the section counts.
pub fn near_target(state: &State, target: ShipId, other: ShipId, most: u8) -> bool {
    let section = state.attack().filter(|attack| attack.defender == target).and_then(|attack| attack.section);
    let Some(section) = section else { return in_range(state, target, other, most) };
    let ship = state.ship(other);
    let gap =
        closest(&huge::section_footprint(state.ship(target), section), &footprint(ship.size, ship.pose));
    band(gap.distance).is_some_and(|range| range <= most)
}

/// Range from a ship to another inside its firing arcs.
pub fn range_in_arc(state: &State, a: ShipId, b: ShipId) -> Option<u8> {
    let (from, to) = (state.ship(a), state.ship(b));
    if too_far(from, to, SECTIONS) {
        return None;
    }
    let (own, theirs) = (footprint(from.size, from.pose), footprint(to.size, to.pose));
    let gaps = printed_arcs(state, a).filter_map(|arc| gap_in_arc(&own, &arc.placed(from.pose), &theirs));
    gaps.map(|gap| gap.distance).reduce(f64::min).and_then(band)
}

/// Whether an obstacle lies in the primary firing arc of a ship.
pub fn arc_to_obstacle(state: &State, id: ShipId, obstacle: &Obstacle) -> bool {
    let pose = state.ship(id).pose;
    arc(state, id, ArcName::Front)
        .is_some_and(|arc| geometry::in_arc(&arc.placed(pose), &obstacle_polygon(obstacle)))
}

/// Range from a ship to another that would stand at some place.
pub fn range_to_place(state: &State, id: ShipId, size: Size, pose: Pose) -> Option<u8> {
    let ship = state.ship(id);
    band(closest(&footprint(ship.size, ship.pose), &footprint(size, pose)).distance)
}

/// Whether the line along which the attack being resolved is measured leads across a bomb token of a side.
pub fn measured_over_bomb(state: &State, side: table::Seat) -> bool {
    let Some(attack) = state.attack() else { return false };
    let Some((from, to)) = line_to_show(state, attack.attacker, Some(attack.weapon), attack.defender) else {
        return false;
    };
    let token = |bomb: &Bomb| Footprint::new(Base::square(BOMB), bomb.pose);
    state.bombs.iter().filter(|bomb| side_of(bomb.owner) == side).any(|bomb| crosses(from, to, &token(bomb)))
}

/// Range from a ship to an obstacle.
pub fn range_to_obstacle(state: &State, id: ShipId, obstacle: &Obstacle) -> Option<u8> {
    let ship = state.ship(id);
    band(closest(&footprint(ship.size, ship.pose), &obstacle_shape(obstacle)).distance)
}

/// Range from a ship to a bomb token, guides of the token included.
pub fn range_to_bomb(state: &State, id: ShipId, bomb: &Bomb) -> Option<u8> {
    let ship = state.ship(id);
    let base = footprint(ship.size, ship.pose);
    let nearest =
        bomb_shapes(state, bomb).iter().map(|shape| closest(&base, shape).distance).fold(f64::MAX, f64::min);
    band(nearest)
}

// ---- firing arcs ------------------------------------------------------------------------------------------------------

struct Arcs {
    front: [Arc; 2],
    rear: [Arc; 2],
    half: Arc,
    quarters: [Arc; 4],
}

/// Where a mobile arc can point.
pub const QUARTERS: [Heading; 4] = [Heading::NORTH, Heading::EAST, Heading::SOUTH, Heading::WEST];

static ARCS: LazyLock<Arcs> = LazyLock::new(|| Arcs {
    front: [SMALL_ARC, LARGE_ARC].map(|degrees| Arc::new(Heading::NORTH, degrees)),
    rear: [SMALL_ARC, LARGE_ARC].map(|degrees| Arc::new(Heading::SOUTH, degrees)),
    half: Arc::half(Heading::NORTH),
    quarters: QUARTERS.map(Arc::quarter),
});

/// An arc of a ship; none for what is no wedge.
pub fn arc(state: &State, id: ShipId, name: ArcName) -> Option<&'static Arc> {
    let ship = state.ship(id);
    let size = usize::from(ship.size != Size::Small);
    match name {
        ArcName::Front => Some(&ARCS.front[size]),
        ArcName::Rear => Some(&ARCS.rear[size]),
        ArcName::Half => Some(&ARCS.half),
        ArcName::Mobile => Some(&ARCS.quarters[(ship.mobile_arc & 3) as usize]),
        ArcName::Starboard => Some(&ARCS.quarters[1]),
        ArcName::Port => Some(&ARCS.quarters[3]),
        ArcName::Bullseye | ArcName::Turret => None,
    }
}

/// The firing arcs printed on a ship's token.
fn printed_arcs(state: &State, id: ShipId) -> impl Iterator<Item = &'static Arc> {
    library().ship(state.ship(id).kind).arcs.iter().filter_map(move |name| arc(state, id, *name))
}

fn in_one_arc(state: &State, ship: ShipId, arc: &Arc, other: ShipId) -> bool {
    let target = state.ship(other);
    geometry::in_arc(&arc.placed(state.ship(ship).pose), &footprint(target.size, target.pose))
}

/// Whether one ship lies in a firing arc of another, auxiliary arcs included, at whatever distance. Turrets have no arc.
pub fn in_firing_arc(state: &State, ship: ShipId, other: ShipId) -> bool {
    printed_arcs(state, ship).any(|arc| in_one_arc(state, ship, arc, other))
}

/// Whether a firing arc is printed on a ship's token.
pub fn has_firing_arc(state: &State, id: ShipId) -> bool {
    printed_arcs(state, id).next().is_some()
}

/// Whether one ship lies in an arc of another that it has by this name.
pub fn in_named_arc(state: &State, ship: ShipId, name: ArcName, other: ShipId) -> bool {
    match name {
        ArcName::Bullseye => in_bullseye(state, ship, other),
        _ => arc(state, ship, name).is_some_and(|arc| in_one_arc(state, ship, arc, other)),
    }
}

/// Whether one ship lies in the strip straight ahead of another.
fn in_bullseye(state: &State, ship: ShipId, other: ShipId) -> bool {
    let (from, to) = (state.ship(ship), state.ship(other));
    let (width, depth) = state.options.size();
    let strip = Base::Rect { width: BULLSEYE, length: width + depth };
    let ahead = (length(from.size) + width + depth) / 2.0;
    overlaps(&Footprint::new(strip, from.pose.ahead(ahead)), &footprint(to.size, to.pose))
}

/// Whether one ship lies in the primary firing arc of another.
pub fn in_primary_arc(state: &State, ship: ShipId, other: ShipId) -> bool {
    arc(state, ship, ArcName::Front).is_some_and(|arc| in_one_arc(state, ship, arc, other))
}

/// Where a weapon may be fired.
pub struct Reach {
    pub all_round: bool,
    pub arcs: ArrayVec<&'static Arc, 4>,
    pub ranges: (u8, u8),
}

pub fn reach(state: &State, id: ShipId, weapon: Weapon) -> Reach {
    let ship = state.ship(id);
    let facts = library().ship(ship.kind);
    let mut reach = Reach { all_round: false, arcs: ArrayVec::new(), ranges: (1, SECTIONS) };
    let add = |reach: &mut Reach, name: ArcName| {
        reach.all_round |= name == ArcName::Turret;
        if let Some(arc) = arc(state, id, name)
            && !reach.arcs.is_full()
        {
            reach.arcs.push(arc);
        }
    };
    match weapon {
        Weapon::Primary => {
            facts.arcs.iter().for_each(|name| add(&mut reach, *name));
            if ship.size == Size::Large {
                docking::arcs_of_docked(state, id).for_each(|name| add(&mut reach, name));
            }
            reach.ranges = facts.primary_range.unwrap_or(reach.ranges);
        }
        Weapon::Secondary(card) => {
            if ship.size.is_huge() {
                // Only the arcs of the section that has the weapon; that one of them may be a turret is the primary weapon's.
                let own = huge::card_of(state, id, huge::section_of_upgrade(state, card));
                let wedges = own.arcs.iter().filter(|name| **name != ArcName::Turret);
                wedges.for_each(|name| add(&mut reach, *name));
            } else {
                add(&mut reach, ArcName::Front);
            }
            let Some(row) = upgrade_facts(state, card) else { return reach };
            reach.all_round |= row.turret || total::<XWing>(state, Quantity::AllRound(id, row.slot), 0) > 0;
            reach.ranges = row.range.unwrap_or(reach.ranges);
            let shift = total::<XWing>(state, Quantity::WeaponReach(id), 0) as u8;
            let (low, high) = reach.ranges;
            reach.ranges = (low.saturating_sub(shift).max(1), (high + shift).min(SECTIONS.max(high)));
            let pilot = CardRef { ship: id, slot: Slot::Pilot };
            let pilot = usable(state, pilot).ok().map(|()| &library().pilot(ship.ability).weapon_arcs);
            let arcs = [Some(&facts.weapon_arcs), pilot].into_iter().flatten();
            let more = arcs.filter_map(|arcs| arcs.get(&row.slot)).flatten();
            more.for_each(|name| add(&mut reach, *name));
        }
    }
    reach
}

/// Whether and how a ship can fire a weapon at another: arc, range and line of fire. With a weapon that fires in every
/// direction range is measured between the closest points, otherwise to the closest point inside the arc.
pub fn shot(state: &State, attacker: ShipId, weapon: Weapon, target: ShipId) -> Result<Shot, Denial> {
    if !state.ship(target).size.is_huge() {
        return shot_at(state, attacker, weapon, target, None);
    }
    let [fore, aft] = Section::BOTH.map(|section| shot_at(state, attacker, weapon, target, Some(section)));
    fore.or(aft)
}

/// A shot at a ship or, of a huge ship, at one of its sections.
pub fn shot_at(
    state: &State,
    attacker: ShipId,
    weapon: Weapon,
    target: ShipId,
    section: Option<Section>,
) -> Result<Shot, Denial> {
    let (from, to) = (state.ship(attacker), state.ship(target));
    let reach = reach(state, attacker, weapon);
    let (no_arc, no_range) = match weapon {
        Weapon::Primary => (NOT_IN_ARC, OUT_OF_RANGE),
        Weapon::Secondary(_) => (NOT_IN_WEAPON_ARC, OUT_OF_WEAPON_RANGE),
    };
    let sections = SECTIONS.max(reach.ranges.1);
    if too_far(from, to, sections) {
        return Err(no_range);
    }
    let own = muzzle(state, attacker, Some(weapon));
    let theirs = match section {
        Some(section) => {
            huge::may_aim(state, &own, target, section)?;
            huge::section_footprint(to, section)
        }
        None => footprint(to.size, to.pose),
    };
    let gap = gap_within(&reach, &own, &theirs).ok_or(no_arc)?;
    let in_an_arc = || reach.arcs.iter().any(|arc| geometry::in_arc(&arc.placed(own.pose()), &theirs));
    // Who fires without a turret has the target in an arc.
    // audit: same (&& to ||) — others fire from the middle of the line, and what lies in an arc lies on its side of the line
    if from.size.is_huge() && !in_an_arc() {
        huge::may_fire_across(from, &own, &theirs)?;
    }
    let range = geometry::range_band(gap.distance, SECTION, sections).ok_or(no_range)?;
    if !(reach.ranges.0..=reach.ranges.1).contains(&range) {
        return Err(no_range);
    }
    let obstructed = is_obstructed(state, &gap) && counts(state, Quantity::Obstruction(attacker));
    let obstructed = obstructed || huge::obstructs(state, &gap, attacker, target);
    Ok(Shot { range, obstructed, section })
}

/// Where a weapon is fired from: a ship's base, or that of the section of a huge ship that has the weapon.
fn muzzle(state: &State, id: ShipId, weapon: Option<Weapon>) -> Footprint {
    let ship = state.ship(id);
    match weapon {
        Some(weapon) if ship.size.is_huge() => {
            huge::section_base(ship, huge::section_of_weapon(state, weapon))
        }
        _ => footprint(ship.size, ship.pose),
    }
}

/// The shortest way from a base to another where a weapon may be fired.
fn gap_within(reach: &Reach, own: &Footprint, theirs: &Footprint) -> Option<Gap> {
    if reach.all_round {
        return Some(closest(own, theirs));
    }
    let gaps = reach.arcs.iter().filter_map(|arc| gap_in_arc(own, &arc.placed(own.pose()), theirs));
    // audit: same (< to <=) — as far as each other, either will do
    gaps.reduce(|a, b| if b.distance < a.distance { b } else { a })
}

/// The line along which a shot is measured, for showing it: of several equally short ones one that no obstacle is in the
/// way of, otherwise that in the middle. Without a weapon it is the distance from base to base.
pub fn line_to_show(
    state: &State,
    attacker: ShipId,
    weapon: Option<Weapon>,
    target: ShipId,
) -> Option<(Vec2, Vec2)> {
    // audit: same (1 to 2) — how far a weapon reaches is not asked
    let anywhere = || Reach { all_round: true, arcs: ArrayVec::new(), ranges: (1, SECTIONS) };
    let reach = weapon.map_or_else(anywhere, |weapon| reach(state, attacker, weapon));
    let to = state.ship(target);
    let lines = gap_within(&reach, &muzzle(state, attacker, weapon), &footprint(to.size, to.pose))?.lines;
    let shapes: ArrayVec<Polygon, MAX_OBSTACLES> = state.obstacles.iter().map(obstacle_polygon).collect();
    let middle = lines.at(0.5);
    let free = !shapes.iter().any(|shape| crosses(middle.0, middle.1, shape));
    if free { Some(middle) } else { Some(clear_line(&lines, &shapes).unwrap_or(middle)) }
}

/// Whether every line that the attacker could measure along crosses an obstacle: of several equally short ones the
/// attacker takes the best.
fn is_obstructed(state: &State, gap: &Gap) -> bool {
    if state.obstacles.is_empty() {
        return false;
    }
    let (from, to) = gap.lines.at(0.5);
    // audit: same (/ to *) — looks further than it has to
    let around = gap.distance / 2.0 + LARGE_BASE;
    let near = obstacles_near(state, (from + to) / 2.0, around);
    let shapes: ArrayVec<Polygon, MAX_OBSTACLES> =
        near.map(|(_, obstacle)| obstacle_polygon(obstacle)).collect();
    !shapes.is_empty() && obstructed(&gap.lines, &shapes)
}
