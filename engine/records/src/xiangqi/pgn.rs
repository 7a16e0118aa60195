//! Xiangqi in PGN-like form, as servers, engines, sites and books write it, and moves alone.
//!
//! Headers in brackets, comments in braces or after `;`, variations in round brackets, moves in
//! ICCS, WXF (in full width, too), Chinese or as chess programs write them; several games. Text
//! after a result, such as a site's advertisement, is skipped, and lines of words before the first
//! move are a title (`Zhao - Ke`). A header's value ends at the last quote of its line.

use super::Scores;
use super::board::Board;
use super::moves::{self, Form};
use super::setup::{begin_under, board, finish, reason, result};
use crate::builder::{Builder, Place};
use crate::score::{Head, Score};
use crate::text::{known, lines, narrow, words};
use engine::xiangqi::Ruleset;
use engine::{Fault, Side};

pub(crate) use super::wxf_file::is_wxf_file;

/// Whether a text looks like this.
pub(crate) fn is_pgn(text: &str) -> bool {
    let headed = lines(text).any(|(_, line)| {
        let line = line.trim_start();
        line.starts_with("[Game \"")
            || line.starts_with("[Red \"")
            || line.starts_with("[RedTeam")
            || (line.starts_with("[Variant") && line.to_ascii_lowercase().contains("xiangqi"))
    });
    headed
        || lines(text).filter(|(_, line)| !line.starts_with('[')).any(|(_, line)| has_moves(line))
}

/// Whether a line begins with moves that cannot be those of another game.
fn has_moves(line: &str) -> bool {
    let mut words = line.split_whitespace().map(after_number).filter(|word| !word.is_empty());
    words.next().is_some_and(|word| moves::form(word).is_some_and(|form| form != Form::Algebraic))
}

/// A word without the number of the move before it, `12.` or `12...`, and the marks of a list.
pub(super) fn after_number(word: &str) -> &str {
    // `77.6`: of the soldiers on file 7 the second, to file 6.
    if matches!(word.as_bytes(), [b'1'..=b'9', b'1'..=b'9', b'.', b'1'..=b'9']) {
        return word;
    }
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    let dots = rest.trim_start_matches(['.', '．', '、', '。', '…', ':']);
    if dots.len() < rest.len() || rest.is_empty() { dots } else { word }
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    if is_wxf_file(text) {
        return super::wxf_file::read(text);
    }
    let scores = read_with(text, 0);
    // Whether the nearest rank is 0 or 1 is not stated anywhere: what can be played shows it.
    if scores.iter().any(|score| !score.faults.is_empty()) && text.contains("[Variant") {
        let other = read_with(text, 1);
        let length = |scores: &Scores| scores.iter().map(|score| score.tree.len()).sum::<usize>();
        if length(&other) > length(&scores) {
            return other;
        }
    }
    scores
}

fn read_with(text: &str, base: u8) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader { base, ..Reader::default() };
    // A comment that is open, and its line.
    let mut comment: Option<String> = None;
    let mut blank = true;
    for (number, line) in lines(text) {
        if comment.is_none() {
            let trimmed = line.trim_start();
            if is_header(trimmed) {
                if reader.is_over() {
                    reader.finish(&mut scores);
                    reader = Reader { base, ..Reader::default() };
                }
                let place = Place::new(number, 1 + line.chars().count() - trimmed.chars().count());
                header_line(&mut reader, trimmed, place);
                continue;
            }
            if trimmed.is_empty() {
                blank = true;
                continue;
            }
            if is_prose(trimmed) && (reader.takes_prose() || blank) {
                if reader.is_over() && !trimmed.starts_with('=') && !reader.headed {
                    reader.finish(&mut scores);
                    reader = Reader { base, ..Reader::default() };
                }
                reader.prose(trimmed);
                continue;
            }
            blank = false;
        }
        let mut rest = line;
        // How far the line has been read, and the place of what follows: a line may be long.
        let (mut read, mut place) = (0, Place::new(number, 1));
        while !rest.is_empty() {
            let reached = line.len() - rest.len();
            place = place.after(line[read..reached].chars().count());
            read = reached;
            if let Some(open) = &mut comment {
                match rest.split_once('}') {
                    Some((text, after)) => {
                        open.push_str(text);
                        reader.comment(open.trim());
                        comment = None;
                        rest = after;
                    }
                    None => {
                        open.push_str(rest);
                        open.push('\n');
                        rest = "";
                    }
                }
                continue;
            }
            let end = rest.find(['{', ';', '(', ')', '（', '）']).unwrap_or(rest.len());
            for (at, word) in words(&rest[..end], number) {
                reader.word(word, place.after(at.column - 1));
            }
            let at = place.after(rest[..end].chars().count());
            let sign = rest[end..].chars().next();
            rest = rest[end..].strip_prefix(|_: char| true).unwrap_or("");
            match sign {
                Some('{') => comment = Some(String::new()),
                Some(';') => {
                    reader.comment(rest.strip_prefix(' ').unwrap_or(rest));
                    rest = "";
                }
                Some('(' | '（') => reader.open(at),
                Some(')' | '）') => reader.close(at),
                _ => {}
            }
        }
    }
    if let Some(text) = comment {
        reader.comment(text.trim());
        reader.fault(Place::new(lines(text.as_str()).count(), 1), Fault::NoEnd('{'));
    }
    reader.finish(&mut scores);
    scores
}

