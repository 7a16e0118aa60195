//! The form of the Computer Shogi Association, versions 1 to 3, with several games.
//!
//! Statements are on lines of their own, or between commas or blanks. `'*` begins a comment; a
//! program's remarks about itself in other comments (`'encoding=…`, `' ---- Kifu for Windows …`)
//! become tags. A line `/` separates games. A move whose piece is named as it was before it
//! promoted, or without its side, is read by its squares.

use super::Scores;
use super::csa_board::{self, of_code, square};
use super::csa_scan::{is_move, is_version, statement_end};
use super::setup::{Setup, finish};
use super::table::Board;
use crate::builder::{Builder, SourcePlace, Table};
use crate::score::Head;
use crate::text::{is_blank, known, lines, narrow, narrow_one};
use crate::tree::Evaluation;
use engine::shogi::{Action, Handicap, Rules, Shogi, Square};
use engine::{Fault, Position, Reason, RecordedResult, Side};

/// Whether a text looks like CSA; its comments are not asked.
pub(crate) fn is_csa(text: &str) -> bool {
    lines(text).any(|(_, line)| {
        let line = narrow(line.trim_matches(is_blank));
        let mut statements = line.split([',', ' ']).filter(|part| !part.is_empty());
        let Some(first) = statements.next() else { return false };
        is_version(first)
            || is_move(first)
            || csa_board::is_rank(&line)
            || csa_board::is_even_start(first)
            || (matches!(first.as_bytes(), [b'N', b'+' | b'-', ..]) && statements.any(is_move))
    })
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::default();
    for (number, line) in lines(text) {
        let shown = line.trim_matches(is_blank);
        let offset = line.chars().take_while(|&c| is_blank(c)).count();
        let place = SourcePlace::new(number, 1 + offset);
        if narrow(shown) == "/" || (reader.is_over() && begins_game(shown)) {
            reader.finish(&mut scores);
            reader = Reader::default();
            if narrow(shown) == "/" {
                continue;
            }
        }
        reader.line(shown, place);
    }
    reader.finish(&mut scores);
    scores
}

/// Whether a line is the head of a game.
fn begins_game(line: &str) -> bool {
    let line = narrow(line);
    is_version(line.split([',', ' ']).next().unwrap_or("")) || line.starts_with("N+")
}

/// The beginnings of such comments: those of writing programs, then those of a server's.
const PROGRAM_COMMENTS: [&str; 16] = [
    "encoding=",
    "CSA encoding",
    "----",
    "--- ",
    "$",
    "Generated",
    "KIF",
    "generated",
    "Max_Moves:",
    "Least_Time_Per_Move:",
    "Total_Time:",
    "Increment:",
    "black_rate:",
    "white_rate:",
    "rating:",
    "summary:",
];

/// Whether a comment is a program's remark about itself, not about the game.
fn is_by_program(comment: &str) -> bool {
    let comment = comment.trim_start();
    PROGRAM_COMMENTS.iter().any(|&start| comment.starts_with(start))
}

/// The event that ended the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Ended {
    #[default]
    No,
    ByWord,
    ByFault,
}

#[derive(Default)]
struct Reader {
    setup: Setup,
    board: Option<(Board, SourcePlace)>,
    begun: Option<(Head, Builder<Board>)>,
    at: usize,
    ended: Ended,
    something: bool,
    early: Vec<String>,
    /// The text after a fault.
    left_out: Vec<String>,
    /// The side of the move that was left out last.
    left_out_side: Option<Side>,
}

impl Reader {
    fn is_over(&self) -> bool {
        self.ended == Ended::ByWord && self.begun.is_some()
    }

    fn head(&mut self) -> &mut Head {
        match &mut self.begun {
            Some((head, _)) => head,
            None => &mut self.setup.head,
        }
    }

    /// Reads the statements of a line.
    fn line(&mut self, line: &str, place: SourcePlace) {
        let mut rest = line;
        let mut at = place;
        while !rest.is_empty() {
            if let Some(comment) = rest.strip_prefix(['\'', '’', '＇']) {
                self.comment(comment);
                return;
            }
            let end = statement_end(rest);
            let (statement, after) = rest.split_at(end);
            self.statement(statement.trim_end_matches(is_blank), at);
            let shown = after.trim_start_matches(|c| is_blank(c) || matches!(c, ',' | '，'));
            at = at.after(rest[..rest.len() - shown.len()].chars().count());
            rest = shown;
        }
    }

