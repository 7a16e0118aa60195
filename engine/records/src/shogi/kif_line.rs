//! The line of play of a KIF or KI2 that is being read: moves, times, ends, variations.

use super::kif::{after_move, after_number, begins_move, first_word};
use super::kif_end::{Sentence, marked_side, sentence};
use super::kif_move::{self, KifMove};
use super::names::{End, MARKS, end};
use super::setup::finish;
use super::table::Board;
use crate::builder::{Builder, SourcePlace};
use crate::look_ahead::{LookAhead, MAX_MOVES, MAX_PARTS, MAX_TRIES};
use crate::score::{Head, Score};
use crate::text::{is_blank, is_digit, lines, narrow};
use engine::shogi::{Action, Move, Square};
use engine::{Fault, RecordedResult, Side};

/// The event that ended a line of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Nothing.
    No,
    /// A word that leaves the game open, after which it may continue.
    Open,
    /// A word or a sentence.
    ByWord,
    /// A move that cannot be read or played.
    ByFault,
}

/// A game whose moves are being read.
pub(super) struct GameReader<'t> {
    pub(super) head: Head,
    pub(super) builder: Builder<Board>,
    /// The line of play that was read last: each node with the square it went to.
    path: Vec<(usize, Square)>,
    pub(super) ended: Ended,
    /// Whether it is the main line.
    main: bool,
    /// The number of the first move, less 1.
    shift: Option<usize>,
    /// The text after a fault in this line of play.
    left_out: Vec<String>,
    /// The number of moves in it.
    left_out_moves: usize,
    /// The text after the line that is being read.
    pub(super) ahead: &'t str,
    /// The moves that may still be tried to resolve ambiguous ones.
    tries: usize,
}

impl<'t> GameReader<'t> {
    pub(super) const fn new(head: Head, builder: Builder<Board>, ahead: &'t str) -> Self {
        Self {
            head,
            builder,
            path: Vec::new(),
            ended: Ended::No,
            main: true,
            shift: None,
            left_out: Vec::new(),
            left_out_moves: 0,
            ahead,
            tries: MAX_TRIES,
        }
    }

    pub(super) const fn has_moves(&self) -> bool {
        self.builder.tree.len() > 1
    }

    pub(super) fn is_over(&self) -> bool {
        self.ended == Ended::ByWord
    }

    fn at(&self) -> usize {
        self.path.last().map_or(0, |&(node, _)| node)
    }

    /// The side to act, also behind moves that were left out.
    fn to_act(&self) -> Side {
        let side = self.builder.table(self.at()).to_act;
        if self.left_out_moves.is_multiple_of(2) { side } else { side.other() }
    }

    pub(super) fn comment(&mut self, text: &str) {
        if self.ended == Ended::ByFault {
            self.left_out.push(format!("*{text}"));
        } else {
            let at = self.at();
            self.builder.tree.comment(at, text);
        }
    }

    /// Keeps a line that follows a fault as a comment on the last move before the fault.
    pub(super) fn leave_out(&mut self, text: &str) {
        self.left_out_moves += 1;
        self.left_out.push(text.to_owned());
    }

    fn keep_left_out(&mut self) {
        let at = self.at();
        for line in std::mem::take(&mut self.left_out) {
            self.builder.tree.comment(at, &line);
        }
        self.left_out_moves = 0;
    }

    fn fault(&mut self, place: SourcePlace, fault: Fault) {
        self.builder.fault(place, fault);
        self.ended = Ended::ByFault;
        self.left_out_moves = 1;
    }

    /// Whether a number is that of the next move. One that comes again is passed over, and any other
    /// ends the line.
    pub(super) fn takes_number(&mut self, number: Option<usize>, place: SourcePlace) -> bool {
        let Some(number) = number else { return true };
        let shift = *self.shift.get_or_insert(number.saturating_sub(1));
        let expected = self.path.len() + 1 + shift;
        // A sealed or adjourned game continues under the same number or the next.
        if number == expected || (self.ended == Ended::Open && number == expected + 1) {
            if number > expected {
                self.shift = Some(shift + 1);
            }
            return true;
        }
        let again = number + 1 == expected;
        self.builder.fault(place, Fault::WrongNumber(expected));
        if !again {
            self.ended = Ended::ByFault;
            self.left_out_moves = 1;
        }
        false
    }

