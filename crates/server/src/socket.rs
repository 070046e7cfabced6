//! The table over a WebSocket: looks go out as things happen, answers come in.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use table::Lang;

use crate::caller::Caller;
use crate::http::{App, Shared};
use crate::limits::Taken;
use crate::openapi::Refused;
use crate::protocol::{Hear, Say, What};
use crate::refusal::{Told, Trouble};
use crate::request::{Path, Query, Visitor};
use crate::room::Watch;
use crate::tables::Shown;

/// Longer messages close the connection.
const LONGEST_MESSAGE: usize = 64 << 10;
/// A message that is longer than this is not even read to its end; who sends a shorter one hears why it is refused.
const LONGEST_HEARD_OUT: usize = 1 << 20;
/// What a connection reads and writes at once. Answers are short, and there may be thousands of connections.
const BUFFER: usize = 4 << 10;
/// A connection may send this many messages a second for long, and twice that at once.
const MESSAGES_PER_SECOND: f64 = 50.0;
/// Without a sign of life for so long a connection is closed.
const SILENCE: Duration = Duration::from_secs(75);
/// How often the server asks whether the other end is still there.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// Who does not take what is sent for so long is gone.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SocketQuery {
    /// 0 leaves scenes out of the looks.
    #[serde(default)]
    #[param(inline)]
    scene: Shown,
}

/// Opens the connection of one browser or program to one table: a WebSocket on which `Say` goes in and `Hear` comes out.
#[utoipa::path(get, path = "/tables/{id}/socket",
    params(("id" = String, Path, description = "The table"), SocketQuery),
    responses((status = 101, description = "From here on a WebSocket"), Refused::<403>))]
pub async fn open(
    State(app): Shared,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(query): Query<SocketQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Told> {
    let upgrade = upgrade.map_err(|error| visitor.refuse(Trouble::malformed(error.body_text())))?;
    let place = app.limits.socket(visitor.address).map_err(|trouble| visitor.refuse(trouble))?;
    // A table that is not there is refused before the connection changes its protocol.
    app.hub.room(&id).await.map_err(|trouble| visitor.refuse(trouble))?;
    let Visitor { caller, lang, .. } = visitor;
    let scenes = query.scene.is_wanted();
    let upgrade = upgrade
        .max_message_size(LONGEST_HEARD_OUT)
        .max_frame_size(LONGEST_HEARD_OUT)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER);
    let talks = app.talks.clone();
    Ok(upgrade.on_upgrade(move |socket| {
        let watcher = app.hub.new_watcher();
        let talk = Talk { app, id, caller, lang, watcher, allowance: Allowance::full(), _place: place };
        talks.track_future(talk.run(socket, scenes))
    }))
}

/// How many more messages a connection may send at once.
struct Allowance {
    left: f64,
    at: Instant,
}

impl Allowance {
    fn full() -> Allowance {
        Allowance { left: MESSAGES_PER_SECOND * 2.0, at: Instant::now() }
    }

