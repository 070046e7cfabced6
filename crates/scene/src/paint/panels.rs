//! What stands around the surface: title and phases, rosters, log and dice, order of activation.
//!
//! Owns the look of the panels and what is left out when they are full. It must not know where the panels are.

use super::canvas::{Anchor, Canvas, Ink};
use super::cards::{Density, entry};
use super::{Pen, badge, dice};
use crate::layout::{BADGE, Rect, badge_width};
use crate::model::{DiceTray, LogLine, OrderState};
use crate::shape::Point;
use crate::text::Face;

const TITLE: Face = Face::bold(18.0);
const BODY: Face = Face::regular(13.0);
const BODY_BOLD: Face = Face::bold(13.0);
const SMALL: Face = Face::regular(12.0);

pub(super) fn header(c: &mut Canvas, pen: &Pen, rect: Rect, surface: Rect) {
    let (p, scene) = (pen.palette, pen.scene);
    c.rect(rect, 0.0, Ink::fill(p.panel));
    let middle = rect.centre().y;
    let right = legend(
        c,
        pen,
        Rect::new(surface.centre().x, rect.y, rect.right() - 20.0 - surface.centre().x, rect.height),
    );
    // The status is written out if the names of the phases leave it room.
    let titled = 20.0 + TITLE.width(&scene.title).min(260.0) + 14.0;
    let pills: f64 = scene.phases.iter().map(|phase| pill_width(&phase.name) + PILL_GAP).sum();
    let status = BODY.width(&scene.status).min((right - pills - titled - 50.0).max(220.0));
    let left = phases(c, pen, rect, surface.centre().x, titled + status + 25.0, right);

    let room = left - 20.0 - 24.0;
    let title = TITLE.fitted(&scene.title, room);
    c.text_at_middle(Point::new(20.0, middle), &title, TITLE, p.text, Anchor::Start);
    let start = 20.0 + TITLE.width(&title) + if title.is_empty() { 0.0 } else { 14.0 };
    let status = BODY.fitted(&scene.status, left - 24.0 - start);
    c.text_at_middle(Point::new(start, middle + 1.0), &status, BODY, p.muted, Anchor::Start);
}

/// The sides, right-aligned; returns where they begin.
fn legend(c: &mut Canvas, pen: &Pen, room: Rect) -> f64 {
    let mut x = room.right();
    let middle = room.centre().y;
    for (i, side) in pen.scene.sides.iter().enumerate().rev() {
        let name = BODY.fitted(&side.name, 130.0);
        let width = BODY.width(&name) + 18.0;
        if x - width < room.x + room.width * 0.45 {
            break;
        }
        x -= width;
        pen.plate(Some(i)).draw(c, Rect::new(x, middle - 6.0, 12.0, 12.0), Ink::fill(pen.colour(Some(i))));
        let ink = if side.you { pen.palette.text } else { pen.palette.muted };
        c.text_at_middle(Point::new(x + 18.0, middle), &name, BODY, ink, Anchor::Start);
        x -= 20.0;
    }
    x
}

const PILL_GAP: f64 = 8.0;

fn pill_width(phase: &str) -> f64 {
    BODY_BOLD.width(phase) + 28.0
}

