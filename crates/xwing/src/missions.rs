//! The three missions of the core set: what they place, what they allow and forbid, who comes as reinforcement, and how they
//! are won. Their sheets are not part of the document; `rules/xwing/rulings.toml` says what was taken from where.

use arrayvec::ArrayVec;
use geometry::tolerance::TOUCH;
use geometry::{Area, Base, Footprint, Heading, Pose, Shape, Vec2, closest, inside};
use table::{Denial, Fault, Offers, Play, Seat, denial};

use crate::actions::assign;
use crate::cards::{Faction, PilotId, library, register_all};
use crate::damage::shield_value;
use crate::lists::Loadout;
use crate::maneuvers::{dial, execute};
use crate::measure::{footprint, in_range, lies_on, obstacle_shape, parts, play_area, side};
use crate::options::MissionName;
use crate::setup::{is_obstacle_near, new_ship, place};
use crate::state::{
    Cursor, Ending, MAX_SHIPS, Mission, Obstacle, Satellite, ShipId, Signal, Size, State, Token, opponent,
};
use crate::victory::end_game;
use crate::{Ask, Choice, Event, Table, XWing};
use flightpath::Maneuver;

const TOO_FAST: Denial = denial(
    "xwing.core.missions.core-set",
    "Until it is repaired in round 5 the disabled ship flies no faster than 2.",
    "Bis zur Reparatur in Runde 5 fliegt das beschädigte Schiff höchstens mit Geschwindigkeit 2.",
);
const SHUTTLE_FAR: Denial = denial(
    "xwing.core.missions.core-set",
    "The senator's shuttle is not at range 1.",
    "Die Raumfähre des Senators ist nicht in Reichweite 1.",
);
const SATELLITE_PLACE: Denial = denial(
    "xwing.core.missions.core-set",
    "Satellites lie in turn within range 2 and range 3 of the Rebel edge, not at range 1 of the other edges, and at range 2–3 of another one.",
    "Satelliten liegen abwechselnd in Reichweite 2 und 3 der Rebellenkante, nicht in Reichweite 1 der anderen Ränder und in Reichweite 2–3 eines anderen.",
);
const NEAR_A_REBEL: Denial = denial(
    "xwing.core.missions.core-set",
    "An asteroid must not lie at range 1 of a Rebel ship, nor on a ship.",
    "Ein Asteroid darf weder in Reichweite 1 eines Rebellenschiffs noch auf einem Schiff liegen.",
);
const NEAR_AN_ASTEROID: Denial = denial(
    "xwing.core.setup.obstacles",
    "An obstacle must not lie at range 1 of another.",
    "Ein Hindernis darf nicht in Reichweite 1 eines anderen liegen.",
);
const OFF_THE_AREA: Denial =
    denial("xwing.core.play-area", "It has to lie on the play area.", "Es muss auf der Spielfläche liegen.");

const RANGE: f64 = 100.0;
/// Side of a satellite token. Certainty low.
pub const SATELLITE: f64 = 30.0;
/// With squads of so many points the shuttle has its shields, and there are twice as many satellites.
const FULL_SQUADS: u16 = 100;
/// The round in which the disabled ship is repaired, and how fast it flies before.
const REPAIRED: u16 = 5;
const DISABLED_SPEED: u8 = 2;

// ---- setting up -------------------------------------------------------------------------------------------------------

/// What is wrong with the squads for a mission.
pub fn check(name: Option<MissionName>, squads: &[(u16, Vec<Loadout>)]) -> Option<Fault> {
    name?;
    let side = |loadouts: &Vec<Loadout>| {
        loadouts.first().map(|loadout| library().pilot(loadout.pilot).faction.side())
    };
    let has = |faction| squads.iter().any(|(_, loadouts)| side(loadouts) == Some(faction));
    (!has(Faction::Rebel) || !has(Faction::Imperial)).then(|| {
        Fault::new(
            "options.mission",
            Some("xwing.core.missions.core-set"),
            "in a mission Rebels fly against the Empire",
            "in einer Mission fliegen Rebellen gegen das Imperium",
        )
    })
}

