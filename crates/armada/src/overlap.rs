//! What happens when a ship ends on others: damage cards for ships, and squadrons that have to make room.

use arrayvec::ArrayVec;
use geometry::{Convex, Heading, Pose, Rim, Vec2, closest, inside, overlaps, stops, tolerance};
use table::{Denial, Play, denial};

use crate::cards::Window;
use crate::measure::{Body, SQUADRON, base, body_of, covers_squadron, squadron};
use crate::state::{ShipId, SquadronId, State, opponent};
use crate::{Ask, Choice, Event, Table, damage};

/// Places are given to a hundredth of a millimetre.
const CLOSE: f64 = 0.01;

const OUTSIDE: Denial = denial(
    "armada.overlap.ship-on-squadrons",
    "The squadron has to stand within the play area.",
    "Die Staffel muss innerhalb der Spielfläche stehen.",
);
const OVERLAPS: Denial = denial(
    "armada.overlap.squadron-cannot",
    "The squadron would overlap a ship or another squadron.",
    "Die Staffel würde sich mit einem Schiff oder einer anderen Staffel überschneiden.",
);
const NOT_TOUCHING: Denial = denial(
    "armada.overlap.max-touching",
    "The squadron has to touch the ship, as long as there is room.",
    "Die Staffel muss das Schiff berühren, solange Platz ist.",
);

/// The moving ship and the closest ship that it overlapped get one damage card each.
pub fn damage_ships(t: &mut Table, mover: ShipId, overlapped: &[ShipId]) -> Play {
    let other = closest_ship(t, mover, overlapped)?;
    for ship in [mover, other] {
        damage::deal_card(t, ship, false)?;
    }
    t.window(Window::Overlap)
}

/// The overlapped ship that is closest to the moved one; the owner of the moved one settles ties.
fn closest_ship(t: &mut Table, mover: ShipId, overlapped: &[ShipId]) -> Play<ShipId> {
    let at = base(&t.state, mover);
    let distance = |id: ShipId| closest(&at, &base(&t.state, id)).distance;
    let least = overlapped.iter().map(|id| distance(*id)).fold(f64::INFINITY, f64::min);
    let nearest: ArrayVec<ShipId, 16> =
        overlapped.iter().copied().filter(|id| distance(*id) <= least + tolerance::TIE).collect();
    let choice = t.ask(t.state.ship(mover).owner, Ask::Closest(mover), |_, offer| {
        nearest.iter().for_each(|id| offer.add(Choice::Ship(*id)));
    })?;
    Ok(match choice {
        Choice::Ship(id) => id,
        _ => overlapped[0],
    })
}

/// Squadrons under the ship are moved aside; the player who has not moved it places them, in any order.
pub fn move_squadrons_aside(t: &mut Table, mover: ShipId) -> Play {
    let body = body_of(&t.state, mover);
    let hit: ArrayVec<SquadronId, 24> =
        t.state.standing().filter(|id| covers_squadron(&body, t.state.squadron(*id).at)).collect();
    for id in &hit {
        t.state.squadron_mut(*id).aside = true;
        t.emit(Event::MovedAside(*id));
    }
    let placer = opponent(t.state.ship(mover).owner);
    for _ in 0..hit.len() {
        let choice = t.ask(placer, Ask::NextSquadron(mover), |state, offer| {
            state.aside().for_each(|id| offer.add(Choice::Squadron(id)));
        })?;
        let Choice::Squadron(id) = choice else { return Ok(()) };
        let room = has_room(&t.state, mover);
        let place = t.place(
            placer,
            Ask::PlaceSquadron(id),
            move |state, pose| may_stand(state, mover, room, pose.at),
            |state, places| suggest(state, mover, room, places),
        )?;
        let squadron = t.state.squadron_mut(id);
        squadron.at = place.at;
        squadron.aside = false;
        t.emit(Event::SquadronPlaced(id, place.at));
    }
    Ok(())
}

fn touches(a: &impl Convex, b: &impl Convex) -> bool {
    closest(a, b).distance <= CLOSE
}

pub fn touches_ship(ship: &Body, at: Vec2) -> bool {
    ship.iter().any(|part| touches(part, &squadron(at)))
}

/// Whether a squadron may be placed there: as long as there is room it touches the ship, afterwards a squadron that does.
fn may_stand(state: &State, mover: ShipId, room: bool, at: Vec2) -> Result<(), Denial> {
    let disc = squadron(at);
    if !inside(&disc, &state.area) {
        return Err(OUTSIDE);
    }
    let on_ship = state.in_play().any(|id| covers_squadron(&body_of(state, id), at));
    let on_squadron = state.standing().any(|id| overlaps(&squadron(state.squadron(id).at), &disc));
    if on_ship || on_squadron {
        return Err(OVERLAPS);
    }
    let ship = body_of(state, mover);
    let chained = || !room && touching_squadrons(state, &ship).any(|other| touches(&squadron(other), &disc));
    if touches_ship(&ship, at) || chained() { Ok(()) } else { Err(NOT_TOUCHING) }
}

