//! Membership: this node writes how it is for operators and the others, and knows the others.
//!
//! Each node writes its name, version, internal address, load and phase with every heartbeat, and reads
//! those of the others. On a database that is not shared it only writes, and only when something has
//! changed.

use crate::bus::Bus;
use crate::live::Registry;
use crate::moderation::orders::AdminOrders;
use crate::runtime::{Runtime, Ticks};
use crate::store_health::heartbeat_interval;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Database, Node, NodeState, NodeStatus, StoreError};
use tokio_util::sync::CancellationToken;

/// By how many matches, and a quarter, another node must have fewer until it creates those that this one
/// is asked for.
const MARGIN: u32 = 16;

/// Starts the membership of this node.
pub(crate) fn start(
    runtime: &Runtime,
    identity: NodeIdentity,
    registry: Arc<Registry>,
    orders: Arc<AdminOrders>,
    bus: Arc<Bus>,
) -> Arc<Members> {
    let (store, shutdown) = (runtime.store.clone(), runtime.asked.clone());
    let members = Arc::new(Members {
        store,
        identity,
        registry,
        orders,
        bus,
        shutdown,
        others: Mutex::default(),
        given: Mutex::default(),
    });
    let (kept, ticks) = (Arc::clone(&members), runtime.every(heartbeat_interval(&runtime.store)));
    runtime.add("membership", async move { kept.keep_current(ticks).await });
    members
}

/// How a node is called and reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NodeIdentity {
    /// Its name, for operators.
    pub(crate) name: String,
    /// The address at which other nodes reach it.
    pub(crate) address: Option<String>,
}

/// This node and the others.
#[derive(Debug)]
pub(crate) struct Members {
    store: Database,
    identity: NodeIdentity,
    registry: Arc<Registry>,
    orders: Arc<AdminOrders>,
    bus: Arc<Bus>,
    shutdown: CancellationToken,
    others: Mutex<Arc<Vec<Node>>>,
    /// How many matches each node has been given since its load was read.
    given: Mutex<HashMap<i64, u32>>,
}

impl Members {
    /// The other nodes, as of the last heartbeat.
    pub(crate) fn others(&self) -> Arc<Vec<Node>> {
        Arc::clone(&lock(&self.others))
    }

    /// Writes at once how this node is, so that the others do not count on it, and reads how they are.
    pub(crate) async fn exchange_now(&self) {
        if let Err(error) = self.exchange(&mut None).await {
            tracing::debug!(%error, "the nodes on the database cannot be written or read");
        }
    }

    /// Whether this node creates no matches and gives away those that it has.
    pub(crate) fn is_leaving(&self) -> bool {
        self.state() == NodeState::Draining
    }

    /// The serving node, other than this one, with the fewest matches, which is to get so many more.
    pub(crate) fn choose_heir(&self, matches: u32) -> Option<Node> {
        let others = self.others();
        let mut given = lock(&self.given);
        let load = |node: &Node| {
            node.status.load.saturating_add(given.get(&node.id).copied().unwrap_or_default())
        };
        let is_open =
            |node: &&Node| node.status.state == NodeState::Serving && node.status.address.is_some();
        let heir = others.iter().filter(is_open).min_by_key(|node| (load(node), node.id))?.clone();
        *given.entry(heir.id).or_default() += matches;
        Some(heir)
    }

    /// A serving node that is to answer for this one, if this one drains.
    pub(crate) fn choose_other(&self) -> Option<Node> {
        self.is_leaving().then(|| self.choose_heir(0)).flatten()
    }

    /// The node that is to create a match, if it is another one: any serving node while this one drains,
    /// and otherwise one with clearly fewer matches, so that few requests take another hop.
    pub(crate) fn choose_creator(&self) -> Option<Node> {
        if self.is_leaving() {
            return self.choose_heir(1);
        }
        let own = u32::try_from(self.registry.len()).unwrap_or(u32::MAX);
        let others = self.others();
        let is_lower = |node: &Node| {
            node.status.load.saturating_add(MARGIN).saturating_add(node.status.load / 4) < own
        };
        others.iter().any(is_lower).then(|| self.choose_heir(1)).flatten()
    }

    /// Writes that this node starts, and warns of others that have its name or its address.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the store is away.
    pub(crate) async fn enter(&self) -> Result<(), StoreError> {
        self.store.forget_gone_nodes().await?;
        self.store.describe_node(&self.status(NodeState::Starting)).await?;
        self.read_others().await?;
        for Node { id, status, .. } in self.others().iter() {
            if status.name == self.identity.name {
                tracing::warn!(node = id, name = status.name, "another node has this node's name");
            }
            if status.address.is_some() && status.address == self.identity.address {
                let address = status.address.as_deref();
                tracing::warn!(node = id, address, "another node has this node's internal address");
            }
        }
        Ok(())
    }

    /// Writes how this node is and reads how the others are, with every heartbeat.
    async fn keep_current(&self, mut ticks: Ticks) {
        let mut written = None;
        while ticks.next().await {
            if let Err(error) = self.exchange(&mut written).await {
                tracing::debug!(%error, "the nodes on the database cannot be written or read");
            }
        }
        if let Err(error) = self.exchange(&mut written).await {
            tracing::debug!(%error, "it cannot be written that this node stops");
        }
    }

    async fn exchange(&self, written: &mut Option<NodeStatus>) -> Result<(), StoreError> {
        let status = self.status(self.state());
        if written.as_ref() != Some(&status) {
            *written = None;
            self.store.describe_node(&status).await?;
            *written = Some(status);
        }
        self.read_others().await
    }

    async fn read_others(&self) -> Result<(), StoreError> {
        if !self.store.is_shared() {
            return Ok(());
        }
        let own = self.store.own_node();
        let mut nodes = self.store.nodes().await?;
        nodes.retain(|node| node.id != own);
        lock(&self.given).clear();
        self.bus.set_members(nodes.iter().map(|node| node.id).collect());
        *lock(&self.others) = Arc::new(nodes);
        Ok(())
    }

    fn state(&self) -> NodeState {
        if self.shutdown.is_cancelled() || self.orders.is_draining() {
            NodeState::Draining
        } else {
            NodeState::Serving
        }
    }

    fn status(&self, state: NodeState) -> NodeStatus {
        NodeStatus {
            name: self.identity.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            address: self.identity.address.clone(),
            load: u32::try_from(self.registry.len()).unwrap_or(u32::MAX),
            state,
        }
    }
}

/// Nothing under these locks panics half-way, so a poisoned one is still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
