//! The table from above: grid and scale, zones, pieces, overlays and their labels.
//!
//! Owns the look of everything measured in millimetres. It must not place labels; the layout has done that.

use super::canvas::{Anchor, Canvas, Ink};
use super::{Pen, badge, glyphs};
use crate::View;
use crate::figures::{Figure, Fill};
use crate::layout::{self, BoardFrame, Label, LabelKind, Rect};
use crate::model::{ArcStyle, Chip, LineStyle, Mark, Piece, PieceKind};
use crate::shape::{Outline, Path, Point, Sector, Segment, clipped, finite};
use crate::text::Face;

const SCALE_TEXT: Face = Face::regular(12.0);

pub(super) fn draw(c: &mut Canvas, pen: &Pen, view: &View, frame: &BoardFrame) {
    let p = pen.palette;
    ground(c, pen, frame);
    let clip = frame.rect;
    c.raw(&format!(
        r#"<clipPath id="table"><rect x="{}" y="{}" width="{}" height="{}" rx="4"/></clipPath><g clip-path="url(#table)">"#,
        clip.x, clip.y, clip.width, clip.height
    ));
    zones(c, pen, frame);
    let mut standing: Vec<&Piece> = pen.scene.pieces.iter().filter(|piece| piece.at.is_finite()).collect();
    standing.sort_by(|a, b| {
        let key = |piece: &Piece| (!layout::on_ground(piece), piece.flags.active);
        key(a).cmp(&key(b)).then(finite(a.flags.height).total_cmp(&finite(b.flags.height)))
    });
    let (ground, above): (Vec<&Piece>, Vec<&Piece>) =
        standing.into_iter().partition(|p| layout::on_ground(p));
    ground.into_iter().for_each(|piece| draw_piece(c, pen, frame, piece));
    for bands in layout::bands(pen.scene, view) {
        draw_bands(c, pen, frame, &bands);
    }
    for mark in &pen.scene.marks {
        lying(c, pen, frame, mark);
    }
    above.into_iter().for_each(|piece| draw_piece(c, pen, frame, piece));
    for mark in &pen.scene.marks {
        line(c, pen, frame, mark);
    }
    c.close();
    c.rect(frame.rect, 4.0, Ink::stroke(p.line, 1.2));
    let labels = layout::labels(pen.scene, view);
    for label in &labels {
        if let Some((from, to)) = label.leader {
            let colour = if label.kind == LabelKind::Mark { p.decision } else { pen.colour(label.side) };
            c.line(from, to, Ink::default().faint_edge(colour, 1.0, 0.7));
            c.circle(to, 1.8, Ink::fill(colour));
        }
    }
    labels.iter().for_each(|label| draw_label(c, pen, label));
}

/// The calm ground: a grid of round distances and a scale in centimetres along the west and south edges.
fn ground(c: &mut Canvas, pen: &Pen, frame: &BoardFrame) {
    let (p, rect) = (pen.palette, frame.rect);
    c.rect(rect, 4.0, Ink::fill("url(#felt)"));
    let (width, height) = (rect.width / frame.scale, rect.height / frame.scale);
    let steps = (0..).map(|i: i32| [100.0, 200.0, 500.0][i as usize % 3] * 10_f64.powi(i / 3));
    let step = steps.take(12).find(|step| width.max(height) / step <= 24.0 && step * frame.scale >= 30.0);
    let Some(step) = step else { return };
    let marks = |length: f64| (1..40).map(move |i| f64::from(i) * step).take_while(move |mm| *mm < length);
    let centimetres = |mm: f64| format!("{}", (mm / 10.0).round());
    for mm in marks(width) {
        let x = rect.x + mm * frame.scale;
        c.line(Point::new(x, rect.y), Point::new(x, rect.bottom()), Ink::stroke(p.grid, 1.0));
        c.line(Point::new(x, rect.bottom()), Point::new(x, rect.bottom() + 4.0), Ink::stroke(p.muted, 1.0));
        let at = Point::new(x, rect.bottom() + 17.0);
        c.text(at, &centimetres(mm), SCALE_TEXT, p.muted, Anchor::Middle);
    }
    for mm in marks(height) {
        let y = rect.bottom() - mm * frame.scale;
        c.line(Point::new(rect.x, y), Point::new(rect.right(), y), Ink::stroke(p.grid, 1.0));
        c.line(Point::new(rect.x - 4.0, y), Point::new(rect.x, y), Ink::stroke(p.muted, 1.0));
        c.text_at_middle(Point::new(rect.x - 8.0, y), &centimetres(mm), SCALE_TEXT, p.muted, Anchor::End);
    }
    c.text(Point::new(rect.x - 8.0, rect.bottom() + 17.0), "cm", SCALE_TEXT, p.muted, Anchor::End);
}

