//! The server.

mod addresses;
pub mod analysis;
mod app;
pub mod bench;
pub mod commands;
pub mod config;
pub mod house;
pub mod house_players;
mod http;
pub mod identity;
pub mod ids;
pub mod matches;
pub mod metrics;
pub mod names;
pub mod network;
mod order;
mod picture;
pub mod shutdown;
pub mod store;
pub mod time;
mod tokens;
pub mod wire;
mod ws;

pub use app::{ServeError, serve};
