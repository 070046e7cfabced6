//! How wide text is, where it is cut or broken, and how it is made safe for XML.
//!
//! Owns a table of advance widths so that layout is the same with and without fonts. It must not know where text goes.

use std::borrow::Cow;
use std::collections::HashMap;

/// The face whose widths the table holds, and the one PNGs are set in.
#[cfg(feature = "png")]
pub(crate) const BUNDLED_FAMILY: &str = "Noto Sans";
pub(crate) const FAMILIES: &str = "'Noto Sans', Inter, 'Segoe UI', system-ui, sans-serif";

/// A break that nobody sees unless a line ends there.
const SOFT_HYPHEN: char = '\u{ad}';

/// A word of fewer letters is not broken.
const LONG_WORD: usize = 7;

/// No text in a picture is smaller.
pub const SMALLEST_PX: f64 = 12.0;

/// Longest input looked at; what lies beyond could not be shown anyway.
const LONGEST: usize = 2000;

/// Advance widths of U+0020 to U+007E in thousandths of the size.
const REGULAR: [u16; 95] = [
    260, 269, 408, 646, 572, 831, 732, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572, 572, 572,
    572, 572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556, 519, 728, 741, 339,
    273, 619, 524, 907, 760, 781, 605, 781, 622, 549, 556, 731, 600, 930, 586, 566, 572, 329, 372, 329, 572,
    444, 580, 561, 615, 480, 615, 564, 344, 615, 618, 258, 258, 534, 258, 935, 618, 605, 615, 615, 413, 479,
    361, 618, 508, 786, 529, 510, 470, 380, 551, 380, 572,
];
const BOLD: [u16; 95] = [
    260, 286, 472, 646, 572, 901, 750, 266, 339, 339, 545, 572, 285, 322, 285, 413, 572, 572, 572, 572, 572,
    572, 572, 572, 572, 572, 285, 285, 572, 572, 572, 477, 897, 690, 672, 637, 740, 560, 549, 724, 765, 389,
    331, 664, 565, 943, 813, 796, 628, 796, 660, 551, 579, 756, 650, 967, 667, 624, 579, 331, 413, 331, 572,
    411, 607, 604, 633, 514, 633, 591, 387, 633, 657, 305, 305, 620, 305, 982, 657, 619, 633, 633, 454, 497,
    434, 657, 569, 856, 578, 569, 488, 394, 551, 394, 572,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// A size and weight of type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Face {
    pub size: f64,
    pub weight: Weight,
    /// Extra space after each character.
    pub spacing: f64,
}

impl Face {
    pub const fn regular(size: f64) -> Self {
        Self { size, weight: Weight::Regular, spacing: 0.0 }
    }

    pub const fn bold(size: f64) -> Self {
        Self { size, weight: Weight::Bold, spacing: 0.0 }
    }

    /// Small spaced capitals for headings.
    pub const fn heading() -> Self {
        Self { size: 12.0, weight: Weight::Bold, spacing: 1.2 }
    }

    pub fn width(self, text: &str) -> f64 {
        text.chars().take(LONGEST).map(|c| self.advance(c)).sum()
    }

    fn advance(self, c: char) -> f64 {
        let (table, heavier) = match self.weight {
            Weight::Regular => (&REGULAR, 1.0),
            Weight::Bold => (&BOLD, 1.06),
        };
        let thousandths = match unaccented(c) {
            plain @ ' '..='~' => f64::from(table[plain as usize - 0x20]),
            '\u{a0}' => 260.0,
            SOFT_HYPHEN => 0.0,
            '·' | '’' | '‘' => 285.0,
            '“' | '”' | '„' => 444.0,
            'ß' | '–' | '§' | '°' | '×' | '−' | '●' => 630.0 * heavier,
            '…' => 820.0 * heavier,
            c if c.is_control() => 0.0,
            c if c < '\u{1100}' => 640.0 * heavier,
            _ => 1000.0,
        };
        thousandths / 1000.0 * self.size + self.spacing
    }

