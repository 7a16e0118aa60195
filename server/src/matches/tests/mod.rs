//! Matches alone, with invented times, and in their tasks, on a store in memory.

mod actor;
mod house;
mod lifetime;
mod lobby;
mod memory;
mod vacations;
