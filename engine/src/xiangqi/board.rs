//! The placement of the pieces, in four forms at once: by kind, by side, by line and by point.
//!
//! Each form answers another question of the generator in one step: sets of pieces, the occupancy
//! of a line as an index into tables, and the piece on a point. `put` and `relocate` keep all of
//! them consistent, and the place of each general as well.

use super::piece::{Piece, Role};
use super::square::{FILES, POINTS, RANKS, Square};
use super::tables::{CANNON_LINE, CHARIOT_LINE, HORSE, RANK_LINE, SPREAD};
use crate::Side;

/// The pieces on the board.
///
/// Bit `rank * 9 + file` of a `u128` is a point. The occupancy of every rank and file is stored as
/// well, as an index into the tables of the points that a chariot or a cannon reaches on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    kinds: [u128; 7],
    sides: [u128; 2],
    ranks: [u16; RANKS as usize],
    files: [u16; FILES as usize],
    roles: [Option<Role>; POINTS],
    generals: [Square; 2],
}

impl Board {
    /// A board without pieces; the places of the generals are set by [`put`](Self::put).
    pub(super) const EMPTY: Self = Self {
        kinds: [0; 7],
        sides: [0; 2],
        ranks: [0; RANKS as usize],
        files: [0; FILES as usize],
        roles: [None; POINTS],
        generals: [Square::of_bit(4), Square::of_bit(85)],
    };

    /// The pieces of a kind, of both sides.
    #[inline]
    pub(super) const fn of(&self, role: Role) -> u128 {
        self.kinds[role.index()]
    }

    /// The pieces of a side.
    #[inline]
    pub(super) const fn side(&self, side: Side) -> u128 {
        self.sides[side.index()]
    }

    /// Every piece.
    #[inline]
    pub(super) const fn occupied(&self) -> u128 {
        self.sides[0] | self.sides[1]
    }

    /// The point of a side's general.
    #[inline]
    pub(super) const fn general(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    /// The role of the piece on a point.
    #[inline]
    pub(super) fn role_at(&self, square: Square) -> Option<Role> {
        self.roles[usize::from(square.index())]
    }

    /// The piece on a point, with its side.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        let own = self.side(Side::First) & square.bit() != 0;
        Some(Piece { side: if own { Side::First } else { Side::Second }, role })
    }

    /// Puts a piece on an empty point.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.toggle(square, piece);
        self.roles[usize::from(square.index())] = Some(piece.role);
        let (file, rank) = lines(square);
        self.ranks[rank] |= 1 << file;
        self.files[file] |= 1 << rank;
        if piece.role == Role::General {
            self.generals[piece.side.index()] = square;
        }
    }

    /// Moves the piece of `side` on `from` to `to`. Returns its role and that of the captured
    /// piece.
    #[inline]
    pub(super) fn relocate(
        &mut self,
        side: Side,
        from: Square,
        to: Square,
    ) -> (Role, Option<Role>) {
        let role = self.role_at(from).expect("a piece stands where a legal move begins");
        let taken = self.role_at(to);
        if let Some(taken) = taken {
            self.toggle(to, Piece { side: side.other(), role: taken });
        }
        let moved = from.bit() | to.bit();
        self.kinds[role.index()] ^= moved;
        self.sides[side.index()] ^= moved;
        self.roles[usize::from(from.index())] = None;
        self.roles[usize::from(to.index())] = Some(role);
        let (file, rank) = lines(from);
        self.ranks[rank] &= !(1 << file);
        self.files[file] &= !(1 << rank);
        let (file, rank) = lines(to);
        self.ranks[rank] |= 1 << file;
        self.files[file] |= 1 << rank;
        if role == Role::General {
            self.generals[side.index()] = to;
        }
        (role, taken)
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        self.kinds[piece.role.index()] ^= square.bit();
        self.sides[piece.side.index()] ^= square.bit();
    }

    /// The empty points a chariot on a point reaches, and the first piece each way.
    #[inline]
    pub(super) fn chariot(&self, square: Square) -> u128 {
        self.on_lines(square, &CHARIOT_LINE)
    }

    /// The empty points a cannon on a point reaches, and the second piece each way.
    #[inline]
    pub(super) fn cannon(&self, square: Square) -> u128 {
        self.on_lines(square, &CANNON_LINE)
    }

    #[inline]
    fn on_lines(&self, square: Square, table: &[[u16; 1024]; 10]) -> u128 {
        let (file, rank) = lines(square);
        let across = table[file][usize::from(self.ranks[rank] & 1023)] & RANK_LINE;
        let along = table[rank][usize::from(self.files[file] & 1023)];
        u128::from(across) << (rank * usize::from(FILES))
            | SPREAD[usize::from(along & 1023)] << file
    }

    /// The points a horse on a point reaches.
    #[inline]
    pub(super) fn horse(&self, square: Square) -> u128 {
        let (file, rank) = lines(square);
        let sideways = self.ranks[rank] << 1 >> file & 0b101;
        let above = self.files[file] << 1 >> rank & 0b101;
        HORSE[usize::from(square.index())][usize::from(sideways | above << 1)]
    }
}

#[inline]
const fn lines(square: Square) -> (usize, usize) {
    (square.file() as usize, square.rank() as usize)
}
