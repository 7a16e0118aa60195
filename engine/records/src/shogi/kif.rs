//! KIF and KI2, boards alone (BOD), with variations.
//!
//! A line is a header, a rank of the board, a comment (`*`), a move with its number (KIF) or
//! moves with the marks of their sides (KI2), the head of a variation (`変化：5手`), or the
//! sentence at the end (`まで`). Variations stand after the line that they leave, the latest
//! first, so that each leaves the line read last. A move that cannot be read or played ends its
//! line of play; what follows it there is left out. Several games follow one another, each with
//! its own head.

use super::Scores;
use super::kif_board::Diagram;
use super::kif_move;
use super::names::{End, MARKS, end, handicap, strip_side};
use super::setup::{Setup, finish};
use super::table::Board;
use crate::builder::{Builder, Place};
use crate::kind::Kind;
use crate::score::Head;
use crate::text::{known, lines};
use engine::shogi::Square;
use engine::{Fault, Reason, RecordedResult, Side};

/// What lines of KIF and KI2 begin with.
const HEADS: [&str; 14] = [
    "#KIF",
    "# KIF",
    "# ---- Kifu for",
    "# --- Kifu for",
    "手合割",
    "開始日時",
    "手数----",
    "先手：",
    "後手：",
    "下手：",
    "上手：",
    "先手の持駒",
    "後手の持駒",
    "#KI2",
];

/// The kind of a text that looks like one of these.
pub(crate) fn recognise(text: &str) -> Option<Kind> {
    let numbered = lines(text).any(|(_, line)| is_numbered_move(line));
    let marked = lines(text).any(|(_, line)| is_marked_move(line));
    let headed = lines(text).any(|(_, line)| HEADS.iter().any(|&head| line.starts_with(head)));
    match (numbered, marked, headed) {
        (false, true, _) => Some(Kind::Ki2),
        (true, _, _) | (false, false, true) => Some(Kind::Kif),
        (false, false, false) => None,
    }
}

fn is_numbered_move(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '　', '\t']);
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && begins_move(rest.trim_start_matches(BEFORE_MOVE))
}

fn is_marked_move(line: &str) -> bool {
    let rest = line.trim_start_matches([' ', '　', '\t']).strip_prefix(MARKS);
    rest.is_some_and(begins_move)
}

/// Whether a text begins with a square and a piece, or with the square of the move before.
fn begins_move(text: &str) -> bool {
    let rest = match text.strip_prefix('同') {
        Some(rest) => rest,
        None => match super::names::strip_square(text) {
            Some((_, rest)) => rest,
            None => return false,
        },
    };
    super::names::strip_piece(rest.trim_start_matches([' ', '　', '同'])).is_some()
}

/// The characters allowed between a number and its move.
const BEFORE_MOVE: [char; 14] =
    [' ', '　', '\t', '.', ':', '：', '手', '▲', '△', '☗', '☖', '▼', '▽', '⛊'];

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::default();
    for (number, line) in lines(text) {
        if reader.begins_anew(line) {
            reader.finish(&mut scores);
            reader = Reader::default();
        }
        reader.line(line.trim_end(), Place::new(number, 1));
    }
    reader.finish(&mut scores);
    scores
}

/// A game that is being read.
#[derive(Default)]
struct Reader {
    setup: Setup,
    diagram: Option<Diagram>,
    begun: Option<Begun>,
    /// Comments before the first move.
    early: Vec<String>,
    /// Whether something of the game was read.
    something: bool,
}

/// A game whose moves are being read.
struct Begun {
    head: Head,
    builder: Builder<Board>,
    /// The line of play that was read last: each node with the square it went to.
    path: Vec<(usize, Square)>,
    /// Whether the line of play has ended, by a word or by a fault.
    ended: bool,
    /// Whether it is the main line.
    main: bool,
    /// The end that a word of the main line gave, if one did.
    written_end: Option<End>,
}

impl Reader {
    /// Whether a line is the head of another game after one with moves.
    fn begins_anew(&self, line: &str) -> bool {
        let heads = ["#KIF", "# ---- Kifu", "開始日時", "手合割", "棋戦：", "先手：", "下手："];
        self.begun.as_ref().is_some_and(|begun| begun.builder.tree.len() > 1)
            && heads.iter().any(|&head| line.starts_with(head))
    }

