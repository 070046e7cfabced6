//! Climbing and clambering: vertical moves at the edge of terrain that is too high to step onto.

use geometry::{Heading, Pose, Shape, Vec2, contains, inside};
use table::timing::total;
use table::{Denial, Play, denial};

use crate::cards::Quantity;
use crate::dice::{DefenseColour, DefenseFace};
use crate::measure::{CLOSE, SEGMENT, base_at, in_contact, level, piece_below, radius, stature};
use crate::state::{Climb, Move, State, Terrain, TerrainId, UnitId};
use crate::{Ask, Event, Legion, Table, cohesion, damage, moves};

const NOT_AT_TERRAIN: Denial = denial(
    "legion.climb-clamber.climb-eligible",
    "The unit leader is not in base contact with this vertical terrain.",
    "Der Einheitenführer hat keinen Basiskontakt mit diesem senkrechten Gelände.",
);
const NOT_HIGH: Denial = denial(
    "legion.climb-clamber.low-terrain",
    "The terrain is no higher than the unit leader: a standard move leads onto it.",
    "Das Gelände ist nicht höher als der Einheitenführer: Eine Standardbewegung führt hinauf.",
);
const NO_SURFACE: Denial = denial(
    "legion.climb-clamber.climb",
    "There is no flat surface on which the unit leader can end.",
    "Es gibt keine ebene Fläche, auf der der Einheitenführer enden kann.",
);
const TOO_HIGH_TO_CLIMB: Denial = denial(
    "legion.vertical.climb.max-height",
    "It is more than height 1: too high to be climbed.",
    "Es ist mehr als Höhe 1: zu hoch zum Klimmen.",
);
const TOO_HIGH_TO_CLAMBER: Denial = denial(
    "legion.move.trooper.clamber",
    "It is more than height 2: too high to be clambered.",
    "Es ist mehr als Höhe 2: zu hoch zum Klettern.",
);
const TOO_FEW_ACTIONS: Denial = denial(
    "legion.spend.action",
    "The unit cannot spend that many actions any more.",
    "Die Einheit kann nicht mehr so viele Aktionen ausgeben.",
);
const NO_ROOM: Denial = denial(
    "legion.climb-clamber.no-room",
    "There is no room for the whole unit in cohesion.",
    "Für die ganze Einheit ist in Formation kein Platz.",
);

/// Where a climb or clamber leads, how high, and what it costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ascent {
    pub climb: Climb,
    /// Where the unit leader ends.
    pub end: Vec2,
    pub actions: u8,
    /// White defense dice for each miniature.
    pub dice: u8,
}

/// Pieces of terrain that are high enough for a unit to climb or clamber, up or down.
pub fn vertical<'a>(state: &'a State, unit: UnitId) -> impl Iterator<Item = TerrainId> + 'a {
    state.pieces().filter(move |id| {
        let piece = state.piece(*id);
        piece.is_solid() && f64::from(piece.height) > stature(state, unit)
    })
}

/// Whether a unit may climb or clamber here.
pub fn may_climb(state: &State, unit: UnitId, terrain: TerrainId, clamber: bool) -> Result<Ascent, Denial> {
    let at = state.unit(unit).leader().at;
    let piece = state.piece(terrain);
    let up = !contains(&piece.outline, at);
    if !in_contact(state, unit, at, piece) || !is_at_edge(state, unit, at, piece) {
        return Err(NOT_AT_TERRAIN);
    }
    if !piece.flat_top {
        return Err(NO_SURFACE);
    }
    let end = if up { onto(state, unit, at, piece) } else { down_from(state, unit, at, piece) };
    let end = end.ok_or(NO_ROOM)?;
    let height = (level(state, end) - level(state, at)).abs();
    if height <= stature(state, unit) {
        return Err(NOT_HIGH);
    }
    let segments = (height / SEGMENT).ceil() as u8;
    let (most, too_high) = if clamber { (2, TOO_HIGH_TO_CLAMBER) } else { (1, TOO_HIGH_TO_CLIMB) };
    if segments > most {
        return Err(too_high);
    }
    let actions = if clamber { segments } else { 2 };
    if actions > state.actions {
        return Err(TOO_FEW_ACTIONS);
    }
    let climb = Climb { terrain, up, clamber };
    let mut moved = begin(state, unit, climb);
    let leader = moved.leader(unit);
    if moves::judge_place(&moved, leader, end).is_err() || moves::touches_enemy(&moved, unit, end) {
        return Err(NO_ROOM);
    }
    moved.mini_mut(leader).at = end;
    if !cohesion::has_room(&moved, unit) {
        return Err(NO_ROOM);
    }
    let dice = if clamber && !piece.ladder { segments } else { 0 };
    Ok(Ascent { climb, end, actions, dice })
}

fn begin(state: &State, unit: UnitId, climb: Climb) -> State {
    let mut state = state.clone();
    let start = state.unit(unit).leader().at;
    state.moving = Some(Move { unit, start, speed: 0, way: None, climb: Some(climb) });
    cohesion::set_aside(&mut state, unit);
    state
}

