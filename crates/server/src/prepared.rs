//! Answers that stay the same while the program runs: made once, compressed once, and sent only to those who do not have
//! them yet.
//!
//! This module owns the tag of an answer and the comparison with the tags a browser knows. It must not know what the answers
//! are about.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use headers::{ETag, HeaderMapExt, IfNoneMatch};
use serde::Serialize;
use sha2::{Digest, Sha256};
use table::Lang;
use tokio::sync::OnceCell;

use crate::packing::{Coding, Effort};
use crate::refusal::{Told, Trouble};
use crate::request::language;

/// How long an answer may be kept, and what it depends on besides its address.
pub struct Terms {
    keep: &'static str,
    vary: &'static str,
}

/// For addresses whose content never changes.
pub const FOR_EVER: Terms = Terms { keep: "public, max-age=31536000, immutable", vary: "accept-encoding" };
/// For what the next version of the program may change: kept, but asked about each time.
pub const ASK_EACH_TIME: Terms = Terms { keep: "no-cache", vary: "accept-encoding" };
/// The same, where the address need not name the language.
const ASK_EACH_TIME_IN_A_LANGUAGE: Terms =
    Terms { keep: "no-cache", vary: "accept-encoding, accept-language" };

/// An answer in every encoding in which it is sent, with its tag.
pub struct Prepared {
    kind: &'static str,
    tag: ETag,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

impl Prepared {
    /// Takes its time: not for a thread on which requests are served.
    pub fn new(kind: &'static str, bytes: impl Into<Bytes>) -> Prepared {
        let plain = Prepared::uncompressed(kind, bytes);
        let shorter = |bytes: Vec<u8>| (bytes.len() < plain.plain.len()).then(|| Bytes::from(bytes));
        let packed = |coding: Coding| coding.pack(&plain.plain, Effort::Once).and_then(shorter);
        let (gzip, brotli) = (packed(Coding::Gzip), packed(Coding::Brotli));
        Prepared { gzip, brotli, ..plain }
    }

    /// For what is made anew for each request because that is quicker than keeping it would be worth.
    fn uncompressed(kind: &'static str, bytes: impl Into<Bytes>) -> Prepared {
        let plain = bytes.into();
        Prepared { kind, tag: tag_of(&plain), plain, gzip: None, brotli: None }
    }

    fn coded(&self, coding: Coding) -> Option<&Bytes> {
        match coding {
            Coding::Plain => Some(&self.plain),
            Coding::Gzip => self.gzip.as_ref(),
            Coding::Brotli => self.brotli.as_ref(),
        }
    }

    /// The answer for whoever sent these headers; without a body for one who has it already.
    pub fn answer(&self, asked: &HeaderMap, terms: &Terms) -> Response {
        let known =
            asked.typed_get::<IfNoneMatch>().is_some_and(|known| !known.precondition_passes(&self.tag));
        let mut response = if known { StatusCode::NOT_MODIFIED.into_response() } else { self.body(asked) };
        let headers = response.headers_mut();
        headers.typed_insert(self.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(terms.keep));
        headers.insert(header::VARY, HeaderValue::from_static(terms.vary));
        response
    }