/// Phases as pills around `middle`, between `least` and `right`; returns where they begin.
fn phases(c: &mut Canvas, pen: &Pen, rect: Rect, middle: f64, least: f64, right: f64) -> f64 {
    let (p, phases) = (pen.palette, &pen.scene.phases);
    if phases.is_empty() {
        return right;
    }
    let count = phases.len() as f64;
    let room = (right - least - 16.0).max(0.0) - (count - 1.0) * PILL_GAP;
    let natural: Vec<f64> = phases.iter().map(|phase| pill_width(&phase.name)).collect();
    let widest = natural.iter().copied().fold(88.0, f64::max);
    // All alike if there is room, else each as wide as its name, else cut to equal shares.
    let widths: Vec<f64> = if widest * count <= room {
        vec![widest; phases.len()]
    } else if natural.iter().sum::<f64>() <= room {
        natural
    } else {
        vec![(room / count).max(40.0); phases.len()]
    };
    let total = widths.iter().sum::<f64>() + (count - 1.0) * PILL_GAP;
    let start = (middle - total / 2.0).min(right - 16.0 - total).max(least);
    let mut x = start;
    for (phase, width) in phases.iter().zip(widths) {
        let pill = Rect::new(x, rect.centre().y - 13.0, width, 26.0);
        if pill.right() > right {
            break;
        }
        let (ink, face, colour) = if phase.active {
            (Ink::fill(p.decision_fill), BODY_BOLD, p.on_decision)
        } else {
            (Ink::fill(p.raised), BODY, p.muted)
        };
        c.rect(pill, 13.0, ink);
        let name = face.fitted(&phase.name, width - 12.0);
        c.text_at_middle(pill.centre(), &name, face, colour, Anchor::Middle);
        x += width + PILL_GAP;
    }
    start
}

/// Rosters in as many columns as fit, with as much detail as fits.
pub(super) fn rosters(c: &mut Canvas, pen: &Pen, rect: Rect) {
    let shown = |density| draw_rosters(&mut Canvas::default(), pen, rect, density);
    let total: usize = pen.scene.rosters.iter().map(|roster| roster.entries.len()).sum();
    let fitting = [Density::Full, Density::Compact].into_iter().find(|&density| shown(density) == total);
    let drawn = draw_rosters(c, pen, rect, fitting.unwrap_or(Density::Line));
    if drawn < total {
        let at = Point::new(rect.right(), rect.bottom() - 8.0);
        c.text_at_middle(at, &format!("+{}", total - drawn), BODY_BOLD, pen.palette.muted, Anchor::End);
    }
}

/// Draws entries until the last column is full and returns how many there was room for.
fn draw_rosters(c: &mut Canvas, pen: &Pen, rect: Rect, density: Density) -> usize {
    const COLUMN: f64 = 236.0;
    const BETWEEN: f64 = 14.0;
    const HEADING: f64 = 22.0;
    let columns = ((rect.width + BETWEEN) / (COLUMN + BETWEEN)).floor().max(1.0);
    let width = (rect.width + BETWEEN) / columns - BETWEEN;
    let gap = if density == Density::Line { 4.0 } else { 8.0 };
    // In the densest form the lowest line is kept free for the number of entries that are missing.
    let bottom = rect.bottom() - if density == Density::Line { 20.0 } else { 0.0 };
    let (mut column, mut y, mut drawn) = (0.0, rect.y, 0);
    for roster in &pen.scene.rosters {
        for (i, card) in roster.entries.iter().enumerate() {
            let heading = if i == 0 { HEADING } else { 0.0 };
            let measure = |c: &mut Canvas, at| entry(c, pen, at, width, roster.side, card, density);
            let height = measure(&mut Canvas::default(), Point::default());
            if y + heading + height > bottom && y > rect.y + HEADING {
                (column, y) = (column + 1.0, rect.y + HEADING - heading);
            }
            if column >= columns || y + heading + height > bottom {
                return drawn;
            }
            let x = rect.x + column * (width + BETWEEN);
            if i == 0 {
                roster_heading(c, pen, Rect::new(x, y, width, HEADING), roster.side);
            }
            measure(c, Point::new(x, y + heading));
            y += heading + height + gap;
            drawn += 1;
        }
        y += 8.0;
    }
    drawn
}

fn roster_heading(c: &mut Canvas, pen: &Pen, rect: Rect, side: usize) {
    let Some(named) = pen.scene.sides.get(side) else { return };
    let face = Face::heading();
    let colour = pen.colour(Some(side));
    let you = if named.you { format!(" · {}", pen.scene.captions.you) } else { String::new() };
    let name = face.fitted(&format!("{}{you}", named.name).to_uppercase(), rect.width - 20.0);
    let middle = rect.y + 8.0;
    pen.plate(Some(side)).draw(c, Rect::new(rect.x + 1.0, middle - 5.0, 10.0, 10.0), Ink::fill(colour));
    c.text_at_middle(Point::new(rect.x + 18.0, middle), &name, face, colour, Anchor::Start);
}

