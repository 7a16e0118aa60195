//! Sets of points on a square board of `N` x `N` points and the symmetries of the square.
//!
//! One bit a point: bit 0 is `a1`, then along the rank, rank by rank upwards, as in
//! [`engine::line`]. Written apart from the engine's own sets, so that checking a table by the
//! engine checks this file as well.

/// The points of the largest board.
const MAX_POINTS: usize = 36;

/// A point index is looked up in parts of this many bits.
const PART_BITS: usize = 9;

/// The number of parts that a set of the largest board has.
const PART_COUNT: usize = MAX_POINTS / PART_BITS;

/// Every point of the board.
pub(crate) const fn all<const N: u8>() -> u64 {
    (1 << (N * N)) - 1
}

/// The points of a set, lowest first.
pub(crate) fn points(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 64")]
        let point = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(point)
    })
}

/// For each point the set of its neighbours along the lines.
pub(crate) const fn neighbours<const N: u8>() -> [u64; MAX_POINTS] {
    let mut table = [0; MAX_POINTS];
    let mut point = 0;
    while point < N * N {
        let (file, rank) = (point % N, point / N);
        let mut set = 0;
        if file > 0 {
            set |= 1 << (point - 1);
        }
        if file + 1 < N {
            set |= 1 << (point + 1);
        }
        if rank > 0 {
            set |= 1 << (point - N);
        }
        if rank + 1 < N {
            set |= 1 << (point + N);
        }
        table[point as usize] = set;
        point += 1;
    }
    table
}

/// The stones of a set on a rank, the leftmost in bit 0.
#[expect(clippy::cast_possible_truncation, reason = "N bits remain, and N is at most 6")]
pub(crate) const fn on_rank<const N: u8>(set: u64, rank: u8) -> usize {
    ((set >> (rank * N)) & ((1 << N) - 1)) as usize
}

/// The stones of a set on a file, the lowest in bit 0.
#[expect(clippy::cast_possible_truncation, reason = "N bits remain, and N is at most 6")]
pub(crate) const fn on_file<const N: u8>(set: u64, file: u8) -> usize {
    let mut line = 0;
    let mut rank = 0;
    while rank < N {
        line |= ((set >> (rank * N + file)) & 1) << rank;
        rank += 1;
    }
    line as usize
}

/// The set of the places of a line (see [`on_rank`]) on the board again.
pub(crate) const fn from_rank<const N: u8>(line: u8, rank: u8) -> u64 {
    (line as u64) << (rank * N)
}

/// The set of the places of a line (see [`on_file`]) on the board again.
pub(crate) const fn from_file<const N: u8>(line: u8, file: u8) -> u64 {
    let mut set = 0;
    let mut rank = 0;
    while rank < N {
        set |= ((line as u64 >> rank) & 1) << (rank * N + file);
        rank += 1;
    }
    set
}

/// The set seen from the other side of the board: the ranks in the opposite order.
pub(crate) const fn upside_down<const N: u8>(set: u64) -> u64 {
    let mut turned = 0;
    let mut rank = 0;
    while rank < N {
        turned |= (on_rank::<N>(set, rank) as u64) << ((N - 1 - rank) * N);
        rank += 1;
    }
    turned
}

/// The symmetries under which the rules of a game are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// All eight of the square.
    Square,
    /// The left-right mirror only, because the home rows matter; positions are then turned so
    /// that the side to act has its home row at the bottom.
    Mirror,
}

impl Symmetry {
    /// The number of symmetries, including the one that changes nothing.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Square => 8,
            Self::Mirror => 2,
        }
    }
}

/// The symmetries of a board, worked out for parts of a set beforehand. Number 0 changes nothing.
#[derive(Debug)]
pub(crate) struct Symmetries<const N: u8> {
    parts: Vec<[[u64; 1 << PART_BITS]; PART_COUNT]>,
}

impl<const N: u8> Symmetries<N> {
    pub(crate) fn new(symmetry: Symmetry) -> Self {
        let parts = (0..symmetry.count()).map(|number| {
            let mut table = [[0; 1 << PART_BITS]; PART_COUNT];
            for (part, images) in table.iter_mut().enumerate() {
                for (set, image) in images.iter_mut().enumerate() {
                    *image = points((set as u64) << (part * PART_BITS))
                        .filter(|&point| point < N * N)
                        .fold(0, |image, point| image | 1 << Self::image(number, point));
                }
            }
            table
        });
        Self { parts: parts.collect() }
    }

    /// The image of a point under a symmetry.
    const fn image(number: usize, point: u8) -> u8 {
        let (mut file, mut rank) = (point % N, point / N);
        if number & 1 != 0 {
            file = N - 1 - file;
        }
        if number & 2 != 0 {
            rank = N - 1 - rank;
        }
        if number & 4 != 0 {
            (file, rank) = (rank, file);
        }
        rank * N + file
    }

    pub(crate) fn count(&self) -> usize {
        self.parts.len()
    }

    /// The image of a set.
    #[inline]
    pub(crate) fn apply(&self, number: usize, set: u64) -> u64 {
        if number == 0 {
            return set;
        }
        let table = &self.parts[number];
        let mut image = 0;
        for (part, images) in
            table.iter().enumerate().take(const { (N as usize).pow(2).div_ceil(PART_BITS) })
        {
            #[expect(clippy::cast_possible_truncation, reason = "the bits of one part remain")]
            let bits = (set >> (part * PART_BITS)) as usize & ((1 << PART_BITS) - 1);
            image |= images[bits];
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetries_keep_neighbours<const N: u8>() {
        let symmetries = Symmetries::<N>::new(Symmetry::Square);
        let neighbours = neighbours::<N>();
        let mut images = Vec::new();
        for number in 0..symmetries.count() {
            for point in 0..N * N {
                let image = symmetries.apply(number, 1 << point);
                assert!(image.is_power_of_two());
                let around = symmetries.apply(number, neighbours[usize::from(point)]);
                assert_eq!(around, neighbours[image.trailing_zeros() as usize]);
            }
            // A corner and one of its neighbours distinguish all symmetries.
            images.push((symmetries.apply(number, 1), symmetries.apply(number, 2)));
        }
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn symmetries_keep_neighbours_on_every_size() {
        symmetries_keep_neighbours::<4>();
        symmetries_keep_neighbours::<5>();
        symmetries_keep_neighbours::<6>();
    }

    #[test]
    fn upside_down_is_its_own_inverse() {
        let set = 0b0001_0110_1000_0011;
        assert_eq!(upside_down::<4>(set), 0b0011_1000_0110_0001);
        assert_eq!(upside_down::<4>(upside_down::<4>(set)), set);
    }
}
