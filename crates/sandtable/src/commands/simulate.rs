//! Playing many games and counting.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::Serialize;
use table::Lang;

use super::{Done, agreed, faults_in, game, progress, read_file, say};
use crate::games::{Plan, Simulated, Simulation};

/// How many games are played, and how.
pub struct Amount {
    pub games: u64,
    pub threads: usize,
    pub seed: u64,
}

/// Who plays with what.
pub struct Players {
    pub setup: Option<PathBuf>,
    pub lists: Vec<String>,
    pub options: Vec<String>,
    pub agents: Vec<String>,
    pub swap: bool,
}

#[derive(Default)]
struct Tally {
    decisions: u64,
    rounds: u64,
    outcomes: BTreeMap<String, u64>,
    agents: BTreeMap<String, Record>,
}

/// How an agent did: the seats it had in all games, and how many of them won.
#[derive(Default, Clone, Copy, Serialize)]
struct Record {
    seats: u64,
    won: u64,
}

impl Tally {
    fn count(&mut self, played: &Simulated) {
        self.decisions += played.decisions;
        self.rounds += played.rounds;
        let won = |seat: usize| {
            played
                .outcome
                .as_ref()
                .is_some_and(|outcome| outcome.winners.iter().any(|one| one.index() == seat))
        };
        let winners: Vec<&str> =
            played.names.iter().enumerate().filter(|(seat, _)| won(*seat)).map(|(_, name)| &**name).collect();
        let key = match (&played.outcome, winners.is_empty()) {
            (None, _) => "unfinished".to_string(),
            (Some(_), true) => "draw".to_string(),
            (Some(_), false) => winners.join(" + "),
        };
        *self.outcomes.entry(key).or_default() += 1;
        for (seat, agent) in played.agents.iter().enumerate() {
            let record = self.agents.entry(agent.clone()).or_default();
            record.seats += 1;
            record.won += u64::from(won(seat));
        }
    }

    fn add(&mut self, other: Tally) {
        self.decisions += other.decisions;
        self.rounds += other.rounds;
        other.outcomes.into_iter().for_each(|(key, count)| *self.outcomes.entry(key).or_default() += count);
        for (agent, record) in other.agents {
            let own = self.agents.entry(agent).or_default();
            own.seats += record.seats;
            own.won += record.won;
        }
    }
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
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    agents: BTreeMap<String, Record>,
}

pub fn run(id: &str, amount: &Amount, players: &Players, json: bool) -> Done {
    let Amount { games, threads, seed } = *amount;
    if games == 0 || threads == 0 {
        return Err("--games and --threads must be at least 1".to_string());
    }
    let game = game(id)?;
    let setup = players.setup.as_deref();
    let text = setup.map(read_file).transpose()?;
    let plan = Plan {
        setup: text.as_deref(),
        lists: &players.lists,
        agreed: &agreed(id, &players.options)?,
        agents: &players.agents,
        swap: players.swap,
    };
    let simulation = game
        .simulation(&plan)
        .map_err(|faults| faults_in(setup.unwrap_or(Path::new("standard")), &faults, Lang::En))?;
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
        agents: tally.agents,
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
        for (agent, Record { seats, won }) in &report.agents {
            let share = 100.0 * *won as f64 / (*seats).max(1) as f64;
            say(format!("  {share:>11.2}% won by {agent} ({won} of {seats})"));
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
            tally.count(&simulation.play(number, seed.wrapping_add(number))?);
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
        all.add(tally?);
    }
    Ok(all)
}
