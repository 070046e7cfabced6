//! The card table: rows of cards and piles, and the face of a card that lies there.
//!
//! Owns how wide the cards of a row are and what a face shows at each size. It must not know what a card does; of a
//! hidden card it shows nothing but the back.

use super::board::chip;
use super::canvas::{Anchor, Canvas, Ink};
use super::cards::{
    PIP, SMALL, TITLE, back, chip_text, draw_pips, pip_count, pips_text, pips_width, title_ink,
};
use super::{Pen, badge, glyphs};
use crate::layout::{CHIP, CHIP_HEIGHT, Rect};
use crate::model::{Card, CardRow, Chip, Pile, Pips, Slot, Value};
use crate::shape::Point;
use crate::text::Face;

const CARD_TITLE: Face = Face::bold(12.0);
/// From one baseline to the next.
const LINE: f64 = 15.0;

pub(super) fn draw(c: &mut Canvas, pen: &Pen, surface: Rect) {
    let p = pen.palette;
    let table = surface.inset(12.0);
    c.rect(table, 6.0, Ink::fill("url(#felt)").edge(p.line, 1.0));
    let rows = &pen.scene.rows;
    let inner = table.inset(if surface.width < 900.0 { 6.0 } else { 12.0 });
    if rows.is_empty() || inner.height < 1.0 {
        return;
    }
    // More rows than fit at a readable height are cut at the end.
    let fitting = ((inner.height / 70.0) as usize).max(1).min(rows.len());
    let rows = &rows[..fitting];
    let height = (inner.height / fitting as f64).min(236.0);
    let top = inner.y + (inner.height - height * fitting as f64) / 2.0;
    for (i, row) in rows.iter().enumerate() {
        Lane::new(Rect::new(inner.x, top + i as f64 * height, inner.width, height)).draw(c, pen, row);
    }
}

/// The place of one row: its frame and, below the heading, room for the cards.
struct Lane {
    frame: Rect,
    heading: f64,
    cards: Rect,
}

const CARD_GAP: f64 = 8.0;
const NARROWEST: f64 = 110.0;
/// How wide a card is by its height, and in pixels at most: usually, and if that leaves something out.
const USUAL: (f64, f64) = (1.6, 232.0);
const BROAD: (f64, f64) = (2.8, 300.0);

impl Lane {
    /// Low rows spend less on what is not a card.
    fn new(room: Rect) -> Self {
        let (between, heading, below) =
            if room.height < 150.0 { (5.0, 20.0, 5.0) } else { (10.0, 25.0, 8.0) };
        let frame = Rect::new(room.x, room.y, room.width, room.height - between);
        let height = (frame.height - heading - below).max(1.0);
        Self {
            frame,
            heading,
            cards: Rect::new(frame.x + 10.0, frame.y + heading, frame.width - 20.0, height),
        }
    }

    fn draw(&self, c: &mut Canvas, pen: &Pen, row: &CardRow) {
        let colour = pen.colour(row.side);
        c.rect(self.frame, 6.0, Ink::tint(colour, 0.035).faint_edge(colour, 1.0, 0.16));
        let cards = self.cards;
        let upright = self.card_width(pen, row);
        let total = self.row_width(row, upright);
        // Too many cards are fanned: each covers part of the one before.
        const LEAST_STEP: f64 = 28.0;
        let last = row.slots.last().map_or(0.0, |slot| self.slot_width(slot, upright));
        let squeeze = if total > cards.width && total > last {
            ((cards.width - last) / (total - last)).max(0.0)
        } else {
            1.0
        };
        let aside = piles_aside(row);
        let mut missing = 0;
        let mut x = cards.x;
        for (i, slot) in row.slots.iter().enumerate() {
            if aside == Some(i) {
                x += (cards.width - total).max(0.0);
            }
            let width = self.slot_width(slot, upright).min(cards.width);
            if x + width > cards.right() + 0.5 {
                missing = row.slots.len() - i;
                break;
            }
            let place = Rect::new(x, cards.y, width, cards.height);
            match slot {
                Slot::Card(card) => {
                    table_card(c, pen, place, row.side, card);
                }
                Slot::Pile(pile) => draw_pile(c, pen, place, row.side, pile),
                Slot::Gap => {}
            }
            x += ((width + CARD_GAP) * squeeze).max(if matches!(slot, Slot::Gap) { 0.0 } else { LEAST_STEP });
        }
        self.draw_heading(c, pen, row, missing);
    }

