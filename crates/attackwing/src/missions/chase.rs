//! Mission 2: the chase. Two parts of a program are to be decoded, and brought to a planet by an away team.

use flightpath::{ATTACK_FACES, Face, Pool};
use geometry::{Area, Vec2};
use table::{Denial, Play, Seats, Words, denial};

use super::away_team::{
    Grounded, POINTS, beam_down, distance_to, faults, found, may_act, may_beam_down, needs_crew,
};
use super::{Areas, Feat, Mission, Special, fail};
use crate::actions::disable_all_shields;
use crate::attack::{ATTACK_DIE, faces_of};
use crate::cards::{Faction, Window, library};
use crate::measure::range_to_token;
use crate::phases::main_faction;
use crate::setup::{AREA_DEPTH, OBSTACLE_MARGIN};
use crate::state::{Ending, OBSTACLE_DIAMETER, PLANET_DIAMETER, ShipId, State, Token, TokenKind};
use crate::{Ask, Event, Table, victory};

const GROUNDED: Grounded = Grounded {
    already_down: denial(
        "attackwing.mission2.rule.beam-down",
        "The away team is already on the planet.",
        "Das Außenteam ist schon auf dem Planeten.",
    ),
    far_from_planet: denial(
        "attackwing.mission2.rule.beam-down",
        "The ship is not at range 1 of the planet.",
        "Das Schiff ist nicht in Reichweite 1 zum Planeten.",
    ),
    no_crew: denial(
        "attackwing.mission2.rule.beam-down",
        "The away team needs the captain and a crew member aboard that is not disabled.",
        "Zum Außenteam gehören der Captain und ein nicht deaktiviertes Crewmitglied an Bord.",
    ),
};
const NO_OBJECTIVE: Denial = denial(
    "attackwing.mission2.rule.decode-range",
    "The ship is not at range 1 of an objective token.",
    "Das Schiff ist nicht in Reichweite 1 zu einem Zielmarker.",
);
const DECODED_BEFORE: Denial = denial(
    "attackwing.mission2.rule.decode-once",
    "The ship has already taken a mission token from this objective token.",
    "Das Schiff hat von diesem Zielmarker schon einen Missionsmarker genommen.",
);
const NOT_IN_AREA: Denial = denial(
    "attackwing.mission2.setup.start-areas",
    "The ship must stand wholly inside the starting area of its faction.",
    "Das Schiff muss vollständig im Startbereich seiner Fraktion stehen.",
);

const BUILDING: &str = "attackwing.mission2.setup.points";
/// Parts of the code that the chase is about.
const CODES_NEEDED: u8 = 2;
/// Mission tokens on each objective token.
const ON_OBJECTIVE: u8 = 3;

pub static MISSION: Mission = Mission {
    faults: |players, fleets| faults(players, fleets, "attackwing.mission2.setup.players"),
    squadron: |upgrades, report| needs_crew(upgrades, report, BUILDING),
    // Objective tokens are obstacle tokens turned over.
    obstacles_used: 2,
    // By faction: the middle of the east and of the south edge, and the corner between them.
    areas: Some(Areas {
        area: start_area,
        of: |state, seat| match main_faction(state, seat) {
            Faction::Federation => 0,
            Faction::Klingon => 1,
            _ => 2, // audit: same — the last area, by whatever number
        },
        outside: NOT_IN_AREA,
    }),
    actions: &[DECODE, beam_down(|state, id| may_beam_down(state, id, &GROUNDED))],
    destroyed,
    rule_of: |ending| match ending {
        Ending::AwayTeam => Some("attackwing.mission2.objective.win"),
        Ending::LastPlayer => Some("attackwing.mission2.objective.destroy-all"),
        Ending::OthersFailed => Some("attackwing.mission2.objective.destroyed-same-round"),
        _ => None,
    },
    errand: |state, id, pose| {
        if found(state, id) >= CODES_NEEDED {
            return distance_to(state, pose, |kind| kind == TokenKind::Planet);
        }
        distance_to(state, pose, |kind| matches!(kind, TokenKind::Objective(left) if left > 0))
    },
    ..Mission::new(
        table::mission::Mission {
            begin: lay_out_tokens,
            windows: &[(Window::Enabled, comes_aboard), (Window::RoundEnd, is_won)],
            ..table::mission::Mission::new("chase", Words::new("Mission 2: the chase", "Mission 2: die Jagd"))
        },
        POINTS,
        BUILDING,
    )
};

