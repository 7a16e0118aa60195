//! Numbers for positions: each class of positions is counted through without gaps, and positions
//! that a symmetry takes into each other share a number, nearly always.
//!
//! The stones of the side to act are brought by a symmetry to the representative of their
//! orbit; the stones of the other side follow and are counted among the points left over. Where the
//! representative is symmetric itself, equal positions have several numbers, which the solver
//! gives the same value.

use crate::board::{Symmetries, Symmetry, points};

/// A class of positions: how many stones the side to act has, and the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// The stones of the side to act.
    pub own: u8,
    /// The stones of the other side.
    pub enemy: u8,
}

impl Class {
    /// The class of a position with these stones.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 64 bits")]
    pub(crate) const fn of(own: u64, enemy: u64) -> Self {
        Self { own: own.count_ones() as u8, enemy: enemy.count_ones() as u8 }
    }

    /// The class after the turn has passed.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }
}

/// The most stones a side has in any table.
pub(crate) const MAX_STONES: usize = 6;

/// Binomial coefficients: `[n][k]` ways to choose `k` of `n`.
const CHOOSE: [[u32; MAX_STONES + 1]; 37] = {
    let mut table = [[0; MAX_STONES + 1]; 37];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_STONES && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` points among `n`.
fn choose(n: u8, k: u8) -> usize {
    CHOOSE[usize::from(n)][usize::from(k)] as usize
}

/// The number of a set among those of its size, in the order of their bits as numbers.
fn rank(set: u64) -> usize {
    let mut count = 0;
    let mut sum = 0;
    for point in points(set) {
        count += 1;
        sum += choose(point, count);
    }
    sum
}

/// The sets of one size, each with its orbit.
#[derive(Debug)]
struct Orbits {
    /// By the number of a set: the orbit it belongs to.
    orbit: Vec<u32>,
    /// By the number of a set: the symmetries that take it to the representative, a bit each.
    ways: Vec<u8>,
    /// By orbit: its representative, the least of its sets.
    representative: Vec<u64>,
    /// By orbit: how many sets it has.
    size: Vec<u32>,
}

impl Orbits {
    fn new<const N: u8>(count: u8, symmetries: &Symmetries<N>) -> Self {
        let sets = choose(N * N, count);
        let mut orbits = Self {
            orbit: vec![u32::MAX; sets],
            ways: vec![0; sets],
            representative: Vec::new(),
            size: Vec::new(),
        };
        let mut set = (1_u64 << count) - 1;
        for number in 0..sets {
            if orbits.orbit[number] == u32::MAX {
                orbits.add(set, symmetries);
            }
            set = following(set);
        }
        orbits
    }

    /// Adds the orbit of a set that is the least of it.
    fn add<const N: u8>(&mut self, least: u64, symmetries: &Symmetries<N>) {
        let orbit = u32::try_from(self.representative.len()).unwrap_or(u32::MAX);
        let mut size = 0;
        for there in 0..symmetries.count() {
            let image = symmetries.apply(there, least);
            let number = rank(image);
            if self.orbit[number] == u32::MAX {
                self.orbit[number] = orbit;
                self.ways[number] = (0..symmetries.count())
                    .filter(|&back| symmetries.apply(back, image) == least)
                    .fold(0, |ways, back| ways | 1 << back);
                size += 1;
            }
        }
        self.representative.push(least);
        self.size.push(size);
    }
}

/// The set of the same size whose bits are the next greater number.
pub(crate) const fn following(set: u64) -> u64 {
    if set == 0 {
        return 0;
    }
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | (((set ^ carried) >> 2) / lowest)
}

/// The numbering of all classes of a board.
#[derive(Debug)]
pub(crate) struct Fold<const N: u8> {
    symmetries: Symmetries<N>,
    by_count: Vec<Orbits>,
}

impl<const N: u8> Fold<N> {
    /// Numbers the classes of up to `most` stones a side.
    pub(crate) fn new(symmetry: Symmetry, most: u8) -> Self {
        let symmetries = Symmetries::new(symmetry);
        let by_count = (0..=most).map(|count| Orbits::new(count, &symmetries)).collect();
        Self { symmetries, by_count }
    }

    /// The number of numbers of a class.
    pub(crate) fn len(&self, class: Class) -> usize {
        self.orbits(class) * Self::span(class)
    }

    /// The number of orbits that the stones of the side to act have in a class. The numbers of each
    /// follow one another, [`span`](Self::span) of them.
    pub(crate) fn orbits(&self, class: Class) -> usize {
        self.by_count[usize::from(class.own)].representative.len()
    }

    /// The number of numbers of each orbit.
    pub(crate) fn span(class: Class) -> usize {
        choose(N * N - class.own, class.enemy)
    }

    /// The number of positions of the board that each number of an orbit represents, counted
    /// without folding.
    pub(crate) fn weight(&self, class: Class, orbit: usize) -> u64 {
        u64::from(self.by_count[usize::from(class.own)].size[orbit])
    }

    /// The stones of the side to act in an orbit.
    pub(crate) fn representative(&self, class: Class, orbit: usize) -> u64 {
        self.by_count[usize::from(class.own)].representative[orbit]
    }

    /// The first number of a position.
    #[inline]
    pub(crate) fn index(&self, own: u64, enemy: u64) -> usize {
        self.seat(own).index(enemy)
    }

    /// The first numbers of all positions in which the side to act has these stones. They lie
    /// close together.
    #[inline]
    pub(crate) fn seat(&self, own: u64) -> Seat<'_, N> {
        let orbits = &self.by_count[own.count_ones() as usize];
        let number = rank(own);
        self.seat_by(orbits, number, orbits.ways[number].trailing_zeros() as usize)
    }

    /// Every number of a position.
    #[inline]
    pub(crate) fn indices(&self, own: u64, enemy: u64, mut each: impl FnMut(usize)) {
        let orbits = &self.by_count[own.count_ones() as usize];
        let number = rank(own);
        let mut ways = orbits.ways[number];
        while ways != 0 {
            each(self.seat_by(orbits, number, ways.trailing_zeros() as usize).index(enemy));
            ways &= ways - 1;
        }
    }

    #[inline]
    fn seat_by(&self, orbits: &Orbits, number: usize, way: usize) -> Seat<'_, N> {
        let orbit = orbits.orbit[number] as usize;
        Seat { symmetries: &self.symmetries, way, orbit, own: orbits.representative[orbit] }
    }
}

/// The numbers of the positions in which the side to act has certain stones.
pub(crate) struct Seat<'a, const N: u8> {
    symmetries: &'a Symmetries<N>,
    /// The symmetry that takes those stones to the representative of their orbit.
    way: usize,
    orbit: usize,
    /// The representative.
    own: u64,
}

impl<const N: u8> Seat<'_, N> {
    /// The number of the position with these stones of the other side.
    #[inline]
    pub(crate) fn index(&self, enemy: u64) -> usize {
        let mut count = 0;
        let mut among_free = 0;
        for point in points(self.symmetries.apply(self.way, enemy)) {
            let below = (1_u64 << point) - 1;
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 64 bits")]
            let taken = (self.own & below).count_ones() as u8;
            count += 1;
            among_free += choose(point - taken, count);
        }
        self.orbit * choose(N * N - Class::of(self.own, 0).own, count) + among_free
    }
}

/// The points that a set leaves free, to put sets among them on the board.
#[derive(Debug)]
pub(crate) struct Free {
    points: [u8; 36],
    len: u8,
}

impl Free {
    pub(crate) fn new<const N: u8>(taken: u64) -> Self {
        let mut free = Self { points: [0; 36], len: 0 };
        for point in points(crate::board::all::<N>() & !taken) {
            free.points[usize::from(free.len)] = point;
            free.len += 1;
        }
        free
    }

    /// The set on the board of a set among the free points.
    #[inline]
    pub(crate) fn spread(&self, among_free: u64) -> u64 {
        points(among_free).fold(0, |set, place| set | 1 << self.points[usize::from(place)])
    }

    /// The set on the board of `count` points whose number among the free points is `number`.
    pub(crate) fn at(&self, mut number: usize, count: u8) -> u64 {
        let mut set = 0;
        let mut place = self.len;
        for k in (1..=count).rev() {
            place -= 1;
            while choose(place, k) > number {
                place -= 1;
            }
            number -= choose(place, k);
            set |= 1 << self.points[usize::from(place)];
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of a class is that of a position, and symmetric positions share numbers.
    fn check<const N: u8>(symmetry: Symmetry, class: Class) {
        let fold = Fold::<N>::new(symmetry, class.own.max(class.enemy));
        let mut weight = 0;
        for orbit in 0..fold.orbits(class) {
            let own = fold.representative(class, orbit);
            let free = Free::new::<N>(own);
            let mut among_free = (1_u64 << class.enemy) - 1;
            for number in 0..Fold::<N>::span(class) {
                let enemy = free.at(number, class.enemy);
                assert_eq!(enemy, free.spread(among_free));
                among_free = following(among_free);
                let expected = orbit * Fold::<N>::span(class) + number;
                let mut numbers = Vec::new();
                fold.indices(own, enemy, |number| numbers.push(number));
                assert!(numbers.contains(&expected));
                assert!(numbers.contains(&fold.index(own, enemy)));
                numbers.sort_unstable();
                for way in 0..fold.symmetries.count() {
                    let mut others = Vec::new();
                    let image = |set| fold.symmetries.apply(way, set);
                    fold.indices(image(own), image(enemy), |number| others.push(number));
                    others.sort_unstable();
                    assert_eq!(others, numbers);
                }
                weight += fold.weight(class, orbit);
            }
        }
        let positions = choose(N * N, class.own) * choose(N * N - class.own, class.enemy);
        assert_eq!(weight, positions as u64);
    }

    #[test]
    fn numbers_have_no_gaps_and_fold_symmetric_positions() {
        for (own, enemy) in [(1, 1), (2, 3), (4, 2), (3, 0), (0, 2)] {
            check::<4>(Symmetry::Square, Class { own, enemy });
            check::<4>(Symmetry::Mirror, Class { own, enemy });
        }
        check::<5>(Symmetry::Square, Class { own: 3, enemy: 2 });
        check::<6>(Symmetry::Mirror, Class { own: 2, enemy: 2 });
    }
}
