//! Tables over HTTP: everything a script needs to play, without a socket.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use rulebook::Text;
use serde::Deserialize;
use store::{Filter, Kind, Listed};
use table::Lang;
use utoipa::ToSchema;

use crate::caller::{Caller, KeyHash, random_text};
use crate::games::AnyGame;
use crate::http::{App, Shared, json, json_text};
use crate::lists::read_list;
use crate::openapi::Refused;
use crate::prepared::{Asked, Item};
use crate::protocol::{
    Allowed, AnswerRequest, ConsentRequest, Create, Created, Done, HintsInfo, HintsRequest, Join, LobbyView,
    LogPart, Look, Offer, SeatKey, SeatPlan, SeatRequest, Who,
};
use crate::quotas::Maker;
use crate::refusal::{Told, Trouble, Wrong};
use crate::request::{Body, Path, Query, Visitor};
use crate::room::{Card, Change, Room, SeatRecord};

/// The longest name of a player.
const LONGEST_NAME: usize = 40;
/// How many games a list in the lobby shows.
const LOBBY_ROWS: u32 = 30;
/// The longest that a look waits for news.
const LONGEST_WAIT: u64 = 30;

/// What a request gets: an answer, or a refusal in its own language.
type Answered<T> = Result<T, Told>;

/// Games that can be played here, with their options, ready-made lists and agents.
#[utoipa::path(get, path = "/games",
    responses((status = 200, description = "The games", body = Vec<Offer>), (status = 304, description = "What you have still holds")))]
pub async fn offers(State(app): Shared, asked: Asked) -> Answered<Response> {
    let (games, lang) = (app.hub.games, asked.lang);
    let offers = move || -> Vec<Offer> { games.iter().map(|game| game.offer(lang)).collect() };
    asked.once(&app.catalogues, Item::Games, offers).await
}

/// Your games, open games, games to watch and finished ones.
#[utoipa::path(get, path = "/lobby",
    responses((status = 200, description = "The games, the latest first", body = LobbyView)))]
pub async fn lobby(State(app): Shared, visitor: Visitor) -> Answered<Json<LobbyView>> {
    let refuse = |error| visitor.refuse(Trouble::from(error));
    let store = &app.hub.store;
    let row = |one: Listed, yours: bool| {
        let game = app.hub.game(&one.summary.game)?;
        let card: Card = serde_json::from_str(&one.summary.body).ok()?;
        Some(card.shown(one.id, one.updated, game, yours, visitor.lang))
    };
    let mut view = LobbyView {
        account: visitor.caller.account.clone(),
        read_only: app.hub.read_only,
        ..LobbyView::default()
    };
    for holder in visitor.caller.holders() {
        let filter = Filter { held_by: Some(holder), limit: LOBBY_ROWS, ..Filter::default() };
        for one in store.list(&filter).await.map_err(refuse)? {
            if !view.yours.iter().any(|known| known.id == one.id) {
                view.yours.extend(row(one, true));
            }
        }
    }
    view.yours.sort_by_key(|game| std::cmp::Reverse(game.updated));
    let mine: Vec<String> = view.yours.iter().map(|game| game.id.clone()).collect();
    for (status, games) in
        [("open", &mut view.open), ("playing", &mut view.playing), ("over", &mut view.over)]
    {
        let filter = Filter {
            status: Some(status.to_string()),
            listed_only: true,
            people_only: true,
            limit: LOBBY_ROWS,
            ..Filter::default()
        };
        let listed = store.list(&filter).await.map_err(refuse)?;
        games.extend(listed.into_iter().filter_map(|one| {
            let yours = mine.contains(&one.id);
            row(one, yours)
        }));
    }
    Ok(Json(view))
}

/// The name that somebody gives; without one the place at the table is shown.
fn player_name(name: &str) -> Result<String, Trouble> {
    let name: String = name.trim().chars().filter(|c| !c.is_control()).collect();
    match name.chars().count() {
        ..=LONGEST_NAME => Ok(name),
        _ => Err(Trouble::wrong(
            format!("A name can have at most {LONGEST_NAME} characters."),
            format!("Ein Name kann höchstens {LONGEST_NAME} Zeichen haben."),
        )),
    }
}

/// How many can play, from the fewest to the most.
fn wrong_count(tables: &[u8]) -> Trouble {
    let mut counts = tables.to_vec();
    counts.sort_unstable();
    let listed = |or: &str| {
        let words: Vec<String> = counts.iter().map(u8::to_string).collect();
        match words.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} {or} {last}", others.join(", ")),
            _ => words.concat(),
        }
    };
    Trouble::Unfit(Wrong::Said(Text::new(
        format!("This game needs {} players.", listed("or")),
        format!("Für dieses Spiel braucht es {} Spieler.", listed("oder")),
    )))
}