    fn comment(&mut self, text: &str) {
        let comment = match text.strip_prefix('*') {
            Some(comment) => comment,
            None if is_by_program(text) => {
                self.head().tag("'", text);
                return;
            }
            None => text,
        };
        let at = self.at;
        match (&mut self.begun, self.ended) {
            (Some(_), Ended::ByFault) => self.left_out.push(format!("'{text}")),
            (Some((_, builder)), _) => {
                builder.tree.comment(at, comment);
                if let Some(judged) = comment.strip_prefix('*')
                    && let Some(evaluation) = evaluation(builder.table(at), judged)
                {
                    builder.tree.node_mut(at).evaluation = Some(evaluation);
                }
            }
            (None, _) => self.early.push(comment.to_owned()),
        }
    }

    fn statement(&mut self, written: &str, place: SourcePlace) {
        let Some(first) = written.chars().next().map(narrow_one) else { return };
        match first {
            'N' | 'n' => return self.name(written, place),
            '$' => return self.header(written, place),
            _ => {}
        }
        let text = narrow(written);
        match first {
            'V' | 'v' if is_version(&text) => self.something = true,
            'P' | 'p' => self.pieces(&text[1..], place),
            '+' | '-' if text.len() == 1 => {
                self.something = true;
                let side = if first == '+' { Side::First } else { Side::Second };
                self.side_to_act(side, place);
            }
            '+' | '-' | '0'..='9' => self.play(&text, place),
            'T' | 't' => self.time(&text[1..], place),
            '%' => self.end(&text[1..], place),
            _ => self.fault(place, Fault::NotAStatement(written.to_owned())),
        }
    }

    fn fault(&mut self, place: SourcePlace, fault: Fault) {
        match &mut self.begun {
            Some((_, builder)) => builder.fault(place, fault),
            None => self.setup.fault(place, fault),
        }
    }

    fn name(&mut self, text: &str, place: SourcePlace) {
        let rest = text.strip_prefix(|_: char| true).unwrap_or("");
        let side = match rest.chars().next().map(narrow_one) {
            Some('+') => Side::First,
            Some('-') => Side::Second,
            _ => return self.fault(place, Fault::NotAStatement(text.to_owned())),
        };
        let rest = rest.strip_prefix(|_: char| true).unwrap_or("");
        self.something = true;
        let name = known(rest.strip_prefix(':').unwrap_or(rest));
        let head = self.head();
        let slot = &mut head.players[side];
        if slot.is_none() {
            *slot = name;
        } else if let Some(other) = name.filter(|name| Some(name) != slot.as_ref()) {
            head.tag(&text[..text.len() - rest.len()], &other);
        }
    }

    fn header(&mut self, text: &str, place: SourcePlace) {
        let Some((key, value)) = text.split_once([':', '：']) else {
            return self.fault(place, Fault::NotAStatement(text.to_owned()));
        };
        let key = narrow(key);
        self.something |= self.begun.is_none();
        if key.eq_ignore_ascii_case("$RULES") {
            return self.setup.options(value, place.after(key.len() + 1));
        }
        let head = self.head();
        let slot = match key.to_ascii_uppercase().as_str() {
            "$START_TIME" => &mut head.date,
            "$EVENT" => &mut head.event,
            _ => return head.tag(&key, value),
        };
        let value = known(value);
        if slot.is_none() {
            *slot = value;
        } else if let Some(other) = value.filter(|value| Some(value) != slot.as_ref()) {
            head.tag(&key, &other);
        }
    }

    /// `PI` with pieces given away, a rank, or single pieces.
    fn pieces(&mut self, text: &str, place: SourcePlace) {
        self.something = true;
        if self.begun.is_some() {
            self.fault(place, Fault::AlreadyBegun);
            return;
        }
        let mut faults = Vec::new();
        match text.as_bytes().first() {
            Some(b'I' | b'i') => {
                let mut board = Board::of(Shogi::start(Rules::default()));
                csa_board::give_away(&text[1..], place.after(2), &mut board, &mut faults);
                self.board = Some((board, place));
            }
            Some(digit @ b'1'..=b'9') => {
                let rank = digit - b'1';
                csa_board::rank(rank, &text[1..], place.after(2), self.board(place), &mut faults);
            }
            Some(sign @ (b'+' | b'-')) => {
                let side = if *sign == b'+' { Side::First } else { Side::Second };
                csa_board::single(side, &text[1..], place.after(2), self.board(place), &mut faults);
            }
            _ => faults.push(place.fault(Fault::NotAStatement(format!("P{text}")))),
        }
        self.setup.faults.append(&mut faults);
    }

