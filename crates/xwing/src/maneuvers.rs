//! Executing maneuvers: reveal, move, overlaps, obstacles and mines, stress.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Flown, Maneuver, Ships, TEMPLATE_WIDTH, Trail};
use geometry::{Pose, Vec2};
use table::timing::total;
use table::{Denial, Play, denial};

use crate::actions::{receive_stress, remove_stress};
use crate::attack::Roll;
use crate::cards::{Liberty, ObstacleKind, Quantity, Window, allows, colour, difficulty, library, templates};
use crate::measure::{
    Blockers, each_blocker, flyer, is_near, is_outside, lies_on, minds_obstacles, obstacle_shape,
    overlaps_ships, side,
};
use crate::phases::{begin, during, instead};
use crate::rolls::roll_for;
use crate::state::{Declaration, HULK, MAX_OBSTACLES, Moment, Obstacle, ShipId, Size, State, opponent};
use crate::{Ask, Choice, Event, Table, XWing, bombs, cloak, damage, huge, victory};

const NO_RED: Denial = denial(
    "xwing.core.stress.no-red",
    "A stressed ship cannot execute a red maneuver.",
    "Ein gestresstes Schiff kann kein rotes Manöver ausführen.",
);
const ROLL_ON_SHIP: Denial = denial(
    "xwing.core.move.tallon",
    "The ship would overlap another ship.",
    "Das Schiff würde ein anderes Schiff überschneiden.",
);
const ROLL_PLACE: Denial = denial(
    "xwing.core.move.tallon",
    "The end of the template has to lie against the side of the base.",
    "Das Ende der Schablone muss an der Seite der Basis anliegen.",
);

/// Places are given to a hundredth of a millimetre.
const TOLERANCE: f64 = 0.01;

/// What an ionized ship flies.
const ION_DRIFT: Maneuver = Maneuver { bearing: Bearing::Straight, speed: 1, colour: Colour::White };
/// What a stressed ship flies in the later rules instead of a red maneuver.
const STRESSED_DRIFT: Maneuver = Maneuver { bearing: Bearing::Straight, speed: 2, colour: Colour::White };

/// The colour that a maneuver counts as for a ship: what cards make of the printed one.
pub fn colour_for(state: &State, id: ShipId, maneuver: Maneuver) -> Colour {
    colour(total::<XWing>(state, Quantity::Difficulty(id, maneuver), difficulty(maneuver.colour)))
}

/// The maneuvers of a ship's dial.
pub fn dial(state: &State, id: ShipId) -> &'static [Maneuver] {
    &library().ship(state.ship(id).kind).dial
}

/// The bearings of a dial from left to right; others come after them.
const FROM_LEFT: [Bearing; 5] =
    [Bearing::TurnLeft, Bearing::BankLeft, Bearing::Straight, Bearing::BankRight, Bearing::TurnRight];

/// The maneuvers before and after one on a ship's dial, which goes round by speed and in each speed from left to right.
pub fn neighbours(state: &State, id: ShipId, set: Maneuver) -> ArrayVec<Maneuver, 2> {
    let from_left = |maneuver: &Maneuver| {
        FROM_LEFT.iter().position(|bearing| *bearing == maneuver.bearing).unwrap_or(FROM_LEFT.len())
    };
    let mut dial = dial(state, id).to_vec();
    dial.sort_by_key(|maneuver| (maneuver.speed, from_left(maneuver), maneuver.bearing));
    let Some(place) = dial.iter().position(|maneuver| *maneuver == set) else { return ArrayVec::new() };
    let around = [place + dial.len() - 1, place + 1].map(|place| dial[place % dial.len()]);
    around.into_iter().filter(|next| *next != set).collect()
}

