//! Helpers for reading texts: lines and words with their places, full-width characters, header
//! values, and times.

use crate::builder::Place;

/// The lines of a text with their numbers from 1, without their ends. A lone carriage return
/// ends a line, too.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.split('\n').flat_map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        line.split('\r')
    });
    (1..).zip(lines)
}

/// The words of a line, each with its place.
pub(crate) fn words(line: &str, number: usize) -> Vec<(Place, &str)> {
    let mut words = Vec::new();
    let mut column = 1;
    for word in line.split(char::is_whitespace) {
        if !word.is_empty() {
            words.push((Place::new(number, column), word));
        }
        column += word.chars().count() + 1;
    }
    words
}

/// Full-width letters, digits and signs as ASCII.
pub(crate) fn narrow(text: &str) -> String {
    let narrow = |character: char| match character {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        '\u{3000}' => ' ',
        '−' | '–' | '—' | '―' => '-',
        other => other,
    };
    text.chars().map(narrow).collect()
}

/// A header's value, unless it is empty or a placeholder such as `????.??.??`; without control
/// characters.
pub(crate) fn known(value: &str) -> Option<String> {
    let value = value.trim_matches(|c: char| c.is_whitespace() || c == '　');
    let is_known = !value.is_empty() && value.contains(|c| !matches!(c, '?' | '.' | '-' | '*'));
    is_known.then(|| value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
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
