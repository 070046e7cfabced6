//! Setting up a position: ships that have flown their maneuvers this round, with whatever they carry.

use flightpath::DamageDeck;
use geometry::{Heading, Pose, Vec2, outside, overlaps};
use serde::{Deserialize, Serialize};
use table::{Fault, RuleId, Seat};

use crate::cards::{ObstacleId, PilotId, UpgradeId, library};
use crate::damage::suffered;
use crate::measure::{footprint, play_area};
use crate::state::{Cursor, Damage, MAX_SHIPS, Memo, Obstacle, Ship, ShipId, State, Upgrade};

/// A position in a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    pub round: u16,
    /// The player with initiative.
    pub initiative: Seat,
    pub cursor: Cursor,
    #[serde(rename = "ship")]
    pub ships: Vec<ShipSetup>,
    #[serde(rename = "obstacle")]
    pub obstacles: Vec<ObstacleSetup>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            round: 1,
            initiative: Seat(0),
            cursor: Cursor::Activation { done: 0 },
            ships: Vec::new(),
            obstacles: Vec::new(),
        }
    }
}

/// A ship, where it stands, and what lies beside it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShipSetup {
    pub owner: u8,
    /// Cards by id.
    pub pilot: String,
    pub upgrades: Vec<String>,
    /// Millimetres from the south-west corner, degrees clockwise from north.
    pub at: (f64, f64),
    pub facing: f64,
    /// All shields without it.
    pub shields: Option<u8>,
    pub focus: u8,
    pub evade: u8,
    pub stress: u8,
    /// Place of the locked ship in the list.
    pub lock: Option<u8>,
    pub damage: Vec<DamageSetup>,
    /// Upgrades whose action was performed this round.
    pub acted: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageSetup {
    pub card: String,
    pub face_up: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObstacleSetup {
    pub token: String,
    pub at: (f64, f64),
    pub facing: f64,
}

impl ShipSetup {
    pub fn new(owner: u8, pilot: &str, at: (f64, f64), facing: f64) -> Self {
        ShipSetup { owner, pilot: pilot.to_string(), at, facing, ..ShipSetup::default() }
    }
    pub fn with(mut self, upgrades: &[&str]) -> Self {
        self.upgrades = upgrades.iter().map(|id| id.to_string()).collect();
        self
    }
}

fn fault(place: &str, rule: Option<&'static str>, what: impl Into<String>) -> Fault {
    Fault { place: place.to_string(), rule: rule.map(RuleId), what: what.into() }
}

/// The position that a set-up describes, or everything that is wrong with it.
pub fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let mut faults = Vec::new();
    let library = library();
    let mut state = State {
        cursor: setup.cursor,
        round: setup.round,
        initiative: setup.initiative,
        ships: Default::default(),
        obstacles: Default::default(),
        deck: DamageDeck::new(library.damage.iter().map(|card| card.copies)),
        moments: Default::default(),
        attack: None,
        active: None,
        result: None,
    };
    if setup.ships.len() > MAX_SHIPS || setup.obstacles.len() > state.obstacles.capacity() {
        return Err(vec![fault("", None, "more ships or obstacles than fit on the table")]);
    }
    if setup.initiative.0 > 1 || matches!(setup.cursor, Cursor::Over) {
        return Err(vec![fault("", None, "no such player or no such place in the round")]);
    }
    for entry in &setup.ships {
        match place_ship(&mut state, entry, setup.ships.len()) {
            Ok(ship) => state.ships.push(ship),
            Err(what) => faults.push(fault(&entry.pilot, None, what)),
        }
    }
    for entry in &setup.obstacles {
        match library.obstacles.iter().position(|token| token.id == entry.token) {
            Some(index) => {
                let pose = pose(entry.at, entry.facing);
                state.obstacles.push(Obstacle { token: ObstacleId(index as u8), pose });
            }
            None => faults.push(fault(&entry.token, None, "there is no such obstacle")),
        }
    }
    if faults.is_empty() {
        faults.extend(check(&state));
    }
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

fn pose((x, y): (f64, f64), facing: f64) -> Pose {
    Pose::new(Vec2::new(x, y), Heading::degrees_clockwise_from_north(facing))
}

fn place_ship(state: &mut State, entry: &ShipSetup, ships: usize) -> Result<Ship, String> {
    let library = library();
    let place = |kind: &str, id: &str, found: Option<usize>| {
        found.map(|index| index as u8).ok_or_else(|| format!("there is no {kind} {id}"))
    };
    let pilot = library.pilots.iter().position(|card| card.id == entry.pilot);
    let pilot = PilotId(place("pilot", &entry.pilot, pilot)?);
    if entry.owner > 1 {
        return Err("there are two players".to_string());
    }
    if !(entry.at.0.is_finite() && entry.at.1.is_finite() && entry.facing.is_finite()) {
        return Err("it stands nowhere".to_string());
    }
    let facts = library.ship_of(pilot);
    let mut ship = Ship {
        owner: Seat(entry.owner),
        pilot,
        upgrades: Default::default(),
        pose: pose(entry.at, entry.facing),
        destroyed: false,
        doomed: false,
        shields: entry.shields.unwrap_or(facts.shields),
        damage: Default::default(),
        focus: entry.focus,
        evade: entry.evade,
        stress: entry.stress,
        lock: entry.lock.map(ShipId),
        performed: 0,
    };
    if ship.lock.is_some_and(|target| target.index() >= ships) {
        return Err("it locks a ship that is not there".to_string());
    }
    for id in &entry.upgrades {
        let index = library.upgrades.iter().position(|card| card.id == *id);
        let card = UpgradeId(place("upgrade", id, index)?);
        let memo = Memo { acted: entry.acted.contains(id), active: entry.acted.contains(id), spent: false };
        ship.upgrades.try_push(Upgrade { card, memo }).map_err(|_| "it has too many upgrades")?;
    }
    for DamageSetup { card, face_up } in &entry.damage {
        let kind = place("damage card", card, library.damage.iter().position(|facts| facts.id == *card))?;
        if state.deck.deck[kind as usize] == 0 {
            return Err(format!("there are not so many {card}"));
        }
        state.deck.take(kind);
        let round = state.round.saturating_sub(1);
        let damage = Damage { kind: Some(kind), face_up: *face_up, round, acted: false };
        ship.damage.try_push(damage).map_err(|_| "it has too much damage")?;
    }
    Ok(ship)
}

/// What cannot be so in a game.
fn check(state: &State) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut wrong = |id: ShipId, rule, what: &str| {
        faults.push(fault(&library().pilot(state.ship(id).pilot).id, rule, what));
    };
    for id in state.ids() {
        let ship = state.ship(id);
        let facts = library().ship_of(ship.pilot);
        if ship.shields > facts.shields {
            wrong(id, Some("xwing.core.shield.recover"), "it has more shields than its value");
        }
        if suffered(ship) >= facts.hull {
            wrong(id, Some("xwing.core.damage.destroyed"), "it is destroyed");
        }
        if ship.lock.is_some_and(|target| state.are_friends(id, target)) {
            wrong(id, Some("xwing.core.action.lock.4"), "it locks a friendly ship");
        }
        if outside(&footprint(ship.pose), &play_area()) {
            wrong(id, Some("xwing.core.flee"), "it is outside the play area");
        }
        if (0..id.0)
            .map(ShipId)
            .any(|other| overlaps(&footprint(ship.pose), &footprint(state.ship(other).pose)))
        {
            wrong(id, None, "it overlaps another ship");
        }
    }
    if [Seat(0), Seat(1)].iter().any(|seat| !state.ships.iter().any(|ship| ship.owner == *seat)) {
        faults.push(fault("", None, "both players need a ship"));
    }
    faults
}
