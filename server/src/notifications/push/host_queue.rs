//! The queue of a push service: messages to it, a few at a time, each tried a few times.
//!
//! A service that limits or is silent slows its own queue down; when the queue is full, further
//! messages to it are dropped, and other services are not affected.

use super::delivery::{Message, Outcome, Transport};
use super::encryption::{Recipient, encrypt};
use super::endpoint::Endpoint;
use super::host_queues::InLane;
use super::vapid::Vapid;
use crate::metrics::{PushOutcome, metrics};
use crate::time::TimeSource;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use p256::PublicKey;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{Database, PushSubscription};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// How many messages wait for one service.
pub(super) const MAX_WAITING: usize = 256;

/// How many are being sent to it.
const MAX_CONCURRENT_PUSHES: usize = 8;

/// How often a message is tried.
const ATTEMPTS: u32 = 3;

/// How long the first wait is for a service that does not say when; each further one is four times as long.
const FIRST_WAIT: Duration = Duration::from_secs(2);

/// The longest that is waited for a service; one that wants more gets nothing this time.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// How long the store may take to forget a subscription.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// For how long a signature is used again, in seconds.
const SIGNED_FOR: u64 = 3_600;

/// The means to send messages.
#[derive(Debug)]
pub(super) struct PushContext {
    pub(super) transport: Transport,
    pub(super) vapid: Arc<Vapid>,
    pub(super) store: Database,
    pub(super) time: TimeSource,
}

/// A message for one browser.
#[derive(Debug)]
pub(super) struct QueuedPush {
    pub(super) subscription: PushSubscription,
    pub(super) endpoint: Endpoint,
    pub(super) text: Arc<str>,
    pub(super) kept: Duration,
    pub(super) topic: Option<Arc<str>>,
}

/// Sends messages until the queue is closed.
pub(super) async fn run(
    context: Arc<PushContext>,
    mut pushes: mpsc::Receiver<(QueuedPush, InLane)>,
) {
    let queue = HostQueue { context, signed: Mutex::default() };
    stream::poll_fn(move |context| pushes.poll_recv(context))
        .for_each_concurrent(MAX_CONCURRENT_PUSHES, |(push, counted)| {
            let delivered = queue.deliver(push);
            async move {
                delivered.await;
                drop(counted);
            }
        })
        .await;
}

struct HostQueue {
    context: Arc<PushContext>,
    /// The latest signature, and when it was made.
    signed: Mutex<Option<(u64, Arc<str>)>>,
}

impl HostQueue {
    async fn deliver(&self, push: QueuedPush) {
        let outcome = self.try_deliver(&push).await;
        metrics().count_push(match outcome {
            Outcome::Delivered => PushOutcome::Delivered,
            Outcome::Gone => PushOutcome::Gone,
            Outcome::Refused(_) => PushOutcome::Refused,
            Outcome::Later(_) => PushOutcome::Failed,
        });
        match outcome {
            Outcome::Delivered | Outcome::Later(_) => {}
            Outcome::Gone => self.forget(&push.subscription).await,
            Outcome::Refused(status) => {
                tracing::warn!(service = push.endpoint.host(), status, "a push was refused");
            }
        }
    }

    async fn try_deliver(&self, push: &QueuedPush) -> Outcome {
        let QueuedPush { subscription, endpoint, text, kept, topic } = push;
        let Ok(key) = PublicKey::from_sec1_bytes(&subscription.public_key) else {
            return Outcome::Gone;
        };
        let recipient = Recipient { key: &key, secret: &subscription.secret };
        let Some(body) = encrypt(text.as_bytes(), recipient) else {
            return Outcome::Gone;
        };
        let body = Bytes::from(body);
        let mut wait = FIRST_WAIT;
        for attempt in 1.. {
            let authorization = self.authorization(endpoint);
            let message = Message {
                body: body.clone(),
                authorization: &authorization,
                kept: *kept,
                topic: topic.as_deref(),
            };
            let outcome = self.context.transport.send(endpoint, &message).await;
            let Outcome::Later(asked) = outcome else { return outcome };
            let span = asked.unwrap_or(wait);
            if attempt == ATTEMPTS || span > LONGEST_WAIT {
                return outcome;
            }
            sleep(span).await;
            wait *= 4;
        }
        Outcome::Later(None)
    }

    fn authorization(&self, endpoint: &Endpoint) -> Arc<str> {
        let now = self.context.time.now().0 / 1_000;
        let mut signed = self.signed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, authorization)) = &*signed
            && now.saturating_sub(*at) < SIGNED_FOR
        {
            return Arc::clone(authorization);
        }
        let fresh: Arc<str> = self.context.vapid.authorization(&endpoint.origin(), now).into();
        *signed = Some((now, Arc::clone(&fresh)));
        fresh
    }

    /// Forgets a subscription that is no more. If the store is away, the next message finds it again.
    async fn forget(&self, subscription: &PushSubscription) {
        let PushSubscription { player, endpoint, .. } = subscription;
        let _ = timeout(STORE_TIMEOUT, self.context.store.remove_push(*player, endpoint)).await;
    }
}
