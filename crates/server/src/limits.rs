//! How often one address may ask. A bucket per address fills steadily and is emptied by requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// More addresses than this are not remembered; the longest unseen are forgotten first.
const MOST_ADDRESSES: usize = 100_000;

/// Requests per second and address; `None` for no limit.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    pub per_second: f64,
    pub burst: f64,
}

pub struct Limits {
    requests: Option<Rate>,
    logins: Rate,
    seen: Mutex<HashMap<IpAddr, Buckets>>,
}

#[derive(Clone, Copy)]
struct Buckets {
    requests: f64,
    logins: f64,
    at: Instant,
}

impl Limits {
    pub fn new(requests: Option<Rate>) -> Limits {
        let logins = Rate { per_second: 0.1, burst: 10.0 };
        Limits { requests, logins, seen: Mutex::new(HashMap::new()) }
    }

    /// Whether this address may make one more request.
    pub fn allows(&self, address: IpAddr) -> bool {
        match self.requests {
            Some(_) => self.take(address, false),
            None => true,
        }
    }

    /// Whether this address may try one more password.
    pub fn allows_login(&self, address: IpAddr) -> bool {
        self.take(address, true)
    }

    fn take(&self, address: IpAddr, login: bool) -> bool {
        let now = Instant::now();
        let rate = self.requests.unwrap_or(Rate { per_second: 0.0, burst: 0.0 });
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MOST_ADDRESSES && !seen.contains_key(&address) {
            let oldest = seen.iter().min_by_key(|(_, buckets)| buckets.at).map(|(address, _)| *address);
            oldest.map(|address| seen.remove(&address));
        }
        let full = Buckets { requests: rate.burst, logins: self.logins.burst, at: now };
        let buckets = seen.entry(address).or_insert(full);
        let passed = now.duration_since(buckets.at).as_secs_f64();
        buckets.requests = (buckets.requests + passed * rate.per_second).min(rate.burst);
        buckets.logins = (buckets.logins + passed * self.logins.per_second).min(self.logins.burst);
        buckets.at = now;
        let bucket = if login { &mut buckets.logins } else { &mut buckets.requests };
        if *bucket < 1.0 {
            return false;
        }
        *bucket -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_then_no_more() {
        let limits = Limits::new(Some(Rate { per_second: 0.0, burst: 3.0 }));
        let (one, other) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let allowed = (0..5).filter(|_| limits.allows(one)).count();
        assert_eq!(allowed, 3);
        assert!(limits.allows(other));
        assert_eq!((0..20).filter(|_| limits.allows_login(one)).count(), 10);
    }

    #[test]
    fn without_a_rate_everything_is_allowed() {
        let limits = Limits::new(None);
        assert!((0..1000).all(|_| limits.allows(IpAddr::from([127, 0, 0, 1]))));
    }
}
