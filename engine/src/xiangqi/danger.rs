//! Threats to a general, and the own pieces that must be examined before they move.
//!
//! Cannons make the usual idea of a pinned piece awkward: leaving a line, entering it or
//! taking on it may each expose the general. So instead of a mask for each case, the few own
//! pieces for which anything can go wrong, the *suspects*, are found, and only their moves are
//! tested one by one. A move of any other piece cannot expose the general unless it lands
//! between him and a cannon with nothing between.

use super::board::Board;
use super::piece::Role;
use super::square::{FILES, Square, squares};
use super::tables::{BETWEEN, LEAP, LINES, palace_index};
use super::{Move, Ruleset};
use crate::Side;

/// The dangers for the general of one side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Danger {
    /// The enemy pieces that give check, the enemy general included where generals face.
    pub(super) checkers: u128,
    /// The own pieces that stand in a check's way, or as one of two before a cannon.
    pub(super) suspects: u128,
    /// The points between the general and a cannon with nothing between.
    pub(super) hollow: u128,
}

impl Danger {
    /// Looks around the general of `side`.
    #[inline]
    pub(super) fn of(board: &Board, side: Side) -> Self {
        let general = board.general(side);
        let place = usize::from(general.index());
        let (own, enemy) = (board.side(side), board.side(side.other()));
        let mut danger =
            Self { checkers: soldiers_at(board, side, general) & enemy, suspects: 0, hollow: 0 };
        let cannons = board.of(Role::Cannon);
        let sliders = (board.of(Role::Chariot) | cannons | board.of(Role::General)) & enemy;
        for slider in squares(LINES[place] & sliders) {
            let between = BETWEEN[palace_index(general)][usize::from(slider.index())];
            let blockers = between & board.occupied();
            match (cannons & slider.bit() != 0, blockers.count_ones()) {
                (false, 0) | (true, 1) => danger.checkers |= slider.bit(),
                (false, 1) | (true, 2) => danger.suspects |= blockers & own,
                (true, 0) => danger.hollow |= between,
                _ => {}
            }
        }
        for horse in squares(LEAP[place] & board.of(Role::Horse) & enemy) {
            let leg = leg(horse, general).bit();
            if board.occupied() & leg == 0 {
                danger.checkers |= horse.bit();
            }
            danger.suspects |= leg & own;
        }
        danger
    }
}

/// Tests moves of one side for the threats that they leave behind.
#[derive(Debug)]
pub(super) struct Guard<'a> {
    board: &'a Board,
    side: Side,
    ruleset: Ruleset,
    /// Whether the generals face before the move.
    facing: bool,
}

impl<'a> Guard<'a> {
    /// For the moves of `side`, whose dangers are known.
    #[inline]
    pub(super) fn new(board: &'a Board, side: Side, ruleset: Ruleset, danger: &Danger) -> Self {
        let facing = danger.checkers & board.of(Role::General) != 0;
        Self { board, side, ruleset, facing }
    }

    /// Whether a move as the piece goes leaves the own general safe and the generals apart,
    /// or facing as the ruleset allows.
    #[inline]
    pub(super) fn allows(&self, played: Move) -> bool {
        let Move { from, to } = played;
        let board = self.board;
        let home = board.general(self.side);
        let general = if from == home { to } else { home };
        let place = usize::from(general.index());
        let enemy = board.side(self.side.other()) & !to.bit();
        let occupied = board.occupied() & !from.bit() | to.bit();
        if soldiers_at(board, self.side, general) & enemy != 0 {
            return false;
        }
        let (cannons, generals) = (board.of(Role::Cannon), board.of(Role::General));
        let sliders = (board.of(Role::Chariot) | cannons | generals) & enemy;
        for slider in squares(LINES[place] & sliders) {
            let between = BETWEEN[palace_index(general)][usize::from(slider.index())];
            let blockers = (between & occupied).count_ones();
            let bit = slider.bit();
            let exposed = match blockers {
                0 if bit & generals != 0 => !self.may_face(played),
                0 => bit & cannons == 0,
                1 => bit & cannons != 0,
                _ => false,
            };
            if exposed {
                return false;
            }
        }
        squares(LEAP[place] & board.of(Role::Horse) & enemy)
            .all(|horse| occupied & leg(horse, general).bit() != 0)
    }

    /// Whether a move after which the generals face is allowed: under `walker` to a piece that
    /// stood between them and leaves the file, which is check to the opponent.
    fn may_face(&self, played: Move) -> bool {
        let general = self.board.general(self.side);
        match self.ruleset {
            Ruleset::Walker => {
                !self.facing && played.from != general && played.to.file() != general.file()
            }
            Ruleset::Standard => false,
        }
    }
}

/// The points from which an enemy soldier takes on the general's point, where soldiers stand.
#[inline]
fn soldiers_at(board: &Board, side: Side, general: Square) -> u128 {
    let bit = general.bit();
    // A palace lies away from the edge files, so a step aside never leaves the rank; a step
    // back from the far rank of the palace stays on the board.
    let ahead = match side {
        Side::First => bit << 9,
        Side::Second => bit >> 9,
    };
    (ahead | bit << 1 | bit >> 1) & board.of(Role::Soldier)
}

/// The leg of a horse that leaps to a general: next to the horse, halfway along the longer of the
/// leap's two distances.
#[inline]
pub(super) const fn leg(horse: Square, general: Square) -> Square {
    let (x, y) = (horse.file(), horse.rank());
    let (to_x, to_y) = (general.file(), general.rank());
    if x.abs_diff(to_x) == 2 {
        Square::of_bit(y * FILES + u8::midpoint(x, to_x))
    } else {
        Square::of_bit(u8::midpoint(y, to_y) * FILES + x)
    }
}
