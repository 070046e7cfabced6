//! Pictures and animations of games: as many drawn at once as the machine has cores, a few more may wait, and what was drawn is kept
//! for whoever asks for the same.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use scene::{Theme, View};
use table::Lang;

use crate::refusal::Trouble;
use crate::replays::History;
use crate::work::Desk;

/// Pictures that may wait to be drawn.
const LONGEST_QUEUE: usize = 32;
/// Bytes of pictures that are kept, and about how many pictures that is.
const KEPT_BYTES: u64 = 32 << 20;
const KEPT_PICTURES: usize = 256;
/// Frames of an animation at most; a longer game is shown in larger steps.
const MOST_FRAMES: usize = 120;
const FRAMES_PER_SECOND: u16 = 3;

/// The widest picture: about what a large screen shows.
pub const WIDEST: u32 = 2048;

/// What a picture shows, and all that it depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Wanted {
    pub table: String,
    /// How often the past of the table was changed.
    pub rewritten: u64,
    pub viewer: Option<u8>,
    pub lang: Lang,
    pub what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum What {
    Svg {
        moment: usize,
        width: u32,
        light: bool,
    },
    Png {
        moment: usize,
        width: u32,
        light: bool,
    },
    /// The game up to this moment.
    Animation {
        moments: usize,
    },
}

#[derive(Clone)]
struct Bytewise;

impl Weighter<Wanted, Bytes> for Bytewise {
    fn weight(&self, _: &Wanted, picture: &Bytes) -> u64 {
        picture.len() as u64
    }
}

pub struct Pictures {
    desk: Desk,
    kept: Cache<Wanted, Bytes, Bytewise>,
}

impl Pictures {
    pub fn new() -> Pictures {
        let kept = Cache::with_weighter(KEPT_PICTURES, KEPT_BYTES, Bytewise);
        Pictures { desk: Desk::new("pictures", LONGEST_QUEUE), kept }
    }

    /// A picture, drawn if nobody wanted the same before. Drawing ends when whoever wants it leaves.
    pub async fn of(&self, history: History, wanted: Wanted) -> Result<Bytes, Trouble> {
        let place = match self.kept.get_value_or_guard_async(&wanted).await {
            Ok(picture) => return Ok(picture),
            Err(place) => place,
        };
        let interest = Interest(Arc::new(AtomicBool::new(true)));
        let lost = interest.0.clone();
        let draw = move || wanted.draw(&history, &|| lost.load(Ordering::Relaxed));
        let picture = Bytes::from(self.desk.work(draw).await??);
        // A table that was taken back meanwhile has another key; this place is for what was drawn.
        let _ = place.insert(picture.clone());
        Ok(picture)
    }
}

/// Somebody waits for the picture until this is dropped.
struct Interest(Arc<AtomicBool>);

impl Drop for Interest {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Wanted {
    fn draw(&self, history: &History, is_wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, Trouble> {
        let scene_at = |moment: usize| {
            let (mut scene, lines) = history.scene_at(moment, self.lang)?;
            scene.log = lines;
            Ok::<_, Trouble>(scene)
        };
        match self.what {
            What::Svg { moment, width, light } => {
                Ok(scene::svg(&scene_at(moment)?, &view(width, light)).into_bytes())
            }
            What::Png { moment, width, light } => {
                scene::png(&scene_at(moment)?, &view(width, light)).map_err(broken)
            }
            What::Animation { moments } => animate(history, moments, self.lang, is_wanted),
        }
    }
}

fn view(width: u32, light: bool) -> View {
    let view = View::full(width, width * 5 / 8);
    if light { view.themed(Theme::Light) } else { view }
}

/// The pixels of one moment.
struct Frame {
    info: png::OutputInfo,
    pixels: Vec<u8>,
}

/// A part of a picture.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Frame {
    fn of(history: &History, moment: usize, lang: Lang) -> Result<Frame, Trouble> {
        let (scene, _) = history.scene_at(moment, lang)?;
        let file = scene::png(&scene, &View::surface_of(&scene)).map_err(broken)?;
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().map_err(broken)?;
        let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
        let info = reader.next_frame(&mut pixels).map_err(broken)?;
        pixels.truncate(info.buffer_size());
        Ok(Frame { info, pixels })
    }