fn zones(c: &mut Canvas, pen: &Pen, frame: &BoardFrame) {
    for zone in layout::usable(pen.scene).map_or(&[][..], |board| &board.zones) {
        let colour = pen.colour(zone.side);
        let ink = Ink::tint(colour, 0.05).faint_edge(colour, 1.0, 0.4).dashed("2 5");
        outline(c, frame, &zone.outline, zone.at, 0.0, ink);
    }
}

/// Draws an outline where it lies, round things as circles.
fn outline(c: &mut Canvas, frame: &BoardFrame, shape: &Outline, at: Point, facing: f64, ink: Ink) {
    match shape {
        Outline::Circle { radius } => c.circle(frame.to_px(at), frame.length(*radius), ink),
        Outline::Path { path } => {
            c.path(path, |p| frame.to_px(p.placed(at, facing)), frame.scale, ink);
        }
        Outline::Rect { width, height } => {
            let path = rounded(finite(*width).abs(), finite(*height).abs());
            c.path(&path, |p| frame.to_px(p.placed(at, facing)), frame.scale, ink);
        }
        Outline::Polygon { .. } => c.polygon(&frame.polygon(shape.placed(at, facing)), ink),
    }
}

/// A rectangle with slightly rounded corners, as bases and cards have.
fn rounded(width: f64, height: f64) -> Path {
    let (x, y) = (width / 2.0, height / 2.0);
    let r = (width.min(height) * 0.06).min(2.5);
    let arc = |x, y| Segment::Arc { to: Point::new(x, y), radius: r, clockwise: true, large: false };
    let line = |x, y| Segment::Line { to: Point::new(x, y) };
    let segments = vec![
        Segment::Move { to: Point::new(-x + r, y) },
        line(x - r, y),
        arc(x, y - r),
        line(x, -y + r),
        arc(x - r, -y),
        line(-x + r, -y),
        arc(-x, -y + r),
        line(-x, y - r),
        arc(-x + r, y),
        Segment::Close,
    ];
    Path { segments }
}

fn draw_piece(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, piece: &Piece) {
    let opacity = if piece.flags.faded { 0.6 } else { 1.0 };
    c.open("piece", &piece.id, opacity);
    let tokens =
        piece.tokens.iter().map(|token| if token.title.is_empty() { &token.text } else { &token.title });
    let names = [&piece.badge, &piece.label].into_iter().chain(tokens);
    c.title(&names.filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(" · "));
    match piece.kind {
        PieceKind::Planet => planet(c, pen, frame, piece),
        PieceKind::Terrain => terrain(c, pen, frame, piece),
        PieceKind::Obstacle | PieceKind::Token => token(c, pen, frame, piece),
        _ => unit(c, pen, frame, piece),
    }
    c.close();
}

fn planet(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, piece: &Piece) {
    let side = piece.side.and_then(|i| pen.scene.sides.get(i));
    let globe = side.map_or(pen.palette.sides.len(), |side| side.color % pen.palette.sides.len());
    let colour = side.map_or(pen.palette.globe, |side| pen.palette.side(side.color));
    let fill = format!("url(#globe{globe})");
    let ink = Ink::fill(&fill).faint_edge(colour, edge(piece, 1.4), 0.8);
    outline(c, frame, &piece.base, piece.at, piece.facing, fading(piece, ink));
}

