//! State shared by the nodes on one database: public matches, seats, presence, the ends of credentials, and
//! the messages about seeks.
//! `members` knows which nodes there are.
//!
//! Each node writes its part to the database and reads the parts of the others, when the bus brings news
//! of them; without a bus it polls. A node by itself writes nothing. The messages are in `messages`.

mod credentials;
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

use crate::accounts::sockets::OpenSockets;
use crate::bus::{Bus, News};
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::presence::Presence;
use crate::runtime::{Runtime, until_shutdown};
use domain::PlayerId;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::Database;

/// The most players whose new names wait to be announced; the others show them later.
const MAX_RENAMED: usize = 10_000;

/// Starts the exchange with other nodes, if the database can be shared.
pub(crate) fn start(
    runtime: &Runtime,
    registry: Arc<Registry>,
    lobby: Arc<Lobby>,
    presence: Arc<Presence>,
    sockets: Arc<OpenSockets>,
    bus: Arc<Bus>,
) -> Arc<Cluster> {
    let cluster = Cluster::new(runtime.store.clone(), registry, lobby, presence, Arc::clone(&bus));
    if runtime.store.is_shared() {
        let exchanging = Arc::clone(&cluster);
        let exchange = async move { exchanging.exchange().await };
        runtime.add("cluster", until_shutdown(runtime.shutdown.clone(), exchange));
        let ends = credentials::exchange(runtime.store.clone(), sockets, bus, runtime.time);
        runtime.add("ends of credentials", until_shutdown(runtime.shutdown.clone(), ends));
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
    /// The players with new names, which the other nodes do not know yet.
    renamed: Mutex<Vec<PlayerId>>,
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
        let (has_others, renamed) = (AtomicBool::new(false), Mutex::default());
        Arc::new(Self { store, registry, lobby, presence, bus, has_others, renamed })
    }

    /// Whether there are other nodes on the database, as of about a second ago.
    pub(crate) fn has_others(&self) -> bool {
        self.has_others.load(Ordering::Relaxed)
    }

    /// The news of this node and of the others.
    pub(crate) fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Has the other nodes show the new name of a player in the matches that they hold.
    pub(crate) fn announce_name(&self, player: PlayerId) {
        if self.has_others() {
            let mut renamed = self.renamed();
            if renamed.len() < MAX_RENAMED {
                renamed.push(player);
            }
        }
    }

    /// The players announced since the last call.
    #[must_use]
    pub(crate) fn take_renamed(&self) -> Vec<PlayerId> {
        std::mem::take(&mut *self.renamed())
    }

    fn renamed(&self) -> MutexGuard<'_, Vec<PlayerId>> {
        // Nothing under this lock panics half-way, so a poisoned one is still whole.
        self.renamed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has all nodes read the orders of moderators.
    pub(crate) fn announce_orders(&self) {
        self.bus.publish(News::Orders);
    }

    /// Exchanges public matches, seats and presence, as long as it is polled.
    async fn exchange(&self) {
        tokio::join!(self.exchange_matches(), self.share_seats(), self.share_presence());
    }
}
