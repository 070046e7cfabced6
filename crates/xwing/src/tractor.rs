//! Tractor beams: each token lowers the agility of a ship, and with the first one in a round a small ship may be dragged
//! aside or ahead, even onto obstacles.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Sideways, Unfit};
use geometry::{Pose, Shape, template_overlaps};
use table::{Denial, Play, Seat, denial};

use crate::actions::{SMALL_ROLL, arrive, assign, move_ahead, with_roll_among};
use crate::maneuvers::{move_to, put_on_obstacles};
use crate::measure::{is_outside, lies_on, minds_obstacles, obstacle_shape, obstacles_near, overlaps_ships};
use crate::state::{MAX_OBSTACLES, Obstacle, ShipId, Size, State, Token};
use crate::{Ask, Choice, Event, Table, bombs};

const ON_A_SHIP: Denial = denial(
    "xwing.core.token.tractor",
    "A tractor beam cannot drag a ship onto another.",
    "Ein Traktorstrahl kann ein Schiff nicht auf ein anderes ziehen.",
);
const OFF_THE_AREA: Denial = denial(
    "xwing.core.token.tractor",
    "A tractor beam cannot drag a ship off the play area.",
    "Ein Traktorstrahl kann ein Schiff nicht von der Spielfläche ziehen.",
);
const PLACE: Denial = denial(
    "xwing.core.token.tractor",
    "The ship has to end where a barrel roll with the straight 1 leads.",
    "Das Schiff muss dort enden, wohin eine Fassrolle mit der Geraden 1 führt.",
);

/// No move with the straight 1 takes a small ship further than this.
const REACH: f64 = 120.0;

/// A ship is assigned a tractor beam token. If it is small and this is its first one in the round, a player, as a rule its
/// opponent, may drag it.
pub fn tractor(t: &mut Table, id: ShipId, by: Seat) -> Play {
    let before = t.state.ship(id).tractor;
    assign(t, id, Token::Tractor)?;
    let ship = t.state.ship_mut(id);
    if ship.tractor == before {
        return Ok(());
    }
    let first = !std::mem::replace(&mut ship.tractored, true);
    if first && ship.size == Size::Small { drag(t, id, by) } else { Ok(()) }
}

fn drag(t: &mut Table, id: ShipId, by: Seat) -> Play {
    let choice = t.ask(by, Ask::Drag(id), |state, offer| {
        offer.judge(Choice::Boost(Bearing::Straight), may_drag_ahead(state, id));
        let aside = with_drag(state, id, |roll| {
            let verdicts = roll.places().map(|pose| may_drag_to(state, id, roll, &pose));
            verdicts.reduce(Result::or).unwrap_or(Err(ON_A_SHIP))
        });
        offer.judge(Choice::RollAside, aside);
        offer.pass(Choice::Pass);
    })?;
    match choice {
        Choice::Boost(bearing) => drag_ahead(t, id, bearing),
        Choice::RollAside => drag_aside(t, id, by),
        _ => Ok(()),
    }
}

fn may_drag_ahead(state: &State, id: ShipId) -> Result<(), Denial> {
    let Some((_, end)) = move_ahead(state, id, Bearing::Straight, 1) else { return Err(ON_A_SHIP) };
    if overlaps_ships(state, id, end) { Err(ON_A_SHIP) } else { stays(state, id, end) }
}

fn stays(state: &State, id: ShipId, end: Pose) -> Result<(), Denial> {
    if is_outside(state, state.ship(id).size, end) { Err(OFF_THE_AREA) } else { Ok(()) }
}

/// Lets `judge` look at a ship about to be dragged aside: obstacles do not matter.
pub fn with_drag<T>(state: &State, id: ShipId, judge: impl FnOnce(&Sideways) -> T) -> T {
    with_roll_among(state, id, &SMALL_ROLL, None, &[], judge)
}

fn may_drag_to(state: &State, id: ShipId, roll: &Sideways, pose: &Pose) -> Result<(), Denial> {
    // audit: same (== to !=) — both reasons cite one rule
    roll.judge(pose).map_err(|unfit| if unfit == Unfit::Ship { ON_A_SHIP } else { PLACE })?;
    stays(state, id, *pose)
}

fn drag_ahead(t: &mut Table, id: ShipId, bearing: Bearing) -> Play {
    let Some((template, end)) = move_ahead(&t.state, id, bearing, 1) else { return Ok(()) };
    drag_to(t, id, end, |_, shape| template_overlaps(&template, shape))
}

fn drag_aside(t: &mut Table, id: ShipId, by: Seat) -> Play {
    let pose = t.place(
        by,
        Ask::DragTo(id),
        move |state, pose| with_drag(state, id, |roll| may_drag_to(state, id, roll, pose)),
        |state, places| with_drag(state, id, |roll| places.extend(roll.places())),
    )?;
    let pose = with_drag(&t.state, id, |roll| roll.settled(pose));
    drag_to(t, id, pose, |state, shape| with_drag(state, id, |roll| roll.must_cross(&pose, shape)))
}

/// The ship is where it was dragged: mines go off, and obstacles have their effect.
fn drag_to(t: &mut Table, id: ShipId, end: Pose, crosses: impl Fn(&State, &Shape) -> bool) -> Play {
    let state = &t.state;
    let size = state.ship(id).size;
    let mined = bombs::crossed(state, |shape| crosses(state, shape));
    let met: ArrayVec<Obstacle, MAX_OBSTACLES> = if minds_obstacles(state, id) {
        let lies = |shape: &Shape| lies_on(size, end, shape) || crosses(state, shape);
        let near = obstacles_near(state, end.at, REACH);
        near.filter(|(_, obstacle)| lies(&obstacle_shape(obstacle))).map(|(_, obstacle)| *obstacle).collect()
    } else {
        ArrayVec::new()
    };
    move_to(&mut t.state, id, end, 0);
    t.emit(Event::Dragged(id, end));
    arrive(t, id, &mined)?;
    if t.state.ship(id).in_play() { put_on_obstacles(t, id, &met) } else { Ok(()) }
}
