//! The state of this node: whether it is ready for players, and the figures of its load.

use crate::bus::Bus;
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::metrics::NodeStatus;
use crate::moderation::orders::AdminOrders;
use crate::presence::Presence;
use crate::store_health::StoreHealth;
use domain::Moment;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The parts of a running server from which the state of its node is read.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) registry: Arc<Registry>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) orders: Arc<AdminOrders>,
    pub(crate) store_health: Arc<StoreHealth>,
    pub(crate) bus: Arc<Bus>,
    /// Cancelled when the server begins to stop.
    pub(crate) shutdown: CancellationToken,
}

impl Node {
    /// Whether matches can be played. A node that drains is ready: its matches continue.
    pub(crate) fn is_ready(&self) -> bool {
        // By the latest sign of life; the store is not queried.
        !self.shutdown.is_cancelled() && self.store_health.is_up(self.registry.now())
    }

    /// Whether an operator lets the node drain.
    pub(crate) fn is_draining(&self) -> bool {
        self.orders.is_draining()
    }

    /// Since when news of other nodes may be missing, so that the lobby and the players online may be late.
    pub(crate) fn stale_since(&self) -> Option<Moment> {
        self.bus.stale_since()
    }

    /// The state as it is measured.
    pub(crate) fn status(&self) -> NodeStatus {
        let (connections, live) = (self.presence.connections(), self.lobby.live());
        NodeStatus {
            matches: self.registry.len(),
            live,
            connections,
            waiting: self.registry.waiting(),
            is_ready: self.is_ready(),
            is_draining: self.is_draining(),
            stale_for: self
                .stale_since()
                .map_or(0, |since| self.registry.now().since(since) / 1_000),
        }
    }
}
