//! A position of xiangqi, and playing a move on it: the board, the side to act, and the ruleset
//! with its version.
//!
//! This file connects the parts through the `Position` trait: generation, refusal, texts,
//! repetition and chases are each in a file of their own. Each side always has exactly one general.
//! The ruleset decides which moves are legal; its version is only used by the rules that look at
//! history, so it is not part of the key.

use super::board::Board;
use super::danger::Danger;
use super::info::{INFO, VERSION};
use super::movegen::generate;
use super::notation::Notation;
use super::piece::{Piece, Role};
use super::square::{POINTS, Square};
use super::{Move, adjudicate, chase, fen, notation, picture, refuse};
use crate::zobrist::{keys, mix};
use crate::{
    AnyAction, BySide, Chase, Effects, Game, GameInfo, Notated, NotationError, Options, Outcome,
    Pattern, Picture, Pictured, Position, Reason, Record, Refusal, RepetitionRule, SetupError,
    Side, Sink,
};
use std::hash::{Hash, Hasher};

/// The rules that a game is played under; see the [module](super).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ruleset {
    /// `standard`, the default.
    Standard,
    /// `walker`.
    Walker,
}

impl Ruleset {
    /// The id in the catalogue.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Walker => "walker",
            Self::Standard => "standard",
        }
    }
}

/// A position of Xiangqi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Xiangqi {
    pub(super) board: Board,
    pub(super) to_act: Side,
    pub(super) ruleset: Ruleset,
    /// The ruleset's version, used only by the rules that look at history.
    pub(super) version: u32,
    pub(super) key: u64,
}

impl Xiangqi {
    /// A position with these pieces, each on a point of its own and each side with a general.
    pub(super) fn with_pieces(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        to_act: Side,
        ruleset: Ruleset,
    ) -> Self {
        let mut board = Board::EMPTY;
        let mut key = side_key(to_act);
        for (square, piece) in pieces {
            board.put(square, piece);
            key ^= piece_key(piece, square);
        }
        Self { board, to_act, ruleset, version: VERSION, key }
    }

    /// The ruleset it is played under.
    #[must_use]
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The piece on a point.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The pieces that give check to the side to act, as bits by point index. Under `walker`
    /// the enemy general is among them while the generals face.
    #[must_use]
    pub fn checkers(&self) -> u128 {
        Danger::of(&self.board, self.to_act).checkers
    }

    /// Whether neither side has a piece that can cross the river.
    #[inline]
    fn is_dead(&self) -> bool {
        [Role::Chariot, Role::Horse, Role::Cannon, Role::Soldier]
            .into_iter()
            .all(|role| self.board.of(role) == 0)
    }
}

impl Hash for Xiangqi {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Position for Xiangqi {
    type Action = Move;
    type Rules = Ruleset;
    const INFO: &'static GameInfo = &INFO;

    fn rules(ruleset: &str, _options: &Options) -> Result<Ruleset, SetupError> {
        [Ruleset::Walker, Ruleset::Standard]
            .into_iter()
            .find(|known| known.as_str() == ruleset)
            .ok_or_else(|| SetupError::UnknownRuleset(ruleset.to_owned()))
    }

    fn start(rules: Ruleset) -> Self {
        fen::parse(rules, fen::START).expect("the start position is a position")
    }

    fn parse(rules: Ruleset, text: &str) -> Result<Self, SetupError> {
        Ok(fen::parse(rules, text)?)
    }

    fn to_text(&self) -> String {
        fen::write(self)
    }

    fn parse_action(&self, text: &str) -> Result<Move, Refusal> {
        Move::parse(text)
    }

    fn action_text(&self, action: Move) -> String {
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
        generate(&self.board, self.to_act, self.ruleset, &mut any);
        if !any.found {
            let reason = if self.is_check() { Reason::Checkmate } else { Reason::NoLegalMove };
            return Some(Outcome::win(self.to_act.other(), reason));
        }
        self.is_dead().then(|| Outcome::draw(Reason::DeadPosition))
    }

    fn is_check(&self) -> bool {
        self.checkers() != 0
    }

    #[inline]
    fn actions<S: Sink<Move>>(&self, sink: &mut S) {
        if !self.is_dead() {
            generate(&self.board, self.to_act, self.ruleset, sink);
        }
    }

    fn refuse(&self, action: Move) -> Option<Refusal> {
        refuse::refuse(self, action)
    }

    #[inline]
    fn apply(&mut self, action: Move) -> Effects {
        let Move { from, to } = action;
        let side = self.to_act;
        let (role, taken) = self.board.relocate(side, from, to);
        let piece = Piece { side, role };
        self.key ^= piece_key(piece, from) ^ piece_key(piece, to) ^ SIDE_KEY;
        self.to_act = side.other();
        let mut effects = Effects::NONE;
        if let Some(role) = taken {
            self.key ^= piece_key(Piece { side: side.other(), role }, to);
            effects.capture(to.index(), Pattern::Displacement);
        }
        effects
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn repetition_rule(&self) -> RepetitionRule {
        adjudicate::repetition_rule(self.ruleset, self.version)
    }

    fn chasers(start: &Self, actions: &[Move]) -> BySide<bool> {
        chase::chasers(start, actions)
    }

    fn chases(start: &Self, actions: &[Move]) -> Vec<Vec<Chase>> {
        chase::chases(start, actions)
    }

    fn under_version(self, version: u32) -> Self {
        Self { version, ..self }
    }

    fn adjudicate(game: &Game<Self>) -> Option<Outcome> {
        adjudicate::adjudicate(game)
    }

    fn history_limits(game: &Game<Self>) -> bool {
        adjudicate::limits(game)
    }

    fn history_refuses(game: &Game<Self>, action: Move) -> Option<Refusal> {
        adjudicate::refuses(game, action)
    }
}

impl Notated for Xiangqi {
    fn notate(&self, notation: &str, action: Move, _previous: Option<Move>) -> Option<String> {
        Notation::from_id(notation).map(|notation| notation.write(self, action))
    }

    fn write_record(notation: &str, record: &Record) -> Result<String, NotationError> {
        notation::write_record(notation, record)
    }
}

impl Pictured for Xiangqi {
    fn picture(&self) -> Picture {
        picture::picture(self)
    }
}

/// The first number of the keys in the engine's sequence.
const SEED: u64 = 20_000;

/// Keys by side and role, then point.
static KEYS: [[u64; POINTS]; 14] = {
    let mut table = [[0; POINTS]; 14];
    let mut i = 0;
    while i < table.len() {
        table[i] = keys(SEED + (i * POINTS) as u64);
        i += 1;
    }
    table
};

/// Distinguishes the side to act.
pub(super) const SIDE_KEY: u64 = mix(SEED + 14 * POINTS as u64);

#[inline]
fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS[piece.side.index() * 7 + piece.role.index()][usize::from(square.index())]
}

const fn side_key(side: Side) -> u64 {
    match side {
        Side::First => 0,
        Side::Second => SIDE_KEY,
    }
}
