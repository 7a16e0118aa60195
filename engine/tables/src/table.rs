//! A table of one ruleset, and looking positions up in it.
//!
//! A position is turned so that the side to act is at the bottom, folded by the symmetries of its
//! board, and found by the number of its fold in its class; positions in the middle of a turn
//! (chains, removals) are not stored and are computed from those after it. A table is checked
//! completely when it is opened, and then read by offset, so it need not fit into memory. Values do
//! not know history: repetition is not counted.

use crate::board::{Symmetry, upside_down};
use crate::fold::{Class, Fold, Free};
use crate::format::{Header, Section, TableError, read};
use crate::games::Solved;
use crate::play::{Effect, Lookup, Play};
use crate::value::Value;
use crate::verify::text;
use engine::Side;
use engine::line::Phase;
use std::fmt::Debug;
use std::io::{self, Read};

/// The source of a table's bytes, read by offset.
pub trait Bytes: Debug + Send + Sync {
    /// Fills `buffer` from `offset` on.
    ///
    /// # Errors
    ///
    /// An I/O error if there are not that many bytes, or reading fails.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Bytes for Vec<u8> {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let missing = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let offset = usize::try_from(offset).map_err(|_| missing())?;
        let end = offset.checked_add(buffer.len()).ok_or_else(missing)?;
        buffer.copy_from_slice(self.get(offset..end).ok_or_else(missing)?);
        Ok(())
    }
}

/// The reason why a position has no value in a table.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// It is a position of another game or ruleset.
    #[error("the table is of {wanted}, and the position of {found}")]
    OtherRules {
        /// The subject of the position.
        found: String,
        /// The subject of the table.
        wanted: String,
    },
    /// More stones than the table has.
    #[error("the table has no positions of {own} stones against {enemy}")]
    NotInTable {
        /// The stones of the side to act.
        own: u8,
        /// The stones of the other side.
        enemy: u8,
    },
    /// Reading failed, or gave no value.
    #[error("the table cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// The stones of a position as a table sees them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stones {
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) phase: Phase,
    /// Whether the home row of the side to act is the top row.
    pub(crate) home_above: bool,
}

/// A table of one ruleset.
#[derive(Debug)]
pub struct Table {
    solved: Solved,
    reader: Box<dyn Reader>,
    contents: Contents,
}

/// The classes of a table and the offsets of their codes.
#[derive(Debug)]
pub(crate) struct Contents {
    /// Each class with the offset at which its codes begin.
    sections: Vec<(Section, u64)>,
    bytes: Box<dyn Bytes>,
}

impl Table {
    /// Reads a table completely, checks that it is a whole and unaltered one of `solved`, and from
    /// then on reads from `bytes`, which must have the same content.
    ///
    /// # Errors
    ///
    /// [`TableError`].
    pub fn open(
        solved: Solved,
        mut input: impl Read,
        bytes: Box<dyn Bytes>,
    ) -> Result<Self, TableError> {
        let (header, begin) = read(&mut input, |_, _| {})?;
        Self::with_header(solved, header, begin, bytes)
    }

    pub(crate) fn with_header(
        solved: Solved,
        header: Header,
        begin: u64,
        bytes: Box<dyn Bytes>,
    ) -> Result<Self, TableError> {
        let reader = (solved.in_types.reader)(solved);
        header.check(&solved, |class| reader.len(class) as u64)?;
        let mut offset = begin;
        let sections = header.sections.into_iter().map(|section| {
            let begins = offset;
            offset += section.bytes();
            (section, begins)
        });
        let sections = sections.collect();
        Ok(Self { solved, reader, contents: Contents { sections, bytes } })
    }

    /// The ruleset.
    #[must_use]
    pub const fn solved(&self) -> &Solved {
        &self.solved
    }

    /// The value of a position for the side to act.
    pub(crate) fn value_of(&self, stones: Stones) -> Result<Value, ProbeError> {
        self.reader.value(&self.contents, stones)
    }

    /// The value stored under one number of a class.
    pub(crate) fn entry(&self, class: Class, number: usize) -> Result<Value, ProbeError> {
        self.contents.entry(class, number)
    }

    pub(crate) fn reader(&self) -> &dyn Reader {
        &*self.reader
    }

    /// The values of the steps of the side to act, whose stones have been turned to the bottom.
    pub(crate) fn steps(&self, own: u64, enemy: u64) -> Result<Vec<Value>, ProbeError> {
        self.reader.steps(&self.contents, own, enemy)
    }

    /// The classes that the table has, in the order in which they were solved.
    pub fn classes(&self) -> impl Iterator<Item = Class> {
        self.contents.sections.iter().map(|(section, _)| section.class)
    }
}

impl Contents {
    fn entry(&self, class: Class, number: usize) -> Result<Value, ProbeError> {
        let (section, begin) = self
            .sections
            .iter()
            .find(|(section, _)| section.class == class)
            .ok_or(ProbeError::NotInTable { own: class.own, enemy: class.enemy })?;
        let mut code = [0; 2];
        let code = &mut code[..usize::from(section.width)];
        self.bytes.read_at(begin + number as u64 * u64::from(section.width), code)?;
        let value = section.decode(code);
        value.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData).into())
    }
}

