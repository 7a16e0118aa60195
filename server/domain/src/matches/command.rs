//! The commands of people in a match, the reasons for refusing them, and the orders of operators.
//!
//! A refused command leaves the match unchanged, and each refusal has its stable code on the wire.
//! Seats are taken by a separate request, because a person who joins is not part of the match yet.

use super::plan::BadPlan;
use crate::text::{Answer, Offer};
use engine::ActionRefused;

/// A command of a connected player or spectator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Plays an action at a ply.
    Play {
        /// How many actions were played before it.
        ply: u32,
        /// The action in the game's notation.
        action: String,
        /// The measured round-trip time of the player's connection, in milliseconds.
        lag: u64,
    },
    /// Plans replies, in place of earlier plans.
    Plan {
        /// How many actions were played before the lines begin.
        ply: u32,
        /// The lines, from the next action on, whose ever it is.
        lines: Vec<Vec<String>>,
    },
    /// Gives up.
    Resign,
    /// Calls the match off before both sides have acted.
    Abort,
    /// Claims the win over an opponent who is away.
    Claim,
    /// Ends a pause.
    Resume,
    /// Makes, accepts, declines or withdraws an offer.
    Offer(Offer, Answer),
    /// Sends a chat line.
    Chat(String),
}

/// Why a command was refused; the match is then unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid the action.
    #[error(transparent)]
    Illegal(Box<ActionRefused>),
    /// The command is for another ply than the current one.
    #[error("the game is at another ply")]
    Stale,
    /// The opponent acts next.
    #[error("it is the opponent's turn")]
    NotYourTurn,
    /// Only players may do that.
    #[error("only players may do that")]
    NotSeated,
    /// Not now.
    #[error("not now")]
    NotAllowed,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The lines make no plan.
    #[error(transparent)]
    BadPlan(Box<BadPlan>),
    /// The text is empty, too long, or has control characters.
    #[error("a message has 1 to {MAX_CHAT} characters")]
    BadChat,
    /// The budget of this match for chat lines or offers is used up.
    #[error("the chat of this match is full")]
    TooMuch,
}

/// The most characters of a chat line.
pub const MAX_CHAT: usize = 300;

/// The reason why a player could not take a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinRefusal {
    /// Both seats are taken.
    #[error("both seats are taken")]
    SeatTaken,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The match is rated, and games of guests do not count.
    #[error("the match is rated")]
    NotRegistered,
}

/// An order of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchOrder {
    /// That it ends without a result.
    End,
    /// That a line of chat is removed, by the number of its event.
    RemoveLine(u32),
}
