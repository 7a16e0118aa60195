//! The requests of other nodes for their spectators of a match: one subscription for each node, and the
//! number of spectators behind it.

use super::connected::Watched;
use super::handle::{MatchHandle, Request, Unreachable};
use tokio::sync::oneshot;

impl MatchHandle {
    /// Starts the events for the spectators of another node.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] if the match's task has ended.
    pub(crate) async fn watch(&self) -> Result<Watched, Unreachable> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Watch { reply }).await?;
        answer.await.map_err(|_| Unreachable)
    }

    /// Reports that another node has so many spectators, where it had so many before.
    pub(crate) async fn recount(&self, before: u32, after: u32) {
        // A match that has ended counts no connections.
        let _ = self.send(Request::Recount { before, after }).await;
    }
}
