//! Setting up: from what the players agreed on to the first round.

use arrayvec::ArrayVec;
use flightpath::DamageDeck;
use geometry::{Area, Heading, Pose, Vec2, closest, inside, overlaps};
use serde::{Deserialize, Serialize};
use table::{Denial, Fault, Play, Seat, Seats, Set, denial};

use crate::cards::{DamageId, library, register_all};
use crate::lists::{self, Fleet, Loadout};
use crate::measure::{footprint, other_bases, play_area};
use crate::missions::Areas;
use crate::phases::{next_ship_to_place, players_by_initiative};
use crate::state::*;
use crate::{Ask, Choice, Event, Table};

/// Depth of a starting area: range 1.
pub const AREA_DEPTH: f64 = 100.0;
/// Length of a starting area along the edge with three players.
const AREA_LENGTH: f64 = 200.0;
/// Obstacles keep out of range 2 of every edge.
pub const OBSTACLE_MARGIN: f64 = 200.0;
/// The most obstacle tokens in a game.
const MAX_OBSTACLES: u8 = 6;

const NOT_IN_AREA: Denial = denial(
    "attackwing.setup.5.place-two-player",
    "The ship must stand wholly within range 1 of its own starting edge.",
    "Das Schiff muss vollständig in Reichweite 1 der eigenen Startkante stehen.",
);
const NOT_IN_AREA_OF_THREE: Denial = denial(
    "attackwing.setup.5.place-three-player",
    "The ship must stand wholly inside its own starting area.",
    "Das Schiff muss vollständig im eigenen Startbereich stehen.",
);
const ON_ANOTHER_SHIP: Denial = denial(
    "attackwing.assembly.ship-definition",
    "The base would stand on another ship's base.",
    "Die Basis würde auf der Basis eines anderen Schiffs stehen.",
);
const NEAR_EDGE: Denial = denial(
    "attackwing.obstacle.placement-distance",
    "An obstacle must not lie within range 2 of an edge.",
    "Ein Hindernis darf nicht in Reichweite 2 einer Kante liegen.",
);

/// What the players agree on before the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(rename = "player")]
    pub players: Vec<PlayerSetup>,
    #[serde(default)]
    pub options: Options,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSetup {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Players with the same number play together; without one everybody plays alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<u8>,
    #[serde(flatten)]
    pub fleet: FleetChoice,
}

/// A ready-made squadron by name, or one's own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FleetChoice {
    Starter(String),
    Fleet(Fleet),
}

impl PlayerSetup {
    /// A player with a ready-made squadron.
    pub fn starter(name: &str) -> PlayerSetup {
        PlayerSetup { name: String::new(), team: None, fleet: FleetChoice::Starter(name.to_string()) }
    }
    /// A player with a squadron of their own.
    pub fn fleet(fleet: Fleet) -> PlayerSetup {
        PlayerSetup { name: String::new(), team: None, fleet: FleetChoice::Fleet(fleet) }
    }
}

impl Setup {
    /// The game of the three ships in the box.
    pub fn standard() -> Setup {
        let players = ["federation", "klingon", "romulan"].map(PlayerSetup::starter);
        Setup { players: players.into(), options: Options::default() }
    }
}

/// The position before the first question, or all that is wrong with the set-up.
pub fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let mut faults = check_options(setup);
    let mut fleets = Vec::new();
    for (number, player) in setup.players.iter().enumerate() {
        let place = lists::numbered("player", "Spieler", number);
        let fleet = match &player.fleet {
            FleetChoice::Fleet(fleet) => fleet.clone(),
            FleetChoice::Starter(name) => match lists::starter(name) {
                Some(fleet) => fleet,
                None => {
                    let known = lists::STARTERS.join(", ");
                    let fault = Fault::new(
                        "",
                        None,
                        format!("there is no starter {name:?} (there are {known})"),
                        format!("es gibt keine fertige Ausstattung „{name}“ (es gibt {known})"),
                    );
                    faults.push(fault.at(place));
                    continue;
                }
            },
        };
        let report = lists::check(&fleet, &setup.options);
        let unfit = report.faults.iter().chain(&report.gaps);
        faults.extend(unfit.cloned().map(|fault| fault.within(&place)));
        fleets.push((player.team.unwrap_or(number as u8), report));
    }
    let together: Vec<(u8, &lists::Report)> = fleets.iter().map(|(team, report)| (*team, report)).collect();
    faults.extend(lists::check_together(&together, &setup.options));
    if let Some(mission) = setup.options.mission() {
        faults.extend((mission.faults)(&setup.players, &fleets));
    }
    let ships: usize = fleets.iter().map(|(_, report)| report.loadouts.len()).sum();
    if ships > MAX_SHIPS {
        faults.push(Fault::new(
            "",
            None,
            format!("{ships} ships take part, the table holds {MAX_SHIPS}"),
            format!("{ships} Schiffe nehmen teil, auf den Tisch passen {MAX_SHIPS}"),
        ));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(lay_out(setup, fleets))
}

