//! Tui Da Che 推大车 (Push the Cart).
//!
//! Four stones each on 4x4 points, orthogonal steps. Captures with 顶吃 (own-own-enemy alone on a
//! line of the moved stone), and with the push: a line of the moved stone filled as
//! own-own-enemy-enemy. The Chinese page takes the one enemy nearest the pair (`original`); the
//! English translation removes the mover's own stone next to the enemies (`as-printed`). Source:
//! see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, CAPTURE_OR_BLOCK, Captures, Figure, LinePosition, LineRules, ONE_STEP, SOURCE,
    TRANSLATED_SOURCE, capture_table,
};
use crate::{GameInfo, Reflections, RulesetInfo, Text};

/// A position of Tui Da Che.
pub type TuiDaChe = LinePosition<Rules, 4>;

/// The rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A push takes the enemy next to the own pair.
    Original,
    /// A push costs the own stone next to the enemy pair.
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
    name: Text { en: "Tui Da Che", zh: "推大车", ja: "推大車（トゥイダーチョー）" },
    gloss: Text { en: "Push the Cart", zh: "两子推两子", ja: "大車を押す" },
    line: Text { en: "4×4, 5 minutes", zh: "4×4，约 5 分钟", ja: "4×4、約5分" },
    rulesets: &[ORIGINAL, AS_PRINTED],
    former: &[],
    notations: &["txt"],
};

const ORIGINAL: RulesetInfo = RulesetInfo {
    id: "original",
    version: 1,
    name: Text { en: "Chinese original", zh: "中文原文", ja: "原典版" },
    summary: Text {
        en: "Four stones each on 4×4 points. Two of your stones side by side capture a single enemy \
             stone next to them.\nOn a full line of two against two they push off the enemy stone \
             nearest to them.",
        zh: "4×4 点的棋盘，双方各四子。己方两子相连，可顶吃紧挨着的一枚孤子。\
             \n一线四子填满，成己方两子对对方两子时，推掉对方靠近己方的那一子。",
        ja: "4×4路の盤に各四子。並んだ自分の二子は、隣に孤立した相手の一子を取る（頂吃）。\
             \n線が二子対二子で埋まると推になり、自分の二子に接する相手の一子を取る。",
    },
    goal: CAPTURE_OR_BLOCK,
    turn: ONE_STEP,
    phases: &[],
    source: SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
    family: None,
    reflections: Reflections::All,
};

const AS_PRINTED: RulesetInfo = RulesetInfo {
    id: "as-printed",
    version: 1,
    name: Text { en: "English translation", zh: "英译本", ja: "英訳版" },
    summary: Text {
        en: "Like the Chinese original, except that a push does what the English translation says: \
             it removes your own stone next to the enemy pair.\nThe push is forced and costs you a \
             stone, so look before you fill a line.",
        zh: "与原文规则相同，只是“推”照英译文字面处理：推时去掉己方紧挨对方的那一子。\
             \n推等于弃子，而且必须推，填满一线前要想清楚。",
        ja: "原典版と同じだが、推は英訳の字義どおりで、相手の二子に接する自分の一子を取り除く。\
             \n推は強制で、自分の石を一子失う。線を埋める前によく考えること。",
    },
    goal: CAPTURE_OR_BLOCK,
    turn: ONE_STEP,
    phases: &[],
    source: TRANSLATED_SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
    family: Some("as-printed"),
    reflections: Reflections::All,
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
    fn as_printed_push_costs_the_own_stone() {
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
    fn moved_stone_may_be_the_one_lost() {
        AS_PRINTED.check("3w/4/b1ww/1b2 b -", "b1b2", &[("b2", Push)], "3w/4/b1ww/4 w -");
    }

    #[test]
    fn mover_filling_the_line_pushes() {
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
    fn line_with_a_gap_does_not_push() {
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
