//! How a match ends: by the rules of its game, or by its players and their clocks.
//!
//! `engine::Outcome` is the end of a game; an `Ending` is the end of a match and also covers
//! resignation, time, agreement and absence. A match without a result (aborted, or never begun) is
//! neither won nor drawn, and counts for nothing. The words are stored and sent, so they do not
//! change.

use engine::{Outcome, Reason, Side};

/// The winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchResult {
    /// A side.
    Won(Side),
    /// Neither side.
    Draw,
}

impl MatchResult {
    /// Every result.
    pub const ALL: [Self; 3] = [Self::Won(Side::First), Self::Won(Side::Second), Self::Draw];

    /// `first`, `second` or `draw`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won(side) => side.as_str(),
            Self::Draw => "draw",
        }
    }
}

/// The reason for the end of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A rule of the game.
    Rules(Reason),
    /// A side gave up.
    Resignation,
    /// A side's time was up.
    Timeout,
    /// Both sides agreed on a draw.
    Agreement,
    /// A side went away.
    Abandonment,
    /// The match was called off before both sides had acted.
    Aborted,
    /// A side did not make its first action in time.
    NoStart,
    /// The match reached the greatest number of actions allowed.
    PlyLimit,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [Self; Reason::ALL.len() + 7] = {
        let mut all = [Self::Aborted; Reason::ALL.len() + 7];
        let mut i = 0;
        while i < Reason::ALL.len() {
            all[i] = Self::Rules(Reason::ALL[i]);
            i += 1;
        }
        all[i] = Self::Resignation;
        all[i + 1] = Self::Timeout;
        all[i + 2] = Self::Agreement;
        all[i + 3] = Self::Abandonment;
        all[i + 4] = Self::NoStart;
        all[i + 5] = Self::PlyLimit;
        all
    };

    /// Whether the match then has no result: it was aborted, by a player, an operator or the server.
    #[must_use]
    pub const fn is_without_result(self) -> bool {
        matches!(self, Self::Aborted | Self::NoStart)
    }

    /// The key, such as `no_legal_move`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rules(reason) => reason.as_str(),
            Self::Resignation => "resignation",
            Self::Timeout => "timeout",
            Self::Agreement => "agreement",
            Self::Abandonment => "abandonment",
            Self::Aborted => "aborted",
            Self::NoStart => "no_start",
            Self::PlyLimit => "ply_limit",
        }
    }
}

/// The end of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` if the match was aborted.
    pub result: Option<MatchResult>,
    /// The reason for the end.
    pub reason: EndReason,
}

impl Ending {
    /// The match was called off.
    pub const ABORTED: Self = Self { result: None, reason: EndReason::Aborted };

    /// A side did not begin, so the match was aborted.
    pub const NOT_BEGUN: Self = Self { result: None, reason: EndReason::NoStart };

    /// A win of `side`.
    #[must_use]
    pub const fn win(side: Side, reason: EndReason) -> Self {
        Self { result: Some(MatchResult::Won(side)), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: EndReason) -> Self {
        Self { result: Some(MatchResult::Draw), reason }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        let reason = EndReason::Rules(outcome.reason);
        match outcome.winner {
            Some(side) => Self::win(side, reason),
            None => Self::draw(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_reason_is_listed_once_under_its_own_key() {
        let keys: HashSet<&str> = EndReason::ALL.iter().map(|reason| reason.as_str()).collect();
        assert_eq!(keys.len(), EndReason::ALL.len());
        assert!(keys.contains("aborted") && keys.contains("foul"));
    }

    #[test]
    fn results_have_the_words_that_are_stored() {
        assert_eq!(MatchResult::ALL.map(MatchResult::as_str), ["first", "second", "draw"]);
    }

    #[test]
    fn only_aborted_matches_have_no_result() {
        let without: HashSet<EndReason> =
            EndReason::ALL.into_iter().filter(|reason| reason.is_without_result()).collect();
        assert_eq!(without, HashSet::from([EndReason::Aborted, EndReason::NoStart]));
        for ending in [Ending::ABORTED, Ending::NOT_BEGUN] {
            assert!(ending.result.is_none() && ending.reason.is_without_result());
        }
    }
}
