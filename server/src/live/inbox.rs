//! The queue of requests to a match's task: a bounded channel that takes little memory while it is
//! empty (`docs/decisions/0011-own-queue-of-a-match.md`).

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use tokio::sync::Notify;
use tokio::task::coop::cooperative;

/// The queue as those who hand something over hold it.
#[derive(Debug)]
pub(super) struct Inbox<T>(Arc<Shared<T>>);

/// The queue as the one task that serves it holds it; dropping it closes the queue.
#[derive(Debug)]
pub(super) struct Requests<T>(Arc<Shared<T>>);

#[derive(Debug)]
struct Shared<T> {
    queue: Mutex<Queue<T>>,
    /// Notified whenever a place has become free, and when the queue is closed.
    room: Notify,
    most: usize,
}

#[derive(Debug)]
struct Queue<T> {
    waiting: VecDeque<T>,
    /// The task to wake when a request comes.
    task: Option<Waker>,
    is_closed: bool,
}

/// The reason why a request was not taken, with the request.
#[derive(Debug)]
pub(super) enum NotTaken<T> {
    /// As much waits as may.
    Full(T),
    /// The task has ended.
    Closed,
}

/// A queue in which at most `most` may wait.
pub(super) fn inbox<T>(most: usize) -> (Inbox<T>, Requests<T>) {
    let queue = Queue { waiting: VecDeque::new(), task: None, is_closed: false };
    let shared = Arc::new(Shared { queue: Mutex::new(queue), room: Notify::new(), most });
    (Inbox(Arc::clone(&shared)), Requests(shared))
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Queue<T>> {
        // Nothing between locking and unlocking can leave it half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Inbox<T> {
    /// Hands something over, unless too much waits already.
    pub(super) fn try_send(&self, request: T) -> Result<(), NotTaken<T>> {
        self.put(request, self.0.most)
    }

    /// Hands something over as soon as half the places are free; false if the task has ended.
    ///
    /// The other half is for those who do not wait: any number of those cannot block these.
    pub(super) async fn send(&self, request: T) -> bool {
        self.wait_to_put(request, self.0.most.div_ceil(2)).await
    }

    /// Hands something over as soon as there is any place; false if the task has ended.
    pub(super) async fn send_reserved(&self, request: T) -> bool {
        self.wait_to_put(request, self.0.most).await
    }

    /// Puts something behind what waits, if that is less than `most`.
    fn put(&self, request: T, most: usize) -> Result<(), NotTaken<T>> {
        let mut queue = self.0.lock();
        if queue.is_closed {
            return Err(NotTaken::Closed);
        }
        if queue.waiting.len() >= most {
            return Err(NotTaken::Full(request));
        }
        queue.waiting.push_back(request);
        let task = queue.task.take();
        drop(queue);
        if let Some(task) = task {
            task.wake();
        }
        Ok(())
    }

    async fn wait_to_put(&self, mut request: T, most: usize) -> bool {
        loop {
            request = match self.put(request, most) {
                Ok(()) => return true,
                Err(NotTaken::Closed) => return false,
                Err(NotTaken::Full(request)) => request,
            };
            let mut room = pin!(self.0.room.notified());
            room.as_mut().enable();
            // A place may have become free before this was ready to be notified.
            if self.has(most) {
                room.await;
            }
        }
    }

    /// Whether at least `most` requests wait, for a task that has not ended.
    fn has(&self, most: usize) -> bool {
        let queue = self.0.lock();
        !queue.is_closed && queue.waiting.len() >= most
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().waiting.is_empty()
    }

    /// Whether the task has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.0.lock().is_closed
    }
}

impl<T> Requests<T> {
    /// The next one; waits until there is one. Nothing is lost if the wait is given up.
    pub(super) async fn recv(&mut self) -> T {
        cooperative(poll_fn(|context| self.poll(context))).await
    }

