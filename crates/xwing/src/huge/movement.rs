//! Moving a huge ship: its template, ramming, obstacles and mines under its bases, and what happens to ships that fly into
//! one. Owns the geometry of the huge template.

use arrayvec::ArrayVec;
use flightpath::{ATTACK_FACES, Bearing, Face, Flown, Maneuver, Pool, Ships};
use geometry::tolerance::{REST, SLIT};
use geometry::{Footprint, Heading, Pose, Vec2, overlaps, penetration};
use table::Play;

use super::shape::section_at;
use super::{choose_section, deal_to, suffer};
use crate::attack::{ATTACK_DIE, Roll, faces_of};
use crate::cards::{Liberty, Window, allows};
use crate::maneuvers::move_to;
use crate::measure::{
    LARGE_BASE, footprint, is_outside, length, lies_on, minds_obstacles, obstacle_shape, obstacles_near,
};
use crate::phases::during;
use crate::rolls::roll_for;
use crate::state::{
    Cursor, Doom, HULK, MAX_OBSTACLES, MAX_SHIPS, Moment, Section, ShipId, Size, State, opponent,
};
use crate::{Ask, Event, Table, bombs, damage, victory};

/// How far apart the lines of the straight template lie, in millimetres, and how many there are. Certainty medium.
const STRAIGHT: f64 = 40.0;
const FASTEST: u8 = 4;
/// A bank turns the ship by 30 degrees.
const SIN_30: f64 = 0.5;
const COS_30: f64 = 0.866_025_403_784_438_6;
/// Where the corner that lay in the notch of the template ends, in the frame of the new heading: towards the side that the
/// ship turns to, and forward. Certainty low.
const BANKS: [(f64, f64); 2] = [(-5.0, 48.0), (-25.0, 88.0)];

/// Where a share of a maneuver takes a huge ship. `None` if the template has no such maneuver.
///
/// A straight moves it ahead. A bank turns it about the rear corner of its front base on the side of the template, while
/// that corner moves to the place that the template gives it; on the way both go on evenly.
fn along(size: Size, start: Pose, maneuver: Maneuver, share: f64) -> Option<Pose> {
    let side = match maneuver.bearing {
        Bearing::Straight if maneuver.speed > FASTEST => return None,
        Bearing::Straight => return Some(start.ahead(STRAIGHT * f64::from(maneuver.speed) * share)),
        Bearing::BankLeft => -1.0,
        Bearing::BankRight => 1.0,
        _ => return None,
    };
    let (aside, ahead) = *BANKS.get(usize::from(maneuver.speed).checked_sub(1)?)?;
    let end = turned(start.heading, side, COS_30, SIN_30)?;
    // audit: same (>= to >) — the same heading, but for the last digits
    let heading = if share >= 1.0 {
        end
    } else {
        let part = Heading::degrees_clockwise_from_north(30.0 * share);
        turned(start.heading, side, part.y(), part.x())?
    };
    // The corner that lies in the notch, seen from the middle of the ship.
    let corner = Vec2::new(side * LARGE_BASE / 2.0, length(size) / 2.0 - LARGE_BASE);
    let moved = (end.right() * (side * aside) + end.ahead() * ahead) * share;
    let at = start.to_world(corner) + moved;
    let turned = Pose::new(Vec2::ZERO, heading);
    Some(Pose::new(at - turned.to_world(corner), heading))
}

/// Where a maneuver takes a ship that stands in the middle of nowhere, facing north.
pub fn template_end(size: Size, maneuver: Maneuver) -> Option<Pose> {
    along(size, Pose::new(Vec2::ZERO, Heading::NORTH), maneuver, 1.0)
}

fn turned(heading: Heading, side: f64, cos: f64, sin: f64) -> Option<Heading> {
    Heading::along(heading.ahead() * cos + heading.right() * (side * sin))
}

/// The other huge ships in play.
fn other_huge(state: &State, id: ShipId) -> impl Iterator<Item = (ShipId, Footprint)> {
    state.huge.iter().filter(move |huge| huge.ship != id && state.ship(huge.ship).in_play()).map(|huge| {
        let ship = state.ship(huge.ship);
        (huge.ship, footprint(ship.size, ship.pose))
    })
}

