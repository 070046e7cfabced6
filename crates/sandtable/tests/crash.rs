//! Servers that are killed at random moments under load lose nothing that they have acknowledged.
//!
//! A few kills by default; `SANDTABLE_CRASHES=200` makes it a long test. With `SANDTABLE_TEST_POSTGRES` two servers share a
//! database, one of them is killed at a time, and now and then the database itself.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn crashes() -> usize {
    std::env::var("SANDTABLE_CRASHES").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}

/// A server as a process of its own.
struct Node {
    arguments: Vec<String>,
    child: Child,
    address: String,
}

impl Node {
    fn start(store: &[String], address: &str) -> Node {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
                .env("SANDTABLE_LOG", "error")
                .args(["serve", "--rate", "0", "--bind", address])
                .args(store)
                .stdout(Stdio::piped())
                .stderr(Stdio::inherit())
                .spawn()
                .expect("the program runs");
            let mut line = String::new();
            let _ = BufReader::new(child.stdout.take().expect("its output is ours")).read_line(&mut line);
            let found = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
            if let Some(found) = found {
                return Node { arguments: store.to_vec(), child, address: found.to_string() };
            }
            // Its port or its database may not be free yet.
            let _ = child.wait();
            assert!(Instant::now() < deadline, "the server starts again: {line:?}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Killed without warning, and started again at the same address.
    fn crash(&mut self) {
        self.child.kill().expect("the server can be killed");
        self.child.wait().expect("the server has ended");
        *self = Node::start(&self.arguments, &self.address);
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What was acknowledged at each table: the questions that were answered, in order.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<u32>>>>;

const KEY: &str = "the-key-of-the-crash-test";

struct Player {
    http: reqwest::Client,
    addresses: Vec<String>,
    luck: u64,
}

impl Player {
    fn next(&mut self, below: usize) -> usize {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.luck >> 33) as usize % below.max(1)
    }

    /// Asks any of the servers; `None` if it is down.
    async fn ask(&mut self, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let node = self.next(self.addresses.len());
        let url = format!("http://{}{path}", self.addresses[node]);
        let request = match body {
            Some(body) => self.http.post(url).json(body),
            None => self.http.get(url),
        };
        let response = request.bearer_auth(KEY).timeout(Duration::from_secs(20)).send().await.ok()?;
        let status = response.status().as_u16();
        Some((status, response.json().await.ok()?))
    }

    /// Asks until the servers and their database are all up again.
    async fn insist(&mut self, path: &str, body: Option<&Value>) -> (u16, Value) {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            match self.ask(path, body).await {
                Some((status, body)) if status != 503 || Instant::now() > deadline => return (status, body),
                None if Instant::now() > deadline => panic!("no server answers"),
                _ => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    async fn create(&mut self) -> Option<String> {
        let seat = |list: &str| json!({ "who": "me", "list": { "ready": list } });
        let seats = [seat("federation"), seat("romulan")];
        let (_, created) =
            self.ask("/api/tables", Some(&json!({ "game": "attackwing", "seats": seats }))).await?;
        created["id"].as_str().map(str::to_string)
    }

    fn reply(&mut self, question: &Value) -> Value {
        let options = question["options"].as_array().map_or(0, Vec::len);
        let reply = match question["form"]["kind"].as_str() {
            Some("some") => {
                json!({ "some": (0..question["form"]["min"].as_u64().unwrap_or(0)).collect::<Vec<_>>() })
            }
            Some("order") => json!({ "order": (0..options).collect::<Vec<_>>() }),
            Some("place") => {
                let candidates = question["form"]["candidates"].as_array().map_or(0, Vec::len);
                json!({ "candidate": self.next(candidates) })
            }
            _ => json!({ "one": self.next(options) }),
        };
        json!({ "seat": question["seat"], "track": question["track"], "question": question["id"], "reply": reply })
    }

    /// Gives one answer at the table and notes it if it is acknowledged. `false` once the game is over.
    async fn play(&mut self, table: &str, acknowledged: &Acknowledged) -> bool {
        let Some((status, look)) = self.ask(&format!("/api/tables/{table}?scene=0"), None).await else {
            return true;
        };
        assert!(status == 200 || status == 503, "{status}: {look}");
        if look["stage"] == "over" {
            return false;
        }
        let Some(question) = look["questions"].get(0) else { return true };
        let answer = self.reply(question);
        let path = format!("/api/tables/{table}/answer");
        if let Some((200, _)) = self.ask(&path, Some(&answer)).await {
            let name = question["id"].as_str().and_then(|id| u32::from_str_radix(id, 16).ok());
            let mut acknowledged = acknowledged.lock().unwrap();
            acknowledged.entry(table.to_string()).or_default().push(name.expect("a question has a name"));
        }
        true
    }
}

/// Load on all servers until `stop`; every table belongs to one player, so that its order of answers is known.
fn load(
    addresses: &[String],
    acknowledged: &Acknowledged,
    stop: &Arc<std::sync::atomic::AtomicBool>,
) -> Vec<tokio::task::JoinHandle<()>> {
    (0..8)
        .map(|number| {
            let mut player = Player {
                http: reqwest::Client::new(),
                addresses: addresses.to_vec(),
                luck: number * 7919 + 1,
            };
            let (acknowledged, stop) = (acknowledged.clone(), stop.clone());
            tokio::spawn(async move {
                let mut tables: Vec<String> = Vec::new();
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    if tables.len() < 4 {
                        tables.extend(player.create().await);
                    }
                    if tables.is_empty() {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                        continue;
                    }
                    let at = player.next(tables.len());
                    if !player.play(&tables[at], &acknowledged).await {
                        tables.swap_remove(at);
                    }
                }
            })
        })
        .collect()
}

/// Every acknowledged answer is in the journal of its table, in order, and the game can be played to its end.
async fn nothing_is_lost(addresses: &[String], acknowledged: &Acknowledged) {
    let acknowledged = acknowledged.lock().unwrap().clone();
    assert!(!acknowledged.is_empty());
    let mut player = Player { http: reqwest::Client::new(), addresses: addresses.to_vec(), luck: 5 };
    let mut answers = 0;
    for (table, given) in &acknowledged {
        let more: Acknowledged = Arc::default();
        for _ in 0..3 {
            player.play(table, &more).await;
        }
        player.insist(&format!("/api/tables/{table}/concede"), Some(&json!({ "seat": 0 }))).await;
        let (status, replay) = player.insist(&format!("/api/tables/{table}/replay"), None).await;
        assert_eq!(status, 200, "{table}: {replay}");
        let journal = replay["journal"].as_array().expect("a replay has a journal");
        let mut rest = journal
            .iter()
            .filter(|entry| entry["seat"] != json!(255))
            .map(|entry| entry["question"].as_u64());
        for (number, question) in given.iter().enumerate() {
            let found = rest.any(|entry| entry == Some(u64::from(*question)));
            assert!(found, "{table}: acknowledged answer {number} of {} is lost", given.len());
        }
        let text = serde_json::to_string(&replay).unwrap();
        let file = std::env::temp_dir().join(format!("sandtable-crash-{table}.json"));
        std::fs::write(&file, text).unwrap();
        let checked =
            Command::new(env!("CARGO_BIN_EXE_sandtable")).arg("replay").arg(&file).output().unwrap();
        assert!(checked.status.success(), "{table}: {}", String::from_utf8_lossy(&checked.stderr));
        let _ = std::fs::remove_file(&file);
        answers += given.len();
    }
    eprintln!("{} tables, {answers} acknowledged answers, none lost", acknowledged.len());
}

fn pause(luck: &mut u64) -> Duration {
    *luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    Duration::from_millis(60 + (*luck >> 40) % 700)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_with_its_file() {
    let file = std::env::temp_dir().join(format!("sandtable-crash-{}.sqlite", std::process::id()));
    let store = ["--data".to_string(), file.display().to_string()];
    let mut node = Node::start(&store, "127.0.0.1:0");
    let (acknowledged, stop) = (Acknowledged::default(), Arc::default());
    let addresses = [node.address.clone()];
    let players = load(&addresses, &acknowledged, &stop);
    let mut luck = 11;
    for _ in 0..crashes() {
        tokio::time::sleep(pause(&mut luck)).await;
        node = tokio::task::spawn_blocking(move || {
            node.crash();
            node
        })
        .await
        .unwrap();
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    for player in players {
        player.await.expect("no player met an error");
    }
    nothing_is_lost(&addresses, &acknowledged).await;
    drop(node);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_with_one_database() {
    let Ok(url) = std::env::var("SANDTABLE_TEST_POSTGRES") else {
        eprintln!("skipped: SANDTABLE_TEST_POSTGRES names no database (run it with scripts/postgres)");
        return;
    };
    let store = ["--database-url".to_string(), url];
    let mut nodes = vec![Node::start(&store, "127.0.0.1:0"), Node::start(&store, "127.0.0.1:0")];
    let addresses: Vec<String> = nodes.iter().map(|node| node.address.clone()).collect();
    let (acknowledged, stop) = (Acknowledged::default(), Arc::default());
    let players = load(&addresses, &acknowledged, &stop);
    let mut luck = 17;
    for number in 0..crashes() {
        tokio::time::sleep(pause(&mut luck)).await;
        if number % 10 == 3 {
            restart_database();
            continue;
        }
        nodes = tokio::task::spawn_blocking(move || {
            nodes[number % 2].crash();
            nodes
        })
        .await
        .unwrap();
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    for player in players {
        player.await.expect("no player met an error");
    }
    nothing_is_lost(&addresses, &acknowledged).await;
}

/// Ends the database at once; whoever runs it starts it again.
fn restart_database() {
    let Ok(file) = std::env::var("SANDTABLE_TEST_POSTGRES_PID") else { return };
    let pid = std::fs::read_to_string(file).unwrap_or_default();
    if let Some(pid) = pid.lines().next() {
        let _ = Command::new("kill").args(["-QUIT", pid]).status();
    }
}