    fn poll(&self, context: &Context<'_>) -> Poll<T> {
        let mut queue = self.0.lock();
        if let Some(request) = queue.waiting.pop_front() {
            drop(queue);
            self.0.room.notify_one();
            return Poll::Ready(request);
        }
        if !queue.task.as_ref().is_some_and(|task| task.will_wake(context.waker())) {
            queue.task = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

impl<T> Drop for Requests<T> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.is_closed = true;
        let (left, task) = (std::mem::take(&mut queue.waiting), queue.task.take());
        drop(queue);
        self.0.room.notify_waiters();
        // This drops the senders of their answers, which wakes the callers that wait for one.
        drop((left, task));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::task::JoinSet;

    #[tokio::test]
    async fn requests_arrive_in_order() {
        let (inbox, mut requests) = inbox(4);
        assert!(inbox.try_send(1).is_ok());
        assert!(inbox.send(2).await);
        assert!(!inbox.is_empty());
        assert_eq!((requests.recv().await, requests.recv().await), (1, 2));
        assert!(inbox.is_empty());
    }

    #[tokio::test]
    async fn a_full_queue_takes_no_more_than_it_may() {
        let (inbox, mut requests) = inbox(1);
        assert!(inbox.try_send(1).is_ok());
        assert!(matches!(inbox.try_send(2), Err(NotTaken::Full(2))));
        assert_eq!(requests.recv().await, 1);
        assert!(inbox.try_send(3).is_ok());
    }

    #[tokio::test]
    async fn those_who_wait_leave_places_to_those_who_do_not() {
        let (inbox, mut requests) = inbox(4);
        let mut waiting = JoinSet::new();
        let inbox = Arc::new(inbox);
        for _ in 0..10 {
            let inbox = Arc::clone(&inbox);
            waiting.spawn(async move { inbox.send("patient").await });
        }
        tokio::task::yield_now().await;
        assert!(inbox.try_send("hasty").is_ok());
        assert!(inbox.send_reserved("needed").await);
        assert!(inbox.try_send("hasty").is_err());
        let mut came = Vec::new();
        for _ in 0..12 {
            came.push(requests.recv().await);
        }
        assert_eq!(came[..5], ["patient", "patient", "hasty", "needed", "patient"]);
        assert!(waiting.join_all().await.into_iter().all(|taken| taken));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_waiting_sender_gets_room() {
        const SENDERS: usize = 40;
        const EACH: usize = 200;
        let (inbox, mut requests) = inbox(3);
        let inbox = Arc::new(inbox);
        let mut senders = JoinSet::new();
        for sender in 0..SENDERS {
            let inbox = Arc::clone(&inbox);
            senders.spawn(async move {
                for number in 0..EACH {
                    let taken = match sender % 2 {
                        0 => inbox.send((sender, number)).await,
                        _ => inbox.send_reserved((sender, number)).await,
                    };
                    assert!(taken);
                }
            });
        }
        let mut next = [0; SENDERS];
        for _ in 0..SENDERS * EACH {
            let (sender, number) = requests.recv().await;
            assert_eq!(number, next[sender], "of sender {sender}");
            next[sender] += 1;
        }
        senders.join_all().await;
        assert!(inbox.is_empty());
    }

    #[tokio::test]
    async fn ended_task_leaves_no_sender_waiting() {
        let (inbox, requests) = inbox(1);
        let (first, answer) = tokio::sync::oneshot::channel::<()>();
        assert!(inbox.try_send(Some(first)).is_ok());
        let waiting = inbox.send(None);
        let ended = async move { drop(requests) };
        let (taken, ()) = tokio::join!(waiting, ended);
        assert!(!taken);
        assert!(answer.await.is_err(), "no answer comes any more");
        assert!(inbox.is_closed());
        assert!(matches!(inbox.try_send(None), Err(NotTaken::Closed)));
    }

    #[tokio::test]
    async fn a_wait_that_was_given_up_loses_nothing() {
        let (inbox, mut requests) = inbox(1);
        tokio::select! {
            biased;
            _ = requests.recv() => panic!("nothing is there"),
            () = std::future::ready(()) => {}
        }
        assert!(inbox.try_send(7).is_ok());
        assert_eq!(requests.recv().await, 7);
    }
}
