//! Matches: games with people and clocks.

pub mod clock;
mod command;
mod decide;
mod ending;
mod journal;
mod offers;
mod presence;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod views;

pub use command::{Command, JoinRefusal, MAX_SAID, Refusal};
pub use decide::{CLAIM_AFTER, LINKED_ROOM_KEPT, LISTED_ROOM_KEPT, UNCLOCKED_KEPT};
pub use ending::{EndReason, Ending, MatchResult};
pub use journal::{AppendError, Journal};
pub use presence::Presence;
pub use setup::Setup;
pub use state::{Match, RestoreError};