    /// Reads and plays a move; returns the rest. A fault ends the line of play.
    pub(super) fn play<'a>(
        &mut self,
        text: &'a str,
        mark: &str,
        place: SourcePlace,
    ) -> Option<&'a str> {
        self.ended = Ended::No;
        let last = self.path.last().map(|&(_, to)| to);
        let board = self.builder.table(self.at());
        if marked_side(mark).is_some_and(|side| side != board.to_act) {
            self.fault(place, Fault::OtherSide);
            return None;
        }
        match kif_move::read(board, last, text, place) {
            Ok(read) => {
                let action = match read.actions[..] {
                    [action] => action,
                    _ => match self.choose(&read) {
                        Some(action) => action,
                        None => {
                            self.fault(place, Fault::Ambiguous);
                            return None;
                        }
                    },
                };
                if let Some(node) = self.builder.play(self.at(), action, place) {
                    self.path.push((node, read.to));
                    return Some(read.rest);
                }
                self.ended = Ended::ByFault;
                self.left_out_moves = 1;
            }
            Err(error) => self.fault(SourcePlace::new(error.line, error.column), error.fault),
        }
        None
    }

    /// Resolves an ambiguous move by the moves that follow.
    fn choose(&mut self, read: &KifMove<'_>) -> Option<Action> {
        let words = moves_after(read.rest, self.ahead);
        let meanings = |board: &Board, last: Action, word: &str| {
            let read = kif_move::read(board, Some(goal(last)), word, SourcePlace::START);
            read.map(|read| read.actions).unwrap_or_default()
        };
        let ahead = LookAhead { words: &words, meanings: &meanings };
        let board = self.builder.table(self.at());
        ahead.choose(board, &read.actions, &mut self.tries)
    }

    /// Takes the time after a move, such as `( 0:16/00:00:16)+`; returns the rest.
    pub(super) fn time<'a>(&mut self, text: &'a str, place: SourcePlace) -> &'a str {
        let Some((time, rest)) = kif_move::bracketed(text) else { return rest_of(text) };
        let node = self.at();
        match millis(time.split(['/', '／']).next().unwrap_or("")) {
            Ok(Some(millis)) => self.builder.tree.node_mut(node).time = Some(millis),
            Ok(None) => {}
            Err(()) => self.builder.fault(place, Fault::BadTime("( 0:16/00:00:16)")),
        }
        rest_of(rest)
    }

    /// Takes the time after an end; returns the rest.
    pub(super) fn end_time<'a>(&mut self, text: &'a str) -> &'a str {
        let Some((time, rest)) = kif_move::bracketed(text) else { return rest_of(text) };
        if millis(time.split(['/', '／']).next().unwrap_or("")) != Ok(Some(0)) {
            self.head.tag("end_time", time);
        }
        rest_of(rest)
    }

    /// Moves with the marks of their sides; returns the rest.
    pub(super) fn marked<'a>(&mut self, text: &'a str, place: SourcePlace) -> &'a str {
        let shown = text.trim_start_matches(|c| MARKS.contains(&c) || is_blank(c));
        let mark = &text[..text.len() - shown.len()];
        let at = place.after(mark.chars().count());
        let word_end = shown.find(|c| is_blank(c) || c == '(' || MARKS.contains(&c));
        let word = &shown[..word_end.unwrap_or(shown.len())];
        if let Some(end) = end(word) {
            self.end(end, word, None, place);
            return self.end_time(&shown[word.len()..]);
        }
        match self.ended {
            Ended::ByWord => {
                self.builder.fault(place, Fault::AfterResult);
                return "";
            }
            Ended::ByFault => {
                let after = marked_end(shown);
                self.leave_out(&text[..text.len() - after.len()]);
                return after;
            }
            Ended::No | Ended::Open => {}
        }
        match self.play(shown, mark, at) {
            Some(rest) => self.time(rest, at),
            None => marked_end(shown),
        }
    }

    /// The head of a variation, such as `：5手`, after 変化; returns the rest.
    pub(super) fn variation<'a>(&mut self, text: &'a str, place: SourcePlace) -> &'a str {
        self.keep_left_out();
        let shown =
            text.trim_start_matches(|c| is_blank(c) || matches!(c, '：' | ':' | '手' | '順'));
        let rest = shown.trim_start_matches(is_digit);
        let number = narrow(&shown[..shown.len() - rest.len()]).parse::<usize>().ok();
        self.main = false;
        self.ended = Ended::No;
        let shift = self.shift.unwrap_or(0);
        match number.and_then(|ply| ply.checked_sub(1 + shift)) {
            Some(before) if before <= self.path.len() => {
                if before == self.path.len() {
                    let at = self.at();
                    self.builder.tree.stop(at);
                }
                self.path.truncate(before);
            }
            _ => {
                self.builder.fault(place, Fault::NoLine);
                self.ended = Ended::ByFault;
            }
        }
        rest.trim_start_matches(['手', '目', 'の', '：', ':']).trim_start_matches(is_blank)
    }

    /// A word that ends the line of play, and with the main line the game.
    pub(super) fn end(&mut self, end: End, word: &str, number: Option<usize>, place: SourcePlace) {
        if self.ended == Ended::ByWord {
            self.builder.fault(place, Fault::AfterResult);
            return;
        }
        if let (Some(number), Ended::No) = (number, self.ended) {
            let shift = *self.shift.get_or_insert(number.saturating_sub(1));
            let expected = self.path.len() + 1 + shift;
            if number != expected {
                self.builder.fault(place, Fault::WrongNumber(expected));
            }
        }
        let to_act = self.to_act();
        if !self.main || end == End::Open {
            // The end of a variation, or a word that ends nothing.
            self.keep_end(word);
            self.ended = match (end, self.ended) {
                (_, Ended::ByFault) => Ended::ByFault,
                (End::Open, _) => Ended::Open,
                _ => Ended::ByWord,
            };
            return;
        }
        self.keep_left_out();
        self.ended = Ended::ByWord;
        let (winner, reason) = match end {
            End::Win(reason) => (Some(to_act), reason),
            End::Loss(reason) => (Some(to_act.other()), reason),
            End::Draw(reason) => (None, reason),
            End::Open => return,
        };
        self.head.result = Some(RecordedResult { winner, reason: reason.to_owned() });
    }

    /// Keeps the word of an end that a score has no place for: in a variation as a comment.
    fn keep_end(&mut self, word: &str) {
        if self.main {
            self.head.tag("end", word);
        } else {
            self.comment(word);
        }
    }

    /// The sentence at the end, such as `まで3手で先手の勝ち`.
    pub(super) fn sentence(&mut self, text: &str, place: SourcePlace) {
        if !self.main {
            self.comment(text);
            if self.ended != Ended::ByFault {
                self.ended = Ended::ByWord;
            }
            return;
        }
        let read = sentence(text, &self.head.players);
        let to_act = self.to_act();
        // A solved problem's last move is its solution's, not the loser's.
        let (winner, reason) = match read {
            Sentence::Won(winner, reason) => (Some(winner), reason),
            Sentence::Lost(reason) => (Some(to_act.other()), reason),
            Sentence::WonToAct(reason) => (Some(to_act), reason),
            Sentence::Drawn(reason) => (None, reason),
            Sentence::Open | Sentence::Unknown => {
                self.head.tag("end", text);
                if read == Sentence::Open && self.ended != Ended::ByFault {
                    self.ended = Ended::ByWord;
                }
                self.keep_left_out();
                return;
            }
        };
        let named = matches!(read, Sentence::Won(..));
        match &mut self.head.result {
            Some(result) if result.winner != winner => {
                // A sentence without a side gives only the reason.
                if named {
                    result.winner = winner;
                    self.builder.fault(place, Fault::OtherResult);
                } else if result.reason.is_empty() {
                    result.reason = reason.to_owned();
                } else {
                    self.head.tag("end", text);
                }
            }
            Some(result) if result.reason.is_empty() => result.reason = reason.to_owned(),
            Some(result) if !reason.is_empty() && result.reason != reason => {
                self.head.tag("end", text);
            }
            Some(_) => {}
            None => {
                self.head.result = Some(RecordedResult { winner, reason: reason.to_owned() });
            }
        }
        self.keep_left_out();
        self.ended = Ended::ByWord;
    }

    /// The score, at the end of its text. `header_end` is the end according to a header.
    pub(super) fn finish(mut self, seen: bool, header_end: Option<(String, SourcePlace)>) -> Score {
        self.keep_left_out();
        if let Some((text, place)) = header_end {
            if self.head.result.is_some() {
                let read = sentence(&text, &self.head.players);
                let winner = self.head.result.as_ref().and_then(|result| result.winner);
                if let Sentence::Won(side, _) = read
                    && Some(side) != winner
                {
                    self.builder.fault(place, Fault::OtherResult);
                }
                self.head.tag("結果", &text);
            } else {
                let (main, line) = (self.main, self.builder.tree.main_line());
                if !main {
                    self.path.truncate(0);
                    if let (Some(&last), Some(to)) = (line.last(), Square::new(0, 0)) {
                        self.path.push((last, to));
                    }
                }
                self.main = true;
                self.sentence(&text, place);
            }
        }
        self.head.seen |= seen;
        finish(self.head, self.builder)
    }
}

