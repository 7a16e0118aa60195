//! KIF and KI2, boards alone (BOD), with variations.
//!
//! A line is a header, a rank of the board, a comment (`*`), a move with its number (KIF) or moves
//! with the marks of their sides (KI2), the head of a variation (`変化：5手`), or the sentence at the
//! end (`まで`). A line may hold several of these. Variations stand after the line that they leave,
//! the latest first, so that each leaves the line read last; one whose number is that of the end
//! continues the line that has ended. A move that cannot be read or played ends its line of play;
//! the moves after it there become a comment. Several games follow one another, each with its own
//! head.

use super::Scores;
use super::kif_board::Diagram;
use super::kif_head;
use super::kif_line::{Ended, GameReader};
use super::names::{MARKS, end, strip_side};
use super::setup::Setup;
use crate::builder::SourcePlace;
use crate::kind::Kind;
use crate::text::{is_blank, is_digit, lines, narrow};
use engine::Fault;

/// The beginnings of lines of KIF and KI2.
const LINE_STARTS: [&str; 8] = [
    "#KIF",
    "# KIF",
    "# ---- Kifu for",
    "# --- Kifu for",
    "手合割",
    "開始日時",
    "手数----",
    "#KI2",
];

/// The kind of a text that looks like one of these; comments are not asked.
pub(crate) fn recognise(text: &str) -> Option<Kind> {
    let bare = || lines(text).map(|(_, line)| line.trim_matches(is_blank));
    let numbered = bare().any(is_numbered_move);
    let marked = bare().any(|line| line.strip_prefix(MARKS).is_some_and(begins_move));
    let headed = bare().any(|line| {
        LINE_STARTS.iter().any(|&head| line.starts_with(head))
            || (strip_side(line).is_some() && kif_head::begins_header(line))
            || is_rank(line)
    });
    match (numbered, marked, headed) {
        (false, true, _) => Some(Kind::Ki2),
        (true, _, _) | (false, false, true) => Some(Kind::Kif),
        (false, false, false) => None,
    }
}

/// Whether a line is a rank of a board.
fn is_rank(line: &str) -> bool {
    line.strip_prefix(['|', '｜', '│', '┃']).is_some_and(|rest| {
        let marks = rest.chars().filter(|&c| matches!(c, '・' | 'v' | '歩' | '香' | '玉')).count();
        marks >= 3 && rest.contains(['|', '｜', '│', '┃'])
    })
}

pub(super) fn is_numbered_move(line: &str) -> bool {
    let rest = line.trim_start_matches(is_digit);
    let shown = rest.trim_start_matches(is_before_move);
    // The number of a move stands apart from its square, which is of digits, too.
    (rest.len() < line.len() && shown.len() < rest.len() && begins_move(shown))
        || (rest.starts_with('同') && rest.len() < line.len() && begins_move(rest))
}

/// Whether a text begins with a square and a piece, or with the square of the move before.
pub(super) fn begins_move(text: &str) -> bool {
    let rest = match text.strip_prefix('同') {
        Some(rest) => rest,
        None => match super::names::strip_square(text) {
            // `11 同　銀` is the move with the number 11.
            Some((_, rest))
                if rest.trim_start_matches(is_blank).starts_with('同')
                    && text.chars().take(2).all(is_digit) =>
            {
                return false;
            }
            Some((_, rest)) => rest,
            None => return false,
        },
    };
    let rest = rest.trim_start_matches(|c| is_blank(c) || c == '同');
    super::names::strip_piece(rest).is_some()
}

/// Whether a character may stand between a number and its move.
fn is_before_move(character: char) -> bool {
    is_blank(character)
        || MARKS.contains(&character)
        || matches!(character, '.' | ':' | '：' | '．' | '手' | '目')
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::default();
    let mut lines = lines(text);
    while let Some((number, line)) = lines.next() {
        if reader.begins_anew(line) {
            reader.finish(&mut scores);
            reader = Reader::default();
        }
        reader.ahead = lines.rest();
        reader.line(line, number);
    }
    reader.finish(&mut scores);
    scores
}

