//! The command line of the load program.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use load::crowd::Mix;
use load::faults::Faults;
use load::flood::{Case, Target};
use load::node::{Keeping, Node};
use load::run::Run;

/// Puts load, faults and abuse on a server of Sandtable and says how it bore them.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  load run --server target/release/sandtable --tables 2000 --rate 2000 --seconds 20
  load run --address 127.0.0.1:8433 --pid 4711 --games attackwing --spectators 0.5 --polling 0.1 --json
  load faults --server target/release/sandtable --kills 200 --store-stalls 5
  scripts/postgres load faults --server target/release/sandtable --kills 180 --database-restarts 20
  load flood --server target/release/sandtable pictures same-answer

The exit code is 1 if a promise was not kept, 2 if the program could not do its work.";

#[derive(Subcommand)]
enum Command {
    /// Plays at a steady rate and measures
    #[command(
        long_about = "Plays at a steady rate and measures. Answers are due at moments that are fixed beforehand; an answer \
counts from the moment it was due until it was acknowledged, whatever held it up."
    )]
    Run {
        #[command(flatten)]
        server: ServerChoice,
        #[arg(long, default_value_t = 2000)]
        tables: usize,
        /// Answers a second at all tables together
        #[arg(long, default_value_t = 1000.0)]
        rate: f64,
        /// How long is measured
        #[arg(long, default_value_t = 20)]
        seconds: u64,
        /// How long is played before that
        #[arg(long, default_value_t = 5, value_name = "SECONDS")]
        warm_up: u64,
        #[command(flatten)]
        crowd: CrowdChoice,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long)]
        json: bool,
    },
    /// Breaks servers and their store under load, and checks every promise
    #[command(
        long_about = "Starts servers, lets clients play that hang up, stall and reload, breaks servers and store as told, and \
compares what clients were told with what is in the store."
    )]
    Faults {
        /// The server's program
        #[arg(long, value_name = "PROGRAM")]
        server: PathBuf,
        /// Two nodes over this PostgreSQL database instead of one with a file
        #[arg(long, value_name = "URL", env = "SANDTABLE_TEST_POSTGRES", hide_env_values = true)]
        postgres: Option<String>,
        /// Servers that are killed and started again
        #[arg(long, default_value_t = 20)]
        kills: usize,
        /// Times that nobody can write for 3.5 s
        #[arg(long, default_value_t = 2)]
        store_stalls: usize,
        /// Times that the database is ended, which whoever runs it starts again
        #[arg(long, default_value_t = 0)]
        database_restarts: usize,
        /// The file with the database's process
        #[arg(long, value_name = "FILE", env = "SANDTABLE_TEST_POSTGRES_PID")]
        database_pid: Option<PathBuf>,
        #[arg(long, default_value_t = 60)]
        tables: usize,
        #[arg(long, default_value_t = 200.0)]
        rate: f64,
        /// Faults that have not happened after so many seconds do not happen
        #[arg(long, default_value_t = 600, value_name = "SECONDS")]
        longest: u64,
        /// Games that are given up to check their replays, beside those that are over
        #[arg(long, default_value_t = 100)]
        replays: usize,
        #[command(flatten)]
        crowd: CrowdChoice,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Abuses a server in single ways
    Flood {
        #[command(flatten)]
        server: ServerChoice,
        /// All of them if none is named
        cases: Vec<Case>,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long)]
        json: bool,
    },
}

/// Either a server that runs, or one that is started for the purpose.
#[derive(Args)]
#[group(required = true, multiple = true)]
struct ServerChoice {
    /// A server that runs
    #[arg(long, conflicts_with = "server")]
    address: Option<SocketAddr>,
    /// Its process, to see what it uses
    #[arg(long, requires = "address")]
    pid: Option<u32>,
    /// The program of a server that is started, with a file of its own
    #[arg(long, value_name = "PROGRAM")]
    server: Option<PathBuf>,
}

