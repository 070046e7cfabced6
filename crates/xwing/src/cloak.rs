//! Decloaking: immediately before a ship reveals its dial (in the later rules before anybody moves) it may spend its cloak
//! token and move aside or ahead. Neither an action nor a maneuver.

use arrayvec::ArrayVec;
use flightpath::{Bearing, RollTemplate, Sideways, Unfit, Way};
use geometry::{Pose, template_overlaps};
use table::timing::total;
use table::{Denial, Play, denial};

use crate::actions::{
    arrive, can_roll, can_roll_by, declare, is_on_way, known, may_move_ahead, may_roll_as_declared,
    move_ahead, places_to_roll, with_roll,
};
use crate::cards::{Quantity, Sidestep, Window, templates};
use crate::maneuvers::move_to;
use crate::phases::during;
use crate::state::{Declared, Moment, ShipId, Size, State, Token};
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

pub fn may_decloak_ahead(state: &State, id: ShipId, bearing: Bearing) -> Result<(), Denial> {
    may_move_ahead(state, id, bearing, 2, [ON_SHIP, ON_OBSTACLE, OVER_OBSTACLE])
}

fn may_decloak_aside(state: &State, id: ShipId) -> Result<(), Denial> {
    with_decloak_roll(state, id, |roll| can_roll(state, id, roll, deny))
}

/// Whether a ship can decloak aside by one way.
pub fn may_decloak_by(state: &State, id: ShipId, way: Way) -> Result<(), Denial> {
    with_decloak_roll(state, id, |roll| can_roll_by(state, id, roll, way, deny))
}

/// The places beside a ship where it could decloak to, all or those on one way.
// audit: no rule — suggests places
pub fn places_aside(state: &State, id: ShipId, way: Option<Way>) -> Vec<Pose> {
    with_decloak_roll(state, id, |roll| {
        places_to_roll(state, id, roll, deny).filter(|pose| is_on_way(roll, pose, way)).collect()
    })
}

/// Whether a ship can decloak in any way, or why it cannot. A ship without a token is not concerned.
pub fn may_decloak(state: &State, id: ShipId) -> Result<bool, Denial> {
    if !state.ship(id).cloaked {
        return Ok(false);
    }
    let ahead = bearings(state, id).map(|bearing| known(state, id, Declared::Decloak(bearing)));
    ahead.reduce(Result::or).unwrap_or(Err(PLACE)).or_else(|_| could_decloak_aside(state, id)).map(|()| true)
}

/// Whether a ship can decloak to a side, for all that its player may know.
fn could_decloak_aside(state: &State, id: ShipId) -> Result<(), Denial> {
    let ways = with_decloak_roll(state, id, |roll| roll.ways());
    ways.map(|way| known(state, id, Declared::DecloakAside(way))).reduce(Result::or).unwrap_or(Err(PLACE))
}

/// A cloaked ship may decloak.
pub fn offer_to_decloak(t: &mut Table, id: ShipId) -> Play {
    choose_how(t, id, true)
}

/// Spends the token and decloaks; the player has already decided to do so.
pub fn decloak(t: &mut Table, id: ShipId) -> Play {
    choose_how(t, id, false)
}

/// In competitive play the way is declared before it is measured; after one in vain the player may do without.
fn choose_how(t: &mut Table, id: ShipId, mut may_pass: bool) -> Play {
    let owner = t.state.ship(id).owner;
    loop {
        let choice = t.ask(owner, Ask::DecloakHow(id), |state, offer| {
            offer_ways(state, id, offer);
            if may_pass {
                offer.pass(Choice::Pass);
            }
        })?;
        let declared = match choice {
            Choice::Decloak(bearing) => Declared::Decloak(bearing),
            Choice::Aside(way) => Declared::DecloakAside(way),
            _ => return carry_out(t, id, choice),
        };
        if !t.state.options.tournament || declare(t, id, declared) {
            return carry_out(t, id, choice);
        }
        may_pass = true;
    }
}

fn offer_ways(state: &State, id: ShipId, offer: &mut table::Offers<XWing>) {
    for bearing in bearings(state, id) {
        offer.judge(Choice::Decloak(bearing), known(state, id, Declared::Decloak(bearing)));
    }
    if state.options.tournament {
        let ways = with_decloak_roll(state, id, |roll| roll.ways());
        ways.for_each(|way| offer.judge(Choice::Aside(way), known(state, id, Declared::DecloakAside(way))));
    } else {
        offer.judge(Choice::RollAside, may_decloak_aside(state, id));
    }
}

fn carry_out(t: &mut Table, id: ShipId, choice: Choice) -> Play {
    let (pose, mined) = match choice {
        Choice::Decloak(bearing) => {
            let Some((template, end)) = move_ahead(&t.state, id, bearing, 2) else { return Ok(()) };
            (end, bombs::crossed(&t.state, |shape| template_overlaps(&template, shape)))
        }
        Choice::RollAside | Choice::Aside(_) => place_aside(t, id)?,
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
    let way = t.state.declaration.way(id);
    let pose = t.place_where(
        owner,
        Ask::DecloakTo(id),
        move |state, pose| {
            with_decloak_roll(state, id, |roll| may_roll_as_declared(state, id, roll, pose, (way, deny)))
        },
        |state, places| {
            with_decloak_roll(state, id, |roll| {
                let free = places_to_roll(state, id, roll, deny);
                places.extend(free.filter(|pose| is_on_way(roll, pose, way)));
            });
        },
    )?;
    let pose = with_decloak_roll(&t.state, id, |roll| roll.settled(pose));
    let mined = with_decloak_roll(&t.state, id, |roll| {
        bombs::crossed(&t.state, |shape| roll.must_cross(&pose, shape))
    });
    Ok((pose, mined))
}
