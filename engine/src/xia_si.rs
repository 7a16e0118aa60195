//! Xia Si 下四棋: Xia Liu on the plain 4x4 board, four stones each.
//!
//! Orthogonal steps; captures on the row and the column of the moved stone, which must be one of
//! the capturing stones: minor 小吃, major 大吃, sandwich 夹吃, centre 掏心. Six on a line are impossible,
//! so there is no complete line. Under `as-printed` a side that has captured continues while it
//! can; under `original` no earlier position may recur. Source: see [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, CAPTURE_OR_BLOCK, Captures, Figure, LinePosition, LineRules, ONE_STEP, SOURCE,
    STEP_AND_CHAIN, TRANSLATED_SOURCE, capture_table,
};
use crate::{GameInfo, Reflections, RepetitionRule, RulesetInfo, Text};

/// A position of Xia Si.
pub type XiaSi = LinePosition<Rules, 4>;

/// The rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A side that has captured continues while it can.
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

    fn repetition(self) -> RepetitionRule {
        match self {
            Self::AsPrinted => RepetitionRule::THIRD_DRAWS,
            Self::Original => RepetitionRule::FORBIDDEN,
        }
    }
}

const INFO: GameInfo = GameInfo {
    id: "xia-si",
    name: Text { en: "Xia Si", zh: "下四棋", ja: "下四棋（シアスーチー）" },
    gloss: Text { en: "Game of Four", zh: "四子对四子", ja: "四路の取り合い" },
    line: Text { en: "4×4, 5 minutes", zh: "4×4，约 5 分钟", ja: "4×4、約5分" },
    rulesets: &[AS_PRINTED, ORIGINAL],
    former: &[],
    notations: &["txt"],
};

const AS_PRINTED: RulesetInfo = RulesetInfo {
    id: "as-printed",
    version: 1,
    name: Text { en: "English translation", zh: "英译本", ja: "英訳版" },
    summary: Text {
        en: "Four stones each on 4×4 points: minor, major, sandwich and centre captures.\nAfter a \
             capture you must keep capturing, with any of your stones, for as long as you can. A \
             third occurrence of a position is a draw.",
        zh: "4×4 点的棋盘，双方各四子，有小吃、大吃、夹吃、掏心四种吃法。\
             \n吃子后，只要任何一子还能吃，就必须接着吃。同一局面第三次出现判和。",
        ja: "4×4路の盤に各四子。小吃・大吃・夾吃・掏心の四つの取り方がある。\
             \n石を取ったら、どの石でも取れる限り続けて取る。同一局面の三回目は引き分け。",
    },
    goal: CAPTURE_OR_BLOCK,
    turn: STEP_AND_CHAIN,
    phases: &[],
    source: TRANSLATED_SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
    family: None,
    reflections: Reflections::All,
};

const ORIGINAL: RulesetInfo = RulesetInfo {
    id: "original",
    version: 1,
    name: Text { en: "Chinese original", zh: "中文原文", ja: "原典版" },
    summary: Text {
        en: "The same captures, but a turn is a single step.\nNo move may bring back an earlier \
             position. If a side has only such moves left, the game is a draw.",
        zh: "吃法相同，但每次只走一步，不连吃。\
             \n不得走成本局出现过的局面；只剩这样的走法时，判和。",
        ja: "取り方は同じだが、一度に一歩しか動かせない。\
             \n以前の局面に戻る手は指せない。そのような手しか残らなければ引き分け。",
    },
    goal: CAPTURE_OR_BLOCK,
    turn: ONE_STEP,
    phases: &[],
    source: SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
    family: Some("original"),
    reflections: Reflections::All,
};

#[cfg(test)]
mod tests {
    use crate::Pattern::{Centre, Major, Minor, Sandwich};
    use crate::line::testing::Played;
    use crate::{Outcome, Reason, Rule, Side};

    const AS_PRINTED: Played = Played("xia-si", "as-printed");
    const ORIGINAL: Played = Played("xia-si", "original");
    const BOTH: [Played; 2] = [AS_PRINTED, ORIGINAL];

    #[test]
    fn minor_takes_enemy_of_a_run_of_three() {
        for game in BOTH {
            game.check("3w/4/1bw1/b3 b -", "a1a2", &[("c2", Minor)], "3w/4/bb2/4 w -");
            game.check("3w/1w2/1b2/b3 b -", "a1b1", &[("b3", Minor)], "3w/4/1b2/1b2 w -");
        }
    }

    #[test]
    fn minor_needs_a_run_of_exactly_three() {
        for game in BOTH {
            game.check_quiet("w3/4/1bwb/b3 b -", "a1a2");
            game.check_quiet("w3/4/1bbw/b3 b -", "a1a2");
            game.check_quiet("w3/4/1b1w/b3 b -", "a1a2");
        }
    }

    #[test]
    fn major_takes_both_enemies_of_two_pairs() {
        let taken = [("c2", Major), ("d2", Major)];
        for game in BOTH {
            game.check("w2w/4/1bww/b3 b -", "a1a2", &taken, "w2w/4/bb2/4 w -");
        }
    }

    #[test]
    fn major_takes_enemies_on_both_sides() {
        let taken = [("a2", Major), ("d2", Major)];
        for game in BOTH {
            game.check("w2w/4/w1bw/1b2 b -", "b1b2", &taken, "w2w/4/1bb1/4 w -");
        }
    }

    #[test]
    fn major_needs_the_own_stones_side_by_side() {
        for game in BOTH {
            game.check_quiet("w3/4/1wwb/b3 b -", "a1a2");
        }
    }

