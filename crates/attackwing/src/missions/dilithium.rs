//! Mission 1: dilithium lies on a planet. Away teams mine it; whoever has enough of it aboard warps home.

use arrayvec::ArrayVec;
use geometry::{Pose, Shape, Vec2, inside};
use table::{Denial, Play, Words, denial};

use super::away_team::{
    Grounded, POINTS, beam_down, distance_to, faults, found, may_act, may_beam_down, near_planet, needs_crew,
};
use super::{Feat, Mission, Special, fail};
use crate::actions::disable_all_shields;
use crate::cards::{Deed, Quantity, Topic, Window};
use crate::phases::NO_CAPTAIN_SKILL;
use crate::setup::start_area;
use crate::state::{CardRef, Ending, MAX_SHIPS, ShipId, Slot, State, Token, TokenKind};
use crate::{Event, Table, damage, victory};

const AWAY: Denial = denial(
    "attackwing.mission1.rule.away-immune",
    "The card is on the planet with the away team.",
    "Die Karte ist mit dem Außenteam auf dem Planeten.",
);
const FAR_FROM_PLANET: Denial = denial(
    "attackwing.mission1.rule.range1-actions",
    "The ship is not at range 1 of the planet.",
    "Das Schiff ist nicht in Reichweite 1 zum Planeten.",
);
const GROUNDED: Grounded = Grounded {
    already_down: denial(
        "attackwing.mission1.rule.beam-down",
        "The away team is already on the planet.",
        "Das Außenteam ist schon auf dem Planeten.",
    ),
    far_from_planet: FAR_FROM_PLANET,
    no_crew: denial(
        "attackwing.mission1.rule.beam-down",
        "The away team needs the captain and a crew member aboard that is not disabled.",
        "Zum Außenteam gehören der Captain und ein nicht deaktiviertes Crewmitglied an Bord.",
    ),
};
const NOBODY_DOWN: Denial = denial(
    "attackwing.mission1.rule.beam-up",
    "There is no away team on the planet.",
    "Es ist kein Außenteam auf dem Planeten.",
);

const BUILDING: &str = "attackwing.mission1.setup.points";
/// Mission tokens on the ship card that allow a ship to warp out.
const DILITHIUM_NEEDED: u8 = 3;

pub static MISSION: Mission = Mission {
    faults: |players, fleets| faults(players, fleets, "attackwing.mission1.setup.players"),
    squadron: |upgrades, report| needs_crew(upgrades, report, BUILDING),
    actions: &[beam_down(|state, id| may_beam_down(state, id, &GROUNDED)), BEAM_UP],
    leaving: Some(leave_play_area),
    rule_of: |ending| match ending {
        Ending::WarpOut => Some("attackwing.mission1.objective.warp-out"),
        Ending::LastPlayer => Some("attackwing.mission1.objective.destroy-all"),
        Ending::OthersFailed => Some("attackwing.mission1.objective.leave-without-tokens"),
        _ => None,
    },
    errand: |state, id, pose| {
        let ship = state.ship(id);
        if ship.mission.on_ship < DILITHIUM_NEEDED {
            return distance_to(state, pose, |kind| kind == TokenKind::Planet);
        }
        let home = start_area(state, state.players[ship.owner.index()].area);
        Some(pose.at.distance((home.min + home.max) / 2.0))
    },
    brings_home,
    ..Mission::new(
        table::mission::Mission {
            // A planet in the middle.
            begin: |state| {
                let (width, depth) = state.options.size();
                let at = Vec2::new(width / 2.0, depth / 2.0);
                state.tokens.push(Token { kind: TokenKind::Planet, at });
            },
            windows: &[(Window::RoundEnd, mine)],
            // Without its captain a ship has captain skill 1.
            quantities: &[(Topic::Skill, |state, quantity, skill| match quantity {
                Quantity::Skill(id) if state.ship(*id).away_team() => NO_CAPTAIN_SKILL.into(),
                _ => skill,
            })],
            // Nothing reaches the cards of an away team; only beaming up brings them back.
            prohibitions: &[|state, deed| match deed {
                Deed::Reach(card) if is_away(state, *card) => Some(AWAY),
                _ => None,
            }],
            ..table::mission::Mission::new(
                "dilithium",
                Words::new("Mission 1: dilithium", "Mission 1: Dilithium"),
            )
        },
        POINTS,
        BUILDING,
    )
};

