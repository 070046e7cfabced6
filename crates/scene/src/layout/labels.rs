//! The place of every label on the board.
//!
//! Owns the search for places: labels are set greedily, the most important first; a label never covers another, and
//! covers a base only if there is no other place at all. It must not draw, and must not know what a label says.

use super::{Bands, BoardFrame, Rect, bands, board_frame, usable};
use crate::View;
use crate::model::{Mark, Piece, PieceKind, Scene, Zone};
use crate::shape::{Point, contains, edges};
use crate::text::Face;

/// What a label is for, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// Badge and name on a plate in the side's shape, tokens below.
    Piece,
    /// Bare text, inside what it names if it fits.
    Caption,
    /// A remark on an overlay, in the accent colour.
    Mark,
    Zone,
    /// The number of a range section.
    Band,
}

/// A label with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Id of the piece, or empty.
    pub owner: String,
    pub kind: LabelKind,
    pub side: Option<usize>,
    /// All of it: plate and tokens.
    pub rect: Rect,
    /// The text as shown, cut to its room.
    pub text: String,
    pub badge: String,
    /// The piece's tokens; if there are too many, the last chip says how many more.
    pub(crate) chips: Vec<ChipBox>,
    /// Label and piece, if they are so far apart that a line should join them.
    pub leader: Option<(Point, Point)>,
}

/// A token in a label, relative to the label's corner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChipBox {
    pub rect: Rect,
    /// Index into the piece's tokens; none for the one that says how many more there are.
    pub token: Option<usize>,
    pub text: String,
}

pub(crate) const PLATE: f64 = 22.0;
pub(crate) const NAME: Face = Face::regular(12.5);
pub(crate) const BADGE: Face = Face::bold(12.0);
pub(crate) const CHIP: Face = Face::bold(12.0);
pub(crate) const REMARK: Face = Face::regular(12.5);
pub(crate) const CHIP_HEIGHT: f64 = 20.0;
const LONGEST_NAME: f64 = 168.0;
const CHIPS_A_ROW: usize = 5;
const MOST_CHIPS: usize = 10;

pub(crate) fn badge_width(badge: &str) -> f64 {
    if badge.is_empty() { 0.0 } else { (BADGE.width(badge) + 8.0).max(PLATE - 4.0) }
}

/// Everything a label should keep away from, and how much.
struct Solid {
    polygon: Vec<Point>,
    bounds: Rect,
    cost: f64,
    /// The piece it is, whose own caption may stand on it.
    owner: Option<usize>,
}

/// A label that still looks for its place.
struct Wish {
    label: Label,
    /// What it belongs to, for leader and nearness.
    anchor: Option<Vec<Point>>,
    owner: Option<usize>,
    /// Preferred corners with their cost before penalties.
    places: Vec<(Point, f64)>,
}

/// Covering something dearer than this makes a label look for a place farther away.
const UNBEARABLE: f64 = 90.0;
const MOST_VAIN_SEARCHES: u32 = 12;

/// All labels of the board with their places. Labels for which the board has no room left are missing; their text
/// is still in the drawing as a tooltip.
pub fn labels(scene: &Scene, view: &View) -> Vec<Label> {
    let Some(frame) = board_frame(scene, view) else { return Vec::new() };
    let solids = solids(scene, &frame);
    let mut wishes: Vec<Wish> = Vec::new();
    let mut pieces: Vec<usize> = (0..scene.pieces.len()).collect();
    pieces.sort_by_key(|&i| (!on_ground(&scene.pieces[i]), !scene.pieces[i].flags.active));
    wishes.extend(pieces.into_iter().filter_map(|i| piece_wish(scene, &frame, i)));
    wishes.extend(scene.marks.iter().filter_map(|mark| mark_wish(&frame, mark)));
    wishes.extend(bands(scene, view).iter().flat_map(|band| band_wishes(&frame, band)));
    wishes.extend(zone_wishes(scene, &frame));

    let mut placed: Vec<Label> = Vec::new();
    // On a board that has run full, looking everywhere for each further label would only take time.
    let mut searches_left = MOST_VAIN_SEARCHES;
    for wish in wishes {
        let found = place(wish, &frame, &solids, &placed, searches_left > 0);
        if found.as_ref().is_none_or(|(_, penalty)| *penalty > UNBEARABLE) {
            searches_left = searches_left.saturating_sub(1);
        }
        placed.extend(found.map(|(label, _)| label));
    }
    placed
}

