//! Tables over HTTP: everything a script needs to play, without a socket.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use rulebook::Text;
use serde::Deserialize;
use store::{Filter, Listed};
use table::Lang;
use table::lobby::List;

use crate::caller::{Caller, KeyHash, random_text};
use crate::games::{AnyGame, list_from};
use crate::http::{App, Body, Shared, Visitor};
use crate::prepared::{Asked, Item};
use crate::protocol::{
    AnswerRequest, ConsentRequest, Create, Created, Done, Join, ListChoice, LobbyView, Look, Offer, SeatKey,
    SeatRequest, Who,
};
use crate::refusal::{Told, Trouble};
use crate::room::{Card, Room, SeatRecord};

/// The longest name of a player.
const LONGEST_NAME: usize = 40;
/// How many games a list in the lobby shows.
const LOBBY_ROWS: u32 = 30;
/// The longest that a look waits for news.
const LONGEST_WAIT: u64 = 30;

/// What a request gets: an answer, or a refusal in its own language.
type Answered<T> = Result<T, Told>;

/// Games that can be played here, with their options, ready-made lists and agents.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Offer>)))]
pub async fn offers(State(app): Shared, asked: Asked) -> Answered<Response> {
    let (games, lang) = (app.hub.games, asked.lang);
    let offers = move || -> Vec<Offer> { games.iter().map(|game| game.offer(lang)).collect() };
    asked.once(&app.catalogues, Item::Games, offers).await
}

/// Your games, open games, games to watch and finished ones.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = LobbyView)))]
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
    for holder in holders(&visitor.caller) {
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

/// Under which names the store remembers the seats of a caller.
pub fn holders(caller: &Caller) -> Vec<String> {
    let keys = caller.keys.iter().map(|key| format!("key:{}", key.0));
    caller.account.iter().map(|account| format!("account:{account}")).chain(keys).collect()
}

/// Remembers a seat, so that its holder finds the game again. A seat does not depend on it.
async fn remember(app: &App, caller: &Caller, table: &str, seat: u8) {
    for holder in holders(caller).iter().take(2) {
        if let Err(error) = app.hub.store.hold_seat(holder, table, seat).await {
            tracing::warn!(table, %error, "a seat was not noted");
        }
    }
}

/// The name that somebody gives; without one the place at the table is shown.
fn player_name(name: &str) -> Result<String, Trouble> {
    let name: String = name.trim().chars().filter(|c| !c.is_control()).collect();
    match name.chars().count() {
        ..=LONGEST_NAME => Ok(name),
        _ => Err(Trouble::Malformed(Text::new(
            format!("a name has at most {LONGEST_NAME} characters"),
            format!("ein Name hat höchstens {LONGEST_NAME} Zeichen"),
        ))),
    }
}

/// The list that somebody has chosen.
pub fn read_list(game: &dyn AnyGame, choice: &ListChoice) -> Result<List, Trouble> {
    match choice {
        ListChoice::Ready(id) => game
            .ready_list(id)
            .ok_or_else(|| Trouble::malformed(format!("there is no ready-made list {id:?}"))),
        ListChoice::List(data) => Ok(list_from(data)),
        ListChoice::Text(text) => game.read_list(text).map_err(Trouble::Faulty),
    }
}

fn plan(game: &dyn AnyGame, request: &Create, caller: &Caller) -> Result<Vec<SeatRecord>, Trouble> {
    let count = request.seats.len();
    if !game.tables().iter().any(|seats| usize::from(*seats) == count) {
        let what = format!("{count} players cannot play this (possible: {:?})", game.tables());
        return Err(Trouble::malformed(what));
    }
    let mut seats = Vec::new();
    for seat in &request.seats {
        let agent = match (&seat.who, &seat.agent) {
            (Who::Agent, Some(name)) if game.agent_name(name, Lang::En).is_some() => Some(name.clone()),
            (Who::Agent, None) => Some(game.best_agent().to_string()),
            (Who::Agent, Some(name)) => {
                return Err(Trouble::malformed(format!("there is no agent {name:?}")));
            }
            _ => None,
        };
        let mine = seat.who == Who::Me;
        let name = player_name(&seat.name)?;
        seats.push(SeatRecord {
            name,
            list: read_list(game, &seat.list)?,
            agent,
            key: caller.keys.first().cloned().filter(|_| mine),
            account: caller.account.clone().filter(|_| mine),
        });
    }
    Ok(seats)
}

/// Sets up a table. The browser's cookie (or the bearer key) holds the seats that are `me`.
#[utoipa::path(post, path = "/api/tables", request_body = Create, responses((status = 200, body = Created)))]
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
    let game = app.hub.game(&request.game);
    let game =
        game.ok_or_else(|| refuse(Trouble::malformed(format!("there is no game {:?}", request.game))))?;
    let seats = plan(game, &request, &visitor.caller).map_err(refuse)?;
    let mine: Vec<u8> = (0..seats.len() as u8).filter(|seat| seats[*seat as usize].key.is_some()).collect();
    let id = random_text(12);
    let room =
        Room::create(id.clone(), game, app.hub.store.clone(), seats, request.agreed.clone(), request.listed)
            .await;
    app.hub.add(room.map_err(refuse)?);
    app.hub.metrics.tables_created.fetch_add(1, Ordering::Relaxed);
    for seat in mine {
        remember(&app, &visitor.caller, &id, seat).await;
    }
    app.hub.drive(&id);
    Ok(visitor.respond(&app, Json(Created { id })))
}

