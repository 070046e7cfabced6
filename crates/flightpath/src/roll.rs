//! Rolling to the side: a straight template laid against a ship's flank, the ship put down at its other end. Owns the
//! exact stretches of places that are free, and why a place is not; who may roll, and when, is the game's business.

use arrayvec::ArrayVec;
use geometry::tolerance::TOUCH;
use geometry::{Base, Convex, Footprint, Pose, Shape, Side, Sidestep, overlap_span_between, overlaps};

use crate::{Part, TEMPLATE_WIDTH};

/// Places are given to a hundredth of a millimetre.
const TOLERANCE: f64 = 0.01;
/// How far the direction of a heading may be off. It is never written by hand.
const UNTURNED: f64 = 1.0e-9;

/// A stretch of shifts ahead (positive) or behind. Its ends belong to it: touching is allowed.
pub type Stretch = (f64, f64);
/// Stretches that are free.
pub type Stretches = ArrayVec<Stretch, 32>;

/// How a straight template lies against the flank.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RollTemplate {
    /// How far it reaches away from the ship.
    pub reach: f64,
    /// How much of the flank it takes up.
    pub width: f64,
}

impl RollTemplate {
    /// With its short end against the ship.
    pub const fn end_on(length: f64) -> Self {
        RollTemplate { reach: length, width: TEMPLATE_WIDTH }
    }
    /// With its long side against the ship.
    pub const fn side_on(length: f64) -> Self {
        RollTemplate { reach: TEMPLATE_WIDTH, width: length }
    }
}

/// Why a ship cannot be put down somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// No template leads there, or the ship would turn.
    Place,
    /// It would overlap another ship.
    Ship,
    /// It would overlap an obstacle.
    Obstacle,
    /// Wherever the template is laid, it lies on an obstacle.
    Template,
}

/// A ship about to roll, and what is around it.
pub struct Roll<'a> {
    pub start: Pose,
    pub base: Base,
    /// Everything of the ship that takes up room.
    pub parts: &'a [Part],
    pub templates: &'a [RollTemplate],
    /// Parts of other ships: the rolling ship must not end on them.
    pub ships: &'a [Footprint],
    /// Obstacles: neither the ship nor the template may lie on them.
    pub obstacles: &'a [Shape],
}

