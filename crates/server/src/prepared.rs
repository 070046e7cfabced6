//! Answers that stay the same while the program runs: made once, compressed once, and sent only to those who do not have
//! them yet.
//!
//! This module owns the choice of an encoding, the tag of an answer and the comparison with the tags a browser knows. It
//! must not know what the answers are about.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::io::Write;
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

use crate::http::language;
use crate::refusal::{Told, Trouble};

/// Prepared answers are compressed once and sent often, so the effort is high, short of where each step costs seconds.
const BROTLI_QUALITY: i32 = 9;
const BROTLI_WINDOW: i32 = 22;

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

/// The ways in which bytes are sent, the shortest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Coding {
    Plain,
    Gzip,
    Brotli,
}

impl Coding {
    const ALL: [Coding; 3] = [Coding::Plain, Coding::Gzip, Coding::Brotli];

    fn name(self) -> &'static str {
        match self {
            Coding::Plain => "identity",
            Coding::Gzip => "gzip",
            Coding::Brotli => "br",
        }
    }

    /// The best of what is there that the asker takes; plain if nothing is said or nothing fits.
    fn chosen(headers: &HeaderMap, there: impl Fn(Coding) -> bool) -> Coding {
        let Some(wishes) = Wishes::read(headers) else { return Coding::Plain };
        let fitting = Coding::ALL.into_iter().filter(|coding| there(*coding) && wishes.weight(*coding) > 0);
        fitting.max_by_key(|coding| (wishes.weight(*coding), *coding)).unwrap_or(Coding::Plain)
    }
}

/// What an `Accept-Encoding` says: names with their weights in thousandths.
struct Wishes<'a>(Vec<(&'a str, u16)>);

impl<'a> Wishes<'a> {
    fn read(headers: &'a HeaderMap) -> Option<Wishes<'a>> {
        let lines = headers.get_all(header::ACCEPT_ENCODING);
        let texts = lines.iter().filter_map(|line| line.to_str().ok());
        let wishes: Vec<_> = texts.flat_map(|text| text.split(',')).filter_map(wish).collect();
        (!wishes.is_empty()).then_some(Wishes(wishes))
    }

    fn weight(&self, coding: Coding) -> u16 {
        let of = |name: &str| self.0.iter().find(|(wished, _)| wished.eq_ignore_ascii_case(name));
        let found = of(coding.name()).or_else(|| of("*")).map(|(_, weight)| *weight);
        // Plain bytes are welcome unless they are ruled out, but only where nothing else is.
        found.unwrap_or(u16::from(coding == Coding::Plain))
    }
}

/// One entry such as `br;q=0.5`; one that is not understood is passed over.
fn wish(text: &str) -> Option<(&str, u16)> {
    let Some((name, weight)) = text.split_once(';') else { return Some((text.trim(), 1000)) };
    let (key, value) = weight.split_once('=')?;
    let value: f32 = value.trim().parse().ok()?;
    let fits = key.trim().eq_ignore_ascii_case("q") && (0.0..=1.0).contains(&value);
    fits.then(|| (name.trim(), (value * 1000.0).round() as u16))
}

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
        let (gzip, brotli) =
            (gzipped(&plain.plain).and_then(shorter), brotlied(&plain.plain).and_then(shorter));
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

fn gzipped(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).ok()?;
    out.finish().ok()
}

fn brotlied(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let effort = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut out, &effort).ok()?;
    Some(out)
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

    fn chosen(accepts: &str) -> Coding {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, accepts.parse().unwrap());
        Coding::chosen(&headers, |_| true)
    }

    #[test]
    fn the_weights_of_encodings_count() {
        assert_eq!(chosen("gzip, deflate, br, zstd"), Coding::Brotli);
        assert_eq!(chosen("br;q=0.5, gzip;q=0.8"), Coding::Gzip);
        assert_eq!(chosen("br;q=0, gzip"), Coding::Gzip);
        assert_eq!(chosen("BR ; Q=1.0"), Coding::Brotli);
        assert_eq!(chosen("*"), Coding::Brotli);
        assert_eq!(chosen("br;q=0, *;q=0.5"), Coding::Gzip);
        assert_eq!(chosen("identity, gzip;q=0.5"), Coding::Plain);
        assert_eq!(chosen("identity;q=0, gzip"), Coding::Gzip);
    }

    #[test]
    fn what_is_not_understood_leaves_the_plain_bytes() {
        for accepts in ["", "zstd", "br;q=2", "br;q=x", "br;level=3", "*;q=0", ";;;,"] {
            assert_eq!(chosen(accepts), Coding::Plain, "{accepts:?}");
        }
        assert_eq!(Coding::chosen(&HeaderMap::new(), |_| true), Coding::Plain);
    }

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
