//! Zhuo Qi Zi 着棋子 (Walking Four, 走四).
//!
//! Four stones each on 4x4 points, orthogonal steps. After a step, if the row or the column of
//! the moved stone carries exactly three stones on consecutive points that read
//! own-own-enemy from one end, the enemy is captured (顶吃). Source: see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, CAPTURE_OR_BLOCK, Captures, Figure, LinePosition, LineRules, ONE_STEP, SOURCE,
    capture_table,
};
use crate::{GameInfo, Reflections, RulesetInfo, Text};

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
    name: Text { en: "Zhuo Qi Zi", zh: "着棋子", ja: "着棋子（ジュオチーズ）" },
    gloss: Text { en: "Walking Four", zh: "又名走四", ja: "別名「走四」" },
    line: Text { en: "4×4, 5 minutes", zh: "4×4，约 5 分钟", ja: "4×4、約5分" },
    rulesets: &[RulesetInfo {
        id: "standard",
        version: 1,
        name: Text { en: "Standard", zh: "标准", ja: "標準" },
        summary: Text {
            en: "Four stones each on 4×4 points. Two of your stones side by side and next to an \
                 enemy stone capture it if nothing else is on that line.\nCapture every enemy \
                 stone, or leave your opponent with no legal move. The simplest of the family, \
                 quick and sharp.",
            zh: "4×4 点的棋盘，双方各四子。己方两子相连，紧挨对方一子，线上没有别的子，就吃掉它（顶吃）。\
                 \n吃光对方的子，或让对方无棋可走，即获胜。规则最简，节奏最快。",
            ja: "4×4路の盤に各四子。並んだ自分の二子が相手の一子に接し、その線上にほかの石がなければ、\
                 相手の石を取る（頂吃）。\n相手の石をすべて取るか、相手を動けなくすれば勝ち。最も単純で、\
                 勝負が速い。",
        },
        goal: CAPTURE_OR_BLOCK,
        turn: ONE_STEP,
        phases: &[],
        source: SOURCE,
        sides: BLACK_AND_WHITE,
        options: &[],
        family: None,
        reflections: Reflections::All,
    }],
    former: &[],
    notations: &["txt"],
};

#[cfg(test)]
mod tests {
    use crate::Pattern::Top;
    use crate::line::testing::Played;
    use crate::{Outcome, Reason, Side};

    const GAME: Played = Played("zhuo-qi-zi", "standard");

    #[test]
    fn four_stones_each_stand_on_their_edge_rows() {
        assert_eq!(GAME.after(None, "").position_text(), "wwww/4/4/bbbb b -");
    }

    #[test]
    fn two_stones_take_the_next_enemy() {
        GAME.check("3w/4/1bw1/b3 b -", "a1a2", &[("c2", Top)], "3w/4/bb2/4 w -");
        GAME.check("w3/3w/3b/2b1 b -", "c1d1", &[("d3", Top)], "w3/4/3b/3b w -");
    }

    #[test]
    fn both_lines_may_capture_at_once() {
        let taken = [("c2", Top), ("b4", Top)];
        GAME.check("1w1w/1b2/b1w1/1b2 b -", "b1b2", &taken, "3w/1b2/bb2/4 w -");
    }

    #[test]
    fn gap_interposed_enemy_or_fourth_stone_prevents_capture() {
        GAME.check_quiet("w3/4/1b1w/b3 b -", "a1a2");
        GAME.check_quiet("w3/4/1wb1/b3 b -", "a1a2");
        GAME.check_quiet("w3/4/1bww/b3 b -", "a1a2");
        GAME.check_quiet("w3/4/1bwb/b3 b -", "a1a2");
    }

    #[test]
    fn enemy_moving_into_the_formation_is_safe() {
        GAME.check_quiet("4/2w1/bb2/4 w -", "c3c2");
    }

    #[test]
    fn a_side_without_a_step_loses() {
        let end = Outcome::win(Side::Second, Reason::NoLegalMove);
        GAME.check_end(Some("4/3w/2w1/2wb w -"), "d3d2", Some(end));
    }
}
