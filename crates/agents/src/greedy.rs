//! Takes whatever looks best at the moment, without looking ahead.

use geometry::{Heading, Vec2};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::{Appraise, Decision, Picks, Plan, Policy, Pose};

/// Chooses the option with the greatest appeal; chance decides between equals.
pub struct Greedy(Xoshiro256PlusPlus);

impl Greedy {
    pub fn new(seed: u64) -> Self {
        Greedy(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The place of the greatest number. What is no number counts as the least.
    fn best(&mut self, appeals: impl Iterator<Item = f64>) -> usize {
        let (mut best, mut greatest, mut equals) = (0, f64::NEG_INFINITY, 0u64);
        for (place, appeal) in appeals.enumerate() {
            if appeal > greatest {
                (best, greatest, equals) = (place, appeal, 1);
            } else if appeal == greatest {
                // The n-th of several equals takes the place with a chance of one in n.
                equals += 1;
                if self.0.next_u64().is_multiple_of(equals) {
                    best = place;
                }
            }
        }
        best
    }

    /// All places, the greatest appeal first.
    fn ranking(&mut self, appeals: &[f64]) -> Vec<usize> {
        let mut places: Vec<(u64, usize)> =
            (0..appeals.len()).map(|place| (self.0.next_u64(), place)).collect();
        places.sort_by(|a, b| appeals[b.1].total_cmp(&appeals[a.1]).then(a.cmp(b)));
        places.into_iter().map(|(_, place)| place).collect()
    }
}

fn appeals<G: Appraise>(decision: &Decision<G>) -> Vec<f64> {
    G::appeals(&decision.view(), decision.ask, decision.options)
}

impl<G: Appraise> Policy<G> for Greedy {
    fn choose(&mut self, decision: &Decision<G>) -> usize {
        // Where there is nothing to choose nobody has to look.
        if decision.options.len() == 1 {
            return 0;
        }
        self.best(appeals(decision).into_iter())
    }

    /// Everything that has any appeal, as far as it is allowed.
    fn pick(&mut self, decision: &Decision<G>, min: usize, max: usize) -> Picks<u16> {
        let appeals = appeals(decision);
        let ranking = self.ranking(&appeals);
        let wanted = ranking.iter().enumerate();
        let picked = wanted.filter(|(rank, place)| *rank < min || *rank < max && appeals[**place] > 0.0);
        let mut picks: Picks<u16> = picked.map(|(_, place)| *place as u16).collect();
        picks.sort_unstable();
        picks
    }

    fn order(&mut self, decision: &Decision<G>, places: &mut [u16]) {
        let ranking = self.ranking(&appeals(decision));
        for (place, option) in places.iter_mut().zip(ranking) {
            *place = option as u16;
        }
    }

    fn place(&mut self, decision: &Decision<G>, candidates: &[Pose]) -> Pose {
        let view = decision.view();
        let appeals = candidates.iter().map(|pose| G::appeal_of_place(&view, decision.ask, pose));
        let best = self.best(appeals);
        // Without a candidate any pose will do: the rules refuse what they do not like.
        candidates.get(best).copied().unwrap_or(Pose::new(Vec2::ZERO, Heading::NORTH))
    }

    fn plan(&mut self, decision: &Decision<G>, plans: &[Plan]) -> Plan {
        let view = decision.view();
        let appeals = plans.iter().map(|plan| G::appeal_of_plan(&view, decision.ask, plan));
        let best = self.best(appeals);
        plans.get(best).cloned().unwrap_or_default()
    }
}
