//! A position of shogi, and playing a move on it: board, hands, the side to act, and the options of
//! the game.
//!
//! This file connects the parts through the `Position` trait: generation, refusal, texts,
//! repetition and impasse are each in a file of their own. The key is updated with every piece that
//! moves, and covers board, hands and side, as sennichite requires. Each side always has exactly
//! one king, which parsing guarantees and moves preserve.

use super::board::Board;
use super::danger;
use super::hand::Hand;
use super::info::INFO;
use super::moves::{Action, Move};
use super::piece::{Piece, Role};
use super::square::{SQUARES, Square};
use super::{Fouls, Rules, adjudicate, impasse, movegen, notation, picture, refuse, sfen};
use crate::zobrist::{keys, mix};
use crate::{
    AnyAction, BySide, Effects, Game, GameInfo, Impasse, Notated, NotationError, Options, Outcome,
    Pattern, Picture, Pictured, Position, Reason, Record, Refusal, RepetitionRule, SetupError,
    Side, Sink,
};
use std::hash::{Hash, Hasher};

/// A position of shogi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shogi {
    pub(super) board: Board,
    pub(super) hands: BySide<Hand>,
    pub(super) key: u64,
    pub(super) to_act: Side,
    pub(super) rules: Rules,
}

impl Shogi {
    /// A position with these pieces, each on a square of its own and each side with one king.
    pub(super) fn with_pieces(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        hands: BySide<Hand>,
        to_act: Side,
        rules: Rules,
    ) -> Self {
        let mut board = Board::EMPTY;
        let mut key = if to_act == Side::First { 0 } else { SIDE_KEY };
        for (square, piece) in pieces {
            board.put(square, piece);
            key ^= piece_key(piece, square);
        }
        for side in Side::ALL {
            for role in Role::HELD {
                key ^= hand_key(side, role, hands[side].count(role));
            }
        }
        Self { board, hands, key, to_act, rules }
    }

    /// The options under which the game is played.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The pieces that a side holds in hand.
    #[must_use]
    pub fn hand(&self, side: Side) -> Hand {
        self.hands[side]
    }

    /// The pieces that give check to the side to act, as bits by square index.
    #[must_use]
    pub fn checkers(&self) -> u128 {
        danger::checkers(&self.board, self.to_act)
    }

    #[inline]
    fn play_board(&mut self, from: Square, to: Square, promote: bool) -> Effects {
        let mut effects = Effects::NONE;
        let Some(piece) = self.board.piece_at(from) else { return effects };
        self.board.take(from, piece);
        let mut key = piece_key(piece, from);
        if let Some(taken) = self.board.piece_at(to) {
            self.board.take(to, taken);
            key ^= piece_key(taken, to);
            let (role, hand) = (taken.role(), &mut self.hands[self.to_act]);
            key ^= hand_key(self.to_act, role, hand.count(role));
            hand.add(role);
            key ^= hand_key(self.to_act, role, hand.count(role));
            effects.capture(to.index(), Pattern::Displacement);
        }
        let piece = if promote { piece.promote() } else { piece };
        self.board.put(to, piece);
        self.key ^= key ^ piece_key(piece, to);
        effects
    }

    #[inline]
    fn play_drop(&mut self, role: Role, to: Square) {
        let piece = Piece::new(self.to_act, role, false);
        let hand = &mut self.hands[self.to_act];
        let mut key = hand_key(self.to_act, role, hand.count(role));
        hand.remove(role);
        key ^= hand_key(self.to_act, role, hand.count(role));
        self.board.put(to, piece);
        self.key ^= key ^ piece_key(piece, to);
    }
}

impl Hash for Shogi {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Position for Shogi {
    type Action = Action;
    type Rules = Rules;
    const INFO: &'static GameInfo = &INFO;

    fn rules(_ruleset: &str, options: &Options) -> Result<Rules, SetupError> {
        Rules::read(options)
    }

