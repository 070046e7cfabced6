//! Dark Whispers: the Empire scans the Rebels' satellites and brings the data home.

use flightpath::preview::{facing, point};
use geometry::{Base, Footprint, Heading, Pose, Shape, Vec2, closest, inside};
use scene::{Outline, Piece, PieceKind};
use table::{Denial, Lang, Offers, Play, Seat, Words, denial};

use super::core_set::{
    FULL_SQUADS, RANGE, SHEETS, begin, edge_strip, empire, faults, leaves_over, rebels, reinforce,
};
use super::{Instead, Mission};
use crate::cards::Window;
use crate::measure::lies_on;
use crate::state::{Moment, SATELLITE, Satellite, ShipId, Signal, State};
use crate::{Ask, Choice, Event, Table, XWing};

const SATELLITE_PLACE: Denial = denial(
    SHEETS,
    "Satellites lie in turn within range 2 and range 3 of the Rebel edge, not at range 1 of the other edges, and at range 2–3 of another one.",
    "Satelliten liegen abwechselnd in Reichweite 2 und 3 der Rebellenkante, nicht in Reichweite 1 der anderen Ränder und in Reichweite 2–3 eines anderen.",
);

pub static MISSION: Mission = Mission {
    faults,
    // Satellites come before the ships.
    before_forces: place_satellites,
    places_first: empire,
    instead_of_attack: Some(Instead { offer: offer_scans, perform: scan }),
    // The Empire wins when every satellite has been scanned and a ship with data leaves over its own edge, the Rebels when
    // all data is lost or no hunter is left.
    escapes: |state, id| {
        let has = |signal| satellites(state).iter().any(|satellite| satellite.signal == signal);
        let all_data = has(Signal::With(id)) && !has(Signal::There);
        empire(state).filter(|empire| all_data && leaves_over(state, id, &[Some(*empire)]))
    },
    objective: |state| {
        let lost = satellites(state).iter().all(|satellite| satellite.signal == Signal::Lost);
        let alone = !state.in_play().any(|id| Some(state.ship(id).owner) == empire(state));
        rebels(state).filter(|_| lost || alone)
    },
    pieces,
    ..Mission::new(table::mission::Mission {
        // No obstacles.
        begin: |state| {
            begin(state);
            state.supply.clear();
        },
        windows: &[
            (Window::ShipDestroyed, lose_signals),
            (Window::EndPhase, |t| reinforce(t, rebels(&t.state), "rookie-pilot")),
        ],
        ..table::mission::Mission::new("dark-whispers", Words::new("Dark Whispers", "Dunkles Flüstern"))
    })
};

fn satellites(state: &State) -> &[Satellite] {
    state.notes.as_ref().map_or(&[], |notes| &notes.satellites)
}

fn satellite_footprint(pose: Pose) -> Footprint {
    Footprint::new(Base::square(SATELLITE), pose)
}

fn place_satellites(t: &mut Table) -> Play<bool> {
    let wanted = if t.state.options.points < FULL_SQUADS { 2 } else { 4 };
    let Some(rebels) = rebels(&t.state) else { return Ok(true) };
    if satellites(&t.state).len() == wanted {
        return Ok(true);
    }
    let pose = t.place(
        rebels,
        Ask::PlaceSatellite,
        move |state, pose| may_place_satellite(state, rebels, *pose),
        |state, places| suggest_for_satellite(state, rebels, places),
    )?;
    if let Some(notes) = &mut t.state.notes {
        notes.satellites.push(Satellite { pose, signal: Signal::There });
    }
    t.emit(Event::SatellitePlaced(pose));
    Ok(false)
}

/// Three rows along the edge of the Rebels.
// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn suggest_for_satellite(state: &State, rebels: Seat, places: &mut Vec<Pose>) {
    let far = edge_strip(state, rebels, 3.0);
    let along = |n: f64| 2.5 * RANGE + n * RANGE / 2.0;
    let columns = (0..12).map(|n| along(f64::from(n)));
    let rows = [0.75, 0.5, 0.25].map(|share| far.min.y + (far.max.y - far.min.y) * share);
    places.extend(columns.flat_map(|x| rows.map(|y| Pose::new(Vec2::new(x, y), Heading::NORTH))));
}

fn may_place_satellite(state: &State, rebels: Seat, pose: Pose) -> Result<(), Denial> {
    let satellites = satellites(state);
    let own = satellite_footprint(pose);
    let reach = if satellites.len().is_multiple_of(2) { 2.0 } else { 3.0 };
    let (width, _) = state.options.size();
    let mut zone = edge_strip(state, rebels, reach);
    (zone.min.x, zone.max.x) = (RANGE, width - RANGE);
    let apart = satellites.iter().map(|other| closest(&own, &satellite_footprint(other.pose)).distance);
    let near = apart.clone().any(|apart| apart > RANGE && apart <= 3.0 * RANGE);
    let clear = apart.clone().all(|apart| apart > 0.0) && (near || satellites.is_empty());
    if clear && inside(&own, &zone) { Ok(()) } else { Err(SATELLITE_PLACE) }
}

fn lies_on_satellite(state: &State, id: ShipId, satellite: &Satellite) -> bool {
    let ship = state.ship(id);
    lies_on(ship.size, ship.pose, &Shape::from(&satellite_footprint(satellite.pose)))
}

/// An Imperial ship on a satellite, or in contact with a Rebel ship on it, may scan it in place of its attack.
fn offer_scans(state: &State, id: ShipId, ready: Result<(), Denial>, offer: &mut Offers<XWing>) {
    let ship = state.ship(id);
    if Some(ship.owner) == rebels(state) {
        return;
    }
    for (number, satellite) in satellites(state).iter().enumerate() {
        let covered = |other: ShipId| {
            let rebel = ship.touching & other.bit() != 0 && Some(state.ship(other).owner) == rebels(state);
            rebel && lies_on_satellite(state, other, satellite)
        };
        let there = satellite.signal == Signal::There;
        if there && (lies_on_satellite(state, id, satellite) || state.in_play().any(covered)) {
            offer.judge(Choice::Scan(number as u8), ready);
        }
    }
}

fn scan(t: &mut Table, id: ShipId, choice: Choice) -> bool {
    let Choice::Scan(number) = choice else { return false };
    if let Some(notes) = &mut t.state.notes {
        notes.satellites[usize::from(number)].signal = Signal::With(id);
    }
    t.emit(Event::Scans(id, number));
    true
}

/// What a ship has scanned is lost with it.
fn lose_signals(t: &mut Table) -> Play {
    let (Some(Moment::Destroyed(id)), Some(notes)) = (t.state.moment(), &mut t.state.notes) else {
        return Ok(());
    };
    for satellite in notes.satellites.iter_mut().filter(|satellite| satellite.signal == Signal::With(id)) {
        satellite.signal = Signal::Lost;
    }
    Ok(())
}

/// The satellites that nobody has scanned yet.
fn pieces(state: &State, lang: Lang) -> Vec<Piece> {
    let there =
        satellites(state).iter().enumerate().filter(|(_, satellite)| satellite.signal == Signal::There);
    let piece = |(number, satellite): (usize, &Satellite)| {
        let (at, facing) = (point(satellite.pose.at), facing(satellite.pose));
        let id = format!("satellite-{number}");
        let mut piece = Piece::new(id, PieceKind::Token, at, facing, Outline::square(SATELLITE));
        piece.label = lang.pick("Satellite", "Satellit").to_string();
        piece
    };
    there.map(piece).collect()
}
