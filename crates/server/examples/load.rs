//! Puts load on a running server: many tables, each with a program that plays both its seats over a socket of its own.
//!
//! `cargo run --release -p server --example load -- ADDRESS --tables 10000 --rate 2000 --seconds 30 [--pid PID]`
//! prints one line of JSON: answers per second, latency from sending an answer until its acknowledgement, and the memory
//! of the server process. Start the server with `--rate 0`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{Mutex, Semaphore};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

struct Options {
    address: String,
    tables: usize,
    rate: f64,
    seconds: u64,
    pid: Option<u32>,
}

fn options() -> Result<Options, String> {
    let mut options = Options { address: String::new(), tables: 1000, rate: 2000.0, seconds: 30, pid: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number =
            || words.next().and_then(|text| text.parse::<u64>().ok()).ok_or(format!("{word} wants a number"));
        match word.as_str() {
            "--tables" => options.tables = number()? as usize,
            "--rate" => options.rate = number()? as f64,
            "--seconds" => options.seconds = number()?,
            "--pid" => options.pid = Some(number()? as u32),
            _ => options.address = word,
        }
    }
    if options.address.is_empty() { Err("which address?".to_string()) } else { Ok(options) }
}

/// Resident memory of a process in MiB.
fn memory(pid: Option<u32>) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", pid?)).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

/// An answer that the rules take, by a small generator.
fn reply_to(question: &Value, luck: &mut u64) -> Value {
    *luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let number = (*luck >> 33) as usize;
    let options = question["options"].as_array().map_or(0, Vec::len).max(1);
    let reply = match question["form"]["kind"].as_str() {
        Some("some") => {
            json!({ "some": (0..question["form"]["min"].as_u64().unwrap_or(0)).collect::<Vec<_>>() })
        }
        Some("order") => json!({ "order": (0..options).collect::<Vec<_>>() }),
        Some("place") => {
            let candidates = question["form"]["candidates"].as_array().map_or(1, Vec::len).max(1);
            json!({ "candidate": number % candidates })
        }
        _ => json!({ "one": number % options }),
    };
    json!({ "do": "answer", "ref": 1, "seat": question["seat"], "track": question["track"], "question": question["id"], "reply": reply })
}

#[tokio::main]
async fn main() {
    let options = match options() {
        Ok(options) => Arc::new(options),
        Err(what) => {
            eprintln!("load: {what}");
            std::process::exit(2);
        }
    };
    let http = reqwest::Client::new();
    let before = memory(options.pid);
    let opening = Arc::new(Semaphore::new(32));
    // Answers are sent at a steady rate, whether or not the server keeps up.
    let (permits, sent) = (Arc::new(Semaphore::new(0)), Arc::new(AtomicU64::new(0)));
    let latencies = Arc::new(Mutex::new(Vec::<u32>::new()));
    let measuring = Arc::new(AtomicU64::new(0));
    let opened = Arc::new(AtomicU64::new(0));
    let start = Instant::now();
    for number in 0..options.tables {
        let (options, http, opening, permits) =
            (options.clone(), http.clone(), opening.clone(), permits.clone());
        let (sent, latencies, measuring, opened) =
            (sent.clone(), latencies.clone(), measuring.clone(), opened.clone());
        tokio::spawn(async move {
            let mut luck = number as u64 + 1;
            let mut first = true;
            loop {
                let place = opening.acquire().await;
                let key = format!("load-program-number-{number}");
                let seats = json!([{ "who": "me", "list": { "ready": "federation" } }, { "who": "me", "list": { "ready": "klingon" } }]);
                let request = http.post(format!("http://{}/api/tables", options.address)).bearer_auth(&key);
                let created = request.json(&json!({ "game": "attackwing", "seats": seats })).send().await;
                let Ok(created) = created else { continue };
                let Ok(created) = created.json::<Value>().await else { continue };
                let Some(table) = created["id"].as_str() else { continue };
                let url = format!("ws://{}/api/tables/{table}/socket?scene=0", options.address);
                let Ok(mut request) = url.into_client_request() else { return };
                if let Ok(bearer) = format!("Bearer {key}").parse() {
                    request.headers_mut().insert("authorization", bearer);
                }
                let Ok((mut socket, _)) = connect_async(request).await else { continue };
                drop(place);
                if first {
                    opened.fetch_add(1, Ordering::Relaxed);
                    first = false;
                }
                let (mut look, mut asked_at) = (Value::Null, None::<Instant>);
                while let Some(Ok(message)) = socket.next().await {
                    let Message::Text(text) = message else { continue };
                    let Ok(hear) = serde_json::from_str::<Value>(&text) else { continue };
                    match hear["type"].as_str() {
                        Some("look") => look = hear,
                        Some("done" | "refused") => {
                            if let Some(at) = asked_at.take()
                                && measuring.load(Ordering::Relaxed) == 1
                            {
                                latencies.lock().await.push(at.elapsed().as_micros() as u32);
                            }
                        }
                        _ => {}
                    }
                    if look["stage"] == "over" {
                        break;
                    }
                    if asked_at.is_none()
                        && let Some(question) = look["questions"].get(0)
                    {
                        let answer = reply_to(question, &mut luck);
                        let Ok(permit) = permits.acquire().await else { return };
                        permit.forget();
                        sent.fetch_add(1, Ordering::Relaxed);
                        asked_at = Some(Instant::now());
                        look = Value::Null;
                        if socket.send(Message::Text(answer.to_string().into())).await.is_err() {
                            break;
                        }
                    }
                }
            }
        });
    }
    while opened.load(Ordering::Relaxed) < options.tables as u64 {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let opening_took = start.elapsed().as_secs_f64();
    let idle = memory(options.pid);
    let (begin, mut released) = (Instant::now(), 0.0);
    let warm_up = Duration::from_secs(3);
    let all = warm_up + Duration::from_secs(options.seconds);
    let mut measured_from = None;
    while begin.elapsed() < all {
        if begin.elapsed() >= warm_up && measured_from.is_none() {
            measuring.store(1, Ordering::Relaxed);
            measured_from = Some((Instant::now(), sent.load(Ordering::Relaxed)));
        }
        let due = begin.elapsed().as_secs_f64() * options.rate;
        let more = (due - released).floor();
        released += more;
        permits.add_permits(more as usize);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    measuring.store(0, Ordering::Relaxed);
    let (from, sent_before) = measured_from.unwrap_or((begin, 0));
    let rate = (sent.load(Ordering::Relaxed) - sent_before) as f64 / from.elapsed().as_secs_f64();
    let mut latencies = latencies.lock().await.clone();
    latencies.sort_unstable();
    let at = |share: f64| {
        let index = (latencies.len().saturating_sub(1)) as f64 * share;
        latencies.get(index as usize).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    };
    let report = json!({
        "tables": options.tables,
        "opening_seconds": opening_took,
        "answers_per_second": rate,
        "answers_measured": latencies.len(),
        "p50_ms": at(0.5),
        "p90_ms": at(0.9),
        "p99_ms": at(0.99),
        "max_ms": at(1.0),
        "server_mib_before": before,
        "server_mib_all_open": idle,
        "server_mib_after_load": memory(options.pid),
    });
    println!("{report}");
    std::process::exit(0);
}