    fn body(&self, asked: &HeaderMap) -> Response {
        let coding = Coding::chosen(asked, |coding| self.coded(coding).is_some());
        let bytes = self.coded(coding).unwrap_or(&self.plain).clone();
        let mut response = Response::new(Body::from(bytes));
        let mut set =
            |name: HeaderName, value| response.headers_mut().insert(name, HeaderValue::from_static(value));
        set(header::CONTENT_TYPE, self.kind);
        if coding != Coding::Plain {
            set(header::CONTENT_ENCODING, coding.name());
        }
        response
    }
}

/// The tag is weak because it is the same for every encoding.
fn tag_of(bytes: &[u8]) -> ETag {
    let tag = format!("W/\"{}\"", short_hash([bytes]));
    tag.parse().expect("hexadecimal digits make a tag")
}

/// Enough of a hash that no two versions of anything share it.
pub fn short_hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    parts.into_iter().for_each(|part| hash.update(part));
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Prepared answers by what they are. Nothing is ever taken off, so keys come from a set that is small by itself.
pub struct Shelf<K>(Mutex<HashMap<K, Arc<OnceCell<Arc<Prepared>>>>>);

impl<K> Default for Shelf<K> {
    fn default() -> Self {
        Shelf(Mutex::default())
    }
}

impl<K: Eq + Hash> Shelf<K> {
    /// What was made for this key, or is made now, away from the threads that serve requests. Whoever asks meanwhile waits
    /// for the same.
    pub async fn get(
        &self,
        key: K,
        make: impl FnOnce() -> Prepared + Send + 'static,
    ) -> Result<Arc<Prepared>, Trouble> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        let making = async || tokio::task::spawn_blocking(make).await.map(Arc::new);
        let made = place.get_or_try_init(making).await.cloned();
        made.map_err(|error| {
            tracing::error!(%error, "an answer could not be prepared");
            Trouble::Unavailable
        })
    }
}

/// What the program knows by heart, in each language. A game is named by its own static id, so that there are only so many.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Item {
    Games,
    Rulebooks,
    /// The description of the protocol.
    Protocol,
    Catalogue(&'static str),
}

pub type Catalogues = Shelf<(Item, Lang)>;

/// A request for something that is the same for everybody who speaks the language; who asks does not matter.
pub struct Asked {
    pub lang: Lang,
    headers: HeaderMap,
}

impl<S: Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Asked { lang: language(&parts.headers, parts.uri.query()), headers: parts.headers.clone() })
    }
}

impl Asked {
    /// Answers with what is on the shelf, or is put there now.
    pub async fn once<T: Serialize>(
        &self,
        shelf: &Catalogues,
        item: Item,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Response, Told> {
        let prepared = shelf.get((item, self.lang), move || Prepared::new(JSON, json(&make()))).await;
        let prepared = prepared.map_err(|trouble| self.refuse(trouble))?;
        Ok(prepared.answer(&self.headers, &ASK_EACH_TIME_IN_A_LANGUAGE))
    }

    /// Answers with what is made quickly and would be too much to keep; it still has a tag.
    pub fn at_once(&self, value: &impl Serialize) -> Response {
        Prepared::uncompressed(JSON, json(value)).answer(&self.headers, &ASK_EACH_TIME_IN_A_LANGUAGE)
    }

    pub fn refuse(&self, trouble: Trouble) -> Told {
        Told(trouble, self.lang)
    }
}

const JSON: &str = "application/json";

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data always has a JSON text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_that_makes_nothing_shorter_is_not_there() {
        let short = Prepared::new("text/plain", "a");
        assert!(short.gzip.is_none() && short.brotli.is_none());
        let long = Prepared::new("text/plain", "a".repeat(5000));
        assert!(long.gzip.is_some() && long.brotli.is_some());
    }

    #[tokio::test]
    async fn an_answer_is_made_once_for_all_who_ask() {
        let shelf = Arc::new(Catalogues::default());
        let made = Arc::new(Mutex::new(0));
        let ask = |lang| {
            let made = made.clone();
            shelf.get((Item::Games, lang), move || {
                *made.lock().unwrap() += 1;
                Prepared::new(JSON, "[]")
            })
        };
        let (first, second, german) = tokio::join!(ask(Lang::En), ask(Lang::En), ask(Lang::De));
        assert!(Arc::ptr_eq(&first.unwrap(), &second.unwrap()) && german.is_ok());
        assert_eq!(*made.lock().unwrap(), 2);
    }

    #[tokio::test]
    async fn what_fails_to_be_made_is_tried_again() {
        let shelf = Catalogues::default();
        let failed = shelf.get((Item::Games, Lang::En), || panic!("not today")).await;
        assert!(matches!(failed, Err(Trouble::Unavailable)));
        assert!(shelf.get((Item::Games, Lang::En), || Prepared::new(JSON, "[]")).await.is_ok());
    }
}
