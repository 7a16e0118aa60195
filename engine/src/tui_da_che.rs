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
        zh: "4×4 点的棋盘，各执四子；两子可顶吃紧邻的孤子，四子满线时两子还可推对方两子。\
             \n推时吃掉紧挨己方的那一子，依中文原文。",
        ja: "4×4 路の盤に各四子。二子で隣の孤立した一子を取り、線が四子で埋まれば二子で敵二子を押す。\
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

#[cfg(test)]
mod tests {
    use crate::Pattern::{Push, Top};
    use crate::line::testing::Played;

    const ORIGINAL: Played = Played("tui-da-che", "original");
    const AS_PRINTED: Played = Played("tui-da-che", "as-printed");
    const BOTH: [Played; 2] = [ORIGINAL, AS_PRINTED];

    #[test]
    fn a_push_takes_the_enemy_nearest_the_pair() {
        ORIGINAL.check("3w/4/1bww/b3 b -", "a1a2", &[("c2", Push)], "3w/4/bb1w/4 w -");
    }

    #[test]
    fn as_printed_a_push_costs_the_own_stone_beside_the_enemies() {
        AS_PRINTED.check("3w/4/1bww/b3 b -", "a1a2", &[("b2", Push)], "3w/4/b1ww/4 w -");
    }

    #[test]
    fn a_push_goes_both_ways() {
        ORIGINAL.check("w3/4/wwb1/3b b -", "d1d2", &[("b2", Push)], "w3/4/w1bb/4 w -");
        AS_PRINTED.check("w3/4/wwb1/3b b -", "d1d2", &[("c2", Push)], "w3/4/ww1b/4 w -");
    }

    #[test]
    fn a_push_works_on_a_column_too() {
        let position = "w2w/w3/b3/1b2 b -";
        ORIGINAL.check(position, "b1a1", &[("a3", Push)], "w2w/4/b3/b3 w -");
        AS_PRINTED.check(position, "b1a1", &[("a2", Push)], "w2w/w3/4/b3 w -");
    }

    #[test]
    fn the_stone_that_moved_may_be_the_one_that_goes() {
        AS_PRINTED.check("3w/4/b1ww/1b2 b -", "b1b2", &[("b2", Push)], "3w/4/b1ww/4 w -");
    }

    #[test]
    fn whoever_fills_the_line_pushes() {
        ORIGINAL.check("4/3w/bbw1/4 w -", "d3d2", &[("b2", Push)], "4/4/b1ww/4 b -");
    }

    #[test]
    fn only_two_pairs_side_by_side_push() {
        for game in BOTH {
            game.check_quiet("w3/4/1wwb/b3 b -", "a1a2");
            game.check_quiet("w3/4/1wbw/b3 b -", "a1a2");
            game.check_quiet("w3/4/w1bw/1b2 b -", "b1b2");
            game.check_quiet("w3/4/1bbw/b3 b -", "a1a2");
        }
    }

    #[test]
    fn a_line_that_is_not_full_does_not_push() {
        // Three stones are a top instead.
        for game in BOTH {
            game.check("3w/4/1bw1/b3 b -", "a1a2", &[("c2", Top)], "3w/4/bb2/4 w -");
        }
    }

    #[test]
    fn a_push_and_a_top_happen_together() {
        let position = "1w1w/1b2/b1ww/1b2 b -";
        let taken = [("c2", Push), ("b4", Top)];
        ORIGINAL.check(position, "b1b2", &taken, "3w/1b2/bb1w/4 w -");
        // The stone that goes had its part in the top: captures are found before any is made.
        let taken = [("b2", Push), ("b4", Top)];
        AS_PRINTED.check(position, "b1b2", &taken, "3w/1b2/b1ww/4 w -");
    }
}
