//! Dice and the signs on them, drawn from a few strokes each.
//!
//! Owns the glyphs. It must not know what a sign means in any game; signs are named by what they look like.

use super::Pen;
use super::canvas::{Anchor, Canvas, Ink};
use crate::layout::Rect;
use crate::model::{DiceGroup, Die, DieGlyph, Tone};
use crate::shape::{Path, Point, Segment};
use crate::text::Face;

/// Lays groups of dice out in rows, as many as the room holds, and returns how high they are.
pub(super) fn rows(c: &mut Canvas, pen: &Pen, room: Rect, size: f64, groups: &[DiceGroup]) -> f64 {
    let (gap, between) = (size * 0.2, size * 0.55);
    let (mut x, mut y) = (0.0, 0.0);
    let mut drawn = false;
    for group in groups.iter().filter(|group| !group.dice.is_empty()) {
        if x > 0.0 {
            x += between;
        }
        for die in &group.dice {
            if x > 0.0 && x + size > room.width {
                if y + 2.0 * size + gap > room.height {
                    return y + size;
                }
                (x, y) = (0.0, y + size + gap);
            }
            draw(c, pen, Rect::new(room.x + x, room.y + y, size, size), group.tone, die);
            x += size + gap;
            drawn = true;
        }
    }
    if drawn { y + size } else { 0.0 }
}

fn draw(c: &mut Canvas, pen: &Pen, rect: Rect, tone: Tone, die: &Die) {
    let p = pen.palette;
    let colour = p.tone(tone);
    c.open("die", "", if die.spent { 0.4 } else { 1.0 });
    let ink = if tone == Tone::Black { Ink::fill("#05070b") } else { Ink::tint(colour, 0.14) };
    c.rect(rect, rect.height * 0.2, ink.edge(colour, 1.2));
    let sign = if tone == Tone::Black { "#f1f4f8" } else { colour };
    let ground = if tone == Tone::Black { "#05070b" } else { p.panel };
    glyph(c, rect, &die.glyph, sign, ground);
    if die.spent {
        let (a, b) =
            (Point::new(rect.x + 4.0, rect.bottom() - 4.0), Point::new(rect.right() - 4.0, rect.y + 4.0));
        c.line(a, b, Ink::stroke(p.text, 1.6));
    }
    c.close();
}

fn glyph(c: &mut Canvas, rect: Rect, glyph: &DieGlyph, colour: &str, ground: &str) {
    let unit = rect.height / 2.0;
    let middle = rect.centre();
    let at = |x: f64, y: f64| Point::new(middle.x + x * unit, middle.y - y * unit);
    let points = |list: &[(f64, f64)]| list.iter().map(|&(x, y)| at(x, y)).collect::<Vec<_>>();
    let stroke = Ink::stroke(colour, (unit * 0.13).max(1.2));
    let star = |x: f64, y: f64, size: f64| burst(at(x, y), size * unit);
    let critical = |c: &mut Canvas, x: f64, y: f64, size: f64| {
        c.polygon(&star(x, y, size), Ink::fill(colour));
        c.circle(at(x, y), size * unit * 0.5, Ink::fill(ground));
        c.polygon(&star(x, y, size * 0.42), Ink::fill(colour));
    };
    match glyph {
        DieGlyph::Blank => c.circle(middle, unit * 0.09, Ink::fill(colour)),
        DieGlyph::Hit => c.polygon(&star(0.0, 0.0, 0.62), Ink::fill(colour)),
        DieGlyph::Critical => critical(c, 0.0, 0.0, 0.72),
        DieGlyph::DoubleHit => {
            c.polygon(&star(-0.3, 0.26, 0.44), Ink::fill(colour));
            c.polygon(&star(0.3, -0.26, 0.44), Ink::fill(colour));
        }
        DieGlyph::HitCritical => {
            c.polygon(&star(-0.34, 0.32, 0.38), Ink::fill(colour));
            critical(c, 0.24, -0.22, 0.5);
        }
        DieGlyph::Evade => {
            let sweep =
                Segment::Arc { to: Point::new(0.44, -0.02), radius: 0.46, clockwise: true, large: false };
            let segments = vec![Segment::Move { to: Point::new(-0.44, -0.34) }, sweep];
            c.path(&Path { segments }, |p| at(p.x, p.y), unit, Ink::stroke(colour, unit * 0.17));
            c.polygon(&points(&[(0.70, 0.02), (0.18, 0.02), (0.44, -0.40)]), Ink::fill(colour));
        }
        DieGlyph::Block => {
            let shield =
                [(-0.46, 0.44), (0.0, 0.58), (0.46, 0.44), (0.42, -0.12), (0.0, -0.58), (-0.42, -0.12)];
            c.polygon(&points(&shield), Ink::tint(colour, 0.35).edge(colour, unit * 0.13));
        }
        DieGlyph::Eye => {
            let lid =
                |x| Segment::Arc { to: Point::new(x, 0.0), radius: 0.78, clockwise: true, large: false };
            let segments =
                vec![Segment::Move { to: Point::new(-0.64, 0.0) }, lid(0.64), lid(-0.64), Segment::Close];
            c.path(&Path { segments }, |p| at(p.x, p.y), unit, stroke);
            c.circle(middle, unit * 0.2, Ink::fill(colour));
        }
        DieGlyph::Diamond => {
            c.polygon(&points(&[(0.0, 0.62), (0.5, 0.0), (0.0, -0.62), (-0.5, 0.0)]), stroke);
            c.polygon(&points(&[(0.0, 0.28), (0.22, 0.0), (0.0, -0.28), (-0.22, 0.0)]), Ink::fill(colour));
        }
        DieGlyph::Accuracy => {
            c.circle(middle, unit * 0.4, stroke);
            c.circle(middle, unit * 0.09, Ink::fill(colour));
            for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                c.line(at(x * 0.25, y * 0.25), at(x * 0.64, y * 0.64), stroke);
            }
        }
        DieGlyph::Surge => {
            let bolt =
                [(0.14, 0.66), (-0.40, -0.10), (-0.04, -0.10), (-0.16, -0.66), (0.40, 0.14), (0.04, 0.14)];
            c.polygon(&points(&bolt), Ink::fill(colour));
        }
        DieGlyph::Text(text) => {
            let face = Face::bold((unit * 0.8).max(crate::text::SMALLEST_PX));
            let text = face.fitted(text, rect.width - 4.0);
            c.text_at_middle(middle, &text, face, colour, Anchor::Middle);
        }
    }
}

/// A star of eight points.
fn burst(middle: Point, size: f64) -> Vec<Point> {
    (0..16)
        .map(|i| {
            let ahead = Point::heading(f64::from(i) * 22.5);
            let reach = if i % 2 == 0 { size } else { size * 0.52 };
            Point::new(middle.x + ahead.x * reach, middle.y - ahead.y * reach)
        })
        .collect()
}
