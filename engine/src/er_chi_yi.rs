//! Er Chi Yi 二吃一 (Two Capture One, Four Squares, Four-Step Top 四步顶).
//!
//! Five stones each on 5x5 points, orthogonal steps. After a step, if the row or the column of
//! the moved stone carries exactly three stones on consecutive points that read
//! own-own-enemy from one end, the enemy is captured (顶吃). Source: see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, Captures, Figure, LinePosition, LineRules, SOURCE, capture_table,
};
use crate::{GameInfo, RulesetInfo, Text};

/// A position of Er Chi Yi.
pub type ErChiYi = LinePosition<Rules, 5>;

/// The one ruleset, `standard`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules;

impl LineRules for Rules {
    const INFO: &'static GameInfo = &INFO;

    fn of(_ruleset: &str) -> Self {
        Self
    }

    fn captures(self) -> Captures {
        capture_table!(5, &[Figure::Top])
    }
}

const INFO: GameInfo = GameInfo {
    id: "er-chi-yi",
    name: Text { en: "Er Chi Yi", zh: "二吃一", ja: "二吃一" },
    rulesets: &[RulesetInfo {
        id: "standard",
        version: 1,
        name: Text { en: "Standard", zh: "标准", ja: "標準" },
        summary: Text {
            en: "Five stones each on 5×5 points; two of yours that close up on one enemy, with \
                 nothing else on the line, capture it.\nCapture every enemy stone, or leave your \
                 opponent without a step.",
            zh: "5×5 点的棋盘，各执五子；己方两子与对方一子紧连成一线，且线上再无他子，即顶吃此子。\
                 \n吃光对方的棋子，或使对方无步可走者胜。",
            ja: "5×5 路の盤に各五子。味方二子と敵一子が隙間なく並び、その線上にほかの石がなければ、\
                 敵の石を取る。\n敵の石をすべて取るか、相手を動けなくすれば勝ち。",
        },
        source: SOURCE,
        sides: BLACK_AND_WHITE,
        options: &[],
    }],
    notations: &["txt"],
};