/// Log above, dice below, in one panel.
pub(super) fn story(c: &mut Canvas, pen: &Pen, rect: Rect) {
    let p = pen.palette;
    c.rect(rect, 8.0, Ink::fill(p.panel).edge(p.line, 1.0));
    let inner = rect.inset(18.0);
    let mut log = inner;
    if let Some(tray) = &pen.scene.dice {
        let mut drawing = Canvas::default();
        let needed = draw_tray(&mut drawing, pen, Rect { y: 0.0, ..inner }, tray).min(inner.height);
        let top = if pen.scene.log.is_empty() { inner.y } else { inner.bottom() - needed };
        draw_tray(c, pen, Rect { y: top, ..inner }, tray);
        if !pen.scene.log.is_empty() {
            let y = top - 16.0;
            c.line(Point::new(rect.x + 1.0, y), Point::new(rect.right() - 1.0, y), Ink::stroke(p.line, 1.0));
        }
        log.height = top - 28.0 - inner.y;
    }
    if !pen.scene.log.is_empty() {
        let heading = Face::heading();
        let caption = heading.fitted(&pen.scene.captions.log.to_uppercase(), log.width);
        c.text_at_middle(Point::new(log.x, log.y + 6.0), &caption, heading, p.muted, Anchor::Start);
        let room = Rect { y: log.y + 24.0, height: log.height - 24.0, ..log };
        draw_log(c, pen, room);
    }
}

/// The end of the log, as much as fits, in order.
fn draw_log(c: &mut Canvas, pen: &Pen, room: Rect) {
    const GAP: f64 = 8.0;
    let mut used = 0.0;
    let mut first = pen.scene.log.len();
    for line in pen.scene.log.iter().rev() {
        let mut scratch = Canvas::default();
        let height = log_line(&mut scratch, pen, room, line, false);
        if used + height > room.height {
            break;
        }
        used += height + GAP;
        first -= 1;
    }
    let mut y = room.y;
    let shown = &pen.scene.log[first..];
    for (i, line) in shown.iter().enumerate() {
        y += log_line(c, pen, Rect { y, ..room }, line, i + 1 == shown.len()) + GAP;
    }
}

fn log_line(c: &mut Canvas, pen: &Pen, room: Rect, line: &LogLine, newest: bool) -> f64 {
    const LINE: f64 = 18.0;
    let p = pen.palette;
    let (x, width) = (room.x + 16.0, room.width - 16.0);
    pen.plate(line.side).draw(c, Rect::new(room.x, room.y + 5.0, 8.0, 8.0), Ink::fill(pen.colour(line.side)));
    let mut y = room.y;
    let face = if newest { BODY_BOLD } else { BODY };
    for text in pen.wrapped(face, &line.text, width, 4) {
        c.text_at_middle(Point::new(x, y + LINE / 2.0), &text, face, p.text, Anchor::Start);
        y += LINE;
    }
    if line.dice.iter().any(|group| !group.dice.is_empty()) {
        y += 3.0 + dice::rows(c, pen, Rect::new(x, y + 2.0, width, 72.0), 20.0, &line.dice) + 2.0;
    }
    if !line.rules.is_empty() {
        let rules: Vec<String> = line.rules.iter().take(6).map(|rule| format!("§ {rule}")).collect();
        for text in SMALL.wrapped(&rules.join("  "), width, 2) {
            c.text_at_middle(Point::new(x, y + LINE / 2.0), &text, SMALL, p.link, Anchor::Start);
            y += LINE;
        }
    }
    (y - room.y).max(LINE)
}

