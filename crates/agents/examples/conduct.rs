//! Counts how greedy players conduct themselves: `conduct GAME [GAMES] [SEED]`, with `attackwing`, `swlcg` or `xwing`.

#[path = "../tests/conduct/mod.rs"]
mod conduct;

use std::process::ExitCode;
use std::time::Instant;

use attackwing::AttackWing;
use conduct::cards::Duels;
use conduct::flight::Flights;
use conduct::{attackwing_setups, matches, watch, xwing_setups};
use swlcg::Swlcg;
use xwing::XWing;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    let (Some(games), Some(seed)) = (number(1, 200), number(2, 1)) else {
        eprintln!("games and seed are numbers");
        return ExitCode::FAILURE;
    };
    let begun = Instant::now();
    let report = match words.first().map(String::as_str) {
        Some("attackwing") => watch::<AttackWing, Flights>(&attackwing_setups(), games, seed).to_string(),
        Some("swlcg") => watch::<Swlcg, Duels>(&matches::<Swlcg>(), games, seed).to_string(),
        Some("xwing") => watch::<XWing, Flights>(&xwing_setups(), games, seed).to_string(),
        _ => {
            eprintln!("conduct attackwing|swlcg|xwing [GAMES] [SEED]");
            return ExitCode::FAILURE;
        }
    };
    print!("{report}");
    println!("  {:.1} games/s", games as f64 / begun.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}
