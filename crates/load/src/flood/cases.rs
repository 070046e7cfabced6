//! What each case of abuse does. Every case says how much it asks for and stops by itself.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use super::{Case, FloodError, Replies, Target};
use crate::crowd::CrowdError;
use crate::http::{Browser, Lost, connect, raw_post};
use crate::ledger::Notes;
use crate::luck::Luck;
use crate::offers::Offers;
use crate::socket;
use crate::visit::Visit;

const PICTURES: usize = 150;
/// The widest picture that servers draw.
const WIDEST: usize = 2048;
const LISTS: usize = 24;
const UNITS: usize = 20_000;
const DEAF: usize = 180;
/// Answers that are given before people who do not listen.
const UNHEARD: usize = 60;
const HALVES: usize = 300;
/// How long an unfinished request is held.
const HELD: Duration = Duration::from_secs(20);
const PASSWORDS: usize = 120;
const SAME: usize = 60;
/// Answers that are sent so often. Among many questions there are some that look like the one before.
const ROUNDS: usize = 12;

/// Everything a case needs to have before it is measured.
pub enum Prepared {
    Pictures { table: Notes },
    Lists { bodies: Vec<(String, String)> },
    DeafSockets { table: Notes },
    HalfRequests,
    Passwords,
    SameAnswer { table: Notes },
}

pub async fn prepare(target: &Target, case: Case) -> Result<Prepared, FloodError> {
    Ok(match case {
        Case::Pictures => Prepared::Pictures { table: set_up(target).await? },
        Case::Lists => Prepared::Lists { bodies: long_lists(target).await? },
        Case::DeafSockets => Prepared::DeafSockets { table: set_up(target).await? },
        Case::HalfRequests => Prepared::HalfRequests,
        Case::Passwords => Prepared::Passwords,
        Case::SameAnswer => Prepared::SameAnswer { table: set_up(target).await? },
    })
}

impl Prepared {
    pub async fn run(self, target: &Target) -> Result<Replies, FloodError> {
        match self {
            Prepared::Pictures { table } => Ok(pictures(target, &table.table).await),
            Prepared::Lists { bodies } => Ok(lists(target, &bodies).await),
            Prepared::DeafSockets { table } => deaf_sockets(target, table).await,
            Prepared::HalfRequests => half_requests(target).await,
            Prepared::Passwords => Ok(passwords(target).await),
            Prepared::SameAnswer { table } => same_answer(target, table).await,
        }
    }
}

fn browser(target: &Target, number: usize) -> Browser {
    Browser::new(target.address, format!("flood-number-{number}-of-the-load-program"))
}

/// A table at which the first browser holds all seats.
async fn set_up(target: &Target) -> Result<Notes, FloodError> {
    let mut browser = browser(target, 0);
    let offered = browser.get("/api/games").await?;
    let offers = Offers::read(offered.text(&mut Vec::new()), &[]).map_err(CrowdError::from)?;
    let mut luck = Luck::new(target.seed, 0);
    for number in 0..20 {
        let plan = offers.plan(number, false, &mut luck);
        let reply = browser.post("/api/tables", &plan.body()).await?;
        match (reply.status, serde_json::from_slice::<Value>(reply.text(&mut Vec::new()))) {
            (200, Ok(created)) => {
                let table = created["id"].as_str().unwrap_or_default().to_string();
                return Ok(Notes::new(table, plan, browser.key));
            }
            (422, _) => offers.refused(&plan),
            (status, _) => return Err(FloodError::NoTable(status)),
        }
    }
    Err(FloodError::NoTable(422))
}

/// The status of a reply, or why there is none.
fn status(reply: Result<crate::http::Response, Lost>) -> String {
    match reply {
        Ok(reply) => reply.status.to_string(),
        Err(lost) => lost.kind().to_string(),
    }
}

/// To which version of its table an answer that was taken has led.
fn version_of(reply: &Result<crate::http::Response, Lost>) -> Option<Option<u64>> {
    let reply = reply.as_ref().ok().filter(|reply| reply.status == 200)?;
    let done: Value = serde_json::from_slice(reply.text(&mut Vec::new())).ok()?;
    Some(done["version"].as_u64())
}

async fn pictures(target: &Target, table: &str) -> Replies {
    let one = async |number: usize| {
        // Each is another, so that none can be kept for the next.
        let width = WIDEST - number;
        let path = format!("/api/tables/{table}/moments/0/picture.png?width={width}");
        let mut browser = browser(target, number + 1);
        status(browser.poll(&path).await)
    };
    let mut replies = Replies::default();
    join_all((0..PICTURES).map(one)).await.into_iter().for_each(|status| replies.add(status));
    replies
}

/// Lists of many units of each game, as requests to be judged and to be played with.
async fn long_lists(target: &Target) -> Result<Vec<(String, String)>, FloodError> {
    let reply = browser(target, 0).get("/api/games").await?;
    let offers: Vec<Value> = serde_json::from_slice(reply.text(&mut Vec::new())).unwrap_or_default();
    let long = |offer: &Value| {
        let unit = &offer["lists"][0]["list"]["units"][0]["card"];
        let unit = json!({ "card": unit.as_str().unwrap_or("nothing"), "carries": [] });
        let list = json!({ "list": { "name": "", "units": vec![unit; UNITS] } });
        let mut seats = vec![json!({ "who": "me", "list": list })];
        let others = offer["first_lists"][0].as_array().into_iter().flatten().skip(1);
        seats.extend(others.map(|ready| json!({ "who": "me", "list": { "ready": ready } })));
        let game = offer["game"].as_str().unwrap_or_default();
        [
            (format!("/api/lists/{game}/check"), json!({ "list": list }).to_string()),
            ("/api/tables".to_string(), json!({ "game": game, "seats": seats }).to_string()),
        ]
    };
    Ok(offers.iter().flat_map(long).collect())
}

