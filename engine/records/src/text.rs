//! Helpers for reading texts: lines and words with their places, full-width characters, header
//! values, and times.

use crate::builder::SourcePlace;

/// Whether a character is a blank: white space of any width, also such as has no width.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{feff}' | '\u{200b}' | '\u{0}')
}

/// Whether a character ends a line.
pub(crate) const fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The lines of a text with their numbers from 1, without their ends. A lone carriage return
/// ends a line, too, and so do the other characters of Unicode that do.
pub(crate) const fn lines(text: &str) -> Lines<'_> {
    Lines { number: 0, rest: Some(text) }
}

/// See [`lines`].
pub(crate) struct Lines<'a> {
    number: usize,
    rest: Option<&'a str>,
}

impl<'a> Lines<'a> {
    /// The text behind the line that came last.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.unwrap_or("")
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.rest?;
        self.number += 1;
        let Some(end) = text.find(is_line_end) else {
            self.rest = None;
            return Some((self.number, text));
        };
        let (line, after) = text.split_at(end);
        self.rest = after.strip_prefix("\r\n").or_else(|| after.strip_prefix(is_line_end));
        Some((self.number, line))
    }
}

/// The words of a line, each with its place.
pub(crate) fn words(line: &str, number: usize) -> Vec<(SourcePlace, &str)> {
    let mut words = Vec::new();
    let mut column = 1;
    for word in line.split(is_blank) {
        if !word.is_empty() {
            words.push((SourcePlace::new(number, column), word));
        }
        column += word.chars().count() + 1;
    }
    words
}

/// A full-width letter, digit or sign as ASCII.
pub(crate) fn narrow_one(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        '\u{3000}' => ' ',
        '−' | '–' | '—' | '―' | '‐' | '‑' => '-',
        other => other,
    }
}

/// Full-width letters, digits and signs as ASCII.
pub(crate) fn narrow(text: &str) -> String {
    text.chars().map(narrow_one).collect()
}

/// Whether a character is a digit, in half or full width.
pub(crate) fn is_digit(character: char) -> bool {
    narrow_one(character).is_ascii_digit()
}

/// A header's value, unless it is empty or a placeholder such as `????.??.??`; without control
/// characters.
pub(crate) fn known(value: &str) -> Option<String> {
    let value = value.trim_matches(is_blank);
    let is_known = !value.is_empty() && value.contains(|c| !matches!(c, '?' | '.' | '-' | '*'));
    is_known.then(|| value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
}

/// A text of a page with the characters that its marks stand for: `&lt;`, `&#30002;`, `&#x7532;`.
pub(crate) fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('&') {
        out.push_str(before);
        match entity(inside) {
            Some((character, length)) => {
                out.push(character);
                rest = &inside[length..];
            }
            None => {
                out.push('&');
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The character of the mark that a text begins with behind its `&`, and the mark's length.
pub(crate) fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = text.get(..end)?.to_ascii_lowercase();
    let character = match name.as_str() {
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "amp" => '&',
        "nbsp" => ' ',
        name => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?).filter(|character| !character.is_control())?
        }
    };
    Some((character, end + 1))
}

/// The milliseconds of a number of seconds that may have decimals.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || (whole.is_empty() && decimals.is_empty()) {
        return None;
    }
    let decimals: String = decimals.chars().chain("000".chars()).take(3).collect();
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()? };
    whole.checked_mul(1_000)?.checked_add(decimals.parse().ok()?)
}
