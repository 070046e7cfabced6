//! Compression of what is sent: which coding the asker takes, and the packing itself. Answers that are made for one asker are packed
//! here on their way out, long ones away from the threads that serve the network.

use std::io::Write;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::Shared;

const BROTLI_WINDOW: i32 = 22;
/// Answers that are shorter than this fit into a packet as they are.
const SMALLEST: u64 = 1 << 10;
/// What is shorter than this is packed on the spot: it takes a part of a millisecond.
const SHORT: usize = 8 << 10;

/// How much work packing is worth.
#[derive(Clone, Copy)]
pub enum Effort {
    /// It is done once, and sent often.
    Once,
    /// It is done for one asker: most of what can be saved, at a small part of what it can cost.
    Each,
}

impl Effort {
    fn gzip(self) -> u32 {
        match self {
            Effort::Once => 9,
            Effort::Each => 4,
        }
    }

    /// Beyond 9, each step costs seconds.
    fn brotli(self) -> i32 {
        match self {
            Effort::Once => 9,
            Effort::Each => 4,
        }
    }
}

/// The ways in which bytes are sent, the shortest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Coding {
    Plain,
    Gzip,
    Brotli,
}

impl Coding {
    const ALL: [Coding; 3] = [Coding::Plain, Coding::Gzip, Coding::Brotli];

    pub fn name(self) -> &'static str {
        match self {
            Coding::Plain => "identity",
            Coding::Gzip => "gzip",
            Coding::Brotli => "br",
        }
    }

    /// The bytes in this coding; nothing if they are to stay as they are.
    pub fn pack(self, mut bytes: &[u8], effort: Effort) -> Option<Vec<u8>> {
        match self {
            Coding::Plain => None,
            Coding::Gzip => {
                let mut out =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(effort.gzip()));
                out.write_all(bytes).ok()?;
                out.finish().ok()
            }
            Coding::Brotli => {
                let effort = brotli::enc::BrotliEncoderParams {
                    quality: effort.brotli(),
                    lgwin: BROTLI_WINDOW,
                    size_hint: bytes.len(),
                    ..Default::default()
                };
                let mut out = Vec::new();
                brotli::BrotliCompress(&mut bytes, &mut out, &effort).ok()?;
                Some(out)
            }
        }
    }

    /// The best of what is there that the asker takes; plain if nothing is said or nothing fits.
    pub fn chosen(headers: &HeaderMap, there: impl Fn(Coding) -> bool) -> Coding {
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

/// Packs an answer for whoever asked, if it is text of some length and is not packed yet.
pub async fn pack(State(app): Shared, request: Request, next: Next) -> Response {
    let coding = Coding::chosen(request.headers(), |_| true);
    let mut response = next.run(request).await;
    if !is_worth_it(&response) {
        return response;
    }
    response.headers_mut().entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding"));
    if coding == Coding::Plain {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The whole body is in memory already, so that nothing is waited for and nothing can fail.
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let packed = if plain.len() < SHORT {
        coding.pack(&plain, Effort::Each)
    } else {
        let bytes = plain.clone();
        // Where too much waits already, it goes out as it is.
        app.packing.work(move || coding.pack(&bytes, Effort::Each)).await.unwrap_or(None)
    };
    let Some(packed) = packed else { return Response::from_parts(parts, Body::from(plain)) };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(Bytes::from(packed)))
}

fn is_worth_it(response: &Response) -> bool {
    let headers = response.headers();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let text = kind.starts_with("text/") || kind.starts_with("application/json") || kind == "image/svg+xml";
    let known = response.body().size_hint().exact();
    text && !headers.contains_key(header::CONTENT_ENCODING) && known.is_some_and(|length| length >= SMALLEST)
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
}
