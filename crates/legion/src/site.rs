//! What is around a unit that moves: terrain, the miniatures of other units, the edges of the battlefield, and the ways between
//! them. It is gathered once for a question and asked about many places.

use geometry::{Area, Bounds, Convex, Disc, Hinge, Outline, Rim, Vec2, Way, tolerance};
use table::Denial;

use crate::cards::UnitType;
use crate::ground::{Ground, Terrain};
use crate::measure::{
    CLOSE, collide, is_difficult, is_impassable, level, piece_below, radius, stands_flat, stature,
};
use crate::moves::{LEAVES, NOT_FLAT, OVERLAPS, slowed_speed, tool_for};
use crate::state::{State, UnitId};

/// A miniature of another unit.
#[derive(Clone, Copy)]
pub struct Other {
    pub base: Disc,
    pub enemy: bool,
    /// Troopers cannot move through it.
    pub vehicle: bool,
}

/// A unit, and what is around it. Its own miniatures are placed anew and in nobody's way.
pub struct Site<'a> {
    pub state: &'a State,
    pub ground: &'a Ground,
    pub unit: UnitId,
    pub radius: f64,
    pub stature: f64,
    /// The maximum speed in difficult terrain.
    pub slowed: u8,
    others: Vec<Other>,
}

impl<'a> Site<'a> {
    /// As far as a unit gets with the tool of a speed.
    pub fn of_move(state: &'a State, unit: UnitId, speed: u8) -> Self {
        let leader = state.unit(unit).leader().at;
        let radius = radius(state, unit);
        Self::around(state, unit, leader, tool_for(speed, radius).reach())
    }

    /// For a leader that stands.
    pub fn around_leader(state: &'a State, unit: UnitId) -> Self {
        Self::around(state, unit, state.unit(unit).leader().at, 0.0)
    }

    /// For a leader within a distance of a place, and the others in cohesion with it.
    pub fn around(state: &'a State, unit: UnitId, at: Vec2, distance: f64) -> Self {
        let radius = radius(state, unit);
        let owner = state.unit(unit).owner;
        let reach = distance + tool_for(1, radius).reach() + radius + 2.0 * CLOSE;
        let mut others = Vec::with_capacity(32);
        for id in state.in_play().filter(|other| *other != unit) {
            let other = state.unit(id);
            let size = crate::measure::radius(state, id);
            let near = (reach + size) * (reach + size);
            let vehicle = other.facts().kind == UnitType::GroundVehicle;
            for mini in other.standing().map(|mini| &other.minis[mini as usize]) {
                if (mini.at - at).length_squared() <= near {
                    let base = Disc { centre: mini.at, radius: size };
                    others.push(Other { base, enemy: other.owner != owner, vehicle });
                }
            }
        }
        Site {
            state,
            ground: &state.board,
            unit,
            radius,
            stature: stature(state, unit),
            slowed: slowed_speed(state, unit),
            others,
        }
    }

    pub fn base(&self, at: Vec2) -> Disc {
        Disc { centre: at, radius: self.radius }
    }

    /// Whether difficult terrain is closed to a move with the tool of a speed.
    pub fn is_slowed(&self, speed: u8) -> bool {
        speed > self.slowed
    }

    /// The battlefield as far as the middle of a base may go.
    fn field(&self) -> Area {
        let margin = Vec2::new(self.radius, self.radius);
        Area { min: self.ground.area.min + margin, max: self.ground.area.max - margin }
    }

    /// Whether a miniature may be put down at a place, whatever way leads there; `own` are those of its unit that stand.
    pub fn judge_place(&self, own: &[Vec2], at: Vec2) -> Result<(), Denial> {
        let Area { min, max } = self.field();
        let slack = tolerance::TOUCH;
        let within = at.x >= min.x - slack && at.x <= max.x + slack;
        if !(within && at.y >= min.y - slack && at.y <= max.y + slack) {
            return Err(LEAVES);
        }
        let base = self.base(at);
        let on_other = self.others.iter().any(|other| collide(&other.base, &base));
        if on_other || own.iter().any(|own| collide(&self.base(*own), &base)) {
            return Err(OVERLAPS);
        }
        if stands_flat(self.ground, &base) { Ok(()) } else { Err(NOT_FLAT) }
    }

