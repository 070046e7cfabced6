//! Cohesion: where the other miniatures of a unit may be placed once their leader has moved.

use arrayvec::ArrayVec;
use geometry::{Heading, Packing, Pose, Rim, Vec2};
use table::{Denial, Play, denial};

use crate::measure::{CLOSE, SEGMENT, in_contact, in_difficult, level};
use crate::moves::{self, ENTERS_DIFFICULT, around};
use crate::site::{Site, Ways};
use crate::state::{MiniId, Move, Place, State, UnitId};
use crate::{Ask, Event, Table, climbing};

/// Where miniatures of a unit stand.
pub type Places = ArrayVec<Vec2, 12>;

const TOO_FAR: Denial = denial(
    "legion.geometry.cohesion.3",
    "It is farther from the unit leader than the speed-1 tool is long.",
    "Sie ist weiter vom Einheitenführer entfernt, als die Geschwindigkeit-1-Schablone lang ist.",
);
const TOUCHES_ENEMY: Denial = denial(
    "legion.geometry.cohesion.6",
    "Outside of a melee it cannot be placed in base contact with an enemy.",
    "Außerhalb eines Nahkampfs darf sie keinen Basiskontakt mit einem Feind haben.",
);
const OUT_OF_REACH: Denial = denial(
    "legion.geometry.cohesion.10",
    "Its leader could not get there with a speed-1 move.",
    "Ihr Einheitenführer könnte nicht mit Geschwindigkeit 1 dorthin gelangen.",
);
const OTHER_LEVEL: Denial = denial(
    "legion.geometry.cohesion.17",
    "It would stand on another level, but its leader has not just climbed or clambered.",
    "Sie stünde auf einer anderen Ebene, doch ihr Einheitenführer ist nicht eben geklommen oder geklettert.",
);
const TOO_HIGH: Denial = denial(
    "legion.geometry.cohesion.14",
    "It would be more than height 1 above or below its leader.",
    "Sie wäre mehr als Höhe 1 über oder unter ihrem Einheitenführer.",
);
const WRONG_WAY: Denial = denial(
    "legion.geometry.cohesion.16",
    "It cannot be placed beyond the level that its leader has reached.",
    "Sie darf nicht jenseits der Ebene stehen, die ihr Einheitenführer erreicht hat.",
);
const NOT_AT_TERRAIN: Denial = denial(
    "legion.geometry.cohesion.13",
    "On the other level it has to be in base contact with the terrain that its leader climbed.",
    "Auf der anderen Ebene muss sie Basiskontakt mit dem Gelände haben, das ihr Einheitenführer erklommen hat.",
);

/// Takes the other miniatures of a unit off the battlefield.
pub fn set_aside(state: &mut State, unit: UnitId) {
    let leader = state.unit(unit).leader;
    for (index, mini) in state.unit_mut(unit).minis.iter_mut().enumerate() {
        if index != usize::from(leader) && mini.place == Place::Standing {
            mini.place = Place::Aside;
        }
    }
}

fn aside(state: &State, unit: UnitId) -> ArrayVec<u8, 12> {
    let minis = &state.unit(unit).minis;
    (0..minis.len() as u8).filter(|mini| minis[*mini as usize].place == Place::Aside).collect()
}

/// Where the miniatures of a unit that follow its leader stand, or stood before they were set aside.
pub fn followers(state: &State, unit: UnitId) -> Places {
    let unit = state.unit(unit);
    unit.alive().filter(|mini| *mini != unit.leader).map(|mini| unit.minis[mini as usize].at).collect()
}

/// Places the miniatures that were set aside, one after the other. A place that would leave no room for the rest is none.
pub fn place_others(t: &mut Table, unit: UnitId) -> Play {
    for mini in aside(&t.state, unit) {
        let place = t.place_where(
            t.state.unit(unit).owner,
            Ask::PlaceMini(MiniId { unit, mini }),
            move |state, pose| {
                let (site, leader) = (Site::around_leader(state, unit), state.unit(unit).leader().at);
                Placing::new(&Cohesion::new(&site, leader, state.moving), mini).judge(pose.at)
            },
            move |state, places| {
                let (site, leader) = (Site::around_leader(state, unit), state.unit(unit).leader().at);
                let cohesion = Cohesion::new(&site, leader, state.moving);
                let all = Placing::new(&cohesion, mini).places();
                places.extend(all.into_iter().map(|at| Pose::new(at, Heading::NORTH)));
            },
        )?;
        moves::stand(&mut t.state, unit, mini, place.at);
        t.emit(Event::MiniPlaced(MiniId { unit, mini }, place.at));
    }
    Ok(())
}

