//! The board on which shogi records are played.
//!
//! It includes the engine's position if the rules allow one, and then the engine judges every move.
//! Otherwise, for instance in a problem without one of the kings, only the movement of the pieces
//! is checked. Finding the origin of an abbreviated move uses movement alone.

use crate::builder::Table;
use engine::shogi::{Action, Move, Piece, Role, Rules, SQUARES, Shogi, Square};
use engine::{BySide, Fault, Position, Refusal, Rule, SetupError, Side};

/// A board with hands, and the engine's position if the rules allow one. If they do not, as for a
/// problem without one of the kings, only the movement of the pieces is checked.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    squares: [Option<Piece>; SQUARES],
    hands: BySide<[u8; Role::ALL.len()]>,
    pub(crate) to_act: Side,
    judge: Option<Shogi>,
}

impl Board {
    /// An empty board.
    pub(crate) fn empty() -> Self {
        let hands = BySide::default();
        Self { squares: [None; SQUARES], hands, to_act: Side::First, judge: None }
    }

    /// The board with the engine's position, if the rules have it, and otherwise the reason why they
    /// have not.
    pub(crate) fn judged(mut self, rules: Rules) -> (Self, Option<SetupError>) {
        match Shogi::parse(rules, &self.sfen()) {
            Ok(position) => {
                self.judge = Some(position);
                (self, None)
            }
            Err(error) => (self, Some(error)),
        }
    }

    /// The board of a position.
    pub(crate) fn of(position: Shogi) -> Self {
        let mut board = Self::empty();
        for square in Square::all() {
            board.squares[usize::from(square.index())] = position.piece_at(square);
        }
        for side in Side::ALL {
            for role in Role::HELD {
                board.hands[side][role.index()] = position.hand(side).count(role);
            }
        }
        board.to_act = position.to_act();
        board.judge = Some(position);
        board
    }

    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[usize::from(square.index())] = piece;
    }

    pub(crate) fn hold(&mut self, side: Side, role: Role, count: u8) {
        let held = &mut self.hands[side][role.index()];
        *held = held.saturating_add(count);
    }

    pub(crate) fn held(&self, side: Side, role: Role) -> u8 {
        self.hands[side][role.index()]
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[usize::from(square.index())]
    }

    /// The number of pieces of a role, on the board and in the hands.
    pub(crate) fn count(&self, role: Role) -> u8 {
        let standing = self.squares.iter().flatten().filter(|piece| piece.role() == role).count();
        let held: u8 = Side::ALL.into_iter().map(|side| self.hands[side][role.index()]).sum();
        held.saturating_add(u8::try_from(standing).unwrap_or(u8::MAX))
    }

    /// The position as SFEN.
    pub(crate) fn sfen(&self) -> String {
        let mut text = String::new();
        for rank in 0..9 {
            let mut run = 0;
            for file in (0..9).rev() {
                match Square::new(file, rank).and_then(|square| self.piece_at(square)) {
                    None => run += 1,
                    Some(piece) => {
                        push_run(&mut text, &mut run);
                        if piece.promoted() {
                            text.push('+');
                        }
                        text.push(letter(piece.side(), piece.role()));
                    }
                }
            }
            push_run(&mut text, &mut run);
            text.push(if rank < 8 { '/' } else { ' ' });
        }
        text.push_str(if self.to_act == Side::First { "b " } else { "w " });
        let before = text.len();
        for side in Side::ALL {
            for role in Role::HELD.into_iter().rev() {
                let count = self.hands[side][role.index()];
                if count > 1 {
                    text.push_str(&count.to_string());
                }
                if count > 0 {
                    text.push(letter(side, role));
                }
            }
        }
        text.push_str(if text.len() == before { "- 1" } else { " 1" });
        text
    }

    /// The squares from which a piece of the side to act reaches a square, judged by movement alone.
    pub(crate) fn origins(&self, role: Role, promoted: bool, to: Square) -> Vec<Square> {
        let piece = Piece::new(self.to_act, role, promoted);
        let meant = |square: &Square| {
            self.piece_at(*square) == Some(piece) && self.reaches(piece, *square, to)
        };
        Square::all().filter(meant).collect()
    }

    /// Whether a piece can move from one square to another, not occupied by its own side.
    fn reaches(&self, piece: Piece, from: Square, to: Square) -> bool {
        if self.piece_at(to).is_some_and(|other| other.side() == piece.side()) {
            return false;
        }
        let (left, up) = from_to(piece.side(), from, to);
        let along = left == 0 || up == 0;
        let across = left.abs() == up.abs();
        let near = left.abs() <= 1 && up.abs() <= 1 && (left, up) != (0, 0);
        let gold = near && (along || up == 1);
        let free = || self.free(from, to);
        match (piece.role(), piece.promoted()) {
            (Role::Pawn | Role::Lance | Role::Knight | Role::Silver, true) => gold,
            (Role::Pawn, false) => (left, up) == (0, 1),
            (Role::Lance, false) => left == 0 && up > 0 && free(),
            (Role::Knight, false) => left.abs() == 1 && up == 2,
            (Role::Silver, false) => near && (across || (left, up) == (0, 1)),
            (Role::Gold, _) => gold,
            (Role::King, _) => near,
            (Role::Bishop, promoted) => (promoted && near) || (across && left != 0 && free()),
            (Role::Rook, promoted) => (promoted && near) || (along && from != to && free()),
        }
    }

    /// Whether nothing stands between two squares of a line.
    fn free(&self, from: Square, to: Square) -> bool {
        let step = |a: u8, b: u8| match a.cmp(&b) {
            std::cmp::Ordering::Less => 1i8,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => -1,
        };
        let (files, ranks) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
        let next = |square: Square| {
            let file = square.file().checked_add_signed(files)?;
            Square::new(file, square.rank().checked_add_signed(ranks)?)
        };
        let mut at = next(from);
        while let Some(square) = at {
            if square == to {
                return true;
            }
            if self.piece_at(square).is_some() {
                return false;
            }
            at = next(square);
        }
        false
    }

    /// The rule against a move on this board, apart from the rules on check and on drops.
    fn refuse_plainly(&self, action: Action) -> Option<Rule> {
        match action.unpack() {
            Move::Drop { role, to } => {
                if self.hands[self.to_act][role.index()] == 0 {
                    Some(Rule::NotInHand)
                } else {
                    self.piece_at(to).map(|_| Rule::Occupied)
                }
            }
            Move::Board { from, to, .. } => match self.piece_at(from) {
                None => Some(Rule::EmptyOrigin),
                Some(piece) if piece.side() != self.to_act => Some(Rule::NotYours),
                Some(piece) => (!self.reaches(piece, from, to)).then_some(Rule::PieceMovement),
            },
        }
    }
}

