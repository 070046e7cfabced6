//! The command line of the audit.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

use audit::copy::{Copy, Spot};
use audit::trial::{Reach, Verdict};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use rand_core::Rng;
use table::direct::luck;

/// Breaks the rules of a game in places taken at random and says which breaks no scenario notices.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    /// A game, by the name of its crate
    game: String,
    /// How many breaks to try
    #[arg(long, default_value_t = 100)]
    sample: usize,
    /// Which ones; the same seed takes the same breaks as long as the code is the same
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Try every break
    #[arg(long, conflicts_with = "sample")]
    all: bool,
    /// Try every break of a file or a line, marked ones too
    #[arg(long, value_name = "FILE[:LINE]", conflicts_with_all = ["sample", "all"])]
    only: Option<String>,
    /// List what can be broken, and try nothing
    #[arg(long)]
    list: bool,
    /// Say of noticed breaks too who notices them
    #[arg(long, short)]
    verbose: bool,
    /// How many breaks to try at a time; as many as there are cores without it
    #[arg(long)]
    jobs: Option<usize>,
    /// The folder of the workspace
    #[arg(long, default_value = ".", hide = true)]
    workspace: PathBuf,
}

const EXAMPLES: &str = "Examples:
  scripts/audit attackwing --sample 300 --seed 1
  scripts/audit xwing --only attack.rs:210 --verbose
  scripts/audit swlcg --list

A break that changes nothing is marked where it stands: `// audit: same — reason`, on the line or above it, or
`// audit: same (< to <=) — reason` for one of several; a function that is no rule begins with `// audit: no rule — reason`.
The exit code is 1 if a break was not noticed, 2 if the program could
not do its work.";

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("audit: {why}");
            ExitCode::from(2)
        }
    }
}

/// Whether all breaks that were tried are noticed.
fn run(cli: &Cli) -> Result<bool, String> {
    let workspace = cli.workspace.canonicalize().map_err(|error| error.to_string())?;
    let mut copy = Copy::read(&workspace, &cli.game)?;
    // What is wrong with a mark is said before anything is built.
    copy.spots()?;
    if !cli.list {
        let waiting =
            ProgressBar::new_spinner().with_message(format!("building {} with all its breaks", cli.game));
        waiting.enable_steady_tick(std::time::Duration::from_millis(200));
        copy.build()?;
        waiting.finish_and_clear();
    }
    let (marked, open): (Vec<Spot>, Vec<Spot>) =
        copy.spots()?.into_iter().partition(|spot| spot.mark.is_some());
    println!(
        "{}: {} breaks, {} marked as changing nothing or no rules, {} left out that the compiler refuses; {} constants stay whole",
        cli.game,
        open.len() + marked.len(),
        marked.len(),
        copy.refused(),
        copy.fixed_tables(),
    );
    if cli.list {
        open.iter().for_each(|spot| println!("{}", describe(spot)));
        return Ok(true);
    }
    let reach = Reach::play(&copy.runner(), &workspace.join("scenarios").join(&cli.game))?;
    // What this game does not use of what it shares is the other game's.
    let (others, open): (Vec<Spot>, Vec<Spot>) =
        open.into_iter().partition(|spot| spot.shared && !reach.gets_to(spot));
    if !others.is_empty() {
        println!("{} breaks of a shared crate are in places where only another game can get", others.len());
    }
    let chosen = match &cli.only {
        Some(place) => {
            let all = marked.into_iter().chain(others).chain(open);
            all.filter(|spot| stands_at(spot, place)).collect()
        }
        None if cli.all => open,
        None => sample(open, cli.sample, cli.seed),
    };
    let verdicts = try_all(cli, &workspace, &reach, &chosen)?;
    Ok(report(&reach, &verdicts))
}

/// `attack.rs:210` or `cards/hooks.rs`.
fn stands_at(spot: &Spot, place: &str) -> bool {
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().ok()),
        None => (place, None),
    };
    Path::new(&spot.file).ends_with(file) && line.is_none_or(|line: usize| line == spot.line)
}

/// So many of them, by chance, in their order.
fn sample(mut spots: Vec<Spot>, count: usize, seed: u64) -> Vec<Spot> {
    let mut luck = luck(seed);
    let count = count.min(spots.len());
    for index in 0..count {
        let other = index + (luck.next_u64() % (spots.len() - index) as u64) as usize;
        spots.swap(index, other);
    }
    spots.truncate(count);
    spots.sort_by_key(|spot| spot.id);
    spots
}

fn try_all(cli: &Cli, workspace: &Path, reach: &Reach, spots: &[Spot]) -> Result<Vec<Verdict>, String> {
    let bar = ProgressBar::new(spots.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta}") {
        bar.set_style(style);
    }
    let queue = Mutex::new(spots.iter().enumerate());
    let found: Mutex<Vec<Option<Result<Verdict, String>>>> = Mutex::new(vec![None; spots.len()]);
    let jobs = cli.jobs.or(std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    std::thread::scope(|threads| {
        for _ in 0..jobs {
            threads.spawn(|| {
                while let Some((index, spot)) = queue.lock().expect("nobody panics").next() {
                    let verdict = reach.try_break(spot);
                    if let Ok(verdict) = &verdict {
                        tell(cli, workspace, &bar, spot, verdict);
                    }
                    found.lock().expect("nobody panics")[index] = Some(verdict);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    found.into_inner().expect("nobody panics").into_iter().map(|it| it.expect("all were tried")).collect()
}

fn tell(cli: &Cli, workspace: &Path, bar: &ProgressBar, spot: &Spot, verdict: &Verdict) {
    let line = match verdict {
        Verdict::Noticed { scenario, how } if cli.verbose => {
            let scenario =
                Path::new(scenario).strip_prefix(workspace).unwrap_or(Path::new(scenario)).display();
            format!("{}: {scenario} {how}", describe(spot))
        }
        Verdict::Noticed { .. } => return,
        Verdict::Unnoticed { scenarios: 0 } => {
            format!("{}: NOT NOTICED, no scenario gets there", describe(spot))
        }
        Verdict::Unnoticed { scenarios } => {
            format!("{}: NOT NOTICED by the {scenarios} that get there", describe(spot))
        }
    };
    bar.suspend(|| println!("{line}"));
}

fn describe(spot: &Spot) -> String {
    let mark = spot.mark.as_ref().map(|reason| format!(" (marked: {reason})")).unwrap_or_default();
    format!("{}:{} {}: {}{mark}", spot.file, spot.line, spot.function, spot.what)
}

fn report(reach: &Reach, verdicts: &[Verdict]) -> bool {
    let noticed = verdicts.iter().filter(|it| matches!(it, Verdict::Noticed { .. })).count();
    let nobody = verdicts.iter().filter(|it| matches!(it, Verdict::Unnoticed { scenarios: 0 })).count();
    let all = verdicts.len();
    println!(
        "{noticed} of {all} breaks noticed ({:.1} %) by {} scenarios; {} not noticed, {nobody} of them in places where no scenario gets",
        100.0 * noticed as f64 / all.max(1) as f64,
        reach.scenarios(),
        all - noticed,
    );
    noticed == all
}
