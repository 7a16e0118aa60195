//! CBR, the form of CCBridge (象棋桥), and CBL, its library of such records.
//!
//! A record has a head of 2,214 bytes with texts in UTF-16 (and remains of the program's memory
//! behind their ends), then the moves as a tree: marks, a number, the points from and to. The form
//! is not documented; this reader follows existing files.

use super::Scores;
use super::board::Board;
use super::setup::{begin, begins_with, finish};
use crate::builder::{Builder, SourcePlace};
use crate::score::{Head, Score};
use crate::text::known;
use engine::xiangqi::{Move, Piece, Role, Square};
use engine::{Fault, RecordError, RecordedResult, Side};

/// The first bytes of a record.
pub(crate) const MAGIC: &[u8] = b"CCBridge Record\0";
/// The first bytes of a library.
pub(crate) const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

/// The places of the parts of a record.
const TITLE: usize = 180;
const EVENT: usize = 692;
const DATE: usize = 884;
const FIRST: usize = 1076;
const SECOND: usize = 1300;
const RESULT: usize = 2076;
const TO_ACT: usize = 2112;
const BOARD: usize = 2120;
const MOVES: usize = 2214;

/// Marks of a move: the last of its line, followed by an alternative, with a comment.
const LINE_ENDS: u8 = 1;
const HAS_ALTERNATIVE: u8 = 2;
const HAS_COMMENT: u8 = 4;

/// Reads the games of a record or a library. A library's records are found by how they begin.
pub(crate) fn read(bytes: &[u8]) -> Result<Scores, RecordError> {
    let mut scores = Scores::new();
    let mut fault = None;
    let mut at = 0;
    let mut begin = None;
    while at <= bytes.len() {
        let found = bytes[at..].starts_with(MAGIC);
        if found || at == bytes.len() {
            if let Some(start) = begin {
                match read_record(&bytes[start..at], start) {
                    Ok(score) => scores.push(score),
                    Err(error) => fault = fault.or(Some(error)),
                }
            }
            begin = found.then_some(at);
        }
        at += if found { MAGIC.len() } else { 1 };
    }
    if scores.is_empty() {
        let nothing = || SourcePlace::byte(bytes.len()).fault(Fault::CutOff);
        return Err(fault.unwrap_or_else(nothing));
    }
    Ok(scores)
}

fn read_record(bytes: &[u8], offset: usize) -> Result<Score, RecordError> {
    let place = |at: usize| SourcePlace::byte(offset + at);
    if bytes.len() < MOVES {
        return Err(place(bytes.len()).fault(Fault::CutOff));
    }
    let text = |at: usize, room: usize| {
        let units: Vec<u16> = bytes[at..at + room]
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
            .take_while(|&unit| unit != 0)
            .collect();
        known(&String::from_utf16_lossy(&units))
    };
    let mut head = Head { seen: true, ..Head::default() };
    let title = text(TITLE, 128);
    head.event = text(EVENT, 64).or_else(|| title.clone());
    if let Some(title) = title.filter(|title| head.event.as_ref() != Some(title)) {
        head.tag("title", &title);
    }
    head.date = text(DATE, 64);
    head.players.first = text(FIRST, 64);
    head.players.second = text(SECOND, 64);
    let winner = match bytes[RESULT] {
        1 => Some(Some(Side::First)),
        2 => Some(Some(Side::Second)),
        3 => Some(None),
        _ => None,
    };
    head.result = winner.map(|winner| RecordedResult { winner, reason: String::new() });
    let mut board = Board::empty();
    for (at, &byte) in (0..).zip(&bytes[BOARD..BOARD + 90]) {
        if let Some((square, piece)) = point(at).zip(piece(byte)) {
            board.put(square, Some(piece));
        }
    }
    board.to_act = if bytes[TO_ACT] == 2 { Side::Second } else { Side::First };
    let mut moves = Moves { bytes, at: MOVES };
    let first = moves.clone().after_start();
    begins_with(&mut board, first.map(|action| action.from));
    let mut builder = begin(&mut head, Some(board), place(BOARD));
    walk(&mut moves, &mut builder, offset);
    // Moves behind the end of the tree belong to no line of it.
    let cut = builder.faults.iter().any(|fault| fault.fault == Fault::CutOff);
    if !cut && moves.bytes[moves.at..].iter().any(|&byte| byte != 0) {
        builder.fault(SourcePlace::byte(offset + moves.at), Fault::NoLine);
    }
    Ok(finish(head, builder))
}

