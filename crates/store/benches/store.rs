//! How fast games are written: by one task, which waits for the disk each time, and by 256 at once, which wait together.
//! PostgreSQL is measured too if SANDTABLE_TEST_POSTGRES names a server (`scripts/postgres cargo bench -p store`).

use divan::Bencher;
use divan::counter::ItemsCount;
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Store, Summary, open_postgres, open_sqlite};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const TASKS: usize = 256;
/// Appends of each task in one sample.
const EACH: u64 = 16;

fn main() {
    divan::main();
    if std::env::args().any(|argument| argument == "--bench") {
        percentiles();
    }
}

/// What is measured.
fn stores() -> Vec<&'static str> {
    let mut stores = vec!["sqlite"];
    if std::env::var("SANDTABLE_TEST_POSTGRES").is_ok() {
        stores.push("postgres");
    }
    stores
}

#[divan::bench(args = stores(), sample_size = 1, sample_count = 10)]
fn one_task(bencher: Bencher, kind: &str) {
    let bench = Bench::new(kind, 1);
    bencher.counter(ItemsCount::new(64u64)).bench_local(|| bench.run(64));
}

#[divan::bench(args = stores(), sample_size = 1, sample_count = 10)]
fn many_tasks(bencher: Bencher, kind: &str) {
    let bench = Bench::new(kind, TASKS);
    bencher.counter(ItemsCount::new(TASKS as u64 * EACH)).bench_local(|| bench.run(EACH));
}

/// How long single appends take, which a mean does not say.
fn percentiles() {
    println!("\nlatency of an append   tasks  appends/s        p50        p99      worst");
    for kind in stores() {
        for (tasks, each) in [(1, 2000), (TASKS, 40)] {
            let bench = Bench::new(kind, tasks);
            bench.run(4); // warm
            let begin = Instant::now();
            let mut times = bench.run(each);
            let rate = times.len() as f64 / begin.elapsed().as_secs_f64();
            times.sort();
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            let (p50, p99, worst) = (at(0.5), at(0.99), at(1.0));
            println!("{kind:<22} {tasks:>5} {rate:>10.0} {p50:>10.2?} {p99:>10.2?} {worst:>10.2?}");
        }
    }
}

/// A store with as many games as tasks.
struct Bench {
    runtime: Runtime,
    store: Arc<dyn Store>,
    tasks: usize,
    run: String,
    /// How long each game is.
    length: Cell<u64>,
    _folder: TempDir,
}

impl Bench {
    fn new(kind: &str, tasks: usize) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let store = runtime
            .block_on(async {
                match std::env::var("SANDTABLE_TEST_POSTGRES") {
                    Ok(url) if kind == "postgres" => open_postgres(&url).await,
                    _ => open_sqlite(&folder.path().join("store.db"), false).await,
                }
            })
            .expect("a store");
        let run = folder.path().file_name().expect("named").to_string_lossy().into_owned();
        let bench = Bench { runtime, store, tasks, run, length: Cell::new(0), _folder: folder };
        let summary = Summary {
            game: "go".into(),
            status: "playing".into(),
            listed: true,
            people: true,
            body: "{}".into(),
        };
        for task in 0..tasks {
            let id = bench.id(task);
            bench.runtime.block_on(bench.store.create(&id, &summary, &[])).expect("a new game");
        }
        bench
    }

    fn id(&self, task: usize) -> String {
        format!("{}-{task}", self.run)
    }

    /// Each task appends to its own game; returns how long each append took.
    fn run(&self, each: u64) -> Vec<Duration> {
        // The size of a decision in a journal.
        let body = vec!["x".repeat(200)];
        let from = self.length.get();
        self.length.set(from + each);
        self.runtime.block_on(async {
            let tasks: Vec<_> = (0..self.tasks)
                .map(|task| {
                    let (store, id, body) = (self.store.clone(), self.id(task), body.clone());
                    tokio::spawn(async move {
                        let mut times = Vec::with_capacity(each as usize);
                        for next in from..from + each {
                            let begin = Instant::now();
                            store.append(&id, next, &body, None).await.expect("written");
                            times.push(begin.elapsed());
                        }
                        times
                    })
                })
                .collect();
            let mut times = Vec::new();
            for task in tasks {
                times.extend(task.await.expect("done"));
            }
            times
        })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}
