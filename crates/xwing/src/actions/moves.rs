//! Actions that move a ship: barrel rolls with all their freedoms, and boosts.

use arrayvec::ArrayVec;
use flightpath::{
    Bearing, Colour, Maneuver, Roll, RollTemplate, Sideways, Swerve, TEMPLATE_WIDTH, Unfit, Way,
};
use geometry::{Attach, Footprint, Path, Pose, Region, Shape, Template, Travel, template_overlaps};
use table::timing::total;
use table::{Denial, Play, denial};

use super::declared::name_template;
use crate::cards::{Liberty, Quantity, Sidestep, Window, allows, hears, templates};
use crate::maneuvers::move_to;
use crate::measure::{
    base, each_blocker, is_outside, lies_on, minds_obstacles, obstacle_shape, obstacles_near, overlaps_ships,
    parts,
};
use crate::phases::begin;
use crate::state::{Declared, MAX_OBSTACLES, MAX_SHIPS, Moment, ShipId, Size, State};
use crate::{Ask, Event, Table, XWing, bombs, victory};

const ROLL_PLACE: Denial = denial(
    "xwing.core.barrel-roll.small",
    "The ship has to end 80 mm aside and no more than 20 mm ahead or behind, facing as before.",
    "Das Schiff muss 80 mm seitlich und höchstens 20 mm nach vorn oder hinten versetzt stehen, ohne sich zu drehen.",
);
const LARGE_ROLL_PLACE: Denial = denial(
    "xwing.core.barrel-roll.large",
    "The ship has to end 100 mm aside and no more than 40 mm ahead or behind, facing as before.",
    "Das Schiff muss 100 mm seitlich und höchstens 40 mm nach vorn oder hinten versetzt stehen, ohne sich zu drehen.",
);
const ROLL_ON_SHIP: Denial = denial(
    "xwing.errata.barrel-roll.1",
    "The ship would overlap another ship.",
    "Das Schiff würde ein anderes Schiff überschneiden.",
);
const ROLL_ON_OBSTACLE: Denial = denial(
    "xwing.errata.barrel-roll.2",
    "The ship would overlap an obstacle.",
    "Das Schiff würde ein Hindernis überschneiden.",
);
const ROLL_OVER_OBSTACLE: Denial = denial(
    "xwing.errata.barrel-roll.3",
    "The template would overlap an obstacle.",
    "Die Schablone würde ein Hindernis überschneiden.",
);
const BOOST_ON_SHIP: Denial = denial(
    "xwing.errata.boost.1",
    "The ship would overlap another ship.",
    "Das Schiff würde ein anderes Schiff überschneiden.",
);
const BOOST_ON_OBSTACLE: Denial = denial(
    "xwing.errata.boost.2",
    "The ship would overlap an obstacle.",
    "Das Schiff würde ein Hindernis überschneiden.",
);
const BOOST_OVER_OBSTACLE: Denial = denial(
    "xwing.errata.boost.3",
    "The template would overlap an obstacle.",
    "Die Schablone würde ein Hindernis überschneiden.",
);
const NOT_DECLARED: Denial = denial(
    "xwing.comp.action.barrel-roll.1",
    "The other side was declared, or another direction.",
    "Angesagt war die andere Seite oder eine andere Richtung.",
);
const OFF_THE_AREA: Denial = denial(
    "xwing.core.ruleset",
    "By the later rules the ship must not leave the play area this way.",
    "Nach den späteren Regeln darf das Schiff die Spielfläche so nicht verlassen.",
);

// ---- barrel roll ------------------------------------------------------------------------------------------------------

/// Straight 1, with its short end against a small ship and its long side against a large one.
pub static SMALL_ROLL: [RollTemplate; 1] = [RollTemplate::end_on(40.0)];
static LARGE_ROLL: [RollTemplate; 1] = [RollTemplate::side_on(40.0)];
/// With the straight 2 besides.
static LONG_SMALL_ROLL: [RollTemplate; 2] = [RollTemplate::end_on(40.0), RollTemplate::end_on(80.0)];

/// Radius of the longest bank that ships roll with.
const WIDEST_BANK: f64 = 130.0;

