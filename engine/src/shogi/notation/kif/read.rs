//! Reads KIF, the format of most Japanese shogi programs.
//!
//! Headers (`手合割`, names, date), a board or a handicap, numbered moves with times, comments (`*`)
//! and the closing sentence are read; other headers are skipped, and variations (`変化`) end the
//! reading. A destination of `同` is that of the last move. Every move is played as it is read, and
//! must have its origin in brackets, which distinguishes KIF from KI2.

use super::super::{Place, Reading, decimal_millis};
use super::board::Setup;
use super::{
    ENDS, INTERRUPTED, OTHER_ENDS, OTHER_HANDICAPS, digit, handicap_name, piece_name, strip_piece,
    strip_side,
};
use crate::shogi::{Action, Handicap, Move, Square};
use crate::{Fault, Position, Reason, Record, RecordError, Side};

pub(in super::super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reader =
        Reader { reading: Reading::new(), setup: None, start: None, number: 1, over: false };
    for (line, text) in (1..).zip(text.lines()) {
        if text.starts_with("変化") {
            break;
        }
        let text = if text.starts_with('*') { text } else { text.trim_end() };
        reader.line(text, Place { line, column: 1 })?;
    }
    reader.begin(Place { line: 1, column: 1 })?;
    reader.reading.finish()
}

/// Whether a line looks like a numbered move.
pub(in super::super) fn is_move(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '　']);
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = rest.trim_start_matches(BEFORE_MOVE);
    let piece = match text.strip_prefix('同') {
        Some(rest) => Some(rest.trim_start_matches(['　', ' '])),
        None => strip_square(text).map(|(_, rest)| rest),
    };
    rest.len() < line.len()
        && text.len() < rest.len()
        && piece.is_some_and(|piece| strip_piece(piece).is_some())
}

/// The characters between the number of a move and the move; some programs mark the side.
const BEFORE_MOVE: [char; 9] = [' ', '\t', '　', '▲', '△', '▼', '▽', '☗', '☖'];

struct Reader {
    reading: Reading,
    setup: Option<Setup>,
    /// The start of a handicap by its name, which a board overrides, or that it has none.
    start: Option<(Result<&'static str, RecordError>, Place)>,
    /// The number of the next move.
    number: usize,
    /// Whether a word has ended the game; later lines are not part of it.
    over: bool,
}

impl Reader {
    fn line(&mut self, text: &str, place: Place) -> Result<(), RecordError> {
        if let Some(comment) = text.strip_prefix('*') {
            self.reading.comment(comment);
            return Ok(());
        }
        if text.is_empty() || text.starts_with(['#', '&']) {
            return Ok(());
        }
        if let Some(sentence) = text.strip_prefix("まで") {
            self.sentence(sentence);
            return Ok(());
        }
        let trimmed = text.trim_start_matches([' ', '　']);
        let blanks = text.chars().count() - trimmed.chars().count();
        if trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            self.begin(place)?;
            return self.numbered(trimmed, place.after(blanks));
        }
        if self.over {
            return Ok(());
        }
        if self.reading.game.is_some() {
            return Err(place.fault(Fault::ExpectedMove));
        }
        if let Some(rank) = text.strip_prefix('|') {
            return self.setup(place).rank(rank, place.after(1));
        }
        if let Some((side, "番")) = strip_side(text) {
            self.setup(place).to_act = side;
            return Ok(());
        }
        // The board's frame, the heads of columns, and the moves that led to a position.
        let passed_over = ["+-", "手数--", "手数＝", "手数="];
        if passed_over.iter().any(|&start| text.starts_with(start)) || trimmed.starts_with('９') {
            return Ok(());
        }
        match text.split_once(['：', ':']) {
            Some((key, value)) => self.header(key, value.trim(), place),
            None => Err(place.fault(Fault::ExpectedKif)),
        }
    }

    fn setup(&mut self, place: Place) -> &mut Setup {
        self.setup.get_or_insert_with(|| Setup::new(place))
    }

