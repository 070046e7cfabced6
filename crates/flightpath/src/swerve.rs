//! Rolling to the side with a curved template: laid against a ship's flank, the ship put down with its other flank at the far
//! end, turned as the template turns. Owns which places that leaves and why a place is not free.

use serde::{Deserialize, Serialize};

use geometry::{
    Attach, Base, Bend, Footprint, Path, Pose, Region, Shape, Side, Template, Turn, Vec2, template_overlaps,
};

use crate::roll::lies_on;
use crate::{Part, Roll, TEMPLATE_WIDTH, Unfit};

/// Places are given to a hundredth of a millimetre.
const TOLERANCE: f64 = 0.01;
/// How far the direction of a heading may be off.
const UNTURNED: f64 = 1.0e-9;

/// A ship about to roll with a curved template, and what is around it.
pub struct Swerve<'a> {
    pub start: Pose,
    pub base: Base,
    /// Everything of the ship that takes up room.
    pub parts: &'a [Part],
    /// The radius of the middle of the template, which bends by forty-five degrees.
    pub radius: f64,
    /// Parts of other ships: the ship must not end on them.
    pub ships: &'a [Footprint],
    /// Obstacles: neither the ship nor the template may lie on them.
    pub obstacles: &'a [Shape],
}

/// How the template lies: on which side, which way it bends for someone who walks along it, and how far ahead of the middle of
/// the flank it begins.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Lie {
    side: Side,
    bend: Bend,
    offset: f64,
}

const WAYS: [(Side, Bend); 4] = [
    (Side::Left, Bend::Left45),
    (Side::Left, Bend::Right45),
    (Side::Right, Bend::Left45),
    (Side::Right, Bend::Right45),
];

impl Swerve<'_> {
    /// How far the template and the ship may each be shifted along the flank.
    fn play(&self) -> f64 {
        (self.base.length() - TEMPLATE_WIDTH) / 2.0
    }

    /// Where the ship stands with no shift at either end.
    fn middle(&self, side: Side, bend: Bend) -> Pose {
        let away = if side == Side::Left { Turn::Left90 } else { Turn::Right90 };
        let begin = self.start.turned(away).ahead(self.base.width() / 2.0);
        let end = Path::Curve { radius: self.radius, bend }.far_end(begin).ahead(self.base.width() / 2.0);
        Pose::new(end.at, self.start.heading.turned(bend.turn()))
    }

    fn template(&self, lie: Lie) -> Region {
        let path = Path::Curve { radius: self.radius, bend: lie.bend };
        let attach = Attach::Aside { side: lie.side, offset: lie.offset };
        Template { path, width: TEMPLATE_WIDTH }.laid(self.base, self.start, attach)
    }

    /// How the template must lie for the ship to stand there.
    fn lie(&self, pose: &Pose) -> Option<Lie> {
        WAYS.into_iter().find_map(|(side, bend)| {
            let middle = self.middle(side, bend);
            // audit: same (> to >=) — within the tolerance, or just not
            if (pose.heading.ahead() - middle.heading.ahead()).length() > UNTURNED {
                return None;
            }
            let (along, ahead) = (self.start.heading.ahead(), middle.heading.ahead());
            let moved: Vec2 = pose.at - middle.at;
            let turn = along.cross(ahead);
            let (offset, shift) = (moved.cross(ahead) / turn, along.cross(moved) / turn);
            let most = self.play() + TOLERANCE;
            // audit: same (<= to <) — within the tolerance, or just not
            (offset.abs() <= most && shift.abs() <= most).then_some(Lie { side, bend, offset })
        })
    }

    /// Places worth considering: the template and the ship each in the middle and at the ends of their play.
    pub fn places(&self) -> impl Iterator<Item = Pose> {
        let play = self.play();
        let shifts = [0.0, -play, play];
        WAYS.into_iter().flat_map(move |(side, bend)| {
            let middle = self.middle(side, bend);
            let along = self.start.heading.ahead();
            shifts.into_iter().flat_map(move |offset| {
                // audit: same (+ to -) — as far to either side
                let laid = Pose::new(middle.at + along * offset, middle.heading);
                shifts.into_iter().map(move |shift| laid.ahead(shift))
            })
        })
    }

    /// Whether the ship can end there.
    pub fn judge(&self, pose: &Pose) -> Result<(), Unfit> {
        let lie = self.lie(pose).ok_or(Unfit::Place)?;
        if lies_on(self.parts, pose, self.ships) {
            return Err(Unfit::Ship);
        }
        if lies_on(self.parts, pose, self.obstacles) {
            return Err(Unfit::Obstacle);
        }
        let template = self.template(lie);
        let crosses = self.obstacles.iter().any(|obstacle| template_overlaps(&template, obstacle));
        if crosses { Err(Unfit::Template) } else { Ok(()) }
    }

    /// Whether the template lies on a shape.
    pub fn crosses(&self, pose: &Pose, shape: &Shape) -> bool {
        self.lie(pose).is_some_and(|lie| template_overlaps(&self.template(lie), shape))
    }
}

