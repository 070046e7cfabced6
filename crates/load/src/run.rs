//! A measured run: everybody sits down, the load begins, warms up, counts and ends.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use crate::crowd::{Crowd, CrowdError, Mix, Phase};
use crate::pace::Pace;
use crate::process::{self, Usage};
use crate::report::{Frame, Report, Server};

/// How long answers that were due in time are waited for after the time.
const LAST_ANSWERS: Duration = Duration::from_secs(15);
/// How long the opening of all tables may take.
const OPENING: Duration = Duration::from_secs(900);

pub struct Run {
    pub addresses: Vec<SocketAddr>,
    /// The process of the server, to see what it uses.
    pub pid: Option<u32>,
    pub tables: usize,
    /// Answers a second.
    pub rate: f64,
    pub warm_up: Duration,
    pub measured: Duration,
    pub seed: u64,
    pub mix: Mix,
}

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("{0}")]
    Crowd(#[from] CrowdError),
    #[error("only {0} of {1} tables could be opened")]
    NotOpened(usize, usize),
}

impl Run {
    pub async fn measure(&self) -> Result<Report, RunError> {
        let before = self.usage();
        let start = Instant::now();
        let (crowd, conductor) =
            Crowd::gather(self.addresses.clone(), self.mix.clone(), self.tables, self.seed).await?;
        let everybody = crowd.come();
        if !crowd.all_open(self.tables, OPENING).await {
            return Err(RunError::NotOpened(crowd.opened(), self.tables));
        }
        let (opening, open) = (start.elapsed(), self.usage());
        let pace = Pace::new(Instant::now(), self.rate, self.tables, self.warm_up, self.measured);
        let window = pace.window();
        crowd.tally.measure(window.clone());
        conductor.send_replace(Phase::Playing(pace));
        sleep_until(window.start).await;
        let (server_from, own_from) = (self.usage(), process::own());
        sleep_until(window.end).await;
        let (server_to, own_to) = (self.usage(), process::own());
        wait_for_last(&crowd, pace.due_in_window()).await;
        send_home(&conductor, everybody).await;
        let seconds = self.measured.as_secs_f64();
        let figures = crowd.tally.figures();
        let usage = before.zip(open).zip(server_from.zip(server_to));
        let server = usage.map(|((before, open), (from, to))| {
            server(self.tables, seconds, figures.counts.acknowledged, [before, open, from, to])
        });
        let frame = Frame {
            games: crowd.offers.games(),
            tables: self.tables,
            files_of_a_page: crowd.page.files(),
            opening_seconds: opening.as_secs_f64(),
            seconds,
            rate: self.rate,
            due: pace.due_in_window(),
            server,
            own_cores: (own_to.cpu - own_from.cpu).as_secs_f64() / seconds,
        };
        Ok(Report::new(frame, &figures))
    }

    fn usage(&self) -> Option<Usage> {
        self.pid.and_then(process::usage)
    }
}

async fn wait_for_last(crowd: &Crowd, due: u64) {
    let until = Instant::now() + LAST_ANSWERS;
    let missing = || {
        let figures = crowd.tally.figures();
        figures.counts.acknowledged + figures.counts.forgone < due
    };
    while Instant::now() < until && missing() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Ends the play and waits until everybody has left.
pub async fn send_home(conductor: &watch::Sender<Phase>, everybody: Vec<JoinHandle<()>>) {
    conductor.send_replace(Phase::Over);
    let until = Instant::now() + Duration::from_secs(30);
    for one in everybody {
        let left = until.saturating_duration_since(Instant::now());
        let _ = timeout(left, one).await;
    }
}

fn server(tables: usize, seconds: f64, answers: u64, usage: [Usage; 4]) -> Server {
    let [before, open, from, to] = usage;
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let cpu = (to.cpu - from.cpu).as_secs_f64();
    Server {
        mib_before: mib(before.memory),
        mib_all_open: mib(open.memory),
        mib_now: mib(to.memory),
        mib_peak: mib(to.peak),
        kib_per_open_table: open.memory.saturating_sub(before.memory) as f64 / 1024.0 / tables as f64,
        cores: cpu / seconds,
        cpu_ms_per_answer: cpu * 1000.0 / answers.max(1) as f64,
    }
}
