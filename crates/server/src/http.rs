//! The HTTP side: routes, who is calling, limits and headers. What the routes do is in the modules they name.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use table::Lang;
use tokio_util::sync::CancellationToken;

use crate::address::{Address, Proxies};
use crate::caller::{self, Caller, KEY_COOKIE, KeyHash, LOGIN_COOKIE};
use crate::hub::Hub;
use crate::limits::Limits;
use crate::pictures::Pictures;
use crate::prepared::Catalogues;
use crate::refusal::{Told, Trouble};
use crate::work::Desk;
use crate::{accounts, lists, openapi, packing, pages, replays, rules, socket, tables};

/// Requests with longer bodies are refused.
const LARGEST_BODY: usize = 1 << 20;
/// A body that is longer than this is not even read to its end.
const LONGEST_HEARD_OUT: usize = 16 << 20;
/// A body that is longer than this is understood away from the threads that serve the network.
const LONG_BODY: usize = 16 << 10;

/// A body has to be there within so long.
const BODY_WITHIN: Duration = Duration::from_secs(20);
/// Pieces of work beside the tables (lists, searches, passwords) that may wait for their turn.
pub const MOST_CHORES: usize = 64;
/// How often what limits remember is tidied up.
const TIDY: Duration = Duration::from_secs(60);

pub struct App {
    pub hub: Arc<Hub>,
    pub limits: Limits,
    pub proxies: Proxies,
    /// Where work beside the tables is done.
    pub chores: Desk,
    pub pictures: Pictures,
    /// Cookies are sent over HTTPS only.
    pub secure: bool,
    /// The client's files are read from here instead of from the program.
    pub web: Option<std::path::PathBuf>,
    /// What is the same for everybody, once it was asked for.
    pub catalogues: Catalogues,
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

/// What operators look at.
fn for_operators() -> Router<Arc<App>> {
    Router::new()
        .route("/openapi.json", get(openapi::document))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
}

/// What operators look at, at an address of its own.
pub fn operators(app: Arc<App>) -> Router {
    for_operators().with_state(app)
}

/// Everything; what operators look at only if they do not look elsewhere. Health is shown in any case.
pub fn router(app: Arc<App>, with_operators: bool) -> Router {
    let api = Router::new()
        .route("/games", get(tables::offers))
        .route("/lobby", get(tables::lobby))
        .route("/tables", post(tables::create))
        .route("/tables/{id}", get(tables::look))
        .route("/tables/{id}/socket", get(socket::open))
        .route("/tables/{id}/seats/{seat}", post(tables::join))
        .route("/tables/{id}/seats/{seat}/link", post(tables::make_link))
        .route("/tables/{id}/seats/{seat}/claim", post(tables::claim))
        .route("/tables/{id}/answer", post(tables::answer))
        .route("/tables/{id}/probe", post(tables::probe))
        .route("/tables/{id}/undo", post(tables::undo))
        .route("/tables/{id}/consent", post(tables::consent))
        .route("/tables/{id}/concede", post(tables::concede))
        .route("/tables/{id}/rematch", post(tables::rematch))
        .route("/tables/{id}/replay", get(replays::download))
        .route("/tables/{id}/moments", get(replays::moments))
        .route("/tables/{id}/moments/{moment}", get(replays::moment))
        .route("/tables/{id}/moments/{moment}/{picture}", get(replays::picture))
        .route("/tables/{id}/animation.png", get(replays::animation))
        .route("/replays", post(replays::upload))
        .route("/rulebooks", get(rules::books))
        .route("/rules", get(rules::search))
        .route("/rules/{id}", get(rules::rule))
        .route("/lists/{game}", get(lists::catalogue).post(lists::keep))
        .route("/lists/{game}/check", post(lists::check))
        .route("/kept", get(lists::mine))
        .route("/kept/{key}", get(lists::kept))
        .route("/account", post(accounts::register))
        .route("/login", post(accounts::login))
        .route("/logout", post(accounts::logout))
        .route("/me", get(accounts::me))
        .fallback(nothing_here)
        .layer(middleware::from_fn_with_state(app.clone(), guard));
    let beside = if with_operators { for_operators() } else { Router::new().route("/healthz", get(health)) };
    Router::new()
        .nest("/api", api)
        .merge(beside)
        .fallback(pages::page)
        .layer(middleware::from_fn_with_state(app.clone(), packing::pack))
        .layer(middleware::from_fn_with_state(app.clone(), headers))
        .with_state(app)
}

/// Limits, and that no other site makes a browser change anything here.
async fn guard(State(app): Shared, request: Request, next: Next) -> Response {
    app.hub.metrics.requests.fetch_add(1, Ordering::Relaxed);
    let lang = language(request.headers(), request.uri().query());
    let refuse = |trouble: Trouble| {
        app.hub.metrics.refused.fetch_add(1, Ordering::Relaxed);
        Told(trouble, lang).into_response()
    };
    if let Err(trouble) = app.limits.request(address_of(&app, request.extensions(), request.headers())) {
        app.hub.metrics.too_many.fetch_add(1, Ordering::Relaxed);
        return refuse(trouble);
    }
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    let socket = request.headers().contains_key(header::UPGRADE);
    if (changes || socket) && !same_origin(request.headers()) {
        return refuse(Trouble::NotYours);
    }
    next.run(request).await
}

/// Whose request it is. A connection without an address of its own counts as this machine's.
fn address_of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Address {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    Address::from(app.proxies.client(peer.unwrap_or(IpAddr::from([127, 0, 0, 1])), headers))
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

async fn health(State(app): Shared) -> Response {
    match app.hub.store.healthy().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

async fn metrics(State(app): Shared) -> Response {
    let text = app.hub.metrics.text(app.hub.loaded());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

pub fn language(headers: &HeaderMap, query: Option<&str>) -> Lang {
    let asked = query.and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("lang=")));
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let accepted = accepted.and_then(|value| value.split([',', ';']).next());
    asked.or(accepted).and_then(|code| code.parse().ok()).unwrap_or_default()
}

/// A text of JSON as an answer.
pub fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Plain data as it is sent.
pub fn json_text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data always has a JSON text")
}

/// Who is calling, in which language they are answered, and from where.
pub struct Visitor {
    pub caller: Caller,
    pub lang: Lang,
    pub address: Address,
    /// A key for a browser that has none yet, to be set as its cookie.
    pub new_key: Option<String>,
}

impl Visitor {
    /// Makes sure that the browser has a key of its own.
    pub fn with_key(&mut self) {
        if self.caller.keys.is_empty() {
            let key = caller::random_text(32);
            self.caller.keys.push(KeyHash::of(&key));
            self.new_key = Some(key);
        }
    }

