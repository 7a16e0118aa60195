//! Requests for a match that another node holds: the layer of the receiving node, which forwards them,
//! and the layer of the holder.
//!
//! Both are inside of everything that checks a request. A match in this node's memory passes after one
//! look into the table of matches.

use super::identity::pass_of;
use super::{ApiError, Identity, MAX_BODY, Name, SessionExt, TokenExt, Unfinished};
use crate::accounts::sockets::Pass;
use crate::app_state::AppState;
use crate::forwarding::{
    Again, Checked, Forwarding, NOT_HELD, Peer, REFUSED, Subject, Ticket, Unanswered, Way,
};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, Method, Response as HttpResponse, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::MatchId;
use hyper::body::Incoming;
use hyper::upgrade::OnUpgrade;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Marks a request that another node has checked and forwarded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Forwarded;

/// The headers of an answer that belong to the connection on which it came.
const OF_CONNECTION: [HeaderName; 3] =
    [header::CONNECTION, header::TRANSFER_ENCODING, header::UPGRADE];

/// Forwards a request for a match that another node holds, and returns that node's answer.
pub(crate) async fn forward(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(id): Name,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (Some(forwarding), Ok(id)) = (&app.forwarding, id.parse::<MatchId>()) else {
        return Ok(next.run(request).await);
    };
    if app.registry.is_here(id) {
        return Ok(next.run(request).await);
    }
    // It may be on its way to another node.
    app.registry.settled(id).await;
    pass_on((&app, forwarding), (Subject::Match, id), client, request, next).await
}

/// Forwards a socket of an analysis whose readers meet at another node.
pub(crate) async fn forward_analysis(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Name(id): Name,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (Some(forwarding), Ok(id)) = (&app.forwarding, id.parse::<MatchId>()) else {
        return Ok(next.run(request).await);
    };
    pass_on((&app, forwarding), (Subject::Analysis, id), client, request, next).await
}

/// Forwards a request to the node that has its subject, if it is another one.
async fn pass_on(
    (app, forwarding): (&AppState, &Arc<Forwarding>),
    (subject, id): (Subject, MatchId),
    client: SocketAddr,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let held = (subject == Subject::Match).then_some(id);
    let Some(peer) = forwarding.find(subject, id).await? else {
        if !parts.headers.contains_key(header::UPGRADE) {
            return Ok(next.run(Request::from_parts(parts, body)).await);
        }
        let answer = next.run(Request::from_parts(parts.clone(), body)).await;
        if answer.status() != StatusCode::SERVICE_UNAVAILABLE {
            return Ok(answer);
        }
        // The audience may have begun to meet at another node just now.
        let Some(peer) = forwarding.find(subject, id).await? else { return Ok(answer) };
        let checked = Checked::of(&parts, Bytes::new(), client.ip());
        let attempt = Attempt { app, forwarding, parts: &parts, checked: &checked, held };
        return Ok(attempt.send(&peer).await.unwrap_or(answer));
    };
    if let Some(id) = held.filter(|_| parts.headers.contains_key(header::UPGRADE)) {
        let checked = Checked::of(&parts, Bytes::new(), client.ip());
        // Boxed, since most requests are for no socket.
        match Box::pin(forwarding.way(id, &peer, &checked)).await {
            Way::Watching(watching) => {
                let mut request = Request::from_parts(parts, body);
                request.extensions_mut().insert(watching);
                return Ok(next.run(request).await);
            }
            Way::Silent => return Err(ApiError::Busy),
            Way::Own => {}
        }
    }
    let body = to_bytes(body, MAX_BODY).await.map_err(|_| ApiError::TooLarge)?;
    let checked = Checked::of(&parts, body.clone(), client.ip());
    let attempt = Attempt { app, forwarding, parts: &parts, checked: &checked, held };
    match attempt.send(&peer).await {
        Ok(answer) => return Ok(answer),
        Err(Unserved::Refused(error)) => return Err(error),
        Err(Unserved::MayBeDone) if checked.method != Method::GET => return Err(ApiError::Busy),
        Err(Unserved::MayBeDone | Unserved::NotDone) => {}
    }
    // It may have moved, also to this node.
    match forwarding.find(subject, id).await? {
        None => Ok(next.run(Request::from_parts(parts, Body::from(body))).await),
        Some(another) if another != peer => match attempt.send(&another).await {
            Ok(answer) => Ok(answer),
            Err(Unserved::Refused(error)) => Err(error),
            Err(Unserved::MayBeDone | Unserved::NotDone) => Err(ApiError::Busy),
        },
        Some(_) => Err(ApiError::Busy),
    }
}

/// Forwards a request that creates something to another node that serves, if that is to do it: while
/// this node drains, and for matches also while it has clearly more of them.
pub(crate) async fn forward_new(
    State(app): State<AppState>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let Some(forwarding) = &app.forwarding else { return Ok(next.run(request).await) };
    if request.method() != Method::POST || request.extensions().get::<Forwarded>().is_some() {
        return Ok(next.run(request).await);
    }
    let makes_match = request.uri().path() == "/api/matches";
    let creator =
        if makes_match { app.members.choose_creator() } else { app.members.choose_other() };
    let Some((creator, address)) = creator.and_then(|node| Some((node.id, node.status.address?)))
    else {
        return Ok(next.run(request).await);
    };
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY).await.map_err(|_| ApiError::TooLarge)?;
    let checked = Checked::of(&parts, body.clone(), client.ip());
    let attempt = Attempt { app: &app, forwarding, parts: &parts, checked: &checked, held: None };
    match attempt.send(&Peer { id: creator, address }).await {
        Ok(answer) => Ok(answer),
        Err(Unserved::Refused(error)) => Err(error),
        Err(Unserved::MayBeDone) => Err(ApiError::Busy),
        Err(Unserved::NotDone) => Ok(next.run(Request::from_parts(parts, Body::from(body))).await),
    }
}

