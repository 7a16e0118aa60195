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
use crate::addresses::{self, Addresses, Allowances, Guesser, LimitedAction, Wait};
use crate::analysis::Analyses;
use crate::client::Client;
use crate::config::{Limits, ServeConfig};
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::metrics::Standing;
use crate::moderation::orders::AdminOrders;
use crate::notifications::mail::Mail;
use crate::notifications::push::{Reach, Vapid};
use crate::permits::Exports;
use crate::presence::Presence;
use crate::store_health::StoreHealth;
use crate::tablebase::Tablebase;
use bytes::Bytes;
use domain::{Caller, Moment, PlayerId};
use std::net::IpAddr;
use std::sync::Arc;
use store::Database;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The state that every handler gets.
pub(crate) type AppState = Arc<App>;

/// The state shared by the parts of a running server.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) actions: Arc<Actions>,
    pub(crate) config: ServeConfig,
    pub(crate) client: Client,
    pub(crate) store: Database,
    pub(crate) registry: Arc<Registry>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) keys: Keys,
    pub(crate) lookups: Arc<Lookups>,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) sockets: Arc<OpenSockets>,
    pub(crate) orders: Arc<AdminOrders>,
    pub(crate) catalogue: Bytes,
    pub(crate) tablebase: Arc<Tablebase>,
    pub(crate) addresses: Arc<Addresses>,
    pub(crate) allowances: Arc<Allowances>,
    pub(crate) exports: Exports,
    pub(crate) store_health: Arc<StoreHealth>,
    pub(crate) mail: Option<Arc<Mail>>,
    pub(crate) vapid: Arc<Vapid>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl App {
    /// The use cases.
    pub(crate) fn actions(&self) -> &Actions {
        &self.actions
    }

    pub(crate) const fn config(&self) -> &ServeConfig {
        &self.config
    }

    /// What sends mail; none unless the operator has a mail server.
    pub(crate) fn mail(&self) -> Option<&Mail> {
        self.mail.as_deref()
    }

    /// The key by which push services know this server.
    pub(crate) fn vapid(&self) -> &Vapid {
        &self.vapid
    }

    /// Which push services are sent to.
    pub(crate) const fn push_reach(&self) -> Reach {
        if self.config.push_loopback { Reach::Loopback } else { Reach::Internet }
    }

    /// What browsers are served, which knows its version.
    pub(crate) const fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) const fn store(&self) -> &Database {
        &self.store
    }

    pub(crate) const fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The tables of solved games.
    pub(crate) const fn tablebase(&self) -> &Arc<Tablebase> {
        &self.tablebase
    }

    /// The trees of stored games.
    pub(crate) fn analyses(&self) -> &Analyses {
        &self.analyses
    }

    pub(crate) const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The look-ups of credentials.
    pub(crate) fn lookups(&self) -> &Lookups {
        &self.lookups
    }

    /// Which tokens of programs are valid.
    pub(crate) fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Those who keep their identity.
    pub(crate) fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// The open sockets that have a session or a token.
    pub(crate) const fn sockets(&self) -> &Arc<OpenSockets> {
        &self.sockets
    }

    /// The answer to `GET /api/games`, written once.
    pub(crate) const fn catalogue(&self) -> &Bytes {
        &self.catalogue
    }

    pub(crate) const fn addresses(&self) -> &Arc<Addresses> {
        &self.addresses
    }

    pub(crate) const fn exports(&self) -> &Exports {
        &self.exports
    }

    /// The server's time.
    pub(crate) fn now(&self) -> Moment {
        self.registry.now()
    }

    /// Cancelled when the server begins to stop.
    pub(crate) const fn shutdown(&self) -> &CancellationToken {
        &self.shutdown
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
    pub(crate) fn standing(&self) -> Standing {
        let (connections, live) = (self.presence.connections(), self.lobby.live());
        Standing {
            matches: self.registry.len(),
            live,
            connections,
            waiting: self.registry.waiting(),
            is_ready: self.is_ready(),
            is_draining: self.orders.is_draining(),
        }
    }

    /// The orders that operators gave.
    pub(crate) fn orders(&self) -> &AdminOrders {
        &self.orders
    }

    /// Whether rates and connections of one address are limited.
    pub(crate) fn is_limited(&self) -> bool {
        self.config.limits == Limits::On
    }

    /// Where a request comes from, if limits are on.
    pub(crate) fn caller(&self, address: IpAddr) -> Option<Caller> {
        self.is_limited().then(|| addresses::caller(address))
    }

    /// Whether an address may do something now under its limits.
    pub(crate) fn allows(&self, address: IpAddr, action: LimitedAction) -> bool {
        self.check_rate(address, action).is_ok()
    }

    /// The same; the error is how long the address has to wait.
    pub(crate) fn check_rate(&self, address: IpAddr, action: LimitedAction) -> Result<(), Wait> {
        if self.is_limited() { self.allowances.check_rate(address, action) } else { Ok(()) }
    }

    /// Reduces the sockets that an address may open, after one of them broke a limit.
    pub(crate) fn penalize(&self, address: IpAddr) {
        if self.is_limited() {
            self.allowances.penalize(address);
        }
    }

    /// Whether one more mail may be requested by a player.
    pub(crate) fn check_mail_rate_by(&self, player: PlayerId) -> Result<(), Wait> {
        if self.is_limited() {
            self.allowances.check_mail_rate_by(&player.to_string())
        } else {
            Ok(())
        }
    }

    /// Whether a player at an address may change their stored data once more.
    pub(crate) fn check_change_rate(&self, player: PlayerId, address: IpAddr) -> Result<(), Wait> {
        if self.is_limited() {
            self.allowances.check_rate(address, LimitedAction::Change)?;
            self.allowances.check_change_rate(&player.to_string())
        } else {
            Ok(())
        }
    }

    /// Whether it may be tried now to prove that an account is one's own; the account is given as
    /// text that names it alone.
    pub(crate) fn check_guess_rate(&self, account: &str, by: Guesser) -> Result<(), Wait> {
        if self.is_limited() { self.allowances.check_guess_rate(account, by) } else { Ok(()) }
    }

    /// The connections and other tasks that must end before the store is closed.
    pub(crate) const fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }
}
