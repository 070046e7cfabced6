//! Executing maneuvers: reveal, move, overlaps, obstacles and minefields, power strain.

use arrayvec::ArrayVec;
use flightpath::{ATTACK_FACES, Bearing, Colour, Face, Flight, Maneuver, Pool, fly};
use geometry::{Base, Footprint, Heading, Pose, outside, overlaps, template_overlaps};
use table::timing::total;
use table::{Denial, Play, Seat, denial};

use crate::attack::ATTACK_DIE;
use crate::cards::{Quantity, UpgradeId, Window, colour, difficulty, library};
use crate::measure::{base, footprint, other_bases, play_area};
use crate::state::{ShipId, State, Token, TokenKind};
use crate::{Ask, AttackWing, Blocker, Choice, Event, Table, damage, phases};

const NO_RED: Denial = denial(
    "attackwing.aux-power.restrictions",
    "A ship with an auxiliary power token cannot fly a red maneuver.",
    "Ein Schiff mit Notenergie-Marker kann kein rotes Manöver fliegen.",
);
const TOO_FAST: Denial = denial(
    "attackwing.known.damage.warp-core-breach",
    "No maneuver of that speed may be chosen any more.",
    "Manöver dieser Geschwindigkeit sind nicht mehr wählbar.",
);

/// The colour that a maneuver counts as for a ship.
pub fn colour_for(state: &State, ship: ShipId, maneuver: Maneuver) -> Colour {
    let printed = difficulty(maneuver.colour);
    colour(total::<AttackWing>(state, Quantity::Difficulty(ship, maneuver.bearing), printed))
}

/// The maneuvers of a ship's dial.
pub fn dial(state: &State, ship: ShipId) -> &'static [Maneuver] {
    &library().class(state.ship(ship).class).maneuvers
}

/// Whether a maneuver may be set on the dial.
pub fn may_set(state: &State, ship: ShipId, maneuver: Maneuver) -> Result<(), Denial> {
    match state.ship(ship).speed_limit {
        Some(limit) if maneuver.speed > limit => Err(TOO_FAST),
        _ => Ok(()),
    }
}

/// Reveals the dial and executes the maneuver: steps 1 to 5 of an activation.
pub fn reveal_and_execute(t: &mut Table, ship: ShipId) -> Play {
    let Some(set) = t.state.ship(ship).dial else { return Ok(()) };
    t.state.ship_mut(ship).revealed = true;
    t.emit(Event::Revealed(ship, set));
    let maneuver = match overruled(t, ship, set)? {
        Some(other) => other,
        None => set,
    };
    let flying = t.state.ship_mut(ship);
    flying.dial = None;
    flying.revealed = false;
    execute(t, ship, maneuver)
}

/// A ship on auxiliary power cannot fly a red maneuver: if it reveals one, an opponent chooses another from its dial.
fn overruled(t: &mut Table, ship: ShipId, set: Maneuver) -> Play<Option<Maneuver>> {
    if t.state.ship(ship).auxiliary == 0 || colour_for(&t.state, ship, set) != Colour::Red {
        return Ok(None);
    }
    let opponent = overruling_opponent(&t.state, ship);
    let choice = t.ask(opponent, Ask::Overrule(ship), |state, offer| {
        for maneuver in dial(state, ship) {
            if colour_for(state, ship, *maneuver) == Colour::Red {
                offer.refuse(Choice::Maneuver(*maneuver), NO_RED);
            } else {
                offer.judge(Choice::Maneuver(*maneuver), may_set(state, ship, *maneuver));
            }
        }
    })?;
    let Choice::Maneuver(other) = choice else { return Ok(None) };
    t.emit(Event::Overruled(ship, other));
    Ok(Some(other))
}

/// The next opponent in initiative order after the ship's owner.
fn overruling_opponent(state: &State, ship: ShipId) -> Seat {
    let owner = state.ship(ship).owner;
    let order = phases::players_by_initiative(state);
    // audit: same (0 to 1) — the owner is a player
    let own = order.iter().position(|seat| *seat == owner).unwrap_or(0);
    let after = order.iter().cycle().skip(own + 1).take(order.len());
    let enemy = |seat: &&Seat| state.team(**seat) != state.team(owner);
    after.copied().find(|seat| enemy(&seat)).unwrap_or(owner)
}

/// Whether a ship standing there could be in the way of any maneuver: the longest ends 280 mm ahead, and the corners of
/// two bases reach 57 mm.
// audit: same (returns true at once) — it spares looking at ships that cannot be in the way
fn in_reach(start: Pose, other: Pose) -> bool {
    let between = other.at - start.at;
    // audit: same (< to <=) — that far away nothing is in the way
    between.dot(between) < (280.0 + 57.0) * (280.0 + 57.0)
}

