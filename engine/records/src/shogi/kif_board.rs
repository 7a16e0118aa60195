//! Reads the diagram in a KIF: the board and the hands of a game that starts from a position of its
//! own, or of a problem.
//!
//! Programs draw the diagram in several ways (full-width marks, spaces or dots, `残り` for "the rest"
//! in a hand), all of which are accepted. A fault in one cell does not lose the others.

use super::names::{count, digit, strip_piece};
use super::setup::Setup;
use super::table::Board;
use crate::builder::SourcePlace;
use crate::text::is_blank;
use engine::shogi::{Piece, Role, Square};
use engine::{Fault, Side};

/// A board as it is being read.
#[derive(Debug)]
pub(super) struct Diagram {
    board: Board,
    ranks: u8,
    /// The side that holds all remaining pieces.
    rest: Option<Side>,
    place: Option<SourcePlace>,
    /// Whether the record names the side to act.
    turn_given: bool,
    /// Whether the sides are called giver and receiver of a handicap.
    pub(super) by_giver: bool,
    /// The place of a hand that is not empty.
    hand_place: Option<SourcePlace>,
}

impl Diagram {
    pub(super) fn new() -> Self {
        Self {
            board: Board::empty(),
            ranks: 0,
            rest: None,
            place: None,
            turn_given: false,
            by_giver: false,
            hand_place: None,
        }
    }

    /// Whether a board was given, and not only hands.
    pub(super) const fn has_ranks(&self) -> bool {
        self.ranks > 0
    }

    pub(super) fn set_to_act(&mut self, side: Side) {
        self.board.to_act = side;
        self.turn_given = true;
    }

    /// One rank, such as `|v香v桂 ・ ・ ・ ・ ・ ・ ・|一`, without the first `|`.
    pub(super) fn rank(&mut self, text: &str, place: SourcePlace, setup: &mut Setup) {
        self.place.get_or_insert(place);
        let (inside, behind) = match text.split_once(['|', '｜', '│', '┃']) {
            Some((inside, behind)) => (inside, behind),
            None => (text, ""),
        };
        // A rank may be named, so that ranks may come in any order.
        let named = behind.trim_matches(is_blank);
        let mut names = named.chars();
        let rank = match (names.next().and_then(digit), names.next()) {
            (Some(rank), None) => rank,
            (None, None) => self.ranks,
            _ => {
                let column = text.chars().count() - behind.chars().count();
                setup.fault(place.after(column), Fault::RankPoints(9));
                self.ranks
            }
        };
        if self.ranks >= 9 || rank >= 9 {
            setup.fault(place, Fault::Ranks(9));
            return;
        }
        let cells = by_tokens(inside).unwrap_or_else(|| by_columns(inside));
        if cells.len() != 9 {
            setup.fault(place, Fault::RankPoints(9));
        }
        for (file, (column, side, cell)) in (0..9).rev().zip(cells) {
            let Some(square) = Square::new(file, rank).filter(|_| !is_empty(cell)) else {
                continue;
            };
            match strip_piece(&cell.to_string()) {
                Some((role, promoted, _)) => {
                    self.board.put(square, Some(Piece::new(side, role, promoted)));
                }
                None => setup.fault(place.after(column), Fault::NotAPiece(cell.to_string())),
            }
        }
        self.ranks += 1;
    }

    /// A hand, such as `飛　角二　歩十八`.
    pub(super) fn hand(&mut self, side: Side, text: &str, place: SourcePlace, setup: &mut Setup) {
        let mut rest = text.trim_matches(is_blank);
        if matches!(rest, "残り" | "残" | "残り全部") {
            self.rest = Some(side);
            return;
        }
        while !rest.is_empty() {
            if let Some(after) =
                ["なし", "無し", "無"].iter().find_map(|word| rest.strip_prefix(word))
            {
                rest = after.trim_start_matches(is_between);
                continue;
            }
            let at = place.after(text.chars().count() - rest.chars().count());
            let Some((role, false, after)) = strip_piece(rest) else {
                setup.fault(at, Fault::CannotBeHeld(rest.to_owned()));
                return;
            };
            self.hand_place.get_or_insert(at);
            let after = after.trim_start_matches(is_blank);
            let end = after.find(|c| !is_digit(c)).unwrap_or(after.len());
            let (number, after) = after.split_at(end);
            match count(number).filter(|&count| count <= 18 && role != Role::King) {
                Some(count) => self.board.hold(side, role, count),
                None => setup.fault(at, Fault::CannotBeHeld(rest.to_owned())),
            }
            rest = after.trim_start_matches('枚').trim_start_matches(is_between);
        }
    }

