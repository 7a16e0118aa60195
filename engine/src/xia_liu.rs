//! Xia Liu 下六棋.
//!
//! Six stones each on 6x6 points, orthogonal steps; captures on the row and the column of the
//! moved stone, which must be one of the capturing stones: minor 小吃, major 大吃, sandwich
//! 夹吃, centre 掏心, and the complete line 全了, which earns two removals of any enemy stones.
//! Under `as-printed` any six stones complete a line and a side that has captured continues while
//! it can; under `original` six own stones do, and no earlier position may recur. Source: see
//! [`crate::line`].

use crate::line::{
    BLACK_AND_WHITE, CAPTURE_OR_BLOCK, Captures, Complete, Figure, LinePosition, LineRules,
    ONE_STEP, SOURCE, STEP_AND_CHAIN, TRANSLATED_SOURCE, capture_table,
};
use crate::{GameInfo, Reflections, RepetitionRule, RulesetInfo, Text};

/// A position of Xia Liu.
pub type XiaLiu = LinePosition<Rules, 6>;

/// The rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Any six stones complete a line; a side that has captured continues while it can.
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

    fn repetition(self) -> RepetitionRule {
        match self {
            Self::AsPrinted => RepetitionRule::THIRD_DRAWS,
            Self::Original => RepetitionRule::FORBIDDEN,
        }
    }
}

const INFO: GameInfo = GameInfo {
    id: "xia-liu",
    name: Text { en: "Xia Liu", zh: "下六棋", ja: "下六棋（シアリウチー）" },
    gloss: Text { en: "Game of Six", zh: "六子对六子", ja: "六路の取り合い" },
    line: Text { en: "6×6, 15 minutes", zh: "6×6，约 15 分钟", ja: "6×6、約15分" },
    rulesets: &[AS_PRINTED, ORIGINAL],
    former: &[],
    notations: &["txt"],
};

const AS_PRINTED: RulesetInfo = RulesetInfo {
    id: "as-printed",
    version: 1,
    name: Text { en: "English translation", zh: "英译本", ja: "英訳版" },
    summary: Text {
        en: "Six stones each on 6×6 points: minor, major, sandwich and centre captures. A line full \
             of stones of either colour takes any two enemy stones.\nAfter a capture you must keep \
             capturing, with any of your stones, for as long as you can. A third occurrence of a \
             position is a draw.",
        zh: "6×6 点的棋盘，双方各六子，有小吃、大吃、夹吃、掏心；六子填满一线（不论颜色）为全了，任提对方两子。\
             \n吃子后，只要任何一子还能吃，就必须接着吃。同一局面第三次出现判和。",
        ja: "6×6路の盤に各六子。小吃・大吃・夾吃・掏心のほか、色を問わず線が六子で埋まれば全了で、\
             相手の石を二子選んで取り除く。\n石を取ったら、どの石でも取れる限り続けて取る。\
             同一局面の三回目は引き分け。",
    },
    goal: CAPTURE_OR_BLOCK,
    turn: STEP_AND_CHAIN,
    phases: &[],
    source: TRANSLATED_SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
    family: None,
    reflections: Reflections::Files,
};

const ORIGINAL: RulesetInfo = RulesetInfo {
    id: "original",
    version: 1,
    name: Text { en: "Chinese original", zh: "中文原文", ja: "原典版" },
    summary: Text {
        en: "The same captures, except that only a line of six stones of your own takes any two \
             enemy stones; a turn is a single step.\nNo move may bring back an earlier position. If \
             a side has only such moves left, the game is a draw.",
        zh: "吃法相同，只是要六子全是己方的子才算全了，才能任提对方两子；每次只走一步，不连吃。\
             \n不得走成本局出现过的局面；只剩这样的走法时，判和。",
        ja: "取り方は同じだが、自分の六子だけで線を埋めたときに限り全了となり、相手の石を二子選んで\
             取り除く。一度に一歩しか動かせない。\n以前の局面に戻る手は指せない。そのような手しか\
             残らなければ引き分け。",
    },
    goal: CAPTURE_OR_BLOCK,
    turn: ONE_STEP,
    phases: &[],
    source: SOURCE,
    sides: BLACK_AND_WHITE,
    options: &[],
    family: Some("original"),
    reflections: Reflections::Files,
};

#[cfg(test)]
mod tests {
    use crate::Pattern::{self, Centre, Complete, Major, Minor, Sandwich};
    use crate::line::testing::Played;
    use crate::{Outcome, Reason, Rule, Side};

    const AS_PRINTED: Played = Played("xia-liu", "as-printed");
    const ORIGINAL: Played = Played("xia-liu", "original");
    const BOTH: [Played; 2] = [AS_PRINTED, ORIGINAL];
    const NONE: &[(&str, Pattern)] = &[];

    #[test]
    fn run_is_judged_without_stones_beyond_a_gap() {
        for game in BOTH {
            game.check("5w/6/6/1bw1wb/b5/6 b -", "a2a3", &[("c3", Minor)], "5w/6/6/bb2wb/6/6 w -");
            game.check(
                "5w/6/6/1bww1w/b5/6 b -",
                "a2a3",
                &[("c3", Major), ("d3", Major)],
                "5w/6/6/bb3w/6/6 w -",
            );
        }
    }

