//! What a measured run says: a table for people, and the same as JSON.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::tally::{Counts, Figures};

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub games: Vec<String>,
    pub tables: usize,
    pub files_of_a_page: usize,
    pub opening_seconds: f64,
    pub seconds: f64,
    pub rate_offered: f64,
    /// Answers a second that were acknowledged within the measured time.
    pub rate_reached: f64,
    /// Whether nearly all that was due was acknowledged in time.
    pub reached: bool,
    pub answers_due: u64,
    pub answers_acknowledged: u64,
    pub answers_unanswered: u64,
    pub answers_forgone: u64,
    pub answers_untimed: u64,
    pub answers_unknown: u64,
    /// From due until acknowledged.
    pub latency_ms: Spread,
    /// From sending until acknowledged.
    pub service_ms: Spread,
    /// How late this program was by itself.
    pub lateness_ms: Spread,
    pub look_bytes: Spread,
    pub bytes_per_answer: f64,
    pub bytes_per_look_watched: f64,
    pub bytes_of_pages: u64,
    pub refused: BTreeMap<String, u64>,
    pub errors: BTreeMap<&'static str, u64>,
    pub events: Events,
    pub server: Option<Server>,
    /// Share of one core that this program used.
    pub own_cores: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Events {
    pub reconnects: u64,
    pub hang_ups: u64,
    pub stalls: u64,
    pub reloads: u64,
    pub probes: u64,
    pub games_opened: u64,
    pub games_finished: u64,
    pub games_not_opened: u64,
    pub looks_watched: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Server {
    pub mib_before: f64,
    pub mib_all_open: f64,
    pub mib_now: f64,
    pub mib_peak: f64,
    pub kib_per_open_table: f64,
    /// Cores that the server used in the measured time.
    pub cores: f64,
    pub cpu_ms_per_answer: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub p999: f64,
    pub max: f64,
}

impl Spread {
    pub fn of(histogram: &Histogram<u64>, unit: f64) -> Spread {
        let at = |share| histogram.value_at_quantile(share) as f64 / unit;
        Spread {
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: histogram.max() as f64 / unit,
        }
    }
}

/// The share of what is due that has to be acknowledged in time for the rate to be reached: the answers of the last moment are
/// still on their way when the time is over.
const NEARLY_ALL: f64 = 0.99;

/// What a run knows besides its figures.
pub struct Frame {
    pub games: Vec<String>,
    pub tables: usize,
    pub files_of_a_page: usize,
    pub opening_seconds: f64,
    pub seconds: f64,
    pub rate: f64,
    pub due: u64,
    pub server: Option<Server>,
    pub own_cores: f64,
}

impl Report {
    pub fn new(frame: Frame, figures: &Figures) -> Report {
        let counts = &figures.counts;
        let due = frame.due.saturating_sub(counts.forgone);
        let per = |all: u64, count: u64| all as f64 / count.max(1) as f64;
        Report {
            rate_offered: due as f64 / frame.seconds,
            rate_reached: counts.in_time as f64 / frame.seconds,
            reached: counts.in_time as f64 >= due as f64 * NEARLY_ALL,
            answers_due: due,
            answers_acknowledged: counts.acknowledged,
            answers_unanswered: due.saturating_sub(counts.acknowledged),
            answers_forgone: counts.forgone,
            answers_untimed: counts.untimed,
            answers_unknown: counts.unknown,
            latency_ms: Spread::of(&figures.from_due, 1000.0),
            service_ms: Spread::of(&figures.service, 1000.0),
            lateness_ms: Spread::of(&figures.lateness, 1000.0),
            look_bytes: Spread::of(&figures.looks, 1.0),
            bytes_per_answer: per(counts.bytes_played, counts.acknowledged),
            bytes_per_look_watched: per(counts.bytes_watched, counts.looks_watched),
            bytes_of_pages: counts.bytes_of_pages,
            refused: counts.refused.clone(),
            errors: counts.errors.clone(),
            events: Events::of(counts),
            games: frame.games,
            tables: frame.tables,
            files_of_a_page: frame.files_of_a_page,
            opening_seconds: frame.opening_seconds,
            seconds: frame.seconds,
            server: frame.server,
            own_cores: frame.own_cores,
        }
    }
}

impl Events {
    pub fn of(counts: &Counts) -> Events {
        Events {
            reconnects: counts.reconnects,
            hang_ups: counts.hang_ups,
            stalls: counts.stalls,
            reloads: counts.reloads,
            probes: counts.probes,
            games_opened: counts.games_opened,
            games_finished: counts.games_finished,
            games_not_opened: counts.not_opened,
            looks_watched: counts.looks_watched,
        }
    }
}

impl Display for Spread {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Spread { p50, p90, p99, p999, max } = self;
        write!(f, "{p50:>10.1} {p90:>10.1} {p99:>10.1} {p999:>10.1} {max:>10.1}")
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let games = self.games.join(", ");
        writeln!(f, "{} tables of {games}, open after {:.1} s", self.tables, self.opening_seconds)?;
        if self.reached {
            writeln!(
                f,
                "{:.0} answers/s were due and acknowledged for {} s",
                self.rate_reached, self.seconds
            )?;
        } else {
            let (due, reached) = (self.rate_offered, self.rate_reached);
            writeln!(
                f,
                "NOT REACHED: {due:.0} answers/s were due, {reached:.0}/s were acknowledged in time"
            )?;
        }
        writeln!(
            f,
            "{} answers due, {} acknowledged ({} of them untimed), {} unanswered, {} forgone, {} of unknown fate",
            self.answers_due,
            self.answers_acknowledged,
            self.answers_untimed,
            self.answers_unanswered,
            self.answers_forgone,
            self.answers_unknown
        )?;
        writeln!(f, "\n{:<26}{:>10} {:>10} {:>10} {:>10} {:>10}", "", "p50", "p90", "p99", "p99.9", "max")?;
        for (name, spread) in [
            ("due to acknowledged, ms", self.latency_ms),
            ("sent to acknowledged, ms", self.service_ms),
            ("late by itself, ms", self.lateness_ms),
            ("looks, bytes", self.look_bytes),
        ] {
            writeln!(f, "{name:<26}{spread}")?;
        }
        let Events { reconnects, hang_ups, stalls, reloads, probes, .. } = self.events;
        writeln!(f, "\nbytes received per answer: {:.0}", self.bytes_per_answer)?;
        writeln!(f, "refused: {}", list(self.refused.iter()))?;
        writeln!(f, "errors: {}", list(self.errors.iter()))?;
        writeln!(
            f,
            "reconnects {reconnects}, hang-ups {hang_ups}, stalls {stalls}, reloads {reloads}, probes {probes}, \
             games opened {} (not opened {}), finished {}, looks watched {}",
            self.events.games_opened,
            self.events.games_not_opened,
            self.events.games_finished,
            self.events.looks_watched
        )?;
        if let Some(server) = &self.server {
            writeln!(f, "{server}")?;
        }
        write!(f, "this program: {:.2} cores", self.own_cores)
    }
}

