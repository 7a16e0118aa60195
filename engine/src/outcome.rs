//! How the rules end a game: who won, and by which rule.
//!
//! Resignation, time and agreement end a *match*, not a game, and are not here. The words of the
//! reasons are stored and sent, so they do not change.

use crate::Side;
use std::fmt;

/// The end of a game by its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// Which rule ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// A win of `side`.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Self {
        Self { winner: Some(side), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// `first`, `second` or `draw`, as on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self.winner {
            Some(side) => side.as_str(),
            None => "draw",
        }
    }
}

/// The result of counting an impasse on a side's request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Impasse {
    /// How the game ends.
    pub outcome: Outcome,
    /// Whether the opponent must agree; a declaration stands on its own.
    pub by_agreement: bool,
}

/// The rule that ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king or general is in check and cannot be saved.
    Checkmate,
    /// The side to act has no legal action and is not in check.
    NoLegalMove,
    /// The last enemy stone was captured.
    Elimination,
    /// A position occurred as often as the ruleset allows.
    Repetition,
    /// A side repeated a position by giving check with every move.
    PerpetualCheck,
    /// A side repeated a position by chasing one piece with every move.
    PerpetualChase,
    /// Too many actions without progress.
    NoProgress,
    /// Each side has had as many turns as the ruleset allows.
    TurnLimit,
    /// Neither side has the material to win.
    DeadPosition,
    /// Both sides passed, one after the other.
    TwoPasses,
    /// Points were counted after both kings had entered.
    Impasse,
    /// The 27-point declaration was right.
    Declaration,
    /// The 27-point declaration was wrong.
    WrongDeclaration,
    /// An illegal move, under a ruleset where that loses.
    Foul,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 14] = [
        Self::Checkmate,
        Self::NoLegalMove,
        Self::Elimination,
        Self::Repetition,
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::NoProgress,
        Self::TurnLimit,
        Self::DeadPosition,
        Self::TwoPasses,
        Self::Impasse,
        Self::Declaration,
        Self::WrongDeclaration,
        Self::Foul,
    ];

    /// The key on the wire, such as `perpetual-check`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::NoLegalMove => "no-legal-move",
            Self::Elimination => "elimination",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::NoProgress => "no-progress",
            Self::TurnLimit => "turn-limit",
            Self::DeadPosition => "dead-position",
            Self::TwoPasses => "two-passes",
            Self::Impasse => "impasse",
            Self::Declaration => "declaration",
            Self::WrongDeclaration => "wrong-declaration",
            Self::Foul => "foul",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
