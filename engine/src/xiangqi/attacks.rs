//! Facts of a position that a search needs beyond its legal moves: sets of pieces, the attackers of
//! a point, and the position with the turn passed.
//!
//! Sets of points are bits by [`Square::index`]. Nothing here considers the lines that a move
//! opens.

use super::danger::leg;
use super::movegen::{DIAGONALS, shift, zone};
use super::piece::Role;
use super::position::SIDE_KEY;
use super::square::{Square, squares};
use super::tables::{LEAP, LINES, STEP};
use super::{Piece, Xiangqi};
use crate::Side;

impl Xiangqi {
    /// The pieces of a side.
    #[must_use]
    #[inline]
    pub const fn occupied_by(&self, side: Side) -> u128 {
        self.board.side(side)
    }

    /// The pieces of a kind, of both sides.
    #[must_use]
    #[inline]
    pub const fn of(&self, role: Role) -> u128 {
        self.board.of(role)
    }

    /// The point of a side's general.
    #[must_use]
    #[inline]
    pub const fn general(&self, side: Side) -> Square {
        self.board.general(side)
    }

    /// The empty points a chariot on a point reaches, and the first piece each way.
    #[must_use]
    #[inline]
    pub fn chariot_attacks(&self, from: Square) -> u128 {
        self.board.chariot(from)
    }

    /// The empty points a cannon on a point reaches, and the second piece each way.
    #[must_use]
    #[inline]
    pub fn cannon_attacks(&self, from: Square) -> u128 {
        self.board.cannon(from)
    }

    /// The points a horse on a point reaches.
    #[must_use]
    #[inline]
    pub fn horse_attacks(&self, from: Square) -> u128 {
        self.board.horse(from)
    }

    /// The points on the lines of a point with exactly one piece between.
    #[must_use]
    pub fn points_over_one(&self, point: Square) -> u128 {
        let mut points = 0;
        for first in squares(self.board.chariot(point) & self.board.occupied()) {
            // The points beyond the first piece, as that piece would see them.
            let near = Self::between(point, first) | point.bit();
            let line = LINES[usize::from(point.index())] & LINES[usize::from(first.index())];
            points |= self.board.chariot(first) & line & !near;
        }
        points
    }

    /// The points a horse's leap away, hobbled or not.
    #[must_use]
    #[inline]
    pub fn leaps(point: Square) -> u128 {
        LEAP[usize::from(point.index())]
    }

    /// A point and its neighbours along the lines.
    #[must_use]
    #[inline]
    pub fn around(point: Square) -> u128 {
        STEP[usize::from(point.index())] | point.bit()
    }

    /// The points strictly between two points of a line, none if they are on no common line.
    #[must_use]
    #[inline]
    pub fn between(a: Square, b: Square) -> u128 {
        // Of a line's points, those between two indices lie between the two on the line. The
        // lines of points that share none cross at two corners, which are not between.
        if LINES[usize::from(a.index())] & b.bit() == 0 {
            return 0;
        }
        let both = LINES[usize::from(a.index())] & LINES[usize::from(b.index())];
        both & a.bit().abs_diff(b.bit())
    }

    /// The pieces of both sides that could take on a point if `occupied` are the occupied points.
    #[must_use]
    pub fn attackers(&self, square: Square, occupied: u128) -> u128 {
        let board = &self.board;
        let place = usize::from(square.index());
        let mut attackers = 0;
        let (chariots, cannons) = (board.of(Role::Chariot), board.of(Role::Cannon));
        for slider in squares(LINES[place] & (chariots | cannons) & occupied) {
            let blockers = (Self::between(square, slider) & occupied).count_ones();
            let needed = u32::from(cannons & slider.bit() != 0);
            if blockers == needed {
                attackers |= slider.bit();
            }
        }
        for horse in squares(LEAP[place] & board.of(Role::Horse)) {
            if occupied & leg(horse, square).bit() == 0 {
                attackers |= horse.bit();
            }
        }
        for side in Side::ALL {
            let own = board.side(side);
            let soldiers = board.of(Role::Soldier) & own;
            if soldiers != 0 {
                let neighbours = STEP[place] & soldiers;
                for soldier in squares(neighbours) {
                    let piece = Piece { side, role: Role::Soldier };
                    if piece.attacks_neighbour(soldier, square) {
                        attackers |= soldier.bit();
                    }
                }
            }
            if zone(side, Role::General) & square.bit() != 0 {
                attackers |= STEP[place] & board.of(Role::General) & own;
            }
            for step in DIAGONALS {
                if zone(side, Role::Advisor) & square.bit() != 0 {
                    attackers |= shift(square.bit(), step) & board.of(Role::Advisor) & own;
                }
                if zone(side, Role::Elephant) & square.bit() != 0 {
                    let eye = shift(square.bit(), step) & !occupied;
                    attackers |= shift(eye, step) & board.of(Role::Elephant) & own;
                }
            }
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

impl Piece {
    /// Whether a soldier on `from` takes on `to`, a neighbour.
    const fn attacks_neighbour(self, from: Square, to: Square) -> bool {
        let ahead = match self.side {
            Side::First => to.rank() > from.rank(),
            Side::Second => to.rank() < from.rank(),
        };
        let crossed = match self.side {
            Side::First => from.rank() >= 5,
            Side::Second => from.rank() < 5,
        };
        ahead || (crossed && from.rank() == to.rank())
    }
}
