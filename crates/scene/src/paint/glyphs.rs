//! Signs for values and tokens, the same shapes as in the browser.
//!
//! Owns the outlines. It must not know what a sign stands for, beyond the characters that no bundled font has.

use super::canvas::{Canvas, Ink};
use crate::layout::Rect;
use crate::model::Glyph;

/// The side of the square in which the shapes are drawn.
const SQUARE: f64 = 16.0;

/// A filled shape in a square of [`SQUARE`], holes by the even-odd rule.
const fn shape(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Blade => {
            "M13.8 1.2 14.8 2.2 7.6 10.6 9 12 7.9 13.1 6 11.2 3.4 13.8Q4 14.6 3.2 15.2L.8 12.8Q1.4 12 2.2 12.6L4.8 10 2.9 8.1 4 7 5.4 8.4Z"
        }
        Glyph::Rings => {
            "M8 1A7 7 0 1 1 8 15 7 7 0 1 1 8 1ZM8 3.2A4.8 4.8 0 1 0 8 12.8 4.8 4.8 0 1 0 8 3.2ZM8 5.6A2.4 2.4 0 1 1 8 10.4 2.4 2.4 0 1 1 8 5.6Z"
        }
        Glyph::Burst => {
            "M8 .4 9.6 4.6 13.4 2.6 11.4 6.4 15.6 8 11.4 9.6 13.4 13.4 9.6 11.4 8 15.6 6.4 11.4 2.6 13.4 4.6 9.6.4 8 4.6 6.4 2.6 2.6 6.4 4.6Z"
        }
        Glyph::Swirl => {
            "M8 1A7 7 0 0 1 8 15 3.5 3.5 0 0 0 8 8 3.5 3.5 0 0 1 8 1ZM8 1A7 7 0 0 0 8 15V13.8A5.8 5.8 0 0 1 8 2.2ZM8 10.4A1.1 1.1 0 1 1 8 12.6 1.1 1.1 0 1 1 8 10.4Z"
        }
        Glyph::Crystal => "M8 .8 13 5.2 8 15.2 3 5.2ZM8 2.6 5 5.2H11Z",
        Glyph::Coin => {
            "M8 1.2A6.8 6.8 0 1 1 8 14.8 6.8 6.8 0 1 1 8 1.2ZM8 3A5 5 0 1 0 8 13 5 5 0 1 0 8 3ZM7.2 4.6H8.8V11.4H7.2Z"
        }
        Glyph::Hash => {
            "M5.6 1.6H7.2L6.8 5H9.8L10.2 1.6H11.8L11.4 5H14V6.6H11.2L10.9 9.4H13.6V11H10.7L10.3 14.4H8.7L9.1 11H6.1L5.7 14.4H4.1L4.5 11H2V9.4H4.7L5 6.6H2.4V5H5.2ZM6.6 6.6 6.3 9.4H9.3L9.6 6.6Z"
        }
    }
}

pub(super) fn draw(c: &mut Canvas, glyph: Glyph, place: Rect, colour: &str) {
    c.sign(shape(glyph), place, SQUARE, Ink::fill(colour));
}

/// The sign for a token that bears a character no bundled font has.
pub(super) fn of_token(text: &str) -> Option<Glyph> {
    (text == "☯").then_some(Glyph::Swirl)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_draws_the_same_shapes() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/app/draw/glyphs.js");
        let drawn = std::fs::read_to_string(file).unwrap();
        let all = [
            Glyph::Blade,
            Glyph::Rings,
            Glyph::Burst,
            Glyph::Swirl,
            Glyph::Crystal,
            Glyph::Coin,
            Glyph::Hash,
        ];
        for glyph in all {
            let name = format!("{glyph:?}").to_lowercase();
            let entry = format!("{name}: '{}',", shape(glyph));
            assert!(drawn.contains(&entry), "{name} is another shape in the browser");
        }
    }
}
