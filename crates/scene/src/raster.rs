//! Scenes as PNG, drawn from their SVG with fonts that come with the crate.
//!
//! Owns the fonts and the rasteriser. It must not know what a scene contains, nor look at the fonts of the machine:
//! the same scene gives the same picture everywhere.

use std::fmt;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::{Scene, View, text};

/// Why a scene has no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The SVG was refused by the rasteriser.
    Svg(String),
    /// A picture of this size cannot be held.
    Size { width_px: u32, height_px: u32 },
    /// The pixels could not be written as PNG.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svg(why) => write!(f, "the scene's SVG cannot be drawn: {why}"),
            Self::Size { width_px, height_px } => write!(f, "no picture of {width_px} × {height_px} pixels"),
            Self::Encoding(why) => write!(f, "the picture cannot be encoded: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// The scene as a PNG of the view's size.
pub fn png(scene: &Scene, view: &View) -> Result<Vec<u8>, PngError> {
    let options =
        Options { fontdb: fonts(), font_family: text::BUNDLED_FAMILY.to_owned(), ..Options::default() };
    let tree =
        Tree::from_str(&crate::svg(scene, view), &options).map_err(|e| PngError::Svg(e.to_string()))?;
    let (width, height) = view.size();
    let (width_px, height_px) = (width as u32, height as u32);
    let mut picture = Pixmap::new(width_px, height_px).ok_or(PngError::Size { width_px, height_px })?;
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    picture.encode_png().map_err(|e| PngError::Encoding(e.to_string()))
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        for face in [notosans::REGULAR_TTF, notosans::BOLD_TTF, epaint_default_fonts::HACK_REGULAR] {
            fonts.load_font_data(face.to_vec());
        }
        fonts.set_sans_serif_family(text::BUNDLED_FAMILY);
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}
