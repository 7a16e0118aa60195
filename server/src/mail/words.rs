//! What mails say, in English, Chinese and Japanese.
//!
//! Names come from people: they are put into one line each, without anything that could end it.

use crate::client::Language;
use crate::store::{MailNotice, NoticeKind};
use engine::find_game;

/// The subject of the mail that confirms an address.
pub(super) const fn confirm_subject(language: Language) -> &'static str {
    match language {
        Language::En => "Confirm your address",
        Language::Zh => "请确认你的邮箱",
        Language::Ja => "メールアドレスの確認",
    }
}

/// The text of the mail that confirms an address.
pub(super) fn confirm(language: Language, link: &str) -> String {
    match language {
        Language::En => format!(
            "Someone (probably you) asked to receive notifications from Yiguan 弈馆 at this \
             address.\n\nTo confirm, open this page within 24 hours and press the button:\n\
             {link}\n\nIf it was not you, do nothing: no other email will follow.\n"
        ),
        Language::Zh => format!(
            "弈馆（Yiguan）收到请求，要用这个邮箱接收对局通知。\n\n\
             请在 24 小时内打开下面的页面，点击按钮确认：\n{link}\n\n\
             如非本人操作，请忽略此邮件，不会再有邮件发来。\n"
        ),
        Language::Ja => format!(
            "弈館（Yiguan）からの通知をこのメールアドレスで受け取る登録の申し込みがありました。\n\n\
             24時間以内に次のページを開き、ボタンを押して確認してください。\n{link}\n\n\
             心当たりがなければ、何もしなくてかまいません。今後メールは届きません。\n"
        ),
    }
}

/// The subject of a mail with these lines.
pub(super) fn subject(language: Language, lines: &[MailNotice], more: usize) -> String {
    if let ([line], 0) = (lines, more) {
        return sentence(language, line);
    }
    let count = lines.len().saturating_add(more);
    match language {
        Language::En => format!("{count} games are waiting for you"),
        Language::Zh => format!("有 {count} 局棋在等你"),
        Language::Ja => format!("{count}局で手番などのお知らせがあります"),
    }
}

/// The text of a mail with these lines: `games` is the page with the reader's games and settings,
/// `stop` the one that ends such mails.
pub(super) fn text(
    language: Language,
    lines: &[MailNotice],
    more: usize,
    site: &str,
    games: &str,
    stop: &str,
) -> String {
    let told =
        |line: &MailNotice| format!("{}\n{site}/m/{}\n\n", sentence(language, line), line.of);
    let mut text: String = lines.iter().map(told).collect();
    if more > 0 {
        text.push_str(&format!("{}\n{games}\n\n", rest(language, more)));
    }
    text.push_str("-- \n");
    text.push_str(&foot(language, games, stop));
    text
}

fn rest(language: Language, more: usize) -> String {
    match language {
        Language::En => format!("More games: {more}"),
        Language::Zh => format!("还有 {more} 局"),
        Language::Ja => format!("ほかに{more}局"),
    }
}

fn foot(language: Language, games: &str, stop: &str) -> String {
    match language {
        Language::En => format!(
            "Yiguan 弈馆 sends you this because you asked for it. Choose what you receive:\n\
             {games}\nUnsubscribe:\n{stop}\n"
        ),
        Language::Zh => format!(
            "这封邮件由弈馆（Yiguan）按你的设置发送。选择要接收的通知：\n{games}\n\
             退订：\n{stop}\n"
        ),
        Language::Ja => format!(
            "このメールは、あなたの設定により弈館（Yiguan）が送りました。受け取る通知を選ぶ：\n\
             {games}\n配信停止：\n{stop}\n"
        ),
    }
}

/// One thing to tell.
fn sentence(language: Language, line: &MailNotice) -> String {
    let game = find_game(&line.game).map_or(&*line.game, |info| language.pick(info.name));
    let name = line.opponent.as_deref().map(one_line);
    match (line.kind, language, name) {
        (NoticeKind::Turn, Language::En, Some(name)) => {
            format!("Your turn in {game} against {name}")
        }
        (NoticeKind::Turn, Language::En, None) => format!("Your turn in {game}"),
        (NoticeKind::Turn, Language::Zh, Some(name)) => {
            format!("轮到你走：{game}，对手是 {name}")
        }
        (NoticeKind::Turn, Language::Zh, None) => format!("轮到你走：{game}"),
        (NoticeKind::Turn, Language::Ja, Some(name)) => {
            format!("{name}さんとの{game}で、あなたの手番です")
        }
        (NoticeKind::Turn, Language::Ja, None) => format!("{game}で、あなたの手番です"),
        (NoticeKind::Challenge, Language::En, Some(name)) => {
            format!("{name} challenges you to a game of {game}")
        }
        (NoticeKind::Challenge, Language::En, None) => {
            format!("You are challenged to a game of {game}")
        }
        (NoticeKind::Challenge, Language::Zh, Some(name)) => format!("{name} 向你发起挑战：{game}"),
        (NoticeKind::Challenge, Language::Zh, None) => format!("有人向你发起挑战：{game}"),
        (NoticeKind::Challenge, Language::Ja, Some(name)) => {
            format!("{name}さんからの挑戦です（{game}）")
        }
        (NoticeKind::Challenge, Language::Ja, None) => {
            format!("挑戦が届きました（{game}）")
        }
        (NoticeKind::Found, Language::En, Some(name)) => {
            format!("Your game of {game} against {name} has begun")
        }
        (NoticeKind::Found, Language::En, None) => format!("Your game of {game} has begun"),
        (NoticeKind::Found, Language::Zh, Some(name)) => {
            format!("与 {name} 的{game}对局开始了")
        }
        (NoticeKind::Found, Language::Zh, None) => format!("{game}对局开始了"),
        (NoticeKind::Found, Language::Ja, Some(name)) => {
            format!("{name}さんとの{game}の対局が始まりました")
        }
        (NoticeKind::Found, Language::Ja, None) => format!("{game}の対局が始まりました"),
    }
}

/// A name without what could end its line, or hide what follows.
fn one_line(name: &str) -> String {
    let shown = |c: &char| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}');
    name.chars().filter(shown).take(40).collect()
}
