//! The two palettes and how sides and tones get their colours.
//!
//! Owns colour and nothing else; it must not know what a tone means in a game. Every text colour keeps a contrast of
//! 4.5 : 1 against the grounds it is used on, which the tests compute.

use serde::{Deserialize, Serialize};

use crate::model::Tone;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

/// Colours as `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Palette {
    /// Behind everything.
    pub ground: &'static str,
    /// Panels and cards.
    pub panel: &'static str,
    /// Cards and controls that lie on a panel.
    pub raised: &'static str,
    /// The board, from its middle to its rim.
    pub board: [&'static str; 2],
    pub line: &'static str,
    pub grid: &'static str,
    pub text: &'static str,
    pub muted: &'static str,
    /// The one accent, as a stroke, fill or text.
    pub decision: &'static str,
    /// The accent as a filled ground, and text on it.
    pub decision_fill: &'static str,
    pub on_decision: &'static str,
    pub link: &'static str,
    /// By colour index, in turn.
    pub sides: [&'static str; 5],
    /// Text on a ground filled with a side or tone.
    pub on_fill: &'static str,
    /// Pieces of no side.
    pub neutral: &'static str,
    /// Planets of no side.
    pub globe: &'static str,
    pub shadow: &'static str,
    pub dark: bool,
}

impl Theme {
    pub fn palette(self) -> &'static Palette {
        match self {
            Self::Dark => &DARK,
            Self::Light => &LIGHT,
        }
    }
}

static DARK: Palette = Palette {
    ground: "#070b12",
    panel: "#0d1420",
    raised: "#131d2e",
    board: ["#0e1827", "#090f19"],
    line: "#22304a",
    grid: "#1a2840",
    text: "#e9eff7",
    muted: "#8fa1b8",
    decision: "#f2c14e",
    decision_fill: "#f2c14e",
    on_decision: "#161003",
    link: "#8fc1e6",
    sides: ["#5cb8ff", "#ff7a6b", "#7ee0a0", "#c3a6ff", "#f3a45f"],
    on_fill: "#070b12",
    neutral: "#8fa1b8",
    globe: "#3d86c6",
    shadow: "#000000",
    dark: true,
};

static LIGHT: Palette = Palette {
    ground: "#e6ebf2",
    panel: "#fbfcfe",
    raised: "#f1f4f9",
    board: ["#ffffff", "#f3f6fa"],
    line: "#c3cedd",
    grid: "#dde5ef",
    text: "#121a26",
    muted: "#4f5f76",
    decision: "#8a5a00",
    decision_fill: "#f2c14e",
    on_decision: "#161003",
    link: "#1d5a92",
    sides: ["#0f62ac", "#b42a1f", "#15703c", "#6a3fb5", "#96500b"],
    on_fill: "#ffffff",
    neutral: "#5b6b82",
    globe: "#3f7db3",
    shadow: "#26364f",
    dark: false,
};

impl Palette {
    pub fn side(&self, colour: usize) -> &'static str {
        self.sides[colour % self.sides.len()]
    }

    pub fn tone(&self, tone: Tone) -> &'static str {
        let by_theme = |dark, light| if self.dark { dark } else { light };
        match tone {
            Tone::Plain => self.text,
            Tone::Muted => self.muted,
            Tone::Red => self.sides[1],
            Tone::Orange => self.sides[4],
            Tone::Gold => by_theme("#f7d06e", "#835600"),
            Tone::Green => self.sides[2],
            Tone::Blue => self.sides[0],
            Tone::Violet => self.sides[3],
            Tone::White => by_theme("#e9eff7", "#5b6675"),
            Tone::Black => by_theme("#9aa7b8", "#1b222c"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_colour_is_readable_on_every_ground() {
        for theme in [Theme::Dark, Theme::Light] {
            let p = theme.palette();
            let grounds = [p.ground, p.panel, p.raised, p.board[0], p.board[1]];
            let tones = Tone::ALL.iter().map(|&tone| p.tone(tone));
            let texts =
                [p.text, p.muted, p.decision, p.link, p.neutral].into_iter().chain(p.sides).chain(tones);
            for text in texts {
                for ground in grounds {
                    assert!(contrast(text, ground) >= 4.5, "{theme:?}: {text} on {ground}");
                }
            }
            let fills = p.sides.into_iter().chain(Tone::ALL.iter().map(|&tone| p.tone(tone)));
            for fill in fills {
                assert!(contrast(p.on_fill, fill) >= 4.5, "{theme:?}: on {fill}");
            }
            assert!(contrast(p.on_decision, p.decision_fill) >= 4.5);
        }
    }
}