fn check_options(setup: &Setup) -> Vec<Fault> {
    let options = &setup.options;
    let mut faults = Vec::new();
    let mut wrong = |key: &str, rule, en: &str, de: &str| faults.push(Fault::new(key, rule, en, de));
    let count = setup.players.len();
    if !(2..=MAX_PLAYERS).contains(&count) {
        wrong(
            "players",
            Some("attackwing.overview.players"),
            &format!("{count} players take part, 2 or 3 play, or up to {MAX_PLAYERS} in teams"),
            &format!("Spielerzahl {count}: es spielen 2 oder 3, in Teams bis zu {MAX_PLAYERS}"),
        );
    }
    let mut teams: Vec<u8> =
        setup.players.iter().enumerate().map(|(i, player)| player.team.unwrap_or(i as u8)).collect();
    teams.sort_unstable();
    teams.dedup();
    // audit: same (7 to 8) — any limit does that leaves each team a bit
    if teams.iter().any(|team| *team > 7) {
        wrong("players", None, "teams are numbered from 0 to 7", "Teams haben Nummern von 0 bis 7");
    }
    if count >= 2 && !(2..=3).contains(&teams.len()) {
        let sides = teams.len();
        wrong(
            "players",
            Some("attackwing.overview.players"),
            &format!("{sides} sides take part, there have to be 2 or 3"),
            &format!("Zahl der Seiten {sides}: es müssen 2 oder 3 sein"),
        );
    }
    let (width, depth) = options.area;
    if !(900..=5000).contains(&width) || !(900..=5000).contains(&depth) {
        wrong(
            "options.area",
            Some("attackwing.setup.play-area-size"),
            "the play area measures at least 900 and at most 5000 mm each way",
            "die Spielfläche misst je Seite mindestens 900 und höchstens 5000 mm",
        );
    }
    let used = options.mission().map_or(0, |mission| mission.obstacles_used);
    let there = MAX_OBSTACLES - used;
    if options.points.is_some_and(|points| points > 100) && options.base_sets.is_none() {
        wrong(
            "options.base_sets",
            Some("attackwing.building.over-100"),
            "with more than 100 points per player, say how many base sets limit the material (base_sets)",
            "bei mehr als 100 Punkten je Spieler muss gesagt sein, wie viele Grundspiele das Material begrenzen \
             (base_sets)",
        );
    }
    if options.obstacles > there {
        let wanted = options.obstacles;
        wrong(
            "options.obstacles",
            Some("attackwing.obstacle.tokens"),
            &format!("{wanted} obstacles are wanted, there are {there}"),
            &format!("{wanted} Hindernisse sind gewünscht, es gibt {there}"),
        );
    }
    if let Some(Planet::At(x, y)) = options.planet {
        let radius = PLANET_DIAMETER as u16 / 2;
        let fits = |at: u16, size: u16| at >= radius && at + radius <= size;
        if !fits(x, width) || !fits(y, depth) {
            wrong(
                "options.planet",
                Some("attackwing.obstacle.planet-in-basic-game"),
                "the planet must lie inside the play area",
                "der Planet muss innerhalb der Spielfläche liegen",
            );
        }
    }
    faults
}

fn new_ship(owner: Seat, loadout: &Loadout) -> Ship {
    let facts = library().ship(loadout.ship);
    Ship {
        owner,
        card: loadout.ship,
        class: facts.class_id,
        captain: Captain { card: loadout.captain, disabled: false, memo: Memo::default() },
        upgrades: loadout
            .upgrades
            .iter()
            .map(|card| Upgrade { card: *card, disabled: false, discarded: false, memo: Memo::default() })
            .collect(),
        pose: Pose::new(Vec2::new(0.0, 0.0), Heading::NORTH),
        placed: false,
        destroyed: false,
        shields: facts.shields,
        lowered: 0,
        damage: Default::default(),
        evade: 0,
        scan: 0,
        battle_stations: 0,
        auxiliary: 0,
        cloak: Cloak::Off,
        lock: None,
        dial: None,
        revealed: false,
        flown: None,
        no_action: false,
        performed: Set::default(),
        doomed: false,
        speed_limit: None,
        phase_skill: library().captain(loadout.captain).skill,
        mission: MissionMarks::default(),
        bumped: false,
        hooks: Default::default(),
    }
}