    fn line(&mut self, text: &str, place: Place) {
        if let Some(comment) = text.strip_prefix('*') {
            self.comment(comment);
            return;
        }
        if text.is_empty() || text.starts_with(['#', '&', ';']) {
            return;
        }
        let trimmed = text.trim_start_matches([' ', '　', '\t']);
        let place = place.after(text.chars().count() - trimmed.chars().count());
        if trimmed.starts_with("まで") {
            self.sentence(trimmed);
        } else if let Some(head) = trimmed.strip_prefix("変化") {
            self.variation(head, place);
        } else if trimmed.starts_with(MARKS) && !is_numbered(trimmed) {
            self.marked(trimmed, place);
        } else if is_numbered(trimmed) && self.is_move_line(trimmed) {
            self.numbered(trimmed, place);
        } else if self.begun.is_some() {
            self.after_moves(trimmed, place);
        } else {
            self.head(text, trimmed, place);
        }
    }

    /// Whether a line with a number is one of the moves and not of the frame of a board.
    fn is_move_line(&self, text: &str) -> bool {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        !rest.is_empty() || self.begun.is_some()
    }

    fn head(&mut self, text: &str, trimmed: &str, place: Place) {
        if let Some(rank) = trimmed.strip_prefix('|') {
            self.something = true;
            let diagram = self.diagram.get_or_insert_with(Diagram::new);
            diagram.rank(rank, place.after(1), &mut self.setup);
            return;
        }
        if let Some((side, "番")) = strip_side(trimmed) {
            self.diagram.get_or_insert_with(Diagram::new).set_to_act(side);
            return;
        }
        // The frame, the heads of columns, and how a position came about.
        let passed_over = ["+-", "手数", "９"];
        if passed_over.iter().any(|&start| trimmed.starts_with(start)) {
            return;
        }
        match text.split_once(['：', ':']) {
            Some((key, value)) => {
                let place = place.after(key.chars().count() + 1);
                self.header(key.trim(), value, place);
            }
            None => self.setup.fault(place, Fault::ExpectedKif),
        }
    }

