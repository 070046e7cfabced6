//! Setting up: initiative, obstacles, edges and the placing of forces.

use arrayvec::ArrayVec;
use geometry::tolerance::TOUCH;
use geometry::{Area, Heading, Pose, Vec2, closest, inside};
use serde::{Deserialize, Serialize};
use table::{Denial, Fault, Play, Seat, Set, Text, denial};

use crate::actions::set_arc;
use crate::cards::{ArcName, Faction, ObstacleId, UpgradeId, Window, effects, library, register_all};
use crate::damage::shield_value;
use crate::lists::{self, Format, Loadout, Squad};
use crate::measure::{footprint, hulk_footprint, length, obstacle_polygon, overlaps_ships, play_area, side};
use crate::options::{HulkName, Options};
use crate::phases::{during, next_of, window};
use crate::state::*;
use crate::{Ask, Choice, Event, Table, docking, huge};

/// Depth of the strip in which ships are placed: range 1.
const STRIP: f64 = 100.0;
/// Obstacles keep out of range 2 of every edge and out of range 1 of each other.
pub const OBSTACLE_MARGIN: f64 = 200.0;
const OBSTACLE_DISTANCE: f64 = 100.0;
/// How many obstacles a player brings to a tournament, and to one of epic play.
const TOURNAMENT_OBSTACLES: usize = 3;
const EPIC_OBSTACLES: usize = 6;
/// How likely a lot is to fall on a player.
const EQUALLY: u32 = 1; // audit: same — no less likely than on the other one

const NOT_IN_STRIP: Denial = denial(
    "xwing.core.setup.forces",
    "The ship must stand wholly within range 1 of its player's edge.",
    "Das Schiff muss vollständig innerhalb von Reichweite 1 der eigenen Spielerkante stehen.",
);
const NOT_FILLING_STRIP: Denial = denial(
    "xwing.large.setup.1",
    "A large ship may reach beyond range 1 only if it fills the strip, so that it touches its player's edge.",
    "Ein großes Schiff darf nur über Reichweite 1 hinausragen, wenn es den Bereich ausfüllt, also die eigene Kante berührt.",
);
const HUGE_NOT_FILLING_STRIP: Denial = denial(
    "xwing.huge.setup.1",
    "A huge ship may reach beyond range 1 only if it fills the strip, so that it touches its player's edge.",
    "Ein riesiges Schiff darf nur über Reichweite 1 hinausragen, wenn es den Bereich ausfüllt, also die eigene Kante berührt.",
);
const NOT_IN_ZONE: Denial = denial(
    "xwing.core.missions.core-set",
    "The mission has the ship stand elsewhere.",
    "Die Mission sieht für das Schiff einen anderen Bereich vor.",
);
const OFF_THE_AREA: Denial = denial(
    "xwing.large.setup.2",
    "No part of the base may be outside the play area.",
    "Kein Teil der Basis darf außerhalb der Spielfläche liegen.",
);
const ON_ANOTHER_SHIP: Denial = denial(
    "xwing.core.setup.forces",
    "The base would stand on another ship's base.",
    "Die Basis würde auf der Basis eines anderen Schiffs stehen.",
);
const NEAR_EDGE: Denial = denial(
    "xwing.core.setup.obstacles",
    "An obstacle must not lie at range 1–2 of an edge.",
    "Ein Hindernis darf nicht in Reichweite 1–2 einer Kante liegen.",
);
const HULK_IN_TOURNAMENT: &str = "xwing.huge.as-obstacle.2";
const HULK_IN_EPIC_PLAY: &str = "xwing.huge.as-obstacle.1";
const NEAR_OBSTACLE: Denial = denial(
    "xwing.core.setup.obstacles",
    "An obstacle must not lie at range 1 of another.",
    "Ein Hindernis darf nicht in Reichweite 1 eines anderen liegen.",
);

/// What the players agree on before the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(rename = "player")]
    pub players: Vec<PlayerSetup>,
    /// The obstacles to be placed, by id.
    #[serde(default = "six_asteroids")]
    pub obstacles: Vec<String>,
    #[serde(default)]
    pub options: Options,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSetup {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(flatten)]
    pub squad: SquadChoice,
}

/// A ready-made squad by name, or one's own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SquadChoice {
    Starter(String),
    Squad(Squad),
}

