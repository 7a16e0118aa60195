//! HTTP: the handlers of single requests, in folders by resource, and the accepting of
//! connections. `docs/protocol.md` describes every address; [`crate::router`] lists them.
//!
//! A handler reads its request by [`crate::request`], calls one action, and answers with a view of
//! [`protocol`] or with a problem. It names neither the store nor the
//! registry, and gets the parts of the state that it needs ([`Part`](crate::request::Part)), never the whole.

pub(crate) mod access;
pub(crate) mod accounts;
pub(crate) mod archive;
pub(crate) mod assets;
mod client_stream;
mod connection_limit;
pub(crate) mod cors;
pub(crate) mod headers;
pub(crate) mod health;
mod internal;
pub(crate) mod matches;
mod metrics;
pub(crate) mod moderation;
pub(crate) mod openapi;
mod serve;
pub(crate) mod social;
pub(crate) mod tablebase;

pub(crate) use connection_limit::Places;
pub(crate) use metrics::serve_metrics;
pub(crate) use moderation::operator_password::OperatorPassword;
pub(crate) use moderation::review::router as reports;
pub(crate) use serve::{Clients, serve, serve_internal};