    /// The row's name, what is to be said of it, and how many cards there was no room for.
    fn draw_heading(&self, c: &mut Canvas, pen: &Pen, row: &CardRow, missing: usize) {
        let p = pen.palette;
        let heading = Face::heading();
        let (mut x, y) = (self.frame.x + 10.0, self.frame.y + self.heading / 2.0 + 0.5);
        let mut right = self.frame.right() - 10.0;
        if missing > 0 {
            let rest = format!("+{missing}");
            c.text_at_middle(Point::new(right, y), &rest, SMALL, p.muted, Anchor::End);
            right -= SMALL.width(&rest) + 10.0;
        }
        let mut ink = p.muted;
        if row.side.is_some() {
            ink = pen.colour(row.side);
            pen.plate(row.side).draw(c, Rect::new(x, y - 5.0, 10.0, 10.0), Ink::fill(ink));
            x += 17.0;
        }
        let name = heading.fitted(&row.name.to_uppercase(), right - x);
        c.text_at_middle(Point::new(x, y), &name, heading, ink, Anchor::Start);
        x += heading.width(&name) + 12.0;
        let note = SMALL.fitted(&row.note, right - x);
        c.text_at_middle(Point::new(x, y), &note, SMALL, p.decision, Anchor::Start);
    }

    /// How wide an upright card of this row is: broad enough to show all that is on it, if the row allows.
    fn card_width(&self, pen: &Pen, row: &CardRow) -> f64 {
        const STEP: f64 = 4.0;
        let at_most = |(share, px): (f64, f64)| (self.cards.height * share).min(px).max(NARROWEST);
        let fits = |width: f64| self.row_width(row, width) <= self.cards.width;
        let mut width = at_most(USUAL);
        while width > NARROWEST && !fits(width) {
            width = (width - STEP).max(NARROWEST);
        }
        let whole = |width: f64| {
            let place = Rect::new(0.0, 0.0, width, self.cards.height);
            let mut cards = row.slots.iter().filter_map(|slot| match slot {
                Slot::Card(card) if !card.hidden => Some(card),
                _ => None,
            });
            cards.all(|card| table_card(&mut Canvas::default(), pen, place, row.side, card))
        };
        while width + STEP <= at_most(BROAD) && fits(width + STEP) && !whole(width) {
            width += STEP;
        }
        width
    }

    fn slot_width(&self, slot: &Slot, upright: f64) -> f64 {
        let closed = (self.cards.height * 0.66).clamp(56.0, 84.0);
        match slot {
            Slot::Card(card) if card.hidden => closed,
            Slot::Card(card) if card.turned => upright * 1.22,
            Slot::Card(_) => upright,
            Slot::Pile(pile) if open_top(pile).is_some() => upright.min(140.0),
            Slot::Pile(_) => closed,
            Slot::Gap => 18.0,
        }
    }

    fn row_width(&self, row: &CardRow, upright: f64) -> f64 {
        row.slots.iter().map(|slot| self.slot_width(slot, upright) + CARD_GAP).sum::<f64>() - CARD_GAP
    }
}

/// Where the piles at the end of a row begin; set apart by a gap, they lie at its right.
fn piles_aside(row: &CardRow) -> Option<usize> {
    let gap = row.slots.iter().rposition(|slot| matches!(slot, Slot::Gap))?;
    let piles = row.slots[gap + 1..].iter().all(|slot| matches!(slot, Slot::Pile(_)));
    piles.then_some(gap + 1)
}

