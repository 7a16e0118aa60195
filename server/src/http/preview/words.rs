//! The texts of link previews in English, Chinese and Japanese.
//!
//! A preview is shown by other programs (messengers, search results), so its words are the server's
//! own and not the client's. The result of a match that is still being followed live is not
//! revealed. Every reason for an ending has a text; the compiler holds the list complete.

use crate::client::Language;
use domain::EndReason;
use engine::{Reason, Text};

/// What the site is, in one line.
pub(super) const SITE: Text = Text {
    en: "Play xiangqi, shogi and six Chinese folk games in your browser. No account needed.",
    zh: "在浏览器里下象棋、将棋和六种中国民间棋，无需注册。",
    ja: "シャンチー、将棋と中国の民間遊戯六種を、ブラウザーで対局できます。登録は不要です。",
};

/// What the pages of rules contain.
pub(super) const RULES: Text = Text {
    en: "The rules of eight board games of East Asia, with figures you can play on.",
    zh: "八种东亚棋类的规则，附可以试走的图例。",
    ja: "東アジアの八つの盤上遊戯のルールと、実際に指して試せる図。",
};

/// The title of the rules of a game.
pub(crate) fn rules_of(language: Language, game: &str) -> String {
    match language {
        Language::En => format!("Rules of {game}"),
        Language::Zh => format!("{game}规则"),
        Language::Ja => format!("{game}のルール"),
    }
}

/// The seat of `side` is free.
pub(crate) fn open(language: Language, side: &str) -> String {
    match language {
        Language::En => format!("Play as {side}: open the link to join."),
        Language::Zh => format!("打开链接即可入座，你是{side}。"),
        Language::Ja => format!("リンクを開くと、{side}で対局に参加できます。"),
    }
}

/// The match is not over.
pub(crate) fn live(language: Language, moves: u32) -> String {
    match language {
        Language::En => format!("In progress, {} so far. Watch it live.", counted(moves)),
        Language::Zh => format!("对局进行中，已走 {moves} 步，欢迎观战。"),
        Language::Ja => format!("対局中（{moves}手）。観戦できます。"),
    }
}

/// The match is not over, and it is the turn of `side`.
pub(crate) fn turn(language: Language, side: &str, moves: u32) -> String {
    match language {
        Language::En => {
            format!("{side} to move, {} so far. Open the link to play.", counted(moves))
        }
        Language::Zh => format!("轮到{side}走，已走 {moves} 步。打开链接继续。"),
        Language::Ja => format!("{side}の手番（{moves}手まで）。リンクを開いて続けられます。"),
    }
}

/// The match has continued since.
pub(crate) fn before(language: Language, moves: u32) -> String {
    match language {
        Language::En => format!("The position after {}. The game has moved on.", counted(moves)),
        Language::Zh => format!("第 {moves} 步后的局面，对局已经继续。"),
        Language::Ja => format!("{moves}手目の局面。対局はその後も続いています。"),
    }
}

/// The match is over; its result is not revealed here.
pub(crate) fn over(language: Language, moves: u32) -> String {
    match language {
        Language::En => format!("Finished after {}.", counted(moves)),
        Language::Zh => format!("对局已结束，共 {moves} 步。"),
        Language::Ja => format!("終局（{moves}手）。"),
    }
}

/// How a stored game ended.
pub(crate) fn ended(language: Language, result: &str, reason: EndReason, moves: u32) -> String {
    let reason = language.pick(reason_text(reason));
    match language {
        Language::En => format!("{result} ({reason}) after {}.", counted(moves)),
        Language::Zh => format!("{result}（{reason}），共 {moves} 步。"),
        Language::Ja => format!("{result}（{reason}）、{moves}手。"),
    }
}

/// A side has won.
pub(crate) fn won(language: Language, side: &str) -> String {
    match language {
        Language::En => format!("{side} wins"),
        Language::Zh => format!("{side}胜"),
        Language::Ja => format!("{side}の勝ち"),
    }
}

/// Neither side has won.
pub(super) const DRAW: Text = Text { en: "Draw", zh: "和棋", ja: "引き分け" };

/// The match was aborted.
pub(super) const NO_RESULT: Text = Text { en: "No result", zh: "无结果", ja: "無勝負" };

fn counted(moves: u32) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

/// Why a match ended.
const fn reason_text(reason: EndReason) -> Text {
    let (en, zh, ja) = match reason {
        EndReason::Rules(reason) => rule_text(reason),
        EndReason::Resignation => ("resignation", "认输", "投了"),
        EndReason::Timeout => ("out of time", "超时", "時間切れ"),
        EndReason::Agreement => ("by agreement", "双方同意", "合意"),
        EndReason::Abandonment => ("left the game", "中途离开", "離席"),
        EndReason::Aborted => ("aborted", "对局中止", "対局中止"),
        EndReason::NoStart => ("no first move was made", "没有走第一步", "初手なし"),
        EndReason::PlyLimit => {
            ("the server’s limit of moves", "达到服务器的步数上限", "サーバーの手数上限")
        }
    };
    Text { en, zh, ja }
}

const fn rule_text(reason: Reason) -> (&'static str, &'static str, &'static str) {
    match reason {
        Reason::Checkmate => ("checkmate", "将死", "詰み"),
        Reason::NoLegalMove => ("no legal move", "无棋可走", "合法手なし"),
        Reason::Elimination => ("all stones captured", "棋子被吃光", "全滅"),
        Reason::Repetition => ("repetition", "局面重复", "同一局面"),
        Reason::PerpetualCheck => ("perpetual check", "长将", "連続王手"),
        Reason::PerpetualChase => ("perpetual chase", "长捉", "長捉"),
        Reason::NoProgress => ("too long without a capture", "长时间没有吃子", "進展なし"),
        Reason::TurnLimit => ("move limit reached", "达到步数上限", "手数の上限"),
        Reason::DeadPosition => ("neither side can win", "双方都无法取胜", "どちらも勝てない局面"),
        Reason::TwoPasses => ("two consecutive passes", "双方连续停一手", "連続パス"),
        Reason::Impasse => ("points counted at impasse", "持将棋计点", "持将棋（点数計算）"),
        Reason::Declaration => ("declaration", "入玉宣言", "入玉宣言"),
        Reason::WrongDeclaration => ("wrong declaration", "入玉宣言不成立", "入玉宣言の不成立"),
        Reason::Foul => ("illegal move", "犯规", "反則"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_text_of_its_own_in_each_language() {
        for language in [Language::En, Language::Zh, Language::Ja] {
            let mut texts = EndReason::ALL.map(|reason| language.pick(reason_text(reason)));
            texts.sort_unstable();
            assert!(texts.iter().all(|text| !text.is_empty()));
            assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
        }
    }

    #[test]
    fn a_line_is_of_one_language() {
        let end = EndReason::Rules(Reason::Checkmate);
        let lines = |language, side| {
            [
                open(language, side),
                live(language, 12),
                turn(language, side, 12),
                before(language, 1),
                ended(language, side, end, 1),
            ]
            .join(" ")
        };
        assert!(lines(Language::En, "Red").is_ascii());
        for (language, side) in [(Language::Zh, "红方"), (Language::Ja, "赤")] {
            let lines = lines(language, side);
            assert!(!lines.chars().any(|c| c.is_ascii_alphabetic()), "{lines}");
        }
        assert_eq!(live(Language::En, 1), "In progress, 1 move so far. Watch it live.");
    }
}
