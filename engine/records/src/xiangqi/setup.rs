//! The start of a xiangqi game as records describe it, and the words for its result and its end.
//!
//! A board equal to the usual start does not become a start of its own. A position that the rules
//! do not have becomes a start with a fault. Many programs do not store the side to move, so it may
//! be taken from the first move.

use super::board::Board;
use super::game;
use crate::builder::{Builder, SourcePlace};
use crate::score::{Head, Score};
use crate::text::{is_blank, narrow};
use engine::xiangqi::{Piece, Role, Ruleset, Square};
use engine::{Fault, Reason, RecordedResult, Side};

/// Begins a game on a board of its own, or on the usual one.
pub(super) fn begin(head: &mut Head, board: Option<Board>, place: SourcePlace) -> Builder<Board> {
    begin_under(head, Ruleset::Standard, board, place)
}

/// As [`begin`], under a ruleset.
pub(super) fn begin_under(
    head: &mut Head,
    rules: Ruleset,
    board: Option<Board>,
    place: SourcePlace,
) -> Builder<Board> {
    let usual = Board::of(&engine::Position::start(rules));
    head.ruleset = Some(rules.as_str().to_owned());
    let Some(board) = board.filter(|board| board.fen() != usual.fen()) else {
        return Builder::new(usual);
    };
    head.start = Some(board.fen());
    let (board, error) = board.judged(rules);
    let mut builder = Builder::new(board);
    if let Some(error) = error {
        builder.fault(place, error.fault());
    }
    builder
}

/// Sets the side to act to that of the piece that moves first, because many programs do not store
/// it.
pub(super) fn begins_with(board: &mut Board, from: Option<Square>) {
    if let Some(piece) = from.and_then(|from| board.piece_at(from)) {
        board.to_act = piece.side;
    }
}

pub(super) fn finish(head: Head, builder: Builder<Board>) -> Score {
    Score::of(game(), head, builder)
}

/// The board of a FEN with any number of pieces, also with the letters of WXF. The side may be
/// missing, and any further text is ignored.
pub(super) fn board(text: &str) -> Result<Board, Fault> {
    let mut fields = text.split_whitespace();
    let placed = fields.next().unwrap_or("");
    // Programs for many games write the hands that xiangqi does not have: `[]`.
    let placed = placed.strip_suffix("[]").or_else(|| placed.strip_suffix("[-]")).unwrap_or(placed);
    let ranks: Vec<&str> = placed.split('/').collect();
    if ranks.len() != 10 {
        return Err(Fault::Ranks(10));
    }
    let mut board = Board::empty();
    for (rank, text) in (0..10).rev().zip(ranks) {
        let mut file: u8 = 0;
        for letter in text.chars() {
            if let Some(run) = letter.to_digit(10).and_then(|run| u8::try_from(run).ok()) {
                file += run;
            } else {
                let square = Square::new(file, rank).ok_or(Fault::RankPoints(9))?;
                board.put(square, Some(piece(letter)?));
                file += 1;
            }
            if file > 9 {
                return Err(Fault::RankPoints(9));
            }
        }
        if file != 9 {
            return Err(Fault::RankPoints(9));
        }
    }
    board.to_act = match fields.next() {
        None | Some("w" | "r" | "W" | "R" | "-") => Side::First,
        Some("b" | "B") => Side::Second,
        Some(_) => return Err(Fault::BadSide("w, r, b")),
    };
    Ok(board)
}

fn piece(letter: char) -> Result<Piece, Fault> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let role = match letter.to_ascii_uppercase() {
        'K' | 'G' => Role::General,
        'A' | 'S' => Role::Advisor,
        'B' | 'E' => Role::Elephant,
        'N' | 'H' | 'M' => Role::Horse,
        'R' => Role::Chariot,
        'C' => Role::Cannon,
        'P' => Role::Soldier,
        _ => return Err(Fault::NotAPiece(letter.to_string())),
    };
    Ok(Piece { side, role })
}

/// A result as headers and the ends of records write it; the inner `None` is an unfinished game or
/// an unknown result.
pub(super) fn result(text: &str) -> Option<Option<RecordedResult>> {
    let of = |winner, reason: &str| Some(RecordedResult { winner, reason: reason.to_owned() });
    let text: String = narrow(text).chars().filter(|&c| !is_blank(c)).collect();
    let text = text.replace('½', "1/2").replace(':', "-").replace("O", "0");
    Some(match text.as_str() {
        "1-0" | "W" | "w" | "1" | "红胜" | "紅勝" | "红先胜" | "紅先勝" | "红方胜" | "紅方勝"
        | "先胜" | "先勝" | "红胜黑" | "1-0F" | "+-" | "黑负" | "黑負" | "黑方负" | "黑方負"
        | "Redwins" | "redwins" | "REDWINS" => of(Some(Side::First), ""),
        "0-1" | "L" | "l" | "-1" | "黑胜" | "黑勝" | "红负" | "紅負" | "红先负" | "紅先負"
        | "黑方胜" | "黑方勝" | "先负" | "先負" | "红先負" | "0-1F" | "红方负" | "紅方負"
        | "Blackwins" | "blackwins" | "BLACKWINS" => of(Some(Side::Second), ""),
        "1/2-1/2" | "1/2" | "D" | "d" | "0.5-0.5" | ".5-.5" | "和" | "和棋" | "和局" | "红先和"
        | "紅先和" | "先和" | "双方和" | "平局" | "Draw" | "draw" | "DRAW" => {
            of(None, "")
        }
        "*" | "" | "?" | "-" | "未知" | "不明" | "unknown" | "Unknown" | "在线" | "*-*" => {
            None
        }
        _ => return None,
    })
}

/// The reason of an end, as programs write it in their last comment.
pub(super) fn reason(comment: &str) -> Option<&'static str> {
    let comment = comment.to_ascii_lowercase();
    let known = [
        ("resign", "resignation"),
        ("认输", "resignation"),
        ("認輸", "resignation"),
        ("time", "timeout"),
        ("forfeit", "timeout"),
        ("超时", "timeout"),
        ("repetition", Reason::Repetition.as_str()),
        ("stalemate", Reason::NoLegalMove.as_str()),
        ("mate", Reason::Checkmate.as_str()),
        ("agree", "agreement"),
    ];
    known.into_iter().find(|&(word, _)| comment.contains(word)).map(|(_, reason)| reason)
}
