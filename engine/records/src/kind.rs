//! Recognises the kind of a file by its content.
//!
//! The file's name is not used. Binary formats are recognised by their first bytes, texts by marks
//! that only one format has; formats without marks (moves alone) come last. The order of the checks
//! matters where one form is contained in another.

use crate::shogi::{csa, kif, usi, western};
use crate::text::{is_blank, lines};
use crate::tokens::{self, Token};
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

    /// The usual name.
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
    ///
    /// The structure decides, and decides once: comments are left out first.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        if text.starts_with("yiguan ") {
            return Some(Self::Plain);
        }
        let first = first_line(text);
        if let Some((key, ..)) = tokens::tag(first)
            && !key.to_ascii_lowercase().starts_with("dhtmlxq")
        {
            return Some(of_tagged(text));
        }
        if first.starts_with(['{', '(']) || pgn::begins_with_move(first) {
            // Moves alone, with comments, whose contents do not matter.
            let bare = without_braces(text);
            if pgn::has_moves(&bare) {
                return Some(Self::Pgn);
            }
        }
        let bare = without_comment_lines(text);
        let lower = bare.to_ascii_lowercase();
        let has_tag = |name: &str| lower.contains(&format!("[dhtmlxq{name}]"));
        if has_tag("")
            || has_tag("_movelist")
            || has_tag("_binit")
            || first.to_ascii_lowercase().starts_with("[dhtmlxq")
        {
            return Some(Self::DhtmlXq);
        }
        if lower.contains("<chinesechessrecord") {
            return Some(Self::Cbf);
        }
        let bare = without(&bare, "/*", "*/");
        if pgn::is_wxf_file(&bare) {
            return Some(Self::Pgn);
        }
        let bare = without_braces(&bare);
        if let Some(kind) = kif::recognise(&bare) {
            return Some(kind);
        }
        if csa::is_csa(&bare) {
            return Some(Self::Csa);
        }
        if lower.contains("[dhtmlxq_") {
            return Some(Self::DhtmlXq);
        }
        if usi::is_usi(&bare) {
            return Some(Self::Usi);
        }
        if fen::is_fen(&bare) {
            return Some(Self::Fen);
        }
        if western::is_western(&bare) {
            return Some(Self::Western);
        }
        let tagged = lines(&bare).any(|(_, line)| {
            tokens::tag(line.trim_matches(is_blank)).is_some_and(|(key, ..)| {
                ["Game", "Red", "RedTeam", "FEN", "Variant"]
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(&key))
            })
        });
        (tagged || pgn::has_moves(&bare)).then_some(Self::Pgn)
    }
}

/// The first line that is neither empty nor an escape.
fn first_line(text: &str) -> &str {
    let mut shown = lines(text).map(|(_, line)| line.trim_matches(is_blank));
    shown.find(|line| !line.is_empty() && !line.starts_with('%')).unwrap_or("")
}

/// The kind of a text that begins with a tag: by its first move, or by whose names its tags give.
fn of_tagged(text: &str) -> Kind {
    let mut shogi = false;
    let mut first = None;
    for (_, token) in tokens::tokens(text, |_| false) {
        match token {
            Token::Tag(key, value, _) => {
                shogi |= matches!(&*key.to_ascii_lowercase(), "sente" | "gote" | "sfen")
                    || (key.eq_ignore_ascii_case("Variant")
                        && value.to_ascii_lowercase().contains("shogi"));
            }
            Token::Word(word) => {
                let word = western::after_number(word);
                if !word.is_empty() {
                    first = Some(word);
                    break;
                }
            }
            Token::Comment(_)
            | Token::CommentLine(_)
            | Token::Unclosed(_)
            | Token::Open
            | Token::Close
            | Token::Escape(_)
            | Token::Prose(_)
            | Token::BlankLine => {}
        }
    }
    let is_move = |word: &str| western::is_move(word) && !pgn::begins_with_move(word);
    match first {
        Some(word) if is_move(word) => Kind::Western,
        Some(word) if pgn::begins_with_move(word) => Kind::Pgn,
        _ if shogi => Kind::Western,
        _ => Kind::Pgn,
    }
}

/// A text without the lines that KIF and CSA take for comments.
fn without_comment_lines(text: &str) -> String {
    let is_comment = |line: &str| {
        line.trim_start_matches(is_blank).starts_with(['*', '＊', '\'', '&', ';', '%'])
    };
    let rest = lines(text).filter(|(_, line)| !is_comment(line));
    rest.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// A text without comments in braces and behind `;`.
fn without_braces(text: &str) -> String {
    let bare = without(text, "{", "}");
    lines(&bare)
        .map(|(_, line)| line.split(';').next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A text without the parts between two marks; the first one that is not closed stays.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once(open) {
        let Some((_, after)) = inside.split_once(close) else { break };
        out.push_str(before);
        out.push(' ');
        rest = after;
    }
    out.push_str(rest);
    out
}
