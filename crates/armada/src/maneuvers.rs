//! Executing a maneuver: Determine Course with the navigate command, and Move Ship along the maneuver tool.

use arrayvec::ArrayVec;
use geometry::{Pose, Side, inside};
use table::{Denial, Play, denial};

use crate::asks::Means;
use crate::measure::{base, bodies_overlap, body, body_of};
use crate::state::{Command, Course, JOINTS, ShipId, State};
use crate::{Ask, Choice, Event, Table, damage, overlap, tool};

/// The most clicks of a joint in either direction.
pub const MOST_CLICKS: u8 = 2;

const TOO_FAST: Denial = denial(
    "armada.speed.maximum",
    "The speed chart has no such speed.",
    "Die Schubtabelle kennt diesen Schub nicht.",
);
const TOO_MUCH_YAW: Denial = denial(
    "armada.yaw.value",
    "The joint may not be turned that far at this speed.",
    "Das Gelenk darf bei diesem Schub nicht so weit gedreht werden.",
);
const ON_TOOL: Denial = denial(
    "armada.ship-move.cannot-overlap-tool",
    "The ship would end on the maneuver tool.",
    "Das Schiff würde auf der Manöverhilfe enden.",
);

/// Execute Maneuver: Determine Course, then Move Ship.
pub fn execute(t: &mut Table, id: ShipId) -> Play {
    let ship = t.state.ship(id);
    t.state.course = Some(Course {
        ship: id,
        start: ship.pose,
        speed: ship.speed,
        clicks: [0; JOINTS],
        side: None,
        dial: false,
        extra: None,
    });
    determine_course(t, id)?;
    move_ship(t, id)
}

fn determine_course(t: &mut Table, id: ShipId) -> Play {
    while navigate(t, id)? {}
    let speed = t.state.ship(id).speed;
    set_course(t, |course| course.speed = speed);
    for joint in 0..speed {
        turn_joint(t, id, joint)?;
    }
    if speed > 0 {
        attach_tool(t, id)?;
    }
    Ok(())
}

fn set_course(t: &mut Table, change: impl FnOnce(&mut Course)) {
    if let Some(course) = &mut t.state.course {
        change(course);
    }
}

/// The navigate command: its dial and its token change the speed by 1 each; false when the player does not (or no
/// longer) change it. Dial, token or both are decided before their effects (armada.command.decide-before-effects); as
/// nothing becomes known in between, asking for one after the other comes to the same.
fn navigate(t: &mut Table, id: ShipId) -> Play<bool> {
    let choice = t.ask(t.state.ship(id).owner, Ask::Navigate(id), |state, offer| {
        let ship = state.ship(id);
        let dial = (ship.dial == Some(Command::Navigate)).then_some(Means::Dial);
        let token = ship.navigate_token.then_some(Means::Token);
        for means in dial.into_iter().chain(token) {
            let fastest = ship.facts().chart.len() as u8;
            let verdict = if ship.speed < fastest { Ok(()) } else { Err(TOO_FAST) };
            offer.judge(Choice::Speed(ship.speed + 1, means), verdict);
            if ship.speed > 0 {
                offer.add(Choice::Speed(ship.speed - 1, means));
            }
        }
        offer.pass(Choice::Pass);
    })?;
    let Choice::Speed(speed, means) = choice else { return Ok(false) };
    match means {
        Means::Dial => spend_dial(t, id),
        Means::Token => t.state.ship_mut(id).navigate_token = false,
    }
    t.state.ship_mut(id).speed = speed;
    set_course(t, |course| course.speed = speed);
    t.emit(Event::SpeedChanged(id, speed));
    Ok(true)
}

fn spend_dial(t: &mut Table, id: ShipId) {
    t.state.ship_mut(id).dial = None;
    set_course(t, |course| course.dial = true);
}

/// The yaw value that the speed chart gives for a joint.
pub fn yaw(state: &State, id: ShipId, speed: u8, joint: u8) -> u8 {
    let chart = &state.ship(id).facts().chart;
    let row = chart.get(usize::from(speed).wrapping_sub(1));
    row.and_then(|row| row.get(joint as usize)).copied().unwrap_or(0)
}

/// Whether a navigate dial can still increase the yaw of one joint.
fn may_increase_yaw(state: &State, id: ShipId) -> bool {
    let resolving = state.course.is_some_and(|course| course.dial);
    let unused = state.course.is_some_and(|course| course.extra.is_none());
    unused && (resolving || state.ship(id).dial == Some(Command::Navigate))
}

