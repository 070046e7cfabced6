//! What is counted. Only an acknowledged answer is an answer; everything else that happens has a count of its own, and nothing
//! counts that happens outside the measured time.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;
use tokio::time::Instant;

/// Counts of events in the measured time.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Answers due in the measured time that were acknowledged.
    pub acknowledged: u64,
    /// Of these, the ones acknowledged before the measured time was over.
    pub in_time: u64,
    /// Acknowledged, but given by somebody who hung up, stalled or reloaded at that moment, so that their time says nothing.
    pub untimed: u64,
    /// Answers that were due while a client was away on purpose.
    pub forgone: u64,
    /// Refusals by their code.
    pub refused: BTreeMap<String, u64>,
    /// Refusals of games that could not be set up.
    pub not_opened: u64,
    /// Trouble by its kind.
    pub errors: BTreeMap<&'static str, u64>,
    /// Answers of which nobody knows whether they were taken.
    pub unknown: u64,
    pub reconnects: u64,
    pub probes: u64,
    pub hang_ups: u64,
    pub stalls: u64,
    pub reloads: u64,
    pub games_opened: u64,
    pub games_finished: u64,
    pub looks_watched: u64,
    /// Bytes that players and spectators received, each after what the network adds was taken off.
    pub bytes_played: u64,
    pub bytes_watched: u64,
    pub bytes_of_pages: u64,
}

pub struct Figures {
    /// Microseconds from the moment an answer was due until it was acknowledged.
    pub from_due: Histogram<u64>,
    /// Microseconds from sending until the acknowledgement.
    pub service: Histogram<u64>,
    /// Microseconds that this program was late where nothing but itself held it up.
    pub lateness: Histogram<u64>,
    /// Bytes of looks.
    pub looks: Histogram<u64>,
    pub counts: Counts,
    window: Option<Range<Instant>>,
}

impl Figures {
    fn counts_now(&self) -> bool {
        self.window.as_ref().is_some_and(|window| window.contains(&Instant::now()))
    }

    fn new() -> Figures {
        let histogram = || Histogram::new(3).expect("three digits are possible");
        Figures {
            from_due: histogram(),
            service: histogram(),
            lateness: histogram(),
            looks: histogram(),
            counts: Counts::default(),
            window: None,
        }
    }
}

/// One answer on its way.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    pub due: Instant,
    pub at: Instant,
    /// Since when the table could have been answered.
    pub ready: Instant,
    /// Whether its time says something about the server.
    pub timed: bool,
}

pub struct Tally(Mutex<Figures>);

impl Default for Tally {
    fn default() -> Self {
        Tally(Mutex::new(Figures::new()))
    }
}

impl Tally {
    pub fn figures(&self) -> MutexGuard<'_, Figures> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the time in which events count, and in which answers have to be due to count, whenever they are acknowledged.
    pub fn measure(&self, window: Range<Instant>) {
        *self.figures() = Figures { window: Some(window), ..Figures::new() };
    }

    pub fn count(&self, event: impl FnOnce(&mut Counts)) {
        let mut figures = self.figures();
        if figures.counts_now() {
            event(&mut figures.counts);
        }
    }

    pub fn error(&self, kind: &'static str) {
        self.count(|counts| *counts.errors.entry(kind).or_default() += 1);
    }

    pub fn refused(&self, code: &str) {
        self.count(|counts| match counts.refused.get_mut(code) {
            Some(count) => *count += 1,
            None => drop(counts.refused.insert(code.to_string(), 1)),
        });
    }

    /// A look came in.
    pub fn saw(&self, bytes: usize, player: bool) {
        let mut figures = self.figures();
        if !figures.counts_now() {
            return;
        }
        let _ = figures.looks.record(bytes as u64);
        if player {
            figures.counts.bytes_played += bytes as u64;
        } else {
            figures.counts.bytes_watched += bytes as u64;
            figures.counts.looks_watched += 1;
        }
    }

    /// Answers that nobody will give, because a client is away on purpose.
    pub fn forgo(&self, due: impl Iterator<Item = Instant>) {
        let mut figures = self.figures();
        let Some(window) = figures.window.clone() else { return };
        figures.counts.forgone += due.filter(|due| window.contains(due)).count() as u64;
    }

    pub fn acknowledged(&self, sent: &Sent, now: Instant) {
        let mut figures = self.figures();
        let Some(window) = figures.window.clone().filter(|window| window.contains(&sent.due)) else { return };
        figures.counts.acknowledged += 1;
        figures.counts.in_time += u64::from(now < window.end);
        if !sent.timed {
            figures.counts.untimed += 1;
            return;
        }
        let _ = figures.from_due.record(micros(now - sent.due));
        let _ = figures.service.record(micros(now - sent.at));
        if sent.ready <= sent.due {
            let _ = figures.lateness.record(micros(sent.at - sent.due));
        }
    }
}

fn micros(time: Duration) -> u64 {
    time.as_micros().min(u128::from(u64::MAX)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_late_answer_counts_from_when_it_was_due() {
        let (tally, now) = (Tally::default(), Instant::now());
        tally.measure(now..now + Duration::from_secs(1));
        let ms = Duration::from_millis;
        let sent = Sent { due: now, at: now + ms(300), ready: now + ms(299), timed: true };
        tally.acknowledged(&sent, now + ms(310));
        let early = Sent { due: now - ms(1), ..sent };
        tally.acknowledged(&early, now + ms(310));
        let figures = tally.figures();
        assert_eq!(figures.counts.acknowledged, 1);
        assert!((310_000..311_000).contains(&figures.from_due.max()));
        assert!((10_000..10_100).contains(&figures.service.max()));
        assert!(figures.lateness.is_empty(), "the table held it up, not this program");
    }

    #[tokio::test]
    async fn refusals_are_no_answers_and_nothing_counts_outside_the_time() {
        let (now, minute) = (Instant::now(), Duration::from_secs(60));
        let after_two = |window: Range<Instant>| {
            let tally = Tally::default();
            tally.measure(window);
            tally.refused("outdated");
            tally.refused("outdated");
            tally.figures().counts.clone()
        };
        let counts = after_two(now..now + minute);
        assert_eq!(counts.refused, BTreeMap::from([("outdated".to_string(), 2)]));
        assert_eq!(counts.acknowledged, 0);
        assert!(after_two(now + minute..now + minute * 2).refused.is_empty());
        assert!(after_two(now - Duration::from_millis(2)..now).refused.is_empty());
    }
}
