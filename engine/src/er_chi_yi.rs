//! Er Chi Yi 二吃一 (Two Takes One, Four Squares, Four-Step Top 四步顶).
//!
//! Five stones each on 5x5 points, orthogonal steps. After a step, if the row or the column of
//! the moved stone carries exactly three stones on consecutive points that read
//! own-own-enemy from one end, the enemy is captured (顶吃). Source: see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, CAPTURE_OR_BLOCK, Captures, Figure, LinePosition, LineRules, ONE_STEP, SOURCE,
    capture_table,
};
use crate::{GameInfo, Reflections, RulesetInfo, Text};

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
    name: Text { en: "Er Chi Yi", zh: "二吃一", ja: "二吃一（アルチーイー）" },
    gloss: Text { en: "Two Takes One", zh: "两子吃一子", ja: "二子で一子を取る" },
    line: Text { en: "5×5, 10 minutes", zh: "5×5，约 10 分钟", ja: "5×5、約10分" },
    rulesets: &[RulesetInfo {
        id: "standard",
        version: 1,
        name: Text { en: "Standard", zh: "标准", ja: "標準" },
        summary: Text {
            en: "Five stones each on 5×5 points. Two of your stones side by side and next to an \
                 enemy stone capture it if nothing else is on that line.\nCapture every enemy \
                 stone, or leave your opponent with no legal move.",
            zh: "5×5 点的棋盘，双方各五子。己方两子相连，紧挨对方一子，线上没有别的子，就吃掉它（顶吃）。\
                 \n吃光对方的子，或让对方无棋可走，即获胜。",
            ja: "5×5路の盤に各五子。並んだ自分の二子が相手の一子に接し、その線上にほかの石がなければ、\
                 相手の石を取る（頂吃）。\n相手の石をすべて取るか、相手を動けなくすれば勝ち。",
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
    use crate::{Outcome, Reason, Rule, Side};

    const GAME: Played = Played("er-chi-yi", "standard");

    #[test]
    fn pair_takes_next_enemy_on_the_row() {
        GAME.check("4w/5/5/1bw2/b4 b -", "a1a2", &[("c2", Top)], "4w/5/5/bb3/5 w -");
        GAME.check("4w/5/5/2wb1/4b b -", "e1e2", &[("c2", Top)], "4w/5/5/3bb/5 w -");
    }

    #[test]
    fn pair_takes_next_enemy_on_the_column() {
        GAME.check("4w/5/w4/b4/1b3 b -", "b1a1", &[("a3", Top)], "4w/5/5/b4/b4 w -");
        GAME.check("4b/b4/1w3/w4/5 w -", "b3a3", &[("a4", Top)], "4b/5/w4/w4/5 b -");
    }

    #[test]
    fn moved_stone_may_touch_the_enemy() {
        GAME.check("4w/5/5/b1w2/1b3 b -", "b1b2", &[("c2", Top)], "4w/5/5/bb3/5 w -");
    }

    #[test]
    fn both_lines_may_capture_at_once() {
        GAME.check(
            "4w/2w2/2b2/1b1w1/2b2 b -",
            "c1c2",
            &[("d2", Top), ("c4", Top)],
            "4w/5/2b2/1bb2/5 w -",
        );
    }

    #[test]
    fn a_gap_in_the_trio_saves_the_enemy() {
        GAME.check_quiet("4w/5/5/1b1w1/b4 b -", "a1a2");
        GAME.check_quiet("4w/5/5/2bw1/b4 b -", "a1a2");
    }

    #[test]
    fn an_enemy_in_the_middle_is_safe() {
        GAME.check_quiet("4w/5/5/1wb2/b4 b -", "a1a2");
    }

    #[test]
    fn fourth_stone_on_the_line_saves_the_enemy() {
        GAME.check_quiet("4w/5/5/1bw1w/b4 b -", "a1a2");
        GAME.check_quiet("4w/5/5/1bw1b/b4 b -", "a1a2");
        GAME.check_quiet("4w/5/5/1bbw1/b4 b -", "a1a2");
    }

    #[test]
    fn enemy_moving_into_the_formation_is_safe() {
        GAME.check_quiet("5/5/2w2/bb3/5 w -", "c3c2");
    }

    #[test]
    fn a_formation_elsewhere_takes_nothing() {
        GAME.check_quiet("5/5/5/bbw2/4b b -", "e1d1");
    }

    #[test]
    fn taking_last_enemy_wins_and_leaves_the_turn() {
        let end = Outcome::win(Side::First, Reason::Elimination);
        GAME.check("5/5/5/1bw2/b4 b -", "a1a2", &[("c2", Top)], "5/5/5/bb3/5 b -");
        GAME.check_end(Some("5/5/5/1bw2/b4 b -"), "a1a2", Some(end));
    }

    #[test]
    fn a_side_without_a_step_loses() {
        let end = Outcome::win(Side::First, Reason::NoLegalMove);
        GAME.check_end(Some("wb3/5/b4/4b/5 b -"), "a3a4", Some(end));
    }

    #[test]
    fn one_stone_each_is_a_draw() {
        GAME.check_end(Some("4w/5/5/5/b4 b -"), "", Some(Outcome::draw(Reason::DeadPosition)));
    }

    #[test]
    fn third_occurrence_of_a_position_draws() {
        let there_and_back = "e1e2 e5e4 e2e1 e4e5";
        GAME.check_end(None, there_and_back, None);
        let twice = [there_and_back; 2].join(" ");
        GAME.check_end(None, &twice, Some(Outcome::draw(Reason::Repetition)));
    }

    #[test]
    fn same_stones_with_other_turn_differ() {
        let white = GAME.after(Some("4w/5/5/1b3/b4 w -"), "");
        let black = GAME.after(Some("4w/5/5/1b3/b4 b -"), "");
        assert_ne!(white.key(), black.key());
    }

    #[test]
    fn an_illegal_step_is_refused_with_its_reason() {
        let position = "wwwww/5/5/b4/1bbbb b -";
        GAME.check_refused(position, "c3c4", Rule::EmptyOrigin, &["c3"]);
        GAME.check_refused(position, "a5a4", Rule::NotYours, &["a5"]);
        GAME.check_refused(position, "b1c2", Rule::NotAdjacent, &["c2"]);
        GAME.check_refused(position, "a2a4", Rule::NotAdjacent, &["a4"]);
        GAME.check_refused(position, "a2a2", Rule::NotAdjacent, &["a2"]);
        GAME.check_refused(position, "b1c1", Rule::Occupied, &["c1"]);
        GAME.check_refused(position, "xa5", Rule::WrongPhase, &["a5"]);
        GAME.check_refused(position, "a2f2", Rule::OffBoard, &[]);
        GAME.check_refused(position, "xa6", Rule::OffBoard, &[]);
        GAME.check_refused(position, "@a3", Rule::Syntax, &[]);
        GAME.check_refused(position, "a2", Rule::Syntax, &[]);
    }
}
