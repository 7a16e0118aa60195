//! What becomes of positions that come back: the rule as data, and what it means for an action
//! that is still to be played.

use crate::Side;

/// How a ruleset treats the same position with the same side to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepetitionRule {
    /// The occurrence at which the ruleset steps in, the first one being 1.
    pub limit: usize,
    /// What happens then.
    pub effect: RepetitionEffect,
    /// What happens instead where a side has given nothing but checks since the position first
    /// stood; absent in games without check.
    pub perpetual_check: Option<RepetitionEffect>,
}

/// What a ruleset does about a position that comes back too often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionEffect {
    /// The game is drawn.
    Draw,
    /// The action that would bring it back is illegal.
    Refused,
    /// The side that gave nothing but checks loses.
    LostByChecker,
}

impl RepetitionRule {
    /// The third occurrence is a draw.
    pub const THIRD_DRAWS: Self =
        Self { limit: 3, effect: RepetitionEffect::Draw, perpetual_check: None };

    /// No action may bring an earlier position back.
    pub const FORBIDDEN: Self =
        Self { limit: 2, effect: RepetitionEffect::Refused, perpetual_check: None };
}

impl RepetitionEffect {
    /// Every effect, for tables of translations and their tests.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Refused, Self::LostByChecker];

    /// The key, such as `lost_by_checker`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Refused => "refused",
            Self::LostByChecker => "lost_by_checker",
        }
    }
}

/// What the rules make of the position after an action, as far as it has stood before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recurrence {
    /// How often the position will have stood on the board, this time included.
    pub occurrences: usize,
    /// The occurrence at which the ruleset steps in. If `occurrences` has come to it, the action
    /// is refused or ends the game, as `effect` says.
    pub limit: usize,
    /// What happens at the limit if the play goes on as it did since the position first stood.
    pub effect: RepetitionEffect,
    /// Who has given nothing but checks since then, where that decides the effect.
    pub checker: Option<Side>,
}

impl Recurrence {
    /// Whether the action is refused or ends the game.
    #[must_use]
    pub const fn at_limit(self) -> bool {
        self.occurrences >= self.limit
    }
}
