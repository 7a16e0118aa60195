//! The form of the Computer Shogi Association, versions 1 to 3, with several games.
//!
//! Statements are on lines of their own or between commas. `'*` begins a comment; what a program
//! writes about itself in other comments (`'encoding=…`, `' ---- Kifu for Windows …`) is skipped. A
//! line `/` separates games. A move whose piece is named as it was before it promoted, or without
//! its side, is read by its squares.

use super::Scores;
use super::setup::{Setup, finish};
use super::table::Board;
use crate::builder::{Builder, Place};
use crate::score::Head;
use crate::text::{known, lines};
use engine::shogi::{Action, Handicap, Piece, Role, Rules, Shogi, Square};
use engine::{Fault, Position, Reason, RecordedResult, Side};

/// The codes of the pieces.
const CODES: [(&str, Role, bool); 14] = [
    ("FU", Role::Pawn, false),
    ("KY", Role::Lance, false),
    ("KE", Role::Knight, false),
    ("GI", Role::Silver, false),
    ("KI", Role::Gold, false),
    ("KA", Role::Bishop, false),
    ("HI", Role::Rook, false),
    ("OU", Role::King, false),
    ("TO", Role::Pawn, true),
    ("NY", Role::Lance, true),
    ("NK", Role::Knight, true),
    ("NG", Role::Silver, true),
    ("UM", Role::Bishop, true),
    ("RY", Role::Rook, true),
];

/// Whether a text looks like CSA.
pub(crate) fn is_csa(text: &str) -> bool {
    lines(text).any(|(_, line)| {
        let line = line.trim_end();
        matches!(line, "V1.0" | "V2" | "V2.0" | "V2.1" | "V2.2" | "V3.0" | "PI" | "'CSA")
            || line.starts_with("'CSA encoding")
            || is_move(line)
            || is_rank(line)
            || (line.starts_with("PI")
                && line[2..].bytes().all(|byte| byte.is_ascii_alphanumeric()))
    })
}

fn is_move(line: &str) -> bool {
    matches!(line.as_bytes(), [b'+' | b'-', a, b, c, d, e, f, ..]
        if [a, b, c, d].into_iter().all(u8::is_ascii_digit)
            && e.is_ascii_uppercase() && f.is_ascii_uppercase())
}

fn is_rank(line: &str) -> bool {
    matches!(line.as_bytes(), [b'P', b'1'..=b'9', b'+' | b'-' | b' ', ..] if line.len() > 4)
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::default();
    for (number, line) in lines(text) {
        let place = Place::new(number, 1);
        if line.trim() == "/" {
            reader.finish(&mut scores);
            reader = Reader::default();
        } else if let Some(comment) = line.strip_prefix('\'') {
            reader.comment(comment);
        } else if line.starts_with(['N', '$']) {
            reader.statement(line.trim_end(), place);
        } else {
            let mut column = 0;
            for statement in line.split(',') {
                reader.statement(statement.trim(), place.after(column));
                column += statement.chars().count() + 1;
            }
        }
    }
    reader.finish(&mut scores);
    scores
}

