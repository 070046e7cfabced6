//! Single cases of abuse, one at a time, each bounded. What is told is how the server bore it: its memory, and how fast it still
//! said that it is well.

mod cases;

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, interval};

use crate::crowd::CrowdError;
use crate::http::{Browser, Lost};
use crate::process;
use crate::report::Spread;

/// How often the server is asked whether it is well.
const PULSE: Duration = Duration::from_millis(50);
/// What a server allows a second from one address unless it is told otherwise.
const USUAL_LIMIT: u32 = 50;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// 150 different pictures of about the largest width at once, asked for without a key
    Pictures,
    /// Lists of 20,000 units as data
    Lists,
    /// 180 sockets that never read, at a table where somebody plays
    DeafSockets,
    /// 300 requests that are never finished
    HalfRequests,
    /// Wrong passwords from one address
    Passwords,
    /// One answer posted many times at the same moment
    SameAnswer,
}

impl Case {
    /// What a server that is started for the case allows a second from one address, 0 for anything. Where many addresses
    /// could do the same, the limit would hide what is looked for.
    pub fn limit(self) -> u32 {
        match self {
            Case::Pictures | Case::Lists | Case::HalfRequests | Case::Passwords => USUAL_LIMIT,
            Case::DeafSockets | Case::SameAnswer => 0,
        }
    }
}

/// A server to be abused.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub address: SocketAddr,
    pub pid: Option<u32>,
    pub seed: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum FloodError {
    #[error("{0}")]
    Crowd(#[from] CrowdError),
    #[error("{0}")]
    Lost(#[from] Lost),
    #[error("no table could be set up: status {0}")]
    NoTable(u16),
    #[error("the table could not be played at: {0}")]
    NotPlayable(String),
}

/// What a case did: how often which reply came, and a remark.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Replies {
    pub counts: BTreeMap<String, u64>,
    pub remark: String,
    /// What must not have happened.
    pub wrong: Option<String>,
}

impl Replies {
    fn add(&mut self, what: impl ToString) {
        *self.counts.entry(what.to_string()).or_default() += 1;
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    pub case: Case,
    pub seconds: f64,
    pub replies: Replies,
    pub mib_before: Option<f64>,
    pub mib_peak: Option<f64>,
    pub mib_after: Option<f64>,
    /// How long the server took to say that it is well, meanwhile.
    pub health_ms: Spread,
    pub health_missed: u64,
}

impl Target {
    pub async fn suffer(&self, case: Case) -> Result<Outcome, FloodError> {
        let prepared = cases::prepare(self, case).await?;
        let memory = |peak: bool| {
            let usage = self.pid.and_then(process::usage)?;
            Some((if peak { usage.peak } else { usage.memory }) as f64 / f64::from(1 << 20))
        };
        self.pid.into_iter().for_each(process::forget_peak);
        let (before, start) = (memory(false), Instant::now());
        let (stop, stopped) = watch::channel(false);
        let pulse = tokio::spawn(feel_pulse(self.address, stopped));
        let replies = prepared.run(self).await;
        let _ = stop.send(true);
        let (health, health_missed) = pulse.await.unwrap_or_else(|_| (histogram(), 1));
        Ok(Outcome {
            case,
            seconds: start.elapsed().as_secs_f64(),
            replies: replies?,
            mib_before: before,
            mib_peak: memory(true),
            mib_after: memory(false),
            health_ms: Spread::of(&health, 1000.0),
            health_missed,
        })
    }
}

fn histogram() -> Histogram<u64> {
    Histogram::new(3).expect("three digits are possible")
}

/// Asks at a steady rate whether the server is well; an answer counts from when it should have been asked for.
async fn feel_pulse(address: SocketAddr, mut stopped: watch::Receiver<bool>) -> (Histogram<u64>, u64) {
    let mut browser = Browser::new(address, "a-doctor-of-the-load-program".to_string());
    let (mut health, mut missed) = (histogram(), 0);
    let mut pulse = interval(PULSE);
    loop {
        let due = tokio::select! {
            due = pulse.tick() => due,
            _ = stopped.wait_for(|stopped| *stopped) => return (health, missed),
        };
        match browser.get("/healthz").await {
            Ok(reply) if reply.status == 200 => {
                let _ = health.record(due.elapsed().as_micros() as u64);
            }
            _ => missed += 1,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mib = |mib: Option<f64>| mib.map_or("unknown".to_string(), |mib| format!("{mib:.0} MiB"));
        let replies: Vec<String> =
            self.replies.counts.iter().map(|(what, count)| format!("{what}: {count}")).collect();
        writeln!(f, "{:?}, {:.1} s: {}", self.case, self.seconds, replies.join(", "))?;
        if !self.replies.remark.is_empty() {
            writeln!(f, "  {}", self.replies.remark)?;
        }
        let Spread { p50, p99, max, .. } = self.health_ms;
        write!(
            f,
            "  memory {} before, {} at most, {} after; /healthz p50 {p50:.1} ms, p99 {p99:.1} ms, at most {max:.1} ms, \
             {} missed",
            mib(self.mib_before),
            mib(self.mib_peak),
            mib(self.mib_after),
            self.health_missed
        )?;
        match &self.replies.wrong {
            Some(wrong) => write!(f, "\n  VIOLATION {wrong}"),
            None => Ok(()),
        }
    }
}
