//! A request to open a socket.

use super::services::Services;
use crate::addresses::{Addresses, Admitted};
use crate::request::{ApiError, Forwarded};
use axum::extract::{ConnectInfo, Extension, FromRequestParts};
use axum::http::request::Parts;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// A client that requests a socket, and the services of the socket.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(super) services: Arc<Services>,
    is_forwarded: bool,
    address: IpAddr,
}

impl Opening {
    /// Counts a socket for its address, unless that has enough or the server stops. Another node has
    /// counted the sockets that it forwards.
    pub(super) fn admit(&self) -> Result<Admitted, ApiError> {
        if self.services.shutdown.is_cancelled() {
            return Err(ApiError::ShuttingDown);
        }
        let addresses: &Arc<Addresses> =
            if self.is_forwarded { &self.services.forwarded } else { &self.services.addresses };
        addresses.admit(self.address).ok_or(ApiError::Connections)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Opening {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // The router adds the services, and every connection has an address.
        let Extension(services) =
            Extension::from_request_parts(parts, state).await.map_err(|_| ApiError::Internal)?;
        let ConnectInfo(address) = ConnectInfo::<SocketAddr>::from_request_parts(parts, state)
            .await
            .map_err(|_| ApiError::Internal)?;
        let is_forwarded = parts.extensions.get::<Forwarded>().is_some();
        Ok(Self { services, is_forwarded, address: address.ip() })
    }
}
