//! WebSockets: what is live.

mod analysis;
mod connection;
mod lobby;
mod patience;
mod rate;
mod silence;

use crate::addresses::Admitted;
use crate::http::{ApiError, AppState, Name, Params, Upgrade, Who};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use futures_util::StreamExt;
use serde::Deserialize;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::ProtocolError;

/// The most bytes of a client's frame.
const FRAME: usize = 4_096;

/// What is read from a socket at once: a move takes a fifth of it. An idle connection holds this
/// much, and all of it is cleared before every reading.
const READ_BUFFER: usize = 512;

/// Frames gather here until they are flushed, so that an acknowledgement and its event leave
/// in one write.
const WRITE_BUFFER: usize = 64 * 1_024;

/// The most that may wait to be written to one connection, beyond which it is given up.
const MOST_UNWRITTEN: usize = 4 * 1_024 * 1_024;

/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// Close codes; below 4000 those of RFC 6455 and its registry.
mod code {
    pub(super) const PROTOCOL: u16 = 1_002;
    pub(super) const NOT_UTF8: u16 = 1_007;
    pub(super) const POLICY: u16 = 1_008;
    pub(super) const TOO_BIG: u16 = 1_009;
    pub(super) const RESTART: u16 = 1_012;
    pub(super) const LAGGED: u16 = 4_008;
    pub(super) const IDLE: u16 = 4_009;
}

#[derive(Debug, Deserialize)]
pub(crate) struct SinceQuery {
    since: Option<u32>,
}

pub(crate) async fn match_socket(
    State(app): State<AppState>,
    Name(id): Name,
    Params(query): Params<SinceQuery>,
    Who(who): Who,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = admit(&app, address)?;
    let handle = app.registry().handle(id).await?;
    let tasks = app.tasks().clone();
    Ok(sized(upgrade).on_upgrade(move |socket| {
        let connection = connection::Connection::new(socket, handle, who, app, admitted);
        tasks.track_future(connection.run(query.since))
    }))
}

pub(crate) async fn analysis_socket(
    State(app): State<AppState>,
    Name(id): Name,
    Params(query): Params<SinceQuery>,
    Who(who): Who,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = admit(&app, address)?;
    let shared = app.analyses().open(id).await?;
    let reader = shared.enter().ok_or(ApiError::Busy)?;
    let tasks = app.tasks().clone();
    Ok(sized(upgrade).on_upgrade(move |socket| {
        let rate = rate::Rate::new(app.registry().now());
        let counted = (admitted, reader, app.registry().lobby().count());
        let connection = analysis::Connection { socket, shared, who, app, rate, seq: 0, counted };
        tasks.track_future(connection.run(query.since))
    }))
}

pub(crate) async fn lobby_socket(
    State(app): State<AppState>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, ApiError> {
    let admitted = admit(&app, address)?;
    let tasks = app.tasks().clone();
    Ok(sized(upgrade)
        .on_upgrade(move |socket| tasks.track_future(lobby::serve(socket, app, admitted))))
}

/// Counts a socket for its address, unless that has enough or the server stops.
fn admit(app: &AppState, address: SocketAddr) -> Result<Admitted, ApiError> {
    if app.is_stopping() {
        return Err(ApiError::ShuttingDown);
    }
    app.addresses().admit(address.ip()).ok_or(ApiError::Rate)
}

fn sized<F>(upgrade: WebSocketUpgrade<F>) -> WebSocketUpgrade<F> {
    upgrade
        .max_message_size(FRAME)
        .max_frame_size(FRAME)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MOST_UNWRITTEN)
}

/// Says goodbye and waits a moment for the client's own: a connection that is closed with
/// something unread is reset, and what was sent last is lost on the way.
async fn bid_farewell(socket: &mut WebSocket, last: Message) {
    let farewell = async {
        socket.send(last).await?;
        while socket.next().await.is_some_and(|heard| heard.is_ok()) {}
        Ok::<(), axum::Error>(())
    };
    // Whether the client still reads it is its own affair.
    let _ = timeout(FAREWELL, farewell).await;
}

/// A frame that could not be read by the fault of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BadFrame {
    TooBig,
    NotUtf8,
    NotWebSocket,
}

impl BadFrame {
    /// What was wrong, unless the connection is simply gone.
    fn of(error: axum::Error) -> Option<Self> {
        match error.into_inner().downcast_ref::<tungstenite::Error>()? {
            tungstenite::Error::Capacity(_) => Some(Self::TooBig),
            tungstenite::Error::Utf8(_) => Some(Self::NotUtf8),
            tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
            tungstenite::Error::Protocol(_) => Some(Self::NotWebSocket),
            _ => None,
        }
    }

    /// The last frame of the connection.
    fn close(self) -> Message {
        match self {
            Self::TooBig => close(code::TOO_BIG, "a frame has at most 4096 bytes"),
            Self::NotUtf8 => close(code::NOT_UTF8, "text frames are UTF-8"),
            Self::NotWebSocket => close(code::PROTOCOL, "a frame is not as RFC 6455 has it"),
        }
    }
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))
}

/// A frame of text whose bytes are shared with every other reader.
fn text(frame: &crate::store::Frame) -> Message {
    match Utf8Bytes::try_from(frame.bytes().clone()) {
        Ok(text) => Message::Text(text),
        // They are those of a text.
        Err(_) => Message::Text(Utf8Bytes::from(frame.as_str())),
    }
}
