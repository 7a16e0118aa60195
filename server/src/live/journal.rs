//! The journal's writer, which makes one commit of what many matches have to write.
//!
//! One task takes everything that waits, commits it at once, and answers each match when the
//! commit has returned; appends that arrive during a commit form the next one
//! (`docs/decisions/0003-acknowledge-after-commit.md`). The queue is bounded; a match that finds it
//! full is answered that the store is busy.

use crate::metrics::metrics;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Append, Closing, Conflict, Database, StoreError};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::yield_now;
use tokio_util::sync::CancellationToken;

/// How many appends may wait: as many matches may move at the same instant.
const QUEUE: usize = 8_192;

/// The most appends of one commit, so that the first of them does not wait long for the last.
const BATCH: usize = 512;

/// How long to wait before a lost connection is tried again, while the outcome of a commit
/// is unknown: at first, and at most.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// An append was not written, or its outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The store is away or too slow; certainly nothing was written.
    #[error("the store is unavailable")]
    Busy,
    /// Something of it is there already; nothing was written.
    #[error(transparent)]
    Conflict(Conflict),
    /// Another server has the match now; nothing was written.
    #[error("another server has the match")]
    Fenced,
    /// The server stops, and the store has not reported whether the append was written: the next
    /// start will find out, and no answer may be sent until then.
    #[error("the outcome is unknown")]
    Unknown,
}

struct Request {
    append: Append,
    reply: Reply,
}

/// The channel for the outcome of an append.
type Reply = oneshot::Sender<Result<(), AppendError>>;

/// The handle to the writer; clones share it.
#[derive(Debug, Clone)]
pub struct Journal {
    requests: mpsc::Sender<Request>,
    ended: Arc<Notify>,
}

impl Journal {
    /// A journal on `store`, and its writer, a future for a task of its own.
    ///
    /// Once `stop` is cancelled nothing more is accepted; the writer commits what waits and
    /// ends.
    pub fn new(store: Database, stop: CancellationToken) -> (Self, impl Future<Output = ()>) {
        let (requests, inbox) = mpsc::channel(QUEUE);
        let ended = Arc::<Notify>::default();
        let writer = Writer { store, inbox, ended: Arc::clone(&ended), stop };
        (Self { requests, ended }, writer.run())
    }

    /// How many appends wait for the writer.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.requests.max_capacity() - self.requests.capacity()
    }

    /// Waits until a game has entered the archive since this returned last.
    pub async fn game_ended(&self) {
        self.ended.notified().await;
    }

    /// Sends an append to the writer; the future returned is ready once it is on disk.
    ///
    /// # Errors
    ///
    /// [`AppendError`]: nothing was written, or the outcome is unknown.
    pub fn append(&self, append: Append) -> impl Future<Output = Result<(), AppendError>> + use<> {
        let (reply, answer) = oneshot::channel();
        let handed = self.requests.try_send(Request { append, reply });
        let handed = handed.map_err(|_| AppendError::Busy);
        async move {
            handed?;
            answer.await.unwrap_or(Err(AppendError::Unknown))
        }
    }
}

struct Writer {
    store: Database,
    inbox: mpsc::Receiver<Request>,
    ended: Arc<Notify>,
    stop: CancellationToken,
}

impl Writer {
    async fn run(mut self) {
        let stop = self.stop.clone();
        let mut requests = Vec::with_capacity(BATCH);
        let mut batch = Vec::with_capacity(BATCH);
        let mut replies = Vec::with_capacity(BATCH);
        loop {
            let taken = tokio::select! {
                biased;
                taken = receive_ready(&mut self.inbox, &mut requests, BATCH) => taken,
                () = stop.cancelled(), if !self.inbox.is_closed() => {
                    self.inbox.close();
                    continue;
                }
            };
            if taken == 0 {
                return;
            }
            for Request { append, reply } in requests.drain(..) {
                batch.push(append);
                replies.push(reply);
            }
            self.write(&mut batch, &mut replies).await;
        }
    }

    /// Commits `batch` and answers each of `replies`; both are empty then.
    async fn write(&mut self, batch: &mut Vec<Append>, replies: &mut Vec<Reply>) {
        let began = Instant::now();
        let mut outcome = self.settle(batch).await;
        metrics().record_commit(began, batch.len());
        if batch.iter().any(|append| matches!(append.closing, Some(Closing::Archive(_)))) {
            self.ended.notify_one();
        }
        // One append must not spoil those that happened to be written along with it, nor make a
        // commit of each: the store reports which it is, and the others are committed at once.
        if batch.len() > 1
            && may_be_one_append(&outcome)
            && self.reject_conflicting(batch, replies).await
            && !batch.is_empty()
        {
            outcome = self.settle(batch).await;
        }
        let alone = batch.len() > 1 && may_be_one_append(&outcome);
        for (append, reply) in batch.drain(..).zip(replies.drain(..)) {
            let outcome = if alone {
                self.settle(std::slice::from_ref(&append)).await
            } else {
                outcome.clone()
            };
            // A match whose task has ended needs no answer.
            let _ = reply.send(outcome.map_err(|error| answer(&error)));
        }
    }

