//! WebSockets: live data.
//!
//! Every socket is served by one [`session`], which has the limits, the pings and the farewell;
//! each speaks one of three small protocols. A socket never asks the store: matches,
//! trees and the lobby answer for themselves.

mod analysis;
mod audience;
mod bucket;
mod end;
mod idle;
mod link;
mod lobby;
mod matches;
mod opening;
mod rate;
mod services;
mod session;
mod subject;
mod write_timeout;

use crate::addresses::Admitted;
use crate::analysis::Analyses;
use crate::live::Registry;
use crate::lobby::Lobby;
use crate::request::{ApiError, Flag, Name, Params, Part, Upgrade, Visitor};
use analysis::AnalysisSocket;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use link::Link;
use lobby::LobbySocket;
use matches::MatchSocket;
use opening::Opening;
use protocol::MAX_FRAME;
use serde::Deserialize;
use session::Protocol;
use std::sync::Arc;
use subject::{Subject, Watched};

pub(crate) use audience::{audience_socket, spectator_command};
pub(crate) use services::Services;

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
    Part(registry): Part<Registry>,
    Name(id): Name,
    Params(query): Params<MatchQuery>,
    visitor: Visitor,
    Watched(watching): Watched,
    opening: Opening,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = opening.admit()?;
    let subject = match watching {
        Some(watching) => Subject::Watched(watching),
        None => Subject::Held(registry.handle(id).await?),
    };
    let who = Arc::clone(&visitor.who);
    let protocol = MatchSocket::new(subject, who, query.since, Flag::detail(query.legal));
    Ok(serve(upgrade, opening.services, admitted, &visitor, protocol))
}

pub(crate) async fn analysis_socket(
    Part(analyses): Part<Analyses>,
    Name(id): Name,
    Params(query): Params<SinceQuery>,
    visitor: Visitor,
    opening: Opening,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    let admitted = opening.admit()?;
    let (shared, reader) = analyses.join(id).await?;
    let (who, shutdown) = (Arc::clone(&visitor.who), opening.services.shutdown.clone());
    let protocol = AnalysisSocket::new(shared, reader, who, query.since, shutdown);
    Ok(serve(upgrade, opening.services, admitted, &visitor, protocol))
}

#[derive(Debug, Deserialize)]
pub(crate) struct LobbyQuery {
    matches: Option<Flag>,
}

pub(crate) async fn lobby_socket(
    Part(lobby): Part<Lobby>,
    Params(query): Params<LobbyQuery>,
    visitor: Visitor,
    opening: Opening,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let admitted = opening.admit()?;
    let listening = opening.services.presence.subscribe(visitor.who.id);
    let shows_matches = query.matches != Some(Flag::Off);
    let protocol = LobbySocket::new(lobby, Arc::clone(&opening.services), listening, shows_matches);
    Ok(serve(upgrade, opening.services, admitted, &visitor, protocol))
}

/// Answers with an upgrade, after which a task of its own serves the socket.
fn serve<P>(
    Upgrade(upgrade, unfinished): Upgrade,
    services: Arc<Services>,
    admitted: Admitted,
    visitor: &Visitor,
    protocol: P,
) -> Response
where
    P: Protocol + 'static,
{
    let (tasks, who) = (services.tasks.clone(), Arc::clone(&visitor.who));
    let opened = services.sockets.enter(who.id, visitor.pass);
    sized(upgrade).on_upgrade(move |socket| {
        let link = Link::new(socket, unfinished, services, admitted, &who, opened);
        tasks.track_future(session::serve(link, protocol))
    })
}

fn sized(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_UNWRITTEN)
}
