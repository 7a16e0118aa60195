//! A match: a game with people and a clock, as a synchronous state machine.
//!
//! `state` holds it and applies events, `reading` has its accessors, `decide` returns the effect of
//! a command (`answers`: an offer and its answer;
//! `leaving`: an opponent who frees the seat again; `deserted`: players who are away), `setup` makes it, `archive` turns it into a
//! stored game and back. `presence`, `offers` and `budget` are parts of
//! its state. This module never waits, reads the time or depends on how an event is stored.

mod answers;
mod archive;
mod budget;
mod command;
mod decide;
mod deserted;
mod leaving;
mod offers;
mod plan;
mod presence;
mod reading;
mod setup;
mod state;
#[cfg(test)]
mod tests;

pub use answers::PAUSE;
pub use archive::{ArchiveError, FinishedGame, GameSummary};
pub use budget::{MAX_LINES, MAX_OFFERS, MAX_PLIES, MAX_RENAMES};
pub use command::{Command, JoinRefusal, MAX_CHAT, MatchOrder, Refusal};
pub use decide::{CLAIM_AFTER, UNCLOCKED_LISTED};
pub use deserted::{
    CORRESPONDENCE_RETENTION, LINKED_MATCH_RETENTION, LISTED_MATCH_RETENTION, UNCLOCKED_RETENTION,
};
pub use leaving::{MAX_LEAVES, UNCLOCKED_BEGUN_WITHIN};
pub use offers::Offers;
pub use plan::{BadPlan, MAX_PLAN_LENGTH, MAX_PLAN_LINES, Plan};
pub use presence::{Presence, Present};
pub use setup::Setup;
pub use state::{CHAT_LINES, Match, RestoreError};
