//! Arcs, ranges and lines of fire against outlines of dense points, on random positions.

#[path = "../../../flightpath/tests/plain/mod.rs"]
mod plain;

use geometry::Vec2;
use plain::{Chance, Point, Rect, Stand};

use super::*;
use crate::cards::ObstacleId;
use crate::setup::{Setup, begin};

/// How far apart the points of an outline are; corners are always among them.
const DENSE: f64 = 0.25;
/// Whatever is closer than this to the side of an arc, to the end of a range or to an obstacle is not told apart.
const BLUR: f64 = 0.3;
/// The same for lines that run past obstacles.
const LINE_BLUR: f64 = 0.7;

const ATTACKER: ShipId = ShipId(0);
const TARGET: ShipId = ShipId(4);

/// Two ships on the table, and the same in plain terms.
struct Duel {
    state: State,
    attacker: Rect,
    target: Rect,
}

fn square(middle: Stand, side: f64) -> Rect {
    Rect { middle, width: side, length: side }
}

impl Duel {
    /// Ships of some type and size somewhere, every other time with parallel edges; none if they overlap.
    fn new(empty: &State, chance: &mut Chance, attacker: &Ship) -> Option<Duel> {
        let from = chance.stand();
        let way = chance.between(40.0, 430.0);
        let near = from.turned(chance.between(0.0, 360.0)).moved(0.0, way);
        let degrees = match chance.next() % 2 {
            0 => chance.one_of(&[0.0, 90.0, 180.0, 270.0]),
            _ => chance.between(0.0, 360.0),
        };
        let to = Stand::new(near.x, near.y, from.degrees + degrees);
        let (own, theirs) = (attacker.size, chance.one_of(&[Size::Small, Size::Large]));
        let mut state = empty.clone();
        state.ships[0] = Ship { pose: from.pose(), placed: true, ..attacker.clone() };
        state.ships[0].mobile_arc = chance.one_of(&[0, 1, 2, 3]);
        let target = state.ship_mut(TARGET);
        (target.pose, target.placed, target.size) = (to.pose(), true, theirs);
        let [own, theirs] = [own, theirs].map(|size| if size == Size::Small { 40.0 } else { 80.0 });
        let duel = Duel { state, attacker: square(from, own), target: square(to, theirs) };
        let mut corners = duel.attacker.outline(DENSE).into_iter();
        let apart = duel.lines().all(|line| line.length > BLUR)
            && corners.all(|point| duel.target.depth(point) < -BLUR);
        apart.then_some(duel)
    }

    /// How far a point lies inside an arc; negative outside.
    fn depth_in(&self, name: ArcName, point: Point) -> f64 {
        let side = self.attacker.width;
        let (right, ahead) = self.attacker.middle.seen(point);
        let edge: f64 = if side == 40.0 { 17.05 } else { 36.05 };
        let wide = edge.atan2(side / 2.0).to_degrees();
        let (middle, half): (f64, f64) = match name {
            ArcName::Front => (0.0, wide),
            ArcName::Rear => (180.0, wide),
            ArcName::Half => (0.0, 90.0),
            ArcName::Mobile => (90.0 * f64::from(self.state.ship(ATTACKER).mobile_arc), 45.0),
            ArcName::Starboard => (90.0, 45.0),
            ArcName::Port => (-90.0, 45.0),
            ArcName::Turret => return f64::INFINITY,
            ArcName::Bullseye => return (BULLSEYE / 2.0 - right.abs()).min(ahead - side / 2.0),
        };
        let aside = (right.atan2(ahead).to_degrees() - middle + 540.0).rem_euclid(360.0) - 180.0;
        right.hypot(ahead) * (half - aside.abs()).clamp(-90.0, 90.0).to_radians().sin()
    }