/// Things one can stand on or over carry their name inside.
pub(crate) fn on_ground(piece: &Piece) -> bool {
    matches!(piece.kind, PieceKind::Planet | PieceKind::Terrain | PieceKind::Obstacle)
}

fn solids(scene: &Scene, frame: &BoardFrame) -> Vec<Solid> {
    let solid = |polygon: Vec<Point>, cost: f64, owner: Option<usize>| {
        let polygon = frame.polygon(polygon);
        Rect::around(&polygon).map(|bounds| Solid { polygon, bounds, cost, owner })
    };
    let pieces = scene.pieces.iter().enumerate().filter_map(|(i, piece)| {
        let cost = match piece.kind {
            PieceKind::Terrain => 12.0,
            PieceKind::Planet => 70.0,
            PieceKind::Obstacle => 95.0,
            _ => 400.0,
        };
        piece
            .at
            .is_finite()
            .then(|| solid(piece.base.placed(piece.at, piece.facing), cost, Some(i)))
            .flatten()
    });
    let marks = scene.marks.iter().filter_map(|mark| match mark {
        Mark::Template { outline, at, facing, .. } => solid(outline.placed(*at, *facing), 45.0, None),
        Mark::Ghost { base, at, facing, .. } => solid(base.placed(*at, *facing), 250.0, None),
        Mark::Line { from, to, .. } => solid(vec![*from, *to], 30.0, None),
        Mark::Area { outline, at, facing, .. } => solid(outline.placed(*at, *facing), 2.0, None),
        Mark::RangeBands { .. } => None,
    });
    pieces.chain(marks).collect()
}

/// The label at its best place, and the price of what it covers there.
fn place(
    wish: Wish,
    frame: &BoardFrame,
    solids: &[Solid],
    placed: &[Label],
    search: bool,
) -> Option<(Label, f64)> {
    let (width, height) = (wish.label.rect.width, wish.label.rect.height);
    let judge = |corner: Point| -> Option<(Rect, f64)> {
        let rect = Rect::new(corner.x, corner.y, width, height);
        if !frame.room.contains(&rect) {
            return None;
        }
        let near = rect.inset(-3.0);
        if placed.iter().any(|other| near.overlaps(&other.rect)) {
            return None;
        }
        let own_ground = matches!(wish.label.kind, LabelKind::Caption);
        let penalty = solids
            .iter()
            .filter(|solid| !(own_ground && solid.owner == wish.owner))
            .filter(|solid| solid.bounds.inset(-4.0).overlaps(&near) && near.covers_some_of(&solid.polygon))
            .map(|solid| solid.cost)
            .sum();
        Some((rect, penalty))
    };
    let better = |best: Option<(Rect, f64, f64)>, corner: Point, cost: f64| match (best, judge(corner)) {
        (Some((_, _, total)), Some((_, penalty))) if total <= cost + penalty => best,
        (_, Some((rect, penalty))) => Some((rect, penalty, cost + penalty)),
        (best, None) => best,
    };
    let mut best = wish.places.iter().fold(None, |best, &(corner, cost)| better(best, corner, cost));
    let must_search = search
        && best.is_none_or(|(_, penalty, _)| penalty > UNBEARABLE)
        && wish.label.kind != LabelKind::Band;
    if must_search && let Some((home, _)) = wish.places.first() {
        for (corner, distance) in everywhere(frame.room, *home) {
            let cost = 40.0 + distance * 0.8;
            if best.is_some_and(|(_, _, total)| total <= cost) {
                break;
            }
            best = better(best, corner, cost);
        }
    }
    let (rect, penalty, _) = best?;
    let leader = wish.anchor.as_deref().and_then(|anchor| leader(rect, anchor));
    Some((Label { rect, leader, ..wish.label }, penalty))
}

