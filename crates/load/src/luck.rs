//! The program's own chance. Everything it decides comes from a seed, so that a run can be repeated as far as the server's
//! timing allows.

use std::time::Duration;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub struct Luck(Xoshiro256PlusPlus);

impl Luck {
    /// One of many independent sources that the same seed has.
    pub fn new(seed: u64, number: u64) -> Luck {
        Luck(Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// A number below `count`; 0 if there is none.
    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() >> 33) as usize % count.max(1)
    }

    pub fn happens(&mut self, share: f64) -> bool {
        (self.0.next_u64() >> 11) as f64 / ((1_u64 << 53) as f64) < share
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    pub fn between(&mut self, least: Duration, most: Duration) -> Duration {
        let span = most.saturating_sub(least).as_millis() as usize;
        least + Duration::from_millis(self.below(span + 1) as u64)
    }

    /// `picks` different numbers below `count`, in rising order.
    pub fn subset(&mut self, count: usize, picks: usize) -> Vec<u16> {
        let mut left = picks.min(count);
        let mut chosen = Vec::with_capacity(left);
        for number in 0..count {
            if self.below(count - number) < left {
                chosen.push(number as u16);
                left -= 1;
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subset_has_as_many_as_asked_for_and_none_twice() {
        let mut luck = Luck::new(1, 0);
        for count in 0..20 {
            for picks in 0..=count {
                let chosen = luck.subset(count, picks);
                assert_eq!(chosen.len(), picks);
                assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]), "{chosen:?}");
                assert!(chosen.iter().all(|number| usize::from(*number) < count));
            }
        }
    }

    #[test]
    fn the_same_seed_decides_the_same() {
        let draw = |seed| (0..50).map(|number| Luck::new(seed, number).below(1000)).collect::<Vec<_>>();
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }
}