/// Lets `judge` look at a ship about to perform a barrel roll.
pub fn with_barrel_roll<T>(state: &State, id: ShipId, judge: impl FnOnce(&Sideways) -> T) -> T {
    let set = total::<XWing>(state, Quantity::Templates(id, Sidestep::BarrelRoll), templates::STRAIGHT);
    let templates: &[RollTemplate] = match state.ship(id).size {
        Size::Small if set & templates::STRAIGHT == 0 => &[],
        Size::Small if set & templates::LONGER != 0 => &LONG_SMALL_ROLL,
        Size::Small => &SMALL_ROLL,
        Size::Large | Size::Huge | Size::Corvette => &LARGE_ROLL,
    };
    let bank = (set & templates::BANK != 0).then_some(1);
    with_roll(state, id, templates, bank, judge)
}

/// Whether a ship can barrel roll anywhere with the templates that it may use now.
pub fn can_barrel_roll(state: &State, id: ShipId) -> bool {
    let deny = roll_denial(state.ship(id).size);
    with_barrel_roll(state, id, |roll| can_roll(state, id, roll, deny)).is_ok()
}

/// Whether a ship can barrel roll that way.
pub fn may_roll(state: &State, id: ShipId, way: Way) -> Result<(), Denial> {
    let deny = roll_denial(state.ship(id).size);
    with_barrel_roll(state, id, |roll| can_roll_by(state, id, roll, way, deny))
}

/// Whether a ship can roll anywhere with the bank 1 template, or why it cannot.
pub fn may_swerve(state: &State, id: ShipId) -> Result<(), Denial> {
    let deny = roll_denial(state.ship(id).size);
    with_roll(state, id, &[], Some(1), |roll| can_roll(state, id, roll, deny))
}

/// Lets `judge` look at a ship about to roll with some straight templates, or with the bank of a speed.
pub fn with_roll<T>(
    state: &State,
    id: ShipId,
    templates: &[RollTemplate],
    bank: Option<u8>,
    judge: impl FnOnce(&Sideways) -> T,
) -> T {
    let curve = if bank.is_some() { WIDEST_BANK } else { 0.0 };
    let longest = templates.iter().map(|template| template.reach).fold(curve, f64::max);
    let obstacles = shapes_in_the_way(state, id, base(state.ship(id).size).length() * 1.5 + longest);
    with_roll_among(state, id, templates, bank, &obstacles, judge)
}

/// Lets `judge` look at a ship about to roll, with some obstacles in the way.
pub fn with_roll_among<T>(
    state: &State,
    id: ShipId,
    templates: &[RollTemplate],
    bank: Option<u8>,
    obstacles: &[Shape],
    judge: impl FnOnce(&Sideways) -> T,
) -> T {
    let ship = state.ship(id);
    let (start, base, parts) = (ship.pose, base(ship.size), parts(ship.size));
    let radius = bank.and_then(|speed| {
        match (Maneuver { bearing: Bearing::BankLeft, speed, colour: Colour::White }).path() {
            Some(Path::Curve { radius, .. }) => Some(radius),
            _ => None,
        }
    });
    let longest = templates.iter().map(|template| template.reach).fold(radius.unwrap_or(0.0), f64::max);
    let reach = base.length() * 1.5 + longest;
    let mut ships = ArrayVec::<Footprint, { 5 * MAX_SHIPS }>::new();
    each_blocker(state, id, reach, |blocker| ships.push(blocker.part));
    let curved = |radius| Swerve { start, base, parts, radius, ships: &ships, obstacles };
    judge(&Sideways {
        straight: Roll { start, base, parts, templates, ships: &ships, obstacles },
        curved: radius.map(curved),
    })
}

/// The obstacles near a ship, unless it ignores them.
pub fn shapes_in_the_way(state: &State, id: ShipId, reach: f64) -> ArrayVec<Shape, MAX_OBSTACLES> {
    if state.obstacles.is_empty()
        || !minds_obstacles(state, id)
        || allows(state, id, Liberty::RollOverObstacles)
    {
        return ArrayVec::new();
    }
    let mut shapes = ArrayVec::new();
    for (_, obstacle) in obstacles_near(state, state.ship(id).pose.at, reach) {
        shapes.push(obstacle_shape(obstacle));
    }
    shapes
}

pub(super) fn roll_denial(size: Size) -> fn(Unfit) -> Denial {
    match size {
        Size::Small => |unfit| unfit_roll(unfit, ROLL_PLACE),
        Size::Large | Size::Huge | Size::Corvette => |unfit| unfit_roll(unfit, LARGE_ROLL_PLACE),
    }
}