/// How a ship that rolls is led: to which side, and where the template bends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct Way {
    pub side: Side,
    pub lean: Lean,
}

/// Whether a template at a ship's flank is straight, or leads ahead or back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lean {
    Straight,
    Ahead,
    Back,
}

impl Lie {
    fn way(self) -> Way {
        let ahead =
            matches!((self.side, self.bend), (Side::Right, Bend::Left45) | (Side::Left, Bend::Right45));
        Way { side: self.side, lean: if ahead { Lean::Ahead } else { Lean::Back } }
    }
}

/// All ways of rolling that a ship has: with straight templates, with a curved one, or with either.
pub struct Sideways<'a> {
    pub straight: Roll<'a>,
    pub curved: Option<Swerve<'a>>,
}

impl Sideways<'_> {
    /// Places worth considering.
    pub fn places(&self) -> impl Iterator<Item = Pose> {
        self.straight.places().chain(self.curved.iter().flat_map(Swerve::places))
    }

    /// The ways that the templates lead, free or not.
    pub fn ways(&self) -> impl Iterator<Item = Way> + use<> {
        let straight = (!self.straight.templates.is_empty()).then_some([Lean::Straight].as_slice());
        let curved = self.curved.is_some().then_some([Lean::Ahead, Lean::Back].as_slice());
        let leans = straight.into_iter().chain(curved).flatten();
        leans.flat_map(|lean| Side::BOTH.map(|side| Way { side, lean: *lean }))
    }

    /// The middle of all places that a way leads to.
    pub fn plain(&self, way: Way) -> Option<Pose> {
        let bend = match (way.lean, way.side) {
            (Lean::Straight, side) => return self.straight.plain(side),
            (Lean::Ahead, Side::Right) | (Lean::Back, Side::Left) => Bend::Left45,
            (Lean::Ahead, Side::Left) | (Lean::Back, Side::Right) => Bend::Right45,
        };
        self.curved.as_ref().map(|curved| curved.middle(way.side, bend))
    }

    /// The way that leads to a place.
    pub fn way_to(&self, pose: &Pose) -> Option<Way> {
        if self.straight.judge(pose) == Err(Unfit::Place) {
            return self.curved.as_ref().and_then(|curved| curved.lie(pose)).map(Lie::way);
        }
        // audit: same (> to >=) — a place beside the ship is not its own
        let right = self.straight.start.to_local(pose.at).x > 0.0;
        Some(Way { side: if right { Side::Right } else { Side::Left }, lean: Lean::Straight })
    }

    /// Whether the ship can end there.
    pub fn judge(&self, pose: &Pose) -> Result<(), Unfit> {
        match (self.straight.judge(pose), &self.curved) {
            (Err(Unfit::Place), Some(curved)) => curved.judge(pose),
            (verdict, _) => verdict,
        }
    }

    /// Whether the ship can roll at all. If not, the reason is that of the first plain roll to a side.
    pub fn is_possible(&self) -> Result<(), Unfit> {
        let curved = self.curved.as_ref().map(|curved| {
            let mut verdicts = curved.places().map(|pose| curved.judge(&pose));
            let first = verdicts.next().unwrap_or(Err(Unfit::Place));
            verdicts.fold(first, Result::or)
        });
        match (self.straight.is_possible(), curved) {
            (Err(Unfit::Place), Some(verdict)) => verdict,
            (verdict, Some(Ok(()))) => verdict.or(Ok(())),
            (verdict, _) => verdict,
        }
    }

    /// Whether the template lies on a shape wherever it is laid for a roll to that place.
    pub fn must_cross(&self, pose: &Pose, shape: &Shape) -> bool {
        match (self.straight.judge(pose), &self.curved) {
            (Err(Unfit::Place), Some(curved)) => curved.crosses(pose, shape),
            _ => self.straight.must_cross(pose, shape),
        }
    }

    /// The place with the heading that the ship really has there.
    pub fn settled(&self, pose: Pose) -> Pose {
        let lie = self.curved.as_ref().and_then(|curved| curved.lie(&pose));
        let heading = match lie {
            Some(lie) => self.straight.start.heading.turned(lie.bend.turn()),
            None => self.straight.start.heading,
        };
        Pose::new(pose.at, heading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RollTemplate;
    use geometry::Heading;

    const SMALL: Base = Base::square(40.0);

    const PARTS: [Part; 1] = [Part::whole(SMALL)];

    fn swerve<'a>(ships: &'a [Footprint], obstacles: &'a [Shape]) -> Swerve<'a> {
        let start = Pose::new(Vec2::ZERO, Heading::NORTH);
        Swerve { start, base: SMALL, parts: &PARTS, radius: 80.0, ships, obstacles }
    }

    /// To the right and bending left, that is ahead: the walker goes east and turns to the north-east.
    #[test]
    fn the_ship_ends_turned_with_its_flank_at_the_template() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let swerve = swerve(&[], &[]);
        let end = swerve.middle(Side::Right, Bend::Left45);
        let wanted = Vec2::new(20.0 + 80.0 * half + 20.0 * half, 80.0 * (1.0 - half) + 20.0 * half);
        assert!((end.at - wanted).length() < 1e-9, "{end:?}");
        assert!((end.heading.to_degrees() - 315.0).abs() < 1e-9);
        assert_eq!(swerve.judge(&end), Ok(()));
        assert_eq!(swerve.judge(&end.ahead(10.0)), Ok(()));
        assert_eq!(swerve.judge(&end.ahead(10.1)), Err(Unfit::Place));
        let ahead = Pose::new(end.at + Vec2::new(0.0, 10.0), end.heading);
        assert_eq!(swerve.judge(&ahead), Ok(()));
        assert_eq!(swerve.judge(&ahead.ahead(-10.0)), Ok(()));
        let turned = Pose::new(end.at, Heading::NORTH);
        assert_eq!(swerve.judge(&turned), Err(Unfit::Place));
        assert_eq!(swerve.places().count(), 36);
        assert!(swerve.places().all(|pose| swerve.judge(&pose).is_ok()));
    }

    #[test]
    fn every_place_is_reached_in_one_way() {
        let templates = [RollTemplate::end_on(40.0)];
        let start = Pose::new(Vec2::ZERO, Heading::NORTH);
        let straight =
            Roll { start, base: SMALL, parts: &PARTS, templates: &templates, ships: &[], obstacles: &[] };
        let roll = Sideways { straight, curved: Some(swerve(&[], &[])) };
        let ways: Vec<Way> = roll.ways().collect();
        assert_eq!(ways.len(), 6);
        for way in ways {
            let places = roll.places().filter(|pose| roll.way_to(pose) == Some(way));
            for place in places.collect::<Vec<_>>() {
                let moved = start.to_local(place.at);
                assert_eq!(moved.x > 0.0, way.side == Side::Right);
                let turned = place.heading.to_degrees() != 0.0;
                assert_eq!(turned, way.lean != Lean::Straight);
                assert!(!turned || (moved.y > 0.0) == (way.lean == Lean::Ahead), "{way:?} {moved:?}");
            }
            assert!(roll.places().any(|pose| roll.way_to(&pose) == Some(way)));
        }
        assert_eq!(roll.way_to(&start), None);
    }

    #[test]
    fn every_reason_is_told_apart() {
        let end = swerve(&[], &[]).middle(Side::Left, Bend::Left45);
        let there = Footprint::new(SMALL, end);
        assert_eq!(swerve(&[there], &[]).judge(&end), Err(Unfit::Ship));
        assert_eq!(swerve(&[], &[Shape::from(&there)]).judge(&end), Err(Unfit::Obstacle));
        let pebble = [Shape::Circle { centre: Vec2::new(-40.0, 0.0), radius: 3.0 }];
        assert_eq!(swerve(&[], &pebble).judge(&end), Err(Unfit::Template));
        assert!(swerve(&[], &[]).crosses(&end, &pebble[0]));
    }
}
