//! Builds a game from the parts of a PGN, one after another.

mod head;

use super::board::Board;
use super::moves::{self, Reading};
use super::pgn::{after_number, number};
use super::setup::{begin_under, finish, reason, result};
use super::times::{of_engine, time_in};
use super::{Scores, look_ahead};
use crate::builder::{Builder, SourcePlace};
use crate::score::{Head, Score};
use crate::text::{known, narrow_one, words};
use crate::tokens::Tokens;
use engine::xiangqi::{Move, Ruleset};
use engine::{Fault, Side};

/// A variation that is open.
struct OpenVariation {
    /// The node of its parent.
    at: usize,
    /// Whether a fault had ended that.
    dead: bool,
}

/// A game that is being read.
#[derive(Default)]
pub(super) struct Reader {
    head: Head,
    base: u8,
    rules: Option<Ruleset>,
    red: Option<String>,
    black: Option<String>,
    start: Option<(Board, SourcePlace)>,
    faults: Vec<(SourcePlace, Fault)>,
    builder: Option<Builder<Board>>,
    at: usize,
    open: Vec<(OpenVariation, SourcePlace)>,
    /// Whether a fault has ended this line of play.
    dead: bool,
    /// The text after that fault.
    left_out: Vec<String>,
    /// The move to which a variation is an alternative, before its first move.
    alternative_to: Option<usize>,
    /// Comments before the first move of a variation, which are on that move.
    ahead: Vec<String>,
    /// The number that stands before the next move, and whether it is of the second side's.
    number: Option<(usize, bool)>,
    /// The number of plies by which numbers are ahead of the moves.
    shift: Option<isize>,
    ended: bool,
    headed: bool,
    /// The keys of the headers.
    keys: Vec<String>,
    /// Whether moves as of chess programs are read.
    algebraic: bool,
    termination: String,
    /// The number of moves that may still be tried where one is not clear.
    tries: usize,
    /// The end of the game, according to the comment on the last move.
    end_reason: Option<&'static str>,
}

impl Reader {
    /// A reader for which the nearest rank has this number.
    pub(super) fn new(base: u8) -> Self {
        Self { base, tries: crate::look_ahead::MAX_TRIES, ..Self::default() }
    }

    /// Finishes the game; a reader for the next one of the same file.
    pub(super) fn next(self, scores: &mut Scores) -> Self {
        let (base, tries) = (self.base, self.tries);
        self.finish(scores);
        Self { tries, ..Self::new(base) }
    }

    /// Notes that the game has a head.
    pub(super) const fn headed(&mut self) {
        self.headed = true;
    }

    pub(super) const fn is_headed(&self) -> bool {
        self.headed
    }

    pub(super) const fn is_ended(&self) -> bool {
        self.ended
    }

