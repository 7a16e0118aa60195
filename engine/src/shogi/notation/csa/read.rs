//! Reads CSA, the format of computer shogi, versions 2 and 3 as far as games use them.
//!
//! Start positions are read from `PI`, `P1` … `P9`, and `P+`/`P-`; then moves, times and an ending.
//! Comments (`'*`) are kept, unknown headers skipped. A line may have several statements, separated
//! by commas. Every move is played as it is read, so that its origin and promotion are known; a
//! fault names its line and column.

use super::super::{Place, Reading, decimal_millis};
use super::{ENCODING, of_code};
use crate::shogi::hand::Hand;
use crate::shogi::sfen;
use crate::shogi::{Action, Piece, Role, Rules, SIZE, Shogi, Square};
use crate::{BySide, Fault, Position, Reason, Record, RecordError, Side};

pub(in super::super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reading = Reading::new();
    let mut setup = None;
    let mut over = false;
    for (line, text) in (1..).zip(text.lines()) {
        let mut place = Place { line, column: 1 };
        if text.starts_with(ENCODING) {
            continue;
        }
        if let Some(comment) = text.strip_prefix('\'') {
            reading.comment(comment.strip_prefix('*').unwrap_or(comment));
            continue;
        }
        if text.starts_with('/') {
            break;
        }
        // Names and headers may have commas in them.
        let whole = text.starts_with(['N', '$']);
        for statement in text.split(|c| c == ',' && !whole) {
            let trimmed = statement.trim_end();
            if trimmed.starts_with('T') && over {
                // The time taken to give up or to declare.
            } else if let Some(comment) = trimmed.strip_prefix('\'') {
                reading.comment(comment.strip_prefix('*').unwrap_or(comment));
            } else if !trimmed.is_empty() {
                statement_of(&mut reading, &mut setup, trimmed, place)?;
                over |= trimmed.starts_with('%');
            }
            place = place.after(statement.chars().count() + 1);
        }
    }
    begun(&reading, Place { line: text.lines().count().max(1), column: 1 })?;
    reading.finish()
}

/// Checks that the start position and the side to act have been read.
fn begun(reading: &Reading, place: Place) -> Result<(), RecordError> {
    match reading.game {
        Some(_) => Ok(()),
        None => Err(place.fault(Fault::NoStart)),
    }
}

/// A start position that is being read.
struct Setup {
    squares: [Option<Piece>; 81],
    hands: BySide<Hand>,
    place: Place,
}

fn statement_of(
    reading: &mut Reading,
    setup: &mut Option<Setup>,
    text: &str,
    place: Place,
) -> Result<(), RecordError> {
    let mut characters = text.chars();
    let first = characters.next().unwrap_or(' ');
    let rest = characters.as_str();
    match first {
        'V' if reading.game.is_none() => Ok(()),
        'N' if reading.game.is_none() => {
            let name = rest.get(1..).unwrap_or("").to_owned();
            let side = side_of(rest, place.after(1))?;
            reading.record.players[side] = (!name.is_empty()).then_some(name);
            Ok(())
        }
        '$' => header(reading, rest, place.after(1)),
        'P' if reading.game.is_none() => {
            let setup = setup.get_or_insert_with(|| Setup {
                squares: [None; 81],
                hands: BySide::default(),
                place,
            });
            setup.statement(rest, place.after(1))
        }
        '+' | '-' if rest.is_empty() => begin(reading, setup, side_of(text, place)?, place),
        '+' | '-' => {
            begun(reading, place)?;
            let side = side_of(text, place)?;
            let action = read_move(reading, side, rest, place)?;
            reading.play(action, place)
        }
        'T' => {
            let millis = decimal_millis(rest).filter(|_| !rest.is_empty());
            let millis = millis.ok_or_else(|| place.fault(Fault::BadTime("T12")))?;
            let last = reading.record.moves.last_mut();
            last.ok_or_else(|| place.fault(Fault::FollowsNothing("T")))?.time = Some(millis);
            Ok(())
        }
        '%' => {
            begun(reading, place)?;
            end(reading, rest, place)
        }
        _ => Err(place.fault(Fault::NotAStatement(text.to_owned()))),
    }
}

fn side_of(text: &str, place: Place) -> Result<Side, RecordError> {
    match text.chars().next() {
        Some('+') => Ok(Side::First),
        Some('-') => Ok(Side::Second),
        _ => Err(place.fault(Fault::BadSide("+, -"))),
    }
}

