//! What both missions of the base set have in common: three players, one of each faction, and an away team on a planet.

use geometry::{Pose, closest};
use table::{Denial, Fault, Play, Words, denial};

use super::{Feat, Special};
use crate::actions::disable_all_shields;
use crate::cards::{Faction, UpgradeType, library};
use crate::lists::Report;
use crate::measure::{footprint, range_to_token};
use crate::setup::PlayerSetup;
use crate::state::{CardRef, ShipId, Slot, State, TokenKind};
use crate::{Ask, Choice, Event, Table};

const CLOAKED: Denial = denial(
    "attackwing.cloak.actions-if-not-cloaked",
    "The action cannot be performed while the ship is cloaked.",
    "Die Aktion ist nicht möglich, solange das Schiff getarnt ist.",
);

/// Squadron points of each player.
pub const POINTS: u16 = 40;
/// With so much found the away team is wanted back aboard.
const ENOUGH: u8 = 3;

// ---- set-up -----------------------------------------------------------------------------------------------------------

/// Three players, each for themselves: one of the Federation, one Klingon and one Romulan.
pub fn faults(players: &[PlayerSetup], fleets: &[(u8, Report)], rule: &'static str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut sides: Vec<u8> =
        players.iter().enumerate().map(|(i, player)| player.team.unwrap_or(i as u8)).collect();
    sides.sort_unstable();
    sides.dedup();
    if players.len() != 3 || sides.len() != 3 {
        faults.push(Fault::new(
            "options.mission",
            Some(rule),
            "the mission is for three players, each for themselves",
            "die Mission ist für drei Spieler, jeder für sich",
        ));
    }
    let flies = |faction: Faction, report: &Report| {
        report.loadouts.iter().any(|loadout| library().ship(loadout.ship).faction == faction)
    };
    let all = [Faction::Federation, Faction::Klingon, Faction::Romulan];
    let seats: Vec<Option<usize>> =
        all.iter().map(|faction| fleets.iter().position(|(_, report)| flies(*faction, report))).collect();
    let apart = seats.iter().all(Option::is_some)
        && seats[0] != seats[1]
        && seats[1] != seats[2]
        && seats[0] != seats[2];
    if fleets.len() == 3 && !apart {
        faults.push(Fault::new(
            "players",
            Some(rule),
            "the mission needs a Federation, a Klingon and a Romulan player, each with a ship of that faction",
            "die Mission braucht je einen Spieler der Föderation, der Klingonen und der Romulaner, jeden mit einem \
             Schiff seiner Fraktion",
        ));
    }
    faults
}

/// A squadron has a crew member for the away team.
pub fn needs_crew(upgrades: &[UpgradeType], report: &mut Report, rule: &'static str) {
    if !upgrades.contains(&UpgradeType::Crew) && report.gaps.is_empty() {
        report.fault(
            rule,
            "the squadron needs at least one crew upgrade",
            "das Geschwader braucht wenigstens eine Crew-Aufwertung",
        );
    }
}

// ---- beaming ----------------------------------------------------------------------------------------------------------

/// Why an away team cannot beam down.
pub struct Grounded {
    pub already_down: Denial,
    pub far_from_planet: Denial,
    pub no_crew: Denial,
}

pub fn may_act(state: &State, id: ShipId) -> Result<(), Denial> {
    if state.ship(id).cloak.is_on() { Err(CLOAKED) } else { Ok(()) }
}

pub fn near_planet(state: &State, id: ShipId) -> bool {
    let planets = (0..state.tokens.len()).filter(|i| state.tokens[*i].kind == TokenKind::Planet);
    planets.into_iter().any(|planet| range_to_token(state, id, planet) == Some(1))
}

/// Crew members that could beam down with the captain.
fn crew_for_away_team(state: &State, id: ShipId) -> impl Iterator<Item = u8> {
    let upgrades = state.ship(id).upgrades.iter().enumerate();
    upgrades
        .filter(|(_, upgrade)| {
            let crew = library().upgrade(upgrade.card).kind == UpgradeType::Crew;
            crew && !upgrade.disabled && !upgrade.discarded
        })
        .map(|(i, _)| i as u8)
}

pub fn may_beam_down(state: &State, id: ShipId, grounded: &Grounded) -> Result<(), Denial> {
    may_act(state, id)?;
    let ship = state.ship(id);
    if ship.away_team() {
        return Err(grounded.already_down);
    }
    if !near_planet(state, id) {
        return Err(grounded.far_from_planet);
    }
    if ship.captain.disabled || crew_for_away_team(state, id).next().is_none() {
        return Err(grounded.no_crew);
    }
    Ok(())
}

/// The action of beaming down: the captain and one crew member go to the planet; both cards carry a disabled token.
pub const fn beam_down(may: fn(&State, ShipId) -> Result<(), Denial>) -> Special {
    Special {
        feat: Feat::BeamDown,
        name: Words::new("Beam down", "Hinunterbeamen"),
        meaning: Words::new(
            "Shields go down; the captain and one crew member beam to the planet.",
            "Die Schilde werden deaktiviert; der Captain und ein Crewmitglied beamen auf den Planeten.",
        ),
        may,
        perform: beams_down,
        appeal: |state, id| if found(state, id) < ENOUGH { 4.0 } else { -1.0 },
    }
}

fn beams_down(t: &mut Table, id: ShipId) -> Play {
    disable_all_shields(t, id);
    let owner = t.state.ship(id).owner;
    let slot = t.ask_for(owner, Ask::BeamWhom(id), |state, offer| {
        for slot in crew_for_away_team(state, id) {
            offer.add(Choice::Card(CardRef { ship: id, slot: Slot::Upgrade(slot) }), slot);
        }
    })?;
    let round = t.state.round;
    let earlier = t.state.ships.iter().filter(|ship| ship.away_team()).count() as u8;
    let ship = t.state.ship_mut(id);
    ship.captain.disabled = true;
    ship.upgrades[slot as usize].disabled = true;
    ship.mission.away = Some(slot);
    ship.mission.away_since = (round, earlier);
    ship.mission.away_with = ship.mission.parts();
    t.emit(Event::BeamsDown(id));
    Ok(())
}

// ---- what agents look at ----------------------------------------------------------------------------------------------

/// Mission tokens on a ship and with its away team.
pub fn found(state: &State, id: ShipId) -> u8 {
    let marks = &state.ship(id).mission;
    marks.on_ship + marks.on_captain
}

/// How far a ship in some place is from the nearest token of a kind.
pub fn distance_to(state: &State, pose: Pose, wanted: fn(TokenKind) -> bool) -> Option<f64> {
    let of_kind = state.tokens.iter().filter(|token| wanted(token.kind));
    of_kind.map(|token| closest(&footprint(pose), &token.shape()).distance).reduce(f64::min)
}
