//! The exchange between the server that pairs seeks and the others, in envelopes in the
//! database.
//!
//! A server looks for envelopes ten times a second, and sends its own at once. It does nothing while
//! there is no other server. Faults are repaired within seconds: a server without the standings of
//! all players asks for them, and a call that is not answered has failed.

use super::matchmaker::{Matchmaker, Role, SeekError, lock};
use super::messages::{Call, Message, Outcome};
use super::mirror::Mirror;
use super::peers::Peers;
use domain::{Moment, PlayerId};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use store::{Envelope, Received, StoreError};
use tokio::sync::{Notify, oneshot};
use tokio::time::{MissedTickBehavior, interval};

/// How often envelopes are looked for.
const LOOK: Duration = Duration::from_millis(100);

/// How often a server shows the one that decides that it is there, in milliseconds.
const HELLO: u64 = 1_000;

/// For how long a player who called is reported as online without being known to seek, in
/// milliseconds: longer than a call may take.
const CALLING: u64 = 10_000;

/// The most envelopes that wait to be sent; others are dropped, as if the network had lost them.
const MOST_ENVELOPES: usize = 4_096;

/// The most calls that wait for an answer.
const MOST_CALLS: usize = 4_096;

/// How many players one envelope names at most.
const PEOPLE_OF_ONE: usize = 500;

/// How many envelopes are sent or read at a time.
const AT_ONCE: u32 = 256;

/// The state of the other servers, and the messages that wait for them.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    mirror: Mutex<Mirror>,
    peers: Mutex<Peers>,
    outbox: Mutex<Outbox>,
    calls: Mutex<Calls>,
    /// Who has been reported to the server that decides as being there, and when they were last known
    /// to seek.
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
pub(super) struct Waiting<'a> {
    calls: &'a Mutex<Calls>,
    number: u64,
    reply: oneshot::Receiver<Outcome>,
}

impl Waiting<'_> {
    /// Waits for its result.
    pub(super) async fn outcome(mut self) -> Outcome {
        (&mut self.reply).await.unwrap_or(Outcome::Unavailable)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        lock(self.calls).waiting.remove(&self.number);
    }
}

impl Exchange {
    /// The standings of all players at the server that decides.
    pub(super) fn mirror(&self) -> MutexGuard<'_, Mirror> {
        lock(&self.mirror)
    }

    /// Notes whose standing has changed here, for the other servers.
    pub(super) fn mark(&self, people: &[PlayerId]) {
        let mut peers = lock(&self.peers);
        if !peers.is_empty() && !people.is_empty() {
            peers.mark(people);
            drop(peers);
            self.nudge.notify_one();
        }
    }

    /// Whether a player is online at another server.
    pub(super) fn is_there(&self, who: PlayerId) -> bool {
        lock(&self.peers).is_there(who)
    }

    /// Has envelopes looked for, and sent, at once.
    pub(super) fn hurry(&self) {
        self.nudge.notify_one();
    }

    /// Puts an envelope with those that are to be sent; false if there are too many.
    pub(super) fn post(&self, receiver: i64, message: Message) -> bool {
        let mut outbox = lock(&self.outbox);
        if outbox.envelopes.len() >= MOST_ENVELOPES {
            return false;
        }
        outbox.last += 1;
        let envelope = Envelope { receiver, number: outbox.last, body: message.write() };
        outbox.envelopes.push_back(envelope);
        drop(outbox);
        self.nudge.notify_one();
        true
    }

    /// Asks the server that decides for something.
    pub(super) fn call(&self, node: i64, call: Call, now: Moment) -> Waiting<'_> {
        let (answer, reply) = oneshot::channel();
        let who = call.who();
        let mut calls = lock(&self.calls);
        calls.last += 1;
        let number = calls.last;
        if calls.waiting.len() < MOST_CALLS {
            calls.waiting.insert(number, answer);
            drop(calls);
            // A player who calls is online.
            lock(&self.reported).insert(who, now);
            self.post(node, Message::Call(number, call));
        }
        Waiting { calls: &self.calls, number, reply }
    }

    /// Adds the changes for the other servers to the envelopes that wait.
    fn post_standings(&self, matchmaker: &Matchmaker) {
        let _alone = lock(&self.posting);
        if lock(&self.outbox).envelopes.len() > MOST_ENVELOPES / 2 {
            return;
        }
        let taken = lock(&self.peers).take();
        for (node, anew, people) in taken {
            let board = matchmaker.board();
            let of = people.into_iter().map(|who| (who, board.standing(who))).collect();
            drop(board);
            self.post(node, Message::Standings { anew, of });
        }
    }
}

