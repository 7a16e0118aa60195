//! The sender of a request: the middleware that reads the cookie of a browser or the token of a
//! program, and refuses requests of other sites' pages and of banned players.
//!
//! A browser without a valid cookie becomes a new guest and gets one with the response; a cookie
//! that is old, or signed by a retired key, is renewed. Over HTTPS only the cookie whose name has
//! the `__Host-` prefix counts, which no sibling domain can set. A request that changes something,
//! or opens a socket, must come from one of the server's own pages (by `Origin`) unless it carries a
//! token. Cookies and tokens are never logged.
//!
//! A credential that cannot be looked up does not count: the request is refused as `busy`. Two
//! requests pass nevertheless: one that only reads, with a cookie that was valid in the last ten
//! minutes, and one for a page, which needs no identity and is sent without a new cookie.

use super::ApiError;
use super::known_browser::Browser;
use crate::accounts::identity::{Cookie, Keys};
use crate::accounts::lookups::Validity;
use crate::accounts::sockets::Pass;
use crate::app_state::AppState;
use crate::origin::Origin;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use domain::{MatchId, Moment, Player, PlayerId, SessionId, TokenId};
use std::convert::Infallible;
use std::sync::Arc;

/// The cookie's name.
const COOKIE: &str = "yiguan";

/// The cookie's name under HTTPS: no other host of the domain can set a cookie of this name.
const HOST_COOKIE: &str = "__Host-yiguan";

/// A year, in seconds.
const COOKIE_AGE: u32 = 31_536_000;

/// The id of the player a request is from, as the middleware found it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Identity(pub(crate) PlayerId);

impl Identity {
    pub(super) fn of(parts: &Parts) -> PlayerId {
        parts.extensions.get::<Self>().map_or_else(PlayerId::fresh, |known| known.0)
    }
}

/// The session of a browser, as the middleware found it; `None` for a guest without one. Requests of
/// programs lack this extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SessionExt(pub(crate) Option<SessionId>);

/// An extension of a response that makes the browser another player from now on, in a session or as
/// a guest: the middleware sets the cookie.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SwitchIdentity(pub(crate) PlayerId, pub(crate) Option<SessionId>);

/// The token a program authenticated with, as the middleware found it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokenExt(pub(crate) TokenId);

/// The credential of a request, as the middleware found it.
pub(super) fn pass_of(parts: &Parts) -> Pass {
    let session = parts.extensions.get::<SessionExt>().and_then(|known| known.0).map(Pass::Session);
    let token = parts.extensions.get::<TokenExt>().map(|brought| Pass::Token(brought.0));
    token.or(session).unwrap_or(Pass::Guest)
}

/// Whether a request only reads: it neither changes anything nor opens a socket.
fn only_reads(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.headers().contains_key(header::UPGRADE)
}

/// Whether a request is for a page or one of its files, which need no identity.
fn is_for_page(request: &Request) -> bool {
    let path = request.uri().path();
    only_reads(request) && !path.starts_with("/api/") && !path.starts_with("/ws/")
}

/// Rejects the changes of a banned player; they may still read and watch.
fn check_ban(app: &AppState, id: PlayerId, request: &Request) -> Result<(), ApiError> {
    if !only_reads(request) && app.orders.active().bans_guest(id) {
        Err(ApiError::Banned)
    } else {
        Ok(())
    }
}

/// Refuses a request whose credential cannot be looked up. Of a match's socket it is remembered, so
/// that the player's clock can be credited.
fn turn_away(app: &AppState, player: PlayerId, request: &Request, came: Moment) -> ApiError {
    let path = request.uri().path();
    let id = path.strip_prefix("/ws/matches/").and_then(|id| id.parse::<MatchId>().ok());
    if let Some(id) = id {
        app.lookups.turn_away(player, id, came);
    }
    ApiError::Busy
}

/// The player a request is from, with their name; the request is refused as `busy` while the store
/// does not return it.
#[derive(Debug, Clone)]
pub(crate) struct CurrentPlayer(pub(crate) Arc<Player>);

impl FromRequestParts<AppState> for CurrentPlayer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self(Arc::new(app.actions.player(Identity::of(parts)).await?)))
    }
}

