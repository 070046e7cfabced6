//! Which cards take effect: a card is shown only if a scenario fails once its text is gone. What is common to the tests of the
//! cards of all games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::parse::{Expect, Scenario, Step};
use crate::{Scripted, run};

/// A scenario file, and what a game wants to know of it.
pub struct Told<T> {
    pub path: PathBuf,
    /// The name of the file.
    pub file: String,
    /// Its title and what is played, letters and digits alone.
    pub words: String,
    pub scenario: Scenario,
    pub has: T,
}

impl<T> Told<T> {
    /// Whether it is named after a card or names it in its title or in what is played.
    pub fn names(&self, id: &str, name: &str) -> bool {
        self.file.starts_with(id) || self.words.contains(&plain(name))
    }
}

/// Letters and digits alone, and small ones.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// All scenarios below a folder of which the game wants to know something, in the same order everywhere.
pub fn read_told<T>(folder: &Path, has: &impl Fn(&Scenario) -> Option<T>) -> Vec<Told<T>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of scenarios")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let mut told = Vec::new();
    for path in paths {
        if path.is_dir() {
            told.extend(read_told(&path, has));
            continue;
        }
        let scenario = read(&path);
        let Some(has) = has(&scenario) else { continue };
        let lines = scenario.play.iter().map(|line| plain(&line.text));
        let words = plain(&scenario.title) + &lines.collect::<String>();
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        told.push(Told { path, file, words, scenario, has });
    }
    told
}

fn read(path: &Path) -> Scenario {
    let text = std::fs::read_to_string(path).expect("a scenario");
    Scenario::parse(&text).expect("a scenario that can be read")
}

/// The position of a scenario; `None` if it is refused.
pub fn position<G: Scripted>(scenario: &Scenario) -> Option<(G::Setup, G::State)> {
    let mut given = G::Given::default();
    scenario.given.iter().try_for_each(|(_, line)| G::given(&mut given, line)).ok()?;
    G::position(&given).ok()
}

/// Whether a scenario fails by something that it says. A position that has become impossible says nothing, unless the
/// scenario is about that.
pub fn fails<G: Scripted>(scenario: &Scenario) -> bool {
    let is_about_set_up =
        || scenario.play.first().is_some_and(|line| matches!(line.step, Step::Expect(Expect::SetupAccepted)));
    run::<G>(scenario).is_err_and(|failure| failure.line > 0 || is_about_set_up())
}

/// Cards that no scenario needs. Whether a card is needed is tried in a process of its own, the same test once more, because a
/// game puts its cards together only once; `leave_blank` takes the text of a card away there, before anybody looks at it.
pub fn not_needed<G: Scripted>(
    test: &str,
    cards: impl FnOnce() -> Vec<(String, Vec<PathBuf>)>,
    leave_blank: impl Fn(&str),
) -> Vec<String> {
    if let Ok(card) = std::env::var(CARD) {
        leave_blank(&card);
        let paths = std::io::read_to_string(std::io::stdin()).expect("paths of scenarios");
        let is_needed = paths.lines().any(|path| fails::<G>(&read(Path::new(path))));
        std::process::exit(if is_needed { 0 } else { 1 });
    }
    let cards = cards();
    let mut all: Vec<PathBuf> = cards.iter().flat_map(|(_, paths)| paths).cloned().collect();
    all.sort();
    all.dedup();
    assert!(!is_needed(test, "no:card", &all), "a scenario fails with all cards as they are");
    let (next, missing) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((card, paths)) = cards.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !is_needed(test, card, paths) {
                missing.lock().unwrap_or_else(PoisonError::into_inner).push(card.clone());
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut missing = missing.into_inner().unwrap_or_else(PoisonError::into_inner);
    missing.sort();
    missing
}

const CARD: &str = "SCENARIOS_WITHOUT_CARD";

fn is_needed(test: &str, card: &str, paths: &[PathBuf]) -> bool {
    if paths.is_empty() {
        return false;
    }
    let program = std::env::current_exe().expect("a test knows where it is");
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let mut again = Command::new(program);
    again.args([test, "--exact"]).env(CARD, card);
    again.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = again.spawn().expect("a test can be run once more");
    let mut pipe = child.stdin.take().expect("a pipe to it");
    pipe.write_all(paths.join("\n").as_bytes()).expect("it reads what it is told");
    drop(pipe);
    child.wait().expect("it comes to an end").success()
}
