//! What the three missions of the core set have in common: Rebels fly against the Empire, and one side is reinforced. Their
//! sheets are not part of the document; `rules/xwing/rulings.toml` says what was taken from where.

use arrayvec::ArrayVec;
use geometry::tolerance::TOUCH;
use geometry::{Area, Pose, Vec2};
use table::{Fault, Play, Seat};

use crate::cards::{Faction, PilotId, library, register_all};
use crate::damage::shield_value;
use crate::lists::Loadout;
use crate::measure::parts;
use crate::setup::{new_ship, place};
use crate::state::{MAX_SHIPS, Notes, ShipId, Size, State, opponent};
use crate::{Table, victory};

/// The entry that the missions stand in.
pub const SHEETS: &str = "xwing.core.missions.core-set";
pub const RANGE: f64 = 100.0;
/// With squads of so many points the shuttle has its shields, and there are twice as many satellites.
pub const FULL_SQUADS: u16 = 100;

// ---- set-up -----------------------------------------------------------------------------------------------------------

/// Two players, one of the Rebels and one of the Empire.
pub fn faults(players: usize, squads: &[(u16, Vec<Loadout>)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut wrong = |en: &str, de: &str| faults.push(Fault::new("options.mission", Some(SHEETS), en, de));
    if players > 2 {
        wrong("missions are for two players", "Missionen sind für zwei Spieler");
    }
    let side = |loadouts: &Vec<Loadout>| {
        loadouts.first().map(|loadout| library().pilot(loadout.pilot).faction.side())
    };
    let has = |faction| squads.iter().any(|(_, loadouts)| side(loadouts) == Some(faction));
    if !has(Faction::Rebel) || !has(Faction::Imperial) {
        wrong(
            "in a mission Rebels fly against the Empire",
            "in einer Mission fliegen Rebellen gegen das Imperium",
        );
    }
    faults
}

/// Notes who plays the Rebels.
pub fn begin(state: &mut State) {
    let is_rebel = |seat| crate::show::faction(state, seat) == Faction::Rebel;
    let rebels = if is_rebel(Seat(0)) { Seat(0) } else { Seat(1) };
    state.notes = Some(Box::new(Notes { rebels, ward: None, satellites: ArrayVec::new(), replaced: 0 }));
}

pub fn rebels(state: &State) -> Option<Seat> {
    state.notes.as_ref().map(|notes| notes.rebels)
}

pub fn empire(state: &State) -> Option<Seat> {
    rebels(state).map(opponent)
}

/// The ship that the mission is about: the senator's shuttle, or the disabled one.
pub fn ward(state: &State) -> Option<ShipId> {
    state.notes.as_ref().and_then(|notes| notes.ward)
}

/// A strip along a player's edge.
pub fn edge_strip(state: &State, seat: Seat, ranges: f64) -> Area {
    let (width, depth) = state.options.size();
    let deep = ranges * RANGE;
    match state.players[seat.index()].edge {
        0 => Area { min: Vec2::ZERO, max: Vec2::new(width, deep) },
        _ => Area { min: Vec2::new(0.0, depth - deep), max: Vec2::new(width, depth) },
    }
}

// ---- reinforcements ---------------------------------------------------------------------------------------------------

/// A ship that joins the game.
pub fn add_ship(state: &mut State, owner: Seat, pilot: PilotId) -> Option<ShipId> {
    let id = state.join(new_ship(owner, &Loadout { pilot, upgrades: Vec::new() }))?;
    register_all(state, id);
    state.ship_mut(id).shields = shield_value(state, id);
    Some(id)
}

/// In the End Phase, unless the mission is over, every ship of the reinforced side that was destroyed is replaced, as long as
/// there is room on the table.
pub fn reinforce(t: &mut Table, seat: Option<Seat>, pilot: &str) -> Play {
    victory::check(t)?;
    let (Some(notes), Some(pilot)) = (&t.state.notes, library().find_pilot(pilot)) else { return Ok(()) };
    let fallen = |id: &ShipId| {
        let ship = t.state.ship(*id);
        Some(ship.owner) == seat && ship.destroyed && notes.replaced & id.bit() == 0
    };
    let fallen: ArrayVec<ShipId, MAX_SHIPS> = t.state.ids().filter(fallen).collect();
    for id in fallen {
        if let Some(notes) = &mut t.state.notes {
            notes.replaced |= id.bit();
        }
        if let Some(new) = seat.and_then(|seat| add_ship(&mut t.state, seat, pilot)) {
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

/// Whether a ship that leaves the play area leaves it over one edge alone, and that is one of some players'.
pub fn leaves_over(state: &State, id: ShipId, edges: &[Option<Seat>]) -> bool {
    let ship = state.ship(id);
    let crossed = edges_crossed(state, ship.size, ship.pose);
    let one = crossed.iter().filter(|crossed| **crossed).count() == 1;
    one && edges.iter().flatten().any(|seat| crossed[usize::from(state.players[seat.index()].edge)])
}

/// The Empire has won when the ship that the mission is about is destroyed.
pub fn ward_is_lost(state: &State) -> Option<Seat> {
    ward(state).filter(|ward| state.ship(*ward).destroyed).and(empire(state))
}
