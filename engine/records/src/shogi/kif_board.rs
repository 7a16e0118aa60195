//! Reads the diagram in a KIF: the board and the hands of a game that starts from a position of its
//! own, or of a problem.
//!
//! Programs draw the diagram in several ways (full-width marks, spaces or dots, `残り` for "the rest"
//! in a hand), all of which are accepted. A fault in one cell does not lose the others.

use super::names::{count, strip_piece};
use super::setup::Setup;
use super::table::Board;
use crate::builder::Place;
use engine::shogi::{Piece, Role, Square};
use engine::{Fault, Side};

/// A board as it is being read.
#[derive(Debug)]
pub(super) struct Diagram {
    board: Board,
    ranks: u8,
    /// The side that holds all remaining pieces.
    rest: Option<Side>,
    place: Option<Place>,
}

impl Diagram {
    pub(super) fn new() -> Self {
        Self { board: Board::empty(), ranks: 0, rest: None, place: None }
    }

    /// Whether a board was given, and not only hands.
    pub(super) const fn has_ranks(&self) -> bool {
        self.ranks > 0
    }

    pub(super) fn set_to_act(&mut self, side: Side) {
        self.board.to_act = side;
    }

    /// One rank, such as `|v香v桂 ・ ・ ・ ・ ・ ・ ・|一`, without the first `|`.
    pub(super) fn rank(&mut self, text: &str, place: Place, setup: &mut Setup) {
        self.place.get_or_insert(place);
        if self.ranks >= 9 {
            setup.fault(place, Fault::Ranks(9));
            return;
        }
        let mut cells = text.chars().peekable();
        let mut column = 0;
        for file in (0..9).rev() {
            let at = place.after(column);
            let side = match cells.peek() {
                Some('v' | 'V' | 'ｖ' | '^') => Some(cells.next()),
                Some(' ' | '　') => Some(cells.next()),
                _ => None,
            };
            column += usize::from(side.is_some());
            let side = match side.flatten() {
                Some('v' | 'V' | 'ｖ') => Side::Second,
                _ => Side::First,
            };
            let Some(cell) = cells.next().filter(|&cell| cell != '|') else {
                setup.fault(at, Fault::RankPoints(9));
                break;
            };
            column += 1;
            if matches!(cell, '・' | '.' | '･' | '　' | ' ' | '*' | '＊') {
                continue;
            }
            let Some(square) = Square::new(file, self.ranks) else { continue };
            match strip_piece(&cell.to_string()) {
                Some((role, promoted, _)) => {
                    self.board.put(square, Some(Piece::new(side, role, promoted)));
                }
                None => setup.fault(at, Fault::NotAPiece(cell.to_string())),
            }
        }
        self.ranks += 1;
    }

    /// A hand, such as `飛　角二　歩十八`.
    pub(super) fn hand(&mut self, side: Side, text: &str, place: Place, setup: &mut Setup) {
        if text.contains("残り") || text == "残" {
            self.rest = Some(side);
            return;
        }
        let mut rest = text.trim_matches(|c: char| c.is_whitespace() || c == '　');
        while !rest.is_empty() && !rest.starts_with("なし") && !rest.starts_with("無し") {
            let Some((role, false, after)) = strip_piece(rest) else {
                setup.fault(place, Fault::CannotBeHeld(rest.to_owned()));
                return;
            };
            let end = after.find(|c| !is_digit(c)).unwrap_or(after.len());
            let (number, after) = after.split_at(end);
            match count(number).filter(|&count| count <= 18 && role != Role::King) {
                Some(count) => self.board.hold(side, role, count),
                None => setup.fault(place, Fault::CannotBeHeld(rest.to_owned())),
            }
            rest = after.trim_start_matches(|c: char| c.is_whitespace() || c == '　' || c == '、');
        }
    }

    /// The board, once it is complete.
    pub(super) fn into_setup(mut self, setup: &mut Setup) {
        if let Some(side) = self.rest {
            for role in Role::HELD {
                let left = role.count().saturating_sub(self.board.count(role));
                self.board.hold(side, role, left);
            }
        }
        if self.ranks < 9 {
            setup.fault(self.place.unwrap_or(Place::START), Fault::Ranks(9));
        }
        setup.board = Some((self.board, self.place));
    }
}

fn is_digit(character: char) -> bool {
    matches!(character, '十' | '０'..='９' | '0'..='9') || "一二三四五六七八九".contains(character)
}