    /// From every point of the target's outline straight to the attacker's base.
    fn lines(&self) -> impl Iterator<Item = Line> {
        let half = self.attacker.width / 2.0;
        self.target.outline(DENSE).into_iter().map(move |to| {
            let (right, ahead) = self.attacker.middle.seen(to);
            let from = self.attacker.middle.point(right.clamp(-half, half), ahead.clamp(-half, half));
            Line { from, to, length: (to.0 - from.0).hypot(to.1 - from.1) }
        })
    }

    /// The shortest length surely inside one of some arcs, and that perhaps inside.
    fn shortest(&self, arcs: &[ArcName]) -> (f64, f64) {
        let (mut surely, mut perhaps) = (f64::INFINITY, f64::INFINITY);
        for line in self.lines() {
            let depth = arcs.iter().map(|name| self.depth_in(*name, line.to)).fold(f64::MIN, f64::max);
            if depth > BLUR {
                surely = surely.min(line.length);
            }
            if depth > -BLUR {
                perhaps = perhaps.min(line.length);
            }
        }
        (surely, perhaps)
    }
}

struct Line {
    from: Point,
    to: Point,
    length: f64,
}

/// The section of the ruler, 4 beyond it.
fn section(length: f64) -> u8 {
    [100.0, 200.0, 300.0].iter().filter(|end| length > **end).count() as u8 + 1
}

/// One ship of each size with each set of arcs.
fn attackers(empty: &State) -> Vec<Ship> {
    let mut seen = Vec::new();
    let mut ships = Vec::new();
    for pilot in library().pilots.iter().filter(|pilot| !pilot.gap) {
        let facts = library().ship(pilot.kind);
        if !facts.size.is_huge() && !seen.contains(&(facts.size, &facts.arcs)) {
            seen.push((facts.size, &facts.arcs));
            ships.push(Ship { kind: pilot.kind, size: facts.size, ..empty.ships[0].clone() });
        }
    }
    ships
}

fn empty() -> State {
    begin(&Setup::standard()).expect("the standard game is legal")
}

#[test]
fn ranges_and_arcs_agree_with_sampling() {
    const NAMES: [ArcName; 7] = [
        ArcName::Front,
        ArcName::Rear,
        ArcName::Half,
        ArcName::Mobile,
        ArcName::Starboard,
        ArcName::Port,
        ArcName::Bullseye,
    ];
    let empty = empty();
    let attackers = attackers(&empty);
    let mut chance = Chance(11);
    let (mut duels, mut told, mut shots) = (0, 0, 0);
    for number in 0..5000 {
        let attacker = &attackers[number % attackers.len()];
        let Some(duel) = Duel::new(&empty, &mut chance, attacker) else { continue };
        let printed = &library().ship(attacker.kind).arcs;
        let (state, what) =
            (&duel.state, format!("{number}: {printed:?} {:?} {:?}", duel.attacker, duel.target));

        // Anywhere around the ship, inside what is printed on it, and for a shot with its primary weapon.
        let mut check = |range: Option<u8>, arcs: &[ArcName], kind: &str| {
            let (surely, perhaps) = duel.shortest(arcs);
            let (high, low) = (section(surely), section(perhaps - BLUR));
            let range = range.unwrap_or(4);
            assert!((low..=high).contains(&range), "{what}: {kind} {range}, sampled {low} to {high}");
            told += i32::from(low == high);
        };
        check(range(state, ATTACKER, TARGET), &[ArcName::Turret], "range");
        let wedges: Vec<ArcName> = printed.iter().copied().filter(|name| *name != ArcName::Turret).collect();
        check(range_in_arc(state, ATTACKER, TARGET), &wedges, "range in arc");
        let shot = shot(state, ATTACKER, Weapon::Primary, TARGET).ok();
        check(shot.map(|shot| shot.range), printed, "shot at range");
        shots += i32::from(shot.is_some());
        duels += 1;

        for name in NAMES {
            let deepest = duel.lines().map(|line| duel.depth_in(name, line.to)).fold(f64::MIN, f64::max);
            let inside = in_named_arc(state, ATTACKER, name, TARGET);
            assert!(deepest.abs() < BLUR || inside == (deepest > 0.0), "{what}: {name:?} {deepest} deep");
        }
    }
    assert!(
        duels > 4000 && told > 3 * duels * 95 / 100 && shots > 1000,
        "{duels} duels, {told} told, {shots} shots"
    );
}