/// The higher the ground, the stronger its fill and the longer its shadow to the south-east.
fn terrain(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, piece: &Piece) {
    let height = finite(piece.flags.height).clamp(0.0, 400.0);
    let share = (height / 120.0).min(1.0);
    let colour = pen.colour(piece.side);
    if height > 0.0 {
        let cast = 2.0 + share * 9.0;
        let shadow: Vec<Point> = frame
            .polygon(piece.base.placed(piece.at, piece.facing))
            .into_iter()
            .map(|p| Point::new(p.x + cast, p.y + cast))
            .collect();
        c.polygon(&shadow, Ink::tint(pen.palette.shadow, if pen.palette.dark { 0.42 } else { 0.16 }));
    }
    let solid = Ink::fill(pen.palette.panel);
    outline(c, frame, &piece.base, piece.at, piece.facing, solid);
    let ink = Ink::tint(colour, 0.08 + 0.26 * share).faint_edge(colour, edge(piece, 1.2), 0.75);
    outline(c, frame, &piece.base, piece.at, piece.facing, fading(piece, ink));
    // One inner contour for each 30 mm of height, at most three.
    for level in 1..=((height / 30.0) as u32).min(3) {
        let contour = shrunk(frame, piece, 0.1 * f64::from(level));
        c.polygon(&contour, Ink::default().faint_edge(colour, 1.0, 0.35));
    }
}

/// The outline drawn in towards the middle of its corners.
fn shrunk(frame: &BoardFrame, piece: &Piece, share: f64) -> Vec<Point> {
    let corners = piece.base.placed(piece.at, piece.facing);
    let count = (corners.len() as f64).max(1.0);
    let sum = corners.iter().fold(Point::default(), |sum, p| Point::new(sum.x + p.x, sum.y + p.y));
    let middle = Point::new(sum.x / count, sum.y / count);
    frame.polygon(corners.into_iter().map(|p| p.towards(middle, share)).collect())
}

fn token(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, piece: &Piece) {
    let colour = pen.colour(piece.side);
    glow(c, frame, piece, colour);
    let ink = Ink::tint(colour, 0.18).edge(colour, edge(piece, 1.3));
    outline(c, frame, &piece.base, piece.at, piece.facing, fading(piece, ink));
    if let Some(figure) = &piece.figure {
        draw_figure(c, pen, frame, figure, &Stand::of(piece, 1.0, colour));
    } else if piece.kind == PieceKind::Obstacle {
        let facet = shrunk(frame, piece, 0.34);
        c.polygon(&facet, Ink::tint(colour, 0.12).faint_edge(colour, 1.0, 0.35));
    }
}

fn edge(piece: &Piece, width: f64) -> f64 {
    if piece.flags.active { width + 0.9 } else { width }
}

fn fading<'a>(piece: &Piece, ink: Ink<'a>) -> Ink<'a> {
    if piece.flags.faded { ink.dashed("4 3") } else { ink }
}

fn glow(c: &mut Canvas, frame: &BoardFrame, piece: &Piece, colour: &str) {
    if piece.flags.active {
        for (width, opacity) in [(14.0, 0.10), (9.0, 0.14), (5.0, 0.20)] {
            let ink = Ink::default().faint_edge(colour, width, opacity);
            outline(c, frame, &piece.base, piece.at, piece.facing, ink);
        }
    }
}

/// Ships, squadrons, troopers, vehicles: base, arcs, figure.
fn unit(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, piece: &Piece) {
    let colour = pen.colour(piece.side);
    glow(c, frame, piece, colour);
    outline(c, frame, &piece.base, piece.at, piece.facing, Ink::fill(pen.palette.panel));
    let tint = if piece.flags.active { 0.2 } else { 0.09 };
    let ink = Ink::tint(colour, tint).edge(colour, edge(piece, 1.5));
    outline(c, frame, &piece.base, piece.at, piece.facing, fading(piece, ink));
    arcs(c, frame, piece, colour);
    match &piece.figure {
        Some(figure) => draw_figure(c, pen, frame, figure, &Stand::of(piece, FIGURE, colour)),
        None => draw_figure(c, pen, frame, &stand_in(piece.kind), &Stand::of(piece, 1.0, colour)),
    }
}

