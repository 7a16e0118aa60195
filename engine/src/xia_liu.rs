//! Xia Liu 下六棋.
//!
//! Six stones each on 6x6 points, orthogonal steps; captures on the row and the column of the
//! moved stone, which must be one of the capturing stones: minor 小吃, major 大吃, sandwich
//! 夹吃, centre 掏心, and the complete line 全了, which earns two removals of any enemy stones.
//! Under `as-printed` any six stones complete a line and a side that has captured goes on while
//! it can; under `original` six own stones do, and no earlier position may come back.
//! Source: see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, Captures, Complete, Figure, LinePosition, LineRules, Recurrence, SOURCE,
    TRANSLATED_SOURCE, capture_table,
};
use crate::{GameInfo, RulesetInfo, Text};

/// A position of Xia Liu.
pub type XiaLiu = LinePosition<Rules, 6>;

/// The rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Any six stones complete a line; a side that has captured goes on while it can.
    AsPrinted,
    /// Six own stones complete a line; no earlier position may come back.
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
        capture_table!(6, &[Figure::Minor, Figure::Major, Figure::Sandwich, Figure::Centre])
    }

    fn complete(self) -> Complete {
        match self {
            Self::AsPrinted => Complete::AnyStones,
            Self::Original => Complete::OwnStones,
        }
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
    id: "xia-liu",
    name: Text { en: "Xia Liu", zh: "下六棋", ja: "下六棋" },
    rulesets: &[AS_PRINTED, ORIGINAL],
    notations: &["txt"],
};

const AS_PRINTED: RulesetInfo = RulesetInfo {
    id: "as-printed",
    version: 1,
    name: Text { en: "As printed", zh: "英译文", ja: "英訳文" },
    summary: Text {
        en: "6×6 points, six stones each; minor, major, sandwich and centre captures, and a line \
             full of stones of any colour takes any two enemies.\nWhoever has captured must go on, \
             with any stone, as long as a step captures; the third occurrence of a position is a \
             draw.",
        zh: "6×6 点的棋盘，各执六子；有小吃、大吃、夹吃、掏心；走成六子满一线（不论颜色），任取对方两子。\
             \n吃子之后，只要任何一子还能吃，就须接着吃；同一局面出现三次为和棋。",
        ja: "6×6 路の盤に各六子。小吃・大吃・夹吃・掏心のほか、色を問わず線が六子で埋まれば敵の任意の\
             二子を取る。\n石を取ったら、どの石でも取れる手がある限り続けて取る。同じ局面が三度現れれば\
             引き分け。",
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
        en: "As on the Chinese page: only a line of six stones of your own takes any two enemies, \
             and a turn is one step.\nNo step may bring back an earlier position of the game; a \
             side with only such steps left draws.",
        zh: "依中文原文：只有己方六子连满一线才可任取对方两子，且每次只走一步。\
             \n不得走成本局已出现过的局面；只剩这样的走法时为和棋。",
        ja: "中国語の原文による。味方の石だけで線を六子で埋めたときに敵の任意の二子を取り、一手番に一歩\
             だけ進む。\n以前の局面に戻る手は指せない。そのような手しか残らなければ引き分け。",
    },
    source: SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
};
