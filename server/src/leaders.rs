//! Leadership: the jobs that one node does for all nodes on a database, each by a lease with a fencing
//! number.
//!
//! A node looks with every heartbeat who leads in what, and takes a role that has no leader, as far as
//! it has no more than its share. A node with more than its share gives some away, and one that leaves
//! gives all away, at once. What a leader writes names the number of its lease, so it does not matter
//! how long a node believes that it leads. Roles and their numbers are in the store
//! ([`store::Role`]); a subsystem asks [`Leaders::lead`], or waits for a change by
//! [`Leaders::subscribe`]. A node by itself leads in everything.

use crate::runtime::{Runtime, Ticks};
use crate::store_health::heartbeat_interval;
use std::sync::Arc;
use store::{Database, Fence, Leader, NodeState, Role, StoreError};
use tokio::sync::{Mutex, Notify, watch};

/// Starts the look for leaders.
pub(crate) fn start(runtime: &Runtime) -> Arc<Leaders> {
    let leaders = Leaders::new(runtime.store.clone());
    if runtime.store.is_shared() {
        let (looking, ticks) =
            (Arc::clone(&leaders), runtime.every(heartbeat_interval(&runtime.store)));
        runtime.add("leadership", async move { looking.run(ticks).await });
    }
    leaders
}

/// The leader of a role, as this node knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// There is none, or it is not known.
    Unknown,
    /// This node, which writes by this number.
    Ours(Fence),
    /// Another one, by its number.
    Another(i64),
}

/// The leaders of all roles.
#[derive(Debug)]
pub(crate) struct Leaders {
    store: Database,
    roles: [watch::Sender<Lead>; Role::ALL.len()],
    hurry: Notify,
    /// One look at a time, so that none overwrites a later one.
    looking: Mutex<()>,
}

/// The nodes among which roles are shared.
struct Candidates {
    /// The other nodes that serve.
    others: Vec<i64>,
    /// Whether this node gives its roles away, and takes none.
    leaves: bool,
}

impl Candidates {
    async fn read(store: &Database) -> Result<Self, StoreError> {
        let (own, nodes) = (store.own_node(), store.nodes().await?);
        let is_draining = |state| state == NodeState::Draining;
        let leaves = nodes.iter().any(|node| node.id == own && is_draining(node.status.state));
        let serving = nodes
            .iter()
            .filter(|node| node.id != own && node.status.state == NodeState::Serving)
            .map(|node| node.id)
            .collect();
        Ok(Self { others: serving, leaves })
    }

    /// The most roles for this node. One that leaves keeps them while there is no other.
    fn share(&self) -> usize {
        match self.others.len() {
            0 => Role::ALL.len(),
            _ if self.leaves => 0,
            others => Role::ALL.len().div_ceil(others + 1),
        }
    }

    /// The other node with the fewest roles.
    fn heir(&self, leaders: &[Leader]) -> Option<i64> {
        let roles = |node: i64| leaders.iter().filter(|leader| leader.node == node).count();
        self.others.iter().copied().min_by_key(|&node| (roles(node), node))
    }
}

impl Leaders {
    /// A node that knows no leader yet; one by itself leads.
    pub(crate) fn new(store: Database) -> Arc<Self> {
        let lead = if store.is_shared() { Lead::Unknown } else { Lead::Ours(Fence::ALONE) };
        let roles = Role::ALL.map(|_| watch::Sender::new(lead));
        Arc::new(Self { store, roles, hurry: Notify::new(), looking: Mutex::default() })
    }

    /// The leader of a role.
    pub(crate) fn lead(&self, role: Role) -> Lead {
        *self.roles[role as usize].borrow()
    }

    /// Whether this node has a role. Of what a node does that has lost it without knowing, the store
    /// writes nothing that depends on it.
    pub(crate) fn is_ours(&self, role: Role) -> bool {
        matches!(self.lead(role), Lead::Ours(_))
    }

    /// The leader of a role, and its changes.
    pub(crate) fn subscribe(&self, role: Role) -> watch::Receiver<Lead> {
        self.roles[role as usize].subscribe()
    }

    /// Has the leaders looked up at once.
    pub(crate) fn hurry(&self) {
        self.hurry.notify_one();
    }

    async fn run(&self, mut ticks: Ticks) {
        loop {
            let runs = tokio::select! {
                runs = ticks.next() => runs,
                () = self.hurry.notified() => true,
            };
            if !runs {
                return;
            }
            if let Err(error) = self.look().await {
                tracing::debug!(%error, "the leaders cannot be read");
            }
        }
    }

    /// Reads who leads, and takes the roles that this node is to have.
    async fn look(&self) -> Result<(), StoreError> {
        let _looking = self.looking.lock().await;
        let candidates = Candidates::read(&self.store).await?;
        let leaders = self.store.lead(candidates.share()).await?;
        self.learn(&leaders);
        Ok(())
    }

    /// Gives away the roles that this node has beyond its share, which are all of them when it leaves;
    /// returns the nodes that have them from now on.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was not given away is given by the next call.
    pub(crate) async fn give_away(&self) -> Result<Vec<i64>, StoreError> {
        let _looking = self.looking.lock().await;
        let (own, candidates) = (self.store.own_node(), Candidates::read(&self.store).await?);
        let mut leaders = self.store.lead(0).await?;
        let mut heirs = Vec::new();
        let held = leaders.iter().filter(|leader| leader.node == own).count();
        for _ in candidates.share()..held {
            let Some(heir) = candidates.heir(&leaders) else { break };
            // Seeks last, since players notice it.
            let Some(given) = leaders.iter_mut().rfind(|leader| leader.node == own) else { break };
            let Leader { role, fence, .. } = *given;
            if !self.store.give_role(role, fence, heir).await? {
                break;
            }
            tracing::info!(%role, node = heir, "gave the lead to another node");
            given.node = heir;
            heirs.push(heir);
        }
        self.learn(&leaders);
        Ok(heirs)
    }

    fn learn(&self, leaders: &[Leader]) {
        let own = self.store.own_node();
        for (role, known) in Role::ALL.into_iter().zip(&self.roles) {
            let lead = match leaders.iter().find(|leader| leader.role == role) {
                Some(leader) if leader.node == own => Lead::Ours(leader.fence),
                Some(leader) => Lead::Another(leader.node),
                None => Lead::Unknown,
            };
            known.send_if_modified(|known| std::mem::replace(known, lead) != lead);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(others: &[i64], leaves: bool) -> usize {
        Candidates { others: others.into(), leaves }.share()
    }

    #[test]
    fn roles_are_spread_over_the_nodes_that_serve() {
        assert_eq!(
            [&[][..], &[2], &[2, 3], &[2, 3, 4]].map(|others| share(others, false)),
            [3, 2, 1, 1]
        );
        assert_eq!(share(&[], true), 3, "a node that leaves keeps them while there is no other");
        assert_eq!(share(&[2], true), 0);
    }

    #[test]
    fn heir_is_the_node_with_the_fewest_roles() {
        let fence = Fence::ALONE;
        let leads = |role, node| Leader { role, node, fence };
        let candidates = Candidates { others: vec![4, 3, 2], leaves: true };
        let leaders = [leads(Role::Seeks, 1), leads(Role::Feed, 2), leads(Role::Upkeep, 1)];
        assert_eq!(candidates.heir(&leaders), Some(3));
        assert_eq!(Candidates { others: Vec::new(), leaves: true }.heir(&leaders), None);
    }
}
