//! Shogi: material on the board and in hand, where pieces stand towards both kings, and how
//! safe the kings are.
//!
//! - **Material**: a piece in hand is worth more than on the board, since it can be dropped
//!   where it is needed.
//! - **Distance**: golds and silvers are worth more near either king, the own one to guard and
//!   the enemy's to attack; pieces left behind are worth less.
//! - **Mobility** of lances, bishops and rooks.
//! - **King's place**: at home, away from the middle, as long as the enemy has much to attack
//!   with.
//! - **King's danger**: enemy pieces that attack the squares around the king, by their kind;
//!   squares around it that the enemy attacks and only the king defends; squares left to flee
//!   to; and all of that more the more the enemy holds in hand.
//! - **Loose pieces**: attacked ones that nothing defends.

mod distance;
mod force;
mod placement;
mod weights;

use super::exchange::{self, Attacker};
use super::loud::Onto;
use crate::levels::Level;
use crate::{Duty, Habits, Score, Searchable};
use engine::shogi::{Action, Move, Piece, Role, Shogi, Square};
use engine::{Position, Side};

use placement::placement;
use weights::WEIGHTS;
pub use weights::Weights;

/// The weights by which actions are judged before they are searched.
static IN_USE: Weights = WEIGHTS;

/// Material and hands, the first side's less the second's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally(Score);

/// The squares from which each kind of piece gives check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    plain: [u128; 8],
    promoted: [u128; 8],
}

impl Searchable for Shogi {
    type Tally = Tally;
    type Weights = Weights;
    type Aim = Aim;

    const HABITS: Habits = Habits {
        slots: 32 * 81 * 2,
        quiet_limit: None,
        captures_return: true,
        margin: 150,
        skips_late: true,
    };

    const WEIGHTS: Weights = WEIGHTS;

    const LEVELS: [Level; 8] = [
        Level::new(610, 1, 1_630).with_random(4),
        Level::new(760, 1, 1_200),
        Level::new(850, 2, 1_040),
        Level::new(820, 2, 1_150),
        Level::new(1_200, 2, 640),
        Level::new(1_400, 3, 494),
        Level::new(1_800, 3, 349),
        Level::new(2_400, 4, 238),
    ];

    fn tally(&self, weights: &Weights) -> Tally {
        let mut total = 0;
        for side in Side::ALL {
            let mut worth = 0;
            for square in squares(self.occupied_by(side)) {
                worth += self.piece_at(square).map_or(0, |piece| on_board(weights, piece));
            }
            for role in Role::HELD {
                worth += i32::from(self.hand(side).count(role)) * weights.held[role.index()];
            }
            total += signed(side, worth);
        }
        Tally(total)
    }

    fn tally_after(&self, weights: &Weights, tally: Tally, action: Action, _next: &Self) -> Tally {
        let change = match action.unpack() {
            Move::Board { to, .. } => {
                let taken = self.piece_at(to).map_or(0, |piece| worth_taken(weights, piece));
                taken + self.promotion(weights, action)
            }
            Move::Drop { role, .. } => weights.plain[role.index()] - weights.held[role.index()],
        };
        Tally(tally.0 + signed(self.to_act(), change))
    }

    fn evaluate(&self, weights: &Weights, tally: Tally) -> Score {
        let score = tally.0 + placement(self, weights);
        signed(self.to_act(), score) + weights.turn
    }

    fn code(action: Action) -> u16 {
        match action.unpack() {
            Move::Board { from, to, promote } => {
                1 + 81 * u16::from(from.index())
                    + u16::from(to.index())
                    + if promote { 8_192 } else { 0 }
            }
            Move::Drop { role, to } => {
                1 + 16_384 + 81 * u16::try_from(role.index()).unwrap_or(0) + u16::from(to.index())
            }
        }
    }

    fn slot(&self, action: Action) -> usize {
        match action.unpack() {
            Move::Board { from, to, .. } => {
                let kind = self.piece_at(from).map_or(0, kind);
                kind * 81 + usize::from(to.index())
            }
            Move::Drop { role, to } => (16 + role.index()) * 81 + usize::from(to.index()),
        }
    }

    fn gain(&self, action: Action) -> Score {
        match action.unpack() {
            Move::Board { to, .. } => {
                self.piece_at(to).map_or(0, |piece| worth_taken(&IN_USE, piece))
                    + self.promotion(&IN_USE, action)
            }
            Move::Drop { .. } => 0,
        }
    }