/// A game that is being read.
#[derive(Default)]
struct Reader<'t> {
    setup: Setup,
    diagram: Option<Diagram>,
    begun: Option<GameReader<'t>>,
    /// The text after the line that is being read.
    ahead: &'t str,
    /// Comments before the first move.
    early: Vec<String>,
    /// Whether something of the game was read.
    something: bool,
    /// The end according to a header.
    header_end: Option<(String, SourcePlace)>,
}

impl<'t> Reader<'t> {
    /// Whether a line is the head of another game after one with moves.
    fn begins_anew(&self, line: &str) -> bool {
        let line = line.trim_start_matches(is_blank);
        let Some(begun) = &self.begun else { return false };
        let heads = ["#KIF", "# ---- Kifu", "開始日時", "手合割", "棋戦", "先手", "下手"];
        let is_head = |&head: &&str| {
            line.strip_prefix(head)
                .is_some_and(|rest| head.starts_with('#') || rest.starts_with(['：', ':']))
        };
        let first =
            line.starts_with(['1', '１']) && number(line).0 == Some(1) && is_numbered_move(line);
        begun.has_moves() && (heads.iter().any(is_head) || (first && begun.is_over()))
    }

    fn line(&mut self, line: &str, number: usize) {
        let mut rest = line.trim_end_matches(is_blank);
        let mut place = SourcePlace::new(number, 1);
        loop {
            let shown = rest.trim_start_matches(is_blank);
            place = place.after(rest[..rest.len() - shown.len()].chars().count());
            if shown.is_empty() {
                return;
            }
            rest = self.statement(shown, place);
            place = place.after(shown[..shown.len() - rest.len()].chars().count());
        }
    }