    /// The text, or as much of its beginning as fits with an ellipsis; nothing if not even that fits.
    pub fn fitted(self, text: &str, room: f64) -> String {
        let (text, room) = (single_line(&whole(text)), room.max(0.0));
        if self.width(&text) <= room && text.chars().nth(LONGEST).is_none() {
            return text;
        }
        let mut used = self.advance('…');
        if used > room {
            return String::new();
        }
        let mut kept = String::new();
        for c in text.chars() {
            used += self.advance(c);
            if used > room {
                break;
            }
            kept.push(c);
        }
        kept.truncate(kept.trim_end_matches([' ', '·', ',', '-', '–']).len());
        kept.push('…');
        kept
    }

    /// The text over at most `lines` lines, broken between words, inside words longer than a line; the rest is cut.
    pub fn wrapped(self, text: &str, room: f64, lines: usize) -> Vec<String> {
        let text = single_line(text);
        let mut rest = text.as_str();
        let mut broken = Vec::new();
        while !rest.is_empty() && broken.len() < lines {
            if broken.len() + 1 == lines || self.width(rest) <= room {
                broken.push(self.fitted(rest, room));
                break;
            }
            let mut used = 0.0;
            let overflow = rest.char_indices().find(|&(_, c)| {
                used += self.advance(c);
                used > room
            });
            let end = overflow.map_or(rest.len(), |(at, _)| at);
            let cut = if rest[end..].starts_with(' ') { Some(end) } else { rest[..end].rfind([' ', '-']) };
            let (cut, hyphen) = match cut {
                Some(at) if at > 0 && rest[at..].starts_with('-') => (at + 1, ""),
                Some(at) if at > 0 => (at, ""),
                _ => (self.inside_word(rest, room), "-"),
            };
            broken.push(format!("{}{hyphen}", whole(rest[..cut].trim_end())));
            rest = rest[cut..].trim_start();
        }
        broken.retain(|line| !line.is_empty());
        broken
    }
}

impl Face {
    /// Where to break a word that is longer than a line: at the last soft hyphen that fits, or else so that a hyphen fits
    /// and the next line gets a few letters.
    fn inside_word(self, text: &str, room: f64) -> usize {
        const CARRIED: usize = 3;
        let word = text.split(' ').next().unwrap_or(text);
        let soft = word.match_indices(SOFT_HYPHEN).map(|(at, _)| at);
        let fitting = soft.take_while(|at| self.width(&word[..*at]) + self.advance('-') <= room);
        if let Some(at) = fitting.last() {
            return at + SOFT_HYPHEN.len_utf8();
        }
        let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
        let mut used = self.advance('-');
        let fitting = word.chars().take_while(|&c| {
            used += self.advance(c);
            used <= room
        });
        let kept = fitting.count().min(starts.len().saturating_sub(CARRIED)).max(1);
        starts.get(kept).copied().unwrap_or(word.len())
    }
}

/// A text without the breaks that nobody sees.
fn whole(text: &str) -> Cow<'_, str> {
    if text.contains(SOFT_HYPHEN) { text.replace(SOFT_HYPHEN, "").into() } else { text.into() }
}

fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic())
}

/// The words of a text that may be too long for a line.
pub(crate) fn long_words(text: &str) -> impl Iterator<Item = &str> {
    letters(text).filter(|word| word.chars().nth(LONG_WORD - 1).is_some())
}

/// Where the long words of a scene may be broken.
pub(crate) struct Breaks<'a>(HashMap<String, &'a str>);

impl<'a> Breaks<'a> {
    pub fn new(words: &'a [String]) -> Self {
        Breaks(words.iter().map(|word| (whole(word).into_owned(), word.as_str())).collect())
    }

    /// The text with soft hyphens in its long words.
    pub fn soft(&self, text: &str) -> String {
        let mut soft = String::with_capacity(text.len());
        let mut rest = text;
        for word in long_words(text) {
            let Some(broken) = self.0.get(word) else { continue };
            let Some((before, after)) = rest.split_once(word) else { break };
            soft.push_str(before);
            soft.push_str(broken);
            rest = after;
        }
        soft + rest
    }
}

