//! XQF, the form of XQStudio (象棋演播室), all versions.
//!
//! A head of 1,024 bytes: the version, keys, the points of 32 pieces, names in GB 18030 with their
//! lengths before them; then the moves as a tree, each with marks for a continuation and for an
//! alternative, and with its comment. Up to version 10 nothing is obfuscated. From 11 on points,
//! moves and lengths are shifted by keys made from the head, and every byte after it by a running
//! key; from 12 on the order of the pieces is rotated, too.
//!
//! Source: the documentation of the form by its author, 《XQF 文件格式》, as other programs
//! implement it, and files of every version.

use super::board::Board;
use super::setup::{begin, begins_with, finish};
use crate::builder::{Builder, SourcePlace};
use crate::encoding::{self, Chosen, Decode, Encoding};
use crate::score::{Head, Score};
use crate::text::known;
use engine::xiangqi::{Move, Piece, Role, Square};
use engine::{Fault, RecordError, RecordedResult, Side};

const HEAD: usize = 1024;

/// Each side's pieces in the order of the head.
const PIECES: [Role; 16] = [
    Role::Chariot,
    Role::Horse,
    Role::Elephant,
    Role::Advisor,
    Role::General,
    Role::Advisor,
    Role::Elephant,
    Role::Horse,
    Role::Chariot,
    Role::Cannon,
    Role::Cannon,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
];

/// The text from which the running key is cut.
const COPYRIGHT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Whether bytes begin as this form does.
pub(crate) fn is_xqf(bytes: &[u8]) -> bool {
    matches!(bytes, [b'X', b'Q', 1..=31, ..])
}

/// The keys of a file; all zero up to version 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Keys {
    version: u8,
    points: u8,
    from: u8,
    to: u8,
    length: u32,
    running: [u8; 32],
}

impl Keys {
    fn of(head: &[u8; HEAD]) -> Self {
        let version = head[2];
        if version <= 10 {
            return Self { version, ..Self::default() };
        }
        let [mask, ors @ ..] = [head[3], head[8], head[9], head[10], head[11]];
        let [sum, p, f, t] = [head[12], head[13], head[14], head[15]];
        let mix = |key: u8, with: u8| {
            let square = key.wrapping_mul(key);
            let mixed = square.wrapping_mul(3).wrapping_add(9);
            let mixed = mixed.wrapping_mul(3).wrapping_add(8);
            let mixed = mixed.wrapping_mul(2).wrapping_add(1);
            mixed.wrapping_mul(3).wrapping_add(8).wrapping_mul(with)
        };
        let points = mix(p, p);
        let from = mix(f, points);
        let to = mix(t, from);
        let mut running = *COPYRIGHT;
        let bits = [sum, p, f, t].map(|key| key & mask);
        for (at, byte) in running.iter_mut().enumerate() {
            *byte &= bits[at % 4] | ors[at % 4];
        }
        let length = (u32::from(sum) * 256 + u32::from(p)) % 32_000 + 767;
        Self { version, points, from, to, length, running }
    }

    /// The point of one of the head's bytes; files by tens, ranks from the first side.
    fn point(byte: u8) -> Option<Square> {
        Square::new(byte / 10, byte % 10).filter(|_| byte < 90)
    }
}