    /// Reads the statement that a text begins with; returns the rest.
    fn statement<'a>(&mut self, text: &'a str, place: SourcePlace) -> &'a str {
        if let Some(comment) = text.strip_prefix(['*', '＊']) {
            self.comment(comment);
            return "";
        }
        if text.starts_with(['#', '&', ';']) {
            // A header behind the name of the form has lost the end of the line before it.
            let end = if self.begun.is_none() { kif_head::first_header(text) } else { text.len() };
            self.tag(&text[..1], &text[1..end]);
            return &text[end..];
        }
        if text.starts_with("まで") {
            self.begun().sentence(text, place);
            return "";
        }
        if let Some(head) = text.strip_prefix("変化") {
            return self.begun().variation(head, place);
        }
        // An end may have a mark of its side, as a move has.
        if is_numbered(text) && self.is_move_line(text) {
            return self.numbered(text, place);
        }
        if self.begun.is_none()
            && let Some(rest) = self.head(text, place)
        {
            return rest;
        }
        let shown = text.trim_start_matches(MARKS);
        if shown.len() < text.len() || begins_move(text) {
            let begun = self.begun();
            return begun.marked(text, place);
        }
        self.after_moves(text, place)
    }

    /// Whether a line with a number is one of the moves and not of the frame of a board.
    fn is_move_line(&self, text: &str) -> bool {
        !text.chars().all(|c| is_digit(c) || is_blank(c)) || self.begun.is_some()
    }

    /// Reads a line of the head; returns the rest of the text, if it is one.
    fn head<'a>(&mut self, text: &'a str, place: SourcePlace) -> Option<&'a str> {
        if let Some(rank) = text.strip_prefix(['|', '｜', '│', '┃']) {
            self.something = true;
            let diagram = self.diagram.get_or_insert_with(Diagram::new);
            diagram.rank(rank, place.after(1), &mut self.setup);
            return Some("");
        }
        let word = text.trim_matches(is_blank);
        if let Some((side, "番")) = strip_side(word) {
            self.diagram.get_or_insert_with(Diagram::new).set_to_act(side);
            return Some("");
        }
        // The frame, and the heads of columns.
        if text.starts_with("+-") || text.starts_with("手数--") {
            self.something |= text.starts_with("手数--");
            let end = text.find(is_blank).unwrap_or(text.len());
            return Some(&text[end..]);
        }
        if is_frame(text) {
            return Some("");
        }
        // How a position came about, and how it was shown.
        if text.starts_with("手数") || text.starts_with("盤面") {
            let end = text.find(['＝', '=', '：', ':']).unwrap_or(text.len());
            let value = text[end..].strip_prefix(|_: char| true).unwrap_or("");
            let (value, side) = turn_behind(value);
            if let Some(side) = side {
                self.diagram.get_or_insert_with(Diagram::new).set_to_act(side);
            }
            self.setup.head.tag(&text[..end], value);
            return Some("");
        }
        if text.starts_with(MARKS) && !kif_head::begins_header(text.trim_start_matches(MARKS)) {
            return None;
        }
        if begins_move(text) || kif_head::parts(text).is_none() {
            return None;
        }
        let (headers, rest) = kif_head::split(text);
        for (offset, header) in headers {
            let place = place.after(offset);
            match kif_head::parts(header) {
                Some((key, value)) => self.header(key, value, header, place),
                None => self.setup.fault(place, Fault::ExpectedKif),
            }
        }
        Some(rest)
    }

    fn header(&mut self, key: &str, value: &str, header: &str, place: SourcePlace) {
        let place = place.after(header[..header.len() - value.len()].chars().count());
        if key == "結果" {
            self.header_end = Some((value.to_owned(), place));
            return;
        }
        self.something |= key.starts_with("手合") || strip_side(key).is_some();
        kif_head::read(key, value, place, &mut self.setup, &mut self.diagram);
    }

    fn tag(&mut self, key: &str, value: &str) {
        match &mut self.begun {
            Some(begun) => begun.head.tag(key, value),
            None => self.setup.head.tag(key, value),
        }
    }

    /// The game, set up from its head.
    fn begun(&mut self) -> &mut GameReader<'t> {
        self.begun_with(None)
    }

    /// The same, where the first move comes from a square.
    fn begun_with(&mut self, from: Option<engine::shogi::Square>) -> &mut GameReader<'t> {
        self.something = true;
        let (setup, diagram, early) = (&mut self.setup, &mut self.diagram, &mut self.early);
        let ahead = self.ahead;
        let begun = self.begun.get_or_insert_with(|| {
            if let Some(diagram) = diagram.take() {
                diagram.into_setup(setup, from);
            }
            let (head, mut builder) = setup.begin();
            for comment in early.drain(..) {
                builder.tree.comment(0, &comment);
            }
            GameReader::new(head, builder, ahead)
        });
        begun.ahead = ahead;
        begun
    }

    fn comment(&mut self, text: &str) {
        match &mut self.begun {
            None => self.early.push(text.to_owned()),
            Some(begun) => begun.comment(text),
        }
    }

    /// A number with its move, or with a word that ends the game.
    fn numbered<'a>(&mut self, text: &'a str, place: SourcePlace) -> &'a str {
        let (number, rest) = number(text);
        let shown = rest.trim_start_matches(is_before_move);
        let marks = &rest[..rest.len() - shown.len()];
        let at = place.after(text[..text.len() - shown.len()].chars().count());
        let from = super::kif_move::origin(shown);
        let begun = self.begun_with(from);
        let (word, _) = first_word(shown);
        if let Some(end) = end(word) {
            begun.end(end, word, number, place);
            return begun.end_time(&shown[word.len()..]);
        }
        if begun.ended == Ended::ByWord {
            begun.builder.fault(place, Fault::AfterResult);
            return "";
        }
        if begun.ended == Ended::ByFault {
            begun.leave_out(text);
            return "";
        }
        if !begun.takes_number(number, place) {
            if begun.ended == Ended::ByFault {
                return after_move(shown);
            }
            return "";
        }
        let mark = marks.trim_matches(|c| !MARKS.contains(&c));
        match begun.play(shown, mark, at) {
            Some(rest) => begun.time(rest, at),
            None => after_move(shown),
        }
    }

    /// A text that may not stand here: before the moves or behind them.
    fn after_moves<'a>(&mut self, text: &'a str, place: SourcePlace) -> &'a str {
        let Some(begun) = &mut self.begun else {
            self.setup.fault(place, Fault::ExpectedKif);
            return "";
        };
        let (word, rest) = first_word(text);
        if let Some(end) = end(word) {
            begun.end(end, word, None, place);
            return begun.end_time(rest);
        }
        if begun.ended == Ended::ByFault {
            begun.leave_out(text);
            return "";
        }
        // Headers of programs that write some of them at the end.
        match kif_head::parts(text) {
            Some(("結果", value)) => self.header_end = Some((value.to_owned(), place)),
            Some(_) => {
                let (headers, rest) = kif_head::split(text);
                for (offset, header) in headers {
                    match kif_head::parts(header) {
                        Some((key, value)) => kif_head::of_head(key, value, &mut begun.head),
                        None => begun.builder.fault(place.after(offset), Fault::ExpectedMove),
                    }
                }
                return rest;
            }
            None if text.starts_with("手数") => begun.head.tag("手数", &text["手数".len()..]),
            None => begun.builder.fault(place, Fault::ExpectedMove),
        }
        ""
    }

    fn finish(mut self, scores: &mut Scores) {
        let board = self.diagram.as_ref().is_some_and(Diagram::has_ranks);
        let tags = !self.setup.head.tags.is_empty() || !self.early.is_empty();
        if !self.something && !board && self.setup.faults.is_empty() && !tags {
            return;
        }
        self.setup.head.seen |= self.something || board;
        let seen = self.setup.head.seen;
        let header_end = self.header_end.take();
        self.begun();
        if let Some(begun) = self.begun.take() {
            scores.push(begun.finish(seen, header_end));
        }
    }
}

