//! Handlers for the relations between players: blocks, follows and the list of players online.

pub(crate) mod blocks;
pub(crate) mod follows;
pub(crate) mod online;
