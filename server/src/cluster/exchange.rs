//! The exchange of messages between the leader of seeks and the other nodes, in envelopes in the
//! database.
//!
//! Faults are repaired within seconds: a node without the standings of all players asks for them, and a
//! call that is not answered has failed.

use super::messages::{Call, Message, Outcome};
use super::mirror::Mirror;
use super::peers::Peers;
use domain::seek_pool::Standing;
use domain::{Moment, PlayerId};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{Database, Envelope, Received, StoreError};
use tokio::sync::{Notify, oneshot};

/// For how long a player who called is reported as reachable without being known to seek, in
/// milliseconds: longer than a call may take.
const CALLING: u64 = 10_000;

/// The most envelopes that wait to be sent; others are dropped, as if the network had lost them.
const MAX_ENVELOPES: usize = 4_096;

/// The most calls that wait for an answer.
const MAX_CALLS: usize = 4_096;

/// The most envelopes that are sent or read at a time.
const MAX_BATCH: u32 = 256;

/// The state of the other nodes, and the messages that wait for them.
#[derive(Debug, Default)]
pub(crate) struct Exchange {
    mirror: Mutex<Mirror>,
    peers: Mutex<Peers>,
    outbox: Mutex<Outbox>,
    calls: Mutex<Calls>,
    /// The players reported to the leader as reachable, and when each was last known to seek.
    reported: Mutex<HashMap<PlayerId, Moment>>,
    /// One at a time puts standings with the envelopes, so that none overtakes a later one.
    posting: Mutex<()>,
    nudge: Notify,
}

#[derive(Debug, Default)]
struct Outbox {
    envelopes: VecDeque<Envelope>,
    last: i64,
}

#[derive(Debug, Default)]
struct Calls {
    waiting: HashMap<u64, oneshot::Sender<Outcome>>,
    last: u64,
}

/// A call that waits for an answer; it is forgotten with this value.
#[derive(Debug)]
pub(crate) struct Waiting<'a> {
    calls: &'a Mutex<Calls>,
    number: u64,
    reply: oneshot::Receiver<Outcome>,
}

impl Waiting<'_> {
    /// Waits for its result.
    pub(crate) async fn outcome(mut self) -> Outcome {
        (&mut self.reply).await.unwrap_or(Outcome::Unavailable)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        lock(self.calls).waiting.remove(&self.number);
    }
}

