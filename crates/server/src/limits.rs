//! How much one address may ask: requests by the second, tries of passwords and keys, open sockets.
//!
//! Tries are counted for each address and the name or table they are aimed at, so that who guesses wrong stands in nobody's
//! way but their own.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::address::Address;
use crate::refusal::Trouble;

/// What one address may do.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Requests in a second for long, and at once.
    pub per_second: NonZeroU32,
    pub burst: NonZeroU32,
    /// Sockets at the same time.
    pub sockets: u32,
}

impl Rate {
    /// So many requests in a second, four times that at once; none for no limit.
    pub fn of(per_second: u32, sockets: u32) -> Option<Rate> {
        let per_second = NonZeroU32::new(per_second)?;
        let burst = per_second.saturating_mul(NonZeroU32::new(4)?);
        Some(Rate { per_second, burst, sockets })
    }
}

/// Tries of one password or key: ten at once, then one in six seconds.
const TRIES: (u32, Duration) = (10, Duration::from_secs(6));
/// New accounts of one address: twenty at once, then one a minute.
const ACCOUNTS: (u32, Duration) = (20, Duration::from_secs(60));

type Limiter<K> = DefaultKeyedRateLimiter<K>;

pub struct Limits {
    requests: Option<Limiter<Address>>,
    tries: Limiter<(Address, u64)>,
    accounts: Limiter<Address>,
    sockets: PerAddress,
    hasher: RandomState,
    clock: DefaultClock,
}

fn quota((burst, period): (u32, Duration)) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(period).unwrap_or(Quota::per_second(NonZeroU32::MIN)).allow_burst(burst)
}

impl Limits {
    pub fn new(rate: Option<Rate>) -> Limits {
        let requests =
            |rate: Rate| Limiter::keyed(Quota::per_second(rate.per_second).allow_burst(rate.burst));
        Limits {
            requests: rate.map(requests),
            tries: Limiter::keyed(quota(TRIES)),
            accounts: Limiter::keyed(quota(ACCOUNTS)),
            sockets: PerAddress::new(rate.map(|rate| rate.sockets)),
            hasher: RandomState::new(),
            clock: DefaultClock::default(),
        }
    }

    /// Whether this server sets limits at all.
    pub fn are_kept(&self) -> bool {
        self.requests.is_some()
    }

    fn check<K: Clone + Eq + Hash>(&self, limiter: &Limiter<K>, key: &K) -> Result<(), Trouble> {
        limiter.check_key(key).map_err(|until| Trouble::TooMany(until.wait_time_from(self.clock.now())))
    }

    /// One more request of this address.
    pub fn request(&self, address: Address) -> Result<(), Trouble> {
        self.requests.as_ref().map_or(Ok(()), |limiter| self.check(limiter, &address))
    }

    /// One more try of a password or key, for what it is meant to open.
    pub fn try_to_open(&self, address: Address, what: &str) -> Result<(), Trouble> {
        self.check(&self.tries, &(address, self.hasher.hash_one(what)))
    }

    pub fn account(&self, address: Address) -> Result<(), Trouble> {
        self.check(&self.accounts, &address)
    }

    /// A place for one more socket.
    pub fn socket(&self, address: Address) -> Result<Taken, Trouble> {
        self.sockets.take(address).ok_or(Trouble::TooMany(Duration::from_secs(10)))
    }

    /// Forgets addresses that have not asked for long.
    pub fn tidy(&self) {
        if let Some(requests) = &self.requests {
            requests.retain_recent();
            requests.shrink_to_fit();
        }
        self.tries.retain_recent();
        self.tries.shrink_to_fit();
        self.accounts.retain_recent();
        self.accounts.shrink_to_fit();
    }
}

/// Places that each address has so many of; no number for no limit.
#[derive(Clone)]
pub struct PerAddress {
    most: Option<u32>,
    taken: Arc<Mutex<HashMap<Address, u32>>>,
}

impl PerAddress {
    pub fn new(most: Option<u32>) -> PerAddress {
        PerAddress { most, taken: Arc::default() }
    }

    pub fn take(&self, address: Address) -> Option<Taken> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(address).or_default();
        if self.most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Taken { address, taken: self.taken.clone() })
    }
}

/// One place, given back when it is dropped.
pub struct Taken {
    address: Address,
    taken: Arc<Mutex<HashMap<Address, u32>>>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn address(last: u8) -> Address {
        Address::from(IpAddr::from([127, 0, 0, last]))
    }

    #[test]
    fn a_burst_is_allowed_and_then_no_more() {
        let limits = Limits::new(Rate::of(1, 9));
        let allowed = (0..9).filter(|_| limits.request(address(1)).is_ok()).count();
        assert_eq!(allowed, 4);
        assert!(limits.request(address(2)).is_ok());
        let Err(Trouble::TooMany(wait)) = limits.request(address(1)) else { panic!("it is allowed") };
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
    }

    #[test]
    fn wrong_tries_lock_nobody_else_out() {
        let limits = Limits::new(None);
        let tried = (0..30).filter(|_| limits.try_to_open(address(1), "account:ann").is_ok()).count();
        assert_eq!(tried, 10);
        assert!(limits.try_to_open(address(1), "account:ben").is_ok());
        assert!(limits.try_to_open(address(2), "account:ann").is_ok());
        let accounts = (0..30).filter(|_| limits.account(address(1)).is_ok()).count();
        assert_eq!(accounts, 20);
    }

    #[test]
    fn without_a_rate_everything_is_allowed() {
        let limits = Limits::new(None);
        assert!((0..1000).all(|_| limits.request(address(1)).is_ok()));
    }

    #[test]
    fn sockets_are_counted_while_they_are_open() {
        let limits = Limits::new(Rate::of(1, 2));
        let first = limits.socket(address(1)).unwrap();
        let _second = limits.socket(address(1)).unwrap();
        assert!(limits.socket(address(1)).is_err());
        assert!(limits.socket(address(2)).is_ok());
        drop(first);
        assert!(limits.socket(address(1)).is_ok());
    }

    #[test]
    fn addresses_are_forgotten_again() {
        let limits = Limits::new(Rate::of(1000, 2));
        (0..200).for_each(|last| assert!(limits.request(address(last)).is_ok()));
        std::thread::sleep(Duration::from_millis(10));
        limits.tidy();
        assert!(limits.requests.as_ref().is_some_and(|limiter| limiter.is_empty()));
    }
}
