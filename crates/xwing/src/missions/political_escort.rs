//! Political Escort: the Rebels see a senator's shuttle across the table, the Empire hunts it down.

use geometry::{Heading, Pose, Vec2};
use table::{Denial, Play, Words, denial};

use super::core_set::{
    FULL_SQUADS, RANGE, SHEETS, add_ship, begin, edge_strip, empire, faults, leaves_over, rebels, reinforce,
    ward, ward_is_lost,
};
use super::{Feat, Mission, Special};
use crate::actions::assign;
use crate::cards::{Quantity, Topic, Window, library};
use crate::maneuvers::{dial, execute};
use crate::measure::{in_range, side};
use crate::state::{Cursor, ShipId, State, Token};
use crate::{Ask, Choice, Event, Table};

const SHUTTLE_FAR: Denial = denial(
    SHEETS,
    "The senator's shuttle is not at range 1.",
    "Die Raumfähre des Senators ist nicht in Reichweite 1.",
);

pub static MISSION: Mission = Mission {
    faults,
    // The shuttle stands in the middle of the Rebel edge before anybody else is placed.
    before_forces: place_shuttle,
    // Its escort comes before its hunters.
    places_first: rebels,
    zones: |state, seat| {
        let arriving = state.cursor == Cursor::End;
        [edge_strip(state, seat, if arriving { 1.0 } else { 2.0 })].into_iter().collect()
    },
    actions: &[PROTECT],
    // The Rebels win when the shuttle leaves over the Imperial edge, the Empire when it is destroyed.
    escapes: |state, id| {
        rebels(state).filter(|_| is_shuttle(state, id) && leaves_over(state, id, &[empire(state)]))
    },
    objective: ward_is_lost,
    ..Mission::new(table::mission::Mission {
        // No obstacles.
        begin: |state| {
            begin(state);
            state.supply.clear();
            bring_shuttle(state);
        },
        windows: &[
            (Window::ActivationStart, fly_shuttle),
            (Window::EndPhase, |t| reinforce(t, empire(&t.state), "academy-pilot")),
        ],
        // The shuttle is no ship of a squad: it has no dial and no turn, it is dealt no critical damage, and it spends its
        // tokens one at a time.
        quantities: &[
            (Topic::Activation, nothing_for_shuttle),
            (Topic::FaceUp, nothing_for_shuttle),
            (Topic::SpendingAgain, nothing_for_shuttle),
        ],
        ..table::mission::Mission::new(
            "political-escort",
            Words::new("Political Escort", "Politische Eskorte"),
        )
    })
};

fn is_shuttle(state: &State, id: ShipId) -> bool {
    ward(state) == Some(id)
}

fn nothing_for_shuttle(state: &State, quantity: &Quantity, value: i32) -> i32 {
    match quantity {
        Quantity::Activation(id) | Quantity::FaceUp(id) | Quantity::SpendingAgain(id)
            if is_shuttle(state, *id) =>
        {
            0
        }
        _ => value,
    }
}

/// The shuttle joins the Rebels, without shields in a small game.
fn bring_shuttle(state: &mut State) {
    let (Some(rebels), Some(pilot)) = (rebels(state), library().find_pilot("senators-shuttle")) else {
        return;
    };
    let Some(id) = add_ship(state, rebels, pilot) else { return };
    if state.options.points < FULL_SQUADS {
        state.ship_mut(id).shields = 0;
    }
    if let Some(notes) = &mut state.notes {
        notes.ward = Some(id);
    }
}

fn place_shuttle(t: &mut Table) -> Play<bool> {
    let (Some(id), Some(rebels)) = (ward(&t.state), rebels(&t.state)) else { return Ok(true) };
    let (width, depth) = t.state.options.size();
    let half = side(t.state.ship(id).size) / 2.0;
    let pose = match t.state.players[rebels.index()].edge {
        0 => Pose::new(Vec2::new(width / 2.0, RANGE - half), Heading::NORTH),
        _ => Pose::new(Vec2::new(width / 2.0, depth - RANGE + half), Heading::SOUTH),
    };
    let ship = t.state.ship_mut(id);
    (ship.pose, ship.placed) = (pose, true);
    t.emit(Event::Placed(id, pose));
    Ok(true)
}

/// At the start of the Activation Phase the shuttle may fly one of its three maneuvers.
fn fly_shuttle(t: &mut Table) -> Play {
    let Some(id) = ward(&t.state).filter(|id| t.state.ship(*id).in_play()) else { return Ok(()) };
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::ShuttleCourse(id), |state, offer| {
        dial(state, id).iter().for_each(|maneuver| offer.add(Choice::Maneuver(*maneuver)));
        offer.pass(Choice::Pass);
    })?;
    match choice {
        Choice::Maneuver(maneuver) => execute(t, id, maneuver),
        _ => Ok(()),
    }
}

/// A Rebel ship at range 1 of the shuttle may protect it, which is not part of its action bar: the shuttle is assigned an
/// evade token.
const PROTECT: Special = Special {
    feat: Feat::Protect,
    name: Words::new("Protect", "Beschützen"),
    meaning: Words::new(
        "The senator's shuttle is assigned an evade token.",
        "Die Raumfähre des Senators erhält einen Ausweichmarker.",
    ),
    may: |state, id| match escorted(state, id) {
        Some(shuttle) if in_range(state, id, shuttle, 1) => Ok(true),
        Some(_) => Err(SHUTTLE_FAR),
        None => Ok(false),
    },
    perform: |t, id| match escorted(&t.state, id) {
        Some(shuttle) => assign(t, shuttle, Token::Evade),
        None => Ok(()),
    },
    appeal: 0.6,
};

/// The shuttle, if a ship belongs to its escort.
fn escorted(state: &State, id: ShipId) -> Option<ShipId> {
    let escorts = |shuttle: &ShipId| {
        *shuttle != id && state.are_friends(*shuttle, id) && state.ship(*shuttle).in_play()
    };
    ward(state).filter(escorts)
}