/// How much of its base a figure fills.
const FIGURE: f64 = 0.84;

/// Where and how a figure stands.
struct Stand<'a> {
    at: Point,
    facing: f64,
    /// Millimetres for one unit of the figure.
    reach: f64,
    colour: &'a str,
    dashed: bool,
}

impl<'a> Stand<'a> {
    fn of(piece: &Piece, share: f64, colour: &'a str) -> Self {
        let reach = piece.base.inner_reach() * share;
        Self { at: piece.at, facing: piece.facing, reach, colour, dashed: piece.flags.faded }
    }
}

/// For pieces without a figure: enough to see the front.
fn stand_in(kind: PieceKind) -> Figure {
    match kind {
        PieceKind::Squadron => Figure::new()
            .hull(&[(0.0, 0.55), (0.42, -0.35), (0.0, -0.15), (-0.42, -0.35)])
            .line(&[(-0.2, -0.5), (0.2, -0.5)]),
        PieceKind::Trooper => {
            Figure::new().disc(Fill::Accent, (0.0, -0.05), 0.34).line(&[(-0.3, 0.5), (0.0, 0.78), (0.3, 0.5)])
        }
        _ => Figure::new().line(&[(-0.3, 0.5), (0.0, 0.8), (0.3, 0.5)]),
    }
}

/// Sectors printed on the base: a faint fill and the two limits from the centre to the edge.
fn arcs(c: &mut Canvas, frame: &BoardFrame, piece: &Piece, colour: &str) {
    let rim = match piece.base {
        Outline::Rect { width, height } => rounded(finite(width).abs(), finite(height).abs()).flattened(),
        _ => piece.base.corners(),
    };
    let base: Vec<Point> = rim.into_iter().map(|p| p.placed(piece.at, piece.facing)).collect();
    for arc in &piece.arcs {
        let facing = finite(piece.facing);
        let sector = Sector::between(facing + arc.from_deg, facing + arc.to_deg);
        if sector.is_all_round() {
            continue;
        }
        let part = frame.polygon(clipped(&base, piece.at, sector));
        let (fill, dash) = match arc.style {
            ArcStyle::Front => (0.13, None),
            ArcStyle::Rear => (0.06, Some("2 2.5")),
            ArcStyle::Turret => (0.08, Some("5 2")),
        };
        if sector.span < 180.0 {
            c.polygon(&part, Ink::tint(colour, fill));
        }
        for limit in [sector.from, sector.from + sector.span] {
            let ahead = Point::heading(limit);
            let reach = base.iter().map(|p| p.minus(piece.at).length()).fold(0.0, f64::max);
            let far = Point::new(piece.at.x + ahead.x * reach, piece.at.y + ahead.y * reach);
            let on_base = crop(&base, piece.at, far);
            let ink = Ink::default().faint_edge(colour, 1.0, 0.55);
            let ink = dash.map_or(ink, |dash| ink.dashed(dash));
            c.line(frame.to_px(piece.at), frame.to_px(on_base), ink);
        }
    }
}

/// The last point inside the polygon on the way from its inside to `far`.
fn crop(polygon: &[Point], from: Point, far: Point) -> Point {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..20 {
        let middle = (low + high) / 2.0;
        if crate::shape::contains(polygon, from.towards(far, middle)) { low = middle } else { high = middle }
    }
    from.towards(far, low)
}

