//! The start position of a CSA: the even start without some pieces, ranks, single pieces.

use super::table::Board;
use crate::builder::SourcePlace;
use engine::shogi::{Piece, Role, Square};
use engine::{Fault, RecordError, Side};

/// The codes of the pieces.
const CODES: [(&str, Role, bool); 14] = [
    ("FU", Role::Pawn, false),
    ("KY", Role::Lance, false),
    ("KE", Role::Knight, false),
    ("GI", Role::Silver, false),
    ("KI", Role::Gold, false),
    ("KA", Role::Bishop, false),
    ("HI", Role::Rook, false),
    ("OU", Role::King, false),
    ("TO", Role::Pawn, true),
    ("NY", Role::Lance, true),
    ("NK", Role::Knight, true),
    ("NG", Role::Silver, true),
    ("UM", Role::Bishop, true),
    ("RY", Role::Rook, true),
];

/// The piece of a code, in any case.
pub(super) fn of_code(code: &str) -> Option<(Role, bool)> {
    let found = CODES.iter().find(|&&(known, ..)| known.eq_ignore_ascii_case(code));
    found.map(|&(_, role, promoted)| (role, promoted))
}

/// The square of a file and a rank, both from 1, at the beginning of a text.
pub(super) fn square(text: &str) -> Option<Square> {
    let digit = |at: usize| text.as_bytes().get(at)?.checked_sub(b'1');
    Square::new(digit(0)?, digit(1)?)
}

/// Whether a line is a rank of a board.
pub(super) fn is_rank(line: &str) -> bool {
    is_rank_start(line) && by_signs(&line[2..]).is_some_and(|cells| cells.len() >= 3)
        || is_blank_rank(line)
}

fn is_blank_rank(line: &str) -> bool {
    matches!(line.as_bytes(), [b'P', b'1'..=b'9', ..])
        && line[2..].bytes().filter(|&byte| byte == b'*').count() >= 5
}

/// Whether a text begins as a rank does.
pub(super) fn is_rank_start(text: &str) -> bool {
    let cell = |cell: &str| {
        cell.starts_with('*')
            || (cell.starts_with(['+', '-']) && cell.get(1..3).and_then(of_code).is_some())
    };
    matches!(text.as_bytes(), [b'P', b'1'..=b'9', ..]) && cell(text[2..].trim_start())
}

/// Whether a word is `PI`, with or without pieces given away.
pub(super) fn is_even_start(word: &str) -> bool {
    let piece = |piece: &[u8]| {
        matches!(piece, [a, b, c, d] if a.is_ascii_digit() && b.is_ascii_digit()
            && c.is_ascii_alphabetic() && d.is_ascii_alphabetic())
    };
    word.strip_prefix("PI").is_some_and(|rest| rest.as_bytes().chunks(4).all(piece))
}

/// Takes the pieces away that are named behind `PI`, as `82HI22KA`.
pub(super) fn give_away(
    text: &str,
    place: SourcePlace,
    board: &mut Board,
    faults: &mut Vec<RecordError>,
) {
    for (at, piece) in pieces(text) {
        let place = place.after(at);
        let named = square(piece).zip(of_code(piece.get(2..).unwrap_or("")));
        let stands = |square: Square, role: Role, promoted: bool| {
            let standing = board.piece_at(square);
            standing.is_some_and(|piece| piece.role() == role && piece.promoted() == promoted)
        };
        match named {
            Some((square, (role, promoted))) if stands(square, role, promoted) => {
                board.put(square, None);
            }
            Some((square, _)) => faults.push(place.fault(Fault::NoSuchPiece(square.to_string()))),
            None => faults.push(place.fault(Fault::BadPiece("82HI"))),
        }
    }
}

/// Reads a rank behind its number: nine cells, each ` * ` or a side and a piece.
pub(super) fn rank(
    rank: u8,
    text: &str,
    place: SourcePlace,
    board: &mut Board,
    faults: &mut Vec<RecordError>,
) {
    // Blanks between cells may have collapsed, and blanks alone may stand for empty squares.
    let cells = match by_signs(text) {
        Some(cells) if cells.len() == 9 => cells,
        _ => by_columns(text),
    };
    if cells.len() != 9 {
        faults.push(place.fault(Fault::RankPoints(9)));
    }
    for (file, (at, cell)) in (0..9).rev().zip(cells) {
        let Some(square) = Square::new(file, rank) else { continue };
        let side = match cell.as_bytes().first() {
            Some(b'+') => Side::First,
            Some(b'-') => Side::Second,
            None | Some(b'*') => continue,
            Some(_) => {
                faults.push(place.after(at).fault(Fault::NotAPiece(cell.to_owned())));
                continue;
            }
        };
        match of_code(cell.get(1..).unwrap_or("")) {
            Some((role, promoted)) => board.put(square, Some(Piece::new(side, role, promoted))),
            None => faults.push(place.after(at).fault(Fault::NotAPiece(cell.to_owned()))),
        }
    }
}

/// The cells of a rank by their signs, with their columns; none if something else stands there.
fn by_signs(text: &str) -> Option<Vec<(usize, &str)>> {
    let mut cells = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let length = match rest.as_bytes()[0] {
            b'*' => 1,
            b'+' | b'-' => 3,
            _ => return None,
        };
        cells.push((text.len() - rest.len(), rest.get(..length)?));
        rest = rest[length..].trim_start();
    }
    Some(cells)
}

/// The cells of a rank, three columns each; blanks at the end may be missing.
fn by_columns(text: &str) -> Vec<(usize, &str)> {
    let mut cells: Vec<_> = chunks(text, 3).map(|(at, cell)| (at, cell.trim())).collect();
    if text.is_ascii() && text.contains([' ', '*']) {
        while cells.len() < 9 {
            cells.push((text.len(), ""));
        }
    }
    cells
}

/// Single pieces, as `2755FU00KI`; `00AL` stands for all that are left.
pub(super) fn single(
    side: Side,
    text: &str,
    place: SourcePlace,
    board: &mut Board,
    faults: &mut Vec<RecordError>,
) {
    for (at, piece) in pieces(text) {
        let place = place.after(at);
        if piece.eq_ignore_ascii_case("00AL") {
            for role in Role::HELD {
                let left = role.count().saturating_sub(board.count(role));
                board.hold(side, role, left);
            }
            continue;
        }
        match (piece.get(..2), of_code(piece.get(2..).unwrap_or(""))) {
            (Some("00"), Some((role, false))) if role != Role::King => board.hold(side, role, 1),
            (Some(_), Some((role, promoted))) => match square(piece) {
                Some(square) if board.piece_at(square).is_none() => {
                    board.put(square, Some(Piece::new(side, role, promoted)));
                }
                _ => faults.push(place.fault(Fault::BadPiece("2755FU"))),
            },
            _ => faults.push(place.fault(Fault::BadPiece("2755FU"))),
        }
    }
}

/// Pieces of four characters, with blanks between them or none, each with its column.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let column = text[..text.len() - rest.len()].chars().count();
        let end = rest.char_indices().nth(4).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some((column, piece))
    })
}

/// Pieces of `size` characters with their columns.
fn chunks(text: &str, size: usize) -> impl Iterator<Item = (usize, &str)> {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    (0..starts.len()).step_by(size).map(move |index| {
        let end = starts.get(index + size).copied().unwrap_or(text.len());
        (index, &text[starts[index]..end])
    })
}
