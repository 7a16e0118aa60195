//! The board on which xiangqi records are played.
//!
//! It includes the engine's position if the rules allow one, and then the engine judges every move.
//! Otherwise, for instance in a diagram without a general, it is only checked that a move is of a
//! piece of the side to act and captures none of its own.

use crate::builder::Table;
use engine::xiangqi::{Move, POINTS, Piece, Ruleset, Square, Xiangqi};
use engine::{Fault, Position, Refusal, Rule, SetupError, Side};

/// A board, with the engine's position if the rules allow one. If they do not, as for a diagram
/// without a general, only the sides of the pieces are checked.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    points: [Option<Piece>; POINTS],
    pub(crate) to_act: Side,
    judge: Option<Xiangqi>,
}

impl Board {
    /// An empty board.
    pub(crate) const fn empty() -> Self {
        Self { points: [None; POINTS], to_act: Side::First, judge: None }
    }

    /// The board of a position.
    pub(crate) fn of(position: &Xiangqi) -> Self {
        let mut board = Self::empty();
        for square in Square::all() {
            board.put(square, position.piece_at(square));
        }
        board.to_act = position.to_act();
        board.judge = Some(*position);
        board
    }

    pub(crate) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.points[usize::from(square.index())] = piece;
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.points[usize::from(square.index())]
    }

    /// The engine's position, if the rules have one.
    pub(crate) const fn position(&self) -> Option<&Xiangqi> {
        self.judge.as_ref()
    }

    /// The board with the engine's position, if the rules have it, and otherwise the reason why they
    /// have not.
    pub(crate) fn judged(mut self, rules: Ruleset) -> (Self, Option<SetupError>) {
        match Xiangqi::parse(rules, &self.fen()) {
            Ok(position) => {
                self.judge = Some(position);
                (self, None)
            }
            Err(error) => {
                self.judge = None;
                (self, Some(error))
            }
        }
    }

    /// The position as FEN.
    pub(crate) fn fen(&self) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            let mut run = 0;
            for file in 0..9 {
                match Square::new(file, rank).and_then(|square| self.piece_at(square)) {
                    None => run += 1,
                    Some(piece) => {
                        push_run(&mut text, &mut run);
                        text.push(piece.letter());
                    }
                }
            }
            push_run(&mut text, &mut run);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push_str(if self.to_act == Side::First { "w - - 0 1" } else { "b - - 0 1" });
        text
    }

    fn refuse_plainly(&self, action: Move) -> Option<Rule> {
        let piece = self.piece_at(action.from);
        match (piece, self.piece_at(action.to)) {
            (None, _) => Some(Rule::EmptyOrigin),
            (Some(piece), _) if piece.side != self.to_act => Some(Rule::NotYours),
            (Some(piece), Some(other)) if piece.side == other.side => Some(Rule::OwnPiece),
            (Some(_), _) => None,
        }
    }
}

impl Table for Board {
    type Action = Move;

    fn refuse(&self, action: Move) -> Option<Fault> {
        let refused = match &self.judge {
            Some(position) => position.refuse(action).map(|Refusal { rule, .. }| rule),
            None => self.refuse_plainly(action),
        };
        // A position that neither side can win ends a game, but not a record of one.
        let rule = match refused {
            Some(Rule::GameOver) => self.refuse_plainly(action),
            other => other,
        };
        rule.map(Fault::Illegal)
    }

    fn apply(&mut self, action: Move) {
        if let Some(position) = &mut self.judge {
            position.apply(action);
        }
        let piece = self.piece_at(action.from);
        self.put(action.from, None);
        self.put(action.to, piece);
        self.to_act = self.to_act.other();
    }

    fn text(action: Move) -> String {
        action.to_string()
    }
}

fn push_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        text.push_str(&run.to_string());
    }
    *run = 0;
}
