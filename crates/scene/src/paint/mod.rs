//! Draws a scene as SVG, following the layout.
//!
//! Owns the looks: what is painted with which ink, in which order. It must not decide where a panel or label goes and
//! must not know a language; all words come from the scene.

mod board;
mod canvas;
mod cards;
mod dice;
mod glyphs;
mod panels;
mod table;

use crate::layout::{self, Rect};
use crate::model::Scene;
use crate::shape::Point;
use crate::text::{Breaks, FAMILIES, Face};
use crate::theme::Palette;
use crate::{Panels, View};
use canvas::{Anchor, Canvas, Ink};

/// The scene as a self-contained SVG document.
pub fn svg(scene: &Scene, view: &View) -> String {
    let palette = view.theme.palette();
    let frames = layout::frames(scene, view);
    let (width, height) = view.size();
    let mut c = Canvas::default();
    c.raw(&format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" "#
    ));
    c.raw(&format!(r#"font-family="{FAMILIES}" role="img">"#));
    c.title(&[scene.title.as_str(), scene.status.as_str()].join(" · "));
    c.raw(&gradients(palette));
    c.rect(frames.page, 0.0, Ink::fill(palette.ground));

    let pen = Pen { scene, palette, breaks: Breaks::new(&scene.breaks) };
    if view.show == Panels::Full {
        c.rect(frames.surface, 8.0, Ink::fill(palette.panel).edge(palette.line, 1.0));
    }
    match layout::board_frame(scene, view) {
        Some(frame) => board::draw(&mut c, &pen, view, &frame),
        None => table::draw(&mut c, &pen, frames.surface),
    }
    if let Some(header) = frames.header {
        panels::header(&mut c, &pen, header, frames.surface);
    }
    if let Some(rosters) = frames.rosters {
        panels::rosters(&mut c, &pen, rosters);
    }
    if let Some(story) = frames.story {
        panels::story(&mut c, &pen, story);
    }
    if let Some(order) = frames.order {
        panels::order(&mut c, &pen, order);
    }
    c.raw("</svg>\n");
    c.finish()
}

fn gradients(p: &Palette) -> String {
    let [middle, rim] = p.board;
    let lit = if p.dark { "0.5" } else { "0.34" };
    let globe: String = p
        .sides
        .iter()
        .copied()
        .chain([p.globe])
        .enumerate()
        .map(|(i, colour)| {
            format!(
                r#"<radialGradient id="globe{i}" cx="0.36" cy="0.32" r="0.8"><stop offset="0" stop-color="{colour}" stop-opacity="{lit}"/><stop offset="1" stop-color="{colour}" stop-opacity="0.12"/></radialGradient>"#
            )
        })
        .collect();
    format!(
        r#"<defs><radialGradient id="felt" cx="0.5" cy="0.45" r="0.75"><stop offset="0" stop-color="{middle}"/><stop offset="1" stop-color="{rim}"/></radialGradient>{globe}</defs>"#
    )
}

/// What every drawing function needs to look things up.
struct Pen<'a> {
    scene: &'a Scene,
    palette: &'static Palette,
    breaks: Breaks<'a>,
}

/// The outline of plates and badges: the second sign of a side beside its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plate {
    Round,
    Square,
    Notched,
}

impl Pen<'_> {
    /// A text over at most so many lines.
    fn wrapped(&self, face: Face, text: &str, room: f64, lines: usize) -> Vec<String> {
        face.wrapped(&self.breaks.soft(text), room, lines)
    }

    fn colour(&self, side: Option<usize>) -> &'static str {
        let side = side.and_then(|i| self.scene.sides.get(i));
        side.map_or(self.palette.neutral, |side| self.palette.side(side.color))
    }

    fn plate(&self, side: Option<usize>) -> Plate {
        match side.and_then(|i| self.scene.sides.get(i)).map(|side| side.color % 3) {
            Some(1) => Plate::Square,
            Some(2) => Plate::Notched,
            _ => Plate::Round,
        }
    }
}

impl Plate {
    fn draw(self, c: &mut Canvas, rect: Rect, ink: Ink) {
        match self {
            Self::Round => c.rect(rect, rect.height / 2.0, ink),
            Self::Square => c.rect(rect, 2.5, ink),
            Self::Notched => {
                let notch = (rect.height * 0.32).min(rect.width / 2.0);
                let (left, right, top, bottom, middle) =
                    (rect.x, rect.right(), rect.y, rect.bottom(), rect.centre().y);
                let corners = [
                    (left + notch, top),
                    (right - notch, top),
                    (right, middle),
                    (right - notch, bottom),
                    (left + notch, bottom),
                    (left, middle),
                ];
                c.polygon(&corners.map(|(x, y)| Point::new(x, y)), ink);
            }
        }
    }
}

/// A filled plate with a short value in it.
fn badge(c: &mut Canvas, pen: &Pen, side: Option<usize>, rect: Rect, text: &str, face: Face) {
    pen.plate(side).draw(c, rect, Ink::fill(pen.colour(side)));
    c.text_at_middle(rect.centre(), text, face, pen.palette.on_fill, Anchor::Middle);
}
