//! Zhuo Qi Zi 着棋子 (Four-in-a-Row, 走四).
//!
//! Four stones each on 4x4 points, orthogonal steps. After a step, if the row or the column of
//! the moved stone carries exactly three stones on consecutive points that read
//! own-own-enemy from one end, the enemy is captured (顶吃). Source: see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, Captures, Figure, LinePosition, LineRules, SOURCE, capture_table,
};
use crate::{GameInfo, RulesetInfo, Text};

/// A position of Zhuo Qi Zi.
pub type ZhuoQiZi = LinePosition<Rules, 4>;

/// The one ruleset, `standard`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules;

impl LineRules for Rules {
    const INFO: &'static GameInfo = &INFO;

    fn of(_ruleset: &str) -> Self {
        Self
    }

    fn captures(self) -> Captures {
        capture_table!(4, &[Figure::Top])
    }
}

const INFO: GameInfo = GameInfo {
    id: "zhuo-qi-zi",
    name: Text { en: "Zhuo Qi Zi", zh: "着棋子", ja: "着棋子" },
    rulesets: &[RulesetInfo {
        id: "standard",
        version: 1,
        name: Text { en: "Standard", zh: "标准", ja: "標準" },
        summary: Text {
            en: "Four stones each on 4×4 points; two of yours side by side capture the enemy right \
                 beside them when nothing else is on the line.\nCapture every enemy stone or leave \
                 your opponent without a step. The smallest of the family, quick and sharp.",
            zh: "4×4 点的棋盘，各执四子；己方两子与对方一子紧连成一线，且线上再无他子，即吃掉此子。\
                 \n吃光对方的棋子，或使对方无步可走者胜。棋盘最小，进退最紧。",
            ja: "4×4 路の盤に各四子。味方二子と敵一子が隙間なく並び、その線上にほかの石がなければ、\
                 敵の石を取る。\n敵の石をすべて取るか、相手を動けなくすれば勝ち。小さな盤の速い勝負。",
        },
        source: SOURCE,
        sides: BLACK_AND_WHITE,
        options: &[],
    }],
    notations: &["txt"],
};