/// Steps 1 to 5 of an activation. A ship that was assigned no dial reveals none: an ionized ship drifts.
pub fn reveal_and_execute(t: &mut Table, id: ShipId) -> Play {
    if t.state.ship(id).is_ionized() {
        execute(t, id, ION_DRIFT)?;
        let at_once = t.state.options.rules().ion_removed_at_once;
        let ship = t.state.ship_mut(id);
        if at_once || ship.size == Size::Small {
            ship.ion = 0;
        } else {
            ship.drifted = true;
        }
        return Ok(());
    }
    if t.state.ship(id).dial.is_none() {
        return Ok(());
    }
    before_reveal(t, id)?;
    if !t.state.ship(id).in_play() {
        return Ok(());
    }
    let Some(set) = t.state.ship(id).dial else { return Ok(()) };
    t.state.ship_mut(id).revealed = true;
    t.emit(Event::Revealed(id, set));
    during(t, Moment::Dial(id), Window::Revealed)?;
    if !t.state.ship(id).in_play() {
        return Ok(());
    }
    let set = t.state.ship(id).dial.unwrap_or(set);
    let maneuver = overruled(t, id, set)?.unwrap_or(set);
    t.state.ship_mut(id).dial = None;
    execute(t, id, maneuver)
}

/// Immediately before revealing: decloaking (unless that came earlier) and what cards allow.
fn before_reveal(t: &mut Table, id: ShipId) -> Play {
    let early = t.state.options.rules().decloak_before_activation;
    let cloaked = t.state.ship(id).cloaked;
    t.state.ship_mut(id).may_decloak = cloaked && !early;
    if t.state.ship(id).may_decloak && !crate::cards::hears(&t.state, Window::BeforeReveal) {
        // Nobody else has anything to say.
        cloak::offer_to_decloak(t, id)?;
    } else if t.state.ship(id).may_decloak || crate::cards::hears(&t.state, Window::BeforeReveal) {
        begin(t, Moment::Dial(id))?;
        t.window(Window::BeforeReveal)?;
        t.state.moments.pop();
    }
    t.state.ship_mut(id).may_decloak = false;
    Ok(())
}

/// A stressed ship cannot fly a red maneuver: if it reveals one, the opponent chooses another from its dial.
fn overruled(t: &mut Table, id: ShipId, set: Maneuver) -> Play<Option<Maneuver>> {
    let stress = t.state.ship(id).stress.into();
    let barred = total::<XWing>(&t.state, Quantity::RedStress(id), stress) > 0;
    if !barred || colour_for(&t.state, id, set) != Colour::Red {
        return Ok(None);
    }
    if t.state.options.rules().red_becomes_straight {
        t.emit(Event::Overruled(id, STRESSED_DRIFT));
        return Ok(Some(STRESSED_DRIFT));
    }
    let other = opponent(t.state.ship(id).owner);
    let choice = t.ask(other, Ask::Overrule(id), |state, offer| {
        for maneuver in dial(state, id) {
            let red = colour_for(state, id, *maneuver) == Colour::Red;
            let verdict = if red { Err(NO_RED) } else { Ok(()) };
            offer.judge(Choice::Maneuver(*maneuver), verdict);
        }
        if offer.is_empty() {
            // Every maneuver of the dial has become red: the ship flies what it was set.
            offer.add(Choice::Maneuver(set));
        }
    })?;
    let Choice::Maneuver(other) = choice else { return Ok(None) };
    t.emit(Event::Overruled(id, other));
    Ok(Some(other))
}

/// Sets another maneuver on a dial that lies open, if it may be set.
pub fn change_dial(t: &mut Table, id: ShipId, maneuver: Maneuver) {
    t.state.ship_mut(id).dial = Some(maneuver);
    t.emit(Event::DialChanged(id, maneuver));
}

/// The templates there are: straights of speed 1 to 5, banks and turns of speed 1 to 3.
pub fn has_template(maneuver: Maneuver) -> bool {
    match maneuver.bearing {
        Bearing::Stationary => true,
        Bearing::Straight | Bearing::ComeAbout | Bearing::Reverse => maneuver.speed <= 5,
        _ => maneuver.speed <= 3,
    }
}

