//! Positions in SFEN, as `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`.
//!
//! Ranks from the top down, `/` between, digits for runs of empty squares. Pawn `P`, lance
//! `L`, knight `N`, silver `S`, gold `G`, bishop `B`, rook `R`, king `K`; `+` before a promoted
//! piece; upper case is the first side, which sits at the bottom.
//!
//! Read: the board; the side to act, `b` for the first and `w` for the second; the pieces in
//! hand, `-` or a count from 2 to 18, left out for one, and a letter for each role, in any order;
//! then, or not at all, the number of the next move, which a position, having no memory,
//! forgets. One space between fields, nothing around. Written: hands in the order `RBGSNLP`,
//! first the first side's; the number of the move always 1.
//!
//! Refused are positions that cannot occur in a game: not one king a side, more pieces of a kind
//! than the set has (in a handicap game less those removed), an unpromoted pawn, lance or knight on
//! its last rank, two unpromoted pawns of a side on a file, kings side by side, the side not to act
//! in check. A knight on the last rank but one could not move either, but composed positions have
//! it, and it does no harm.

use super::hand::Hand;
use super::piece::{Piece, Role, dead_ranks, rank_ahead};
use super::square::{SIZE, Square};
use super::{Rules, Shogi, danger, steps};
use crate::{BySide, Fault, PositionError, Side};

/// An example of a position's text.
const EXAMPLE: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The highest number of a move that is read.
const MAX_MOVE_NUMBER_DIGITS: usize = 9;

/// Reads a position.
pub(super) fn parse(rules: Rules, text: &str) -> Result<Shogi, PositionError> {
    let mut fields = Fields { rest: Some(text), column: 1 };
    let (column, board) = fields.next().unwrap_or((1, ""));
    let pieces = parse_board(board, column)?;
    let end = text.chars().count() + 1;
    let Some((column, side)) = fields.next() else {
        return Err(PositionError::at(end, Fault::NoSide));
    };
    let to_act = match side {
        "b" => Side::First,
        "w" => Side::Second,
        _ => return Err(PositionError::at(column, Fault::BadSide("b, w"))),
    };
    let Some((column, held)) = fields.next() else {
        return Err(PositionError::at(end, Fault::NoHands));
    };
    let mut counts = Counts::new(rules);
    for &(_, piece, column) in &pieces {
        if piece.role() != Role::King {
            counts.add(piece.role(), 1, column)?;
        }
    }
    let hands = parse_hands(held, column, &mut counts)?;
    if let Some((column, number)) = fields.next() {
        let digits = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        if number.is_empty() || number.len() > MAX_MOVE_NUMBER_DIGITS || !digits {
            return Err(PositionError::at(column, Fault::BadMoveNumber));
        }
    }
    if let Some((column, _)) = fields.next() {
        return Err(PositionError::at(column, Fault::BadPosition(EXAMPLE)));
    }
    check_kings(&pieces)?;
    check_pawns(&pieces)?;
    let placed = pieces.iter().map(|&(square, piece, _)| (square, piece));
    let position = Shogi::with_pieces(placed, hands, to_act, rules);
    check_checks(&position)?;
    Ok(position)
}

/// Writes a position.
pub(super) fn write(position: &Shogi) -> String {
    let mut text = String::with_capacity(100);
    for rank in 0..SIZE {
        let mut empty = 0;
        for file in (0..SIZE).rev() {
            match Square::new(file, rank).and_then(|square| position.piece_at(square)) {
                None => empty += 1,
                Some(piece) => {
                    push_run(&mut text, empty);
                    empty = 0;
                    if piece.promoted() {
                        text.push('+');
                    }
                    text.push(letter(piece.side(), piece.role()));
                }
            }
        }
        push_run(&mut text, empty);
        text.push(if rank + 1 < SIZE { '/' } else { ' ' });
    }
    text.push_str(match position.to_act {
        Side::First => "b ",
        Side::Second => "w ",
    });
    if Side::ALL.into_iter().all(|side| position.hand(side).is_empty()) {
        text.push('-');
    }
    for side in Side::ALL {
        for role in Role::HELD.into_iter().rev() {
            let count = position.hand(side).count(role);
            if count > 1 {
                text.push_str(&count.to_string());
            }
            if count > 0 {
                text.push(letter(side, role));
            }
        }
    }
    text.push_str(" 1");
    text
}

const fn letter(side: Side, role: Role) -> char {
    match side {
        Side::First => role.letter(),
        Side::Second => role.letter().to_ascii_lowercase(),
    }
}

/// The side and role of a letter.
fn of_letter(letter: char) -> Option<(Side, Role)> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    Some((side, Role::from_letter(letter.to_ascii_uppercase())?))
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

/// A piece, where it stands and its column in the text.
type Placed = (Square, Piece, usize);

/// Reads the board field, which begins at a column of the text.
fn parse_board(board: &str, column: usize) -> Result<Vec<Placed>, PositionError> {
    let ranks: Vec<&str> = board.split('/').collect();
    let mut pieces = Vec::with_capacity(40);
    let mut start = column;
    for (rank, text) in (0..).zip(&ranks) {
        if rank == SIZE {
            return Err(PositionError::at(start - 1, Fault::Ranks(usize::from(SIZE))));
        }
        parse_rank(text, rank, start, &mut pieces)?;
        start += text.chars().count() + 1;
    }
    if ranks.len() < usize::from(SIZE) {
        return Err(PositionError::at(start - 1, Fault::Ranks(usize::from(SIZE))));
    }
    Ok(pieces)
}