    #[test]
    fn a_longer_run_is_neither_minor_nor_major() {
        for game in BOTH {
            game.check_quiet("5w/6/6/1bwww1/b5/6 b -", "a2a3");
        }
    }

    #[test]
    fn sandwich_and_centre_work_inside_a_longer_run() {
        let taken = [("b3", Sandwich), ("d3", Sandwich)];
        for game in BOTH {
            game.check("5w/6/6/bw1wb1/2b3/6 b -", "c2c3", &taken, "5w/6/6/b1b1b1/6/6 w -");
        }
        let taken = [("c3", Centre), ("e3", Centre)];
        for game in BOTH {
            game.check("5w/6/6/1ww1ww/3b2/b5 b -", "d2d3", &taken, "5w/6/6/1w1b1w/6/b5 w -");
        }
    }

    #[test]
    fn as_printed_six_mixed_stones_complete_a_line() {
        let removing = "5w/6/6/bbwwwb/6/b5 b x2";
        AS_PRINTED.check("5w/6/6/bbwww1/5b/b5 b -", "f2f3", NONE, removing);
        AS_PRINTED.check(removing, "xf6", &[("f6", Complete)], "6/6/6/bbwwwb/6/b5 b x1");
    }

    #[test]
    fn the_completing_step_earns_two_removals() {
        let game = AS_PRINTED.after(Some("5w/6/6/bbwww1/5b/b5 b -"), "");
        let played = game.clone().play("f2f3").expect("a legal step");
        assert_eq!(played.earned, 2);
    }

    #[test]
    fn a_column_completes_too() {
        let position = "w5/w5/w5/b5/b5/1b3w b -";
        AS_PRINTED.check(position, "b1a1", NONE, "w5/w5/w5/b5/b5/b4w b x2");
    }

    #[test]
    fn the_own_home_row_completes_nothing() {
        AS_PRINTED.check_quiet("5w/6/6/6/5b/bbwww1 b -", "f2f1");
        AS_PRINTED.check("6/6/6/6/5w/wwbbb1 w -", "f2f1", NONE, "6/6/6/6/6/wwbbbw w x2");
        ORIGINAL.check_quiet("5w/6/6/6/5b/bbbbb1 b -", "f2f1");
    }

    #[test]
    fn captures_and_the_complete_line_happen_together() {
        let position = "wwww2/6/6/bw1wbb/2b3/6 b -";
        let taken = [("b3", Sandwich), ("d3", Sandwich)];
        AS_PRINTED.check(position, "c2c3", &taken, "wwww2/6/6/b1b1bb/6/6 b x2");
    }

    #[test]
    fn original_six_own_stones_complete_a_line() {
        let position = "ww4/6/6/bbbbb1/5b/6 b -";
        ORIGINAL.check(position, "f2f3", NONE, "ww4/6/6/bbbbbb/6/6 b x2");
        ORIGINAL.check_quiet("5w/6/6/bbwww1/5b/b5 b -", "f2f3");
    }

    #[test]
    fn a_complete_line_takes_the_last_enemy() {
        let position = "6/6/6/bbwbb1/5b/6 b -";
        AS_PRINTED.check(position, "f2f3", NONE, "6/6/6/bbwbbb/6/6 b x1");
        let end = Outcome::win(Side::First, Reason::Elimination);
        AS_PRINTED.check_end(Some(position), "f2f3 xc3", Some(end));
    }

    #[test]
    fn a_removal_takes_an_enemy_stone() {
        let removing = "5w/6/6/bbwwwb/6/b5 b x2";
        AS_PRINTED.check_refused(removing, "xa3", Rule::NotEnemy, &["a3"]);
        AS_PRINTED.check_refused(removing, "xb6", Rule::NotEnemy, &["b6"]);
        let enemies = ["c3", "d3", "e3", "f6"];
        AS_PRINTED.check_refused(removing, "a1a2", Rule::MustRemove, &enemies);
        AS_PRINTED.check_refused("5w/6/6/6/6/bb4 b -", "xf6", Rule::WrongPhase, &["f6"]);
    }

    #[test]
    fn the_turn_passes_after_the_removals() {
        AS_PRINTED.check_end(Some("5w/6/6/bbwwwb/6/b5 b x2"), "xf6 xe3", None);
        let game = ORIGINAL.after(Some("www3/6/6/bbbbb1/5b/6 b -"), "f2f3 xa6 xc6");
        assert_eq!(game.position_text(), "1w4/6/6/bbbbbb/6/6 w -");
    }

    #[test]
    fn as_printed_chain_continues_after_the_removals() {
        let position = "5w/6/6/bbwww1/5b/b5 b -";
        let game = AS_PRINTED.after(Some(position), "f2f3 xc3 xd3");
        assert_eq!(game.position_text(), "5w/6/6/bb2wb/6/b5 w -");
        let position = "5w/6/6/bbwww1/2b2b/6 b -";
        let game = AS_PRINTED.after(Some(position), "f2f3 xc3 xf6");
        assert_eq!(game.position_text(), "6/6/6/bb1wwb/2b3/6 b c");
    }

    #[test]
    fn completing_step_continues_with_a_chain() {
        let chain = "5w/6/6/bbwww1/5b/b5 b c";
        assert_eq!(AS_PRINTED.after(Some(chain), "").legal(), ["f2f3"]);
    }
}