impl PlayerSetup {
    /// A player with a ready-made squad.
    pub fn starter(name: &str) -> PlayerSetup {
        PlayerSetup { name: String::new(), squad: SquadChoice::Starter(name.to_string()) }
    }
    /// A player with a squad of their own.
    pub fn squad(squad: Squad) -> PlayerSetup {
        PlayerSetup { name: String::new(), squad: SquadChoice::Squad(squad) }
    }
}

/// The obstacles of the core set.
pub fn six_asteroids() -> Vec<String> {
    (1..=6).map(|number| format!("asteroid-{number}")).collect()
}

impl Setup {
    /// Two squads of 100 points with four ships each.
    pub fn standard() -> Setup {
        let players = ["rebel", "imperial"].map(PlayerSetup::starter);
        Setup { players: players.into(), obstacles: six_asteroids(), options: Options::default() }
    }
}

/// The position before the first question, or all that is wrong with the set-up.
pub fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let mut faults = check_options(setup);
    // A team builds one squad and shares its points. In team epic play each player has points of their own, but faction and
    // unique names are still those of the team.
    // audit: same (> to >=) — the squad of one player is also that of a team of one
    let is_team = setup.players.len() > PLAYERS;
    let shares = is_team && setup.options.format != Format::TeamEpic;
    let mut sides = [Squad::default(), Squad::default()];
    let mut squads = Vec::new();
    for (number, player) in setup.players.iter().enumerate().take(MAX_SEATS) {
        let place = numbered("player", "Spieler", number);
        let squad = match &player.squad {
            SquadChoice::Squad(squad) => squad.clone(),
            SquadChoice::Starter(name) => match lists::starter(name) {
                Some(squad) => squad,
                None => {
                    let known = lists::STARTERS.join(", ");
                    let fault = Fault::new(
                        "",
                        None,
                        format!("there is no starter {name:?} (there are {known})"),
                        format!("es gibt keine fertige Staffel „{name}“ (es gibt {known})"),
                    );
                    faults.push(fault.at(place));
                    continue;
                }
            },
        };
        let report = lists::check(&squad, &setup.options);
        squads.push((report.points, report.loadouts));
        if !shares {
            faults.extend(report.faults.into_iter().map(|fault| fault.within(&place)));
        }
        faults.extend(report.gaps.into_iter().map(|fault| fault.within(&place)));
        sides[number % PLAYERS].ships.extend(squad.ships);
    }
    for (number, squad) in sides.iter().enumerate().filter(|_| is_team) {
        let place = numbered("team", "Team", number);
        let report = lists::check(squad, &setup.options);
        let of_the_team = report.faults.into_iter().filter(|fault| shares || lists::concerns_team(fault));
        faults.extend(of_the_team.map(|fault| fault.within(&place)));
    }
    let mut supply = ArrayVec::new();
    for id in setup.obstacles.iter().take(MAX_SET_OUT) {
        match library().find_obstacle(id) {
            Some(token) if library().obstacle(token).by_card => faults.push(Fault::new(
                id,
                Some("xwing.core.setup.obstacles"),
                "only a card puts this token on the table",
                "diesen Marker bringt nur eine Karte auf den Tisch",
            )),
            Some(token) => supply.push(token),
            None => faults.push(Fault::new(
                id,
                None,
                "there is no such obstacle",
                "dieses Hindernis gibt es nicht",
            )),
        }
    }
    // The two ship cards of a huge ship are one ship.
    let ships = squads.iter().flat_map(|(_, loadouts)| loadouts).filter(|loadout| !is_stern(loadout)).count();
    if ships > MAX_SHIPS {
        faults.push(Fault::new(
            "",
            None,
            format!("{ships} ships take part, the table holds {MAX_SHIPS}"),
            format!("{ships} Schiffe nehmen teil, auf den Tisch passen {MAX_SHIPS}"),
        ));
    }
    if setup.options.hulk.is_some() {
        // The huge ship lies there in place of one player's half of the obstacles.
        supply.truncate(supply.len() / PLAYERS);
    }
    if let Some(mission) = setup.options.mission() {
        faults.extend((mission.faults)(setup.players.len(), &squads));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut state = lay_out(setup.options, supply, &squads);
    docking::bring_along(&mut state);
    if let Some(mission) = state.mission() {
        (mission.common.begin)(&mut state);
    }
    Ok(state)
}

fn numbered(en: &str, de: &str, number: usize) -> Text {
    Text { en: format!("{en} {}", number + 1), de: format!("{de} {}", number + 1) }
}