impl Display for Server {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(
            f,
            "server: {:.2} cores, {:.2} ms an answer; memory {:.0} MiB before, {:.0} with all tables open \
             ({:.0} KiB each), {:.0} now, {:.0} at most",
            self.cores,
            self.cpu_ms_per_answer,
            self.mib_before,
            self.mib_all_open,
            self.kib_per_open_table,
            self.mib_now,
            self.mib_peak
        )
    }
}

fn list<K: Display>(counts: impl ExactSizeIterator<Item = (K, impl Display)>) -> String {
    if counts.len() == 0 {
        return "none".to_string();
    }
    counts.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::{Sent, Tally};
    use std::time::Duration;
    use tokio::time::Instant;

    fn frame(due: u64) -> Frame {
        Frame {
            games: vec!["chess".to_string()],
            tables: 1,
            files_of_a_page: 1,
            opening_seconds: 0.1,
            seconds: 1.0,
            rate: due as f64,
            due,
            server: None,
            own_cores: 0.1,
        }
    }

    #[tokio::test]
    async fn a_rate_that_is_not_reached_is_called_so() {
        let (tally, now) = (Tally::default(), Instant::now());
        tally.measure(now..now + Duration::from_secs(1));
        let sent = Sent { due: now, at: now, ready: now, timed: true };
        tally.acknowledged(&sent, now + Duration::from_millis(5));
        tally.acknowledged(&sent, now + Duration::from_secs(3));
        let report = Report::new(frame(2), &tally.figures());
        assert!(!report.reached);
        assert_eq!((report.answers_acknowledged, report.rate_reached), (2, 1.0));
        assert!(report.to_string().contains("NOT REACHED"), "{report}");
        let report = Report::new(frame(1), &tally.figures());
        assert!(report.reached && !report.to_string().contains("NOT REACHED"));
    }
}
