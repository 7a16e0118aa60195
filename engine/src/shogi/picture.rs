//! The picture of a shogi position: nine by nine squares, wedges with characters that point at the
//! opponent, and two hands.
//!
//! The description is independent of how it is drawn. Files are turned round, because file 1 is on
//! the right.

use super::Shogi;
use super::piece::{Piece, Role};
use super::square::{SIZE, Square};
use crate::{BySide, Picture, PictureHand, PicturePiece, Shape, Side, Tint};

/// Draws a position.
pub(super) fn picture(position: &Shogi) -> Picture {
    let pieces = Square::all().filter_map(|square| {
        let piece = position.piece_at(square)?;
        Some(PicturePiece {
            file: SIZE - 1 - square.file(),
            rank: SIZE - 1 - square.rank(),
            side: piece.side(),
            label: label(piece),
            promoted: piece.promoted(),
        })
    });
    Picture {
        shape: Shape::Wedge,
        // Both sides' pieces look alike; the way they point distinguishes them.
        tints: BySide { first: Tint::Black, second: Tint::Black },
        pieces: pieces.collect(),
        hands: BySide::from_fn(|side| hand(position, side)),
        ..Picture::squares(SIZE, SIZE)
    }
}

/// The pieces in hand, the strongest first.
fn hand(position: &Shogi, side: Side) -> Vec<PictureHand> {
    let held = |role| {
        let count = position.hand(side).count(role);
        (count > 0).then(|| PictureHand { label: label(Piece::new(side, role, false)), count })
    };
    Role::HELD.into_iter().rev().filter_map(held).collect()
}

/// The character on a piece; the second side's king is 王, the king of the stronger player.
const fn label(piece: Piece) -> &'static str {
    match (piece.role(), piece.promoted()) {
        (Role::Pawn, false) => "歩",
        (Role::Pawn, true) => "と",
        (Role::Lance, false) => "香",
        (Role::Lance, true) => "杏",
        (Role::Knight, false) => "桂",
        (Role::Knight, true) => "圭",
        (Role::Silver, false) => "銀",
        (Role::Silver, true) => "全",
        (Role::Gold, _) => "金",
        (Role::Bishop, false) => "角",
        (Role::Bishop, true) => "馬",
        (Role::Rook, false) => "飛",
        (Role::Rook, true) => "龍",
        (Role::King, _) => match piece.side() {
            Side::First => "玉",
            Side::Second => "王",
        },
    }
}