/// One miniature that is placed, and those that are still to follow.
struct Placing<'a> {
    cohesion: &'a Cohesion<'a>,
    /// Where it stood.
    former: Vec2,
    /// Where those of its unit stand that have been placed, their leader first.
    placed: Places,
    /// Where the rest stood.
    rest: Places,
}

impl<'a> Placing<'a> {
    fn new(cohesion: &'a Cohesion<'a>, mini: u8) -> Self {
        let state = cohesion.site.state;
        let unit = state.unit(cohesion.site.unit);
        let stood = |mini: u8| unit.minis[mini as usize].at;
        let placed = unit.standing().filter(|other| *other != unit.leader).map(stood);
        let rest = aside(state, cohesion.site.unit).into_iter().filter(|other| *other != mini).map(stood);
        Placing {
            cohesion,
            former: stood(mini),
            placed: [cohesion.leader].into_iter().chain(placed).collect(),
            rest: rest.collect(),
        }
    }

    fn judge(&self, at: Vec2) -> Result<(), Denial> {
        self.cohesion.judge(&self.placed, at)?;
        let mut placed = self.placed.clone();
        placed.push(at);
        if self.cohesion.has_room(&placed, &self.rest) { Ok(()) } else { Err(moves::NO_ROOM) }
    }

    /// Places worth considering: where it stood relative to its leader, and around the leader; if none of them will do, every
    /// place at which a base is stopped.
    fn places(&self) -> Vec<Vec2> {
        let Cohesion { site, leader, moving, .. } = self.cohesion;
        let width = 2.0 * site.radius;
        let mut places: Vec<Vec2> = self.cohesion.formation(self.former).collect();
        if let Some(climb) = moving.and_then(|moving| moving.climb) {
            climbing::around_edge(site, *leader, site.ground.piece(climb.terrain), &mut places);
        }
        places.extend(around(*leader, width + 4.0, 6).chain(around(*leader, 1.7 * width, 6)));
        let may_stand = |at: &Vec2| self.judge(*at).is_ok();
        places.retain(may_stand);
        if places.is_empty() {
            places = self.cohesion.stops(&self.placed);
            places.retain(may_stand);
        }
        places
    }
}

/// Where the others of a unit may be placed once their leader stands at a place.
pub struct Cohesion<'a> {
    site: &'a Site<'a>,
    leader: Vec2,
    level: f64,
    /// Where the leader could go with a speed-1 move, terrain and vehicles permitting.
    ways: Ways<'a>,
    moving: Option<Move>,
}

impl<'a> Cohesion<'a> {
    pub fn new(site: &'a Site<'a>, leader: Vec2, moving: Option<Move>) -> Self {
        let ways = Ways::new(site, leader, 1, false);
        Cohesion { site, leader, level: level(site.ground, leader), ways, moving }
    }

    /// Whether a miniature may be placed in cohesion there, beside those of its unit that have been placed.
    pub fn judge(&self, placed: &[Vec2], at: Vec2) -> Result<(), Denial> {
        self.site.judge_place(placed, at)?;
        if at.distance(self.leader) > self.ways.tool.reach() + CLOSE {
            return Err(TOO_FAR);
        }
        if self.site.touches_enemy(at) {
            return Err(TOUCHES_ENEMY);
        }
        self.judge_level(at)?;
        self.judge_difficult(at)
    }

    /// On its leader's level it stands where the leader could walk; on another one, where the leader could climb.
    fn judge_level(&self, at: Vec2) -> Result<(), Denial> {
        let above = level(self.site.ground, at) - self.level;
        if above.abs() <= self.site.stature {
            let reached = self.ways.past(self.ways.hard(), at).is_some();
            return if reached { Ok(()) } else { Err(OUT_OF_REACH) };
        }
        let Some(climb) = self.moving.and_then(|moving| moving.climb) else { return Err(OTHER_LEVEL) };
        if climb.up == (above > 0.0) {
            return Err(WRONG_WAY);
        }
        if above.abs() > SEGMENT {
            return Err(TOO_HIGH);
        }
        let piece = self.site.ground.piece(climb.terrain);
        let base = self.site.base(at);
        if in_contact(&base, piece) && climbing::is_at_edge(&base, piece) {
            Ok(())
        } else {
            Err(NOT_AT_TERRAIN)
        }
    }