    fn board(&mut self, place: SourcePlace) -> &mut Board {
        &mut self.board.get_or_insert_with(|| (Board::empty(), place)).0
    }

    /// The line of the side to act begins the game; another one later may only repeat it.
    fn side_to_act(&mut self, side: Side, place: SourcePlace) {
        match &mut self.begun {
            None => {
                self.board(place);
                self.begin(Some(side));
            }
            Some((_, builder))
                if builder.table(self.at).to_act != side && self.ended == Ended::No =>
            {
                builder.fault(place, Fault::OtherSide);
            }
            Some(_) => {}
        }
    }

    fn begin(&mut self, side: Option<Side>) {
        if self.begun.is_some() {
            return;
        }
        if let Some((mut board, place)) = self.board.take() {
            board.to_act = side.unwrap_or(board.to_act);
            // `PI` is the even start, whatever the lines before it described.
            if Square::all().all(|square| board.piece_at(square).is_none()) {
                board =
                    Board::of(Shogi::start(Rules { handicap: Handicap::None, ..Rules::default() }));
                board.to_act = side.unwrap_or(board.to_act);
            }
            self.setup.board = Some((board, Some(place)));
        }
        let (head, mut builder) = self.setup.begin();
        for comment in self.early.drain(..) {
            builder.tree.comment(0, &comment);
        }
        self.begun = Some((head, builder));
    }

    fn play(&mut self, text: &str, place: SourcePlace) {
        self.something = true;
        let unsigned = !text.starts_with(['+', '-']);
        // Without the line of the side to act, the first move has its side.
        let side = match text.as_bytes().first() {
            Some(b'-') if self.board.is_some() => Some(Side::Second),
            _ => None,
        };
        self.begin(side);
        let Some((_, builder)) = &mut self.begun else { return };
        match self.ended {
            Ended::No => {}
            Ended::ByWord => return builder.fault(place, Fault::AfterResult),
            Ended::ByFault => {
                let side = if text.starts_with('+') { Side::First } else { Side::Second };
                self.left_out_side = Some(side);
                return self.left_out.push(text.to_owned());
            }
        }
        let board = builder.table(self.at);
        let to_act = board.to_act;
        let read = if unsigned {
            let sign = if to_act == Side::First { '+' } else { '-' };
            read_move(board, &format!("{sign}{text}"))
        } else {
            read_move(board, text)
        };
        let next = match read {
            Ok(action) => builder.play(self.at, action, place),
            Err(fault) => {
                builder.fault(place, fault);
                None
            }
        };
        match next {
            Some(next) => self.at = next,
            None => {
                self.ended = Ended::ByFault;
                let signed = match text.as_bytes().first() {
                    Some(b'+') => Side::First,
                    Some(b'-') => Side::Second,
                    _ => to_act,
                };
                self.left_out_side = Some(signed);
            }
        }
    }

    fn time(&mut self, text: &str, place: SourcePlace) {
        let text = text.trim();
        let Some(millis) = crate::text::seconds(text) else {
            return self.fault(place, Fault::BadTime("T12"));
        };
        let Some((head, builder)) = &mut self.begun else {
            return self.fault(place, Fault::NotAStatement(format!("T{text}")));
        };
        match self.ended {
            Ended::ByFault => self.left_out.push(format!("T{text}")),
            Ended::ByWord if millis > 0 => head.tag("end_time", text),
            Ended::ByWord => {}
            Ended::No if self.at == 0 => {
                builder.fault(place, Fault::NotAStatement(format!("T{text}")));
            }
            Ended::No => {
                let time = &mut builder.tree.node_mut(self.at).time;
                if time.is_some_and(|time| time != millis) {
                    builder.fault(place, Fault::NotAStatement(format!("T{text}")));
                } else {
                    *time = Some(millis);
                }
            }
        }
    }

