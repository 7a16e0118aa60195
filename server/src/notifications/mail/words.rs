//! The subjects and texts of mails, made of [`crate::texts`].
//!
//! Players choose their names: each is put into one line, without anything that could end it.

use crate::texts::{self, Key, Language};
use engine::find_game;
use store::MailNotification;

/// The subject of the mail that confirms an address.
pub(super) fn confirm_subject(language: Language) -> &'static str {
    texts::text(language, Key::ConfirmSubject)
}

/// The text of the mail that confirms an address.
pub(super) fn confirm(language: Language, link: &str) -> String {
    texts::fill(language, Key::Confirm, &[("link", link)])
}

/// The subject of a mail with these lines.
pub(super) fn subject(language: Language, lines: &[MailNotification], more: usize) -> String {
    if let ([line], 0) = (lines, more) {
        return sentence(language, line);
    }
    let count = lines.len().saturating_add(more);
    texts::fill(language, Key::SeveralGames, &[("count", &count.to_string())])
}

/// The text of a mail with these lines: `games` is the page with the reader's games and settings,
/// `stop` the one that ends such mails.
pub(super) fn text(
    language: Language,
    lines: &[MailNotification],
    more: usize,
    site: &str,
    games: &str,
    stop: &str,
) -> String {
    let told =
        |line: &MailNotification| format!("{}\n{site}/m/{}\n\n", sentence(language, line), line.of);
    let mut text: String = lines.iter().map(told).collect();
    if more > 0 {
        let rest = texts::fill(language, Key::MoreGames, &[("count", &more.to_string())]);
        text.push_str(&format!("{rest}\n{games}\n\n"));
    }
    text.push_str("-- \n");
    text.push_str(&texts::fill(language, Key::Foot, &[("games", games), ("stop", stop)]));
    text
}

/// One notification.
fn sentence(language: Language, line: &MailNotification) -> String {
    let game = find_game(&line.game).map_or(&*line.game, |info| language.pick(info.name));
    let name = line.opponent.as_deref().map(one_line);
    let key = Key::of_notification(line.kind, name.is_some());
    texts::fill(language, key, &[("game", game), ("name", &name.unwrap_or_default())])
}

/// A name without what could end its line, or hide what follows.
fn one_line(name: &str) -> String {
    let shown = |c: &char| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}');
    name.chars().filter(shown).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{MatchId, NotificationKind};

    #[test]
    fn every_mail_is_filled_in() {
        let notice = |kind, opponent: Option<&str>| MailNotification {
            kind,
            game: "xiangqi".into(),
            of: MatchId::fresh(),
            opponent: opponent.map(Into::into),
        };
        let kinds = NotificationKind::ALL;
        let lines: Vec<MailNotification> = kinds
            .into_iter()
            .flat_map(|kind| [notice(kind, None), notice(kind, Some("Li"))])
            .collect();
        for language in Language::ALL {
            let mails = [
                confirm_subject(language).to_owned(),
                confirm(language, "link"),
                subject(language, &lines, 1),
                text(language, &lines, 1, "site", "games", "stop"),
            ];
            assert!(!mails.concat().contains(['{', '}']), "{mails:?}");
            assert_eq!(mails[3].matches("Li").count(), kinds.len(), "{mails:?}");
        }
    }
}
