//! Membership: this node writes how it is for operators and the others, and knows the others.
//!
//! Each node writes its name, version, internal address, load and phase with every heartbeat, and reads
//! those of the others. On a database that is not shared it only writes, and only when something has
//! changed.

use crate::live::Registry;
use crate::moderation::orders::AdminOrders;
use crate::runtime::{Runtime, Ticks};
use crate::store_health::HEARTBEAT;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Database, Node, NodeState, NodeStatus, StoreError};
use tokio_util::sync::CancellationToken;

/// Starts the membership of this node.
pub(crate) fn start(
    runtime: &Runtime,
    identity: NodeIdentity,
    registry: Arc<Registry>,
    orders: Arc<AdminOrders>,
) -> Arc<Members> {
    let (store, shutdown) = (runtime.store.clone(), runtime.shutdown.clone());
    let members =
        Arc::new(Members { store, identity, registry, orders, shutdown, others: Mutex::default() });
    let (kept, ticks) = (Arc::clone(&members), runtime.every(HEARTBEAT));
    runtime.add("membership", async move { kept.keep_current(ticks).await });
    members
}

/// How a node is called and reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NodeIdentity {
    /// Its name, for operators.
    pub(crate) name: String,
    /// Where other nodes reach it.
    pub(crate) address: Option<String>,
}

/// This node and the others.
#[derive(Debug)]
pub(crate) struct Members {
    store: Database,
    identity: NodeIdentity,
    registry: Arc<Registry>,
    orders: Arc<AdminOrders>,
    shutdown: CancellationToken,
    others: Mutex<Arc<Vec<Node>>>,
}

impl Members {
    /// The other nodes, as of the last heartbeat.
    pub(crate) fn others(&self) -> Arc<Vec<Node>> {
        Arc::clone(&self.lock())
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
        *self.lock() = Arc::new(nodes);
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

    /// Nothing under this lock panics half-way, so a poisoned one is still whole.
    fn lock(&self) -> MutexGuard<'_, Arc<Vec<Node>>> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