fn plan(
    game: &dyn AnyGame,
    seats: &[SeatPlan],
    caller: &Caller,
    lang: Lang,
) -> Result<Vec<SeatRecord>, Trouble> {
    let count = seats.len();
    if !game.tables().iter().any(|seats| usize::from(*seats) == count) {
        return Err(wrong_count(game.tables()));
    }
    let plan_seat = |seat: &SeatPlan| {
        let agent = match (&seat.who, &seat.agent) {
            (Who::Agent, Some(name)) if game.agent_name(name, Lang::En).is_some() => Some(name.clone()),
            (Who::Agent, None) => Some(game.best_agent().to_string()),
            (Who::Agent, Some(name)) => {
                return Err(Trouble::unfit(format!("there is no agent {name:?}")));
            }
            _ => None,
        };
        let mine = seat.who == Who::Me;
        Ok(SeatRecord {
            name: player_name(&seat.name)?,
            list: read_list(game, &seat.list, lang)?,
            agent,
            key: caller.keys.first().cloned().filter(|_| mine),
            account: caller.account.clone().filter(|_| mine),
        })
    };
    seats.iter().map(plan_seat).collect()
}

/// Sets up a table. The browser's cookie (or the bearer key) holds the seats that are `me`.
#[utoipa::path(post, path = "/tables",
    request_body = Create,
    responses((status = 200, description = "The new table", body = Created), Refused::<422>))]
pub async fn create(
    State(app): Shared,
    mut visitor: Visitor,
    Body(request): Body<Create>,
) -> Answered<Response> {
    if app.hub.read_only {
        return Err(visitor.refuse(Trouble::ReadOnly));
    }
    visitor.with_key();
    let refuse = |trouble| visitor.refuse(trouble);
    let Create { game, seats, agreed, listed } = request;
    let found = app.hub.game(&game);
    let game = found.ok_or_else(|| refuse(Trouble::unfit(format!("there is no game {game:?}"))))?;
    let caller = visitor.caller.clone();
    let (luck, lang) = (app.hub.luck, visitor.lang);
    let make =
        move || Room::found(random_text(12), game, luck, plan(game, &seats, &caller, lang)?, agreed, listed);
    let maker = Maker::of(&app, &visitor, Kind::Table).await.map_err(refuse)?;
    let (room, records) = app.chores.work(make).await.and_then(|made| made).map_err(refuse)?;
    let id = app.hub.found(room, records).await.map_err(refuse)?;
    maker.made(&app, &id).await;
    Ok(visitor.respond(&app, Json(Created { id })))
}

/// Whether a look comes with its scene.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
pub enum Shown {
    #[serde(rename = "0")]
    No,
    #[default]
    #[serde(rename = "1")]
    Yes,
}

impl Shown {
    pub fn is_wanted(self) -> bool {
        self == Shown::Yes
    }
}

#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LookQuery {
    /// 0 leaves the scene out.
    #[serde(default)]
    #[param(inline)]
    scene: Shown,
    /// Only a later version is of interest.
    after: Option<u64>,
    /// How many seconds it may wait for one.
    #[serde(default)]
    #[param(maximum = 30)]
    wait: u64,
}

/// How the table stands. With `after` it waits until something newer has happened, at most `wait` seconds.
#[utoipa::path(get, path = "/tables/{id}",
    params(("id" = String, Path, description = "The table"), LookQuery),
    responses((status = 200, description = "The table as the caller may see it", body = Look)))]
pub async fn look(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LookQuery>,
) -> Answered<Response> {
    if query.wait > LONGEST_WAIT {
        return Err(visitor.refuse(Trouble::malformed(format!("wait is at most {LONGEST_WAIT} seconds"))));
    }
    let until = Instant::now() + Duration::from_secs(query.wait);
    loop {
        let room = app.hub.room(&id).await.map_err(|trouble| visitor.refuse(trouble))?;
        let news = query.after.is_none_or(|after| room.version() > after);
        if news || Instant::now() >= until {
            app.hub.drive(&room);
            let (caller, lang, scenes) = (visitor.caller.clone(), visitor.lang, query.scene.is_wanted());
            let looked = app.hub.attend(room, move |room| json_text(&room.look(&caller, lang, scenes))).await;
            let (_, text) = looked.map_err(|trouble| visitor.refuse(trouble))?;
            return Ok(json(text));
        }
        let news = room.news();
        let mut news = std::pin::pin!(news.notified());
        news.as_mut().enable();
        drop(room);
        tokio::select! {
            () = news => {}
            () = tokio::time::sleep_until(until.into()) => {}
            () = app.closed() => return Err(visitor.refuse(Trouble::Unavailable)),
        }
    }
}

