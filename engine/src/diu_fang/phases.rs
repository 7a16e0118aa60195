//! The phases of Diu Fang for the catalogue: their letters are those of a position's text, see
//! `text.rs`.

use crate::{PhaseInfo, Text};

const PLACEMENT_NAME: Text = Text { en: "Placement", zh: "布子", ja: "石を置く段階" };
const OPENING_NAME: Text = Text { en: "Opening removal", zh: "开局提子", ja: "取り除き" };
const MOVEMENT_NAME: Text = Text { en: "Movement", zh: "走子", ja: "動かす段階" };

/// Stones are placed, and take.
pub(super) const PLACEMENT: PhaseInfo = PhaseInfo {
    id: "p",
    name: PLACEMENT_NAME,
    task: Text {
        en: "Place a stone on any empty point. Four of your stones on the corners of one cell make a fang (square): remove an enemy stone that is not in a fang.",
        zh: "把一子布在任一空点。己方四子占住一格的四角即成方，提对方一枚不在方上的子。",
        ja: "好きな空点に石を一子置く。自分の四子で一マスの四隅を占めると方（ファン）ができ、方に入っていない相手の石を一子取り除く。",
    },
};

/// Stones are placed, and do not take yet.
pub(super) const PLACEMENT_ONLY: PhaseInfo = PhaseInfo {
    id: "p",
    name: PLACEMENT_NAME,
    task: Text {
        en: "Place a stone on any empty point; the first one goes on the centre. Nothing is removed yet.",
        zh: "把一子布在任一空点，首子须布在中心。此时还不能提子。",
        ja: "好きな空点に石を一子置く。最初の石は中央に置く。この段階では石を取り除かない。",
    },
};

/// Each side removes a stone where the board is full.
pub(super) const OPENING_IF_FULL: PhaseInfo = PhaseInfo {
    id: "r",
    name: OPENING_NAME,
    task: Text {
        en: "The board is full: remove one enemy stone to make room.",
        zh: "棋盘已布满：提对方一子，腾出空点。",
        ja: "盤が埋まったので、相手の石を一子取り除いて場所を空ける。",
    },
};

/// Each side removes a stone in any case.
pub(super) const OPENING_ALWAYS: PhaseInfo = PhaseInfo {
    id: "r",
    name: OPENING_NAME,
    task: Text {
        en: "All stones are placed: remove one enemy stone to make room.",
        zh: "布子完毕：提对方一子，腾出空点。",
        ja: "すべて置き終えたので、相手の石を一子取り除いて場所を空ける。",
    },
};

/// Each side makes one exchange.
pub(super) const EXCHANGE_EACH: PhaseInfo = PhaseInfo {
    id: "e",
    name: Text { en: "Exchange", zh: "换子", ja: "交換" },
    task: Text {
        en: "Remove an enemy stone (one next to yours, if there is one) and move into its place. Each side does so once.",
        zh: "提掉对方一子（有与己方相邻的，须从中选），再走到该点。双方各一次。",
        ja: "相手の石を一子取り除き（自分の石に隣り合う石があればその中から）、空いた点へ自分の石を動かす。双方が一度ずつ行う。",
    },
};

/// Every turn is an exchange.
pub(super) const EXCHANGES: PhaseInfo = PhaseInfo {
    id: "m",
    name: Text { en: "Exchanges", zh: "换子", ja: "交換" },
    task: Text {
        en: "Remove an unprotected enemy stone (one next to yours, if there is one) and move into its place. A new fang (square) lets you remove another.",
        zh: "提掉对方一枚不在方上的子（有与己方相邻的，须从中选），再走到该点。成方后再提一子。",
        ja: "方に入っていない相手の石を一子取り除き（自分の石に隣り合う石があればその中から）、空いた点へ自分の石を動かす。方ができると、もう一子取り除ける。",
    },
};

/// Stones move one step, up, down and sideways.
pub(super) const MOVEMENT: PhaseInfo = PhaseInfo {
    id: "m",
    name: MOVEMENT_NAME,
    task: Text {
        en: "Move one of your stones one step along a line to an empty point. A new fang (square) lets you remove an enemy stone that is not in a fang.",
        zh: "把一枚己方的子沿线走一步，走到相邻的空点。成方后提对方一枚不在方上的子。",
        ja: "自分の石を一子、線に沿って隣の空点へ一歩動かす。新しく方ができると、方に入っていない相手の石を一子取り除く。",
    },
};

/// Stones move one step along the lines, of which some are diagonal.
pub(super) const MOVEMENT_ON_LINES: PhaseInfo = PhaseInfo {
    id: "m",
    name: MOVEMENT_NAME,
    task: Text {
        en: "Move one of your stones one step along a line, diagonal lines included. Surround an empty point with four of your stones (a fang) to remove an enemy stone.",
        zh: "把一枚己方的子沿线走一步，斜线也可走。用己方四子围住一个空点即成方，提对方一子。",
        ja: "自分の石を一子、線に沿って一歩動かす。斜線も通れる。自分の四子で空点を囲むと方ができ、相手の石を一子取り除く。",
    },
};