    /// The smallest part that holds everything that looks different in another frame of the same size; never empty.
    fn changed(&self, before: &Frame) -> Part {
        let line = self.info.line_size;
        let deep = line / self.info.width as usize;
        let rows = || self.pixels.chunks(line).zip(before.pixels.chunks(line)).enumerate();
        let differing = || rows().filter(|(_, (now, was))| now != was);
        let Some((top, _)) = differing().next() else {
            return Part { left: 0, top: 0, width: 1, height: 1 };
        };
        let bottom = differing().next_back().map_or(top, |(row, _)| row);
        let first = |now: &[u8], was: &[u8]| now.iter().zip(was).position(|(a, b)| a != b);
        let last = |now: &[u8], was: &[u8]| now.iter().zip(was).rposition(|(a, b)| a != b);
        let left = differing().filter_map(|(_, (now, was))| first(now, was)).min().unwrap_or(0) / deep;
        let right = differing().filter_map(|(_, (now, was))| last(now, was)).max().unwrap_or(0) / deep;
        Part { left, top, width: right + 1 - left, height: bottom + 1 - top }
    }

    fn cut(&self, part: &Part) -> Vec<u8> {
        let line = self.info.line_size;
        let deep = line / self.info.width as usize;
        let rows = self.pixels.chunks(line).skip(part.top).take(part.height);
        rows.flat_map(|row| &row[part.left * deep..(part.left + part.width) * deep]).copied().collect()
    }
}

fn broken(error: impl std::fmt::Display) -> Trouble {
    tracing::error!(%error, "a picture cannot be drawn");
    Trouble::Unavailable
}

fn animate(
    history: &History,
    last: usize,
    lang: Lang,
    is_wanted: &dyn Fn() -> bool,
) -> Result<Vec<u8>, Trouble> {
    let step = last.div_ceil(MOST_FRAMES).max(1);
    let moments: Vec<usize> = (step..last).step_by(step).chain([last]).collect();
    let mut before = Frame::of(history, 0, lang)?;
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, before.info.width, before.info.height);
    encoder.set_color(before.info.color_type);
    encoder.set_depth(before.info.bit_depth);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_animated(moments.len() as u32 + 1, 0).map_err(broken)?;
    encoder.set_frame_delay(1, FRAMES_PER_SECOND).map_err(broken)?;
    let mut writer = encoder.write_header().map_err(broken)?;
    writer.write_image_data(&before.pixels).map_err(broken)?;
    // After the first, a frame holds no more than what has changed.
    for moment in moments {
        if !is_wanted() {
            return Err(Trouble::Unavailable);
        }
        let frame = Frame::of(history, moment, lang)?;
        let part = frame.changed(&before);
        writer.reset_frame_position().map_err(broken)?;
        writer.set_frame_dimension(part.width as u32, part.height as u32).map_err(broken)?;
        writer.set_frame_position(part.left as u32, part.top as u32).map_err(broken)?;
        writer.write_image_data(&frame.cut(&part)).map_err(broken)?;
        before = frame;
    }
    writer.finish().map_err(broken)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grey picture, four pixels wide.
    fn grey(pixels: &[u8]) -> Frame {
        let info = png::OutputInfo {
            width: 4,
            height: pixels.len() as u32 / 4,
            color_type: png::ColorType::Grayscale,
            bit_depth: png::BitDepth::Eight,
            line_size: 4,
        };
        Frame { info, pixels: pixels.to_vec() }
    }

    #[test]
    fn a_frame_is_cut_to_what_has_changed() {
        let before = grey(&[0; 16]);
        let now = grey(&[0, 0, 0, 0, 0, 0, 7, 0, 0, 8, 0, 0, 0, 0, 0, 0]);
        let part = now.changed(&before);
        assert_eq!(part, Part { left: 1, top: 1, width: 2, height: 2 });
        assert_eq!(now.cut(&part), [0, 7, 8, 0]);
        assert_eq!(before.changed(&before), Part { left: 0, top: 0, width: 1, height: 1 });
    }
}