fn parse_rank(
    text: &str,
    rank: u8,
    column: usize,
    pieces: &mut Vec<Placed>,
) -> Result<(), PositionError> {
    let points = |column| PositionError::at(column, Fault::RankPoints(usize::from(SIZE)));
    // Squares filled so far, from file 9.
    let mut filled = 0;
    let mut promoted = false;
    let mut end = column;
    for (column, letter) in (column..).zip(text.chars()) {
        end = column + 1;
        if letter == '+' && !promoted {
            promoted = true;
            continue;
        }
        if let (false, Some(run @ 1..=9)) = (promoted, letter.to_digit(10)) {
            filled += u8::try_from(run).unwrap_or(SIZE);
            if filled > SIZE {
                return Err(points(column));
            }
            continue;
        }
        let Some((side, role)) = of_letter(letter) else {
            return Err(PositionError::at(column, Fault::NotAPiece(letter.to_string())));
        };
        if promoted && !role.promotes() {
            return Err(PositionError::at(column, Fault::NoPromotion(letter)));
        }
        let file = (SIZE - 1).checked_sub(filled).ok_or_else(|| points(column))?;
        let square = Square::new(file, rank).ok_or_else(|| points(column))?;
        if !promoted && dead_ranks(role) > 0 && rank_ahead(side, square) == 0 {
            let fault = Fault::NeverMoves(letter, square.to_string());
            return Err(PositionError::at(column, fault));
        }
        pieces.push((square, Piece::new(side, role, promoted), column));
        promoted = false;
        filled += 1;
    }
    if promoted {
        return Err(PositionError::at(end - 1, Fault::NothingToPromote));
    }
    if filled != SIZE {
        return Err(points(end));
    }
    Ok(())
}

/// The number of pieces of each role on the board and in the hands.
struct Counts {
    rules: Rules,
    counts: [u8; 8],
}

impl Counts {
    const fn new(rules: Rules) -> Self {
        Self { rules, counts: [0; 8] }
    }

    /// Adds pieces named at a column, unless the set does not have that many.
    fn add(&mut self, role: Role, count: u8, column: usize) -> Result<(), PositionError> {
        let most = role.count() - self.rules.handicap.removed(role);
        let counted = &mut self.counts[role.index()];
        *counted = counted.saturating_add(count);
        if *counted > most {
            let fault = Fault::TooMany(usize::from(most), role.letter());
            return Err(PositionError::at(column, fault));
        }
        Ok(())
    }
}

/// Reads the hands, which begin at a column of the text.
fn parse_hands(
    text: &str,
    column: usize,
    counts: &mut Counts,
) -> Result<BySide<Hand>, PositionError> {
    let mut hands = BySide::<Hand>::default();
    if text == "-" {
        return Ok(hands);
    }
    if text.is_empty() {
        return Err(PositionError::at(column, Fault::EmptyHand));
    }
    let mut digits = String::new();
    for (column, letter) in (column..).zip(text.chars()) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        let held = of_letter(letter).filter(|&(_, role)| role != Role::King);
        let Some((side, role)) = held else {
            return Err(PositionError::at(column, Fault::CannotBeHeld(letter.to_string())));
        };
        let count = match digits.as_str() {
            "" => 1,
            digits => digits
                .parse::<u8>()
                .ok()
                .filter(|count| (2..=18).contains(count) && !digits.starts_with('0'))
                .ok_or_else(|| PositionError::at(column - digits.len(), Fault::BadCount))?,
        };
        digits.clear();
        if hands[side].has(role) {
            return Err(PositionError::at(column, Fault::Twice(letter)));
        }
        counts.add(role, count, column)?;
        (0..count).for_each(|_| hands[side].add(role));
    }
    if !digits.is_empty() {
        let end = column + text.chars().count();
        return Err(PositionError::at(end, Fault::CountAlone));
    }
    Ok(hands)
}

/// Checks that each side has one king.
fn check_kings(pieces: &[Placed]) -> Result<(), PositionError> {
    for side in Side::ALL {
        let king = Piece::new(side, Role::King, false);
        let letter = letter(side, Role::King);
        let mut kings = pieces.iter().filter(|&&(_, piece, _)| piece == king);
        if kings.next().is_none() {
            return Err(PositionError::whole(Fault::NoKing(letter)));
        }
        if let Some(&(_, _, column)) = kings.next() {
            return Err(PositionError::at(column, Fault::TooMany(1, letter)));
        }
    }
    Ok(())
}

/// Checks that the side to act cannot take the king.
fn check_checks(position: &Shogi) -> Result<(), PositionError> {
    let [own, enemy] =
        [position.to_act, position.to_act.other()].map(|side| position.board.king(side));
    // A king never gives check, so it is not looked for among the pieces that do.
    if steps::king(own) & enemy.bit() != 0 {
        return Err(PositionError::whole(Fault::KingsTouch));
    }
    if danger::checkers(&position.board, position.to_act.other()) != 0 {
        return Err(PositionError::whole(Fault::OpponentInCheck));
    }
    Ok(())
}

/// Checks that no side has two unpromoted pawns on a file.
fn check_pawns(pieces: &[Placed]) -> Result<(), PositionError> {
    for (i, &(square, piece, column)) in pieces.iter().enumerate() {
        let pawn = piece.role() == Role::Pawn && !piece.promoted();
        let same =
            |&&(other, earlier, _): &&Placed| earlier == piece && other.file() == square.file();
        if let (true, Some((other, _, _))) = (pawn, pieces[..i].iter().find(same)) {
            return Err(PositionError::at(column, Fault::Nifu(other.to_string())));
        }
    }
    Ok(())
}
