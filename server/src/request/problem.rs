//! How an error is answered: `application/problem+json`, and when to ask again.

use super::ApiError;
use crate::addresses::Wait;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

impl ApiError {
    /// After how many seconds a retry may succeed; `None` if waiting alone changes nothing.
    pub(crate) fn retry_after(&self) -> Option<u32> {
        match self {
            Self::Rate(Wait(seconds)) | Self::Wait(Wait(seconds)) => Some((*seconds).max(1)),
            Self::Connections => None,
            _ if self.code().status() == StatusCode::SERVICE_UNAVAILABLE => Some(1),
            _ => None,
        }
    }
}

/// The body of an error.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem<'a> {
    /// Always `about:blank`: the code says which problem it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The problem in a few words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// The stable code of the problem, for programs.
    code: &'static str,
    /// The problem in one sentence, for people.
    detail: &'a str,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let code = self.code();
        let (status, code, title) = (code.status(), code.as_str(), code.title());
        let detail = self.to_string();
        let problem =
            Problem { kind: "about:blank", title, status: status.as_u16(), code, detail: &detail };
        let body = serde_json::to_string(&problem).unwrap_or_default();
        let mut response = (status, body).into_response();
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // A layer outside answers a browser with a page about it.
        response.extensions_mut().insert(self);
        response
    }
}
