//! The context of every request, whether a handler or a socket answers it: the sender, the
//! parameters, and the form of a refusal.

mod device;
mod error;
mod extract;
mod forward;
mod host;
mod identity;
mod known_browser;
mod limits;
mod owner;
mod part;
mod problem;
mod refusals;
mod site_origin;
mod unfinished;

pub(crate) use device::Device;
pub(crate) use error::{ApiError, Code};
pub(crate) use extract::{Flag, Json, MaybeJson, Name, Params, Upgrade};
pub(crate) use forward::{
    Forwarded, apply_ticket, awake_only, forward, forward_analysis, forward_new, held_only,
    met_only,
};
pub(crate) use host::known_hosts_only;
pub(crate) use identity::{
    CurrentPlayer, Identity, SessionExt, SwitchIdentity, TokenExt, Visitor, identify, is_https,
    own_pages_only,
};
pub(crate) use known_browser::SignIn;
pub(crate) use limits::ClientLimits;
pub(crate) use owner::{BrowserSession, By, Owner, check_owner};
pub(crate) use part::Part;
pub(crate) use problem::Problem;
pub(crate) use site_origin::SiteOrigin;
pub(crate) use unfinished::Unfinished;

/// The most bytes of a body.
pub(crate) const MAX_BODY: usize = 16 * 1_024;