fn draw_tray(c: &mut Canvas, pen: &Pen, room: Rect, tray: &DiceTray) -> f64 {
    let p = pen.palette;
    let heading = Face::heading();
    let mut y = room.y;
    for text in heading.wrapped(&tray.caption.to_uppercase(), room.width, 2) {
        c.text_at_middle(Point::new(room.x, y + 6.0), &text, heading, p.muted, Anchor::Start);
        y += 18.0;
    }
    y += 6.0;
    let note = pen.wrapped(BODY, &tray.note, room.width, 4);
    // Half of the panel, less the note, is for the dice.
    let dice_room = Rect::new(room.x, y, room.width, room.height * 0.5 - note.len() as f64 * 18.0);
    y += dice::rows(c, pen, dice_room, 36.0, &tray.groups) + 10.0;
    for text in note {
        y += 18.0;
        c.text(Point::new(room.x, y - 4.0), &text, BODY, p.text, Anchor::Start);
    }
    y - room.y
}

pub(super) fn order(c: &mut Canvas, pen: &Pen, rect: Rect) {
    let (p, entries) = (pen.palette, &pen.scene.order);
    c.rect(rect, 8.0, Ink::fill(p.panel).edge(p.line, 1.0));
    let inner = rect.inset(14.0);
    let heading = Face::heading();
    let caption = heading.fitted(&pen.scene.captions.order.to_uppercase(), inner.width);
    c.text_at_middle(Point::new(inner.x, inner.y + 4.0), &caption, heading, p.muted, Anchor::Start);

    // All entries if they fit, else a stretch around the one whose turn it is.
    const GAP: f64 = 8.0;
    const LEAST: f64 = 132.0;
    let fitting = (((inner.width + GAP) / (LEAST + GAP)) as usize).max(1);
    let now = entries.iter().position(|entry| entry.state == OrderState::Active).unwrap_or(0);
    let count = entries.len().min(fitting);
    let first = now.saturating_sub(count / 3).min(entries.len() - count);
    let width = ((inner.width + GAP) / count.max(1) as f64 - GAP).clamp(24.0, 190.0);
    for (i, entry) in entries[first..first + count].iter().enumerate() {
        let cell = Rect::new(inner.x + i as f64 * (width + GAP), inner.bottom() - 34.0, width, 34.0);
        let colour = pen.colour(entry.side);
        let active = entry.state == OrderState::Active;
        c.open("order", &entry.id, 1.0);
        let ground = if active {
            Ink::tint(colour, 0.16).edge(colour, 1.6)
        } else {
            Ink::fill(p.raised).edge(p.line, 1.0)
        };
        c.rect(cell, 6.0, ground);
        let middle = cell.centre().y;
        let mut x = cell.x + 9.0;
        let value = BADGE.fitted(&entry.value, 36.0);
        if !value.is_empty() {
            let at = Rect::new(x, middle - 9.0, badge_width(&value), 18.0);
            badge(c, pen, entry.side, at, &value, BADGE);
            x = at.right() + 7.0;
        }
        let sign = Point::new(cell.right() - 15.0, middle);
        let (face, ink) = match entry.state {
            OrderState::Active => (BODY_BOLD, p.text),
            OrderState::Waiting => (BODY, p.text),
            OrderState::Done => (BODY, p.muted),
        };
        let taken = if entry.state == OrderState::Waiting { 8.0 } else { 26.0 };
        let name = face.fitted(&entry.name, cell.right() - taken - x);
        c.text_at_middle(Point::new(x, middle), &name, face, ink, Anchor::Start);
        match entry.state {
            OrderState::Active => c.circle(sign, 4.0, Ink::fill(colour)),
            OrderState::Done => {
                let tick =
                    [(-5.0, 0.0), (-1.5, 4.0), (5.0, -4.0)].map(|(x, y)| Point::new(sign.x + x, sign.y + y));
                c.strokes(&tick, false, Ink::stroke(p.muted, 1.6));
            }
            OrderState::Waiting => {}
        }
        c.close();
    }
    if count < entries.len() {
        let rest = format!("{}–{} / {}", first + 1, first + count, entries.len());
        c.text_at_middle(Point::new(inner.right(), inner.y + 4.0), &rest, SMALL, p.muted, Anchor::End);
    }
}
