//! Who a request is from: a cookie for browsers, a token for programs.

use super::ApiError;
use crate::app_state::AppState;
use crate::identity::{Cookie, Keys};
use crate::origin::Origin;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use domain::{Player, PlayerId, SessionId, TokenId};
use std::convert::Infallible;
use std::sync::Arc;

/// The cookie's name.
const COOKIE: &str = "yiguan";

/// The same where players come by HTTPS: no other site of the domain can set one of that name.
const HOST_COOKIE: &str = "__Host-yiguan";

/// A year, in seconds.
const COOKIE_AGE: u32 = 31_536_000;

/// The id of whoever a request is from, as the middleware found it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Identity(pub(crate) PlayerId);

impl Identity {
    fn of(parts: &Parts) -> PlayerId {
        parts.extensions.get::<Self>().map_or_else(PlayerId::fresh, |known| known.0)
    }
}

/// The session in which a browser is known, as the middleware found it; none for a guest known by the
/// cookie alone, and for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known(pub(crate) Option<SessionId>);

/// Put into an answer, this has the browser be somebody from now on, in a session or as a guest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Became(pub(crate) PlayerId, pub(crate) Option<SessionId>);

/// The token by which a program is known, as the middleware found it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Brought(pub(crate) TokenId);

/// Refuses what somebody wants to do who is banned; they may look on.
fn check_ban(app: &AppState, id: PlayerId, request: &Request) -> Result<(), ApiError> {
    let looks = matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.headers().contains_key(header::UPGRADE);
    if !looks && app.desk().posted().bans_guest(id) { Err(ApiError::Banned) } else { Ok(()) }
}

/// Whether a request is for a further token.
fn asks_for_token(request: &Request) -> bool {
    *request.method() == Method::POST && request.uri().path() == "/api/me/tokens"
}

/// Whoever a request is from, by the name they have; `busy` while nobody knows it.
#[derive(Debug, Clone)]
pub(crate) struct Who(pub(crate) Arc<Player>);

impl FromRequestParts<AppState> for Who {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self(Arc::new(app.player(Identity::of(parts)).await?)))
    }
}

/// The same, but while the store does not return the name it is somebody without one: it matters
/// little to whoever holds a seat already, or watches.
#[derive(Debug, Clone)]
pub(crate) struct Visitor(pub(crate) Arc<Player>);

impl FromRequestParts<AppState> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let id = Identity::of(parts);
        let player = app.player(id).await.unwrap_or_else(|_| Player::guest(id));
        Ok(Self(Arc::new(player)))
    }
}

/// Turns away what another site's page sends in somebody's name: whatever changes something, and
/// every socket. A token is sent by no browser on behalf of a page that does not know it.
pub(crate) async fn own_pages_only(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    // A new guest is made for whoever asks, from whatever page: no cookie has to do with it.
    let changes = (!matches!(*request.method(), Method::GET | Method::HEAD)
        && request.uri().path() != "/api/guests")
        || headers.contains_key(header::UPGRADE);
    let public_url = app.config().public_url.as_ref();
    if changes && bearer(headers).is_none() && !is_same_origin(headers, public_url) {
        return Err(ApiError::BadOrigin);
    }
    Ok(next.run(request).await)
}

/// Finds out who a request is from, and gives a browser its cookie that comes for the first time,
/// or whose own is old: who comes again within a year is known for ever.
pub(crate) async fn identify(
    State(app): State<AppState>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    if let Some(token) = bearer(headers) {
        let now = app.registry().now();
        let id = match app.keys().verify_token(token, now) {
            Ok((player, token)) => {
                if !app.tokens().counts(app.store(), token, now).await {
                    return Err(ApiError::BadToken);
                }
                request.extensions_mut().insert(Brought(token));
                player
            }
            // Tokens of before had no end. They are good for one thing: to get one that has.
            Err(_) if asks_for_token(&request) => {
                app.keys().verify(token).map_err(|_| ApiError::BadToken)?
            }
            Err(_) => return Err(ApiError::BadToken),
        };
        check_ban(&app, id, &request)?;
        request.extensions_mut().insert(Identity(id));
        let mut response = next.run(request).await;
        response.extensions_mut().insert(Identity(id));
        return Ok(response);
    }
    let public_url = app.config().public_url.as_ref();
    let secure = public_url.is_some_and(Origin::is_https)
        || headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let now = app.registry().now();
    let by_name = |name| from_cookie(headers, name, app.keys());
    let (known, is_kept) = if secure {
        let kept = by_name(HOST_COOKIE);
        // Of before there was that name, or from before there was HTTPS.
        (kept.or_else(|| by_name(COOKIE)), kept.is_some())
    } else {
        (by_name(COOKIE), true)
    };
    let known = match known {
        Some(cookie) if app.people().counts(&cookie, now).await => Some(cookie),
        // The session has ended, or the guest's identity is kept by now.
        Some(_) | None => None,
    };
    let id = known.map_or_else(PlayerId::fresh, |token| token.id);
    let session = known.and_then(|cookie| cookie.session);
    check_ban(&app, id, &request)?;
    request.extensions_mut().insert(Identity(id));
    request.extensions_mut().insert(Known(session));
    let mut response = next.run(request).await;
    let became = response.extensions_mut().remove::<Became>();
    let (id, session) = became.map_or((id, session), |Became(id, session)| (id, session));
    response.extensions_mut().insert(Identity(id));
    if became.is_some() || !is_kept || known.is_none_or(|token| token.is_stale(now)) {
        let token = match session {
            Some(session) => app.keys().sign_session(id, session, now),
            None => app.keys().sign(id, now),
        };
        let (name, secure) = if secure { (HOST_COOKIE, "; Secure") } else { (COOKIE, "") };
        let cookie =
            format!("{name}={token}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    Ok(response)
}

/// The token of a program. Whatever else a browser may be asked for on the way here, such as a
/// password by a proxy, is not ours to judge.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The guest of a valid cookie. One that is not valid, as after the secret was lost, is
/// replaced.
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

/// Whether a request comes from one of our own pages, or from no page at all. Our own are those
/// of the public address, if the operator gave one, and else those of the request's `Host`.
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
