//! The game's line in the catalogue.

use crate::{BySide, GameInfo, OptionInfo, RulesetInfo, Text, ValueInfo};

pub(super) const INFO: GameInfo = GameInfo {
    id: "shogi",
    name: Text { en: "Jiang Qi (Shogi)", zh: "将棋", ja: "将棋" },
    rulesets: &[RulesetInfo {
        id: "standard",
        version: 1,
        name: Text { en: "Standard", zh: "标准", ja: "標準" },
        summary: Text {
            en: "Captured pieces change sides and are dropped again; promotion on the far three ranks; \
                 no second pawn on a file, no mate by a pawn drop.\n\
                 The fourth repetition draws, or loses for a side that only gave check; \
                 whoever has no legal move loses.",
            zh: "吃掉的棋子归己方，可再打入棋盘；在对方三行内可升变；禁止二步，禁止打步诘。\n\
                 同一局面第四次出现为和棋，连续将军一方判负；无合法着法者判负。",
            ja: "取った駒は持ち駒として打てる。敵陣三段で成れる。二歩と打ち歩詰めは禁じ手。\n\
                 同一局面が四回現れると千日手で引き分け、連続王手の千日手は王手をかけた側の負け。\
                 指す手がなければ負け。",
        },
        source: Text {
            en: "Rules of the Japan Shogi Association",
            zh: "日本将棋联盟规则",
            ja: "日本将棋連盟の対局規定",
        },
        sides: BySide {
            first: Text { en: "Black (sente)", zh: "先手", ja: "先手" },
            second: Text { en: "White (gote)", zh: "后手", ja: "後手" },
        },
        options: &[IMPASSE, FOULS, HANDICAP],
    }],
    notations: &["txt", "kif", "kifu", "csa", "usi"],
};

const IMPASSE: OptionInfo = OptionInfo {
    key: "impasse",
    name: Text { en: "Impasse", zh: "持将棋（相入玉）", ja: "持将棋" },
    values: &[
        value("27-point", "27 points, by agreement", "27分制（协议计点）", "27点法（合意）"),
        value("24-point", "24 points, by agreement", "24分制（协议计点）", "24点法（合意）"),
        value("declaration", "27-point declaration", "27分宣言制", "27点宣言法"),
    ],
};

const FOULS: OptionInfo = OptionInfo {
    key: "fouls",
    name: Text { en: "Illegal moves", zh: "犯规着法", ja: "反則手" },
    values: &[
        value("refuse", "Refused", "拒绝，可重走", "受け付けない"),
        value("lose", "Lose the game", "判负", "反則負け"),
    ],
};

const HANDICAP: OptionInfo = OptionInfo {
    key: "handicap",
    name: Text { en: "Handicap", zh: "让子", ja: "手合割" },
    values: &[
        value("none", "Even", "平手", "平手"),
        value("left-lance", "Left lance", "让左香", "香落ち"),
        value("right-lance", "Right lance", "让右香", "右香落ち"),
        value("bishop", "Bishop", "让角", "角落ち"),
        value("rook", "Rook", "让飞", "飛車落ち"),
        value("rook-left-lance", "Rook and left lance", "让飞香", "飛香落ち"),
        value("two", "Two pieces", "让二枚", "二枚落ち"),
        value("four", "Four pieces", "让四枚", "四枚落ち"),
        value("five", "Five pieces", "让五枚", "五枚落ち"),
        value("six", "Six pieces", "让六枚", "六枚落ち"),
        value("eight", "Eight pieces", "让八枚", "八枚落ち"),
        value("ten", "Ten pieces", "让十枚", "十枚落ち"),
    ],
};

const fn value(
    id: &'static str,
    en: &'static str,
    zh: &'static str,
    ja: &'static str,
) -> ValueInfo {
    ValueInfo { id, name: Text { en, zh, ja } }
}
