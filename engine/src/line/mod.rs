//! The common part of the line games: square boards of four to six points a side, stones that step
//! to an adjacent point, and captures read off the row and the column of the stone that moved.
//!
//! A game of this family supplies [`LineRules`] (its figures of capture and how it treats
//! chains, complete lines and returning positions) and is then a [`LinePosition`]. Source of
//! the family: Lin Jifu (ed.), *A Collection of Chinese Folk Games*, board games volume, 2016,
//! pages 118 and 127.

mod action;
mod board;
mod captures;
mod figure;
mod history;
mod position;
mod refuse;
mod rules;
#[cfg(test)]
pub(crate) mod testing;
mod text;

pub use action::{Act, LineAction};
pub use captures::Captures;
pub use figure::{Figure, Line};
pub use position::{LinePosition, Phase};
pub use rules::{Complete, LineRules};

pub(crate) use captures::{capture_table, tabulate};
pub(crate) use rules::{
    BLACK_AND_WHITE, CAPTURE_OR_BLOCK, ONE_STEP, SOURCE, STEP_AND_CHAIN, TRANSLATED_SOURCE,
};
