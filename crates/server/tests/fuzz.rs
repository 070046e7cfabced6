//! Whatever comes in from the network, the server answers, changes nothing it should not, and stays up.
//!
//! `SANDTABLE_FUZZ` says how many spoilt messages are sent (400 by default).

mod common;

use common::{TestServer, reply_to, timeless};
use serde_json::{Value, json};

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
    let replay = json!({ "sandtable_replay": 1, "game": "attackwing", "rules": 1, "setup": { "player": [] }, "journal": [], "hash": "0" });
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
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    }
    assert_eq!(timeless(&ann.look(&table).await), timeless(&before));
}
