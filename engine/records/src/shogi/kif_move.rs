//! A move as KIF and KI2 write it: `７六歩(77)`, `▲５八金右`, `同　銀成`.
//!
//! KI2 names no origin. If several pieces reach the square, the one meant is identified by where it
//! comes from (右, 左, 直) and by its direction (上 or 行 or 入, 寄, 引); 打 is a drop. For two rooks or
//! bishops 右 and 左 refer to their positions relative to each other.

use super::names::{strip_piece, strip_square};
use super::table::{Board, from_to};
use crate::builder::{SourcePlace, Table};
use crate::text::{is_blank, narrow};
use engine::shogi::{Action, Role, Square};
use engine::{Fault, RecordError};

/// A move that was read.
#[derive(Debug, Clone)]
pub(super) struct KifMove<'a> {
    /// The moves it can mean; more than one if it is ambiguous.
    pub(super) actions: Vec<Action>,
    /// The destination, for `同`.
    pub(super) to: Square,
    /// The text after it.
    pub(super) rest: &'a str,
}

/// Reads a move after the position `board`; `last` is where the last one went.
pub(super) fn read<'a>(
    board: &Board,
    last: Option<Square>,
    text: &'a str,
    place: SourcePlace,
) -> Result<KifMove<'a>, RecordError> {
    let blanks = is_blank;
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => {
            let to = last.ok_or_else(|| place.fault(Fault::FollowsNothing("同")))?;
            (to, rest.trim_start_matches(blanks))
        }
        None => strip_square(text).ok_or_else(|| place.fault(Fault::ExpectedSquare))?,
    };
    // Some write `７六同銀`, or a blank between the square and the piece.
    let rest = rest.strip_prefix('同').unwrap_or(rest).trim_start_matches(blanks);
    let column = || text[..text.len() - rest.len()].chars().count();
    let (role, promoted, rest) =
        strip_piece(rest).ok_or_else(|| place.after(column()).fault(Fault::ExpectedPiece))?;
    let marks_end = rest.find(|c| !"右左直上行入寄引下打成不生".contains(c)).unwrap_or(rest.len());
    let (marks, rest) = rest.split_at(marks_end);
    let promote = marks.contains('成') && !marks.contains('不');
    if let Some((from, rest)) = bracketed_origin(rest) {
        let Some(from) = from else {
            // `５五角打(00)`: from nowhere.
            return Ok(KifMove { actions: vec![Action::drop(role, to)], to, rest });
        };
        let piece = board.piece_at(from);
        // A piece that was promoted before is sometimes called by its plain name with 成.
        let named = piece.is_some_and(|piece| {
            piece.role() == role && (piece.promoted() == promoted || piece.promoted())
        });
        let Some(piece) = piece.filter(|_| named) else {
            return Err(place.fault(Fault::NoSuchPiece(from.to_string())));
        };
        // `７二成銀(61)` in some programs means that the silver promotes.
        let promote = (promote || (promoted && !piece.promoted())) && !piece.promoted();
        return Ok(KifMove { actions: vec![Action::board(from, to, promote)], to, rest });
    }
    if marks.contains('打') {
        return Ok(KifMove { actions: vec![Action::drop(role, to)], to, rest });
    }
    let origins = origins(board, (role, promoted), to, marks, promote);
    let mut actions: Vec<Action> =
        origins.into_iter().map(|from| Action::board(from, to, promote)).collect();
    if actions.is_empty() {
        if promoted || board.held(board.to_act, role) == 0 {
            return Err(place.fault(Fault::NoPieceThere));
        }
        actions.push(Action::drop(role, to));
    }
    Ok(KifMove { actions, to, rest })
}

/// The greatest distance of a bracket's end from its beginning.
const MAX_BRACKET: usize = 60;

/// The inside of brackets that a text begins with, and the text after them.
pub(super) fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_start_matches(is_blank).strip_prefix(['(', '（'])?;
    let (end, close) =
        inner.char_indices().take(MAX_BRACKET).find(|&(_, c)| matches!(c, ')' | '）'))?;
    Some((&inner[..end], &inner[end + close.len_utf8()..]))
}

/// The square in brackets behind a move, none for `(00)`, and the text after it.
fn bracketed_origin(text: &str) -> Option<(Option<Square>, &str)> {
    let (inside, rest) = bracketed(text)?;
    let inside = narrow(inside.trim_matches(is_blank));
    if inside == "00" || inside == "0" {
        return Some((None, rest));
    }
    let (from, "") = strip_square(&inside)? else { return None };
    Some((Some(from), rest))
}

/// The square that a move comes from, if it names one.
pub(super) fn origin(text: &str) -> Option<Square> {
    let mut near = text.char_indices().take(MAX_BRACKET);
    let (start, _) = near.find(|&(_, c)| matches!(c, '(' | '（'))?;
    let word = &text[..start];
    // The first bracket behind a move is its origin's, unless a blank stands between.
    if word.contains(is_blank) && !word.starts_with('同') {
        return None;
    }
    bracketed_origin(&text[start..])?.0
}

/// The squares from which the piece can come; none if it can only be dropped.
fn origins(
    board: &Board,
    (role, promoted): (Role, bool),
    to: Square,
    marks: &str,
    promote: bool,
) -> Vec<Square> {
    let mut origins = board.origins(role, promoted, to);
    let way = |from: &Square| from_to(board.to_act, *from, to);
    let narrow = |origins: &mut Vec<Square>, keep: &dyn Fn(&Square) -> bool| {
        if origins.iter().any(keep) {
            origins.retain(keep);
        }
    };
    if marks.contains(['上', '行', '入']) {
        narrow(&mut origins, &|from| way(from).1 > 0);
    }
    if marks.contains(['引', '下']) {
        narrow(&mut origins, &|from| way(from).1 < 0);
    }
    if marks.contains('寄') {
        narrow(&mut origins, &|from| way(from).1 == 0);
    }
    if marks.contains('直') {
        narrow(&mut origins, &|from| way(from) == (0, 1));
    }
    let far = matches!(role, Role::Rook | Role::Bishop);
    for (mark, sign) in [('右', 1), ('左', -1)] {
        if !marks.contains(mark) {
            continue;
        }
        // A piece that comes from the right goes to the left.
        let aside = |from: &Square| sign * way(from).0;
        if !far {
            narrow(&mut origins, &|from| aside(from) > 0);
        }
        let most = origins.iter().map(aside).max();
        narrow(&mut origins, &|from| Some(aside(from)) == most);
    }
    // Of those that are left, the rules may allow one alone.
    if origins.len() > 1 {
        narrow(&mut origins, &|from| board.refuse(Action::board(*from, to, promote)).is_none());
    }
    origins
}
