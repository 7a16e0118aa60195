//! The state that every handler and every socket shares, and whether an address may do something
//! now.
//!
//! It is built once by `app` and never changes as a whole; each part guards its own state. Nothing
//! here decides rules or writes to the store.

use crate::accounts::Accounts;
use crate::accounts::identity::Keys;
use crate::accounts::lookups::Lookups;
use crate::accounts::sockets::OpenSockets;
use crate::accounts::tokens::Tokens;
use crate::actions::Actions;
use crate::addresses::{Addresses, Limiter};
use crate::analysis::Analyses;
use crate::client::Client;
use crate::config::ServeConfig;
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::metrics::NodeStatus;
use crate::moderation::orders::AdminOrders;
use crate::notifications::mail::Mail;
use crate::notifications::push::{Reach, Vapid};
use crate::permits::Exports;
use crate::presence::Presence;
use crate::store_health::StoreHealth;
use crate::tablebase::Tablebase;
use bytes::Bytes;
use domain::Moment;
use std::sync::Arc;
use store::Database;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The state that every handler gets.
pub(crate) type AppState = Arc<App>;

/// The state shared by the parts of a running server.
#[derive(Debug)]
pub(crate) struct App {
    /// The use cases.
    pub(crate) actions: Arc<Actions>,
    pub(crate) config: ServeConfig,
    /// The files for browsers, with their version.
    pub(crate) client: Client,
    pub(crate) store: Database,
    pub(crate) registry: Arc<Registry>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) lobby: Arc<Lobby>,
    /// The trees of stored games.
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) keys: Keys,
    /// The look-ups of credentials.
    pub(crate) lookups: Arc<Lookups>,
    /// The valid tokens of bots.
    pub(crate) tokens: Arc<Tokens>,
    /// Registered players.
    pub(crate) accounts: Arc<Accounts>,
    /// The open sockets that have a session or a token.
    pub(crate) sockets: Arc<OpenSockets>,
    /// The orders that operators gave.
    pub(crate) orders: Arc<AdminOrders>,
    /// The answer to `GET /api/games`, written once.
    pub(crate) catalogue: Bytes,
    /// The tables of solved games.
    pub(crate) tablebase: Arc<Tablebase>,
    pub(crate) addresses: Arc<Addresses>,
    /// The limits of rates.
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) exports: Exports,
    pub(crate) store_health: Arc<StoreHealth>,
    pub(crate) mail: Option<Arc<Mail>>,
    /// The key by which push services know this server.
    pub(crate) vapid: Arc<Vapid>,
    /// Cancelled when the server begins to stop.
    pub(crate) shutdown: CancellationToken,
    /// The connections and other tasks that must end before the store is closed.
    pub(crate) tasks: TaskTracker,
}

/// State with a part that a handler can ask for by itself.
pub(crate) trait Has<T> {
    /// The part.
    fn part(&self) -> &Arc<T>;
}

macro_rules! parts {
    ($($part:ident: $type:ty),+ $(,)?) => {$(
        impl Has<$type> for AppState {
            fn part(&self) -> &Arc<$type> {
                &self.$part
            }
        }
    )+};
}

parts!(actions: Actions, accounts: Accounts, limiter: Limiter, tablebase: Tablebase);

impl App {
    /// What sends mail; none unless the operator has a mail server.
    pub(crate) fn mail(&self) -> Option<&Mail> {
        self.mail.as_deref()
    }

    /// Which push services are sent to.
    pub(crate) const fn push_reach(&self) -> Reach {
        if self.config.push_loopback { Reach::Loopback } else { Reach::Internet }
    }

    /// The server's time.
    pub(crate) fn now(&self) -> Moment {
        self.registry.now()
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.shutdown.is_cancelled()
    }

    /// Whether the store accepts writes, by the latest sign of life; does not query it.
    pub(crate) fn can_write(&self) -> bool {
        self.store_health.is_up(self.registry.now())
    }

    /// Whether matches can be played. A server that drains is ready: its matches continue.
    pub(crate) fn is_ready(&self) -> bool {
        !self.is_stopping() && self.can_write()
    }

    /// The state of this node as it is measured.
    pub(crate) fn status(&self) -> NodeStatus {
        let (connections, live) = (self.presence.connections(), self.lobby.live());
        NodeStatus {
            matches: self.registry.len(),
            live,
            connections,
            waiting: self.registry.waiting(),
            is_ready: self.is_ready(),
            is_draining: self.orders.is_draining(),
        }
    }
}
