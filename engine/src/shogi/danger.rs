//! Threats to a king: the pieces that give check, the pieces that are pinned, and the squares
//! around it that the enemy attacks.

use super::board::{Board, aside, forward};
use super::lines;
use super::piece::Role;
use super::square::{Square, squares};
use super::steps;
use crate::Side;

/// The number of pieces that can be pinned at once: one on each line that ends at the king.
const MAX_PINS: usize = 8;

/// A piece that may move only along the line between its king and an enemy.
#[derive(Clone, Copy)]
pub(super) struct Pin {
    /// The piece.
    pub(super) square: Square,
    /// The squares between king and enemy, and the enemy's.
    pub(super) line: u128,
}

/// The checks and pins against a king.
pub(super) struct Danger {
    /// The pieces that give check.
    pub(super) checkers: u128,
    /// The own pieces that are pinned.
    pub(super) pinned: u128,
    /// While there is one checker that slides: the squares between it and the king.
    pub(super) between: u128,
    pins: [Pin; MAX_PINS],
    pin_count: usize,
}

impl Danger {
    /// The checks and pins against the king of `side`, which stands on `king`.
    #[inline]
    pub(super) fn of(board: &Board, side: Side, king: Square) -> Self {
        let enemy = board.side(side.other());
        let none = Pin { square: king, line: 0 };
        let mut danger = Self {
            checkers: stepping_checkers(board, side, king),
            pinned: 0,
            between: 0,
            pins: [none; MAX_PINS],
            pin_count: 0,
        };
        let cross = steps::cross(king);
        let along =
            (board.of(Role::Rook) & cross) | (board.plain(Role::Lance) & steps::ahead(side, king));
        for slider in squares(along & enemy) {
            danger.look_along(board, side, king, slider, cross & steps::cross(slider));
        }
        let diagonals = steps::diagonals(king);
        for slider in squares(board.of(Role::Bishop) & diagonals & enemy) {
            danger.look_along(board, side, king, slider, diagonals & steps::diagonals(slider));
        }
        danger
    }

    /// The pinned pieces with their lines.
    #[inline]
    pub(super) fn pins(&self) -> &[Pin] {
        &self.pins[..self.pin_count]
    }

    /// Looks from a slider along the line to the king; `line` has the squares of that line but
    /// for the two ends.
    #[inline]
    fn look_along(&mut self, board: &Board, side: Side, king: Square, slider: Square, line: u128) {
        // Of a line's squares, those between two indices lie between the two on the line.
        let between = line & king.bit().abs_diff(slider.bit());
        let blockers = between & board.occupied();
        if blockers == 0 {
            self.checkers |= slider.bit();
            self.between = between;
        } else if blockers & (blockers - 1) == 0 && blockers & board.side(side) != 0 {
            self.pinned |= blockers;
            let line = between | slider.bit();
            self.pins[self.pin_count] = Pin { square: Square::lowest(blockers), line };
            self.pin_count += 1;
        }
    }
}

/// The pieces that give check to the king of `side` by a step.
#[inline]
fn stepping_checkers(board: &Board, side: Side, king: Square) -> u128 {
    let near = board.side(side.other()) & steps::around_king(side, king);
    if near == 0 {
        return 0;
    }
    // Seen from the king, an enemy piece attacks it that an own one there would reach back to.
    let pawn = match side {
        Side::First => forward::<true>(king.bit()),
        Side::Second => forward::<false>(king.bit()),
    };
    near & ((board.plain(Role::Pawn) & pawn)
        | (board.plain(Role::Knight) & steps::knight(side, king))
        | (board.plain(Role::Silver) & steps::silver(side, king))
        | (board.golds() & steps::gold(side, king))
        | (board.promoted_sliders() & steps::king(king)))
}

/// The pieces that give check to the king of `side`.
#[inline]
pub(super) fn checkers(board: &Board, side: Side) -> u128 {
    Danger::of(board, side, board.king(side)).checkers
}

/// The squares of `steps`, all adjacent to the king of a side (the first, if `FIRST`), that the
/// enemy does not attack once the king has left its square.
#[inline]
pub(super) fn safe<const FIRST: bool>(board: &Board, king: Square, steps: u128) -> u128 {
    let side = if FIRST { Side::First } else { Side::Second };
    let enemy = board.side(side.other());
    let mut safe = steps;
    let near = enemy & steps::around_king(side, king);
    if near != 0 {
        safe &= match side {
            Side::First => !stepped_on::<false>(board, near),
            Side::Second => !stepped_on::<true>(board, near),
        };
    }
    // Only sliders that see one of the squares on an empty board are looked at more closely.
    let occupied = board.occupied() & !king.bit();
    for rook in squares(board.of(Role::Rook) & enemy) {
        if steps::cross(rook) & safe != 0 {
            safe &= !lines::rook(rook, occupied);
        }
    }
    for bishop in squares(board.of(Role::Bishop) & enemy) {
        if steps::diagonals(bishop) & safe != 0 {
            safe &= !lines::bishop(bishop, occupied);
        }
    }
    for lance in squares(board.plain(Role::Lance) & enemy) {
        let ahead = steps::ahead(side.other(), lance);
        if ahead & safe != 0 {
            safe &= !(lines::file(lance, occupied) & ahead);
        }
    }
    safe
}

/// The squares that `pieces`, all of one side (the first, if `FIRST`), attack by steps.
#[inline]
fn stepped_on<const FIRST: bool>(board: &Board, pieces: u128) -> u128 {
    let pawns = forward::<FIRST>(board.plain(Role::Pawn) & pieces);
    let knights = aside(forward::<FIRST>(forward::<FIRST>(board.plain(Role::Knight) & pieces)));
    let silvers = board.plain(Role::Silver) & pieces;
    let silver_ahead = forward::<FIRST>(silvers);
    let golds = board.golds() & pieces;
    let gold_ahead = forward::<FIRST>(golds);
    let gold_back = match FIRST {
        true => forward::<false>(golds),
        false => forward::<true>(golds),
    };
    let silver_back = match FIRST {
        true => forward::<false>(silvers),
        false => forward::<true>(silvers),
    };
    let mut attacked = pawns
        | knights
        | silver_ahead
        | aside(silver_ahead | silver_back)
        | gold_ahead
        | gold_back
        | aside(golds | gold_ahead);
    for king in squares((board.of(Role::King) | board.promoted_sliders()) & pieces) {
        attacked |= steps::king(king);
    }
    attacked
}
