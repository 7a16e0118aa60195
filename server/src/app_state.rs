//! The state that the layers of the router share. Handlers and sockets get the parts that they name.
//!
//! It is built once at the start and never changes as a whole; each part guards its own state. Nothing
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
use crate::cluster::members::Members;
use crate::config::ServeConfig;
use crate::forwarding::Forwarding;
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::moderation::orders::AdminOrders;
use crate::node::Node;
use crate::notifications::push::Vapid;
use crate::permits::Exports;
use crate::presence::Presence;
use crate::tablebase::Tablebase;
use crate::time::TimeSource;
use std::sync::Arc;
use store::Database;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The state of which every handler gets parts.
pub(crate) type AppState = Arc<App>;

/// The state shared by the parts of a running server.
#[derive(Debug)]
pub(crate) struct App {
    /// The use cases.
    pub(crate) actions: Arc<Actions>,
    pub(crate) config: ServeConfig,
    /// The server's time.
    pub(crate) time: Arc<TimeSource>,
    /// The files for browsers, with their version.
    pub(crate) client: Arc<Client>,
    pub(crate) store: Database,
    pub(crate) registry: Arc<Registry>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) node: Arc<Node>,
    /// The trees of stored games.
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) keys: Arc<Keys>,
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
    /// The tables of solved games.
    pub(crate) tablebase: Arc<Tablebase>,
    pub(crate) addresses: Arc<Addresses>,
    /// The sockets that other nodes forward and have counted.
    pub(crate) forwarded: Arc<Addresses>,
    /// This node and the others.
    pub(crate) members: Arc<Members>,
    /// The way to the other nodes, where there can be some.
    pub(crate) forwarding: Option<Arc<Forwarding>>,
    /// The limits of rates.
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) exports: Arc<Exports>,
    /// The key by which push services know this server.
    pub(crate) vapid: Arc<Vapid>,
    /// Cancelled when the server begins to stop.
    pub(crate) shutdown: CancellationToken,
    /// Cancelled when another node has taken this one to be gone.
    pub(crate) fenced: CancellationToken,
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

parts!(
    accounts: Accounts,
    actions: Actions,
    analyses: Analyses,
    client: Client,
    exports: Exports,
    keys: Keys,
    limiter: Limiter,
    lobby: Lobby,
    node: Node,
    orders: AdminOrders,
    registry: Registry,
    tablebase: Tablebase,
    time: TimeSource,
    vapid: Vapid,
);

impl App {
    /// Whether another node has taken this one to be gone.
    pub(crate) fn is_fenced(&self) -> bool {
        self.fenced.is_cancelled()
    }

    /// Whether the server has begun to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.shutdown.is_cancelled()
    }
}
