//! Splits a text into headers, comments, brackets and words, each with its line and column.
//!
//! It knows the syntax of PGN only; what the words mean is up to `read`. Unclosed and unopened
//! brackets are faults with a place. It never looks back, so a text is scanned in linear time.

use crate::{Fault, RecordError};
use std::iter::Peekable;
use std::str::Chars;

/// A header in another form.
const HEADER: Fault = Fault::BadHeader("[Red \"…\"]");

/// Where something begins, both numbers from 1, the column in characters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Spot {
    pub(super) const fn fault(self, fault: Fault) -> RecordError {
        RecordError::at(self.line, self.column, fault)
    }

    /// The spot this many characters further on in the line.
    pub(super) const fn after(self, characters: usize) -> Self {
        Self { line: self.line, column: self.column + characters }
    }
}

/// A part of the text.
#[derive(Debug)]
pub(super) enum Token {
    Header {
        key: String,
        value: String,
        /// Where the value's text begins.
        at: Spot,
    },
    /// In braces.
    Comment(String),
    /// From a semicolon to the end of the line.
    CommentLine(String),
    Open,
    Close,
    Word(String),
}

/// The text that has not been scanned yet.
pub(super) struct Scanner<'a> {
    rest: Peekable<Chars<'a>>,
    spot: Spot,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.chars().peekable(), spot: Spot { line: 1, column: 1 } }
    }

    /// The next part and where it begins.
    pub(super) fn next(&mut self) -> Result<Option<(Spot, Token)>, RecordError> {
        while self.take_if(char::is_whitespace).is_some() {}
        let spot = self.spot;
        let Some(&first) = self.rest.peek() else { return Ok(None) };
        let token = match first {
            '[' => self.header(spot)?,
            '{' => {
                self.take();
                let text = self.take_while(|letter| letter != '}');
                self.take().ok_or_else(|| spot.fault(Fault::NoEnd('{')))?;
                Token::Comment(text)
            }
            ';' => {
                self.take();
                Token::CommentLine(self.take_while(|letter| letter != '\n'))
            }
            '(' | ')' => {
                self.take();
                if first == '(' { Token::Open } else { Token::Close }
            }
            ']' | '}' => return Err(spot.fault(Fault::ClosesNothing(first))),
            _ => Token::Word(self.take_while(|letter| {
                !letter.is_whitespace()
                    && !matches!(letter, '[' | ']' | '{' | '}' | '(' | ')' | ';')
            })),
        };
        Ok(Some((spot, token)))
    }

    /// Reads `[Key "value"]`, in which `\` escapes `"` and `\`.
    fn header(&mut self, start: Spot) -> Result<Token, RecordError> {
        self.take();
        let key = self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if key.is_empty() {
            return Err(self.spot.fault(HEADER));
        }
        while self.take_if(char::is_whitespace).is_some() {}
        if self.take_if(|letter| letter == '"').is_none() {
            return Err(self.spot.fault(HEADER));
        }
        let at = self.spot;
        let mut value = String::new();
        loop {
            match self.take() {
                None | Some('\n') => return Err(start.fault(Fault::NoEnd('['))),
                Some('"') => break,
                Some('\\') => value.extend(self.take()),
                Some(letter) => value.push(letter),
            }
        }
        while self.take_if(char::is_whitespace).is_some() {}
        if self.take_if(|letter| letter == ']').is_none() {
            return Err(self.spot.fault(Fault::Expected("]")));
        }
        Ok(Token::Header { key, value, at })
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        if letter == '\n' {
            self.spot = Spot { line: self.spot.line + 1, column: 1 };
        } else {
            self.spot.column += 1;
        }
        Some(letter)
    }

    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        if wanted(*self.rest.peek()?) { self.take() } else { None }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(letter) = self.take_if(&wanted) {
            text.push(letter);
        }
        text
    }
}
