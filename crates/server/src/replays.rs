//! Games moment by moment: to scrub through, to download when they are over, to have as a picture or an animation.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use scene::{LogLine, Scene, View};
use serde::Deserialize;
use store::Kind;
use table::lobby::{Agreed, List};
use table::replay::ReplayError;
use table::{Entry, Lang};
use utoipa::ToSchema;

use crate::caller::random_text;
use crate::games::{AnyGame, LiveGame, Luck};
use crate::http::{App, Shared, json, json_text};
use crate::openapi::Refused;
use crate::pictures::{WIDEST, Wanted, What};
use crate::protocol::{Created, Moment, ReplayInfo};
use crate::quotas::Maker;
use crate::refusal::{Told, Trouble, Wrong};
use crate::request::{Path, Query, Visitor, Whole};
use crate::room::{Changes, Room, SeatRecord, titles};

/// The game as a file, once it is over.
#[utoipa::path(get, path = "/tables/{id}/replay",
    params(("id" = String, Path, description = "The table")),
    responses((status = 200, description = "The file", body = serde_json::Value)))]
pub async fn download(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Told> {
    let refuse = |trouble| visitor.refuse(trouble);
    let room = app.hub.room(&id).await.map_err(refuse)?;
    let file = app.hub.attend(room, |room| room.replay_file()).await.and_then(|(_, file)| file);
    let text = file.map_err(refuse)?;
    let name = format!("attachment; filename=\"sandtable-{id}.json\"");
    Ok(([(header::CONTENT_TYPE, "application/json".to_string()), (header::CONTENT_DISPOSITION, name)], text)
        .into_response())
}

/// Takes in a replay file, checked by playing it.
#[utoipa::path(post, path = "/replays",
    request_body = serde_json::Value,
    responses((status = 200, description = "A table with the game, which is over", body = Created), Refused::<422>))]
pub async fn upload(State(app): Shared, visitor: Visitor, Whole(body): Whole) -> Result<Json<Created>, Told> {
    let refuse = |trouble| visitor.refuse(trouble);
    if app.hub.read_only {
        return Err(refuse(Trouble::ReadOnly));
    }
    let maker = Maker::of(&app, &visitor, Kind::Replay).await.map_err(refuse)?;
    let (games, luck) = (app.hub.games, app.hub.luck);
    let read = move || {
        let text = String::from_utf8(body).map_err(|error| Trouble::malformed(error.to_string()))?;
        import(games, luck, &text)
    };
    let (room, records) = app.chores.work(read).await.and_then(|read| read).map_err(refuse)?;
    let id = app.hub.found(room, records).await.map_err(refuse)?;
    maker.made(&app, &id).await;
    Ok(Json(Created { id }))
}

/// A table with the game of a replay file; one that was broken off ends there as well.
fn import(games: &[&'static dyn AnyGame], luck: Luck, text: &str) -> Result<(Room, Changes), Trouble> {
    let unreadable = |error: ReplayError| Trouble::Unfit(Wrong::Said(error.text()));
    let header = table::replay::header(text).map_err(unreadable)?;
    let game = games.iter().copied().find(|game| game.id() == header.game);
    let game = game.ok_or_else(|| unreadable(ReplayError::OtherGame(header.game)))?;
    let (setup, journal) = game.read_replay(text)?;
    let begun = game.resume(&setup, Vec::new(), None).map_err(|error| Trouble::unfit(error.why))?;
    let seat = |seat: u8| SeatRecord {
        name: begun.side(seat, Lang::En),
        list: List::default(),
        agent: Some(game.best_agent().to_string()),
        key: None,
        account: None,
    };
    let seats = (0..begun.players()).map(seat).collect();
    let (mut room, mut records) =
        Room::continued(random_text(12), game, luck, seats, Agreed::new(), setup, journal);
    room.wake();
    let ended = room.end();
    room.take_in(&ended);
    records.extend(ended);
    Ok((room, records))
}

/// A game as it was played so far, and through whose eyes it is seen.
pub struct History {
    game: &'static dyn AnyGame,
    setup: serde_json::Value,
    journal: Vec<Entry>,
    viewer: Option<u8>,
    rewritten: u64,
}

impl History {
    async fn of(app: &App, visitor: &Visitor, id: &str) -> Result<History, Trouble> {
        let room = app.hub.room(id).await?;
        let (setup, journal, viewer) = room.history(&visitor.caller)?;
        Ok(History { game: room.game(), setup, journal, viewer, rewritten: room.rewritten() })
    }

    fn at(&self, moment: usize) -> Result<Box<dyn LiveGame>, Trouble> {
        let journal = self.journal.get(..moment).ok_or(Trouble::NotFound)?.to_vec();
        self.game.resume(&self.setup, journal, None).map_err(|error| Trouble::unfit(error.why))
    }

    /// What was to be seen at a moment, and the lines of the log until then.
    pub fn scene_at(&self, moment: usize, lang: Lang) -> Result<(Scene, Vec<LogLine>), Trouble> {
        let live = self.at(moment)?;
        let lines = live.log(self.viewer, 0..live.events(), lang);
        Ok((live.scene(self.viewer, lang), lines))
    }

    fn log(&self, lang: Lang) -> Result<Vec<LogLine>, Trouble> {
        let live = self.at(self.journal.len())?;
        Ok(live.log(self.viewer, 0..live.events(), lang))
    }
}

/// The whole log, and how many moments there are.
#[utoipa::path(get, path = "/tables/{id}/moments",
    params(("id" = String, Path, description = "The table")),
    responses((status = 200, description = "The log and the number of moments", body = ReplayInfo), Refused::<422>))]
