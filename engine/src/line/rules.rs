//! What a line game supplies.

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

    /// Which full lines earn removals.
    fn complete(self) -> Complete {
        Complete::Never
    }

    /// Whether a side that has captured goes on as long as it has a capturing step.
    fn chains(self) -> bool {
        false
    }

    /// What happens to positions that come back.
    fn repetition(self) -> RepetitionRule {
        RepetitionRule::THIRD_DRAWS
    }
}

/// Which full lines earn two removals. The mover's own home row never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Complete {
    /// None.
    Never,
    /// A line of own stones only.
    OwnStones,
    /// A line without an empty point, whoever's stones they are.
    AnyStones,
}

/// What the sides are called in these games.
pub(crate) const BLACK_AND_WHITE: BySide<Text> = BySide {
    first: Text { en: "Black", zh: "黑方", ja: "黒" },
    second: Text { en: "White", zh: "白方", ja: "白" },
};

/// The Chinese page behind these games.
pub(crate) const SOURCE: Text = Text {
    en: "Lin Jifu (ed.), A Collection of Chinese Folk Games, board games volume, 2016, pages 118 \
         and 127",
    zh: "林继富主编《中国民间游戏总汇》棋类卷（2016），第 118、127 页",
    ja: "林継富編『中国民間遊戯総匯』棋類巻（2016）、118・127 頁",
};

/// The translation behind the rulesets called `as-printed`.
pub(crate) const TRANSLATED_SOURCE: Text = Text {
    en: "The English translation of Lin Jifu (ed.), A Collection of Chinese Folk Games, board games \
         volume, 2016, pages 118 and 127",
    zh: "林继富主编《中国民间游戏总汇》棋类卷（2016）第 118、127 页的英译文",
    ja: "林継富編『中国民間遊戯総匯』棋類巻（2016）118・127 頁の英訳文",
};