impl Roll<'_> {
    /// Where the ship stands after a roll.
    fn end(&self, side: Side, template: RollTemplate, shift: f64) -> Pose {
        self.start.aside(side.sign() * (self.base.width() + template.reach)).ahead(shift)
    }

    /// Where the first template leads straight aside.
    pub(crate) fn plain(&self, side: Side) -> Option<Pose> {
        self.templates.first().map(|template| self.end(side, *template, 0.0))
    }

    /// The template against the middle of the flank.
    fn laid(&self, side: Side, template: RollTemplate) -> Footprint {
        let step = Sidestep {
            side,
            template_length: template.reach,
            template_width: template.width,
            start_offset: 0.0,
            end_offset: 0.0,
        };
        step.template(self.base, self.start)
    }

    /// The shifts at which the template finds a place. Its middle slides along the flank by half of the play on
    /// either side, and the ship slides along the template by as much again.
    fn template_shifts(&self, side: Side, template: RollTemplate) -> Stretches {
        let play = Sidestep::greatest_offset(self.base, template.width);
        let laid = self.laid(side, template);
        // audit: same (<= to <) — no base is exactly as long as a template is wide
        let mut middles: Stretches = [(-play, play)].into_iter().filter(|(low, high)| low <= high).collect();
        self.take_out(&mut middles, &laid, self.obstacles);
        middles.iter().map(|(low, high)| (low - play, high + play)).collect()
    }

    /// The shifts at which the ship can end on one side with one template.
    pub fn free_shifts(&self, side: Side, template: RollTemplate) -> Stretches {
        let mut shifts = self.template_shifts(side, template);
        if self.ships.is_empty() && self.obstacles.is_empty() {
            return shifts;
        }
        let end = self.end(side, template, 0.0);
        for part in self.parts.iter().map(|part| part.at(end)) {
            self.take_out(&mut shifts, &part, self.ships);
            self.take_out(&mut shifts, &part, self.obstacles);
        }
        shifts
    }

    /// Takes out of some stretches where a base that moves ahead from here overlaps something.
    fn take_out(&self, free: &mut Stretches, moving: &Footprint, blockers: &[impl Convex]) {
        let (Some(first), Some(last)) = (free.first(), free.last()) else { return };
        // audit: same — a little more or less of the way than there is to go
        let way = (first.0 - TOLERANCE, last.1 + TOLERANCE);
        for blocker in blockers {
            if let Some(taken) = overlap_span_between(moving, self.start.heading.ahead(), blocker, way) {
                *free = without(free, taken);
            }
        }
    }

    /// Places worth considering: the middle and the ends of every free stretch.
    pub fn places(&self) -> impl Iterator<Item = Pose> {
        self.templates.iter().flat_map(move |template| {
            [Side::Left, Side::Right].into_iter().flat_map(move |side| {
                self.free_shifts(side, *template)
                    .into_iter()
                    // audit: same — the middle is for looks; the ends tell whether there is a place
                    .flat_map(|(low, high)| [(low + high) / 2.0, low, high])
                    .map(move |shift| self.end(side, *template, shift))
            })
        })
    }

    /// Whether the ship can end there.
    pub fn judge(&self, pose: &Pose) -> Result<(), Unfit> {
        let moved = self.start.to_local(pose.at);
        let aside = |template: &&RollTemplate| moved.x.abs() - self.base.width() - template.reach;
        let template =
            // audit: same — within the tolerance, or just not
            *self.templates.iter().find(|template| aside(template).abs() <= TOLERANCE).ok_or(Unfit::Place)?;
        // audit: same (> to >=) — within the tolerance, or just not
        let turned = (pose.heading.ahead() - self.start.heading.ahead()).length() > UNTURNED;
        let play = Sidestep::greatest_offset(self.base, template.width);
        // audit: same (> to >=) — within the tolerance, or just not
        if turned || moved.y.abs() > 2.0 * play + TOLERANCE {
            return Err(Unfit::Place);
        }
        if self.ships.is_empty() && self.obstacles.is_empty() {
            return Ok(());
        }
        if lies_on(self.parts, pose, self.ships) {
            return Err(Unfit::Ship);
        }
        if lies_on(self.parts, pose, self.obstacles) {
            return Err(Unfit::Obstacle);
        }
        // audit: same (> to >=) — a place beside the ship is not its own
        let side = if moved.x > 0.0 { Side::Right } else { Side::Left };
        // audit: same (>= to >) — within the tolerance, or just not
        // audit: same (<= to <) — within the tolerance, or just not
        let fits = |(low, high): &Stretch| moved.y >= low - TOLERANCE && moved.y <= high + TOLERANCE;
        if self.template_shifts(side, template).iter().any(fits) { Ok(()) } else { Err(Unfit::Template) }
    }

    /// Whether the template lies on a shape wherever it is laid for a roll to that place.
    pub fn must_cross(&self, pose: &Pose, shape: &Shape) -> bool {
        let moved = self.start.to_local(pose.at);
        let aside = |template: &RollTemplate| (moved.x.abs() - self.base.width() - template.reach).abs();
        let nearest = self.templates.iter().min_by(|a, b| aside(a).total_cmp(&aside(b)));
        let Some(template) = nearest else { return false };
        let play = Sidestep::greatest_offset(self.base, template.width);
        // audit: same (> to >=) — a place beside the ship is not its own
        let side = if moved.x > 0.0 { Side::Right } else { Side::Left };
        let laid = self.laid(side, *template);
        let (low, high) = ((moved.y - play).max(-play), (moved.y + play).min(play));
        let mut middles: Stretches = [(low, high.max(low))].into_iter().collect();
        self.take_out(&mut middles, &laid, self.obstacles);
        self.take_out(&mut middles, &laid, std::slice::from_ref(shape));
        middles.is_empty()
    }

    /// Whether the ship can roll at all. If not, the reason is that of the first plain roll to a side.
    pub fn is_possible(&self) -> Result<(), Unfit> {
        if self.places().any(|pose| self.judge(&pose).is_ok()) {
            return Ok(());
        }
        let plain = self.templates.iter().map(|template| self.end(Side::Left, *template, 0.0));
        plain.map(|pose| self.judge(&pose)).find(Result::is_err).unwrap_or(Err(Unfit::Place))
    }
}

/// Whether a ship that stands there lies on any of some shapes.
pub(crate) fn lies_on(parts: &[Part], pose: &Pose, shapes: &[impl Convex]) -> bool {
    !shapes.is_empty()
        && parts.iter().any(|part| {
            let part = part.at(*pose);
            shapes.iter().any(|shape| overlaps(&part, shape))
        })
}

