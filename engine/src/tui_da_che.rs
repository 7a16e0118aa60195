//! Tui Da Che 推大车 (Pushing the Cart).
//!
//! Four stones each on 4x4 points, orthogonal steps. Captures with 顶吃 (own-own-enemy alone on
//! a line of the moved stone), and with the push: a line of the moved stone filled as
//! own-own-enemy-enemy. The Chinese page takes the one enemy nearest the pair (`original`); the
//! English translation removes the mover's own stone beside the enemies (`as-printed`).
//! Source: see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, Captures, Figure, LinePosition, LineRules, SOURCE, TRANSLATED_SOURCE,
    capture_table,
};
use crate::{GameInfo, RulesetInfo, Text};

/// A position of Tui Da Che.
pub type TuiDaChe = LinePosition<Rules, 4>;

/// The rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A push takes the enemy beside the own pair.
    Original,
    /// A push costs the own stone beside the enemy pair.
    AsPrinted,
}

impl LineRules for Rules {
    const INFO: &'static GameInfo = &INFO;

    fn of(ruleset: &str) -> Self {
        match ruleset {
            "as-printed" => Self::AsPrinted,
            _ => Self::Original,
        }
    }

    fn captures(self) -> Captures {
        match self {
            Self::Original => capture_table!(4, &[Figure::Top, Figure::Push]),
            Self::AsPrinted => capture_table!(4, &[Figure::Top, Figure::PushReversed]),
        }
    }
}

const INFO: GameInfo = GameInfo {
    id: "tui-da-che",
    name: Text { en: "Tui Da Che", zh: "推大车", ja: "推大車" },
    rulesets: &[ORIGINAL, AS_PRINTED],
    notations: &["txt"],
};

const ORIGINAL: RulesetInfo = RulesetInfo {
    id: "original",
    version: 1,
    name: Text { en: "Original", zh: "原文", ja: "原文" },
    summary: Text {
        en: "4×4 points, four stones each: two of yours capture a lone enemy beside them, and on a \
             full line push into two enemies.\nThe push captures the enemy stone nearest your \
             pair, as the Chinese page says.",
        zh: "4×4 点的棋盘，各执四子；两子可顶吃紧邻的一子，四子满线时两子还可推对方两子。\
             \n推时吃掉紧挨己方的那一子，依中文原文。",
        ja: "4×4 路の盤に各四子。二子で隣の一子を取り、線が四子で埋まれば二子で敵二子を押す。\
             \n押したときは味方に接する敵の一子を取る。中国語の原文による。",
    },
    source: SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
};

const AS_PRINTED: RulesetInfo = RulesetInfo {
    id: "as-printed",
    version: 1,
    name: Text { en: "As printed", zh: "英译文", ja: "英訳文" },
    summary: Text {
        en: "As the original, but the push is what the English translation literally says: it \
             removes your own stone beside the enemy pair.\nA push is thus a sacrifice, and it is \
             not optional: look before you complete a line.",
        zh: "与原文相同，唯推法按英译文字面：推时除去己方紧挨对方的那一子。\
             \n推因此是弃子，且不可不推：凑满一线之前务须三思。",
        ja: "原文と同じだが、押しは英訳文の字義どおり、敵に接する味方の一子を除く。\
             \nつまり押しは捨て石であり、しかも強制される。線を埋める前によく考えること。",
    },
    source: TRANSLATED_SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
};
