//! Refusals of an action: the rule that forbids it, and the points that show why.
//!
//! A refusal explains itself to a person, so it names the most specific rule that applies. Clients
//! translate the key of the rule; the keys are part of the protocol and do not change. Every rule
//! of every game is here, so that clients have one table to translate.

use crate::{Points, words};

words! {
    /// The rule that forbids an action. Clients translate the key, never a prose text.
    pub Rule {
        /// The text is not an action of this game.
        Syntax = "syntax",
        /// The game is over.
        GameOver = "game_over",
        /// A point named is not on the board.
        OffBoard = "off_board",
        /// Nothing stands on the point of departure.
        EmptyOrigin = "empty_origin",
        /// The piece on the point of departure is the opponent's.
        NotYours = "not_yours",
        /// An own piece stands on the destination.
        OwnPiece = "own_piece",
        /// The destination or the point to place on is occupied.
        Occupied = "occupied",
        /// The piece does not move like that.
        PieceMovement = "piece_movement",
        /// The destination is not adjacent along a line.
        NotAdjacent = "not_adjacent",
        /// Something stands in the way.
        Blocked = "blocked",
        /// The horse's leg is blocked (蹩马腿).
        HobbledHorse = "hobbled_horse",
        /// The elephant's eye is blocked (塞象眼).
        BlockedElephantEye = "blocked_elephant_eye",
        /// A cannon takes over exactly one screen, and moves over none.
        CannonScreen = "cannon_screen",
        /// The general and the advisors stay in the palace.
        Palace = "palace",
        /// Elephants do not cross the river.
        River = "river",
        /// The own king or general would be in check.
        InCheck = "in_check",
        /// The generals would face each other on an open file.
        FacingGenerals = "facing_generals",
        /// The move would repeat a position by giving check with every move.
        PerpetualCheck = "perpetual_check",
        /// The move would repeat an earlier position of this game.
        Repetition = "repetition",
        /// The action does not belong to this phase (placing, removing, exchanging, moving).
        WrongPhase = "wrong_phase",
        /// No stone is left to place.
        NoStoneLeft = "no_stone_left",
        /// The first stone goes to a given point.
        FirstPlacement = "first_placement",
        /// A removal is owed first.
        MustRemove = "must_remove",
        /// The vacated point must be filled first.
        MustFill = "must_fill",
        /// The chain must continue with a capture.
        MustCapture = "must_capture",
        /// Only an enemy stone can be removed.
        NotEnemy = "not_enemy",
        /// Only a stone that is not protected by a fang can be removed.
        NotProtected = "not_protected",
        /// The stone has no own stone beside it, as an exchange demands.
        NoNeighbour = "no_neighbour",
        /// A pass is allowed only if there is no other action.
        CannotPass = "cannot_pass",
        /// The turn must be an exchange while one is possible.
        MustExchange = "must_exchange",
        /// No such piece in hand.
        NotInHand = "not_in_hand",
        /// The piece could never move again from there.
        DeadPiece = "dead_piece",
        /// Two unpromoted pawns on one file (二歩).
        Nifu = "nifu",
        /// A pawn drop that mates (打ち歩詰め).
        Uchifuzume = "uchifuzume",
        /// The piece cannot promote with this move.
        CannotPromote = "cannot_promote",
        /// The piece must promote with this move.
        MustPromote = "must_promote",
        /// The conditions of an impasse proposal are not met.
        NoImpasse = "no_impasse",
    }
}

/// A refused action: the rule and the points that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[error("refused: {rule}")]
pub struct Refusal {
    /// The rule that forbids the action.
    pub rule: Rule,
    /// The points that show the reason: the checking pieces, the blocking stone, the protected
    /// fang, ….
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