/// Draws a card with those under it; says whether all of its face could be shown.
fn table_card(c: &mut Canvas, pen: &Pen, place: Rect, side: Option<usize>, card: &Card) -> bool {
    const STRIP: f64 = 19.0;
    c.open("card", &card.id, 1.0);
    c.title(if card.hidden { "" } else { &card.title });
    // Attached cards show their titles below the card they lie under.
    let fitting = ((place.height * 0.45) / STRIP) as usize;
    let strips = card.attached.len().min(fitting);
    let height = place.height - strips as f64 * STRIP;
    let colour = pen.colour(side);
    for (i, attached) in card.attached.iter().take(strips).enumerate().rev() {
        let below = place.y + height + i as f64 * STRIP;
        let strip = Rect::new(place.x + 4.0, below - 8.0, place.width - 8.0, STRIP + 8.0);
        let missing = if i + 1 == strips { card.attached.len() - strips } else { 0 };
        attached_strip(c, pen, strip, colour, attached, missing);
    }
    let turned = if card.turned { 0.84 } else { 1.0 };
    let face = Rect::new(place.x, place.y + height * (1.0 - turned), place.width, height * turned);
    let whole = if card.hidden {
        back(c, pen, face, colour);
        true
    } else {
        card_face(c, pen, face, colour, card, 0.0)
    };
    c.close();
    whole
}

/// The lower end of a card that lies under another; its upper 8 pixels are covered. The last one says how many are
/// missing.
fn attached_strip(c: &mut Canvas, pen: &Pen, strip: Rect, colour: &str, card: &Card, missing: usize) {
    let p = pen.palette;
    c.rect(strip, 4.0, Ink::fill(p.raised).faint_edge(colour, 1.0, 0.55));
    let (left, middle) = (strip.x + 7.0, strip.y + 8.0 + (strip.height - 8.0) / 2.0);
    let mut right = strip.right() - 7.0;
    if missing > 0 {
        let rest = format!("+{missing}");
        c.text_at_middle(Point::new(right, middle), &rest, SMALL, p.muted, Anchor::End);
        right -= SMALL.width(&rest) + 6.0;
    }
    if card.hidden {
        c.rect(Rect::new(left, middle - 3.0, (right - left).max(0.0), 6.0), 2.0, Ink::tint(colour, 0.3));
        return;
    }
    // Its name comes first; tokens are shown as far as they leave it whole.
    for token in card.chips.iter().rev() {
        let (_, width) = chip_text(token);
        if right - width - 4.0 - left < SMALL.width(&card.title) {
            break;
        }
        let (text, place) = (&token.text, Rect::new(right - width, middle - 8.0, width, 16.0));
        chip(c, pen, place, &text.chars().take(3).collect::<String>(), Some(token));
        right -= width + 4.0;
    }
    let title = SMALL.fitted(&card.title, right - left);
    c.text_at_middle(Point::new(left, middle), &title, SMALL, title_ink(pen, card), Anchor::Start);
}

/// Title, state and kind, text as far as it fits, and at the foot what is counted. The last `corner` pixels of the
/// lowest line stay free. Says whether all of it could be shown.
fn card_face(c: &mut Canvas, pen: &Pen, rect: Rect, colour: &str, card: &Card, corner: f64) -> bool {
    let p = pen.palette;
    let ground = Ink::fill(p.panel);
    let ground =
        if card.active { ground.edge(p.decision, 2.0) } else { ground.faint_edge(colour, 1.1, 0.75) };
    c.rect(rect, 5.0, if card.faded { ground.dashed("4 3") } else { ground });
    c.rect(Rect::new(rect.x + 3.0, rect.y + 3.0, rect.width - 6.0, 3.0), 1.5, Ink::tint(colour, 0.8));
    let room = Rect::new(rect.x + 8.0, rect.y + 7.0, rect.width - 16.0, rect.height - 12.0);
    let mut y = room.y;
    let title = pen.wrapped(CARD_TITLE, &card.title, room.width, if rect.height > 66.0 { 2 } else { 1 });
    let mut whole = !is_cut(&card.title, &title);
    for text in &title {
        y += LINE;
        c.text(Point::new(room.x, y), text, CARD_TITLE, title_ink(pen, card), Anchor::Start);
    }
    let (floor, counted) =
        draw_foot(c, pen, Rect::new(room.x, y, room.width, room.bottom() - y), card, corner);
    whole &= counted;
    let lines_left = |y: f64| ((floor - y - 3.0) / LINE).clamp(0.0, 20.0) as usize;
    // The state stands beside the title or the kind, if one of them leaves it room.
    let state = SMALL.fitted(&card.state, room.width);
    let beside = |width: f64| width + 10.0 + SMALL.width(&state) <= room.width;
    let kind_beside = beside(SMALL.width(&card.subtitle)) && !card.subtitle.is_empty();
    let mut state_y = Some(y).filter(|_| title.len() == 1 && beside(CARD_TITLE.width(&title[0])));
    if state_y.is_none() && !state.is_empty() && !kind_beside {
        let fits = lines_left(y) > 0;
        whole &= fits;
        if fits {
            y += LINE;
            c.text(Point::new(room.x, y), &state, SMALL, p.decision, Anchor::Start);
        }
    }
    let most = if lines_left(y) > 4 || card.lines.is_empty() { 2 } else { 1 };
    let kind = pen.wrapped(SMALL, &card.subtitle, room.width, most.min(lines_left(y)));
    whole &= !is_cut(&card.subtitle, &kind);
    if state_y.is_none() && kind_beside {
        state_y = Some(y + LINE).filter(|_| !kind.is_empty());
    }
    if let Some(y) = state_y {
        c.text(Point::new(room.right(), y), &state, SMALL, p.decision, Anchor::End);
    }
    let mut write = |y: &mut f64, lines: &[String], ink: &str| {
        for text in lines {
            *y += LINE;
            c.text(Point::new(room.x, *y), text, SMALL, ink, Anchor::Start);
        }
    };
    write(&mut y, &kind, p.muted);
    for line in card.lines.iter().take(6) {
        // Text that ends early says so: the last line that fits ends in an ellipsis.
        let lines = pen.wrapped(SMALL, line, room.width, lines_left(y));
        whole &= !is_cut(line, &lines);
        write(&mut y, &lines, p.text);
    }
    whole
}

