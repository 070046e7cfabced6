//! Lists over HTTP: the cards of a game, checking a list, keeping and sharing it.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use store::Kind;
use table::lobby::{Agreed, LONGEST_ASIDE, List, ReadList, WrittenList, only};
use table::{Fault, Lang};

use crate::caller::random_text;
use crate::games::{AnyGame, list_data, list_from};
use crate::http::{App, Shared, json, json_text};
use crate::openapi::Refused;
use crate::prepared::{Asked, Item};
use crate::protocol::{
    CatalogueInfo, FaultInfo, KeptList, Legality, ListChoice, ListData, ListRequest, ListText, ListVerdict,
};
use crate::quotas::Maker;
use crate::refusal::{Told, Trouble, fault_info};
use crate::request::{Body, Path, Visitor};

/// Longer texts are not even read.
const LONGEST_TEXT: usize = 256 << 10;

/// The list that somebody has chosen.
pub fn read_list(game: &dyn AnyGame, choice: &ListChoice, lang: Lang) -> Result<List, Trouble> {
    let list = match choice {
        ListChoice::Ready(id) => game
            .ready_list(id, lang)
            .ok_or_else(|| Trouble::unfit(format!("there is no ready-made list {id:?}")))?,
        ListChoice::List(data) => {
            let list = list_from(data);
            within_bounds(&list)?;
            list
        }
        ListChoice::Text(text) => only(read_text(game, text)?).map_err(Trouble::Faulty)?.list,
    };
    Ok(list)
}

/// The lists of a text.
fn read_text(game: &dyn AnyGame, text: &str) -> Result<Vec<ReadList>, Trouble> {
    if text.len() > LONGEST_TEXT {
        return Err(Trouble::TooLarge);
    }
    game.read_lists(text).map_err(Trouble::Faulty)
}

/// Texts are held to the same bounds where they are read, whoever reads them.
fn within_bounds(list: &List) -> Result<(), Trouble> {
    if list.length_of_aside() > LONGEST_ASIDE {
        return Err(Trouble::TooLarge);
    }
    let sentence = |text: &str| {
        let mut letters = text.chars();
        letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .chain(['.'])
            .collect::<String>()
    };
    list.bounded().map_err(|fault| Trouble::wrong(sentence(&fault.what.en), sentence(&fault.what.de)))
}

fn game_of(app: &App, visitor: &Visitor, id: &str) -> Result<&'static dyn AnyGame, Told> {
    app.hub.game(id).ok_or_else(|| visitor.refuse(Trouble::NotFound))
}

/// The cards that lists of a game are made of.
#[utoipa::path(get, path = "/lists/{game}",
    params(("game" = String, Path, description = "The game, such as `xwing`")),
    responses((status = 200, description = "The cards", body = CatalogueInfo), (status = 304, description = "What you have still holds")))]
pub async fn catalogue(State(app): Shared, asked: Asked, Path(game): Path<String>) -> Result<Response, Told> {
    let game = app.hub.game(&game).ok_or_else(|| asked.refuse(Trouble::NotFound))?;
    let lang = asked.lang;
    asked.once(&app.catalogues, Item::Catalogue(game.id()), move || game.catalogue(lang)).await
}

/// Points and legality of a list, each fault with its rule; a pasted text is read first.
#[utoipa::path(post, path = "/lists/{game}/check",
    request_body = ListRequest,
    params(("game" = String, Path, description = "The game, such as `xwing`")),
    responses((status = 200, description = "What is to be said about the list", body = ListVerdict), Refused::<422>))]
pub async fn check(
    State(app): Shared,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(request): Body<ListRequest>,
) -> Result<Response, Told> {
    let (game, lang) = (game_of(&app, &visitor, &game)?, visitor.lang);
    let check = move || match read_for_check(game, &request, lang) {
        Ok(lists) => Ok(json_text(&match &*lists {
            [read] => judged(game, read, lang),
            lists => several(lists, lang),
        })),
        Err(Trouble::Faulty(faults)) => Ok(json_text(&unreadable(&faults, lang))),
        Err(trouble) => Err(trouble),
    };
    let verdict = app.chores.work(check).await.and_then(|verdict| verdict);
    verdict.map(json).map_err(|trouble| visitor.refuse(trouble))
}

/// What is to be judged, and by what: by what is agreed on at the table, or else by what the text says of itself.
fn read_for_check(game: &dyn AnyGame, request: &ListRequest, lang: Lang) -> Result<Vec<ReadList>, Trouble> {
    let mut lists = match &request.list {
        ListChoice::Text(text) => read_text(game, text)?,
        choice => vec![ReadList { list: read_list(game, choice, lang)?, ..ReadList::default() }],
    };
    agree(&mut lists, &request.agreed);
    Ok(lists)
}

fn agree(lists: &mut [ReadList], agreed: &Agreed) {
    if !agreed.is_empty() {
        lists.iter_mut().for_each(|list| list.agreed.clone_from(agreed));
    }
}

/// What is to be said about each list of a text, or why there is none in it: the same as over HTTP, for whoever has a file.
pub fn check_text(
    game: &dyn AnyGame,
    text: &str,
    agreed: &Agreed,
    lang: Lang,
) -> Result<Vec<ListVerdict>, Vec<Fault>> {
    let mut lists = game.read_lists(text)?;
    agree(&mut lists, agreed);
    Ok(lists.iter().map(|read| judged(game, read, lang)).collect())
}

