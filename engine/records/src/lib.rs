//! Reads game records as programs and sites write them.
//!
//! [`open`] takes the bytes of a file, recognises their form by their content, never by a name, and
//! returns a [`Score`] for each game: the moves as a tree with comments and times, players and
//! result, and the faults, with line and column. A damaged record is read up to the fault, and a
//! damaged variation loses only its moves after the fault. `docs/notation.md` lists the forms.
//!
//! Records are read leniently: a game that continues after the rules have ended it is read whole,
//! with the verdict noted as a fault, and so is a position that could not arise in play. The engine
//! reads no record but the plain one; it writes its own notations, and [`write_record`] and
//! [`Score::write`] the others.
//!
//! The crate is as pure as the engine. The caller decodes texts in other encodings than UTF-8
//! ([`Decode`]), because a browser has the tables for that already.

mod builder;
mod encoding;
mod json;
mod kind;
mod look_ahead;
mod score;
mod shogi;
mod text;
mod tokens;
mod tree;
mod verdict;
mod write;
mod xiangqi;

pub use encoding::{Chosen, Decode, Encoding};
pub use json::{not_written, to_json};
pub use kind::Kind;
pub use score::Score;
pub use tree::{Evaluation, Node, Tree};
pub use write::{more_notations, write_record};

use engine::{Fault, RecordError};

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
        /// The kind of record that it looks like.
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
        return match scores {
            Ok(scores) => Ok(of_kind(scores, kind)),
            Err(error) => Err(OpenError::Unreadable { kind, error }),
        };
    }
    let (text, chosen) = encoding::text(bytes, decode).ok_or(OpenError::Unknown)?;
    let mut scores = open_text(&text)?;
    for score in &mut scores {
        score.encoding = Some(chosen);
    }
    Ok(scores)
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
        return Ok(of_kind(scores.into_iter().filter(something).collect(), kind));
    }
    let fault = scores.into_iter().find_map(|score| score.faults.into_iter().next());
    let error = fault.unwrap_or_else(|| RecordError::at(1, 1, Fault::NoMove));
    Err(OpenError::Unreadable { kind, error })
}

fn of_kind(mut scores: Vec<Score>, kind: Kind) -> Vec<Score> {
    for score in &mut scores {
        score.kind = Some(kind);
    }
    scores
}

/// The plain record, which the engine reads.
fn read_plain(text: &str) -> Result<Vec<Score>, RecordError> {
    let record = engine::read_plain(text)?;
    let mut score = Score::of_record(&record);
    if let Err(engine::ReplayError::Setup(error)) = record.replay() {
        let line = text::lines(text).find(|(_, line)| line.starts_with("start:"));
        let line = line.map_or(1, |(line, _)| line);
        score.faults.push(RecordError::at(line, 1, error.fault()));
    }
    // An action that is refused stands on the line of its number; the actions after it are a
    // comment.
    for fault in &mut score.faults {
        let number = format!("{} ", fault.line);
        let found = text::lines(text).find(|(_, line)| line.starts_with(&number));
        if let (Some((line, _)), Fault::Illegal(_)) = (found, &fault.fault) {
            (fault.line, fault.column) = (line, number.len() + 1);
            let last = score.tree.main_line().last().copied().unwrap_or(0);
            for (_, rest) in text::lines(text).skip(line).filter(|(_, line)| !line.is_empty()) {
                score.tree.comment(last, rest.trim_start_matches("# "));
            }
            break;
        }
    }
    Ok(vec![score])
}
