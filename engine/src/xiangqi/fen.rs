//! Positions in FEN, as `rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1`.
//!
//! Ranks from the top down, `/` between, digits for runs of empty points. General `K`, advisor `A`,
//! elephant `B`, horse `N`, chariot `R`, cannon `C`, soldier `P`; upper case is the side that moves
//! first and sits at the bottom, of either colour.
//!
//! Read: the board; then the side to act, `w` or `r` for the first, `b` for the second; then,
//! or not at all, `- -` and two numbers, which a position, having no memory, forgets. One
//! space between fields, nothing around. Written: always `w` or `b` and `- - 0 1`.
//!
//! Refused are positions that cannot occur in a game: not one general a side, more pieces than a
//! side starts with, a piece on a point its kind cannot reach, the side not to act in check, and
//! generals that face each other, which is allowed under `walker`, where it is check to the side to
//! act.

use super::danger::Danger;
use super::piece::{Piece, Role};
use super::square::{FILES, RANKS, Square};
use super::{Ruleset, Xiangqi};
use crate::{Fault, Position, PositionError, Side};

/// The start position.
pub(super) const START: &str =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Reads a position.
pub(super) fn parse(ruleset: Ruleset, text: &str) -> Result<Xiangqi, PositionError> {
    let mut fields = Fields { rest: Some(text), column: 1 };
    let (column, board) = fields.next().unwrap_or((1, ""));
    let pieces = parse_board(board, column)?;
    let Some((column, side)) = fields.next() else {
        return Err(PositionError::at(text.chars().count() + 1, Fault::NoSide));
    };
    let to_act = match side {
        "w" | "r" => Side::First,
        "b" => Side::Second,
        _ => return Err(PositionError::at(column, Fault::BadSide("w, b"))),
    };
    parse_rest(&mut fields, text)?;
    count(&pieces)?;
    let placed = pieces.iter().map(|&(square, piece, _)| (square, piece));
    let position = Xiangqi::with_pieces(placed, to_act, ruleset);
    check_generals(&position)?;
    Ok(position)
}

/// Writes a position.
pub(super) fn write(position: &Xiangqi) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for file in 0..FILES {
            let square = Square::new(file, rank).expect("files and ranks are the board's");
            match position.piece_at(square) {
                None => empty += 1,
                Some(piece) => {
                    push_run(&mut text, empty);
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        push_run(&mut text, empty);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push_str(match position.to_act() {
        Side::First => "w - - 0 1",
        Side::Second => "b - - 0 1",
    });
    text
}

fn push_run(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// Fields between single spaces, each with its column in characters from 1.
struct Fields<'a> {
    rest: Option<&'a str>,
    column: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest?;
        let (field, rest) = match text.split_once(' ') {
            Some((field, rest)) => (field, Some(rest)),
            None => (text, None),
        };
        let column = self.column;
        self.rest = rest;
        self.column += field.chars().count() + 1;
        Some((column, field))
    }
}

/// Checks that nothing follows, or `- -` and two numbers.
fn parse_rest(fields: &mut Fields<'_>, text: &str) -> Result<(), PositionError> {
    let Some(third) = fields.next() else { return Ok(()) };
    let fourth = fields.next();
    for (column, field) in [Some(third), fourth].into_iter().flatten() {
        if field != "-" {
            return Err(PositionError::at(column, Fault::BadPosition(START)));
        }
    }
    let (fifth, sixth) = (fields.next(), fields.next());
    for (column, field) in [fifth, sixth].into_iter().flatten() {
        if field.is_empty() || field.len() > 9 || !field.bytes().all(|b| b.is_ascii_digit()) {
            return Err(PositionError::at(column, Fault::BadPosition(START)));
        }
    }
    if sixth.is_none() {
        let end = text.chars().count() + 1;
        return Err(PositionError::at(end, Fault::BadPosition(START)));
    }
    match fields.next() {
        None => Ok(()),
        Some((column, _)) => Err(PositionError::at(column, Fault::BadPosition(START))),
    }
}

/// A piece, where it stands and its column in the text.
type Placed = (Square, Piece, usize);

/// Reads the board field, which begins at a column of the text.
fn parse_board(board: &str, column: usize) -> Result<Vec<Placed>, PositionError> {
    let mut pieces = Vec::new();
    let (mut file, mut rank) = (0, RANKS - 1);
    for (column, letter) in (column..).zip(board.chars()) {
        if letter == '/' {
            if file != FILES {
                return Err(rank_points(column));
            }
            if rank == 0 {
                return Err(ranks(column));
            }
            (file, rank) = (0, rank - 1);
            continue;
        }
        if let Some(run @ 1..=9) = letter.to_digit(10).and_then(|run| u8::try_from(run).ok()) {
            file += run;
            if file > FILES {
                return Err(rank_points(column));
            }
            continue;
        }
        let Some(piece) = Piece::from_letter(letter) else {
            return Err(PositionError::at(column, Fault::NotAPiece(letter.to_string())));
        };
        let Some(square) = Square::new(file, rank) else {
            return Err(rank_points(column));
        };
        if !piece.can_stand_on(square) {
            let fault = Fault::CannotStand(letter, square.to_string());
            return Err(PositionError::at(column, fault));
        }
        pieces.push((square, piece, column));
        file += 1;
    }
    let end = column + board.chars().count();
    if file != FILES {
        return Err(rank_points(end));
    }
    if rank != 0 {
        return Err(ranks(end));
    }
    Ok(pieces)
}

fn rank_points(column: usize) -> PositionError {
    PositionError::at(column, Fault::RankPoints(usize::from(FILES)))
}

fn ranks(column: usize) -> PositionError {
    PositionError::at(column, Fault::Ranks(usize::from(RANKS)))
}

/// Checks that each side has one general and no more of any kind than it starts with.
fn count(pieces: &[Placed]) -> Result<(), PositionError> {
    for side in Side::ALL {
        for role in Role::ALL {
            let piece = Piece { side, role };
            let letter = piece.letter();
            let mut same = pieces.iter().filter(|&&(_, other, _)| other == piece);
            if let Some(&(_, _, column)) = same.clone().nth(role.count()) {
                return Err(PositionError::at(column, Fault::TooMany(role.count(), letter)));
            }
            if role == Role::General && same.next().is_none() {
                return Err(PositionError::whole(Fault::NoKing(letter)));
            }
        }
    }
    Ok(())
}

/// Checks that the side not to act is not in check, and that generals face only where that is
/// check to the side to act.
fn check_generals(position: &Xiangqi) -> Result<(), PositionError> {
    let board = &position.board;
    let generals = board.of(Role::General);
    let checkers = Danger::of(board, position.to_act.other()).checkers;
    if checkers & !generals != 0 {
        return Err(PositionError::whole(Fault::OpponentInCheck));
    }
    if checkers & generals != 0 && position.ruleset == Ruleset::Standard {
        return Err(PositionError::whole(Fault::FacingGenerals));
    }
    Ok(())
}
