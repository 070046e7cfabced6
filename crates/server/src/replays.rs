//! Games moment by moment: to scrub through, to download when they are over, to have as a picture or an animation.

use std::io::Cursor;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use scene::{LogLine, Scene, Theme, View};
use serde::Deserialize;
use table::{Entry, Lang};

use crate::caller::random_text;
use crate::games::{AnyGame, LiveGame};
use crate::http::{App, Shared, Visitor, Whole};
use crate::protocol::{Created, Moment, ReplayInfo};
use crate::refusal::{Told, Trouble};
use crate::room::{Room, titles};

/// Frames of an animation at most; a longer game is shown in larger steps.
const MOST_FRAMES: usize = 120;
const ANIMATION_WIDTH: u32 = 640;
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
    let malformed = |what: String| refuse(Trouble::Malformed(what));
    let text = std::str::from_utf8(&body).map_err(|error| malformed(error.to_string()))?;
    let header = table::replay::header(text).map_err(|error| malformed(error.to_string()))?;
    let game = app.hub.game(&header.game);
    let game = game.ok_or_else(|| malformed(format!("there is no game {:?}", header.game)))?;
    let (setup, journal) = game.read_replay(text).map_err(refuse)?;
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
        self.game.resume(&self.setup, journal, false).map_err(Trouble::Malformed)
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

/// The pixels of one moment, with how they are laid out.
fn frame(history: &History, moment: usize, lang: Lang) -> Result<(png::OutputInfo, Vec<u8>), Trouble> {
    let (scene, _) = scene_at(history, moment, lang)?;
    let file = scene::png(&scene, &View::board(ANIMATION_WIDTH)).map_err(broken)?;
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().map_err(broken)?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let info = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(info.buffer_size());
    Ok((info, pixels))
}

fn broken(error: impl std::fmt::Display) -> Trouble {
    tracing::error!(%error, "a picture cannot be drawn");
    Trouble::Unavailable
}

fn animate(history: &History, lang: Lang) -> Result<Vec<u8>, Trouble> {
    let last = history.journal.len();
    let step = last.div_ceil(MOST_FRAMES).max(1);
    let moments: Vec<usize> = (step..last).step_by(step).chain([last]).collect();
    let (info, first) = frame(history, 0, lang)?;
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_animated(moments.len() as u32 + 1, 0).map_err(broken)?;
    encoder.set_frame_delay(1, FRAMES_PER_SECOND).map_err(broken)?;
    let mut writer = encoder.write_header().map_err(broken)?;
    writer.write_image_data(&first).map_err(broken)?;
    for moment in moments {
        let (_, pixels) = frame(history, moment, lang)?;
        writer.write_image_data(&pixels).map_err(broken)?;
    }
    writer.finish().map_err(broken)?;
    Ok(out)
}
