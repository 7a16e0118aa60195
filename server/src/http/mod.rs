//! HTTP: the handlers of single requests, one file for each resource, and the accepting of
//! connections. `docs/protocol.md` describes every address; [`crate::router`] lists them.
//!
//! A handler reads its request by [`crate::request`], queries the matches, the archive or the
//! client's files, and answers with a view of [`protocol`] or with a problem.

pub(crate) mod access;
pub(crate) mod archive;
pub(crate) mod assets;
pub(crate) mod blocks;
pub(crate) mod called;
pub(crate) mod carrying;
pub(crate) mod challenges;
mod client_stream;
pub(crate) mod confirming;
pub(crate) mod cors;
mod drawing;
mod encoding;
pub(crate) mod error_page;
pub(crate) mod everything;
pub(crate) mod explorer;
mod file_name;
pub(crate) mod follows;
pub(crate) mod games;
pub(crate) mod headers;
pub(crate) mod health;
pub(crate) mod here;
pub(crate) mod keeping;
mod kept;
pub(crate) mod mail;
pub(crate) mod mail_links;
pub(crate) mod matches;
mod metrics;
mod moderation;
pub(crate) mod openapi;
mod operators;
pub(crate) mod passkeys;
pub(crate) mod people;
pub(crate) mod person;
mod pictures;
mod places;
pub(crate) mod plans;
pub(crate) mod preview;
pub(crate) mod push;
pub(crate) mod qr;
pub(crate) mod ratings;
pub(crate) mod reports;
pub(crate) mod seeks;
mod serve;
pub(crate) mod sessions;
pub(crate) mod tablebase;
pub(crate) mod tokens;
pub(crate) mod vacation;

pub(crate) use metrics::serve_metrics;
pub(crate) use operators::OperatorPassword;
pub(crate) use serve::serve;
