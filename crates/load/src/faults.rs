//! Faults on purpose: servers are killed, their store is held up, their database is restarted, all under load from clients that
//! hang up and stall. Afterwards every promise is checked. Seeded, and bounded in count and time.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use store::StoreError;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::checker::{Found, Violation, compare};
use crate::crowd::{Crowd, CrowdError, Mix, Phase};
use crate::ledger::Notes;
use crate::luck::Luck;
use crate::node::{Keeping, Node, NodeError, StallError};
use crate::pace::Pace;
use crate::report::Events;
use crate::run::send_home;
use crate::visit::Visit;

/// For so long nobody can write.
const STALL: Duration = Duration::from_millis(3500);
/// Between one fault and the next.
const PAUSE: (Duration, Duration) = (Duration::from_millis(60), Duration::from_millis(1500));
/// How long a first table may take to open.
const OPENING: Duration = Duration::from_secs(120);
/// Answers that a game has to take when it goes on.
const MORE_ANSWERS: usize = 2;
/// So many tables are visited at once.
const VISITS: usize = 4;

pub struct Faults {
    /// The server's program.
    pub program: PathBuf,
    pub keeping: Keeping,
    pub nodes: usize,
    pub kills: usize,
    pub store_stalls: usize,
    pub database_restarts: usize,
    /// The file that names the process of the database.
    pub database_pid: Option<PathBuf>,
    pub tables: usize,
    pub rate: f64,
    pub seed: u64,
    pub mix: Mix,
    /// Faults that have not happened by then do not happen.
    pub longest: Duration,
    /// So many games that are not over are given up to check their replays; those that are over are all checked.
    pub replays: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum FaultsError {
    #[error("{0}")]
    Node(#[from] NodeError),
    #[error("{0}")]
    Crowd(#[from] CrowdError),
    #[error("the store cannot be opened: {0}")]
    Store(#[from] StoreError),
    #[error("no table could be opened")]
    NotOpened,
    #[error("the database's process is not known: {0}")]
    NoDatabase(String),
    #[error("{0}")]
    Stall(#[from] StallError),
    #[error("a visit failed: {0}")]
    Visit(#[from] tokio::task::JoinError),
    #[error("no folder for replays: {0}")]
    Folder(#[from] std::io::Error),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Kill,
    StoreStall,
    DatabaseRestart,
}

/// What happened, and what was found.
#[derive(Debug)]
pub struct Verdict {
    pub seed: u64,
    pub seconds: f64,
    pub kills: usize,
    pub store_stalls: usize,
    pub database_restarts: usize,
    pub tables: usize,
    pub found: Found,
    /// Acknowledged answers as clients wrote them down.
    pub acknowledged: usize,
    pub finished: usize,
    pub replays: usize,
    pub refused: String,
    pub events: Events,
    pub violations: Vec<Violation>,
}

impl Faults {
    pub async fn run(&self) -> Result<Verdict, FaultsError> {
        let start = Instant::now();
        let mut nodes = Vec::new();
        for _ in 0..self.nodes {
            nodes.push(Node::start(&self.program, &self.keeping, 0).await?);
        }
        let addresses: Vec<SocketAddr> = nodes.iter().map(|node| node.address).collect();
        let (crowd, conductor) =
            Crowd::gather(addresses.clone(), self.mix.clone(), self.tables, self.seed).await?;
        let everybody = crowd.come();
        if !crowd.all_open(self.tables.min(4), OPENING).await {
            return Err(FaultsError::NotOpened);
        }
        let pace = Pace::new(Instant::now(), self.rate, self.tables, Duration::ZERO, self.longest);
        crowd.tally.measure(pace.window());
        conductor.send_replace(Phase::Playing(pace));
        let done = self.break_things(&mut nodes, start + self.longest).await?;
        // What comes after the last fault is to be seen too.
        sleep(Duration::from_secs(1)).await;
        send_home(&conductor, everybody).await;
        let counts = crowd.tally.figures().counts.clone();
        let mut verdict = Verdict {
            seed: self.seed,
            seconds: 0.0,
            kills: count(&done, Fault::Kill),
            store_stalls: count(&done, Fault::StoreStall),
            database_restarts: count(&done, Fault::DatabaseRestart),
            tables: 0,
            found: Found::default(),
            acknowledged: 0,
            finished: 0,
            replays: 0,
            refused: format!("{:?}", counts.refused),
            events: Events::of(&counts),
            violations: Vec::new(),
        };
        self.check(&mut nodes, crowd.ledger.take(), &addresses, &mut verdict).await?;
        verdict.seconds = start.elapsed().as_secs_f64();
        Ok(verdict)
    }

    // ---- breaking ------------------------------------------------------------------------------------------------------

    async fn break_things(&self, nodes: &mut [Node], until: Instant) -> Result<Vec<Fault>, FaultsError> {
        let mut luck = Luck::new(self.seed, u64::MAX / 2);
        let (mut done, mut stalls) = (Vec::new(), JoinSet::new());
        for fault in self.shuffled(&mut luck) {
            sleep(luck.between(PAUSE.0, PAUSE.1)).await;
            if Instant::now() > until {
                break;
            }
            match fault {
                Fault::Kill => {
                    let node = luck.below(nodes.len());
                    nodes[node].kill().await?;
                    nodes[node].restart().await?;
                }
                Fault::StoreStall => {
                    let keeping = self.keeping.clone();
                    stalls.spawn(async move { keeping.stall(STALL).await });
                }
                Fault::DatabaseRestart => self.restart_database()?,
            }
            done.push(fault);
        }
        while let Some(stalled) = stalls.join_next().await {
            // Whoever holds a table of a database that is restarted loses it.
            if let Err(error) = stalled?
                && self.database_restarts == 0
            {
                return Err(error.into());
            }
        }
        Ok(done)
    }

    fn shuffled(&self, luck: &mut Luck) -> Vec<Fault> {
        let kinds = [
            (Fault::Kill, self.kills),
            (Fault::StoreStall, self.store_stalls),
            (Fault::DatabaseRestart, self.database_restarts),
        ];
        let mut left: Vec<Fault> =
            kinds.into_iter().flat_map(|(fault, count)| std::iter::repeat_n(fault, count)).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            order.push(left.swap_remove(luck.below(left.len())));
        }
        order
    }

    /// Ends the database at once; whoever runs it starts it again.
    fn restart_database(&self) -> Result<(), FaultsError> {
        let unknown = |what: String| FaultsError::NoDatabase(what);
        let file = self.database_pid.as_ref().ok_or_else(|| unknown("no file names it".to_string()))?;
        let text = std::fs::read_to_string(file).map_err(|error| unknown(error.to_string()))?;
        let number = text.lines().next().and_then(|line| line.trim().parse().ok());
        let pid = number.and_then(rustix::process::Pid::from_raw).ok_or_else(|| unknown(text))?;
        rustix::process::kill_process(pid, rustix::process::Signal::QUIT)
            .map_err(|error| unknown(error.to_string()))
    }

    // ---- checking ------------------------------------------------------------------------------------------------------

    async fn check(
        &self,
        nodes: &mut [Node],
        mut notes: Vec<Notes>,
        addresses: &[SocketAddr],
        verdict: &mut Verdict,
    ) -> Result<(), FaultsError> {
        verdict.tables = notes.len();
        if addresses.len() > 1 {
            for table in &mut notes {
                let agreed = Visit::new(table, addresses[0], self.seed).nodes_agree(addresses).await;
                verdict.violations.extend(agreed.err());
            }
        }
        kill_all(nodes).await?;
        self.compare_with_store(&notes, verdict).await?;
        for node in nodes.iter_mut() {
            node.restart().await?;
        }
        let notes = self.visit_all(notes, addresses, verdict).await?;
        kill_all(nodes).await?;
        self.compare_with_store(&notes, verdict).await
    }

    async fn compare_with_store(&self, notes: &[Notes], verdict: &mut Verdict) -> Result<(), FaultsError> {
        let store = self.keeping.open().await?;
        let mut all = Found::default();
        for table in notes {
            let (found, violations) = compare(table, store.read(&table.table, 0).await);
            all.acknowledged += found.acknowledged;
            all.unknown += found.unknown;
            all.unknown_written += found.unknown_written;
            let new = violations.into_iter().filter(|violation| !verdict.violations.contains(violation));
            verdict.violations.extend(new.collect::<Vec<_>>());
        }
        store.close().await;
        verdict.found = all;
        verdict.acknowledged = notes.iter().map(Notes::acknowledged).sum();
        Ok(())
    }

    /// Visits every table, some at a time, and returns the notes with what was answered there.
    async fn visit_all(
        &self,
        notes: Vec<Notes>,
        addresses: &[SocketAddr],
        verdict: &mut Verdict,
    ) -> Result<Vec<Notes>, FaultsError> {
        let folder = tempfile::tempdir()?;
        let mut visits: JoinSet<Visited> = JoinSet::new();
        let mut visited = Vec::new();
        for (number, table) in notes.into_iter().enumerate() {
            if visits.len() >= VISITS
                && let Some(one) = visits.join_next().await
            {
                visited.push(one?);
            }
            let (program, folder) = (self.program.clone(), folder.path().to_path_buf());
            let (address, seed) = (addresses[number % addresses.len()], self.seed);
            let give_up = number < self.replays;
            visits.spawn(async move { visit(table, address, seed, give_up, &program, &folder).await });
        }
        while let Some(one) = visits.join_next().await {
            visited.push(one?);
        }
        for one in &visited {
            verdict.finished += usize::from(one.finished);
            verdict.replays += usize::from(one.replayed);
            verdict.violations.extend(one.violation.clone());
        }
        Ok(visited.into_iter().map(|one| one.notes).collect())
    }
}

struct Visited {
    notes: Notes,
    finished: bool,
    replayed: bool,
    violation: Option<Violation>,
}

async fn visit(
    mut notes: Notes,
    address: SocketAddr,
    seed: u64,
    give_up: bool,
    program: &Path,
    folder: &Path,
) -> Visited {
    let mut visit = Visit::new(&mut notes, address, seed);
    let (mut finished, mut replayed) = (false, false);
    let result = async {
        finished = visit.plays_on(MORE_ANSWERS).await?;
        if !finished && give_up {
            visit.concede().await?;
        }
        if finished || give_up {
            visit.replay_holds(program, folder).await?;
            replayed = true;
        }
        Ok(())
    };
    let violation = result.await.err();
    Visited { notes, finished, replayed, violation }
}

async fn kill_all(nodes: &mut [Node]) -> Result<(), NodeError> {
    for node in nodes {
        node.kill().await?;
    }
    Ok(())
}

fn count(done: &[Fault], which: Fault) -> usize {
    done.iter().filter(|fault| **fault == which).count()
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Verdict { seed, kills, store_stalls, database_restarts, tables, found, .. } = self;
        writeln!(
            f,
            "seed {seed}: {kills} kills, {store_stalls} stalls of the store, {database_restarts} restarts of the \
             database in {:.0} s",
            self.seconds
        )?;
        let Events { reconnects, hang_ups, stalls, reloads, .. } = self.events;
        writeln!(
            f,
            "{tables} tables; {hang_ups} hang-ups, {stalls} stalls, {reloads} reloads, {reconnects} reconnects; refused {}",
            self.refused
        )?;
        writeln!(
            f,
            "{} acknowledged answers, {} of them in the store at their places; {} of unknown fate, {} of them written",
            self.acknowledged, found.acknowledged, found.unknown, found.unknown_written
        )?;
        writeln!(f, "{} games over, {} replays checked", self.finished, self.replays)?;
        for violation in &self.violations {
            writeln!(f, "VIOLATION {violation}")?;
        }
        match self.violations.len() {
            0 => write!(f, "no violation"),
            count => write!(f, "{count} violations"),
        }
    }
}
