//! The bare relay: the least a server can do for a move.
//!
//! A frame from one player of a room goes to the other player of it, over axum's WebSocket
//! with a small read buffer. No rules, no clock, no disk, no acknowledgement.

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

type Inbox = mpsc::Receiver<Utf8Bytes>;
type Outbox = mpsc::Sender<Utf8Bytes>;

/// A room's two ends, each taken by the player who comes to it.
type Rooms = Arc<Mutex<HashMap<usize, [Option<(Outbox, Inbox)>; 2]>>>;

/// Serves the relay on a free port of this machine until the process ends.
///
/// # Errors
///
/// If no port can be bound or `announce` fails.
pub async fn serve_relay(
    announce: impl FnOnce(&str) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    announce(&format!("http://{}/", listener.local_addr()?))?;
    let rooms = Rooms::default();
    let app = Router::new().route("/relay/{room}/{side}", get(join)).with_state(rooms);
    axum::serve(listener, app).await
}

async fn join(
    State(rooms): State<Rooms>,
    Path((room, side)): Path<(usize, usize)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let end = {
        let mut rooms = rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = rooms.entry(room).or_insert_with(|| {
            let (to_first, of_first) = mpsc::channel(4);
            let (to_second, of_second) = mpsc::channel(4);
            [Some((to_second, of_first)), Some((to_first, of_second))]
        });
        ends.get_mut(side).and_then(Option::take)
    };
    upgrade.read_buffer_size(2_048).write_buffer_size(0).on_upgrade(move |socket| async move {
        if let Some((outbox, inbox)) = end {
            relay(socket, outbox, inbox).await;
        }
    })
}

async fn relay(mut socket: WebSocket, outbox: Outbox, mut inbox: Inbox) {
    loop {
        tokio::select! {
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    if outbox.send(text).await.is_err() {
                        return;
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            Some(text) = inbox.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
        }
    }
}