/// Where a maneuver would take a ship as everything stands. `None` if there is no such template.
pub fn flight(state: &State, id: ShipId, maneuver: Maneuver) -> Option<Flown> {
    if state.ship(id).size.is_huge() {
        return huge::flight(state, id, maneuver);
    }
    if !has_template(maneuver) {
        return None;
    }
    let flyer = flyer(state, id);
    let mut blockers = Blockers::new();
    // Only a ship that would end on others looks at what is on its way.
    if flyer.end(maneuver).is_some_and(|end| overlaps_ships(state, id, end)) {
        each_blocker(state, id, reach_of(state, id, maneuver.speed), |blocker| blockers.push(blocker));
    }
    flyer.fly(maneuver, &blockers)
}

/// No template of a speed takes a ship, or lies, further away than this.
fn reach_of(state: &State, id: ShipId, speed: u8) -> f64 {
    f64::from(speed) * 40.0 + 2.0 * side(state.ship(id).size)
}

/// Executes a maneuver with everything that follows from it, up to Clean Up: overlaps, fleeing, mines, what cards do after
/// a maneuver, obstacles, stress.
pub fn execute(t: &mut Table, id: ShipId, maneuver: Maneuver) -> Play {
    if t.state.ship(id).size.is_huge() {
        return huge::execute(t, id, maneuver);
    }
    let maneuver = choose_template(t, id, maneuver)?;
    let counted = Maneuver { colour: colour_for(&t.state, id, maneuver), ..maneuver };
    let Some(flown) = flight(&t.state, id, maneuver) else { return Ok(()) };
    let pose = end_pose(t, id, maneuver, &flown)?;
    let way = (t.state.ship(id).pose.at, flown.pose.at);
    move_to(&mut t.state, id, pose, flown.touched & !HULK.bit());
    let ship = t.state.ship_mut(id);
    ship.flown = Some(counted);
    ship.overlapped_ship = flown.touched != 0;
    (ship.overlapped_obstacle, ship.met_obstacle) = (false, false);
    t.emit(Event::Moved(id, counted, pose));
    if flown.turn_failed {
        t.emit(Event::TurnFailed(id));
    }
    if flown.touched != 0 {
        t.state.ship_mut(id).no_action = true;
        for other in t.state.ids().filter(|other| flown.touched & other.bit() != 0) {
            t.emit(Event::Overlaps(id, other));
        }
        if flown.touched & HULK.bit() != 0 {
            t.emit(Event::OverlapsHulk(id));
        }
    }
    if is_outside(&t.state, t.state.ship(id).size, pose) {
        return victory::flee(t, id);
    }
    let obstacles = met_obstacles(t, id, pose, way, flown.trail.as_ref());
    bombs::set_off(t, id, |shape| flown.trail.is_some_and(|trail| trail.overlaps(shape)))?;
    if t.state.ship(id).in_play() {
        during(t, Moment::Maneuver(id), Window::AfterManeuver)?;
    }
    if t.state.ship(id).in_play() {
        during(t, Moment::Maneuver(id), Window::Overlapped)?;
    }
    if flown.touched != 0 {
        huge::ram(t, id, flown.touched)?;
    }
    let met = meet_obstacles(t, id, &obstacles)?;
    if t.state.ship(id).in_play() {
        if instead(t, Moment::Maneuver(id), Window::WouldCheckStress)? {
            t.state.ship_mut(id).late_check = Some(counted.colour);
        } else {
            check_pilot_stress(t, id, counted.colour)?;
        }
    }
    for _ in 0..met.debris {
        receive_stress(t, id)?;
    }
    if t.state.ship(id).in_play() {
        during(t, Moment::Maneuver(id), Window::ManeuverDone)?;
    }
    Ok(())
}

/// The maneuver as it is flown: cards may let its player take another template.
fn choose_template(t: &mut Table, id: ShipId, maneuver: Maneuver) -> Play<Maneuver> {
    let Some(bearing) = maneuver.bearing.along_turn() else { return Ok(maneuver) };
    // audit: same (0 to 1) — only the bit of the turn template is looked at
    if total::<XWing>(&t.state, Quantity::FlownWith(id, maneuver), 0) & templates::TURN == 0 {
        return Ok(maneuver);
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::FlyWith(id), |_, offer| {
        offer.add(Choice::Maneuver(maneuver));
        offer.add(Choice::Maneuver(Maneuver { bearing, ..maneuver }));
    })?;
    Ok(if let Choice::Maneuver(chosen) = choice { chosen } else { maneuver })
}

