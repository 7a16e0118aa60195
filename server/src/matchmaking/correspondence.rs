//! The correspondence of the node that pairs seeks with the others.
//!
//! A node sends its envelopes at once. It looks for those of others when the bus has news of them, or ten
//! times a second while news may be missing. It does nothing while there is no other node.

use super::matchmaker::{Matchmaker, SeekError};
use crate::bus::{News, Readings};
use crate::cluster::{Call, Message, Outcome, ReadEnvelopes};
use crate::leaders::Lead;
use domain::seek_pool::Standing;
use domain::{Moment, PlayerId};
use std::sync::Arc;
use std::time::Duration;
use store::{Fence, StoreError};
use tokio::time::{MissedTickBehavior, interval};

/// How often envelopes are looked for without news of them.
const LOOK: Duration = Duration::from_millis(100);

/// How often a node shows the leader that it is alive, in milliseconds.
const HELLO: u64 = 1_000;

/// How many players one envelope names at most.
const PEOPLE_OF_ONE: usize = 500;

/// The memory of the task that corresponds.
#[derive(Debug)]
struct Memory {
    readings: Readings,
    /// Whether envelopes are to be read as soon as this node has a role.
    is_due: bool,
    read: ReadEnvelopes,
    /// The leader to which this node last showed that it is alive, and when.
    hello: Option<(i64, Moment)>,
}

