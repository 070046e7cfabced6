//! Where things go in the picture: the frames of the panels, the scale of the board, the place of every label.
//!
//! Owns all decisions about position so that drawing only follows them and tests can look at them. It must not draw.

mod labels;
mod rect;

use crate::model::{Board, Mark, Scene};
use crate::shape::{Point, Sector, band, finite};
use crate::{Panels, View};

pub(crate) use labels::{BADGE, CHIP, CHIP_HEIGHT, NAME, PLATE, REMARK, badge_width, on_ground};
pub use labels::{Label, LabelKind, labels};
pub use rect::Rect;

/// The panels of the picture; those with nothing to show are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Frames {
    pub page: Rect,
    pub header: Option<Rect>,
    pub rosters: Option<Rect>,
    /// The board or card table.
    pub surface: Rect,
    /// Log and dice.
    pub story: Option<Rect>,
    pub order: Option<Rect>,
}

const GAP: f64 = 16.0;
/// Below this width there is no room for columns beside the board.
const NARROW: f64 = 900.0;
/// A board this much wider than high gets the rosters below it instead of beside it.
const WIDE: f64 = 1.45;
/// With so few roster entries the log of a card table stands below them: its rows need the width.
const FEW_ENTRIES: usize = 4;
/// Space between the edge of the surface and the table: for the scale at the west and south, little elsewhere.
const SCALE_WEST: f64 = 32.0;
const SCALE_SOUTH: f64 = 26.0;
const RIM: f64 = 12.0;

pub fn frames(scene: &Scene, view: &View) -> Frames {
    let (width, height) = view.size();
    let page = Rect::new(0.0, 0.0, width, height);
    if view.show == Panels::Board {
        return Frames { page, header: None, rosters: None, surface: page, story: None, order: None };
    }
    let header = Rect::new(0.0, 0.0, width, 52.0_f64.min(height / 4.0));
    let body = Rect::new(
        GAP,
        header.bottom() + GAP,
        width - 2.0 * GAP,
        (height - header.height - 2.0 * GAP).max(1.0),
    );
    let column = |share: f64, least: f64, most: f64, wanted: bool| {
        if wanted && width >= NARROW { (width * share).clamp(least, most) } else { 0.0 }
    };
    let entries: usize = scene.rosters.iter().map(|roster| roster.entries.len()).sum();
    let any_roster = entries > 0;
    let told = !scene.log.is_empty() || scene.dice.is_some();
    let one_column = usable(scene).is_none() && any_roster && told && entries <= FEW_ENTRIES;
    let aspect = usable(scene).map_or(1.0, |board| board.width / board.height);
    let left = column(if one_column { 0.185 } else { 0.17 }, 236.0, 340.0, any_roster && aspect < WIDE);
    let right = column(0.205, 264.0, 400.0, told && !one_column);
    let strip = if scene.order.is_empty() || height < 420.0 { 0.0 } else { 84.0 };
    let beside = |size: f64| if size > 0.0 { size + GAP } else { 0.0 };
    let mut surface = Rect::new(
        body.x + beside(left),
        body.y,
        (body.width - beside(left) - beside(right)).max(1.0),
        (body.height - beside(strip)).max(1.0),
    );
    let mut rosters = Rect::new(body.x, body.y, left, body.height);
    if any_roster && aspect >= WIDE && width >= NARROW {
        let needed = (surface.width - SCALE_WEST - RIM) / aspect + SCALE_SOUTH + RIM;
        let below = (surface.height - needed - GAP).max(200.0_f64.min(surface.height * 0.3));
        surface.height -= below + GAP;
        rosters = Rect::new(surface.x, surface.bottom() + GAP, surface.width, below);
    }
    let mut story = Rect::new(body.right() - right, body.y, right, body.height);
    if one_column {
        rosters.height = (body.height * 0.5).min(120.0 + 110.0 * entries as f64);
        let top = rosters.bottom() + GAP;
        story = Rect::new(body.x, top, left, body.bottom() - top);
    }
    let some = |rect: Rect| (rect.width > 0.0 && rect.height > 0.0).then_some(rect);
    Frames {
        page,
        header: Some(header),
        rosters: some(rosters),
        surface,
        story: some(story),
        order: some(Rect::new(surface.x, body.bottom() - strip, surface.width, strip)),
    }
}

