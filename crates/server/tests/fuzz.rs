//! Whatever comes in from the network, the server answers, changes nothing it should not, and stays up.
//!
//! `SANDTABLE_FUZZ` says how many spoilt messages are sent (400 by default), `SANDTABLE_FUZZ_SECONDS` for how long a crowd
//! plays, hangs up and talks nonsense (10 by default), `SANDTABLE_FUZZ_SEED` which crowd it is.

mod common;

use std::time::{Duration, Instant};

use common::{Client, Mode, TestServer, reply_to, timeless};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// A small generator, so that a failure can be repeated.
struct Luck(u64);

impl Luck {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

fn strange(luck: &mut Luck) -> Value {
    match luck.below(12) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(1e308),
        3 => json!(u64::MAX),
        4 => json!(""),
        5 => json!("\u{0}\u{202e}\u{1f680}"),
        6 => json!("x".repeat(5000)),
        7 => json!([]),
        8 => json!({}),
        9 => json!([[[[[[[[[[]]]]]]]]]]),
        10 => json!(true),
        _ => json!({ "place": { "x": f64::MAX, "y": -0.0, "facing": 1e300 } }),
    }
}

/// Puts something strange somewhere into a value.
fn spoil(value: &mut Value, luck: &mut Luck) {
    match value {
        Value::Object(fields) if !fields.is_empty() && luck.below(4) > 0 => {
            let at = luck.below(fields.len());
            let name = fields.keys().nth(at).cloned().unwrap_or_default();
            match luck.below(8) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert(format!("{name}2"), strange(luck))),
                _ => spoil(&mut fields[&name], luck),
            }
        }
        Value::Array(values) if !values.is_empty() && luck.below(4) > 0 => {
            let at = luck.below(values.len());
            spoil(&mut values[at], luck);
        }
        other => *other = strange(luck),
    }
}

