//! The catalogue's entry for Diu Fang: names, rulesets with their sources, options, and the
//! sentences that introduce them, in three languages.
//!
//! Here are texts and identifiers only; the meaning of a ruleset is in `rules`. Ids are stored with
//! games and must not change; a ruleset whose rules change gets a new version.

use super::phases::{EXCHANGE_EACH, MOVEMENT, OPENING_ALWAYS, OPENING_IF_FULL, PLACEMENT};
use super::phases::{EXCHANGES, MOVEMENT_ON_LINES, PLACEMENT_ONLY};
use crate::{BySide, GameInfo, OptionInfo, Reflections, RulesetInfo, Text, ValueInfo};

pub(super) const INFO: GameInfo = GameInfo {
    id: "diu-fang",
    name: Text { en: "Diu Fang", zh: "丢方", ja: "丢方（ディウファン）" },
    gloss: Text { en: "Squares", zh: "四子成方", ja: "四子で方を作る" },
    line: Text { en: "7×8, 40 minutes", zh: "7×8，约 40 分钟", ja: "7×8、約40分" },
    rulesets: &[SALMI, CHINESE, SHIMIZU, LUDII, LUDII_1_3],
    former: &[],
    notations: &["txt"],
};

const SIDES: BySide<Text> = BySide {
    first: Text { en: "Black", zh: "黑方", ja: "黒" },
    second: Text { en: "White", zh: "白方", ja: "白" },
};

const CAPTURE_ALL: Text = Text {
    en: "Capture every enemy stone to win.",
    zh: "提光对方的子即获胜。",
    ja: "相手の石をすべて取れば勝ち。",
};

const PLACE_THEN_MOVE: Text = Text {
    en: "Each turn, place one stone; once all are placed, move one of your stones one step along a \
         line. A fang you make lets you remove an enemy stone.",
    zh: "轮到你时布一子；布完后，把一枚己方的子沿线走一步。成方后可提对方一子。",
    ja: "手番ごとに石を一子置く。すべて置いたら、自分の石を一子、線に沿って一歩動かす。方ができると、\
         相手の石を一子取り除ける。",
};

const SALMI: RulesetInfo = RulesetInfo {
    id: "salmi",
    version: 1,
    name: Text { en: "Dungan (Salmi)", zh: "东干规则", ja: "ドンガン式" },
    summary: Text {
        en: "Take turns placing all your stones, then take turns moving one stone a step. Four of your stones on the corners of one cell make a fang (square), which lets you remove an enemy stone that is not itself in a fang.\nIf the board is full after placement, each side first removes one stone. A side that cannot move passes. Capture every enemy stone to win.",
        zh: "双方轮流布子，布完后轮流走子，每次一步。己方四子占住一格的四角即成方，可提对方一枚不在方上的子。\n布子后若棋盘布满，双方先各提一子。无棋可走时停一手。提光对方的子即获胜。",
        ja: "交互に石をすべて置き、そのあと交互に一子を一歩ずつ動かす。自分の四子で一マスの四隅を占めると「方（ファン）」ができ、方に入っていない相手の石を一子取り除ける。\n置き終えて盤が埋まったときは、まず双方が一子ずつ取り除く。動けない側はパスする。相手の石をすべて取れば勝ち。",
    },
    goal: CAPTURE_ALL,
    turn: PLACE_THEN_MOVE,
    phases: &[PLACEMENT, OPENING_IF_FULL, MOVEMENT],
    source: Text {
        en: "O. Salmi’s page on the game of the Dungans",
        zh: "O. Salmi 关于东干人丢方的网页",
        ja: "ドンガン人の遊びについての O. Salmi のページ",
    },
    sides: SIDES,
    options: &[BOARD],
    family: None,
    reflections: Reflections::All,
};

const CHINESE: RulesetInfo = RulesetInfo {
    id: "chinese",
    version: 1,
    name: Text { en: "Chinese", zh: "中国规则", ja: "中国式" },
    summary: Text {
        en: "Like the Dungan rules, except that after placement each side always removes one stone, and that any enemy stone may be removed when all of them are in a fang.\nAgree on a style first: under Wei Fang (encircling) a side that cannot move loses, under Tian Fang (filling) it passes.",
        zh: "与东干规则相近，但布子后双方一律先各提一子；对方的子全在方上时，可提其中任何一子。\n对局前约定下法。围方：无棋可走的一方判负；填方：无棋可走的一方停一手。",
        ja: "ドンガン式と同じだが、置き終えると必ず双方が一子ずつ取り除き、相手の石がすべて方に入っているときはどれを取り除いてもよい。\n対局前に流儀を決める。囲方では動けない側が負け、填方では動けない側がパスする。",
    },
    goal: Text {
        en: "Capture every enemy stone; under Wei Fang, leaving your opponent with no legal move wins too.",
        zh: "提光对方的子即获胜；围方中，让对方无棋可走也获胜。",
        ja: "相手の石をすべて取れば勝ち。囲方では、相手を動けなくしても勝ち。",
    },
    turn: PLACE_THEN_MOVE,
    phases: &[PLACEMENT, OPENING_ALWAYS, MOVEMENT],
    source: Text {
        en: "The Chinese text of the game; 方棋 in the Chinese Wikipedia",
        zh: "中文原文；中文维基百科“方棋”条目",
        ja: "中国語の原文、中国語版ウィキペディア「方棋」",
    },
    sides: SIDES,
    options: &[BOARD, STYLE],
    family: None,
    reflections: Reflections::All,
};

