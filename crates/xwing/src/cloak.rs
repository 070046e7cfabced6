//! Decloaking: immediately before a ship reveals its dial (in the later rules before anybody moves) it may spend its cloak
//! token and move aside or ahead. Neither an action nor a maneuver.

use arrayvec::ArrayVec;
use flightpath::{Bearing, RollTemplate, Sideways, Unfit};
use geometry::{Pose, template_overlaps};
use table::timing::total;
use table::{Denial, Play, denial};

use crate::actions::{arrive, can_roll, may_move_ahead, may_roll_to, move_ahead, places_to_roll, with_roll};
use crate::cards::{Quantity, Sidestep, Window, templates};
use crate::maneuvers::move_to;
use crate::phases::during;
use crate::state::{Moment, ShipId, Size, State, Token};
use crate::{Ask, Choice, Event, Table, XWing, bombs};

const ON_SHIP: Denial = denial(
    "xwing.exp.decloak.5",
    "The ship would overlap another ship.",
    "Das Schiff würde ein anderes Schiff überschneiden.",
);
const ON_OBSTACLE: Denial = denial(
    "xwing.exp.decloak.5",
    "The ship would overlap an obstacle.",
    "Das Schiff würde ein Hindernis überschneiden.",
);
const OVER_OBSTACLE: Denial = denial(
    "xwing.exp.decloak.5",
    "The template would overlap an obstacle.",
    "Die Schablone würde ein Hindernis überschneiden.",
);
const PLACE: Denial = denial(
    "xwing.core.decloak.geometry",
    "The ship has to end at the other end of the straight 2 template laid against its side, facing as before.",
    "Das Schiff muss am anderen Ende der seitlich angelegten Geraden 2 stehen, ohne sich zu drehen.",
);

static SMALL: [RollTemplate; 1] = [RollTemplate::end_on(80.0)];
static LARGE: [RollTemplate; 1] = [RollTemplate::side_on(80.0)];

fn deny(unfit: Unfit) -> Denial {
    match unfit {
        Unfit::Place => PLACE,
        Unfit::Ship => ON_SHIP,
        Unfit::Obstacle => ON_OBSTACLE,
        Unfit::Template => OVER_OBSTACLE,
    }
}

/// Lets `judge` look at a ship about to decloak to a side.
pub fn with_decloak_roll<T>(state: &State, id: ShipId, judge: impl FnOnce(&Sideways) -> T) -> T {
    let set = template_set(state, id);
    let straight: &[RollTemplate] = match state.ship(id).size {
        _ if set & templates::STRAIGHT == 0 => &[],
        Size::Small => &SMALL,
        Size::Large | Size::Huge | Size::Corvette => &LARGE,
    };
    with_roll(state, id, straight, (set & templates::BANK != 0).then_some(2), judge)
}

/// Which templates a ship decloaks with.
fn template_set(state: &State, id: ShipId) -> i32 {
    total::<XWing>(state, Quantity::Templates(id, Sidestep::Decloak), templates::STRAIGHT)
}

/// The templates with which a ship may decloak ahead.
fn bearings(state: &State, id: ShipId) -> impl Iterator<Item = Bearing> + use<> {
    let set = template_set(state, id);
    let straight = (set & templates::STRAIGHT != 0).then_some(Bearing::Straight);
    let banks = if set & templates::BANK != 0 { &[Bearing::BankLeft, Bearing::BankRight][..] } else { &[] };
    straight.into_iter().chain(banks.iter().copied())
}

fn may_decloak_ahead(state: &State, id: ShipId, bearing: Bearing) -> Result<(), Denial> {
    may_move_ahead(state, id, bearing, 2, [ON_SHIP, ON_OBSTACLE, OVER_OBSTACLE])
}

fn may_decloak_aside(state: &State, id: ShipId) -> Result<(), Denial> {
    with_decloak_roll(state, id, |roll| can_roll(state, id, roll, deny))
}

/// Whether a ship can decloak in any way, or why it cannot. A ship without a token is not concerned.
pub fn may_decloak(state: &State, id: ShipId) -> Result<bool, Denial> {
    if !state.ship(id).cloaked {
        return Ok(false);
    }
    let ahead = bearings(state, id).map(|bearing| may_decloak_ahead(state, id, bearing));
    ahead.reduce(Result::or).unwrap_or(Err(PLACE)).or_else(|_| may_decloak_aside(state, id)).map(|()| true)
}

/// A cloaked ship may decloak.
pub fn offer_to_decloak(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::DecloakHow(id), |state, offer| {
        offer_ways(state, id, offer);
        offer.pass(Choice::Pass);
    })?;
    carry_out(t, id, choice)
}

/// Spends the token and decloaks; the player has already decided to do so.
pub fn decloak(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::DecloakHow(id), |state, offer| offer_ways(state, id, offer))?;
    carry_out(t, id, choice)
}

fn offer_ways(state: &State, id: ShipId, offer: &mut table::Offers<XWing>) {
    for bearing in bearings(state, id) {
        offer.judge(Choice::Decloak(bearing), may_decloak_ahead(state, id, bearing));
    }
    offer.judge(Choice::RollAside, may_decloak_aside(state, id));
}

fn carry_out(t: &mut Table, id: ShipId, choice: Choice) -> Play {
    let (pose, mined) = match choice {
        Choice::Decloak(bearing) => {
            let Some((template, end)) = move_ahead(&t.state, id, bearing, 2) else { return Ok(()) };
            (end, bombs::crossed(&t.state, |shape| template_overlaps(&template, shape)))
        }
        Choice::RollAside => place_aside(t, id)?,
        _ => return Ok(()),
    };
    t.state.ship_mut(id).cloaked = false;
    t.emit(Event::TokenSpent(id, Token::Cloak));
    move_to(&mut t.state, id, pose, 0);
    t.emit(Event::Decloaks(id, pose));
    arrive(t, id, &mined)?;
    if t.state.ship(id).in_play() {
        during(t, Moment::Decloaked(id), Window::Decloaked)?;
    }
    Ok(())
}

fn place_aside(t: &mut Table, id: ShipId) -> Play<(Pose, ArrayVec<u8, 12>)> {
    let owner = t.state.ship(id).owner;
    let pose = t.place_where(
        owner,
        Ask::DecloakTo(id),
        |state, pose| with_decloak_roll(state, id, |roll| may_roll_to(state, id, roll, pose, deny)),
        |state, places| {
            with_decloak_roll(state, id, |roll| places.extend(places_to_roll(state, id, roll, deny)))
        },
    )?;
    let pose = with_decloak_roll(&t.state, id, |roll| roll.settled(pose));
    let mined = with_decloak_roll(&t.state, id, |roll| {
        bombs::crossed(&t.state, |shape| roll.must_cross(&pose, shape))
    });
    Ok((pose, mined))
}