/// The number at the beginning of a text, and the rest.
pub(super) fn number(text: &str) -> (Option<usize>, &str) {
    let rest = text.trim_start_matches(is_digit);
    (narrow(&text[..text.len() - rest.len()]).parse().ok(), rest)
}

/// The text of a move without its number and the marks before it.
pub(super) fn after_number(text: &str) -> &str {
    let text = text.trim_start_matches(is_blank);
    if begins_move(text) { text } else { number(text).1.trim_start_matches(is_before_move) }
}

/// The first word of a text, and the rest.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c| is_blank(c) || matches!(c, '(' | '（')).unwrap_or(text.len());
    text.split_at(end)
}

/// The text after a move that could not be read, and its time.
pub(super) fn after_move(text: &str) -> &str {
    let end = text.find(is_blank).unwrap_or(text.len());
    // `同　銀` is one move.
    let end = if text.starts_with('同') && end == '同'.len_utf8() {
        let rest = text[end..].trim_start_matches(is_blank);
        text.len() - rest.len() + rest.find(is_blank).unwrap_or(rest.len())
    } else {
        end
    };
    let rest = text[end..].trim_start_matches(is_blank);
    match super::kif_move::bracketed(rest) {
        Some((_, rest)) => rest.trim_start_matches(|c| is_blank(c) || c == '+'),
        None => rest,
    }
}

/// Whether a line is the heads of a board's columns.
fn is_frame(text: &str) -> bool {
    text.chars().all(|c| is_blank(c) || super::names::digit(c).is_some())
        || text
            .chars()
            .all(|c| matches!(c, '+' | '-' | '＋' | '－' | '─' | '━' | '┌' | '┐' | '└' | '┘'))
}

/// The side to act after the text for the last move, as in `６１　▲３二歩　まで　後手番`.
fn turn_behind(value: &str) -> (&str, Option<engine::Side>) {
    let value = value.trim_matches(is_blank);
    let last = value.rsplit(is_blank).next().unwrap_or("");
    match strip_side(last) {
        Some((side, "番")) => (value[..value.len() - last.len()].trim_end(), Some(side)),
        _ => (value, None),
    }
}

fn is_numbered(text: &str) -> bool {
    text.starts_with(is_digit) && !begins_move(text)
}
