//! Reasons for refusing a move, from the rule text: slow, on a plain board of 81 squares, and
//! independent of the generator.

use super::piece::{Piece, Role, dead_ranks, rank_ahead};
use super::square::{SQUARES, Square};
use super::{Action, Move, Shogi};
use crate::{Points, Refusal, Rule, Side};

pub(super) fn refuse(position: &Shogi, action: Action) -> Option<Refusal> {
    let view = View::of(position);
    let side = position.to_act;
    match action.unpack() {
        Move::Board { from, to, promote } => view.check_move(side, from, to, promote),
        Move::Drop { role, .. } if !position.hand(side).has(role) => {
            Err(Refusal::new(Rule::NotInHand))
        }
        Move::Drop { role, to } => view.check_drop(side, role, to),
    }
    .err()
}

/// The squares of the pieces like `piece` that reach a square as their kind goes, whatever stands
/// on it and without regard to the king's safety.
pub(super) fn reaching(position: &Shogi, piece: Piece, to: Square) -> Vec<Square> {
    let view = View::of(position);
    Square::all()
        .filter(|&from| {
            view.at(from) == Some(piece)
                && moves_like(piece, from, to)
                && view.first_between(from, to).is_none()
        })
        .collect()
}

/// The piece on every square.
#[derive(Clone)]
struct View([Option<Piece>; SQUARES]);

impl View {
    fn of(position: &Shogi) -> Self {
        let mut view = Self([None; SQUARES]);
        for square in Square::all() {
            view.set(square, position.piece_at(square));
        }
        view
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.0[usize::from(square.index())]
    }

    fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[usize::from(square.index())] = piece;
    }

    /// Checks the geometry first, then the owner of the piece and the squares between, then
    /// promotion, then the king.
    fn check_move(
        &self,
        side: Side,
        from: Square,
        to: Square,
        promote: bool,
    ) -> Result<(), Refusal> {
        let piece = self.at(from).ok_or(Refusal::at(Rule::EmptyOrigin, from.index()))?;
        if piece.side() != side {
            return Err(Refusal::at(Rule::NotYours, from.index()));
        }
        if !moves_like(piece, from, to) {
            return Err(Refusal::at(Rule::PieceMovement, to.index()));
        }
        if self.at(to).is_some_and(|other| other.side() == side) {
            return Err(Refusal::at(Rule::OwnPiece, to.index()));
        }
        if let Some(blocker) = self.first_between(from, to) {
            return Err(Refusal::at(Rule::Blocked, blocker.index()));
        }
        let (rank, to_rank) = (rank_ahead(side, from), rank_ahead(side, to));
        let promotes = piece.role().promotes() && !piece.promoted();
        if promote && !(promotes && rank.min(to_rank) < 3) {
            return Err(Refusal::at(Rule::CannotPromote, to.index()));
        }
        if !promote && !piece.promoted() && to_rank < dead_ranks(piece.role()) {
            return Err(Refusal::at(Rule::MustPromote, to.index()));
        }
        let mut after = self.clone();
        after.set(from, None);
        // Promotion does not change the attacks on the own king.
        after.set(to, Some(piece));
        after.king_unchecked(side)
    }

    /// A drop of a piece that is in hand.
    fn check_drop(&self, side: Side, role: Role, to: Square) -> Result<(), Refusal> {
        if self.at(to).is_some() {
            return Err(Refusal::at(Rule::Occupied, to.index()));
        }
        if rank_ahead(side, to) < dead_ranks(role) {
            return Err(Refusal::at(Rule::DeadPiece, to.index()));
        }
        let piece = Piece::new(side, role, false);
        if role == Role::Pawn {
            let mut file = Square::all().filter(|square| square.file() == to.file());
            if let Some(other) = file.find(|&square| self.at(square) == Some(piece)) {
                return Err(Refusal::at(Rule::Nifu, other.index()));
            }
        }
        let mut after = self.clone();
        after.set(to, Some(piece));
        after.king_unchecked(side)?;
        if role == Role::Pawn && after.is_mated(side.other()) {
            let king = after.king(side.other()).into_iter().map(Square::index).collect();
            return Err(Refusal::with(Rule::Uchifuzume, king));
        }
        Ok(())
    }

    fn king(&self, side: Side) -> Option<Square> {
        let king = Some(Piece::new(side, Role::King, false));
        Square::all().find(|&square| self.at(square) == king)
    }

    /// The enemy pieces that attack the king of a side.
    fn checkers(&self, side: Side) -> Points {
        let Some(king) = self.king(side) else { return Points::NONE };
        Square::all()
            .filter(|&square| {
                self.at(square).is_some_and(|piece| {
                    piece.side() != side
                        && moves_like(piece, square, king)
                        && self.first_between(square, king).is_none()
                })
            })
            .map(Square::index)
            .collect()
    }

    fn king_unchecked(&self, side: Side) -> Result<(), Refusal> {
        let checkers = self.checkers(side);
        if checkers.as_slice().is_empty() {
            Ok(())
        } else {
            Err(Refusal::with(Rule::InCheck, checkers))
        }
    }

    /// Whether a side is in check after a pawn drop and no piece on the board can help. Nothing can
    /// be dropped between a king and an adjacent pawn.
    fn is_mated(&self, side: Side) -> bool {
        let own = |square: Square| self.at(square).is_some_and(|piece| piece.side() == side);
        let legal = |from: Square, to: Square| {
            // A move that must promote is legal with promotion: this asks for any move.
            [false, true]
                .into_iter()
                .any(|promote| self.check_move(side, from, to, promote).is_ok())
        };
        !self.checkers(side).as_slice().is_empty()
            && !Square::all()
                .filter(|&from| own(from))
                .any(|from| Square::all().any(|to| legal(from, to)))
    }

    /// The first piece strictly between two squares of a rank, file or diagonal, and none
    /// between any others.
    fn first_between(&self, from: Square, to: Square) -> Option<Square> {
        let across = signed(to.file()) - signed(from.file());
        let along = signed(to.rank()) - signed(from.rank());
        if across != 0 && along != 0 && across.abs() != along.abs() {
            return None;
        }
        let (left, down) = (across.signum(), along.signum());
        (1..across.abs().max(along.abs()))
            .filter_map(|steps| from.step(steps * left, -steps * down))
            .find(|&square| self.at(square).is_some())
    }
}

/// Whether a piece goes from one square to another as its kind does, whatever stands on them
/// and between.
fn moves_like(piece: Piece, from: Square, to: Square) -> bool {
    let across = from.file().abs_diff(to.file());
    let ahead = signed(rank_ahead(piece.side(), from)) - signed(rank_ahead(piece.side(), to));
    let step = across <= 1 && ahead.abs() <= 1 && (across, ahead) != (0, 0);
    let line = (across == 0) != (ahead == 0);
    let diagonal = across != 0 && across == ahead.unsigned_abs();
    let gold = step && (line || ahead == 1);
    match (piece.role(), piece.promoted()) {
        (Role::Pawn, false) => (across, ahead) == (0, 1),
        (Role::Lance, false) => across == 0 && ahead > 0,
        (Role::Knight, false) => (across, ahead) == (1, 2),
        (Role::Silver, false) => step && (diagonal || ahead == 1),
        (Role::Gold, _) | (Role::Pawn | Role::Lance | Role::Knight | Role::Silver, true) => gold,
        (Role::Bishop, false) => diagonal,
        (Role::Bishop, true) => diagonal || step,
        (Role::Rook, false) => line,
        (Role::Rook, true) => line || step,
        (Role::King, _) => step,
    }
}

/// A file or rank as a number to calculate with.
const fn signed(coordinate: u8) -> i8 {
    // Coordinates are below 9.
    coordinate.cast_signed()
}