fn is_header(line: &str) -> bool {
    line.starts_with('[')
        && line[1..].starts_with(|c: char| c.is_ascii_alphabetic())
        && (line.contains('"') || line.trim_end().ends_with(']'))
}

/// Whether a line is words for people.
fn is_prose(line: &str) -> bool {
    if line.starts_with(['{', '(', ';', '（', ')', '$']) {
        return false;
    }
    let mut words = line.split_whitespace();
    let first = words.clone().next().unwrap_or("");
    let begins_moves = after_number(first).len() < first.len() || result(first).is_some();
    !begins_moves && words.all(|word| moves::form(after_number(word)).is_none())
}

fn header_line(reader: &mut Reader, line: &str, place: Place) {
    let inner = line.trim_end().trim_start_matches('[').trim_end_matches(']');
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len());
    let (key, value) = inner.split_at(end);
    let shown = value.trim_start();
    let column = 1 + key.len() + value.len() - shown.len() + 1;
    let value = match (shown.find('"'), shown.rfind('"')) {
        (Some(first), Some(last)) if first < last => &shown[first + 1..last],
        _ => shown.trim_matches('"'),
    };
    reader.header(key, &value.replace("\\\"", "\"").replace("\\\\", "\\"), place.after(column));
}

/// A game that is being read.
#[derive(Default)]
pub(super) struct Reader {
    head: Head,
    base: u8,
    rules: Option<Ruleset>,
    red: Option<String>,
    black: Option<String>,
    start: Option<(Board, Place)>,
    faults: Vec<(Place, Fault)>,
    builder: Option<Builder<Board>>,
    at: usize,
    /// For each variation that is open: where its parent was, and whether that was dead.
    open: Vec<(usize, bool)>,
    /// Whether a fault has ended this line of play.
    dead: bool,
    ended: bool,
    headed: bool,
    /// Whether moves as of chess programs are read.
    algebraic: bool,
    termination: String,
    /// How the game ended, as the comment on the last move has it.
    end_said: Option<&'static str>,
}

impl Reader {
    /// Notes that the game has a head.
    pub(super) const fn headed(&mut self) {
        self.headed = true;
    }

    /// Whether what is not of this game would be of another.
    const fn is_over(&self) -> bool {
        self.builder.is_some() || self.ended
    }

    const fn takes_prose(&self) -> bool {
        self.builder.is_none() || self.ended
    }

    /// A line of words: before the moves a title, behind them nothing.
    fn prose(&mut self, line: &str) {
        if self.is_over() || self.headed {
            return;
        }
        match line.split_once(" - ").or_else(|| line.split_once(" vs ")) {
            Some((red, black)) if self.red.is_none() => {
                self.red = known(red);
                self.black = known(black);
            }
            _ => {
                let event = line.trim_end().trim_end_matches("EOD");
                self.head.event = self.head.event.take().or_else(|| known(event));
            }
        }
    }

    pub(super) fn fault(&mut self, place: Place, fault: Fault) {
        match &mut self.builder {
            Some(builder) => builder.fault(place, fault),
            None => self.faults.push((place, fault)),
        }
    }

    pub(super) fn header(&mut self, key: &str, value: &str, place: Place) {
        self.headed = true;
        match key {
            "Ruleset" => match value {
                "standard" => self.rules = Some(Ruleset::Standard),
                "walker" => self.rules = Some(Ruleset::Walker),
                _ => self.fault(place, Fault::UnknownRuleset(value.to_owned())),
            },
            "FEN" if !value.trim().is_empty() => match board(value) {
                Ok(board) => self.start = Some((board, place)),
                Err(fault) => self.fault(place, fault),
            },
            "Red" => self.red = known(value),
            "White" if self.red.is_none() => self.red = known(value),
            "Black" => self.black = known(value),
            "Date" => self.head.date = known(value),
            "Event" => self.head.event = known(value),
            "Variant" => self.algebraic |= value.to_ascii_lowercase().contains("xiangqi"),
            "Game" => self.algebraic |= value.contains("Chinese"),
            "Termination" => {
                self.termination = value.split_whitespace().collect::<Vec<_>>().join("-");
            }
            "Result" => match result(value) {
                Some(written) => self.head.result = written,
                None => self.fault(place, Fault::BadResult("1-0, 0-1, 1/2-1/2, *")),
            },
            _ => {}
        }
    }

