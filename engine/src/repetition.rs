//! Repetition of positions: the rule as data, its verdict on a cycle, and its effect on an action
//! that is still to be played.
//!
//! The end of a game, the report on an action beforehand and the expectations of a search all come
//! from [`RepetitionRule::judge`], so that they cannot differ.

use crate::{BySide, Side};

/// A ruleset's rule for the same position with the same side to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepetitionRule {
    /// The occurrence at which the ruleset steps in, the first one being 1.
    pub limit: usize,
    /// The effect at that occurrence.
    pub effect: RepetitionEffect,
    /// The effect instead of that where a side has given nothing but checks since the position
    /// first stood; absent in games without check.
    pub perpetual_check: Option<RepetitionEffect>,
    /// The effect where a check is refused and the position recurs by the answer to one; absent
    /// where that is treated like any other repetition.
    pub answered_check: Option<RepetitionEffect>,
    /// The effect instead of that where a side has done nothing but chase one and the same piece;
    /// absent where a chase is as any other move.
    pub perpetual_chase: Option<RepetitionEffect>,
}

/// The effect of a ruleset on a position that recurs too often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionEffect {
    /// The game is drawn.
    Draw,
    /// The action that would bring it back is illegal.
    Refused,
    /// The side that gave nothing but checks loses.
    LostByChecker,
    /// The side that did nothing but chase one piece loses.
    LostByChaser,
    /// The game continues, and the side that gave nothing but checks may not repeat the next.
    Continues,
}

/// The verdict of a rule on a cycle, the plies since a position first stood until it stands again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruling {
    /// The effect.
    pub effect: RepetitionEffect,
    /// The side that gave nothing but checks, if that decides.
    pub checker: Option<Side>,
    /// The side that chased one piece throughout, if that decides.
    pub chaser: Option<Side>,
    /// The offence that both sides committed throughout, where it cancels out.
    pub mutual: Option<Offence>,
}

/// An offence, if a side does it throughout a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offence {
    /// Perpetual check.
    Check,
    /// Perpetual chase.
    Chase,
}

impl Offence {
    /// The key, `check` or `chase`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Chase => "chase",
        }
    }
}

impl Ruling {
    const fn plain(effect: RepetitionEffect) -> Self {
        Self { effect, checker: None, chaser: None, mutual: None }
    }

    /// The side that loses by the cycle.
    #[must_use]
    pub const fn loser(&self) -> Option<Side> {
        match self.effect {
            RepetitionEffect::LostByChecker => self.checker,
            RepetitionEffect::LostByChaser => self.chaser,
            RepetitionEffect::Draw | RepetitionEffect::Refused | RepetitionEffect::Continues => {
                None
            }
        }
    }
}

impl RepetitionRule {
    /// The third occurrence is a draw.
    pub const THIRD_DRAWS: Self = Self {
        limit: 3,
        effect: RepetitionEffect::Draw,
        perpetual_check: None,
        answered_check: None,
        perpetual_chase: None,
    };

    /// No action may bring an earlier position back.
    pub const FORBIDDEN: Self =
        Self { limit: 2, effect: RepetitionEffect::Refused, ..Self::THIRD_DRAWS };

    /// The verdict on a cycle that `mover` completes: by which side gave nothing but checks in it,
    /// and by which side chased one piece throughout, which is computed only if it matters.
    pub fn judge(
        &self,
        mover: Side,
        only_checks: impl Fn(Side) -> bool,
        chasers: impl FnOnce() -> BySide<bool>,
    ) -> Ruling {
        let plain = Ruling::plain(self.effect);
        let other = mover.other();
        if let Some(effect) = self.perpetual_check {
            let decided = |checker| Ruling { checker: Some(checker), ..Ruling::plain(effect) };
            match (effect, only_checks(mover), only_checks(other)) {
                (RepetitionEffect::Refused, true, _) => return decided(mover),
                (RepetitionEffect::Refused, false, true) => {
                    if let Some(answered) = self.answered_check {
                        return Ruling { checker: Some(other), ..Ruling::plain(answered) };
                    }
                }
                (_, true, false) => return decided(mover),
                (_, false, true) => return decided(other),
                // If both did, neither is at fault.
                (_, true, true) => return Ruling { mutual: Some(Offence::Check), ..plain },
                (_, false, false) => {}
            }
        }
        let Some(effect) = self.perpetual_chase else { return plain };
        let chasers = chasers();
        let decided = |chaser| Ruling { chaser: Some(chaser), ..Ruling::plain(effect) };
        match (chasers.first, chasers.second) {
            (true, false) => decided(Side::First),
            (false, true) => decided(Side::Second),
            (true, true) => Ruling { mutual: Some(Offence::Chase), ..plain },
            (false, false) => plain,
        }
    }
}

impl RepetitionEffect {
    /// Every effect, for tables of translations and their tests.
    pub const ALL: [Self; 5] =
        [Self::Draw, Self::Refused, Self::LostByChecker, Self::LostByChaser, Self::Continues];

    /// The key, such as `lost_by_checker`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Refused => "refused",
            Self::LostByChecker => "lost_by_checker",
            Self::LostByChaser => "lost_by_chaser",
            Self::Continues => "continues",
        }
    }
}

/// The recurrence of the position after an action, as far as it has stood before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recurrence {
    /// The number of times the position will have stood on the board, this time included.
    pub occurrences: usize,
    /// The occurrence at which the ruleset intervenes. If `occurrences` has reached it, the action
    /// is refused or ends the game, unless `effect` lets it continue.
    pub limit: usize,
    /// The effect at the limit if the play continues as it did since the position first stood.
    pub effect: RepetitionEffect,
    /// The side that has given nothing but checks since then, where that decides the effect.
    pub checker: Option<Side>,
    /// The side that has chased one piece throughout since then, where that decides the effect.
    pub chaser: Option<Side>,
}

impl Recurrence {
    /// Whether the ruleset steps in.
    #[must_use]
    pub const fn at_limit(self) -> bool {
        self.occurrences >= self.limit
    }
}

/// A piece that a move chases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chase {
    /// The point of the piece that attacks, after the move.
    pub attacker: u8,
    /// The attacking piece, such as `chariot`.
    pub attacker_piece: &'static str,
    /// The point of the piece chased, after the move.
    pub victim: u8,
    /// The chased piece.
    pub victim_piece: &'static str,
    /// The ground on which the attack counts.
    pub ground: Ground,
    /// Whether every move of the side in the cycle chases this piece, and the rules hold that
    /// against it.
    pub perpetual: bool,
}

/// The ground on which an attack counts as a chase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Nothing could retake.
    Unrooted,
    /// The piece on this point could retake but for its own general.
    FalseRoot(u8),
    /// A chariot attacked by a lesser piece is chased although it is rooted.
    Chariot,
}

impl Ground {
    /// The key, such as `false_root`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unrooted => "unrooted",
            Self::FalseRoot(_) => "false_root",
            Self::Chariot => "chariot",
        }
    }
}