    fn end(&mut self, word: &str, place: SourcePlace) {
        self.something = true;
        self.begin(None);
        let Some((head, builder)) = &mut self.begun else { return };
        if self.ended == Ended::ByWord {
            return builder.fault(place, Fault::AfterResult);
        }
        let to_act = match self.left_out_side {
            Some(side) => side.other(),
            None => builder.table(self.at).to_act,
        };
        let (winner, reason) = match word.to_ascii_uppercase().as_str() {
            "TORYO" => (Some(to_act.other()), "resignation"),
            "TIME_UP" => (Some(to_act.other()), "timeout"),
            "TSUMI" => (Some(to_act.other()), Reason::Checkmate.as_str()),
            // Written by the side to act about the move before it.
            "ILLEGAL_MOVE" => (Some(to_act.other()), Reason::Foul.as_str()),
            "+ILLEGAL_ACTION" => (Some(Side::Second), Reason::Foul.as_str()),
            "-ILLEGAL_ACTION" => (Some(Side::First), Reason::Foul.as_str()),
            "KACHI" => (Some(to_act), Reason::Declaration.as_str()),
            "SENNICHITE" => (None, Reason::Repetition.as_str()),
            "JISHOGI" => (None, Reason::Impasse.as_str()),
            "HIKIWAKE" | "MAX_MOVES" => (None, ""),
            "CHUDAN" | "MATTA" | "FUZUMI" | "ERROR" => {
                head.tag("end", word);
                self.keep_left_out();
                self.ended = Ended::ByWord;
                return;
            }
            _ => {
                builder.fault(place, Fault::NotAnEnd(word.to_owned()));
                return;
            }
        };
        if word.eq_ignore_ascii_case("MAX_MOVES") {
            head.tag("end", word);
        }
        head.result = Some(RecordedResult { winner, reason: reason.to_owned() });
        self.keep_left_out();
        self.ended = Ended::ByWord;
    }

    /// Adds the text after a fault as a comment on the last move before it.
    fn keep_left_out(&mut self) {
        let Some((_, builder)) = &mut self.begun else { return };
        for text in self.left_out.drain(..) {
            builder.tree.comment(self.at, &text);
        }
    }

    fn finish(mut self, scores: &mut Scores) {
        let tags = !self.setup.head.tags.is_empty() || !self.early.is_empty();
        if !self.something && self.setup.faults.is_empty() && !tags {
            return;
        }
        let seen = self.something;
        self.begin(None);
        self.keep_left_out();
        if let Some((mut head, builder)) = self.begun {
            head.seen |= seen;
            scores.push(finish(head, builder));
        }
    }
}

/// A program's judgement in a comment, ` 30 -3334FU +2726FU`: a value and the line that it expects.
fn evaluation(board: &Board, text: &str) -> Option<Evaluation> {
    let mut words = text.split_whitespace();
    let value = words.next()?.parse().ok()?;
    let mut board = board.clone();
    let mut line = Vec::new();
    for word in words {
        let Ok(action) = read_move(&board, &narrow(word)) else { break };
        if board.refuse(action).is_some() {
            break;
        }
        board.apply(action);
        line.push(Board::text(action));
    }
    Some(Evaluation { value, line })
}

fn read_move(board: &Board, text: &str) -> Result<Action, Fault> {
    let side = if text.starts_with('+') { Side::First } else { Side::Second };
    if side != board.to_act {
        return Err(Fault::OtherSide);
    }
    let not_a_move = || Fault::NotAMove(text.to_owned());
    if text.len() != 7 || !text.is_ascii() {
        return Err(not_a_move());
    }
    let (Some(to), Some((role, promoted))) = (square(&text[3..5]), of_code(&text[5..7])) else {
        return Err(not_a_move());
    };
    if &text[1..3] == "00" {
        return if promoted {
            Err(Fault::NotDropped(text[5..7].to_owned()))
        } else {
            Ok(Action::drop(role, to))
        };
    }
    let from = square(&text[1..3]).ok_or_else(not_a_move)?;
    let piece = board.piece_at(from).filter(|piece| piece.role() == role);
    let piece = piece.ok_or_else(|| Fault::NoSuchPiece(from.to_string()))?;
    Ok(Action::board(from, to, promoted && !piece.promoted()))
}
