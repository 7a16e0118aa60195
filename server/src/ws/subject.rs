//! The match of a socket: held by this node, or watched at another one that holds it.

use super::end::End;
use super::link::{json, text};
use crate::forwarding::{Watching, Whole};
use crate::live::{Connected, Detail, Legal, MatchHandle, Outgoing, Replayed, Reseated};
use axum::extract::FromRequestParts;
use axum::extract::ws::Message;
use axum::http::request::Parts;
use domain::{Channel, Player};
use engine::Side;
use protocol::{ServerMessage, Snapshot};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast;

/// A match as its sockets use it.
pub(super) enum Subject {
    /// This node holds it.
    Held(MatchHandle),
    /// Another node does; the client is a spectator.
    Watched(Watching),
}

/// The beginning of a connection.
pub(super) struct Beginning {
    /// The seat; `None` for a spectator.
    pub(super) seat: Option<Side>,
    /// How many opponents had left the match when the seat was taken.
    pub(super) leaves: u32,
    /// The last event so far; `events` continues after it.
    pub(super) seq: u32,
    pub(super) events: broadcast::Receiver<Outgoing>,
    /// The match as a whole, unless the events that the client misses are in the journal.
    pub(super) whole: Option<Message>,
    pub(super) legal: Option<Legal>,
}

impl Subject {
    pub(super) async fn connect(
        &self,
        who: &Arc<Player>,
        since: Option<u32>,
        detail: Detail,
    ) -> Result<Beginning, End> {
        match self {
            Self::Held(handle) => {
                let connected = handle.connect_for(Arc::clone(who), since, detail).await;
                let Connected { seat, leaves, seq, events, snapshot, legal } =
                    connected.map_err(|_| End::restart())?;
                let whole = snapshot.map(snapshot_message);
                Ok(Beginning { seat, leaves, seq, events, whole, legal })
            }
            Self::Watched(watching) => {
                let begun = Box::pin(watching.connect(since)).await.ok_or(End::restart())?;
                let whole = begun.whole.map(|Whole { frame, .. }| text(&frame));
                let (seq, events) = (begun.seq, begun.events);
                Ok(Beginning { seat: None, leaves: 0, seq, events, whole, legal: None })
            }
        }
    }

    /// The match as a whole, with the number of the last event in it.
    pub(super) async fn whole(&self, who: &Player, detail: Detail) -> Result<(u32, Message), End> {
        match self {
            Self::Held(handle) => {
                let snapshot = handle.detailed(detail, Some(who.id)).await;
                let snapshot = snapshot.map_err(|_| End::restart())?;
                Ok((snapshot.seq, snapshot_message(snapshot)))
            }
            Self::Watched(watching) => {
                // Boxed, like everything that is asked of another node: most sockets have no use for it.
                let whole = Box::pin(watching.whole()).await;
                let Whole { seq, frame } = whole.ok_or(End::restart())?;
                Ok((seq, text(&frame)))
            }
        }
    }

    /// The first `limit` events after `since` in the journal.
    pub(super) async fn events_since(
        &self,
        since: u32,
        limit: u32,
        channel: Channel,
    ) -> Result<Vec<Replayed>, End> {
        let events = match self {
            Self::Held(handle) => handle.events_since(since, limit, channel).await,
            Self::Watched(watching) => Box::pin(watching.events_since(since, limit)).await,
        };
        events.map_err(|_| End::restart())
    }

    /// The seat that the client, who came as a spectator, has by now. A client of another node's match
    /// reconnects, and gets a socket to the holder.
    pub(super) async fn reseat(&self, who: &Arc<Player>) -> Result<Option<Reseated>, End> {
        match self {
            Self::Held(handle) => handle.reseat(Arc::clone(who)).await.map_err(|_| End::restart()),
            Self::Watched(_) => Err(End::restart()),
        }
    }

    /// Reports that a connection has closed.
    pub(super) async fn disconnect(&self, seat: Option<Side>, leaves: u32) {
        match self {
            Self::Held(handle) => handle.disconnect(seat, leaves).await,
            // It is no longer counted when this is dropped.
            Self::Watched(_) => {}
        }
    }
}

pub(super) fn snapshot_message(snapshot: Box<Snapshot>) -> Message {
    json(&ServerMessage::Snapshot(snapshot))
}

/// The match of another node that a request for a socket watches, if it does.
pub(crate) struct Watched(pub(super) Option<Watching>);

impl<S: Send + Sync> FromRequestParts<S> for Watched {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.remove::<Watching>()))
    }
}
