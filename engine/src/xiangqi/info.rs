//! The game's line in the catalogue.

use crate::{BySide, GameInfo, RulesetInfo, Text};

const BLACK: Text = Text { en: "Black", zh: "黑方", ja: "黒" };
const RED: Text = Text { en: "Red", zh: "红方", ja: "赤" };

pub(super) const INFO: GameInfo = GameInfo {
    id: "xiangqi",
    name: Text { en: "Xiang Qi", zh: "象棋", ja: "シャンチー" },
    rulesets: &[
        RulesetInfo {
            id: "walker",
            version: 1,
            name: Text { en: "Walker's rules", zh: "沃克规则", ja: "ウォーカー規則" },
            summary: Text {
                en: "Black moves first. Moving your own piece from between two generals on one \
                     file checks the opponent.\n\
                     Perpetual check is illegal: whoever has no other move loses.",
                zh: "黑方先行。两将同在一条直线上时，将己方棋子从中间移出该线，两将照面，即为将对方的军。\n\
                     禁止长将：除长将外无棋可走者判负。",
                ja: "黒が先手。両将が同じ筋にあるとき、間にある自分の駒を筋から外すと、相手への王手になる。\n\
                     連続王手（長将）は禁じ手。ほかに指せる手がなければ負け。",
            },
            source: Text {
                en: "D. Walker, leaflet on Xiang Qi, 2011",
                zh: "D. 沃克《象棋》规则单页，2011年",
                ja: "D. ウォーカー「シャンチー」リーフレット、2011年",
            },
            sides: BySide { first: BLACK, second: RED },
            options: &[],
        },
        RulesetInfo {
            id: "standard",
            version: 1,
            name: Text { en: "Standard", zh: "标准", ja: "標準" },
            summary: Text {
                en: "Red moves first. The generals may never face each other on an open file.\n\
                     Whoever checks with every move of a threefold repetition loses; other \
                     repetitions draw.",
                zh: "红方先行。两将不得在同一直线上直接照面。\n\
                     同一局面出现三次时，循环中步步将军的一方判负，其余情况作和。",
                ja: "赤が先手。両将は、間に駒がない同じ筋で向かい合ってはならない。\n\
                     同一局面が三回現れたとき、毎手王手を続けた側の負け、それ以外は引き分け。",
            },
            source: Text {
                en: "World Xiangqi Federation (WXF), tournament practice",
                zh: "世界象棋联合会（WXF）比赛惯例",
                ja: "世界シャンチー連盟（WXF）の競技慣行",
            },
            sides: BySide { first: RED, second: BLACK },
            options: &[],
        },
    ],
    notations: &["txt", "wxf", "iccs", "cn", "fen"],
};
