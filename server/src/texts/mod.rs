//! Texts for people in English, Chinese and Japanese, and the language that a visitor is served.
//!
//! There is one [`table`], made of the texts of the server alone (`texts.json`) and of the tables of
//! the client's pages that the server shares. The pages, link previews and mails therefore give the
//! same reason for the end of a game. A text that depends on the game has a key that ends in the id
//! of the game, next to the key for all other games.

mod key;
mod language;
mod table;

pub(crate) use key::Key;
pub(crate) use language::Language;

use domain::{EndReason, Player};
use engine::Rule;
use table::{find, find_in_game};

/// The text of a key.
pub(crate) fn text(language: Language, key: Key) -> &'static str {
    find(language, key.as_str()).unwrap_or(key.as_str())
}

/// The text of a key, `{name}` replaced by the value of that name.
pub(crate) fn fill(language: Language, key: Key, values: &[(&str, &str)]) -> String {
    filled(text(language, key), values)
}

/// The name of a player: one that a person chose as it is, and one that the server gives in the
/// visitor's language.
pub(crate) fn name(language: Language, player: &Player) -> String {
    if let Some(level) = player.computer {
        // Other programs in a computer player's place have names of their own.
        let of_level = find(language, &format!("computer.{level}"));
        return of_level.unwrap_or(&player.name).to_owned();
    }
    let shown = match player.name.split_once(' ') {
        _ if player.named => player.name.to_string(),
        Some((_, code)) => fill(language, Key::Guest, &[("code", code)]),
        None => text(language, Key::DeletedPlayer).to_owned(),
    };
    if player.bot { fill(language, Key::Bot, &[("name", &shown)]) } else { shown }
}

/// The reason for the end of a match of `game`.
pub(crate) fn reason(language: Language, reason: EndReason, game: &str) -> &'static str {
    let key = reason.as_str();
    find_in_game(language, &format!("reason.{key}"), game).unwrap_or(key)
}

/// The sentence for a rule of `game` that forbids an action.
pub(crate) fn rule(language: Language, rule: Rule, game: &str) -> &'static str {
    let key = rule.as_str();
    find_in_game(language, &format!("rule.{key}"), game).unwrap_or(key)
}

/// The text in one pass: a value that contains `{name}` is left as it is.
fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let known = after.split_once('}').and_then(|(name, tail)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, tail))
        });
        match known {
            Some((value, tail)) => {
                out.push_str(value);
                rest = tail;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_reason_has_its_own_text_in_each_game() {
        for language in Language::ALL {
            for game in engine::GAMES {
                let texts = EndReason::ALL.map(|end| reason(language, end, game.id));
                assert_eq!(BTreeSet::from(texts).len(), texts.len(), "{language:?} {texts:?}");
            }
        }
    }

    #[test]
    fn every_reason_and_rule_is_in_the_table() {
        let reasons = EndReason::ALL.map(|reason| format!("reason.{}", reason.as_str()));
        let rules = Rule::ALL.iter().map(|rule| format!("rule.{}", rule.as_str()));
        for key in reasons.into_iter().chain(rules) {
            for language in Language::ALL {
                assert!(find(language, &key).is_some(), "{key}");
            }
        }
    }

    #[test]
    fn reason_is_in_the_words_of_its_game() {
        let repetition = EndReason::Rules(engine::Reason::Repetition);
        assert_eq!(reason(Language::Zh, repetition, "shogi"), "千日手");
        assert_eq!(reason(Language::Zh, repetition, "xiangqi"), "局面重复");
    }

    #[test]
    fn values_are_filled_in_once() {
        let values = [("name", "{game}"), ("game", "Shogi")];
        assert_eq!(filled("{name} in {game}, {other} {", &values), "{game} in Shogi, {other} {");
    }
}