    /// Whether a base at a place is in contact with an enemy.
    pub fn touches_enemy(&self, at: Vec2) -> bool {
        self.others.iter().filter(|other| other.enemy).any(|other| {
            let apart = other.base.radius + self.radius + CLOSE;
            (other.base.centre - at).length_squared() <= apart * apart
        })
    }

    /// Everything that can stop a base within a distance of a place: other miniatures, terrain, and the edges of the
    /// battlefield.
    pub fn rims(&self, at: Vec2, distance: f64, visit: &mut impl FnMut(Rim)) {
        let mut add = |rim: Rim| {
            if rim.is_near(at, distance) {
                visit(rim);
            }
        };
        for other in &self.others {
            // Contact with an enemy is too close by a hair.
            let apart = if other.enemy { CLOSE + tolerance::TOUCH } else { -CLOSE };
            let Disc { centre, radius } = other.base;
            add(Rim::Round { centre, radius: radius + self.radius + apart });
        }
        for (_, piece, part) in self.ground.about(at, distance + self.radius) {
            let matters = piece.is_solid() || is_difficult(0.0, piece);
            if matters || is_impassable(self.stature, 0.0, piece) {
                Rim::around(part, self.radius, &mut add);
            }
            if piece.is_solid() {
                // Where the middle of a base comes onto it.
                Rim::around(part, 0.0, &mut add);
            }
        }
        Rim::inside(&self.ground.area, self.radius).into_iter().for_each(add);
    }
}

/// What restricts the way of a base from a place.
pub struct Ways<'a> {
    pub from: Vec2,
    pub tool: Hinge,
    pub bounds: Bounds<'a>,
    /// Impassable terrain, then the bases of ground vehicles, then difficult terrain if the tool is too fast for it.
    avoid: Vec<Outline<'a>>,
    terrain: usize,
    hard: usize,
}

impl<'a> Ways<'a> {
    pub fn new(site: &'a Site<'a>, from: Vec2, speed: u8, slowed: bool) -> Self {
        let tool = tool_for(speed, site.radius);
        let level = level(site.ground, from);
        let near = site.ground.about(from, tool.reach() + site.radius);
        let parts = |closed: &dyn Fn(&Terrain) -> bool, avoid: &mut Vec<Outline<'a>>| {
            avoid.extend(near.clone().filter(|(_, piece, _)| closed(piece)).map(|(.., part)| part.outline()));
            avoid.len()
        };
        let mut avoid = Vec::new();
        let terrain = parts(&|piece| is_impassable(site.stature, level, piece), &mut avoid);
        avoid.extend(site.others.iter().filter(|other| other.vehicle).map(|other| other.base.outline()));
        let hard = avoid.len();
        if slowed {
            parts(&|piece| is_difficult(level, piece), &mut avoid);
        }
        // A roof that is too high to step down from is not left.
        let roof = if level > site.stature { piece_below(site.ground, from) } else { None };
        let keep = roof.map(|id| &site.ground.piece(id).outline);
        let bounds = Bounds { area: site.field(), keep };
        Ways { from, tool, bounds, avoid, terrain, hard }
    }

    /// Impassable terrain.
    pub fn terrain(&self) -> &[Outline<'a>] {
        &self.avoid[..self.terrain]
    }

    /// Impassable terrain and ground vehicles.
    pub fn hard(&self) -> &[Outline<'a>] {
        &self.avoid[..self.hard]
    }

    pub fn find(&self, to: Vec2) -> Option<Way> {
        self.past(&self.avoid, to)
    }

    /// A way past some of what restricts it.
    pub fn past(&self, avoid: &[Outline], to: Vec2) -> Option<Way> {
        self.tool.way(self.from, to, avoid, &self.bounds)
    }

    /// Whether anything but the length of the tool bounds the places that can be reached.
    pub fn are_restricted(&self) -> bool {
        !self.avoid.is_empty() || self.bounds.keep.is_some()
    }

    /// What bounds the places that can be reached.
    pub fn limits(&self, visit: &mut impl FnMut(Rim)) {
        self.tool.limits(self.from, &self.avoid, visit);
    }
}
