//! The rulesets of Diu Fang as data: everything in which they differ, with the source of each
//! (rules.md, "Diu Fang").
//!
//! The rest of the module asks a `Law` and never a ruleset's name, so a ruleset is added here and
//! in the catalogue alone. A `Rules` value is a ruleset and a board, checked once when a game is
//! set up.

use super::board::Board;
use crate::{Options, SetupError};

/// The figure of stones that is a fang.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fang {
    /// The four corners of a cell.
    Cell,
    /// An empty point whose four orthogonal neighbours are of one colour.
    Hole,
    /// An empty point whose four orthogonal or four diagonal neighbours are of one colour and
    /// which is joined to the stone that arrives.
    HoleEitherWay,
}

/// The opening of the moving phase, which takes stones off a board that placing has filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing.
    None,
    /// Each side removes one enemy stone if the board is full.
    IfFull,
    /// Each side removes one enemy stone in any case.
    Always,
    /// Each side makes one exchange.
    Exchange,
}

/// The enemy stones that a removal may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Targets {
    /// Those that no fang protects; if there is none, the removal lapses.
    Unprotected,
    /// Those that no fang protects; if there is none, any.
    UnprotectedFirst,
    /// Any.
    Any,
}

/// The form of a turn once the stones are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// A step to an adjacent empty point.
    Step,
    /// An exchange, or a step if all enemy stones are protected.
    Exchange,
}

/// The fate of a side that has nothing to do in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stuck {
    /// It passes.
    Passes,
    /// It has been encircled and loses.
    Loses,
}

/// Draws by passing and long play, in addition to repetition and play without progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LongPlay {
    /// Two consecutive passes draw.
    TwoPasses,
    /// This many turns of each side draw.
    Turns(usize),
}

/// Everything in which the rulesets differ.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Law {
    /// The figure that earns removals and protects.
    pub(super) fang: Fang,
    /// Whether stones can move along the four diagonal lines at the centre.
    pub(super) diagonals: bool,
    /// Whether the first stone of the game goes to the centre.
    pub(super) centre_first: bool,
    /// Whether a fang formed by placing earns removals.
    pub(super) placing_earns: bool,
    /// The phase between placing and moving.
    pub(super) opening: Opening,
    /// The form of a turn after that.
    pub(super) turn: Turn,
    /// The stones that a removal may take.
    pub(super) targets: Targets,
    /// The fate of a side without a step.
    pub(super) stuck: Stuck,
    /// Further draws, in addition to repetition and a hundred actions without progress.
    pub(super) long_play: LongPlay,
}

/// O. Salmi's page on the game.
const SALMI: Law = Law {
    fang: Fang::Cell,
    diagonals: false,
    centre_first: false,
    placing_earns: true,
    opening: Opening::IfFull,
    turn: Turn::Step,
    targets: Targets::Unprotected,
    stuck: Stuck::Passes,
    long_play: LongPlay::TwoPasses,
};

/// The Chinese text, and the article 方棋 of the Chinese Wikipedia; by agreement *tian*.
const CHINESE_TIAN: Law =
    Law { opening: Opening::Always, targets: Targets::UnprotectedFirst, ..SALMI };

/// The same, played as *wei*.
const CHINESE_WEI: Law = Law { stuck: Stuck::Loses, ..CHINESE_TIAN };

/// Shimizu and Miyahara, Board Game Studies 5.
const SHIMIZU: Law = Law {
    centre_first: true,
    placing_earns: false,
    opening: Opening::None,
    turn: Turn::Exchange,
    ..SALMI
};

/// The prose of the Ludii portal.
const LUDII: Law = Law {
    fang: Fang::Hole,
    diagonals: true,
    turn: Turn::Step,
    opening: Opening::Exchange,
    ..SHIMIZU
};

/// The program Ludii 1.3.13.
const LUDII_1_3: Law = Law {
    fang: Fang::HoleEitherWay,
    opening: Opening::None,
    targets: Targets::Any,
    long_play: LongPlay::Turns(1_250),
    ..LUDII
};

/// A ruleset with the option `style` of the Chinese one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Ruleset {
    /// `salmi`.
    Salmi,
    /// `chinese`, `style` = `wei`.
    ChineseWei,
    /// `chinese`, `style` = `tian`.
    ChineseTian,
    /// `shimizu`.
    Shimizu,
    /// `ludii`.
    Ludii,
    /// `ludii-1.3`.
    Ludii13,
}

/// The rules of a game: a ruleset and a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(super) ruleset: Ruleset,
    pub(super) board: Board,
}

impl Rules {
    /// The rules of a ruleset and its options, as the catalogue lists them.
    pub(super) fn read(id: &str, options: &Options) -> Result<Self, SetupError> {
        let ruleset = match (id, options.get("style")) {
            ("salmi", _) => Ruleset::Salmi,
            ("chinese", Some("tian")) => Ruleset::ChineseTian,
            ("chinese", _) => Ruleset::ChineseWei,
            ("shimizu", _) => Ruleset::Shimizu,
            ("ludii", _) => Ruleset::Ludii,
            ("ludii-1.3", _) => Ruleset::Ludii13,
            _ => return Err(SetupError::UnknownRuleset(id.to_owned())),
        };
        let board = match ruleset {
            Ruleset::Shimizu | Ruleset::Ludii | Ruleset::Ludii13 => Board::Seven,
            Ruleset::Salmi | Ruleset::ChineseWei | Ruleset::ChineseTian => {
                let size = options.get("board").unwrap_or(Board::SevenByEight.as_str());
                Board::ALL.into_iter().find(|board| board.as_str() == size).ok_or_else(|| {
                    SetupError::UnknownValue { key: "board".to_owned(), value: size.to_owned() }
                })?
            }
        };
        Ok(Self { ruleset, board })
    }

    /// Whether the four diagonal lines at the centre are drawn, moved along or not.
    pub(super) const fn draws_diagonals(self) -> bool {
        match self.ruleset {
            Ruleset::Salmi | Ruleset::ChineseWei | Ruleset::ChineseTian => false,
            Ruleset::Shimizu | Ruleset::Ludii | Ruleset::Ludii13 => true,
        }
    }

    /// The law of the ruleset.
    #[inline]
    pub(super) const fn law(self) -> &'static Law {
        match self.ruleset {
            Ruleset::Salmi => &SALMI,
            Ruleset::ChineseWei => &CHINESE_WEI,
            Ruleset::ChineseTian => &CHINESE_TIAN,
            Ruleset::Shimizu => &SHIMIZU,
            Ruleset::Ludii => &LUDII,
            Ruleset::Ludii13 => &LUDII_1_3,
        }
    }

    /// The number of stones that each side places: half the points each, the first side one more if
    /// their number is odd; in the rulesets that leave the last point free, 24 of 49.
    pub(super) const fn stones(self) -> (u8, u8) {
        let size = self.board.size();
        match self.ruleset {
            Ruleset::Salmi | Ruleset::ChineseWei | Ruleset::ChineseTian => {
                (size.div_ceil(2), size / 2)
            }
            Ruleset::Shimizu | Ruleset::Ludii | Ruleset::Ludii13 => (24, 24),
        }
    }
}
