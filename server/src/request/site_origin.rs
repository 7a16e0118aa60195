//! The address of the server as a visitor's browser knows it, as the argument of a handler.

use super::is_https;
use crate::app_state::AppState;
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use std::convert::Infallible;

/// The origin of the server's pages, such as `https://play.example`: the public address if one is
/// configured, otherwise that of the request.
#[derive(Debug, Clone)]
pub(crate) struct SiteOrigin(pub(crate) String);

impl FromRequestParts<AppState> for SiteOrigin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        if let Some(url) = &app.config.public_url {
            return Ok(Self(url.to_string()));
        }
        let scheme = if is_https(None, &parts.headers) { "https" } else { "http" };
        let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        Ok(Self(format!("{scheme}://{}", host.unwrap_or_default())))
    }
}
