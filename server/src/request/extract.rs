//! Extractors that turn bodies, queries and parts of paths into types, or answer with a problem.
//!
//! They replace the framework's own, whose rejections are plain text: here every refusal is an
//! `ApiError` with a stable code. Bodies must be JSON objects sent as `application/json`, which a
//! form of another site cannot send.

use super::{ApiError, Unfinished};
use crate::live::Detail;
use axum::body::HttpBody;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request;
use protocol::Object;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

/// A JSON object as the body.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match axum::Json::<Object<T>>::from_request(request, state).await {
            Ok(axum::Json(Object(value))) => Ok(Self(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(ApiError::NotJson),
            Err(JsonRejection::BytesRejection(rejection)) => Err(match rejection.status() {
                axum::http::StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
                _ => ApiError::BadRequest(rejection.body_text()),
            }),
            Err(rejection) => Err(ApiError::BadRequest(rejection.body_text())),
        }
    }
}

/// A JSON object as the body, or no body at all.
pub(crate) struct MaybeJson<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for MaybeJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if request.body().is_end_stream() {
            return Ok(Self(T::default()));
        }
        Json::from_request(request, state).await.map(|Json(value)| Self(value))
    }
}

/// A flag in a query, set by `1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
pub(crate) enum Flag {
    /// Not set.
    #[serde(rename = "0")]
    Off,
    /// Set.
    #[serde(rename = "1")]
    On,
}

impl Flag {
    /// The meaning of `legal=1` in requests of a match.
    pub(crate) fn detail(legal: Option<Self>) -> Detail {
        match legal {
            Some(Self::On) => Detail::Legal,
            Some(Self::Off) | None => Detail::Plain,
        }
    }
}

/// The query of an address.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut request::Parts, state: &S) -> Result<Self, ApiError> {
        Query::<T>::from_request_parts(parts, state)
            .await
            .map(|Query(value)| Self(value))
            .map_err(|rejection: QueryRejection| ApiError::BadRequest(rejection.body_text()))
    }
}

/// The variable part of a path; one that is not UTF-8 is answered as not found.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut request::Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(name)| Self(name)).map_err(|_| ApiError::NotFound)
    }
}

/// A request to upgrade to a WebSocket, with the count of what its client sends without a whole message.
pub(crate) struct Upgrade(pub(crate) WebSocketUpgrade, pub(crate) Unfinished);

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut request::Parts, state: &S) -> Result<Self, ApiError> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, state).await;
        let upgrade = upgrade.map_err(|rejection| ApiError::BadRequest(rejection.body_text()))?;
        let unfinished = parts.extensions.get::<Unfinished>().cloned().unwrap_or_default();
        Ok(Self(upgrade, unfinished))
    }
}