#[derive(Deserialize)]
pub struct LookQuery {
    scene: Option<u8>,
    after: Option<u64>,
    wait: Option<u64>,
}

/// How the table stands. With `after` it waits until something newer has happened, at most `wait` seconds.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path), ("scene" = Option<u8>, Query),
    ("after" = Option<u64>, Query), ("wait" = Option<u64>, Query)), responses((status = 200, body = Look)))]
pub async fn look(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<LookQuery>,
) -> Answered<Json<Look>> {
    let until = Instant::now() + Duration::from_secs(query.wait.unwrap_or(0).min(LONGEST_WAIT));
    loop {
        let mut room = app.hub.room(&id).await.map_err(|trouble| visitor.refuse(trouble))?;
        let news = query.after.is_none_or(|after| room.version() > after);
        if news || Instant::now() >= until {
            let look = room.look(&visitor.caller, visitor.lang, query.scene != Some(0));
            drop(room);
            app.hub.drive(&id);
            return Ok(Json(look));
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

/// Takes an open seat.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}", request_body = Join,
    params(("id" = String, Path), ("seat" = u8, Path)), responses((status = 200, body = Done)))]
pub async fn join(
    State(app): Shared,
    mut visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
    Body(request): Body<Join>,
) -> Answered<Response> {
    visitor.with_key();
    let refuse = |trouble| visitor.refuse(trouble);
    let name = player_name(&request.name).map_err(refuse)?;
    let version = {
        let mut room = app.hub.room(&id).await.map_err(refuse)?;
        let list =
            request.list.as_ref().map(|list| read_list(room.game(), list)).transpose().map_err(refuse)?;
        room.join(&visitor.caller, seat, name, list).await.map_err(refuse)?;
        room.publish();
        room.version()
    };
    remember(&app, &visitor.caller, &id, seat).await;
    app.hub.drive(&id);
    Ok(visitor.respond(&app, Json(Done { version })))
}

/// A key that takes the seat along to another device.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/link", params(("id" = String, Path), ("seat" = u8, Path)),
    responses((status = 200, body = SeatKey)))]
pub async fn make_link(
    State(app): Shared,
    visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
) -> Answered<Json<SeatKey>> {
    let key = random_text(32);
    let mut room = app.hub.room(&id).await.map_err(|trouble| visitor.refuse(trouble))?;
    let added = room.add_key(&visitor.caller, seat, KeyHash::of(&key)).await;
    added.map_err(|trouble| visitor.refuse(trouble))?;
    Ok(Json(SeatKey { key }))
}

/// Takes over a seat with a key from [`make_link`].
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/claim", request_body = SeatKey,
    params(("id" = String, Path), ("seat" = u8, Path)), responses((status = 200, body = Done)))]
pub async fn claim(
    State(app): Shared,
    mut visitor: Visitor,
    Path((id, seat)): Path<(String, u8)>,
    Body(request): Body<SeatKey>,
) -> Answered<Response> {
    visitor.with_key();
    let refuse = |trouble| visitor.refuse(trouble);
    if visitor.address.is_some_and(|address| !app.limits.allows_login(address)) {
        return Err(refuse(Trouble::TooMany));
    }
    let with_link = Caller { keys: vec![KeyHash::of(&request.key)], account: None };
    let own = visitor.caller.keys[0].clone();
    let version = {
        let mut room = app.hub.room(&id).await.map_err(refuse)?;
        room.add_key(&with_link, seat, own).await.map_err(refuse)?;
        room.publish();
        room.version()
    };
    remember(&app, &visitor.caller, &id, seat).await;
    Ok(visitor.respond(&app, Json(Done { version })))
}

