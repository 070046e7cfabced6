//! The table over the network: pages, protocol, lobby, tables and their store, in one small server.
//!
//! The server knows games only through [`games::AnyGame`] and the store only through [`store::Store`]. Hidden information is
//! taken out before anything is sent; what is acknowledged is durable.

mod accounts;
mod caller;
pub mod games;
mod http;
mod hub;
mod limits;
mod lists;
mod metrics;
mod openapi;
mod pages;
mod prepared;
pub mod protocol;
mod refusal;
mod replays;
mod room;
mod rules;
mod socket;
mod tables;
pub mod types;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

pub use limits::Rate;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::games::AnyGame;
use crate::http::App;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::prepared::Catalogues;

/// How a server is run.
pub struct Config {
    pub games: &'static [&'static dyn AnyGame],
    pub store: Arc<dyn Store>,
    /// Other nodes write to the same store.
    pub shared_store: bool,
    pub read_only: bool,
    /// Requests per address; `None` for no limit.
    pub rate: Option<Rate>,
    /// The table is reached over HTTPS.
    pub secure: bool,
    /// The client's files are read from here instead of from the program.
    pub web: Option<PathBuf>,
}

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
        Arc::new(Metrics::default()),
        config.read_only,
        config.shared_store,
    );
    hub.start();
    let (close, closing) = watch::channel(false);
    let app = Arc::new(App {
        hub: hub.clone(),
        limits: Limits::new(config.rate),
        secure: config.secure,
        web: config.web,
        catalogues: Catalogues::default(),
        closing,
    });
    let service = http::router(app).into_make_service_with_connect_info::<SocketAddr>();
    let stop = async move {
        stop.await;
        hub.close();
        let _ = close.send(true);
    };
    let served = axum::serve(listener, service).with_graceful_shutdown(stop).await;
    store.close().await;
    served
}
