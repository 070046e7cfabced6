//! The two missions: their actions, their End Phase, and how they are won and lost. Set-up is in `setup`.

use flightpath::{ATTACK_FACES, Face, Pool};
use geometry::{Pose, Shape, Vec2};
use table::{Denial, Play, Seat, Seats, denial};

use crate::actions::disable_all_shields;
use crate::attack::{ATTACK_DIE, faces_of};
use crate::cards::{UpgradeType, library};
use crate::measure::range_to_token;
use crate::setup::start_area;
use crate::state::{Action, CardRef, Ending, Mission, ShipId, Slot, State, TokenKind};
use crate::{Ask, Choice, Event, Table, damage, victory};

/// Mission tokens on the ship card that allow a ship to warp out.
const DILITHIUM_NEEDED: u8 = 3;
/// Parts of the code that the chase is about.
const CODES_NEEDED: u8 = 2;

const CLOAKED: Denial = denial(
    "attackwing.cloak.actions-if-not-cloaked",
    "The action cannot be performed while the ship is cloaked.",
    "Die Aktion ist nicht möglich, solange das Schiff getarnt ist.",
);
const FAR_FROM_PLANET_IN_CHASE: Denial = denial(
    "attackwing.mission2.rule.beam-down",
    "The ship is not at range 1 of the planet.",
    "Das Schiff ist nicht in Reichweite 1 zum Planeten.",
);
const NO_CREW_IN_CHASE: Denial = denial(
    "attackwing.mission2.rule.beam-down",
    "The away team needs the captain and a crew member aboard that is not disabled.",
    "Zum Außenteam gehören der Captain und ein nicht deaktiviertes Crewmitglied an Bord.",
);
const ALREADY_DOWN_IN_CHASE: Denial = denial(
    "attackwing.mission2.rule.beam-down",
    "The away team is already on the planet.",
    "Das Außenteam ist schon auf dem Planeten.",
);
const DECODED_BEFORE: Denial = denial(
    "attackwing.mission2.rule.decode-once",
    "The ship has already taken a mission token from this objective token.",
    "Das Schiff hat von diesem Zielmarker schon einen Missionsmarker genommen.",
);
const FAR_FROM_PLANET: Denial = denial(
    "attackwing.mission1.rule.range1-actions",
    "The ship is not at range 1 of the planet.",
    "Das Schiff ist nicht in Reichweite 1 zum Planeten.",
);
const ALREADY_DOWN: Denial = denial(
    "attackwing.mission1.rule.beam-down",
    "The away team is already on the planet.",
    "Das Außenteam ist schon auf dem Planeten.",
);
const NO_CREW: Denial = denial(
    "attackwing.mission1.rule.beam-down",
    "The away team needs the captain and a crew member aboard that is not disabled.",
    "Zum Außenteam gehören der Captain und ein nicht deaktiviertes Crewmitglied an Bord.",
);
const NOBODY_DOWN: Denial = denial(
    "attackwing.mission1.rule.beam-up",
    "There is no away team on the planet.",
    "Es ist kein Außenteam auf dem Planeten.",
);
const NO_OBJECTIVE: Denial = denial(
    "attackwing.mission2.rule.decode-range",
    "The ship is not at range 1 of an objective token.",
    "Das Schiff ist nicht in Reichweite 1 zu einem Zielmarker.",
);

/// Mission 1: whether a card is with the away team, which nothing reaches and only the beam-up action brings back. In
/// Mission 2 the cards of the away team are disabled and nothing more.
pub fn is_beyond_reach(state: &State, card: CardRef) -> bool {
    let ship = state.ship(card.ship);
    let away = match card.slot {
        Slot::Captain => ship.away_team(),
        Slot::Upgrade(i) => !ship.crew_aboard(i),
        _ => false,
    };
    away && state.options.mission == Some(Mission::Dilithium)
}

/// Mission 2: whoever loses the disabled token is back aboard, and the away team is no more.
pub fn token_removed(state: &mut State, card: CardRef) {
    let ship = state.ship_mut(card.ship);
    let was_away = match card.slot {
        Slot::Captain => true,
        Slot::Upgrade(i) => !ship.crew_aboard(i),
        _ => false,
    };
    if was_away {
        ship.mission.away = None;
    }
}

/// The actions that the mission adds.
pub fn actions(state: &State, _: ShipId) -> impl Iterator<Item = Action> + use<> {
    let actions: &[Action] = match state.options.mission {
        Some(Mission::Dilithium) => &[Action::BeamDown, Action::BeamUp],
        Some(Mission::Chase) => &[Action::Decode, Action::BeamDown],
        None => &[],
    };
    actions.iter().copied()
}

