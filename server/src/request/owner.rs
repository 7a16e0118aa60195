//! Extractors for what only the owner of an account may do: change how the account is known, export it
//! or delete it.
//!
//! They refuse before anything about the account is looked up or changed. A token of a program plays; it
//! does not change credentials. A session of a registered player must have been confirmed lately
//! ([`Accounts::confirmed`](crate::accounts::Accounts::confirmed)), so that a moment at an open browser is
//! not enough. A guest has nothing to confirm with and passes.

use super::identity::pass_of;
use super::{ApiError, CurrentPlayer, Identity};
use crate::accounts::Accounts;
use crate::accounts::sockets::Pass;
use crate::app_state::AppState;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::{Moment, Player, PlayerId, SessionId};
use std::convert::Infallible;
use std::sync::Arc;
use store::Left;

/// The credential of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct By(pub(crate) Pass);

impl<S: Send + Sync> FromRequestParts<S> for By {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(pass_of(parts)))
    }
}

/// The browser that a request is from. Programs are refused.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BrowserSession {
    /// The player it is.
    pub(crate) player: PlayerId,
    /// Its session, which a guest may lack.
    pub(crate) session: Option<SessionId>,
}

impl BrowserSession {
    /// Its session.
    ///
    /// # Errors
    ///
    /// [`ApiError::NotRegistered`] for a guest without one.
    pub(crate) fn signed_in(self) -> Result<SessionId, ApiError> {
        self.session.ok_or(ApiError::NotRegistered)
    }
}

impl From<BrowserSession> for Left {
    fn from(BrowserSession { player, session }: BrowserSession) -> Self {
        Self { player, session }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BrowserSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let session = match pass_of(parts) {
            Pass::Token(_) => return Err(ApiError::TokenNotAllowed),
            Pass::Session(id) => Some(id),
            Pass::Guest => None,
        };
        Ok(Self { player: Identity::of(parts), session })
    }
}

/// A guest, or the owner of an account who has lately confirmed who they are.
#[derive(Debug, Clone)]
pub(crate) struct Owner {
    /// The player.
    pub(crate) player: Arc<Player>,
    /// The credential of the request: of a registered player, a confirmed session.
    pub(crate) pass: Pass,
}

impl Owner {
    /// The confirmed session of a registered player.
    ///
    /// # Errors
    ///
    /// [`ApiError::NotRegistered`] for a guest.
    pub(crate) fn session(&self) -> Result<SessionId, ApiError> {
        let session = self.pass.session().filter(|_| !self.player.guest);
        session.ok_or(ApiError::NotRegistered)
    }
}

impl FromRequestParts<AppState> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let pass = pass_of(parts);
        let CurrentPlayer(player) = CurrentPlayer::from_request_parts(parts, app).await?;
        check_owner(&app.accounts, &player, pass, app.time.now()).await?;
        Ok(Self { player, pass })
    }
}

/// Refuses a registered player unless the credential is a session that was confirmed lately.
///
/// # Errors
///
/// [`ApiError::TokenNotAllowed`], [`ApiError::ConfirmNeeded`].
pub(crate) async fn check_owner(
    accounts: &Accounts,
    player: &Player,
    pass: Pass,
    now: Moment,
) -> Result<(), ApiError> {
    if player.guest {
        return Ok(());
    }
    let session = match pass {
        Pass::Session(id) => id,
        Pass::Token(_) => return Err(ApiError::TokenNotAllowed),
        Pass::Guest => return Err(ApiError::ConfirmNeeded),
    };
    let confirmed = accounts.confirmed(player.id, session, now).await?;
    confirmed.map(drop).ok_or(ApiError::ConfirmNeeded)
}
