//! Work that takes longer than a moment is done at a desk: on threads of its own, as many pieces at once as the machine has cores.
//! The threads that serve the network never do it, so that they answer whatever else is asked meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

use crate::refusal::Trouble;

pub struct Desk {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    longest_queue: usize,
}

impl Desk {
    /// A desk that refuses work when so much waits already.
    pub fn new(longest_queue: usize) -> Desk {
        let cores = available_parallelism().map_or(1, usize::from);
        Desk { places: Arc::new(Semaphore::new(cores)), waiting: AtomicUsize::new(0), longest_queue }
    }

    /// Does the work when it is its turn. Who stops waiting before that gives the turn up.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let turn = {
            let _waiting = Waiting::begin(self)?;
            self.places.clone().acquire_owned().await.map_err(|_| Trouble::Unavailable)?
        };
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "a piece of work failed");
            Trouble::Unavailable
        })
    }
}

/// A place in the queue, given back when it is no longer needed.
struct Waiting<'a>(&'a Desk);

impl Waiting<'_> {
    fn begin(desk: &Desk) -> Result<Waiting<'_>, Trouble> {
        let before = desk.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(desk);
        if before >= desk.longest_queue && desk.places.available_permits() == 0 {
            return Err(Trouble::Busy);
        }
        Ok(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_refuses_and_who_leaves_makes_room() {
        let desk = Arc::new(Desk::new(1));
        let cores = available_parallelism().map_or(1, usize::from);
        let mut holds = Vec::new();
        let mut busy = Vec::new();
        for _ in 0..cores {
            let (release, held) = mpsc::channel::<()>();
            let (started, start) = tokio::sync::oneshot::channel();
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
        let desk = Desk::new(1);
        for _ in 0..20 {
            assert!(matches!(desk.work(|| panic!("on purpose")).await, Err(Trouble::Unavailable)));
        }
        assert_eq!(desk.work(|| 7).await.unwrap(), 7);
    }
}