/// Makes a game that is about to begin a mission.
pub fn begin(state: &mut State) {
    let Some(name) = state.options.mission else { return };
    let is_rebel = |seat| crate::show::faction(state, seat) == Faction::Rebel;
    let rebels = if is_rebel(Seat(0)) { Seat(0) } else { Seat(1) };
    state.mission = Some(Box::new(Mission { rebels, ward: None, satellites: ArrayVec::new(), replaced: 0 }));
    if name != MissionName::AsteroidRun {
        state.supply.clear();
    }
    if name == MissionName::PoliticalEscort
        && let Some(pilot) = library().find_pilot("senators-shuttle")
        && let Some(id) = add_ship(state, rebels, pilot)
    {
        if state.options.points < FULL_SQUADS {
            state.ship_mut(id).shields = 0;
        }
        if let Some(mission) = &mut state.mission {
            mission.ward = Some(id);
        }
    }
}

/// A ship that joins the game.
fn add_ship(state: &mut State, owner: Seat, pilot: PilotId) -> Option<ShipId> {
    let id = state.join(new_ship(owner, &Loadout { pilot, upgrades: Vec::new() }))?;
    register_all(state, id);
    state.ship_mut(id).shields = shield_value(state, id);
    Some(id)
}

/// Ships are about to be placed: the shuttle stands in the middle of its edge, satellites come first.
pub fn begin_placing(t: &mut Table) {
    let Some(mission) = &t.state.mission else { return };
    if t.state.options.mission == Some(MissionName::DarkWhispers) {
        t.state.cursor = Cursor::MissionSetup;
        return;
    }
    let (Some(id), rebels) = (mission.ward, mission.rebels) else { return };
    let (width, depth) = t.state.options.size();
    let half = side(t.state.ship(id).size) / 2.0;
    let pose = match t.state.players[rebels.index()].edge {
        0 => Pose::new(Vec2::new(width / 2.0, RANGE - half), Heading::NORTH),
        _ => Pose::new(Vec2::new(width / 2.0, depth - RANGE + half), Heading::SOUTH),
    };
    let ship = t.state.ship_mut(id);
    (ship.pose, ship.placed) = (pose, true);
    t.emit(Event::Placed(id, pose));
}

/// Whether a player has to place ships now: the escort comes before its hunters, otherwise the Empire comes first.
pub fn may_place_now(state: &State, seat: Seat) -> bool {
    let Some(mission) = &state.mission else { return true };
    let escort = state.options.mission == Some(MissionName::PoliticalEscort);
    let first = if escort { mission.rebels } else { opponent(mission.rebels) };
    seat == first || !state.ships.iter().any(|ship| ship.owner == first && ship.is_to_be_placed())
}

/// What comes after the ships have been placed.
pub fn after_placing(state: &State) -> Cursor {
    match state.options.mission {
        Some(MissionName::AsteroidRun) => Cursor::MissionSetup,
        _ => Cursor::Planning,
    }
}

/// One step of what only missions set up: a satellite, the choice of the disabled ship, or an asteroid.
pub fn set_up(t: &mut Table) -> Play {
    let Some(mission) = &t.state.mission else { return Ok(()) };
    let rebels = mission.rebels;
    if t.state.options.mission == Some(MissionName::DarkWhispers) {
        let wanted = if t.state.options.points < FULL_SQUADS { 2 } else { 4 };
        if mission.satellites.len() == wanted {
            t.state.cursor = Cursor::PlaceShips;
            return Ok(());
        }
        return place_satellite(t, rebels);
    }
    if mission.ward.is_none() {
        return choose_disabled(t, rebels);
    }
    if t.state.supply.is_empty() {
        t.state.cursor = Cursor::Planning;
        return Ok(());
    }
    place_asteroid(t, opponent(rebels))
}