fn check_options(setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut wrong = |key: &str, rule, en: &str, de: &str| faults.push(Fault::new(key, rule, en, de));
    if !(PLAYERS..=MAX_SEATS).contains(&setup.players.len()) {
        wrong(
            "players",
            Some("xwing.core.team-play"),
            "two players take part, or up to four in two teams",
            "es spielen zwei Spieler oder bis zu vier in zwei Teams",
        );
    }
    if setup.obstacles.len() > MAX_SET_OUT {
        wrong(
            "obstacles",
            Some("xwing.core.setup.obstacles"),
            &format!("at most {MAX_SET_OUT} obstacles fit on the table"),
            &format!("höchstens {MAX_SET_OUT} Hindernisse passen auf den Tisch"),
        );
    }
    let copies = |id: &String| setup.obstacles.iter().filter(|other| *other == id).count();
    let (each, rule, en, de) = match setup.options.format {
        Format::Standard => (
            TOURNAMENT_OBSTACLES,
            "xwing.core.obstacle.shapes",
            "in tournaments each player brings three different obstacles",
            "in Turnieren bringt jeder Spieler drei verschiedene Hindernisse mit",
        ),
        Format::Epic | Format::TeamEpic => (
            EPIC_OBSTACLES,
            "xwing.core.epic.area",
            "in tournaments of epic play there are twelve obstacles, six different ones of each side",
            "in Turnieren mit epischem Spiel liegen zwölf Hindernisse, von jeder Seite sechs verschiedene",
        ),
    };
    let all_there = setup.obstacles.len() == each * PLAYERS;
    if setup.options.tournament && !(all_there && setup.obstacles.iter().all(|id| copies(id) <= PLAYERS)) {
        wrong("obstacles", Some(rule), en, de);
    }
    let (width, depth) = setup.options.area;
    if !(9000..=40000).contains(&width) || !(9000..=40000).contains(&depth) {
        wrong(
            "options.area",
            Some("xwing.core.play-area"),
            "the play area measures between 900 and 4000 mm each way",
            "die Spielfläche misst je Seite zwischen 900 und 4000 mm",
        );
    }
    if setup.options.hulk.is_some() && setup.options.tournament {
        wrong(
            "options.hulk",
            Some(HULK_IN_TOURNAMENT),
            "in tournaments huge ships are no obstacles",
            "in Turnieren sind riesige Schiffe keine Hindernisse",
        );
    }
    if setup.options.hulk.is_some() && setup.options.format != Format::Standard {
        wrong(
            "options.hulk",
            Some(HULK_IN_EPIC_PLAY),
            "huge ships are obstacles only in standard play",
            "riesige Schiffe sind nur im Standardspiel Hindernisse",
        );
    }
    faults
}

fn upgrade(card: &UpgradeId) -> Upgrade {
    Upgrade { card: *card, discarded: false, covered: false, turned: false, tokens: 0, memo: Memo::default() }
}

/// Whether a row of a list is the aft ship card of a ship with two.
pub fn is_stern(loadout: &Loadout) -> bool {
    library().ship(library().pilot(loadout.pilot).kind).section.as_deref() == Some("aft")
}

/// An aft ship card belongs to the ship of the fore one, and so do its upgrades. Nobody has points for two such ships.
fn join_sterns(state: &mut State, owner: Seat, loadouts: &[Loadout]) {
    for loadout in loadouts.iter().filter(|loadout| is_stern(loadout)) {
        let waits = |id: &ShipId| {
            let aft = state.huge(*id).and_then(|huge| huge.aft.as_ref());
            let same = aft.is_some_and(|aft| aft.pilot == loadout.pilot);
            same && state.ship(*id).owner == owner
        };
        let Some(id) = state.ids().find(waits) else { continue };
        let ship = state.ship_mut(id);
        // audit: same (- to +) — there is room for all that both ship cards can have
        let room = MAX_UPGRADES - ship.upgrades.len();
        ship.upgrades.extend(loadout.upgrades.iter().take(room).map(upgrade));
    }
}