const SHIMIZU: RulesetInfo = RulesetInfo {
    id: "shimizu",
    version: 1,
    name: Text {
        en: "Shimizu and Miyahara", zh: "清水、宫原规则", ja: "清水・宮原式"
    },
    summary: Text {
        en: "24 stones each on 7×7 points, the first one on the centre. A fang (square) counts only once all stones are placed.\nEvery turn is an exchange: remove an unprotected enemy stone next to one of yours and move into its place.",
        zh: "7×7 点的棋盘，双方各 24 子，首子布在中心；布子时成方不能提子。\n布完后每一步都是换子：提掉一枚与己方相邻、不在方上的对方的子，再把相邻的己方棋子走到该点。",
        ja: "7×7路の盤に24子ずつ、最初の石は中央に置く。置いている間に方ができても取り除けない。\n動かす段階では毎手が交換である。自分の石に隣り合い、方に入っていない相手の石を取り除き、空いた点へ自分の石を動かす。",
    },
    goal: CAPTURE_ALL,
    turn: Text {
        en: "Each turn, place one stone; once all are placed, exchange: remove an unprotected enemy stone next to one of yours and move into its place.",
        zh: "轮到你时布一子；布完后每步换子：提掉一枚与己方相邻、不在方上的对方的子，再走到该点。",
        ja: "手番ごとに石を一子置く。すべて置いたら交換する。自分の石に隣り合う、方に入っていない相手の石を取り除き、空いた点へ自分の石を動かす。",
    },
    phases: &[PLACEMENT_ONLY, EXCHANGES],
    source: Text {
        en: "Shimizu and Miyahara, Board Game Studies 5",
        zh: "Shimizu 与 Miyahara，《Board Game Studies》第 5 期",
        ja: "Shimizu・Miyahara、Board Game Studies 第5号",
    },
    sides: SIDES,
    options: &[],
    family: Some("shimizu"),
    reflections: Reflections::All,
};

const LUDII: RulesetInfo = RulesetInfo {
    id: "ludii",
    version: 1,
    name: Text {
        en: "Ludii (as described)", zh: "Ludii（文字说明）", ja: "Ludii（説明文）"
    },
    summary: Text {
        en: "A fang is an empty point with four stones of one colour around it; four diagonal lines meet at the centre.\n24 stones each on 7×7 points. After placement each side makes one exchange, then every turn is a plain move.",
        zh: "空点的上下左右四邻都是同色的子即成方；中心点另有四条斜线可走。\n7×7 点的棋盘，双方各 24 子；布子后各换子一次，以后每次走一步。",
        ja: "空点の上下左右を同じ色の石が囲むと方になる。中央には四本の斜線があり、それに沿っても動ける。\n7×7路の盤に24子ずつ置き、双方が一度ずつ交換したあとは、一手番に一歩動かす。",
    },
    goal: CAPTURE_ALL,
    turn: PLACE_THEN_MOVE,
    phases: &[PLACEMENT_ONLY, EXCHANGE_EACH, MOVEMENT_ON_LINES],
    source: Text {
        en: "The description on the Ludii portal",
        zh: "Ludii 网站的文字说明",
        ja: "Ludii ポータルの説明文",
    },
    sides: SIDES,
    options: &[],
    family: Some("ludii"),
    reflections: Reflections::All,
};

const LUDII_1_3: RulesetInfo = RulesetInfo {
    id: "ludii-1.3",
    version: 1,
    name: Text {
        en: "Ludii (as programmed)", zh: "Ludii（程序）", ja: "Ludii（プログラム）"
    },
    summary: Text {
        en: "As the program plays it: there are no exchanges, a fang protects nothing, and four diagonal neighbours around an empty point also count.\nTwo passes do not end the game; it is drawn after 1,250 turns a side.",
        zh: "按程序的实际下法：没有换子，方不保护子，空点的四个斜邻都是己方的子也算成方。\n双方连续停一手不判和；双方各走满 1250 步判和。",
        ja: "プログラムの動作どおり。交換はなく、方は石を守らず、空点の斜めの四点を囲んでも方になる。\nパスが続いても引き分けにならず、双方が1250手ずつ指すと引き分け。",
    },
    goal: CAPTURE_ALL,
    turn: PLACE_THEN_MOVE,
    phases: &[PLACEMENT_ONLY, MOVEMENT_ON_LINES],
    source: Text {
        en: "Ludii 1.3.13, as the program actually plays",
        zh: "Ludii 1.3.13 程序的实际行为",
        ja: "プログラム Ludii 1.3.13 の動作",
    },
    sides: SIDES,
    options: &[],
    family: Some("ludii"),
    reflections: Reflections::All,
};

const BOARD: OptionInfo = OptionInfo {
    key: "board",
    name: Text { en: "Board", zh: "棋盘", ja: "盤" },
    values: &[
        size("7x8", "7×8"),
        size("7x7", "7×7"),
        size("6x6", "6×6"),
        size("8x8", "8×8"),
        size("9x9", "9×9"),
    ],
};

/// A size of board, files before ranks, written alike in every language.
const fn size(id: &'static str, name: &'static str) -> ValueInfo {
    ValueInfo { id, name: Text { en: name, zh: name, ja: name } }
}

const STYLE: OptionInfo = OptionInfo {
    key: "style",
    name: Text { en: "Style", zh: "下法", ja: "流儀" },
    values: &[
        ValueInfo {
            id: "wei",
            name: Text {
                en: "Wei Fang: a side that cannot move loses",
                zh: "围方：无棋可走判负",
                ja: "囲方：動けなければ負け",
            },
        },
        ValueInfo {
            id: "tian",
            name: Text {
                en: "Tian Fang: a side that cannot move passes",
                zh: "填方：无棋可走停一手",
                ja: "填方：動けなければパス",
            },
        },
    ],
};
