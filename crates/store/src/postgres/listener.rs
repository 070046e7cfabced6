//! The connection on which a node hears what all nodes change. When it breaks, it is made again, and subscribers are told that they may
//! have missed anything.

use super::{Failure, refused};
use crate::{CHANGES_KEPT, Change, StoreError};
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long between attempts to connect again: the first, and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(10));

/// A silent connection is asked for a sign of life this often, and given up after as long without one.
const PULSE: Duration = Duration::from_secs(15);

/// How to reach what is listened to.
struct Way {
    config: Config,
    tls: MakeRustlsConnect,
    channel: String,
}

pub struct Listener {
    changes: broadcast::Sender<Change>,
    listening: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Listener {
    /// Returns when the channel is listened to.
    pub async fn start(config: Config, tls: MakeRustlsConnect, channel: String) -> Result<Self, StoreError> {
        let way = Way { config, tls, channel };
        let changes = broadcast::Sender::new(CHANGES_KEPT);
        let listening = Arc::new(AtomicBool::new(true));
        let mut line = Line::connect(&way, &changes).await?;
        let (told, state) = (changes.clone(), listening.clone());
        let task = tokio::spawn(async move {
            loop {
                line.hold().await;
                state.store(false, Ordering::Relaxed);
                line = reconnect(&way, &told).await;
                state.store(true, Ordering::Relaxed);
                _ = told.send(Change::Everything); // nobody may be listening
            }
        });
        Ok(Listener { changes, listening, task })
    }

    pub fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    pub fn listening(&self) -> bool {
        self.listening.load(Ordering::Relaxed)
    }

    pub fn stop(&self) {
        self.listening.store(false, Ordering::Relaxed);
        self.task.abort();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn reconnect(way: &Way, changes: &broadcast::Sender<Change>) -> Line {
    let (mut wait, longest) = BACKOFF;
    loop {
        sleep(wait).await;
        if let Ok(line) = Line::connect(way, changes).await {
            return line;
        }
        wait = (wait * 2).min(longest);
    }
}

/// One connection that listens. The task that drives it ends with it.
struct Line {
    client: Client,
    driver: JoinHandle<()>,
}

impl Line {
    async fn connect(way: &Way, changes: &broadcast::Sender<Change>) -> Result<Self, StoreError> {
        let failed = |error| refused(Failure::Statement(error));
        let (client, mut connection) = way.config.connect(way.tls.clone()).await.map_err(failed)?;
        let changes = changes.clone();
        let driver = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notification(notification) = message {
                    _ = changes.send(heard(notification.payload())); // nobody may be listening
                }
            }
        });
        let line = Line { client, driver };
        line.client.batch_execute(&format!("LISTEN \"{}\"", way.channel)).await.map_err(failed)?;
        Ok(line)
    }

    /// Until it is dead.
    async fn hold(&mut self) {
        loop {
            if timeout(PULSE, &mut self.driver).await.is_ok() {
                return;
            }
            let alive = timeout(PULSE, self.client.batch_execute("SELECT 1")).await;
            if !matches!(alive, Ok(Ok(()))) {
                return;
            }
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

/// The length of the stream and the game. What nobody understands may mean anything.
fn heard(payload: &str) -> Change {
    let game = || {
        let (next, id) = payload.split_once(' ')?;
        Some(Change::Game { id: id.to_owned(), next: next.parse().ok()? })
    };
    game().unwrap_or(Change::Everything)
}
