//! Connections: how many there may be, how long each may take over what it sends and takes, and how they end when the server stops.
//! What is asked over them is the business of the routes.

use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::address::{Address, Proxies};
use crate::limits::{PerAddress, Taken};

/// A request's first lines have to be there within so long, also those of the next on the same connection.
const HEAD_WITHIN: Duration = Duration::from_secs(30);
/// Who does not take what was asked for, not even a part of it, for so long is gone.
const TAKEN_WITHIN: Duration = Duration::from_secs(30);
/// How long what is under way may take when the server is to stop.
const STOP_WITHIN: Duration = Duration::from_secs(4);
/// Connections of one address that is no trusted proxy, for each socket it may have.
const CONNECTIONS_PER_SOCKET: u32 = 2;

/// Serves until `closing` is cancelled, and counts connections that were refused because their address has too many; then finishes what is under way, and breaks off what does not end.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    places: Places,
    refused: &AtomicU64,
    closing: CancellationToken,
) -> std::io::Result<()> {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN);
    let mut connections = JoinSet::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // A connection that was given up, or no more file handles for the moment.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            () = closing.cancelled() => break,
        };
        let Some(place) = places.take(peer.ip()) else {
            refused.fetch_add(1, Ordering::Relaxed);
            continue;
        };
        let router = router.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().oneshot(request)
        });
        let connection = http.serve_connection(patient(stream), service).with_upgrades();
        let closing = closing.clone();
        connections.spawn(async move {
            let _place = place;
            let mut connection = pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => return,
                () = closing.cancelled() => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
        });
    }
    drop(listener);
    let ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(STOP_WITHIN, ended).await.is_err() {
        tracing::warn!(connections = connections.len(), "connections that did not end were broken off");
    }
    Ok(())
}

/// A connection that is given up when nothing of what it is sent is taken for long.
fn patient(stream: TcpStream) -> TokioIo<Pin<Box<TimeoutStream<TcpStream>>>> {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(TAKEN_WITHIN));
    TokioIo::new(Box::pin(stream))
}

/// How many connections there may be at once: as many from one address as fit the sockets it may have, and as many as they
/// like from trusted proxies.
#[derive(Clone)]
pub struct Places {
    each: PerAddress,
    proxies: Proxies,
}

impl Places {
    pub fn new(sockets: Option<u32>, proxies: Proxies) -> Places {
        let each = sockets.map(|sockets| sockets.saturating_mul(CONNECTIONS_PER_SOCKET));
        Places { each: PerAddress::new(each), proxies }
    }

    /// A place for a connection; the inner one is none if nobody counts them.
    fn take(&self, peer: IpAddr) -> Option<Option<Taken>> {
        if self.proxies.trusts(peer) {
            return Some(None);
        }
        self.each.take(Address::from(peer)).map(Some)
    }
}
