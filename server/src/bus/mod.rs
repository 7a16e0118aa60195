//! News between the nodes on one database: what has changed there, so that no node has to poll it.
//!
//! Delivery is at most once. Each node sends one stream of numbered messages, and one every second if it
//! has no other news. A node that finds a gap in the stream of another, sees other members, or has lost its
//! own connection has all its readers read the database again. It receives its own stream, too: the
//! connection counts as lost while that does not come back.
//!
//! Messages are signed by the servers' key; those of others are refused. The subject contains the
//! public key for pushes, which all servers of one database share, so several of these can use one NATS.
//!
//! Nothing waits for the bus: [`Bus::publish`] puts a message into a bounded queue, whose oldest message is
//! dropped when it is full.

mod message;
mod nats;
#[cfg(test)]
mod tests;

pub(crate) use message::News;
pub(crate) use nats::NatsConfig;

use crate::accounts::identity::Signatures;
use crate::metrics::{NewsOutcome, metrics};
use crate::runtime::{Runtime, Ticks, until_shutdown};
use domain::Moment;
use message::{BadMessage, Message};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, watch};

/// The most messages that wait to be sent.
const MAX_WAITING: usize = 1_024;

/// The pause between two log lines about unusable messages, in milliseconds.
const REFUSALS_LOGGED: u64 = 60_000;

/// For how many milliseconds the own stream may be away until the connection counts as lost.
const LOST_AFTER: u64 = 3_000;

/// Starts the bus, if there is an address of NATS and the database can be shared. All servers of one
/// database have the same last part of the subject, and no others do.
pub(crate) fn start(
    runtime: &Runtime,
    nats: Option<NatsConfig>,
    signatures: Signatures,
    subject: &str,
) -> Arc<Bus> {
    let (node, time) = (runtime.store.own_node(), runtime.time);
    let Some(nats) = nats else { return Arc::new(Bus::unused(node)) };
    if !runtime.store.is_shared() {
        tracing::warn!("--nats has no effect: only servers on Postgres have news for each other");
        return Arc::new(Bus::unused(node));
    }
    let bus = Arc::new(Bus::new(node, time.now(), signatures));
    let work = nats::run(Arc::clone(&bus), nats, format!("yiguan.{subject}"), time);
    runtime.add("news from other nodes", until_shutdown(runtime.shutdown.clone(), work));
    bus
}

/// The news of this node for the others, and theirs for this one.
#[derive(Debug)]
pub(crate) struct Bus {
    node: i64,
    epoch: u64,
    /// None if there is no bus, and readers poll.
    signatures: Option<Signatures>,
    state: Mutex<State>,
    /// Notified when a message waits.
    waiting: Notify,
    due: Due,
}

/// The readings that wait for news, by its kind.
#[derive(Debug, Default)]
struct Due {
    matches: watch::Sender<()>,
    presence: watch::Sender<()>,
    envelopes: watch::Sender<()>,
    orders: watch::Sender<()>,
    credentials: watch::Sender<()>,
}

impl Due {
    const fn of(&self, news: News) -> Option<&watch::Sender<()>> {
        match news {
            News::Position => None,
            News::Matches => Some(&self.matches),
            News::Presence => Some(&self.presence),
            News::Envelopes => Some(&self.envelopes),
            News::Orders => Some(&self.orders),
            News::Credentials => Some(&self.credentials),
        }
    }

    const fn all(&self) -> [&watch::Sender<()>; 5] {
        let Self { matches, presence, envelopes, orders, credentials } = self;
        [matches, presence, envelopes, orders, credentials]
    }
}

#[derive(Debug, Default)]
struct State {
    /// The number of the last message.
    last: u64,
    queue: VecDeque<Vec<u8>>,
    /// The other nodes.
    members: HashSet<i64>,
    /// The epoch and the number of the last message of each, and when it came.
    streams: HashMap<i64, (u64, u64, Moment)>,
    /// The number of the own message that has to come back before the connection counts as there.
    awaited: u64,
    /// The number of the last own message that came back.
    returned: u64,
    /// When an own message last came back while the connection is there.
    heard: Option<Moment>,
    /// Since when the news may be incomplete.
    stale_since: Option<Moment>,
    /// When a refused message and one of another version were last logged.
    refusal: Option<Moment>,
    foreign: Option<Moment>,
}