/// Reading a table, independent of the board's size.
pub(crate) trait Reader: Debug + Send + Sync {
    /// The number of numbers of a class.
    fn len(&self, class: Class) -> usize;

    /// The number of orbits of a class. All have the same number of numbers, one orbit after the
    /// other.
    fn orbits(&self, class: Class) -> usize;

    /// The number of unfolded positions that each number of an orbit represents.
    fn weight(&self, class: Class, orbit: usize) -> u64;

    /// The stones of a number of a class: those of the side to act and the others.
    fn stones(&self, class: Class, number: usize) -> (u64, u64);

    /// The value of a position.
    fn value(&self, contents: &Contents, stones: Stones) -> Result<Value, ProbeError>;

    /// The values of the steps of the side to act.
    fn steps(&self, contents: &Contents, own: u64, enemy: u64) -> Result<Vec<Value>, ProbeError>;

    /// The text of a position in which the first side is to act.
    fn text(&self, own: u64, enemy: u64) -> String;
}

/// Makes the reader of a board of `N` x `N` points.
pub(crate) fn reader<const N: u8>(solved: Solved) -> Box<dyn Reader> {
    Box::new(Sized::<N> {
        symmetry: solved.symmetry,
        play: Play::new(solved),
        fold: Fold::new(solved.symmetry, solved.most),
    })
}

#[derive(Debug)]
struct Sized<const N: u8> {
    symmetry: Symmetry,
    play: Play<N>,
    fold: Fold<N>,
}

/// A reader and the contents it reads.
struct Opened<'a, const N: u8> {
    sized: &'a Sized<N>,
    contents: &'a Contents,
}

impl<const N: u8> Lookup for Opened<'_, N> {
    type Error = ProbeError;

    fn value(&self, own: u64, enemy: u64) -> Result<Value, ProbeError> {
        // The number is only computed for classes that the table has.
        let class = Class::of(own, enemy);
        if !self.contents.sections.iter().any(|(section, _)| section.class == class) {
            return Err(ProbeError::NotInTable { own: class.own, enemy: class.enemy });
        }
        self.contents.entry(class, self.sized.fold.index(own, enemy))
    }
}

impl<const N: u8> Reader for Sized<N> {
    fn len(&self, class: Class) -> usize {
        self.fold.len(class)
    }

    fn orbits(&self, class: Class) -> usize {
        self.fold.orbits(class)
    }

    fn weight(&self, class: Class, orbit: usize) -> u64 {
        self.fold.weight(class, orbit)
    }

    fn stones(&self, class: Class, number: usize) -> (u64, u64) {
        let span = Fold::<N>::span(class);
        let own = self.fold.representative(class, number / span);
        (own, Free::new::<N>(own).at(number % span, class.enemy))
    }

    fn value(&self, contents: &Contents, stones: Stones) -> Result<Value, ProbeError> {
        let Stones { mut own, mut enemy, phase, home_above } = stones;
        if self.symmetry == Symmetry::Mirror && home_above {
            (own, enemy) = (upside_down::<N>(own), upside_down::<N>(enemy));
        }
        let opened = Opened { sized: self, contents };
        let removing = match phase {
            Phase::Step | Phase::Chain => 0,
            Phase::RemoveOne => 1,
            Phase::RemoveTwo => 2,
        };
        if own == 0 || enemy == 0 || removing > 0 {
            return self.play.after_capture(own, enemy, removing, &opened);
        }
        if own.is_power_of_two() && enemy.is_power_of_two() {
            return Ok(Value::Draw);
        }
        if phase == Phase::Chain
            && let Some(value) = self.play.chain(own, enemy, &opened)?
        {
            return Ok(value);
        }
        opened.value(own, enemy)
    }

    fn steps(&self, contents: &Contents, own: u64, enemy: u64) -> Result<Vec<Value>, ProbeError> {
        let opened = Opened { sized: self, contents };
        let mut values = Ok(Vec::new());
        Play::<N>::steps(own, enemy, |step| {
            let value = match self.play.effect(step.own, enemy, step.to) {
                Effect::Quiet => {
                    let (own, enemy) = self.play.turn(step.own, enemy);
                    opened.value(own, enemy).map(Value::for_other)
                }
                Effect::Captured { own, enemy, earned } => {
                    self.play.after_capture(own, enemy, earned, &opened)
                }
            };
            match (value, &mut values) {
                (Ok(value), Ok(values)) => values.push(value.one_action_before()),
                (Err(error), _) => values = Err(error),
                (Ok(_), Err(_)) => {}
            }
            values.is_ok()
        });
        values
    }

    fn text(&self, own: u64, enemy: u64) -> String {
        text::<N>(own, enemy, Side::First)
    }
}
