//! Tables computed at compile time: the reach of a piece on a line, that of a horse by its legs,
//! and the surroundings of a general.

use super::square::{FILES, POINTS, RANKS, Square};

/// The reach of a chariot on a line of ten points, by its place and the line's occupancy: the empty
/// points up to the first piece on either side, and those pieces.
///
/// Serves files as it is and ranks, which have nine points, with the tenth bit cut off.
pub(super) static CHARIOT_LINE: [[u16; 1024]; 10] = line_table(false);

/// The reach of a cannon on such a line: the empty points up to the first piece on either side, and
/// the piece after it.
pub(super) static CANNON_LINE: [[u16; 1024]; 10] = line_table(true);

/// The bits that are points of a rank.
pub(super) const RANK_LINE: u16 = (1 << FILES) - 1;

/// A file's ten bits spread over the points of file `a`.
pub(super) static SPREAD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut line = 1;
    while line < table.len() {
        let lowest = line.trailing_zeros() as usize;
        table[line] = table[line & (line - 1)] | 1 << (lowest * FILES as usize);
        line += 1;
    }
    table
};

/// The reach of a horse, by its place and its blocked legs: bit 0 the point to the left, bit 1
/// below, bit 2 to the right, bit 3 above.
pub(super) static HORSE: [[u128; 16]; POINTS] = {
    let mut table = [[0; 16]; POINTS];
    let mut place = 0;
    while place < POINTS {
        let mut legs = 0;
        while legs < 16 {
            let mut leap = 0;
            while leap < LEAPS.len() {
                let (dx, dy) = LEAPS[leap];
                if legs & 1 << leg(dx, dy) == 0 {
                    table[place][legs] |= offset(place, dx, dy);
                }
                leap += 1;
            }
            legs += 1;
        }
        place += 1;
    }
    table
};

/// The points a horse's leap away from a general, hobbled or not.
pub(super) static LEAP: [u128; POINTS] = {
    let mut table = [0; POINTS];
    let mut place = 0;
    while place < POINTS {
        table[place] = HORSE[place][0];
        place += 1;
    }
    table
};

/// The points of the rank and the file through a point, itself left out.
pub(super) static LINES: [u128; POINTS] = {
    let mut table = [0; POINTS];
    let mut place = 0;
    while place < POINTS {
        let mut other = 0;
        while other < POINTS {
            if (file(place) == file(other)) != (rank(place) == rank(other)) {
                table[place] |= 1 << other;
            }
            other += 1;
        }
        place += 1;
    }
    table
};

/// The points strictly between a point of a palace, by [`palace_index`], and any point on a
/// line with it.
pub(super) static BETWEEN: [[u128; POINTS]; 18] = {
    let mut table = [[0; POINTS]; 18];
    let mut place = 0;
    while place < POINTS {
        let inside = file(place) / 3 == 1 && (rank(place) <= 2 || rank(place) >= 7);
        let mut other = 0;
        while inside && other < POINTS {
            let step = if rank(place) == rank(other) {
                1
            } else if file(place) == file(other) {
                FILES as usize
            } else {
                0
            };
            let (low, high) = if place < other { (place, other) } else { (other, place) };
            let mut middle = low + step;
            while step != 0 && middle < high {
                table[palace_number(file(place), rank(place))][other] |= 1 << middle;
                middle += step;
            }
            other += 1;
        }
        place += 1;
    }
    table
};

/// Numbers the points of both palaces: 0 to 8 at the bottom, 9 to 17 at the top.
#[inline]
pub(super) const fn palace_index(general: Square) -> usize {
    palace_number(general.file() as usize, general.rank() as usize)
}

#[inline]
const fn palace_number(file: usize, rank: usize) -> usize {
    (if rank < 5 { rank } else { rank - 4 }) * 3 + file - 3
}

/// A point's neighbours along the lines, without regard to the palace.
pub(super) static STEP: [u128; POINTS] = {
    let mut table = [0; POINTS];
    let mut place = 0;
    while place < POINTS {
        table[place] =
            offset(place, 1, 0) | offset(place, -1, 0) | offset(place, 0, 1) | offset(place, 0, -1);
        place += 1;
    }
    table
};

const LEAPS: [(i8, i8); 8] =
    [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// The bit of [`HORSE`]'s index for the leg that a leap passes.
const fn leg(dx: i8, dy: i8) -> u32 {
    match (dx, dy) {
        (-2, _) => 0,
        (_, -2) => 1,
        (2, _) => 2,
        _ => 3,
    }
}

const fn file(place: usize) -> usize {
    place % FILES as usize
}

const fn rank(place: usize) -> usize {
    place / FILES as usize
}

/// The board with the point at a distance, empty if that is off the board.
const fn offset(place: usize, dx: i8, dy: i8) -> u128 {
    let file = file(place).wrapping_add_signed(dx as isize);
    let rank = rank(place).wrapping_add_signed(dy as isize);
    if file < FILES as usize && rank < RANKS as usize {
        1 << (rank * FILES as usize + file)
    } else {
        0
    }
}

const fn line_table(cannon: bool) -> [[u16; 1024]; 10] {
    let mut table = [[0; 1024]; 10];
    let mut place = 0;
    while place < 10 {
        let mut occupied: u16 = 0;
        while occupied < 1024 {
            // Upwards as it stands; downwards on the mirrored line.
            let up = reach_up(place, occupied, cannon);
            let down = reach_up(9 - place, mirrored(occupied), cannon);
            table[place as usize][occupied as usize] = up | mirrored(down);
            occupied += 1;
        }
        place += 1;
    }
    table
}

const fn mirrored(line: u16) -> u16 {
    line.reverse_bits() >> 6
}

const fn reach_up(place: u16, occupied: u16, cannon: bool) -> u16 {
    let beyond = 0x3ff & !((2 << place) - 1);
    let ahead = occupied & beyond;
    let first = ahead & ahead.wrapping_neg();
    let second = (ahead ^ first) & (ahead ^ first).wrapping_neg();
    // Below the first piece; with none, `first - 1` is every bit.
    let empty = beyond & first.wrapping_sub(1);
    empty | if cannon { second } else { first }
}
