//! The catalogue's entry for shogi: names, the ruleset, its options with their values, and the
//! sentences that introduce it, in three languages.
//!
//! Here are texts and identifiers only; the options are read by `rules` and `handicap`. Ids are
//! stored with games and do not change.

use crate::{BySide, GameInfo, OptionInfo, Reflections, RulesetInfo, Text, ValueInfo};

pub(super) const INFO: GameInfo = GameInfo {
    id: "shogi",
    name: Text { en: "Shogi", zh: "将棋", ja: "将棋" },
    gloss: Text { en: "Japanese chess", zh: "日本将棋", ja: "本将棋" },
    line: Text { en: "9×9, 45 minutes", zh: "9×9，约 45 分钟", ja: "9×9、約45分" },
    rulesets: &[RulesetInfo {
        id: "standard",
        version: 1,
        name: Text { en: "Standard", zh: "标准", ja: "標準" },
        summary: Text {
            en: "Captured pieces join your hand and can be dropped. Pieces may promote in the \
                 promotion zone, the last three ranks. No two unpromoted pawns on a file; no \
                 checkmate by dropping a pawn.\n\
                 A fourth occurrence of the same position is a draw, unless one side gave check \
                 throughout: that side loses. A side with no legal move loses.",
            zh: "吃掉的棋子成为持驹，可以打入；走入、走出敌阵（对方三段）或在其中走动时可升变；禁止二步和打步诘。\n\
                 同一局面第四次出现为千日手，判和；若由一方连续将军造成，则该方判负。无棋可走的一方判负。",
            ja: "取った駒は持ち駒となり、打つことができる。敵陣（奥の三段）に入るとき、出るとき、中で動くときに\
                 成れる。二歩と打ち歩詰めは反則。\n\
                 同一局面の四回目は千日手で引き分け。連続王手の千日手は、王手をかけた側の負け。\
                 合法手がない側は負け。",
        },
        goal: Text {
            en: "Checkmate your opponent’s king: attack it so that it cannot escape.",
            zh: "将死对方的玉：将军，使它无法逃脱。",
            ja: "相手の玉を詰ます。王手をかけて、逃れられなくすれば勝ち。",
        },
        turn: Text {
            en: "Each turn, move one of your pieces, or drop a captured piece from your hand on an \
                 empty square.",
            zh: "轮到你时，走一枚己方棋子，或把一枚持驹打入空格。",
            ja: "手番ごとに、自分の駒を一枚動かすか、持ち駒を一枚、空いたマスに打つ。",
        },
        phases: &[],
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
        family: None,
        reflections: Reflections::None,
    }],
    former: &[],
    notations: &["txt", "kif", "kifu", "csa", "usi"],
};

const IMPASSE: OptionInfo = OptionInfo {
    key: "impasse",
    name: Text { en: "Impasse", zh: "持将棋（相入玉）", ja: "持将棋" },
    values: &[
        value("27-point", "27 points, by agreement", "27点法（双方同意）", "27点法（合意）"),
        value("24-point", "24 points, by agreement", "24点法（双方同意）", "24点法（合意）"),
        value("declaration", "27-point declaration", "27点宣言法", "入玉宣言法（27点）"),
    ],
};

const FOULS: OptionInfo = OptionInfo {
    key: "fouls",
    name: Text { en: "Illegal moves", zh: "犯规着法", ja: "反則手" },
    values: &[
        value("refuse", "Not accepted", "不接受，可重走", "受け付けない"),
        value("lose", "Lose the game", "判负", "反則負け"),
    ],
};

const HANDICAP: OptionInfo = OptionInfo {
    key: "handicap",
    name: Text { en: "Handicap", zh: "让子", ja: "手合割" },
    values: &[
        value("none", "None (even game)", "平手", "平手"),
        value("left-lance", "Left lance", "香落（让左香）", "香落ち"),
        value("right-lance", "Right lance", "右香落（让右香）", "右香落ち"),
        value("bishop", "Bishop", "角落（让角）", "角落ち"),
        value("rook", "Rook", "飞车落（让飞）", "飛車落ち"),
        value("rook-left-lance", "Rook and left lance", "飞香落（让飞和左香）", "飛香落ち"),
        value("two", "Two pieces", "二枚落（让飞角）", "二枚落ち"),
        value("four", "Four pieces", "四枚落（让飞角、双香）", "四枚落ち"),
        value("five", "Five pieces", "五枚落（让飞角、双香、右桂）", "五枚落ち"),
        value("six", "Six pieces", "六枚落（让飞角、双香、双桂）", "六枚落ち"),
        value("eight", "Eight pieces", "八枚落（只留金、玉和步）", "八枚落ち"),
        value("ten", "Ten pieces", "十枚落（只留玉和步）", "十枚落ち"),
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
