//! The spectators of other nodes: a socket for each of these nodes, by which it gets what spectators are
//! sent, and requests with the commands of its spectators.
//!
//! The other node counts its spectators, serves them and drops slow ones; a node that is too
//! slow itself is disconnected as a spectator is, and reads what it missed in the journal.

use super::end::End;
use super::matches::nack;
use super::services::Services;
use super::write_timeout::with_write_timeout;
use crate::forwarding::{self, NOT_HELD, REFUSED};
use crate::live::{Lookup, MatchHandle, Outgoing, Registry, Verdict, Watched};
use crate::metrics::metrics;
use crate::request::{ApiError, Name, Part, Visitor};
use axum::extract::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::MatchId;
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMessage, ServerMessage};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{MissedTickBehavior, interval};

/// How often a node is pinged, which must have answered by the next time.
const PING: Duration = Duration::from_secs(5);

/// The most bytes of a message of a node: a number.
const MAX_MESSAGE: usize = 16;

/// The bytes read at once.
const READ_BUFFER: usize = 128;

/// Opens the socket of a node with spectators.
pub(crate) async fn audience_socket(
    Part(registry): Part<Registry>,
    Name(id): Name,
    Extension(services): Extension<Arc<Services>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if services.shutdown.is_cancelled() {
        return Err(ApiError::ShuttingDown);
    }
    let handle = registry.handle(parse(&id)?).await?;
    let tasks = services.tasks.clone();
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(super::WRITE_BUFFER)
        .max_write_buffer_size(super::MAX_UNWRITTEN);
    Ok(upgrade.on_upgrade(move |socket| tasks.track_future(serve(socket, handle))))
}

/// Does a command of a spectator of another node, which has checked it; answers with the message for
/// the spectator.
pub(crate) async fn spectator_command(
    Part(registry): Part<Registry>,
    Name(id): Name,
    visitor: Visitor,
    body: String,
) -> Result<Response, ApiError> {
    let received = Instant::now();
    let bad = || ApiError::BadRequest("no command".to_owned());
    let message = ClientMessage::parse(&body).map_err(|_| bad())?;
    let (id_of_command, command) = message.into_command(0).ok_or_else(bad)?;
    let handle = registry.handle(parse(&id)?).await?;
    let verdict = handle.command(visitor.who, id_of_command, command, Lookup::Allowed).await;
    let message = match verdict {
        Ok(Verdict::Done { seq, again }) => {
            if !again {
                metrics().record_ack(received);
            }
            ServerMessage::Ack { id: id_of_command, seq }
        }
        Ok(Verdict::Refused { refusal, seq }) => nack(id_of_command, Some(refusal), seq),
        Ok(Verdict::Busy { seq: Some(seq), .. }) => nack(id_of_command, None, seq),
        Ok(Verdict::Busy { seq: None, .. }) => return Err(ApiError::Busy),
        Err(_) => {
            return Ok((StatusCode::MISDIRECTED_REQUEST, [(REFUSED, NOT_HELD)]).into_response());
        }
    };
    let text = serde_json::to_string(&message).map_err(|_| ApiError::Internal)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

fn parse(id: &str) -> Result<MatchId, ApiError> {
    id.parse().map_err(|_| ApiError::NotFound)
}

/// Serves a node until either side ends the socket.
async fn serve(mut socket: WebSocket, handle: MatchHandle) {
    let mut spectators = 0;
    let Err(end) = talk(&mut socket, &handle, &mut spectators).await;
    handle.recount(spectators, 0).await;
    if let End(Some(last)) = end {
        // The node may be gone already.
        let _ = with_write_timeout(socket.send(last)).await;
    }
}

async fn talk(
    socket: &mut WebSocket,
    handle: &MatchHandle,
    spectators: &mut u32,
) -> Result<std::convert::Infallible, End> {
    let watched = handle.watch().await.map_err(|_| End::restart())?;
    let greeting = Message::text(forwarding::greeting(&watched));
    with_write_timeout(socket.send(greeting)).await?;
    let Watched { mut events, .. } = watched;
    let (mut ticks, mut was_heard) = (interval(PING), true);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            event = events.recv() => {
                // Too far behind, or the match has ended or moved: the node opens another socket.
                pass_on(socket, &event.map_err(|_| End::restart())?).await?;
                while let Ok(event) = events.try_recv() {
                    pass_on(socket, &event).await?;
                }
                with_write_timeout(socket.flush()).await?;
            }
            message = socket.next() => {
                was_heard = true;
                match message {
                    Some(Ok(Message::Text(number))) => {
                        let now = number.as_str().parse().map_err(|_| End::restart())?;
                        handle.recount(*spectators, now).await;
                        *spectators = now;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::GONE),
                }
            }
            _ = ticks.tick() => {
                if !std::mem::take(&mut was_heard) {
                    return Err(End::idle());
                }
                with_write_timeout(socket.send(Message::Ping(bytes::Bytes::new()))).await?;
            }
        }
    }
}

async fn pass_on(socket: &mut WebSocket, event: &Outgoing) -> Result<(), End> {
    with_write_timeout(socket.feed(Message::text(forwarding::update(event)))).await
}
