//! The server and the one command, `yiguan`.
//!
//! The table in `ARCHITECTURE.md` lists its modules and which of them each may use,
//! and a test holds the sources to it. [`serve`] puts them together. Nothing here reads the
//! environment or prints: `main.rs` does, and hands in a [`config`], the time and a way to stop.

pub mod accounts;
mod actions;
mod addresses;
pub mod analysis;
mod app_state;
mod bus;
mod client;
mod cluster;
pub mod command_line;
pub mod commands;
pub mod computer;
pub mod config;
mod feed;
mod forwarding;
mod http;
pub mod ip_range;
mod leaders;
mod listeners;
pub mod live;
mod lobby;
pub mod log;
mod matchmaking;
pub mod metrics;
pub mod moderation;
mod node;
pub mod notifications;
mod origin;
mod permits;
mod presence;
mod render;
mod request;
mod retention;
mod router;
mod runtime;
mod samples;
mod serve;
pub mod shutdown;
mod store_health;
mod tablebase;
mod texts;
pub mod time;
mod ws;

pub use listeners::{BoundListener, BoundListeners};
pub use serve::{BadMail, ServeError, bind, serve};
