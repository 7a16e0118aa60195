//! Matches alone, with invented times, and in their tasks, on a store in memory.

mod actor;
mod house;
mod kept_out;
mod leaving;
mod lifetime;
mod limits;
mod lobby;
mod vacations;
