//! Forwarded sockets, each passed on from one holder of its match after the other.

use super::again::Again;
use super::relay::{Passed, Relay};
use super::{Checked, Forwarding, Peer};
use domain::MatchId;
use hyper::StatusCode;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

/// How long the new holder of a match is looked for, and the pause between two looks.
const MOVE_TIMEOUT: Duration = Duration::from_secs(2);
const MOVE_PAUSE: Duration = Duration::from_millis(20);

/// The answer to a request for a socket.
pub(super) enum Opened {
    Socket(Upgraded),
    /// The node does not serve it.
    Refused,
    Unanswered,
}

impl Forwarding {
    /// Passes the bytes of a socket on between its client and its holder, by a task of its own. The
    /// socket of a match is opened again by `again` when the match moves. `counted` is dropped with it.
    pub(crate) fn relay<T: Send + 'static>(
        self: &Arc<Self>,
        peer: &Peer,
        client: OnUpgrade,
        holder: OnUpgrade,
        again: Option<Again>,
        counted: T,
    ) {
        let gone = self.enter(peer);
        let (this, peer) = (Arc::clone(self), peer.id);
        self.tasks.spawn(async move {
            match tokio::try_join!(client, holder) {
                Ok((client, holder)) => {
                    let since = again.as_ref().and_then(Again::since);
                    let relay = Relay::new(TokioIo::new(client), since);
                    this.pass(relay, (peer, holder, gone), again).await;
                }
                Err(_) => this.leave(peer),
            }
            drop(counted);
        });
    }

    /// Passes the bytes of a socket on until it ends, from one holder after the other.
    async fn pass(
        &self,
        mut relay: Relay<TokioIo<Upgraded>>,
        (mut peer, mut holder, mut gone): (i64, Upgraded, CancellationToken),
        again: Option<Again>,
    ) {
        loop {
            let passed = relay.pass(TokioIo::new(holder), &gone).await;
            self.leave(peer);
            let (Passed::Restart, Some(again)) = (passed, &again) else { break };
            // Boxed: a socket that stays where it is has no room for this.
            let request = again.request(relay.last_event());
            let opened = Box::pin(self.open_again(again.match_id, &request, peer)).await;
            let Some((next, upgraded)) = opened else { break };
            (peer, holder, gone) = (next.id, upgraded, self.enter(&next));
        }
        relay.farewell().await;
    }

    /// Opens a socket at the node that holds its match by now, which may be this one; none if the match
    /// cannot be found there within a moment.
    pub(super) async fn open_again(
        &self,
        id: MatchId,
        request: &Checked,
        before: i64,
    ) -> Option<(Peer, Upgraded)> {
        let _turn = self.reopening.acquire().await.ok()?;
        let deadline = Instant::now() + MOVE_TIMEOUT;
        while !self.shutdown.is_cancelled() && Instant::now() < deadline {
            let (node, address) = self.store.place(id).await.ok()??;
            let peer = Peer { id: node, address: address? };
            match self.open_socket(&peer, request).await {
                Opened::Socket(socket) => return Some((peer, socket)),
                // It has stopped before it gave the match away.
                Opened::Unanswered if node == before => return None,
                Opened::Refused | Opened::Unanswered => sleep(MOVE_PAUSE).await,
            }
        }
        None
    }

    /// Opens a socket at a node.
    pub(super) async fn open_socket(&self, peer: &Peer, request: &Checked) -> Opened {
        match self.open(peer, request).await {
            Ok(mut answer) if answer.status() == StatusCode::SWITCHING_PROTOCOLS => {
                let upgraded = hyper::upgrade::on(&mut answer).await;
                upgraded.map_or(Opened::Unanswered, Opened::Socket)
            }
            Ok(_) => Opened::Refused,
            Err(_) => Opened::Unanswered,
        }
    }
}