impl Bus {
    /// A bus without a connection, on which nothing is sent and whose readers poll.
    pub(crate) fn unused(node: i64) -> Self {
        Self {
            node,
            epoch: 0,
            signatures: None,
            state: Mutex::default(),
            waiting: Notify::new(),
            due: Due::default(),
        }
    }

    /// A bus that is connected by whatever takes its messages and delivers those of others.
    pub(crate) fn new(node: i64, now: Moment, signatures: Signatures) -> Self {
        let state = State { stale_since: Some(now), ..State::default() };
        Self {
            epoch: now.0,
            signatures: Some(signatures),
            state: Mutex::new(state),
            ..Self::unused(node)
        }
    }

    /// Whether there is no connection, as without an address of NATS.
    pub(crate) const fn is_unused(&self) -> bool {
        self.signatures.is_none()
    }

    /// Queues news for all other nodes; it never waits.
    pub(crate) fn publish(&self, news: News) {
        self.queue(news, None);
    }

    /// Queues news for one other node; it never waits.
    pub(crate) fn publish_to(&self, receiver: i64, news: News) {
        self.queue(news, Some(receiver));
    }

    fn queue(&self, news: News, receiver: Option<i64>) {
        let Some(signatures) = &self.signatures else { return };
        let mut state = self.state();
        state.last += 1;
        // A message that is dropped leaves a gap, which the others see.
        if state.queue.len() >= MAX_WAITING {
            state.queue.pop_front();
            metrics().count_news(NewsOutcome::Dropped);
        }
        let message = Message::new(self.node, self.epoch, state.last, (news, receiver));
        state.queue.push_back(message.sign(signatures));
        drop(state);
        self.waiting.notify_one();
    }

    /// The readings that news of one kind makes due; one is due at first.
    pub(crate) fn readings(&self, news: News) -> Readings {
        let due = self.due.of(news).filter(|_| self.signatures.is_some());
        let mut receiver = due.map(watch::Sender::subscribe);
        if let Some(receiver) = &mut receiver {
            receiver.mark_changed();
        }
        Readings { receiver }
    }

    /// Records the other nodes. Messages of nodes that are not among them are refused.
    pub(crate) fn set_members(&self, members: HashSet<i64>) {
        let mut state = self.state();
        if state.members == members {
            return;
        }
        state.streams.retain(|node, _| members.contains(node));
        state.members = members;
        drop(state);
        self.resync();
    }

    /// Whether news may be missing, so that readers have to poll; always without a bus.
    pub(crate) fn is_stale(&self) -> bool {
        self.signatures.is_none() || self.state().stale_since.is_some()
    }

    /// Since when news may be missing; none without a bus.
    pub(crate) fn stale_since(&self) -> Option<Moment> {
        self.state().stale_since
    }

    /// Sends the position of the stream, once a second, and looks whether it still comes back. While
    /// another node is silent, because it was killed or does not use the bus, everything is read.
    fn beat(&self, now: Moment) {
        let is_late = |heard| now.since(heard) > LOST_AFTER;
        let state = self.state();
        let is_lost = state.heard.is_some_and(is_late);
        let is_member_silent = state
            .members
            .iter()
            .any(|node| state.streams.get(node).is_none_or(|(_, _, heard)| is_late(*heard)));
        drop(state);
        if is_lost {
            self.doubt(now);
        }
        if is_member_silent {
            self.resync();
        }
        self.publish(News::Position);
    }

    /// Records that messages may have been lost: what has come before says nothing any more.
    fn doubt(&self, now: Moment) {
        let mut state = self.state();
        state.awaited = state.last + 1;
        let heard = state.heard.take();
        if state.stale_since.is_none() {
            state.stale_since = Some(heard.unwrap_or(now));
            tracing::warn!("no news from other nodes: the database is read every second");
        }
    }

    /// Receives a message, of another node or of this one.
    fn receive(&self, bytes: &[u8], now: Moment) {
        let Some(signatures) = &self.signatures else { return };
        let outcome = match Message::verify(signatures, bytes) {
            Ok(message) if message.node == self.node => self.receive_own(message, now),
            Ok(message) => self.receive_other(message, now),
            Err(error) => Some(self.refuse(&error, now)),
        };
        if let Some(outcome) = outcome {
            metrics().count_news(outcome);
        }
    }

