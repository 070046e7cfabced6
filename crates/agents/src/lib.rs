//! Players that are no persons. An agent sees what its seat sees and answers any game's questions; how good an option
//! looks is the game's own judgement ([`table::Appraise`]). This crate must not know any game by name.

mod greedy;

pub use greedy::Greedy;

use table::direct::Random;
use table::{Appraise, Policy};

/// The agents, by name.
pub const NAMES: [&str; 2] = ["random", "greedy"];

/// The agent of that name; the same seed gives the same answers.
pub fn agent<G: Appraise>(name: &str, seed: u64) -> Option<Box<dyn Policy<G>>> {
    match name {
        "random" => Some(Box::new(Random::new(seed))),
        "greedy" => Some(Box::new(Greedy::new(seed))),
        _ => None,
    }
}