/// Places all over the room with their distance from `home`, nearest first.
fn everywhere(room: Rect, home: Point) -> Vec<(Point, f64)> {
    const STEP: f64 = 14.0;
    let steps = |length: f64| (length / STEP).clamp(0.0, 120.0) as u32;
    let columns = 0..=steps(room.width);
    let corners = columns.flat_map(|i| (0..=steps(room.height)).map(move |j| (f64::from(i), f64::from(j))));
    let corners = corners.map(|(i, j)| Point::new(room.x + i * STEP, room.y + j * STEP));
    let mut places: Vec<(Point, f64)> = corners.map(|corner| (corner, corner.minus(home).length())).collect();
    places.sort_by(|a, b| a.1.total_cmp(&b.1));
    places
}

/// A line from the label to the edge of what it names, if they do not stand side by side anyway.
fn leader(rect: Rect, anchor: &[Point]) -> Option<(Point, Point)> {
    let bounds = Rect::around(anchor)?;
    if rect.inset(-16.0).overlaps(&bounds) {
        return None;
    }
    let start = rect.nearest(bounds.centre());
    let end = edges(anchor)
        .flat_map(|(a, b)| (0..=8).map(move |i| a.towards(b, f64::from(i) / 8.0)))
        .min_by(|a, b| a.minus(start).length().total_cmp(&b.minus(start).length()))?;
    Some((start, end))
}

/// Corners for a box of that size around bounds: beside it first, then above and below, then farther and farther.
fn around(bounds: Rect, width: f64, height: f64) -> Vec<(Point, f64)> {
    let middle = bounds.centre();
    let mut places = Vec::new();
    for gap in [5.0, 11.0, 20.0, 32.0, 48.0, 70.0, 100.0] {
        let (east, west) = (bounds.right() + gap, bounds.x - gap - width);
        let (north, south) = (bounds.y - gap - height, bounds.bottom() + gap);
        let (level, centred) = (middle.y - height / 2.0, middle.x - width / 2.0);
        let corners = [
            (east, level),
            (east, bounds.y - 2.0),
            (east, bounds.bottom() - height + 2.0),
            (west, level),
            (west, bounds.y - 2.0),
            (west, bounds.bottom() - height + 2.0),
            (centred, south),
            (centred, north),
            (middle.x, south),
            (middle.x, north),
            (middle.x - width, south),
            (middle.x - width, north),
            (east, south),
            (east, north),
            (west, south),
            (west, north),
        ];
        places.extend(
            corners.iter().zip(0..).map(|(&(x, y), rank)| (Point::new(x, y), gap + f64::from(rank) * 1.5)),
        );
    }
    places
}

