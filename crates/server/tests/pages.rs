//! The client's files and what is the same for everybody: what browsers may keep, and what they are sent again.

mod common;

use std::io::Read;

use common::TestServer;
use reqwest::Method;
use reqwest::header::HeaderMap;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

struct Reply {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Reply {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// What a cache needs to know, which a 304 has to repeat.
    fn terms(&self) -> [&str; 3] {
        ["etag", "cache-control", "vary"].map(|name| self.header(name))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut plain: Box<dyn Read> = match self.header("content-encoding") {
            "br" => Box::new(brotli::Decompressor::new(&self.body[..], 4096)),
            "gzip" => Box::new(flate2::read::GzDecoder::new(&self.body[..])),
            other => {
                assert_eq!(other, "");
                Box::new(&self.body[..])
            }
        };
        plain.read_to_string(&mut text).unwrap();
        text
    }
}

async fn ask(server: &TestServer, method: Method, path: &str, headers: &[(&str, &str)]) -> Reply {
    let http = reqwest::Client::new();
    let mut request = http.request(method, format!("http://{}{path}", server.address));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let reply = request.send().await.unwrap();
    let (status, headers) = (reply.status().as_u16(), reply.headers().clone());
    Reply { status, headers, body: reply.bytes().await.unwrap().to_vec() }
}

async fn get(server: &TestServer, path: &str, headers: &[(&str, &str)]) -> Reply {
    ask(server, Method::GET, path, headers).await
}

/// Asks for an address as it stands; other clients would tidy it up.
async fn raw(server: &TestServer, path: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: table\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    reply
}

/// Where the page says that the client begins.
async fn entrance(server: &TestServer) -> String {
    let page = get(server, "/", &[]).await.text();
    let (_, rest) = page.split_once("<script type=\"module\" src=\"").unwrap();
    rest.split('"').next().unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_kept_for_ever_and_the_page_that_names_them_is_not() {
    let server = TestServer::start().await;
    for path in ["/", "/table/abc", "/rules/attackwing.a.b", "/new"] {
        let page = get(&server, path, &[]).await;
        assert_eq!((page.status, page.header("cache-control")), (200, "no-cache"), "{path}");
        assert!(page.header("content-type").starts_with("text/html") && !page.header("etag").is_empty());
        assert!(!page.text().contains("/v/dev/"), "every address has the hash");
    }
    let main = entrance(&server).await;
    let file = get(&server, &main, &[]).await;
    assert_eq!(file.status, 200);
    assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(file.header("content-type"), "text/javascript; charset=utf-8");
    let (prefix, _) = main.split_once("app/").unwrap();
    let gone = [
        "/v/0123456789abcdef/app/main.js".to_string(),
        "/v/dev/app/main.js".to_string(),
        "/app/main.js".to_string(),
        "/v/0123456789abcdef/app".to_string(),
        format!("{prefix}app/none.js"),
        format!("{prefix}index.html"),
        format!("{prefix}types/protocol.d.ts"),
        format!("{prefix}../../Cargo.toml"),
    ];
    for path in gone {
        let reply = get(&server, &path, &[]).await;
        assert_eq!((reply.status, reply.header("cache-control")), (404, "no-store"), "{path}");
    }
    assert_eq!(ask(&server, Method::POST, &main, &[]).await.status, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_it_is_not_sent_it_again() {
    let server = TestServer::start().await;
    let main = entrance(&server).await;
    for path in ["/", &main, "/api/games", "/api/lists/attackwing?lang=de", "/api/rulebooks"] {
        let first = get(&server, path, &[]).await;
        let weak = first.header("etag").to_string();
        let strong = weak.trim_start_matches("W/").to_string();
        let listed = format!("\"other\", {weak}, W/\"third\"");
        for known in [weak.as_str(), &strong, &listed, "*"] {
            let second = get(&server, path, &[("if-none-match", known)]).await;
            assert_eq!((second.status, second.body.len()), (304, 0), "{path} {known}");
            assert_eq!(second.terms(), first.terms(), "{path}");
        }
        for unknown in ["\"other\"", "W/\"other\", \"third\"", "nonsense", "\""] {
            let again = get(&server, path, &[("if-none-match", unknown)]).await;
            assert_eq!((again.status, again.body), (200, first.body.clone()), "{path} {unknown}");
        }
        let head = ask(&server, Method::HEAD, path, &[]).await;
        assert_eq!((head.status, head.body.len(), head.terms()), (200, 0, first.terms()));
        assert_eq!(head.header("content-length"), first.body.len().to_string(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_comes_in_the_encoding_that_is_liked_best() {
    let server = TestServer::start().await;
    let main = entrance(&server).await;
    // Found rules are put together for each request; the others were prepared.
    let found = "/api/rules?q=target&limit=20";
    for path in ["/", &main, "/api/games", "/api/lists/attackwing", found] {
        let plain = get(&server, path, &[]).await;
        for (accepts, expected) in [
            ("gzip, deflate, br, zstd", "br"),
            ("gzip", "gzip"),
            ("br;q=0.1, gzip;q=0.9", "gzip"),
            ("zstd", ""),
        ] {
            let reply = get(&server, path, &[("accept-encoding", accepts)]).await;
            assert_eq!(reply.header("content-encoding"), expected, "{path} {accepts}");
            assert!(reply.text() == plain.text(), "{path} {accepts}");
            assert!(reply.body.len() < plain.body.len() || expected.is_empty());
            assert!(reply.header("vary").contains("accept-encoding"), "{path}: {}", reply.header("vary"));
            assert_eq!(reply.headers.get_all("vary").iter().count(), 1);
            assert_eq!(reply.header("content-length"), reply.body.len().to_string(), "{path} {accepts}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_short_or_a_picture_is_sent_as_it_is() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let conceded = ann.post(&format!("/api/tables/{table}/concede"), &serde_json::json!({ "seat": 0 })).await;
    assert_eq!(conceded.0, 200);
    for path in ["/api/me", "/healthz", &format!("/api/tables/{table}/moments/0/picture.png")] {
        let reply = get(&server, path, &[("accept-encoding", "gzip, br")]).await;
        assert_eq!((reply.status, reply.header("content-encoding")), (200, ""), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn catalogues_are_asked_about_and_differ_by_language() {
    let server = TestServer::start().await;
    let (_, hits) = server.client("key-of-ann-000000").get("/api/rules?q=target&limit=1").await;
    let rule = format!("/api/rules/{}", hits["hits"][0]["id"].as_str().unwrap());
    for path in ["/api/games", "/api/lists/attackwing", "/api/rulebooks", &rule] {
        let english = get(&server, path, &[]).await;
        assert_eq!(english.header("cache-control"), "no-cache", "{path}");
        assert_eq!(english.header("content-type"), "application/json");
        let german = get(&server, &format!("{path}?lang=de"), &[]).await;
        let by_header = get(&server, path, &[("accept-language", "de-DE,de;q=0.9")]).await;
        assert!(german.header("etag") != english.header("etag") && german.body != english.body, "{path}");
        assert_eq!(by_header.header("etag"), german.header("etag"));
        assert!(english.header("vary").contains("accept-language"));
        let known =
            get(&server, &format!("{path}?lang=de"), &[("if-none-match", german.header("etag"))]).await;
        assert_eq!((known.status, known.terms()), (304, german.terms()), "{path}");
    }
    assert_eq!(get(&server, "/api/lists/chess", &[]).await.status, 404);
    assert_eq!(get(&server, "/api/rules/attackwing.no.such", &[]).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_works_on_the_client_sees_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    std::fs::create_dir_all(web.join("app")).unwrap();
    std::fs::write(web.join("index.html"), "<script src=\"/v/dev/app/main.js\">").unwrap();
    std::fs::write(folder.path().join("secret.js"), "hidden").unwrap();
    let server = TestServer::with(|config| config.web = Some(web.clone())).await;
    assert_eq!(get(&server, "/table/abc", &[]).await.text(), "<script src=\"/v/dev/app/main.js\">");
    for text in ["one", "two"] {
        std::fs::write(web.join("app/main.js"), text).unwrap();
        let file = get(&server, "/v/dev/app/main.js", &[]).await;
        assert_eq!((file.text().as_str(), file.header("cache-control")), (text, "no-store"));
    }
    for path in ["/v/dev/../secret.js", "/v/dev/app/../../secret.js", "/v/0123/app/main.js"] {
        assert!(raw(&server, path).await.starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_reached_over_https_stays_there() {
    let secure = TestServer::with(|config| config.secure = true).await;
    for path in ["/", "/api/me", "/none.js"] {
        let reply = get(&secure, path, &[]).await;
        assert_eq!(reply.header("strict-transport-security"), "max-age=31536000", "{path}");
    }
    let plain = TestServer::start().await;
    assert_eq!(get(&plain, "/", &[]).await.header("strict-transport-security"), "");
}