/// An obstacle in plain terms: its corners, counterclockwise.
#[derive(Debug)]
struct Rock(Vec<Point>);

impl Rock {
    fn new(token: ObstacleId, at: Stand) -> Rock {
        let corners = library().obstacle(token).polygon.vertices();
        Rock(corners.iter().map(|corner: &Vec2| at.point(corner.x, corner.y)).collect())
    }
    fn depth(&self, (x, y): Point) -> f64 {
        let edges = self.0.iter().zip(self.0.iter().cycle().skip(1));
        let inside = edges.map(|(a, b)| {
            let (along, up) = (b.0 - a.0, b.1 - a.1);
            (along * (y - a.1) - up * (x - a.0)) / along.hypot(up)
        });
        inside.fold(f64::MAX, f64::min)
    }
}

/// How deep a line runs through the rocks; negative if it passes by.
fn depth_of(line: &Line, rocks: &[Rock]) -> f64 {
    let steps = (line.length / 0.5).ceil().max(1.0);
    let points = (0..=steps as u32).map(|step| {
        let share = f64::from(step) / steps;
        (line.from.0 + (line.to.0 - line.from.0) * share, line.from.1 + (line.to.1 - line.from.1) * share)
    });
    points.flat_map(|point| rocks.iter().map(move |rock| rock.depth(point))).fold(f64::MIN, f64::max)
}

#[test]
fn obstruction_agrees_with_sampling() {
    let empty = empty();
    let attackers = attackers(&empty);
    let mut chance = Chance(12);
    let (mut obstructed, mut clear) = (0, 0);
    for number in 0..5000 {
        let attacker = &attackers[number % attackers.len()];
        let Some(mut duel) = Duel::new(&empty, &mut chance, attacker) else { continue };
        let mut rocks = Vec::new();
        for _ in 0..1 + chance.next() % 3 {
            let (from, to, share) = (duel.attacker.middle, duel.target.middle, chance.between(0.2, 0.8));
            let (x, y) = (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
            let at = Stand::new(x, y, chance.between(0.0, 360.0)).moved(0.0, chance.between(0.0, 120.0));
            let at = at.turned(chance.between(0.0, 360.0));
            let token = ObstacleId((chance.next() % library().obstacles.len() as u64) as u8);
            duel.state.obstacles.push(Obstacle { token, pose: at.pose() });
            rocks.push(Rock::new(token, at));
        }
        let Ok(shot) = shot(&duel.state, ATTACKER, Weapon::Primary, TARGET) else { continue };
        let printed = &library().ship(attacker.kind).arcs;
        let (surely, perhaps) = duel.shortest(printed);
        let depth =
            |line: &Line| printed.iter().map(|name| duel.depth_in(*name, line.to)).fold(f64::MIN, f64::max);
        // All lines that could be the shortest, and those that are; the outline is denser than lines need to be.
        let (mut blocked, mut passing, mut free) = (true, true, false);
        for line in duel.lines().filter(|line| line.length < perhaps + 0.01 && depth(line) > -BLUR) {
            let through = depth_of(&line, &rocks);
            blocked &= through > LINE_BLUR;
            passing &= through < -LINE_BLUR;
            free |= through < -LINE_BLUR && depth(&line) > BLUR && line.length < surely.min(perhaps) + 1.0e-6;
        }
        let what = format!("{number}: {printed:?} {:?} {:?} {rocks:?}", duel.attacker, duel.target);
        assert!(!blocked || shot.obstructed, "not obstructed, {what}");
        assert!(!(passing || free) || !shot.obstructed, "obstructed, {what}");
        obstructed += i32::from(blocked);
        clear += i32::from(passing || free);
    }
    assert!(obstructed > 500 && clear > 500, "{obstructed} obstructed, {clear} clear");
}