/// Why a request has no answer of the holder.
enum Unserved {
    /// This node refuses it.
    Refused(ApiError),
    /// The holder has not done it.
    NotDone,
    /// The holder may have done it.
    MayBeDone,
}

impl From<Unanswered> for Unserved {
    fn from(error: Unanswered) -> Self {
        match error {
            Unanswered::NotSent(_) => Self::NotDone,
            Unanswered::Silent => Self::MayBeDone,
        }
    }
}

impl Checked {
    fn of(parts: &Parts, body: Bytes, client: IpAddr) -> Self {
        Self {
            method: parts.method.clone(),
            uri: parts.uri.clone(),
            headers: parts.headers.clone(),
            body,
            player: Identity::of(parts),
            pass: pass_of(parts),
            client,
        }
    }
}

/// A checked request on its way to a holder.
struct Attempt<'a> {
    app: &'a AppState,
    forwarding: &'a Arc<Forwarding>,
    parts: &'a Parts,
    checked: &'a Checked,
    /// The match that it is about, which may move.
    held: Option<MatchId>,
}

impl Attempt<'_> {
    async fn send(&self, peer: &Peer) -> Result<Response, Unserved> {
        match self.parts.extensions.get::<OnUpgrade>() {
            Some(upgrade) if self.parts.headers.contains_key(header::UPGRADE) => {
                self.open_socket(peer, upgrade.clone()).await
            }
            _ => Ok(passed_on(served(self.forwarding.send(peer, self.checked).await?)?)),
        }
    }

    async fn open_socket(&self, peer: &Peer, client: OnUpgrade) -> Result<Response, Unserved> {
        if self.app.is_stopping() {
            return Err(Unserved::Refused(ApiError::ShuttingDown));
        }
        let admitted = self.app.addresses.admit(self.checked.client);
        let admitted = admitted.ok_or(Unserved::Refused(ApiError::Connections))?;
        let mut answer = served(self.forwarding.open(peer, self.checked).await?)?;
        if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Ok(passed_on(answer));
        }
        let holder = hyper::upgrade::on(&mut answer);
        let again = self.held.map(|id| Again::of(id, self.checked));
        self.forwarding.relay(peer, client, holder, again, admitted);
        let (parts, _) = answer.into_parts();
        Ok(HttpResponse::from_parts(parts, Body::empty()))
    }
}

/// The answer of a holder, unless it has not served the request.
fn served(answer: HttpResponse<Incoming>) -> Result<HttpResponse<Incoming>, Unserved> {
    if answer.headers().contains_key(REFUSED) { Err(Unserved::NotDone) } else { Ok(answer) }
}

/// An answer for the client, as it comes from the holder.
fn passed_on(answer: HttpResponse<Incoming>) -> Response {
    let mut answer = answer.map(Body::new);
    for name in OF_CONNECTION {
        answer.headers_mut().remove(name);
    }
    answer
}

/// The layer of the holder: answers that it does not hold a match, so that the receiving node looks for
/// it again.
pub(crate) async fn held_only(
    State(app): State<AppState>,
    Name(id): Name,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if let (Some(forwarding), Ok(id)) = (&app.forwarding, id.parse::<MatchId>())
        && !app.registry.is_here(id)
    {
        app.registry.settled(id).await;
        if forwarding.is_elsewhere(Subject::Match, id).await? {
            return Ok(not_held());
        }
    }
    Ok(next.run(request).await)
}

/// The same of an analysis.
pub(crate) async fn met_only(
    State(app): State<AppState>,
    Name(id): Name,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if let (Some(forwarding), Ok(id)) = (&app.forwarding, id.parse::<MatchId>())
        && forwarding.is_elsewhere(Subject::Analysis, id).await?
    {
        return Ok(not_held());
    }
    Ok(next.run(request).await)
}

fn not_held() -> Response {
    (StatusCode::MISDIRECTED_REQUEST, [(REFUSED, NOT_HELD)]).into_response()
}

/// Refuses requests while the process has stood still and does not know yet whether another node holds
/// its matches by now.
pub(crate) async fn awake_only(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if app.node.store_health.is_awake(app.registry.now()).await && !app.is_fenced() {
        Ok(next.run(request).await)
    } else {
        Err(ApiError::Busy)
    }
}

/// Gives a request what its ticket says.
pub(crate) fn apply_ticket(parts: &mut Parts, ticket: &Ticket, unfinished: Unfinished) {
    let extensions = &mut parts.extensions;
    extensions.insert(Identity(ticket.player));
    match ticket.pass {
        Pass::Guest => drop(extensions.insert(SessionExt(None))),
        Pass::Session(session) => drop(extensions.insert(SessionExt(Some(session)))),
        Pass::Token(token) => drop(extensions.insert(TokenExt(token))),
    }
    extensions.insert(ConnectInfo(SocketAddr::new(ticket.client, 0)));
    extensions.insert(unfinished);
    extensions.insert(Forwarded);
}