fn header(reading: &mut Reading, text: &str, place: Place) -> Result<(), RecordError> {
    let (key, value) =
        text.split_once(':').ok_or_else(|| place.fault(Fault::BadHeader("$EVENT:…")))?;
    match key {
        "START_TIME" => reading.record.date = (!value.is_empty()).then(|| value.to_owned()),
        "RULES" if reading.game.is_none() => {
            reading.options(value, place.after(key.chars().count() + 1))?;
        }
        _ => {}
    }
    Ok(())
}

/// The line with the side to act, which ends the head.
fn begin(
    reading: &mut Reading,
    setup: &mut Option<Setup>,
    side: Side,
    place: Place,
) -> Result<(), RecordError> {
    if reading.game.is_some() {
        return Err(place.fault(Fault::AlreadyBegun));
    }
    let Some(setup) = setup.take() else {
        return Err(place.fault(Fault::NoStart));
    };
    let placed =
        Square::all().zip(setup.squares).filter_map(|(square, piece)| Some((square, piece?)));
    let position = Shogi::with_pieces(placed, setup.hands, side, Rules::default());
    reading.start(&sfen::write(&position), setup.place)?;
    reading.game(place)?;
    Ok(())
}

impl Setup {
    /// Reads what follows a `P`.
    fn statement(&mut self, text: &str, place: Place) -> Result<(), RecordError> {
        let rest = text.get(1..).unwrap_or("");
        match text.chars().next() {
            Some('I') => {
                let even = Shogi::start(Rules::default());
                self.squares = [None; 81];
                for (square, cell) in Square::all().zip(&mut self.squares) {
                    *cell = even.piece_at(square);
                }
                for (file, rank, code, place) in groups(rest, place.after(1))? {
                    let (role, _) = of_code(code)
                        .ok_or_else(|| place.fault(Fault::NotAPiece(code.to_owned())))?;
                    let cell = self.cell(file, rank, place)?;
                    if cell.map(Piece::role) != Some(role) {
                        return Err(place.fault(Fault::NoSuchPiece(format!("{file}{rank}"))));
                    }
                    *cell = None;
                }
                Ok(())
            }
            Some(rank @ '1'..='9') => {
                let rank = rank.to_digit(10).and_then(|rank| u8::try_from(rank).ok()).unwrap_or(1);
                self.rank(rank, rest, place.after(1))
            }
            Some('+' | '-') => {
                let side = side_of(text, place)?;
                for (file, rank, code, place) in groups(rest, place.after(1))? {
                    self.piece(side, (file, rank), code, place)?;
                }
                Ok(())
            }
            _ => Err(place.fault(Fault::Expected("PI / P1 … P9 / P+ / P-"))),
        }
    }

    fn cell(
        &mut self,
        file: u8,
        rank: u8,
        place: Place,
    ) -> Result<&mut Option<Piece>, RecordError> {
        let square = file.checked_sub(1).zip(rank.checked_sub(1));
        square
            .and_then(|(file, rank)| Square::new(file, rank))
            .and_then(|square| self.squares.get_mut(usize::from(square.index())))
            .ok_or_else(|| place.fault(Fault::NoSuchPoint))
    }

    fn rank(&mut self, rank: u8, text: &str, place: Place) -> Result<(), RecordError> {
        // Trailing blanks of the last cell may have been cut off.
        let mut cells = text.chars();
        for file in (1..=SIZE).rev() {
            let place = place.after(3 * usize::from(SIZE - file));
            let cell: String = cells.by_ref().take(3).collect();
            let piece = match cell.trim() {
                "*" => None,
                _ => {
                    let side = side_of(&cell, place)?;
                    let (role, promoted) = of_code(cell.get(1..).unwrap_or(""))
                        .ok_or_else(|| place.fault(Fault::NotAPiece(cell.clone())))?;
                    Some(Piece::new(side, role, promoted))
                }
            };
            *self.cell(file, rank, place)? = piece;
        }
        match cells.next() {
            None => Ok(()),
            Some(_) => Err(place.after(27).fault(Fault::RankPoints(usize::from(SIZE)))),
        }
    }

    /// One piece on a square, or in hand on the square `00`.
    fn piece(
        &mut self,
        side: Side,
        (file, rank): (u8, u8),
        code: &str,
        place: Place,
    ) -> Result<(), RecordError> {
        if (file, rank, code) == (0, 0, "AL") {
            for role in Role::HELD {
                while self.count(role) < role.count() {
                    self.hands[side].add(role);
                }
            }
            return Ok(());
        }
        let (role, promoted) =
            of_code(code).ok_or_else(|| place.fault(Fault::NotAPiece(code.to_owned())))?;
        if (file, rank) != (0, 0) {
            *self.cell(file, rank, place)? = Some(Piece::new(side, role, promoted));
        } else if promoted || role == Role::King || self.count(role) >= role.count() {
            return Err(place.fault(Fault::CannotBeHeld(code.to_owned())));
        } else {
            self.hands[side].add(role);
        }
        Ok(())
    }