pub async fn moments(State(app): Shared, visitor: Visitor, Path(id): Path<String>) -> Result<Response, Told> {
    let (refuse, lang) = (|trouble| visitor.refuse(trouble), visitor.lang);
    let (seats, result) = {
        let room = app.hub.room(&id).await.map_err(refuse)?;
        (room.seat_infos(lang), room.result(lang))
    };
    let history = History::of(&app, &visitor, &id).await.map_err(refuse)?;
    let tell = move || {
        let (log, game) = (history.log(lang)?, history.game);
        let (titles, title) = (titles(&log, lang), game.title(lang));
        let (game, moments) = (game.id().to_string(), history.journal.len() as u32 + 1);
        Ok(json_text(&ReplayInfo { id, game, title, seats, moments, titles, log, result }))
    };
    app.chores.work(tell).await.and_then(|text| text).map(json).map_err(refuse)
}

/// One moment.
#[utoipa::path(get, path = "/tables/{id}/moments/{moment}",
    params(("id" = String, Path, description = "The table"), ("moment" = u32, Path, description = "How many answers had been given")),
    responses((status = 200, description = "The moment as the caller may see it", body = Moment), Refused::<422>))]
pub async fn moment(
    State(app): Shared,
    visitor: Visitor,
    Path((id, moment)): Path<(String, usize)>,
) -> Result<Response, Told> {
    let (refuse, lang) = (|trouble| visitor.refuse(trouble), visitor.lang);
    let history = History::of(&app, &visitor, &id).await.map_err(refuse)?;
    let show = move || {
        let (scene, lines) = history.scene_at(moment, lang)?;
        Ok(json_text(&Moment { moment: moment as u32, scene, lines: lines.len() as u32 }))
    };
    app.chores.work(show).await.and_then(|text| text).map(json).map_err(refuse)
}

/// The bytes of a picture.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
struct Picture(#[expect(dead_code, reason = "it only describes what is sent")] Vec<u8>);

#[derive(Clone, Copy, Deserialize, ToSchema)]
pub enum PictureForm {
    #[serde(rename = "picture.png")]
    Png,
    #[serde(rename = "picture.svg")]
    Svg,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Colours {
    #[default]
    Dark,
    Light,
}

#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PictureQuery {
    /// In which colors.
    #[serde(default)]
    #[param(inline)]
    theme: Colours,
    /// How wide, in pixels.
    #[param(minimum = 240, maximum = 2048)]
    width: Option<u32>,
}

/// One moment as a picture: `picture.png` or `picture.svg`.
#[utoipa::path(get, path = "/tables/{id}/moments/{moment}/{picture}",
    params(("id" = String, Path, description = "The table"), ("moment" = u32, Path, description = "How many answers had been given"), ("picture" = inline(PictureForm), Path, description = "In which form"), PictureQuery),
    responses((status = 200, description = "The picture", content((Picture = "image/png"), (String = "image/svg+xml"))), Refused::<422>))]
pub async fn picture(
    State(app): Shared,
    visitor: Visitor,
    Path((id, moment, form)): Path<(String, usize, PictureForm)>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, Told> {
    let width = query.width.unwrap_or(1600);
    if !(View::MIN_PX..=WIDEST).contains(&width) {
        let what = format!("a picture is {} to {WIDEST} pixels wide", View::MIN_PX);
        return Err(visitor.refuse(Trouble::malformed(what)));
    }
    let light = query.theme == Colours::Light;
    let what = match form {
        PictureForm::Svg => What::Svg { moment, width, light },
        PictureForm::Png => What::Png { moment, width, light },
    };
    let drawn = drawn(&app, &visitor, id, |_| what).await;
    drawn.map_err(|trouble| visitor.refuse(trouble))
}

/// The whole game as an animated PNG.
#[utoipa::path(get, path = "/tables/{id}/animation.png",
    params(("id" = String, Path, description = "The table")),
    responses((status = 200, description = "The animation", content_type = "image/png", body = Picture), Refused::<422>))]
pub async fn animation(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Told> {
    let drawn = drawn(&app, &visitor, id, |moments| What::Animation { moments }).await;
    drawn.map_err(|trouble| visitor.refuse(trouble))
}

async fn drawn(
    app: &App,
    visitor: &Visitor,
    id: String,
    what: impl FnOnce(usize) -> What,
) -> Result<Response, Trouble> {
    let history = History::of(app, visitor, &id).await?;
    let what = what(history.journal.len());
    let kind = if let What::Svg { .. } = what { "image/svg+xml" } else { "image/png" };
    let (rewritten, viewer) = (history.rewritten, history.viewer);
    let wanted = Wanted { table: id, rewritten, viewer, lang: visitor.lang, what };
    let picture = app.pictures.of(history, wanted).await?;
    Ok(([(header::CONTENT_TYPE, kind)], picture).into_response())
}
