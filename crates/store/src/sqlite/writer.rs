//! The one thread that writes. Whatever waits goes into one transaction, each request in a savepoint of its own, so that a refused
//! one does not hurt the others and one wait for the disk serves them all.

use super::{closed, file, refused};
use crate::{StoreError, WRITES_WAITING};
use rusqlite::Connection;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

/// Requests in one transaction.
const GROUP: usize = 512;

enum Job {
    Grouped(Grouped),
    /// Outside any transaction.
    Alone(Box<dyn FnOnce(&Connection) + Send>),
}

/// Does its work, or learns why it cannot, and returns what is to be said when the transaction has ended.
type Grouped = Box<dyn FnOnce(Result<&Connection, StoreError>) -> Answer + Send>;
type Answer = Box<dyn FnOnce(Result<(), StoreError>)>;

pub struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Opens the file for writing; only one process can.
    pub fn start(path: &Path) -> Result<Self, StoreError> {
        let file::Writable { connection, lock } = file::open_writer(path)?;
        let (jobs, waiting) = mpsc::channel(WRITES_WAITING);
        let work = move || {
            run(&connection, waiting);
            // Everything goes into the one file; without success the log beside it still has it.
            _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
            drop(connection);
            drop(lock);
        };
        let thread = thread::Builder::new().name("store-writer".into()).spawn(work);
        let thread = thread.map_err(|error| StoreError::Unavailable(format!("no thread: {error}")))?;
        Ok(Writer { jobs: Mutex::new(Some(jobs)), thread: tokio::sync::Mutex::new(Some(thread)) })
    }

    /// Does `work` in the next transaction and, once that is on disk, `tell` and the answer. `Busy` if too many wait already.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
        tell: impl FnOnce() + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job: Grouped = Box::new(move |connection| {
            let result = connection.and_then(|connection| in_savepoint(connection, work));
            Box::new(move |committed| {
                // Even a refusal counts only if the transaction in which it was found does.
                let result = committed.and(result);
                if result.is_ok() {
                    tell();
                }
                _ = answer.send(result); // its caller may have stopped waiting
            })
        });
        self.send(Job::Grouped(job))?;
        answered.await.map_err(|_| stopped())?
    }

    /// Does what cannot be done in a transaction; everybody else waits.
    pub async fn alone<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.send(Job::Alone(Box::new(move |connection| {
            _ = answer.send(work(connection)); // its caller may have stopped waiting
        })))?;
        answered.await.map_err(|_| stopped())?
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.as_ref().ok_or_else(closed)?.try_send(job).map_err(|refusal| match refusal {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => stopped(),
        })
    }

    /// Returns when everything that waited is written and the file is closed.
    pub async fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let mut thread = self.thread.lock().await;
        if let Some(thread) = thread.take() {
            _ = tokio::task::spawn_blocking(|| thread.join()).await;
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("its writer has stopped".into())
}

/// Until nobody can send any more.
fn run(connection: &Connection, mut waiting: mpsc::Receiver<Job>) {
    let mut group = Vec::new();
    while let Some(mut job) = waiting.blocking_recv() {
        loop {
            match job {
                Job::Grouped(job) => group.push(job),
                Job::Alone(work) => {
                    commit(connection, &mut group);
                    work(connection);
                }
            }
            match waiting.try_recv() {
                Ok(next) if group.len() < GROUP => job = next,
                Ok(next) => {
                    commit(connection, &mut group);
                    job = next;
                }
                Err(_) => break,
            }
        }
        commit(connection, &mut group);
    }
}

fn commit(connection: &Connection, group: &mut Vec<Grouped>) {
    if group.is_empty() {
        return;
    }
    let mut outcome = statement(connection, "BEGIN IMMEDIATE");
    let mut answers = Vec::with_capacity(group.len());
    for job in group.drain(..) {
        answers.push(job(outcome.clone().map(|()| connection)));
        // On a full disk SQLite may give up the whole transaction; what follows must not be written outside it.
        if outcome.is_ok() && connection.is_autocommit() {
            outcome = Err(StoreError::Unavailable("the transaction was given up".into()));
        }
    }
    if outcome.is_ok() {
        outcome = statement(connection, "COMMIT");
    }
    if !connection.is_autocommit() {
        _ = statement(connection, "ROLLBACK");
    }
    for answer in answers {
        answer(outcome.clone());
    }
}

fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    statement(connection, "SAVEPOINT request")?;
    let result = work(connection);
    if result.is_err() && !connection.is_autocommit() {
        statement(connection, "ROLLBACK TO request")?;
    }
    if !connection.is_autocommit() {
        statement(connection, "RELEASE request")?;
    }
    result
}

fn statement(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql).and_then(|mut statement| statement.execute([])).map_err(refused)?;
    Ok(())
}