#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// Lines before this one, counted from 0.
    before: u32,
    /// As this seat may read them, which has to be the caller's; without it as a spectator may.
    seat: Option<u8>,
}

/// Earlier lines of the log, at most 200 at a time.
#[utoipa::path(get, path = "/tables/{id}/log",
    params(("id" = String, Path, description = "The table"), LogQuery),
    responses((status = 200, description = "The lines, and the number of the first of them", body = LogPart), Refused::<403>))]
pub async fn log(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LogQuery>,
) -> Answered<Json<LogPart>> {
    let refuse = |trouble| visitor.refuse(trouble);
    let room = app.hub.room(&id).await.map_err(refuse)?;
    let (caller, lang) = (visitor.caller.clone(), visitor.lang);
    let earlier = move |room: &mut Room| room.earlier_log(&caller, query.seat, query.before, lang);
    app.hub.attend(room, earlier).await.and_then(|(_, part)| part).map(Json).map_err(refuse)
}

/// Takes an open seat.
#[utoipa::path(post, path = "/tables/{id}/seats/{seat}",
    request_body = Join,
    params(("id" = String, Path, description = "The table"), ("seat" = u8, Path, description = "The seat, counted from 0")),
    responses((status = 200, description = "Done, and durable", body = Done), Refused::<409>, Refused::<422>))]
pub async fn join(
    State(app): Shared,
    mut visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
    Body(request): Body<Join>,
) -> Answered<Response> {
    visitor.with_key();
    let refuse = |trouble| visitor.refuse(trouble);
    let name = player_name(&request.name).map_err(refuse)?;
    let caller = visitor.caller.clone();
    let lang = visitor.lang;
    let join = move |room: &mut Room| {
        let list = request.list.as_ref().map(|list| read_list(room.game(), list, lang)).transpose()?;
        room.join(&caller, seat, name, list)
    };
    let version = app.hub.change(&id, join).await.map_err(refuse)?;
    app.hub.remember(&visitor.caller, &id, seat).await;
    Ok(visitor.respond(&app, Json(Done { version })))
}

/// A key that takes the seat along to another device.
#[utoipa::path(post, path = "/tables/{id}/seats/{seat}/link",
    params(("id" = String, Path, description = "The table"), ("seat" = u8, Path, description = "The seat, counted from 0")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "The key; it is not shown again", body = SeatKey), Refused::<409>))]
pub async fn make_link(
    State(app): Shared,
    visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
) -> Answered<Json<SeatKey>> {
    let key = random_text(32);
    let (caller, hash) = (visitor.caller.clone(), KeyHash::of(&key));
    let added = app.hub.change(&id, move |room| room.add_key(&caller, seat, hash)).await;
    added.map_err(|trouble| visitor.refuse(trouble))?;
    Ok(Json(SeatKey { key }))
}

/// Takes over a seat with the key of a link.
#[utoipa::path(post, path = "/tables/{id}/seats/{seat}/claim",
    request_body = SeatKey,
    params(("id" = String, Path, description = "The table"), ("seat" = u8, Path, description = "The seat, counted from 0")),
    responses((status = 200, description = "Done, and durable", body = Done), Refused::<409>))]
pub async fn claim(
    State(app): Shared,
    mut visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
    Body(request): Body<SeatKey>,
) -> Answered<Response> {
    visitor.with_key();
    let refuse = |trouble| visitor.refuse(trouble);
    app.limits.try_to_open(visitor.address, &format!("table:{id}")).map_err(refuse)?;
    let with_link = Caller { keys: vec![KeyHash::of(&request.key)], account: None };
    let own = visitor.caller.keys[0].clone();
    let version =
        app.hub.change(&id, move |room| room.add_key(&with_link, seat, own)).await.map_err(refuse)?;
    app.hub.remember(&visitor.caller, &id, seat).await;
    Ok(visitor.respond(&app, Json(Done { version })))
}

/// Makes a change and says which version of the table it led to.
async fn change(
    app: &App,
    visitor: &Visitor,
    id: &str,
    what: impl FnOnce(&mut Room, &Caller) -> Result<Change, Trouble> + Send + 'static,
) -> Answered<Json<Done>> {
    let caller = visitor.caller.clone();
    let changed = app.hub.change(id, move |room| what(room, &caller)).await;
    changed.map(|version| Json(Done { version })).map_err(|trouble| visitor.refuse(trouble))
}

