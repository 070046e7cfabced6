//! Setting up a position: terrain and units on the battlefield, and a unit that is being activated.

use geometry::{Area, Compound, Vec2, closest, inside};
use serde::{Deserialize, Serialize};
use table::{Board, Fault, Words};

use crate::cards::{TerrainKind, UnitKind, UpgradeKind, library};
use crate::ground::{Ground, Terrain};
use crate::measure::{CLOSE, base, collide, stands_flat};
use crate::phases;
use crate::state::{Action, Cover, Cursor, Faction, MOST_UNITS, Mini, Passage, Place, State, Unit, UnitId};

/// A position in the middle of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Width and depth of the battlefield.
    pub area: (f64, f64),
    pub units: Vec<PlacedUnit>,
    pub terrain: Vec<PlacedTerrain>,
    /// The number of the activated unit.
    pub active: u8,
    /// Actions that it can perform.
    pub actions: u8,
    /// Actions that it has already performed.
    pub performed: Vec<Action>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            area: (1828.8, 914.4),
            units: Vec::new(),
            terrain: Vec::new(),
            active: 0,
            actions: 2,
            performed: Vec::new(),
        }
    }
}

/// A unit; the first miniature is its leader.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedUnit {
    pub unit: String,
    pub owner: Faction,
    pub minis: Vec<PlacedMini>,
    #[serde(default)]
    pub upgrades: Vec<String>,
    #[serde(default)]
    pub aim: u8,
    #[serde(default)]
    pub dodge: u8,
    #[serde(default)]
    pub suppression: u8,
}

impl PlacedUnit {
    /// A unit in a line: its leader at a place, the others beside it in turn to the east and to the west. Upgrades that
    /// add a miniature do so at the end of the line.
    pub fn in_line(unit: &str, owner: Faction, leader: Vec2, upgrades: &[&str]) -> Self {
        let library = library();
        let minis = library.units.iter().find(|card| card.id == unit).map_or(1, |card| card.minis);
        let adds = |id: &&&str| library.upgrades.iter().any(|card| card.id == **id && card.adds_mini);
        let added = upgrades.iter().filter(adds).map(|id| Some(id.to_string()));
        let all = std::iter::repeat_n(None, minis.into()).chain(added);
        PlacedUnit {
            unit: unit.to_string(),
            owner,
            minis: all
                .enumerate()
                .map(|(index, upgrade)| PlacedMini { at: leader + beside(index), upgrade, wounds: 0 })
                .collect(),
            upgrades: upgrades.iter().map(|id| id.to_string()).collect(),
            aim: 0,
            dodge: 0,
            suppression: 0,
        }
    }
}

/// Where the miniatures of a line stand, seen from their leader.
pub fn beside(index: usize) -> Vec2 {
    let steps = index.div_ceil(2) as f64;
    Vec2::new(if index % 2 == 1 { 30.0 * steps } else { -30.0 * steps }, 0.0)
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedMini {
    pub at: Vec2,
    /// The upgrade that added it.
    #[serde(default)]
    pub upgrade: Option<String>,
    #[serde(default)]
    pub wounds: u8,
}

/// A piece of terrain; what is not said is as in the terrain tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedTerrain {
    pub terrain: String,
    pub outline: Compound,
    #[serde(default)]
    pub height: Option<u16>,
    #[serde(default)]
    pub cover: Option<Cover>,
    #[serde(default)]
    pub troopers: Option<Passage>,
    #[serde(default)]
    pub flat_top: Option<bool>,
    #[serde(default)]
    pub ladder: bool,
}

impl PlacedTerrain {
    pub fn new(terrain: &str, outline: impl Into<Compound>) -> Self {
        PlacedTerrain {
            terrain: terrain.to_string(),
            outline: outline.into(),
            height: None,
            cover: None,
            troopers: None,
            flat_top: None,
            ladder: false,
        }
    }
}

/// Collects what is wrong with a set-up.
#[derive(Default)]
struct Check {
    faults: Vec<Fault>,
}

impl Check {
    fn fault(&mut self, place: &str, rule: Option<&'static str>, en: &str, de: &str) {
        self.faults.push(Fault::new(place, rule, en, de));
    }

    /// The number of a card in the library. What kind of card it would be is said as in "there is no …".
    fn card<'a>(&mut self, no: Words, id: &str, mut ids: impl Iterator<Item = &'a String>) -> Option<u16> {
        let found = ids.position(|other| other == id);
        if found.is_none() {
            let Words { en, de } = no;
            self.fault(id, None, &format!("there is {en} {id:?}"), &format!("es gibt {de} {id:?}"));
        }
        found.map(|number| number as u16)
    }
}

/// The most pieces of terrain: they are numbered in a byte.
const MOST_PIECES: usize = 255;

/// The battlefield, or everything that is wrong with it.
pub fn ground(setup: &Setup) -> Result<Ground, Vec<Fault>> {
    let mut check = Check::default();
    let ground = lay(&mut check, setup);
    if check.faults.is_empty() { Ok(ground) } else { Err(check.faults) }
}

fn lay(check: &mut Check, setup: &Setup) -> Ground {
    if setup.terrain.len() > MOST_PIECES {
        check.fault("terrain", None, "too many pieces of terrain", "zu viele Geländestücke");
    }
    let pieces = setup.terrain.iter().take(MOST_PIECES);
    let terrain = pieces.filter_map(|placed| new_terrain(check, placed)).collect();
    Ground::new(Area::table(setup.area.0, setup.area.1), terrain)
}

