//! What operators want to know, as Prometheus text. Plain counters and a histogram of answer times.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the histogram's buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0];

#[derive(Default)]
pub struct Metrics {
    pub requests: AtomicU64,
    pub refused: AtomicU64,
    pub answers: AtomicU64,
    pub agent_answers: AtomicU64,
    pub tables_created: AtomicU64,
    pub connections: AtomicU64,
    pub too_many: AtomicU64,
    pub broken: AtomicU64,
    pub connections_refused: AtomicU64,
    buckets: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl Metrics {
    /// How long an answer took from its arrival until it was durable.
    pub fn answered(&self, took: Duration) {
        self.answers.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
        let bucket = BOUNDS.iter().position(|bound| took.as_secs_f64() <= *bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
    }

    pub fn text(&self, loaded: usize) -> String {
        let mut text = String::new();
        let mut counter = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = writeln!(
                text,
                "# HELP sandtable_{name} {help}\n# TYPE sandtable_{name} {kind}\nsandtable_{name} {value}"
            );
        };
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        counter(
            "requests_total",
            "counter",
            "Requests of what is played and looked up",
            load(&self.requests),
        );
        counter("refused_total", "counter", "Requests and messages that were refused", load(&self.refused));
        counter("rate_limited_total", "counter", "Requests over the limit", load(&self.too_many));
        counter("agent_answers_total", "counter", "Answers of agents", load(&self.agent_answers));
        counter("tables_created_total", "counter", "Tables set up", load(&self.tables_created));
        counter(
            "tables_broken_total",
            "counter",
            "Tables that were found to be unplayable when they were read",
            load(&self.broken),
        );
        counter(
            "connections_refused_total",
            "counter",
            "Connections beyond what an address may have",
            load(&self.connections_refused),
        );
        counter("connections", "gauge", "Open sockets", load(&self.connections));
        counter("tables_loaded", "gauge", "Tables in memory", loaded as u64);
        let name = "sandtable_answer_seconds";
        let _ = writeln!(
            text,
            "# HELP {name} From the arrival of an answer until it is durable\n# TYPE {name} histogram"
        );
        let mut sum = 0;
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            sum += load(bucket);
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        let all = load(&self.answers);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(text, "{name}_sum {}\n{name}_count {all}", load(&self.micros) as f64 / 1e6);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_times_are_counted_in_their_bucket() {
        let metrics = Metrics::default();
        metrics.answered(Duration::from_millis(3));
        metrics.answered(Duration::from_secs(9));
        let text = metrics.text(2);
        assert!(text.contains("sandtable_answer_seconds_bucket{le=\"0.0025\"} 0"), "{text}");
        assert!(text.contains("sandtable_answer_seconds_bucket{le=\"0.005\"} 1"), "{text}");
        assert!(text.contains("sandtable_answer_seconds_bucket{le=\"5\"} 1"), "{text}");
        assert!(text.contains("sandtable_answer_seconds_count 2"), "{text}");
        assert!(text.contains("sandtable_tables_loaded 2"), "{text}");
    }
}
