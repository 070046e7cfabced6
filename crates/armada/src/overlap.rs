//! What happens when a ship ends on others: damage cards for ships, and squadrons that have to make room.

use arrayvec::ArrayVec;
use geometry::{Convex, Footprint, Pose, Shape, Vec2, closest, inside, overlaps, tolerance};
use table::{Denial, Play, denial};

use crate::cards::Window;
use crate::measure::{Body, SQUADRON, base, body_of, squadron};
use crate::state::{ShipId, SquadronId, State, opponent};
use crate::{Ask, Choice, Event, Table, damage};

/// Places are given to a hundredth of a millimetre.
const CLOSE: f64 = 0.01;
/// How many places around a round base are suggested.
const DIRECTIONS: u32 = 16;

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
    let hit: ArrayVec<SquadronId, 24> = t
        .state
        .standing()
        .filter(|id| body.iter().any(|part| overlaps(part, &squadron(t.state.squadron(*id).at))))
        .collect();
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
            |state, pose| may_stand(state, mover, room, pose.at),
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

fn touches_ship(ship: &Body, at: Vec2) -> bool {
    ship.iter().any(|part| touches(part, &squadron(at)))
}

/// Whether a squadron may be placed there: as long as there is room it touches the ship, afterwards a squadron that does.
fn may_stand(state: &State, mover: ShipId, room: bool, at: Vec2) -> Result<(), Denial> {
    let disc = squadron(at);
    if !inside(&disc, &state.area) {
        return Err(OUTSIDE);
    }
    let on_ship = state.in_play().any(|id| body_of(state, id).iter().any(|part| overlaps(part, &disc)));
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

/// Whether another squadron finds a place that touches the ship.
fn has_room(state: &State, mover: ShipId) -> bool {
    let mut places = Vec::new();
    around_ship(state, mover, &mut places);
    places.iter().any(|pose| may_stand(state, mover, true, pose.at).is_ok())
}

/// Good places: along the edges of the ship and around its corners and dials, or else around squadrons that touch it.
fn suggest(state: &State, mover: ShipId, room: bool, places: &mut Vec<Pose>) {
    around_ship(state, mover, places);
    if !room {
        let ship = body_of(state, mover);
        let radius = 2.0 * squadron_radius();
        touching_squadrons(state, &ship).for_each(|at| around(at, radius, places));
    }
}

fn squadron_radius() -> f64 {
    SQUADRON.width() / 2.0
}

fn around_ship(state: &State, mover: ShipId, places: &mut Vec<Pose>) {
    let footprint = base(state, mover);
    along_edges(&footprint, places);
    for part in body_of(state, mover) {
        if let Shape::Circle { centre, radius } = part {
            around(centre, radius + squadron_radius(), places);
        }
    }
    footprint.corners().iter().for_each(|corner| around(*corner, squadron_radius(), places));
}

/// Places at which a squadron touches an edge, half a squadron apart.
fn along_edges(footprint: &Footprint, places: &mut Vec<Pose>) {
    let corners = footprint.corners();
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let Some(along) = (to - *from).unit() else { continue };
        let middle = (*from + to) / 2.0;
        let outward = (middle - footprint.pose().at).unit().unwrap_or(Vec2::ZERO) * squadron_radius();
        let length = (to - *from).length();
        let steps = (length / squadron_radius()) as u32;
        for step in 0..=steps {
            let at = *from + along * (length * f64::from(step) / f64::from(steps.max(1))) + outward;
            places.push(Pose { at, ..footprint.pose() });
        }
    }
}

fn around(centre: Vec2, radius: f64, places: &mut Vec<Pose>) {
    for step in 0..DIRECTIONS {
        let degrees = 360.0 * f64::from(step) / f64::from(DIRECTIONS);
        let heading = geometry::Heading::degrees_clockwise_from_north(degrees);
        places.push(Pose::new(centre + heading.ahead() * radius, geometry::Heading::NORTH));
    }
}