fn choose_disabled(t: &mut Table, rebels: Seat) -> Play {
    let choice = t.ask(rebels, Ask::Disabled, |state, offer| {
        let own = state.in_play().filter(|id| state.ship(*id).owner == rebels);
        own.for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    if let (Choice::Ship(id), Some(mission)) = (choice, &mut t.state.mission) {
        mission.ward = Some(id);
        t.emit(Event::IsDisabled(id));
    }
    Ok(())
}

pub fn satellite_footprint(pose: Pose) -> Footprint {
    Footprint::new(Base::square(SATELLITE), pose)
}

fn place_satellite(t: &mut Table, rebels: Seat) -> Play {
    let pose = t.place(
        rebels,
        Ask::PlaceSatellite,
        move |state, pose| may_place_satellite(state, rebels, *pose),
        |state, places| suggest_for_satellite(state, rebels, places),
    )?;
    if let Some(mission) = &mut t.state.mission {
        let _ = mission.satellites.try_push(Satellite { pose, signal: Signal::There });
    }
    t.emit(Event::SatellitePlaced(pose));
    Ok(())
}

/// Three rows along the edge of the Rebels.
// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn suggest_for_satellite(state: &State, rebels: Seat, places: &mut Vec<Pose>) {
    let far = edge_strip(state, rebels, 3.0 * RANGE);
    let along = |n: f64| 2.5 * RANGE + n * RANGE / 2.0;
    let columns = (0..12).map(|n| along(f64::from(n)));
    let rows = [0.75, 0.5, 0.25].map(|share| far.min.y + (far.max.y - far.min.y) * share);
    places.extend(columns.flat_map(|x| rows.map(|y| Pose::new(Vec2::new(x, y), Heading::NORTH))));
}

fn may_place_satellite(state: &State, rebels: Seat, pose: Pose) -> Result<(), Denial> {
    let satellites = state.mission.as_ref().map_or(&[][..], |mission| &mission.satellites);
    let own = satellite_footprint(pose);
    let reach = if satellites.len().is_multiple_of(2) { 2.0 } else { 3.0 };
    let (width, _) = state.options.size();
    let mut zone = edge_strip(state, rebels, reach * RANGE);
    (zone.min.x, zone.max.x) = (RANGE, width - RANGE);
    let apart = satellites.iter().map(|other| closest(&own, &satellite_footprint(other.pose)).distance);
    let near = apart.clone().any(|apart| apart > RANGE && apart <= 3.0 * RANGE);
    let clear = apart.clone().all(|apart| apart > 0.0) && (near || satellites.is_empty());
    if clear && inside(&own, &zone) { Ok(()) } else { Err(SATELLITE_PLACE) }
}

fn place_asteroid(t: &mut Table, seat: Seat) -> Play {
    let Some(token) = t.state.supply.first().copied() else { return Ok(()) };
    t.state.supply.remove(0);
    let mut grid = asteroid_grid(&t.state);
    if !grid.any(|pose| may_place_asteroid(&t.state, Obstacle { token, pose }).is_ok()) {
        t.emit(Event::ObstacleLeftOut(token));
        return Ok(());
    }
    let pose = t.place(
        seat,
        Ask::PlaceObstacle(token),
        move |state, pose| may_place_asteroid(state, Obstacle { token, pose: *pose }),
        |state, places| places.extend(asteroid_grid(state)),
    )?;
    t.state.obstacles.push(Obstacle { token, pose });
    t.emit(Event::ObstaclePlaced(token, pose));
    Ok(())
}

/// A grid over the whole play area.
// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn asteroid_grid(state: &State) -> impl Iterator<Item = Pose> + use<> {
    let (width, depth) = state.options.size();
    (0..400).map(move |n| {
        let at = |step: i32, size: f64| 40.0 + (size - 80.0) * f64::from(step) / 19.0;
        Pose::new(Vec2::new(at(n % 20, width), at(n / 20, depth)), Heading::NORTH)
    })
}

fn may_place_asteroid(state: &State, obstacle: Obstacle) -> Result<(), Denial> {
    let shape = obstacle_shape(&obstacle);
    if !inside(&shape, &play_area(state)) {
        return Err(OFF_THE_AREA);
    }
    if state.obstacles.iter().any(|other| is_obstacle_near(&obstacle, other)) {
        return Err(NEAR_AN_ASTEROID);
    }
    let rebels = state.mission.as_ref().map(|mission| mission.rebels);
    let blocked = state.in_play().any(|id| {
        let ship = state.ship(id);
        let free = if Some(ship.owner) == rebels { RANGE } else { 0.0 };
        closest(&footprint(ship.size, ship.pose), &shape).distance <= free
    });
    if blocked { Err(NEAR_A_REBEL) } else { Ok(()) }
}

/// A strip along a player's edge.
fn edge_strip(state: &State, seat: Seat, deep: f64) -> Area {
    let (width, depth) = state.options.size();
    match state.players[seat.index()].edge {
        0 => Area { min: Vec2::ZERO, max: Vec2::new(width, deep) },
        _ => Area { min: Vec2::new(0.0, depth - deep), max: Vec2::new(width, depth) },
    }
}