pub(super) fn unfit_roll(unfit: Unfit, place: Denial) -> Denial {
    match unfit {
        Unfit::Place => place,
        Unfit::Ship => ROLL_ON_SHIP,
        Unfit::Obstacle => ROLL_ON_OBSTACLE,
        Unfit::Template => ROLL_OVER_OBSTACLE,
    }
}

/// Whether a ship may roll to a place. In the later rules it must not leave the play area.
pub fn may_roll_to(
    state: &State,
    id: ShipId,
    roll: &Sideways,
    pose: &Pose,
    deny: fn(Unfit) -> Denial,
) -> Result<(), Denial> {
    roll.judge(pose).map_err(deny)?;
    stays_on_the_area(state, id, *pose)
}

pub fn stays_on_the_area(state: &State, id: ShipId, pose: Pose) -> Result<(), Denial> {
    let leaves = state.options.rules().no_fleeing_by_action && is_outside(state, state.ship(id).size, pose);
    if leaves { Err(OFF_THE_AREA) } else { Ok(()) }
}

/// Whether a ship may roll to a place, by the way that was declared, if one was.
pub fn may_roll_as_declared(
    state: &State,
    id: ShipId,
    roll: &Sideways,
    pose: &Pose,
    (way, deny): (Option<Way>, fn(Unfit) -> Denial),
) -> Result<(), Denial> {
    may_roll_to(state, id, roll, pose, deny)?;
    if is_on_way(roll, pose, way) { Ok(()) } else { Err(NOT_DECLARED) }
}

/// Places worth considering for a roll.
pub fn places_to_roll(
    state: &State,
    id: ShipId,
    roll: &Sideways,
    deny: fn(Unfit) -> Denial,
) -> impl Iterator<Item = Pose> {
    roll.places().filter(move |pose| may_roll_to(state, id, roll, pose, deny).is_ok())
}

/// Whether a place is reached by the way that was declared, if one was.
pub fn is_on_way(roll: &Sideways, pose: &Pose, way: Option<Way>) -> bool {
    way.is_none_or(|way| roll.way_to(pose) == Some(way))
}

/// Whether a ship can roll anywhere by one way. If not, the reason is that of the plainest place.
pub fn can_roll_by(
    state: &State,
    id: ShipId,
    roll: &Sideways,
    way: Way,
    deny: fn(Unfit) -> Denial,
) -> Result<(), Denial> {
    let mut places = places_to_roll(state, id, roll, deny).filter(|pose| is_on_way(roll, pose, Some(way)));
    if places.next().is_some() {
        return Ok(());
    }
    let plain = roll.plain(way).ok_or(deny(Unfit::Place))?;
    may_roll_to(state, id, roll, &plain, deny)
}

/// Whether a ship can roll anywhere.
pub fn can_roll(state: &State, id: ShipId, roll: &Sideways, deny: fn(Unfit) -> Denial) -> Result<(), Denial> {
    let room = roll.straight.ships.is_empty() && roll.straight.obstacles.is_empty();
    // With nothing around there still may be no place on the play area.
    if room && !state.options.rules().no_fleeing_by_action {
        return Ok(());
    }
    if places_to_roll(state, id, roll, deny).next().is_some() {
        return Ok(());
    }
    roll.is_possible().map_err(deny)?;
    Err(OFF_THE_AREA)
}

pub(super) fn barrel_roll(t: &mut Table, id: ShipId) -> Play {
    if !hears(&t.state, Window::Rolling) {
        return roll_aside(t, id);
    }
    begin(t, Moment::Rolling(id))?;
    t.window(Window::Rolling)?;
    if may_still_roll(&t.state, id) {
        roll_aside(t, id)?;
    }
    t.state.moments.pop();
    Ok(())
}

/// Whether the templates that a ship uses now leave room for the roll that it performs.
fn may_still_roll(state: &State, id: ShipId) -> bool {
    match state.declaration.way(id) {
        Some(way) => may_roll(state, id, way).is_ok(),
        None => can_barrel_roll(state, id),
    }
}