fn lay_out(setup: &Setup, fleets: Vec<(u8, lists::Report)>) -> State {
    let options = setup.options;
    let mut state = State {
        options,
        cursor: Cursor::DrawLots,
        round: 0,
        players: ArrayVec::new(),
        ships: ArrayVec::new(),
        tokens: Default::default(),
        deck: DamageDeck::new((0..).map(DamageId).zip(library().damage.iter().map(|card| card.copies))),
        attacks: Vec::new(),
        struck: None,
        active: None,
        fallen: 0, // audit: same — no ship falls before the first step of a game, which clears it
        failed: Seats::NONE,
        avenger: None,
        mission_supply: MISSION_TOKENS,
        result: None,
    };
    for (number, (team, report)) in fleets.iter().enumerate() {
        state.players.push(Player {
            team: *team,
            spent: options.point_limit().map(|_| report.points),
            draw: 0,
            area: 0, // audit: same — every player is given an area below
            lost: false,
        });
        for loadout in &report.loadouts {
            state.ships.push(new_ship(Seat(number as u8), loadout));
        }
    }
    state.ids().for_each(|id| register_all(&mut state, id));
    for (seat, area) in default_areas(&state) {
        state.players[seat.index()].area = area;
    }
    match state.mission() {
        Some(mission) => (mission.common.begin)(&mut state),
        None => lay_out_planet(&mut state),
    }
    state
}

/// Mission tokens of the game.
pub const MISSION_TOKENS: u8 = 12;

/// The planet of the basic game, if the players have agreed on one.
fn lay_out_planet(state: &mut State) {
    let (width, depth) = state.options.size();
    let at = state.options.planet.map(|planet| match planet {
        Planet::Centre => Vec2::new(width / 2.0, depth / 2.0),
        Planet::At(x, y) => Vec2::new(x.into(), y.into()),
    });
    state.tokens.extend(at.map(|at| Token { kind: TokenKind::Planet, at }));
}

/// The sides in the order of their first players.
fn sides(state: &State) -> ArrayVec<u8, 8> {
    let mut sides = ArrayVec::new();
    for player in &state.players {
        if !sides.contains(&player.team) {
            sides.push(player.team);
        }
    }
    sides
}

/// Starting areas that the mission has of its own.
fn areas_of_mission(state: &State) -> Option<&'static Areas> {
    state.mission().and_then(|mission| mission.areas.as_ref())
}

/// The starting areas before anybody has chosen: the mission's, otherwise in the order of the players.
fn default_areas(state: &State) -> ArrayVec<(Seat, u8), MAX_PLAYERS> {
    let sides = sides(state);
    (0..state.players.len() as u8)
        .map(Seat)
        .map(|seat| {
            let area = match areas_of_mission(state) {
                Some(areas) => (areas.of)(state, seat),
                // audit: same (0 to 1) — every player is on a side
                None => sides.iter().position(|side| *side == state.team(seat)).unwrap_or(0) as u8,
            };
            (seat, area)
        })
        .collect()
}

/// A starting area. Two sides: strips along the south and the north edge. Three sides: the middle of the south edge and
/// the two corners of the north edge. A mission may have others.
pub fn start_area(state: &State, area: u8) -> Area {
    let (width, depth) = state.options.size();
    let rect = |x: f64, y: f64, wide: f64, deep: f64| Area {
        min: Vec2::new(x, y),
        max: Vec2::new(x + wide, y + deep),
    };
    if let Some(areas) = areas_of_mission(state) {
        return (areas.area)(state, area);
    }
    match (sides(state).len(), area) {
        (0..=2, 0) => rect(0.0, 0.0, width, AREA_DEPTH),
        (0..=2, _) => rect(0.0, depth - AREA_DEPTH, width, AREA_DEPTH),
        (_, 0) => rect((width - AREA_LENGTH) / 2.0, 0.0, AREA_LENGTH, AREA_DEPTH),
        (_, 1) => rect(0.0, depth - AREA_DEPTH, AREA_LENGTH, AREA_DEPTH),
        _ => rect(width - AREA_LENGTH, depth - AREA_DEPTH, AREA_LENGTH, AREA_DEPTH),
    }
}