/// A ship before it is placed.
pub fn new_ship(owner: Seat, loadout: &Loadout) -> Ship {
    let kind = library().pilot(loadout.pilot).kind;
    Ship {
        owner,
        pilot: loadout.pilot,
        kind,
        printed_skill: library().pilot(loadout.pilot).skill,
        ability: loadout.pilot,
        size: huge::size_on_table(library().ship(kind)),
        memo: Memo::default(),
        pilot_spent: false,
        shared: ArrayVec::new(),
        upgrades: loadout.upgrades.iter().take(MAX_UPGRADES).map(upgrade).collect(),
        conditions: Default::default(),
        damage: Default::default(),
        pose: Pose::new(Vec2::ZERO, Heading::NORTH),
        placed: false,
        docked: None,
        deployed_in: 0,
        destroyed: false,
        doom: Doom::None,
        shields: 0, // audit: same — activated when the ship joins the game
        focus: 0,
        evade: 0,
        stress: 0,
        ion: 0,
        tractor: 0,
        tractored: false,
        reinforced: None,
        weapons_disabled: 0,
        jam: 0,
        cloaked: false,
        may_decloak: false,
        locks: Default::default(),
        dial: None,
        revealed: false,
        dial_seen: false,
        flown: None,
        drifted: false,
        no_action: false,
        performed: Set::default(),
        acted_stressed: false,
        touching: 0,
        overlapped_ship: false,
        overlapped_obstacle: false,
        met_obstacle: false,
        late_check: None,
        attacks_made: 0,
        no_attack: false,
        silent_in: 0, // audit: same — no round ends before the first
        dropped: false,
        skill_set: None,
        mobile_arc: 0, // audit: same — set when the ship is placed
        bonus: Bonus::default(),
        hooks: Default::default(),
    }
}

/// The table before initiative is determined. Shields are activated and the damage deck is shuffled.
pub fn lay_out(
    options: Options,
    supply: ArrayVec<ObstacleId, MAX_SET_OUT>,
    squads: &[(u16, Vec<Loadout>)],
) -> State {
    let kinds = library().deck(options.deck());
    let deck = DamageDeck::new(kinds.map(|kind| (kind, library().damage(kind).copies)));
    let decks = if options.own_decks { PLAYERS } else { 1 };
    let mut state = State {
        options,
        cursor: Cursor::Initiative,
        round: 0,
        initiative: Seat(0),
        seats: squads.len().clamp(PLAYERS, MAX_SEATS) as u8,
        players: [Player { points: 0, edge: 0 }, Player { points: 0, edge: 1 }],
        ships: Vec::new(),
        huge: Vec::new(),
        notes: None,
        supply,
        obstacles: ArrayVec::new(),
        hulk: None,
        bombs: Vec::new(),
        decks: (0..decks).map(|_| deck.clone()).collect(),
        moments: Vec::new(),
        attacks: Vec::new(),
        casts: Vec::new(),
        active: None,
        hooks: Default::default(),
        declaration: Declaration::default(),
        result: None,
    };
    for (number, (points, loadouts)) in squads.iter().enumerate().take(MAX_SEATS) {
        state.players[number % PLAYERS].points += points;
        for loadout in loadouts.iter().filter(|loadout| !is_stern(loadout)) {
            state.join(new_ship(Seat(number as u8), loadout));
        }
    }
    for id in state.ids() {
        state.huge.extend(huge::new_huge(id, state.ship(id)));
    }
    for (number, (_, loadouts)) in squads.iter().enumerate().take(MAX_SEATS) {
        join_sterns(&mut state, Seat(number as u8), loadouts);
    }
    for id in state.ids() {
        register_all(&mut state, id);
        state.ship_mut(id).shields = shield_value(&state, id);
        // Outside missions huge ships begin with all the energy that they hold.
        if state.mission().is_none() {
            let energy = huge::energy_limit(&state, id);
            state.huge_mut(id).into_iter().for_each(|huge| huge.energy = energy);
        }
        for slot in (0..state.ship(id).upgrades.len() as u8).map(Slot::Upgrade) {
            let card = CardRef { ship: id, slot };
            if let Some(equipped) = effects(&state, card).equipped {
                equipped(&mut state, card);
            }
        }
    }
    state
}

/// Whether a player's squad is Imperial.
fn is_imperial(state: &State, seat: Seat) -> bool {
    let mut own = state.ships.iter().filter(|ship| ship.side() == seat);
    own.any(|ship| library().pilot(ship.pilot).faction.side() == Faction::Imperial)
}

