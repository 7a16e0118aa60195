//! Changes of public matches that wait for the lobby, with paused time and a store in memory.

use super::super::*;
use super::node::{Node, check_done, fischer};
use domain::MatchId;

impl Node {
    /// The matches that have changed since the last call.
    fn changed(&self) -> Vec<MatchId> {
        self.registry.list_changes().take().iter().map(MatchHandle::id).collect()
    }
}

#[tokio::test(start_paused = true)]
async fn changes_are_recorded_once_until_the_lobby_looks() {
    let node = Node::new().await;
    let mut table = node.table(fischer(300)).await;
    let id = table.handle.id();
    assert_eq!(node.changed(), [id, id], "it was open, and is live");
    check_done(&table.play(1, "c0", 0, "a1a2").await);
    table.next_event().await;
    assert_eq!(node.changed(), [], "the lobby has not looked at the last change");
    table.handle.summary().await.expect("it runs");
    for (who, ply, action) in [(2, 1, "a5a4"), (1, 2, "b1b2")] {
        check_done(&table.play(who, &format!("c{ply}"), ply, action).await);
        table.next_event().await;
    }
    assert_eq!(node.changed(), [id], "the state is the same");
}