/// Where a maneuver would take a huge ship as everything stands. Only another huge ship stops it: then it is moved back
/// along the template until it overlaps none.
pub fn flight(state: &State, id: ShipId, maneuver: Maneuver) -> Option<Flown> {
    let ship = state.ship(id);
    let at = |share: f64| along(ship.size, ship.pose, maneuver, share);
    let end = at(1.0)?;
    let others: ArrayVec<(ShipId, Footprint), MAX_SHIPS> = other_huge(state, id).collect();
    let depth = |pose: Pose| {
        let own = footprint(ship.size, pose);
        others.iter().map(|(_, other)| penetration(&own, other)).fold(0.0, f64::max)
    };
    let own = footprint(ship.size, end);
    let met =
        others.iter().filter(|(_, other)| overlaps(&own, other)).fold(0, |met, (other, _)| met | other.bit());
    if met == 0 {
        return Some(Flown { pose: end, touched: 0, turn_failed: false, trail: None });
    }
    let mut taken = 1.0;
    // audit: same (> to >=) — where it started it overlaps nothing; within the tolerance, or just not
    while taken > 0.0 && at(taken).map_or(0.0, depth) > REST {
        taken = step_back(ship.size, taken, at(taken).map_or(0.0, depth));
    }
    Some(Flown { pose: at(taken)?, touched: met, turn_failed: false, trail: None })
}

/// How much of a maneuver is left after a step back from a place where a ship lies so deep in another.
// audit: no rule — `flight` goes on as long as anything overlaps, whatever a step was
fn step_back(size: Size, taken: f64, deep: f64) -> f64 {
    // No point of the ship moves further than this while it flies the whole maneuver.
    let reach = 200.0 + length(size);
    (taken - deep.max(SLIT) / reach).max(0.0)
}

/// The sections of a ship at a place that lie on a shape.
fn sections_on(size: Size, pose: Pose, lies: impl Fn(&Footprint) -> bool) -> ArrayVec<Section, 2> {
    Section::BOTH.into_iter().filter(|section| lies(&section_at(size, pose, *section))).collect()
}

/// Executes a maneuver of a huge ship with everything that follows from it, up to Clean Up.
pub fn execute(t: &mut Table, id: ShipId, maneuver: Maneuver) -> Play {
    let (size, start) = (t.state.ship(id).size, t.state.ship(id).pose);
    let (Some(flown), Some(end)) = (flight(&t.state, id, maneuver), along(size, start, maneuver, 1.0)) else {
        return Ok(());
    };
    move_to(&mut t.state, id, flown.pose, flown.touched);
    let ship = t.state.ship_mut(id);
    ship.flown = Some(maneuver);
    t.emit(Event::Moved(id, maneuver, flown.pose));
    if is_outside(&t.state, size, flown.pose) {
        return victory::flee(t, id);
    }
    crush(t, id)?;
    collide(t, id, end, flown.touched)?;
    clear_obstacles(t, id, start)?;
    if t.state.ship(id).in_play() {
        bombs::set_off(t, id, |_| false)?;
    }
    for window in [Window::AfterManeuver, Window::Overlapped, Window::ManeuverDone] {
        if t.state.ship(id).in_play() {
            during(t, Moment::Maneuver(id), window)?;
        }
    }
    Ok(())
}

/// Small and large ships under a huge ship are destroyed; the fore section pays for that.
fn crush(t: &mut Table, id: ShipId) -> Play {
    let (size, pose) = (t.state.ship(id).size, t.state.ship(id).pose);
    let own = footprint(size, pose);
    let under = |other: &ShipId| {
        let ship = t.state.ship(*other);
        !ship.size.is_huge() && lies_on(ship.size, ship.pose, &geometry::Shape::from(&own))
    };
    let crushed: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(under).collect();
    let mut dice = 0;
    for other in &crushed {
        t.state.ship_mut(*other).doom = Doom::Leaving;
    }
    for other in crushed {
        dice += if t.state.ship(other).size == Size::Small { 1 } else { 2 };
        t.emit(Event::Rams(id, other));
        damage::remove(t, other)?;
    }
    if dice == 0 {
        return Ok(());
    }
    let faces = t.roll(Ask::RamRoll(id), &ATTACK_DIE, dice)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(id, faces_of(&pool)));
    suffer(t, id, Section::Fore, pool.count(Face::Hit), pool.count(Face::Critical))
}

