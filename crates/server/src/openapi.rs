//! The protocol as OpenAPI, made from the same types and routes that serve it.

use axum::Json;
use utoipa::OpenApi;

use crate::protocol::{Hear, Say};
use crate::{accounts, lists, replays, rules, tables};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sandtable",
        description = "Play, watch, replay and look up rules. Every request takes `lang=de|en`. A seat belongs to whoever \
                       sends its key: the cookie of a browser, or `Authorization: Bearer KEY` with any key of 16 to 200 \
                       characters that a script has made up for itself. `/api/tables/{id}/socket` is a WebSocket: \
                       `Say` goes in, `Hear` comes out."
    ),
    paths(
        tables::offers,
        tables::lobby,
        tables::create,
        tables::look,
        tables::join,
        tables::make_link,
        tables::claim,
        tables::answer,
        tables::probe,
        tables::undo,
        tables::consent,
        tables::concede,
        tables::rematch,
        replays::download,
        replays::upload,
        replays::moments,
        replays::moment,
        replays::picture,
        replays::animation,
        rules::books,
        rules::search,
        rules::rule,
        lists::catalogue,
        lists::check,
        lists::keep,
        lists::kept,
        lists::mine,
        accounts::register,
        accounts::login,
        accounts::logout,
        accounts::me,
    ),
    components(schemas(Say, Hear))
)]
struct Document;

pub async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}