fn draw_figure(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, figure: &Figure, stand: &Stand) {
    let &Stand { at, facing, reach, colour, dashed } = stand;
    let to_px = |p: Point| frame.to_px(Point::new(p.x * reach, p.y * reach).placed(at, facing));
    for part in &figure.parts {
        if part.fill == Fill::Hull {
            // Opaque first, so that parts hide what they lie over.
            c.path(&part.path, to_px, reach * frame.scale, Ink::fill(pen.palette.panel));
        }
        let ink = match part.fill {
            Fill::Hull => Ink::tint(colour, 0.26).edge(colour, 1.2),
            Fill::Accent => Ink::tint(colour, 0.85),
            Fill::Line => Ink::default().faint_edge(colour, 0.9, 0.7),
        };
        let ink = if dashed && part.fill != Fill::Accent { ink.dashed("3 2") } else { ink };
        c.path(&part.path, to_px, reach * frame.scale, ink);
    }
}

fn draw_bands(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, bands: &layout::Bands) {
    let colour = bands.side.map_or(pen.palette.decision, |side| pen.colour(Some(side)));
    for edge in bands.edges().into_iter().rev() {
        let ink = Ink::tint(colour, 0.045).faint_edge(colour, 1.0, 0.5).dashed("3 4");
        c.polygon(&frame.polygon(edge), ink);
    }
}

/// Overlays that lie under the pieces.
fn lying(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, mark: &Mark) {
    let accent = pen.palette.decision;
    match mark {
        Mark::Template { outline: shape, at, facing, .. } if at.is_finite() => {
            outline(c, frame, shape, *at, *facing, Ink::tint(accent, 0.16).faint_edge(accent, 1.2, 0.9));
        }
        Mark::Ghost { piece, base, figure, at, facing, .. } if at.is_finite() => {
            c.open("ghost", piece.as_deref().unwrap_or_default(), 1.0);
            outline(c, frame, base, *at, *facing, Ink::tint(accent, 0.10).edge(accent, 1.3).dashed("5 3"));
            if let Some(figure) = figure {
                c.open("figure", "", 0.75);
                let reach = base.inner_reach() * FIGURE;
                let stand = Stand { at: *at, facing: *facing, reach, colour: accent, dashed: false };
                draw_figure(c, pen, frame, figure, &stand);
                c.close();
            }
            c.close();
        }
        Mark::Area { outline: shape, at, facing, tone, .. } if at.is_finite() => {
            let colour = pen.palette.tone(*tone);
            let ink = Ink::tint(colour, 0.08).faint_edge(colour, 1.2, 0.7).dashed("6 4");
            outline(c, frame, shape, *at, *facing, ink);
        }
        _ => {}
    }
}

fn line(c: &mut Canvas, pen: &Pen, frame: &BoardFrame, mark: &Mark) {
    let Mark::Line { from, to, style, .. } = mark else { return };
    if !from.is_finite() || !to.is_finite() {
        return;
    }
    let p = pen.palette;
    let (from, to) = (frame.to_px(*from), frame.to_px(*to));
    let ink = match style {
        LineStyle::Clear => Ink::stroke(p.decision, 1.8).dashed("6 4"),
        LineStyle::Obstructed => Ink::stroke(p.tone(crate::Tone::Orange), 1.8).dashed("2 4"),
        LineStyle::Blocked => Ink::stroke(p.tone(crate::Tone::Red), 1.8).dashed("2 4"),
        LineStyle::Measure => Ink::stroke(p.muted, 1.3),
    };
    c.line(from, to, ink);
    match style {
        LineStyle::Blocked => {
            let middle = from.towards(to, 0.5);
            let ink = Ink::stroke(p.tone(crate::Tone::Red), 2.0);
            for (dx, dy) in [(5.0, 5.0), (5.0, -5.0)] {
                let ends =
                    (Point::new(middle.x - dx, middle.y - dy), Point::new(middle.x + dx, middle.y + dy));
                c.line(ends.0, ends.1, ink);
            }
        }
        LineStyle::Measure => {
            let along = to.minus(from);
            let length = along.length().max(1.0);
            let across = Point::new(-along.y / length * 5.0, along.x / length * 5.0);
            for end in [from, to] {
                let ends = (end.minus(across), Point::new(end.x + across.x, end.y + across.y));
                c.line(ends.0, ends.1, Ink::stroke(p.muted, 1.3));
            }
        }
        LineStyle::Clear | LineStyle::Obstructed => {
            c.circle(to, 3.0, Ink::fill(p.decision));
        }
    }
}

