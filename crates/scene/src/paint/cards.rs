//! Cards as entries of a roster, and what they share with those on a card table: markers, tokens, backs.
//!
//! Owns how much of a card an entry shows. It must not know what is on it beyond the fields of the model, and shows
//! nothing of a hidden card but its back.

use super::Pen;
use super::board::chip;
use super::canvas::{Anchor, Canvas, Ink};
use crate::layout::{CHIP, CHIP_HEIGHT, Rect};
use crate::model::{Card, Chip, PipShape, Pips};
use crate::shape::Point;
use crate::text::Face;

pub(super) const TITLE: Face = Face::bold(14.0);
pub(super) const SMALL: Face = Face::regular(12.0);
const VALUE: Face = Face::bold(17.0);

/// How much of a card a roster shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Density {
    Full,
    /// Title, values and pips.
    Compact,
    /// The title line.
    Line,
}

/// Draws a roster entry of that width and returns its height.
pub(super) fn entry(
    c: &mut Canvas,
    pen: &Pen,
    at: Point,
    width: f64,
    side: usize,
    card: &Card,
    density: Density,
) -> f64 {
    let p = pen.palette;
    let colour = pen.colour(Some(side));
    let mut inner = Canvas::default();
    let room = Rect::new(at.x + 16.0, at.y, width - 28.0, 0.0);
    let height = if card.hidden {
        back(&mut inner, pen, Rect::new(at.x + 10.0, at.y + 5.0, width - 16.0, 24.0), colour);
        34.0
    } else {
        entry_text(&mut inner, pen, room, card, density)
    };
    c.open("card", &card.id, 1.0);
    let rect = Rect::new(at.x, at.y, width, height);
    let ground = if card.active {
        Ink::fill(p.raised).edge(colour, 1.5)
    } else {
        Ink::fill(p.panel).edge(p.line, 1.0)
    };
    c.rect(rect, 7.0, if card.faded { ground.dashed("4 3") } else { ground });
    if card.active {
        c.rect(rect, 7.0, Ink::tint(colour, 0.07));
    }
    c.rect(Rect::new(at.x, at.y + 6.0, 3.5, height - 12.0), 1.5, Ink::fill(colour));
    c.append(inner);
    c.close();
    height
}

/// Faded cards stay readable: their title steps back, nothing becomes transparent.
pub(super) fn title_ink(pen: &Pen, card: &Card) -> &'static str {
    if card.faded { pen.palette.muted } else { pen.palette.text }
}

fn entry_text(c: &mut Canvas, pen: &Pen, room: Rect, card: &Card, density: Density) -> f64 {
    let p = pen.palette;
    let line = density == Density::Line;
    let mut y = room.y + if line { 19.0 } else { 23.0 };
    let state = SMALL.fitted(&card.state, room.width * 0.42);
    c.text(Point::new(room.right(), y), &state, SMALL, p.muted, Anchor::End);
    let title_room = room.width - if state.is_empty() { 0.0 } else { SMALL.width(&state) + 10.0 };
    let title = TITLE.fitted(&card.title, title_room);
    c.text(Point::new(room.x, y), &title, TITLE, title_ink(pen, card), Anchor::Start);
    if line {
        return y - room.y + 9.0;
    }
    if density == Density::Full && !card.subtitle.is_empty() {
        y += 18.0;
        c.text(
            Point::new(room.x, y),
            &SMALL.fitted(&card.subtitle, room.width),
            SMALL,
            p.muted,
            Anchor::Start,
        );
    }
    let below = |y: f64| Rect::new(room.x, y, room.width, 0.0);
    if density == Density::Compact {
        y += 5.0;
        y += values_in_line(c, pen, below(y), card);
    } else {
        y += 8.0;
        y += values_and_pips(c, pen, below(y), card);
        if !card.chips.is_empty() {
            y += 5.0 + chips(c, pen, below(y + 5.0), &card.chips);
        }
        for text in card.lines.iter().take(6).flat_map(|line| pen.wrapped(SMALL, line, room.width, 2)) {
            y += 18.0;
            c.text(Point::new(room.x, y), &text, SMALL, p.text, Anchor::Start);
        }
    }
    y - room.y + if density == Density::Compact { 8.0 } else { 12.0 }
}