    pub fn refuse(&self, trouble: impl Into<Trouble>) -> Told {
        Told(trouble.into(), self.lang)
    }

    /// The answer, with the browser's new key if it has got one.
    pub fn respond(self, app: &App, body: impl IntoResponse) -> Response {
        let mut response = body.into_response();
        if let Some(key) = self.new_key {
            let cookie = caller::set_cookie(KEY_COOKIE, &key, 400, app.secure);
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        response
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Told;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Told> {
        let lang = language(&parts.headers, parts.uri.query());
        let mut caller = Caller { keys: caller::keys(&parts.headers), account: None };
        if let Some(token) = caller::cookie(&parts.headers, LOGIN_COOKIE) {
            let found = app.hub.store.login(&KeyHash::of(token).0, accounts::now()).await;
            caller.account = found.map_err(|error| Told(error.into(), lang))?;
        }
        let address = address_of(app, &parts.extensions, &parts.headers);
        Ok(Visitor { caller, lang, address, new_key: None })
    }
}

/// A JSON body; what is wrong with one is told in the protocol's own form.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Told;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Told> {
        let lang = language(request.headers(), request.uri().query());
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(Told(Trouble::malformed("the body has to be application/json"), lang));
        }
        let Whole(bytes) = Whole::from_request(request, app).await?;
        let understand = move |bytes: Vec<u8>| serde_json::from_slice(&bytes);
        let understood = if bytes.len() < LONG_BODY {
            understand(bytes)
        } else {
            app.chores.work(move || understand(bytes)).await.map_err(|trouble| Told(trouble, lang))?
        };
        understood.map(Body).map_err(|error| Told(Trouble::malformed(error.to_string()), lang))
    }
}

/// The bytes of a body. One that is somewhat too long is read to its end, since a sender who is cut off does not hear why.
pub struct Whole(pub Vec<u8>);

impl FromRequest<Arc<App>> for Whole {
    type Rejection = Told;

    async fn from_request(request: Request, _: &Arc<App>) -> Result<Self, Told> {
        let lang = language(request.headers(), request.uri().query());
        let read = tokio::time::timeout(BODY_WITHIN, read_body(request));
        read.await.unwrap_or(Err(Trouble::Slow)).map(Whole).map_err(|trouble| Told(trouble, lang))
    }
}

async fn read_body(request: Request) -> Result<Vec<u8>, Trouble> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    let mut chunks = request.into_body().into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| Trouble::malformed(error.to_string()))?;
        length += chunk.len();
        if length > LONGEST_HEARD_OUT {
            break;
        }
        if length <= LARGEST_BODY {
            bytes.extend_from_slice(&chunk);
        }
    }
    if length <= LARGEST_BODY { Ok(bytes) } else { Err(Trouble::TooLarge) }
}
