//! The likeness of names, so that no player can be mistaken for another.
//!
//! Two names resemble each other if readers may take one for the other: they differ in case, width,
//! spaces or marks between letters, in traditional and simplified characters, or in characters that
//! look alike (Unicode UTS 39). The likeness is for comparing names only: it forbids no character,
//! since it also joins characters that readers distinguish, such as 士 and 土.

use std::collections::HashMap;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::skeleton;

/// Pairs of a traditional character and its simplified one, from the transform `Hant-Hans` of CLDR
/// (Unicode License), characters outside the basic plane left out.
const PAIRS: &str = include_str!("simplified.txt");

static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let pair = |pair: &str| {
        let mut characters = pair.chars();
        Some((characters.next()?, characters.next()?))
    };
    PAIRS.split_whitespace().filter_map(pair).collect()
});

/// The common form of names that resemble each other: equal for those, different for others.
///
/// ```
/// use domain::likeness::likeness;
/// assert_eq!(likeness("弈館"), likeness("弈馆"));
/// assert_eq!(likeness("ＡＢＣ"), likeness("a.b c"));
/// assert_ne!(likeness("Li"), likeness("Lin"));
/// ```
#[must_use]
pub fn likeness(name: &str) -> String {
    let letters: String =
        name.nfkc().flat_map(char::to_lowercase).filter(|&c| is_read(c)).map(simplified).collect();
    looks(&letters)
}

/// A text with everything made equal that [`likeness`] makes equal, but with a space where there is something
/// between letters: words are looked for in it.
///
/// ```
/// use domain::likeness::fold;
/// assert_eq!(fold("  Rotten... EGG!"), fold("rotten egg"));
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    let mut letters = String::new();
    for c in text.nfkc().flat_map(char::to_lowercase) {
        if is_read(c) {
            letters.push(simplified(c));
        } else if !letters.ends_with(' ') {
            letters.push(' ');
        }
    }
    // Between characters of Chinese or kana a space carries no meaning.
    let spread = looks(letters.trim());
    let mut folded = String::new();
    let mut characters = spread.chars().peekable();
    while let Some(c) = characters.next() {
        let is_gap = c == ' '
            && !folded.ends_with(|c: char| c.is_ascii())
            && characters.peek().is_some_and(|next| !next.is_ascii());
        if !is_gap {
            folded.push(c);
        }
    }
    folded
}

fn simplified(c: char) -> char {
    SIMPLIFIED.get(&c).copied().unwrap_or(c)
}

/// The shapes of letters, in lower case. A capital I looks like an l, and so the i that it is here must.
fn looks(letters: &str) -> String {
    let alike = |c: char| if c == 'i' { 'l' } else { c };
    skeleton(letters).flat_map(char::to_lowercase).nfkc().map(alike).collect()
}

/// Whether a character is read at all, rather than standing between those that are.
fn is_read(c: char) -> bool {
    is_combining_mark(c)
        || matches!(
            c.general_category_group(),
            GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_taken_for_each_other_are_alike() {
        for (one, other) in [
            ("弈馆", "弈館"),
            ("龙王", "龍王"),
            ("Li Bai", "libai"),
            ("Li Bai", "LI·BAI"),
            ("ABC", "ＡＢＣ"),
            ("AI", "Al"),
            ("Li", "L1"),
            ("admin", "аdmin"), // the first letter is Cyrillic
            ("日", "曰"),
            ("口", "囗"),
            ("カ", "力"),
            ("ニ", "二"),
            ("ト", "卜"),
            ("へ", "ヘ"),
            ("ガ", "カ\u{3099}"),
            ("O0", "0O"),
            ("Zoë", "Zoe\u{308}"),
        ] {
            assert_eq!(likeness(one), likeness(other), "{one} {other}");
        }
    }

    #[test]
    fn distinct_names_are_not_alike() {
        for (one, other) in
            [("Li", "Lin"), ("李", "季"), ("さくら", "さくま"), ("Zoë", "Zoe"), ("棋手1", "棋手2")]
        {
            assert_ne!(likeness(one), likeness(other), "{one} {other}");
        }
    }

    #[test]
    fn folded_text_has_spaces_only_next_to_latin_letters() {
        for (text, folded) in [
            ("白 。痴", "白痴"),
            ("白痴", "白痴"),
            ("ね こ", "ねこ"),
            ("...Rotten,  egg!", "rotten egg"),
            ("go 白 痴 go", "go 白痴 go"),
            ("go白go", "go白go"),
            ("  ", ""),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn likeness_is_found_once_for_all() {
        for name in ["弈館", "ＡＢＣ", "Дмитрий", "Zoë", "が", "m", "rn", "ℌ", "ﬁ"]
        {
            let once = likeness(name);
            assert!(!once.is_empty(), "{name}");
            assert_eq!(likeness(&once), once, "{name}");
        }
    }
}