/// The player with fewer squad points has initiative; on a tie the Imperial player, and otherwise a lot decides. In the
/// later rules the player with fewer points, or the one whom the lot favours, chooses who has it.
pub fn determine_initiative(t: &mut Table) -> Play {
    let [first, second] = [Seat(0), Seat(1)];
    let points = t.state.players.map(|player| player.points);
    let chosen = t.state.options.rules().initiative_is_chosen;
    let favoured = match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Less => first,
        std::cmp::Ordering::Greater => second,
        std::cmp::Ordering::Equal => match (is_imperial(&t.state, first), is_imperial(&t.state, second)) {
            (true, false) if !chosen => first,
            (false, true) if !chosen => second,
            _ => draw_lots(t)?,
        },
    };
    t.state.initiative = favoured;
    if chosen {
        let choice = t.ask(favoured, Ask::Initiative, |_, offer| {
            [first, second].into_iter().for_each(|seat| offer.add(Choice::Seat(seat)));
        })?;
        if let Choice::Seat(seat) = choice {
            t.state.initiative = seat;
        }
    }
    t.emit(Event::HasInitiative(t.state.initiative));
    for id in t.state.ids() {
        if library().has_ruled_damage(t.state.ship(id).kind) {
            t.emit(Event::RuledDamage(id));
        }
    }
    t.state.cursor = Cursor::PlaceObstacles;
    Ok(())
}

fn draw_lots(t: &mut Table) -> Play<Seat> {
    let drawn = t.draw(Ask::DrawLots, |_, offer| {
        [Seat(0), Seat(1)].into_iter().for_each(|seat| offer.weigh(Choice::Seat(seat), EQUALLY));
    })?;
    Ok(if let Choice::Seat(seat) = drawn { seat } else { t.state.initiative })
}

/// Starting with the player with initiative, the players take turns placing one obstacle. An obstacle for which there is no
/// room left stays in the box. A huge ship that is an obstacle is all that the player with initiative places.
pub fn place_obstacle(t: &mut Table) -> Play {
    if let Some(name) = t.state.options.hulk.filter(|_| t.state.hulk.is_none()) {
        return place_hulk(t, name);
    }
    // What lies there in a mission belongs to its own set-up.
    if t.state.mission().is_some() {
        return begin_placing(t);
    }
    if t.state.supply.is_empty() {
        if t.state.options.rules().initiative_is_chosen {
            t.state.cursor = Cursor::ChooseEdges;
            return Ok(());
        }
        return begin_placing(t);
    }
    let turn = if t.state.hulk.is_some() { 1 } else { t.state.obstacles.len() % PLAYERS };
    let seat = t.state.by_initiative()[turn];
    let choice = t.ask(seat, Ask::ObstacleToken, |state, offer| {
        let mut seen = ArrayVec::<ObstacleId, MAX_SET_OUT>::new();
        for token in &state.supply {
            if !seen.contains(token) {
                seen.push(*token);
                offer.add(Choice::Obstacle(*token));
            }
        }
    })?;
    let Choice::Obstacle(token) = choice else { return Ok(()) };
    if let Some(place) = t.state.supply.iter().position(|other| *other == token) {
        t.state.supply.remove(place);
    }
    let fits = |pose: &Pose| may_place_obstacle(&t.state, Obstacle { token, pose: *pose }).is_ok();
    let has_room = |steps: &u32| suggested_obstacle_places(&t.state, *steps).any(|pose| fits(&pose));
    // audit: same — how finely it is looked for room
    let Some(steps) = [6, 24].into_iter().find(has_room) else {
        t.emit(Event::ObstacleLeftOut(token));
        return Ok(());
    };
    let pose = t.place(
        seat,
        Ask::PlaceObstacle(token),
        move |state, pose| may_place_obstacle(state, Obstacle { token, pose: *pose }),
        |state, places| places.extend(suggested_obstacle_places(state, steps)),
    )?;
    t.state.obstacles.push(Obstacle { token, pose });
    t.emit(Event::ObstaclePlaced(token, pose));
    Ok(())
}

fn place_hulk(t: &mut Table, name: HulkName) -> Play {
    let pose = t.place(
        t.state.initiative,
        Ask::PlaceHulk,
        move |state, pose| may_place_hulk(state, &Hulk { name, pose: *pose }),
        // audit: same — any place may be chosen that the rules allow
        |state, places| places.extend(suggested_obstacle_places(state, 6)),
    )?;
    t.state.hulk = Some(Hulk { name, pose });
    t.emit(Event::HulkPlaced(pose));
    Ok(())
}

