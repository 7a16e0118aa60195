//! Matches alone, with invented times, and in their tasks, on a store in memory.

mod actor;
mod kept_out;
mod leaving;
mod lifetime;
mod limits;
mod list_changes;
pub(crate) mod node;
mod notices;
mod vacations;
