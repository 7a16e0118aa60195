//! Hands mails to the mail server: two at a time, each tried a few times.
//!
//! How many mails wait for another attempt is bounded; while there are too many no further one is
//! taken, until the queue before this is full. Then mails with notices wait in the store, and others
//! are dropped and counted. When the server stops, waiting mails are tried for some seconds more
//! and then given up, or left in the store.

use super::letter::Letter;
use super::transport::{Outcome, Transport};
use crate::metrics::MailOutcome;
use crate::time::TimeSource;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use std::time::Duration;
use store::Database;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// How many mails wait to be taken up.
pub(super) const MAX_WAITING: usize = 256;

/// How many are being sent, or wait for their next attempt.
const MAX_UNDERWAY: usize = 512;

/// How many connections there are to the mail server.
const CONNECTIONS: usize = 2;

/// How long each further attempt is waited for. The second is soon, for a server that was busy for a
/// moment; the third is late enough for one that wants to see whether we come again.
const WAITS: [Duration; 4] = [
    Duration::from_secs(2),
    Duration::from_secs(60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(60 * 60),
];

/// How long a server that stops continues to hand over the rest.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// How long the store may take to note that an address does not exist.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Hands over the mails it is given.
#[derive(Debug)]
pub(super) struct Outbox {
    transport: Transport,
    connections: Semaphore,
    store: Database,
    time: TimeSource,
    shutdown: CancellationToken,
}

impl Outbox {
    pub(super) fn new(
        transport: Transport,
        store: Database,
        time: TimeSource,
        shutdown: CancellationToken,
    ) -> Self {
        let connections = Semaphore::new(CONNECTIONS);
        Self { transport, connections, store, time, shutdown }
    }

    /// Hands over mails until `is_last`, and then the rest for some seconds
    /// more.
    pub(super) async fn run(
        &self,
        mut letters: mpsc::Receiver<Letter>,
        is_last: CancellationToken,
    ) {
        let late = async {
            is_last.cancelled().await;
            sleep(STOP_TIMEOUT).await;
        };
        let work = async {
            let mut underway = FuturesUnordered::new();
            loop {
                tokio::select! {
                    () = is_last.cancelled(), if !letters.is_closed() => letters.close(),
                    letter = letters.recv(), if underway.len() < MAX_UNDERWAY => match letter {
                        Some(letter) => underway.push(self.deliver(letter)),
                        None => break,
                    },
                    Some(()) = underway.next() => {}
                }
            }
            while underway.next().await.is_some() {}
        };
        tokio::select! {
            () = work => {}
            () = late => {}
        }
    }

    async fn deliver(&self, letter: Letter) {
        let (player, taken_until) = (letter.player, letter.taken_until);
        let outcome = self.try_often(&letter).await;
        let Some(until) = taken_until else { return settle(letter, outcome) };
        // If the store does not answer, the taken notices are free again after a while.
        let kept = async {
            match outcome {
                Some(_) => self.store.settle_mail(player, until).await,
                None => self.store.leave_mail(player, until).await,
            }
        };
        let _ = timeout(STORE_TIMEOUT, kept).await;
        settle(letter, outcome);
    }

    /// Tries to hand a mail over until it is settled; `None` if the server stops before.
    async fn try_often(&self, letter: &Letter) -> Option<MailOutcome> {
        let mut waits = WAITS.iter();
        loop {
            match self.attempt(letter).await {
                Outcome::Sent => return Some(MailOutcome::Sent),
                Outcome::Refused => return Some(MailOutcome::Refused),
                Outcome::NoAddress => {
                    self.switch_off(letter).await;
                    return Some(MailOutcome::NoAddress);
                }
                Outcome::Later => {}
            }
            let Some(&wait) = waits.next() else { return Some(MailOutcome::Failed) };
            tokio::select! {
                () = self.shutdown.cancelled() => return None,
                () = sleep(wait) => {}
            }
        }
    }

    async fn attempt(&self, letter: &Letter) -> Outcome {
        // It is never closed.
        let _connection = self.connections.acquire().await;
        self.transport.attempt(letter).await
    }

    /// Nothing more is sent to the address. If the store is away, the next mail brings it again.
    async fn switch_off(&self, letter: &Letter) {
        let Letter { player, address, .. } = letter;
        let noted = self.store.refuse_mail(*player, address, self.time.now());
        let _ = timeout(STORE_TIMEOUT, noted).await;
    }
}

/// Counts what became of a mail; one without an outcome is dropped, which counts it.
fn settle(letter: Letter, outcome: Option<MailOutcome>) {
    if let Some(outcome) = outcome {
        letter.settle(outcome);
    }
}
