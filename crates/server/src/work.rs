//! Work that takes longer than a moment is done at a desk: on threads of its own, as many as the machine has cores. The threads
//! that serve the network never do it, so that they answer whatever else is asked meanwhile.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, available_parallelism};

use crossbeam_channel::{Sender, unbounded};
use tokio::sync::oneshot;

use crate::refusal::Trouble;

type Job = Box<dyn FnOnce() + Send>;

pub struct Desk {
    name: &'static str,
    jobs: Sender<Arc<Waiting>>,
    /// How much waits to be done.
    queue: Arc<AtomicUsize>,
    longest_queue: usize,
}

impl Desk {
    /// A desk that refuses work when so much waits already. Its threads end with it.
    pub fn new(name: &'static str, longest_queue: usize) -> Desk {
        let (jobs, todo) = unbounded::<Arc<Waiting>>();
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            let todo = todo.clone();
            let worker = thread::Builder::new().name(name.to_string());
            let work = move || {
                for waiting in &todo {
                    if let Some(job) = waiting.leave() {
                        job();
                    }
                }
            };
            worker.spawn(work).expect("the operating system has room for a few threads");
        }
        Desk { name, jobs, queue: Arc::default(), longest_queue }
    }

    /// Does the work when it is its turn. Who stops waiting before that gives the turn up.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let (tell, told) = oneshot::channel();
        let name = self.name;
        let job = move || match catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => drop(tell.send(result)),
            Err(panic) => tracing::error!(desk = name, why = words_of(&*panic), "a piece of work failed"),
        };
        let _turn = self.queue_up(Box::new(job))?;
        told.await.map_err(|_| Trouble::Unavailable)
    }

    fn queue_up(&self, job: Job) -> Result<Turn, Trouble> {
        let before = self.queue.fetch_add(1, Ordering::Relaxed);
        let turn = Turn(Arc::new(Waiting { queue: self.queue.clone(), job: Mutex::new(Some(job)) }));
        if before >= self.longest_queue {
            return Err(Trouble::Busy);
        }
        self.jobs.send(turn.0.clone()).map_err(|_| Trouble::Unavailable)?;
        Ok(turn)
    }
}

/// Work in the queue. It leaves the queue once, with all that it holds: when its turn has come, or when nobody wants it any more.
struct Waiting {
    queue: Arc<AtomicUsize>,
    job: Mutex<Option<Job>>,
}

impl Waiting {
    fn leave(&self) -> Option<Job> {
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        self.queue.fetch_sub(1, Ordering::Relaxed);
        Some(job)
    }
}

/// The claim of whoever waits.
struct Turn(Arc<Waiting>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.leave();
    }
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_refuses_and_who_leaves_makes_room() {
        let desk = Arc::new(Desk::new("test", 1));
        let cores = available_parallelism().map_or(1, usize::from);
        let mut holds = Vec::new();
        let mut busy = Vec::new();
        for _ in 0..cores {
            let (release, held) = mpsc::channel::<()>();
            let (started, start) = oneshot::channel();
            let desk = desk.clone();
            busy.push(tokio::spawn(async move {
                desk.work(move || {
                    let _ = started.send(());
                    let _ = held.recv();
                })
                .await
            }));
            start.await.unwrap();
            holds.push(release);
        }
        let mut first = Box::pin(desk.work(|| 1));
        assert!(futures_util::poll!(&mut first).is_pending());
        assert!(matches!(desk.work(|| 2).await, Err(Trouble::Busy)));
        drop(first);
        let mut second = Box::pin(desk.work(|| 3));
        assert!(futures_util::poll!(&mut second).is_pending());
        drop(holds);
        assert_eq!(second.await.unwrap(), 3);
        for one in busy {
            one.await.unwrap().unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_that_fails_is_told_and_its_place_is_free_again() {
        let desk = Desk::new("test", 1);
        for _ in 0..20 {
            assert!(matches!(desk.work(|| panic!("on purpose")).await, Err(Trouble::Unavailable)));
        }
        assert_eq!(desk.work(|| 7).await.unwrap(), 7);
    }
}
