//! Writes SVG elements: numbers rounded and finite, text escaped, nothing else.
//!
//! Owns the syntax. It must not know scenes or palettes; callers hand it colours and places in pixels.

use std::fmt::Write as _;

use crate::layout::Rect;
use crate::shape::{Path, Point, Segment, finite};
use crate::text::{Face, Weight, escape};

/// How a shape is filled and stroked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ink<'a> {
    fill: Option<(&'a str, f64)>,
    stroke: Option<(&'a str, f64, f64)>,
    dash: Option<&'static str>,
}

impl<'a> Ink<'a> {
    pub fn fill(colour: &'a str) -> Self {
        Self::tint(colour, 1.0)
    }

    pub fn tint(colour: &'a str, opacity: f64) -> Self {
        Self { fill: Some((colour, opacity)), ..Self::default() }
    }

    pub fn stroke(colour: &'a str, width: f64) -> Self {
        Self::default().edge(colour, width)
    }

    pub fn edge(self, colour: &'a str, width: f64) -> Self {
        self.faint_edge(colour, width, 1.0)
    }

    pub fn faint_edge(self, colour: &'a str, width: f64, opacity: f64) -> Self {
        Self { stroke: Some((colour, width, opacity)), ..self }
    }

    pub fn dashed(self, dash: &'static str) -> Self {
        Self { dash: Some(dash), ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug, Default)]
pub(super) struct Canvas {
    out: String,
}

/// A number for SVG: two decimals, no noise, never NaN.
fn num(value: f64) -> String {
    let rounded = (finite(value).clamp(-1e6, 1e6) * 100.0).round() / 100.0;
    // Adding zero turns −0 into 0.
    format!("{}", rounded + 0.0)
}

impl Canvas {
    pub fn raw(&mut self, svg: &str) {
        self.out.push_str(svg);
    }

    pub fn append(&mut self, other: Self) {
        self.out.push_str(&other.out);
    }

    pub fn finish(self) -> String {
        self.out
    }

    pub fn escaped(&mut self, text: &str) {
        escape(text, &mut self.out);
    }

    /// Opens a group with a class and, for clients and tests, the id of what it shows.
    pub fn open(&mut self, class: &str, id: &str, opacity: f64) {
        let _ = write!(self.out, r#"<g class="{class}""#);
        if !id.is_empty() {
            self.raw(r#" data-id=""#);
            self.escaped(id);
            self.raw("\"");
        }
        if opacity < 1.0 {
            let _ = write!(self.out, r#" opacity="{}""#, num(opacity));
        }
        self.raw(">");
    }

    pub fn close(&mut self) {
        self.raw("</g>\n");
    }

    pub fn title(&mut self, text: &str) {
        if !text.is_empty() {
            self.raw("<title>");
            self.escaped(text);
            self.raw("</title>");
        }
    }

    fn ink(&mut self, ink: Ink) {
        match ink.fill {
            None => self.raw(r#" fill="none""#),
            Some((colour, opacity)) => {
                let _ = write!(self.out, r#" fill="{colour}""#);
                if opacity < 1.0 {
                    let _ = write!(self.out, r#" fill-opacity="{}""#, num(opacity));
                }
            }
        }
        if let Some((colour, width, opacity)) = ink.stroke {
            let _ = write!(self.out, r#" stroke="{colour}" stroke-width="{}""#, num(width));
            if opacity < 1.0 {
                let _ = write!(self.out, r#" stroke-opacity="{}""#, num(opacity));
            }
        }
        if let Some(dash) = ink.dash {
            let _ = write!(self.out, r#" stroke-dasharray="{dash}""#);
        }
        self.raw("/>");
    }

    pub fn rect(&mut self, rect: Rect, radius: f64, ink: Ink) {
        let (x, y, width, height) =
            (num(rect.x), num(rect.y), num(rect.width.max(0.0)), num(rect.height.max(0.0)));
        let _ = write!(self.out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}""#);
        if radius > 0.0 {
            let _ = write!(self.out, r#" rx="{}""#, num(radius));
        }
        self.ink(ink);
    }

    pub fn circle(&mut self, centre: Point, radius: f64, ink: Ink) {
        let (x, y, r) = (num(centre.x), num(centre.y), num(radius.max(0.0)));
        let _ = write!(self.out, r#"<circle cx="{x}" cy="{y}" r="{r}""#);
        self.ink(ink);
    }

    pub fn line(&mut self, from: Point, to: Point, ink: Ink) {
        self.strokes(&[from, to], false, ink);
    }

    pub fn polygon(&mut self, points: &[Point], ink: Ink) {
        self.strokes(points, true, ink);
    }

    pub fn strokes(&mut self, points: &[Point], closed: bool, ink: Ink) {
        if points.len() < 2 {
            return;
        }
        self.raw(r#"<path stroke-linejoin="round" stroke-linecap="round" d=""#);
        for (i, p) in points.iter().enumerate() {
            let _ = write!(self.out, "{}{} {}", if i == 0 { "M" } else { "L" }, num(p.x), num(p.y));
        }
        self.raw(if closed { "Z\"" } else { "\"" });
        self.ink(ink);
    }

    /// A path in its own coordinates, brought into pixels by `to_px`; `scale` is the factor for radii.
    pub fn path(&mut self, path: &Path, to_px: impl Fn(Point) -> Point, scale: f64, ink: Ink) {
        let starts_with_move = matches!(path.segments.first(), Some(Segment::Move { .. }));
        if path.segments.len() < 2 || !starts_with_move {
            return;
        }
        self.raw(r#"<path stroke-linejoin="round" stroke-linecap="round" d=""#);
        let pair = |p: Point| {
            let p = to_px(p);
            format!("{} {}", num(p.x), num(p.y))
        };
        for segment in &path.segments {
            let _ = match *segment {
                Segment::Move { to } => write!(self.out, "M{}", pair(to)),
                Segment::Line { to } => write!(self.out, "L{}", pair(to)),
                Segment::Cubic { c1, c2, to } => {
                    write!(self.out, "C{} {} {}", pair(c1), pair(c2), pair(to))
                }
                Segment::Arc { to, radius, clockwise, large } => {
                    let r = num((finite(radius) * scale).abs());
                    let (large, clockwise) = (u8::from(large), u8::from(clockwise));
                    write!(self.out, "A{r} {r} 0 {large} {clockwise} {}", pair(to))
                }
                Segment::Close => write!(self.out, "Z"),
            };
        }
        self.raw("\"");
        self.ink(ink);
    }

    /// A shape drawn in a square of that side, brought to its place; what is enclosed twice is a hole.
    pub fn sign(&mut self, shape: &str, place: Rect, square: f64, ink: Ink) {
        let (x, y, scale) = (num(place.x), num(place.y), place.width / square);
        let _ = write!(self.out, r#"<path transform="translate({x} {y}) scale({})""#, num(scale));
        let _ = write!(self.out, r#" fill-rule="evenodd" d="{shape}""#);
        self.ink(ink);
    }

    /// Text on a baseline; callers cut it to its room first.
    pub fn text(&mut self, at: Point, text: &str, face: Face, colour: &str, anchor: Anchor) {
        if text.is_empty() {
            return;
        }
        let (x, y) = (num(at.x), num(at.y));
        let _ = write!(self.out, r#"<text x="{x}" y="{y}" font-size="{}" fill="{colour}""#, num(face.size));
        if face.weight == Weight::Bold {
            self.raw(r#" font-weight="700""#);
        }
        if face.spacing > 0.0 {
            let _ = write!(self.out, r#" letter-spacing="{}""#, num(face.spacing));
        }
        self.raw(match anchor {
            Anchor::Start => ">",
            Anchor::Middle => r#" text-anchor="middle">"#,
            Anchor::End => r#" text-anchor="end">"#,
        });
        self.escaped(text);
        self.raw("</text>");
    }

    /// Text whose capitals are centred on the height given.
    pub fn text_at_middle(&mut self, at: Point, text: &str, face: Face, colour: &str, anchor: Anchor) {
        self.text(Point::new(at.x, at.y + face.size * 0.357), text, face, colour, anchor);
    }
}
