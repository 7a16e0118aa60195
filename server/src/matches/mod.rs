//! Matches: games with people and clocks.

mod actor;
mod archive;
mod audience;
mod budget;
mod calls;
pub mod clock;
mod command;
mod decide;
mod draft;
mod ending;
mod handle;
mod inbox;
mod journal;
mod lobby;
mod log;
mod offers;
mod presence;
mod recent;
mod registry;
mod restore;
mod seats;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod views;

pub use archive::ArchiveError;
pub use budget::{MAX_LINES, MAX_OFFERS, MAX_PLIES, MAX_RENAMES};
pub use calls::Calls;
pub use command::{Command, JoinRefusal, MAX_SAID, Refusal};
pub use decide::{
    CLAIM_AFTER, LINKED_ROOM_KEPT, LISTED_ROOM_KEPT, UNCLOCKED_KEPT, UNCLOCKED_LISTED,
};
pub use ending::{EndReason, Ending, MatchResult};
pub use handle::{
    Connected, Detail, JoinError, Legal, MatchHandle, MatchOrder, Reply, Told, Unreachable,
};
pub use journal::{AppendError, Journal};
pub use lobby::{Counted, LISTED, LIVE_SHOWN, Listing, Lobby};
pub use presence::Presence;
pub use registry::{CannotOpen, FindError, Found, Registry};
pub use setup::Setup;
pub use state::{Match, RestoreError};