    /// Logs a message that cannot be used, without filling the log with them.
    fn refuse(&self, error: &BadMessage, now: Moment) -> NewsOutcome {
        let mut state = self.state();
        let (logged, outcome) = match error {
            // Servers of two versions run together during an upgrade.
            BadMessage::Foreign(_) => (&mut state.foreign, NewsOutcome::Foreign),
            BadMessage::TooLong | BadMessage::Signature | BadMessage::Unreadable(_) => {
                (&mut state.refusal, NewsOutcome::Refused)
            }
        };
        if logged.is_none_or(|logged| now.since(logged) >= REFUSALS_LOGGED) {
            *logged = Some(now);
            tracing::warn!(%error, "a message of another server cannot be used");
        }
        outcome
    }

    fn receive_other(&self, message: Message, now: Moment) -> Option<NewsOutcome> {
        let at = (message.epoch, message.number);
        let mut state = self.state();
        if !state.members.contains(&message.node) {
            return Some(NewsOutcome::Unknown);
        }
        let before = state.streams.get(&message.node).map(|(epoch, number, _)| (*epoch, *number));
        if before.is_some_and(|before| at <= before) {
            return Some(NewsOutcome::Late);
        }
        state.streams.insert(message.node, (message.epoch, message.number, now));
        drop(state);
        if before != Some((message.epoch, message.number.wrapping_sub(1))) {
            self.resync();
            return Some(NewsOutcome::Gap);
        }
        if message.receiver.is_some_and(|receiver| receiver != self.node) {
            return None;
        }
        self.due.of(message.news)?.send_replace(());
        Some(NewsOutcome::Received)
    }

    fn receive_own(&self, message: Message, now: Moment) -> Option<NewsOutcome> {
        let mut state = self.state();
        if message.epoch != self.epoch || message.number > state.last {
            return Some(NewsOutcome::Unknown);
        }
        // A repeated message does not show that this node's messages reach the others.
        if message.number <= state.returned {
            return Some(NewsOutcome::Late);
        }
        state.returned = message.number;
        if message.number < state.awaited {
            return None;
        }
        state.heard = Some(now);
        // The server had the subscription when it received this message, so from here on nothing is missed.
        if state.stale_since.take().is_some() {
            drop(state);
            tracing::info!("news from other nodes is complete");
            self.resync();
        }
        None
    }

    /// Makes every reading due.
    fn resync(&self) {
        for due in self.due.all() {
            due.send_replace(());
        }
    }

    /// Waits for the next message to send.
    async fn next(&self) -> Vec<u8> {
        loop {
            if let Some(message) = self.state().queue.pop_front() {
                return message;
            }
            self.waiting.notified().await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock panics half-way, so a poisoned one is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a reader of the database has to read it.
#[derive(Debug)]
pub(crate) struct Readings {
    /// None if there is no bus.
    receiver: Option<watch::Receiver<()>>,
}

impl Readings {
    /// Whether a reading is due, which counts as done then. Without a bus one always is.
    pub(crate) fn take(&mut self) -> bool {
        let Some(receiver) = &mut self.receiver else { return true };
        let is_due = receiver.has_changed().unwrap_or(false);
        receiver.mark_unchanged();
        is_due
    }

    /// Makes the reading due again, because it failed.
    pub(crate) fn put_back(&mut self) {
        if let Some(receiver) = &mut self.receiver {
            receiver.mark_changed();
        }
    }

    /// Waits for the next tick, or until a reading is due, which counts as done then; false if the server
    /// stops before.
    pub(crate) async fn next(&mut self, ticks: &mut Ticks) -> bool {
        let goes_on = tokio::select! {
            goes_on = ticks.next() => goes_on,
            () = self.due() => true,
        };
        self.take();
        goes_on
    }

    /// Waits until a reading is due; for ever without a bus.
    pub(crate) async fn due(&mut self) {
        if let Some(receiver) = &mut self.receiver
            && receiver.changed().await.is_ok()
        {
            receiver.mark_changed();
            return;
        }
        std::future::pending::<()>().await;
    }
}