    /// Takes the appends out of a batch that conflict with stored rows, and answers them;
    /// false if the store finds none.
    async fn reject_conflicting(&self, batch: &mut Vec<Append>, replies: &mut Vec<Reply>) -> bool {
        let Ok(conflicts) = self.store.conflicts(batch).await else { return false };
        let found = conflicts.iter().any(Option::is_some);
        let mut conflicts = conflicts.into_iter();
        let waiting = std::mem::take(batch).into_iter().zip(std::mem::take(replies));
        for (append, reply) in waiting {
            match conflicts.next().flatten() {
                Some(conflict) => {
                    let _ = reply.send(Err(AppendError::Conflict(conflict)));
                }
                None => {
                    batch.push(append);
                    replies.push(reply);
                }
            }
        }
        found
    }

    /// Commits `batch` and returns only when it is known whether that was written, or when
    /// the server stops.
    async fn settle(&mut self, batch: &[Append]) -> Result<(), StoreError> {
        let mut outcome = self.store.commit(batch).await;
        let mut pause = RETRY.0;
        let mut doubtful = false;
        loop {
            match outcome {
                Err(StoreError::Ambiguous) => doubtful = true,
                Ok(()) => return Ok(()),
                Err(error) if !doubtful => return Err(error),
                // Committing again cannot write twice: a number is taken only once. It even
                // waits for a lost session that is still committing. So a conflict now may
                // mean that the first attempt succeeded after all.
                Err(error @ (StoreError::Conflict(_) | StoreError::Fenced)) => {
                    match self.is_written(batch).await {
                        Ok(true) => return Ok(()),
                        Ok(false) => return Err(error),
                        Err(_) => {}
                    }
                }
                Err(_) => {}
            }
            if !self.pause(pause).await {
                return Err(StoreError::Ambiguous);
            }
            pause = RETRY.1.min(pause * 2);
            outcome = self.store.commit(batch).await;
        }
    }

    async fn is_written(&self, batch: &[Append]) -> Result<bool, StoreError> {
        for append in batch {
            if !self.store.is_written(append).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Waits before another attempt. Requests that arrive during the wait are answered that the store is
    /// busy, since nothing of theirs is in doubt. False once the server stops.
    async fn pause(&mut self, pause: Duration) -> bool {
        let until = tokio::time::Instant::now() + pause;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return false,
                () = tokio::time::sleep_until(until) => return true,
                Some(request) = self.inbox.recv() => {
                    let _ = request.reply.send(Err(AppendError::Busy));
                }
            }
        }
    }
}

/// Receives up to `most` values: those that wait, and those of all tasks that are ready to run. The first
/// sender wakes this task, which runs before the others and would find one value alone. Returns 0 once
/// the channel is closed and empty; nothing is lost if the wait is given up.
async fn receive_ready<T>(
    inbox: &mut mpsc::Receiver<T>,
    values: &mut Vec<T>,
    most: usize,
) -> usize {
    if values.is_empty() && inbox.recv_many(values, most).await == 0 {
        return 0;
    }
    yield_now().await;
    while values.len() < most
        && let Ok(value) = inbox.try_recv()
    {
        values.push(value);
    }
    values.len()
}

/// Whether a commit failed for something that one append of many may have alone.
const fn may_be_one_append(outcome: &Result<(), StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Conflict(_) | StoreError::Failed))
}

/// The answer to a match.
fn answer(error: &StoreError) -> AppendError {
    match error {
        StoreError::Conflict(conflict) => AppendError::Conflict(*conflict),
        StoreError::Fenced => AppendError::Fenced,
        StoreError::Ambiguous => AppendError::Unknown,
        StoreError::Unavailable
        | StoreError::NewerSchema { .. }
        | StoreError::Migration(_)
        | StoreError::BadAddress(_)
        | StoreError::CannotOpen { .. }
        | StoreError::InUse(_)
        | StoreError::Damaged(_)
        | StoreError::Failed => AppendError::Busy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On one thread, so that the task which is woken by the first value runs next.
    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn values_of_all_ready_tasks_are_received_at_once() {
        const SENDERS: usize = 20;
        let senders = tokio::spawn(async {
            let (sender, mut inbox) = mpsc::channel(2 * SENDERS);
            let received = tokio::spawn(async move {
                let mut values = Vec::new();
                receive_ready(&mut inbox, &mut values, SENDERS).await
            });
            // The receiver waits from now on.
            yield_now().await;
            for number in 0..SENDERS {
                let sender = sender.clone();
                tokio::spawn(async move { sender.send(number).await });
            }
            received.await
        });
        let received = senders.await.expect("no panic").expect("no panic");
        assert_eq!(received, SENDERS);
    }

    #[tokio::test]
    async fn no_more_values_are_received_than_asked_for() {
        let (sender, mut inbox) = mpsc::channel(8);
        for number in 0..5 {
            sender.send(number).await.expect("there is room");
        }
        drop(sender);
        let mut values = Vec::new();
        for received in [2, 2, 1, 0] {
            assert_eq!(receive_ready(&mut inbox, &mut values, 2).await, received);
            values.clear();
        }
    }
}
