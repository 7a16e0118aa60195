//! Sets of points on a square board of `N` x `N` points, one bit each: bit 0 is `a1`, then
//! along the rank, rank by rank upwards.

/// Every point of the board.
pub(super) const fn all<const N: u8>() -> u64 {
    (1 << (N * N)) - 1
}

/// The points of rank `rank`, from 0 at the bottom.
pub(super) const fn rank<const N: u8>(rank: u8) -> u64 {
    ((1 << N) - 1) << (rank * N)
}

/// The points of file `file`, from 0 at the left.
const fn file<const N: u8>(file: u8) -> u64 {
    let mut points = 0;
    let mut rank = 0;
    while rank < N {
        points |= 1 << (rank * N + file);
        rank += 1;
    }
    points
}

/// The stones of a set on rank `rank`, the leftmost in bit 0.
#[expect(clippy::cast_possible_truncation, reason = "N bits remain, and N is at most 6")]
pub(super) const fn row<const N: u8>(stones: u64, rank: u8) -> u8 {
    ((stones >> (rank * N)) & ((1 << N) - 1)) as u8
}

/// The stones of a set on file `file`, the lowest in bit 0.
///
/// The bits of a file stand `N` apart. Multiplying by ones that stand `N - 1` apart brings the
/// bit of rank `k` to `(N - 1)² + k`: the products of other pairs fall below or above those `N`
/// bits, and no two fall on the same place, so nothing carries.
#[expect(clippy::cast_possible_truncation, reason = "N bits remain, and N is at most 6")]
pub(super) const fn column<const N: u8>(stones: u64, file: u8) -> u8 {
    let spread = (stones >> file) & const { self::file::<N>(0) };
    let gathered = spread.wrapping_mul(const { gathering::<N>() });
    ((gathered >> ((N - 1) * (N - 1))) & ((1 << N) - 1)) as u8
}

/// Ones that stand `N - 1` apart; see [`column`].
const fn gathering<const N: u8>() -> u64 {
    let mut ones = 0;
    let mut k = 0;
    while k < N {
        ones |= 1 << ((N - 1) * k);
        k += 1;
    }
    ones
}

/// The points of a line set (see [`row`]) on the board again.
pub(super) const fn from_row<const N: u8>(row: u8, rank: u8) -> u64 {
    (row as u64) << (rank * N)
}

/// The points of a line set (see [`column`]) on the board again.
pub(super) const fn from_column<const N: u8>(column: u8, file: u8) -> u64 {
    let mut points = 0;
    let mut rank = 0;
    while rank < N {
        points |= ((column as u64 >> rank) & 1) << (rank * N + file);
        rank += 1;
    }
    points
}

/// The empty points that stones reach with one step to the right, left, up and down, each with
/// the amount by which a stone's index grows on the way.
pub(super) const fn steps<const N: u8>(stones: u64, empty: u64) -> [(u64, i8); 4] {
    let left_edge = const { file::<N>(0) };
    let right_edge = const { file::<N>(N - 1) };
    #[expect(clippy::cast_possible_wrap, reason = "N is at most 6")]
    let up = N as i8;
    [
        (((stones & !right_edge) << 1) & empty, 1),
        (((stones & !left_edge) >> 1) & empty, -1),
        ((stones << N) & empty, up),
        ((stones >> N) & empty, -up),
    ]
}

/// The indices of a set, lowest first.
pub(super) fn points(set: u64) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 64")]
        let point = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_are_read_and_written_back<const N: u8>() {
        for pattern in 0..1 << N {
            for line in 0..N {
                // The rest of the board is full, which must not leak into the line.
                let board = all::<N>() & !rank::<N>(line) | from_row::<N>(pattern, line);
                assert_eq!(row::<N>(board, line), pattern);
                let board = all::<N>() & !file::<N>(line) | from_column::<N>(pattern, line);
                assert_eq!(column::<N>(board, line), pattern);
            }
        }
    }

    #[test]
    fn lines_of_every_size_are_read_and_written() {
        lines_are_read_and_written_back::<4>();
        lines_are_read_and_written_back::<5>();
        lines_are_read_and_written_back::<6>();
    }

    #[test]
    fn steps_stay_on_the_board() {
        let total = |stones: u64| -> u32 {
            let empty = all::<4>() & !stones;
            steps::<4>(stones, empty).iter().map(|(targets, _)| targets.count_ones()).sum()
        };
        assert_eq!(total(1), 2, "a corner");
        assert_eq!(total(1 << 1), 3, "an edge");
        assert_eq!(total(1 << 5), 4, "the middle");
        assert_eq!(total(all::<4>()), 0, "a full board");
    }
}
