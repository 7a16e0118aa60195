//! WebSockets: live data.
//!
//! Every socket is served by one [`session`], which has the limits, the pings and the farewell;
//! each speaks one of three small protocols. A socket never asks the store: matches,
//! trees and the lobby answer for themselves.

mod analysis;
mod bucket;
mod end;
mod idle;
mod link;
mod lobby;
mod matches;
mod rate;
mod session;
mod write_timeout;

use crate::addresses::{Addresses, Admitted};
use crate::app_state::AppState;
use crate::request::{ApiError, Flag, Forwarded, Name, Params, Upgrade, Visitor};
use analysis::AnalysisSocket;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Extension, State};
use axum::response::Response;
use link::Link;
use lobby::LobbySocket;
use matches::MatchSocket;
use protocol::MAX_FRAME;
use serde::Deserialize;
use session::Protocol;
use std::net::SocketAddr;
use std::sync::Arc;

/// The bytes read from a socket at once: a move takes a fifth of it. An idle connection holds this
/// much, and all of it is cleared before every reading.
const READ_BUFFER: usize = 512;

/// Frames gather here until they are flushed, so that an acknowledgement and its event leave
/// in one write.
const WRITE_BUFFER: usize = 64 * 1_024;

/// The most that may wait to be written to one connection, beyond which it is given up.
const MAX_UNWRITTEN: usize = 4 * 1_024 * 1_024;

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
    visitor: Visitor,
    forwarded: Option<Extension<Forwarded>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = match forwarded {
        Some(_) => admit_to(&app, &app.forwarded, address)?,
        None => admit(&app, address)?,
    };
    let handle = app.registry.handle(id).await?;
    let who = Arc::clone(&visitor.who);
    let protocol = MatchSocket::new(handle, who, query.since, Flag::detail(query.legal));
    Ok(serve(upgrade, app, admitted, &visitor, protocol))
}

pub(crate) async fn analysis_socket(
    State(app): State<AppState>,
    Name(id): Name,
    Params(query): Params<SinceQuery>,
    visitor: Visitor,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = admit(&app, address)?;
    let shared = app.analyses.open(id).await?;
    let reader = shared.enter().ok_or(ApiError::Busy)?;
    let (who, shutdown) = (Arc::clone(&visitor.who), app.shutdown.clone());
    let protocol = AnalysisSocket::new(shared, reader, who, query.since, shutdown);
    Ok(serve(upgrade, app, admitted, &visitor, protocol))
}

#[derive(Debug, Deserialize)]
pub(crate) struct LobbyQuery {
    matches: Option<Flag>,
}

pub(crate) async fn lobby_socket(
    State(app): State<AppState>,
    Params(query): Params<LobbyQuery>,
    visitor: Visitor,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let admitted = admit(&app, address)?;
    let listening = app.presence.subscribe(visitor.who.id);
    let shows_matches = query.matches != Some(Flag::Off);
    let protocol = LobbySocket::new(AppState::clone(&app), listening, shows_matches);
    Ok(serve(upgrade, app, admitted, &visitor, protocol))
}

/// Answers with an upgrade, after which a task of its own serves the socket.
fn serve<P>(
    Upgrade(upgrade, unfinished): Upgrade,
    app: AppState,
    admitted: Admitted,
    visitor: &Visitor,
    protocol: P,
) -> Response
where
    P: Protocol + 'static,
{
    let (tasks, who) = (app.tasks.clone(), Arc::clone(&visitor.who));
    let opened = app.sockets.enter(who.id, visitor.pass);
    sized(upgrade).on_upgrade(move |socket| {
        let link = Link::new(socket, unfinished, app, admitted, &who, opened);
        tasks.track_future(session::serve(link, protocol))
    })
}

/// Counts a socket for its address, unless that has enough or the server stops.
fn admit(app: &AppState, address: SocketAddr) -> Result<Admitted, ApiError> {
    admit_to(app, &app.addresses, address)
}

fn admit_to(
    app: &AppState,
    addresses: &Arc<Addresses>,
    address: SocketAddr,
) -> Result<Admitted, ApiError> {
    if app.is_stopping() {
        return Err(ApiError::ShuttingDown);
    }
    addresses.admit(address.ip()).ok_or(ApiError::Connections)
}

fn sized(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_UNWRITTEN)
}