/// Where a player's ships are placed in a mission, at its beginning or as reinforcements.
pub fn zones(state: &State, seat: Seat) -> ArrayVec<Area, 2> {
    let (Some(mission), Some(name)) = (&state.mission, state.options.mission) else {
        return ArrayVec::new();
    };
    let arriving = state.cursor == Cursor::End;
    let strip = |seat: Seat, ranges: f64| edge_strip(state, seat, ranges * RANGE);
    let (width, depth) = state.options.size();
    match name {
        MissionName::PoliticalEscort if !arriving => [strip(seat, 2.0)].into_iter().collect(),
        MissionName::AsteroidRun if seat == mission.rebels => {
            let middle =
                Area { min: Vec2::new(0.0, 3.0 * RANGE), max: Vec2::new(width, depth - 3.0 * RANGE) };
            [middle].into_iter().collect()
        }
        MissionName::AsteroidRun => [strip(seat, 1.0), strip(opponent(seat), 1.0)].into_iter().collect(),
        _ => [strip(seat, 1.0)].into_iter().collect(),
    }
}

// ---- special rules ----------------------------------------------------------------------------------------------------

/// The senator's shuttle, which is no ship of a squad: it has no dial and no turn.
pub fn is_shuttle(state: &State, id: ShipId) -> bool {
    match &state.mission {
        Some(mission) => {
            mission.ward == Some(id) && state.options.mission == Some(MissionName::PoliticalEscort)
        }
        None => false,
    }
}

/// At the start of the Activation Phase the shuttle may fly one of its three maneuvers.
pub fn move_shuttle(t: &mut Table) -> Play {
    let Some(id) = t.state.ids().find(|id| is_shuttle(&t.state, *id)) else { return Ok(()) };
    if !t.state.ship(id).in_play() {
        return Ok(());
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::ShuttleCourse(id), |state, offer| {
        dial(state, id).iter().for_each(|maneuver| offer.add(Choice::Maneuver(*maneuver)));
        offer.pass(Choice::Pass);
    })?;
    match choice {
        Choice::Maneuver(maneuver) => execute(t, id, maneuver),
        _ => Ok(()),
    }
}

/// Whether a maneuver may be set: the disabled ship is slow until it is repaired.
pub fn may_set(state: &State, id: ShipId, maneuver: Maneuver) -> Result<(), Denial> {
    let Some(mission) = &state.mission else { return Ok(()) };
    let disabled = mission.ward == Some(id) && state.options.mission == Some(MissionName::AsteroidRun);
    if disabled && state.round < REPAIRED && maneuver.speed > DISABLED_SPEED { Err(TOO_FAST) } else { Ok(()) }
}

/// The shuttle, if a ship belongs to its escort: it may protect it then, which is not part of its action bar.
pub fn escorted(state: &State, id: ShipId) -> Option<ShipId> {
    let ward = state.mission.as_ref()?.ward.filter(|ward| is_shuttle(state, *ward))?;
    (ward != id && state.are_friends(ward, id) && state.ship(ward).in_play()).then_some(ward)
}

pub fn may_protect(state: &State, id: ShipId) -> Result<(), Denial> {
    match escorted(state, id) {
        Some(shuttle) if in_range(state, id, shuttle, 1) => Ok(()),
        _ => Err(SHUTTLE_FAR),
    }
}

/// Protect: the shuttle is assigned an evade token.
pub fn protect(t: &mut Table, id: ShipId) -> Play {
    match escorted(&t.state, id) {
        Some(shuttle) => assign(t, shuttle, Token::Evade),
        None => Ok(()),
    }
}

fn lies_on_satellite(state: &State, id: ShipId, satellite: &Satellite) -> bool {
    let ship = state.ship(id);
    lies_on(ship.size, ship.pose, &Shape::from(&satellite_footprint(satellite.pose)))
}

/// An Imperial ship on a satellite, or in contact with a Rebel ship on it, may scan it in place of its attack.
pub fn offer_scans(state: &State, id: ShipId, ready: Result<(), Denial>, offer: &mut Offers<XWing>) {
    let Some(mission) = &state.mission else { return };
    let ship = state.ship(id);
    if ship.owner == mission.rebels {
        return;
    }
    for (number, satellite) in mission.satellites.iter().enumerate() {
        let covered = |other: ShipId| {
            let rebel = ship.touching & other.bit() != 0 && state.ship(other).owner == mission.rebels;
            rebel && lies_on_satellite(state, other, satellite)
        };
        let there = satellite.signal == Signal::There;
        if there && (lies_on_satellite(state, id, satellite) || state.in_play().any(covered)) {
            offer.judge(Choice::Scan(number as u8), ready);
        }
    }
}

pub fn scan(t: &mut Table, id: ShipId, number: u8) {
    let satellite = t.state.mission.as_mut().and_then(|mission| mission.satellites.get_mut(number as usize));
    if let Some(satellite) = satellite {
        satellite.signal = Signal::With(id);
        t.emit(Event::Scans(id, number));
    }
}