/// Where obstacles may lie: out of range 2 of every edge.
fn obstacle_area(state: &State) -> Area {
    let (width, depth) = state.options.size();
    Area {
        min: Vec2::new(OBSTACLE_MARGIN, OBSTACLE_MARGIN),
        max: Vec2::new(width - OBSTACLE_MARGIN, depth - OBSTACLE_MARGIN),
    }
}

fn may_place_hulk(state: &State, hulk: &Hulk) -> Result<(), Denial> {
    if inside(&hulk_footprint(hulk), &obstacle_area(state)) { Ok(()) } else { Err(NEAR_EDGE) }
}

/// A grid over the part of the play area where obstacles may lie, in turn lengthways and crossways.
// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn suggested_obstacle_places(state: &State, steps: u32) -> impl Iterator<Item = Pose> + use<> {
    let (width, depth) = state.options.size();
    let along = move |step: u32, size: f64| {
        let low = OBSTACLE_MARGIN + 32.0;
        low + (size - 2.0 * low) * f64::from(step) / f64::from(steps - 1)
    };
    (0..steps * steps).map(move |n| {
        let at = Vec2::new(along(n % steps, width), along(n / steps, depth));
        Pose::new(at, if n % 2 == 0 { Heading::NORTH } else { Heading::EAST })
    })
}

/// The corner of an obstacle that lies furthest out in a direction.
fn outermost(obstacle: &Obstacle, direction: Vec2) -> Vec2 {
    let heading = obstacle.pose.heading;
    let local = Vec2::new(direction.dot(heading.right()), direction.dot(heading.ahead()));
    obstacle.pose.to_world(library().obstacle(obstacle.token).polygon.outermost(local))
}

fn may_place_obstacle(state: &State, obstacle: Obstacle) -> Result<(), Denial> {
    let middle = obstacle_area(state);
    let (at, own) = (obstacle.pose.at, library().obstacle(obstacle.token));
    // A circle around the outline tells most places without looking at the outline.
    let reaches = |place: f64, direction: Vec2, limit: f64| {
        // audit: same (> to >=) — a quick answer about what is that far away
        let near = place + own.reach > limit;
        // audit: same (> to >=) — within the tolerance, or just not
        // audit: same (+ to -) — within the tolerance, or just not
        near && direction.dot(outermost(&obstacle, direction)) > limit + TOUCH
    };
    if reaches(at.x, Vec2::new(1.0, 0.0), middle.max.x)
        || reaches(-at.x, Vec2::new(-1.0, 0.0), -middle.min.x)
        || reaches(at.y, Vec2::new(0.0, 1.0), middle.max.y)
        || reaches(-at.y, Vec2::new(0.0, -1.0), -middle.min.y)
    {
        return Err(NEAR_EDGE);
    }
    let near = |other: &Obstacle| is_obstacle_near(&obstacle, other);
    let near_hulk = |hulk: &Hulk| {
        closest(&obstacle_polygon(&obstacle), &hulk_footprint(hulk)).distance <= OBSTACLE_DISTANCE
    };
    if state.obstacles.iter().any(near) || state.hulk.iter().any(near_hulk) {
        return Err(NEAR_OBSTACLE);
    }
    Ok(())
}

/// Whether two obstacles are at range 1 of each other.
pub fn is_obstacle_near(a: &Obstacle, b: &Obstacle) -> bool {
    let measured = || closest(&obstacle_polygon(a), &obstacle_polygon(b)).distance <= OBSTACLE_DISTANCE;
    clearly_near(a, b).unwrap_or_else(measured)
}

/// A quick answer where none has to be measured. Circles around and inside the outlines tell far and near ones; then the two
/// corners that face each other do: the outlines are no further apart than they are, and no closer than they are along the
/// line between the middles.
// audit: no rule — a quick answer, which a test holds against measuring
fn clearly_near(a: &Obstacle, b: &Obstacle) -> Option<bool> {
    let (one, two) = (library().obstacle(a.token), library().obstacle(b.token));
    let between = b.pose.at.distance(a.pose.at);
    if between > OBSTACLE_DISTANCE + one.reach + two.reach {
        return Some(false);
    }
    if between <= OBSTACLE_DISTANCE + one.core + two.core {
        return Some(true);
    }
    let towards = (b.pose.at - a.pose.at) / between;
    let line = outermost(b, -towards) - outermost(a, towards);
    if line.dot(towards) > OBSTACLE_DISTANCE + TOUCH {
        return Some(false);
    }
    (line.length() < OBSTACLE_DISTANCE - TOUCH).then_some(true)
}

