//! The server.

mod addresses;
pub mod analysis;
mod app;
mod app_state;
mod background;
pub mod bench;
mod client;
pub mod commands;
pub mod config;
mod exports;
pub mod house;
mod http;
pub mod identity;
pub mod matches;
pub mod metrics;
pub mod network;
mod order;
mod origin;
mod picture;
mod pulse;
mod request;
mod router;
pub mod shutdown;
pub mod store;
mod tablebase;
pub mod time;
mod tokens;
pub mod wire;
mod ws;

pub use app::{ServeError, serve};