/// Values as columns of label over number, with pips beside them while there is room; then pips in rows below.
fn values_and_pips(c: &mut Canvas, pen: &Pen, room: Rect, card: &Card) -> f64 {
    const COLUMN: f64 = 38.0;
    let p = pen.palette;
    let mut flow = Flow::new(room);
    for value in card.values.iter().take(12) {
        let label = SMALL.fitted(&value.label, 96.0);
        let number = VALUE.fitted(&value.value, 96.0);
        let width = SMALL.width(&label).max(VALUE.width(&number)).max(22.0);
        let at = flow.next(width, COLUMN);
        c.text(Point::new(at.x, at.y + 12.0), &label, SMALL, p.muted, Anchor::Start);
        c.text(Point::new(at.x, at.y + 31.0), &number, VALUE, p.tone(value.tone), Anchor::Start);
    }
    let mut pips = card.pips.iter().take(8).peekable();
    while let Some(row) = pips.peek() {
        let label = SMALL.fitted(&row.label, room.width);
        let width = pips_width(row).max(SMALL.width(&label));
        if flow.height == 0.0 || !flow.has_room(width) {
            break;
        }
        let at = flow.next(width, COLUMN);
        c.text(Point::new(at.x, at.y + 12.0), &label, SMALL, p.muted, Anchor::Start);
        draw_pips(c, pen, Point::new(at.x, at.y + 25.0), row);
        pips.next();
    }
    if pips.peek().is_some() {
        flow.break_row();
    }
    pips.for_each(|row| pip_row(c, pen, &mut flow, row));
    flow.bottom() - room.y
}

/// The same on one or two lines: labels beside numbers, then pips.
fn values_in_line(c: &mut Canvas, pen: &Pen, room: Rect, card: &Card) -> f64 {
    let p = pen.palette;
    let mut flow = Flow::new(room);
    for value in card.values.iter().take(12) {
        let label = SMALL.fitted(&value.label, 84.0);
        let number = TITLE.fitted(&value.value, 60.0);
        let shift = SMALL.width(&label) + 5.0;
        let at = flow.next(shift + TITLE.width(&number), 20.0);
        c.text(Point::new(at.x, at.y + 14.0), &label, SMALL, p.muted, Anchor::Start);
        c.text(Point::new(at.x + shift, at.y + 14.0), &number, TITLE, p.tone(value.tone), Anchor::Start);
    }
    flow.break_row();
    card.pips.iter().take(8).for_each(|row| pip_row(c, pen, &mut flow, row));
    flow.bottom() - room.y
}

/// Pips after their label.
fn pip_row(c: &mut Canvas, pen: &Pen, flow: &mut Flow, pips: &Pips) {
    let width = pips_width(pips);
    let label = SMALL.fitted(&pips.label, (flow.room.width - width - 8.0).max(0.0));
    let shift = if label.is_empty() { 0.0 } else { SMALL.width(&label) + 7.0 };
    let at = flow.next(shift + width, 20.0);
    c.text_at_middle(Point::new(at.x, at.y + 10.0), &label, SMALL, pen.palette.muted, Anchor::Start);
    draw_pips(c, pen, Point::new(at.x + shift, at.y + 10.0), pips);
}

/// Boxes set from left to right, a new row beginning when one is full.
struct Flow {
    room: Rect,
    x: f64,
    y: f64,
    /// Height of the row begun, 0 if none is.
    height: f64,
}

impl Flow {
    const BETWEEN: f64 = 14.0;

    fn new(room: Rect) -> Self {
        Self { room, x: room.x, y: room.y, height: 0.0 }
    }

    fn has_room(&self, width: f64) -> bool {
        self.x + width <= self.room.right() + 0.5
    }

    fn break_row(&mut self) {
        (self.x, self.y, self.height) = (self.room.x, self.y + self.height, 0.0);
    }

    fn next(&mut self, width: f64, height: f64) -> Point {
        if self.x > self.room.x && !self.has_room(width) {
            self.break_row();
        }
        let at = Point::new(self.x, self.y);
        self.x += width + Self::BETWEEN;
        self.height = self.height.max(height);
        at
    }

    fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

pub(super) const PIP: f64 = 11.0;
const PIP_STEP: f64 = 14.0;
const MOST_PIPS: u64 = 10;

pub(super) fn pip_count(pips: &Pips) -> u64 {
    u64::from(pips.full) + u64::from(pips.spent) + u64::from(pips.empty)
}

pub(super) fn pips_text(pips: &Pips) -> String {
    format!("{} / {}", pips.full, pip_count(pips))
}

pub(super) fn pips_width(pips: &Pips) -> f64 {
    match pip_count(pips) {
        count if count > MOST_PIPS => TITLE.width(&pips_text(pips)),
        count => (count as f64 * PIP_STEP - (PIP_STEP - PIP)).max(0.0),
    }
}

/// Pips in a row, or as numbers if there are too many to count at a glance.
pub(super) fn draw_pips(c: &mut Canvas, pen: &Pen, at: Point, pips: &Pips) {
    let colour = pen.palette.tone(pips.tone);
    if pip_count(pips) > MOST_PIPS {
        c.text_at_middle(at, &pips_text(pips), TITLE, colour, Anchor::Start);
        return;
    }
    let kinds = [(pips.full, Ink::fill(colour)), (pips.spent, Ink::tint(colour, 0.4).edge(colour, 1.2))];
    let lost = match pips.shape {
        PipShape::Square => Ink::fill(pen.palette.line),
        PipShape::Round => Ink::default().faint_edge(colour, 1.3, 0.75),
    };
    let inks = kinds.into_iter().chain([(pips.empty, lost)]);
    let inks = inks.flat_map(|(count, ink)| (0..count).map(move |_| ink));
    for (i, ink) in inks.enumerate() {
        let x = at.x + i as f64 * PIP_STEP;
        match pips.shape {
            PipShape::Square => c.rect(Rect::new(x, at.y - PIP / 2.0, PIP, PIP), 2.0, ink),
            PipShape::Round => c.circle(Point::new(x + PIP / 2.0, at.y), PIP / 2.0 - 0.3, ink),
        }
    }
}

/// What is written on a token, and how wide that makes it.
pub(super) fn chip_text(token: &Chip) -> (String, f64) {
    let text: String = token.text.chars().take(3).collect();
    let width = (CHIP.width(&text) + 9.0).clamp(CHIP_HEIGHT, 48.0);
    (text, width)
}

/// Tokens in rows; returns their height.
fn chips(c: &mut Canvas, pen: &Pen, room: Rect, tokens: &[Chip]) -> f64 {
    let (mut x, mut y) = (0.0, 0.0);
    for token in tokens.iter().take(16) {
        let (text, width) = chip_text(token);
        if x > 0.0 && x + width > room.width {
            (x, y) = (0.0, y + CHIP_HEIGHT + 3.0);
        }
        chip(c, pen, Rect::new(room.x + x, room.y + y, width, CHIP_HEIGHT), &text, Some(token));
        x += width + 3.0;
    }
    y + CHIP_HEIGHT
}

/// A card back: visibly hidden, not absent.
pub(super) fn back(c: &mut Canvas, pen: &Pen, rect: Rect, colour: &str) {
    c.rect(rect, 5.0, Ink::fill(pen.palette.raised).faint_edge(colour, 1.0, 0.8));
    let inner = rect.inset(4.0);
    c.rect(inner, 3.0, Ink::tint(colour, 0.10).faint_edge(colour, 1.0, 0.4));
    let reach = inner.height.min(inner.width) * 0.28;
    // A low, wide back gets a row of lozenges, a card a single one.
    let count = (inner.width / inner.height.max(1.0) / 1.6).clamp(1.0, 24.0).floor();
    for (i, share) in (0..count as u32).flat_map(|i| [(i, 1.0), (i, 0.5)]) {
        let x = inner.x + inner.width * (f64::from(i) + 0.5) / count;
        let lozenge = [(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0)]
            .map(|(dx, dy)| Point::new(x + dx * share, rect.centre().y + dy * share));
        c.polygon(&lozenge, Ink::default().faint_edge(colour, 1.2, 0.7));
    }
}