/// Reads the game.
pub(crate) fn read(bytes: &[u8], decode: &dyn Decode) -> Result<Score, RecordError> {
    let head_bytes: &[u8; HEAD] =
        bytes.first_chunk().ok_or_else(|| SourcePlace::byte(bytes.len()).fault(Fault::CutOff))?;
    let keys = Keys::of(head_bytes);
    let mut board = Board::empty();
    let mut found = [None; 32];
    for (at, &byte) in head_bytes[16..48].iter().enumerate() {
        let shift = if keys.version >= 12 { usize::from(keys.points) + 1 } else { 0 };
        found[(at + shift) % 32] = Keys::point(byte.wrapping_sub(keys.points));
    }
    for (at, square) in found.into_iter().enumerate() {
        if let Some(square) = square {
            let side = if at < 16 { Side::First } else { Side::Second };
            board.put(square, Some(Piece { side, role: PIECES[at % 16] }));
        }
    }
    board.to_act = if head_bytes[50] == 1 { Side::Second } else { Side::First };
    let mut moves = Moves { bytes, keys, at: HEAD };
    let texts = Texts::of(head_bytes, moves.clone(), decode);
    let mut head = read_head(head_bytes, &texts);
    let first = moves.clone().after_start();
    begins_with(&mut board, first.map(|action| action.from));
    let mut builder = begin(&mut head, Some(board), SourcePlace::byte(16));
    walk(&mut moves, &mut builder, &texts);
    // Moves behind the end of the tree belong to no line of it.
    let cut = builder.faults.iter().any(|fault| fault.fault == Fault::CutOff);
    if !cut && moves.bytes[moves.at..].iter().any(|&byte| byte != 0) {
        builder.fault(SourcePlace::byte(moves.at), Fault::NoLine);
    }
    let mut score = finish(head, builder);
    score.encoding = Some(texts.chosen);
    Ok(score)
}

/// The texts of the head: where each is, how much room it has, and its name.
const FIELDS: [(usize, usize, &str); 12] = [
    (80, 64, "title"),
    (144, 64, "subtitle"),
    (208, 64, "event"),
    (272, 16, "date"),
    (288, 16, "place"),
    (304, 16, "red"),
    (320, 16, "black"),
    (336, 64, "time_rule"),
    (400, 16, "red_time"),
    (416, 16, "black_time"),
    (464, 16, "annotator"),
    (480, 16, "author"),
];

/// The bytes of a text of the head: a length, then that many bytes.
fn field(head: &[u8; HEAD], at: usize, room: usize) -> &[u8] {
    let length = usize::from(head[at]).min(room - 1);
    let bytes = &head[at + 1..=at + length];
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

/// Decodes the texts of a file.
struct Texts<'a> {
    /// None for UTF-8.
    encoding: Option<Encoding>,
    chosen: Chosen,
    decode: &'a dyn Decode,
}

impl<'a> Texts<'a> {
    /// The encoding in which all texts of the file make sense.
    fn of(head: &[u8; HEAD], mut moves: Moves<'_>, decode: &'a dyn Decode) -> Self {
        let mut all: Vec<u8> = Vec::new();
        let fields = FIELDS.iter().map(|&(at, room, _)| field(head, at, room).to_vec());
        let mut comments = Vec::new();
        while let Some(stored) = moves.next() {
            comments.push(stored.comment);
        }
        for text in fields.chain(comments) {
            // A text that has no more room may end within a character.
            let text = match std::str::from_utf8(&text) {
                Err(error) if error.error_len().is_none() => &text[..error.valid_up_to()],
                _ => &text[..],
            };
            all.extend(text);
            all.push(b'\n');
        }
        let (encoding, chosen) = encoding::of_texts(&all, decode);
        Self { encoding, chosen, decode }
    }

    fn text(&self, bytes: &[u8]) -> String {
        match (self.encoding, std::str::from_utf8(bytes)) {
            // Programs that write UTF-8 leave texts that were there before as they are. Of other
            // encodings, two characters in a row hardly ever are UTF-8.
            (Some(_), Ok(text)) if text.chars().filter(|c| c.len_utf8() == 3).count() > 1 => {
                text.to_owned()
            }
            (Some(encoding), _) => self.decode.decode(encoding, bytes),
            (None, _) => String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}

fn read_head(head: &[u8; HEAD], texts: &Texts<'_>) -> Head {
    let mut read = Head { seen: true, ..Head::default() };
    for (at, room, name) in FIELDS {
        let Some(text) = known(&texts.text(field(head, at, room))) else { continue };
        match name {
            "title" => read.event = Some(text),
            "event" => {
                // The event stands before the title of the game.
                if let Some(title) = read.event.replace(text) {
                    read.tag("title", &title);
                }
            }
            "date" => read.date = Some(text),
            "red" => read.players.first = Some(text),
            "black" => read.players.second = Some(text),
            name => read.tag(name, &text),
        }
    }
    let winner = match head[51] {
        1 => Some(Some(Side::First)),
        2 => Some(Some(Side::Second)),
        3 => Some(None),
        _ => None,
    };
    read.result = winner.map(|winner| RecordedResult { winner, reason: String::new() });
    read
}

/// The moves after the head.
#[derive(Clone)]
struct Moves<'a> {
    bytes: &'a [u8],
    keys: Keys,
    at: usize,
}

/// One of the moves, as it is stored.
struct Stored<'a> {
    action: Option<Move>,
    has_next: bool,
    has_alternative: bool,
    comment: Vec<u8>,
    offset: usize,
    cut: Option<&'a [u8]>,
}