/// A point by its number, from the second side's left as the first side sits.
fn point(number: u8) -> Option<Square> {
    Square::new(number % 9, 9_u8.checked_sub(number / 9)?)
}

fn piece(byte: u8) -> Option<Piece> {
    let side = match byte >> 4 {
        1 => Side::First,
        2 => Side::Second,
        _ => return None,
    };
    let role = match byte & 0xf {
        1 => Role::Chariot,
        2 => Role::Horse,
        3 => Role::Elephant,
        4 => Role::Advisor,
        5 => Role::General,
        6 => Role::Cannon,
        7 => Role::Soldier,
        _ => return None,
    };
    Some(Piece { side, role })
}

#[derive(Clone)]
struct Moves<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// One of the moves, as it is stored.
struct Stored {
    marks: u8,
    action: Option<Move>,
    comment: String,
    offset: usize,
}

impl Moves<'_> {
    fn next(&mut self) -> Option<Stored> {
        let offset = self.at;
        let &[marks, _, from, to] = self.bytes.get(offset..)?.first_chunk()?;
        self.at += 4;
        let mut comment = String::new();
        if marks & HAS_COMMENT != 0 {
            let length = u32::from_le_bytes(*self.bytes.get(self.at..)?.first_chunk()?);
            self.at += 4;
            let end = self.at.checked_add(usize::try_from(length).ok()?)?;
            let units: Vec<u16> = self
                .bytes
                .get(self.at..end)?
                .chunks(2)
                .map(|pair| pair.iter().rev().fold(0, |unit, &byte| unit << 8 | u16::from(byte)))
                .collect();
            comment = String::from_utf16_lossy(&units).replace("\r\n", "\n");
            self.at = end;
        }
        let action = point(from).zip(point(to)).map(|(from, to)| Move { from, to });
        Some(Stored { marks, action, comment, offset })
    }

    fn after_start(mut self) -> Option<Move> {
        let start = self.next()?;
        if start.marks & LINE_ENDS == 0 { self.next()?.action } else { None }
    }
}

/// Reads the tree: after each move its continuation, then its alternatives.
fn walk(moves: &mut Moves<'_>, builder: &mut Builder<Board>, base: usize) {
    let say = |builder: &mut Builder<Board>, node, comment: &str| {
        let comment = comment.trim_matches(['\0', '\n', ' ', '\r', '\u{feff}']);
        if !comment.is_empty() {
            builder.tree.comment(node, comment);
        }
    };
    let cut = |builder: &mut Builder<Board>, at: usize| {
        builder.fault(SourcePlace::byte(base + at), Fault::CutOff);
    };
    let begins = moves.at;
    let Some(start) = moves.next() else {
        cut(builder, begins);
        return;
    };
    say(builder, 0, &start.comment);
    if start.marks & LINE_ENDS != 0 {
        return;
    }
    let mut parent = Some(0);
    let mut last = 0;
    let mut open: Vec<Option<usize>> = Vec::new();
    loop {
        let begins = moves.at;
        let Some(stored) = moves.next() else {
            cut(builder, begins);
            return;
        };
        let place = SourcePlace::byte(base + stored.offset);
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
        say(builder, last, &stored.comment);
        if stored.marks & HAS_ALTERNATIVE != 0 {
            open.push(parent);
        }
        if stored.marks & LINE_ENDS == 0 {
            parent = node;
        } else {
            match open.pop() {
                Some(before) => parent = before,
                None => return,
            }
        }
    }
}