/// Where the ship really ends: after a turn with a roll its player slides it along the end of the template.
fn end_pose(t: &mut Table, id: ShipId, maneuver: Maneuver, flown: &Flown) -> Play<Pose> {
    let Some(turn) = maneuver.bearing.rolls().filter(|_| !flown.turn_failed) else { return Ok(flown.pose) };
    let rolled = flown.pose.turned(turn);
    if !shifts(&t.state, id, rolled, |shifts| !shifts.is_empty()) {
        return Ok(flown.pose);
    }
    let owner = t.state.ship(id).owner;
    let pose = t.place(
        owner,
        Ask::RollAfterTurn(id),
        move |state, pose| may_roll_to(state, id, rolled, pose),
        |state, places| {
            shifts(state, id, rolled, |shifts| {
                for (low, high) in shifts {
                    let middle = (low + high) / 2.0; // audit: same — the middle is for looks
                    places.extend([middle, *low, *high].map(|shift| rolled.ahead(shift)));
                }
            });
        },
    )?;
    Ok(Pose::new(pose.at, rolled.heading))
}

fn shifts<T>(state: &State, id: ShipId, rolled: Pose, look: impl FnOnce(&[(f64, f64)]) -> T) -> T {
    let mut blockers = Blockers::new();
    // audit: same (3 to 4) — looks further than it has to
    each_blocker(state, id, reach_of(state, id, 3), |blocker| blockers.push(blocker));
    look(&flyer(state, id).roll_shifts(rolled, &blockers))
}

fn may_roll_to(state: &State, id: ShipId, rolled: Pose, pose: &Pose) -> Result<(), Denial> {
    let moved = rolled.to_local(pose.at);
    // audit: same (> to >=) — within the tolerance, or just not
    let turned = (pose.heading.ahead() - rolled.heading.ahead()).length() > 1.0e-9;
    // audit: same (<= to <) — within the tolerance, or just not
    // audit: same (>= to >) — within the tolerance, or just not
    let fits = |(low, high): &(f64, f64)| moved.y >= low - TOLERANCE && moved.y <= high + TOLERANCE;
    let at_its_side = flyer(state, id).roll_shifts(rolled, &[]).iter().any(fits);
    // audit: same (> to >=) — within the tolerance, or just not
    if turned || moved.x.abs() > TOLERANCE || !at_its_side {
        return Err(ROLL_PLACE);
    }
    if shifts(state, id, rolled, |shifts| shifts.iter().any(fits)) { Ok(()) } else { Err(ROLL_ON_SHIP) }
}

/// Puts a ship somewhere else. Ships that it no longer is in contact with are no longer touched; those that it has just
/// overlapped are.
pub fn move_to(state: &mut State, id: ShipId, pose: Pose, touched: Ships) {
    let before = state.ship(id).touching;
    state.declaration = Declaration::default();
    state.ship_mut(id).pose = pose;
    let mut still = touched;
    if before & !touched != 0 {
        let mut blockers = Blockers::new();
        each_blocker(state, id, 0.0, |blocker| blockers.push(blocker));
        still |= before & flyer(state, id).contacts(pose, &blockers);
    }
    state.ship_mut(id).touching = still;
    if before | still == 0 {
        return;
    }
    for other in state.ids().filter(|other| *other != id) {
        let theirs = &mut state.ship_mut(other).touching;
        if still & other.bit() != 0 {
            *theirs |= id.bit();
        } else {
            *theirs &= !id.bit();
        }
    }
}

type Met = ArrayVec<Obstacle, MAX_OBSTACLES>;