#[derive(Args)]
struct CrowdChoice {
    /// Games by their ids; all that the server offers without it
    #[arg(long, value_name = "ID,ID", value_delimiter = ',')]
    games: Vec<String>,
    /// Spectators for each table
    #[arg(long, value_name = "SHARE")]
    spectators: Option<f64>,
    /// Players without a socket
    #[arg(long, value_name = "SHARE")]
    polling: Option<f64>,
    /// Players that reload the page now and then
    #[arg(long, value_name = "SHARE")]
    reload: Option<f64>,
    /// Players that hang up in the middle of a request now and then
    #[arg(long, value_name = "SHARE")]
    hang_up: Option<f64>,
    /// Players that do not read for seconds now and then
    #[arg(long, value_name = "SHARE")]
    stall: Option<f64>,
    /// Tables with an agent
    #[arg(long, value_name = "SHARE")]
    agents: Option<f64>,
    /// Players that load the page and its files before their first table
    #[arg(long, value_name = "SHARE")]
    pages: Option<f64>,
    /// Answers that a table is played ahead before the load begins, on average; 20 if speed is measured
    #[arg(long, value_name = "N")]
    ahead: Option<u32>,
    /// Looks without scenes, as no browser has them
    #[arg(long)]
    no_scenes: bool,
}

impl CrowdChoice {
    fn mix(self, usual: Mix) -> Mix {
        Mix {
            games: self.games,
            spectators: self.spectators.unwrap_or(usual.spectators),
            polling: self.polling.unwrap_or(usual.polling),
            reload: self.reload.unwrap_or(usual.reload),
            hang_up: self.hang_up.unwrap_or(usual.hang_up),
            stall: self.stall.unwrap_or(usual.stall),
            agents: self.agents.unwrap_or(usual.agents),
            pages: self.pages.unwrap_or(usual.pages),
            ahead: self.ahead.unwrap_or(usual.ahead),
            scenes: !self.no_scenes,
            ..usual
        }
    }
}

/// A server to talk to; one that was started ends with it.
struct Served {
    address: SocketAddr,
    pid: Option<u32>,
    _started: Option<(Node, tempfile::TempDir)>,
}

type Failure = Box<dyn std::error::Error>;

impl ServerChoice {
    /// `limit` holds for a server that is started: requests a second from one address, 0 for any number.
    async fn serve(&self, limit: u32) -> Result<Served, Failure> {
        let Some(program) = &self.server else {
            let address = self.address.ok_or("which server? name --address or --server")?;
            return Ok(Served { address, pid: self.pid, _started: None });
        };
        let folder = tempfile::tempdir()?;
        let keeping = Keeping::File(folder.path().join("games.sqlite"));
        let node = Node::start(program, &keeping, limit).await?;
        Ok(Served { address: node.address, pid: node.pid(), _started: Some((node, folder)) })
    }
}

/// One thread: the server is to have the rest of the machine.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match act(Cli::parse().command).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every promise was kept.
async fn act(command: Command) -> Result<bool, Failure> {
    match command {
        Command::Run { server, tables, rate, seconds, warm_up, crowd, seed, json } => {
            let served = server.serve(0).await?;
            let run = Run {
                addresses: vec![served.address],
                pid: served.pid,
                tables,
                rate,
                warm_up: Duration::from_secs(warm_up),
                measured: Duration::from_secs(seconds),
                seed,
                mix: crowd.mix(Mix { ahead: 20, ..Mix::default() }),
            };
            let report = run.measure().await?;
            if json {
                println!("{}", serde_json::to_string_pretty(&report)?)
            } else {
                println!("{report}")
            }
            Ok(true)
        }
        Command::Faults {
            server,
            postgres,
            kills,
            store_stalls,
            database_restarts,
            database_pid,
            tables,
            rate,
            longest,
            replays,
            crowd,
            seed,
        } => {
            let folder = tempfile::tempdir()?;
            let (keeping, nodes) = match postgres {
                Some(url) => (Keeping::Database(url), 2),
                None => (Keeping::File(folder.path().join("games.sqlite")), 1),
            };
            let faults = Faults {
                program: server,
                keeping,
                nodes,
                kills,
                store_stalls,
                database_restarts,
                database_pid,
                tables,
                rate,
                seed,
                mix: crowd.mix(Mix::troublesome()),
                longest: Duration::from_secs(longest),
                replays,
            };
            let verdict = faults.run().await?;
            println!("{verdict}");
            if !verdict.violations.is_empty() {
                println!("the store is kept in {}", folder.keep().display());
            }
            Ok(verdict.violations.is_empty())
        }
        Command::Flood { server, cases, seed, json } => {
            let cases = if cases.is_empty() { Case::value_variants().to_vec() } else { cases };
            let mut kept = true;
            for case in cases {
                let served = server.serve(case.limit()).await?;
                let target = Target { address: served.address, pid: served.pid, seed };
                let outcome = target.suffer(case).await?;
                kept &= outcome.replies.wrong.is_none();
                if json { println!("{}", serde_json::to_string(&outcome)?) } else { println!("{outcome}") }
            }
            Ok(kept)
        }
    }
}
