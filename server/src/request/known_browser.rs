//! The cookie by which a browser is known to have signed in before, and what that allows.
//!
//! The cookie is no credential: it only gives the browser an allowance of its own for proving who
//! its user is. Attempts are limited by address, by /48 and by account; a known browser is let in
//! whatever strangers, or neighbours at its own address, have used up.

use super::{ApiError, BrowserSession, ClientLimits, Device, is_https};
use crate::accounts::identity::{Keys, KnownBrowser};
use crate::addresses::{Guesser, LimitedAction, Limiter};
use crate::app_state::AppState;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use domain::{PlayerId, SessionId};
use std::sync::Arc;
use store::Database;

/// The cookie's name.
const COOKIE: &str = "yiguan-browser";

/// The cookie's name under HTTPS.
const HOST_COOKIE: &str = "__Host-yiguan-browser";

/// A year, in seconds.
const COOKIE_AGE: u32 = 31_536_000;

/// The browser of a request, if it has signed in before.
#[derive(Debug, Clone)]
pub(super) struct Browser(Option<KnownBrowser>);

impl Browser {
    /// The browser that a request's cookie names.
    pub(super) fn of(headers: &HeaderMap, keys: &Keys, secure: bool) -> Self {
        let own = if secure { HOST_COOKIE } else { COOKIE };
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs =
            cookies.flat_map(|value| value.split(';')).filter_map(|p| p.trim().split_once('='));
        let mut found = pairs.filter(|&(name, _)| name == own);
        Self(found.find_map(|(_, text)| keys.read_browser(text)))
    }

    /// Whether it has signed in to an account.
    pub(super) fn is_known(&self, keys: &Keys, player: PlayerId) -> bool {
        self.0.as_ref().is_some_and(|browser| keys.knows(browser, player))
    }

    /// The cookie of this browser in a session of an account.
    pub(super) fn cookie(
        self,
        keys: &Keys,
        player: PlayerId,
        session: SessionId,
        secure: bool,
    ) -> Option<HeaderValue> {
        let browser = self.0.unwrap_or_else(|| KnownBrowser::begun_by(session));
        let browser = keys.mark(browser, player);
        let text = keys.write_browser(&browser);
        let (name, secure) = if secure { (HOST_COOKIE, "; Secure") } else { (COOKIE, "") };
        let cookie =
            format!("{name}={text}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }
}

/// An attempt to sign in, which counts against the limits of the client's address, of the account and of
/// the browser. Programs have no attempts.
#[derive(Debug)]
pub(crate) struct SignIn {
    keys: Arc<Keys>,
    limiter: Arc<Limiter>,
    store: Database,
    client: ClientLimits,
    browser: Browser,
    /// The session and the player of the browser until then.
    pub(crate) session: BrowserSession,
    pub(crate) device: Device,
}

impl FromRequestParts<AppState> for SignIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let client = ClientLimits::from_request_parts(parts, app).await?;
        let secure = is_https(app.config.public_url.as_ref(), &parts.headers);
        let browser = Browser::of(&parts.headers, &app.keys, secure);
        let session = BrowserSession::from_request_parts(parts, app).await?;
        let Ok(device) = Device::from_request_parts(parts, app).await;
        let (keys, limiter) = (Arc::clone(&app.keys), Arc::clone(&app.limiter));
        Ok(Self { keys, limiter, store: app.store.clone(), client, browser, session, device })
    }
}

impl SignIn {
    /// Whether a secret that names its account itself may be tried now, such as a recovery code, a
    /// link or a passkey. A browser that has signed in before has an allowance of its own when its
    /// address has none left.
    ///
    /// # Errors
    ///
    /// [`ApiError::Rate`], [`ApiError::Busy`].
    pub(crate) async fn check(&self) -> Result<(), ApiError> {
        let Err(refused) = self.client.check(LimitedAction::Login).await else { return Ok(()) };
        let Browser(Some(browser)) = &self.browser else { return Err(refused) };
        Ok(self.limiter.check_guess_rate("", Guesser::Browser(browser.number())).await?)
    }

    /// Whether a password of the account with a name of this likeness may be tried now. The answer
    /// is the same whether there is such an account or not.
    ///
    /// # Errors
    ///
    /// [`ApiError::Rate`], [`ApiError::Busy`].
    pub(crate) async fn check_password(&self, likeness: &str) -> Result<(), ApiError> {
        if let Browser(Some(browser)) = &self.browser {
            let account = self.store.account_alike(likeness).await?;
            if account.is_some_and(|account| self.keys.knows(browser, account.id)) {
                let guesser = Guesser::Browser(browser.number());
                return Ok(self.limiter.check_guess_rate(likeness, guesser).await?);
            }
        }
        self.client.check(LimitedAction::Login).await?;
        let guesser = Guesser::Address(self.client.address());
        Ok(self.limiter.check_guess_rate(likeness, guesser).await?)
    }
}
