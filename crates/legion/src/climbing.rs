//! Climbing and clambering: vertical moves at the edge of terrain that is too high to step onto.

use geometry::{Border, Disc, Rim, Shape, Vec2, inside, stops};
use table::timing::total;
use table::{Denial, Play, denial};

use crate::cards::Quantity;
use crate::cohesion::{self, Cohesion};
use crate::dice::{DefenseColour, DefenseFace};
use crate::ground::Terrain;
use crate::measure::{CLOSE, SEGMENT, base_at, in_contact, level, piece_below, stature};
use crate::site::Site;
use crate::state::{Climb, Move, State, TerrainId, UnitId};
use crate::{Ask, Event, Legion, Table, damage, moves};

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
    let base = base_at(state, unit, at);
    if !in_contact(&base, piece) || !is_at_edge(&base, piece) {
        return Err(NOT_AT_TERRAIN);
    }
    let up = !piece.outline.contains(at);
    if !piece.flat_top {
        return Err(NO_SURFACE);
    }
    let end = if up { onto(&base, piece) } else { down_from(state, &base, piece) };
    let end = end.ok_or(NO_ROOM)?;
    let height = (level(&state.board, end) - level(&state.board, at)).abs();
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
    let site = Site::around(state, unit, end, 0.0);
    if site.judge_place(&[], end).is_err() || site.touches_enemy(end) {
        return Err(NO_ROOM);
    }
    let moving = Move { unit, start: at, speed: 0, way: None, climb: Some(climb) };
    if !Cohesion::new(&site, end, Some(moving)).has_room(&[end], &cohesion::followers(state, unit)) {
        return Err(NO_ROOM);
    }
    let dice = if clamber && !piece.ladder { segments } else { 0 };
    Ok(Ascent { climb, end, actions, dice })
}

/// The unit leader is placed, whoever clambers risks wounds, and the survivors are placed in cohesion.
pub fn perform(t: &mut Table, unit: UnitId, ascent: Ascent) -> Play {
    let start = t.state.unit(unit).leader().at;
    t.state.moving = Some(Move { unit, start, speed: 0, way: None, climb: Some(ascent.climb) });
    cohesion::set_aside(&mut t.state, unit);
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

/// Whether a base reaches the edge of terrain, from outside or from its top.
pub fn is_at_edge(base: &Disc, piece: &Terrain) -> bool {
    let outline = &piece.outline;
    !outline.contains(base.centre) || outline.depth(base.centre) <= base.radius + CLOSE
}

fn nearest(to: Vec2, places: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    places.min_by(|a, b| a.distance(to).total_cmp(&b.distance(to)))
}

/// The place on top, completely on the surface, that is closest to where the unit leader stood.
fn onto(base: &Disc, piece: &Terrain) -> Option<Vec2> {
    let Disc { centre: at, radius } = *base;
    if let [Shape::Circle { centre, radius: outer }] = piece.outline.parts() {
        let away = (at - *centre).unit()?;
        return (*outer >= radius).then(|| *centre + away * (outer - radius));
    }
    let mut rims = Vec::new();
    inner_rims(radius, piece, &mut |rim| rims.push(rim));
    let mut places: Vec<Vec2> = Vec::new();
    stops(&rims, &[], |place| places.push(place));
    places.extend(rims.iter().map(|rim| match *rim {
        Rim::Straight(from, to) => Border { from, to, inward: Vec2::ZERO }.nearest(at),
        Rim::Round { centre, radius } => centre + (at - centre).unit().unwrap_or(Vec2::ZERO) * radius,
    }));
    nearest(at, places.into_iter().filter(|place| piece.outline.holds(*place, radius - CLOSE)))
}

/// The place at the foot that is closest to where the unit leader stood.
fn down_from(state: &State, base: &Disc, piece: &Terrain) -> Option<Vec2> {
    let Disc { centre: at, radius } = *base;
    if let [Shape::Circle { centre, radius: outer }] = piece.outline.parts() {
        return Some(*centre + (at - *centre).unit()? * (outer + radius));
    }
    let edges = piece.outline.edges().iter();
    let feet = edges.map(|edge| edge.nearest(at) - edge.inward * radius);
    let free = |place: &Vec2| {
        let base = Disc { centre: *place, radius };
        inside(&base, &state.board.area)
            && !piece.outline.overlaps(&base)
            && piece_below(&state.board, *place).is_none_or(|id| state.piece(id).flat_top)
    };
    nearest(at, feet.filter(free))
}

/// Along the inside of the edge of terrain, at a distance, and around corners that point inward.
fn inner_rims(distance: f64, piece: &Terrain, visit: &mut impl FnMut(Rim)) {
    for Border { from, to, inward } in piece.outline.edges() {
        visit(Rim::Straight(*from + *inward * distance, *to + *inward * distance));
        visit(Rim::Round { centre: *from, radius: distance });
    }
    if let [Shape::Circle { centre, radius }] = piece.outline.parts()
        && *radius > distance
    {
        visit(Rim::Round { centre: *centre, radius: radius - distance });
    }
}

/// Where a base on top of terrain, or at its foot, is as far from its edge as contact allows, or wholly on it.
pub fn edge_rims(radius: f64, piece: &Terrain, visit: &mut impl FnMut(Rim)) {
    inner_rims(radius, piece, visit);
    for part in piece.outline.parts() {
        Rim::around(part, radius, visit);
    }
}

/// Places along the edge of terrain: at its foot, and on its top.
pub fn around_edge(site: &Site, near: Vec2, piece: &Terrain, places: &mut Vec<Vec2>) {
    let radius = site.radius;
    for Border { from, to, inward } in piece.outline.edges() {
        let steps = (from.distance(*to) / (2.2 * radius)) as u32;
        for step in 0..=steps {
            let on_edge = from.lerp(*to, (f64::from(step) + 0.5) / f64::from(steps + 1));
            if on_edge.distance(near) < moves::tool_for(1, radius).reach() + radius {
                places.extend([on_edge - *inward * radius, on_edge + *inward * radius]);
            }
        }
    }
    if let [Shape::Circle { centre, radius: outer }] = piece.outline.parts() {
        places.extend(moves::around(*centre, outer + radius, 16));
        places.extend(moves::around(*centre, outer - radius, 16));
    }
}
