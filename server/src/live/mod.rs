//! The tasks that run matches: one for each, with its queue, its journal and its readers.
//!
//! A match is a value, [`domain::Match`]; this module has its owner. A task takes
//! requests one at a time, has the match decide, waits until the journal holds the events, and
//! only then applies and broadcasts them. All others hold a [`MatchHandle`]. The
//! [`Registry`] makes, finds, restores and stops matches.

mod actor;
mod adoption;
mod audience;
mod calls;
mod challenges;
mod connected;
mod context;
mod draft;
mod handle;
mod handover;
mod inbox;
mod journal;
mod limits;
mod list_changes;
mod listed_state;
mod log;
mod notices;
mod planned;
mod recent;
mod registry;
mod replay;
mod restore;
mod seats;
mod shared_places;
mod standstills;
mod start;
mod states;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod traces;
mod vacations;
mod verdict;
mod watching;

pub(crate) use audience::Audience;
pub use calls::Calls;
pub use challenges::TooManyChallenges;
pub use connected::{Connected, Detail, Legal, Outgoing, OutgoingKind, Reseated, Watched};
pub use handle::{MatchHandle, Unreachable};
pub(crate) use handover::Moved;
pub use journal::{AppendError, Journal};
pub use limits::{Limited, MatchLimits};
pub use planned::Planned;
pub use registry::{CannotOpen, CreateError, FindError, Found, Opening, Registry};
pub use replay::Replayed;
pub use seats::JoinError;
pub(crate) use start::{JournalWriter, Live, start};
pub(crate) use states::{STATE_TIMEOUT, states_of};
pub use vacations::VacationError;
pub use verdict::{Lookup, Unanswered, Verdict};