fn unaccented(c: char) -> char {
    match c {
        'À'..='Å' => 'A',
        'Ç' => 'C',
        'È'..='Ë' => 'E',
        'Ì'..='Ï' => 'I',
        'Ñ' => 'N',
        'Ò'..='Ö' | 'Ø' => 'O',
        'Ù'..='Ü' => 'U',
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        other => other,
    }
}

/// Runs of white space become one space, so that what is measured is what is drawn; spaces that hold words together
/// stay.
fn single_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(LONGEST));
    let breaks = |c: char| c.is_whitespace() && c != '\u{a0}';
    for word in text.split(breaks).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(LONGEST));
        if line.len() > 4 * LONGEST {
            break;
        }
    }
    line
}

/// Characters XML forbids become the replacement character, the five special ones entities.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            SOFT_HYPHEN => {}
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_keeps_within_the_room() {
        let face = Face::regular(12.0);
        for text in ["Aktivierungsreihenfolge", "ÄÖÜ ß → 漢字", "", "W", "a  b\n c"] {
            for room in [-1.0, 0.0, 9.0, 15.0, 40.0, 90.0, 500.0, f64::NAN] {
                let cut = face.fitted(text, room);
                assert!(cut.is_empty() || face.width(&cut) <= room, "{cut} in {room}");
            }
        }
        assert_eq!(face.fitted("a  b\n c", 500.0), "a b c");
    }

    #[test]
    fn long_words_break_where_their_language_does() {
        let words = ["Ziel\u{ad}er\u{ad}fas\u{ad}sung".to_string()];
        let text = Breaks::new(&words).soft("Die Zielerfassung, Zielerfassungen");
        assert_eq!(text, "Die Ziel\u{ad}er\u{ad}fas\u{ad}sung, Zielerfassungen");
        let face = Face::regular(12.0);
        let room = face.width("Zielerf-");
        assert_eq!(face.wrapped(&text, room, 3), ["Die", "Zieler-", "fass…"]);
        assert_eq!(face.wrapped(&text, face.width("Die Zielerfassung,"), 3)[0], "Die Zielerfassung,");
        assert_eq!(face.fitted(&text, 500.0), "Die Zielerfassung, Zielerfassungen");
    }

    #[test]
    fn wrapping_breaks_between_words_and_inside_long_ones() {
        let face = Face::regular(12.0);
        assert_eq!(face.wrapped("one two three", face.width("one two"), 3), ["one two", "three"]);
        assert_eq!(face.wrapped("half-done", face.width("half-d"), 3), ["half-", "done"]);
        let lines = face.wrapped("Donaudampfschifffahrtsgesellschaft", 60.0, 9);
        assert!(lines.len() > 2 && lines.iter().all(|line| face.width(line) <= 60.0));
        assert_eq!(lines.concat().replace('-', ""), "Donaudampfschifffahrtsgesellschaft");
        assert!(face.wrapped("a b c d e f", 20.0, 2).last().is_some_and(|line| line.ends_with('…')));
        assert_eq!(face.wrapped("a\u{a0}b c", face.width("a b"), 3), ["a\u{a0}b", "c"]);
        assert_eq!(face.wrapped("x •\u{a0}b", face.width("x • "), 3), ["x", "•\u{a0}b"]);
        assert!(face.wrapped("", 20.0, 2).is_empty());
        assert!(face.wrapped("ÄÖÜ", 0.0, 5).len() <= 5);
    }

    #[cfg(feature = "png")]
    #[test]
    fn the_table_agrees_with_the_bundled_fonts() {
        for (data, face) in
            [(notosans::REGULAR_TTF, Face::regular(1000.0)), (notosans::BOLD_TTF, Face::bold(1000.0))]
        {
            let font = ttf_parser::Face::parse(data, 0).unwrap();
            let scale = 1000.0 / f64::from(font.units_per_em());
            for c in (' '..='~').chain("äöüÄÖÜßéøÅ…·–“”’°×−§".chars()) {
                let glyph = font.glyph_index(c).unwrap();
                let real = f64::from(font.glyph_hor_advance(glyph).unwrap()) * scale;
                let ours = face.advance(c);
                assert!(ours >= real - 51.0 * f64::from(u8::from(c > '~')) - 1.0, "{c}: {ours} for {real}");
            }
        }
    }
}