/// The same for a socket, with the credential that it ends with.
///
/// A guest without a name while the store does not return one: the name matters little to a player
/// who has a seat already, and to a spectator.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub(crate) who: Arc<Player>,
    pub(crate) pass: Pass,
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let id = Identity::of(parts);
        let player = app.actions.player(id).await.unwrap_or_else(|_| Player::guest(id));
        Ok(Self { who: Arc::new(player), pass: pass_of(parts) })
    }
}

/// Refuses requests that another site's page sends in a visitor's name, if they change something or
/// open a socket. Requests with a token pass: no browser adds a token by itself.
pub(crate) async fn own_pages_only(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    // Making a guest involves no cookie, so it may be asked for from any page.
    let changes = (!matches!(*request.method(), Method::GET | Method::HEAD)
        && request.uri().path() != "/api/guests")
        || headers.contains_key(header::UPGRADE);
    let public_url = app.config.public_url.as_ref();
    if changes && bearer(headers).is_none() && !is_same_origin(headers, public_url) {
        return Err(ApiError::BadOrigin);
    }
    Ok(next.run(request).await)
}

/// Determines who a request is from, and sends a cookie to a browser that has none or an old one: a
/// browser that returns within a year stays the same player.
pub(crate) async fn identify(
    State(app): State<AppState>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    if let Some(token) = bearer(headers) {
        let now = app.time.now();
        let (id, token) = app.keys.verify_token(token, now).map_err(|_| ApiError::BadToken)?;
        match app.tokens.validity(&app.store, token, now).await {
            Validity::Valid => {}
            Validity::Ended => return Err(ApiError::BadToken),
            Validity::Unconfirmed | Validity::Unknown => {
                return Err(turn_away(&app, id, &request, now));
            }
        }
        request.extensions_mut().insert(TokenExt(token));
        check_ban(&app, id, &request)?;
        request.extensions_mut().insert(Identity(id));
        let mut response = next.run(request).await;
        response.extensions_mut().insert(Identity(id));
        return Ok(response);
    }
    let secure = is_https(app.config.public_url.as_ref(), headers);
    let now = app.time.now();
    let name = if secure { HOST_COOKIE } else { COOKIE };
    let sent = from_cookie(headers, name, &app.keys);
    let (known, may_set) = match sent {
        None => (None, true),
        Some(cookie) => match app.accounts.validity(&cookie, now).await {
            Validity::Valid => (Some(cookie), true),
            // The session has ended, or the guest has registered since, which needs a session.
            Validity::Ended => (None, !app.accounts.is_overtaken(&cookie, now).await),
            // A page needs no identity; it must not replace the cookie.
            Validity::Unconfirmed | Validity::Unknown if is_for_page(&request) => (None, false),
            Validity::Unconfirmed if only_reads(&request) => (Some(cookie), false),
            Validity::Unconfirmed | Validity::Unknown => {
                return Err(turn_away(&app, cookie.id, &request, now));
            }
        },
    };
    let id = known.map_or_else(PlayerId::fresh, |token| token.id);
    let session = known.and_then(|cookie| cookie.session);
    check_ban(&app, id, &request)?;
    let browser = Browser::of(request.headers(), &app.keys, secure);
    request.extensions_mut().insert(Identity(id));
    request.extensions_mut().insert(SessionExt(session));
    let mut response = next.run(request).await;
    let became = response.extensions_mut().remove::<SwitchIdentity>();
    let (id, session) = became.map_or((id, session), |SwitchIdentity(id, session)| (id, session));
    response.extensions_mut().insert(Identity(id));
    // A cookie now would replace that of the session, which the browser has just been sent, or one
    // that could not be looked up.
    let needs_cookie = may_set && known.is_none_or(|cookie| cookie.is_stale(now));
    if became.is_some() || needs_cookie {
        let token = match session {
            Some(session) => app.keys.sign_session(id, session, now),
            None => app.keys.sign(id, now),
        };
        let flag = if secure { "; Secure" } else { "" };
        let cookie =
            format!("{name}={token}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{flag}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    // A browser that is signed in is known to its account from then on, also after it has signed out.
    let is_new = needs_cookie || (may_set && !browser.is_known(&app.keys, id));
    if let Some(session) = session
        && (became.is_some() || is_new)
        && let Some(cookie) = browser.cookie(&app.keys, id, session, secure)
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Whether players reach this server by HTTPS: the public address is of HTTPS, or without one a
/// trusted proxy was reached so. [`crate::http`] removes the header from the requests of all others.
pub(crate) fn is_https(public_url: Option<&Origin>, headers: &HeaderMap) -> bool {
    let mut protos = headers.get_all("x-forwarded-proto").iter();
    // A second one may come from the client of the proxy.
    let is_forwarded =
        || protos.next().is_some_and(|proto| proto == "https") && protos.next().is_none();
    public_url.map_or_else(is_forwarded, Origin::is_https)
}

/// The token of a program. Other schemes of authorization, such as a password that a proxy asks
/// for, are ignored.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The content of a valid cookie. One that is not valid, for instance because the secret was lost,
/// is ignored, and so replaced.
fn from_cookie(headers: &HeaderMap, name: &str, keys: &Keys) -> Option<Cookie> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|&(found, _)| found == name)
        .find_map(|(_, token)| keys.read(token).ok())
}

/// Whether a request comes from one of the server's own pages, or from no page at all. Its own pages
/// are those of the public address, if one is configured, and otherwise of the request's `Host`.
fn is_same_origin(headers: &HeaderMap, public_url: Option<&Origin>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(url) = public_url {
        return url.is(origin);
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    match (origin.split_once("://"), host) {
        (Some((_, origin)), Some(host)) => origin.eq_ignore_ascii_case(host),
        (None, _) | (_, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Moment;

    #[track_caller]
    fn check_origin(origin: Option<&'static str>, host: &'static str, allowed: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        assert_eq!(is_same_origin(&headers, None), allowed, "{origin:?} to {host}");
    }

    #[test]
    fn other_sites_are_told_from_our_own() {
        check_origin(None, "play.example:8080", true);
        check_origin(Some("http://play.example:8080"), "play.example:8080", true);
        check_origin(Some("https://Play.example"), "play.example", true);
        check_origin(Some("https://play.example:444"), "play.example", false);
        check_origin(Some("https://evil.example"), "play.example", false);
        check_origin(Some("null"), "play.example", false);
    }

    #[test]
    fn behind_a_proxy_the_public_address_counts() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("10.0.0.7:8080"));
        let public_url: Origin = "https://play.example:443/".parse().expect("an address");
        for (origin, allowed) in [
            ("https://play.example", true),
            ("https://PLAY.example", true),
            ("http://play.example", false),
            ("http://10.0.0.7:8080", false),
            ("https://evil.example", false),
        ] {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            assert_eq!(is_same_origin(&headers, Some(&public_url)), allowed, "{origin}");
        }
    }

    #[test]
    fn https_is_declared_by_public_url_or_proxy() {
        let headers = |protos: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for proto in protos {
                headers.append("x-forwarded-proto", HeaderValue::from_static(proto));
            }
            headers
        };
        for (protos, forwarded) in [
            (&["https"][..], true),
            (&[], false),
            (&["http"], false),
            (&["HTTPS, http"], false),
            (&["https", "http"], false),
            (&["http", "https"], false),
        ] {
            let headers = headers(protos);
            assert_eq!(is_https(None, &headers), forwarded, "{protos:?}");
            for (url, https) in [("http://play.example", false), ("https://play.example", true)] {
                let url: Origin = url.parse().expect("an address");
                assert_eq!(is_https(Some(&url), &headers), https, "{url} {protos:?}");
            }
        }
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let keys = Keys::new([9; 32], &[]);
        let id = PlayerId::fresh();
        let mut headers = HeaderMap::new();
        let token = keys.sign(id, Moment(0));
        let value = format!("theme=dark; yiguan=forged.x.y; {HOST_COOKIE}=x; {COOKIE}={token}");
        headers.insert(header::COOKIE, HeaderValue::from_str(&value).expect("plain"));
        let found = |name, keys: &Keys| from_cookie(&headers, name, keys).map(|token| token.id);
        assert_eq!(found(COOKIE, &keys), Some(id));
        assert_eq!(found(HOST_COOKIE, &keys), None);
        assert_eq!(found(COOKIE, &Keys::new([8; 32], &[])), None);
    }
}
