//! The protocol over real connections: playing, waiting, taking back, conceding, and what is refused.

mod common;

use common::{Mode, TestServer, reply_to, timeless};
use serde_json::{Value, json};

/// Plays the open questions of `me` by HTTP until the game is over or `most` answers were given.
async fn play(client: &common::Client, table: &str, most: usize) -> (Value, usize) {
    let mut look = client.look(table).await;
    let mut given = 0;
    while look["stage"] == "playing" && given < most {
        match look["questions"].as_array().unwrap().first() {
            Some(question) => {
                let answer = reply_to(question, given * 7 + 3);
                let (status, body) = client.post(&format!("/api/tables/{table}/answer"), &answer).await;
                if status != 200 {
                    // An agent may have been asked something in the meantime.
                    assert!(
                        body["refusal"]["code"] == "outdated" || body["refusal"]["code"] == "not_asked",
                        "{body}"
                    );
                }
                given += 1;
                look = client.look(table).await;
            }
            None => {
                let after = look["version"].as_u64().unwrap();
                let path = format!("/api/tables/{table}?after={after}&wait=5");
                look = client.get(&path).await.1;
            }
        }
    }
    (look, given)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_plays_a_whole_game_by_http() {
    let server = TestServer::start().await;
    let client = server.client("a-script-with-its-own-key");
    let table = client.table(&["me", "random", "greedy"]).await;
    let (look, _) = play(&client, &table, 2000).await;
    assert_eq!(look["stage"], "over", "{look}");
    assert!(!look["result"]["text"].as_str().unwrap().is_empty());
    earlier_lines_come_on_request(&server, &client, &table, look["log"]["lines"].as_array().unwrap()).await;
    // The finished game can be downloaded, taken in again, and looked at moment by moment.
    let (status, replay) = client.get(&format!("/api/tables/{table}/replay")).await;
    assert_eq!(status, 200);
    assert_eq!(replay["game"], "attackwing");
    let (status, again) = client.post("/api/replays", &replay).await;
    assert_eq!(status, 200, "{again}");
    let again = again["id"].as_str().unwrap();
    let (_, moments) = client.get(&format!("/api/tables/{again}/moments")).await;
    assert_eq!(moments["moments"].as_u64().unwrap(), replay["journal"].as_array().unwrap().len() as u64 + 1);
    let (status, moment) = client.get(&format!("/api/tables/{again}/moments/3")).await;
    assert_eq!(status, 200);
    assert!(moment["scene"]["board"]["width"].as_f64().unwrap() > 0.0);
    assert_eq!(client.get(&format!("/api/tables/{again}/moments/999999")).await.0, 404);
    let mut spoilt = replay.clone();
    spoilt["hash"] = json!("0000000000000000");
    let (status, body) = client.post("/api/replays", &spoilt).await;
    assert_eq!((status, &body["refusal"]["code"]), (422, &json!("unfit")));
}

/// A first look over a socket has the end of the log alone, and what came before can be had piece by piece.
async fn earlier_lines_come_on_request(
    server: &TestServer,
    client: &common::Client,
    table: &str,
    whole: &[Value],
) {
    let look = client.socket(table, true).await.look(|_| true).await;
    let mut before = look["log"]["from"].as_u64().unwrap() as usize;
    assert_eq!(look["log"]["lines"].as_array().unwrap(), &whole[before..]);
    assert_eq!(whole.len() - before, whole.len().min(60));
    while before > 0 {
        let path = format!("/api/tables/{table}/log?before={before}&seat=0");
        let (status, part) = client.get(&path).await;
        assert_eq!(status, 200, "{part}");
        let from = part["from"].as_u64().unwrap() as usize;
        assert_eq!(part["lines"].as_array().unwrap(), &whole[from..before]);
        assert!(from < before && before - from <= 200);
        before = from;
    }
    // Who holds no seat reads as a spectator does.
    let stranger = server.client("somebody-else-with-a-key");
    let path = format!("/api/tables/{table}/log?before=4294967295");
    let (_, open) = stranger.get(&path).await;
    let seen = stranger.look(table).await["log"]["lines"].as_array().unwrap().clone();
    assert_eq!(open["lines"].as_array().unwrap()[..], seen[seen.len().saturating_sub(200)..]);
    assert_eq!(stranger.get(&format!("{path}&seat=0")).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_that_opens_a_game_is_written_once() {
    let server = TestServer::start().await;
    let (ann, bob) = (server.client("key-of-ann-000000"), server.client("key-of-bob-000000"));
    // The same squadron on both sides: lots decide who has the initiative.
    let seat = |who: &str| json!({ "who": who, "list": { "ready": "federation" } });
    let (mut tables, mut drawn) = (Vec::new(), 0);
    for seats in [[seat("me"), seat("me")], [seat("me"), seat("open")]] {
        let (status, created) =
            ann.post("/api/tables", &json!({ "game": "attackwing", "seats": seats })).await;
        assert_eq!(status, 200, "{created}");
        tables.push(created["id"].as_str().unwrap().to_string());
    }
    bob.join(&tables[1], 1).await;
    for table in &tables {
        let look = ann.look(table).await;
        drawn += look["answers"].as_u64().unwrap();
        for client in [&ann, &bob] {
            let look = client.look(table).await;
            if let Some(question) = look["questions"].as_array().unwrap().first() {
                let (status, body) =
                    client.post(&format!("/api/tables/{table}/answer"), &reply_to(question, 0)).await;
                assert_eq!(status, 200, "{body}");
            }
        }
    }
    assert!(drawn > 0, "lots were drawn");
    let before: Vec<Value> =
        [ann.look(&tables[0]).await, ann.look(&tables[1]).await].iter().map(timeless).collect();
    let (file, folder) = server.stop().await;
    let server = TestServer::on(file, Mode::default()).await;
    let ann = server.client("key-of-ann-000000");
    let after: Vec<Value> =
        [ann.look(&tables[0]).await, ann.look(&tables[1]).await].iter().map(timeless).collect();
    assert_eq!(before, after);
    server.stop().await;
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn sealed_choices_reach_nobody_else() {
    let server = TestServer::start().await;
    let (ann, bob, eve) = (
        server.client("key-of-ann-000000"),
        server.client("key-of-bob-000000"),
        server.client("key-of-eve-000000"),
    );
    let table = ann.table(&["me", "open"]).await;
    bob.join(&table, 1).await;
    // To the first dials.
    loop {
        let (a, b) = (ann.look(&table).await, bob.look(&table).await);
        let asked = [&a, &b].map(|look| look["questions"].as_array().unwrap().first().cloned());
        if asked.iter().all(|question| question.as_ref().is_some_and(|question| question["sealed"] == true)) {
            break;
        }
        for (client, question) in [(&ann, &asked[0]), (&bob, &asked[1])] {
            if let Some(question) = question {
                client.post(&format!("/api/tables/{table}/answer"), &reply_to(question, 0)).await;
            }
        }
    }
    // Whatever Ann chooses, Bob and a spectator are sent the same.
    let (mut at_bob, mut at_eve) = (bob.socket(&table, true).await, eve.socket(&table, true).await);
    at_bob.look(|_| true).await;
    at_eve.look(|_| true).await;
    let mut seen: Vec<(Value, Value)> = Vec::new();
    let mut own: Vec<Value> = Vec::new();
    for option in [0, 5, 9] {
        let before = ann.look(&table).await;
        let question = before["questions"][0].clone();
        let (status, body) =
            ann.post(&format!("/api/tables/{table}/answer"), &reply_to(&question, option)).await;
        assert_eq!(status, 200, "{body}");
        let version = body["version"].clone();
        let of_bob = at_bob.look(|look| look["version"] == version).await;
        let of_eve = at_eve.look(|look| look["version"] == version).await;
        assert_eq!(of_bob["waiting"], json!([1]));
        assert!(of_eve["questions"].as_array().unwrap().is_empty());
        seen.push((timeless(&of_bob), timeless(&of_eve)));
        own.push(timeless(&ann.look(&table).await));
        // Nobody has seen it: she takes it back without asking.
        let (status, _) = ann.post(&format!("/api/tables/{table}/undo"), &json!({ "seat": 0 })).await;
        assert_eq!(status, 200);
        assert_eq!(ann.look(&table).await["undo"]["asked"], Value::Null);
        let (mut again, mut asked) =
            (ann.look(&table).await["questions"].clone(), before["questions"].clone());
        // The same is asked anew; an answer to the question before it comes too late.
        for question in again.as_array_mut().unwrap().iter_mut().chain(asked.as_array_mut().unwrap()) {
            question["id"] = Value::Null;
        }
        assert_eq!(again, asked);
    }
    let log_from = |look: &mut Value| look["log"] = Value::Null;
    for (bob, eve) in &mut seen {
        log_from(bob);
        log_from(eve);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
    // The comparison is worth something: Ann's own views of her choices differ.
    assert_ne!(own[0]["scene"], own[1]["scene"], "a seat sees its own dial");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_forged_or_malformed_changes_nothing() {
    let server = TestServer::start().await;
    let (ann, eve) = (server.client("key-of-ann-000000"), server.client("key-of-eve-000000"));
    let table = ann.table(&["me", "me"]).await;
    let before = ann.look(&table).await;
    let question = before["questions"][0].clone();
    let good = reply_to(&question, 0);
    let path = format!("/api/tables/{table}/answer");
    let refused = |status: u16, code: &str, answer: (u16, Value)| {
        assert_eq!((answer.0, answer.1["refusal"]["code"].as_str()), (status, Some(code)), "{}", answer.1);
        assert!(!answer.1["refusal"]["text"].as_str().unwrap().is_empty());
    };
    refused(403, "not_yours", eve.post(&path, &good).await);
    let with = |field: &str, value: Value| {
        let mut other = good.clone();
        other[field] = value;
        other
    };
    refused(409, "outdated", ann.post(&path, &with("question", json!("00000000"))).await);
    refused(403, "not_yours", ann.post(&path, &with("seat", json!(7))).await);
    refused(409, "not_asked", ann.post(&path, &with("track", json!(31))).await);
    refused(422, "unfit", ann.post(&path, &with("reply", json!({ "one": 60000 }))).await);
    refused(422, "unfit", ann.post(&path, &with("reply", json!({ "candidate": 60000 }))).await);
    refused(422, "unfit", ann.post(&path, &with("reply", json!({ "order": [0, 0, 0] }))).await);
    refused(422, "unfit", ann.post(&path, &with("reply", json!({ "some": vec![0; 33] }))).await);
    refused(400, "malformed", ann.post(&path, &with("reply", json!({ "two": 1 }))).await);
    // Limits of what may be asked, at their edge and one beyond.
    let status = async |path: String| ann.get(&path).await.0;
    assert_eq!(status(format!("/api/tables/{table}?wait=30")).await, 200);
    let rules = |limit: usize, length: usize| format!("/api/rules?limit={limit}&q={}", "x".repeat(length));
    assert_eq!((status(rules(200, 400)).await, status(rules(201, 400)).await), (200, 400));
    assert_eq!(status(rules(200, 401)).await, 400);
    for (length, allowed) in [(15, false), (16, true), (200, true), (201, false)] {
        let (status, _) = server.client(&"k".repeat(length)).get("/api/me").await;
        assert_eq!(status, if allowed { 200 } else { 400 }, "a key of {length} characters");
    }
    refused(400, "malformed", ann.post(&path, &with("extra", json!(1))).await);
    refused(400, "malformed", ann.post_text(&path, "{".into()).await);
    refused(400, "malformed", ann.post_text(&path, "[".repeat(100_000)).await);
    refused(413, "too_large", ann.post_text(&path, " ".repeat(2 << 20)).await);
    refused(
        422,
        "denied",
        ann.post(&path, &with("reply", json!({ "place": { "x": 1e9, "y": 0, "facing": 0 } }))).await,
    );
    refused(404, "not_found", ann.post("/api/tables/nosuchtable0000/answer", &good).await);
    refused(404, "not_found", ann.get("/api/nothing").await);
    // What an address names or asks for is no better than a body.
    refused(404, "not_found", ann.post(&format!("/api/tables/{table}/seats/first"), &json!({})).await);
    refused(404, "not_found", ann.get(&format!("/api/tables/{table}/moments/-1")).await);
    refused(400, "malformed", ann.get(&format!("/api/tables/{table}?wait=soon")).await);
    refused(400, "malformed", ann.get(&format!("/api/tables/{table}?wait=31")).await);
    refused(400, "malformed", ann.get(&format!("/api/tables/{table}?scenes=0")).await);
    refused(400, "malformed", ann.get(&format!("/api/tables/{table}?lang=fr")).await);
    refused(400, "malformed", ann.get(&format!("/api/tables/{table}/socket")).await);
    refused(405, "wrong_method", ann.get(&path).await);
    assert_eq!(timeless(&ann.look(&table).await), timeless(&before));
    // The same on a socket, which stays open.
    let mut socket = ann.socket(&table, false).await;
    socket.look(|_| true).await;
    for text in ["", "{}", "null", "{\"do\":\"fly\"}", "{\"do\":\"answer\"}", "\u{1F600}", "[[[[[["] {
        socket.say_text(text).await;
        let hear = socket.hear().await;
        assert_eq!(
            (&hear["type"], &hear["refusal"]["code"]),
            (&json!("refused"), &json!("malformed")),
            "{text}: {hear}"
        );
    }
    assert_eq!(timeless(&ann.look(&table).await), timeless(&before));
    // A good answer is taken once; sent again it has the same result, and another one comes too late.
    let mut answer = good.clone();
    answer["do"] = json!("answer");
    let first = socket.say(answer.clone()).await;
    let again = socket.say(answer.clone()).await;
    assert_eq!((&first["type"], &first["version"]), (&json!("done"), &again["version"]), "{again}");
    answer["reply"] = json!({ "candidate": 60_000 });
    assert_eq!(socket.say(answer).await["type"], "refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_names_its_rule_in_the_language_asked_for() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let question = ann.look(&table).await["questions"][0].clone();
    let mut far = reply_to(&question, 0);
    far["reply"] = json!({ "place": { "x": 450.0, "y": 450.0, "facing": 0.0 } });
    let mut said = Vec::new();
    for lang in ["en", "de"] {
        let (status, body) = ann.post(&format!("/api/tables/{table}/probe?lang={lang}"), &far).await;
        assert_eq!(status, 422, "{body}");
        assert!(body["refusal"]["rule"].as_str().unwrap().starts_with("attackwing."), "{body}");
        said.push(body["refusal"]["text"].clone());
    }
    assert_ne!(said[0], said[1]);
    let mut near = far.clone();
    near["reply"] = reply_to(&question, 0)["reply"].clone();
    assert_eq!(ann.post(&format!("/api/tables/{table}/probe"), &near).await.0, 200);
    assert_eq!(ann.look(&table).await["questions"][0]["id"], question["id"], "a probe changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_survives_a_restart() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me", "me"]).await;
    let (before, _) = play(&ann, &table, 12).await;
    let (file, folder) = server.stop().await;
    let server = TestServer::on(file, Mode::default()).await;
    let ann = server.client("key-of-ann-000000");
    assert_eq!(timeless(&ann.look(&table).await), timeless(&before));
    let (_, lobby) = ann.get("/api/lobby").await;
    assert_eq!(lobby["yours"][0]["id"], json!(table), "{lobby}");
    let (after, given) = play(&ann, &table, 3000).await;
    assert!(given > 0);
    assert_eq!(after["stage"], "over");
    let who = json!({ "name": "Ann", "password": "long enough" });
    assert_eq!(ann.post("/api/account", &who).await.0, 200);
    let (file, _) = server.stop().await;
    // A server that only shows games shows this one and changes nothing.
    let server = TestServer::on(file, Mode { read_only: true, ..Mode::default() }).await;
    let ann = server.client("key-of-ann-000000");
    assert_eq!(ann.look(&table).await["result"], after["result"]);
    let seats = json!([{ "who": "me", "list": { "ready": "federation" } }, { "who": "me", "list": { "ready": "klingon" } }]);
    let (status, body) = ann.post("/api/tables", &json!({ "game": "attackwing", "seats": seats })).await;
    assert_eq!((status, &body["refusal"]["code"]), (403, &json!("read_only")));
    let (status, body) = ann.post("/api/login", &who).await;
    assert_eq!((status, &body["refusal"]["code"]), (403, &json!("read_only")));
    server.stop().await;
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_only_shows_follows_the_one_that_writes() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me"]).await;
    let shows = TestServer::on(server.file.clone(), Mode { read_only: true, ..Mode::default() }).await;
    let eve = shows.client("key-of-eve-000000");
    let mut watching = eve.socket(&table, true).await;
    let first = watching.look(|_| true).await;
    let (look, _) = play(&ann, &table, 3).await;
    assert_ne!(first["version"], look["version"]);
    watching.look(|seen| seen["version"] == look["version"]).await;
    assert_eq!(eve.look(&table).await["version"], look["version"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn conceding_ends_a_game_of_two_and_a_rematch_follows() {
    let server = TestServer::start().await;
    let (ann, bob) = (server.client("key-of-ann-000000"), server.client("key-of-bob-000000"));
    let table = ann.table(&["me", "open"]).await;
    assert_eq!(ann.look(&table).await["stage"], "open");
    bob.join(&table, 1).await;
    let (status, _) = bob.post(&format!("/api/tables/{table}/seats/1"), &json!({})).await;
    assert_eq!(status, 409, "a seat is taken once");
    assert_eq!(ann.post(&format!("/api/tables/{table}/rematch"), &json!({})).await.0, 409);
    let (status, _) = bob.post(&format!("/api/tables/{table}/concede"), &json!({ "seat": 1 })).await;
    assert_eq!(status, 200);
    let look = ann.look(&table).await;
    assert_eq!((&look["stage"], &look["result"]["winners"]), (&json!("over"), &json!([0])));
    let (_, first) = ann.post(&format!("/api/tables/{table}/rematch"), &json!({})).await;
    let (_, second) = bob.post(&format!("/api/tables/{table}/rematch"), &json!({})).await;
    assert_eq!(first["id"], second["id"]);
    let next = first["id"].as_str().unwrap();
    assert_eq!(bob.look(next).await["yours"], json!([1]));
    assert_eq!(ann.look(next).await["stage"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_along_by_its_link_and_by_nothing_less() {
    let server = TestServer::start().await;
    let (ann, phone, eve) = (
        server.client("key-of-ann-000000"),
        server.client("key-of-her-phone"),
        server.client("key-of-eve-000000"),
    );
    let table = ann.table(&["me", "random"]).await;
    let link = format!("/api/tables/{table}/seats/0/link");
    assert_eq!(eve.post(&link, &json!({})).await.0, 403);
    let (status, key) = ann.post(&link, &json!({})).await;
    assert_eq!(status, 200);
    let claim = format!("/api/tables/{table}/seats/0/claim");
    assert_eq!(eve.post(&claim, &json!({ "key": "some-other-key-0000" })).await.0, 403);
    assert_eq!(phone.post(&claim, &key).await.0, 200);
    assert_eq!(phone.look(&table).await["yours"], json!([0]));
    assert_eq!(ann.look(&table).await["yours"], json!([0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_finds_its_games_again() {
    let server = TestServer::start().await;
    let address = server.address;
    let browser = || reqwest::Client::builder().cookie_store(true).build().unwrap();
    let url = |path: &str| format!("http://{address}{path}");
    let home = browser();
    let who = json!({ "name": "Ann", "password": "long enough" });
    let register = home.post(url("/api/account")).json(&who).send().await.unwrap();
    assert_eq!(register.status(), 200);
    let cookie = register.headers()["set-cookie"].to_str().unwrap().to_string();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert_eq!(home.post(url("/api/account")).json(&who).send().await.unwrap().status(), 409);
    let seats = json!([{ "who": "me", "list": { "ready": "federation" } }, { "who": "agent", "list": { "ready": "klingon" } }]);
    let created: Value = home
        .post(url("/api/tables"))
        .json(&json!({ "game": "attackwing", "seats": seats }))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let away = browser();
    let wrong = json!({ "name": "ann", "password": "not the one" });
    assert_eq!(away.post(url("/api/login")).json(&wrong).send().await.unwrap().status(), 401);
    let right = json!({ "name": "ANN", "password": "long enough" });
    assert_eq!(away.post(url("/api/login")).json(&right).send().await.unwrap().status(), 200);
    let lobby: Value = away.get(url("/api/lobby")).send().await.unwrap().json().await.unwrap();
    assert_eq!((&lobby["account"], &lobby["yours"][0]["id"]), (&json!("Ann"), &created["id"]), "{lobby}");
    let table = created["id"].as_str().unwrap();
    let look: Value =
        away.get(url(&format!("/api/tables/{table}"))).send().await.unwrap().json().await.unwrap();
    assert_eq!(look["yours"], json!([0]));
    assert_eq!(away.post(url("/api/logout")).send().await.unwrap().status(), 200);
    let look: Value =
        away.get(url(&format!("/api/tables/{table}"))).send().await.unwrap().json().await.unwrap();
    assert_eq!(look["yours"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_floods_are_kept_out() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "random"]).await;
    let url = format!("http://{}/api/tables/{table}/concede", server.address);
    let body = json!({ "seat": 0 });
    let from =
        |origin: &str| ann.http.post(&url).bearer_auth(&ann.key).header("origin", origin).json(&body).send();
    assert_eq!(from("http://elsewhere.example").await.unwrap().status(), 403);
    assert_eq!(ann.look(&table).await["stage"], "playing");
    assert_eq!(from(&format!("http://{}", server.address)).await.unwrap().status(), 200);
    let page = ann.http.get(format!("http://{}/", server.address)).send().await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    let (file, folder) = server.stop().await;
    let rate = server::Rate::of(5, 100);
    let server = TestServer::on(file, Mode { rate, ..Mode::default() }).await;
    let ann = server.client("key-of-ann-000000");
    let mut codes = Vec::new();
    for _ in 0..40 {
        codes.push(ann.get("/api/me").await.0);
    }
    assert!(codes[..15].iter().all(|code| *code == 200) && codes.contains(&429), "{codes:?}");
    server.stop().await;
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_lists_and_operations_answer() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let (_, books) = ann.get("/api/rulebooks?lang=de").await;
    assert_eq!(books.as_array().unwrap().len(), 5);
    let (_, hits) = ann.get("/api/rules?q=target%20lock&game=attackwing&limit=3").await;
    assert_eq!(hits["hits"].as_array().unwrap().len(), 3);
    // Beside each game stands what the same search finds there.
    for found in hits["games"].as_array().unwrap() {
        let game = found["game"].as_str().unwrap();
        let (_, there) = ann.get(&format!("/api/rules?q=target%20lock&game={game}&limit=1")).await;
        assert_eq!((&there["total"], &there["everywhere"]), (&found["rules"], &hits["everywhere"]), "{game}");
    }
    let id = hits["hits"][0]["id"].as_str().unwrap();
    let (_, rule) = ann.get(&format!("/api/rules/{id}?lang=de")).await;
    assert!(!rule["text"].as_str().unwrap().is_empty());
    let rule = async |id: &str, lang: &str| ann.get(&format!("/api/rules/{id}?lang={lang}")).await.1;
    let told = rule("attackwing.setup.5.place-order", "de").await;
    assert!(told["example"].as_str().unwrap().starts_with("Captain A hat Erfahrung 9"));
    assert!(told["lines"]["first"].as_u64() <= told["lines"]["last"].as_u64(), "{told}");
    let dial = rule("xwing.core.ship.x-wing", "de").await;
    assert_eq!((&dial["lines"], &dial["chart"]["rows"][5][4]), (&Value::Null, &json!("rot")));
    assert_eq!(rule("xwing.core.ship.x-wing", "en").await["chart"]["rows"][5][4], json!("red"));
    assert_eq!(ann.get("/api/rules?kind=nonsense").await.0, 422);
    assert_eq!(ann.get("/api/rules/attackwing.no.such").await.0, 404);
    let (_, catalogue) = ann.get("/api/lists/attackwing").await;
    assert_eq!(catalogue["units"].as_array().unwrap().len(), 6);
    let request = json!({ "list": { "ready": "federation" } });
    let (_, verdict) = ann.post("/api/lists/attackwing/check", &request).await;
    assert_eq!(verdict["legal"], true, "{verdict}");
    let text = verdict["texts"][0]["text"].clone();
    let (_, again) = ann.post("/api/lists/attackwing/check", &json!({ "list": { "text": text } })).await;
    assert_eq!(again["list"]["units"], verdict["list"]["units"]);
    let (_, bad) =
        ann.post("/api/lists/attackwing/check", &json!({ "list": { "text": "not a list" } })).await;
    assert!(bad["list"].is_null() && !bad["faults"].as_array().unwrap().is_empty(), "{bad}");
    let (_, kept) = ann.post("/api/lists/attackwing", &request).await;
    let (_, found) = ann.get(&format!("/api/kept/{}", kept["key"].as_str().unwrap())).await;
    assert_eq!(found["list"], kept["list"]);
    let (status, health) = ann.get("/healthz").await;
    assert_eq!((status, health), (200, json!("ok\n")));
    let (_, metrics) = ann.get("/metrics").await;
    assert!(metrics.as_str().unwrap().contains("sandtable_requests_total"));
    let (_, openapi) = ann.get("/openapi.json").await;
    let paths = openapi["paths"].as_object().unwrap();
    assert!(paths.contains_key("/api/tables/{id}/answer") && paths.len() > 25, "{}", paths.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_are_told_in_the_language_asked_for() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let unit = json!({ "card": "klingon-starship", "carries": ["nudaq", "klag", "konmel"] });
    let judged = json!({ "list": { "list": { "name": "", "units": [unit] } } });
    let unreadable = json!({ "list": { "text": "[[ship]]\nboat = 1" } });
    let said = async |lang: &str, request: &Value| {
        let (status, verdict) = ann.post(&format!("/api/lists/attackwing/check?lang={lang}"), request).await;
        assert_eq!(status, 200, "{verdict}");
        let fault = &verdict["faults"][0];
        format!("{}: {}", fault["place"].as_str().unwrap(), fault["text"].as_str().unwrap())
    };
    assert_eq!(
        said("en", &judged).await,
        "ship 1: Klingon Starship has too many crew upgrades: 2 instead of at most 1"
    );
    assert_eq!(
        said("de", &judged).await,
        "Schiff 1: Klingonisches Raumschiff hat zu viele Crew-Aufwertungen: 2 statt höchstens 1"
    );
    assert!(said("en", &unreadable).await.starts_with("line 2: there is no field `boat`"));
    assert!(said("de", &unreadable).await.starts_with("Zeile 2: das Feld `boat` gibt es nicht"));

    // A list that cannot be read is not kept, and a replay that could never have begun is not taken in.
    let (status, body) = ann.post("/api/lists/attackwing?lang=de", &unreadable).await;
    assert_eq!((status, &body["refusal"]["code"]), (422, &json!("faulty")), "{body}");
    assert_eq!(body["refusal"]["faults"][0]["place"], "Zeile 2");

    let table = ann.table(&["me", "me"]).await;
    assert_eq!(ann.post(&format!("/api/tables/{table}/concede"), &json!({ "seat": 0 })).await.0, 200);
    let (_, mut replay) = ann.get(&format!("/api/tables/{table}/replay")).await;
    replay["setup"]["player"] = json!([{ "starter": "klingon" }]);
    let (status, body) = ann.post("/api/replays?lang=de", &replay).await;
    assert_eq!((status, &body["refusal"]["code"]), (422, &json!("faulty")), "{body}");
    assert!(body["refusal"]["faults"][0]["text"].as_str().unwrap().starts_with("Spielerzahl 1"), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_older_rules_goes_on_from_its_snapshot() {
    let server = TestServer::start().await;
    let ann = server.client("key-of-ann-000000");
    let table = ann.table(&["me", "me", "me"]).await;
    let (before, _) = play(&ann, &table, 40).await;
    assert_eq!(before["stage"], "playing");
    let (file, folder) = server.stop().await;
    // The same game as if an earlier version had begun it, with a journal that today's rules cannot play from its start.
    let store = store::open_sqlite(&file, false).await.unwrap();
    let mut bodies: Vec<String> =
        store.read(&table, 0).await.unwrap().into_iter().map(|record| record.body).collect();
    bodies[0] = bodies[0].replace("\"rules\":1", "\"rules\":0");
    let first_answer = bodies.iter().position(|body| body.starts_with("{\"answer\"")).unwrap();
    let mut entry: Value = serde_json::from_str(&bodies[first_answer]).unwrap();
    entry["answer"]["entry"]["question"] = json!(7);
    bodies[first_answer] = entry.to_string();
    let listed = store.list(&store::Filter::default()).await.unwrap();
    let summary = listed.into_iter().find(|one| one.id == table).unwrap().summary;
    let snapshot = store.latest_snapshot(&table).await.unwrap().expect("a snapshot is kept");
    store.create("older-rules-0001", &summary, &bodies).await.unwrap();
    store.save_snapshot("older-rules-0001", &snapshot).await.unwrap();
    store.create("older-rules-0002", &summary, &bodies).await.unwrap();
    store.close().await;
    let server = TestServer::on(file, Mode::default()).await;
    let ann = server.client("key-of-ann-000000");
    let look = ann.look("older-rules-0001").await;
    assert_eq!(look["questions"], before["questions"], "the same question is open");
    let (over, given) = play(&ann, "older-rules-0001", 3000).await;
    assert!(given > 0 && over["stage"] == "over", "{over}");
    // Without a snapshot it cannot go on, and says so instead of playing something else.
    let look = ann.look("older-rules-0002").await;
    assert_eq!((&look["stage"], &look["broken"]["answers"]), (&json!("broken"), &json!(0)), "{look}");
    server.stop().await;
    drop(folder);
}