    fn take(&mut self) -> bool {
        let refilled = self.left + self.at.elapsed().as_secs_f64() * MESSAGES_PER_SECOND;
        self.left = refilled.min(MESSAGES_PER_SECOND * 2.0);
        self.at = Instant::now();
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

/// Why a conversation ends.
enum End {
    /// The other end is gone, or does not take what it is sent.
    Gone,
    /// It is told why, with a code.
    Close(u16, &'static str),
}

type Out = SplitSink<WebSocket, Message>;

/// The conversation with one browser or program about one table.
struct Talk {
    app: Arc<App>,
    id: String,
    caller: Caller,
    lang: Lang,
    watcher: u64,
    allowance: Allowance,
    _place: Taken,
}

impl Talk {
    async fn run(mut self, socket: WebSocket, scenes: bool) {
        let connections = &self.app.hub.metrics.connections;
        connections.fetch_add(1, Ordering::Relaxed);
        let (mut out, mut incoming) = socket.split();
        let watch = self.begin(scenes).await;
        let end = match &watch {
            Ok(watch) => self.converse(&mut out, &mut incoming, watch).await,
            Err(_) => End::Close(close_code::AGAIN, "the table cannot be shown right now; come back"),
        };
        if let End::Close(code, why) = end {
            let _ = tokio::time::timeout(PATIENCE, farewell(&mut out, &mut incoming, code, why)).await;
        }
        drop(watch);
        if !self.app.closing.is_cancelled() {
            self.app.hub.unwatch(&self.id, self.watcher).await;
        }
        self.app.hub.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }

    async fn begin(&self, scenes: bool) -> Result<Watch, Trouble> {
        let room = self.app.hub.room(&self.id).await?;
        let (watcher, caller, lang) = (self.watcher, self.caller.clone(), self.lang);
        let watch = move |room: &mut crate::room::Room| room.watch(watcher, caller, lang, scenes);
        let (room, watch) = self.app.hub.attend(room, watch).await?;
        self.app.hub.drive(&room);
        Ok(watch)
    }

    async fn converse(&mut self, out: &mut Out, incoming: &mut SplitStream<WebSocket>, watch: &Watch) -> End {
        let mut heard = Instant::now();
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        let app = self.app.clone();
        loop {
            let sent = tokio::select! {
                look = watch.0.next() => send(out, Some(look), watch).await,
                message = incoming.next() => {
                    heard = Instant::now();
                    match message {
                        None => return End::Gone,
                        Some(Err(error)) => return refused_frame(error),
                        Some(Ok(Message::Close(_))) => return End::Close(close_code::NORMAL, ""),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Binary(_))) => {
                            return End::Close(close_code::UNSUPPORTED, "messages are text");
                        }
                        Some(Ok(Message::Text(text))) if text.len() > LONGEST_MESSAGE => return too_long(),
                        Some(Ok(Message::Text(text))) => {
                            let reply = self.hear(text.as_str()).await;
                            send(out, Some(text_of(&reply)), watch).await
                        }
                    }
                }
                _ = heartbeat.tick() => {
                    if heard.elapsed() > SILENCE {
                        return End::Gone;
                    }
                    in_time(out.send(Message::Ping(Default::default()))).await
                }
                () = app.closed() => {
                    return End::Close(close_code::RESTART, "the server stops; come back in a moment");
                }
            };
            if sent.is_err() {
                return End::Gone;
            }
        }
    }

    /// Does what a message says and answers it.
    async fn hear(&mut self, text: &str) -> Hear {
        let reference = || serde_json::from_str::<Reference>(text).map_or(0, |found| found.reference);
        if !self.allowance.take() {
            return self.refused(reference(), &Trouble::TooMany(Duration::from_secs(1)));
        }
        let say: Say = match serde_json::from_str(text) {
            Ok(say) => say,
            Err(error) => return self.refused(reference(), &Trouble::malformed(error.to_string())),
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
        let arrived = Instant::now();
        let (hub, caller) = (&self.app.hub, self.caller.clone());
        let version = match what {
            What::Ping => return Ok(Hear::Pong { reference }),
            What::Answer(request) => {
                let version = hub.change(&self.id, move |room| room.answer(&caller, &request)).await?;
                hub.metrics.answered(arrived.elapsed());
                version
            }
            What::Probe(request) => {
                let room = hub.room(&self.id).await?;
                hub.attend(room, move |room| room.probe(&caller, &request)).await?.1?;
                return Ok(Hear::Allowed { reference });
            }
            What::Hints(request) => {
                let (room, lang) = (hub.room(&self.id).await?, self.lang);
                let look = move |room: &mut crate::room::Room| room.hints(&caller, &request, lang);
                let hints = hub.attend(room, look).await?.1?;
                return Ok(Hear::Hints { reference, hints });
            }
            What::Undo { seat } => hub.change(&self.id, move |room| room.undo(&caller, seat)).await?,
            What::Consent { seat, accept } => {
                hub.change(&self.id, move |room| room.consent(&caller, seat, accept)).await?
            }
            What::Concede { seat } => hub.change(&self.id, move |room| room.concede(&caller, seat)).await?,
            What::Lang { lang } => {
                self.lang = lang;
                let (watcher, room) = (self.watcher, hub.room(&self.id).await?);
                hub.attend(room, move |room| room.speak(watcher, lang)).await?.0.version()
            }
        };
        Ok(Hear::Done { reference, version })
    }
}

/// What a message is to be answered with even if the rest of it is not understood.
#[derive(Deserialize)]
struct Reference {
    #[serde(default, rename = "ref")]
    reference: u32,
}

fn text_of(hear: &Hear) -> Utf8Bytes {
    serde_json::to_string(hear).expect("plain data always has a JSON text").into()
}

/// Sends a message, and with it the look that it led to, if there is one already.
async fn send(out: &mut Out, mut next: Option<Utf8Bytes>, watch: &Watch) -> Result<(), ()> {
    while let Some(text) = next {
        in_time(out.feed(Message::Text(text))).await?;
        next = watch.0.take();
    }
    in_time(out.flush()).await
}

async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), ()> {
    match tokio::time::timeout(PATIENCE, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

fn too_long() -> End {
    End::Close(close_code::SIZE, "the message is too long")
}

/// What is wrong with a frame, as the code that its sender is told.
fn refused_frame(error: axum::Error) -> End {
    use tungstenite::Error;
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => too_long(),
        Some(Error::Utf8(_)) => End::Close(close_code::INVALID, "the message is not valid text"),
        Some(Error::Protocol(_)) => End::Close(close_code::PROTOCOL, "this is not a proper frame"),
        _ => End::Gone,
    }
}

/// Says why the conversation ends, and waits until the other end has heard it.
async fn farewell(out: &mut Out, incoming: &mut SplitStream<WebSocket>, code: u16, why: &'static str) {
    if code != close_code::NORMAL {
        let _ = out.feed(Message::Text(text_of(&Hear::Closing { why: why.to_string() }))).await;
    }
    let _ = out.send(Message::Close(Some(CloseFrame { code, reason: why.into() }))).await;
    while let Some(Ok(_)) = incoming.next().await {}
}
