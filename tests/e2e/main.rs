//! The server held to `docs/protocol.md`, as a process and over real sockets, with each of its
//! databases.

mod admin;
mod agreements;
mod analysis;
mod archive;
mod browser;
mod clocks;
mod commands;
mod crashes;
mod explored;
mod files;
mod house;
mod intruders;
mod live;
mod lobby;
mod mail;
mod metrics;
mod moderation;
mod names;
mod nginx;
mod openapi;
mod outages;
mod own_matches;
mod pauses;
mod people;
mod plans;
mod problems;
mod process;
mod programs;
mod push;
mod rated;
mod seeks;
mod servers;
mod shared_seeks;
mod snapshots;
mod tablebase;
mod vacations;


use e2e::on_both;