impl Exchange {
    /// The standings of all players at the leader.
    pub(crate) fn mirror(&self) -> MutexGuard<'_, Mirror> {
        lock(&self.mirror)
    }

    /// Records the players whose standing has changed, for the other nodes.
    pub(crate) fn mark(&self, people: &[PlayerId]) {
        let mut peers = lock(&self.peers);
        if !peers.is_empty() && !people.is_empty() {
            peers.mark(people);
            drop(peers);
            self.nudge.notify_one();
        }
    }

    /// Whether a player is reachable on another node.
    pub(crate) fn is_reachable(&self, who: PlayerId) -> bool {
        lock(&self.peers).is_there(who)
    }

    /// Has envelopes read and sent at once.
    pub(crate) fn hurry(&self) {
        self.nudge.notify_one();
    }

    /// Queues an envelope; false if too many wait.
    pub(crate) fn post(&self, receiver: i64, message: Message) -> bool {
        let mut outbox = lock(&self.outbox);
        if outbox.envelopes.len() >= MAX_ENVELOPES {
            return false;
        }
        outbox.last += 1;
        let envelope = Envelope { receiver, number: outbox.last, body: message.write() };
        outbox.envelopes.push_back(envelope);
        drop(outbox);
        self.nudge.notify_one();
        true
    }

    /// Calls the leader.
    pub(crate) fn call(&self, node: i64, call: Call, now: Moment) -> Waiting<'_> {
        let (answer, reply) = oneshot::channel();
        let who = call.who();
        let mut calls = lock(&self.calls);
        calls.last += 1;
        let number = calls.last;
        if calls.waiting.len() < MAX_CALLS {
            calls.waiting.insert(number, answer);
            drop(calls);
            // A player who calls is reachable.
            lock(&self.reported).insert(who, now);
            self.post(node, Message::Call(number, call));
        }
        Waiting { calls: &self.calls, number, reply }
    }

    /// Adds the changes of standings for the other nodes to the envelopes that wait.
    pub(crate) fn post_standings(
        &self,
        standings: impl Fn(Vec<PlayerId>) -> Vec<(PlayerId, Standing)>,
    ) {
        let _alone = lock(&self.posting);
        if lock(&self.outbox).envelopes.len() > MAX_ENVELOPES / 2 {
            return;
        }
        let taken = lock(&self.peers).take();
        for (node, anew, people) in taken {
            self.post(node, Message::Standings { anew, of: standings(people) });
        }
    }

    /// The other nodes, as the leader knows them.
    pub(crate) fn peers(&self) -> MutexGuard<'_, Peers> {
        lock(&self.peers)
    }

    /// Passes the outcome of a call on to its caller, who may have gone away.
    pub(crate) fn answer(&self, number: u64, outcome: Outcome) {
        if let Some(waiting) = lock(&self.calls).waiting.remove(&number) {
            let _ = waiting.send(outcome);
        }
    }

    /// Waits until envelopes are to be read and sent at once.
    pub(crate) async fn nudged(&self) {
        self.nudge.notified().await;
    }

    /// Reports to the leader which of those who seek have become reachable, and which are not any more.
    pub(crate) fn report_presence(
        &self,
        node: i64,
        anew: bool,
        now: Moment,
        is_reachable: impl Fn(PlayerId) -> bool,
    ) {
        let seekers: Vec<PlayerId> = self.mirror().seekers().collect();
        let mut reported = lock(&self.reported);
        if anew {
            reported.clear();
        }
        let mut came = Vec::new();
        for who in seekers.into_iter().filter(|&who| is_reachable(who)) {
            if reported.insert(who, now).is_none() {
                came.push(who);
            }
        }
        let mut left = Vec::new();
        reported.retain(|&who, at| {
            // A player who has only just called may not be known to seek yet.
            let stays = now.since(*at) < CALLING && is_reachable(who);
            if !stays {
                left.push(who);
            }
            stays
        });
        if anew || !came.is_empty() || !left.is_empty() {
            self.post(node, Message::Presence { anew, came, left });
        }
    }

    /// Reads the envelopes for this node, each once and in order.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the next call reads the rest.
    pub(crate) async fn read(
        &self,
        store: &Database,
        memory: &mut ReadEnvelopes,
        receive: impl Fn(i64, Message),
    ) -> Result<(), StoreError> {
        loop {
            memory.discard(store).await?;
            let envelopes = store.read_envelopes(MAX_BATCH).await?;
            let is_last = u32::try_from(envelopes.len()).is_ok_and(|count| count < MAX_BATCH);
            for Received { sender, number, body } in envelopes {
                memory.done.push((sender, number));
                let last = memory.last.entry(sender).or_default();
                // Sent twice, since the sender could not know that it had been.
                if number <= *last {
                    continue;
                }
                *last = number;
                match Message::read(&body) {
                    Ok(message) => receive(sender, message),
                    Err(error) => tracing::warn!(%error, "an envelope cannot be read"),
                }
            }
            if is_last {
                break;
            }
        }
        memory.discard(store).await
    }

    /// Sends the envelopes that wait, and returns the nodes that have some.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; the next call sends the rest.
    pub(crate) async fn send(&self, store: &Database) -> Result<HashSet<i64>, StoreError> {
        let mut receivers = HashSet::new();
        loop {
            let envelopes: Vec<Envelope> = {
                let outbox = lock(&self.outbox);
                let some = outbox.envelopes.iter().take(usize::try_from(MAX_BATCH).unwrap_or(1));
                some.cloned().collect()
            };
            if envelopes.is_empty() {
                return Ok(receivers);
            }
            store.send_envelopes(&envelopes).await?;
            receivers.extend(envelopes.iter().map(|envelope| envelope.receiver));
            lock(&self.outbox).envelopes.drain(..envelopes.len());
        }
    }
}

/// The envelopes that have been read.
#[derive(Debug, Default)]
pub(crate) struct ReadEnvelopes {
    /// The number of the last one of each node.
    last: HashMap<i64, i64>,
    /// Those that have been read and are yet to be discarded.
    done: Vec<(i64, i64)>,
}

impl ReadEnvelopes {
    async fn discard(&mut self, store: &Database) -> Result<(), StoreError> {
        if !self.done.is_empty() {
            store.discard_envelopes(&self.done).await?;
            self.done.clear();
        }
        Ok(())
    }
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