/// Two huge ships that collide are each dealt a face-up damage card from the deck of the section concerned.
fn collide(t: &mut Table, id: ShipId, end: Pose, met: Ships) -> Play {
    let size = t.state.ship(id).size;
    let others: ArrayVec<(ShipId, Footprint), MAX_SHIPS> =
        other_huge(&t.state, id).filter(|(other, _)| met & other.bit() != 0).collect();
    for (other, theirs) in others {
        t.emit(Event::Overlaps(id, other));
        let own = footprint(size, end);
        let there = t.state.ship(other);
        let struck = sections_on(there.size, there.pose, |section| overlaps(section, &own));
        let ours = sections_on(size, end, |section| overlaps(section, &theirs));
        deal_to_one_of(t, id, &ours)?;
        deal_to_one_of(t, other, &struck)?;
    }
    Ok(())
}

/// Deals a face-up damage card to one of some sections, which the opponent chooses.
fn deal_to_one_of(t: &mut Table, id: ShipId, sections: &[Section]) -> Play {
    if !t.state.ship(id).in_play() {
        return Ok(());
    }
    let chooser = opponent(t.state.ship(id).owner);
    match choose_section(t, chooser, id, |section| sections.contains(&section))? {
        Some(section) => deal_to(t, id, section, true),
        None => Ok(()),
    }
}

/// Obstacles that something has brought under a huge ship that stands still are removed as after a maneuver.
pub fn clear_obstacles_under(t: &mut Table, id: ShipId) -> Play {
    let pose = t.state.ship(id).pose;
    clear_obstacles(t, id, pose)
}

/// Obstacles under a section, before or after the maneuver, are removed; one face-up damage card is dealt for them all.
fn clear_obstacles(t: &mut Table, id: ShipId, start: Pose) -> Play {
    let ship = t.state.ship(id);
    if !ship.in_play() || t.state.obstacles.is_empty() || !minds_obstacles(&t.state, id) {
        return Ok(());
    }
    let (size, pose) = (ship.size, ship.pose);
    let mut met = ArrayVec::<usize, MAX_OBSTACLES>::new();
    let mut sections = ArrayVec::<Section, 2>::new();
    for (index, obstacle) in obstacles_near(&t.state, pose.at, 2.0 * length(size)) {
        let shape = obstacle_shape(obstacle);
        let now = sections_on(size, pose, |section| overlaps(section, &shape));
        let before = sections_on(size, start, |section| overlaps(section, &shape));
        if !now.is_empty() || !before.is_empty() {
            met.push(index);
        }
        for section in now.into_iter().chain(before) {
            if !sections.contains(&section) {
                sections.push(section);
            }
        }
    }
    for index in met.iter().rev() {
        let token = t.state.obstacles.remove(*index).token;
        t.emit(Event::OnObstacle(id, token));
        t.emit(Event::ObstacleGone(token));
    }
    if met.is_empty() {
        return Ok(());
    }
    let activation = matches!(t.state.cursor, Cursor::Activation { .. });
    if activation && allows(&t.state, id, Liberty::DodgeObstacles) {
        return scrape(t, id, &sections);
    }
    deal_to_one_of(t, id, &sections)
}

/// A die in place of a damage card: a hit or critical hit is one damage to one of some sections, which the opponent chooses.
fn scrape(t: &mut Table, id: ShipId, sections: &[Section]) -> Play {
    let pool = roll_for(t, Ask::ObstacleRoll(id), id, Roll::Attack, 1)?;
    if pool.count(Face::Hit) + pool.count(Face::Critical) == 0 {
        return Ok(());
    }
    let chooser = opponent(t.state.ship(id).owner);
    match choose_section(t, chooser, id, |section| sections.contains(&section))? {
        Some(section) => suffer(t, id, section, 1, 0),
        None => Ok(()),
    }
}

/// A small or large ship that has flown into a huge one, be it an obstacle, rolls an attack die and suffers what it shows.
pub fn ram(t: &mut Table, id: ShipId, touched: Ships) -> Play {
    let huge = t.state.huge.iter().fold(HULK.bit(), |bits, huge| bits | huge.ship.bit());
    let rams = touched & huge != 0;
    if !rams || !t.state.ship(id).in_play() {
        return Ok(());
    }
    let faces = t.roll(Ask::RamRoll(id), &ATTACK_DIE, 1)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(id, faces_of(&pool)));
    damage::suffer(t, id, pool.count(Face::Hit), pool.count(Face::Critical))
}
