//! The board and the hands of a KIF that starts from a position of its own: drawn as a diagram of
//! nine ranks, with a line for each hand.
//!
//! ```text
//! 後手の持駒：なし
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! |v香v桂v銀v金v玉v金v銀v桂v香|一
//! ```
//!
//! Reading accepts the variants of other programs: spaces for empty squares, digits for counts.

use super::super::{Place, Played};
use super::{KANJI, cell_name, digit, kanji_number, piece_name, side_name, strip_piece};
use crate::shogi::hand::Hand;
use crate::shogi::{Handicap, Piece, Role, Rules, SIZE, Shogi, Square, sfen};
use crate::{BySide, Fault, RecordError, Side};

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

/// A start position that is being read.
pub(super) struct Setup {
    squares: Vec<(Square, Piece)>,
    hands: BySide<Hand>,
    ranks: u8,
    /// The side to act; the first side unless a line states otherwise.
    pub(super) to_act: Side,
    /// Where the board begins.
    place: Place,
}

impl Setup {
    pub(super) fn new(place: Place) -> Self {
        let hands = BySide::default();
        Self { squares: Vec::new(), hands, ranks: 0, to_act: Side::First, place }
    }

    /// One rank, such as `|v香v桂 ・ ・ ・ ・ ・ ・ ・|一`, without the first `|`.
    pub(super) fn rank(&mut self, text: &str, place: Place) -> Result<(), RecordError> {
        let mut cells = text.chars();
        for file in (0..SIZE).rev() {
            let place = place.after(2 * usize::from(SIZE - 1 - file));
            let square = Square::new(file, self.ranks)
                .ok_or_else(|| place.fault(Fault::Ranks(usize::from(SIZE))))?;
            let side = match cells.next() {
                Some(' ' | '^' | '　') => Side::First,
                Some('v' | 'V') => Side::Second,
                _ => return Err(place.fault(Fault::BadCell)),
            };
            let cell = cells.next().map(String::from).unwrap_or_default();
            if matches!(cell.as_str(), "・" | "." | "･" | "　") {
                continue;
            }
            let Some((role, promoted, _)) = strip_piece(&cell) else {
                return Err(place.after(1).fault(Fault::NotAPiece(cell)));
            };
            self.squares.push((square, Piece::new(side, role, promoted)));
        }
        if cells.next() != Some('|') {
            return Err(place
                .after(2 * usize::from(SIZE))
                .fault(Fault::RankPoints(usize::from(SIZE))));
        }
        self.ranks += 1;
        Ok(())
    }

    /// A hand, such as `飛　角二　歩十八`.
    pub(super) fn hand(&mut self, side: Side, text: &str, place: Place) -> Result<(), RecordError> {
        let mut hand = Hand::EMPTY;
        for group in text.split_whitespace().filter(|&group| group != "なし") {
            let Some((role, false, number)) = strip_piece(group) else {
                return Err(place.fault(Fault::CannotBeHeld(group.to_owned())));
            };
            let count = count(number)
                .filter(|&count| count <= role.count() && !hand.has(role) && role != Role::King)
                .ok_or_else(|| place.fault(Fault::CannotBeHeld(group.to_owned())))?;
            (0..count).for_each(|_| hand.add(role));
        }
        self.hands[side] = hand;
        Ok(())
    }

    /// The position in SFEN, and where it begins.
    pub(super) fn sfen(self) -> Result<(String, Place), RecordError> {
        if self.ranks != SIZE {
            return Err(self.place.fault(Fault::Ranks(usize::from(SIZE))));
        }
        let position = Shogi::with_pieces(self.squares, self.hands, self.to_act, Rules::default());
        Ok((sfen::write(&position), self.place))
    }
}

/// A count after a piece: none for one, kanji or digits up to 18.
fn count(text: &str) -> Option<u8> {
    match text.strip_prefix('十') {
        _ if text.is_empty() => Some(1),
        Some("") => Some(10),
        Some(ones) => single(ones).map(|ones| 10 + ones),
        None => single(text).or_else(|| text.parse().ok().filter(|&count| count > 0)),
    }
}

/// One digit, 1 to 9.
fn single(text: &str) -> Option<u8> {
    let mut characters = text.chars();
    let number = digit(characters.next()?)? + 1;
    characters.next().is_none().then_some(number)
}