    pub(super) fn has_tag(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known == key)
    }

    /// Whether a further part would belong to another game.
    pub(super) const fn is_over(&self) -> bool {
        self.builder.is_some() || self.ended
    }

    pub(super) const fn takes_prose(&self) -> bool {
        self.builder.is_none() || self.ended
    }

    /// A line of words: before the moves a title, behind them a tag.
    pub(super) fn prose(&mut self, line: &str) {
        if self.is_over() || self.headed {
            self.head.tag("text", line);
            return;
        }
        match line.split_once(" - ").or_else(|| line.split_once(" vs ")) {
            Some((red, black)) if self.red.is_none() && self.black.is_none() => {
                self.red = known(red);
                self.black = known(black);
            }
            _ => {
                let event = line.trim_end().trim_end_matches("EOD");
                if self.head.event.is_none() {
                    self.head.event = known(event);
                } else {
                    self.head.tag("text", line);
                }
            }
        }
    }

    /// A line of words among the moves.
    pub(super) fn line(&mut self, line: &str, place: SourcePlace) {
        for (at, word) in words(line, place.line) {
            self.word(word, place.after(at.column - 1), None);
        }
    }

    /// A line that begins with `%`.
    pub(super) fn escape(&mut self, text: &str) {
        self.head.tag("%", text);
    }

    pub(super) fn fault(&mut self, place: SourcePlace, fault: Fault) {
        match &mut self.builder {
            Some(builder) => builder.fault(place, fault),
            None => self.faults.push((place, fault)),
        }
    }

    fn builder(&mut self) -> &mut Builder<Board> {
        let (head, start, faults) = (&mut self.head, &mut self.start, &mut self.faults);
        let rules = self.rules.unwrap_or(Ruleset::Standard);
        self.builder.get_or_insert_with(|| {
            let place = start.as_ref().map_or(SourcePlace::START, |&(_, place)| place);
            let board = start.take().map(|(board, _)| board);
            let mut builder = begin_under(head, rules, board, place);
            for (place, fault) in faults.drain(..) {
                builder.fault(place, fault);
            }
            builder
        })
    }

    /// Takes a move, its number, a mark or the result. `after` is the rest of the text.
    pub(super) fn word(&mut self, word: &str, place: SourcePlace, after: Option<&Tokens<'_>>) {
        let shown = after_number(word);
        let place = place.after(word.chars().count() - shown.chars().count());
        if shown.starts_with('$') && !self.dead && !self.ended {
            let at = self.at;
            self.builder().tree.mark(at, shown);
            return;
        }
        let (shown, marks) = marks_behind(shown);
        if !self.dead {
            self.number = number(word).or(self.number);
        }
        let is_sign = |c: char| matches!(c, '.' | '…' | '=' | '+' | '#' | '．' | ',' | '，' | '。');
        if shown.trim_matches(is_sign).is_empty() {
            // `2. ...`: the number is of the second side's move.
            if word.contains("..") || word.contains('…') {
                self.number = self.number.map(|(number, _)| (number, true));
            }
            if !marks.is_empty() {
                self.mark(marks);
            }
            return;
        }
        if let Some(written) = result(shown)
            && !self.ended
        {
            if self.open.is_empty() {
                self.end(written, place);
            } else if self.dead {
                self.left_out.push(word.to_owned());
            } else {
                let at = self.at;
                self.builder().tree.comment(at, word);
            }
            return;
        }
        if self.ended {
            let again = result(shown).is_some_and(|written| {
                written.map(|result| result.winner)
                    == self.head.result.as_ref().map(|result| result.winner)
            });
            if !again {
                self.after_end(shown, place);
            }
            return;
        }
        if self.dead {
            self.left_out.push(word.to_owned());
            return;
        }
        self.play(shown, place, after);
        if !self.dead && !marks.is_empty() {
            self.mark(marks);
        }
    }

    fn mark(&mut self, marks: &str) {
        if self.dead {
            self.left_out.push(marks.to_owned());
            return;
        }
        let at = self.at;
        let marks: String = marks.chars().map(narrow_one).collect();
        self.builder().tree.mark(at, &marks);
    }

    /// A word behind the result: a move is a fault, anything else a tag.
    fn after_end(&mut self, word: &str, place: SourcePlace) {
        if moves::form(word).is_some() {
            self.fault(place, Fault::AfterResult);
        }
        match self.head.tags.last_mut() {
            Some((key, text)) if key == "text" => {
                text.push(' ');
                text.push_str(word);
            }
            _ => self.head.tag("text", word),
        }
    }

    /// The ply that the number before a move stands for.
    fn ply_of_number(&mut self, ply: usize) -> Option<isize> {
        let (number, second) = self.number.take()?;
        let written =
            isize::try_from(number).ok()?.checked_mul(2)?.checked_sub(isize::from(!second))?;
        let ply = isize::try_from(ply).ok()?;
        let shift = *self.shift.get_or_insert(written - ply);
        written.checked_sub(shift)
    }

    fn play(&mut self, shown: &str, place: SourcePlace, after: Option<&Tokens<'_>>) {
        let reading = Reading { base: self.base, algebraic: self.algebraic };
        let at = self.at;
        let ply = self.builder().tree.node(at).ply + 1;
        let alternative_to = self.alternative_to.take();
        let second = self.number.is_some_and(|(_, second)| second);
        let numbered = match alternative_to {
            Some(alternative_to) => {
                let ply = self.builder().tree.node(alternative_to).ply;
                self.ply_of_number(ply)
            }
            None => self.ply_of_number(ply),
        };
        let next = usize::try_from(numbered.unwrap_or(0)).ok();
        // A variation may replace the move before it, or continue its line.
        let mut from = at;
        let mut continues = alternative_to == Some(0);
        if let (Some(alternative_to), Some(number)) =
            (alternative_to, next.filter(|&number| number > 0))
        {
            continues |= number == self.builder().tree.node(alternative_to).ply + 1;
        } else if alternative_to.is_none()
            && numbered.is_some_and(|number| number != isize::try_from(ply).unwrap_or(0))
        {
            self.wrong_number(ply, second, place);
        }
        if continues {
            from = alternative_to.unwrap_or(at);
        }
        let chosen = self.choose(from, shown, reading, after);
        let mut result = chosen.and_then(|action| self.allowed(from, action).map(|()| action));
        if let (Err(_), Some(alternative_to), false) = (&result, alternative_to, continues) {
            let other = self.choose(alternative_to, shown, reading, after);
            if let Ok(action) =
                other.and_then(|action| self.allowed(alternative_to, action).map(|()| action))
            {
                result = Ok(action);
                from = alternative_to;
                continues = true;
            }
        }
        let builder = self.builder();
        let played = match result {
            Ok(action) => {
                if continues {
                    builder.tree.stop(from);
                }
                let extends = alternative_to.is_none() && builder.tree.node(from).stops;
                let played = builder.play(from, action, place);
                if let (Some(played), true) = (played, extends) {
                    builder.tree.continue_with(from, played);
                }
                played
            }
            Err(fault) => {
                builder.fault(place, fault);
                None
            }
        };
        match played {
            Some(played) => {
                self.at = played;
                self.end_reason = None;
                for text in std::mem::take(&mut self.ahead) {
                    self.comment(&text);
                }
            }
            None => {
                self.dead = true;
                self.left_out.append(&mut self.ahead);
            }
        }
    }

    /// The move that a word means; of several, one after which the game can continue.
    fn choose(
        &mut self,
        from: usize,
        shown: &str,
        reading: Reading,
        after: Option<&Tokens<'_>>,
    ) -> Result<Move, Fault> {
        let mut tries = self.tries;
        let board = self.builder().table(from);
        let found = match moves::read(board, shown, reading) {
            Err(Fault::Ambiguous) => {
                look_ahead::choose(board, shown, reading, after, &mut tries).ok_or(Fault::Ambiguous)
            }
            read => read,
        };
        self.tries = tries;
        found
    }

    /// Whether a move can be played after a node.
    fn allowed(&mut self, from: usize, action: Move) -> Result<(), Fault> {
        use crate::builder::Table;
        self.builder().table(from).refuse(action).map_or(Ok(()), Err)
    }

    /// A number that is not that of its move: moves are missing, or too many.
    fn wrong_number(&mut self, ply: usize, second: bool, place: SourcePlace) {
        let shift = self.shift.unwrap_or(0);
        let expected = isize::try_from(ply).unwrap_or(0) + shift;
        // A number without dots may stand before the second side's move.
        let half = expected.checked_add(1).map_or(0, |ply| ply / 2);
        let _ = second;
        self.fault(place, Fault::WrongNumber(usize::try_from(half).unwrap_or(1)));
        self.shift = None;
    }

    fn end(&mut self, written: Option<engine::RecordedResult>, place: SourcePlace) {
        self.ended = true;
        match (&self.head.result, written) {
            (Some(header), Some(written)) if header.winner != written.winner => {
                self.fault(place, Fault::OtherResult);
            }
            (None, written) => self.head.result = written,
            (Some(_), _) => {}
        }
    }

    /// Adds to the comment on the last move; a comment that contains a time also sets the move's
    /// time.
    pub(super) fn comment(&mut self, text: &str) {
        if self.dead {
            self.left_out.push(format!("{{{text}}}"));
            return;
        }
        if self.alternative_to.is_some() {
            self.ahead.push(text.to_owned());
            return;
        }
        let at = self.at;
        let text = text.replace('\r', "");
        let mut text = text.trim().to_owned();
        let written = time_in(&text).or_else(|| of_engine(&text).map(|time| (time, text.clone())));
        if let (Some((time, rest)), true) = (written, at > 0) {
            self.builder().tree.node_mut(at).time = Some(time);
            text = rest;
        }
        if !text.is_empty() {
            // Only the last comment can be about the end.
            self.end_reason = reason(&text).filter(|_| text.len() < 60);
            self.builder().tree.comment(at, &text);
        }
    }

    /// Adds a line behind `;` to the comment on the last move. It holds no time, so that a comment
    /// which begins like one can be written.
    pub(super) fn comment_line(&mut self, text: &str) {
        if self.dead || self.alternative_to.is_some() {
            return self.comment(text);
        }
        self.end_reason = reason(text).filter(|_| text.len() < 60);
        let at = self.at;
        self.builder().tree.comment(at, text);
    }

    pub(super) fn open(&mut self, place: SourcePlace) {
        if self.ended && !self.dead {
            self.after_end("(", place);
            self.open.push((OpenVariation { at: self.at, dead: false }, place));
            return;
        }
        self.open.push((OpenVariation { at: self.at, dead: self.dead }, place));
        if self.dead {
            self.left_out.push("(".to_owned());
            return;
        }
        let at = self.at;
        self.number = None;
        self.alternative_to = Some(at);
        self.at = self.builder().tree.node(at).parent;
    }

    pub(super) fn close(&mut self, place: SourcePlace) {
        let Some((OpenVariation { at, dead }, _)) = self.open.pop() else {
            self.fault(place, Fault::ClosesNothing(')'));
            return;
        };
        if self.ended && !self.dead {
            self.after_end(")", place);
            return;
        }
        if dead {
            self.left_out.push(")".to_owned());
        } else {
            self.keep_left_out();
        }
        self.number = None;
        self.alternative_to = None;
        (self.at, self.dead) = (at, dead);
        // Of a variation without a move.
        for text in std::mem::take(&mut self.ahead) {
            self.comment(&text);
        }
    }

    /// Adds the text after a fault as a comment on the last move before it.
    fn keep_left_out(&mut self) {
        let text = std::mem::take(&mut self.left_out).join(" ");
        if !text.is_empty() {
            let at = self.at;
            self.builder().tree.comment(at, &text);
        }
    }

    pub(super) fn finish(mut self, scores: &mut Scores) {
        let tags = !self.head.tags.is_empty() || self.head.event.is_some() || self.red.is_some();
        if !self.headed && self.builder.is_none() && self.faults.is_empty() && !tags {
            return;
        }
        self.keep_left_out();
        if let Some(&(_, place)) = self.open.first() {
            self.fault(place, Fault::NoEnd('('));
        }
        self.builder();
        scores.extend(self.score());
    }

    fn score(mut self) -> Option<Score> {
        let walker = self.rules == Some(Ruleset::Walker);
        let termination = self.termination();
        for side in Side::ALL {
            let red = (side == Side::First) != walker;
            self.head.players[side] = if red { self.red.take() } else { self.black.take() };
        }
        self.head.seen = self.headed;
        if let Some(result) = &mut self.head.result {
            let commented = self.end_reason.unwrap_or("").to_owned();
            result.reason = termination.unwrap_or(commented);
        }
        self.builder.map(|builder| finish(self.head, builder))
    }
}

/// A word without the marks behind it that judge a move, and those marks.
fn marks_behind(word: &str) -> (&str, &str) {
    let shown = word.trim_end_matches(['!', '?', '！', '？']);
    (shown, &word[shown.len()..])
}
