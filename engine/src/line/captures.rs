//! The captures of a ruleset on one line, computed for every possible line at compile time.
//!
//! A line is a row or column with the moved stone marked; a game lists its figures, and
//! `capture_table!` tabulates the captures of all together. Playing an action looks up two lines.
//! The figure that took a stone is only determined after a capture.

use super::figure::{Figure, Line};

/// The figures of a ruleset, and the table of the captures that all of them make together.
#[derive(Debug, Clone, Copy)]
pub struct Captures {
    /// The figures, in the order in which the rules list them: a stone that several of them
    /// take is reported under the first.
    pub figures: &'static [Figure],
    table: &'static [u8],
}

impl Captures {
    /// The figures with the table that [`capture_table!`] made from them.
    pub(crate) const fn new(figures: &'static [Figure], table: &'static [u8]) -> Self {
        Self { figures, table }
    }

    /// The stones that a step takes on `line`, as bits.
    #[inline]
    pub(super) fn taken(self, line: Line) -> u8 {
        // Every line of the board's size is in the table.
        self.table.get(place(line)).copied().unwrap_or(0)
    }
}

/// The place of a line in the table.
pub(crate) const fn place(line: Line) -> usize {
    ((line.moved as usize) << (2 * line.len))
        | ((line.enemy as usize) << line.len)
        | line.own as usize
}

/// The stones that the figures take on `line` together, as bits.
pub(crate) const fn taken_by(figures: &[Figure], line: Line) -> u8 {
    let mut taken = 0;
    let mut i = 0;
    while i < figures.len() {
        taken |= figures[i].takes(line);
        i += 1;
    }
    taken
}

/// The table of figures on a line of `len` points, which [`place`] indexes; `SIZE` is
/// `len << (2 * len)`.
pub(crate) const fn tabulate<const SIZE: usize>(figures: &[Figure], len: u8) -> [u8; SIZE] {
    let mut table = [0; SIZE];
    let mut own = 0;
    while own < 1 << len {
        let mut enemy = 0;
        while enemy < 1 << len {
            let mut moved = 0;
            while moved < len && own & enemy == 0 {
                if own & (1 << moved) != 0 {
                    let line = Line { own, enemy, moved, len };
                    table[place(line)] = taken_by(figures, line);
                }
                moved += 1;
            }
            enemy += 1;
        }
        own += 1;
    }
    table
}

/// The [`Captures`] of a list of figures on lines of `$len` points.
macro_rules! capture_table {
    ($len:expr, $figures:expr) => {{
        const FIGURES: &[$crate::line::Figure] = $figures;
        static TABLE: [u8; $len << (2 * $len)] = $crate::line::tabulate(FIGURES, $len);
        $crate::line::Captures::new(FIGURES, &TABLE)
    }};
}
pub(crate) use capture_table;
