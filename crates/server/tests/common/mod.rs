//! A real server on a free port, and real clients.

#![allow(dead_code)]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use attackwing::AttackWing;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::games::{AnyGame, Hosted};
use server::{Config, Luck, Rate, serve};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

static GAME: Hosted<AttackWing> = Hosted::new(agents::agent, &agents::AGENTS);
pub static GAMES: [&dyn AnyGame; 1] = [&GAME];

pub struct TestServer {
    pub address: SocketAddr,
    pub file: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    done: JoinHandle<()>,
    _folder: Option<tempfile::TempDir>,
}

#[derive(Clone, Copy, Default)]
pub struct Mode {
    pub read_only: bool,
    pub rate: Option<Rate>,
    pub behind_proxy: bool,
}

impl TestServer {
    pub async fn start() -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        TestServer { _folder: Some(folder), ..TestServer::on(file, Mode::default()).await }
    }

    pub async fn on(file: PathBuf, mode: Mode) -> TestServer {
        TestServer::run(file, mode, |_| {}).await
    }

    /// A server whose configuration differs from the usual one.
    pub async fn with(differ: impl FnOnce(&mut Config)) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        TestServer { _folder: Some(folder), ..TestServer::run(file, Mode::default(), differ).await }
    }

    async fn run(file: PathBuf, mode: Mode, differ: impl FnOnce(&mut Config)) -> TestServer {
        let store = store::open_sqlite(&file, mode.read_only).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut config = Config {
            games: &GAMES,
            store,
            luck: Luck::Seeded(1),
            shared_store: false,
            read_only: mode.read_only,
            rate: mode.rate,
            trusted_proxies: mode.behind_proxy.then(|| "127.0.0.0/8".parse().unwrap()).into_iter().collect(),
            proxy_header: Default::default(),
            operators: None,
            secure: false,
            web: None,
        };
        differ(&mut config);
        let (stop, stopped) = oneshot::channel();
        let done = tokio::spawn(async move {
            serve(listener, config, async { drop(stopped.await) }).await.unwrap();
        });
        TestServer { address, file, stop: Some(stop), done, _folder: None }
    }

    /// Stops as when the server is asked to; returns the file with everything.
    pub async fn stop(mut self) -> (PathBuf, Option<tempfile::TempDir>) {
        let _ = self.stop.take().unwrap().send(());
        tokio::time::timeout(Duration::from_secs(20), &mut self.done)
            .await
            .expect("the server stops")
            .unwrap();
        (self.file.clone(), self._folder.take())
    }

    pub fn client(&self, key: &str) -> Client {
        Client { http: reqwest::Client::new(), address: self.address, key: key.to_string() }
    }
}

/// A program that holds seats by a key of its own.
#[derive(Clone)]
pub struct Client {
    pub http: reqwest::Client,
    pub address: SocketAddr,
    pub key: String,
}

impl Client {
    pub async fn get(&self, path: &str) -> (u16, Value) {
        let request = self.http.get(format!("http://{}{path}", self.address)).bearer_auth(&self.key);
        read(request).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = self.http.post(format!("http://{}{path}", self.address)).bearer_auth(&self.key);
        read(request.json(body)).await
    }

    pub async fn post_text(&self, path: &str, body: String) -> (u16, Value) {
        let request = self.http.post(format!("http://{}{path}", self.address)).bearer_auth(&self.key);
        read(request.header("content-type", "application/json").body(body)).await
    }

    /// A table with these seats: `me`, `open`, or the name of an agent.
    pub async fn table(&self, seats: &[&str]) -> String {
        let lists = ["federation", "klingon", "romulan"];
        let seats: Vec<Value> = seats
            .iter()
            .zip(lists)
            .map(|(who, list)| match *who {
                "me" | "open" => json!({ "who": who, "list": { "ready": list } }),
                agent => json!({ "who": "agent", "agent": agent, "list": { "ready": list } }),
            })
            .collect();
        let (status, created) =
            self.post("/api/tables", &json!({ "game": "attackwing", "seats": seats, "listed": true })).await;
        assert_eq!(status, 200, "{created}");
        created["id"].as_str().unwrap().to_string()
    }