/// Cuts, doubles or overwrites bytes of a text.
fn garble(text: &str, luck: &mut Luck) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=luck.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = luck.below(bytes.len());
        match luck.below(4) {
            0 => bytes.truncate(at),
            1 => bytes[at] = luck.below(256) as u8,
            2 => bytes.insert(at, b"[]{}\",:0"[luck.below(8)]),
            _ => drop(bytes.remove(at)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn count() -> usize {
    std::env::var("SANDTABLE_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

#[tokio::test(flavor = "multi_thread")]
async fn spoilt_requests_are_refused_and_change_nothing() {
    let server = TestServer::start().await;
    let (ann, eve) = (server.client("key-of-ann-000000"), server.client("key-of-eve-000000"));
    let table = ann.table(&["me", "me"]).await;
    let before = ann.look(&table).await;
    let answer = reply_to(&before["questions"][0], 0);
    let seat = json!({ "who": "me", "name": "Ann", "list": { "list": { "name": "x", "units": [{ "card": "enterprise-d", "carries": ["picard"] }] } } });
    let create =
        json!({ "game": "attackwing", "seats": [seat, seat], "agreed": { "points": "60" }, "listed": false });
    let list = json!({ "list": { "text": "[[ship]]\nship = \"enterprise-d\"\ncaptain = \"picard\"\n" }, "agreed": {} });
    let replay = json!({ "sandtable_replay": 1, "game": "attackwing", "rules": 2, "setup": { "player": [] }, "journal": [], "hash": "0" });
    let login = json!({ "name": "Ann", "password": "long enough" });
    let paths: Vec<(String, Value)> = vec![
        (format!("/api/tables/{table}/answer"), answer.clone()),
        (format!("/api/tables/{table}/probe"), answer.clone()),
        (format!("/api/tables/{table}/undo"), json!({ "seat": 0 })),
        (format!("/api/tables/{table}/consent"), json!({ "seat": 0, "accept": true })),
        (format!("/api/tables/{table}/concede"), json!({ "seat": 0 })),
        (format!("/api/tables/{table}/seats/0"), json!({ "name": "Eve", "list": { "ready": "klingon" } })),
        (format!("/api/tables/{table}/seats/0/claim"), json!({ "key": "some-key-of-a-seat" })),
        ("/api/tables".to_string(), create),
        ("/api/lists/attackwing/check".to_string(), list.clone()),
        ("/api/lists/attackwing".to_string(), list),
        ("/api/replays".to_string(), replay),
        ("/api/login".to_string(), login),
    ];
    let mut luck = Luck(3);
    for number in 0..count() {
        let (path, body) = &paths[luck.below(paths.len())];
        let mut spoilt = body.clone();
        spoil(&mut spoilt, &mut luck);
        let text = if luck.below(3) == 0 { garble(&body.to_string(), &mut luck) } else { spoilt.to_string() };
        // Somebody without a seat: whatever is understood of it, this table stays as it is.
        let (status, answer) = eve.post_text(path, text.clone()).await;
        assert!((200..500).contains(&status), "{number} {path} {text}: {status} {answer}");
        if status >= 400 {
            assert!(
                !answer["refusal"]["text"].as_str().unwrap_or_default().is_empty(),
                "{path} {text}: {answer}"
            );
        }
    }
    assert_eq!(timeless(&ann.look(&table).await), timeless(&before));
}

#[tokio::test(flavor = "multi_thread")]
async fn spoilt_messages_on_a_socket_are_refused_and_change_nothing() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let before = ann.look(&table).await;
    let mut good = reply_to(&before["questions"][0], 0);
    good["do"] = json!("answer");
    let mut luck = Luck(5);
    let mut socket = ann.socket(&table, false).await;
    socket.look(|_| true).await;
    for number in 0..count() / 4 {
        let mut spoilt = good.clone();
        // The reply stays a bad one, so that no message can be a good answer by accident.
        spoilt["reply"] = json!({ "one": 61_000 });
        spoil(&mut spoilt, &mut luck);
        let text =
            if luck.below(3) == 0 { garble(&spoilt.to_string(), &mut luck) } else { spoilt.to_string() };
        socket.say_text(&text).await;
        let hear = socket.hear().await;
        assert_eq!(hear["type"], "refused", "{number} {text}: {hear}");
        if hear["refusal"]["code"] == "too_many" {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    assert_eq!(timeless(&ann.look(&table).await), timeless(&before));
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Somebody who plays at tables and does all that one should not.
struct Rascal {
    client: Client,
    tables: Vec<String>,
    luck: Luck,
    /// What was sent last, to be sent again.
    last: Option<(String, Value)>,
}

impl Rascal {
    async fn misbehave(&mut self) {
        let table = self.tables[self.luck.below(self.tables.len())].clone();
        match self.luck.below(14) {
            0..=3 => self.answer(&table, false, false).await,
            4..=5 => self.answer(&table, true, false).await,
            6 => self.answer(&table, false, true).await,
            7 => self.repeat().await,
            8 => self.send_half(&table).await,
            9 => self.talk_nonsense(&table).await,
            10 => {
                let seat = json!({ "seat": self.luck.below(3) });
                let what = ["undo", "consent", "probe"][self.luck.below(3)];
                self.post(&format!("/api/tables/{table}/{what}"), &seat).await;
            }
            11 => {
                let what = ["moments", "moments/0", "moments/3/picture.svg", "replay"][self.luck.below(4)];
                self.get(&format!("/api/tables/{table}/{what}")).await;
            }
            12 => self.watch_and_leave(&table).await,
            _ => self.start_anew().await,
        }
    }

    async fn get(&self, path: &str) {
        let (status, body) = self.client.get(path).await;
        assert!(status < 500 || status == 503, "GET {path}: {status} {body}");
    }

    async fn post(&self, path: &str, body: &Value) {
        let (status, answer) = self.client.post(path, body).await;
        assert!(status < 500 || status == 503, "POST {path} {body}: {status} {answer}");
    }

    /// An answer that the rules take, as they should; or one after which the line is cut, or one that is spoilt.
    async fn answer(&mut self, table: &str, hang_up: bool, spoilt: bool) {
        let look = self.client.look(table).await;
        let Some(question) = look["questions"].get(0) else { return };
        let mut answer = reply_to(question, self.luck.below(1000));
        if spoilt {
            spoil(&mut answer, &mut self.luck);
        }
        let path = format!("/api/tables/{table}/answer");
        if hang_up {
            let text = self.request(&path, &answer);
            let mut stream = TcpStream::connect(self.client.address).await.unwrap();
            let _ = stream.write_all(text.as_bytes()).await;
        } else {
            self.post(&path, &answer).await;
        }
        self.last = Some((path, answer));
    }

    async fn repeat(&mut self) {
        if let Some((path, body)) = &self.last {
            self.post(path, body).await;
        }
    }

    fn request(&self, path: &str, body: &Value) -> String {
        let (address, key, body) = (self.client.address, &self.client.key, body.to_string());
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    async fn send_half(&mut self, table: &str) {
        let whole = self.request(&format!("/api/tables/{table}/concede"), &json!({ "seat": 0 }));
        let length = self.luck.below(whole.len() - 1);
        let mut stream = TcpStream::connect(self.client.address).await.unwrap();
        let _ = stream.write_all(&whole.as_bytes()[..length]).await;
    }

    async fn talk_nonsense(&mut self, table: &str) {
        let mut socket = self.client.socket(table, false).await;
        let good = json!({ "do": "answer", "seat": 0, "question": "0-0-00000000", "reply": { "one": 0 } });
        for _ in 0..3 {
            socket.say_text(&garble(&good.to_string(), &mut self.luck)).await;
        }
    }

    /// Asks for looks and goes without reading them.
    async fn watch_and_leave(&mut self, table: &str) {
        let mut socket = self.client.socket(table, true).await;
        if self.luck.below(2) == 0 {
            socket.look(|_| true).await;
        }
    }

    async fn start_anew(&mut self) {
        if self.tables.len() < 6 {
            let against = ["me", "random"][self.luck.below(2)];
            self.tables.push(self.client.table(&["me", against]).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_misbehaves_harms_no_table() {
    let server = TestServer::start().await;
    let until = Instant::now() + Duration::from_secs(number("SANDTABLE_FUZZ_SECONDS", 10));
    let seed = number("SANDTABLE_FUZZ_SEED", 1);
    let mut crowd = Vec::new();
    for person in 0..6 {
        let client = server.client(&format!("key-of-rascal-{person:06}"));
        let tables = vec![client.table(&["me", "me"]).await];
        let mut rascal = Rascal { client, tables, luck: Luck(seed * 1000 + person), last: None };
        crowd.push(tokio::spawn(async move {
            let mut deeds = 0;
            while Instant::now() < until {
                rascal.misbehave().await;
                deeds += 1;
            }
            (rascal, deeds)
        }));
    }
    let (mut rascals, mut deeds) = (Vec::new(), 0);
    for one in crowd {
        let (rascal, count) = one.await.expect("nobody met a fault of the server");
        rascals.push(rascal);
        deeds += count;
    }
    // Agents may still be playing on; their tables are compared once they wait for somebody.
    let mut before = Vec::new();
    for rascal in &rascals {
        for table in &rascal.tables {
            before.push((rascal.client.key.clone(), table.clone(), settled(&rascal.client, table).await));
        }
    }
    let (file, _folder) = server.stop().await;
    let server = TestServer::on(file, Mode::default()).await;
    for (key, table, look) in &before {
        let again = settled(&server.client(key), table).await;
        assert_ne!(again["stage"], "broken", "{table}");
        assert_eq!(timeless(&again), timeless(look), "{table} is as it was");
    }
    eprintln!("{deeds} deeds at {} tables, seed {seed}", before.len());
}

/// The table when nobody but a person is asked, or the game is over.
async fn settled(client: &Client, table: &str) -> Value {
    loop {
        let look = client.look(table).await;
        let waits = look["waiting"].as_array().unwrap();
        let agent = |seat: &Value| look["seats"][seat.as_u64().unwrap() as usize]["holder"] == "agent";
        if look["stage"] != "playing" || !waits.iter().any(agent) {
            return look;
        }
        client.get(&format!("/api/tables/{table}?scene=0&after={}&wait=5", look["version"])).await;
    }
}
