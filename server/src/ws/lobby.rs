//! A socket of the lobby: the public rooms as they come and go.

use super::rate::{Allowance, Rate};
use super::{bid_farewell, close, code, text};
use crate::addresses::Admitted;
use crate::http::AppState;
use crate::wire::{ClientMessage, ServerMessage};
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, timeout};

/// How long a client may be silent before it is asked for a sign of life, and after that again.
const QUIET: Duration = Duration::from_secs(45);

/// How long a client may take to read what is sent.
const WRITE_PATIENCE: Duration = Duration::from_secs(20);

/// Serves a socket until either side has enough.
pub(super) async fn serve(mut socket: WebSocket, app: AppState, admitted: Admitted) {
    let _counted = (admitted, app.registry().lobby().count());
    if let Some(last) = talk(&mut socket, &app).await {
        bid_farewell(&mut socket, last).await;
    }
}

/// Returns the last frame to send, if anybody would read it.
async fn talk(socket: &mut WebSocket, app: &AppState) -> Option<Message> {
    let lobby = app.registry().lobby();
    let time = app.registry().time();
    let (rooms, mut updates) = lobby.subscribe(time).await;
    send(socket, text(&rooms)).await?;
    let mut rate = Rate::new(time.now());
    let mut quiet = std::pin::pin!(sleep(QUIET));
    let mut asked = false;
    loop {
        tokio::select! {
            () = app.shutdown().cancelled() => {
                return Some(close(code::RESTART, "the server restarts; reconnect"));
            }
            received = socket.next() => {
                asked = false;
                quiet.as_mut().reset(Instant::now() + QUIET);
                let received = received?.ok()?;
                if app.is_limited() && rate.take(1, time.now()) == Allowance::Closed {
                    return Some(close(code::POLICY, "too many messages"));
                }
                let Message::Text(frame) = received else { continue };
                // There is nothing else to ask for here.
                if let Ok(ClientMessage::Ping { t }) = ClientMessage::parse(frame.as_str()) {
                    let pong = ServerMessage::Pong { t, now: time.now().0 };
                    let pong = serde_json::to_string(&pong).ok()?;
                    send(socket, Message::Text(pong.into())).await?;
                }
            }
            update = updates.recv() => match update {
                Ok(update) => send(socket, text(&update)).await?,
                // What was missed is in the whole list.
                Err(RecvError::Lagged(_)) => {
                    let (rooms, again) = lobby.subscribe(time).await;
                    updates = again;
                    send(socket, text(&rooms)).await?;
                }
                Err(RecvError::Closed) => return None,
            },
            () = quiet.as_mut() => {
                if asked {
                    return Some(close(code::IDLE, "nothing was heard for too long"));
                }
                asked = true;
                quiet.as_mut().reset(Instant::now() + QUIET);
                send(socket, Message::Ping(bytes::Bytes::new())).await?;
            }
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Option<()> {
    timeout(WRITE_PATIENCE, socket.send(message)).await.ok()?.ok()
}
