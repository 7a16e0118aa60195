//! The `position` command of USI, positions in SFEN, moves alone.
//!
//! Read: `position`, `startpos` or `sfen` and the position, `moves` and the moves, in one line
//! or several, each line a game of its own; and at the end words such as `resign`. A line of
//! SFEN, with or without its hands, is a position.

use super::setup::{Setup, finish};
use super::table::Board;
use super::{Scores, names};
use crate::builder::Place;
use crate::text::{lines, words};
use engine::shogi::{Action, Piece, Role, Square};
use engine::{Fault, Reason, RecordedResult, Side};

/// Whether a text looks like this.
pub(crate) fn is_usi(text: &str) -> bool {
    let is_move = |word: &str| Action::parse(word).is_ok();
    let mut words = text.split_whitespace().skip_while(|&word| word == "position");
    match (words.next(), words.next()) {
        (Some("sfen"), Some(_)) => true,
        (Some("startpos"), next) => match next {
            Some("moves") => words.next().is_none_or(is_move),
            next => next.is_none(),
        },
        (Some(board), Some("b" | "w")) => board.matches('/').count() == 8,
        (Some(first), second) => is_move(first) && second.is_none_or(is_move),
        (None, _) => false,
    }
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut game: Vec<(Place, &str)> = Vec::new();
    for (number, line) in lines(text) {
        let words = words(line, number);
        // A line that begins a game ends the one before it.
        let begins = words.first().is_some_and(|(_, word)| {
            matches!(*word, "position" | "startpos" | "sfen") || word.contains('/')
        });
        if begins && !game.is_empty() {
            scores.extend(read_game(&game));
            game.clear();
        }
        game.extend(words);
    }
    scores.extend(read_game(&game));
    scores
}

fn read_game(words: &[(Place, &str)]) -> Option<crate::score::Score> {
    let first = words.first()?.0;
    let mut setup = Setup::default();
    let words = if words[0].1 == "position" { &words[1..] } else { words };
    let split = words.iter().position(|&(_, word)| word == "moves");
    let (start, moves) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        None if words.first().is_some_and(|(_, word)| Action::parse(word).is_ok()) => {
            (&words[..0], words)
        }
        None => (words, &words[words.len()..]),
    };
    let start = match start {
        [(_, "sfen"), rest @ ..] => rest,
        other => other,
    };
    match start {
        [] | [(_, "startpos")] => setup.head.seen = split.is_some() || !start.is_empty(),
        [(place, _), ..] => {
            let text: Vec<&str> = start.iter().map(|&(_, word)| word).collect();
            setup.sfen(&text.join(" "), *place);
            setup.head.seen = setup.faults.is_empty();
        }
    }
    let (mut head, mut builder) = setup.begin();
    let mut at = 0;
    for &(place, word) in moves {
        let to_act = builder.table(at).to_act;
        if let Some((winner, reason)) = end(word, to_act) {
            head.result = Some(RecordedResult { winner, reason: reason.to_owned() });
            break;
        }
        if matches!(word, "interrupt" | "break" | "abort") {
            break;
        }
        let Ok(action) = Action::parse(word) else {
            builder.fault(place, Fault::NotAMove(word.to_owned()));
            break;
        };
        match builder.play(at, action, place) {
            Some(next) => at = next,
            None => break,
        }
    }
    if builder.tree.len() == 1 && builder.faults.is_empty() && !head.seen && head.start.is_none() {
        builder.fault(first, Fault::NoMove);
    }
    Some(finish(head, builder))
}

/// How a word ends the game.
fn end(word: &str, to_act: Side) -> Option<(Option<Side>, &'static str)> {
    match word {
        "resign" => Some((Some(to_act.other()), "resignation")),
        "win" => Some((Some(to_act), Reason::Declaration.as_str())),
        "timeout" => Some((Some(to_act.other()), "timeout")),
        "rep_draw" | "repetition" => Some((None, Reason::Repetition.as_str())),
        "draw" => Some((None, "")),
        _ => None,
    }
}

/// The board of an SFEN, however many pieces it has. The hands and the number may be missing.
pub(super) fn board(text: &str) -> Result<Board, Fault> {
    let mut fields = text.split_whitespace();
    let mut board = Board::empty();
    let ranks: Vec<&str> = fields.next().unwrap_or("").split('/').collect();
    if ranks.len() != 9 {
        return Err(Fault::Ranks(9));
    }
    for (rank, text) in (0..).zip(ranks) {
        let mut file: u8 = 9;
        let mut promoted = false;
        for letter in text.chars() {
            if letter == '+' {
                promoted = true;
                continue;
            }
            if let Some(run) = letter.to_digit(10).and_then(|run| u8::try_from(run).ok()) {
                file = file.checked_sub(run).ok_or(Fault::RankPoints(9))?;
                continue;
            }
            let (side, role) = of_letter(letter)?;
            file = file.checked_sub(1).ok_or(Fault::RankPoints(9))?;
            let square = Square::new(file, rank).ok_or(Fault::RankPoints(9))?;
            if promoted && !role.promotes() {
                return Err(Fault::NoPromotion(letter));
            }
            board.put(square, Some(Piece::new(side, role, promoted)));
            promoted = false;
        }
        if file != 0 {
            return Err(Fault::RankPoints(9));
        }
    }
    board.to_act = match fields.next() {
        None | Some("b") => Side::First,
        Some("w") => Side::Second,
        Some(_) => return Err(Fault::BadSide("b, w")),
    };
    let held = fields.next().unwrap_or("-");
    let mut digits = String::new();
    for letter in held.chars().filter(|&letter| letter != '-') {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        let (side, role) = of_letter(letter)?;
        let count = names::count(&digits).filter(|&count| count <= 18).ok_or(Fault::BadCount)?;
        if role == Role::King {
            return Err(Fault::CannotBeHeld(letter.to_string()));
        }
        board.hold(side, role, count);
        digits.clear();
    }
    Ok(board)
}

fn of_letter(letter: char) -> Result<(Side, Role), Fault> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let role = Role::from_letter(letter.to_ascii_uppercase());
    role.map(|role| (side, role)).ok_or_else(|| Fault::NotAPiece(letter.to_string()))
}