    fn header(&mut self, key: &str, value: &str, place: Place) -> Result<(), RecordError> {
        let place = place.after(key.chars().count() + 1);
        let text = || (!value.is_empty()).then(|| value.to_owned());
        match key.trim_end() {
            "手合割" => {
                self.handicap(value, place);
                Ok(())
            }
            "開始日時" => {
                self.reading.record.date = text();
                Ok(())
            }
            "ルール" => self.reading.options(value, place),
            key => match strip_side(key) {
                Some((side, "")) => {
                    self.reading.record.players[side] = text();
                    Ok(())
                }
                Some((side, "の持駒")) => self.setup(place).hand(side, value, place),
                _ => Ok(()),
            },
        }
    }

    fn handicap(&mut self, value: &str, place: Place) {
        let known = Handicap::ALL.into_iter().find(|&handicap| handicap_name(handicap) == value);
        let other = OTHER_HANDICAPS.iter().find(|&&(name, _)| name == value);
        match (known, other) {
            (Some(handicap), _) => self.reading.handicap(handicap),
            (None, Some(&(_, ranks))) => self.start = Some((Ok(ranks), place)),
            (None, None) if value == "その他" => {}
            (None, None) => {
                let fault = place.fault(Fault::NotAHandicap(value.to_owned()));
                self.start = Some((Err(fault), place));
            }
        }
    }

    /// Begins the game with the start position or handicap of the head.
    fn begin(&mut self, place: Place) -> Result<(), RecordError> {
        match (self.setup.take(), self.start.take()) {
            (Some(setup), _) => {
                let (sfen, place) = setup.sfen()?;
                self.reading.start(&sfen, place)?;
            }
            (None, Some((ranks, place))) => {
                let sfen = format!("{}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", ranks?);
                self.reading.start(&sfen, place)?;
            }
            (None, None) => {}
        }
        self.reading.game(place)?;
        Ok(())
    }

    /// A line with a number: a move, or a word that ends the game.
    fn numbered(&mut self, text: &str, start: Place) -> Result<(), RecordError> {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &text[..text.len() - rest.len()];
        let shown = rest.trim_start_matches(BEFORE_MOVE);
        let place = start.after(number.len() + rest.chars().count() - shown.chars().count());
        let rest = shown;
        let word = rest.split([' ', '\t', '　', '(']).next().unwrap_or("");
        let to_act = self.reading.game(place)?.position().to_act();
        let word = OTHER_ENDS.iter().find(|&&(other, _)| other == word).map_or(word, |end| end.1);
        if word == INTERRUPTED {
            self.over = true;
            return Ok(());
        }
        if let Some(&(_, win, reason)) = ENDS.iter().find(|&&(end, ..)| end == word) {
            self.over = true;
            self.reading.result(win.winner(to_act), reason);
            return Ok(());
        }
        if number.parse() != Ok(self.number) {
            return Err(place.fault(Fault::WrongNumber(self.number)));
        }
        self.number += 1;
        let (action, rest) = self.read_move(rest, place)?;
        self.reading.play(action, place)?;
        let time = rest.trim_start();
        let before = text.chars().count() - time.chars().count();
        let time = read_time(time.trim_end(), start.after(before))?;
        if let Some(last) = self.reading.record.moves.last_mut() {
            last.time = time;
        }
        Ok(())
    }

