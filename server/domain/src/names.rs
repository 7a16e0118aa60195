//! Names of players: one rule for every name, from any source.
//!
//! A [`Name`] is chosen by a player. It has 1 to 20 characters and has no disguises: letters,
//! digits and a few marks between them, no character that cannot be seen or turns the others
//! around, no letters of one script among those of another that look alike, and not the form by
//! which a guest without a name is shown. Unicode defines which characters are letters of scripts
//! in use (UTS 39, "Unicode Security Mechanisms").
//!
//! Names of imported games were chosen elsewhere: [`is_shown_as_it_is`] only keeps out what hides
//! or breaks a line.

use crate::ids::PlayerId;
use crate::likeness::likeness;
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton,
};

/// The most characters of a chosen name.
pub const MAX_NAME: usize = 20;

/// The fewest characters of a name that belongs to one player.
pub const MIN_REGISTERED_NAME: usize = 2;

/// The name that games show for a deleted player. No player can choose it.
pub const SOMEONE: &str = "Someone";

/// Its forms in the languages of the pages.
const SOMEONE_ELSEWHERE: [&str; 4] = ["Deleted player", "已注销棋手", "退会したプレイヤー", "某人"];

/// The most marks above and below one letter, which is what Vietnamese, Hindi and Hebrew need.
const MAX_MARKS: usize = 3;

/// The characters allowed between letters and digits, in addition to a space.
const BETWEEN: [char; 8] = ['-', '\'', '.', '_', '·', '・', '’', '&'];

/// The name of a guest without one in the languages of the pages, before four digits.
const GUEST: [&str; 4] = ["Guest", "访客", "訪客", "ゲスト"];

/// A chosen name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(Box<str>);

/// A text cannot be a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// There is nothing, or too much.
    #[error("a name has 1 to {MAX_NAME} characters")]
    Length,
    /// It is too short for a name that belongs to one player.
    #[error("a registered name has {MIN_REGISTERED_NAME} to {MAX_NAME} characters")]
    Short,
    /// A character is none of those that names have.
    #[error(
        "a name has letters, digits, spaces and - ' . _ · & only; U+{:04X} is none of them",
        u32::from(*.0)
    )]
    Character(char),
    /// Marks are piled upon a letter.
    #[error("a name has at most {MAX_MARKS} marks on a letter")]
    Marks,
    /// There is nothing to read.
    #[error("a name must have a letter or a digit")]
    NothingToRead,
    /// Letters of scripts are mixed that are taken for each other.
    #[error("a name must not mix scripts with letters that look alike")]
    Mixed,
    /// It contains a word that the operator does not allow.
    #[error("the name contains a word that the operators do not allow")]
    Words,
    /// It is the form of a guest without a name.
    #[error("this is the form of the names of guests")]
    Nameless,
}

/// Whether a text is refused before it is normalised, which would take long.
const fn is_much_too_long(text: &str) -> bool {
    text.len() > 64 * MAX_NAME
}

impl Name {
    /// Reads a name: without the spaces around it, one space where there are several, composed
    /// (NFC).
    ///
    /// # Errors
    ///
    /// [`BadName`].
    pub fn parse(text: &str) -> Result<Self, BadName> {
        if is_much_too_long(text) {
            return Err(BadName::Length);
        }
        let words: Vec<&str> =
            text.split([' ', '\u{a0}', '\u{3000}']).filter(|word| !word.is_empty()).collect();
        let name: String = words.join(" ").trim().nfc().collect();
        if name.is_empty() || name.chars().count() > MAX_NAME {
            return Err(BadName::Length);
        }
        if let Some(other) = name.chars().find(|&c| !is_of_names(c)) {
            return Err(BadName::Character(other));
        }
        if has_piled_marks(&name) {
            return Err(BadName::Marks);
        }
        let letters: String = name.chars().filter(|&c| c != ' ' && !BETWEEN.contains(&c)).collect();
        if !letters.chars().any(is_letter_or_digit) || letters.starts_with(is_mark) {
            return Err(BadName::NothingToRead);
        }
        if !letters.check_restriction_level(RestrictionLevel::ModeratelyRestrictive) {
            return Err(BadName::Mixed);
        }
        if is_like_nameless(&letters) {
            return Err(BadName::Nameless);
        }
        Ok(Self(name.into()))
    }

