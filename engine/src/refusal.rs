//! Why an action is not allowed: the rule that forbids it, and the points that show why.
//!
//! A refusal explains itself to a person, so it names the most specific rule that applies. Clients
//! translate the key of the rule; the keys are part of the protocol and do not change. Every rule
//! of every game is here, so that clients have one table to translate.

use crate::Points;
use std::fmt;

/// The rule that forbids an action. Clients translate the key, never a prose text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The text is not an action of this game.
    Syntax,
    /// The game is over.
    GameOver,
    /// A point named is not on the board.
    OffBoard,
    /// Nothing stands on the point of departure.
    EmptyOrigin,
    /// The piece on the point of departure is the opponent's.
    NotYours,
    /// An own piece stands on the destination.
    OwnPiece,
    /// The destination or the point to place on is occupied.
    Occupied,
    /// The piece does not move like that.
    PieceMovement,
    /// The destination is not adjacent along a line.
    NotAdjacent,
    /// Something stands in the way.
    Blocked,
    /// The horse's leg is blocked (蹩马腿).
    HobbledHorse,
    /// The elephant's eye is blocked (塞象眼).
    BlockedElephantEye,
    /// A cannon takes over exactly one screen, and moves over none.
    CannonScreen,
    /// The general and the advisors stay in the palace.
    Palace,
    /// Elephants do not cross the river.
    River,
    /// The own king or general would be in check.
    InCheck,
    /// The generals would face each other on an open file.
    FacingGenerals,
    /// The move would repeat a position by giving check with every move.
    PerpetualCheck,
    /// The move would repeat an earlier position of this game.
    Repetition,
    /// The action does not belong to this phase (placing, removing, exchanging, moving).
    WrongPhase,
    /// No stone is left to place.
    NoStoneLeft,
    /// The first stone goes to a given point.
    FirstPlacement,
    /// A removal is owed first.
    MustRemove,
    /// The vacated point must be filled first.
    MustFill,
    /// The chain must continue with a capture.
    MustCapture,
    /// Only an enemy stone can be removed.
    NotEnemy,
    /// Only a stone that is not protected by a fang can be removed.
    NotProtected,
    /// The stone has no own stone beside it, as an exchange demands.
    NoNeighbour,
    /// A pass is allowed only if there is no other action.
    CannotPass,
    /// The turn must be an exchange while one is possible.
    MustExchange,
    /// No such piece in hand.
    NotInHand,
    /// The piece could never move again from there.
    DeadPiece,
    /// Two unpromoted pawns on one file (二歩).
    Nifu,
    /// A pawn drop that mates (打ち歩詰め).
    Uchifuzume,
    /// The piece cannot promote with this move.
    CannotPromote,
    /// The piece must promote with this move.
    MustPromote,
    /// The conditions of an impasse proposal are not met.
    NoImpasse,
}

impl Rule {
    /// Every rule, for tables of translations and their tests.
    pub const ALL: [Self; 37] = [
        Self::Syntax,
        Self::GameOver,
        Self::OffBoard,
        Self::EmptyOrigin,
        Self::NotYours,
        Self::OwnPiece,
        Self::Occupied,
        Self::PieceMovement,
        Self::NotAdjacent,
        Self::Blocked,
        Self::HobbledHorse,
        Self::BlockedElephantEye,
        Self::CannonScreen,
        Self::Palace,
        Self::River,
        Self::InCheck,
        Self::FacingGenerals,
        Self::PerpetualCheck,
        Self::Repetition,
        Self::WrongPhase,
        Self::NoStoneLeft,
        Self::FirstPlacement,
        Self::MustRemove,
        Self::MustFill,
        Self::MustCapture,
        Self::NotEnemy,
        Self::NotProtected,
        Self::NoNeighbour,
        Self::CannotPass,
        Self::MustExchange,
        Self::NotInHand,
        Self::DeadPiece,
        Self::Nifu,
        Self::Uchifuzume,
        Self::CannotPromote,
        Self::MustPromote,
        Self::NoImpasse,
    ];

    /// The key on the wire, such as `in_check`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::GameOver => "game_over",
            Self::OffBoard => "off_board",
            Self::EmptyOrigin => "empty_origin",
            Self::NotYours => "not_yours",
            Self::OwnPiece => "own_piece",
            Self::Occupied => "occupied",
            Self::PieceMovement => "piece_movement",
            Self::NotAdjacent => "not_adjacent",
            Self::Blocked => "blocked",
            Self::HobbledHorse => "hobbled_horse",
            Self::BlockedElephantEye => "blocked_elephant_eye",
            Self::CannonScreen => "cannon_screen",
            Self::Palace => "palace",
            Self::River => "river",
            Self::InCheck => "in_check",
            Self::FacingGenerals => "facing_generals",
            Self::PerpetualCheck => "perpetual_check",
            Self::Repetition => "repetition",
            Self::WrongPhase => "wrong_phase",
            Self::NoStoneLeft => "no_stone_left",
            Self::FirstPlacement => "first_placement",
            Self::MustRemove => "must_remove",
            Self::MustFill => "must_fill",
            Self::MustCapture => "must_capture",
            Self::NotEnemy => "not_enemy",
            Self::NotProtected => "not_protected",
            Self::NoNeighbour => "no_neighbour",
            Self::CannotPass => "cannot_pass",
            Self::MustExchange => "must_exchange",
            Self::NotInHand => "not_in_hand",
            Self::DeadPiece => "dead_piece",
            Self::Nifu => "nifu",
            Self::Uchifuzume => "uchifuzume",
            Self::CannotPromote => "cannot_promote",
            Self::MustPromote => "must_promote",
            Self::NoImpasse => "no_impasse",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A refused action: the rule and the points that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("refused: {rule}")]
pub struct Refusal {
    /// The rule that forbids the action.
    pub rule: Rule,
    /// Where to look: the checking pieces, the blocking stone, the protected fang, ….
    pub points: Points,
}

impl Refusal {
    /// A refusal without a point.
    #[must_use]
    pub const fn new(rule: Rule) -> Self {
        Self { rule, points: Points::NONE }
    }

    /// A refusal with one point.
    #[must_use]
    pub const fn at(rule: Rule, point: u8) -> Self {
        Self { rule, points: Points::one(point) }
    }

    /// A refusal with several points.
    #[must_use]
    pub const fn with(rule: Rule, points: Points) -> Self {
        Self { rule, points }
    }
}