    /// Reads a move; returns also what follows it.
    fn read_move<'a>(
        &mut self,
        text: &'a str,
        place: Place,
    ) -> Result<(Action, &'a str), RecordError> {
        let game = self.reading.game(place)?;
        let position = *game.position();
        let last = game.plies().last().map(|record| match record.action.unpack() {
            Move::Board { to, .. } | Move::Drop { to, .. } => to,
        });
        let (to, rest) = match text.strip_prefix('同') {
            Some(rest) => {
                let to = last.ok_or_else(|| place.fault(Fault::FollowsNothing("同")))?;
                (to, rest.trim_start_matches(['　', ' ', '\t']))
            }
            None => strip_square(text).ok_or_else(|| place.fault(Fault::ExpectedSquare))?,
        };
        let (role, promoted, rest) =
            strip_piece(rest).ok_or_else(|| place.fault(Fault::ExpectedPiece))?;
        if let Some(rest) = rest.strip_prefix('打') {
            if promoted {
                return Err(place.fault(Fault::NotDropped(piece_name(role, true).to_owned())));
            }
            return Ok((Action::drop(role, to), rest));
        }
        let (promote, rest) = match (rest.strip_prefix("不成"), rest.strip_prefix('成')) {
            (Some(rest), _) => (false, rest),
            (None, Some(rest)) => (true, rest),
            (None, None) => (false, rest),
        };
        let origin = rest.strip_prefix('(').and_then(|rest| {
            let (from, rest) = strip_square(rest)?;
            Some((from, rest.strip_prefix(')')?))
        });
        let (from, rest) = origin.ok_or_else(|| place.fault(Fault::ExpectedOrigin))?;
        let piece = position.piece_at(from);
        if piece.is_none_or(|piece| (piece.role(), piece.promoted()) != (role, promoted)) {
            return Err(place.fault(Fault::NoSuchPiece(from.to_string())));
        }
        Ok((Action::board(from, to, promote), rest))
    }

    /// The sentence at the end, such as `3手で先手の勝ち`.
    fn sentence(&mut self, text: &str) {
        self.over = true;
        let draws = [
            ("千日手", Reason::Repetition.as_str()),
            ("持将棋", Reason::Impasse.as_str()),
            ("引き分け", ""),
        ];
        let draw = draws.into_iter().find(|&(word, _)| text.contains(word));
        let winner = Side::ALL.into_iter().find(|&side| {
            let wins = |name: &str| text.contains(&format!("{name}の勝ち"));
            match side {
                Side::First => wins("先手") || wins("下手"),
                Side::Second => wins("後手") || wins("上手"),
            }
        });
        match &mut self.reading.record.result {
            Some(result) if winner.is_some() => result.winner = winner,
            None if winner.is_some() => self.reading.result(winner, ""),
            None if draw.is_some() => self.reading.result(None, draw.map_or("", |draw| draw.1)),
            Some(_) | None => {}
        }
    }
}

/// The square at the beginning of a text, and the rest of the text.
fn strip_square(text: &str) -> Option<(Square, &str)> {
    let mut characters = text.chars();
    let (file, rank) = (digit(characters.next()?)?, digit(characters.next()?)?);
    Some((Square::new(file, rank)?, characters.as_str()))
}

/// The milliseconds of a time such as `( 0:16/00:00:16)`, if there is one. The total may be
/// missing, the seconds may have decimals, and a `+` after it marks a variation.
fn read_time(text: &str, place: Place) -> Result<Option<u64>, RecordError> {
    let text = text.trim_end_matches('+').trim_end();
    if text.is_empty() {
        return Ok(None);
    }
    let malformed = || place.fault(Fault::BadTime("( 0:16/00:00:16)"));
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let time = inner.map(|text| text.split_once('/').map_or(text, |(time, _)| time));
    let time = time.filter(|time| time.contains(':')).ok_or_else(malformed)?;
    let (higher, last) = time.rsplit_once(':').unwrap_or(("", time));
    let mut minutes: u64 = 0;
    for part in higher.split(':') {
        let part: u64 = part.trim().parse().map_err(|_| malformed())?;
        minutes = minutes
            .checked_mul(60)
            .and_then(|minutes| minutes.checked_add(part))
            .ok_or_else(malformed)?;
    }
    let millis = decimal_millis(last.trim()).ok_or_else(malformed)?;
    let total = minutes.checked_mul(60_000).and_then(|minutes| minutes.checked_add(millis));
    total.map(Some).ok_or_else(malformed)
}
