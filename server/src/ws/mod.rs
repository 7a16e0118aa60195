//! WebSockets: what is live.

mod analysis;
mod connection;
mod end;
mod idle;
mod link;
mod lobby;
mod rate;
mod write_timeout;

use crate::addresses::Admitted;
use crate::app_state::AppState;
use crate::request::{ApiError, Flag, Name, Params, Upgrade, Visitor};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use link::Link;
use serde::Deserialize;
use std::net::SocketAddr;

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

#[derive(Debug, Deserialize)]
pub(crate) struct SinceQuery {
    since: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct MatchQuery {
    since: Option<u32>,
    legal: Option<Flag>,
}

pub(crate) async fn match_socket(
    State(app): State<AppState>,
    Name(id): Name,
    Params(query): Params<MatchQuery>,
    Visitor(who): Visitor,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = admit(&app, address)?;
    let handle = app.registry().handle(id).await?;
    let tasks = app.tasks().clone();
    Ok(sized(upgrade).on_upgrade(move |socket| {
        let link = Link::new(socket, app);
        let detail = Flag::detail(query.legal);
        let connection = connection::Connection::new(link, handle, who, detail, admitted);
        tasks.track_future(connection.run(query.since))
    }))
}

pub(crate) async fn analysis_socket(
    State(app): State<AppState>,
    Name(id): Name,
    Params(query): Params<SinceQuery>,
    Visitor(who): Visitor,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Upgrade(upgrade): Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = admit(&app, address)?;
    let shared = app.analyses().open(id).await?;
    let reader = shared.enter().ok_or(ApiError::Busy)?;
    let tasks = app.tasks().clone();
    Ok(sized(upgrade).on_upgrade(move |socket| {
        let counted = (admitted, reader, app.registry().lobby().count());
        let link = Link::new(socket, app);
        let connection = analysis::Connection { link, shared, who, seq: 0, counted };
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
    Ok(sized(upgrade).on_upgrade(move |socket| {
        tasks.track_future(lobby::serve(Link::new(socket, app), admitted))
    }))
}

/// Counts a socket for its address, unless that has enough or the server stops.
fn admit(app: &AppState, address: SocketAddr) -> Result<Admitted, ApiError> {
    if app.is_stopping() {
        return Err(ApiError::ShuttingDown);
    }
    app.addresses().admit(address.ip()).ok_or(ApiError::Connections)
}

fn sized<F>(upgrade: WebSocketUpgrade<F>) -> WebSocketUpgrade<F> {
    upgrade
        .max_message_size(FRAME)
        .max_frame_size(FRAME)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MOST_UNWRITTEN)
}