impl Matchmaker {
    /// Corresponds with the other servers, as long as it is polled.
    pub(super) async fn correspond(self: &Arc<Self>) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let readings = self.cluster.bus().readings(News::Envelopes);
        let read = ReadEnvelopes::default();
        let mut memory = Memory { readings, is_due: true, read, hello: None };
        loop {
            tokio::select! {
                _ = looks.tick() => {}
                () = self.exchange.nudged() => {}
                () = memory.readings.due() => {}
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
        // Also if nothing can be read yet: otherwise the next turn would not wait.
        memory.is_due |= memory.readings.take() || self.cluster.bus().is_stale();
        let now = self.time.now();
        let role = *self.role.borrow();
        match role {
            Lead::Unknown => return Ok(()),
            Lead::Ours(_) => {
                self.exchange.peers().forget_silent(now);
                if !self.cluster.has_others() {
                    return Ok(());
                }
            }
            Lead::Another(node) => {
                let is_due = |(to, at)| to != node || now.since(at) >= HELLO;
                if memory.hello.is_none_or(is_due) {
                    memory.hello = Some((node, now));
                    let anew = !self.exchange.mirror().is_whole();
                    self.exchange.post(node, Message::Hello { anew });
                    self.exchange.mirror().expire(now);
                    self.exchange
                        .report_presence(node, false, now, |who| self.presence.is_reachable(who));
                }
            }
        }
        self.announce().await?;
        if memory.is_due {
            let receive = |sender, message| self.receive(sender, message, role);
            self.exchange.read(&self.store, &mut memory.read, receive).await?;
            memory.is_due = false;
        }
        if matches!(role, Lead::Ours(_)) {
            self.exchange.post_standings(|people| self.standings(people));
        }
        for node in self.exchange.send(&self.store).await? {
            self.cluster.bus().publish_to(node, News::Envelopes);
        }
        Ok(())
    }

    /// Has the other servers signal to players whose matches here have changed, and show the new names of
    /// those who have renamed themselves here.
    async fn announce(&self) -> Result<(), StoreError> {
        let (people, renamed) = (self.cluster.take_shared_seats(), self.cluster.take_renamed());
        if people.is_empty() && renamed.is_empty() {
            return Ok(());
        }
        let own = self.store.own_node();
        let nodes = self.store.nodes().await?;
        for node in nodes.into_iter().filter(|node| node.id != own) {
            for some in people.chunks(PEOPLE_OF_ONE) {
                self.exchange.post(node.id, Message::Seats(some.to_vec()));
            }
            for some in renamed.chunks(PEOPLE_OF_ONE) {
                self.exchange.post(node.id, Message::Renamed(some.to_vec()));
            }
        }
        Ok(())
    }

    /// Shows the names of some players in their matches here, as the store has them now.
    async fn show_names(self: Arc<Self>, renamed: Vec<PlayerId>) {
        for who in renamed {
            match self.store.guest(who).await {
                Ok(found) => self.registry.rename(&Arc::new(found.player(who))).await,
                Err(error) => tracing::debug!(%error, "a new name cannot be read"),
            }
        }
    }

    /// Does what another server's message asks for, if it comes from where this role expects it.
    pub(super) fn receive(self: &Arc<Self>, sender: i64, message: Message, role: Lead) {
        let now = self.time.now();
        match (message, role) {
            (Message::Hello { anew }, Lead::Ours(_)) => {
                let board = self.board();
                self.exchange.peers().hello(sender, anew, board.people(), now);
            }
            (Message::Presence { anew, came, left }, Lead::Ours(_)) => {
                self.exchange.peers().record_presence(sender, anew, &came, &left);
            }
            (Message::Call(number, call), Lead::Ours(by)) => {
                self.exchange.peers().record_presence(sender, false, &[call.who()], &[]);
                let this = Arc::clone(self);
                self.tasks.spawn(async move {
                    // Otherwise another server leads, which is asked again.
                    let Some(outcome) = this.carry_out(by, call).await else { return };
                    // How they stand now is known there before the reply.
                    this.exchange.post_standings(|people| this.standings(people));
                    this.exchange.post(sender, Message::Reply(number, outcome));
                });
            }
            (Message::Reply(number, outcome), Lead::Another(node)) if node == sender => {
                self.exchange.answer(number, outcome);
            }
            (Message::Standings { anew, of }, Lead::Another(node)) if node == sender => {
                let concerned = self.exchange.mirror().apply(anew, of, now);
                self.presence.notify(concerned);
                if anew {
                    self.exchange
                        .report_presence(node, true, now, |who| self.presence.is_reachable(who));
                }
            }
            (Message::Seats(people), _) => self.presence.notify(people),
            (Message::Renamed(people), _) => {
                self.tasks.spawn(Arc::clone(self).show_names(people));
            }
            // From before another server came to decide.
            (
                Message::Hello { .. }
                | Message::Presence { .. }
                | Message::Call(..)
                | Message::Reply(..)
                | Message::Standings { .. },
                Lead::Unknown | Lead::Ours(_) | Lead::Another(_),
            ) => {}
        }
    }

    /// The standings of some players at this node.
    fn standings(&self, people: Vec<PlayerId>) -> Vec<(PlayerId, Standing)> {
        let board = self.board();
        people.into_iter().map(|who| (who, board.standing(who))).collect()
    }

    /// Does what another server asks for; none if this one leads no longer.
    async fn carry_out(self: &Arc<Self>, by: Fence, call: Call) -> Option<Outcome> {
        let outcome = match call {
            Call::Seek(seek, caller) => self.seek_here(by, *seek, caller).await.map(|()| true),
            Call::Withdraw(who) => self.withdraw_here(by, who).await,
            Call::Answer(who, found, accepts) => {
                return Some(match self.answer_here(by, who, found, accepts).await {
                    Ok(()) => Outcome::Done,
                    Err(_) => Outcome::NobodyFound,
                });
            }
        };
        Some(match outcome {
            Ok(true) => Outcome::Done,
            Ok(false) => Outcome::Nothing,
            Err(SeekError::Full) => Outcome::Full,
            Err(SeekError::TooMany) => Outcome::TooMany,
            Err(SeekError::Wait(wait)) => Outcome::Wait(wait),
            Err(SeekError::Settling) => Outcome::Settling,
            Err(SeekError::Store(StoreError::Fenced)) => {
                self.leaders.hurry();
                return None;
            }
            Err(SeekError::Store(_)) => Outcome::Unavailable,
        })
    }
}