/// The unit leader is placed, whoever clambers risks wounds, and the survivors are placed in cohesion.
pub fn perform(t: &mut Table, unit: UnitId, ascent: Ascent) -> Play {
    t.state = begin(&t.state, unit, ascent.climb);
    let leader = t.state.leader(unit);
    t.state.mini_mut(leader).at = ascent.end;
    t.emit(Event::Climbed(unit, ascent.climb, ascent.end));
    let each = total::<Legion>(&t.state, Quantity::ClamberDice(unit), ascent.dice.into()).max(0) as usize;
    let minis = t.state.unit(unit).alive().count();
    let colour = DefenseColour::White;
    let faces = t.roll(Ask::RollClamber(unit), colour.die(), each * minis)?;
    if !faces.is_empty() {
        let rolled: Vec<_> = faces.iter().map(|face| colour.showing(*face)).collect();
        let wounds = rolled.iter().filter(|die| die.face == DefenseFace::Block).count() as u8;
        t.emit(Event::ClamberRolled(rolled));
        damage::suffer(t, unit, wounds, None)?;
    }
    if !t.state.unit(unit).is_defeated() {
        cohesion::place_others(t, unit)?;
    }
    t.state.moving = None;
    Ok(())
}

/// The corners of an outline, counterclockwise; a disc has none.
fn corners(outline: &Shape) -> &[Vec2] {
    match outline {
        Shape::Polygon(polygon) => polygon.vertices(),
        Shape::Circle { .. } => &[],
    }
}

/// The edges of an outline with their inward normals.
fn edges(outline: &Shape) -> impl Iterator<Item = (Vec2, Vec2, Vec2)> + '_ {
    let corners = corners(outline);
    (0..corners.len()).filter_map(move |index| {
        let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
        Some((from, to, (to - from).unit()?.perp()))
    })
}

/// Whether a base reaches the edge of terrain, from outside or from its top.
pub fn is_at_edge(state: &State, unit: UnitId, at: Vec2, piece: &Terrain) -> bool {
    let reach = radius(state, unit) + CLOSE;
    match &piece.outline {
        _ if !contains(&piece.outline, at) => true,
        Shape::Circle { centre, radius } => radius - centre.distance(at) <= reach,
        outline => edges(outline).any(|(from, _, inward)| inward.dot(at - from) <= reach),
    }
}

/// The place on top, completely on the surface, that is closest to where the unit leader stood.
fn onto(state: &State, unit: UnitId, at: Vec2, piece: &Terrain) -> Option<Vec2> {
    let radius = radius(state, unit);
    if let Shape::Circle { centre, radius: outer } = &piece.outline {
        let away = (at - *centre).unit()?;
        return (*outer >= radius).then(|| *centre + away * (outer - radius));
    }
    let fits = |place: &Vec2| {
        edges(&piece.outline).all(|(from, _, inward)| inward.dot(*place - from) >= radius - CLOSE)
    };
    let lines: Vec<(Vec2, Vec2, Vec2)> = edges(&piece.outline)
        .map(|(from, to, inward)| (from + inward * radius, to + inward * radius, inward))
        .collect();
    let feet = lines.iter().map(|(from, _, inward)| at - *inward * inward.dot(at - *from));
    let meets = lines.iter().enumerate().filter_map(|(index, (from, to, _))| {
        let (other, end, _) = lines[(index + 1) % lines.len()];
        let (along, across) = (*to - *from, end - other);
        let share = (other - *from).cross(across) / along.cross(across);
        share.is_finite().then(|| *from + along * share)
    });
    feet.chain(meets).filter(fits).min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))
}

/// The place at the foot that is closest to where the unit leader stood.
fn down_from(state: &State, unit: UnitId, at: Vec2, piece: &Terrain) -> Option<Vec2> {
    let radius = radius(state, unit);
    if let Shape::Circle { centre, radius: outer } = &piece.outline {
        return Some(*centre + (at - *centre).unit()? * (outer + radius));
    }
    let feet = edges(&piece.outline).map(|(from, _, inward)| at - inward * (inward.dot(at - from) + radius));
    let free = |place: &Vec2| {
        inside(&base_at(state, unit, *place), &state.area)
            && piece_below(state, *place).is_none_or(|id| state.piece(id).flat_top)
    };
    feet.filter(free).min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))
}

/// Places along the edge of terrain: at its foot, and on its top.
pub fn around_edge(state: &State, unit: UnitId, piece: &Terrain, places: &mut Vec<Pose>) {
    let radius = radius(state, unit);
    let near = state.unit(unit).leader().at;
    let mut add = |at: Vec2| places.push(Pose::new(at, Heading::NORTH));
    for (from, to, inward) in edges(&piece.outline) {
        let length = from.distance(to);
        let steps = (length / (2.2 * radius)) as u32;
        for step in 0..=steps {
            let on_edge = from.lerp(to, (f64::from(step) + 0.5) / f64::from(steps + 1));
            if on_edge.distance(near) < moves::tool(state, unit, 1).reach() + radius {
                add(on_edge - inward * radius);
                add(on_edge + inward * radius);
            }
        }
    }
    if let Shape::Circle { centre, radius: outer } = &piece.outline {
        moves::around(*centre, outer + radius, 16, places);
        moves::around(*centre, outer - radius, 16, places);
    }
}