    fn header(&mut self, key: &str, value: &str, place: Place) {
        let given = || known(value);
        match key {
            "手合割" => match handicap(value) {
                Some(Ok(handicap)) => {
                    self.something = true;
                    self.setup.handicap(handicap);
                }
                Some(Err(ranks)) => {
                    self.something = true;
                    let sfen = format!("{ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
                    self.setup.sfen(&sfen, place);
                }
                None if value.contains("その他") || known(value).is_none() => {}
                None => self.setup.fault(place, Fault::NotAHandicap(value.trim().to_owned())),
            },
            "開始日時" => self.setup.head.date = given(),
            "対局日" | "日時" if self.setup.head.date.is_none() => {
                self.setup.head.date = given();
            }
            "棋戦" => self.setup.head.event = given(),
            "表題" if self.setup.head.event.is_none() => self.setup.head.event = given(),
            "ルール" => self.setup.options(value, place),
            key => match strip_side(key) {
                Some((side, "")) => {
                    self.something = true;
                    self.setup.head.players[side] = given();
                }
                Some((side, "の持駒" | "持駒")) => {
                    let diagram = self.diagram.get_or_insert_with(Diagram::new);
                    diagram.hand(side, value, place, &mut self.setup);
                }
                _ => {}
            },
        }
    }

    /// The game, set up from its head.
    fn begun(&mut self) -> &mut Begun {
        self.something = true;
        let (setup, diagram, early) = (&mut self.setup, &mut self.diagram, &mut self.early);
        self.begun.get_or_insert_with(|| {
            if let Some(diagram) = diagram.take_if(|diagram| diagram.has_ranks()) {
                diagram.into_setup(setup);
            }
            let (head, mut builder) = setup.begin();
            for comment in early.drain(..) {
                builder.tree.comment(0, &comment);
            }
            Begun { head, builder, path: Vec::new(), ended: false, main: true, written_end: None }
        })
    }

    fn comment(&mut self, text: &str) {
        match &mut self.begun {
            None => self.early.push(text.to_owned()),
            Some(begun) if begun.ended && !begun.main => {}
            Some(begun) => {
                let at = begun.at();
                begun.builder.tree.comment(at, text);
            }
        }
    }

    /// A line with a number: a move, or a word that ends the game.
    fn numbered(&mut self, text: &str, place: Place) {
        let begun = self.begun();
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &text[..text.len() - rest.len()];
        let shown = rest.trim_start_matches(BEFORE_MOVE);
        let place = place.after(text.chars().count() - shown.chars().count());
        if begun.ended {
            return;
        }
        let word = shown.split([' ', '\t', '　', '(']).next().unwrap_or("");
        if word == "封じ手" {
            // Adjourned: the sealed move is the next one, under the same number or the next.
            return;
        }
        if let Some(end) = end(word) {
            begun.end(end, shown, place);
            return;
        }
        let expected = begun.path.len() + 1;
        if number.parse::<usize>().is_ok_and(|number| number < expected) && begun.main {
            begun.builder.fault(place, Fault::WrongNumber(expected));
            begun.ended = true;
            return;
        }
        if let Some(rest) = begun.play(shown, place) {
            begun.time(rest, place);
        }
    }

    /// Moves with the marks of their sides.
    fn marked(&mut self, text: &str, place: Place) {
        let begun = self.begun();
        let mut rest = text;
        while !rest.is_empty() && !begun.ended {
            let at = place.after(text.chars().count() - rest.chars().count());
            let shown = rest.trim_start_matches(MARKS);
            let word = shown.split([' ', '\t', '　']).next().unwrap_or("");
            if let Some(end) = end(word) {
                begun.end(end, shown, at);
                return;
            }
            let Some(after) = begun.play(shown, at.after(1)) else { return };
            rest = after.trim_start_matches([' ', '　', '\t']);
            // A time may follow here, too.
            if rest.starts_with('(') {
                begun.time(rest, at);
                rest = rest.split_once(')').map_or("", |(_, rest)| rest);
                rest = rest.trim_start_matches([' ', '　', '\t', '+']);
            }
        }
    }

    /// What follows the moves and is none of what may follow them.
    fn after_moves(&mut self, text: &str, place: Place) {
        let begun = self.begun();
        // Headers of programs that write some of them at the end.
        if begun.ended || text.contains(['：', ':']) || text.starts_with("手数") {
            return;
        }
        match end(text.split([' ', '　']).next().unwrap_or("")) {
            Some(end) => begun.end(end, text, place),
            None => {
                begun.builder.fault(place, Fault::ExpectedMove);
                begun.ended = true;
            }
        }
    }

    /// The head of a variation, such as `：5手`, after 変化.
    fn variation(&mut self, text: &str, place: Place) {
        let begun = self.begun();
        let digits: String = text
            .chars()
            .skip_while(|c| !c.is_ascii_digit() && !('０'..='９').contains(c))
            .map(|c| {
                if c.is_ascii_digit() {
                    c
                } else {
                    crate::text::narrow(&c.to_string()).chars().next().unwrap_or(c)
                }
            })
            .take_while(char::is_ascii_digit)
            .collect();
        begun.main = false;
        begun.ended = false;
        match digits.parse::<usize>().ok().and_then(|ply| ply.checked_sub(1)) {
            Some(before) if before <= begun.path.len() => begun.path.truncate(before),
            _ => {
                begun.builder.fault(place, Fault::NoLine);
                begun.ended = true;
            }
        }
    }

    /// The sentence at the end, such as `まで3手で先手の勝ち`.
    fn sentence(&mut self, text: &str) {
        let begun = self.begun();
        if begun.main {
            begun.sentence(text);
        }
        begun.ended = true;
    }

    fn finish(mut self, scores: &mut Scores) {
        let board = self.diagram.as_ref().is_some_and(Diagram::has_ranks);
        if !self.something && !board && self.setup.faults.is_empty() {
            return;
        }
        self.setup.head.seen = self.something || board;
        self.begun();
        if let Some(mut begun) = self.begun.take() {
            begun.head.seen |= self.setup.head.seen;
            scores.push(finish(begun.head, begun.builder));
        }
    }
}

impl Begun {
    fn at(&self) -> usize {
        self.path.last().map_or(0, |&(node, _)| node)
    }

    fn to_act(&self) -> Side {
        self.builder.table(self.at()).to_act
    }