/// Whether lines show less than the text they were made from.
fn is_cut(text: &str, lines: &[String]) -> bool {
    match lines.last() {
        Some(last) => last.ends_with('…') && !text.trim_end().ends_with('…'),
        None => !text.trim().is_empty(),
    }
}

/// Something at the foot of a card.
enum Mark<'a> {
    Value(&'a Value),
    Pips(&'a Pips),
    /// Pips with their name.
    Named(&'a Pips),
    /// One pip and how many there are.
    Count(&'a Pips),
    Token(&'a Chip),
}

const SIGN: f64 = 14.0;
const BETWEEN_MARKS: f64 = 9.0;
const FOOT_LINE: f64 = 21.0;

impl Mark<'_> {
    fn width(&self) -> f64 {
        match self {
            Self::Value(value) if value.glyph.is_some() => SIGN + 3.0 + TITLE.width(&value.value),
            Self::Value(value) => SMALL.width(&value.label) + 4.0 + TITLE.width(&value.value),
            Self::Pips(pips) => pips_width(pips),
            Self::Named(pips) => pips_width(pips) + 6.0 + SMALL.width(&pips.label),
            Self::Count(pips) => PIP + 4.0 + TITLE.width(&pips_text(pips)),
            Self::Token(token) => chip_text(token).1,
        }
    }

    /// Draws it around a height, cut to its room.
    fn draw(&self, c: &mut Canvas, pen: &Pen, at: Point, room: f64) {
        let p = pen.palette;
        match self {
            Self::Value(value) => draw_value(c, pen, at, room, value),
            Self::Pips(pips) => draw_pips(c, pen, at, pips),
            Self::Named(pips) => {
                draw_pips(c, pen, at, pips);
                let x = at.x + pips_width(pips) + 6.0;
                c.text_at_middle(Point::new(x, at.y), &pips.label, SMALL, p.muted, Anchor::Start);
            }
            Self::Count(pips) => {
                draw_pips(c, pen, at, &Pips { full: 1, spent: 0, empty: 0, ..(*pips).clone() });
                let count = TITLE.fitted(&pips_text(pips), room - PIP - 4.0);
                let at = Point::new(at.x + PIP + 4.0, at.y);
                c.text_at_middle(at, &count, TITLE, p.tone(pips.tone), Anchor::Start);
            }
            Self::Token(token) => {
                let (text, width) = chip_text(token);
                let place = Rect::new(at.x, at.y - CHIP_HEIGHT / 2.0, width, CHIP_HEIGHT);
                chip(c, pen, place, &text, Some(token));
            }
        }
    }
}

/// A number behind the sign that stands for its name, or behind its name if there is none.
fn draw_value(c: &mut Canvas, pen: &Pen, at: Point, room: f64, value: &Value) {
    let p = pen.palette;
    let ink = p.tone(value.tone);
    c.open("value", "", 1.0);
    let mut x = at.x;
    if let Some(glyph) = value.glyph {
        c.title(&format!("{} {}", value.label, value.value));
        glyphs::draw(c, glyph, Rect::new(x, at.y - SIGN / 2.0, SIGN, SIGN), ink);
        x += SIGN + 3.0;
    } else {
        let number = TITLE.width(&value.value).min(room * 0.5);
        let label = SMALL.fitted(&value.label, room - number - 4.0);
        c.text_at_middle(Point::new(x, at.y), &label, SMALL, p.muted, Anchor::Start);
        x += SMALL.width(&label) + 4.0;
    }
    let number = TITLE.fitted(&value.value, at.x + room - x);
    c.text_at_middle(Point::new(x, at.y), &number, TITLE, ink, Anchor::Start);
    c.close();
}

/// More pips than this are counted on a card, which has little room.
const FEW_PIPS: u64 = 6;

/// What is counted on a card, from the lowest line upward: values, markers, tokens. Returns where the foot begins and
/// whether all of it could be shown.
fn draw_foot(c: &mut Canvas, pen: &Pen, room: Rect, card: &Card, corner: f64) -> (f64, bool) {
    let width = |line: usize| room.width - if line == 0 { corner } else { 0.0 };
    // Markers bear their names where that takes no further line.
    let (named, bare) = (foot_lines(card, true, width), foot_lines(card, false, width));
    let lines = if named.len() <= bare.len() { named } else { bare };
    let most = (room.height / FOOT_LINE) as usize;
    let whole = lines.len() <= most;
    let mut floor = room.bottom();
    for (i, line) in lines.into_iter().take(most).enumerate() {
        floor -= FOOT_LINE;
        for (mark, x) in line {
            mark.draw(c, pen, Point::new(room.x + x, floor + FOOT_LINE / 2.0 + 0.5), width(i) - x);
        }
    }
    (floor, whole)
}

/// Sets the marks of a card in lines, each with its distance from the left.
fn foot_lines(card: &Card, named: bool, width: impl Fn(usize) -> f64) -> Vec<Vec<(Mark<'_>, f64)>> {
    let pips = card.pips.iter().filter(|pips| pip_count(pips) > 0).take(8).map(|pips| {
        let wanted = Mark::Named(pips).width() <= width(1) && !pips.label.is_empty();
        match pip_count(pips) {
            count if count > FEW_PIPS => Mark::Count(pips),
            _ if named && wanted => Mark::Named(pips),
            _ => Mark::Pips(pips),
        }
    });
    let tokens = card.chips.iter().take(16).map(Mark::Token);
    let mut lines: Vec<Vec<(Mark, f64)>> = Vec::new();
    let mut x = 0.0;
    for mark in card.values.iter().take(12).map(Mark::Value).chain(pips).chain(tokens) {
        let wide = mark.width();
        match lines.len().checked_sub(1) {
            Some(last) if x + wide <= width(last) + 0.5 => lines[last].push((mark, x)),
            _ => {
                x = 0.0;
                lines.push(vec![(mark, x)]);
            }
        }
        x += wide + BETWEEN_MARKS;
    }
    lines
}

/// The card on top of a pile, if it may be seen.
fn open_top(pile: &Pile) -> Option<&Card> {
    pile.top.as_ref().filter(|card| pile.count > 0 && !pile.hidden && !card.hidden)
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
    let count = format!("{}", pile.count);
    let width = (CHIP.width(&count) + 10.0).max(22.0);
    match open_top(pile) {
        Some(card) => {
            card_face(c, pen, stack, colour, card, width + 2.0);
        }
        None if pile.count > 0 => back(c, pen, stack, colour),
        None => {}
    }
    let at = Rect::new(stack.right() - width - 5.0, stack.bottom() - 25.0, width, 20.0);
    badge(c, pen, side, at, &count, CHIP);
    let name = SMALL.fitted(&pile.name, place.width);
    c.text_at_middle(Point::new(place.x + 1.0, place.bottom() - 5.0), &name, SMALL, p.muted, Anchor::Start);
    c.close();
}