fn piece_wish(scene: &Scene, frame: &BoardFrame, index: usize) -> Option<Wish> {
    let piece = &scene.pieces[index];
    if !piece.at.is_finite() {
        return None;
    }
    let polygon = frame.polygon(piece.base.placed(piece.at, piece.facing));
    let bounds = Rect::around(&polygon)?;
    let bare = on_ground(piece) && piece.badge.is_empty() && piece.tokens.is_empty();
    if bare {
        let text = REMARK.fitted(&piece.label, LONGEST_NAME);
        if text.is_empty() {
            return None;
        }
        let (width, height) = (REMARK.width(&text) + 8.0, 18.0);
        let mut places = around(bounds, width, height);
        for (share, cost) in [(0.75, -50.0), (0.25, -50.0), (0.5, -60.0)] {
            let y = bounds.y + bounds.height * share - height / 2.0;
            let inside = Rect::new(bounds.centre().x - width / 2.0, y, width, height);
            if inside.inset(2.0).corners().iter().all(|&corner| contains(&polygon, corner)) {
                places.insert(0, (Point::new(inside.x, inside.y), cost));
            }
        }
        let label = bare_label(&piece.id, LabelKind::Caption, piece.side, text, width, height);
        return Some(Wish { label, anchor: Some(polygon), owner: Some(index), places });
    }
    let badge = BADGE.fitted(&piece.badge, 40.0);
    let text = NAME.fitted(&piece.label, LONGEST_NAME);
    if badge.is_empty() && text.is_empty() && piece.tokens.is_empty() {
        return None;
    }
    let name_width = if text.is_empty() { 0.0 } else { NAME.width(&text) + 16.0 };
    let plate = if badge.is_empty() && text.is_empty() {
        Rect::default()
    } else {
        Rect::new(
            0.0,
            0.0,
            badge_width(&badge) + name_width + if badge.is_empty() { 0.0 } else { 4.0 },
            PLATE,
        )
    };
    let chips = chip_boxes(piece, plate.height);
    let width = chips.iter().map(|chip| chip.rect.right()).fold(plate.width, f64::max);
    let height = chips.iter().map(|chip| chip.rect.bottom()).fold(plate.height, f64::max);
    let label = Label {
        owner: piece.id.clone(),
        kind: LabelKind::Piece,
        side: piece.side,
        rect: Rect::new(0.0, 0.0, width, height),
        text,
        badge,
        chips,
        leader: None,
    };
    let places = around(bounds, width, height);
    Some(Wish { label, anchor: Some(polygon), owner: Some(index), places })
}

fn chip_boxes(piece: &Piece, below: f64) -> Vec<ChipBox> {
    let (mut x, mut y) = (0.0, if below > 0.0 { below + 3.0 } else { 0.0 });
    let mut boxes: Vec<ChipBox> = Vec::new();
    let shown = if piece.tokens.len() > MOST_CHIPS { MOST_CHIPS - 1 } else { piece.tokens.len() };
    let texts = piece.tokens[..shown].iter().map(|chip| chip.text.chars().take(3).collect::<String>());
    let rest = piece.tokens.len() - shown;
    let more = (rest > 0).then(|| format!("+{}", rest.min(99)));
    for (i, text) in texts.chain(more).enumerate() {
        if i > 0 && i % CHIPS_A_ROW == 0 {
            (x, y) = (0.0, y + CHIP_HEIGHT + 3.0);
        }
        let width = (CHIP.width(&text) + 9.0).clamp(CHIP_HEIGHT, 48.0);
        let rect = Rect::new(x, y, width, CHIP_HEIGHT);
        x += width + 3.0;
        boxes.push(ChipBox { rect, token: (i < shown).then_some(i), text });
    }
    boxes
}

fn bare_label(
    owner: &str,
    kind: LabelKind,
    side: Option<usize>,
    text: String,
    width: f64,
    height: f64,
) -> Label {
    let rect = Rect::new(0.0, 0.0, width, height);
    Label {
        owner: owner.to_owned(),
        kind,
        side,
        rect,
        text,
        badge: String::new(),
        chips: Vec::new(),
        leader: None,
    }
}