    /// Reads and plays a move; returns what follows it. A fault ends the line of play.
    fn play<'a>(&mut self, text: &'a str, place: Place) -> Option<&'a str> {
        let last = self.path.last().map(|&(_, to)| to);
        let board = self.builder.table(self.at());
        match kif_move::read(board, last, text, place) {
            Ok(read) => {
                if let Some(node) = self.builder.play(self.at(), read.action, place) {
                    self.path.push((node, read.to));
                    return Some(read.rest);
                }
            }
            Err(error) => self.builder.fault(Place::new(error.line, error.column), error.fault),
        }
        self.ended = true;
        None
    }

    /// Takes the time in what follows a move, such as `( 0:16/00:00:16)+`.
    fn time(&mut self, text: &str, place: Place) {
        let text = text.trim_start_matches([' ', '　', '\t']);
        let Some(inner) = text.strip_prefix('(').and_then(|text| text.split_once(')')) else {
            return;
        };
        let time = inner.0.split('/').next().unwrap_or("");
        let node = self.at();
        match millis(time) {
            Some(millis) => self.builder.tree.node_mut(node).time = Some(millis),
            None if time.trim().is_empty() => {}
            None => self.builder.fault(place, Fault::BadTime("( 0:16/00:00:16)")),
        }
    }

    /// A word that ends the line of play, and with the main line the game.
    fn end(&mut self, end: End, text: &str, place: Place) {
        self.ended = true;
        if !self.main {
            return;
        }
        self.written_end = Some(end);
        let to_act = self.to_act();
        let (winner, reason) = match end {
            End::Win(reason) => (Some(to_act), reason),
            End::Loss(reason) => (Some(to_act.other()), reason),
            End::Draw(reason) => (None, reason),
            End::Open => return,
        };
        let _ = (text, place);
        self.head.result = Some(RecordedResult { winner, reason: reason.to_owned() });
    }

    fn sentence(&mut self, text: &str) {
        let winner = Side::ALL.into_iter().find(|&side| {
            let names = match side {
                Side::First => ["先手", "下手"],
                Side::Second => ["後手", "上手"],
            };
            names.into_iter().any(|name| text.contains(&format!("{name}の勝ち")))
                || names.into_iter().any(|name| text.contains(&format!("{name}の反則勝ち")))
        });
        let drawn = [
            ("千日手", Reason::Repetition.as_str()),
            ("持将棋", Reason::Impasse.as_str()),
            ("引き分け", ""),
            ("引分", ""),
        ];
        let reasons = [
            ("反則", Reason::Foul.as_str()),
            ("時間切れ", "timeout"),
            ("切れ負け", "timeout"),
            ("入玉", Reason::Declaration.as_str()),
            ("詰", Reason::Checkmate.as_str()),
            ("投了", "resignation"),
        ];
        let draw = drawn.into_iter().find(|&(word, _)| text.contains(word));
        match (&mut self.head.result, winner, draw) {
            (Some(result), Some(_), _) => result.winner = winner,
            (Some(_), None, _) => {}
            (None, Some(_), _) => {
                let reason = reasons.into_iter().find(|&(word, _)| text.contains(word));
                let reason = reason.map_or("", |(_, reason)| reason).to_owned();
                self.head.result = Some(RecordedResult { winner, reason });
            }
            (None, None, Some((_, reason))) => {
                self.head.result = Some(RecordedResult { winner: None, reason: reason.to_owned() });
            }
            // `まで61手詰`: solved by the side that moved last.
            (None, None, None) if text.trim_end().ends_with('詰') => {
                let winner = Some(self.to_act().other());
                let reason = Reason::Checkmate.as_str().to_owned();
                self.head.result = Some(RecordedResult { winner, reason });
            }
            (None, None, None) => {}
        }
    }
}

fn is_numbered(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// The milliseconds of `0:16` or `1:02:03`, with or without decimals.
fn millis(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let parts: Vec<&str> = text.trim().split(':').collect();
    let (last, higher) = parts.split_last()?;
    if higher.is_empty() {
        return None;
    }
    for part in higher {
        total = total.checked_mul(60)?.checked_add(part.trim().parse().ok()?)?;
    }
    total.checked_mul(60_000)?.checked_add(crate::text::seconds(last)?)
}