/// A planet in the north-west, two objectives across, and a mission token beside the first Romulan ship.
fn lay_out_tokens(state: &mut State) {
    let (width, depth) = state.options.size();
    let planet = AREA_DEPTH + PLANET_DIAMETER / 2.0;
    state.tokens.push(Token { kind: TokenKind::Planet, at: Vec2::new(planet, depth - planet) });
    let margin = OBSTACLE_MARGIN + OBSTACLE_DIAMETER / 2.0;
    for at in [Vec2::new(margin, margin), Vec2::new(width - margin, depth - margin)] {
        state.tokens.push(Token { kind: TokenKind::Objective(ON_OBJECTIVE), at });
        state.mission_supply -= ON_OBJECTIVE;
    }
    let romulan = |id: &ShipId| library().ship(state.ship(*id).card).faction == Faction::Romulan;
    if let Some(id) = state.ids().find(romulan) {
        state.ship_mut(id).mission.beside = 1;
        state.mission_supply -= 1;
    }
}

fn start_area(state: &State, area: u8) -> Area {
    let (width, depth) = state.options.size();
    let half = AREA_DEPTH / 2.0;
    let min = match area {
        0 => Vec2::new(width - AREA_DEPTH, depth / 2.0 - half),
        1 => Vec2::new(width / 2.0 - half, 0.0),
        _ => Vec2::new(width - AREA_DEPTH, 0.0),
    };
    Area { min, max: min + Vec2::new(AREA_DEPTH, AREA_DEPTH) }
}

/// One attack die, and one more for every mission token beside the ship; a hit finds a part of the code.
const DECODE: Special = Special {
    feat: Feat::Decode,
    name: Words::new("Decode", "Entschlüsseln"),
    meaning: Words::new(
        "Shields go down; one attack die, and one for every earlier failure: a hit decodes a part.",
        "Die Schilde werden deaktiviert; ein Angriffswürfel und einer je früherem Fehlschlag: Ein Treffer entschlüsselt einen Teil.",
    ),
    may: |state, id| {
        may_act(state, id)?;
        objective_in_reach(state, id).map(|_| ())
    },
    perform: decode,
    appeal: |_, _| 4.0,
};

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

fn decode(t: &mut Table, id: ShipId) -> Play {
    disable_all_shields(t, id);
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

/// Whoever loses the disabled token is back aboard, and the away team is no more.
fn comes_aboard(t: &mut Table) -> Play {
    for ship in &mut t.state.ships {
        let on_planet = |crew: u8| ship.captain.disabled && ship.upgrades[usize::from(crew)].disabled;
        ship.mission.away = ship.mission.away.filter(|crew| on_planet(*crew));
    }
    Ok(())
}

/// A ship destroyed in the round in which its away team beamed down loses the game for its player.
fn destroyed(state: &mut State, id: ShipId) {
    let ship = state.ship(id);
    if ship.away_team() && ship.mission.away_since.0 == state.round {
        fail(state, ship.owner);
    }
}

/// A ship that beamed down its away team with both parts of the code, and which has survived the round, wins; the earliest
/// beam-down counts first.
fn is_won(t: &mut Table) -> Play {
    let state = &t.state;
    let ready = state.in_play().filter(|id| {
        let marks = &state.ship(*id).mission;
        marks.away_with >= CODES_NEEDED && marks.away.is_some()
    });
    match ready.min_by_key(|id| state.ship(*id).mission.away_since) {
        Some(id) => {
            let winners: Seats = victory::team_of(state, state.ship(id).owner);
            victory::end_game(t, winners, Ending::AwayTeam)
        }
        None => Ok(()),
    }
}