impl<'a> Moves<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        let key = self.keys.running[self.at % 32];
        self.at += 1;
        Some(byte.wrapping_sub(key))
    }

    fn next(&mut self) -> Option<Stored<'a>> {
        let offset = self.at;
        let (from, to, marks) = (self.byte()?, self.byte()?, self.byte()?);
        self.byte()?;
        let old = self.keys.version <= 10;
        let (has_next, has_alternative, has_comment) = if old {
            (marks & 0xf0 != 0, marks & 0x0f != 0, true)
        } else {
            (marks & 0x80 != 0, marks & 0x40 != 0, marks & 0x20 != 0)
        };
        let mut comment = Vec::new();
        let mut cut = None;
        if has_comment {
            let length = [self.byte()?, self.byte()?, self.byte()?, self.byte()?];
            let length = u32::from_le_bytes(length).wrapping_sub(self.keys.length);
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let left = self.bytes.len().saturating_sub(self.at);
            if length > left {
                cut = Some(&self.bytes[self.at..]);
            }
            comment.reserve(length.min(left));
            for _ in 0..length.min(left) {
                comment.push(self.byte()?);
            }
        }
        let from = Keys::point(from.wrapping_sub(24).wrapping_sub(self.keys.from));
        let to = Keys::point(to.wrapping_sub(32).wrapping_sub(self.keys.to));
        let action = from.zip(to).map(|(from, to)| Move { from, to });
        Some(Stored { action, has_next, has_alternative, comment, offset, cut })
    }

    /// The move after the start.
    fn after_start(mut self) -> Option<Move> {
        let start = self.next()?;
        if start.has_next { self.next()?.action } else { None }
    }
}

/// Reads the tree: after each move its continuation, then its alternatives.
fn walk(moves: &mut Moves<'_>, builder: &mut Builder<Board>, texts: &Texts<'_>) {
    let say = |builder: &mut Builder<Board>, node, stored: &Stored<'_>| {
        let text = texts.text(&stored.comment).replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim_end_matches(['\0', '\n', ' ', '\r']);
        if !text.is_empty() {
            builder.tree.comment(node, text);
        }
        if stored.cut.is_some() {
            builder.fault(SourcePlace::byte(stored.offset), Fault::CutOff);
        }
    };
    let begins = moves.at;
    let Some(start) = moves.next() else {
        builder.fault(SourcePlace::byte(begins), Fault::CutOff);
        return;
    };
    say(builder, 0, &start);
    // The node that the next move continues; `None` where its line was abandoned because of a
    // fault.
    let mut parent = Some(0);
    let mut last = 0;
    let mut open: Vec<Option<usize>> = Vec::new();
    if !start.has_next {
        return;
    }
    loop {
        let begins = moves.at;
        let Some(stored) = moves.next() else {
            builder.fault(SourcePlace::byte(begins), Fault::CutOff);
            return;
        };
        let place = SourcePlace::byte(stored.offset);
        let node = match (parent, stored.action) {
            (Some(parent), Some(action)) => builder.play(parent, action, place),
            (_, None) => {
                builder.fault(place, Fault::NoSuchPoint);
                None
            }
            // Moves after a fault become a comment.
            (None, Some(action)) => {
                builder.tree.comment(last, &action.to_string());
                None
            }
        };
        // Comments after a fault stay, on the last move before it.
        last = node.or(parent).unwrap_or(last);
        say(builder, last, &stored);
        if stored.has_alternative {
            open.push(parent);
        }
        if stored.has_next {
            parent = node;
        } else {
            match open.pop() {
                Some(before) => parent = before,
                None => return,
            }
        }
    }
}
