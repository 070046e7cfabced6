//! How maneuvers, templates and dice look in a picture: the place of a maneuver on its dial with arrow and colour, the
//! template where it lies, ranges from a base. It knows scenes; words come from the game.

use geometry::{Area, Footprint, Pose, Region, Sector, Side, Vec2};
use scene::{Cell, DiceGroup, Die, DieGlyph, Mark, Outline, Path, Point, Segment, Sign, Tone};

use crate::{Bearing, Colour, Face, Maneuver, Roll, SECTION};

pub fn point(at: Vec2) -> Point {
    Point::new(at.x, at.y)
}

/// Degrees clockwise from north.
pub fn facing(pose: Pose) -> f64 {
    pose.heading.to_degrees()
}

/// The arrow of a maneuver.
pub fn sign(bearing: Bearing) -> Sign {
    match bearing {
        Bearing::Straight => Sign::Ahead,
        Bearing::BankLeft => Sign::BankLeft,
        Bearing::BankRight => Sign::BankRight,
        Bearing::TurnLeft => Sign::TurnLeft,
        Bearing::TurnRight => Sign::TurnRight,
        Bearing::ComeAbout => Sign::About,
        Bearing::Reverse | Bearing::ReverseBankLeft | Bearing::ReverseBankRight => Sign::Back,
        Bearing::LoopLeft | Bearing::RollLeft | Bearing::LoopTurnLeft | Bearing::RollBankLeft => {
            Sign::LoopLeft
        }
        Bearing::LoopRight | Bearing::RollRight | Bearing::LoopTurnRight | Bearing::RollBankRight => {
            Sign::LoopRight
        }
        Bearing::Stationary => Sign::Stop,
    }
}

pub fn tone(colour: Colour) -> Tone {
    match colour {
        Colour::Green => Tone::Green,
        Colour::White => Tone::Plain,
        Colour::Red => Tone::Red,
    }
}

/// The place of a maneuver on its dial: the sharper to the left, the further left; what turns back or flies backwards has
/// columns of its own at the right, one for each bearing that the dial has.
pub fn cell(dial: &[Maneuver], maneuver: Maneuver) -> Cell {
    const BEYOND: [Bearing; 12] = [
        Bearing::ComeAbout,
        Bearing::LoopLeft,
        Bearing::LoopTurnLeft,
        Bearing::LoopRight,
        Bearing::LoopTurnRight,
        Bearing::RollLeft,
        Bearing::RollBankLeft,
        Bearing::RollRight,
        Bearing::RollBankRight,
        Bearing::ReverseBankLeft,
        Bearing::Reverse,
        Bearing::ReverseBankRight,
    ];
    let column = match maneuver.bearing {
        Bearing::TurnLeft => 0,
        Bearing::BankLeft => 1,
        Bearing::Straight | Bearing::Stationary => 2,
        Bearing::BankRight => 3,
        Bearing::TurnRight => 4,
        beyond => {
            let before = BEYOND.iter().take_while(|bearing| **bearing != beyond);
            5 + before.filter(|bearing| dial.iter().any(|other| other.bearing == **bearing)).count() as u8
        }
    };
    Cell { row: maneuver.speed, column, row_label: maneuver.speed.to_string() }
}

/// A template where it really lies.
pub fn template_mark(template: &Region) -> Mark {
    let (outline, at, facing) = match template {
        Region::Straight(card) => {
            let base = card.base();
            let outline = Outline::Rect { width: base.width(), height: base.length() };
            (outline, card.pose().at, facing(card.pose()))
        }
        Region::Curve(sector) => (ring_part(sector), sector.centre(), 0.0),
    };
    Mark::Template { outline, at: point(at), facing, label: String::new() }
}

