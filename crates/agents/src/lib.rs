//! Players that are no persons. An agent sees what its seat sees and answers any game's questions; how good an option
//! looks is the game's own judgement ([`table::Appraise`]). This crate must not know any game by name.

mod greedy;

pub use greedy::Greedy;

use table::direct::Random;
use table::lobby::Agent;
use table::{Appraise, Policy, Words};

/// Every agent there is, in the order in which they are offered.
pub static AGENTS: [Agent; 2] = [
    Agent { id: "greedy", name: Words::new("computer opponent", "Computergegner"), strength: 20 },
    Agent { id: "random", name: Words::new("random opponent", "Zufallsgegner"), strength: 0 },
];

/// Makes the agent of that id; the same seed gives the same answers.
pub fn agent<G: Appraise>(name: &str, seed: u64) -> Option<Box<dyn Policy<G>>> {
    match name {
        "random" => Some(Box::new(Random::new(seed))),
        "greedy" => Some(Box::new(Greedy::new(seed))),
        _ => None,
    }
}
