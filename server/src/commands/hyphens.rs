//! The reasons of `yiguan judge` and `yiguan convert`, which join words by hyphens, as records do.

use engine::{Fault, Reason};
use records::Score;

/// A reason as these commands print it.
pub(super) const fn hyphenated(reason: Reason) -> &'static str {
    match reason {
        Reason::NoLegalMove => "no-legal-move",
        Reason::PerpetualCheck => "perpetual-check",
        Reason::PerpetualChase => "perpetual-chase",
        Reason::NoProgress => "no-progress",
        Reason::TurnLimit => "turn-limit",
        Reason::DeadPosition => "dead-position",
        Reason::TwoPasses => "two-passes",
        Reason::WrongDeclaration => "wrong-declaration",
        Reason::Checkmate
        | Reason::Elimination
        | Reason::Repetition
        | Reason::Impasse
        | Reason::Declaration
        | Reason::Foul => reason.as_str(),
    }
}

/// A score whose reasons are as these commands print them.
pub(super) fn with_hyphens(mut score: Score) -> Score {
    if let Some(result) = &mut score.result {
        result.reason = result.reason.replace('_', "-");
    }
    for error in &mut score.faults {
        if let Fault::Verdict(_, reason) = &mut error.fault
            && let Ok(known) = reason.parse()
        {
            *reason = hyphenated(known);
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_differ_from_their_words_by_hyphens_alone() {
        for reason in Reason::ALL {
            assert_eq!(hyphenated(reason).replace('-', "_"), reason.as_str());
            assert!(!hyphenated(reason).contains('_'), "{reason}");
        }
    }
}