/// Answers an open question. The answer is durable when this returns.
#[utoipa::path(post, path = "/tables/{id}/answer",
    request_body = AnswerRequest,
    params(("id" = String, Path, description = "The table")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "Done, and durable", body = Done), Refused::<409>, Refused::<422>))]
pub async fn answer(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<AnswerRequest>,
) -> Answered<Json<Done>> {
    let arrived = Instant::now();
    let done = change(&app, &visitor, &id, move |room, caller| room.answer(caller, &request)).await?;
    app.hub.metrics.answered(arrived.elapsed());
    Ok(done)
}

/// Says whether an answer would be taken. Nothing changes.
#[utoipa::path(post, path = "/tables/{id}/probe",
    request_body = AnswerRequest,
    params(("id" = String, Path, description = "The table")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "It would be taken", body = Allowed), Refused::<409>, Refused::<422>))]
pub async fn probe(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<AnswerRequest>,
) -> Answered<Json<Allowed>> {
    let refuse = |trouble| visitor.refuse(trouble);
    let (room, caller) = (app.hub.room(&id).await.map_err(refuse)?, visitor.caller.clone());
    let probed = app.hub.attend(room, move |room| room.probe(&caller, &request)).await;
    probed.and_then(|(_, verdict)| verdict).map_err(refuse)?;
    Ok(Json(Allowed {}))
}

/// Says what options of an open question lead to. Nothing changes.
#[utoipa::path(post, path = "/tables/{id}/hints",
    request_body = HintsRequest,
    params(("id" = String, Path, description = "The table")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "What they lead to, in the same order", body = HintsInfo),
        Refused::<409>, Refused::<422>))]
pub async fn hints(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<HintsRequest>,
) -> Answered<Json<HintsInfo>> {
    let refuse = |trouble| visitor.refuse(trouble);
    let (room, caller) = (app.hub.room(&id).await.map_err(refuse)?, visitor.caller.clone());
    let lang = visitor.lang;
    let looked = app.hub.attend(room, move |room| room.hints(&caller, &request, lang)).await;
    looked.and_then(|(_, hints)| hints).map(Json).map_err(refuse)
}

/// Asks to take back the seat's last answer.
#[utoipa::path(post, path = "/tables/{id}/undo",
    request_body = SeatRequest,
    params(("id" = String, Path, description = "The table")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "Done, and durable", body = Done), Refused::<409>))]
pub async fn undo(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<SeatRequest>,
) -> Answered<Json<Done>> {
    change(&app, &visitor, &id, move |room, caller| room.undo(caller, request.seat)).await
}

/// Agrees, or does not, that somebody takes back an answer.
#[utoipa::path(post, path = "/tables/{id}/consent",
    request_body = ConsentRequest,
    params(("id" = String, Path, description = "The table")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "Done, and durable", body = Done), Refused::<409>))]
pub async fn consent(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<ConsentRequest>,
) -> Answered<Json<Done>> {
    let ConsentRequest { seat, accept } = request;
    change(&app, &visitor, &id, move |room, caller| room.consent(caller, seat, accept)).await
}

/// Gives the game up.
#[utoipa::path(post, path = "/tables/{id}/concede",
    request_body = SeatRequest,
    params(("id" = String, Path, description = "The table")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "Done, and durable", body = Done), Refused::<409>))]
pub async fn concede(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<SeatRequest>,
) -> Answered<Json<Done>> {
    change(&app, &visitor, &id, move |room, caller| room.concede(caller, request.seat)).await
}

/// A new table for the same people, lists and options; if the game of this one was damaged, with that game as far as it can be
/// played. Whoever asks second is led to the same table.
#[utoipa::path(post, path = "/tables/{id}/rematch",
    params(("id" = String, Path, description = "The table")),
    security(("key" = []), ("browser" = []), ("login" = [])),
    responses((status = 200, description = "The next table", body = Created), Refused::<409>, Refused::<422>))]
pub async fn rematch(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Answered<Json<Created>> {
    let refuse = |trouble| visitor.refuse(trouble);
    let maker = Maker::of(&app, &visitor, Kind::Table).await.map_err(refuse)?;
    let id = app.hub.next_table(&id, visitor.caller.clone(), random_text(12)).await.map_err(refuse)?;
    maker.made(&app, &id).await;
    Ok(Json(Created { id }))
}
