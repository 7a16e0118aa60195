//! What the catalogue says of Diu Fang.

use crate::{BySide, GameInfo, OptionInfo, RulesetInfo, Text, ValueInfo};

pub(super) const INFO: GameInfo = GameInfo {
    id: "diu-fang",
    name: Text { en: "Diu Fang", zh: "丢方", ja: "丢方（ディウファン）" },
    rulesets: &[SALMI, CHINESE, SHIMIZU, LUDII, LUDII_1_3],
    notations: &["txt"],
};

const SIDES: BySide<Text> = BySide {
    first: Text { en: "Black", zh: "黑方", ja: "黒" },
    second: Text { en: "White", zh: "白方", ja: "白" },
};

const SALMI: RulesetInfo = RulesetInfo {
    id: "salmi",
    version: 1,
    name: Text { en: "Salmi", zh: "萨尔米规则", ja: "サルミ式" },
    summary: Text {
        en: "Four own stones at the corners of a cell, placed or moved there, take an enemy stone; stones in such a fang cannot be taken.\nIf placing fills the board each side removes one stone; a side that cannot move passes.",
        zh: "落子或走子使己方四子占住一格的四角即成方，成一方吃对方一子；方上的子不能吃。\n若布满棋盘，双方先各提一子；无子可走的一方停着。",
        ja: "打つか動かすかして一マスの四隅を自分の石で占めると「方」になり、相手の石を一つ取る。方をなす石は取られない。\n盤が石で埋まったときは双方が一つずつ取り除いてから始め、動けない側はパスする。",
    },
    source: Text {
        en: "O. Salmi's page on the game",
        zh: "O. Salmi 的网页",
        ja: "O. Salmi のページ",
    },
    sides: SIDES,
    options: &[BOARD],
};

const CHINESE: RulesetInfo = RulesetInfo {
    id: "chinese",
    version: 1,
    name: Text { en: "Chinese", zh: "中国规则", ja: "中国式" },
    summary: Text {
        en: "As Salmi, but after placing each side always removes one stone, and when every enemy stone stands in a fang any of them may be taken.\nThe players agree on a style: in Wei Fang a side that cannot move has been encircled and loses, in Tian Fang it passes.",
        zh: "与萨尔米规则相近，但布子后双方一律先各提一子；对方的子全在方上时，可吃其中任何一子。\n开局前约定下法：围方中无子可走者被围死而负，填方中无子可走者停着。",
        ja: "サルミ式と同じだが、打ち終わると必ず双方が一つずつ取り除き、相手の石がすべて方をなすときはどれを取ってもよい。\n流儀を先に決める。囲方では動けない側が囲まれて負け、填方ではパスする。",
    },
    source: Text {
        en: "The Chinese text of the game; 方棋 in the Chinese Wikipedia",
        zh: "中文原文；中文维基百科“方棋”条目",
        ja: "中国語の原文、中国語版ウィキペディア「方棋」",
    },
    sides: SIDES,
    options: &[BOARD, STYLE],
};

const SHIMIZU: RulesetInfo = RulesetInfo {
    id: "shimizu",
    version: 1,
    name: Text {
        en: "Shimizu and Miyahara", zh: "清水与宫原规则", ja: "清水・宮原式"
    },
    summary: Text {
        en: "24 stones each on 7x7, the first on the centre; fang count only once all are placed.\nEvery turn is an exchange: remove an unprotected enemy stone beside one of yours, and step into its place.",
        zh: "七路盘，双方各二十四子，首子落在中心；布子时成方不吃子。\n每一手都是换子：提去与己子相邻的一枚不在方上的敌子，再把相邻的己子走到那里。",
        ja: "七路盤に二十四個ずつ、最初の石は中央に打つ。打つ間は方ができても取らない。\n毎手が交換である。自分の石に隣り合い、方をなさない相手の石を取り除き、その跡へ隣の石を進める。",
    },
    source: Text {
        en: "Shimizu and Miyahara, Board Game Studies 5",
        zh: "Shimizu 与 Miyahara，《Board Game Studies》第 5 期",
        ja: "Shimizu・Miyahara、Board Game Studies 第5号",
    },
    sides: SIDES,
    options: &[],
};

