//! Games moment by moment: to scrub through, to download when they are over, to have as a picture or an animation.

use std::io::Cursor;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use scene::{LogLine, Scene, Theme, View};
use serde::Deserialize;
use table::replay::ReplayError;
use table::{Entry, Lang};

use crate::caller::random_text;
use crate::games::{AnyGame, LiveGame};
use crate::http::{App, Shared, Visitor, Whole};
use crate::protocol::{Created, Moment, ReplayInfo};
use crate::refusal::{Told, Trouble};
use crate::room::{Room, titles};

/// Frames of an animation at most; a longer game is shown in larger steps.
const MOST_FRAMES: usize = 120;
const FRAMES_PER_SECOND: u16 = 3;

/// The game as a file, once it is over.
#[utoipa::path(get, path = "/api/tables/{id}/replay", params(("id" = String, Path)), responses((status = 200, body = String)))]
pub async fn download(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Told> {
    let text = {
        let mut room = app.hub.room(&id).await.map_err(|trouble| visitor.refuse(trouble))?;
        room.replay_file().map_err(|trouble| visitor.refuse(trouble))?
    };
    let name = format!("attachment; filename=\"sandtable-{id}.json\"");
    Ok(([(header::CONTENT_TYPE, "application/json".to_string()), (header::CONTENT_DISPOSITION, name)], text)
        .into_response())
}

/// Takes in a replay file, checked by playing it.
#[utoipa::path(post, path = "/api/replays", request_body = String, responses((status = 200, body = Created)))]
pub async fn upload(State(app): Shared, visitor: Visitor, Whole(body): Whole) -> Result<Json<Created>, Told> {
    let refuse = |trouble| visitor.refuse(trouble);
    if app.hub.read_only {
        return Err(refuse(Trouble::ReadOnly));
    }
    let unreadable = |error: ReplayError| refuse(Trouble::Malformed(error.text()));
    let text = String::from_utf8_lossy(&body);
    let header = table::replay::header(&text).map_err(unreadable)?;
    let game = app.hub.game(&header.game);
    let game = game.ok_or_else(|| unreadable(ReplayError::OtherGame(header.game)))?;
    let (setup, journal) = game.read_replay(&text).map_err(refuse)?;
    let id = random_text(12);
    let room = Room::import(id.clone(), game, app.hub.store.clone(), setup, journal).await.map_err(refuse)?;
    app.hub.add(room);
    Ok(Json(Created { id }))
}

/// A game as it was played so far, and through whose eyes it is seen.
struct History {
    game: &'static dyn AnyGame,
    setup: serde_json::Value,
    journal: Vec<Entry>,
    viewer: Option<u8>,
}

impl History {
    async fn of(app: &App, visitor: &Visitor, id: &str) -> Result<History, Trouble> {
        let mut room = app.hub.room(id).await?;
        let (setup, journal, viewer) = room.history(&visitor.caller)?;
        Ok(History { game: room.game(), setup, journal, viewer })
    }

    fn at(&self, moment: usize) -> Result<Box<dyn LiveGame>, Trouble> {
        let journal = self.journal.get(..moment).ok_or(Trouble::NotFound)?.to_vec();
        self.game.resume(&self.setup, journal, false).map_err(Trouble::malformed)
    }
}

/// The whole log, and how many moments there are.
#[utoipa::path(get, path = "/api/tables/{id}/moments", params(("id" = String, Path)), responses((status = 200, body = ReplayInfo)))]
pub async fn moments(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<ReplayInfo>, Told> {
    let refuse = |trouble| visitor.refuse(trouble);
    let history = History::of(&app, &visitor, &id).await.map_err(refuse)?;
    let (log, _) = history.at(history.journal.len()).map_err(refuse)?.log(history.viewer, 0, visitor.lang);
    let (seats, result) = {
        let room = app.hub.room(&id).await.map_err(refuse)?;
        (room.seat_infos(visitor.lang), room.result(visitor.lang))
    };
    Ok(Json(ReplayInfo {
        id,
        game: history.game.id().to_string(),
        title: history.game.title(visitor.lang),
        seats,
        moments: history.journal.len() as u32 + 1,
        titles: titles(&log, visitor.lang),
        log,
        result,
    }))
}

fn scene_at(history: &History, moment: usize, lang: Lang) -> Result<(Scene, Vec<LogLine>), Trouble> {
    let live = history.at(moment)?;
    let (lines, _) = live.log(history.viewer, 0, lang);
    Ok((live.scene(history.viewer, lang), lines))
}

/// One moment.
#[utoipa::path(get, path = "/api/tables/{id}/moments/{moment}", params(("id" = String, Path), ("moment" = usize, Path)),
    responses((status = 200, body = Moment)))]
pub async fn moment(
    State(app): Shared,
    visitor: Visitor,
    Path((id, moment)): Path<(String, usize)>,
) -> Result<Json<Moment>, Told> {
    let refuse = |trouble| visitor.refuse(trouble);
    let history = History::of(&app, &visitor, &id).await.map_err(refuse)?;
    let (scene, lines) = scene_at(&history, moment, visitor.lang).map_err(refuse)?;
    Ok(Json(Moment { moment: moment as u32, scene, lines: lines.len() as u32 }))
}

#[derive(Deserialize)]
pub struct PictureQuery {
    theme: Option<String>,
    width: Option<u32>,
}

/// One moment as a picture: `picture.png` or `picture.svg`.
#[utoipa::path(get, path = "/api/tables/{id}/moments/{moment}/{picture}", params(("id" = String, Path),
    ("moment" = usize, Path), ("picture" = String, Path)), responses((status = 200, content_type = "image/png")))]
pub async fn picture(
    State(app): Shared,
    visitor: Visitor,
    Path((id, moment, form)): Path<(String, usize, String)>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Told> {
    let lang = visitor.lang;
    let refuse = |trouble| visitor.refuse(trouble);
    let history = History::of(&app, &visitor, &id).await.map_err(refuse)?;
    let drawn = tokio::task::spawn_blocking(move || {
        let (mut scene, lines) = scene_at(&history, moment, lang)?;
        scene.log = lines;
        let width = query.width.unwrap_or(1600).clamp(View::MIN_PX, 3840);
        let mut view = View::full(width, width * 5 / 8);
        if query.theme.as_deref() == Some("light") {
            view = view.themed(Theme::Light);
        }
        match form.as_str() {
            "picture.svg" => Ok(("image/svg+xml", scene::svg(&scene, &view).into_bytes())),
            "picture.png" => Ok(("image/png", scene::png(&scene, &view).map_err(broken)?)),
            _ => Err(Trouble::NotFound),
        }
    });
    let (kind, bytes) = drawn.await.map_err(|_| refuse(Trouble::Unavailable))?.map_err(refuse)?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

/// The whole game as an animated PNG.
#[utoipa::path(get, path = "/api/tables/{id}/animation.png", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/png")))]
pub async fn animation(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Told> {
    let lang = visitor.lang;
    let refuse = |trouble| visitor.refuse(trouble);
    let history = History::of(&app, &visitor, &id).await.map_err(refuse)?;
    let drawn = tokio::task::spawn_blocking(move || animate(&history, lang));
    let bytes = drawn.await.map_err(|_| refuse(Trouble::Unavailable))?.map_err(refuse)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
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
        let (scene, _) = scene_at(history, moment, lang)?;
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

fn animate(history: &History, lang: Lang) -> Result<Vec<u8>, Trouble> {
    let last = history.journal.len();
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