fn near_planet(state: &State, id: ShipId) -> bool {
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

/// The objective token that a ship can decode now.
fn objective_in_reach(state: &State, id: ShipId) -> Result<usize, Denial> {
    let taken = state.ship(id).mission.taken_from;
    let objective = |i: &usize| matches!(state.tokens[*i].kind, TokenKind::Objective(left) if left > 0);
    // audit: same (0 to 1) — the first token of the mission is the planet
    let mut near = (0..state.tokens.len())
        .filter(objective)
        .filter(|i| range_to_token(state, id, *i) == Some(1))
        .peekable();
    if near.peek().is_none() {
        return Err(NO_OBJECTIVE);
    }
    near.find(|i| taken >> *i & 1 == 0).ok_or(DECODED_BEFORE)
}

pub fn may_perform(state: &State, id: ShipId, action: Action) -> Result<(), Denial> {
    let ship = state.ship(id);
    if ship.cloak.is_on() {
        return Err(CLOAKED);
    }
    let chase = state.options.mission == Some(Mission::Chase);
    match action {
        Action::BeamDown if ship.away_team() => Err(if chase { ALREADY_DOWN_IN_CHASE } else { ALREADY_DOWN }),
        Action::BeamDown if !near_planet(state, id) => {
            Err(if chase { FAR_FROM_PLANET_IN_CHASE } else { FAR_FROM_PLANET })
        }
        Action::BeamDown if ship.captain.disabled || crew_for_away_team(state, id).next().is_none() => {
            Err(if chase { NO_CREW_IN_CHASE } else { NO_CREW })
        }
        Action::BeamDown => Ok(()),
        Action::BeamUp if !ship.away_team() => Err(NOBODY_DOWN),
        Action::BeamUp if !near_planet(state, id) => Err(FAR_FROM_PLANET),
        Action::Decode => objective_in_reach(state, id).map(|_| ()),
        _ => Ok(()),
    }
}

pub fn perform(t: &mut Table, id: ShipId, action: Action) -> Play {
    disable_all_shields(t, id);
    match action {
        Action::BeamDown => beam_down(t, id),
        Action::BeamUp => {
            beam_up(t, id);
            Ok(())
        }
        _ => decode(t, id),
    }
}

/// The captain and one crew member go to the planet; both cards carry a disabled token.
fn beam_down(t: &mut Table, id: ShipId) -> Play {
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

/// The away team comes back; what it found goes to the ship.
fn beam_up(t: &mut Table, id: ShipId) {
    let ship = t.state.ship_mut(id);
    ship.captain.disabled = false;
    if let Some(slot) = ship.mission.away.take() {
        ship.upgrades[slot as usize].disabled = false;
    }
    ship.mission.on_ship += ship.mission.on_captain;
    ship.mission.on_captain = 0;
    t.emit(Event::BeamsUp(id));
}

/// One attack die, and one more for every mission token beside the ship; a hit finds a part of the code.
fn decode(t: &mut Table, id: ShipId) -> Play {
    let Ok(objective) = objective_in_reach(&t.state, id) else { return Ok(()) };
    let dice = 1 + usize::from(t.state.ship(id).mission.beside);
    let faces = t.roll(Ask::DecodeRoll(id), &ATTACK_DIE, dice)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(id, faces_of(&pool)));
    let success = pool.has(Face::Hit);
    let supply = &mut t.state.mission_supply;
    let ship = &mut t.state.ships[id.index()];
    if success {
        *supply += ship.mission.beside;
        ship.mission.beside = 0;
        ship.mission.on_ship += 1;
        ship.mission.taken_from |= 1 << objective;
        if let TokenKind::Objective(left) = &mut t.state.tokens[objective].kind {
            *left -= 1;
        }
    } else {
        // Mission tokens are not limited; others stand in when the supply is used up.
        *supply = supply.saturating_sub(1);
        ship.mission.beside += 1;
    }
    t.emit(Event::Decoded(id, success));
    Ok(())
}

/// Mission 1: a ship has moved off the play area. With enough dilithium and through its own starting area it warps home
/// and its player wins; otherwise the player loses.
pub fn leave_play_area(t: &mut Table, id: ShipId, start: Pose) -> Play {
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
    leave.is_some_and(|point| geometry::inside(&Shape::Circle { centre: point, radius: 0.0 }, &area))
}

/// Mission 2: a ship destroyed in the round in which its away team beamed down loses the game for its player.
pub fn ship_destroyed(state: &mut State, id: ShipId) {
    let ship = &state.ships[id.index()];
    let this_round = ship.away_team() && ship.mission.away_since.0 == state.round;
    if state.options.mission == Some(Mission::Chase) && this_round {
        let owner = ship.owner;
        fail(state, owner);
    }
}

/// A player has failed the mission and loses the game.
fn fail(state: &mut State, seat: Seat) {
    state.players[seat.index()].lost = true;
    state.failed = state.failed.with(seat);
}

/// What missions do in the End Phase.
pub fn end_phase(t: &mut Table) -> Play {
    match t.state.options.mission {
        Some(Mission::Dilithium) => {
            for id in t.state.in_play().collect::<arrayvec::ArrayVec<ShipId, 16>>() {
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
        Some(Mission::Chase) => chase_won(t),
        None => Ok(()),
    }
}

/// Mission 2: a ship that beamed down its away team with both parts of the code, and which has survived the round,
/// wins; the earliest beam-down counts first.
fn chase_won(t: &mut Table) -> Play {
    let state = &t.state;
    let ready = state.in_play().filter(|id| {
        let marks = &state.ship(*id).mission;
        marks.away_with >= CODES_NEEDED && marks.away.is_some()
    });
    let winner = ready.min_by_key(|id| state.ship(*id).mission.away_since);
    match winner {
        Some(id) => {
            let winners: Seats = victory::team_of(state, state.ship(id).owner);
            victory::end_game(t, winners, Ending::AwayTeam)
        }
        None => Ok(()),
    }
}