/// The memory of the task that corresponds.
#[derive(Debug, Default)]
struct Memory {
    /// The last envelope of each server that was read.
    read: HashMap<i64, i64>,
    /// Envelopes that have been read and are yet to be discarded.
    done: Vec<(i64, i64)>,
    /// Which server was last shown that this one is there, and when.
    hello: Option<(i64, Moment)>,
}

impl Matchmaker {
    /// Corresponds with the other servers, as long as it is polled.
    pub(super) async fn correspond(self: &Arc<Self>) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut memory = Memory::default();
        loop {
            tokio::select! {
                _ = looks.tick() => {}
                () = self.exchange.nudge.notified() => {}
            }
            if let Err(error) = self.exchange_envelopes(&mut memory).await {
                tracing::debug!(%error, "envelopes cannot be exchanged with other servers");
                // Not in a hurry, also if more is posted.
                looks.reset();
                looks.tick().await;
            }
        }
    }

    async fn exchange_envelopes(self: &Arc<Self>, memory: &mut Memory) -> Result<(), StoreError> {
        let now = self.time.now();
        let role = *self.role.borrow();
        match role {
            Role::Unknown => return Ok(()),
            Role::Ours => {
                lock(&self.exchange.peers).forget_silent(now);
                if !self.registry.lobby().has_others() {
                    return Ok(());
                }
            }
            Role::Another(node) => {
                let is_due = |(to, at)| to != node || now.since(at) >= HELLO;
                if memory.hello.is_none_or(is_due) {
                    memory.hello = Some((node, now));
                    let anew = !self.exchange.mirror().is_whole();
                    self.exchange.post(node, Message::Hello { anew });
                    self.exchange.mirror().expire(now);
                    self.report_presence(node, false, now);
                }
            }
        }
        self.report_seats().await?;
        self.read_envelopes(memory, role).await?;
        if role == Role::Ours {
            self.exchange.post_standings(self);
        }
        self.send_envelopes().await
    }

    /// Reports who of those who seek is there by now, and who is not any more.
    fn report_presence(&self, node: i64, anew: bool, now: Moment) {
        let seekers: Vec<PlayerId> = self.exchange.mirror().seekers().collect();
        let mut reported = lock(&self.exchange.reported);
        if anew {
            reported.clear();
        }
        let mut came = Vec::new();
        for who in seekers.into_iter().filter(|&who| self.listeners.is_there(who, now)) {
            if reported.insert(who, now).is_none() {
                came.push(who);
            }
        }
        let mut left = Vec::new();
        reported.retain(|&who, at| {
            // A player who has only just called may not be known to seek yet.
            let stays = now.since(*at) < CALLING && self.listeners.is_there(who, now);
            if !stays {
                left.push(who);
            }
            stays
        });
        if anew || !came.is_empty() || !left.is_empty() {
            self.exchange.post(node, Message::Presence { anew, came, left });
        }
    }

    /// Has the other servers signal to players whose matches here have changed.
    async fn report_seats(&self) -> Result<(), StoreError> {
        let people = self.registry.take_shared_seats();
        if people.is_empty() {
            return Ok(());
        }
        let own = self.store.own_node();
        let nodes = self.store.nodes().await?;
        for (node, _) in nodes.into_iter().filter(|(node, _)| *node != own) {
            for some in people.chunks(PEOPLE_OF_ONE) {
                self.exchange.post(node, Message::Seats(some.to_vec()));
            }
        }
        Ok(())
    }

    async fn read_envelopes(
        self: &Arc<Self>,
        memory: &mut Memory,
        role: Role,
    ) -> Result<(), StoreError> {
        loop {
            if !memory.done.is_empty() {
                self.store.discard_envelopes(&memory.done).await?;
                memory.done.clear();
            }
            let envelopes = self.store.read_envelopes(AT_ONCE).await?;
            let is_last = u32::try_from(envelopes.len()).is_ok_and(|count| count < AT_ONCE);
            for Received { sender, number, body } in envelopes {
                memory.done.push((sender, number));
                let last = memory.read.entry(sender).or_default();
                // Sent twice, since the sender could not know that it had been.
                if number <= *last {
                    continue;
                }
                *last = number;
                match Message::read(&body) {
                    Ok(message) => self.receive(sender, message, role),
                    Err(error) => tracing::warn!(%error, "an envelope cannot be read"),
                }
            }
            if is_last {
                break;
            }
        }
        if !memory.done.is_empty() {
            self.store.discard_envelopes(&memory.done).await?;
            memory.done.clear();
        }
        Ok(())
    }

    fn receive(self: &Arc<Self>, sender: i64, message: Message, role: Role) {
        let now = self.time.now();
        match (message, role) {
            (Message::Hello { anew }, Role::Ours) => {
                let board = self.board();
                lock(&self.exchange.peers).hello(sender, anew, board.people(), now);
            }
            (Message::Presence { anew, came, left }, Role::Ours) => {
                lock(&self.exchange.peers).note_presence(sender, anew, &came, &left);
            }
            (Message::Call(number, call), Role::Ours) => {
                lock(&self.exchange.peers).note_presence(sender, false, &[call.who()], &[]);
                let this = Arc::clone(self);
                self.tasks.spawn(async move {
                    let outcome = this.carry_out(call).await;
                    // How they stand now is known there before the reply.
                    this.exchange.post_standings(&this);
                    this.exchange.post(sender, Message::Reply(number, outcome));
                });
            }
            (Message::Reply(number, outcome), Role::Another(node)) if node == sender => {
                if let Some(waiting) = lock(&self.exchange.calls).waiting.remove(&number) {
                    // The caller may have gone away.
                    let _ = waiting.send(outcome);
                }
            }
            (Message::Standings { anew, of }, Role::Another(node)) if node == sender => {
                let concerned = self.exchange.mirror().apply(anew, of, now);
                self.listeners.notify(concerned);
                if anew {
                    self.report_presence(node, true, now);
                }
            }
            (Message::Seats(people), _) => self.listeners.notify(people),
            // From before another server came to decide.
            (
                Message::Hello { .. }
                | Message::Presence { .. }
                | Message::Call(..)
                | Message::Reply(..)
                | Message::Standings { .. },
                Role::Unknown | Role::Ours | Role::Another(_),
            ) => {}
        }
    }

    /// Does what another server asks for.
    async fn carry_out(self: &Arc<Self>, call: Call) -> Outcome {
        let outcome = match call {
            Call::Seek(seek, caller) => self.seek_here(*seek, caller).await.map(|()| true),
            Call::Withdraw(who) => self.withdraw_here(who).await,
            Call::Answer(who, found, accepts) => {
                return match self.answer_here(who, found, accepts).await {
                    Ok(()) => Outcome::Done,
                    Err(_) => Outcome::NobodyFound,
                };
            }
        };
        match outcome {
            Ok(true) => Outcome::Done,
            Ok(false) => Outcome::Nothing,
            Err(SeekError::Full) => Outcome::Full,
            Err(SeekError::TooMany) => Outcome::TooMany,
            Err(SeekError::Wait(wait)) => Outcome::Wait(wait),
            Err(SeekError::Settling) => Outcome::Settling,
            Err(SeekError::Store(_)) => Outcome::Unavailable,
        }
    }

    async fn send_envelopes(&self) -> Result<(), StoreError> {
        loop {
            let envelopes: Vec<Envelope> = {
                let outbox = lock(&self.exchange.outbox);
                let some = outbox.envelopes.iter().take(usize::try_from(AT_ONCE).unwrap_or(1));
                some.cloned().collect()
            };
            if envelopes.is_empty() {
                return Ok(());
            }
            self.store.send_envelopes(&envelopes).await?;
            lock(&self.exchange.outbox).envelopes.drain(..envelopes.len());
        }
    }
}