const LUDII: RulesetInfo = RulesetInfo {
    id: "ludii",
    version: 1,
    name: Text {
        en: "Ludii, the description", zh: "Ludii（文字说明）", ja: "Ludii（説明文）"
    },
    summary: Text {
        en: "A fang is an empty point with four stones of one colour around it, and four diagonal lines meet at the centre.\n24 stones each on 7x7; after placing each side makes one exchange, and then turns are plain steps.",
        zh: "空点的上下左右四邻全是同色子即成方；中心点另有四条斜线可走。\n七路盘，双方各二十四子；布子后各换子一次，此后每手走一步。",
        ja: "空いた点の上下左右を同じ色の石が囲むと方になる。中央には四本の斜線があり、それに沿っても動ける。\n七路盤に二十四個ずつ打ち、双方が一度ずつ交換したあと、一手に一歩動かす。",
    },
    source: Text {
        en: "The description on the Ludii portal",
        zh: "Ludii 网站的文字说明",
        ja: "Ludii ポータルの説明文",
    },
    sides: SIDES,
    options: &[],
};

const LUDII_1_3: RulesetInfo = RulesetInfo {
    id: "ludii-1.3",
    version: 1,
    name: Text {
        en: "Ludii, the program", zh: "Ludii（程序）", ja: "Ludii（プログラム）"
    },
    summary: Text {
        en: "As the program plays it: no exchange, fang protect nothing, and four diagonal neighbours around an empty point count too.\nPassing does not draw; after 1,250 turns a side the game is drawn.",
        zh: "依程序的实际下法：不换子，方不护子；空点的四个斜邻全是己子也算成方。\n停着不成和；双方各走满一千二百五十手为和局。",
        ja: "プログラムの動作どおり。交換はなく、方は石を守らず、空点の斜め四方を囲んでも方になる。\nパスが続いても引き分けにならず、双方が千二百五十手ずつ指すと引き分け。",
    },
    source: Text {
        en: "The program Ludii 1.3.13, as it plays",
        zh: "Ludii 1.3.13 程序的实际行为",
        ja: "プログラム Ludii 1.3.13 の動作",
    },
    sides: SIDES,
    options: &[],
};

const BOARD: OptionInfo = OptionInfo {
    key: "board",
    name: Text { en: "Board", zh: "棋盘", ja: "盤" },
    values: &[
        ValueInfo {
            id: "7x8", name: Text { en: "7 files, 8 ranks", zh: "七乘八", ja: "七×八" }
        },
        ValueInfo { id: "7x7", name: Text { en: "7 by 7", zh: "七乘七", ja: "七×七" } },
        ValueInfo { id: "6x6", name: Text { en: "6 by 6", zh: "六乘六", ja: "六×六" } },
        ValueInfo { id: "8x8", name: Text { en: "8 by 8", zh: "八乘八", ja: "八×八" } },
        ValueInfo { id: "9x9", name: Text { en: "9 by 9", zh: "九乘九", ja: "九×九" } },
    ],
};

const STYLE: OptionInfo = OptionInfo {
    key: "style",
    name: Text { en: "Style", zh: "下法", ja: "流儀" },
    values: &[
        ValueInfo {
            id: "wei",
            name: Text {
                en: "Wei Fang: no move loses",
                zh: "围方：无子可走为负",
                ja: "囲方：動けなければ負け",
            },
        },
        ValueInfo {
            id: "tian",
            name: Text {
                en: "Tian Fang: no move passes",
                zh: "填方：无子可走则停着",
                ja: "填方：動けなければパス",
            },
        },
    ],
};
