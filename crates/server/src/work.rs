//! Work that takes longer than a moment is done at a desk: on threads of its own, as many as the machine has cores. The threads
//! that serve the network never do it, so that they answer whatever else is asked meanwhile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};

use crossbeam_channel::{Sender, unbounded};
use tokio::sync::oneshot;

use crate::refusal::Trouble;

type Job = Box<dyn FnOnce() + Send>;

pub struct Desk {
    jobs: Sender<Job>,
    /// How much waits to be done.
    waiting: Arc<AtomicUsize>,
    longest_queue: usize,
}

impl Desk {
    /// A desk that refuses work when so much waits already. Its threads end with it.
    pub fn new(name: &str, longest_queue: usize) -> Desk {
        let (jobs, todo) = unbounded::<Job>();
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            let todo = todo.clone();
            let worker = thread::Builder::new().name(name.to_string());
            let work = move || todo.iter().for_each(|job| job());
            worker.spawn(work).expect("the operating system has room for a few threads");
        }
        Desk { jobs, waiting: Arc::default(), longest_queue }
    }

    /// Does the work when it is its turn. Who stops waiting before that gives the turn up.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let place = Place::take(self)?;
        let (tell, told) = oneshot::channel();
        let held = place.0.clone();
        let job = move || {
            held.give_back();
            if tell.is_closed() {
                return;
            }
            match catch_unwind(AssertUnwindSafe(work)) {
                Ok(result) => drop(tell.send(result)),
                Err(_) => tracing::error!("a piece of work failed"),
            }
        };
        self.jobs.send(Box::new(job)).map_err(|_| Trouble::Unavailable)?;
        told.await.map_err(|_| Trouble::Unavailable)
    }
}

/// A place in the queue, of one who waits there. It is given back once: when the work begins, or when nobody wants it any more.
struct Place(Arc<Held>);

struct Held {
    waiting: Arc<AtomicUsize>,
    given_back: AtomicBool,
}

impl Place {
    fn take(desk: &Desk) -> Result<Place, Trouble> {
        let before = desk.waiting.fetch_add(1, Ordering::Relaxed);
        let place =
            Place(Arc::new(Held { waiting: desk.waiting.clone(), given_back: AtomicBool::new(false) }));
        if before < desk.longest_queue { Ok(place) } else { Err(Trouble::Busy) }
    }
}

impl Held {
    fn give_back(&self) {
        if !self.given_back.swap(true, Ordering::Relaxed) {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.give_back();
    }
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