    /// Reads a name that is to belong to one player: the same, with 2 characters or more.
    ///
    /// # Errors
    ///
    /// [`BadName`].
    pub fn parse_registered(text: &str) -> Result<Self, BadName> {
        let name = Self::parse(text)?;
        if name.0.chars().count() < MIN_REGISTERED_NAME { Err(BadName::Short) } else { Ok(name) }
    }

    /// The common form of this name and those that resemble it.
    #[must_use]
    pub fn likeness(&self) -> String {
        likeness(&self.0)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a guest without one: it has the first digits of the id. No player can choose it.
#[must_use]
pub fn nameless(id: PlayerId) -> Box<str> {
    let digits = id.0.simple().to_string();
    format!("{} {}", GUEST[0], &digits[..4]).into()
}

/// Whether a name from elsewhere, of at most `most` characters, is shown as it is: in one line,
/// with nothing in it that cannot be seen or turns the rest around.
#[must_use]
pub fn is_shown_as_it_is(name: &str, most: usize) -> bool {
    let is_hidden = |c: char| {
        matches!(
            c.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::Surrogate
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
    };
    name.chars().count() <= most && !name.chars().any(is_hidden) && !has_piled_marks(name)
}

fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

fn is_letter_or_digit(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Letter
        || c.general_category() == GeneralCategory::DecimalNumber
}

fn is_of_names(c: char) -> bool {
    let is_readable = || is_letter_or_digit(c) || is_mark(c);
    c == ' ' || BETWEEN.contains(&c) || (is_readable() && c.identifier_allowed())
}

fn has_piled_marks(name: &str) -> bool {
    let mut marks = 0;
    name.nfd().any(|c| {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        marks > MAX_MARKS
    })
}

/// Whether letters and digits look like a guest without a name, in any of the pages' languages.
fn is_like_nameless(letters: &str) -> bool {
    let alike = likeness(letters);
    if std::iter::once(SOMEONE).chain(SOMEONE_ELSEWHERE).any(|other| likeness(other) == alike) {
        return true;
    }
    let look = |text: &str| skeleton(&text.to_lowercase()).collect::<String>().to_lowercase();
    let (seen, digits) = (look(letters), look("0123456789abcdef"));
    GUEST
        .iter()
        .filter_map(|guest| seen.strip_prefix(&look(guest)))
        .any(|rest| rest.chars().all(|c| digits.contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let name = Name::parse(text).map(|name| name.to_string());
        assert_eq!(name.as_deref(), Ok(expected), "{text:?}");
    }

    #[track_caller]
    fn check_bad(text: &str, expected: BadName) {
        assert_eq!(Name::parse(text), Err(expected), "{text:?}");
    }

    #[test]
    fn names_of_many_scripts_are_names() {
        for name in [
            "Li",
            "李",
            "李白",
            "羽生 善治",
            "さくら",
            "サトウ・ジョン",
            "Zoë",
            "Nguyễn Thị",
            "O'Brien",
            "Jean-Luc",
            "x",
            "7",
            "김철수",
            "Дмитрий",
            "Ελένη",
            "दमयन्ती",
            "สมชาย",
            "محمد",
            "דוד",
            "棋手A",
            "Go 4 it",
            "a.b_c",
            "々木",
            "Guesthouse",
            "Gue",
            "abc",
            "丢方王",
        ] {
            check(name, name);
        }
    }

    #[test]
    fn spaces_are_put_in_order_and_letters_composed() {
        check("  Li \u{3000} Bai\u{a0}", "Li Bai");
        check("Zoe\u{308}", "Zoë");
        check("カ\u{3099}", "ガ");
    }

    #[test]
    fn a_name_is_neither_empty_nor_long() {
        for text in ["", "   ", "\u{3000}"] {
            check_bad(text, BadName::Length);
        }
        check(&"界".repeat(MAX_NAME), &"界".repeat(MAX_NAME));
        check_bad(&"界".repeat(MAX_NAME + 1), BadName::Length);
        check_bad(&"a".repeat(1 << 20), BadName::Length);
        // The composed form counts.
        check(&"e\u{308}".repeat(MAX_NAME), &"ë".repeat(MAX_NAME));
    }

    #[test]
    fn what_hides_or_deceives_is_in_no_name() {
        for (text, character) in [
            ("a\nb", '\n'),
            ("a\u{0}b", '\u{0}'),
            ("a\u{7f}", '\u{7f}'),
            ("a\u{200b}b", '\u{200b}'),    // zero width space
            ("a\u{200d}b", '\u{200d}'),    // zero width joiner
            ("a\u{ad}b", '\u{ad}'),        // soft hyphen
            ("\u{202e}nimda", '\u{202e}'), // right to left from here on
            ("a\u{2066}b", '\u{2066}'),
            ("a\u{e0041}", '\u{e0041}'), // a tag
            ("a\u{fe0f}", '\u{fe0f}'),   // a variation selector
            ("\u{e000}", '\u{e000}'),    // private use
            ("a\u{378}", '\u{378}'),     // not assigned
            ("\u{3164}", '\u{3164}'),    // a letter of Hangul that nobody sees
            ("\u{115f}x", '\u{115f}'),
            ("\u{2800}", '\u{2800}'), // Braille without a dot
            ("a\u{2028}b", '\u{2028}'),
            ("a:b", ':'), // allowed in identifiers
            ("ａｄｍｉｎ", 'ａ'),
            ("𝐚dmin", '𝐚'),
            ("ﬁsh", 'ﬁ'),
            ("<b>", '<'),
            ("a/b", '/'),
            ("♟", '♟'),
            ("😀", '😀'),
        ] {
            check_bad(text, BadName::Character(character));
        }
        check("x\u{300}\u{301}\u{302}", "x\u{300}\u{301}\u{302}");
        check_bad("a\u{300}\u{301}\u{302}\u{303}", BadName::Marks);
        check_bad("раypal", BadName::Mixed); // two letters are Cyrillic
        check_bad("Ζeus", BadName::Mixed); // a Greek Zeta
    }

    #[test]
    fn a_name_can_be_read() {
        for text in ["-", "...", "· ·", "_"] {
            check_bad(text, BadName::NothingToRead);
        }
        check_bad("\u{301}a", BadName::NothingToRead);
    }

    #[test]
    fn name_cannot_look_like_a_guest_without_one() {
        for text in [
            "Guest 4f2a",
            "guest 4f2a",
            "GUEST4F2A",
            "Guest",
            "G-u-e-s-t 4f2a",
            "访客 4f2a",
            "訪客",
            "ゲスト 4f2a",
            "Guest 4f2a9",
            "Guest O1",
            "Someone",
            "some one",
            "deleted player",
            "已注銷棋手",
            "某人",
        ] {
            check_bad(text, BadName::Nameless);
        }
        let id = PlayerId(uuid::Uuid::from_u128(0x4f2a << 112));
        assert_eq!(&*nameless(id), "Guest 4f2a");
        assert_eq!(Name::parse(&nameless(id)), Err(BadName::Nameless));
    }

    #[test]
    fn name_of_one_player_has_two_characters() {
        assert_eq!(Name::parse_registered("李"), Err(BadName::Short));
        assert_eq!(Name::parse_registered("x"), Err(BadName::Short));
        let kept = Name::parse_registered("李白").map(|name| name.to_string());
        assert_eq!(kept.as_deref(), Ok("李白"));
        assert_eq!(Name::parse_registered(&"界".repeat(MAX_NAME + 1)), Err(BadName::Length));
    }

    #[test]
    fn names_from_elsewhere_are_shown_as_they_are() {
        for name in ["Habu Yoshiharu (羽生善治), 九段", "", "Guest 4f2a", "♟ 😀", "a/b <c>"]
        {
            assert!(is_shown_as_it_is(name, 80), "{name}");
        }
        for name in ["a\nb", "\u{202e}a", "a\u{200b}", "\u{e000}", "\u{378}", "\u{2029}"] {
            assert!(!is_shown_as_it_is(name, 80), "{name:?}");
        }
        assert!(!is_shown_as_it_is("a\u{316}\u{317}\u{318}\u{319}", 80));
        assert!(is_shown_as_it_is(&"x".repeat(80), 80) && !is_shown_as_it_is(&"x".repeat(81), 80));
    }

    #[test]
    fn name_resembles_what_looks_like_it() {
        let name = Name::parse("O0ps").expect("a name");
        assert_eq!(name.likeness(), likeness("00PS"));
        assert_ne!(name.likeness(), likeness("Ups"));
    }
}
