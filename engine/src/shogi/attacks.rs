//! Facts of a position that a search needs beyond its legal moves: sets of pieces, the attackers of
//! a square, and the position with the turn passed.
//!
//! Sets of squares are bits by [`Square::index`]. Nothing here looks at pins or at check.

use super::board::forward;
use super::piece::{Piece, Role};
use super::position::SIDE_KEY;
use super::square::Square;
use super::{Shogi, lines, steps};
use crate::Side;

impl Shogi {
    /// The pieces of a side.
    #[must_use]
    #[inline]
    pub fn occupied_by(&self, side: Side) -> u128 {
        self.board.side(side)
    }

    /// The pieces of a role, of both sides, promoted or not.
    #[must_use]
    #[inline]
    pub const fn of(&self, role: Role) -> u128 {
        self.board.of(role)
    }

    /// The promoted pieces of both sides.
    #[must_use]
    #[inline]
    pub const fn promoted(&self) -> u128 {
        self.board.promoted()
    }

    /// The king of a side.
    #[must_use]
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.board.king(side)
    }

    /// The neighbours of a square, as a king goes.
    #[must_use]
    #[inline]
    pub fn around(square: Square) -> u128 {
        steps::king(square)
    }

    /// The squares that a piece on `from` attacks, own pieces among them.
    #[must_use]
    #[inline]
    pub fn attacks(&self, piece: Piece, from: Square) -> u128 {
        let side = piece.side();
        let occupied = self.board.occupied();
        let king = if piece.promoted() { steps::king(from) } else { 0 };
        match (piece.role(), piece.promoted()) {
            (Role::Pawn, false) => match side {
                Side::First => forward::<true>(from.bit()),
                Side::Second => forward::<false>(from.bit()),
            },
            (Role::Lance, false) => lines::file(from, occupied) & steps::ahead(side, from),
            (Role::Knight, false) => steps::knight(side, from),
            (Role::Silver, false) => steps::silver(side, from),
            (Role::Pawn | Role::Lance | Role::Knight | Role::Silver | Role::Gold, _) => {
                steps::gold(side, from)
            }
            (Role::Bishop, _) => lines::bishop(from, occupied) | king,
            (Role::Rook, _) => lines::rook(from, occupied) | king,
            (Role::King, _) => steps::king(from),
        }
    }

    /// The pieces of both sides that attack a square if `occupied` are the occupied squares.
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: u128) -> u128 {
        let board = &self.board;
        let along = lines::file(square, occupied);
        let mut attackers = (board.of(Role::Rook) & lines::rook(square, occupied))
            | (board.of(Role::Bishop) & lines::bishop(square, occupied))
            | ((board.of(Role::King) | board.promoted_sliders()) & steps::king(square));
        for attacked in Side::ALL {
            // Seen from the square, a piece attacks it that one of the other side there would
            // reach back to.
            let pawn = match attacked {
                Side::First => forward::<true>(square.bit()),
                Side::Second => forward::<false>(square.bit()),
            };
            attackers |= board.side(attacked.other())
                & ((board.plain(Role::Pawn) & pawn)
                    | (board.plain(Role::Lance) & along & steps::ahead(attacked, square))
                    | (board.plain(Role::Knight) & steps::knight(attacked, square))
                    | (board.plain(Role::Silver) & steps::silver(attacked, square))
                    | (board.golds() & steps::gold(attacked, square)));
        }
        attackers & occupied
    }

    /// The same pieces with the other side to act, which no rule allows.
    #[must_use]
    pub fn with_turn_passed(&self) -> Self {
        let mut passed = *self;
        passed.key ^= SIDE_KEY;
        passed.to_act = self.to_act.other();
        passed
    }
}
