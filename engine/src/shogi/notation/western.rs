//! Moves as Western players write them: `P-7f`, `Bx2b+`, `S-4b=`, `P*5e`, `G6i-5h`.
//!
//! Source: G. Hodges's magazine *Shogi* and J. Fairbairn's books, in the form that 81Dojo and
//! lishogi show, with the squares of USI.
//!
//! In this order: `+` before a promoted piece and its letter; the square it comes from where
//! another piece of the same kind reaches the same square; `-` for a move, `x` for a capture,
//! `*` for a drop; the square it goes to; `+` if it promotes and `=` if it could and does not.
//! Whether the king's safety holds a piece back is not asked.
//!
//! Whole games are read, not written: the moves in a row.

use super::japanese::could_promote;
use super::usi::words;
use super::{Place, Reading};
use crate::shogi::refuse::reaching;
use crate::shogi::{Action, Move, Piece, Role, Shogi, Square};
use crate::{Fault, Game, Position, Record, RecordError, Side};

/// The id of the notation.
pub(super) const ID: &str = "western";

/// Writes a move.
pub(super) fn move_text(before: &Shogi, played: Move) -> String {
    match played {
        Move::Drop { role, to } => format!("{}*{to}", role.letter()),
        Move::Board { from, to, promote } => {
            let Some(piece) = before.piece_at(from) else { return played.to_string() };
            let sign = if piece.promoted() { "+" } else { "" };
            let letter = piece.role().letter();
            let origin = match reaching(before, piece, to).as_slice() {
                [] | [_] => String::new(),
                _ => from.to_string(),
            };
            let way = if before.piece_at(to).is_some() { 'x' } else { '-' };
            let end = match (promote, could_promote(piece, from, to)) {
                (true, _) => "+",
                (false, true) => "=",
                (false, false) => "",
            };
            format!("{sign}{letter}{origin}{way}{to}{end}")
        }
    }
}

/// Reads moves in a row: numbered or not, with marks of the sides, comments in braces, and
/// `resigns` or a result at the end. Squares are read with digits for ranks, too (`P-76`).
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reading = Reading::new();
    let mut over = false;
    let mut comment: Option<Place> = None;
    let mut said: Vec<&str> = Vec::new();
    for (place, word) in words(text) {
        let mut rest = word;
        if comment.is_none() {
            match rest.strip_prefix('{') {
                Some(inside) => {
                    comment = Some(place);
                    rest = inside;
                }
                None => {
                    over |= read_word(&mut reading, word, place, over)?;
                    continue;
                }
            }
        }
        let inside = rest.strip_suffix('}');
        said.push(inside.unwrap_or(rest));
        if inside.is_some() {
            reading.comment(said.join(" ").trim());
            said.clear();
            comment = None;
        }
    }
    match comment {
        Some(place) => Err(place.fault(Fault::NoEnd('{'))),
        None => reading.finish(),
    }
}

/// Takes a move, its number or the end; returns whether it was the end.
fn read_word(
    reading: &mut Reading,
    word: &str,
    place: Place,
    over: bool,
) -> Result<bool, RecordError> {
    if over {
        return Err(place.fault(Fault::AfterResult));
    }
    let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let ends = [("1-0", Some(Side::First)), ("0-1", Some(Side::Second)), ("*", None)];
    if let Some(&(_, winner)) = ends.iter().find(|&&(end, _)| end == word) {
        if winner.is_some() {
            reading.result(winner, "");
        }
        return Ok(true);
    }
    let text = unnumbered.trim_start_matches(['.', '☗', '☖', '▲', '△', '▼', '▽']);
    let text = text.trim_end_matches(['!', '?', ',']);
    if text.is_empty() {
        return Ok(false);
    }
    let place = place.after(word.chars().count() - unnumbered.chars().count());
    if matches!(text.to_ascii_lowercase().as_str(), "resigns" | "resign") {
        let to_act = reading.game(place)?.position().to_act();
        reading.result(Some(to_act.other()), "resignation");
        return Ok(true);
    }
    let game = reading.game(place)?;
    let action = Phrase::read(text)
        .ok_or_else(|| Fault::NotAMove(text.to_owned()))
        .and_then(|phrase| phrase.find(game))
        .map_err(|fault| place.fault(fault))?;
    reading.play(action, place)?;
    Ok(false)
}

/// Whether a word has the form of a move.
pub(super) fn is_move(word: &str) -> bool {
    Phrase::read(word).is_some()
}

/// What a move says of itself.
struct Phrase {
    role: Role,
    promoted: bool,
    from: Option<Square>,
    drop: bool,
    to: Square,
    /// Whether it promotes, if that is said.
    promote: Option<bool>,
}

impl Phrase {
    fn read(text: &str) -> Option<Self> {
        let (promoted, text) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (text, promote) = match (text.strip_suffix('+'), text.strip_suffix('=')) {
            (Some(rest), _) => (rest, Some(true)),
            (None, Some(rest)) => (rest, Some(false)),
            (None, None) => (text, None),
        };
        let (letter, rest) = text.split_at_checked(1)?;
        let role = Role::from_letter(letter.chars().next()?)?;
        let way = rest.find(['-', 'x', '*'])?;
        let (origin, goal) = rest.split_at_checked(way)?;
        let from = if origin.is_empty() { None } else { Some(square(origin)?) };
        let drop = goal.starts_with('*');
        let to = square(goal.get(1..)?)?;
        let phrase = Self { role, promoted, from, drop, to, promote };
        let possible = if drop { !promoted && from.is_none() } else { true };
        possible.then_some(phrase)
    }

    /// The move that is meant, which the rules may refuse.
    fn find(&self, game: &Game<Shogi>) -> Result<Action, Fault> {
        if self.drop {
            return Ok(Action::drop(self.role, self.to));
        }
        let position = game.position();
        let piece = Piece::new(position.to_act(), self.role, self.promoted);
        let meant: Vec<Square> = Square::all()
            .filter(|&square| position.piece_at(square) == Some(piece))
            .filter(|&square| self.from.is_none_or(|from| from == square))
            .collect();
        let mut legal = Vec::new();
        game.legal(&mut legal);
        let fitting = |promote: bool| -> Vec<Action> {
            let all = meant.iter().map(|&from| Action::board(from, self.to, promote));
            all.filter(|action| legal.contains(action)).collect()
        };
        // What must promote need not say so.
        let found = match self.promote {
            Some(promote) => fitting(promote),
            None => Some(fitting(false)).filter(|all| !all.is_empty()).unwrap_or(fitting(true)),
        };
        match found[..] {
            [action] => Ok(action),
            [] => {
                let reaching = reaching(position, piece, self.to);
                let nearest = meant.iter().find(|square| reaching.contains(square));
                let from = nearest.or(meant.first()).ok_or(Fault::NoPieceThere)?;
                Ok(Action::board(*from, self.to, self.promote == Some(true)))
            }
            _ => Err(Fault::Ambiguous),
        }
    }
}

/// A square with a letter or a digit for its rank.
fn square(text: &str) -> Option<Square> {
    let &[file, rank] = text.as_bytes() else { return None };
    let rank = match rank {
        b'a'..=b'i' => rank - b'a',
        b'1'..=b'9' => rank - b'1',
        _ => return None,
    };
    Square::new(file.checked_sub(b'1')?, rank)
}