/// What is left of some stretches when another is taken out of them.
pub(crate) fn without(free: &[Stretch], taken: Stretch) -> Stretches {
    let mut left = Stretches::new();
    for (low, high) in free {
        for (low, high) in [(*low, high.min(taken.0)), (low.max(taken.1), *high)] {
            // A place that is too narrow by less than counts as overlapping is wide enough.
            // audit: same (<= to <) — within the tolerance, or just not
            // audit: same (&& to ||) — there is room for more stretches than things to take out
            // audit: same (+ to -) — within the tolerance, or just not
            if low <= high + TOUCH && !left.is_full() {
                let middle = (low + high) / 2.0; // audit: same — matters to stretches of no length only
                left.push((low.min(middle), high.max(middle)));
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Heading, Vec2};

    const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);
    const SMALL: Base = Base::square(40.0);
    const LARGE: Base = Base::square(80.0);

    const SMALL_PARTS: [Part; 1] = [Part::whole(SMALL)];
    const LARGE_PARTS: [Part; 1] = [Part::whole(LARGE)];

    fn disc(x: f64, y: f64, radius: f64) -> Shape {
        Shape::Circle { centre: Vec2::new(x, y), radius }
    }
    fn at(x: f64, y: f64) -> Pose {
        Pose::new(Vec2::new(x, y), Heading::NORTH)
    }

    #[test]
    fn a_small_ship_shifts_by_half_its_base() {
        let templates = [RollTemplate::end_on(40.0)];
        let roll = Roll {
            start: START,
            base: SMALL,
            parts: &SMALL_PARTS,
            templates: &templates,
            ships: &[],
            obstacles: &[],
        };
        assert_eq!(roll.free_shifts(Side::Left, templates[0])[..], [(-20.0, 20.0)]);
        assert_eq!(roll.judge(&at(80.0, 20.0)), Ok(()));
        assert_eq!(roll.judge(&at(80.0, 20.1)), Err(Unfit::Place));
        assert_eq!(roll.judge(&at(81.0, 0.0)), Err(Unfit::Place));
        assert_eq!(roll.judge(&Pose::new(Vec2::new(80.0, 0.0), Heading::EAST)), Err(Unfit::Place));
    }

    #[test]
    fn a_large_ship_lays_the_long_side_against_its_flank() {
        let templates = [RollTemplate::side_on(40.0)];
        let roll = Roll {
            start: START,
            base: LARGE,
            parts: &LARGE_PARTS,
            templates: &templates,
            ships: &[],
            obstacles: &[],
        };
        assert_eq!(roll.free_shifts(Side::Right, templates[0])[..], [(-40.0, 40.0)]);
        assert_eq!(roll.judge(&at(-100.0, -40.0)), Ok(()));
        assert_eq!(roll.judge(&at(-100.0, -40.1)), Err(Unfit::Place));
    }

    #[test]
    fn every_reason_is_told_apart() {
        let templates = [RollTemplate::end_on(40.0)];
        let ships = [Footprint::new(SMALL, at(80.0, 30.0))];
        // To the left a pebble lies in the way of the template, unless the template lies at the stern.
        let obstacles = [disc(-40.0, 5.0, 5.0), disc(80.0, -45.0, 10.0)];
        let roll = Roll {
            start: START,
            base: SMALL,
            parts: &SMALL_PARTS,
            templates: &templates,
            ships: &ships,
            obstacles: &obstacles,
        };
        assert_eq!(roll.judge(&at(80.0, -9.0)), Err(Unfit::Ship));
        assert_eq!(roll.judge(&at(80.0, -10.0)), Ok(()));
        assert_eq!(roll.judge(&at(80.0, -15.0)), Ok(()));
        assert_eq!(roll.judge(&at(80.0, -15.1)), Err(Unfit::Obstacle));
        assert_eq!(roll.free_shifts(Side::Right, templates[0])[..], [(-15.0, -10.0)]);
        assert_eq!(roll.judge(&at(-80.0, 0.0)), Ok(()));
        assert_eq!(roll.judge(&at(-80.0, 0.1)), Err(Unfit::Template));
        assert_eq!(roll.free_shifts(Side::Left, templates[0])[..], [(-20.0, 0.0)]);
        assert_eq!(roll.is_possible(), Ok(()));
        assert!(roll.places().all(|pose| roll.judge(&pose).is_ok()));
    }
}
