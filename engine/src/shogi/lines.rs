//! The squares that lances, bishops and rooks reach.
//!
//! A line through a square is gathered into a small number: one bit a square, the line's ends
//! left out, since a piece there changes nothing. A table holds the squares reached on it, again
//! as a small number, which is spread over the board. A file lies in nine adjacent bits; on the
//! other lines neighbours are 8, 9 or 10 bits apart, and one multiplication gathers them: adding
//! up shifted copies brings the bits of the line together in the highest seven.

use super::square::{SIZE, SQUARES, Square};

/// By place on a line of nine and the occupancy of its inner squares: the squares reached.
static REACHED: [[u16; 128]; 9] = reached();

/// The line through a square in one direction.
#[derive(Clone, Copy)]
struct Line {
    /// The index of the line's lowest square.
    start: u8,
    /// The place of the square on the line, as a row of [`REACHED`].
    place: u8,
    /// The squares of the line; one shorter than nine has only the lowest. Entries of the table
    /// beyond them are not on the board.
    squares: u16,
}

/// A direction whose neighbouring squares are `STRIDE` bits apart.
struct Direction<const STRIDE: u8> {
    lines: [Line; SQUARES],
    /// The nine bits of a small number, `STRIDE` bits apart.
    spread: [u128; 512],
}

static RANKS: Direction<9> = Direction::new(0);
/// Up the board to the left.
static RISING: Direction<8> = Direction::new(1);
/// Down the board to the left.
static FALLING: Direction<10> = Direction::new(-1);

impl<const STRIDE: u8> Direction<STRIDE> {
    /// The inner squares of a line whose second square is bit 0.
    const MASK: u64 = {
        let mut mask = 0;
        let mut i = 0;
        while i < 7 {
            mask |= 1 << (STRIDE * i);
            i += 1;
        }
        mask
    };

    /// Brings the bits of [`Self::MASK`] together in the highest seven. Bit `STRIDE * i` goes to
    /// `57 + i`; all other sums are beyond the top or below bit 57, and no two are equal, so
    /// that nothing is carried.
    const GATHER: u64 = {
        let mut gather = 0;
        let mut i = 0;
        while i < 7 {
            gather |= 1 << (57 - (STRIDE - 1) * i);
            i += 1;
        }
        gather
    };

    /// The direction that goes one file to the left and `up` ranks up at every step.
    const fn new(up: i8) -> Self {
        let mut lines = [Line { start: 0, place: 0, squares: 0 }; SQUARES];
        let mut index = 0;
        while let Some(square) = Square::from_index(index) {
            let before = steps_to_edge(square, -1, -up);
            let after = steps_to_edge(square, 1, up);
            lines[index as usize] = Line {
                start: index - before * STRIDE,
                place: before,
                squares: (1 << (before + after + 1)) - 1,
            };
            index += 1;
        }
        let mut spread = [0; 512];
        let mut small = 0;
        while small < 512 {
            let mut i = 0;
            while i < SIZE {
                if small & (1 << i) != 0 {
                    spread[small] |= 1 << (STRIDE * i);
                }
                i += 1;
            }
            small += 1;
        }
        Self { lines, spread }
    }

    #[inline]
    fn reached(&self, square: Square, occupied: u128) -> u128 {
        let line = self.lines[usize::from(square.index())];
        #[expect(clippy::cast_possible_truncation, reason = "seven squares fit into 64 bits")]
        let inner = (occupied >> (line.start + STRIDE)) as u64 & Self::MASK;
        let inner = (inner.wrapping_mul(Self::GATHER) >> 57) as usize;
        let small = REACHED[usize::from(line.place)][inner] & line.squares;
        self.spread[usize::from(small & 511)] << line.start
    }
}

/// The squares of the square's file that a rook on it reaches.
#[inline]
pub(super) fn file(square: Square, occupied: u128) -> u128 {
    let start = square.file() * SIZE;
    let inner = (occupied >> (start + 1)) as usize & 127;
    u128::from(REACHED[usize::from(square.rank())][inner]) << start
}

/// The squares that a rook reaches.
#[inline]
pub(super) fn rook(square: Square, occupied: u128) -> u128 {
    file(square, occupied) | RANKS.reached(square, occupied)
}

/// The squares that a bishop reaches.
#[inline]
pub(super) fn bishop(square: Square, occupied: u128) -> u128 {
    RISING.reached(square, occupied) | FALLING.reached(square, occupied)
}

/// The number of steps that a piece can make before it leaves the board.
const fn steps_to_edge(square: Square, left: i8, up: i8) -> u8 {
    let mut at = square;
    let mut steps = 0;
    while let Some(next) = at.step(left, up) {
        at = next;
        steps += 1;
    }
    steps
}

/// Computes [`REACHED`].
const fn reached() -> [[u16; 128]; 9] {
    let mut table = [[0; 128]; 9];
    let mut place = 0;
    while place < SIZE {
        let mut inner: u16 = 0;
        while inner < 128 {
            let occupied = inner << 1;
            let mut squares = 0;
            let mut at = place;
            while at < SIZE - 1 {
                at += 1;
                squares |= 1 << at;
                if occupied & (1 << at) != 0 {
                    break;
                }
            }
            at = place;
            while at > 0 {
                at -= 1;
                squares |= 1 << at;
                if occupied & (1 << at) != 0 {
                    break;
                }
            }
            table[place as usize][inner as usize] = squares;
            inner += 1;
        }
        place += 1;
    }
    table
}