    fn start(rules: Rules) -> Self {
        sfen::parse(rules, &rules.handicap.start()).expect("a start position is a position")
    }

    fn parse(rules: Rules, text: &str) -> Result<Self, SetupError> {
        Ok(sfen::parse(rules, text)?)
    }

    fn to_text(&self) -> String {
        sfen::write(self)
    }

    fn parse_action(&self, text: &str) -> Result<Action, Refusal> {
        Action::parse(text)
    }

    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }

    fn point_name(&self, point: u8) -> String {
        Square::from_index(point).map_or_else(String::new, |square| square.to_string())
    }

    fn to_act(&self) -> Side {
        self.to_act
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut any = AnyAction::default();
        self.actions(&mut any);
        if any.found {
            return None;
        }
        let reason = if self.is_check() { Reason::Checkmate } else { Reason::NoLegalMove };
        Some(Outcome::win(self.to_act.other(), reason))
    }

    fn is_check(&self) -> bool {
        self.checkers() != 0
    }

    #[inline]
    fn actions<S: Sink<Action>>(&self, sink: &mut S) {
        movegen::generate(self, sink);
    }

    fn refuse(&self, action: Action) -> Option<Refusal> {
        refuse::refuse(self, action)
    }

    #[inline]
    fn apply(&mut self, action: Action) -> Effects {
        let effects = match action.unpack() {
            Move::Board { from, to, promote } => self.play_board(from, to, promote),
            Move::Drop { role, to } => {
                self.play_drop(role, to);
                Effects::NONE
            }
        };
        self.key ^= SIDE_KEY;
        self.to_act = self.to_act.other();
        effects
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition_rule(&self) -> RepetitionRule {
        adjudicate::SENNICHITE
    }

    fn adjudicate(game: &Game<Self>) -> Option<Outcome> {
        adjudicate::adjudicate(game)
    }

    fn foul(&self, side: Side) -> Option<Outcome> {
        match self.rules.fouls {
            Fouls::Refuse => None,
            Fouls::Lose => Some(Outcome::win(side.other(), Reason::Foul)),
        }
    }

    fn impasse(game: &Game<Self>, side: Side) -> Result<Impasse, Refusal> {
        impasse::impasse(game.position(), side)
    }
}

impl Notated for Shogi {
    const MOVE_NOTATIONS: &'static [&'static str] = &notation::MOVE_NOTATIONS;

    fn notate(&self, notation: &str, action: Action, previous: Option<Action>) -> Option<String> {
        notation::move_text(notation, self, action, previous)
    }

    fn write_record(notation: &str, record: &Record) -> Result<String, NotationError> {
        notation::write(notation, record)
    }
}

impl Pictured for Shogi {
    fn picture(&self) -> Picture {
        picture::picture(self)
    }
}

/// The first number of the keys in the engine's sequence.
const SEED: u64 = 100_000;

/// Keys by piece, then square.
static PIECE_KEYS: [[u64; SQUARES]; 32] = {
    let mut table = [[0; SQUARES]; 32];
    let mut i = 0;
    while i < table.len() {
        table[i] = keys(SEED + (i * SQUARES) as u64);
        i += 1;
    }
    table
};

/// Keys by side and role, then by the number in hand; zero has a key as well.
static HAND_KEYS: [[u64; 32]; 16] = {
    let mut table = [[0; 32]; 16];
    let mut i = 0;
    while i < table.len() {
        table[i] = keys(SEED + 5_000 + (i * 32) as u64);
        i += 1;
    }
    table
};

/// Distinguishes the side to act.
pub(super) const SIDE_KEY: u64 = mix(SEED + 9_000);

#[inline]
fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECE_KEYS[piece.index()][usize::from(square.index())]
}

#[inline]
fn hand_key(side: Side, role: Role, count: u8) -> u64 {
    HAND_KEYS[side.index() * 8 + role.index()][usize::from(count) & 31]
}
