//! The client's files, from inside the program (or from a folder while somebody works on them).

use std::path::{Component, Path};

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use crate::http::Shared;

static WEB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// A file of the client; every other address is a page, which the client draws by itself.
pub async fn page(State(app): Shared, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let is_file =
        path.rsplit('/').next().is_some_and(|name| name.contains('.')) && !path.starts_with("rules/");
    let name = if is_file { path } else { "index.html" };
    let bytes = match &app.web {
        Some(folder) => read(folder, name).await,
        None => WEB.get_file(name).map(|file| file.contents().to_vec()),
    };
    let Some(bytes) = bytes else { return (StatusCode::NOT_FOUND, "not found\n").into_response() };
    let tag = format!("\"{}\"", &crate::caller::KeyHash::of(&hex(&Sha256::digest(&bytes))).0[..16]);
    if request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = ([(header::CONTENT_TYPE, kind_of(name))], bytes).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A file below the folder, and nothing outside it.
async fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    if !name.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    tokio::fs::read(folder.join(name)).await.ok()
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest" | "json") => "application/json",
        _ => "application/octet-stream",
    }
}