/// The position, or everything that is wrong with it.
pub fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let mut check = Check::default();
    let mut state = State {
        board: Board::new(lay(&mut check, setup)),
        units: Default::default(),
        active: UnitId(setup.active),
        actions: setup.actions.min(2),
        performed: setup.performed.iter().copied().take(4).collect(),
        cursor: Cursor::Actions,
        moving: None,
        attack: None,
    };
    if setup.units.len() > MOST_UNITS {
        check.fault("units", None, "too many units", "zu viele Einheiten");
        return Err(check.faults);
    }
    for placed in &setup.units {
        state.units.extend(new_unit(&mut check, placed));
    }
    match state.units.get(usize::from(setup.active)) {
        Some(unit) if phases::can_act(unit.facts().kind) => {}
        Some(_) => check.fault(
            "active",
            None,
            "only troopers can be activated yet",
            "bisher können nur Truppler aktiviert werden",
        ),
        None => check.fault("active", None, "there is no such unit", "diese Einheit gibt es nicht"),
    }
    if check.faults.is_empty() {
        check_places(&mut check, &state);
    }
    if check.faults.is_empty() { Ok(state) } else { Err(check.faults) }
}

fn new_terrain(check: &mut Check, placed: &PlacedTerrain) -> Option<Terrain> {
    let ids = library().terrain.iter().map(|card| &card.id);
    let kind = TerrainKind(check.card(
        Words::new("no kind of terrain", "keine Geländeart"),
        &placed.terrain,
        ids,
    )?);
    let facts = library().terrain(kind);
    Some(Terrain {
        kind,
        outline: placed.outline.clone(),
        height: placed.height.unwrap_or(facts.height),
        cover: placed.cover.unwrap_or(facts.cover),
        troopers: placed.troopers.unwrap_or(facts.trooper),
        form: facts.form,
        flat_top: placed.flat_top.unwrap_or(facts.flat_top),
        ladder: placed.ladder,
    })
}

fn new_unit(check: &mut Check, placed: &PlacedUnit) -> Option<Unit> {
    let kind = UnitKind(check.card(
        Words::new("no unit", "keine Einheit"),
        &placed.unit,
        library().units.iter().map(|card| &card.id),
    )?);
    let facts = library().unit(kind);
    let mut unit = Unit {
        kind,
        owner: placed.owner.seat(),
        minis: Default::default(),
        leader: 0,
        upgrades: Default::default(),
        aim: placed.aim,
        dodge: placed.dodge,
        suppression: placed.suppression,
    };
    if placed.minis.len() > unit.minis.capacity() || placed.upgrades.len() > unit.upgrades.capacity() {
        check.fault(
            &facts.id,
            None,
            "has too many miniatures or upgrades",
            "hat zu viele Miniaturen oder Aufwertungen",
        );
        return None;
    }
    for id in &placed.upgrades {
        let ids = library().upgrades.iter().map(|card| &card.id);
        unit.upgrades
            .extend(check.card(Words::new("no upgrade", "keine Aufwertung"), id, ids).map(UpgradeKind));
    }
    for mini in &placed.minis {
        let upgrade = mini.upgrade.as_ref().map(|id| {
            let equipped = placed.upgrades.iter().position(|other| other == id);
            if equipped.is_none() {
                check.fault(
                    id,
                    None,
                    "adds a miniature to a unit that is not equipped with it",
                    "fügt einer Einheit, die nicht damit ausgerüstet ist, eine Miniatur hinzu",
                );
            }
            equipped.unwrap_or(0) as u8
        });
        if mini.wounds >= facts.wounds {
            check.fault(
                &facts.id,
                Some("legion.wounds.1"),
                "has a miniature with too many wounds",
                "hat eine Miniatur mit zu vielen Wunden",
            );
        }
        unit.minis.push(Mini { at: mini.at, upgrade, wounds: mini.wounds, place: Place::Standing });
    }
    let ordinary = unit.minis.iter().filter(|mini| mini.upgrade.is_none()).count();
    if ordinary > facts.minis.into() || unit.minis.is_empty() {
        check.fault(
            &facts.id,
            Some("legion.concept.unit.3"),
            "has not the miniatures of its unit card",
            "hat nicht die Miniaturen ihrer Einheitenkarte",
        );
    }
    Some(unit)
}

/// Everything stands flat on the battlefield, apart from each other and in cohesion.
fn check_places(check: &mut Check, state: &State) {
    for id in state.all_standing() {
        let name = &state.unit(id.unit).facts().id;
        let own = base(state, id);
        if !inside(&own, &state.board.area) {
            check.fault(
                name,
                Some("legion.leaving-the-battlefield.1"),
                "stands outside the battlefield",
                "steht außerhalb des Schlachtfeldes",
            );
        }
        if !stands_flat(&state.board, &own) {
            check.fault(name, Some("legion.move.flat-45"), "does not stand flat", "steht nicht flach");
        }
        for other in state.all_standing().filter(|other| *other > id) {
            let enemies = state.unit(id.unit).owner != state.unit(other.unit).owner;
            if collide(&own, &base(state, other)) {
                check.fault(
                    name,
                    Some("legion.move.no-overlap-minis"),
                    "stands on another miniature",
                    "steht auf einer anderen Miniatur",
                );
            } else if enemies && closest(&own, &base(state, other)).distance <= CLOSE {
                check.fault(
                    name,
                    None,
                    "is in a melee, which is not played yet",
                    "ist im Nahkampf, der noch nicht gespielt wird",
                );
            }
        }
        let leader = state.unit(id.unit).leader().at;
        let reach = crate::moves::tool(state, id.unit, 1).reach();
        if state.mini(id).at.distance(leader) > reach + CLOSE {
            check.fault(
                name,
                Some("legion.geometry.cohesion.1"),
                "has a miniature that is not in cohesion",
                "hat eine Miniatur, die nicht in Formation ist",
            );
        }
    }
}