    /// A miniature that enters difficult terrain slows the unit, which a fast tool does not allow.
    fn judge_difficult(&self, at: Vec2) -> Result<(), Denial> {
        let fast = self.moving.is_some_and(|moving| moving.speed > 1 && self.site.is_slowed(moving.speed));
        if fast && in_difficult(self.site.ground, &self.site.base(at)) {
            Err(ENTERS_DIFFICULT)
        } else {
            Ok(())
        }
    }

    /// Where a miniature stood relative to its leader, and where it stood.
    fn formation(&self, former: Vec2) -> impl Iterator<Item = Vec2> + use<> {
        let kept = self.moving.map(|moving| self.leader + (former - moving.start));
        kept.into_iter().chain([former])
    }

    /// Whether miniatures that stood at some places find room beside those that have been placed. Mostly they keep their
    /// formation, or stand around their leader; where they cannot, they are packed as closely as they fit.
    pub fn has_room(&self, placed: &[Vec2], former: &[Vec2]) -> bool {
        let mut kept: ArrayVec<Vec2, 13> = placed.iter().copied().collect();
        for stood in former {
            kept.extend(self.formation(*stood).find(|at| self.judge(&kept, *at).is_ok()));
        }
        let all = placed.len() + former.len();
        if kept.len() < all {
            let width = 2.0 * self.site.radius;
            for at in around(self.leader, width, 6).chain(around(self.leader, 2.0 * width, 12)) {
                if kept.len() < all && self.judge(&kept, at).is_ok() {
                    kept.push(at);
                }
            }
        }
        let left = all - kept.len();
        left == 0 || self.pack(&kept, left) || (left < former.len() && self.pack(placed, former.len()))
    }

    /// Whether so many find room. Mostly what stops them is enough to find it; the limits of the leader's reach are many.
    fn pack(&self, placed: &[Vec2], count: usize) -> bool {
        let rims = self.rims(placed);
        self.packing(&rims, &[], placed).lay(count).is_some()
            || (self.ways.are_restricted()
                && self.packing(&rims, &self.limits(), placed).lay(count).is_some())
    }

    /// Every place at which a miniature that may stand there is stopped.
    fn stops(&self, placed: &[Vec2]) -> Vec<Vec2> {
        self.packing(&self.rims(placed), &self.limits(), placed).places()
    }

    fn packing<'b>(
        &'b self,
        rims: &'b [Rim],
        limits: &'b [Rim],
        placed: &'b [Vec2],
    ) -> Packing<'b, impl FnMut(Vec2) -> bool> {
        let reach = self.ways.tool.reach() + CLOSE;
        let free = move |at: Vec2| at.distance(self.leader) <= reach && self.judge(placed, at).is_ok();
        Packing { radius: self.site.radius - CLOSE / 2.0, rims, limits, near: self.leader, free }
    }

    fn limits(&self) -> Vec<Rim> {
        let mut limits = Vec::new();
        self.ways.limits(&mut |rim| limits.push(rim));
        limits
    }

    /// Everything that can stop a miniature in cohesion.
    fn rims(&self, placed: &[Vec2]) -> Vec<Rim> {
        let mut rims: Vec<Rim> = Vec::new();
        let reach = self.ways.tool.reach();
        self.site.rims(self.leader, reach, &mut |rim| rims.push(rim));
        let width = 2.0 * self.site.radius - CLOSE;
        rims.extend(placed.iter().map(|at| Rim::Round { centre: *at, radius: width }));
        rims.push(Rim::Round { centre: self.leader, radius: reach });
        if let Some(climb) = self.moving.and_then(|moving| moving.climb) {
            climbing::edge_rims(self.site.radius, self.site.ground.piece(climb.terrain), &mut |rim| {
                rims.push(rim)
            });
        }
        rims
    }
}
