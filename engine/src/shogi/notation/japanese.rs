//! Moves as Japanese books and newspapers print them: `７六歩`, `同銀`, `５八金右`, `２二角成`.
//!
//! Source: 日本将棋連盟, 「棋譜の表記方法」 (shogi.or.jp), with full-width figures and kanji for
//! the squares as in print.
//!
//! In this order: the square, or 同 where the last move went there; the piece as it stood before
//! the move; of several like it that reach the square, which one; 成 or 不成 where it could
//! promote; 打 for a drop, but only where a piece like it on the board reaches the square too.
//!
//! Which one is written by the way it goes: 上 forwards, 寄 sideways, 引 backwards. If others go that
//! way too, by where it comes from, seen by its player: 右 or 左, for golds, silvers and pieces that
//! move like them also 直 from straight behind. If neither is enough, by both: 左上. Of two rooks or
//! bishops, promoted or not, 右 and 左 give their places relative to each other, and 直 is not used.
//! The king's safety, which may hold a piece back, plays no part.

use super::kif::{KANJI, WIDE, destination, piece_name};
use crate::shogi::piece::rank_ahead;
use crate::shogi::refuse::reaching;
use crate::shogi::{Move, Piece, Role, Shogi, Square};
use crate::{Position, Side};
use std::cmp::Ordering;

/// The id of the notation.
pub(super) const ID: &str = "japanese";

/// Writes a move; `last` is where the last one went, which is called `同`.
pub(super) fn move_text(before: &Shogi, played: Move, last: Option<Square>) -> String {
    let to = destination(played);
    let mut text = if last == Some(to) {
        "同".to_owned()
    } else {
        format!("{}{}", WIDE[usize::from(to.file())], KANJI[usize::from(to.rank())])
    };
    match played {
        Move::Drop { role, .. } => {
            text.push_str(piece_name(role, false));
            let piece = Piece::new(before.to_act(), role, false);
            if !reaching(before, piece, to).is_empty() {
                text.push('打');
            }
        }
        Move::Board { from, promote, .. } => {
            let Some(piece) = before.piece_at(from) else { return text };
            text.push_str(piece_name(piece.role(), piece.promoted()));
            text.push_str(&which(piece, from, to, &reaching(before, piece, to)));
            text.push_str(match (promote, could_promote(piece, from, to)) {
                (true, _) => "成",
                (false, true) => "不成",
                (false, false) => "",
            });
        }
    }
    text
}

/// Whether a piece can promote by going from one square to another.
pub(super) fn could_promote(piece: Piece, from: Square, to: Square) -> bool {
    let ahead = |square| rank_ahead(piece.side(), square);
    piece.role().promotes() && !piece.promoted() && ahead(from).min(ahead(to)) < 3
}

/// The word that distinguishes the piece on `from` from the others of `all` that reach `to`.
fn which(piece: Piece, from: Square, to: Square, all: &[Square]) -> String {
    let others: Vec<Square> = all.iter().copied().filter(|&other| other != from).collect();
    if others.is_empty() {
        return String::new();
    }
    let way = |square| way(piece.side(), square, to);
    if others.iter().all(|&other| way(other) != way(from)) {
        return way(from).to_owned();
    }
    if matches!(piece.role(), Role::Bishop | Role::Rook) {
        let other = others.first().copied().unwrap_or(to);
        return hand(piece.side(), from, other).to_owned();
    }
    let hand = |square| hand(piece.side(), square, to);
    match hand(from) {
        "" => "直".to_owned(),
        relative if others.iter().all(|&other| hand(other) != relative) => relative.to_owned(),
        relative => format!("{relative}{}", way(from)),
    }
}

/// The direction of a piece's move, seen by its player.
fn way(side: Side, from: Square, to: Square) -> &'static str {
    match rank_ahead(side, to).cmp(&rank_ahead(side, from)) {
        Ordering::Less => "上",
        Ordering::Equal => "寄",
        Ordering::Greater => "引",
    }
}

/// Whether a square is at the right or the left of another, seen by a player; nothing on the
/// same file.
fn hand(side: Side, square: Square, other: Square) -> &'static str {
    let right = match side {
        Side::First => square.file().cmp(&other.file()),
        Side::Second => other.file().cmp(&square.file()),
    };
    match right {
        Ordering::Less => "右",
        Ordering::Equal => "",
        Ordering::Greater => "左",
    }
}