/// Changes a table, shows everybody, and lets agents play on.
async fn change(
    app: &App,
    visitor: &Visitor,
    id: &str,
    what: impl AsyncFnOnce(&mut Room) -> Result<(), Trouble>,
) -> Answered<Json<Done>> {
    let version = {
        let mut room = app.hub.room(id).await.map_err(|trouble| visitor.refuse(trouble))?;
        what(&mut room).await.map_err(|trouble| visitor.refuse(trouble))?;
        room.publish();
        room.version()
    };
    app.hub.drive(id);
    Ok(Json(Done { version }))
}

/// Answers an open question. The answer is durable when this returns.
#[utoipa::path(post, path = "/api/tables/{id}/answer", request_body = AnswerRequest, params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
pub async fn answer(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<AnswerRequest>,
) -> Answered<Json<Done>> {
    let arrived = Instant::now();
    change(&app, &visitor, &id, async |room| {
        room.answer(&visitor.caller, &request).await?;
        app.hub.metrics.answered(arrived.elapsed());
        Ok(())
    })
    .await
}

/// Says whether an answer would be taken. Nothing changes.
#[utoipa::path(post, path = "/api/tables/{id}/probe", request_body = AnswerRequest, params(("id" = String, Path)),
    responses((status = 200)))]
pub async fn probe(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<AnswerRequest>,
) -> Answered<Response> {
    let mut room = app.hub.room(&id).await.map_err(|trouble| visitor.refuse(trouble))?;
    room.probe(&visitor.caller, &request).map_err(|trouble| visitor.refuse(trouble))?;
    Ok(Json(serde_json::json!({})).into_response())
}

/// Asks to take back the seat's last answer.
#[utoipa::path(post, path = "/api/tables/{id}/undo", request_body = SeatRequest, params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
pub async fn undo(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<SeatRequest>,
) -> Answered<Json<Done>> {
    change(&app, &visitor, &id, async |room| room.undo(&visitor.caller, request.seat).await).await
}

/// Agrees, or does not, that somebody takes back an answer.
#[utoipa::path(post, path = "/api/tables/{id}/consent", request_body = ConsentRequest, params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
pub async fn consent(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<ConsentRequest>,
) -> Answered<Json<Done>> {
    let accept = request.accept;
    change(&app, &visitor, &id, async |room| room.consent(&visitor.caller, request.seat, accept).await).await
}

/// Gives the game up.
#[utoipa::path(post, path = "/api/tables/{id}/concede", request_body = SeatRequest, params(("id" = String, Path)),
    responses((status = 200, body = Done)))]
pub async fn concede(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(request): Body<SeatRequest>,
) -> Answered<Json<Done>> {
    change(&app, &visitor, &id, async |room| room.concede(&visitor.caller, request.seat).await).await
}

/// A new table for the same people, lists and options. Whoever asks second is led to the same table.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", params(("id" = String, Path)),
    responses((status = 200, body = Created)))]
pub async fn rematch(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Answered<Json<Created>> {
    let refuse = |trouble| visitor.refuse(trouble);
    let mut room = app.hub.room(&id).await.map_err(refuse)?;
    let (seats, agreed) = room.seats_for_rematch(&visitor.caller).map_err(refuse)?;
    if let Some(table) = room.rematch() {
        return Ok(Json(Created { id: table.to_string() }));
    }
    if !room.is_over() {
        return Err(refuse(Trouble::NotAsked));
    }
    if app.hub.read_only {
        return Err(refuse(Trouble::ReadOnly));
    }
    let held: Vec<(u8, Caller)> = seats
        .iter()
        .enumerate()
        .filter_map(|(number, seat)| {
            let key = seat.key.clone()?;
            Some((number as u8, Caller { keys: vec![key], account: seat.account.clone() }))
        })
        .collect();
    let table = random_text(12);
    let next = Room::create(table.clone(), room.game(), app.hub.store.clone(), seats, agreed, false).await;
    app.hub.add(next.map_err(refuse)?);
    app.hub.metrics.tables_created.fetch_add(1, Ordering::Relaxed);
    room.note_rematch(table.clone()).await.map_err(refuse)?;
    room.publish();
    drop(room);
    for (seat, caller) in held {
        remember(&app, &caller, &table, seat).await;
    }
    app.hub.drive(&table);
    Ok(Json(Created { id: table }))
}
