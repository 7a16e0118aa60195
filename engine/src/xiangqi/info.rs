//! The catalogue's entry for xiangqi: names, rulesets with their versions and sources, and the
//! sentences that introduce them, in three languages.
//!
//! Former versions stay listed, because stored games are replayed under them. Here are texts and
//! identifiers only; the meaning of a version is in `adjudicate`.

use crate::{BySide, GameInfo, Reflections, RulesetInfo, Text};

const BLACK: Text = Text { en: "Black", zh: "黑方", ja: "黒" };
const RED: Text = Text { en: "Red", zh: "红方", ja: "赤" };

const GOAL: Text = Text {
    en: "Checkmate your opponent’s general, or leave your opponent with no legal move.",
    zh: "将死对方的将（帅），或使对方困毙（无棋可走）。",
    ja: "相手の将を詰ますか、相手の合法手をなくせば勝ち。",
};
const TURN: Text = Text {
    en: "Each turn, move one of your pieces; capture by moving onto an enemy piece.",
    zh: "轮到你时走一枚己方棋子；走到对方棋子的位置即吃掉它。",
    ja: "手番ごとに自分の駒を一枚動かす。相手の駒のある点へ進めば、その駒を取る。",
};

/// The current version of both rulesets.
pub(super) const VERSION: u32 = 2;

/// `standard` with the Asian rules on repetition.
const STANDARD: RulesetInfo = RulesetInfo {
    id: "standard",
    version: VERSION,
    name: Text { en: "Standard", zh: "标准", ja: "標準" },
    summary: Text {
        en: "Red moves first. The generals may never face each other on an open file.\n\
             When a position occurs a third time, a side that gave check, or chased one piece, \
             with every move loses; otherwise the game is drawn (Asian rules).",
        zh: "红方先走。将帅不得照面。\n\
             同一局面第三次出现时，长将或长捉一子的一方判负，其余判和（亚洲规则）。",
        ja: "赤が先手。両将は、間に駒がない同じ筋で向かい合ってはならない。\n\
             同一局面の三回目で、長将（連続王手）または長捉（同じ駒を追い続ける）の側は負け。\
             それ以外は引き分け（アジア規則）。",
    },
    goal: GOAL,
    turn: TURN,
    phases: &[],
    source: Text {
        en: "Asian Xiangqi Federation, rules on repetition, as of 2003",
        zh: "亚洲象棋联合会《象棋规则》（2003 年）",
        ja: "アジアシャンチー連盟の規則（2003年）",
    },
    sides: BySide { first: RED, second: BLACK },
    options: &[],
    family: None,
    reflections: Reflections::None,
};

/// `standard` before it judged the perpetual chase.
const STANDARD_1: RulesetInfo = RulesetInfo {
    id: "standard",
    version: 1,
    name: Text { en: "Standard", zh: "标准", ja: "標準" },
    summary: Text {
        en: "Red moves first. The generals may never face each other on an open file.\n\
             A player who gives check throughout a threefold repetition loses; any other \
             repetition is a draw (perpetual chase is not judged).",
        zh: "红方先走。将帅不得照面。\n\
             同一局面第三次出现时，长将的一方判负，其余重复局面判和（不判长捉）。",
        ja: "赤が先手。両将は、間に駒がない同じ筋で向かい合ってはならない。\n\
             同一局面の三回目で、長将（連続王手）の側は負け。それ以外は引き分け（長捉は判定しない）。",
    },
    goal: GOAL,
    turn: TURN,
    phases: &[],
    source: Text {
        en: "After the World Xiangqi Rules, simplified: perpetual chase is not judged",
        zh: "据世界象棋规则简化，不判长捉",
        ja: "世界シャンチー規則の簡略版（長捉は判定しない）",
    },
    sides: BySide { first: RED, second: BLACK },
    options: &[],
    family: None,
    reflections: Reflections::None,
};

/// `walker`.
const WALKER: RulesetInfo = RulesetInfo {
    id: "walker",
    version: VERSION,
    name: Text { en: "Walker’s rules", zh: "Walker 规则", ja: "ウォーカー規則" },
    summary: Text {
        en: "Black moves first. Moving your own piece away so that the generals face each \
             other counts as check.\n\
             Perpetual check is illegal: a side with no other move loses.",
        zh: "黑方先走。把己方棋子从两将之间移开，使将帅照面，即为将军。\n\
             禁止长将；只剩长将可走的一方判负。",
        ja: "黒が先手。両将の間にある自分の駒を筋から外し、将と将を向かい合わせると王手になる。\n\
             長将（連続王手）は禁じ手。ほかに合法手がなければ負け。",
    },
    goal: GOAL,
    turn: TURN,
    phases: &[],
    source: Text {
        en: "D. Walker, Xiang Qi (leaflet), 2011",
        zh: "D. Walker《象棋》规则折页，2011 年",
        ja: "D. ウォーカー「シャンチー」リーフレット、2011年",
    },
    sides: BySide { first: BLACK, second: RED },
    options: &[],
    family: None,
    reflections: Reflections::None,
};

/// `walker` when the answer to a perpetual check drew by repeating the position.
const WALKER_1: RulesetInfo = RulesetInfo { version: 1, ..WALKER };

pub(super) const INFO: GameInfo = GameInfo {
    id: "xiangqi",
    name: Text { en: "Xiangqi", zh: "象棋", ja: "シャンチー" },
    gloss: Text { en: "Chinese chess", zh: "中国象棋", ja: "中国将棋（象棋）" },
    line: Text { en: "9×10, 40 minutes", zh: "9×10，约 40 分钟", ja: "9×10、約40分" },
    rulesets: &[STANDARD, WALKER],
    former: &[STANDARD_1, WALKER_1],
    notations: &["txt", "wxf", "iccs", "cn", "fen"],
};