pub(super) fn roll_aside(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let deny = roll_denial(t.state.ship(id).size);
    let way = t.state.declaration.way(id);
    let pose = t.place_where(
        owner,
        Ask::RollTo(id),
        move |state, pose| {
            with_barrel_roll(state, id, |roll| may_roll_as_declared(state, id, roll, pose, (way, deny)))
        },
        |state, places| {
            with_barrel_roll(state, id, |roll| {
                let free = places_to_roll(state, id, roll, deny);
                places.extend(free.filter(|pose| is_on_way(roll, pose, way)));
            });
        },
    )?;
    let pose = with_barrel_roll(&t.state, id, |roll| roll.settled(pose));
    let mined: ArrayVec<u8, 12> = if t.state.bombs.is_empty() {
        ArrayVec::new()
    } else {
        with_barrel_roll(&t.state, id, |roll| bombs::crossed(&t.state, |shape| roll.must_cross(&pose, shape)))
    };
    move_to(&mut t.state, id, pose, 0);
    t.emit(Event::Rolls(id, pose));
    arrive(t, id, &mined)
}

/// After a move that is no maneuver: a ship outside the play area has fled; mines that it met go off.
pub fn arrive(t: &mut Table, id: ShipId, mined: &[u8]) -> Play {
    let ship = t.state.ship(id);
    if is_outside(&t.state, ship.size, ship.pose) {
        return victory::flee(t, id);
    }
    bombs::set_off_those(t, id, mined)
}

// ---- boost ------------------------------------------------------------------------------------------------------------

const BOOSTS: [Bearing; 3] = [Bearing::BankLeft, Bearing::Straight, Bearing::BankRight];

/// The templates with which a ship may boost.
pub fn boosts(state: &State, id: ShipId) -> impl Iterator<Item = Bearing> + use<> {
    let usual = templates::STRAIGHT | templates::BANK;
    let set = total::<XWing>(state, Quantity::Templates(id, Sidestep::Boost), usual);
    let turns = if set & templates::TURN != 0 { &[Bearing::TurnLeft, Bearing::TurnRight][..] } else { &[] };
    BOOSTS.into_iter().chain(turns.iter().copied())
}

/// The template of a move ahead, and where the ship ends.
pub fn move_ahead(state: &State, id: ShipId, bearing: Bearing, speed: u8) -> Option<(Region, Pose)> {
    let ship = state.ship(id);
    let path = Maneuver { bearing, speed, colour: Colour::White }.path()?;
    let template = Template { path, width: TEMPLATE_WIDTH };
    let laid = template.laid(base(ship.size), ship.pose, Attach::Along(Travel::Ahead));
    Some((laid, path.end(ship.pose, base(ship.size).length())))
}

/// Whether a ship may move ahead with a template: neither onto ships or obstacles, nor over obstacles.
pub fn may_move_ahead(
    state: &State,
    id: ShipId,
    bearing: Bearing,
    speed: u8,
    [on_ship, on_obstacle, over_obstacle]: [Denial; 3],
) -> Result<(), Denial> {
    let Some((template, end)) = move_ahead(state, id, bearing, speed) else { return Err(on_ship) };
    let reach = f64::from(speed) * 40.0 + 2.0 * base(state.ship(id).size).length();
    if overlaps_ships(state, id, end) {
        return Err(on_ship);
    }
    let obstacles = shapes_in_the_way(state, id, reach);
    if obstacles.iter().any(|shape| lies_on(state.ship(id).size, end, shape)) {
        return Err(on_obstacle);
    }
    if obstacles.iter().any(|shape| template_overlaps(&template, shape)) {
        return Err(over_obstacle);
    }
    stays_on_the_area(state, id, end)
}

pub fn may_boost(state: &State, id: ShipId, bearing: Bearing, speed: u8) -> Result<(), Denial> {
    may_move_ahead(state, id, bearing, speed, [BOOST_ON_SHIP, BOOST_ON_OBSTACLE, BOOST_OVER_OBSTACLE])
}

/// The boost action. In competitive play its template is declared already.
pub(super) fn boost(t: &mut Table, id: ShipId) -> Play {
    let bearing = match t.state.declaration.of(id) {
        Some(Declared::Boost(bearing)) => Some(bearing),
        _ => name_template(t, id)?,
    };
    let Some(bearing) = bearing else { return Ok(()) };
    let Some((template, end)) = move_ahead(&t.state, id, bearing, 1) else { return Ok(()) };
    let mined = bombs::crossed(&t.state, |shape| template_overlaps(&template, shape));
    move_to(&mut t.state, id, end, 0);
    t.emit(Event::Boosts(id, end));
    arrive(t, id, &mined)
}