fn touching_squadrons<'a>(state: &'a State, ship: &'a Body) -> impl Iterator<Item = Vec2> + 'a {
    state.standing().map(|id| state.squadron(id).at).filter(|at| touches_ship(ship, *at))
}

/// The radius of a squadron's base.
fn radius() -> f64 {
    SQUADRON.width() / 2.0
}

/// Along the edges of a ship's base, around its corners and around its shield dials.
fn ship_rims(state: &State, id: ShipId) -> Vec<Rim> {
    let mut rims = Vec::new();
    Rim::around(&base(state, id), radius(), &mut |rim| rims.push(rim));
    let dials = body_of(state, id);
    let dials = dials.iter().filter(|part| matches!(part, geometry::Shape::Circle { .. }));
    dials.for_each(|dial| Rim::around(dial, radius(), &mut |rim| rims.push(rim)));
    rims
}

fn squadron_rim(at: Vec2) -> Rim {
    Rim::Round { centre: at, radius: 2.0 * radius() }
}

/// Everything that stops a squadron which is slid along something.
fn all_rims(state: &State) -> Vec<Rim> {
    let ships = state.in_play().flat_map(|id| ship_rims(state, id));
    let squadrons = state.standing().map(|id| squadron_rim(state.squadron(id).at));
    ships.chain(squadrons).chain(Rim::inside(&state.area, radius())).collect()
}

/// Whether another squadron finds a place that touches the ship.
fn has_room(state: &State, mover: ShipId) -> bool {
    let mut room = false;
    stops(&ship_rims(state, mover), &all_rims(state), |at| {
        room = room || may_stand(state, mover, true, at).is_ok();
    });
    room
}

/// Good places: at the ship, or else at squadrons that touch it; close to others, and here and there along the rims.
fn suggest(state: &State, mover: ShipId, room: bool, places: &mut Vec<Pose>) {
    let mut rims = ship_rims(state, mover);
    if !room {
        let ship = body_of(state, mover);
        rims.extend(touching_squadrons(state, &ship).map(squadron_rim));
    }
    let mut add = |at: Vec2| places.push(Pose::new(at, Heading::NORTH));
    stops(&rims, &all_rims(state), &mut add);
    rims.iter().for_each(|rim| along(rim, &mut add));
}

/// Some places on a rim: half a squadron apart, or in sixteen directions.
fn along(rim: &Rim, visit: &mut impl FnMut(Vec2)) {
    match *rim {
        Rim::Straight(from, to) => {
            let steps = (from.distance(to) / radius()) as u32;
            (1..steps).for_each(|step| visit(from.lerp(to, f64::from(step) / f64::from(steps))));
        }
        Rim::Round { centre, radius } => (0..16).for_each(|step| {
            let direction = Heading::degrees_clockwise_from_north(22.5 * f64::from(step));
            visit(centre + direction.ahead() * radius);
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Placed, PlacedSquadron, Setup, begin};
    use crate::state::Faction;

    /// Places all along the rims of the first ship, close together.
    fn walk(state: &State) -> Vec<Vec2> {
        let mut places = Vec::new();
        for rim in ship_rims(state, ShipId(0)) {
            for step in 0..300 {
                let share = f64::from(step) / 300.0;
                places.push(match rim {
                    Rim::Straight(from, to) => from.lerp(to, share),
                    Rim::Round { centre, radius } => {
                        let direction = Heading::degrees_clockwise_from_north(360.0 * share);
                        centre + direction.ahead() * radius
                    }
                });
            }
        }
        places.retain(|at| may_stand(state, ShipId(0), true, *at).is_ok());
        places
    }

    /// Squadrons are put at a ship in a corner, here and there, until there is no room; whenever a walk around the ship
    /// finds a place, there is room.
    #[test]
    fn room_is_found_wherever_there_is_some() {
        for start in 0..40_usize {
            let pose = Pose::new(Vec2::new(23.0, 60.0), Heading::NORTH);
            let mut setup = Setup {
                ships: vec![Placed::new("nebulon-b-escort-frigate", Faction::Rebel, pose, 1)],
                ..Setup::default()
            };
            let mut state = begin(&setup).unwrap();
            let mut places = walk(&state);
            while !places.is_empty() {
                assert!(has_room(&state, ShipId(0)), "{setup:?}");
                let at = places[(start * 7919 + places.len() * 31) % places.len()];
                let squadron = "x-wing-squadron".to_string();
                setup.squadrons.push(PlacedSquadron { squadron, owner: Faction::Rebel, at });
                state = begin(&setup).unwrap();
                places = walk(&state);
            }
            assert!(setup.squadrons.len() > 2);
        }
    }
}