    /// How many of a role there are.
    fn count(&self, role: Role) -> u8 {
        let same = self.squares.iter().flatten().filter(|piece| piece.role() == role);
        let board = u8::try_from(same.count()).unwrap_or(u8::MAX);
        Side::ALL.iter().fold(board, |sum, &side| sum.saturating_add(self.hands[side].count(role)))
    }
}

/// Groups of a square, as two digits, and a code of two letters, with their places.
fn groups(text: &str, place: Place) -> Result<Vec<(u8, u8, &str, Place)>, RecordError> {
    let mut groups = Vec::new();
    for at in (0..text.len()).step_by(4) {
        let place = place.after(at);
        let group = text.get(at..at + 4).ok_or_else(|| place.fault(Fault::BadPiece("55FU")))?;
        let [file, rank, ..] = *group.as_bytes() else { continue };
        let (file, rank) =
            digit(file).zip(digit(rank)).ok_or_else(|| place.fault(Fault::NoSuchPoint))?;
        let code = group.get(2..).ok_or_else(|| place.fault(Fault::BadPiece("55FU")))?;
        groups.push((file, rank, code, place));
    }
    Ok(groups)
}

fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

/// A move after its side's sign: origin, destination, the piece as it is after the move.
fn read_move(
    reading: &mut Reading,
    side: Side,
    text: &str,
    place: Place,
) -> Result<Action, RecordError> {
    let position = *reading.game(place)?.position();
    if position.to_act() != side {
        return Err(place.fault(Fault::OtherSide));
    }
    let malformed = || place.fault(Fault::BadMove("+7776FU"));
    let &[from_file, from_rank, to_file, to_rank, _, _] = text.as_bytes() else {
        return Err(malformed());
    };
    let square = |file: u8, rank: u8| {
        let (file, rank) = digit(file).zip(digit(rank))?;
        Square::new(file.checked_sub(1)?, rank.checked_sub(1)?)
    };
    let to = square(to_file, to_rank).ok_or_else(malformed)?;
    let code = text.get(4..).unwrap_or("");
    let (role, promoted) =
        of_code(code).ok_or_else(|| place.after(5).fault(Fault::NotAPiece(code.to_owned())))?;
    if (from_file, from_rank) == (b'0', b'0') {
        if promoted || role == Role::King {
            return Err(place.after(5).fault(Fault::NotDropped(code.to_owned())));
        }
        return Ok(Action::drop(role, to));
    }
    let from = square(from_file, from_rank).ok_or_else(malformed)?;
    match position.piece_at(from) {
        Some(piece) if piece.role() == role && (promoted || !piece.promoted()) => {
            Ok(Action::board(from, to, promoted && !piece.promoted()))
        }
        _ => Err(place.after(1).fault(Fault::NoSuchPiece(from.to_string()))),
    }
}

fn end(reading: &mut Reading, word: &str, place: Place) -> Result<(), RecordError> {
    let to_act = reading.game(place)?.position().to_act();
    let won = |side| Some(Some(side));
    let (winner, reason) = match word {
        "TORYO" => (won(to_act.other()), "resignation"),
        "TIME_UP" => (won(to_act.other()), "timeout"),
        "TSUMI" => (won(to_act.other()), Reason::Checkmate.as_str()),
        "KACHI" => (won(to_act), Reason::Declaration.as_str()),
        "+ILLEGAL_ACTION" => (won(Side::Second), Reason::Foul.as_str()),
        "-ILLEGAL_ACTION" => (won(Side::First), Reason::Foul.as_str()),
        // The last move was illegal, so that its side has lost.
        "ILLEGAL_MOVE" => (won(to_act), Reason::Foul.as_str()),
        "SENNICHITE" => (Some(None), Reason::Repetition.as_str()),
        "JISHOGI" => (Some(None), Reason::Impasse.as_str()),
        "HIKIWAKE" => (Some(None), "agreement"),
        "MAX_MOVES" => (Some(None), Reason::TurnLimit.as_str()),
        "CHUDAN" | "MATTA" | "FUZUMI" | "ERROR" => (None, ""),
        _ => return Err(place.fault(Fault::NotAnEnd(format!("%{word}")))),
    };
    if let Some(winner) = winner {
        reading.result(winner, reason);
    }
    Ok(())
}
