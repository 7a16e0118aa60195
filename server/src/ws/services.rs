//! The parts of the server that every socket uses, whatever its subject.

use crate::accounts::sockets::OpenSockets;
use crate::actions::Actions;
use crate::addresses::{Addresses, Limiter};
use crate::client::Client;
use crate::moderation::orders::AdminOrders;
use crate::presence::Presence;
use crate::store_health::StoreHealth;
use crate::time::TimeSource;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The services of sockets, which the router makes of the server's state.
#[derive(Debug)]
pub(crate) struct Services {
    /// The use cases.
    pub(crate) actions: Arc<Actions>,
    /// The open sockets of each address.
    pub(crate) addresses: Arc<Addresses>,
    /// The sockets that other nodes forward and have counted.
    pub(crate) forwarded: Arc<Addresses>,
    /// The client's files, for their version.
    pub(crate) client: Arc<Client>,
    /// The limits of rates.
    pub(crate) limiter: Arc<Limiter>,
    /// The orders that operators gave.
    pub(crate) orders: Arc<AdminOrders>,
    /// The players who are online.
    pub(crate) presence: Arc<Presence>,
    /// The open sockets that have a session or a token.
    pub(crate) sockets: Arc<OpenSockets>,
    /// Whether this node still holds its matches.
    pub(crate) store_health: Arc<StoreHealth>,
    /// Cancelled when another node has taken this one to be gone.
    pub(crate) fenced: CancellationToken,
    /// The server's time.
    pub(crate) time: Arc<TimeSource>,
    /// Cancelled when the server begins to stop.
    pub(crate) shutdown: CancellationToken,
    /// The tasks that must end before the store is closed.
    pub(crate) tasks: TaskTracker,
}
