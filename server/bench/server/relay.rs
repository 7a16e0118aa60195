//! The bare relay: the least a server can do for a move.
//!
//! A frame from one player of a pair goes to the other player of it, over axum's WebSocket with a
//! small read buffer. No rules, no clock; an acknowledgement, and before it a write that is synced
//! to the disk, only on request, to measure what those alone cost.

use super::commits::Commits;
use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// The answer of an acknowledging relay, about as long as the server's own.
const ACK: Utf8Bytes = Utf8Bytes::from_static(r#"{"type":"ack","id":"0123456789","seq":100}"#);

type Inbox = mpsc::Receiver<Utf8Bytes>;
type Outbox = mpsc::Sender<Utf8Bytes>;

/// The two ends of each pair, each taken by the player who connects to it.
type Ends = Mutex<HashMap<usize, [Option<(Outbox, Inbox)>; 2]>>;

struct Pairs {
    ends: Ends,
    promise: Promise,
}

/// The acknowledgement that the sender of a frame gets, and when.
#[derive(Clone)]
enum Promise {
    /// Nothing.
    Nothing,
    /// That the frame was received.
    Come,
    /// That it is on disk; it is not passed on before.
    Saved(Commits),
}

/// How the relay answers.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BenchRelay {
    /// Acknowledge every frame to its sender, as the server does.
    #[arg(long, env = "YIGUAN_BENCH_ACKNOWLEDGE")]
    pub acknowledge: bool,
    /// Write every frame to this file, and sync it, before it is passed on and acknowledged; frames
    /// that arrive during one sync are written together.
    #[arg(long, env = "YIGUAN_BENCH_COMMIT")]
    pub commit: Option<PathBuf>,
}

/// Serves the relay on a free port of this machine until the process ends.
///
/// # Errors
///
/// If no port can be bound or `announce` fails.
pub(crate) async fn serve_relay(
    options: BenchRelay,
    announce: impl FnOnce(&str) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let promise = match options {
        BenchRelay { commit: Some(path), .. } => Promise::Saved(Commits::to(&path)?),
        BenchRelay { acknowledge: true, .. } => Promise::Come,
        BenchRelay { .. } => Promise::Nothing,
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    announce(&format!("http://{}/", listener.local_addr()?))?;
    let pairs = Pairs { ends: Ends::default(), promise };
    let app = Router::new().route("/relay/{pair}/{side}", get(join)).with_state(Arc::new(pairs));
    axum::serve(listener, app).await
}

async fn join(
    State(pairs): State<Arc<Pairs>>,
    Path((pair, side)): Path<(usize, usize)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let promise = pairs.promise.clone();
    let end = {
        let mut ends = pairs.ends.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = ends.entry(pair).or_insert_with(|| {
            let (to_first, of_first) = mpsc::channel(4);
            let (to_second, of_second) = mpsc::channel(4);
            [Some((to_second, of_first)), Some((to_first, of_second))]
        });
        ends.get_mut(side).and_then(Option::take)
    };
    upgrade.read_buffer_size(2_048).write_buffer_size(0).on_upgrade(move |socket| async move {
        if let Some((outbox, inbox)) = end {
            relay(socket, outbox, inbox, promise).await;
        }
    })
}

async fn relay(mut socket: WebSocket, outbox: Outbox, mut inbox: Inbox, promise: Promise) {
    loop {
        tokio::select! {
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    if let Promise::Saved(commits) = &promise
                        && !commits.save(text.clone()).await
                    {
                        return;
                    }
                    if outbox.send(text).await.is_err() {
                        return;
                    }
                    if !matches!(promise, Promise::Nothing) && socket.send(Message::Text(ACK)).await.is_err() {
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
