//! The client's files. They stand below a prefix that carries a hash of the whole client: a browser keeps them for ever, a
//! new client is a new prefix, and relative imports work unchanged. Only the page that names the prefix is asked about on
//! each visit. Somebody who works on the client has its files read from a folder each time instead.

use std::path::{Component, Path};
use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};

use crate::http::{App, Shared};
use crate::prepared::{ASK_EACH_TIME, FOR_EVER, Prepared, Shelf, short_hash};

static WEB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../web");
static CLIENT: LazyLock<Client> = LazyLock::new(Client::in_the_program);

/// The prefix that the page has in its source.
const FROM_A_FOLDER: &str = "/v/dev/";
const PAGE: &str = "index.html";
const HTML: &str = "text/html; charset=utf-8";

struct Client {
    prefix: String,
    files: Shelf<&'static str>,
}

impl Client {
    fn in_the_program() -> Client {
        let mut files = Vec::new();
        gather(&WEB, &mut files);
        files.sort_by_key(|file| file.path());
        let parts =
            files.iter().flat_map(|file| [file.path().as_os_str().as_encoded_bytes(), file.contents()]);
        Client { prefix: format!("/v/{}/", short_hash(parts)), files: Shelf::default() }
    }

    /// The page with the prefix under which its files are found.
    fn page(&self) -> String {
        let source = WEB.get_file(PAGE).and_then(File::contents_utf8).unwrap_or_default();
        source.replace(FROM_A_FOLDER, &self.prefix)
    }

    async fn answer(&'static self, path: &str, asked: &HeaderMap) -> Response {
        let (prepared, terms) = match path.strip_prefix(&self.prefix) {
            Some(name) => {
                let Some((name, kind, bytes)) = part(name) else { return nothing_here() };
                (self.files.get(name, move || Prepared::new(kind, bytes)).await, &FOR_EVER)
            }
            None if is_page(path) => {
                (self.files.get(PAGE, || Prepared::new(HTML, self.page())).await, &ASK_EACH_TIME)
            }
            None => return nothing_here(),
        };
        match prepared {
            Ok(prepared) => prepared.answer(asked, terms),
            Err(trouble) => trouble.status().into_response(),
        }
    }
}

fn gather(folder: &'static Dir<'static>, into: &mut Vec<&'static File<'static>>) {
    into.extend(folder.files());
    folder.dirs().for_each(|below| gather(below, into));
}

/// A file of the client that pages are made of.
fn part(name: &str) -> Option<(&'static str, &'static str, &'static [u8])> {
    let file = WEB.get_file(name)?;
    Some((file.path().to_str()?, kind_of(name)?, file.contents()))
}

/// A file of the client; every other address is a page, which the client draws by itself.
pub async fn page(State(app): Shared, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    respond(&app, request.uri().path(), request.headers()).await
}

async fn respond(app: &App, path: &str, asked: &HeaderMap) -> Response {
    match &app.web {
        Some(folder) => from_folder(folder, path).await,
        None => CLIENT.answer(path, asked).await,
    }
}

/// Names with a dot are files, but for rules, whose ids have dots; nor is anything a page below another client's prefix.
fn is_page(path: &str) -> bool {
    if path.starts_with("/v/") {
        return false;
    }
    path.starts_with("/rules/") || !path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

fn nothing_here() -> Response {
    (StatusCode::NOT_FOUND, "not found\n").into_response()
}

async fn from_folder(folder: &Path, path: &str) -> Response {
    let (name, kind) = match path.strip_prefix(FROM_A_FOLDER) {
        Some(name) => (name, kind_of(name)),
        None => (PAGE, is_page(path).then_some(HTML)),
    };
    match (kind, read(folder, name).await) {
        (Some(kind), Some(bytes)) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        _ => nothing_here(),
    }
}

/// A file below the folder, and nothing outside it.
async fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    if !name.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    tokio::fs::read(folder.join(name)).await.ok()
}

/// What the files are that a page asks for; nobody is sent anything else.
fn kind_of(name: &str) -> Option<&'static str> {
    match name.rsplit('.').next()? {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "webmanifest" | "json" => Some("application/json"),
        _ => None,
    }
}
