//! Hand-over of this node's matches to the nodes that serve, while it drains or before it stops: some
//! at a time, so that each match is away for a moment only.

use super::{Forwarding, Peer};
use crate::cluster::members::Members;
use crate::live::Registry;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The matches that are handed over at a time.
const AT_ONCE: usize = 32;

/// How long a node that is asked to stop hands matches over; the others are then taken over.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// How this node gives its matches away.
#[derive(Debug)]
pub(crate) struct Handover {
    pub(super) forwarding: Arc<Forwarding>,
    pub(super) registry: Arc<Registry>,
    pub(super) members: Arc<Members>,
}

impl Handover {
    /// Hands all matches over before this node stops, as far as other nodes serve.
    pub(crate) async fn leave(&self) {
        let leaving = async {
            self.members.exchange_now().await;
            if !self.members.others().is_empty() {
                self.hand_over_all().await;
            }
        };
        if timeout(STOP_TIMEOUT, leaving).await.is_err() {
            tracing::warn!("not all matches were handed over in time");
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
        let mut moved = 0;
        for some in held.chunks(AT_ONCE) {
            let count = u32::try_from(some.len()).unwrap_or(u32::MAX);
            let Some(heir) = self.members.choose_heir(count) else { break };
            moved += self.registry.hand_over(some, heir.id).await;
            if let Some(address) = heir.status.address {
                self.forwarding.announce_matches(&Peer { id: heir.id, address }).await;
            }
        }
        if moved > 0 {
            tracing::info!(matches = moved, "handed over to other nodes");
        }
    }
}
