//! Trying breaks: which scenarios reach a place, and which of them fails when it is broken.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::copy::Spot;
use crate::sources::files_below;

/// A scenario takes longer than this many times its unbroken time, and than the least limit: it hangs.
const PATIENCE: u32 = 20;
const LEAST_LIMIT: Duration = Duration::from_secs(5);
/// Kilobytes of memory that a broken game may take.
const MEMORY: &str = "4000000";

/// The scenarios of a game, and who gets where.
pub struct Reach {
    runner: PathBuf,
    scenarios: Vec<Played>,
    /// Places that are passed once and for all scenarios, when something is made that is kept.
    once: Vec<usize>,
    by_break: BTreeMap<usize, Vec<usize>>,
}

struct Played {
    file: String,
    time: Duration,
    reached: usize,
}

/// What became of a break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This scenario fails, and how.
    Noticed { scenario: String, how: String },
    /// So many scenarios get there and hold nevertheless.
    Unnoticed { scenarios: usize },
}

impl Reach {
    /// Plays all scenarios of a folder unbroken. All of them must hold.
    pub fn play(runner: &Path, folder: &Path) -> Result<Reach, String> {
        let files = files_below(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let names: String = files.iter().map(|file| format!("{}\n", file.display())).collect();
        let mut child = start(runner, &["reach"])?;
        let feeder = feed(&mut child, names);
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let _ = feeder.join();
        let text = String::from_utf8_lossy(&output.stdout);
        let mut reach = Reach {
            runner: runner.to_path_buf(),
            scenarios: Vec::new(),
            once: Vec::new(),
            by_break: BTreeMap::new(),
        };
        for line in text.lines() {
            if line.starts_with("unbroken") {
                return Err(line.to_string());
            }
            reach.read(line).ok_or_else(|| format!("the runner says {line:?}"))?;
        }
        if reach.scenarios.len() != files.len() {
            return Err("the runner ended before all scenarios were played".to_string());
        }
        Ok(reach)
    }

    fn read(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split('\t');
        let time = Duration::from_millis(fields.next()?.parse().ok()?);
        let mut ids = || Some(fields.next()?.split_whitespace().filter_map(|id| id.parse().ok()).collect());
        let reached: Vec<usize> = ids()?;
        let once: Vec<usize> = ids()?;
        let file = fields.next()?.to_string();
        for id in &reached {
            self.by_break.entry(*id).or_default().push(self.scenarios.len());
        }
        self.once.extend(once);
        self.scenarios.push(Played { file, time, reached: reached.len() });
        Some(())
    }

    pub fn scenarios(&self) -> usize {
        self.scenarios.len()
    }

    /// Whether any scenario gets there.
    pub fn gets_to(&self, spot: &Spot) -> bool {
        self.by_break.contains_key(&spot.id) || self.once.contains(&spot.id)
    }

    /// The scenarios that get there: those named like what the place is about first, then those that see least else.
    fn of(&self, spot: &Spot) -> Vec<&Played> {
        let mut those: Vec<&Played> = match self.once.contains(&spot.id) {
            true => self.scenarios.iter().collect(),
            false => self
                .by_break
                .get(&spot.id)
                .into_iter()
                .flatten()
                .map(|index| &self.scenarios[*index])
                .collect(),
        };
        let named = |file: &str| spot.quoted.len() > 2 && file.contains(&spot.quoted);
        those.sort_by_key(|played| (!named(&played.file), played.reached));
        those
    }

    /// Plays the scenarios that get there with this break in force until one fails.
    pub fn try_break(&self, spot: &Spot) -> Result<Verdict, String> {
        let those = self.of(spot);
        let unnoticed = Verdict::Unnoticed { scenarios: those.len() };
        if those.is_empty() {
            return Ok(unnoticed);
        }
        let names: String = those.iter().map(|played| format!("{}\n", played.file)).collect();
        let mut child = start(&self.runner, &["try", &spot.id.to_string()])?;
        let feeder = feed(&mut child, names);
        let (sender, lines) = channel();
        if let Some(out) = child.stdout.take() {
            std::thread::spawn(move || {
                BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
            });
        }
        let mut current = those[0];
        let noticed = |played: &Played, how: &str| Verdict::Noticed {
            scenario: played.file.clone(),
            how: how.to_string(),
        };
        let verdict = loop {
            let limit = LEAST_LIMIT.max(current.time * PATIENCE);
            match lines.recv_timeout(limit).as_deref() {
                Ok("holds") => break unnoticed,
                Ok(line) => match line.split_once(' ') {
                    Some(("plays", file)) => {
                        let found = those.iter().find(|played| played.file == file);
                        current = found.ok_or_else(|| format!("the runner plays {file}"))?;
                    }
                    Some(("fails", how)) => break noticed(current, how),
                    _ => return Err(format!("the runner says {line:?}")),
                },
                Err(RecvTimeoutError::Timeout) => break noticed(current, "hangs"),
                Err(RecvTimeoutError::Disconnected) => break noticed(current, "crashes"),
            }
        };
        let _ = child.kill();
        let _ = child.wait();
        let _ = feeder.join();
        Ok(verdict)
    }
}

fn start(runner: &Path, arguments: &[&str]) -> Result<Child, String> {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$@\""), "sh"]).arg(runner).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("{}: {error}", runner.display()))
}

/// Whoever ends early does not read to the end.
fn feed(child: &mut Child, text: String) -> std::thread::JoinHandle<()> {
    let input = child.stdin.take();
    std::thread::spawn(move || {
        if let Some(mut input) = input {
            let _ = input.write_all(text.as_bytes());
        }
    })
}
