//! The definition of a line game: its figures of capture, and whether complete lines earn removals,
//! captures chain, and positions may recur.
//!
//! Also the catalogue's texts that these games share. The defaults of `LineRules` are those of the
//! simplest game; rules.md, sections 1 to 5, describes the games.

use super::Captures;
use crate::{BySide, GameInfo, RepetitionRule, Text};
use std::fmt::Debug;
use std::hash::Hash;

/// The rules of a line game, all its rulesets together; a value is one ruleset.
pub trait LineRules: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's line in the catalogue.
    const INFO: &'static GameInfo;

    /// The ruleset of that id, which the catalogue has checked.
    fn of(ruleset: &str) -> Self;

    /// The figures of capture.
    fn captures(self) -> Captures;

    /// The full lines that earn removals.
    fn complete(self) -> Complete {
        Complete::Never
    }

    /// Whether a side that has captured continues as long as it has a capturing step.
    fn chains(self) -> bool {
        false
    }

    /// The rule for a position that recurs.
    fn repetition(self) -> RepetitionRule {
        RepetitionRule::THIRD_DRAWS
    }
}

/// The full lines that earn two removals. The mover's own home row never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Complete {
    /// None.
    Never,
    /// A line of own stones only.
    OwnStones,
    /// A line without an empty point, whichever side's stones are on it.
    AnyStones,
}

/// The names of the sides in these games.
pub(crate) const BLACK_AND_WHITE: BySide<Text> = BySide {
    first: Text { en: "Black", zh: "黑方", ja: "黒" },
    second: Text { en: "White", zh: "白方", ja: "白" },
};

/// The goal of these games.
pub(crate) const CAPTURE_OR_BLOCK: Text = Text {
    en: "Capture every enemy stone, or leave your opponent with no legal move.",
    zh: "吃光对方的子，或让对方无棋可走，即获胜。",
    ja: "相手の石をすべて取るか、相手を動けなくすれば勝ち。",
};

/// A turn in these games.
pub(crate) const ONE_STEP: Text = Text {
    en: "Each turn, move one of your stones one step along a line to an empty point.",
    zh: "轮到你时，把一枚己方的子沿线走一步，走到相邻的空点。",
    ja: "手番ごとに、自分の石を一つ、線に沿って隣の空いた点へ動かす。",
};

/// A turn where a side that has captured keeps capturing.
pub(crate) const STEP_AND_CHAIN: Text = Text {
    en: "Each turn, move one of your stones one step along a line to an empty point. After a \
         capture you must keep capturing, with any stone, while you can.",
    zh: "轮到你时，把一枚己方的子沿线走一步，走到相邻的空点。吃子后只要还能吃，就必须用任何一子接着吃。",
    ja: "手番ごとに、自分の石を一つ、線に沿って隣の空いた点へ動かす。石を取ったら、取れる限り、\
         どの石ででも続けて取らなければならない。",
};

/// The Chinese page behind these games.
pub(crate) const SOURCE: Text = Text {
    en: "Lin Jifu (ed.), A Collection of Chinese Folk Games, board games volume, 2016, pages 118 \
         and 127",
    zh: "林继富主编《中国民间游戏总汇》棋类卷（2016），第 118、127 页",
    ja: "林継富編『中国民間遊戯総匯』棋類巻（2016）118・127頁",
};

/// The translation behind the rulesets called `as-printed`.
pub(crate) const TRANSLATED_SOURCE: Text = Text {
    en: "The English translation of Lin Jifu (ed.), A Collection of Chinese Folk Games, board games \
         volume, 2016, pages 118 and 127",
    zh: "林继富主编《中国民间游戏总汇》棋类卷（2016）第 118、127 页的英译",
    ja: "林継富編『中国民間遊戯総匯』棋類巻（2016）118・127頁の英訳",
};
