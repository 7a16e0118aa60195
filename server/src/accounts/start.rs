//! The start of accounts.

use super::Accounts;
use super::identity::Seals;
use super::lookups::Lookups;
use super::sockets::OpenSockets;
use super::tokens::Tokens;
use crate::runtime::{Runtime, Ticks};
use crate::store_health::HEARTBEAT;
use crate::time::TimeSource;
use std::sync::Arc;
use store::Database;

/// The handles of accounts.
pub(crate) struct AccountHandles {
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) tokens: Arc<Tokens>,
}

/// Starts accounts.
pub(crate) fn start(
    runtime: &Runtime,
    seals: Seals,
    sockets: Arc<OpenSockets>,
    lookups: Arc<Lookups>,
    confirms_for: u64,
) -> AccountHandles {
    let tokens = Arc::new(Tokens::new(Arc::clone(&lookups)));
    let store = runtime.store.clone();
    let accounts = Accounts::new(
        store.clone(),
        Arc::clone(&sockets),
        Arc::clone(&tokens),
        seals,
        lookups,
        confirms_for,
    );
    let sign_out = sign_out(sockets, store, runtime.time, runtime.every(HEARTBEAT));
    runtime.add("end of sockets with their session", sign_out);
    AccountHandles { accounts: Arc::new(accounts), tokens }
}

/// Ends the sockets of credentials that have ended on another node, or by their age.
async fn sign_out(sockets: Arc<OpenSockets>, store: Database, time: TimeSource, mut ticks: Ticks) {
    while ticks.next().await {
        sockets.check(&store, time.now()).await;
    }
}
