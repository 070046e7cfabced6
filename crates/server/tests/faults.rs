//! What people and networks do to a server: hanging up, stalling, repeating themselves, sending halves. Nothing of it harms a
//! table, and nobody can stop the others.
//!
//! `SANDTABLE_HANG_UPS=1000` says at how many tables players hang up (40 by default).

mod common;

use std::time::Duration;

use common::{Client, Mode, TestServer, reply_to};
use serde_json::{Value, json};
use server::Rate;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn hang_ups() -> usize {
    std::env::var("SANDTABLE_HANG_UPS").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// A request as it goes over the wire.
fn request(client: &Client, path: &str, body: &Value) -> String {
    let body = body.to_string();
    format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        client.address,
        client.key,
        body.len()
    )
}

/// Sends an answer and hangs up without waiting for anything.
async fn answer_and_hang_up(client: &Client, table: &str, answer: &Value) {
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    let text = request(client, &format!("/api/tables/{table}/answer"), answer);
    stream.write_all(text.as_bytes()).await.unwrap();
    // The server has the whole request; whether it has answered is not waited for.
    tokio::task::yield_now().await;
    drop(stream);
}

/// Keeps everybody else from writing to the file for a while, as a busy disk or a backup does.
async fn stall(file: &std::path::Path, long: Duration) {
    let file = file.to_owned();
    tokio::task::spawn_blocking(move || {
        let other = rusqlite::Connection::open(file).unwrap();
        other.busy_timeout(Duration::from_secs(5)).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        std::thread::sleep(long);
        other.execute_batch("COMMIT").unwrap();
    })
    .await
    .unwrap();
}

/// A table whose game is still on after so many answers; one that ends before is left alone.
async fn played(client: &Client, answers: u64) -> String {
    for habit in 0..100 {
        let table = client.table(&["me", "me"]).await;
        let path = format!("/api/tables/{table}/answer");
        loop {
            let look = client.look(&table).await;
            let Some(question) = look["questions"].get(0) else { break };
            if look["answers"].as_u64().unwrap() >= answers {
                return table;
            }
            assert_eq!(client.post(&path, &reply_to(question, habit)).await.0, 200);
        }
    }
    panic!("no game lasts for {answers} answers");
}

/// How many answers are written of a table, and that they are what the server shows.
async fn shown_as_written(server: &TestServer, client: &Client, table: &str) -> usize {
    let look = client.look(table).await;
    let store = store::open_sqlite(&server.file, true).await.unwrap();
    let records = store.read(table, 0).await.unwrap();
    store.close().await;
    let written = records.iter().filter(|record| record.body.starts_with("{\"answer\"")).count();
    assert_eq!(look["answers"], json!(written), "{table} shows what is written");
    assert_eq!(look["version"], json!(records.len()), "{table} is where its store is");
    written
}