/// The obstacles that a maneuver has led onto or over. Only the template that was really flown along counts, and the place
/// where the ship stands; not what its base swept over.
fn met_obstacles(
    t: &mut Table,
    id: ShipId,
    pose: Pose,
    (from, to): (Vec2, Vec2),
    trail: Option<&Trail>,
) -> Met {
    let mut met = Met::new();
    if t.state.obstacles.is_empty() || !minds_obstacles(&t.state, id) {
        return met;
    }
    let size = t.state.ship(id).size;
    // No template bends by more than a right angle: it lies in the circle over the way from start to end.
    let middle = (from + to) / 2.0;
    // audit: same (/ to *) — looks further than it has to
    let half = from.distance(to) / 2.0 + TEMPLATE_WIDTH;
    let mut stands_on = false;
    for obstacle in &t.state.obstacles {
        let reach = library().obstacle(obstacle.token).reach;
        let near = |at: Vec2, by: f64| is_near(obstacle.pose.at, at, reach + by);
        let (near_end, near_way) = (near(pose.at, side(size)), near(middle, half));
        if !near_end && !near_way {
            continue;
        }
        let shape = obstacle_shape(obstacle);
        let on = near_end && lies_on(size, pose, &shape);
        stands_on |= on;
        if on || near_way && trail.is_some_and(|trail| trail.overlaps(&shape)) {
            met.push(*obstacle);
        }
    }
    let ship = t.state.ship_mut(id);
    (ship.overlapped_obstacle, ship.met_obstacle) = (stands_on, !met.is_empty());
    met
}

/// A ship has been put onto or over these obstacles without a maneuver.
pub fn put_on_obstacles(t: &mut Table, id: ShipId, met: &[Obstacle]) -> Play {
    let met = meet_obstacles(t, id, met)?;
    (0..met.debris).try_for_each(|_| receive_stress(t, id))
}

/// How many debris clouds are still to give stress.
#[derive(Default)]
struct Shaken {
    debris: u8,
}

/// Carries out the obstacles on the way: one of them, which the opponent chooses; in the later rules every one. What has been
/// removed meanwhile does nothing.
fn meet_obstacles(t: &mut Table, id: ShipId, met: &[Obstacle]) -> Play<Shaken> {
    let mut shaken = Shaken::default();
    let place =
        |state: &State, obstacle: &Obstacle| state.obstacles.iter().position(|other| other == obstacle);
    let mut left: Met = met.iter().copied().filter(|obstacle| place(&t.state, obstacle).is_some()).collect();
    if !left.is_empty() && !t.state.options.rules().every_obstacle_counts {
        let other = opponent(t.state.ship(id).owner);
        let choice = t.ask(other, Ask::WhichObstacle(id), |state, offer| {
            let places = left.iter().filter_map(|obstacle| place(state, obstacle));
            places.for_each(|index| offer.add(Choice::ObstacleThere(index as u8)));
        })?;
        if let Choice::ObstacleThere(index) = choice {
            left.retain(|obstacle| place(&t.state, obstacle) == Some(index as usize));
        }
    }
    for Obstacle { token, .. } in left {
        if !t.state.ship(id).in_play() {
            break;
        }
        t.emit(Event::OnObstacle(id, token));
        let kind = library().obstacle(token).kind;
        if kind == ObstacleKind::Asteroid {
            t.state.ship_mut(id).no_action = true;
        } else {
            shaken.debris += 1;
        }
        let pool = roll_for(t, Ask::ObstacleRoll(id), id, Roll::Attack, 1)?;
        let hits = if kind == ObstacleKind::Asteroid { pool.count(Face::Hit) } else { 0 };
        let harmless = allows(&t.state, id, Liberty::NoObstacleCriticals);
        damage::suffer(t, id, hits, if harmless { 0 } else { pool.count(Face::Critical) })?;
    }
    Ok(shaken)
}

/// Check Pilot Stress after the Perform Action step, for a ship that has put it off.
pub fn late_check(t: &mut Table, id: ShipId) -> Play {
    match t.state.ship_mut(id).late_check.take() {
        Some(colour) => check_pilot_stress(t, id, colour),
        None => Ok(()),
    }
}

/// Step 4: a red maneuver brings stress, a green one takes it away.
fn check_pilot_stress(t: &mut Table, id: ShipId, colour: Colour) -> Play {
    match colour {
        Colour::Red => receive_stress(t, id),
        Colour::Green => remove_stress(t, id),
        Colour::White => Ok(()),
    }
}