    fn is_loud(&self, action: Action) -> bool {
        match action.unpack() {
            Move::Board { to, .. } => {
                self.piece_at(to).is_some() || self.promotion(&IN_USE, action) >= LOUD_PROMOTION
            }
            Move::Drop { .. } => false,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let own = match action.unpack() {
            Move::Board { from, .. } => {
                self.piece_at(from).map_or(0, |piece| on_board(&IN_USE, piece))
            }
            Move::Drop { .. } => 0,
        };
        8 * self.gain(action) - own
    }

    fn exchange_is_below(&self, action: Action, least: Score) -> bool {
        let side = self.to_act();
        let (to, mover, mut occupied) = match action.unpack() {
            Move::Board { from, to, promote } => {
                let Some(piece) = self.piece_at(from) else { return false };
                let piece = Piece::new(side, piece.role(), piece.promoted() || promote);
                (to, piece, self.occupied() & !bit(from))
            }
            Move::Drop { role, to } => (to, Piece::new(side, role, false), self.occupied()),
        };
        let risk =
            if mover.role() == Role::King { KING_VALUE } else { worth_taken(&IN_USE, mover) };
        occupied |= bit(to);
        exchange::is_below(self.gain(action), risk, least, side, |side| {
            let attackers = self.attackers(to, occupied) & self.occupied_by(side) & !bit(to);
            let mut least: Option<(Score, Square, Role)> = None;
            for square in squares(attackers) {
                let Some(piece) = self.piece_at(square) else { continue };
                let value = if piece.role() == Role::King {
                    KING_VALUE
                } else {
                    worth_taken(&IN_USE, piece)
                };
                if least.is_none_or(|(other, ..)| value < other) {
                    least = Some((value, square, piece.role()));
                }
            }
            let (value, square, role) = least?;
            occupied &= !bit(square);
            Some(Attacker { value, royal: role == Role::King })
        })
    }

    fn aim(&self) -> Aim {
        let side = self.to_act();
        let king = self.king(side.other());
        // Seen from the king, a piece checks from where one of the other side there would go.
        let from = |role, promoted| self.attacks(Piece::new(side.other(), role, promoted), king);
        let lines = from(Role::Rook, false);
        let diagonals = from(Role::Bishop, false);
        let around = Self::around(king);
        let gold = from(Role::Gold, false);
        Aim {
            plain: [
                from(Role::Pawn, false),
                from(Role::Lance, false),
                from(Role::Knight, false),
                from(Role::Silver, false),
                gold,
                diagonals,
                lines,
                0,
            ],
            promoted: [gold, gold, gold, gold, gold, diagonals | around, lines | around, 0],
        }
    }

    fn gives_check(&self, aim: &Aim, action: Action) -> bool {
        match action.unpack() {
            Move::Board { from, to, promote } => self.piece_at(from).is_some_and(|piece| {
                let role = piece.role().index();
                let promoted = piece.promoted() || promote;
                (if promoted { aim.promoted } else { aim.plain })[role] & bit(to) != 0
            }),
            Move::Drop { role, to } => aim.plain[role.index()] & bit(to) != 0,
        }
    }

    fn loud(&self, list: &mut Vec<Action>) -> Duty {
        let enemy = self.occupied_by(self.to_act().other());
        let wanted = |action| self.promotion(&IN_USE, action) >= LOUD_PROMOTION;
        self.actions(&mut Onto { mask: enemy, list, wanted });
        Duty::Free
    }

    fn with_turn_passed(&self) -> Option<Self> {
        Some(Self::with_turn_passed(self))
    }
}

/// Promotions that gain at least this are loud: those of pawns, bishops and rooks.
const LOUD_PROMOTION: Score = 300;

/// More than anything else.
const KING_VALUE: Score = 20_000;

trait Helpers {
    fn occupied(&self) -> u128;
    fn promotion(&self, weights: &Weights, action: Action) -> Score;
}

impl Helpers for Shogi {
    #[inline]
    fn occupied(&self) -> u128 {
        self.occupied_by(Side::First) | self.occupied_by(Side::Second)
    }

    /// The gain of a promotion.
    #[inline]
    fn promotion(&self, weights: &Weights, action: Action) -> Score {
        match action.unpack() {
            Move::Board { from, promote: true, .. } => {
                let role = self.piece_at(from).map_or(0, |piece| piece.role().index());
                weights.promoted[role] - weights.plain[role]
            }
            Move::Board { .. } | Move::Drop { .. } => 0,
        }
    }
}

#[inline]
const fn signed(side: Side, score: Score) -> Score {
    match side {
        Side::First => score,
        Side::Second => -score,
    }
}

#[inline]
const fn bit(square: Square) -> u128 {
    1 << square.index()
}

#[inline]
fn squares(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 128")]
        let square = Square::from_index(set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

#[inline]
fn count(set: u128) -> Score {
    i32::try_from(set.count_ones()).unwrap_or(0)
}

/// 0 to 7 for the roles, 8 more for promoted pieces.
#[inline]
const fn kind(piece: Piece) -> usize {
    piece.role().index() + if piece.promoted() { 8 } else { 0 }
}

#[inline]
const fn on_board(weights: &Weights, piece: Piece) -> Score {
    (if piece.promoted() { &weights.promoted } else { &weights.plain })[piece.role().index()]
}

/// The gain of capturing a piece: the other side loses it, and it goes into the hand.
#[inline]
const fn worth_taken(weights: &Weights, piece: Piece) -> Score {
    on_board(weights, piece) + weights.held[piece.role().index()]
}
