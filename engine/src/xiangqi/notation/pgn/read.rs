//! Reads a record in the form of PGN, with moves in WXF, ICCS or Chinese notation, and plays it.
//!
//! Headers come first and set up the game; each move is read in the position it is played in, so
//! abbreviations are understood and an illegal move is reported at its place. Variations in
//! brackets are skipped, comments and times kept. If the rules end the game, their result is
//! recorded; a result at the end that contradicts the header is a fault.

use super::scan::{Scanner, Spot, Token};
use super::{DRAWN, FIRST_WON, SECOND_WON, TIME, UNKNOWN, player_header};
use crate::xiangqi::notation::Notation;
use crate::xiangqi::{Ruleset, Xiangqi};
use crate::{
    Fault, Game, Options, Position, Record, RecordError, RecordedMove, RecordedResult, SetupError,
    Side,
};

/// Reads a record; its moves are legal.
pub(in crate::xiangqi::notation) fn read(text: &str) -> Result<Record, RecordError> {
    let mut reading = Reading::default();
    let mut scanner = Scanner::new(text);
    let mut variations: Vec<Spot> = Vec::new();
    while let Some((spot, token)) = scanner.next()? {
        match token {
            Token::Open => variations.push(spot),
            Token::Close => {
                variations.pop().ok_or_else(|| spot.fault(Fault::ClosesNothing(')')))?;
            }
            _ if !variations.is_empty() => {}
            Token::Header { key, value, at } => reading.header(spot, &key, value, at)?,
            Token::Comment(text) => reading.comment_in_braces(spot, &text)?,
            Token::CommentLine(text) => {
                let text = text.trim_end_matches('\r').replace('\r', "\n");
                reading.comment(text.strip_prefix(' ').unwrap_or(&text));
            }
            Token::Word(word) => reading.word(spot, &word)?,
        }
    }
    if let Some(spot) = variations.pop() {
        return Err(spot.fault(Fault::NoEnd('(')));
    }
    reading.finish()
}

/// What has been read so far.
#[derive(Default)]
pub(super) struct Reading {
    record: Record,
    ruleset: Option<Ruleset>,
    start: Option<(String, Spot)>,
    red: Option<String>,
    black: Option<String>,
    /// The game, once a move or the end has been reached.
    game: Option<Game<Xiangqi>>,
    termination: String,
    /// Whether the last move, or the start, has a comment already.
    commented: bool,
    ended: bool,
}

