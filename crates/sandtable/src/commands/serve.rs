//! Serving the table.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use server::{Config, IpNet, Luck, ProxyHeader, Rate, serve};
use store::{Database, Store};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use super::{Done, say};
use crate::games;

/// How the table is served.
pub struct Options {
    /// Address and port; without one a free port on this machine alone.
    pub bind: Option<SocketAddr>,
    /// The file with all games; without one it is in the user's data directory.
    pub data: Option<PathBuf>,
    /// A PostgreSQL database instead of a file.
    pub database_url: Option<String>,
    /// The file with the authorities that sign its certificate; without one the system's count.
    pub database_ca: Option<PathBuf>,
    pub read_only: bool,
    /// Dice and cards fall alike at every table, from this number on.
    pub luck: Option<u64>,
    /// The table is reached over HTTPS.
    pub secure: bool,
    /// Requests per second and address; 0 for no limit.
    pub rate: u32,
    /// Sockets that one address may have open at once.
    pub sockets: u32,
    /// Proxies that are believed when they say whose request they pass on.
    pub trusted_proxies: Vec<IpNet>,
    /// In which header they say so.
    pub proxy_header: ProxyHeader,
    /// Where health, metrics and the description of the protocol are shown, if not beside everything else.
    pub operators: Option<SocketAddr>,
    /// Log lines as JSON.
    pub json_log: bool,
    /// Writes the types of the protocol for the client instead of serving.
    pub types: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            bind: None,
            data: None,
            database_url: None,
            database_ca: None,
            read_only: false,
            luck: None,
            secure: false,
            rate: 50,
            sockets: 200,
            trusted_proxies: Vec::new(),
            proxy_header: ProxyHeader::default(),
            operators: None,
            json_log: false,
            types: false,
        }
    }
}

/// The port that is tried first, so that links stay good from one start to the next.
const USUAL_PORT: u16 = 8420;

pub fn run(options: &Options) -> Done {
    if options.types {
        say(server::types::declarations().trim_end());
        return Ok(true);
    }
    let filter = EnvFilter::try_from_env("SANDTABLE_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let log = log.with_ansi(std::io::stderr().is_terminal());
    if options.json_log {
        log.json().init();
    } else {
        log.with_target(false).init();
    }
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(run_server(options)).map(|()| true)
}

async fn run_server(options: &Options) -> Result<(), String> {
    let (store, place): (Arc<dyn Store>, String) = match &options.database_url {
        Some(url) => {
            let database =
                Database { url: url.clone(), ca: options.database_ca.clone(), read_only: options.read_only };
            (store::open_database(&database).await.map_err(|error| error.to_string())?, "PostgreSQL".into())
        }
        None => {
            let file = data_file(options.data.as_deref())?;
            let opened = store::open_sqlite(&file, options.read_only).await;
            (opened.map_err(|error| format!("{}: {error}", file.display()))?, file.display().to_string())
        }
    };
    let listener = listen(options.bind).await?;
    let operators = match options.operators {
        Some(address) => Some(listen(Some(address)).await?),
        None => None,
    };
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    say(format!("Sandtable is at http://{address}/"));
    say(format!("Games are kept in {place}. Stop with Ctrl-C."));
    let config = Config {
        games: games::hosted(),
        store,
        luck: options.luck.map_or(Luck::System, Luck::Seeded),
        shared_store: options.database_url.is_some(),
        read_only: options.read_only,
        rate: Rate::of(options.rate, options.sockets),
        trusted_proxies: options.trusted_proxies.clone(),
        proxy_header: options.proxy_header,
        operators,
        secure: options.secure,
        web: std::env::var_os("SANDTABLE_WEB").map(PathBuf::from),
    };
    serve(listener, config, asked_to_stop()).await.map_err(|error| error.to_string())
}

async fn listen(bind: Option<SocketAddr>) -> Result<TcpListener, String> {
    match bind {
        Some(address) => TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}")),
        None => {
            let usual = TcpListener::bind(("127.0.0.1", USUAL_PORT)).await;
            match usual {
                Ok(listener) => Ok(listener),
                Err(_) => TcpListener::bind(("127.0.0.1", 0)).await.map_err(|error| error.to_string()),
            }
        }
    }
}

/// The file with all games.
pub fn data_path(given: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = given {
        return Ok(path.to_path_buf());
    }
    let base = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().map(|home| home.join(".local").join("share"));
    let base = base.or_else(home).ok_or("there is no data directory; say where with --data FILE")?;
    Ok(base.join("sandtable").join("games.sqlite"))
}

/// The same; its folder is made if it is not there.
fn data_file(given: Option<&Path>) -> Result<PathBuf, String> {
    let file = data_path(given)?;
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(file)
}

/// Ctrl-C, or the signal with which services are stopped.
async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            Err(_) => drop(interrupt.await),
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