/// Where a maneuver would take a ship as everything stands, and what stops it. `None` if there is no such template.
pub fn flight(state: &State, id: ShipId, maneuver: Maneuver) -> Option<(Flight, Option<Blocker>)> {
    let start = state.ship(id).pose;
    let mut blockers = ArrayVec::<Footprint, 32>::new();
    let mut others = ArrayVec::<ShipId, 16>::new();
    for (other, base) in other_bases(state, id).filter(|(_, other)| in_reach(start, other.pose())) {
        others.push(other);
        blockers.push(base);
    }
    for planet in state.tokens.iter().filter(|token| token.kind == TokenKind::Planet) {
        let round = Base::Round { radius: planet.radius() };
        blockers.push(Footprint::new(round, Pose::new(planet.at, Heading::NORTH)));
    }
    let flight = fly(start, base(), maneuver, &blockers)?;
    let stopped_by = flight.stopped_by;
    let by = stopped_by.map(|index| others.get(index).map_or(Blocker::Planet, |other| Blocker::Ship(*other)));
    Some((flight, by))
}

/// Whether a flight from `start` touches a token. Tokens that the ship stood on when it began do not count against the
/// template it leaves them by.
pub fn flies_over(start: Pose, flight: &Flight, token: &Token) -> bool {
    let shape = token.shape();
    let ends_on = overlaps(&footprint(flight.pose), &shape);
    ends_on || !overlaps(&footprint(start), &shape) && template_overlaps(&flight.template, &shape)
}

/// Flies a maneuver with everything that follows from it: overlaps, fleeing, obstacles, minefields, power strain.
pub fn execute(t: &mut Table, id: ShipId, maneuver: Maneuver) -> Play {
    let mut counted = Maneuver { colour: colour_for(&t.state, id, maneuver), ..maneuver };
    let start = t.state.ship(id).pose;
    let Some((flight, stopped_by)) = flight(&t.state, id, maneuver) else { return Ok(()) };
    if flight.became_straight {
        counted.bearing = Bearing::Straight;
        t.emit(Event::BecameStraight(id));
    }
    let ship = t.state.ship_mut(id);
    ship.pose = flight.pose;
    ship.flown = Some(counted);
    ship.bumped = false;
    t.emit(Event::Moved(id, counted, flight.pose));

    if let Some(by) = stopped_by {
        t.emit(Event::Overlap(id, by));
        let ship = t.state.ship_mut(id);
        ship.no_action = true;
        ship.bumped = by != Blocker::Planet;
    }

    if outside(&footprint(flight.pose), &play_area(&t.state)) {
        if let Some(leaves) = t.state.mission().and_then(|mission| mission.leaving) {
            return leaves(t, id, start);
        }
        t.emit(Event::Fled(id));
        damage::remove(t, id);
        return Ok(());
    }

    let mut rolled = false;
    for index in 0..t.state.tokens.len() {
        let token = t.state.tokens[index];
        let touched = flies_over(start, &flight, &token);
        match token.kind {
            TokenKind::Obstacle if touched => {
                t.emit(Event::Overlap(id, Blocker::Obstacle));
                let ends_on = overlaps(&footprint(flight.pose), &token.shape());
                let ship = t.state.ship_mut(id);
                ship.no_action = true;
                ship.bumped |= ends_on;
                // One die for the maneuver, however many obstacles it touches.
                if !rolled {
                    rolled = true;
                    obstacle(t, id)?;
                }
            }
            TokenKind::Minefield(card) if touched => {
                t.emit(Event::Overlap(id, Blocker::Minefield));
                enter_minefield(t, id, card, None)?;
            }
            _ => {}
        }
        if t.state.ship(id).destroyed {
            return Ok(());
        }
    }
    check_power_strain(t, id, counted.colour);
    t.window(Window::AfterManeuver)
}

/// Rolls for flying over an obstacle.
fn obstacle(t: &mut Table, id: ShipId) -> Play {
    let faces = t.roll(Ask::ObstacleRoll(id), &ATTACK_DIE, 1)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(id, pool.0.iter().map(|result| result.face).collect()));
    damage::suffer(t, id, pool.count(Face::Hit), pool.count(Face::Critical))
}

/// What the card that laid a minefield does to a ship in it, and who has just dropped it there.
pub fn enter_minefield(t: &mut Table, id: ShipId, card: UpgradeId, dropped_by: Option<ShipId>) -> Play {
    match library().upgrade(card).effects.minefield {
        Some(effect) => effect(t, id, dropped_by),
        None => Ok(()),
    }
}

/// Step 4: a red maneuver strains the power, a green one relieves it.
fn check_power_strain(t: &mut Table, id: ShipId, colour: Colour) {
    let clears_all = t.state.options.green_clears_auxiliary;
    let ship = t.state.ship_mut(id);
    match colour {
        Colour::Red => {
            ship.auxiliary += 1;
            t.emit(Event::AuxiliaryGained(id));
        }
        Colour::Green if ship.auxiliary > 0 => {
            let removed = if clears_all { ship.auxiliary } else { 1 };
            ship.auxiliary -= removed;
            t.emit(Event::AuxiliaryRemoved(id, removed));
        }
        Colour::Green | Colour::White => {}
    }
}
