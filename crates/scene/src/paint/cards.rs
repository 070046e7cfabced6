//! Cards: as entries of a roster and as cards, backs and piles on a card table.
//!
//! Owns how a card looks at each size. It must not know what is on it beyond the fields of the model, and shows
//! nothing of a hidden card but its back.

use super::board::chip;
use super::canvas::{Anchor, Canvas, Ink};
use super::{Pen, badge};
use crate::layout::{CHIP, CHIP_HEIGHT, Rect};
use crate::model::{Card, CardRow, Chip, Pile, PipShape, Pips, Slot};
use crate::shape::Point;
use crate::text::Face;

const TITLE: Face = Face::bold(14.0);
const SMALL: Face = Face::regular(12.0);
const VALUE: Face = Face::bold(17.0);
const CARD_TITLE: Face = Face::bold(12.0);

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
fn title_ink(pen: &Pen, card: &Card) -> &'static str {
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
        for text in card.lines.iter().take(6).flat_map(|line| SMALL.wrapped(line, room.width, 2)) {
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
        let label = SMALL.fitted(&row.label, 110.0);
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
    let label = SMALL.fitted(&pips.label, (flow.room.width - width - 8.0).clamp(0.0, 110.0));
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

const PIP: f64 = 11.0;
const PIP_STEP: f64 = 14.0;
const MOST_PIPS: u64 = 10;

fn pip_count(pips: &Pips) -> u64 {
    u64::from(pips.full) + u64::from(pips.spent) + u64::from(pips.empty)
}

fn pips_text(pips: &Pips) -> String {
    format!("{} / {}", pips.full, pip_count(pips))
}

fn pips_width(pips: &Pips) -> f64 {
    match pip_count(pips) {
        count if count > MOST_PIPS => TITLE.width(&pips_text(pips)),
        count => (count as f64 * PIP_STEP - (PIP_STEP - PIP)).max(0.0),
    }
}

/// Pips in a row, or as numbers if there are too many to count at a glance.
fn draw_pips(c: &mut Canvas, pen: &Pen, at: Point, pips: &Pips) {
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

/// Tokens in rows; returns their height.
fn chips(c: &mut Canvas, pen: &Pen, room: Rect, tokens: &[Chip]) -> f64 {
    let (mut x, mut y) = (0.0, 0.0);
    for token in tokens.iter().take(16) {
        let text: String = token.text.chars().take(3).collect();
        let width = (CHIP.width(&text) + 9.0).clamp(CHIP_HEIGHT, 48.0);
        if x > 0.0 && x + width > room.width {
            (x, y) = (0.0, y + CHIP_HEIGHT + 3.0);
        }
        chip(c, pen, Rect::new(room.x + x, room.y + y, width, CHIP_HEIGHT), &text, Some(token));
        x += width + 3.0;
    }
    y + CHIP_HEIGHT
}

/// A card back: visibly hidden, not absent.
fn back(c: &mut Canvas, pen: &Pen, rect: Rect, colour: &str) {
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

/// The rows of a card table.
pub(super) fn draw_table(c: &mut Canvas, pen: &Pen, surface: Rect) {
    let p = pen.palette;
    let table = surface.inset(12.0);
    c.rect(table, 6.0, Ink::fill("url(#felt)").edge(p.line, 1.0));
    let rows = &pen.scene.rows;
    let inner = table.inset(12.0);
    if rows.is_empty() || inner.height < 1.0 {
        return;
    }
    // More rows than fit at a readable height are cut at the end.
    let fitting = ((inner.height / 70.0) as usize).max(1).min(rows.len());
    let height = (inner.height / fitting as f64).min(236.0);
    let top = inner.y + (inner.height - height * fitting as f64) / 2.0;
    let rows = &rows[..fitting];
    // All cards alike, as wide as the fullest row allows.
    let fullest = |upright: f64| rows.iter().map(|row| row_width(row, upright)).fold(0.0, f64::max);
    let widths = [150.0, 142.0, 134.0, 126.0, 118.0];
    let upright = widths.into_iter().find(|&width| fullest(width) <= inner.width - 20.0).unwrap_or(NARROWEST);
    for (i, row) in rows.iter().enumerate() {
        let rect = Rect::new(inner.x, top + i as f64 * height, inner.width, height - 10.0);
        draw_row(c, pen, rect, row, upright.min(((height - 43.0) * 0.95).max(NARROWEST)));
    }
}

const NARROWEST: f64 = 110.0;
const CARD_GAP: f64 = 8.0;

fn slot_width(slot: &Slot, upright: f64) -> f64 {
    match slot {
        Slot::Card(card) if card.turned => upright * 1.22,
        Slot::Card(_) => upright,
        Slot::Pile(_) => upright * 0.92,
        Slot::Gap => 18.0,
    }
}

fn row_width(row: &CardRow, upright: f64) -> f64 {
    row.slots.iter().map(|slot| slot_width(slot, upright) + CARD_GAP).sum::<f64>() - CARD_GAP
}

fn draw_row(c: &mut Canvas, pen: &Pen, rect: Rect, row: &CardRow, upright: f64) {
    let p = pen.palette;
    let colour = pen.colour(row.side);
    c.rect(rect, 6.0, Ink::tint(colour, 0.035).faint_edge(colour, 1.0, 0.16));
    let heading = Face::heading();
    let mut x = rect.x + 10.0;
    if row.side.is_some() {
        pen.plate(row.side).draw(c, Rect::new(x, rect.y + 8.0, 10.0, 10.0), Ink::fill(colour));
        x += 17.0;
    }
    let name = heading.fitted(&row.name.to_uppercase(), rect.right() - x - 10.0);
    let ink = if row.side.is_some() { colour } else { p.muted };
    c.text_at_middle(Point::new(x, rect.y + 13.0), &name, heading, ink, Anchor::Start);

    let cards = Rect::new(rect.x + 10.0, rect.y + 25.0, rect.width - 20.0, (rect.height - 33.0).max(1.0));
    const LEAST_STEP: f64 = 28.0;
    let total = row_width(row, upright);
    // Too many cards are fanned: each covers part of the one before.
    let last = row.slots.last().map_or(0.0, |slot| slot_width(slot, upright));
    let squeeze = if total > cards.width && total > last {
        ((cards.width - last) / (total - last)).max(0.0)
    } else {
        1.0
    };
    let mut x = cards.x;
    for (i, slot) in row.slots.iter().enumerate() {
        let width = slot_width(slot, upright).min(cards.width);
        if x + width > cards.right() + 0.5 {
            let rest = format!("+{}", row.slots.len() - i);
            let at = Point::new(rect.right() - 10.0, rect.y + 13.0);
            c.text_at_middle(at, &rest, SMALL, p.muted, Anchor::End);
            break;
        }
        let place = Rect::new(x, cards.y, width, cards.height);
        match slot {
            Slot::Card(card) => table_card(c, pen, place, row.side, card),
            Slot::Pile(pile) => draw_pile(c, pen, place, row.side, pile),
            Slot::Gap => {}
        }
        x += ((width + CARD_GAP) * squeeze).max(if matches!(slot, Slot::Gap) { 0.0 } else { LEAST_STEP });
    }
}

fn table_card(c: &mut Canvas, pen: &Pen, place: Rect, side: Option<usize>, card: &Card) {
    const STRIP: f64 = 19.0;
    c.open("card", &card.id, 1.0);
    c.title(if card.hidden { "" } else { &card.title });
    // Attached cards show their titles below the card they lie under.
    let strips = card.attached.len().min(((place.height * 0.45) / STRIP) as usize);
    let height = place.height - strips as f64 * STRIP;
    let p = pen.palette;
    let colour = pen.colour(side);
    for (i, attached) in card.attached.iter().take(strips).enumerate().rev() {
        let strip = Rect::new(
            place.x + 4.0,
            place.y + height + i as f64 * STRIP - 8.0,
            place.width - 8.0,
            STRIP + 8.0,
        );
        c.rect(strip, 4.0, Ink::fill(p.raised).faint_edge(colour, 1.0, 0.55));
        let middle = Point::new(strip.x + 7.0, strip.y + 8.0 + STRIP / 2.0);
        if attached.hidden {
            c.rect(
                Rect::new(strip.x + 7.0, middle.y - 3.0, strip.width - 14.0, 6.0),
                2.0,
                Ink::tint(colour, 0.3),
            );
        } else {
            let text = SMALL.fitted(&attached.title, strip.width - 14.0);
            c.text_at_middle(middle, &text, SMALL, p.text, Anchor::Start);
        }
    }
    let turned = if card.turned { 0.84 } else { 1.0 };
    let face = Rect::new(place.x, place.y + height * (1.0 - turned), place.width, height * turned);
    if card.hidden {
        back(c, pen, face, colour);
    } else {
        card_face(c, pen, face, colour, card);
    }
    c.close();
}

fn card_face(c: &mut Canvas, pen: &Pen, rect: Rect, colour: &str, card: &Card) {
    let p = pen.palette;
    let ground = Ink::fill(p.panel);
    let ground =
        if card.active { ground.edge(p.decision, 2.0) } else { ground.faint_edge(colour, 1.1, 0.75) };
    c.rect(rect, 5.0, if card.faded { ground.dashed("4 3") } else { ground });
    c.rect(Rect::new(rect.x + 3.0, rect.y + 3.0, rect.width - 6.0, 3.0), 1.5, Ink::tint(colour, 0.8));
    let room = Rect::new(rect.x + 8.0, rect.y + 8.0, rect.width - 16.0, rect.height - 14.0);
    let mut y = room.y;
    let free = |y: f64, wanted: f64| y + wanted <= room.bottom() + 0.5;
    for text in CARD_TITLE.wrapped(&card.title, room.width, if rect.height > 92.0 { 2 } else { 1 }) {
        y += 15.0;
        c.text(Point::new(room.x, y), &text, CARD_TITLE, title_ink(pen, card), Anchor::Start);
    }
    // From below upward: values, then tokens and pips; what is left in the middle goes to the text.
    let mut floor = room.bottom();
    if !card.values.is_empty() && free(y, 20.0) {
        floor -= 18.0;
        let mut x = room.x;
        for value in &card.values {
            let label = SMALL.fitted(&value.label, 40.0);
            let number = TITLE.fitted(&value.value, 40.0);
            let width = SMALL.width(&label) + 3.0 + TITLE.width(&number);
            if x + width > room.right() + 0.5 {
                break;
            }
            c.text(Point::new(x, floor + 15.0), &label, SMALL, p.muted, Anchor::Start);
            let at = Point::new(x + SMALL.width(&label) + 3.0, floor + 15.0);
            c.text(at, &number, TITLE, p.tone(value.tone), Anchor::Start);
            x += width + 8.0;
        }
    }
    for pips in card.pips.iter().filter(|pips| pip_count(pips) > 0) {
        if floor - 16.0 < y || pips_width(pips) > room.width {
            break;
        }
        floor -= 16.0;
        draw_pips(c, pen, Point::new(room.x, floor + 8.0), pips);
        let shift = pips_width(pips) + 6.0;
        let label = SMALL.fitted(&pips.label, room.width - shift);
        c.text_at_middle(Point::new(room.x + shift, floor + 8.0), &label, SMALL, p.muted, Anchor::Start);
    }
    if !card.chips.is_empty() && floor - 22.0 >= y {
        floor -= 22.0;
        chip_row(c, pen, Rect::new(room.x, floor, room.width, CHIP_HEIGHT), &card.chips);
    }
    let words = [(&card.state, p.decision), (&card.subtitle, p.muted)];
    let lines = card.lines.iter().map(|line| (line, p.text)).take(6);
    for (text, colour) in words.into_iter().chain(lines) {
        // Text that ends early says so: the last line that fits ends in an ellipsis.
        let fitting = ((floor - y - 3.0) / 15.0).clamp(0.0, 20.0) as usize;
        for text in SMALL.wrapped(text, room.width, fitting) {
            y += 15.0;
            c.text(Point::new(room.x, y), &text, SMALL, colour, Anchor::Start);
        }
    }
}

/// One row of tokens, as many as fit.
fn chip_row(c: &mut Canvas, pen: &Pen, room: Rect, tokens: &[Chip]) {
    let mut x = room.x;
    for token in tokens {
        let text: String = token.text.chars().take(3).collect();
        let width = (CHIP.width(&text) + 9.0).clamp(CHIP_HEIGHT, 48.0);
        if x + width > room.right() + 0.5 {
            break;
        }
        chip(c, pen, Rect::new(x, room.y, width, CHIP_HEIGHT), &text, Some(token));
        x += width + 3.0;
    }
}

fn draw_pile(c: &mut Canvas, pen: &Pen, place: Rect, side: Option<usize>, pile: &Pile) {
    let p = pen.palette;
    let colour = pen.colour(side);
    c.open("pile", &pile.id, 1.0);
    c.title(&format!("{} · {}", pile.name, pile.count));
    let stack = Rect::new(place.x, place.y, place.width - 6.0, (place.height - 20.0).max(1.0));
    if pile.count == 0 {
        let ink = Ink::tint(colour, 0.04).faint_edge(colour, 1.0, 0.6).dashed("4 4");
        c.rect(stack, 5.0, ink);
    }
    let depth = match pile.count {
        0 => 0,
        1 => 1,
        2..=8 => 2,
        _ => 3,
    };
    for layer in (1..depth).rev() {
        let shift = f64::from(layer) * 3.0;
        let under = Rect { x: stack.x + shift, y: stack.y + shift, ..stack };
        c.rect(under, 5.0, Ink::fill(p.raised).faint_edge(colour, 1.0, 0.6));
    }
    if pile.count > 0 {
        match &pile.top {
            Some(card) if !pile.hidden && !card.hidden => card_face(c, pen, stack, colour, card),
            _ => back(c, pen, stack, colour),
        }
    }
    let count = format!("{}", pile.count);
    let width = (CHIP.width(&count) + 10.0).max(22.0);
    let at = Rect::new(stack.right() - width - 5.0, stack.bottom() - 25.0, width, 20.0);
    badge(c, pen, side, at, &count, CHIP);
    let name = SMALL.fitted(&pile.name, place.width);
    c.text_at_middle(Point::new(place.x + 1.0, place.bottom() - 5.0), &name, SMALL, p.muted, Anchor::Start);
    c.close();
}
