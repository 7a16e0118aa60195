//! Reads game records as programs and sites write them.
//!
//! [`open`] takes the bytes of a file, recognises their form by what they hold, never by a name,
//! and returns a [`Score`] for each game: the moves as a tree with comments and times, players
//! and result, and whatever was wrong, with line and column. A damaged record is read up to the
//! fault, and a damaged variation loses only what follows its fault. `docs/notation.md` lists
//! the forms.
//!
//! Records are read leniently: a game that continues after the rules have ended it is kept, with
//! the verdict noted as a fault, and so is a position that could not arise in play. What the engine
//! reads and writes of its own notations is stricter, and lives in the engine.
//!
//! The crate is as pure as the engine. The caller decodes texts in other encodings than UTF-8
//! ([`Decode`]), because a browser has the tables for that already.

mod builder;
mod encoding;
mod json;
mod kind;
mod score;
mod shogi;
mod text;
mod tree;
mod verdict;
mod write;
mod xiangqi;

pub use encoding::{Decode, Encoding};
pub use json::{not_written, to_json};
pub use kind::Kind;
pub use score::Score;
pub use tree::{Node, Tree};
pub use write::{more_notations, write_record};

use engine::{Fault, Record, RecordError};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 32 << 20;

/// Nothing of a file could be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// More than [`MAX_BYTES`].
    #[error("the file is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// It looks like no record.
    #[error(
        "this is no record that can be read; {} can",
        Kind::ALL.map(Kind::name).join(", ")
    )]
    Unknown,
    /// It looks like a record of a kind, of which nothing could be read.
    #[error("no game could be read from this {}: {error}", kind.name())]
    Unreadable {
        /// What it looks like.
        kind: Kind,
        /// The first fault.
        error: RecordError,
    },
}

/// Reads every game of a file.
///
/// # Errors
///
/// [`OpenError`] if nothing could be read. A file of which something could be read is not an
/// error; its faults are in the scores.
pub fn open(bytes: &[u8], decode: &dyn Decode) -> Result<Vec<Score>, OpenError> {
    if bytes.len() > MAX_BYTES {
        return Err(OpenError::TooLarge);
    }
    if let Some(kind) = Kind::of_bytes(bytes) {
        let scores = match kind {
            Kind::Xqf => xiangqi::xqf::read(bytes, decode).map(|score| vec![score]),
            _ => xiangqi::cbr::read(bytes),
        };
        return scores.map_err(|error| OpenError::Unreadable { kind, error });
    }
    let text = encoding::text(bytes, decode).ok_or(OpenError::Unknown)?;
    open_text(&text)
}

/// Reads every game of a text.
///
/// # Errors
///
/// As [`open`].
pub fn open_text(text: &str) -> Result<Vec<Score>, OpenError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let kind = Kind::of_text(text).ok_or(OpenError::Unknown)?;
    let scores = match kind {
        Kind::Xqf | Kind::Cbr | Kind::Cbl => Vec::new(),
        Kind::Plain => read_plain(text).map_err(|error| OpenError::Unreadable { kind, error })?,
        Kind::Kif | Kind::Ki2 => shogi::kif::read(text),
        Kind::Csa => shogi::csa::read(text),
        Kind::Usi => shogi::usi::read(text),
        Kind::Western => shogi::western::read(text),
        Kind::DhtmlXq => xiangqi::dhtmlxq::read(text),
        Kind::Cbf => xiangqi::cbf::read(text),
        Kind::Fen => xiangqi::fen::read(text),
        Kind::Pgn => xiangqi::pgn::read(text),
    };
    let something = |score: &Score| {
        score.tree.len() > 1 || score.is_position() || score.has_head || score.faults.is_empty()
    };
    if scores.iter().any(something) {
        return Ok(scores.into_iter().filter(something).collect());
    }
    let fault = scores.into_iter().find_map(|score| score.faults.into_iter().next());
    let error = fault.unwrap_or_else(|| RecordError::at(1, 1, Fault::NoMove));
    Err(OpenError::Unreadable { kind, error })
}

/// The plain record, which the engine reads.
fn read_plain(text: &str) -> Result<Vec<Score>, RecordError> {
    Ok(vec![Score::of_record(&Record::read("", "txt", text).map_err(|error| match error {
        engine::NotationError::Text(error) => error,
        _ => RecordError::at(1, 1, Fault::NotPlain),
    })?)])
}
