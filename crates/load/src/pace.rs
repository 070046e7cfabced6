//! When answers are due. The moments are fixed before the first answer is sent and do not wait for the server: an answer that
//! cannot be given in time is late, and is counted from the moment it was due.

use std::ops::Range;
use std::time::Duration;

use tokio::time::Instant;

/// A steady rate, spread evenly over tables.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    zero: Instant,
    /// Answers a second at all tables together.
    rate: f64,
    tables: usize,
    warm_up: Duration,
    measured: Duration,
}

impl Pace {
    pub fn new(zero: Instant, rate: f64, tables: usize, warm_up: Duration, measured: Duration) -> Pace {
        Pace { zero, rate, tables: tables.max(1), warm_up, measured }
    }

    /// Everything is due now, for playing ahead.
    pub fn at_once() -> Pace {
        Pace::new(Instant::now(), f64::INFINITY, 1, Duration::ZERO, Duration::ZERO)
    }

    /// When the answer number `turn` of a table is due.
    pub fn due(&self, table: usize, turn: u64) -> Instant {
        let number = table as f64 + turn as f64 * self.tables as f64;
        self.zero + Duration::from_secs_f64(number / self.rate)
    }

    /// The first turn of a table that is due at `now` or later.
    pub fn turn_at(&self, table: usize, now: Instant) -> u64 {
        let passed = now.saturating_duration_since(self.zero).as_secs_f64() * self.rate;
        let turn = (passed - table as f64) / self.tables as f64;
        turn.ceil().max(0.0) as u64
    }

    /// The answers that count are those that are due in this time.
    pub fn window(&self) -> Range<Instant> {
        let from = self.zero + self.warm_up;
        from..from + self.measured
    }

    /// How many answers are due in the window.
    pub fn due_in_window(&self) -> u64 {
        let before = |time: Duration| (time.as_secs_f64() * self.rate).ceil() as u64;
        before(self.warm_up + self.measured) - before(self.warm_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace() -> Pace {
        Pace::new(Instant::now(), 1000.0, 7, Duration::from_secs(2), Duration::from_secs(5))
    }

    #[tokio::test]
    async fn answers_are_due_at_a_steady_rate_whoever_gives_them() {
        let pace = pace();
        let window = pace.window();
        let mut due: Vec<Instant> =
            (0..7).flat_map(|table| (0..2000).map(move |turn| pace.due(table, turn))).collect();
        due.retain(|due| window.contains(due));
        due.sort();
        assert!(due.len().abs_diff(pace.due_in_window() as usize) <= 1, "{}", due.len());
        assert!(due.windows(2).all(|pair| pair[1] - pair[0] <= Duration::from_micros(1001)));
    }

    #[tokio::test]
    async fn who_was_away_goes_on_with_what_is_due_next() {
        let pace = pace();
        for table in 0..7 {
            for turn in [0, 1, 5, 100] {
                let due = pace.due(table, turn);
                assert_eq!(pace.turn_at(table, due + Duration::from_micros(10)), turn + 1);
                if turn > 0 {
                    assert_eq!(pace.turn_at(table, due - Duration::from_micros(10)), turn);
                }
            }
        }
    }
}
