//! What a request says: who sends it, in which language, from where, and what its address and its body hold. Whatever is wrong
//! with one is told in the protocol's own form.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use table::Lang;

use crate::accounts;
use crate::address::Address;
use crate::caller::{self, Caller, KEY_COOKIE, KEY_LENGTHS, KeyHash, LOGIN_COOKIE};
use crate::http::App;
use crate::refusal::{Told, Trouble};

/// Requests with longer bodies are refused.
const LARGEST_BODY: usize = 1 << 20;
/// A body that is longer than this is not even read to its end.
const LONGEST_HEARD_OUT: usize = 16 << 20;
/// A body that is longer than this is understood away from the threads that serve the network.
const LONG_BODY: usize = 16 << 10;
/// A body has to be there within so long.
const BODY_WITHIN: Duration = Duration::from_secs(20);

const LANG: &str = "lang=";

/// The language that a query names, as it is written there.
fn named_language(query: Option<&str>) -> Option<&str> {
    query.and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix(LANG)))
}

/// In which language a request is answered.
pub fn language(headers: &HeaderMap, query: Option<&str>) -> Lang {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    // The first that is spoken here; browsers name them in the order in which they like them.
    let accepted = accepted
        .and_then(|value| value.split(',').find_map(|one| one.split(';').next()?.trim().parse().ok()));
    named_language(query).and_then(|code| code.parse().ok()).or(accepted).unwrap_or_default()
}

/// Refuses a language that nobody speaks here; what a browser would like to read is only a wish.
pub fn speaks(query: Option<&str>) -> Result<(), Trouble> {
    match named_language(query).map(str::parse::<Lang>) {
        None | Some(Ok(_)) => Ok(()),
        Some(Err(_)) => Err(Trouble::malformed("lang is de or en")),
    }
}

/// Whose request it is. A connection without an address of its own counts as this machine's.
pub fn address_of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Address {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    Address::from(app.proxies.client(peer.unwrap_or(IpAddr::from([127, 0, 0, 1])), headers))
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
        let keys = caller::keys(&parts.headers).map_err(|_| {
            let what = format!("a key has {} to {} characters", KEY_LENGTHS.start(), KEY_LENGTHS.end());
            Told(Trouble::malformed(what), lang)
        })?;
        let mut caller = Caller { keys, account: None };
        if let Some(token) = caller::cookie(&parts.headers, LOGIN_COOKIE) {
            let found = app.hub.store.login(&KeyHash::of(token).0, accounts::now()).await;
            caller.account = found.map_err(|error| Told(error.into(), lang))?;
        }
        let address = address_of(app, &parts.extensions, &parts.headers);
        Ok(Visitor { caller, lang, address, new_key: None })
    }
}

/// What the address names. Where it names what cannot exist (a seat that is no number), there is nothing.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for Path<T> {
    type Rejection = Told;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Told> {
        let lang = language(&parts.headers, parts.uri.query());
        let named = axum::extract::Path::from_request_parts(parts, app).await;
        named.map(|axum::extract::Path(named)| Path(named)).map_err(|_| Told(Trouble::NotFound, lang))
    }
}

/// What stands behind the `?`, but for the language, which every request may have there.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Told;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Told> {
        let query = parts.uri.query().unwrap_or_default();
        let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with(LANG)).collect();
        let malformed =
            |what: String| Told(Trouble::malformed(what), language(&parts.headers, parts.uri.query()));
        let rest: Uri = format!("/?{}", rest.join("&"))
            .parse()
            .map_err(|error: axum::http::uri::InvalidUri| malformed(error.to_string()))?;
        let said = axum::extract::Query::try_from_uri(&rest);
        said.map(|axum::extract::Query(said)| Query(said)).map_err(|error| malformed(error.body_text()))
    }
}

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Told;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Told> {
        let lang = language(request.headers(), request.uri().query());
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
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
        let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        if length.and_then(|text| text.parse().ok()).is_some_and(|length: usize| length > LONGEST_HEARD_OUT) {
            return Err(Told(Trouble::TooLarge, lang));
        }
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
