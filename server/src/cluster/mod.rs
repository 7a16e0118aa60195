//! State shared by the nodes on one database: public matches, seats, presence, and the messages about seeks.
//! `members` knows which nodes there are.
//!
//! Each node writes its part to the database and reads the parts of the others, when the bus brings news
//! of them; without a bus it polls. A node by itself writes nothing. The messages are in `messages`.

mod exchange;
mod matches;
pub(crate) mod members;
mod messages;
mod mirror;
mod online;
mod peers;
mod seats;

pub(crate) use exchange::{Exchange, ReadEnvelopes};
pub(crate) use messages::{Call, Message, Outcome};

use crate::bus::Bus;
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::presence::Presence;
use crate::runtime::{Runtime, until_shutdown};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::Database;

/// Starts the exchange with other nodes, if the database can be shared.
pub(crate) fn start(
    runtime: &Runtime,
    registry: Arc<Registry>,
    lobby: Arc<Lobby>,
    presence: Arc<Presence>,
    bus: Arc<Bus>,
) -> Arc<Cluster> {
    let cluster = Cluster::new(runtime.store.clone(), registry, lobby, presence, bus);
    if runtime.store.is_shared() {
        let exchanging = Arc::clone(&cluster);
        let exchange = async move { exchanging.exchange().await };
        runtime.add("cluster", until_shutdown(runtime.shutdown.clone(), exchange));
    }
    cluster
}

/// This node among the others.
#[derive(Debug)]
pub(crate) struct Cluster {
    store: Database,
    registry: Arc<Registry>,
    lobby: Arc<Lobby>,
    presence: Arc<Presence>,
    bus: Arc<Bus>,
    /// Whether there were other nodes on the database a moment ago.
    has_others: AtomicBool,
}

impl Cluster {
    /// A node that knows of no others yet.
    pub(crate) fn new(
        store: Database,
        registry: Arc<Registry>,
        lobby: Arc<Lobby>,
        presence: Arc<Presence>,
        bus: Arc<Bus>,
    ) -> Arc<Self> {
        let has_others = AtomicBool::new(false);
        Arc::new(Self { store, registry, lobby, presence, bus, has_others })
    }

    /// Whether there are other nodes on the database, as of about a second ago.
    pub(crate) fn has_others(&self) -> bool {
        self.has_others.load(Ordering::Relaxed)
    }

    /// Exchanges public matches, seats and presence, as long as it is polled.
    async fn exchange(&self) {
        tokio::join!(self.exchange_matches(), self.share_seats(), self.share_presence());
    }
}
