//! Recognises the kind of a file by its content.
//!
//! The file's name is not used. Binary formats are recognised by their first bytes, texts by marks
//! that only one format has; formats without marks (moves alone) come last. The order of the checks
//! matters where one form is contained in another.

use crate::shogi::{csa, kif, usi, western};
use crate::xiangqi::{cbr, fen, pgn, xqf};

/// A form of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The plain record of this project.
    Plain,
    /// KIF, also a board alone.
    Kif,
    /// KI2, moves without origins.
    Ki2,
    /// The Computer Shogi Association's.
    Csa,
    /// `position` of USI, or an SFEN.
    Usi,
    /// Western shogi moves.
    Western,
    /// Xiangqi in PGN-like form, in any notation, WXF files, moves alone.
    Pgn,
    /// `position` of UCCI, or a FEN.
    Fen,
    /// DhtmlXQ, also called UBB, by itself or within a page.
    DhtmlXq,
    /// XQF of XQStudio.
    Xqf,
    /// CBR of CCBridge.
    Cbr,
    /// CBL of CCBridge, a library of CBR.
    Cbl,
    /// CBF, the XML of CCBridge.
    Cbf,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Plain,
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Usi,
        Self::Western,
        Self::Pgn,
        Self::Fen,
        Self::DhtmlXq,
        Self::Xqf,
        Self::Cbr,
        Self::Cbl,
        Self::Cbf,
    ];

    /// The id by which clients know it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plain => "txt",
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Usi => "usi",
            Self::Western => "western",
            Self::Pgn => "wxf",
            Self::Fen => "fen",
            Self::DhtmlXq => "dhtmlxq",
            Self::Xqf => "xqf",
            Self::Cbr => "cbr",
            Self::Cbl => "cbl",
            Self::Cbf => "cbf",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain record",
            Self::Kif => "KIF",
            Self::Ki2 => "KI2",
            Self::Csa => "CSA",
            Self::Usi => "USI or SFEN",
            Self::Western => "Western shogi moves",
            Self::Pgn => "xiangqi PGN or WXF",
            Self::Fen => "UCCI or FEN",
            Self::DhtmlXq => "DhtmlXQ",
            Self::Xqf => "XQF",
            Self::Cbr => "CBR",
            Self::Cbl => "CBL",
            Self::Cbf => "CBF",
        }
    }

    /// The kind of a binary file; `None` if it is not one that is known.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        if xqf::is_xqf(bytes) {
            Some(Self::Xqf)
        } else if bytes.starts_with(cbr::MAGIC) {
            Some(Self::Cbr)
        } else if bytes.starts_with(cbr::LIBRARY) {
            Some(Self::Cbl)
        } else {
            None
        }
    }

    /// The kind of a text; `None` if it is not recognised.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        if text.starts_with("yiguan ") {
            return Some(Self::Plain);
        }
        if text.contains("[DhtmlXQ") {
            return Some(Self::DhtmlXq);
        }
        if text.contains("<ChineseChessRecord") {
            return Some(Self::Cbf);
        }
        if pgn::is_wxf_file(text) {
            return Some(Self::Pgn);
        }
        if let Some(kind) = kif::recognise(text) {
            return Some(kind);
        }
        if csa::is_csa(text) {
            return Some(Self::Csa);
        }
        if usi::is_usi(text) {
            return Some(Self::Usi);
        }
        if fen::is_fen(text) {
            return Some(Self::Fen);
        }
        if western::is_western(text) {
            return Some(Self::Western);
        }
        pgn::is_pgn(text).then_some(Self::Pgn)
    }
}