/// Players who cannot agree on factions are dealt the squadrons at random.
fn deal_factions(t: &mut Table) -> Play {
    let count = t.state.players.len() as u8;
    let mut dealt = ArrayVec::<Seat, MAX_PLAYERS>::new();
    for seat in 0..count {
        let drawn = t.draw(Ask::DealFaction(Seat(seat)), |_, offer| {
            for from in (0..count).map(Seat) {
                offer.weigh(Choice::Squadron(from), u32::from(!dealt.contains(&from)));
            }
        })?;
        if let Choice::Squadron(from) = drawn {
            dealt.push(from);
        }
    }
    let before = t.state.players.clone();
    for (seat, from) in dealt.iter().enumerate() {
        t.state.players[seat].spent = before[from.index()].spent;
    }
    for ship in &mut t.state.ships {
        let seat = dealt.iter().position(|from| *from == ship.owner);
        ship.owner = Seat(seat.unwrap_or(0) as u8); // audit: same (0 to 1) — every squadron is dealt
    }
    for (seat, area) in default_areas(&t.state) {
        t.state.players[seat.index()].area = area;
    }
    Ok(())
}

/// Players who could tie in initiative draw lots once for the whole game.
pub fn draw_lots(t: &mut Table) -> Play {
    if t.state.options.random_factions {
        deal_factions(t)?;
    }
    if lots_are_needed(&t.state) {
        for place in 0..t.state.players.len() as u8 {
            let drawn = t.draw(Ask::DrawLots, |state, offer| {
                for (seat, player) in state.players.iter().enumerate() {
                    offer.weigh(Choice::Seat(Seat(seat as u8)), u32::from(player.draw == 0));
                }
            })?;
            if let Choice::Seat(seat) = drawn {
                t.state.players[seat.index()].draw = place + 1; // audit: same (1 to 2) — the order is the same
                t.emit(Event::LotsDrawn(seat, place + 1));
            }
        }
    }
    t.state.cursor = if t.state.options.obstacles > 0 { Cursor::PlaceObstacles } else { Cursor::PlaceShips };
    Ok(())
}

fn lots_are_needed(state: &State) -> bool {
    let factions = |seat: usize| {
        let own = state.ships.iter().filter(move |ship| ship.owner.index() == seat);
        own.map(|ship| library().ship(ship.card).faction)
    };
    (0..state.players.len()).any(|a| {
        (a + 1..state.players.len()).any(|b| {
            let even = state.players[a].spent == state.players[b].spent;
            even && factions(a).any(|faction| factions(b).any(|other| other == faction))
        })
    })
}

/// Players place the obstacles one at a time in initiative order.
pub fn place_obstacle(t: &mut Table) -> Play {
    let is_obstacle = |token: &&Token| token.kind == TokenKind::Obstacle;
    let placed = t.state.tokens.iter().filter(is_obstacle).count();
    if placed >= t.state.options.obstacles as usize {
        t.state.cursor = if t.state.mission().is_some() { Cursor::PlaceShips } else { Cursor::ChooseAreas };
        return Ok(());
    }
    let order = players_by_initiative(&t.state);
    let seat = order[placed % order.len()];
    let pose = t.place(
        seat,
        Ask::PlaceObstacle,
        |state, pose| may_place_obstacle(state, pose.at),
        suggest_obstacles,
    )?;
    t.state.tokens.push(Token { kind: TokenKind::Obstacle, at: pose.at });
    t.emit(Event::ObstaclePlaced(pose.at.x, pose.at.y));
    Ok(())
}

/// Good places: a grid inside the margin.
// audit: no rule — any place inside the margin may be chosen; these are offered to look at
fn suggest_obstacles(state: &State, places: &mut Vec<Pose>) {
    let (width, depth) = state.options.size();
    let low = OBSTACLE_MARGIN + OBSTACLE_DIAMETER / 2.0;
    for i in 0..4 {
        for j in 0..4 {
            let x = low + (width - 2.0 * low) * f64::from(i) / 3.0;
            let y = low + (depth - 2.0 * low) * f64::from(j) / 3.0;
            places.push(Pose::new(Vec2::new(x, y), Heading::NORTH));
        }
    }
}

const ON_ANOTHER_TOKEN: Denial = denial(
    "attackwing.obstacle.placement-order",
    "The obstacle would lie on another token.",
    "Das Hindernis würde auf einem anderen Marker liegen.",
);

