//! Hand-over of this node's matches to the nodes that serve, while it drains or before it stops: some
//! at a time, so that each match is away for a moment only.

use super::{Forwarding, Peer};
use crate::cluster::members::Members;
use crate::leaders::Leaders;
use crate::live::{Moved, Registry};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout};

/// The matches that are handed over at a time.
const MATCHES_PER_STEP: usize = 32;

/// How long one connection whose match was handed over holds up the next matches, so that its client is
/// at the other node before more come.
const PER_CONNECTION: Duration = Duration::from_millis(1);

/// How long all of that may take together.
const PACED_FOR: Duration = Duration::from_secs(12);

/// How long a node that is asked to stop hands matches over; the others are then taken over.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// How this node gives its matches away.
#[derive(Debug)]
pub(crate) struct Handover {
    pub(super) forwarding: Arc<Forwarding>,
    pub(super) registry: Arc<Registry>,
    pub(super) members: Arc<Members>,
    pub(super) leaders: Arc<Leaders>,
}

impl Handover {
    /// Hands all matches over before this node stops, as far as other nodes serve.
    pub(crate) async fn leave(&self) {
        let leaving = async {
            self.members.exchange_now().await;
            self.give_lead_away().await;
            if !self.members.others().is_empty() {
                self.hand_over_all().await;
            }
        };
        if timeout(STOP_TIMEOUT, leaving).await.is_err() {
            tracing::warn!("not all matches were handed over in time");
        }
    }

    /// Gives away what this node leads in beyond its share: everything, if it leaves.
    pub(super) async fn give_lead_away(&self) {
        let heirs = match self.leaders.give_away().await {
            Ok(heirs) => heirs,
            Err(error) => return tracing::warn!(%error, "the lead cannot be given away"),
        };
        let others = self.members.others();
        for heir in others.iter().filter(|node| heirs.contains(&node.id)) {
            if let Some(address) = heir.status.address.clone() {
                self.forwarding.announce_given(&Peer { id: heir.id, address }).await;
            }
        }
    }

    /// Hands over the matches that this node holds, until none is left or no other node serves.
    pub(super) async fn hand_over_all(&self) {
        let held = match self.registry.store().held().await {
            Ok(held) => held,
            Err(error) => {
                tracing::warn!(%error, "matches cannot be handed over");
                return;
            }
        };
        let (mut moved, end) = (0, Instant::now() + PACED_FOR);
        let steps = held.chunks(MATCHES_PER_STEP);
        for (left, some) in
            (1_u32..=u32::try_from(steps.len()).unwrap_or(u32::MAX)).rev().zip(steps)
        {
            let began = Instant::now();
            let count = u32::try_from(some.len()).unwrap_or(u32::MAX);
            let Some(heir) = self.members.choose_heir(count) else { break };
            let Moved { matches, connections } = self.registry.hand_over(some, heir.id).await;
            moved += matches;
            if let Some(address) = heir.status.address {
                self.forwarding.announce_given(&Peer { id: heir.id, address }).await;
            }
            let step = step_duration(connections, end.saturating_duration_since(began), left);
            sleep_until(began + step).await;
        }
        if moved > 0 {
            tracing::info!(matches = moved, "handed over to other nodes");
        }
    }
}

/// How long a step lasts at which so many connections ended: at most its part of the time that is left
/// for `steps`, this one included.
fn step_duration(connections: usize, left: Duration, steps: u32) -> Duration {
    let connections = u32::try_from(connections).unwrap_or(u32::MAX);
    (PER_CONNECTION * connections).min(left / steps.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_of_one_step_come_back_before_the_next() {
        let left = Duration::from_secs(10);
        assert_eq!(step_duration(0, left, 100), Duration::ZERO, "nobody is disturbed");
        assert_eq!(step_duration(64, left, 100), Duration::from_millis(64));
        assert_eq!(step_duration(usize::MAX, left, 100), Duration::from_millis(100));
        assert_eq!(step_duration(64, Duration::ZERO, 100), Duration::ZERO, "no time is left");
    }
}
