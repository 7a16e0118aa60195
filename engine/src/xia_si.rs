//! Xia Si 下四棋: Xia Liu on the plain 4x4 board, four stones each.
//!
//! Orthogonal steps; captures on the row and the column of the moved stone, which must be one
//! of the capturing stones: minor 小吃, major 大吃, sandwich 夹吃, centre 掏心. Six on a line
//! cannot happen, so a complete line never fires. Under `as-printed` a side that has captured
//! goes on while it can; under `original` no earlier position may come back. Source: see
//! [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, Captures, Figure, LinePosition, LineRules, Recurrence, SOURCE,
    TRANSLATED_SOURCE, capture_table,
};
use crate::{GameInfo, RulesetInfo, Text};

/// A position of Xia Si.
pub type XiaSi = LinePosition<Rules, 4>;

/// The rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A side that has captured goes on while it can.
    AsPrinted,
    /// One step a turn; no earlier position may come back.
    Original,
}

impl LineRules for Rules {
    const INFO: &'static GameInfo = &INFO;

    fn of(ruleset: &str) -> Self {
        match ruleset {
            "original" => Self::Original,
            _ => Self::AsPrinted,
        }
    }

    fn captures(self) -> Captures {
        capture_table!(4, &[Figure::Minor, Figure::Major, Figure::Sandwich, Figure::Centre])
    }

    fn chains(self) -> bool {
        self == Self::AsPrinted
    }

    fn recurrence(self) -> Recurrence {
        match self {
            Self::AsPrinted => Recurrence::ThirdDraws,
            Self::Original => Recurrence::Forbidden,
        }
    }
}

const INFO: GameInfo = GameInfo {
    id: "xia-si",
    name: Text { en: "Xia Si", zh: "下四棋", ja: "下四棋" },
    rulesets: &[AS_PRINTED, ORIGINAL],
    notations: &["txt"],
};

const AS_PRINTED: RulesetInfo = RulesetInfo {
    id: "as-printed",
    version: 1,
    name: Text { en: "As printed", zh: "英译文", ja: "英訳文" },
    summary: Text {
        en: "4×4 points, four stones each; minor, major, sandwich and centre captures.\nWhoever has \
             captured must go on, with any stone, as long as a step captures; the third \
             occurrence of a position is a draw.",
        zh: "4×4 点的棋盘，各执四子；有小吃、大吃、夹吃、掏心四种吃法。\
             \n吃子之后，只要任何一子还能吃，就须接着吃；同一局面出现三次为和棋。",
        ja: "4×4 路の盤に各四子。小吃・大吃・夹吃・掏心の四つの取り方がある。\
             \n石を取ったら、どの石でも取れる手がある限り続けて取る。同じ局面が三度現れれば引き分け。",
    },
    source: TRANSLATED_SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
};

const ORIGINAL: RulesetInfo = RulesetInfo {
    id: "original",
    version: 1,
    name: Text { en: "Original", zh: "原文", ja: "原文" },
    summary: Text {
        en: "The same captures, but one step a turn: the sentence translated as “go on” forbids \
             repetition in the Chinese.\nNo step may bring back an earlier position of the game; a \
             side with only such steps left draws.",
        zh: "吃法相同，但每次只走一步：英译作“连吃”的那一句，中文原意是不许重复。\
             \n不得走成本局已出现过的局面；只剩这样的走法时为和棋。",
        ja: "取り方は同じだが、一手番に一歩だけ。英訳で「続けて取る」とされた文は、原文では反復の禁止\
             である。\n以前の局面に戻る手は指せない。そのような手しか残らなければ引き分け。",
    },
    source: SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
};