/// The later rules: the player without initiative chooses an edge after the obstacles are placed.
pub fn choose_edges(t: &mut Table) -> Play {
    let [leader, other] = t.state.by_initiative();
    let choice = t.ask(other, Ask::Edge, |_, offer| {
        (0..PLAYERS as u8).for_each(|edge| offer.add(Choice::Edge(edge)));
    })?;
    if let Choice::Edge(edge) = choice {
        t.state.players[other.index()].edge = edge;
        t.state.players[leader.index()].edge = 1 - edge;
        t.emit(Event::EdgeChosen(other, edge));
    }
    begin_placing(t)
}

/// Forces are about to be placed.
fn begin_placing(t: &mut Table) -> Play {
    t.state.cursor = Cursor::PlaceShips;
    docking::dock_all(t)?;
    window(t, Window::BeforeForces)?;
    if t.state.mission().is_some() {
        t.state.cursor = Cursor::MissionSetup;
    }
    Ok(())
}

/// One step of what only the mission sets up: before ships are placed, or when all have been.
pub fn mission_step(t: &mut Table) -> Play {
    let after = !t.state.ships.iter().any(Ship::is_to_be_placed);
    let step =
        t.state.mission().map(|mission| if after { mission.after_forces } else { mission.before_forces });
    let is_done = step.map_or(Ok(true), |step| step(t))?;
    if is_done {
        t.state.cursor = if after { Cursor::Planning } else { Cursor::PlaceShips };
    }
    Ok(())
}

/// The strip along a player's edge.
pub fn strip(state: &State, seat: Seat) -> Area {
    let (width, depth) = state.options.size();
    match state.players[side_of(seat).index()].edge {
        0 => Area { min: Vec2::ZERO, max: Vec2::new(width, STRIP) },
        _ => Area { min: Vec2::new(0.0, depth - STRIP), max: Vec2::new(width, depth) },
    }
}

/// Where a player's ships are placed: that strip, unless the mission says otherwise.
pub fn zones(state: &State, seat: Seat) -> ArrayVec<Area, 2> {
    match state.mission() {
        Some(mission) => (mission.zones)(state, seat),
        None => [strip(state, seat)].into_iter().collect(),
    }
}

/// Ships are placed in ascending order of pilot skill, ties by initiative; huge ships before all others.
pub fn place_ship(t: &mut Table) -> Play {
    let first = t.state.mission().and_then(|mission| (mission.places_first)(&t.state));
    let waits_for =
        |seat: &Seat| t.state.ships.iter().any(|ship| ship.owner == *seat && ship.is_to_be_placed());
    let first = first.filter(waits_for);
    let may_come = |ship: &Ship| ship.is_to_be_placed() && first.is_none_or(|first| ship.owner == first);
    let huge_first = t.state.ships.iter().any(|ship| ship.size.is_huge() && may_come(ship));
    let waits = |state: &State, id: ShipId| {
        let ship = state.ship(id);
        may_come(ship) && ship.size.is_huge() == huge_first
    };
    let Some(id) = next_of(t, true, waits)? else {
        // Another pilot skill for placing forces ends with it.
        t.state.ships.iter_mut().for_each(|ship| ship.skill_set = None);
        t.state.cursor = if t.state.mission().is_some() { Cursor::MissionSetup } else { Cursor::Planning };
        return Ok(());
    };
    place(t, id)
}

/// A player places a ship.
pub fn place(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let pose = t.place(
        owner,
        Ask::PlaceShip(id),
        move |state, pose| may_place_ship(state, id, pose),
        |state, places| suggest_places(state, id, places),
    )?;
    let ship = t.state.ship_mut(id);
    (ship.pose, ship.placed) = (pose, true);
    t.emit(Event::Placed(id, pose));
    during(t, Moment::Turn(id), Window::Placed)?;
    let has_mobile_arc = library().ship(t.state.ship(id).kind).arcs.contains(&ArcName::Mobile);
    if has_mobile_arc { set_arc(t, id) } else { Ok(()) }
}

