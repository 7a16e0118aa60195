//! Makes tables: solves a ruleset class by class, restores classes from parts written earlier, and
//! writes the known classes as a part or as the whole table.
//!
//! A class is the number of stones of both sides; a pair of classes that lead to each other is
//! solved together, after all classes with fewer stones. A written table carries a digest over
//! everything else in it, so that a truncated or altered part is never taken for a good one.

use crate::fold::Class;
use crate::format::{Header, Section, TableError, read, write_preamble};
use crate::games::Solved;
use crate::solve::{Solver, TooLong, Workers};
use crate::table::Table;
use sha2::{Digest, Sha256};
use std::io::{self, BufWriter, Read, Write};

/// A table in the making.
#[derive(Debug)]
pub struct Maker {
    solved: Solved,
    making: Box<dyn Making>,
    /// The classes whose values are known.
    known: Vec<Class>,
}

/// The solver, independent of the board's size.
pub(crate) trait Making: std::fmt::Debug + Send {
    fn len(&self, class: Class) -> usize;
    fn restore(&mut self, class: Class, values: Vec<u16>) -> bool;
    fn solve(
        &mut self,
        pair: &[Class],
        workers: &dyn Workers,
        layer: &mut dyn FnMut(u16),
    ) -> Result<(), TooLong>;
    fn values(&self, class: Class) -> Box<dyn Iterator<Item = u16> + '_>;
}

impl<const N: u8> Making for Solver<N> {
    fn len(&self, class: Class) -> usize {
        Self::len(self, class)
    }

    fn restore(&mut self, class: Class, values: Vec<u16>) -> bool {
        Self::restore(self, class, values)
    }

    fn solve(
        &mut self,
        pair: &[Class],
        workers: &dyn Workers,
        layer: &mut dyn FnMut(u16),
    ) -> Result<(), TooLong> {
        Self::solve(self, pair, workers, layer)
    }

    fn values(&self, class: Class) -> Box<dyn Iterator<Item = u16> + '_> {
        Box::new(Self::values(self, class))
    }
}

/// Makes the solver of a board of `N` x `N` points.
pub(crate) fn making<const N: u8>(solved: Solved) -> Box<dyn Making> {
    Box::new(Solver::<N>::new(solved))
}

impl Maker {
    /// A table with nothing solved yet.
    #[must_use]
    pub fn new(solved: Solved) -> Self {
        Self { solved, making: (solved.in_types.making)(solved), known: Vec::new() }
    }

    /// The number of values of the classes of a pair.
    #[must_use]
    pub fn len(&self, pair: &[Class]) -> u64 {
        pair.iter().map(|&class| self.making.len(class) as u64).sum()
    }

    /// Solves the classes of a pair; those before it in [`Solved::pairs`] must be known. `layer` is
    /// called with each distance that has been settled.
    ///
    /// # Errors
    ///
    /// [`TooLong`] if a distance does not fit into a table.
    pub fn solve(
        &mut self,
        pair: &[Class],
        workers: &dyn Workers,
        layer: &mut dyn FnMut(u16),
    ) -> Result<(), TooLong> {
        self.making.solve(pair, workers, layer)?;
        self.known.extend(pair);
        Ok(())
    }

    /// Restores the values of the classes of a pair from a part written earlier.
    ///
    /// # Errors
    ///
    /// [`TableError`] if it is not such a part, or is truncated or altered.
    pub fn restore(&mut self, pair: &[Class], input: &mut impl Read) -> Result<(), TableError> {
        let mut parts: Vec<(Class, Vec<u16>)> = Vec::new();
        let (header, _) = read(input, |section, codes| {
            if parts.last().is_none_or(|(class, _)| *class != section.class) {
                parts.push((section.class, Vec::new()));
            }
            if let Some((_, values)) = parts.last_mut() {
                // An invalid code is skipped, and noticed because the number of values falls short.
                values.extend(
                    codes
                        .chunks_exact(section.width.into())
                        .filter_map(|code| section.decode(code).map(crate::Value::pack)),
                );
            }
        })?;
        header.check(&self.solved, |class| self.making.len(class) as u64)?;
        if !header.sections.iter().map(|section| section.class).eq(pair.iter().copied()) {
            return Err(TableError::Header("class"));
        }
        for (class, values) in parts {
            if !self.making.restore(class, values) {
                return Err(TableError::Header("values"));
            }
        }
        self.known.extend(pair);
        Ok(())
    }

    /// Writes a table of some known classes: a part, or the whole.
    ///
    /// # Errors
    ///
    /// An I/O error if writing fails.
    pub fn write(&self, classes: &[Class], output: impl Write) -> io::Result<()> {
        let section = |&class: &Class| Section::of(class, self.making.values(class));
        let header = Header::new(&self.solved, classes.iter().map(section).collect());
        let mut digest = Hashed(Sha256::new());
        self.write_hashed(&header, &mut digest)?;
        let mut output = BufWriter::with_capacity(1 << 16, output);
        write_preamble(&mut output, &digest.0.finalize())?;
        self.write_hashed(&header, &mut output)?;
        output.flush()
    }

    /// Writes everything that the digest covers.
    fn write_hashed(&self, header: &Header, output: &mut impl Write) -> io::Result<()> {
        output.write_all(header.text().as_bytes())?;
        let mut buffer = Vec::with_capacity(1 << 16);
        for section in &header.sections {
            let codes = section.codes();
            for value in self.making.values(section.class) {
                let code = codes[usize::from(value)].to_le_bytes();
                buffer.extend_from_slice(&code[..usize::from(section.width)]);
                if buffer.len() >= 1 << 16 {
                    output.write_all(&buffer)?;
                    buffer.clear();
                }
            }
            output.write_all(&buffer)?;
            buffer.clear();
        }
        Ok(())
    }

    /// The known classes, in the order in which they became known.
    #[must_use]
    pub fn known(&self) -> &[Class] {
        &self.known
    }
}

/// Hashes the bytes written to it.
struct Hashed(Sha256);

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Solves a table in memory; meant for [small](Solved::small) ones.
///
/// # Errors
///
/// [`TableError`], which the tests show not to happen for any game listed.
pub fn solve_in_memory(solved: Solved, workers: &dyn Workers) -> Result<Table, TableError> {
    let mut maker = Maker::new(solved);
    for pair in solved.pairs() {
        maker.solve(&pair, workers, &mut |_| {}).map_err(|_| TableError::Header("distance"))?;
    }
    let mut bytes = Vec::new();
    maker.write(maker.known(), &mut bytes)?;
    let (header, begin) = read(&mut bytes.as_slice(), |_, _| {})?;
    Table::with_header(solved, header, begin, Box::new(bytes))
}