fn is_away(state: &State, card: CardRef) -> bool {
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Captain => ship.away_team(),
        Slot::Upgrade(i) => !ship.crew_aboard(i),
        _ => false,
    }
}

/// The away team comes back; what it found goes to the ship.
const BEAM_UP: Special = Special {
    feat: Feat::BeamUp,
    name: Words::new("Beam up", "Heraufbeamen"),
    meaning: Words::new(
        "Shields go down; the away team comes back with all it has found.",
        "Die Schilde werden deaktiviert; das Außenteam kehrt mit allem zurück, was es gefunden hat.",
    ),
    may: |state, id| {
        may_act(state, id)?;
        match (state.ship(id).away_team(), near_planet(state, id)) {
            (false, _) => Err(NOBODY_DOWN),
            (true, false) => Err(FAR_FROM_PLANET),
            (true, true) => Ok(()),
        }
    },
    perform: |t, id| {
        disable_all_shields(t, id);
        let ship = t.state.ship_mut(id);
        ship.captain.disabled = false;
        if let Some(slot) = ship.mission.away.take() {
            ship.upgrades[slot as usize].disabled = false;
        }
        ship.mission.on_ship += ship.mission.on_captain;
        ship.mission.on_captain = 0;
        t.emit(Event::BeamsUp(id));
        Ok(())
    },
    appeal: |state, id| if found(state, id) >= DILITHIUM_NEEDED { 4.0 } else { -1.0 },
};

/// At the end of a round every away team finds dilithium.
fn mine(t: &mut Table) -> Play {
    for id in t.state.in_play().collect::<ArrayVec<ShipId, MAX_SHIPS>>() {
        if t.state.ship(id).away_team() {
            t.state.mission_supply = t.state.mission_supply.saturating_sub(1);
            let marks = &mut t.state.ship_mut(id).mission;
            marks.on_captain += 1;
            let count = marks.on_captain;
            t.emit(Event::MissionToken(id, count));
        }
    }
    Ok(())
}

/// A ship has moved off the play area. With enough dilithium and through its own starting area it warps home and its player
/// wins; otherwise the player loses.
fn leave_play_area(t: &mut Table, id: ShipId, start: Pose) -> Play {
    let ship = t.state.ship(id);
    let owner = ship.owner;
    let enough = ship.mission.on_ship >= DILITHIUM_NEEDED;
    if enough && through_own_area(&t.state, id, start) {
        t.emit(Event::WarpsOut(id));
        let winners = victory::team_of(&t.state, owner);
        return victory::end_game(t, winners, Ending::WarpOut);
    }
    t.emit(Event::Fled(id));
    damage::remove(t, id);
    fail(&mut t.state, owner);
    Ok(())
}

/// Whether the middle of the ship crossed, or would cross straight on, the part of the edge that belongs to its
/// owner's starting area.
fn through_own_area(state: &State, id: ShipId, start: Pose) -> bool {
    let ship = state.ship(id);
    let area = start_area(state, state.players[ship.owner.index()].area);
    let (width, depth) = state.options.size();
    let end = ship.pose.at;
    // Where the straight line from the start of the move through its end meets the edge.
    let along = end - start.at;
    let mut leave: Option<Vec2> = None;
    let mut nearest = f64::INFINITY;
    for (distance, speed) in [
        (start.at.x, -along.x),
        (width - start.at.x, along.x),
        (start.at.y, -along.y),
        (depth - start.at.y, along.y),
    ] {
        // audit: same (< to <=) — where two edges meet the corner belongs to both
        if speed > 0.0 && distance / speed < nearest {
            nearest = distance / speed;
            leave = Some(start.at + along * nearest);
        }
    }
    leave.is_some_and(|point| inside(&Shape::Circle { centre: point, radius: 0.0 }, &area))
}

/// For agents: well inside the part of the edge that is one's own, at both ends of the flight.
fn brings_home(state: &State, id: ShipId, flight: [Pose; 2]) -> bool {
    let ship = state.ship(id);
    let area = start_area(state, state.players[ship.owner.index()].area);
    let wide = |low: f64, high: f64, at: f64| at >= low && at <= high;
    let through = flight.iter().all(|Pose { at, .. }| {
        wide(area.min.x + 20.0, area.max.x - 20.0, at.x) || wide(area.min.y + 20.0, area.max.y - 20.0, at.y)
    });
    let [_, end] = flight;
    let near = end.at.distance((area.min + area.max) / 2.0) < 150.0;
    ship.mission.on_ship >= DILITHIUM_NEEDED && through && near
}