/// Whether a card of the ship, or of a friend that has been placed, allows a place outside the strip.
fn may_stand_elsewhere(state: &State, id: ShipId, pose: &Pose) -> bool {
    let allows = |other: ShipId| {
        let card = CardRef { ship: other, slot: Slot::Pilot };
        effects(state, card).placing.is_some_and(|placing| placing(state, card, id, pose))
    };
    let friends = state.ids().filter(|other| state.are_friends(id, *other));
    friends.filter(|other| *other == id || state.ship(*other).placed).any(allows)
}

fn may_place_ship(state: &State, id: ShipId, pose: &Pose) -> Result<(), Denial> {
    let ship = state.ship(id);
    let base = footprint(ship.size, *pose);
    let strip = strip(state, ship.owner);
    if !inside(&base, &play_area(state)) {
        return Err(OFF_THE_AREA);
    }
    let zones = zones(state, ship.owner);
    if !zones.iter().any(|zone| inside(&base, zone)) && !may_stand_elsewhere(state, id, pose) {
        if !zones.contains(&strip) {
            return Err(NOT_IN_ZONE);
        }
        let edge = state.players[ship.side().index()].edge;
        let touches = |corner: &Vec2| match edge {
            // audit: same (<= to <) — within the tolerance, or just not
            0 => corner.y <= strip.min.y + TOUCH,
            // audit: same (>= to >) — within the tolerance, or just not
            _ => corner.y >= strip.max.y - TOUCH,
        };
        match ship.size {
            Size::Small => return Err(NOT_IN_STRIP),
            _ if base.corners().iter().any(touches) => {}
            Size::Large => return Err(NOT_FILLING_STRIP),
            Size::Huge | Size::Corvette => return Err(HUGE_NOT_FILLING_STRIP),
        }
    }
    if overlaps_ships(state, id, *pose) { Err(ON_ANOTHER_SHIP) } else { Ok(()) }
}

/// Good places: along each zone from its middle outwards, facing the opponent.
// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn suggest_places(state: &State, id: ShipId, places: &mut Vec<Pose>) {
    zones(state, state.ship(id).owner).iter().for_each(|zone| suggest_along(state, id, zone, places));
}

// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn suggest_along(state: &State, id: ShipId, strip: &Area, places: &mut Vec<Pose>) {
    let ship = state.ship(id);
    let heading = if state.players[ship.side().index()].edge == 0 { Heading::NORTH } else { Heading::SOUTH };
    let half = side(ship.size) / 2.0 + 4.0;
    let room = strip.max.x - strip.min.x - 2.0 * half;
    let columns = (room / 48.0).floor().max(2.0) as u32;
    for step in 0..columns {
        let aside = step.div_ceil(2);
        let column = if step % 2 == 0 { columns / 2 + aside } else { columns / 2 - aside };
        let x = strip.min.x + half + room * f64::from(column.min(columns - 1)) / f64::from(columns - 1);
        let y = match (ship.size.is_huge(), state.players[ship.side().index()].edge) {
            (false, _) => (strip.min.y + strip.max.y) / 2.0,
            (true, 0) => strip.min.y + length(ship.size) / 2.0,
            (true, _) => strip.max.y - length(ship.size) / 2.0,
        };
        places.push(Pose::new(Vec2::new(x, y), heading));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::Rng;

    #[test]
    fn quick_answers_about_obstacles_are_those_of_measuring() {
        let mut luck = table::direct::luck(7);
        let mut share = || (luck.next_u64() % 100_000) as f64 / 100_000.0;
        let (mut near, mut quick) = (0, 0);
        for round in 0..20_000 {
            let tokens = library().obstacles.len();
            let mut obstacle = |number: usize, at: Vec2| {
                let heading = Heading::degrees_clockwise_from_north(360.0 * share());
                Obstacle { token: ObstacleId((number % tokens) as u8), pose: Pose::new(at, heading) }
            };
            let a = obstacle(round, Vec2::new(450.0, 450.0));
            let b = obstacle(round / tokens, Vec2::new(500.0, 450.0));
            let b = Obstacle { pose: b.pose.ahead(50.0 + 200.0 * share()), ..b };
            let measured =
                closest(&obstacle_polygon(&a), &obstacle_polygon(&b)).distance <= OBSTACLE_DISTANCE;
            near += usize::from(measured);
            if let Some(answer) = clearly_near(&a, &b) {
                quick += 1;
                assert_eq!(answer, measured, "{a:?} {b:?}");
            }
        }
        assert!(near > 2_000 && near < 18_000 && quick > 10_000, "{near} near, {quick} quick answers");
    }
}