impl Reading {
    pub(super) fn header(
        &mut self,
        spot: Spot,
        key: &str,
        value: String,
        at: Spot,
    ) -> Result<(), RecordError> {
        if self.game.is_some() || self.ended {
            return Err(spot.fault(Fault::HeadersFirst));
        }
        // PGN writes `?` for an unknown value, and `????.??.??` for an unknown date.
        let known = value.contains(|letter| !matches!(letter, '?' | '.'));
        match key {
            "Ruleset" => {
                let rules = rules(&value)
                    .map_err(|error| RecordError::of_setup(at.line, at.column, &error))?;
                self.ruleset = Some(rules);
                self.record.ruleset = Some(value);
            }
            "FEN" => self.start = Some((value, at)),
            "Red" if known => self.red = Some(value),
            "Black" if known => self.black = Some(value),
            "Date" if known => self.record.date = Some(value),
            "Termination" => {
                self.termination = value.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            "Result" => {
                self.record.result = result(&value)
                    .ok_or_else(|| at.fault(Fault::BadResult("1-0, 0-1, 1/2-1/2, *")))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads a move, its number, an annotation mark or the result.
    pub(super) fn word(&mut self, spot: Spot, word: &str) -> Result<(), RecordError> {
        if self.ended {
            return Err(spot.fault(Fault::AfterResult));
        }
        if let Some(found) = result(word) {
            return self.end(spot, found);
        }
        let rest = after_number(word);
        let spot = spot.after(word.chars().count() - rest.chars().count());
        let text = rest.trim_end_matches(['!', '?']);
        if text.is_empty() || text.starts_with('$') {
            return Ok(());
        }
        let game = self.game()?;
        let action = Notation::guess(text)
            .read(game.position(), text)
            .map_err(|error| spot.after(error.column - 1).fault(error.fault))?;
        game.play(action).map_err(|refusal| spot.fault(Fault::Illegal(refusal.rule)))?;
        let action = action.to_string();
        self.record.moves.push(RecordedMove { action, ..RecordedMove::default() });
        self.commented = false;
        Ok(())
    }

    /// Reads the result at the end, which must not contradict the header.
    fn end(&mut self, spot: Spot, found: Option<RecordedResult>) -> Result<(), RecordError> {
        self.ended = true;
        match (&self.record.result, found) {
            (Some(header), Some(found)) if *header != found => Err(spot.fault(Fault::OtherResult)),
            (None, found) => {
                self.record.result = found;
                Ok(())
            }
            (Some(_), _) => Ok(()),
        }
    }

    /// Reads a comment in braces, which may begin with the time the move took.
    fn comment_in_braces(&mut self, spot: Spot, text: &str) -> Result<(), RecordError> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut text = text.trim();
        if let (Some(rest), Some(last)) = (text.strip_prefix(TIME), self.record.moves.last_mut()) {
            let (time, rest) = rest.split_once(']').unwrap_or((rest, ""));
            let time = millis(time).ok_or_else(|| spot.fault(Fault::BadTime("0:00:01.200")))?;
            last.time = Some(time);
            text = rest.trim_start();
            if text.is_empty() {
                return Ok(());
            }
        }
        self.comment(text);
        Ok(())
    }

    /// Adds to the comment on the last move, or on the start.
    pub(super) fn comment(&mut self, text: &str) {
        let comment = match self.record.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut self.record.comment,
        };
        if self.commented {
            comment.push('\n');
        }
        comment.push_str(text);
        self.commented = true;
    }

    /// The game, set up by the headers.
    fn game(&mut self) -> Result<&mut Game<Xiangqi>, RecordError> {
        let game = match self.game.take() {
            Some(game) => game,
            None => self.begin()?,
        };
        Ok(self.game.insert(game))
    }

    fn begin(&mut self) -> Result<Game<Xiangqi>, RecordError> {
        let rules = self.ruleset.unwrap_or(Ruleset::Standard);
        self.record.ruleset.get_or_insert_with(|| rules.as_str().to_owned());
        let Some((text, at)) = &self.start else { return Ok(Game::new(rules)) };
        let start = Xiangqi::parse(rules, text)
            .map_err(|error| RecordError::of_setup(at.line, at.column, &error))?;
        if start != Xiangqi::start(rules) {
            self.record.start = Some(start.to_text());
        }
        Ok(Game::from_position(start))
    }

    /// The record, with the result by the rules if they end the game.
    pub(super) fn finish(mut self) -> Result<Record, RecordError> {
        let game = self.game()?;
        let walker = game.position().ruleset() == Ruleset::Walker;
        let outcome = game.outcome();
        let mut record = self.record;
        Xiangqi::INFO.id.clone_into(&mut record.game);
        for side in Side::ALL {
            let red = player_header(walker, side) == "Red";
            record.players[side] = if red { self.red.take() } else { self.black.take() };
        }
        if let Some(result) = &mut record.result {
            result.reason = self.termination;
        }
        if let Some(outcome) = outcome {
            let reason = outcome.reason.as_str().to_owned();
            record.result = Some(RecordedResult { winner: outcome.winner, reason });
        }
        Ok(record)
    }
}

fn rules(id: &str) -> Result<Ruleset, SetupError> {
    Xiangqi::rules(id, &Options::none())
}

/// The result that a word denotes, without a reason: `Some(None)` for an unknown result, `None` if
/// the word is not a result.
#[expect(clippy::option_option, reason = "no result at all differs from an unknown result")]
fn result(word: &str) -> Option<Option<RecordedResult>> {
    let won = |winner| Some(RecordedResult { winner, reason: String::new() });
    match word {
        FIRST_WON => Some(won(Some(Side::First))),
        SECOND_WON => Some(won(Some(Side::Second))),
        DRAWN => Some(won(None)),
        UNKNOWN => Some(None),
        _ => None,
    }
}

/// A word without the number of the move and the points before it. The soldiers `33.4` and
/// `3+.4` begin with figures of their own.
pub(in crate::xiangqi::notation) fn after_number(word: &str) -> &str {
    if let [b'1'..=b'9', b'1'..=b'9' | b'+' | b'-', b'+' | b'-' | b'.' | b'=', b'1'..=b'9'] =
        word.as_bytes()
    {
        return word;
    }
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after = rest.trim_start_matches('.');
    // Digits without points are a move number only if they are the whole word.
    if rest.len() == after.len() && !rest.is_empty() { word } else { after }
}

/// Milliseconds from `h:mm:ss`, with at most three decimals.
fn millis(text: &str) -> Option<u64> {
    let (clock, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let number = |text: &str| -> Option<u64> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { text.parse().ok() } else { None }
    };
    if decimals.len() > 3 {
        return None;
    }
    let rest = number(&format!("{decimals:0<3}"))?;
    let mut parts = clock.split(':');
    let (hours, minutes) = (number(parts.next()?)?, number(parts.next()?)?);
    let seconds = number(parts.next()?)?;
    if parts.next().is_some() || minutes > 59 || seconds > 59 {
        return None;
    }
    hours
        .checked_mul(3_600)?
        .checked_add(minutes * 60 + seconds)?
        .checked_mul(1_000)?
        .checked_add(rest)
}
