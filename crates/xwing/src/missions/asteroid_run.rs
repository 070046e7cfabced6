//! Asteroid Run: a Rebel ship is disabled among asteroids. It has to survive until it is repaired, and to flee then.

use geometry::{Area, Heading, Pose, Vec2, closest, inside};
use table::{Denial, Play, Seat, Words, denial};

use super::Mission;
use super::core_set::{
    RANGE, SHEETS, begin, edge_strip, empire, faults, leaves_over, rebels, reinforce, ward, ward_is_lost,
};
use crate::cards::{Deed, Window};
use crate::measure::{footprint, obstacle_shape, play_area};
use crate::setup::is_obstacle_near;
use crate::state::{Obstacle, ShipId, State, opponent};
use crate::{Ask, Choice, Event, Table};

const TOO_FAST: Denial = denial(
    SHEETS,
    "Until it is repaired in round 5 the disabled ship flies no faster than 2.",
    "Bis zur Reparatur in Runde 5 fliegt das beschädigte Schiff höchstens mit Geschwindigkeit 2.",
);
const NEAR_A_REBEL: Denial = denial(
    SHEETS,
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

/// The round in which the disabled ship is repaired, and how fast it flies before.
const REPAIRED: u16 = 5;
const DISABLED_SPEED: u8 = 2;

pub static MISSION: Mission = Mission {
    faults,
    places_first: empire,
    // The Rebels stand in the middle, the Empire at both edges.
    zones: |state, seat| {
        let (width, depth) = state.options.size();
        if rebels(state) == Some(seat) {
            let middle =
                Area { min: Vec2::new(0.0, 3.0 * RANGE), max: Vec2::new(width, depth - 3.0 * RANGE) };
            return [middle].into_iter().collect();
        }
        [seat, opponent(seat)].map(|seat| edge_strip(state, seat, 1.0)).into_iter().collect()
    },
    // The Rebels choose the disabled ship; then the Empire places the asteroids around it.
    after_forces: |t| {
        if ward(&t.state).is_none() {
            choose_disabled(t)?;
        } else if !t.state.supply.is_empty() {
            place_asteroid(t)?;
        } else {
            return Ok(true);
        }
        Ok(false)
    },
    // The Rebels win when the ship, repaired, leaves over either player's edge, the Empire when it is destroyed.
    escapes: |state, id| {
        let repaired = ward(state) == Some(id) && state.round >= REPAIRED;
        rebels(state).filter(|_| repaired && leaves_over(state, id, &[rebels(state), empire(state)]))
    },
    objective: ward_is_lost,
    ..Mission::new(table::mission::Mission {
        begin,
        windows: &[(Window::EndPhase, |t| reinforce(t, empire(&t.state), "academy-pilot"))],
        prohibitions: &[|state, deed| match deed {
            Deed::Dial(id, maneuver) if ward(state) == Some(*id) && state.round < REPAIRED => {
                (maneuver.speed > DISABLED_SPEED).then_some(TOO_FAST)
            }
            _ => None,
        }],
        ..table::mission::Mission::new(
            "asteroid-run",
            Words::new("Asteroid Run", "Flucht durchs Asteroidenfeld"),
        )
    })
};

fn choose_disabled(t: &mut Table) -> Play {
    let Some(rebels) = rebels(&t.state) else { return Ok(()) };
    let choice = t.ask(rebels, Ask::Disabled, |state, offer| {
        let own = state.in_play().filter(|id| state.ship(*id).owner == rebels);
        own.for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    if let (Choice::Ship(id), Some(notes)) = (choice, &mut t.state.notes) {
        notes.ward = Some(id);
        t.emit(Event::IsDisabled(id));
    }
    Ok(())
}

fn place_asteroid(t: &mut Table) -> Play {
    let (Some(empire), Some(token)) = (empire(&t.state), t.state.supply.first().copied()) else {
        return Ok(());
    };
    t.state.supply.remove(0);
    let mut grid = asteroid_grid(&t.state);
    if !grid.any(|pose| may_place_asteroid(&t.state, Obstacle { token, pose }).is_ok()) {
        t.emit(Event::ObstacleLeftOut(token));
        return Ok(());
    }
    let pose = t.place(
        empire,
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
    let is_rebel = |seat: Seat| rebels(state) == Some(seat);
    let blocked = state.in_play().any(|id: ShipId| {
        let ship = state.ship(id);
        let free = if is_rebel(ship.owner) { RANGE } else { 0.0 };
        closest(&footprint(ship.size, ship.pose), &shape).distance <= free
    });
    if blocked { Err(NEAR_A_REBEL) } else { Ok(()) }
}