async fn lists(target: &Target, bodies: &[(String, String)]) -> Replies {
    let one = async |number: usize| {
        let (path, body) = &bodies[number % bodies.len()];
        let reply = browser(target, number + 1).post(path, body).await;
        format!("{} {}", path.trim_start_matches("/api/"), status(reply))
    };
    let mut replies = Replies::default();
    if !bodies.is_empty() {
        join_all((0..LISTS).map(one)).await.into_iter().for_each(|status| replies.add(status));
        replies.remark = format!("{UNITS} units each, {} KB at most", largest(bodies) / 1000);
    }
    replies
}

fn largest(bodies: &[(String, String)]) -> usize {
    bodies.iter().map(|(_, body)| body.len()).max().unwrap_or(0)
}

/// A connection whose other end is soon full.
async fn narrow(target: &Target) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    socket.connect(target.address).await
}

async fn deaf_sockets(target: &Target, mut table: Notes) -> Result<Replies, FloodError> {
    let mut replies = Replies::default();
    let mut sockets = Vec::new();
    for number in 0..DEAF {
        let stream = narrow(target).await.map_err(Lost::from)?;
        match socket::open_on(stream, &browser(target, number + 1), &table.table, true).await {
            Ok(socket) => sockets.push(socket),
            Err(lost) => replies.add(lost.kind()),
        }
    }
    let opened = sockets.len();
    *replies.counts.entry("opened".to_string()).or_default() += opened as u64;
    let mut visit = Visit::new(&mut table, target.address, target.seed);
    let played = visit.plays_on(UNHEARD).await;
    played.map_err(|violation| FloodError::NotPlayable(violation.to_string()))?;
    replies.remark = format!("{} answers were given meanwhile", table.acknowledged());
    Ok(replies)
}

async fn half_requests(target: &Target) -> Result<Replies, FloodError> {
    let body = json!({ "game": "x".repeat(400) }).to_string();
    let mut streams = Vec::new();
    for number in 0..HALVES {
        let text = raw_post(&browser(target, number), "/api/tables", &body);
        // Some break off within the headers, others within the body.
        let end = if number % 2 == 0 { 60 } else { text.len() - 100 };
        let mut stream = connect(target.address).await.map_err(Lost::from)?;
        stream.write_all(&text.as_bytes()[..end]).await.map_err(Lost::from)?;
        streams.push(stream);
    }
    let one = async |mut stream: TcpStream| {
        let mut buffer = [0; 256];
        match timeout(HELD, stream.read(&mut buffer)).await {
            Err(_) => "still open".to_string(),
            Ok(Ok(0) | Err(_)) => "closed by the server".to_string(),
            Ok(Ok(read)) => String::from_utf8_lossy(&buffer[..read.min(12)]).to_string(),
        }
    };
    let mut replies = Replies::default();
    join_all(streams.into_iter().map(one)).await.into_iter().for_each(|what| replies.add(what));
    replies.remark = format!("after {} s", HELD.as_secs());
    Ok(replies)
}

async fn passwords(target: &Target) -> Replies {
    let one = async |number: usize| {
        let body = json!({ "name": "nobody", "password": format!("not-it-{number}") }).to_string();
        status(browser(target, number).post("/api/login", &body).await)
    };
    let mut replies = Replies::default();
    join_all((0..PASSWORDS).map(one)).await.into_iter().for_each(|status| replies.add(status));
    replies
}

async fn same_answer(target: &Target, mut table: Notes) -> Result<Replies, FloodError> {
    let mut replies = Replies::default();
    let answer = format!("/api/tables/{}/answer", table.table);
    let mut browsers: Vec<Browser> =
        (0..SAME).map(|_| Browser::new(target.address, table.key.clone())).collect();
    // Connections first, so that all answers come at the same moment.
    join_all(browsers.iter_mut().map(async |browser| browser.get("/healthz").await)).await;
    let mut visit = Visit::new(&mut table, target.address, target.seed);
    let (mut most, mut rounds) = (0, 0);
    while rounds < ROUNDS {
        let body = visit.legal_answer().await.map_err(FloodError::NotPlayable)?;
        let Some(body) = body else { break };
        let all = join_all(browsers.iter_mut().map(async |browser| browser.post(&answer, &body).await)).await;
        // Who repeats an answer is told what the first one led to; an answer that is taken again leads further.
        let versions: BTreeSet<Option<u64>> = all.iter().filter_map(version_of).collect();
        let taken = versions.len();
        all.into_iter().for_each(|reply| replies.add(status(reply)));
        if taken != 1 {
            let wrong = format!("one answer that was sent {SAME} times was taken {taken} times: {body}");
            replies.wrong.get_or_insert(wrong);
        }
        most = most.max(taken);
        rounds += 1;
    }
    replies.remark = format!("{rounds} answers, each sent {SAME} times at once; taken {most} times at most");
    Ok(replies)
}