/// Turns a joint of the straightened tool. One click more than the yaw value takes the navigate dial.
fn turn_joint(t: &mut Table, id: ShipId, joint: u8) -> Play {
    let choice = t.ask(t.state.ship(id).owner, Ask::Joint(id, joint), |state, offer| {
        let speed = state.ship(id).speed;
        let most = yaw(state, id, speed, joint) + u8::from(may_increase_yaw(state, id));
        offer.pass(Choice::Clicks(joint, 0));
        for clicks in 1..=MOST_CLICKS as i8 {
            let verdict = if clicks as u8 <= most { Ok(()) } else { Err(TOO_MUCH_YAW) };
            offer.judge(Choice::Clicks(joint, -clicks), verdict);
            offer.judge(Choice::Clicks(joint, clicks), verdict);
        }
    })?;
    let Choice::Clicks(_, clicks) = choice else { return Ok(()) };
    let speed = t.state.ship(id).speed;
    if clicks.unsigned_abs() > yaw(&t.state, id, speed, joint) {
        spend_dial(t, id);
        set_course(t, |course| course.extra = Some(joint));
        t.emit(Event::YawIncreased(id, joint));
    }
    set_course(t, |course| course.clicks[joint as usize] = clicks);
    Ok(())
}

/// The owner chooses the side that the tool is attached to, unless the ship would end on the tool there. If it would on
/// either side, it has to be one of them all the same.
fn attach_tool(t: &mut Table, id: ShipId) -> Play {
    let choice = t.ask(t.state.ship(id).owner, Ask::ToolSide(id), |state, offer| {
        let verdicts = [Side::Left, Side::Right].map(|side| (side, may_attach(state, side)));
        let hopeless = verdicts.iter().all(|(_, verdict)| verdict.is_err());
        for (side, verdict) in verdicts {
            offer.judge(Choice::ToolSide(side), if hopeless { Ok(()) } else { verdict });
        }
    })?;
    if let Choice::ToolSide(side) = choice {
        set_course(t, |course| course.side = Some(side));
    }
    Ok(())
}

fn may_attach(state: &State, side: Side) -> Result<(), Denial> {
    let Some(course) = state.course else { return Ok(()) };
    let base = state.ship(course.ship).facts().size.base();
    let overlapped = tool::is_overlapped(course.start, base, &course.clicks, course.speed, side);
    if overlapped { Err(ON_TOOL) } else { Ok(()) }
}

/// Where the ship would end with the tool as it is set now and attached to a side.
pub fn ghost(state: &State, side: Side) -> Option<Pose> {
    let course = state.course?;
    let base = state.ship(course.ship).facts().size.base();
    Some(tool::end(course.start, base, &course.clicks, course.speed, side))
}

/// Moves the ship to the joint of its speed. If it would overlap ships there, it moves at a speed less by 1, with the
/// tool as it is, until it does not; at the worst it stays.
fn move_ship(t: &mut Table, id: ShipId) -> Play {
    let size = t.state.ship(id).facts().size;
    let mut overlapped = ArrayVec::<ShipId, 16>::new();
    let end = loop {
        let Some(course) = t.state.course else { return Ok(()) };
        let end = course.side.and_then(|side| ghost(&t.state, side)).unwrap_or(course.start);
        if course.speed == 0 {
            break end;
        }
        let there = body(size, end);
        let mut hit: Option<ShipId> = None;
        for other in t.state.others(id).filter(|other| bodies_overlap(&there, &body_of(&t.state, *other))) {
            hit = hit.or(Some(other));
            if !overlapped.contains(&other) {
                overlapped.push(other);
            }
        }
        let Some(on) = hit else { break end };
        let speed = course.speed - 1;
        set_course(t, |course| course.speed = speed);
        t.emit(Event::SlowedByOverlap { ship: id, on, speed });
    };
    let stays = t.state.course.is_some_and(|course| course.speed == 0);
    t.state.ship_mut(id).pose = end;
    t.emit(if stays { Event::Stayed(id) } else { Event::Moved(id, end) });

    if !overlapped.is_empty() {
        overlap::damage_ships(t, id, &overlapped)?;
    }
    if t.state.ship(id).in_play() && !inside(&base(&t.state, id), &t.state.area) {
        t.emit(Event::LeftPlayArea(id));
        damage::destroy(t, id);
    }
    if t.state.ship(id).in_play() {
        overlap::move_squadrons_aside(t, id)?;
    }
    Ok(())
}
