//! The HTTP side: routes, limits and headers. What the routes do is in the modules they name.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::address::Proxies;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::pictures::Pictures;
use crate::prepared::Catalogues;
use crate::refusal::{Told, Trouble};
use crate::request::Visitor;
use crate::work::Desk;
use crate::{accounts, lists, openapi, packing, pages, replays, request, rules, socket, tables};

/// Pieces of work beside the tables (lists, searches, passwords) that may wait for their turn.
pub const MOST_CHORES: usize = 64;
/// Answers that may wait to be compressed; further ones go out as they are.
pub const MOST_PACKED: usize = 16;
/// One look at the health of the store does for all who ask within so long.
const HEALTH_LASTS: Duration = Duration::from_secs(1);
/// How often what limits remember is tidied up.
const TIDY: Duration = Duration::from_secs(60);

pub struct App {
    pub hub: Arc<Hub>,
    pub limits: Limits,
    pub proxies: Proxies,
    /// Where work beside the tables is done.
    pub chores: Desk,
    /// Where answers are compressed; nobody waits for that who does not have to.
    pub packing: Desk,
    pub pictures: Pictures,
    /// Cookies are sent over HTTPS only.
    pub secure: bool,
    /// The client's files are read from here instead of from the program.
    pub web: Option<std::path::PathBuf>,
    /// What is the same for everybody, once it was asked for.
    pub catalogues: Catalogues,
    /// How the store was when somebody last asked.
    pub health: Mutex<Option<(Instant, Result<(), String>)>>,
    /// Conversations over sockets that are under way.
    pub talks: TaskTracker,
    /// Cancelled when the server stops.
    pub closing: CancellationToken,
}

pub type Shared = State<Arc<App>>;

impl App {
    /// Done when the server stops.
    pub async fn closed(&self) {
        self.closing.cancelled().await;
    }
}

/// Forgets now and then what limits no longer need.
pub fn tidy(app: Arc<App>) {
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = tokio::time::sleep(TIDY) => app.limits.tidy(),
                () = app.closed() => return,
            }
        }
    });
}

/// Where what is played and looked up is found, below `/api`.
pub fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(tables::offers))
        .routes(routes!(tables::lobby))
        .routes(routes!(tables::create))
        .routes(routes!(tables::look))
        .routes(routes!(tables::log))
        .routes(routes!(socket::open))
        .routes(routes!(tables::join))
        .routes(routes!(tables::make_link))
        .routes(routes!(tables::claim))
        .routes(routes!(tables::answer))
        .routes(routes!(tables::probe))
        .routes(routes!(tables::hints))
        .routes(routes!(tables::undo))
        .routes(routes!(tables::consent))
        .routes(routes!(tables::concede))
        .routes(routes!(tables::rematch))
        .routes(routes!(replays::download))
        .routes(routes!(replays::moments))
        .routes(routes!(replays::moment))
        .routes(routes!(replays::picture))
        .routes(routes!(replays::animation))
        .routes(routes!(replays::upload))
        .routes(routes!(rules::books))
        .routes(routes!(rules::search))
        .routes(routes!(rules::rule))
        .routes(routes!(lists::catalogue, lists::keep))
        .routes(routes!(lists::check))
        .routes(routes!(lists::mine))
        .routes(routes!(lists::kept))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::login))
        .routes(routes!(accounts::logout))
        .routes(routes!(accounts::me))
}

/// What operators look at.
pub fn for_operators() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(openapi::document)).routes(routes!(health)).routes(routes!(metrics))
}

/// What operators look at, at an address of its own.
pub fn operators(app: Arc<App>) -> Router {
    Router::from(for_operators()).with_state(app)
}

/// Everything; what operators look at only if they do not look elsewhere. Health is shown in any case.
pub fn router(app: Arc<App>, with_operators: bool) -> Router {
    let api = Router::from(api())
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_here)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(middleware::from_fn_with_state(app.clone(), count));
    let beside = if with_operators {
        Router::from(for_operators())
    } else {
        // What is shown elsewhere is not a page of the client either.
        let elsewhere = || async { StatusCode::NOT_FOUND };
        let health = Router::from(OpenApiRouter::new().routes(routes!(health)));
        health.route("/metrics", get(elsewhere)).route("/openapi.json", get(elsewhere))
    };
    Router::new()
        .nest("/api", api)
        .merge(beside)
        .fallback(pages::page)
        .layer(middleware::from_fn_with_state(app.clone(), packing::pack))
        .layer(middleware::from_fn_with_state(app.clone(), headers))
        .with_state(app)
}

/// Counts requests and refusals.
async fn count(State(app): Shared, request: Request, next: Next) -> Response {
    app.hub.metrics.requests.fetch_add(1, Ordering::Relaxed);
    let response = next.run(request).await;
    if response.status().is_client_error() || response.status().is_server_error() {
        app.hub.metrics.refused.fetch_add(1, Ordering::Relaxed);
    }
    response
}

/// Limits, and that no other site makes a browser change anything here.
async fn guard(State(app): Shared, request: Request, next: Next) -> Response {
    let lang = request::language(request.headers(), request.uri().query());
    let refuse = |trouble: Trouble| Told(trouble, lang).into_response();
    if let Err(trouble) =
        app.limits.request(request::address_of(&app, request.extensions(), request.headers()))
    {
        app.hub.metrics.too_many.fetch_add(1, Ordering::Relaxed);
        return refuse(trouble);
    }
    if let Err(trouble) = request::speaks(request.uri().query()) {
        return refuse(trouble);
    }
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    let socket = request.headers().contains_key(header::UPGRADE);
    if (changes || socket) && !same_origin(request.headers()) {
        return refuse(Trouble::Foreign);
    }
    next.run(request).await
}

/// Browsers say where a request comes from; it has to be a page of this table. Scripts say nothing and hold no cookies.
fn same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => {
            origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host))
        }
        (Some(_), None) => false,
    }
}

/// Headers that keep a page to itself.
async fn headers(State(app): Shared, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn nothing_here(Visitor { lang, .. }: Visitor) -> Told {
    Told(Trouble::NotFound, lang)
}

async fn wrong_method(Visitor { lang, .. }: Visitor) -> Told {
    Told(Trouble::WrongMethod, lang)
}

/// Whether the store can be written to.
#[utoipa::path(get, path = "/healthz", responses(
    (status = 200, description = "It can", content_type = "text/plain", body = String),
    (status = 503, description = "It cannot, and why", content_type = "text/plain", body = String)))]
async fn health(State(app): Shared) -> Response {
    let mut known = app.health.lock().await;
    if known.as_ref().is_none_or(|(at, _)| at.elapsed() > HEALTH_LASTS) {
        let health = app.hub.store.healthy().await.map_err(|error| error.to_string());
        *known = Some((Instant::now(), health));
    }
    match known.as_ref().map(|(_, health)| health) {
        Some(Err(why)) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response(),
        _ => "ok\n".into_response(),
    }
}

/// Counters and the times of answers, for Prometheus.
#[utoipa::path(get, path = "/metrics",
    responses((status = 200, description = "The counters", content_type = "text/plain", body = String)))]
async fn metrics(State(app): Shared) -> Response {
    let text = app.hub.metrics.text(app.hub.loaded());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// A text of JSON as an answer.
pub fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Plain data as it is sent.
pub fn json_text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data always has a JSON text")
}