/// What such comments begin with: those of writing programs, then those of a server's.
const BY_PROGRAMS: [&str; 16] = [
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

/// What programs say of themselves in comments, not of the game.
fn of_a_program(comment: &str) -> bool {
    let comment = comment.trim_start();
    BY_PROGRAMS.iter().any(|&start| comment.starts_with(start))
}

#[derive(Default)]
struct Reader {
    setup: Setup,
    board: Option<(Board, Place)>,
    begun: Option<(Head, Builder<Board>)>,
    at: usize,
    /// Whether a fault or an end has ended the moves.
    ended: bool,
    something: bool,
    early: Vec<String>,
}

impl Reader {
    fn comment(&mut self, text: &str) {
        let comment = match text.strip_prefix('*') {
            Some(comment) => comment,
            None if of_a_program(text) => return,
            None => text,
        };
        match &mut self.begun {
            Some((_, builder)) => builder.tree.comment(self.at, comment),
            None => self.early.push(comment.to_owned()),
        }
    }

    fn statement(&mut self, text: &str, place: Place) {
        let Some(first) = text.chars().next() else { return };
        match first {
            'V' => self.something = true,
            'N' => self.name(text),
            '$' => self.header(text, place),
            'P' => self.pieces(&text[1..], place),
            '+' | '-' if text.len() == 1 => {
                self.something = true;
                let side = if first == '+' { Side::First } else { Side::Second };
                self.side_to_act(side, place);
            }
            '+' | '-' => self.play(text, place),
            'T' => self.time(&text[1..], place),
            '%' => self.end(&text[1..], place),
            _ if self.ended => {}
            _ => self.fault(place, Fault::NotAStatement(text.to_owned())),
        }
    }

    fn fault(&mut self, place: Place, fault: Fault) {
        match &mut self.begun {
            Some((_, builder)) => builder.fault(place, fault),
            None => self.setup.fault(place, fault),
        }
    }

    fn name(&mut self, text: &str) {
        let side = match text.as_bytes().get(1) {
            Some(b'+') => Side::First,
            Some(b'-') => Side::Second,
            _ => return,
        };
        self.something = true;
        self.setup.head.players[side] = known(&text[2..]);
        if let Some((head, _)) = &mut self.begun {
            head.players[side] = known(&text[2..]);
        }
    }

    fn header(&mut self, text: &str, place: Place) {
        let Some((key, value)) = text.split_once(':') else { return };
        match key {
            "$START_TIME" => self.setup.head.date = known(value),
            "$EVENT" => self.setup.head.event = known(value),
            "$RULES" => self.setup.options(value, place.after(key.len() + 1)),
            _ => {}
        }
    }

    /// `PI` with pieces given away, a rank, or single pieces.
    fn pieces(&mut self, text: &str, place: Place) {
        self.something = true;
        if self.begun.is_some() {
            self.fault(place, Fault::AlreadyBegun);
            return;
        }
        match text.as_bytes().first() {
            Some(b'I') => {
                let mut board = Board::of(Shogi::start(Rules::default()));
                for (at, piece) in chunks(&text[1..], 4) {
                    match square(piece) {
                        Some(square) => board.put(square, None),
                        None => {
                            self.setup.fault(place.after(2 + at), Fault::BadPiece("82HI"));
                        }
                    }
                }
                self.board = Some((board, place));
            }
            Some(digit @ b'1'..=b'9') => self.rank(digit - b'1', &text[1..], place.after(2)),
            Some(sign @ (b'+' | b'-')) => {
                let side = if *sign == b'+' { Side::First } else { Side::Second };
                self.single(side, &text[1..], place.after(2));
            }
            _ => self.fault(place, Fault::NotAStatement(format!("P{text}"))),
        }
    }

    fn board(&mut self, place: Place) -> &mut Board {
        &mut self.board.get_or_insert_with(|| (Board::empty(), place)).0
    }

    fn rank(&mut self, rank: u8, text: &str, place: Place) {
        for (file, (at, cell)) in (0..9).rev().zip(chunks(text, 3)) {
            let Some(square) = Square::new(file, rank) else { continue };
            let side = match cell.as_bytes().first() {
                Some(b'+') => Side::First,
                Some(b'-') => Side::Second,
                _ => continue,
            };
            match of_code(cell.get(1..).unwrap_or("")) {
                Some((role, promoted)) => {
                    self.board(place).put(square, Some(Piece::new(side, role, promoted)));
                }
                None => self.setup.fault(place.after(at), Fault::NotAPiece(cell.to_owned())),
            }
        }
        self.board(place);
    }

    /// Single pieces, as `2755FU00KI`; `00AL` is whatever is left.
    fn single(&mut self, side: Side, text: &str, place: Place) {
        for (at, piece) in chunks(text, 4) {
            let place = place.after(at);
            if piece == "00AL" {
                let board = self.board(place);
                for role in Role::HELD {
                    let left = role.count().saturating_sub(board.count(role));
                    board.hold(side, role, left);
                }
                continue;
            }
            match (piece.get(..2), of_code(piece.get(2..).unwrap_or(""))) {
                (Some("00"), Some((role, false))) if role != Role::King => {
                    self.board(place).hold(side, role, 1);
                }
                (Some(_), Some((role, promoted))) if square(piece).is_some() => {
                    if let Some(square) = square(piece) {
                        self.board(place).put(square, Some(Piece::new(side, role, promoted)));
                    }
                }
                _ => self.setup.fault(place, Fault::BadPiece("2755FU")),
            }
        }
    }

    /// The line of the side to act begins the game; another one later is passed over.
    fn side_to_act(&mut self, side: Side, place: Place) {
        if self.begun.is_none() {
            self.board(place);
            self.begin(Some(side));
        }
    }

    fn begin(&mut self, side: Option<Side>) {
        if self.begun.is_some() {
            return;
        }
        if let Some((mut board, place)) = self.board.take() {
            board.to_act = side.unwrap_or(board.to_act);
            // `PI` is the even start, whatever was said of it before.
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

    fn play(&mut self, text: &str, place: Place) {
        self.something = true;
        self.begin(None);
        let Some((_, builder)) = &mut self.begun else { return };
        if self.ended {
            return;
        }
        let read = read_move(builder.table(self.at), text);
        let next = match read {
            Ok(action) => builder.play(self.at, action, place),
            Err(fault) => {
                builder.fault(place, fault);
                None
            }
        };
        match next {
            Some(next) => self.at = next,
            None => self.ended = true,
        }
    }

    fn time(&mut self, text: &str, place: Place) {
        let ended = self.ended;
        let Some((_, builder)) = &mut self.begun else { return };
        match crate::text::seconds(text) {
            // After an end it is the time of the end.
            Some(millis) if !ended && self.at > 0 => {
                builder.tree.node_mut(self.at).time = Some(millis);
            }
            Some(_) => {}
            None => builder.fault(place, Fault::BadTime("T12")),
        }
    }

    fn end(&mut self, word: &str, place: Place) {
        self.something = true;
        self.begin(None);
        let Some((head, builder)) = &mut self.begun else { return };
        if self.ended {
            return;
        }
        self.ended = true;
        let to_act = builder.table(self.at).to_act;
        let (winner, reason) = match word {
            "TORYO" => (Some(to_act.other()), "resignation"),
            "TIME_UP" => (Some(to_act.other()), "timeout"),
            "TSUMI" => (Some(to_act.other()), Reason::Checkmate.as_str()),
            // Said by the side to act of the move before it.
            "ILLEGAL_MOVE" => (Some(to_act.other()), Reason::Foul.as_str()),
            "+ILLEGAL_ACTION" => (Some(Side::Second), Reason::Foul.as_str()),
            "-ILLEGAL_ACTION" => (Some(Side::First), Reason::Foul.as_str()),
            "KACHI" => (Some(to_act), Reason::Declaration.as_str()),
            "SENNICHITE" => (None, Reason::Repetition.as_str()),
            "JISHOGI" => (None, Reason::Impasse.as_str()),
            "HIKIWAKE" | "MAX_MOVES" => (None, ""),
            "CHUDAN" | "MATTA" | "FUZUMI" | "ERROR" | "" => return,
            _ => {
                builder.fault(place, Fault::NotAnEnd(word.to_owned()));
                return;
            }
        };
        head.result = Some(RecordedResult { winner, reason: reason.to_owned() });
    }

    fn finish(mut self, scores: &mut Scores) {
        if !self.something && self.setup.faults.is_empty() {
            return;
        }
        let seen = self.something;
        self.begin(None);
        if let Some((mut head, builder)) = self.begun {
            head.seen = seen;
            scores.push(finish(head, builder));
        }
    }
}

fn read_move(board: &Board, text: &str) -> Result<Action, Fault> {
    let side = if text.starts_with('+') { Side::First } else { Side::Second };
    if side != board.to_act {
        return Err(Fault::OtherSide);
    }
    let (from, to) = (text.get(1..3), text.get(3..5));
    let code = text.get(5..7).and_then(of_code);
    let (Some(from), Some(to), Some((role, promoted))) = (from, to.and_then(square), code) else {
        return Err(Fault::NotAMove(text.to_owned()));
    };
    if from == "00" {
        return Ok(Action::drop(role, to));
    }
    let from = square(from).ok_or_else(|| Fault::NotAMove(text.to_owned()))?;
    let piece = board.piece_at(from).filter(|piece| piece.role() == role);
    let piece = piece.ok_or_else(|| Fault::NoSuchPiece(from.to_string()))?;
    Ok(Action::board(from, to, promoted && !piece.promoted()))
}

fn of_code(code: &str) -> Option<(Role, bool)> {
    CODES.iter().find(|&&(known, ..)| known == code).map(|&(_, role, promoted)| (role, promoted))
}

/// The square of a file and a rank, both from 1, at the beginning of a text.
fn square(text: &str) -> Option<Square> {
    let digit = |at: usize| text.as_bytes().get(at)?.checked_sub(b'1');
    Square::new(digit(0)?, digit(1)?)
}

/// Pieces of `size` bytes with their offsets; a piece that would split a character is left out.
fn chunks(text: &str, size: usize) -> impl Iterator<Item = (usize, &str)> {
    (0..text.len())
        .step_by(size)
        .filter_map(move |at| Some((at, text.get(at..(at + size).min(text.len()))?)))
}