/// Where the table lies in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardFrame {
    /// The table itself.
    pub rect: Rect,
    /// Room in which labels may stand: the table and a little around it.
    pub room: Rect,
    /// Pixels per millimetre.
    pub scale: f64,
}

/// Pixels from the corner of the picture beyond which nothing is drawn.
const FARTHEST: f64 = 20_000.0;

impl BoardFrame {
    /// A length in pixels, however long it claims to be.
    pub(crate) fn length(&self, mm: f64) -> f64 {
        (finite(mm).abs() * self.scale).min(FARTHEST)
    }

    pub fn to_px(&self, p: Point) -> Point {
        // Far outside the picture one place is as good as another, and drawing stays within what renderers bear.
        let held = |v: f64| finite(v).clamp(-FARTHEST, FARTHEST);
        Point::new(held(self.rect.x + p.x * self.scale), held(self.rect.bottom() - p.y * self.scale))
    }

    pub(crate) fn polygon(&self, points: Vec<Point>) -> Vec<Point> {
        points.into_iter().map(|p| self.to_px(p)).collect()
    }
}

/// The frame of a board that has an area.
pub fn board_frame(scene: &Scene, view: &View) -> Option<BoardFrame> {
    let board = usable(scene)?;
    let surface = frames(scene, view).surface;
    let room = Rect::new(
        surface.x + SCALE_WEST,
        surface.y + RIM,
        (surface.width - SCALE_WEST - RIM).max(1.0),
        (surface.height - SCALE_SOUTH - RIM).max(1.0),
    );
    let scale = (room.width / board.width).min(room.height / board.height);
    let (width, height) = (board.width * scale, board.height * scale);
    let rect =
        Rect::new(room.x + (room.width - width) / 2.0, room.y + (room.height - height) / 2.0, width, height);
    Some(BoardFrame { rect, room: rect.inset(2.0), scale })
}

pub(crate) fn usable(scene: &Scene) -> Option<&Board> {
    let sensible = |v: f64| v.is_finite() && (1.0..1e6).contains(&v);
    scene.board.as_ref().filter(|board| sensible(board.width) && sensible(board.height))
}

/// Range bands to be drawn: those the scene marks and those the viewer asks for.
pub(crate) struct Bands {
    pub footprint: Vec<Point>,
    pub centre: Point,
    pub sector: Sector,
    pub sections: Vec<f64>,
    pub side: Option<usize>,
}

impl Bands {
    /// Edges of the bands in millimetres, nearest first.
    pub fn edges(&self) -> Vec<Vec<Point>> {
        self.sections.iter().map(|&reach| band(&self.footprint, self.centre, self.sector, reach)).collect()
    }
}

pub(crate) fn bands(scene: &Scene, view: &View) -> Vec<Bands> {
    const MOST_SECTIONS: usize = 10;
    let sections = |mm: &[f64]| -> Vec<f64> {
        mm.iter().copied().filter(|mm| (0.0..1e5).contains(mm)).take(MOST_SECTIONS).collect()
    };
    let mut all = Vec::new();
    for mark in &scene.marks {
        if let Mark::RangeBands { footprint, at, facing, arc, sections_mm, side } = mark
            && at.is_finite()
        {
            let turned =
                |(from, to): (f64, f64)| Sector::between(finite(*facing) + from, finite(*facing) + to);
            all.push(Bands {
                footprint: footprint.placed(*at, *facing),
                centre: *at,
                sector: arc.map_or(Sector::ALL_ROUND, turned),
                sections: sections(sections_mm),
                side: *side,
            });
        }
    }
    let ruler = usable(scene).map_or(&[][..], |board| &board.ruler);
    let asked = scene.pieces.iter().filter(|piece| view.range_bands_for.contains(&piece.id));
    for piece in asked.filter(|piece| piece.at.is_finite()) {
        let facing = finite(piece.facing);
        let mut sectors: Vec<Sector> = piece
            .arcs
            .iter()
            .map(|arc| Sector::between(facing + arc.from_deg, facing + arc.to_deg))
            .collect();
        if sectors.is_empty() {
            sectors.push(Sector::ALL_ROUND);
        }
        all.extend(sectors.into_iter().map(|sector| Bands {
            footprint: piece.base.placed(piece.at, piece.facing),
            centre: piece.at,
            sector,
            sections: sections(ruler),
            side: piece.side,
        }));
    }
    all.retain(|bands| bands.footprint.len() > 2 && bands.footprint.iter().all(|p| p.is_finite()));
    all
}
