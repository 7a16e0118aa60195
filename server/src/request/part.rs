//! The part of the server's state that a handler needs, as its argument.

use crate::app_state::{AppState, Has};
use axum::extract::FromRequestParts;
use axum::http::request;
use std::convert::Infallible;
use std::sync::Arc;

/// A part of the state: a handler that takes it cannot reach the rest.
#[derive(Debug)]
pub(crate) struct Part<T>(pub(crate) Arc<T>);

impl<T> FromRequestParts<AppState> for Part<T>
where
    AppState: Has<T>,
{
    type Rejection = Infallible;

    async fn from_request_parts(
        _: &mut request::Parts,
        app: &AppState,
    ) -> Result<Self, Infallible> {
        Ok(Self(Arc::clone(app.part())))
    }
}