/// A part of a ring around the origin.
fn ring_part(sector: &Sector) -> Outline {
    let ((inner, outer), (first, second)) = (sector.radii(), sector.ends());
    let to = |direction: Vec2, radius: f64| point(direction * radius);
    let arc = |to: Point, radius: f64, clockwise: bool| Segment::Arc { to, radius, clockwise, large: false };
    let segments = vec![
        Segment::Move { to: to(first, outer) },
        arc(to(second, outer), outer, false),
        Segment::Line { to: to(second, inner) },
        arc(to(first, inner), inner, true),
        Segment::Close,
    ];
    Outline::Path { path: Path { segments } }
}

/// Ranges within an arc of a ship's base.
pub fn bands(base: Outline, pose: Pose, arc: (f64, f64), sections: u8, side: usize) -> Mark {
    Mark::RangeBands {
        footprint: base,
        at: point(pose.at),
        facing: facing(pose),
        arc: Some(arc),
        sections_mm: (1..=sections).map(|section| SECTION * f64::from(section)).collect(),
        side: Some(side),
    }
}

/// How far a base may be shifted back and ahead without leaving an area; nothing if the first is the greater.
fn shifts_within(base: &Footprint, area: &Area) -> (f64, f64) {
    let ahead = base.pose().heading.ahead();
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for corner in base.corners() {
        for (at, step, least, most) in
            [(corner.x, ahead.x, area.min.x, area.max.x), (corner.y, ahead.y, area.min.y, area.max.y)]
        {
            if step.abs() > 1.0e-9 {
                let ends = ((least - at) / step, (most - at) / step);
                low = low.max(ends.0.min(ends.1));
                high = high.min(ends.0.max(ends.1));
            } else if at < least || at > most {
                return (0.0, -1.0);
            }
        }
    }
    (low, high)
}

/// Everything that the base covers in one of the places that a roll leads to on some sides, one strip for each stretch of
/// places.
pub fn strips(roll: &Roll, area: &Area, sides: &[Side]) -> Vec<Mark> {
    let mut strips = Vec::new();
    for template in roll.templates {
        for side in sides.iter().copied() {
            let aside = roll.start.aside(side.sign() * (roll.base.width() + template.reach));
            let inside = shifts_within(&Footprint::new(roll.base, aside), area);
            for (low, high) in roll.free_shifts(side, *template) {
                let (low, high) = (low.max(inside.0), high.min(inside.1));
                if low <= high {
                    let pose = aside.ahead((low + high) / 2.0);
                    let height = roll.base.length() + high - low;
                    strips.push(Mark::Area {
                        outline: Outline::Rect { width: roll.base.width(), height },
                        at: point(pose.at),
                        facing: facing(pose),
                        label: String::new(),
                        tone: Tone::Gold,
                    });
                }
            }
        }
    }
    strips
}

/// Dice as they lie; `eye` is what the game draws for the eye.
pub fn dice(faces: impl IntoIterator<Item = Face>, tone: Tone, eye: DieGlyph) -> DiceGroup {
    let glyph = |face: Face| match face {
        Face::Hit => DieGlyph::Hit,
        Face::Critical => DieGlyph::Critical,
        Face::Evade => DieGlyph::Evade,
        Face::Eye => eye.clone(),
        Face::Blank => DieGlyph::Blank,
    };
    let dice = faces.into_iter().map(|face| Die { glyph: glyph(face), spent: false }).collect();
    DiceGroup { tone, dice }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_maneuvers_of_a_dial_share_a_place() {
        let all = Bearing::ALL.into_iter().flat_map(|bearing| {
            let speeds = if bearing == Bearing::Stationary { 0..=0 } else { 1..=5 };
            speeds.map(move |speed| Maneuver { bearing, speed, colour: Colour::White })
        });
        let dial: Vec<Maneuver> = all.collect();
        let mut places: Vec<(u8, u8)> = dial
            .iter()
            .map(|maneuver| {
                let cell = cell(&dial, *maneuver);
                (cell.row, cell.column)
            })
            .collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), dial.len());
        let plain = Maneuver { bearing: Bearing::Reverse, speed: 1, colour: Colour::Red };
        assert_eq!(cell(&[plain], plain).column, 5, "no gap for what the dial has not");
    }
}