/// What a ship has scanned is lost with it.
pub fn lose_signals(state: &mut State, id: ShipId) {
    let Some(mission) = &mut state.mission else { return };
    for satellite in mission.satellites.iter_mut().filter(|satellite| satellite.signal == Signal::With(id)) {
        satellite.signal = Signal::Lost;
    }
}

/// In the End Phase every ship of the reinforced side that was destroyed is replaced, as long as there is room on the table.
pub fn reinforce(t: &mut Table) -> Play {
    let (Some(mission), Some(name)) = (&t.state.mission, t.state.options.mission) else { return Ok(()) };
    let (seat, pilot) = match name {
        MissionName::DarkWhispers => (mission.rebels, "rookie-pilot"),
        _ => (opponent(mission.rebels), "academy-pilot"),
    };
    let Some(pilot) = library().find_pilot(pilot) else { return Ok(()) };
    let fallen = |id: &ShipId| {
        let ship = t.state.ship(*id);
        ship.owner == seat && ship.destroyed && mission.replaced & id.bit() == 0
    };
    let fallen: ArrayVec<ShipId, MAX_SHIPS> = t.state.ids().filter(fallen).collect();
    for id in fallen {
        if let Some(mission) = &mut t.state.mission {
            mission.replaced |= id.bit();
        }
        if let Some(new) = add_ship(&mut t.state, seat, pilot) {
            place(t, new)?;
        }
    }
    Ok(())
}

// ---- winning ----------------------------------------------------------------------------------------------------------

/// The edges that a ship reaches over: south, north, and one that is no player's.
fn edges_crossed(state: &State, size: Size, pose: Pose) -> [bool; 3] {
    let (width, depth) = state.options.size();
    let mut crossed = [false; 3];
    for part in parts(size) {
        for corner in part.at(pose).corners() {
            // audit: same (< to <=) — within the tolerance, or just not
            crossed[0] |= corner.y < -TOUCH;
            // audit: same (> to >=) — within the tolerance, or just not
            // audit: same (+ to -) — flush with this edge and over one of the sides it wins nothing either way
            crossed[1] |= corner.y > depth + TOUCH;
            // audit: same (< to <=) — within the tolerance, or just not
            // audit: same (> to >=) — within the tolerance, or just not
            crossed[2] |= corner.x < -TOUCH || corner.x > width + TOUCH;
        }
    }
    crossed
}

/// Who wins by a ship that leaves the play area where it stands now: it has to leave over one edge alone, the right one.
pub fn escapes(state: &State, id: ShipId) -> Option<Seat> {
    let mission = state.mission.as_ref()?;
    let ship = state.ship(id);
    let crossed = edges_crossed(state, ship.size, ship.pose);
    if crossed.iter().filter(|crossed| **crossed).count() != 1 {
        return None;
    }
    let over = |seat: Seat| crossed[usize::from(state.players[seat.index()].edge)];
    let (rebels, empire) = (mission.rebels, opponent(mission.rebels));
    match state.options.mission? {
        MissionName::PoliticalEscort => (mission.ward == Some(id) && over(empire)).then_some(rebels),
        MissionName::AsteroidRun => {
            let repaired = mission.ward == Some(id) && state.round >= REPAIRED;
            (repaired && (over(rebels) || over(empire))).then_some(rebels)
        }
        MissionName::DarkWhispers => {
            let has = |signal| mission.satellites.iter().any(|satellite| satellite.signal == signal);
            (has(Signal::With(id)) && !has(Signal::There) && over(empire)).then_some(empire)
        }
    }
}

/// Ends a mission that is lost for one side: its ward is destroyed, or all satellites or hunters are gone.
pub fn check_objectives(t: &mut Table) -> Play {
    let (Some(mission), Some(name)) = (&t.state.mission, t.state.options.mission) else { return Ok(()) };
    let (rebels, empire) = (mission.rebels, opponent(mission.rebels));
    let winner = match name {
        MissionName::PoliticalEscort | MissionName::AsteroidRun => {
            mission.ward.is_some_and(|ward| t.state.ship(ward).destroyed).then_some(empire)
        }
        MissionName::DarkWhispers => {
            let lost = mission.satellites.iter().all(|satellite| satellite.signal == Signal::Lost);
            let alone = !t.state.in_play().any(|id| t.state.ship(id).owner == empire);
            (lost || alone).then_some(rebels)
        }
    };
    match winner {
        Some(winner) => end_game(t, [winner].into_iter().collect(), Ending::Mission),
        None => Ok(()),
    }
}