/// A table goes on, or its game has come to its end by the rules.
async fn play_on(client: &Client, table: &str, option: usize) {
    let look = client.look(table).await;
    match look["questions"].get(0) {
        None => assert_eq!(look["stage"], "over", "{look}"),
        Some(question) => {
            let answer = reply_to(question, option);
            let (status, body) = client.post(&format!("/api/tables/{table}/answer"), &answer).await;
            // What was sent before may be carried out between the look and the answer.
            assert!(status == 200 || status == 409, "{table} plays on: {status} {body}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_hangs_up_harms_no_table() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let mut tables = Vec::new();
    for _ in 0..hang_ups() {
        tables.push(ann.table(&["me", "me"]).await);
    }
    for round in 0..3 {
        let mut looks = Vec::new();
        for table in &tables {
            looks.push(ann.look(table).await);
        }
        let stalled = stall(&server.file, Duration::from_millis(600));
        let answers = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            for (number, (table, look)) in tables.iter().zip(&looks).enumerate() {
                if let Some(question) = look["questions"].get(0) {
                    answer_and_hang_up(&ann, table, &reply_to(question, number + round)).await;
                }
            }
        };
        tokio::join!(stalled, answers);
        // Everything that was under way is done once another answer of the same table gets through.
        for table in &tables {
            play_on(&ann, table, round).await;
            shown_as_written(&server, &ann, table).await;
        }
    }
    let mut before = Vec::new();
    for table in &tables {
        before.push(shown_as_written(&server, &ann, table).await);
    }
    let (file, _folder) = server.stop().await;
    let server = TestServer::on(file, Mode::default()).await;
    let ann = server.client("key-of-ann-000000");
    for (table, answers) in tables.iter().zip(before) {
        assert_eq!(ann.look(table).await["answers"], json!(answers), "{table}");
        play_on(&ann, table, 0).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_has_answered_who_hung_up_is_shown_to_the_others() {
    let server = TestServer::start().await;
    let (ann, eve) = (server.client("key-of-ann-000000"), server.client("key-of-eve-000000"));
    let table = ann.table(&["me", "me"]).await;
    let look = ann.look(&table).await;
    let mut watching = eve.socket(&table, true).await;
    watching.look(|_| true).await;
    let stalled = stall(&server.file, Duration::from_millis(1200));
    let answered = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let mut stream = TcpStream::connect(ann.address).await.unwrap();
        let answer = reply_to(&look["questions"][0], 0);
        let text = request(&ann, &format!("/api/tables/{table}/answer"), &answer);
        stream.write_all(text.as_bytes()).await.unwrap();
        // By then the answer waits for the store.
        tokio::time::sleep(Duration::from_millis(300)).await;
    };
    tokio::join!(stalled, answered);
    // Nobody asks for anything: the change alone leads to a look.
    watching.look(|seen| seen["version"].as_u64() > look["version"].as_u64()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_written_is_not_remembered() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let question = &ann.look(&table).await["questions"][0];
    let path = format!("/api/tables/{table}/answer");
    // Longer than the store waits for whoever else writes to its file.
    let stalled = stall(&server.file, Duration::from_secs(8));
    let answered = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        ann.post(&path, &reply_to(question, 0)).await
    };
    let ((), (status, body)) = tokio::join!(stalled, answered);
    assert_eq!((status, &body["refusal"]["code"]), (503, &json!("unavailable")), "{body}");
    assert_eq!(shown_as_written(&server, &ann, &table).await, 0);
    assert_eq!(ann.look(&table).await["questions"][0], *question, "it is asked again");
    assert_eq!(ann.post(&path, &reply_to(question, 1)).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_go_on_when_the_store_does() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    for _ in 0..20 {
        let table = ann.table(&["random", "greedy"]).await;
        let mut watching = ann.socket(&table, false).await;
        watching.look(|_| true).await;
        // Longer than the store waits for whoever else writes to its file.
        let is_over = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let store = store::open_sqlite(&server.file, true).await.unwrap();
            let listed = store.list(&store::Filter::default()).await.unwrap();
            store.close().await;
            listed.iter().any(|one| one.id == table && one.summary.status == "over")
        };
        let ((), is_over) = tokio::join!(stall(&server.file, Duration::from_secs(8)), is_over);
        if is_over {
            continue; // It was over before the store stalled.
        }
        // Nobody asks for anything, and it is played to its end.
        watching.look(|seen| seen["stage"] == "over").await;
        return;
    }
    panic!("agents are too quick for this test");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_taken_once_however_often_it_is_sent() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let path = format!("/api/tables/{table}/answer");
    // Ships are placed, dials are set and actions taken before any game can end.
    for round in 0..4 {
        let before = ann.look(&table).await;
        let answer = reply_to(&before["questions"][0], round);
        let posts = (0..10).map(|_| ann.post(&path, &answer));
        let results = futures_util::future::join_all(posts).await;
        let (status, done) = &results[0];
        assert_eq!(*status, 200, "{done}");
        assert!(results.iter().all(|result| result == &results[0]), "{results:?}");
        let after = ann.look(&table).await;
        let own = after["answers"].as_u64().unwrap() - before["answers"].as_u64().unwrap();
        let chance = chance_since(&server, &table, before["version"].as_u64().unwrap()).await;
        assert_eq!(own - chance, 1, "the answer was taken once");
        // Much later it is still the same answer with the same result.
        assert_eq!(ann.post(&path, &answer).await, results[0]);
        let mut other = answer.clone();
        other["reply"] = json!({ "one": 60_000 });
        assert_eq!(ann.post(&path, &other).await.0, 409, "another answer to it comes too late");
    }
    let last = ann.look(&table).await;
    let answer = reply_to(&last["questions"][0], 1);
    let first = ann.post(&path, &answer).await;
    let (file, _folder) = server.stop().await;
    let server = TestServer::on(file, Mode::default()).await;
    let ann = server.client("key-of-ann-000000");
    assert_eq!(ann.post(&path, &answer).await, first, "a server that was started anew knows it as well");
}

/// How many answers of chance were written to a table from a record on.
async fn chance_since(server: &TestServer, table: &str, from: u64) -> u64 {
    let store = store::open_sqlite(&server.file, true).await.unwrap();
    let records = store.read(table, from).await.unwrap();
    store.close().await;
    records.iter().filter(|record| record.body.contains("\"seat\":255")).count() as u64
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_from_before_an_undo_comes_too_late() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let path = format!("/api/tables/{table}/answer");
    let look = ann.look(&table).await;
    let answer = reply_to(&look["questions"][0], 0);
    assert_eq!(ann.post(&path, &answer).await.0, 200);
    let seat = json!({ "seat": answer["seat"] });
    assert_eq!(ann.post(&format!("/api/tables/{table}/undo"), &seat).await.0, 200);
    let again = ann.look(&table).await;
    assert_eq!(again["questions"][0]["text"], look["questions"][0]["text"]);
    assert_ne!(again["questions"][0]["id"], look["questions"][0]["id"]);
    assert_eq!(ann.post(&path, &answer).await.0, 409);
    assert_eq!(ann.look(&table).await["answers"], again["answers"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_request_does_not_keep_the_server_from_stopping() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let whole = request(&ann, &format!("/api/tables/{table}/answer"), &json!({ "seat": 0 }));
    let mut halves = Vec::new();
    for length in [3, whole.len() / 2, whole.len() - 5] {
        let mut stream = TcpStream::connect(ann.address).await.unwrap();
        stream.write_all(&whole.as_bytes()[..length]).await.unwrap();
        halves.push(stream);
    }
    let mut socket = ann.socket(&table, true).await;
    socket.look(|_| true).await;
    let begun = std::time::Instant::now();
    let (code, _) = tokio::join!(socket.close_code(), server.stop());
    assert_eq!(code, 1012, "who is at a socket is told to come back");
    // Ten seconds are what it may take; everything that hangs would take for ever.
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_without_end_are_refused_before_anybody_reads_them() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let unit = json!({ "card": "enterprise-d", "carries": ["picard"] });
    let endless = json!({ "list": { "list": { "name": "x", "units": vec![unit.clone(); 20_000] } } });
    let (status, body) = ann.post("/api/lists/attackwing/check", &endless).await;
    assert_eq!((status, &body["refusal"]["code"]), (400, &json!("malformed")), "{body}");
    assert_eq!(ann.post("/api/lists/attackwing", &endless).await.0, 400);
    // Each bound at its edge, and one beyond.
    let list = |name: &str, units: usize, cards: usize| {
        let heavy = json!({ "card": "enterprise-d", "carries": vec!["picard"; cards] });
        let units: Vec<&Value> =
            std::iter::once(&heavy).chain(std::iter::repeat(&unit)).take(units).collect();
        json!({ "list": { "list": { "name": name, "units": units } } })
    };
    let status = async |request: Value| ann.post("/api/lists/attackwing/check", &request).await.0;
    assert_eq!(status(list("x", 200, 1)).await, 200);
    assert_eq!(status(list("x", 201, 1)).await, 400);
    assert_eq!(status(list("x", 1, 2000)).await, 200);
    assert_eq!(status(list("x", 1, 2001)).await, 400);
    assert_eq!(status(list(&"n".repeat(100), 1, 1)).await, 200);
    assert_eq!(status(list(&"n".repeat(101), 1, 1)).await, 400);
    assert_eq!(status(list("a\u{7}b", 1, 1)).await, 400);
    let text = |length: usize| json!({ "list": { "text": "x".repeat(length) } });
    assert_eq!(status(text(256 << 10)).await, 200);
    assert_eq!(status(text((256 << 10) + 1)).await, 413);
    // What stands beside a list: 64 KiB of all units together, as it is written. `{"a":"…"}` has eight signs around the text.
    let aside = |length: usize| json!({ "a": "x".repeat(length - 8) });
    let beside = |list: usize, unit: usize| {
        let unit = json!({ "card": "enterprise-d", "aside": aside(unit) });
        json!({ "list": { "list": { "units": [unit], "aside": aside(list) } } })
    };
    let most = 64 << 10;
    assert_eq!(status(beside(most - 100, 100)).await, 200);
    assert_eq!(status(beside(most - 100, 101)).await, 413);
    assert_eq!(status(beside(100, most - 99)).await, 413);
    let keep = async |request: Value| ann.post("/api/lists/attackwing", &request).await.0;
    assert_eq!(keep(beside(most - 100, 100)).await, 200);
    assert_eq!(keep(beside(most - 99, 100)).await, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_bounded_and_drawn_once() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let path = |width: u32| format!("/api/tables/{table}/moments/0/picture.png?width={width}");
    let (status, body) = ann.get(&path(2049)).await;
    assert_eq!((status, &body["refusal"]["code"]), (400, &json!("malformed")), "{body}");
    assert_eq!(ann.get(&path(2048)).await.0, 200);
    let status = async |width: u32| {
        let url = format!("http://{}{}", ann.address, path(width));
        let response = ann.http.get(url).send().await.unwrap();
        let wait = response.headers().get("retry-after").cloned();
        (response.status().as_u16(), wait.is_some(), response.bytes().await.unwrap().len())
    };
    // Many different ones at once: some are drawn, the others are told to come again.
    let all = futures_util::future::join_all((0..150).map(|number| status(1000 + number))).await;
    let drawn = all.iter().filter(|(status, ..)| *status == 200).count();
    let busy = all.iter().filter(|(status, wait, _)| *status == 503 && *wait).count();
    assert_eq!(drawn + busy, 150, "{all:?}");
    assert!(drawn >= 2 && busy > 0, "{drawn} drawn, {busy} told to wait");
    // The same one at once: nobody has to wait for a second drawing.
    let same = futures_util::future::join_all((0..150).map(|_| status(1600))).await;
    assert!(same.iter().all(|one| *one == same[0] && one.0 == 200), "{same:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_gets_the_latest_look_and_no_more() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let eve = server.client("key-of-eve-000000");
    let mut slow = eve.socket(&table, true).await;
    slow.look(|_| true).await;
    let path = format!("/api/tables/{table}/answer");
    let (mut version, mut answers) = (0, 0);
    for number in 0..120 {
        let look = ann.look(&table).await;
        let Some(question) = look["questions"].get(0) else { break };
        answers += 1;
        let (status, done) = ann.post(&path, &reply_to(question, number)).await;
        assert_eq!(status, 200, "{done}");
        version = done["version"].as_u64().unwrap();
    }
    let (mut looks, mut lines) = (0, 0);
    loop {
        let look = slow.look(|_| true).await;
        looks += 1;
        // Each look goes on where the one before it ended, however many lay between.
        assert!(look["log"]["from"].as_u64().unwrap() <= lines, "no line is missing");
        lines = look["log"]["from"].as_u64().unwrap() + look["log"]["lines"].as_array().unwrap().len() as u64;
        if look["version"] == json!(version) {
            break;
        }
    }
    let whole = eve.look(&table).await;
    assert_eq!(whole["log"]["lines"].as_array().unwrap().len() as u64, lines);
    assert!(looks <= answers, "{looks} looks for {answers} answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_are_no_messages_close_the_socket_with_their_code() {
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::CloseFrame;
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let code_after = async |message: Message| {
        let mut socket = ann.socket(&table, false).await;
        socket.look(|_| true).await;
        socket.send(message).await;
        socket.close_code().await
    };
    assert_eq!(code_after(Message::Text("x".repeat((64 << 10) + 1).into())).await, 1009);
    assert_eq!(code_after(Message::Binary(vec![1, 2, 3].into())).await, 1003);
    assert_eq!(
        code_after(Message::Close(Some(CloseFrame { code: 1000.into(), reason: "".into() }))).await,
        1000
    );
    // What is not understood is answered with its number.
    let mut socket = ann.socket(&table, false).await;
    socket.look(|_| true).await;
    socket.say_text(&"x".repeat(64 << 10)).await;
    assert_eq!(socket.hear().await["type"], "refused", "the longest message is read");
    let heard = socket.say(json!({ "do": "dance" })).await;
    assert_eq!(
        (&heard["type"], &heard["refusal"]["code"]),
        (&json!("refused"), &json!("malformed")),
        "{heard}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_lock_nobody_else_out() {
    let mode = Mode { behind_proxy: true, ..Mode::default() };
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::on(folder.path().join("games.sqlite"), mode).await;
    let from = async |address: &str, path: &str, body: Value| {
        let request = reqwest::Client::new().post(format!("http://{}{path}", server.address));
        let response = request.header("x-forwarded-for", address).json(&body).send().await.unwrap();
        (response.status().as_u16(), response.headers().get("retry-after").is_some())
    };
    let who = |name: &str, password: &str| json!({ "name": name, "password": password });
    assert_eq!(from("1.1.1.1", "/api/account", who("ann", "a good password")).await.0, 200);
    assert_eq!(from("1.1.1.1", "/api/account", who("ben", "another password")).await.0, 200);
    for _ in 0..10 {
        assert_eq!(from("2.2.2.2", "/api/login", who("ann", "a bad password")).await.0, 401);
    }
    assert_eq!(from("2.2.2.2", "/api/login", who("ann", "a bad password")).await, (429, true));
    assert_eq!(from("2.2.2.2", "/api/login", who("Ann", "a bad password")).await, (429, true));
    assert_eq!(from("1.1.1.1", "/api/login", who("ann", "a good password")).await.0, 200);
    // The same address, another person.
    assert_eq!(from("2.2.2.2", "/api/login", who("ben", "another password")).await.0, 200);
    assert_eq!(from("2.2.2.2", "/api/account", who("eve", "a third password")).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_so_many_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let mode = Mode { rate: Rate::of(1000, 3), ..Mode::default() };
    let server = TestServer::on(folder.path().join("games.sqlite"), mode).await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(ann.socket(&table, false).await);
    }
    let mut stream = TcpStream::connect(ann.address).await.unwrap();
    let upgrade = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        ann.address
    );
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 429");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_so_many_connections() {
    let folder = tempfile::tempdir().unwrap();
    let mode = Mode { rate: Rate::of(1000, 2), ..Mode::default() };
    let server = TestServer::on(folder.path().join("games.sqlite"), mode).await;
    let answered = async || {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: table\r\n\r\n").await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.is_ok().then_some(stream)
    };
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(answered().await.expect("two for each socket"));
    }
    assert!(answered().await.is_none(), "the fifth is closed at once");
    drop(open.pop());
    // A place is free again as soon as the server has noticed.
    while answered().await.is_none() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_browser_keeps_so_much_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let mode = Mode { rate: Rate::of(100_000, 100), behind_proxy: true, ..Mode::default() };
    let server = TestServer::on(folder.path().join("games.sqlite"), mode).await;
    let (ann, ben) = (server.client("key-of-ann-000000"), server.client("key-of-ben-000000"));
    let mut tables = Vec::new();
    for _ in 0..100 {
        tables.push(ann.table(&["me", "open"]).await);
    }
    let seat = |who: &str| json!({ "who": who, "list": { "ready": "klingon" } });
    let one_more = json!({ "game": "attackwing", "seats": [seat("me"), seat("open")] });
    let (status, body) = ann.post("/api/tables", &one_more).await;
    assert_eq!((status, &body["refusal"]["code"]), (403, &json!("enough")), "{body}");
    assert!(body["refusal"]["text"].as_str().unwrap().contains("100"), "{body}");
    assert_eq!(ben.post("/api/tables", &one_more).await.0, 200, "others are not hindered");
    // A game that is over makes room.
    ben.join(&tables[0], 1).await;
    assert_eq!(ann.post(&format!("/api/tables/{}/concede", tables[0]), &json!({ "seat": 0 })).await.0, 200);
    assert_eq!(ann.post("/api/tables", &one_more).await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_browser_keeps_so_many_lists_and_replays() {
    let folder = tempfile::tempdir().unwrap();
    let mode = Mode { rate: Rate::of(100_000, 100), ..Mode::default() };
    let server = TestServer::on(folder.path().join("games.sqlite"), mode).await;
    let (ann, ben) = (server.client("key-of-ann-000000"), server.client("key-of-ben-000000"));
    let table = ann.table(&["me", "me"]).await;
    assert_eq!(ann.post(&format!("/api/tables/{table}/concede"), &json!({ "seat": 0 })).await.0, 200);
    let (_, replay) = ann.get(&format!("/api/tables/{table}/replay")).await;
    let list = json!({ "list": { "ready": "klingon" } });
    for (path, body, most) in [("/api/lists/attackwing", &list, 300), ("/api/replays", &replay, 100)] {
        for number in 0..most {
            assert_eq!(ann.post(path, body).await.0, 200, "{path} {number}");
        }
        let (status, refused) = ann.post(path, body).await;
        assert_eq!((status, &refused["refusal"]["code"]), (403, &json!("enough")), "{refused}");
        assert_eq!(ben.post(path, body).await.0, 200, "others are not hindered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_send_in_time_is_not_waited_for() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let whole = request(&ann, "/api/login", &json!({ "name": "ann", "password": "a good password" }));
    // What comes back on a connection on which only the beginning of a request is sent.
    let end_of = async |length: usize| {
        let mut stream = TcpStream::connect(ann.address).await.unwrap();
        stream.write_all(&whole.as_bytes()[..length]).await.unwrap();
        let mut heard = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(45), stream.read_to_end(&mut heard));
        read.await.expect("the server does not wait for ever").unwrap();
        String::from_utf8(heard).unwrap()
    };
    let (head, body) = tokio::join!(end_of(20), end_of(whole.len() - 5));
    assert_eq!(head, "", "a head that does not come is not answered");
    assert!(body.starts_with("HTTP/1.1 408") && body.contains("\"slow\""), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_among_themselves_are_not_in_the_lobby() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let (with_ann, agents) = (ann.table(&["me", "greedy"]).await, ann.table(&["random", "greedy"]).await);
    let (_, lobby) = server.client("key-of-eve-000000").get("/api/lobby").await;
    assert!(lobby.to_string().contains(&with_ann));
    assert!(!lobby.to_string().contains(&agents), "{lobby}");
}

/// Copies a table under another id, with its records changed.
async fn spoilt_copy(file: &std::path::Path, table: &str, id: &str, spoil: impl FnOnce(&mut Vec<String>)) {
    let store = store::open_sqlite(file, false).await.unwrap();
    let records = store.read(table, 0).await.unwrap();
    let mut bodies: Vec<String> = records.into_iter().map(|record| record.body).collect();
    let listed = store.list(&store::Filter::default()).await.unwrap();
    let summary = listed.into_iter().find(|one| one.id == table).unwrap().summary;
    let snapshot = store.latest_snapshot(table).await.unwrap();
    spoil(&mut bodies);
    store.create(id, &summary, &bodies).await.unwrap();
    if let Some(snapshot) = snapshot.filter(|snapshot| snapshot.seq <= bodies.len() as u64) {
        store.save_snapshot(id, &snapshot).await.unwrap();
    }
    store.close().await;
}

/// The records of answers that players gave, not chance.
fn answers_of_players(bodies: &[String]) -> Vec<usize> {
    let by_player = |body: &str| {
        let record: Value = serde_json::from_str(body).unwrap();
        record["answer"]["entry"]["seat"].as_u64().is_some_and(|seat| seat < 2)
    };
    (0..bodies.len()).filter(|place| by_player(&bodies[*place])).collect()
}

/// Makes a record of an answer one to a question that was never asked.
fn spoil_answer(body: &mut String) {
    let mut record: Value = serde_json::from_str(body).unwrap();
    record["answer"]["entry"]["question"] = json!(7);
    *body = record.to_string();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_played_says_so_and_what_can_be_done() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = played(&ann, 60).await;
    let (file, _folder) = server.stop().await;
    spoilt_copy(&file, &table, "broken-table-0001", |bodies| {
        let early = answers_of_players(bodies)[3];
        spoil_answer(&mut bodies[early]);
    })
    .await;
    // Where it breaks a player was asked: whoever plays on is asked the same, and chance has no part in it.
    spoilt_copy(&file, &table, "broken-table-0002", |bodies| {
        let last = *answers_of_players(bodies).last().unwrap();
        spoil_answer(&mut bodies[last]);
    })
    .await;
    spoilt_copy(&file, &table, "broken-table-0003", |bodies| *bodies.last_mut().unwrap() = "{}".into()).await;
    spoilt_copy(&file, &table, "broken-table-0004", |bodies| bodies[0] = "{}".into()).await;
    let server = TestServer::on(file, Mode::default()).await;
    let (ann, eve) = (server.client("key-of-ann-000000"), server.client("key-of-eve-000000"));

    // Spoilt before its snapshot, it goes on from there.
    let look = ann.look("broken-table-0001").await;
    assert_eq!((&look["stage"], &look["broken"]), (&json!("playing"), &Value::Null));
    let answer = reply_to(&look["questions"][0], 0);
    assert_eq!(ann.post("/api/tables/broken-table-0001/answer", &answer).await.0, 200);

    // Spoilt behind it, it says so: nothing is asked, what can be played is shown, nothing is taken.
    for id in ["broken-table-0002", "broken-table-0003"] {
        let look = ann.look(id).await;
        assert_eq!(look["stage"], "broken", "{id}: {look}");
        assert!(
            look["questions"].as_array().unwrap().is_empty()
                && look["waiting"].as_array().unwrap().is_empty()
        );
        let playable = look["broken"]["answers"].as_u64().unwrap();
        assert!(playable >= 50, "{id}: {playable}");
        assert!(!look["scene"].is_null());
        let (status, body) = ann.post(&format!("/api/tables/{id}/answer"), &answer).await;
        assert_eq!((status, &body["refusal"]["code"]), (500, &json!("damaged")), "{body}");
        assert_eq!(ann.get(&format!("/api/tables/{id}/replay")).await.0, 404, "it is not over");
        let (status, past) = ann.get(&format!("/api/tables/{id}/moments")).await;
        assert_eq!((status, &past["moments"]), (200, &json!(playable + 1)));
    }
    let (_, lobby) = ann.get("/api/lobby").await;
    let stage_of = |id: &str| {
        let games = lobby["playing"].as_array().unwrap();
        games.iter().find(|game| game["id"] == id).map(|game| game["stage"].clone())
    };
    assert_eq!(stage_of(&table), Some(json!("playing")));
    assert_eq!(stage_of("broken-table-0002"), None, "it is not shown as one that is played");
    let (_, metrics) = ann.get("/metrics").await;
    assert!(metrics.as_str().unwrap().contains("sandtable_tables_broken_total 2"), "{metrics}");
    assert_eq!(ann.get("/api/tables/broken-table-0004").await.0, 500);

    // Its people play on at a new table, from where it could be played last.
    let again = "/api/tables/broken-table-0002/rematch";
    assert_eq!(eve.post(again, &json!({})).await.0, 403);
    let (status, next) = ann.post(again, &json!({})).await;
    assert_eq!(status, 200, "{next}");
    assert_eq!(ann.post(again, &json!({})).await.1, next);
    let next = next["id"].as_str().unwrap();
    let (broken, look) = (ann.look("broken-table-0002").await, ann.look(next).await);
    assert_eq!((&look["stage"], &look["answers"]), (&json!("playing"), &broken["broken"]["answers"]));
    assert_eq!(broken["rematch"], json!(next));
    let answer = reply_to(&look["questions"][0], 0);
    assert_eq!(ann.post(&format!("/api/tables/{next}/answer"), &answer).await.0, 200);

    // Or they end it; then it can be downloaded as far as it goes.
    assert_eq!(ann.post("/api/tables/broken-table-0003/concede", &json!({ "seat": 0 })).await.0, 200);
    assert_eq!(ann.look("broken-table-0003").await["stage"], "over");
    let (status, replay) = ann.get("/api/tables/broken-table-0003/replay").await;
    assert_eq!(status, 200);
    assert_eq!(ann.post("/api/replays", &replay).await.0, 200, "the file can be played");

    // All of it holds after a restart.
    let (file, _) = server.stop().await;
    let server = TestServer::on(file, Mode::default()).await;
    let ann = server.client("key-of-ann-000000");
    assert_eq!(ann.look("broken-table-0003").await["stage"], "over");
    assert_eq!(ann.look("broken-table-0002").await["rematch"], json!(next));
    assert_eq!(ann.look(next).await["stage"], "playing");
}