    fn builder(&mut self) -> &mut Builder<Board> {
        let (head, start, faults) = (&mut self.head, &mut self.start, &mut self.faults);
        let rules = self.rules.unwrap_or(Ruleset::Standard);
        self.builder.get_or_insert_with(|| {
            let place = start.as_ref().map_or(Place::START, |&(_, place)| place);
            let board = start.take().map(|(board, _)| board);
            let mut builder = begin_under(head, rules, board, place);
            for (place, fault) in faults.drain(..) {
                builder.fault(place, fault);
            }
            builder
        })
    }

    /// Takes a move, its number, a mark or the result.
    pub(super) fn word(&mut self, word: &str, place: Place) {
        let shown = after_number(word);
        let place = place.after(word.chars().count() - shown.chars().count());
        let marks = ['!', '?', '！', '？', '.', '…', '=', '+', '#'];
        if shown.trim_matches(marks).is_empty() || shown.starts_with('$') {
            return;
        }
        if self.ended {
            return;
        }
        if let Some(written) = result(shown) {
            if self.open.is_empty() {
                self.end(written, place);
            }
            return;
        }
        if self.dead {
            return;
        }
        let at = self.at;
        let base = self.algebraic.then_some(self.base);
        let builder = self.builder();
        let next = match moves::read(builder.table(at), shown, base) {
            Ok(action) => builder.play(at, action, place),
            Err(fault) => {
                builder.fault(place, fault);
                None
            }
        };
        match next {
            Some(next) => {
                self.at = next;
                self.end_said = None;
            }
            None => self.dead = true,
        }
    }

    fn end(&mut self, written: Option<engine::RecordedResult>, place: Place) {
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
        if self.dead || (self.ended && self.builder.is_none()) {
            return;
        }
        let at = self.at;
        let text = text.replace('\r', "");
        let mut text = text.trim();
        let written = time_first(text).or_else(|| of_engine(text).map(|time| (time, text)));
        if let (Some((time, rest)), true) = (written, at > 0) {
            self.builder().tree.node_mut(at).time = Some(time);
            text = rest.trim_start();
        }
        if !text.is_empty() {
            // Only what is said last can be of the end.
            self.end_said = reason(text).filter(|_| text.len() < 60);
            self.builder().tree.comment(at, text);
        }
    }

    fn open(&mut self, place: Place) {
        if self.ended {
            return;
        }
        self.open.push((self.at, self.dead));
        let at = self.at;
        let parent = self.builder().tree.node(at).parent;
        if self.at == 0 {
            self.fault(place, Fault::NoLine);
            self.dead = true;
        }
        self.at = parent;
    }

    fn close(&mut self, place: Place) {
        match self.open.pop() {
            Some((at, dead)) => (self.at, self.dead) = (at, dead),
            None if self.ended => {}
            None => self.fault(place, Fault::ClosesNothing(')')),
        }
    }

    pub(super) fn finish(mut self, scores: &mut Scores) {
        if !self.headed && self.builder.is_none() && self.faults.is_empty() {
            return;
        }
        if !self.open.is_empty() {
            self.fault(Place::START, Fault::NoEnd('('));
        }
        self.builder();
        scores.extend(self.score());
    }

    fn score(mut self) -> Option<Score> {
        let walker = self.rules == Some(Ruleset::Walker);
        for side in Side::ALL {
            let red = (side == Side::First) != walker;
            self.head.players[side] = if red { self.red.take() } else { self.black.take() };
        }
        self.head.seen = self.headed;
        if let Some(result) = &mut self.head.result {
            let said = self.end_said.unwrap_or("").to_owned();
            result.reason = if self.termination.is_empty() { said } else { self.termination };
        }
        self.builder.map(|builder| finish(self.head, builder))
    }
}

/// The time of `[%emt 0:00:01.200]` at the beginning of a comment, and the rest.
fn time_first(text: &str) -> Option<(u64, &str)> {
    let (time, rest) = text.strip_prefix("[%emt ")?.split_once(']')?;
    Some((clock(time)?, rest))
}

/// The time in a comment that an engine's judgement is, as `+0.30/18 41` or `-1.5/12 1:36`.
fn of_engine(text: &str) -> Option<u64> {
    let (judgement, time) = text.split_once(' ')?;
    let (value, depth) = judgement.split_once('/')?;
    let number =
        |text: &str| text.trim_start_matches(['+', '-']).replace(',', ".").parse::<f64>().is_ok();
    if !number(value) || !number(depth) {
        return None;
    }
    clock(&narrow(time).replace(',', "."))
}

/// Milliseconds of `1:36`, `0:00:01.200` or `41`.
fn clock(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let parts: Vec<&str> = text.trim().split(':').collect();
    let (last, higher) = parts.split_last()?;
    for part in higher {
        total = total.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    total.checked_mul(60_000)?.checked_add(crate::text::seconds(last)?)
}
