//! Writes the board and the hands of a KIF that starts from a position of its own: drawn as a diagram of
//! nine ranks, with a line for each hand.
//!
//! ```text
//! 後手の持駒：なし
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! |v香v桂v銀v金v玉v金v銀v桂v香|一
//! ```

use super::super::Played;
use super::{KANJI, cell_name, kanji_number, piece_name, side_name};
use crate::Side;
use crate::shogi::{Handicap, Role, SIZE, Shogi, Square};

const FILES: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １";
const EDGE: &str = "+---------------------------+";

/// Writes the position from which a game starts.
pub(super) fn write(text: &mut String, played: &Played<'_>) {
    let position = &played.start;
    write_hand(text, position, Side::Second);
    for line in [FILES, EDGE] {
        text.push_str(line);
        text.push('\n');
    }
    for (rank, name) in (0..SIZE).zip(KANJI) {
        text.push('|');
        for file in (0..SIZE).rev() {
            match Square::new(file, rank).and_then(|square| position.piece_at(square)) {
                None => text.push_str(" ・"),
                Some(piece) => {
                    text.push(if piece.side() == Side::First { ' ' } else { 'v' });
                    text.push_str(cell_name(piece));
                }
            }
        }
        text.push('|');
        text.push_str(name);
        text.push('\n');
    }
    text.push_str(EDGE);
    text.push('\n');
    write_hand(text, position, Side::First);
    text.push_str(side_name(position.to_act, Handicap::None));
    text.push_str("番\n");
}

fn write_hand(text: &mut String, position: &Shogi, side: Side) {
    text.push_str(side_name(side, Handicap::None));
    text.push_str("の持駒：");
    let hand = position.hand(side);
    if hand.is_empty() {
        text.push_str("なし");
    }
    for role in Role::HELD.into_iter().rev().filter(|&role| hand.has(role)) {
        text.push_str(piece_name(role, false));
        if hand.count(role) > 1 {
            text.push_str(&kanji_number(hand.count(role)));
        }
        text.push('　');
    }
    text.push('\n');
}
