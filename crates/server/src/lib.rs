//! The table over the network: pages, protocol, lobby, tables and their store, in one small server.
//!
//! The server knows games only through [`games::AnyGame`] and the store only through [`store::Store`]. Hidden information is
//! taken out before anything is sent; what is acknowledged is durable.

mod accounts;
mod address;
mod caller;
pub mod games;
mod http;
mod hub;
mod limits;
mod lists;
mod metrics;
mod openapi;
mod packing;
mod pages;
mod pictures;
mod prepared;
pub mod protocol;
mod quotas;
mod refusal;
mod replays;
mod request;
mod room;
mod rules;
mod serving;
mod socket;
mod tables;
pub mod types;
mod work;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use address::ProxyHeader;
pub use ipnet::IpNet;
pub use limits::Rate;
use store::Store;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::address::Proxies;
use crate::games::AnyGame;
pub use crate::games::Luck;
use crate::http::App;
use crate::hub::Hub;
use crate::limits::Limits;
pub use crate::lists::{check_text, unreadable};
use crate::metrics::Metrics;
use crate::pictures::Pictures;
use crate::prepared::Catalogues;
use crate::serving::Places;
use crate::work::Desk;

/// How a server is run.
pub struct Config {
    pub games: &'static [&'static dyn AnyGame],
    pub store: Arc<dyn Store>,
    pub luck: Luck,
    /// Other nodes write to the same store.
    pub shared_store: bool,
    pub read_only: bool,
    /// What one address may ask; `None` for no limit.
    pub rate: Option<Rate>,
    /// Proxies that are believed when they say whose request they pass on.
    pub trusted_proxies: Vec<IpNet>,
    pub proxy_header: ProxyHeader,
    /// Where health, metrics and the description of the protocol are shown, if not beside everything else.
    pub operators: Option<TcpListener>,
    /// The table is reached over HTTPS.
    pub secure: bool,
    /// The client's files are read from here instead of from the program.
    pub web: Option<PathBuf>,
}

/// How long people at sockets may take to hear that the server stops, and the store to close, when everything else has ended.
const FAREWELL_WITHIN: Duration = Duration::from_secs(1);
const CLOSE_WITHIN: Duration = Duration::from_secs(1);

/// Serves until `stop` is done, then finishes what is under way and closes the store.
pub async fn serve(
    listener: TcpListener,
    config: Config,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let store = config.store.clone();
    let hub = Hub::new(
        config.store,
        config.games,
        config.luck,
        Arc::new(Metrics::default()),
        config.read_only,
        config.shared_store,
    );
    hub.start();
    let closing = CancellationToken::new();
    let proxies = Proxies::new(config.trusted_proxies, config.proxy_header);
    let app = Arc::new(App {
        hub: hub.clone(),
        limits: Limits::new(config.rate),
        proxies: proxies.clone(),
        chores: Desk::new("chores", http::MOST_CHORES),
        packing: Desk::new("packing", http::MOST_PACKED),
        pictures: Pictures::new(),
        secure: config.secure,
        web: config.web,
        catalogues: Catalogues::default(),
        health: tokio::sync::Mutex::default(),
        talks: TaskTracker::new(),
        closing: closing.clone(),
    });
    http::tidy(app.clone());
    let (stopping, close) = (hub.clone(), closing.clone());
    tokio::spawn(async move {
        stop.await;
        stopping.close();
        close.cancel();
    });
    let places = Places::new(config.rate.map(|rate| rate.sockets), proxies);
    let aside = config.operators.is_some();
    if let Some(listener) = config.operators {
        let unlimited = Places::new(None, Proxies::default());
        let (router, metrics, closing) = (http::operators(app.clone()), hub.metrics.clone(), closing.clone());
        tokio::spawn(async move {
            serving::serve(listener, router, unlimited, &metrics.connections_refused, closing).await
        });
    }
    let refused = &hub.metrics.connections_refused;
    let served = serving::serve(listener, http::router(app.clone(), !aside), places, refused, closing).await;
    app.talks.close();
    let _ = tokio::time::timeout(FAREWELL_WITHIN, app.talks.wait()).await;
    hub.finish().await;
    if tokio::time::timeout(CLOSE_WITHIN, store.close()).await.is_err() {
        tracing::warn!("the store was still busy when the server stopped");
    }
    served
}