    #[test]
    fn sandwich_takes_the_enemy_between() {
        for game in BOTH {
            game.check("3w/4/1wb1/b3 b -", "a1a2", &[("b2", Sandwich)], "3w/4/b1b1/4 w -");
        }
    }

    #[test]
    fn sandwich_ignores_the_rest_of_the_line() {
        let taken = [("b2", Sandwich)];
        ORIGINAL.check("3w/4/1wbw/b3 b -", "a1a2", &taken, "3w/4/b1bw/4 w -");
        AS_PRINTED.check("3w/4/1wbw/b3 b -", "a1a2", &taken, "3w/4/b1bw/4 b c");
    }

    #[test]
    fn sandwich_needs_the_moved_stone_at_an_end() {
        for game in BOTH {
            game.check_quiet("w3/4/1bwb/b3 b -", "a1a2");
        }
    }

    #[test]
    fn centre_takes_enemies_on_both_sides() {
        let taken = [("a2", Centre), ("c2", Centre)];
        for game in BOTH {
            game.check("w2w/4/w1w1/1b1b b -", "b1b2", &taken, "w2w/4/1b2/3b w -");
        }
    }

    #[test]
    fn enemy_stepping_between_two_stones_takes_both() {
        let taken = [("a2", Centre), ("c2", Centre)];
        for game in BOTH {
            game.check("4/1w2/b1b1/3b w -", "b3b2", &taken, "4/4/1w2/3b w -");
        }
    }

    #[test]
    fn centre_needs_the_moved_stone_in_the_middle() {
        for game in BOTH {
            game.check_quiet("w3/4/1wbw/3b b -", "d1c1");
        }
    }

    #[test]
    fn a_stone_taken_by_two_figures_goes_once() {
        let taken = [("c2", Sandwich), ("a2", Centre)];
        for game in BOTH {
            game.check("w2w/4/w1wb/1b2 b -", "b1b2", &taken, "w2w/4/1b1b/4 w -");
        }
    }

    #[test]
    fn both_lines_capture_at_once() {
        let taken = [("c2", Minor), ("b4", Minor)];
        for game in BOTH {
            game.check("1w1w/1b2/b1w1/1b2 b -", "b1b2", &taken, "3w/1b2/bb2/4 w -");
        }
    }

    #[test]
    fn as_printed_capturing_side_continues_with_any_stone() {
        let (position, chain) = ("3w/1wb1/1bw1/b3 b -", "3w/1wb1/bb2/4 b c");
        AS_PRINTED.check(position, "a1a2", &[("c2", Minor)], chain);
        AS_PRINTED.check(chain, "a2a3", &[("b3", Sandwich)], "3w/b1b1/1b2/4 w -");
        ORIGINAL.check(position, "a1a2", &[("c2", Minor)], "3w/1wb1/bb2/4 w -");
    }

    #[test]
    fn chain_continues_with_a_capture_only() {
        let chain = "3w/1wb1/bb2/4 b c";
        AS_PRINTED.check_refused(chain, "a2a1", Rule::MustCapture, &["a2"]);
        AS_PRINTED.check_refused(chain, "d4d3", Rule::NotYours, &["d4"]);
        assert_eq!(AS_PRINTED.after(Some(chain), "").legal(), ["a2a3"]);
    }

    #[test]
    fn as_printed_third_occurrence_draws() {
        let twice = ["a1a2 d4d3 a2a1 d3d4"; 2].join(" ");
        let end = Some(Outcome::draw(Reason::Repetition));
        AS_PRINTED.check_end(None, &twice, end);
    }

    #[test]
    fn original_refuses_steps_to_an_earlier_position() {
        let mut game = ORIGINAL.after(None, "a1a2 d4d3 a2a1");
        // The start position was set up, not played, and may recur.
        assert!(game.play("d3d4").is_ok());
        let refusal = game.refuse("a1a2").expect("the position after it stood before");
        assert_eq!(
            (refusal.rule, refusal.squares),
            (Rule::Repetition, vec!["a1".into(), "a2".into()])
        );
        assert!(!game.legal().contains(&"a1a2".to_owned()));
        assert_eq!(game.refuse("b1b2"), None);
    }

    #[test]
    fn original_side_with_only_returning_steps_draws() {
        // From the vectors: the two black stones at last find every step used up.
        let actions = "b1b2 a4a3 b2a2 d4d3 a2a3 b4b3 a1a2 d3c3 d1d2 b3b2 c1c2 c4d4 c2b2 c3d3 b2b1 \
                       d3c3 a2a1 c3c2 a1a2 c2d2 a2a3 d4c4 a3a2 d2d1 a2a1 d1c1 b1b2 c1d1 b2a2 c4b4 \
                       a1b1 b4b3 a2b2 d1c1 b1a1 c1b1 b2a2 b1c1 a1b1 c1d1 a2a1 d1c1";
        ORIGINAL.check_end(None, actions, Some(Outcome::draw(Reason::Repetition)));
    }

    #[test]
    fn the_last_capture_wins() {
        let end = Outcome::win(Side::First, Reason::Elimination);
        AS_PRINTED.check_end(Some("4/4/1bw1/b3 b -"), "a1a2", Some(end));
        AS_PRINTED.check("4/4/1bw1/b3 b -", "a1a2", &[("c2", Minor)], "4/4/bb2/4 b -");
    }

    #[test]
    fn one_stone_each_is_a_draw() {
        let end = Some(Outcome::draw(Reason::DeadPosition));
        ORIGINAL.check_end(Some("4/1w2/b1b1/3b w -"), "b3b2", end);
    }

    #[test]
    fn there_are_no_removals() {
        AS_PRINTED.check_refused("3w/4/1bw1/b3 b -", "xd4", Rule::WrongPhase, &["d4"]);
    }
}