fn mark_wish(frame: &BoardFrame, mark: &Mark) -> Option<Wish> {
    let (label, anchor) = match mark {
        Mark::Template { outline, at, facing, label } | Mark::Area { outline, at, facing, label, .. } => {
            (label, outline.placed(*at, *facing))
        }
        Mark::Ghost { base, at, facing, label, .. } => (label, base.placed(*at, *facing)),
        Mark::Line { from, to, label, .. } => (label, vec![*from, *to]),
        Mark::RangeBands { .. } => return None,
    };
    let text = REMARK.fitted(label, LONGEST_NAME + 40.0);
    if text.is_empty() || anchor.iter().any(|p| !p.is_finite()) {
        return None;
    }
    let (width, height) = (REMARK.width(&text) + 20.0, PLATE);
    let anchor = frame.polygon(anchor);
    let mut places = Vec::new();
    if let (Mark::Line { .. }, [a, b]) = (mark, anchor.as_slice()) {
        for (share, rank) in [(0.5, 0.0), (0.35, 6.0), (0.65, 6.0), (0.2, 14.0), (0.8, 14.0)] {
            for (shift, cost) in
                [(20.0, 0.0), (-20.0, 1.0), (34.0, 8.0), (-34.0, 9.0), (56.0, 20.0), (-56.0, 21.0)]
            {
                let on_line = a.towards(*b, share);
                let along = b.minus(*a);
                let length = along.length().max(1.0);
                // Sideways so far that the box clears the line whatever its slope.
                let clear = shift + f64::signum(shift) * (width / 2.0 * (along.y / length).abs());
                let middle =
                    Point::new(on_line.x - along.y / length * clear, on_line.y + along.x / length * clear);
                places.push((Point::new(middle.x - width / 2.0, middle.y - height / 2.0), rank + cost));
            }
        }
    } else {
        places = around(Rect::around(&anchor)?, width, height);
    }
    let label = bare_label("", LabelKind::Mark, None, text, width, height);
    Some(Wish { label, anchor: Some(anchor), owner: None, places })
}

fn zone_wishes(scene: &Scene, frame: &BoardFrame) -> Vec<Wish> {
    let zones = usable(scene).map_or(&[][..], |board| &board.zones);
    let wish = |zone: &Zone| {
        let text = REMARK.fitted(&zone.label, LONGEST_NAME + 40.0);
        let bounds = Rect::around(&frame.polygon(zone.outline.placed(zone.at, 0.0)))?;
        if text.is_empty() {
            return None;
        }
        let (width, height) = (REMARK.width(&text) + 8.0, 18.0);
        let inner = bounds.inset(6.0);
        let (west, east) = (inner.x, inner.right() - width);
        let (north, south) = (inner.y, inner.bottom() - height);
        let middle = Point::new(inner.centre().x - width / 2.0, inner.centre().y - height / 2.0);
        let corners = [
            (west, south),
            (west, north),
            (east, south),
            (east, north),
            (middle.x, south),
            (middle.x, north),
        ];
        let places =
            corners.into_iter().zip(0..).map(|((x, y), rank)| (Point::new(x, y), f64::from(rank))).collect();
        let label = bare_label("", LabelKind::Zone, zone.side, text, width, height);
        Some(Wish { label, anchor: None, owner: None, places })
    };
    zones.iter().filter_map(wish).collect()
}

fn band_wishes(frame: &BoardFrame, bands: &Bands) -> Vec<Wish> {
    let size = bands.footprint.iter().map(|p| p.minus(bands.centre).length()).fold(0.0, f64::max) * 0.8;
    let mut near = 0.0;
    let mut wishes = Vec::new();
    for (number, &far) in (1..).zip(&bands.sections) {
        let text = format!("{number}");
        let (width, height) = (REMARK.width(&text) + 6.0, 16.0);
        let reach = size + (near + far) / 2.0;
        let places = [0.5, 0.42, 0.58, 0.3, 0.7, 0.15, 0.85].into_iter().zip(0..).map(|(share, rank)| {
            let ahead = Point::heading(bands.sector.from + bands.sector.span * share);
            let middle =
                frame.to_px(Point::new(bands.centre.x + ahead.x * reach, bands.centre.y + ahead.y * reach));
            (Point::new(middle.x - width / 2.0, middle.y - height / 2.0), f64::from(rank))
        });
        let label = bare_label("", LabelKind::Band, bands.side, text, width, height);
        wishes.push(Wish { label, anchor: None, owner: None, places: places.collect() });
        near = far;
    }
    wishes
}