fn may_place_obstacle(state: &State, at: Vec2) -> Result<(), Denial> {
    let (width, depth) = state.options.size();
    let low = OBSTACLE_MARGIN + OBSTACLE_DIAMETER / 2.0;
    // audit: same (>= to >) — a millionth of a millimetre on one side or the other
    // audit: same (<= to <) — a millionth of a millimetre on one side or the other
    let within = |x: f64, size: f64| x >= low - 1.0e-6 && x <= size - low + 1.0e-6;
    if !within(at.x, width) || !within(at.y, depth) {
        return Err(NEAR_EDGE);
    }
    let token = Token { kind: TokenKind::Obstacle, at };
    let clear = |other: &Token| closest(&token.shape(), &other.shape()).distance > 0.0;
    if state.tokens.iter().all(clear) { Ok(()) } else { Err(ON_ANOTHER_TOKEN) }
}

/// After obstacles are placed the sides choose their starting areas in reverse initiative order.
pub fn choose_areas(t: &mut Table) -> Play {
    let mut order = players_by_initiative(&t.state);
    order.reverse();
    let mut settled: ArrayVec<(u8, u8), 8> = ArrayVec::new();
    for seat in order {
        let team = t.state.team(seat);
        if settled.iter().any(|(other, _)| *other == team) {
            continue;
        }
        let choice = t.ask(seat, Ask::ChooseArea, |state, offer| {
            for area in 0..sides(state).len() as u8 {
                if !settled.iter().any(|(_, taken)| *taken == area) {
                    offer.add(Choice::Area(area));
                }
            }
        })?;
        if let Choice::Area(area) = choice {
            settled.push((team, area));
            t.emit(Event::AreaChosen(seat, area));
        }
    }
    for player in &mut t.state.players {
        if let Some((_, area)) = settled.iter().find(|(team, _)| *team == player.team) {
            player.area = *area;
        }
    }
    t.state.cursor = Cursor::PlaceShips;
    Ok(())
}

/// Ships are placed in ascending order of captain skill.
pub fn place_ship(t: &mut Table) -> Play {
    let Some(id) = next_ship_to_place(t)? else {
        t.state.cursor = Cursor::Planning;
        return Ok(());
    };
    let owner = t.state.ship(id).owner;
    let pose = t.place(
        owner,
        Ask::PlaceShip(id),
        move |state, pose| may_place_ship(state, id, pose),
        |state, places| suggest_places(state, id, places),
    )?;
    let ship = t.state.ship_mut(id);
    ship.pose = pose;
    ship.placed = true;
    t.emit(Event::Placed(id, pose));
    Ok(())
}

fn may_place_ship(state: &State, id: ShipId, pose: &Pose) -> Result<(), Denial> {
    let area = start_area(state, state.players[state.ship(id).owner.index()].area);
    let base = footprint(*pose);
    if !inside(&base, &area) {
        return Err(match (areas_of_mission(state), sides(state).len()) {
            (Some(areas), _) => areas.outside,
            (_, 2) => NOT_IN_AREA,
            _ => NOT_IN_AREA_OF_THREE,
        });
    }
    let free = !other_bases(state, id).any(|(_, other)| overlaps(&base, &other));
    if free { Ok(()) } else { Err(ON_ANOTHER_SHIP) }
}

/// Good places: spread along the area from its middle outwards, facing the middle of the play area or straight away
/// from the edge.
// audit: no rule — any place in the area may be chosen; these are offered to look at
fn suggest_places(state: &State, id: ShipId, places: &mut Vec<Pose>) {
    let area = start_area(state, state.players[state.ship(id).owner.index()].area);
    let play = play_area(state);
    let middle = (play.min + play.max) / 2.0;
    let (wide, deep) = (area.max.x - area.min.x, area.max.y - area.min.y);
    let inset = BASE / 2.0 + 0.001;
    let columns = (wide / (BASE * 1.5)).floor().clamp(2.0, 8.0) as u32;
    for step in 0..columns {
        let aside = step.div_ceil(2);
        let column = if step % 2 == 0 { columns / 2 + aside } else { columns / 2 - aside };
        for row in 0..2 {
            let x = area.min.x + inset + (wide - 2.0 * inset) * f64::from(column) / f64::from(columns - 1);
            let y = area.min.y + inset + (deep - 2.0 * inset) * f64::from(row);
            let at = Vec2::new(x, y);
            let ahead = middle - at;
            let heading = if ahead.x.abs() > ahead.y.abs() {
                if ahead.x > 0.0 { Heading::EAST } else { Heading::WEST }
            } else if ahead.y > 0.0 {
                Heading::NORTH
            } else {
                Heading::SOUTH
            };
            places.push(Pose::new(at, heading));
        }
    }
}
