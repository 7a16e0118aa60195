//! The limits of the client that a request comes from, as the argument of a handler.

use super::ApiError;
use crate::addresses::{LimitedAction, Limiter};
use crate::app_state::AppState;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use domain::PlayerId;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The address of the client, and the limits that it has.
#[derive(Debug, Clone)]
pub(crate) struct ClientLimits {
    limiter: Arc<Limiter>,
    address: IpAddr,
}

impl ClientLimits {
    /// The address of the client.
    pub(crate) const fn address(&self) -> IpAddr {
        self.address
    }

    /// Whether limits are on.
    pub(crate) fn is_on(&self) -> bool {
        self.limiter.is_on()
    }

    /// Refuses an action that the address repeats too often.
    ///
    /// # Errors
    ///
    /// [`ApiError::Rate`], [`ApiError::Busy`].
    pub(crate) async fn check(&self, action: LimitedAction) -> Result<(), ApiError> {
        Ok(self.limiter.check_rate_of_all(self.address, action).await?)
    }

    /// Refuses a mail that the address or the player requests too soon after others.
    ///
    /// # Errors
    ///
    /// [`ApiError::Rate`], [`ApiError::Busy`].
    pub(crate) async fn check_mail(&self, player: PlayerId) -> Result<(), ApiError> {
        self.check(LimitedAction::Mail).await?;
        Ok(self.limiter.check_mail_rate_by(player).await?)
    }
}

impl FromRequestParts<AppState> for ClientLimits {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let ConnectInfo(client) = ConnectInfo::<SocketAddr>::from_request_parts(parts, app)
            .await
            .map_err(|_| ApiError::Internal)?;
        Ok(Self { limiter: Arc::clone(&app.limiter), address: client.ip() })
    }
}