/// The answer over HTTP about a text in which there is no list.
pub fn unreadable(faults: &[Fault], lang: Lang) -> ListVerdict {
    unjudged(told(faults, lang), Vec::new())
}

fn judged(game: &dyn AnyGame, read: &ReadList, lang: Lang) -> ListVerdict {
    let ReadList { list, agreed, notes } = read;
    let report = game.check_list(list, agreed);
    ListVerdict {
        list: Some(list_data(list)),
        several: Vec::new(),
        legality: report.legality().into(),
        legal: report.is_legal(),
        playable: report.is_playable(),
        points: report.points,
        limit: report.limit,
        units: report.units,
        faults: told(&report.faults, lang),
        gaps: told(&report.gaps, lang),
        tournament: told(&report.tournament, lang),
        notes: told(notes, lang),
        texts: game.write_list(list).into_iter().map(|written| list_text(written, lang)).collect(),
    }
}

fn told(faults: &[Fault], lang: Lang) -> Vec<FaultInfo> {
    faults.iter().map(|fault| fault_info(fault, lang)).collect()
}

fn list_text(written: WrittenList, lang: Lang) -> ListText {
    ListText {
        form: written.form.to_string(),
        name: written.name.in_(lang).to_string(),
        suffix: written.suffix.to_string(),
        text: written.text,
    }
}

/// No verdict, because there is no list or more than one.
fn unjudged(faults: Vec<FaultInfo>, several: Vec<ListData>) -> ListVerdict {
    ListVerdict {
        list: None,
        several,
        points: 0,
        limit: None,
        units: Vec::new(),
        legality: Legality::NotLegal,
        legal: false,
        playable: false,
        faults,
        gaps: Vec::new(),
        tournament: Vec::new(),
        notes: Vec::new(),
        texts: Vec::new(),
    }
}

/// There are several lists: one of them has to be chosen.
fn several(lists: &[ReadList], lang: Lang) -> ListVerdict {
    let faults = only(lists.to_vec()).err().unwrap_or_default();
    unjudged(told(&faults, lang), lists.iter().map(|one| list_data(&one.list)).collect())
}

/// Keeps a list; who has its key can look at it. Lists of an account are found again.
#[utoipa::path(post, path = "/lists/{game}",
    request_body = ListRequest,
    params(("game" = String, Path, description = "The game, such as `xwing`")),
    responses((status = 200, description = "The list with its key", body = KeptList), Refused::<422>))]
pub async fn keep(
    State(app): Shared,
    visitor: Visitor,
    Path(game): Path<String>,
    Body(request): Body<ListRequest>,
) -> Result<Json<KeptList>, Told> {
    let game = game_of(&app, &visitor, &game)?;
    if app.hub.read_only {
        return Err(visitor.refuse(Trouble::ReadOnly));
    }
    let lang = visitor.lang;
    let maker = Maker::of(&app, &visitor, Kind::List).await.map_err(|trouble| visitor.refuse(trouble))?;
    let read = app.chores.work(move || read_list(game, &request.list, lang)).await.and_then(|list| list);
    let list = read.map_err(|trouble| visitor.refuse(trouble))?;
    let data = list_data(&list);
    let body = serde_json::to_string(&data).expect("plain data always has a JSON text");
    let key = random_text(12);
    let account = visitor.caller.account.as_deref();
    let kept = app.hub.store.put_list(&key, account, game.id(), &list.name, &body).await;
    kept.map_err(|error| visitor.refuse(Trouble::from(error)))?;
    maker.made(&app, &key).await;
    Ok(Json(KeptList { key, game: game.id().to_string(), seat: game.seat_of(&list), list: data }))
}

fn kept_list(app: &App, saved: store::SavedList) -> Result<KeptList, Trouble> {
    let list: ListData = serde_json::from_str(&saved.body).map_err(|error| {
        tracing::error!(key = saved.key, %error, "a kept list cannot be read");
        Trouble::Damaged
    })?;
    let seat = app.hub.game(&saved.game).and_then(|game| game.seat_of(&list_from(&list)));
    Ok(KeptList { key: saved.key, game: saved.game, list, seat })
}

/// A kept list.
#[utoipa::path(get, path = "/kept/{key}",
    params(("key" = String, Path, description = "The key of the list")),
    responses((status = 200, description = "The list", body = KeptList)))]
pub async fn kept(
    State(app): Shared,
    visitor: Visitor,
    Path(key): Path<String>,
) -> Result<Json<KeptList>, Told> {
    let saved =
        app.hub.store.list_by_key(&key).await.map_err(|error| visitor.refuse(Trouble::from(error)))?;
    let kept = saved.ok_or(Trouble::NotFound).and_then(|saved| kept_list(&app, saved));
    kept.map(Json).map_err(|trouble| visitor.refuse(trouble))
}

/// The lists of the account.
#[utoipa::path(get, path = "/kept",
    responses((status = 200, description = "The lists; none without an account", body = Vec<KeptList>)))]
pub async fn mine(State(app): Shared, visitor: Visitor) -> Result<Json<Vec<KeptList>>, Told> {
    let Some(account) = &visitor.caller.account else { return Ok(Json(Vec::new())) };
    let lists =
        app.hub.store.lists_of(account).await.map_err(|error| visitor.refuse(Trouble::from(error)))?;
    // One that is damaged keeps nobody from the others.
    Ok(Json(lists.into_iter().filter_map(|saved| kept_list(&app, saved).ok()).collect()))
}
