//! Playing many games and counting.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::Serialize;

use super::{Done, faults_in, game, progress, read_file, say};
use crate::games::Simulation;

#[derive(Default)]
struct Tally {
    decisions: u64,
    rounds: u64,
    outcomes: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    games: u64,
    threads: usize,
    seed: u64,
    seconds: f64,
    games_per_second: f64,
    decisions: u64,
    decisions_per_second: f64,
    decisions_per_game: f64,
    rounds_per_game: f64,
    outcomes: BTreeMap<String, u64>,
}

pub fn run(id: &str, games: u64, threads: usize, seed: u64, setup: Option<&Path>, json: bool) -> Done {
    if games == 0 || threads == 0 {
        return Err("--games and --threads must be at least 1".to_string());
    }
    let game = game(id)?;
    let text = setup.map(read_file).transpose()?;
    let simulation = game
        .simulation(text.as_deref())
        .map_err(|faults| faults_in(setup.unwrap_or(Path::new("standard")), &faults))?;
    let bar = if json { indicatif::ProgressBar::hidden() } else { progress(games) };
    let start = Instant::now();
    let tally = play_all(&*simulation, games, threads, seed, &bar)?;
    let seconds = start.elapsed().as_secs_f64().max(1.0e-9);
    bar.finish_and_clear();
    let report = Report {
        game: id,
        games,
        threads,
        seed,
        seconds,
        games_per_second: games as f64 / seconds,
        decisions: tally.decisions,
        decisions_per_second: tally.decisions as f64 / seconds,
        decisions_per_game: tally.decisions as f64 / games as f64,
        rounds_per_game: tally.rounds as f64 / games as f64,
        outcomes: tally.outcomes,
    };
    if json {
        say(serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?);
    } else {
        say(format!("{} games in {:.2} s on {} thread(s)", games, seconds, threads));
        say(format!("  {:>12.0} games/s", report.games_per_second));
        say(format!("  {:>12.0} decisions/s", report.decisions_per_second));
        say(format!(
            "  {:>12.1} decisions and {:.1} rounds a game",
            report.decisions_per_game, report.rounds_per_game
        ));
        for (outcome, count) in &report.outcomes {
            say(format!("  {:>11.2}% {outcome}", 100.0 * *count as f64 / games as f64));
        }
    }
    Ok(true)
}

/// Game number n has the seed `seed + n`, whichever thread plays it, so the counts do not depend on the threads.
fn play_all(
    simulation: &dyn Simulation,
    games: u64,
    threads: usize,
    seed: u64,
    bar: &indicatif::ProgressBar,
) -> Result<Tally, String> {
    let next = AtomicU64::new(0);
    let worker = || -> Result<Tally, String> {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return Ok(tally);
            }
            let played = simulation.play(seed.wrapping_add(number))?;
            tally.decisions += played.decisions;
            tally.rounds += played.rounds;
            let key = match played.outcome {
                None => "unfinished".to_string(),
                Some(outcome) => {
                    let names: Vec<&str> = outcome
                        .winners
                        .iter()
                        .filter_map(|seat| played.names.get(seat.index()))
                        .map(|name| &**name)
                        .collect();
                    if names.is_empty() { "draw".to_string() } else { names.join(" + ") }
                }
            };
            *tally.outcomes.entry(key).or_default() += 1;
            if number % 256 == 255 {
                bar.inc(256);
            }
        }
    };
    let tallies: Vec<Result<Tally, String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(256)).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a game panicked".into())))
            .collect()
    });
    let mut all = Tally::default();
    for tally in tallies {
        let tally = tally?;
        all.decisions += tally.decisions;
        all.rounds += tally.rounds;
        tally.outcomes.into_iter().for_each(|(key, count)| *all.outcomes.entry(key).or_default() += count);
    }
    Ok(all)
}