    /// The board, once it is complete.
    ///
    /// Where the record does not name the side to act, it is that of the piece which moves first, and
    /// otherwise the giver of a handicap.
    pub(super) fn into_setup(mut self, setup: &mut Setup, from: Option<Square>) {
        if self.ranks == 0 {
            if self.turn_given {
                setup.turn = Some(self.board.to_act);
            }
            if let Some(place) = self.hand_place {
                setup.fault(place, Fault::Ranks(9));
            }
            return;
        }
        if !self.turn_given {
            match from.and_then(|from| self.board.piece_at(from)) {
                Some(piece) => self.board.to_act = piece.side(),
                None if self.by_giver || setup.by_giver => self.board.to_act = Side::Second,
                None => {}
            }
        }
        if let Some(side) = self.rest {
            for role in Role::HELD {
                let left = role.count().saturating_sub(self.board.count(role));
                self.board.hold(side, role, left);
            }
        }
        if self.ranks < 9 {
            setup.fault(self.place.unwrap_or(SourcePlace::START), Fault::Ranks(9));
        }
        // A problem is called one in the place of its handicap.
        let (named, faults) = std::mem::take(&mut setup.faults)
            .into_iter()
            .partition::<Vec<_>, _>(|fault| matches!(fault.fault, Fault::NotAHandicap(_)));
        setup.faults = faults;
        for (_, name) in named.iter().flat_map(|fault| fault.fault.args()) {
            setup.head.tag("手合割", &name);
        }
        setup.board = Some((self.board, self.place));
    }
}

fn is_digit(character: char) -> bool {
    matches!(character, '十' | '０'..='９' | '0'..='9') || "一二三四五六七八九".contains(character)
}

/// Whether a character may stand between two pieces of a hand.
fn is_between(character: char) -> bool {
    is_blank(character) || matches!(character, '、' | ',' | '，' | '・' | '/')
}

/// A cell with its column, the side before it and its piece.
type Cell = (usize, Side, char);

const fn side_of(mark: char) -> Option<Side> {
    match mark {
        'v' | 'V' | 'ｖ' | 'Ｖ' | '▽' | '△' => Some(Side::Second),
        '^' | '＾' | '▲' => Some(Side::First),
        _ => None,
    }
}

const fn is_empty(cell: char) -> bool {
    matches!(cell, '・' | '.' | '･' | '．' | '*' | '＊' | '　' | ' ' | '-' | '口')
}

/// The cells of a rank by their signs, blanks passed over; none if those are not nine.
fn by_tokens(text: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut side = None;
    for (column, character) in text.chars().enumerate() {
        if is_blank(character) {
            continue;
        }
        match side_of(character) {
            Some(marked) => side = Some(marked),
            None => cells.push((column, side.take().unwrap_or(Side::First), character)),
        }
    }
    (cells.len() == 9 && side.is_none()).then_some(cells)
}

/// The cells of a rank by columns: a side or a blank, and a piece, a dot or a blank.
fn by_columns(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut characters = text.chars().enumerate().peekable();
    while let Some((column, character)) = characters.next() {
        let side = side_of(character);
        let marked = side.is_some() || matches!(character, ' ' | '　');
        let cell = if marked { characters.next() } else { Some((column, character)) };
        let Some((_, cell)) = cell else {
            if side.is_some() {
                cells.push((column, Side::First, character));
            }
            break;
        };
        cells.push((column, side.unwrap_or(Side::First), cell));
    }
    cells
}
