//! Outcomes by the rules of a game: the winner, and the rule that ended it.
//!
//! Resignation, time and agreement end a *match*, not a game, and are not here. The words of the
//! reasons are stored and sent, so they do not change.

use crate::{Side, words};

/// The end of a game by its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game.
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
    /// The outcome of the game.
    pub outcome: Outcome,
    /// Whether the opponent must agree; a declaration stands on its own.
    pub by_agreement: bool,
}

words! {
    /// The rule that ended a game.
    pub Reason {
        /// The king or general is in check and cannot be saved.
        Checkmate = "checkmate",
        /// The side to act has no legal action and is not in check.
        NoLegalMove = "no_legal_move",
        /// The last enemy stone was captured.
        Elimination = "elimination",
        /// A position occurred as often as the ruleset allows.
        Repetition = "repetition",
        /// A side repeated a position by giving check with every move.
        PerpetualCheck = "perpetual_check",
        /// A side repeated a position by chasing one piece with every move.
        PerpetualChase = "perpetual_chase",
        /// Too many actions without progress.
        NoProgress = "no_progress",
        /// Each side has had as many turns as the ruleset allows.
        TurnLimit = "turn_limit",
        /// Neither side has the material to win.
        DeadPosition = "dead_position",
        /// Both sides passed, one after the other.
        TwoPasses = "two_passes",
        /// Points were counted after both kings had entered.
        Impasse = "impasse",
        /// The 27-point declaration was right.
        Declaration = "declaration",
        /// The 27-point declaration was wrong.
        WrongDeclaration = "wrong_declaration",
        /// An illegal move, under a ruleset where that loses.
        Foul = "foul",
    }
}
