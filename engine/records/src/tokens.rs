//! Cuts texts in the form of PGN into tags, comments, brackets and words, each with its place.
//!
//! Tags may stand anywhere outside comments, several on a line. A line that begins with `%` is an
//! escape of a program. A tag's value ends at the quote before its bracket.

use crate::builder::SourcePlace;
use crate::text::{is_blank, is_line_end, lines, narrow};
use std::borrow::Cow;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `[Key "value"]`, with the place of its value.
    Tag(Cow<'a, str>, String, SourcePlace),
    /// A comment in braces.
    Comment(String),
    /// A comment from `;` to the end of its line.
    CommentLine(&'a str),
    /// A comment in braces that nothing closes.
    Unclosed(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything else between blanks.
    Word(&'a str),
    /// A line that begins with `%`, without that.
    Escape(&'a str),
    /// A line that is words for people.
    Prose(&'a str),
    /// A line without anything on it.
    BlankLine,
}

/// The tokens of a text; `is_prose` judges a line outside comments.
pub(crate) const fn tokens(text: &str, is_prose: fn(&str) -> bool) -> Tokens<'_> {
    Tokens { rest: Some(text), number: 0, line: None, comment: None, is_prose }
}

/// The tokens of a text, one after another. A copy looks ahead.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    /// The lines that follow.
    rest: Option<&'a str>,
    /// The number of the line that is read.
    number: usize,
    line: Option<Line<'a>>,
    /// A comment that is open, and its place.
    comment: Option<(SourcePlace, String)>,
    is_prose: fn(&str) -> bool,
}

/// The rest of the line being read, and its place.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    rest: &'a str,
    place: SourcePlace,
}

impl<'a> Line<'a> {
    /// Advances by a number of bytes.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.place = self.place.after(skipped.chars().count());
        self.rest = rest;
        skipped
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (SourcePlace, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(mut line) = self.line.take() {
                let token = self.within(&mut line);
                if !line.rest.is_empty() {
                    self.line = Some(line);
                }
                match token {
                    Some(token) => return Some(token),
                    None => continue,
                }
            }
            let Some(text) = self.rest else {
                return self.comment.take().map(|(place, text)| (place, Token::Unclosed(text)));
            };
            let (_, line) = lines(text).next()?;
            let behind = &text[line.len()..];
            let next = behind.strip_prefix("\r\n").or_else(|| behind.strip_prefix(is_line_end));
            self.rest = next;
            self.number += 1;
            if let Some((_, open)) = &mut self.comment {
                if !open.is_empty() {
                    open.push('\n');
                }
            } else if let Some(token) = self.whole(line) {
                return Some(token);
            }
            if !line.is_empty() {
                self.line = Some(Line { rest: line, place: SourcePlace::new(self.number, 1) });
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// A line that is one token.
    fn whole(&self, line: &'a str) -> Option<(SourcePlace, Token<'a>)> {
        let shown = line.trim_matches(is_blank);
        let column = 1 + line.chars().take_while(|&c| is_blank(c)).count();
        let token = if shown.is_empty() {
            Token::BlankLine
        } else if let Some(escape) = line.strip_prefix('%') {
            Token::Escape(escape)
        } else if tag(shown).is_none() && (self.is_prose)(shown) {
            Token::Prose(shown)
        } else {
            return None;
        };
        Some((SourcePlace::new(self.number, column), token))
    }

    /// The next token of a line, if there is one.
    fn within(&mut self, line: &mut Line<'a>) -> Option<(SourcePlace, Token<'a>)> {
        if let Some((start, mut open)) = self.comment.take() {
            let Some(end) = line.rest.find('}') else {
                open.push_str(line.rest);
                self.comment = Some((start, open));
                line.rest = "";
                return None;
            };
            open.push_str(line.skip(end));
            line.skip(1);
            return Some((start, Token::Comment(open)));
        }
        let blanks = line.rest.len() - line.rest.trim_start_matches(is_blank).len();
        line.skip(blanks);
        let place = line.place;
        let first = line.rest.chars().next()?;
        let token = match first {
            '{' => {
                line.skip(1);
                self.comment = Some((place, String::new()));
                return None;
            }
            ';' | '；' => {
                let text = &line.rest[first.len_utf8()..];
                line.rest = "";
                Token::CommentLine(text.strip_prefix(' ').unwrap_or(text))
            }
            '(' | '（' => {
                line.skip(first.len_utf8());
                Token::Open
            }
            ')' | '）' => {
                line.skip(first.len_utf8());
                Token::Close
            }
            _ => match tag(line.rest) {
                Some((key, value, at, length)) => {
                    let at = place.after(line.rest[..at].chars().count());
                    line.skip(length);
                    Token::Tag(key, value, at)
                }
                None => Token::Word(line.skip(word_end(line.rest))),
            },
        };
        Some((place, token))
    }
}

/// The result that a word begins and the next two end, as `1 - 0`.
pub(crate) fn spaced_result(word: &str, mut after: Tokens<'_>) -> Option<&'static str> {
    let first = narrow(word);
    if !matches!(first.as_str(), "1" | "0" | "½" | "1/2" | "0.5") {
        return None;
    }
    let mut next = || match after.next() {
        Some((_, Token::Word(word))) => Some(narrow(word)),
        _ => None,
    };
    let between = next()?;
    let second = next()?;
    match (first.as_str(), between.as_str(), second.trim_end_matches('.')) {
        ("1", "-" | ":", "0") => Some("1-0"),
        ("0", "-" | ":", "1") => Some("0-1"),
        ("½", "-" | ":", "½") | ("1/2", "-" | ":", "1/2") | ("0.5", "-" | ":", "0.5") => {
            Some("1/2-1/2")
        }
        _ => None,
    }
}

/// The end of the word that a text begins with.
fn word_end(text: &str) -> usize {
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        let ends = is_blank(character)
            || matches!(character, '{' | ';' | '；' | '(' | ')' | '（' | '）')
            || (matches!(character, '[' | '［')
                && matches!(before, ']' | '］')
                && tag(&text[at..]).is_some());
        if at > 0 && ends {
            return at;
        }
        before = character;
    }
    text.len()
}

/// The longest tag whose end is looked for.
const MAX_TAG: usize = 600;

/// The tag at the beginning of a text: its key and value, the offset of the value and its own
/// length.
pub(crate) fn tag(text: &str) -> Option<(Cow<'_, str>, String, usize, usize)> {
    let near = text.char_indices().nth(MAX_TAG).map_or(text.len(), |(at, _)| at);
    let inner = text[..near].strip_prefix(['[', '［'])?.trim_start_matches(is_blank);
    let start = near - inner.len();
    if !inner.starts_with(char::is_alphabetic) {
        return None;
    }
    let end = inner.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '＿'))?;
    let (key, behind) = inner.split_at(end);
    let key = if key.is_ascii() { Cow::Borrowed(key) } else { Cow::Owned(narrow(key)) };
    let shown = behind.trim_start_matches(is_blank);
    let at = start + end + (behind.len() - shown.len());
    let quotes = ['"', '“', '”', '＂', '„', '「'];
    let Some(value) = shown.strip_prefix(quotes) else {
        // Without quotes, up to the bracket.
        let end = shown.find(']').filter(|_| key.is_ascii())?;
        let blank = behind.len() > shown.len() || shown.starts_with(']');
        return blank.then(|| (key, shown[..end].trim().to_owned(), at, at + end + 1));
    };
    let value_at = at + shown.len() - value.len();
    let closes = |(at, c): (usize, char)| {
        if !matches!(c, '"' | '”' | '“' | '＂' | '」') || value[..at].ends_with('\\') {
            return None;
        }
        let behind = value[at + c.len_utf8()..].trim_start_matches(is_blank);
        let behind = behind.strip_prefix([']', '］'])?;
        Some((at, value.len() - behind.len()))
    };
    let found = value.char_indices().find_map(closes);
    // The whole line from here on.
    let value = &text[value_at..];
    let (end, used) = found.or_else(|| {
        // A bracket or a quote is missing: the value ends before the next tag, or with its line.
        let next = value.find(" [").or(value.find("\t[")).unwrap_or(value.len());
        let here = &value[..next];
        let trimmed = here.trim_end_matches(|c| is_blank(c) || matches!(c, ']' | '］'));
        let end = trimmed.strip_suffix(['"', '”', '＂']).unwrap_or(trimmed).len();
        Some((end, next))
    })?;
    let value = value[..end].replace("\\\"", "\"").replace("\\\\", "\\");
    Some((key, value, value_at, value_at + used))
}
