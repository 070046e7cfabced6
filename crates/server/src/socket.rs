//! The table over a WebSocket: looks go out as things happen, answers come in.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use table::Lang;
use tokio::sync::mpsc;

use crate::caller::Caller;
use crate::http::{App, Shared, Visitor};
use crate::protocol::{Hear, Say, What};
use crate::refusal::{Told, Trouble};
use crate::room::BACKLOG;

/// Longer messages close the connection.
const LONGEST_MESSAGE: usize = 64 << 10;
/// What a connection reads and writes at once. Answers are short, and there may be thousands of connections.
const BUFFER: usize = 4 << 10;
/// A connection may send this many messages a second for long, and twice that at once.
const MESSAGES_PER_SECOND: f64 = 50.0;
/// Without a sign of life for so long a connection is closed.
const SILENCE: Duration = Duration::from_secs(75);
/// How often the server asks whether the other end is still there.
const HEARTBEAT: Duration = Duration::from_secs(25);

#[derive(Deserialize)]
pub struct SocketQuery {
    scene: Option<u8>,
}

/// Opens the connection of one browser or program to one table.
pub async fn open(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<SocketQuery>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Told> {
    // A table that is not there is refused before the connection changes its protocol.
    app.hub.room(&id).await.map_err(|trouble| visitor.refuse(trouble))?;
    let Visitor { caller, lang, .. } = visitor;
    let scenes = query.scene != Some(0);
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.hub.metrics.connections.fetch_add(1, Ordering::Relaxed);
        let connection = Connection { app: app.clone(), id, caller, lang, watcher: app.hub.new_watcher() };
        connection.run(socket, scenes).await;
        app.hub.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }))
}

struct Connection {
    app: Arc<App>,
    id: String,
    caller: Caller,
    lang: Lang,
    watcher: u64,
}

impl Connection {
    async fn run(mut self, socket: WebSocket, scenes: bool) {
        let (mut out, mut incoming) = socket.split();
        let (tell, mut told) = mpsc::channel::<Hear>(BACKLOG);
        match self.app.hub.room(&self.id).await {
            Ok(mut room) => room.watch(self.watcher, self.caller.clone(), self.lang, scenes, tell),
            Err(_) => return,
        }
        self.app.hub.drive(&self.id);
        let (mut allowance, mut refilled) = (MESSAGES_PER_SECOND * 2.0, Instant::now());
        let mut heard = Instant::now();
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        'connected: loop {
            let reply = tokio::select! {
                hear = told.recv() => match hear {
                    Some(hear) => hear,
                    None => {
                        close(&mut out, close_code::AGAIN, "too slow to follow; come back").await;
                        break;
                    }
                },
                message = incoming.next() => {
                    let Some(Ok(message)) = message else { break };
                    heard = Instant::now();
                    allowance = (allowance + refilled.elapsed().as_secs_f64() * MESSAGES_PER_SECOND)
                        .min(MESSAGES_PER_SECOND * 2.0);
                    refilled = Instant::now();
                    let text = match &message {
                        Message::Text(text) => text.as_str(),
                        Message::Binary(_) => "",
                        Message::Close(_) => break,
                        Message::Ping(_) | Message::Pong(_) => continue,
                    };
                    if allowance < 1.0 {
                        self.refused(0, &Trouble::TooMany)
                    } else {
                        allowance -= 1.0;
                        self.hear(text).await
                    }
                }
                _ = heartbeat.tick() => {
                    if heard.elapsed() > SILENCE || out.send(Message::Ping(Default::default())).await.is_err() {
                        break;
                    }
                    continue;
                }
                () = self.app.closed() => {
                    close(&mut out, close_code::RESTART, "the server stops; come back in a moment").await;
                    break;
                }
            };
            // The look that an answer leads to travels with its acknowledgement.
            let mut next = Some(reply);
            while let Some(hear) = next {
                let text = serde_json::to_string(&hear).expect("plain data always has a JSON text");
                if out.feed(Message::Text(text.into())).await.is_err() {
                    break 'connected;
                }
                next = told.try_recv().ok();
            }
            if out.flush().await.is_err() {
                break;
            }
        }
        if let Ok(mut room) = self.app.hub.room(&self.id).await {
            room.unwatch(self.watcher);
        }
    }

    /// Does what a message says and answers it.
    async fn hear(&mut self, text: &str) -> Hear {
        let say: Say = match serde_json::from_str(text) {
            Ok(say) => say,
            Err(error) => return self.refused(0, &Trouble::malformed(error.to_string())),
        };
        let reference = say.reference;
        match self.act(say).await {
            Ok(hear) => hear,
            Err(trouble) => self.refused(reference, &trouble),
        }
    }

    fn refused(&self, reference: u32, trouble: &Trouble) -> Hear {
        self.app.hub.metrics.refused.fetch_add(1, Ordering::Relaxed);
        Hear::Refused { reference, refusal: trouble.told(self.lang) }
    }

    async fn act(&mut self, say: Say) -> Result<Hear, Trouble> {
        let Say { reference, what } = say;
        if let What::Ping = what {
            return Ok(Hear::Pong { reference });
        }
        let arrived = Instant::now();
        let mut room = self.app.hub.room(&self.id).await?;
        match what {
            What::Ping => {}
            What::Answer(request) => {
                room.answer(&self.caller, &request).await?;
                self.app.hub.metrics.answered(arrived.elapsed());
            }
            What::Probe(request) => {
                room.probe(&self.caller, &request)?;
                return Ok(Hear::Allowed { reference });
            }
            What::Undo { seat } => room.undo(&self.caller, seat).await?,
            What::Consent { seat, accept } => room.consent(&self.caller, seat, accept).await?,
            What::Concede { seat } => room.concede(&self.caller, seat).await?,
            What::Lang { lang } => {
                self.lang = lang;
                room.speak(self.watcher, lang);
                return Ok(Hear::Done { reference, version: room.version() });
            }
        }
        room.publish();
        let version = room.version();
        drop(room);
        self.app.hub.drive(&self.id);
        Ok(Hear::Done { reference, version })
    }
}

async fn close(out: &mut SplitSink<WebSocket, Message>, code: u16, why: &'static str) {
    let farewell = serde_json::to_string(&Hear::Closing { why: why.to_string() }).unwrap_or_default();
    let _ = out.send(Message::Text(farewell.into())).await;
    let _ = out.send(Message::Close(Some(CloseFrame { code, reason: why.into() }))).await;
}