impl Table for Board {
    type Action = Action;

    fn refuse(&self, action: Action) -> Option<Fault> {
        let rule = match &self.judge {
            Some(position) => position.refuse(action).map(|Refusal { rule, .. }| rule),
            None => self.refuse_plainly(action),
        };
        rule.map(Fault::Illegal)
    }

    fn apply(&mut self, action: Action) {
        if let Some(position) = &mut self.judge {
            position.apply(action);
        }
        let side = self.to_act;
        match action.unpack() {
            Move::Drop { role, to } => {
                let held = &mut self.hands[side][role.index()];
                *held = held.saturating_sub(1);
                self.put(to, Some(Piece::new(side, role, false)));
            }
            Move::Board { from, to, promote } => {
                if let Some(taken) = self.piece_at(to) {
                    self.hold(side, taken.role(), 1);
                }
                let piece = self.piece_at(from);
                let promoted = piece.map(|piece| {
                    let promoted = piece.promoted() || (promote && piece.role().promotes());
                    Piece::new(side, piece.role(), promoted)
                });
                self.put(from, None);
                self.put(to, promoted);
            }
        }
        self.to_act = side.other();
    }

    fn text(action: Action) -> String {
        action.to_string()
    }
}

/// The distance from one square to another, to the left and forwards as a side sees it.
pub(super) fn from_to(side: Side, from: Square, to: Square) -> (i8, i8) {
    let apart = |a: u8, b: u8| {
        let apart = i8::try_from(a.abs_diff(b)).unwrap_or(i8::MAX);
        if a < b { apart } else { -apart }
    };
    let (left, down) = (apart(from.file(), to.file()), apart(from.rank(), to.rank()));
    if side == Side::First { (left, -down) } else { (-left, down) }
}

const fn letter(side: Side, role: Role) -> char {
    match side {
        Side::First => role.letter(),
        Side::Second => role.letter().to_ascii_lowercase(),
    }
}

fn push_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        text.push_str(&run.to_string());
    }
    *run = 0;
}
