//! The words that an operator does not want said here: a list in a file, one a line, looked for in whatever
//! people say and want to be called.
//!
//! Text and words are compared by their [fold], so that spelling them in other letters,
//! widths or characters changes nothing. A word of letters from A to Z counts where it stands alone, so that
//! no harmless word is refused for a part of it; any other counts wherever it stands.

use aho_corasick::AhoCorasick;
use domain::likeness::fold;
use std::path::Path;

/// How many words there can be.
const MAX_WORDS: usize = 10_000;

/// The most characters of a word.
const MAX_WORD_LENGTH: usize = 64;

/// A list of words cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadWords {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// A line is not a word.
    #[error("line {0} has no letter or digit, or more than {MAX_WORD_LENGTH} characters")]
    Line(usize),
    /// There are too many.
    #[error("there are more than {MAX_WORDS} words")]
    TooMany,
}

/// The words that are not allowed; none by default.
#[derive(Debug, Default)]
pub struct Words(Option<AhoCorasick>);

impl Words {
    /// Reads a list: empty lines and those that begin with `#` count for nothing.
    ///
    /// # Errors
    ///
    /// [`BadWords`].
    pub fn parse(text: &str) -> Result<Self, BadWords> {
        let mut words = Vec::new();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let word = fold(line);
            if word.is_empty() || line.chars().count() > MAX_WORD_LENGTH {
                return Err(BadWords::Line(number));
            }
            words.push(word);
            if words.len() > MAX_WORDS {
                return Err(BadWords::TooMany);
            }
        }
        if words.is_empty() {
            return Ok(Self(None));
        }
        AhoCorasick::new(words).map(|found| Self(Some(found))).map_err(|_| BadWords::TooMany)
    }

    /// Reads the list of a file.
    ///
    /// # Errors
    ///
    /// [`BadWords`].
    pub fn read(path: &Path) -> Result<Self, BadWords> {
        Self::parse(&std::fs::read_to_string(path)?)
    }

    /// Whether one of the words is in a text.
    pub fn are_in(&self, text: &str) -> bool {
        let Some(words) = &self.0 else { return false };
        let text = fold(text);
        words.find_overlapping_iter(&text).any(|found| {
            let word = &text[found.start()..found.end()];
            let (before, after) = (&text[..found.start()], &text[found.end()..]);
            let goes_on = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            !word.is_ascii()
                || !(goes_on(before.chars().next_back()) || goes_on(after.chars().next()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_however_they_are_spelt() {
        let words = Words::parse("# a list\n\nRotten egg\n坏蛋\n").expect("two words");
        for text in [
            "rotten egg",
            "you ROTTEN  EGG!",
            "rotten.egg",
            "ｒｏｔｔｅｎ ｅｇｇ",
            "rоtten egg", // the first o is Cyrillic
            "你這壞蛋",
            "坏 蛋",
        ] {
            assert!(words.are_in(text), "{text}");
        }
        for text in ["", "a rotten eggplant", "carrotten egg", "rotten", "好蛋", "蛋坏"] {
            assert!(!words.are_in(text), "{text}");
        }
        assert!(!Words::default().are_in("rotten egg"));
        assert!(!Words::parse("# nothing").expect("no words").are_in("nothing"));
    }

    #[test]
    fn a_bad_list_says_where() {
        assert!(matches!(Words::parse("good\n--\n"), Err(BadWords::Line(2))));
        assert!(matches!(Words::parse(&"x".repeat(65)), Err(BadWords::Line(1))));
        let many: String = (0..=MAX_WORDS).map(|number| format!("w{number}\n")).collect();
        assert!(matches!(Words::parse(&many), Err(BadWords::TooMany)));
        assert!(matches!(Words::read(Path::new("/nowhere")), Err(BadWords::Io(_))));
    }
}