fn draw_label(c: &mut Canvas, pen: &Pen, label: &Label) {
    let p = pen.palette;
    let (rect, middle) = (label.rect, label.rect.centre());
    match label.kind {
        LabelKind::Piece => piece_label(c, pen, label),
        LabelKind::Caption => {
            c.text_at_middle(middle, &label.text, layout::REMARK, p.text, Anchor::Middle);
        }
        LabelKind::Zone => {
            c.text_at_middle(middle, &label.text, layout::REMARK, pen.colour(label.side), Anchor::Middle);
        }
        LabelKind::Band => {
            let colour = label.side.map_or(p.decision, |side| pen.colour(Some(side)));
            c.text_at_middle(middle, &label.text, layout::REMARK, colour, Anchor::Middle);
        }
        LabelKind::Mark => {
            c.rect(rect, rect.height / 2.0, Ink::tint(p.panel, 0.94).edge(p.decision, 1.1));
            c.text_at_middle(middle, &label.text, layout::REMARK, p.decision, Anchor::Middle);
        }
    }
}

fn piece_label(c: &mut Canvas, pen: &Pen, label: &Label) {
    let p = pen.palette;
    let piece = pen.scene.pieces.iter().find(|piece| piece.id == label.owner);
    let active = piece.is_some_and(|piece| piece.flags.active);
    c.open("label", &label.owner, 1.0);
    if !(label.text.is_empty() && label.badge.is_empty()) {
        let badge_width = layout::badge_width(&label.badge);
        let name_width = if label.text.is_empty() { 0.0 } else { layout::NAME.width(&label.text) + 16.0 };
        let gap = if label.badge.is_empty() { 0.0 } else { 4.0 };
        let plate = Rect::new(label.rect.x, label.rect.y, badge_width + name_width + gap, layout::PLATE);
        let colour = pen.colour(label.side);
        let ink = Ink::tint(p.panel, 0.94).edge(colour, if active { 1.8 } else { 1.0 });
        pen.plate(label.side).draw(c, plate, ink);
        if !label.badge.is_empty() {
            let at = Rect::new(plate.x + 2.0, plate.y + 2.0, badge_width, layout::PLATE - 4.0);
            badge(c, pen, label.side, at, &label.badge, layout::BADGE);
        }
        let start =
            Point::new(plate.x + badge_width + gap + if gap > 0.0 { 3.0 } else { 8.0 }, plate.centre().y);
        c.text_at_middle(start, &label.text, layout::NAME, p.text, Anchor::Start);
    }
    for chip_box in &label.chips {
        let token = chip_box.token.and_then(|i| piece.and_then(|piece| piece.tokens.get(i)));
        let rect =
            Rect { x: label.rect.x + chip_box.rect.x, y: label.rect.y + chip_box.rect.y, ..chip_box.rect };
        chip(c, pen, rect, &chip_box.text, token);
    }
    c.close();
}

/// A token: a filled lozenge with up to three letters.
pub(super) fn chip(c: &mut Canvas, pen: &Pen, rect: Rect, text: &str, token: Option<&Chip>) {
    let p = pen.palette;
    let colour = p.tone(token.map_or(crate::Tone::Muted, |token| token.tone));
    c.open("chip", "", 1.0);
    c.title(token.map_or("", |token| &token.title));
    c.rect(rect, rect.height / 2.0, Ink::fill(colour));
    match glyphs::of_token(text) {
        Some(glyph) => {
            let side = rect.height * 0.7;
            let middle = rect.centre();
            let place = Rect::new(middle.x - side / 2.0, middle.y - side / 2.0, side, side);
            glyphs::draw(c, glyph, place, p.on_fill);
        }
        None => c.text_at_middle(rect.centre(), text, layout::CHIP, p.on_fill, Anchor::Middle),
    }
    c.close();
}