/// The square where a move ends.
fn goal(action: Action) -> Square {
    match action.unpack() {
        Move::Drop { to, .. } | Move::Board { to, .. } => to,
    }
}

/// The moves that follow in the same line of play, at most [`MAX_MOVES`].
fn moves_after<'a>(rest: &'a str, ahead: &'a str) -> Vec<&'a str> {
    let mut words = Vec::new();
    for (_, line) in lines(rest).chain(lines(ahead)).take(MAX_PARTS) {
        let line = line.trim_matches(is_blank);
        if line.starts_with("変化") || line.starts_with("まで") {
            break;
        }
        if line.starts_with(['*', '＊', '#', '&', ';']) {
            continue;
        }
        for part in line.split(MARKS) {
            let mut rest = after_number(part);
            while begins_move(rest) {
                words.push(rest);
                if words.len() == MAX_MOVES {
                    return words;
                }
                rest = after_number(after_move(rest));
            }
            // The game is over; another one may follow.
            if end(first_word(rest).0).is_some() {
                return words;
            }
        }
    }
    words
}

/// The text after a move with a mark that could not be read: from the next mark, or from the next
/// blank.
fn marked_end(shown: &str) -> &str {
    let next = shown.char_indices().skip(1).find(|&(_, c)| MARKS.contains(&c));
    let by_mark = next.map_or("", |(at, _)| &shown[at..]);
    let by_blank = after_move(shown);
    if by_blank.len() > by_mark.len() { by_blank } else { by_mark }
}

/// The text after a time: `+` is a sign that the move has a variation.
fn rest_of(text: &str) -> &str {
    let text = text.trim_start_matches(is_blank).trim_start_matches(['+', '＋']);
    text.trim_start_matches(['、', '，', ','])
}

/// The milliseconds of `0:16` or `1:02:03`, with or without decimals; none where nothing is given.
fn millis(text: &str) -> Result<Option<u64>, ()> {
    let text = narrow(text);
    let text: String = text.chars().filter(|&c| !is_blank(c)).collect();
    if text.is_empty() {
        return Ok(None);
    }
    let mut total: u64 = 0;
    let parts: Vec<&str> = text.split(':').collect();
    let (last, higher) = parts.split_last().ok_or(())?;
    if higher.is_empty() {
        return Err(());
    }
    for part in higher {
        let part: u64 = part.parse().map_err(|_| ())?;
        total = total.checked_mul(60).and_then(|total| total.checked_add(part)).ok_or(())?;
    }
    let seconds = crate::text::seconds(last).ok_or(())?;
    let total = total.checked_mul(60_000).and_then(|total| total.checked_add(seconds));
    total.map(Some).ok_or(())
}
