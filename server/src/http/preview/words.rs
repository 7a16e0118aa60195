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
    ja: "シャンチー、将棋と中国の民間ゲーム六種を、ブラウザーで対局できます。登録は不要です。",
};

/// What the pages of rules contain.
pub(super) const RULES: Text = Text {
    en: "The rules of eight board games of East Asia, with diagrams you can play on.",
    zh: "八种东亚棋类的规则，附可以试走的图例。",
    ja: "東アジアの八つのボードゲームのルールと、実際に指して試せる図。",
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
        Language::En => {
            format!("The position after {}. More moves have been played.", counted(moves))
        }
        Language::Zh => format!("第 {moves} 步后的局面，之后又走了几步。"),
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

/// How a stored game of `game` ended.
pub(crate) fn ended(
    language: Language,
    game: &str,
    result: &str,
    reason: EndReason,
    moves: u32,
) -> String {
    let reason = language.pick(reason_text(reason, game));
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

/// Why a match of `game` ended, in the words of the pages.
fn reason_text(reason: EndReason, game: &str) -> Text {
    let (en, zh, ja) = match reason {
        EndReason::Rules(reason) => rule_text(reason, game),
        EndReason::Resignation => ("resignation", "认输", "投了"),
        EndReason::Timeout => ("time ran out", "超时", "時間切れ"),
        EndReason::Agreement => ("by agreement", "双方同意", "合意"),
        EndReason::Abandonment => ("game abandoned", "中途离开", "離席"),
        EndReason::Aborted => ("game aborted", "对局中止", "対局中止"),
        EndReason::NoStart => ("no first move in time", "没有按时走出第一步", "時間内に初手なし"),
        EndReason::PlyLimit => (
            "server limit of 3,000 moves reached",
            "达到服务器的步数上限（3000 步）",
            "サーバーの手数上限（3000手）",
        ),
    };
    Text { en, zh, ja }
}

fn rule_text(reason: Reason, game: &str) -> (&'static str, &'static str, &'static str) {
    match reason {
        Reason::Checkmate => ("checkmate", "将死", "詰み"),
        Reason::NoLegalMove if game == "xiangqi" => {
            ("no legal move", "困毙（无棋可走）", "合法手なし")
        }
        Reason::NoLegalMove => ("no legal move", "无棋可走", "合法手なし"),
        Reason::Elimination => ("all stones captured", "棋子被吃光", "全滅"),
        Reason::Repetition if game == "shogi" => ("repetition", "千日手", "千日手"),
        Reason::Repetition => ("repetition", "局面重复", "同一局面"),
        Reason::PerpetualCheck if game == "shogi" => {
            ("perpetual check", "连续将军的千日手", "連続王手の千日手")
        }
        Reason::PerpetualCheck => ("perpetual check", "长将", "長将（連続王手）"),
        Reason::PerpetualChase => ("perpetual chase", "长捉", "長捉（同じ駒を追い続けた）"),
        Reason::NoProgress => {
            ("too long without a capture", "长时间没有吃子", "取る手のないまま規定の手数")
        }
        Reason::TurnLimit => ("move limit reached", "达到步数上限", "手数の上限"),
        Reason::DeadPosition => ("neither side can win", "双方都无法取胜", "どちらも勝てない局面"),
        Reason::TwoPasses => ("two passes in a row", "双方连续停一手", "連続パス"),
        Reason::Impasse => ("impasse (points counted)", "持将棋计点", "持将棋（点数計算）"),
        Reason::Declaration => ("27-point declaration", "入玉宣言", "入玉宣言"),
        Reason::WrongDeclaration => ("invalid declaration", "入玉宣言不成立", "入玉宣言の不成立"),
        Reason::Foul => ("illegal move", "犯规", "反則"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_text_of_its_own_in_each_language() {
        for language in [Language::En, Language::Zh, Language::Ja] {
            for game in ["shogi", "xiangqi", "xia-si"] {
                let mut texts =
                    EndReason::ALL.map(|reason| language.pick(reason_text(reason, game)));
                texts.sort_unstable();
                assert!(texts.iter().all(|text| !text.is_empty()));
                assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
            }
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
                ended(language, "xiangqi", side, end, 1),
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
