//! A scene is what one seat sees of a table: plain data, made by a game, drawn by anyone.
//!
//! This crate owns the scene types and draws them as SVG and PNG. It must not know any rule, game or card: whatever
//! a reader of the picture needs is in the scene, and every word in the picture comes from there.

pub mod figures;
pub mod layout;
mod model;
mod paint;
#[cfg(feature = "png")]
mod raster;
mod shape;
mod text;
mod theme;
mod update;

pub use model::*;
pub use paint::svg;
#[cfg(feature = "png")]
pub use raster::{PngError, png};
pub use shape::{Outline, Path, Point, Segment};
pub use theme::{Palette, Theme};
pub use update::{Kept, Known, RosterUpdate, RowUpdate, SceneUpdate};

/// Which parts of the scene are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panels {
    /// Only the playing surface.
    Board,
    /// Title and phases, rosters, surface, log and dice, order of activation.
    #[default]
    Full,
}

/// How a scene is looked at; never part of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Width of the picture in pixels, held between [`View::MIN_PX`] and [`View::MAX_PX`].
    pub width_px: u32,
    /// Height of the picture in pixels, held between the same limits.
    pub height_px: u32,
    pub theme: Theme,
    pub show: Panels,
    /// Ids of pieces whose arcs are extended over the board with the range sections of [`Board::ruler`].
    pub range_bands_for: Vec<String>,
}

impl View {
    pub const MIN_PX: u32 = 240;
    pub const MAX_PX: u32 = 8192;

    /// Everything on one screen.
    pub fn full(width_px: u32, height_px: u32) -> Self {
        Self { width_px, height_px, theme: Theme::Dark, show: Panels::Full, range_bands_for: Vec::new() }
    }

    /// The surface alone, square.
    pub fn board(side_px: u32) -> Self {
        Self { show: Panels::Board, ..Self::full(side_px, side_px) }
    }

    /// The surface alone, as large as the pieces or cards of a scene need to be recognised and read.
    pub fn surface_of(scene: &Scene) -> Self {
        let (width_px, height_px) = if scene.rows.is_empty() { (640, 640) } else { (1280, 960) };
        Self { show: Panels::Board, ..Self::full(width_px, height_px) }
    }

    pub fn themed(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    pub fn with_range_bands(mut self, piece: impl Into<String>) -> Self {
        self.range_bands_for.push(piece.into());
        self
    }

    fn size(&self) -> (f64, f64) {
        let held = |px: u32| f64::from(px.clamp(Self::MIN_PX, Self::MAX_PX));
        (held(self.width_px), held(self.height_px))
    }
}

impl Default for View {
    fn default() -> Self {
        Self::full(1600, 1000)
    }
}
