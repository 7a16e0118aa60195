//! The server and the one command, `yiguan`.
//!
//! It is made of rooms, one module each; the table in `ARCHITECTURE.md` says which may use which,
//! and a test holds the sources to it. [`serve`] puts them together. Nothing here reads the
//! environment or prints: `main.rs` does, and hands in a [`config`], the time and a way to stop.

mod actions;
mod addresses;
pub mod analysis;
mod app;
mod app_state;
mod background;
mod client;
pub mod command_line;
pub mod commands;
pub mod config;
mod entrance;
mod exports;
mod feed;
pub mod house;
mod http;
pub mod identity;
mod idle_guests;
pub mod log;
mod lookups;
pub mod mail;
pub mod matches;
pub mod metrics;
mod moderation;
pub mod network;
pub mod notices;
mod order;
mod origin;
mod people;
mod picture;
mod pulse;
pub mod push;
mod request;
mod router;
mod samples;
pub mod seeks;
pub mod shutdown;
mod sockets;
mod tablebase;
mod texts;
pub mod time;
mod tokens;
pub mod words;
mod ws;

pub use app::{BadMail, ServeError, bind, serve};
pub use entrance::{Entrance, Entrances};