    pub async fn look(&self, table: &str) -> Value {
        let (status, look) = self.get(&format!("/api/tables/{table}")).await;
        assert_eq!(status, 200, "{look}");
        look
    }

    pub async fn join(&self, table: &str, seat: u8) {
        let (status, body) =
            self.post(&format!("/api/tables/{table}/seats/{seat}"), &json!({ "name": "Ann" })).await;
        assert_eq!(status, 200, "{body}");
    }

    pub async fn socket(&self, table: &str, scene: bool) -> Socket {
        let url = format!("ws://{}/api/tables/{table}/socket?scene={}", self.address, u8::from(scene));
        let mut request = url.into_client_request().unwrap();
        let bearer = format!("Bearer {}", self.key).parse().unwrap();
        request.headers_mut().insert("authorization", bearer);
        let (stream, _) = connect_async(request).await.unwrap();
        Socket { stream, heard: Vec::new(), next: 1 }
    }
}

async fn read(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// One connection, with everything that was heard on it.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub heard: Vec<String>,
    next: u32,
}

impl Socket {
    /// The next message.
    pub async fn hear(&mut self) -> Value {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(10), self.stream.next()).await;
            match message.expect("something is heard in time").expect("the connection is open").unwrap() {
                Message::Text(text) => {
                    self.heard.push(text.to_string());
                    return serde_json::from_str(&text).unwrap();
                }
                Message::Close(_) => return json!({ "type": "closed" }),
                _ => {}
            }
        }
    }

    /// The next look that `wanted` accepts.
    pub async fn look(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let hear = self.hear().await;
            assert_ne!(hear["type"], "closed");
            if hear["type"] == "look" && wanted(&hear) {
                return hear;
            }
        }
    }

    pub async fn send(&mut self, message: Message) {
        self.stream.send(message).await.unwrap();
    }

    /// The code with which the server closes the connection.
    pub async fn close_code(&mut self) -> u16 {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(10), self.stream.next()).await;
            match message.expect("the server closes in time") {
                Some(Ok(Message::Close(frame))) => return frame.map_or(1005, |frame| frame.code.into()),
                Some(Ok(_)) => {}
                other => panic!("closed without a word: {other:?}"),
            }
        }
    }

    pub async fn say_text(&mut self, text: &str) {
        self.stream.send(Message::Text(text.into())).await.unwrap();
    }

    /// Says something and returns the reply to it; looks that come in between are kept in `heard`.
    pub async fn say(&mut self, mut what: Value) -> Value {
        let reference = self.next;
        self.next += 1;
        what["ref"] = json!(reference);
        self.say_text(&what.to_string()).await;
        loop {
            let hear = self.hear().await;
            if hear["ref"] == json!(reference) || hear["type"] == "closed" {
                return hear;
            }
        }
    }
}

/// An answer to a question that the rules take: the numbered option, or the numbered candidate.
pub fn reply_to(question: &Value, number: usize) -> Value {
    let options = question["options"].as_array().unwrap().len();
    let reply = match question["form"]["kind"].as_str().unwrap() {
        "one" => json!({ "one": number % options }),
        "some" => {
            let min = question["form"]["min"].as_u64().unwrap() as usize;
            json!({ "some": (0..min).collect::<Vec<_>>() })
        }
        "order" => json!({ "order": (0..options).collect::<Vec<_>>() }),
        "place" => {
            let candidates = question["form"]["candidates"].as_array().unwrap().len();
            json!({ "candidate": number % candidates })
        }
        "whole" => json!({ "plan": question["form"]["plan"] }),
        other => panic!("an unknown form of question {other}"),
    };
    json!({ "seat": question["seat"], "track": question["track"], "question": question["id"], "reply": reply })
}

/// What two looks of the same moment must have in common: all but counters, clocks and who is there.
pub fn timeless(look: &Value) -> Value {
    let mut look = look.clone();
    look["version"] = Value::Null;
    for seat in look["seats"].as_array_mut().into_iter().flatten() {
        seat["used_ms"] = Value::Null;
        seat["present"] = Value::Null;
    }
    look
}
